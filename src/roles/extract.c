/* The simple extractive form: sentences that share the question's words, best
 * first, near-repetitions left out, grouped by source. */
#include "roles/extract.h"

#include <stdlib.h>

#include "text/sentence.h"
#include "text/utf8.h"
#include "text/words.h"

enum { SENTENCES_MAX = 4000, LEAD_SENTENCES = 3, BODY_SENTENCES = 24, SENTENCE_MIN = 30, SENTENCE_MAX = 600 };

static void content_words(struct arena *arena, struct str text, struct words *ret)
{
    struct words all = { 0 };

    words_of(arena, text, language_guess(text), &all);
    for (size_t i = 0; i < all.n; i++)
        if (word_is_content(&all.items[i])) {
            ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
            ret->items[ret->n++] = all.items[i];
        }
}

static bool has_stem(const struct words *words, struct str stem)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_eq(words->items[i].stem, stem))
            return true;
    return false;
}

struct str extract_keywords(struct arena *arena, struct str text)
{
    struct words words = { 0 };
    struct str_list parts = { 0 };

    content_words(arena, text, &words);
    for (size_t i = 0; i < words.n; i++)
        str_list_add(arena, &parts, words.items[i].text);
    return str_join(arena, parts.items, parts.n, " ");
}

struct str extract_combined(struct arena *arena, struct str query, struct str question)
{
    struct words have = { 0 }, asked = { 0 };
    struct str_list parts = { 0 };

    content_words(arena, query, &have);
    content_words(arena, question, &asked);
    for (size_t i = 0; i < have.n; i++)
        str_list_add(arena, &parts, have.items[i].text);
    for (size_t i = 0; i < asked.n; i++)
        if (!has_stem(&have, asked.items[i].stem))
            str_list_add(arena, &parts, asked.items[i].text);
    return str_join(arena, parts.items, parts.n, " ");
}

size_t extract_queries(struct arena *arena, struct str question, size_t max, struct extract_query ret[])
{
    static const struct { const char *word, *why; } aspects[] = {
        { "definition", "what it is" },
        { "figures", "how much and how many" },
        { "causes", "why" },
        { "limits", "what speaks against it" },
        { "comparison", "compared with what" },
        { "history", "since when" },
        { "outlook", "what comes next" },
    };
    struct str keywords = extract_keywords(arena, question);
    size_t n = 0;

    if (max == 0)
        return 0;
    ret[n++] = (struct extract_query) { question, str("the question as asked") };
    if (keywords.len == 0)
        return n;
    for (size_t i = 0; i < sizeof aspects / sizeof *aspects && n < max; i++)
        ret[n++] = (struct extract_query) { str_format(arena, "%.*s %s", STR_ARG(keywords), aspects[i].word),
                                            str(aspects[i].why) };
    return n;
}

struct candidate {
    struct str text;
    struct words words;
    const struct source_row *source;
    int score;                      /* in thousandths, so that order never hangs on rounding */
    size_t at;                      /* among all, for a total order */
};

static int by_score(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return x->score != y->score ? (x->score < y->score) - (x->score > y->score) : (x->at > y->at) - (x->at < y->at);
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

static int score(const struct words *question, const struct candidate *c, size_t position)
{
    double overlap = words_overlap(question, &c->words);

    if (overlap <= 0)
        return 0;
    return (int) (overlap * 1000) + (has_digit(c->text) ? 60 : 0) + (position == 0 ? 40 : 0);
}

static size_t collect(struct arena *arena, const struct words *question, const struct source_row *const *sources,
                      size_t n, struct candidate *ret)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        struct sentences sentences = { 0 };
        struct str text = source_text(sources[i]);

        sentences_of(arena, text, &sentences);
        for (size_t j = 0; j < sentences.n && count < SENTENCES_MAX; j++) {
            struct candidate *c = &ret[count];

            *c = (struct candidate) { .source = sources[i], .at = count };
            c->text = str_trim(str_sub(text, sentences.items[j].start, sentences.items[j].end));
            if (c->text.len < SENTENCE_MIN || c->text.len > SENTENCE_MAX || c->text.data[0] == '#')
                continue;
            content_words(arena, c->text, &c->words);
            c->score = score(question, c, j);
            if (c->score > 0)
                count++;
        }
    }
    return count;
}

static bool repeats(const struct candidate *c, struct candidate *const *chosen, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (words_overlap(&c->words, &chosen[i]->words) > 0.7)
            return true;
    return false;
}

/* One line, with its marker before nothing else can be read into it. */
static void add_sentence(struct buf *out, const struct candidate *c)
{
    for (size_t i = 0; i < c->text.len; i++)
        buf_add_char(out, c->text.data[i] == '\n' ? ' ' : c->text.data[i]);
    buf_format(out, " [%lld]", (long long) c->source->number);
}

struct str extract_report(struct branch *branch, struct str question, const struct source_row *const *sources,
                          size_t n)
{
    struct arena *arena = branch_arena(branch), *scratch = arena_new();
    struct candidate *all = arena_calloc(scratch, SENTENCES_MAX + 1, sizeof *all);
    struct candidate *chosen[LEAD_SENTENCES + BODY_SENTENCES];
    struct words asked = { 0 };
    struct buf out;
    size_t chosen_n = 0;

    content_words(scratch, question, &asked);
    size_t count = collect(scratch, &asked, sources, n, all);
    qsort(all, count, sizeof *all, by_score);
    for (size_t i = 0; i < count && chosen_n < LEAD_SENTENCES + BODY_SENTENCES; i++)
        if (!repeats(&all[i], chosen, chosen_n))
            chosen[chosen_n++] = &all[i];
    buf_init(&out, 1024 * 1024);
    for (size_t i = 0; i < chosen_n && i < LEAD_SENTENCES; i++) {
        buf_add_z(&out, i ? " " : "");
        add_sentence(&out, chosen[i]);
    }
    for (size_t s = 0; s < n; s++) {
        bool headed = false;

        for (size_t i = LEAD_SENTENCES; i < chosen_n; i++) {
            if (chosen[i]->source != sources[s])
                continue;
            if (!headed)
                buf_format(&out, "\n\n## %.*s\n\n", STR_ARG(sources[s]->title));
            else
                buf_add_char(&out, ' ');
            headed = true;
            add_sentence(&out, chosen[i]);
        }
    }
    if (out.len)
        buf_add_char(&out, '\n');
    struct str report = buf_take(&out, arena);
    arena_free(scratch);
    return report;
}
