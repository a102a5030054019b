#include "report/quoted.h"

#include "report/markup.h"

/* A row may be cut off behind any of its cells. */
static bool is_row(struct str line)
{
    line = str_trim(line);
    return line.len > 2 && line.data[0] == '|' && str_find_char(line, '|', 1) > 0;
}

/* "| --- | --- |": what stands above it are the names of the columns. */
static bool is_rule(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!strchr("|-: ", line.data[i]))
            return false;
    return is_row(line) && str_contains(line, "-");
}

static struct str line_at(struct str text, size_t at)
{
    ptrdiff_t end = at < text.len ? str_find_char(text, '\n', at) : -1;

    return str_sub(text, at, end < 0 ? text.len : (size_t) end);
}

bool quoted_has_rows(struct str text)
{
    for (size_t at = 0; at < text.len; at += line_at(text, at).len + 1)
        if (is_row(line_at(text, at)))
            return true;
    return false;
}

/* A bar that belongs to the text is written "\|". */
static void write_cell(struct buf *out, struct str cell, bool header, bool marked)
{
    cell = str_trim(cell);
    buf_add_z(out, header ? "<th scope=\"col\">" : "<td>");
    buf_add_z(out, marked && cell.len ? "<mark>" : "");
    for (size_t at = 0; at < cell.len;) {
        ptrdiff_t bar = str_find(cell, str("\\|"), at);
        size_t end = bar < 0 ? cell.len : (size_t) bar;

        html_escape(out, str_sub(cell, at, end));
        buf_add_z(out, bar < 0 ? "" : "|");
        at = end + 2;
    }
    buf_add_z(out, marked && cell.len ? "</mark>" : "");
    buf_add_z(out, header ? "</th>" : "</td>");
}

static void write_row(struct buf *out, struct str line, bool header, bool marked)
{
    line = str_trim(line);
    buf_add_z(out, "<tr>");
    for (size_t at = 1, end; at < line.len; at = end + 1) {
        for (end = at; end < line.len && (line.data[end] != '|' || line.data[end - 1] == '\\');)
            end++;
        write_cell(out, str_sub(line, at, end), header, marked);
    }
    buf_add_z(out, "</tr>");
}

/* Bytes [from, to) of the text, with what is marked of them. */
static void write_text(struct buf *out, struct str text, size_t from, size_t to, struct span mark)
{
    size_t start = mark.start < from ? from : mark.start > to ? to : mark.start;
    size_t end = mark.end < start ? start : mark.end > to ? to : mark.end;

    html_escape(out, str_sub(text, from, start));
    if (end > start) {
        buf_add_z(out, "<mark>");
        html_escape(out, str_sub(text, start, end));
        buf_add_z(out, "</mark>");
    }
    html_escape(out, str_sub(text, end, to));
}

/* The lines of a text; true: the table that its last line belongs to is still open. */
static bool write_lines(struct buf *out, struct str text, struct span mark, bool is_lead, bool open)
{
    for (size_t at = 0; at < text.len;) {
        struct str line = line_at(text, at), next = line_at(text, at + line.len + 1);
        size_t end = at + line.len;
        bool row = is_row(line), again = is_row(next);

        if (row && !open)
            buf_add_z(out, "<div class=\"tablewrap\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>");
        else if (!row && open)
            buf_add_z(out, "</table></div>");
        open = row;
        if (row && !is_rule(line))
            write_row(out, line, is_lead || is_rule(next), mark.start < end && mark.end > at);
        else if (!row)
            write_text(out, text, at, end < text.len && !again ? end + 1 : end, mark);
        at = end + 1;
    }
    return open;
}

void quoted_write(struct buf *out, struct str lead, struct str text, struct span mark)
{
    bool open = write_lines(out, lead, (struct span){ 0 }, true, false);

    if (lead.len && !open)
        buf_add_z(out, "\n");
    if (write_lines(out, text, mark, false, open))
        buf_add_z(out, "</table></div>");
}
