/* `show ID`: where a run stands, and parts of what it did, told from its events. */
#include <string.h>

#include "doors/cli/progress.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

enum { EVENTS_MAX = 10000, NUMBERS_MAX = 4 };

/* Parts of `show --json`, and the events that each is made of. */
static const struct part {
    const char *name, *type;
} json_parts[] = {
    { "plans", "plan_created" },
    { "steps", "step_completed" },
    { "findings", "finding_added" },
    { "gaps", "gap_found" },
    { "contradictions", "contradiction_found" },
    { "reflections", "reflection_decision" },
    { "decisions", "supervisor_decision" },
    { "pauses", "think_pause" },
    { NULL, NULL },
};

/* The events of one type, each as its data with `time` and `phase`. The caller frees the list. */
static int events_of(struct cli *cli, struct str id, const char *type, json_t **ret, struct error *e)
{
    struct str name = str(type);
    struct events_in in = { .id = id, .limit = EVENTS_MAX, .types = { &name, 1, 1 } };
    struct events_out *out;
    int r = cli_call(cli, &operation_events, &in, (void **) &out, e);

    if (r < 0)
        return r;
    *ret = json_array();
    for (size_t i = 0; i < out->events_n; i++) {
        json_t *data = NULL;

        if (json_parse(out->events[i].data, &data, NULL) < 0 || !json_is_object(data)) {
            json_decref(data);
            continue;
        }
        json_object_set_new(data, "time", json_new_str(out->events[i].time));
        json_object_set_new(data, "phase", json_new_str(out->events[i].phase));
        json_array_append_new(*ret, data);
    }
    return 0;
}

static struct str text_of(struct cli *cli, const json_t *object, const char *name)
{
    return str_replace(cli->arena, utf8_clean(cli->arena, json_get_str(object, name)), str("\n"), str(" "));
}

/* "  indented text", if there is any. */
static void put(struct cli *cli, const char *before, struct str text)
{
    if (!str_empty(text))
        fprintf(cli->out, "%s%.*s\n", before, STR_ARG(text));
}

static const json_t *step_named(const json_t *steps, struct str id)
{
    for (size_t i = json_array_size(steps); i > 0; i--)
        if (str_eq(json_get_str(json_array_get(steps, i - 1), "id"), id))
            return json_array_get(steps, i - 1);
    return NULL;
}

/* "(3 sources)": what came of a step that was carried out. */
static void put_outcome(struct cli *cli, const json_t *step)
{
    int64_t sources = json_get_int(step, "sources", 0);

    if (sources > 0)
        fprintf(cli->out, " (%.*s)", STR_ARG(text_counted(cli->arena, sources, "source", "sources")));
}

/* Does a plan before the one at `before` have the step, by its id? */
static bool planned_before(const json_t *plans, size_t before, const json_t *task)
{
    struct str id = json_get_str(task, "id");

    for (size_t i = 0; i < before; i++) {
        const json_t *tasks = json_object_get(json_array_get(plans, i), "subQueries");

        tasks = tasks ? tasks : json_object_get(json_array_get(plans, i), "steps");
        if (id.len && step_named(tasks, id))
            return true;
    }
    return false;
}

/* `known`: a plan before has told why. */
static void put_task(struct cli *cli, const json_t *task, const json_t *steps, bool known)
{
    const json_t *step = step_named(steps, json_get_str(task, "id"));
    struct str text = text_of(cli, task, "query"), error = text_of(cli, step, "error");
    struct str stopped = text_of(cli, step, "stopped");
    bool skipped = str_is(text_of(cli, step, "status"), "skipped"), cut = progress_was_cut(step);
    bool nothing = progress_found_nothing(step);

    text = str_empty(text) ? text_of(cli, task, "title") : text;
    if (str_empty(error) && str_is(stopped, "failed"))
        error = text_of(cli, step, "observation");
    fprintf(cli->out, "  %s %.*s",
            !step || skipped || cut || nothing ? "\u00b7"
            : str_empty(error)                 ? "\u2713"
                                               : "\u2717",
            STR_ARG(text));
    if (skipped || cut || nothing)
        fputs(skipped ? " (left out)" : cut ? " (cut short)" : " (nothing found)", cli->out);
    else
        put_outcome(cli, step);
    fputs("\n", cli->out);
    put(cli, "    ", known ? str("") : text_of(cli, task, "rationale"));
    put(cli, "    ", known ? str("") : text_of(cli, task, "description"));
    put(cli, "    failed: ", cut ? str("") : error);
}

/* A later plan tells what is new: what an earlier one has said of itself and of its steps is not told again. */
static void put_plan(struct cli *cli, const json_t *parts)
{
    static const char *const words[] = { "title", "brief", "thought" };
    const json_t *plans = json_object_get(parts, "plans");

    for (size_t i = 0; i < json_array_size(plans); i++) {
        const json_t *plan = json_array_get(plans, i), *tasks = json_object_get(plan, "subQueries");

        tasks = tasks ? tasks : json_object_get(plan, "steps");
        if (json_array_size(plans) > 1)
            fprintf(cli->out, "Plan %zu of %zu\n", i + 1, json_array_size(plans));
        else
            fputs("Plan\n", cli->out);
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            struct str text = text_of(cli, plan, words[k]);

            put(cli, "  ", i && str_eq(text, text_of(cli, json_array_get(plans, i - 1), words[k])) ? str("") : text);
        }
        for (size_t k = 0; k < json_array_size(tasks); k++) {
            const json_t *task = json_array_get(tasks, k);

            put_task(cli, task, json_object_get(parts, "steps"), planned_before(plans, i, task));
        }
    }
    if (json_array_size(plans) == 0)
        cli_say(cli, "The run has no plan.");
}

/* " [1][4]": the numbers of the sources with these ids; of many only how many they are. */
static struct str numbers_of(struct cli *cli, const struct sources_out *sources, const json_t *ids)
{
    size_t n = json_array_size(ids);
    struct buf text;

    if (n > NUMBERS_MAX)
        return str_format(cli->arena, " [%.*s]", STR_ARG(text_counted(cli->arena, (int64_t) n, "source", "sources")));
    buf_init(&text, 16 * NUMBERS_MAX);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sources->sources_n; k++)
            if (str_is(sources->sources[k].id, json_string_value(json_array_get(ids, i))))
                buf_format(&text, "%s[%lld]", text.len ? "" : " ", (long long) sources->sources[k].number);
    return buf_take(&text, cli->arena);
}

/* "      one side: what it says [2]" */
static void put_side(struct cli *cli, const char *before, const struct sources_out *sources, const json_t *one,
                     const char *says, const char *ids)
{
    struct str text = text_of(cli, one, says);

    if (!str_empty(text))
        put(cli, before,
            str_format(cli->arena, "%.*s%.*s", STR_ARG(text),
                       STR_ARG(numbers_of(cli, sources, json_object_get(one, ids)))));
}

/* "- text [1] (high)" for each. */
static size_t put_list(struct cli *cli, const struct sources_out *sources, const char *head, const json_t *list,
                       const char *text, const char *note)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        struct str more = text_of(cli, one, note);

        if (i == 0)
            fprintf(cli->out, "%s\n", head);
        fprintf(cli->out, "  - %.*s%.*s", STR_ARG(text_of(cli, one, text)),
                STR_ARG(numbers_of(cli, sources, json_object_get(one, "sourceIds"))));
        fprintf(cli->out, str_empty(more) ? "%.*s\n" : " (%.*s)\n", STR_ARG(more));
        put_side(cli, "      one side: ", sources, one, "saysA", "sourcesA");
        put_side(cli, "      the other: ", sources, one, "saysB", "sourcesB");
    }
    return json_array_size(list);
}

/* Without "(3)": an index of the step's own results, which says nothing outside of it. */
static struct str without_indices(struct cli *cli, struct str text)
{
    struct buf out;

    buf_init(&out, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        size_t end = i + 2;

        while (end < text.len && strchr("0123456789, ", text.data[end]))
            end++;
        if (str_starts(str_sub(text, i, text.len), " (") && end > i + 2 && end < text.len && text.data[end] == ')')
            i = end;
        else
            buf_add_char(&out, text.data[i]);
    }
    return buf_take(&out, cli->arena);
}

/* What the steps of a plan found: the researcher's words, or the beginnings of pages. */
static size_t put_observations(struct cli *cli, const json_t *steps)
{
    size_t n = 0;

    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        struct str text = utf8_clean(cli->arena, str_trim(json_get_str(step, "observation"))), line;

        if (str_empty(text))
            continue;
        if (n++ == 0)
            fputs("What the steps found\n", cli->out);
        fprintf(cli->out, "  %.*s\n", STR_ARG(text_of(cli, step, "title")));
        while (str_next_line(&text, &line))
            put(cli, "    ", str_trim(without_indices(cli, line)));
    }
    return n;
}

static void put_findings(struct cli *cli, const struct sources_out *sources, const json_t *parts)
{
    size_t n = put_list(cli, sources, "Findings", json_object_get(parts, "findings"), "content", "confidence");

    n += put_list(cli, sources, "Still unknown", json_object_get(parts, "gaps"), "description", "");
    n += put_list(cli, sources, "Contradictions", json_object_get(parts, "contradictions"), "description", "severity");
    if (n == 0) /* of a run that took down none: what its steps observed */
        n = put_observations(cli, json_object_get(parts, "steps"));
    if (n == 0)
        cli_say(cli, "The run has no findings: only some workflows take them down.");
}

static int gather(struct cli *cli, struct str id, json_t *ret, struct error *e)
{
    int r = 0;

    for (const struct part *p = json_parts; p->name && r == 0; p++) {
        json_t *list = NULL;

        if ((r = events_of(cli, id, p->type, &list, e)) == 0)
            json_object_set_new(ret, p->name, list);
    }
    return r;
}

static int put_parts(struct cli *cli, const struct run_ref_in *in, const struct run_view *view, const json_t *parts,
                     struct error *e)
{
    void *sources = NULL;
    bool named = cli->parts & (PART_SOURCES | PART_FINDINGS);
    json_t *calls = NULL;
    int r = named ? cli_call(cli, &operation_sources, in, &sources, e) : 0;

    if (r == 0 && cli->parts & PART_DECISIONS && str_is(view->workflow, "manager"))
        r = events_of(cli, view->id, "tool_call", &calls, e);
    if (r < 0)
        return r;
    if (!cli->parts)
        print_result(cli, &operation_show, view);
    if (cli->parts & PART_PLAN)
        put_plan(cli, parts);
    if (cli->parts & PART_FINDINGS)
        put_findings(cli, sources, parts);
    if (cli->parts & PART_DECISIONS)
        show_decisions(cli, view, parts, calls);
    if (cli->parts & PART_SOURCES && cli->parts != PART_SOURCES)
        fputs("Sources\n", cli->out);
    if (cli->parts & PART_SOURCES)
        print_result(cli, &operation_sources, sources);
    json_decref(calls);
    return 0;
}

int command_show(struct cli *cli, const void *in)
{
    struct run_view *view;
    struct error e;
    int r = cli_call(cli, &operation_show, in, (void **) &view, &e);
    json_t *parts = json_object();

    if (r == 0 && (cli->json || cli->parts))
        r = gather(cli, view->id, parts, &e);
    if (r == 0 && cli->json) {
        json_t *object = json_encode(run_view_fields, view);

        json_object_update(object, parts);
        cli_out_json(cli, object);
    } else if (r == 0)
        r = put_parts(cli, in, view, parts, &e);
    json_decref(parts);
    return r < 0 ? cli_fail(cli, &e) : EXIT_DONE;
}
