/* "The sources disagree": two independent works that give another value for the same quantity of the same subject at the
 * same time. Rather nothing than a disagreement that is none. */
#include "extractive/answer.h"

#include "judge/conflict.h"
#include "text/numbers.h"

enum { COMPARED_MOST = 40, SHOWN_MOST = 2 };

/* The year a sentence speaks of; 0: it names none. */
static int64_t year_named(const struct answer *a, size_t sentence)
{
    struct numbers numbers = { 0 };

    numbers_of(a->arena, passage_sentence_text(&a->passages, sentence), &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_DATE && numbers.items[i].has_year)
            return (int64_t) numbers.items[i].low;
    return 0;
}

/* A figure may change from year to year: works of different years need not disagree. */
static bool same_time(const struct answer *a, size_t x, size_t y)
{
    int64_t named[2] = { year_named(a, x), year_named(a, y) }, written[2] = { 0 };
    const size_t sentences[2] = { x, y };

    if (named[0] || named[1])
        return named[0] == named[1];
    for (size_t i = 0; i < 2; i++)
        str_to_int(str_sub(a->passages.sources[sentence_source(a, sentences[i])].row->date, 0, 4), &written[i]);
    return !written[0] || !written[1] || written[0] == written[1];
}

static bool holds_words(const struct words *all, const struct words *some)
{
    for (size_t i = 0; i < some->n; i++)
        if (word_is_content(&some->items[i]) && !(some->items[i].flags & WORD_NUMBER) &&
            !words_have_stem(all, some->items[i].stem))
            return false;
    return true;
}

/* Where the figure of a sentence ends, if it has one of its kind and unit; 0: it has none, or several, and nobody knows
 * which of them the other sentence speaks against. */
static size_t figure_end(const struct answer *a, size_t sentence, bool dates)
{
    struct numbers numbers = { 0 };
    size_t end = 0;

    numbers_of(a->arena, passage_sentence_text(&a->passages, sentence), &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];

        if ((n->kind == NUMBER_DATE) != dates)
            continue;
        for (size_t k = 0; k < i; k++)
            if (numbers.items[k].kind == n->kind && strcmp(numbers.items[k].unit, n->unit) == 0)
                return 0;
        end = n->end;
    }
    return end;
}

/* What leads to the figure of each stands in the other: "storage of heat" is not "storage of power". */
static bool same_subject(const struct answer *a, size_t x, size_t y, bool dates)
{
    const size_t sentences[2] = { x, y };
    struct words words[2] = { 0 }, heads[2] = { 0 };

    for (size_t i = 0; i < 2; i++) {
        const struct language *language = a->passages.sources[sentence_source(a, sentences[i])].language;
        struct str text = passage_sentence_text(&a->passages, sentences[i]);
        size_t end = figure_end(a, sentences[i], dates);

        if (!end)
            return false;
        words_of(a->arena, text, language, &words[i]);
        words_of(a->arena, str_sub(text, 0, end), language, &heads[i]);
    }
    return holds_words(&words[0], &heads[1]) && holds_words(&words[1], &heads[0]);
}

static size_t collect(const struct answer *a, struct str *texts, size_t *works, size_t *sentences)
{
    const struct ranking *r = &a->ranking;
    size_t n = 0;

    for (size_t i = 0; i < r->n && n < COMPARED_MOST; i++) {
        const struct passage_sentence *s = &a->passages.sentences[r->pool[i].sentence];

        if (r->pool[i].cover < 0.5 * r->best_cover || s->kind == TEXT_ROW || s->kind == TEXT_CODE)
            continue;
        sentences[n] = r->pool[i].sentence;
        texts[n] = passage_sentence_text(&a->passages, r->pool[i].sentence);
        works[n] = a->cluster[sentence_source(a, r->pool[i].sentence)];
        n++;
    }
    return n;
}

void answer_disagreement(struct answer *a)
{
    struct str texts[COMPARED_MOST];
    size_t works[COMPARED_MOST], sentences[COMPARED_MOST], shown = 0;
    struct conflict *found;
    size_t n = collect(a, texts, works, sentences);

    n = conflicts_of(a->arena, texts, works, n, COMPARED_MOST, &found);
    for (size_t i = 0; i < n && shown < SHOWN_MOST; i++) {
        size_t x = sentences[found[i].a], y = sentences[found[i].b];

        bool dates = found[i].kind == CONFLICT_DATE;

        if (!same_subject(a, x, y, dates) || (!dates && (found[i].kind != CONFLICT_NUMBER || !same_time(a, x, y))))
            continue;
        if (!shown++)
            buf_format(&a->out, "\n\n## %s", a->wording->disagree);
        buf_add_z(&a->out, "\n\n- ");
        sentence_write(a, x, false);
        buf_add_z(&a->out, "\n- ");
        sentence_write(a, y, false);
    }
}
