/* The way of a written body through the stages. */
#include "evidence/internal.h"

#include "evidence/markers.h"
#include "roles/role.h"
#include "text/counts.h"

enum { NARROW_SENTENCES = 3, NARROW_LEAST = 16, NARROW_FROM = 64 };

/* --- markers become spans --- */

ptrdiff_t source_at(const struct evidence_pool *pool, int64_t number)
{
    for (size_t i = 0; i < pool->sources->n; i++)
        if (pool->sources->items[i].number == number)
            return (ptrdiff_t) i;
    return -1;
}

static int64_t known_marker(void *context, int64_t number)
{
    const struct evidence_input *input = context;

    if (input->by_source)
        return source_at(input->pool, number) >= 0 ? number : 0;
    return number >= 1 && (size_t) number <= input->pool->spans_n ? number : 0;
}

uint64_t words_had(struct evidence_work *work, struct str claim, struct str text)
{
    const struct language *language = reader_language(work->reader, claim);
    const struct words *mine = reader_words(work->reader, claim, language),
                       *theirs = reader_words(work->reader, text, language);
    uint64_t had = 0;

    for (size_t i = 0, bit = 0; i < mine->n && bit < 64; i++)
        if (word_is_content(&mine->items[i]))
            had |= (uint64_t) words_have_stem(theirs, mine->items[i].stem) << bit++;
    return had;
}

/* Where a span speaks of the claim: at most three sentences in a row, the fewest that have most of its words. Titles say nothing. */
size_t span_narrow(struct evidence_work *work, size_t at, struct str claim)
{
    const struct evidence_span *span = &work->pool->spans[at];
    const struct sentences *sentences = reader_sentences(work->reader, span->quote);
    size_t count = sentences->n < NARROW_FROM ? sentences->n : NARROW_FROM;
    struct evidence_span best = *span;
    uint64_t had[NARROW_FROM];
    int most = 0;

    if (sentences->n < 2)
        return at;
    for (size_t i = 0; i < count; i++) {
        struct span own = sentences->items[i], place = { span->at.start + own.start, span->at.start + own.end };

        had[i] = words_had(work, claim, str_sub(span->quote, own.start, own.end));
        if (had[i] && place_is_title(work->prepared, work->pool, span->source, place))
            had[i] = 0;
    }
    for (size_t n = 1; n <= NARROW_SENTENCES; n++)
        for (size_t i = 0; i + n <= count; i++) {
            struct span part = { sentences->items[i].start, sentences->items[i + n - 1].end };
            uint64_t all = 0;

            for (size_t k = i; k < i + n; k++)
                all |= had[k];
            int words = __builtin_popcountll(all);
            if (words <= most || part.end - part.start < NARROW_LEAST)
                continue;
            most = words;
            best.at = (struct span){ span->at.start + part.start, span->at.start + part.end };
            best.quote = str_sub(span->quote, part.start, part.end);
        }
    return most ? pool_add(work->arena, work->pool, &best) : at;
}

/* Each span becomes its sentences that speak of the claim. Where another place of the page has a figure that the cited one lacks, it
 * is read with it, and the cited one stays: it may say the same in other words. A heading does not stay. */
static void narrow_spans(struct evidence_work *work, struct claim *claim)
{
    size_t *spans = arena_calloc(work->arena, 2 * CLAIM_SPANS_MAX, sizeof *spans), count = 0;

    for (size_t k = 0; k < claim->spans_n; k++) {
        bool instead;
        size_t better = span_better(work, claim->spans[k], claim->text, &instead);

        spans[count++] = span_narrow(work, better, claim->text);
        if (better != claim->spans[k] && claim->spans_n == 1 && !instead)
            spans[count++] = span_narrow(work, claim->spans[k], claim->text);
    }
    claim->spans = spans;
    claim->spans_n = count;
}

static void resolve(struct evidence_work *work)
{
    struct quote_indices indices = { .arena = arena_new() };

    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        size_t n = 0;

        for (size_t k = 0; k < claim->spans_n && n < CLAIM_SPANS_MAX; k++) {
            ptrdiff_t source = work->input->by_source ? source_at(work->pool, (int64_t) claim->spans[k]) : 0;

            if (source >= 0)
                claim->spans[n++] = work->input->by_source
                                        ? span_in_source(work, &indices, (size_t) source, claim->text)
                                        : claim->spans[k] - 1;
        }
        claim->spans_n = n;
        narrow_spans(work, claim);
        claim->marked = n > 0;
        claim_put_aside(work, claim);
        claim->names_speaker = claim->kind != KIND_HEADING && names_speaker(work, claim->text);
        /* What a model said and a page is cited for can be looked up there. */
        if (claim->names_speaker && claim->cites_page)
            claim_ask_pages(work, claim);
        claim->names_speaker = claim->names_speaker && !claim->world.len;
        if (claim->kind == KIND_HEADING)
            continue;
        branch_emit(work->branch, EVENT_CLAIM_GENERATED,
                    &(struct event_claim_generated){ (int64_t) i + 1, claim->kind, claim->text, claim->marked });
    }
    arena_free(indices.arena);
}

static void find_claims(struct evidence_work *work, struct evidence_result *ret)
{
    size_t most = work->pool->spans_n, links;
    struct evidence_input input = *work->input;

    if (!input.as_is && !input.by_code && !role_extractive(work->branch)) /* code quotes what it writes */
        input.body = prose_unfenced(work->arena, input.body);
    struct str body = links_settle(work->arena, &input, &links);
    if (links)
        branch_warn(work->branch, "%.*s of the text named no source and %s removed.",
                    STR_ARG(text_counted(work->arena, (int64_t) links, "link or image", "links or images")),
                    links == 1 ? "was" : "were");
    work->body = links_apart(work->arena,
                             markers_rewrite(work->arena, body, known_marker, (void *) work->input, &ret->dangling));
    for (size_t i = 0; work->input->by_source && i < work->pool->sources->n; i++)
        most = (size_t) work->pool->sources->items[i].number > most ? (size_t) work->pool->sources->items[i].number
                                                                    : most;
    claims_parse(work->arena, work->reader, work->body, most, &work->claims);
    work->language = language_guess(work->body);
    if (work->prepared->language != work->language)
        work->prepared->ready = NULL; /* read in another language */
    work->prepared->language = work->language;
    resolve(work);
}

/* --- the end --- */

/* Clusters that carry the claim, each by itself; those that carry it together count as one. */
static size_t independent_of(const struct evidence_work *work, const struct claim *claim, const size_t *spans, size_t n)
{
    struct source_quote quotes[CLAIM_SPANS_MAX + ALTERNATES_MAX + 1];
    size_t alone = 0;

    for (size_t i = 0; i < n; i++)
        quotes[i] = (struct source_quote){ work->pool->spans[spans[i]].quote,
                                           work->pool->cluster[work->pool->spans[spans[i]].source] };
    for (size_t i = 0; i < n; i++) {
        bool known = false;

        for (size_t k = 0; k < i; k++)
            known = known || quotes[k].group == quotes[i].group;
        alone += !known && evidence_carries_alone(claim->text, quotes, n, quotes[i].group);
    }
    return alone || n == 0 ? alone : 1;
}

static void count_independent(struct evidence_work *work, struct evidence_result *ret)
{
    size_t *all = NULL, n = 0, capacity = 0;

    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        size_t list[CLAIM_SPANS_MAX + ALTERNATES_MAX + 1], count = 0;

        if (!claim_stands(claim) || claim->kind != KIND_CLAIM)
            continue;
        for (size_t k = 0; k < claim->spans_n && k < CLAIM_SPANS_MAX + 1; k++)
            if (!span_is_said(work->pool, claim->spans[k]))
                list[count++] = claim->spans[k];
        for (size_t k = 0; k < claim->alternates_n; k++)
            list[count++] = claim->alternates[k];
        claim->independent = claim->each_carries ? pool_independent(work->pool, list, count)
                                                 : independent_of(work, claim, list, count);
        for (size_t k = 0; k < count; k++) {
            all = arena_grow(work->arena, all, &capacity, n + 1, sizeof *all);
            all[n++] = list[k];
        }
    }
    ret->summary.independent = (int64_t) pool_independent(work->pool, all, n);
}

static void tell_verdicts(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];
        const struct event_claim_verified data = {
            .claim = (int64_t) i + 1,
            .kind = claim->kind,
            .text = claim->text,
            .verdict = claim->verdict,
            .confidence = claim->confidence,
            .by = claim_decided_by(claim),
            .reason = claim->reason,
            .missing = claim->missing,
        };

        if (claim->kind != KIND_CLAIM && claim->kind != KIND_SUMMARY)
            continue;
        branch_emit(work->branch, EVENT_CLAIM_VERIFIED, &data);
    }
}

static void tell_reader(struct evidence_work *work, const struct evidence_result *ret)
{
    const struct claim_summary *s = &ret->summary;
    struct str claims = text_counted(work->arena, s->total, "claim", "claims");

    branch_emit(work->branch, EVENT_VERIFICATION_SUMMARY, s);
    if (ret->dangling)
        branch_warn(work->branch, "%.*s named no source and %s removed.",
                    STR_ARG(text_counted(work->arena, (int64_t) ret->dangling, "citation", "citations")),
                    ret->dangling == 1 ? "was" : "were");
    size_t fell = work->left_out - work->dangling;
    if (fell)
        branch_warn(work->branch, "%.*s left out, because the sources do not support %s.",
                    STR_ARG(text_counted(work->arena, (int64_t) fell, "sentence was", "sentences were")),
                    fell == 1 ? "it" : "them");
    if (work->dangling)
        branch_warn(work->branch, "%.*s that referred to one of these went with it.",
                    STR_ARG(text_counted(work->arena, (int64_t) work->dangling, "sentence", "sentences")));
    if (s->checked && (s->unsupported + s->contradicted) * 100 > s->total * UNSUPPORTED_WARN)
        branch_warn(work->branch, "%.*s: read with care.",
                    STR_ARG(text_part(work->arena, s->unsupported + s->contradicted, claims,
                                      "is not supported by what it cites", "are not supported by what they cite")));
    if (s->unchecked && s->checked)
        branch_skip(work->branch, "%.*s not checked: %.*s.",
                    STR_ARG(text_part(work->arena, s->unchecked, claims, "was", "were")), STR_ARG(s->unchecked_why));
}

static void leave_all_unchecked(struct evidence_work *work, const char *why)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (work->claims.items[i].kind == KIND_CLAIM)
            work->claims.items[i].reason = str(why);
    work->unchecked_why = str(why);
}

/* What stands after a stage; what it did to single claims are events of their own. */
static void tell_stage(struct evidence_work *work, enum evidence_stage stage)
{
    struct event_stage_completed done = { .stage = str(stage_words[stage]) };

    for (size_t i = 0; i < work->claims.n; i++) {
        if (work->claims.items[i].kind != KIND_CLAIM)
            continue;
        done.claims++;
        done.verdicts[work->claims.items[i].verdict]++;
        done.asked += work->claims.items[i].asked || work->claims.items[i].vouched;
    }
    if (stage <= STAGE_ROUTE) {
        done.asked = EVENT_NONE;
        for (int v = 0; v < VERDICT_COUNT; v++)
            done.verdicts[v] = EVENT_NONE;
    }
    branch_emit(work->branch, EVENT_STAGE_COMPLETED, &done);
}

static int route(struct evidence_work *work, struct error *e)
{
    (void) e;
    stage_route(work);
    return 0;
}

/* The first round; what it leaves open is for the second. */
static int verify(struct evidence_work *work, struct error *e)
{
    summaries_sort_out(work);
    if (evidence_stage_on(work->branch, STAGE_CORRECT) && !work->input->as_is)
        stage_attach(work);
    return stage_verify(work, e);
}

static int numbers(struct evidence_work *work, struct error *e)
{
    (void) e;
    stage_numbers(work);
    return 0;
}

static int check_claims(struct evidence_work *work, struct error *e)
{
    static int (*const stages[STAGES])(struct evidence_work * work, struct error * e) = {
        [STAGE_ROUTE] = route,     [STAGE_VERIFY] = verify,           [STAGE_CORRECT] = stage_correct,
        [STAGE_NUMBERS] = numbers, [STAGE_RETRIEVE] = stage_retrieve, [STAGE_FINISH] = stage_finish,
    };
    bool verified = evidence_stage_on(work->branch, STAGE_VERIFY), as_is = work->input->as_is;

    if (!verified)
        leave_all_unchecked(work, "the stage was switched off");
    for (int s = STAGE_ROUTE; s < STAGES; s++) {
        bool changes = s == STAGE_CORRECT || s == STAGE_RETRIEVE || s == STAGE_FINISH;
        bool on = evidence_stage_on(work->branch, (enum evidence_stage) s) && !(as_is && changes);

        if (s == STAGE_NUMBERS) {
            unread_settle(work);
            said_settle(work);
        }
        if (s == STAGE_FINISH)
            disputes_settle(work);
        if (s == STAGE_FINISH && verified)
            summaries_cite(work);
        /* The second look belongs to stage 4 and is taken with stage 5. */
        int r = on || (s == STAGE_CORRECT && verified) ? stages[s](work, e) : 0;
        if (r < 0)
            return r;
        if (on)
            tell_stage(work, (enum evidence_stage) s);
    }
    tell_verdicts(work);
    return 0;
}

/* --- reading --- */

static void prepared_free(void *prepared)
{
    struct prepared *p = prepared;

    arena_free(p->arena);
    p->arena = NULL;
}

/* The pool's; freed by the check, or with the branch if there is none. */
static struct prepared *prepared_of(struct branch *branch, struct evidence_pool *pool)
{
    if (!pool->prepared) {
        struct prepared *p = arena_alloc(branch_arena(branch), sizeof *p);

        p->arena = arena_new();
        p->reader = reader_new(p->arena);
        arena_cleanup(branch_arena(branch), prepared_free, p);
        pool->prepared = p;
    }
    return pool->prepared;
}

void evidence_forget(struct evidence_pool *pool)
{
    if (pool->prepared)
        prepared_free(pool->prepared);
    pool->prepared = NULL;
}

static int find_and_check(struct evidence_work *work, struct evidence_result *ret, struct error *e)
{
    find_claims(work, ret);
    if (branch_settings(work->branch)->verify == VERIFY_OFF)
        leave_all_unchecked(work, "verification was switched off");
    else if (work->citations == CITATIONS_CLASSICAL)
        leave_all_unchecked(work, "classical citations are not checked");
    else
        return check_claims(work, e);
    for (size_t i = 0; i < work->claims.n; i++)
        claim_take_back(work, &work->claims.items[i]);
    return 0;
}

/* What is read out of the checked claims. */
static void sum_up(struct evidence_work *work, struct evidence_result *ret)
{
    pool_cluster(work->arena, work->pool);
    count_independent(work, ret);
    evidence_render(work, ret);
    ret->summary.unchecked_why = work->unchecked_why;
    claim_recount(ret->claims, ret->claims_n, CLAIMS_VERSION, &ret->summary);
    if (ret->summary.unchecked == 0)
        ret->summary.unchecked_why = str("");
    tell_reader(work, ret);
    branch_set_sources(work->branch, work->pool->sources->items, work->pool->sources->n);
    branch_set_claims(work->branch, ret->claims, ret->claims_n);
}

/* What was used between two moments. */
static struct usage used_since(const struct usage *before, const struct usage *now)
{
    return (struct usage){ .calls = now->calls - before->calls,
                           .searches = now->searches - before->searches,
                           .input_tokens = now->input_tokens - before->input_tokens,
                           .cached_tokens = now->cached_tokens - before->cached_tokens,
                           .output_tokens = now->output_tokens - before->output_tokens,
                           .reasoning_tokens = now->reasoning_tokens - before->reasoning_tokens,
                           .cost_nano = now->cost_nano - before->cost_nano,
                           .cost_unknown = now->cost_unknown && now->calls > before->calls,
                           .estimated = now->estimated && now->calls > before->calls };
}

int evidence_check(struct branch *branch, struct path path, const struct evidence_input *input,
                   struct evidence_result *ret, struct error *e)
{
    struct evidence_work work = {
        .branch = branch,
        .arena = branch_arena(branch),
        .path = path,
        .input = input,
        .pool = input->pool,
        .citations = evidence_citations(branch),
        .quick = branch_settings(branch)->verify == VERIFY_QUICK,
    };

    const struct usage before = *branch_usage(branch);

    *ret = (struct evidence_result){ 0 };
    work.quotations = input->by_code || role_extractive(branch);
    work.model = !work.quick && !work.quotations;
    work.prepared = prepared_of(branch, work.pool);
    work.reader = work.prepared->reader;
    pool_cluster(work.arena, work.pool);
    int r = find_and_check(&work, ret, e);
    ret->usage = used_since(&before, branch_usage(branch));
    if (r == 0)
        sum_up(&work, ret);
    evidence_forget(work.pool);
    return r;
}
