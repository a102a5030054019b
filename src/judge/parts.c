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

static bool opens_as_whole(const struct terms *s, const struct term *number)
{
    return (number == &s->items[2] && term_is(&s->items[0], "of") && term_in(&s->items[1], GRAMMAR_DETERMINER)) ||
           (number == &s->items[1] && term_is(&s->items[0], "of"));
}

/* Says the sentence behind the number what the claim says of all, and nothing of the others? */
static bool shares_behind(const struct terms *claim, const struct terms *s, const struct term *number)
{
    enum { SHARED_LEAST = 2 };
    const struct terms part = { .items = s->items + (number - s->items), .n = s->n - (size_t) (number - s->items) };

    return words_shared(claim, &part) >= SHARED_LEAST;
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
        /* "Of the 17 accidents, 12 were slips on tiles" */
        if (i + 1 < b->theirs.n && whole[1].sentence == whole->sentence && opens_as_whole(s, whole->term) &&
            whole[1].number.kind == NUMBER_COUNT && whole[1].number.low < all &&
            shares_behind(claim, s, whole[1].term)) {
            add(b, at, whole, whole[1].text);
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

/* --- a share of something, where the claim says all or most of it --- */

/* The noun behind "all of the", "the whole", "most of the"; NULL: nothing is said of all or most of anything. */
static const struct term *noun_of(const struct terms *claim, size_t at, const char *quantifiers)
{
    enum { REACH = 4 };

    if (!term_is_one_of(&claim->items[at], quantifiers))
        return NULL;
    for (size_t i = at + 1; i < claim->n && i <= at + REACH; i++)
        if (!term_is_one_of(&claim->items[i], "of the these those its their his her our"))
            return claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) ? &claim->items[i] : NULL;
    return NULL;
}

/* Is it a share of the noun: "96 per cent of its liabilities", "a budget of 2 million, 60 per cent of it"? */
static bool is_share_of(const struct terms *s, size_t at, const struct term *noun)
{
    size_t next = at + 2;

    if (at + 2 >= s->n || s->items[at].kind != TERM_NUMBER || s->items[at].number->kind != NUMBER_PERCENT ||
        s->items[at].number->high >= 100 || s->items[at].number->low <= 0 || !term_is(&s->items[at + 1], "of"))
        return false;
    if (term_is_one_of(&s->items[next], "it them which"))
        return term_is_among(s->items, at, noun);
    if (next + 1 < s->n && term_is_one_of(&s->items[next], "the its their all these those"))
        next++;
    return term_is_among(&s->items[next], 1, noun);
}

/* "Half of it on roads and the other half on schools": all of it is told. */
static bool tells_the_rest(const struct terms *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (term_is_one_of(&s->items[i], "other others rest remaining remainder"))
            return true;
    return false;
}

static void find_share(struct binding *b, size_t at, const struct term *noun)
{
    enum { SHARED_LEAST = 2 }; /* the noun is one of them */

    for (size_t i = 0; i < b->input->passage.n; i++) {
        const struct terms *s = &b->input->passage.sentences[i];

        for (size_t k = 0; k < s->n; k++)
            if (is_share_of(s, k, noun) && !tells_the_rest(s) && words_shared(b->input->claim, s) >= SHARED_LEAST) {
                clashes_add(b->out,
                            &(struct clash){ .kind = CLASH_QUANTIFIER,
                                             .claim = b->input->claim->items[at].text,
                                             .source = s->items[k].text,
                                             .sentence = i,
                                             .reason = str_format(b->scratch, "the source says it of a part: %.*s",
                                                                  STR_ARG(s->items[k].text)) });
                return;
            }
    }
}

/* "Of the twelve ministers who stood, five lost their seats", where the claim says it of most of the ministers. */
static void find_less_than_half(struct binding *b, size_t at, const struct term *noun)
{
    enum { SHARED_LEAST = 3 };

    for (size_t i = 0; i < b->input->passage.n; i++) {
        const struct terms *s = &b->input->passage.sentences[i];
        const struct term *whole = NULL, *part = NULL;

        for (size_t k = 0; k < s->n; k++) {
            if (s->items[k].kind != TERM_NUMBER || s->items[k].number->kind != NUMBER_COUNT)
                continue;
            if (!whole && k <= 2 && k && term_is_one_of(&s->items[0], "of") && k + 1 < s->n &&
                term_is_among(&s->items[k + 1], 1, noun))
                whole = &s->items[k];
            else if (whole && !part && s->items[k - 1].kind == TERM_MARK)
                part = &s->items[k];
        }
        if (!whole || !part || part->number->high * 2 > whole->number->low ||
            words_shared(b->input->claim, s) < SHARED_LEAST)
            continue;
        clashes_add(b->out,
                    &(struct clash){ .kind = CLASH_QUANTIFIER,
                                     .claim = b->input->claim->items[at].text,
                                     .source = part->text,
                                     .sentence = i,
                                     .reason = str_format(b->scratch, "the source says it of a part: %.*s of %.*s",
                                                          STR_ARG(part->text), STR_ARG(whole->text)) });
    }
}

static bool is_unanimous(const struct term *t) { return term_is_one_of(t, "unanimous unanimously"); }

bool parts_is_needed(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (all_of(claim, i) > 0 || is_unanimous(&claim->items[i]) ||
            term_is_one_of(&claim->items[i], "all whole entire every most"))
            return true;
    return false;
}

void parts_clashes(struct binding *b)
{
    for (size_t i = 0; i < b->input->claim->n; i++) {
        double all = all_of(b->input->claim, i);

        const struct term *noun = noun_of(b->input->claim, i, "all whole entire every"),
                          *most = noun_of(b->input->claim, i, "most");
        if (all > 1)
            find_all(b, i, all);
        if (noun)
            find_share(b, i, noun);
        if (most)
            find_less_than_half(b, i, most);
        if (is_unanimous(&b->input->claim->items[i]))
            find_split_vote(b, i);
    }
}
