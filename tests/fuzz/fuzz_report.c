/* A body as models write it, with its claims: after the check every marker names a
 * source, doing it again changes nothing, and the formats can be made; in HTML
 * every tag is closed where it must be, and none could load or run anything; likewise in the HTML of an e-mail and in a
 * DOCX. Short ones are set as a PDF, too. */
#include <assert.h>
#include <string.h>

#include "evidence/evidence.h"
#include "report/document.h"
#include "report/markup.h"
#include "report/report.h"

enum { DEPTH_MAX = 4096, CLAIMS_MAX = 64, PDF_BYTES = 700 };

/* fontconfig keeps what it has read, and cairo 1.16 loses an array of some files. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\nleak:libcairo\n"; }

static bool is_void(struct str name)
{
    static const char *const names[] = { "meta", "input", "br", "hr", "!doctype", NULL };

    for (size_t i = 0; names[i]; i++)
        if (str_is(name, names[i]))
            return true;
    return false;
}

/* All text is escaped, so every "<" begins a tag of ours. */
static void check_tags(struct str html, const char *from)
{
    static struct str open[DEPTH_MAX];
    size_t depth = 0;
    ptrdiff_t style = str_find(html, str(from), 0);

    assert(style > 0);
    for (size_t at = (size_t) style + strlen(from); at < html.len; at++) {
        if (html.data[at] != '<')
            continue;
        bool close = html.data[at + 1] == '/';
        size_t end = at + 1 + close;

        while (html.data[end] != ' ' && html.data[end] != '>' && html.data[end] != '/')
            end++;
        struct str name = str_sub(html, at + 1 + close, end);
        ptrdiff_t stop = str_find_char(html, '>', at);
        assert(stop > 0 && name.len > 0 && name.len < 20);
        if (close && depth == 0)
            assert(str_is(name, "head") || str_is(name, "html") || str_is(name, "w:body")); /* opened before */
        else if (close)
            assert(str_eq(open[--depth], name));
        else if (!is_void(name) && html.data[stop - 1] != '/')
            assert(depth < DEPTH_MAX), open[depth++] = name;
        at = (size_t) stop;
    }
    assert(depth == 0);
}

/* The page loads nothing: no element that could, whatever the body says. */
static void check_html(struct str html, const char *from)
{
    static const char *const never[] = {
        "<script", "<img", "<iframe", "<object", "<embed", "href=\"javascript:", NULL
    };

    for (size_t i = 0; never[i]; i++)
        assert(!str_contains_nocase(html, never[i]));
    check_tags(html, from);
}

static void check_documents(struct arena *arena, const struct report *report)
{
    struct document document;
    struct str bytes;
    struct error e;

    document_make(arena, report, &document);
    check_html(document_mail_html(arena, &document), "</head>");
    assert(document_docx(arena, &document, &bytes, &e) == 0);
    ptrdiff_t body = str_find(bytes, str("<w:document"), 0), end = str_find(bytes, str("</w:document>"), 0);
    assert(body > 0 && end > body);
    check_tags(str_sub(bytes, (size_t) body, (size_t) end), "<w:body>\n");
    if (report->body.len < PDF_BYTES && report->body.len % 64 == 0) /* it takes much longer than all the rest */
        assert(document_pdf(arena, &document, &bytes, &e) == 0 && str_starts(bytes, "%PDF-"));
}

/* Those of the body, and one that stands anywhere. */
static size_t find_claims(struct arena *arena, struct str body, struct claim_row *rows, struct span_row *span)
{
    struct claims claims;
    size_t n = 0;

    claims_parse(arena, NULL, body, 3, &claims);
    for (; n < claims.n && n < CLAIMS_MAX - 1; n++)
        rows[n] = (struct claim_row){ .number = (int64_t) n + 1,
                                      .kind = n % 7 == 6 ? KIND_REMARK : KIND_CLAIM,
                                      .text = claims.items[n].text,
                                      .reason = claims.items[n].text,
                                      .missing = str_sub(claims.items[n].text, 2, 9),
                                      .start = (int64_t) claims.items[n].at.start,
                                      .end = (int64_t) claims.items[n].at.end,
                                      .verdict = (int) (n % VERDICT_COUNT),
                                      .marked = claims.items[n].marked,
                                      .left_out = n % 11 == 10,
                                      .spans = span,
                                      .spans_n = 1 };
    rows[n] = (struct claim_row){
        .number = (int64_t) n + 1, .text = str("x"), .start = (int64_t) body.len / 3, .end = (int64_t) body.len
    };
    return n + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str text = str_n((const char *) data, size > 20000 ? 20000 : size);
    struct report_source sources[] = {
        { .number = 1, .title = str_sub(text, 0, 40), .url = str("https://a.example/"), .text = text },
        { .number = 3, .title = str("Three"), .url = str_sub(text, 0, 60), .snippet_only = true },
    };
    struct span_row span = { .source = 1,
                             .start = (int64_t) text.len / 2,
                             .end = (int64_t) text.len,
                             .quote = str_sub(text, text.len / 2, text.len) };
    struct claim_row claims[CLAIMS_MAX];
    struct report report = { .query = str("q"), .body = text, .sources = sources, .sources_n = 2, .claims = claims };

    if (memchr(data, 0, size)) {
        arena_free(arena);
        return 0; /* a model's text is a string: json_parse refuses NUL */
    }
    report_check_markers(arena, &report);
    struct str once = report.body;
    report_check_markers(arena, &report);
    assert(str_eq(once, report.body));
    report.claims_n = find_claims(arena, report.body, claims, &span);
    report.has_summary = true;
    report.summary = (struct claim_summary){ .total = 3, .checked = 2, .supported = 2, .unchecked = 1 };
    report_markdown(arena, &report);
    report_answer(arena, &report);
    check_html(report_html(arena, &report), "</style>");
    check_documents(arena, &report);
    arena_free(arena);
    return 0;
}
