/* It reads the ids that the prompt shows and answers with those: every source is
 * found to say its first sentence, a first look leaves one gap, a second closes it
 * (and finds another if the question wants it "thoroughly"). */
#include "supervised.h"

#include "words.h"

enum { IDS_MAX = 64, FINDINGS = 8 };

struct shown {
    struct str id, content;
};

struct str supervised_role(const json_t *members, struct str prompt)
{
    static const struct {
        const char *role, *member, *words;
    } roles[] = {
        { "plan_research", "research_brief", "\"research_brief\"" },
        { "analyze", "quality_updates", "\"quality_updates\"" },
        { "refine", "gap_analysis", "\"gap_analysis\"" },
        { "supervise", "quality_assessment", "\"quality_assessment\"" },
    };

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (members ? json_object_get(members, roles[i].member) != NULL : str_contains(prompt, roles[i].words))
            return str(roles[i].role);
    return str("");
}

/* "… (ID: src-0123, …" or "gap-0123: …" at the start of a line. */
static bool read_id(struct str line, const char *prefix, struct str *ret)
{
    ptrdiff_t at = str_find(line, str("(ID: "), 0);
    struct str rest = at >= 0 ? str_sub(line, (size_t) at + 5, line.len) : line;
    size_t end = 0;

    if (!str_starts(rest, prefix))
        return false;
    while (end < rest.len && rest.data[end] != ',' && rest.data[end] != ')' && rest.data[end] != ':' &&
           rest.data[end] != ' ')
        end++;
    *ret = str_sub(rest, 0, end);
    return true;
}

static size_t read_ids(struct str prompt, const char *start, const char *prefix, struct shown *ret)
{
    struct str line;
    size_t n = 0;

    while (str_next_line(&prompt, &line) && n < IDS_MAX) {
        if (str_starts(line, start) && read_id(line, prefix, &ret[n].id))
            n++;
        else if (n && str_starts(line, "Content: "))
            ret[n - 1].content = str_trim(str_sub(line, 9, line.len));
    }
    return n;
}

static struct str topic_of(const struct model_asked *asked)
{
    return words_salient(asked->arena, prompt_question(asked->prompt), 4);
}

static struct str first_sentence(struct str text)
{
    for (size_t i = 30; i < text.len && i < 400; i++)
        if (text.data[i] == '.' && (i + 1 == text.len || text.data[i + 1] == ' '))
            return str_sub(text, 0, i + 1);
    return str_sub(text, 0, text.len < 200 ? text.len : 200);
}

static json_t *string(struct str s) { return json_stringn(s.data, s.len); }

/* The plan follows from the question, not from how the prompt is worded; one that is made again is another. */
static json_t *say_plan(const struct model_asked *asked)
{
    struct str topic = topic_of(asked);
    size_t first = hash_of(prompt_question(asked->prompt)).bytes[0] +
                   (str_contains(asked->prompt, "This plan was made before") ? 7 : 0);
    ptrdiff_t at = str_find(asked->prompt, str("and at most "), 0);
    size_t most = at < 0 ? 3 : (size_t) (asked->prompt.data[at + 12] - '0');
    json_t *list = json_array();

    if (at >= 0 && asked->prompt.data[at + 13] >= '0' && asked->prompt.data[at + 13] <= '9')
        most = most * 10 + (size_t) (asked->prompt.data[at + 13] - '0');
    for (size_t i = 0; i < most && i < 12; i++)
        json_array_append_new(list, json_pack("{s:o, s:s, s:i}", "query",
                                              string(words_aspect(asked->arena, first + i, topic)), "rationale",
                                              "It is one side of the question.", "priority", (int) i + 1));
    return json_pack("{s:o, s:o}", "research_brief",
                     json_sprintf("The research looks at %.*s from several sides.", STR_ARG(topic)), "sub_queries",
                     list);
}

/* A question that is to be answered thoroughly leaves something open in every round. */
static bool thorough(const struct model_asked *asked)
{
    return str_contains(prompt_question(asked->prompt), "thoroughly");
}

static json_t *say_analysis(const struct model_asked *asked, struct hash hash)
{
    struct shown *sources = arena_calloc(asked->arena, IDS_MAX, sizeof *sources),
                 *gaps = arena_calloc(asked->arena, IDS_MAX, sizeof *gaps);
    size_t n = read_ids(asked->prompt, "Source ", "src-", sources),
           open = read_ids(asked->prompt, "gap-", "gap-", gaps);
    json_t *findings = json_array(), *updates = json_array(), *found = json_array(), *closed = json_array();

    for (size_t i = 0; i < n; i++) {
        json_t *ids = json_array();

        json_array_append_new(
            updates, json_pack("{s:o, s:s}", "source_id", string(sources[i].id), "quality", i % 4 ? "medium" : "high"));
        json_array_append_new(ids, string(sources[i].id));
        if (i + 1 < n)
            json_array_append_new(ids, string(sources[i + 1].id));
        if (i < FINDINGS)
            json_array_append_new(
                findings, json_pack("{s:o, s:s, s:o, s:s}", "content", string(first_sentence(sources[i].content)),
                                    "confidence", i % 2 ? "medium" : "high", "source_ids", ids, "category", "figures"));
        else
            json_decref(ids);
    }
    if (open == 0 || thorough(asked))
        json_array_append_new(
            found, json_pack("{s:o, s:[o], s:i}", "description",
                             json_sprintf("No source tells how it developed lately%s.", open ? ", and where" : ""),
                             "suggested_queries", string(words_aspect(asked->arena, hash.bytes[1], topic_of(asked))),
                             "priority", 1));
    for (size_t i = 0; i < open; i++)
        json_array_append_new(closed, string(gaps[i].id));
    return json_pack("{s:o, s:o, s:[], s:o, s:o}", "findings", findings, "gaps", found, "contradictions",
                     "quality_updates", updates, "addressed_gaps", closed);
}

static json_t *say_refinement(const struct model_asked *asked, struct hash hash)
{
    static const char *const places[] = { "northern", "southern", "eastern", "western", "coastal", "alpine",
                                          "urban",    "rural",    "island",  "desert",  "forest",  "river" };
    struct shown *gaps = arena_calloc(asked->arena, IDS_MAX, sizeof *gaps);
    size_t n = read_ids(asked->prompt, "Gap ", "gap-", gaps);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        json_t *queries = json_array();

        for (int q = 0; q < (thorough(asked) ? 4 : 1); q++)
            json_array_append_new(
                queries, json_pack("{s:o, s:s}", "query",
                                   json_sprintf("%s and %s %.*s since last year", places[(hash.bytes[0] + i) % 12],
                                                places[(hash.bytes[1] + (size_t) q) % 12], STR_ARG(topic_of(asked))),
                                   "expected_contribution", "recent figures"));
        json_array_append_new(list, json_pack("{s:o, s:s, s:b, s:o}", "gap_id", string(gaps[i].id), "severity",
                                              "moderate", "addressable", 1, "follow_up_queries", queries));
    }
    return json_pack("{s:o, s:{s:b, s:s, s:[]}, s:[s]}", "gap_analysis", list, "iteration_recommendation",
                     "should_iterate", n > 0, "rationale", "A further search may close it.", "priority_gaps",
                     "report_improvements", "Say how old the figures are.");
}

static json_t *say_judgement(void)
{
    return json_pack("{s:s, s:s, s:{s:i, s:[s], s:[]}, s:s}", "action", "proceed", "rationale",
                     "The phase did what it should.", "quality_assessment", "score", 7, "strengths",
                     "several independent sources", "weaknesses", "guidance", "");
}

json_t *say_supervised(const struct model_asked *asked, struct str role, struct hash hash)
{
    if (str_is(role, "plan_research"))
        return say_plan(asked);
    if (str_is(role, "analyze"))
        return say_analysis(asked, hash);
    if (str_is(role, "refine"))
        return say_refinement(asked, hash);
    if (str_is(role, "supervise"))
        return say_judgement();
    return NULL;
}
