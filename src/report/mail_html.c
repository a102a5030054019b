/* The report for mail programs. They know tables and styles at elements, and little else: no style sheet, no script, nothing
 * that is loaded, no colours that a dark scheme could not turn around. All text passes html_escape(). */
#include "report/document.h"
#include "report/markup.h"

enum { OUT_MAX = 64 << 20 };

#define SANS "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
#define SERIF "font-family:Charter,Cambria,Georgia,serif;"
#define MONO "font-family:ui-monospace,Consolas,Menlo,monospace;"
#define SOFT "color:#41505b;"

static void add_run(struct buf *out, const struct doc_run *run)
{
    bool web = url_is_web(run->url);

    if (run->line_break) {
        buf_add_z(out, "<br>");
        return;
    }
    if (run->source)
        buf_format(out, "<a href=\"#source-%lld\" style=\"color:#0a5c7c;text-decoration:none;font-size:80%%\">",
                   (long long) run->source);
    else if (web) {
        buf_add_z(out, "<a style=\"color:#0a5c7c\" href=\"");
        html_escape_url(out, run->url);
        buf_add_z(out, "\">");
    }
    buf_add_z(out, run->bold ? "<strong>" : "");
    buf_add_z(out, run->italic ? "<em>" : "");
    buf_add_z(out, run->strike ? "<s>" : "");
    buf_add_z(out, run->code && !web ? "<code style=\"" MONO "font-size:90%\">" : "");
    html_escape(out, run->text);
    buf_add_z(out, run->code && !web ? "</code>" : "");
    buf_add_z(out, run->strike ? "</s>" : "");
    buf_add_z(out, run->italic ? "</em>" : "");
    buf_add_z(out, run->bold ? "</strong>" : "");
    buf_add_z(out, run->source || web ? "</a>" : "");
}

static void add_runs(struct buf *out, const struct doc_text *text)
{
    for (size_t i = 0; i < text->n; i++)
        add_run(out, &text->runs[i]);
}

/* A block with its label in front; depth in lists and quotations is a margin. */
static void add_block(struct buf *out, const struct doc_block *b, const char *tag, const char *style)
{
    buf_format(out, "<%s%s style=\"%s", tag, b->rtl ? " dir=\"rtl\"" : "", style);
    if (b->indent)
        buf_format(out, "margin-left:%dpx;%s", 22 * (b->indent > 8 ? 8 : b->indent),
                   b->label.len ? "text-indent:-16px;" : "");
    if (b->quote)
        buf_format(out, "margin-left:%dpx;padding-left:12px;border-left:3px solid #0a5c7c;",
                   12 * ((b->quote > 4 ? 4 : b->quote) - 1) + 22 * (b->indent > 8 ? 8 : b->indent));
    buf_add_z(out, "\">");
    if (b->label.len) {
        html_escape(out, b->label);
        buf_add_z(out, "&nbsp; ");
    }
    add_runs(out, &b->text);
    buf_format(out, "</%s>\n", tag);
}

static void add_table(struct buf *out, const struct doc_table *t)
{
    buf_add_z(out, "<table cellpadding=\"6\" cellspacing=\"0\" style=\"border-collapse:collapse;" SANS
                   "font-size:14px;margin:12px 0\">\n");
    for (size_t row = 0; row < t->rows; row++) {
        buf_add_z(out, "<tr>");
        for (size_t c = 0; c < t->columns; c++) {
            const char *tag = row ? "td" : "th";

            buf_format(out, "<%s style=\"border-bottom:1px solid %s;text-align:%s;vertical-align:top\">", tag,
                       row ? "#dbe2e5" : "#7c8b94",
                       t->align[c] == 'r'   ? "right"
                       : t->align[c] == 'c' ? "center"
                                            : "left");
            add_runs(out, &t->cells[row * t->columns + c]);
            buf_format(out, "</%s>", tag);
        }
        buf_add_z(out, "</tr>\n");
    }
    buf_add_z(out, "</table>\n");
}

static void add_source(struct buf *out, const struct doc_block *b)
{
    buf_format(out, "<p id=\"source-%lld\" style=\"" SANS "font-size:14px;margin:6px 0\"%s>", (long long) b->number,
               b->rtl ? " dir=\"rtl\"" : "");
    html_escape(out, b->label);
    buf_add_z(out, "&nbsp; ");
    add_runs(out, &b->text);
    buf_add_z(out, "</p>\n");
}

static void add_one(struct buf *out, const struct doc_block *b)
{
    static const char *const headings[] = { SANS "font-size:20px;margin:28px 0 8px",
                                            SANS "font-size:17px;margin:20px 0 6px",
                                            SANS "font-size:15px;margin:16px 0 4px;" SOFT };
    static const char *const tags[] = { "h2", "h3", "h4" };

    switch (b->kind) {
    case DOC_TITLE: add_block(out, b, "h1", SANS "font-size:26px;line-height:1.25;margin:4px 0 8px"); break;
    case DOC_SUBTITLE: add_block(out, b, "p", SANS "font-style:italic;font-size:14px;margin:0 0 16px;" SOFT); break;
    case DOC_HEADING: add_block(out, b, tags[b->level - 1], headings[b->level - 1]); break;
    case DOC_PARAGRAPH: add_block(out, b, "p", "margin:0 0 10px;"); break;
    case DOC_LEAD: add_block(out, b, "p", "font-size:18px;margin:0 0 12px;"); break;
    case DOC_FIGURES: add_block(out, b, "p", SANS "font-size:13px;margin:0 0 4px;" SOFT); break;
    case DOC_NOTE: add_block(out, b, "p", SANS "font-size:13px;margin:0 0 8px;"); break;
    case DOC_CODE:
        buf_add_z(out, "<pre style=\"" MONO "font-size:13px;background:#f1f4f5;color:#13202a;padding:10px;"
                       "white-space:pre-wrap\">");
        html_escape(out, b->code);
        buf_add_z(out, "</pre>\n");
        break;
    case DOC_TABLE: add_table(out, b->table); break;
    case DOC_RULE: buf_add_z(out, "<hr style=\"border:0;border-top:1px solid #dbe2e5;margin:18px 0\">\n"); break;
    case DOC_SOURCE: add_source(out, b); break;
    case DOC_CONTENTS: break; /* a mail is read from top to bottom */
    }
}

struct str document_mail_html(struct arena *arena, const struct document *d)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    buf_add_z(&out, "<!doctype html>\n<html");
    if (d->language.len)
        buf_format(&out, " lang=\"%.*s\"", STR_ARG(d->language));
    buf_add_z(&out, ">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
                    "initial-scale=1\">\n<title>");
    html_escape(&out, d->title);
    buf_add_z(&out,
              "</title>\n</head>\n<body>\n<div style=\"max-width:680px;margin:0 auto;padding:16px;" SERIF
              "font-size:16px;line-height:1.5\">\n<p style=\"" SANS "font-size:13px;font-weight:bold;color:#0a5c7c;"
              "margin:0\">fathom &middot; research report</p>\n");
    for (size_t i = 0; i < d->n; i++)
        add_one(&out, &d->blocks[i]);
    buf_add_z(&out, "</div>\n</body>\n</html>\n");
    return buf_take(&out, arena);
}
