#include "extractive/signs.h"

#include <math.h>

enum { POINTER_BYTES = 240 };

const char *const rank_sign_words[] = { "pointer", "changes", "opens", "how", "decides", "scrap", NULL };

/* Near to what tests/real/signs learns. */
static const double weights[RANK_SIGNS] = {
    [SIGN_POINTER] = -5.0, [SIGN_CHANGES] = -2.6, [SIGN_OPENS] = 2.5,
    [SIGN_HOW] = 2.5,      [SIGN_DECIDES] = 2.5,  [SIGN_SCRAP] = -1.5,
};

static bool starts_any(struct str text, const char *const *list)
{
    for (; *list; list++)
        if (str_starts_nocase(text, *list))
            return true;
    return false;
}

static bool has_any(struct str text, const char *const *list)
{
    for (; *list; list++)
        if (str_contains_nocase(text, *list))
            return true;
    return false;
}

/* "For more details, see …" says where the answer stands, often in the question's own words. */
static bool is_pointer(struct str text)
{
    static const char *const openings[] = { "see ",         "please see",       "also see", "(see ",        "for more ",
                                            "for details",  "for further",      "for a ",   "for an ",      "refer to",
                                            "please refer", "more information", "more det", "further info", "consult ",
                                            "read ",        "for additional",   NULL };
    static const char *const words[] = { "see ",
                                         "refer to",
                                         "described in",
                                         "discussed in",
                                         "documented in",
                                         "explained in",
                                         "found in",
                                         "details",
                                         "information",
                                         "section",
                                         NULL };
    static const char *const anywhere[] = { "see also",         "see section",
                                            "please see",       "for more information",
                                            "for more details", "described in section",
                                            "?\xe2\x80\x9d",    "?\"",
                                            "see \xe2\x80\x9c", NULL };

    return (starts_any(text, openings) && has_any(text, words)) ||
           (text.len < POINTER_BYTES && has_any(text, anywhere));
}

/* "Appendix D Variable Index" */
static bool is_index(struct str path)
{
    return str_ends(path, " Index") || str_ends(path, " index") || signs_is_see_also(path);
}

bool signs_is_see_also(struct str path)
{
    static const char end[] = "see also";

    return path.len >= strlen(end) && str_eq_nocase(str_sub(path, path.len - strlen(end), path.len), str(end));
}

bool signs_is_change_log(struct str path)
{
    static const char *const words[] = { "change log",
                                         "changelog",
                                         "release notes",
                                         "release history",
                                         "what\xe2\x80\x99s new",
                                         "what's new",
                                         "changes in ",
                                         "version history",
                                         "(released ",
                                         "news for",
                                         "notable changes",
                                         "urgency=",
                                         "list of changes",
                                         NULL };

    return has_any(path, words);
}

/* It begins with what to do. That something "can be used" somewhere in it says little. */
static bool tells_how(struct str text)
{
    static const char *const orders[] = { "use ",   "to ",    "you can ", "run ",      "set ",    "add ",
                                          "type ",  "press ", "try ",     "simply ",   "just ",   "you may ",
                                          "you co", "you ne", "you sh",   "you must ", "select ", "edit ",
                                          "create", "start ", "first",    NULL };

    return starts_any(text, orders);
}

/* It allows, forbids or limits: what a question for yes or no wants. */
static bool decides(struct str text)
{
    static const char *const words[] = {
        " not ",  "n't ",     "n\xe2\x80\x99t ", "cannot",  " only ", " never ", " always ", " no ",
        " must ", "possible", "allowed",         "support", "safe",   "yes",     "no,",      NULL
    };

    return has_any(text, words);
}

/* No full stop, colon, bracket or quotation mark at its end, and no row of a table. */
static bool is_scrap(struct str text)
{
    static const char *const ends[] = {
        ".", "!", "?", ":", ";", ")", "]", "\"", "'", "|", "\xe2\x80\x9d", "\xe2\x80\x99", NULL
    };

    for (const char *const *end = ends; *end; end++)
        if (str_ends(text, *end))
            return false;
    return true;
}

static const double opens_cover = 0.6; /* of the question: enough for the first sentence of a section */

/* The first sentence under a heading: what the section is about. */
static bool opens_section(const struct passages *p, size_t sentence)
{
    const struct passage *at = &p->items[p->sentences[sentence].passage];

    return at->heading >= 0 && sentence == at->first_sentence && p->sentences[sentence].kind != TEXT_CODE &&
           p->sentences[sentence].kind != TEXT_ROW && passage_opens_section(p, p->sentences[sentence].passage);
}

/* A fact may stand anywhere in its section; what a thing is has rules of its own. */
static bool reads_on(const struct question *q)
{
    return !q->definition && ((q->kind == QUESTION_HOW && !q->past) || q->kind == QUESTION_WHY ||
                              q->kind == QUESTION_YES_NO || q->kind == QUESTION_TOPIC);
}

int64_t signs_weigh(struct arena *arena, const struct ranking *r, struct ranked *candidate)
{
    const struct passages *p = r->passages;
    size_t passage = p->sentences[candidate->sentence].passage;
    struct str text = passage_sentence_text(p, candidate->sentence);
    double sum = 0, *signs = candidate->signs;

    if (!language_is_english(r->question->language))
        return 0;
    struct str path = passage_path(arena, p, passage);

    signs[SIGN_POINTER] = is_pointer(text) || is_index(path);
    signs[SIGN_CHANGES] = signs_is_change_log(path);
    signs[SIGN_OPENS] = reads_on(r->question) && !is_pointer(text) && opens_section(p, candidate->sentence)
                            ? fmin(1, candidate->cover / opens_cover)
                            : 0;
    signs[SIGN_HOW] = r->question->kind == QUESTION_HOW && !r->question->past && tells_how(text);
    signs[SIGN_SCRAP] = is_scrap(str_trim(text));
    signs[SIGN_DECIDES] = r->question->kind == QUESTION_YES_NO && decides(text);
    for (size_t k = 0; k < RANK_SIGNS; k++)
        sum += weights[k] * signs[k];
    return llround(1000 * sum);
}
