#include "judge/binding_internal.h"

#include <math.h>

#include "judge/number_match.h"
#include "text/lexicon.h"

enum {
    NAMED_LEAST = 500,   /* thousandths of the words about a figure that the source's figure must have */
    CELL_WORDS = 2,      /* … or, of a cell, so many of its row and column */
    COUNTED_LEAST = 500, /* … where the passage counts that thing once */
};

void binding_add(struct binding *b, enum clash_kind kind, struct str claim, const struct figure *source,
                 struct str reason)
{
    clashes_add(b->out, &(struct clash){ .kind = kind,
                                         .claim = claim,
                                         .source = kind == CLASH_DIRECTION ? source->about : source->term->text,
                                         .sentence = source->sentence,
                                         .reason = reason });
}

enum clash_kind binding_kind_of(const struct figure *f)
{
    return f->number.kind == NUMBER_DATE ? CLASH_DATE : CLASH_NUMBER;
}

static bool is_same(const struct figure *mine, const struct figure *theirs)
{
    return number_match(&mine->number, &theirs->number) == NUMBER_SAME;
}

static bool has_value(const struct figure *mine, const struct figure *theirs)
{
    enum number_match match = number_match(&mine->number, &theirs->number);

    if (match == NUMBER_SAME || match == NUMBER_CLOSE)
        return true;
    /* an end of a range, or the whole of one that was read as two values */
    return figures_alike(&mine->number, &theirs->number) && theirs->number.high > theirs->number.low &&
           (mine->number.low == theirs->number.low || mine->number.low == theirs->number.high ||
            mine->number.high == theirs->number.high);
}

bool binding_is_listed_count(const struct figure *f)
{
    return f->number.kind == NUMBER_COUNT && f->number.low <= SMALL_COUNT && f->number.low == floor(f->number.low);
}

/* Has the sentence of the figure the claim's value, too? */
static bool stands_beside(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        if (b->theirs.items[i].sentence == theirs->sentence && has_value(mine, &b->theirs.items[i]))
            return true;
    return false;
}

/* May the two be about the same thing, by what they count? */
bool binding_count_alike(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    if (mine->number.kind != NUMBER_COUNT || theirs->cell)
        return true;
    if (mine->noun.len == 0 || theirs->noun.len == 0)
        return mine->noun.len + theirs->noun.len > 0 || stands_beside(b, mine, theirs);
    if (str_eq(mine->noun, theirs->noun))
        return true;
    /* "Employees" where the source counts people: only where it counts no employees. */
    for (size_t i = 0; i < b->theirs.n; i++)
        if (str_eq(mine->noun, b->theirs.items[i].noun))
            return false;
    return !binding_is_listed_count(mine) && !binding_is_listed_count(theirs);
}

/* Thousandths of the words about the claim's figure that are said of the source's. */
int binding_named_of(const struct binding *b, struct term_set about, const struct term_set *words)
{
    about = term_set_without(about, b->light);
    size_t n = term_set_count(about);

    return n ? (int) (term_set_count(term_set_both(about, term_set_either(*words, b->heading))) * 1000 / n) : 0;
}

static int named(const struct binding *b, const struct figure *mine, const struct term_set *words)
{
    return binding_named_of(b, mine->words, words);
}

/* The claim's words about its figure that the source says of `a` and not of `than`. */
static struct term_set told_apart(const struct binding *b, const struct figure *mine, const struct figure *a,
                                  const struct figure *than)
{
    struct term_set only = term_set_without(term_set_without(a->words, than->words), b->heading);

    return term_set_both(term_set_without(mine->words, b->light), only);
}

/* A capital letter inside a sentence, here or in the passage, makes a name. */
static bool is_name(const struct binding *b, const struct term *t)
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

static bool has_stem(const struct terms *t, const struct term *word)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->items[i].kind == TERM_WORD && str_eq(t->items[i].stem, word->stem))
            return true;
    return false;
}

/* Is a name or a number among them? */
static bool has_strong(const struct binding *b, struct term_set words)
{
    for (size_t i = 0; i < b->input->claim->n; i++)
        if (term_set_has(&words, i) &&
            (b->input->claim->items[i].kind == TERM_NUMBER || is_name(b, &b->input->claim->items[i])))
            return true;
    return false;
}

/* Does the source say of `rival` what the claim says of its figure, and nothing of that of `same`, which has the claim's value? */
static bool is_exchanged(const struct binding *b, const struct figure *mine, const struct figure *same,
                         const struct figure *rival)
{
    struct term_set wanted = told_apart(b, mine, rival, same);
    bool together = rival->sentence == same->sentence || (rival->cell && same->cell);

    if (same->bare || term_set_count(wanted) == 0 || term_set_count(told_apart(b, mine, same, rival)))
        return false;
    return together || has_strong(b, wanted);
}

static bool is_rival(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    return number_match(&mine->number, &theirs->number) == NUMBER_DIFFERENT && !has_value(mine, theirs) &&
           binding_count_alike(b, mine, theirs) && mine->number.has_year == theirs->number.has_year &&
           (named(b, mine, &theirs->words) >= NAMED_LEAST ||
            (theirs->cell && term_set_count(term_set_both(mine->words, theirs->words)) >= CELL_WORDS));
}

enum { NOT_GIVEN, NEARLY_GIVEN, GIVEN };

static int given(const struct binding *b, const struct figure *mine)
{
    int ret = NOT_GIVEN;

    for (size_t i = 0; i < b->theirs.n && ret != GIVEN; i++)
        if (is_same(mine, &b->theirs.items[i]))
            ret = GIVEN;
        else if (has_value(mine, &b->theirs.items[i]))
            ret = NEARLY_GIVEN;
    return ret;
}

/* The figure that the passage gives for what the claim names, where each one with the claim's value is told of something else. */
static const struct figure *find_rival(const struct binding *b, const struct figure *mine,
                                       const struct figure **ret_same)
{
    bool exact = given(b, mine) == GIVEN;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *rival = &b->theirs.items[i];
        bool clashes = is_rival(b, mine, rival);

        for (size_t k = 0; clashes && k < b->theirs.n; k++)
            if (exact ? is_same(mine, &b->theirs.items[k]) : has_value(mine, &b->theirs.items[k])) {
                *ret_same = &b->theirs.items[k];
                clashes = is_exchanged(b, mine, *ret_same, rival);
            }
        if (clashes)
            return rival;
    }
    return NULL;
}

static void find_exchanged(struct binding *b, const struct figure *mine)
{
    const struct figure *same = NULL, *rival = find_rival(b, mine, &same);

    if (!rival || !same)
        return;
    struct str given = rival->term->kind == TERM_WORD ? str("the rest") : rival->term->text, said = mine->term->text;
    struct str reason = same->about.len
                            ? str_format(b->scratch,
                                         "the source gives %.*s, not %.*s, which it gives for something else: \"%.*s\"",
                                         STR_ARG(given), STR_ARG(said), STR_ARG(same->about))
                            : str_format(b->scratch,
                                         "the source gives %.*s, not %.*s, which it gives for something else",
                                         STR_ARG(given), STR_ARG(said));
    binding_add(b, binding_kind_of(mine), said, rival, reason);
}

/* --- figures that the passage does not have --- */

static bool is_taken(const struct binding *b, const struct figure *theirs)
{
    for (size_t i = 0; i < b->mine.n; i++)
        if (has_value(&b->mine.items[i], theirs))
            return true;
    return false;
}

static bool has_alike(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        if (figures_alike(&mine->number, &b->theirs.items[i].number))
            return true;
    return false;
}

/* "7 March 2022" and "7 May 2022", "14 June 2021" and "14 June 2022". */
static bool nearly_same_day(const struct number *a, const struct number *b)
{
    return a->kind == NUMBER_DATE && a->day && a->day == b->day && a->has_year && b->has_year &&
           (a->month == b->month || a->low == b->low);
}

/* Is it the only figure for a noun that the claim has? */
static bool counts_alone(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    bool has = str_eq(mine->noun, theirs->noun);

    if (theirs->noun.len == 0 || binding_is_listed_count(mine) != binding_is_listed_count(theirs))
        return false;
    for (size_t i = 0; i < b->input->claim->n; i++)
        has = has || (term_set_has(&mine->words, i) && str_eq(b->input->claim->items[i].stem, theirs->noun));
    for (size_t i = 0; i < b->theirs.n; i++)
        if (&b->theirs.items[i] != theirs && str_eq(b->theirs.items[i].noun, theirs->noun))
            return false;
    return has;
}

static void find_absent(struct binding *b, const struct figure *mine)
{
    const struct figure *best = NULL;
    int most = ABSENT_LEAST - 1;

    if (working_of(b, mine) != DERIVED_ANYHOW || (working_is_years(mine) && !has_alike(b, mine))) {
        working_find_wrong_sum(b, mine);
        return;
    }
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *theirs = &b->theirs.items[i];
        int share = named(b, mine, &theirs->words);

        if (share < ABSENT_LEAST && (counts_alone(b, mine, theirs) || nearly_same_day(&mine->number, &theirs->number)))
            share += ABSENT_LEAST - COUNTED_LEAST;
        if (share <= most || !figures_alike(&mine->number, &theirs->number) ||
            (binding_is_listed_count(theirs) && !binding_is_listed_count(mine)) ||
            number_match(&mine->number, &theirs->number) != NUMBER_DIFFERENT || !binding_count_alike(b, mine, theirs) ||
            is_taken(b, theirs) ||
            (binding_is_listed_count(mine) && !(mine->noun.len && str_eq(mine->noun, theirs->noun))))
            continue;
        most = share;
        best = theirs;
    }
    if (best)
        binding_add(b, binding_kind_of(mine), mine->term->text, best,
                    str_format(b->scratch, "the source gives %s%.*s, not %.*s",
                               best->term->kind == TERM_WORD ? "the " : "", STR_ARG(best->term->text),
                               STR_ARG(mine->term->text)));
}

/* A figure with the claim's value that is said to have gone the other way. */
static void find_direction(struct binding *b, const struct figure *mine)
{
    const struct figure *other = NULL;
    const struct terms *claim = b->input->claim;
    const struct term *word = NULL;
    int direction = 0;

    for (size_t i = 0; i < claim->n; i++)
        if (term_set_has(&mine->words, i) && lexicon_direction(claim->items[i].stem)) {
            direction += lexicon_direction(claim->items[i].stem);
            word = &claim->items[i];
        }
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *theirs = &b->theirs.items[i];

        if (!is_same(mine, theirs))
            continue;
        if ((theirs->direction < 0) != (direction > 0) || theirs->direction == 0 ||
            named(b, mine, &theirs->words) < NAMED_LEAST)
            return;
        other = theirs;
    }
    if (!other || direction == 0 || term_set_count(mine->words) < 2 || mine->number.kind == NUMBER_DATE)
        return;
    binding_add(b, CLASH_DIRECTION, word->text, other,
                str_format(b->scratch, "the source has it the other way: \"%.*s\"", STR_ARG(other->about)));
}

/* --- spans of time --- */

/* A span of time: one figure, "1996 to 2004", or two, "between March 2017 and August 2019". */
struct time_span {
    struct figure ends[2];
};

static bool span_at(const struct figures *list, size_t i, struct time_span *ret)
{
    const struct figure *f = &list->items[i], *next = i + 1 < list->n ? &list->items[i + 1] : NULL;

    if (f->number.kind != NUMBER_DATE || f->term->kind != TERM_NUMBER)
        return false;
    ret->ends[0] = ret->ends[1] = *f;
    if (f->number.high > f->number.low) {
        ret->ends[0].number.high = f->number.low;
        ret->ends[1].number.low = f->number.high;
        return true;
    }
    if (!next || next->sentence != f->sentence || next->number.kind != NUMBER_DATE || next->term != f->term + 2)
        return false;
    ret->ends[1] = *next;
    return f->term[1].kind == TERM_MARK ? f->term[1].mark == '-' : term_is_one_of(&f->term[1], "to and until");
}

/* One end is the source's, the other is not. */
static void find_spans(struct binding *b)
{
    struct time_span mine, theirs;

    for (size_t i = 0; i < b->mine.n; i++)
        for (size_t k = 0; span_at(&b->mine, i, &mine) && k < b->theirs.n; k++) {
            if (!span_at(&b->theirs, k, &theirs))
                continue;
            bool first = is_same(&mine.ends[0], &theirs.ends[0]), second = is_same(&mine.ends[1], &theirs.ends[1]);
            if (first == second || given(b, &mine.ends[first]) != NOT_GIVEN)
                continue;
            const struct figure *said = &mine.ends[first], *other = &theirs.ends[first];
            binding_add(b, CLASH_DATE, said->term->text, other,
                        str_format(b->scratch, "the source says %.*s, not %.*s", STR_ARG(other->term->text),
                                   STR_ARG(said->term->text)));
        }
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
    while (from > 0 && term_parts(r.t, from - 1, at) < 4)
        from--;
    while (to < r.n && term_parts(r.t, to, r.n) < 4)
        to++;
    const struct terms clause = { .items = s->items + from, .n = to - from };
    stretch_bind(&r, at);
    for (size_t c = 0; c < claim->n; c++) {
        if (!term_set_has(&mine->words, c) || !is_name(b, &claim->items[c]) || has_stem(&clause, &claim->items[c]))
            continue;
        for (size_t i = from; i < to; i++)
            if (r.belongs[i] && term_is_name(&r.t[i]) && r.t[i].start && !has_stem(claim, &r.t[i]) &&
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
        if (has_value(mine, &b->theirs.items[i])) {
            if (same || b->theirs.items[i].cell)
                return;
            same = &b->theirs.items[i];
        }
    if (!same || binding_is_listed_count(mine) || same->sentence >= b->input->passage.n ||
        !(other = other_sibling(b, mine, same, &said)))
        return;
    binding_add(b, CLASH_NAME, said->text, same,
                str_format(b->scratch, "the source gives %.*s for %.*s, not for %.*s", STR_ARG(same->term->text),
                           STR_ARG(other->text), STR_ARG(said->text)));
}

/* A figure that the source gives only as planned, told as a fact. */
static void find_planned(struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    const struct figure *planned = NULL;

    if (mine->number.kind == NUMBER_DATE || figures_speak_of_plans(claim->items, claim->n))
        return;
    for (size_t i = 0; i < b->theirs.n; i++)
        if (has_value(mine, &b->theirs.items[i])) {
            planned = &b->theirs.items[i];
            if (!planned->planned || named(b, mine, &planned->words) < NAMED_LEAST)
                return;
        }
    if (planned)
        binding_add(
            b, CLASH_POLARITY, mine->term->text, planned,
            str_format(b->scratch, "the source gives %.*s only as planned or expected", STR_ARG(planned->term->text)));
}

static bool has_uncertain(const struct proof_context *passage)
{
    for (size_t s = 0; s < passage->n; s++)
        for (size_t i = 0; i < passage->sentences[s].n; i++)
            if (passage->sentences[s].items[i].uncertain)
                return true;
    return false;
}

static void find_clash(struct binding *b, const struct figure *mine, bool uncertain)
{
    int state = given(b, mine);
    bool derived = state != GIVEN && working_may_hold(b, mine);

    if (state != NOT_GIVEN && !derived) {
        find_exchanged(b, mine);
        find_direction(b, mine);
        find_sibling(b, mine);
        find_planned(b, mine);
    } else if (!derived && !uncertain) {
        find_absent(b, mine);
    }
}

void binding_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    struct binding b = { .out = ret, .scratch = scratch, .input = input };
    const struct terms *claim = input->claim;
    bool uncertain = has_uncertain(&input->passage);

    figures_of_claim(scratch, claim, &b.mine);
    if (b.mine.n == 0 && !working_has_ratio(claim))
        return;
    figures_of_passage(scratch, claim, &input->passage, &b.theirs);
    working_drop_derived(&b);
    if (terms_any(claim->items, claim->n, GRAMMAR_NEGATION))
        return;
    if (input->heading)
        b.heading = figures_words_in(scratch, claim, input->heading);
    working_mark_words(&b);
    for (size_t i = 0; i < b.mine.n; i++)
        find_clash(&b, &b.mine.items[i], uncertain);
    find_spans(&b);
    working_find_ratios(&b);
}
