/* Operations on runs: what they are called, what they take and give. The functions stand in the files of their nouns. */
#include "service/conversation.h"
#include "service/delivery.h"
#include "service/evidence.h"
#include "service/history.h"
#include "service/inventory.h"
#include "service/refresh.h"
#include "service/research.h"
#include "service/restore.h"
#include "service/rewrite.h"
#include "service/runs.h"
#include "service/source.h"

/* What is researched: settings of a run and more, put together by research_fields(). */
#define RESEARCH_IN                                                                                                    \
    {                                                                                                                  \
        .size = sizeof(struct research_in)                                                                             \
    }

const struct field run_ref_out_fields[] = {
    FIELD_STR(struct run_ref_out, id, .help = "the run"),
    FIELD_STR(struct run_ref_out, status, .help = "status of the run"),
    FIELD_STRS(struct run_ref_out, warnings, .help = "worth knowing"),
    FIELD_END,
};
OPERATION(
    research, RESEARCH_IN, FIELD_TABLE(run_ref_out), "Research a question and write a cited report.",
    .in_fields = research_fields,
    .about = "fathom stores the run from its first moment. When the process dies, resume goes on where the run was and "
             "repeats no call that was paid for.",
    .errors = { ERROR_INVALID, ERROR_MISCONFIGURED, ERROR_STORE }, .blocks = true, .once = true, .changes = true);

static const struct field range_fields[] = {
    FIELD_INT(struct range, least, .help = "lower bound"),
    FIELD_INT(struct range, most, .help = "upper bound: every round is used"),
    FIELD_END,
};
static const struct field plan_out_fields[] = {
    FIELD_STR(struct plan_out, query, .help = "the question"),
    FIELD_STR(struct plan_out, workflow, .help = "the workflow"),
    FIELD_STR(struct plan_out, depth, .help = "the depth"),
    FIELD_STRS(struct plan_out, models, .help = "models that would answer"),
    FIELD_STRS(struct plan_out, engines, .help = "search engines that would be asked"),
    FIELD_STR(struct plan_out, unit, .help = "unit of the plan: sub-queries or steps"),
    FIELD_AS("subQueries", OBJECT, struct plan_out, work.sub_queries, .fields = range_fields,
             .help = "number of these units"),
    FIELD_AS("searches", OBJECT, struct plan_out, work.searches, .fields = range_fields, .help = "searches"),
    FIELD_AS("pages", OBJECT, struct plan_out, work.pages, .fields = range_fields, .help = "pages read"),
    FIELD_AS("calls", OBJECT, struct plan_out, work.calls, .fields = range_fields, .help = "model calls"),
    FIELD_AS("inputTokens", OBJECT, struct plan_out, work.input_tokens, .fields = range_fields, .help = "tokens read"),
    FIELD_AS("outputTokens", OBJECT, struct plan_out, work.output_tokens, .fields = range_fields,
             .help = "tokens written"),
    FIELD_AS("leastUsd", JSON, struct plan_out, least_usd, .help = "cost in dollars; null: unknown"),
    FIELD_AS("mostUsd", JSON, struct plan_out, most_usd, .help = "cost in dollars; null: unknown"),
    FIELD_STRS(struct plan_out, notes, .help = "worth knowing"),
    FIELD_STRS(struct plan_out, plan, .help = "the planned sub-queries or steps, if reviewPlan asked for them"),
    FIELD_STR(struct plan_out, run, .nullable = true,
              .help = "the run that waits with this plan: an answer makes it go on; null: none"),
    FIELD_END,
};
OPERATION(plan, RESEARCH_IN, FIELD_TABLE(plan_out),
          "Show the plan of a research and its estimated cost, without running it.", .in_fields = research_fields,
          .errors = { ERROR_INVALID, ERROR_MISCONFIGURED, ERROR_STORE }, .blocks = true, .once = true);

static const struct field list_in_fields[] = {
    FIELD_AS("q", STR, struct list_in, words, .max = 1000,
             .help = "only runs whose question or title contains each of these words; run-… is the start of an id"),
    FIELD_STR(struct list_in, workflow, .words = kind_workflow, .help = "only runs of this workflow"),
    FIELD_ENUM(struct list_in, status, list_status_words,
               .help = "only runs of this status; panels are found by their own word for it, too"),
    FIELD_BOOL(struct list_in, favourite, .help = "only favourites"),
    FIELD_BOOL(struct list_in, deleted, .help = "only deleted runs that can still be restored"),
    FIELD_BOOL(struct list_in, conversations, .help = "only runs that begin a conversation of several"),
    FIELD_BOOL(struct list_in, everyone, .help = "the runs of all users; for admins"),
    FIELD_STR(struct list_in, cursor, .max = 64, .help = "continue after the list that returned this cursor"),
    FIELD_INT(struct list_in, limit, .min = 1, .max = LIST_MAX, .preset = "20",
              .help = "most runs to list, newest first"),
    FIELD_END,
};
static const struct field status_line_fields[] = {
    FIELD_STR(struct status_line, name, .help = "what the line describes; empty: it continues the line before"),
    FIELD_STR(struct status_line, value, .help = "the description"),
    FIELD_END,
};
const struct field delivery_view_fields[] = {
    FIELD_STR(struct delivery_view, id, .help = "id of the delivery: in its Message-ID or webhook-id"),
    FIELD_STR(struct delivery_view, target, .help = "where to; of a webhook the host alone"),
    FIELD_STR(struct delivery_view, status,
              .help = "sent, failed, or unknown: it was begun and its end was never told, so it may have arrived"),
    FIELD_STR(struct delivery_view, at, .help = "when that was"),
    FIELD_STR(struct delivery_view, error, .nullable = true, .help = "why it failed"),
    FIELD_END,
};
static const struct field answer_view_fields[] = {
    FIELD_STR(struct answer_view, type, .help = "type of the question: clarify, pause, confirm or plan"),
    FIELD_STRS(struct answer_view, questions, .help = "what was asked"),
    FIELD_STRS(struct answer_view, reviewed, .help = "the plan that was to be reviewed"),
    FIELD_STR(struct answer_view, answer, .help = "the answer as it was given; empty: the run was to go on"),
    FIELD_STRS(struct answer_view, plan,
               .help = "the plan by that answer; empty: the planner was told to make another"),
    FIELD_STR(struct answer_view, by, .nullable = true, .help = "the user who answered"),
    FIELD_AS("askedAt", STR, struct answer_view, asked, .help = "when it was asked"),
    FIELD_AS("answeredAt", STR, struct answer_view, at, .help = "when it was answered"),
    FIELD_END,
};
static const struct field verdict_count_fields[] = {
    FIELD_INT(struct claim_summary, total, .help = "claims of the report"),
    CLAIM_VERDICT_FIELDS,
    FIELD_END,
};
const struct field run_view_fields[] = {
    FIELD_STR(struct run_view, id, .help = "the run"),
    FIELD_STR(struct run_view, status,
              .help = "draft, queued, running, waiting, completed, failed, cancelled, timed_out"),
    FIELD_STR(struct run_view, workflow, .help = "the workflow"),
    FIELD_STR(struct run_view, phase, .nullable = true,
              .help = "phase of the workflow; null when the run is completed"),
    FIELD_STR(struct run_view, depth, .help = "the depth"),
    FIELD_STR(struct run_view, query, .help = "the question"),
    FIELD_STR(struct run_view, title, .nullable = true, .help = "name of the document"),
    FIELD_BOOL(struct run_view, favourite, .help = "it is a favourite"),
    FIELD_BOOL(struct run_view, shared, .help = "anybody with its share link can read the report"),
    FIELD_STR(struct run_view, owner, .nullable = true, .help = "the user it belongs to; for admins"),
    FIELD_AS("createdAt", STR, struct run_view, created, .help = "when the run was created"),
    FIELD_AS("updatedAt", STR, struct run_view, updated, .help = "when it last changed"),
    FIELD_AS("finishedAt", STR, struct run_view, finished, .nullable = true, .help = "when it ended"),
    FIELD_AS("activeMs", INT, struct run_view, active_ms, .help = "working time in milliseconds"),
    FIELD_OBJECT(struct run_view, usage, usage_fields, .help = "calls and tokens"),
    FIELD_AS("costUsd", JSON, struct run_view, cost, .help = "cost in dollars; null: unknown"),
    FIELD_JSON(struct run_view, error, .help = "why it failed"),
    FIELD_AS("hasReport", BOOL, struct run_view, has_report, .help = "there is a report"),
    FIELD_BOOL(struct run_view, interrupted, .help = "no process works on the run any more; it can be resumed"),
    FIELD_BOOL(struct run_view, sleeping, .help = "it is running, but asleep until a slow service can be asked again"),
    FIELD_INT(struct run_view, events, .help = "number of its last event"),
    FIELD_STR(struct run_view, parent, .nullable = true,
              .help = "the run that it follows up, or whose report it writes anew"),
    FIELD_OBJECT(struct run_view, verdicts, verdict_count_fields,
                 .help = "how many claims of its report have each verdict"),
    FIELD_STRS(struct run_view, questions, .help = "questions that it waits to have answered"),
    FIELD_JSON(struct run_view, asks,
               .help = "the open question with its type: clarify, pause, confirm, samples or plan; null: none"),
    FIELD_AS("lastEvent", STR, struct run_view, last_event, .nullable = true, .help = "type of the last event"),
    FIELD_AS("lastEventAt", STR, struct run_view, last_event_at, .nullable = true, .help = "when"),
    FIELD_AS("lastEventAgeMs", INT, struct run_view, last_event_age_ms,
             .help = "age of the last event in milliseconds"),
    FIELD_AS("timeLeftMs", INT, struct run_view, time_left_ms, .nullable = true,
             .help = "rest of its time budget; null when the run is completed"),
    FIELD_LIST(struct run_view, deliveries, deliveries_n, struct delivery_view, delivery_view_fields,
               .help = "what became of each delivery of the report"),
    FIELD_LIST(struct run_view, answers, answers_n, struct answer_view, answer_view_fields,
               .help = "what people answered to its questions"),
    FIELD_JSON(struct run_view, research, .sparse = true, .help = "a panel: the research with every model's result"),
    FIELD_JSON(struct run_view, state, .help = "state of the workflow"),
    FIELD_LIST(struct run_view, standing, standing_n, struct status_line, status_line_fields,
               .help = "the state in words"),
    FIELD_END,
};
static const struct field list_out_fields[] = {
    FIELD_LIST(struct list_out, runs, runs_n, struct run_view, run_view_fields, .help = "newest first"),
    FIELD_AS("nextCursor", STR, struct list_out, next, .nullable = true,
             .help = "cursor of the next part; null: there is none"),
    FIELD_INT(struct list_out, total, .nullable = true,
              .help = "how many runs fit, on all parts; null for a status of panels, which is not counted"),
    FIELD_END,
};
OPERATION(list, FIELD_TABLE(list_in), FIELD_TABLE(list_out), "List runs, newest first.");

const struct field run_ref_in_fields[] = {
    FIELD_RUN_ID(struct run_ref_in),
    FIELD_END,
};
OPERATION(show, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_view), "Show the state of a run and its cost.",
          .errors = { ERROR_NOT_FOUND });

static const struct field report_in_fields[] = {
    FIELD_RUN_ID(struct report_in),
    FIELD_ENUM(struct report_in, format, report_format_words, .preset = "md", .help = "format of the report"),
    FIELD_BOOL(struct report_in, brief, .help = "Markdown without the digest and the sources that are not cited"),
    FIELD_END,
};
static const struct field report_out_fields[] = {
    FIELD_STR(struct report_out, id, .help = "the run"),
    FIELD_STR(struct report_out, status, .help = "status of the run"),
    FIELD_STR(struct report_out, text, .help = "the report"),
    FIELD_END,
};
OPERATION(report, FIELD_TABLE(report_in), FIELD_TABLE(report_out), "Print the report of a run.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .blocks = true);

static const struct field events_in_fields[] = {
    FIELD_RUN_ID(struct events_in),
    FIELD_INT(struct events_in, since, .max = 1e15, .preset = "0", .help = "only events after this number"),
    FIELD_INT(struct events_in, limit, .min = 1, .max = 10000, .preset = "10000", .help = "most events to return"),
    FIELD_AS("type", STRS, struct events_in, types, .help = "only events of these types"),
    FIELD_END,
};
const struct field event_view_fields[] = {
    FIELD_INT(struct event_view, seq, .help = "number of the event, without gaps"),
    FIELD_STR(struct event_view, time, .help = "when it was stored"),
    FIELD_STR(struct event_view, type, .help = "what happened"),
    FIELD_STR(struct event_view, run, .help = "the run"),
    FIELD_STR(struct event_view, phase, .nullable = true, .help = "the phase it belongs to"),
    FIELD_JSON(struct event_view, data, .help = "details"),
    FIELD_END,
};
static const struct field events_out_fields[] = {
    FIELD_LIST(struct events_out, events, events_n, struct event_view, event_view_fields, .help = "in order"),
    FIELD_STR(struct events_out, status, .help = "status of the run"),
    FIELD_END,
};
OPERATION(events, FIELD_TABLE(events_in), FIELD_TABLE(events_out),
          "Print the events of a run, in words on a terminal, else one JSON object per line.",
          .errors = { ERROR_NOT_FOUND, ERROR_INVALID });

static const struct field source_view_fields[] = {
    FIELD_INT(struct source_view, number, .help = "its number in the report"),
    FIELD_STR(struct source_view, id, .help = "the source"),
    FIELD_STR(struct source_view, title, .help = "its title"),
    FIELD_STR(struct source_view, url, .help = "its address"),
    FIELD_STR(struct source_view, date, .nullable = true, .help = "when it was published"),
    FIELD_STR(struct source_view, author, .nullable = true, .help = "the author"),
    FIELD_STR(struct source_view, engine, .help = "search engine that found it"),
    FIELD_STR(struct source_view, query, .help = "query that found it"),
    FIELD_STR(struct source_view, snippet, .help = "text that the search engine gave for it"),
    FIELD_AS("relevanceScore", DOUBLE, struct source_view, relevance, .help = "relevance by its rank"),
    FIELD_BOOL(struct source_view, cited, .help = "the report cites it"),
    FIELD_AS("snippetOnly", BOOL, struct source_view, snippet_only,
             .help = "only the snippet is known; the page was not read"),
    FIELD_STR(struct source_view, suspect, .nullable = true,
              .help = "a passage that reads like instructions to a model"),
    FIELD_STR(struct source_view, quality, .nullable = true,
              .help = "of a page of the web, by its address: low, medium or high"),
    FIELD_END,
};
static const struct field sources_out_fields[] = {
    FIELD_LIST(struct sources_out, sources, sources_n, struct source_view, source_view_fields, .help = "by number"),
    FIELD_END,
};
OPERATION(sources, FIELD_TABLE(run_ref_in), FIELD_TABLE(sources_out), "List the sources of a run.",
          .errors = { ERROR_NOT_FOUND });

static const struct field source_in_fields[] = {
    FIELD_RUN_ID(struct source_in),
    FIELD_INT(struct source_in, number, .required = true, .min = 1, .max = 1e6, .help = "its number in the report"),
    FIELD_END,
};
static const struct field source_passage_fields[] = {
    FIELD_INT(struct source_passage, claim, .help = "number of the claim that rests on it"),
    FIELD_STR(struct source_passage, text, .help = "the claim"),
    FIELD_ENUM(struct source_passage, verdict, verdict_words, .help = "the claim's verdict"),
    FIELD_BOOL(struct source_passage, alternate, .help = "it says the same as the passage that is cited"),
    FIELD_INT(struct source_passage, start, .help = "first byte in the text"),
    FIELD_INT(struct source_passage, end, .help = "the byte after the last"),
    FIELD_INT(struct source_passage, page, .help = "page; 0: it has none"),
    FIELD_END,
};
static const struct field source_out_fields[] = {
    FIELD_STR(struct source_out, run, .help = "the run"),
    FIELD_OBJECT(struct source_out, source, source_view_fields, .help = "the source"),
    FIELD_STR(struct source_out, text, .help = "what fathom read of it, byte for byte"),
    FIELD_LIST(struct source_out, passages, passages_n, struct source_passage, source_passage_fields,
               .help = "what the report cites, in the order of the text"),
    FIELD_END,
};
OPERATION(source, FIELD_TABLE(source_in), FIELD_TABLE(source_out),
          "Show the whole text of a source and the passages that the report cites.", .errors = { ERROR_NOT_FOUND });

static const struct field history_row_fields[] = {
    FIELD_STR(struct history_row, id, .help = "the run"),
    FIELD_STR(struct history_row, parent, .nullable = true, .help = "the run that it follows"),
    FIELD_BOOL(struct history_row, anew, .help = "it writes the report of that run anew; else it follows it up"),
    FIELD_STR(struct history_row, query, .help = "the question"),
    FIELD_STR(struct history_row, title, .nullable = true, .help = "name of the document"),
    FIELD_STR(struct history_row, status, .help = "status of the run"),
    FIELD_AS("createdAt", STR, struct history_row, created, .help = "when it was asked"),
    FIELD_END,
};
static const struct field history_out_fields[] = {
    FIELD_STR(struct history_out, id, .help = "the run"),
    FIELD_LIST(struct history_out, runs, runs_n, struct history_row, history_row_fields, .help = "oldest first"),
    FIELD_END,
};
OPERATION(history, FIELD_TABLE(run_ref_in), FIELD_TABLE(history_out),
          "List the questions of a conversation, from any run of it.", .errors = { ERROR_NOT_FOUND });

static const struct field claims_in_fields[] = {
    FIELD_RUN_ID(struct claims_in),
    FIELD_ENUM(struct claims_in, verdict, verdict_words, .help = "only claims with this verdict"),
    FIELD_AS("leftOut", BOOL, struct claims_in, left_out, .help = "only sentences that were left out of the report"),
    FIELD_END,
};
static const struct field claims_out_fields[] = {
    FIELD_OBJECT(struct claims_out, summary, claim_summary_fields, .help = "counts over all claims"),
    FIELD_LIST(struct claims_out, claims, claims_n, struct claim_row, claim_row_fields,
               .help = "in the order of the report"),
    FIELD_END,
};
OPERATION(claims, FIELD_TABLE(claims_in), FIELD_TABLE(claims_out),
          "List the claims of a report, each with its verdict and the quotes that it rests on.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });

static const struct field verify_in_fields[] = {
    FIELD_STR(struct verify_in, target, .required = true, .words = kind_id, .help = "a bundle (FILE.fathom) or a run"),
    FIELD_STR(struct verify_in, digest, .max = 64,
              .help = "the digest it must have, in hexadecimal: the file's, or the one printed in the report"),
    FIELD_END,
};
static const struct field verify_out_fields[] = {
    FIELD_STR(struct verify_out, id, .nullable = true, .help = "the run that wrote the report"),
    FIELD_STR(struct verify_out, question, .nullable = true, .help = "the question"),
    FIELD_BOOL(struct verify_out, good, .help = "every check passed"),
    FIELD_STR(struct verify_out, digest, .nullable = true, .help = "SHA-256 of the bundle"),
    FIELD_AS("contentDigest", STR, struct verify_out, content, .nullable = true,
             .help = "SHA-256 of the text, its claims and their sources, as the report prints it"),
    FIELD_INT(struct verify_out, sources, .help = "sources whose texts were checked"),
    FIELD_INT(struct verify_out, effects, .help = "entries of the journal's outline"),
    FIELD_OBJECT(struct verify_out, summary, claim_summary_fields, .help = "counts of the claims"),
    FIELD_STRS(struct verify_out, problems, .help = "checks that failed"),
    FIELD_END,
};
OPERATION(
    verify, FIELD_TABLE(verify_in), FIELD_TABLE(verify_out),
    "Check a report and everything it rests on, with no network and no model.",
    .about =
        "It compares source texts with their hashes, spans with the texts, quotes with the bytes, markers with the "
        "sources, numbers with the quotes, and the summary with a recount. Exit status 0: every check passed; 1: a "
        "check failed, and each failure is named; 2: the report cannot be read.",
    .errors = { ERROR_NOT_FOUND, ERROR_PARSE }, .blocks = true);

static const struct field export_in_fields[] = {
    FIELD_RUN_ID(struct export_in),
    FIELD_ENUM(struct export_in, format, report_format_words, .preset = "fathom", .help = "format of the file"),
    FIELD_END,
};
static const struct field export_out_fields[] = {
    FIELD_STR(struct export_out, id, .help = "the run"),
    FIELD_STR(struct export_out, digest, .nullable = true, .help = "SHA-256 of the bundle"),
    FIELD_STR(struct export_out, data, .help = "the file"),
    FIELD_END,
};
OPERATION(
    export, FIELD_TABLE(export_in), FIELD_TABLE(export_out), "Write a report and everything it rests on to one file.",
    .about = "A bundle (.fathom) holds the report, its claims, spans and source texts, and the outline of the journal, "
             "sealed by a digest. Anybody can check it with fathom verify. Other file endings give the report alone.",
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .blocks = true);

static const struct field deliver_in_fields[] = {
    FIELD_RUN_ID(struct deliver_in),
    FIELD_STR(struct deliver_in, target, .required = true, .max = 4000, .words = kind_target,
              .help = "where the report goes: email:ADDRESS, file:PATH or webhook:URL"),
    FIELD_STRS(struct deliver_in, attach, .choices = attachment_words,
               .help = "formats to attach to the e-mail: md, html, json, pdf, docx"),
    FIELD_BOOL(struct deliver_in, overwrite, .help = "replace the file that is there"),
    FIELD_END,
};
static const struct field deliver_out_fields[] = {
    FIELD_STR(struct deliver_out, id, .help = "the run"),
    FIELD_STR(struct deliver_out, target, .help = "where the report went"),
    FIELD_STR(struct deliver_out, delivery, .help = "id of the delivery: in its Message-ID or webhook-id"),
    FIELD_STR(struct deliver_out, before, .nullable = true,
              .help = "what became of the try before: sent, failed, or unknown; null: this was the first"),
    FIELD_AS("beforeAt", STR, struct deliver_out, before_at, .nullable = true, .help = "when that was"),
    FIELD_END,
};
OPERATION(deliver, FIELD_TABLE(deliver_in), FIELD_TABLE(deliver_out),
          "Send the report of a run by e-mail, to a file or to a webhook.",
          .about = "Sending again to the same target repeats the same message with the same id, so its receiver can "
                   "tell. A file that is there stays unless overwriting is asked for.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_MISCONFIGURED, ERROR_UPSTREAM, ERROR_NETWORK },
          .blocks = true, .changes = true);

static const struct field import_in_fields[] = {
    FIELD_STR(struct import_in, file, .required = true, .words = kind_file, .help = "a bundle (FILE.fathom)"),
    FIELD_END,
};
static const struct field import_out_fields[] = {
    FIELD_STR(struct import_out, id, .help = "the run"),
    FIELD_STR(struct import_out, digest, .help = "SHA-256 of the bundle"),
    FIELD_END,
};
OPERATION(
    import, FIELD_TABLE(import_in), FIELD_TABLE(import_out), "Import a bundle into the store as a run.",
    .about =
        "fathom verifies the bundle first and refuses it when a check fails. The run can be read, listed, verified "
        "and exported again. It cannot be replayed, because the bundle does not hold its journal.",
    .errors = { ERROR_PARSE, ERROR_CONFLICT }, .blocks = true, .changes = true);

static const char *const provenance_words[] = { "md", "json", NULL };
static const struct field provenance_in_fields[] = {
    FIELD_RUN_ID(struct provenance_in),
    FIELD_ENUM(struct provenance_in, format, provenance_words, .preset = "md", .help = "format of the output"),
    FIELD_END,
};
static const struct field provenance_out_fields[] = {
    FIELD_STR(struct provenance_out, id, .help = "the run"),
    FIELD_STR(struct provenance_out, text, .help = "where the report comes from"),
    FIELD_END,
};
OPERATION(provenance, FIELD_TABLE(provenance_in), FIELD_TABLE(provenance_out),
          "Show where a report comes from: which model answered each call, and which bytes each claim rests on.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });

static const struct field resume_in_fields[] = {
    FIELD_RUN_ID(struct resume_in),
    FIELD_STRS(struct resume_in, models, .max = 20, .words = kind_model,
               .help = "other models for every role from now on; extractive: no model"),
    FIELD_AS("synthesisModel", STR, struct resume_in, synthesis_model, .words = kind_model,
             .help = "another model that writes the report"),
    FIELD_AS("budgetUsd", DOUBLE, struct resume_in, budget_usd, .max = 1e6, .help = "new ceiling in dollars"),
    FIELD_AS("budgetTokens", INT, struct resume_in, budget_tokens, .min = 1, .max = 1e12,
             .help = "new ceiling in tokens"),
    FIELD_STR(struct resume_in, timeout, .words = kind_duration,
              .help = "new time limit, counted from now; when it is reached, the run writes the report from what it "
                      "has"),
    FIELD_END,
};
OPERATION(
    resume, FIELD_TABLE(resume_in), FIELD_TABLE(run_ref_out),
    "Resume a run that was interrupted, failed, was cancelled or timed out.",
    .about = "fathom repeats no call whose result is in the journal. With other models, these make the calls that are "
             "still to come. With a new ceiling it makes the calls that the old one refused or cut short.",
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID, ERROR_MISCONFIGURED }, .once = true, .changes = true);

static const struct field answer_in_fields[] = {
    FIELD_RUN_ID(struct answer_in),
    FIELD_STR(struct answer_in, answer, .required = true, .max = 100000,
              .help = "the answer, in your words; empty: the run goes on with the most likely reading"),
    FIELD_BOOL(struct answer_in, keep, .help = "keep this change of the plan and go on waiting"),
    FIELD_END,
};
OPERATION(
    answer, FIELD_TABLE(answer_in), FIELD_TABLE(run_ref_out),
    "Answer the questions that a run waits for, and let it go on.",
    .about = "show lists the questions. One text answers all of them. With an empty text the run goes on with the most "
             "likely reading, and the report says so. A plan is accepted with an empty text or \"ok\", changed with "
             "\"drop 2\", \"2: other words\" and \"add words\" (one per line), and replaced with numbered lines; "
             "other words are for the planner.",
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID }, .once = true, .changes = true);

OPERATION(cancel, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out), "Stop a run; it can be resumed.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .changes = true);

OPERATION(finish, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out),
          "Make a run stop gathering and write the report from what it has.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .changes = true);

OPERATION(delete, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out),
          "Delete a run with its journal, sources and report.",
          .about = "For a day @{undelete ID} brings it back; then it is gone for good.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .changes = true);

static const struct field replay_in_fields[] = {
    FIELD_RUN_ID(struct replay_in),
    FIELD_BOOL(struct replay_in, brief, .help = "without the digest and the sources that are not cited"),
    FIELD_END,
};
static const struct field replay_out_fields[] = {
    FIELD_STR(struct replay_out, id, .help = "the run"),
    FIELD_BOOL(struct replay_out, same, .help = "the report equals the stored one, byte for byte"),
    FIELD_STR(struct replay_out, text, .help = "the report"),
    FIELD_END,
};
OPERATION(replay, FIELD_TABLE(replay_in), FIELD_TABLE(replay_out),
          "Run a research again from its journal and compare the report with the stored one.",
          .about = "A replay uses no network and stores nothing. Its report must equal the stored one, byte for byte.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, RUN_DIVERGED }, .blocks = true);

static const struct field restore_in_fields[] = {
    FIELD_RUN_ID(struct restore_in),
    FIELD_STR(struct restore_in, source, .required = true, .words = kind_name,
              .help = "a source: its number, its id, or the SHA-256 of its text"),
    FIELD_END,
};
static const struct field restore_out_fields[] = {
    FIELD_STR(struct restore_out, id, .help = "the run"),
    FIELD_AS("itemId", STR, struct restore_out, item_id, .nullable = true, .help = "the source or finding"),
    FIELD_STR(struct restore_out, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct restore_out, url, .nullable = true, .help = "where it was found"),
    FIELD_STR(struct restore_out, hash, .help = "SHA-256 of the text"),
    FIELD_STR(struct restore_out, from, .help = "archive or store"),
    FIELD_STR(struct restore_out, archived, .nullable = true, .help = "when it was archived"),
    FIELD_STR(struct restore_out, reason, .nullable = true, .help = "how it was shortened: dropped, headline …"),
    FIELD_STR(struct restore_out, content, .help = "the text, byte for byte"),
    FIELD_END,
};
OPERATION(
    restore, FIELD_TABLE(restore_in), FIELD_TABLE(restore_out),
    "Print the original text of a source that was shortened or left out.",
    .about =
        "With content_archive_enabled fathom keeps the originals of texts that did not fit into a model's context for "
        "content_archive_ttl_hours. When the archive does not have a text, fathom looks for it in the stored sources "
        "of the run.",
    .errors = { ERROR_NOT_FOUND, ERROR_PARSE }, .blocks = true);

static const struct field why_out_fields[] = {
    FIELD_STR(struct why_out, id, .help = "the run"),
    FIELD_STR(struct why_out, status, .help = "status of the run"),
    FIELD_BOOL(struct why_out, interrupted, .help = "no process works on the run any more; it can be resumed"),
    FIELD_STR(struct why_out, phase, .nullable = true, .help = "the phase it is in"),
    FIELD_STR(struct why_out, path, .nullable = true, .help = "path of the effect that it waits for"),
    FIELD_AS("waitingFor", STR, struct why_out, waiting_for, .nullable = true, .help = "what it waits for"),
    FIELD_AS("waitingMs", INT, struct why_out, waiting_ms,
             .help = "how long it has waited, in milliseconds; -1: it does not wait"),
    FIELD_AS("activeMs", INT, struct why_out, active_ms, .help = "working time in milliseconds"),
    FIELD_STR(struct why_out, worker, .nullable = true, .help = "process that works on the run"),
    FIELD_END,
};
OPERATION(why, FIELD_TABLE(run_ref_in), FIELD_TABLE(why_out),
          "Show what a run is doing, what it waits for, and for how long.", .errors = { ERROR_NOT_FOUND });

static const struct field refresh_source_fields[] = {
    FIELD_INT(struct refresh_source, number, .help = "number in the report"),
    FIELD_STR(struct refresh_source, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct refresh_source, url, .nullable = true, .help = "its address"),
    FIELD_ENUM(struct refresh_source, state, refresh_state_words,
               .help = "same, changed, dead, or kept: it is no page of the web"),
    FIELD_STR(struct refresh_source, error, .nullable = true, .help = "why a dead one could not be read"),
    FIELD_INT(struct refresh_source, passages, .help = "passages that the report cites"),
    FIELD_INT(struct refresh_source, gone, .help = "of these, such as are not there any more"),
    FIELD_END,
};
static const struct field refresh_passage_fields[] = {
    FIELD_INT(struct refresh_passage, claim, .help = "number of the claim"),
    FIELD_INT(struct refresh_passage, source, .help = "number of the source"),
    FIELD_STR(struct refresh_passage, quote, .help = "the words that are gone"),
    FIELD_END,
};
static const struct field refresh_claim_fields[] = {
    FIELD_INT(struct refresh_claim, number, .help = "number of the claim"),
    FIELD_STR(struct refresh_claim, text, .help = "the claim"),
    FIELD_STR(struct refresh_claim, verdict, .help = "its verdict in the report"),
    FIELD_END,
};
static const struct field refresh_out_fields[] = {
    FIELD_STR(struct refresh_out, id, .help = "the run"),
    FIELD_INT(struct refresh_out, same, .help = "pages whose text is the same"),
    FIELD_INT(struct refresh_out, changed, .help = "pages whose text has changed"),
    FIELD_INT(struct refresh_out, dead, .help = "pages that cannot be read any more"),
    FIELD_INT(struct refresh_out, kept, .help = "sources that are no pages of the web"),
    FIELD_LIST(struct refresh_out, sources, sources_n, struct refresh_source, refresh_source_fields,
               .help = "every source"),
    FIELD_LIST(struct refresh_out, passages, passages_n, struct refresh_passage, refresh_passage_fields,
               .help = "cited passages that are gone"),
    FIELD_LIST(struct refresh_out, lost, lost_n, struct refresh_claim, refresh_claim_fields,
               .help = "claims that have lost all their passages"),
    FIELD_END,
};
OPERATION(refresh, FIELD_TABLE(run_ref_in), FIELD_TABLE(refresh_out),
          "Read the sources of a report again and tell what of it still stands.",
          .about =
              "Lists dead links, cited passages that are gone, and claims that have lost all of theirs. The report "
              "stays as it is.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT }, .blocks = true);

static const struct field settings_out_fields[] = {
    FIELD_STR(struct settings_out, id, .help = "the run"),
    FIELD_JSON(struct settings_out, settings, .help = "the arguments of a research that asks the same again"),
    FIELD_END,
};
OPERATION(settings, FIELD_TABLE(run_ref_in), FIELD_TABLE(settings_out),
          "Show what a run was asked with, as a request that asks the same again.", .errors = { ERROR_NOT_FOUND });

static const struct field rewrite_in_fields[] = {
    FIELD_RUN_ID(struct rewrite_in),
    FIELD_STRS(struct rewrite_in, add, .words = kind_url, .max = 20, .help = "pages to read as well (repeatable)"),
    FIELD_STRS(struct rewrite_in, exclude, .words = kind_number, .max = 100,
               .help = "sources not to use, by their numbers in the report (repeatable)"),
    FIELD_END,
};
OPERATION(rewrite, FIELD_TABLE(rewrite_in), FIELD_TABLE(run_ref_out),
          "Write a report anew, with sources added or excluded.",
          .about = "A new run asks the same with the same settings. The pages that the report cites are at hand; those "
                   "that are excluded are not used, wherever they are found. The old report stays.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID }, .blocks = true, .once = true, .changes = true);
