/* The analyst's phase: what came is judged and clustered, read in batches side
 * by side, each within its share of the model's context, and joined in order. */
#include "base/clock.h"
#include "roles/role.h"
#include "search/quality.h"
#include "judge/similar.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "judge/dispute.h"
#include "workflows/fit.h"
#include "workflows/supervisor.h"

enum { BATCH = 20, CALLS_MAX = 64, FOUND_BY_CODE = 2, SKETCH_BYTES = 100000 };
/* Earlier findings take at most this part of a call, and each so many characters. */
enum { KNOWN_PART = 8, KNOWN_CHARACTERS = 300, KNOWN_MAX = 64 * 1024 };

/* --- the sources --- */

static void grow(struct arena *arena, struct supervision *s)
{
    size_t q = s->judged_capacity, c = q, p = q, a = q;

    s->quality = arena_grow(arena, s->quality, &q, s->sources.n, sizeof *s->quality);
    s->cluster = arena_grow(arena, s->cluster, &c, s->sources.n, sizeof *s->cluster);
    s->copy = arena_grow(arena, s->copy, &p, s->sources.n, sizeof *s->copy);
    s->added = arena_grow(arena, s->added, &a, s->sources.n, sizeof *s->added);
    s->judged_capacity = q < c ? q : c;
    s->judged_capacity = s->judged_capacity < p ? s->judged_capacity : p;
    s->judged_capacity = s->judged_capacity < a ? s->judged_capacity : a;
}

void supervisor_judge_sources(struct supervisor *x)
{
    static const int by_tier[] = {
        [TIER_DOMAIN_LOW] = QUALITY_LOW, [TIER_DOMAIN_MEDIUM] = QUALITY_MEDIUM, [TIER_DOMAIN_HIGH] = QUALITY_HIGH
    };
    struct supervision *s = &x->s;
    struct arena *scratch = arena_new();
    size_t n = s->sources.n;
    struct sketch *sketches = arena_calloc(scratch, n + 1, sizeof *sketches);
    bool *seen = arena_calloc(scratch, n + 1, sizeof *seen);

    grow(branch_arena(x->branch), s);
    for (size_t i = s->judged; i < n; i++) {
        s->quality[i] = by_tier[domain_quality(s->sources.items[i].url, branch_settings(x->branch)->research_mode)];
        s->added[i] = s->iteration;
    }
    for (size_t i = 0; i < n; i++)
        sketch_of(str_sub(source_text(&s->sources.items[i]), 0, SKETCH_BYTES), &sketches[i]);
    similar_clusters(scratch, sketches, n, s->cluster);
    for (size_t i = 0; i < n; i++) {
        s->copy[i] = seen[s->cluster[i]];
        s->stats.duplicates_skipped += i >= s->judged && s->copy[i];
        seen[s->cluster[i]] = true;
    }
    s->judged = n;
    arena_free(scratch);
}

static ptrdiff_t source_of(const struct supervision *s, struct str id)
{
    for (size_t i = 0; i < s->judged; i++)
        if (str_eq(s->sources.items[i].id, str_trim(id)))
            return (ptrdiff_t) i;
    return -1;
}

/* Positions of the ids that exist, each once, ascending. */
static size_t *positions_of(struct arena *arena, const struct supervision *s, const struct str_list *ids, size_t *ret_n)
{
    bool *named = arena_calloc(arena, s->judged + 1, sizeof *named);
    size_t *positions, n = 0;

    for (size_t i = 0; i < ids->n; i++) {
        ptrdiff_t at = source_of(s, ids->items[i]);

        if (at >= 0)
            named[at] = true;
    }
    positions = arena_calloc(arena, ids->n + 1, sizeof *positions);
    for (size_t i = 0; i < s->judged && n < ids->n; i++)
        if (named[i])
            positions[n++] = i;
    *ret_n = n;
    return positions;
}

/* --- one batch --- */

struct batch {
    struct supervisor *x;
    const size_t *positions;
    const struct fit_item *items; /* the sources at these */
    size_t n;
    struct str open_gaps, known, disputes;
    struct analysis *analyses;
    size_t calls; /* analyses: by the model, then by code */
    struct fidelity fidelity;
};

/* A batch on its branch, with the share of the content that is left after earlier refusals. */
struct attempt {
    struct branch *branch;
    struct batch *batch;
};

/* All sources of the phase: which are the best five does not depend on the batches. */
static struct fit_item *fit_items(const struct supervisor *x, const size_t *positions, size_t n)
{
    static const int64_t scores[] = {
        [QUALITY_LOW] = 200, [QUALITY_MEDIUM] = 600, [QUALITY_HIGH] = 1000, [QUALITY_UNKNOWN] = 500
    };
    struct fit_item *items = arena_calloc(branch_arena(x->branch), n + 1, sizeof *items);

    for (size_t i = 0; i < n; i++) {
        const struct source_row *row = &x->s.sources.items[positions[i]];
        int64_t date = 0;
        bool given = str_is(row->engine, "context"); /* by the user: protected */

        clock_parse_date(row->date, &date);
        items[i] = (struct fit_item){
            .id = row->id,
            .type = str("source"),
            .text = source_text(row),
            .title = row->title,
            .url = row->url,
            .kind = BUDGET_SOURCE,
            .scores = { .relevance = (int64_t) (row->relevance * 1000 + 0.5),
                        .recency = budget_recency(date, x->today_ms),
                        .quality = scores[x->s.quality[positions[i]]],
                        .user = given ? 1000 : 0 },
            .keep = given,
        };
    }
    fit_top(items, n);
    return items;
}

/* What one call of the batch shows. Its rows have that text too: code that reads in the place of a model that may not be
 * asked reads this and not, for each of many calls, whole sources. */
static struct analysis_source *shown_in(struct arena *arena, const struct batch *batch, const struct fit_result *fit,
                                        size_t call, size_t *ret_n)
{
    const struct supervision *s = &batch->x->s;
    struct analysis_source *shown = arena_calloc(arena, fit->parts_n + 1, sizeof *shown);

    *ret_n = 0;
    for (size_t p = 0; p < fit->parts_n; p++)
        if (fit->parts[p].call == call) {
            size_t at = batch->positions[fit->parts[p].item];
            struct source_row *row = arena_copy(arena, &s->sources.items[at], sizeof *row);

            if (row->text.len)
                row->text = fit->parts[p].text;
            shown[(*ret_n)++] = (struct analysis_source){ row, fit->parts[p].text, s->quality[at] };
        }
    return shown;
}

/* What the calls do not hold of a source: its text at its level becomes findings by code. What is missing in it may
 * stand in the others, so it leaves no gaps. */
static void read_by_code(struct arena *arena, const struct batch *batch, const struct fit_result *fit, size_t item,
                         struct analysis *ret)
{
    struct source_row row = batch->x->s.sources.items[batch->positions[item]];
    const struct analysis_source source = { .row = &row };
    const struct analysis_input input = { .question = batch->x->s.question, .sources = &source, .n = 1 };

    row.text = fit->texts[item];
    analyze_extractive(arena, &input, FOUND_BY_CODE, ret);
    ret->gaps_n = 0;
}

static int analyse_fitted(void *context, struct path path, int percent, struct error *e)
{
    struct attempt *attempt = context;
    struct branch *branch = attempt->branch;
    struct batch *batch = attempt->batch;
    struct arena *arena = branch_arena(branch);
    const struct fit_input input = { .phase = BUDGET_ANALYSIS,
                                     .tier = TIER_ANALYTICAL,
                                     .question = batch->x->s.question,
                                     .items = batch->items,
                                     .n = batch->n,
                                     .reserved = (int64_t) (tokens_estimate(batch->known) +
                                                            tokens_estimate(batch->disputes)),
                                     .calls = CALLS_MAX,
                                     .overflows = true,
                                     .percent = percent };
    struct fit_result fit;
    int r = fit_run(branch, path_add(path, "fit"), &input, &fit, e);
    if (r < 0)
        return r;
    struct analysis_input *inputs = arena_calloc(arena, fit.calls + 1, sizeof *inputs);
    int *results = arena_calloc(arena, fit.calls + 1, sizeof *results);
    struct error *errors = arena_calloc(arena, fit.calls + 1, sizeof *errors);
    for (size_t c = 0; c < fit.calls; c++) {
        inputs[c] = (struct analysis_input){ .question = batch->x->s.question,
                                             .brief = batch->x->s.brief,
                                             .guidance = batch->x->guidance,
                                             .open_gaps = batch->open_gaps,
                                             .known = batch->known,
                                             .disputes = batch->disputes };
        inputs[c].sources = shown_in(arena, batch, &fit, c, &inputs[c].n);
    }
    batch->analyses = arena_calloc(arena, fit.calls + batch->n + 1, sizeof *batch->analyses);
    batch->calls = fit.calls;
    batch->fidelity = fit.fidelity;
    r = role_analyze(branch, path_add(path, "ask"),
                     &(struct analyses){ inputs, fit.calls, batch->analyses, results, errors }, e);
    for (size_t c = 0; r == 0 && c < fit.calls; c++)
        if (results[c] < 0) {
            *e = errors[c];
            r = results[c];
        }
    for (size_t i = 0; r == 0 && i < batch->n; i++)
        if (fit.by_code[i])
            read_by_code(arena, batch, &fit, i, &batch->analyses[batch->calls++]);
    return r;
}

static void analyse_by_code(struct branch *branch, struct batch *batch, size_t most)
{
    struct arena *arena = branch_arena(branch);
    struct analysis_source *sources = arena_calloc(arena, batch->n + 1, sizeof *sources);
    const struct analysis_input input = { .question = batch->x->s.question, .sources = sources, .n = batch->n };

    for (size_t i = 0; i < batch->n; i++)
        sources[i] = (struct analysis_source){ .row = &batch->x->s.sources.items[batch->positions[i]] };
    batch->analyses = arena_calloc(arena, 1, sizeof *batch->analyses);
    batch->calls = 1;
    analyze_extractive(arena, &input, most, batch->analyses);
}

static int analyse_batch(struct branch *branch, void *arg, struct error *e)
{
    struct attempt attempt = { branch, arg };

    return role_shrink(branch, branch_path(branch), analyse_fitted, &attempt, e);
}

/* --- joining --- */

static struct str new_id(struct supervisor *x, const char *kind, size_t n, const char *prefix)
{
    return effect_id(x->branch, path_add(path_root(), kind), n, prefix);
}

static void join_findings(struct supervisor *x, const struct analysis *a, struct tellings *told, size_t call)
{
    struct arena *arena = branch_arena(x->branch);

    for (size_t i = 0; i < a->findings_n; i++) {
        const struct analysis_finding *said = &a->findings[i];
        struct research_finding f = { .content = str_trim(said->content), .category = said->category };
        size_t before = x->s.findings_n;

        f.sources = positions_of(arena, &x->s, &said->source_ids, &f.sources_n);
        f.said = said->confidence;
        size_t at = supervision_add_finding(arena, &x->s, new_id(x, "finding", before, "find-"), &f);
        struct research_finding *stored = &x->s.findings[at];
        stored->confidence = confidence_cap(&x->s, stored, stored->said);
        tellings_add(arena, told, at, call);
        if (at < before)
            continue;
        branch_emit(x->branch, EVENT_FINDING_ADDED,
                    &(struct event_finding_added){ stored->id, stored->content,
                                                   str(confidence_words[stored->confidence]),
                                                   (int64_t) stored->sources_n, said->source_ids });
    }
}

static void join_gaps(struct supervisor *x, const struct analysis *a)
{
    struct arena *arena = branch_arena(x->branch);

    for (size_t i = 0; i < a->gaps_n; i++) {
        size_t before = x->s.gaps_n;
        size_t at = supervision_add_gap(arena, &x->s, new_id(x, "gap", before, "gap-"),
                                        str_trim(a->gaps[i].description), &a->gaps[i].suggested_queries,
                                        a->gaps[i].priority);

        if (at == before)
            branch_emit(
                x->branch, EVENT_GAP_FOUND,
                &(struct event_gap_found){ x->s.gaps[at].id, x->s.gaps[at].description, x->s.gaps[at].priority });
    }
    for (size_t i = 0; i < a->addressed_gaps.n; i++) {
        struct research_gap *gap = supervision_gap(&x->s, a->addressed_gaps.items[i]);

        if (gap && gap->iteration < x->s.iteration) /* what was found in this round is not closed by it */
            gap->addressed = true;
    }
}

static void join_contradictions(struct supervisor *x, const struct analysis *a)
{
    struct arena *arena = branch_arena(x->branch);
    struct supervision *s = &x->s;

    for (size_t i = 0; i < a->contradictions_n; i++) {
        const struct analysis_contradiction *said = &a->contradictions[i];
        struct research_contradiction c = { .id = new_id(x, "contradiction", s->contradictions.n, "contra-"),
                                            .description = str_trim(said->description),
                                            .resolution = str_trim(said->resolution),
                                            .says_one = str_trim(said->says_a),
                                            .says_other = str_trim(said->says_b),
                                            .major = said->severity == SEVERITY_MAJOR,
                                            .preferred = source_of(s, said->preferred_source) };

        if (!dispute_about_one(c.says_one, c.says_other))
            continue; /* they only stand side by side */
        c.one = positions_of(arena, s, &said->sources_a, &c.one_n);
        c.other = positions_of(arena, s, &said->sources_b, &c.other_n);
        if (contradictions_add(arena, &s->contradictions, &c))
            contradiction_tell(x->branch, &s->sources, &c);
    }
}

static void join(struct supervisor *x, const struct analysis *a, struct tellings *told, size_t call)
{
    for (size_t i = 0; i < a->quality_n; i++) {
        ptrdiff_t at = source_of(&x->s, a->quality_updates[i].source_id);

        if (at >= 0 && a->quality_updates[i].quality != QUALITY_UNKNOWN)
            x->s.quality[at] = a->quality_updates[i].quality;
    }
    join_findings(x, a, told, call);
    join_contradictions(x, a);
    join_gaps(x, a);
}

/* Without a model all sources are looked at each time: a gap that is not found again is closed. */
static void close_gaps(struct supervisor *x, const struct analysis *a)
{
    for (size_t g = 0; g < x->s.gaps_n; g++) {
        bool open = false;

        for (size_t i = 0; i < a->gaps_n && !open; i++)
            open = str_eq(a->gaps[i].description, x->s.gaps[g].description);
        if (!open && x->s.gaps[g].iteration < x->s.iteration)
            x->s.gaps[g].addressed = true;
    }
}

/* How many independent sources stand behind each finding now. */
static void count_independent(struct supervision *s)
{
    for (size_t f = 0; f < s->findings_n; f++) {
        struct research_finding *finding = &s->findings[f];

        finding->independent = 0;
        for (size_t i = 0; i < finding->sources_n; i++) {
            bool seen = false;

            for (size_t k = 0; k < i && !seen; k++)
                seen = s->cluster[finding->sources[k]] == s->cluster[finding->sources[i]];
            finding->independent += !seen;
        }
        /* Sources of other batches and rounds may have joined it since, or turned out to be copies. */
        finding->confidence = confidence_cap(s, finding, finding->said);
    }
}

static struct str open_gaps(struct supervisor *x)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < x->s.gaps_n; i++)
        if (!x->s.gaps[i].addressed)
            buf_format(&text, "%.*s: %.*s\n", STR_ARG(x->s.gaps[i].id), STR_ARG(x->s.gaps[i].description));
    return buf_take(&text, branch_arena(x->branch));
}

/* What was found before, the firmest first, within its part of a call: a batch builds on it and may contradict it. What
 * has no room is told in *hidden, as if one more call had told it: the batches cannot contradict that. */
static struct str known_findings(struct supervisor *x, struct tellings *hidden)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    int64_t window, most = fit_budget(x->branch, BUDGET_ANALYSIS, TIER_ANALYTICAL, &window) / KNOWN_PART;
    const size_t *order = findings_by_firmness(arena, s);
    struct buf text;

    buf_init(&text, KNOWN_MAX);
    for (size_t i = 0; i < s->findings_n; i++) {
        const struct research_finding *f = &s->findings[order[i]];
        struct str_list ids = { 0 };

        for (size_t k = 0; k < f->sources_n; k++)
            str_list_add(arena, &ids, s->sources.items[f->sources[k]].id);
        struct str line = str_format(arena, "- %.*s (%.*s)\n", STR_ARG(utf8_cut(f->content, KNOWN_CHARACTERS)),
                                     STR_ARG(str_join(arena, ids.items, ids.n, ", ")));
        most -= most < 0 ? 0 : (int64_t) tokens_estimate(line);
        if (most < 0 || buf_add_str(&text, line) < 0)
            tellings_add(arena, hidden, order[i], SIZE_MAX);
    }
    return buf_take(&text, arena);
}

/* --- the phase --- */

/* *ret_done: so many batches from the first on have their answers, also of a run that was stopped. */
static int analyse_all(struct supervisor *x, struct batch *batches, size_t n, size_t *ret_done, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    void **args = arena_calloc(arena, n + 1, sizeof *args);
    int *results = arena_calloc(arena, n + 1, sizeof *results);
    struct error *errors = arena_calloc(arena, n + 1, sizeof *errors);

    for (size_t i = 0; i < n; i++)
        args[i] = &batches[i];
    int r = run_parallel(x->branch, supervisor_path(x, "analyse"),
                         &(struct fan_out){ analyse_batch, args, n, results, errors });
    size_t done = 0;
    if (r < 0)
        error_set(e, -r, "the run was stopped (%s)", error_name(-r));
    for (; done < n; done++) {
        if (results[done] == 0)
            continue;
        if (r < 0)
            break;
        *e = errors[done];
        if (!supervisor_hurried(x, results[done], e)) {
            r = results[done];
            break;
        }
        analyse_by_code(x->branch, &batches[done], BATCH / 4);
    }
    *ret_done = done;
    return r;
}

/* The report names the sources that the model did not read itself. */
static void warn_of_overflow(struct supervisor *x, const struct batch *batches, size_t n)
{
    int64_t used = 0, by_code = 0;

    for (size_t i = 0; i < n; i++) {
        used += batches[i].fidelity.allocation.code_tokens ? batches[i].fidelity.allocation.tokens_used : 0;
        by_code += batches[i].fidelity.allocation.code_tokens;
    }
    if (by_code)
        branch_warn(
            x->branch,
            "The analysing model read %lld of %lld tokens of large sources, the parts closest to the question: it "
            "makes at most %d calls. The other parts were read without a model. To avoid this, use a model with a "
            "larger context (or set model_context_overrides), or fewer sources (--max-sources).",
            (long long) used, (long long) (used + by_code), CALLS_MAX);
}

int supervisor_analyse(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct supervision *s = &x->s;
    bool by_code = role_extractive(x->branch);
    size_t *positions = arena_calloc(arena, s->sources.n + 1, sizeof *positions), n = 0;
    int r = 0;

    for (size_t i = 0; i < s->sources.n; i++)
        if (!s->copy[i] && (by_code || s->added[i] == s->iteration))
            positions[n++] = i;
    if (n == 0)
        return 0;
    size_t size = by_code ? n : BATCH, count = (n + size - 1) / size;
    struct batch *batches = arena_calloc(arena, count, sizeof *batches);
    const struct fit_item *items = by_code ? NULL : fit_items(x, positions, n);
    struct tellings told = { .before = s->findings_n };
    struct str gaps = open_gaps(x), known = by_code ? str("") : known_findings(x, &told);
    struct str disputes = by_code ? str("") : supervisor_open_disputes(x);
    size_t done = 1, call = 0;
    for (size_t i = 0; i < count; i++)
        batches[i] = (struct batch){ .x = x,
                                     .positions = positions + i * size,
                                     .n = i + 1 < count ? size : n - i * size,
                                     .items = items ? items + i * size : NULL,
                                     .open_gaps = gaps,
                                     .known = known,
                                     .disputes = disputes };
    x->guided = true;
    if (by_code)
        analyse_by_code(x->branch, &batches[0], n / 2 < BATCH / 4 ? BATCH / 4 : n / 2);
    else
        r = analyse_all(x, batches, count, &done, e);
    for (size_t i = 0; i < done; i++) {
        for (size_t c = 0; c < batches[i].calls; c++)
            join(x, &batches[i].analyses[c], &told, call++);
        fidelity_merge(arena, &x->fidelity, &batches[i].fidelity);
    }
    if (r == 0 && !by_code)
        supervisor_compare_findings(x, &told);
    warn_of_overflow(x, batches, done);
    if (r == 0 && by_code)
        close_gaps(x, &batches[0].analyses[0]);
    count_independent(s);
    return r;
}
