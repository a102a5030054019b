#include "pages/document.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "net/url.h"
#include "pages/canonical.h"
#include "pages/format.h"
#include "pages/suspect.h"
#include "pages/zip.h"
#include "text/charset.h"
#include "text/counts.h"
#include "text/language_detect.h"
#include "text/utf8.h"

const char *const document_format_words[] = { "unknown", "html",  "text", "markdown", "json", "csv",      "feed",
                                              "mail",    "docx",  "pdf",  "odt",      "pptx", "xlsx",     "epub",
                                              "rtf",     "latex", "rst",  "asciidoc", "man",  "notebook", NULL };
const char *const document_empty_words[] = { "", "blocked", "needs script", "login", "empty", NULL };

void document_warn(struct arena *arena, struct document *document, const char *format, ...)
{
    char text[400];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    str_list_add(arena, &document->warnings, canonical_line(arena, str(text), sizeof text));
}

struct document_limits document_limits(const struct document_limits *given)
{
    struct document_limits limits = given ? *given : (struct document_limits){ 0 };

    if (!limits.bytes_max)
        limits.bytes_max = 32u << 20;
    if (!limits.text_max)
        limits.text_max = 4u << 20;
    if (!limits.memory_max)
        limits.memory_max = 1u << 30;
    if (!limits.time_ms)
        limits.time_ms = 20000;
    return limits;
}

static const struct format {
    int (*read)(struct format_input *in, struct document *ret, struct error *e);
    bool flat;  /* white space at line starts has no meaning */
    bool named; /* without a title of its own it is called like its file */
} formats[] = {
    [DOCUMENT_HTML] = { format_html },
    [DOCUMENT_TEXT] = { format_plain, .flat = true },
    [DOCUMENT_MARKDOWN] = { format_markdown },
    [DOCUMENT_JSON] = { format_json, .flat = true },
    [DOCUMENT_CSV] = { format_csv, .flat = true, .named = true },
    [DOCUMENT_FEED] = { format_feed },
    [DOCUMENT_MAIL] = { format_mail },
    [DOCUMENT_DOCX] = { format_docx, .named = true },
    [DOCUMENT_PDF] = { format_pdf, .flat = true },
    [DOCUMENT_ODT] = { format_odt, .named = true },
    [DOCUMENT_PPTX] = { format_pptx, .named = true },
    [DOCUMENT_XLSX] = { format_xlsx, .named = true },
    [DOCUMENT_EPUB] = { format_epub, .named = true },
    [DOCUMENT_RTF] = { format_rtf, .named = true },
    [DOCUMENT_LATEX] = { format_latex, .named = true },
    [DOCUMENT_RST] = { format_rst, .named = true },
    [DOCUMENT_ASCIIDOC] = { format_asciidoc, .named = true },
    [DOCUMENT_MAN] = { format_man, .named = true },
    [DOCUMENT_NOTEBOOK] = { format_notebook, .named = true },
};

static void clean_lists(struct arena *arena, struct document *d)
{
    for (size_t i = 0; i < d->links_n; i++) {
        d->links[i].text = canonical_line(arena, d->links[i].text, 200);
        d->links[i].url = canonical_line(arena, d->links[i].url, 4096);
    }
    for (size_t i = 0; i < d->captions.n; i++)
        d->captions.items[i] = canonical_line(arena, d->captions.items[i], 2000);
}

/* What all formats share: canonical form, language, flags. */
static void finish(struct format_input *in, struct document *d)
{
    const struct format *format = &formats[d->format];
    struct arena *arena = in->arena;
    size_t invisible = 0;

    if (in->text->over)
        document_warn(arena, d, "the text is longer than %zu bytes; the rest was left out", in->text->max);
    struct str text = utf8_cut_bytes(buf_str(in->text), in->text->len);
    if (d->pages_n == 0)
        d->text = canonical_text(arena, text, format->flat ? CANONICAL_LINES : CANONICAL_INDENT, &invisible);
    d->title = canonical_line(arena, d->title.len || !format->named ? d->title : in->hints->name, 500);
    d->author = canonical_line(arena, d->author, 200);
    d->site = canonical_line(arena, d->site, 200);
    d->url = canonical_line(arena, d->url.len ? d->url : in->hints->url, 8192);
    d->charset = canonical_line(arena, d->charset, 40);
    d->language = canonical_line(arena, d->language, 8);
    clean_lists(arena, d);
    if (!d->site.len && d->url.len)
        d->site = url_domain(d->url);
    const char *guess = language_detect(d->text);
    if (*guess)
        d->language = str(guess);
    if (d->text.len == 0 && d->empty == DOCUMENT_FULL)
        d->empty = DOCUMENT_NOTHING;
    if (!d->suspect.len)
        d->suspect = suspect_find(d->text);
    if (!d->suspect.len)
        d->suspect = suspect_find(d->title);
    d->suspect = canonical_line(arena, d->suspect, 200);
    if (invisible > 10)
        document_warn(arena, d, "%zu invisible characters were removed", invisible);
    if (d->hidden_bytes > 0)
        document_warn(arena, d, "%.*s of hidden text left out",
                      STR_ARG(text_counted(arena, (int64_t) d->hidden_bytes, "byte", "bytes")));
    if (d->suspect.len)
        document_warn(arena, d, "a passage reads like instructions to a model; treat this source with care");
}

static int parse(struct format_input *in, enum document_format format, struct document *ret, struct error *e)
{
    struct document d = { .format = format };
    struct buf text;

    buf_init(&text, in->limits->text_max);
    in->text = &text;
    int r = formats[format].read(in, &d, e);
    if (r == 0) {
        finish(in, &d);
        *ret = d;
    }
    buf_free(&text);
    return r;
}

int document_parse_pdf_fenced(struct arena *arena, struct str bytes, const struct document_hints *hints,
                              const struct document_limits *limits, struct document *ret, struct error *e)
{
    struct format_input in = { .arena = arena, .bytes = bytes, .hints = hints, .limits = limits, .fenced = true };

    return parse(&in, DOCUMENT_PDF, ret, e);
}

int document_parse(struct arena *arena, struct str bytes, const struct document_hints *hints,
                   const struct document_limits *given, struct document *ret, struct error *e)
{
    static const struct document_hints none;
    struct document_limits limits = document_limits(given);

    if (!hints)
        hints = &none;
    if (bytes.len > limits.bytes_max)
        return error_set(e, ERROR_LIMIT, "the document has %zu bytes, more than the limit of %zu; it was not read",
                         bytes.len, limits.bytes_max);
    struct document_hints inner = *hints;
    if (str_starts(bytes, "\x1f\x8b")) { /* "ls.1.gz" */
        int r = zip_gunzip(arena, bytes, &bytes, e);
        if (r < 0)
            return r;
        if (str_ends(inner.name, ".gz"))
            inner.name.len -= 3;
        hints = &inner;
    }
    /* UTF-16 hides its markup from the sniffer. */
    if (str_starts(bytes, "\xff\xfe") || str_starts(bytes, "\xfe\xff"))
        bytes = charset_decode(arena, bytes, (struct str){ 0 }, false, NULL);
    enum document_format format = hints->format ? (enum document_format) hints->format : document_sniff(bytes, hints);
    if (format == DOCUMENT_UNKNOWN)
        return error_set(
            e, ERROR_PARSE,
            "not a format that can be read (HTML, PDF, office documents, EPUB, RTF, LaTeX, reStructuredText, "
            "AsciiDoc, Markdown, text, manual pages, CSV, JSON, notebooks, feeds, mail)");
    struct format_input in = { .arena = arena, .bytes = bytes, .hints = hints, .limits = &limits };
    return parse(&in, format, ret, e);
}
