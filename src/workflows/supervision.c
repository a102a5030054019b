#include "workflows/supervision.h"

#include <stdlib.h>
#include <string.h>

#include "judge/alike.h"
#include "roles/refine.h"
#include "text/counts.h"
#include "text/utf8.h"
#include "text/words.h"

/* Least numbers of the gates. */
enum { QUERIES_LEAST = 2, QUERY_CHARACTERS = 10, SOURCES_LEAST = 3, FINDINGS_LEAST = 2, REPORT_CHARACTERS = 100 };

const char *const phase_words[] = { "idle",     "planning",   "gathering", "analysis", "synthesis",
                                    "decision", "refinement", "completed", "aborted",  NULL };
const char *const agent_words[] = { "supervisor", "planner", "gatherer",   "analyzer",   "synthesizer",
                                    "supervisor", "refiner", "supervisor", "supervisor", NULL };
const char *const query_status_words[] = { "pending", "completed", "failed", NULL };

/* --- transitions --- */

static bool when_started(const struct circumstances *c) { return c->starts; }
static bool when_resumed(const struct circumstances *c) { return c->resumes; }
static bool when_finished(const struct circumstances *c) { return c->finished && !c->aborted; }
static bool when_something_new(const struct circumstances *c) { return when_finished(c) && !c->nothing_new; }
static bool when_nothing_new(const struct circumstances *c) { return when_finished(c) && c->nothing_new; }
static bool when_aborted(const struct circumstances *c) { return c->aborted; }

static bool when_gaps_and_room(const struct circumstances *c)
{
    return !c->aborted && !c->ends_early && c->gaps > 0 && c->iteration < c->max_iterations;
}

static bool when_over(const struct circumstances *c) { return !c->aborted && !when_gaps_and_room(c); }
static bool when_done(const struct circumstances *c) { return when_over(c) && !c->unwritten; }
static bool when_over_unwritten(const struct circumstances *c) { return when_over(c) && c->unwritten; }
static bool when_untried(const struct circumstances *c) { return !c->aborted && !c->ends_early && c->untried > 0; }
static bool when_exhausted(const struct circumstances *c) { return !c->aborted && !when_untried(c) && !c->unwritten; }
static bool when_exhausted_unwritten(const struct circumstances *c)
{
    return !c->aborted && !when_untried(c) && c->unwritten;
}
static bool when_written(const struct circumstances *c) { return when_finished(c) && !c->revised; }
static bool when_revised(const struct circumstances *c) { return when_finished(c) && c->revised; }

static const struct transition {
    enum phase from, to;
    bool (*when)(const struct circumstances *c);
} transitions[] = {
    { PHASE_IDLE, PHASE_PLANNING, when_started },
    { PHASE_IDLE, PHASE_PLANNING, when_resumed }, /* the journal leads to where it stopped */
    { PHASE_IDLE, PHASE_GATHERING, when_resumed },
    { PHASE_IDLE, PHASE_ANALYSIS, when_resumed },
    { PHASE_IDLE, PHASE_SYNTHESIS, when_resumed },
    { PHASE_IDLE, PHASE_REFINEMENT, when_resumed },
    /* one round */
    { PHASE_PLANNING, PHASE_GATHERING, when_finished },
    { PHASE_GATHERING, PHASE_ANALYSIS, when_something_new },
    { PHASE_GATHERING, PHASE_DECISION, when_nothing_new }, /* the report would say the same once more */
    { PHASE_ANALYSIS, PHASE_SYNTHESIS, when_finished },
    { PHASE_SYNTHESIS, PHASE_DECISION, when_written },
    { PHASE_SYNTHESIS, PHASE_COMPLETED, when_revised },
    /* another one, or the end */
    { PHASE_DECISION, PHASE_REFINEMENT, when_gaps_and_room },
    { PHASE_DECISION, PHASE_COMPLETED, when_done },
    { PHASE_DECISION, PHASE_SYNTHESIS, when_over_unwritten }, /* the writer revises */
    { PHASE_REFINEMENT, PHASE_GATHERING, when_untried },
    { PHASE_REFINEMENT, PHASE_COMPLETED, when_exhausted },
    { PHASE_REFINEMENT, PHASE_SYNTHESIS, when_exhausted_unwritten },
    /* stopped */
    { PHASE_PLANNING, PHASE_ABORTED, when_aborted },
    { PHASE_GATHERING, PHASE_ABORTED, when_aborted },
    { PHASE_ANALYSIS, PHASE_ABORTED, when_aborted },
    { PHASE_SYNTHESIS, PHASE_ABORTED, when_aborted },
    { PHASE_DECISION, PHASE_ABORTED, when_aborted },
    { PHASE_REFINEMENT, PHASE_ABORTED, when_aborted },
    { PHASE_ABORTED, PHASE_IDLE, when_resumed },
};

bool phase_may(enum phase from, enum phase to, const struct circumstances *c)
{
    for (size_t i = 0; i < sizeof transitions / sizeof *transitions; i++)
        if (transitions[i].from == from && transitions[i].to == to && transitions[i].when(c))
            return true;
    return false;
}

enum phase phase_next(enum phase from, const struct circumstances *c)
{
    for (size_t i = 0; i < sizeof transitions / sizeof *transitions; i++)
        if (transitions[i].from == from && transitions[i].when(c))
            return transitions[i].to;
    return from;
}

/* --- counting --- */

size_t findings_confident(const struct supervision *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->findings_n; i++)
        n += s->findings[i].confidence == CONFIDENCE_HIGH || s->findings[i].confidence == CONFIDENCE_CONFIRMED;
    return n;
}

size_t sources_of_quality(const struct supervision *s, int quality)
{
    size_t n = 0;

    for (size_t i = 0; i < s->judged; i++)
        n += s->quality[i] == quality;
    return n;
}

size_t gaps_open(const struct supervision *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->gaps_n; i++)
        n += !s->gaps[i].addressed;
    return n;
}

size_t queries_done(const struct supervision *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->queries_n; i++)
        n += s->queries[i].status == QUERY_COMPLETED;
    return n;
}

bool query_tried(const struct supervision *s, struct str query)
{
    for (size_t i = 0; i < s->queries_n; i++)
        if (str_eq_nocase(str_trim(s->queries[i].query), str_trim(query)))
            return true;
    return false;
}

size_t *findings_by_firmness(struct arena *arena, const struct supervision *s)
{
    static const int firmness[] = { CONFIDENCE_CONFIRMED, CONFIDENCE_HIGH, CONFIDENCE_MEDIUM, CONFIDENCE_LOW,
                                    CONFIDENCE_SPECULATION };
    size_t *order = arena_calloc(arena, s->findings_n + 1, sizeof *order), n = 0;

    for (size_t c = 0; c < sizeof firmness / sizeof *firmness; c++)
        for (size_t i = 0; i < s->findings_n; i++)
            if (s->findings[i].confidence == firmness[c])
                order[n++] = i;
    return order;
}

size_t sources_fresh(const struct supervision *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->judged; i++)
        n += s->added[i] == s->iteration && !s->copy[i];
    return n;
}

static size_t sources_cited(struct arena *arena, const struct supervision *s)
{
    bool *cited = arena_calloc(arena, s->sources.n + 1, sizeof *cited);
    size_t n = 0;

    for (size_t f = 0; f < s->findings_n; f++)
        for (size_t k = 0; k < s->findings[f].sources_n; k++)
            cited[s->findings[f].sources[k]] = true;
    for (size_t i = 0; i < s->sources.n; i++)
        n += cited[i];
    return n;
}

int confidence_cap(const struct supervision *s, const struct research_finding *f, int said)
{
    size_t independent = 0, high = 0, sound = 0;

    for (size_t i = 0; i < f->sources_n; i++) {
        bool seen = false;

        for (size_t k = 0; k < i && !seen; k++)
            seen = s->cluster[f->sources[k]] == s->cluster[f->sources[i]];
        independent += !seen;
        high += s->quality[f->sources[i]] == QUALITY_HIGH;
        sound += s->quality[f->sources[i]] != QUALITY_LOW;
    }
    if (said == CONFIDENCE_SPECULATION || f->sources_n == 0)
        return CONFIDENCE_SPECULATION;
    int cap = independent >= 3 && high ? CONFIDENCE_CONFIRMED
              : independent >= 2       ? CONFIDENCE_HIGH
              : sound                  ? CONFIDENCE_MEDIUM
                                       : CONFIDENCE_LOW;
    return said < cap ? said : cap;
}

/* --- gates --- */

static void issue(struct arena *arena, struct gate *gate, bool mendable, struct str text)
{
    str_list_add(arena, &gate->issues, text);
    gate->valid = false;
    gate->mendable = gate->mendable || mendable;
}

static int64_t at_most_ten(int64_t tenths) { return tenths < 100 ? tenths : 100; }

static void gate_planning(struct arena *arena, const struct supervision *s, struct gate *ret)
{
    size_t least = s->max_sub_queries < QUERIES_LEAST ? s->max_sub_queries : QUERIES_LEAST;

    if (s->queries_n < least)
        issue(arena, ret, true, str_format(arena, "Too few sub-queries: %zu (at least %zu)", s->queries_n, least));
    if (s->queries_n > s->max_sub_queries)
        issue(arena, ret, false,
              str_format(arena, "Too many sub-queries: %zu (at most %zu)", s->queries_n, s->max_sub_queries));
    if (str_empty(str_trim(s->brief)))
        issue(arena, ret, true, str("There is no research brief"));
    for (size_t i = 0; i < s->queries_n; i++)
        if (utf8_count(s->queries[i].query) < QUERY_CHARACTERS)
            issue(arena, ret, false, str_format(arena, "A sub-query is too short: %.*s", STR_ARG(s->queries[i].query)));
    ret->score = at_most_ten((int64_t) s->queries_n * 25);
}

static void gate_gathering(struct arena *arena, const struct supervision *s, struct gate *ret)
{
    size_t done = queries_done(s);
    size_t least = s->most_sources && s->most_sources < SOURCES_LEAST ? s->most_sources : SOURCES_LEAST;

    if (s->sources.n < least)
        issue(arena, ret, true, str_format(arena, "Too few sources: %zu (at least %zu)", s->sources.n, least));
    if (s->sources.n > 0 && sources_of_quality(s, QUALITY_HIGH) == 0)
        issue(arena, ret, false, str("No source of high quality"));
    if (done * 2 < s->queries_n)
        issue(arena, ret, false, str_format(arena, "Few sub-queries were completed: %zu of %zu", done, s->queries_n));
    ret->score = at_most_ten((int64_t) s->sources.n * 15);
}

static void gate_analysis(struct arena *arena, const struct supervision *s, struct gate *ret)
{
    size_t high = findings_confident(s), cited = sources_cited(arena, s), sources = s->sources.n ? s->sources.n : 1;

    if (s->findings_n < FINDINGS_LEAST)
        issue(arena, ret, true,
              str_format(arena, "Too few findings: %zu (at least %d)", s->findings_n, FINDINGS_LEAST));
    if (s->findings_n > 0 && high == 0)
        issue(arena, ret, false, str("No finding of high confidence"));
    if (cited * 10 < sources * 3)
        issue(arena, ret, false,
              str_format(arena, "Few sources stand behind the findings: %zu %%", cited * 100 / sources));
    ret->score = at_most_ten((int64_t) (s->findings_n * 2 + high) * 10);
}

static void gate_synthesis(struct arena *arena, const struct supervision *s, struct gate *ret)
{
    size_t length = utf8_count(s->report);

    if (length == 0) {
        issue(arena, ret, true, str("There is no report"));
        return;
    }
    if (length < REPORT_CHARACTERS)
        issue(arena, ret, false,
              str_format(arena, "The report is too short: %zu characters (at least %d)", length, REPORT_CHARACTERS));
    if (!str_contains(s->report, "##"))
        issue(arena, ret, false, str("The report has no sections"));
    ret->score = at_most_ten((int64_t) length / 50);
}

static void gate_refinement(struct arena *arena, const struct supervision *s, struct gate *ret)
{
    size_t open = gaps_open(s);

    /* Informative: it always passes. */
    if (open > 0 && s->iteration >= s->max_iterations)
        str_list_add(arena, &ret->issues,
                     str_format(arena, "%.*s open and no further iteration is allowed",
                                STR_ARG(text_counted(arena, (int64_t) open, "gap is", "gaps are"))));
    ret->score = open < 5 ? 100 - (int64_t) open * 20 : 0;
}

void gate_check(struct arena *arena, const struct supervision *s, enum phase phase, struct gate *ret)
{
    *ret = (struct gate){ .valid = true };
    switch (phase) {
    case PHASE_PLANNING: gate_planning(arena, s, ret); break;
    case PHASE_GATHERING: gate_gathering(arena, s, ret); break;
    case PHASE_ANALYSIS: gate_analysis(arena, s, ret); break;
    case PHASE_SYNTHESIS: gate_synthesis(arena, s, ret); break;
    case PHASE_REFINEMENT: gate_refinement(arena, s, ret); break;
    default: break;
    }
}

/* A list of the sources has copies left out. */
static struct str copies_words(struct arena *arena, const struct supervision *s)
{
    int64_t n = 0;

    for (size_t i = 0; i < s->judged; i++)
        n += s->copy[i];
    return n ? str_format(arena, " (%.*s of another left out)", STR_ARG(text_counted(arena, n, "copy", "copies")))
             : str("");
}

struct str reflection_prompt(struct arena *arena, const struct supervision *s, enum phase phase)
{
    switch (phase) {
    case PHASE_PLANNING:
        return str_format(arena, "The plan has %.*s and %s. Do they cover the question? What is left out?",
                          STR_ARG(text_counted(arena, (int64_t) s->queries_n, "sub-query", "sub-queries")),
                          s->brief.len ? "a brief" : "no brief");
    case PHASE_GATHERING:
        return str_format(
            arena,
            "%.*s collected%.*s, %zu of high and %zu of low quality. Are they varied enough? Can they be relied on?",
            STR_ARG(text_counted(arena, (int64_t) s->sources.n, "source was", "sources were")),
            STR_ARG(copies_words(arena, s)), sources_of_quality(s, QUALITY_HIGH), sources_of_quality(s, QUALITY_LOW));
    case PHASE_ANALYSIS:
        return str_format(
            arena, "%.*s (%zu firm), %.*s, %.*s. Are the findings well supported? Which gap matters?",
            STR_ARG(text_counted(arena, (int64_t) s->findings_n, "finding", "findings")), findings_confident(s),
            STR_ARG(text_counted(arena, (int64_t) gaps_open(s), "open gap", "open gaps")),
            STR_ARG(text_counted(arena, (int64_t) s->contradictions.n, "contradiction", "contradictions")));
    case PHASE_SYNTHESIS:
        return str_format(
            arena,
            "The report has %zu characters; iteration %zu of %zu. Does it answer the question? Does it need another "
            "round?",
            utf8_count(s->report), s->iteration, s->max_iterations);
    case PHASE_REFINEMENT:
        return str_format(arena, "%zu of %.*s closed. Is another round worth it?", s->gaps_n - gaps_open(s),
                          STR_ARG(text_counted(arena, (int64_t) s->gaps_n, "gap is", "gaps are")));
    default: return str("");
    }
}

/* --- changing --- */

bool supervision_add_query(struct arena *arena, struct supervision *s, struct str id, struct str query,
                           struct str rationale, int64_t priority)
{
    query = str_trim(query);
    if (query.len == 0 || query_tried(s, query))
        return false;
    s->queries = arena_grow(arena, s->queries, &s->queries_capacity, s->queries_n + 1, sizeof *s->queries);
    s->queries[s->queries_n++] = (struct research_query){
        .id = id,
        .query = query,
        .rationale = rationale,
        .priority = priority,
        .iteration = s->iteration,
    };
    return true;
}

/* The higher of two confidences; speculation is the lowest. */
static int surer(int a, int b)
{
    if (a == CONFIDENCE_SPECULATION || b == CONFIDENCE_SPECULATION)
        return a == CONFIDENCE_SPECULATION ? b : a;
    return a > b ? a : b;
}

size_t supervision_add_finding(struct arena *arena, struct supervision *s, struct str id,
                               const struct research_finding *finding)
{
    struct str plain = text_bare(arena, finding->content);

    for (size_t i = 0; i < s->findings_n; i++) {
        struct research_finding *old = &s->findings[i];
        bool same = str_eq(old->bare, plain) || statements_alike(old->content, finding->content) ||
                    statement_within(finding->content, old->content);

        if (!same && !statement_within(old->content, finding->content))
            continue;
        if (!same || finding->content.len > old->content.len) { /* the longer says more */
            old->content = finding->content;
            old->bare = plain;
        }
        positions_join(arena, &old->sources, &old->sources_n, finding->sources, finding->sources_n);
        old->said = surer(old->said, finding->said);
        return i;
    }
    s->findings = arena_grow(arena, s->findings, &s->findings_capacity, s->findings_n + 1, sizeof *s->findings);
    s->findings[s->findings_n] = *finding;
    s->findings[s->findings_n].id = id;
    s->findings[s->findings_n].bare = plain;
    s->findings[s->findings_n].iteration = s->iteration;
    return s->findings_n++;
}

/* Is the same thing missing, whatever words say that it is? */
static bool gaps_alike(struct arena *arena, struct str a, struct str b)
{
    struct str one = lack_topic(arena, a), other = lack_topic(arena, b);

    return topics_alike(a, b) || topics_alike(one, other) || statement_within(one, other) ||
           statement_within(other, one);
}

size_t supervision_add_gap(struct arena *arena, struct supervision *s, struct str id, struct str description,
                           const struct str_list *queries, int64_t priority)
{
    struct str plain = text_bare(arena, description);
    size_t at = 0;

    while (at < s->gaps_n && !str_eq(s->gaps[at].bare, plain) &&
           !gaps_alike(arena, s->gaps[at].description, description))
        at++;
    if (at < s->gaps_n &&
        lack_topic(arena, description).len > lack_topic(arena, s->gaps[at].description).len) { /* it says more */
        s->gaps[at].description = description;
        s->gaps[at].bare = plain;
    }
    if (at == s->gaps_n) {
        s->gaps = arena_grow(arena, s->gaps, &s->gaps_capacity, s->gaps_n + 1, sizeof *s->gaps);
        s->gaps[s->gaps_n++] = (struct research_gap){
            .id = id,
            .description = description,
            .bare = plain,
            .priority = priority > 0 ? priority : 1,
            .severity = GAP_MODERATE,
            .iteration = s->iteration,
        };
    }
    s->gaps[at].addressed = false; /* found again after all */
    for (size_t i = 0; i < queries->n; i++)
        if (!str_list_has(&s->gaps[at].queries, queries->items[i]))
            str_list_add(arena, &s->gaps[at].queries, queries->items[i]);
    return at;
}

struct research_gap *supervision_gap(struct supervision *s, struct str id)
{
    for (size_t i = 0; i < s->gaps_n; i++)
        if (str_eq(s->gaps[i].id, str_trim(id)))
            return &s->gaps[i];
    return NULL;
}
