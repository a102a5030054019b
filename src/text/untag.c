#include "text/untag.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "text/markdown_line.h"

/* Bytes in which the end of something is looked for: a text of nothing but beginnings takes no longer than any other. */
enum { TAG_MOST = 4000, NAME_MOST = 12, WORDS_MOST = 4000, HELD_MOST = 16000 };

/* What becomes of a tag. */
enum use {
    USE_NONE,  /* it is none */
    USE_WORDS, /* goes, its words stay */
    USE_BLOCK, /* goes, a paragraph begins and ends with it */
    USE_ITEM,
    USE_HEADING,
    USE_CELL,
    USE_BREAK,
    USE_CODE,
    USE_RAISED, /* a power: "10<sup>6</sup>" is not 106 */
    USE_HOLDS,  /* goes with what it holds */
    USE_LINK,   /* left to others, if it stands on one line */
};

static const struct {
    enum use use;
    const char *names; /* each between two blanks */
} uses[] = {
    { USE_WORDS,
      " b i em strong u s strike del ins small big mark font span abbr acronym cite q kbd var samp tt sub time "
      "label button bdi bdo wbr dfn data ruby rt rp picture noscript o:p " },
    { USE_BLOCK,
      " p div section article header footer main aside nav blockquote figure figcaption ul ol dl table thead tbody "
      "tfoot tr caption details summary center pre html body hr address fieldset legend " },
    { USE_ITEM, " li dt dd " },
    { USE_HEADING, " h1 h2 h3 h4 h5 h6 " },
    { USE_CELL, " td th " },
    { USE_BREAK, " br " },
    { USE_CODE, " code " },
    { USE_RAISED, " sup " },
    { USE_HOLDS, " script style svg iframe object head template math canvas select textarea " },
    { USE_LINK, " a img embed link form input video audio source meta base " },
};

struct tag {
    enum use use;
    char name[NAME_MOST + 3]; /* " p ", in small letters */
    bool close;
    size_t end; /* behind it */
};

struct untagging {
    struct buf out;
    struct str text;
    size_t at;
    size_t line_end;
    bool row, heading; /* what the line at hand is: it has no room for a break */
    bool links;        /* those go, too */
    bool touched;
};

static enum use use_of(const char *name)
{
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (strstr(uses[i].names, name))
            return uses[i].use;
    return USE_NONE;
}

/* The ">" of the tag, not one within its quotation marks; 0: it has none. */
static size_t tag_end(struct str text, size_t at)
{
    char quote = '\0';

    for (size_t i = at; i < text.len && i < at + TAG_MOST; i++) {
        char c = text.data[i];

        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '>')
            return i + 1;
        else if (c == '<' || (c == '\n' && i + 1 < text.len && text.data[i + 1] == '\n'))
            return 0;
        else if ((c == '"' || c == '\'') && text.data[i - 1] == '=')
            quote = c;
    }
    return 0;
}

/* As far as an end is looked for. */
static struct str within(struct str text, size_t from, size_t most)
{
    return str_sub(text, 0, text.len - from > most ? from + most : text.len);
}

/* "</name" within so many bytes behind `from`; negative: there is none. */
static ptrdiff_t closing_of(struct str text, const char *name, size_t from, size_t most)
{
    size_t n = strlen(name) - 2;

    text = within(text, from, most);
    for (ptrdiff_t at = str_find(text, str("</"), from); at >= 0; at = str_find(text, str("</"), (size_t) at + 2)) {
        size_t behind = (size_t) at + 2 + n;

        if (behind < text.len && str_eq_nocase(str_sub(text, (size_t) at + 2, behind), str_n(name + 1, n)) &&
            !isalnum((unsigned char) text.data[behind]))
            return at;
    }
    return -1;
}

/* Does another of its kind begin before `end`? Then what closes there is not this one. */
static bool opened_before(struct str text, const struct tag *tag, size_t end)
{
    size_t n = strlen(tag->name) - 2;

    for (ptrdiff_t at = str_find_char(text, '<', tag->end); at >= 0 && (size_t) at < end;
         at = str_find_char(text, '<', (size_t) at + 1))
        if (str_eq_nocase(str_sub(text, (size_t) at + 1, (size_t) at + 1 + n), str_n(tag->name + 1, n)))
            return true;
    return false;
}

/* "List<B>": a name of one letter behind a word, that nothing closes. */
static bool is_parameter(struct str text, size_t at, const struct tag *tag)
{
    return !tag->close && strlen(tag->name) == 3 && at > 0 && isalnum((unsigned char) text.data[at - 1]) &&
           closing_of(text, tag->name, tag->end, WORDS_MOST) < 0;
}

static struct tag tag_at(struct str text, size_t at, bool links)
{
    struct tag tag = { .close = at + 1 < text.len && text.data[at + 1] == '/' };
    size_t start = at + 1 + tag.close, end = start;

    while (end < text.len && end - start < NAME_MOST &&
           (isalnum((unsigned char) text.data[end]) || text.data[end] == ':'))
        end++;
    if (end == start || end >= text.len || !strchr(" \t\r\n/>", text.data[end]))
        return tag;
    tag.name[0] = tag.name[end - start + 1] = ' ';
    for (size_t i = start; i < end; i++)
        tag.name[i - start + 1] = (char) tolower((unsigned char) text.data[i]);
    tag.end = tag_end(text, end);
    tag.use = tag.end ? use_of(tag.name) : USE_NONE;
    if (tag.use == USE_LINK && !links && str_find_char(str_sub(text, at, tag.end), '\n', 0) < 0)
        tag.use = USE_NONE;
    if (is_parameter(text, at, &tag))
        tag.use = USE_NONE;
    return tag;
}

/* --- what stands instead --- */

static void open_line(struct untagging *u, const char *empty_lines)
{
    if (u->row || u->heading) {
        buf_add_char(&u->out, ' ');
        return;
    }
    while (u->out.len && strchr(" \t", u->out.data[u->out.len - 1]))
        u->out.len--;
    size_t have = 0;
    while (have < u->out.len && u->out.data[u->out.len - 1 - have] == '\n')
        have++;
    for (size_t i = have; u->out.len && i < strlen(empty_lines); i++)
        buf_add_char(&u->out, '\n');
}

static void add_raised(struct untagging *u, const struct tag *tag)
{
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    ptrdiff_t close = closing_of(u->text, tag->name, tag->end, WORDS_MOST);
    struct str inside = close < 0 ? str("") : str_sub(u->text, tag->end, (size_t) close);

    for (size_t i = 0; i < inside.len; i++)
        if (!isdigit((unsigned char) inside.data[i]) && !(i == 0 && inside.len > 1 && strchr("+-", inside.data[i])))
            return;
    for (size_t i = 0; i < inside.len; i++)
        buf_add_z(&u->out, inside.data[i] == '-' ? "⁻" : inside.data[i] == '+' ? "⁺" : digits[inside.data[i] - '0']);
    u->at += inside.len;
}

static size_t end_of_paragraph(struct str text, size_t from)
{
    ptrdiff_t blank = str_find(text, str("\n\n"), from);

    return blank >= 0 ? (size_t) blank : text.len;
}

/* Up to its closing tag. One that the paragraph does not close holds nothing, so that no text between it and a tag far behind
 * is lost; code alone may have empty lines, and without an end it takes the rest of its paragraph. */
static void skip_held(struct untagging *u, const struct tag *tag)
{
    bool code = str_is(str(tag->name), " script ") || str_is(str(tag->name), " style ");
    ptrdiff_t close = closing_of(u->text, tag->name, tag->end, HELD_MOST);

    if (close >= 0 && (!str_contains(str_sub(u->text, tag->end, (size_t) close), "\n\n") ||
                       (code && !opened_before(u->text, tag, (size_t) close)))) {
        size_t end = tag_end(u->text, (size_t) close + 2);

        u->at = end ? end : end_of_paragraph(u->text, tag->end);
    } else if (code) {
        u->at = end_of_paragraph(u->text, tag->end);
    }
}

static void replace(struct untagging *u, const struct tag *tag)
{
    u->touched = true;
    u->at = tag->end;
    switch (tag->use) {
    case USE_BLOCK: open_line(u, "\n\n"); break;
    case USE_ITEM:
        open_line(u, "\n");
        if (!tag->close && !u->row && !u->heading)
            buf_add_z(&u->out, "- ");
        break;
    case USE_HEADING:
        open_line(u, "\n\n");
        for (int i = '0'; !tag->close && !u->row && !u->heading && i < tag->name[2]; i++)
            buf_add_char(&u->out, '#');
        if (!tag->close && !u->row && !u->heading)
            buf_add_char(&u->out, ' ');
        break;
    case USE_CELL:
        if (tag->close)
            buf_add_z(&u->out, "; ");
        break;
    case USE_BREAK: buf_add_z(&u->out, u->row ? "<br>" : u->heading ? " " : "\n"); break;
    case USE_CODE: buf_add_char(&u->out, '`'); break;
    case USE_RAISED:
        if (!tag->close)
            add_raised(u, tag);
        break;
    case USE_HOLDS:
        if (!tag->close)
            skip_held(u, tag);
        break;
    default: break;
    }
}

/* --- reading --- */

static size_t line_end(struct untagging *u)
{
    if (u->line_end <= u->at) {
        ptrdiff_t end = str_find_char(u->text, '\n', u->at);

        u->line_end = end < 0 ? u->text.len : (size_t) end;
    }
    return u->line_end;
}

/* `code` with as many signs at its end as at its start, on one line; a sign alone is copied. */
static void copy_code(struct untagging *u)
{
    size_t n = 0, end;
    struct str rest = str_sub(u->text, u->at, line_end(u));

    while (n < rest.len && rest.data[n] == '`')
        n++;
    ptrdiff_t close = str_find(rest, str_sub(rest, 0, n), n);
    end = close < 0 ? n : (size_t) close + n;
    buf_add(&u->out, rest.data, end);
    u->at += end;
}

/* "<!-- … -->", "<!DOCTYPE html>". */
static bool skip_comment(struct untagging *u)
{
    struct str rest = str_sub(within(u->text, u->at, HELD_MOST), u->at, u->text.len);
    bool comment = str_starts(rest, "<!--");
    ptrdiff_t end = comment                                     ? str_find(rest, str("-->"), 4)
                    : str_starts_nocase(rest, "<!doctype html") ? str_find_char(rest, '>', 0)
                                                                : -1;

    if (end < 0)
        return false;
    u->at += (size_t) end + (comment ? 3 : 1);
    return u->touched = true;
}

static void read_one(struct untagging *u)
{
    char c = u->text.data[u->at];
    struct tag tag;

    if (c == '`') {
        copy_code(u);
    } else if (c == '\\' && u->at + 1 < u->text.len && u->text.data[u->at + 1] != '\n') {
        buf_add(&u->out, u->text.data + u->at, 2);
        u->at += 2;
    } else if (c == '<' && skip_comment(u)) {
        return;
    } else if (c == '<' && (tag = tag_at(u->text, u->at, u->links)).use != USE_NONE) {
        replace(u, &tag);
    } else {
        buf_add_char(&u->out, c);
        u->at++;
    }
}

/* The line at hand, to its end; the lines of a code block as they are. */
static void read_line(struct untagging *u, bool *code)
{
    ptrdiff_t end = str_find_char(u->text, '\n', u->at);
    struct str line = str_sub(u->text, u->at, end < 0 ? u->text.len : (size_t) end + 1);
    bool fence = line_is_fence(line);

    *code = *code != fence;
    if (*code || fence) {
        buf_add_str(&u->out, line);
        u->at += line.len;
        return;
    }
    u->row = str_starts(str_trim(line), "|");
    u->heading = line_heading_level(line) > 0;
    size_t before = u->out.len;
    bool blank = str_empty(str_trim(line));
    while (u->at < u->text.len && u->text.data[u->at] != '\n')
        read_one(u);
    bool went = !blank && str_empty(str_trim(str_sub(buf_str(&u->out), before, u->out.len)));
    bool ended = u->touched && str_ends(buf_str(&u->out), went ? "\n" : "\n\n");
    if (u->at < u->text.len && !ended)
        buf_add_char(&u->out, '\n');
    if (u->at < u->text.len)
        u->at++;
}

static struct str untag(struct arena *arena, struct str text, bool links)
{
    struct untagging u = { .text = text, .links = links };
    bool code = false;

    if (str_find_char(text, '<', 0) < 0)
        return text;
    buf_init(&u.out, 8 * text.len + 64);
    while (u.at < text.len)
        read_line(&u, &code);
    struct str out = buf_take(&u.out, arena);
    return u.touched ? str_trim(out) : text;
}

struct str text_untag(struct arena *arena, struct str text) { return untag(arena, text, false); }
struct str text_untag_all(struct arena *arena, struct str text) { return untag(arena, text, true); }

int text_tag_begins(struct str text, size_t at)
{
    size_t start = at + 1, n = 0;
    char name[NAME_MOST + 3] = " ";

    if (start < text.len && text.data[start] == '!')
        return 1;
    if (start < text.len && text.data[start] == '/')
        start++;
    while (start + n < text.len && n < NAME_MOST &&
           (isalnum((unsigned char) text.data[start + n]) || text.data[start + n] == ':')) {
        name[n + 1] = (char) tolower((unsigned char) text.data[start + n]);
        n++;
    }
    if (start + n >= text.len)
        return -1;
    name[n + 1] = ' ';
    return n && strchr(" \t\r\n/>", text.data[start + n]) && use_of(name) != USE_NONE;
}
