/* Prompts that are too long: the limit that a service names is read, kept to, and remembered for the rest of the run. What
 * was refused once, with so many tokens by our estimate, tells which later prompts would be: these are not sent at all. */
#include "roles/shrink.h"

#include "llm/context.h"
#include "llm/models.h"
#include "roles/role.h"

/* Attempts, the first included; the least part of the content that is tried; by how much one goes below the limit that was named. */
enum { SHRINKS_MAX = 8, PERCENT_LEAST = 5, ROOM_PERCENT = 95, FIXED_ROOM_PERCENT = 98 };

/* --- what is known of a model's window --- */

/* The models that may answer it. */
static const struct str_list *asked_of(const struct branch *branch, const struct llm_request *request)
{
    return request->models && request->models->n ? request->models : role_models(branch, request->tier);
}

int shrink_check(const struct branch *branch, const struct llm_request *request, int64_t estimate, struct error *e)
{
    const struct str_list *models = asked_of(branch, request);
    struct arena *scratch = arena_new();
    int r = 0;

    for (size_t i = 0; r == 0 && models && i < models->n; i++) {
        const struct model *model = model_find(branch_tools(branch)->llm, scratch, models->items[i], NULL);
        struct branch_room room = branch_room(branch, model->name);

        if (room.estimate && estimate > room.estimate)
            r = error_set(
                e, ERROR_CONTEXT, "the prompt is too long for %.*s (its limit is %lld tokens, it would be %lld)",
                STR_ARG(model->name), (long long) room.limit, (long long) (room.limit * estimate / room.estimate + 1));
    }
    arena_free(scratch);
    return r;
}

/* Counts that lie further apart are not of the same prompt: nothing is learned from them. */
enum { COUNTS_APART = 3 };

void shrink_learn(struct branch *branch, const struct llm_request *request, int64_t estimate, int result,
                  const struct error *error)
{
    const struct str_list *models = asked_of(branch, request);
    struct context_figures f;

    if (result != -ERROR_CONTEXT || estimate <= 0 || !models)
        return;
    bool both = context_figures(str(error->message), 0, &f);
    struct arena *scratch = arena_new();
    for (size_t i = 0; f.limit && i < models->n; i++) {
        struct str name = model_find(branch_tools(branch)->llm, scratch, models->items[i], NULL)->name;
        int64_t ours = estimate * branch_token_ratio(branch, name) / 1000;

        int64_t asked = both ? f.asked : ours;
        if (!str_contains(str(error->message), str_z(scratch, name)) || asked <= f.limit ||
            asked > ours * COUNTS_APART || ours > asked * COUNTS_APART)
            continue;
        branch_learn_room(branch, name, (struct branch_room){ estimate * f.limit / asked, f.limit });
    }
    arena_free(scratch);
}

/* A part of the content that did not fit, and the tokens that it made; 0: nobody said. */
struct misfit {
    int percent;
    int64_t asked;
};

/* The part of the content that is tried next, after `now` and what was before it: what the service's figures leave room for,
 * else a tenth less, and in the end half as much. Two figures tell how much of the prompt does not shrink with the content. */
static int shrunk(const struct misfit *before, const struct misfit *now, int64_t limit, int attempt)
{
    int next = attempt < 3 ? now->percent - 10 : now->percent / 2;
    int64_t saved = before->asked - now->asked;

    if (now->asked && before->asked && saved > 0 && before->percent > now->percent) {
        int64_t excess = now->asked - limit * FIXED_ROOM_PERCENT / 100;

        next = now->percent - (int) ((excess * (before->percent - now->percent) + saved - 1) / saved);
        next = next < PERCENT_LEAST && now->percent > PERCENT_LEAST ? PERCENT_LEAST : next;
    } else if (now->asked) {
        next = (int) ((int64_t) now->percent * limit / now->asked * ROOM_PERCENT / 100);
    }
    return next < now->percent ? next : now->percent - 1;
}

int role_shrink(struct branch *branch, struct path path, role_shrink_fn *ask, void *context, struct error *e)
{
    struct misfit before = { 0 };
    struct error local;

    if (!e)
        e = &local;
    for (int shrink = 0, percent = 100; shrink < SHRINKS_MAX && percent >= PERCENT_LEAST; shrink++) {
        struct context_figures f;
        int r = ask(context, path_index(path, (size_t) shrink), percent, e);

        if (r != -ERROR_CONTEXT)
            return r;
        struct misfit now = { percent, context_figures(str(e->message), 0, &f) ? f.asked : 0 };
        percent = shrunk(&before, &now, f.limit, shrink);
        before = now;
        branch_warn(branch, "The sources were shortened to fit the model's context window.");
    }
    return error_wrap(
        e, "the content does not fit even when shortened; use a model with a larger context window, fewer sources "
           "(--max-sources), or more room (token_safety_margin, runtime_overhead)");
}
