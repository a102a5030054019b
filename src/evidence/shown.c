/* Stage 2: how the writer sees the passages. Each has its number, its page's title and date, what kind of source that is
 * and how far it can be relied on, its headings, and which of the things that were looked for it serves. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "net/url.h"
#include "text/utf8.h"

enum {
    AIMS_MAX = 20,
    AIM_CHARACTERS = 200,
    AIMED = 500,       /* thousandths of an aim's own words that a passage has, to serve it */
    AIMED_FOUND = 300, /* where the aim found the page */
    AIMED_NEAR = 600,  /* of the best aim's share */
    SHARED_PART = 3,   /* of the words that all aims share, one in so many */
    ITEM_MAX = 16 * 1024,
    NAME_CHARACTERS = 200,
};

/* --- what was looked for --- */

static void add_aim(struct arena *arena, struct str question, struct str aim, struct str_list *ret)
{
    aim = str_trim(utf8_cut(str_trim(aim), AIM_CHARACTERS));
    if (ret->n == AIMS_MAX || aim.len == 0 || str_eq_nocase(aim, str_trim(question)))
        return;
    for (size_t i = 0; i < ret->n; i++)
        if (str_eq_nocase(ret->items[i], aim))
            return;
    str_list_add(arena, ret, aim);
}

/* Every query or step that led to one of the sources, and the aims of the run; once each. */
static struct str_list aims_of(struct arena *arena, const struct evidence_pool *pool,
                               const struct evidence_showing *showing)
{
    struct str_list aims = { 0 };

    for (size_t i = 0; i < showing->aims.n; i++)
        add_aim(arena, showing->question, showing->aims.items[i], &aims);
    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct source_row *source = &pool->sources->items[pool->spans[i].source];

        if (source_is_answer(source) || (i && pool->spans[i - 1].source == pool->spans[i].source))
            continue;
        add_aim(arena, showing->question, source->query, &aims);
        for (size_t k = 0; k < source->queries.n; k++)
            add_aim(arena, showing->question, source->queries.items[k], &aims);
    }
    if (aims.n < 2) /* there is nothing to tell apart */
        aims.n = 0;
    return aims;
}

static bool found_by(const struct source_row *source, struct str aim)
{
    if (str_eq_nocase(str_trim(source->query), aim))
        return true;
    for (size_t i = 0; i < source->queries.n; i++)
        if (str_eq_nocase(str_trim(source->queries.items[i]), aim))
            return true;
    return false;
}

/* What was looked for. The words that tell an aim from the others say what serves it: those that all aims have (the
 * subject of the question) weigh nothing. */
struct aims {
    struct str_list texts;
    struct stems *stems;
    int64_t **weights; /* of the stems of each aim, in thousandths */
    int64_t *sums;
};

static bool has_stem(const struct stems *stems, uint64_t stem)
{
    for (size_t i = 0; i < stems->n; i++)
        if (stems->items[i] == stem)
            return true;
    return false;
}

static void weigh_aims(struct arena *arena, const struct language *language, struct aims *a)
{
    size_t n = a->texts.n;

    a->stems = arena_calloc(arena, n + 1, sizeof *a->stems);
    a->weights = arena_calloc(arena, n + 1, sizeof *a->weights);
    a->sums = arena_calloc(arena, n + 1, sizeof *a->sums);
    for (size_t i = 0; i < n; i++)
        stems_of_text(arena, a->texts.items[i], language, true, &a->stems[i]);
    for (size_t i = 0; i < n; i++) {
        a->weights[i] = arena_calloc(arena, a->stems[i].n + 1, sizeof *a->weights[i]);
        for (size_t k = 0; k < a->stems[i].n; k++) {
            size_t others = 0;

            for (size_t m = 0; m < n; m++)
                others += m != i && has_stem(&a->stems[m], a->stems[i].items[k]);
            a->weights[i][k] = (int64_t) ((n - 1 - others) * 1000 / (n - 1));
            a->sums[i] += a->weights[i][k];
        }
    }
}

/* Has the passage, its title and headings included, a third of the words that all aims share? */
static bool on_subject(const struct aims *a, const struct stems *passage)
{
    size_t shared = 0, has = 0;

    for (size_t k = 0; k < a->stems[0].n; k++)
        if (a->weights[0][k] == 0) {
            shared++;
            has += has_stem(passage, a->stems[0].items[k]);
        }
    return has * SHARED_PART >= shared;
}

/* How much of what makes this aim a passage has, in thousandths. A passage about another subject that shares one word with it ("limits")
 * has nothing of it. */
static int64_t aim_share(const struct aims *a, size_t aim, const struct stems *passage)
{
    int64_t has = 0;
    size_t words = 0;

    for (size_t k = 0; k < a->stems[aim].n; k++)
        if (a->weights[aim][k] && has_stem(passage, a->stems[aim].items[k])) {
            has += a->weights[aim][k];
            words++;
        }
    if (words < 2 && !on_subject(a, passage))
        return 0;
    return a->sums[aim] ? has * 1000 / a->sums[aim] : 0;
}

/* The letters of the aims that a passage serves: those whose words it has, fewer where the aim found its page, and not much
 * fewer than of the best. Empty: that is not clear. */
static struct str served(struct arena *arena, const struct aims *a, const struct source_row *source,
                         const struct stems *passage)
{
    int64_t shares[AIMS_MAX], best = 0;
    struct buf text;

    for (size_t i = 0; i < a->texts.n; i++) {
        bool found = found_by(source, a->texts.items[i]);

        shares[i] = aim_share(a, i, passage);
        if (shares[i] < (found ? AIMED_FOUND : AIMED))
            shares[i] = 0;
        best = shares[i] > best ? shares[i] : best;
    }
    buf_init(&text, AIMS_MAX * 4);
    for (size_t i = 0; i < a->texts.n; i++)
        if (shares[i] && shares[i] * 1000 >= best * AIMED_NEAR)
            buf_format(&text, "%s%c", text.len ? ", " : "", (char) ('a' + i));
    return buf_take(&text, arena);
}

/* --- what kind of source --- */

/* Its site, for a document its name, and what is known of it; whole addresses are long and tell the writer no more. */
static void add_kind(struct arena *arena, struct buf *text, const struct evidence_showing *showing,
                     const struct source_row *source, size_t position)
{
    int judged = showing->quality && position < showing->quality_n ? showing->quality[position] : -1;
    struct str standing = source_standing(arena, source, showing->research_mode, judged),
               site = str_starts_nocase(source->url, "http") ? url_domain(source->url)
                                                             : utf8_cut(source->url, NAME_CHARACTERS);

    if (standing.len || site.len)
        buf_format(text, "\nSource: %.*s%s%.*s", STR_ARG(site), site.len && standing.len ? ", " : "",
                   STR_ARG(standing));
}

static struct str item(struct arena *arena, const struct evidence_pool *pool, const struct evidence_showing *showing,
                       size_t at, struct str serves)
{
    const struct evidence_span *span = &pool->spans[at];
    const struct source_row *source = &pool->sources->items[span->source];
    bool first = at == 0 || pool->spans[at - 1].source != span->source;
    struct buf text;

    buf_init(&text, ITEM_MAX);
    buf_format(&text, "[%zu] %.*s", at + 1, STR_ARG(utf8_cut(source->title, 200)));
    if (source->date.len)
        buf_format(&text, " (%.*s)", STR_ARG(source->date));
    if (span->snippet)
        buf_add_z(&text, " (search snippet)");
    if (first)
        add_kind(arena, &text, showing, source, span->source);
    if (serves.len)
        buf_format(&text, "\nServes: %.*s", STR_ARG(serves));
    if (span->path.len)
        buf_format(&text, "\nSection: %.*s", STR_ARG(span->path));
    if (span->header.len)
        buf_format(&text, "\n%.*s", STR_ARG(span->header));
    buf_format(&text, "\n%.*s\n", STR_ARG(span->quote));
    return buf_take(&text, arena);
}

static struct str aims_text(struct arena *arena, const struct str_list *aims)
{
    struct buf text;

    buf_init(&text, AIMS_MAX * (AIM_CHARACTERS * 4 + 8));
    for (size_t i = 0; i < aims->n; i++)
        buf_format(&text, "%c. %.*s\n", (char) ('a' + i), STR_ARG(aims->items[i]));
    return str_trim(buf_take(&text, arena));
}

void evidence_show(struct arena *arena, const struct evidence_pool *pool, const struct evidence_showing *showing,
                   struct evidence_shown *ret)
{
    const struct language *language = language_guess(showing->question);
    struct arena *scratch = arena_new();
    struct aims aims = { .texts = aims_of(arena, pool, showing) };

    *ret = (struct evidence_shown){ .items = arena_calloc(arena, pool->spans_n + 1, sizeof *ret->items),
                                    .n = pool->spans_n,
                                    .aims = aims_text(arena, &aims.texts) };
    weigh_aims(scratch, language, &aims);
    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct evidence_span *span = &pool->spans[i];
        const struct source_row *source = &pool->sources->items[span->source];
        struct str serves = str("");
        struct stems own = { 0 };

        if (aims.texts.n && !source_is_answer(source)) {
            stems_of_text(scratch,
                          str_format(scratch, "%.*s %.*s %.*s", STR_ARG(span->quote), STR_ARG(span->path),
                                     STR_ARG(source->title)),
                          language, false, &own);
            serves = served(scratch, &aims, source, &own);
        }
        ret->items[i] = item(arena, pool, showing, i, serves);
    }
    arena_free(scratch);
}
