#include <math.h>

#include "base/buf.h"
#include "pages/feature.h"
#include "text/json.h"

static json_t *hashes(const struct feature_tokens *tokens)
{
    json_t *array = json_array();

    for (size_t i = 0; i < tokens->n; i++)
        json_array_append_new(array, json_integer((json_int_t) tokens->hashes[i]));
    return array;
}

/* Short, and the same float when read back. */
static void add_values(const float *values, size_t n, struct buf *ret)
{
    for (size_t i = 0; i < n; i++)
        buf_format(ret, "%s%.9g", i ? "," : "", (double) values[i]);
}

static void add_json(struct arena *arena, json_t *value, struct buf *ret)
{
    buf_add_str(ret, json_text(arena, value));
    json_decref(value);
}

static void dump_block(struct features *f, const struct feature_page *page, size_t i, struct buf *ret)
{
    const struct block *b = &page->blocks->items[i];
    struct feature_tokens tokens = { 0 };
    float values[FEATURE_N];
    unsigned groups;
    size_t from, to;

    feature_values(f, i, values);
    feature_block_tokens(f, i, &tokens);
    feature_parent(f, i, &from, &to);
    buf_add_z(ret, "{\"text\":");
    add_json(page->arena, json_new_str(b->text), ret);
    buf_format(ret, ",\"rules\":%d,\"line\":%d,\"alike\":%u,\"parent\":[%zu,%zu]", b->keep, b->line,
               feature_alike(f, i, &groups), from, to);
    buf_format(ret,
               ",\"th\":%d,\"shape\":[%d,%d,%d,%u,%u,%u],\"tokens\":", page->tree->nodes[b->cell].tag == GUMBO_TAG_TH,
               b->heading, b->term, b->definition, b->table, b->row, b->cell);
    add_json(page->arena, hashes(&tokens), ret);
    buf_add_z(ret, ",\"values\":[");
    add_values(values, FEATURE_GIVEN, ret);
    buf_add_z(ret, "]}");
}

void feature_dump(const struct feature_page *page, struct buf *ret)
{
    struct features *f = features_of(page);
    struct feature_tokens tokens = { 0 };

    buf_add_z(ret, "{\"names\":[");
    for (int i = 0; i < FEATURE_N; i++)
        buf_format(ret, "%s\"%s\"", i ? "," : "", feature_words[i]);
    buf_format(ret, "],\"given\":%d,\"page\":[%d,%d],\"blocks\":[", FEATURE_GIVEN, FEATURE_PAGE,
               FEATURE_PAGE + FEATURE_PAGE_N);
    for (size_t i = 0; i < page->blocks->n && !ret->over; i++) {
        buf_add_z(ret, i ? ",\n" : "\n");
        dump_block(f, page, i, ret);
    }
    feature_page_tokens(f, &tokens);
    buf_add_z(ret, "],\"tokens\":");
    add_json(page->arena, hashes(&tokens), ret);
    buf_add_z(ret, "}\n");
}
