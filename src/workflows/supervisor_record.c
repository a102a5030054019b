/* What the supervisor keeps of its work: a record of each decision, and the state that is stored and printed. */
#include "evidence/markers.h"
#include "text/utf8.h"
#include "workflows/supervision_view.h"
#include "workflows/supervisor.h"

enum { LISTED_CHARACTERS = 240 };

/* A copy with its table. */
static struct field_any kept(struct arena *arena, const struct field *fields, const void *from, size_t size)
{
    return (struct field_any){ fields, arena_copy(arena, from, size) };
}

/* One decision: an event, and a record of the state. Its time is the event's. */
static struct supervisor_record *record(struct supervisor *x, const char *agent, const char *action,
                                        struct str rationale, struct field_any inputs)
{
    struct supervisor_records *all = &x->records;

    all->items = arena_grow(branch_arena(x->branch), all->items, &all->capacity, all->n + 1, sizeof *all->items);
    struct supervisor_record *one = &all->items[all->n++];
    *one = (struct supervisor_record){ { str(agent), str(action), rationale, inputs, { 0 } }, inputs, false };
    return one;
}

static void tell(struct supervisor *x, const struct supervisor_record *one)
{
    branch_emit(x->branch, EVENT_SUPERVISOR_DECISION, &one->decision);
}

/* --- a phase is handed to its agent --- */

struct phase_inputs {
    struct str research_id, original_query;
    int current_phase; /* enum phase */
    int64_t iteration;
    struct str system_prompt;
    int64_t max_sub_queries, max_sources_per_query, source_count, high_quality_sources, finding_count, gap_count,
        remaining_iterations;
    struct str_list sub_queries, source_types, gaps;
    bool has_research_brief, has_report_draft;
};

static const struct field every_input_fields[] = {
    FIELD_STR(struct phase_inputs, research_id, .sparse = true),
    FIELD_STR(struct phase_inputs, original_query),
    FIELD_ENUM(struct phase_inputs, current_phase, phase_words),
    FIELD_INT(struct phase_inputs, iteration),
    FIELD_END,
};
static const struct field planning_input_fields[] = {
    FIELD_STR(struct phase_inputs, system_prompt, .nullable = true),
    FIELD_INT(struct phase_inputs, max_sub_queries),
    FIELD_END,
};
static const struct field gathering_input_fields[] = {
    FIELDS(STRS, struct phase_inputs, sub_queries, source_types),
    FIELD_INT(struct phase_inputs, max_sources_per_query),
    FIELD_END,
};
static const struct field analysis_input_fields[] = {
    FIELDS(INT, struct phase_inputs, source_count, high_quality_sources),
    FIELD_END,
};
static const struct field synthesis_input_fields[] = {
    FIELDS(INT, struct phase_inputs, finding_count, gap_count),
    FIELD_BOOL(struct phase_inputs, has_research_brief),
    FIELD_END,
};
static const struct field refinement_input_fields[] = {
    FIELD_STRS(struct phase_inputs, gaps),
    FIELD_INT(struct phase_inputs, remaining_iterations),
    FIELD_BOOL(struct phase_inputs, has_report_draft),
    FIELD_END,
};
static const struct field no_fields[] = { FIELD_END };

/* The fields of the hand-off that are the phase's own. */
static const struct field *const input_fields[PHASES] = {
    [PHASE_IDLE] = no_fields,
    [PHASE_PLANNING] = planning_input_fields,
    [PHASE_GATHERING] = gathering_input_fields,
    [PHASE_ANALYSIS] = analysis_input_fields,
    [PHASE_SYNTHESIS] = synthesis_input_fields,
    [PHASE_DECISION] = no_fields,
    [PHASE_REFINEMENT] = refinement_input_fields,
    [PHASE_COMPLETED] = no_fields,
    [PHASE_ABORTED] = no_fields,
};

static void fill_inputs(const struct supervisor *x, struct phase_inputs *ret)
{
    const struct run_settings *settings = branch_settings(x->branch);
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);

    *ret = (struct phase_inputs){
        .research_id = branch_run_id(x->branch),
        .original_query = s->question,
        .current_phase = s->phase,
        .iteration = (int64_t) s->iteration,
        .system_prompt = settings->system_prompt,
        .max_sub_queries = (int64_t) s->max_sub_queries,
        .max_sources_per_query = (int64_t) s->sources.per_query,
        .source_types = settings->source_types,
        .source_count = (int64_t) s->sources.n,
        .high_quality_sources = (int64_t) sources_of_quality(s, QUALITY_HIGH),
        .finding_count = (int64_t) s->findings_n,
        .gap_count = (int64_t) gaps_open(s),
        .has_research_brief = s->brief.len > 0,
        .remaining_iterations = (int64_t) (s->max_iterations - s->iteration),
        .has_report_draft = s->report.len > 0,
    };
    for (size_t i = x->first_query; i < s->queries_n; i++)
        str_list_add(arena, &ret->sub_queries, s->queries[i].query);
    for (size_t i = 0; i < s->gaps_n; i++)
        if (!s->gaps[i].addressed)
            str_list_add(arena, &ret->gaps, s->gaps[i].description);
}

void supervisor_dispatch(struct supervisor *x)
{
    struct arena *arena = branch_arena(x->branch);
    const char *phase = phase_words[x->s.phase], *agent = agent_words[x->s.phase];
    const struct field *fields = fields_joined(
        arena, (const struct field *const[]){ every_input_fields, input_fields[x->s.phase] }, 2);
    struct phase_inputs *inputs = arena_alloc(arena, sizeof *inputs);

    fill_inputs(x, inputs);
    x->phase_findings = x->s.findings_n;
    x->phase_gaps = x->s.gaps_n;
    x->phase_sources = x->s.sources.n;
    struct supervisor_record *one = record(
        x, agent, str_format(arena, "execute_%s", phase).data,
        str_format(arena, "The phase %s is the %s's%s.", phase, agent, x->try ? "; once more" : ""),
        (struct field_any){ fields, inputs });
    inputs = arena_copy(arena, inputs, sizeof *inputs);
    inputs->research_id = str("");
    one->printed_inputs = (struct field_any){ fields, inputs };
    x->dispatched = x->records.n - 1;
    tell(x, one);
}

/* --- what it hands back --- */

struct handed_source {
    struct str id, sub_query_id, title, url, snippet, content;
    int quality; /* enum source_quality */
};
static const struct field handed_source_fields[] = {
    FIELD_STR(struct handed_source, id),
    FIELD_STR(struct handed_source, sub_query_id, .nullable = true),
    FIELD_STR(struct handed_source, title),
    FIELD_STR(struct handed_source, url, .nullable = true),
    FIELD_STR(struct handed_source, snippet),
    FIELD_STR(struct handed_source, content, .nullable = true),
    FIELD_ENUM(struct handed_source, quality, source_quality_words),
    FIELD_END,
};

struct judged_source {
    struct str source_id;
    int quality; /* enum source_quality */
};
static const struct field judged_source_fields[] = {
    FIELD_STR(struct judged_source, source_id),
    FIELD_ENUM(struct judged_source, quality, source_quality_words),
    FIELD_END,
};

struct confidence_summary {
    int64_t high, medium, low;
};
static const struct field confidence_summary_fields[] = {
    FIELDS(INT, struct confidence_summary, high, medium, low),
    FIELD_END,
};

struct report_metadata {
    struct str_list sections;
    int64_t word_count, citations_count;
    struct confidence_summary confidence_summary;
};
static const struct field report_metadata_fields[] = {
    FIELD_STRS(struct report_metadata, sections),
    FIELDS(INT, struct report_metadata, word_count, citations_count),
    FIELD_OBJECT(struct report_metadata, confidence_summary, confidence_summary_fields),
    FIELD_END,
};

struct phase_outputs {
    struct str research_brief, report;
    struct research_query *sub_queries;
    size_t sub_queries_n;
    struct handed_source *sources;
    size_t sources_n;
    struct gather_stats stats;
    struct finding_view *findings;
    size_t findings_n;
    struct research_gap *gaps;
    size_t gaps_n;
    struct contradiction_view *contradictions;
    size_t contradictions_n;
    struct judged_source *quality_updates;
    size_t quality_updates_n;
    struct report_metadata report_metadata;
};
static const struct field planning_output_fields[] = {
    FIELD_STR(struct phase_outputs, research_brief),
    FIELD_LIST(struct phase_outputs, sub_queries, sub_queries_n, struct research_query, query_view_fields),
    FIELD_END,
};
static const struct field gathering_output_fields[] = {
    FIELD_LIST(struct phase_outputs, sources, sources_n, struct handed_source, handed_source_fields),
    FIELD_OBJECT(struct phase_outputs, stats, gather_stats_fields),
    FIELD_END,
};
static const struct field analysis_output_fields[] = {
    FIELD_LIST(struct phase_outputs, findings, findings_n, struct finding_view, finding_view_fields),
    FIELD_LIST(struct phase_outputs, gaps, gaps_n, struct research_gap, gap_view_fields),
    FIELD_LIST(struct phase_outputs, contradictions, contradictions_n, struct contradiction_view,
               contradiction_view_fields),
    FIELD_LIST(struct phase_outputs, quality_updates, quality_updates_n, struct judged_source, judged_source_fields),
    FIELD_END,
};
static const struct field synthesis_output_fields[] = {
    FIELD_STR(struct phase_outputs, report),
    FIELD_OBJECT(struct phase_outputs, report_metadata, report_metadata_fields),
    FIELD_END,
};
static const struct field *const output_fields[PHASES] = {
    [PHASE_PLANNING] = planning_output_fields,
    [PHASE_GATHERING] = gathering_output_fields,
    [PHASE_ANALYSIS] = analysis_output_fields,
    [PHASE_SYNTHESIS] = synthesis_output_fields,
};

/* Only how the texts begin: the whole is in the store, under these ids. */
static void fill_gathered(const struct supervisor *x, struct arena *arena, struct phase_outputs *ret)
{
    const struct supervision *s = &x->s;

    ret->stats = s->stats;
    ret->sources_n = s->sources.n - x->phase_sources;
    ret->sources = arena_calloc(arena, ret->sources_n + 1, sizeof *ret->sources);
    for (size_t i = 0; i < ret->sources_n; i++) {
        size_t at = x->phase_sources + i, query = at < s->origin_n ? s->origin[at] : 0;
        const struct source_row *row = &s->sources.items[at];

        ret->sources[i] = (struct handed_source){
            .id = row->id,
            .sub_query_id = query < s->queries_n ? s->queries[query].id : str(""),
            .title = row->title,
            .url = row->url,
            .snippet = utf8_cut(row->snippet, LISTED_CHARACTERS),
            .content = utf8_cut(row->text, LISTED_CHARACTERS),
            .quality = s->quality[at],
        };
    }
}

static void fill_analysed(const struct supervisor *x, struct arena *arena, struct phase_outputs *ret)
{
    const struct supervision *s = &x->s;

    ret->findings = finding_views(arena, s, x->phase_findings);
    ret->findings_n = s->findings_n - x->phase_findings;
    ret->gaps_n = s->gaps_n - x->phase_gaps;
    if (ret->gaps_n)
        ret->gaps = arena_copy(arena, s->gaps + x->phase_gaps, ret->gaps_n * sizeof *ret->gaps);
    ret->contradictions = contradiction_views(arena, s);
    ret->contradictions_n = s->contradictions.n;
    ret->quality_updates = arena_calloc(arena, s->judged + 1, sizeof *ret->quality_updates);
    for (size_t i = 0; i < s->judged; i++)
        if (s->added[i] == s->iteration)
            ret->quality_updates[ret->quality_updates_n++] = (struct judged_source){ s->sources.items[i].id,
                                                                                     s->quality[i] };
}

/* "## " lines, words, markers, how sure the findings are: the hand-off of the writer. */
static void fill_metadata(const struct supervisor *x, struct arena *arena, struct str body, struct report_metadata *ret)
{
    struct str rest = body, line;
    bool *cited = arena_calloc(arena, x->s.sources.n + 1, sizeof *cited);
    struct marker marker;
    int64_t by_confidence[CONFIDENCE_SPECULATION + 1] = { 0 };

    *ret = (struct report_metadata){ 0 };
    while (str_next_line(&rest, &line)) {
        if (str_starts(line, "## "))
            str_list_add(arena, &ret->sections, str_trim(str_sub(line, 3, line.len)));
        for (size_t i = 0; i < line.len; i++) {
            ret->word_count += line.data[i] != ' ' && (i == 0 || line.data[i - 1] == ' ');
            if (line.data[i] == '[' && marker_read(line, i, &marker))
                for (size_t k = 0; k < marker.n; k++)
                    if (marker.items[k] >= 1 && (size_t) marker.items[k] <= x->s.sources.n)
                        cited[marker.items[k] - 1] = true;
        }
    }
    for (size_t i = 0; i < x->s.sources.n; i++)
        ret->citations_count += cited[i];
    for (size_t i = 0; i < x->s.findings_n; i++)
        by_confidence[x->s.findings[i].confidence]++;
    ret->confidence_summary = (struct confidence_summary){
        by_confidence[CONFIDENCE_HIGH] + by_confidence[CONFIDENCE_CONFIRMED],
        by_confidence[CONFIDENCE_MEDIUM],
        by_confidence[CONFIDENCE_LOW] + by_confidence[CONFIDENCE_SPECULATION],
    };
}

/* In the words of the agent's schema; no table: the phase has no agent. Lists that change later are copied. */
static struct field_any phase_outputs(const struct supervisor *x)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    struct phase_outputs *ret = arena_alloc(arena, sizeof *ret);

    switch (s->phase) {
    case PHASE_PLANNING:
        ret->research_brief = s->brief;
        if (s->queries_n)
            ret->sub_queries = arena_copy(arena, s->queries, s->queries_n * sizeof *s->queries);
        ret->sub_queries_n = s->queries_n;
        break;
    case PHASE_GATHERING: fill_gathered(x, arena, ret); break;
    case PHASE_ANALYSIS: fill_analysed(x, arena, ret); break;
    case PHASE_SYNTHESIS:
        ret->report = s->report;
        fill_metadata(x, arena, s->report, &ret->report_metadata);
        break;
    case PHASE_REFINEMENT: return (struct field_any){ x->advice ? refinement_fields : no_fields, x->advice };
    default: return (struct field_any){ 0 };
    }
    return (struct field_any){ output_fields[s->phase], ret };
}

void supervisor_hand_back(struct supervisor *x)
{
    struct field_any outputs = phase_outputs(x);

    if (!outputs.fields)
        return;
    branch_emit(x->branch, EVENT_PHASE_HANDED_BACK,
                &(struct event_phase_handed_back){ str(agent_words[x->s.phase]), str(phase_words[x->s.phase]),
                                                   (int64_t) x->s.iteration, outputs });
    struct supervisor_record *one = &x->records.items[x->dispatched];
    one->decision.outputs = outputs;
    one->handed_back = true;
}

/* --- how it is judged --- */

struct evaluated {
    int phase; /* enum phase */
    int64_t iteration, try;
};
static const struct field evaluated_fields[] = {
    FIELD_ENUM(struct evaluated, phase, phase_words),
    FIELDS(INT, struct evaluated, iteration, try),
    FIELD_END,
};

struct evaluation {
    struct supervisor_decision decision; /* first: its own table writes it */
    bool quality_ok;
    double quality_score;
    struct str_list issues;
    int64_t sub_query_count, source_count, finding_count, high_confidence_count, report_length, unaddressed_gaps;
    bool has_research_brief, has_report, should_iterate;
    struct str proceeds_because;
};
static const struct field every_evaluation_fields[] = {
    FIELD_BOOL(struct evaluation, quality_ok),
    FIELD_DOUBLE(struct evaluation, quality_score),
    FIELD_STRS(struct evaluation, issues),
    FIELD_END,
};
static const struct field planning_evaluation_fields[] = {
    FIELD_INT(struct evaluation, sub_query_count),
    FIELD_BOOL(struct evaluation, has_research_brief),
    FIELD_END,
};
static const struct field gathering_evaluation_fields[] = { FIELD_INT(struct evaluation, source_count), FIELD_END };
static const struct field analysis_evaluation_fields[] = {
    FIELDS(INT, struct evaluation, finding_count, high_confidence_count),
    FIELD_END,
};
static const struct field synthesis_evaluation_fields[] = {
    FIELD_BOOL(struct evaluation, has_report),
    FIELD_INT(struct evaluation, report_length),
    FIELD_END,
};
static const struct field refinement_evaluation_fields[] = {
    FIELD_INT(struct evaluation, unaddressed_gaps),
    FIELD_BOOL(struct evaluation, should_iterate),
    FIELD_END,
};
static const struct field *const evaluation_fields[PHASES] = {
    [PHASE_IDLE] = no_fields,
    [PHASE_PLANNING] = planning_evaluation_fields,
    [PHASE_GATHERING] = gathering_evaluation_fields,
    [PHASE_ANALYSIS] = analysis_evaluation_fields,
    [PHASE_SYNTHESIS] = synthesis_evaluation_fields,
    [PHASE_DECISION] = no_fields,
    [PHASE_REFINEMENT] = refinement_evaluation_fields,
    [PHASE_COMPLETED] = no_fields,
    [PHASE_ABORTED] = no_fields,
};
static const struct field last_evaluation_fields[] = {
    FIELD_STR(struct evaluation, proceeds_because, .sparse = true),
    FIELD_END,
};

void supervisor_record_evaluation(struct supervisor *x, const struct gate *gate, const struct phase_judgement *judged)
{
    struct arena *arena = branch_arena(x->branch);
    const struct supervision *s = &x->s;
    const struct evaluated inputs = { s->phase, (int64_t) s->iteration, (int64_t) x->try };
    const struct evaluation outputs = {
        .decision = judged->decision,
        .quality_ok = gate->valid,
        .quality_score = (double) gate->score / 10,
        .issues = gate->issues,
        .sub_query_count = (int64_t) s->queries_n,
        .has_research_brief = s->brief.len > 0,
        .source_count = (int64_t) s->sources.n,
        .finding_count = (int64_t) s->findings_n,
        .high_confidence_count = (int64_t) findings_confident(s),
        .has_report = s->report.len > 0,
        .report_length = (int64_t) utf8_count(s->report),
        .unaddressed_gaps = (int64_t) gaps_open(s),
        .should_iterate = !x->ends_early && s->queries_n > x->first_query,
        .proceeds_because = str(judged->proceeds_because),
    };
    const struct field *const parts[] = { every_evaluation_fields, evaluation_fields[s->phase],
                                          supervisor_decision_fields, last_evaluation_fields };

    struct supervisor_record *one = record(x, "supervisor", "evaluate_phase", judged->rationale,
                                           kept(arena, evaluated_fields, &inputs, sizeof inputs));
    one->decision.outputs = kept(arena, fields_joined(arena, parts, 4), &outputs, sizeof outputs);
    tell(x, one);
}

struct round_inputs {
    int64_t gap_count, iteration, max_iterations;
};
static const struct field round_input_fields[] = {
    FIELDS(INT, struct round_inputs, gap_count, iteration, max_iterations),
    FIELD_END,
};

struct round_outputs {
    bool should_iterate;
    struct str next_phase;
};
static const struct field round_output_fields[] = {
    FIELD_BOOL(struct round_outputs, should_iterate),
    FIELD_STR(struct round_outputs, next_phase),
    FIELD_END,
};

void supervisor_record_round(struct supervisor *x, struct str why, bool iterate)
{
    struct arena *arena = branch_arena(x->branch);
    const struct round_inputs inputs = { (int64_t) gaps_open(&x->s), (int64_t) x->s.iteration,
                                         (int64_t) x->s.max_iterations };
    const struct round_outputs outputs = { iterate, str(iterate ? "refinement" : "COMPLETED") };
    struct supervisor_record *one = record(x, "supervisor", "decide_iteration", why,
                                           kept(arena, round_input_fields, &inputs, sizeof inputs));

    one->decision.outputs = kept(arena, round_output_fields, &outputs, sizeof outputs);
    tell(x, one);
}

/* --- the state --- */

struct state_metadata {
    struct event_supervisor_decision *agent_decisions;
    size_t agent_decisions_n;
    bool cancelled, timeout;
    struct str abort_phase;
    int64_t abort_iteration;
};
static const struct field state_metadata_fields[] = {
    FIELD_LIST(struct state_metadata, agent_decisions, agent_decisions_n, struct event_supervisor_decision,
               event_supervisor_decision_fields),
    FIELD_BOOL(struct state_metadata, cancelled, .sparse = true),
    FIELD_BOOL(struct state_metadata, timeout, .sparse = true),
    FIELD_STR(struct state_metadata, abort_phase, .sparse = true),
    FIELD_INT(struct state_metadata, abort_iteration, .sparse = true),
    FIELD_END,
};

struct state {
    struct supervision_view view; /* first: its own table writes it */
    struct fidelity_parts fidelity;
    struct state_metadata metadata;
    struct str report;
    struct report_metadata report_metadata;
};
#define FIDELITY_FIELD(name) FIELD_AS(#name, JSON, struct state, fidelity.name, .nullable = true, .sparse = true)
static const struct field state_fields[] = {
    FIDELITY_FIELD(content_fidelity),
    FIDELITY_FIELD(content_allocation_metadata),
    FIDELITY_FIELD(dropped_content_ids),
    FIDELITY_FIELD(content_archive_hashes),
    FIDELITY_FIELD(fidelity_level),
    FIELD_OBJECT(struct state, metadata, state_metadata_fields),
    FIELD_STR(struct state, report, .sparse = true),
    FIELD_OBJECT(struct state, report_metadata, report_metadata_fields, .sparse = true),
    FIELD_END,
};

static void fill_state(const struct supervisor *x, struct arena *arena, struct state *ret)
{
    *ret = (struct state){ .metadata.agent_decisions_n = x->records.n };
    supervision_view(arena, &x->s, &ret->view);
    if (x->fidelity.any)
        fidelity_parts(arena, &x->fidelity, &ret->fidelity);
    ret->metadata.agent_decisions = arena_calloc(arena, x->records.n + 1, sizeof *ret->metadata.agent_decisions);
    for (size_t i = 0; i < x->records.n; i++)
        ret->metadata.agent_decisions[i] = x->records.items[i].decision;
}

static const struct field *all_state_fields(struct arena *arena)
{
    return fields_joined(arena, (const struct field *const[]){ supervision_view_fields, state_fields }, 2);
}

struct field_any supervisor_state(const struct supervisor *x, struct arena *arena)
{
    struct state *state = arena_alloc(arena, sizeof *state);

    fill_state(x, arena, state);
    return (struct field_any){ all_state_fields(arena), state };
}

struct str supervisor_printed_state(struct supervisor *x, struct str body)
{
    struct arena *scratch = arena_new();
    struct state state;

    fill_state(x, scratch, &state);
    /* A report names no run; what the agents handed back is in its other parts already. */
    for (size_t i = 0; i < x->records.n; i++) {
        const struct supervisor_record *one = &x->records.items[i];

        state.metadata.agent_decisions[i].inputs = one->printed_inputs;
        if (one->handed_back)
            state.metadata.agent_decisions[i].outputs = (struct field_any){ 0 };
    }
    fill_metadata(x, scratch, body, &state.report_metadata);
    struct str text = json_encode_text(branch_arena(x->branch), all_state_fields(scratch), &state);
    arena_free(scratch);
    return text;
}

void supervisor_save(struct supervisor *x, int aborted)
{
    struct arena *scratch = arena_new();
    struct state state;

    fill_state(x, scratch, &state);
    state.report = x->s.report;
    if (aborted) {
        state.metadata.cancelled = aborted == -RUN_CANCELLED;
        state.metadata.timeout = aborted == -RUN_TIMED_OUT;
        state.metadata.abort_phase = str(phase_words[x->s.phase]);
        state.metadata.abort_iteration = (int64_t) x->s.iteration;
    }
    branch_set_state(x->branch, json_encode_text(scratch, all_state_fields(scratch), &state));
    arena_free(scratch);
}
