/* Several rankings into one: reciprocal rank fusion, doubles removed by
 * canonical URL, filters applied again because services ignore them. */
#include "search/internal.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/order.h"
#include "net/url.h"

enum { RRF_K = 60, SCALE = 1000000 };

struct fused {
    struct search_hit hit;
    int64_t score; /* sum of SCALE / (K + rank), rounded per term */
    size_t next;   /* in its bucket */
};

static bool any_matches(const struct str_list *globs, struct str host)
{
    for (size_t i = 0; i < globs->n; i++)
        if (url_domain_matches(host, globs->items[i]))
            return true;
    return false;
}

bool filter_passes(const struct search_query *query, const struct search_hit *hit)
{
    struct str host = url_domain(hit->url);
    int64_t date, limit;

    if (query->include_domains.n > 0 && !any_matches(&query->include_domains, host))
        return false;
    if (any_matches(&query->exclude_domains, host))
        return false;
    if (str_empty(hit->date) || !clock_parse_date(hit->date, &date))
        return true;
    /* A date known only to the year or month counts with its last moment against since,
     * with its first against until. */
    int64_t last = date + (int64_t) (hit->date.len <= 4 ? 365 : hit->date.len <= 7 ? 30 : 0) * 86400000;
    if (!str_empty(query->since) && clock_parse_date(query->since, &limit) && last < limit)
        return false;
    if (!str_empty(query->until) && clock_parse_date(query->until, &limit) &&
        date >= limit + (query->until.len == 10 ? 86400000 : 1))
        return false;
    return true;
}

static int by_score(const void *a, const void *b)
{
    const struct fused *x = a, *y = b;

    return x->score != y->score ? ORDER(y->score, x->score) : str_cmp(x->hit.canonical_url, y->hit.canonical_url);
}

static void take_longer(struct str *mine, struct str other)
{
    if (other.len > mine->len)
        *mine = other;
}

static void take_missing(struct str *mine, struct str other)
{
    if (str_empty(*mine))
        *mine = other;
}

static void merge(struct search_hit *into, const struct search_hit *hit)
{
    take_missing(&into->title, hit->title);
    take_missing(&into->date, hit->date);
    take_missing(&into->authors, hit->authors);
    take_longer(&into->snippet, hit->snippet);
    if (hit->text.len > into->text.len) {
        into->text = hit->text;
        into->pages = hit->pages;
    }
}

/* A table by canonical URL over all hits of all rankings. */
struct table {
    struct fused *items;
    size_t n;
    size_t *buckets, buckets_n;
};

static struct fused *find_or_add(struct table *table, const struct search_hit *hit, struct str canonical, bool *ret_new)
{
    size_t *bucket = &table->buckets[str_hash(canonical) % table->buckets_n];

    for (size_t i = *bucket; i != 0; i = table->items[i - 1].next)
        if (str_eq(table->items[i - 1].hit.canonical_url, canonical)) {
            *ret_new = false;
            return &table->items[i - 1];
        }
    struct fused *item = &table->items[table->n++];
    item->hit = *hit;
    item->hit.canonical_url = canonical;
    item->hit.engines = (struct str_list){ 0 };
    item->next = *bucket;
    *bucket = table->n;
    *ret_new = true;
    return item;
}

/* The best `most` of what engines found, and as many of the documents that were given: they take no page's place. Returns
 * how many stay. */
static size_t best_of(struct fused *items, size_t n, size_t most)
{
    size_t kept = 0, counts[2] = { 0 };

    for (size_t i = 0; i < n; i++) {
        bool given = items[i].hit.engines.n == 1 && str_is(items[i].hit.engines.items[0], "context");

        if (counts[given]++ < most)
            items[kept++] = items[i];
    }
    return kept;
}

void fuse(struct arena *arena, const struct ranking rankings[], size_t n, const struct search_query *query,
          struct search_result *ret)
{
    struct table table = { 0 };
    size_t total = 0, most = (size_t) search_count(query, SEARCH_COUNT_MAX);

    for (size_t r = 0; r < n; r++)
        total += rankings[r].hits_n;
    table.items = arena_calloc(arena, total + 1, sizeof *table.items);
    table.buckets_n = 2 * total + 1;
    table.buckets = arena_calloc(arena, table.buckets_n, sizeof *table.buckets);
    for (size_t r = 0; r < n; r++) {
        int64_t rank = 0;

        for (size_t i = 0; i < rankings[r].hits_n; i++) {
            const struct search_hit *hit = &rankings[r].hits[i];
            bool fresh;

            if (!filter_passes(query, hit))
                continue;
            struct fused *item = find_or_add(&table, hit, url_canonical(arena, hit->url), &fresh);
            if (!fresh)
                merge(&item->hit, hit);
            if (str_list_has(&item->hit.engines, rankings[r].engine))
                continue; /* twice in one list: its better place counts */
            rank++;
            item->score += (SCALE + (RRF_K + rank) / 2) / (RRF_K + rank);
            str_list_add(arena, &item->hit.engines, rankings[r].engine);
        }
    }
    qsort(table.items, table.n, sizeof *table.items, by_score);
    table.n = best_of(table.items, table.n, most);
    ret->hits = arena_calloc(arena, table.n + 1, sizeof *ret->hits);
    ret->hits_n = table.n;
    for (size_t i = 0; i < table.n; i++) {
        ret->hits[i] = table.items[i].hit;
        ret->hits[i].score = (double) table.items[i].score / SCALE;
    }
}
