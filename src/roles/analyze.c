#include "roles/analyze.h"

#include "extractive/draft.h"
#include "roles/role.h"
#include "judge/conflict.h"
#include "text/utf8.h"

enum { PROMPT_MAX = 4 << 20, FINDINGS = 5, CONFLICTS = 3, CONFLICT_POOL = 120, CONFLICT_LEAST = 500, SNIPPET = 300 };

const char *const confidence_words[] = { "low", "medium", "high", "confirmed", "speculation", NULL };
const char *const source_quality_words[] = { "low", "medium", "high", "unknown", NULL };
static const char *const severity_words[] = { "minor", "major", NULL };

static const struct field finding_fields[] = {
    FIELD_STR(struct analysis_finding, content, .required = true, .min = 3, .max = 1500,
              .help = "one thing the sources say"),
    FIELD_ENUM(struct analysis_finding, confidence, confidence_words, .help = "how sure it is"),
    FIELD_STRS(struct analysis_finding, source_ids, .max = 50, .help = "ids of the sources it rests on"),
    FIELD_STR(struct analysis_finding, category, .max = 100, .help = "its theme"), FIELD_END
};
static const struct field gap_fields[] = {
    FIELD_STR(struct analysis_gap, description, .required = true, .min = 3, .max = 500, .help = "what is missing"),
    FIELD_STRS(struct analysis_gap, suggested_queries, .max = 5, .help = "searches that could fill it"),
    FIELD_INT(struct analysis_gap, priority, .min = 1, .max = 10, .help = "1 matters most"), FIELD_END
};
static const struct field quality_fields[] = { FIELD_STR(struct analysis_quality, source_id, .required = true,
                                                         .help = "the source"),
                                               FIELD_ENUM(struct analysis_quality, quality, source_quality_words,
                                                          .required = true, .help = "how far it can be relied on"),
                                               FIELD_END };
static const struct field contradiction_fields[] = {
    FIELD_STR(struct analysis_contradiction, description, .required = true, .min = 3, .max = 800,
              .help = "what they disagree on"),
    FIELD_STRS(struct analysis_contradiction, sources_a, .max = 20, .help = "ids on one side"),
    FIELD_STRS(struct analysis_contradiction, sources_b, .max = 20, .help = "ids on the other"),
    FIELD_ENUM(struct analysis_contradiction, severity, severity_words, .help = "does it change the answer?"),
    FIELD_STR(struct analysis_contradiction, preferred_source, .max = 40, .help = "id of the one to rely on, or empty"),
    FIELD_STR(struct analysis_contradiction, resolution, .max = 800, .help = "what explains it, or empty"),
    FIELD_END
};
static const struct field analysis_fields[] = {
    FIELD_LIST(struct analysis, findings, findings_n, struct analysis_finding, finding_fields, .required = true,
               .max = 20, .help = "what the sources say"),
    FIELD_LIST(struct analysis, gaps, gaps_n, struct analysis_gap, gap_fields, .max = 5,
               .help = "what they leave open"),
    FIELD_LIST(struct analysis, contradictions, contradictions_n, struct analysis_contradiction, contradiction_fields,
               .max = 10, .help = "where they disagree"),
    FIELD_LIST(struct analysis, quality_updates, quality_n, struct analysis_quality, quality_fields, .max = 50,
               .help = "the sources judged"),
    FIELD_STRS(struct analysis, addressed_gaps, .max = 50, .help = "ids of open gaps that are closed now"),
    FIELD_END
};

static const struct role role = {
    .name = "analyze",
    .tier = TIER_ANALYTICAL,
    .answer = analysis_fields,
    .temperature = 0.3,
    .max_tokens = 4000,
};

/* --- without a model --- */

static void add_finding(struct arena *arena, const struct draft *w, size_t at, struct analysis *ret)
{
    const struct candidate *c = &w->candidates[at];
    struct analysis_finding *f = &ret->findings[ret->findings_n++];

    *f = (struct analysis_finding){ .content = str_dup(arena, w->texts[at]), .confidence = CONFIDENCE_MEDIUM };
    str_list_add(arena, &f->source_ids, w->sources[c->source]->id);
    /* Who else says it in the same words. */
    for (size_t i = 0; i < w->n; i++)
        if (w->candidates[i].source != c->source && str_eq(w->texts[i], w->texts[at]))
            str_list_add(arena, &f->source_ids, w->sources[w->candidates[i].source]->id);
    if (f->source_ids.n > 1)
        f->confidence = CONFIDENCE_HIGH;
}

static void add_findings(struct arena *arena, struct draft *w, size_t most, struct analysis *ret)
{
    const struct select_settings settings = { .most = most, .per_source = 2, .least = draft_least(w, 40) };
    size_t *picks = arena_calloc(w->arena, most + 1, sizeof *picks);
    size_t n = select_pick(w->arena, &w->question, w->items, w->n, &settings, picks);

    ret->findings = arena_calloc(arena, n + 1, sizeof *ret->findings);
    for (size_t i = 0; i < n; i++)
        add_finding(arena, w, picks[i], ret);
}

/* The best sentences, best first, one another's company: where figures and statements clash. */
static void add_contradictions(struct arena *arena, struct draft *w, struct analysis *ret)
{
    const struct select_settings settings = { .most = CONFLICT_POOL, .least = draft_least(w, 40), .variety = 1 };
    size_t *picks = arena_calloc(w->arena, CONFLICT_POOL, sizeof *picks),
           *clusters = arena_calloc(w->arena, CONFLICT_POOL, sizeof *clusters);
    struct str *texts = arena_calloc(w->arena, CONFLICT_POOL, sizeof *texts);
    size_t n = select_pick(w->arena, &w->question, w->items, w->n, &settings, picks);
    struct conflict *conflicts;

    for (size_t i = 0; i < n; i++) {
        texts[i] = w->texts[picks[i]];
        clusters[i] = w->candidates[picks[i]].cluster;
    }
    size_t found = conflicts_of(w->arena, texts, clusters, n, CONFLICTS, &conflicts);
    ret->contradictions = arena_calloc(arena, found + 1, sizeof *ret->contradictions);
    for (size_t i = 0; i < found; i++) {
        size_t a = picks[conflicts[i].a], b = picks[conflicts[i].b];

        if (conflicts[i].strength < CONFLICT_LEAST)
            break;
        struct analysis_contradiction *c = &ret->contradictions[ret->contradictions_n++];
        *c = (struct analysis_contradiction){
            .description = str_format(arena, "\"%.*s\" against \"%.*s\"", STR_ARG(w->texts[a]), STR_ARG(w->texts[b])),
            .severity = conflicts[i].kind == CONFLICT_NUMBER || conflicts[i].kind == CONFLICT_DATE ? SEVERITY_MINOR
                                                                                                   : SEVERITY_MAJOR,
        };
        str_list_add(arena, &c->sources_a, w->sources[w->candidates[a].source]->id);
        str_list_add(arena, &c->sources_b, w->sources[w->candidates[b].source]->id);
    }
}

/* What the question names and no sentence speaks of. */
static void add_gaps(struct arena *arena, struct draft *w, struct analysis *ret)
{
    struct str_list phrases = { 0 };

    question_gaps(w->arena, &w->question, w->texts, w->n, &phrases);
    ret->gaps = arena_calloc(arena, phrases.n + 1, sizeof *ret->gaps);
    for (size_t i = 0; i < phrases.n; i++) {
        struct analysis_gap *gap = &ret->gaps[ret->gaps_n++];

        *gap = (struct analysis_gap){ .description = str_format(arena, "No source speaks of %.*s.",
                                                                STR_ARG(phrases.items[i])),
                                      .priority = (int64_t) i + 1 };
        str_list_add(arena, &gap->suggested_queries, str_dup(arena, phrases.items[i]));
        struct str both = extract_combined(arena, phrases.items[i], w->question.text);
        if (!str_eq(both, phrases.items[i]))
            str_list_add(arena, &gap->suggested_queries, both);
    }
}

void analyze_extractive(struct arena *arena, const struct analysis_input *input, size_t most, struct analysis *ret)
{
    struct draft w = { .arena = arena_new(), .sources_n = input->n };
    const struct source_row **rows = arena_calloc(w.arena, input->n + 1, sizeof *rows);

    *ret = (struct analysis){ 0 };
    for (size_t i = 0; i < input->n; i++)
        rows[i] = input->sources[i].row;
    w.sources = rows;
    question_read(w.arena, input->question, &w.question);
    draft_cluster(&w);
    draft_collect(&w);
    draft_names(&w);
    draft_score(&w, &w.question, w.items);
    for (size_t i = 0; i < w.n; i++)
        w.best = w.items[i].score > w.best ? w.items[i].score : w.best;
    add_findings(arena, &w, most, ret);
    add_contradictions(arena, &w, ret);
    add_gaps(arena, &w, ret);
    arena_free(w.arena);
}

/* --- with one --- */

static struct str sources_text(struct arena *arena, const struct analysis_input *input)
{
    struct buf text;

    buf_init(&text, PROMPT_MAX);
    for (size_t i = 0; i < input->n; i++) {
        const struct analysis_source *s = &input->sources[i];

        buf_format(&text, "Source %zu (ID: %.*s, quality: %s)\nTitle: %.*s\nURL: %.*s\n", i + 1, STR_ARG(s->row->id),
                   source_quality_words[s->quality], STR_ARG(s->row->title), STR_ARG(s->row->url));
        if (s->row->date.len)
            buf_format(&text, "Date: %.*s\n", STR_ARG(s->row->date));
        if (s->row->snippet.len && s->row->text.len)
            buf_format(&text, "Snippet: %.*s\n", STR_ARG(utf8_cut(s->row->snippet, SNIPPET)));
        buf_format(&text, "Content: %.*s\n\n", STR_ARG(s->content));
    }
    return buf_take(&text, arena);
}

static const struct template_value *values_of(struct branch *branch, struct arena *scratch,
                                              const struct analysis_input *input)
{
    const struct template_value all[] = {
        { "question", input->question },
        { "brief", input->brief },
        { "guidance", input->guidance },
        { "gaps", input->open_gaps },
        { "sources", sources_text(scratch, input) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };

    return arena_copy(scratch, all, sizeof all);
}

/* What a batch comes to when the model could not serve. */
static int fall_back(struct branch *branch, const struct analysis_input *input, int result, struct analysis *ret)
{
    switch (result) {
    case -ERROR_PARSE:
        branch_warn(branch,
                    "An analysis of the model could not be read; the best sentence of its sources became the finding.");
        analyze_extractive(branch_arena(branch), input, 1, ret);
        return 0;
    case -ERROR_BUDGET:
        branch_skip(branch, "Some sources were analysed without a model: the budget did not allow the call.");
        analyze_extractive(branch_arena(branch), input, FINDINGS, ret);
        return 0;
    case -ERROR_FINISH: analyze_extractive(branch_arena(branch), input, FINDINGS, ret); return 0;
    default: return result;
    }
}

int role_analyze(struct branch *branch, struct path path, const struct analysis_input *inputs, size_t n,
                 struct analysis *ret, int results[], struct error errors[], struct error *e)
{
    if (role_extractive(branch)) {
        for (size_t i = 0; i < n; i++) {
            size_t most = inputs[i].n / 2 < FINDINGS ? FINDINGS : inputs[i].n / 2;

            analyze_extractive(branch_arena(branch), &inputs[i], most, &ret[i]);
            results[i] = 0;
        }
        return 0;
    }
    struct arena *scratch = arena_new();
    const struct template_value **values = arena_calloc(scratch, n + 1, sizeof *values);
    void **answers = arena_calloc(scratch, n + 1, sizeof *answers);
    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct analysis){ 0 };
        values[i] = values_of(branch, scratch, &inputs[i]);
        answers[i] = &ret[i];
    }
    int r = role_ask_each(branch, path, &role, 0, values, n, answers, results, errors, e);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (results[i] < 0)
            results[i] = fall_back(branch, &inputs[i], results[i], &ret[i]);
    arena_free(scratch);
    return r;
}
