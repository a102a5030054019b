/* The operations on users, and on what an owner says of a run: what a user reads of them. */
#include "records/users.h"
#include "report/report.h"
#include "service/effects.h"
#include "service/marks.h"
#include "service/research.h"
#include "service/runs.h"
#include "service/users.h"
#include "service/value.h"

#define LIMIT_FIELDS(type_)                                                                                            \
    FIELD_AS("concurrentRuns", INT, type_, concurrent_runs, .min = -1, .max = 1e6, .preset = "-1",                     \
             .help = "runs at work at once, the others wait; 0: no limit, -1: as server.limits says"),                 \
        FIELD_AS("runsPerDay", INT, type_, runs_per_day, .min = -1, .max = 1e9, .preset = "-1",                        \
                 .help = "runs that may be begun on a day (UTC)"),                                                     \
        FIELD_AS("tokensPerDay", INT, type_, tokens_per_day, .min = -1, .max = 1e15, .preset = "-1",                   \
                 .help = "tokens that may be spent on a day"),                                                         \
        FIELD_AS("usdPerDay", DOUBLE, type_, usd_per_day, .min = -1, .max = 1e6, .preset = "-1",                       \
                 .help = "dollars that may be spent on a day"),                                                        \
        FIELD_AS("requestsPerMinute", INT, type_, requests_per_minute, .min = -1, .max = 1e9, .preset = "-1",          \
                 .help = "requests in a minute")

static const struct field user_in_fields[] = {
    FIELD_STR(struct user_in, name, .required = true, .words = kind_name,
              .help = "what the user is called: a-z, 0-9, '.', '_', '-'"),
    FIELD_ENUM(struct user_in, role, user_role_words, .preset = "user",
               .help = "an admin manages users and reaches everybody's runs"),
    LIMIT_FIELDS(struct user_in),
    FIELD_STRS(struct user_in, given, .hidden = true, .help = "what was given"),
    FIELD_END,
};
static const struct field user_view_fields[] = {
    FIELD_STR(struct user_view, name, .help = "the user"),
    FIELD_STR(struct user_view, role, .help = "user or admin"),
    FIELD_AS("createdAt", STR, struct user_view, created, .help = "since when"),
    FIELD_AS("concurrentRuns", INT, struct user_view, concurrent_runs, .help = "runs at work at once; 0: no limit"),
    FIELD_AS("runsPerDay", INT, struct user_view, runs_per_day, .help = "runs that may be begun on a day; 0: no limit"),
    FIELD_AS("tokensPerDay", INT, struct user_view, tokens_per_day, .help = "tokens on a day; 0: no limit"),
    FIELD_AS("usdPerDay", DOUBLE, struct user_view, usd_per_day, .help = "dollars on a day; 0: no limit"),
    FIELD_AS("requestsPerMinute", INT, struct user_view, requests_per_minute,
             .help = "requests in a minute; 0: no limit"),
    FIELD_INT(struct user_view, tokens, .help = "tokens that open for this user"),
    FIELD_AS("runsToday", INT, struct user_view, runs_today, .help = "runs begun today (UTC)"),
    FIELD_AS("tokensToday", INT, struct user_view, tokens_today, .help = "tokens spent today"),
    FIELD_AS("usdToday", DOUBLE, struct user_view, usd_today, .help = "dollars spent today"),
    FIELD_END,
};
OPERATION(
    users_add, FIELD_TABLE(user_in), FIELD_TABLE(user_view), "Add a user.",
    .about = "A user sees only runs and corpora of his own. @{users_token NAME} makes the token that opens for him.",
    .who = ACCESS_ADMIN, .changes = true, .errors = { ERROR_CONFLICT });
OPERATION(users_set, FIELD_TABLE(user_in), FIELD_TABLE(user_view), "Change the role and the limits of a user.",
          .about = "What is not given stays as it is.", .who = ACCESS_ADMIN, .changes = true,
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });

static const struct field nothing_fields[] = { FIELD_END };
struct nothing {
    char none;
};
static const struct field users_out_fields[] = {
    FIELD_LIST(struct users_out, users, users_n, struct user_view, user_view_fields, .help = "by name"),
    FIELD_END,
};
OPERATION(users_list, FIELD_TABLE(nothing), FIELD_TABLE(users_out),
          "List the users with their limits and what they spent today.", .who = ACCESS_ADMIN);

static const struct field user_ref_in_fields[] = {
    FIELD_STR(struct user_ref_in, name, .required = true, .words = kind_name, .help = "the user"),
    FIELD_END,
};
OPERATION(users_remove, FIELD_TABLE(user_ref_in), FIELD_TABLE(user_ref_in), "Remove a user and the user's tokens.",
          .about =
              "Runs that are queued or at work are cancelled, links to reports are closed, connections end. Runs and "
              "corpora stay; a user who is added again under the same name has them again.",
          .who = ACCESS_ADMIN, .blocks = true, .changes = true, .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });

static const struct field token_in_fields[] = {
    FIELD_STR(struct token_in, name, .required = true, .words = kind_name, .help = "the user"),
    FIELD_STR(struct token_in, label, .max = 100, .help = "what it is for"),
    FIELD_STR(struct token_in, expires, .words = kind_duration, .help = "how long it is valid; without it for ever"),
    FIELD_STR(struct token_in, revoke, .max = 40, .help = "makes none, and takes this one back: its selector"),
    FIELD_END,
};
static const struct field token_view_fields[] = {
    FIELD_STR(struct token_view, selector, .help = "the first part of the token, by which it is known"),
    FIELD_STR(struct token_view, label, .nullable = true, .help = "what it is for"),
    FIELD_AS("createdAt", STR, struct token_view, created, .help = "when it was made"),
    FIELD_AS("usedAt", STR, struct token_view, used, .nullable = true, .help = "when it was last used, to the minute"),
    FIELD_AS("expiresAt", STR, struct token_view, expires, .nullable = true, .help = "until when it is valid"),
    FIELD_END,
};
static const struct field token_out_fields[] = {
    FIELD_STR(struct token_out, name, .help = "the user"),
    FIELD_STR(struct token_out, token, .nullable = true, .help = "the new token; it is not kept and not shown again"),
    FIELD_LIST(struct token_out, tokens, tokens_n, struct token_view, token_view_fields, .help = "all the user has"),
    FIELD_END,
};
OPERATION(users_token, FIELD_TABLE(token_in), FIELD_TABLE(token_out), "Make a token for a user, or take one back.",
          .about =
              "Only its SHA-256 is stored, so it is shown this once. Streams that were opened with a token that is "
              "taken back end.",
          .who = ACCESS_ADMIN, .changes = true, .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });

static const struct field audit_in_fields[] = {
    FIELD_STR(struct audit_in, user, .max = 40, .help = "only of this user"),
    FIELD_INT(struct audit_in, before, .max = 1e15, .help = "only entries with a lower number"),
    FIELD_INT(struct audit_in, limit, .min = 1, .max = 1000, .preset = "100", .help = "most entries at once"),
    FIELD_END,
};
static const struct field audit_view_fields[] = {
    FIELD_AS("number", INT, struct audit_view, id, .help = "its number"),
    FIELD_STR(struct audit_view, time, .help = "when"),
    FIELD_STR(struct audit_view, user, .nullable = true, .help = "who; null: the local caller"),
    FIELD_STR(struct audit_view, door, .nullable = true, .help = "through which door"),
    FIELD_STR(struct audit_view, operation, .help = "did what"),
    FIELD_STR(struct audit_view, target, .nullable = true, .help = "to which run, corpus or user"),
    FIELD_STR(struct audit_view, outcome, .help = "done, or the code of the error"),
    FIELD_END,
};
static const struct field audit_out_fields[] = {
    FIELD_LIST(struct audit_out, entries, entries_n, struct audit_view, audit_view_fields, .help = "newest first"),
    FIELD_END,
};
OPERATION(audit, FIELD_TABLE(audit_in), FIELD_TABLE(audit_out), "List who did what, newest first.",
          .about = "Kept is what users change, and what anybody does to users. Entries go after 90 days.",
          .who = ACCESS_ADMIN);

/* --- what an owner says of a run --- */

static const struct field favourite_in_fields[] = {
    FIELD_RUN_ID(struct favourite_in),
    FIELD_BOOL(struct favourite_in, favourite, .required = true, .help = "on or off"),
    FIELD_END,
};
OPERATION(favourite, FIELD_TABLE(favourite_in), FIELD_TABLE(run_view), "Make a run a favourite, or not any more.",
          .changes = true, .errors = { ERROR_NOT_FOUND });

static const struct field title_in_fields[] = {
    FIELD_RUN_ID(struct title_in),
    FIELD_STR(struct title_in, title, .required = true, .max = 200, .help = "what it is called; empty: nothing"),
    FIELD_END,
};
OPERATION(title, FIELD_TABLE(title_in), FIELD_TABLE(run_view), "Give a run a title.", .changes = true,
          .errors = { ERROR_NOT_FOUND });

static const struct field share_out_fields[] = {
    FIELD_STR(struct share_out, id, .help = "the run"),
    FIELD_STR(struct share_out, token, .help = "opens its report to whoever has it; shown this once"),
    FIELD_END,
};
OPERATION(share, FIELD_TABLE(run_ref_in), FIELD_TABLE(share_out), "Let whoever has the link read the report of a run.",
          .about =
              "The link opens this report and nothing else. Sharing again makes a new link and closes the old one; "
              "@{unshare ID} closes it.",
          .changes = true, .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT });
OPERATION(unshare, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out), "Close the link to the report of a run.",
          .changes = true, .errors = { ERROR_NOT_FOUND });

static const struct field shared_in_fields[] = {
    FIELD_STR(struct shared_in, token, .required = true, .max = 64, .help = "of the link"),
    FIELD_END,
};
static const struct field shared_out_fields[] = {
    FIELD_STR(struct shared_out, text, .help = "the report as one HTML page"),
    FIELD_END,
};
OPERATION(shared, FIELD_TABLE(shared_in), FIELD_TABLE(shared_out), "Read a report that was shared.",
          .who = ACCESS_ANYONE, .errors = { ERROR_NOT_FOUND });

OPERATION(undelete, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out),
          "Bring back a run that was deleted in the last day.", .changes = true, .errors = { ERROR_NOT_FOUND });

static const struct field effect_view_fields[] = {
    FIELD_STR(struct effect_view, path, .help = "its place in the run"),
    FIELD_STR(struct effect_view, kind, .help = "pure, paid, submit or once"),
    FIELD_STR(struct effect_view, state, .help = "started, submitted, done or failed"),
    FIELD_AS("startedAt", STR, struct effect_view, started, .nullable = true, .help = "when it began"),
    FIELD_AS("endedAt", STR, struct effect_view, ended, .nullable = true, .help = "when it ended"),
    FIELD_AS("durationMs", INT, struct effect_view, duration_ms, .nullable = true, .help = "how long it took"),
    FIELD_AS("answeredBy", STR, struct effect_view, answered_by, .nullable = true, .help = "the model or service"),
    FIELD_INT(struct effect_view, retries, .help = "how often it was tried again"),
    FIELD_INT(struct effect_view, lost, .help = "attempts that ended with their process"),
    FIELD_OBJECT(struct effect_view, usage, usage_fields, .help = "calls and tokens"),
    FIELD_AS("costUsd", JSON, struct effect_view, cost, .help = "what it cost; null if that is not known"),
    FIELD_STR(struct effect_view, error, .nullable = true, .help = "why it failed"),
    FIELD_END,
};
static const struct field effects_out_fields[] = {
    FIELD_STR(struct effects_out, id, .help = "the run"),
    FIELD_LIST(struct effects_out, effects, effects_n, struct effect_view, effect_view_fields,
               .help = "in the order they were begun"),
    FIELD_END,
};
OPERATION(effects, FIELD_TABLE(run_ref_in), FIELD_TABLE(effects_out),
          "List the calls a run made: when, how long, who answered, what they cost.", .errors = { ERROR_NOT_FOUND });

static const struct field effect_in_fields[] = {
    FIELD_RUN_ID(struct effect_in),
    FIELD_STR(struct effect_in, path, .required = true, .max = 400, .words = kind_name,
              .help = "the call: its path in the list of calls"),
    FIELD_BOOL(struct effect_in, whole, .help = "also what is longer than 100,000 bytes"),
    FIELD_END,
};
static const struct field effect_out_fields[] = {
    FIELD_STR(struct effect_out, id, .help = "the run"),
    FIELD_STR(struct effect_out, path, .help = "the call"),
    FIELD_AS("answeredBy", STR, struct effect_out, answered_by, .nullable = true, .help = "the model or service"),
    FIELD_STR(struct effect_out, error, .nullable = true, .help = "why it failed"),
    FIELD_STR(struct effect_out, request, .nullable = true, .help = "what was asked, as JSON"),
    FIELD_AS("requestBytes", INT, struct effect_out, request_bytes, .help = "length of the whole request"),
    FIELD_AS("noRequest", STR, struct effect_out, no_request, .nullable = true,
             .help = "why the request cannot be shown"),
    FIELD_STR(struct effect_out, response, .nullable = true, .help = "what was answered"),
    FIELD_AS("responseBytes", INT, struct effect_out, response_bytes, .help = "length of the whole answer"),
    FIELD_END,
};
OPERATION(effect, FIELD_TABLE(effect_in), FIELD_TABLE(effect_out),
          "Show one call of a run: what was asked and what was answered.",
          .about =
              "The journal keeps answers; requests it keeps as hashes. fathom makes the request again by replaying "
              "the run up to the call, without asking anybody, and compares it with its hash. Keys are blanked out.",
          .errors = { ERROR_NOT_FOUND }, .blocks = true);
