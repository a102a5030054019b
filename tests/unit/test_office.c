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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_merged_cells_of_rtf_keep_their_columns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_table_has_one_header, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
