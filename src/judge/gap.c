#include "judge/proof.h"

/* A stretch of a sentence that the claim leaves out. */
struct stretch {
    const struct pair *pair;
    size_t a, b;                               /* e[a, b) */
    const struct term *prev, *next;            /* the matched terms around it */
    const struct term *ws[TERMS_SENTENCE_MAX]; /* its words */
    size_t n;
    size_t before; /* claim's terms up to here */
};

static bool is(const struct term *t, const char *fold) { return t->kind == TERM_WORD && term_is(t, fold); }
static bool content(const struct term *t) { return term_is_content(t); }

/* Does any word of [from, to) belong to the classes, other than `except`? */
static bool any_in(const struct stretch *s, size_t from, size_t to, uint64_t classes, const char *except)
{
    for (size_t i = from; i < to && i < s->n; i++)
        if (term_in(s->ws[i], classes) && !(except && term_is_one_of(s->ws[i], except)))
            return true;
    return false;
}

/* Every mark of the stretch is one of these. */
static bool marks_are(const struct stretch *s, const char *marks)
{
    for (size_t i = s->a; i < s->b; i++)
        if (s->pair->e[i].kind == TERM_MARK && !strchr(marks, s->pair->e[i].mark))
            return false;
    return true;
}

static bool is_mark(const struct term *t, const char *marks) { return t->kind == TERM_MARK && strchr(marks, t->mark); }

static bool all_light(const struct stretch *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (!term_in(s->ws[i], GRAMMAR_ARTICLE | GRAMMAR_AUXILIARY | GRAMMAR_HARMLESS_ADVERB) &&
            !term_is_one_of(s->ws[i], "'s that very himself herself itself themselves"))
            return false;
    return true;
}

/* "Sund[, blamed prices; the auditor, Lyle,] pointed to losses": it is Lyle who did. */
static bool has_clause(const struct stretch *s)
{
    for (size_t i = s->a; i < s->b; i++)
        if (is_mark(&s->pair->e[i], ";") || is(&s->pair->e[i], "while") || is(&s->pair->e[i], "whereas"))
            return true;
    for (size_t i = 1; i + 1 < s->n && term_looks_like_verb(s->ws[0]); i++)
        if (is(s->ws[i], "and") && term_in(s->ws[i + 1], GRAMMAR_DETERMINER))
            return true;
    return false;
}

/* ", in theory,", ", under the old contract,": how far it is true. */
static bool is_limit(const struct stretch *s)
{
    static const char limits[] =
        "theory principle paper theoretically hypothetically nominally supposedly technically initially temporarily "
        "according under without except";

    for (size_t i = 0; i < s->n && i < 3; i++)
        if (term_is_one_of(s->ws[i], limits))
            return true;
    return s->n && term_limits(s->ws[0]);
}

/* Between commas, dashes or parentheses, and neither a condition nor somebody's opinion. */
static bool is_bracketed(const struct stretch *s)
{
    const struct term *first = &s->pair->e[s->a], *last = &s->pair->e[s->b - 1];
    bool belief = any_in(s, 0, 4, GRAMMAR_STRONG_BELIEF, NULL) ||
                  (s->b > s->a + 2 && phrase_names_speaker(&s->pair->e[s->a + 1], s->b - s->a - 2));

    return is_mark(first, ",(-\"`") && is_mark(last, ",)-\"`") && !any_in(s, 0, s->n, GRAMMAR_NEGATION, NULL) &&
           !term_is_one_of(s->ws[0], "or if unless") && !belief && !is_limit(s) && !has_clause(s);
}

/* No word that changes what the noun is or how many there are. */
static bool is_safe(const struct stretch *s)
{
    bool indefinite = s->before && term_is_one_of(&s->pair->c[s->before - 1], "a an");

    for (size_t i = 0; i < s->n; i++) {
        const struct term *t = s->ws[i];

        if (term_in(t, GRAMMAR_PRIVATIVE | GRAMMAR_WEAK_QUANTITY))
            return false;
        if (!indefinite &&
            (term_in(t, GRAMMAR_UNIVERSAL) || (t->kind == TERM_NUMBER && t->number->kind == NUMBER_ORDINAL)))
            return false;
        if (t->kind == TERM_NUMBER && t->number->kind == NUMBER_PERCENT)
            return false;
    }
    return true;
}

static bool has_ing(const struct stretch *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (str_ends(s->ws[i]->fold, "ing"))
            return true;
    return false;
}

/* "In [older] patients", "in [northern] Norway": the rest speaks of more than the source does. */
static bool narrows(const struct stretch *s)
{
    static const char parts[] =
        "north south east west northern southern eastern western central upper lower inner outer rural urban "
        "coastal downtown suburban northeastern northwestern southeastern southwestern parts part areas "
        "regions old new early late young older younger first second";
    bool plural = !s->next->capital && str_ends(s->next->fold, "s") && !str_ends(s->next->fold, "ss");

    if (plural && !term_in(s->ws[0], GRAMMAR_DETERMINER))
        return true;
    for (size_t i = 0; i < s->n; i++)
        if (term_is_one_of(s->ws[i], parts))
            return true;
    return false;
}

/* "is an American [crime drama] series": inside what something is said to be. */
static bool is_inside_predicate(const struct stretch *s)
{
    const struct term *c = s->pair->c;
    size_t from = s->before > 5 ? s->before - 5 : 0;

    for (size_t k = s->before; k-- > from + 1;) {
        if (term_in(&c[k], GRAMMAR_ARTICLE) && term_in(&c[k - 1], GRAMMAR_BE)) {
            for (size_t i = k + 1; i < s->before; i++)
                if (term_in(&c[i], GRAMMAR_FUNCTION))
                    return false;
            return true;
        }
    }
    return false;
}

/* "is a [crime drama] series". */
static bool is_predicate(const struct stretch *s)
{
    return term_is_one_of(s->prev, "a an") && s->before >= 2 && term_in(&s->pair->c[s->before - 2], GRAMMAR_BE);
}

/* May each word be left out before a noun? "The [youth] cup" is another cup than "the cup", and so is any other word that may single
 * out one of several; a word of praise does not. "A [youth] cup" may be no cup as others are; a large one is. */
static bool only_describes(const struct stretch *s, bool indefinite)
{
    for (size_t i = 0; i < s->n; i++)
        if (!term_in(s->ws[i], GRAMMAR_ARTICLE | GRAMMAR_HARMLESS_ADVERB) && !is(s->ws[i], "and") &&
            !term_praises(s->ws[i]) && !(indefinite && term_describes(s->ws[i])))
            return false;
    return true;
}

/* Words before a noun: "a [large wooden] door". */
static enum gap modifier(const struct stretch *s, bool plain, bool safe)
{
    static const char parts[] =
        "north south east west northeast northwest southeast southwest center centre heart middle city town "
        "village region province state county district area part capital port borough";
    const struct term *prev = s->prev;
    bool marks = marks_are(s, ",-\"");

    bool noun = content(s->next) && !term_in(s->next, GRAMMAR_HARMLESS_ADVERB);
    bool indefinite = term_is_one_of(prev, "a an") || term_in(prev, GRAMMAR_BE) || term_is_one_of(s->ws[0], "a an");
    enum gap found = only_describes(s, indefinite) ? GAP_MODIFIER : GAP_LIMITING;

    if (s->pair->e[s->b - 1].kind == TERM_MARK)
        return GAP_NONE;
    if (((term_in(prev, GRAMMAR_DETERMINER) && !is(prev, "that")) || is(prev, "'s")) && s->n <= 4 && marks && plain &&
        safe && noun && !is(s->ws[s->n - 1], "and"))
        return is_predicate(s) ? GAP_MODIFIER : found;
    /* "bought [the Danish rival] Kattegat Line" */
    if (term_in(s->ws[0], GRAMMAR_ARTICLE) && s->n >= 2 && s->n <= 5 && s->next->capital && !s->ws[s->n - 1]->capital &&
        marks && safe && !any_in(s, 1, s->n, GRAMMAR_FUNCTION, NULL) && content(prev))
        return GAP_MODIFIER;
    if (term_in(prev, GRAMMAR_BE) && s->n <= 4 && marks && plain && safe && !is(s->ws[s->n - 1], "and"))
        return found;
    if (is(prev, "in") && term_in(s->ws[0], GRAMMAR_ARTICLE) && is(s->ws[s->n - 1], "of") && s->n <= 6 && s->n >= 3 &&
        marks && !any_in(s, 1, s->n - 1, GRAMMAR_FUNCTION, NULL) && term_is_one_of(s->ws[s->n - 2], parts))
        return GAP_MODIFIER;
    size_t most = s->next->capital && !s->ws[s->n - 1]->capital ? 5 : 3;
    if (narrows(s))
        return GAP_NONE;
    bool plain_words = term_in(prev, GRAMMAR_PREPOSITION) && !is(prev, "to") && noun && s->n <= most && marks &&
                       (plain ||
                        (term_in(s->ws[0], GRAMMAR_DETERMINER) && !any_in(s, 1, s->n, GRAMMAR_FUNCTION, NULL))) &&
                       safe && !has_ing(s);
    return plain_words ? found : GAP_NONE;
}

static bool is_middle_name(const struct stretch *s)
{
    if (!s->prev->capital || !s->next->capital)
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (!s->ws[i]->capital)
            return false;
    return true;
}

/* "is [a film] directed by". */
static bool is_reduced(const struct stretch *s)
{
    return term_in(s->prev, GRAMMAR_BE) && term_in(s->ws[0], GRAMMAR_ARTICLE) && s->n <= 9 &&
           !any_in(s, 1, s->n, GRAMMAR_PREPOSITION | GRAMMAR_CONJUNCTION | GRAMMAR_RELATIVE | GRAMMAR_AUXILIARY,
                   "and of") &&
           term_is_participle(s->next) && marks_are(s, ",-\"");
}

/* "The mayor [of a suburb] of Paris", "built [in 1985] and opened in 1990": what follows may belong to what is left out. */
static bool binds_what_follows(const struct stretch *s)
{
    return term_in(s->next, GRAMMAR_PREPOSITION) || term_is_one_of(s->next, "and or but nor");
}

/* "The patients [with diabetes]" are still the patients meant, "patients [with diabetes]" are not patients in general, and
 * "half of the patients [with diabetes]" are not half of the patients. */
static bool is_definite(const struct stretch *s)
{
    const struct term *e = s->pair->e;

    if ((s->prev->capital && s->prev->start) || !str_ends(s->prev->fold, "s"))
        return true;
    for (size_t i = s->a - 1; i-- > 0 && s->a - i < 6;) {
        if (term_in(&e[i], GRAMMAR_DETERMINER) || is(&e[i], "'s") || e[i].kind == TERM_NUMBER)
            return !(i && is(&e[i - 1], "of"));
        if (!term_is_content(&e[i]))
            return false;
    }
    return false;
}

/* "The museum [on Monday] is closed": it need not be so on other days. */
static bool tells_time(const struct stretch *s)
{
    const struct term *last = s->n ? s->ws[s->n - 1] : NULL;

    return last && (term_is_weekday(last) || (last->kind == TERM_NUMBER && last->number->kind == NUMBER_DATE));
}

static bool is_phrase(const struct stretch *s)
{
    const struct term *first = &s->pair->e[s->a];

    static const char relational[] =
        "degree level rate number amount size risk extent share proportion percentage part portion half "
        "majority minority lack absence loss head end kind type form version copy cost price value effect "
        "impact cause use result incidence prevalence frequency frequencies presence dose length duration "
        "age speed rest total average sum range lot wife husband son daughter brother sister mother father "
        "friend widow aide leader member owner author rates levels risks costs prices effects";

    if ((tells_time(s) && tense_of(s->pair->c, s->pair->cn) == TENSE_PRESENT) ||
        (s->n && term_is_weekly(s->ws[s->n - 1])))
        return false;
    if (is(first, "of") && (s->prev->kind == TERM_NUMBER || term_is_one_of(s->prev, relational)))
        return false;
    return !binds_what_follows(s) && is_definite(s) && first->kind == TERM_WORD &&
           term_in(first, GRAMMAR_PREPOSITION) &&
           !term_is_one_of(first, "without than like as despite except excluding versus until till") && s->n <= 7 &&
           marks_are(s, "") && content(s->prev) && content(s->ws[s->n - 1]) &&
           !any_in(s, 0, s->n, GRAMMAR_RELATIVE, NULL) &&
           !any_in(s, 0, s->n, GRAMMAR_CONJUNCTION, "because since after before as until");
}

static bool is_list_part(const struct stretch *s)
{
    const struct term *first = &s->pair->e[s->a], *last = &s->pair->e[s->b - 1];
    const uint64_t clause = GRAMMAR_PREPOSITION | GRAMMAR_CONJUNCTION | GRAMMAR_RELATIVE | GRAMMAR_AUXILIARY;

    if (term_in(s->next, GRAMMAR_AUXILIARY | GRAMMAR_MODAL) && terms_have_verb(s->pair->c, s->before))
        return false;                 /* "and [the doctors] were": another clause with its own subject */
    if (s->prev->kind == TERM_NUMBER) /* "300 [rivers and] lakes" */
        return false;
    if (!terms_have_verb(s->pair->c, s->before) &&
        terms_have_amount(s->pair->c, s->pair->cn)) /* "the plant [and its suppliers] employ 500 people" */
        return false;
    if (term_in(s->next, GRAMMAR_PREPOSITION)) /* "2 of the men [and 7] of the women" */
        return false;
    if (first->kind == TERM_WORD && is(first, "and") && s->n <= 5 && s->n > 1 && !any_in(s, 1, s->n, clause, "of") &&
        content(s->prev) && content(s->ws[s->n - 1]))
        return true;
    return last->kind == TERM_WORD && is(s->ws[s->n - 1], "and") && s->n > 1 && s->n <= 8 &&
           !any_in(s, 0, s->n - 1, clause, "of and");
}

/* "slept [and ate the cake and] was tired". */
static bool is_verb_part(const struct stretch *s)
{
    static const char prepositions[] = "because since after before as until and";

    return s->pair->e[s->b - 1].kind == TERM_WORD && is(s->ws[s->n - 1], "and") &&
           term_in(s->next, GRAMMAR_AUXILIARY | GRAMMAR_MODAL) && content(s->prev) &&
           !any_in(s, 0, s->n - 1, GRAMMAR_RELATIVE | GRAMMAR_SUBJECT_PRONOUN, NULL) &&
           !any_in(s, 0, s->n - 1, GRAMMAR_CONJUNCTION, prepositions);
}

/* "was" left out before "shot" turns the sentence round. */
static bool turns_voice(const struct stretch *s)
{
    bool be = any_in(s, 0, s->n, GRAMMAR_BE, NULL);
    bool have = false;

    for (size_t i = 0; i < s->n; i++)
        have = have || term_is_one_of(s->ws[i], "has have had");
    return be && !have && (term_is_participle(s->next) || term_in(s->next, GRAMMAR_IRREGULAR));
}

static bool is_unsure(const struct stretch *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (is(s->ws[i], "or") || term_hedges(s->pair->e, s->pair->en, (size_t) (s->ws[i] - s->pair->e)))
            return true;
    return any_in(s, 0, s->n, GRAMMAR_NEGATION | GRAMMAR_MODAL | GRAMMAR_CONDITION, NULL);
}

static bool is_value(const struct term *t, enum number_kind kind)
{
    return t->kind == TERM_NUMBER && t->number->kind == kind;
}

/* "Acquired it [for 2.1 billion dollars] in January": a price before the date of what happened. */
static bool is_price(const struct stretch *s)
{
    return s->n == 2 && marks_are(s, "") && is(s->ws[0], "for") && is_value(s->ws[1], NUMBER_MONEY) &&
           term_is_one_of(s->next, "in on") && is_value(s->next + 1, NUMBER_DATE);
}

/* "A judge [on Tuesday] dismissed the suit", "[late on Friday]". */
static bool is_weekday(const struct stretch *s)
{
    return s->n >= 2 && s->n <= 3 && marks_are(s, "") && is(s->ws[s->n - 2], "on") &&
           term_is_weekday(s->ws[s->n - 1]) && (s->n == 2 || term_is_one_of(s->ws[0], "late early")) &&
           !term_is_one_of(s->next, "and or") && tense_of(s->pair->c, s->pair->cn) == TENSE_PAST;
}

/* "Rose [by 12 percent] to 4.5 million": the change before the new value. */
static bool is_change(const struct stretch *s)
{
    const struct term *change = s->n ? s->ws[s->n - 1] : NULL;
    const struct term *value = s->b + 1 < s->pair->en ? s->next + 1 : NULL;

    return s->n && s->n <= 2 && (s->n == 1 || is(s->ws[0], "by")) && marks_are(s, "") && is(s->next, "to") && value &&
           change->kind == TERM_NUMBER && value->kind == TERM_NUMBER &&
           (is_value(change, NUMBER_PERCENT) || is_value(change, NUMBER_POINTS)) && !is_value(value, NUMBER_DATE) &&
           (s->n == 2 || change->number->kind != value->number->kind);
}

static enum gap licence(const struct stretch *s)
{
    const struct term *first = &s->pair->e[s->a];
    bool plain, safe;

    if (s->n == 0)
        return GAP_MARKS;
    if (turns_voice(s))
        return GAP_NONE;
    if (all_light(s))
        return GAP_LIGHT;
    if (is_bracketed(s))
        return GAP_BRACKET;
    if (is_unsure(s))
        return GAP_NONE;
    if (term_in(s->ws[0], GRAMMAR_RELATIVE) && s->n > 1 && first->kind == TERM_WORD && content(s->prev))
        return is_definite(s) ? GAP_RELATIVE : GAP_NONE;
    plain = !any_in(s, 0, s->n, GRAMMAR_FUNCTION, "and");
    safe = is_safe(s);
    enum gap found = modifier(s, plain, safe);
    if (found != GAP_NONE)
        return found;
    if (s->n <= 4 && marks_are(s, ",-\"") && plain && safe && content(s->prev) && content(s->next)) {
        if (is_inside_predicate(s))
            return GAP_MODIFIER;
        if (is_middle_name(s))
            return GAP_NAME;
    }
    if ((s->b + 1 < s->pair->en && is_price(s)) || is_change(s) || is_weekday(s))
        return GAP_PHRASE;
    if (is_reduced(s))
        return GAP_REDUCED;
    if (is_phrase(s)) /* "imports [from India] rose by 12 percent" */
        return terms_have_amount(s->pair->c, s->pair->cn) && !terms_have_verb(s->pair->c, s->before) ? GAP_LIMITING
                                                                                                     : GAP_PHRASE;
    if (is_list_part(s))
        return GAP_LIST;
    return is_verb_part(s) ? GAP_VERB : GAP_NONE;
}

static enum gap licence_at(const struct pair *pair, size_t a, size_t b, size_t before)
{
    struct stretch s = { .pair = pair, .a = a, .b = b, .prev = &pair->e[a - 1], .next = &pair->e[b], .before = before };

    for (size_t i = a; i < b; i++)
        if (pair->e[i].kind != TERM_MARK)
            s.ws[s.n++] = &pair->e[i];
    return licence(&s);
}

enum gap gap_licence(const struct pair *pair, size_t a, size_t b, size_t before)
{
    enum { SLIDE_MAX = 3 };
    enum gap found = licence_at(pair, a, b, before);

    /* "the cat [and the] dog" is also "[the cat and] the dog": the gap slides left over equal words. */
    for (size_t k = 1; found == GAP_NONE && k <= SLIDE_MAX && a > k && before >= k; k++) {
        const struct term *left = &pair->e[a - k], *right = &pair->e[b - k];

        /* "[is tall and] was built" */
        bool be = term_in(left, GRAMMAR_BE) && term_in(right, GRAMMAR_BE) &&
                  str_eq(right->fold, pair->c[before - k].fold);

        if (left->kind != TERM_WORD || right->kind != TERM_WORD || !(be || str_eq(left->fold, right->fold)))
            break;
        found = licence_at(pair, a - k, b - k, before - k);
    }
    return found;
}
