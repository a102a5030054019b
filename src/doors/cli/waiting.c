/* What a run waits with, laid out for the person who is to judge it, and the commands that answer. `show` prints it, and
 * so does a command whose run stops to wait. */
#include "doors/cli/cli.h"
#include "records/questions.h"
#include "service/inventory.h"
#include "service/runs.h"
#include "text/json.h"
#include "text/utf8.h"

enum { TEXT_MAX = 256 << 10, HOWS_MAX = 6 };

int waiting_type(struct str asks)
{
    json_t *question = NULL;
    int type = -1;

    if (str_empty(asks) || json_parse(asks, &question, NULL) < 0)
        return -1;
    for (int i = 0; i < QUESTION_TYPES; i++)
        if (str_is(json_get_str(question, "type"), question_type_words[i]))
            type = i;
    json_decref(question);
    return type;
}

struct how {
    const char *to, *command, *argument; /* the run's id stands between the last two */
};

static const struct how hows[QUESTION_TYPES][HOWS_MAX] = {
    [QUESTION_CLARIFY] = { { "To answer:", "answer", " \"your words\"" },
                           { "To let it choose:", "answer", " \"\"" },
                           { "To end the run:", "cancel", "" } },
    [QUESTION_PAUSE] = { { "To go on:", "answer", " \"\"" },
                         { "To say something:", "answer", " \"your words\"" },
                         { "To end the run:", "cancel", "" } },
    [QUESTION_CONFIRM] = { { "To decide:", "confirm", " proceed|retry|cancel" } },
    [QUESTION_PLAN] = { { "To research by it:", "answer", " \"\"" },
                        { "To change it:", "answer", " \"drop 2; 3: other words\"" },
                        { "To add to it:", "answer", " \"add words\"" },
                        { "To replace it:", "answer", " \"1. one thing 2. another\"" },
                        { "To plan again:", "answer", " \"words for the planner\"" },
                        { "To drop it:", "delete", "" } },
};

static void add_list(struct cli *cli, struct buf *text, const struct str_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct str rest = str_trim(utf8_clean(cli->arena, list->items[i])), line;

        if (list->n > 1)
            rest = str_replace(cli->arena, rest, str("\n"), str(" "));
        for (size_t n = 0; str_next_line(&rest, &line); n++)
            if (list->n > 1)
                buf_format(text, "  %zu. %.*s\n", i + 1, STR_ARG(line));
            else
                buf_format(text, "%.*s\n", STR_ARG(line));
    }
}

struct str waiting_how(struct cli *cli, const struct run_view *view)
{
    int type = waiting_type(view->asks);
    struct buf text;

    if (type < 0)
        return str("");
    buf_init(&text, TEXT_MAX);
    for (const struct how *how = hows[type]; how < hows[type] + HOWS_MAX && how->to; how++)
        buf_format(&text,
                   out_is_narrow(cli) || err_is_narrow(cli) ? "%s\n  fathom %s %.*s%s\n" : "%-18s  fathom %s %.*s%s\n",
                   how->to, how->command, STR_ARG(view->id), how->argument);
    return buf_take(&text, cli->arena);
}

struct str waiting_text(struct cli *cli, const struct run_view *view)
{
    const struct str_list plan = plan_items(cli->arena, view->asks);
    int type = waiting_type(view->asks);
    struct buf text;

    if (type < 0)
        return str("");
    buf_init(&text, TEXT_MAX);
    buf_format(&text, "%.*s %s\n\n", STR_ARG(view->id),
               type == QUESTION_PLAN      ? "waits with its plan. Nothing was searched yet."
               : type == QUESTION_SAMPLES ? "waits for the model of its caller."
               : type == QUESTION_CONFIRM ? "waits for a decision."
                                          : "waits for an answer.");
    if (type == QUESTION_PLAN)
        for (size_t i = 0; i < plan.n; i++)
            buf_format(&text, "  %zu. %.*s\n", i + 1, STR_ARG(utf8_clean(cli->arena, plan.items[i])));
    else
        add_list(cli, &text, &view->questions);
    buf_format(&text, "\n%.*s", STR_ARG(waiting_how(cli, view)));
    return buf_take(&text, cli->arena);
}
