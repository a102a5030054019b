/* fathom debug: internals by themselves, for tests and the curious. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "doors/cli/cli.h"
#include "net/robots.h"
#include "net/url.h"
#include "pages/format.h"
#include "run/events.h"
#include "service/tools.h"
#include "text/json.h"
#include "text/sentence.h"
#include "text/tokens.h"

enum { INPUT_MAX = 256 << 20, REPAIR_MAX = 64 << 20 };

typedef json_t *line_fn(struct arena *arena, const json_t *value, struct error *e);

/* The repaired value itself; NULL when there is nothing to repair. */
static json_t *repair(struct arena *arena, const json_t *value, struct error *e)
{
    struct buf out;
    json_t *result = NULL;

    (void) arena;
    buf_init(&out, REPAIR_MAX);
    if (json_repair(str_n(json_string_value(value), json_string_length(value)), &out, e) == 0)
        json_parse(buf_str(&out), &result, e);
    buf_free(&out);
    return result;
}

static json_t *canonical(struct arena *arena, const json_t *value, struct error *e)
{
    (void) e;
    return json_new_str(url_canonical(arena, str_n(json_string_value(value), json_string_length(value))));
}

static json_t *robots(struct arena *arena, const json_t *value, struct error *e)
{
    (void) arena, (void) e;
    return json_pack(
        "{s:b}", "allowed",
        robots_allowed(json_get_str(value, "robots"), json_get_str(value, "agent"), json_get_str(value, "url")));
}

static int read_input(struct buf *ret, struct error *e)
{
    buf_init(ret, INPUT_MAX);
    int r = file_read_fd(STDIN_FILENO, ret, e);
    if (r < 0)
        buf_free(ret);
    return r;
}

/* One value in, one value out per line; null for a line that has none, so that
 * the lines still match. */
static int by_line(struct cli *cli, bool objects, line_fn *fn)
{
    struct buf input;
    struct str rest, line;
    struct error e;
    int status = EXIT_DONE;

    if (read_input(&input, &e) < 0)
        return cli_fail(cli, &e);
    rest = buf_str(&input);
    for (size_t number = 1; str_next_line(&rest, &line); number++) {
        struct arena *arena = arena_new();
        json_t *value = NULL, *result = NULL;
        int r = json_parse(line, &value, &e);

        if (r == 0 && !(objects ? json_is_object(value) : json_is_string(value)))
            r = error_set(&e, ERROR_INVALID, "it must be a JSON %s", objects ? "object" : "string");
        if (r == 0)
            result = fn(arena, value, &e);
        cli_out_value(cli, result ? json_text(arena, result) : str("null"));
        if (!result) {
            error_wrap(&e, "line %zu", number);
            cli_fail(cli, &e);
            status = EXIT_FAILED;
        }
        json_decref(value);
        json_decref(result);
        arena_free(arena);
    }
    buf_free(&input);
    return status;
}

static int tokens(struct cli *cli)
{
    struct buf input;
    struct error e;

    if (read_input(&input, &e) < 0)
        return cli_fail(cli, &e);
    fprintf(cli->out, "%zu\n", tokens_estimate(buf_str(&input)));
    buf_free(&input);
    return EXIT_DONE;
}

static int sentences(struct cli *cli)
{
    struct sentences found = { 0 };
    struct buf input;
    struct error e;

    if (read_input(&input, &e) < 0)
        return cli_fail(cli, &e);
    sentences_of(cli->arena, buf_str(&input), &found);
    for (size_t i = 0; i < found.n; i++) {
        struct str text = str_sub(buf_str(&input), found.items[i].start, found.items[i].end);
        json_t *object = json_pack("{s:I, s:I, s:o}", "start", (json_int_t) found.items[i].start, "end",
                                   (json_int_t) found.items[i].end, "text", json_new_str(text));

        cli_out_value(cli, json_text(cli->arena, object));
        json_decref(object);
    }
    buf_free(&input);
    return EXIT_DONE;
}

/* What the learned table sees of the HTML on standard input. */
static int blocks(struct cli *cli)
{
    struct buf input, out;
    struct error e;

    if (read_input(&input, &e) < 0)
        return cli_fail(cli, &e);
    buf_init(&out, 4 * (size_t) INPUT_MAX);
    int r = html_dump_blocks(cli->arena, buf_str(&input), &out, &e);
    if (r == 0)
        cli_out(cli, buf_str(&out));
    buf_free(&input);
    buf_free(&out);
    return r < 0 ? cli_fail(cli, &e) : EXIT_DONE;
}

static int prompt(struct cli *cli)
{
    struct run_tools tools;
    struct error e;
    struct buf known;

    if (cli_service(cli, &e) < 0 || tools_default(service_tools(cli->service), cli->arena, &tools, &e) < 0)
        return cli_fail(cli, &e);
    buf_init(&known, 4096);
    for (size_t i = 0; i < tools.prompts->n; i++) {
        if (cli->words.n > 1 && str_eq(cli->words.items[1], tools.prompts->items[i].name)) {
            cli_out(cli, tools.prompts->items[i].text);
            buf_free(&known);
            return EXIT_DONE;
        }
        buf_format(&known, " %.*s", STR_ARG(tools.prompts->items[i].name));
    }
    error_set(&e, ERROR_INVALID, "debug prompt needs a NAME, one of:%s", known.data ? known.data : " none");
    buf_free(&known);
    return cli_fail(cli, &e);
}

/* The tables of docs/cli.md, docs/configuration.md and docs/events.md, for docs/generate. */
static int reference(struct cli *cli)
{
    struct str which = cli->words.n > 1 ? cli->words.items[1] : str("");
    struct error e;
    struct buf out;

    buf_init(&out, 1 << 20);
    if (str_is(which, "cli"))
        help_write_reference(&out);
    else if (str_is(which, "configuration"))
        config_write_reference(&out);
    else if (str_is(which, "events"))
        event_write_reference(&out);
    else
        error_set(&e, ERROR_INVALID, "debug reference needs one of: cli, configuration, events");
    cli_out(cli, buf_str(&out));
    int status = out.len ? EXIT_DONE : cli_fail(cli, &e);
    buf_free(&out);
    return status;
}

static int json_repairs(struct cli *cli) { return by_line(cli, false, repair); }
static int canonical_urls(struct cli *cli) { return by_line(cli, false, canonical); }
static int robots_rules(struct cli *cli) { return by_line(cli, true, robots); }

int command_debug(struct cli *cli, const void *in)
{
    static const struct {
        const char *name;
        int (*run)(struct cli *cli);
    } tools[] = { { "json-repair", json_repairs },
                  { "canonical-url", canonical_urls },
                  { "robots", robots_rules },
                  { "tokens", tokens },
                  { "sentences", sentences },
                  { "blocks", blocks },
                  { "prompt", prompt },
                  { "reference", reference },
                  { "complete", debug_complete } };
    struct str tool = cli->words.n ? cli->words.items[0] : str("");
    struct error e;

    (void) in;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (str_is(tool, tools[i].name))
            return tools[i].run(cli);
    error_set(&e, ERROR_INVALID,
              "debug needs a TOOL: json-repair, canonical-url, robots, tokens, sentences, blocks, prompt, reference or "
              "complete.");
    return cli_fail(cli, &e);
}
