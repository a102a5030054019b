/* CSV and TSV become a table. */
#include "pages/format.h"
#include "text/charset.h"

enum { COLUMNS_MAX = 200 };

static char separator_of(struct str text)
{
    static const char candidates[] = ",;\t|";
    size_t counts[4] = { 0 }, best = 0;
    bool quoted = false;

    for (size_t i = 0; i < text.len && (quoted || text.data[i] != '\n'); i++) {
        if (text.data[i] == '"')
            quoted = !quoted;
        for (size_t k = 0; !quoted && k < 4; k++)
            counts[k] += text.data[i] == candidates[k];
    }
    for (size_t k = 1; k < 4; k++)
        if (counts[k] > counts[best])
            best = k;
    return candidates[best];
}

/* Behind the first row: it names the columns unless one of its cells is a number. */
static void end_row(struct buf *out, size_t *rows, size_t columns, bool figures)
{
    buf_add_z(out, " |\n");
    if ((*rows)++ > 0 || columns < 2 || figures)
        return;
    buf_add_char(out, '|');
    for (size_t i = 0; i < columns && i < COLUMNS_MAX; i++)
        buf_add_z(out, " --- |");
    buf_add_char(out, '\n');
}

int format_csv(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);
    char separator = separator_of(text);
    bool quoted = false, row = false, figures = false, cell = false;
    size_t rows = 0, columns = 0;

    for (size_t i = 0; i < text.len && !in->text->over; i++) {
        char c = text.data[i];
        if (c == '\r')
            continue;
        if (!row && c != '\n') {
            buf_add_z(in->text, "| ");
            row = true;
            columns = 1;
            figures = cell = false;
        }
        if (c == '"') {
            if (quoted && i + 1 < text.len && text.data[i + 1] == '"')
                buf_add_char(in->text, text.data[++i]);
            else
                quoted = !quoted;
        } else if (c == separator && !quoted) {
            buf_add_z(in->text, " | ");
            columns++;
            cell = false;
        } else if (c == '\n' && !quoted) {
            if (row)
                end_row(in->text, &rows, columns, figures);
            row = false;
        } else {
            figures |= !cell && c >= '0' && c <= '9';
            cell = cell || c != ' ';
            if (c == '|')
                buf_add_char(in->text, '\\');
            buf_add_char(in->text, c == '\n' ? ' ' : c);
        }
    }
    if (row)
        buf_add_z(in->text, " |");
    return 0;
}
