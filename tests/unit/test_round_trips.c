/* Every construct through every format: nested lists, wide tables, definition lists, raised and lowered text, footnotes and
 * code come out as the same lines. One test for each construct in each format; the office files are worded as LibreOffice
 * and Word write them. */
#include "arena_case.h"

#include <stdio.h>

#include "pages/document.h"
#include "tests/unit/documents.h"

enum construct { NESTED, WIDE, TERMS, RAISED, NOTES, CODE, CONSTRUCTS };

#define PROSE                                                                                                          \
    "Pumped hydro has stored most of the world's electricity for decades, and it still does so today, in many countries."

/* --- HTML, and books --- */

static const char *const html_parts[CONSTRUCTS] = {
    [NESTED] = "<ul><li>one<ol><li>inner<ul><li>innermost</li><li>innermost too</li></ul></li><li>inner two</li></ol>"
               "</li><li>two</li></ul>",
    [WIDE] = "<table><thead><tr><th>A</th><th>B</th><th>C</th><th>D</th><th>E</th><th>F</th></tr></thead><tbody><tr>"
             "<td>1</td><td></td><td>3</td><td>4</td><td>5</td><td>6</td></tr><tr><td>7</td><td>8</td><td>9</td>"
             "<td>10</td><td>11</td><td>12</td></tr></tbody></table>",
    [TERMS] = "<dl><dt>cache</dt><dd>Memory for pages.</dd><dt>queue</dt><dd>What waits.</dd></dl>",
    [RAISED] = "<p>It counts to 2<sup>32</sup> and knows H<sub>2</sub>O.</p>",
    [NOTES] = "<p>It is old.<sup><a href='#fn1' id='r1'>1</a></sup> Nobody knows why.</p><section class='footnotes'>"
              "<ol><li id='fn1'><p>The note of it.</p></li></ol></section>",
    [CODE] = "<pre><code>def go(x):\n    if x:\n        return 1\n\n    return 0\n</code></pre>",
};

static struct str as_html(enum construct c)
{
    return str_format(
        arena,
        "<!doctype html><html><head><title>Storage</title></head><body><main><article><h1>Storage</h1><p>" PROSE
        "</p><h2>Part</h2>%s<p>" PROSE "</p></article></main></body></html>",
        html_parts[c]);
}

static struct str as_epub(enum construct c)
{
    struct documents_member members[] = {
        { "mimetype", "application/epub+zip" },
        { "META-INF/container.xml", "<container><rootfiles><rootfile full-path='book.opf'/></rootfiles></container>" },
        { "book.opf",
          "<package><metadata><dc:title>Storage</dc:title></metadata><manifest><item id='a' href='a.xhtml'/>"
          "</manifest><spine><itemref idref='a'/></spine></package>" },
        { "a.xhtml", NULL },
        { NULL, NULL },
    };

    members[3].text = str_z(arena, as_html(c));
    return documents_zip(arena, members);
}

/* --- Markdown --- */

static const char *const markdown_parts[CONSTRUCTS] = {
    [NESTED] = "- one\n    1. inner\n        - innermost\n        - innermost too\n    2. inner two\n- two\n",
    [WIDE] = "| A | B | C | D | E | F |\n| --- | --- | --- | --- | --- | --- |\n| 1 |   | 3 | 4 | 5 | 6 |\n"
             "| 7 | 8 | 9 | 10 | 11 | 12 |\n",
    [TERMS] = "cache\n:   Memory for pages.\n\nqueue\n:   What waits.\n",
    [RAISED] = "It counts to 2^32^ and knows H~2~O.\n",
    [NOTES] = "It is old.[^1] Nobody knows why.\n\n[^1]: The note of it.\n",
    [CODE] = "```python\ndef go(x):\n    if x:\n        return 1\n\n    return 0\n```\n",
};

static struct str as_markdown(enum construct c)
{
    return str_format(arena, "# Storage\n\n" PROSE "\n\n## Part\n\n%s\n" PROSE "\n", markdown_parts[c]);
}

/* --- DOCX --- */

#define P(style, text)                                                                                                 \
    "<w:p><w:pPr><w:pStyle w:val='" style "'/></w:pPr><w:r><w:t xml:space='preserve'>" text "</w:t></w:r></w:p>"
#define ITEM(list, level, text)                                                                                        \
    "<w:p><w:pPr><w:numPr><w:ilvl w:val='" level "'/><w:numId w:val='" list "'/></w:numPr></w:pPr><w:r><w:t>" text     \
    "</w:t></w:r></w:p>"
#define CELL(text) "<w:tc><w:p><w:r><w:t>" text "</w:t></w:r></w:p></w:tc>"
#define SIX(a, b, c, d, e, f) CELL(a) CELL(b) CELL(c) CELL(d) CELL(e) CELL(f)
#define RUN(how, text)                                                                                                 \
    "<w:r><w:rPr><w:vertAlign w:val='" how "'/></w:rPr><w:t xml:space='preserve'>" text "</w:t></w:r>"

static const char *const docx_parts[CONSTRUCTS] = {
    [NESTED] = ITEM("1", "0", "one") ITEM("1", "1", "inner") ITEM("1", "2", "innermost") ITEM("1", "2", "innermost too")
        ITEM("1", "1", "inner two") ITEM("1", "0", "two"),
    [WIDE] = "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" SIX("A", "B", "C", "D", "E", "F") "</w:tr><w:tr>" SIX(
        "1", "", "3", "4", "5", "6") "</w:tr><w:tr>" SIX("7", "8", "9", "10", "11", "12") "</w:tr></w:tbl>",
    [TERMS] = P("ListHeading", "cache") P("ListContents", "Memory for pages.") P("ListHeading", "queue")
        P("ListContents", "What waits."),
    [RAISED] = "<w:p>" RUN("baseline", "It counts to 2") RUN("superscript", "32") RUN("baseline", " and knows H")
        RUN("subscript", "2") RUN("baseline", "O.") "</w:p>",
    [NOTES] = "<w:p>" RUN("baseline", "It is old.") "<w:r><w:footnoteReference w:id='2'/></w:r>" RUN(
        "baseline", " Nobody knows why.") "</w:p>",
    [CODE] = P("PreformattedText", "def go(x):") P("PreformattedText", "    if x:")
        P("PreformattedText", "        return 1") P("PreformattedText", "") P("PreformattedText", "    return 0"),
};

static struct str as_docx(enum construct c)
{
    struct documents_member members[] = {
        { "word/document.xml", NULL },
        { "word/styles.xml",
          "<w:styles><w:style w:styleId='Heading1'><w:name w:val='heading 1'/></w:style><w:style "
          "w:styleId='Heading2'><w:name w:val='heading 2'/></w:style><w:style w:styleId='ListHeading'>"
          "<w:name w:val='List Heading'/></w:style><w:style w:styleId='ListContents'><w:name w:val='List "
          "Contents'/></w:style><w:style w:styleId='PreformattedText'><w:name w:val='Preformatted "
          "Text'/></w:style></w:styles>" },
        { "word/numbering.xml",
          "<w:numbering><w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/></w:lvl><w:lvl "
          "w:ilvl='1'><w:numFmt w:val='decimal'/></w:lvl><w:lvl w:ilvl='2'><w:numFmt w:val='bullet'/></w:lvl>"
          "</w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num></w:numbering>" },
        { "word/footnotes.xml", "<w:footnotes><w:footnote w:id='2'><w:p><w:r><w:t>The note of it.</w:t></w:r></w:p>"
                                "</w:footnote></w:footnotes>" },
        { NULL, NULL },
    };

    members[0].text = str_z(arena, str_format(arena,
                                              "<w:document><w:body>" P("Heading1", "Storage") P("Normal", PROSE) P(
                                                  "Heading2", "Part") "%s" P("Normal", PROSE) "</w:body></w:document>",
                                              docx_parts[c]));
    return documents_zip(arena, members);
}

/* --- ODT --- */

#define T(text) "<table:table-cell><text:p>" text "</text:p></table:table-cell>"
#define ROW(a, b, c, d, e, f) "<table:table-row>" T(a) T(b) T(c) T(d) T(e) T(f) "</table:table-row>"
#define LI(text, inner) "<text:list-item><text:p>" text "</text:p>" inner "</text:list-item>"
#define PRE(text) "<text:p text:style-name='Preformatted_20_Text'>" text "</text:p>"
#define TERM(text) "<text:p text:style-name='List_20_Heading'>" text "</text:p>"
#define SAID(text) "<text:p text:style-name='List_20_Contents'>" text "</text:p>"

static const char *const odt_parts[CONSTRUCTS] = {
    [NESTED] = "<text:list text:style-name='L1'>" LI(
        "one", "<text:list>" LI("inner", "<text:list>" LI("innermost", "") LI("innermost too", "") "</text:list>")
                   LI("inner two", "") "</text:list>") LI("two", "") "</text:list>",
    [WIDE] = "<table:table><table:table-header-rows>" ROW(
        "A", "B", "C", "D", "E", "F") "</table:table-header-rows>" ROW("1", "", "3", "4", "5", "6")
        ROW("7", "8", "9", "10", "11", "12") "</table:table>",
    [TERMS] = TERM("cache") SAID("Memory for pages.") TERM("queue") SAID("What waits."),
    [RAISED] = "<text:p>It counts to 2<text:span text:style-name='T1'>32</text:span> and knows H<text:span "
               "text:style-name='T2'>2</text:span>O.</text:p>",
    [NOTES] =
        "<text:p>It is old.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note of it."
        "</text:p></text:note-body></text:note> Nobody knows why.</text:p>",
    [CODE] = PRE("def go(x):") PRE("<text:s text:c='4'/>if x:") PRE("<text:s text:c='8'/>return 1") PRE("")
        PRE("<text:s text:c='4'/>return 0"),
};

static struct str as_odt(enum construct c)
{
    struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml", NULL },
        { NULL, NULL },
    };

    members[1].text = str_z(
        arena,
        str_format(
            arena,
            "<office:document-content><office:automatic-styles><style:style style:name='T1'><style:text-properties "
            "style:text-position='super 58%%'/></style:style><style:style style:name='T2'><style:text-properties "
            "style:text-position='sub 58%%'/></style:style><text:list-style style:name='L1'>"
            "<text:list-level-style-bullet text:level='1'/><text:list-level-style-number text:level='2' "
            "style:num-format='1'/><text:list-level-style-bullet text:level='3'/></text:list-style>"
            "</office:automatic-styles><office:body><office:text><text:h text:outline-level='1'>Storage</text:h>"
            "<text:p>" PROSE "</text:p><text:h text:outline-level='2'>Part</text:h>%s<text:p>" PROSE
            "</text:p></office:text></office:body></office:document-content>",
            odt_parts[c]));
    return documents_zip(arena, members);
}

/* --- all of them --- */

static const struct {
    const char *name, *file;
    struct str (*make)(enum construct c);
} formats[] = {
    { "HTML", "a.html", as_html }, { "EPUB", "a.epub", as_epub },       { "DOCX", "a.docx", as_docx },
    { "ODT", "a.odt", as_odt },    { "Markdown", "a.md", as_markdown },
};

/* The lines that a construct gives; of notes their mark and their text, which stand where the format has them. */
static const struct {
    const char *name, *lines[3];
} constructs[CONSTRUCTS] = {
    [NESTED] = { "three levels of lists",
                 { "- one\n  1. inner\n    - innermost\n    - innermost too\n  2. inner two\n- two\n\n" PROSE } },
    [WIDE] = { "tables of six columns",
               { "| A | B | C | D | E | F |\n| --- | --- | --- | --- | --- | --- |\n| 1 | | 3 | 4 | 5 | 6 |\n"
                 "| 7 | 8 | 9 | 10 | 11 | 12 |\n\n" PROSE } },
    [TERMS] = { "definition lists", { "cache\n: Memory for pages.\n\nqueue\n: What waits.\n\n" PROSE } },
    [RAISED] = { "raised and lowered text", { "It counts to 2^32 and knows H_2O.\n\n" PROSE } },
    [NOTES] = { "footnotes", { "It is old.", "Nobody knows why.", "The note of it." } },
    [CODE] = { "indentation of code",
               { "```\ndef go(x):\n    if x:\n        return 1\n\n    return 0\n```\n\n" PROSE } },
};

struct trip {
    size_t construct, format;
};

static void test_trip(void **state)
{
    const struct trip *trip = *state;
    const char *file = formats[trip->format].file;
    struct document_hints hints = { .name = str(file) };
    struct document_limits limits = { .keep = KEEP_MORE };
    struct document d;
    struct error e = { 0 };

    if (document_parse(arena, formats[trip->format].make((enum construct) trip->construct), &hints, &limits, &d, &e) <
        0)
        fail_msg("%s: %s", file, e.message);
    for (size_t i = 0; i < 3 && constructs[trip->construct].lines[i]; i++)
        if (!str_contains(d.text, constructs[trip->construct].lines[i]))
            fail_msg("%s: \"%s\" is missing in \"%.*s\"", file, constructs[trip->construct].lines[i], STR_ARG(d.text));
    /* The mark stands right behind what it is for. */
    if (trip->construct == NOTES && !str_contains(d.text, "It is old.[^") && !str_contains(d.text, "It is old.^1"))
        fail_msg("%s: no mark in \"%.*s\"", file, STR_ARG(d.text));
}

/* LibreOffice's own export of books has neither lists nor names of columns: nothing can bring them back, and nothing that it
 * does have is lost. */
static void test_books_without_structure_keep_their_words(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/epub+zip" },
        { "META-INF/container.xml", "<container><rootfiles><rootfile full-path='book.opf'/></rootfiles></container>" },
        { "book.opf",
          "<package><metadata><dc:title>Storage</dc:title></metadata><manifest><item id='a' href='a.xhtml'/>"
          "</manifest><spine><itemref idref='a'/></spine></package>" },
        { "a.xhtml",
          "<html><body><p class='para0'><span class='span0'>Storage</span></p><p class='para3'><span>one</span></p>"
          "<p class='para3'><span>inner</span></p><table><tbody><tr><td><p>1</p></td><td><p> </p></td><td><p>3</p>"
          "</td><td><p>4</p></td><td><p>5</p></td></tr><tr><td><p>6</p></td><td><p>7</p></td><td><p>8</p></td><td>"
          "<p>9</p></td><td><p>10</p></td></tr></tbody></table></body></html>" },
        { NULL, NULL },
    };
    struct document_hints hints = { .name = str("a.epub") };
    struct document_limits limits = { .keep = KEEP_MORE };
    struct document d;
    struct error e = { 0 };

    (void) state;
    assert_int_equal(document_parse(arena, documents_zip(arena, members), &hints, &limits, &d, &e), 0);
    assert_string_equal(str_z(arena, d.text), "Storage\n\none\n\ninner\n\n| 1 | | 3 | 4 | 5 |\n| 6 | 7 | 8 | 9 | 10 |");
}

int main(void)
{
    enum { FORMATS = sizeof formats / sizeof *formats };
    static struct trip trips[CONSTRUCTS * FORMATS];
    static char names[CONSTRUCTS * FORMATS][80];
    static struct CMUnitTest tests[CONSTRUCTS * FORMATS + 1];
    size_t n = 0;

    for (size_t c = 0; c < CONSTRUCTS; c++)
        for (size_t f = 0; f < FORMATS; f++, n++) {
            trips[n] = (struct trip){ c, f };
            snprintf(names[n], sizeof names[n], "test_%s_in_%s", constructs[c].name, formats[f].name);
            tests[n] = (struct CMUnitTest){ .name = names[n],
                                            .test_func = test_trip,
                                            .setup_func = setup,
                                            .teardown_func = teardown,
                                            .initial_state = &trips[n] };
        }
    tests[n] = (struct CMUnitTest) cmocka_unit_test_setup_teardown(test_books_without_structure_keep_their_words, setup,
                                                                   teardown);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
