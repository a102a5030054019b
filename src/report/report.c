/* The report's fields and its JSON. */
#include "report/report.h"

#include <assert.h>

#include "evidence/evidence.h"
#include "evidence/markers.h"
#include "report/voices.h"
#include "text/json.h"

static const struct field source_fields[] = {
    FIELD_STR(struct report_source, id),
    FIELD_INT(struct report_source, number, .required = true),
    FIELDS(STR, struct report_source, title, url, snippet, date, author, engine),
    FIELD_DOUBLE(struct report_source, relevance),
    FIELD_AS("snippetOnly", BOOL, struct report_source, snippet_only),
    FIELD_BOOL(struct report_source, cited),
    FIELDS(STR, struct report_source, hash, suspect),
    FIELD_END,
};

static const struct field query_fields[] = {
    FIELDS(STR, struct report_query, query, rationale, status),
    FIELD_END,
};

static const char *const answered_words[] = { "unknown", "yes", "no", NULL };

const struct field report_fields[] = {
    FIELDS(STR, struct report, title, query, workflow, depth, mode, body),
    FIELD_LIST(struct report, sources, sources_n, struct report_source, source_fields),
    FIELD_LIST(struct report, queries, queries_n, struct report_query, query_fields),
    FIELD_AS("subQueriesGenerated", INT, struct report, sub_queries_generated),
    FIELD_AS("subQueriesCompleted", INT, struct report, sub_queries_completed),
    FIELD_AS("searchesPerformed", INT, struct report, searches_performed),
    FIELD_OBJECT(struct report, usage, usage_fields),
    FIELD_OBJECT(struct report, checking, usage_fields),
    FIELDS(STRS, struct report, warnings, skipped),
    FIELD_BOOL(struct report, extractive),
    FIELD_ENUM(struct report, answered, answered_words),
    FIELD_LIST(struct report, claims, claims_n, struct claim_row, claim_row_fields),
    FIELD_OBJECT(struct report, summary, claim_summary_fields),
    FIELD_AS("hasSummary", BOOL, struct report, has_summary),
    FIELD_AS("claimsVersion", INT, struct report, claims_version),
    FIELDS(STR, struct report, models, citations),
    FIELD_AS("citationNames", BOOL, struct report, citation_names),
    FIELD_STR(struct report, digest),
    FIELD_AS("digestVersion", INT, struct report, digest_version),
    FIELD_OBJECT(struct report, fidelity, fidelity_fields),
    FIELD_JSON(struct report, state),
    FIELD_END,
};

struct str report_json(struct arena *arena, const struct report *report)
{
    return json_encode_text(arena, report_fields, report);
}

int report_parse(struct arena *arena, struct str text, struct report *ret, struct error *e)
{
    struct report report = { 0 };

    if (json_decode_text(text, report_fields, &report, DECODE_LENIENT, arena, e) < 0)
        return error_wrap(e, "the stored report cannot be read");
    voices_read(arena, &report);
    *ret = report;
    return 0;
}

/* Fields that may be zero or empty stand in the encoding as in the report's own. */
struct evidence_part {
    struct str body;
    const struct claim_row *claims;
    struct cited {
        int64_t number;
        struct str url, hash;
    } * sources;
    size_t claims_n, sources_n;
};
static const struct field cited_fields[] = {
    FIELD_INT(struct cited, number),
    FIELDS(STR, struct cited, url, hash),
    FIELD_END,
};
static const struct field evidence_part_fields[] = {
    FIELD_STR(struct evidence_part, body),
    FIELD_LIST(struct evidence_part, claims, claims_n, struct claim_row, claim_row_fields),
    FIELD_LIST(struct evidence_part, sources, sources_n, struct cited, cited_fields),
    FIELD_END,
};
static const struct field first_part_fields[] = {
    FIELD_STR(struct evidence_part, body),
    FIELD_LIST(struct evidence_part, claims, claims_n, struct claim_row, claim_row_first_fields),
    FIELD_LIST(struct evidence_part, sources, sources_n, struct cited, cited_fields),
    FIELD_END,
};

struct str report_digest(struct arena *arena, const struct report *report)
{
    struct arena *scratch = arena_new();
    struct report whole = *report;
    struct evidence_part part = { .body = report->body, .claims = report->claims, .claims_n = report->claims_n };
    char hex[HASH_HEX_SIZE];

    part.sources = arena_calloc(scratch, report->sources_n + 1, sizeof *part.sources);
    for (size_t i = 0; i < report->sources_n; i++) {
        const struct report_source *s = &report->sources[i];

        if (s->cited)
            part.sources[part.sources_n++] = (struct cited){ s->number, s->url, s->hash };
    }
    const struct field *fields = report->claims_version > 1 ? evidence_part_fields : first_part_fields;
    whole.digest = str("");
    struct str text = report->digest_version < 2 ? json_encode_canonical(scratch, fields, &part)
                                                 : json_encode_canonical(scratch, report_fields, &whole);
    hash_hex(hash_of(text), hex);
    arena_free(scratch);
    return str_dup(arena, str(hex));
}

struct str report_seal(struct arena *arena, struct report *report)
{
    report->digest_version = DIGEST_VERSION;
    report->digest = report_digest(arena, report);
    return report_json(arena, report);
}

const struct report_source *report_source(const struct report *report, int64_t number)
{
    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].number == number)
            return &report->sources[i];
    return NULL;
}

static int64_t cite(void *context, int64_t number)
{
    struct report *report = context;

    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].number == number) {
            report->sources[i].cited = true;
            return number;
        }
    return 0;
}

size_t report_check_markers(struct arena *arena, struct report *report)
{
    size_t removed;

    for (size_t i = 0; i < report->sources_n; i++)
        report->sources[i].cited = false;
    report->body = markers_rewrite(arena, report->body, cite, report, &removed);
    return removed;
}

void report_set_evidence(struct arena *arena, struct report *report, const struct evidence_result *evidence)
{
    report->body = evidence->body;
    report->claims = evidence->claims;
    report->claims_n = evidence->claims_n;
    report->summary = evidence->summary;
    report->has_summary = true;
    report->claims_version = CLAIMS_VERSION;
    /* Places of claims are bytes of this body: nothing may move. */
    size_t removed = report_check_markers(arena, report);
    assert(removed == 0 && str_eq(report->body, evidence->body));
    (void) removed;
    report->body = evidence->body;
}
