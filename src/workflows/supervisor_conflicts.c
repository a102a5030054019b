/* Calls of the analyst that run side by side see earlier rounds and not each other: where their findings contradict each
 * other, no model has seen both sides. Code compares these findings; what an analyst saw together it has judged itself. */
#include "judge/conflict.h"
#include "run/events.h"
#include "text/utf8.h"
#include "workflows/supervisor.h"

enum { CONFLICTS_MOST = 10, PAIRS_MOST = 40, SIDE_CHARACTERS = 300, DISPUTES_MAX = 16 * 1024 };

void tellings_add(struct arena *arena, struct tellings *t, size_t finding, size_t call)
{
    t->items = arena_grow(arena, t->items, &t->capacity, t->n + 1, sizeof *t->items);
    t->items[t->n++] = (struct telling){ finding, call };
}

static bool told_by(const struct tellings *t, size_t finding, size_t call)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->items[i].finding == finding && t->items[i].call == call)
            return true;
    return false;
}

/* Every call sees the earlier findings, but for those that were hidden from all. */
static bool seen_together(const struct tellings *t, size_t a, size_t b)
{
    if ((a < t->before && !told_by(t, a, SIZE_MAX)) || (b < t->before && !told_by(t, b, SIZE_MAX)))
        return true;
    for (size_t i = 0; i < t->n; i++)
        if (t->items[i].finding == a && told_by(t, b, t->items[i].call))
            return true;
    return false;
}

size_t findings_in_conflict(struct arena *arena, const struct supervision *s, const struct tellings *t,
                            struct conflict **ret)
{
    struct arena *scratch = arena_new();
    const size_t *order = findings_by_firmness(scratch, s);
    struct str *texts = arena_calloc(scratch, s->findings_n + 1, sizeof *texts);
    size_t *which = arena_calloc(scratch, s->findings_n + 1, sizeof *which);
    size_t *apart = arena_calloc(scratch, s->findings_n + 1, sizeof *apart), n = 0, kept = 0;
    bool *told = arena_calloc(scratch, s->findings_n + 1, sizeof *told);
    struct conflict *found;

    for (size_t i = 0; i < t->n; i++)
        told[t->items[i].finding] = true;
    for (size_t i = 0; i < s->findings_n; i++)
        if (told[order[i]] && s->findings[order[i]].sources_n) {
            which[n] = order[i];
            texts[n] = s->findings[order[i]].content;
            apart[n] = n;
            n++;
        }
    size_t count = conflicts_of(arena, texts, apart, n, PAIRS_MOST, &found);
    for (size_t i = 0; i < count && kept < CONFLICTS_MOST; i++) {
        struct conflict c = found[i];

        c.a = which[found[i].a];
        c.b = which[found[i].b];
        if (!seen_together(t, c.a, c.b))
            found[kept++] = c;
    }
    arena_free(scratch);
    *ret = found;
    return kept;
}

static bool clash(struct arena *arena, struct str a, struct str b)
{
    const struct str both[] = { a, b };
    const size_t apart[] = { 0, 1 };
    struct conflict *found;

    return a.len && b.len && conflicts_of(arena, both, apart, 2, 1, &found) > 0;
}

/* The description of a contradiction that an analyst has told about the same matter: each of its sides contradicts the
 * other finding and not its own. Empty when there is none. */
static struct str told_before(struct arena *arena, const struct supervision *s, struct str a, struct str b)
{
    for (size_t i = 0; i < s->contradictions.n; i++) {
        struct str one = s->contradictions.items[i].says_one, other = s->contradictions.items[i].says_other;

        if ((clash(arena, one, b) && clash(arena, other, a) && !clash(arena, one, a)) ||
            (clash(arena, one, a) && clash(arena, other, b) && !clash(arena, one, b)))
            return s->contradictions.items[i].description;
    }
    return str("");
}

static struct str side_text(struct supervisor *x, struct str says, const size_t *sources, size_t n)
{
    struct arena *arena = branch_arena(x->branch);
    struct str_list ids = positions_ids(arena, &x->s.sources, sources, n);

    return str_format(arena, "\"%.*s\" (%.*s)", STR_ARG(utf8_cut(says, SIDE_CHARACTERS)),
                      STR_ARG(str_join(arena, ids.items, ids.n, ", ")));
}

struct str supervisor_open_disputes(struct supervisor *x)
{
    struct buf text;

    buf_init(&text, DISPUTES_MAX);
    for (size_t i = 0; i < x->s.contradictions.n; i++) {
        const struct research_contradiction *c = &x->s.contradictions.items[i];

        if (!c->resolution.len)
            buf_format(&text, "- %.*s: %.*s against %.*s\n", STR_ARG(c->description),
                       STR_ARG(side_text(x, c->says_one, c->one, c->one_n)),
                       STR_ARG(side_text(x, c->says_other, c->other, c->other_n)));
    }
    return buf_take(&text, branch_arena(x->branch));
}

void supervisor_compare_findings(struct supervisor *x, const struct tellings *t)
{
    struct arena *arena = branch_arena(x->branch), *scratch = arena_new();
    struct supervision *s = &x->s;
    struct conflict *found;
    size_t n = findings_in_conflict(scratch, s, t, &found);

    for (size_t i = 0; i < n; i++) {
        const struct research_finding *a = &s->findings[found[i].a], *b = &s->findings[found[i].b];
        bool figures = found[i].kind == CONFLICT_NUMBER || found[i].kind == CONFLICT_DATE;
        struct str told = told_before(scratch, s, a->content, b->content);
        struct research_contradiction c = {
            .id = effect_id(x->branch, path_add(path_root(), "contradiction"), s->contradictions.n, "contra-"),
            .description = told.len ? told
                                    : str_format(arena, "\"%.*s\" against \"%.*s\"", STR_ARG(a->content),
                                                 STR_ARG(b->content)),
            .says_one = a->content,
            .says_other = b->content,
            .one = arena_copy(arena, a->sources, a->sources_n * sizeof *a->sources),
            .one_n = a->sources_n,
            .other = arena_copy(arena, b->sources, b->sources_n * sizeof *b->sources),
            .other_n = b->sources_n,
            .major = !figures,
            .preferred = -1,
        };
        if (contradictions_add(arena, &s->contradictions, &c))
            contradiction_tell(x->branch, &s->sources, &c);
    }
    arena_free(scratch);
}
