/* What became of the passages of runs that are stored: `bench_ranks STORE` reads lines {"question", "run"} and prints one
 * JSON line for each: the sources that hold an expected text, the candidates in their order, the report. tests/real/ranks
 * asks the questions and says where expected passages got lost. */
#include <stdio.h>

#include "extractive/answer.h"
#include "records/sources.h"
#include "text/json.h"

enum { LINE_MAX_BYTES = 1 << 16 };

static struct str text_of(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);

    return value ? str_n(json_string_value(value), json_string_length(value)) : str("");
}

static json_t *candidate(const struct answer *a, const struct ranked *c)
{
    const struct passage_sentence *s = &a->passages.sentences[c->sentence];
    json_t *one = json_object(), *features = json_array(), *adjusted = json_array();

    for (size_t k = 0; k < RANK_FEATURES; k++)
        json_array_append_new(features, json_real(c->features[k]));
    json_object_set_new(one, "features", features);
    (void) adjusted;
    json_object_set_new(one, "score", json_integer(c->score));
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
    extract_write(a->arena, &input, &result);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(texts, json_new_str(source_text(sources[i])));
    for (size_t i = 0; i < a->ranking.n; i++)
        json_array_append_new(pool, candidate(a, &a->ranking.pool[i]));
    json_object_update(out, (json_t *) (uintptr_t) row);
    json_object_set_new(out, "kind", json_string(question_kind_words[a->question.kind]));
    json_object_set_new(out, "sources", texts);
    json_object_set_new(out, "sentences", json_integer((json_int_t) a->passages.sentences_n));
    json_object_set_new(out, "gate", json_integer(a->ranking.gate));
    json_object_set_new(out, "pool", pool);
    json_object_set_new(out, "body", json_new_str(result.body));
    json_object_set_new(out, "answered", json_boolean(result.answered));
    json_dumpf(out, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(out);
}

static int print_line(struct store *store, struct str line, struct error *e)
{
    struct arena *arena = arena_new();
    struct answer *a = arena_alloc(arena, sizeof *a);
    struct source_row *rows;
    json_t *row = NULL;
    struct db *db;
    size_t n = 0;
    int r = json_parse(line, &row, e);

    a->arena = arena;
    if (r == 0)
        r = store_read_begin(store, &db, e);
    if (r == 0) {
        r = source_record_list(db, text_of(row, "run"), true, arena, &rows, &n, e);
        store_read_end(store, db);
    }
    if (r == 0) {
        const struct source_row **list = arena_calloc(arena, n + 1, sizeof *list);

        for (size_t i = 0; i < n; i++)
            list[i] = &rows[i];
        print_run(a, row, list, n);
    }
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
