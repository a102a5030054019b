/* The object that --json prints. */
#include <math.h>

#include "report/report.h"
#include "text/json.h"

struct citation {
    struct str id;
    int64_t number;
    struct str title, url, snippet;
    double relevance;
};

struct result_usage {
    int64_t calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens;
};

struct result {
    struct str id, status, workflow, mode, depth, query, answer;
    struct citation *citations;
    size_t citations_n;
    int64_t sub_queries_generated, sub_queries_completed, searches_performed;
    struct str answered; /* JSON: true, false, or empty for null */
    struct str claims;   /* JSON, or empty for null */
    struct result_usage usage;
    struct str cost; /* JSON: a number, or empty for null */
    struct str_list skipped, warnings;
    struct str digest;
};

static const struct field citation_fields[] = {
    FIELD_STR(struct citation, id),
    FIELD_INT(struct citation, number),
    FIELDS(STR, struct citation, title, url, snippet),
    FIELD_AS("relevanceScore", DOUBLE, struct citation, relevance),
    FIELD_END,
};

static const struct field result_usage_fields[] = {
    FIELD_INT(struct result_usage, calls),
    TOKEN_FIELDS(struct result_usage),
    FIELD_END,
};

static const struct field result_fields[] = {
    FIELDS(STR, struct result, id, status, workflow),
    FIELD_STR(struct result, mode, .nullable = true),
    FIELDS(STR, struct result, depth, query),
    FIELD_STR(struct result, answer, .nullable = true),
    FIELD_LIST(struct result, citations, citations_n, struct citation, citation_fields),
    FIELD_AS("subQueriesGenerated", INT, struct result, sub_queries_generated),
    FIELD_AS("subQueriesCompleted", INT, struct result, sub_queries_completed),
    FIELD_AS("searchesPerformed", INT, struct result, searches_performed),
    FIELDS(JSON, struct result, answered, claims),
    FIELD_OBJECT(struct result, usage, result_usage_fields),
    FIELD_AS("costUsd", JSON, struct result, cost),
    FIELDS(STRS, struct result, skipped, warnings),
    FIELD_STR(struct result, digest, .nullable = true),
    FIELD_END,
};

static struct citation *citations_of(struct arena *arena, const struct report *report)
{
    struct citation *citations = arena_calloc(arena, report->sources_n + 1, sizeof *citations);

    for (size_t i = 0; i < report->sources_n; i++) {
        const struct report_source *source = &report->sources[i];

        citations[i] = (struct citation){ source->id,  source->number,  source->title,
                                          source->url, source->snippet, round(source->relevance * 1e4) / 1e4 };
    }
    return citations;
}

/* What the checking took; it is part of the run's usage. */
static json_t *checking_json(struct arena *arena, const struct usage *usage)
{
    struct str cost = usage_cost_json(arena, usage);
    json_t *object = json_pack("{s:I, s:I, s:I}", "calls", (json_int_t) usage->calls, "inputTokens",
                               (json_int_t) usage->input_tokens, "outputTokens", (json_int_t) usage->output_tokens);

    json_object_set_new(object, "costUsd", cost.len ? json_real((double) usage->cost_nano / 1e9) : json_null());
    return object;
}

/* The counts, and every sentence with its verdict and what it rests on. */
static struct str claims_json(struct arena *arena, const struct report *report)
{
    if (!report->has_summary)
        return str_n(NULL, 0);
    json_t *object = json_encode(claim_summary_fields, &report->summary), *items = json_array();

    for (size_t i = 0; i < report->claims_n; i++)
        json_array_append_new(items, json_encode(claim_row_fields, &report->claims[i]));
    json_object_set_new(object, "items", items);
    json_object_set_new(object, "checking", checking_json(arena, &report->checking));
    struct str text = json_text(arena, object);
    json_decref(object);
    return text;
}

/* Exact: nano-dollars as a decimal, never through a double. */
struct str usage_cost_json(struct arena *arena, const struct usage *usage)
{
    int64_t nano = usage->cost_nano;
    char digits[40];

    if (usage->cost_unknown)
        return str_n(NULL, 0);
    int n = snprintf(digits, sizeof digits, "%lld.%09lld", (long long) (nano / 1000000000),
                     (long long) (nano % 1000000000));
    while (digits[n - 1] == '0' && digits[n - 2] != '.')
        n--;
    return str_dup(arena, str_n(digits, (size_t) n));
}

struct str report_result(struct arena *arena, const struct report *report, struct str id, struct str status)
{
    const struct usage *usage = &report->usage;
    struct result result = {
        .id = id,
        .status = status,
        .workflow = report->workflow,
        .mode = report->mode,
        .depth = report->depth,
        .query = report->query,
        .answer = report->body.len ? report_answer(arena, report) : str(""), /* null: nothing was written */
        .citations = citations_of(arena, report),
        .citations_n = report->sources_n,
        .sub_queries_generated = report->sub_queries_generated,
        .sub_queries_completed = report->sub_queries_completed,
        .searches_performed = report->searches_performed,
        .answered = report->answered == ANSWERED_YES  ? str("true")
                    : report->answered == ANSWERED_NO ? str("false")
                                                      : str_n(NULL, 0),
        .claims = claims_json(arena, report),
        .usage = { usage->calls, usage->input_tokens, usage->cached_tokens, usage->output_tokens,
                   usage->reasoning_tokens },
        .cost = usage_cost_json(arena, usage),
        .skipped = report->skipped,
        .warnings = report->warnings,
        .digest = report->digest,
    };
    json_t *object = json_encode(result_fields, &result);

    if (report->fidelity.any)
        json_object_set_new(object, "fidelity", fidelity_json(&report->fidelity));
    json_t *state = NULL;
    if (report->state.len && json_parse(report->state, &state, NULL) == 0)
        json_object_set_new(object, "state", state);
    struct str text = json_pretty(arena, object);

    json_decref(object);
    return text;
}
