#include "llm/context.h"

#include <pthread.h>
#include <string.h>

/* Smaller numbers are no sizes of contexts or prompts: statuses, versions. Of larger ones the first digits count. */
enum { TOKENS_LEAST = 256, TOKENS_MOST = 100000000, NUMBERS_MAX = 16 };

struct number {
    int64_t value;
    size_t start, end; /* in the text */
};

/* A number of the text from `at` on, with commas between its digits. */
static bool next_number(struct str text, size_t at, struct number *ret)
{
    while (at < text.len && !(text.data[at] >= '0' && text.data[at] <= '9'))
        at++;
    *ret = (struct number){ .start = at };
    for (; at < text.len; at++) {
        char c = text.data[at];

        if (c >= '0' && c <= '9')
            ret->value = ret->value < TOKENS_MOST ? ret->value * 10 + (c - '0') : ret->value;
        else if (c != ',' || at + 1 >= text.len || text.data[at + 1] < '0' || text.data[at + 1] > '9')
            break;
    }
    ret->end = at;
    return at > ret->start;
}

static size_t all_numbers(struct str text, struct number ret[NUMBERS_MAX])
{
    size_t n = 0, at = 0;

    while (n < NUMBERS_MAX && next_number(text, at, &ret[n]))
        at = ret[n++].end;
    return n;
}

/* Is it the limit that the words name around it: "maximum context length is 8192", "200000 maximum", "context size (8192"? */
static bool names_limit(struct str text, const struct number *number)
{
    static const char *const before[] = { "maximum", "context length", "context size", "context window",
                                          "limit",   "allowed",        "must be <=",   NULL };
    size_t start = number->start, end = number->end;
    struct str ahead = str_sub(text, start > 48 ? start - 48 : 0, start);
    struct str behind = str_trim(str_sub(text, end, end + 24 < text.len ? end + 24 : text.len));

    for (size_t i = 0; i < ahead.len; i++) /* what another number or sentence is about */
        if ((ahead.data[i] >= '0' && ahead.data[i] <= '9') || ahead.data[i] == '.' || ahead.data[i] == '>') {
            ahead = str_sub(ahead, i + 1, ahead.len);
            i = (size_t) -1;
        }
    for (size_t i = 0; before[i]; i++)
        if (str_contains_nocase(ahead, before[i]))
            return true;
    return str_starts_nocase(behind, "maximum") || str_starts_nocase(behind, "tokens maximum");
}

/* "188240 + 21333 > 200000": Anthropic's prompt, answer and limit; false if the numbers do not stand so. */
static bool reads_as_sum(struct str text, const struct number *numbers, size_t n, struct context_figures *ret)
{
    for (size_t i = 0; i + 2 < n; i++)
        if (str_is(str_trim(str_sub(text, numbers[i].end, numbers[i + 1].start)), "+") &&
            str_is(str_trim(str_sub(text, numbers[i + 1].end, numbers[i + 2].start)), ">") &&
            numbers[i + 2].value >= TOKENS_LEAST) {
            *ret = (struct context_figures){ numbers[i + 2].value, numbers[i].value + numbers[i + 1].value,
                                             numbers[i].value };
            return true;
        }
    return false;
}

static size_t count_of(const struct number *numbers, size_t n, int64_t value)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += numbers[i].value == value;
    return count;
}

/* The prompt beside an answer that the words name, by what adds up; else the largest number that is left. */
static void tell_prompt(const struct number *numbers, size_t n, int64_t answer, struct context_figures *f)
{
    int64_t left = 0;

    for (size_t i = 0; i < n && f->prompt == 0; i++) {
        int64_t value = numbers[i].value;

        if (value > 0 && count_of(numbers, n, value + answer) && value + answer > f->limit)
            f->prompt = value;
        else if (value != f->limit && value != answer && value > left)
            left = value;
    }
    if (f->prompt == 0)
        f->prompt = left > f->limit && left > answer ? left - answer : left;
    f->asked = f->prompt + answer;
}

bool context_figures(struct str said, int64_t answer, struct context_figures *ret)
{
    struct number numbers[NUMBERS_MAX];
    size_t n = all_numbers(said, numbers);

    *ret = (struct context_figures){ 0 };
    if (reads_as_sum(said, numbers, n, ret))
        return ret->asked > ret->limit;
    for (size_t i = 0; i < n; i++) {
        if (numbers[i].value < TOKENS_LEAST)
            continue;
        if (ret->limit == 0 && names_limit(said, &numbers[i]))
            ret->limit = numbers[i].value;
        else if (numbers[i].value > ret->asked)
            ret->asked = numbers[i].value;
    }
    /* An answer as large as the limit is named beside it. */
    if (ret->limit > 0 && answer > 0 && count_of(numbers, n, answer) > (answer == ret->limit))
        tell_prompt(numbers, n, answer, ret);
    return ret->limit > 0 && ret->asked > ret->limit;
}

int64_t context_least(int64_t limit, int64_t answer) { return answer < limit / 4 ? answer : limit / 4; }

/* --- what is remembered --- */

enum { LIMITS_MAX = 64, NAME_MAX_BYTES = 128 };

struct context_limits {
    pthread_mutex_t lock;
    struct {
        char model[NAME_MAX_BYTES];
        int64_t limit;
    } items[LIMITS_MAX];
    size_t n;
};

static void limits_end(void *data)
{
    struct context_limits *limits = data;

    pthread_mutex_destroy(&limits->lock);
}

struct context_limits *context_limits_new(struct arena *arena)
{
    struct context_limits *limits = arena_alloc(arena, sizeof *limits);

    pthread_mutex_init(&limits->lock, NULL);
    arena_cleanup(arena, limits_end, limits);
    return limits;
}

static size_t place_of(const struct context_limits *limits, struct str model)
{
    size_t i = 0;

    while (i < limits->n && !str_is(model, limits->items[i].model))
        i++;
    return i;
}

void context_limits_learn(struct context_limits *limits, struct str model, int64_t limit)
{
    pthread_mutex_lock(&limits->lock);
    size_t at = place_of(limits, model);
    if (at < LIMITS_MAX && model.len < NAME_MAX_BYTES) {
        memcpy(limits->items[at].model, model.data, model.len);
        limits->items[at].model[model.len] = '\0';
        limits->items[at].limit = limit;
        limits->n += at == limits->n;
    }
    pthread_mutex_unlock(&limits->lock);
}

int64_t context_limit_of(struct context_limits *limits, struct str model)
{
    pthread_mutex_lock(&limits->lock);
    size_t at = place_of(limits, model);
    int64_t limit = at < limits->n ? limits->items[at].limit : 0;
    pthread_mutex_unlock(&limits->lock);
    return limit;
}
