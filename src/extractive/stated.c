/* Figures that a sentence gives right behind the verb of the question: "How long does it last?", "it lasts 12 years". */
#include "extractive/answer.h"
#include "extractive/measures.h"
#include "extractive/wording.h"
#include "text/numbers.h"

enum { BESIDE_BYTES = 20 };
static const double MOST = 0.6;

struct str answer_clause_at(struct str s, size_t at)
{
    static const char *const joints[] = { "; ", ": ", ", and ", ", but ", ", while ", ", und ", ", aber ", NULL };
    size_t from = 0, to = s.len;

    for (const char *const *joint = joints; *joint; joint++)
        for (ptrdiff_t i = 0; (i = str_find(s, str(*joint), (size_t) i)) >= 0; i++) {
            if ((size_t) i < at && (size_t) i + strlen(*joint) > from)
                from = (size_t) i + strlen(*joint);
            else if ((size_t) i >= at && (size_t) i < to)
                to = (size_t) i;
        }
    return str_trim(str_sub(s, from, to));
}

uint32_t answer_verb(struct answer *a, const struct ranking *r)
{
    static const char does[] = " do does did can could will would may might must should ";
    const struct question *q = r->question;
    struct words words = { 0 };
    size_t verb = 0;

    if (q->kind != QUESTION_HOW_MANY || !language_is_english(q->language))
        return 0;
    words_of(a->arena, q->text, q->language, &words);
    while (verb < words.n && !str_in_words(does, words.items[verb].fold))
        verb++;
    if (verb + 2 >= words.n)
        return 0;
    const struct word *last = &words.items[words.n - 1];
    bool takes = false; /* "How long did it take to build it": what stands behind "took" */
    for (size_t i = verb + 1; i + 1 < words.n && !takes; i++)
        if ((takes = str_is(words.items[i].fold, "take")))
            last = &words.items[i];
    /* "Cost" need not be said where an amount stands. */
    if (!word_is_content(last) || measure_kind(q->language, last->fold) >= 0)
        return 0;
    for (size_t t = 0; t < r->asked.n; t++)
        if (str_eq(r->asked.items[t].text, last->text) && !r->asked.items[t].name &&
            (takes || r->asked.items[t].weight >= 1))
            return (uint32_t) 1 << t;
    return 0;
}

/* Most of the question stands in the sentence or above it. */
static bool says_most(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct str path = passage_path(a->arena, &a->passages, a->passages.sentences[sentence].passage);
    uint32_t bits = rank_terms_in(a->arena, r, passage_sentence_text(&a->passages, sentence), language) |
                    rank_terms_in(a->arena, r, path, language);
    double said = 0, total = 0;

    for (size_t t = 0; t < r->asked.n; t++) {
        /* A figure in watts need not be called power. */
        bool measure = measure_kind(language, str_lower_ascii(a->arena, r->asked.items[t].text)) >= 0;
        double weight = r->asked.items[t].weight >= 1 && !measure ? r->weights[t] : 0;

        total += weight;
        said += bits >> t & 1 ? weight : 0;
    }
    return said >= MOST * total;
}

/* What the question is about stands in front of the verb, or only above the sentence. In a clause without a subject of its own
 * ("…, and lasts …") it is that of the sentence. */
static bool has_subject(struct answer *a, const struct ranking *r, size_t sentence, size_t verb)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct str text = passage_sentence_text(&a->passages, sentence), clause = answer_clause_at(text, verb);
    struct str path = passage_path(a->arena, &a->passages, a->passages.sentences[sentence].passage);
    size_t from = (size_t) (clause.data - text.data);
    struct str before = str_sub(text, verb - from < 2 ? 0 : from, verb);

    if (!r->subject)
        return says_most(a, r, sentence);
    return rank_terms_in(a->arena, r, before, language) & r->subject ||
           (!(rank_terms_in(a->arena, r, text, language) & r->subject) &&
            rank_terms_in(a->arena, r, path, language) & r->subject);
}

bool answer_stated(struct answer *a, const struct ranking *r, size_t sentence, size_t start, uint32_t verb)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct str text = passage_sentence_text(&a->passages, sentence);
    struct words words = { 0 };

    words_of(a->arena, text, language, &words);
    for (size_t i = 0; i < words.n && word_end(&words.items[i]) <= start; i++) {
        size_t end = word_end(&words.items[i]);

        /* "The last ten years" */
        if (i && str_in_words(" a an the its their his her our this of in at ", words.items[i - 1].fold))
            continue;
        struct str between = str_sub(text, end, start);

        if (between.len <= BESIDE_BYTES && !wording_has_digit(between) && str_find_char(between, ',', 0) < 0 &&
            rank_terms_in(a->arena, r, words.items[i].text, language) & verb &&
            has_subject(a, r, sentence, words.items[i].start))
            return true;
    }
    return false;
}

bool answer_states_figure(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    struct numbers numbers = { 0 };
    uint32_t verb = answer_verb(a, r);

    if (!verb)
        return false;
    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];

        if ((int) n->kind == q->measure && (!*q->units || str_in_words(q->units, str(n->unit))) &&
            answer_stated(a, r, sentence, n->start, verb))
            return true;
    }
    return false;
}
