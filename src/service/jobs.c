#include "service/jobs.h"

#include "base/clock.h"
#include "base/log.h"
#include "llm/llm.h"
#include "records/journal.h"
#include "run/engine.h"
#include "service/runs.h"
#include "service/tools.h"

enum { LEAVING_MS = 2000, CANCEL_MS = 5000, JOBS_MAX = 64 };

static int list_jobs(const struct caller *caller, struct arena *arena, struct str run, struct run_row *ret_row,
                     struct str_list *ret)
{
    struct effect_row *rows;
    struct reading reading;
    size_t n;
    int r = reading_begin(caller, arena, run, &reading, NULL);

    *ret = (struct str_list){ 0 };
    if (r < 0)
        return r;
    r = journal_list(reading.db, reading.row.id, false, arena, &rows, &n, NULL);
    for (size_t i = 0; r == 0 && i < n && ret->n < JOBS_MAX; i++)
        if (rows[i].state == EFFECT_SUBMITTED && rows[i].remote_id.len)
            str_list_add(arena, ret, rows[i].remote_id);
    reading_end(&reading);
    *ret_row = reading.row;
    return r;
}

/* All at once: the slowest service decides how long it takes. */
static void cancel_all(struct net *net, struct arena *arena, const struct llm *llm, const struct str_list *jobs)
{
    struct net_wait *wait = net_wait_new(net);
    struct call **calls = arena_calloc(arena, jobs->n, sizeof *calls);
    size_t n = 0;

    for (size_t i = 0; i < jobs->n; i++) {
        struct request request;

        if (!llm_cancel_request(llm, arena, jobs->items[i], &request))
            continue;
        calls[n] = arena_alloc(arena, sizeof **calls);
        *calls[n] = (struct call){ .wall_ms = clock_wall_ms(), .deadline_ms = clock_monotonic_ms() + CANCEL_MS };
        call_begin(calls[n++], &request, net, wait, arena);
    }
    if (n)
        call_drive(calls, n);
    for (size_t i = 0; i < n; i++) {
        if (calls[i]->result < 0)
            log_line(LOG_WARN, "a job could not be cancelled at its service: %s", calls[i]->error.message);
        call_free(calls[i]);
    }
    net_wait_free(wait);
}

void jobs_cancel(const struct caller *caller, struct str run)
{
    struct arena *arena = arena_new();
    struct run_settings settings;
    struct run_tools tools = { 0 };
    struct run_row row;
    struct str_list jobs;
    struct engine *engine;
    struct net *net;

    /* A run that is at work hands in no more once it has seen that it is cancelled. */
    if (list_jobs(caller, arena, run, &row, &jobs) == 0 && jobs.n &&
        service_engine(caller->service, &engine, NULL) == 0) {
        engine_wait(engine, row.id, clock_monotonic_ms() + LEAVING_MS, NULL);
        if (list_jobs(caller, arena, run, &row, &jobs) == 0 && jobs.n &&
            run_settings_parse(arena, row.settings, &settings, NULL) == 0 &&
            service_net(caller->service, &net, NULL) == 0 &&
            tools_for_run(service_tools(caller->service), &row, &settings, &tools, NULL) == 0) {
            cancel_all(net, arena, tools.llm, &jobs);
            tools_give_back(tools.held);
        }
    }
    arena_free(arena);
}
