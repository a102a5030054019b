#include "arena_case.h"

#include "base/buf.h"
#include "text/blocks.h"

/* "kind level path|words" of each block, one per line. */
static struct str told(const char *z)
{
    struct text_blocks blocks;
    struct buf out;

    text_blocks(arena, str(z), &blocks);
    buf_init(&out, 1 << 16);
    for (size_t i = 0; i < blocks.n; i++) {
        const struct text_block *b = &blocks.items[i];
        struct str path = text_blocks_path(arena, str(z), &blocks, i), words = text_block_words_of(arena, str(z), b);
        buf_format(&out, "%s%d%s%s %.*s|%.*s\n", text_block_words[b->kind], b->level, b->numbered ? "n" : "",
                   b->header ? "h" : "", STR_ARG(path), STR_ARG(words));
    }
    return buf_take(&out, arena);
}

static void expect(const char *text, const char *blocks) { assert_string_equal(told(text).data, blocks); }

static void test_headings_make_the_path(void **state)
{
    (void) state;
    expect("Before.\n\n# Guide\n\nIntro.\n\n## Install\n\n### Linux\n\nRun it.\n\n## Use\n\nNow.\n\n# Other\n\nEnd.",
           "paragraph0 |Before.\nheading1 |Guide\nparagraph0 Guide|Intro.\nheading2 Guide|Install\n"
           "heading3 Guide › Install|Linux\nparagraph0 Guide › Install › Linux|Run it.\nheading2 Guide|Use\n"
           "paragraph0 Guide › Use|Now.\nheading1 |Other\nparagraph0 Other|End.\n");
    expect("Title\n=====\n\nText.\n\nPart\n----\nMore.\n\n-----\n\nEnd.",
           "heading1 |Title\nparagraph0 Title|Text.\nheading2 Title|Part\nparagraph0 Title › Part|More.\n"
           "paragraph0 Title › Part|End.\n");
}

static void test_a_remark_is_no_heading(void **state)
{
    (void) state;
    expect("# Guide\n\nRun it:\n\n # make install\n\nThen\n # ls\n\n- one\n  ## two",
           "heading1 |Guide\nparagraph0 Guide|Run it:\nparagraph0 Guide|# make install\nparagraph0 Guide|Then\n # ls\n"
           "item0 Guide|one\n## two\n");
}

static void test_items_know_their_list_level_and_number(void **state)
{
    struct text_blocks blocks;
    struct str text = str("- one\n  more of it\n  - inner\n- two\n\n1. first\n2. second\n\nText.");

    (void) state;
    expect(text.data, "item0 |one\nmore of it\nitem1 |inner\nitem0 |two\nitem0n |first\nitem0n |second\n"
                      "paragraph0 |Text.\n");
    text_blocks(arena, text, &blocks);
    assert_int_equal(blocks.items[2].first, 0);
    assert_int_equal(blocks.items[5].first, 5);
    /* Behind nested items the outer one goes on. */
    expect("1. one\n  - inner\n    - deep\n  more of one\n2. two",
           "item0n |one\nitem1 |inner\nitem2 |deep\nitem0 |more of one\nitem0n |two\n");
}

static void test_numbered_titles_of_sections_are_headings_and_steps_are_not(void **state)
{
    (void) state;
    expect(
        "1. The physics\nThe energy of a rotor grows with its moment of inertia and with the square of its speed, they say.\n\n"
        "2. Other places\n\n- Ireland\n- China",
        "heading2n |1. The physics\nparagraph0 1. The physics|The energy of a rotor grows with its moment of inertia and "
        "with the square of its speed, they say.\nheading2n |2. Other places\nitem0 2. Other places|Ireland\n"
        "item0 2. Other places|China\n");
    expect("1. Open the lid\n2. Press the button\n\n3. Wait\n\n4. Close it\n",
           "item0n |Open the lid\nitem0n |Press the button\nitem0n |Wait\nitem0n |Close it\n");
    expect("1. Open the lid.\n\nThen it is open.", "item0n |Open the lid.\nparagraph0 |Then it is open.\n");
    /* One step of a section that the text marks is none: what follows stays under its own headings. */
    expect("## Use\n\n1. Copy the address\n\nPaste it.\n\n### Links\n\nNone.",
           "heading2 |Use\nitem0n Use|Copy the address\nparagraph0 Use|Paste it.\nheading3 Use|Links\n"
           "paragraph0 Use › Links|None.\n");
}

static void test_rows_know_their_header(void **state)
{
    struct text_blocks blocks;
    struct str text = str("| Type | Bytes |\n| --- | --- |\n| int | 4 |\n\n| other | table |");

    (void) state;
    expect(text.data, "row0h |Type  Bytes\nrow0 |int  4\nrow0 |other  table\n");
    text_blocks(arena, text, &blocks);
    assert_int_equal(blocks.items[1].first, 0);
    assert_int_equal(blocks.items[2].first, 2);
}

static void test_code_keeps_lines_that_look_like_structure(void **state)
{
    (void) state;
    expect("Run:\n\n```\n# not a heading\n\n    - no item\n```\n\nDone.",
           "paragraph0 |Run:\ncode0 |# not a heading\n\n    - no item\nparagraph0 |Done.\n");
    expect("```\nnever closed", "code0 |never closed\n");
}

static void test_definitions_and_quotes_are_one_block_each(void **state)
{
    (void) state;
    expect("fsync\n: Writes to disk.\n: Waits.\n\nmmap\n: Maps.",
           "definition0 |fsync\nWrites to disk.\nWaits.\ndefinition0 |mmap\nMaps.\n");
    expect("> one\n> two\n\n> other", "quote0 |one\ntwo\nquote0 |other\n");
}

/* Whatever the text, blocks are in order, inside it, and all that is not white space is in one. */
static void test_blocks_cover_the_text_in_order(void **state)
{
    static const char *const texts[] = { "",
                                         "\n\n",
                                         "#",
                                         "# ",
                                         "- ",
                                         "|",
                                         "||",
                                         "> ",
                                         "```",
                                         ": a",
                                         "1. ",
                                         "a\n=",
                                         "  - x\n\n    y\n z",
                                         "\xe2\x80\xa2 dot\n\tx" };

    (void) state;
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        struct text_blocks blocks;
        size_t at = 0;

        text_blocks(arena, str(texts[t]), &blocks);
        for (size_t i = 0; i < blocks.n; i++) {
            const struct text_block *b = &blocks.items[i];
            assert_true(b->start >= at && b->end >= b->start && b->end <= strlen(texts[t]));
            assert_true(b->heading < (int) i && b->first <= (int) i);
            text_block_words_of(arena, str(texts[t]), b);
            at = b->end;
        }
    }
}

/* The lead of the block that has these words, as it is shown from there on. */
static void leads(const char *text, const char *words, const char *lead)
{
    struct text_blocks blocks;
    size_t from = (size_t) str_find(str(text), str(words), 0);

    text_blocks(arena, str(text), &blocks);
    size_t at = text_blocks_at(&blocks, from);
    assert_string_equal(str_z(arena, text_blocks_lead(arena, str(text), &blocks, at, from)), lead);
}

static void test_items_and_rows_have_a_lead(void **state)
{
    static const char list[] = "It is so. The following need a permit:\n\n- wells\n- ponds\n  - fish ponds\n- pipes";
    static const char table[] = "| Line | Share |\n| --- | --- |\n| North | 31 % |\n| South | 69 % |";

    (void) state;
    leads(list, "pipes", "The following need a permit:");
    leads(list, "fish ponds", "The following need a permit:\nponds");
    leads(list, "It is so", "");
    leads("It is so.\n\n- wells\n- ponds", "ponds", "");
    leads("# Wells:\n\n- deep\n- shallow", "shallow", "");
    leads(table, "| South", "| Line | Share |");
    leads(table, "| Line", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings_make_the_path),
        cmocka_unit_test(test_items_and_rows_have_a_lead),
        cmocka_unit_test(test_a_remark_is_no_heading),
        cmocka_unit_test(test_items_know_their_list_level_and_number),
        cmocka_unit_test(test_numbered_titles_of_sections_are_headings_and_steps_are_not),
        cmocka_unit_test(test_rows_know_their_header),
        cmocka_unit_test(test_code_keeps_lines_that_look_like_structure),
        cmocka_unit_test(test_definitions_and_quotes_are_one_block_each),
        cmocka_unit_test(test_blocks_cover_the_text_in_order),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
