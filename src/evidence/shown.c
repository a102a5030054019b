/* Stage 2: how the writer sees the passages. Each has its number, its page's title and date, what kind of source that is
 * and how far it can be relied on, its headings, and which of the things that were looked for it serves. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "net/url.h"
#include "text/utf8.h"

enum {
    AIMS_MAX = 20,
    AIM_CHARACTERS = 200,
    AIMED = 250, /* thousandths of an aim's words that a passage has, to serve it */
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

/* The aim whose words the passage has most of; of equal ones that which found its page. SIZE_MAX: none. */
static size_t aim_served(const struct stems *aims, const struct str_list *texts, const struct source_row *source,
                         const struct stems *passage)
{
    size_t best = SIZE_MAX;
    int most = AIMED - 1;

    for (size_t i = 0; i < texts->n; i++) {
        int share = stems_share(&aims[i], passage);

        share += share && found_by(source, texts->items[i]);
        if (share > most) {
            most = share;
            best = i;
        }
    }
    return best;
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
                       size_t at, size_t aim)
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
    if (aim != SIZE_MAX)
        buf_format(&text, "\nServes: %c", (char) ('a' + aim));
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
    struct str_list aims = aims_of(arena, pool, showing);
    struct stems *stems = arena_calloc(scratch, aims.n + 1, sizeof *stems);

    *ret = (struct evidence_shown){ .items = arena_calloc(arena, pool->spans_n + 1, sizeof *ret->items),
                                    .n = pool->spans_n,
                                    .aims = aims_text(arena, &aims) };
    for (size_t i = 0; i < aims.n; i++)
        stems_of_text(scratch, aims.items[i], language, true, &stems[i]);
    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct evidence_span *span = &pool->spans[i];
        const struct source_row *source = &pool->sources->items[span->source];
        struct stems own = { 0 };
        size_t aim = SIZE_MAX;

        if (aims.n && !source_is_answer(source)) {
            stems_of_text(scratch, str_format(scratch, "%.*s %.*s", STR_ARG(span->quote), STR_ARG(span->path)),
                          language, false, &own);
            aim = aim_served(stems, &aims, source, &own);
        }
        ret->items[i] = item(arena, pool, showing, i, aim);
    }
    arena_free(scratch);
}
