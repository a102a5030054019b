/* Sentences between the fences of code. Code says nothing that could be checked, so whoever fences a sentence would keep it from
 * being checked: a block that names no language and holds nothing but sentences is running text, and its fences go. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "text/markdown_line.h"

enum { BODY_MAX = 16 << 20, WORDS_LEAST = 3 };

static bool names_no_language(struct str fence)
{
    struct str name = str_trim(fence);

    name = str_trim(str_sub(name, 3, name.len));
    return name.len == 0 || str_in_words("text txt plain plaintext markdown md quote note", name);
}

/* Letters, figures and the punctuation of prose, with a stop at the end. */
static bool is_sentence(struct str line)
{
    struct str t = str_trim(line);
    struct word word;
    size_t n = 0;

    for (size_t i = 0; i < t.len; i++)
        if (strchr("{}=<>|\\`_;~^", t.data[i]))
            return false;
    for (size_t at = 0; word_next(t, &at, &word);)
        n++;
    return n >= WORDS_LEAST && (str_ends(t, ".") || str_ends(t, "!") || str_ends(t, "?"));
}

/* Of the block that `line` opens: where its text ends, if it is nothing but sentences, and what stands behind it. */
static bool find_prose(struct str rest, struct str *ret_text, struct str *ret_behind)
{
    const char *start = rest.data;
    struct str line, paragraph = str_n(start, 0);
    bool any = false;

    while (str_next(&rest, '\n', &line)) {
        bool fence = line_is_fence(line);

        if (paragraph.len && (fence || str_trim(line).len == 0)) {
            if (!is_sentence(paragraph))
                return false;
            any = true;
            paragraph.len = 0;
        }
        if (fence) {
            *ret_text = str_n(start, (size_t) (line.data - start));
            *ret_behind = rest;
            return any;
        }
        if (str_trim(line).len)
            paragraph = paragraph.len ? str_n(paragraph.data, (size_t) (line.data + line.len - paragraph.data)) : line;
    }
    return false; /* it is never closed: all that follows is code */
}

struct str prose_unfenced(struct arena *arena, struct str body)
{
    struct str rest = body, line, text, behind;
    bool code = false;
    struct buf out;

    if (!str_contains(body, "```") && !str_contains(body, "~~~"))
        return body;
    buf_init(&out, BODY_MAX);
    while (str_next(&rest, '\n', &line)) {
        bool fence = line_is_fence(line);

        if (fence && !code && names_no_language(line) && find_prose(rest, &text, &behind)) {
            buf_format(&out, "\n%.*s\n", STR_ARG(text));
            rest = behind;
            continue;
        }
        code = code != fence;
        buf_add_str(&out, line);
        if (rest.data < body.data + body.len)
            buf_add_char(&out, '\n');
    }
    return buf_take(&out, arena);
}
