/* A worker outside pushes what a model answered: it completes that model's effect of the run, as if the call had come
 * back. */
#include "llm/models.h"
#include "records/journal.h"
#include "run/push.h"
#include "service/panel.h"
#include "service/tools.h"
#include "workflows/panel.h"

const char *const llm_result_words[] = { "completed", "failed", NULL };
enum { RESULT_COMPLETED, RESULT_FAILED };

/* The last place where the model was asked: 1 and its row, 0 when it was not asked yet. */
static int last_asked(const struct reading *reading, struct arena *arena, struct str model, struct effect_row *ret,
                      struct error *e)
{
    int found = 0;

    for (size_t round = 0;; round++) {
        struct path path = panel_answer_path(model, round);
        struct effect_row row = { 0 };
        int r = journal_find(reading->db, reading->row.id, path_str(&path), arena, &row, e);

        if (r <= 0)
            return r < 0 ? r : found;
        *ret = row;
        ret->path = str_dup(arena, path_str(&path));
        found = 1;
    }
}

/* Was it handed in before? */
static bool pushed_before(const struct reading *reading, struct arena *arena, struct str path)
{
    struct str member = str_format(arena, "\"path\":\"%.*s\"", STR_ARG(path));
    struct control_row *rows;
    size_t n;

    if (control_list(reading->db, reading->row.id, 0, arena, &rows, &n, NULL) < 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (str_is(rows[i].type, "result") && str_find(rows[i].data, member, 0) >= 0)
            return true;
    return false;
}

static int fill(const struct caller *caller, struct arena *arena, const struct llm_result_in *in, struct pushed *ret,
                struct error *e)
{
    struct llm_answer answer = { .text = in->content, .model = in->model };
    struct run_tools tools;
    int r = tools_default(service_tools(caller->service), arena, &tools, e);

    if (r < 0)
        return r;
    answer.citations = arena_calloc(arena, in->sources_n + 1, sizeof *answer.citations);
    for (size_t i = 0; i < in->sources_n; i++)
        answer.citations[answer.citations_n++] = (struct llm_citation){ .url = in->sources[i].url,
                                                                        .title = in->sources[i].title,
                                                                        .text = in->sources[i].text,
                                                                        .start = -1,
                                                                        .end = -1 };
    ret->answered_by = model_find(tools.llm, arena, in->model, NULL)->name;
    ret->usage = (struct usage){ .calls = 1,
                                 .input_tokens = in->token_usage.input,
                                 .output_tokens = in->token_usage.output };
    model_cost(model_find(tools.llm, arena, in->model, NULL), &ret->usage, 0);
    if (in->status == RESULT_COMPLETED)
        ret->body = llm_answer_text(arena, &answer);
    else
        ret->error = in->error.len ? in->error : str("the worker gave no reason");
    return 0;
}

int do_llm_result(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct llm_result_in *in = in_;
    struct llm_result_out *ret = ret_;
    struct panel_standing standing;
    struct effect_row row = { 0 };
    struct pushed pushed = { 0 };
    struct reading reading;
    struct engine *engine;
    bool before = false;

    if (in->status == RESULT_COMPLETED && str_empty(str_trim(in->content)))
        return error_set(e, ERROR_INVALID, "A completed result has a content."), error_about(e, "content");
    int r = reading_begin(caller, arena, in->id, &reading, e);
    if (r < 0)
        return r;
    r = panel_standing(&reading, arena, &standing, e);
    int asked = r < 0 ? r : last_asked(&reading, arena, in->model, &row, e);
    if (asked > 0)
        before = pushed_before(&reading, arena, row.path);
    reading_end(&reading);
    *ret = (struct llm_result_out){ reading.row.id, false };
    if (asked < 0 || before)
        return asked < 0 ? asked : 0;
    if (asked == 0 || row.state == EFFECT_DONE)
        return error_set(e, ERROR_CONFLICT, "%.*s is not pending in %.*s.", STR_ARG(in->model),
                         STR_ARG(reading.row.id));
    pushed.path = row.path;
    r = fill(caller, arena, in, &pushed, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r == 0)
        r = engine_push(engine, reading.row.id, &pushed, &before, e);
    ret->accepted = r == 0 && !before;
    return r;
}
