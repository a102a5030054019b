/* Sheets and tables of values: which cells are a table, what names its columns, and how values are shown. */
#include "arena_case.h"

#include "tests/unit/documents.h"
#include "tests/unit/document_case.h"

static void assert_reads(struct str bytes, const char *name, const char *want)
{
    assert_string_equal(str_z(arena, read_as(bytes, name).text), want);
}

/* --- XLSX --- */

static struct str xlsx_with(const char *book, const char *styles, const char *sheet)
{
    const struct documents_member members[] = {
        { "xl/workbook.xml", book },
        { "xl/_rels/workbook.xml.rels",
          "<Relationships><Relationship Id='r1' Target='worksheets/sheet1.xml'/><Relationship "
          "Id='r2' Target='/xl/worksheets/sheet2.xml'/></Relationships>" },
        { "xl/styles.xml", styles },
        { "xl/worksheets/sheet1.xml", str_format(arena, "<worksheet>%s</worksheet>", sheet).data },
        { "xl/worksheets/_rels/sheet1.xml.rels",
          "<Relationships><Relationship Id='c' Type='x/relationships/comments' Target='../comments1.xml'/></Relationships>" },
        { "xl/comments1.xml",
          "<comments><authors><author>Jo</author><author>tc={1}</author></authors><commentList><comment ref='B2' "
          "authorId='0'><text><r><t>Jo:</t></r><r><t>&#10;Checked.</t></r></text></comment><comment ref='C3' authorId='1'>"
          "<text><t>[Threaded comment] Words of a program. Comment: Why?</t></text></comment></commentList></comments>" },
        { "xl/worksheets/sheet2.xml", "<worksheet><sheetData><row><c><v>5</v></c></row></sheetData></worksheet>" },
        { NULL, NULL },
    };

    return documents_zip(arena, members);
}

#define T(place, text) "<c r='" place "' t='str'><v>" text "</v></c>"
#define N(place, value) "<c r='" place "'><v>" value "</v></c>"
#define ROW(at, cells) "<row r='" at "'>" cells "</row>"
#define BOOK "<workbook><sheets><sheet name='S' r:id='r1'/></sheets></workbook>"
#define COMMENTS "\n\n[Comment by Jo on “B2”: Checked.]\n\n[Comment on “C3”: Why?]"

static struct str xlsx(const char *sheet) { return xlsx_with(BOOK, "", sheet); }

static void test_tables_of_a_sheet_are_told_apart(void **state)
{
    (void) state;
    /* A title above, a note below, another table behind an empty row, formulas with and without a value. */
    assert_reads(xlsx("<sheetData>" ROW("1", T("A1", "Plant report"))
                          ROW("2", T("A2", "Plant") T("B2", "Output") T("C2", "2024"))
                              ROW("3", T("A3", "North") N("B3", "10") "<c r='C3'><f>B3*2</f><v>20</v></c>")
                                  ROW("4", T("A4", "Total") "<c r='C4'><f>SUM(C3)</f></c>")
                                      ROW("5", T("A5", "Source: us.")) ROW("8", T("A8", "Region") T("B8", "Head"))
                                          ROW("9", T("A9", "EU") T("B9", "Ann")) "</sheetData>"),
                 "a.xlsx",
                 "## S\n\nPlant report\n\n| Plant | Output | 2024 |\n| --- | --- | --- |\n| North | 10 | 20 |\n"
                 "| Total | | =SUM(C3) |\n\nSource: us.\n\n| Region | Head |\n| --- | --- |\n| EU | Ann |" COMMENTS);
    /* Side by side; an empty column that only makes room goes. */
    assert_reads(
        xlsx("<sheetData>" ROW("1", T("A1", "a") T("B1", "b") T("D1", "c") T("E1", "d"))
                 ROW("2", N("A2", "1") N("B2", "2") N("D2", "3") N("E2", "4"))
                     ROW("3", N("A3", "5") N("B3", "6")) "</sheetData>"),
        "a.xlsx",
        "## S\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 5 | 6 |\n\n| c | d |\n| --- | --- |\n| 3 | 4 |" COMMENTS);
    assert_reads(
        xlsx("<sheetData>" ROW("1", T("A1", "a") T("C1", "b")) ROW("2", N("A2", "1") N("C2", "2")) "</sheetData>"),
        "a.xlsx", "## S\n\n| a | b |\n| --- | --- |\n| 1 | 2 |" COMMENTS);
    /* Figures name no columns. Where every other row is empty, it is one table. */
    assert_reads(xlsx("<sheetData>" ROW("1", N("A1", "1") N("B1", "2")) ROW("3", N("A3", "3") N("B3", "4"))
                          ROW("5", N("A5", "5") N("B5", "6")) ROW("7", N("A7", "7") N("B7", "8")) "</sheetData>"),
                 "a.xlsx", "## S\n\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7 | 8 |" COMMENTS);
}

static void test_merged_cells_name_what_they_reach_over(void **state)
{
    (void) state;
    assert_reads(
        xlsx(
            "<sheetData>" ROW("1", T("A1", "Plant") T("B1", "Output")) ROW("2", N("B2", "2023") N("C2", "2024"))
                ROW("3", T("A3", "North") N("B3", "10") N("C3", "12")) ROW(
                    "4",
                    N("B4", "11") N(
                        "C4",
                        "13")) "</sheetData><mergeCells><mergeCell ref='A1:A2'/><mergeCell ref='B1:C1'/><mergeCell ref='A3:A4'/></mergeCells>"),
        "a.xlsx",
        "## S\n\n| Plant | Output 2023 | Output 2024 |\n| --- | --- | --- |\n| North | 10 | 12 |\n"
        "| North | 11 | 13 |" COMMENTS);
}

#define FORMAT(id, code) "<numFmt numFmtId='" id "' formatCode='" code "'/>"
#define XF(id) "<xf numFmtId='" id "'/>"
#define V(row, style, value) ROW(row, "<c r='A" row "' s='" style "'><v>" value "</v></c><c r='B" row "'><v>0</v></c>")

static void test_values_are_shown_as_their_formats_say(void **state)
{
    static const char styles[] = "<styleSheet><numFmts>" FORMAT("164", "yyyy\\-mm\\-dd hh:mm") FORMAT("165", "[h]:mm")
        FORMAT("166", "#,##0.00\\ &quot;kg&quot;") FORMAT("167", "&quot;$&quot;#,##0;[Red]\\-&quot;$&quot;#,##0")
            FORMAT("168", "[$€-407]\\ 0.0") FORMAT("169", "_(* #,##0_)") FORMAT("170", "# ?/?")
                FORMAT("171", "[$-407]d. mmmm yyyy") "</numFmts><cellXfs>" XF("0") XF("14") XF("9") XF("10") XF("20")
                    XF("164") XF("165") XF("166") XF("167") XF("168") XF("169") XF("170") XF("171")
                        XF("11") "</cellXfs></styleSheet>";
    static const char sheet[] = "<sheetData>" V("1", "1", "45123") V("2", "2", "0.256") V("3", "3", "0.075")
        V("4", "4", "0.5729166666666666") V("5", "5", "45323.354166666664") V("6", "6", "1.2534722222222223")
            V("7", "7", "1234.5") V("8", "8", "-99") V("9", "9", "12.34") V("10", "10", "1234567") V("11", "11", "0.5")
                V("12", "12", "45123") V("13", "13", "0.0000005") V("14", "0", "45123")
                    V("15", "99", "1e400") "</sheetData>";
    static const char want[] =
        "| 2023-07-16 | 0 |\n| 26% | 0 |\n| 7.50% | 0 |\n| 13:45 | 0 |\n| 2024-02-01 08:30 | 0 |\n| 30:05 | 0 |\n"
        "| 1,234.50 kg | 0 |\n| -$99 | 0 |\n| € 12.3 | 0 |\n| 1,234,567 | 0 |\n| 0.5 | 0 |\n| 2023-07-16 | 0 |\n"
        "| 5.00E-07 | 0 |\n| 45123 | 0 |\n| 1e400 | 0 |";

    (void) state;
    assert_reads(xlsx_with(BOOK, styles, sheet), "a.xlsx", str_format(arena, "## S\n\n%s" COMMENTS, want).data);
    /* Workbooks of old Macintoshes count from 1904; hidden sheets say that they are. */
    assert_reads(
        xlsx_with(
            "<workbook><workbookPr date1904='1'/><sheets><sheet name='S' r:id='r1'/><sheet name='H' state='hidden' "
            "r:id='r2'/></sheets></workbook>",
            styles, "<sheetData>" V("1", "1", "43661") "</sheetData>"),
        "a.xlsx", "## S\n\n| 2023-07-16 | 0 |" COMMENTS "\n\n## H (hidden)\n\n5");
}

/* --- ODS --- */

#define CELL(attributes, text) "<table:table-cell " attributes "><text:p>" text "</text:p></table:table-cell>"

static void test_sheets_of_opendocument(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.spreadsheet" },
        { "content.xml",
          "<office:document-content><office:automatic-styles><style:style style:name='t2' style:family='table'>"
          "<style:table-properties table:display='false'/></style:style></office:automatic-styles><office:body>"
          "<office:spreadsheet><table:table table:name='Output'><table:table-row>" CELL("table:number-rows-spanned='2'", "Plant") CELL(
              "table:number-columns-spanned='2'",
              "Output") "<table:covered-table-cell/></table:table-row><table:table-row>"
                        "<table:covered-table-cell/>" CELL("", "2023")
                            CELL("", "2024") "<table:table-cell table:number-columns-repeated='1000'/></table:table-row><table:table-row>" CELL(
                                "", "North") CELL("office:date-value='2023-07-16'", "16/07/23")
                                CELL(
                                    "office:date-value='2024-02-01T08:30:00'",
                                    "1 Feb") "</table:table-row><table:table-row table:number-rows-repeated='5'><table:table-cell/></table:table-row>"
                                             "<table:table-row>" CELL("", "Region") CELL(
                                                 "",
                                                 "Head") "</table:table-row><table:table-row "
                                                         "table:number-rows-repeated='2'>" CELL(
                                                             "",
                                                             "EU") "<table:table-cell><office:annotation><dc:creator>Jo</dc:creator>"
                                                                   "<text:p>Who?</text:p></office:annotation><text:p>Ann</text:p></table:table-cell></table:table-row></table:table>"
                                                                   "<table:table table:name='List' table:style-name='t2'><table:table-row>" CELL(
                                                                       "",
                                                                       "x") "</table:table-row></table:table>"
                                                                            "</office:spreadsheet></office:body></office:document-content>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(
        documents_zip(arena, members), "a.ods",
        "## Output\n\n| Plant | Output 2023 | Output 2024 |\n| --- | --- | --- |\n"
        "| North | 2023-07-16 | 2024-02-01 08:30 |\n\n| Region | Head |\n| --- | --- |\n| EU | Ann |\n| EU | Ann |\n\n"
        "[Comment by Jo on “Ann”: Who?]\n\n## List (hidden)\n\nx");
}

/* odfpy and others leave it to the reader to write the values. */
static void test_cells_of_opendocument_without_text_have_values(void **state)
{
    static const struct documents_member members[] = {
        { "mimetype", "application/vnd.oasis.opendocument.spreadsheet" },
        { "content.xml",
          "<office:document-content><office:body><office:spreadsheet><table:table table:name='S'><table:table-row>"
          "<table:table-cell office:value-type='percentage' office:value='0.256'/><table:table-cell "
          "office:value-type='date' office:date-value='2024-01-02'/><table:table-cell office:value-type='currency' "
          "office:value='5' office:currency='EUR'/><table:table-cell office:value-type='float' office:value='7'>"
          "<text:p>7.0</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>"
          "</office:document-content>" },
        { NULL, NULL },
    };

    (void) state;
    assert_reads(documents_zip(arena, members), "a.ods", "## S\n\n| 25.6% | 2024-01-02 | 5 EUR | 7.0 |");
}

/* --- CSV --- */

static void test_csv_as_programs_write_it(void **state)
{
    (void) state;
    /* Decimal commas, units, a separator in quotes. */
    assert_reads(
        str("Plant;Output;Share\nNorth;1,5;25,6 %\n\"South; old\";2,5;50 %\n"), "a.csv",
        "| Plant | Output | Share |\n| --- | --- | --- |\n| North | 1,5 | 25,6 % |\n| South; old | 2,5 | 50 % |");
    assert_reads(str("a;1,5;2,5\nb;3,5;4,5\n"), "a.csv", "| a | 1,5 | 2,5 |\n| b | 3,5 | 4,5 |");
    /* A byte order mark, quotes in quotes, a line break in quotes, inches. */
    assert_reads(str("\xef\xbb\xbfName,Notes\r\n\"Smith, J\",\"said \"\"hi\"\"\nthere\"\r\nMüller,5\" pipe\r\n"),
                 "a.csv", "| Name | Notes |\n| --- | --- |\n| Smith, J | said \"hi\" there |\n| Müller | 5\" pipe |");
    assert_reads(str("Stra\xdf"
                     "e;Gr\xf6\xdf"
                     "e in m\xb2\nHauptstra\xdf"
                     "e;12,5\n"),
                 "a.csv", "| Straße | Größe in m² |\n| --- | --- |\n| Hauptstraße | 12,5 |");
    assert_reads(str("sep=|\na|b\n1|2\n"), "a.csv", "| a | b |\n| --- | --- |\n| 1 | 2 |");
    /* Years name columns; an empty line parts tables; the last row is cut. */
    assert_reads(
        str("Plant,2023,2024\nNorth,10,12\n\nRegion,Head\nEU"), "a.csv",
        "| Plant | 2023 | 2024 |\n| --- | --- | --- |\n| North | 10 | 12 |\n\n| Region | Head |\n| --- | --- |\n| EU | |");
    assert_reads(str("a,\"b\nc"), "a.csv", "| a | b c |");
    assert_reads(str("\n\n"), "a.csv", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tables_of_a_sheet_are_told_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_merged_cells_name_what_they_reach_over, setup, teardown),
        cmocka_unit_test_setup_teardown(test_values_are_shown_as_their_formats_say, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sheets_of_opendocument, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cells_of_opendocument_without_text_have_values, setup, teardown),
        cmocka_unit_test_setup_teardown(test_csv_as_programs_write_it, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
