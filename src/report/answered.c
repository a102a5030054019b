/* Does a report that a model wrote answer its question? Told by its opening: a claim there that its sources carry answers; a first
 * sentence that says that nothing was found, or a text that cites nothing, does not. Of several questions in one the opening must not admit
 * that one is open, and something must speak of each. What nobody checked, and what nothing speaks of, cannot be told. */
#include "evidence/evidence.h"
#include "extractive/answer.h"
#include "report/report.h"

enum { OWN_LEAST = 2 }; /* words of a question of which a report that answers has at least one */

/* "No passage that was found answers this question." */
static bool says_nothing_answers(const struct claim_row *row)
{
    return !row->marked && evidence_lack(row->text) != LACK_NONE;
}

/* The end of the opening: what stands before the first section, or the first section of a text that begins with one. */
static size_t opening_end(struct str body)
{
    size_t at = 0;
    bool text = false;

    while (at < body.len) {
        ptrdiff_t newline = str_find_char(body, '\n', at);
        size_t end = newline < 0 ? body.len : (size_t) newline;
        struct str line = str_trim(str_sub(body, at, end));

        if (str_starts(line, "#") && text)
            return at;
        text = text || (line.len && !str_starts(line, "#"));
        at = end + 1;
    }
    return body.len;
}

static bool carried(const struct claim_row *row)
{
    return row->kind == KIND_CLAIM && (row->verdict == VERDICT_SUPPORTED || row->verdict == VERDICT_QUOTED);
}

/* --- the parts of the question --- */

/* Has the sentence one of the words? `ret`: which of them, a bit each. */
static uint64_t words_in(struct arena *arena, struct str text, const struct question *part)
{
    struct words words = { 0 };
    uint64_t ret = 0;

    words_of(arena, text, part->language, &words);
    for (size_t i = 0; i < part->stems.n && i < 64; i++)
        if (words_have_stem(&words, part->stems.items[i]))
            ret |= UINT64_C(1) << i;
    return ret;
}

/* The words of a part that no other part has. */
static uint64_t own_words(const struct question *parts, size_t n, size_t at)
{
    uint64_t own = 0;

    for (size_t i = 0; i < parts[at].stems.n && i < 64; i++) {
        bool shared = false;

        for (size_t k = 0; k < n; k++)
            shared = shared || (k != at && str_list_has(&parts[k].stems, parts[at].stems.items[i]));
        own |= shared ? 0 : UINT64_C(1) << i;
    }
    return own;
}

static bool most_of(uint64_t some, uint64_t of)
{
    return of && 2 * __builtin_popcountll(some & of) >= __builtin_popcountll(of);
}

/* What the report has of a part of the question: its opening may admit that the sources do not tell it, or no sentence may speak of it. */
static enum answered part_answered(struct arena *arena, const struct report *report, size_t end,
                                   const struct question *part, uint64_t own)
{
    uint64_t spoken = 0;

    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *row = &report->claims[i];
        bool inside = !row->left_out && row->start < row->end;
        uint64_t had = inside ? words_in(arena, row->text, part) : 0;

        if (inside && (size_t) row->start < end && says_nothing_answers(row) && most_of(had, own))
            return ANSWERED_NO;
        spoken |= says_nothing_answers(row) ? 0 : had;
    }
    /* "Who is the captain": what speaks of the ship alone names somebody else, if anybody. One word may be said in another: "how reliable". */
    bool some = __builtin_popcountll(own) < OWN_LEAST || (spoken & own);
    bool told = part->kind == QUESTION_WHO ? (spoken & own) == own : some;
    return told ? ANSWERED_YES : ANSWERED_UNKNOWN;
}

/* Of several questions in one each must be answered. */
static enum answered parts_answered(const struct report *report, size_t end)
{
    struct arena *scratch = arena_new();
    struct clause clauses[ANSWER_CLAUSES];
    struct question *parts = arena_calloc(scratch, ANSWER_CLAUSES, sizeof *parts);
    size_t n = answer_clauses(scratch, report->query, clauses);
    enum answered ret = ANSWERED_YES;

    for (size_t i = 0; i < n; i++)
        question_read(scratch, clauses[i].text, &parts[i]);
    /* The words of a question in another language are none of the report's. */
    bool comparable = language_guess(report->query) == language_guess(report->body);
    for (size_t i = 0; i < n && comparable && ret != ANSWERED_NO; i++) {
        enum answered part = part_answered(scratch, report, end, &parts[i], own_words(parts, n, i));

        ret = part == ANSWERED_YES ? ret : part;
    }
    arena_free(scratch);
    return ret;
}

enum answered report_answers(const struct report *report)
{
    size_t end = opening_end(report->body), cited = 0, all_carried = 0;
    bool opens = true, summary = false;

    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *row = &report->claims[i];
        bool inside = !row->left_out && row->start < row->end && (size_t) row->start < end;

        cited += !row->left_out && row->spans_n > 0;
        all_carried += !row->left_out && carried(row);
        if (opens && (inside || row->left_out) && says_nothing_answers(row))
            return ANSWERED_NO;
        if (!inside || row->kind == KIND_HEADING)
            continue;
        opens = opens && row->kind == KIND_REMARK; /* what the report says of itself may stand before it */
        if (carried(row))
            return parts_answered(report, end);
        summary = summary || row->kind == KIND_SUMMARY;
    }
    if (cited == 0)
        return ANSWERED_NO;
    enum answered parts = parts_answered(report, end);
    return (summary && all_carried) || parts == ANSWERED_NO ? parts : ANSWERED_UNKNOWN;
}
