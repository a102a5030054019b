/* PDF and DOCX from the report's tree: texts arrive, hostile ones do no harm, the same report has the same bytes. What other
 * programs make of the files (rendered pages, LibreOffice) is tested by tests/deliver. */
#include "arena_case.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/child.h"
#include "base/file.h"
#include "report/document.h"
#include "report/formats.h"

/* fontconfig keeps what it has read, and cairo 1.16 loses an array of some files. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\nleak:libcairo\n"; }

static const char rich_body[] =
    "## Answer\n\n"
    "Four hours is the usual size, because the evening peak lasts about that long [1]. Longer plants exist, but each "
    "further hour **costs almost as much** as the first [2][3].\n\n"
    "## What sets the limit\n\n"
    "A plant has three limits:\n\n"
    "- *duration*, set by the number of cells [1];\n"
    "- age, which takes 2 % of the capacity each year:\n"
    "  1. by cycles,\n"
    "  2. by time,\n"
    "     - and by heat [2];\n"
    "- fire, which `BMS` software watches for.\n\n"
    "> A quotation stands by itself and runs over more than one line of the page, so that the bar beside it can be "
    "seen.\n>\n> > And one inside it.\n\n"
    "7. Seventh\n8. Eighth\n\n"
    "### Figures\n\n"
    "| Plant | Power (MW) | Energy (MWh) | Remark |\n|---|--:|--:|:-:|\n"
    "| Moss Landing | 750 | 3000 | largest in 2023 [1] |\n| Hornsdale | 150 | 193.5 | ~~first~~ |\n"
    "| Minety | 150 | 266 | a long remark that does not fit into one line of its column |\n\n"
    "```\ndef hours(energy, power):\n    return energy / power  # a line of code that is so long that it has to be "
    "broken somewhere on the page\n```\n\n"
    "## \xe4\xb8\xad\xe6\x96\x87\xe4\xb8\x8e\xd8\xb9\xd8\xb1\xd8\xa8\xd9\x8a\n\n"
    "\xe7\x94\xb5\xe7\xbd\x91\xe7\x94\xb5\xe6\xb1\xa0\xe7\x9a\x84\xe9\x99\x90\xe5\x88\xb6\xe6\x98\xaf\xe6\x97\xb6"
    "\xe9\x95\xbf [2]\xe3\x80\x82\n\n"
    "\xd8\xa7\xd9\x84\xd8\xa8\xd8\xb7\xd8\xa7\xd8\xb1\xd9\x8a\xd8\xa7\xd8\xaa \xd8\xaa\xd8\xad\xd8\xaf\xd8\xaf "
    "\xd8\xa7\xd9\x84\xd9\x85\xd8\xaf\xd8\xa9 [3].\n\n"
    "## A page of [a source](https://b.example/report?a=1&b=2) and [a stranger](https://evil.example/)\n\n"
    "<script>alert(1)</script> stays text.\n\n---\n\nThe end.\n";

static struct report_source sources[] = {
    { .id = { "src-1", 5 },
      .number = 1,
      .title = { "Moss Landing <b>& others</b>", 28 },
      .url = { "https://a.example/x_(y)", 23 },
      .date = { "2026-01-02", 10 },
      .cited = true },
    { .id = { "src-2", 5 },
      .number = 2,
      .title = { "A source with a title that is long enough to need a second line in the list of sources of a page",
                 97 },
      .url = { "https://b.example/report?a=1&b=2", 32 },
      .author = { "B. Author", 9 },
      .cited = true },
    { .id = { "src-3", 5 },
      .number = 3,
      .title = { "notes.pdf", 9 },
      .url = { "file:///home/me/notes.pdf", 25 },
      .cited = true },
    { .id = { "src-4", 5 }, .number = 4, .title = { "Not cited", 9 }, .url = { "javascript:alert(1)", 19 } },
};

static struct span_row spans[] = { { .source = 1, .quote = { "The evening peak lasts four hours.", 34 } },
                                   { .source = 3, .quote = { "about four hours", 16 }, .page = 12 } };
static struct claim_row claims[] = {
    { .number = 1,
      .text = { "Four hours is the usual size, because the evening peak lasts about that long.", 78 },
      .verdict = VERDICT_SUPPORTED,
      .reason = { "The source says so in other words.", 34 },
      .spans = spans,
      .spans_n = 2 },
    { .number = 2,
      .text = { "Longer plants exist.", 20 },
      .verdict = VERDICT_PARTIAL,
      .reason = { "It names one.", 13 },
      .spans = spans,
      .spans_n = 1 },
};

static struct str_list warnings;

static struct report sample(struct str body)
{
    return (struct report){ .title = str("How long can a battery feed the grid?"),
                            .query = str("How long can grid batteries deliver, and what sets the limit?"),
                            .workflow = str("reflect"),
                            .depth = str("medium"),
                            .body = body,
                            .sources = sources,
                            .sources_n = 4,
                            .claims = claims,
                            .claims_n = 2,
                            .has_summary = true,
                            .claims_version = CLAIMS_VERSION,
                            .summary = { .total = 2, .checked = 2, .supported = 1, .partial = 1, .by_model = 2 },
                            .models = str("openai/gpt-5.2"),
                            .warnings = warnings,
                            .usage = { .calls = 3, .input_tokens = 21000, .output_tokens = 340 },
                            .digest = str("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef") };
}

static struct str written(const struct report *report, enum report_format format)
{
    struct str bytes = { 0 };
    struct error e;

    if (report_write(arena, &(struct report_writing){ report, format, str("run-1"), str("completed") }, &bytes, &e) < 0)
        fail_msg("%s", e.message);
    return bytes;
}

/* What `pdftotext` reads in it, by lines as they lie on the page. */
static struct str text_of_pdf(struct str pdf)
{
    const char *const argv[] = { "pdftotext", "-layout", "-", "-", NULL };
    const struct child child = { .argv = argv, .input = pdf, .stop_fd = -1, .timeout_ms = 60000 };
    struct child_result result;
    struct buf out, err;
    struct error e;

    buf_init(&out, 64 << 20);
    buf_init(&err, 1 << 20);
    if (child_run(&child, &out, &err, &result, &e) < 0)
        fail_msg("pdftotext: %s", e.message);
    assert_int_equal(result.exit_status, 0);
    assert_string_equal(buf_str(&err).data, ""); /* it complains about what is not right */
    buf_free(&err);
    return buf_take(&out, arena);
}

static struct str part_of_docx(struct str docx, const char *name)
{
    ptrdiff_t at = str_find(docx, str_format(arena, "%s<?xml", name), 0);

    assert_true(at > 0);
    struct str rest = str_sub(docx, (size_t) at + strlen(name), docx.len);
    ptrdiff_t end = str_find(rest, str("PK\x03\x04"), 0);
    return end < 0 ? rest : str_sub(rest, 0, (size_t) end);
}

static void keep(const char *name, struct str bytes)
{
    const char *folder = getenv("FATHOM_KEEP_EXPORTS"); /* for who wants to look at them */

    if (folder)
        file_write_atomic(str_format(arena, "%s/%s", folder, name).data, bytes, 0644, NULL);
}

static void a_pdf_shows_everything_that_the_report_has(void **state)
{
    static const char *const texts[] = {
        "How long can a battery feed the grid?",
        "Four hours is the usual size",
        "Contents",
        "What sets the limit",
        "Moss Landing",
        "193.5",
        "def hours(",
        "Evidence",
        "The evening peak lasts four hours.",
        "(page 12)",
        "Sources",
        "Found, not cited",
        "https://a.example/x_(y)",
        "notes.pdf",
        "7.",
        "8.",
        "partly supported",
        "<script>alert(1)</script>",
        "What to know",
        "0123456789abcdef",
    };

    (void) state;
    str_list_add(arena, &warnings, str("One page could not be read."));
    struct report report = sample(str(rich_body));
    struct str pdf = written(&report, REPORT_PDF), text = text_of_pdf(pdf);
    keep("rich.pdf", pdf);
    keep("rich.docx", written(&report, REPORT_DOCX));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!str_contains(text, texts[i]))
            fail_msg("the PDF does not show \"%s\"", texts[i]);
    assert_false(str_contains(pdf, "evil.example"));
    assert_false(str_contains(pdf, "javascript:"));
    assert_false(str_contains(text, "/home/me"));
}

static void the_same_report_has_the_same_bytes(void **state)
{
    struct report report = sample(str(rich_body));

    (void) state;
    assert_true(str_eq(written(&report, REPORT_PDF), written(&report, REPORT_PDF)));
    assert_true(str_eq(written(&report, REPORT_DOCX), written(&report, REPORT_DOCX)));
}

static void a_docx_leads_to_sources_and_nowhere_else(void **state)
{
    struct report report = sample(str(rich_body));
    struct str docx = written(&report, REPORT_DOCX), body = part_of_docx(docx, "word/document.xml");
    struct str relations = part_of_docx(docx, "word/_rels/document.xml.rels");

    (void) state;
    assert_true(str_contains(body, "<w:hyperlink w:anchor=\"source_1\""));
    assert_true(str_contains(body, "w:name=\"source_1\""));
    assert_true(str_contains(body, "<w:tblHeader/>"));
    assert_true(str_contains(body, "&lt;script&gt;"));
    assert_true(str_contains(relations, "https://b.example/report?a=1&amp;b=2"));
    assert_false(str_contains(relations, "evil.example"));
    assert_false(str_contains(relations, "javascript"));
    assert_true(str_contains(part_of_docx(docx, "word/numbering.xml"), "<w:startOverride w:val=\"7\"/>"));
}

/* Written, read back, and no text of the middle lost. */
static void survives(const char *what, struct str body, const char *has)
{
    struct report report = sample(body);
    struct str pdf = written(&report, REPORT_PDF), docx = written(&report, REPORT_DOCX);

    assert_true(str_starts(pdf, "%PDF-") && str_starts(docx, "PK"));
    if (has && !str_contains(text_of_pdf(pdf), has))
        fail_msg("%s: the PDF does not show \"%s\"", what, has);
    if (has && !str_contains(part_of_docx(docx, "word/document.xml"), has))
        fail_msg("%s: the DOCX does not have \"%s\"", what, has);
    keep(str_format(arena, "%s.pdf", what).data, pdf);
    keep(str_format(arena, "%s.docx", what).data, docx);
}

static struct str repeated(const char *what, size_t n, const char *before, const char *after)
{
    struct buf out;

    buf_init(&out, 16 << 20);
    buf_add_z(&out, before);
    for (size_t i = 0; i < n; i++)
        buf_add_z(&out, what);
    buf_add_z(&out, after);
    return buf_take(&out, arena);
}

static void hostile_texts_do_no_harm(void **state)
{
    (void) state;
    survives("word", repeated("w", 10000, "# T\n\nBegin ", " behind [1].\n\n## Next\n\nmore"), "behind");
    survives("rows", repeated("| a | b | c |\n", 600, "| x | y | z |\n|---|---|---|\n", "\nbehind the table"),
             "behind the table");
    survives("cell", repeated("word ", 2500, "| x | y |\n|---|---|\n| ", " | last |\n\nbehind"), "behind");
    survives("columns",
             str_format(arena, "%.*s\n%.*s\n%.*s\n\nbehind", STR_ARG(repeated("| h ", 60, "", "|")),
                        STR_ARG(repeated("|---", 60, "", "|")), STR_ARG(repeated("| v ", 60, "", "|"))),
             "behind");
    survives("deep", repeated("- ", 200, "", "deep\n\nbehind"), "behind");
    survives("quotes", repeated("> ", 200, "", "quoted\n\nbehind"), "behind");
    survives("controls",
             str("a\x01\x02\x1b[31m\x7f"
                 "b \xef\xbf\xbe\xef\xbf\xbf \xff\xfe c\n\nbehind"),
             "behind");
    survives("bidi",
             str("\xe2\x80\xae"
                 "txt.exe \xe2\x80\xac behind \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d [2]"),
             "behind");
    survives("scripts",
             str("\xf0\x93\x80\x80 \xe0\xae\xa4\xe0\xae\xae\xe0\xae\xbf \xf0\x9f\xa6\x88 \xee\x80\x80 behind"),
             "behind");
    survives("marks", repeated("\xcc\x81", 3000, "a", " behind"), "behind");
    survives("code", repeated("x = 1\n", 500, "```\n", "```\n\nbehind"), "behind");
    survives("headings", repeated("## h\n\nt\n\n", 300, "", "behind"), "behind");
    survives("links", repeated("[a](https://a.example/x_(y)) [1]", 500, "", " behind"), "behind");
    survives("markup", str("</span> <span foreground=\"x\"> & &amp; ]]> </w:t> behind `</span>`"), "behind");
    survives("empty", str(""), NULL);
}

/* The longest run of one character in the lines of a PDF. */
static size_t longest_run(struct str text, char c)
{
    size_t longest = 0, n = 0;

    for (size_t i = 0; i < text.len; i++) {
        n = text.data[i] == c ? n + 1 : 0;
        longest = n > longest ? n : longest;
    }
    return longest;
}

/* A hyphen that is drawn where a line is broken is no text that could be read back, but it takes room: pango draws it in a
 * word of letters, never among signs. All characters are equally wide, so both lines hold the same number. */
static void broken_code_gets_no_hyphen(void **state)
{
    struct report report = sample(str_format(arena, "```\n%.*s\n%.*s\n```\n", STR_ARG(repeated("w", 300, "", "")),
                                             STR_ARG(repeated("=", 300, "", ""))));
    struct str text = text_of_pdf(written(&report, REPORT_PDF));

    (void) state;
    assert_true(longest_run(text, '=') > 40 && longest_run(text, '=') < 300);
    assert_int_equal(longest_run(text, 'w'), longest_run(text, '='));
}

static void a_quotation_is_not_printed_twice(void **state)
{
    static struct span_row there = { .source = 1, .quote = { "Longer plants exist.", 20 }, .page = 7 };
    struct report report = sample(str("Longer plants exist [1]."));
    struct claim_row quoted = { .number = 1,
                                .text = { "Longer plants exist.", 20 },
                                .verdict = VERDICT_QUOTED,
                                .reason = { "The source says so in these words.", 34 },
                                .spans = &there,
                                .spans_n = 1 };
    struct document document;

    (void) state;
    report.claims = &quoted;
    report.claims_n = 1;
    document_make(arena, &report, &document);
    struct str note = { 0 };
    for (size_t i = 0; i < document.n; i++)
        if (document.blocks[i].kind == DOC_NOTE && str_is(document.blocks[i].label, "1"))
            note = doc_text_plain(arena, &document.blocks[i].text);
    assert_true(str_is(note, "Longer plants exist. \u2014 quotation, word for word in\u00a0[1] (page 7)"));
}

/* A line that begins with the marker of the line before is hard to read; so is a title on another page than its address. */
static void a_marker_stays_with_its_word(void **state)
{
    struct report report = sample(str("Four hours [1] is the usual size [2][3].\n"));
    struct document document;
    size_t glued = 0;

    (void) state;
    document_make(arena, &report, &document);
    for (size_t i = 0; i < document.n; i++)
        for (size_t k = 0; k + 1 < document.blocks[i].text.n && document.blocks[i].kind == DOC_LEAD; k++)
            glued += document.blocks[i].text.runs[k + 1].source &&
                     str_ends(document.blocks[i].text.runs[k].text, "\u00a0");
    assert_int_equal(glued, 2);
}

static void names_as_citations_lead_to_their_sources(void **state)
{
    struct report report = sample(str("Said [1], and [2].\n"));
    struct document document;
    size_t led = 0;

    (void) state;
    report.citation_names = true;
    document_make(arena, &report, &document);
    for (size_t i = 0; i < document.n; i++)
        for (size_t k = 0; k < document.blocks[i].text.n; k++)
            led += document.blocks[i].text.runs[k].source && str_is(document.blocks[i].text.runs[k].text, "[Source]");
    assert_int_equal(led, 3); /* in the text, and twice in the evidence */
}

static void a_file_is_named_after_its_report(void **state)
{
    struct report report = sample(str("x"));

    (void) state;
    assert_true(str_is(report_file_name(arena, &report, REPORT_PDF), "How-long-can-a-battery-feed-the-grid.pdf"));
    report.title = str("../../etc/passwd\r\n\xe6\xb0\xb4");
    assert_true(str_is(report_file_name(arena, &report, REPORT_MD), "etc-passwd-\xe6\xb0\xb4.md"));
    report.title = str("???");
    assert_true(str_is(report_file_name(arena, &report, REPORT_JSON), "report.json"));
    assert_int_equal(report_format_of(str("a.pdf")), REPORT_PDF);
    assert_int_equal(report_format_of(str("a.jsonl")), REPORT_JSONL);
    assert_int_equal(report_format_of(str("pdf")), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pdf_shows_everything_that_the_report_has),
        cmocka_unit_test(the_same_report_has_the_same_bytes),
        cmocka_unit_test(a_docx_leads_to_sources_and_nowhere_else),
        cmocka_unit_test(hostile_texts_do_no_harm),
        cmocka_unit_test(broken_code_gets_no_hyphen),
        cmocka_unit_test(a_quotation_is_not_printed_twice),
        cmocka_unit_test(a_marker_stays_with_its_word),
        cmocka_unit_test(names_as_citations_lead_to_their_sources),
        cmocka_unit_test(a_file_is_named_after_its_report),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
