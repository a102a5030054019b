/* Documents as people really make them: formulas, text boxes, merged cells, recorded changes, notes, odd lists. Nothing of
 * them is lost or run together, whatever format they come in. */
#include "arena_case.h"

#include "tests/unit/documents.h"
#include "tests/unit/document_case.h"

static void assert_reads(struct str bytes, const char *name, const char *want)
{
    assert_string_equal(str_z(arena, read_as(bytes, name).text), want);
}

static struct str docx_with(const char *body, const char *notes)
{
    const struct documents_member members[] = {
        { "word/document.xml", str_format(arena, "<w:document><w:body>%s</w:body></w:document>", body).data },
        { "word/styles.xml", "<w:styles><w:style w:styleId='N'><w:name w:val='List Number'/><w:pPr><w:numPr><w:numId "
                             "w:val='1'/></w:numPr></w:pPr></w:style></w:styles>" },
        { "word/numbering.xml",
          "<w:numbering><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/></w:lvl>"
          "</w:abstractNum><w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText "
          "w:val=' '/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num><w:num "
          "w:numId='2'><w:abstractNumId w:val='1'/></w:num></w:numbering>" },
        { "word/footnotes.xml", notes },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

static struct str docx(const char *body) { return docx_with(body, ""); }

static struct str odt(const char *body, const char *formula)
{
    const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml", str_format(arena,
                                    "<office:document-content><office:body><office:text>%s</office:text></office:body>"
                                    "</office:document-content>",
                                    body)
                             .data },
        { "Object 1/content.xml", formula },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

#define R(text) "<w:r><w:t xml:space='preserve'>" text "</w:t></w:r>"
#define P(text) "<w:p>" R(text) "</w:p>"
#define MATH                                                                                                           \
    "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup><mo>+</mo><mfrac><mrow>"    \
    "<mi>a</mi><mo>-</mo><mi>b</mi></mrow><msqrt><mn>2</mn></msqrt></mfrac></mrow><annotation>E = mc^2"                \
    "</annotation></semantics></math>"
#define PROSE                                                                                                          \
    "Pumped hydro has stored most of the world's electricity for decades, and it still does so, in many countries."

static void test_formulas_keep_their_meaning(void **state)
{
    static const char want[] = "It says E=m c^2+(a-b)/√2 here.";

    (void) state;
    assert_reads(
        docx("<w:p>" R(
            "It says ") "<m:oMath><m:r><m:t>E=m </m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e>"
                        "<m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>+</m:t></m:r><m:f><m:num><m:r><m:t>a-b"
                        "</m:t></m:r></m:num><m:den><m:rad><m:radPr><m:degHide m:val='1'/></m:radPr><m:deg/><m:e><m:r>"
                        "<m:t>2</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath>" R(" here.") "</w:p>"),
        "a.docx", want);
    assert_reads(
        docx("<w:p><m:oMath><m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub>"
             "<m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:d><m:dPr><m:begChr m:val='['/><m:endChr m:val=']'/>"
             "</m:dPr><m:e><m:r><m:t>i</m:t></m:r></m:e></m:d></m:e></m:nary></m:oMath></w:p>"),
        "a.docx", "∑_(i=1)^n [i]");
    assert_reads(odt("<text:p>It says <draw:frame><draw:object xlink:href='./Object 1'/></draw:frame> here.</text:p>",
                     "<?xml version='1.0'?>" MATH),
                 "a.odt", want);
    assert_reads(str("<title>T</title><p>It says " MATH " here.</p>"), "a.html", want);
    /* As Wikipedia and books write them, with a prefix. */
    assert_reads(
        str("<title>T</title><p>It says <m:math><m:msub><m:mi>x</m:mi><m:mn>0</m:mn></m:msub></m:math> here.</p>"),
        "a.html", "It says x_0 here.");
}

static void test_formulas_of_latex_stay_as_they_are_written(void **state)
{
    (void) state;
    assert_reads(
        str("\\documentclass{a}\\newcommand\\x{junk}\\def\\labelenumi{\\arabic{enumi}.}\\begin{document}\n"
            "\\hypertarget{limits}{%\n\\section{Limits}\\label{limits}}\n"
            "With \\(\\frac{a}{b}\\) and\n\\begin{equation}\\label{eq:1}\n\\sum_{i} x_i\n\\end{equation}\n"
            "\\begin{Shaded}\\begin{Highlighting}[]\n\\KeywordTok{if}\\NormalTok{ (x)}\n\\NormalTok{    go();}\n"
            "\\end{Highlighting}\\end{Shaded}\n\\end{document}"),
        "a.tex", "## Limits\n\nWith \\frac{a}{b} and\n\n\\sum_{i} x_i\n\n```\nif (x)\n    go();\n```");
    assert_reads(
        str("\\documentclass{a}\\begin{document}\\begin{longtable}{ll}A & B \\\\\n\\midrule\n\\endfirsthead\nA & B \\\\\n"
            "\\midrule\n\\endhead\n1 & 2 \\\\\n\\end{longtable}\\end{document}"),
        "a.tex", "| A | B |\n| --- | --- |\n| 1 | 2 |");
}

static void test_text_around_a_box_stays_together(void **state)
{
    static const char want[] = "In the box.\n\nBefore it, behind it.";

    (void) state;
    assert_reads(
        docx(
            "<w:p>" R("Before it,") "<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>" P("In the box.") "</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>" P(
                "In the box.") "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>" R(" behind it.") "</w:p>"),
        "a.docx", want);
    assert_reads(
        odt("<text:p>Before it,<draw:custom-shape><text:p>In the box.</text:p></draw:custom-shape> behind it.</text:p>",
            ""),
        "a.odt", want);
    assert_reads(
        str("{\\rtf1 \\pard Before it,{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt \\pard In the box.\\par}}"
            "{\\shprslt In the box.}} behind it.\\par}"),
        "a.rtf", want);
}

static void test_recorded_changes_are_as_if_accepted(void **state)
{
    (void) state;
    assert_reads(
        docx(
            "<w:p><w:del>" R("old") "<w:r><w:delText>old</w:delText></w:r></w:del><w:ins>" R("new") "</w:ins><w:moveFrom>" R(
                " moved") "</w:moveFrom>" R(" text") "<w:moveTo>" R(" moved") "</w:moveTo></w:p>"),
        "a.docx", "new text moved");
    assert_reads(
        str("{\\rtf1{\\info{\\doccomm made by}}\\pard {\\deleted\\revdttmdel-2074015744 old}new text{\\deleted  \\u8364?}\\par}"),
        "a.rtf", "new text");
}

static void test_cells_keep_their_columns_and_words(void **state)
{
    (void) state;
    assert_reads(
        str("<title>T</title><p>" PROSE "</p><table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan=2>tall</td>"
            "<td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr><tr><td>5</td><td colspan=2>wide</td></tr></table>"),
        "a.html", PROSE "\n\n| A | B | C |\n| --- | --- | --- |\n| tall | 1 | 2 |\n| | 3 | 4 |\n| 5 | wide | |");
    /* Paragraphs in the first cell; the style of the next cell in front of its bar. */
    assert_reads(str("{\\rtf1 \\trowd\\pard\\intbl A\\par\\cell\\pard\\intbl B\\cell\\row}"), "a.rtf", "| A | B |");
    assert_reads(str("= T\n\n[cols=\"1,1,1\"]\n|===\n|x |$1 a|\n* one\n* two\n\n|y |2 |3\n|===\n"), "a.adoc",
                 "| x | $1 | one two |\n| y | 2 | 3 |");
}

static void test_lists_and_notes_of_office_files(void **state)
{
    (void) state;
    assert_reads(
        docx_with(
            "<w:p><w:pPr><w:pStyle w:val='N'/></w:pPr>" R(
                "first") "</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val='0'/>"
                         "<w:numId w:val='2'/></w:numPr></w:pPr>" R("goes on") "</w:p><w:p><w:pPr><w:pStyle w:val='N'/></w:pPr>" R(
                             "second") "<w:r><w:footnoteReference w:id='2'/></w:r></w:p>",
            "<w:footnotes><w:footnote w:id='2'><w:p><w:r><w:t>Its note,</w:t></w:r></w:p><w:p><w:r><w:t>in two parts.</w:t></w:r></w:p></w:footnote></w:footnotes>"),
        "a.docx", "1. first\n  goes on\n2. second[^2]\n\n[^2]: Its note, in two parts.");
    assert_reads(
        odt("<text:p text:style-name='Definition_20_Term'>Alpha</text:p><text:p "
            "text:style-name='Definition_20_Definition'>What it is.</text:p><text:list><text:list-item><text:p>Run"
            "</text:p><text:p text:style-name='Preformatted_20_Text'>if (x)</text:p><text:p "
            "text:style-name='Preformatted_20_Text'><text:s text:c='4'/>go();</text:p></text:list-item></text:list>",
            ""),
        "a.odt", "Alpha\n: What it is.\n\n- Run\n\n```\nif (x)\n    go();\n```");
    assert_reads(
        str("{\\rtf1{\\fonttbl{\\f0 Times;}{\\f1\\fmodern Courier;}}{\\pard\\li360\\fi-360 1.\\tab first\\par}{\\pard\\li360"
            "\\fi-360\\bullet\\tab point\\par}{\\pard\\f1 if (x)\\line     go();\\par}}"),
        "a.rtf", "1. first\n\n- point\n\n```\nif (x)\n    go();\n```");
}

#define LEVEL(depth, format, sign)                                                                                     \
    "<w:lvl w:ilvl='" depth "'><w:start w:val='1'/><w:numFmt w:val='" format "'/><w:lvlText w:val='" sign "'/></w:lvl>"
#define ITEM(list, depth, text)                                                                                        \
    "<w:p><w:pPr><w:numPr><w:ilvl w:val='" depth "'/><w:numId w:val='" list "'/></w:numPr></w:pPr>" R(text) "</w:p>"

/* A list is another one with a level of its own (2), with another start (3), or goes on with its numbers (4). */
static void test_numbers_of_lists_in_word(void **state)
{
    static const struct documents_member members[] = {
        { "word/document.xml",
          "<w:document><w:body>" ITEM("1", "0", "one") ITEM("2", "1", "point") ITEM("4", "0", "two")
              ITEM("3", "0", "five") ITEM("3", "0", "six") "</w:body></w:document>" },
        { "word/numbering.xml",
          "<w:numbering><w:abstractNum w:abstractNumId='0'>" LEVEL("0", "decimal", "%1.")
              LEVEL("1", "decimal",
                    "%2.") "</w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num><w:num w:numId='2'>"
                           "<w:abstractNumId w:val='0'/><w:lvlOverride w:ilvl='1'>" LEVEL(
                               "1", "bullet",
                               "o") "</w:lvlOverride></w:num><w:num w:numId='3'><w:abstractNumId w:val='0'/>"
                                    "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride></w:num>"
                                    "<w:num w:numId='4'><w:abstractNumId w:val='0'/></w:num></w:numbering>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, members), "a.docx", "1. one\n  - point\n2. two\n5. five\n6. six");
}

#define ODT_LIST(attributes, items) "<text:list " attributes ">" items "</text:list>"
#define ODT_ITEM(text) "<text:list-item><text:p>" text "</text:p></text:list-item>"

/* Lists that go on with others, items of another style or number, a style that tells of its first level only, a list
 * without signs whose paragraphs go on with the item above. */
static void test_numbers_of_lists_in_opendocument(void **state)
{
    static const char styles[] =
        "<office:automatic-styles><text:list-style style:name='N'><text:list-level-style-number text:level='1' "
        "style:num-format='1'/></text:list-style><text:list-style style:name='F'><text:list-level-style-number "
        "text:level='1' style:num-format='1' text:start-value='5'/></text:list-style><text:list-style style:name='B'>"
        "<text:list-level-style-bullet text:level='1' text:bullet-char=' '/></text:list-style>"
        "</office:automatic-styles>";
    static const char body[] = ODT_LIST(
        "text:style-name='N' xml:id='a'",
        "<text:list-item><text:p>one</text:p>" ODT_LIST("text:style-name='F'",
                                                        ODT_ITEM("five") ODT_ITEM("six")) "</text:list-item>")
        ODT_LIST("text:style-name='B'",
                 ODT_ITEM("goes on") "<text:list-item><text:p "
                                     "text:style-name='Preformatted_20_Text'>go();</text:p></text:list-item>")
            ODT_LIST("text:style-name='B' text:continue-list='a'",
                     "<text:list-item text:style-override='N'><text:p>two</text:p></text:list-item><text:list-item "
                     "text:style-override='N' text:start-value='9'><text:p>nine</text:p></text:list-item>");
    const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml",
          str_format(arena,
                     "<office:document-content>%s<office:body><office:text>%s</office:text></office:body>"
                     "</office:document-content>",
                     styles, body)
              .data },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, members), "a.odt",
                 "1. one\n  5. five\n  6. six\n  goes on\n\n```\ngo();\n```\n\n2. two\n9. nine");
}

/* The sign of an item begins with \pard, which ends nothing; headings have an empty one. */
static void test_headings_and_powers_of_libreoffice_rtf(void **state)
{
    (void) state;
    assert_reads(
        str("{\\rtf1{\\stylesheet{\\s2 Heading 2;}}\\pard\\plain \\s2\\ilvl1\\outlinelevel1{\\listtext\\pard\\plain \\tab}\\ls1 "
            "Steps\\par\\pard\\plain{\\listtext\\pard\\plain  1.\\tab}\\ilvl0\\ls2 First{\\super{\\footnote About "
            "10{\\super -3} m.}}\\par\\pard\\plain{\\listtext\\pard\\plain \\tab}\\ilvl0\\ls3 goes on\\par}"),
        "a.rtf", "## Steps\n\n1. First[^1]\n  goes on\n\n[^1]: About 10^-3 m.");
}

static void test_lists_of_markup_start_where_they_say(void **state)
{
    (void) state;
    assert_reads(str("[arabic, start=5]\n. five\n. six\n\ntext\n\n. one\n"), "a.adoc",
                 "5. five\n6. six\n\ntext\n\n1. one");
    assert_reads(
        str("\\documentclass{a}\\begin{document}\\begin{enumerate}\n\\setcounter{enumi}{4}\n\\item five\n\\item "
            "six\n\\end{enumerate}\ntext\n\\begin{enumerate}[label=a, start=3]\n\\item "
            "three\n\\end{enumerate}\n\\end{document}"),
        "a.tex", "5. five\n6. six\n\ntext\n\n3. three");
    struct document d = read_as(str("<p>" PROSE
                                    "</p><ol reversed start=3><li>c<li>b<li>a</ol><p>or</p><ol reversed><li>d"
                                    "<li>e</ol><p>" PROSE "</p>"),
                                "a.html");
    assert_true(str_contains(d.text, "3. c\n2. b\n1. a\n\nor\n\n2. d\n1. e"));
}

static void test_code_of_pandoc_keeps_its_signs(void **state)
{
    (void) state;
    assert_reads(
        str("\\documentclass{a}\\begin{document}\\begin{Highlighting}[]\n\\BuiltInTok{echo} "
            "\\StringTok{\"}\\VariableTok{$i}\\StringTok{\"} {-}{-}x ~ \\CommentTok{\\# $2}\n\\end{Highlighting}\n"
            "\\end{document}"),
        "a.tex", "```\necho \"$i\" --x ~ # $2\n```");
}

/* LibreOffice says in its style sheet only what is raised. */
static void test_powers_by_style_sheet_in_books(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/epub+zip" },
        { "META-INF/container.xml", "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>" },
        { "b.opf",
          "<package><manifest><item id='a' href='a.xhtml'/></manifest><spine><itemref idref='a'/></spine></package>" },
        { "s.css",
          ".s1 {\n  font-weight: bold;\n}\n\n.s2 {\n  font-size: 0.58em;\n  position: relative;\n  top: -0.33em;\n}\n"
          ".s3 { vertical-align: sub }" },
        { "a.xhtml",
          "<html><body><p><span class=\"s1\">It counts to 2</span><span class=\"s2\">32</span><span class=\"s1\">, "
          "H</span><span class=\"s3\">2</span>O<span class=\"s2\"></span>, <span class=\"s2\"><b>x</b></span> <span "
          "class=\"s2</p></body></html>" },
        { NULL, NULL },
    };

    (void) state;
    assert_true(str_starts(read_as(documents_zip(arena, members), "a.epub").text, "It counts to 2^32, H_2O, x"));
}

/* It says nowhere else what is a heading or code. */
static void test_headings_and_code_by_style_sheet_in_books(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/epub+zip" },
        { "META-INF/container.xml", "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>" },
        { "b.opf",
          "<package><manifest><item id='a' href='a.xhtml'/></manifest><spine><itemref idref='a'/></spine></package>" },
        { "s.css",
          ".b { font-weight: bold; }\n.h { font-size: 24.0pt; font-weight: bold }\n.k {font-weight: bold; font-size: "
          "150%}\n.c { font-family: 'Liberation Mono'; font-size: 10pt; }\n.t { }" },
        { "a.xhtml",
          "<html><body><p class=\"p0\"><span class=\"h\">Heat</span></p><p class=\"p1\"><span class=\"t\">Water keeps "
          "it.</span></p><p class=\"p0\"><span class=\"k\">Its </span><span class=\"k\">cost</span></p><p class=\"p1\"><span "
          "class=\"b\">Bold words</span></p><p class=\"p1\"><span class=\"c\">if (x)</span></p><p class=\"p1\"><span "
          "class=\"c\"> go();</span></p><p class=\"p1\"><span class=\"h\">Large</span><span class=\"t\"> and not"
          "</span></p><aside epub:type=\"footnote\" id=\"d\"><p class=\"p1\"><span class=\"t\"><sup><a href=\"#c\">1</a>"
          "</sup>The note.</span></p></aside></body></html>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(
        documents_zip(arena, members), "a.epub",
        "# Heat\n\nWater keeps it.\n\n## Its cost\n\nBold words\n\n```\nif (x)\n go();\n```\n\nLarge and not\n\n[^1]: The note.");
}

static void test_bars_in_cells_do_not_part_them(void **state)
{
    (void) state;
    assert_reads(str("a,b\nx|y,z\n"), "a.csv", "| a | b |\n| --- | --- |\n| x\\|y | z |");
    assert_reads(docx("<w:tbl><w:tr><w:tc>" P("a|b") "</w:tc><w:tc>" P("c") "</w:tc></w:tr></w:tbl>"), "a.docx",
                 "| a\\|b | c |");
    struct document d = read_as(
        str("<p>" PROSE "</p><table><tr><th>A</th><th>B</th></tr><tr><td>a|b</td><td>c</td></tr></table>"), "a.html");
    assert_true(str_contains(d.text, "| a\\|b | c |"));
}

static void test_marks_of_notes_and_boxes_on_pages(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<title>T</title><p>" PROSE "<a href='#fn1' role='doc-noteref'><sup>1</sup></a> And <sup><a href='#fn2' "
            "class='footnote-ref'>2</a></sup></p><ul class=task-list><li><label><input type=checkbox checked> done</label></li><li>"
            "<input type=checkbox> open</li></ul><figure><img src=x><figcaption aria-hidden=true>The dam in winter."
            "</figcaption></figure><ol><li id=fn1><p>A note. <a href='#r' role='doc-backlink'>↩︎</a></p></li></ol>"),
        "a.html");

    assert_true(str_contains(d.text, "countries.[^1] And [^2]"));
    assert_true(str_contains(d.text, "- [x] done\n- [ ] open"));
    assert_true(str_contains(d.text, "The dam in winter."));
    assert_true(str_ends(d.text, "A note."));
}

static void test_headings_terms_and_names_of_rows_stay_with_what_they_name(void **state)
{
    /* Names and links that speak against each of them. */
    static const char page[] =
        "<title>The parser of documents</title><body><nav><a href=1>Home</a> <a href=2>News</a></nav><div class=article>"
        "<h1>The parser of documents</h1><p>" PROSE " " PROSE "</p><p>" PROSE " " PROSE "</p><h2 class='related share'>"
        "<a href='b.html'>Overview of it</a></h2><p>" PROSE
        "</p><dl><dt class='related share'><a href='x.html'>Parse</a>"
        "</dt><dd>Pass a buffer full of the document to the parser, and go on with it until the end of it.</dd><dt "
        "class='related share'><a href='y.html'>Free</a></dt><dd>Give the memory of the parser back when it is done with, "
        "and do not use it any more.</dd></dl><h1 class='related share'>2. Storage</h1><p>" PROSE " " PROSE
        "</p><table><tr>"
        "<th class='related share'><a href='d.html'>Syntax:</a></th><td>RewriteBase path of the directory, as it is seen"
        "</td></tr><tr><th class='related share'><a href='e.html'>Context:</a></th><td>the directory, and the files in it"
        "</td></tr></table><p>" PROSE " " PROSE "</p></div>";

    (void) state;
    struct document d = read_as(str(page), "a.html");
    assert_true(str_contains(d.text, "## Overview of it\n\nPumped"));
    assert_true(str_contains(d.text, "Parse\n: Pass a buffer"));
    assert_true(str_contains(d.text, "# 2. Storage\n\nPumped"));
    assert_true(str_contains(d.text, "| Syntax: | RewriteBase path of the directory, as it is seen |\n| Context: |"));
}

static void test_the_heading_of_a_list_of_contents_goes_with_it(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<title>The dam</title><body><div id=content role=main><h1>The dam</h1><div id=toc class=toc><h2>Contents</h2><ul><li>"
            "<a href='#s0'>History</a></li><li><a href='#s1'>How it works</a></li><li><a href='#s2'>Water</a></li></ul></div>"
            "<div class=body-content><p>" PROSE " " PROSE "</p><h2 id=s0>History</h2><p>" PROSE " " PROSE
            "</p></div></div>"),
        "a.html");

    assert_false(str_contains(d.text, "Contents"));
    assert_true(str_contains(d.text, "## History\n\nPumped"));
}

/* Names of sections that are made of their headings, code among links, notes at the end. */
static void test_code_and_notes_of_the_main_part_are_no_furniture(void **state)
{
    static const char page[] =
        "<title>Tools</title><body><div class=related><ul><li><a href=1>index</a></li><li><a href=2>next</a></li></ul></div>"
        "<div class=body role=main><h1>Tools</h1><p>" PROSE " " PROSE "</p><p>" PROSE " " PROSE "</p>"
        "<section id='why-is-there-no-more-progress'><h2>Why is there no more progress?</h2><p>" PROSE "</p></section>"
        "<div><div><pre><a href=3>take</a>(<a href=4>n</a>, <a href=5>iterable</a>)\n</pre></div></div>"
        "<dl class='footnote brackets'><dt class=label><a class='fn-backref' href='#id1'>1</a></dt><dd><p><a href=6>PEP "
        "42</a></p></dd></dl></div><div class=sidebar><pre>cookies = yes</pre></div>";

    (void) state;
    struct document d = read_as(str(page), "a.html");
    assert_true(str_contains(d.text, "## Why is there no more progress?\n\nPumped"));
    assert_true(str_contains(d.text, "```\ntake(n, iterable)\n```"));
    assert_true(str_contains(d.text, "PEP 42"));
    assert_false(str_contains(d.text, "cookies"));
}

static void test_sources_of_sphinx_are_restructured_text(void **state)
{
    (void) state;
    assert_reads(str("Title\n=====\n\nRun::\n\n    # as root\n    make\n"), "a.rst.txt",
                 "Run:\n\n```\n# as root\nmake\n```");
}

static void test_code_of_doxygen_keeps_its_lines(void **state)
{
    (void) state;
    struct document d = read_as(
        str("<title>T</title><p>" PROSE
            "</p><div class=\"fragment\"><div class=\"line\"><a name=l1></a><span class=\"lineno\">"
            "    1</span><span class=preprocessor>if</span> (x)</div>\n<div class=\"line\"><span class=\"lineno\">    2</span>"
            "    go();</div></div>"),
        "a.html");

    assert_true(str_ends(d.text, "```\nif (x)\n    go();\n```"));
}

/* The child that read such a file ended with an assertion. */
static void test_styles_without_a_name_do_no_harm(void **state)
{
    static const struct documents_member nameless[] = {
        { "word/document.xml", P("Text.") },
        { "word/styles.xml", "<w:styles><w:style><w:name w:val='x'/></w:style></w:styles>" },
        { NULL, NULL },
    };
    static const struct documents_member nameless_odt[] = {
        { "mimetype", "application/vnd.oasis.opendocument.text" },
        { "content.xml",
          "<style:style/><office:body><office:text><text:p text:style-name=''>Text.</text:p></office:text>"
          "</office:body>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, nameless), "a.docx", "Text.");
    assert_reads(documents_zip(arena, nameless_odt), "a.odt", "Text.");
}

static void test_plain_markup_that_was_lost(void **state)
{
    (void) state;
    assert_reads(str("Ärger\n=====\n\nText.\n\n..\n\n   A quotation.\n\n| one\n| two\n\nÜber uns\n--------\n\nEnd.\n"),
                 "a.rst", "Text.\n\n> A quotation.\n\none\ntwo\n\n## Über uns\n\nEnd.");
    assert_reads(str("= T\n\nWord.footnote:[A note.] and wordfootnote:[Two.] are [line-through]#struck# out.\n"),
                 "a.adoc", "Word. (A note.) and word (Two.) are struck out.");
    assert_reads(str("# T\n\nTerm\n:   Said of it.\n\n    More of it.\n\nText.[^1]\n\n[^1]: A note.\n\n    Its end.\n\n"
                     "    code();\n\nEnd.\n\n    if (x)\n        go();\n"),
                 "a.md",
                 "Term\n: Said of it.\n: More of it.\n\nText.[^1]\n\n[^1]: A note.\n\nIts end.\n\ncode();\n\nEnd.\n\n"
                 "```\nif (x)\n    go();\n```");
    assert_reads(str("# T\n\n+---+---+\n| A | B |\n+===+===+\n| 1 | 2 |\n+---+---+\n"), "a.md",
                 "| A | B |\n| --- | --- |\n| 1 | 2 |");
    assert_reads(str(".TH A 1\n.SH STEPS\n.IP 1. 3\nGo.\n.IP 2. 3\nStop.\n"), "a.1", "## STEPS\n\n1. Go.\n2. Stop.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formulas_keep_their_meaning, setup, teardown),
        cmocka_unit_test_setup_teardown(test_formulas_of_latex_stay_as_they_are_written, setup, teardown),
        cmocka_unit_test_setup_teardown(test_text_around_a_box_stays_together, setup, teardown),
        cmocka_unit_test_setup_teardown(test_recorded_changes_are_as_if_accepted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cells_keep_their_columns_and_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists_and_notes_of_office_files, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_of_lists_in_word, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_of_lists_in_opendocument, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_and_powers_of_libreoffice_rtf, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists_of_markup_start_where_they_say, setup, teardown),
        cmocka_unit_test_setup_teardown(test_code_of_pandoc_keeps_its_signs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_powers_by_style_sheet_in_books, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_and_code_by_style_sheet_in_books, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bars_in_cells_do_not_part_them, setup, teardown),
        cmocka_unit_test_setup_teardown(test_marks_of_notes_and_boxes_on_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_terms_and_names_of_rows_stay_with_what_they_name, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_the_heading_of_a_list_of_contents_goes_with_it, setup, teardown),
        cmocka_unit_test_setup_teardown(test_code_and_notes_of_the_main_part_are_no_furniture, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sources_of_sphinx_are_restructured_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_code_of_doxygen_keeps_its_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(test_styles_without_a_name_do_no_harm, setup, teardown),
        cmocka_unit_test_setup_teardown(test_plain_markup_that_was_lost, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
