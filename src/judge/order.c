/* What came first: "she went to Boston before she attended the school", where the source dates the one 1911 and the other 1902. Each side of "before" and
 * "after" is dated by the year that the source says of most of its words, or by its own. */
#include "judge/binding_internal.h"

enum { WORDS_LEAST = 2 };

/* The years of one side: from the first to the last that it may be. */
struct dated {
    const struct figure *figure;
    double first, last;
};

/* The claim's words [from, to) but those of the title. */
static struct term_set words_of(const struct binding *b, size_t from, size_t to)
{
    const struct terms *claim = b->input->claim;
    struct term_set ret = { 0 };

    for (size_t i = from; i < to; i++)
        if (claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) && !term_set_has(&b->heading, i))
            term_set_add(&ret, i);
    return ret;
}

static bool has_name(const struct binding *b, struct term_set words)
{
    for (size_t i = 1; i < b->input->claim->n; i++)
        if (term_set_has(&words, i) && term_is_name(&b->input->claim->items[i]))
            return true;
    return false;
}

/* The words of the claim that are said of the figure in its own sentence, not by "it". */
static struct term_set said_beside(const struct binding *b, const struct figure *f)
{
    const struct terms *claim = b->input->claim, *s = &b->input->passage.sentences[f->sentence];
    struct term_set ret = { 0 };

    for (size_t i = 0; i < claim->n; i++)
        if (term_set_has(&f->words, i) && terms_have_word(s, &claim->items[i]))
            term_set_add(&ret, i);
    return ret;
}

/* The year that is said of these words and not of the others; false: none, or two. */
static bool date_of(const struct binding *b, struct term_set words, struct term_set others, struct dated *ret)
{
    size_t most = 0;

    *ret = (struct dated){ 0 };
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        struct term_set said = said_beside(b, f), mine = term_set_both(words, said),
                        not_mine = term_set_both(others, said);
        size_t n = term_set_count(mine);

        if (f->number.kind != NUMBER_DATE || !f->number.has_year || f->cell || n <= term_set_count(not_mine) ||
            (n < WORDS_LEAST && !has_name(b, mine)))
            continue;
        if (n == most && f->number.low != ret->first)
            ret->figure = NULL;
        if (n > most) {
            most = n;
            *ret = (struct dated){ f, f->number.low, f->number.high };
        }
    }
    return ret->figure != NULL;
}

/* A year that the claim itself says of the side. */
static bool own_date(const struct binding *b, size_t from, size_t to, struct dated *ret)
{
    for (size_t i = 0; i < b->mine.n; i++) {
        const struct figure *f = &b->mine.items[i];
        size_t at = (size_t) (f->term - b->input->claim->items);

        if (f->number.kind == NUMBER_DATE && f->number.has_year && at >= from && at < to) {
            *ret = (struct dated){ f, f->number.low, f->number.high };
            return true;
        }
    }
    return false;
}

static bool has_verb(const struct terms *claim, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (term_looks_like_verb(&claim->items[i]))
            return true;
    return false;
}

static void find_order(struct binding *b, size_t at, bool before)
{
    const struct terms *claim = b->input->claim;
    struct term_set left = words_of(b, 0, at), right = words_of(b, at + 1, claim->n);
    struct dated x, y;

    if (!has_verb(claim, 0, at) || !date_of(b, left, right, &x))
        return;
    if (!own_date(b, at + 1, claim->n, &y) && (!has_verb(claim, at + 1, claim->n) || !date_of(b, right, left, &y)))
        return;
    bool own = y.figure >= b->mine.items && y.figure < b->mine.items + b->mine.n;
    if (before ? x.first > y.last : x.last < y.first)
        binding_add(b, CLASH_ORDER, claim->items[at].text, x.figure,
                    str_format(b->scratch,
                               own ? "the source dates it %.*s, which is not %s %.*s"
                                   : "the source dates the one %.*s, which is not %s the other, %.*s",
                               STR_ARG(x.figure->text), before ? "before" : "after", STR_ARG(y.figure->text)));
}

bool order_is_needed(const struct terms *claim)
{
    for (size_t i = 1; i + 2 < claim->n; i++)
        if (term_is_one_of(&claim->items[i], "before after"))
            return true;
    return false;
}

void order_clashes(struct binding *b)
{
    const struct terms *claim = b->input->claim;

    for (size_t i = 1; i + 2 < claim->n; i++) {
        bool counted = claim->items[i - 1].kind == TERM_NUMBER ||
                       term_is_one_of(&claim->items[i - 1], "year years months shortly long");

        if (term_is_one_of(&claim->items[i], "before after") && !counted && claim->items[i + 1].kind != TERM_NUMBER)
            find_order(b, i, term_is(&claim->items[i], "before"));
    }
}
