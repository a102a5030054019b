/* The edges of what the claim takes from a sentence, and what stands around it: a clause cut out of a sentence says
 * the same only if it is a whole clause and nobody doubts, denies or supposes it. */
#include "judge/proof.h"

struct side {
    const struct term *items;
    size_t n;
};

static bool is_mark(const struct term *t, const char *marks) { return t->kind == TERM_MARK && strchr(marks, t->mark); }
static bool is_word(const struct term *t, const char *list) { return t->kind == TERM_WORD && term_is_one_of(t, list); }

/* The last `side` terms behind the last of these marks. */
static struct side behind_mark(struct side s, const char *marks)
{
    size_t from = s.n;

    while (from > 0 && !is_mark(&s.items[from - 1], marks))
        from--;
    return (struct side){ s.items + from, s.n - from };
}

static struct side before_mark(struct side s, const char *marks)
{
    size_t to = 0;

    while (to < s.n && !is_mark(&s.items[to], marks))
        to++;
    return (struct side){ s.items, to };
}

static bool has_word(struct side s, const char *list)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_word(&s.items[i], list))
            return true;
    return false;
}

static bool has_mark(struct side s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.items[i].kind == TERM_MARK)
            return true;
    return false;
}

static size_t words_in(struct side s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += s.items[i].kind != TERM_MARK;
    return n;
}

/* "[Large wooden] doors were sold": adjectives at the start of the sentence that the claim leaves out. */
static bool is_left_modifier(struct side left, const struct term *first)
{
    if (term_in(first, GRAMMAR_DETERMINER) || words_in(left) > 3 || has_mark(left) ||
        terms_any(left.items, left.n, GRAMMAR_PRIVATIVE | GRAMMAR_WEAK_QUANTITY | GRAMMAR_HEDGE | GRAMMAR_NEGATION))
        return false;
    for (size_t i = 0; i < left.n; i++) {
        const struct term *t = &left.items[i];

        /* "[her sister] Eva Berg" */
        bool owner = i == 0 && first->capital && left.n > 1 && is_word(t, "his her its their our my");

        if (term_in(t, GRAMMAR_FUNCTION) && !term_in(t, GRAMMAR_ARTICLE) && !owner)
            return false;
        if (owner)
            continue;
        if (!term_in(t, GRAMMAR_ARTICLE) && !first->capital &&
            !term_praises(t)) /* "[female] workers" are not all workers */
            return false;
        if (str_ends(t->fold, "ing") || t->kind == TERM_NUMBER)
            return false;
        if (!t->capital && (str_ends(t->fold, "ed") || (str_ends(t->fold, "s") && !str_ends(t->fold, "ous"))))
            return false;
    }
    return true;
}

/* "[The mayor and] the council spent 4 million": they did so together. */
static bool shares_subject(const struct pair *pair, struct side left)
{
    struct side clause = behind_mark(left, ";:!?.,()-");
    size_t n = clause.n;

    while (n > 0 && term_in(&clause.items[n - 1], GRAMMAR_DETERMINER))
        n--;
    return n > 1 && is_word(&clause.items[n - 1], "and") && !terms_have_verb(clause.items, n) &&
           terms_have_amount(pair->c, pair->cn);
}

static unsigned check_left(const struct pair *pair, struct side left, struct proof *proof)
{
    const struct term *first = &pair->e[proof->start], *last = left.n ? &left.items[left.n - 1] : NULL;
    unsigned flaws = 0;

    if (!last)
        return 0;
    if (last->kind == TERM_MARK) {
        if (last->mark == '-' && last->glued)
            flaws |= FLAW_LEFT;
    } else if (!term_in(last, GRAMMAR_LEFT_EDGE | GRAMMAR_HARMLESS_ADVERB)) {
        bool determiner = term_in(last, GRAMMAR_DETERMINER) && !term_in(last, GRAMMAR_NEGATION);

        if (is_left_modifier(left, first))
            proof->gaps |= GAP_MODIFIER;
        else if (!(determiner && (left.n < 2 || left.items[left.n - 2].kind == TERM_MARK ||
                                  term_in(&left.items[left.n - 2], GRAMMAR_LEFT_EDGE))))
            flaws |= FLAW_LEFT;
    }
    if (first->glued && !is_mark(last, "(\"`"))
        flaws |= FLAW_LEFT;
    if (shares_subject(pair, left))
        flaws |= FLAW_LEFT;
    return flaws;
}

/* "It is known that", "the tests showed that", but not "proving that" nor "things that". */
static bool is_fact(struct side before)
{
    size_t at = before.n - 1;

    if (!is_word(&before.items[at], "that"))
        return terms_any(before.items, before.n, GRAMMAR_FACTIVE);
    if (at && is_word(&before.items[at - 1], "evidence"))
        at--;
    if (at == 0 || !term_in(&before.items[at - 1], GRAMMAR_FACTIVE) || str_ends(before.items[at - 1].fold, "ing"))
        return false;
    return at < 2 || !is_word(&before.items[at - 2], "to");
}

/* "Had there been a majority, …": a condition without "if". */
static bool is_inverted_condition(struct side sentence, struct side clause)
{
    return clause.n < sentence.n && sentence.items[0].capital && is_word(&sentence.items[0], "had were should");
}

static const char fiction[] =
    "film movie novel story series episode game play myth legend dream fiction comic fairy plot";

/* What stands before the clause: conditions, beliefs, hedges and negations that reach over it. */
static unsigned check_before(struct side left)
{
    struct side sentence = behind_mark(left, ";:!?."), clause = behind_mark(sentence, ",()-");
    unsigned flaws = 0;
    bool whether_or_not = sentence.n >= 3 && is_word(&sentence.items[0], "whether") &&
                          is_word(&sentence.items[1], "or") && is_word(&sentence.items[2], "not") &&
                          clause.n < sentence.n;

    if (!whether_or_not &&
        (terms_any(sentence.items, sentence.n, GRAMMAR_CONDITION) ||
         (has_word(sentence, "in") && has_word(clause, "case")) || is_inverted_condition(sentence, clause)))
        flaws |= FLAW_CONDITION;
    if (terms_any(clause.items, clause.n, GRAMMAR_BELIEF))
        flaws |= FLAW_BELIEF;
    else if (has_word(clause, "that") && !is_fact(sentence))
        flaws |= FLAW_BELIEF;
    if (has_word(sentence, fiction) && has_word(sentence, "in"))
        flaws |= FLAW_BELIEF;
    if (terms_hedges(clause.items, 0, clause.n, clause.n))
        flaws |= FLAW_HEDGE;
    for (size_t i = 0; i < sentence.n; i++)
        if (sentence.items[i].kind != TERM_MARK) {
            if (term_in(&sentence.items[i], GRAMMAR_HEDGE))
                flaws |= FLAW_HEDGE;
            break;
        }
    if (terms_any(clause.items, clause.n, GRAMMAR_NEGATION | GRAMMAR_DENIAL))
        flaws |= FLAW_NEGATION;
    if (has_word(clause, "or either"))
        flaws |= FLAW_CONDITION;
    return flaws;
}

/* "300 rivers [and lakes]": the number counts both. "5 died [and 7 were hurt]": it does not. */
static bool counts_on(const struct pair *pair, const struct proof *proof)
{
    const struct term *then = proof->end + 2 < pair->en ? &pair->e[proof->end + 2] : NULL;
    size_t at = proof->end;

    if (!then || !term_is_content(then) || then->kind == TERM_NUMBER || term_is_participle(then) ||
        term_in(then, GRAMMAR_IRREGULAR))
        return false;
    while (at > proof->start && pair->e[at].kind == TERM_WORD && term_is_content(&pair->e[at]))
        at--;
    return at < proof->end && pair->e[at].kind == TERM_NUMBER && pair->e[at].number->kind == NUMBER_COUNT;
}

/* "both A [and B]", "between A [and B]", "5 percent [of the votes]": the cut takes away half of what belongs together. */
static bool cuts_a_pair(const struct pair *pair, const struct proof *proof, const struct term *behind)
{
    static const char shares[] =
        "part portion share number lack absence loss kind sort type lot majority minority most few half "
        "quarter third risk chance threat fear possibility prospect attempt percent percentage dozens "
        "hundreds thousands millions billions";
    struct side span = { pair->e + proof->start, proof->end - proof->start + 1 };
    const struct term *last = &pair->e[proof->end];

    if (is_word(behind, "and or nor"))
        return has_word(span, "both between either neither") || counts_on(pair, proof);
    if (is_word(behind, "to")) /* "failed [to start]" */
        return term_in(last, GRAMMAR_DENIAL | GRAMMAR_BELIEF);
    if (is_word(behind, "of"))
        return last->kind == TERM_NUMBER || is_word(last, shares);
    return false;
}

static bool has_figure(const struct pair *pair, const struct proof *proof)
{
    for (size_t i = proof->start; i <= proof->end; i++)
        if (pair->e[i].kind == TERM_NUMBER && pair->e[i].number->kind != NUMBER_DATE)
            return true;
    return false;
}

/* "rose by 12 percent", "raised it by half a point" */
static bool follows_change(const struct pair *pair, const struct proof *proof)
{
    const struct term *last = &pair->e[proof->end];

    return last->kind == TERM_NUMBER && (last->number->kind == NUMBER_PERCENT || last->number->kind == NUMBER_POINTS) &&
           proof->end && is_word(last - 1, "by");
}

/* "[for 2.1 billion dollars]", "[in 1990]", "[by Otto Lang]": a price, a date or a name is a detail of what happened. Any other
 * phrase may say how far it is true: "[in principle]", "[with three others]"; so may a name behind a figure: "rose by
 * 12 percent [in Norway]". */
static bool is_detail(const struct pair *pair, const struct proof *proof, struct side right)
{
    size_t at = right.n > 1 && term_in(&right.items[1], GRAMMAR_ARTICLE) ? 2 : 1;
    const struct term *object = at < right.n ? &right.items[at] : NULL;

    if (!term_in(&right.items[0], GRAMMAR_PREPOSITION) ||
        is_word(&right.items[0], "of per among amongst as than like") || !object)
        return false;
    if (term_is_weekly(object))
        return false;
    if (is_word(&right.items[0], "on") && term_is_weekday(object))
        return tense_of(pair->c, pair->cn) == TENSE_PAST;
    /* "rose by 12 percent [to 4.5 million]" */
    if (is_word(&right.items[0], "to") && object->kind == TERM_NUMBER && follows_change(pair, proof))
        return true;
    if (object->kind == TERM_NUMBER)
        return object->number->kind == NUMBER_DATE || object->number->kind == NUMBER_MONEY;
    if (is_word(&right.items[0], "by") && terms_any(pair->c, pair->cn, GRAMMAR_BE)) /* "was opened [by the queen]" */
        return true;
    return object->capital && !has_figure(pair, proof);
}

/* "is a film [directed by …]" */
static bool is_described(const struct pair *pair, struct side right)
{
    bool thing = false;

    for (size_t i = 0; i + 1 < pair->cn; i++)
        thing = thing || (term_in(&pair->c[i], GRAMMAR_BE) && is_word(&pair->c[i + 1], "a an"));
    return thing && term_is_participle(&right.items[0]) && right.n > 1 && term_in(&right.items[1], GRAMMAR_PREPOSITION);
}

/* What follows the clause without a mark may be left out: a detail, another clause, more about somebody named. */
static bool may_be_cut(const struct pair *pair, const struct proof *proof, struct side right)
{
    static const char clauses[] = "and but while whereas although though after before when because since";

    return is_detail(pair, proof, right) || is_described(pair, right) || is_word(&right.items[0], clauses) ||
           (pair->e[proof->end].capital && is_word(&right.items[0], "who which whom whose where"));
}

/* "[with the bride wearing white]", "[for example]", "[most of them women]" */
static bool is_aside(struct side phrase)
{
    if (phrase.n > 2 && is_word(&phrase.items[1], "of") && is_word(&phrase.items[2], "them whom which these"))
        return true;
    if (phrase.n == 2 && is_word(&phrase.items[0], "for of as") &&
        is_word(&phrase.items[1], "example instance course well"))
        return true;
    for (size_t i = 2; i < phrase.n && is_word(&phrase.items[0], "with"); i++)
        if (str_ends(phrase.items[i].fold, "ing") || term_is_participle(&phrase.items[i]))
            return true;
    return false;
}

/* Does what stands behind a mark, up to the next one, say nothing of how far it is true? A relative or another clause, an apposition, a
 * price, a date or a name, a consequence ("killing two"), a contrast ("not the crew"). */
static bool may_follow_mark(const struct pair *pair, const struct proof *proof, struct side phrase)
{
    static const char clauses[] = "and but while whereas although though because since after before when so yet nor "
                                  "despite including besides unlike who which whom whose where";
    const struct term *first = &phrase.items[0], *next = phrase.n > 1 ? &phrase.items[1] : NULL;

    if (is_aside(phrase) || term_in(first, GRAMMAR_AUXILIARY | GRAMMAR_MODAL))
        return true;
    if (term_limits(first) || is_word(first, "that this such as"))
        return false;
    if (is_word(first, clauses) && !(is_word(first, "so") && next && !term_in(next, GRAMMAR_SUBJECT_PRONOUN)))
        return true;
    if (is_word(first, "not")) /* "[not counting inflation]" */
        return next && !str_ends(next->fold, "ing");
    if (phrase_names_speaker(phrase.items, phrase.n))
        return false;
    if (term_in(first, GRAMMAR_PREPOSITION))
        return is_detail(pair, proof, phrase);
    return first->kind == TERM_NUMBER || first->capital ||
           term_in(first, GRAMMAR_DETERMINER | GRAMMAR_HARMLESS_ADVERB) || str_ends(first->fold, "ing") ||
           (term_is_participle(first) && !has_figure(pair, proof));
}

/* "Because the nurse slept[, the pilots ran]": what follows is the sentence itself. */
static bool is_subordinate(const struct pair *pair, const struct proof *proof)
{
    struct side clause = behind_mark((struct side){ pair->e, proof->start }, ";:!?.,()-");

    return clause.n && is_word(&clause.items[0], "because although though while whereas since after before when as");
}

static bool limits_behind_mark(const struct pair *pair, const struct proof *proof, struct side right)
{
    enum { ACRONYM_BYTES = 4 };
    size_t at = 0;

    while (at < right.n && right.items[at].kind == TERM_MARK)
        at++;
    if (at == right.n || is_mark(&right.items[0], ".!?"))
        return false;
    struct side phrase = before_mark((struct side){ right.items + at, right.n - at }, ",;:.!?()-");
    if (is_subordinate(pair, proof) ||
        (is_mark(&right.items[0], "(") && phrase.n == 1 && phrase.items[0].text.len <= ACRONYM_BYTES))
        return false;
    if (is_mark(&right.items[0], ";")) /* another sentence: only what points back limits it */
        return is_word(&phrase.items[0], "that this such so") || term_limits(&phrase.items[0]);
    return phrase.n && !may_follow_mark(pair, proof, phrase);
}

/* "in Paris[, Texas]", "in Rome[, New York]" */
static bool cuts_a_place(const struct term *last, struct side right)
{
    size_t at = 1;

    while (at < right.n && right.items[at].capital)
        at++;
    return last->capital && is_mark(&right.items[0], ",") && at > 1 &&
           (at == right.n || right.items[at].kind == TERM_MARK);
}

static bool right_edge_holds(const struct pair *pair, const struct proof *proof, struct side right)
{
    const struct term *behind = &right.items[0], *last = &pair->e[proof->end];
    const struct term *then = right.n > 1 ? &right.items[1] : NULL;

    /* "was found to be [effective]": no clause ends with such a word. */
    if (words_in(right) &&
        (term_in(last, GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_ARTICLE) || is_word(last, "to and or of than as")))
        return false;
    if (behind->kind == TERM_MARK) {
        if (behind->mark == '-' && behind->glued && then && then->glued)
            return false;
        return !(behind->mark == '\'' && then && is_word(then, "s")) && !cuts_a_place(last, right);
    }
    if (behind->glued || is_word(behind, "'s") || cuts_a_pair(pair, proof, behind))
        return false;
    if (term_in(behind, GRAMMAR_RIGHT_EDGE | GRAMMAR_HARMLESS_ADVERB))
        return true;
    if (str_ends(behind->fold, "ing") && term_is_content(last))
        return !is_word(behind, "according depending");
    return term_is_participle(behind) && then && (term_in(then, GRAMMAR_PREPOSITION) || is_word(then, "and")) &&
           terms_any(pair->c, pair->cn, GRAMMAR_BE);
}

static unsigned check_right(const struct pair *pair, const struct proof *proof, struct side right)
{
    struct side sentence = before_mark(right, ";.!?"), clause = before_mark(sentence, ",;");
    const struct term *behind = &right.items[0];
    unsigned flaws = 0;

    if (right.n == 0)
        return 0;
    if (!right_edge_holds(pair, proof, right))
        flaws |= FLAW_RIGHT;
    if (behind->kind == TERM_MARK ? limits_behind_mark(pair, proof, right) : !may_be_cut(pair, proof, right))
        flaws |= FLAW_LIMIT;
    if (is_word(behind, "or if unless whether until till") ||
        (behind->kind == TERM_MARK && right.n > 1 && is_word(&right.items[1], "or if unless")))
        flaws |= FLAW_CONDITION;
    if (has_word(sentence,
                 "false untrue rumour rumor hoax debunked myth legend folklore superstition according theory") ||
        (has_word(sentence, "in is a") && has_word(sentence, fiction)))
        flaws |= FLAW_BELIEF;
    if (terms_any(sentence.items, sentence.n, GRAMMAR_STRONG_BELIEF) && !has_word(sentence, "and but"))
        flaws |= FLAW_BELIEF;
    if (has_word(sentence, "if unless provided otherwise") || has_word(clause, "or only except excluding"))
        flaws |= FLAW_CONDITION;
    /* ", he claimed" */
    if (behind->kind == TERM_MARK) {
        struct side said = { right.items + 1, right.n - 1 < 4 ? right.n - 1 : 4 };
        struct side near = { said.items, said.n < 3 ? said.n : 3 };

        if (terms_any(said.items, said.n, GRAMMAR_STRONG_BELIEF) && !has_word(near, "and"))
            flaws |= FLAW_BELIEF;
        if (said.n && term_in(&said.items[0], GRAMMAR_BELIEF)) /* ", says the factory" */
            flaws |= FLAW_BELIEF;
    }
    return flaws;
}

unsigned edges_check(const struct pair *pair, struct proof *proof)
{
    struct side left = { pair->e, proof->start }, right = { pair->e + proof->end + 1, pair->en - proof->end - 1 };

    return check_left(pair, left, proof) | check_before(left) | check_right(pair, proof, right);
}
