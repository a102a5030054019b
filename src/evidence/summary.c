/* Summaries: the opening answer, a conclusion, a caption. They restate claims of the same report, so these are what they
 * are checked against, and what those cite is what they cite in the end. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "text/utf8.h"

enum {
    RELATED_MAX = 12,
    RELATED_LEAST = 100,  /* thousandths of its words that a claim must share … */
    RESTATED_LEAST = 200, /* … at least one, or it restates nothing */
    RESTS_MAX = RELATED_MAX,
    CITED_MAX = 3,
    CARRIER_WORDS = 2,      /* of the summary that a claim beside the first must bring */
    HEADING_RESTATES = 900, /* thousandths of the words of a heading that stand under it */
    SHOWN_CHARACTERS = 140, /* of a claim that it restates */
};

struct related {
    size_t claim;
    int share; /* thousandths of the summary's words */
};

static int by_share(const void *a, const void *b)
{
    const struct related *x = a, *y = b;

    return x->share != y->share ? (x->share < y->share) - (x->share > y->share)
                                : (x->claim > y->claim) - (x->claim < y->claim);
}

static bool fell(const struct claim *claim)
{
    return claim->verdict == VERDICT_UNSUPPORTED || claim->verdict == VERDICT_CONTRADICTED;
}

/* The claims a summary speaks of, those that share most of its words first. */
static size_t related_to(struct evidence_work *work, size_t at, struct related ret[RELATED_MAX])
{
    struct arena *scratch = arena_new();
    struct related *all = arena_calloc(scratch, work->claims.n + 1, sizeof *all);
    struct str text = work->claims.items[at].text;
    size_t n = 0;

    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (claim->kind != KIND_CLAIM || i == at)
            continue;
        all[n] = (struct related){ i, overlap_of(work->reader, text, &claim->text, 1) };
        n += all[n].share >= RELATED_LEAST;
    }
    qsort(all, n, sizeof *all, by_share);
    n = n < RELATED_MAX ? n : RELATED_MAX;
    for (size_t i = 0; i < n; i++)
        ret[i] = all[i];
    arena_free(scratch);
    return n;
}

static bool is_among(const struct related *all, size_t n, size_t claim)
{
    for (size_t i = 0; i < n; i++)
        if (all[i].claim == claim)
            return true;
    return false;
}

/* The same, and behind them, while there is room, the other claims of the report in its order: a summary may say in its own words what they
 * say in theirs. */
static size_t shown_to(struct evidence_work *work, size_t at, struct related ret[RELATED_MAX])
{
    size_t n = related_to(work, at, ret), related = n;

    for (size_t i = 0; i < work->claims.n && n < RELATED_MAX; i++)
        if (work->claims.items[i].kind == KIND_CLAIM && i != at && !is_among(ret, related, i))
            ret[n++] = (struct related){ i, 0 };
    return n;
}

/* A sum or a rounding is in none of the claims: whoever reads it knows. */
bool sentence_restates(struct evidence_work *work, size_t at)
{
    struct str text = work->claims.items[at].text;
    const struct language *language = reader_language(work->reader, text);
    const struct words *mine = reader_words(work->reader, text, language);
    struct related related[RELATED_MAX];
    size_t n = 0, all = related_to(work, at, related);
    bool has = true;

    for (size_t i = 0; i < all; i++)
        if (!fell(&work->claims.items[related[i].claim]))
            related[n++] = related[i];
    for (size_t i = 0; i < mine->n && has; i++) {
        has = !str_has_digit(mine->items[i].fold);
        for (size_t k = 0; k < n && !has; k++)
            has = words_have_stem(reader_words(work->reader, work->claims.items[related[k].claim].text, language),
                                  mine->items[i].stem);
    }
    return n && has;
}

void summaries_sort_out(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct related related[RELATED_MAX];
        struct claim *claim = &work->claims.items[i];

        if (claim->kind != KIND_SUMMARY)
            continue;
        bool restates = work->model ? shown_to(work, i, related) > 0
                                    : related_to(work, i, related) && related[0].share >= RESTATED_LEAST &&
                                          sentence_restates(work, i);
        if (!restates)
            claim->kind = KIND_CLAIM;
    }
}

void summaries_without_ground(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (claim->kind == KIND_SUMMARY && claim->asked &&
            (claim->verdict == VERDICT_PARTIAL || claim->verdict == VERDICT_UNSUPPORTED)) {
            claim->kind = KIND_CLAIM;
            claim->kind_open = false;
            claim->spans_n = 0;
        }
    }
}

void summary_rests_on(struct arena *scratch, struct evidence_work *work, size_t at, struct verify_item *item)
{
    struct related related[RELATED_MAX];
    size_t n = shown_to(work, at, related), count = 0;
    struct str *texts = arena_calloc(scratch, n + 1, sizeof *texts);

    for (size_t i = 0; i < n && count < RESTS_MAX; i++)
        if (!fell(&work->claims.items[related[i].claim]))
            texts[count++] = work->claims.items[related[i].claim].text;
    item->spans_n = 0;
    item->own = texts;
    item->own_n = count;
}

/* Do the claims under the heading, without those that fell, have all of its words? Then it restates them. */
static bool heading_restates(struct evidence_work *work, size_t at, struct str *ret, size_t *ret_n)
{
    const struct claim *items = work->claims.items;

    *ret_n = 0;
    for (size_t i = at + 1; i < work->claims.n && items[i].kind != KIND_HEADING && *ret_n < RESTS_MAX; i++)
        if (items[i].kind == KIND_CLAIM && !fell(&items[i]))
            ret[(*ret_n)++] = items[i].text;
    return *ret_n && overlap_of(work->reader, items[at].text, ret, *ret_n) >= HEADING_RESTATES;
}

/* A source's title over what it says: whose words these are can be seen. */
static bool heading_is_title(struct evidence_work *work, struct str heading)
{
    const struct source_list *sources = work->pool->sources;

    for (size_t i = 0; i < sources->n; i++)
        if (overlap_of(work->reader, heading, &sources->items[i].title, 1) == 1000)
            return true;
    return false;
}

bool heading_wants_asking(struct arena *scratch, struct evidence_work *work, size_t at, struct verify_item *item)
{
    const struct claim *heading = &work->claims.items[at];
    struct str *texts = arena_calloc(scratch, RESTS_MAX, sizeof *texts);
    size_t n;

    if (heading->kind != KIND_HEADING || !heading->kind_open || heading_restates(work, at, texts, &n) ||
        heading_is_title(work, heading->text))
        return false;
    *item = (struct verify_item){ .claim = heading->text, .own = texts, .own_n = n, .ask_kind = true };
    return true;
}

void heading_take(const struct verify_item *item, struct claim *heading)
{
    bool states = item->kind == KIND_CLAIM || item->kind == KIND_SUMMARY;

    if (!states || (item->verdict != VERDICT_UNSUPPORTED && item->verdict != VERDICT_CONTRADICTED))
        return;
    heading->kind = KIND_CLAIM;
    claim_decide(heading, item->verdict, BY_MODEL, item->reason);
    heading->missing = item->missing;
    heading->asked = true;
}

bool summary_lost_ground(struct evidence_work *work, size_t at)
{
    struct related related[RELATED_MAX];
    size_t n = shown_to(work, at, related);

    for (size_t i = 0; i < n; i++)
        if (fell(&work->claims.items[related[i].claim]))
            return true;
    return false;
}

static bool known_source(const struct evidence_work *work, const size_t *spans, size_t n, size_t span)
{
    for (size_t i = 0; i < n; i++)
        if (work->pool->spans[spans[i]].source == work->pool->spans[span].source)
            return true;
    return false;
}

/* Of one of the related claims: the words of the summary that it has, and those that its passage has, too. */
struct covers {
    const struct claim *claim;
    uint64_t own, all;
};

static struct covers covers_of(struct evidence_work *work, struct str summary, const struct claim *claim)
{
    struct covers c = { claim, words_had(work, summary, claim->text), 0 };

    c.all = c.own;
    for (size_t k = 0; k < claim->spans_n; k++) {
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[k]);

        c.all |= words_had(work, summary, passage->text) | words_had(work, summary, passage->heading);
    }
    return c;
}

/* The claim that brings most words of the summary which are not covered yet; NULL: none brings enough of its own. Of the first one is
 * enough; later ones must bring two, or a word that stands anywhere would bring a source. */
static const struct covers *next_carrier(const struct covers *all, size_t n, uint64_t covered)
{
    const struct covers *best = NULL;
    int most = 0;

    for (size_t i = 0; i < n; i++) {
        int own = __builtin_popcountll(all[i].own & ~covered), with = __builtin_popcountll(all[i].all & ~covered);
        int score = 4 * own + 2 * with + claim_stands(all[i].claim);

        if (own > 0 && (covered == 0 || with >= CARRIER_WORDS) && score > most) {
            most = score;
            best = &all[i];
        }
    }
    return best;
}

/* Of a summary that shares no word with them: what the claims cite that it was checked against. */
static size_t cite_shown(struct evidence_work *work, size_t at, size_t spans[CITED_MAX])
{
    struct related shown[RELATED_MAX];
    size_t n = shown_to(work, at, shown), count = 0;

    for (size_t i = 0; i < n; i++) {
        const struct claim *claim = &work->claims.items[shown[i].claim];

        for (size_t k = 0; claim_stands(claim) && k < claim->spans_n && count < CITED_MAX; k++)
            if (!known_source(work, spans, count, claim->spans[k]))
                spans[count++] = claim->spans[k];
    }
    return count;
}

/* It cites what the claims cite that carry it: as few of them as have all its words that any has. */
static void cite(struct evidence_work *work, size_t at)
{
    struct claim *summary = &work->claims.items[at];
    struct related related[RELATED_MAX];
    struct covers all[RELATED_MAX];
    size_t n = related_to(work, at, related), m = 0, spans[CITED_MAX], count = 0;
    const struct covers *next;
    uint64_t covered = 0;
    bool partial = false;

    for (size_t i = 0; i < n; i++) {
        const struct claim *claim = &work->claims.items[related[i].claim];

        if (claim_stands(claim) || claim->verdict == VERDICT_PARTIAL)
            all[m++] = covers_of(work, summary->text, claim);
    }
    while ((next = next_carrier(all, m, covered))) {
        covered |= next->all;
        partial = partial || next->claim->verdict == VERDICT_PARTIAL;
        for (size_t k = 0; claim_stands(next->claim) && k < next->claim->spans_n && count < CITED_MAX; k++)
            if (!known_source(work, spans, count, next->claim->spans[k]))
                spans[count++] = next->claim->spans[k];
    }
    if (covered == 0)
        count = cite_shown(work, at, spans);
    summary->spans = count ? arena_copy(work->arena, spans, count * sizeof *spans) : NULL;
    summary->spans_n = count;
    if (count == 0 || partial) {
        summary->verdict = count ? VERDICT_PARTIAL : VERDICT_UNCHECKED;
        summary->reason = count ? str("A claim of this report that it restates is only partly supported.") : str("");
        summary->asked = summary->asked && count;
    }
}

/* The claim that a summary restates most clearly: by its own words, and by those of the passage that it cites. */
static const struct claim *restated(struct evidence_work *work, const struct claim *summary,
                                    const struct related *related, size_t n)
{
    const struct claim *best = NULL;
    int most = -1;

    for (size_t i = 0; i < n; i++) {
        const struct claim *claim = &work->claims.items[related[i].claim];

        if (fell(claim) || claim->spans_n == 0)
            continue;
        struct str text = passage_of(work->prepared, work->pool, claim->spans[0])->text;
        int score = related[i].share + overlap_of(work->prepared->reader, summary->text, &text, 1);
        if (score > most) {
            most = score;
            best = claim;
        }
    }
    return best;
}

/* Of an unchecked summary: which claim it restates, and what of that claim's passage to compare it with; false: it restates none. */
static bool tell_what_to_compare(struct evidence_work *work, size_t at)
{
    struct claim *summary = &work->claims.items[at];
    struct related related[RELATED_MAX];
    size_t n = related_to(work, at, related);
    const struct claim *claim = restated(work, summary, related, n);
    struct hint hint;

    if (!claim) {
        summary->reason = summary->reason.len ? summary->reason
                                              : str("no claim of this report that it restates stands");
        return false;
    }
    hint_of_spans(work->prepared, work->pool, summary->text, claim->spans, claim->spans_n, &hint);
    const char *how = claim->verdict == VERDICT_UNCHECKED ? ", which is unchecked itself"
                      : claim->verdict == VERDICT_PARTIAL ? ", which is only partly supported"
                                                          : "";
    summary->reason = str_format(work->arena, "it restates \"%.*s\"%s; %.*s%s%.*s",
                                 STR_ARG(utf8_cut_words(work->arena, claim->text, SHOWN_CHARACTERS)), how,
                                 STR_ARG(hint.reason), summary->reason.len ? "; " : "", STR_ARG(summary->reason));
    return true;
}

void summaries_cite(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (claim->kind != KIND_SUMMARY)
            continue;
        bool restates = claim_stands(claim);
        if (restates)
            cite(work, i);
        else
            claim->spans_n = 0;
        if (claim->verdict == VERDICT_UNCHECKED)
            restates = tell_what_to_compare(work, i);
        /* What no claim carries is one itself, and is counted. */
        if (!restates && !fell(claim)) {
            claim->kind = KIND_CLAIM;
            if (claim->verdict == VERDICT_UNCHECKED && work->unchecked_why.len == 0)
                work->unchecked_why = str("no claim of the report that stands says the same");
        }
    }
}
