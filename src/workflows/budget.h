/* What of much content goes into a small context: how many tokens there are,
 * which item counts how much, and to which level each is brought.
 *
 * There is one path from everything in full to everything at its least: single
 * steps of one item by one level, in a total order that does not know the
 * budget. The allocation is the first point of this path that fits. So a larger
 * budget never makes any item worse, and equal input gives equal levels.
 *
 * Pure, whole numbers only, no memory kept. Tokens are estimates of the caller. */
#ifndef FATHOM_WORKFLOWS_BUDGET_H
#define FATHOM_WORKFLOWS_BUDGET_H

#include "base/error.h"
#include "text/level.h"

/* --- how many tokens there are --- */

/* (window - overhead) less the margin (thousandths), never under a quarter of the window. */
int64_t budget_of(int64_t window, int64_t overhead, int64_t margin);

enum budget_phase { BUDGET_PLANNING, BUDGET_ANALYSIS, BUDGET_SYNTHESIS, BUDGET_REFINEMENT };
/* The phase's share: 10, 40, 35, 15 percent. */
int64_t budget_share(int64_t budget, enum budget_phase phase);

/* --- which item counts how much --- */

/* Each in thousandths, clamped to 0 … 1000. */
struct budget_scores {
    int64_t relevance, recency, quality, user;
};
/* 0.4 relevance + 0.3 recency + 0.2 quality + 0.1 user, in thousandths. */
int64_t budget_priority(const struct budget_scores *scores);
/* Newer counts more: 1000 today, half of it after two years, 0 after twenty; 500 for an unknown date (0). */
int64_t budget_recency(int64_t date_ms, int64_t now_ms);

/* --- to which level --- */

enum budget_kind {
    BUDGET_SOURCE,
    BUDGET_FINDING,     /* a finding nobody doubts, or anything else */
    BUDGET_CONFIDENT,   /* a finding of high or confirmed confidence */
    BUDGET_SPECULATION, /* gives way before everything else */
};

struct budget_item {
    int64_t tokens;   /* of the original */
    int64_t priority; /* thousandths */
    enum budget_kind kind;
    bool keep; /* protected: never below a headline */
    bool top;  /* one of the best five sources, by budget_top(): never below compressed */
};

struct budget_limits {
    int64_t tokens; /* of one call */
    int64_t calls;  /* most calls it may be split over; 0: 1 */
    bool may_drop;  /* allow_content_dropping */
};

enum { BUDGET_TOP_SOURCES = 5 };

/* Sets the level of each item. 0: they fit together into one call. When even
 * the least does not, and more calls are allowed: 0 with everything at its
 * least and *ret_calls > 1 (items may be parted between them).
 * -ERROR_LIMIT when that does not fit either: the message says what to change. */
int budget_allocate(const struct budget_item *items, size_t n, const struct budget_limits *limits, enum level ret[],
                    int64_t *ret_calls, struct error *e);
/* The least level this item may come to. */
enum level budget_least(const struct budget_item *item, bool may_drop);
/* Marks the best five sources, and none else: by priority, then by place. All that are read
 * together must be there: five of each part of them would be more than five. */
void budget_top(struct budget_item items[], size_t n);

/* Places pieces, in order, into calls of so many tokens: a piece goes to the call before it if that has room, else
 * to a new one. No piece is longer than a call. With `together` the pieces of an item that fits a whole call
 * are not parted. ret[i] counts from 0; returns the number of calls. */
struct budget_piece {
    size_t item;
    int64_t tokens;
};
size_t budget_pack(const struct budget_piece *pieces, size_t n, int64_t tokens, bool together, size_t ret[]);

/* -ERROR_LIMIT: `least` tokens do not fit these limits; what to change. */
int budget_refuse(int64_t least, const struct budget_limits *limits, struct error *e);

#endif
