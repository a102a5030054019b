#include "judge/proof.h"

#include "text/lexicon.h"

/* What lies between two matches: the words that the claim has there, c[ca, cb), and those of the sentence, e[ea, eb). */
struct segment {
    size_t ca, cb, ea, eb;
};

bool terms_any(const struct term *items, size_t n, uint64_t classes) { return terms_count(items, n, classes) > 0; }

size_t terms_count(const struct term *items, size_t n, uint64_t classes)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += term_in(&items[i], classes);
    return count;
}

bool term_hedges(const struct term *items, size_t n, size_t at)
{
    if (term_in(&items[at], GRAMMAR_HEDGE_PARTICIPLE))
        return (at && term_in(&items[at - 1], GRAMMAR_BE | GRAMMAR_ARTICLE)) ||
               (at + 1 < n && term_is(&items[at + 1], "to"));
    return term_in(&items[at], GRAMMAR_HEDGE);
}

size_t terms_hedges(const struct term *items, size_t from, size_t to, size_t n)
{
    size_t count = 0;

    for (size_t i = from; i < to; i++)
        count += term_hedges(items, n, i);
    return count;
}

bool term_is_weekday(const struct term *t)
{
    return t->kind == TERM_WORD && t->capital &&
           term_is_one_of(t, "monday tuesday wednesday thursday friday saturday sunday");
}

bool term_is_weekly(const struct term *t)
{
    return t->kind == TERM_WORD && t->capital &&
           term_is_one_of(t, "mondays tuesdays wednesdays thursdays fridays saturdays sundays");
}

bool term_is_participle(const struct term *t)
{
    return t->kind == TERM_WORD && /* "red" is none */
           ((t->fold.len > 3 && str_ends(t->fold, "ed")) || term_in(t, GRAMMAR_PARTICIPLE));
}

bool term_looks_like_verb(const struct term *t)
{
    return t->kind == TERM_WORD &&
           (term_in(t, GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_IRREGULAR) || term_is_participle(t));
}

bool terms_have_verb(const struct term *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (term_looks_like_verb(&items[i]))
            return true;
    return false;
}

bool terms_have_amount(const struct term *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == TERM_NUMBER && items[i].number->kind != NUMBER_DATE &&
            items[i].number->kind != NUMBER_ORDINAL)
            return true;
    return false;
}

bool term_praises(const struct term *t)
{
    return t->kind == TERM_WORD &&
           term_is_one_of(
               t, "happy sad angry proud brave kind nice famous popular important serious helpful beloved renowned "
                  "prominent celebrated notable respected beautiful handsome clever intelligent wise lovely dear "
                  "tired nervous friendly polite honest curious eager keen calm gentle talented gifted");
}

bool term_describes(const struct term *t)
{
    static const char adjectives[] =
        "large big small little tiny huge vast enormous giant immense tall long short wide narrow broad deep shallow high low thick "
        "thin heavy old ancient new modern young black white red blue green yellow purple orange brown pink grey gray round "
        "square flat steep wooden dark bright cold hot warm dry wet rich poor strong quiet busy empty simple strange rare";

    return t->kind == TERM_WORD &&
           (term_praises(t) || term_is_one_of(t, adjectives) || (t->capital && relation_is_nation(t)));
}

bool term_is_named(const struct pair *pair, const struct term *t)
{
    for (size_t s = 0; pair->context && s < pair->context->n; s++)
        for (size_t i = 0; i < pair->context->sentences[s].n; i++)
            if (str_eq(pair->context->sentences[s].items[i].stem, t->stem))
                return true;
    return false;
}

bool term_limits(const struct term *t)
{
    return t->kind == TERM_WORD &&
           term_is_one_of(
               t, "pending barring assuming supposing providing provided granted depending considering excluding "
                  "excepting saving failing allowing permitting counting ignoring according judging subject "
                  "notwithstanding adjusted measured compared limited restricted confined");
}

bool phrase_names_speaker(const struct term *items, size_t n)
{
    enum { WORDS_MAX = 6, BARE_MAX = 3 };
    const struct term *first = &items[0], *last = &items[n - 1];
    bool plural = str_ends(last->fold, "s") && !last->capital;

    if (n < 2 || n > WORDS_MAX || terms_any(items, n, GRAMMAR_RELATIVE) || term_in(last, GRAMMAR_FACTIVE))
        return false;
    if (term_looks_like_verb(first) && !term_is_participle(first))
        return !term_in(first, GRAMMAR_AUXILIARY | GRAMMAR_MODAL);
    if (term_looks_like_verb(last) || term_in(last, GRAMMAR_BELIEF) ||
        (plural && !terms_any(items, n, GRAMMAR_PREPOSITION)))
        return true;
    return n <= BARE_MAX && first->kind == TERM_WORD && !first->capital &&
           !term_in(first, GRAMMAR_FUNCTION | GRAMMAR_HARMLESS_ADVERB) && !term_is_participle(first) &&
           !str_ends(first->fold, "ing");
}

static size_t words_in(const struct term *items, size_t a, size_t b)
{
    size_t n = 0;

    for (size_t i = a; i < b; i++)
        n += items[i].kind != TERM_MARK;
    return n;
}

static bool has_content(const struct term *items, size_t a, size_t b)
{
    for (size_t i = a; i < b; i++)
        if (term_is_content(&items[i]))
            return true;
    return false;
}

static bool all_insertable(const struct term *items, size_t a, size_t b)
{
    for (size_t i = a; i < b; i++)
        if (!term_in(&items[i], GRAMMAR_INSERTABLE))
            return false;
    return true;
}

/* Do the claim's terms c[ca, cb] stand so somewhere in the passage? Then the longer name is the passage's own. */
static bool named_in_passage(const struct pair *pair, size_t ca, size_t cb)
{
    const struct proof_context *context = pair->context;

    while (ca < cb && term_in(&pair->c[ca], GRAMMAR_ARTICLE))
        ca++;
    for (size_t s = 0; context && context->n > 1 && s < context->n; s++) {
        const struct terms *t = &context->sentences[s];

        for (size_t i = 0; i < t->n; i++) {
            size_t at = i, k = ca;

            while (at < t->n && k <= cb) {
                if (t->items[at].kind == TERM_MARK)
                    break;
                if (!str_eq(t->items[at].stem, pair->c[k].stem))
                    break;
                at++;
                k++;
            }
            if (k > cb)
                return true;
        }
    }
    return false;
}

/* "Eva [Berg]" for "Anna [Berg]": the sentence has another name in the place of the claim's. */
static bool has_other_name(const struct pair *pair, const struct segment *s)
{
    const struct term *t = s->eb ? &pair->e[s->eb - 1] : NULL;

    return t && t->kind == TERM_WORD && t->capital && term_is_content(t);
}

/* Words the claim has before the first match. */
static unsigned check_opening(const struct pair *pair, const struct segment *s, struct proof *proof)
{
    if (all_insertable(pair->c, s->ca, s->cb))
        return 0;
    if (has_other_name(pair, s))
        return FLAW_REPLACED;
    if (s->eb > 0 && s->eb <= 2 && term_in(&pair->e[s->eb - 1], GRAMMAR_SUBJECT_PRONOUN))
        return FLAW_PRONOUN;
    if (s->cb - s->ca <= 4 && named_in_passage(pair, s->ca, s->cb)) {
        proof->gaps |= GAP_NAME;
        return 0;
    }
    return FLAW_ADDED;
}

/* "[between] 2.1 and 2.4 million": a word that belongs to the range behind it. */
static bool belongs_to_range(const struct pair *pair, const struct segment *s)
{
    const struct term *next = &pair->e[s->eb];

    return s->eb == s->ea + 1 && term_is_one_of(&pair->e[s->ea], "between from") && next->kind == TERM_NUMBER &&
           next->number->kind != NUMBER_DATE && next->number->high > next->number->low;
}

static bool is_figure(const struct term *t)
{
    return t->kind == TERM_NUMBER && t->number->kind != NUMBER_DATE && t->number->kind != NUMBER_ORDINAL;
}

/* "Rose [by] 12 percent". */
static bool is_by_amount(const struct term *t, size_t n, size_t a, size_t b)
{
    return b == a + 1 && a && b < n && term_is(&t[a], "by") && lexicon_direction(t[a - 1].stem) && is_figure(&t[b]);
}

static unsigned check_gap(const struct pair *pair, const struct segment *s, struct proof *proof)
{
    if (belongs_to_range(pair, s) || is_by_amount(pair->e, pair->en, s->ea, s->eb))
        return 0;
    enum gap gap = gap_licence(pair, s->ea, s->eb, s->cb);

    proof->gaps |= gap;
    return gap == GAP_NONE ? FLAW_GAP : gap == GAP_LIMITING ? FLAW_MODIFIER : 0;
}

/* "from 2019 to 2023", "between 2019 and 2023" */
static bool spans_years(const struct term *t, const struct term *next)
{
    return t->kind == TERM_WORD && term_is_one_of(t, "from between") && next->kind == TERM_NUMBER &&
           next->number->high > next->number->low;
}

/* The claim has only light words there, the sentence has others. */
static unsigned check_light(const struct pair *pair, const struct segment *s, struct proof *proof)
{
    const struct term *c = pair->c + s->ca, *e = pair->e + s->ea;
    size_t cn = s->cb - s->ca, en = s->eb - s->ea;
    if (cn == 1 && en == 1 && spans_years(c, &pair->c[s->cb]) && spans_years(e, &pair->e[s->eb]))
        return 0;
    bool be = terms_any(c, cn, GRAMMAR_BE), light = true, comma = e[0].kind == TERM_MARK && strchr(",(", e[0].mark);

    for (size_t i = 0; i < en; i++)
        if (e[i].kind != TERM_MARK &&
            (!term_in(&e[i], GRAMMAR_FUNCTION) || e[i].kind == TERM_NUMBER ||
             term_in(&e[i], GRAMMAR_NEGATION | GRAMMAR_MODAL | GRAMMAR_HEDGE) || term_is_one_of(&e[i], "or if")))
            light = false;
    if (light) {
        proof->gaps |= GAP_LIGHT;
        if (cn == 1 && en == 1 && term_is(c, "in") && term_is(e, "on") && pair->e[s->eb].kind == TERM_NUMBER &&
            pair->e[s->eb].number->kind == NUMBER_DATE)
            return 0; /* "in May" for "on 6 May" */
        return terms_any(e, en, GRAMMAR_PREPOSITION) || terms_any(c, cn, GRAMMAR_PREPOSITION) ? FLAW_PREPOSITION : 0;
    }
    if (be && comma) {
        const struct term *last = &e[en - 1];

        proof->gaps |= GAP_APPOSITION;
        return (last->kind == TERM_MARK && strchr(",)", last->mark)) || term_in(last, GRAMMAR_ARTICLE) ? 0 : FLAW_GAP;
    }
    for (size_t i = 0; i < cn; i++)
        if (!term_in(&c[i], GRAMMAR_ARTICLE | GRAMMAR_BE | GRAMMAR_RELATIVE))
            return FLAW_REPLACED;
    return check_gap(pair, s, proof);
}

/* Words the claim has between two matches. */
static unsigned check_added(const struct pair *pair, const struct segment *s, struct proof *proof)
{
    const struct term *c = pair->c + s->ca;
    size_t cn = s->cb - s->ca, words = words_in(pair->e, s->ea, s->eb);

    if (!all_insertable(pair->c, s->ca, s->cb)) {
        if (words == 0 && cn <= 3 && !terms_any(c, cn, GRAMMAR_NEGATION | GRAMMAR_HEDGE) &&
            named_in_passage(pair, s->ca, s->cb)) {
            proof->gaps |= GAP_NAME;
            return 0;
        }
        return has_content(pair->e, s->ea, s->eb) ? FLAW_REPLACED : FLAW_ADDED;
    }
    if (words)
        return check_light(pair, s, proof);
    if (is_by_amount(pair->c, pair->cn, s->ca, s->cb))
        return 0;
    proof->gaps |= terms_any(c, cn, GRAMMAR_BE) && s->eb > s->ea ? GAP_APPOSITION : GAP_NONE;
    for (size_t i = 0; i < cn; i++)
        if (term_in(&c[i], GRAMMAR_PREPOSITION) || term_is(&c[i], "and"))
            return FLAW_PREPOSITION;
    return 0;
}

/* "was" put before "shot" turns the sentence round. */
static bool turns_voice(const struct pair *pair, const struct segment *s)
{
    const struct term *prev = &pair->e[s->ea - 1], *next = &pair->e[s->eb];

    return s->eb == s->ea && terms_any(pair->c + s->ca, s->cb - s->ca, GRAMMAR_BE) && prev->kind != TERM_MARK &&
           !term_in(prev, GRAMMAR_BE) && !term_is_one_of(prev, "has have had") &&
           (term_is_participle(next) || term_in(next, GRAMMAR_IRREGULAR));
}

static unsigned check_segments(const struct pair *pair, struct proof *proof)
{
    const struct lay *lay = &proof->lay;
    unsigned flaws = 0;

    for (size_t k = 0; k < lay->n; k++) {
        struct segment s = { .cb = lay->items[k].claim, .eb = lay->items[k].source };

        if (k == 0) {
            flaws |= s.cb ? check_opening(pair, &s, proof) : 0;
            continue;
        }
        s.ca = lay->items[k - 1].claim + 1u;
        s.ea = lay->items[k - 1].source + 1u;
        if (s.cb > s.ca)
            flaws |= check_added(pair, &s, proof) | (turns_voice(pair, &s) ? FLAW_VOICE : 0);
        else if (s.eb > s.ea)
            flaws |= check_gap(pair, &s, proof);
        proof->exact = proof->exact && s.cb == s.ca && words_in(pair->e, s.ea, s.eb) == 0;
    }
    return flaws;
}

/* Words the claim has behind the last match. */
static unsigned check_ending(const struct pair *pair, const struct proof *proof)
{
    size_t from = proof->lay.items[proof->lay.n - 1].claim + 1u;

    for (size_t i = from; i < pair->cn; i++)
        if (!term_in(&pair->c[i], GRAMMAR_INSERTABLE) || term_in(&pair->c[i], GRAMMAR_PREPOSITION))
            return has_content(pair->e, proof->end + 1, proof->end + 3 < pair->en ? proof->end + 3 : pair->en)
                       ? FLAW_REPLACED
                       : FLAW_ADDED;
    return 0;
}

static bool claim_matched(const struct lay *lay, size_t at)
{
    for (size_t k = 0; k < lay->n; k++)
        if (lay->items[k].claim == at)
            return true;
    return false;
}

static bool source_matched(const struct lay *lay, size_t at)
{
    for (size_t k = 0; k < lay->n; k++)
        if (lay->items[k].source == at)
            return true;
    return false;
}

/* "is eating" and "is eaten" have one stem. */
static bool changes_voice(const struct pair *pair, const struct match *m)
{
    const struct term *c = &pair->c[m->claim], *e = &pair->e[m->source];
    bool mine = str_ends(c->fold, "ing"), theirs = str_ends(e->fold, "ing");

    return m->grade == GRADE_STEM && mine != theirs && (term_is_participle(c) || term_is_participle(e));
}

/* "The artist" for "the actor" where the sentence speaks of another artist. */
static bool stands_elsewhere(const struct pair *pair, const struct match *m)
{
    const struct term *c = &pair->c[m->claim];

    for (size_t i = 0; i < pair->en && m->grade == GRADE_GENERAL; i++)
        if (term_is_content(c) && pair->e[i].kind == TERM_WORD && str_eq(pair->e[i].stem, c->stem))
            return true;
    return false;
}

/* Words that are alike only where an amount or a price is told with them. */
static bool lacks_sense(const struct pair *pair, const struct match *m)
{
    for (size_t i = m->source + 1u;
         i < pair->en && pair->e[i].kind != TERM_MARK && !term_in(&pair->e[i], GRAMMAR_CONJUNCTION); i++) {
        bool next = i == m->source + 1u, by = term_is_one_of(&pair->e[i - 1], "by to from");

        if (m->grade == GRADE_AMOUNT && (next || by) && is_figure(&pair->e[i]))
            return false;
        if (m->grade == GRADE_PAID && term_is(&pair->e[i - 1], "for") && is_figure(&pair->e[i]) &&
            pair->e[i].number->kind == NUMBER_MONEY)
            return false;
    }
    return m->grade == GRADE_AMOUNT || m->grade == GRADE_PAID;
}

/* "£9,000 of coal" for "9,000 pounds of coal", which is a weight. */
static bool takes_weight_for_money(const struct pair *pair, const struct match *m)
{
    const struct term *c = &pair->c[m->claim], *e = &pair->e[m->source];

    return c->kind == TERM_NUMBER && e->kind == TERM_NUMBER && c->number->kind != e->number->kind &&
           m->source + 1u < pair->en && term_is(&pair->e[m->source + 1u], "of");
}

/* "Three animals" for "three dogs and two cats", "one child" for "one son": there may be more of what is more general. */
static bool counts_general(const struct pair *pair, const struct match *m)
{
    enum { REACH = 3 };

    for (size_t i = m->claim; m->grade == GRADE_GENERAL && i-- > 0 && m->claim - i <= REACH;) {
        const struct term *t = &pair->c[i];

        if (is_figure(t) || term_is(t, "one"))
            return true;
        if (!term_is_content(t))
            return false;
    }
    return false;
}

/* Words that must be there on both sides or on neither. */
static unsigned check_counts(const struct pair *pair, const struct proof *proof)
{
    const struct term *c = pair->c, *span = pair->e + proof->start;
    size_t cn = pair->cn, n = proof->end - proof->start + 1;
    unsigned flaws = 0;

    if (terms_count(c, cn, GRAMMAR_NEGATION) != terms_count(span, n, GRAMMAR_NEGATION))
        flaws |= FLAW_NEGATION;
    if (terms_count(c, cn, GRAMMAR_DENIAL) != terms_count(span, n, GRAMMAR_DENIAL))
        flaws |= FLAW_DENIAL;
    if (terms_hedges(c, 0, cn, cn) != terms_hedges(pair->e, proof->start, proof->end + 1, pair->en))
        flaws |= FLAW_HEDGE;
    if (terms_count(c, cn, GRAMMAR_MODAL) != terms_count(span, n, GRAMMAR_MODAL))
        flaws |= FLAW_MODAL;
    if (terms_count(c, cn, GRAMMAR_COMPARATIVE) != terms_count(span, n, GRAMMAR_COMPARATIVE))
        flaws |= FLAW_COMPARISON;
    for (size_t i = 0; i < cn; i++) {
        if (claim_matched(&proof->lay, i))
            continue;
        if (term_in(&c[i], GRAMMAR_NEGATION))
            flaws |= FLAW_NEGATION;
        if (term_in(&c[i], GRAMMAR_UNIVERSAL))
            flaws |= FLAW_QUANTIFIER;
        if (c[i].kind == TERM_NUMBER)
            flaws |= FLAW_NUMBER;
    }
    for (size_t k = 0; k < proof->lay.n; k++) {
        if (changes_voice(pair, &proof->lay.items[k]))
            flaws |= FLAW_VOICE;
        if (stands_elsewhere(pair, &proof->lay.items[k]) || lacks_sense(pair, &proof->lay.items[k]))
            flaws |= FLAW_REPLACED;
        if (takes_weight_for_money(pair, &proof->lay.items[k]))
            flaws |= FLAW_NUMBER;
        if (counts_general(pair, &proof->lay.items[k]))
            flaws |= FLAW_QUANTIFIER;
    }
    for (size_t i = proof->start; i <= proof->end; i++)
        if (term_in(&pair->e[i], GRAMMAR_WEAK_QUANTITY) && !source_matched(&proof->lay, i))
            flaws |= FLAW_WEAK;
    if (proof->start && term_in(&pair->e[proof->start - 1], GRAMMAR_WEAK_QUANTITY | GRAMMAR_UNIVERSAL))
        flaws |= FLAW_WEAK;
    return flaws;
}

/* "The drug reduces mortality": says that it is so in general, without a time and without "is a". */
static bool is_general(const struct pair *pair)
{
    for (size_t i = 0; i < pair->cn; i++) {
        const struct term *t = &pair->c[i], *next = i + 1 < pair->cn ? &pair->c[i + 1] : NULL;

        if (str_ends(t->fold, "ed") || term_is_one_of(t, "was were had did been") ||
            (t->kind == TERM_NUMBER && t->number->kind == NUMBER_DATE))
            return false;
        if (term_in(t, GRAMMAR_IRREGULAR) && !term_in(t, GRAMMAR_AUXILIARY) && !str_ends(t->fold, "s"))
            return false;
        if (term_in(t, GRAMMAR_BE) && (!next || term_in(next, GRAMMAR_DETERMINER) || str_ends(next->fold, "ing")))
            return false;
    }
    return true;
}

/* What begins with these words says where or for whom it holds. */
static bool narrows(const struct term *behind)
{
    return behind->kind == TERM_WORD &&
           term_is_one_of(behind, "in among for with when while during at under within after before on "
                                  "where by through unless until without over");
}

/* Leaving words out says more, not less, under "not", "all" and "the largest". */
static unsigned check_scope(const struct pair *pair, const struct proof *proof)
{
    const unsigned harmless = GAP_MARKS | GAP_LIGHT | GAP_BRACKET | GAP_NAME | GAP_VERB;
    const struct term *behind = proof->end + 1 < pair->en ? &pair->e[proof->end + 1] : NULL;
    const struct term *before = proof->start ? &pair->e[proof->start - 1] : NULL;
    bool left_out = proof->gaps & ~harmless, universal = terms_any(pair->c, pair->cn, GRAMMAR_UNIVERSAL),
         general = false;
    bool cut = (behind && behind->kind != TERM_MARK && !term_is_one_of(behind, "but while whereas although though")) ||
               (before && before->kind != TERM_MARK && !term_in(before, GRAMMAR_LEFT_EDGE));
    bool down = terms_any(pair->c, pair->cn, GRAMMAR_NEGATION | GRAMMAR_SUPERLATIVE | GRAMMAR_STRICT);
    unsigned flaws = 0;

    for (size_t k = 0; k < proof->lay.n; k++)
        general = general || proof->lay.items[k].grade == GRADE_GENERAL;
    if (is_general(pair) && ((proof->gaps & (GAP_PHRASE | GAP_RELATIVE)) || (behind && narrows(behind))))
        flaws |= FLAW_DOWNWARD;
    if (universal && left_out)
        flaws |= FLAW_QUANTIFIER;
    if (down && (left_out || cut))
        flaws |= FLAW_DOWNWARD;
    if (general && (universal || terms_any(pair->c, pair->cn, GRAMMAR_NEGATION)))
        flaws |= FLAW_DOWNWARD;
    return flaws;
}

/* What is cut out of a longer sentence must be a statement still: something in it may be a verb, and it is not half of
 * "although A, B". */
static bool may_be_statement(const struct pair *pair, const struct proof *proof)
{
    static const char halves[] =
        "although though despite while whereas because since when after before if unless of than";
    bool verb = words_in(pair->e, proof->end + 1, pair->en) == 0;

    if (!verb && term_is_one_of(&pair->c[0], halves))
        return false;
    for (size_t i = 0; i < pair->cn && !verb; i++) {
        const struct term *t = &pair->c[i];

        verb = term_in(t, GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_IRREGULAR) || term_is_participle(t) ||
               (t->kind == TERM_WORD && i > 0 && (str_ends(t->fold, "s") || str_ends(t->fold, "ing")));
    }
    return verb;
}

void proof_check(const struct pair *pair, struct proof *ret)
{
    const struct lay *lay = &ret->lay;
    size_t content = 0;

    ret->flaws = ret->gaps = 0;
    if (lay->n == 0) {
        ret->flaws = FLAW_NO_MATCH;
        return;
    }
    ret->start = lay->items[0].source;
    ret->end = lay->items[lay->n - 1].source;
    ret->exact = lay->n == pair->cn;
    for (size_t k = 0; k < lay->n; k++)
        ret->exact = ret->exact && str_eq(pair->c[lay->items[k].claim].fold, pair->e[lay->items[k].source].fold);
    ret->flaws = check_segments(pair, ret) | check_ending(pair, ret);
    ret->flaws |= edges_check(pair, ret) | check_counts(pair, ret) | check_scope(pair, ret);
    ret->flaws |= opening_check(pair, ret) | tense_check(pair, ret) | exceptions_check(pair, ret);
    for (size_t i = 0; i < pair->en; i++)
        if (pair->e[i].kind == TERM_MARK && pair->e[i].mark == '?')
            ret->flaws |= FLAW_QUESTION;
    for (size_t i = 0; i < pair->cn; i++)
        content += term_is_content(&pair->c[i]);
    if (content < 2 || !may_be_statement(pair, ret))
        ret->flaws |= FLAW_SHORT;
}

/* The stretch between two matches that has no licence. */
static bool find_gap(const struct pair *pair, const struct proof *proof, size_t *ret_from, size_t *ret_to)
{
    for (size_t k = 1; k < proof->lay.n; k++) {
        size_t from = proof->lay.items[k - 1].source + 1u, to = proof->lay.items[k].source;

        if (to > from && (gap_licence(pair, from, to, proof->lay.items[k].claim) & ~(unsigned) GAP_LIMITING) == 0) {
            *ret_from = from;
            *ret_to = to;
            return true;
        }
    }
    return false;
}

bool proof_leaves_out(const struct pair *pair, const struct proof *proof, size_t *ret_from, size_t *ret_to)
{
    const unsigned left_out = FLAW_GAP | FLAW_MODIFIER | FLAW_LIMIT | FLAW_OPENING, allowed = left_out | FLAW_RIGHT;

    if (!(proof->flaws & left_out) || (proof->flaws & ~allowed))
        return false;
    if (proof->flaws & (FLAW_GAP | FLAW_MODIFIER)) {
        if (!find_gap(pair, proof, ret_from, ret_to))
            return false;
    } else {
        *ret_from = proof->flaws & FLAW_LIMIT ? proof->end + 1 : 0;
        *ret_to = proof->flaws & FLAW_LIMIT ? pair->en : proof->start;
    }
    while (*ret_from < *ret_to && pair->e[*ret_from].kind == TERM_MARK)
        ++*ret_from;
    for (size_t i = *ret_from; i < *ret_to && (proof->flaws & FLAW_LIMIT); i++)
        if (pair->e[i].kind == TERM_MARK && strchr(",;:.!?()", pair->e[i].mark))
            *ret_to = i;
    while (*ret_to > *ret_from && pair->e[*ret_to - 1].kind == TERM_MARK)
        --*ret_to;
    return *ret_from < *ret_to;
}
