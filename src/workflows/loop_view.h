/* The state of a loop as it is stored and printed: structs that a field table writes. */
#ifndef FATHOM_WORKFLOWS_LOOP_VIEW_H
#define FATHOM_WORKFLOWS_LOOP_VIEW_H

#include "run/events.h"

struct loop_query_view {
    struct str id, query, rationale, status;
    struct str_list source_ids;
};

struct loop_view {
    struct str original_query, status; /* "in_progress", "complete" */
    struct loop_query_view *sub_queries;
    size_t sub_queries_n;
    struct str_list pending, completed;
    struct event_loop_decision *decisions; /* in order */
    size_t decisions_n;
    int64_t source_count;
};
extern const struct field loop_view_fields[];

#endif
