/* Who won: "Ruddy won the regatta", where the source has "the first prize went to Teal, the second to Ruddy" or "Ruddy came third". */
#include "judge/attribution.h"

/* The name that the claim calls the winner: terms [*from, *to). */
static bool winner_of(const struct terms *claim, size_t *from, size_t *to)
{
    for (*from = 0; *from < claim->n && !term_is_name(&claim->items[*from]);)
        ++*from;
    for (*to = *from; *to < claim->n && term_is_name(&claim->items[*to]);)
        ++*to;
    return *to<claim->n && * to> * from && term_is_one_of(&claim->items[*to], "won wins");
}

static bool is_later_rank(const struct term *t)
{
    return t->kind == TERM_NUMBER && t->number->kind == NUMBER_ORDINAL && t->number->low >= 2;
}

/* Where the name stands in the sentence; n: nowhere, or twice. */
static size_t place_of(const struct terms *s, const struct term *name, size_t n)
{
    size_t ret = s->n;

    for (size_t i = 0; i + n <= s->n; i++) {
        size_t same = 0;

        while (same < n && str_eq(s->items[i + same].text, name[same].text))
            same++;
        if (same == n && ret < s->n)
            return s->n;
        ret = same == n ? i : ret;
    }
    return ret;
}

/* The terms [*from, *to) that give the name at [at, end) a later rank. */
static bool ranks_later(const struct terms *s, size_t at, size_t end, size_t *from, size_t *to)
{
    enum { REACH = 3 };
    const struct term *t = s->items;

    *from = at;
    *to = end;
    if (end + 1 < s->n && term_is_one_of(&t[end], "came finished ranked placed was") && is_later_rank(&t[end + 1])) {
        *to = end + 2;
        return true;
    }
    if (at < 2 || !term_is(&t[at - 1], "to"))
        return false;
    for (size_t i = at - 1; i > 0 && at - i <= REACH && t[i].kind != TERM_MARK; i--)
        if (is_later_rank(&t[i])) {
            *from = i;
            return true;
        }
    return false;
}

/* Has the sentence a word of what was won? */
static bool speaks_of_it(const struct terms *claim, size_t from, const struct terms *s)
{
    for (size_t i = from; i < claim->n; i++)
        if (claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) &&
            terms_have_word(s, &claim->items[i]))
            return true;
    return false;
}

void winner_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;
    size_t from, to, first, end;

    if (!winner_of(claim, &from, &to) || terms_any(claim->items, claim->n, GRAMMAR_NEGATION) ||
        terms_any(&claim->items[to], claim->n - to, GRAMMAR_PRIVATIVE))
        return;
    for (size_t i = to; i < claim->n; i++)
        if (claim->items[i].kind == TERM_NUMBER) /* "won the second prize", "won it in 2021" */
            return;
    for (size_t s = 0; s < input->passage.n; s++) {
        const struct terms *sentence = &input->passage.sentences[s];
        size_t at = place_of(sentence, &claim->items[from], to - from);

        if (at == sentence->n || !speaks_of_it(claim, to + 1, sentence) ||
            !ranks_later(sentence, at, at + to - from, &first, &end))
            continue;
        const struct term *name = &claim->items[from], *last = &sentence->items[end - 1];
        struct str said = str_n(sentence->items[first].text.data,
                                (size_t) (last->text.data + last->text.len - sentence->items[first].text.data));
        attribution_add(ret, name->text, said, s, str_format(scratch, "the source says \"%.*s\"", STR_ARG(said)));
        return;
    }
}
