/* Whose price a sentence tells, where a price is asked: "Testing costs 20 to 50 dollars" is none of the battery that is tested.
 * In thousandths of a score. */
#include "extractive/answer.h"

#include "extractive/measures.h"
#include "text/units.h"

enum { PRICES_IT = 4000, PRICES_OTHER = -4000 };

/* "costs about 20 …": the verb; "the cost of …" is a noun. */
static bool is_verb(const struct words *words, size_t i)
{
    if (!str_in_words(" cost costs kostet kosten kostete kosteten coûte coûtent cuesta cuestan costó costa costano ",
                      words->items[i].fold))
        return false;
    if (words->items[i + 1].start !=
        words->items[i].start + words->items[i].text.len + 1) /* "Installed cost: 1,500 …" */
        return false;
    return words->items[i + 1].flags & WORD_NUMBER ||
           str_in_words(
               " about around only nearly almost roughly less more up between from over under several some a "
               "etwa rund nur knapp fast zwischen mehr weniger bis environ près moins plus entre unos más menos ",
               words->items[i + 1].fold);
}

/* The terms that name the thing: neither the price nor the unit in which it is told. */
static uint32_t thing_terms(struct answer *a, const struct ranking *r)
{
    uint32_t terms = 0;

    for (size_t t = 0; t < r->asked.n; t++) {
        struct str fold = str_lower_ascii(a->arena, r->asked.items[t].text);

        if (measure_kind(a->question.language, fold) < 0 && !unit_of(r->asked.items[t].text, fold))
            terms |= (uint32_t) 1 << t;
    }
    return terms;
}

/* Where the clause begins whose verb stands at a byte. */
static size_t clause_start(struct str text, size_t verb)
{
    while (verb && !strchr(",;:(", text.data[verb - 1]))
        verb--;
    return verb;
}

int64_t answer_priced(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct str text = passage_sentence_text(&a->passages, sentence);
    uint32_t thing = thing_terms(a, r);
    struct words words = { 0 };

    words_of(a->arena, text, language, &words);
    for (size_t i = 1; thing && i + 1 < words.n; i++) {
        if (!is_verb(&words, i) ||
            str_in_words(" it they this that these which each one es sie das cela ils ", words.items[i - 1].fold))
            continue;
        struct str before = str_sub(text, clause_start(text, words.items[i].start), words.items[i].start);
        return rank_terms_in(a->arena, r, before, language) & thing ? PRICES_IT : PRICES_OTHER;
    }
    return 0;
}
