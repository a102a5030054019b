/* The writer's phase: findings, both sides of contradictions and passages become a draft; where guidance came after the
 * last one, that draft is revised before the run ends. */
#include "evidence/markers.h"
#include "roles/role.h"
#include "text/counts.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "workflows/fit.h"
#include "workflows/sides.h"
#include "workflows/supervisor.h"

enum {
    NOTES_MAX = 256 * 1024,
    SPANS_LEAST = 300,
    REVISION = 2, /* in the place of a third try, which no phase has */
};

static void take_source(size_t source, bool *taken, size_t *ret, size_t *n)
{
    if (!taken[source])
        ret[(*n)++] = source;
    taken[source] = true;
}

/* What a person gave first; sources that findings rest on, the firmest findings before; then both sides of what is contested, and the others
 * by quality. */
static size_t chosen_sources(struct supervisor *x, size_t *ret)
{
    const struct supervision *s = &x->s;
    bool *taken = arena_calloc(branch_arena(x->branch), s->sources.n + 1, sizeof *taken);
    const size_t *order = findings_by_firmness(branch_arena(x->branch), s);
    size_t n = 0, most = SUPERVISOR_SOURCES_SHOWN + s->sources.given;

    for (size_t i = 0; i < s->sources.given; i++)
        take_source(i, taken, ret, &n);
    for (size_t i = 0; i < s->findings_n; i++)
        for (size_t k = 0; k < s->findings[order[i]].sources_n && n < most; k++)
            take_source(s->findings[order[i]].sources[k], taken, ret, &n);
    for (size_t i = 0; i < s->contradictions.n && n + 1 < most; i++) {
        take_source(s->contradictions.items[i].one[0], taken, ret, &n);
        take_source(s->contradictions.items[i].other[0], taken, ret, &n);
    }
    for (int quality = QUALITY_HIGH; quality >= QUALITY_LOW; quality--)
        for (size_t i = 0; i < s->judged && n < most; i++)
            if (!s->copy[i] && s->quality[i] == quality)
                take_source(i, taken, ret, &n);
    return n;
}

static enum budget_kind kind_of(int confidence)
{
    return confidence == CONFIDENCE_SPECULATION                                  ? BUDGET_SPECULATION
           : confidence == CONFIDENCE_HIGH || confidence == CONFIDENCE_CONFIRMED ? BUDGET_CONFIDENT
                                                                                 : BUDGET_FINDING;
}

static const int64_t finding_weight[] = { [CONFIDENCE_LOW] = 300,
                                          [CONFIDENCE_MEDIUM] = 600,
                                          [CONFIDENCE_HIGH] = 900,
                                          [CONFIDENCE_CONFIRMED] = 1000,
                                          [CONFIDENCE_SPECULATION] = 100 };

/* The findings as far as half of the share takes them; the other half is for passages. A writer that cannot be given
 * all of them, not even a headline each, gets the firmest: a report is worth more than a run that ends here. */
static int fit_findings(struct supervisor *x, int64_t share, struct str *texts, struct error *e)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    const size_t *order = findings_by_firmness(arena, s);
    struct fit_item *items = arena_calloc(arena, s->findings_n + 1, sizeof *items);
    struct fit_input input = { .phase = BUDGET_SYNTHESIS,
                               .tier = TIER_COMPLEX,
                               .question = s->question,
                               .items = items,
                               .n = s->findings_n,
                               .reserved = share / 2 };
    struct fit_result fit = { 0 };
    int r = 0;

    for (size_t i = 0; i < s->findings_n; i++) {
        const struct research_finding *f = &s->findings[order[i]];

        items[i] = (struct fit_item){
            .id = f->id,
            .type = str("finding"),
            .text = f->content,
            .title = f->category,
            .kind = kind_of(f->confidence),
            .cited = true,
            .scores = { .relevance = finding_weight[f->confidence],
                        .recency = 500,
                        .quality = finding_weight[f->confidence] },
        };
    }
    for (size_t attempt = 0; input.n > 0; input.n /= 2, attempt++) {
        r = fit_run(x->branch, path_index(supervisor_path(x, "fit"), attempt), &input, &fit, e);
        if (r != -ERROR_LIMIT)
            break;
        r = 0;
    }
    if (r < 0)
        return r;
    for (size_t i = 0; i < input.n; i++)
        texts[order[i]] = fit.texts[i];
    if (input.n < s->findings_n)
        branch_skip(
            x->branch, "%.*s not shown to the writer: its context is too small.",
            STR_ARG(text_part(arena, (int64_t) (s->findings_n - input.n),
                              text_counted(arena, (int64_t) s->findings_n, "finding", "findings"), "was", "were")));
    if (input.n)
        fidelity_merge(arena, &x->fidelity, &fit.fidelity);
    return 0;
}

/* The findings as the writer gets them: each brings the passage that carries it. `texts` are what the budget left. */
static void give_findings(struct supervisor *x, const struct str *texts)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    struct evidence_finding *all = arena_calloc(arena, s->findings_n + 2 * s->contradictions.n + 1, sizeof *all);
    size_t n = sides_give(arena, &s->contradictions, all);

    for (size_t i = 0; i < s->findings_n; i++)
        if (texts[i].len)
            all[n++] = (struct evidence_finding){ .text = texts[i],
                                                  .sources = s->findings[i].sources,
                                                  .n = s->findings[i].sources_n,
                                                  .note = str_format(arena, "confidence: %s",
                                                                     confidence_words[s->findings[i].confidence]) };
    x->writing.findings = all;
    x->writing.findings_n = n;
    x->writing.contradictions = s->contradictions;
}

/* The notes that the writer gets beside the passages, within a number of tokens; the least important stand last. */
static struct str notes_of(struct supervisor *x, int64_t most)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    struct buf text;

    buf_init(&text, NOTES_MAX);
    buf_format(&text, "%s%.*s%s", s->brief.len ? "The research: " : "", STR_ARG(s->brief), s->brief.len ? "\n" : "");
    buf_format(&text, "Iteration %zu of %zu; %.*s examined, %zu of high quality.\n", s->iteration, s->max_iterations,
               STR_ARG(text_counted(arena, (int64_t) s->sources.n, "source", "sources")),
               sources_of_quality(s, QUALITY_HIGH));
    sides_tell(&s->contradictions, &s->sources, &text);
    for (size_t i = 0; i < s->gaps_n; i++)
        if (!s->gaps[i].addressed)
            buf_format(&text, "Not answered yet, say so: %.*s\n", STR_ARG(s->gaps[i].description));
    for (size_t i = 0; i < s->improvements.n; i++)
        buf_format(&text, "Better than last time: %.*s\n", STR_ARG(s->improvements.items[i]));
    struct str notes = buf_take(&text, arena);
    return (int64_t) tokens_estimate(notes) > most ? summarize_cut(notes, most) : notes;
}

/* Where the passages are that carry the findings; they stand behind the sides, in the order of the findings. */
static void take_passages(struct supervisor *x, const struct str *texts)
{
    const struct evidence_pool *pool = &x->draft.pool;
    size_t at = 2 * x->s.contradictions.n;

    for (size_t i = 0; i < x->s.findings_n; i++) {
        if (texts[i].len == 0)
            continue;
        const struct evidence_finding *f = &x->writing.findings[at++];
        const struct evidence_span *span = f->passage ? &pool->spans[f->passage - 1] : NULL;

        x->s.findings[i].passage = span ? (struct research_passage){ span->source, span->at.start, span->at.end,
                                                                     span->quote }
                                        : (struct research_passage){ 0 };
    }
}

static int64_t span_source(void *context, int64_t number)
{
    const struct draft_report *draft = context;

    if (draft->synthesis.by_source)
        return number >= 1 && (size_t) number <= draft->pool.sources->n ? number : 0;
    if (number < 1 || (size_t) number > draft->pool.spans_n)
        return 0;
    return draft->pool.sources->items[draft->pool.spans[number - 1].source].number;
}

/* The draft as anybody can read it: markers name sources, those that name nothing are gone. */
static struct str readable(struct supervisor *x)
{
    struct arena *arena = branch_arena(x->branch);
    struct str rest = x->draft.synthesis.body, line;
    struct buf text;

    buf_init(&text, 4 << 20);
    while (str_next_line(&rest, &line)) {
        buf_add_str(&text, markers_rewrite_line(arena, line, span_source, &x->draft));
        buf_add_char(&text, '\n');
    }
    return buf_take(&text, arena);
}

/* Why nothing was found, for a report that has no source. */
static struct writing_tried *tried_of(struct supervisor *x)
{
    struct writing_tried *tried = arena_calloc(branch_arena(x->branch), x->s.queries_n + 1, sizeof *tried);

    for (size_t i = 0; i < x->s.queries_n; i++)
        tried[i] = (struct writing_tried){ .query = x->s.queries[i].query,
                                           .why = x->s.queries[i].error,
                                           .code = ERROR_UPSTREAM };
    return tried;
}

/* Did a model write it, and are its passages where they were? (A source may have got a longer text since.) */
static bool still_stands(const struct draft_report *draft)
{
    const struct evidence_pool *pool = &draft->pool;

    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct evidence_span *span = &pool->spans[i];
        struct str text = source_text(&pool->sources->items[span->source]);

        if (span->at.end > text.len || !str_eq(str_sub(text, span->at.start, span->at.end), span->quote))
            return false;
    }
    return !draft->synthesis.extractive && !draft->synthesis.by_code;
}

/* What a model has written, for who revises it. */
static struct str draft_of(const struct supervisor *x)
{
    return x->drafted && still_stands(&x->draft) ? x->draft.synthesis.body : str("");
}

bool supervisor_may_revise(const struct supervisor *x) { return x->unwritten.len && draft_of(x).len; }

/* Why the draft before stands: a model that failed is a warning, a ceiling something skipped. */
static void tell_kept(struct supervisor *x, int result, const struct error *why)
{
    const char *what = x->try == REVISION ? "revised with the guidance that came after it"
                                          : "rewritten with the findings of the last round";

    if (result == -ERROR_PARSE)
        branch_warn(x->branch, "The report was not %s: %s.", what, why->message);
    else
        branch_skip(x->branch, "The report was not %s: %s.", what,
                    result == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(x->branch));
}

/* Puts what x->writing tells in the place of the draft; when there is no more money or time, a model's draft stays. */
static int write_down(struct supervisor *x, struct error *e)
{
    evidence_forget(&x->draft.pool);
    const struct draft_report before = x->draft;
    x->guided = true;
    x->writing.by_model = x->drafted && still_stands(&before);
    int r = writing_draft(x->branch, supervisor_path(x, "write"), &x->writing, &x->draft, e);
    if ((error_hurries(r) || r == -ERROR_PARSE) && x->writing.by_model) {
        x->draft = before;
        x->ends_early = true;
        tell_kept(x, r, e);
        return 0;
    }
    if (r < 0)
        return r;
    x->unwritten = str("");
    x->drafted = true;
    x->s.report = readable(x);
    return 0;
}

int supervisor_write(struct supervisor *x, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct arena *arena = branch_arena(x->branch);
    bool by_code = role_extractive(x->branch);
    int64_t window, share = by_code ? 0 : fit_budget(x->branch, BUDGET_SYNTHESIS, TIER_COMPLEX, &window);
    size_t *chosen = arena_calloc(arena, x->s.sources.n + 1, sizeof *chosen);
    struct str *findings = arena_calloc(arena, x->s.findings_n + 1, sizeof *findings);
    int r = by_code ? 0 : fit_findings(x, share, findings, e);

    if (r < 0)
        return r;
    x->writing = (struct writing){
        .question = x->s.question,
        .sources = &x->s.sources,
        .chosen = chosen,
        .n = chosen_sources(x, chosen),
        .style = supervisor_styles[settings->depth],
        .conclusion = true,
        .quality = x->s.quality,
        .tried = tried_of(x),
        .tried_n = x->s.queries_n,
    };
    if (!by_code && window > 0 && x->writing.style.max_tokens > window / 4)
        x->writing.style.max_tokens = window / 4; /* what is asked for must find room too */
    if (!by_code) {
        give_findings(x, findings);
        x->writing.notes = notes_of(x, share);
        int64_t left = share - (int64_t) tokens_estimate(x->writing.notes);
        x->writing.guidance = x->drafted ? x->unwritten : x->guidance;
        x->writing.draft = x->try > 0 ? draft_of(x) : str("");
        for (size_t i = 0; i < x->writing.findings_n; i++)
            left -= (int64_t) tokens_estimate(x->writing.findings[i].text);
        x->writing.passage_tokens = left > SPANS_LEAST ? left : SPANS_LEAST;
    }
    r = write_down(x, e);
    if (r == 0 && !by_code && x->s.sources.n)
        take_passages(x, findings);
    return r;
}

int supervisor_revise(struct supervisor *x, struct error *e)
{
    enum pressure pressure;

    x->try = REVISION;
    int r = branch_pressure(x->branch, supervisor_path(x, "budget"), &pressure, e);
    if (r == 0 && (branch_finishing(x->branch) || pressure == PRESSURE_WRITE)) {
        branch_skip(x->branch, "The report was not revised with the guidance that came after it: %s.",
                    branch_finishing(x->branch) ? branch_hurry(x->branch) : "the budget did not allow another report");
        return 0;
    }
    if (r < 0)
        return r;
    x->writing.guidance = x->unwritten;
    x->writing.draft = draft_of(x);
    evidence_forget(&x->draft.pool);
    const struct draft_report before = x->draft;
    supervisor_dispatch(x);
    r = write_down(x, e);
    if (r < 0 && !error_stops_run(r)) { /* a report stands: it is not lost for a wish about it */
        x->draft = before;
        branch_warn(x->branch, "The report was not revised with the guidance that came after it: %s.", e->message);
        r = 0;
    }
    if (r == 0)
        supervisor_hand_back(x);
    return r;
}
