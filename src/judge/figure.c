#include "judge/figure.h"

#include <math.h>

#include "judge/number_match.h"
#include "text/lexicon.h"

enum { ABOUT_BYTES = 80 };

struct term_set term_set_both(struct term_set a, struct term_set b)
{
    for (size_t i = 0; i < sizeof a.bits / sizeof *a.bits; i++)
        a.bits[i] &= b.bits[i];
    return a;
}

struct term_set term_set_either(struct term_set a, struct term_set b)
{
    for (size_t i = 0; i < sizeof a.bits / sizeof *a.bits; i++)
        a.bits[i] |= b.bits[i];
    return a;
}

struct term_set term_set_without(struct term_set a, struct term_set b)
{
    for (size_t i = 0; i < sizeof a.bits / sizeof *a.bits; i++)
        a.bits[i] &= ~b.bits[i];
    return a;
}

size_t term_set_count(struct term_set set)
{
    size_t n = 0;

    for (size_t i = 0; i < sizeof set.bits / sizeof *set.bits; i++)
        n += (size_t) __builtin_popcountll(set.bits[i]);
    return n;
}

static void add(struct figures *out, const struct figure *figure)
{
    if (out->n < FIGURES_MAX)
        out->items[out->n++] = *figure;
}

/* Adds the figure; "rose from 310 to 720" is two. */
static void add_values(struct figures *out, const struct stretches *r, size_t at, struct figure figure)
{
    const struct number *n = r->value[at];

    figure.text = stretch_text(r, at);
    if (r->names) {
        while (at + figure.terms < r->n && term_is_name(&r->t[at + figure.terms]))
            figure.terms++;
        add(out, &figure);
        return;
    }
    figure.number = *n;
    if (n->kind == NUMBER_POINTS && !str_contains_nocase(r->t[at].text, "percent") &&
        !(at + 1 < r->n && term_in(&r->t[at + 1], GRAMMAR_COMPARATIVE))) { /* of a league, not of percentages */
        figure.number.kind = NUMBER_COUNT;
        figure.noun = str("point");
    }
    if (str_is(figure.noun, "point") && at + 2 < r->n &&
        term_in(&r->t[at + 2], GRAMMAR_COMPARATIVE)) /* of percentages */
        figure.number.kind = NUMBER_POINTS;
    if (n->kind != NUMBER_DATE && n->high > n->low && at && term_is(&r->t[at - 1], "from")) {
        figure.number.high = n->low;
        add(out, &figure);
        figure.number.low = figure.number.high = n->high;
    }
    add(out, &figure);
}

/* "Since 2017, to 58 pairs": 58 is not what there was in 2017. */
static bool is_start_of_span(const struct stretches *r, size_t at)
{
    return at && r->t[at].kind == TERM_NUMBER && r->t[at].number->kind == NUMBER_DATE &&
           term_is(&r->t[at - 1], "since");
}

static void read_claim(struct arena *arena, const struct terms *claim, bool names, struct figures *ret)
{
    struct stretches r;

    stretch_read(arena, claim, names, &r);
    *ret = (struct figures){ .items = arena_calloc(arena, FIGURES_MAX, sizeof *ret->items) };
    for (size_t at = 0; at < r.n; at++) {
        if (!stretch_has_figure(&r, at))
            continue;
        struct figure figure = { .term = &r.t[at], .noun = stretch_noun(&r, at) };

        stretch_bind(&r, at);
        for (size_t i = 0; i < r.n && !stretch_is_compared(&r, at) && !stretch_is_whole(&r, at); i++)
            if (r.belongs[i] && term_is_content(&r.t[i]) && !is_start_of_span(&r, i))
                term_set_add(&figure.words, i);
        add_values(ret, &r, at, figure);
    }
}

void figures_of_claim(struct arena *arena, const struct terms *claim, struct figures *ret)
{
    read_claim(arena, claim, false, ret);
}

void figures_named_in_claim(struct arena *arena, const struct terms *claim, struct figures *ret)
{
    read_claim(arena, claim, true, ret);
}

/* --- the passage --- */

struct passage_reading {
    const struct terms *claim;
    bool names;
    struct term_set *matches; /* of the sentence's terms: which of the claim's they carry */
    struct stretches r;
    struct figures *out;
    struct arena *arena;
};

/* A label is carried by the same one alone. */
static bool carries(const struct terms *claim, size_t c, const struct term *t, size_t n, size_t at)
{
    const struct term *mine = &claim->items[c];

    if (!relation_grade(mine, &t[at]) && !str_eq(mine->fold, t[at].fold) &&
        !(mine->kind == TERM_WORD && t[at].kind == TERM_WORD && str_eq(mine->stem, t[at].stem)) &&
        !(mine->kind == TERM_NUMBER && t[at].kind == TERM_NUMBER && !mine->uncertain && !t[at].uncertain &&
          number_match(mine->number, t[at].number) == NUMBER_CLOSE))
        return false;
    if (mine->kind != TERM_NUMBER || !term_is_label(claim->items, claim->n, c) || !term_is_label(t, n, at))
        return true;
    return str_eq(claim->items[c - 1].stem, t[at - 1].stem);
}

static void match_terms(struct passage_reading *p, const struct terms *sentence)
{
    stretch_read(p->arena, sentence, p->names, &p->r);
    if (!p->names)
        stretch_read_multiples(p->arena, &p->r);
    memset(p->matches, 0, WORDS_MAX * sizeof *p->matches);
    for (size_t i = 0; i < p->r.n; i++)
        for (size_t c = 0; c < p->claim->n && term_is_content(&p->r.t[i]); c++)
            if (term_is_content(&p->claim->items[c]) && carries(p->claim, c, p->r.t, p->r.n, i))
                term_set_add(&p->matches[i], c);
}

static bool opens_with_pronoun(const struct terms *s)
{
    for (size_t i = 0; i < s->n && i < 4; i++)
        if (s->items[i].kind == TERM_WORD && (term_in(&s->items[i], GRAMMAR_SUBJECT_PRONOUN) ||
                                              term_is_one_of(&s->items[i], "its his her their this these")))
            return true;
    return false;
}

/* "The farm …" behind a sentence that has a farm. */
static bool takes_up(const struct terms *s, const struct terms *before)
{
    if (s->n < 2 || !term_is(&s->items[0], "the") || !term_is_content(&s->items[1]))
        return false;
    if (s->n > 3 && term_is_one_of(&s->items[2], "in at of") && term_is_name(&s->items[3]) &&
        !terms_have_word(before, &s->items[3])) /* "the plant in Dayton" is another one */
        return false;
    for (size_t i = 0; i < before->n; i++)
        if (before->items[i].kind == TERM_WORD && str_eq(before->items[i].stem, s->items[1].stem))
            return true;
    return false;
}

/* The names of a sentence, which the next one may mean by "it". */
static struct term_set names_of(const struct passage_reading *p)
{
    struct term_set ret = { 0 };

    for (size_t i = 0; i < p->r.n; i++)
        if (p->r.t[i].capital || (p->r.t[i].kind == TERM_NUMBER && term_is_label(p->r.t, p->r.n, i)) || i < 3)
            ret = term_set_either(ret, p->matches[i]);
    return ret;
}

/* Does the last mark of [from, to) close a bracket of it: "Takings (£ million)"? */
static bool closes(const struct term *t, size_t from, size_t to)
{
    for (size_t i = from; t[to - 1].mark == ')' && i < to; i++)
        if (t[i].kind == TERM_MARK && t[i].mark == '(')
            return true;
    return false;
}

static struct str words_between(const struct stretches *r, size_t from, size_t to)
{
    while (from < to && (r->t[from].kind == TERM_MARK || term_in(&r->t[from], GRAMMAR_CONJUNCTION)))
        from++;
    while (to > from && r->t[to - 1].kind == TERM_MARK && !closes(r->t, from, to))
        to--;
    if (from >= to)
        return str("");
    const char *start = r->t[from].text.data, *end = r->t[to - 1].text.data + r->t[to - 1].text.len;
    return end > start && end - start <= ABOUT_BYTES ? str_n(start, (size_t) (end - start)) : str("");
}

/* Of what "it" may mean, "Kiln 4.0" is left out where "Kiln 3.2" is named. */
static struct term_set without_rival_labels(const struct passage_reading *p, struct term_set given, size_t from,
                                            size_t to)
{
    const struct terms *claim = p->claim;
    struct term_set rivals = { 0 };

    for (size_t c = 1; c < claim->n; c++)
        if (claim->items[c].kind == TERM_NUMBER && term_is_label(claim->items, claim->n, c) &&
            stretch_has_rival_label(&p->r, &claim->items[c - 1], &claim->items[c], from, to))
            term_set_add(&rivals, c);
    return term_set_without(given, rivals);
}

static bool speaks_of_plan(const struct term *t)
{
    return t->kind == TERM_WORD &&
           term_is_one_of(
               t, "plan plans planned expect expects expected hope hopes hoped aim aims aimed intend intends intended "
                  "propose proposes proposed scheduled target targets targeted forecast forecasts predict predicts "
                  "predicted anticipate anticipates anticipated budgeted projected would goal demand demands demanded");
}

bool figures_speak_of_plans(const struct term *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (term_is_one_of(&items[i], "now already"))
            return false;
    for (size_t i = 0; i < n; i++)
        if (speaks_of_plan(&items[i]) || term_in(&items[i], GRAMMAR_MODAL | GRAMMAR_CONDITION | GRAMMAR_HEDGE) ||
            term_is_one_of(
                &items[i],
                "budget due estimate estimated estimates wants wanted asked sought designed meant supposed") ||
            (i && term_is(&items[i], "to") && term_is_one_of(&items[i - 1], "is are was were")))
            return true;
    return false;
}

/* "46 fewer than a year before", "31 million more than budgeted": +1 or -1; 0: it is no difference. */
static int difference_at(const struct stretches *r, size_t at)
{
    enum { REACH = 3 };
    static const char less[] = "fewer less lower shorter smaller younger cheaper lighter slower",
                      more[] = "more higher longer larger older dearer heavier faster greater taller bigger";

    for (size_t i = r->end[at] + 1u; i + 1 < r->n && i <= r->end[at] + (size_t) REACH && r->t[i].kind == TERM_WORD; i++)
        if (term_is_one_of(&r->t[i], less) || term_is_one_of(&r->t[i], more)) {
            bool than = term_is(&r->t[i + 1], "than") || (i + 2 < r->n && term_is(&r->t[i + 2], "than"));

            return !than ? 0 : term_is_one_of(&r->t[i], less) ? -1 : 1;
        }
    return 0;
}

/* "…, of which six are", "19 of them women" */
static bool is_part_at(const struct stretches *r, size_t at)
{
    return (at > 1 && term_is(&r->t[at - 2], "of") && term_is_one_of(&r->t[at - 1], "which whom them")) ||
           (at + 2 < r->n && term_is(&r->t[at + 1], "of") && term_is_one_of(&r->t[at + 2], "them which whom"));
}

/* "Had been put at 410 million": before it turned out otherwise. "Is to raise": it has not yet. */
static bool was_estimated(const struct term *t, size_t at, size_t figure)
{
    bool had = term_is(&t[at - 1], "been") && term_is(&t[at - 2], "had");

    return (had && (term_is_one_of(&t[at], "estimated costed") || (term_is(&t[at], "put") && figure <= at + 2))) ||
           (term_is(&t[at - 1], "to") && term_is_one_of(&t[at - 2], "is are") && t[at].kind == TERM_WORD &&
            !term_in(&t[at], GRAMMAR_DETERMINER));
}

/* "A further 30 openings are planned" */
static bool is_planned_behind(const struct stretches *r, size_t at)
{
    enum { REACH = 4 };

    for (size_t i = at + 1; i + 1 < r->n && i <= at + REACH && r->t[i].kind == TERM_WORD; i++)
        if (term_is_one_of(&r->t[i], "is are") &&
            term_is_one_of(&r->t[i + 1], "planned expected proposed scheduled due"))
            return true;
    return false;
}

/* What else is known of a figure: whether anything is said of it, and whether it went up or down. */
static void describe(const struct stretches *r, size_t at, struct figure *figure)
{
    figure->bare = true;
    if (!r->names) {
        figure->whole = stretch_is_whole(r, at);
        figure->part = is_part_at(r, at);
        figure->over = difference_at(r, at);
        figure->multiple = term_is_one_of(&r->t[at], "half twice") && r->value[at]->kind == NUMBER_PERCENT;
        figure->times = figure->multiple && !(at + 3 < r->n && term_is(&r->t[at + 3], "as"));
    }
    for (size_t i = 0; i < at; i++) {
        figure->clause += term_parts(r->t, i, at) >= 3;
        figure->planned = figure->planned || (i > 1 && was_estimated(r->t, i, at)) ||
                          (r->belongs[i] &&
                           (speaks_of_plan(&r->t[i]) || (term_is_one_of(&r->t[i], "designed meant supposed built") &&
                                                         term_is(&r->t[i + 1], "to"))));
    }
    /* "9 million euros would be spent" */
    figure->planned = figure->planned || (at + 2 < r->n && term_is_one_of(&r->t[at + 1], "would will") && !r->names) ||
                      (!r->names && is_planned_behind(r, at));
    for (size_t i = 0; i < r->n; i++)
        if (r->belongs[i] && r->t[i].kind == TERM_WORD && term_is_content(&r->t[i])) {
            figure->bare = false;
            figure->direction += lexicon_direction(r->t[i].stem);
        } else if (r->belongs[i] && r->t[i].kind == TERM_NUMBER && r->t[i].number->kind == NUMBER_DATE && !r->names &&
                   r->value[at]->kind != NUMBER_DATE) {
            figure->bare = false;
        }
}

static void read_sentence(struct passage_reading *p, size_t sentence, struct term_set given)
{
    struct stretches *r = &p->r;

    for (size_t at = 0; at < r->n; at++) {
        if (!stretch_has_figure(r, at))
            continue;
        struct figure figure = { .term = &r->t[at], .sentence = sentence, .noun = stretch_noun(r, at) };
        size_t from, to;

        stretch_bind(r, at);
        for (size_t i = 0; i < r->n; i++)
            if (r->belongs[i])
                figure.words = term_set_either(figure.words, p->matches[i]);
        stretch_own(r, at, &from, &to);
        figure.words = term_set_either(figure.words, without_rival_labels(p, given, from, to));
        figure.about = words_between(r, from, to);
        describe(r, at, &figure);
        add_values(p->out, r, at, figure);
    }
}

/* --- tables --- */

bool figures_is_row(const struct terms *s)
{
    return s->n > 2 && s->items[0].kind == TERM_MARK && s->items[0].mark == '|';
}

bool figures_cell(const struct terms *row, size_t column, size_t *from, size_t *to)
{
    size_t seen = 0;

    for (*from = 1; *from <= row->n; *from = *to + 1) {
        for (*to = *from; *to < row->n && !(row->items[*to].kind == TERM_MARK && row->items[*to].mark == '|');)
            (*to)++;
        if (seen++ == column)
            return *from < *to;
        if (*to >= row->n)
            break;
    }
    return false;
}

double figures_cell_value(const struct terms *row, size_t column)
{
    double ret = NAN;
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return NAN;
    for (size_t i = from; i < to; i++)
        if (row->items[i].kind == TERM_NUMBER) {
            if (isfinite(ret) || row->items[i].uncertain || row->items[i].number->low != row->items[i].number->high)
                return NAN;
            ret = row->items[i].number->low;
        }
    return ret;
}

static struct str cell_text(const struct terms *row, size_t column)
{
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return str("");
    struct stretches r = { .t = row->items, .n = row->n };
    return words_between(&r, from, to);
}

/* What the claim has of a cell. */
static struct term_set cell_matches(struct passage_reading *p, const struct terms *row, size_t column)
{
    struct term_set ret = { 0 };
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return ret;
    match_terms(p, row);
    for (size_t i = from; i < to && i < p->r.n; i++)
        ret = term_set_either(ret, p->matches[i]);
    return ret;
}

/* Bytes of the sign of a currency that a unit begins with and a word follows: "£ million". */
static size_t sign_bytes(struct str unit)
{
    size_t n = 0;

    while (n < unit.len && (unit.data[n] == '$' || (unsigned char) unit.data[n] >= 0x80))
        n++;
    return n < unit.len && unit.data[n] == ' ' ? n : 0;
}

/* "Price (€)", "Length (km)", "TWh 2024": the unit of a column's figures stands in its head, that of a row's in brackets in its first cell. */
static void take_unit(struct passage_reading *p, const struct terms *head, size_t column, bool bracketed,
                      struct figure *figure)
{
    struct numbers one = { 0 };
    size_t from, to;

    if (figure->number.kind != NUMBER_COUNT || !figures_cell(head, column, &from, &to))
        return;
    const char *start = head->items[from].text.data;
    struct str last = head->items[to < head->n ? to : head->n - 1].text;
    struct str top = str_n(start, (size_t) (last.data + (to < head->n ? 0 : last.len) - start));
    ptrdiff_t open = str_find_char(top, '(', 0), close = open < 0 ? -1 : str_find_char(top, ')', (size_t) open);
    struct str unit = open < 0 ? head->items[from].text /* "TWh 2024" */
                               : str_sub(top, (size_t) open + 1, close < 0 ? top.len : (size_t) close);
    if (open < 0 && (bracketed || head->items[from].kind != TERM_WORD))
        return;
    struct str sign = str_sub(unit, 0, sign_bytes(unit));
    numbers_of(p->arena,
               str_format(p->arena, "%.*s1 %.*s", STR_ARG(sign), STR_ARG(str_trim(str_sub(unit, sign.len, unit.len)))),
               &one);
    if (one.n != 1 || one.items[0].kind == NUMBER_COUNT || one.items[0].kind == NUMBER_DATE)
        return;
    figure->unit = open < 0 ? str("") : unit;
    figure->number.kind = one.items[0].kind;
    figure->number.unit = one.items[0].unit;
    figure->number.low *= one.items[0].low;
    figure->number.high *= one.items[0].low;
    figure->number.rounding *= one.items[0].low;
}

struct str figure_shown(struct arena *arena, const struct figure *figure)
{
    return figure->unit.len ? str_format(arena, "%.*s (%.*s)", STR_ARG(figure->text), STR_ARG(figure->unit))
                            : figure->text;
}

static void read_row(struct passage_reading *p, const struct terms *head, const struct terms *row, size_t sentence)
{
    for (size_t column = 0; column < row->n; column++) {
        struct term_set first = term_set_either(cell_matches(p, row, 0), cell_matches(p, head, 0));
        struct term_set words = cell_matches(p, head, column);
        size_t from, to;

        if (column)
            words = term_set_either(words, first);
        match_terms(p, row);
        if (!figures_cell(row, column, &from, &to))
            continue;
        struct str top = cell_text(head, column), side = cell_text(row, 0);
        struct str about = top.len && side.len && column
                               ? str_format(p->arena, "%.*s, %.*s", STR_ARG(side), STR_ARG(top))
                               : side;
        for (size_t at = from; at < to && at < p->r.n; at++)
            if (stretch_has_figure(&p->r, at)) {
                struct figure figure = { .term = &row->items[at],
                                         .sentence = sentence,
                                         .words = words,
                                         .about = about,
                                         .cell = true,
                                         .column = column };

                for (size_t i = 0; column == 0 && i < p->r.n; i++)
                    figure.words = i == at ? figure.words : term_set_either(figure.words, p->matches[i]);
                size_t before = p->out->n;
                add_values(p->out, &p->r, at, figure);
                for (size_t i = before; i < p->out->n; i++) {
                    take_unit(p, head, column, false, &p->out->items[i]);
                    if (column)
                        take_unit(p, row, 0, true, &p->out->items[i]);
                }
            }
    }
}

struct term_set figures_words_in(struct arena *arena, const struct terms *claim, const struct terms *text)
{
    struct passage_reading p = { .claim = claim, .arena = arena };
    struct term_set ret = { 0 };

    p.matches = arena_calloc(arena, WORDS_MAX, sizeof *p.matches);
    match_terms(&p, text);
    for (size_t i = 0; i < p.r.n; i++)
        ret = term_set_either(ret, p.matches[i]);
    return ret;
}

/* Does the sentence speak of what the one before it names? */
static bool is_taken_up(const struct proof_context *passage, size_t s)
{
    return s && s < passage->n &&
           (opens_with_pronoun(&passage->sentences[s]) || takes_up(&passage->sentences[s], &passage->sentences[s - 1]));
}

/* Has the sentence a figure, or one of the names of the claim, or enough of its words to say it of another name? */
static bool has_any(const struct passage_reading *p, const struct terms *sentence)
{
    enum { WORDS_LEAST = 2 };
    size_t words = 0;

    for (size_t i = 0; i < sentence->n; i++) {
        const struct term *t = &sentence->items[i];

        if (!p->names && t->kind == TERM_NUMBER)
            return true;
        for (size_t c = 0; c < p->claim->n && p->names && term_is_content(t); c++)
            if (p->claim->items[c].hash == t->hash && p->claim->items[c].kind == t->kind) {
                words++;
                if (words >= WORDS_LEAST || (t->capital && p->claim->items[c].capital))
                    return true;
            }
    }
    return false;
}

static void read_passage(struct passage_reading *p, const struct proof_context *passage)
{
    struct term_set names = { 0 };
    const struct terms *head = NULL;

    *p->out = (struct figures){ .items = arena_calloc(p->arena, FIGURES_MAX, sizeof *p->out->items) };
    p->matches = arena_calloc(p->arena, WORDS_MAX, sizeof *p->matches);
    for (size_t s = 0; s < passage->n && p->out->n < FIGURES_MAX; s++) {
        const struct terms *sentence = &passage->sentences[s];
        struct term_set given = is_taken_up(passage, s) ? names : (struct term_set){ 0 };

        names = (struct term_set){ 0 };
        if (figures_is_row(sentence)) {
            if (head && !p->names)
                read_row(p, head, sentence, s);
            head = head ? head : sentence;
            continue;
        }
        head = NULL;
        if (!has_any(p, sentence) && !is_taken_up(passage, s + 1))
            continue;
        match_terms(p, sentence);
        read_sentence(p, s, given);
        names = term_set_either(names_of(p), given);
    }
}

void figures_of_passage(struct arena *arena, const struct terms *claim, const struct proof_context *passage,
                        struct figures *ret)
{
    struct passage_reading p = { .claim = claim, .out = ret, .arena = arena };

    read_passage(&p, passage);
}

void figures_named_in_passage(struct arena *arena, const struct terms *claim, const struct proof_context *passage,
                              struct figures *ret)
{
    struct passage_reading p = { .claim = claim, .out = ret, .arena = arena, .names = true };

    read_passage(&p, passage);
}

bool figures_count_the_same(const struct figure *x, const struct figure *y)
{
    return str_eq(x->noun, y->noun) || x->noun.len + y->noun.len == 0 ||
           (y->noun.len == 0 && y->sentence > x->sentence);
}
