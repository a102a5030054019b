#include "judge/role.h"

enum { NONE = TERMS_SENTENCE_MAX, OBLIQUE_REACH = 8 };

/* The head nouns around a verb, as places; NONE: there is none, or it is not sure. */
struct roles {
    size_t subject, object; /* in active voice: who does it, and to whom */
    size_t oblique;         /* behind the first preposition that follows the object */
    size_t preposition;
    bool pronoun; /* "she" does it */
    bool to_it;   /* it is done to "it", which may be anything */
};

static bool is_noun(const struct term *t) { return t->kind == TERM_WORD && term_is_content(t); }

static bool is_between(const struct term *t)
{
    return term_in(t, GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_HARMLESS_ADVERB | GRAMMAR_TIME_ADVERB);
}

/* "The actors who knew the doctors helped": it is not the doctors who helped. */
static bool is_in_relative(const struct term *t, size_t from)
{
    for (size_t i = from; i-- > 0 && t[i].kind != TERM_MARK;)
        if (i + 1 < from && term_in(&t[i], GRAMMAR_RELATIVE))
            return true;
    return false;
}

static bool opens(const struct term *t, size_t at) { return at == 0 || t[at - 1].kind == TERM_MARK; }

/* "At the annual meeting Peter Lund": a phrase and a name, which begins another one. */
static bool ends_in_name(const struct term *t, size_t from, size_t end)
{
    size_t name = end;

    while (name > from && t[name - 1].capital)
        name--;
    return name < end && name > from && is_noun(&t[name - 1]);
}

/* The head of the noun phrase that ends before `end`: of "the mayor of the old town" it is "mayor". A phrase behind another
 * preposition is no subject. */
static size_t head_before(const struct term *t, size_t end)
{
    size_t head = NONE;

    while (end > 0) {
        size_t from = end;

        while (from > 0 && is_noun(&t[from - 1]))
            from--;
        if (from == end)
            return NONE;
        head = end - 1;
        while (from > 0 && term_in(&t[from - 1], GRAMMAR_DETERMINER))
            from--;
        if (from == 0 || !term_in(&t[from - 1], GRAMMAR_PREPOSITION))
            return is_in_relative(t, from) ? NONE : head;
        if (!term_is(&t[from - 1], "of"))
            return opens(t, from - 1) && ends_in_name(t, from, end) ? head : NONE;
        end = from - 1;
    }
    return NONE;
}

/* The head of the noun phrase that begins at `from`; another determiner begins another one: "taught Marta the violin". */
static size_t head_at(const struct term *t, size_t n, size_t from)
{
    while (from < n && term_in(&t[from], GRAMMAR_DETERMINER))
        from++;
    if (from >= n || !is_noun(&t[from]))
        return NONE;
    while (from + 1 < n && is_noun(&t[from + 1]) && t[from].capital == t[from + 1].capital)
        from++;
    if (!t[from].capital && from + 1 < n && is_noun(&t[from + 1]) && t[from + 1].capital) /* "its rival Baltavia" */
        for (from++; from + 1 < n && is_noun(&t[from + 1]) && t[from + 1].capital;)
            from++;
    return from;
}

/* "The champion of 2022, Petra Voss, by": the last word of the name that stands behind the noun at `head`; NONE: none does. */
static size_t apposed(const struct term *t, size_t n, size_t head)
{
    size_t i = head + 1, name;

    if (i + 1 < n && term_is(&t[i], "of"))
        i += 2;
    if (i + 1 >= n || t[i].kind != TERM_MARK || t[i].mark != ',')
        return NONE;
    for (name = i + 1; name < n && is_noun(&t[name]) && t[name].capital;)
        name++;
    return name > i + 1 && name < n && t[name].kind == TERM_MARK && t[name].mark == ',' ? name - 1 : NONE;
}

static void read_oblique(const struct term *t, size_t n, size_t from, struct roles *ret)
{
    for (size_t i = from; i < n && i < from + OBLIQUE_REACH && t[i].kind != TERM_MARK; i++) {
        if (!term_is_one_of(&t[i], "from to against for with over"))
            continue;
        ret->oblique = head_at(t, n, i + 1);
        ret->preposition = i;
        return;
    }
}

static bool is_passive(const struct term *t, size_t n, size_t verb)
{
    size_t before = verb;

    if (!term_is_participle(&t[verb]))
        return false;
    while (before > 0 && term_in(&t[before - 1], GRAMMAR_HARMLESS_ADVERB))
        before--;
    return (before > 0 && term_in(&t[before - 1], GRAMMAR_BE)) || (verb + 1 < n && term_is(&t[verb + 1], "by"));
}

/* The subject that a verb behind "and", or a participle behind a comma, shares with the first verb of its sentence. */
static size_t shared_subject(const struct term *t, size_t before)
{
    for (size_t i = 1; i < before; i++) {
        size_t end = i;

        if (t[i].kind == TERM_MARK)
            return NONE;
        if (!term_in(&t[i], GRAMMAR_AUXILIARY | GRAMMAR_IRREGULAR) && !(is_noun(&t[i]) && str_ends(t[i].fold, "ed")))
            continue;
        while (end > 0 && is_between(&t[end - 1]))
            end--;
        return end ? head_before(t, end) : NONE;
    }
    return NONE;
}

/* "The brewer Aldous Renwick, who gave": the name behind which a relative clause stands; a common noun there may belong to another one. */
static size_t named_before(const struct term *t, size_t end)
{
    bool behind_name = end > 2 && term_is_one_of(&t[end - 1], "who which") && t[end - 2].kind == TERM_MARK &&
                       t[end - 2].mark == ',' && is_noun(&t[end - 3]) && t[end - 3].capital;

    return behind_name ? end - 3 : NONE;
}

static bool is_loose_participle(const struct term *t, size_t at)
{
    return at > 1 && str_ends(t[at].fold, "ing") && t[at - 1].kind == TERM_MARK && t[at - 1].mark == ',';
}

static struct roles roles_of(const struct term *t, size_t n, size_t verb)
{
    struct roles ret = { NONE, NONE, NONE, NONE, false, false };
    size_t end = verb;

    while (end > 0 && is_between(&t[end - 1]))
        end--;
    if (end > 1 && (term_is(&t[end - 1], "and") || is_loose_participle(t, verb)))
        ret.subject = shared_subject(t, end - 1);
    else if (named_before(t, end) != NONE)
        ret.subject = named_before(t, end);
    else if (end > 1 && t[end - 1].kind == TERM_MARK && t[end - 1].mark == ',') /* "the supplier, Polbar, was" */
        ret.subject = head_before(t, end - 1);
    else if (end > 0)
        ret.subject = head_before(t, end);
    if (is_passive(t, n, verb)) {
        size_t by = verb + 1;

        while (by < n && by < verb + OBLIQUE_REACH && t[by].kind != TERM_MARK && !term_is(&t[by], "by"))
            by++;
        ret.object = ret.subject;
        ret.subject = by < n && term_is(&t[by], "by") ? head_at(t, n, by + 1) : NONE;
        return ret;
    }
    /* "took over", "bought out" */
    size_t behind = verb + 1 < n && term_is_one_of(&t[verb + 1], "over out up off down") ? verb + 2 : verb + 1;
    ret.object = head_at(t, n, behind);
    if (ret.object != NONE && apposed(t, n, ret.object) != NONE)
        ret.object = apposed(t, n, ret.object);
    ret.pronoun = end > 0 && term_in(&t[end - 1], GRAMMAR_SUBJECT_PRONOUN);
    ret.to_it = ret.object == NONE && behind < n && term_is_one_of(&t[behind], "it them");
    read_oblique(t, n, ret.object == NONE ? behind : ret.object + 1, &ret);
    return ret;
}

static bool same(const struct pair *p, size_t c, size_t e)
{
    return c != NONE && e != NONE && relation_grade(&p->c[c], &p->e[e]) > 0;
}

/* "A met B" is "B met A". */
static bool is_mutual(const struct term *t)
{
    static const char stems[] =
        "meet marri wed fight battl face border adjoin neighbour neighbor resembl match equal play join date "
        "oppos encount contact accompani cross touch overlap is be includ mean";

    return term_has_stem(t, stems);
}

static bool is_verb_like(const struct term *t)
{
    return term_is_participle(t) || term_in(t, GRAMMAR_IRREGULAR) || str_ends(t->fold, "s") ||
           term_is_one_of(t, "beat hit hurt upset"); /* past forms that are no other than the present ones */
}

/* Are c and e one verb, as far as one can tell? */
static bool same_verb(const struct pair *p, size_t c, size_t e)
{
    const struct term *mine = &p->c[c], *theirs = &p->e[e];

    bool loose = is_loose_participle(p->e, e);

    return is_noun(mine) && is_noun(theirs) && str_eq(mine->stem, theirs->stem) && !is_mutual(mine) &&
           (is_verb_like(mine) || is_verb_like(theirs) || loose) && !str_ends(mine->fold, "ing") &&
           (loose || !str_ends(theirs->fold, "ing")) && relation_grade(mine, theirs);
}

/* Is who does it in the claim whom it is done to in the sentence, and the other way round? */
static bool exchange(const struct pair *p, const struct roles *c, const struct roles *e)
{
    if (same(p, c->subject, e->object) && same(p, c->object, e->subject))
        return true;
    bool same_object = same(p, c->object, e->object) || (c->object != NONE && e->to_it);
    return same(p, c->subject, e->oblique) && same(p, c->oblique, e->subject) && same_object &&
           str_eq(p->c[c->preposition].fold, p->e[e->preposition].fold);
}

/* Do the two subjects change places at another verb, too? */
static bool exchange_elsewhere(const struct pair *p, size_t verb, size_t claim_subject, size_t source_subject)
{
    for (size_t c = 0; c < p->cn; c++)
        for (size_t e = 0; c != verb && e < p->en; e++) {
            if (!same_verb(p, c, e))
                continue;
            struct roles mine = roles_of(p->c, p->cn, c), theirs = roles_of(p->e, p->en, e);

            if (same(p, mine.object, theirs.object) && same(p, mine.subject, source_subject) &&
                same(p, claim_subject, theirs.subject))
                return true;
        }
    return false;
}

/* Who gives "to" somebody, and who takes "from" somebody, in each line. */
static const char *const converses[][2] = {
    { "sold sells sell", "bought buys buy acquired acquires purchased purchases" },
    { "lent lends lend", "borrowed borrows borrow" },
    { "leased leases lets let", "rented rents rent" },
    { "paid pays gave gives sent sends handed hands delivered delivers", "received receives got gets took takes" },
    { "exported exports export", "imported imports import" },
};

enum { TRADED = sizeof converses / sizeof *converses - 1 }; /* of this line any goods are */

static bool has_preposition(const struct term *t, const struct roles *r, const char *word)
{
    return r->oblique != NONE && term_is(&t[r->preposition], word);
}

/* "The terminal", "Eagle": one thing, which does not go both ways as money and letters do. Its head is at `head`. */
static bool is_one_thing(const struct term *t, size_t verb, size_t head)
{
    size_t at = head;

    while (at > verb + 1 && is_noun(&t[at]) && !t[at].capital)
        at--;
    return t[at].capital || term_is_one_of(&t[at], "the its his her their this");
}

/* Does another sentence say that this goes the claim's way: "it was sold back", not "sold the quarry"? */
static bool is_told_elsewhere(const struct pair *p, size_t verb, size_t object)
{
    for (size_t s = 0; p->context && s < p->context->n; s++) {
        const struct terms *other = &p->context->sentences[s];

        for (size_t i = 1; i < other->n; i++) {
            if (relation_grade(&p->c[verb], &other->items[i]) == 0)
                continue;
            struct roles theirs = roles_of(other->items, other->n, i);
            if (theirs.object == NONE || relation_grade(&p->c[object], &other->items[theirs.object]) > 0)
                return true;
        }
    }
    return false;
}

/* Has the sentence the claim's figures, and not its verb: does it speak of the same deal? */
static bool is_same_deal(const struct pair *p, size_t verb)
{
    for (size_t e = 0; e < p->en; e++)
        if (relation_grade(&p->c[verb], &p->e[e]) > 0)
            return false;
    for (size_t c = 0; c < p->cn; c++) {
        bool found = p->c[c].kind != TERM_NUMBER;

        for (size_t e = 0; e < p->en && !found; e++)
            found = p->e[e].kind == TERM_NUMBER && p->e[e].number->low == p->c[c].number->low;
        if (!found)
            return false;
    }
    return true;
}

/* "It bought": whoever that is; "Beta bought" is not what Alpha did, who may have sold it before. */
static bool may_be_subject(const struct pair *p, const struct roles *mine, const struct roles *theirs)
{
    return theirs->subject == NONE || same(p, mine->subject, theirs->subject);
}

/* "Sold the terminal to Fjord", "bought the terminal from Fjord": the same partner stands on the other side. */
static bool is_converse(const struct pair *p, size_t c, size_t e)
{
    for (size_t i = 0; i < sizeof converses / sizeof *converses; i++) {
        bool gives = term_is_one_of(&p->c[c], converses[i][0]);

        if (!gives && !term_is_one_of(&p->c[c], converses[i][1]))
            continue;
        if (!term_is_one_of(&p->e[e], converses[i][gives]))
            continue;
        struct roles mine = roles_of(p->c, p->cn, c), theirs = roles_of(p->e, p->en, e);
        return has_preposition(p->c, &mine, gives ? "to" : "from") &&
               has_preposition(p->e, &theirs, gives ? "from" : "to") && same(p, mine.object, theirs.object) &&
               (i == TRADED || is_one_thing(p->c, c, mine.object)) && same(p, mine.oblique, theirs.oblique) &&
               may_be_subject(p, &mine, &theirs) && is_same_deal(p, c) && !is_told_elsewhere(p, c, mine.object);
    }
    return false;
}

/* May the sentence say of any such verb what the claim says? */
static bool may_say_it(const struct pair *p, size_t verb, const struct roles *c)
{
    for (size_t e = 0; e < p->en; e++) {
        if (!same_verb(p, verb, e))
            continue;
        struct roles theirs = roles_of(p->e, p->en, e);

        if (theirs.subject == NONE || same(p, c->subject, theirs.subject))
            return true;
    }
    return false;
}

/* The words from the first to the last role, with the whole name that the first one ends. */
static void span_of(const struct term *t, const struct roles *roles, size_t verb, size_t *from, size_t *to)
{
    const size_t at[] = { roles->subject, roles->object, roles->oblique };

    *from = verb;
    *to = verb + 1;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        *from = at[i] < *from ? at[i] : *from;
        *to = at[i] != NONE && at[i] >= *to ? at[i] + 1 : *to;
    }
    while (*from > 0 && is_noun(&t[*from - 1]) && t[*from - 1].capital == t[*from].capital)
        (*from)--;
}

bool roles_are_turned(const struct pair *p, size_t *from, size_t *to)
{
    if (terms_any(p->c, p->cn, GRAMMAR_NEGATION | GRAMMAR_CONDITION))
        return false;
    for (size_t c = 1; c + 1 < p->cn; c++)
        for (size_t e = 1; e + 1 < p->en; e++) {
            bool converse = is_converse(p, c, e);
            if (!converse && !same_verb(p, c, e))
                continue;
            struct roles mine = roles_of(p->c, p->cn, c), theirs = roles_of(p->e, p->en, e);
            bool other = same(p, mine.object, theirs.object) && theirs.subject != NONE && mine.subject != NONE &&
                         exchange_elsewhere(p, c, mine.subject, theirs.subject);

            /* "She beat Voss": it was not Voss who beat her. */
            bool pronoun = theirs.pronoun && mine.object != NONE && mine.subject != NONE &&
                           p->c[mine.subject].capital && same(p, mine.subject, theirs.object) &&
                           !same(p, mine.object, theirs.object);
            if (!converse &&
                (same(p, mine.subject, theirs.subject) || (!exchange(p, &mine, &theirs) && !other && !pronoun) ||
                 (!other && !pronoun && may_say_it(p, c, &mine))))
                continue;
            span_of(p->e, &theirs, e, from, to);
            return true;
        }
    return false;
}
