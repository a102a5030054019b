#include "text/plain.h"

#include <ctype.h>
#include <string.h>

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

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

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

enum { RUN_MAX = 3 };

/* A text on its way, and the runs of signs that may begin an emphasis: by sign and length, where they stand. */
struct signs {
    struct str text;
    bool *goes; /* by byte: the run that begins there is a sign of emphasis */
    size_t open[2][RUN_MAX + 1];
    bool is_open[2][RUN_MAX + 1];
};

static void open_sign(struct signs *s, size_t at, size_t n)
{
    s->open[s->text.data[at] == '_'][n] = at;
    s->is_open[s->text.data[at] == '_'][n] = true;
}

static bool close_sign(struct signs *s, size_t at, size_t n)
{
    int sign = s->text.data[at] == '_';

    /* "**both *of them***" */
    if (n == RUN_MAX && !s->is_open[sign][n] && s->is_open[sign][1] && s->is_open[sign][2])
        return close_sign(s, at, 1) && close_sign(s, at, 2);
    if (!s->is_open[sign][n])
        return false;
    s->goes[s->open[sign][n]] = s->goes[at] = true;
    s->is_open[sign][n] = false;
    return true;
}

/* "3 * 4", "a_b" and "2**10" are no emphasis: the signs of one stand at the edge of a word and in pairs, underscores never inside
 * one. */
static void read_sign(struct signs *s, size_t at, size_t n)
{
    struct str t = s->text;
    char before = at ? t.data[at - 1] : ' ', behind = at + n < t.len ? t.data[at + n] : ' ';

    if (n > RUN_MAX || before == '\\' || (is_word(before) && is_word(behind) && (t.data[at] == '_' || n == 1)) ||
        (isdigit((unsigned char) before) && isdigit((unsigned char) behind)))
        return;
    if ((is_blank(before) || !close_sign(s, at, n)) && !is_blank(behind))
        open_sign(s, at, n);
}

struct str text_plain(struct arena *arena, struct str text)
{
    struct signs signs = { .text = text };
    struct buf out;
    size_t first = 0;

    while (first < text.len && text.data[first] != '*' && text.data[first] != '_' && text.data[first] != '`')
        first++;
    if (first == text.len)
        return text;
    signs.goes = arena_calloc(arena, text.len, sizeof *signs.goes);
    buf_init(&out, text.len + 1);
    for (size_t at = first, n, end; at < text.len; at = end ? end : at + n) {
        char c = text.data[at];

        n = c == '*' || c == '_' || c == '`' ? run_of(text, at) : 1;
        end = c == '`' ? code_end(text, at, n) : 0;
        signs.goes[at] = end; /* the signs of code */
        if (end)
            signs.goes[end - n] = true;
        else if (c == '*' || c == '_')
            read_sign(&signs, at, n);
        else if (c == '\n' && at + 1 < text.len && text.data[at + 1] == '\n') /* none reaches into another paragraph */
            memset(signs.is_open, 0, sizeof signs.is_open);
    }
    for (size_t at = 0, n; at < text.len; at += n) {
        n = signs.goes[at] ? run_of(text, at) : 1;
        if (!signs.goes[at])
            buf_add(&out, text.data + at, n);
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
