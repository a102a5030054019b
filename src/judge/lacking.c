/* What a claim has and its passage has not: the reason that is told where nothing is proved and nothing clashes. */
#include "judge/judge_work.h"

#include "judge/number_match.h"
#include "judge/relation.h"
#include "text/language.h"

bool judge_has_term(const struct terms *sentence, const struct term *c)
{
    for (size_t k = 0; k < sentence->n; k++) {
        const struct term *e = &sentence->items[k];

        if (e->kind == c->kind &&
            (c->kind == TERM_NUMBER ? relation_grade(c, e) > 0 : c->hash == e->hash && str_eq(c->stem, e->stem)))
            return true;
    }
    return false;
}

struct proof_context judge_context(const struct judge_work *w)
{
    return (struct proof_context){ w->sentences, w->n + (w->passage->heading.len > 0) };
}

struct pair judge_pair(const struct judge_work *w, const struct proof_context *context, size_t at)
{
    const struct terms *e = &w->sentences[w->best[at].sentence];

    return (struct pair){ w->claim.items, w->claim.n, e->items, e->n, context };
}

/* "£61,000" and 61,000 in a cell, "8.9 kg" and 8.9, whose unit stands at the head of the column or row. */
static bool is_without_unit(const struct term *claim, const struct number *cell)
{
    return *claim->number->unit && cell->kind == NUMBER_COUNT &&
           (claim->number->low == cell->low || number_written(claim->text) == cell->low);
}

/* Does the passage have the term? Of a number a value that is close is enough. */
static bool is_in_passage(const struct judge_work *w, const struct term *c)
{
    for (size_t i = 0; i < w->n + (w->passage->heading.len > 0); i++) {
        const struct terms *s = &w->sentences[i];

        if (judge_has_term(s, c))
            return true;
        bool row = i < w->n && str_starts(w->passage->sentences[i], "|");
        for (size_t k = 0; k < s->n && c->kind == TERM_NUMBER; k++)
            if (s->items[k].kind == TERM_NUMBER && (number_match(c->number, s->items[k].number) == NUMBER_CLOSE ||
                                                    (row && is_without_unit(c, s->items[k].number))))
                return true;
    }
    return false;
}

/* Is a part of the passage in a language that code does not read? */
static bool is_foreign(const struct judge_work *w)
{
    enum { LOOKED_AT_MAX = 200 };

    for (size_t i = 0; i < w->n && i < LOOKED_AT_MAX; i++) {
        const char *code = language_code(language_guess(w->passage->sentences[i]));

        if (*code && strcmp(code, "en") != 0)
            return true;
    }
    return false;
}

/* Every language has it in digits: "1987", "2.3 million"; small numbers may be words. */
static bool is_written_alike(const struct term *c)
{
    size_t digits = 0;

    for (size_t i = 0; i < c->text.len; i++)
        digits += c->text.data[i] >= '0' && c->text.data[i] <= '9';
    return digits > 2 || (digits && c->number->low >= 1000);
}

/* Another word for it: "acquired" for "bought". */
static bool has_alike(const struct judge_work *w, const struct term *c)
{
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < w->sentences[i].n; k++)
            if (relation_grade(c, &w->sentences[i].items[k]) || relation_grade(&w->sentences[i].items[k], c))
                return true;
    return false;
}

/* The words of the nearest sentence in the place of one word of the claim, where nothing else parts the two: "acquired" for "bought". */
struct str judge_other_words(struct judge_work *w)
{
    struct proof_context context = judge_context(w);
    struct lay lay = { 0 };
    size_t at = 0, k = 0, unmatched = 0;

    if (w->best_n == 0)
        return str("");
    struct pair pair = judge_pair(w, &context, 0);
    lay_claim(w->scratch, &pair, NULL, &lay);
    for (size_t i = 0; i < pair.cn; i++) {
        while (k < lay.n && lay.items[k].claim < i)
            k++;
        if ((k < lay.n && lay.items[k].claim == i) || term_in(&pair.c[i], GRAMMAR_INSERTABLE))
            continue;
        unmatched++;
        at = i;
    }
    const struct term *c = &pair.c[at];
    if (unmatched != 1 || c->kind != TERM_WORD || !term_is_content(c) || c->capital)
        return str("");
    for (k = 0; k < lay.n && lay.items[k].claim < at; k++)
        ;
    if (k == 0 || k == lay.n || lay.items[k].source != lay.items[k - 1].source + 2)
        return str("");
    const struct term *e = &pair.e[lay.items[k].source - 1];
    if (e->kind != TERM_WORD || !term_is_content(e) || e->capital)
        return str("");
    return str_format(
        w->arena, "the source says \"%.*s\" where the claim says \"%.*s\"; code cannot tell whether that is the same",
        STR_ARG(e->text), STR_ARG(c->text));
}

/* What a person would look for and not find: a number first, then a name, then another word. */
struct str judge_missing(struct judge_work *w)
{
    const struct term *found = NULL;
    int best = 0;

    for (size_t i = 0; i < w->claim.n; i++) {
        const struct term *c = &w->claim.items[i];
        int weight = c->kind == TERM_NUMBER ? 3 : c->capital && i > 0 ? 2 : 1;

        if (!term_is_content(c) || weight <= best || (c->kind == TERM_NUMBER && c->number->kind == NUMBER_ORDINAL) ||
            term_is(c, "according") || is_in_passage(w, c) || has_alike(w, c))
            continue;
        best = weight;
        found = c;
    }
    if (!found)
        return str("");
    if (!(best == 3 && is_written_alike(found)) && is_foreign(w))
        return str("the source is not in English, at least in part, and code cannot compare it with the claim");
    return best == 3 ? str_format(w->arena, "the source does not give %.*s",
                                  STR_ARG(found->start == 0 ? found->fold : found->text))
                     : str_format(w->arena, "the source does not mention \"%.*s\"", STR_ARG(found->text));
}
