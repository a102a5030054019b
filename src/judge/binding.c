#include "judge/binding_internal.h"

#include <math.h>

#include "judge/number_match.h"
#include "text/lexicon.h"

enum {
    NAMED_LEAST = 500,   /* thousandths of the words about a figure that the source's figure must have */
    CELL_WORDS = 2,      /* … or, of a cell, so many of its row and column */
    SHARE_LEAST = 800,   /* … for "a third", "one in four" */
    TOLD_AHEAD = 2,      /* words that speak for the other figure, above those that speak for this one */
    COUNTED_LEAST = 500, /* … where the passage counts that thing once */
};

void binding_add(struct binding *b, enum clash_kind kind, struct str claim, const struct figure *source,
                 struct str reason)
{
    clashes_add(b->out, &(struct clash){ .kind = kind,
                                         .claim = claim,
                                         .source = kind == CLASH_DIRECTION ? source->about : source->text,
                                         .sentence = source->sentence,
                                         .reason = reason });
}

enum clash_kind binding_kind_of(const struct figure *f)
{
    return f->number.kind == NUMBER_DATE ? CLASH_DATE : CLASH_NUMBER;
}

bool binding_is_same(const struct figure *mine, const struct figure *theirs)
{
    return number_match(&mine->number, &theirs->number) == NUMBER_SAME;
}

bool binding_has_value(const struct figure *mine, const struct figure *theirs)
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
        if (b->theirs.items[i].sentence == theirs->sentence && binding_has_value(mine, &b->theirs.items[i]))
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
    struct term_set only = term_set_without(a->words, than->words);

    if (!a->cell || !than->cell) /* a row may bear the name of the page */
        only = term_set_without(only, b->heading);

    return term_set_both(term_set_without(mine->words, b->light), only);
}

/* Is a name or a number among them? */
static bool has_strong(const struct binding *b, struct term_set words)
{
    for (size_t i = 0; i < b->input->claim->n; i++)
        if (term_set_has(&words, i) &&
            (b->input->claim->items[i].kind == TERM_NUMBER || binding_is_name(b, &b->input->claim->items[i])))
            return true;
    return false;
}

/* "Closed in 1969 and abandoned in 1981": is the claim's verb among the words? */
static bool has_verb(const struct binding *b, struct term_set words)
{
    for (size_t i = 0; i < b->input->claim->n; i++)
        if (term_looks_like_verb(&b->input->claim->items[i]) && term_is_content(&b->input->claim->items[i]))
            return term_set_has(&words, i);
    return false;
}

/* Speaks the claim of a part itself: "310 of the people", "310 are apprentices"? */
static bool says_part(const struct binding *b)
{
    for (size_t i = 0; i < b->input->claim->n; i++)
        if (term_is_one_of(&b->input->claim->items[i], "of among which whom"))
            return true;
    return false;
}

/* "19 at level 4", where 19 were at another level: the words of the rival have the claim's label, those of `same` its head alone. */
static bool has_other_label(const struct binding *b, struct term_set wanted, const struct figure *same)
{
    const struct terms *claim = b->input->claim;

    for (size_t c = 1; c < claim->n; c++)
        if (term_set_has(&wanted, c) && term_is_label(claim->items, claim->n, c) && term_set_has(&same->words, c - 1))
            return true;
    return false;
}

/* Does the source say of `rival` what the claim says of its figure, and nothing of that of `same`, which has the claim's value? */
static bool is_exchanged(const struct binding *b, const struct figure *mine, const struct figure *same,
                         const struct figure *rival)
{
    struct term_set wanted = told_apart(b, mine, rival, same);
    bool together = rival->sentence == same->sentence || (rival->cell && same->cell);

    /* "It cost 420 pounds, 60 less than budgeted": it did not cost 60. */
    if (same->over && together && working_of(b, mine) == DERIVED_ANYHOW && !rival->over)
        return named(b, mine, &rival->words) >= ABSENT_LEAST;
    /* "2,150 people, 310 of them apprentices": they are not 310. */
    if (same->part && together && !rival->part && !says_part(b) && !binding_is_listed_count(mine) &&
        (mine->number.kind != NUMBER_COUNT || str_eq(mine->noun, rival->noun)))
        return named(b, mine, &rival->words) >= ABSENT_LEAST;
    /* "They keep three quarters. Two thirds had been proposed." */
    if (same->planned && !rival->planned && named(b, mine, &rival->words) >= ABSENT_LEAST &&
        !figures_speak_of_plans(b->input->claim->items, b->input->claim->n) && term_set_count(wanted))
        return true;
    if (same->bare || term_set_count(wanted) == 0)
        return false;
    if (together && has_other_label(b, wanted, same))
        return true;
    if (same->cell && same->column == 0 && mine->number.kind != NUMBER_DATE) /* "Time for 18 grams" names a row */
        return false;
    if (rival->sentence == same->sentence && !rival->cell && mine->number.kind != NUMBER_DATE &&
        term_set_count(wanted) >= term_set_count(told_apart(b, mine, same, rival)) + 1 &&
        term_set_count(wanted) >= TOLD_AHEAD)
        return true;
    if (term_set_count(told_apart(b, mine, same, rival)))
        return mine->number.kind == NUMBER_DATE && rival->sentence == same->sentence && has_verb(b, wanted) &&
               !has_verb(b, told_apart(b, mine, same, rival));
    bool next = !rival->cell && !same->cell && mine->number.kind != NUMBER_DATE &&
                (rival->sentence + 1 == same->sentence || same->sentence + 1 == rival->sentence);
    return together || has_strong(b, wanted) || (next && term_set_count(wanted) >= TOLD_AHEAD);
}

static bool is_rival(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    bool other = isnan(theirs->number.low) ? !figure_may_be_rest(&mine->number, theirs, &b->theirs)
                 : working_is_time(mine) && working_is_time(theirs)
                     ? !binding_is_same(mine, theirs) /* three months and six days */
                     : number_match(&mine->number, &theirs->number) == NUMBER_DIFFERENT;

    return other && !binding_has_value(mine, theirs) && !theirs->whole && theirs->over == 0 &&
           (mine->multiple || !theirs->multiple) && /* "twice as likely (15%)": no share of what 15 % are of */
           binding_count_alike(b, mine, theirs) && mine->number.has_year == theirs->number.has_year &&
           (named(b, mine, &theirs->words) >= NAMED_LEAST ||
            (theirs->cell && term_set_count(term_set_both(mine->words, theirs->words)) >= CELL_WORDS));
}

enum { NOT_GIVEN, NEARLY_GIVEN, GIVEN };

static int given(const struct binding *b, const struct figure *mine)
{
    int ret = NOT_GIVEN;

    for (size_t i = 0; i < b->theirs.n && ret != GIVEN; i++)
        if (binding_is_same(mine, &b->theirs.items[i]))
            ret = GIVEN;
        else if (binding_has_value(mine, &b->theirs.items[i]))
            ret = NEARLY_GIVEN;
    return ret;
}

bool binding_is_given(const struct binding *b, const struct figure *mine) { return given(b, mine) != NOT_GIVEN; }

/* "It had been given as 9.8 per cent; the correct figure is 8.9 per cent": of the same thing, in place of what stands before. */
static bool corrects(const struct figure *theirs)
{
    static const char *const openings[] = { "the correct ",  "the corrected ", "the right ",
                                            "correctly ",    "der richtige ",  "die richtige ",
                                            "das richtige ", "richtig ist ",   NULL };

    for (const char *const *opening = openings; *opening; opening++)
        if (str_starts_nocase(theirs->about, *opening))
            return true;
    return false;
}

/* The figure that the passage gives for what the claim names, where each one with the claim's value is told of something else. */
static const struct figure *find_rival(const struct binding *b, const struct figure *mine,
                                       const struct figure **ret_same)
{
    bool exact = given(b, mine) == GIVEN;
    const struct figure *best = NULL;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *rival = &b->theirs.items[i], *same = NULL;
        bool clashes = is_rival(b, mine, rival);

        for (size_t k = 0; clashes && k < b->theirs.n; k++)
            if (exact ? binding_is_same(mine, &b->theirs.items[k]) : binding_has_value(mine, &b->theirs.items[k])) {
                same = &b->theirs.items[k];
                clashes = !corrects(same) && is_exchanged(b, mine, same, rival);
            }
        if (!clashes || !same || (best && named(b, mine, &rival->words) <= named(b, mine, &best->words)))
            continue;
        best = rival;
        *ret_same = same;
    }
    return best;
}

/* "Up to 8 kg of synthetics": where the source has "up to 8 kg" of cotton, 3.5 kg are no part of it. */
static struct figure without_bound(const struct binding *b, const struct figure *mine)
{
    struct figure ret = *mine;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct number *n = &b->theirs.items[i].number;

        if ((mine->number.at_most || mine->number.at_least) && n->at_most == mine->number.at_most &&
            n->at_least == mine->number.at_least && n->low == mine->number.low)
            ret.number.at_most = ret.number.at_least = false;
    }
    return ret;
}

/* A value that the claim gives itself must be given to something else there, too. */
static bool is_mutual(const struct binding *b, const struct figure *rival)
{
    const struct figure *same = NULL;

    for (size_t i = 0; i < b->mine.n; i++) {
        struct figure mine = without_bound(b, &b->mine.items[i]);

        bool exclusive = mine.number.kind == NUMBER_MEASURE || mine.number.kind == NUMBER_DATE;
        if (binding_is_same(&mine, rival) && exclusive && !find_rival(b, &mine, &same))
            return false;
    }
    return true;
}

/* "Between October 2023 and March 2024": two ends that stand together. */
static bool are_ends(const struct figure *x, const struct figure *y)
{
    const struct term *first = x->term < y->term ? x->term : y->term;

    return x->sentence == y->sentence && !x->cell && !y->cell && (x->term == y->term + 2 || y->term == x->term + 2) &&
           (first[1].kind == TERM_MARK ? first[1].mark == '-' : term_is_one_of(&first[1], "and to until"));
}

/* Are the two ends of one span in the claim, too? What stands behind the second one is said of both. */
static bool is_same_span(const struct binding *b, const struct figure *mine, const struct figure *same,
                         const struct figure *rival)
{
    for (size_t i = 0; i < b->mine.n; i++)
        if (are_ends(mine, &b->mine.items[i]) && binding_is_same(&b->mine.items[i], rival))
            return are_ends(same, rival);
    return false;
}

/* "Above" of "above about 70"; NULL: it is no such limit. */
static const struct term *limit_before(const struct terms *in, const struct figure *f)
{
    size_t at = (size_t) (f->term - in->items);

    at -= at > 0 && term_is_one_of(&in->items[at - 1], "about around roughly some approximately");
    return at > 0 && term_is_one_of(&in->items[at - 1], "above below over under beyond") ? &in->items[at - 1] : NULL;
}

/* "Above about 70 the cluster was cheaper": a limit in both is no value that the source gives to something else. */
static bool is_same_limit(const struct binding *b, const struct figure *mine, const struct figure *same)
{
    const struct term *here = limit_before(b->input->claim, mine),
                      *there = limit_before(&b->input->passage.sentences[same->sentence], same);

    return here && there && str_eq(here->fold, there->fold);
}

static void find_exchanged(struct binding *b, const struct figure *mine)
{
    struct figure plain = without_bound(b, mine);
    const struct figure *same = NULL, *rival = find_rival(b, &plain, &same);

    if (!rival || !same || !is_mutual(b, rival) || is_same_span(b, mine, same, rival) || is_same_limit(b, mine, same))
        return;
    struct str given = figure_shown(b->scratch, rival), said = mine->text;
    struct str reason = same->about.len && !str_eq(same->about, same->text) && binding_is_same(&plain, same)
                            ? str_format(b->scratch,
                                         "the source gives %.*s, not %.*s, which it gives for something else: \"%.*s\"",
                                         STR_ARG(given), STR_ARG(said), STR_ARG(same->about))
                            : str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(given), STR_ARG(said));
    binding_add(b, binding_kind_of(mine), said, rival, reason);
}

/* --- figures that the passage does not have --- */

static bool is_taken(const struct binding *b, const struct figure *theirs)
{
    for (size_t i = 0; i < b->mine.n; i++)
        if (binding_has_value(&b->mine.items[i], theirs))
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

/* A year alone does not carry a day of it while the passage has that day of another year. */
static bool has_nearly_same_day(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        if (nearly_same_day(&mine->number, &b->theirs.items[i].number) && !binding_has_value(mine, &b->theirs.items[i]))
            return true;
    return false;
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
    bool in_words = mine->number.kind == NUMBER_PERCENT && mine->term->kind == TERM_NUMBER &&
                    mine->term->number->kind != NUMBER_PERCENT;
    int most = (in_words ? SHARE_LEAST : ABSENT_LEAST) - 1; /* "a third" is seldom meant to the point */

    if ((best = figure_is_turned(&mine->number, &b->theirs))) {
        binding_add(b, binding_kind_of(mine), mine->text, best,
                    str_format(b->scratch, "%.*s does not follow from what the source gives: \"%.*s\"",
                               STR_ARG(mine->text), STR_ARG(best->about)));
        return;
    }
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
            (binding_is_listed_count(theirs) && !binding_is_listed_count(mine)) || theirs->over ||
            (isnan(theirs->number.low)
                 ? isnan(mine->number.low) || figure_may_be_rest(&mine->number, theirs, &b->theirs)
                 : number_match(&mine->number, &theirs->number) != NUMBER_DIFFERENT) ||
            !binding_count_alike(b, mine, theirs) || is_taken(b, theirs) ||
            (binding_is_listed_count(mine) && !(mine->noun.len && str_eq(mine->noun, theirs->noun))))
            continue;
        most = share;
        best = theirs;
    }
    if (best)
        binding_add(b, binding_kind_of(mine), mine->text, best,
                    str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(figure_shown(b->scratch, best)),
                               STR_ARG(mine->text)));
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

        if (!binding_is_same(mine, theirs))
            continue;
        if ((theirs->direction < 0) != (direction > 0) || theirs->direction == 0 ||
            named(b, mine, &theirs->words) < NAMED_LEAST)
            return;
        other = theirs;
    }
    if (!other || direction == 0 || term_set_count(mine->words) < 2 || mine->number.kind == NUMBER_DATE)
        return;
    binding_add(b, CLASH_DIRECTION, word->text, other,
                other->about.len
                    ? str_format(b->scratch, "the source has it the other way: \"%.*s\"", STR_ARG(other->about))
                    : str("the source has it the other way"));
}

static bool has_uncertain(const struct proof_context *passage)
{
    for (size_t s = 0; s < passage->n; s++)
        for (size_t i = 0; i < passage->sentences[s].n; i++)
            if (passage->sentences[s].items[i].uncertain)
                return true;
    return false;
}

/* "A third would remain" and "two thirds would remain": what is left of the whole is said of the same. */
static bool find_complement(struct binding *b, const struct figure *mine)
{
    enum { WORDS_LEAST = 3, NEARLY_ALL = 900 };

    for (size_t i = 0; i < b->theirs.n && mine->number.kind == NUMBER_PERCENT; i++) {
        const struct figure *theirs = &b->theirs.items[i];

        if (theirs->number.kind != NUMBER_PERCENT || !(fabs(100 - theirs->number.low - mine->number.low) < 1) ||
            binding_has_value(mine, theirs) || term_set_count(mine->words) < WORDS_LEAST ||
            named(b, mine, &theirs->words) < NEARLY_ALL)
            continue;
        binding_add(
            b, binding_kind_of(mine), mine->text, theirs,
            str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(theirs->text), STR_ARG(mine->text)));
        return true;
    }
    return false;
}

/* The year of a report stands in its title. */
static bool is_in_heading(const struct binding *b, const struct figure *mine)
{
    return mine->number.kind == NUMBER_DATE &&
           term_set_has(&b->heading, (size_t) (mine->term - b->input->claim->items));
}

/* "Of the four typefaces listed, …", "Over six years, …": the frame of what is said, which the source need not give. */
static bool is_frame(const struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    size_t at = (size_t) (mine->term - claim->items);

    if (at == 2 && binding_is_listed_count(mine) && term_is(&claim->items[0], "of") && term_is(&claim->items[1], "the"))
        return true;
    return at == 0 && working_is_time(mine) && mine->number.at_least && at + 1 < claim->n &&
           claim->items[at + 1].kind == TERM_MARK;
}

/* "The Corvo 58, …": the passage has the name with the same number behind it. */
static bool is_named_so(const struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    size_t at = (size_t) (mine->term - claim->items);

    if (at == 0 || at >= claim->n || mine->number.kind != NUMBER_COUNT || !claim->items[at - 1].start ||
        !term_is_name(&claim->items[at - 1]))
        return false;
    for (size_t s = 0; s < b->input->passage.n; s++)
        for (size_t i = 1; i < b->input->passage.sentences[s].n; i++) {
            const struct term *t = &b->input->passage.sentences[s].items[i];

            if (t->kind == TERM_NUMBER && str_eq(t->text, claim->items[at].text) && t[-1].kind == TERM_WORD &&
                str_eq(t[-1].text, claim->items[at - 1].text))
                return true;
        }
    return false;
}

static void find_clash(struct binding *b, const struct figure *mine, bool uncertain)
{
    int state = has_nearly_same_day(b, mine) && given(b, mine) != GIVEN ? NOT_GIVEN : given(b, mine);
    bool derived = state != GIVEN && (working_may_hold(b, mine) || working_is_shifted(b, mine));

    if (state != NOT_GIVEN && !derived) {
        find_exchanged(b, mine);
        find_direction(b, mine);
        place_clashes(b, mine);
    } else if (state == NOT_GIVEN && find_complement(b, mine)) {
        return;
    } else if (!derived && !uncertain && !is_in_heading(b, mine)) {
        find_absent(b, mine);
    }
}

/* "Without insurance" says what kind of owners they are. */
static bool denies(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (term_in(&claim->items[i], GRAMMAR_NEGATION) &&
            !(i && term_is(&claim->items[i], "without") && term_is_content(&claim->items[i - 1]) &&
              !term_looks_like_verb(&claim->items[i - 1])))
            return true;
    return false;
}

/* "£61,000" where a cell has 61,000 and its unit stands above the table. */
static void take_unit_of_cells(const struct binding *b, struct figure *mine)
{
    if (mine->number.kind != NUMBER_MONEY || binding_is_given(b, mine))
        return;
    for (size_t k = 0; k < b->theirs.n; k++) {
        const struct figure *f = &b->theirs.items[k];

        if (f->cell && f->number.kind == NUMBER_COUNT && f->number.low == mine->number.low) {
            mine->number.kind = NUMBER_COUNT;
            mine->number.unit = f->number.unit;
            return;
        }
    }
}

/* "241,000" for 241 in a table of thousands: the figure is read as the table has it. */
static void take_scale(const struct binding *b, struct figure *mine)
{
    struct figure scaled = *mine;

    if (mine->number.kind != NUMBER_COUNT || mine->number.low < 1000 || binding_is_given(b, mine))
        return;
    for (int i = 0; i < 2; i++) {
        scaled.number.low /= 1000;
        scaled.number.high /= 1000;
        scaled.number.rounding /= 1000;
        for (size_t k = 0; k < b->theirs.n; k++)
            if (b->theirs.items[k].cell && b->theirs.items[k].number.low == scaled.number.low &&
                binding_is_same(&scaled, &b->theirs.items[k])) {
                *mine = scaled;
                return;
            }
    }
}

void binding_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    struct binding b = { .out = ret, .scratch = scratch, .input = input };
    const struct terms *claim = input->claim;
    bool uncertain = has_uncertain(&input->passage);

    figures_of_claim(scratch, claim, &b.mine);
    if (b.mine.n == 0 && !working_has_ratio(claim) && !compare_is_needed(claim) && !owner_is_needed(claim) &&
        !extreme_is_needed(claim) && !parts_is_needed(claim) && !order_is_needed(claim) && !cells_are_needed(input))
        return;
    figures_of_passage(scratch, claim, &input->passage, &b.theirs);
    working_drop_derived(&b);
    if (denies(claim))
        return;
    if (input->heading)
        b.heading = figures_words_in(scratch, claim, input->heading);
    working_mark_words(&b);
    for (size_t i = 0; i < b.mine.n; i++) {
        take_unit_of_cells(&b, &b.mine.items[i]);
        take_scale(&b, &b.mine.items[i]);
    }
    for (size_t i = 0; i < b.mine.n; i++)
        if (!is_frame(&b, &b.mine.items[i]) && !is_named_so(&b, &b.mine.items[i]))
            find_clash(&b, &b.mine.items[i], uncertain);
    owner_clashes(&b);
    rate_clashes(&b);
    series_clashes(&b);
    parts_clashes(&b);
    order_clashes(&b);
    table_clashes(&b);
    cells_clashes(&b);
    extreme_clashes(&b);
    compare_clashes(&b);
    working_find_ratios(&b);
}
