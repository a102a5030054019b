/* The panel's tables: what words ask for which models, which changes of status are legal, how citation marks of providers
 * become ours. Whole runs are in tests/cases/panel-*.case. */
#include "arena_case.h"

#include "base/buf.h"
#include "workflows/panel.h"
#include "workflows/workflows.h"

/* A letter for each provider with a key: a(nthropic) o(penai) g(oogle) p(erplexity) z(ai) m(istral). */
static struct llm *llm_with(const char *keys)
{
    static const char *const names[] = { "anthropic", "openai", "google", "perplexity", "zai", "mistral" };
    struct llm_provider_settings *providers = arena_calloc(arena, 8, sizeof *providers);
    struct llm_settings settings = { .providers = providers };
    struct llm *llm;
    struct error e;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strchr(keys, names[i][0]))
            providers[settings.providers_n++] = (struct llm_provider_settings){ .name = str(names[i]),
                                                                                .key = str("some-key") };
    if (llm_new(arena, &settings, &llm, &e) < 0)
        fail_msg("%s", e.message);
    return llm;
}

/* --- words --- */

static const struct sentence {
    const char *keys, *message, *models;
} sentences[] = {
    /* the seed's own */
    { "aogpz", "Use Claude and Gemini to research quantum computing", "claude-opus-4.5 gemini-2.5-pro" },
    { "go", "Use Claude and Gemini", "gemini-2.5-pro" },
    { "aogpz", "Use GPT and o4-mini-deep-research", "gpt-5.2" },
    /* each keyword of the table */
    { "aogpz", "ask claude", "claude-opus-4.5" },
    { "aogpz", "ask Anthropic", "claude-opus-4.5" },
    { "aogpz", "ask gpt", "gpt-5.2" },
    { "aogpz", "ask OpenAI", "gpt-5.2" },
    { "aogpz", "ask gemini", "gemini-2.5-pro" },
    { "aogpz", "ask Google", "gemini-2.5-pro" },
    { "aogpz", "ask perplexity", "perplexity/medium" },
    { "aogpz", "ask sonar", "perplexity/medium" },
    { "aogpz", "ask glm", "glm-4.7" },
    { "aogpz", "ask zai", "glm-4.7" },
    { "aogpz", "ask Z.ai", "glm-4.7" },
    { "aogpz", "ask ChatGPT", "gpt-5.2" },
    /* the order of the message */
    { "aogpz", "gemini, then claude, then gpt", "gemini-2.5-pro claude-opus-4.5 gpt-5.2" },
    { "aogpz", "GPT, Claude, Gemini, Perplexity and GLM on solar cells",
      "gpt-5.2 claude-opus-4.5 gemini-2.5-pro perplexity/medium glm-4.7" },
    /* one of each provider, the first wins */
    { "aogpz", "Use Claude and Anthropic's other model", "claude-opus-4.5" },
    { "aogpz", "o4-mini-deep-research and GPT", "openai/gpt-5.6-terra" },
    { "aogpz", "sonar and perplexity", "perplexity/medium" },
    /* keys */
    { "", "Use Claude and Gemini", "" },
    { "p", "Use Claude and Gemini", "" },
    { "a", "Use Claude, GPT, Gemini, Sonar and GLM", "claude-opus-4.5" },
    /* deep and fast modify the nearest */
    { "aogpz", "deep research with GPT and Claude", "openai/gpt-5.6-terra claude-opus-4.5" },
    { "aogpz", "GPT deep research, and Gemini", "openai/gpt-5.6-terra gemini-2.5-pro" },
    { "aogpz", "Claude, and a deep research by Perplexity", "claude-opus-4.5 perplexity/high" },
    { "aogpz", "fast gemini and claude", "gemini-2.5-flash claude-opus-4.5" },
    { "aogpz", "Gemini Flash and Claude", "gemini-2.5-flash claude-opus-4.5" },
    { "aogpz", "use a fast gpt", "openai/gpt-5.6-luna" },
    { "aogpz", "gpt mini please", "openai/gpt-5.6-luna" },
    { "aogpz", "fast sonar", "perplexity/fast" },
    { "aogpz", "the fast glm", "zai/glm-4.7-flash" },
    { "aogpz", "fast claude, deep gpt", "claude-sonnet-4.5 openai/gpt-5.6-terra" },
    { "aogpz", "deep glm", "glm-4.7" },
    /* alone: the first provider with a key */
    { "og", "Do a deep research on grid batteries", "openai/gpt-5.6-terra" },
    { "g", "Do a deep research on grid batteries", "gemini-2.5-pro" },
    { "a", "a fast answer about heat pumps", "claude-sonnet-4.5" },
    { "", "Do a deep research on grid batteries", "" },
    /* models by name */
    { "aogpz", "compare gpt-5.2 with claude-sonnet-4.5", "gpt-5.2 claude-sonnet-4.5" },
    { "aogpz", "gemini-2.5-flash on tides", "gemini-2.5-flash" },
    { "aogpz", "openai/gpt-5.6-luna and glm-4.7", "openai/gpt-5.6-luna glm-4.7" },
    { "aogpz", "claude-opus-4.5, please", "claude-opus-4.5" },
    { "aogpz", "GPT-4 about tides", "gpt-5.2" },
    { "aogpz", "ask sonar-deep-research", "perplexity/high" },
    { "aogpz", "ask sonar-pro", "perplexity/medium" },
    /* others that are configured */
    { "am", "Mistral and Claude", "mistral/mistral-medium-latest claude-opus-4.5" },
    /* not */
    { "aogpz", "Use Claude, not GPT", "claude-opus-4.5" },
    { "aogpz", "everything but Gemini, so Claude", "claude-opus-4.5" },
    { "aogpz", "Claude without using Gemini", "claude-opus-4.5" },
    /* words that only look like it */
    { "aogpz", "What limits grid batteries?", "" },
    { "aogpz", "", "" },
    { "aogpz", "deep learning for protein folding", "" },
    { "aogpz", "Why do fast reactors need sodium?", "" },
    { "aogpz", "I googled it and found a high and a low estimate", "" },
    { "aogpz", "How claudication is treated", "" },
    { "aogpz", "The medium is the message, and fast", "" },
};

static void test_words_of_a_message_choose_models(void **state)
{
    (void) state;
    assert_true(sizeof sentences / sizeof *sentences >= 40);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const struct sentence *s = &sentences[i];
        struct str_list models = { 0 }, notices = { 0 };

        panel_words(arena, llm_with(s->keys), str(s->message), &models, &notices);
        struct str got = models.n ? str_join(arena, models.items, models.n, " ") : str("");
        if (!str_is(got, s->models))
            fail_msg("\"%s\" (keys %s): %.*s, not %s", s->message, s->keys, STR_ARG(got), s->models);
    }
}

static void test_a_retired_model_is_told(void **state)
{
    struct str_list models = { 0 }, notices = { 0 };

    (void) state;
    panel_words(arena, llm_with("op"), str("o4-mini-deep-research and sonar"), &models, &notices);
    assert_int_equal(notices.n, 2);
    assert_true(str_contains(notices.items[0], "o4-mini-deep-research was shut down; openai/gpt-5.6-terra"));
    assert_true(str_contains(notices.items[1], "sonar-pro was shut down; perplexity/medium"));
}

static void test_long_and_broken_messages_are_read(void **state)
{
    struct str_list models = { 0 }, notices = { 0 };
    struct buf text;

    (void) state;
    buf_init(&text, 1 << 20);
    for (int i = 0; i < 20000; i++)
        buf_add_z(&text, "deep claude \xff\xfe fast ");
    panel_words(arena, llm_with("ao"), buf_str(&text), &models, &notices);
    assert_int_equal(models.n, 1);
    buf_free(&text);
}

/* --- status --- */

static void test_every_legal_change_and_no_other(void **state)
{
    static const char *const legal[] = {
        "draft pending",
        "pending processing",
        "pending synthesizing",
        "pending failed",
        "processing synthesizing",
        "processing awaiting_confirmation",
        "processing completed",
        "processing failed",
        "retrying processing",
        "retrying synthesizing",
        "retrying failed",
        "synthesizing completed",
        "synthesizing failed",
        "awaiting_confirmation synthesizing",
        "awaiting_confirmation retrying",
        "awaiting_confirmation completed",
        "awaiting_confirmation failed",
        "failed retrying",
        NULL,
    };

    (void) state;
    for (int from = 0; from < PANEL_STATUSES; from++)
        for (int to = 0; to < PANEL_STATUSES; to++) {
            struct str both = str_format(arena, "%s %s", panel_status_words[from], panel_status_words[to]);

            if (panel_status_may((enum panel_status) from, (enum panel_status) to) != (word_index(legal, both) >= 0))
                fail_msg("%.*s", STR_ARG(both));
        }
}

static void test_two_statuses_of_one_run(void **state)
{
    static const struct {
        enum run_status run;
        const char *stored;
        enum panel_status status;
    } rows[] = {
        { RUN_STATUS_DRAFT, "", PANEL_DRAFT },
        { RUN_STATUS_QUEUED, "", PANEL_PENDING },
        { RUN_STATUS_RUNNING, "", PANEL_PENDING },
        { RUN_STATUS_RUNNING, "processing", PANEL_PROCESSING },
        { RUN_STATUS_RUNNING, "synthesizing", PANEL_SYNTHESIZING },
        { RUN_STATUS_WAITING, "awaiting_confirmation", PANEL_AWAITING_CONFIRMATION },
        { RUN_STATUS_QUEUED, "awaiting_confirmation", PANEL_RETRYING },
        { RUN_STATUS_RUNNING, "failed", PANEL_RETRYING },
        { RUN_STATUS_COMPLETED, "completed", PANEL_COMPLETED },
        { RUN_STATUS_FAILED, "failed", PANEL_FAILED },
        { RUN_STATUS_CANCELLED, "processing", PANEL_FAILED },
        { RUN_STATUS_TIMED_OUT, "processing", PANEL_FAILED },
        { RUN_STATUS_RUNNING, "nonsense", PANEL_PENDING },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(panel_status_of(rows[i].run, str(rows[i].stored)), rows[i].status);
}

/* --- marks --- */

static struct str marked(const char *text, const struct llm_citation *citations, size_t n)
{
    static const int64_t numbers[] = { 7, 8, 9, 0 };

    return panel_marks(arena, &(struct panel_marks){ str(text), citations, numbers, n });
}

#define ASSERT_MARKED(text, citations, n, expected)                                                                    \
    do {                                                                                                               \
        struct str got_ = marked(text, citations, n);                                                                  \
        if (!str_is(got_, expected))                                                                                   \
            fail_msg("%.*s", STR_ARG(got_));                                                                           \
    } while (0)

static const struct llm_citation found[] = {
    { .url = { "https://a.example/x", 19 }, .start = -1, .end = -1 },
    { .url = { "https://b.example/y", 19 }, .start = -1, .end = -1 },
    { .url = { "https://c.example/z", 19 }, .start = -1, .end = -1 },
    { .url = { "https://d.example/w", 19 }, .start = -1, .end = -1 },
};

static void test_numbers_of_the_service_become_ours(void **state)
{
    (void) state;
    ASSERT_MARKED("It grew [1]. It fell [2][3].", found, 4, "It grew [7]. It fell [8][9].");
    ASSERT_MARKED("It grew [1, 3].", found, 4, "It grew [7][9].");
    ASSERT_MARKED("No such page [9], and one that is none [4].", found, 4, "No such page, and one that is none.");
    ASSERT_MARKED("Nobody cited [1].", NULL, 0, "Nobody cited.");
    ASSERT_MARKED("A mark in a mark [[91]4] and [[[92]3]1].", found, 4, "A mark in a mark and.");
}

/* Whoever looked at everything behind each of these, or once for each of them, would not end. */
static void test_a_long_answer_of_marks_is_read_in_one_pass(void **state)
{
    enum { DEEP = 200000 };
    static const char *const pieces[] = {
        "[", "[1]", "[a](https://a.example/x) ", "[a](", "\u3010", "(source 2) ", "`["
    };
    struct buf text;

    (void) state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        buf_init(&text, 8 << 20);
        for (int n = 0; n < DEEP; n++)
            buf_add_z(&text, pieces[i]);
        struct str got = marked(str_z(arena, buf_str(&text)), found, 4);
        assert_true(got.len <= text.len);
        buf_free(&text);
    }
    buf_init(&text, 8 << 20);
    for (int n = 0; n < DEEP; n++)
        buf_add_z(&text, "[");
    for (int n = 0; n < DEEP; n++)
        buf_add_z(&text, "91]");
    ASSERT_MARKED(str_z(arena, buf_str(&text)), found, 4, "");
    buf_free(&text);
}

static void test_links_become_numbers(void **state)
{
    (void) state;
    ASSERT_MARKED("It grew ([a.example](https://a.example/x)).", found, 4, "It grew [7].");
    ASSERT_MARKED("See [the survey](https://b.example/y) for it.", found, 4, "See the survey [8] for it.");
    ASSERT_MARKED("It grew [1](https://c.example/z).", found, 4, "It grew [9].");
    ASSERT_MARKED("A [page of nobody](https://x.example/) stays as words.", found, 4,
                  "A page of nobody stays as words.");
    ASSERT_MARKED("Unclosed [link](https://a.example/x", found, 4, "Unclosed [link](https://a.example/x");
}

static void test_places_become_numbers(void **state)
{
    const struct llm_citation placed[] = {
        { .url = found[0].url, .start = 0, .end = 7 },   /* words */
        { .url = found[1].url, .start = 16, .end = 19 }, /* a mark */
        { .url = found[2].url, .start = 90, .end = 99 }, /* past the end */
    };

    (void) state;
    ASSERT_MARKED("It grew. It fell [2].", placed, 3, "It grew [7]. It fell [8].");
    ASSERT_MARKED("It grew\u30104\u2020source\u3011 by half.", found, 4, "It grew by half.");
}

static void test_code_is_left_alone(void **state)
{
    (void) state;
    ASSERT_MARKED("Use `a[1]` here [1].", found, 4, "Use `a[1]` here [7].");
    ASSERT_MARKED("```\na[1] = 2;\n```\nDone [2].", found, 4, "```\na[1] = 2;\n```\nDone [8].");
}

static void test_links_of_the_text_are_citations(void **state)
{
    struct panel_answer answer = { .content = str("As [A](https://a.example/x) and [B](https://n.example/q) say."),
                                   .citations = (struct llm_citation *) found,
                                   .citations_n = 1 };

    (void) state;
    panel_marks_links(arena, &answer);
    assert_int_equal(answer.citations_n, 2);
    assert_true(str_is(answer.citations[1].url, "https://n.example/q"));
    assert_true(str_is(answer.citations[1].title, "B"));
}

static void test_a_list_of_pages_at_the_end_is_the_citations(void **state)
{
    static const struct {
        const char *text, *left;
        size_t n;
    } samples[] = {
        { "It grew [1]. It fell [2].\n\nSources:\n[1] Growth of it, https://a.example/x.\n[2] <https://n.example/q>\n",
          "It grew [1]. It fell [2].", 2 },
        { "It grew [1].\n\n## References\n\n1. [Growth](https://a.example/x)\n\n2. https://n.example/q (2024)",
          "It grew [1].", 2 },
        { "It grew [1].\n\n- [1]: https://a.example/x\n- [2]: https://n.example/q", "It grew [1].", 2 },
        { "The best hosts are:\n\n1. A, https://a.example/x\n2. B, https://n.example/q",
          "The best hosts are:\n\n1. A, https://a.example/x\n2. B, https://n.example/q", 0 },
        { "See [1].\n\n1. A (https://a.example/x) is the largest.",
          "See [1].\n\n1. A (https://a.example/x) is the largest.", 0 },
        { "It grew.\n\n**Sources:**\n\n1. A, https://a.example/x\n2. B, https://n.example/q", "It grew.", 2 },
        { "Do this:\n\n2. Open https://a.example/x", "Do this:\n\n2. Open https://a.example/x", 0 },
        { "It grew, says https://a.example/x", "It grew, says https://a.example/x", 0 },
        { "", "", 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct panel_answer answer = { .content = str(samples[i].text) };

        panel_marks_links(arena, &answer);
        assert_string_equal(str_z(arena, answer.content), samples[i].left);
        assert_int_equal(answer.citations_n, samples[i].n);
        if (samples[i].n) {
            assert_true(str_is(answer.citations[0].url, "https://a.example/x"));
            assert_true(str_is(answer.citations[1].url, "https://n.example/q"));
        }
    }
}

/* --- settings and paths --- */

static int settle(const char *keys, const char *models, struct run_settings *s, struct error *e)
{
    struct str rest = str(models), one;

    *s = (struct run_settings){ .query = str("q") };
    while (str_next(&rest, ' ', &one))
        if (one.len)
            str_list_add(arena, &s->models, one);
    return panel_settle(arena, llm_with(keys), s, e);
}

static void test_settings_of_a_panel_are_checked(void **state)
{
    struct run_settings s;
    struct error e;

    (void) state;
    assert_int_equal(settle("aog", "openai/x anthropic/y google/z", &s, &e), 0);
    assert_int_equal(s.selected_models.n, 3);
    assert_true(str_is(s.synthesis_model, "openai/x"));
    assert_int_equal(s.models.n, 1);
    assert_int_equal(settle("aog", "openai/x openai/y", &s, &e), -ERROR_INVALID);
    assert_int_equal(settle("aogp", "sonar sonar-pro", &s, &e), -ERROR_INVALID);
    assert_int_equal(settle("aog", "nowhere/x", &s, &e), -ERROR_INVALID);
    assert_int_equal(settle("aog", "nonsense", &s, &e), -ERROR_INVALID);
    assert_int_equal(settle("og", "openai/x anthropic/y", &s, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "ANTHROPIC_API_KEY"));
    assert_int_equal(settle("aog", "", &s, &e), -ERROR_INVALID);
    assert_int_equal(settle("", "openai/x", &s, &e), -ERROR_MISCONFIGURED);
    s = (struct run_settings){ .query = str("q"), .contexts_n = 1 };
    assert_int_equal(panel_settle(arena, llm_with("a"), &s, &e), 0);
    assert_true(str_starts(s.synthesis_model, "anthropic/"));
    s = (struct run_settings){ .query = str("q"), .contexts_n = 1, .synthesis_model = str("openai/x") };
    assert_int_equal(panel_settle(arena, llm_with("a"), &s, &e), -ERROR_MISCONFIGURED);
}

static void test_paths_name_the_model(void **state)
{
    struct path a = panel_answer_path(str("openai/gpt-5.2"), 0), b = panel_answer_path(str("openai/gpt-5.2"), 1);
    char long_name[400];

    (void) state;
    assert_string_equal(a.text, "answer/openai:gpt-5.2/0");
    assert_string_equal(b.text, "answer/openai:gpt-5.2/1");
    memset(long_name, 'x', sizeof long_name);
    struct path c = panel_answer_path(str_n(long_name, 399), 12), d = panel_answer_path(str_n(long_name, 398), 12);
    assert_string_not_equal(c.text, d.text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_words_of_a_message_choose_models),
        TEST(test_a_retired_model_is_told),
        TEST(test_long_and_broken_messages_are_read),
        TEST(test_every_legal_change_and_no_other),
        TEST(test_two_statuses_of_one_run),
        TEST(test_numbers_of_the_service_become_ours),
        TEST(test_a_long_answer_of_marks_is_read_in_one_pass),
        TEST(test_links_become_numbers),
        TEST(test_places_become_numbers),
        TEST(test_code_is_left_alone),
        TEST(test_links_of_the_text_are_citations),
        TEST(test_a_list_of_pages_at_the_end_is_the_citations),
        TEST(test_settings_of_a_panel_are_checked),
        TEST(test_paths_name_the_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
