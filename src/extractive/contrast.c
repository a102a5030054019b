/* Sentences that say how the two things of a comparison differ. */
#include "extractive/answer.h"

#include "text/units.h"

enum { CONTRASTS = 3000, SIDES_BYTES = 40 };

bool answer_contrasts_others(const struct answer *a, const struct question *q, struct str text)
{
    ptrdiff_t at = str_find(text, str("difference between "), 0);
    struct words near = { 0 };

    if (at < 0)
        return false;
    words_of(a->arena, str_sub(text, (size_t) at + 19, (size_t) at + 19 + SIDES_BYTES), q->language, &near);
    for (size_t i = 0; i < q->subjects.n; i++) {
        struct words side = { 0 };

        words_of(a->arena, q->subjects.items[i], q->language, &side);
        for (size_t k = 0; k < side.n; k++)
            if (word_is_content(&side.items[k]) && words_have_stem(&near, side.items[k].stem))
                return false;
    }
    return true;
}

/* Of "a geometry column" and "a geography column" only what tells them apart has to be said; of "LZO compression" and "ZLIB" the
 * name, or else the last word. */
static bool names_side(const struct words *have, const struct words *side, const struct words *other)
{
    size_t own = 0, said = 0;
    bool last = false;

    for (size_t k = 0; k < side->n; k++) {
        const struct word *word = &side->items[k];

        if (!word_is_content(word) || words_have_stem(other, word->stem))
            continue;
        own++;
        last = words_have_stem(have, word->stem);
        said += last;
        if (last && (word->flags & WORD_CAPITAL))
            return true;
    }
    return own && (last || said == own);
}

/* "In X and Y functions": both alike. "Between X and Y" sets them apart. */
static bool joins_sides(const struct words *have, const struct words *side, const struct words *other, struct str text)
{
    for (size_t i = 0; i + 2 < have->n; i++)
        if (words_have_stem(side, have->items[i].stem) && !words_have_stem(other, have->items[i].stem) &&
            str_in_words(" and or ", have->items[i + 1].fold) && words_have_stem(other, have->items[i + 2].stem) &&
            !words_have_stem(side, have->items[i + 2].stem))
            return str_find(text, str("between "), 0) < 0 && str_find(text, str("ifference"), 0) < 0;
    return false;
}

/* "Than" that compares: "more than forty years" does not. */
static bool has_than(const struct answer *a, const struct question *q, struct str text)
{
    struct words words = { 0 };

    words_of(a->arena, text, q->language, &words);
    for (size_t i = 1; i + 1 < words.n; i++) {
        const struct word *next = &words.items[i + 1];
        double value;

        if (str_is(words.items[i].fold, "than") && !(str_in_words(" more less fewer ", words.items[i - 1].fold) &&
                                                     ((next->flags & WORD_NUMBER) || number_word(next->fold, &value))))
            return true;
    }
    return false;
}

bool answer_contrasts(const struct answer *a, const struct question *q, struct str text)
{
    static const char *const joints[] = { "while ", "whereas",     "unlike",  "differs",  " differ ", "difference",
                                          ", but ", "in contrast", "während", "mientras", "tandis",   NULL };
    struct words have = { 0 }, sides[2] = { 0 };

    if (q->kind != QUESTION_COMPARE || q->subjects.n < 2 || !(str_contains_any(text, joints) || has_than(a, q, text)) ||
        answer_contrasts_others(a, q, text))
        return false;
    for (size_t i = 0; i < 2; i++)
        words_of(a->arena, q->subjects.items[i], q->language, &sides[i]);
    words_of(a->arena, text, q->language, &have);
    return names_side(&have, &sides[0], &sides[1]) && names_side(&have, &sides[1], &sides[0]) &&
           !joins_sides(&have, &sides[0], &sides[1], text) && !joins_sides(&have, &sides[1], &sides[0], text);
}

/* "But" joins much; "than" compares. */
int64_t answer_contrast_value(const struct answer *a, const struct question *q, struct str text)
{
    static const char *const compare[] = { "whereas",       "unlike",   "in contrast",
                                           "differs",       " differ ", "difference between",
                                           "difference is", NULL };

    return !answer_contrasts(a, q, text)                             ? 0
           : str_contains_any(text, compare) || has_than(a, q, text) ? ANSWER_COMPARES
                                                                     : CONTRASTS;
}
