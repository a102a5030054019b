#include "service/effects.h"

#include "base/log.h"
#include "records/journal.h"
#include "run/engine.h"
#include "service/runs.h"
#include "service/service.h"
#include "text/utf8.h"

enum { SHOWN_BYTES = 100000 };

static struct str shown(struct arena *arena, struct str text, bool whole, int64_t *ret_bytes)
{
    struct str clean = utf8_clean(arena, log_redacted(arena, text));

    *ret_bytes = (int64_t) clean.len;
    return whole ? clean : utf8_cut_bytes(clean, SHOWN_BYTES);
}

static int find_row(const struct caller *caller, struct arena *arena, const struct effect_in *in, struct str *ret_id,
                    struct effect_row *ret, struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = journal_find(reading.db, reading.row.id, in->path, arena, ret, e);
    reading_end(&reading);
    *ret_id = reading.row.id;
    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "%.*s made no call \"%.*s\". @{effects %.*s} lists its calls.",
                         STR_ARG(reading.row.id), (int) (in->path.len < 80 ? in->path.len : 80),
                         in->path.len ? in->path.data : "", STR_ARG(reading.row.id));
    return r < 0 ? r : 0;
}

/* The journal keeps requests by option only; else the run is replayed up to the call, which makes the same one. */
int do_effect(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct effect_in *in = in_;
    struct effect_out *ret = ret_;
    struct effect_row row = { 0 };
    struct engine *engine;
    struct error why;
    int r = find_row(caller, arena, in, &ret->id, &row, e);

    if (r < 0)
        return r;
    struct str request = row.request;
    if (str_empty(request) && (r = service_engine(caller->service, &engine, e)) < 0)
        return r;
    if (str_empty(request) && engine_request(engine, ret->id, row.path, arena, &request, &why) < 0)
        ret->no_request = str_dup(arena, str(why.message));
    ret->path = row.path;
    ret->answered_by = row.answered_by;
    ret->error = row.failed ? str_dup(arena, str(row.error.message)) : str("");
    ret->request = shown(arena, request, in->whole, &ret->request_bytes);
    ret->response = shown(arena, row.body, in->whole, &ret->response_bytes);
    return 0;
}
