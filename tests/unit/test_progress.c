/* The live block on a terminal: what it says, and that it takes itself away whatever became of the screen. */
#include "arena_case.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "doors/cli/progress.h"
#include "text/utf8.h"

struct screen {
    int master;
    struct cli cli;
    struct progress *progress;
    char text[1 << 16]; /* what was written since the last look */
};

static void resize(struct screen *s, unsigned short columns)
{
    struct winsize size = { .ws_row = 24, .ws_col = columns };

    assert_int_equal(ioctl(s->master, TIOCSWINSZ, &size), 0);
}

static struct screen *open_screen(unsigned short columns)
{
    struct screen *s = arena_calloc(arena, 1, sizeof *s);
    struct termios raw;

    s->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(s->master >= 0 && grantpt(s->master) == 0 && unlockpt(s->master) == 0);
    int slave = open(ptsname(s->master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    assert_int_equal(tcgetattr(slave, &raw), 0);
    cfmakeraw(&raw);
    assert_int_equal(tcsetattr(slave, TCSANOW, &raw), 0);
    resize(s, columns);
    s->cli = (struct cli){ .arena = arena, .err = fdopen(slave, "w"), .err_terminal = true };
    s->progress = progress_new(&s->cli);
    return s;
}

static void close_screen(struct screen *s)
{
    fclose(s->cli.err);
    close(s->master);
}

static void tell(struct screen *s, const char *type, const char *data)
{
    progress_event(s->progress, &(struct event_view){ .type = str(type), .data = str(data) });
}

/* Draws, and reads what was written: the drawing ends with "\x1b[J". */
static const char *drawn(struct screen *s, const struct why_out *why)
{
    size_t n = 0;

    progress_draw(s->progress, NULL, 2, why);
    do {
        ssize_t got = read(s->master, s->text + n, sizeof s->text - 1 - n);

        assert_true(got > 0);
        n += (size_t) got;
        s->text[n] = '\0';
    } while (n < 3 || strcmp(s->text + n - 3, "\x1b[J") != 0);
    return s->text;
}

static void begin(struct screen *s)
{
    tell(s, "phase_started", "{\"phase\":\"gathering\"}");
    tell(
        s, "plan_created",
        "{\"subQueries\":[{\"id\":\"a\",\"query\":\"the first query of the plan, which is rather long\"},{\"id\":\"b\","
        "\"query\":\"another\"}]}");
}

static void test_the_block_says_what_is_waited_for_and_how_long(void **state)
{
    (void) state;
    struct screen *s = open_screen(80);
    struct why_out why = { .waiting_for = str("llm"), .waiting_ms = 3400 };

    begin(s);
    const char *text = drawn(s, &why);
    assert_non_null(strstr(text, "gathering  0:0"));
    assert_non_null(strstr(text, "waiting for a model, 3 s (2 calls under way)"));
    assert_null(strstr(text, "0 searches"));
    tell(s, "search_completed", "{\"ok\":true,\"hits\":9}");
    assert_non_null(strstr(drawn(s, &why), " \u00b7 1 search, 9 results"));
    why = (struct why_out){ .waiting_for = str("page"), .waiting_ms = 200 };
    text = drawn(s, &why);
    assert_null(strstr(text, "waiting for")); /* it has hardly begun */
    assert_non_null(strstr(text, "2 calls under way"));
    close_screen(s);
}

static void test_what_a_search_found_is_shown_while_others_are_under_way(void **state)
{
    (void) state;
    struct screen *s = open_screen(80);

    begin(s);
    tell(s, "step_started", "{\"id\":\"a\",\"query\":\"the first query of the plan, which is rather long\"}");
    tell(s, "step_started", "{\"id\":\"b\",\"query\":\"another\"}");
    tell(s, "search_answered", "{\"query\":\"another\",\"hits\":7,\"titles\":[\"Page 1\",\"Page 2\"]}");
    const char *text = drawn(s, NULL);
    assert_non_null(strstr(text, "\u2026 another (7 results)"));
    assert_non_null(strstr(text, "found: Page 1"));
    assert_non_null(strstr(text, "found: Page 2"));
    assert_null(strstr(text, "rather long ("));
    tell(s, "source_added", "{\"title\":\"Page 1\",\"number\":1}");
    tell(s, "step_completed", "{\"id\":\"b\",\"query\":\"another\",\"status\":\"completed\",\"sources\":5}");
    text = drawn(s, NULL);
    assert_non_null(strstr(text, "\u2713 another (5 sources)"));
    const char *first = strstr(text, "found: Page 1");
    assert_non_null(first);
    assert_null(strstr(first + 1, "found: Page 1"));
    close_screen(s);
}

static void test_titles_stay_in_sight_while_their_phase_lasts(void **state)
{
    (void) state;
    struct screen *s = open_screen(80);

    begin(s);
    for (int i = 1; i <= 5; i++)
        tell(s, "source_added", str_format(arena, "{\"title\":\"Page %d\",\"number\":%d}", i, i).data);
    tell(s, "step_completed", "{\"id\":\"b\",\"query\":\"another\",\"status\":\"completed\",\"sources\":5}");
    tell(s, "step_completed", "{\"id\":\"a\",\"title\":\"x\",\"status\":\"completed\",\"stopped\":\"cut short\"}");
    const char *text = drawn(s, NULL);
    assert_null(strstr(text, "Page 2"));
    for (int i = 3; i <= 5; i++)
        assert_non_null(strstr(text, str_format(arena, "found: Page %d", i).data));
    assert_non_null(strstr(text, "\u2713 another (5 sources)"));
    assert_non_null(strstr(text, "\u00b7 the first query of the plan, which is rather long (cut short)"));
    tell(s, "phase_started", "{\"phase\":\"research\"}");
    tell(s, "llm_call", "{\"ok\":true,\"answeredBy\":\"openai/test\"}");
    text = drawn(s, NULL);
    assert_non_null(strstr(text, "found: Page 5")); /* of its look around; its steps bring theirs when they end */
    assert_null(strstr(text, "openai/test"));       /* that a model answered tells nothing */
    tell(s, "phase_started", "{\"phase\":\"waiting_for_answers\"}");
    text = drawn(s, NULL);
    assert_null(strstr(text, "found:"));
    assert_non_null(strstr(text, "waiting for answers  0:0"));
    close_screen(s);
}

/* The columns that a line takes, escapes left out. */
static size_t widest(struct str text)
{
    size_t most = 0;
    struct str line;

    while (str_next_line(&text, &line)) {
        size_t w = wrap_width(str_replace(arena, line, str("\x1b[2K"), str("\x1b[2m")));

        most = w > most ? w : most;
    }
    return most;
}

static void test_lines_fit_a_narrow_screen_and_keep_their_ends(void **state)
{
    (void) state;
    struct screen *s = open_screen(40);

    begin(s);
    tell(s, "step_completed", "{\"id\":\"a\",\"query\":\"x\",\"status\":\"completed\",\"sources\":12}");
    tell(s, "source_added", "{\"title\":\"A page with a title that does not fit into forty columns\"}");
    const char *text = drawn(s, NULL);
    assert_non_null(strstr(text, "\u2713 the first quer\u2026 is rather long (12)\n"));
    assert_non_null(strstr(text, "found: A page with"));
    struct str block = str_replace(arena, str(text), str("\x1b[J"), str(""));
    assert_true(widest(block) <= 39);
    close_screen(s);
}

/* Lines of up to 70 columns take two rows of a screen of 40. */
static void test_a_block_on_a_screen_that_became_narrower_is_erased_whole(void **state)
{
    (void) state;
    struct screen *s = open_screen(80);
    size_t rows = 0, lines = 0;
    struct str line;

    begin(s);
    drawn(s, NULL);
    struct str rest = str_dup(arena, str_replace(arena, str(s->text), str("\x1b[2K"), str("")));
    while (str_next_line(&rest, &line) && !str_starts(line, "\x1b[J")) {
        rows += utf8_width(line) > 40 ? 2 : 1;
        lines++;
    }
    assert_true(rows > lines);
    resize(s, 40);
    drawn(s, NULL);
    assert_true(str_starts(str(s->text), str_format(arena, "\x1b[%zuA\r", rows).data));
    close_screen(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_block_says_what_is_waited_for_and_how_long, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_search_found_is_shown_while_others_are_under_way, setup, teardown),
        cmocka_unit_test_setup_teardown(test_titles_stay_in_sight_while_their_phase_lasts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lines_fit_a_narrow_screen_and_keep_their_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_block_on_a_screen_that_became_narrower_is_erased_whole, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
