/* What to answer to which request: the script of a case.
 *
 *     latency 50ms                                   every service, unless a reply says otherwise
 *     library reports                                searches find the pages of site/reports
 *     serve openai
 *       when role=sub_queries attempt=1  reply 429 header "retry-after: 1"
 *       when mix=20%                     reply fault any
 *       else                             reply by-hash
 *     serve searxng reply by-hash
 *
 * README.md beside this file has the whole language. */
#ifndef TESTD_SCRIPT_H
#define TESTD_SCRIPT_H

#include "base/error.h"
#include "service.h"

/* Where the delivery stops, and how it ends there. */
enum cut { CUT_NONE, CUT_START, CUT_HEADERS, CUT_MIDDLE, CUT_END };
enum ending { END_WHOLE, END_CLOSE, END_RESET, END_STALL, END_NEVER };

/* Bytes that are not what they should be. */
enum mangle { MANGLE_NONE, MANGLE_GARBAGE, MANGLE_BROKEN, MANGLE_EMPTY, MANGLE_NOT_HTTP };

/* Answers that are whole but not what was hoped for. */
enum twist {
    TWIST_NONE,
    TWIST_LENGTH,
    TWIST_FILTER,
    TWIST_REFUSAL,
    TWIST_ERROR,
    TWIST_UNENDED,
    TWIST_NO_USAGE,
    TWIST_NO_TEXT,
};

enum { REPLY_HEADERS_MAX = 8 };

struct reply {
    int status; /* 0: the service's own */
    enum failure failure;
    const char *parameter;
    int64_t window; /* tokens: a prompt that is longer with the answer it wants is refused; 0: any length */
    int64_t count;  /* percent: a model counts so many tokens where others count 100; 0: 100 */
    struct header headers[REPLY_HEADERS_MAX];
    size_t headers_n;
    const char *type; /* overrides the content type */
    struct str text;  /* what the model says, or a search service's body; data NULL: by hash */
    struct {
        struct str name, arguments;
    } calls[8]; /* tools the model calls in this turn instead of saying something */
    size_t calls_n;
    struct str body;            /* raw body; data NULL: none */
    int64_t latency_us, gap_us; /* before the headers, between pieces; -1: not set */
    size_t piece;               /* pieces of so many bytes; 0: as the service makes them */
    int64_t retry_date_s;       /* a Retry-After date so many seconds ahead; 0: none */
    enum cut cut;
    enum ending ending;
    enum mangle mangle;
    enum twist twist;
    const char *fault; /* its name for the log, or NULL */
    bool any;          /* a passing fault, chosen by hash and attempt */
};

struct script;

/* Files named in it are read below `folder` at once. The error names the line. */
int script_parse(struct str text, const char *folder, struct script **ret, struct error *e);
void script_free(struct script *script);                /* NULL is fine */
int64_t script_latency(const struct script *script);    /* what a call takes unless its rule says otherwise */
struct str script_library(const struct script *script); /* the folder of its library (library.h), or empty */
/* The reply to this request; the default (by hash) where nothing matches. */
struct reply script_select(const struct script *script, const struct asked *asked);

/* faults.c: sets what the named fault means on top of *reply; false if unknown. */
bool fault_apply(struct str name, struct reply *reply);
/* One of the faults that pass when asked again. */
const char *fault_pick(uint32_t draw);
size_t fault_count(void);
const char *fault_name(size_t at);
/* Does the fault fit this request? (a refused parameter that was not sent does not) */
bool fault_fits(const struct reply *reply, const struct asked *asked);

#endif
