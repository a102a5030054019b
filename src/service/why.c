/* What a run is doing, what it waits for, and for how long. */
#include "base/clock.h"
#include "records/journal.h"
#include "records/questions.h"
#include "service/research.h"
#include "service/runs.h"

/* What a run that no effect holds up waits for, and since when; empty: nothing. */
static int waits_for(const struct reading *reading, struct arena *arena, struct waiting_row *ret, struct error *e)
{
    static const char *const persons[] = {
        [QUESTION_CLARIFY] = "an answer",
        [QUESTION_PAUSE] = "guidance for the next phase",
        [QUESTION_CONFIRM] = "a decision: proceed, retry or cancel",
        [QUESTION_SAMPLES] = "answers of the client's own model",
        [QUESTION_PLAN] = "somebody to agree to its plan",
    };
    _Static_assert(sizeof persons / sizeof *persons == QUESTION_TYPES, "every question has its words");
    const struct run_row *row = &reading->row;
    struct question_row question;
    int r = 0;

    *ret = (struct waiting_row){ .since_ms = row->updated_ms };
    switch (row->status) {
    case RUN_STATUS_DRAFT: ret->what = str("its approval"); break;
    case RUN_STATUS_QUEUED:
        if (!run_is_interrupted(row, clock_wall_ms()))
            ret->what = str("its turn in the queue");
        break;
    case RUN_STATUS_RUNNING:
        if (row->wake_at_ms > 0)
            ret->what = str("a job that a service does in the background");
        break;
    case RUN_STATUS_WAITING:
        r = question_record_open(reading->db, row->id, arena, &question, e);
        if (r == 1)
            *ret = (struct waiting_row){ .path = question.path,
                                         .what = str(persons[question.type]),
                                         .since_ms = question.asked_ms };
        break;
    default: break;
    }
    return r < 0 ? r : ret->what.len > 0;
}

int do_why(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct why_out *ret = ret_;
    struct waiting_row waiting = { 0 };
    struct reading reading;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    const struct run_row *row = &reading.row;
    r = row->status == RUN_STATUS_RUNNING ? waiting_get(reading.db, row->id, arena, &waiting, e) : 0;
    if (r == 0)
        r = waits_for(&reading, arena, &waiting, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    *ret = (struct why_out){
        .id = row->id,
        .status = str(run_status_words[row->status]),
        .phase = row->status == RUN_STATUS_COMPLETED ? str("") : row->phase,
        .worker = row->worker,
        .waiting_ms = -1,
        .active_ms = row->active_ms,
        .interrupted = run_is_interrupted(row, clock_wall_ms()),
    };
    if (r > 0) {
        int64_t since = clock_wall_ms() - waiting.since_ms;

        ret->path = waiting.path;
        ret->waiting_for = waiting.what;
        ret->waiting_ms = since > 0 ? since : 0;
    }
    return 0;
}
