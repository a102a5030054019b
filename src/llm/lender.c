#include "llm/lender.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/clock.h"
#include "base/hash.h"

enum { RUN_SIZE = 40, KEPT_MS = 3600 * 1000, KEPT_MAX = 10000 };

/* A prompt. Without an errand that is wanted it is one whose call has left: kept for a while, for its answer or for the run that
 * asks again. */
struct prompt {
    TAILQ_ENTRY(prompt) link;
    char run[RUN_SIZE], key[LENT_KEY_SIZE];
    struct errand *errand; /* NULL: the call has left, or it is answered */
    struct str text;
    bool seen;        /* by a client */
    bool asked;       /* a client is being asked */
    bool answered;    /* while nobody waited: `text` is the answer */
    struct error why; /* the same, when the client refused */
    int64_t since_ms;
};

TAILQ_HEAD(prompts_list, prompt);

struct lender {
    pthread_mutex_t lock;
    struct prompts_list prompts;
    size_t n;
    bool open;
    void (*changed)(void *context, struct str run);
    void *context;
};

struct lender *lender_new(void (*changed)(void *context, struct str run), void *context)
{
    struct lender *lender = memory_alloc(sizeof *lender);

    *lender = (struct lender){ .changed = changed, .context = context };
    pthread_mutex_init(&lender->lock, NULL);
    TAILQ_INIT(&lender->prompts);
    return lender;
}

static void set_text(struct prompt *prompt, struct str text)
{
    char *copy = memory_alloc(text.len + 1);

    if (text.len)
        memcpy(copy, text.data, text.len);
    free((void *) prompt->text.data);
    prompt->text = str_n(copy, text.len);
}

static void forget(struct lender *lender, struct prompt *prompt)
{
    TAILQ_REMOVE(&lender->prompts, prompt, link);
    lender->n--;
    errand_drop(prompt->errand);
    free((void *) prompt->text.data);
    free(prompt);
}

void lender_free(struct lender *lender)
{
    if (!lender)
        return;
    while (!TAILQ_EMPTY(&lender->prompts))
        forget(lender, TAILQ_FIRST(&lender->prompts));
    pthread_mutex_destroy(&lender->lock);
    free(lender);
}

void lender_open(struct lender *lender)
{
    pthread_mutex_lock(&lender->lock);
    lender->open = true;
    pthread_mutex_unlock(&lender->lock);
}

bool lender_is_open(struct lender *lender)
{
    if (!lender)
        return false;
    pthread_mutex_lock(&lender->lock);
    bool open = lender->open;
    pthread_mutex_unlock(&lender->lock);
    return open;
}

/* With the lock held: what nobody will ask for again goes. */
static void tidy(struct lender *lender)
{
    int64_t now = clock_monotonic_ms();
    struct prompt *next;

    for (struct prompt *p = TAILQ_FIRST(&lender->prompts); p; p = next) {
        next = TAILQ_NEXT(p, link);
        if (p->errand && !errand_wanted(p->errand)) {
            errand_drop(p->errand);
            p->errand = NULL;
            p->since_ms = now;
        }
        if (!p->errand && (now - p->since_ms > KEPT_MS || lender->n > KEPT_MAX))
            forget(lender, p);
    }
}

static struct prompt *find(struct lender *lender, struct str run, struct str key)
{
    struct prompt *p;

    TAILQ_FOREACH(p, &lender->prompts, link)
    if (str_is(key, p->key) && str_is(run, p->run))
        return p;
    return NULL;
}

/* --- for the call --- */

static void give(struct errand *errand, const struct prompt *prompt)
{
    if (prompt->why.code)
        errand_fail(errand, &prompt->why);
    else
        errand_answer(errand, prompt->text);
}

void lender_ask(struct lender *lender, struct str run, struct str prompt, char key[LENT_KEY_SIZE],
                struct errand *errand)
{
    pthread_mutex_lock(&lender->lock);
    tidy(lender);
    struct prompt *p = key[0] ? find(lender, run, str(key)) : NULL;
    if (p && p->answered) { /* it came while the run slept */
        give(errand, p);
        errand_drop(errand);
        forget(lender, p);
        pthread_mutex_unlock(&lender->lock);
        return;
    }
    if (!p) {
        p = memory_alloc(sizeof *p);
        *p = (struct prompt){ 0 };
        snprintf(p->run, sizeof p->run, "%.*s", STR_ARG(run));
        if (!key[0]) {
            unsigned char bytes[(LENT_KEY_SIZE - 1) / 2];

            random_bytes(bytes, sizeof bytes);
            hex_encode(bytes, sizeof bytes, key);
        }
        memcpy(p->key, key, sizeof p->key);
        TAILQ_INSERT_TAIL(&lender->prompts, p, link);
        lender->n++;
    }
    errand_drop(p->errand);
    p->errand = errand;
    set_text(p, prompt);
    pthread_mutex_unlock(&lender->lock);
    lender->changed(lender->context, run);
}

/* --- for the door --- */

static size_t list(struct lender *lender, struct str run, size_t most, bool take, struct arena *arena,
                   struct lent **ret)
{
    struct lent *all = arena_calloc(arena, most + 1, sizeof *all);
    struct prompt *p;
    size_t n = 0;

    pthread_mutex_lock(&lender->lock);
    tidy(lender);
    TAILQ_FOREACH(p, &lender->prompts, link)
    {
        if (n == most || !str_is(run, p->run) || !p->errand || (take && p->asked))
            continue;
        p->seen = true;
        p->asked = p->asked || take;
        all[n++] = (struct lent){ str_dup(arena, str(p->key)), str_dup(arena, p->text) };
    }
    pthread_mutex_unlock(&lender->lock);
    *ret = all;
    return n;
}

size_t lender_waiting(struct lender *lender, struct str run, size_t most, struct arena *arena, struct lent **ret)
{
    return list(lender, run, most, false, arena, ret);
}

size_t lender_take(struct lender *lender, struct str run, size_t most, struct arena *arena, struct lent **ret)
{
    return list(lender, run, most, true, arena, ret);
}

size_t lender_left(struct lender *lender, struct str run)
{
    struct prompt *p;
    size_t n = 0;

    pthread_mutex_lock(&lender->lock);
    tidy(lender);
    TAILQ_FOREACH(p, &lender->prompts, link)
    n += !p->errand && !p->answered && str_is(run, p->run);
    pthread_mutex_unlock(&lender->lock);
    return n;
}

void lender_put_back(struct lender *lender, struct str run, struct str key)
{
    pthread_mutex_lock(&lender->lock);
    struct prompt *p = find(lender, run, key);
    if (p)
        p->asked = false;
    pthread_mutex_unlock(&lender->lock);
    if (p)
        lender->changed(lender->context, run);
}

static bool settle(struct lender *lender, struct str run, struct str key, struct str text, const struct error *why)
{
    pthread_mutex_lock(&lender->lock);
    tidy(lender);
    struct prompt *p = find(lender, run, key);
    bool known = p && p->seen && !p->answered;
    if (known) {
        set_text(p, text);
        p->answered = true;
        if (why)
            p->why = *why;
        if (p->errand) {
            give(p->errand, p);
            forget(lender, p);
        }
    }
    pthread_mutex_unlock(&lender->lock);
    if (known)
        lender->changed(lender->context, run);
    return known;
}

bool lender_answer(struct lender *lender, struct str run, struct str key, struct str result)
{
    return settle(lender, run, key, result, NULL);
}

bool lender_refuse(struct lender *lender, struct str run, struct str key, struct str why)
{
    struct error e;

    /* Not a refusal of the model, behind which a role goes on without an answer: the person does not let us use it. */
    error_set(&e, ERROR_AUTH, "the client refused to lend its model%s%.*s", str_empty(why) ? "" : ": ", STR_ARG(why));
    return settle(lender, run, key, str(""), &e);
}
