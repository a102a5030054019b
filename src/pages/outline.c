#include "pages/outline.h"

/* Lines of one list, table or definition stand close, everything else apart. */
static void separate(struct outline *o, enum outline_kind kind, bool close)
{
    if (o->out->len)
        buf_add_z(o->out, close && o->last == kind ? "\n" : "\n\n");
    o->last = kind;
}

bool outline_looks_heading(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[n] == '#')
        n++;
    return n >= 1 && n <= 6 && n < line.len && line.data[n] == ' ';
}

void outline_line(struct buf *out, struct str line)
{
    if (outline_looks_heading(line) && (!out->len || out->data[out->len - 1] == '\n'))
        buf_add_char(out, ' ');
    buf_add_str(out, line);
}

static void add_line(struct buf *out, struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(out, text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i]);
}

/* Every line behind the same signs; `first` replaces them on the first line. */
static void add_lines(struct buf *out, struct str text, struct str first, struct str further)
{
    struct str line;
    bool begun = false;

    text = str_trim(text);
    while (str_next_line(&text, &line)) {
        if (begun)
            buf_add_char(out, '\n');
        buf_add_str(out, begun ? further : first);
        outline_line(out, str_trim(line));
        begun = true;
    }
}

void outline_heading(struct outline *o, int level, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_TEXT, false);
    for (int i = 0; i < (level < 1 ? 1 : level > 6 ? 6 : level); i++)
        buf_add_char(o->out, '#');
    buf_add_char(o->out, ' ');
    add_line(o->out, text);
}

void outline_paragraph(struct outline *o, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_TEXT, false);
    add_lines(o->out, text, (struct str){ 0 }, (struct str){ 0 });
}

static struct str indent(int depth)
{
    static const char spaces[] = "                                            ";

    depth = depth < 0 ? 0 : depth > OUTLINE_DEPTH_MAX ? OUTLINE_DEPTH_MAX : depth;
    return str_n(spaces, 2 * (size_t) depth);
}

void outline_item(struct outline *o, int depth, unsigned number, struct str text)
{
    if (!str_trim(text).len)
        return;
    bool other = depth == 0 && o->numbered != (number > 0); /* another list begins */
    separate(o, OUTLINE_ITEM, !other);
    if (depth == 0)
        o->numbered = number > 0;
    buf_add_str(o->out, indent(depth));
    if (number)
        buf_format(o->out, "%u. ", number);
    else
        buf_add_z(o->out, "- ");
    add_lines(o->out, text, (struct str){ 0 }, indent(depth + 1));
}

void outline_item_more(struct outline *o, int depth, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_ITEM, true);
    add_lines(o->out, text, indent(depth + 1), indent(depth + 1));
}

void outline_quote(struct outline *o, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_QUOTE, false);
    add_lines(o->out, text, str("> "), str("> "));
}

void outline_text(struct outline *o, int depth, bool quote, struct str text)
{
    if (depth >= 0)
        outline_item_more(o, depth, text);
    else if (quote)
        outline_quote(o, text);
    else
        outline_paragraph(o, text);
}

void outline_code(struct outline *o, struct str text)
{
    struct str rest = text, line;

    while (str_next_line(&rest, &line) && !str_trim(line).len)
        text = rest; /* empty lines before it */
    while (text.len && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == ' '))
        text.len--;
    if (!text.len)
        return;
    separate(o, OUTLINE_CODE, false);
    buf_add_z(o->out, "```\n");
    /* A line that looks like a fence would end it. */
    while (str_next_line(&text, &line)) {
        if (str_starts(str_trim(line), "```"))
            buf_add_char(o->out, '\\');
        buf_add_str(o->out, line);
        buf_add_char(o->out, '\n');
    }
    buf_add_z(o->out, "```");
}

void outline_term(struct outline *o, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_TEXT, false);
    if (outline_looks_heading(str_trim(text)))
        buf_add_char(o->out, ' ');
    add_line(o->out, text);
    o->last = OUTLINE_TERM;
}

void outline_definition(struct outline *o, struct str text)
{
    if (!str_trim(text).len)
        return;
    separate(o, OUTLINE_TERM, true);
    add_lines(o->out, text, str(": "), str("  "));
}

void outline_cell(struct buf *out, struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == '|' && (i == 0 || text.data[i - 1] != '\\'))
            buf_add_char(out, '\\');
        buf_add_char(out, text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i]);
    }
}

void outline_row(struct outline *o, const struct str *cells, size_t n)
{
    bool any = false;

    n = n < OUTLINE_COLUMNS_MAX ? n : OUTLINE_COLUMNS_MAX;
    for (size_t i = 0; i < n; i++)
        any |= str_trim(cells[i]).len > 0;
    if (!any)
        return;
    separate(o, OUTLINE_ROW, true);
    buf_add_char(o->out, '|');
    for (size_t i = 0; i < n; i++) {
        if (str_trim(cells[i]).len)
            buf_add_char(o->out, ' ');
        outline_cell(o->out, cells[i]);
        buf_add_z(o->out, " |");
    }
    o->columns = n;
}

void outline_header(struct outline *o)
{
    if (o->last != OUTLINE_ROW || o->columns < 2)
        return;
    buf_add_z(o->out, "\n|");
    for (size_t i = 0; i < o->columns; i++)
        buf_add_z(o->out, " --- |");
}

void outline_break(struct outline *o)
{
    if (o->last == OUTLINE_ROW)
        o->last = OUTLINE_TEXT;
}
