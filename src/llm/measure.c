/* How far the estimates of tokens are off for a model: what its provider counted
 * over what was estimated, in thousandths, learned while this process runs. */
#include "llm/private.h"

#include <pthread.h>

enum { MODELS_MAX = 64, LEAST_TOKENS = 200, RATIO_MIN = 500, RATIO_MAX = 3000, FORGET_AT = 1000000 };

struct measured { struct str model; int64_t estimated, reported; };

struct llm_measure {
    pthread_mutex_t lock;
    struct arena *arena;
    struct measured items[MODELS_MAX];
    size_t n;
};

static void release(void *data)
{
    struct llm_measure *m = data;

    pthread_mutex_destroy(&m->lock);
    arena_free(m->arena);
}

struct llm_measure *measure_new(struct arena *arena)
{
    struct llm_measure *m = arena_alloc(arena, sizeof *m);

    pthread_mutex_init(&m->lock, NULL);
    m->arena = arena_new();
    arena_cleanup(arena, release, m);
    return m;
}

static struct measured *find(struct llm_measure *m, struct str model)
{
    for (size_t i = 0; i < m->n; i++)
        if (str_eq(m->items[i].model, model))
            return &m->items[i];
    return NULL;
}

void measure_tokens(struct llm_measure *m, struct str model, int64_t estimated, int64_t reported)
{
    /* Short prompts are mostly frame; what is far off counted something else (pages the provider read). */
    if (estimated < LEAST_TOKENS || reported * 1000 < estimated * RATIO_MIN || reported * 1000 > estimated * RATIO_MAX)
        return;
    pthread_mutex_lock(&m->lock);
    struct measured *one = find(m, model);
    if (!one && m->n < MODELS_MAX) {
        one = &m->items[m->n++];
        *one = (struct measured) { .model = str_dup(m->arena, model) };
    }
    if (one) {
        one->estimated += estimated;
        one->reported += reported;
        if (one->estimated > FORGET_AT) {
            one->estimated /= 2;
            one->reported /= 2;
        }
    }
    pthread_mutex_unlock(&m->lock);
}

int64_t llm_token_ratio(const struct llm *llm, struct str model)
{
    struct llm_measure *m = llm->measure;
    int64_t ratio = 1000;

    pthread_mutex_lock(&m->lock);
    const struct measured *one = find(m, model);
    if (one && one->estimated > 0)
        ratio = one->reported * 1000 / one->estimated;
    pthread_mutex_unlock(&m->lock);
    return ratio;
}
