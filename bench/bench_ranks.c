/* What becomes of the passages of a corpus: `bench_ranks STORE` reads lines {"question", "corpus"}, makes the searches that a
 * run without a model makes, and prints one JSON line for each: the sources (their texts if it has "expect"), the candidates in their order, the report.
 * tests/real/ranks says by it where expected passages get lost. */
#include <stdio.h>

#include "extractive/answer.h"
#include "search/corpus.h"
#include "search/search.h"
#include "text/json.h"

enum { LINE_MAX_BYTES = 1 << 16, SOURCES = 30, HITS = 10, QUERIES = 3 };

static struct str text_of(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);

    return value ? str_n(json_string_value(value), json_string_length(value)) : str("");
}

static json_t *candidate(const struct answer *a, const struct ranked *c)
{
    const struct passage_sentence *s = &a->passages.sentences[c->sentence];
    json_t *one = json_object(), *features = json_array(), *signs = json_array(), *rules = json_object();

    for (size_t k = 0; k < RANK_FEATURES; k++)
        json_array_append_new(features, json_real(c->features[k]));
    for (size_t k = 0; k < RANK_SIGNS; k++)
        json_array_append_new(signs, json_real(c->signs[k]));
    for (size_t k = 0; k < RANK_RULES; k++)
        if (c->by_rules[k])
            json_object_set_new(rules, rank_rule_words[k], json_integer(c->by_rules[k]));
    json_object_set_new(one, "rules", rules);
    json_object_set_new(one, "features", features);
    json_object_set_new(one, "signs", signs);
    json_object_set_new(one, "score", json_integer(c->score));
    json_object_set_new(one, "general", json_integer(c->general));
    json_object_set_new(one, "by_signs", json_integer(c->by_signs));
    json_object_set_new(one, "cover", json_real(c->cover));
    json_object_set_new(one, "around", json_real(c->around));
    json_object_set_new(one, "source", json_integer((json_int_t) a->passages.items[s->passage].source));
    json_object_set_new(one, "passage", json_integer((json_int_t) s->passage));
    json_object_set_new(one, "path", json_new_str(passage_path(a->arena, &a->passages, s->passage)));
    json_object_set_new(one, "text", json_new_str(passage_sentence_text(&a->passages, c->sentence)));
    json_object_set_new(one, "around_text", json_new_str(passage_text(&a->passages, s->passage)));
    return one;
}

static void print_run(struct answer *a, const json_t *row, const struct source_row *const *sources, size_t n)
{
    struct extract_input input = {
        .question = text_of(row, "question"), .sources = sources, .sources_n = n, .most = 5
    };
    json_t *out = json_object(), *texts = json_array(), *pool = json_array();
    struct extract_result result;

    answer_read(a, &input);
    answer_write(a, a->arena, &input, &result);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(texts,
                              json_new_str(json_object_get(row, "expect") ? source_text(sources[i]) : sources[i]->id));
    for (size_t i = 0; i < a->ranking.n; i++)
        json_array_append_new(pool, candidate(a, &a->ranking.pool[i]));
    json_object_update(out, (json_t *) (uintptr_t) row);
    json_object_set_new(out, "kind", json_string(question_kind_words[a->question.kind]));
    json_object_set_new(out, "sources", texts);
    json_object_set_new(out, "sentences", json_integer((json_int_t) a->passages.sentences_n));
    json_object_set_new(out, "gate", json_integer(a->ranking.gate));
    json_object_set_new(out, "unknownNames", json_real(a->ranking.unknown_names));
    json_object_set_new(out, "pool", pool);
    json_object_set_new(out, "body", json_new_str(result.body));
    json_object_set_new(out, "answered", json_boolean(result.answered));
    json_dumpf(out, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(out);
}

/* Of search/internal.h, which has a ranking of its own. */
void search_hit_cut(struct arena *arena, struct search_hit *hit, size_t at);

struct gathered {
    struct arena *arena;
    struct store *store;
    struct source_row rows[SOURCES];
    int64_t documents[SOURCES];
    size_t n;
};

static bool is_known(const struct gathered *g, int64_t document)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->documents[i] == document)
            return true;
    return false;
}

/* What a run without a model takes of one search. */
static int gather(struct gathered *g, struct str corpus, struct str query, struct error *e)
{
    struct corpus_query ask = { .corpora = &corpus, .corpora_n = 1, .text = query, .count = HITS, .passages = true };
    struct corpus_hits hits = { 0 };
    int r = query.len ? corpus_search(g->store, g->arena, &ask, &hits, e) : 0;

    for (size_t i = 0; i < hits.n && r == 0 && g->n < SOURCES; i++) {
        struct search_hit hit = { .title = hits.items[i].title, .url = hits.items[i].name };

        if (is_known(g, hits.items[i].document))
            continue;
        r = corpus_text(g->store, g->arena, &hits.items[i], &hit.text, &hit.pages, e);
        search_hit_cut(g->arena, &hit, hits.items[i].start);
        g->documents[g->n] = hits.items[i].document;
        g->rows[g->n] = (struct source_row){ .id = hit.url,
                                             .number = (int64_t) g->n + 1,
                                             .url = hit.url,
                                             .title = hit.title,
                                             .date = hits.items[i].date,
                                             .text = hit.text,
                                             .pages = hit.pages };
        g->n++;
    }
    return r;
}

static int print_line(struct store *store, struct str line, struct error *e)
{
    struct arena *arena = arena_new();
    struct answer *a = arena_calloc(arena, 1, sizeof *a);
    struct gathered *g = arena_alloc(arena, sizeof *g);
    const struct source_row *list[SOURCES];
    struct extract_query queries[QUERIES];
    json_t *row = NULL;
    int r = json_parse(line, &row, e);

    if (r < 0)
        return r;
    *g = (struct gathered){ .arena = arena, .store = store };
    a->arena = arena;
    struct str question = text_of(row, "question"), corpus = text_of(row, "corpus");
    size_t n = extract_queries(arena, question, QUERIES, queries);
    r = gather(g, corpus, question, e);
    if (r == 0)
        r = gather(g, corpus, extract_keywords(arena, question), e);
    for (size_t i = 0; i < n && r == 0; i++)
        r = gather(g, corpus, queries[i].query, e);
    for (size_t i = 0; i < g->n; i++)
        list[i] = &g->rows[i];
    if (r == 0)
        print_run(a, row, list, g->n);
    json_decref(row);
    arena_free(arena);
    return r;
}

int main(int argc, char **argv)
{
    static char line[LINE_MAX_BYTES];
    struct store *store;
    struct error e = { 0 };

    if (argc != 2)
        return fprintf(stderr, "usage: bench_ranks STORE <LINES\n"), 2;
    int r = store_open(&(struct store_settings){ .path = argv[1] }, &store, &e);
    while (r == 0 && fgets(line, sizeof line, stdin))
        r = print_line(store, str(line), &e);
    if (r < 0)
        return fprintf(stderr, "bench_ranks: %s\n", e.message), 1;
    store_close(store);
    return 0;
}
