#include "judge/judge.h"

#include "judge/proof.h"
#include "judge/quote.h"
#include "judge/reader.h"
#include "judge/refute.h"

const char *const clash_kind_words[] = { "number",   "date",       "unit",      "currency", "order",
                                         "polarity", "quantifier", "direction", "word",     NULL };

enum {
    SENTENCES_MAX = 2048,  /* of a passage; more are not looked at */
    SENTENCE_BYTES = 4096, /* of each */
    PROVED_MAX = 5,        /* sentences that share most with the claim are tried */
    REFUTED_MAX = 3,
    SHARED_LEAST = 340, /* thousandths of the claim's content words */
};

struct work {
    struct arena *arena; /* for what is forgotten afterwards */
    struct reader *reader;
    const struct passage *passage;
    struct terms *sentences;
    size_t n;
    struct terms claim; /* words and numbers only */
    struct {
        size_t sentence;
        int shared;
    } best[PROVED_MAX];
    size_t best_n;
};

static const struct terms *sentence_terms(struct work *w, struct str text)
{
    struct arena *arena = w->reader ? reader_arena(w->reader) : w->arena;
    void **made = w->reader ? reader_made(w->reader, text, READER_TERMS) : NULL;
    struct terms *terms;

    if (made && *made)
        return *made;
    terms = arena_alloc(arena, sizeof *terms);
    terms_of(arena, str_sub(text, 0, SENTENCE_BYTES), TERMS_SENTENCE_MAX, terms);
    if (made)
        *made = terms;
    return terms;
}

static void read_claim(struct work *w, struct str claim)
{
    size_t to = 0;

    terms_of(w->arena, str_sub(claim, 0, SENTENCE_BYTES), TERMS_CLAIM_MAX, &w->claim);
    for (size_t i = 0; i < w->claim.n; i++)
        if (w->claim.items[i].kind != TERM_MARK)
            w->claim.items[to++] = w->claim.items[i];
    w->claim.n = to;
}

/* Thousandths of the claim's content words that the sentence has. */
static int shared(const struct terms *claim, const struct terms *sentence)
{
    int content = 0, found = 0;

    for (size_t i = 0; i < claim->n; i++) {
        const struct term *c = &claim->items[i];

        if (!term_is_content(c))
            continue;
        content++;
        for (size_t k = 0; k < sentence->n; k++)
            if (sentence->items[k].kind == c->kind &&
                (c->kind == TERM_NUMBER
                     ? relation_grade(c, &sentence->items[k]) > 0
                     : c->hash == sentence->items[k].hash && str_eq(c->stem, sentence->items[k].stem))) {
                found++;
                break;
            }
    }
    return content ? found * 1000 / content : 0;
}

/* The sentences that share most with the claim, the first ones first among equals. */
static void choose(struct work *w)
{
    for (size_t i = 0; i < w->n; i++) {
        int s = shared(&w->claim, &w->sentences[i]);
        size_t at = w->best_n;

        if (s < SHARED_LEAST)
            continue;
        while (at > 0 && w->best[at - 1].shared < s)
            at--;
        if (at == PROVED_MAX)
            continue;
        if (w->best_n < PROVED_MAX)
            w->best_n++;
        memmove(&w->best[at + 1], &w->best[at], (w->best_n - at - 1) * sizeof *w->best);
        w->best[at].sentence = i;
        w->best[at].shared = s;
    }
}

static struct pair pair_of(const struct work *w, const struct proof_context *context, size_t at)
{
    const struct terms *e = &w->sentences[w->best[at].sentence];

    return (struct pair){ w->claim.items, w->claim.n, e->items, e->n, context };
}

static void decide(struct judgement *ret, enum verdict verdict, size_t sentence, struct str reason)
{
    ret->verdict = verdict;
    ret->decided_by[0] = sentence;
    ret->decided_by_n = 1;
    ret->reason = reason;
}

static bool prove(struct work *w, struct judgement *ret)
{
    struct proof_context context = { w->sentences, w->n };

    for (size_t i = 0; i < w->best_n; i++) {
        struct pair pair = pair_of(w, &context, i);
        struct proof proof = { 0 };

        lay_claim(w->arena, &pair, false, &proof.lay);
        proof_check(&pair, &proof);
        if (proof.flaws)
            continue;
        decide(ret, VERDICT_SUPPORTED, w->best[i].sentence,
               proof.exact ? str("the source says so in these words")
                           : str("the source says the same in nearly the same words"));
        ret->quoted = proof.exact;
        return true;
    }
    return false;
}

static bool refute(struct work *w, struct arena *arena, struct judgement *ret)
{
    struct proof_context context = { w->sentences, w->n };
    struct refutation r;

    for (size_t i = 0; i < w->best_n && i < REFUTED_MAX; i++) {
        struct pair pair = pair_of(w, &context, i);

        if (!refutes(w->arena, &pair, &r))
            continue;
        struct str mine = r.claim < pair.cn ? pair.c[r.claim].text : str(""),
                   theirs = r.source < pair.en ? pair.e[r.source].text : str("");
        decide(ret, VERDICT_CONTRADICTED, w->best[i].sentence,
               str_format(arena, "the source says \"%.*s\", not \"%.*s\"", STR_ARG(theirs), STR_ARG(mine)));
        return true;
    }
    return false;
}

bool judge_quotes(struct arena *arena, struct str claim, const struct passage *passage)
{
    size_t first, end;

    return quote_find(arena, claim, passage->sentences, passage->n, &first, &end);
}

void judge_claim_by_passage(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                            struct judgement *ret)
{
    struct arena *scratch = arena_new();
    struct work w = { .arena = scratch, .reader = reader, .passage = passage, .n = passage->n };
    size_t first, end;

    *ret = (struct judgement){ .verdict = VERDICT_UNCHECKED, .reason = str("code alone cannot decide this") };
    if (w.n > SENTENCES_MAX)
        w.n = SENTENCES_MAX;
    if (quote_find(scratch, claim, passage->sentences, w.n, &first, &end)) {
        ret->verdict = VERDICT_SUPPORTED;
        ret->quoted = true;
        ret->reason = str("the source says so in these words");
        for (size_t i = first; i < end && ret->decided_by_n < JUDGE_SENTENCES_MAX; i++)
            ret->decided_by[ret->decided_by_n++] = i;
        goto out;
    }
    read_claim(&w, claim);
    w.sentences = arena_calloc(scratch, w.n + 1, sizeof *w.sentences);
    for (size_t i = 0; i < w.n; i++)
        w.sentences[i] = *sentence_terms(&w, passage->sentences[i]);
    choose(&w);
    if (!prove(&w, ret))
        refute(&w, arena, ret);
out:
    arena_free(scratch);
}
