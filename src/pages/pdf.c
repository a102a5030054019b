#include <errno.h>
#include <stdlib.h>

#include "base/child.h"
#include "pages/canonical.h"
#include "pages/fence.h"
#include "pages/format.h"
#include "pages/metadata.h"
#include "pages/outline.h"
#include "pages/pdf_page.h"
#include "pages/pdf_type.h"
#include "records/page_starts.h"
#include "text/utf8.h"

/* pdftotext and pdfinfo of poppler-utils do the parsing, as children that get
 * the document on standard input and have no file to write. */
enum { WRAP_MIN = 45, INFO_MAX = 64 * 1024 };

static const char *const environment[] = { "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent",
                                           NULL };

/* In the process that becomes the program. */
static int raise_fence(void *context)
{
    const struct format_input *in = context;

    return fence_raise(FENCE_PROGRAM, in->limits->memory_max, in->limits->time_ms, NULL) < 0 ? EPERM : 0;
}

static int run(struct format_input *in, const char *const argv[], int64_t timeout_ms, struct buf *out, struct error *e)
{
    struct child child = { .argv = argv, .input = in->bytes, .timeout_ms = timeout_ms, .environment = environment };
    struct child_result result;
    struct buf errors;

    if (in->fenced) {
        child.prepare = raise_fence;
        child.context = in;
    }
    buf_init(&errors, 1 << 20);
    int r = child_run(&child, out, &errors, &result, e);
    if (r == -ERROR_NOT_FOUND)
        r = error_set(e, ERROR_MISCONFIGURED, "reading PDF needs pdftotext: install poppler-utils");
    else if (r == 0 && result.exit_status != 0) {
        bool locked = str_contains(buf_str(&errors), "Incorrect password");
        r = locked ? error_set(e, ERROR_FORBIDDEN, "the PDF is locked with a password")
                   : error_set(e, ERROR_PARSE, "the PDF is damaged: pdftotext could not read it");
    }
    buf_free(&errors);
    return r;
}

static bool starts_item(struct str line)
{
    size_t i = 0;

    if (str_starts(line, "- ") || str_starts(line, "* ") || str_starts(line, "| ") || str_starts(line, "\xe2\x80\xa2"))
        return true;
    while (i < line.len && line.data[i] >= '0' && line.data[i] <= '9')
        i++;
    return i > 0 && i < 4 && i + 1 < line.len && (line.data[i] == '.' || line.data[i] == ')') &&
           line.data[i + 1] == ' ';
}

/* Lines of a paragraph back into one; a word cut by a hyphen is mended. */
static void unwrap(struct str page, struct buf *out)
{
    struct str line, last = { 0 };

    while (str_next_line(&page, &line)) {
        bool heading = outline_looks_heading(line);
        line = str_trim(line);
        size_t len = out->len;
        if (!last.len || !line.len) {
            buf_add_char(out, '\n');
        } else if (last.len < WRAP_MIN || starts_item(line) || last.data[0] == '|') {
            buf_add_char(out, '\n');
        } else if (len > 1 && out->data[len - 1] == '-' && line.data[0] >= 'a' && line.data[0] <= 'z' &&
                   out->data[len - 2] >= 'a' && out->data[len - 2] <= 'z') {
            out->len--;
        } else {
            buf_add_char(out, ' ');
        }
        if (heading)
            buf_add_str(out, line);
        else
            outline_line(out, line);
        last = line;
    }
}

static void read_info(struct format_input *in, struct str printed, struct document *ret)
{
    struct str line;

    while (str_next_line(&printed, &line)) {
        ptrdiff_t colon = str_find_char(line, ':', 0);
        struct str value = str_trim(str_sub(line, colon < 0 ? line.len : (size_t) colon + 1, line.len));
        if (str_starts(line, "Title:"))
            ret->title = canonical_line(in->arena, value, 500);
        else if (str_starts(line, "Author:"))
            ret->author = canonical_line(in->arena, value, 200);
        else if (str_starts(line, "CreationDate:"))
            ret->date = metadata_date(in->arena, value);
    }
}

/* The lines of a page with what their letters' size says: headings between empty lines, a heading of two lines in one. */
static void add_marked(struct arena *arena, struct pdf_type *type, size_t number, struct str lines, struct buf *out)
{
    struct str line;
    int level = 0, before = 0;

    while (str_next_line(&lines, &line)) {
        line = str_starts(line, "|") ? line : pdf_type_line(arena, type, number, line, &level);
        if (level && level == before) {
            out->len -= 2;
            buf_format(out, " %.*s\n\n", STR_ARG(str_trim(line)));
        } else if (level) {
            buf_format(out, "\n%.*s %.*s\n\n", level, "####", STR_ARG(str_trim(line)));
        } else {
            outline_line(out, line);
            buf_add_char(out, '\n');
        }
        before = level;
        level = 0;
    }
}

/* Each page in canonical form, joined by empty lines; where each starts is kept. */
void pdf_join_pages(struct format_input *in, const struct pdf_prints *prints, struct document *ret)
{
    struct buf text, lines, marked, page;
    struct pdf_page *plain, *laid;
    struct pdf_type type;
    size_t plain_n = pdf_split_pages(in->arena, prints->text, PAGE_STARTS_MAX, &plain);
    size_t laid_n = pdf_split_pages(in->arena, prints->layout, PAGE_STARTS_MAX, &laid);
    size_t room = 2 * prints->text.len + 8 * prints->layout.len + 4096, capacity = 0;

    buf_init(&text, in->text->max);
    buf_init(&lines, room);
    buf_init(&marked, 2 * room);
    buf_init(&page, 2 * room);
    pdf_type_read(in->arena, prints->boxes, PAGE_STARTS_MAX, &type);
    pdf_drop_heads(in->arena, plain, plain_n);
    pdf_drop_heads(in->arena, laid, laid_n);
    for (size_t p = 0; p < plain_n && !text.over; p++) {
        buf_clear(&lines);
        if (p >= laid_n || !pdf_layout_page(in->arena, &laid[p], &lines)) {
            buf_clear(&lines);
            for (size_t i = 0; i < plain[p].n; i++) {
                buf_add_str(&lines, plain[p].lines[i]);
                buf_add_char(&lines, '\n');
            }
        }
        buf_clear(&marked);
        buf_clear(&page);
        add_marked(in->arena, &type, p, buf_str(&lines), &marked);
        unwrap(buf_str(&marked), &page);
        struct str folded = canonical_text(in->arena, buf_str(&page), CANONICAL_LINES, NULL);
        if (text.len && folded.len)
            buf_add_z(&text, "\n\n");
        ret->pages = arena_grow(in->arena, ret->pages, &capacity, ret->pages_n + 1, sizeof *ret->pages);
        ret->pages[ret->pages_n++] = text.len;
        buf_add_str(&text, utf8_cut_bytes(folded, text.max - text.len));
        text.over |= folded.len > text.max - text.len;
    }
    in->text->over |= text.over;
    ret->text = buf_take(&text, in->arena);
    buf_free(&lines);
    buf_free(&marked);
    buf_free(&page);
}

static struct str first_words(struct arena *arena, struct str text)
{
    struct str line;

    while (str_next_line(&text, &line))
        if (str_trim(line).len > 3)
            return str_dup(arena, utf8_cut_bytes(str_trim(line), 150));
    return (struct str){ 0 };
}

/* What the programs print about one document. */
struct printed {
    struct buf text, layout, boxes, info;
};

static int print(struct format_input *in, struct printed *ret, struct error *e)
{
    static const char *const text[] = { "pdftotext", "-enc", "UTF-8", "-eol", "unix", "-", "-", NULL };
    static const char *const layout[] = { "pdftotext", "-layout", "-enc", "UTF-8", "-eol", "unix", "-", "-", NULL };
    static const char *const boxes[] = { "pdftotext", "-bbox-layout", "-enc", "UTF-8", "-eol", "unix", "-", "-", NULL };
    static const char *const info[] = { "pdfinfo", "-isodates", "-enc", "UTF-8", "-", NULL };
    struct error ignored;
    int r;

    /* Here it has its reason in words; in the child only a number comes back. */
    if (in->fenced && (fence_strength() == FENCE_NONE || fence_strength() == FENCE_CLOSED))
        return fence_raise(FENCE_PROGRAM, in->limits->memory_max, in->limits->time_ms, e);
    if ((r = run(in, text, in->limits->time_ms * 4 / 10, &ret->text, e)) < 0)
        return r;
    /* Tables are worth a second look, headings and raised figures a third; without them the text is all the same. */
    if (run(in, layout, in->limits->time_ms * 2 / 10, &ret->layout, &ignored) < 0)
        buf_clear(&ret->layout);
    if (run(in, boxes, in->limits->time_ms * 3 / 10, &ret->boxes, &ignored) < 0)
        buf_clear(&ret->boxes);
    if (run(in, info, in->limits->time_ms / 10, &ret->info, &ignored) < 0)
        buf_clear(&ret->info);
    return 0;
}

int format_pdf(struct format_input *in, struct document *ret, struct error *e)
{
    struct printed printed;

    buf_init(&printed.text, 2 * in->text->max);
    buf_init(&printed.layout, 4 * in->text->max);
    buf_init(&printed.boxes, 32 * in->text->max);
    buf_init(&printed.info, INFO_MAX);
    int r = print(in, &printed, e);
    if (r == 0 && in->fenced)
        r = fence_raise(FENCE_READER, in->limits->memory_max, in->limits->time_ms, e);
    if (r == 0) {
        struct pdf_prints prints = { buf_str(&printed.text), buf_str(&printed.layout), buf_str(&printed.boxes) };

        pdf_join_pages(in, &prints, ret);
        read_info(in, buf_str(&printed.info), ret);
        if (!ret->title.len)
            ret->title = first_words(in->arena, ret->text);
        if (!str_trim(ret->text).len) {
            ret->empty = DOCUMENT_NOTHING;
            document_warn(in->arena, ret, "the PDF holds no text: it may be a scan");
        }
    }
    buf_free(&printed.text);
    buf_free(&printed.layout);
    buf_free(&printed.boxes);
    buf_free(&printed.info);
    return r;
}
