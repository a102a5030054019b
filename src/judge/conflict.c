#include "judge/conflict.h"

#include <math.h>

#include "judge/align.h"
#include "judge/number_match.h"
#include "text/units.h"
#include "text/words.h"

const char *const conflict_kind_words[] = { "number", "date", "negation", "opposite", NULL };

enum { SHARED_LEAST = 3, TEXT_BYTES = 1000, CLAUSES_MOST = 3, CLAUSE_WORDS = 5 };

/* A clause of a sentence: what is compared. */
struct clause {
    struct str text;
    size_t sentence;
    struct words words;
};

/* Distinct content words both have; units do not count, they only say what the numbers are. */
static size_t shared_words(const struct words *a, const struct words *b)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n; i++) {
        bool counts = word_is_content(&a->items[i]) && !(a->items[i].flags & WORD_NUMBER) &&
                      !unit_of(a->items[i].text, a->items[i].fold),
             found = false;

        for (size_t k = 0; k < i && counts; k++)
            counts = !str_eq(a->items[k].stem, a->items[i].stem);
        for (size_t k = 0; k < b->n && counts && !found; k++)
            found = str_eq(a->items[i].stem, b->items[k].stem);
        n += found;
    }
    return n;
}

/* "If a plant costs …", "Assume …": nobody says that it is so. */
static bool supposes(const struct words *words)
{
    static const char *const first[] = { "if",   "assume",  "suppose", "take",       "imagine",
                                         "with", "without", "wenn",    "angenommen", "si" };

    for (size_t i = 0; words->n && i < sizeof first / sizeof *first; i++)
        if (str_is(words->items[0].fold, first[i]))
            return true;
    return false;
}

static bool has_word(const struct words *words, const char *fold)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_is(words->items[i].fold, fold))
            return true;
    return false;
}

/* "The first plants" and "most plants", "storage other than …" and "storage" are not the same plants and not the same storage. */
static bool speak_of_others(const struct words *a, const struct words *b)
{
    static const char *const narrow[] = { "first", "most",  "some",   "many",   "few",     "other",   "old",
                                          "older", "new",   "newer",  "early",  "large",   "small",   "best",
                                          "worst", "alone", "except", "future", "typical", "average", "cheapest" };

    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (has_word(a, narrow[i]) != has_word(b, narrow[i]))
            return true;
    return false;
}

/* Where one figure of the same kind agrees, the others are about something else. */
static bool share_a_number(struct arena *arena, struct str a, struct str b)
{
    struct numbers mine = { 0 }, theirs = { 0 };

    numbers_of(arena, a, &mine);
    numbers_of(arena, b, &theirs);
    for (size_t i = 0; i < mine.n; i++)
        for (size_t k = 0; k < theirs.n; k++)
            if (mine.items[i].kind == theirs.items[k].kind && mine.items[i].kind != NUMBER_DATE &&
                (number_match(&mine.items[i], &theirs.items[k]) == NUMBER_SAME ||
                 number_match(&theirs.items[k], &mine.items[i]) == NUMBER_SAME))
                return true;
    return false;
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
        ret->reason = x->opposite_claim.len
                          ? str_format(arena, "\"%.*s\" against its opposite", STR_ARG(x->opposite_claim))
                          : str("one says the contrary effect of the other");
        return true;
    }
    return false;
}

/* The shorter sentence is laid upon the longer: it is what can be found in full. */
static bool compare(struct arena *arena, struct reader *reader, const struct clause *a, const struct clause *b,
                    struct conflict *ret)
{
    struct arena *scratch = arena_new();
    struct alignment x;
    const struct clause *shorter = a->text.len <= b->text.len ? a : b, *longer = shorter == a ? b : a;
    bool found;

    align(scratch, reader, shorter->text, &longer->text, 1, &x);
    found = judge(arena, &x, ret);
    if (found && ret->kind == CONFLICT_NUMBER)
        found = !share_a_number(scratch, a->text, b->text);
    ret->reason = str_dup(arena, ret->reason);
    arena_free(scratch);
    ret->a = a->sentence;
    ret->b = b->sentence;
    return found;
}

static size_t clause_end(struct str s)
{
    static const char *const joints[] = { ": ",         "; ",     ", and ",  ", but ",  ", while ",
                                          ", whereas ", ", und ", ", aber ", ", mais ", ", pero " };
    size_t end = s.len;

    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        ptrdiff_t at = str_find(str_sub(s, 0, end), str(joints[i]), 0);

        if (at >= 0)
            end = (size_t) at;
    }
    return end;
}

/* The sentence, and what stands between its joints where that says something of its own. */
static void read_clauses(struct arena *arena, struct str sentence, size_t at, struct clause *ret, size_t *n)
{
    const struct language *language = language_guess(sentence);
    struct str rest = str_sub(sentence, 0, TEXT_BYTES);

    ret[*n] = (struct clause){ .text = sentence, .sentence = at };
    words_of(arena, rest, language, &ret[(*n)++].words);
    for (size_t parts = 0; parts < CLAUSES_MOST && rest.len; parts++) {
        size_t end = clause_end(rest);
        struct clause c = { .text = str_trim(str_sub(rest, 0, end)), .sentence = at };

        if (end == rest.len && parts == 0)
            return;
        words_of(arena, c.text, language, &c.words);
        if (c.words.n >= CLAUSE_WORDS)
            ret[(*n)++] = c;
        rest = end < rest.len ? str_sub(rest, end + 2, rest.len) : str("");
    }
}

static bool is_stronger(const struct conflict *x, const struct conflict *y)
{
    if (x->strength != y->strength)
        return x->strength > y->strength;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

/* Each pair of sentences once, by what is strongest between them. */
static void keep(struct conflict *found, size_t *count, size_t most, struct conflict c)
{
    size_t at;

    for (at = 0; at < *count; at++)
        if (found[at].a == c.a && found[at].b == c.b) {
            if (!is_stronger(&c, &found[at]))
                return;
            memmove(&found[at], &found[at + 1], (*count - at - 1) * sizeof *found);
            --*count;
            break;
        }
    if (*count == most && !is_stronger(&c, &found[*count - 1]))
        return;
    for (at = *count < most ? (*count)++ : *count - 1; at > 0 && is_stronger(&c, &found[at - 1]); at--)
        found[at] = found[at - 1];
    found[at] = c;
}

size_t conflicts_of(struct arena *arena, const struct str *sentences, const size_t *sources, size_t n, size_t most,
                    struct conflict **ret)
{
    struct conflict *found = arena_calloc(arena, most + 1, sizeof *found);
    struct arena *scratch = arena_new();
    size_t count = 0, clauses_n = 0;

    if (n > CONFLICT_SENTENCES)
        n = CONFLICT_SENTENCES;
    struct reader *reader = reader_new(scratch);
    struct clause *clauses = arena_calloc(scratch, n * (CLAUSES_MOST + 1) + 1, sizeof *clauses);
    for (size_t i = 0; i < n; i++)
        read_clauses(scratch, sentences[i], i, clauses, &clauses_n);
    for (size_t i = 0; i < clauses_n && most; i++) {
        for (size_t k = i + 1; k < clauses_n; k++) {
            const struct clause *a = &clauses[i], *b = &clauses[k];
            struct conflict c = { 0 };

            if (sources[a->sentence] != sources[b->sentence] && shared_words(&a->words, &b->words) >= SHARED_LEAST &&
                !supposes(&a->words) && !supposes(&b->words) && !speak_of_others(&a->words, &b->words) &&
                compare(arena, reader, a, b, &c))
                keep(found, &count, most, c);
        }
    }
    arena_free(scratch);
    *ret = found;
    return count;
}
