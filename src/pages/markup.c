#include "pages/markup.h"

void markup_lines_of(struct arena *arena, struct str text, struct markup_lines *ret)
{
    struct str line;
    size_t capacity = 0;

    *ret = (struct markup_lines){ 0 };
    while (str_next_line(&text, &line)) {
        size_t tabs = 0, n = 0;

        while (line.len && (line.data[line.len - 1] == ' ' || line.data[line.len - 1] == '\t'))
            line.len--;
        for (size_t i = 0; i < line.len; i++)
            tabs += line.data[i] == '\t';
        if (tabs) {
            char *wide = arena_alloc(arena, line.len + 8 * tabs + 1);
            for (size_t i = 0; i < line.len; i++) {
                if (line.data[i] != '\t') {
                    wide[n++] = line.data[i];
                    continue;
                }
                do
                    wide[n++] = ' ';
                while (n % 8);
            }
            line = str_n(wide, n);
        }
        ret->items = arena_grow(arena, ret->items, &capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = line;
    }
}

bool markup_is_empty(struct str line) { return str_trim(line).len == 0; }

size_t markup_indent(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[n] == ' ')
        n++;
    return n == line.len ? SIZE_MAX : n;
}

char markup_rule(struct str line, size_t least)
{
    if (line.len < least || !line.len)
        return 0;
    char c = line.data[0];
    if (c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
        (unsigned char) c >= 0x80)
        return 0;
    for (size_t i = 1; i < line.len; i++)
        if (line.data[i] != c)
            return 0;
    return c;
}

size_t markup_block_end(const struct markup_lines *lines, size_t from, size_t indent)
{
    size_t end = from;

    for (size_t i = from; i < lines->n && markup_indent(lines->items[i]) >= indent; i++)
        if (!markup_is_empty(lines->items[i]))
            end = i + 1;
    return end;
}

size_t markup_run(struct str s, size_t at)
{
    size_t n = 1;

    while (n < 4 && at + n < s.len && s.data[at + n] == s.data[at])
        n++;
    return n;
}

struct str markup_block(struct arena *arena, const struct markup_lines *lines, size_t from, size_t to)
{
    size_t indent = SIZE_MAX, bytes = 1, n = 0;

    for (size_t i = from; i < to; i++) {
        size_t own = markup_indent(lines->items[i]);
        indent = own < indent ? own : indent;
        bytes += lines->items[i].len + 1;
    }
    char *text = arena_alloc(arena, bytes);
    for (size_t i = from; i < to; i++) {
        struct str line = str_sub(lines->items[i], indent, lines->items[i].len);
        if (i > from)
            text[n++] = '\n';
        if (line.len)
            memcpy(text + n, line.data, line.len);
        n += line.len;
    }
    return str_n(text, n);
}

size_t markup_number(struct str line, unsigned *ret_number)
{
    size_t i = 0, open = line.len && line.data[0] == '(';
    unsigned n = 0;

    i = open;
    if (i < line.len && line.data[i] == '#') {
        n = 1;
        i++;
    } else {
        while (i < line.len && i < open + 4 && line.data[i] >= '0' && line.data[i] <= '9')
            n = n * 10 + (unsigned) (line.data[i++] - '0');
    }
    if (i == open || i + 1 >= line.len || line.data[i + 1] != ' ')
        return 0;
    if (line.data[i] != ')' && (open || line.data[i] != '.'))
        return 0;
    *ret_number = n;
    return i + 2;
}
