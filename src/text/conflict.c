#include "text/conflict.h"

#include <math.h>

#include "text/align.h"
#include "text/words.h"

const char *const conflict_kind_words[] = { "number", "date", "negation", "opposite", NULL };

enum { SHARED_LEAST = 3 };

/* Distinct content words both have. */
static size_t shared_words(const struct words *a, const struct words *b)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n; i++) {
        bool counts = word_is_content(&a->items[i]) && !(a->items[i].flags & WORD_NUMBER), found = false;

        for (size_t k = 0; k < i && counts; k++)
            counts = !str_eq(a->items[k].stem, a->items[i].stem);
        for (size_t k = 0; k < b->n && counts && !found; k++)
            found = str_eq(a->items[i].stem, b->items[k].stem);
        n += found;
    }
    return n;
}

/* What speaks for a contradiction when one sentence is laid upon the other; false if nothing does. */
static bool judge(struct arena *arena, const struct alignment *x, struct conflict *ret)
{
    const double *s = x->signals;

    /* They must speak of the same: most words found, the subject too. */
    if (s[SIGNAL_BEST] < 0.6 || s[SIGNAL_SUBJECT_OTHER] > 0)
        return false;
    ret->strength = llround(1000 * s[SIGNAL_BEST]);
    if (s[SIGNAL_NUMBER_DIFFERENT] > 0) {
        struct str mine = number_text(arena, &x->number_claim), theirs = number_text(arena, &x->number_source);

        ret->kind = x->number_claim.kind == NUMBER_DATE ? CONFLICT_DATE : CONFLICT_NUMBER;
        ret->reason = str_format(arena, "%.*s against %.*s", STR_ARG(mine), STR_ARG(theirs));
        return true;
    }
    if (s[SIGNAL_CLAIM_DENIES] > 0.5 || s[SIGNAL_SOURCE_DENIES] > 0.2) {
        ret->kind = CONFLICT_NEGATION;
        ret->reason = str("one denies what the other says");
        return true;
    }
    if (s[SIGNAL_OPPOSITE] > 0 || s[SIGNAL_DIRECTION_OPPOSITE] > 0.5) {
        ret->kind = CONFLICT_OPPOSITE;
        ret->reason = x->opposite_claim.len ? str_format(arena, "\"%.*s\" against its opposite", STR_ARG(x->opposite_claim))
                                            : str("one says the contrary effect of the other");
        return true;
    }
    return false;
}

/* The shorter sentence is laid upon the longer: it is what can be found in full. */
static bool compare(struct arena *arena, const struct str *sentences, size_t a, size_t b, struct conflict *ret)
{
    struct arena *scratch = arena_new();
    struct alignment x;
    size_t shorter = sentences[a].len <= sentences[b].len ? a : b, longer = shorter == a ? b : a;
    bool found;

    align(scratch, sentences[shorter], &sentences[longer], 1, &x);
    found = judge(arena, &x, ret);
    ret->reason = str_dup(arena, ret->reason);
    arena_free(scratch);
    ret->a = a;
    ret->b = b;
    return found;
}

static bool is_stronger(const struct conflict *x, const struct conflict *y)
{
    if (x->strength != y->strength)
        return x->strength > y->strength;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

size_t conflicts_of(struct arena *arena, const struct str *sentences, const size_t *sources, size_t n, size_t most,
                    struct conflict **ret)
{
    struct conflict *found = arena_calloc(arena, most + 1, sizeof *found);
    struct arena *scratch = arena_new();
    struct words *words;
    size_t count = 0;

    if (n > CONFLICT_SENTENCES)
        n = CONFLICT_SENTENCES;
    words = arena_calloc(scratch, n + 1, sizeof *words);
    for (size_t i = 0; i < n; i++)
        words_of(scratch, str_sub(sentences[i], 0, 1000), language_guess(sentences[i]), &words[i]);
    for (size_t a = 0; a < n && most; a++) {
        for (size_t b = a + 1; b < n; b++) {
            struct conflict c = { 0 };
            size_t at;

            if (sources[a] == sources[b] || shared_words(&words[a], &words[b]) < SHARED_LEAST ||
                !compare(arena, sentences, a, b, &c))
                continue;
            if (count == most && !is_stronger(&c, &found[count - 1]))
                continue;
            for (at = count < most ? count++ : count - 1; at > 0 && is_stronger(&c, &found[at - 1]); at--)
                found[at] = found[at - 1];
            found[at] = c;
        }
    }
    arena_free(scratch);
    *ret = found;
    return count;
}
