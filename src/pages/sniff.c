#include "pages/format.h"
#include "text/json.h"

enum { HEAD = 2048, JSON_PROBE = 1 << 20 };

static bool ends_with(struct str name, const char *const endings[])
{
    for (size_t i = 0; endings[i]; i++) {
        size_t n = strlen(endings[i]);
        if (name.len >= n && str_eq_nocase(str_sub(name, name.len - n, name.len), str(endings[i])))
            return true;
    }
    return false;
}

static bool is_type(const struct document_hints *hints, const char *type)
{
    return str_starts_nocase(str_trim(hints->content_type), type);
}

/* Zip archives name their members in the clear; the directory is at the end. OpenDocument and EPUB say first what they
 * are. */
static enum document_format sniff_zip(struct str bytes)
{
    struct str head = str_sub(bytes, 0, 200);

    if (!str_starts(bytes, "PK\x03\x04"))
        return DOCUMENT_UNKNOWN;
    if (str_contains(head, "application/vnd.oasis.opendocument"))
        return DOCUMENT_ODT;
    if (str_contains(head, "application/epub+zip"))
        return DOCUMENT_EPUB;
    return str_contains(bytes, "word/document.xml")      ? DOCUMENT_DOCX
           : str_contains(bytes, "ppt/presentation.xml") ? DOCUMENT_PPTX
           : str_contains(bytes, "xl/workbook.xml")      ? DOCUMENT_XLSX
                                                         : DOCUMENT_UNKNOWN;
}

/* "ls.1", "printf.3p": a manual page, if its first lines are macros. Pages made by programs define a hundred lines of
 * them first, and comments tell who changed what over thirty years. */
static bool is_man(struct str head)
{
    struct str line;

    for (int words = 0; words <= 40 && str_next_line(&head, &line);) {
        if (str_starts(line, ".TH ") || str_starts(line, ".Dd ") || str_starts(line, ".Dt "))
            return true;
        words += line.len && line.data[0] != '.' && line.data[0] != '\'';
    }
    return false;
}

static bool is_notebook(struct str bytes)
{
    return str_contains(str_sub(bytes, 0, bytes.len), "\"cells\"") && str_contains(bytes, "\"nbformat\"");
}

bool sniff_pdf(struct str bytes) { return str_find(str_sub(bytes, 0, 1024), str("%PDF-"), 0) >= 0; }

/* NUL bytes or many control characters: no text of any charset but UTF-16. */
static bool is_binary(struct str bytes)
{
    struct str head = str_sub(bytes, 0, HEAD);
    size_t controls = 0, nuls = 0;

    if (str_starts(bytes, "\xff\xfe") || str_starts(bytes, "\xfe\xff"))
        return false;
    for (size_t i = 0; i < head.len; i++) {
        unsigned char c = (unsigned char) head.data[i];
        nuls += c == 0;
        controls += c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\b' && c != 0x1b;
    }
    /* UTF-16 without a mark: every second byte of Latin text is NUL. */
    if (nuls > head.len / 3 && nuls < head.len * 2 / 3)
        return false;
    return nuls > 0 || controls * 20 > head.len || str_starts(bytes, "\x1f\x8b") || str_starts(bytes, "\x89PNG") ||
           str_starts(bytes, "GIF8") || str_starts(bytes, "\xff\xd8\xff");
}

static struct str text_start(struct str bytes)
{
    if (str_starts(bytes, "\xef\xbb\xbf"))
        bytes = str_sub(bytes, 3, bytes.len);
    return str_trim(str_sub(bytes, 0, HEAD));
}

/* Lines "Name: value", among them at least two that only mail has. */
static bool is_mail(struct str head)
{
    static const char *const names[] = { "from:",       "to:",           "subject:",     "date:",         "received:",
                                         "message-id:", "mime-version:", "return-path:", "delivered-to:", NULL };
    struct str line;
    int known = 0;

    while (str_next_line(&head, &line) && line.len) {
        if (line.data[0] == ' ' || line.data[0] == '\t')
            continue;
        if (str_starts(line, "From ") && known == 0)
            continue;
        ptrdiff_t colon = str_find_char(line, ':', 0);
        if (colon <= 0 || str_find_char(str_sub(line, 0, (size_t) colon), ' ', 0) >= 0)
            return false;
        for (size_t i = 0; names[i]; i++)
            known += str_starts_nocase(line, names[i]);
    }
    return known >= 3;
}

/* Is the whole line one word in brackets, "[verse]", "[source,c]", "[[id]]"? */
static bool is_attribute(struct str line)
{
    static const char *const names[] = { "[[",        "[source",   "[verse",   "[quote",   "[NOTE",
                                         "[TIP",      "[options=", "[cols=",   "[role=",   "[horizontal",
                                         "[discrete", "[appendix", "[listing", "[WARNING", NULL };

    for (size_t i = 0; names[i] && str_ends(line, "]"); i++)
        if (str_starts(line, names[i]))
            return true;
    return false;
}

/* AsciiDoc under another name: at least three of its signs, no other markup has any two of them. */
static bool is_asciidoc(struct str head)
{
    enum { TITLE, ATTRIBUTE, CONDITION, TERM, PLUS, MACRO, SETTING, SIGNS };
    static const char *const macros[] = { "link:", "xref:", "image::", "<<", "footnote:[", NULL };
    static const char *const conditions[] = { "ifdef::", "ifndef::", "endif::", "include::", NULL };
    bool seen[SIGNS] = { 0 };
    struct str line;
    size_t n = 0;

    while (str_next_line(&head, &line)) {
        line = str_trim(line);
        seen[TITLE] |= str_starts(line, "== ") || str_starts(line, "= ");
        seen[ATTRIBUTE] |= is_attribute(line);
        seen[TERM] |= str_ends(line, "::") && !str_starts(line, ".. ");
        seen[PLUS] |= str_is(line, "+");
        seen[SETTING] |= str_starts(line, ":toc") || str_starts(line, ":icons:") || str_starts(line, ":doctype:");
        for (size_t i = 0; conditions[i]; i++)
            seen[CONDITION] |= str_starts(line, conditions[i]) && str_ends(line, "]");
        seen[MACRO] |= str_contains_any(line, macros) && (str_contains(line, "[") || str_contains(line, ">>"));
    }
    for (size_t i = 0; i < SIGNS; i++)
        n += seen[i];
    return n >= 3;
}

static bool is_json(struct str bytes)
{
    json_t *value;

    if (bytes.len > JSON_PROBE || json_parse(bytes, &value, NULL) < 0)
        return false;
    json_decref(value);
    return true;
}

static enum document_format sniff_markup(struct str head)
{
    static const char *const feeds[] = { "<rss", "<feed", "<rdf:rdf", NULL };
    static const char *const html[] = { "<!doctype html", "<html", "<head", "<body", NULL };

    if (str_contains_any(head, html) && !str_starts(head, "<?xml"))
        return DOCUMENT_HTML;
    return str_contains_any(head, feeds) ? DOCUMENT_FEED : DOCUMENT_HTML;
}

enum document_format document_sniff(struct str bytes, const struct document_hints *hints)
{
    static const char *const html_names[] = { ".html", ".htm", ".xhtml", NULL };
    static const char *const markdown_names[] = { ".md", ".markdown", ".mdown", NULL };
    static const char *const csv_names[] = { ".csv", ".tsv", NULL };
    static const char *const json_names[] = { ".json", ".jsonl", ".ndjson", NULL };
    static const char *const mail_names[] = { ".eml", NULL };
    static const char *const text_names[] = { ".txt", ".text", ".log", ".org", NULL };
    static const char *const latex_names[] = { ".tex", ".latex", NULL };
    static const char *const rst_names[] = { ".rst", ".rest", ".rst.txt", NULL };
    static const char *const asciidoc_names[] = { ".adoc", ".asciidoc", ".asc", NULL };
    static const char *const notebook_names[] = { ".ipynb", NULL };
    static const char *const tags[] = {
        "<!doctype html", "<html", "<head", "<body", "<rss", "<feed", "<rdf:rdf", NULL
    };
    static const char *const parts[] = { "<p>",   "<p ",    "<div", "<h1",   "<table", "<article",
                                         "<meta", "<title", "<br",  "<span", NULL };

    if (sniff_pdf(bytes))
        return DOCUMENT_PDF;
    enum document_format zip = sniff_zip(bytes);
    if (zip != DOCUMENT_UNKNOWN)
        return zip;
    if (str_starts(bytes, "{\\rtf"))
        return DOCUMENT_RTF;
    /* Before looking for what no text has: a page with a stray NUL is still a page. */
    struct str head = text_start(bytes);
    if (head.len && head.data[0] == '<' && (str_contains_any(head, tags) || str_starts(head, "<?xml")))
        return sniff_markup(head);
    if (is_binary(bytes))
        return DOCUMENT_UNKNOWN;
    if (ends_with(hints->name, markdown_names) || is_type(hints, "text/markdown"))
        return DOCUMENT_MARKDOWN;
    if (ends_with(hints->name, latex_names) || is_type(hints, "application/x-tex") ||
        str_starts(head, "\\documentclass"))
        return DOCUMENT_LATEX;
    if (ends_with(hints->name, rst_names) || is_type(hints, "text/x-rst"))
        return DOCUMENT_RST;
    if (ends_with(hints->name, asciidoc_names) || is_type(hints, "text/asciidoc"))
        return DOCUMENT_ASCIIDOC;
    /* Some begin with a comment or an escaped line end. */
    if (head.len && strchr(".'\\", head.data[0]) && is_man(str_sub(bytes, 0, 64 * 1024)))
        return DOCUMENT_MAN;
    if (head.len && head.data[0] == '{' && (ends_with(hints->name, notebook_names) || is_notebook(bytes)))
        return DOCUMENT_NOTEBOOK;
    if (ends_with(hints->name, csv_names) || is_type(hints, "text/csv") || is_type(hints, "text/tab-separated"))
        return DOCUMENT_CSV;
    if (ends_with(hints->name, mail_names) || is_type(hints, "message/rfc822") || is_mail(head))
        return DOCUMENT_MAIL;
    if (head.len && (head.data[0] == '{' || head.data[0] == '[') &&
        (ends_with(hints->name, json_names) || is_type(hints, "application/json") || is_json(bytes)))
        return DOCUMENT_JSON;
    if (is_asciidoc(str_sub(bytes, 0, 64 * 1024)))
        return DOCUMENT_ASCIIDOC;
    if (ends_with(hints->name, text_names) && !str_contains_any(head, tags))
        return DOCUMENT_TEXT;
    if (ends_with(hints->name, html_names) || is_type(hints, "text/html") || is_type(hints, "application/xhtml"))
        return DOCUMENT_HTML;
    if (head.len && head.data[0] == '<' && str_contains_any(head, parts))
        return DOCUMENT_HTML;
    return DOCUMENT_TEXT;
}
