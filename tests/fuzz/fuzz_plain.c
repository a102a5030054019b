/* Markdown of models as plain words: only signs of emphasis and code and blanks at the ends go; a statement has a word, and every
 * word of it stands in the text. What counts a line is read, too, and the language that a text is in. */
#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "roles/unfit.h"
#include "text/plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_sign(char c) { return c == '*' || c == '_' || c == '`' || isspace((unsigned char) c); }

/* The two are the same but for signs and blanks. */
static void check_same(struct str text, struct str plain)
{
    size_t at = 0;

    assert(plain.len <= text.len);
    for (size_t i = 0; i < plain.len; i++) {
        if (is_sign(plain.data[i]))
            continue;
        while (at < text.len && is_sign(text.data[at]))
            at++;
        assert(at < text.len && text.data[at] == plain.data[i]);
        at++;
    }
    while (at < text.len && is_sign(text.data[at]))
        at++;
    assert(at == text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str text = str_n((const char *) data, size), behind;
    struct str_list statements = { 0 };
    size_t number;

    check_same(text, text_plain(arena, text));
    struct str line = text_plain_line(arena, text);
    assert(line.len <= size);
    behind = text_behind_number(text, &number);
    assert(number < 1000 && behind.len <= size);
    if (!memchr(data, 0, size)) /* a model's text is a string */
        text_statements(arena, text, &statements);
    for (size_t i = 0; i < statements.n; i++)
        assert(statements.items[i].len && !str_ends(statements.items[i], ":"));
    text_in_other_language(text, str_sub(text, 0, 2), str_sub(text, size / 2, size));
    arena_free(arena);
    return 0;
}
