/* Delivery: a finished report goes to an e-mail address, a file or a webhook, because the user asked for it.
 *
 * deliver_asked() is for workflows: every target of the settings is an effect of kind `once` (a file: `pure`), so a resumed
 * run sends nothing twice. The report is complete before; a delivery that fails is told by the event `delivered` and
 * changes nothing about it. deliver_alone() sends outside a run, for somebody who asks again.
 *
 * One delivery has one id, made of run, target and report: Message-ID of the e-mail, webhook-id of the webhook. Whoever gets
 * the same id again has the same message. docs/internals/delivery.md tells the rest. */
#ifndef FATHOM_DELIVER_DELIVER_H
#define FATHOM_DELIVER_DELIVER_H

#include "net/guard.h"
#include "net/smtp.h"
#include "report/report.h"
#include "run/run.h"

enum delivery_kind { DELIVERY_EMAIL, DELIVERY_FILE, DELIVERY_WEBHOOK };
extern const char *const delivery_words[]; /* "email", "file", "webhook", NULL */

/* "email:ada@example.org", "file:/home/ada/report.pdf", "webhook:https://example.org/hook" */
struct delivery_target {
    enum delivery_kind kind;
    struct str to;
};
/* Checks the form alone; `ret->to` is a part of the text. */
int delivery_target_parse(struct str text, struct delivery_target *ret, struct error *e);
/* The target as it may be shown: a webhook without the part of its address that may be a key. */
struct str delivery_target_shown(struct arena *arena, struct str text);

/* How things are sent: from the configuration. Immutable, outlives the calls. */
struct delivery_settings {
    struct smtp_server mail; /* `url` empty: no e-mail can be sent */
    struct str from;         /* "fathom <research@example.org>" or an address alone */
    struct str webhook_secret;
    const struct guard *guard; /* for webhooks */
    struct retry_policy retry;
};
/* Could this target be sent to? Names what is missing (SMTP_URL …) or what is wrong with it (a folder that is not there). */
int delivery_check(const struct delivery_settings *settings, const struct delivery_target *target, bool overwrite,
                   struct error *e);

/* What is sent where. */
struct delivery {
    const struct delivery_settings *settings;
    struct str target; /* as text */
    const struct report *report;
    struct str run;
    struct str_list attach; /* of an e-mail: attachment_words */
    bool overwrite;         /* a file that is there is replaced */
};
/* 32 hexadecimal digits. */
struct str delivery_id(struct arena *arena, const struct delivery *delivery);

/* Sends it now, on this thread, waiting at most two minutes. *ret_id is in `arena`. */
struct net;
int deliver_alone(struct net *net, struct arena *arena, const struct delivery *delivery, struct str *ret_id,
                  struct error *e);

/* One delivery as an effect at `path`; tells the event `delivered`, sent or not. 0 when it was sent; -ERROR_… when not
 * (the report is as it was), or the code that stops the run. */
int deliver_report(struct branch *branch, struct path path, const struct delivery *delivery, struct error *e);
/* All targets that the run's settings name, at deliver/0, deliver/1 …. Call it when the report is sealed. Negative only
 * for what stops the run. */
int deliver_asked(struct branch *branch, const struct report *report, struct error *e);

#endif
