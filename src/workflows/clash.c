#include "workflows/clash.h"

#include "base/buf.h"
#include "judge/conflict.h"
#include "text/numbers.h"
#include "text/words.h"

enum {
    MOST = 5,
    STRENGTH_LEAST = 600,
    SENTENCE_LEAST = 25,
    SENTENCE_MOST = 400,
    RELEVANCE_LEAST = 250,
    LINES_MAX = 8192,
    /* Sentences that differ in a figure alone: how many words they have, and how many of a hundred of them they share, of the
     * shorter one and of the longer one. */
    FRAME_WORDS = 3,
    FRAME_SHORTER = 90,
    FRAME_LONGER = 60,
};

/* A sentence of a source. */
struct stated {
    struct str text;
    size_t cluster, passage;
    struct words words; /* content, without figures; read where it is needed */
    struct numbers numbers;
};

struct statements {
    struct stated items[CONFLICT_SENTENCES];
    size_t n;
};

/* Running text; a row of a table says nothing by itself. */
static bool is_statement(struct str sentence)
{
    return sentence.len >= SENTENCE_LEAST && sentence.len <= SENTENCE_MOST && sentence.data[0] != '|' &&
           sentence.data[0] != '#' && sentence.data[0] != '`' && str_find_char(sentence, '\n', 0) < 0;
}

static void take(struct arena *scratch, const struct evidence_pool *pool, size_t at, struct statements *ret)
{
    const struct evidence_span *span = &pool->spans[at];
    struct sentences sentences = { 0 };

    sentences_of(scratch, span->quote, &sentences);
    for (size_t i = 0; i < sentences.n && ret->n < CONFLICT_SENTENCES; i++) {
        struct str one = str_trim(str_sub(span->quote, sentences.items[i].start, sentences.items[i].end));

        if (is_statement(one))
            ret->items[ret->n++] = (struct stated){ .text = one,
                                                    .cluster = pool->cluster[span->source],
                                                    .passage = at + 1 };
    }
}

/* --- the same sentence with another figure --- */

static void read(struct arena *scratch, struct stated *s)
{
    struct words all = { 0 };

    numbers_of(scratch, s->text, &s->numbers);
    content_words_of(scratch, s->text, language_guess(s->text), &all);
    for (size_t i = 0; i < all.n; i++) {
        bool figure = false;

        for (size_t k = 0; k < s->numbers.n && !figure; k++)
            figure = all.items[i].start >= s->numbers.items[k].start && all.items[i].start < s->numbers.items[k].end;
        if (!figure)
            all.items[s->words.n++] = all.items[i];
    }
    s->words.items = all.items;
}

/* Two figures of one unit that differ, and no other pair of that unit, nor two years, that do: then they are of other things. */
static bool one_figure_differs(const struct numbers *a, const struct numbers *b)
{
    size_t differ = 0;

    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            const struct number *x = &a->items[i], *y = &b->items[k];
            bool apart = x->low > y->high || y->low > x->high;

            if (x->kind != y->kind || strcmp(x->unit, y->unit) != 0)
                continue;
            if (!apart && x->kind != NUMBER_DATE)
                return false;
            if (apart && (x->kind == NUMBER_DATE || x->kind == NUMBER_ORDINAL))
                return false;
            differ += apart;
        }
    return differ == 1;
}

static bool differ_in_a_figure(const struct stated *a, const struct stated *b)
{
    double there = words_overlap(&a->words, &b->words) * 100, back = words_overlap(&b->words, &a->words) * 100;

    return a->cluster != b->cluster && a->words.n >= FRAME_WORDS && b->words.n >= FRAME_WORDS &&
           (there > back ? there : back) >= FRAME_SHORTER && (there < back ? there : back) >= FRAME_LONGER &&
           one_figure_differs(&a->numbers, &b->numbers);
}

/* --- together --- */

struct clashes {
    struct buf text;
    size_t pairs[MOST][2], n;
};

static void tell(struct clashes *c, const struct statements *all, size_t a, size_t b)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->pairs[i][0] == a && c->pairs[i][1] == b)
            return;
    if (c->n == MOST)
        return;
    c->pairs[c->n][0] = a;
    c->pairs[c->n++][1] = b;
    buf_format(&c->text, "- \"%.*s\" [%zu] against \"%.*s\" [%zu]\n", STR_ARG(all->items[a].text),
               all->items[a].passage, STR_ARG(all->items[b].text), all->items[b].passage);
}

static void add_conflicts(struct arena *scratch, const struct statements *all, struct clashes *ret)
{
    struct str *texts = arena_calloc(scratch, all->n + 1, sizeof *texts);
    size_t *clusters = arena_calloc(scratch, all->n + 1, sizeof *clusters);
    struct conflict *found;

    for (size_t i = 0; i < all->n; i++) {
        texts[i] = all->items[i].text;
        clusters[i] = all->items[i].cluster;
    }
    size_t n = conflicts_of(scratch, texts, clusters, all->n, MOST, &found);
    for (size_t i = 0; i < n && found[i].strength >= STRENGTH_LEAST; i++)
        tell(ret, all, found[i].a, found[i].b);
}

struct str clash_lines(struct arena *arena, const struct evidence_pool *pool)
{
    struct arena *scratch = arena_new();
    struct statements *all = arena_alloc(scratch, sizeof *all);
    struct clashes *found = arena_alloc(scratch, sizeof *found);

    for (size_t i = 0; i < pool->spans_n; i++)
        if (pool->spans[i].relevance >= RELEVANCE_LEAST && pool->spans[i].source < pool->clustered &&
            !source_is_answer(&pool->sources->items[pool->spans[i].source]))
            take(scratch, pool, i, all);
    buf_init(&found->text, LINES_MAX);
    add_conflicts(scratch, all, found);
    for (size_t i = 0; i < all->n; i++)
        read(scratch, &all->items[i]);
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = i + 1; k < all->n && all->items[i].numbers.n; k++)
            if (differ_in_a_figure(&all->items[i], &all->items[k]))
                tell(found, all, i, k);
    struct str lines = buf_take(&found->text, arena);
    arena_free(scratch);
    return lines;
}
