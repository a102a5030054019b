/* Where a managed research stands: one table of legal changes beside the uniform status of every run, and the state as
 * JSON. */
#include <assert.h>

#include "text/json.h"
#include "workflows/manager.h"

const char *const manager_phase_words[] = { "initial", "waiting_for_answers", "researching", "complete", NULL };
const char *const manager_search_words[] = { "pending", "completed", "failed", NULL };

#define TO(phase) (1u << MANAGER_##phase)

/* Researching begins when planning returned searches, so it follows the answers or, if none were needed, the beginning. */
static const unsigned may[MANAGER_PHASES] = {
    [MANAGER_INITIAL] = TO(WAITING) | TO(RESEARCHING),
    [MANAGER_WAITING] = TO(RESEARCHING),
    [MANAGER_RESEARCHING] = TO(COMPLETE),
    [MANAGER_COMPLETE] = 0,
};

bool manager_phase_may(enum manager_phase from, enum manager_phase to) { return may[from] & 1u << to; }

int manager_enter(struct manager *m, enum manager_phase to, struct error *e)
{
    if (m->phase == to)
        return 0;
    assert(manager_phase_may(m->phase, to) && "the manager's table has no such change");
    int r = branch_phase(m->branch, manager_phase_words[to], 0, e);
    if (r == 0) {
        m->phase = to;
        manager_save(m);
    }
    return r;
}

/* --- as JSON --- */

struct search_view {
    struct str id, query, reason, status;
    int64_t sources;
    struct str error;
};
static const struct field search_view_fields[] = {
    FIELDS(STR, struct search_view, id, query, reason, status),
    FIELD_INT(struct search_view, sources),
    FIELD_STR(struct search_view, error, .sparse = true),
    FIELD_END,
};

static const struct field round_fields[] = { FIELD_STRS(struct manager_round, questions),
                                             FIELD_STR(struct manager_round, answer), FIELD_END };

struct view {
    struct str phase, query;
    struct manager_round *clarifications;
    size_t clarifications_n;
    struct str_list assumptions;
    struct search_view *searches;
    size_t searches_n;
    int64_t tool_calls;
    bool report_written;
    struct str delivery; /* empty: nobody wants it delivered */
};
static const struct field view_fields[] = {
    FIELDS(STR, struct view, phase, query),
    FIELD_LIST(struct view, clarifications, clarifications_n, struct manager_round, round_fields),
    FIELD_STRS(struct view, assumptions),
    FIELD_LIST(struct view, searches, searches_n, struct search_view, search_view_fields),
    FIELD_AS("toolCalls", INT, struct view, tool_calls),
    FIELD_AS("reportWritten", BOOL, struct view, report_written),
    FIELD_STR(struct view, delivery, .sparse = true),
    FIELD_END,
};

struct str manager_state_text(const struct manager *m, struct arena *arena)
{
    const struct run_settings *s = branch_settings(m->branch);
    struct view view = {
        .phase = str(manager_phase_words[m->phase]),
        .query = s->query,
        .clarifications = (struct manager_round *) m->rounds,
        .clarifications_n = m->rounds_n,
        .assumptions = m->assumptions,
        .searches = arena_calloc(arena, m->n + 1, sizeof *view.searches),
        .searches_n = m->n,
        .tool_calls = (int64_t) m->tool_calls,
        .report_written = m->written,
        .delivery = str(s->deliver.n == 0 ? ""
                        : m->handed_off   ? "handed_off"
                        : m->written      ? "by_code"
                                          : "pending"),
    };

    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *search = m->searches[i];

        view.searches[i] = (struct search_view){
            .id = search->id,
            .query = search->query,
            .reason = search->reason,
            .status = str(manager_search_words[search->status]),
            .sources = (int64_t) search->found.n,
            .error = str(search->status == MANAGER_SEARCH_FAILED ? search->found.error.message : ""),
        };
    }
    return json_encode_text(arena, view_fields, &view);
}

void manager_save(struct manager *m) { branch_set_state(m->branch, manager_state_text(m, branch_arena(m->branch))); }

/* --- told to a person --- */

static void line(struct arena *arena, struct status_lines *ret, const char *name, struct str value)
{
    ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
    ret->items[ret->n++] = (struct status_line){ str(name), str_dup(arena, value) };
}

void manager_describe(struct arena *arena, struct str text, struct status_lines *ret)
{
    struct view view = { 0 };
    size_t made = 0;

    if (json_decode_text(text, view_fields, &view, DECODE_LENIENT, arena, NULL) < 0)
        return;
    for (size_t i = 0; i < view.searches_n; i++)
        made += !str_is(view.searches[i].status, manager_search_words[MANAGER_SEARCH_PENDING]);
    if (view.searches_n)
        line(arena, ret, "searches", str_format(arena, "%zu of %zu made", made, view.searches_n));
    for (size_t i = 0; i < view.clarifications_n; i++) {
        struct str answer = view.clarifications[i].answer;

        line(arena, ret, i ? "" : "answers", answer.len ? answer : str("(left to fathom)"));
    }
    for (size_t i = 0; i < view.assumptions.n; i++)
        line(arena, ret, i ? "" : "assumed", view.assumptions.items[i]);
}
