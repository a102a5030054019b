/* Claims that their own source reports in order to deny them. */
#include "extractive/answer.h"

#include "text/number_words.h"
#include "text/numbers.h"
#include "text/units.h"

enum { DENIAL_NEAR = 3 }; /* sentences behind a claim in which it is denied */

static const char *const reports[] = { "often said", "often claimed", "often quoted", "often repeated", "often heard",
                                       "some say", "some claim", "is said to", "are said to", "is said that",
                                       "supposedly", "allegedly", "many believe", "widely believed", "widely quoted",
                                       "common belief", "commonly believed", "people think", "tempting to", "the myth",
                                       "a myth", "critics claim", "headlines say", "headlines claim", "claims that",
                                       "claimed that", "it is claimed", "legend has it", "rumour", "rumor",
                                       /* other languages */
                                       "wird behauptet", "angeblich", "es heißt oft", "oft zu lesen", "se dice que",
                                       "supuestamente", "on dit que", "prétend", "soi-disant", NULL };
static const char *const denials[] = {
    "not true", "untrue", " false", " wrong", "a myth", "misleading", "mistaken", "no evidence", "not the case",
    "does not hold", "incorrect", "in fact,", "in reality", "not support", "where it comes from", "retire the",
    "no basis", "no good basis", "no source", "out of date", "outdated", "debunk", "refuted", "exaggerat", "overstated",
    "no longer true", "never been shown", "cannot be traced", "baseless", "unfounded",
    /* other languages */
    "falsch", "nicht wahr", "stimmt nicht", "überholt", "es falso", "no es cierto", "est faux", "n'est pas vrai", NULL
};
static const char *const myths[] = { "myth",   "misconception", "debunk", "fallacy", "legend",
                                     "mythos", "irrtum",        "mythe",  "mito ",   NULL };

/* "This is …", "That is …" */
static bool points_at(struct str text) { return str_starts(text, "This is ") || str_starts(text, "That is "); }

/* "The claim …", "That number …": it speaks of what was said before. */
static bool names_claim(struct str text)
{
    struct str rest = text, first, second;

    return str_next(&rest, ' ', &first) && str_next(&rest, ' ', &second) &&
           str_in_words(" The This That Die Diese Der Dieser Ese Esta Cette Ce ", first) &&
           str_in_words(" sentence claim figure number statement saying estimate idea belief notion value percentage "
                        "assertion Zahl Satz Behauptung Angabe cifra frase chiffre phrase ",
                        second);
}

/* A title that calls a figure a myth, and a sentence that gives this figure. */
static bool is_myth(const struct answer *a, struct str title, struct str text, const struct language *language)
{
    struct numbers numbers = { 0 };
    struct words words = { 0 };

    if (!str_contains_any(str_lower_ascii(a->arena, title), myths))
        return false;
    words_of(a->arena, title, language, &words);
    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        for (size_t k = 0; k < words.n; k++) {
            struct str digits = number_word_digits(language, words.items[k].fold);
            int64_t whole = -1;
            double value = -1;

            if (str_to_int(digits.len ? digits : words.items[k].fold, &whole))
                value = (double) whole;
            else
                number_word(words.items[k].fold, &value);
            if (numbers.items[i].kind != NUMBER_DATE && numbers.items[i].low == value)
                return true;
        }
    return false;
}

bool answer_is_denied(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct passage *p = &a->passages.items[s->passage];
    const struct passage_source *source = &a->passages.sources[p->source];
    struct str text = passage_sentence_text(&a->passages, sentence), title = source->row->title;
    struct str lower = str_lower_ascii(a->arena, text);
    size_t end = p->first_sentence + p->sentences_n;
    bool reported = str_contains_any(lower, reports), about = false;

    if (s->kind != TEXT_PARAGRAPH && s->kind != TEXT_ITEM)
        return false;
    if ((reported && str_contains_any(lower, denials)) ||
        (sentence == p->first_sentence && is_myth(a, title, text, source->language)))
        return true;
    for (size_t i = sentence + 1; i < end && i <= sentence + DENIAL_NEAR; i++) {
        struct str next = passage_sentence_text(&a->passages, i);

        about = about || (i <= sentence + 2 && names_claim(next));
        if ((reported || about || (i == sentence + 1 && points_at(next))) &&
            str_contains_any(str_lower_ascii(a->arena, next), denials))
            return true;
    }
    return about && str_contains_any(str_lower_ascii(a->arena, title), myths);
}
