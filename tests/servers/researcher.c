#include "researcher.h"

#include "composing.h"
#include "words.h"
#include "text/sentence.h"

enum { QUERIES_MAX = 12, PICKS = 8, NOTES = 6, DOCUMENTS = 4, PAGES = 3, CONFLICTS = 5, TOPIC_WORDS = 7 };

bool is_researcher(const struct model_asked *asked) { return str_ends(asked->model, "researcher"); }

static const struct language *english(void) { return language_named(str("en")); }

static json_t *string(struct str s) { return json_stringn(s.data, s.len); }

static struct str json_said(const struct model_asked *asked, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    struct str copy = str_dup(asked->arena, str(text ? text : "{}"));

    free(text);
    json_decref(value);
    return copy;
}

static struct str after(struct str text, const char *label)
{
    ptrdiff_t at = str_find(text, str(label), 0);

    return at < 0 ? str("") : str_sub(text, (size_t) at + strlen(label), text.len);
}

static struct str line_after(struct str text, const char *label)
{
    struct str rest = after(text, label), line = str("");

    str_next_line(&rest, &line);
    return str_trim(line);
}

/* The first number behind a label of the prompt. */
static size_t number_after(struct str text, const char *label, size_t otherwise)
{
    struct str rest = after(text, label);
    size_t n = 0, digits = 0;

    while (digits < rest.len && digits < 3 && isdigit((unsigned char) rest.data[digits]))
        n = n * 10 + (size_t) (rest.data[digits++] - '0');
    return digits ? n : otherwise;
}

/* What the prompt asks: its question, or the whole of a panel's prompt. */
static struct str question_of(const struct model_asked *asked)
{
    static const char *const labels[] = { "The question:\n", "The question behind it:\n", "The prompt:\n",
                                          "The research question:\n", NULL };

    for (const char *const *label = labels; *label; label++) {
        struct str line = line_after(asked->prompt, *label);

        if (str_starts(line, "<<<"))
            line = line_after(after(asked->prompt, *label), "\n");
        if (line.len)
            return line;
    }
    return prompt_question(asked->prompt);
}

/* --- planning --- */

/* The words of a text that carry its subject, in their order. */
static struct str topic_of(const struct model_asked *asked, struct str text, size_t most)
{
    struct words words = { 0 };
    struct str_list list = { 0 };

    content_words_of(asked->arena, text, english(), &words);
    for (size_t i = 0; i < words.n && list.n < most; i++)
        if (!is_form_word(words.items[i].fold) && !str_list_has(&list, words.items[i].text))
            str_list_add(asked->arena, &list, words.items[i].text);
    return str_join(asked->arena, list.items, list.n, " ");
}

/* A follow-up ("And in winter?") is about what was asked before. */
static struct str subject_of(const struct model_asked *asked)
{
    struct str question = question_of(asked), topic = topic_of(asked, question, TOPIC_WORDS), rest = asked->prompt,
               line;
    struct str before = str("");
    bool follows = str_starts_nocase(question, "and ") || str_contains_nocase(question, " it ") ||
                   str_contains_nocase(question, " they ") || str_contains_nocase(question, " that ");

    while (follows && str_next_line(&rest, &line))
        if (str_starts(line, "User: "))
            before = str_sub(line, 6, line.len);
    struct str named = line_after(asked->prompt, "(It follows up on: \"");
    if (named.len)
        before = named;
    return before.len ? str_format(asked->arena, "%.*s %.*s", STR_ARG(topic_of(asked, before, 4)), STR_ARG(topic))
                      : topic;
}

/* The sides of a question of each kind; %s is its subject. */
static const char *const *sides_of(enum asking asking)
{
    static const char *const definition[] = { "%s definition", "how %s forms and works", "%s figures and examples",
                                              NULL },
                             *const how_to[] = { "%s step by step", "%s mistakes and warnings", "%s how often", NULL },
                             *const comparison[] = { "%s cost", "%s emissions and efficiency", "%s lifetime and noise",
                                                     NULL },
                             *const why[] = { "%s causes", "%s investigation report", "%s evidence and doubts", NULL },
                             *const timeline[] = { "%s history founding", "%s milestones", "%s recent years", NULL },
                             *const figure[] = { "%s official count", "%s survey estimate", "%s definition and year",
                                                 NULL },
                             *const yes_no[] = { "%s evidence", "%s warnings and limits", "%s official advice", NULL },
                             *const list[] = { "%s overview", "%s examples", "%s complete register", NULL },
                             *const sides[] = { "%s supporters benefits", "%s opponents objections", "%s cost estimate",
                                                NULL },
                             *const recent[] = { "%s news this year", "%s decision", "%s next steps schedule", NULL },
                             *const advice[] = { "%s test results", "%s which to choose", "%s cost and limits", NULL },
                             *const open[] = { "%s overview", "%s figures", "%s criticism", NULL };
    static const char *const *const all[] = {
        [ASKING_DEFINITION] = definition, [ASKING_HOW_TO] = how_to,
        [ASKING_COMPARISON] = comparison, [ASKING_WHY] = why,
        [ASKING_TIMELINE] = timeline,     [ASKING_FIGURE] = figure,
        [ASKING_YES_NO] = yes_no,         [ASKING_LIST] = list,
        [ASKING_CONTROVERSY] = sides,     [ASKING_RECENT] = recent,
        [ASKING_ADVICE] = advice,         [ASKING_OPEN] = open,
    };

    return all[asking];
}

static struct str with_subject(const struct model_asked *asked, const char *form, struct str subject)
{
    return str_replace(asked->arena, str(form), str("%s"), subject);
}

/* At most `most` queries: the subject itself first, then its sides; none that was made already. */
static size_t plan(const struct model_asked *asked, size_t most, struct str ret[QUERIES_MAX])
{
    struct str subject = subject_of(asked), done = after(asked->prompt, "lready");
    const char *const *side = sides_of(asking_of(question_of(asked)));
    size_t n = 0;

    most = most < QUERIES_MAX ? most : QUERIES_MAX;
    if (most && !str_contains(done, str_format(asked->arena, "%.*s\n", STR_ARG(subject)).data))
        ret[n++] = subject;
    for (; *side && n < most; side++) {
        struct str query = with_subject(asked, *side, subject);

        if (!str_contains(done, query.data))
            ret[n++] = query;
    }
    if (n == 0)
        ret[n++] = with_subject(asked, "%s details", subject);
    return n;
}

static json_t *say_sub_queries(const struct model_asked *asked)
{
    struct str queries[QUERIES_MAX];
    size_t n = plan(asked, number_after(asked->prompt, "Give exactly ", 3), queries);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:o, s:s}", "query", string(queries[i]), "rationale",
                                              i ? "It looks at one side." : "It asks for the subject itself."));
    return json_pack("{s:o}", "subQueries", list);
}

static json_t *say_queries(const struct model_asked *asked)
{
    struct str queries[QUERIES_MAX], task = line_after(asked->prompt, "The task now:\n");
    size_t want = number_after(after(asked->prompt, "The task now:\n"), "\nGive ", 2), n = 0;
    json_t *list = json_array();

    if (task.len && !str_starts(task, "A first look"))
        json_array_append_new(list, string(topic_of(asked, task, TOPIC_WORDS + 3)));
    n = plan(asked, want, queries);
    for (size_t i = 0; i < n && json_array_size(list) < want; i++)
        json_array_append_new(list, string(queries[i]));
    return json_pack("{s:o}", "queries", list);
}

static json_t *say_research_plan(const struct model_asked *asked)
{
    struct str queries[QUERIES_MAX];
    size_t most = number_after(asked->prompt, "at most ", 4), n = plan(asked, most < 4 ? most : 4, queries);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:o, s:s, s:i}", "query", string(queries[i]), "rationale",
                                              i ? "It looks at one side." : "It asks for the subject itself.",
                                              "priority", (int) i + 1));
    return json_pack(
        "{s:o, s:o}", "research_brief",
        json_sprintf("The research answers \"%.*s\" from pages that state it, and names what they dispute.",
                     STR_ARG(question_of(asked))),
        "sub_queries", list);
}

static json_t *say_searches(const struct model_asked *asked)
{
    struct str queries[QUERIES_MAX];
    size_t n = plan(asked, number_after(asked->prompt, "\"searches\", at most ", 4), queries);
    json_t *list = json_array();

    for (size_t i = 0; i < n && i < 4; i++)
        json_array_append_new(list, json_pack("{s:o, s:s}", "query", string(queries[i]), "reason",
                                              i ? "One side of it." : "The subject itself."));
    return json_pack("{s:[], s:o, s:[]}", "questions", "searches", list, "assumptions");
}

static json_t *say_steps(const struct model_asked *asked)
{
    struct str queries[QUERIES_MAX];
    size_t least = number_after(asked->prompt, "Give at least ", 1), n = plan(asked, least > 3 ? least : 3, queries);
    json_t *steps = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(
            steps,
            json_pack("{s:o, s:o, s:s, s:b, s:b}", "title", string(queries[i]), "description",
                      json_sprintf("Find what pages state about %.*s, with figures and dates, and who says otherwise.",
                                   STR_ARG(queries[i])),
                      "step_type", "research", "needs_search", 1, "independent", 1));
    return json_pack("{s:o, s:s, s:b, s:o}", "title", string(subject_of(asked)), "thought",
                     "The subject first, then each side of it.", "has_enough_context", 0, "steps", steps);
}

static json_t *say_classification(const struct model_asked *asked)
{
    bool follows = str_contains(asked->prompt, "The conversation so far"),
         wide = asking_of(question_of(asked)) == ASKING_CONTROVERSY;

    return json_pack("{s:s, s:s, s:b, s:[], s:s, s:s}", "complexity", wide ? "complex" : "moderate", "follow_up_type",
                     follows ? "complex_follow_up" : "new_topic", "is_ambiguous", 0, "clarifying_questions",
                     "recommended_depth", "light", "reasoning", "A handful of pages would settle it.");
}

/* The words of the question that what was found does not have. */
static struct str missing_words(const struct model_asked *asked, struct str found)
{
    struct words question = { 0 }, seen = { 0 };
    struct str_list list = { 0 };

    content_words_of(asked->arena, question_of(asked), english(), &question);
    content_words_of(asked->arena, found, english(), &seen);
    for (size_t i = 0; i < question.n; i++)
        if (!is_form_word(question.items[i].fold) && !words_have_stem(&seen, question.items[i].stem))
            str_list_add(asked->arena, &list, question.items[i].text);
    return str_join(asked->arena, list.items, list.n, " ");
}

static json_t *say_decision(const struct model_asked *asked)
{
    struct str found = after(asked->prompt, "What they found"), missing = missing_words(asked, found),
               done = after(asked->prompt, "Searches made so far:"),
               query = str_format(asked->arena, "%.*s %.*s", STR_ARG(subject_of(asked)), STR_ARG(missing));

    if (missing.len == 0 || str_contains(done, query.data) || str_contains(asked->prompt, "Rounds left: 1."))
        return json_pack("{s:s, s:s, s:s}", "action", "research_complete", "query", "", "rationale",
                         "The results speak of everything that the question names.");
    return json_pack("{s:s, s:o, s:o}", "action", "search", "query", string(query), "rationale",
                     json_sprintf("Nothing that was found speaks of %.*s.", STR_ARG(missing)));
}

static json_t *say_reflection(const struct model_asked *asked)
{
    struct str found = after(asked->prompt, "What the finished steps found:"), missing = missing_words(asked, found);

    return json_pack("{s:s, s:o, s:[]}", "decision", missing.len ? "CONTINUE" : "COMPLETE", "reasoning",
                     missing.len ? json_sprintf("Nothing yet about %.*s.", STR_ARG(missing))
                                 : json_string("The findings speak of everything that the question names."),
                     "suggested_changes");
}

/* --- reading --- */

/* "The sources disagree: … (1), whereas … (2)." */
static void tell_disagreement(struct buf *out, const struct reading *r, const struct disagreement *d, const char *open,
                              const char *close)
{
    const struct stated *a = &r->stated[d->a], *b = &r->stated[d->b];

    buf_format(out, " The sources disagree: %.*s %s%.*s%s, whereas %.*s %s%.*s%s.", STR_ARG(sentence_inside(r, a)),
               open, STR_ARG(r->passages[a->passage].key), close, STR_ARG(sentence_inside(r, b)), open,
               STR_ARG(r->passages[b->passage].key), close);
}

static struct str notes_of(const struct reading *r, const char *open, const char *close)
{
    size_t picks[NOTES], n = reading_pick(r, NOTES, picks);
    struct disagreement d;
    struct buf out;

    buf_init(&out, 1 << 16);
    for (size_t i = 0; i < n; i++) {
        const struct stated *s = &r->stated[picks[i]];

        buf_format(&out, "%s%.*s %s%.*s%s.", i ? " " : "", STR_ARG(str_sub(s->text, 0, s->text.len - 1)), open,
                   STR_ARG(r->passages[s->passage].key), close);
    }
    if (reading_disagreements(r, &d, 1))
        tell_disagreement(&out, r, &d, open, close);
    if (n == 0)
        buf_add_z(&out, "Nothing of it answers the question.");
    return buf_take(&out, r->arena);
}

static json_t *say_search_summary(const struct model_asked *asked)
{
    struct reading r;

    reading_begin(asked->arena, question_of(asked), &r);
    reading_add_results(&r, after(asked->prompt, "What it found:"), true);
    reading_weigh(&r);
    return json_pack("{s:o}", "summary", string(notes_of(&r, "(", ")")));
}

static json_t *say_analysis(const struct model_asked *asked)
{
    struct disagreement conflicts[CONFLICTS];
    size_t picks[PICKS], n, k;
    struct reading r;
    json_t *findings = json_array(), *clashes = json_array(), *updates = json_array(), *gaps = json_array();

    reading_begin(asked->arena, question_of(asked), &r);
    reading_add_sources(&r, after(asked->prompt, "The sources:"));
    reading_weigh(&r);
    n = reading_pick(&r, PICKS, picks);
    for (size_t i = 0; i < n; i++) {
        const struct stated *s = &r.stated[picks[i]];

        json_array_append_new(findings, json_pack("{s:o, s:s, s:[o], s:s}", "content", string(s->text), "confidence",
                                                  "medium", "source_ids", string(r.passages[s->passage].key),
                                                  "category", stated_has_figure(s) ? "figures" : "statements"));
    }
    k = reading_disagreements(&r, conflicts, CONFLICTS);
    for (size_t i = 0; i < k; i++) {
        const struct stated *a = &r.stated[conflicts[i].a], *b = &r.stated[conflicts[i].b];

        json_array_append_new(
            clashes, json_pack("{s:o, s:o, s:o, s:[o], s:[o], s:s, s:s, s:s}", "description",
                               json_sprintf("What the sources say of %.*s", STR_ARG(subject_of(asked))), "says_a",
                               string(a->text), "says_b", string(b->text), "sources_a",
                               string(r.passages[a->passage].key), "sources_b", string(r.passages[b->passage].key),
                               "severity", i ? "minor" : "major", "preferred_source", "", "resolution", ""));
    }
    struct str missing = missing_words(asked, after(asked->prompt, "The sources:"));
    if (missing.len && !str_contains(asked->prompt, "Open gaps:"))
        json_array_append_new(
            gaps, json_pack("{s:o, s:[o], s:i}", "description",
                            json_sprintf("No source speaks of %.*s.", STR_ARG(missing)), "suggested_queries",
                            json_sprintf("%.*s %.*s", STR_ARG(subject_of(asked)), STR_ARG(missing)), "priority", 1));
    return json_pack("{s:o, s:o, s:o, s:o, s:[]}", "findings", findings, "gaps", gaps, "contradictions", clashes,
                     "quality_updates", updates, "addressed_gaps");
}

static struct str say_thought(const struct model_asked *asked)
{
    struct reading r;

    reading_begin(asked->arena, question_of(asked), &r);
    reading_add(&r, &(struct passage){ .key = str("1"), .text = after(asked->prompt, "What is known:") });
    reading_weigh(&r);
    return notes_of(&r, "(", ")");
}

/* --- a step with tools --- */

static struct str step_subject(const struct model_asked *asked)
{
    struct str step = line_after(asked->prompt, "The step: ");

    return step.len ? step : subject_of(asked);
}

/* The texts between the fences of the tools' replies: lists of results (they begin with a number) and pages. */
static void read_replies(const struct model_asked *asked, struct reading *results, struct str pages[PAGES], size_t *n)
{
    struct str rest = asked->rest, line, page = str("");
    bool open = false, list = false;

    *n = 0;
    while (str_next_line(&rest, &line)) {
        if (str_contains(line, "<<<") && !str_contains(line, ">>>")) {
            struct str first = rest, head = str("");

            str_next_line(&first, &head);
            open = true;
            list = head.len > 3 && isdigit((unsigned char) head.data[0]) &&
                   str_find(str_sub(head, 0, 4), str(". "), 0) > 0;
            page = rest;
        } else if (open && str_contains(line, ">>>")) {
            struct str text = str_n(page.data, (size_t) (line.data - page.data));

            if (list)
                reading_add_results(results, text, false);
            else if (*n < PAGES)
                pages[(*n)++] = text;
            open = false;
        }
    }
}

/* The results that speak most of the question, by their places among them. */
static size_t best_results(const struct reading *r, size_t most, size_t ret[PAGES])
{
    size_t n = 0;

    for (size_t i = 0; i < r->n && n < most && n < PAGES; i++) {
        bool known = false;

        for (size_t k = 0; k < n; k++)
            known = known || ret[k] == r->stated[i].passage;
        if (!known)
            ret[n++] = r->stated[i].passage;
    }
    return n;
}

static void call(const struct model_asked *asked, const char *tool, json_t *arguments, struct model_said *ret)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(str_format(asked->arena, "%.*s/%.*s/%s/%zu", STR_ARG(step_subject(asked)), STR_ARG(asked->rest),
                                tool, ret->calls_n)),
             hex);
    ret->calls[ret->calls_n++] = (struct model_call){ str_format(asked->arena, "call_%.24s", hex), str(tool),
                                                      json_said(asked, arguments) };
}

bool researcher_calls(const struct model_asked *asked, struct model_said *ret)
{
    struct str pages[PAGES];
    size_t best[PAGES], n = 0, crawls = number_after(asked->prompt, "searches and ", 3);
    struct reading r;

    if (asked->tools_n == 0 || !str_is(asked->tools[0].name, "web_search") || str_is(asked->tool_choice, "none"))
        return false;
    ret->calls = arena_calloc(asked->arena, PAGES + 1, sizeof *ret->calls);
    reading_begin(asked->arena, question_of(asked), &r);
    read_replies(asked, &r, pages, &n);
    if (!asked->has_results) {
        call(asked, "web_search", json_pack("{s:o}", "query", string(step_subject(asked))), ret);
    } else if (r.passages_n && n == 0 && !str_contains(asked->rest, "could not be read")) {
        reading_weigh(&r);
        n = best_results(&r, crawls < PAGES ? crawls : PAGES, best);
        for (size_t i = 0; i < n; i++) {
            int64_t index = 0;

            str_to_int(r.passages[best[i]].key, &index);
            call(asked, "web_crawl", json_pack("{s:I}", "index", (json_int_t) index), ret);
        }
    }
    return ret->calls_n > 0;
}

/* What the pages and the results say, with the indices they have. */
static struct str say_observation(const struct model_asked *asked)
{
    struct reading results, r;
    struct str pages[PAGES];
    size_t best[PAGES], n, k;

    reading_begin(asked->arena, question_of(asked), &results);
    reading_begin(asked->arena, question_of(asked), &r);
    read_replies(asked, &results, pages, &n);
    reading_weigh(&results);
    k = best_results(&results, PAGES, best);
    for (size_t i = 0; i < n && i < k; i++) {
        struct passage p = results.passages[best[i]];

        p.text = pages[i];
        reading_add(&r, &p);
    }
    for (size_t i = 0; n == 0 && i < results.passages_n; i++)
        reading_add(&r, &results.passages[i]);
    reading_weigh(&r);
    return notes_of(&r, "(", ")");
}

/* --- the panel --- */

/* From what its own search finds, with links. */
static struct str say_panel_answer(const struct model_asked *asked)
{
    struct str question = prompt_question(asked->prompt), user = after(asked->prompt, "Today is ");
    struct reading r;

    str_next_line(&user, &question);
    while (str_trim(question = str_trim(question)).len == 0 || !str_contains(question, " "))
        if (!str_next_line(&user, &question))
            break;
    reading_begin(asked->arena, question, &r);
    for (size_t i = 0; i < DOCUMENTS; i++) {
        struct document d;

        if (document_find(asked->arena, question, str_z(asked->arena, asked->model), i, &d))
            reading_add(
                &r, &(struct passage){ .key = d.url, .title = d.title, .date = d.date, .url = d.url, .text = d.text });
    }
    reading_weigh(&r);
    return compose_report(&(struct composing){ .reading = &r, .prompt = asked->prompt, .links = true });
}

static json_t *say_panel_context(const struct model_asked *asked)
{
    struct str question = question_of(asked), title = str_sub(question, 0, question.len - str_ends(question, "?"));
    enum asking asking = asking_of(question);
    json_t *aspects = json_array();

    for (const char *const *side = sides_of(asking); *side; side++)
        json_array_append_new(aspects, string(with_subject(asked, *side, str(""))));
    return json_pack("{s:o, s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "title", string(title), "language",
                     "en", "domain", "general", "mode", asking == ASKING_COMPARISON ? "comparison" : "standard",
                     "intent_summary", string(question), "answer_style", "balanced", "time_scope",
                     asking == ASKING_RECENT ? "recent" : "any", "time_from", "", "time_to", "", "locale_scope",
                     "global", "country", "", "research_plan", aspects);
}

static json_t *say_panel_conflicts(const struct model_asked *asked)
{
    struct str rest = after(asked->prompt, "The answers:"), line;
    struct disagreement found[CONFLICTS];
    json_t *list = json_array();
    struct reading r;
    bool open = false;

    reading_begin(asked->arena, question_of(asked), &r);
    while (str_next_line(&rest, &line)) {
        if (str_starts(line, "### ")) {
            reading_add(&r,
                        &(struct passage){ .key = str_sub(line, 4, line.len), .title = str_sub(line, 4, line.len) });
            open = true;
        } else if (str_contains(line, ">>>")) {
            open = false;
        } else if (open && !str_starts(line, "#")) {
            struct passage *p = &r.passages[r.passages_n - 1];

            p->text = str_format(asked->arena, "%.*s\n%.*s", STR_ARG(p->text), STR_ARG(line));
        }
    }
    reading_weigh(&r);
    size_t n = reading_disagreements(&r, found, CONFLICTS);
    for (size_t i = 0; i < n; i++) {
        const struct stated *a = &r.stated[found[i].a], *b = &r.stated[found[i].b];

        json_array_append_new(list, json_pack("{s:o, s:s, s:[{s:o, s:o}, {s:o, s:o}]}", "topic", string(found[i].about),
                                              "severity", i ? "minor" : "major", "sides", "model",
                                              string(r.passages[a->passage].key), "says", string(a->text), "model",
                                              string(r.passages[b->passage].key), "says", string(b->text)));
    }
    return json_pack("{s:s, s:o}", "synthesis_goal", n ? "resolve_conflicts" : "merge", "conflicts", list);
}

/* --- writing --- */

static struct str say_report(const struct model_asked *asked)
{
    struct str shown = after(asked->prompt, "The sources:\n");
    struct reading r;

    if (shown.len == 0)
        shown = after(asked->prompt, "The passages:\n");
    reading_begin(asked->arena, question_of(asked), &r);
    reading_add_numbered(&r, shown.len ? shown : asked->prompt);
    reading_weigh(&r);
    return compose_report(&(struct composing){ .reading = &r, .prompt = asked->prompt, .own_words = true });
}

/* --- verifying --- */

struct item {
    int id;
    bool kind;
    struct str claim, seen; /* all that belongs to its passages */
};

/* How a writer says whose words they are; no page says it so. */
static bool is_lead_word(struct str stem)
{
    static const char *const stems[] = { "accord", "say",    "sourc", "disagre", "wherea",
                                         "yes",    "author", "short", "sum",     NULL };

    return str_is_any(stem, stems);
}

static const char *verdict_on(struct arena *arena, const struct item *item, struct str *ret_missing)
{
    struct words claim = { 0 }, seen = { 0 };
    struct str_list missing = { 0 };
    size_t n = 0, there = 0;
    bool figure = false;

    words_of(arena, item->claim, english(), &claim);
    words_of(arena, item->seen, english(), &seen);
    for (size_t i = 0; i < claim.n; i++) {
        const struct word *w = &claim.items[i];

        if ((w->flags & WORD_STOP) || is_lead_word(w->stem))
            continue;
        bool found = words_have_stem(&seen, w->stem);
        n++;
        there += found;
        figure = figure || ((w->flags & WORD_NUMBER) && !found);
        if (!found)
            str_list_add(arena, &missing, w->text);
    }
    *ret_missing = str_join(arena, missing.items, missing.n, " ");
    if (n == 0 || there * 100 < n * 35)
        return "unsupported";
    if (figure)
        return there * 100 >= n * 60 ? "contradicted" : "partial";
    if (words_negated(&claim) && !words_negated(&seen))
        return "contradicted";
    return there * 100 >= n * 80 ? "supported" : "partial";
}

static void add_verdict(const struct model_asked *asked, const struct item *item, json_t *list)
{
    static const char *const remarks[] = { "The sources",     "No source",         "No passage",
                                           "Only one source", "The newest source", NULL };
    struct str missing;
    const char *verdict = verdict_on(asked->arena, item, &missing), *kind = "summary";
    json_t *one = json_pack(
        "{s:i, s:s, s:o, s:o}", "id", item->id, "verdict", verdict, "missing", string(missing), "reason",
        strcmp(verdict, "supported") == 0 ? json_string("The passage says it.")
                                          : json_sprintf("The passage does not say: %.*s.", STR_ARG(missing)));

    for (const char *const *w = remarks; *w; w++)
        if (str_starts(item->claim, *w))
            kind = "remark";
    if (strcmp(kind, "summary") == 0 && strcmp(verdict, "supported") != 0)
        kind = "claim";
    if (item->kind)
        json_object_set_new(one, "kind", json_string(kind));
    json_array_append_new(list, one);
}

static json_t *say_verdicts(const struct model_asked *asked)
{
    struct str rest = asked->prompt, line;
    struct item item = { 0 };
    json_t *list = json_array();

    while (str_next_line(&rest, &line)) {
        ptrdiff_t at = str_find(str_sub(line, 0, 14), str(". claim: "), 0);
        int64_t id;

        if (at > 0 && str_to_int(str_sub(line, 0, (size_t) at), &id)) {
            if (item.id)
                add_verdict(asked, &item, list);
            item = (struct item){ .id = (int) id, .claim = str_sub(line, (size_t) at + 9, line.len) };
        } else if (str_starts(line, "   kind: please say")) {
            item.kind = true;
        } else if (item.id && str_starts(line, "   ")) {
            item.seen = str_format(asked->arena, "%.*s\n%.*s", STR_ARG(item.seen), STR_ARG(line));
        }
    }
    if (item.id)
        add_verdict(asked, &item, list);
    return json_pack("{s:o}", "verdicts", list);
}

/* The sentences that hold stay as they are; what was taken out is gone already. */
static json_t *say_paragraph(const struct model_asked *asked)
{
    return json_pack("{s:o}", "paragraph", string(line_after(asked->prompt, "The paragraph:\n")));
}

static json_t *say_facts(const struct model_asked *asked)
{
    struct str rest = after(asked->prompt, "\n<<<"), line = str("");

    str_next_line(&rest, &line);
    str_next_line(&rest, &line);
    return json_pack("{s:[o]}", "facts", string(line));
}

/* --- all of them --- */

struct str researcher_says(const struct model_asked *asked, struct str role)
{
    static const struct {
        const char *role;
        json_t *(*say)(const struct model_asked *asked);
    } decoded[] = {
        { "sub_queries", say_sub_queries },
        { "search_queries", say_queries },
        { "plan_research", say_research_plan },
        { "plan_searches", say_searches },
        { "plan_steps", say_steps },
        { "coordinate", say_classification },
        { "decide", say_decision },
        { "reflect_step", say_reflection },
        { "search_summary", say_search_summary },
        { "analyze", say_analysis },
        { "panel_context", say_panel_context },
        { "panel_conflicts", say_panel_conflicts },
        { "verify_claims", say_verdicts },
        { "rewrite_paragraph", say_paragraph },
        { "atomic_facts", say_facts },
    };

    for (size_t i = 0; i < sizeof decoded / sizeof *decoded; i++)
        if (str_is(role, decoded[i].role))
            return json_said(asked, decoded[i].say(asked));
    if (str_is(role, "analyse_step"))
        return say_thought(asked);
    if (str_is(role, "panel_answer"))
        return say_panel_answer(asked);
    if (str_is(role, "synthesize") || str_is(role, "panel_synthesis"))
        return say_report(asked);
    if (str_is(role, "tools"))
        return say_observation(asked);
    return str("");
}
