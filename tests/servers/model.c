#include "model.h"
#include "managed.h"
#include "panel.h"
#include "researcher.h"
#include "supervised.h"
#include "words.h"

enum { SOURCES_MAX = 40, BYTES_PER_TOKEN = 4, CACHE_LEAST = 1024, CACHE_STEP = 128 };

struct source {
    int64_t number;
    struct str title, sentence;
};

static bool mentions(const struct model_asked *asked, const char *words) { return str_contains(asked->prompt, words); }

/* Some wires send schemas without their name: then its members tell. */
static struct str role_of_schema(const json_t *schema)
{
    const json_t *members = json_object_get(schema, "properties");

    struct str supervised = supervised_role(members, str(""));

    if (supervised.len)
        return supervised;
    if (json_object_get(members, "subQueries"))
        return str("sub_queries");
    if (json_object_get(members, "action") && json_object_get(members, "rationale"))
        return str("decide");
    if (json_object_get(members, "clarifying_questions"))
        return str("coordinate");
    if (json_object_get(members, "has_enough_context"))
        return str("plan_steps");
    if (json_object_get(members, "suggested_changes"))
        return str("reflect_step");
    if (json_object_get(members, "queries"))
        return str("search_queries");
    if (json_object_get(members, "keyPoints"))
        return str("summarize");
    return str("schema");
}

struct str model_role(const struct model_asked *asked)
{
    if (!str_empty(asked->schema_name))
        return asked->schema_name;
    if (managed_role(asked).len)
        return managed_role(asked);
    if (asked->schema)
        return role_of_schema(asked->schema);
    if (asked->tools_n > 0)
        return str("tools");
    if (mentions(asked, "You find sources on the web for a research"))
        return str("provider_search");
    /* Services without schemas get them in the prompt. */
    struct str supervised = supervised_role(NULL, asked->prompt), panel = panel_role(asked->prompt);
    if (supervised.len || panel.len)
        return supervised.len ? supervised : panel;
    if (mentions(asked, "\"subQueries\""))
        return str("sub_queries");
    if (mentions(asked, "\"research_complete\""))
        return str("decide");
    if (mentions(asked, "\"verdicts\""))
        return str("verify_claims");
    if (mentions(asked, "\"clarifying_questions\""))
        return str("coordinate");
    if (mentions(asked, "\"has_enough_context\""))
        return str("plan_steps");
    if (mentions(asked, "\"suggested_changes\""))
        return str("reflect_step");
    if (mentions(asked, "{\"queries\""))
        return str("search_queries");
    if (mentions(asked, "\"keyPoints\""))
        return str("summarize");
    if (mentions(asked, "by thinking, not by searching"))
        return str("analyse_step");
    if (mentions(asked, "No sources are being consulted"))
        return str("answer");
    return str("synthesize");
}

struct str prompt_question(struct str prompt)
{
    static const char *const labels[] = { "question:",          "the question:", "the question behind it:",
                                          "research question:", "query:",        NULL };
    struct str rest = prompt, line, asking = { 0 }, first = { 0 };

    while (str_next_line(&rest, &line)) {
        line = str_trim(line);
        for (const char *const *label = labels; *label; label++) {
            struct str value;

            if (!str_starts_nocase(line, *label))
                continue;
            value = str_trim(str_sub(line, strlen(*label), line.len));
            while (str_empty(value) && str_next_line(&rest, &value))
                value = str_trim(value);
            if (!str_empty(value))
                return value;
        }
        if (str_empty(first))
            first = line;
        if (str_empty(asking) && str_ends(line, "?"))
            asking = line;
    }
    return str_empty(asking) ? first : asking;
}

static struct str question_topic(const struct model_asked *asked, size_t most)
{
    return words_salient(asked->arena, prompt_question(asked->prompt), most);
}

/* The number at the start of a text, 0 if it is none between 1 and 30. */
static size_t small_number(struct str text)
{
    int64_t n = 0;
    size_t end = 0;

    while (end < text.len && isdigit((unsigned char) text.data[end]))
        end++;
    return end > 0 && str_to_int(str_sub(text, 0, end), &n) && n >= 1 && n <= 30 ? (size_t) n : 0;
}

/* How many sub-queries are wanted: "exactly 5 queries" in the prompt, else any
 * number before that word, else 3. The last one counts: the question stands before it. */
static size_t wanted_queries(const struct model_asked *asked)
{
    struct str p = asked->prompt;
    size_t exactly = 0, any = 0;

    for (size_t i = 0; i < p.len; i++) {
        size_t n = i == 0 || p.data[i - 1] == ' ' ? small_number(str_sub(p, i, p.len)) : 0;

        if (!n || !str_contains_nocase(str_sub(p, i, i + 30), "quer"))
            continue;
        any = n;
        if (str_ends(str_sub(p, 0, i), "exactly "))
            exactly = n;
    }
    return exactly ? exactly : any ? any : 3;
}

static json_t *say_sub_queries(const struct model_asked *asked, struct hash hash)
{
    struct str topic = question_topic(asked, 4);
    size_t n = wanted_queries(asked), first = hash.bytes[0];
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        struct str query = words_aspect(asked->arena, first + i, topic);

        if (i >= words_aspects())
            query = str_format(asked->arena, "%.*s, part %zu", STR_ARG(query), i / words_aspects() + 1);
        json_t *one = json_pack("{s:s%, s:o}", "query", query.data, query.len, "rationale",
                                json_sprintf("The %.*s bears on the question.", STR_ARG(query)));
        if (str_contains(asked->prompt, "rewordings"))
            json_object_set_new(one, "rewordings",
                                json_pack("[o, o]", json_sprintf("official figures on %.*s", STR_ARG(query)),
                                          json_sprintf("%.*s in the trade press", STR_ARG(query))));
        json_array_append_new(list, one);
    }
    return json_pack("{s:o}", "subQueries", list);
}

/* One decision in three asks for more; the prompt grows with every search, so
 * the next one is drawn anew. */
static json_t *say_decision(const struct model_asked *asked, struct hash hash)
{
    struct dice dice = dice_of(hash, "decide");
    struct str query = words_aspect(asked->arena, dice_roll(&dice, (uint32_t) words_aspects()),
                                    question_topic(asked, 4));

    if (dice_roll(&dice, 3) != 0)
        return json_pack("{s:s, s:s, s:s}", "action", "research_complete", "query", "", "rationale",
                         "The results cover the question.");
    return json_pack("{s:s, s:s%, s:s}", "action", "search", "query", query.data, query.len, "rationale",
                     "One point has no figures yet.");
}

/* --- the roles of reflect --- */

static json_t *say_classification(const struct model_asked *asked)
{
    bool follows = mentions(asked, "The conversation so far");

    return json_pack("{s:s, s:s, s:b, s:[], s:s, s:s}", "complexity", "moderate", "follow_up_type",
                     follows ? "complex_follow_up" : "new_topic", "is_ambiguous", 0, "clarifying_questions",
                     "recommended_depth", "medium", "reasoning", "A handful of sources would settle it.");
}

/* What the step is about, else what the question is about. */
static struct str task_topic(const struct model_asked *asked)
{
    ptrdiff_t at = str_find(asked->prompt, str("The task now:\n"), 0);
    struct str rest = at < 0 ? str("")
                             : str_sub(asked->prompt, (size_t) at + strlen("The task now:\n"), asked->prompt.len),
               line;

    if (!str_next_line(&rest, &line) || str_starts(line, "A first look"))
        return question_topic(asked, 4);
    return words_salient(asked->arena, line, 5);
}

static json_t *say_queries(const struct model_asked *asked, struct hash hash)
{
    struct str topic = task_topic(asked);
    size_t n = wanted_queries(asked);
    json_t *list = json_array();

    for (size_t i = 0; i < n && i < 8; i++) {
        struct str query = i == 0 ? topic : words_aspect(asked->arena, hash.bytes[0] + i, topic);

        json_array_append_new(list, json_stringn(query.data, query.len));
    }
    return json_pack("{s:o}", "queries", list);
}

/* As many steps as are wanted at least; the last of three or more thinks. */
static json_t *say_plan(const struct model_asked *asked, struct hash hash)
{
    ptrdiff_t at = str_find(asked->prompt, str("Give at least "), 0);
    size_t least = at < 0 ? 0
                          : small_number(
                                str_sub(asked->prompt, (size_t) at + strlen("Give at least "), asked->prompt.len));
    struct str topic = question_topic(asked, 4);
    json_t *steps = json_array();

    for (size_t i = 0; i < (least ? least : 1); i++) {
        struct str title = words_aspect(asked->arena, hash.bytes[0] + i, topic);
        bool thinks = i > 1 && i + 1 == least;

        json_array_append_new(
            steps, json_pack("{s:s%, s:o, s:s, s:b, s:b}", "title", title.data, title.len, "description",
                             json_sprintf("Find out the %.*s, with figures.", STR_ARG(title)), "step_type",
                             thinks ? "analysis" : "research", "needs_search", !thinks, "independent", i < 2));
    }
    return json_pack("{s:s%, s:s, s:b, s:o}", "title", topic.data, topic.len, "thought",
                     "Each step covers one side of it.", "has_enough_context", 0, "steps", steps);
}

static json_t *say_reflection(void)
{
    return json_pack("{s:s, s:s, s:[]}", "decision", "CONTINUE", "reasoning", "The plan is on track.",
                     "suggested_changes");
}

/* "[12] Title" at the start of a line. */
static bool source_line(struct str line, struct source *ret)
{
    ptrdiff_t close = str_find_char(line, ']', 0);

    if (!str_starts(line, "[") || close < 2 || close > 5 || !str_to_int(str_sub(line, 1, (size_t) close), &ret->number))
        return false;
    if ((size_t) close + 1 < line.len && line.data[close + 1] != ' ')
        return false;
    ret->title = str_trim(str_sub(line, (size_t) close + 1, line.len));
    return true;
}

/* The first sentence of a line of prose, or empty. */
static struct str first_sentence(struct str line)
{
    static const char *const labels[] = { "snippet:", "text:", "content:", NULL };

    for (const char *const *label = labels; *label; label++)
        if (str_starts_nocase(line, *label))
            line = str_trim(str_sub(line, strlen(*label), line.len));
    for (size_t i = 30; i < line.len && i < 400; i++)
        if (line.data[i] == '.' && (i + 1 == line.len || line.data[i + 1] == ' '))
            return str_sub(line, 0, i);
    return str("");
}

static size_t find_sources(struct str prompt, struct source *sources)
{
    struct str line;
    size_t n = 0;

    while (str_next_line(&prompt, &line)) {
        struct source found = { 0 };

        line = str_trim(line);
        if (source_line(line, &found)) {
            if (n == SOURCES_MAX)
                break;
            sources[n++] = found;
        } else if (n > 0 && str_empty(sources[n - 1].sentence)) {
            sources[n - 1].sentence = first_sentence(line);
        }
    }
    return n;
}

static void say_sentence(const struct model_asked *asked, struct buf *out, struct dice *dice,
                         const struct source *source)
{
    struct str sentence = source->sentence;

    if (str_empty(sentence)) {
        sentence = words_sentence(asked->arena, dice, str_empty(source->title) ? str("the subject") : source->title);
        sentence = str_sub(sentence, 0, sentence.len - 1);
    }
    buf_format(out, "%.*s [%lld].", STR_ARG(sentence), (long long) source->number);
}

static struct str say_report(const struct model_asked *asked, struct hash hash)
{
    struct source *sources = arena_calloc(asked->arena, SOURCES_MAX, sizeof *sources);
    struct str question = prompt_question(asked->prompt);
    struct dice dice = dice_of(hash, "report");
    size_t n = find_sources(asked->prompt, sources), per_section = 3 + dice_roll(&dice, 2);
    struct buf out;

    buf_init(&out, 1 << 20);
    buf_format(&out, "# %.*s\n\n", STR_ARG(str_sub(question, 0, 200)));
    if (n == 0)
        buf_add_z(&out, "No sources were found, so nothing can be said with a reference.\n");
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_add_z(&out, i == 1 || (i - 1) % per_section == 0 ? "\n\n" : " ");
        if (i > 0 && (i == 1 || (i - 1) % per_section == 0)) {
            struct str heading = words_heading(&dice);

            buf_format(&out, "## %.*s\n\n", STR_ARG(heading));
        }
        say_sentence(asked, &out, &dice, &sources[i]);
    }
    if (n > 1)
        buf_format(&out,
                   "\n\n## Weak points\n\nThe figures of [%lld] and [%lld] were not measured in the same way"
                   " and should be compared with care.\n",
                   (long long) sources[0].number, (long long) sources[n - 1].number);
    return buf_take(&out, asked->arena);
}

static struct str json_said(const struct model_asked *asked, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    struct str copy = str_dup(asked->arena, str(text ? text : "null"));

    free(text);
    json_decref(value);
    return copy;
}

/* The next word of a text with what it begins with, so that plurals match; false at the end. */
static bool next_stem(struct str text, size_t *at, struct str *ret)
{
    size_t start, digits = 0;

    while (*at < text.len && !isalnum((unsigned char) text.data[*at]))
        (*at)++;
    for (start = *at; *at < text.len && isalnum((unsigned char) text.data[*at]); (*at)++)
        digits += isdigit((unsigned char) text.data[*at]) != 0;
    *ret = str_sub(text, start, digits ? *at : start + 4 < *at ? start + 4 : *at);
    return ret->len > 0;
}

static bool has_stem(struct str text, struct str stem)
{
    struct str other;
    size_t at = 0;

    while (next_stem(text, &at, &other))
        if (str_eq_nocase(stem, other))
            return true;
    return false;
}

/* An honest verifier judges by the words: half of them support, unless a figure is not there. */
static const char *verdict_on(struct str claim, struct str passages)
{
    size_t at = 0, n = 0, found = 0;
    bool other = false;
    struct str stem;

    while (next_stem(claim, &at, &stem)) {
        bool there = has_stem(passages, stem);

        other = other || (isdigit((unsigned char) stem.data[0]) && !there);
        n += stem.len >= 4;
        found += there && stem.len >= 4;
    }
    if (found * 4 < n)
        return "unsupported";
    return other ? "contradicted" : found * 20 >= n * 9 ? "supported" : "partial";
}

static json_t *say_verdicts(const struct model_asked *asked)
{
    struct str rest = asked->prompt, line, claim = { 0 }, passages = str("");
    json_t *list = json_array();
    size_t number = 0, next = 0;
    bool more;

    do {
        more = str_next_line(&rest, &line);
        next = more && str_contains(str_sub(line, 0, 12), ". claim: ") ? small_number(line) : 0;
        if (number && (next || !more))
            json_array_append_new(list,
                                  json_pack("{s:i, s:s, s:s}", "id", (int) number, "verdict",
                                            verdict_on(claim, passages), "reason", "by the words of the passage"));
        if (next) {
            number = next;
            claim = str_sub(line, (size_t) str_find(line, str("claim: "), 0) + strlen("claim: "), line.len);
            passages = str("");
        } else if (more && str_starts(str_trim(line), "passage: ")) {
            passages = str_format(asked->arena, "%.*s\n%.*s", STR_ARG(passages), STR_ARG(line));
        }
    } while (more);
    return json_pack("{s:o}", "verdicts", list);
}

/* The first words of the text between the fences, as many as are allowed. */
static json_t *say_summary(const struct model_asked *asked)
{
    ptrdiff_t fence = str_find(asked->prompt, str("\n<<<"), 0), limit = str_find(asked->prompt, str("Use at most "), 0);
    struct str text = str_sub(asked->prompt, fence < 0 ? 0 : (size_t) fence + 1, asked->prompt.len), line;
    size_t words = limit < 0 ? 20 : small_number(str_sub(asked->prompt, (size_t) limit + 12, asked->prompt.len)),
           at = 0;

    str_next_line(&text, &line);
    for (; at < text.len && words; at++)
        words -= text.data[at] == ' ';
    struct str start = str_trim(str_sub(text, 0, at));
    return json_pack("{s:s#, s:[]}", "summary", start.data, (int) start.len, "keyPoints");
}

static struct str say(const struct model_asked *asked, struct hash hash)
{
    struct str role = model_role(asked), good = is_researcher(asked) ? researcher_says(asked, role) : str("");
    if (good.len)
        return good;
    json_t *supervised = say_supervised(asked, role, hash);

    if (supervised)
        return json_said(asked, supervised);
    struct str panel = say_panel(asked, role, hash);
    if (panel.len)
        return panel;
    json_t *managed = say_managed(asked, role, hash);
    if (managed)
        return json_said(asked, managed);
    if (str_is(role, "manage"))
        return asked->tools_n ? str("The report is handed over.") : managed_calls_text(asked, hash);
    if (str_is(role, "sub_queries"))
        return json_said(asked, say_sub_queries(asked, hash));
    if (str_is(role, "decide"))
        return json_said(asked, say_decision(asked, hash));
    if (str_is(role, "verify_claims"))
        return json_said(asked, say_verdicts(asked));
    if (str_is(role, "summarize"))
        return json_said(asked, say_summary(asked));
    if (str_is(role, "coordinate"))
        return json_said(asked, say_classification(asked));
    if (str_is(role, "search_queries"))
        return json_said(asked, say_queries(asked, hash));
    if (str_is(role, "plan_steps"))
        return json_said(asked, say_plan(asked, hash));
    if (str_is(role, "reflect_step"))
        return json_said(asked, say_reflection());
    if (str_is(role, "answer") || str_is(role, "analyse_step"))
        return str("As far as is generally known, it depends; a recent figure would need checking.");
    if (asked->schema)
        return json_said(asked, schema_instance(asked->schema, hash));
    if (asked->json)
        return json_said(asked, json_pack("{s:s}", "answer", "yes"));
    if (asked->has_results)
        return str_format(asked->arena, "The tools said: %.*s", STR_ARG(str_sub(asked->rest, 0, 400)));
    return say_report(asked, hash);
}

/* Calls one tool, now and then two. */
static void call_tools(const struct model_asked *asked, struct hash hash, struct model_said *ret)
{
    struct dice dice = dice_of(hash, "tools");
    size_t n = str_empty(asked->tool_choice) && asked->tools_n > 1 && dice_roll(&dice, 3) == 0 ? 2 : 1;
    size_t at = dice_roll(&dice, (uint32_t) asked->tools_n);

    ret->calls = arena_calloc(asked->arena, n, sizeof *ret->calls);
    for (size_t i = 0; i < n; i++) {
        const struct model_tool *tool = &asked->tools[(at + i) % asked->tools_n];
        struct hash own = hash_mix(hash, "call", i);
        char hex[HASH_HEX_SIZE];

        for (size_t t = 0; t < asked->tools_n; t++)
            if (str_eq(asked->tool_choice, asked->tools[t].name))
                tool = &asked->tools[t];
        hash_hex(own, hex);
        ret->calls[i] = (struct model_call){
            .id = str_format(asked->arena, "call_%.24s", hex),
            .name = tool->name,
            .arguments = json_said(asked, tool->parameters ? schema_instance(tool->parameters, own) : json_object()),
        };
    }
    ret->calls_n = n;
}

static size_t character_start(struct str text, size_t at)
{
    while (at > 0 && at < text.len && ((unsigned char) text.data[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* What decides the answer: what was asked and, unless it is to be continued,
 * what was said since. */
static struct hash seed_of(const struct model_asked *asked, bool whole)
{
    struct str parts[] = {
        asked->model, model_role(asked), asked->prompt, whole ? asked->begun : str(""), whole ? asked->rest : str(""),
    };
    struct str joined = str_join(asked->arena, parts, sizeof parts / sizeof *parts, "\n--\n");

    return hash_of(text_without_ids(asked->arena, joined));
}

static int64_t prompt_tokens(const struct model_asked *asked)
{
    return (int64_t) (asked->prompt_bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
}

void model_measure(const struct model_asked *asked, struct asked *ret)
{
    ret->prompt_tokens = prompt_tokens(asked);
    ret->answer_tokens = asked->max_tokens;
}

/* So many bytes make a token for who counts 100. */
static int64_t bytes_of(int64_t tokens, const struct reply *reply)
{
    return tokens * BYTES_PER_TOKEN * 100 / (reply->count ? reply->count : 100);
}

static int64_t counted(int64_t tokens, const struct reply *reply)
{
    return reply->count ? (tokens * reply->count + 99) / 100 : tokens;
}

static void count_tokens(const struct model_asked *asked, const struct reply *reply, struct hash hash,
                         struct model_said *ret)
{
    size_t bytes = ret->text.len + ret->refusal.len;
    bool reasons = str_starts(asked->model, "gpt-5") || str_contains(asked->model, "reason");

    for (size_t i = 0; i < ret->calls_n; i++)
        bytes += ret->calls[i].name.len + ret->calls[i].arguments.len;
    ret->input = counted(prompt_tokens(asked), reply);
    ret->cached = ret->input >= CACHE_LEAST ? ret->input / 2 / CACHE_STEP * CACHE_STEP : 0;
    ret->reasoned = reasons ? 64 * (1 + hash.bytes[1] % 4) : 0;
    ret->output = counted((int64_t) (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN, reply) + ret->reasoned;
}

static void twist(const struct model_asked *asked, const struct reply *reply, struct model_said *ret)
{
    enum twist how = reply->twist;

    if (how == TWIST_LENGTH) {
        ret->text = str_sub(ret->text, 0, character_start(ret->text, ret->text.len / 2));
        ret->cut = true;
    } else if (how == TWIST_FILTER) {
        ret->text = str_sub(ret->text, 0, character_start(ret->text, ret->text.len / 3));
        ret->filtered = true;
    } else if (how == TWIST_REFUSAL) {
        ret->text = (struct str){ 0 };
        ret->refusal = str("I'm sorry, but I can't help with that request.");
    } else if (how == TWIST_NO_TEXT) {
        ret->text = str("");
    } else if (asked->max_tokens > 0 && ret->text.len > (size_t) bytes_of(asked->max_tokens, reply)) {
        ret->text = str_sub(ret->text, 0, character_start(ret->text, (size_t) bytes_of(asked->max_tokens, reply)));
        ret->cut = true;
    }
}

void model_answer(const struct model_asked *asked, const struct reply *reply, struct model_said *ret)
{
    struct hash hash = seed_of(asked, false);

    *ret = (struct model_said){ 0 };
    if (reply->calls_n && asked->tools_n > 0 && !str_is(asked->tool_choice, "none")) {
        char hex[HASH_HEX_SIZE];

        hash_hex(seed_of(asked, true), hex);
        ret->calls = arena_calloc(asked->arena, reply->calls_n, sizeof *ret->calls);
        for (size_t i = 0; i < reply->calls_n; i++)
            ret->calls[ret->calls_n++] = (struct model_call){ str_format(asked->arena, "call_%.22s%02zu", hex, i),
                                                              reply->calls[i].name, reply->calls[i].arguments };
    } else if (reply->text.data) {
        ret->text = reply->text;
    } else if (str_is(model_role(asked), "manage") && asked->tools_n > 0 && managed_calls(asked, hash, ret)) {
        ;
    } else if (is_researcher(asked) && researcher_calls(asked, ret)) {
        ;
    } else if (!is_researcher(asked) && asked->tools_n > 0 && !asked->has_results &&
               !str_is(asked->tool_choice, "none")) {
        call_tools(asked, hash, ret);
    } else {
        ret->text = say(asked, hash);
    }
    if (!str_empty(asked->begun) && !reply->text.data && ret->calls_n == 0) {
        if (ret->text.len > asked->begun.len && str_eq(str_sub(ret->text, 0, asked->begun.len), asked->begun)) {
            ret->text = str_sub(ret->text, asked->begun.len, ret->text.len);
        } else {
            hash = seed_of(asked, true);
            ret->text = say(asked, hash);
        }
    }
    if (hash.bytes[2] % 2 == 0)
        ret->reasoning = str("The question has several sides; the sources are weighed one by one.");
    ret->researched = is_researcher(asked);
    twist(asked, reply, ret);
    count_tokens(asked, reply, hash, ret);
}
