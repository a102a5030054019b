/* Office documents, books and markup: every construct comes out as the same lines, whatever format it came in. */
#include "arena_case.h"

#include "tests/unit/documents.h"
#include "tests/unit/document_case.h"

static void assert_has(const char *name, struct document d, const char *part)
{
    if (!str_contains(d.text, part))
        fail_msg("%s: \"%s\" is missing in \"%.*s\"", name, part, STR_ARG(d.text));
}

/* --- the same document in five formats --- */

#define PROSE                                                                                                          \
    "Pumped hydro has stored most of the world's electricity for decades, and it still does so today, in many countries."

static struct str as_html(void)
{
    return str("<!doctype html><html><head><title>Storage</title></head><body><main><article><h1>Storage</h1><p>" PROSE
               "</p><h2>Limits</h2><p>It counts to 2<sup>32</sup> and knows H<sub>2</sub>O. " PROSE "</p>"
               "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol><li>first</li><li>second</li></ol>"
               "<dl><dt>cache</dt><dd>Memory for pages.</dd></dl>"
               "<table><thead><tr><th>A</th><th>B</th><th>C</th><th>D</th></tr></thead><tbody>"
               "<tr><td>1</td><td></td><td>3</td><td>4</td></tr></tbody></table>"
               "<pre>if (x)\n    go();</pre><blockquote><p>It is cheaper now.</p></blockquote>"
               "<p id=fn1>The note of it.</p></article></main></body></html>");
}

static struct str as_epub(void)
{
    static struct documents_member members[] = {
        { "mimetype", "application/epub+zip" },
        { "META-INF/container.xml",
          "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>" },
        { "OEBPS/book.opf",
          "<package><metadata><dc:title>Storage</dc:title><dc:creator>Ann</dc:creator><dc:language>en</dc:language>"
          "</metadata><manifest><item id='nav' href='nav.xhtml' properties='nav'/><item id='b' href='two.xhtml'/>"
          "<item id='a' href='text/one%201.xhtml'/></manifest><spine><itemref idref='nav'/><itemref idref='a'/>"
          "<itemref idref='b'/></spine></package>" },
        { "OEBPS/nav.xhtml", "<html><body><p>Contents only</p></body></html>" },
        { "OEBPS/two.xhtml", "<html><body><p>The second chapter.</p></body></html>" },
        { "OEBPS/text/one 1.xhtml", NULL },
        { NULL, NULL },
    };

    members[5].text = as_html().data;
    return documents_zip(arena, members);
}

#define W(style, text) "<w:p><w:pPr><w:pStyle w:val='" style "'/></w:pPr><w:r><w:t>" text "</w:t></w:r></w:p>"
#define ITEM(list, level, text)                                                                                        \
    "<w:p><w:pPr><w:numPr><w:ilvl w:val='" level "'/><w:numId w:val='" list "'/></w:numPr></w:pPr><w:r><w:t>" text     \
    "</w:t></w:r></w:p>"
#define CELL(text) "<w:tc><w:p><w:r><w:t>" text "</w:t></w:r></w:p></w:tc>"
#define RAISED(how, text) "<w:r><w:rPr><w:vertAlign w:val='" how "'/></w:rPr><w:t>" text "</w:t></w:r>"

static struct str as_docx(void)
{
    static const struct documents_member members[] = {
        { "word/document.xml",
          "<w:document><w:body>" W("berschrift1", "Storage") W("Normal", PROSE)
              W("berschrift2", "Limits") "<w:p><w:r><w:t>It counts to 2</w:t></w:r>" RAISED("superscript", "32") "<w:r><w:t xml:space='preserve'> and knows H</w:t></w:r>" RAISED(
                  "subscript", "2") "<w:r><w:t>O.</w:t></w:r>"
                                    "<w:r><w:footnoteReference w:id='2'/></w:r></w:p>" ITEM("1", "0", "one")
                                        ITEM("1", "1", "inner") ITEM("1", "0", "two") ITEM("2", "0", "first") ITEM(
                                            "2", "0", "second") "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" CELL("A")
                                            CELL("B") CELL("C") CELL("D") "</w:tr><w:tr>" CELL("1") CELL("") CELL("3")
                                                CELL("4") "</w:tr></w:tbl>" W("HTMLPreformatted", "if (x)")
                                                    W("HTMLPreformatted", "    go();")
                                                        W("Quote", "It is cheaper now.") "</w:body></w:document>" },
        { "word/styles.xml", "<w:styles><w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style>"
                             "<w:style w:styleId='berschrift2'><w:name w:val='heading 2'/></w:style>"
                             "<w:style w:styleId='HTMLPreformatted'><w:name w:val='HTML Preformatted'/></w:style>"
                             "<w:style w:styleId='Quote'><w:name w:val='Quote'/></w:style></w:styles>" },
        { "word/numbering.xml",
          "<w:numbering><w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/></w:lvl>"
          "<w:lvl w:ilvl='1'><w:numFmt w:val='bullet'/></w:lvl></w:abstractNum>"
          "<w:abstractNum w:abstractNumId='8'><w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/></w:lvl></w:abstractNum>"
          "<w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num><w:num w:numId='2'><w:abstractNumId w:val='8'/></w:num>"
          "</w:numbering>" },
        { "word/footnotes.xml",
          "<w:footnotes><w:footnote w:type='separator' w:id='0'><w:p/></w:footnote><w:footnote w:id='2'><w:p><w:r>"
          "<w:t>The note of it.</w:t></w:r></w:p></w:footnote></w:footnotes>" },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

#define T(text) "<table:table-cell><text:p>" text "</text:p></table:table-cell>"

static struct str as_odt(void)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml",
          "<office:document-content><office:automatic-styles>"
          "<style:style style:name='T1'><style:text-properties style:text-position='super 58%'/></style:style>"
          "<style:style style:name='T2'><style:text-properties style:text-position='sub 58%'/></style:style>"
          "<style:style style:name='P1' style:parent-style-name='Preformatted_20_Text'/>"
          "<text:list-style style:name='L2'><text:list-level-style-number text:level='1' style:num-format='1'/>"
          "</text:list-style></office:automatic-styles><office:body><office:text>"
          "<text:h text:outline-level='1'>Storage</text:h><text:p>" PROSE
          "</text:p><text:h text:outline-level='2'>Limits"
          "</text:h><text:p>It counts to 2<text:span text:style-name='T1'>32</text:span> and knows H<text:span "
          "text:style-name='T2'>2</text:span>O.<text:note><text:note-citation>1</text:note-citation><text:note-body>"
          "<text:p>The note of it.</text:p></text:note-body></text:note></text:p>"
          "<text:list text:style-name='L1'><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner"
          "</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item>"
          "</text:list><text:list text:style-name='L2'><text:list-item><text:p>first</text:p></text:list-item>"
          "<text:list-item><text:p>second</text:p></text:list-item></text:list>"
          "<table:table><table:table-header-rows><table:table-row>" T("A") T("B") T("C") T(
              "D") "</table:table-row></table:table-header-rows><table:table-row>" T("1") "<table:table-cell/>" T("3")
              T("4") "</table:table-row></table:table><text:p text:style-name='P1'>if (x)</text:p><text:p text:style-name='P1'>"
                     "<text:s text:c='4'/>go();</text:p><text:p text:style-name='Quotations'>It is cheaper now.</text:p>"
                     "</office:text></office:body></office:document-content>" },
        { "meta.xml",
          "<office:document-meta><office:meta><dc:title>Storage</dc:title><dc:creator>Ann</dc:creator>"
          "<meta:creation-date>2024-03-05T10:00:00</meta:creation-date></office:meta></office:document-meta>" },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

static struct str as_markdown(void)
{
    return str(
        "# Storage\n\n" PROSE "\n\n## Limits\n\nIt counts to 2<sup>32</sup> and knows H<sub>2</sub>O.[^1]\n\n"
        "* one\n    * inner\n* two\n\n1. first\n2. second\n\ncache\n:   Memory for pages.\n\n"
        "A | B | C | D\n--- | --- | --- | ---\n1 | | 3 | 4\n\n~~~c\nif (x)\n    go();\n~~~\n\n> It is cheaper now.\n\n"
        "[^1]: The note of it.\n");
}

/* The lines every construct must give; a format that has no such thing is left out by its bit. */
static void test_every_construct_survives_every_format(void **state)
{
    enum { HTML = 1, EPUB = 2, DOCX = 4, ODT = 8, MARKDOWN = 16, EVERY = 31 };
    const struct {
        const char *name;
        struct str bytes;
        int format;
        unsigned bit;
    } formats[] = {
        { "a.html", as_html(), DOCUMENT_HTML, HTML },           { "a.epub", as_epub(), DOCUMENT_EPUB, EPUB },
        { "a.docx", as_docx(), DOCUMENT_DOCX, DOCX },           { "a.odt", as_odt(), DOCUMENT_ODT, ODT },
        { "a.md", as_markdown(), DOCUMENT_MARKDOWN, MARKDOWN },
    };
    static const struct {
        const char *lines;
        unsigned in;
    } constructs[] = {
        { "Pumped hydro has stored most", EVERY },
        { "## Limits\n\nIt counts to 2^32 and knows H_2O.", EVERY },
        { "- one\n  - inner\n- two", EVERY },
        { "1. first\n2. second", EVERY },
        { "cache\n: Memory for pages.", HTML | EPUB | MARKDOWN },
        { "| A | B | C | D |\n| --- | --- | --- | --- |\n| 1 | | 3 | 4 |", HTML | EPUB | DOCX | ODT },
        { "| A | B | C | D |", EVERY },
        { "| 1 | | 3 | 4 |", EVERY },
        { "```\nif (x)\n    go();\n```", EVERY },
        { "> It is cheaper now.", EVERY },
        { "The note of it.", EVERY },
        { "H_2O.[^", DOCX | ODT | MARKDOWN },
        { "]: The note of it.", DOCX | ODT | MARKDOWN },
    };

    (void) state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        struct document d = read_as(formats[f].bytes, formats[f].name);
        assert_int_equal(d.format, formats[f].format);
        for (size_t c = 0; c < sizeof constructs / sizeof *constructs; c++)
            if (constructs[c].in & formats[f].bit)
                assert_has(formats[f].name, d, constructs[c].lines);
    }
}

/* --- each reader by itself --- */

static void test_books_follow_their_spine(void **state)
{
    (void) state;
    struct document d = read_as(as_epub(), "a.epub");

    assert_string_equal(str_z(arena, d.title), "Storage");
    assert_string_equal(str_z(arena, d.author), "Ann");
    assert_true(str_find(d.text, str("The second chapter."), 0) > str_find(d.text, str("The note of it."), 0));
    assert_false(str_contains(d.text, "Contents only"));
}

static void test_slides_have_titles_items_tables_and_notes(void **state)
{
    static const struct documents_member members[] = {
        { "ppt/presentation.xml", "<p/>" },
        { "ppt/slides/slide10.xml",
          "<p:sld><p:sp><p:ph type='title'/><a:p><a:r><a:t>Last</a:t></a:r></a:p></p:sp></p:sld>" },
        { "ppt/slides/slide2.xml",
          "<p:sld><p:sp><p:nvPr><p:ph type='title'/></p:nvPr><a:p><a:r><a:t>Costs</a:t></a:r></a:p></p:sp><p:sp><a:p><a:pPr "
          "lvl='1'/><a:r><a:t>falling</a:t></a:r></a:p></p:sp><p:sp><p:ph type='sldNum'/><a:p><a:r><a:t>2</a:t></a:r></a:p>"
          "</p:sp><a:tbl><a:tr><a:tc><a:p><a:r><a:t>Year</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>Price</a:t></a:r></a:p>"
          "</a:tc></a:tr><a:tr><a:tc><a:p><a:r><a:t>2020</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>10</a:t></a:r></a:p>"
          "</a:tc></a:tr></a:tbl></p:sld>" },
        { "ppt/notesSlides/notesSlide2.xml",
          "<p:notes><p:sp><a:p><a:r><a:t>Say it slowly.</a:t></a:r></a:p></p:sp></p:notes>" },
        { NULL, NULL },
    };

    (void) state;
    struct document d = read_as(documents_zip(arena, members), "a.pptx");
    assert_int_equal(d.format, DOCUMENT_PPTX);
    assert_string_equal(
        str_z(arena, d.text),
        "## Costs\n\n  - falling\n\n| Year | Price |\n| --- | --- |\n| 2020 | 10 |\n\nSay it slowly.\n\n## Last");
}

/* As LibreOffice writes them: definition lists and column names by style, raised text by its height. */
static void test_what_libreoffice_writes_keeps_its_structure(void **state)
{
    static const char want[] =
        "It counts to 2^32 and drinks H_2O.\n\nAlpha\n: What alpha is.\n\n| A | B |\n| --- | --- |\n"
        "| 1 | 2 |\n\n```\nif (x)\n    go();\n```";
    static const struct documents_member odt[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml",
          "<office:document-content><office:automatic-styles><style:style style:name='T1'><style:text-properties "
          "style:text-position='33% 80%'/></style:style><style:style style:name='T2'><style:text-properties "
          "style:text-position='-8% 80%'/></style:style><style:style style:name='P1' "
          "style:parent-style-name='List_20_Contents'/></office:automatic-styles><office:body><office:text>"
          "<text:p>It counts to 2<text:span text:style-name='T1'>32</text:span> and drinks H<text:span "
          "text:style-name='T2'>2</text:span>O.</text:p><text:p text:style-name='List_20_Heading'>Alpha</text:p>"
          "<text:p text:style-name='P1'>What alpha is.</text:p><table:table><table:table-row><table:table-cell><text:p "
          "text:style-name='Table_20_Heading'>A</text:p></table:table-cell><table:table-cell><text:p "
          "text:style-name='Table_20_Heading'>B</text:p></table:table-cell></table:table-row><table:table-row>" T("1")
              T("2") "</table:table-row></table:table><text:p text:style-name='Preformatted_20_Text'>if (x)</text:p>"
                     "<text:p text:style-name='Preformatted_20_Text'><text:s text:c='4'/>go();</text:p></office:text>"
                     "</office:body></office:document-content>" },
        { NULL, NULL },
    };
    static const struct documents_member docx[] = {
        { "word/document.xml",
          "<w:document><w:body><w:p><w:r><w:t>It counts to 2</w:t></w:r><w:r><w:rPr><w:position w:val='8'/></w:rPr>"
          "<w:t>32</w:t></w:r><w:r><w:t xml:space='preserve'> and drinks H</w:t></w:r><w:r><w:rPr><w:position "
          "w:val='-2'/></w:rPr><w:t>2</w:t></w:r><w:r><w:t>O.</w:t></w:r></w:p>" W("ListHeading", "Alpha")
              W("ListContents", "What alpha is.") "<w:tbl><w:tr><w:tc>" W("TableHeading", "A") "</w:tc><w:tc>" W(
                  "TableHeading", "B") "</w:tc></w:tr><w:tr>" CELL("1")
                  CELL("2") "</w:tr></w:tbl>" W("PreformattedText", "if (x)")
                      W("PreformattedText", "    go();") "</w:body></w:document>" },
        { NULL, NULL },
    };
    static const char rtf[] =
        "{\\rtf1\\ansi{\\stylesheet{\\s27 List Heading;}{\\s28 List Contents;}{\\s30 Table Heading;}{\\s31 Preformatted "
        "Text;}}\\pard\\plain It counts to 2{\\up8 32} and drinks H{\\dn2 2}O.\\par\\pard\\s27 Alpha\\par\\pard\\s28 What "
        "alpha is.\\par\\trowd\\pard\\s30\\intbl A\\cell B\\cell\\row\\trowd\\pard\\intbl 1\\cell 2\\cell\\row\\pard\\s31 if "
        "(x)\\par     go();\\par}";

    (void) state;
    assert_string_equal(str_z(arena, read_as(documents_zip(arena, odt), "a.odt").text), want);
    assert_string_equal(str_z(arena, read_as(documents_zip(arena, docx), "a.docx").text), want);
    assert_string_equal(str_z(arena, read_as(str(rtf), "a.rtf").text), want);
}

/* Pages made by programs begin with a hundred lines that define strings and macros; what they define is used, and what
 * is for terminals only is passed over up to its own end, not the page's. */
static void test_manual_pages_made_by_programs_are_read(void **state)
{
    static const char preamble[] =
        ".\\\" Automatically generated by Pod::Man\n.de Sp \\\" space\n.if t .sp .5v\n.if n .sp\n..\n.de Vb\n.ft CW\n.nf\n.ne \\\\$1\n..\n"
        ".de Ve\n.ft R\n.fi\n..\n.tr \\(*W-\n.ie n \\{\\\n.    ds -- \\(*W-\n.    ds L\" \"\"\n.    ds R\" \"\"\n.    ds C` \"\"\n'br\\}\n"
        ".el\\{\\\n.    ds -- \\|\\(em\\|\n.    ds L\" ``\n.    ds R\" ''\n.    ds C`\n.    ds C'\n'br\\}\n.de IX\n..\n.nr rF 0\n"
        ".if \\n(.g .if rF .nr rF 1\n.if (\\n(rF:(\\n(.g==0)) \\{\\\n.    if \\nF \\{\\\n.        de IX\n.        tm Index:\\\\$1\n..\n"
        ".        if !\\nF==2 \\{\\\n.            nr % 0\n.        \\}\n.    \\}\n.\\}\n.rr rF\n";
    static const char page[] =
        ".IX Title \"X 1\"\n.TH X 1 2024-03-05\n.SH NAME\nx \\- does it\n.SH \"THE \\s-1BIG\\s0 PART\"\nSee \\*(L\"Other\\*(R\" for\n"
        "\\f(CW\\*(C`printf\\*(C'\\fR \\*(-- or Ren\\('e.\n.PP\n.Vb 2\n\\&    print \"\\en\";\n\\&    exit;\n.Ve\n.SS\nNext line\n"
        "Words go \\\non here.\n.ig\nNot shown.\n..\n";
    struct buf all;

    (void) state;
    buf_init(&all, 1 << 20);
    buf_add_z(&all, preamble);
    for (int i = 0; i < 90; i++)
        buf_format(&all, ".    ds x%d \\k:\\h'-(\\n(.wu*8/10)'\n", i);
    buf_add_z(&all, page);
    assert_string_equal(
        str_z(arena, read_as(buf_str(&all), "x.1").text),
        "## NAME\n\nx - does it\n\n## THE BIG PART\n\nSee “Other” for printf — or René.\n\n```\n    print "
        "\"\\n\";\n    exit;\n```\n\n### Next line\n\nWords go on here.");
    buf_free(&all);
}

/* Macros of the page's own, another name for one, and cells of tables that go over several lines. */
static void test_macros_of_a_manual_page_are_put_in(void **state)
{
    static const char page[] =
        ".TH FSCK 8\n.de URL\n\\fI\\\\$2\\fP <\\\\$1>\\\\$3\n..\n.als MTO URL\n.if \\n[.g] \\{\\\n.  mso www.tmac\n.  am URL\n.    ad l\n.  .\n"
        ".  LINKSTYLE blue R < >\n.\\}\n.SH AUTHORS\n.MTO \"a\\(atb.c\" \"Ann Bee\" \".\"\n.TS\ntab(:);\nl l.\nField:Meaning\n_\nst_dev:T{\nID of\n"
        ".I device\nholding it\nT}\nst_ino:Inode\n.TE\n.SH LOOPS\n.de L\nx\n.L\n..\nBefore.\n.L\nBehind.\n";

    (void) state;
    struct str text = read_as(str(page), "fsck.8").text;
    assert_true(str_starts(text, "## AUTHORS\n\nAnn Bee <a@b.c>.\n\n| Field | Meaning |\n"));
    assert_non_null(strstr(str_z(arena, text),
                           "| st_dev | ID of device holding it |\n| st_ino | Inode |\n\n## LOOPS\n\nBefore. x"));
    assert_true(str_ends(text, "Behind."));
}

/* Slides without a frame for their title: a short line at the top is one, and the first names the document. */
static void test_slides_without_title_frames_have_titles(void **state)
{
    static const struct documents_member pptx[] = {
        { "ppt/presentation.xml", "<p/>" },
        { "ppt/slides/slide1.xml",
          "<p:sld><p:sp><a:p><a:r><a:t>Bees of the valley</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r>"
          "<a:t>They were counted for ten years.</a:t></a:r></a:p></p:sp></p:sld>" },
        { NULL, NULL },
    };
    static const struct documents_member odp[] = {
        { "mimetype", "application/vnd.oasis.opendocument.presentation" },
        { "content.xml",
          "<office:document-content><office:body><office:presentation><draw:page draw:name='p1'><draw:frame><draw:text-box>"
          "<text:p>Bees of the valley</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>They were "
          "counted for ten years.</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body>"
          "</office:document-content>" },
        { NULL, NULL },
    };
    static const char want[] = "## Bees of the valley\n\nThey were counted for ten years.";

    (void) state;
    struct document d = read_as(documents_zip(arena, pptx), "a.pptx");
    assert_string_equal(str_z(arena, d.text), want);
    assert_string_equal(str_z(arena, d.title), "Bees of the valley");
    d = read_as(documents_zip(arena, odp), "a.odp");
    assert_string_equal(str_z(arena, d.text), want);
    assert_string_equal(str_z(arena, d.title), "Bees of the valley");
}

static void test_sheets_keep_every_column_dates_and_text(void **state)
{
    static const struct documents_member members[] = {
        { "xl/workbook.xml", "<workbook><sheets><sheet name='Prices' r:id='rId7'/></sheets></workbook>" },
        { "xl/_rels/workbook.xml.rels",
          "<Relationships><Relationship Id='rId7' Target='worksheets/sheet1.xml'/></Relationships>" },
        { "xl/sharedStrings.xml", "<sst><si><t>Day</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>" },
        { "xl/styles.xml", "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm'/></numFmts><cellXfs>"
                           "<xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/></cellXfs></styleSheet>" },
        { "xl/worksheets/sheet1.xml",
          "<worksheet><sheetData><row><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c><c r='D1' t='inlineStr'><is>"
          "<t>Note &amp; more</t></is></c></row><row><c r='A2' s='1'><v>45356</v></c><c r='B2'><v>0.10000000000000001</v></c>"
          "<c r='D2' t='b'><v>1</v></c></row><row><c r='A3' s='2'><v>45000.5</v></c><c r='C3' t='str'><v>sum</v></c></row>"
          "</sheetData></worksheet>" },
        { NULL, NULL },
    };

    (void) state;
    struct document d = read_as(documents_zip(arena, members), "a.xlsx");
    assert_int_equal(d.format, DOCUMENT_XLSX);
    assert_string_equal(str_z(arena, d.text),
                        "## Prices\n\n| Day | Price | | Note & more |\n| --- | --- | --- | --- |\n"
                        "| 2024-03-05 | 0.1 | | TRUE |\n| 2023-03-15 | | sum | |");
}

static void test_text_formats(void **state)
{
    static const struct {
        const char *name, *bytes;
        int format;
        const char *title, *text;
    } cases[] = {
        { "a.rtf",
          "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Times;}}{\\stylesheet{\\s0 Normal;}{\\s2 heading 2;}}{\\info{\\title T}}"
          "\\pard\\s2 Limits\\par\\pard Caf\\'e9, \\u8364?5, 2{\\super 32}.{\\footnote A note.}\\par"
          "\\pard{\\listtext\\tab 1.\\tab}\\ls1\\ilvl0 first\\par{\\listtext\\tab 2.\\tab}second\\par"
          "\\trowd\\pard\\intbl A\\cell\\cell C\\cell\\row\\pard End.\\par}",
          DOCUMENT_RTF, "T",
          "## Limits\n\nCafé, €5, 2^32.[^1]\n\n1. first\n2. second\n\n| A | | C |\n\nEnd.\n\n[^1]: A note." },
        { "a.tex",
          "\\documentclass{article}\\title{A \\emph{T}}\\begin{document}\\maketitle % no\n\\section{Limits}\nna\\\"ive, 50\\%, "
          "2\\textsuperscript{32}.\\footnote{A note.} See~\\cite{x}.\n\n\\begin{itemize}\\item one\\begin{enumerate}\\item "
          "first\\item second\\end{enumerate}\\item two\\end{itemize}\\begin{verbatim}\nif (x)\n    go();\n\\end{verbatim}"
          "\\begin{tabular}{ll}A & B \\\\\n\\hline\n1 & \\\\\n\\end{tabular}\\end{document}",
          DOCUMENT_LATEX, "A T",
          "## Limits\n\nnaïve, 50%, 2^32.[^1] See.\n\n- one\n  1. first\n  2. second\n- two\n\n```\nif (x)\n    go();\n```\n\n"
          "| A | B |\n| --- | --- |\n| 1 | |\n\n[^1]: A note." },
        { "a.rst",
          "=====\nTitle\n=====\n\nLimits\n------\n\n2\\ :sup:`32`, ``x``, :ref:`a link <t>` [1]_.\n\n- one\n\n  - inner\n- two\n\n"
          "1. first\n2. second\n\nterm\n   Meaning.\n\nRun::\n\n    if (x)\n        go();\n\n==  ==\nA   B\n==  ==\n1   2\n==  ==\n\n"
          ".. note:: Careful.\n\n.. [1] A note.\n",
          DOCUMENT_RST, "Title",
          "## Limits\n\n2^32, x, a link [^1].\n\n- one\n  - inner\n- two\n\n1. first\n2. second\n\nterm\n: Meaning.\n\nRun:\n\n"
          "```\nif (x)\n    go();\n```\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nCareful.\n\n[^1]: A note." },
        { "a.adoc",
          "= Title\nAnn Writer <a@b.c>\n:revdate: 2024-03-05\n\n== Limits\n\n2^32^, `x`, *bold*, https://x.y[a link].\n\n* one\n"
          "** inner\n* two\n\n. first\n. second\n\nterm:: Meaning.\n\n----\nif (x)\n    go();\n----\n\n|===\n|A |B\n\n|1 |2\n|===\n",
          DOCUMENT_ASCIIDOC, "Title",
          "## Limits\n\n2^32, x, bold, a link.\n\n- one\n  - inner\n- two\n\n1. first\n2. second\n\nterm\n: Meaning.\n\n"
          "```\nif (x)\n    go();\n```\n\n| A | B |\n| --- | --- |\n| 1 | 2 |" },
        { "stash.txt", /* under another name; titles that are underlined, terms whose words stand behind an empty line */
          "stash(1)\n========\n\nNAME\n----\nstash - put work aside\n\nSYNOPSIS\n--------\n[verse]\nstash list [<options>]\n\n"
          "COMMANDS\n--------\n\npush [-p]::\n\n\tSaves it.\n+\nFor a snapshot:\n+\n------\n# make it so\n------\n\n"
          "-k::\nifdef::here[]\n\tKeeps the index.\nendif::here[]\n",
          DOCUMENT_ASCIIDOC, "stash(1)",
          "## NAME\n\nstash - put work aside\n\n## SYNOPSIS\n\n> stash list [<options>]\n\n## COMMANDS\n\npush [-p]\n: Saves it.\n"
          ": For a snapshot:\n\n```\n# make it so\n```\n\n-k\n: Keeps the index." },
        { "notes.txt", /* Markdown and plain text stay what they are */
          "Notes\n=====\n\nUse std::\n+\nSee [link](x) [[wiki]].\n", DOCUMENT_TEXT, "notes.txt",
          "Notes\n=====\n\nUse std::\n+\nSee [link](x) [[wiki]]." },
        { "grep.1",
          ".TH GREP 1 2024-03-05\n.SH NAME\ngrep \\- print lines\n.SH OPTIONS\n.TP\n.BR \\-V \", \" \\-\\-version\nShow the\n.I "
          "version.\n.IP \\(bu 2\nOne.\n.PP\nRun:\n.nf\n    go();\n.fi\n",
          DOCUMENT_MAN, "grep - print lines",
          "## NAME\n\ngrep - print lines\n\n## OPTIONS\n\n-V, --version\n: Show the version.\n\n- One.\n\nRun:\n\n```\n    go();\n```" },
        { "fsck.8", /* as DocBook and AsciiDoc write them: macros of their own, terms in front of .RS, two forms of an item */
          ".TH FSCK 8 2024-03-05\n.ie \\n(.g .ds Aq \\(aq\n.de URL\n\\fI\\\\$2\\fP <\\\\$1>\n..\n.SH NAME\nfsck \\- check\n"
          ".SH EXIT\n.sp\nThe sum of:\n.sp\n\\fB0\\fP\n.RS 4\nNo errors\n.RE\n.PP\n\\-r\n.RS 4\nIt\\*(Aqs a report.\n.sp\n"
          "More.\n.RE\n.sp\n.RS 4\n.ie n \\{\\\n\\h'-04'\\(bu\\h'+03'\\c\n.\\}\n.el \\{\\\n.sp -1\n.IP \\(bu 2.3\n.\\}\n"
          "An item.\n.RE\n.sp\nA paragraph.\n.RS 4\nSet in.\n.RE\n",
          DOCUMENT_MAN, "fsck - check",
          "## NAME\n\nfsck - check\n\n## EXIT\n\nThe sum of:\n\n0\n: No errors\n\n-r\n: It's a report.\n  More.\n\n- An item.\n\n"
          "A paragraph.\n\nSet in." },
        { "stitch.1", /* as programs that make them from HTML begin: an escaped line end, then comments */
          "\\\n.\\\" Made from HTML.\n.TH Stitch 1 2002\n.SH NAME\nstitch - join two photographs\n.UN synopsis\n.SH USE\n\\fBstitch\\fP a b\n",
          DOCUMENT_MAN, "stitch - join two photographs",
          "## NAME\n\nstitch - join two photographs\n\n## USE\n\nstitch a b" },
        { "cat.1",
          ".Dd March 5, 2024\n.Dt CAT 1\n.Os\n.Sh NAME\n.Nm cat\n.Nd print files\n.Sh SYNOPSIS\n.Nm\n.Op Fl bn\n.Op Ar\n"
          ".Bl -tag\n.It Fl b\nNumber lines\n.Pq Ql \\&$ .\n.El\n",
          DOCUMENT_MAN, "cat - print files",
          "## NAME\n\ncat - print files\n\n## SYNOPSIS\n\ncat [-bn] [file ...]\n\n-b\n: Number lines ('$')." },
        { "tunnel.1", /* a term over several lines, other pages, marks behind what is put around words */
          ".Dd March 5, 2024\n.Dt TUNNEL 1\n.Os\n.Sh NAME\n.Nm tunnel\n.Nd forward ports\n.Sh OPTIONS\n.Bl -tag\n"
          ".It Fl L Xo\n.Sm off\n.Oo Ar bind_address : Oc\n.Ar port : host\n.Sm on\n.Xc\nForwards a port (see\n"
          ".Xr sshd 8 ,\n.Ql ~ ) .\n.It Fl R Ar port Xo\n.Ar host\n.Sh SEE ALSO\n.Xr ssh 1\n",
          DOCUMENT_MAN, "tunnel - forward ports",
          "## NAME\n\ntunnel - forward ports\n\n## OPTIONS\n\n-L [bind_address:]port:host\n: Forwards a port (see sshd(8), '~').\n\n"
          "-R port host\n\n## SEE ALSO\n\nssh(1)" },
        { "a.ipynb",
          "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"# Title\\n\",\"\\n\",\"Some *text*.\"]},"
          "{\"cell_type\":\"code\",\"source\":\"if x:\\n    go()\",\"outputs\":[{\"output_type\":\"stream\",\"text\":[\"42\\n\"]}]}]}",
          DOCUMENT_NOTEBOOK, "a.ipynb", "# Title\n\nSome text.\n\n```\nif x:\n    go()\n```\n\n```\n42\n```" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct document d = read_as(str(cases[i].bytes), cases[i].name);
        assert_int_equal(d.format, cases[i].format);
        assert_string_equal(str_z(arena, d.title), cases[i].title);
        assert_string_equal(str_z(arena, d.text), cases[i].text);
    }
}

/* What stands behind a nested list belongs to the outer item, and does not begin it again. */
static void test_items_go_on_behind_nested_lists(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<title>Limits</title><main><p>" PROSE "</p><ol><li><p>Length</p><p>" PROSE "</p></li><li><p>Columns</p>"
            "<p>They bound:</p><ul><li>tables<ul><li>with rows</li></ul></li><li>views</li></ul><p>" PROSE
            "</p></li><li><p>Depth</p><p>" PROSE "</p></li></ol></main>"),
        "a.html");

    assert_has("a.html", d,
               "2. Columns\n  They bound:\n  - tables\n    - with rows\n  - views\n  Pumped hydro has stored");
    assert_has("a.html", d, "\n3. Depth\n  Pumped");
    assert_false(str_contains(d.text, "2. Pumped"));
}

/* A manual page whose history is longer than itself, and a sheet of LibreOffice whose first row names its columns. */
static void test_long_comments_and_names_of_columns(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.spreadsheet" },
        { "content.xml",
          "<office:document-content><office:body><office:spreadsheet><table:table><table:table-row>" T("Month") T(
              "Castle") "</table:table-row><table:table-row>" T("July")
              T("7780") "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>" },
        { NULL, NULL },
    };
    struct buf page;

    (void) state;
    buf_init(&page, 1 << 20);
    for (int i = 0; i < 200; i++)
        buf_add_z(&page, ".\\\" Modified by somebody who wrote a note about it in the head of the page.\n");
    buf_add_z(&page, ".TH FCNTL 2\n.SH NAME\nfcntl \\- file control\n");
    struct document d = read_as(buf_take(&page, arena), "fcntl.2");
    assert_string_equal(str_z(arena, d.text), "## NAME\n\nfcntl - file control");
    assert_has("a.ods", read_as(documents_zip(arena, members), "a.ods"),
               "| Month | Castle |\n| --- | --- |\n| July | 7780 |");
}

/* Links that turn the pages of a manual are no part of any. */
static void test_page_turning_is_left_out(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<title>Manual</title><body><div><p>Next: <a href=b rel=next>Types of values</a>, Previous: <a href=c rel=prev>Names "
            "and scopes</a>, Up: <a href=d rel=up>The language</a> [<a href=e>Contents</a>]</p></div><h2>Values</h2><p>" PROSE
            "</p><p>" PROSE " See <a href=f>the next part</a>.</p></body>"),
        "a.html");

    assert_has("a.html", d, PROSE);
    assert_false(str_contains(d.text, "Previous"));
    d = read_as(
        str("<title>Manual</title><body><table><tr><td>[<a href=a> &lt;&lt; </a>]</td><td>[<a href=b> Up </a>]</td>"
            "<td>[<a href=c>Contents</a>]</td></tr></table><h2>Values</h2><p>" PROSE "</p><p>" PROSE "</p></body>"),
        "a.html");
    assert_false(str_contains(d.text, "Up"));
}

/* A word cut at the end of a line is whole again, a hyphen that belongs to it stays. */
static void test_words_cut_by_lines_are_joined(void **state)
{
    (void) state;
    struct document d = read_as(
        str("The direc-\n     tory is made.\nA long-term plan, a long-\nterm one. N\bNA\bAM\bME\bE"), "a.txt");

    assert_has("a.txt", d, "The directory");
    assert_has("a.txt", d, "a long-term\none. NAME");
    d = read_as(
        str("<p>Soft\xc2\xadhyphens go, and this sentence is long enough to be read as one by all of us here.</p>"),
        "a.html");
    assert_has("a.html", d, "Softhyphens go");
}

/* Cut anywhere, a file is read or refused, never more. */
static void test_cut_files_are_no_trouble(void **state)
{
    const struct {
        const char *name;
        struct str bytes;
    } files[] = { { "a.odt", as_odt() }, { "a.epub", as_epub() }, { "a.docx", as_docx() } };

    (void) state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (size_t cut = 1; cut < files[f].bytes.len; cut += 97) {
            struct document_hints hints = { .name = str(files[f].name) };
            struct document d;
            struct error e = { 0 };
            document_parse(arena, str_sub(files[f].bytes, 0, cut), &hints, NULL, &d, &e);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_construct_survives_every_format, setup, teardown),
        cmocka_unit_test_setup_teardown(test_books_follow_their_spine, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slides_have_titles_items_tables_and_notes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_libreoffice_writes_keeps_its_structure, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slides_without_title_frames_have_titles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_manual_pages_made_by_programs_are_read, setup, teardown),
        cmocka_unit_test_setup_teardown(test_macros_of_a_manual_page_are_put_in, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sheets_keep_every_column_dates_and_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_text_formats, setup, teardown),
        cmocka_unit_test_setup_teardown(test_items_go_on_behind_nested_lists, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_comments_and_names_of_columns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_page_turning_is_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words_cut_by_lines_are_joined, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_files_are_no_trouble, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
