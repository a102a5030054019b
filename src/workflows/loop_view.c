#include "workflows/loop_view.h"

static const struct field query_fields[] = {
    FIELDS(STR, struct loop_query_view, id, query, rationale, status),
    FIELD_AS("sourceIds", STRS, struct loop_query_view, source_ids),
    FIELD_END,
};

static const struct field decision_fields[] = {
    FIELDS(STR, struct event_loop_decision, action, query, rationale),
    FIELD_END,
};

const struct field loop_view_fields[] = {
    FIELD_AS("originalQuery", STR, struct loop_view, original_query),
    FIELD_STR(struct loop_view, status),
    FIELD_AS("subQueries", LIST, struct loop_view, sub_queries, .fields = query_fields,
             .size = sizeof(struct loop_query_view), .count_offset = offsetof(struct loop_view, sub_queries_n)),
    FIELD_AS("pendingSubQueries", STRS, struct loop_view, pending),
    FIELD_AS("completedSubQueries", STRS, struct loop_view, completed),
    FIELD_LIST(struct loop_view, decisions, decisions_n, struct event_loop_decision, decision_fields),
    FIELD_AS("sourceCount", INT, struct loop_view, source_count),
    FIELD_END,
};
