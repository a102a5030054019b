/* Figures of the claim that the passage gives to somebody or something else, where no words of one stretch tell it: another name's, the whole
 * of which the passage says a part, the other end of a series, the other of two groups. */
#include <math.h>

#include "judge/binding_internal.h"
#include "judge/number_match.h"

static const struct terms *sentence_of(const struct binding *b, const struct figure *f)
{
    return f->sentence < b->input->passage.n ? &b->input->passage.sentences[f->sentence] : NULL;
}

/* The clause that a figure of the passage stands in: terms [*from, *to) of its sentence. */
static void clause_of(const struct terms *s, const struct term *term, size_t *from, size_t *to)
{
    size_t at = (size_t) (term - s->items);

    *from = *to = at;
    while (*from > 0 && term_parts(s->items, *from - 1, at) < 4)
        --*from;
    while (*to < s->n && term_parts(s->items, *to, s->n) < 4)
        ++*to;
}

/* --- a figure of another name --- */

/* The only name of the claim, one word or several; false: it has none or two. */
static bool only_name(const struct binding *b, const struct term **ret, size_t *ret_n)
{
    const struct terms *claim = b->input->claim;
    size_t found = 0;

    for (size_t i = 0; i < claim->n; i++) {
        if (!term_is_name(&claim->items[i]) || (i && term_is_name(&claim->items[i - 1])))
            continue;
        size_t end = i;

        while (end < claim->n && term_is_name(&claim->items[end]))
            end++;
        if (claim->items[i].start == 0 && end == i + 1) { /* "Patients": any word begins a sentence so */
            bool inside = false;

            for (size_t s = 0; s < b->input->passage.n && !inside; s++)
                for (size_t k = 1; k < b->input->passage.sentences[s].n && !inside; k++)
                    inside = b->input->passage.sentences[s].items[k].capital &&
                             str_eq(b->input->passage.sentences[s].items[k].text, claim->items[i].text);
            if (!inside)
                continue;
        }
        *ret = &claim->items[i];
        *ret_n = end - i;
        found++;
    }
    return found == 1;
}

/* Has the text one of the words of the name? */
static bool has_any(const struct term *t, size_t n, const struct term *name, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (term_is_among(t, n, &name[i]))
            return true;
    return false;
}

static bool has_other_name(const struct term *t, size_t n, const struct terms *claim)
{
    for (size_t i = 1; i < n; i++)
        if (term_is_name(&t[i]) && t[i].start && !term_is_among(claim->items, claim->n, &t[i]))
            return true;
    return n > 1 && term_is_name(&t[0]) && term_is_name(&t[1]) && !term_is_among(claim->items, claim->n, &t[0]);
}

/* Does the clause of a figure have the name, and does it have another one? Who "he" is nobody knows. */
struct owner {
    bool named, other;
};

/* "Under Simon Keller" */
static bool follows_preposition(const struct terms *s, size_t from, size_t to, const struct term *name)
{
    for (size_t i = from + 1; i < to; i++)
        if (s->items[i].kind == TERM_WORD && str_eq(s->items[i].stem, name->stem))
            return term_in(&s->items[i - 1], GRAMMAR_PREPOSITION);
    return false;
}

static struct owner owner_of(struct binding *b, const struct figure *f, const struct term *name, size_t words)
{
    const struct terms *s = f->cell ? NULL : sentence_of(b, f);
    size_t from, to;

    if (!s)
        return (struct owner){ 0 };
    clause_of(s, f->term, &from, &to);
    if (f->number.kind == NUMBER_DATE && follows_preposition(s, from, to, name)) {
        /* "began in 1998 under Haddad and have continued since 2012 under Keller": the words of each date */
        struct stretches r;

        stretch_read(b->scratch, s, false, &r);
        stretch_own(&r, (size_t) (f->term - s->items), &from, &to);
    }
    return (struct owner){ has_any(s->items + from, to - from, name, words),
                           has_other_name(s->items + from, to - from, b->input->claim) };
}

/* "Larbi gave up at kilometre 34", where Kiprono broke away there, and Larbi stopped at 27. */
static void find_other_owner(struct binding *b, const struct figure *mine)
{
    const struct figure *same = NULL, *own = NULL;
    const struct term *name = NULL;
    size_t words = 0;

    if (binding_is_listed_count(mine) || !only_name(b, &name, &words))
        return;
    if (b->input->heading && has_any(b->input->heading->items, b->input->heading->n, name, words))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (binding_is_same(mine, f)) {
            struct owner owner = owner_of(b, f, name, words);

            if (owner.named || !owner.other)
                return;
            same = f;
        } else if (!own && figures_alike(&mine->number, &f->number) && !f->whole && !f->over &&
                   (mine->number.kind != NUMBER_COUNT || str_eq(mine->noun, f->noun)) &&
                   mine->number.has_year == f->number.has_year &&
                   number_match(&mine->number, &f->number) == NUMBER_DIFFERENT && owner_of(b, f, name, words).named) {
            own = f;
        }
    }
    if (same && own)
        binding_add(b, binding_kind_of(mine), mine->text, own,
                    str_format(b->scratch, "the source gives %.*s, not %.*s, which it gives for something else%s%.*s%s",
                               STR_ARG(own->text), STR_ARG(mine->text), same->about.len ? ": \"" : "",
                               STR_ARG(same->about), same->about.len ? "\"" : ""));
}

/* --- the whole for a part --- */

static bool is_before(const struct terms *claim, const struct figure *mine, const char *word)
{
    size_t at = (size_t) (mine->term - claim->items);

    return at && term_is(&claim->items[at - 1], word);
}

/* "On 60 days", where the source has "on 12 of 60 days". */
static void find_whole(struct binding *b, const struct figure *mine)
{
    enum { REACH = 3, WORDS_LEAST = 2, NAMED_LEAST = 500 };
    const struct figure *whole = NULL, *part = NULL;

    if (is_before(b->input->claim, mine, "of") || is_before(b->input->claim, mine, "the"))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i], *before = i ? f - 1 : NULL;

        if (!binding_is_same(mine, f))
            continue;
        if (!before || before->sentence != f->sentence || before->cell || f->term <= before->term ||
            f->term - before->term > REACH || !term_is(before->term + 1, "of"))
            return;
        whole = f;
        part = before;
    }
    struct term_set words = whole ? term_set_either(whole->words, part->words) : (struct term_set){ 0 };
    if (!whole || term_set_count(term_set_both(mine->words, words)) < WORDS_LEAST ||
        binding_named_of(b, mine->words, &words) < NAMED_LEAST)
        return;
    for (size_t i = 0; i < b->mine.n; i++)
        if (binding_is_same(&b->mine.items[i], part))
            return;
    binding_add(b, binding_kind_of(mine), mine->text, part,
                str_format(b->scratch, "the source gives %.*s of %.*s", STR_ARG(part->text), STR_ARG(whole->text)));
}

/* How many of the words about the claim's figure stand in the sentence before `at`, and how many only behind it? */
static void count_around(const struct binding *b, const struct figure *mine, const struct terms *s, size_t at,
                         size_t *ret_before, size_t *ret_behind)
{
    const struct terms *claim = b->input->claim;

    *ret_before = *ret_behind = 0;
    for (size_t i = 0; i < claim->n; i++) {
        bool counts = term_set_has(&mine->words, i) && claim->items[i].kind == TERM_WORD &&
                      !term_set_has(&b->heading, i) && !term_set_has(&b->light, i);
        bool before = counts && term_is_among(s->items, at, &claim->items[i]);

        *ret_before += before;
        *ret_behind += counts && !before && term_is_among(s->items + at, s->n - at, &claim->items[i]);
    }
}

/* Figures of the claim that are no dates. */
static size_t count_of_values(const struct binding *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->mine.n; i++)
        n += b->mine.items[i].number.kind != NUMBER_DATE;
    return n;
}

/* "Some 7,200 were known", where the source has "7,450, of which 212 had not been known": it is nearer to what is left than to the whole. */
static bool is_what_is_left(const struct figure *mine, const struct figure *whole, const struct figure *part)
{
    double left = whole->number.low - part->number.low;

    return whole->number.kind == part->number.kind && isfinite(left) &&
           fabs(mine->number.low - left) < fabs(mine->number.low - whole->number.low);
}

/* "3,900 couriers in the capital", where the source has "3,900 couriers, a third of them in the capital". */
static void find_part(struct binding *b, const struct figure *mine)
{
    const struct figure *same = NULL, *part = NULL;
    size_t before, behind;

    for (size_t i = 0; i < b->theirs.n; i++)
        if (binding_is_same(mine, &b->theirs.items[i])) {
            if (same || b->theirs.items[i].cell)
                return;
            same = &b->theirs.items[i];
            part = i + 1 < b->theirs.n ? same + 1 : NULL;
        }
    if (count_of_values(b) != 1 || !part || !part->part || part->sentence != same->sentence || same->part ||
        !sentence_of(b, same) || part->term < same->term)
        return;
    const struct terms *s = sentence_of(b, same);
    count_around(b, mine, s, (size_t) (part->term - s->items), &before, &behind);
    if (before && behind && !is_what_is_left(mine, same, part))
        binding_add(b, binding_kind_of(mine), mine->text, part,
                    str_format(b->scratch, "the source says it of a part: %.*s of %.*s", STR_ARG(part->text),
                               STR_ARG(same->text)));
}

/* --- the other end of a series --- */

/* The end that a claim's "from A … to B" gives; NULL: A is no such start. */
static const struct figure *end_said(const struct binding *b, size_t at)
{
    const struct figure *a = &b->mine.items[at];

    if (!is_before(b->input->claim, a, "from"))
        return NULL;
    for (size_t i = at + 1; i < b->mine.n; i++) {
        const struct figure *e = &b->mine.items[i];

        if ((e->term == a->term || is_before(b->input->claim, e, "to")) && e->number.kind == a->number.kind &&
            !binding_is_same(a, e))
            return e;
    }
    return NULL;
}

static bool is_from(const struct binding *b, const struct figure *x)
{
    const struct terms *s = sentence_of(b, x);
    size_t at = s ? (size_t) (x->term - s->items) : 0;

    return s && !x->cell && at && term_is(&s->items[at - 1], "from");
}

/* "From 62 to 41", where the source has "from 64 to 41 … and from 62 to 55". */
static void find_series(struct binding *b, size_t at)
{
    const struct figure *a = &b->mine.items[at], *said = end_said(b, at), *start = NULL;

    for (size_t i = 0; said && i + 1 < b->theirs.n; i++) {
        const struct figure *x = &b->theirs.items[i], *y = x + 1;

        if (!binding_is_same(a, x))
            continue;
        bool joined = x->sentence == y->sentence && is_from(b, x) &&
                      (x->term == y->term || (y->term == x->term + 2 && term_is(x->term + 1, "to")));
        if (!joined || binding_is_same(said, y) || number_match(&said->number, &y->number) == NUMBER_CLOSE)
            return;
        start = x;
    }
    if (start && binding_is_given(b, said))
        binding_add(b, binding_kind_of(said), said->text, start + 1,
                    str_format(b->scratch, "the source says from %.*s to %.*s, not to %.*s", STR_ARG(start->text),
                               STR_ARG(start[1].text), STR_ARG(said->text)));
}

/* --- the other of two groups --- */

/* Each line has the two sides. */
static const char *const groups[][2] = {
    { "men man male males boys boy", "women woman female females girls girl" },
    { "adults adult", "children child" },
    { "husbands husband fathers father sons son", "wives wife mothers mother daughters daughter" },
    { "imports import imported", "exports export exported" },
    { "arrivals arrived", "departures departed" },
    { "north northern", "south southern" },
    { "east eastern", "west western" },
    { "day daytime", "night nighttime" },
    { "summer", "winter" },
    { "urban", "rural" },
    { "upper", "lower" },
    { "domestic", "foreign" },
    { "buyers buyer", "sellers seller" },
    { "tenants tenant", "owners owner landlords landlord" },
    { "teachers teacher", "pupils pupil students student" },
};

static int side_of(const struct term *t, size_t group)
{
    return t->kind != TERM_WORD                      ? -1
           : str_in_words(groups[group][0], t->fold) ? 0
           : str_in_words(groups[group][1], t->fold) ? 1
                                                     : -1;
}

/* The word of a group among the words of a figure, if they are all on one side; the side in *ret. */
static const struct term *group_word(const struct stretches *r, size_t group, int *ret)
{
    const struct term *found = NULL;

    for (size_t i = 0; i < r->n; i++) {
        int side = r->belongs[i] ? side_of(&r->t[i], group) : -1;

        if (side >= 0 && found && side != *ret)
            return NULL;
        if (side >= 0) {
            found = &r->t[i];
            *ret = side;
        }
    }
    return found;
}

static bool has_side(const struct terms *text, size_t group)
{
    for (size_t i = 0; i < text->n; i++)
        if (side_of(&text->items[i], group) >= 0)
            return true;
    return false;
}

static const struct term *group_of(struct binding *b, const struct terms *text, const struct figure *f, size_t group,
                                   int *ret)
{
    struct stretches r;

    stretch_read(b->scratch, text, false, &r);
    stretch_bind(&r, (size_t) (f->term - text->items));
    return group_word(&r, group, ret);
}

/* "Men made up 61 percent", where the source has "61 percent were women". */
static void find_other_group(struct binding *b, const struct figure *mine)
{
    if (is_before(b->input->claim, mine, "the") || is_before(b->input->claim, mine, "of"))
        return;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        const struct terms *claim = b->input->claim;
        const struct term *said, *other = NULL;
        const struct figure *same = NULL;
        int my_side, their_side;

        if (!has_side(claim, g) || !(said = group_of(b, claim, mine, g, &my_side)))
            continue;
        for (size_t i = 0; i < b->theirs.n; i++) {
            const struct figure *f = &b->theirs.items[i];
            const struct terms *s = sentence_of(b, f);

            if (!binding_is_same(mine, f))
                continue;
            if (!s || f->cell || f->whole)
                return;
            other = group_of(b, s, f, g, &their_side);
            if (!other || their_side == my_side)
                return;
            same = f;
        }
        if (same)
            binding_add(b, CLASH_WORD, said->text, same,
                        str_format(b->scratch, "the source gives %.*s for \"%.*s\", not \"%.*s\"", STR_ARG(same->text),
                                   STR_ARG(other->text), STR_ARG(said->text)));
    }
}

/* --- most and few --- */

bool owner_is_needed(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (term_is_one_of(&claim->items[i], "most majority minority few"))
            return true;
    return false;
}

/* "Most patients", where the source gives 39 percent of them: the share that is named best by the words of the claim. */
static void find_most(struct binding *b)
{
    enum { NAMED_LEAST = 500, WORDS_LEAST = 2, HALF = 50, NEAR = 5 };
    const struct terms *claim = b->input->claim;
    const struct term *said = NULL;
    const struct figure *best = NULL;
    struct term_set all = { 0 };
    int most = NAMED_LEAST - 1;

    for (size_t i = 0; i < claim->n; i++) {
        bool quantifies = term_is_one_of(&claim->items[i], "most majority minority few") &&
                          !(i && term_is_one_of(&claim->items[i - 1], "the at a second third")) && i + 1 < claim->n &&
                          !term_is_one_of(&claim->items[i + 1], "likely recent recently");

        said = quantifies ? &claim->items[i] : said;
        if (term_is_content(&claim->items[i]) && !quantifies)
            term_set_add(&all, i);
    }
    for (size_t i = 0; said && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        int share = binding_named_of(b, all, &f->words);

        if (f->number.kind != NUMBER_PERCENT || !isfinite(f->number.low) || f->over || f->multiple ||
            term_set_count(term_set_both(all, f->words)) < WORDS_LEAST || share < NAMED_LEAST)
            continue;
        bool fits = term_is_one_of(said, "most majority") ? f->number.high > HALF - NEAR : f->number.low < HALF + NEAR;
        if (fits)
            return;
        if (share > most) {
            most = share;
            best = f;
        }
    }
    if (best)
        binding_add(
            b, CLASH_QUANTIFIER, said->text, best,
            str_format(b->scratch, "the source gives %.*s, not \"%.*s\"", STR_ARG(best->text), STR_ARG(said->text)));
}

void owner_clashes(struct binding *b)
{
    find_most(b);
    for (size_t i = 0; i < b->mine.n; i++) {
        const struct figure *mine = &b->mine.items[i];
        bool date = mine->number.kind == NUMBER_DATE;

        find_series(b, i);
        find_other_owner(b, mine);
        if (date)
            continue;
        find_whole(b, mine);
        find_part(b, mine);
        find_other_group(b, mine);
    }
}
