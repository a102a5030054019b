/* Where a figure that the claim has stands in the passage: beside another one of several names, only planned, as an end of a change that the claim tells as
 * the change or as the other end, behind an opposite noun. */
#include <math.h>

#include "judge/binding_internal.h"

enum { NAMED_LEAST = 500 /* thousandths of the words about a figure that the source's figure must have */ };

/* A capital letter inside a sentence, here or in the passage, makes a name. */
bool binding_is_name(const struct binding *b, const struct term *t)
{
    if (t->kind != TERM_WORD || !t->capital || t->start)
        return t->kind == TERM_WORD && t->capital;
    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 0; i < b->input->passage.sentences[s].n; i++) {
            const struct term *e = &b->input->passage.sentences[s].items[i];

            if (e->kind == TERM_WORD && e->capital && e->start && str_eq(e->stem, t->stem))
                return true;
        }
    return false;
}

/* --- a figure of another one of several names --- */

/* Are the two names parts of one list in the passage: "in Denmark and Norway"? */
static bool are_siblings(const struct proof_context *passage, const struct term *a, const struct term *b)
{
    for (size_t s = 0; s < passage->n; s++) {
        const struct terms *t = &passage->sentences[s];
        size_t first = t->n;

        for (size_t i = 0; i < t->n; i++) {
            bool is_a = str_eq(t->items[i].stem, a->stem), is_b = str_eq(t->items[i].stem, b->stem);

            if ((is_a || is_b) && first < t->n && !str_eq(t->items[first].stem, t->items[i].stem))
                return true;
            if (is_a || is_b)
                first = i;
            else if (t->items[i].kind != TERM_MARK ? !term_is_one_of(&t->items[i], "and or the in")
                                                   : t->items[i].mark != ',')
                first = t->n;
        }
    }
    return false;
}

/* A name that the source's figure is said of and the claim does not have, while the claim has its sibling. */
static const struct term *other_sibling(const struct binding *b, const struct figure *mine, const struct figure *theirs,
                                        const struct term **ret_said)
{
    const struct terms *claim = b->input->claim, *s = &b->input->passage.sentences[theirs->sentence];
    struct stretches r;

    size_t at = (size_t) (theirs->term - s->items), from = at, to = at;

    stretch_read(b->scratch, s, false, &r);
    stretch_read_multiples(b->scratch, &r);
    while (from > 0 && term_parts(r.t, from - 1, at) < 4)
        from--;
    while (to < r.n && term_parts(r.t, to, r.n) < 4)
        to++;
    const struct terms clause = { .items = s->items + from, .n = to - from };
    stretch_bind(&r, at);
    for (size_t c = 0; c < claim->n; c++) {
        if (!term_set_has(&mine->words, c) || !binding_is_name(b, &claim->items[c]) ||
            terms_have_word(&clause, &claim->items[c]))
            continue;
        for (size_t i = from; i < to; i++)
            if (r.belongs[i] && term_is_name(&r.t[i]) && r.t[i].start && !terms_have_word(claim, &r.t[i]) &&
                are_siblings(&b->input->passage, &claim->items[c], &r.t[i])) {
                *ret_said = &claim->items[c];
                return &r.t[i];
            }
    }
    return NULL;
}

static void find_sibling(struct binding *b, const struct figure *mine)
{
    const struct figure *same = NULL;
    const struct term *said, *other;

    for (size_t i = 0; i < b->theirs.n; i++)
        if (binding_has_value(mine, &b->theirs.items[i])) {
            if (same || b->theirs.items[i].cell)
                return;
            same = &b->theirs.items[i];
        }
    if (!same || binding_is_listed_count(mine) || same->sentence >= b->input->passage.n ||
        !(other = other_sibling(b, mine, same, &said)))
        return;
    binding_add(b, CLASH_NAME, said->text, same,
                str_format(b->scratch, "the source gives %.*s for %.*s, not for %.*s", STR_ARG(same->text),
                           STR_ARG(other->text), STR_ARG(said->text)));
}

/* "Had demanded 12 per cent more", "our goal is 1,700 megawatt-hours": the very value, of which nothing else is known than that somebody
 * wants it; what it is said of need not be told in the same words. */
static bool is_wish(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    const struct terms *s = &b->input->passage.sentences[theirs->sentence];

    if (mine->number.kind == NUMBER_COUNT || mine->number.at_least || mine->number.at_most || theirs->cell ||
        !binding_is_same(mine, theirs))
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (term_is_one_of(&s->items[i],
                           "demand demands demanded goal goals target targets forecast forecasts predicts "
                           "predicted proposed aims hopes"))
            return true;
    return false;
}

/* A figure that the source gives only as planned, told as a fact. */
static void find_planned(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    const struct figure *planned = NULL;

    if (mine->number.kind == NUMBER_DATE || binding_is_listed_count(mine) ||
        figures_speak_of_plans(claim->items, claim->n))
        return;
    for (size_t i = 0; i < b->theirs.n; i++)
        if (binding_has_value(mine, &b->theirs.items[i])) {
            planned = &b->theirs.items[i];
            if (!planned->planned ||
                (binding_named_of(b, mine->words, &planned->words) < NAMED_LEAST && !is_wish(b, mine, planned)))
                return;
        }
    if (planned)
        binding_add(
            b, CLASH_POLARITY, mine->text, planned,
            str_format(b->scratch, "the source gives %.*s only as planned or expected", STR_ARG(planned->text)));
}

/* "From 22 to 14 minutes": one term or two. */
static bool is_from_to(const struct binding *b, const struct figure *x, const struct figure *y)
{
    const struct terms *s = &b->input->passage.sentences[x->sentence];
    size_t at = (size_t) (x->term - s->items);

    return at && term_is(&s->items[at - 1], "from") &&
           (x->term == y->term || (y->term == x->term + 2 && term_is(x->term + 1, "to")));
}

/* "By 14 minutes", where the source has "from 22 to 14 minutes": an end is no difference. */
static void find_end(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    size_t at = (size_t) (mine->term - claim->items);

    if (!at || !term_is(&claim->items[at - 1], "by"))
        return;
    for (size_t i = 0; i + 1 < b->theirs.n; i++) {
        const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[i + 1];
        const struct terms *s = &b->input->passage.sentences[x->sentence];
        size_t from = (size_t) (x->term - s->items);

        if (x->sentence == y->sentence && (binding_is_same(mine, x) || binding_is_same(mine, y)) && from &&
            !(fabs(fabs(x->number.low - y->number.low) - mine->number.low) <= mine->number.rounding) &&
            term_is(&s->items[from - 1], "from") && y->term == x->term + 2 && term_is(x->term + 1, "to") &&
            binding_named_of(b, mine->words, &x->words) >= NAMED_LEAST)
            binding_add(b, binding_kind_of(mine), mine->text, y,
                        str_format(b->scratch, "%.*s does not follow from what the source gives: from %.*s to %.*s",
                                   STR_ARG(mine->text), STR_ARG(x->text), STR_ARG(y->text)));
    }
}

/* "Rises to 520", where the source has "from 520 to 610". */
static void find_other_end(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    size_t at = (size_t) (mine->term - claim->items);
    bool to = at && term_is(&claim->items[at - 1], "to"), from = at && term_is(&claim->items[at - 1], "from");

    for (size_t i = 0; (to || from) && i + 1 < b->theirs.n; i++) {
        const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[i + 1], *other = to ? y : x;

        /* "About 200 to 1,000 metres" is read as a whole and by its ends, here as there. */
        bool one = str_eq(x->text, y->text) && str_eq(mine->text, x->text);

        if (x->cell || x->sentence != y->sentence || !figures_alike(&x->number, &y->number) || binding_is_same(x, y) ||
            one || !binding_is_same(mine, to ? x : y) || binding_named_of(b, mine->words, &x->words) < ABSENT_LEAST ||
            !is_from_to(b, x, y))
            continue;
        binding_add(b, binding_kind_of(mine), mine->text, other,
                    str_format(b->scratch, "the source says from %.*s to %.*s", STR_ARG(x->text), STR_ARG(y->text)));
        return;
    }
}

/* The noun of "a loss of 7 million"; NULL: none. */
static const struct term *head_of(const struct term *figure, const struct terms *s)
{
    size_t at = (size_t) (figure - s->items);

    return at > 1 && term_is(&s->items[at - 1], "of") && s->items[at - 2].kind == TERM_WORD ? &s->items[at - 2] : NULL;
}

/* "A loss of 1.1 million", where the source has "a profit of 1.1 million". */
static void find_head(struct binding *b, const struct figure *mine)
{
    const struct term *said = head_of(mine->term, b->input->claim), *other = NULL;
    const struct figure *figure = NULL;

    for (size_t i = 0; said && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (!binding_is_same(mine, f))
            continue;
        other = f->cell ? NULL : head_of(f->term, &b->input->passage.sentences[f->sentence]);
        if (!other || relation_rival(said, other) != RIVAL_OPPOSITE)
            return;
        figure = f;
    }
    if (figure)
        binding_add(
            b, CLASH_WORD, said->text, figure,
            str_format(b->scratch, "the source says \"%.*s of %.*s\"", STR_ARG(other->text), STR_ARG(figure->text)));
}

/* --- so many more --- */

static bool says_more(const struct terms *s, size_t at, size_t reach)
{
    static const char words[] = "more further additional another extra new other added";

    for (size_t i = at > 2 ? at - 2 : 0; i < at; i++)
        if (term_is_one_of(&s->items[i], words))
            return true;
    for (size_t i = at + 1; i < s->n && i <= at + reach && s->items[i].kind == TERM_WORD; i++)
        if (term_is_one_of(&s->items[i], words) && !(i + 1 < s->n && term_is(&s->items[i + 1], "than")))
            return true;
    return false;
}

/* "To have 50 employees", where the source has "has 74 employees and plans to hire 50 more". */
static void find_increment(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    const struct figure *more = NULL;

    for (size_t i = 0; i < claim->n; i++)
        if (term_is_one_of(&claim->items[i],
                           "more further additional another extra new other added hire hired increase"))
            return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (!binding_is_same(mine, f))
            continue;
        const struct terms *s = &b->input->passage.sentences[f->sentence];
        if (f->cell || f->over || !says_more(s, (size_t) (f->term - s->items), 1))
            return;
        more = f;
    }
    for (size_t i = 0; more && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (f->sentence == more->sentence && f != more && mine->noun.len && str_eq(f->noun, mine->noun) && !f->part &&
            !binding_is_same(mine, f)) {
            binding_add(
                b, binding_kind_of(mine), mine->text, f,
                str_format(b->scratch, "the source gives %.*s, and %.*s more", STR_ARG(f->text), STR_ARG(more->text)));
            return;
        }
    }
}

/* --- the earthquake of 1964 --- */

/* The noun of "the earthquake of 1997"; NULL: none. */
static const struct term *dated_noun(const struct terms *s, size_t at)
{
    return at > 1 && term_is(&s->items[at - 1], "of") && s->items[at - 2].kind == TERM_WORD &&
                   term_is_content(&s->items[at - 2]) &&
                   !term_is_one_of(&s->items[at - 2], "end beginning start spring summer autumn winter")
               ? &s->items[at - 2]
               : NULL;
}

/* "The earthquake of 1964", where the source has one of 1997 and says 1964 of something else. */
static void find_dated(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    const struct term *noun = dated_noun(claim, (size_t) (mine->term - claim->items));
    const struct figure *other = NULL;

    for (size_t i = 0; noun && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        const struct terms *s = &b->input->passage.sentences[f->sentence];

        if (f->number.kind != NUMBER_DATE || !f->number.has_year || f->cell)
            continue;
        const struct term *theirs = dated_noun(s, (size_t) (f->term - s->items));
        if (binding_has_value(mine, f) && terms_have_word(s, noun))
            return;
        if (theirs && str_eq(theirs->stem, noun->stem) && !binding_has_value(mine, f))
            other = f;
    }
    if (other && mine->number.has_year)
        binding_add(
            b, CLASH_DATE, mine->text, other,
            str_format(b->scratch, "the source has \"%.*s of %.*s\"", STR_ARG(noun->text), STR_ARG(other->text)));
}

void place_clashes(struct binding *b, const struct figure *mine)
{
    if (mine->number.kind == NUMBER_DATE)
        find_dated(b, mine);
    else
        find_increment(b, mine);
    find_sibling(b, mine);
    find_planned(b, mine);
    find_end(b, mine);
    find_other_end(b, mine);
    find_head(b, mine);
}
