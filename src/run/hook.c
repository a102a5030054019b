/* The program runs under a thread of its own, which belongs to the call: begin()
 * starts it, the branch's thread looks every few milliseconds whether it is done
 * and joins it. `stop` is the only thing both touch before that; `done` says when
 * the rest may be read. */
#include "run/hook.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/thread.h"
#include "run/effect.h"

enum { TIMEOUT_MS = 60000, LOOK_MS = 5, OUTPUT_MAX = 1 << 20, TOLD_MAX = 300, ARGUMENTS_MAX = 64 };

struct hook_run {
    pthread_t thread;
    int stop; /* eventfd */
    atomic_bool done;
    const char *argv[ARGUMENTS_MAX + 1];
    struct child child;
    struct buf out, err;
    struct child_result result;
    struct error error;
    int r;
};

static void *hook_thread(void *arg)
{
    struct hook_run *run = arg;

    run->r = child_run(&run->child, &run->out, &run->err, &run->result, &run->error);
    atomic_store(&run->done, true);
    return NULL;
}

static void end(struct hook_run *run)
{
    pthread_join(run->thread, NULL);
    close(run->stop);
    buf_free(&run->out);
    buf_free(&run->err);
}

static void fail(struct call *call, const char *format, struct str program, struct str why)
{
    struct error e;

    error_set(&e, ERROR_UPSTREAM, format, STR_ARG(program), STR_ARG(why));
    call_fail(call, &e);
}

static void hook_begin(struct call *call, const void *argument)
{
    const struct hook *hook = argument;
    struct hook_run *run = arena_alloc(call->arena, sizeof *run);
    struct error e;

    *run = (struct hook_run){ .stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) };
    for (size_t i = 0; i < hook->command->n && i < ARGUMENTS_MAX; i++)
        run->argv[i] = str_z(call->arena, hook->command->items[i]);
    run->child = (struct child){ .argv = run->argv,
                                 .input = str_dup(call->arena, hook->input),
                                 .stop_fd = run->stop,
                                 .contained = true,
                                 .timeout_ms = hook->timeout_ms ? hook->timeout_ms : TIMEOUT_MS };
    buf_init(&run->out, OUTPUT_MAX);
    buf_init(&run->err, OUTPUT_MAX);
    if (run->stop < 0 || thread_start(&run->thread, "hook", hook_thread, run, &e) < 0) {
        if (run->stop >= 0)
            close(run->stop);
        fail(call, "the hook %.*s could not be started: %.*s", hook->command->items[0], str("no thread"));
        return;
    }
    call->state = run;
    call_timer(call, clock_monotonic_ms() + LOOK_MS, 0);
}

static void hook_event(struct call *call, const struct net_event *event)
{
    struct hook_run *run = call->state;
    (void) event;

    if (!atomic_load(&run->done)) {
        call_timer(call, clock_monotonic_ms() + LOOK_MS, 0);
        return;
    }
    call->state = NULL;
    struct str program = str(run->argv[0]), said = str_trim(buf_str(&run->err));

    if (run->r < 0)
        fail(call, "the hook %.*s failed: %.*s", program, str(run->error.message));
    else if (run->result.exit_status != 0)
        fail(call, "the hook %.*s ended with an error: %.*s", program,
             said.len ? str_sub(said, 0, said.len < TOLD_MAX ? said.len : TOLD_MAX) : str("it said nothing"));
    else
        call_done(call, str_dup(call->arena, str_trim(buf_str(&run->out))), str("hook"));
    end(run);
}

static void hook_abort(struct call *call)
{
    struct hook_run *run = call->state;

    if (!run)
        return;
    call->state = NULL;
    eventfd_write(run->stop, 1);
    end(run);
}

static const struct call_type hook_type = {
    .name = "hook", .begin = hook_begin, .event = hook_event, .abort = hook_abort
};

int effect_hook(struct branch *branch, struct path path, const struct hook *hook, struct str *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    json_t *canonical = json_pack("{s:s, s:o}", "type", "hook", "command", json_new_strs(hook->command));
    struct outcome outcome;

    json_object_set_new(canonical, "input", json_new_str(hook->input));
    struct request request = {
        .canonical = json_canonical(scratch, canonical), .type = &hook_type, .argument = hook, .arena = scratch
    };
    json_decref(canonical);
    int r = effect_do(branch, path, EFFECT_PURE, &request, &outcome, e);
    if (r == 0 && outcome.failed) {
        if (e)
            *e = outcome.error;
        r = -outcome.error.code;
    } else if (r == 0) {
        *ret = str_dup(branch_arena(branch), outcome.body);
    }
    arena_free(scratch);
    return r;
}
