/* Stage 1: the passages of the sources that speak of the question, and stage 2:
 * how the writer sees them.
 *
 * A long text is cut into chunks that overlap; the chunks with most of the
 * question's words are looked at sentence by sentence. A passage is a sentence
 * with as many of those behind it as it takes to be understood alone. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "base/buf.h"
#include "pages/suspect.h"
#include "text/utf8.h"

enum {
    CHUNK = 8000,
    CHUNK_OVERLAP = 1000,
    CHUNKS_MAX = 5,
    CHUNKS_SEEN = 600,
    SPAN_MIN = 50,
    SPAN_MAX = 500,
    SPAN_ENOUGH = 120,
    SPANS_PER_SOURCE = 15,
    SPANS_SPARE = 2,
    SNIPPET_MIN = 20,
    CANDIDATES_MAX = 400,
    RELEVANCE_MIN = 300,
    RELEVANCE_NUMBERS = 200,
    RELEVANCE_WHOLE = 300,
    RELEVANCE_SNIPPET = 500,
    NEAR_EQUAL = 900,
};

const char *const stage_words[] = { "select",  "generate", "route",  "verify", "correct",
                                    "numbers", "retrieve", "finish", NULL };

bool evidence_stage_on(const struct branch *branch, enum evidence_stage stage)
{
    return !str_list_has(&branch_settings(branch)->skip_stages, str(stage_words[stage]));
}

enum citations evidence_citations(const struct branch *branch)
{
    struct str word = branch_settings(branch)->citations;

    return str_is(word, "strict")      ? CITATIONS_STRICT
           : str_is(word, "classical") ? CITATIONS_CLASSICAL
                                       : CITATIONS_NATURAL;
}

struct span span_trim(struct str text, struct span at)
{
    if (at.end - at.start > SPAN_MAX) {
        size_t end = at.start + SPAN_MAX;

        while (end > at.start + SPAN_MAX / 2 && text.data[end] != ' ')
            end--;
        if (text.data[end] != ' ') /* no word ends here: whole code points at least */
            for (end = at.start + SPAN_MAX; end > at.start && ((unsigned char) text.data[end] & 0xc0) == 0x80;)
                end--;
        at.end = end;
    }
    while (at.end > at.start && strchr(" \t\n\r", text.data[at.end - 1]))
        at.end--;
    while (at.start < at.end && strchr(" \t\n\r", text.data[at.start]))
        at.start++;
    return at;
}

/* --- chunks --- */

struct chunk {
    struct span at;
    int score;
    size_t order;
};

static int chunk_by_score(const void *a, const void *b)
{
    const struct chunk *x = a, *y = b;

    return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                                : (x->order > y->order) - (x->order < y->order);
}

static int chunk_by_order(const void *a, const void *b)
{
    const struct chunk *x = a, *y = b;

    return (x->order > y->order) - (x->order < y->order);
}

/* The sentences of a text in chunks that end where a sentence does. */
static size_t cut_chunks(const struct sentences *sentences, struct chunk *ret)
{
    size_t n = 0;

    for (size_t first = 0; first < sentences->n && n < CHUNKS_SEEN;) {
        size_t last = first, next;

        while (last + 1 < sentences->n && sentences->items[last + 1].end - sentences->items[first].start <= CHUNK)
            last++;
        ret[n] = (struct chunk){ { first, last + 1 }, 0, n }; /* of sentences */
        n++;
        if (last + 1 >= sentences->n)
            break;
        next = last + 1;
        while (next > first + 1 && sentences->items[last].end - sentences->items[next - 1].start < CHUNK_OVERLAP)
            next--;
        first = next;
    }
    return n;
}

/* --- candidates --- */

struct candidate {
    struct span at;
    int relevance;
    struct words words;
    size_t order;
};

static int by_relevance(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return x->relevance != y->relevance ? (x->relevance < y->relevance) - (x->relevance > y->relevance)
                                        : (x->order > y->order) - (x->order < y->order);
}

static int by_place(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return (x->at.start > y->at.start) - (x->at.start < y->at.start);
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

/* What is asked: the question, and the query that found the source. */
struct asked {
    struct words question, query;
    const struct language *language;
    bool orders; /* the source has passages that read like orders to a model */
};

static int relevance(const struct asked *asked, const struct words *words, struct str text)
{
    int question = (int) (words_overlap(&asked->question, words) * 1000 + 0.5);
    int query = asked->query.n ? (int) (words_overlap(&asked->query, words) * 1000 + 0.5) : 0;
    int score = question > query ? question : query;

    if (score == 0)
        return 0;
    score += has_digit(text) ? RELEVANCE_NUMBERS : 0;
    score += question == 1000 ? RELEVANCE_WHOLE : 0;
    return score > 1000 ? 1000 : score;
}

static bool joined(struct str text, struct span a, struct span b)
{
    struct str between = str_sub(text, a.end, b.start);

    return str_find(between, str("\n\n"), 0) < 0 && text.data[b.start] != '#';
}

/* A sentence and as many of the next as make it long enough. */
static struct span passage(struct str text, const struct sentences *sentences, size_t first, size_t end)
{
    struct span at = sentences->items[first];

    for (size_t i = first + 1; i < end && at.end - at.start < SPAN_ENOUGH; i++) {
        if (!joined(text, at, sentences->items[i]) || sentences->items[i].end - at.start > SPAN_MAX)
            break;
        at.end = sentences->items[i].end;
    }
    return span_trim(text, at);
}

static bool too_near(const struct candidate *c, const struct candidate *const *kept, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct candidate *k = kept[i];

        if (c->at.start < k->at.end && k->at.start < c->at.end)
            return true; /* it says nothing that the better one does not */
        if (words_overlap(&c->words, &k->words) * 1000 > NEAR_EQUAL &&
            words_overlap(&k->words, &c->words) * 1000 > NEAR_EQUAL)
            return true;
    }
    return false;
}

struct choice {
    struct candidate items[SPANS_PER_SOURCE];
    size_t n;
};

/* The best passages of a text in the order they stand. With `any`, also such
 * that do not speak of the question. */
static void choose_spans(struct arena *scratch, const struct asked *asked, struct str text, bool any,
                         struct choice *ret)
{
    struct sentences sentences = { 0 };
    struct chunk *chunks = arena_calloc(scratch, CHUNKS_SEEN, sizeof *chunks);
    struct candidate *all = arena_calloc(scratch, CANDIDATES_MAX, sizeof *all);
    const struct candidate *kept[SPANS_PER_SOURCE];
    size_t count = 0, most = any ? SPANS_SPARE : SPANS_PER_SOURCE;

    ret->n = 0;
    sentences_of(scratch, text, &sentences);
    size_t chunks_n = cut_chunks(&sentences, chunks);
    for (size_t i = 0; chunks_n > CHUNKS_MAX && i < chunks_n; i++) {
        struct words words = { 0 };
        struct str part = str_sub(text, sentences.items[chunks[i].at.start].start,
                                  sentences.items[chunks[i].at.end - 1].end);

        words_of(scratch, part, asked->language, &words);
        chunks[i].score = relevance(asked, &words, str(""));
    }
    qsort(chunks, chunks_n, sizeof *chunks, chunk_by_score);
    chunks_n = chunks_n < CHUNKS_MAX ? chunks_n : CHUNKS_MAX;
    qsort(chunks, chunks_n, sizeof *chunks, chunk_by_order);
    for (size_t c = 0; c < chunks_n; c++)
        for (size_t i = chunks[c].at.start; i < chunks[c].at.end && count < CANDIDATES_MAX; i++) {
            struct candidate *one = &all[count];

            if (text.data[sentences.items[i].start] == '#')
                continue;
            *one = (struct candidate){ .at = passage(text, &sentences, i, chunks[c].at.end), .order = count };
            if (one->at.end - one->at.start < SPAN_MIN)
                continue;
            struct str words = str_sub(text, one->at.start, one->at.end);
            if (asked->orders && suspect_find(words).len)
                continue; /* what orders the writer about is no evidence for anything */
            words_of(scratch, words, asked->language, &one->words);
            one->relevance = relevance(asked, &one->words, words);
            if (any || one->relevance >= RELEVANCE_MIN)
                count++;
        }
    qsort(all, count, sizeof *all, by_relevance);
    for (size_t i = 0; i < count && ret->n < most; i++)
        if (!too_near(&all[i], kept, ret->n)) {
            kept[ret->n] = &all[i];
            ret->items[ret->n++] = all[i];
        }
    qsort(ret->items, ret->n, sizeof *ret->items, by_place);
}

/* The words of a page nobody could read, as the search showed them. */
static void choose_snippet(const struct source_row *source, struct choice *ret)
{
    struct span at = span_trim(source_text(source), (struct span){ 0, source_text(source).len });

    ret->n = 0;
    if (at.end - at.start >= SNIPPET_MIN && !(source->suspect.len && suspect_find(source_text(source)).len))
        ret->items[ret->n++] = (struct candidate){ .at = at, .relevance = RELEVANCE_SNIPPET };
}

/* A copy of a source that was taken before says nothing new. */
static bool copied(const struct evidence_pool *pool, size_t source, struct str quote)
{
    for (size_t i = 0; i < pool->spans_n; i++)
        if (pool->spans[i].source != source && pool->cluster[pool->spans[i].source] == pool->cluster[source] &&
            str_eq(pool->spans[i].quote, quote))
            return true;
    return false;
}

static void add_source(struct arena *arena, struct str question, bool any, size_t at, struct evidence_pool *pool)
{
    const struct source_row *source = &pool->sources->items[at];
    struct arena *scratch = arena_new();
    struct str text = source_text(source);
    struct choice *choice = arena_alloc(scratch, sizeof *choice);
    struct asked asked = { .language = language_guess(text), .orders = source->suspect.len > 0 };

    if (source->snippet_only || source->text.len == 0) {
        choose_snippet(source, choice);
    } else {
        content_words(scratch, question, &asked.question);
        content_words(scratch, source->query, &asked.query);
        choose_spans(scratch, &asked, text, any, choice);
    }
    for (size_t i = 0; i < choice->n; i++) {
        const struct candidate *c = &choice->items[i];
        struct evidence_span span = { .source = at,
                                      .at = c->at,
                                      .relevance = c->relevance,
                                      .quote = str_sub(text, c->at.start, c->at.end),
                                      .snippet = source->snippet_only || source->text.len == 0 };

        if (!copied(pool, at, span.quote))
            pool_add(arena, pool, &span);
    }
    arena_free(scratch);
}

void evidence_select(struct branch *branch, struct str question, struct source_list *sources, const size_t *chosen,
                     size_t n, struct evidence_pool *ret)
{
    struct arena *arena = branch_arena(branch);
    bool on = evidence_stage_on(branch, STAGE_SELECT);

    *ret = (struct evidence_pool){ .sources = sources };
    pool_cluster(arena, ret);
    for (size_t i = 0; i < n; i++)
        add_source(arena, question, !on, chosen[i], ret);
    /* A question in another language than the sources shares no word with them. */
    if (ret->spans_n == 0 && on)
        for (size_t i = 0; i < n; i++)
            add_source(arena, question, true, chosen[i], ret);
    branch_event(branch, "agent_completed",
                 json_pack("{s:s, s:I, s:I}", "stage", stage_words[STAGE_SELECT], "sources", (json_int_t) n, "spans",
                           (json_int_t) ret->spans_n));
}

struct str *evidence_items(struct arena *arena, const struct evidence_pool *pool, size_t *ret_n)
{
    struct str *items = arena_calloc(arena, pool->spans_n + 1, sizeof *items);

    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct evidence_span *span = &pool->spans[i];
        const struct source_row *source = &pool->sources->items[span->source];
        bool first = i == 0 || pool->spans[i - 1].source != span->source;
        struct buf text;

        buf_init(&text, 16 * 1024);
        buf_format(&text, "[%zu] %.*s", i + 1, STR_ARG(utf8_cut(source->title, 200)));
        if (source->date.len)
            buf_format(&text, " (%.*s)", STR_ARG(source->date));
        if (first && source->url.len)
            buf_format(&text, "\n%.*s", STR_ARG(utf8_cut(source->url, 500)));
        buf_format(&text, "\n%.*s\n", STR_ARG(span->quote));
        items[i] = buf_take(&text, arena);
    }
    *ret_n = pool->spans_n;
    return items;
}
