/* What steps observed becomes findings that can be cited. A researcher names the results that a sentence rests on by their
 * index in its step, "(3)"; for the writer, who sees other numbers, the indices become sources. */
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

/* The sentence without its indices, and the sources that these name. */
static struct evidence_finding finding_of(const struct reflect *x, const struct step *step, struct str sentence)
{
    struct arena *arena = branch_arena(x->branch);
    const struct step_result *result = step->result;
    size_t *sources = arena_calloc(arena, sentence.len / 3 + INDICES_MAX, sizeof *sources), n = 0;
    struct buf text;

    buf_init(&text, sentence.len + 1);
    for (size_t at = 0; at < sentence.len;) {
        struct indices named = { 0 };
        size_t end = sentence.data[at] == '(' && result && !result->classic
                         ? read_indices(sentence, at, result->n, &named)
                         : 0;

        for (size_t i = 0; i < named.n; i++) {
            ptrdiff_t source = source_of(x, &result->hits[named.items[i]].hit);
            bool known = source < 0;

            for (size_t k = 0; k < n && !known; k++)
                known = sources[k] == (size_t) source;
            if (!known)
                sources[n++] = (size_t) source;
        }
        if (end == 0)
            buf_add_char(&text, sentence.data[at]);
        else if (text.len && text.data[text.len - 1] == ' ')
            text.len--;
        at = end ? end : at + 1;
    }
    return (struct evidence_finding){ .text = str_trim(buf_take(&text, arena)),
                                      .sources = n ? sources : step->sources,
                                      .n = n ? n : step->sources_n };
}

struct evidence_finding *reflect_findings(struct reflect *x, size_t *ret_n)
{
    struct arena *arena = branch_arena(x->branch);
    struct evidence_finding *all = arena_calloc(arena, x->n * PER_STEP + 1, sizeof *all);
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct step *step = &x->steps[i];
        struct sentences sentences = { 0 };

        /* Excerpts that code made say nothing that the passages do not. */
        if (step->status != STEP_COMPLETED || !step->result || step->result->classic)
            continue;
        sentences_of(arena, step->observation, &sentences);
        for (size_t k = 0; k < sentences.n && k < PER_STEP; k++)
            all[n++] = finding_of(x, step,
                                  str_sub(step->observation, sentences.items[k].start, sentences.items[k].end));
    }
    *ret_n = n;
    return all;
}
