/* The supervisor between the phases: dispatches, judges by the gate and by a
 * model, lets a hook or a person have a word, decides whether another round is
 * worth it, and keeps a record of each decision. */
#include "workflows/supervisor.h"

#include "run/hook.h"
#include "text/utf8.h"

enum { LISTED = 30, LISTED_CHARACTERS = 240, LIST_MAX = 32 * 1024, GUIDANCE_MAX = 4000 };

/* --- the record --- */

/* One decision: an event, and a record of the state. Its time is the event's. */
static json_t *record(struct supervisor *x, const char *agent, const char *action, struct str rationale, json_t *inputs,
                      json_t *outputs)
{
    json_t *decision = json_pack("{s:s, s:s, s:o, s:o, s:o}", "agent", agent, "action", action, "rationale",
                                 json_new_str(rationale), "inputs", inputs, "outputs", outputs ? outputs : json_null());

    json_array_append(x->decisions, decision);
    branch_event(x->branch, "supervisor_decision", decision);
    return json_array_get(x->decisions, json_array_size(x->decisions) - 1);
}

/* The fields of the hand-off that are the phase's own. */
static void add_inputs(const struct supervisor *x, json_t *inputs)
{
    const struct run_settings *settings = branch_settings(x->branch);
    const struct supervision *s = &x->s;
    json_t *queries;

    switch (s->phase) {
    case PHASE_PLANNING:
        json_object_set_new(inputs, "system_prompt",
                            settings->system_prompt.len ? json_new_str(settings->system_prompt) : json_null());
        json_object_set_new(inputs, "max_sub_queries", json_integer((json_int_t) s->max_sub_queries));
        break;
    case PHASE_GATHERING:
        queries = json_array();
        for (size_t i = x->first_query; i < s->queries_n; i++)
            json_array_append_new(queries, json_new_str(s->queries[i].query));
        json_object_set_new(inputs, "sub_queries", queries);
        json_object_set_new(inputs, "source_types", json_new_strs(&settings->source_types));
        json_object_set_new(inputs, "max_sources_per_query", json_integer((json_int_t) s->sources.per_query));
        break;
    case PHASE_ANALYSIS:
        json_object_set_new(inputs, "source_count", json_integer((json_int_t) s->sources.n));
        json_object_set_new(inputs, "high_quality_sources",
                            json_integer((json_int_t) sources_of_quality(s, QUALITY_HIGH)));
        break;
    case PHASE_SYNTHESIS:
        json_object_set_new(inputs, "finding_count", json_integer((json_int_t) s->findings_n));
        json_object_set_new(inputs, "gap_count", json_integer((json_int_t) gaps_open(s)));
        json_object_set_new(inputs, "has_research_brief", json_boolean(s->brief.len > 0));
        break;
    case PHASE_REFINEMENT:
        queries = json_array();
        for (size_t i = 0; i < s->gaps_n; i++)
            if (!s->gaps[i].addressed)
                json_array_append_new(queries, json_new_str(s->gaps[i].description));
        json_object_set_new(inputs, "gaps", queries);
        json_object_set_new(inputs, "remaining_iterations",
                            json_integer((json_int_t) (s->max_iterations - s->iteration)));
        json_object_set_new(inputs, "has_report_draft", json_boolean(s->report.len > 0));
        break;
    default: break;
    }
}

void supervisor_dispatch(struct supervisor *x)
{
    struct arena *arena = branch_arena(x->branch);
    const char *phase = phase_words[x->s.phase], *agent = agent_words[x->s.phase];
    json_t *inputs = json_pack("{s:o, s:o, s:s, s:I}", "research_id", json_new_str(branch_run_id(x->branch)),
                               "original_query", json_new_str(x->s.question), "current_phase", phase, "iteration",
                               (json_int_t) x->s.iteration);
    char action[48];

    add_inputs(x, inputs);
    snprintf(action, sizeof action, "execute_%s", phase);
    x->phase_findings = x->s.findings_n;
    x->phase_gaps = x->s.gaps_n;
    x->phase_sources = x->s.sources.n;
    x->dispatched = record(x, agent, action,
                           str_format(arena, "The phase %s is the %s's%s.", phase, agent, x->try ? "; once more" : ""),
                           inputs, NULL);
}

static json_t *gathered_json(const struct supervisor *x)
{
    const struct supervision *s = &x->s;
    json_t *sources = json_array();

    /* Only how the texts begin: the whole is in the store, under these ids. */
    for (size_t i = x->phase_sources; i < s->sources.n; i++) {
        const struct source_row *row = &s->sources.items[i];
        size_t query = i < s->origin_n ? s->origin[i] : 0;

        json_array_append_new(
            sources, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "id", json_new_str(row->id), "sub_query_id",
                               query < s->queries_n ? json_new_str(s->queries[query].id) : json_null(), "title",
                               json_new_str(row->title), "url", row->url.len ? json_new_str(row->url) : json_null(),
                               "snippet", json_new_str(utf8_cut(row->snippet, LISTED_CHARACTERS)), "content",
                               row->text.len ? json_new_str(utf8_cut(row->text, LISTED_CHARACTERS)) : json_null(),
                               "quality", source_quality_words[s->quality[i]]));
    }
    return json_pack("{s:o, s:o}", "sources", sources, "stats", supervision_stats(s));
}

static json_t *judged_json(const struct supervision *s)
{
    json_t *list = json_array();

    for (size_t i = 0; i < s->judged; i++)
        if (s->added[i] == s->iteration)
            json_array_append_new(list, json_pack("{s:o, s:s}", "source_id", json_new_str(s->sources.items[i].id),
                                                  "quality", source_quality_words[s->quality[i]]));
    return list;
}

void supervisor_hand_back(struct supervisor *x)
{
    const struct supervision *s = &x->s;
    json_t *outputs = NULL;

    switch (x->s.phase) {
    case PHASE_PLANNING:
        outputs = json_pack("{s:o, s:o}", "research_brief", json_new_str(s->brief), "sub_queries",
                            supervision_queries(s));
        break;
    case PHASE_GATHERING: outputs = gathered_json(x); break;
    case PHASE_ANALYSIS:
        outputs = json_pack("{s:o, s:o, s:o, s:o}", "findings", supervision_findings(s, x->phase_findings), "gaps",
                            supervision_gaps(s, x->phase_gaps), "contradictions", supervision_contradictions(s),
                            "quality_updates", judged_json(s));
        break;
    case PHASE_SYNTHESIS:
        outputs = json_pack("{s:o, s:o}", "report", json_new_str(x->s.report), "report_metadata",
                            supervisor_report_metadata(x, x->s.report));
        break;
    case PHASE_REFINEMENT: outputs = x->advice ? json_incref(x->advice) : json_object(); break;
    default: break;
    }
    if (!outputs)
        return;
    branch_event(x->branch, "agent_completed",
                 json_pack("{s:s, s:s, s:I, s:O}", "agent", agent_words[x->s.phase], "phase", phase_words[x->s.phase],
                           "iteration", (json_int_t) x->s.iteration, "outputs", outputs));
    json_object_set_new(x->dispatched, "outputs", outputs);
}

/* What the evaluation of a phase says beside its gate. */
static json_t *metrics(const struct supervisor *x, const struct gate *gate)
{
    const struct supervision *s = &x->s;
    json_t *outputs = json_pack("{s:b, s:f, s:o}", "quality_ok", gate->valid, "quality_score",
                                (double) gate->score / 10, "issues", json_new_strs(&gate->issues));

    switch (s->phase) {
    case PHASE_PLANNING:
        json_object_set_new(outputs, "sub_query_count", json_integer((json_int_t) s->queries_n));
        json_object_set_new(outputs, "has_research_brief", json_boolean(s->brief.len > 0));
        break;
    case PHASE_GATHERING: json_object_set_new(outputs, "source_count", json_integer((json_int_t) s->sources.n)); break;
    case PHASE_ANALYSIS:
        json_object_set_new(outputs, "finding_count", json_integer((json_int_t) s->findings_n));
        json_object_set_new(outputs, "high_confidence_count", json_integer((json_int_t) findings_confident(s)));
        break;
    case PHASE_SYNTHESIS:
        json_object_set_new(outputs, "has_report", json_boolean(s->report.len > 0));
        json_object_set_new(outputs, "report_length", json_integer((json_int_t) utf8_count(s->report)));
        break;
    case PHASE_REFINEMENT:
        json_object_set_new(outputs, "unaddressed_gaps", json_integer((json_int_t) gaps_open(s)));
        json_object_set_new(outputs, "should_iterate", json_boolean(!x->ends_early && s->queries_n > x->first_query));
        break;
    default: break;
    }
    return outputs;
}

/* --- the state --- */

json_t *supervisor_state(const struct supervisor *x)
{
    json_t *state = supervision_json(&x->s, true), *fidelity = x->fidelity.any ? fidelity_json(&x->fidelity) : NULL;

    json_object_update(state, fidelity);
    json_decref(fidelity);
    json_object_set_new(state, "metadata", json_pack("{s:O}", "agent_decisions", x->decisions));
    return state;
}

static json_t *state_to_store(const struct supervisor *x)
{
    json_t *state = supervisor_state(x), *metadata = json_object_get(state, "metadata");

    if (x->s.report.len)
        json_object_set_new(state, "report", json_new_str(x->s.report));
    if (x->aborted) {
        if (x->aborted == -RUN_CANCELLED)
            json_object_set_new(metadata, "cancelled", json_true());
        else if (x->aborted == -RUN_TIMED_OUT)
            json_object_set_new(metadata, "timeout", json_true());
        json_object_set_new(metadata, "abort_phase", json_string(phase_words[x->s.phase]));
        json_object_set_new(metadata, "abort_iteration", json_integer((json_int_t) x->s.iteration));
    }
    return state;
}

void supervisor_save(struct supervisor *x, int aborted)
{
    x->aborted = aborted;
    branch_set_state(x->branch, state_to_store(x));
}

/* --- hooks --- */

static struct str hook_input(struct supervisor *x, const char *tool, struct str prompt)
{
    json_t *input = json_pack("{s:s, s:s, s:o, s:o}", "tool", tool, "phase", phase_words[x->s.phase], "prompt",
                              json_new_str(prompt), "state", supervisor_state(x));
    struct str text = json_text(branch_arena(x->branch), input);

    json_decref(input);
    return text;
}

/* 1: the command answered; 0: there is none, or it failed and that was said. */
static int ask_command(struct supervisor *x, const struct str_list *command, const char *tool, struct str prompt,
                       struct str *ret, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);

    if (command->n == 0 || branch_finishing(x->branch))
        return 0;
    const struct hook hook = { .command = command,
                               .input = hook_input(x, tool, prompt),
                               .timeout_ms = settings->hook_ms };
    int r = effect_hook(x->branch, path_add(supervisor_path(x, "hook"), tool), &hook, ret, e);
    if (r == 0)
        return 1;
    if (error_stops_run(r))
        return r;
    branch_warn(x->branch, "%s", e->message);
    return 0;
}

static void guide(struct supervisor *x, struct str more)
{
    struct arena *arena = branch_arena(x->branch);

    more = utf8_cut(str_trim(more), GUIDANCE_MAX);
    if (more.len)
        x->guidance = x->guidance.len ? str_format(arena, "%.*s\n%.*s", STR_ARG(x->guidance), STR_ARG(more))
                                      : str_dup(arena, more);
}

/* Whoever was given a word at the pauses: a command, a person, nobody. */
static int think(struct supervisor *x, struct str prompt, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct str said = { 0 };
    int r = 0;

    if (str_is(settings->think_pause, "command")) {
        r = ask_command(x, &settings->think_pause_command, "think_pause", prompt, &said, e);
    } else if (str_is(settings->think_pause, "person") && !branch_finishing(x->branch)) {
        struct str asked = str_format(branch_arena(x->branch),
                                      "After %s: %.*s (an empty answer goes on without guidance)",
                                      phase_words[x->s.phase], STR_ARG(prompt));

        r = effect_ask(x->branch, supervisor_path(x, "person"),
                       &(struct event_clarification_needed){ { &asked, 1, 1 } }, &said, e);
    }
    if (r < 0)
        return r;
    branch_emit(x->branch, EVENT_THINK_PAUSE,
                &(struct event_think_pause){ str(phase_words[x->s.phase]), prompt, str_trim(said) });
    guide(x, said);
    return 0;
}

/* --- judging --- */

/* What the supervising model sees of the research. */
static struct str state_text(struct supervisor *x)
{
    const struct supervision *s = &x->s;
    struct buf text;

    buf_init(&text, LIST_MAX);
    if (s->brief.len)
        buf_format(&text, "Brief: %.*s\n", STR_ARG(s->brief));
    for (size_t i = 0; i < s->queries_n && i < LISTED && s->phase <= PHASE_GATHERING; i++)
        buf_format(&text, "Sub-query (%s): %.*s\n", query_status_words[s->queries[i].status],
                   STR_ARG(s->queries[i].query));
    for (size_t i = 0; i < s->sources.n && i < LISTED && s->phase == PHASE_GATHERING; i++)
        buf_format(&text, "Source (%s): %.*s\n", source_quality_words[s->quality[i]],
                   STR_ARG(utf8_cut(s->sources.items[i].title, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->findings_n && i < LISTED && s->phase >= PHASE_ANALYSIS; i++)
        buf_format(&text, "Finding (%s, %zu sources): %.*s\n", confidence_words[s->findings[i].confidence],
                   s->findings[i].sources_n, STR_ARG(utf8_cut(s->findings[i].content, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->contradictions_n && i < LISTED; i++)
        buf_format(&text, "Contradiction (%s): %.*s\n", s->contradictions[i].major ? "major" : "minor",
                   STR_ARG(utf8_cut(s->contradictions[i].description, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->gaps_n && i < LISTED; i++)
        buf_format(&text, "Gap (%s): %.*s\n", s->gaps[i].addressed ? "closed" : "open",
                   STR_ARG(utf8_cut(s->gaps[i].description, LISTED_CHARACTERS)));
    if (s->phase == PHASE_SYNTHESIS)
        buf_format(&text, "The report begins:\n%.*s\n", STR_ARG(utf8_cut(s->report, 3000)));
    return buf_take(&text, branch_arena(x->branch));
}

/* A command that decides instead of the model; what it says badly is warned of. */
static int decide_by_command(struct supervisor *x, struct str prompt, bool *ret_decided,
                             struct supervisor_decision *ret, struct error *e)
{
    struct str said;
    json_t *value = NULL;
    bool repaired;
    int r = ask_command(x, &branch_settings(x->branch)->decision_command, "evaluate_phase", prompt, &said, e);

    *ret_decided = false;
    if (r <= 0 || str_empty(str_trim(said)))
        return r < 0 ? r : 0;
    struct error bad;
    r = json_from_answer(said, &value, &repaired, &bad);
    if (r == 0)
        r = json_decode(value, supervisor_decision_fields, ret, DECODE_CLAMP, branch_arena(x->branch), &bad);
    json_decref(value);
    if (r < 0)
        branch_warn(x->branch, "The answer of the decision hook could not be read: %s", bad.message);
    *ret_decided = r == 0;
    return 0;
}

static int judge(struct supervisor *x, const struct gate *gate, struct str prompt, struct supervisor_decision *ret,
                 struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    const struct supervise_input input = {
        .question = x->s.question,
        .phase = str(phase_words[x->s.phase]),
        .reflection = prompt,
        .state = state_text(x),
        .issues = str_join(arena, gate->issues.items, gate->issues.n, "\n"),
        .gate_score = gate->score,
        .gate_valid = gate->valid,
        .gate_mendable = gate->mendable,
    };
    bool decided;
    int r;

    supervise_by_gate(&input, ret);
    r = decide_by_command(x, prompt, &decided, ret, e);
    if (r < 0 || decided)
        return r;
    r = role_supervise(x->branch, supervisor_path(x, "judge"), &input, ret, e);
    if (r < 0 && supervisor_hurried(x, r, e)) {
        supervise_by_gate(&input, ret);
        return 0;
    }
    return r;
}

/* The table wins over the model: at a pause it may ask for one retry, give guidance, or end early. */
static bool once_more(const struct supervisor *x, const struct gate *gate, const struct supervisor_decision *d)
{
    if (x->try > 0 || x->ends_early || x->s.phase == PHASE_REFINEMENT || d->action == SUPERVISE_COMPLETE)
        return false;
    return d->action == SUPERVISE_RETRY || (!gate->valid && gate->mendable);
}

static const char *proceeds_because(const struct supervisor *x, const struct gate *gate)
{
    if (x->s.phase == PHASE_REFINEMENT || (!gate->valid && !gate->mendable))
        return "doing the phase again would not mend it";
    return x->try ? "the phase was tried twice" : "the report is wanted now";
}

int supervisor_pause(struct supervisor *x, bool *ret_again, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct str prompt = reflection_prompt(arena, &x->s, x->s.phase);
    struct supervisor_decision d;
    struct gate gate;

    x->guidance = str("");
    gate_check(arena, &x->s, x->s.phase, &gate);
    int r = judge(x, &gate, prompt, &d, e);
    if (r < 0)
        return r;
    supervisor_hurried(x, 0, e); /* then nothing is done again */
    if (d.action == SUPERVISE_COMPLETE && x->s.sources.n > 0 && x->s.phase != PHASE_PLANNING)
        x->ends_early = true;
    *ret_again = once_more(x, &gate, &d);
    json_t *outputs = metrics(x, &gate), *assessment = json_encode(supervisor_decision_fields, &d);
    json_object_update(outputs, assessment);
    json_decref(assessment);
    if (*ret_again || d.action == SUPERVISE_RETRY) /* what is done, whatever was said */
        json_object_set_new(outputs, "action",
                            json_string(supervisor_action_words[*ret_again ? SUPERVISE_RETRY : SUPERVISE_PROCEED]));
    if (!*ret_again && (!gate.valid || d.action == SUPERVISE_RETRY))
        json_object_set_new(outputs, "proceeds_because", json_string(proceeds_because(x, &gate)));
    record(x, "supervisor", "evaluate_phase", d.rationale.len ? d.rationale : prompt,
           json_pack("{s:s, s:I, s:I}", "phase", phase_words[x->s.phase], "iteration", (json_int_t) x->s.iteration,
                     "try", (json_int_t) x->try),
           outputs);
    guide(x, d.guidance);
    r = think(x, prompt, e);
    supervisor_save(x, 0);
    return r;
}

/* --- another round? --- */

/* A command may say no; it may not say yes against the table. */
static int command_decides(struct supervisor *x, struct error *e)
{
    struct str said;
    json_t *value = NULL;
    bool repaired;
    int r = ask_command(x, &branch_settings(x->branch)->decision_command, "decide_iteration",
                        reflection_prompt(branch_arena(x->branch), &x->s, PHASE_REFINEMENT), &said, e);

    if (r <= 0 || str_empty(str_trim(said)))
        return r < 0 ? r : 0;
    if (json_from_answer(said, &value, &repaired, NULL) == 0 && !json_get_bool(value, "should_iterate", true))
        x->ends_early = true;
    json_decref(value);
    return 0;
}

/* A round that could not be written up would only put a worse report in the place of the one that stands. */
static int afford_round(struct supervisor *x, struct error *e)
{
    enum pressure pressure;
    int r = branch_pressure(x->branch, supervisor_path(x, "budget"), &pressure, e);

    if (r == 0 && pressure == PRESSURE_WRITE) {
        x->ends_early = true;
        branch_skip(x->branch, "There was no further round: the budget would not have paid for its report.");
    }
    return r;
}

int supervisor_decide_iteration(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    size_t open = gaps_open(&x->s);
    bool room = x->s.iteration < x->s.max_iterations;
    int r = open && room && !x->ends_early ? afford_round(x, e) : 0;

    if (r == 0 && open && room && !x->ends_early)
        r = command_decides(x, e);
    if (r < 0)
        return r;
    bool iterate = open && room && !x->ends_early;
    struct str why = iterate ? str_format(arena, "%zu gaps are open and %zu iterations are left.", open,
                                          x->s.max_iterations - x->s.iteration)
                     : !open ? str("No gap is open.")
                     : !room ? str_format(arena, "%zu gaps stay open: it was the last iteration.", open)
                             : str_format(arena, "%zu gaps stay open: the research was ended early.", open);
    record(x, "supervisor", "decide_iteration", why,
           json_pack("{s:I, s:I, s:I}", "gap_count", (json_int_t) open, "iteration", (json_int_t) x->s.iteration,
                     "max_iterations", (json_int_t) x->s.max_iterations),
           json_pack("{s:b, s:s}", "should_iterate", iterate, "next_phase", iterate ? "refinement" : "COMPLETED"));
    return 0;
}
