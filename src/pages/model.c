#include "pages/model.h"

#include <math.h>

/* One split: go to next[0] when the feature's value is at most `most`, else to next[1]. Negative ones are leaves -1-n. */
struct split {
    float most;
    unsigned char feature;
    signed char next[2];
};

struct model_tree {
    unsigned short splits, leaves; /* where its own begin */
};

#include "pages/model_table.inc"

#define SURE 0.02

static long slot_of(const uint32_t *keys, size_t slots, uint32_t hash)
{
    size_t at = hash & (slots - 1);

    while (keys[at] && keys[at] != hash)
        at = (at + 1) & (slots - 1);
    return keys[at] ? (long) at : -1;
}

static bool known_block(uint32_t hash) { return slot_of(token_keys, TOKEN_SLOTS, hash) >= 0; }
static bool known_page(uint32_t hash) { return slot_of(type_keys, TYPE_SLOTS, hash) >= 0; }

/* What the tokens of each block say: every one counts once. */
static void score_tokens(struct features *f, struct arena *arena, size_t n, float *ret)
{
    unsigned *stamp = arena_calloc(arena, TOKEN_SLOTS, sizeof *stamp);
    struct feature_tokens tokens = { 0 };

    for (size_t i = 0; i < n; i++) {
        double sum = TOKEN_BIAS;
        feature_block_tokens(f, i, &tokens);
        for (size_t k = 0; k < tokens.n; k++) {
            long at = slot_of(token_keys, TOKEN_SLOTS, tokens.hashes[k]);
            if (at < 0 || stamp[at] == i + 1)
                continue;
            stamp[at] = (unsigned) (i + 1);
            sum += token_weights[at] / 100.0;
        }
        ret[i] = (float) sum;
    }
}

static void score_types(struct features *f, struct arena *arena, float ret[PAGE_TYPES])
{
    bool *seen = arena_calloc(arena, TYPE_SLOTS, sizeof *seen);
    struct feature_tokens tokens = { 0 };
    float values[FEATURE_N];
    double sums[PAGE_TYPES], most = -1e9, all = 0;

    feature_values(f, 0, values);
    feature_page_tokens(f, &tokens);
    for (int t = 0; t < PAGE_TYPES; t++) {
        sums[t] = type_bias[t];
        for (int k = 0; k < FEATURE_PAGE_N; k++)
            sums[t] += (double) type_dense[t][k] * ((double) values[FEATURE_PAGE + k] - (double) type_mean[k]) /
                       (double) type_deviation[k];
    }
    for (size_t i = 0; i < tokens.n; i++) {
        long at = slot_of(type_keys, TYPE_SLOTS, tokens.hashes[i]);
        if (at < 0 || seen[at])
            continue;
        seen[at] = true;
        for (int t = 0; t < PAGE_TYPES; t++)
            sums[t] += type_weights[at][t] / 1000.0;
    }
    for (int t = 0; t < PAGE_TYPES; t++)
        most = fmax(most, sums[t]);
    for (int t = 0; t < PAGE_TYPES; t++)
        all += exp(sums[t] - most);
    for (int t = 0; t < PAGE_TYPES; t++)
        ret[t] = (float) (exp(sums[t] - most) / all);
}

static double score_group(const float *values, int group)
{
    double sum = 0;

    for (size_t t = tree_groups[group]; t < tree_groups[group + 1]; t++) {
        const struct split *splits = tree_splits + trees[t].splits;
        int at = 0;
        while (at >= 0) {
            const struct split *now = &splits[at];
            if (values[now->feature] <= now->most)
                at = (int) now->next[0];
            else
                at = (int) now->next[1];
        }
        sum += (double) tree_leaves[trees[t].leaves - 1 - at];
    }
    return 1 / (1 + exp(-sum));
}

/* The mean of what the groups of trees say; the first is enough when it is sure. */
static float score_trees(const float *values)
{
    double mean = score_group(values, 0);

    if (mean < SURE || mean > 1 - SURE)
        return (float) mean;
    for (int g = 1; g < TREE_GROUPS; g++)
        mean += score_group(values, g);
    return (float) (mean / TREE_GROUPS);
}

/* Blocks that look alike, and blocks of one element, mostly share their fate. */
static void smooth(const struct features *f, struct arena *arena, size_t n, struct model_scores *scores)
{
    unsigned groups = 0;
    double *sum = arena_calloc(arena, n + 1, sizeof *sum), *all = arena_calloc(arena, n + 1, sizeof *all);
    float *ret = arena_calloc(arena, n + 1, sizeof *ret);

    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + (double) scores->chance[i] * scores->words[i], all[i + 1] = all[i] + scores->words[i];
    if (n)
        feature_alike(f, 0, &groups);
    double *group_sum = arena_calloc(arena, groups + 1, sizeof *group_sum);
    double *group_all = arena_calloc(arena, groups + 1, sizeof *group_all);
    for (size_t i = 0; i < n; i++) {
        unsigned g = feature_alike(f, i, &groups);
        group_sum[g] += (double) scores->chance[i] * scores->words[i];
        group_all[g] += scores->words[i];
    }
    for (size_t i = 0; i < n; i++) {
        unsigned g = feature_alike(f, i, &groups);
        size_t from, to;
        feature_parent(f, i, &from, &to);
        double words = all[to] - all[from];
        ret[i] = (float) (0.6 * (double) scores->chance[i] + 0.2 * group_sum[g] / fmax(1, group_all[g]) +
                          0.2 * (words > 0 ? (sum[to] - sum[from]) / words : 0));
    }
    scores->chance = ret;
}

void model_score(const struct feature_page *given, struct model_scores *ret)
{
    struct feature_page page = *given;
    struct arena *arena = page.arena;
    size_t n = page.blocks->n;
    float values[FEATURE_N], *tokens = arena_calloc(arena, n + 1, sizeof *tokens);

    *ret = (struct model_scores){ .chance = arena_calloc(arena, n + 1, sizeof *ret->chance),
                                  .words = arena_calloc(arena, n + 1, sizeof *ret->words) };
    if (n == 0)
        return;
    page.known_block = known_block;
    page.known_page = known_page;
    struct features *f = features_of(&page);
    score_tokens(f, arena, n, tokens);
    score_types(f, arena, ret->types);
    for (size_t i = 0; i < n; i++) {
        feature_values(f, i, values);
        values[FEATURE_score_tokens] = tokens[i];
        memcpy(values + FEATURE_type_article, ret->types, sizeof ret->types);
        ret->chance[i] = score_trees(values);
        ret->words[i] = (unsigned) feature_block_words(f, i);
    }
    smooth(f, arena, n, ret);
}
