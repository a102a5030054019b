#include "search/mcp_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "text/json.h"

enum { WORKERS_MAX = 4, IDLE_MS = 30000, FETCHED_MAX = 5 };

struct job {
    struct arena *arena; /* the job lies in it */
    struct str query;
    int64_t count;
    struct net_wait *wait; /* made by the call's thread: it holds the network */
    struct errand *errand;
    struct job *next;
};

struct mcp_pool {
    struct link_place place;
    struct arena *arena;
    int64_t timeout_ms;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job *first, **last;
    int workers, idle;
    bool stopping;
    struct thread_chain left;
};

struct mcp_pool *mcp_pool_new(const struct link_place *place, int64_t timeout_ms)
{
    struct arena *arena = arena_new();
    struct mcp_pool *pool = arena_alloc(arena, sizeof *pool);

    *pool = (struct mcp_pool){ .arena = arena, .place = *place, .timeout_ms = timeout_ms };
    pool->place.base_url = str_dup(arena, place->base_url);
    pool->place.key = str_dup(arena, place->key);
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    thread_cond_init(&pool->changed);
    return pool;
}

static void job_end(struct job *job)
{
    net_wait_free(job->wait);
    errand_drop(job->errand);
    arena_free(job->arena);
}

void mcp_pool_free(struct mcp_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->changed);
    while (pool->workers)
        pthread_cond_wait(&pool->changed, &pool->lock);
    struct job *job = pool->first;
    pthread_mutex_unlock(&pool->lock);
    thread_chain_join(pool->left);
    while (job) {
        struct job *next = job->next;

        job_end(job);
        job = next;
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    arena_free(pool->arena);
}

/* --- one search --- */

static bool job_wanted(void *context)
{
    struct job *job = context;

    return errand_wanted(job->errand);
}

/* Text of the first hits, from servers that hand out whole documents. What cannot be had is left out: the hit is there. */
static void fetch_texts(struct mcp_link *link, struct arena *arena, json_t *results)
{
    json_t *hit;
    size_t at;

    json_array_foreach (results, at, hit) {
        json_t *answer = NULL;

        if (at == FETCHED_MAX || !link_fetches(link, hit))
            return;
        if (!str_empty(json_get_str(hit, "text")) || link_fetch(link, arena, hit, &answer, NULL) < 0)
            continue;
        struct str text = mcp_text(arena, answer);
        if (!str_empty(text))
            json_object_set_new(hit, "text", json_new_str(text));
        json_decref(answer);
    }
}

static int search(struct mcp_link *link, struct job *job, struct str *ret, struct error *e)
{
    json_t *answer = NULL;
    int r = link_search(link, job->arena, job->query, job->count, &answer, e);

    if (r < 0)
        return r;
    json_t *results = mcp_results(job->arena, answer);
    json_decref(answer);
    fetch_texts(link, job->arena, results);
    json_t *body = json_pack("{so}", "results", results);
    *ret = json_text(job->arena, body);
    json_decref(body);
    return 0;
}

/* Before the answer is given: who hears it and searches again finds this worker free, with its program. */
static void set_idle(struct mcp_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->idle++;
    pthread_mutex_unlock(&pool->lock);
}

static void do_job(struct mcp_pool *pool, struct mcp_link *link, struct job *job)
{
    struct error e = { .retry_after_ms = -1 };
    struct str body = str("");

    if (!job_wanted(job)) {
        set_idle(pool);
        job_end(job);
        return;
    }
    link->wait = job->wait;
    link->deadline_ms = clock_monotonic_ms() + pool->timeout_ms;
    link->wanted = job_wanted;
    link->context = job;
    int r = search(link, job, &body, &e);
    if (r < 0 && e.code != ERROR_INVALID) /* what is known of the server may be no more */
        link_close(link);
    set_idle(pool);
    if (r < 0) {
        log_redact_z(e.message, sizeof e.message);
        errand_fail(job->errand, &e);
    } else
        errand_answer(job->errand, body);
    job_end(job);
}

/* --- threads --- */

/* With the lock held, by an idle worker: the next job; NULL: none came for a while. */
static struct job *next_job(struct mcp_pool *pool)
{
    int64_t until = clock_monotonic_ms() + IDLE_MS;

    while (!pool->first && !pool->stopping && thread_cond_wait(&pool->changed, &pool->lock, until))
        ;
    pool->idle--;
    struct job *job = pool->stopping ? NULL : pool->first;
    if (job && !(pool->first = job->next))
        pool->last = &pool->first;
    return job;
}

static void *work(void *arg)
{
    struct mcp_pool *pool = arg;
    struct mcp_link link;
    struct job *job;

    link_init(&link, &pool->place);
    pthread_mutex_lock(&pool->lock);
    pool->idle++;
    while ((job = next_job(pool))) {
        pthread_mutex_unlock(&pool->lock);
        do_job(pool, &link, job);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    link_close(&link);
    pthread_mutex_lock(&pool->lock);
    struct thread_chain before = thread_chain_leave(&pool->left);
    pool->workers--;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    thread_chain_join(before);
    return NULL;
}

/* With the lock held. */
static void add_worker(struct mcp_pool *pool)
{
    pthread_t thread;

    if (pool->idle > 0 || pool->workers == WORKERS_MAX || thread_start(&thread, "mcp-search", work, pool, NULL) < 0)
        return;
    pool->workers++;
}

void mcp_pool_search(struct mcp_pool *pool, struct str query, int64_t count, struct net *net, struct errand *errand)
{
    struct arena *arena = arena_new();
    struct job *job = arena_alloc(arena, sizeof *job);
    struct error e;

    *job = (struct job){
        .arena = arena, .query = str_dup(arena, query), .count = count, .wait = net_wait_new(net), .errand = errand
    };
    pthread_mutex_lock(&pool->lock);
    *pool->last = job;
    pool->last = &job->next;
    add_worker(pool);
    pthread_cond_signal(&pool->changed);
    bool nobody = pool->workers == 0;
    pthread_mutex_unlock(&pool->lock);
    if (nobody) {
        error_set(&e, ERROR_INTERNAL, "no thread can be started for it");
        errand_fail(errand, &e);
    }
}
