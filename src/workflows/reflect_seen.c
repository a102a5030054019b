/* What the roles of the reflect workflow see of the research so far, each within its share of its model's context: the
 * planner that of planning, the reflector that of refinement, the researcher a part of that of analysis. */
#include "net/url.h"
#include "roles/reflect_step.h"
#include "roles/role.h"
#include "text/counts.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "workflows/fit.h"
#include "workflows/reflect.h"

enum {
    TITLES_PER_STEP = 5,
    TITLES_MAX = 24,
    TITLE_CHARACTERS = 160,
    SHARE_LEAST = 300,   /* tokens: with less nobody can plan or judge */
    HISTORY_PART = 4,    /* of the planner's share: for the conversation */
    BACKGROUND_PART = 3, /* of what that leaves: for the first look, once steps are finished */
    TITLES_PART = 3,     /* of the reflector's share */
    RESEARCHER_PART = 2, /* of the researcher's: its conversation takes the rest */
};

static int64_t share_of(const struct reflect *x, enum budget_phase phase, enum tier tier, int percent)
{
    int64_t share = role_extractive(x->branch) ? INT64_MAX / 200 : fit_budget(x->branch, phase, tier, NULL);

    return (share > SHARE_LEAST ? share : SHARE_LEAST) * percent / 100;
}

static int64_t tokens_of(struct str text) { return (int64_t) tokens_estimate(text); }

/* --- what steps found --- */

/* What each of the needs gets of the room: small ones are met, the others get equal parts of what is left. */
static void share_room(const int64_t *needs, size_t n, int64_t room, int64_t *ret)
{
    size_t open = 0;

    for (size_t i = 0; i < n; i++) {
        ret[i] = -1;
        open += needs[i] > 0;
        if (needs[i] <= 0)
            ret[i] = 0;
    }
    for (bool met = true; met && open;) {
        int64_t part = room / (int64_t) open;

        met = false;
        for (size_t i = 0; i < n; i++)
            if (ret[i] < 0 && needs[i] <= part) {
                ret[i] = needs[i];
                room -= needs[i];
                open--;
                met = true;
            }
    }
    for (size_t i = 0; i < n; i++)
        if (ret[i] < 0)
            ret[i] = room / (int64_t) open;
}

/* What others see of a step: a researcher's words whole, of excerpts that code made their beginning. */
static struct str seen_of(const struct reflect *x, const struct step *step)
{
    if (!step->result || step->result->classic)
        return utf8_cut(step->observation, REFLECT_OBSERVATION);
    if (!step->result->also.len)
        return step->observation;
    return str_format(branch_arena(x->branch), "%.*s\nAlso read:\n%.*s", STR_ARG(step->observation),
                      STR_ARG(utf8_cut(step->result->also, REFLECT_OBSERVATION)));
}

/* "Step: title" and what it found, by step; within so many tokens. */
static struct str finished(struct reflect *x, int64_t tokens)
{
    int64_t needs[REFLECT_STEPS_MAX] = { 0 }, rooms[REFLECT_STEPS_MAX];
    struct buf text;

    for (size_t i = 0; i < x->n; i++)
        if (x->steps[i].status == STEP_COMPLETED) {
            needs[i] = tokens_of(seen_of(x, &x->steps[i]));
            tokens -= tokens_of(x->steps[i].plan.title) + 3;
        }
    share_room(needs, x->n, tokens > 0 ? tokens : 0, rooms);
    buf_init(&text, REFLECT_SEEN_MAX);
    for (size_t i = 0; i < x->n; i++) {
        struct str seen = seen_of(x, &x->steps[i]);

        if (x->steps[i].status != STEP_COMPLETED)
            continue;
        if (rooms[i] < needs[i])
            seen = summarize_cut(seen, rooms[i]);
        buf_format(&text, "Step: %.*s\n%.*s\n", STR_ARG(x->steps[i].plan.title), STR_ARG(str_trim(seen)));
    }
    return buf_take(&text, branch_arena(x->branch));
}

/* --- where they found it --- */

static void add_title(struct buf *text, const struct source_row *source)
{
    struct str site = url_domain(source->url);

    buf_format(text, "(%lld) %.*s%s%.*s%s%.*s%s\n", (long long) source->number,
               STR_ARG(utf8_cut(source->title, TITLE_CHARACTERS)), site.len ? ", " : "", STR_ARG(site),
               source->date.len ? ", " : "", STR_ARG(source->date), source->text.len ? " (read)" : "");
}

struct str reflect_sources_text(struct reflect *x)
{
    struct buf text;
    size_t shown = 0;

    buf_init(&text, REFLECT_SEEN_MAX);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < x->sources.n && shown < TITLES_MAX; i++)
            if ((pass == 0) == (x->sources.items[i].text.len > 0)) {
                add_title(&text, &x->sources.items[i]);
                shown++;
            }
    return buf_take(&text, branch_arena(x->branch));
}

/* By the step that found them first: so many titles of each. */
static struct str sources_by_step(struct reflect *x, size_t titles)
{
    bool *told = arena_calloc(branch_arena(x->branch), x->sources.n + 1, sizeof *told);
    struct buf text;

    buf_init(&text, REFLECT_SEEN_MAX);
    for (size_t i = 0; i < x->n; i++) {
        const struct step *step = &x->steps[i];
        size_t shown = 0, fresh = 0;

        if (step->status != STEP_COMPLETED)
            continue;
        for (size_t k = 0; k < step->sources_n; k++)
            fresh += !told[step->sources[k]];
        buf_format(&text, "%.*s: %.*s%s\n", STR_ARG(step->plan.title),
                   STR_ARG(text_counted(branch_arena(x->branch), (int64_t) step->sources_n, "source", "sources")),
                   fresh == step->sources_n ? ""
                   : fresh                  ? ", of them new"
                                            : ", all of them above");
        for (size_t k = 0; k < step->sources_n; k++) {
            if (!told[step->sources[k]] && shown++ < titles)
                add_title(&text, &x->sources.items[step->sources[k]]);
            told[step->sources[k]] = true;
        }
    }
    return buf_take(&text, branch_arena(x->branch));
}

/* --- by role --- */

void reflect_planner_sees(struct reflect *x, int percent, struct plan_input *ret)
{
    int64_t share = share_of(x, BUDGET_PLANNING, TIER_ANALYTICAL, percent);

    ret->history = fit_history(branch_arena(x->branch), x->history, share / HISTORY_PART);
    share -= tokens_of(ret->history);
    int64_t look = tokens_of(x->background), part = x->done ? share / BACKGROUND_PART : share;
    ret->finished = finished(x, share - (look < part ? look : part));
    share -= tokens_of(ret->finished);
    ret->background = look > share ? summarize_cut(x->background, share > 0 ? share : 0) : x->background;
}

static struct str plan_text(struct reflect *x)
{
    struct buf text;

    buf_init(&text, REFLECT_SEEN_MAX);
    for (size_t i = 0; i < x->n; i++)
        buf_format(&text, "%zu. %.*s (%s)\n", i + 1, STR_ARG(x->steps[i].plan.title),
                   step_status_words[x->steps[i].status]);
    return buf_take(&text, branch_arena(x->branch));
}

void reflect_reflector_sees(struct reflect *x, int percent, struct reflect_input *ret)
{
    int64_t share = share_of(x, BUDGET_REFINEMENT, TIER_SIMPLE, percent);
    size_t titles = TITLES_PER_STEP;

    ret->plan = plan_text(x);
    ret->sources = sources_by_step(x, titles);
    while (titles > 0 && tokens_of(ret->sources) > share / TITLES_PART)
        ret->sources = sources_by_step(x, --titles);
    ret->observations = finished(x, share - tokens_of(ret->plan) - tokens_of(ret->sources));
}

struct str reflect_researcher_sees(struct reflect *x)
{
    return finished(x, share_of(x, BUDGET_ANALYSIS, TIER_ANALYTICAL, 100) / RESEARCHER_PART);
}
