#include "extractive/summary.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/order.h"
#include "extractive/select.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum {
    TEXT_MAX = 64 << 20,
    BEYOND = 400,       /* bytes read past a cut, to know whether a sentence ends there */
    LOCATOR_TOKENS = 8, /* " (bytes 1200-1533)" */
};

static int64_t tokens_of(struct str text) { return (int64_t) tokens_estimate(text); }

/* --- cutting --- */

/* The longest start of the text with at most so many tokens. Blanks, the cheapest of all, are 33 to a token. */
static struct str cut_anywhere(struct str text, int64_t tokens)
{
    size_t most = tokens > 0 ? (size_t) tokens * 34 + 34 : 0;
    size_t low = 0, high = text.len < most ? text.len : most;

    while (low < high) {
        size_t middle = high - (high - low) / 2;

        if (tokens_of(utf8_cut_bytes(text, middle)) <= tokens)
            low = middle;
        else
            high = middle - 1;
    }
    return utf8_cut_bytes(text, low);
}

static struct str cut_behind_word(struct str text, int64_t tokens)
{
    struct str start = cut_anywhere(text, tokens);
    size_t end = start.len;

    while (end > 0 && start.data[end - 1] != ' ' && start.data[end - 1] != '\n')
        end--;
    return end > start.len / 2 ? str_trim(str_sub(start, 0, end)) : start;
}

struct str summarize_cut(struct str text, int64_t tokens)
{
    struct str start = cut_anywhere(text, tokens);
    struct sentences sentences = { 0 };
    size_t end = 0;

    if (start.len == text.len)
        return text;
    struct arena *scratch = arena_new();
    sentences_of(scratch, str_sub(text, 0, start.len + BEYOND), &sentences);
    for (size_t i = 0; i < sentences.n && sentences.items[i].end <= start.len; i++)
        end = sentences.items[i].end;
    arena_free(scratch);
    return end ? str_sub(text, 0, end) : cut_behind_word(text, tokens);
}

/* --- choosing --- */

enum { OPEN, TAKEN, QUOTED };

struct choice {
    struct sentences sentences;
    struct scored *ranked; /* best first, as many as there are sentences */
    char *state;           /* of each */
};

static void rank(struct arena *arena, struct str question, struct str text, struct choice *ret)
{
    struct arena *scratch = arena_new();
    struct question read;

    sentences_of(arena, text, &ret->sentences);
    size_t n = ret->sentences.n;
    struct select_item *items = arena_calloc(scratch, n + 1, sizeof *items);
    ret->ranked = arena_calloc(arena, n + 1, sizeof *ret->ranked);
    ret->state = arena_calloc(arena, n + 1, sizeof *ret->state);
    for (size_t i = 0; i < n; i++)
        items[i] = (struct select_item){ .text = str_sub(text, ret->sentences.items[i].start,
                                                         ret->sentences.items[i].end),
                                         .position = i,
                                         .positions = n };
    question_read(scratch, question, &read);
    select_score(scratch, &read, items, n);
    for (size_t i = 0; i < n; i++)
        ret->ranked[i] = (struct scored){ (double) items[i].score, i };
    scored_sort(ret->ranked, n);
    arena_free(scratch);
}

/* The best sentences that fit together, each with room for a bullet. */
static void choose(struct str text, struct choice *choice, int64_t tokens)
{
    for (size_t i = 0; i < choice->sentences.n && tokens > 0; i++) {
        size_t at = choice->ranked[i].at;
        struct span span = choice->sentences.items[at];

        if (choice->state[at] != OPEN)
            continue;
        int64_t cost = tokens_of(str_sub(text, span.start, span.end)) + 1;
        if (cost > tokens)
            continue;
        choice->state[at] = TAKEN;
        tokens -= cost;
    }
}

/* In the order of the text; what stood in paragraphs of their own stays so. */
static struct str running_text(struct arena *arena, struct str text, const struct choice *choice)
{
    struct buf out;
    size_t before = 0;

    buf_init(&out, TEXT_MAX);
    for (size_t i = 0; i < choice->sentences.n; i++) {
        struct span span = choice->sentences.items[i];

        if (choice->state[i] != TAKEN)
            continue;
        if (out.len)
            buf_add_char(&out, str_find(str_sub(text, before, span.start), str("\n\n"), 0) >= 0 ? '\n' : ' ');
        buf_add_str(&out, str_sub(text, span.start, span.end));
        before = span.end;
    }
    return buf_take(&out, arena);
}

static void points_of(struct arena *arena, struct str text, const struct choice *choice, struct str_list *ret)
{
    for (size_t i = 0; i < choice->sentences.n; i++)
        if (choice->state[i] == TAKEN)
            str_list_add(
                arena, ret,
                str_dup(arena, str_sub(text, choice->sentences.items[i].start, choice->sentences.items[i].end)));
}

/* --- digest --- */

static int by_place(const void *a_, const void *b_)
{
    const struct span *a = a_, *b = b_;

    return a->start < b->start ? -1 : a->start > b->start;
}

/* Marks what it takes as quoted. */
static size_t choose_spans(struct str text, struct choice *choice, int64_t tokens, struct span ret[DIGEST_SPANS])
{
    size_t n = 0;

    for (size_t i = 0; i < choice->sentences.n && n < DIGEST_SPANS; i++) {
        struct span span = choice->sentences.items[choice->ranked[i].at];
        struct str quote = utf8_cut(str_sub(text, span.start, span.end), DIGEST_SPAN_CHARACTERS);
        int64_t cost = tokens_of(quote) + LOCATOR_TOKENS;

        if (choice->ranked[i].score <= 0 && n > 0)
            break;
        if (cost > tokens || quote.len == 0)
            continue;
        tokens -= cost;
        choice->state[choice->ranked[i].at] = QUOTED;
        ret[n++] = (struct span){ span.start, span.start + quote.len };
    }
    qsort(ret, n, sizeof *ret, by_place);
    return n;
}

size_t summarize_spans(struct str question, struct str text, int64_t tokens, struct span ret[DIGEST_SPANS])
{
    struct arena *scratch = arena_new();
    struct choice choice = { 0 };

    rank(scratch, question, text, &choice);
    size_t n = choose_spans(text, &choice, tokens, ret);
    arena_free(scratch);
    return n;
}

void summarize_compose(struct arena *arena, struct str text, int64_t tokens, struct summary *s)
{
    struct buf out;

    buf_init(&out, TEXT_MAX);
    buf_add_str(&out, s->essence);
    for (size_t i = 0; i < s->points.n; i++)
        buf_format(&out, "%s- %.*s", out.len ? "\n" : "", STR_ARG(s->points.items[i]));
    struct str before = summarize_cut(buf_str(&out), tokens);
    if (before.len < out.len) {
        struct str kept = str_dup(arena, before);

        buf_clear(&out);
        buf_add_str(&out, kept);
    }
    for (size_t i = 0; i < s->spans_n; i++) {
        size_t length = out.len;

        buf_format(&out, "%s\"%.*s\" (bytes %zu-%zu)", out.len ? "\n" : "",
                   STR_ARG(str_sub(text, s->spans[i].start, s->spans[i].end)), s->spans[i].start, s->spans[i].end);
        if (tokens_of(buf_str(&out)) > tokens) { /* whole or not at all: it is a quotation */
            out.len = length;
            s->spans_n = i;
        }
    }
    s->text = buf_take(&out, arena);
}

void summarize_extractive(struct arena *arena, struct str question, const struct summarize_item *item,
                          struct summary *ret)
{
    struct arena *scratch = arena_new();
    struct choice choice = { 0 };
    int64_t tokens = item->tokens;

    *ret = (struct summary){ .extractive = true, .answered_by = str("extractive") };
    rank(scratch, question, item->text, &choice);
    if (item->digest) { /* what is quoted below need not stand above too */
        ret->spans = arena_calloc(arena, DIGEST_SPANS, sizeof *ret->spans);
        ret->spans_n = choose_spans(item->text, &choice, tokens / 2, ret->spans);
        for (size_t i = 0; i < ret->spans_n; i++)
            tokens -= tokens_of(str_sub(item->text, ret->spans[i].start, ret->spans[i].end)) + LOCATOR_TOKENS;
    }
    choose(item->text, &choice, tokens);
    if (item->level == LEVEL_KEY_POINTS)
        points_of(arena, item->text, &choice, &ret->points);
    else
        ret->essence = running_text(arena, item->text, &choice);
    if (ret->essence.len == 0 && ret->points.n == 0 && ret->spans_n == 0)
        ret->essence = cut_behind_word(str_trim(item->text), tokens);
    summarize_compose(arena, item->text, item->tokens, ret);
    arena_free(scratch);
}
