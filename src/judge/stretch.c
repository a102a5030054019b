#include "judge/stretch.h"

enum { LABEL_BYTES = 5, WHOLE_REACH = 3 };

static bool is_range(const struct number *n) { return n->kind != NUMBER_DATE && n->high > n->low; }

bool figures_alike(const struct number *a, const struct number *b)
{
    return a->kind == b->kind && strcmp(a->unit, b->unit) == 0 && is_range(a) == is_range(b);
}

/* "Level 4", "at stage 2": what is counted up by numbers, with no unit or noun behind. */
static bool is_numbered(const struct term *t, size_t n, size_t at)
{
    static const char things[] =
        "level stage phase grade class line room chapter page article section paragraph zone group route "
        "platform gate lane building floor unit step figure table volume category type";
    const struct term *next = at + 1 < n ? &t[at + 1] : NULL;

    return at && t[at].number->kind == NUMBER_COUNT && t[at - 1].kind == TERM_WORD &&
           term_is_one_of(&t[at - 1], things) && t[at].text.len <= LABEL_BYTES && t[at].text.data[0] >= '0' &&
           t[at].text.data[0] <= '9' && (!next || next->kind == TERM_MARK || !term_is_content(next));
}

/* "Kiln 4.0", "Line 5": the number is part of a name. */
bool term_is_label(const struct term *t, size_t n, size_t at)
{
    const struct term *before = at ? &t[at - 1] : NULL, *next = at + 1 < n ? &t[at + 1] : NULL;
    bool decimal = memchr(t[at].text.data, '.', t[at].text.len) != NULL;

    if (t[at].kind != TERM_NUMBER)
        return false;
    if (is_numbered(t, n, at))
        return true;
    /* "In Ponta Rasa 612 houses were destroyed": what is counted, and its verb. "Line 5 runs" has none behind the word. */
    if (at + 2 < n && next->kind == TERM_WORD && !next->capital && str_ends(next->fold, "s") &&
        term_in(&t[at + 2], GRAMMAR_BE | GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_IRREGULAR))
        return false;
    /* "…, that in Bern 85." */
    if (!decimal && (!next || (next->kind == TERM_MARK && strchr(".,;", next->mark))))
        return false;
    return t[at].number->kind == NUMBER_COUNT && before && before->kind == TERM_WORD && before->capital &&
           !term_in(before, GRAMMAR_FUNCTION) && t[at].text.len <= LABEL_BYTES && t[at].text.data[0] >= '0' &&
           t[at].text.data[0] <= '9' && !memchr(t[at].text.data, ',', t[at].text.len) &&
           !(next && next->kind == TERM_WORD && !next->capital && term_is_content(next) && !term_is_participle(next) &&
             !str_ends(next->fold, "s"));
}

bool term_is_name(const struct term *t)
{
    return t->kind == TERM_WORD && t->capital && term_is_content(t) && t->text.len > 1;
}

/* The first word of a name; that of a sentence is one where another one follows. */
static bool begins_name(const struct term *t, size_t n, size_t at)
{
    return term_is_name(&t[at]) && !(at && term_is_name(&t[at - 1])) &&
           (t[at].start || (at + 1 < n && term_is_name(&t[at + 1])));
}

static bool is_number(const struct term *t, size_t n, size_t at)
{
    bool slash = (at && t[at - 1].kind == TERM_MARK && t[at - 1].mark == '/') || /* 24/7 */
                 (at + 1 < n && t[at + 1].kind == TERM_MARK && t[at + 1].mark == '/' && t[at + 1].glued);

    return t[at].kind == TERM_NUMBER && t[at].number->kind != NUMBER_ORDINAL && !t[at].uncertain && !slash &&
           !term_is_label(t, n, at);
}

bool stretch_has_figure(const struct stretches *r, size_t at)
{
    if (r->names)
        return begins_name(r->t, r->n, at);
    if (r->t[at].kind == TERM_WORD || r->share[at] == SHARE_VALUE)
        return r->value[at] != NULL;
    return r->share[at] == SHARE_NONE && is_number(r->t, r->n, at);
}

struct str stretch_text(const struct stretches *r, size_t at)
{
    const struct term *first = &r->t[r->begin[at]], *last = &r->t[r->end[at]];
    const char *start = first->text.data, *end = last->text.data + last->text.len;

    return r->names || end <= start ? r->t[at].text : str_n(start, (size_t) (end - start));
}

static bool is_time(const struct number *n)
{
    return n->kind == NUMBER_MEASURE && *n->unit && str_in_words("s day month", str(n->unit));
}

/* "Six days in a bin and three months in the freezer", "from 52 here to 67, from 54 to 55 there": figures of two things. */
static bool stand_beside(const struct stretches *r, size_t x, size_t y)
{
    const struct number *a = r->value[x], *b = r->value[y];
    bool from = x && y && term_is_one_of(&r->t[x - 1], "from to") && term_is_one_of(&r->t[y - 1], "from to");

    return figures_alike(a, b) || (is_time(a) && is_time(b)) ||
           (from && a->kind == b->kind && strcmp(a->unit, b->unit) == 0);
}

/* The figure of the same kind before or behind `at`; n: there is none. */
static size_t neighbour(const struct stretches *r, size_t at, int step)
{
    for (size_t i = at + (size_t) step; i < r->n; i += (size_t) step)
        if (stretch_has_figure(r, i) && (r->names || stand_beside(r, i, at)) &&
            !(step > 0 && i <= at + WHOLE_REACH && stretch_is_whole(r, i))) /* "19 of the 950 colonies" */
            return i;
    return r->n;
}

static bool is_comparison(const struct term *t) { return term_is_one_of(t, "against compared versus than instead"); }

static bool closes_comparison(const struct term *t, size_t as)
{
    enum { REACH = 5 };

    for (size_t i = as; i-- > 0 && as - i <= REACH && t[i].kind != TERM_MARK;)
        if (term_is_one_of(&t[i], "as same such"))
            return true;
    return false;
}

/* How strongly a term parts two figures; 0: not at all. */
int term_parts(const struct term *t, size_t at, size_t second)
{
    if (t[at].kind == TERM_MARK)
        return t[at].mark == ';' ? 4 : strchr(",():-", t[at].mark) ? 2 : 0;
    if (term_is_one_of(&t[at], "while whereas but although though") || is_comparison(&t[at]))
        return 4;
    if (term_is(&t[at], "as")) /* "as many as", "the same as"; not "12 as critical, 40 as poor" */
        return closes_comparison(t, at) ? 2 : 0;
    if (term_is_one_of(&t[at], "and or"))
        return 3;
    return at + 1 == second && term_in(&t[at], GRAMMAR_PREPOSITION) ? 1 : 0;
}

struct boundary {
    size_t first, last; /* what stands between them belongs to neither */
    int strength;
};

static struct boundary boundary_of(const struct term *t, size_t a, size_t b)
{
    struct boundary ret = { b, b, 0 };

    for (size_t i = a + 1; i < b; i++) {
        int strength = term_parts(t, i, b);

        if (strength > ret.strength)
            ret = (struct boundary){ i, i, strength };
        else if (strength && strength == ret.strength)
            ret.last = i;
    }
    if (ret.strength == 0)
        ret.first = ret.last = b;
    if (ret.strength == 1) /* "to 3,900": the preposition belongs to what follows */
        ret.last = ret.first - 1;
    return ret;
}

static bool has_mark(const struct stretches *r, size_t at, const char *marks)
{
    return at < r->n && r->t[at].kind == TERM_MARK && strchr(marks, r->t[at].mark);
}

static bool is_in_parentheses(const struct stretches *r, size_t at)
{
    return at < r->n && at && has_mark(r, at - 1, "(") && /* "(55 percent)", "(122 people)" */
           (has_mark(r, at + 1, ")") || has_mark(r, at + 2, ")"));
}

/* "Nordwind (55 percent), the fund Akra (30 percent)": each is said of what stands before it. */
static bool is_listed_in_parentheses(const struct stretches *r, size_t at)
{
    return !r->names && is_in_parentheses(r, at) &&
           (is_in_parentheses(r, neighbour(r, at, -1)) || is_in_parentheses(r, neighbour(r, at, 1)));
}

/* "…, while profit fell": a clause with a subject and a verb of its own begins here; not "for a while", "while cutting costs". */
static bool begins_contrast(const struct stretches *r, size_t at)
{
    if (!term_is_one_of(&r->t[at], "while whereas") || (at && term_in(&r->t[at - 1], GRAMMAR_DETERMINER)) ||
        at + 1 >= r->n || term_looks_like_verb(&r->t[at + 1]) || str_ends(r->t[at + 1].fold, "ing"))
        return false;
    for (size_t i = at + 2; i < r->n; i++)
        if (term_looks_like_verb(&r->t[i]))
            return true;
    return false;
}

/* Where the words of the figure at `at` begin and end: [*from, *to). */
void stretch_own(const struct stretches *r, size_t at, size_t *from, size_t *to)
{
    size_t before = neighbour(r, at, -1), behind = neighbour(r, at, 1);

    *from = 0;
    *to = r->n;
    if (is_listed_in_parentheses(r, at)) {
        *to = at + 1;
        for (*from = at - 1; *from > 0 && !has_mark(r, *from - 1, ",)") && !term_is(&r->t[*from - 1], "and") &&
                             !term_in(&r->t[*from - 1], GRAMMAR_PREPOSITION);)
            (*from)--;
        return;
    }
    if (before < r->n) {
        struct boundary b = boundary_of(r->t, before, at);

        *from = b.strength ? b.last + 1 : at;
    }
    if (behind < r->n)
        *to = boundary_of(r->t, at, behind).first;
    for (size_t i = at; i < *to; i++)
        if (has_mark(r, i, ";") || begins_contrast(r, i))
            *to = i;
}

/* Is the number at `at` the same label as one among [from, to), with another number? "Kiln 3.2" is not "Kiln 4.0". */
bool stretch_has_rival_label(const struct stretches *r, const struct term *head, const struct term *label, size_t from,
                             size_t to)
{
    for (size_t i = from; i < to; i++)
        if (&r->t[i] != label && r->t[i].kind == TERM_NUMBER && term_is_label(r->t, r->n, i) &&
            str_eq(r->t[i - 1].stem, head->stem) && !relation_grade(&r->t[i], label))
            return true;
    return false;
}

/* "In restored plots", "with the dried fruit": a participle between a preposition or an article and a noun is no verb. */
static bool is_adjective(const struct stretches *r, size_t at, size_t to)
{
    return term_is_participle(&r->t[at]) && !term_in(&r->t[at], GRAMMAR_AUXILIARY | GRAMMAR_IRREGULAR) && at &&
           term_in(&r->t[at - 1], GRAMMAR_PREPOSITION | GRAMMAR_DETERMINER) && at + 1 < to &&
           r->t[at + 1].kind == TERM_WORD && term_is_content(&r->t[at + 1]) && !term_looks_like_verb(&r->t[at + 1]);
}

/* The end of the phrase that a preposition at `at` opens. */
static size_t phrase_end(const struct stretches *r, size_t at, size_t to)
{
    enum { SUBJECT_FROM = 3 };
    bool first = at == 0;

    for (at++; at < to; at++)
        if ((term_looks_like_verb(&r->t[at]) && !is_adjective(r, at, to)) ||
            (!term_is_content(&r->t[at]) && !term_in(&r->t[at], GRAMMAR_DETERMINER)) ||
            (term_in(&r->t[at], GRAMMAR_ARTICLE) &&
             term_is_content(&r->t[at - 1]))) /* "in the lanes | the catch rose" */
            break;
    /* "With light therapy | people fell asleep": the last noun before the verb is the subject. */
    return first && at > SUBJECT_FROM && at < r->n && term_looks_like_verb(&r->t[at]) ? at - 1 : at;
}

/* A stretch of the sentence around one figure. */
struct stretch {
    size_t from, at, to;
};

static bool opens_phrase(const struct term *t)
{
    return (term_in(t, GRAMMAR_PREPOSITION) || term_is(t, "as")) && !is_comparison(t);
}

/* May one stand where the other stood? "Every six minutes during the day and every fifteen after nine" */
static bool same_preposition(const struct term *a, const struct term *b)
{
    static const char times[] = "during after before since until till";

    return str_eq(a->fold, b->fold) || (term_is_one_of(a, times) && term_is_one_of(b, times));
}

/* Leaves out of the stretch `first` what `second` has in its place: the last phrase with the same preposition on the same side. */
static void leave_out_phrases(struct stretches *r, const struct stretch *first, const struct stretch *second)
{
    for (size_t i = second->from; i < second->to; i++) {
        bool before = i < second->at;
        size_t from = before ? first->from : first->at + 1, to = before ? first->at : first->to;

        if (!opens_phrase(&r->t[i]))
            continue;
        for (size_t k = to; k-- > from;)
            if (same_preposition(&r->t[k], &r->t[i])) {
                for (size_t m = k, end = phrase_end(r, k, to); m < end; m++)
                    r->belongs[m] = false;
                break;
            }
    }
}

/* Leaves out the noun that `second` counts other things by, and the subject that it has another one for. */
static void leave_out_nouns(struct stretches *r, const struct stretch *first, const struct stretch *second)
{
    size_t lead = second->from, head = first->from;

    if (second->at + 1 < second->to && term_is_content(&r->t[second->at + 1]))
        for (size_t i = first->at + 1; i < first->to && term_is_content(&r->t[i]); i++)
            r->belongs[i] = false;
    while (lead < second->at && (r->t[lead].kind != TERM_WORD || term_in(&r->t[lead], GRAMMAR_DETERMINER)) &&
           !term_is_one_of(&r->t[lead], "that those"))
        lead++;
    if (lead >= second->at || !term_is_content(&r->t[lead]) || term_looks_like_verb(&r->t[lead]))
        return;
    while (head < first->at && !(r->t[head].kind == TERM_WORD && term_is_content(&r->t[head])))
        head++;
    bool name = head < first->at && r->t[head].capital && r->t[lead].capital;
    size_t most = head;
    for (size_t i = lead; i < second->at && term_is_content(&r->t[i]); i++)
        most++;
    for (; head < first->at && term_is_content(&r->t[head]) && !term_looks_like_verb(&r->t[head]); head++) {
        if (name ? !r->t[head].capital && r->t[head].kind == TERM_WORD : head >= most)
            break;
        r->belongs[head] = false;
    }
}

/* Numbers of a kind that the second stretch has its own of are not carried. */
static void leave_out_numbers(struct stretches *r, const struct stretch *first, const struct stretch *second)
{
    for (size_t i = first->from; i < first->to; i++)
        for (size_t k = second->from; k < second->to && r->t[i].kind == TERM_NUMBER; k++)
            if (r->t[k].kind == TERM_NUMBER && figures_alike(r->value[i], r->value[k]))
                r->belongs[i] = r->belongs[i] && term_is_label(r->t, r->n, i) && i &&
                                !stretch_has_rival_label(r, &r->t[i - 1], &r->t[i], second->from, second->to);
}

/* "…, and 530 of them failed": a past form behind the figure, with no noun behind it. */
static bool is_said_of_figure(const struct stretches *r, const struct stretch *s, size_t at)
{
    bool them = s->at + 2 < r->n && term_is(&r->t[s->at + 1], "of") && term_is_one_of(&r->t[s->at + 2], "them these");

    return at == s->at + (them ? 3 : 1) && (at + 1 >= r->n || !term_is_content(&r->t[at + 1])) &&
           !(at + 1 < r->n && term_in(&r->t[at + 1], GRAMMAR_PREPOSITION));
}

/* Does a clause with a verb of its own begin with the stretch? */
static bool has_verb(const struct stretches *r, const struct stretch *s)
{
    for (size_t i = s->from; i < s->to; i++)
        if (term_looks_like_verb(&r->t[i]) &&
            (i < s->at || term_in(&r->t[i], GRAMMAR_AUXILIARY | GRAMMAR_IRREGULAR) || is_said_of_figure(r, s, i)))
            return true;
    return false;
}

/* Its first verb; what stands before it is the subject. */
static size_t verb_of(const struct stretches *r, const struct stretch *s)
{
    size_t at = s->from;

    while (at < s->at && !term_looks_like_verb(&r->t[at]))
        at++;
    return at;
}

static struct stretch stretch_of(const struct stretches *r, size_t at)
{
    struct stretch s = { .at = at };

    stretch_own(r, at, &s.from, &s.to);
    return s;
}

/* What is said of the figure before and, since it is not said again, of this one: all but what stands here in its place. */
static void carry(struct stretches *r, size_t at)
{
    size_t before = neighbour(r, at, -1);

    if (before == r->n)
        return;
    struct boundary b = boundary_of(r->t, before, at);
    struct stretch first = stretch_of(r, before), second = stretch_of(r, at);
    bool own_verb = has_verb(r, &second), pronoun = false, subject = false;
    for (size_t i = second.from; i < at && !subject && !pronoun; i++) {
        pronoun = term_in(&r->t[i], GRAMMAR_SUBJECT_PRONOUN);
        subject = term_is_content(&r->t[i]) && !term_looks_like_verb(&r->t[i]) && r->t[i].kind == TERM_WORD;
    }
    if (own_verb && subject && b.strength >= 2)
        return; /* another clause */
    carry(r, before);
    for (size_t i = first.from; i < (own_verb ? verb_of(r, &first) : first.to); i++)
        r->belongs[i] = true;
    leave_out_phrases(r, &first, &second);
    leave_out_nouns(r, &first, &second);
    leave_out_numbers(r, &first, &second);
    /* "The NX-2 stores 160 units, compared with 140 for the NX-1": what it is said of stands behind "for". */
    if (b.strength == 4 && is_comparison(&r->t[b.first]) && at + 1 < r->n && term_is(&r->t[r->end[at] + 1u], "for"))
        for (size_t i = first.from, end = verb_of(r, &first); i < end; i++)
            r->belongs[i] = false;
}

/* "Sheree Morgan, 25, and her sister Sophie, 21, live …", "Macy (1866 - 1936) was …": what follows is said of all. */
static bool is_set_off(const struct stretches *r, size_t at)
{
    return at && at + 1 < r->n && r->t[at - 1].kind == TERM_MARK && r->t[at + 1].kind == TERM_MARK &&
           strchr(",(-", r->t[at - 1].mark) && strchr(",)-", r->t[at + 1].mark);
}

/* The only date of a sentence is said of all of it. */
static void share_date(struct stretches *r, size_t at)
{
    size_t date = r->n, n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->t[i].kind == TERM_NUMBER && r->t[i].number->kind == NUMBER_DATE) {
            date = i;
            n++;
        }
    if (n == 1 && date != at)
        r->belongs[date] = true;
}

/* Phrases behind the figure; the places of the first PHRASES_MAX of them. */
enum { PHRASES_MAX = 8 };
static size_t phrases_behind(const struct stretches *r, const struct stretch *s, size_t places[PHRASES_MAX])
{
    size_t n = 0;

    for (size_t i = s->at + 1; i < s->to && n < PHRASES_MAX; i++)
        if (opens_phrase(&r->t[i]) && !term_is(&r->t[i], "of"))
            places[n++] = i;
    return n;
}

/* "48 million on houses and 17 million on roads after the storm": the phrases that the last figure has more than this one are said of
 * all of them. */
static void share_tail(struct stretches *r, size_t at)
{
    struct stretch own = stretch_of(r, at), tail = own;
    size_t mine[PHRASES_MAX], last[PHRASES_MAX];

    for (size_t next; (next = neighbour(r, tail.at, 1)) < r->n;) {
        struct stretch s = stretch_of(r, next);

        if (boundary_of(r->t, tail.at, next).strength > 3 || has_verb(r, &s))
            return;
        tail = s;
    }
    size_t have = phrases_behind(r, &own, mine), all = phrases_behind(r, &tail, last);
    if (tail.at != at && all > have)
        for (size_t i = last[have]; i < tail.to; i++)
            r->belongs[i] = true;
}

/* "14 people were killed and 60 injured when a train hit a lorry": a clause behind the last figure is said of all of them. */
static void share_clause(struct stretches *r, size_t at)
{
    struct stretch tail = stretch_of(r, at);

    for (size_t next; (next = neighbour(r, tail.at, 1)) < r->n && boundary_of(r->t, tail.at, next).strength <= 3;)
        tail = stretch_of(r, next);
    for (size_t i = at + 1; i < tail.at; i++)
        if (term_is_one_of(&r->t[i], "when after because since before"))
            return;
    for (size_t i = tail.at + 1; i < tail.to && tail.at != at; i++)
        if (term_is_one_of(&r->t[i], "when after because since before")) {
            for (; i < tail.to; i++)
                r->belongs[i] = true;
            return;
        }
}

/* "With 18 and 9 percent": which of them is said of what is not written. */
static bool is_joined(const struct stretches *r, size_t at, int step)
{
    size_t other = neighbour(r, at, step), from, to;

    if (r->names || other == r->n || r->value[at]->kind == NUMBER_DATE)
        return false;
    from = (step > 0 ? at : other) + 1;
    to = step > 0 ? other : at;
    return to == from + 1 && term_is_one_of(&r->t[from], "and or");
}

/* "…; in 2022 the country had to import": a date is not said of what a semicolon parts it from. */
static void leave_out_other_clauses(struct stretches *r, size_t at)
{
    size_t from = at, to = at;

    while (from > 0 && !has_mark(r, from - 1, ";"))
        from--;
    while (to < r->n && !has_mark(r, to, ";"))
        to++;
    for (size_t i = 0; i < r->n; i++)
        r->belongs[i] = r->belongs[i] && i >= from && i < to;
}

/* Sets what belongs to the figure at `at`. */
void stretch_bind(struct stretches *r, size_t at)
{
    struct stretch own = stretch_of(r, at);
    bool all = false;

    memset(r->belongs, 0, sizeof r->belongs);
    for (size_t i = 0; i < r->n; i++)
        all = all || term_is(&r->t[i], "respectively");
    all = all || is_joined(r, at, -1) || is_joined(r, at, 1);
    if (is_listed_in_parentheses(r, at)) {
        for (size_t i = 0; i < own.from && !term_in(&r->t[i], GRAMMAR_PREPOSITION) && r->t[i].kind != TERM_MARK; i++)
            r->belongs[i] = true;
        for (size_t i = own.from; i < at; i++)
            r->belongs[i] = true;
        return;
    }
    carry(r, at);
    if (is_set_off(r, at))
        own.to = r->n;
    for (size_t i = at; i < own.to; i++) /* "twice as many as Haan", "than in Torva": it is not said of these */
        if (is_comparison(&r->t[i]) || (i > at && term_is(&r->t[i], "as") && i + 1 < r->n && r->t[i + 1].capital))
            own.to = i;
    for (size_t i = all ? 0 : own.from; i < (all ? r->n : own.to); i++)
        r->belongs[i] = true;
    share_date(r, at);
    if (!r->names) {
        share_tail(r, at);
        share_clause(r, at);
    }
    if (!r->names && r->value[at]->kind == NUMBER_DATE)
        leave_out_other_clauses(r, at);
    for (size_t i = r->begin[at]; i <= r->end[at]; i++)
        r->belongs[i] = r->belongs[i] && i != at && r->share[i] != SHARE_FIRST;
}

static bool is_plural(const struct term *t)
{
    return t->kind == TERM_WORD && (str_ends(t->fold, "s") || term_is_one_of(t, "people men women children"));
}

/* The stem of the noun that the number stands before: "three armed men", but not "642 received tirolimab". */
static struct str counted(const struct stretches *r, size_t at)
{
    size_t last = at;

    while (last + 1 < r->n && r->t[last + 1].kind == TERM_WORD && term_is_content(&r->t[last + 1]) &&
           !term_in(&r->t[last + 1], GRAMMAR_COMPARATIVE) &&
           (!term_looks_like_verb(&r->t[last + 1]) || (last == at && last + 2 < r->n && is_plural(&r->t[last + 2]))))
        last++;
    return last > at ? r->t[last].stem : str("");
}

/* "Four of the dams": the noun behind "of". */
static struct str counted_of(const struct stretches *r, size_t at)
{
    size_t last = at + 1;

    if (last >= r->n || !term_is(&r->t[last], "of"))
        return str("");
    for (size_t i = last + 1; i < r->n && i <= last + 2; i++) /* "19 of the 950 colonies" */
        if (r->t[i].kind == TERM_NUMBER)
            return counted(r, i);
    while (last + 1 < r->n && r->t[last + 1].kind == TERM_WORD && !term_looks_like_verb(&r->t[last + 1]) &&
           (term_is_content(&r->t[last + 1]) || term_in(&r->t[last + 1], GRAMMAR_DETERMINER)))
        last++;
    return term_is_content(&r->t[last]) ? r->t[last].stem : str("");
}

/* What is counted; a noun that is not said again is that of the figure before: "184 contributors in 2020 and 263 in 2022". */
struct str stretch_noun(const struct stretches *r, size_t at)
{
    if (r->names || r->value[at]->kind != NUMBER_COUNT)
        return str("");
    struct str noun = counted(r, at);
    size_t before = noun.len ? r->n : neighbour(r, at, -1);
    if (before < r->n && boundary_of(r->t, before, at).strength >= 2)
        noun = stretch_noun(r, before);
    return noun.len ? noun : counted_of(r, at);
}
/* "Ahead with 455 ms against 480 ms": what the second is said of is not written. */
bool stretch_is_compared(const struct stretches *r, size_t at)
{
    size_t before = neighbour(r, at, -1);
    struct stretch own = stretch_of(r, at);
    bool content = false;

    if (before == r->n || !own.from || !is_comparison(&r->t[own.from - 1]))
        return false;
    for (size_t i = own.from; i < own.to; i++)
        content = content || (i != at && term_is_content(&r->t[i]));
    return !content;
}

bool stretch_is_whole(const struct stretches *r, size_t at)
{
    size_t i = at;

    while (i > 0 && term_in(&r->t[i - 1], GRAMMAR_DETERMINER))
        i--;
    return i > 1 && term_is(&r->t[i - 1], "of") && r->t[i - 2].kind == TERM_NUMBER && !r->names &&
           r->value[at]->kind != NUMBER_DATE;
}
