/* Stage 8: what the reader gets to see. What its source contradicts or nothing
 * supports is left out and listed with its reason. Then what that leaves behind is
 * tidied up: headings of empty sections and the words before empty lists go,
 * "three reasons" become two. Paragraphs that were touched are written anew by
 * a model where there is one (mend.c); else they stay as they are here. */
#include "evidence/internal.h"

static void leave_out(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];

    claim->left_out = true;
    work->left_out++;
    branch_emit(work->branch, EVENT_CONTENT_REVISED,
                &(struct event_content_revised){ str("left_out"), claim->verdict, (int64_t) at + 1 });
}

/* Summaries are no claims of their own: one that nothing carries goes like them, but only for what a verifier said. */
static bool falls(const struct claim *claim)
{
    if (claim->kind != KIND_CLAIM && claim->kind != KIND_SUMMARY)
        return false;
    return claim->verdict == VERDICT_CONTRADICTED || claim->verdict == VERDICT_UNSUPPORTED;
}

/* --- what that leaves behind --- */

/* A heading of the body with the number of its signs; 0: none (the head of a table, a bold line). */
static size_t level_of(const struct evidence_work *work, const struct claim *claim)
{
    size_t at = claim->at.start, level = 0;

    if (claim->kind != KIND_HEADING)
        return 0;
    while (at > 0 && work->body.data[at - 1] == ' ')
        at--;
    while (at > 0 && work->body.data[at - 1] == '#') {
        at--;
        level++;
    }
    return level;
}

static bool gone(const struct claim *claim) { return claim->left_out || claim->dropped; }

/* Is there text that no sentence tells of (code) between two places? */
static bool holds_code(const struct evidence_work *work, size_t start, size_t end)
{
    return str_find(str_sub(work->body, start, end), str("```"), 0) >= 0;
}

/* A section whose every sentence went, from the innermost outwards. */
static void drop_empty_sections(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = claims->n; i-- > 0;) {
        size_t level = level_of(work, &claims->items[i]), end = i + 1;
        bool any = false, lost = false;

        if (level == 0)
            continue;
        for (; end < claims->n; end++) {
            size_t other = level_of(work, &claims->items[end]);

            if (other && other <= level)
                break;
            any = any || !gone(&claims->items[end]);
            lost = lost || claims->items[end].left_out;
        }
        size_t until = end < claims->n ? claims->items[end].at.start : work->body.len;
        if (lost && !any && !holds_code(work, claims->items[i].at.end, until))
            claims->items[i].dropped = true;
    }
}

/* The head of a table without rows. */
static void drop_empty_tables(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        struct str head = str_sub(work->body, claims->items[i].at.start, claims->items[i].at.end);
        bool any = false, lost = false;

        if (claims->items[i].kind != KIND_HEADING || !str_starts(head, "|"))
            continue;
        for (size_t k = i + 1; k < claims->n && str_eq(claims->items[k].lead, head); k++) {
            any = any || !gone(&claims->items[k]);
            lost = lost || claims->items[k].left_out;
        }
        claims->items[i].dropped = lost && !any;
    }
}

static const char *const counts[] = { "zero", "one",   "two",   "three", "four", "five",
                                      "six",  "seven", "eight", "nine",  "ten" };
enum { COUNTS = sizeof counts / sizeof *counts };

/* "three reasons" with two left: the other word. Capitals stay. */
static struct str recount(struct arena *arena, struct str text, size_t before, size_t after)
{
    for (size_t at = 0; at < text.len && before < COUNTS && after > 1; at++) {
        size_t end = at + strlen(counts[before]);
        bool starts = at == 0 || strchr(" (", text.data[at - 1]);

        if (!starts || end >= text.len || text.data[end] != ' ' ||
            !str_eq_nocase(str_sub(text, at, end), str(counts[before])))
            continue;
        char first = counts[after][0];
        bool capital = text.data[at] >= 'A' && text.data[at] <= 'Z';
        return str_format(arena, "%.*s%c%s%.*s", STR_ARG(str_sub(text, 0, at)), capital ? first + ('A' - 'a') : first,
                          counts[after] + 1, STR_ARG(str_sub(text, end, text.len)));
    }
    return str("");
}

/* The words a list stands behind: they go with the last item, and count those that are left. */
static void mend_leads(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        struct claim *lead = &claims->items[i];
        size_t items = 0, left = 0, last = SIZE_MAX;

        if (gone(lead) || !str_ends(lead->text, ":"))
            continue;
        for (size_t k = i + 1; k < claims->n && str_eq(claims->items[k].lead, lead->text); k++) {
            bool stays = !gone(&claims->items[k]);

            items += claims->items[k].block != last;
            last = claims->items[k].block;
            for (; k + 1 < claims->n && claims->items[k + 1].block == last; k++)
                stays = stays || !gone(&claims->items[k + 1]);
            left += stays;
        }
        if (items == left)
            continue;
        if (left == 0 && !lead->marked)
            lead->dropped = true;
        else
            lead->instead = recount(work->arena, lead->text, items, left);
    }
}

int stage_finish(struct evidence_work *work, struct error *e)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (falls(&work->claims.items[i]))
            leave_out(work, i);
    drop_empty_tables(work);
    mend_leads(work);
    drop_empty_sections(work);
    int r = work->model && !branch_finishing(work->branch) ? stage_mend(work, e) : 0;
    if (r == 0 && work->left_out)
        openings_mend(work);
    return r;
}
