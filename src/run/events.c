#include "run/events.h"

/* --- the run --- */

static const struct field none_fields[] = { FIELD_END };

static const struct field run_created_fields[] = {
    FIELD_ENUM(struct event_run_created, status, run_status_words),
    FIELDS(STR, struct event_run_created, workflow, query),
    FIELD_END,
};

static const struct field phase_fields[] = { FIELD_STR(struct event_phase, phase), FIELD_END };

static const struct field error_fields[] = {
    FIELDS(STR, struct event_error, code, message),
    FIELD_INT(struct event_error, status, .sparse = true),
    FIELD_END,
};

static const struct field run_ended_fields[] = {
    FIELD_ENUM(struct event_run_ended, status, run_status_words),
    FIELD_OBJECT(struct event_run_ended, error, error_fields, .sparse = true),
    FIELD_END,
};

static const struct field delivery_started_fields[] = {
    FIELDS(STR, struct event_delivery_started, target, id),
    FIELD_END,
};

static const struct field delivered_fields[] = {
    FIELDS(STR, struct event_delivered, target, status, id),
    FIELD_OBJECT(struct event_delivered, error, error_fields, .sparse = true),
    FIELD_END,
};

static const struct field cost_updated_fields[] = {
    FIELDS(INT, struct event_cost_updated, calls, searches),
    FIELD_AS("inputTokens", INT, struct event_cost_updated, input_tokens),
    FIELD_AS("outputTokens", INT, struct event_cost_updated, output_tokens),
    FIELD_AS("costNano", INT, struct event_cost_updated, cost_nano),
    FIELD_AS("costUnknown", BOOL, struct event_cost_updated, cost_unknown),
    FIELD_END,
};

static const struct field budget_warning_fields[] = {
    FIELD_INT(struct event_budget_warning, level, .sparse = true),
    FIELD_INT(struct event_budget_warning, percent, .sparse = true),
    FIELD_STR(struct event_budget_warning, ceiling),
    FIELD_STR(struct event_budget_warning, refused, .sparse = true),
    FIELD_END,
};

static const struct field diverged_fields[] = { FIELD_STR(struct event_diverged, path), FIELD_END };

/* --- calls --- */

static const struct field llm_call_fields[] = {
    FIELD_STR(struct event_llm_call, path),
    FIELD_BOOL(struct event_llm_call, ok),
    TOKEN_FIELDS(struct event_llm_call),
    FIELD_AS("costNano", INT, struct event_llm_call, cost_nano),
    FIELD_AS("answeredBy", STR, struct event_llm_call, answered_by),
    FIELD_AS("costUnknown", BOOL, struct event_llm_call, cost_unknown, .sparse = true),
    FIELD_STR(struct event_llm_call, error, .sparse = true),
    FIELD_END,
};

static const struct field retry_fields[] = {
    FIELD_STR(struct event_retry, service),        FIELD_STR(struct event_retry, model, .sparse = true),
    FIELD_INT(struct event_retry, attempt),        FIELD_DOUBLE(struct event_retry, after),
    FIELDS(STR, struct event_retry, reason, path), FIELD_END,
};

static const struct field degraded_fields[] = {
    FIELD_STR(struct event_degraded, service, .sparse = true),
    FIELD_STR(struct event_degraded, what, .sparse = true),
    FIELD_STR(struct event_degraded, from, .sparse = true),
    FIELD_STR(struct event_degraded, to, .sparse = true),
    FIELD_STR(struct event_degraded, reason, .sparse = true),
    FIELD_STR(struct event_degraded, path, .sparse = true),
    FIELD_END,
};

static const struct field synthesis_progress_fields[] = {
    FIELD_STR(struct event_synthesis_progress, path),
    FIELDS(INT, struct event_synthesis_progress, bytes, attempt),
    FIELD_END,
};

/* --- people --- */

static const struct field waiting_for_confirmation_fields[] = {
    FIELD_STRS(struct event_waiting_for_confirmation, questions),
    FIELD_AS("failedModels", STRS, struct event_waiting_for_confirmation, failed_models),
    FIELD_STRS(struct event_waiting_for_confirmation, options),
    FIELD_INT(struct event_waiting_for_confirmation, round),
    FIELD_END,
};

static const struct field answers_received_fields[] = {
    FIELD_STR(struct event_answers_received, answer),
    FIELD_STRS(struct event_answers_received, plan, .sparse = true),
    FIELD_END,
};

static const struct field clarification_needed_fields[] = {
    FIELD_STRS(struct event_clarification_needed, questions),
    FIELD_STRS(struct event_clarification_needed, plan, .sparse = true),
    FIELD_END,
};

/* --- agents --- */

static const struct field agent_started_fields[] = { FIELD_STR(struct event_agent_started, role), FIELD_END };

static const struct field agent_completed_fields[] = {
    FIELD_STR(struct event_agent_completed, role),
    FIELD_BOOL(struct event_agent_completed, ok),
    FIELD_END,
};

static const struct field question_understood_fields[] = {
    FIELD_STR(struct event_question_understood, complexity),
    FIELD_AS("followUpType", STR, struct event_question_understood, follow_up_type),
    FIELD_AS("isAmbiguous", BOOL, struct event_question_understood, is_ambiguous),
    FIELD_ENUM(struct event_question_understood, depth, depth_words),
    FIELDS(STR, struct event_question_understood, mode, reasoning),
    FIELD_END,
};

static const struct field phase_handed_back_fields[] = {
    FIELDS(STR, struct event_phase_handed_back, agent, phase),
    FIELD_INT(struct event_phase_handed_back, iteration),
    FIELD_ANY(struct event_phase_handed_back, outputs),
    FIELD_END,
};

const struct field event_supervisor_decision_fields[] = {
    FIELD_STR(struct event_supervisor_decision, agent),     FIELD_STR(struct event_supervisor_decision, action),
    FIELD_STR(struct event_supervisor_decision, rationale), FIELD_ANY(struct event_supervisor_decision, inputs),
    FIELD_ANY(struct event_supervisor_decision, outputs),   FIELD_END,
};

static const struct field think_pause_fields[] = {
    FIELDS(STR, struct event_think_pause, phase, prompt),
    FIELD_STR(struct event_think_pause, guidance, .nullable = true),
    FIELD_END,
};

static const struct field loop_decision_fields[] = {
    FIELDS(STR, struct event_loop_decision, action, query, rationale),
    FIELD_END,
};

static const struct field reflection_decision_fields[] = {
    FIELDS(STR, struct event_reflection_decision, decision, reasoning),
    FIELD_STR(struct event_reflection_decision, instead, .sparse = true),
    FIELD_AS("suggestedChanges", STRS, struct event_reflection_decision, suggested_changes, .sparse = true),
    FIELD_AS("afterSteps", INT, struct event_reflection_decision, after_steps),
    FIELD_END,
};

/* --- plans and their steps --- */

static const struct field planned_query_fields[] = {
    FIELDS(STR, struct event_planned_query, id, query, rationale),
    FIELD_END,
};

static const struct field planned_research_fields[] = {
    FIELDS(STR, struct event_planned_query, id, query, rationale),
    FIELD_INT(struct event_planned_query, priority),
    FIELD_END,
};

/* A list under its name in JSON. */
#define LIST_AS(name_, type_, member, item_, fields_)                                                                  \
    {                                                                                                                  \
        .name = name_, .type = FIELD_TYPE_LIST, .offset = offsetof(type_, member), .fields = fields_,                  \
        .size = sizeof(item_), .count_offset = offsetof(type_, member##_n)                                             \
    }

static const struct field queries_planned_fields[] = {
    LIST_AS("subQueries", struct event_queries_planned, sub_queries, struct event_planned_query, planned_query_fields),
    FIELD_STR(struct event_queries_planned, id, .sparse = true),
    FIELD_END,
};

static const struct field research_planned_fields[] = {
    LIST_AS("subQueries", struct event_research_planned, sub_queries, struct event_planned_query,
            planned_research_fields),
    FIELD_STR(struct event_research_planned, brief),
    FIELD_INT(struct event_research_planned, iteration),
    FIELD_STR(struct event_research_planned, id),
    FIELD_END,
};

static const struct field planned_step_fields[] = {
    FIELDS(STR, struct event_planned_step, status, type),
    FIELD_AS("needsSearch", BOOL, struct event_planned_step, needs_search),
    FIELDS(STR, struct event_planned_step, id, title),
    FIELD_STR(struct event_planned_step, description, .sparse = true),
    FIELD_END,
};

static const struct field steps_planned_fields[] = {
    FIELD_INT(struct event_steps_planned, iteration),
    FIELD_AS("hasEnoughContext", BOOL, struct event_steps_planned, has_enough_context),
    LIST_AS("steps", struct event_steps_planned, steps, struct event_planned_step, planned_step_fields),
    FIELDS(STR, struct event_steps_planned, title, thought),
    FIELD_STR(struct event_steps_planned, id),
    FIELD_END,
};

static const struct field query_fields[] = {
    FIELDS(STR, struct event_query, status, id, query),
    FIELD_INT(struct event_query, sources, .nullable = true, .sparse = true),
    FIELD_STR(struct event_query, error, .sparse = true),
    FIELD_END,
};

/* The supervisor's, in the order it has always stored them. */
static const struct field sub_query_fields[] = {
    FIELDS(STR, struct event_query, id, query, status),
    FIELD_INT(struct event_query, sources, .nullable = true, .sparse = true),
    FIELD_STR(struct event_query, error, .sparse = true),
    FIELD_END,
};

static const struct field model_fields[] = {
    FIELDS(STR, struct event_model, model, status),
    FIELD_INT(struct event_model, round),
    FIELD_AS("answeredBy", STR, struct event_model, answered_by, .sparse = true),
    FIELD_INT(struct event_model, characters, .nullable = true, .sparse = true),
    FIELD_INT(struct event_model, sources, .nullable = true, .sparse = true),
    FIELD_BOOL(struct event_model, reused, .sparse = true),
    FIELD_STR(struct event_model, error, .sparse = true),
    FIELD_END,
};

static const struct field step_fields[] = {
    FIELDS(STR, struct event_step, status, id, title),
    FIELD_END,
};

static const struct field step_completed_fields[] = {
    FIELD_STR(struct event_step, status),
    FIELD_STR(struct event_step, id),
    FIELD_STR(struct event_step, title),
    FIELD_INT(struct event_step, sources),
    FIELD_STR(struct event_step, stopped),
    FIELD_STR(struct event_step, observation, .sparse = true),
    FIELD_END,
};

static const struct field tool_call_fields[] = {
    FIELDS(STR, struct event_tool_call, tool, arguments),
    FIELD_END,
};

static const struct field tool_result_fields[] = {
    FIELD_BOOL(struct event_tool_result, ok),
    FIELD_STR(struct event_tool_result, tool),
    FIELD_END,
};

/* --- sources and what they say --- */

static const struct field search_answered_fields[] = {
    FIELDS(STR, struct event_search_answered, path, query),
    FIELD_INT(struct event_search_answered, hits),
    FIELD_STRS(struct event_search_answered, titles),
    FIELD_END,
};

static const struct field search_completed_fields[] = {
    FIELD_BOOL(struct event_search_completed, ok),
    FIELD_INT(struct event_search_completed, hits),
    FIELDS(STR, struct event_search_completed, query, engines),
    FIELD_STR(struct event_search_completed, error, .sparse = true),
    FIELD_END,
};

static const struct field source_added_fields[] = {
    FIELD_INT(struct source_row, number),
    FIELDS(STR, struct source_row, id, title, url, engine),
    FIELD_AS("snippetOnly", BOOL, struct source_row, snippet_only),
    FIELD_STR(struct source_row, date, .sparse = true),
    FIELD_STR(struct source_row, quality, .sparse = true),
    FIELD_END,
};

static const struct field source_failed_fields[] = {
    FIELD_INT(struct event_source_failed, number, .sparse = true),
    FIELD_STR(struct event_source_failed, url),
    FIELD_STR(struct event_source_failed, suspect, .sparse = true),
    FIELD_STR(struct event_source_failed, reason, .sparse = true),
    FIELD_END,
};

static const struct field finding_added_fields[] = {
    FIELDS(STR, struct event_finding_added, id, content, confidence),
    FIELD_INT(struct event_finding_added, sources),
    FIELD_AS("sourceIds", STRS, struct event_finding_added, source_ids),
    FIELD_END,
};

static const struct field gap_found_fields[] = {
    FIELDS(STR, struct event_gap_found, id, description),
    FIELD_INT(struct event_gap_found, priority),
    FIELD_END,
};

static const struct field contradiction_found_fields[] = {
    FIELDS(STR, struct event_contradiction_found, id, description, severity),
    FIELD_AS("saysA", STR, struct event_contradiction_found, says_a, .sparse = true),
    FIELD_AS("saysB", STR, struct event_contradiction_found, says_b, .sparse = true),
    FIELD_AS("sourcesA", STRS, struct event_contradiction_found, sources_a, .sparse = true),
    FIELD_AS("sourcesB", STRS, struct event_contradiction_found, sources_b, .sparse = true),
    FIELD_END,
};

/* --- writing and checking --- */

static const struct field content_allocated_fields[] = {
    FIELD_DOUBLE(struct event_content_allocated, fidelity),
    FIELDS(INT, struct event_content_allocated, tokens_used, tokens_available, code_tokens, items_dropped,
           items_summarized, calls),
    FIELD_END,
};

static const struct field synthesis_started_fields[] = {
    FIELDS(INT, struct event_synthesis_started, sources, spans),
    FIELD_END,
};

static const struct field passages_selected_fields[] = {
    FIELD_STR(struct event_passages_selected, stage),
    FIELDS(INT, struct event_passages_selected, sources, spans),
    FIELD_END,
};

#define VERDICTS_FIELD(name_, verdict)                                                                                 \
    FIELD_AS(name_, INT, struct event_stage_completed, verdicts[verdict], .nullable = true, .sparse = true)

static const struct field stage_completed_fields[] = {
    FIELD_STR(struct event_stage_completed, stage),
    FIELD_INT(struct event_stage_completed, claims),
    FIELD_INT(struct event_stage_completed, asked, .nullable = true, .sparse = true),
    VERDICTS_FIELD("supported", VERDICT_SUPPORTED),
    VERDICTS_FIELD("partial", VERDICT_PARTIAL),
    VERDICTS_FIELD("unsupported", VERDICT_UNSUPPORTED),
    VERDICTS_FIELD("contradicted", VERDICT_CONTRADICTED),
    VERDICTS_FIELD("unchecked", VERDICT_UNCHECKED),
    VERDICTS_FIELD("quoted", VERDICT_QUOTED),
    FIELD_END,
};

static const struct field claim_generated_fields[] = {
    FIELD_INT(struct event_claim_generated, claim),
    FIELD_ENUM(struct event_claim_generated, kind, claim_kind_words),
    FIELD_STR(struct event_claim_generated, text),
    FIELD_BOOL(struct event_claim_generated, marked),
    FIELD_END,
};

static const struct field claim_verified_fields[] = {
    FIELD_INT(struct event_claim_verified, claim),
    FIELD_ENUM(struct event_claim_verified, kind, claim_kind_words),
    FIELD_STR(struct event_claim_verified, text),
    FIELD_ENUM(struct event_claim_verified, verdict, verdict_words),
    FIELD_INT(struct event_claim_verified, confidence),
    FIELDS(STR, struct event_claim_verified, by, reason, missing),
    FIELD_END,
};

static const struct field span_fields[] = {
    FIELDS(INT, struct event_span, source, start, end),
    FIELD_END,
};

static const struct field citation_corrected_fields[] = {
    FIELD_ENUM(struct event_citation_corrected, action, correction_words),
    LIST_AS("from", struct event_citation_corrected, from, struct event_span, span_fields),
    LIST_AS("to", struct event_citation_corrected, to, struct event_span, span_fields),
    FIELD_INT(struct event_citation_corrected, claim),
    FIELD_END,
};

static const struct field citation_found_fields[] = {
    FIELD_ENUM(struct event_citation_found, action, correction_words),
    FIELDS(INT, struct event_citation_found, facts, found, claim),
    FIELD_END,
};

static const struct field number_fields[] = {
    FIELD_ENUM(struct number_row, match, number_state_words),
    FIELD_STR(struct number_row, text),
    FIELD_STR(struct number_row, found, .sparse = true),
    FIELD_STR(struct number_row, derivation, .sparse = true),
    FIELD_END,
};

static const struct field numeric_claim_detected_fields[] = {
    LIST_AS("numbers", struct event_numeric_claim_detected, numbers, struct number_row, number_fields),
    FIELD_INT(struct event_numeric_claim_detected, claim),
    FIELD_END,
};

static const struct field content_revised_fields[] = {
    FIELD_STR(struct event_content_revised, action),
    FIELD_ENUM(struct event_content_revised, verdict, verdict_words, .sparse = true),
    FIELD_INT(struct event_content_revised, claim),
    FIELD_END,
};

/* --- all of them --- */

const struct event_type event_types[EVENT_KINDS] = {
    [EVENT_RUN_CREATED] = { "run_created", "the run was stored", run_created_fields },
    [EVENT_RUN_STARTED] = { "run_started", "a worker started the run", none_fields },
    [EVENT_RUN_RESUMED] = { "run_resumed", "a worker resumed the run", none_fields },
    [EVENT_PHASE_STARTED] = { "phase_started", "a phase begins", phase_fields },
    [EVENT_PHASE_COMPLETED] = { "phase_completed", "a phase is over", phase_fields },
    [EVENT_AGENT_STARTED] = { "agent_started", "a role begins", agent_started_fields },
    [EVENT_AGENT_COMPLETED] = { "agent_completed", "a role has answered or failed", agent_completed_fields },
    [EVENT_QUESTION_UNDERSTOOD] = { "agent_completed", "the coordinator has read the question",
                                    question_understood_fields },
    [EVENT_PASSAGES_SELECTED] = { "agent_completed", "the passages for the writer are chosen",
                                  passages_selected_fields },
    [EVENT_STAGE_COMPLETED] = { "agent_completed", "a stage of the evidence is over", stage_completed_fields },
    [EVENT_PHASE_HANDED_BACK] = { "agent_completed", "an agent hands its phase back to the supervisor",
                                  phase_handed_back_fields },
    [EVENT_CLARIFICATION_NEEDED] = { "clarification_needed", "the run waits for an answer of a person",
                                     clarification_needed_fields },
    [EVENT_WAITING_FOR_CONFIRMATION] = { "waiting_for_confirmation",
                                         "panel: some models gave no answer; a person decides what happens now",
                                         waiting_for_confirmation_fields },
    [EVENT_ANSWERS_RECEIVED] = { "answers_received", "a person has answered", answers_received_fields },
    [EVENT_QUERIES_PLANNED] = { "plan_created", "loop: the next searches", queries_planned_fields },
    [EVENT_RESEARCH_PLANNED] = { "plan_created", "supervisor: the brief and its sub-queries", research_planned_fields },
    [EVENT_STEPS_PLANNED] = { "plan_created", "reflect: the steps", steps_planned_fields },
    [EVENT_QUERY_STARTED] = { "step_started", "loop: a sub-query is searched", query_fields },
    [EVENT_QUERY_COMPLETED] = { "step_completed", "loop: a sub-query was searched", query_fields },
    [EVENT_STEP_STARTED] = { "step_started", "reflect: a step begins", step_fields },
    [EVENT_STEP_COMPLETED] = { "step_completed", "reflect: a step is over", step_completed_fields },
    [EVENT_STEP_SKIPPED] = { "step_completed", "reflect: a step is not carried out", step_fields },
    [EVENT_SUB_QUERY_STARTED] = { "step_started", "supervisor: a sub-query is searched", sub_query_fields },
    [EVENT_SUB_QUERY_COMPLETED] = { "step_completed", "supervisor: a sub-query was searched", sub_query_fields },
    [EVENT_MODEL_STARTED] = { "step_started", "panel: a model is asked", model_fields },
    [EVENT_MODEL_COMPLETED] = { "step_completed", "panel: a model has answered or failed", model_fields },
    [EVENT_TOOL_CALL] = { "tool_call", "a model asks for a tool", tool_call_fields },
    [EVENT_TOOL_RESULT] = { "tool_result", "the tool has answered", tool_result_fields },
    [EVENT_LOOP_DECISION] = { "reflection_decision", "loop: the next action", loop_decision_fields },
    [EVENT_REFLECTION_DECISION] = { "reflection_decision", "reflect: whether the plan is kept",
                                    reflection_decision_fields },
    [EVENT_SUPERVISOR_DECISION] = { "supervisor_decision", "the supervisor dispatches, judges or ends a round",
                                    event_supervisor_decision_fields },
    [EVENT_THINK_PAUSE] = { "think_pause", "the supervisor pauses between two phases", think_pause_fields },
    [EVENT_SEARCH_ANSWERED] = { "search_answered", "a search has answered; those beside it may still be under way",
                                search_answered_fields },
    [EVENT_SEARCH_COMPLETED] = { "search_completed", "a search has answered or failed", search_completed_fields },
    [EVENT_SOURCE_ADDED] = { "source_added", "a source is new", source_added_fields },
    [EVENT_SOURCE_FAILED] = { "source_failed", "a page could not be read, or holds a suspect passage",
                              source_failed_fields },
    [EVENT_FINDING_ADDED] = { "finding_added", "something was found out: by an analyst, or in a page or summary",
                              finding_added_fields },
    [EVENT_GAP_FOUND] = { "gap_found", "something is still unknown", gap_found_fields },
    [EVENT_CONTRADICTION_FOUND] = { "contradiction_found", "two sources disagree", contradiction_found_fields },
    [EVENT_CONTENT_ALLOCATED] = { "content_allocated", "texts were made to fit into a prompt",
                                  content_allocated_fields },
    [EVENT_SYNTHESIS_STARTED] = { "synthesis_started", "the report is being written", synthesis_started_fields },
    [EVENT_SYNTHESIS_PROGRESS] = { "synthesis_progress", "part of a text has arrived", synthesis_progress_fields },
    [EVENT_CLAIM_GENERATED] = { "claim_generated", "a sentence of the report, before it is checked",
                                claim_generated_fields },
    [EVENT_CLAIM_VERIFIED] = { "claim_verified", "the verdict on a claim", claim_verified_fields },
    [EVENT_CITATION_CORRECTED] = { "citation_corrected", "a claim cites other passages than before",
                                   citation_corrected_fields },
    [EVENT_CITATION_FOUND] = { "citation_corrected", "passages were found for the facts of a claim",
                               citation_found_fields },
    [EVENT_NUMERIC_CLAIM_DETECTED] = { "numeric_claim_detected", "the numbers of a claim were compared",
                                       numeric_claim_detected_fields },
    [EVENT_VERIFICATION_SUMMARY] = { "verification_summary", "the figures of the report", claim_summary_fields },
    [EVENT_CONTENT_REVISED] = { "content_revised", "a sentence was left out, or a paragraph rewritten",
                                content_revised_fields },
    [EVENT_BUDGET_WARNING] = { "budget_warning", "a ceiling is near, or did not allow a call", budget_warning_fields },
    [EVENT_DEGRADED] = { "degraded", "a fallback was used, or a service was skipped", degraded_fields },
    [EVENT_RETRY] = { "retry", "a service is asked again", retry_fields },
    [EVENT_LLM_CALL] = { "llm_call", "a model has answered or failed", llm_call_fields },
    [EVENT_DIVERGED] = { "diverged", "a resumed run made another request than its journal holds", diverged_fields },
    [EVENT_COST_UPDATED] = { "cost_updated", "what the run has cost so far", cost_updated_fields },
    [EVENT_DELIVERY_STARTED] = { "delivery_started", "the report is about to be sent somewhere",
                                 delivery_started_fields },
    [EVENT_DELIVERED] = { "delivered", "the report was sent somewhere, or could not be", delivered_fields },
    [EVENT_RUN_COMPLETED] = { "run_completed", "the report is complete", run_ended_fields },
    [EVENT_RUN_FAILED] = { "run_failed", "the run failed or ran out of time", run_ended_fields },
    [EVENT_RUN_CANCELLED] = { "run_cancelled", "somebody stopped the run", run_ended_fields },
};

struct str event_text(struct arena *arena, enum event_kind kind, const void *data)
{
    return json_encode_text(arena, event_types[kind].fields, data);
}

int event_read(struct arena *arena, enum event_kind kind, struct str text, void *ret, struct error *e)
{
    return json_decode_text(text, event_types[kind].fields, ret, DECODE_LENIENT, arena, e);
}

struct event_error event_error(const struct error *e)
{
    return (struct event_error){ str(error_name(e->code)), str(e->message), e->status };
}

struct str event_error_text(struct arena *arena, const struct error *e)
{
    const struct event_error error = event_error(e);

    return json_encode_text(arena, error_fields, &error);
}

/* "id, query, sources?, steps: [status, id]": a member with "?" may be missing. */
static void write_fields(struct buf *out, const struct field *fields)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        buf_format(out, "%s`%s`%s", f == fields ? "" : ", ", f->name, f->sparse ? "?" : "");
        if (!f->fields)
            continue;
        buf_add_z(out, f->type == FIELD_TYPE_LIST ? " [" : " {");
        write_fields(out, f->fields);
        buf_add_z(out, f->type == FIELD_TYPE_LIST ? "]" : "}");
    }
}

void event_write_reference(struct buf *out)
{
    buf_add_z(out, "| type | told when | data |\n|---|---|---|\n");
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        buf_format(out, "| `%s` | %s | ", event_types[kind].type, event_types[kind].help);
        write_fields(out, event_types[kind].fields);
        buf_add_z(out, " |\n");
    }
}
