/* The user's corpora as a search engine: the run's corpora are searched at
 * once, no network. A hit is a document; its best passage is the snippet, its
 * text goes along, of a long one the part around the passage. */
#include "search/internal.h"

#include "search/corpus.h"

enum { FILTERED_COUNT = SEARCH_COUNT_MAX };

static int corpus_look(struct search_ask *ask, struct error *e)
{
    const struct search *search = ask->search;
    const struct search_query *q = ask->query;
    bool filtered = !str_empty(q->since) || !str_empty(q->until);
    struct corpus_query query = { .corpora = search->corpora.items,
                                  .corpora_n = search->corpora.n,
                                  .text = q->text,
                                  .count = filtered ? FILTERED_COUNT : search_count(q, SEARCH_COUNT_MAX),
                                  .include_domains = &q->include_domains,
                                  .exclude_domains = &q->exclude_domains,
                                  .passages = true };
    struct corpus_hits hits = { 0 };
    struct store *store;
    int r = search->store.open(search->store.context, &store, e);

    if (r == 0)
        r = corpus_search(store, ask->arena, &query, &hits, e);

    ask->documents = hits.documents;
    for (size_t i = 0; i < hits.n && r == 0 && !search_full(ask); i++) {
        const struct corpus_hit *hit = &hits.items[i];
        struct search_hit found = { .title = hit->title, .url = hit->url, .date = hit->date, .snippet = hit->passage };

        /* Dates are looked at as for every engine: an unknown one passes. */
        if (!filter_passes(q, &found))
            continue;
        r = corpus_text(store, ask->arena, hit, &found.text, &found.pages, e);
        if (str_empty(found.url))
            found.url = str_format(ask->arena, "corpus:%.*s/%.*s", STR_ARG(hit->corpus), STR_ARG(hit->name));
        if (r == 0) {
            search_hit_cut(ask->arena, &found, hit->start);
            search_add(ask, found);
        }
    }
    return r;
}

const struct engine_wire wire_corpus = { .look = corpus_look };
