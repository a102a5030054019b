/* Where a managed research stands: one table of legal changes beside the uniform status of every run, and the state as
 * JSON. */
#include <assert.h>

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

static json_t *rounds_json(const struct manager *m)
{
    json_t *list = json_array();

    for (size_t i = 0; i < m->rounds_n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "questions", json_new_strs(&m->rounds[i].questions),
                                              "answer", json_new_str(m->rounds[i].answer)));
    return list;
}

static json_t *searches_json(const struct manager *m)
{
    json_t *list = json_array();

    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *s = m->searches[i];
        json_t *one = json_pack("{s:o, s:o, s:o, s:s}", "id", json_new_str(s->id), "query", json_new_str(s->query),
                                "reason", json_new_str(s->reason), "status", manager_search_words[s->status]);

        if (s->status == MANAGER_SEARCH_COMPLETED)
            json_object_set_new(one, "sources", json_integer((json_int_t) s->found.n));
        if (s->status == MANAGER_SEARCH_FAILED)
            json_object_set_new(one, "error", json_new_str(str(s->found.error.message)));
        json_array_append_new(list, one);
    }
    return list;
}

struct str manager_state_text(const struct manager *m, struct arena *arena)
{
    json_t *state = json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:b}", "phase", manager_phase_words[m->phase], "query",
                              json_new_str(branch_settings(m->branch)->query), "clarifications", rounds_json(m),
                              "assumptions", json_new_strs(&m->assumptions), "searches", searches_json(m), "toolCalls",
                              (json_int_t) m->tool_calls, "reportWritten", m->written);
    struct str text = json_text(arena, state);

    json_decref(state);
    return text;
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
    json_t *state = NULL;
    const json_t *one;
    size_t i, done = 0;

    if (json_parse(text, &state, NULL) < 0)
        return;
    const json_t *searches = json_object_get(state, "searches");
    json_array_foreach (searches, i, one)
        done += !str_is(json_get_str(one, "status"), manager_search_words[MANAGER_SEARCH_PENDING]);
    if (json_array_size(searches))
        line(arena, ret, "searches", str_format(arena, "%zu of %zu made", done, json_array_size(searches)));
    json_array_foreach (json_object_get(state, "clarifications"), i, one) {
        struct str answer = json_get_str(one, "answer");

        line(arena, ret, i ? "" : "answers", answer.len ? answer : str("(left to fathom)"));
    }
    json_array_foreach (json_object_get(state, "assumptions"), i, one)
        line(arena, ret, i ? "" : "assumed", str_n(json_string_value(one), json_string_length(one)));
    json_decref(state);
}
