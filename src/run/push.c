/* Outcomes that a worker outside hands in for an effect that is under way: a control of the run, seen like any other, and
 * journaled as that effect's outcome. One for an effect that has its outcome is of no use and is dropped. */
#include "run/push.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/log.h"
#include "run/engine_internal.h"
#include "run/pending_effect.h"
#include "text/json.h"

static const struct field push_fields[] = {
    FIELD_STR(struct pushed, path),
    FIELD_STR(struct pushed, body),
    FIELD_AS("answeredBy", STR, struct pushed, answered_by),
    FIELD_STR(struct pushed, error),
    FIELD_OBJECT(struct pushed, usage, usage_fields),
    FIELD_END,
};

int engine_push(struct engine *engine, struct str id, const struct pushed *pushed, bool *ret_known, struct error *e)
{
    struct arena *arena = arena_new();
    struct str data = json_encode_text(arena, push_fields, pushed);
    struct str member = str_format(arena, "\"path\":\"%.*s\"", STR_ARG(pushed->path));
    int r = engine_leave_result(engine, id, log_redacted(arena, data), member, ret_known, e);

    arena_free(arena);
    return r;
}

void run_take_push(struct run *run, struct str data)
{
    struct pushed pushed = { 0 };

    pthread_mutex_lock(&run->lock);
    if (json_decode_text(data, push_fields, &pushed, DECODE_LENIENT, run->used_arena, NULL) == 0) {
        run->pushed = arena_grow(run->used_arena, run->pushed, &run->pushed_capacity, run->pushed_n + 1,
                                 sizeof *run->pushed);
        run->pushed[run->pushed_n++] = pushed;
    }
    pthread_mutex_unlock(&run->lock);
}

static bool find(struct run *run, struct str path, struct pushed *ret)
{
    bool found = false;

    pthread_mutex_lock(&run->lock);
    for (size_t i = 0; i < run->pushed_n && !found; i++)
        if (str_eq(run->pushed[i].path, path)) {
            *ret = run->pushed[i]; /* its texts live as long as the run */
            found = true;
        }
    pthread_mutex_unlock(&run->lock);
    return found;
}

bool pending_take_push(struct pending_effect *pending)
{
    struct run *run = pending->batch->run;
    struct pushed pushed;

    if (run->pushed_n == 0 || !find(run, path_str(&pending->path), &pushed))
        return false;
    call_abort(&pending->call);
    atomic_fetch_sub(&run->in_flight, 1);
    *pending->outcome = (struct outcome){
        .failed = pushed.error.len > 0, .body = pushed.body, .answered_by = pushed.answered_by, .usage = pushed.usage
    };
    if (pending->outcome->failed)
        error_set(&pending->outcome->error, ERROR_UPSTREAM, "%.*s", STR_ARG(pushed.error));
    pending_commit(pending);
    return true;
}
