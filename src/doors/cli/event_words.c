/* Every event in words: for `fathom events` at a terminal and for the lines of the progress.
 *
 * A wording is a text with members of the event's data:
 *   {name}           the member; a list is its items; "a.b" is a member of a member
 *   {name~}          a name of ours: "left_out" is "left out"
 *   {name$}          an amount in billionths of a dollar
 *   {name:one/many}  a count: "1 source", "3 sources"; of a list: of its items
 *   {name=value}     nothing; the wording is for data with this value
 *   <...>            a part that is left out where a member of it is missing, empty, 0 or false
 * A wording that has a missing member outside of such a part does not fit; the first one of the type that fits is used. */
#include "doors/cli/progress.h"

#include <string.h>

#include "run/events.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

enum { WORDS_MAX = 64 << 10, MEMBER_MAX = 2000, KEY_MAX = 64 };

struct wording {
    const char *type, *words;
};

static const struct wording wordings[] = {
    { "run_created", "{query}< ({workflow})>" },
    { "run_started", "the run begins" },
    { "run_resumed", "the run goes on" },
    { "phase_started", "{phase~} begins" },
    { "phase_completed", "{phase~} is over" },
    { "agent_started", "{role~}: begun" },
    { "agent_completed", "{role~}{ok=true}: done" },
    { "agent_completed", "{role~}: failed" },
    { "agent_completed", "the question was read: {complexity} complexity, {depth} depth<, {mode~}><; {reasoning}>" },
    { "agent_completed", "{spans:passage/passages} of {sources:source/sources} chosen for the writer" },
    { "agent_completed", "{stage~}: {claims:claim/claims}<, {asked} shown to a model><, {quoted} quoted><, {supported} "
                         "supported><, {partial} partly supported><, {unsupported} unsupported><, {contradicted} "
                         "contradicted><, {unchecked} unchecked>" },
    { "agent_completed",
      "the {agent~} is done with {phase~}<: {outputs.sub_queries:query/queries}><: {outputs.sources:source/sources}><: "
      "{outputs.findings:finding/findings}><, {outputs.gaps:gap/gaps}><, "
      "{outputs.contradictions:contradiction/contradictions}>" },
    { "clarification_needed", "waits until somebody agrees to the plan: {plan}" },
    { "clarification_needed", "asks: {questions}" },
    { "waiting_for_confirmation", "waits for a decision: {questions}" },
    { "answers_received", "somebody answered<: {answer}><; the plan now: {plan}>" },
    { "step_started", "{model} is asked" },
    { "step_started", "begun: {query}" },
    { "step_started", "begun: {title}" },
    { "step_completed", "{model} gave no answer: {error}" },
    { "step_completed",
      "{model} answered: {characters:character/characters}, {sources:page/pages} cited<{reused=true} (of an earlier run)>" },
    { "step_completed", "{model}: {status~}" },
    { "tool_result", "{tool~}{ok=true} answered" },
    { "tool_result", "{tool~} failed" },
    { "think_pause", "after {phase~}: {prompt}< Guidance: {guidance}>" },
    { "search_answered", "{hits:result/results} so far for {query}<: {titles}>" },
    { "search_completed", "{ok=true}{hits:result/results}: {query}< ({engines})>" },
    { "search_completed", "failed: {query}< ({error})>" },
    { "source_added", "[{number}] {title}<, {date}>, {url}" },
    { "source_failed", "{url} has a passage that reads like instructions to a model: {suspect}" },
    { "source_failed", "{url} was not read<: {reason}>" },
    { "finding_added", "{content} ({confidence}, {sources:source/sources})" },
    { "finding_added", "{content}< ({sources:source/sources})>" },
    { "gap_found", "still unknown: {description}" },
    { "contradiction_found", "{description}< ({severity})><; one side: {saysA}><; the other: {saysB}>" },
    { "content_allocated",
      "a prompt holds {tokens_used} of {tokens_available:token/tokens}<, {items_summarized:text/texts} "
      "shortened><, {items_dropped:text/texts} left out>" },
    { "synthesis_started", "writing from {sources:source/sources}" },
    { "synthesis_progress", "{bytes:byte/bytes} of a text have arrived" },
    { "claim_generated", "{kind} {claim}: {text}" },
    { "claim_verified", "{kind} {claim} is {verdict}, by {by}<: {reason}><; missing: {missing}>" },
    { "citation_corrected", "claim {claim}: passages found for {found} of {facts:fact/facts}" },
    { "citation_corrected", "{action=replace}claim {claim} cites {to:other passage/other passages}" },
    { "citation_corrected", "{action=remove}claim {claim} cites {to:passage/passages} and no longer the others" },
    { "citation_corrected", "{action=remove}claim {claim} cites no passage any more" },
    { "citation_corrected", "{action=add_alternate}claim {claim} cites one more passage" },
    { "citation_corrected", "claim {claim} cites the same {to:passage/passages}" },
    { "verification_summary",
      "{checked} of {total:claim/claims} checked<, {quoted} quoted><, {supported} supported><, {partial} partly "
      "supported><, {unsupported} unsupported><, {contradicted} contradicted><, {unchecked} unchecked><; "
      "{leftOut:sentence/sentences} left out><; {corrected:citation/citations} corrected><; {uncheckedWhy}>" },
    { "content_revised", "{action=left_out}claim {claim} was left out< ({verdict})>" },
    { "content_revised", "the paragraph of claim {claim} was {action~}< ({verdict})>" },
    { "budget_warning", "{refused=llm}the ceiling of {ceiling} leaves no room for another call of a model" },
    { "budget_warning", "the ceiling of {ceiling} leaves no room for {refused~}" },
    { "budget_warning", "{percent} percent of the ceiling of {ceiling} is used" },
    { "budget_warning", "the ceiling of {ceiling} is near" },
    { "degraded", "{from~} gave way to {to~}<: {reason}>" },
    { "degraded", "{service} was {what~}<: {reason}>" },
    { "degraded", "{service}: {reason}" },
    { "degraded", "{reason}" },
    { "degraded", "went on with less< at {path}>" },
    { "retry", "{service}<, {model}>: asked again<, attempt {attempt}><, in {after} s><: {reason}>" },
    { "llm_call",
      "{ok=true}{answeredBy} answered: {inputTokens:token/tokens} read, {outputTokens} written<, {costNano$}>"
      "<, at {path}>" },
    { "llm_call", "<{answeredBy} >failed<: {error}><, at {path}>" },
    { "diverged", "the resumed run made another request than before, at {path}" },
    { "cost_updated",
      "{calls:call/calls}, {searches:search/searches}, {inputTokens:token/tokens} read, {outputTokens} written<, "
      "{costNano$}><{costUnknown=true}, cost not fully known>" },
    { "delivery_started", "sending the report to {target}" },
    { "delivered", "{status=sent}the report was sent to {target}" },
    { "delivered", "{status=unknown}not known whether {target} got the report<: {error.message}>" },
    { "delivered", "the report was not sent to {target}<: {error.message}>" },
    { "run_completed", "the research is complete" },
    { "run_failed", "{status=timed_out}the run ran out of time<: {error.message}>" },
    { "run_failed", "the run failed<: {error.message}>" },
    { "run_cancelled", "the run was cancelled<: {error.message}>" },
};

/* --- members --- */

static struct str spaced(struct arena *arena, struct str name) { return str_replace(arena, name, str("_"), str(" ")); }

static struct str items_of(struct arena *arena, const json_t *list)
{
    struct str_list items = { 0 };

    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_is_string(json_array_get(list, i)))
            str_list_add(arena, &items, str(json_string_value(json_array_get(list, i))));
    return str_join(arena, items.items, items.n, "; ");
}

static struct str value_text(struct arena *arena, const json_t *value)
{
    if (json_is_string(value))
        return str_n(json_string_value(value), json_string_length(value));
    if (json_is_array(value))
        return items_of(arena, value);
    if (json_is_integer(value))
        return text_grouped(arena, json_integer_value(value));
    if (json_is_real(value))
        return str_format(arena, "%.3g", json_real_value(value));
    return json_is_true(value) ? str("yes") : str("");
}

static struct str count_text(struct arena *arena, const json_t *value, struct str words)
{
    int64_t n = json_is_array(value) ? (int64_t) json_array_size(value) : json_integer_value(value);
    ptrdiff_t slash = str_find_char(words, '/', 0);

    words = slash < 0 ? words
            : n == 1  ? str_sub(words, 0, (size_t) slash)
                      : str_sub(words, (size_t) slash + 1, words.len);
    return str_format(arena, "%.*s %.*s", STR_ARG(text_grouped(arena, n)), STR_ARG(words));
}

/* What stands for "name~", "name:one/many" …; false: the member is missing, or has another value than it must. *ret_nothing:
 * it says nothing, being empty, 0 or false. */
static bool member_text(struct arena *arena, const json_t *data, struct str member, struct str *ret, bool *ret_nothing)
{
    char key[KEY_MAX];
    size_t n = 0;

    while (n < member.len && !strchr("~$:=", member.data[n]))
        n++;
    snprintf(key, sizeof key, "%.*s", (int) n, member.data);
    const json_t *value = json_at(data, key);
    char kind = n < member.len ? member.data[n] : 0;
    struct str behind = str_sub(member, n < member.len ? n + 1 : n, member.len);
    struct str text = value_text(arena, value);

    *ret_nothing = str_empty(text) || (json_is_number(value) && json_number_value(value) == 0);
    if (kind == '=') {
        *ret = str("");
        *ret_nothing = false;
        return json_is_boolean(value) ? str_is(behind, "true") == json_is_true(value) : str_eq(text, behind);
    }
    if (kind == ':' && json_is_array(value))
        *ret_nothing = json_array_size(value) == 0;
    *ret = kind == '~'   ? spaced(arena, text)
           : kind == ':' ? count_text(arena, value, behind)
           : kind == '$' ? str_format(arena, "$%.4f", json_number_value(value) / 1e9)
                         : text;
    return value && !json_is_null(value) && (json_is_number(value) || !*ret_nothing);
}

/* --- wordings --- */

/* Writes the words up to their end or a ">"; false: a member is missing. `part`: inside of "<...>". */
static bool write_words(struct buf *out, struct arena *arena, struct str words, const json_t *data, bool part)
{
    for (size_t at = 0; at < words.len; at++) {
        ptrdiff_t end = words.data[at] == '{' ? str_find_char(words, '}', at) : -1;
        struct str text;
        bool nothing;

        if (end >= 0) {
            if (!member_text(arena, data, str_sub(words, at + 1, (size_t) end), &text, &nothing) || (part && nothing))
                return false;
            buf_add_str(out, utf8_cut_bytes(text, MEMBER_MAX));
            at = (size_t) end;
        } else if (words.data[at] == '<' && (end = str_find_char(words, '>', at)) >= 0) {
            size_t before = out->len;

            if (!write_words(out, arena, str_sub(words, at + 1, (size_t) end), data, true))
                out->len = before;
            at = (size_t) end;
        } else
            buf_add_char(out, words.data[at]);
    }
    return true;
}

static struct str by_wording(struct arena *arena, struct str type, const json_t *data)
{
    struct str found = str("");
    struct buf out;

    buf_init(&out, WORDS_MAX);
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings && str_empty(found); i++) {
        buf_clear(&out);
        if (str_is(type, wordings[i].type) && write_words(&out, arena, str(wordings[i].words), data, false))
            found = str_dup(arena, buf_str(&out));
    }
    buf_free(&out);
    return found;
}

/* --- what takes more than a wording --- */

static const json_t *tasks_of(const json_t *data)
{
    const json_t *list = json_object_get(data, "subQueries");

    return list ? list : json_object_get(data, "steps");
}

/* A plan that is made again has the steps that are over, too. */
static bool is_open(const json_t *task)
{
    struct str status = json_get_str(task, "status");

    return str_empty(status) || str_is(status, "pending");
}

struct str event_plan_words(struct arena *arena, const json_t *data)
{
    const json_t *tasks = tasks_of(data);
    bool steps = json_object_get(data, "steps") != NULL;
    size_t open = 0, n = json_array_size(tasks);

    for (size_t i = 0; i < n; i++)
        open += is_open(json_array_get(tasks, i));
    if (n && open == 0)
        return str("planned nothing more");
    const char *one = open < n ? "more step" : steps ? "step" : "query";
    const char *many = open < n ? "more steps" : steps ? "steps" : "queries";
    return str_format(arena, "planned %.*s", STR_ARG(text_counted(arena, (int64_t) open, one, many)));
}

static struct str plan_words(struct arena *arena, const json_t *data)
{
    const json_t *tasks = tasks_of(data);
    struct str_list titles = { 0 };

    for (size_t i = 0; i < json_array_size(tasks); i++)
        if (is_open(json_array_get(tasks, i)))
            str_list_add(arena, &titles, event_task(json_array_get(tasks, i)));
    return str_format(arena, "%.*s%s%.*s", STR_ARG(event_plan_words(arena, data)), titles.n ? ": " : "",
                      STR_ARG(str_join(arena, titles.items, titles.n, "; ")));
}

struct str event_task(const json_t *data)
{
    static const char *const names[] = { "query", "title", "model" };
    struct str task = str("");

    for (size_t i = 0; i < 3 && str_empty(task); i++)
        task = json_get_str(data, names[i]);
    return task;
}

/* A search or step that is over. */
static struct str step_words(struct arena *arena, const json_t *data)
{
    struct str text = event_task(data), error = json_get_str(data, "error"), stopped = json_get_str(data, "stopped");

    if (!str_empty(json_get_str(data, "model")))
        return by_wording(arena, str("step_completed"), data);
    if (str_is(json_get_str(data, "status"), "skipped"))
        return str_format(arena, "left out: %.*s", STR_ARG(text));
    if (str_empty(error) && str_is(stopped, "failed"))
        error = json_get_str(data, "observation");
    if (!str_empty(error))
        return str_format(arena, "search failed: %.*s (%.*s)", STR_ARG(text), STR_ARG(error));
    if (progress_found_nothing(data))
        return str_format(arena, "nothing found: %.*s", STR_ARG(text));
    if (str_is(stopped, "no search"))
        return str_format(arena, "thought over: %.*s", STR_ARG(text));
    return str_format(arena, "searched: %.*s (%.*s)", STR_ARG(text),
                      STR_ARG(text_counted(arena, json_get_int(data, "sources", 0), "source", "sources")));
}

/* What a query is called says nothing, and an index is that of a result. */
static struct str argument_words(struct arena *arena, const char *key, const json_t *value)
{
    struct str text = value_text(arena, value);

    if (strcmp(key, "query") == 0)
        return text;
    return str_format(arena, "%s %.*s", strcmp(key, "index") == 0 ? "result" : key, STR_ARG(text));
}

/* "web search: tidal barrage", "web crawl: result 3": the arguments are the model's JSON, cut where it was too long. */
static struct str tool_words(struct arena *arena, const json_t *data)
{
    struct str tool = spaced(arena, json_get_str(data, "tool")), arguments = json_get_str(data, "arguments");
    json_t *object = NULL;
    struct buf json, out;
    const char *key;
    json_t *value;

    buf_init(&json, WORDS_MAX);
    buf_init(&out, WORDS_MAX);
    buf_add_str(&out, tool);
    if (json_repair(arguments, &json, NULL) == 0 && json_parse(buf_str(&json), &object, NULL) == 0)
        json_object_foreach (object, key, value)
            buf_format(&out, "%s%.*s", out.len == tool.len ? ": " : ", ", STR_ARG(argument_words(arena, key, value)));
    json_decref(object);
    buf_free(&json);
    return buf_take(&out, arena);
}

/* "claim 7: 1.1 tonnes same, 2025 missing" */
static struct str number_words(struct arena *arena, const json_t *data)
{
    const json_t *numbers = json_object_get(data, "numbers");
    struct buf out;

    buf_init(&out, WORDS_MAX);
    buf_format(&out, "claim %lld", (long long) json_get_int(data, "claim", 0));
    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const json_t *n = json_array_get(numbers, i);
        struct str found = json_get_str(n, "found"), text = json_get_str(n, "text");

        buf_format(&out, "%s%.*s %.*s", i ? ", " : ": ", STR_ARG(text), STR_ARG(json_get_str(n, "match")));
        if (!str_empty(found) && !str_eq(found, text))
            buf_format(&out, " (%.*s)", STR_ARG(found));
    }
    return buf_take(&out, arena);
}

static struct str decided_words(struct arena *arena, const json_t *data)
{
    struct str why = json_get_str(data, "rationale"), action = json_get_str(data, "action");

    if (!decision_is_told(data))
        return str_format(arena, "the %.*s is given %.*s", STR_ARG(spaced(arena, json_get_str(data, "agent"))),
                          STR_ARG(spaced(arena, str_sub(action, strlen("execute_"), action.len))));
    why = str_empty(why) ? json_get_str(data, "reasoning") : why;
    return str_format(arena, "%.*s%s%.*s", STR_ARG(decision_words(arena, data)), str_empty(why) ? "" : ". ",
                      STR_ARG(why));
}

static const struct {
    const char *type;
    struct str (*words)(struct arena *arena, const json_t *data);
} worded[] = {
    { "plan_created", plan_words },
    { "step_completed", step_words },
    { "tool_call", tool_words },
    { "numeric_claim_detected", number_words },
    { "reflection_decision", decided_words },
    { "supervisor_decision", decided_words },
};

/* An event of another version of the program may lack what its words need: then what the type stands for. */
static struct str of_type(struct str type)
{
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        if (str_is(type, event_types[kind].type))
            return str(event_types[kind].help);
    return str("");
}

struct str event_words(struct arena *arena, struct str type, const json_t *data)
{
    struct str words = str("");
    bool special = false;

    for (size_t i = 0; i < sizeof worded / sizeof *worded && !special; i++)
        if ((special = str_is(type, worded[i].type)) && json_object_size(data))
            words = worded[i].words(arena, data);
    if (!special)
        words = by_wording(arena, type, data);
    return str_empty(words) ? of_type(type) : words;
}
