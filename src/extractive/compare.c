/* Things side by side: statements about each of them that can be compared, in a table, and a passage about each. */
#include "extractive/answer.h"

#include <stdlib.h>

#include "base/order.h"
#include "text/numbers.h"
#include "text/units.h"

enum { ROWS = 4, STATEMENTS = 400, STATEMENT_LEAST = 30, STATEMENT_MOST = 320, SHARED_LEAST = 3 };
static const double
    ALIKE_LEAST = 0.34,
    ALIKE_MUCH = 0.5; /* the latter where a sentence tells the difference, and where one thing is asked of both */

/* A thing compared, and what is asked of it ("the cost of X and of Y"). */
struct side {
    struct str name;
    struct words words;
};
struct sides {
    struct side items[ANSWER_PARTS];
    size_t n;
    struct str aspect;
};

/* "Lithium-ion and flow batteries" are two kinds of batteries. */
static struct str with_head(struct answer *a, struct str part, struct str next)
{
    struct words words = { 0 }, following = { 0 };

    words_of(a->arena, part, a->question.language, &words);
    words_of(a->arena, next, a->question.language, &following);
    if (!language_is_english(a->question.language) || str_find_char(part, '-', 0) < 0 ||
        str_find_char(part, ' ', 0) >= 0 || following.n < 2 || following.n > 3)
        return part;
    return str_format(a->arena, "%.*s %.*s", STR_ARG(part), STR_ARG(following.items[following.n - 1].text));
}

static void read_sides(struct answer *a, struct sides *ret)
{
    struct str parts[ANSWER_PARTS];
    size_t listed = answer_parts(&a->question, parts);
    size_t n = listed > a->question.subjects.n ? listed : a->question.subjects.n;

    *ret = (struct sides){ .aspect = str("") };
    for (size_t i = 0; i < n && i < ANSWER_PARTS; i++) {
        struct str part = listed < n ? a->question.subjects.items[i] : parts[i];
        ptrdiff_t of = str_find(part, str(" of "), 0), purpose = str_find(part, str(" for "), 0);

        if (purpose > 0)
            part = str_sub(part, 0, (size_t) purpose);
        if (of > 0 && (size_t) of + 4 < part.len) {
            ret->aspect = str_sub(part, 0, (size_t) of);
            part = str_sub(part, (size_t) of + 4, part.len);
        }
        if (n == 2 && i == 0)
            part = with_head(a, part, listed < n ? a->question.subjects.items[1] : parts[1]);
        ret->items[ret->n].name = part;
        words_of(a->arena, part, a->question.language, &ret->items[ret->n].words);
        ret->n += ret->items[ret->n].words.n > 0;
    }
}

/* "What is the difference between X and Y" asks for all of it. */
uint32_t answer_aspect_terms(struct answer *a)
{
    static const char *const all[] = { "compar", "differ", "between", "better", NULL };
    static const char comparing[] = " more less longer ";
    const struct ranking *r = &a->ranking;
    struct sides sides;
    uint32_t ret = 0;

    if (str_contains_any(str_lower_ascii(a->arena, a->question.text), all))
        return 0;
    read_sides(a, &sides);
    for (size_t t = 0; t < r->asked.n; t++) {
        bool side = str_in_words(comparing, str_lower_ascii(a->arena, r->asked.items[t].text));

        for (size_t i = 0; i < sides.n; i++)
            for (size_t k = 0; k < sides.items[i].words.n; k++)
                side = side || str_eq_nocase(sides.items[i].words.items[k].text, r->asked.items[t].text);
        if (!side && r->asked.items[t].weight >= 1 && r->matches.best[t] >= 0.5)
            ret |= (uint32_t) 1 << t;
    }
    return ret;
}

/* Which of the things a text names, as bits. */
static uint32_t named_in(struct answer *a, const struct sides *sides, struct str text)
{
    struct words have = { 0 };
    uint32_t named = 0;

    words_of(a->arena, text, a->question.language, &have);
    for (size_t i = 0; i < sides->n; i++) {
        const struct words *want = &sides->items[i].words;
        bool all = true;

        for (size_t k = 0; k < want->n; k++)
            all = all && (!word_is_content(&want->items[k]) || words_have_stem(&have, want->items[k].stem));
        named |= (uint32_t) all << i;
    }
    return named;
}

static struct str heading_of(struct answer *a, size_t sentence)
{
    const struct passage *p = &a->passages.items[a->passages.sentences[sentence].passage];
    const struct passage_source *s = &a->passages.sources[p->source];

    return p->heading < 0 ? str("") : text_block_words_of(a->arena, s->text, &s->blocks.items[p->heading]);
}

/* The one thing that a sentence is about: it names it, or its heading or title does; -1: none, or several. */
static int side_of(struct answer *a, const struct sides *sides, size_t sentence)
{
    uint32_t named = named_in(a, sides, passage_sentence_text(&a->passages, sentence));

    if (!named)
        named = named_in(a, sides, heading_of(a, sentence));
    if (!named)
        named = named_in(a, sides, a->passages.sources[sentence_source(a, sentence)].row->title);
    return named && !(named & (named - 1)) ? __builtin_ctz(named) : -1;
}

/* "Iron-air battery" above a sentence that is taken for one about batteries: it holds for a kind of them, and a reader has to
 * know which. Empty: the sentence names the thing itself, or the heading names no kind of it. */
static struct str kind_of(struct answer *a, const struct sides *sides, size_t side, size_t sentence)
{
    const struct words *thing = &sides->items[side].words;
    struct str heading = heading_of(a, sentence);
    struct words have = { 0 };

    if (named_in(a, sides, passage_sentence_text(&a->passages, sentence)) >> side & 1)
        return str("");
    words_of(a->arena, heading, a->question.language, &have);
    for (size_t i = 1; i < have.n; i++)
        if (str_eq(have.items[i].stem, thing->items[0].stem))
            return word_is_content(&have.items[i - 1]) && have.items[i].start == word_end(&have.items[i - 1]) + 1
                       ? heading
                       : str("");
    return str("");
}

/* --- the table --- */

struct statement {
    size_t sentence;
    int side;
    struct words words;
    struct numbers numbers;
    size_t content; /* words that say something, those of the things left out */
};

static bool names_side(const struct sides *sides, const struct word *word)
{
    for (size_t i = 0; i < sides->n; i++)
        if (words_have_stem(&sides->items[i].words, word->stem))
            return true;
    return false;
}

static bool says_something(const struct sides *sides, const struct word *word)
{
    double value;

    return word_is_content(word) && !(word->flags & WORD_NUMBER) && !number_word(word->fold, &value) &&
           !names_side(sides, word);
}

static bool says_aspect(struct answer *a, uint32_t aspect, struct str text)
{
    return !aspect || rank_terms_in(a->arena, &a->ranking, text, a->question.language) & aspect;
}

static size_t read_statements(struct answer *a, const struct sides *sides, struct statement *ret)
{
    uint32_t aspect = answer_aspect_terms(a);
    size_t n = 0;

    for (size_t i = 0; i < a->passages.sentences_n && n < STATEMENTS; i++) {
        struct str text = passage_sentence_text(&a->passages, i);
        unsigned char kind = a->passages.sentences[i].kind;
        struct statement s = { .sentence = i };

        if (text.len < STATEMENT_LEAST || text.len > STATEMENT_MOST || (kind != TEXT_PARAGRAPH && kind != TEXT_ITEM) ||
            str_ends(text, "?") || str_ends(text, ":") || str_find_char(text, '|', 0) >= 0 ||
            answer_is_interested(&a->passages.sources[sentence_source(a, i)]) || (s.side = side_of(a, sides, i)) < 0 ||
            answer_is_denied(a, i) || answer_supposes(text) || !says_aspect(a, aspect, text))
            continue;
        words_of(a->arena, text, a->question.language, &s.words);
        numbers_of(a->arena, text, &s.numbers);
        for (size_t k = 0; k < s.words.n; k++)
            s.content += says_something(sides, &s.words.items[k]);
        ret[n++] = s;
    }
    return n;
}

/* Figures of one unit can be compared. */
static size_t shared_units(const struct statement *x, const struct statement *y)
{
    size_t n = 0;

    for (size_t i = 0; i < x->numbers.n; i++)
        for (size_t k = 0; k < y->numbers.n; k++)
            if (x->numbers.items[i].kind == y->numbers.items[k].kind && x->numbers.items[i].kind != NUMBER_COUNT &&
                x->numbers.items[i].kind != NUMBER_ORDINAL && *x->numbers.items[i].unit &&
                strcmp(x->numbers.items[i].unit, y->numbers.items[k].unit) == 0) {
                n++;
                break;
            }
    return n < 2 ? n : 2;
}

/* How alike two statements about different things are: 0: they are not about the same. */
static double alike(const struct sides *sides, const struct statement *x, const struct statement *y)
{
    size_t shared = 0, units = shared_units(x, y);

    for (size_t i = 0; i < x->words.n; i++)
        shared += says_something(sides, &x->words.items[i]) && words_have_stem(&y->words, x->words.items[i].stem);
    if (units ? shared < 1 : shared < SHARED_LEAST)
        return 0;
    return 2.0 * (double) (shared + units) / (double) (x->content + y->content + 2);
}

struct pair {
    size_t x, y;
    double value;
};

static int by_value(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return x->value != y->value ? ORDER(y->value, x->value) : x->x != y->x ? ORDER(x->x, y->x) : ORDER(x->y, y->y);
}

/* The pairs that are most alike, each statement once. Returns how many rows. */
static size_t pair_up(struct answer *a, const struct sides *sides, const struct statement *list, size_t n,
                      size_t rows[ROWS][ANSWER_PARTS])
{
    bool *used = arena_calloc(a->arena, n + 1, sizeof *used);
    struct pair *pairs = NULL;
    size_t pairs_n = 0, capacity = 0, found = 0;
    double least = a->contrast || answer_aspect_terms(a) ? ALIKE_MUCH : ALIKE_LEAST;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; list[i].side == 0 && k < n; k++) {
            double value = list[k].side == 1 ? alike(sides, &list[i], &list[k]) : 0;

            /* Where a text tells the difference already, only figures set side by side add to it. */
            if (value < least || (a->contrast && !shared_units(&list[i], &list[k])))
                continue;
            pairs = arena_grow(a->arena, pairs, &capacity, pairs_n + 1, sizeof *pairs);
            pairs[pairs_n++] = (struct pair){ i, k, value };
        }
    if (pairs_n)
        qsort(pairs, pairs_n, sizeof *pairs, by_value);
    for (size_t i = 0; i < pairs_n && found < ROWS; i++) {
        if (used[pairs[i].x] || used[pairs[i].y])
            continue;
        used[pairs[i].x] = used[pairs[i].y] = true;
        rows[found][0] = list[pairs[i].x].sentence;
        rows[found++][1] = list[pairs[i].y].sentence;
    }
    return found;
}

/* Its title, its heading or its first words name the one thing: "a sodium-ion cell is built like a lithium-ion cell" says little of
 * the latter. */
static bool is_subject(struct answer *a, const struct sides *sides, size_t side, size_t sentence)
{
    enum { FIRST_WORDS = 4 };
    struct str text = passage_sentence_text(&a->passages, sentence);
    uint32_t own = (uint32_t) 1 << side;
    struct words words = { 0 };

    words_of(a->arena, text, a->question.language, &words);
    if (words.n > FIRST_WORDS)
        text = str_sub(text, 0, word_end(&words.items[FIRST_WORDS - 1]));
    return named_in(a, sides, text) == own || named_in(a, sides, heading_of(a, sentence)) == own ||
           named_in(a, sides, a->passages.sources[sentence_source(a, sentence)].row->title) == own;
}

static bool can_stand(struct answer *a, const struct sides *sides, size_t side, size_t sentence)
{
    unsigned char kind = a->passages.sentences[sentence].kind;
    size_t bytes = passage_sentence_text(&a->passages, sentence).len;

    return kind != TEXT_ROW && kind != TEXT_CODE && bytes >= STATEMENT_LEAST && bytes <= STATEMENT_MOST &&
           side_of(a, sides, sentence) == (int) side &&
           !answer_is_interested(&a->passages.sources[sentence_source(a, sentence)]);
}

/* The sentences that rank best for one thing, among those about it alone; first those that have it as their subject. */
static size_t best_about(struct answer *a, const struct sides *sides, size_t side, size_t *ret, size_t most)
{
    struct ranking *own = arena_alloc(a->arena, sizeof *own);
    struct question *q = arena_alloc(a->arena, sizeof *q);
    size_t n = 0;

    question_read(a->arena, str_format(a->arena, "%.*s %.*s", STR_ARG(sides->aspect), STR_ARG(sides->items[side].name)),
                  q);
    q->language = a->question.language;
    rank(a->arena, q, &a->passages, own);
    answer_adjust(a, own, q);
    for (int subject = 1; subject >= 0; subject--)
        for (size_t i = 0; i < own->n && n < most; i++)
            if (can_stand(a, sides, side, own->pool[i].sentence) &&
                is_subject(a, sides, side, own->pool[i].sentence) == subject)
                ret[n++] = own->pool[i].sentence;
    return n;
}

/* Of more than two things: the best sentence about each, then the second. */
static size_t line_up(struct answer *a, const struct sides *sides, size_t rows[ROWS][ANSWER_PARTS])
{
    size_t least = 2, best[2];

    for (size_t i = 0; i < sides->n; i++) {
        size_t n = best_about(a, sides, i, best, 2);

        least = n < least ? n : least;
        for (size_t k = 0; k < n; k++)
            rows[k][i] = best[k];
    }
    return least;
}

static void write_table(struct answer *a, const struct sides *sides, size_t rows[ROWS][ANSWER_PARTS], size_t n)
{
    buf_format(&a->out, "\n\n## %s\n\n", a->wording->compared);
    for (size_t i = 0; i < sides->n; i++) {
        buf_add_z(&a->out, "| ");
        answer_cell(a, sides->items[i].name);
        buf_add_char(&a->out, ' ');
    }
    buf_add_z(&a->out, "|\n");
    for (size_t i = 0; i < sides->n; i++)
        buf_add_z(&a->out, "| --- ");
    buf_add_char(&a->out, '|');
    for (size_t row = 0; row < n; row++) {
        for (size_t i = 0; i < sides->n; i++) {
            struct str kind = kind_of(a, sides, i, rows[row][i]);

            buf_add_z(&a->out, i ? "| " : "\n| ");
            answer_cell(a, kind);
            buf_add_z(&a->out, kind.len ? ": " : "");
            answer_cell(a, passage_sentence_text(&a->passages, rows[row][i]));
            buf_add_char(&a->out, ' ');
            answer_cite(a, rows[row][i]);
            buf_add_char(&a->out, ' ');
        }
        buf_add_char(&a->out, '|');
    }
}

void answer_comparison(struct answer *a)
{
    struct sides *sides = arena_alloc(a->arena, sizeof *sides);
    struct statement *list = arena_calloc(a->arena, STATEMENTS, sizeof *list);
    size_t rows[ROWS][ANSWER_PARTS];

    /* A table of a source that has them all is better than a table of ours. */
    if (a->question.kind != QUESTION_COMPARE || a->table)
        return;
    read_sides(a, sides);
    if (sides->n < 2)
        return;
    size_t n = sides->n > 2 ? line_up(a, sides, rows) : pair_up(a, sides, list, read_statements(a, sides, list), rows);
    if (n)
        write_table(a, sides, rows, n);
}

/* --- a passage about each --- */

bool answer_sides(struct answer *a)
{
    struct sides *sides = arena_alloc(a->arena, sizeof *sides);
    size_t best[ANSWER_PARTS], found = 0;

    if (a->question.kind != QUESTION_COMPARE)
        return false;
    read_sides(a, sides);
    uint32_t aspect = answer_aspect_terms(a);
    for (size_t t = 0; t < a->ranking.asked.n && aspect && !sides->aspect.len; t++)
        if (aspect >> t & 1)
            sides->aspect = a->ranking.asked.items[t].text;
    for (size_t i = 0; i < sides->n; i++)
        found += best_about(a, sides, i, &best[found], 1);
    if (found < 2 || found < sides->n)
        return false;
    for (size_t i = 0; i < found; i++) {
        struct piece piece = piece_for(a, best[i], true);

        if (!piece_shown(a, &piece))
            piece_write(a, &piece, false, !a->brief);
    }
    return true;
}
