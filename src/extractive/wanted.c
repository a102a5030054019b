/* Whether a sentence has what is asked for: the aspect of a thing that its title names, a place, a date, somebody, a reason, the
 * largest of all. In thousandths of a score. */
#include "extractive/answer.h"

#include "extractive/asking.h"
#include "extractive/kinds.h"
#include "extractive/measures.h"
#include "extractive/wording.h"
#include "text/numbers.h"
#include "text/units.h"

enum {
    ROW_WHY = -2500,  /* a row of figures gives no reason */
    PLACE = 4000,     /* where is asked: "in the file ~/.config" */
    NO_DATE = -5000,  /* when is asked, and there is no date */
    NO_NAME = -2000,  /* who is asked, and nobody is named */
    WHO_IT_IS = 4500, /* "the owner is Neoen", "built by Tesla" */
    ASPECT = 4000,    /* what is asked of the thing that the title names */
    NO_ASPECT = -2000,
    FIGURE_STATED = 9000,   /* "how long does it last": "it lasts 12 years" */
    FIGURE_NEAR = 1000,     /* the figure stands beside a word of the question: "lasts 12 years" */
    TITLE_ASKS = 6000,      /* the title is the question, and this sentence has the figure */
    SUPERLATIVE = 4500,     /* "the largest" is asked for, and this says what is */
    NAMED_PLACE = 1500,     /* where is asked: "near Elsfleth" */
    NO_REASON = -2000,      /* why is asked, and neither the sentence nor what follows it gives a reason */
    HAPPENED = 4500,        /* what happened is asked: it happened on some day */
    DECIDES = 4500,         /* yes or no is asked, and this says "X is Y" or "X is not Y" */
    ROW_DEFINITION = -6000, /* a row of figures says what nothing is */
};
enum { REASON_NEAR = 3, NEAR_BYTES = 24, DECIDING_WORDS = 8 };

static size_t behind_articles(const struct words *words, size_t i)
{
    while (i < words->n &&
           str_in_words(" a an the my your our their his her its this that these those any all some each ",
                        words->items[i].fold))
        i++;
    return i;
}

/* The word of the question that names what it is about: "Where do the puffins nest?", "What is the default of work_size?";
 * words->n: none. */
static size_t subject_of(const struct words *words)
{
    static const char be[] = " is are was were isn't aren't wasn't weren't ", does[] = " do does did ",
                      others[] = " don't doesn't didn't can could may might must shall should will would has have had "
                                 "can't cannot couldn't shouldn't won't wouldn't hasn't ";
    size_t verb = 0, at;
    bool named = false; /* "Which boxes may stand here?": what it is about stood before the verb */

    for (; verb < words->n && !str_in_words(be, words->items[verb].fold) &&
           !str_in_words(does, words->items[verb].fold) && !str_in_words(others, words->items[verb].fold);
         verb++)
        named = named || word_is_content(&words->items[verb]);
    if (verb == words->n)
        return words->n;
    at = behind_articles(words, verb + 1);
    if (named && at == verb + 1 && !str_in_words(does, words->items[verb].fold))
        return words->n;
    for (size_t i = at; str_in_words(be, words->items[verb].fold) && i < words->n; i++)
        if (str_is(words->items[i].fold, "of"))
            return behind_articles(words, i + 1);
    return at;
}

/* The term of a word, as a bit; 0: it is none, or the sources do not have it. */
static uint32_t term_at(const struct ranking *r, const struct word *word)
{
    /* "What is meant by …" */
    if (str_in_words(" meant mean ", word->fold))
        return 0;
    for (size_t t = 0; word_is_content(word) && t < r->asked.n; t++)
        if (str_eq(r->asked.items[t].text, word->text) && r->matches.best[t] > 0.99)
            return (uint32_t) 1 << t;
    return 0;
}

/* Where yes or no is asked, and where the question is about who asks ("How do I …"), the other words tell more. "Who was the
 * receiver": that is asked, not known. */
uint32_t answer_subject(struct answer *a, const struct ranking *r, const struct question *q)
{
    struct words words = { 0 };

    if (!language_is_english(q->language) || q->kind == QUESTION_YES_NO || q->kind == QUESTION_WHO ||
        q->kind == QUESTION_COMPARE)
        return 0;
    words_of(a->arena, q->text, q->language, &words);
    size_t at = subject_of(&words);
    uint32_t found = at < words.n ? term_at(r, &words.items[at]) : 0;
    /* "How much stack space does a program get": what is measured tells as much. */
    for (size_t i = 0; found && q->kind == QUESTION_HOW_MANY && i < at; i++)
        found |= asking_is_empty(q->language, words.items[i].fold) ? 0 : term_at(r, &words.items[i]);
    return found;
}

bool answer_lacks_subject(struct answer *a, const struct ranking *r, size_t sentence)
{
    size_t passage = a->passages.sentences[sentence].passage;
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;

    return r->subject && !(rank_terms_in(a->arena, r, passage_text(&a->passages, passage), language) & r->subject) &&
           !(rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, passage), language) & r->subject);
}

bool answer_lacks_measured(struct answer *a, const struct ranking *r, size_t sentence)
{
    size_t passage = a->passages.sentences[sentence].passage;
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    ptrdiff_t of = str_find(r->question->text, str(" of "), 0);
    struct words words = { 0 };
    uint32_t measured = 0;

    if (r->question->kind != QUESTION_HOW_MANY || of < 0 || !language_is_english(r->question->language))
        return false;
    words_of(a->arena, str_sub(r->question->text, 0, (size_t) of), r->question->language, &words);
    for (size_t i = 0; i < words.n; i++)
        if (!asking_is_empty(r->question->language, words.items[i].fold) &&
            !unit_of(words.items[i].text, words.items[i].fold))
            measured |= term_at(r, &words.items[i]);
    return measured && !(rank_terms_in(a->arena, r, passage_text(&a->passages, passage), language) & measured) &&
           !(rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, passage), language) & measured);
}

static int64_t superlative_value(struct answer *a, const struct question *q, struct str text,
                                 const struct language *language)
{
    struct words words = { 0 };

    if (q->superlative == SUPERLATIVE_NONE)
        return 0;
    words_of(a->arena, text, language, &words);
    return wording_is_superlative(&words, (enum superlative) q->superlative) ? SUPERLATIVE : 0;
}

/* "Why batteries age, and how long they last": the title asks with the very words of the question. */
static int64_t asks_alike(struct answer *a, const struct question *q, struct str title)
{
    struct words words = { 0 };

    words_of(a->arena, q->text, q->language, &words);
    if (words.n < 2 || words.items[0].start)
        return 1;
    struct str opening = str_sub(q->text, 0, word_end(&words.items[1]));
    return str_contains_nocase(title, str_z(a->arena, opening)) ? 2 : 1;
}

/* The title or a heading names the thing: what is asked of it has to stand in the sentence. A figure of the kind asked for
 * stands for the word that names it ("cost", "how long"). */
int64_t answer_aspect(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    const struct passage_sentence *at = &a->passages.sentences[sentence];
    const struct passage_source *s = &a->passages.sources[sentence_source(a, sentence)];
    struct str text = passage_sentence_text(&a->passages, sentence);
    uint32_t above = rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, at->passage), s->language);
    uint32_t said = rank_terms_in(a->arena, r, text, s->language);
    bool figure = question_asks_figure(q) && answer_has_measure(a, q, text);
    double wanted = 0, had = 0, subject = 0;
    bool all = true; /* but the measure stands above */

    /* Facts alone: of how and why the heading says more than a sentence. */
    if (q->definition || q->list || q->several || q->event ||
        (q->kind != QUESTION_WHAT && q->kind != QUESTION_WHO && q->kind != QUESTION_WHEN && q->kind != QUESTION_WHERE &&
         q->kind != QUESTION_HOW_MANY))
        return 0;
    for (size_t t = 0; t < r->asked.n; t++) {
        bool measure = question_asks_figure(q) &&
                       (r->asked.items[t].weight < 1 ||
                        measure_kind(q->language, str_lower_ascii(a->arena, r->asked.items[t].text)) >= 0 ||
                        unit_symbol(r->asked.items[t].text));
        bool has = said >> t & 1 || (measure && figure);

        if (above >> t & 1 && !measure)
            subject += r->weights[t];
        else {
            wanted += r->weights[t];
            had += has ? r->weights[t] : 0;
            all = all && measure;
        }
    }
    if (subject < 0.3 * r->total)
        return 0;
    if (all)
        return figure ? asks_alike(a, q, s->row->title) * TITLE_ASKS : 0;
    if (had > 0)
        return (int64_t) (ASPECT * had / wanted);
    return said && !(said & ~above) && !superlative_value(a, q, text, s->language) ? NO_ASPECT : 0;
}

/* The figure stands a few words from one of the question that the title does not say, not in another clause. */
static bool figure_near(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    const struct passage_source *s = &a->passages.sources[sentence_source(a, sentence)];
    struct str text = passage_sentence_text(&a->passages, sentence);
    struct numbers numbers = { 0 };

    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];
        size_t from = n->start > NEAR_BYTES ? n->start - NEAR_BYTES : 0;

        if ((int) n->kind != q->measure || (*q->units && !str_in_words(q->units, str(n->unit))))
            continue;
        while (from > 0 && from < n->start && text.data[from - 1] != ' ')
            from++;
        struct str before = str_sub(text, from, n->start);
        for (ptrdiff_t at; (at = str_find_char(before, ',', 0)) >= 0;)
            before = str_sub(before, (size_t) at + 1, before.len);
        uint32_t bits = rank_terms_in(a->arena, r, before, s->language);
        for (size_t t = 0; t < r->asked.n; t++)
            if (bits >> t & 1 && !r->asked.items[t].name && r->asked.items[t].weight >= 1)
                return true;
    }
    return false;
}

/* "~/.config/fish", "/etc/hosts" */
static bool has_path(struct str text)
{
    for (size_t i = 0; i + 2 < text.len; i++)
        if ((i == 0 || strchr(" (\"'", text.data[i - 1])) &&
            ((text.data[i] == '~' && text.data[i + 1] == '/') ||
             (text.data[i] == '/' && ((text.data[i + 1] | 32) >= 'a' && (text.data[i + 1] | 32) <= 'z'))))
            return true;
    return false;
}

/* "near Elsfleth", "in Lower Saxony": a place that the question does not name. */
static bool names_place(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 };

    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    for (size_t i = 0; i + 1 < words.n; i++)
        if (str_in_words(" in near at on outside between im bei en près à cerca ", words.items[i].fold) &&
            (words.items[i + 1].flags & WORD_CAPITAL) && !wording_is_month(words.items[i + 1].fold) &&
            !rank_terms_in(a->arena, r, words.items[i + 1].text, language))
            return true;
    return false;
}

/* Does the sentence, or one of those that follow it in its passage, give a reason? */
static bool reason_near(struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;

    for (size_t i = 0; i <= REASON_NEAR && sentence + i < a->passages.sentences_n && s[i].passage == s->passage; i++) {
        struct words words = { 0 };

        words_of(a->arena, passage_sentence_text(&a->passages, sentence + i), language, &words);
        if (wording_gives_reason(language, &words))
            return true;
    }
    return false;
}

static bool is_new_name(struct answer *a, const struct ranking *r, const struct words *words, size_t at,
                        const struct language *language)
{
    return at < words->n && (words->items[at].flags & WORD_CAPITAL) && word_is_content(&words->items[at]) &&
           !rank_terms_in(a->arena, r, words->items[at].text, language);
}

/* "The owner is Neoen", "delivered by Tesla", "Iberdrola owns": a name right beside what is asked of somebody. */
static bool tells_who(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 };

    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    for (size_t i = 0; i < words.n; i++) {
        uint32_t bits = word_is_content(&words.items[i]) ? rank_terms_in(a->arena, r, words.items[i].text, language)
                                                         : 0;
        bool asked = false;

        for (size_t t = 0; t < r->asked.n; t++)
            asked = asked || (bits >> t & 1 && !r->asked.items[t].name);
        if (!asked)
            continue;
        if ((i && is_new_name(a, r, &words, i - 1, language)) ||
            (i + 1 < words.n &&
             str_in_words(" is was are were by ist war von est par es por ", words.items[i + 1].fold) &&
             is_new_name(a, r, &words, i + 2, language)))
            return true;
    }
    return false;
}

/* "Is X Y?": a sentence that says "X is Y" or "X is not Y" decides; "does X have Y", "X does not have Y". The subject is the
 * first word that the question asks about; one of the others, a verb, may be worded otherwise. */
bool answer_decides(const struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    static const char be[] = " is are was were isn't aren't ist sind war es son est sont ";
    static const char all[] =
        " is are was were do does did don't doesn't can cannot can't could will won't has have had "
        "should must may kann wird hat darf puede tiene peut ";
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 }, asked = { 0 };

    words_of(a->arena, q->text, q->language, &asked);
    if (q->kind != QUESTION_YES_NO || r->asked.n < 2 || !asked.n)
        return false;
    bool copula = str_in_words(be, asked.items[0].fold);
    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    for (size_t i = 0; i + 2 < words.n; i++) {
        if (!(rank_terms_in(a->arena, r, words.items[i].text, language) & 1))
            continue;
        struct str next = words.items[i + 1].fold;
        size_t end = i + 2 + DECIDING_WORDS < words.n ? i + 2 + DECIDING_WORDS : words.n;
        struct str rest = str_sub(passage_sentence_text(&a->passages, sentence), words.items[i + 1].start,
                                  word_end(&words.items[end - 1]));
        uint32_t others = (r->asked.n >= 32 ? UINT32_MAX : ((uint32_t) 1 << r->asked.n) - 1) &
                          ~(uint32_t) (r->asked.n > 2 && !copula ? 3 : 1);
        bool verb = str_in_words(copula ? be : all, next) ||
                    (!copula && rank_terms_in(a->arena, r, next, language) & 2);

        if (verb && (rank_terms_in(a->arena, r, rest, language) & others) == others)
            return true;
    }
    return false;
}

/* Where, when, who: a thing of that kind is in the sentence. */
static int64_t kind_value(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    struct kinds kinds;

    if (q->kind == QUESTION_WHERE)
        return has_path(text) ? PLACE : names_place(a, r, sentence) ? NAMED_PLACE : 0;
    if (q->kind == QUESTION_WHY)
        return (a->passages.sentences[sentence].kind == TEXT_ROW ? ROW_WHY : 0) +
               (reason_near(a, sentence) ? 0 : NO_REASON);
    if (q->definition && a->passages.sentences[sentence].kind == TEXT_ROW)
        return ROW_DEFINITION;
    if ((q->kind != QUESTION_WHEN && q->kind != QUESTION_WHO && !q->event) || !language_is_english(q->language))
        return 0;
    kinds_of(a->arena, text, a->passages.sources[sentence_source(a, sentence)].language, &r->asked, &kinds);
    if (q->event)
        return kinds.date ? HAPPENED : 0;
    if (q->kind == QUESTION_WHEN)
        return kinds.date || !q->past ? 0 : NO_DATE;
    return (kinds.person || kinds.capital ? 0 : NO_NAME) + (tells_who(a, r, sentence) ? WHO_IT_IS : 0);
}

void answer_kind_value(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence,
                       int64_t *rules)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    bool near = question_asks_figure(q) && q->measure >= 0 && figure_near(a, r, q, sentence);

    rules[RULE_KIND] = kind_value(a, r, q, sentence);
    rules[RULE_DECIDES] = answer_decides(a, r, q, sentence) ? DECIDES : 0;
    if (question_asks_figure(q) && q->measure >= 0 && answer_states_figure(a, r, q, sentence))
        rules[RULE_NEAR] = FIGURE_STATED;
    else
        rules[RULE_NEAR] = near ? FIGURE_NEAR : 0;
    rules[RULE_SUPERLATIVE] = superlative_value(a, q, passage_sentence_text(&a->passages, sentence), language);
}
