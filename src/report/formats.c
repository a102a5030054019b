#include "report/formats.h"

#include "report/document.h"
#include "text/utf8.h"

enum { NAME_CHARACTERS = 60 };

const char *const report_format_words[] = { "md", "html", "json", "pdf", "docx", "fathom", "jsonl", NULL };
const char *const report_media_types[] = {
    [REPORT_MD] = "text/markdown; charset=utf-8",
    [REPORT_HTML] = "text/html; charset=utf-8",
    [REPORT_JSON] = "application/json",
    [REPORT_PDF] = "application/pdf",
    [REPORT_DOCX] = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    [REPORT_FATHOM] = "application/octet-stream",
    [REPORT_JSONL] = "application/jsonl",
};

int report_format_of(struct str file_name)
{
    for (int i = 0; report_format_words[i]; i++) {
        size_t n = strlen(report_format_words[i]);

        if (file_name.len > n && str_ends(file_name, report_format_words[i]) &&
            file_name.data[file_name.len - n - 1] == '.')
            return i;
    }
    return -1;
}

bool report_format_is_bytes(struct str word)
{
    static const char *const bytes[] = { "pdf", "docx", "fathom", NULL };

    return str_is_any(word, bytes);
}

struct str report_file_name(struct arena *arena, const struct report *report, enum report_format format)
{
    struct str title = utf8_cut(report_title(arena, report), NAME_CHARACTERS);
    struct buf out;

    buf_init(&out, 1024);
    for (size_t at = 0; at < title.len;) {
        size_t before = at;
        int32_t c = utf8_next(title, &at);

        if (utf8_is_word(c))
            buf_add(&out, title.data + before, at - before);
        else if (out.len && out.data[out.len - 1] != '-')
            buf_add_char(&out, '-');
    }
    while (out.len && out.data[out.len - 1] == '-')
        out.len--;
    struct str name = str_format(arena, "%.*s.%s", STR_ARG(out.len ? buf_str(&out) : str("report")),
                                 report_format_words[format]);
    buf_free(&out);
    return name;
}

static int write_document(struct arena *arena, const struct report_writing *w, struct str *ret, struct error *e)
{
    struct document document;

    document_make(arena, w->report, &document);
    return w->format == REPORT_PDF ? document_pdf(arena, &document, ret, e) : document_docx(arena, &document, ret, e);
}

int report_write(struct arena *arena, const struct report_writing *w, struct str *ret, struct error *e)
{
    switch ((int) w->format) {
    case REPORT_MD: *ret = report_markdown(arena, w->report); return 0;
    case REPORT_HTML: *ret = report_html(arena, w->report); return 0;
    case REPORT_JSON: *ret = report_result(arena, w->report, w->id, w->status); return 0;
    case REPORT_PDF:
    case REPORT_DOCX: return write_document(arena, w, ret, e);
    default:
        return error_set(e, ERROR_INVALID, "a report cannot be written as .%s here", report_format_words[w->format]);
    }
}
