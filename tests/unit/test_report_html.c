/* The HTML report as a browser gets it: read back by an HTML parser, whatever
 * was put into the report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gumbo.h>

#include "base/hash.h"
#include "report/report.h"
#include "text/sentence.h"

enum { IDS_MAX = 400 };

/* --- a report with something in every place --- */

struct sample {
    struct report_source sources[3];
    struct span_row spans[2], alternates[1];
    struct number_row numbers[2];
    struct claim_row claims[5];
    struct report report;
};

#define TEXT                                                                                                           \
    "## Findings\n\nBefore it stands a sentence. Heat limits most cells to 45 degrees. Behind it stands another.\n\n"  \
    "Other matters."
#define QUOTE "Heat limits most cells to 45 degrees."
#define BODY                                                                                                             \
    "Heat limits them most [1]. Rain hardly matters.\n\n## Why\n\nHeat limits *most* cells [1][2]. It is not clear why " \
    "[2].\n\n| a | b |\n|---|--:|\n| cell [2] | ~~2~~ |\n\n- one\n- two\n\n## Sources of doubt\n\nThat is a remark."

static struct span place_of(const char *sentence)
{
    const char *at = strstr(BODY, sentence);

    assert_non_null(at);
    return (struct span){ (size_t) (at - BODY), (size_t) (at - BODY) + strlen(sentence) };
}

static void add_claim(struct sample *s, const char *in_body, const char *text, int kind, int verdict)
{
    size_t n = s->report.claims_n++;
    struct span at = in_body ? place_of(in_body) : (struct span){ 0, 0 };

    s->claims[n] = (struct claim_row){
        .number = (int64_t) n + 1,
        .kind = kind,
        .text = str(text),
        .start = (int64_t) at.start,
        .end = (int64_t) at.end,
        .verdict = verdict,
        .reason = str("the source gives 45 degrees"),
        .decided_by = str("model"),
        .left_out = !in_body,
        .left_out_reason = in_body ? str("") : str("nothing carries it"),
        .independent = 2,
        .spans = s->spans,
        .spans_n = 2,
    };
}

static void fill(struct sample *s)
{
    size_t quote = (size_t) (strstr(TEXT, QUOTE) - TEXT);

    *s = (struct sample){ 0 };
    s->sources[0] = (struct report_source){ .number = 1,
                                            .title = str("First [draft] *paper*"),
                                            .url = str("https://a.example/x?a=1&b=2"),
                                            .author = str("A. Author"),
                                            .date = str("2026-01-02"),
                                            .hash = str("0123456789abcdef"),
                                            .cited = true,
                                            .text = str(TEXT) };
    s->sources[1] = (struct report_source){
        .number = 2, .title = str("Second"), .url = str("file:///home/somebody/notes.md"), .cited = true
    };
    s->sources[2] = (struct report_source){
        .number = 3, .title = str("Third"), .url = str("https://c.example/"), .snippet_only = true
    };
    s->spans[0] = (struct span_row){
        .source = 1, .start = (int64_t) quote, .end = (int64_t) (quote + strlen(QUOTE)), .quote = str(QUOTE)
    };
    s->spans[1] = (struct span_row){ .source = 2, .start = 0, .end = 6, .quote = str("A note"), .page = 7 };
    s->alternates[0] = (struct span_row){ .source = 3, .end = 5, .quote = str("Also."), .snippet = true };
    s->numbers[0] = (struct number_row){ .text = str("45"), .found = str("45 degrees"), .match = NUMBER_IS_SAME };
    s->numbers[1] = (struct number_row){ .text = str("2"), .match = NUMBER_IS_DERIVED, .derivation = str("4 / 2 = 2") };
    s->report = (struct report){
        .title = str("What limits it?"),
        .query = str("What limits it, and why?"),
        .workflow = str("loop"),
        .depth = str("medium"),
        .body = str(BODY),
        .sources = s->sources,
        .sources_n = 3,
        .claims = s->claims,
        .claims_version = CLAIMS_VERSION,
        .has_summary = true,
        .summary = { .total = 3, .checked = 2, .supported = 1, .partial = 1, .unchecked = 1, .left_out = 1 },
        .models = str("openai/test"),
        .digest = str("00ff"),
    };
    add_claim(s, "Heat limits them most [1].", "Heat limits them most.", KIND_CLAIM, VERDICT_SUPPORTED);
    add_claim(s, "Heat limits *most* cells [1][2].", "Heat limits most cells.", KIND_CLAIM, VERDICT_PARTIAL);
    add_claim(s, "It is not clear why [2].", "It is not clear why.", KIND_CLAIM, VERDICT_UNCHECKED);
    add_claim(s, NULL, "Rain limits them.", KIND_CLAIM, VERDICT_CONTRADICTED);
    add_claim(s, "That is a remark.", "That is a remark.", KIND_REMARK, VERDICT_UNCHECKED);
    s->claims[1].missing = str("most");
    s->claims[1].alternates = s->alternates;
    s->claims[1].alternates_n = 1;
    s->claims[1].numbers = s->numbers;
    s->claims[1].numbers_n = 2;
}

/* --- reading it back --- */

struct seen {
    const char *ids[IDS_MAX], *targets[IDS_MAX];
    size_t ids_n, targets_n;
    size_t buttons, links, marks, details;
    const char *policy, *style;
    struct buf text; /* all text, and titles and labels */
};

static bool known_element(const GumboElement *element)
{
    static const GumboTag tags[] = {
        GUMBO_TAG_HTML,    GUMBO_TAG_HEAD,    GUMBO_TAG_META,       GUMBO_TAG_TITLE,      GUMBO_TAG_STYLE,
        GUMBO_TAG_BODY,    GUMBO_TAG_A,       GUMBO_TAG_SVG,        GUMBO_TAG_DIV,        GUMBO_TAG_NAV,
        GUMBO_TAG_MAIN,    GUMBO_TAG_ASIDE,   GUMBO_TAG_SECTION,    GUMBO_TAG_HEADER,     GUMBO_TAG_FOOTER,
        GUMBO_TAG_P,       GUMBO_TAG_H1,      GUMBO_TAG_H2,         GUMBO_TAG_H3,         GUMBO_TAG_H4,
        GUMBO_TAG_UL,      GUMBO_TAG_OL,      GUMBO_TAG_LI,         GUMBO_TAG_SPAN,       GUMBO_TAG_BUTTON,
        GUMBO_TAG_DETAILS, GUMBO_TAG_SUMMARY, GUMBO_TAG_FIELDSET,   GUMBO_TAG_LEGEND,     GUMBO_TAG_LABEL,
        GUMBO_TAG_INPUT,   GUMBO_TAG_FIGURE,  GUMBO_TAG_FIGCAPTION, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_MARK,
        GUMBO_TAG_STRONG,  GUMBO_TAG_EM,      GUMBO_TAG_DEL,        GUMBO_TAG_CODE,       GUMBO_TAG_PRE,
        GUMBO_TAG_BR,      GUMBO_TAG_HR,      GUMBO_TAG_TABLE,      GUMBO_TAG_THEAD,      GUMBO_TAG_TBODY,
        GUMBO_TAG_TR,      GUMBO_TAG_TH,      GUMBO_TAG_TD,         GUMBO_TAG_SMALL,      GUMBO_TAG_B,
        GUMBO_TAG_I,       GUMBO_TAG_U,
    };

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (element->tag == tags[i])
            return true;
    /* Drawings of ours: no element of SVG that loads or runs anything. */
    struct str name = element->original_tag.length ? str_n(element->original_tag.data + 1, 4) : str("");
    return element->tag_namespace == GUMBO_NAMESPACE_SVG &&
           (str_starts(name, "path") || str_starts(name, "symb") || str_starts(name, "use") || str_starts(name, "g ") ||
            str_starts(name, "circ"));
}

static const struct report *checked; /* whose page is being read */

static bool leads_to_source(struct str url)
{
    for (size_t i = 0; i < checked->sources_n; i++)
        if ((str_starts(url, "https://") || str_starts(url, "http://")) &&
            str_eq(str_sub(url, 0, checked->sources[i].url.len), checked->sources[i].url))
            return true;
    return str_starts(url, "https://x.example/"); /* broken bytes come back as others */
}

static void check_attribute(const GumboElement *element, const GumboAttribute *a, struct seen *seen)
{
    static const char *const names[] = {
        "lang",
        "charset",
        "name",
        "content",
        "http-equiv",
        "class",
        "id",
        "href",
        "aria-label",
        "aria-hidden",
        "type",
        "popovertarget",
        "popovertargetaction",
        "popover",
        "role",
        "tabindex",
        "title",
        "rel",
        "checked",
        "scope",
        "align",
        "aria-labelledby",
        "start",
        "viewbox",
        "d",
        "fill",
        "stroke",
        "stroke-width",
        "cx",
        "cy",
        "r",
        "width",
        "height",
        "autofocus",
        "target",
        "dir",
        "transform",
        NULL,
    };
    bool known = false;

    for (size_t i = 0; names[i]; i++)
        known = known || str_eq_nocase(str(a->name), str(names[i]));
    if (!known)
        fail_msg("attribute %s", a->name);
    if (strcmp(a->name, "href") == 0) {
        struct str url = str(a->value);

        assert_true(leads_to_source(url) || (url.len > 1 && url.data[0] == '#'));
        seen->links++;
        if (url.data[0] == '#')
            seen->targets[seen->targets_n++] = a->value + 1;
        else /* whoever is visited does not learn from where, and gets no handle */
            assert_true(str_contains(str(gumbo_get_attribute(&element->attributes, "rel")->value), "noreferrer"));
    }
    if (strcmp(a->name, "popovertarget") == 0)
        seen->targets[seen->targets_n++] = a->value;
    if (strcmp(a->name, "id") == 0)
        seen->ids[seen->ids_n++] = a->value;
    if (strcmp(a->name, "title") == 0 || strcmp(a->name, "aria-label") == 0) {
        buf_add_z(&seen->text, a->value);
        buf_add_char(&seen->text, '\n');
    }
    assert_true(seen->ids_n < IDS_MAX && seen->targets_n < IDS_MAX);
}

static void walk(const GumboNode *node, struct seen *seen)
{
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA) {
        buf_add_z(&seen->text, node->v.text.text);
        return;
    }
    assert_int_not_equal(node->type, GUMBO_NODE_COMMENT);
    if (node->type != GUMBO_NODE_ELEMENT)
        return;
    const GumboElement *element = &node->v.element;

    if (!known_element(element))
        fail_msg("element %.*s", (int) element->original_tag.length, element->original_tag.data);
    for (size_t i = 0; i < element->attributes.length; i++)
        check_attribute(element, element->attributes.data[i], seen);
    seen->buttons += element->tag == GUMBO_TAG_BUTTON;
    seen->marks += element->tag == GUMBO_TAG_MARK;
    seen->details += element->tag == GUMBO_TAG_DETAILS;
    if (element->tag == GUMBO_TAG_META && gumbo_get_attribute(&element->attributes, "http-equiv"))
        seen->policy = gumbo_get_attribute(&element->attributes, "content")->value;
    if (element->tag == GUMBO_TAG_STYLE) {
        assert_null(seen->style);
        seen->style = ((const GumboNode *) element->children.data[0])->v.text.text;
        return;
    }
    for (size_t i = 0; i < element->children.length; i++)
        walk(element->children.data[i], seen);
}

/* Only what we write ourselves is markup; ids are unique, and whatever points somewhere finds it. */
static GumboOutput *check(const struct report *report, struct str html, struct seen *seen)
{
    checked = report;
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data, html.len);

    *seen = (struct seen){ 0 };
    buf_init(&seen->text, 16 << 20);
    walk(output->root, seen);
    for (size_t i = 0; i < seen->ids_n; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(seen->ids[i], seen->ids[k]);
    for (size_t i = 0; i < seen->targets_n; i++) {
        bool found = false;

        for (size_t k = 0; k < seen->ids_n; k++)
            found = found || strcmp(seen->targets[i], seen->ids[k]) == 0;
        if (!found)
            fail_msg("#%s is not there", seen->targets[i]);
    }
    return output;
}

static void done(GumboOutput *output, struct seen *seen)
{
    buf_free(&seen->text);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
}

/* --- tests --- */

static void test_nothing_is_loaded_and_only_our_style_is_allowed(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;
    char digest[HASH_BASE64_SIZE];

    (void) state;
    fill(&s);
    GumboOutput *output = check(&s.report, report_html(arena, &s.report), &seen);
    hash_base64(hash_of(str(seen.style)), digest);
    assert_string_equal(
        seen.policy, str_z(arena, str_format(arena,
                                             "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action "
                                             "'none'",
                                             digest)));
    assert_null(strstr(seen.style, "url("));
    assert_null(strstr(seen.style, "@import"));
    assert_null(strstr(seen.style, "</"));
    done(output, &seen);
    arena_free(arena);
}

static void test_the_answer_comes_before_the_figures_and_these_before_the_rest(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    GumboOutput *output = check(&s.report, report_html(arena, &s.report), &seen);
    const char *text = strstr(seen.text.data, "research report");
    const char *answer = strstr(text, "Heat limits them most."),
               *figures = strstr(text, "2 of 3 claims checked by code");
    const char *rest = strstr(text, "It is not clear why."), *left_out = strstr(text, "Rain limits them.");

    assert_true(answer && figures && rest && left_out);
    assert_true(answer < figures && figures < rest && rest < left_out);
    assert_non_null(strstr(text, "1 sentence was left out."));
    assert_int_equal(seen.details, 3); /* contents, left out, not cited */
    done(output, &seen);
    arena_free(arena);
}

static void test_a_card_shows_the_quote_in_its_context(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    struct str html = report_html(arena, &s.report);
    GumboOutput *output = check(&s.report, html, &seen);
    assert_true(str_contains(html, "Before it stands a sentence. <mark>" QUOTE "</mark> Behind it stands another."));
    assert_false(str_contains(html, "<mark>" QUOTE "</mark> Behind it stands another.\n\nOther"));
    assert_true(str_contains(html, "<div class=\"path\"><span>Findings</span></div>"));
    assert_true(str_contains(html, "<div class=\"path\"><span>page 7</span></div>"));
    /* The page itself, at the quote. */
    assert_true(str_contains(html, "href=\"https://a.example/x?a=1&amp;b=2#:~:text=Heat%20limits%20most%20cells"));
    assert_true(str_contains(html, "Heat limits <u>most</u> cells."));
    assert_true(str_contains(html, "The source gives 45 degrees."));
    assert_true(str_contains(html, "2 independent sources carry this."));
    assert_true(str_contains(html, "<td>2</td><td>4 / 2 = 2</td><td>computed</td>"));
    assert_true(str_contains(html, "Also."));
    /* The folder of somebody's machine stays theirs. */
    assert_false(str_contains(html, "/home/somebody"));
    assert_true(str_contains(html, "notes.md"));
    done(output, &seen);
    arena_free(arena);
}

/* The first card's quote is these bytes of this text. */
static void quote_in(struct sample *s, const char *text, const char *quote)
{
    size_t at = (size_t) (strstr(text, quote) - text);

    s->sources[0].text = str(text);
    s->spans[0] = (struct span_row){
        .source = 1, .start = (int64_t) at, .end = (int64_t) (at + strlen(quote)), .quote = str(quote)
    };
}

static void test_a_card_shows_rows_as_a_table(void **state)
{
    static const char text[] =
        "# Year\n\nSegments\n\n| Segment | 2023 | a \\| b |\n| --- | --- | --- |\n| Cement | 512 | 4 |\n"
        "| Lime | 198 | <i> |\n\nOther.\n";
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    quote_in(&s, text, "| Cement | 512 | 4 |");
    struct str html = report_html(arena, &s.report);
    GumboOutput *output = check(&s.report, html, &seen);
    assert_true(str_contains(html, "<th scope=\"col\">2023</th><th scope=\"col\">a | b</th></tr>"));
    assert_true(
        str_contains(html, "<tr><td><mark>Cement</mark></td><td><mark>512</mark></td><td><mark>4</mark></td></tr>"));
    /* the other rows of a table are part of what it says */
    assert_true(str_contains(html, "<tr><td>Lime</td><td>198</td><td>&lt;i&gt;</td></tr></table>"));
    assert_false(str_contains(html, "---"));
    /* beside what was left out, too */
    assert_true(
        str_contains(html, "<tr><td>Cement</td><td>512</td><td>4</td></tr></table></div><a href=\"#source-1\">"));
    done(output, &seen);
    quote_in(&s, text, "Segments");
    html = report_html(arena, &s.report);
    output = check(&s.report, html, &seen);
    assert_true(str_contains(html, "<mark>Segments</mark>"));
    assert_true(str_contains(html, "<table><tr><th scope=\"col\">Segment</th>"));
    done(output, &seen);
    arena_free(arena);
}

static void test_markers_show_the_verdict_and_open_their_card(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    struct str html = report_html(arena, &s.report);
    GumboOutput *output = check(&s.report, html, &seen);
    assert_true(
        str_contains(html, "<button class=\"m v-partial\" type=\"button\" popovertarget=\"e2\" aria-label=\"Source 1, "
                           "2, partly supported: open the evidence\">1, 2<svg"));
    assert_true(str_contains(html, "popovertarget=\"e3\" aria-label=\"Source 2, not checked: open the evidence\">"));
    /* The stop stands before the marker; sentences that need care are told by their class; emphasis stays. */
    assert_true(str_contains(html, "<span class=\"s c3 v-unchecked\">why.</span><button"));
    assert_true(str_contains(html, "<em><span class=\"s c2 v-partial\">most</span></em>"));
    /* What is no claim has no verdict: its marker leads to the source. */
    assert_true(
        str_contains(html, "<a class=\"m v-source\" href=\"#source-2\" aria-label=\"Source 2\">2</a></span></td>"));
    assert_true(str_contains(html, "<td align=\"right\"><del>2</del></td>"));
    assert_true(str_contains(html, "<span class=\"remark\" id=\"s5\">That is a remark.</span>"));
    assert_false(str_contains(html, "id=\"e4\""));
    assert_false(str_contains(html, "id=\"e5\""));
    done(output, &seen);
    arena_free(arena);
}

static void test_many_sources_at_one_place_are_counted(void **state)
{
    struct report_source sources[9] = { 0 };
    struct arena *arena = arena_new();
    struct seen seen;

    (void) state;
    for (size_t i = 0; i < 9; i++)
        sources[i] = (struct report_source){ .number = (int64_t) i + 1,
                                             .title = str("S"),
                                             .url = str("https://c.example/") };
    struct report report = { .query = str("q"),
                             .sources = sources,
                             .sources_n = 9,
                             .body = str("Many say so [1][2][3][4][5] [6]. Four do [1][2][3][4].") };
    struct str html = report_html(arena, &report);
    GumboOutput *output = check(&report, html, &seen);
    assert_true(str_contains(html, "aria-label=\"Source 1, 2, 3, 4, 5, 6\">1, 2, 3 +3</a>"));
    assert_true(str_contains(html, ">1, 2, 3, 4</a>"));
    done(output, &seen);
    arena_free(arena);
}

static void test_a_passage_that_is_quoted_has_one_marker_as_in_markdown(void **state)
{
    struct report_source sources[2] = { { .number = 1, .title = str("A"), .url = str("https://a.example/") },
                                        { .number = 2, .title = str("B"), .url = str("https://b.example/") } };
    struct claim_row claims[2] = { { .number = 1, .text = str("One is so."), .start = 0, .end = 14 },
                                   { .number = 2, .text = str("Two is so."), .start = 15, .end = 29 } };
    struct arena *arena = arena_new();
    struct report report = { .query = str("q"),
                             .sources = sources,
                             .sources_n = 2,
                             .claims = claims,
                             .claims_n = 2,
                             .body = str("One is so. [1] Two is so. [1]\n\nThree is so. [2]") };

    (void) state;
    for (int extractive = 0; extractive < 2; extractive++) {
        size_t markers = 0;

        report.extractive = extractive;
        struct str html = report_html(arena, &report);
        for (ptrdiff_t at = 0; (at = str_find(html, str("aria-label=\"Source 1"), (size_t) at)) >= 0; at++)
            markers++;
        assert_int_equal(markers, extractive ? 1 : 2);
        assert_true(str_contains(html, "aria-label=\"Source 2"));
    }
    arena_free(arena);
}

static void test_a_claim_can_stand_in_a_table_and_signs_of_others_stay(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    struct span row = place_of("| cell [2] | ~~2~~ |");
    s.claims[2].start = (int64_t) row.start;
    s.claims[2].end = (int64_t) row.end;
    s.claims[2].missing = str("cell");
    struct str html = report_html(arena, &s.report);
    GumboOutput *output = check(&s.report, html, &seen);
    assert_true(
        str_contains(html, "<td><span class=\"nb\"><span class=\"s c3 v-unchecked\" id=\"s3\">cell</span><button"));
    assert_true(str_contains(html, "<td align=\"right\"><del><span class=\"s c3 v-unchecked\">2</span></del></td>"));
    /* Listed, its cells stand behind the names of their columns. */
    assert_true(str_contains(html, "<span dir=\"auto\">a: cell; b: "));
    assert_true(str_contains(html, "<p class=\"claim\" dir=\"auto\">a: <u>cell</u>; b: "));
    done(output, &seen);

    s.report.body = str("Linear B \U00010100 parts words \U00010102 so [1]. \U0001039f");
    html = report_html(arena, &s.report);
    output = check(&s.report, html, &seen);
    assert_true(str_contains(html, "Linear B \U00010100 parts words \U00010102 "));
    done(output, &seen);
    arena_free(arena);
}

static void test_the_first_sentence_leads_and_no_other(void **state)
{
    struct arena *arena = arena_new();
    struct report report = {
        .query = str("q"),
        .body = str("### A, line 1\n\nIt is so. It is also *this*.\n\n### B\n\nIt is not.\n\n## C\n\nWhy.")
    };

    (void) state;
    struct str html = report_html(arena, &report);
    assert_true(str_contains(
        html, "<h3>A, line 1</h3>\n<p class=\"lead big\">It is so.</p>\n<p> It is also <em>this</em>.</p>"));
    assert_true(str_contains(html, "<h3>B</h3>\n<p>It is not.</p>"));
    report.body = str("450 euros a year [1]. So it says.");
    assert_true(str_contains(report_html(arena, &report), "<p class=\"lead big\">450 euros a year [1].</p>"));
    report.body = str("1. One is it.\n2. Two is not.");
    assert_false(str_contains(report_html(arena, &report), "class=\"lead"));
    report.body = str("It is so. It is also this.");
    report.extractive = true; /* a quotation leads only if it answers */
    assert_true(str_contains(report_html(arena, &report), "<p>It is so. It is also"));
    report.answered = ANSWERED_YES;
    assert_true(str_contains(report_html(arena, &report), "<p class=\"lead big\">It is so."));
    arena_free(arena);
}

static void test_a_report_without_claims_and_an_empty_one_are_pages_too(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    s.report.claims_n = 0;
    s.report.has_summary = false;
    GumboOutput *output = check(&s.report, report_html(arena, &s.report), &seen);
    assert_int_equal(seen.buttons, 0);
    done(output, &seen);
    s.report = (struct report){ .query = str("Q") };
    output = check(&s.report, report_html(arena, &s.report), &seen);
    assert_non_null(strstr(seen.text.data, "Q"));
    done(output, &seen);
    arena_free(arena);
}

static void test_where_nothing_was_checked_every_marker_says_so(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;

    (void) state;
    fill(&s);
    for (size_t i = 0; i < s.report.claims_n; i++)
        s.claims[i].verdict = VERDICT_UNCHECKED;
    s.report.summary = (struct claim_summary){ .total = 3,
                                               .unchecked = 3,
                                               .unchecked_why = str("it was switched off") };
    struct str html = report_html(arena, &s.report), markdown = report_markdown(arena, &s.report);
    assert_true(str_contains(html, "3 claims. None was checked (it was switched off)."));
    assert_true(str_contains(html, "aria-label=\"Source 2, not checked: open the evidence\">2<svg class=\"sign\""));
    assert_false(str_contains(html, "class=\"soundings"));
    assert_true(str_contains(markdown, "[2]\u25cb"));
    assert_true(str_contains(markdown, "Signs: \u25cb not checked"));
    assert_false(str_contains(markdown, "Claims to read with care"));
    s.report.citations = str("classical");
    assert_false(str_contains(report_markdown(arena, &s.report), "\u25cb"));
    arena_free(arena);
}

static void test_the_tile_of_a_source_has_a_letter(void **state)
{
    static const struct {
        const char *url, *letter;
    } cases[] = {
        { "https://www.example.org/", ">E</span>" },
        { "https://127.0.0.2/x", ">F</span>" }, /* a digit would read as a number of a source: the title's */
        { "https://10news.example/", ">N</span>" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample s;

        fill(&s);
        s.sources[0].url = str(cases[i].url);
        struct str html = report_html(arena, &s.report);
        ptrdiff_t at = str_find(html, str("<span class=\"letter"), 0);
        assert_true(at > 0);
        assert_true(str_contains(str_sub(html, (size_t) at, (size_t) at + 60), cases[i].letter));
    }
    arena_free(arena);
}

static void test_a_report_of_quotations_says_so(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;

    (void) state;
    fill(&s);
    s.report.extractive = true;
    s.report.summary = (struct claim_summary){ .total = 3, .checked = 3, .quoted = 3, .independent = 2 };
    struct str html = report_html(arena, &s.report), markdown = report_markdown(arena, &s.report);
    assert_true(str_contains(
        html, "Every sentence is a quotation; nothing was inferred. 3 quotations from 2 independent sources."));
    assert_true(str_contains(markdown, "Every sentence is a quotation; nothing was inferred."));
    /* A model's report may have remarks of its own beside them. */
    s.report.extractive = false;
    assert_true(str_contains(report_markdown(arena, &s.report), "3 of 3 claims checked by code: 3 quotations."));
    arena_free(arena);
}

/* --- what others may try --- */

static const char *const payloads[] = {
    "<script>alert(1)</script>",
    "\"><script>alert(1)</script>",
    "'><img src=x onerror=alert(1)>",
    "<img src=https://track.example/p.png>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script><style>",
    "</textarea></noscript></template><iframe src=javascript:alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "[x](javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox)",
    "[x]( javascript:alert(1))",
    "![x](https://track.example/p.png)",
    "![x](javascript:alert(1))",
    "[1]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<https://track.example/?q=secret>",
    "https://track.example/?q=secret",
    "[a](https://track.example/ \"onmouseover=alert(1) x=\")",
    "` onmouseover=alert(1) x=`",
    "\" onfocus=alert(1) autofocus=\"",
    "' style='background:url(https://track.example/)",
    "<!--><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "<math><mtext></mtext><mglyph><style></math><img src onerror=alert(1)>",
    "<base href=https://track.example/>",
    "<meta http-equiv=refresh content=0;url=https://track.example/>",
    "<form action=https://track.example/><button>x</button></form>",
    "<details ontoggle=alert(1) open>x</details>",
    "\xef\xbc\x9cscript\xef\xbc\x9e",
    "<scr\xc0\x80ipt>\xff\xfe",
    "| a | <script>alert(1)</script> |\n|---|---|\n| `x` | <b onclick=alert(1)>y</b> |",
    "```\"><script>alert(1)</script>\n<script>alert(1)</script>\n```",
    "#:~:text=\"><script>alert(1)</script>",
};

/* Puts a text into the place of that number; false: there is no such place. */
static bool put(struct sample *s, size_t place, struct str text, struct str url)
{
    struct str *const places[] = {
        &s->report.title,
        &s->report.query,
        &s->report.workflow,
        &s->report.depth,
        &s->report.models,
        &s->report.body,
        &s->sources[0].title,
        &s->sources[0].author,
        &s->sources[0].date,
        &s->sources[0].snippet,
        &s->sources[0].suspect,
        &s->sources[0].text,
        &s->sources[1].title,
        &s->sources[1].url,
        &s->spans[0].quote,
        &s->spans[1].quote,
        &s->alternates[0].quote,
        &s->numbers[0].text,
        &s->numbers[0].found,
        &s->numbers[1].derivation,
        &s->claims[0].text,
        &s->claims[1].reason,
        &s->claims[1].missing,
        &s->claims[1].decided_by,
        &s->claims[3].text,
        &s->claims[3].left_out_reason,
        &s->report.summary.unchecked_why,
    };
    const size_t n = sizeof places / sizeof *places;

    if (place < n)
        *places[place] = text;
    else if (place == n) /* an address of the web that ends in it */
        s->sources[0].url = url;
    else if (place == n + 1) /* an address that is nothing else */
        s->sources[0].url = text;
    return place < n + 2;
}

static void test_no_text_becomes_markup_wherever_it_comes_from(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++) {
        struct arena *arena = arena_new();
        struct sample s;

        for (size_t place = 0;; place++) {
            struct str url = str_format(arena, "https://x.example/%s", payloads[i]);
            struct seen seen;

            fill(&s);
            str_list_add(arena, &s.report.warnings, str(payloads[i]));
            str_list_add(arena, &s.report.skipped, str(payloads[i]));
            if (!put(&s, place, str(payloads[i]), url))
                break;
            s.report.citation_names = i % 2;
            GumboOutput *output = check(&s.report, report_html(arena, &s.report), &seen);
            done(output, &seen);
        }
        arena_free(arena);
    }
}

/* With the body as the one channel that is Markdown: its links lead to our sources or nowhere. */
static void test_links_of_a_body_lead_to_sources_or_nowhere(void **state)
{
    struct arena *arena = arena_new();
    struct sample s;
    struct seen seen;

    (void) state;
    fill(&s);
    s.report.claims_n = 0;
    s.report.body = str("Heat [1] and `a[1]` <script>alert(1)</script> H<sub>2</sub>O<br>x\n\n"
                        "[*away* [1]](https://evil.example/?q=1) ![](u) ![pic](https://track.example/p.png) "
                        "[home](https://c.example/) [in [1]](https://c.example/)\n\n<div>Kept as text</div>");
    struct str html = report_html(arena, &s.report);
    GumboOutput *output = check(&s.report, html, &seen);
    /* A model's tags are gone before (text/untag.h), so what stands here is quoted, and shown as it stands. */
    assert_true(
        str_contains(html, "<code>a[1]</code> &lt;script&gt;alert(1)&lt;/script&gt; H&lt;sub&gt;2&lt;/sub&gt;O<br>x"));
    assert_true(str_contains(html, "<em>away</em><span class=\"nb\">\u2060<a class=\"m v-source\" href=\"#source-1\""));
    assert_true(
        str_contains(html, " image pic <a rel=\"noopener noreferrer nofollow\" href=\"https://c.example/\">home</a> "));
    assert_true(str_contains(html, "&lt;div&gt;Kept as text&lt;/div&gt;"));
    assert_false(str_contains(html, "evil.example"));
    assert_false(str_contains(html, "track.example"));
    done(output, &seen);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_loaded_and_only_our_style_is_allowed),
        cmocka_unit_test(test_the_answer_comes_before_the_figures_and_these_before_the_rest),
        cmocka_unit_test(test_a_card_shows_the_quote_in_its_context),
        cmocka_unit_test(test_a_card_shows_rows_as_a_table),
        cmocka_unit_test(test_markers_show_the_verdict_and_open_their_card),
        cmocka_unit_test(test_many_sources_at_one_place_are_counted),
        cmocka_unit_test(test_a_passage_that_is_quoted_has_one_marker_as_in_markdown),
        cmocka_unit_test(test_a_claim_can_stand_in_a_table_and_signs_of_others_stay),
        cmocka_unit_test(test_the_first_sentence_leads_and_no_other),
        cmocka_unit_test(test_a_report_without_claims_and_an_empty_one_are_pages_too),
        cmocka_unit_test(test_where_nothing_was_checked_every_marker_says_so),
        cmocka_unit_test(test_the_tile_of_a_source_has_a_letter),
        cmocka_unit_test(test_a_report_of_quotations_says_so),
        cmocka_unit_test(test_no_text_becomes_markup_wherever_it_comes_from),
        cmocka_unit_test(test_links_of_a_body_lead_to_sources_or_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
