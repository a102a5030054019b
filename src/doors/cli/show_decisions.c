/* `show --decisions`: what models decided and what people answered, in the order of time. */
#include "doors/cli/progress.h"
#include "service/runs.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/plan_edit.h"
#include "workflows/review.h"

struct told {
    struct str time, words, why;
    struct str_list lines; /* set in below it */
};

struct tellings {
    struct arena *arena;
    struct told *items;
    size_t n, capacity;
};

/* Behind those of the same time. */
static void tell(struct tellings *t, struct told one)
{
    size_t at = t->n;

    t->items = arena_grow(t->arena, t->items, &t->capacity, t->n + 1, sizeof *t->items);
    while (at > 0 && str_cmp(t->items[at - 1].time, one.time) > 0) {
        t->items[at] = t->items[at - 1];
        at--;
    }
    t->items[at] = one;
    t->n++;
}

static struct str one_line(struct arena *arena, struct str text)
{
    return str_replace(arena, utf8_clean(arena, text), str("\n"), str(" "));
}

/* --- models --- */

static void tell_decisions(struct tellings *t, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *d = json_array_get(list, i);
        struct str rationale = json_get_str(d, "rationale"), reasoning = json_get_str(d, "reasoning");

        if (decision_is_told(d))
            tell(t, (struct told){ .time = json_get_str(d, "time"),
                                   .words = decision_words(t->arena, d),
                                   .why = str_empty(rationale) ? reasoning : rationale });
    }
}

/* The manager decides by the tools that it calls. */
static void tell_calls(struct tellings *t, const json_t *calls)
{
    for (size_t i = 0; i < json_array_size(calls); i++) {
        const json_t *call = json_array_get(calls, i);
        struct str words, why;

        if (decision_of_tool(t->arena, call, &words, &why))
            tell(t, (struct told){ .time = json_get_str(call, "time"), .words = words, .why = why });
    }
}

/* What a hook said at a pause; what a person said there is among the answers. */
static void tell_pauses(struct tellings *t, const json_t *pauses, const struct run_view *view)
{
    for (size_t i = 0; i < view->answers_n; i++)
        if (str_is(view->answers[i].type, "pause"))
            return;
    for (size_t i = 0; i < json_array_size(pauses); i++) {
        const json_t *one = json_array_get(pauses, i);
        struct str said = json_get_str(one, "guidance");

        if (!str_empty(said))
            tell(t, (struct told){ .time = json_get_str(one, "time"),
                                   .words = str_format(t->arena, "the hook said after %.*s: %.*s",
                                                       STR_ARG(json_get_str(one, "phase")), STR_ARG(said)) });
    }
}

/* --- people --- */

/* "After gathering: 6 sources …": "after gathering" */
static struct str pause_of(struct arena *arena, struct str question)
{
    ptrdiff_t end = str_find_char(question, ':', 0);

    if (!str_starts(question, "After ") || end < 0)
        return str("at a pause");
    return str_format(arena, "a%.*s", STR_ARG(str_sub(question, 1, (size_t) end)));
}

static struct told plan_answered(struct arena *arena, const struct answer_view *a, struct str who)
{
    struct told told = { .time = a->at };
    bool same = a->plan.n == a->reviewed.n;

    for (size_t i = 0; same && i < a->plan.n; i++)
        same = str_eq(a->plan.items[i], a->reviewed.items[i]);
    if (a->plan.n && same) {
        told.words = str_format(arena, "%.*s agreed to the plan", STR_ARG(who));
    } else if (a->plan.n) {
        told.words = str_format(arena, "%.*s changed the plan:", STR_ARG(who));
        for (size_t i = 0; i < a->plan.n; i++)
            str_list_add(arena, &told.lines, str_format(arena, "%zu. %.*s", i + 1, STR_ARG(a->plan.items[i])));
    } else
        told.words = str_format(arena, "%.*s told the planner: %.*s", STR_ARG(who), STR_ARG(a->answer));
    return told;
}

static struct told answered(struct arena *arena, const struct answer_view *a)
{
    struct str who = a->by.len ? a->by : str("a person");
    struct str first = a->questions.n ? a->questions.items[0] : str("");
    struct told told = { .time = a->at };

    if (str_is(a->type, "plan"))
        return plan_answered(arena, a, who);
    if (str_is(a->type, "confirm")) {
        told.words = str_format(arena, "%.*s decided: %.*s", STR_ARG(who), STR_ARG(a->answer));
        told.why = first;
    } else if (str_is(a->type, "pause")) {
        struct str pause = pause_of(arena, first);

        told.words = plan_consents(a->answer)
                         ? str_format(arena, "%.*s let it go on %.*s", STR_ARG(who), STR_ARG(pause))
                         : str_format(arena, "%.*s said %.*s: %.*s", STR_ARG(who), STR_ARG(pause), STR_ARG(a->answer));
    } else {
        told.words = str_empty(a->answer)
                         ? str_format(arena, "%.*s was asked and left the choice to fathom", STR_ARG(who))
                         : str_format(arena, "%.*s was asked and answered: %.*s", STR_ARG(who), STR_ARG(a->answer));
        told.lines = a->questions;
    }
    return told;
}

/* --- all of them --- */

void show_decisions(struct cli *cli, const struct run_view *view, const json_t *parts, const json_t *calls)
{
    struct tellings t = { .arena = cli->arena };

    tell_decisions(&t, json_object_get(parts, "reflections"));
    tell_decisions(&t, json_object_get(parts, "decisions"));
    tell_calls(&t, calls);
    tell_pauses(&t, json_object_get(parts, "pauses"), view);
    for (size_t i = 0; i < view->answers_n; i++)
        tell(&t, answered(cli->arena, &view->answers[i]));
    if (t.n)
        fputs("Decisions\n", cli->out);
    for (size_t i = 0; i < t.n; i++) {
        const struct told *one = &t.items[i];

        fprintf(cli->out, "  %.*s  %.*s\n", STR_ARG(str_sub(one->time, 11, 19)),
                STR_ARG(one_line(cli->arena, one->words)));
        for (size_t k = 0; k < one->lines.n; k++)
            fprintf(cli->out, "            %.*s\n", STR_ARG(one_line(cli->arena, one->lines.items[k])));
        if (one->why.len)
            fprintf(cli->out, "            %.*s\n", STR_ARG(one_line(cli->arena, one->why)));
    }
    if (t.n == 0)
        cli_say(cli, "The run has no decisions.");
}
