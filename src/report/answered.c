/* Does a report that a model wrote answer its question? Told by its opening: a claim there that its sources carry answers; a first
 * sentence that says that nothing was found, or a text that cites nothing, does not. What nobody checked cannot be told. */
#include "report/report.h"

/* "No passage that was found answers this question." */
static bool says_nothing_answers(const struct claim_row *row)
{
    static const char *const nothing[] = {
        "no passage",
        "no source",
        "no document",
        "no page",
        "none of the sources",
        "none of the passages",
        "none of the documents",
        "none of the pages",
        "nothing in ",
        "nothing that was found",
        "the sources do not",
        "the passages do not",
        "the documents do not",
        "the pages do not",
        "keine passage",
        "keine quelle",
        "keine der quellen",
        "keines der dokumente",
        "keine der seiten",
        "nichts davon",
        "aucune source",
        "aucun passage",
        "aucun document",
        "aucune des sources",
        "ninguna fuente",
        "ningún pasaje",
        "ningún documento",
        "ninguna de las fuentes",
        NULL,
    };
    static const char *const answers[] = {
        "answer", "say",   "tell",    "give",  "state", "mention", "contain", "address", "beantwort", "antwort", "sagt",
        "nenn",   "enthä", "enthalt", "répon", "dit",   "indique", "respond", "dice",    "indica",    NULL,
    };

    return !row->marked && str_contains_any(row->text, nothing) && str_contains_any(row->text, answers);
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
            return ANSWERED_YES;
        summary = summary || row->kind == KIND_SUMMARY;
    }
    if (cited == 0)
        return ANSWERED_NO;
    return summary && all_carried ? ANSWERED_YES : ANSWERED_UNKNOWN;
}
