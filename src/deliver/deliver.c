/* A delivery is rendered where its call begins, so a run that finds its outcome in the journal renders nothing. */
#include "deliver/deliver.h"

#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "deliver/message.h"
#include "deliver/webhook.h"
#include "report/document.h"
#include "report/formats.h"
#include "run/effect.h"
#include "run/events.h"
#include "text/json.h"

enum { ALONE_MS = 120000, ID_BYTES = 16, DELIVERIES_MAX = 20, FILE_MAX = 256 << 20 };

/* --- ids --- */

struct str delivery_id(struct arena *arena, const struct delivery *d)
{
    char *hex = arena_alloc(arena, HASH_HEX_SIZE);

    hash_hex(hash_of(str_format(arena, "delivery\n%.*s\n%.*s\n%.*s", STR_ARG(d->run), STR_ARG(d->target),
                                STR_ARG(d->report->digest))),
             hex);
    return str_n(hex, 2 * ID_BYTES);
}

/* --- e-mail --- */

/* "Name <address>" or an address alone. */
static int parse_from(struct str from, struct str *ret_name, struct str *ret_address, struct error *e)
{
    struct str text = str_trim(from);
    ptrdiff_t open = str_find_char(text, '<', 0);

    *ret_name = open > 0 ? str_trim(str_sub(text, 0, (size_t) open)) : str("");
    if (ret_name->len > 1 && ret_name->data[0] == '"' && ret_name->data[ret_name->len - 1] == '"')
        *ret_name = str_sub(*ret_name, 1, ret_name->len - 1);
    *ret_address = open >= 0 && str_ends(text, ">") ? str_sub(text, (size_t) open + 1, text.len - 1) : text;
    if (!smtp_address(*ret_address))
        return error_set(e, ERROR_MISCONFIGURED, "MAIL_FROM is \"%.*s\", which is no address", STR_ARG(from));
    return 0;
}

static int add_attachments(struct arena *arena, const struct delivery *d, struct message *m, struct error *e)
{
    struct attachment *items = arena_calloc(arena, d->attach.n + 1, sizeof *items);

    for (size_t i = 0; i < d->attach.n; i++) {
        int format = word_index(attachment_words, d->attach.items[i]);

        if (format < 0)
            return error_set(e, ERROR_INVALID, "\"%.*s\" is no format of an attachment", STR_ARG(d->attach.items[i]));
        items[i] = (struct attachment){ .name = report_file_name(arena, d->report, (enum report_format) format),
                                        .type = report_media_types[format] };
        int r = report_write(
            arena, &(struct report_writing){ d->report, (enum report_format) format, d->run, str("completed") },
            &items[i].data, e);
        if (r < 0)
            return r;
    }
    m->attachments = items;
    m->attachments_n = d->attach.n;
    return 0;
}

static int begin_mail(struct call *call, const struct delivery *d, struct str to, struct error *e)
{
    struct smtp_mail mail = { .server = &d->settings->mail, .to = to };
    struct document document;
    struct message m = { .to = to,
                         .subject = report_title(call->arena, d->report),
                         .id = delivery_id(call->arena, d),
                         .date_ms = call->wall_ms,
                         .text = report_markdown(call->arena, d->report) };
    int r = parse_from(d->settings->from, &m.from_name, &m.from, e);

    document_make(call->arena, d->report, &document);
    m.html = document_mail_html(call->arena, &document);
    if (r == 0)
        r = add_attachments(call->arena, d, &m, e);
    if (r < 0)
        return r;
    mail.from = m.from;
    mail.message = message_write(call->arena, &m);
    if (str_empty(mail.message))
        return error_set(e, ERROR_LIMIT, "the e-mail would be larger than 64 MB");
    call->type = &smtp_call_type;
    call->type->begin(call, &mail);
    return 0;
}

/* --- webhook --- */

/* {"type": "report", "id", "timestamp", "data": the object that --json prints} */
static struct str webhook_body(struct arena *arena, const struct delivery *d, struct str id, int64_t wall_ms)
{
    return str_format(arena, "{\"type\":\"report\",\"id\":\"%.*s\",\"timestamp\":\"%.*s\",\"data\":%.*s}", STR_ARG(id),
                      STR_ARG(clock_iso_text(arena, wall_ms)),
                      STR_ARG(str_trim(report_result(arena, d->report, d->run, str("completed")))));
}

static void begin_webhook(struct call *call, const struct delivery *d, struct str to)
{
    struct str id = delivery_id(call->arena, d);
    const struct webhook hook = { .url = to,
                                  .id = id,
                                  .body = webhook_body(call->arena, d, id, call->wall_ms),
                                  .secret = d->settings->webhook_secret,
                                  .guard = d->settings->guard,
                                  .retry = d->settings->retry };

    call->type = &webhook_call_type;
    call->type->begin(call, &hook);
}

/* --- file --- */

/* Written by an attempt whose outcome was lost: the same bytes. */
static bool is_there(const char *path, struct str bytes)
{
    struct buf file;

    buf_init(&file, FILE_MAX);
    bool same = file_read(path, &file, NULL) == 0 && str_eq(buf_str(&file), bytes);
    buf_free(&file);
    return same;
}

static int write_file(struct call *call, const struct delivery *d, const struct delivery_target *target,
                      struct error *e)
{
    const char *path = str_z(call->arena, target->to);
    struct str bytes;
    int r = report_write(call->arena,
                         &(struct report_writing){ d->report, (enum report_format) report_format_of(target->to), d->run,
                                                   str("completed") },
                         &bytes, e);

    if (r == 0 && !is_there(path, bytes)) {
        r = delivery_check(d->settings, target, d->overwrite, e);
        if (r == 0)
            r = d->overwrite ? file_write_atomic(path, bytes, 0644, e) : file_write_new(path, bytes, 0644, e);
    }
    if (r == 0)
        call_done(call, target->to, str("file"));
    return r;
}

/* --- the call --- */

static void deliver_begin(struct call *call, const void *argument)
{
    const struct delivery *d = argument;
    struct delivery_target target;
    struct error e;
    int r = delivery_target_parse(d->target, &target, &e);

    if (r == 0 && target.kind != DELIVERY_FILE)
        r = delivery_check(d->settings, &target, d->overwrite, &e);
    if (r == 0 && target.kind == DELIVERY_EMAIL)
        r = begin_mail(call, d, target.to, &e);
    else if (r == 0 && target.kind == DELIVERY_WEBHOOK)
        begin_webhook(call, d, target.to);
    else if (r == 0)
        r = write_file(call, d, &target, &e);
    if (r < 0)
        call_fail(call, &e);
}

/* begin() ends the call or hands it over to another type. */
static const struct call_type deliver_call_type = { .name = "deliver", .begin = deliver_begin };

int deliver_alone(struct net *net, struct arena *arena, const struct delivery *d, struct str *ret_id, struct error *e)
{
    const struct request request = { .type = &deliver_call_type, .argument = d };
    struct str said;
    int r = call_alone(net, &request, ALONE_MS, arena, NULL, &said, e);

    if (r == 0)
        *ret_id = delivery_id(arena, d);
    return r;
}

/* --- as an effect --- */

static void tell(struct branch *branch, const struct delivery *d, const struct outcome *outcome)
{
    struct arena *arena = branch_arena(branch);
    bool unknown = outcome->failed && outcome->error.code == ERROR_CONFLICT && !str_starts(d->target, "file:");
    struct event_delivered delivered = { .target = delivery_target_shown(arena, d->target),
                                         .status = str(!outcome->failed ? "sent"
                                                       : unknown        ? "unknown"
                                                                        : "failed"),
                                         .id = delivery_id(arena, d) };

    if (outcome->failed)
        delivered.error = event_error(&outcome->error);
    branch_emit(branch, EVENT_DELIVERED, &delivered);
}

int deliver_report(struct branch *branch, struct path path, const struct delivery *d, struct error *e)
{
    struct arena *scratch = arena_new();
    struct delivery_target target = { .kind = DELIVERY_EMAIL };
    json_t *canonical = json_pack("{s:s, s:o, s:o, s:o}", "type", "deliver", "target", json_new_str(d->target),
                                  "digest", json_new_str(d->report->digest), "attach", json_new_strs(&d->attach));
    struct request request = { .canonical = json_canonical(scratch, canonical),
                               .type = &deliver_call_type,
                               .argument = d,
                               .timeout_ms = ALONE_MS,
                               .arena = scratch };
    struct outcome outcome;

    json_decref(canonical);
    delivery_target_parse(d->target, &target, NULL);
    int kind = target.kind == DELIVERY_FILE ? EFFECT_PURE : EFFECT_ONCE;
    branch_emit(branch, EVENT_DELIVERY_STARTED,
                &(struct event_delivery_started){ delivery_target_shown(scratch, d->target), delivery_id(scratch, d) });
    int r = effect_do(branch, path, kind | EFFECT_ESSENTIAL | EFFECT_LOCAL, &request, &outcome, e);
    if (r == 0) {
        tell(branch, d, &outcome);
        r = outcome.failed ? -outcome.error.code : 0;
        if (outcome.failed && e)
            *e = outcome.error;
    }
    arena_free(scratch);
    return r;
}

int deliver_asked(struct branch *branch, const struct report *report, struct error *e)
{
    const struct run_settings *s = branch_settings(branch);

    for (size_t i = 0; i < s->deliver.n && i < DELIVERIES_MAX; i++) {
        const struct delivery d = { .settings = branch_tools(branch)->delivery,
                                    .target = s->deliver.items[i],
                                    .report = report,
                                    .run = branch_run_id(branch),
                                    .attach = s->attach };
        int r = d.settings ? deliver_report(branch, path_at(path_root(), "deliver", i), &d, e) : 0;

        if (error_stops_run(r))
            return r;
    }
    return 0;
}
