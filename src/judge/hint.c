#include "judge/hint.h"

#include <math.h>

#include "judge/binding_internal.h"
#include "judge/idle.h"
#include "judge/number_match.h"
#include "text/utf8.h"

enum {
    NAMED_LEAST = 300, /* thousandths of the words about the claim's figure that are said of the source's */
    DATED_LEAST = 500,
    REPLACED_LEAST = 600,
    PAIRED_MOST = 16,   /* figures of a passage whose products are looked at */
    PREFIX_LETTERS = 4, /* "Kenyan" is named by "Kenya" */
    SHOWN_CHARACTERS = 140,
    ABOUT_LEAST = 24, /* bytes: less says nothing of where a figure stands */
};

/* --- a figure that the source does not have --- */

static bool heading_has(const struct binding *b, const struct figure *mine)
{
    return term_set_has(&b->heading, (size_t) (mine->term - b->input->claim->items));
}

/* "Six weeks" for "six months": the same number with another unit. */
static bool has_same_digits(const struct figure *a, const struct figure *b)
{
    struct str x = a->text, y = b->text, first, second;

    return str_next(&x, ' ', &first) && str_next(&y, ' ', &second) && str_eq_nocase(first, second);
}

/* Does the claim or the passage speak of two of something, or of half of it? */
static bool says_twice(const struct binding *b)
{
    static const char words[] =
        "twice double doubled doubles doubling both pair pairs two half halved halves each every "
        "per either together radius diameter across";

    for (size_t i = 0; i < b->input->claim->n; i++)
        if (term_is_one_of(&b->input->claim->items[i], words))
            return true;
    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 0; i < b->input->passage.sentences[s].n; i++)
            if (term_is_one_of(&b->input->passage.sentences[s].items[i], words))
                return true;
    return false;
}

/* Stands the number anywhere, as in the head of a table ("Pairs 2017"), where it is no figure? */
static bool is_written(const struct binding *b, const struct figure *mine)
{
    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 0; i < b->input->passage.sentences[s].n; i++) {
            const struct term *t = &b->input->passage.sentences[s].items[i];

            if (t->kind == TERM_NUMBER && number_match(&mine->number, t->number) == NUMBER_SAME)
                return true;
        }
    return false;
}

/* "10,900" where the source has "10,900 tonnes", "85 cents" for 0.85 euros; twice of something that there are two of, half of it; so
 * many times so much. */
static bool is_simple(const struct binding *b, const struct figure *mine)
{
    const struct number *n = &mine->number;
    static const double times[] = { 1, 100, 0.01, 2, 0.5 };
    size_t tried = says_twice(b) ? 5 : 3;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct number *theirs = &b->theirs.items[i].number;
        double a = theirs->low;

        if (has_same_digits(mine, &b->theirs.items[i]) && (*n->unit == 0 || *theirs->unit == 0))
            return true;
        for (size_t k = 0; k < tried; k++)
            if (fabs(a * times[k] - n->low) <= n->rounding)
                return true;
        for (size_t k = 0; k < b->theirs.n && b->theirs.n <= PAIRED_MOST; k++)
            if (fabs(a * b->theirs.items[k].number.low - n->low) <= n->rounding)
                return true;
    }
    return false;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

/* "75 minutes", where the passage gives 25 minutes for most of the words about it. */
static bool is_replaced(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *theirs = &b->theirs.items[i];

        if (figures_alike(&mine->number, &theirs->number) && !theirs->over && !theirs->whole &&
            number_match(&mine->number, &theirs->number) == NUMBER_DIFFERENT &&
            binding_named_of(b, mine->words, &theirs->words) >= REPLACED_LEAST)
            return true;
    }
    return false;
}

/* Exact figures alone: small counts may be of things that are listed, shares and spans of time are put in many ways. */
static bool is_exact(const struct binding *b, const struct figure *mine)
{
    const struct number *n = &mine->number;
    bool time = working_is_time(mine);
    bool other_unit = time && is_replaced(b, mine);

    for (size_t i = 0; i < b->theirs.n; i++)
        other_unit = other_unit || (has_same_digits(mine, &b->theirs.items[i]) && time);
    if ((n->at_least || n->at_most) && is_replaced(b, mine))
        return true;
    return isfinite(n->low) && !n->about && !n->at_least && !n->at_most && !binding_is_listed_count(mine) &&
           (time ? other_unit : has_digit(mine->text) || (n->kind == NUMBER_DATE && n->month && !n->has_year));
}

/* Is it neither given nor to be worked out in any way? */
static bool is_absent(const struct binding *b, const struct figure *mine)
{
    return is_exact(b, mine) && !binding_is_given(b, mine) && !is_written(b, mine) && !heading_has(b, mine) &&
           !working_may_hold(b, mine) && !working_is_shifted(b, mine) &&
           !figure_may_be_derived(&mine->number, DERIVED_ANYHOW, &b->theirs) &&
           !figure_may_be_derived(&mine->number, DERIVED_BY_DIFFERENCE, &b->theirs) && !is_simple(b, mine);
}

/* What the source gives in its place; NULL: nothing that could be named. */
static const struct figure *instead_of(const struct binding *b, const struct figure *mine)
{
    const struct figure *best = NULL;
    int most = NAMED_LEAST - 1;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *theirs = &b->theirs.items[i];
        int share = binding_named_of(b, mine->words, &theirs->words);

        if (!isfinite(theirs->number.low))
            continue;
        if (has_same_digits(mine, theirs) && theirs->number.kind != NUMBER_DATE)
            share += 1000;
        else if (!figures_alike(&mine->number, &theirs->number) || theirs->over ||
                 !binding_count_alike(b, mine, theirs) ||
                 number_match(&mine->number, &theirs->number) != NUMBER_DIFFERENT)
            continue;
        if (share > most) {
            most = share;
            best = theirs;
        }
    }
    return most >= (mine->number.kind == NUMBER_DATE ? DATED_LEAST : NAMED_LEAST) ? best : NULL;
}

/* As it is written inside a sentence: "seven" for "Seven". */
static struct str inner_text(const struct figure *f)
{
    return f->term->start == 0 && str_eq(f->text, f->term->text) ? f->term->fold : f->text;
}

static bool find_absent(const struct binding *b, struct arena *arena, struct hint *ret)
{
    for (size_t i = 0; i < b->mine.n; i++) {
        const struct figure *mine = &b->mine.items[i], *other;

        if (!is_absent(b, mine))
            continue;
        other = instead_of(b, mine);
        struct str said = inner_text(mine);
        struct str reason = other ? str_format(arena, "the passage gives %.*s, not %.*s", STR_ARG(inner_text(other)),
                                               STR_ARG(said))
                                  : str_format(arena, "the passage does not give %.*s", STR_ARG(said));
        if (reason_is_idle(reason))
            continue;
        ret->part = str_dup(arena, mine->text);
        ret->absent = true;
        ret->reason = reason;
        return true;
    }
    return false;
}

/* --- ordinals --- */

/* The ordinal that stands before the noun in the passage; NULL: none, or the claim's own does. */
static const struct term *ordinal_before(const struct binding *b, const struct term *own, const struct term *noun)
{
    const struct term *ret = NULL;

    for (size_t s = 0; s < b->input->passage.n; s++) {
        const struct terms *t = &b->input->passage.sentences[s];

        for (size_t i = 0; i + 1 < t->n; i++) {
            if (t->items[i].kind != TERM_NUMBER || t->items[i].number->kind != NUMBER_ORDINAL)
                continue;
            if (t->items[i].number->low == own->number->low)
                return NULL;
            if (t->items[i + 1].kind == TERM_WORD && str_eq(t->items[i + 1].stem, noun->stem))
                ret = &t->items[i];
        }
    }
    return ret;
}

/* "The eighth edition", where the passage speaks of the ninth. */
static bool find_ordinal(const struct binding *b, struct arena *arena, struct hint *ret)
{
    const struct terms *claim = b->input->claim;

    for (size_t i = 0; i + 1 < claim->n; i++) {
        const struct term *t = &claim->items[i], *noun = t + 1;
        bool is_one = t->kind == TERM_NUMBER && t->number->kind == NUMBER_ORDINAL && noun->kind == TERM_WORD &&
                      term_is_content(noun);
        const struct term *other = is_one ? ordinal_before(b, t, noun) : NULL;

        if (!other)
            continue;
        ret->part = str_dup(arena, t->text);
        ret->absent = true;
        ret->reason = str_format(arena, "the passage gives the %.*s %.*s, not the %.*s", STR_ARG(other->text),
                                 STR_ARG(noun->text), STR_ARG(t->text));
        return true;
    }
    return false;
}

/* --- names --- */

static bool is_like(const struct term *a, const struct term *b)
{
    return a->kind == TERM_WORD && b->kind == TERM_WORD &&
           (str_eq(a->stem, b->stem) ||
            (b->capital && a->fold.len >= PREFIX_LETTERS && b->fold.len >= PREFIX_LETTERS &&
             memcmp(a->fold.data, b->fold.data, PREFIX_LETTERS) == 0) ||
            relation_grade(a, b) > 0);
}

static bool has_name(const struct terms *text, const struct term *name)
{
    for (size_t i = 0; i < text->n; i++)
        if (is_like(name, &text->items[i]))
            return true;
    return false;
}

/* Has the passage the word with a capital letter inside a sentence? */
static bool is_capital_inside(const struct binding *b, const struct term *t)
{
    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 1; i < b->input->passage.sentences[s].n; i++)
            if (b->input->passage.sentences[s].items[i].capital &&
                str_eq(b->input->passage.sentences[s].items[i].text, t->text))
                return true;
    return false;
}

/* The first word of a sentence is a name where another one follows, or where the passage has it as one. */
static bool is_name(const struct binding *b, size_t at)
{
    const struct terms *claim = b->input->claim;
    const struct term *t = &claim->items[at];
    bool first = at == 0 || (claim->items[at - 1].kind == TERM_MARK && claim->items[at - 1].mark != ',');

    return term_is_name(t) && t->text.len > 2 &&
           (!first || (at + 1 < claim->n && term_is_name(&claim->items[at + 1])) || is_capital_inside(b, t));
}

/* The whole name that has the word: "Helga Brandt". */
static struct str whole_name(const struct terms *claim, size_t at)
{
    size_t from = at, to = at;

    while (from && term_is_name(&claim->items[from - 1]))
        from--;
    while (to + 1 < claim->n && term_is_name(&claim->items[to + 1]))
        to++;
    const char *start = claim->items[from].text.data, *end = claim->items[to].text.data + claim->items[to].text.len;
    return str_n(start, (size_t) (end - start));
}

/* Has the passage another part of the name? "Pryce" is Hannah Pryce. */
static bool has_part(const struct binding *b, size_t at)
{
    const struct terms *claim = b->input->claim;
    size_t from = at, to = at + 1;
    bool found = false;

    while (from && term_is_name(&claim->items[from - 1]))
        from--;
    while (to < claim->n && term_is_name(&claim->items[to]))
        to++;
    for (size_t i = from; i < to && !found; i++)
        for (size_t s = 0; !found && s < b->input->passage.n; s++)
            found = has_name(&b->input->passage.sentences[s], &claim->items[i]);
    return found;
}

/* Another nation in its place: "Sweden" as the first word of a claim, which any word may begin with a capital letter. */
static const struct term *nation_instead(const struct binding *b, const struct term *t)
{
    const struct term *ret = NULL;

    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 0; i < b->input->passage.sentences[s].n; i++) {
            const struct term *other = &b->input->passage.sentences[s].items[i];

            if (is_like(t, other))
                return NULL;
            if (other->kind == TERM_WORD && !ret && relation_rival(t, other) == RIVAL_NATION)
                ret = other;
        }
    return ret;
}

static bool find_nation(const struct binding *b, struct arena *arena, struct hint *ret)
{
    const struct term *first = b->input->claim->n ? &b->input->claim->items[0] : NULL,
                      *other = first && first->kind == TERM_WORD ? nation_instead(b, first) : NULL;

    if (!other)
        return false;
    ret->part = str_dup(arena, first->text);
    ret->absent = true;
    ret->reason = str_format(arena, "the passage does not name \"%.*s\"; it names \"%.*s\"", STR_ARG(first->text),
                             STR_ARG(other->text));
    return true;
}

static bool find_unnamed(const struct binding *b, struct arena *arena, struct hint *ret)
{
    const struct terms *claim = b->input->claim;

    for (size_t i = 0; i < claim->n; i++) {
        bool found = !is_name(b, i) || (b->input->heading && has_name(b->input->heading, &claim->items[i]));

        if (found || has_part(b, i))
            continue;
        ret->part = str_dup(arena, whole_name(claim, i));
        ret->absent = true;
        ret->reason = str_format(arena, "the passage does not name \"%.*s\"", STR_ARG(ret->part));
        return true;
    }
    return false;
}

/* --- where the source has what the claim has --- */

/* Where the passage has the value, as the words about it say; NULL: nowhere. */
static const struct figure *place_of(const struct binding *b, const struct figure *mine, int *ret_share)
{
    const struct figure *best = NULL;

    *ret_share = -1;
    for (size_t k = 0; k < b->theirs.n; k++) {
        const struct figure *theirs = &b->theirs.items[k];
        int share = binding_named_of(b, mine->words, &theirs->words);

        if (number_match(&mine->number, &theirs->number) == NUMBER_SAME && share > *ret_share &&
            fabs(theirs->number.low - mine->number.low) <= mine->number.rounding) {
            *ret_share = share;
            best = theirs;
        }
    }
    return best;
}

/* "Aggregates; 198.7; 190.2": the cells of a row without its bars. */
static struct str row_text(struct arena *arena, struct str row)
{
    struct str cells = str_sub(row, row.data[0] == '|', row.len - (row.len > 1 && row.data[row.len - 1] == '|'));

    return str_replace(arena, str_trim(cells), str(" | "), str("; "));
}

static struct str sentence_text(struct arena *arena, const struct binding *b, size_t at)
{
    const struct terms *t = &b->input->passage.sentences[at];
    const char *start = t->items[0].text.data, *end = t->items[t->n - 1].text.data + t->items[t->n - 1].text.len;

    struct str text = str_n(start, (size_t) (end - start));
    return utf8_cut_words(arena, figures_is_row(t) ? row_text(arena, text) : text, SHOWN_CHARACTERS);
}

static struct str where_it_stands(struct arena *arena, const struct binding *b, const struct figure *f)
{
    bool named = f->cell && f->about.len && !str_eq(f->about, f->text); /* the first cell of a row names only itself */
    bool enough = f->about.len >= ABOUT_LEAST || named || f->sentence >= b->input->passage.n;

    return enough ? utf8_cut_words(arena, f->about, SHOWN_CHARACTERS) : sentence_text(arena, b, f->sentence);
}

static bool claim_has(const struct binding *b, const struct figure *theirs)
{
    for (size_t k = 0; k < b->mine.n; k++)
        if (binding_has_value(&b->mine.items[k], theirs))
            return true;
    return false;
}

/* Another figure of the same kind that has more of the words about the claim's, and that the claim does not have; NULL: none. */
static const struct figure *other_for(const struct binding *b, const struct figure *mine, int share)
{
    const struct figure *best = NULL;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        int own = binding_named_of(b, mine->words, &f->words);
        bool taken = claim_has(b, f);

        if (own <= share || taken || f->whole || f->over || !isfinite(f->number.low) ||
            !figures_alike(&mine->number, &f->number) || !binding_count_alike(b, mine, f))
            continue;
        share = own;
        best = f;
    }
    return best;
}

/* Is the value nowhere in the passage, and does it follow from nothing in it? */
static bool is_elsewhere(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        if (binding_has_value(mine, &b->theirs.items[i]))
            return false;
    return isfinite(mine->number.low) && !mine->number.about && !is_written(b, mine) &&
           (mine->number.kind == NUMBER_DATE || (!working_may_hold(b, mine) && !is_simple(b, mine))) &&
           !heading_has(b, mine) && !mine->over && !working_is_shifted(b, mine) &&
           !figure_may_be_derived(&mine->number, DERIVED_ANYHOW, &b->theirs) &&
           !figure_may_be_derived(&mine->number, DERIVED_BY_DIFFERENCE, &b->theirs);
}

/* Counts of the same thing, days of the year and spans of time, and of the rest what is said of the same words. */
static bool may_be_compared(const struct figure *mine, const struct figure *theirs, int share)
{
    bool when = mine->number.kind == NUMBER_DATE || working_is_time(mine);

    if (mine->number.kind == NUMBER_COUNT)
        return mine->noun.len && str_eq(mine->noun, theirs->noun) && share >= NAMED_LEAST;
    return when || share >= REPLACED_LEAST;
}

/* A figure of the same kind for the words about the claim's, which the claim does not have; NULL: none, or two of them are as near. */
static const struct figure *same_kind(const struct binding *b, const struct figure *mine)
{
    const struct figure *best = NULL;
    int most = -1;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        int share = binding_named_of(b, mine->words, &f->words);
        bool taken = claim_has(b, f);

        if (taken || f->over || f->whole || !isfinite(f->number.low) || !figures_alike(&mine->number, &f->number) ||
            mine->number.has_year != f->number.has_year || !mine->number.month != !f->number.month ||
            number_match(&mine->number, &f->number) != NUMBER_DIFFERENT || share < most ||
            !may_be_compared(mine, f, share))
            continue;
        best = share > most ? f : NULL;
        most = share;
    }
    return best;
}

/* "The passage gives nine days, the claim ten days": small counts, spans of time and days, which may be put in many ways. */
static bool find_unlike(const struct binding *b, struct arena *arena, struct hint *ret)
{
    for (size_t i = 0; i < b->mine.n; i++) {
        const struct figure *mine = &b->mine.items[i], *theirs = is_elsewhere(b, mine) ? same_kind(b, mine) : NULL;

        if (!theirs || theirs->sentence >= b->input->passage.n)
            continue;
        ret->part = str_dup(arena, mine->text);
        ret->reason = str_format(arena, "the passage gives %.*s, the claim %.*s: \"%.*s\"", STR_ARG(theirs->text),
                                 STR_ARG(mine->text), STR_ARG(where_it_stands(arena, b, theirs)));
        return true;
    }
    return false;
}

/* The claim's figure that the words about it bind least, and where the passage has it; and the figure that it has more of those words
 * for. Dates and small counts only where there is no other. */
static bool find_figure(const struct binding *b, struct arena *arena, struct hint *ret)
{
    const struct figure *least = NULL, *place = NULL;
    int lowest = 2001, named = 0;

    for (size_t i = 0; i < b->mine.n; i++) {
        const struct figure *mine = &b->mine.items[i];
        int own, share;
        const struct figure *found = place_of(b, mine, &own);

        share = own + (mine->number.kind == NUMBER_DATE || binding_is_listed_count(mine) ? 1000 : 0);
        if (!found || share >= lowest)
            continue;
        lowest = share;
        named = own;
        least = mine;
        place = found;
    }
    if (!place)
        return false;
    const struct figure *other = other_for(b, least, named);
    struct str about = where_it_stands(arena, b, place);
    ret->part = str_dup(arena, least->text);
    ret->reason = other ? str_format(arena, "the passage has %.*s here: \"%.*s\", and %.*s here: \"%.*s\"",
                                     STR_ARG(ret->part), STR_ARG(about), STR_ARG(other->text),
                                     STR_ARG(where_it_stands(arena, b, other)))
                        : str_format(arena, "the passage has %.*s here: \"%.*s\"", STR_ARG(ret->part), STR_ARG(about));
    return true;
}

/* The sentence that shares most with the claim, among those with the name; SIZE_MAX: none. Names count more than other words. */
static size_t nearest(const struct binding *b, const struct term *name)
{
    const struct terms *claim = b->input->claim;
    size_t best = SIZE_MAX, most = 0;

    for (size_t s = 0; s < b->input->passage.n; s++) {
        const struct terms *sentence = &b->input->passage.sentences[s];
        size_t shared = 0;

        for (size_t i = 0; i < claim->n; i++)
            if (term_is_content(&claim->items[i]) && has_name(sentence, &claim->items[i]))
                shared += is_name(b, i) ? 3 : 1;
        if (shared > most && sentence->n && (!name || has_name(sentence, name))) {
            most = shared;
            best = s;
        }
    }
    return best;
}

static void find_sentence(const struct binding *b, struct arena *arena, bool names, struct hint *ret)
{
    const struct terms *claim = b->input->claim;
    size_t at = SIZE_MAX, name = 0;

    for (; names && at == SIZE_MAX && name < claim->n; name++)
        if (is_name(b, name))
            at = nearest(b, &claim->items[name]);
    if (at != SIZE_MAX) {
        ret->part = str_dup(arena, whole_name(claim, name - 1));
        ret->reason = str_format(arena, "the passage names %.*s here: \"%.*s\"", STR_ARG(ret->part),
                                 STR_ARG(sentence_text(arena, b, at)));
    } else if ((at = nearest(b, NULL)) != SIZE_MAX) {
        ret->reason = str_format(arena, "the passage comes nearest to it here: \"%.*s\"",
                                 STR_ARG(sentence_text(arena, b, at)));
    }
}

void hint_find(struct arena *arena, struct arena *scratch, const struct binding_input *input, bool names,
               struct hint *ret)
{
    struct binding b = { .scratch = scratch, .input = input };

    *ret = (struct hint){ .part = str(""), .reason = str("nothing in the passage speaks of it") };
    figures_of_claim(scratch, input->claim, &b.mine);
    figures_of_passage(scratch, input->claim, &input->passage, &b.theirs);
    if (input->heading)
        b.heading = figures_words_in(scratch, input->claim, input->heading);
    working_mark_words(&b);
    if (!find_absent(&b, arena, ret) && !find_ordinal(&b, arena, ret) &&
        !(names && (find_unnamed(&b, arena, ret) || find_nation(&b, arena, ret))) && !find_unlike(&b, arena, ret) &&
        !find_figure(&b, arena, ret))
        find_sentence(&b, arena, names, ret);
}
