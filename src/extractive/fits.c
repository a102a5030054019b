/* Whether what was found is of the kind that is asked for: what the gate does not see. */
#include "extractive/answer.h"
#include "extractive/kinds.h"
#include "extractive/measures.h"
#include "extractive/wording.h"
#include "text/numbers.h"
#include "text/units.h"

static const double FUTURE_COVER = 0.65, PRICED_COVER = 0.15, THING_SAID = 0.6, HEADING_NAMES = 0.5;
enum { FIT_BEST = 5 };

/* How much of what the figure is asked of stands around a sentence: words that name the measure or the unit do not count. */
static double thing_said(struct answer *a, size_t sentence)
{
    const struct ranking *r = &a->ranking;
    size_t passage = a->passages.sentences[sentence].passage;
    struct str text = str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                 STR_ARG(passage_text(&a->passages, passage)));
    uint32_t bits = rank_terms_in(a->arena, r, text, a->passages.sources[sentence_source(a, sentence)].language);
    double said = 0, total = 0;

    for (size_t t = 0; t < r->asked.n; t++) {
        if (r->asked.items[t].weight < 1 ||
            measure_kind(a->question.language, str_lower_ascii(a->arena, r->asked.items[t].text)) >= 0)
            continue;
        total += r->weights[t];
        said += bits >> t & 1 ? r->weights[t] : 0;
    }
    return total > 0 ? said / total : 1;
}

/* All names of the question in a sentence or the one before it. */
static bool names_near(struct answer *a, size_t sentence)
{
    const struct ranking *r = &a->ranking;
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    bool goes_on = sentence > a->passages.items[a->passages.sentences[sentence].passage].first_sentence;
    uint32_t bits = rank_terms_in(a->arena, r, passage_sentence_text(&a->passages, sentence), language);

    if (goes_on)
        bits |= rank_terms_in(a->arena, r, passage_sentence_text(&a->passages, sentence - 1), language);
    for (size_t t = 0; t < r->asked.n; t++)
        if (r->asked.items[t].name && !(bits >> t & 1))
            return false;
    return true;
}

/* "What did A pay B": that an amount and both names stand in one paragraph is not enough. */
static bool asks_payment(struct answer *a)
{
    struct words words = { 0 };
    size_t names = 0;
    bool pays = false;

    words_of(a->arena, a->question.text, a->question.language, &words);
    for (size_t i = 0; i < words.n; i++)
        pays = pays || str_in_words(" pay pays paid bezahlt zahlte ", words.items[i].fold);
    for (size_t t = 0; t < a->ranking.asked.n; t++)
        names += a->ranking.asked.items[t].name && !a->ranking.asked.items[t].number;
    return pays && names > 1;
}

/* "Rent per month", "Members in euros" */
static bool names_money(struct answer *a, struct str column)
{
    static const char *const parts[] = { "price",  "cost",  "rent",   "fee",    "charge", "tariff", "salary", "preis",
                                         "kosten", "miete", "gebühr", "precio", "coste",  "tarifa", "prix",   "coût",
                                         "loyer",  "tarif", "€",      "$",      "£",      NULL };
    struct words words = { 0 };

    words_of(a->arena, column, a->question.language, &words);
    for (size_t i = 0; i < words.n; i++) {
        const struct unit *unit = unit_of(words.items[i].text, words.items[i].fold);

        if (unit && (unit_is_money(unit) || strcmp(unit->base, "pound") == 0))
            return true;
    }
    return str_contains_any(str_lower_ascii(a->arena, column), parts);
}

bool answer_has_price(struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct passage_source *source = &a->passages.sources[sentence_source(a, sentence)];
    const struct text_block *head = &source->blocks.items[source->blocks.items[s->block].first];
    struct str names = str_sub(source->text, head->start, head->end),
               row = passage_sentence_text(&a->passages, sentence), name, cell;

    if (s->kind != TEXT_ROW || !head->header)
        return false;
    while (str_next(&names, '|', &name) && str_next(&row, '|', &cell))
        if (wording_has_digit(cell) && names_money(a, name))
            return true;
    return false;
}

/* A price asked for something: does a price stand where the thing stands? */
static bool has_figure(struct answer *a)
{
    const struct question *q = &a->question;
    bool named = false, payment = asks_payment(a);

    for (size_t t = 0; t < a->ranking.asked.n; t++)
        named = named || a->ranking.asked.items[t].name;
    if (q->measure != NUMBER_MONEY)
        return true;
    /* Of what nobody names nobody tells the price. */
    if (a->ranking.unknown_names > 0)
        return false;
    for (size_t i = 0; i < a->ranking.n; i++) {
        size_t sentence = a->ranking.pool[i].sentence;
        bool enough = named || i < FIT_BEST || thing_said(a, sentence) > 0.99;

        if (enough && (a->ranking.pool[i].cover >= PRICED_COVER || thing_said(a, sentence) > 0.99) &&
            (answer_has_measure(a, q, passage_sentence_text(&a->passages, sentence)) ||
             answer_has_price(a, sentence)) &&
            thing_said(a, sentence) >= THING_SAID && answer_names_all(a, &a->ranking, sentence) &&
            (!payment || names_near(a, sentence)))
            return true;
    }
    return false;
}

/* The sentence and what stands above it have all of the question. */
static bool all_said(struct answer *a, size_t sentence)
{
    const struct ranking *r = &a->ranking;
    size_t passage = a->passages.sentences[sentence].passage;
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;

    return rank_share(r, rank_terms_in(a->arena, r, passage_sentence_text(&a->passages, sentence), language) |
                             rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, passage), language)) >
           0.99;
}

/* "With completion in December 2028": a date that was still to come when its source was written. */
static bool tells_coming(struct answer *a, size_t sentence)
{
    struct str written = str_sub(a->passages.sources[sentence_source(a, sentence)].row->date, 0, 4);
    struct numbers numbers = { 0 };
    int64_t year;

    if (!str_to_int(written, &year))
        return false;
    numbers_of(a->arena, passage_sentence_text(&a->passages, sentence), &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_DATE && numbers.items[i].has_year && numbers.items[i].low > (double) year)
            return true;
    return false;
}

/* What is going to happen is told only by a sentence that says most of the question, the year included: that a source
 * names the year or the thing is not enough. */
static bool tells_future(struct answer *a)
{
    const struct ranking *r = &a->ranking;

    for (size_t i = 0; i < r->n; i++) {
        size_t sentence = r->pool[i].sentence;
        struct str text = passage_sentence_text(&a->passages, sentence);

        /* When is asked, and the title names the thing. */
        if (a->question.kind == QUESTION_WHEN && i < FIT_BEST && all_said(a, sentence) && tells_coming(a, sentence))
            return true;
        /* What itself says "will" may say less of the question. */
        if (r->pool[i].cover >= (str_find(text, str(" will "), 0) > 0 ? FUTURE_COVER / 2 : FUTURE_COVER) &&
            (!a->question.first_year || answer_years_in(a, &a->question, text) == YEARS_ASKED))
            return true;
    }
    return false;
}

/* When is asked, and none of the best sentences nor what stands around them has a date. */
static bool has_date(struct answer *a)
{
    const struct ranking *r = &a->ranking;

    for (size_t i = 0; i < r->n && i < FIT_BEST; i++) {
        size_t passage = a->passages.sentences[r->pool[i].sentence].passage;
        const struct language *language = a->passages.sources[sentence_source(a, r->pool[i].sentence)].language;
        struct kinds kinds;

        kinds_of(a->arena, passage_text(&a->passages, passage), language, &r->asked, &kinds);
        if (kinds.date)
            return true;
        if (i)
            continue;
        /* "Release 13.0 - 2023-02-09" names what was released; "Meeting of 18 February" is about a meeting. */
        struct str head = passage_heading(a->arena, &a->passages, passage);
        kinds_of(a->arena, head, language, &r->asked, &kinds);
        if (kinds.date && rank_share(r, rank_terms_in(a->arena, r, head, language)) >= HEADING_NAMES)
            return true;
    }
    return !r->n;
}

/* Does a passage, or what stands above it, have this very word of the question, in any form of it? */
static bool speaks_of(struct answer *a, size_t passage, const struct asked_term *asked)
{
    const struct language *language = a->passages.sources[a->passages.items[passage].source].language;
    struct words words = { 0 };

    words_of(a->arena,
             str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                        STR_ARG(passage_text(&a->passages, passage))),
             language, &words);
    for (size_t i = 0; i < words.n; i++)
        for (size_t k = 0; k < asked->forms_n; k++)
            if (str_eq(term_of_word(a->arena, language, &words.items[i]), asked->forms[k]))
                return true;
    return false;
}

/* "Who is the chief executive of …": does any of the best passages speak of one? */
static bool has_office(struct answer *a)
{
    const struct ranking *r = &a->ranking;
    struct str lower = str_lower_ascii(a->arena, a->question.text);

    if (r->asked.n < 2 || r->asked.items[0].name ||
        !(str_starts(lower, "who is the ") || str_starts(lower, "who was the ")))
        return true;
    for (size_t i = 0; i < r->n && i < FIT_BEST; i++) {
        size_t passage = a->passages.sentences[r->pool[i].sentence].passage;

        if (rank_terms_in(a->arena, r, passage_text(&a->passages, passage),
                          a->passages.sources[a->passages.items[passage].source].language) &
            1)
            return true;
    }
    return false;
}

/* Has a text a figure in this unit, or in another of its kind? */
static bool has_unit(struct answer *a, struct str text, struct str named)
{
    const struct unit *unit = unit_of(named, str_lower_ascii(a->arena, named));
    struct numbers numbers = { 0 };

    if (!unit)
        return false;
    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (strcmp(numbers.items[i].unit, unit->base) == 0)
            return true;
    return false;
}

/* "How many fires": does any of the best passages speak of what is counted? Minutes are, too, where it has "7 min". */
static bool has_counted(struct answer *a)
{
    const struct ranking *r = &a->ranking;
    ptrdiff_t at = str_find(str_lower_ascii(a->arena, a->question.text), str("how many "), 0);

    /* People are firefighters, soldiers, visitors. */
    if (at < 0 || !r->asked.n || r->asked.items[0].text.len < 3 ||
        str_in_words(" people persons men women ", str_lower_ascii(a->arena, r->asked.items[0].text)) ||
        !str_starts_nocase(str_sub(a->question.text, (size_t) at + 9, a->question.text.len),
                           str_z(a->arena, r->asked.items[0].text)))
        return true;
    for (size_t i = 0; i < r->n && i < FIT_BEST; i++)
        if (speaks_of(a, a->passages.sentences[r->pool[i].sentence].passage, &r->asked.items[0]) ||
            has_unit(a, passage_sentence_text(&a->passages, r->pool[i].sentence), r->asked.items[0].text))
            return true;
    return false;
}

/* "What does stable mean?": a text that only uses the word does not say. */
static bool has_meaning(const struct answer *a)
{
    static const enum rank_rule rules[] = { RULE_DEFINES, RULE_OPENS, RULE_TERM, RULE_HEADING };
    const struct ranking *r = &a->ranking;
    size_t things = 0; /* "mean" itself is none */

    for (size_t t = 0; t < r->asked.n; t++)
        things += r->asked.items[t].name ? 2 : r->asked.items[t].weight >= 1;
    if (!a->question.definition || things != 1)
        return true;
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            if (r->pool[i].by_rules[rules[k]] > 0)
                return true;
    return false;
}

bool answer_fits(struct answer *a)
{
    return has_figure(a) && has_meaning(a) && (!a->question.future || tells_future(a)) &&
           (a->question.kind != QUESTION_WHEN || has_date(a)) &&
           (a->question.kind != QUESTION_HOW_MANY || has_counted(a)) &&
           (a->question.kind != QUESTION_WHO || has_office(a));
}
