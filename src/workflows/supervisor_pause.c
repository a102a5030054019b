/* The supervisor between the phases: judges by the gate and by a
 * model, lets a hook or a person have a word, and decides whether another round is
 * worth it. */
#include "text/counts.h"
#include "workflows/gather.h"
#include "workflows/supervisor.h"

#include "net/url.h"
#include "roles/role.h"
#include "run/hook.h"
#include "text/utf8.h"
#include "workflows/plan_edit.h"

enum { LISTED = 30, LISTED_CHARACTERS = 240, LIST_MAX = 32 * 1024, GUIDANCE_MAX = 4000, DRAFT_CHARACTERS = 6000 };

/* --- hooks --- */

struct hook_input {
    struct str tool;
    int phase; /* enum phase */
    struct str prompt;
    struct field_any state;
};
static const struct field hook_input_fields[] = {
    FIELD_STR(struct hook_input, tool),
    FIELD_ENUM(struct hook_input, phase, phase_words),
    FIELD_STR(struct hook_input, prompt),
    FIELD_ANY(struct hook_input, state),
    FIELD_END,
};

/* 1: the command answered; 0: there is none, or it failed and that was said. */
static int ask_command(struct supervisor *x, const struct str_list *command, const char *tool, struct str prompt,
                       struct str *ret, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);

    if (command->n == 0 || branch_finishing(x->branch))
        return 0;
    struct arena *arena = branch_arena(x->branch);
    const struct hook_input input = { str(tool), x->s.phase, prompt, supervisor_state(x, arena) };
    const struct hook hook = { .command = command,
                               .input = json_encode_text(arena, hook_input_fields, &input),
                               .timeout_ms = settings->hook_ms };
    int r = effect_hook(x->branch, path_add(supervisor_path(x, "hook"), tool), &hook, ret, e);
    if (r == 0)
        return 1;
    if (error_stops_run(r))
        return r;
    branch_warn(x->branch, "%s", e->message);
    return 0;
}

static struct str add_line(struct arena *arena, struct str text, struct str more)
{
    return text.len ? str_format(arena, "%.*s\n%.*s", STR_ARG(text), STR_ARG(more)) : str_dup(arena, more);
}

static void guide(struct supervisor *x, struct str more)
{
    struct arena *arena = branch_arena(x->branch);

    more = utf8_cut(str_trim(more), GUIDANCE_MAX);
    if (more.len == 0)
        return;
    x->guidance = add_line(arena, x->guidance, more);
    if (x->drafted)
        x->unwritten = add_line(arena, x->unwritten, more);
}

static void list(struct buf *text, const char *head, size_t *n)
{
    if ((*n)++ == 0)
        buf_format(text, "\n%s:\n", head);
}

/* What a person sees of the research at a pause: what the phase made. */
static struct str made_text(struct supervisor *x)
{
    const struct supervision *s = &x->s;
    bool plans = s->phase == PHASE_PLANNING || s->phase == PHASE_REFINEMENT;
    struct buf text;
    size_t queries = 0, sources = 0, findings = 0, disputes = 0, gaps = 0;

    buf_init(&text, LIST_MAX);
    if (s->phase == PHASE_PLANNING && s->brief.len)
        buf_format(&text, "\n%.*s\n", STR_ARG(s->brief));
    for (size_t i = x->first_query; i < s->queries_n && plans; i++) {
        list(&text, s->phase == PHASE_PLANNING ? "Sub-queries" : "Further searches", &queries);
        buf_format(&text, "%zu. %.*s\n", queries, STR_ARG(s->queries[i].query));
    }
    for (size_t i = 0; i < s->sources.n && sources < LISTED && s->phase == PHASE_GATHERING; i++)
        if (s->added[i] == s->iteration && !s->copy[i]) {
            struct str site = url_domain(s->sources.items[i].url); /* empty: a document of the user */

            list(&text, "Sources", &sources);
            buf_format(&text, "[%lld] %.*s%s%.*s (%s)\n", (long long) s->sources.items[i].number,
                       STR_ARG(utf8_cut(s->sources.items[i].title, LISTED_CHARACTERS)), site.len ? ", " : "",
                       STR_ARG(site), source_quality_words[s->quality[i]]);
        }
    for (size_t i = 0; i < s->findings_n && i < LISTED && s->phase == PHASE_ANALYSIS; i++) {
        list(&text, "Findings", &findings);
        buf_format(&text, "- %.*s (%s)\n", STR_ARG(utf8_cut(s->findings[i].content, LISTED_CHARACTERS)),
                   confidence_words[s->findings[i].confidence]);
    }
    for (size_t i = 0; i < s->contradictions.n && i < LISTED && s->phase == PHASE_ANALYSIS; i++) {
        list(&text, "Contradictions", &disputes);
        buf_format(&text, "- %.*s\n", STR_ARG(utf8_cut(s->contradictions.items[i].description, LISTED_CHARACTERS)));
        if (s->contradictions.items[i].says_one.len && s->contradictions.items[i].says_other.len)
            buf_format(&text, "    one side: %.*s\n    the other: %.*s\n",
                       STR_ARG(utf8_cut(s->contradictions.items[i].says_one, LISTED_CHARACTERS)),
                       STR_ARG(utf8_cut(s->contradictions.items[i].says_other, LISTED_CHARACTERS)));
    }
    for (size_t i = 0; i < s->gaps_n && i < LISTED && s->phase >= PHASE_ANALYSIS; i++)
        if (!s->gaps[i].addressed) {
            list(&text, "Still unknown", &gaps);
            buf_format(&text, "- %.*s\n", STR_ARG(utf8_cut(s->gaps[i].description, LISTED_CHARACTERS)));
        }
    if (s->phase == PHASE_SYNTHESIS)
        buf_format(&text, "\nThe draft:\n%.*s\n", STR_ARG(utf8_cut(s->report, DRAFT_CHARACTERS)));
    return buf_take(&text, branch_arena(x->branch));
}

/* What becomes of an answer. */
static const char *what_words_do(enum phase phase)
{
    switch (phase) {
    case PHASE_PLANNING: return "have the planner change the plan";
    case PHASE_GATHERING: return "are told to the analyst";
    case PHASE_ANALYSIS: return "are told to the writer";
    case PHASE_SYNTHESIS: return "have the report revised";
    default: return "are told to whoever works next";
    }
}

/* A person is asked where an answer changes something: without a model nobody reads it, and who has just reviewed the
 * plan has judged it. */
static bool asks_person(const struct supervisor *x)
{
    return str_is(branch_settings(x->branch)->think_pause, "person") && !branch_finishing(x->branch) &&
           !role_extractive(x->branch) && !(x->s.phase == PHASE_PLANNING && x->reviewed);
}

/* Asks for guidance at a pause: a command, a person, or nobody. */
static int think(struct supervisor *x, struct str prompt, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct str said = { 0 };
    int r = 0;

    if (str_is(settings->think_pause, "command")) {
        r = ask_command(x, &settings->think_pause_command, "think_pause", prompt, &said, e);
    } else if (asks_person(x)) {
        struct str asked = str_format(
            branch_arena(x->branch), "After %s: %.*s (An empty answer goes on; other words %s.)\n%.*s",
            phase_words[x->s.phase], STR_ARG(prompt), what_words_do(x->s.phase), STR_ARG(made_text(x)));

        const struct event_clarification_needed event = { .questions = { &asked, 1, 1 } };
        r = effect_ask(x->branch, supervisor_path(x, "person"),
                       &(struct effect_question){ QUESTION_PAUSE, EVENT_CLARIFICATION_NEEDED, &event }, &said, e);
        if (r == 0 && !plan_consents(said))
            branch_add_said(x->branch, said);
    }
    if (r < 0)
        return r;
    branch_emit(x->branch, EVENT_THINK_PAUSE,
                &(struct event_think_pause){ str(phase_words[x->s.phase]), prompt, str_trim(said) });
    if (!plan_consents(said))
        guide(x, said);
    return 0;
}

/* --- judging --- */

/* What the supervising model sees of the research. */
static struct str state_text(struct supervisor *x)
{
    const struct supervision *s = &x->s;
    struct buf text;

    buf_init(&text, LIST_MAX);
    if (s->brief.len)
        buf_format(&text, "Brief: %.*s\n", STR_ARG(s->brief));
    for (size_t i = 0; i < s->queries_n && i < LISTED && s->phase <= PHASE_GATHERING; i++)
        buf_format(&text, "Sub-query (%s): %.*s\n", query_status_words[s->queries[i].status],
                   STR_ARG(s->queries[i].query));
    for (size_t i = 0; i < s->sources.n && i < LISTED && s->phase == PHASE_GATHERING; i++)
        buf_format(&text, "Source (%s): %.*s\n", source_quality_words[s->quality[i]],
                   STR_ARG(utf8_cut(s->sources.items[i].title, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->findings_n && i < LISTED && s->phase >= PHASE_ANALYSIS; i++)
        buf_format(
            &text, "Finding (%s, %.*s): %.*s\n", confidence_words[s->findings[i].confidence],
            STR_ARG(text_counted(branch_arena(x->branch), (int64_t) s->findings[i].sources_n, "source", "sources")),
            STR_ARG(utf8_cut(s->findings[i].content, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->contradictions.n && i < LISTED; i++)
        buf_format(&text, "Contradiction (%s): %.*s\n", s->contradictions.items[i].major ? "major" : "minor",
                   STR_ARG(utf8_cut(s->contradictions.items[i].description, LISTED_CHARACTERS)));
    for (size_t i = 0; i < s->gaps_n && i < LISTED; i++)
        buf_format(&text, "Gap (%s): %.*s\n", s->gaps[i].addressed ? "closed" : "open",
                   STR_ARG(utf8_cut(s->gaps[i].description, LISTED_CHARACTERS)));
    if (x->guidance.len)
        buf_format(&text, "Guidance of earlier pauses: %.*s\n", STR_ARG(x->guidance));
    if (s->phase == PHASE_SYNTHESIS)
        buf_format(&text, "The report begins:\n%.*s\n", STR_ARG(utf8_cut(s->report, 3000)));
    return buf_take(&text, branch_arena(x->branch));
}

/* A command that decides instead of the model; what it says badly is warned of. */
static int decide_by_command(struct supervisor *x, struct str prompt, bool *ret_decided,
                             struct supervisor_decision *ret, struct error *e)
{
    struct str said;
    int r = ask_command(x, &branch_settings(x->branch)->decision_command, "evaluate_phase", prompt, &said, e);

    *ret_decided = false;
    if (r <= 0 || str_empty(str_trim(said)))
        return r < 0 ? r : 0;
    struct error bad;
    r = json_decode_answer(said, supervisor_decision_fields, ret, branch_arena(x->branch), &bad);
    if (r < 0)
        branch_warn(x->branch, "The answer of the decision hook could not be read: %s", bad.message);
    *ret_decided = r == 0;
    return 0;
}

static int judge(struct supervisor *x, const struct gate *gate, struct str prompt, struct supervisor_decision *ret,
                 struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    const struct supervise_input input = {
        .question = x->s.question,
        .phase = str(phase_words[x->s.phase]),
        .reflection = prompt,
        .state = state_text(x),
        .issues = str_join(arena, gate->issues.items, gate->issues.n, "\n"),
        .gate_score = gate->score,
        .gate_valid = gate->valid,
        .gate_mendable = gate->mendable,
    };
    bool decided;
    int r;

    supervise_by_gate(&input, ret);
    r = decide_by_command(x, prompt, &decided, ret, e);
    if (r < 0 || decided)
        return r;
    r = role_supervise(x->branch, supervisor_path(x, "judge"), &input, ret, e);
    if (r < 0 && supervisor_hurried(x, r, e)) {
        supervise_by_gate(&input, ret);
        return 0;
    }
    return r;
}

/* The table wins over the model: at a pause it may ask for one retry, give guidance, or end early. */
static bool once_more(const struct supervisor *x, const struct gate *gate, const struct supervisor_decision *d)
{
    if (x->try > 0 || x->ends_early || (x->s.phase == PHASE_PLANNING && x->reviewed) ||
        x->s.phase == PHASE_REFINEMENT || d->action == SUPERVISE_COMPLETE)
        return false;
    if (x->s.phase == PHASE_GATHERING && !supervisor_may_search(x))
        return false;
    return d->action == SUPERVISE_RETRY || (!gate->valid && gate->mendable);
}

static const char *proceeds_because(const struct supervisor *x, const struct gate *gate, bool asked_for)
{
    if (x->s.phase == PHASE_GATHERING && x->try == 0 && !x->ends_early && (gate->mendable || asked_for))
        return supervisor_sources_full(x) ? "no further source may be read" : "there are no other words to search for";
    if (x->s.phase == PHASE_REFINEMENT || (!gate->valid && !gate->mendable))
        return "doing the phase again would not mend it";
    if (x->s.phase == PHASE_PLANNING && x->reviewed)
        return "a person has reviewed the plan";
    return x->try ? "the phase was tried twice" : "the report is wanted now";
}

int supervisor_pause(struct supervisor *x, bool *ret_again, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct str prompt = reflection_prompt(arena, &x->s, x->s.phase);
    struct supervisor_decision d;
    struct gate gate;

    if (x->guided)
        x->guidance = str("");
    x->guided = false;
    gate_check(arena, &x->s, x->s.phase, &gate);
    int r = judge(x, &gate, prompt, &d, e);
    if (r < 0)
        return r;
    supervisor_hurried(x, 0, e); /* then nothing is done again */
    if (d.action == SUPERVISE_COMPLETE && x->s.sources.n > 0 && x->s.phase != PHASE_PLANNING)
        x->ends_early = true;
    *ret_again = once_more(x, &gate, &d);
    struct phase_judgement judged = { d, d.rationale.len ? d.rationale : prompt, "" };
    if (*ret_again || d.action == SUPERVISE_RETRY) /* what is done, whatever was said */
        judged.decision.action = *ret_again ? SUPERVISE_RETRY : SUPERVISE_PROCEED;
    if (!*ret_again && (!gate.valid || d.action == SUPERVISE_RETRY))
        judged.proceeds_because = proceeds_because(x, &gate, d.action == SUPERVISE_RETRY);
    supervisor_record_evaluation(x, &gate, &judged);
    guide(x, d.guidance);
    r = think(x, prompt, e);
    supervisor_save(x, 0);
    return r;
}

/* --- another round? --- */

/* What a command says about another round. */
struct round_answer {
    bool should_iterate;
};
static const struct field round_answer_fields[] = { FIELD_BOOL(struct round_answer, should_iterate), FIELD_END };

/* A command may say no; it may not say yes against the table. */
static int command_decides(struct supervisor *x, struct error *e)
{
    struct str said;
    struct round_answer answer = { true };
    int r = ask_command(x, &branch_settings(x->branch)->decision_command, "decide_iteration",
                        reflection_prompt(branch_arena(x->branch), &x->s, PHASE_REFINEMENT), &said, e);

    if (r <= 0 || str_empty(str_trim(said)))
        return r < 0 ? r : 0;
    if (json_decode_answer(said, round_answer_fields, &answer, branch_arena(x->branch), NULL) == 0 &&
        !answer.should_iterate)
        x->ends_early = true;
    return 0;
}

/* A round that could not be written up would only put a worse report in the place of the one that stands. */
static int afford_round(struct supervisor *x, struct error *e)
{
    enum pressure pressure;
    int r = branch_pressure(x->branch, supervisor_path(x, "budget"), &pressure, e);

    if (r == 0 && (pressure == PRESSURE_WRITE || supervisor_sources_full(x))) {
        x->ends_early = true;
        if (pressure == PRESSURE_WRITE)
            branch_skip(x->branch, "There was no further round: the budget did not allow another report.");
        else
            branch_skip(x->branch, "There was no further round: %.*s.",
                        STR_ARG(gather_full_words(branch_arena(x->branch), x->s.most_sources)));
    }
    return r;
}

int supervisor_decide_iteration(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    size_t open = gaps_open(&x->s);
    bool room = x->s.iteration < x->s.max_iterations;
    int r = open && room && !x->ends_early ? afford_round(x, e) : 0;

    if (r == 0 && open && room && !x->ends_early)
        r = command_decides(x, e);
    if (r < 0)
        return r;
    bool iterate = open && room && !x->ends_early;
    size_t left = x->s.max_iterations - x->s.iteration;
    struct str why = iterate
                         ? str_format(arena, "%.*s open and %.*s left.",
                                      STR_ARG(text_counted(arena, (int64_t) open, "gap is", "gaps are")),
                                      STR_ARG(text_counted(arena, (int64_t) left, "iteration is", "iterations are")))
                     : !open ? str("No gap is open.")
                             : str_format(arena, "%.*s open: %s.",
                                          STR_ARG(text_counted(arena, (int64_t) open, "gap stays", "gaps stay")),
                                          room ? "the research was ended early" : "it was the last iteration");
    supervisor_record_round(x, why, iterate);
    return 0;
}
