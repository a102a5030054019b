/* Documents as office programs write them: merged cells, comments, styles of one's own, sheets with formats. Nothing of
 * them is lost or garbled. */
#include "arena_case.h"

#include "tests/unit/documents.h"
#include "tests/unit/document_case.h"

static void assert_reads(struct str bytes, const char *name, const char *want)
{
    assert_string_equal(str_z(arena, read_as(bytes, name).text), want);
}

#define CELL(text) "\\pard\\intbl " text "\\cell"

/* LibreOffice writes a cell across columns as a wide one, Word as several of which all but the first are merged. */
static void test_merged_cells_of_rtf_keep_their_columns(void **state)
{
    static const char want[] =
        "| Plant | Output | | Note |\n| --- | --- | --- | --- |\n| | 2023 | 2024 | x |\n"
        "| North | 10 | 12 | good |\n| Total of all | | | 46 |\n\nBetween.\n\n| a | b |\n\n| c |";

    (void) state;
    assert_reads(
        str("{\\rtf1 \\trowd\\trhdr\\clvmgf\\cellx1000\\cellx3000\\cellx4000" CELL("Plant") CELL("Output") CELL(
            "Note") "\\row"
                    "\\trowd\\trhdr\\clvmrg\\cellx1010\\cellx1995\\cellx3000\\cellx4000" CELL("") CELL("2023")
                        CELL("2024") CELL("x") "\\row"
                                               "\\trowd\\cellx1000\\cellx2000\\cellx3000\\cellx4000" CELL("North")
                                                   CELL("10") CELL("12") CELL(
                                                       "good") "\\row"
                                                               "\\trowd\\cellx3000\\cellx4000" CELL("Total of all")
                                                                   CELL("46") "\\row\\pard Between.\\par"
                                                                              "\\trowd\\cellx1000\\cellx5000" CELL("a")
                                                                                  CELL("b") "\\row\\pard\\par"
                                                                                            "\\trowd\\cellx900" CELL(
                                                                                                "c") "\\row\\pard}"),
        "a.rtf", want);
    assert_reads(str("{\\rtf1 \\trowd\\cellx1000\\clmgf\\cellx2000\\clmrg\\cellx3000" CELL("Plant") CELL("Output")
                         CELL("") "{\\trowd\\cellx1000\\clmgf\\cellx2000\\clmrg\\cellx3000\\row}"
                                  "\\trowd\\cellx1000\\cellx2000\\cellx3000" CELL("North") CELL("10")
                                      CELL("12") "{\\trowd\\cellx1000\\cellx2000\\cellx3000\\row}\\pard }"),
                 "a.rtf", "| Plant | Output | |\n| North | 10 | 12 |");
}

static struct str odt(const char *body)
{
    const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml", str_format(arena,
                                    "<office:document-content><office:body><office:text>%s</office:text></office:body>"
                                    "</office:document-content>",
                                    body)
                             .data },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

#define ODT_CELL(style, text)                                                                                          \
    "<table:table-cell><text:p text:style-name='" style "'>" text "</text:p></table:table-cell>"

static void test_a_table_has_one_header(void **state)
{
    (void) state;
    assert_reads(odt("<table:table><table:table-row>" ODT_CELL("Table_20_Heading", "Plant")
                         ODT_CELL("Table_20_Heading", "Output") "</table:table-row><table:table-row>" ODT_CELL(
                             "Table_20_Heading", "North") ODT_CELL("P1", "12") "</table:table-row></table:table>"),
                 "a.odt", "| Plant | Output |\n| --- | --- |\n| North | 12 |");
}

#define W(name, value) "<w:" name " w:val='" value "'/>"
#define R(text) "<w:r><w:t xml:space='preserve'>" text "</w:t></w:r>"
#define P(style, text) "<w:p><w:pPr>" W("pStyle", style) "</w:pPr>" text "</w:p>"
#define STYLE(id, name, more) "<w:style w:styleId='" id "'>" W("name", name) more "</w:style>"

static struct str docx(const char *body)
{
    const struct documents_member members[] = {
        { "word/document.xml", str_format(arena, "<w:document><w:body>%s</w:body></w:document>", body).data },
        { "word/styles.xml",
          "<w:styles>" STYLE("H1", "heading 1", "<w:pPr><w:numPr>" W("numId", "1") "</w:numPr></w:pPr>")
              STYLE("H2", "heading 2", "<w:pPr><w:numPr>" W("ilvl", "1") W("numId", "1") "</w:numPr></w:pPr>")
                  STYLE("Own", "Chapter head", W("basedOn", "H1")) STYLE("Deep", "Own deep", W("basedOn", "Own"))
                      STYLE("Flat", "Looks like one", W("basedOn", "H1") "<w:pPr>" W("outlineLvl", "9") "</w:pPr>")
                          STYLE("TH", "TOC Heading", W("basedOn", "H1"))
                              STYLE("Step", "Steps of ours", "<w:pPr><w:numPr>" W("numId", "2") "</w:numPr></w:pPr>")
                                  STYLE("Loop", "Round", W("basedOn", "Loop")) "</w:styles>" },
        { "word/numbering.xml",
          "<w:numbering><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'>" W("numFmt", "upperRoman") W(
              "lvlText", "%1.") "</w:lvl><w:lvl w:ilvl='1'>" W("numFmt", "decimal")
              W("lvlText",
                "%1.%2") "</w:lvl></w:abstractNum><w:abstractNum "
                         "w:abstractNumId='1'><w:lvl w:ilvl='0'>" W("numFmt", "decimal") "</w:lvl></w:abstractNum><w:num w:numId='1'>" W(
                             "abstractNumId", "0") "</w:num><w:num w:numId='2'>" W("abstractNumId",
                                                                                   "1") "</w:num></w:numbering>" },
        { "word/_rels/document.xml.rels", "<Relationships><Relationship Id='l1' TargetMode='External' "
                                          "Target='https://pump.example/x'/></Relationships>" },
        { "word/comments.xml",
          "<w:comments><w:comment w:id='4' w:author='Jo Miller'><w:p>" R("Measured in ") R("May.") "</w:p><w:p>" R(
              "Twice.") "</w:p></w:comment><w:comment w:id='5'><w:p>" R("Why?") "</w:p></w:comment></w:comments>" },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

#define ABOUT(id, text)                                                                                                \
    "<w:commentRangeStart w:id='" id "'/>" text "<w:commentRangeEnd w:id='" id "'/><w:r><w:commentReference w:id='" id \
    "'/></w:r>"

/* A comment parts no sentence, list or table: it stands behind it. */
static void test_comments_stand_behind_what_they_are_about(void **state)
{
    (void) state;
    assert_reads(
        docx("<w:p>" R("The valve ") ABOUT("4", R("is old")) R(", so replace it.") "</w:p><w:p>" R("Next.") "</w:p>"),
        "a.docx",
        "The valve is old, so replace it.\n\n[Comment by Jo Miller on “is old”: Measured in May. Twice.]\n\nNext.");
    assert_reads(
        docx(P("Step", R("One") "<w:r><w:commentReference w:id='5'/></w:r>") P("Step", R("Two")) "<w:p>" R(
            "End.") "</w:p>"
                    "<w:tbl><w:tr><w:tc><w:p>" ABOUT("4", R("12")) "</w:p></w:tc><w:tc><w:p>" R(
                        "13") "</w:p></w:tc></w:tr><w:tr>"
                              "<w:tc><w:p>" R("a") "</w:p></w:tc><w:tc><w:p>" R("b") "</w:p></w:tc></w:tr></w:tbl>"),
        "a.docx",
        "1. One\n2. Two\n\n[Comment: Why?]\n\nEnd.\n\n| 12 | 13 |\n| a | b |\n\n"
        "[Comment by Jo Miller on “12”: Measured in May. Twice.]");
    assert_reads(
        odt("<text:p>The valve <office:annotation office:name='a'><dc:creator>Jo</dc:creator><dc:date>2024-05-01</dc:date>"
            "<text:p>Measured.</text:p><text:list><text:list-item><text:p>Twice.</text:p></text:list-item></text:list>"
            "</office:annotation>is old<office:annotation-end office:name='a'/>, so replace it.</text:p><table:table>"
            "<table:table-row><table:table-cell><office:annotation><text:p>Why?</text:p></office:annotation><text:p>12"
            "</text:p></table:table-cell>" ODT_CELL("P1",
                                                    "13") "</table:table-row></table:table><text:p>End.</text:p>"),
        "a.odt",
        "The valve is old, so replace it.\n\n[Comment by Jo on “is old”: Measured. Twice.]\n\n| 12 | 13 |\n\n"
        "[Comment on “12”: Why?]\n\nEnd.");
    assert_reads(
        str("{\\rtf1 The valve {{\\*\\atnid JM}{\\*\\atnauthor Jo}\\chatn{\\*\\annotation{\\*\\atnref 0}{\\*\\atndate 17}"
            "\\pard Measured.\\par Twice.}}is old.\\par Next.\\par}"),
        "a.rtf", "The valve is old.\n\n[Comment by Jo: Measured. Twice.]\n\nNext.");
}

static void test_styles_of_ones_own_are_what_they_are_based_on(void **state)
{
    (void) state;
    assert_reads(
        docx(P("Own", R("First")) P("H2", R("Under it")) P("H2", R("And this")) P("Deep", R("Second"))
                 P("Flat", R("Text.")) P("Step", R("Go")) P("Step", R("Stop"))
                     P("Loop", R("Round.")) "<w:p><w:pPr>" W("outlineLvl", "2") "</w:pPr>" R("Third level") "</w:p>"),
        "a.docx",
        "# I. First\n\n## I.1 Under it\n\n## I.2 And this\n\n# II. Second\n\nText.\n\n1. Go\n2. Stop\n\nRound.\n\n"
        "### Third level");
    assert_reads(str("{\\rtf1{\\stylesheet{\\s1 heading 1;}{\\s2\\sbasedon1 Chapter head;}{\\s3\\sbasedon3 Round;}}"
                     "\\pard\\s2{\\listtext 1.2\\tab}Scope\\par\\pard\\s3 Text.\\par}"),
                 "a.rtf", "# 1.2 Scope\n\nText.");
    assert_reads(odt("<text:h text:outline-level='1'>Scope</text:h>"), "a.odt", "# Scope");
}

/* Headings of OpenDocument are numbered by the outline's style. */
static void test_headings_of_opendocument_have_their_numbers(void **state)
{
    const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "styles.xml", "<x><text:outline-style><text:outline-level-style text:level='1' style:num-format='1'/>"
                        "<text:outline-level-style text:level='2' style:num-format='a' text:display-levels='2' "
                        "style:num-suffix=')'/></text:outline-style></x>" },
        { "content.xml", "<office:document-content><office:body><office:text><text:h text:outline-level='1'>A</text:h>"
                         "<text:h text:outline-level='2'>B</text:h><text:h text:outline-level='1' "
                         "text:is-list-header='true'>C</text:h><text:h text:outline-level='1'>D</text:h><text:h "
                         "text:outline-level='2'>E</text:h></office:text></office:body></office:document-content>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, members), "a.odt", "# 1 A\n\n## 1.a) B\n\n# C\n\n# 2 D\n\n## 2.a) E");
}

#define FIELD(type) "<w:r><w:fldChar w:fldCharType='" type "'/></w:r>"

/* A table of contents repeats the headings without what they are about. */
static void test_tables_of_contents_are_left_out(void **state)
{
    (void) state;
    assert_reads(
        docx(
            "<w:p>" FIELD("begin") "<w:r><w:instrText> TOC \\o</w:instrText></w:r>" FIELD("separate")
                FIELD("begin") "<w:r><w:instrText> PAGEREF x</w:instrText></w:r>" FIELD("separate") R("Pumps 3") FIELD(
                    "end") "</w:p><w:p>" R("Valves 4") FIELD("end")
                    R("Behind it.") "</w:p><w:sdt><w:sdtPr><w:docPartObj>" W("docPartGallery", "Table of Contents") "</w:docPartObj></w:sdtPr><w:sdtContent>" P("TH", R("Contents")) "<w:sdt><w:sdtContent><w:p>" R(
                        "Tanks 5") "</w:p></w:sdtContent></w:sdt><w:p>" R("Tubes 6") "</w:p></w:sdtContent></w:sdt>" P("TH",
                                                                                                                       R("Contents")) "<w:p>" FIELD("begin") "<w:r><w:instrText>DATE</w:instrText></w:r>" FIELD("separate")
                        R("May") FIELD("end") R(" is near.") "</w:p>"),
        "a.docx", "Behind it.\n\nMay is near.");
    assert_reads(
        str("{\\rtf1{\\stylesheet{\\s9 toc 1;}}{\\field{\\*\\fldinst { TOC \\\\o}}{\\fldrslt Pumps 3\\par Valves 4\\par}}"
            "{\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt the site}} is up.\\par\\pard\\s9 Tanks 5\\par}"),
        "a.rtf", "the site is up.");
    assert_reads(
        odt("<text:table-of-content><text:index-body><text:index-title><text:p>Contents</text:p></text:index-title>"
            "<text:p>Pumps 3</text:p></text:index-body></text:table-of-content><text:p>Text.</text:p>"
            "<text:alphabetical-index><text:index-body><text:p>pump 3</text:p></text:index-body></text:alphabetical-index>"),
        "a.odt", "Text.");
}

static void test_a_table_in_a_table_parts_no_rows(void **state)
{
    (void) state;
    assert_reads(
        docx("<w:tbl><w:tr><w:tc><w:p>" R("a") "</w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p>" R("n1") "</w:p></w:tc><w:tc><w:p>" R(
            "n2") "</w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr><w:tr><w:tc><w:p>" R("b") "</w:p></w:tc><w:tc><w:p>" R("c") "</w:p></w:tc></w:tr></w:tbl>"),
        "a.docx", "| a | n1 n2 |\n| b | c |");
    assert_reads(odt("<table:table><table:table-row>" ODT_CELL(
                     "P", "a") "<table:table-cell><table:table><table:table-row>" ODT_CELL("P", "n1")
                         ODT_CELL("P", "n2") "</table:table-row></table:table></table:table-cell></table:table-row>"
                                             "<table:table-row>" ODT_CELL("P", "b")
                                                 ODT_CELL("P", "c") "</table:table-row></table:table>"),
                 "a.odt", "| a | n1 n2 |\n| b | c |");
}

/* Slides come in the order of the presentation, each with its own notes and comments. */
static void test_slides_have_their_order_notes_and_comments(void **state)
{
#define SLIDE(title) "<p:sld><p:sp><p:ph type='title'/><a:p><a:r><a:t>" title "</a:t></a:r></a:p></p:sp></p:sld>"
#define REL(id, type, target) "<Relationship Id='" id "' Type='x/" type "' Target='" target "'/>"
    static const struct documents_member members[] = {
        { "ppt/presentation.xml",
          "<p:presentation><p:sldIdLst><p:sldId id='256' r:id='r9'/><p:sldId id='257' r:id='r8'/>"
          "</p:sldIdLst></p:presentation>" },
        { "ppt/_rels/presentation.xml.rels", "<Relationships>" REL("r8", "slide", "slides/slide1.xml")
                                                 REL("r9", "slide", "slides/slide2.xml") "</Relationships>" },
        { "ppt/slides/slide1.xml", SLIDE("Second") },
        { "ppt/slides/slide2.xml", SLIDE("First") },
        { "ppt/slides/_rels/slide1.xml.rels", "<Relationships>" REL("a", "notesSlide", "../notesSlides/notesSlide7.xml")
                                                  REL("b", "comments", "../comments/modern.xml") "</Relationships>" },
        { "ppt/slides/_rels/slide2.xml.rels",
          "<Relationships>" REL("a", "comments", "../comments/comment1.xml") "</Relationships>" },
        { "ppt/notesSlides/notesSlide7.xml", "<p:notes><a:p><a:r><a:t>Say it.</a:t></a:r></a:p></p:notes>" },
        { "ppt/commentAuthors.xml", "<p:cmAuthorLst><p:cmAuthor id='0' name='Jo'/></p:cmAuthorLst>" },
        { "ppt/authors.xml", "<x><p188:author id='{A}' name='Ann'/></x>" },
        { "ppt/comments/comment1.xml", "<x><p:cm authorId='0'><p:text>Too &amp; short.</p:text></p:cm></x>" },
        { "ppt/comments/modern.xml",
          "<x><p188:cm authorId='{A}'><p188:replyLst><p188:reply authorId='{B}'><a:t>No.</a:t></p188:reply>"
          "</p188:replyLst><p188:txBody><a:p><a:r><a:t>Is it </a:t></a:r><a:r><a:t>so?</a:t></a:r></a:p></p188:txBody></p188:cm></x>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, members), "a.pptx",
                 "## First\n\n[Comment by Jo: Too & short.]\n\n## Second\n\nSay it.\n\n[Comment by Ann: Is it so?]\n\n"
                 "[Comment: No.]");
}

/* Text that no reader sees is left out and counted, as on pages. */
static void test_hidden_text_is_left_out(void **state)
{
    const struct documents_member text[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml",
          "<office:document-content><office:automatic-styles><style:style style:name='T1'>"
          "<style:text-properties text:display='none'/></style:style></office:automatic-styles><office:body>"
          "<office:text><text:p>Seen<text:span text:style-name='T1'> un<text:span>seen</text:span></text:span>"
          " text.</text:p></office:text></office:body></office:document-content>" },
        { NULL, NULL },
    };
    const struct document read[] = {
        read_as(docx("<w:p>" R("Seen") "<w:r><w:rPr><w:vanish/></w:rPr><w:t> unseen</w:t></w:r><w:r><w:rPr>" W(
                    "vanish", "0") "</w:rPr><w:t xml:space='preserve'> text.</w:t></w:r></w:p>"),
                "a.docx"),
        read_as(documents_zip(arena, text), "a.odt"),
        read_as(str("{\\rtf1 Seen{\\v  unseen} text.\\par}"), "a.rtf"),
    };

    (void) state;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        assert_string_equal(str_z(arena, read[i].text), "Seen text.");
        assert_int_equal(read[i].hidden_bytes, 7);
    }
}

static void test_links_are_told(void **state)
{
    const struct document read[] = {
        read_as(docx("<w:p>" R("See ") "<w:hyperlink r:id='l1'>" R("the pump site") "</w:hyperlink>" R(
                    " or ") "<w:hyperlink "
                            "w:anchor='a'>" R("above") "</w:hyperlink>" R(".") "</w:p><w:p><w:hyperlink r:id='l1'>" R(
                                "Again") "</w:hyperlink></w:p>"),
                "a.docx"),
        read_as(
            odt("<text:p>See <text:a xlink:href='https://pump.example/x'>the <text:span>pump</text:span> site</text:a> or "
                "<text:a xlink:href='#a'>above</text:a>.</text:p><text:p><text:a xlink:href='https://pump.example/x'>Again"
                "</text:a></text:p>"),
            "a.odt"),
    };

    (void) state;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        assert_string_equal(str_z(arena, read[i].text), "See the pump site or above.\n\nAgain");
        assert_int_equal(read[i].links_n, 1);
        assert_string_equal(str_z(arena, read[i].links[0].text), "the pump site");
        assert_string_equal(str_z(arena, read[i].links[0].url), "https://pump.example/x");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_merged_cells_of_rtf_keep_their_columns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_table_has_one_header, setup, teardown),
        cmocka_unit_test_setup_teardown(test_comments_stand_behind_what_they_are_about, setup, teardown),
        cmocka_unit_test_setup_teardown(test_styles_of_ones_own_are_what_they_are_based_on, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_of_opendocument_have_their_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tables_of_contents_are_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slides_have_their_order_notes_and_comments, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden_text_is_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_links_are_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_table_in_a_table_parts_no_rows, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
