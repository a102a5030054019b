#include "workflows/supervision_view.h"

#include "roles/refine.h"

const struct field query_view_fields[] = {
    FIELDS(STR, struct research_query, id, query, rationale),      FIELD_INT(struct research_query, priority),
    FIELD_ENUM(struct research_query, status, query_status_words), FIELD_INT(struct research_query, iteration),
    FIELD_STR(struct research_query, error, .sparse = true),       FIELD_END,
};

const struct field gap_view_fields[] = {
    FIELDS(STR, struct research_gap, id, description),
    FIELD_AS("suggested_queries", STRS, struct research_gap, queries),
    FIELD_INT(struct research_gap, priority),
    FIELD_ENUM(struct research_gap, severity, gap_severity_words),
    FIELD_BOOL(struct research_gap, addressed),
    FIELD_END,
};

static const struct field source_view_fields[] = {
    FIELD_STR(struct source_view, id),
    FIELD_INT(struct source_view, number),
    FIELD_STR(struct source_view, sub_query_id, .nullable = true),
    FIELD_ENUM(struct source_view, quality, source_quality_words),
    FIELD_INT(struct source_view, iteration),
    FIELD_BOOL(struct source_view, copy, .sparse = true),
    FIELD_END,
};

static const struct field passage_view_fields[] = {
    FIELDS(STR, struct passage_view, source_id, quote),
    FIELDS(INT, struct passage_view, start, end),
    FIELD_END,
};

const struct field finding_view_fields[] = {
    FIELDS(STR, struct finding_view, id, content),
    FIELD_ENUM(struct finding_view, confidence, confidence_words),
    FIELD_STRS(struct finding_view, source_ids),
    FIELD_STR(struct finding_view, category, .nullable = true),
    FIELD_INT(struct finding_view, independent),
    FIELD_OBJECT(struct finding_view, passage, passage_view_fields, .sparse = true),
    FIELD_END,
};

const struct field contradiction_view_fields[] = {
    FIELDS(STR, struct contradiction_view, id, description),
    FIELDS(STRS, struct contradiction_view, sources_a, sources_b),
    FIELD_STR(struct contradiction_view, severity),
    FIELD_STR(struct contradiction_view, preferred_source, .nullable = true),
    FIELD_STR(struct contradiction_view, resolution, .nullable = true),
    FIELDS(STR, struct contradiction_view, says_a, says_b),
    FIELD_END,
};

const struct field gather_stats_fields[] = {
    FIELDS(INT, struct gather_stats, queries_executed, queries_failed, sources_collected, duplicates_skipped),
    FIELD_END,
};

const struct field supervision_view_fields[] = {
    FIELD_ENUM(struct supervision_view, phase, phase_words),
    FIELDS(INT, struct supervision_view, iteration, max_iterations, sub_query_count, sub_queries_completed,
           source_count, high_quality_sources, finding_count, high_confidence_count, gap_count, unaddressed_gaps),
    FIELD_INT(struct supervision_view, contradiction_count),
    FIELD_STR(struct supervision_view, research_brief),
    FIELD_LIST(struct supervision_view, gaps, gaps_n, struct research_gap, gap_view_fields),
    FIELD_LIST(struct supervision_view, sub_queries, sub_queries_n, struct research_query, query_view_fields),
    FIELD_LIST(struct supervision_view, sources, sources_n, struct source_view, source_view_fields),
    FIELD_LIST(struct supervision_view, findings, findings_n, struct finding_view, finding_view_fields),
    FIELD_LIST(struct supervision_view, contradictions, contradictions_n, struct contradiction_view,
               contradiction_view_fields),
    FIELD_OBJECT(struct supervision_view, gather_stats, gather_stats_fields),
    FIELD_STRS(struct supervision_view, report_improvements),
    FIELD_END,
};

static struct str_list source_ids(struct arena *arena, const struct supervision *s, const size_t *positions, size_t n)
{
    struct str_list ids = { 0 };

    for (size_t i = 0; i < n; i++)
        str_list_add(arena, &ids, s->sources.items[positions[i]].id);
    return ids;
}

static struct source_view *source_views(struct arena *arena, const struct supervision *s)
{
    struct source_view *list = arena_calloc(arena, s->sources.n + 1, sizeof *list);

    for (size_t i = 0; i < s->sources.n; i++) {
        bool known = i < s->judged;

        list[i] = (struct source_view){
            .id = s->sources.items[i].id,
            .number = s->sources.items[i].number,
            .sub_query_id = i < s->origin_n ? s->queries[s->origin[i]].id : str(""),
            .quality = known ? s->quality[i] : QUALITY_UNKNOWN,
            .iteration = (int64_t) (known ? s->added[i] : s->iteration),
            .copy = known && s->copy[i],
        };
    }
    return list;
}

struct finding_view *finding_views(struct arena *arena, const struct supervision *s, size_t from)
{
    struct finding_view *list = arena_calloc(arena, s->findings_n - from + 1, sizeof *list);

    for (size_t i = from; i < s->findings_n; i++) {
        const struct research_finding *f = &s->findings[i];

        list[i - from] = (struct finding_view){ .id = f->id,
                                                .content = f->content,
                                                .confidence = f->confidence,
                                                .source_ids = source_ids(arena, s, f->sources, f->sources_n),
                                                .category = f->category,
                                                .independent = (int64_t) f->independent };
        if (f->passage.quote.len)
            list[i - from].passage = (struct passage_view){ s->sources.items[f->passage.source].id, f->passage.quote,
                                                            (int64_t) f->passage.start, (int64_t) f->passage.end };
    }
    return list;
}

struct contradiction_view *contradiction_views(struct arena *arena, const struct supervision *s)
{
    struct contradiction_view *list = arena_calloc(arena, s->contradictions.n + 1, sizeof *list);

    for (size_t i = 0; i < s->contradictions.n; i++) {
        const struct research_contradiction *c = &s->contradictions.items[i];

        list[i] = (struct contradiction_view){
            .id = c->id,
            .description = c->description,
            .sources_a = source_ids(arena, s, c->one, c->one_n),
            .sources_b = source_ids(arena, s, c->other, c->other_n),
            .severity = str(c->major ? "major" : "minor"),
            .preferred_source = c->preferred >= 0 ? s->sources.items[c->preferred].id : str(""),
            .resolution = c->resolution,
            .says_a = c->says_one,
            .says_b = c->says_other,
        };
    }
    return list;
}

void supervision_view(struct arena *arena, const struct supervision *s, struct supervision_view *ret)
{
    *ret = (struct supervision_view){
        .phase = s->phase,
        .iteration = (int64_t) s->iteration,
        .max_iterations = (int64_t) s->max_iterations,
        .sub_query_count = (int64_t) s->queries_n,
        .sub_queries_completed = (int64_t) queries_done(s),
        .source_count = (int64_t) s->sources.n,
        .high_quality_sources = (int64_t) sources_of_quality(s, QUALITY_HIGH),
        .finding_count = (int64_t) s->findings_n,
        .high_confidence_count = (int64_t) findings_confident(s),
        .gap_count = (int64_t) s->gaps_n,
        .unaddressed_gaps = (int64_t) gaps_open(s),
        .contradiction_count = (int64_t) s->contradictions.n,
        .research_brief = s->brief,
        .gaps = s->gaps,
        .gaps_n = s->gaps_n,
        .sub_queries = s->queries,
        .sub_queries_n = s->queries_n,
        .sources = source_views(arena, s),
        .sources_n = s->sources.n,
        .findings = finding_views(arena, s, 0),
        .findings_n = s->findings_n,
        .contradictions = contradiction_views(arena, s),
        .contradictions_n = s->contradictions.n,
        .gather_stats = s->stats,
        .report_improvements = s->improvements,
    };
}
