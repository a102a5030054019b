#include "text/plain.h"

#include <ctype.h>

#include "base/buf.h"
#include "text/blocks.h"
#include "text/sentence.h"

static bool is_word(char c) { return isalnum((unsigned char) c) || (unsigned char) c >= 0x80; }

static size_t run_of(struct str s, size_t at)
{
    size_t n = 1;

    while (at + n < s.len && s.data[at + n] == s.data[at])
        n++;
    return n;
}

/* "3 * 4" and "a_b" are no emphasis: the signs of one stand at the edge of a word, underscores never inside one. */
static bool emphasises(struct str s, size_t at, size_t n)
{
    bool before = at > 0 && s.data[at - 1] != ' ', behind = at + n < s.len && s.data[at + n] != ' ';
    bool inside = at > 0 && at + n < s.len && is_word(s.data[at - 1]) && is_word(s.data[at + n]);

    if (n > 3 || (!before && !behind))
        return false;
    return !inside || (s.data[at] == '*' && n > 1);
}

/* Behind the code that begins here, 0 if none does. */
static size_t code_end(struct str s, size_t at, size_t ticks)
{
    for (size_t i = at + ticks; i < s.len; i++) {
        size_t n = s.data[i] == '`' ? run_of(s, i) : 0;

        if (n == ticks)
            return i + n;
        i += n ? n - 1 : 0;
    }
    return 0;
}

struct str text_plain(struct arena *arena, struct str text)
{
    struct buf out;
    size_t at = 0;

    while (at < text.len && !strchr("*_`", text.data[at]))
        at++;
    if (at == text.len)
        return text;
    buf_init(&out, text.len + 1);
    buf_add(&out, text.data, at);
    while (at < text.len) {
        char c = text.data[at];
        size_t n = c == '*' || c == '_' || c == '`' ? run_of(text, at) : 1, end = c == '`' ? code_end(text, at, n) : 0;

        if (end)
            buf_add_str(&out, str_sub(text, at + n, end - n));
        else if ((c != '*' && c != '_') || !emphasises(text, at, n))
            buf_add(&out, text.data + at, n);
        at = end ? end : at + n;
    }
    return str_trim(buf_take(&out, arena));
}

struct str text_plain_line(struct arena *arena, struct str line)
{
    line = str_trim(line);
    if (str_starts(line, "- ") || str_starts(line, "* "))
        line = str_trim(str_sub(line, 2, line.len));
    return text_plain(arena, line);
}

struct str text_behind_number(struct str line, size_t *ret_number)
{
    size_t from = str_starts_nocase(line, "step ") ? 5 : 0, at = from, number = 0;

    *ret_number = 0;
    while (at < line.len && at - from < 3 && isdigit((unsigned char) line.data[at]))
        number = number * 10 + (size_t) (line.data[at++] - '0');
    if (at == from || at + 1 >= line.len || !strchr(from ? ".):-" : ".)", line.data[at]) || line.data[at + 1] != ' ')
        return line;
    *ret_number = number;
    return str_trim(str_sub(line, at + 1, line.len));
}

static bool has_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_word(text.data[i]))
            return true;
    return false;
}

/* A line that is bold as a whole and ends like no sentence heads what follows. */
static bool is_bold_head(struct str s)
{
    return s.len > 4 && str_starts(s, "**") && str_find(s, str("**"), 2) == (ptrdiff_t) s.len - 2 &&
           !strchr(".!", s.data[s.len - 3]);
}

/* "| a | b |" -> "a, b" */
static struct str row_in_line(struct arena *arena, struct str row)
{
    struct buf out;
    struct str cell;

    buf_init(&out, row.len * 2 + 1);
    while (str_next(&row, '|', &cell)) {
        cell = str_trim(cell);
        if (cell.len)
            buf_format(&out, "%s%.*s", out.len ? ", " : "", STR_ARG(cell));
    }
    return buf_take(&out, arena);
}

void text_statements(struct arena *arena, struct str text, struct str_list *ret)
{
    struct text_blocks blocks = { 0 };

    text_blocks(arena, text, &blocks);
    for (size_t i = 0; i < blocks.n; i++) {
        const struct text_block *block = &blocks.items[i];
        struct sentences sentences = { 0 };

        if (block->kind == TEXT_HEADING || block->kind == TEXT_CODE || block->header)
            continue;
        struct str words = block->kind == TEXT_ROW ? row_in_line(arena, str_sub(text, block->start, block->end))
                                                   : text_block_words_of(arena, text, block);
        if (is_bold_head(words))
            continue;
        words = text_plain(arena, words);
        sentences_of(arena, words, &sentences);
        for (size_t k = 0; k < sentences.n; k++) {
            struct str sentence = str_sub(words, sentences.items[k].start, sentences.items[k].end);

            if (has_word(sentence) && !str_ends(sentence, ":"))
                str_list_add(arena, ret, sentence);
        }
    }
}
