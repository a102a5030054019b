/* Jupyter notebooks: text cells as Markdown, code cells and what they printed as code. */
#include "pages/markdown.h"
#include "pages/outline.h"
#include "text/charset.h"
#include "text/json.h"

enum { OUTPUT_MAX = 4000 }; /* bytes of one cell's output */

/* A string, or a list of lines. */
static struct str source_of(struct arena *arena, const json_t *value)
{
    struct buf text;

    if (json_is_string(value))
        return str_dup(arena, str_n(json_string_value(value), json_string_length(value)));
    buf_init(&text, 64 << 20);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *line = json_array_get(value, i);
        if (json_is_string(line))
            buf_add(&text, json_string_value(line), json_string_length(line));
    }
    return buf_take(&text, arena);
}

static void add_outputs(struct arena *arena, const json_t *outputs, struct outline *outline)
{
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const json_t *output = json_array_get(outputs, i);
        const json_t *text = json_object_get(output, "text");
        if (!text)
            text = json_object_get(json_object_get(output, "data"), "text/plain");
        struct str shown = source_of(arena, text);
        if (shown.len > OUTPUT_MAX) {
            while (shown.len > OUTPUT_MAX || (shown.len && shown.data[shown.len] != '\n'))
                shown.len--;
        }
        outline_code(outline, shown);
    }
}

int format_notebook(struct format_input *in, struct document *ret, struct error *e)
{
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);
    struct outline outline = { .out = in->text };
    json_t *book;

    int r = json_parse(text, &book, e);
    if (r < 0)
        return error_wrap(e, "not a notebook that can be read");
    const json_t *cells = json_object_get(book, "cells");
    for (size_t i = 0; i < json_array_size(cells) && !in->text->over; i++) {
        const json_t *cell = json_array_get(cells, i);
        struct str type = json_get_str(cell, "cell_type");
        struct str source = source_of(in->arena, json_object_get(cell, "source"));
        if (str_is(type, "code")) {
            outline_code(&outline, source);
            add_outputs(in->arena, json_object_get(cell, "outputs"), &outline);
        } else if (str_trim(source).len) {
            if (in->text->len)
                buf_add_z(in->text, "\n\n");
            if (str_is(type, "markdown"))
                markdown_write(in, source, ret);
            else
                buf_add_str(in->text, source);
            outline.last = OUTLINE_TEXT;
        }
    }
    json_decref(book);
    return 0;
}
