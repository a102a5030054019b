/* Tags of HTML in a text that is still being written. */
#include <string.h>

#include "base/arena.h"
#include "text/markdown_line.h"
#include "text/untag.h"

/* Signs of code stand before this place: they open it, or close what as many opened. */
static void end_run(struct untag_stream *u)
{
    if (u->run)
        u->ticks = u->ticks == 0 ? u->run : u->ticks == u->run ? 0 : u->ticks;
    u->run = 0;
}

/* What a byte makes of the line at hand. */
static void follow(struct untag_stream *u, char c)
{
    if (c == '`')
        u->run++;
    else
        end_run(u);
    u->escaped = c == '\\' && !u->escaped;
    if (c == '\n') {
        u->fenced = u->fenced != line_is_fence(str_n(u->first, u->first_n));
        u->first_n = u->ticks = 0;
    } else if (u->first_n < sizeof u->first && (u->first_n || !strchr(" \t\r", c))) {
        u->first[u->first_n++] = c;
    }
}

/* Stands for what went out of the line at hand: a row, a heading, words; and the code that is open in it. */
static struct str line_before(struct arena *arena, const struct untag_stream *u)
{
    const char *words = u->first_n == 0 ? "" : u->first[0] == '|' ? "| " : u->first[0] == '#' ? "# " : "x";
    struct str ticks = str("``````````");

    return str_format(arena, "%s%.*s", words, STR_ARG(str_sub(ticks, 0, u->ticks)));
}

static void release(struct untag_stream *u, const struct sink *out)
{
    struct arena *scratch = arena_new();
    struct str held = str_n(u->held, u->held_n), before = line_before(scratch, u);
    struct str text = str_format(scratch, "%.*s%.*s", STR_ARG(before), STR_ARG(held));
    struct str plain = text_untag_all(scratch, text);
    size_t end = held.len;

    while (end && strchr(" \t\r\n", held.data[end - 1]))
        end--;
    if (!str_eq(plain, text)) { /* its ends are trimmed */
        plain = str_sub(plain, before.len < plain.len ? before.len : plain.len, plain.len);
        if (plain.len || before.len)
            plain = str_format(scratch, "%.*s%.*s", STR_ARG(plain), STR_ARG(str_sub(held, end, held.len)));
    } else {
        plain = held;
    }
    if (plain.len)
        sink_write(out, plain);
    for (size_t i = 0; i < held.len; i++)
        follow(u, held.data[i]);
    u->held_n = 0;
    arena_free(scratch);
}

static void hold(struct untag_stream *u, char c, const struct sink *out)
{
    u->held[u->held_n++] = c;
    struct str held = str_n(u->held, u->held_n);
    if (text_tag_begins(held, 0) == 0 || str_ends(held, "\n\n"))
        release(u, out);
}

void untag_stream_write(struct untag_stream *u, struct str data, const struct sink *out)
{
    size_t from = 0; /* what goes out as it is */

    for (size_t i = 0; i < data.len; i++) {
        char c = data.data[i];
        size_t room = sizeof u->held - u->held_n;

        if (room == 0 || (room < 4 && ((unsigned char) c & 0xc0) != 0x80)) /* between two characters */
            release(u, out);
        bool tag = c == '<' && !u->fenced && !u->escaped;
        if (u->held_n == 0 && !tag) {
            follow(u, c);
            continue;
        }
        end_run(u);
        if (i > from)
            sink_write(out, str_sub(data, from, i));
        hold(u, c, out);
        from = i + 1;
    }
    if (data.len > from)
        sink_write(out, str_sub(data, from, data.len));
}

void untag_stream_end(struct untag_stream *u, const struct sink *out)
{
    if (u->held_n)
        release(u, out);
}
