/* What steps observed becomes findings that can be cited. A researcher names the results that a sentence rests on by their
 * index in its step, "(3)"; for the writer, who sees other numbers, the indices become sources, and for who plans, reviews
 * and researches next the numbers of the run's sources: an index means another page in every step. */
#include "text/plain.h"
#include "text/utf8.h"
#include "workflows/reflect.h"

enum { PER_STEP = 20, INDICES_MAX = 8 };

struct indices {
    size_t items[INDICES_MAX], n;
};

/* "(3)", "(3, 5)" at `at`, all of them results of the step: the byte behind it; 0: it is something else. */
static size_t read_indices(struct str text, size_t at, size_t results, struct indices *ret)
{
    size_t number = 0, digits = 0, n = 0;

    for (at++; at < text.len; at++) {
        char c = text.data[at];

        if (c >= '0' && c <= '9' && digits < 4) {
            number = number * 10 + (size_t) (c - '0');
            digits++;
        } else if ((c == ',' || c == ')') && digits) {
            if (number < 1 || number > results || n == INDICES_MAX)
                return 0;
            ret->items[n++] = number - 1;
            number = digits = 0;
            if (c == ')') {
                ret->n = n;
                return at + 1;
            }
        } else if (c != ' ' || digits) {
            return 0;
        }
    }
    return 0;
}

static ptrdiff_t source_of(const struct reflect *x, const struct search_hit *hit)
{
    for (size_t i = 0; i < x->sources.n; i++)
        if (str_eq(x->sources.items[i].canonical_url, hit->canonical_url))
            return (ptrdiff_t) i;
    return -1;
}

/* Sources in the order in which a text names them, each once. */
struct named {
    size_t *items, n;
};

static void add_named(const struct reflect *x, const struct step_result *result, const struct indices *indices,
                      struct named *ret)
{
    for (size_t i = 0; i < indices->n; i++) {
        ptrdiff_t source = source_of(x, &result->hits[indices->items[i]].hit);
        bool known = source < 0;

        for (size_t k = 0; k < ret->n && !known; k++)
            known = ret->items[k] == (size_t) source;
        if (!known)
            ret->items[ret->n++] = (size_t) source;
    }
}

static void add_numbers(const struct reflect *x, const struct step_result *result, const struct indices *indices,
                        struct buf *text)
{
    struct named named = { (size_t[INDICES_MAX]){ 0 }, 0 };

    add_named(x, result, indices, &named);
    for (size_t i = 0; i < named.n; i++)
        buf_format(text, "%s%lld",
                   i           ? ", "
                   : text->len ? " ("
                               : "(",
                   (long long) x->sources.items[named.items[i]].number);
    if (named.n)
        buf_add_char(text, ')');
}

/* A researcher's words without its indices, or with the numbers of sources in their place; what they name joins `ret`. */
static struct str reread(const struct reflect *x, const struct step_result *result, struct str words, bool numbers,
                         struct named *ret)
{
    struct buf text;

    buf_init(&text, words.len * 8 + 1);
    for (size_t at = 0; at < words.len;) {
        struct indices indices = { 0 };
        size_t end = words.data[at] == '(' && !result->classic ? read_indices(words, at, result->n, &indices) : 0;

        if (end == 0)
            buf_add_char(&text, words.data[at]);
        else if (text.len && text.data[text.len - 1] == ' ')
            text.len--;
        if (ret)
            add_named(x, result, &indices, ret);
        if (end && numbers)
            add_numbers(x, result, &indices, &text);
        at = end ? end : at + 1;
    }
    return str_trim(buf_take(&text, branch_arena(x->branch)));
}

struct str reflect_observed(const struct reflect *x, const struct step_result *result)
{
    return result->classic ? result->observation : reread(x, result, result->observation, true, NULL);
}

static struct named named_in(const struct reflect *x, const struct step_result *result)
{
    struct named ret = { arena_calloc(branch_arena(x->branch), x->sources.n + 1, sizeof(size_t)), 0 };

    reread(x, result, result->observation, false, &ret);
    return ret;
}

bool *reflect_named(const struct reflect *x)
{
    bool *ret = arena_calloc(branch_arena(x->branch), x->sources.n + 1, sizeof *ret);

    for (size_t i = 0; i < x->n; i++) {
        struct named named = x->steps[i].result ? named_in(x, x->steps[i].result) : (struct named){ NULL, 0 };

        for (size_t k = 0; k < named.n; k++)
            ret[named.items[k]] = true;
    }
    return ret;
}

/* What a number in brackets names: a result of the step; of a step that searched nothing, a source of the run. */
struct numbered {
    const struct reflect *x;
    const struct step_result *result;
};

static ptrdiff_t source_numbered(const void *context, int64_t number)
{
    const struct numbered *c = context;

    if (c->result->n)
        return number < 1 || (uint64_t) number > c->result->n ? -1 : source_of(c->x, &c->result->hits[number - 1].hit);
    for (size_t i = 0; i < c->x->sources.n; i++)
        if (c->x->sources.items[i].number == number)
            return (ptrdiff_t) i;
    return -1;
}

static bool is_no_finding(struct reflect *x, const struct step *step, struct str sentence)
{
    return noted_no_finding(x->branch, &x->noted, sentence, source_numbered, &(struct numbered){ x, step->result },
                            &x->sources);
}

/* The sentence without its indices, and the sources that these name. */
static struct evidence_finding finding_of(const struct reflect *x, const struct step *step, struct str sentence)
{
    struct named named = { arena_calloc(branch_arena(x->branch), sentence.len / 3 + INDICES_MAX, sizeof(size_t)), 0 };
    struct str text = reread(x, step->result, sentence, false, &named);

    return (struct evidence_finding){ .text = text,
                                      .sources = named.n ? named.items : step->sources,
                                      .n = named.n ? named.n : step->sources_n };
}

struct evidence_finding *reflect_findings(struct reflect *x, size_t *ret_n)
{
    struct arena *arena = branch_arena(x->branch);
    struct evidence_finding *all = arena_calloc(arena, x->n * PER_STEP + 1, sizeof *all);
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct step *step = &x->steps[i];
        struct str_list statements = { 0 };

        /* Excerpts that code made say nothing that the passages do not. */
        if (step->status != STEP_COMPLETED || !step->result || step->result->classic)
            continue;
        text_statements(arena, step->result->observation, &statements);
        for (size_t k = 0; k < statements.n && k < PER_STEP; k++)
            if (!is_no_finding(x, step, statements.items[k]))
                all[n++] = finding_of(x, step, statements.items[k]);
    }
    return noted_give(arena, &x->noted, all, n, ret_n);
}

/* "No five-year comparison.": what it lacks, as researchers list it below "Not found". */
static bool tells_lack(struct str statement)
{
    return str_starts_nocase(statement, "no ") || str_starts_nocase(statement, "none ") ||
           str_starts_nocase(statement, "nothing ");
}

void reflect_tell_findings(struct reflect *x, const struct step *step)
{
    struct str_list statements = { 0 };
    /* Where an observation names its sources, a sentence that names none rests on none that we know of. */
    bool named = !step->result->classic && named_in(x, step->result).n > 0;

    if (step->result->classic)
        noted_pages(x->branch, &x->noted, step->plan.title, &x->sources, step->sources, step->sources_n);
    else
        text_statements(branch_arena(x->branch), step->result->observation, &statements);
    for (size_t k = 0; k < statements.n && k < PER_STEP; k++) {
        if (is_no_finding(x, step, statements.items[k]))
            continue;
        struct evidence_finding f = finding_of(x, step, statements.items[k]);
        bool bare = f.sources == step->sources;
        if (!bare || !tells_lack(f.text))
            noted_tell(x->branch, &x->noted, f.text, &x->sources, f.sources, bare && named ? 0 : f.n);
    }
}
