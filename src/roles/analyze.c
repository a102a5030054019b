#include "roles/analyze.h"

#include "extractive/extractive.h"
#include "extractive/rank.h"
#include "roles/role.h"
#include "judge/conflict.h"
#include "text/plain.h"
#include "text/utf8.h"

enum {
    PROMPT_MAX = 4 << 20,
    FINDINGS = 5,
    PER_SOURCE = 2,
    FAR_PERCENT = 40, /* of the best score; what has less is beside the question */
    STATEMENT_LEAST = 25,
    CONFLICTS = 3,
    CONFLICT_LEAST = 500,
    OPENING_CHARACTERS = 2000,
};

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
    FIELD_STR(struct analysis_contradiction, says_a, .max = 500, .help = "what one side says, in a sentence"),
    FIELD_STRS(struct analysis_contradiction, sources_a, .max = 20, .help = "ids on one side"),
    FIELD_STR(struct analysis_contradiction, says_b, .max = 500, .help = "what the other says"),
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

static const struct role role = { "analyze", TIER_ANALYTICAL, analysis_fields, .temperature = 0.3, .max_tokens = 4000 };

/* --- without a model --- */

struct notes {
    struct arena *arena;
    struct question question;
    struct passages passages;
    struct ranking ranking;
    size_t *cluster;
};

static size_t source_at(const struct notes *n, size_t sentence)
{
    return n->passages.items[n->passages.sentences[sentence].passage].source;
}

static struct str id_at(const struct notes *n, size_t sentence)
{
    return n->passages.sources[source_at(n, sentence)].row->id;
}

static void add_finding(struct arena *arena, const struct notes *n, size_t sentence, struct analysis *ret)
{
    struct str text = passage_sentence_text(&n->passages, sentence);
    struct analysis_finding *f = &ret->findings[ret->findings_n++];

    *f = (struct analysis_finding){ .content = str_dup(arena, text), .confidence = CONFIDENCE_MEDIUM };
    str_list_add(arena, &f->source_ids, id_at(n, sentence));
    /* Finds the other sources that say it in the same words. */
    for (size_t i = 0; i < n->passages.sentences_n; i++)
        if (source_at(n, i) != source_at(n, sentence) && str_eq(passage_sentence_text(&n->passages, i), text) &&
            !str_list_has(&f->source_ids, id_at(n, i)))
            str_list_add(arena, &f->source_ids, id_at(n, i));
    if (f->source_ids.n > 1)
        f->confidence = CONFIDENCE_HIGH;
}

/* Running text that states something; tables and code are no findings. */
static bool is_statement(const struct notes *n, size_t sentence)
{
    unsigned char kind = n->passages.sentences[sentence].kind;

    return kind != TEXT_ROW && kind != TEXT_CODE &&
           passage_sentence_text(&n->passages, sentence).len >= STATEMENT_LEAST;
}

static bool is_new(const struct notes *n, const struct analysis *a, size_t sentence)
{
    for (size_t i = 0; i < a->findings_n; i++)
        if (str_eq(a->findings[i].content, passage_sentence_text(&n->passages, sentence)))
            return false;
    return true;
}

/* The best sentences, at most two of a source. */
static void add_findings(struct arena *arena, const struct notes *n, size_t most, struct analysis *ret)
{
    size_t *taken = arena_calloc(n->arena, n->passages.sources_n + 1, sizeof *taken);

    ret->findings = arena_calloc(arena, most + 1, sizeof *ret->findings);
    for (size_t i = 0; i < n->ranking.n && ret->findings_n < most; i++) {
        const struct ranked *c = &n->ranking.pool[i];

        if (c->score * 100 < n->ranking.pool[0].score * FAR_PERCENT)
            break;
        if (!is_statement(n, c->sentence) || taken[source_at(n, c->sentence)] >= PER_SOURCE ||
            !is_new(n, ret, c->sentence))
            continue;
        taken[source_at(n, c->sentence)]++;
        add_finding(arena, n, c->sentence, ret);
    }
}

/* The best sentences: where figures and statements clash. */
static void add_contradictions(struct arena *arena, const struct notes *n, struct analysis *ret)
{
    size_t *picks = arena_calloc(n->arena, RANK_POOL, sizeof *picks),
           *clusters = arena_calloc(n->arena, RANK_POOL, sizeof *clusters), count = 0;
    struct str *texts = arena_calloc(n->arena, RANK_POOL, sizeof *texts);
    struct conflict *conflicts;

    for (size_t i = 0; i < n->ranking.n; i++) {
        size_t sentence = n->ranking.pool[i].sentence;

        if (!is_statement(n, sentence))
            continue;
        picks[count] = sentence;
        texts[count] = passage_sentence_text(&n->passages, sentence);
        clusters[count++] = n->cluster[source_at(n, sentence)];
    }
    size_t found = conflicts_of(n->arena, texts, clusters, count, CONFLICTS, &conflicts);
    ret->contradictions = arena_calloc(arena, found + 1, sizeof *ret->contradictions);
    for (size_t i = 0; i < found && conflicts[i].strength >= CONFLICT_LEAST; i++) {
        size_t a = conflicts[i].a, b = conflicts[i].b;
        bool figures = conflicts[i].kind == CONFLICT_NUMBER || conflicts[i].kind == CONFLICT_DATE;
        struct analysis_contradiction *c = &ret->contradictions[ret->contradictions_n++];

        *c = (struct analysis_contradiction){
            .description = str_format(arena, "\"%.*s\" against \"%.*s\"", STR_ARG(texts[a]), STR_ARG(texts[b])),
            .says_a = str_dup(arena, texts[a]),
            .says_b = str_dup(arena, texts[b]),
            .severity = figures ? SEVERITY_MINOR : SEVERITY_MAJOR,
        };
        str_list_add(arena, &c->sources_a, id_at(n, picks[a]));
        str_list_add(arena, &c->sources_b, id_at(n, picks[b]));
    }
}

/* What the question names and no sentence speaks of. */
static void add_gaps(struct arena *arena, const struct notes *n, struct analysis *ret)
{
    struct str *texts = arena_calloc(n->arena, n->passages.sentences_n + 1, sizeof *texts);
    struct str_list phrases = { 0 };

    for (size_t i = 0; i < n->passages.sentences_n; i++)
        texts[i] = passage_sentence_text(&n->passages, i);
    question_gaps(n->arena, &n->question, texts, n->passages.sentences_n, &phrases);
    ret->gaps = arena_calloc(arena, phrases.n + 1, sizeof *ret->gaps);
    for (size_t i = 0; i < phrases.n; i++) {
        struct analysis_gap *gap = &ret->gaps[ret->gaps_n++];

        *gap = (struct analysis_gap){ .description = str_format(arena, "No source speaks of %.*s.",
                                                                STR_ARG(phrases.items[i])),
                                      .priority = (int64_t) i + 1 };
        str_list_add(arena, &gap->suggested_queries, str_dup(arena, phrases.items[i]));
    }
}

void analyze_extractive(struct arena *arena, const struct analysis_input *input, size_t most, struct analysis *ret)
{
    struct arena *scratch = arena_new();
    struct notes *n = arena_alloc(scratch, sizeof *n);
    const struct source_row **rows = arena_calloc(scratch, input->n + 1, sizeof *rows);

    *ret = (struct analysis){ 0 };
    n->arena = scratch;
    for (size_t i = 0; i < input->n; i++)
        rows[i] = input->sources[i].row;
    question_read(scratch, input->question, &n->question);
    passages_read(scratch, rows, input->n, &n->passages);
    n->cluster = passages_clusters(scratch, &n->passages);
    rank(scratch, &n->question, &n->passages, &n->ranking);
    add_findings(arena, n, most, ret);
    add_contradictions(arena, n, ret);
    add_gaps(arena, n, ret);
    arena_free(scratch);
}

static bool has_finding(const struct analysis *a, struct str source)
{
    for (size_t i = 0; i < a->findings_n; i++)
        if (str_list_has(&a->findings[i].source_ids, source))
            return true;
    return false;
}

/* The first sentence that states something, else the first line. */
static struct str opening_of(struct arena *arena, struct str text)
{
    struct sentences sentences = { 0 };
    struct str first = str("");

    sentences_of(arena, utf8_cut(text, OPENING_CHARACTERS), &sentences);
    for (size_t i = 0; i < sentences.n; i++) {
        struct str one = str_trim(str_sub(text, sentences.items[i].start, sentences.items[i].end));

        first = first.len ? first : one;
        if (one.len >= STATEMENT_LEAST && one.data[0] != '#' && one.data[0] != '|')
            return one;
    }
    return first;
}

/* In the place of an answer that could not be read: the sentences nearest to the question. Where there are hardly any,
 * another language or a table, what the sources begin with; what is missing in them cannot be told by code then. */
static void analyze_passages(struct arena *arena, const struct analysis_input *input, struct analysis *ret)
{
    struct analysis_finding *all = arena_calloc(arena, FINDINGS + 1, sizeof *all);

    analyze_extractive(arena, input, FINDINGS, ret);
    if (ret->findings_n > 1)
        return;
    for (size_t i = 0; i < ret->findings_n; i++)
        all[i] = ret->findings[i];
    ret->findings = all;
    for (size_t i = 0; i < input->n && ret->findings_n < FINDINGS; i++) {
        const struct source_row *row = input->sources[i].row;
        struct str opening = opening_of(arena, source_text(row));

        if (opening.len < 3 || has_finding(ret, row->id))
            continue;
        struct analysis_finding *f = &ret->findings[ret->findings_n++];
        *f = (struct analysis_finding){ .content = opening, .confidence = CONFIDENCE_LOW };
        str_list_add(arena, &f->source_ids, row->id);
    }
    ret->gaps_n = 0;
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
        buf_format(&text, "Content: %.*s\n\n", STR_ARG(s->content));
    }
    return buf_take(&text, arena);
}

static const struct template_value *values_of(struct branch *branch, struct arena *scratch,
                                              const struct analysis_input *input)
{
    const struct template_value all[] = {
        INPUT(question),
        INPUT(brief),
        INPUT(guidance),
        { "gaps", input->open_gaps },
        INPUT(known),
        INPUT(disputes),
        { "sources", sources_text(scratch, input) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };

    return arena_copy(scratch, all, sizeof all);
}

/* What a batch comes to when the model could not serve. */
static int fall_back(struct branch *branch, const struct analysis_input *input, const struct role_question *asked,
                     struct analysis *ret)
{
    switch (asked->result) {
    case -ERROR_PARSE:
        branch_warn(branch, "An analysis by the model %s, so sentences of its sources became the findings.",
                    role_unused(branch, &asked->error));
        analyze_passages(branch_arena(branch), input, ret);
        return 0;
    case -ERROR_BUDGET:
        branch_skip(branch, "Some sources were analysed without a model: the budget did not allow the call.");
        analyze_extractive(branch_arena(branch), input, FINDINGS, ret);
        return 0;
    case -ERROR_FINISH: analyze_extractive(branch_arena(branch), input, FINDINGS, ret); return 0;
    default: return asked->result;
    }
}

/* What people read of it, without signs of Markdown. */
static void make_plain(struct arena *arena, struct analysis *a)
{
    for (size_t i = 0; i < a->findings_n; i++)
        a->findings[i].content = text_plain_line(arena, a->findings[i].content);
    for (size_t i = 0; i < a->gaps_n; i++)
        a->gaps[i].description = text_plain_line(arena, a->gaps[i].description);
    for (size_t i = 0; i < a->contradictions_n; i++) {
        struct analysis_contradiction *c = &a->contradictions[i];

        c->description = text_plain_line(arena, c->description);
        c->says_a = text_plain_line(arena, c->says_a);
        c->says_b = text_plain_line(arena, c->says_b);
    }
}

int role_analyze(struct branch *branch, struct path path, const struct analyses *all, struct error *e)
{
    const struct analysis_input *inputs = all->inputs;
    struct analysis *ret = all->ret;
    int *results = all->results;
    size_t n = all->n;

    if (role_extractive(branch)) {
        for (size_t i = 0; i < n; i++) {
            size_t most = inputs[i].n / 2 < FINDINGS ? FINDINGS : inputs[i].n / 2;

            analyze_extractive(branch_arena(branch), &inputs[i], most, &ret[i]);
            results[i] = 0;
        }
        return 0;
    }
    struct arena *scratch = arena_new();
    struct role_question *questions = arena_calloc(scratch, n + 1, sizeof *questions);
    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct analysis){ 0 };
        questions[i] = (struct role_question){ .values = values_of(branch, scratch, &inputs[i]), .ret = &ret[i] };
    }
    int r = role_ask_all(branch, path, &(struct role_questions){ .role = &role, .items = questions, .n = n }, e);
    for (size_t i = 0; r == 0 && i < n; i++) {
        results[i] = questions[i].result < 0 ? fall_back(branch, &inputs[i], &questions[i], &ret[i]) : 0;
        if (questions[i].result >= 0)
            make_plain(branch_arena(branch), &ret[i]);
        if (all->errors)
            all->errors[i] = questions[i].error;
    }
    arena_free(scratch);
    return r;
}
