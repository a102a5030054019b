#include "judge/clash.h"

#include "judge/amount.h"
#include "judge/event.h"
#include "judge/idle.h"
#include "judge/number_match.h"
#include "judge/role.h"
#include "judge/voice.h"
#include "text/lexicon.h"

enum {
    SHARED_LEAST = 500, /* thousandths of the claim's content words that must lie upon the sentence */
    LEFT_OUT_MAX = 4,   /* words a sentence may have besides when the two differ in polarity */
    NEAR_TERMS = 4,     /* a value is about the same thing when a neighbour of it lies this near */
};

struct finding {
    struct clashes *out;
    struct arena *scratch;
    const struct pair *pair;
    size_t sentence;
    struct lay lay; /* rivals lie upon each other */
};

/* The words of terms [from, to) as they are written. */
static struct str text_of(const struct term *items, size_t from, size_t to)
{
    const char *start = items[from].text.data, *end = items[to - 1].text.data + items[to - 1].text.len;

    return end > start ? str_n(start, (size_t) (end - start)) : items[from].text;
}

bool clashes_add(struct clashes *ret, const struct clash *clash)
{
    if (ret->n == JUDGE_CLASHES_MAX || reason_is_idle(clash->reason))
        return false;
    for (size_t i = 0; i < ret->n; i++)
        if ((ret->items[i].kind == clash->kind && str_eq(ret->items[i].claim, clash->claim)) ||
            str_eq(ret->items[i].reason, clash->reason))
            return false;
    struct clash *added = &ret->items[ret->n++];
    *added = *clash;
    added->claim = str_dup(ret->arena, clash->claim);
    added->source = str_dup(ret->arena, clash->source);
    added->reason = str_dup(ret->arena, clash->reason);
    return true;
}

/* NULL: it was told already, or there is no room. */
static struct clash *add(struct finding *f, enum clash_kind kind, struct str claim, struct str source,
                         struct str reason)
{
    const struct clash clash = {
        .kind = kind, .claim = claim, .source = source, .sentence = f->sentence, .reason = reason
    };

    return clashes_add(f->out, &clash) ? &f->out->items[f->out->n - 1] : NULL;
}

/* A term in the middle of a message: "all", not "All", where it opens its sentence. */
static struct str shown(const struct term *t)
{
    bool opens = t->start == 0 &&
                 (t->kind == TERM_NUMBER || term_in(t, GRAMMAR_FUNCTION | GRAMMAR_WEAK_QUANTITY | GRAMMAR_COMPARATIVE));

    return opens ? t->fold : t->text;
}

static void add_values(struct finding *f, enum clash_kind kind, const struct term *c, const struct term *e)
{
    struct str mine = shown(c), theirs = shown(e);
    const char *verb = kind <= CLASH_CURRENCY && kind != CLASH_DATE ? "gives" : "says";
    const char *mark = kind <= CLASH_CURRENCY ? "" : "\"";

    add(f, kind, c->text, e->text,
        str_format(f->scratch, "the source %s %s%.*s%s, not %s%.*s%s", verb, mark, STR_ARG(theirs), mark, mark,
                   STR_ARG(mine), mark));
}

static enum clash_kind kind_of_rivals(const struct term *c, const struct term *e)
{
    if (c->kind == TERM_NUMBER)
        return c->number->kind == NUMBER_DATE ? CLASH_DATE : CLASH_NUMBER;
    int mine = lexicon_direction(c->stem), theirs = lexicon_direction(e->stem);
    if (mine && theirs && mine != theirs)
        return CLASH_DIRECTION;
    return CLASH_WORD;
}

/* Does a neighbour of the claim's term lie upon one near the sentence's? Then both are about the same thing. */
static bool same_place(const struct finding *f, size_t c, size_t e)
{
    for (size_t k = 0; k < f->lay.n; k++) {
        const struct match *m = &f->lay.items[k];
        size_t mine = m->claim > c ? m->claim - c : c - m->claim,
               theirs = m->source > e ? m->source - e : e - m->source;

        if (m->grade > GRADE_RIVAL && mine && mine <= NEAR_TERMS && theirs && theirs <= NEAR_TERMS &&
            (m->claim > c) == (m->source > e) && term_is_content(&f->pair->c[m->claim]))
            return true;
    }
    return false;
}

/* Has the sentence the word that the claim begins with, or a pronoun that may stand for it? */
static bool has_subject(const struct pair *p, const struct lay *lay)
{
    size_t first = 0;

    /* Of "many residents" the residents are the subject. */
    while (first < p->cn &&
           (!term_is_content(&p->c[first]) || (p->c[first].kind == TERM_WORD && amount_at(p->c, p->cn, first) >= 0)))
        first++;
    for (size_t k = 0; k < lay->n; k++)
        if (lay->items[k].claim <= first && term_is_content(&p->c[lay->items[k].claim]))
            return true;
    for (size_t i = 0; i < p->en && i < 4; i++)
        if (p->e[i].kind == TERM_WORD &&
            (term_in(&p->e[i], GRAMMAR_SUBJECT_PRONOUN) || term_is_one_of(&p->e[i], "its his her their")))
            return true;
    return false;
}

static bool speaks_of_the_same(const struct finding *f)
{
    size_t content = 0, found = 0;

    if (!has_subject(f->pair, &f->lay))
        return false;
    for (size_t i = 0; i < f->pair->cn; i++)
        content += term_is_content(&f->pair->c[i]);
    for (size_t k = 0; k < f->lay.n; k++)
        found += f->lay.items[k].grade > GRADE_RIVAL && term_is_content(&f->pair->c[f->lay.items[k].claim]);
    return content && found >= 2 && found * 1000 >= content * SHARED_LEAST;
}

/* Has the sentence the claim's term, or a number close to it, anywhere? */
static bool is_given(const struct pair *pair, const struct term *c)
{
    for (size_t i = 0; i < pair->en; i++) {
        const struct term *e = &pair->e[i];

        if (relation_grade(c, e) ||
            (c->kind == TERM_NUMBER && e->kind == TERM_NUMBER && number_match(c->number, e->number) == NUMBER_CLOSE))
            return true;
    }
    return false;
}

static bool is_lain_upon(const struct lay *lay, size_t source)
{
    for (size_t k = 0; k < lay->n; k++)
        if (lay->items[k].source == source && lay->items[k].grade > GRADE_RIVAL)
            return true;
    return false;
}

/* "17 euros less", "by 58 million": a difference, which the source may give by its two values. */
static bool is_difference(const struct term *items, size_t n, size_t at)
{
    return (at && term_is(&items[at - 1], "by")) || (at + 1 < n && term_in(&items[at + 1], GRAMMAR_COMPARATIVE)) ||
           (at + 2 < n && term_in(&items[at + 2], GRAMMAR_COMPARATIVE));
}

/* "Three markets" and "six routes" are counts of two things. */
static bool count_the_same(const struct pair *p, size_t c, size_t e)
{
    bool counted = false;

    if (p->c[c].number->kind != NUMBER_COUNT || p->e[e].number->kind != NUMBER_COUNT)
        return true;
    for (size_t i = c + 1; i < p->cn && i <= c + 3 && term_is_content(&p->c[i]); i++)
        for (size_t k = e + 1; k < p->en && k <= e + 3 && term_is_content(&p->e[k]); k++) {
            counted = true;
            if (relation_grade(&p->c[i], &p->e[k]))
                return true;
        }
    return !counted;
}

/* What two numbers in one place clash in; false if nothing can be said. */
static bool numbers_clash(const struct term *c, const struct term *e, enum clash_kind *ret)
{
    const struct number *mine = c->number, *theirs = e->number;

    if (c->uncertain || e->uncertain || mine->kind == NUMBER_ORDINAL || theirs->kind == NUMBER_ORDINAL)
        return false;
    *ret = kind_of_rivals(c, e);
    if (relation_rival(c, e) != RIVAL_NONE)
        return true;
    if (mine->kind == NUMBER_DATE || theirs->kind == NUMBER_DATE)
        return false;
    if (mine->kind == NUMBER_MONEY && theirs->kind == NUMBER_MONEY && strcmp(mine->unit, theirs->unit) != 0) {
        *ret = CLASH_CURRENCY;
        return true;
    }
    *ret = CLASH_UNIT;
    if (mine->kind == NUMBER_COUNT || theirs->kind == NUMBER_COUNT) /* "one or two [hours]" */
        return false;
    return mine->kind != theirs->kind || strcmp(mine->unit, theirs->unit) != 0;
}

/* The number without the last word, its unit: "5 million" of "5 million euros". */
static struct str without_unit(struct str text)
{
    size_t end = text.len;

    while (end > 0 && text.data[end - 1] != ' ')
        end--;
    return str_trim(str_sub(text, 0, end));
}

/* "240,000 pounds" and "240,000 euros", "14 June 2021" and "14 June 2022": so alike that both are about the same thing. */
static bool same_figures(const struct term *c, const struct term *e)
{
    const struct number *mine = c->number, *theirs = e->number;
    struct str figure = without_unit(c->text);

    if (mine->kind == NUMBER_DATE && theirs->kind == NUMBER_DATE)
        return mine->day && mine->day == theirs->day && mine->month == theirs->month && mine->has_year &&
               theirs->has_year;
    return *mine->unit && *theirs->unit && strcmp(mine->unit, theirs->unit) != 0 && figure.len &&
           str_eq(figure, without_unit(e->text));
}

static bool has_uncertain(const struct pair *pair)
{
    for (size_t i = 0; i < pair->en; i++)
        if (pair->e[i].uncertain)
            return true;
    return false;
}

/* Has the sentence a number of the claim's kind and unit, which is the one to compare with? */
static bool has_own_kind(const struct pair *p, size_t c)
{
    const struct number *mine = p->c[c].number;

    for (size_t k = 0; k < p->en; k++)
        if (p->e[k].kind == TERM_NUMBER && p->e[k].number->kind == mine->kind &&
            strcmp(p->e[k].number->unit, mine->unit) == 0)
            return true;
    return false;
}

static void find_numbers(struct finding *f)
{
    const struct pair *p = f->pair;
    enum clash_kind kind;

    for (size_t i = 0; i < p->cn; i++) {
        if (p->c[i].kind != TERM_NUMBER || is_given(p, &p->c[i]) || has_uncertain(p))
            continue;
        for (size_t k = 0; k < p->en; k++)
            if (p->e[k].kind == TERM_NUMBER && !is_lain_upon(&f->lay, k) &&
                (same_place(f, i, k) || same_figures(&p->c[i], &p->e[k])) &&
                is_difference(p->c, p->cn, i) == is_difference(p->e, p->en, k) && count_the_same(p, i, k) &&
                numbers_clash(&p->c[i], &p->e[k], &kind) && (kind != CLASH_UNIT || !has_own_kind(p, i))) {
                add_values(f, kind, &p->c[i], &p->e[k]);
                break;
            }
    }
}

static bool lay_adjacent(const struct match *a, const struct match *b)
{
    return a->grade > GRADE_RIVAL && a->claim + 1 == b->claim && a->source + 1 == b->source;
}

static void find_words(struct finding *f)
{
    const struct pair *p = f->pair;

    for (size_t k = 0; k < f->lay.n; k++) {
        const struct match *m = &f->lay.items[k];
        const struct term *c = &p->c[m->claim], *e = &p->e[m->source];

        if (m->grade != GRADE_RIVAL || c->kind == TERM_NUMBER || !same_place(f, m->claim, m->source))
            continue;
        /* "Revenue rose and profit fell": what the claim says of the one is said of the other. */
        if (is_given(p, c) && !(k && lay_adjacent(&f->lay.items[k - 1], m)))
            continue;
        add_values(f, kind_of_rivals(c, e), c, e);
    }
}

static bool is_part_of_name(const struct term *items, size_t n, size_t at)
{
    return (at && items[at - 1].capital && term_is_content(&items[at - 1])) ||
           (at + 1 < n && items[at + 1].capital && term_is_content(&items[at + 1]));
}

/* The terms with each name as one term: "off Little Mohr" has as many as "off Arnsted". */
static size_t join_names(const struct term *items, size_t n, struct term *ret)
{
    size_t to = 0;

    for (size_t i = 0; i < n; i++) {
        bool inside = i && items[i].kind == TERM_WORD && items[i].capital && term_is_content(&items[i]) &&
                      items[i - 1].kind == TERM_WORD && items[i - 1].capital && items[i - 1].start &&
                      term_is_content(&items[i - 1]);

        if (!inside) {
            ret[to++] = items[i];
            continue;
        }
        const char *start = ret[to - 1].text.data, *end = items[i].text.data + items[i].text.len;
        if (end > start)
            ret[to - 1].text = str_n(start, (size_t) (end - start));
    }
    return to;
}

/* "On 16 October 1911": a day that happens once, so that another place of the same is no second time. */
static bool names_day(const struct lay *lay, const struct pair *p)
{
    for (size_t k = 0; k < lay->n; k++) {
        const struct term *t = &p->c[lay->items[k].claim];

        if (t->kind == TERM_NUMBER && t->number->kind == NUMBER_DATE && t->number->day && t->number->has_year &&
            lay->items[k].grade == GRADE_SAME)
            return true;
    }
    return false;
}

/* The only name that the sentence has another one for, where everything else is proved; `dated`: a day among it. */
static bool find_name(struct finding *f, const struct pair *p, bool dated)
{
    const unsigned allowed = FLAW_QUANTIFIER | FLAW_DOWNWARD | FLAW_LIMIT | FLAW_OPENING | FLAW_TENSE | FLAW_MODIFIER;
    const struct match *rival = NULL;
    struct proof proof = { 0 };

    lay_claim(f->scratch, p, relation_names, &proof.lay);
    for (size_t k = 0; k < proof.lay.n; k++)
        if (proof.lay.items[k].grade == GRADE_RIVAL) {
            if (rival)
                return false;
            rival = &proof.lay.items[k];
        }
    if (!rival || is_part_of_name(p->c, p->cn, rival->claim) || is_part_of_name(p->e, p->en, rival->source) ||
        ((dated || term_is_named(p, &p->c[rival->claim])) && !names_day(&proof.lay, p)))
        return false;
    proof_check(p, &proof);
    if (proof.flaws & ~allowed)
        return false;
    add_values(f, CLASH_NAME, &p->c[rival->claim], &p->e[rival->source]);
    return true;
}

/* "Founded in Bergen" where the sentence has "founded in Oslo", or "sank off Arnsted in 1911", where it has "in 1911 … sank off Little Mohr". */
static void find_names(struct finding *f)
{
    const struct pair *p = f->pair;
    struct pair joined = *p;

    if (find_name(f, p, false))
        return;
    struct term *c = arena_calloc(f->scratch, p->cn + 1, sizeof *c),
                *e = arena_calloc(f->scratch, p->en + 1, sizeof *e),
                *moved = arena_calloc(f->scratch, p->cn + 1, sizeof *moved);
    joined.cn = join_names(p->c, p->cn, c);
    joined.en = join_names(p->e, p->en, e);
    joined.c = c;
    joined.e = e;
    if (find_name(f, &joined, true) || !voice_date_moved(c, joined.cn, moved))
        return;
    joined.c = moved;
    find_name(f, &joined, true);
}

/* Has the sentence the claim's words, in whatever order? One of many may be another: "caused" for "explains". */
static bool has_nearly_all_words(const struct pair *p)
{
    size_t found = 0, missing = 0;

    for (size_t i = 0; i < p->cn; i++)
        if (term_is_content(&p->c[i]) && amount_at(p->c, p->cn, i) < 0 &&
            !(i && p->c[i].kind == TERM_NUMBER && amount_at(p->c, p->cn, i - 1) >= 0)) { /* "all 12 judges" */
            bool given = is_given(p, &p->c[i]);

            found += given;
            missing += !given;
        }
    return missing ? missing == 1 && found >= 4 : found >= 2;
}

/* "All members" where the sentence has "most members". */
static void find_quantifiers(struct finding *f)
{
    const struct pair *p = f->pair;
    size_t e;

    for (size_t c = 0; c < p->cn; c++)
        if (amounts_clash(p, c, &e)) {
            struct str theirs = amount_text(p->e, e), mine = amount_text(p->c, c);

            add(f, CLASH_QUANTIFIER, p->c[c].text, theirs,
                str_format(f->scratch, "the source says \"%.*s\", not \"%.*s\"",
                           STR_ARG(str_lower_ascii(f->scratch, theirs)), STR_ARG(str_lower_ascii(f->scratch, mine))));
        }
}

static bool are_neighbours(const struct pair *p, const struct term *a, const struct term *b)
{
    for (size_t i = 0; i + 1 < p->en; i++)
        if (relation_grade(a, &p->e[i]) && relation_grade(b, &p->e[i + 1]))
            return true;
    return false;
}

/* The words at i that stand together in the sentence too, such as a name. Returns their end. */
static size_t group_end(const struct pair *p, size_t i)
{
    size_t end = i + 1;

    while (end < p->cn && term_is_content(&p->c[end - 1]) && term_is_content(&p->c[end]) &&
           are_neighbours(p, &p->c[end - 1], &p->c[end]))
        end++;
    return end;
}

/* Has the sentence every content word of the claim, in whatever order? */
static bool has_all_words(const struct pair *p)
{
    for (size_t i = 0; i < p->cn; i++) {
        bool found = !term_is_content(&p->c[i]);

        for (size_t k = 0; k < p->en && !found; k++)
            found = relation_grade(&p->c[i], &p->e[k]) > 0;
        if (!found)
            return false;
    }
    return true;
}

/* The claim with groups [a, b) and [c, d) exchanged. */
static const struct term *exchanged(struct arena *arena, const struct pair *p, const size_t at[4])
{
    struct term *ret = arena_calloc(arena, p->cn + 1, sizeof *ret);
    const size_t order[5][2] = { { 0, at[0] }, { at[2], at[3] }, { at[1], at[2] }, { at[0], at[1] }, { at[3], p->cn } };
    size_t n = 0;

    for (size_t part = 0; part < 5; part++)
        for (size_t i = order[part][0]; i < order[part][1]; i++)
            ret[n++] = p->c[i];
    return ret;
}

/* "Copper and tin" are "tin and copper". */
static bool are_joined(const struct term *items, size_t from, size_t to)
{
    while (from < to && (term_is_one_of(&items[from], "and or nor") || term_in(&items[from], GRAMMAR_DETERMINER)))
        from++;
    return from == to;
}

static void add_order(struct finding *f, size_t from, size_t to)
{
    struct str source = text_of(f->pair->e, from, to);

    add(f, CLASH_ORDER, text_of(f->pair->c, 0, f->pair->cn), source,
        str_format(f->scratch, "the source has it the other way round: \"%.*s\"", STR_ARG(source)));
}

/* "India halved": a subject with its verb. Two of them that change places say the same. */
static bool is_clause(const struct term *items, size_t from, size_t to)
{
    return to > from + 1 && terms_have_verb(items + from + 1, to - from - 1) && !term_looks_like_verb(&items[from]);
}

/* The claim is proved when two of its words change places: the source has it the other way round. */
static bool find_order(struct finding *f)
{
    enum { TRIES_MAX = 12 };
    const struct pair *p = f->pair;
    size_t tries = 0;

    if (!has_all_words(p))
        return false;
    for (size_t a = 0; a < p->cn; a = group_end(p, a)) {
        for (size_t b = group_end(p, a); b < p->cn; b = group_end(p, b)) {
            const size_t at[4] = { a, group_end(p, a), b, group_end(p, b) };
            struct pair turned = *p;
            struct proof proof = { 0 };

            if (!term_is_content(&p->c[a]) || !term_is_content(&p->c[b]) || p->c[a].kind != p->c[b].kind ||
                str_eq(p->c[a].stem, p->c[b].stem) || are_joined(p->c, at[1], at[2]) ||
                (is_clause(p->c, at[0], at[1]) && is_clause(p->c, at[2], at[3])) || tries++ >= TRIES_MAX)
                continue;
            turned.c = exchanged(f->scratch, p, at);
            lay_claim(f->scratch, &turned, NULL, &proof.lay);
            proof_check(&turned, &proof);
            if (proof.flaws & ~(unsigned) (FLAW_DOWNWARD | FLAW_LIMIT | FLAW_OPENING | FLAW_TENSE | FLAW_MODIFIER))
                continue;
            add_order(f, proof.start, proof.end + 1);
            return true;
        }
    }
    return false;
}

static bool add_event(struct finding *f, const struct event *event)
{
    struct str source = text_of(f->pair->e, event->from, event->to);

    add(f, CLASH_POLARITY, f->pair->c[event->claim].text, source,
        str_format(f->scratch, "the source says \"%.*s\", not that it is so", STR_ARG(source)));
    return true;
}

/* "plans to replace", "failed to start" */
static bool find_intention(struct finding *f)
{
    struct event event;

    return event_is_intended(f->pair, &f->lay, &event) && add_event(f, &event);
}

/* "will repeat", "rejected a bill to ban" */
static bool find_event(struct finding *f)
{
    struct event event;

    return event_is_open(f->pair, &event) && add_event(f, &event);
}

/* Does the sentence doubt what it says there? "A feared man" and "can be seen" do not. */
static bool doubts(const struct pair *p, const struct proof *proof)
{
    for (size_t i = proof->start ? proof->start - 1 : 0; i <= proof->end; i++)
        if (term_hedges(p->e, p->en, i) && !is_lain_upon(&proof->lay, i) && !term_is(&p->e[i], "can") &&
            !(term_in(&p->e[i], GRAMMAR_HEDGE_PARTICIPLE) && !(i + 1 < p->en && term_is(&p->e[i + 1], "to"))))
            return true;
    return false;
}

/* Somebody believes, hopes or alleges it. What somebody only says or finds may be so. */
static bool is_opinion(const struct pair *p, const struct proof *proof)
{
    for (size_t i = 0; i < proof->start; i++)
        if (term_in(&p->e[i], GRAMMAR_STRONG_BELIEF) && !str_is(p->e[i].stem, "suggest"))
            return true;
    return false;
}

/* Does every content word of the claim lie upon the sentence? */
static bool lies_whole(const struct pair *p, const struct lay *lay)
{
    for (size_t i = 0, k = 0; i < p->cn; i++) {
        while (k < lay->n && lay->items[k].claim < i)
            k++;
        if (term_is_content(&p->c[i]) && !term_hedges(p->c, p->cn, i) && (k == lay->n || lay->items[k].claim != i))
            return false;
    }
    return true;
}

/* "Not only Spain but also Portugal": both. */
static bool says_not_only(const struct pair *p)
{
    for (size_t i = 0; i + 1 < p->en; i++)
        if (term_is(&p->e[i], "not") && term_is_one_of(&p->e[i + 1], "only just merely"))
            return true;
    return false;
}

/* The flaws of polarity for which the two clash; 0 where more than polarity keeps them apart. */
static unsigned polarity_flaws(const struct pair *p, const struct proof *proof)
{
    const unsigned polarity = FLAW_NEGATION | FLAW_DENIAL | FLAW_CONDITION | FLAW_BELIEF | FLAW_HEDGE | FLAW_MODAL;
    unsigned flaws = proof->flaws & polarity, allowed = polarity | FLAW_DOWNWARD | FLAW_QUANTIFIER | FLAW_WEAK |
                                                        FLAW_LIMIT | FLAW_OPENING | FLAW_TENSE | FLAW_MODIFIER;
    bool claim_denies = terms_any(p->c, p->cn, GRAMMAR_NEGATION | GRAMMAR_DENIAL);
    bool claim_doubts = terms_hedges(p->c, 0, p->cn, p->cn) > 0 || terms_any(p->c, p->cn, GRAMMAR_MODAL);

    if (flaws & (FLAW_NEGATION | FLAW_HEDGE | FLAW_MODAL)) /* "not" or "may" that only the claim has is added to it */
        allowed |= FLAW_ADDED;
    /* "denied it" is left out, and little else */
    if ((flaws & (FLAW_NEGATION | FLAW_DENIAL | FLAW_HEDGE | FLAW_MODAL)) &&
        proof->end - proof->start < proof->lay.n + LEFT_OUT_MAX)
        allowed |= FLAW_GAP;
    if (flaws & (FLAW_NEGATION | FLAW_CONDITION | FLAW_BELIEF | FLAW_HEDGE)) /* it stands before the clause */
        allowed |= FLAW_LEFT;
    if ((proof->flaws & ~allowed) || !lies_whole(p, &proof->lay))
        return 0;
    if (claim_doubts || terms_any(p->c, p->cn, GRAMMAR_CONDITION))
        flaws &= ~(unsigned) FLAW_CONDITION;
    if (!is_opinion(p, proof))
        flaws &= ~(unsigned) FLAW_BELIEF;
    if (claim_denies && !(flaws & FLAW_NEGATION))
        flaws &= ~(unsigned) FLAW_DENIAL;
    if (amount_is_denied(p) || says_not_only(p))
        flaws &= ~(unsigned) FLAW_NEGATION;
    /* "is planned" and "will be" */
    if (terms_hedges(p->c, 0, p->cn, p->cn) && !terms_hedges(p->e, 0, p->en, p->en) &&
        terms_any(p->e, p->en, GRAMMAR_MODAL))
        flaws &= ~(unsigned) (FLAW_HEDGE | FLAW_MODAL);
    if (!claim_doubts && !doubts(p, proof))
        flaws &= ~(unsigned) (FLAW_HEDGE | FLAW_MODAL);
    return flaws;
}

/* Everything the claim says lies upon the sentence, but one of them denies, doubts or only supposes it. */
static void find_polarity(struct finding *f)
{
    static const struct {
        unsigned flaw;
        uint64_t classes; /* the side that has more of these says it */
        const char *source, *claim;
    } kinds[] = {
        { FLAW_NEGATION | FLAW_DENIAL, GRAMMAR_NEGATION | GRAMMAR_DENIAL,
          "the source denies it, or says that somebody does", "the claim denies what the source says" },
        { FLAW_CONDITION, GRAMMAR_CONDITION, "the source says it only under a condition or as one of several cases",
          NULL },
        { FLAW_HEDGE | FLAW_MODAL, GRAMMAR_HEDGE | GRAMMAR_MODAL | GRAMMAR_HEDGE_PARTICIPLE,
          "the source says that it may be so, nearly is or is expected, not that it is so",
          "the claim says that it may be so, nearly is or is expected; the source says that it is so" },
        { FLAW_BELIEF, GRAMMAR_BELIEF, "the source tells what somebody says, expects or examines, not that it is so",
          NULL },
    };
    const struct pair *p = f->pair;
    struct proof proof = { 0 };

    lay_claim(f->scratch, p, NULL, &proof.lay);
    proof_check(p, &proof);
    unsigned flaws = polarity_flaws(p, &proof);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (flaws & kinds[i].flaw) {
            bool mine = kinds[i].claim &&
                        terms_count(p->c, p->cn, kinds[i].classes) > terms_count(p->e, p->en, kinds[i].classes);

            struct clash *clash = add(f, CLASH_POLARITY, text_of(p->c, 0, p->cn),
                                      text_of(p->e, proof.start, proof.end + 1),
                                      str(mine ? kinds[i].claim : kinds[i].source));
            if (clash)
                clash->mild = (kinds[i].flaw == FLAW_BELIEF) || (mine && i > 0);
            return;
        }
}

void clashes_find(struct clashes *ret, struct arena *scratch, const struct pair *pair, size_t sentence)
{
    struct finding f = { ret, scratch, pair, sentence, { 0 } };
    size_t from, to;

    if (pair->cn == 0 || pair->en == 0)
        return;
    if (find_order(&f)) /* each word in another's place would be told again as a difference of its own */
        return;
    if (roles_are_turned(pair, &from, &to)) {
        add_order(&f, from, to);
        return;
    }
    lay_claim(scratch, pair, relation_rival, &f.lay);
    if (has_nearly_all_words(pair) || speaks_of_the_same(&f))
        find_quantifiers(&f);
    bool open = find_event(&f);
    if (!speaks_of_the_same(&f)) {
        if (!open && has_all_words(pair)) /* "Line D carries 6 million": "they aim to carry 6 million on Line D" */
            find_intention(&f);
        return;
    }
    size_t denied = terms_count(pair->c, pair->cn, GRAMMAR_NEGATION);
    if (denied == terms_count(pair->e, pair->en, GRAMMAR_NEGATION)) /* "nineteen did not" and "five did" agree */
        find_numbers(&f);
    if (denied == 0) /* "not American" and "French" agree */
        find_words(&f);
    find_names(&f);
    if (!open && !find_intention(&f))
        find_polarity(&f);
}

void clashes_of_numbers(struct clashes *ret, struct arena *scratch, const struct pair *pair, size_t sentence)
{
    struct finding f = { ret, scratch, pair, sentence, { 0 } };

    lay_claim(scratch, pair, relation_rival, &f.lay);
    if (speaks_of_the_same(&f))
        find_numbers(&f);
}

bool clashes_refuted(struct clashes *ret, const struct pair *pair, const struct refutation *r, size_t sentence)
{
    struct finding f = { .out = ret, .scratch = ret->arena, .pair = pair, .sentence = sentence };
    bool told = ret->n > 0; /* by another sentence of the claim */

    if (r->rival != RIVAL_NONE) {
        const struct term *c = &pair->c[r->claim], *e = &pair->e[r->source];
        add_values(&f, kind_of_rivals(c, e), c, e);
    } else {
        bool mine = r->claim < pair->cn;

        add(&f, CLASH_POLARITY, mine ? pair->c[r->claim].text : str(""), mine ? str("") : pair->e[r->source].text,
            mine ? str("the claim denies what the source says") : str("the source denies what the claim says"));
    }
    return told || ret->n > 0;
}
