/* What the ranker sees of questions with known answers: `bench_answers FOLDER` reads corpus.jsonl, questions.jsonl and
 * absent.jsonl there and prints one JSON line per question with the features of its candidates. bench/answers learns
 * the weights of src/extractive/rank.c from it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "extractive/extractive.h"
#include "extractive/rank.h"
#include "search/bm25.h"
#include "text/json.h"

enum { DOCUMENTS = 20 };

struct rows {
    json_t **items;
    size_t n;
};

static void read_rows(struct arena *arena, const char *folder, const char *name, struct rows *ret)
{
    struct error e = { 0 };
    struct str path = str_format(arena, "%s/%s.jsonl", folder, name), text, line;
    size_t capacity = 0;

    struct buf bytes;

    buf_init(&bytes, 1 << 28);
    if (file_read(str_z(arena, path), &bytes, &e) < 0) {
        buf_free(&bytes);
        return;
    }
    text = buf_take(&bytes, arena);
    while (str_next_line(&text, &line)) {
        json_t *row = NULL;

        if (!line.len || json_parse(line, &row, &e) < 0)
            continue;
        ret->items = arena_grow(arena, ret->items, &capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = row;
    }
}

static struct str text_of(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);

    return value ? str_n(json_string_value(value), json_string_length(value)) : str("");
}

struct bench {
    struct arena *arena;
    struct source_row *rows;
    size_t n;
    struct bm25 *index;
};

static size_t choose(struct bench *b, struct arena *arena, struct str question, const struct source_row **ret)
{
    struct bm25_hit *hits;
    size_t n = bm25_search(b->index, arena, question, DOCUMENTS, &hits);

    for (size_t i = 0; i < n; i++)
        ret[i] = &b->rows[hits[i].document];
    return n;
}

static void print_question(struct bench *b, const json_t *row, bool absent)
{
    struct arena *arena = arena_new();
    const struct source_row *sources[DOCUMENTS];
    struct passages passages;
    struct question question;
    struct extract_result result;
    struct ranking *ranking = arena_alloc(arena, sizeof *ranking);
    size_t n = choose(b, arena, text_of(row, "question"), sources);
    json_t *out = json_object(), *candidates = json_array();

    question_read(arena, text_of(row, "question"), &question);
    passages_read(arena, sources, n, &passages);
    rank(arena, &question, &passages, ranking);
    for (size_t i = 0; i < ranking->n; i++) {
        const struct ranked *c = &ranking->pool[i];
        json_t *features = json_array(), *one = json_object();

        for (size_t k = 0; k < RANK_FEATURES; k++)
            json_array_append_new(features, json_real(c->features[k]));
        json_object_set_new(one, "features", features);
        json_object_set_new(one, "score", json_integer(c->score));
        json_object_set_new(one, "general", json_integer(c->general));
        json_object_set_new(one, "sentence", json_integer((json_int_t) c->sentence));
        json_object_set_new(one, "passage", json_integer((json_int_t) passages.sentences[c->sentence].passage));
        json_object_set_new(one, "cover", json_real(c->cover));
        json_object_set_new(one, "around", json_real(c->around));
        json_object_set_new(
            one, "document",
            json_new_str(passages.sources[passages.items[passages.sentences[c->sentence].passage].source].row->id));
        json_object_set_new(one, "text", json_new_str(passage_sentence_text(&passages, c->sentence)));
        if (c->sentence + 1 < passages.sentences_n &&
            passages.sentences[c->sentence + 1].passage == passages.sentences[c->sentence].passage)
            json_object_set_new(one, "next", json_new_str(passage_sentence_text(&passages, c->sentence + 1)));
        json_array_append_new(candidates, one);
    }
    json_object_update(out, (json_t *) (uintptr_t) row);
    json_object_set_new(out, "absent", json_boolean(absent));
    json_object_set_new(out, "kind", json_string(question_kind_words[question.kind]));
    json_object_set_new(out, "language", json_string(language_code(question.language)));
    json_object_set_new(out, "bestCover", json_real(ranking->best_cover));
    json_object_set_new(out, "topAround", json_real(ranking->top_around));
    json_object_set_new(out, "unknownNames", json_real(ranking->unknown_names));
    json_object_set_new(out, "gate", json_integer(ranking->gate));
    json_object_set_new(out, "candidates", candidates);
    extract_write(arena,
                  &(struct extract_input){ .question = question.text, .sources = sources, .sources_n = n, .most = 5 },
                  &result);
    json_object_set_new(out, "body", json_new_str(result.body));
    json_object_set_new(out, "answered", json_boolean(result.answered));
    json_dumpf(out, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(out);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    struct bench b = { .arena = arena_new() };
    struct rows corpus = { 0 }, questions = { 0 }, absent = { 0 };

    if (argc != 2)
        return fprintf(stderr, "usage: bench_answers FOLDER\n"), 2;
    read_rows(b.arena, argv[1], "corpus", &corpus);
    read_rows(b.arena, argv[1], "questions", &questions);
    read_rows(b.arena, argv[1], "absent", &absent);
    b.rows = arena_calloc(b.arena, corpus.n + 1, sizeof *b.rows);
    b.index = bm25_new(b.arena, language_guess(corpus.n ? text_of(corpus.items[0], "text") : str("")));
    for (size_t i = 0; i < corpus.n; i++) {
        b.rows[i] = (struct source_row){ .id = text_of(corpus.items[i], "_id"),
                                         .number = (int64_t) i + 1,
                                         .title = text_of(corpus.items[i], "title"),
                                         .text = text_of(corpus.items[i], "text") };
        bm25_add(b.index, (struct bm25_field[]){ { b.rows[i].title, 2 }, { b.rows[i].text, 1 } }, 2);
        b.n++;
    }
    for (size_t i = 0; i < questions.n; i++)
        print_question(&b, questions.items[i], false);
    for (size_t i = 0; i < absent.n; i++)
        print_question(&b, absent.items[i], true);
    arena_free(b.arena);
    return 0;
}
