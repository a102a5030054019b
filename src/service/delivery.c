#include "service/delivery.h"

#include <limits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "net/url.h"
#include "records/journal.h"
#include "report/formats.h"
#include "run/events.h"
#include "service/feed.h"
#include "service/runs.h"
#include "service/service.h"

enum { LEASE_MS = 10000 };

/* --- configuration --- */

int delivery_settings_make(const struct config *config, const struct guard *guard, struct delivery_settings *ret,
                           struct error *e)
{
    const struct config_mail *mail = &config->mail;
    struct retry_policy retry = { .retries = config->retries ? (int) config->retries : -1 };
    struct delivery_settings s = {
        .mail = { .url = url_trim_slash(mail->url),
                  .user = mail->user,
                  .password = log_secret_trim(mail->password),
                  .ca_file = config->ca_file,
                  .plain = mail->tls == MAIL_TLS_NONE,
                  .retry = retry },
        .from = mail->from,
        .webhook_secret = log_secret_trim(config->webhook.secret),
        .guard = guard,
        .retry = retry,
    };
    int r = s.mail.url.len ? smtp_url_check(s.mail.url, e) : 0;

    log_secret(s.mail.password);
    log_secret(s.webhook_secret);
    if (r == 0)
        *ret = s;
    return r;
}

/* --- what a research asks for --- */

/* The folder it stands in may be named in any way; the name itself is taken as it is. No shell has replaced a "~" behind
 * "file:". */
static int absolute(const struct caller *caller, struct arena *arena, struct str given, struct str *ret,
                    struct error *e)
{
    struct str home = environment_get(service_environment(caller->service), "HOME");
    struct str path = str_starts(given, "~/") && home.len
                          ? str_format(arena, "%.*s%.*s", STR_ARG(home), STR_ARG(str_sub(given, 1, given.len)))
                          : given;
    size_t slash = path.len;
    char real[PATH_MAX];

    while (slash > 0 && path.data[slash - 1] != '/')
        slash--;
    struct str folder = slash ? str_sub(path, 0, slash) : str(".");
    if (!realpath(str_z(arena, folder), real))
        return error_set(e, ERROR_INVALID, "file:%.*s: there is no folder %.*s.", STR_ARG(path), STR_ARG(folder));
    *ret = str_format(arena, "file:%s%s%.*s", real, str_is(str(real), "/") ? "" : "/",
                      STR_ARG(str_sub(path, slash, path.len)));
    return 0;
}

/* *text becomes the target as it is kept. */
static int settle_target(const struct caller *caller, struct arena *arena, struct str *text, bool overwrite,
                         struct error *e)
{
    const struct delivery_settings *settings;
    struct delivery_target target;
    int r = delivery_target_parse(*text, &target, e);

    if (r == 0 && target.kind == DELIVERY_FILE && !caller->paths)
        return error_set(e, ERROR_FORBIDDEN, "A report cannot be delivered to a file of the server."),
               error_about(e, "deliver");
    if (r == 0 && target.kind == DELIVERY_FILE)
        r = absolute(caller, arena, target.to, text, e);
    if (r == 0)
        r = delivery_target_parse(*text, &target, e);
    if (r == 0)
        r = service_delivery(caller->service, &settings, e);
    return r < 0 ? r : delivery_check(settings, &target, overwrite, e);
}

static bool is_email(struct str target) { return str_starts(target, "email:"); }

/* Only an e-mail has attachments. */
static int check_attach(const struct str_list *attach, const struct str_list *targets, struct error *e)
{
    bool mailed = false;

    for (size_t i = 0; i < targets->n; i++)
        mailed = mailed || is_email(targets->items[i]);
    if (attach->n == 0 || mailed)
        return 0;
    error_set(e, ERROR_INVALID,
              targets->n ? "@{.attach} is for e-mail, and no e-mail is asked for. A file has the format of its ending."
                         : "@{.attach} needs an e-mail to attach to, such as @{.deliver} email:ada@example.org.");
    return error_about(e, "attach");
}

int delivery_settle(const struct caller *caller, struct arena *arena, struct run_settings *s, struct error *e)
{
    const struct str_list given = s->deliver;
    const struct delivery_settings *settings;
    int r = 0;

    s->deliver = (struct str_list){ 0 };
    for (size_t i = 0; r == 0 && i < given.n; i++) {
        struct str target = str_trim(given.items[i]);

        if ((r = settle_target(caller, arena, &target, false, e)) == 0)
            str_list_add(arena, &s->deliver, target);
    }
    if (r == 0)
        r = check_attach(&s->attach, &s->deliver, e);
    if (r == 0 && s->webhook.len && (r = service_delivery(caller->service, &settings, e)) == 0)
        r = delivery_check(settings, &(struct delivery_target){ DELIVERY_WEBHOOK, s->webhook }, false, e);
    return r;
}

/* --- the operation --- */

struct telling {
    struct str run;
    const char *path;
    enum event_kind kind;
    const void *data;
};

/* An event of a run that has ended: whoever writes to it holds its lease for a moment. */
static int tell_job(struct db *db, void *arg, struct error *e)
{
    const struct telling *telling = arg;
    struct arena *arena = arena_new();
    int64_t now = clock_wall_ms(), epoch;
    int r = run_lease_take(db, telling->run, run_worker_name(), now, LEASE_MS, &epoch, e);

    if (r == 0) {
        struct event_row event = { .time_ms = now,
                                   .type = str(event_types[telling->kind].type),
                                   .path = str_format(arena, "%s%lld", telling->path, (long long) epoch),
                                   .data = event_text(arena, telling->kind, telling->data) };
        struct journal_entry entry = {
            .run = telling->run, .epoch = epoch, .now_ms = now, .active_ms = -1, .events = &event, .events_n = 1
        };

        r = journal_append(db, &entry, e);
        if (r == 0)
            r = run_lease_release(db, telling->run, epoch, e);
    }
    arena_free(arena);
    return r;
}

static int note(struct service *service, struct telling *telling, struct error *e)
{
    struct store *store;
    int r = service_store(service, false, &store, e);

    if (r == 0)
        r = store_write(store, tell_job, telling, e);
    if (r == 0)
        feeds_moved(service_feeds(service), telling->run);
    return r;
}

/* What was sent stays sent, whether it can be noted or not. */
void delivery_tell(struct service *service, struct str run, const char *path, const struct event_delivered *delivered)
{
    struct error e;

    if (note(service, &(struct telling){ run, path, EVENT_DELIVERED, delivered }, &e) < 0)
        log_line(LOG_WARN, "the delivery of %.*s could not be noted: %s", STR_ARG(run), e.message);
}

/* Before anything is sent: a process that is killed while it sends leaves word of what it was about to do. */
static int tell_started(struct service *service, struct arena *arena, const struct delivery *d, struct error *e)
{
    const struct event_delivery_started started = { delivery_target_shown(arena, d->target), delivery_id(arena, d) };
    struct error why;

    if (note(service, &(struct telling){ d->run, "delivery:", EVENT_DELIVERY_STARTED, &started }, &why) == 0)
        return 0;
    return error_set(e, why.code, "Nothing was sent, since the delivery could not be recorded: %s", why.message);
}

/* --- what is known --- */

static struct delivery_view *view_of(struct delivery_view *views, size_t *n, struct str id)
{
    for (size_t i = 0; i < *n; i++)
        if (str_eq(views[i].id, id))
            return &views[i];
    return &views[(*n)++];
}

int delivery_list(struct db *db, struct str run, struct arena *arena, struct delivery_view **ret, size_t *ret_n,
                  struct error *e)
{
    const char *started = event_types[EVENT_DELIVERY_STARTED].type, *ended = event_types[EVENT_DELIVERED].type;
    struct event_row *rows;
    size_t n;
    int r = event_list_types(db, run, started, ended, arena, &rows, &n, e);

    *ret_n = 0;
    if (r < 0)
        return r;
    *ret = arena_calloc(arena, n + 1, sizeof **ret);
    for (size_t i = 0; i < n; i++) {
        bool over = str_is(rows[i].type, ended);
        struct event_delivery_started begun = { 0 };
        struct event_delivered told = { 0 };

        if (str_starts(rows[i].path, DELIVERY_NOTICE) ||
            (over ? event_read(arena, EVENT_DELIVERED, rows[i].data, &told, NULL)
                  : event_read(arena, EVENT_DELIVERY_STARTED, rows[i].data, &begun, NULL)) < 0)
            continue;
        *view_of(*ret, ret_n,
                 over ? told.id : begun.id) = (struct delivery_view){ .id = over ? told.id : begun.id,
                                                                      .target = over ? told.target : begun.target,
                                                                      .status = over ? told.status : str("unknown"),
                                                                      .at = clock_iso_text(arena, rows[i].time_ms),
                                                                      .error = told.error.message };
    }
    return 0;
}

/* What became of the try before this one. */
static int look_back(const struct caller *caller, struct arena *arena, const struct delivery *d,
                     struct deliver_out *ret, struct error *e)
{
    struct delivery_view *views;
    struct str id = delivery_id(arena, d);
    struct reading reading;
    size_t n = 0;
    int r = reading_begin(caller, arena, d->run, &reading, e);

    if (r < 0)
        return r;
    r = delivery_list(reading.db, reading.row.id, arena, &views, &n, e);
    reading_end(&reading);
    for (size_t i = 0; i < n; i++)
        if (str_eq(views[i].id, id)) {
            ret->before = views[i].status;
            ret->before_at = views[i].at;
        }
    return r;
}

static int deliver_now(const struct caller *caller, struct arena *arena, const struct delivery *d, struct str *ret_id,
                       struct error *e)
{
    struct net *net;
    int r = service_net(caller->service, &net, e);

    if (r == 0)
        r = tell_started(caller->service, arena, d, e);
    if (r < 0)
        return r;
    r = deliver_alone(net, arena, d, ret_id, e);
    if (r < 0)
        log_redact_z(e->message, sizeof e->message);
    struct event_delivered delivered = { .target = delivery_target_shown(arena, d->target),
                                         .status = str(r == 0 ? "sent" : "failed"),
                                         .id = delivery_id(arena, d) };
    if (r < 0)
        delivered.error = event_error(e);
    delivery_tell(caller->service, d->run, "delivered:", &delivered);
    return r;
}

int do_deliver(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct deliver_in *in = in_;
    struct deliver_out *ret = ret_;
    struct delivery d = { .target = str_trim(in->target), .attach = in->attach, .overwrite = in->overwrite };
    struct report report;
    int r = report_load(caller, arena, in->id, &report, &d.run, e);

    d.report = &report;
    if (r == 0)
        r = settle_target(caller, arena, &d.target, d.overwrite, e);
    if (r == 0)
        r = check_attach(&d.attach, &(struct str_list){ &d.target, 1, 0 }, e);
    if (r == 0)
        r = service_delivery(caller->service, &d.settings, e);
    if (r == 0)
        r = look_back(caller, arena, &d, ret, e);
    if (r == 0)
        r = deliver_now(caller, arena, &d, &ret->delivery, e);
    if (r < 0)
        return r;
    ret->id = d.run;
    ret->target = delivery_target_shown(arena, d.target);
    return 0;
}
