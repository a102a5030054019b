/* Which parts of pages of all kinds are kept, and what the learned table sees of them. */
#include "arena_case.h"

#include <math.h>

#include "base/buf.h"
#include "pages/document.h"
#include "pages/feature.h"
#include "pages/format.h"
#include "text/json.h"

static struct document read_kept(struct str html, int keep)
{
    struct document_hints hints = { .content_type = str("text/html") };
    struct document_limits limits = { .keep = keep };
    struct document d;
    struct error e = { 0 };

    if (document_parse(arena, html, &hints, &limits, &d, &e) < 0)
        fail_msg("%s", e.message);
    return d;
}

static struct document read_html(struct str html) { return read_kept(html, KEEP_CONTENT); }

static void assert_has(struct document d, const char *part)
{
    if (!str_contains(d.text, part))
        fail_msg("\"%s\" is missing in \"%.*s\"", part, STR_ARG(d.text));
}

static void assert_lacks(struct document d, const char *part)
{
    if (str_contains(d.text, part))
        fail_msg("\"%s\" should not be in \"%.*s\"", part, STR_ARG(d.text));
}

#define MENU                                                                                                           \
    "<header class='site-header'><nav class=menu><ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li>"       \
    "<li><a href=/shop>Shop</a></li><li><a href=/about>About us</a></li></ul></nav></header>"
#define FOOT                                                                                                           \
    "<footer class=footer><ul><li><a href=/privacy>Privacy</a></li><li><a href=/terms>Terms</a></li></ul>"             \
    "<p>© 2024 Example. All rights reserved.</p></footer>"

static void add_prose(struct buf *out, int from, int to)
{
    for (int i = from; i < to; i++)
        buf_format(out,
                   "<p>Sentence number %d of this text explains how a value is stored on disk, when it is written, and "
                   "what happens to it when the power fails.</p>",
                   i);
}

static struct str page_of(struct buf *body, const char *title)
{
    struct str inner = buf_take(body, arena);

    return str_format(arena, "<!doctype html><html lang=en><head><title>%s</title></head><body>%s%.*s%s</body></html>",
                      title, MENU, STR_ARG(inner), FOOT);
}

/* Names mislead: "share", "comment", "sidebar" on the part that holds the text remove nothing. */
static void test_a_class_word_alone_removes_no_prose(void **state)
{
    static const char *const names[] = { "share",  "comment",  "sidebar",       "related",    "promo",
                                         "widget", "comments", "cookie-policy", "footer-text" };

    (void) state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buf body;
        buf_init(&body, 1 << 20);
        buf_add_z(&body, "<main><article><h1>How values are stored</h1>");
        add_prose(&body, 0, 6);
        buf_format(&body, "<div class='%s'>", names[i]);
        add_prose(&body, 6, 14);
        buf_add_z(&body, "</div></article></main>");
        struct document d = read_html(page_of(&body, "How values are stored"));
        assert_has(d, "number 0 of");
        assert_has(d, "number 7 of");
        assert_has(d, "number 13 of");
        assert_lacks(d, "About us");
        assert_lacks(d, "All rights reserved");
    }
}

static void test_documentation_keeps_its_sections_tables_and_code(void **state)
{
    struct buf body;

    (void) state;
    buf_init(&body, 1 << 20);
    buf_add_z(&body, "<div class=document><div class=sphinxsidebar><ul><li><a href=a.html>Tutorial</a></li><li><a "
                     "href=b.html>Reference</a></li></ul></div><div class=body role=main><section id=config>"
                     "<h1>Configuration</h1>");
    add_prose(&body, 0, 3);
    buf_add_z(&body,
              "<section id=options><h2>Options</h2><table class=docutils><thead><tr><th>Name</th><th>Type</th>"
              "<th>Default</th><th>Meaning</th></tr></thead><tbody>"
              "<tr><td>cache</td><td>size</td><td></td><td>Memory for pages</td></tr>"
              "<tr><td>sync</td><td>bool</td><td>on</td><td>Wait for the disk</td></tr></tbody></table>"
              "<pre>[store]\n    cache = 64MB\n\n    sync  = on</pre></section>"
              "<section id=limits><h2>Limits</h2><p>A table holds 2<sup>32</sup> rows, a name 64 bytes.</p>"
              "<dl><dt>rows</dt><dd>Counted when they are written.</dd><dt>names</dt><dd>Cut without a word.</dd></dl>"
              "<ol><li>Stop it.<ul><li>Wait for the log.</li></ul></li><li>Copy the file.</li></ol></section>"
              "</section></div></div>");
    struct document d = read_html(page_of(&body, "Configuration"));

    assert_has(d, "## Options\n\n| Name | Type | Default | Meaning |\n| --- | --- | --- | --- |\n"
                  "| cache | size | | Memory for pages |\n| sync | bool | on | Wait for the disk |");
    assert_has(d, "```\n[store]\n    cache = 64MB\n\n    sync  = on\n```");
    assert_has(d, "2^32 rows");
    assert_has(d, "rows\n: Counted when they are written.\n\nnames\n: Cut without a word.");
    assert_has(d, "1. Stop it.\n  - Wait for the log.\n2. Copy the file.");
    assert_lacks(d, "Tutorial");
}

#define HANDBOOK                                                                                                       \
    "<h1>Team handbook of the plant</h1><p>Short.</p><p>Call 5512.</p><ul><li><a href=a.html>Pump manual</a></li>"     \
    "<li><a href=b.html>Valve list</a></li></ul><h2>Related</h2><p>See also the log book.</p><p>Tags: pump</p>"
#define HANDBOOK_TEXT                                                                                                  \
    "# Team handbook of the plant\n\nShort.\n\nCall 5512.\n\n- Pump manual\n- Valve list\n\n## Related\n\nSee also the log book."

/* A file that somebody wrote or exported has no furniture: every line of it stays, the title's and the footer's too. */
static void test_a_document_by_itself_keeps_every_line(void **state)
{
    (void) state;
    struct document d = read_kept(
        str("<title>Team handbook of the plant</title><body>" HANDBOOK
            "<footer><p>Contact: Jo Miller, room 12.</p><p>Last updated 3 May 2024</p></footer>"),
        KEEP_MORE);

    assert_string_equal(str_z(arena, d.text),
                        HANDBOOK_TEXT "\n\nTags: pump\n\nContact: Jo Miller, room 12.\n\nLast updated 3 May 2024");
    assert_int_equal(d.words, d.words_all);
    /* What only repeats its headings goes. */
    d = read_kept(
        str("<title>Plant</title><body><nav id=TOC role=doc-toc><h2>Contents</h2><ul><li><a href='#a'>Pumps</a></li>"
            "<li><a href='#b'>Valves</a></li><li><a href='#c'>Tanks</a></li></ul></nav>" HANDBOOK
            "<h2 id=a>Pumps</h2><p>Two.</p>"),
        KEEP_MORE);
    assert_lacks(d, "Contents");
    assert_lacks(d, "Tanks");
    assert_has(d, "## Pumps\n\nTwo.");
}

/* A page of documentation keeps what stands outside of its menus and of the links that turn its pages. */
static void test_a_page_of_a_manual_loses_its_menus_only(void **state)
{
    static const char menu[] = "<nav><a href=1.html>Pumps</a> <a href=2.html>Valves</a> <a href=3.html>Tanks</a></nav>",
                      turn[] = "<ul><li><a href=0.html>Prev</a></li><li>The great plant manual</li><li><a "
                               "href=2.html>Next</a></li></ul>";

    (void) state;
    for (int i = 0; i < 2; i++) {
        struct str page = str_format(arena,
                                     "<title>Team handbook</title><body>%s" HANDBOOK "<footer><p>Made by a program.</p>"
                                     "</footer>",
                                     i ? turn : menu);
        struct document d = read_kept(page, KEEP_MORE);
        assert_has(d, HANDBOOK_TEXT);
        assert_lacks(d, i ? "great plant manual" : "Tanks");
        assert_lacks(d, "Prev");
    }
    /* A menu made of a table says so; links to skip it do, too. */
    struct buf body;
    buf_init(&body, 1 << 16);
    buf_add_z(
        &body,
        "<title>Plant</title><a class=skip-link href='#c'>Jump to it</a><table class=menu><tr><td><a href=/>Energy "
        "Wire</a></td><td><a href=/a>All stories</a></td><td><a href=/c>Contact</a></td></tr></table><h1>Plant</h1>");
    add_prose(&body, 0, 3);
    struct document d = read_kept(buf_take(&body, arena), KEEP_MORE);
    assert_true(str_starts(d.text, "# Plant\n\nSentence number 0"));
    /* A page of links only is not empty. */
    d = read_kept(
        str("<title>Plant</title><body><nav><ul><li><a href=1>Pumps of the plant</a></li><li><a href=2>Valves and tubes"
            "</a></li><li><a href=3>Tanks</a></li></ul></nav>"),
        KEEP_MORE);
    assert_has(d, "Tanks");
}

/* A page saved from the web is read as if it were fetched. */
static void test_a_saved_page_is_read_like_one_of_the_web(void **state)
{
    static const char *const heads[] = { "<meta property='og:title' content=Plant>",
                                         "<link rel=preconnect href='https://fonts.example'>",
                                         "<link rel=stylesheet href='/css/app.css'>",
                                         "<link rel=alternate type='application/rss+xml' href='feed.xml'>",
                                         "<script type='application/ld+json'>{\"@type\":\"WebPage\"}</script>" };
    struct buf body;

    (void) state;
    buf_init(&body, 1 << 16);
    add_prose(&body, 0, 6);
    struct str prose = buf_take(&body, arena);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct str page = str_format(arena,
                                     "<head><title>Pumps of the plant</title>%s</head><body>" MENU
                                     "<h1>Pumps of the plant</h1>"
                                     "%.*s<p>Tags: pump</p>" FOOT,
                                     heads[i], STR_ARG(prose));
        struct str saved = read_kept(page, KEEP_MORE).text;
        assert_true(str_eq(saved, read_html(page).text));
        assert_false(str_contains(saved, "Tags"));
    }
}

static void test_every_post_of_a_thread_is_kept(void **state)
{
    struct buf body;

    (void) state;
    buf_init(&body, 1 << 20);
    buf_add_z(&body, "<main><h1>Why is my write slow?</h1>");
    for (int i = 0; i < 6; i++)
        buf_format(
            &body,
            "<div class='post topic-post' id=post_%d><div class=username><a href=/u/%d>user%d</a></div><div class='post-body "
            "cooked'><p>Answer %d: you wait for the disk on every commit, so group them and it will be faster, at "
            "least here.</p></div><button>Reply</button></div>",
            i, i, i, i);
    buf_add_z(&body, "</main>");
    struct document d = read_html(page_of(&body, "Why is my write slow? - Example Forum"));

    for (int i = 0; i < 6; i++)
        assert_has(d, str_format(arena, "Answer %d:", i).data);
    assert_lacks(d, "About us");
}

/* Whatever the page is, words on it are not called nothing. */
static void test_a_page_with_words_is_never_empty(void **state)
{
    static const char *const bodies[] = {
        "<ul><li><a href=/1>First linked thing of many</a></li><li><a href=/2>Second linked thing here</a></li>"
        "<li><a href=/3>Third linked thing of them</a></li><li><a href=/4>Fourth linked thing to see</a></li></ul>",
        "<div class=footer>A line of text that stands in a footer and is all that this page has to say to anybody who comes "
        "to read it.</div>",
        "<form class=login><p>This service answers questions about storage. It was made by the storage desk in March and "
        "it will stay here until the desk is closed.</p><input type=password></form>",
        "<div style='display:none'><p>Text that a script shows later: it tells, at some length, how a value is stored on the "
        "disk, when it is written there, and what becomes of it when the power of the machine fails at last. It goes on like "
        "this for a while, since a text of a few words would not be looked for behind a script at all.</p></div>",
    };

    (void) state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct document d = read_html(str_format(arena, "<html><body>%s</body></html>", bodies[i]));
        if (d.empty != DOCUMENT_FULL || d.text.len == 0)
            fail_msg("page %zu is called %s", i, document_empty_words[d.empty]);
    }
}

/* What a script will show is read; what stays an aside is not. */
static void test_parts_that_a_script_reveals_are_read(void **state)
{
    static const char *const ways[] = { "hidden id='S:1'", "style='opacity:0'", "style='display:none' id=app" };
    struct buf body;

    (void) state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        buf_init(&body, 1 << 20);
        buf_add_z(&body, "<main><h1>How values are stored</h1>");
        add_prose(&body, 0, 2);
        buf_format(&body, "<div %s>", ways[i]);
        add_prose(&body, 2, 12);
        buf_add_z(&body, "</div></main>");
        assert_has(read_html(page_of(&body, "How values are stored")), "number 9 of");
    }
    buf_init(&body, 1 << 20);
    buf_add_z(&body, "<main><h1>How values are stored</h1>");
    add_prose(&body, 0, 8);
    buf_add_z(&body, "<div style='display:none'>");
    add_prose(&body, 20, 22);
    buf_add_z(&body, "</div></main>");
    struct document d = read_html(page_of(&body, "How values are stored"));
    assert_has(d, "number 7 of");
    assert_lacks(d, "number 20 of");
}

static void test_walls_are_still_told(void **state)
{
    static const struct {
        const char *body;
        int empty;
    } pages[] = {
        { "<h1>Just a moment...</h1><p>Checking your browser before you go on.</p>", DOCUMENT_BLOCKED },
        { "<form><p>Please log in</p><input type=password></form>", DOCUMENT_LOGIN },
        { "<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript><script>x()</script>",
          DOCUMENT_NEEDS_SCRIPT },
        { "<img src=a.png>", DOCUMENT_NOTHING },
        { "<meta http-equiv=Refresh content='0; url=b.html#x'><p>The node you are looking for is at b.</p>",
          DOCUMENT_NOTHING },
        { "<meta http-equiv=refresh content=300><p>Prices of today, anew every five minutes.</p>", DOCUMENT_FULL },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        assert_int_equal(read_html(str(pages[i].body)).empty, pages[i].empty);
}

/* The dump is what the training script reads: JSON, every number finite, one for every name. */
static void test_blocks_are_dumped_for_training(void **state)
{
    static const char *const pages[] = { "", "x", "<p>a<p>b", "<table><tr><td>1<td>2</table>",
                                         "<div><a href=x>link</a></div><button>b</button><pre>c\n d</pre>" };

    (void) state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct error e = { 0 };
        struct buf out;
        json_t *dump;

        buf_init(&out, 1 << 20);
        assert_int_equal(html_dump_blocks(arena, str(pages[i]), &out, &e), 0);
        if (json_parse(buf_str(&out), &dump, &e) < 0)
            fail_msg("%s", e.message);
        assert_int_equal(json_array_size(json_object_get(dump, "names")), FEATURE_N);
        const json_t *blocks = json_object_get(dump, "blocks");
        for (size_t k = 0; k < json_array_size(blocks); k++) {
            const json_t *values = json_object_get(json_array_get(blocks, k), "values");
            assert_int_equal(json_array_size(values), FEATURE_GIVEN);
            for (size_t v = 0; v < FEATURE_GIVEN; v++)
                assert_true(isfinite(json_number_value(json_array_get(values, v))));
        }
        json_decref(dump);
        buf_free(&out);
    }
}

/* More blocks than the table looks at are chosen by rules, in time. */
static void test_very_many_blocks_are_read(void **state)
{
    struct buf html;

    (void) state;
    buf_init(&html, 64 << 20);
    for (int i = 0; i < 60000; i++)
        buf_format(&html, "<p>Paragraph %d is here, and it says so.</p>", i);
    struct document d = read_html(buf_take(&html, arena));
    assert_has(d, "Paragraph 59999 is here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_class_word_alone_removes_no_prose, setup, teardown),
        cmocka_unit_test_setup_teardown(test_documentation_keeps_its_sections_tables_and_code, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_document_by_itself_keeps_every_line, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_page_of_a_manual_loses_its_menus_only, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_saved_page_is_read_like_one_of_the_web, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_post_of_a_thread_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_page_with_words_is_never_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_parts_that_a_script_reveals_are_read, setup, teardown),
        cmocka_unit_test_setup_teardown(test_walls_are_still_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_blocks_are_dumped_for_training, setup, teardown),
        cmocka_unit_test_setup_teardown(test_very_many_blocks_are_read, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
