/* Control questions that have the words of the report. A verifier that knows what the report says, and agrees with that, tells every
 * other sentence from its claims; these are false only by the passage that stands beside them.
 *
 * First a sentence of the report beside its own passage, in which code has changed a figure of the sentence, or its year, wherever it
 * stands, to one from which the sentence's does not follow. Where there is none, a sentence of the report beside a passage that
 * shares hardly a word with it. */
#include "evidence/control.h"

#include <math.h>

#include "base/buf.h"
#include "pages/suspect.h"

enum {
    PASSAGE_BYTES = 2000,
    YEAR_DIGITS = 4,
    TRIED = 60, /* claims whose passages are changed, for one report */
};

/* --- its own passage, with another figure --- */

/* A figure of a sentence that its passage has. */
struct figure {
    struct str digits;           /* as both write it */
    const struct number *number; /* of the sentence */
    bool year;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The next place at or behind `from` where the digits stand as a number of their own; -1: none. "12" is not in "1,012" nor in "12.5". */
static ptrdiff_t find_figure(struct str text, struct str digits, size_t from)
{
    for (ptrdiff_t at; (at = str_find(text, digits, from)) >= 0; from = (size_t) at + 1) {
        size_t start = (size_t) at, end = start + digits.len;
        bool joined = start > 0 &&
                      (is_digit(text.data[start - 1]) ||
                       (start > 1 && strchr(".,", text.data[start - 1]) && is_digit(text.data[start - 2])));
        bool goes_on = end < text.len &&
                       (is_digit(text.data[end]) ||
                        (end + 1 < text.len && strchr(".,", text.data[end]) && is_digit(text.data[end + 1])));

        if (!joined && !goes_on)
            return at;
    }
    return -1;
}

/* A bare year of a date or count: "in 1962". */
static bool is_year(struct str sentence, const struct number *n, struct span *ret)
{
    size_t start = n->end >= YEAR_DIGITS ? n->end - YEAR_DIGITS : 0;
    struct str digits = str_sub(sentence, start, n->end);

    if (n->kind != NUMBER_DATE || !n->has_year || n->low != n->high || digits.len != YEAR_DIGITS)
        return false;
    for (size_t i = 0; i < YEAR_DIGITS; i++)
        if (!is_digit(digits.data[i]))
            return false;
    *ret = (struct span){ start, n->end };
    return find_figure(sentence, digits, 0) >= 0;
}

/* Do two numbers of the passage make the year? */
static bool year_is_reached(const struct numbers *numbers, double year)
{
    for (size_t i = 0; i < numbers->n; i++) {
        double a = numbers->items[i].low;

        if (a == year || numbers->items[i].high == year)
            return true;
        for (size_t k = 0; k < numbers->n; k++)
            if (k != i && (a + numbers->items[k].low == year || a - numbers->items[k].low == year))
                return true;
    }
    return false;
}

/* Do numbers in a row add up to the value? */
static bool is_sum(const struct numbers *numbers, double value)
{
    for (size_t i = 0; i < numbers->n; i++) {
        double sum = 0;

        for (size_t k = i; k < numbers->n; k++) {
            sum += numbers->items[k].low;
            if (k > i && fabs(sum - value) <= fabs(value) * 0.02)
                return true;
        }
    }
    return false;
}

/* The text with other digits wherever the figure stands. `step`: which. */
static struct str with_other(struct arena *arena, struct str text, const struct figure *figure, int step)
{
    struct buf out;
    char other[YEAR_DIGITS * 8];
    size_t from = 0;

    if (figure->digits.len >= sizeof other)
        return str("");
    memcpy(other, figure->digits.data, figure->digits.len);
    if (figure->year) /* another decade, of this century one that may have been */
        other[2] = (char) ('0' + (other[2] - '0' + step) % (other[0] == '2' && other[2] < '3' ? 3 : 10));
    else
        other[0] = (char) ('1' + (other[0] - '1' + step) % 9);
    buf_init(&out, PASSAGE_BYTES + 1);
    for (ptrdiff_t next; (next = find_figure(text, figure->digits, from)) >= 0;
         from = (size_t) next + figure->digits.len)
        buf_format(&out, "%.*s%.*s", STR_ARG(str_sub(text, from, (size_t) next)), (int) figure->digits.len, other);
    buf_add_str(&out, str_sub(text, from, text.len));
    return buf_take(&out, arena);
}

/* The passage with another figure, from which the sentence does not follow; empty: none is certain. */
static struct str change_passage(struct arena *arena, struct str text, const struct figure *figure)
{
    static const int steps[] = { 4, 3, 5, 2 };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct str changed = with_other(arena, text, figure, steps[i]);
        struct numbers numbers = { 0 };

        numbers_of(arena, changed, &numbers);
        bool reached = figure->year
                           ? year_is_reached(&numbers, figure->number->low)
                           : control_is_reached(&numbers, figure->number) || is_sum(&numbers, figure->number->low);
        if (changed.len && !reached)
            return changed;
    }
    return str("");
}

/* "Since 1962" holds with an earlier year, too. */
static bool bounds_a_year(struct arena *scratch, struct str sentence)
{
    struct words words = { 0 };

    words_of(scratch, sentence, language_named(str("en")), &words);
    for (size_t i = 0; i < words.n; i++)
        if (str_in_words("since before after by seit vor nach bis depuis avant après desde antes dal prima dopo",
                         words.items[i].fold))
            return true;
    return false;
}

struct str control_of_passage(struct arena *arena, struct str sentence, struct str passage, struct str beside)
{
    struct numbers own = { 0 };
    bool english = language_guess(sentence) == language_named(str("en"));

    if (passage.len > PASSAGE_BYTES || str_contains(passage, "|") || control_is_doubtful(arena, sentence))
        return str("");
    numbers_of(arena, sentence, &own);
    for (size_t i = 0; i < own.n; i++) {
        struct figure figure = { .number = &own.items[i] };
        struct span at;

        figure.year = is_year(sentence, &own.items[i], &at);
        if (figure.year ? bounds_a_year(arena, sentence) : !english || !control_digits(sentence, &own.items[i], &at))
            continue;
        figure.digits = str_sub(sentence, at.start, at.end);
        if (find_figure(passage, figure.digits, 0) < 0 || str_find(beside, figure.digits, 0) >= 0)
            continue;
        struct str changed = change_passage(arena, passage, &figure);
        if (changed.len)
            return changed;
    }
    return str("");
}

/* --- of a report --- */

/* May the verifier be asked about the claim beside another passage? */
static bool is_usable(const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && claim->marked && claim->spans_n && !claim->lead.len && !claim->named.len &&
           !claim->names_speaker && !claim->world.len && control_may_ask(claim->text) &&
           suspect_find(claim->text).len == 0;
}

/* The claim beside its passage with another figure. What else is shown of the source may not tell the figure. */
static void add_with_other_figure(struct evidence_work *work, struct arena *scratch, const struct claim *claim)
{
    const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[0]);
    const struct source_row *source = &work->pool->sources->items[work->pool->spans[claim->spans[0]].source];

    if (suspect_find(passage->text).len || suspect_find(passage->path).len)
        return;
    struct str changed = control_of_passage(
        scratch, claim->text, passage->text,
        str_format(scratch, "%.*s %.*s %.*s", STR_ARG(source->title), STR_ARG(source->url), STR_ARG(passage->path)));
    if (changed.len == 0)
        return;
    struct verify_quote *quote = arena_alloc(work->arena, sizeof *quote);
    *quote = (struct verify_quote){ .passage = str_dup(work->arena, changed),
                                    .title = source->title,
                                    .url = source->url,
                                    .date = source->date,
                                    .headings = passage->path };
    controls_add(work, (struct verify_item){ .claim = claim->text, .quote = quote, .of_report = true });
}

/* The first passage that speaks of something else, behind the one at `from`; NULL: there is none. */
static const size_t *foreign_to(struct evidence_work *work, struct str sentence, const struct cited *cited, size_t from)
{
    for (size_t k = 0; k < cited->n; k++) {
        const struct evidence_passage *passage = cited->passage[(from + k) % cited->n];

        if (reader_language(work->reader, sentence) == reader_language(work->reader, passage->text) &&
            control_is_foreign(work, sentence, passage))
            return cited->span[(from + k) % cited->n];
    }
    return NULL;
}

static void add_misplaced(struct evidence_work *work, size_t most)
{
    struct cited cited;
    const size_t *span;

    passages_cited(work, &cited);
    for (size_t i = 0, n = 0; i < work->claims.n && work->controls_n < most; i++)
        if (is_usable(&work->claims.items[i]) && (span = foreign_to(work, work->claims.items[i].text, &cited, n++)))
            controls_add(work,
                         (struct verify_item){ .claim = work->claims.items[i].text, .spans = span, .of_report = true });
}

void controls_make_of_report(struct evidence_work *work, size_t most)
{
    struct arena *scratch = arena_new();
    size_t tried = 0;

    for (size_t i = 0; i < work->claims.n && work->controls_n < most && tried < TRIED; i++)
        if (is_usable(&work->claims.items[i])) {
            add_with_other_figure(work, scratch, &work->claims.items[i]);
            tried++;
        }
    add_misplaced(work, most);
    arena_free(scratch);
    if (work->controls_n < most)
        controls_make(work, most);
}
