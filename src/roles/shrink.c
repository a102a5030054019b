/* Prompts that are too long: the limit that a service names is read, kept to, and remembered for the rest of the run. What
 * was refused once, with so many tokens by our estimate, tells which later prompts would be: these are not sent at all. */
#include "roles/shrink.h"

#include "llm/models.h"
#include "roles/role.h"

/* Attempts, the first included; the least part of the content that is tried; by how much one goes below the limit that was named. */
enum { SHRINKS_MAX = 8, PERCENT_LEAST = 5, ROOM_PERCENT = 95, TOKENS_LEAST = 256 };

/* A number of the text at *at, with commas between its digits: behind it. */
static bool next_number(struct str text, size_t *at, size_t *ret_start, int64_t *ret)
{
    while (*at < text.len && !(text.data[*at] >= '0' && text.data[*at] <= '9'))
        ++*at;
    *ret_start = *at;
    for (*ret = 0; *at < text.len; ++*at) {
        char c = text.data[*at];

        if (c >= '0' && c <= '9')
            *ret = *ret < INT64_MAX / 20 ? *ret * 10 + (c - '0') : *ret;
        else if (c != ',' || *at + 1 >= text.len || text.data[*at + 1] < '0' || text.data[*at + 1] > '9')
            break;
    }
    return *at > *ret_start;
}

/* Is it the limit that the words name around it: "maximum context length is 8192", "200000 maximum", "context size (8192"? */
static bool names_limit(struct str text, size_t start, size_t end)
{
    static const char *const before[] = {
        "maximum", "context length", "context size", "context window", "limit", "allowed", NULL
    };
    struct str ahead = str_sub(text, start > 48 ? start - 48 : 0, start);
    struct str behind = str_trim(str_sub(text, end, end + 24 < text.len ? end + 24 : text.len));

    for (size_t i = 0; i < ahead.len; i++) /* what another number or sentence is about */
        if ((ahead.data[i] >= '0' && ahead.data[i] <= '9') || ahead.data[i] == '.' || ahead.data[i] == '>') {
            ahead = str_sub(ahead, i + 1, ahead.len);
            i = (size_t) -1;
        }
    for (size_t i = 0; before[i]; i++)
        if (str_contains_nocase(ahead, before[i]))
            return true;
    return str_starts_nocase(behind, "maximum") || str_starts_nocase(behind, "tokens maximum");
}

bool role_context_figures(struct str said, int64_t *ret_limit, int64_t *ret_asked)
{
    size_t at = 0, start;
    int64_t number;

    *ret_limit = *ret_asked = 0;
    while (at < said.len && next_number(said, &at, &start, &number)) {
        if (number < TOKENS_LEAST)
            continue;
        if (*ret_limit == 0 && names_limit(said, start, at))
            *ret_limit = number;
        else if (number > *ret_asked)
            *ret_asked = number;
    }
    return *ret_limit > 0 && *ret_asked > *ret_limit;
}

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
    int64_t limit, asked;

    if (result != -ERROR_CONTEXT || estimate <= 0 || !models)
        return;
    bool both = role_context_figures(str(error->message), &limit, &asked);
    struct arena *scratch = arena_new();
    for (size_t i = 0; limit && i < models->n; i++) {
        struct str name = model_find(branch_tools(branch)->llm, scratch, models->items[i], NULL)->name;
        int64_t ours = estimate * branch_token_ratio(branch, name) / 1000;

        asked = both ? asked : ours;
        if (!str_contains(str(error->message), str_z(scratch, name)) || asked <= limit || asked > ours * COUNTS_APART ||
            ours > asked * COUNTS_APART)
            continue;
        branch_learn_room(branch, name, (struct branch_room){ estimate * limit / asked, limit });
    }
    arena_free(scratch);
}

/* The part of the content that is tried next: what the service's figures leave room for, else a tenth less, and in the
 * end half as much. */
static int shrunk(int percent, int attempt, const char *said)
{
    int64_t limit, asked;
    int next = attempt < 3 ? percent - 10 : percent / 2;

    if (role_context_figures(str(said), &limit, &asked))
        next = (int) ((int64_t) percent * limit / asked * ROOM_PERCENT / 100);
    return next < percent ? next : percent - 1;
}

int role_shrink(struct branch *branch, struct path path, role_shrink_fn *ask, void *context, struct error *e)
{
    struct error local;
    int r = 0;

    if (!e)
        e = &local;
    for (int shrink = 0, percent = 100; shrink < SHRINKS_MAX && percent >= PERCENT_LEAST; shrink++) {
        r = ask(context, path_index(path, (size_t) shrink), percent, e);
        if (r != -ERROR_CONTEXT)
            return r;
        percent = shrunk(percent, shrink, e->message);
        branch_warn(branch, "The sources were shortened to fit the model's context window.");
    }
    return error_wrap(
        e, "the content does not fit even when shortened; use a model with a larger context window, fewer sources "
           "(--max-sources), or more room (token_safety_margin, runtime_overhead)");
}
