/* The table of figures gathered over the sources. */
#include "extractive/answer.h"

#include "extractive/kinds.h"
#include "extractive/wording.h"
#include "text/numbers.h"
#include "text/utf8.h"

static const double FIGURE_SAID = 0.55; /* of the question, in the clause of a figure */
enum { FIGURES = 6, CLAUSE_MAX = 240, BEHIND = 24 };

struct figure {
    size_t sentence;
    struct str value, clause;
    struct number number;
    int year;
    size_t said; /* how much of the question stands with it */
};

static int year_of(struct answer *a, struct str text, struct str date)
{
    struct numbers numbers = { 0 };
    int64_t year = 0;

    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_DATE && numbers.items[i].has_year)
            return (int) numbers.items[i].low;
    return str_to_int(str_sub(date, 0, 4), &year) ? (int) year : 0;
}

/* "How many fires": the word behind "many" is what is counted, and it stands behind the number. */
static bool is_counted(const struct ranking *r, const struct number *n, uint32_t behind)
{
    return n->kind == NUMBER_COUNT && n->what.len && r->asked.n && (behind & 1);
}

/* "Half" is a figure in a sentence, but none for a table. */
static bool is_wanted(const struct ranking *r, struct str value, const struct number *n, uint32_t behind)
{
    if (!wording_has_digit(value))
        return false;
    if (r->question->measure >= 0)
        return (int) n->kind == r->question->measure &&
               (!*r->question->units || str_in_words(r->question->units, str(n->unit)));
    if (str_contains_nocase(r->question->text, "how many"))
        return is_counted(r, n, behind);
    return n->kind == NUMBER_MEASURE || n->kind == NUMBER_MONEY || n->kind == NUMBER_PERCENT ||
           is_counted(r, n, behind);
}

/* Half of the question stands in the clause, and its names there or above it. */
static bool says_enough(struct answer *a, const struct ranking *r, size_t sentence, uint32_t terms)
{
    size_t passage = a->passages.sentences[sentence].passage;
    struct str above = str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                  STR_ARG(passage_sentence_text(&a->passages, sentence)));
    uint32_t around = rank_terms_in(a->arena, r, above, a->passages.sources[sentence_source(a, sentence)].language);
    double said = 0, total = 0;
    uint32_t verb = answer_verb(a, r);
    if (verb && !(terms & verb))
        return false;
    if (verb)
        terms |= around;
    /* Of a listed thing the first word is what is measured: it stands there or above. */
    if (r->question != &a->question && !((terms | around) & 1))
        return false;
    for (size_t t = 0; t < r->asked.n; t++) {
        /* "Percentage" says of what kind the figure is, not of what. */
        double weight = r->asked.items[t].weight >= 1 ? r->weights[t] : 0;

        total += weight;
        said += terms >> t & 1 ? weight : 0;
        if (r->asked.items[t].name && !((terms | around) >> t & 1))
            return false;
    }
    return said >= FIGURE_SAID * total;
}

/* The figure a sentence gives: one of the kind asked for, in the clause that says most of the question. */
static bool read_figure(struct answer *a, const struct ranking *r, size_t sentence, struct figure *ret)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    const struct passage_source *s = &a->passages.sources[sentence_source(a, sentence)];
    struct numbers numbers = { 0 };
    bool found = false;

    if (answer_supposes(text) || answer_is_denied(a, sentence))
        return false;
    uint32_t verb = answer_verb(a, r);
    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];
        struct str clause = answer_clause_at(text, n->start);
        uint32_t terms = rank_terms_in(a->arena, r, clause, s->language),
                 behind = rank_terms_in(a->arena, r, utf8_cut_bytes(str_sub(text, n->end, text.len), BEHIND),
                                        s->language);
        size_t value = 2 * rank_count(terms) + (behind != 0);

        if (verb && !answer_stated(a, r, sentence, n->start, verb))
            continue;
        if (!is_wanted(r, str_sub(text, n->start, n->end), n, behind) || !says_enough(a, r, sentence, terms) ||
            clause.len > CLAUSE_MAX || (found && value <= ret->said))
            continue;
        while (clause.len && strchr(".!", clause.data[clause.len - 1]))
            clause.len--;
        *ret = (struct figure){ .sentence = sentence,
                                .value = str_trim(str_sub(text, n->start, n->end)),
                                .clause = clause,
                                .number = *n,
                                .year = year_of(a, text, s->row->date),
                                .said = value };
        found = ret->value.len > 0 && str_find_char(clause, '|', 0) < 0;
    }
    return found;
}

static bool known_figure(const struct answer *a, const struct figure *list, size_t n, const struct figure *f)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i].clause, f->clause) ||
            (list[i].number.low == f->number.low && list[i].number.high == f->number.high &&
             a->cluster[sentence_source(a, list[i].sentence)] == a->cluster[sentence_source(a, f->sentence)]))
            return true;
    return false;
}

/* Rows from different sources, best first. */
static size_t collect_figures(struct answer *a, const struct ranking *r, struct figure *list, size_t n, size_t most)
{
    size_t before = n;

    for (size_t i = 0; i < r->n && n < most && n - before < FIGURES; i++) {
        size_t mine = 0;
        struct figure f;

        if (r->pool[i].cover < 0.5 * r->best_cover || r->pool[i].score * 2 < r->pool[0].score ||
            a->passages.sentences[r->pool[i].sentence].kind == TEXT_ROW ||
            !read_figure(a, r, r->pool[i].sentence, &f) || known_figure(a, list, n, &f))
            continue;
        for (size_t k = before; k < n; k++)
            mine += a->cluster[sentence_source(a, list[k].sentence)] == a->cluster[sentence_source(a, f.sentence)];
        if (mine < 1)
            list[n++] = f;
    }
    return n;
}

void answer_cell(struct answer *a, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(&a->out, strchr("\n|[]*", text.data[i]) ? ' ' : text.data[i]);
}

void answer_cite(struct answer *a, size_t sentence)
{
    size_t source = sentence_source(a, sentence);

    a->cited[source] = true;
    buf_format(&a->out, "[%lld]", (long long) a->passages.sources[source].row->number);
}

/* "a, b and c": what the question lists; the last words of a phrase with "of" count. */
size_t answer_parts(const struct question *q, struct str ret[ANSWER_PARTS])
{
    size_t n = 0;

    for (size_t i = 0; i < q->phrases.n && n < ANSWER_PARTS; i++) {
        struct str part = q->phrases.items[i];
        size_t end = (size_t) (part.data - q->text.data) + part.len;
        struct str behind = str_sub(q->text, end, q->text.len);
        bool before = i && str_starts(str_sub(q->text, end - part.len - 5, q->text.len), " and ");
        ptrdiff_t of = str_find(part, str(" of "), 0);

        if (!str_starts(behind, ", ") && !str_starts(behind, " and ") && !before)
            continue;
        ret[n++] = of > 0 ? str_sub(part, (size_t) of + 4, part.len) : part;
    }
    return n >= 2 ? n : 0;
}

static void write_figure(struct answer *a, const struct figure *f)
{
    size_t at = (size_t) (f->value.data - f->clause.data);

    buf_add_z(&a->out, "\n| ");
    answer_cell(a, str_sub(f->clause, 0, at));
    buf_add_z(&a->out, "**");
    answer_cell(a, f->value);
    buf_add_z(&a->out, "**");
    answer_cell(a, str_sub(f->clause, at + f->value.len, f->clause.len));
    buf_add_z(&a->out, " | ");
    answer_cite(a, f->sentence);
    buf_format(&a->out, f->year ? " | %d |" : " |  |", f->year);
}

void answer_figures(struct answer *a)
{
    struct figure list[FIGURES * 2];
    struct str parts[ANSWER_PARTS];
    size_t n = 0, parts_n = answer_parts(&a->question, parts);

    if (a->question.kind != QUESTION_HOW_MANY)
        return;
    for (size_t i = 0; i < parts_n; i++) {
        struct ranking *own = arena_alloc(a->arena, sizeof *own);
        struct question *q = arena_alloc(a->arena, sizeof *q);
        struct str measure = a->question.phrases.n ? a->question.phrases.items[0] : str("");
        ptrdiff_t of = str_find(measure, str(" of "), 0);

        *q = a->question;
        measure = str_sub(measure, 0, of > 0 ? (size_t) of : 0);
        while ((of = str_find_char(measure, ' ', 0)) >= 0)
            measure = str_sub(measure, (size_t) of + 1, measure.len);
        q->text = str_format(a->arena, "%.*s %.*s", STR_ARG(measure), STR_ARG(parts[i]));
        rank(a->arena, q, &a->passages, own);
        answer_adjust(a, own, q);
        n = collect_figures(a, own, list, n, n + 2 < FIGURES * 2 ? n + 2 : FIGURES * 2);
    }
    n = collect_figures(a, &a->ranking, list, n, n < FIGURES ? FIGURES : n);
    if (n < 2)
        return;
    buf_format(&a->out, "\n\n## %s\n\n| %s | %s | %s |\n| --- | --- | --- |", a->wording->figures, a->wording->of,
               a->wording->source, a->wording->when);
    /* The words of the source with the value in bold: a row can be checked as a quotation. */
    for (size_t i = 0; i < n; i++)
        write_figure(a, &list[i]);
}
