/* All of them, where the source says it of a part: "34 of the 37", "19 walkers, eleven of whom", "one of them died"; and a vote that was not
 * unanimous. */
#include "judge/binding_internal.h"

static bool has_words_in(const struct terms *claim, const struct terms *s, size_t from, size_t to)
{
    const struct terms part = { .items = s->items + from, .n = to > from ? to - from : 0 };

    for (size_t i = 0; i < claim->n; i++)
        if (claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) &&
            !term_is_one_of(&claim->items[i], "all both each every") && terms_have_word(&part, &claim->items[i]))
            return true;
    return false;
}

/* The number of "all of the 19 walkers", "both leopards"; 0: the claim says nothing of all of so many. */
static double all_of(const struct terms *claim, size_t at)
{
    enum { REACH = 3 };

    if (term_is(&claim->items[at], "both"))
        return 2;
    if (!term_is_one_of(&claim->items[at], "all each every"))
        return 0;
    for (size_t i = at + 1; i < claim->n && i <= at + REACH; i++)
        if (claim->items[i].kind == TERM_NUMBER)
            return claim->items[i].number->kind == NUMBER_COUNT ? claim->items[i].number->low : 0;
        else if (!term_is_one_of(&claim->items[i], "of the these those"))
            return 0;
    return 0;
}

/* The verb of the claim: what is said of all. */
static const struct term *verb_of(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (term_looks_like_verb(&claim->items[i]) && term_is_content(&claim->items[i]))
            return &claim->items[i];
    return NULL;
}

static size_t words_shared(const struct terms *claim, const struct terms *s)
{
    size_t n = 0;

    for (size_t i = 0; i < claim->n; i++)
        n += claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) &&
             terms_have_word(s, &claim->items[i]);
    return n;
}

static void add(struct binding *b, size_t at, const struct figure *whole, struct str part)
{
    binding_add(
        b, CLASH_QUANTIFIER, b->input->claim->items[at].text, whole,
        str_format(b->scratch, "the source says it of a part: %.*s of %.*s", STR_ARG(part), STR_ARG(whole->text)));
}

/* Words behind "eleven of whom", up to the end of the clause. */
static bool says_it_of_part(const struct binding *b, const struct terms *s, size_t part)
{
    size_t end = part;

    while (end < s->n && !(s->items[end].kind == TERM_MARK && s->items[end].mark == ';'))
        end++;
    return has_words_in(b->input->claim, s, part + 1, end);
}

static void find_all(struct binding *b, size_t at, double all)
{
    const struct terms *claim = b->input->claim;
    const struct term *verb = verb_of(claim);

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *whole = &b->theirs.items[i];
        const struct terms *s = &b->input->passage.sentences[whole->sentence];

        if (whole->cell || whole->number.kind != NUMBER_COUNT || whole->number.low != all)
            continue;
        if (i && whole->whole && whole[-1].sentence == whole->sentence && whole[-1].number.low < all) {
            enum { SHARED_LEAST = 2 };

            if (verb && !terms_have_word(s, verb) && words_shared(claim, s) >= SHARED_LEAST)
                add(b, at, whole, whole[-1].text);
            continue;
        }
        for (size_t k = (size_t) (whole->term - s->items) + 1; k + 2 < s->n; k++)
            if (term_is(&s->items[k + 1], "of") && term_is_one_of(&s->items[k + 2], "them whom which") &&
                (s->items[k].kind == TERM_NUMBER ? s->items[k].number->low < all : term_is(&s->items[k], "one")) &&
                says_it_of_part(b, s, k + 2)) {
                add(b, at, whole, s->items[k].text);
                break;
            }
    }
}

/* "Eleven votes to five": where a vote is told, and the claim calls it unanimous. */
static void find_split_vote(struct binding *b, size_t at)
{
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        const struct terms *s = &b->input->passage.sentences[f->sentence];
        size_t k = (size_t) (f->term - s->items);

        if (f->cell || k + 3 >= s->n || !term_has_stem(&s->items[k + 1], "vote") || !term_is(&s->items[k + 2], "to") ||
            s->items[k + 3].kind != TERM_NUMBER || s->items[k + 3].number->low < 1)
            continue;
        binding_add(b, CLASH_QUANTIFIER, b->input->claim->items[at].text, f,
                    str_format(b->scratch, "the source gives %.*s votes to %.*s", STR_ARG(f->text),
                               STR_ARG(s->items[k + 3].text)));
        return;
    }
}

static bool is_unanimous(const struct term *t) { return term_is_one_of(t, "unanimous unanimously"); }

bool parts_is_needed(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (all_of(claim, i) > 0 || is_unanimous(&claim->items[i]))
            return true;
    return false;
}

void parts_clashes(struct binding *b)
{
    for (size_t i = 0; i < b->input->claim->n; i++) {
        double all = all_of(b->input->claim, i);

        if (all > 1)
            find_all(b, i, all);
        if (is_unanimous(&b->input->claim->items[i]))
            find_split_vote(b, i);
    }
}
