/* What a run takes over: the outcome of an effect of another run, and the word of a person that it is to go on. */
#include <stdio.h>

#include "run/internal.h"
#include "text/json.h"

/* --- another try --- */

static struct str read_resumed(const struct branch *branch)
{
    return str_format(branch->arena, "%d", branch->run->resumed);
}

int effect_again(struct branch *branch, struct path path, bool *ret, struct error *e)
{
    static const struct effect_fact end = { "{\"type\":\"end\"}", "run", read_resumed };
    static const struct effect_fact again = { "{\"type\":\"again\"}", "run", read_resumed };
    struct path gone_on = path_add(path, "again");
    struct str then;
    int64_t resumed;
    int r = effect_fact(branch, path, &end, &then, e);

    if (r < 0)
        return r;
    if (!str_to_int(then, &resumed))
        return error_set(e, ERROR_STORE, "the entry at \"%s\" is damaged", path.text);
    r = effect_recorded(branch, gone_on, e);
    if (r < 0)
        return r;
    *ret = r > 0 || (!branch->run->replay && branch->run->resumed > resumed);
    return *ret ? effect_fact(branch, gone_on, &again, &then, e) : 0;
}

/* --- outcomes of another run --- */

struct adopted {
    struct str body, answered_by;
    struct usage usage;
};
static const struct field adopted_fields[] = {
    FIELD_STR(struct adopted, body),
    FIELD_AS("answeredBy", STR, struct adopted, answered_by),
    FIELD_OBJECT(struct adopted, usage, usage_fields),
    FIELD_END,
};

struct adoption {
    struct store *store;
    struct str run, path;
};

/* Also what that run had adopted itself. */
static void adopt_begin(struct call *call, const void *argument)
{
    const struct adoption *adoption = argument;
    struct effect_row row = { 0 };
    struct error e = { .retry_after_ms = -1 };
    struct db *db;
    int r = store_read_begin(adoption->store, &db, &e);

    if (r == 0) {
        r = journal_find(db, adoption->run, adoption->path, call->arena, &row, &e);
        store_read_end(adoption->store, db);
    }
    if (r >= 0 && (r == 0 || row.state != EFFECT_DONE || row.failed))
        r = error_set(&e, ERROR_NOT_FOUND, "%.*s has no answer at \"%.*s\" any more", STR_ARG(adoption->run),
                      STR_ARG(adoption->path));
    if (r < 0) {
        call_fail(call, &e);
        return;
    }
    if (str_starts(row.body, "{\"adopted\":")) {
        call_done(call, row.body, row.answered_by);
        return;
    }
    const struct adopted adopted = { row.body, row.answered_by, row.usage };
    json_t *value = json_pack("{s:o}", "adopted", json_encode(adopted_fields, &adopted));
    call_done(call, json_text(call->arena, value), str_dup(call->arena, row.answered_by));
    json_decref(value);
}

static const struct call_type adopt_type = { .name = "adopt", .begin = adopt_begin };

int effect_adopt(struct branch *branch, struct path path, struct str run, struct path there, struct outcome *ret,
                 struct error *e)
{
    struct arena *arena = branch->arena;
    const struct adoption adoption = { engine_store(branch->run->engine), run, path_str(&there) };
    json_t *canonical = json_pack("{s:s, s:o, s:o}", "type", "adopt", "run", json_new_str(run), "path",
                                  json_new_str(path_str(&there)));
    const struct request request = { .canonical = json_canonical(arena, canonical),
                                     .type = &adopt_type,
                                     .argument = &adoption };
    struct adopted adopted = { 0 };
    json_t *value = NULL;

    json_decref(canonical);
    int r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, ret, e);
    if (r < 0)
        return r;
    if (ret->failed) {
        if (e)
            *e = ret->error;
        return -ret->error.code;
    }
    r = json_parse(ret->body, &value, e);
    if (r == 0)
        r = json_decode(json_object_get(value, "adopted"), adopted_fields, &adopted, DECODE_LENIENT, arena, e);
    json_decref(value);
    if (r < 0)
        return error_set(e, ERROR_STORE, "the entry at \"%s\" is damaged", path.text);
    ret->body = adopted.body;
    ret->answered_by = adopted.answered_by;
    ret->usage = adopted.usage;
    return 0;
}
