#include "extractive/select.h"

#include <math.h>

#include "text/numbers.h"
#include "text/wordmap.h"

enum { TEXT_BYTES = 2000, CANDIDATES = 600 };

/* The distinct content stems of a text, as sorted numbers. */
struct bag {
    uint32_t *stems;
    size_t n;
};

struct bags {
    struct wordmap names;
    uint32_t names_n;
    struct bag *items;
    uint32_t *often; /* items with a stem */
};

static void sort_stems(struct bag *bag)
{
    for (size_t i = 1; i < bag->n; i++)
        for (size_t k = i; k > 0 && bag->stems[k - 1] > bag->stems[k]; k--) {
            uint32_t swap = bag->stems[k];

            bag->stems[k] = bag->stems[k - 1];
            bag->stems[k - 1] = swap;
        }
}

static void read_bag(struct arena *arena, struct bags *bags, const struct language *language, struct str text,
                     struct bag *ret)
{
    struct words words = { 0 };
    size_t kept = 0;
    bool fresh;

    words_of(arena, str_sub(text, 0, TEXT_BYTES), language, &words);
    ret->stems = arena_calloc(arena, words.n + 1, sizeof *ret->stems);
    for (size_t i = 0; i < words.n; i++) {
        if (!word_is_content(&words.items[i]))
            continue;
        ret->stems[ret->n++] = wordmap_intern(&bags->names, words.items[i].stem, bags->names_n, false, &fresh);
        bags->names_n += fresh;
    }
    sort_stems(ret);
    for (size_t i = 0; i < ret->n; i++)
        if (!kept || ret->stems[kept - 1] != ret->stems[i])
            ret->stems[kept++] = ret->stems[i];
    ret->n = kept;
}

static void read_bags(struct arena *arena, const struct question *q, const struct select_item *items, size_t n,
                      struct bags *ret)
{
    wordmap_init(&ret->names, arena, n * 4 + 16);
    ret->items = arena_calloc(arena, n + 1, sizeof *ret->items);
    for (size_t i = 0; i < n; i++)
        read_bag(arena, ret, q->language, items[i].text, &ret->items[i]);
    ret->often = arena_calloc(arena, ret->names_n + 1u, sizeof *ret->often);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < ret->items[i].n; k++)
            ret->often[ret->items[i].stems[k]]++;
}

static double rarity(double often, double n) { return log(1 + (n - often + 0.5) / (often + 0.5)); }

static bool bag_has(const struct bag *bag, int64_t stem)
{
    for (size_t k = 0; stem >= 0 && k < bag->n; k++)
        if (bag->stems[k] == (uint32_t) stem)
            return true;
    return false;
}

/* The question's words among the items: what each weighs (rare ones more), and how much each source speaks of them. */
struct asked {
    size_t n;
    int64_t *stems;
    double *weights, total;
    size_t *sources, sources_n; /* told apart by their numbers */
    size_t *source_of;          /* by item */
    double *about, most_about;
};

static size_t source_at(struct asked *a, size_t source, size_t guess)
{
    if (guess < a->sources_n && a->sources[guess] == source)
        return guess;
    for (size_t i = 0; i < a->sources_n; i++)
        if (a->sources[i] == source)
            return i;
    a->sources[a->sources_n] = source;
    return a->sources_n++;
}

/* A word that comes again and again says more than one that comes once, but not much more. */
static void read_sources(struct arena *arena, const struct bags *bags, const struct select_item *items, size_t n,
                         struct asked *a)
{
    uint32_t *counts;
    size_t at = 0;

    a->sources = arena_calloc(arena, n + 1, sizeof *a->sources);
    a->source_of = arena_calloc(arena, n + 1, sizeof *a->source_of);
    for (size_t i = 0; i < n; i++)
        a->source_of[i] = at = source_at(a, items[i].source, at);
    a->about = arena_calloc(arena, a->sources_n + 1, sizeof *a->about);
    counts = arena_calloc(arena, a->n * a->sources_n + 1, sizeof *counts);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < a->n; k++)
            counts[a->source_of[i] * a->n + k] += bag_has(&bags->items[i], a->stems[k]);
    for (size_t s = 0; s < a->sources_n; s++) {
        for (size_t k = 0; k < a->n; k++)
            a->about[s] += a->weights[k] * counts[s * a->n + k] / (counts[s * a->n + k] + 1.5);
        a->most_about = fmax(a->most_about, a->about[s]);
    }
}

static void read_asked(struct arena *arena, const struct question *q, const struct bags *bags,
                       const struct select_item *items, size_t n, struct asked *ret)
{
    ret->n = q->stems.n;
    ret->stems = arena_calloc(arena, ret->n + 1, sizeof *ret->stems);
    ret->weights = arena_calloc(arena, ret->n + 1, sizeof *ret->weights);
    for (size_t k = 0; k < ret->n; k++) {
        ret->stems[k] = wordmap_get(&bags->names, q->stems.items[k]);
        ret->weights[k] = rarity(ret->stems[k] < 0 ? 0 : bags->often[ret->stems[k]], (double) n) + 0.2;
        ret->total += ret->weights[k];
    }
    read_sources(arena, bags, items, n, ret);
}

/* Share of the question's words in a sentence; those only around it count for less. */
static double relevance(struct arena *arena, const struct question *q, const struct asked *a, const struct bag *bag,
                        const struct select_item *item)
{
    const struct str around[] = { item->context, item->near };
    static const double credit[] = { 0.5, 0.25 };
    double sum = 0, own = 0;
    struct words words[2] = { 0 };

    for (size_t c = 0; c < 2; c++)
        words_of(arena, str_sub(around[c], 0, TEXT_BYTES), q->language, &words[c]);
    for (size_t k = 0; k < a->n; k++) {
        double best = bag_has(bag, a->stems[k])                                    ? 1
                      : stem_is_inside(q->language, q->stems.items[k], item->text) ? 0.8
                                                                                   : 0;

        own += best * a->weights[k];
        for (size_t c = 0; c < 2 && best == 0; c++)
            for (size_t i = 0; i < words[c].n && best == 0; i++)
                if (str_eq(words[c].items[i].stem, q->stems.items[k]))
                    best = credit[c];
        sum += best * a->weights[k];
    }
    return a->total > 0 ? (own > 0 ? sum : sum * 0.7) / a->total : 0;
}

/* Texts that are too short or too long, or begin in the middle, read badly. */
static double shape(struct str text)
{
    double good = 1;

    if (text.len < 40)
        good *= 0.5;
    if (text.len > 400)
        good *= 0.85;
    if (text.len && (text.data[0] == '#' || text.data[0] == '|' || text.data[text.len - 1] == '?'))
        good *= 0.4;
    if (str_starts(text, "But ") || str_starts(text, "And ") || str_starts(text, "This ") ||
        str_starts(text, "These ") || str_starts(text, "It ") || str_starts(text, "They ") ||
        str_starts(text, "However"))
        good *= 0.9;
    /* A short one with a pronoun lives on what stands before it. */
    if (text.len < 80 && (str_contains(text, " it ") || str_contains(text, " them ") || str_contains(text, " this ") ||
                          str_contains(text, " these ")))
        good *= 0.8;
    return good;
}

void select_score(struct arena *arena, const struct question *q, struct select_item *items, size_t n)
{
    struct bags bags = { 0 };
    struct asked asked = { 0 };

    if (n > SELECT_ITEMS)
        n = SELECT_ITEMS;
    read_bags(arena, q, items, n, &bags);
    read_asked(arena, q, &bags, items, n, &asked);
    for (size_t i = 0; i < n; i++) {
        double words = relevance(arena, q, &asked, &bags.items[i], &items[i]), early, score, about, fit;
        struct numbers numbers = { 0 };

        if (words == 0) {
            items[i].score = 0;
            continue;
        }
        numbers_of(arena, str_sub(items[i].text, 0, TEXT_BYTES), &numbers);
        early = items[i].positions > 1 ? 1 - (double) items[i].position / (double) items[i].positions : 1;
        fit = question_fit(arena, q, str_sub(items[i].text, 0, TEXT_BYTES));
        score = 0.62 * words + 0.2 * fit + 0.06 * (numbers.n > 0) + 0.06 * early +
                0.06 * (double) items[i].trust / 1000;
        /* A question for a figure, a day or a reason is hardly answered by a sentence without one. */
        if (q->kind == QUESTION_HOW_MANY || q->kind == QUESTION_WHEN)
            score *= q->measure >= 0 ? 0.5 + 0.5 * fit : 0.7 + 0.3 * fit;
        else if (q->kind == QUESTION_WHY)
            score *= 0.75 + 0.25 * fit;
        /* What shares little with the question does not become relevant by a number in it. */
        about = asked.most_about > 0 ? asked.about[asked.source_of[i]] / asked.most_about : 1;
        items[i].score = llround(1000 * fmin(score, 2 * words) * shape(items[i].text) * (0.45 + 0.55 * about));
    }
}
