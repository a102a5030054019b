#include "extractive/signs.h"

#include <math.h>

enum { PAIR_APART = 2, NEAR_TERMS = 8, MET_MAX = 64, POINTER_BYTES = 240 };

const char *const rank_sign_words[] = {
    "pointer", "changes", "opens", "how", "decides", "near", "pairs", "source", NULL
};

/* Learned by tests/real/signs: seven folds over corpora, the same sign and size in each. */
static const double weights[RANK_SIGNS] = {
    [SIGN_POINTER] = -4.2, [SIGN_CHANGES] = -2.5, [SIGN_OPENS] = 3.0, [SIGN_HOW] = 3.3,
    [SIGN_DECIDES] = 2.4,  [SIGN_NEAR] = 1.2,     [SIGN_PAIRS] = 1.8, [SIGN_SOURCE] = -1.3,
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

/* What was different in some version. */
static bool is_change_log(struct str path)
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
                                         "list of changes",
                                         NULL };

    return has_any(path, words);
}

/* It tells what to do. */
static double tells_how(struct str text)
{
    static const char *const orders[] = { "use ",   "to ",    "you can ", "run ",      "set ",    "add ",
                                          "type ",  "press ", "try ",     "simply ",   "just ",   "you may ",
                                          "you co", "you ne", "you sh",   "you must ", "select ", "edit ",
                                          "create", "start ", "first",    NULL };
    static const char *const inside[] = { "you can ",   "you could ", "by using ",  " use ",
                                          "by setting", "can be ",    " with the ", NULL };

    return starts_any(text, orders) ? 1 : has_any(text, inside) ? 0.6 : 0;
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

/* --- the question's words in a sentence --- */

/* A term of the question, and the how-manieth term of the sentence it is. */
struct met {
    uint32_t asked;
    size_t at;
};
struct reading {
    struct met met[MET_MAX];
    size_t n;
};

static void read_sentence(struct arena *arena, const struct ranking *r, struct str text,
                          const struct language *language, struct reading *ret)
{
    struct vocabulary own;
    struct term_list terms = { 0 };

    ret->n = 0;
    vocabulary_init(&own, arena, 64);
    vocabulary_read(&own, text, language, &terms, NULL);
    for (size_t i = 0; i < terms.n; i++) {
        int64_t term = wordmap_get(&r->vocabulary.map, own.terms[terms.items[i]]);

        for (uint32_t k = term < 0 ? 0 : r->matches.from[term]; term >= 0 && k < r->matches.from[term + 1]; k++)
            if (r->matches.items[k].likeness >= 0.7f && ret->n < MET_MAX)
                ret->met[ret->n++] = (struct met){ r->matches.items[k].asked, i };
    }
}

static bool follows(const struct reading *s, uint32_t first, uint32_t second)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = i + 1; k < s->n && s->met[i].asked == first; k++)
            if (s->met[k].asked == second && s->met[k].at > s->met[i].at && s->met[k].at - s->met[i].at <= PAIR_APART)
                return true;
    return false;
}

/* The share of the question's neighbouring words that are neighbours here too. */
static double pairs_of(const struct ranking *r, const struct reading *s)
{
    double sum = 0, all = 0;

    for (uint32_t t = 0; t + 1 < r->asked.n; t++) {
        double weight = r->weights[t] + r->weights[t + 1];

        all += weight;
        sum += follows(s, t, t + 1) ? weight : 0;
    }
    return all > 0 ? sum / all : 0;
}

/* The most that a few terms running say of the question. */
static double near_of(const struct ranking *r, const struct reading *s)
{
    double best = 0;

    for (size_t i = 0; i < s->n; i++) {
        uint32_t seen = 0;
        double sum = 0;

        for (size_t k = i; k < s->n && s->met[k].at < s->met[i].at + NEAR_TERMS; k++) {
            sum += seen >> s->met[k].asked & 1 ? 0 : r->weights[s->met[k].asked];
            seen |= (uint32_t) 1 << s->met[k].asked;
        }
        best = fmax(best, sum);
    }
    return best / r->total;
}

static const double opens_cover = 0.6; /* of the question: enough for the first sentence of a section */

/* The first sentence under a heading: what the section is about. */
static bool opens_section(const struct passages *p, size_t sentence)
{
    const struct passage *at = &p->items[p->sentences[sentence].passage];

    return at->heading >= 0 && sentence == at->first_sentence && p->sentences[sentence].kind != TEXT_CODE &&
           p->sentences[sentence].kind != TEXT_ROW &&
           (p->sentences[sentence].passage == p->sources[at->source].first_passage || at[-1].heading != at->heading);
}

int64_t signs_weigh(struct arena *arena, const struct ranking *r, struct ranked *candidate)
{
    const struct passages *p = r->passages;
    size_t passage = p->sentences[candidate->sentence].passage;
    const struct passage_source *s = &p->sources[p->items[passage].source];
    struct str text = passage_sentence_text(p, candidate->sentence);
    double sum = 0, *signs = candidate->signs;
    struct reading reading;

    read_sentence(arena, r, text, s->language, &reading);
    signs[SIGN_POINTER] = is_pointer(text);
    signs[SIGN_CHANGES] = is_change_log(passage_path(arena, p, passage));
    signs[SIGN_OPENS] = opens_section(p, candidate->sentence) ? fmin(1, candidate->cover / opens_cover) : 0;
    signs[SIGN_HOW] = r->question->kind == QUESTION_HOW ? tells_how(text) : 0;
    signs[SIGN_DECIDES] = r->question->kind == QUESTION_YES_NO && decides(text);
    signs[SIGN_NEAR] = near_of(r, &reading);
    signs[SIGN_PAIRS] = pairs_of(r, &reading);
    signs[SIGN_SOURCE] = log(1 + (double) p->items[passage].source);
    for (size_t k = 0; k < RANK_SIGNS; k++)
        sum += weights[k] * signs[k];
    return llround(1000 * sum);
}
