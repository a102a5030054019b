/* Plain text, Markdown, JSON, CSV, feeds, mail, DOCX, PDF, and telling them apart. */
#include "arena_case.h"

#include "base/hash.h"
#include "pages/document.h"
#include "pages/format.h"
#include "records/page_starts.h"
#include "tests/unit/documents.h"
#include "text/blocks.h"

static struct document read_as(struct str bytes, const char *name, const char *type)
{
    struct document d;
    struct error e = { 0 };
    struct document_hints hints = { .name = str(name), .content_type = str(type) };

    if (document_parse(arena, bytes, &hints, NULL, &d, &e) < 0)
        fail_msg("%s", e.message);
    return d;
}

static void assert_is(struct str got, const char *want) { assert_string_equal(str_z(arena, got), want); }

static void test_bytes_beat_the_header(void **state)
{
    (void) state;
    static const struct {
        const char *bytes, *name, *type;
        int format;
    } cases[] = {
        { "%PDF-1.7\n", "a.html", "text/html", DOCUMENT_PDF },
        { "<!DOCTYPE html><p>x", "a.txt", "text/plain", DOCUMENT_HTML },
        { "<?xml version='1.0'?><rss><channel/></rss>", "", "text/html", DOCUMENT_FEED },
        { "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'/>", "", "", DOCUMENT_FEED },
        { "{\"a\": 1}", "", "text/plain", DOCUMENT_JSON },
        { "{not json at all", "", "text/plain", DOCUMENT_TEXT },
        { "# A\n\ntext", "a.md", "", DOCUMENT_MARKDOWN },
        { "a,b\n1,2\n", "a.csv", "", DOCUMENT_CSV },
        { "From: a@b.c\nSubject: x\nDate: y\n\nhello", "", "", DOCUMENT_MAIL },
        { "Note: this\nis: text\n\nhello", "", "", DOCUMENT_TEXT },
        { "just words", "", "", DOCUMENT_TEXT },
        { "", "", "text/html", DOCUMENT_HTML },
        { "\x89PNG\r\n\x1a\n", "a.txt", "text/plain", DOCUMENT_UNKNOWN },
        { "\x1f\x8b\x08", "a.html", "text/html", DOCUMENT_UNKNOWN },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct document_hints hints = { .name = str(cases[i].name), .content_type = str(cases[i].type) };
        assert_int_equal(document_sniff(str(cases[i].bytes), &hints), cases[i].format);
    }
}

static void test_plain_text_keeps_its_words(void **state)
{
    (void) state;
    struct document d = read_as(str("A short title\r\n\r\nFirst   line\tof it.\r\nSecond line.\r\n\r\n\r\n\r\nEnd."),
                                "a.txt", "");

    assert_is(d.title, "A short title");
    assert_is(d.text, "A short title\n\nFirst line of it.\nSecond line.\n\nEnd.");
}

static void test_wrong_charset_is_seen_through(void **state)
{
    (void) state;
    struct document d = read_as(str("Die Stra\xdf"
                                    "e \xfc"
                                    "ber den Berg ist f\xfcr l\xe4ngere Zeit gesperrt."),
                                "", "text/plain; charset=utf-8");

    assert_is(d.text, "Die Straße über den Berg ist für längere Zeit gesperrt.");
    d = read_as(str("Die Stra\xdf"
                    "e \xfc"
                    "ber den Berg ist f\xfcr l\xe4ngere Zeit gesperrt."),
                "", "text/plain; charset=shift_jis");
    assert_is(d.text, "Die Straße über den Berg ist für längere Zeit gesperrt.");
}

static void test_markdown_is_read_as_it_looks(void **state)
{
    (void) state;
    struct document d = read_as(
        str("---\ntitle: \"My Doc\"\ndate: 2024-05-06\nauthor: Ann\n---\n# My Doc\n\nSee [the site](http://e.org/x) now.\n\n"
            "- a\n  - b\n\n```c\nint x;\n    [y](z);\n```\n<!-- not\nshown -->\nEnd."),
        "x.md", "");

    assert_is(d.title, "My Doc");
    assert_is(d.author, "Ann");
    assert_is(d.date, "2024-05-06");
    assert_is(d.text, "See the site now.\n\n- a\n  - b\n\n```\nint x;\n    [y](z);\n```\nEnd.");
    assert_int_equal(d.links_n, 1);
    assert_is(d.links[0].url, "http://e.org/x");
}

static void test_signs_of_emphasis_are_no_words(void **state)
{
    (void) state;
    static const char *const lines[][2] = {
        { "**Pumped hydro** and *old* plants", "Pumped hydro and old plants" },
        { "***both*** of __them__ and _this_", "both of them and this" },
        { "2 * 3 * 4 and 5*6", "2 * 3 * 4 and 5*6" },
        { "* an item with **weight**", "- an item with weight" },
        { "snake_case_name stays", "snake_case_name stays" },
        { "**never closed", "**never closed" },
        { "a ** b ** c", "a ** b ** c" },
        { "****", "****" },
        { "**a *b* c**", "a *b* c" },
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_is(read_as(str(lines[i][0]), "x.md", "").text, lines[i][1]);
}

static void test_plain_text_says_its_day_in_a_line_of_its_own(void **state)
{
    (void) state;
    static const char *const texts[][3] = {
        { "A title\n\nStorage Desk, 2 March 2021\n\nText.", "a.txt", "2021-03-02" },
        { "Titel\n\nNetznotizen, 5. März 2024\n\nText.", "a.txt", "2024-03-05" },
        { "Título\n\nCuadernos, 9 de octubre de 2025\n\nTexto.", "a.txt", "2025-10-09" },
        { "A title\n\nBulletin, 6 January 2025. Press release, reprinted.\n\nText.", "a.txt", "2025-01-06" },
        { "Date: 2023-11-30\nSubject: pumps", "a.txt", "2023-11-30" },
        { "A title\n\nOn 19 April 2019 a battery exploded near Phoenix.\n", "a.txt", "" },
        { "It opened on 3 May 1974.\n", "a.txt", "" },
        { "A title\n\nNothing here.\n", "2020-02-29-notes.txt", "2020-02-29" },
        { "A title\n\n*Storage Desk, July 2, 2024*\n\nText.", "a.md", "2024-07-02" },
        { "One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nNotes, 2 March 2021\n", "a.txt", "" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_is(read_as(str(texts[i][0]), texts[i][1], "").date, texts[i][2]);
}

static void test_running_text_in_json_stands_by_itself(void **state)
{
    (void) state;
    assert_is(
        read_as(str("{\"name\":\"Liquid air\",\"note\":\"No full plant has been in service so far.\",\"hours\":8}"),
                "a.json", "")
            .text,
        "No full plant has been in service so far.\n\n- Hours: 8");
}

/* The text of a PDF of which pdftotext printed this. */
static struct document pdf_printed(struct pdf_prints prints)
{
    struct document_limits limits = document_limits(NULL);
    struct document_hints hints = { .name = str("a.pdf") };
    struct document d = { .format = DOCUMENT_PDF };
    struct buf text;

    buf_init(&text, 64 * 1024);
    struct format_input in = { .arena = arena, .hints = &hints, .limits = &limits, .text = &text };
    pdf_join_pages(&in, &prints, &d);
    buf_free(&text);
    return d;
}

static struct document pdf_of(const char *plain, const char *layout)
{
    return pdf_printed((struct pdf_prints){ str(plain), str(layout), str("") });
}

#define WORD(left, top, right, bottom, text)                                                                           \
    "<word xMin=\"" #left "\" yMin=\"" #top "\" xMax=\"" #right "\" yMax=\"" #bottom "\">" text "</word>\n"
#define LINE(words) "<block><line>" words "</line></block>\n"

static void test_larger_lines_of_a_pdf_are_headings(void **state)
{
    static const char plain[] =
        "Storage of\nheat\n\nWater keeps heat for days in a tank that is large enough.\n\nCosts\nA tank costs "
        "little beside what it saves.\nLARGE.\n\f";
    static const char boxes[] = "<doc><page>" LINE(WORD(10, 10, 60, 34, "Storage")
                                                       WORD(62, 10, 80, 34, "of")) LINE(WORD(10, 36, 60, 60, "heat"))
        LINE(WORD(10, 70, 30, 82, "Water") WORD(32, 70, 50, 82, "keeps") WORD(52, 70, 60, 82, "heat")
                 WORD(62, 70, 70, 82, "for") WORD(72, 70, 80, 82, "days") WORD(82, 70, 90, 82, "in")
                     WORD(92, 70, 94, 82, "a") WORD(96, 70, 104, 82, "tank") WORD(106, 70, 114, 82, "that")
                         WORD(116, 70, 120, 82, "is") WORD(122, 70, 130, 82, "large")
                             WORD(132, 70, 150, 82, "enough.")) LINE(WORD(10, 90, 40, 106, "Costs"))
            LINE(WORD(10, 110, 12, 122, "A") WORD(14, 110, 20, 122, "tank") WORD(22, 110, 30, 122, "costs")
                     WORD(32, 110, 40, 122, "little") WORD(42, 110, 50, 122, "beside") WORD(52, 110, 60, 122, "what")
                         WORD(62, 110, 66, 122, "it") WORD(68, 110, 80, 122, "saves."))
                LINE(WORD(10, 130, 90, 146, "LARGE.")) "</page></doc>";

    (void) state;
    assert_is(pdf_printed((struct pdf_prints){ str(plain), str(""), str(boxes) }).text,
              "# Storage of heat\n\nWater keeps heat for days in a tank that is large enough.\n\n## Costs\n\n"
              "A tank costs little beside what it saves.\nLARGE.");
}

static void test_raised_and_lowered_figures_of_a_pdf_are_marked(void **state)
{
    static const char boxes[] = "<doc><page>" LINE(
        WORD(10, 76, 40, 92, "Up") WORD(42, 76, 50, 92, "to") WORD(52, 76, 58, 92, "2") WORD(58, 73, 66, 85, "32")
            WORD(70, 76, 78, 92, "of") WORD(80, 76, 88, 92, "H") WORD(88, 80, 92, 92, "2") WORD(92, 76, 100, 92, "O,")
                WORD(110, 73, 114, 85, "7") WORD(116, 76, 120, 92, "the")
                    WORD(121, 73, 124, 85, "end")) "</page></doc>";

    (void) state;
    assert_is(pdf_printed((struct pdf_prints){ str("Up to 232 of H2O, 7 theend\n\f"), str(""), str(boxes) }).text,
              "Up to 2^32 of H_2O, 7 theend");
}

/* Words that begin like a heading are none, whatever format they come in; what is quoted of them is what was written. */
static void test_text_that_begins_like_a_heading_is_text(void **state)
{
    static const struct documents_member word[] = {
        { "word/document.xml", "<w:document><w:body><w:p><w:r><w:t>Run:</w:t></w:r></w:p><w:p><w:r><w:t># make install"
                               "</w:t></w:r></w:p></w:body></w:document>" },
        { NULL, NULL },
    };
    const struct str texts[] = {
        read_as(str("<title>T</title><p>Run:</p><p># make install</p>"), "a.html", "").text,
        read_as(documents_zip(arena, word), "a.docx", "").text,
        pdf_of("Run:\n\n# make install\n\f", "").text,
    };

    (void) state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text_blocks blocks;
        assert_is(texts[i], "Run:\n\n # make install");
        text_blocks(arena, texts[i], &blocks);
        assert_int_equal(blocks.n, 2);
        assert_int_equal(blocks.items[1].kind, TEXT_PARAGRAPH);
        assert_is(str_sub(texts[i], blocks.items[1].start, blocks.items[1].end), "# make install");
    }
    assert_is(read_as(str("# Title\n\nText.\n"), "a.txt", "").text, "# Title\n\nText.");
}

static void test_running_heads_and_page_numbers_are_no_text(void **state)
{
    (void) state;
    struct document d = pdf_of("Annual Report 2024\n\nThe first page tells of water.\n\n1\n\f"
                               "Annual Report 2024\n\nThe second page tells of wind.\n\n2\n\f"
                               "Annual Report 2024\n\nThe third page tells of 1974.\n\n3\n\f",
                               "");

    assert_is(d.text,
              "The first page tells of water.\n\nThe second page tells of wind.\n\nThe third page tells of 1974.");
    assert_int_equal(d.pages_n, 3);
    assert_int_equal(d.pages[1], strlen("The first page tells of water.\n\n"));
    d = pdf_of("One side.\n\nThe head of this page stands alone.\n\f"
               "Another side.\n\nNothing is said twice here.\n\f",
               "");
    assert_is(d.text,
              "One side.\n\nThe head of this page stands alone.\n\nAnother side.\n\nNothing is said twice here.");
    d = pdf_of("Paper 7\nOne.\nPage 1 of 2\n\f"
               "Paper 7\nTwo.\nPage 2 of 2\n\f",
               "");
    assert_is(d.text, "One.\n\nTwo.");
}

static void test_tables_of_a_pdf_are_rows(void **state)
{
    static const char plain[] =
        "Stores compared\n\nName\n\nPower\n\nYear\n\nUpper Valley\n\n1,060 MW\n\n1974\n\nLake Stone\n\n1988\n\nEnd of it.\n\f";

    (void) state;
    assert_is(
        pdf_of(
            plain,
            "Stores compared\n\n   Name             Power      Year\n   Upper Valley   1,060 MW     1974\n   Lake Stone                  1988\n"
            "   Low Dam          300 MW     1991\n\nEnd of it.\n\f")
            .text,
        "Stores compared\n\n| Name | Power | Year |\n| Upper Valley | 1,060 MW | 1974 |\n| Lake Stone | | 1988 |\n| Low Dam | 300 MW | 1991 |\n\nEnd of it.");
}

static void test_columns_of_prose_are_read_one_after_the_other(void **state)
{
    static const char plain[] =
        "The left column has three lines\nthat are read from the top to\nthe bottom before 1974 begins.\nThe right column has its own\n"
        "three lines, which come behind\nthe left one in every book 22.\n\f";
    static const char layout[] =
        "The left column has three lines     The right column has its own\nthat are read from the top to      three lines, which come behind\n"
        "the bottom before 1974 begins.      the left one in every book 22.\n\f";

    (void) state;
    assert_true(str_contains(pdf_of(plain, layout).text, "lines\nthat are read from the top to") ||
                str_contains(pdf_of(plain, layout).text, "three lines that are read"));
    assert_false(str_contains(pdf_of(plain, layout).text, "|"));
}

static void test_json_becomes_named_lines(void **state)
{
    (void) state;
    struct document d = read_as(
        str("{\"title\":\"T\",\"date\":\"2020-01-02\",\"items\":[{\"a\":1,\"b\":\"x\"},{\"a\":2.5}]}"), "", "");

    assert_is(d.title, "T");
    assert_is(d.date, "2020-01-02");
    assert_is(d.text, "## Items\n\n- A: 1\n- B: x\n\n- A: 2.5");
    assert_is(read_as(str("{\"a\":1}\n{\"a\":2}\nbroken\n"), "x.jsonl", "").text, "- A: 1\n\n- A: 2");
    assert_is(read_as(str("{\"title\":\"T\"}"), "a.json", "").text, "- Title: T"); /* there is nothing else */
    assert_is(read_as(str("[1, true, null, \"x\", [2, 3]]"), "a.json", "").text, "1\n\ntrue\n\nx\n\n2, 3");
}

static void test_records_of_json_are_parts_headed_by_their_names(void **state)
{
    (void) state;
    assert_is(
        read_as(str("{\"title\":\"T\",\"plants\":[{\"roundTripEfficiency\":\"75 percent\",\"name\":\"Pumped "
                    "hydro\",\"builtIn\":{\"year\":1907,\"by_whom\":\"them\"},\"summary\":\"It is the oldest one that "
                    "there is.\",\"CO2Price\":7,\"in-service\":null},{\"name\":\"Air\",\"tags\":[\"a\",\"b\"]}],"
                    "\"source\":\"them\"}"),
                "a.json", "")
            .text,
        "- Source: them\n\n## Plants\n\n### Pumped hydro\n\n- Round trip efficiency: 75 percent\n\n"
        "It is the oldest one that there is.\n\n- CO2 price: 7\n\n#### Built in\n\n- Year: 1907\n- By whom: them\n\n"
        "### Air\n\n- Tags: a, b");
    assert_is(read_as(str("{\"name\":\"A\",\"x\":1}\n{\"name\":\"# B\",\"x\":2}\n"), "x.jsonl", "").text,
              "## A\n\n- X: 1\n\n## # B\n\n- X: 2");
}

static void test_deep_json_is_refused(void **state)
{
    (void) state;
    struct buf deep;
    struct document d;
    struct error e;
    struct document_hints hints = { .name = str("a.json") };

    buf_init(&deep, 1 << 20);
    for (int i = 0; i < 100000; i++)
        buf_add_char(&deep, '[');
    assert_true(document_parse(arena, buf_str(&deep), &hints, NULL, &d, &e) < 0);
    buf_free(&deep);
}

static void test_csv_becomes_rows(void **state)
{
    (void) state;
    assert_is(read_as(str("name;value\n\"a;1\";2\n\"two\nlines\";\"q\"\"x\"\n"), "a.csv", "").text,
              "| name | value |\n| --- | --- |\n| a;1 | 2 |\n| two lines | q\"x |");
    assert_is(read_as(str("a\tb\n1\t2"), "a.tsv", "").text, "| a | b |\n| --- | --- |\n| 1 | 2 |");
}

static void test_feeds_list_their_entries(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<?xml version=\"1.0\"?><rss><channel><title>News &amp; more</title><item><title>First</title>"
            "<link>http://x.org/1</link><pubDate>Mon, 18 Nov 2019 10:00:00 GMT</pubDate>"
            "<description><![CDATA[<p>Some <b>bold</b> text.</p>]]></description></item></channel></rss>"),
        "", "");

    assert_is(d.title, "News & more");
    assert_is(d.text, "## First\n\n2019-11-18\n\nSome bold text.");
    assert_int_equal(d.links_n, 1);
    assert_is(d.links[0].url, "http://x.org/1");
    d = read_as(
        str("<feed xmlns='http://www.w3.org/2005/Atom'><title>A</title><entry><title>E</title><link href='http://x.org/e'/>"
            "<updated>2020-01-02T00:00:00Z</updated><summary type='html'>&lt;p&gt;Words&lt;/p&gt;</summary></entry></feed>"),
        "", "");
    assert_is(d.text, "## E\n\n2020-01-02\n\nWords");
}

static void test_mail_is_decoded(void **state)
{
    (void) state;
    struct document d = read_as(
        str("From: =?utf-8?B?w4RubmE=?= <a@x.org>\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n aus Bonn\r\n"
            "Date: Mon, 18 Nov 2019 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"bb\"\r\n\r\n"
            "--bb\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            "Gr=FC=DFe, the plant stores =\r\n20 MWh.\r\n--bb\r\nContent-Type: application/pdf; name=\"x.pdf\"\r\n"
            "Content-Disposition: attachment; filename=\"x.pdf\"\r\n\r\nAAAA\r\n--bb--\r\n"),
        "", "");

    assert_is(d.title, "Grüße aus Bonn");
    assert_is(d.author, "Änna <a@x.org>");
    assert_is(d.date, "2019-11-18");
    assert_is(d.text, "Grüße, the plant stores 20 MWh.");
    assert_int_equal(d.warnings.n, 1);
    assert_is(d.warnings.items[0], "attachment not read: x.pdf");
    d = read_as(
        str("From: a\nSubject: b\nDate: c\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+SGVsbG88L3A+"),
        "", "");
    assert_is(d.text, "Hello");
}

static void test_docx_paragraphs_lists_and_tables(void **state)
{
    (void) state;
    struct document d = read_as(documents_docx(), "a.docx", "");

    assert_int_equal(d.format, DOCUMENT_DOCX);
    assert_is(d.title, "Report");
    assert_is(d.author, "Ann Writer");
    assert_is(d.date, "2024-03-02");
    assert_is(d.text, "# Storage report\n\nPumped hydro stores 9,000 GWh & more.\n\n- First item\n\n| A | B |");
}

static void test_pdf_has_pages(void **state)
{
    (void) state;
    struct document d = read_as(documents_pdf(arena), "a.pdf", "");

    assert_int_equal(d.format, DOCUMENT_PDF);
    assert_int_equal(d.pages_n, 2);
    assert_is(d.text,
              "Flywheels store energy in a spinning rotor, for seconds to minutes.\n\nThe second page speaks of heat.");
    struct str starts = page_starts_text(arena, d.pages, d.pages_n, d.text.len);
    assert_int_equal(page_starts_at(starts, 3), 1);
    assert_int_equal(page_starts_at(starts, d.text.len - 1), 2);
    assert_int_equal(page_starts_at(starts, (size_t) str_find(d.text, str("The second"), 0)), 2);
}

static void test_broken_archives_are_errors(void **state)
{
    (void) state;
    struct str docx = documents_docx();
    struct document d;
    struct error e;

    for (size_t cut = 40; cut < docx.len; cut += 7) {
        struct str part = str_sub(docx, 0, cut);
        if (document_parse(arena, part, NULL, NULL, &d, &e) < 0)
            assert_true(e.message[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bytes_beat_the_header, setup, teardown),
        cmocka_unit_test_setup_teardown(test_plain_text_keeps_its_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrong_charset_is_seen_through, setup, teardown),
        cmocka_unit_test_setup_teardown(test_markdown_is_read_as_it_looks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_text_that_begins_like_a_heading_is_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_running_heads_and_page_numbers_are_no_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tables_of_a_pdf_are_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_larger_lines_of_a_pdf_are_headings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_raised_and_lowered_figures_of_a_pdf_are_marked, setup, teardown),
        cmocka_unit_test_setup_teardown(test_columns_of_prose_are_read_one_after_the_other, setup, teardown),
        cmocka_unit_test_setup_teardown(test_signs_of_emphasis_are_no_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_plain_text_says_its_day_in_a_line_of_its_own, setup, teardown),
        cmocka_unit_test_setup_teardown(test_running_text_in_json_stands_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json_becomes_named_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(test_records_of_json_are_parts_headed_by_their_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep_json_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_csv_becomes_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_feeds_list_their_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mail_is_decoded, setup, teardown),
        cmocka_unit_test_setup_teardown(test_docx_paragraphs_lists_and_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pdf_has_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_broken_archives_are_errors, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
