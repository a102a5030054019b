#include "judge/clause.h"

#include <math.h>

#include "judge/number_match.h"

enum {
    SUBJECT_REACH = 8, /* terms of a subject, up to its verb */
    APPOSITION_REACH = 6,
    SAID_LEAST = 2,      /* words that are said of the other subject … */
    SAID_APART = 3,      /* … where it stands in another sentence */
    MISSING_FROM = 4,    /* of so many words one may be another */
    SENTENCES_APART = 1, /* between the two subjects */
    NAMES_APART = 3,     /* … where the claim names one */
};

/* --- where clauses begin --- */

static bool is_contrast(const struct term *t) { return term_is_one_of(t, "while whereas but although though"); }

static bool is_mark(const struct term *t, char mark) { return t->kind == TERM_MARK && t->mark == mark; }

static bool is_plural(const struct term *t) { return str_ends(t->fold, "s") && !str_ends(t->fold, "ss"); }

/* "The club [estimates] the cost", "sponsors [pay] half": a noun before it, and what an object begins with behind it. */
static bool is_present_verb(const struct term *t, size_t n, size_t at)
{
    const struct term *before = at ? &t[at - 1] : NULL, *next = at + 1 < n ? &t[at + 1] : NULL;

    if (!before || !next || t[at].capital || !term_is_content(&t[at]) || before->kind != TERM_WORD ||
        !term_is_content(before) || is_plural(&t[at]) == (is_plural(before) && !(before->capital && before->start)))
        return false;
    return next->kind == TERM_NUMBER || term_in(next, GRAMMAR_DETERMINER) ||
           term_is_one_of(next, "to that up out over off down away") ||
           (is_plural(&t[at]) && next->kind == TERM_WORD && term_is_content(next) && !term_looks_like_verb(next));
}

static bool is_verb(const struct term *t, size_t n, size_t at)
{
    return t[at].kind == TERM_WORD && (term_looks_like_verb(&t[at]) || is_present_verb(t, n, at));
}

static bool is_noun(const struct term *t)
{
    return t->kind == TERM_WORD && term_is_content(t) && !term_looks_like_verb(t);
}

/* "The auditor[, Dunbar and Lyle,] pointed": where it goes on behind the comma at `at`; n: it is no apposition. */
static size_t behind_apposition(const struct term *t, size_t n, size_t at)
{
    for (size_t i = at + 1; i < n && i <= at + APPOSITION_REACH && !is_verb(t, n, i); i++)
        if (is_mark(&t[i], ','))
            return i + 1;
    return n;
}

/* Does a subject with its verb, or with a figure in its place, begin here? */
static bool begins_clause(const struct term *t, size_t n, size_t at)
{
    bool noun = false;

    for (size_t i = at; i < n && i < at + SUBJECT_REACH; i++) {
        if (noun && is_mark(&t[i], ',')) {
            size_t behind = behind_apposition(t, n, i);

            return behind < n && is_verb(t, n, behind);
        }
        if (is_verb(t, n, i))
            return noun;
        if (t[i].kind == TERM_NUMBER && i > at && t[i].number->kind != NUMBER_ORDINAL)
            return noun && is_noun(&t[i - 1]) && !term_is_label(t, n, i);
        if (t[i].kind == TERM_MARK && !(t[i].mark == '\'' || t[i].mark == '-'))
            return false;
        noun = noun || is_noun(&t[i]) || term_in(&t[i], GRAMMAR_SUBJECT_PRONOUN);
        if (!noun && !term_in(&t[i], GRAMMAR_DETERMINER) && t[i].kind == TERM_WORD &&
            !term_is_one_of(&t[i], "his her its their"))
            return false;
    }
    return false;
}

static bool has_verb(const struct term *t, size_t n, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_verb(t, n, i))
            return true;
    return false;
}

/* Does the term at `at` end the clause that began at `from`? *next: where the next one begins. */
static bool ends_clause(const struct terms *s, size_t from, size_t at, size_t *next, bool *joined)
{
    const struct term *t = s->items;

    *next = at + 1;
    *joined = false;
    if (is_mark(&t[at], ';'))
        return true;
    if (is_contrast(&t[at]) && at > from) /* "not only Spain but also Portugal raised" is one clause */
        return *next >= s->n || !term_is(&t[*next], "also");
    if (!is_mark(&t[at], ',') && !term_is(&t[at], "and"))
        return false;
    if (*next < s->n && is_mark(&t[at], ',') &&
        (term_is(&t[*next], "and") || is_contrast(&t[*next]) || term_is(&t[*next], "of")))
        (*next)++;
    if (*next < s->n && term_is_one_of(&t[*next], "which whom"))
        (*next)++;
    *joined = !is_contrast(&t[*next - 1]);
    return has_verb(t, s->n, from, at) && begins_clause(t, s->n, *next);
}

size_t clauses_of(const struct terms *terms, size_t sentence, struct clause ret[CLAUSES_MAX])
{
    size_t n = 0, next;
    bool joined, mine = false;

    if (terms->n == 0)
        return 0;
    ret[0] = (struct clause){ .sentence = sentence };
    for (size_t i = 0; i < terms->n && n + 1 < CLAUSES_MAX; i++)
        if (ends_clause(terms, ret[n].from, i, &next, &joined)) {
            ret[n].to = i;
            ret[n].joined = mine;
            mine = joined;
            ret[++n] = (struct clause){ .sentence = sentence, .from = next };
            i = next - 1;
        }
    ret[n].to = terms->n;
    ret[n].joined = mine;
    return n + 1;
}

/* --- two clauses and the claim --- */

struct reading {
    struct clashes *out;
    struct arena *scratch;
    const struct binding_input *input;
    struct clause *clauses; /* of the passage */
    size_t n;
    size_t from, to; /* the clause of the claim that is looked at */
};

static const struct term *terms_at(const struct reading *r, const struct clause *c)
{
    return r->input->passage.sentences[c->sentence].items;
}

static bool carries(const struct term *claim, const struct term *source)
{
    return relation_grade(claim, source) > 0 ||
           (claim->kind == TERM_WORD && source->kind == TERM_WORD && str_eq(claim->stem, source->stem));
}

/* Where the clause has the claim's term; its end: nowhere. */
static size_t place_in(const struct reading *r, const struct clause *c, const struct term *word)
{
    const struct term *t = terms_at(r, c);
    size_t i = c->from;

    while (i < c->to && !carries(word, &t[i]))
        i++;
    return i;
}

static bool has(const struct reading *r, const struct clause *c, const struct term *word)
{
    return place_in(r, c, word) < c->to;
}

/* The claim's content words from `from` to `to`: how many the clause has. */
static size_t count_in(const struct reading *r, const struct clause *c, size_t from, size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        n += term_is_content(&r->input->claim->items[i]) && has(r, c, &r->input->claim->items[i]);
    return n;
}

static size_t content_in(const struct term *t, size_t from, size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        n += term_is_content(&t[i]);
    return n;
}

static bool is_in_claim(const struct reading *r, const struct term *word)
{
    for (size_t i = r->from; i < r->to; i++)
        if (carries(&r->input->claim->items[i], word))
            return true;
    return false;
}

/* The end of the subject of a clause: its first verb, or the figure that stands for it. */
static size_t subject_end(const struct term *t, const struct clause *c)
{
    size_t i = c->from;

    while (i < c->to && !is_verb(t, c->to, i) && !(t[i].kind == TERM_NUMBER && i > c->from && is_noun(&t[i - 1])))
        i++;
    return i;
}

/* "PDS" may be the Pyridostatin of the claim, and "him" its subject. */
static bool may_be_meant(const struct reading *r, const struct clause *c, const struct term *t)
{
    const struct term *items = terms_at(r, c), *mine = r->input->claim->items;
    bool capitals = t->text.len > 1;

    for (size_t i = c->from; i < c->to; i++)
        if (term_is_one_of(&items[i], "him her them himself herself itself themselves"))
            return true;
    for (size_t i = 0; i < t->text.len; i++)
        capitals = capitals && t->text.data[i] >= 'A' && t->text.data[i] <= 'Z';
    for (size_t i = 0; i < r->input->claim->n && capitals; i++)
        if (mine[i].kind == TERM_WORD && mine[i].fold.data[0] == t->fold.data[0])
            return true;
    return false;
}

/* Has the clause a subject of its own, of which the claim does not speak? `apart`: it must be a name, since "the company" may be whom
 * the other sentence names. Returns its first word; NULL: it has none. */
static const struct term *own_subject(const struct reading *r, const struct clause *c, bool apart)
{
    const struct term *t = terms_at(r, c), *found = NULL;
    size_t end = subject_end(t, c);

    for (size_t i = c->from; i < end; i++) {
        if (term_in(&t[i], GRAMMAR_SUBJECT_PRONOUN) && !term_is_one_of(&t[i], "nobody its his her their"))
            return NULL;
        if (term_is_one_of(&t[i], "nobody") || (is_noun(&t[i]) && !is_in_claim(r, &t[i]) && !found))
            if (!apart || (term_is_name(&t[i]) && (t[i].start || (i + 1 < end && term_is_name(&t[i + 1])) ||
                                                   (i + 1 < c->to && is_verb(t, c->to, i + 1)))))
                found = &t[i];
    }
    return found && !may_be_meant(r, c, found) ? found : NULL;
}

/* Is the claim's subject [from, to) the subject of the clause? All its words stand there before the verb; what the other clause has
 * need not be said again ("those in Porto"). */
static bool is_subject_of(const struct reading *r, const struct clause *c, const struct clause *other, size_t from,
                          size_t to)
{
    const struct term *t = terms_at(r, c), *mine = r->input->claim->items;
    size_t end = subject_end(t, c), n = 0;

    while (end < c->to && is_mark(&t[end], ','))
        end++;
    for (size_t i = from; i < to; i++) {
        if (!term_is_content(&mine[i]))
            continue;
        bool here = place_in(r, c, &mine[i]) < end;
        if (!here && !(other && has(r, other, &mine[i])))
            return false;
        n += here && !(other && has(r, other, &mine[i]));
    }
    return n > 0;
}

/* Is there a word of [from, to) that the clause does not have? */
static bool lacks_one(const struct reading *r, const struct clause *c, size_t from, size_t to)
{
    return count_in(r, c, from, to) < content_in(r->input->claim->items, from, to);
}

/* Says a clause all that the claim says? */
static bool is_said(const struct reading *r, size_t from, size_t to)
{
    for (size_t k = 0; k < r->n; k++)
        if (!lacks_one(r, &r->clauses[k], from, to))
            return true;
    return false;
}

static struct str text_of(const struct term *t, size_t from, size_t to)
{
    while (to > from && t[to - 1].kind == TERM_MARK)
        to--;
    if (from >= to)
        return str("");
    const char *start = t[from].text.data, *end = t[to - 1].text.data + t[to - 1].text.len;
    return end > start ? str_n(start, (size_t) (end - start)) : str("");
}

/* The claim's clause [from, to) with its subject [from, verb). */
struct said {
    size_t from, verb, to;
};

/* Has the clause a third of these words itself? */
static bool says_some(const struct reading *r, const struct clause *c, size_t from, size_t to)
{
    const struct term *t = terms_at(r, c), *mine = r->input->claim->items;
    size_t found = 0;

    for (size_t i = from; i < to; i++)
        for (size_t k = c->from; k < c->to && term_is_content(&mine[i]); k++)
            if (mine[i].kind == t[k].kind &&
                (mine[i].kind == TERM_WORD
                     ? str_eq(mine[i].stem, t[k].stem)
                     : mine[i].number->kind == t[k].number->kind && mine[i].number->low == t[k].number->low)) {
                found++;
                break;
            }
    return found * 3 >= content_in(mine, from, to);
}

static bool has_pronoun(const struct reading *r, const struct clause *c)
{
    const struct term *t = terms_at(r, c);

    for (size_t i = c->from + 1; i < c->to; i++)
        if (term_is(&t[i], "it"))
            return true;
    return false;
}

static bool quotes(const struct term *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_mark(&t[i], '"'))
            return true;
    return false;
}

/* Has clause `b` what the claim says, all but one word of many? */
static bool says_it(const struct reading *r, const struct said *s, const struct clause *b)
{
    const struct term *mine = r->input->claim->items;
    size_t missing = 0, all = 0;

    bool quoting = quotes(mine, s->from, s->to);

    if (quoting && !quotes(terms_at(r, b), b->from, b->to)) /* the words of whoever wrote the page */
        return false;
    for (size_t i = s->verb; i < s->to; i++) {
        if (!term_is_content(&mine[i]))
            continue;
        all++;
        if (has(r, b, &mine[i]))
            continue;
        /* what is missing is neither the verb nor a figure nor a name */
        if (missing++ || all == 1 || quoting || mine[i].kind == TERM_NUMBER || mine[i].capital)
            return false;
    }
    /* "Amsel left it in 2021": what is missing may be what "it" stands for. */
    return all >= SAID_LEAST && (missing == 0 || all + has_pronoun(r, b) >= MISSING_FROM) &&
           lacks_one(r, b, s->from, s->verb);
}

/* Clause `b` says it: of another subject than the claim and clause `a` name? */
static bool is_said_of_other(const struct reading *r, const struct said *s, const struct clause *a,
                             const struct clause *b)
{
    bool apart = a->sentence != b->sentence;
    const struct term *mine = &r->input->claim->items[s->from], *other = own_subject(r, b, apart);

    if (!other)
        return false;
    bool names = s->verb > s->from + 1 && term_is_name(mine) && term_is_name(mine + 1) && term_is_name(other) &&
                 other->start;
    bool named = names && count_in(r, a, s->from, s->verb) && !count_in(r, b, s->from, s->verb);
    return !(apart && !names && content_in(r->input->claim->items, s->verb, s->to) < SAID_APART) &&
           (named || is_subject_of(r, a, b, s->from, s->verb)) && !says_some(r, a, s->verb, s->to);
}

static void add_other(struct reading *r, const struct said *s, const struct clause *b)
{
    const struct term *mine = r->input->claim->items;
    struct str subject = text_of(mine, s->from, s->verb), source = text_of(terms_at(r, b), b->from, b->to);

    if (term_in(&mine[s->from], GRAMMAR_DETERMINER)) /* "The" opens the claim, not the message */
        subject = str_format(r->scratch, "%.*s%.*s", STR_ARG(mine[s->from].fold),
                             STR_ARG(str_sub(subject, mine[s->from].text.len, subject.len)));

    clashes_add(r->out,
                &(struct clash){ .kind = CLASH_NAME,
                                 .claim = subject,
                                 .source = source,
                                 .sentence = b->sentence,
                                 .reason = str_format(r->scratch, "the source does not say it of %.*s: \"%.*s\"",
                                                      STR_ARG(subject), STR_ARG(source)) });
}

static bool are_near(const struct reading *r, const struct said *s, const struct clause *a, const struct clause *b)
{
    size_t apart = term_is_name(&r->input->claim->items[s->verb - 1]) ? NAMES_APART : SENTENCES_APART;

    return a->sentence + apart >= b->sentence && b->sentence + apart >= a->sentence;
}

static bool find_other(struct reading *r, const struct said *s)
{
    for (size_t b = 0; b < r->n; b++) {
        if (!says_it(r, s, &r->clauses[b]))
            continue;
        for (size_t a = 0; a < r->n; a++)
            if (a != b && are_near(r, s, &r->clauses[a], &r->clauses[b]) &&
                is_said_of_other(r, s, &r->clauses[a], &r->clauses[b])) {
                add_other(r, s, &r->clauses[b]);
                return true;
            }
    }
    return false;
}

/* --- the figure of another subject --- */

static bool may_be_compared(const struct number *a, const struct number *b)
{
    bool share = a->kind == NUMBER_PERCENT || b->kind == NUMBER_PERCENT,
         money = a->kind == NUMBER_MONEY || b->kind == NUMBER_MONEY;

    return figures_alike(a, b) || (share && money && a->kind != b->kind);
}

/* An end of a range. */
static bool is_end(const struct number *mine, const struct number *range)
{
    return mine->kind == range->kind && strcmp(mine->unit, range->unit) == 0 && range->high > range->low &&
           mine->low == mine->high && (mine->low == range->low || mine->low == range->high);
}

/* The figure of a clause: the place of the first one that may be compared with `mine`; the clause's end: none. */
static size_t figure_in(const struct stretches *s, const struct clause *c, const struct number *mine, bool same)
{
    for (size_t i = c->from; i < c->to && i < s->n; i++)
        if (stretch_has_figure(s, i) && s->value[i] && isfinite(s->value[i]->low) &&
            (may_be_compared(mine, s->value[i]) || is_end(mine, s->value[i])) &&
            (number_match(mine, s->value[i]) == NUMBER_SAME || number_match(mine, s->value[i]) == NUMBER_CLOSE ||
             is_end(mine, s->value[i])) == same)
            return i;
    return c->to;
}

/* Has the clause a subject that is written? */
static bool has_subject(const struct reading *r, const struct clause *c)
{
    const struct term *t = terms_at(r, c);
    size_t end = subject_end(t, c);
    bool noun = false;

    for (size_t i = c->from; i < end; i++) {
        if (term_in(&t[i], GRAMMAR_SUBJECT_PRONOUN) && !term_is_one_of(&t[i], "its his her their"))
            return false;
        noun = noun || is_noun(&t[i]);
    }
    return noun;
}

/* Gives clause `a`, whose subject the claim names, another figure, and clause `b`, which has another subject, the claim's? */
static void find_figure(struct reading *r, const struct said *s, const struct number *mine, struct str text)
{
    for (size_t a = 0; a < r->n; a++)
        for (size_t b = 0; b < r->n; b++) {
            const struct clause *x = &r->clauses[a], *y = &r->clauses[b];
            struct stretches t;

            if (a == b || x->sentence != y->sentence || !is_subject_of(r, x, y, s->from, s->verb) || !has_subject(r, y))
                continue;
            stretch_read(r->scratch, &r->input->passage.sentences[x->sentence], false, &t);
            size_t own = figure_in(&t, x, mine, false), other = figure_in(&t, y, mine, true);
            if (own == x->to || other == y->to || figure_in(&t, x, mine, true) < x->to)
                continue;
            clashes_add(r->out,
                        &(struct clash){
                            .kind = CLASH_NUMBER,
                            .claim = text,
                            .source = t.t[own].text,
                            .sentence = x->sentence,
                            .reason = str_format(r->scratch,
                                                 "the source gives %.*s, not %.*s, which it gives for something else: "
                                                 "\"%.*s\"",
                                                 STR_ARG(t.t[own].text), STR_ARG(text),
                                                 STR_ARG(text_of(t.t, y->from, y->to))) });
            return;
        }
}

/* Is the value given in one place alone? */
static bool is_given_once(const struct reading *r, const struct number *mine)
{
    size_t n = 0;

    for (size_t s = 0; s < r->input->passage.n; s++) {
        const struct terms *t = &r->input->passage.sentences[s];
        const struct clause whole = { .sentence = s, .to = t->n };
        struct stretches read;

        stretch_read(r->scratch, t, false, &read);
        n += figure_in(&read, &whole, mine, true) < whole.to;
    }
    return n == 1;
}

static void find_figures(struct reading *r, const struct said *s)
{
    struct stretches mine;
    size_t figure = s->to, n = 0;

    stretch_read(r->scratch, r->input->claim, false, &mine);
    for (size_t i = s->from; i < s->to && i < mine.n; i++)
        if (stretch_has_figure(&mine, i) && mine.value[i]->kind != NUMBER_DATE && isfinite(mine.value[i]->low)) {
            figure = i;
            n++;
        }
    if (n == 1 && is_given_once(r, mine.value[figure]))
        find_figure(r, s, mine.value[figure], r->input->claim->items[figure].text);
}

/* --- ranks --- */

/* "Linde came third": the place of the rank in [from, to); to: there is none. */
static size_t rank_in(const struct term *t, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++)
        if (t[i].kind == TERM_NUMBER && t[i].number->kind == NUMBER_ORDINAL &&
            term_is_one_of(&t[i - 1], "came finished ranked ranks placed comes finishes finish rank"))
            return i;
    return to;
}

/* Gives a clause the one whom the claim names another rank? */
static void find_rank(struct reading *r)
{
    const struct term *mine = r->input->claim->items;
    size_t at = rank_in(mine, r->from, r->to);

    if (at == r->to || at < r->from + 2 || !term_is_name(&mine[at - 2]))
        return;
    for (size_t k = 0; k < r->n; k++) {
        const struct clause *c = &r->clauses[k];
        const struct term *t = terms_at(r, c);
        size_t other = rank_in(t, c->from, c->to);

        if (other == c->to || place_in(r, c, &mine[at - 2]) >= other || t[other].number->low == mine[at].number->low)
            continue;
        clashes_add(r->out, &(struct clash){ .kind = CLASH_NUMBER,
                                             .claim = mine[at].text,
                                             .source = t[other].text,
                                             .sentence = c->sentence,
                                             .reason = str_format(r->scratch, "the source says %.*s, not %.*s",
                                                                  STR_ARG(t[other].text), STR_ARG(mine[at].text)) });
        return;
    }
}

/* --- what the source sets aside --- */

/* ", not to red", "rather than red", "instead of red": where the words begin that are set aside; n: none are here. */
static size_t set_aside(const struct terms *s, size_t at)
{
    const struct term *t = s->items;

    if (at && term_is(&t[at], "not") && is_mark(&t[at - 1], ','))
        return at + 1;
    if (at + 1 < s->n && ((term_is(&t[at], "rather") && term_is(&t[at + 1], "than")) ||
                          (term_is(&t[at], "instead") && term_is(&t[at + 1], "of"))))
        return at + 2;
    return s->n;
}

static bool stands_once(const struct terms *s, const struct term *word)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        n += carries(word, &s->items[i]);
    return n == 1;
}

/* The claim's word that the sentence sets aside at [from, …); NULL: none. A verb ends the words. */
static const struct term *said_aside(const struct reading *r, const struct terms *s, size_t from)
{
    for (size_t i = from;
         i < s->n && s->items[i].kind != TERM_MARK && !is_verb(s->items, s->n, i) && !str_ends(s->items[i].fold, "ing");
         i++)
        for (size_t c = 0; c < r->input->claim->n && term_is_content(&s->items[i]); c++) {
            const struct term *mine = &r->input->claim->items[c];

            if (term_is_content(mine) && carries(mine, &s->items[i]) && stands_once(s, mine))
                return mine;
        }
    return NULL;
}

static void find_set_aside(struct reading *r, size_t sentence)
{
    const struct terms *s = &r->input->passage.sentences[sentence];
    const struct clause whole = { .sentence = sentence, .to = s->n };
    size_t all = content_in(r->input->claim->items, 0, r->input->claim->n),
           found = count_in(r, &whole, 0, r->input->claim->n);

    if (found * 3 < all * 2 || found < SAID_APART)
        return;
    for (size_t i = 0; i < s->n; i++) {
        size_t from = set_aside(s, i);
        const struct term *word = from < s->n ? said_aside(r, s, from) : NULL;

        if (!word)
            continue;
        struct str source = text_of(s->items, i, from + 2 < s->n ? from + 2 : s->n);
        clashes_add(r->out,
                    &(struct clash){ .kind = CLASH_POLARITY,
                                     .claim = word->text,
                                     .source = source,
                                     .sentence = sentence,
                                     .reason = str_format(r->scratch, "the source says \"%.*s\"", STR_ARG(source)) });
        return;
    }
}

/* --- the claim --- */

static size_t name_end(const struct term *t, size_t from, size_t to)
{
    while (from < to && term_is_name(&t[from]))
        from++;
    return from;
}

/* Its subject ends before the first verb. A phrase before it ("In 2020 …") is none. */
static bool read_said(const struct term *t, const struct clause *c, struct said *ret)
{
    *ret = (struct said){ c->from, c->from, c->to };
    while (ret->from < c->to && t[ret->from].kind == TERM_MARK)
        ret->from++;
    if (ret->from < c->to && term_in(&t[ret->from], GRAMMAR_PREPOSITION))
        return false;
    for (ret->verb = ret->from; ret->verb < c->to && !is_verb(t, c->to, ret->verb); ret->verb++)
        if (t[ret->verb].kind == TERM_NUMBER && t[ret->verb].number->kind != NUMBER_ORDINAL && ret->verb > ret->from)
            return false;
    size_t name = name_end(t, ret->from, ret->verb);
    if (name > ret->from + 1 && name < ret->verb && !term_is_one_of(&t[name], "and or of 's"))
        ret->verb = name; /* "Aline Moreau | at first opposed it" */
    while (ret->to > ret->verb && t[ret->to - 1].kind == TERM_MARK)
        ret->to--;
    return ret->verb < ret->to && content_in(t, ret->from, ret->verb) > 0;
}

void clause_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    struct reading r = { .out = ret, .scratch = scratch, .input = input };
    struct clause mine[CLAUSES_MAX];
    size_t n = clauses_of(input->claim, 0, mine);

    if (terms_any(input->claim->items, input->claim->n, GRAMMAR_NEGATION | GRAMMAR_CONDITION))
        return;
    r.clauses = arena_calloc(scratch, input->passage.n * CLAUSES_MAX + 1, sizeof *r.clauses);
    for (size_t s = 0; s < input->passage.n; s++)
        r.n += clauses_of(&input->passage.sentences[s], s, &r.clauses[r.n]);
    for (size_t i = 0; i < input->passage.n; i++)
        find_set_aside(&r, i);
    for (size_t i = 0; i < n; i++) {
        struct said said;

        r.from = mine[i].from;
        r.to = mine[i].to;
        find_rank(&r);
        if (!read_said(input->claim->items, &mine[i], &said) || is_said(&r, said.from, said.to))
            continue;
        if (!find_other(&r, &said))
            find_figures(&r, &said);
    }
}
