/* The second half of a panel: answers become sources, the pages they cite are read, one attributed text is written and
 * checked. */
#include <string.h>

#include "base/buf.h"
#include "evidence/markers.h"
#include "net/url.h"
#include "report/markup.h"
#include "roles/panel_synthesis.h"
#include "roles/synthesize.h"
#include "roles/topic.h"
#include "run/events.h"
#include "text/counts.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "workflows/clash.h"
#include "workflows/fit.h"
#include "workflows/gather.h"
#include "workflows/panel.h"
#include "workflows/writing.h"

enum { TEXT_MAX = 4 << 20, FAULTS_MAX = 12, PASSAGES_LEAST = 4000, HEADINGS_DEEPER = 2, OPENING_CHARACTERS = 400 };
enum { RELEVANT = 400 }; /* thousandths: a passage that speaks of the question */

/* --- sources --- */

static size_t add_source(struct panel *p, const struct search_hit *hit, size_t rank)
{
    ptrdiff_t at = source_list_add(p->branch, &p->sources, hit, rank, branch_settings(p->branch)->query);

    return at < 0 ? SIZE_MAX : (size_t) at;
}

static void add_answers(struct panel *p)
{
    struct arena *arena = branch_arena(p->branch);

    for (size_t i = 0; i < p->n; i++) {
        struct panel_answer *a = &p->answers[i];

        if (a->status != PANEL_RESULT_COMPLETED)
            continue;
        struct search_hit hit = { .title = str_format(arena, "Answer of %.*s", STR_ARG(a->label)),
                                  .url = str_format(arena, "model:%.*s", STR_ARG(a->name)),
                                  .text = a->plain };
        str_list_add(arena, &hit.engines, a->name);
        a->source = add_source(p, &hit, 0);
    }
}

static void add_given(struct panel *p)
{
    struct arena *arena = branch_arena(p->branch);

    for (size_t i = 0; i < p->given_n; i++) {
        struct search_hit hit = { .title = p->given[i].title.len ? p->given[i].title : p->given[i].label,
                                  .url = str_format(arena, "file:%.*s", STR_ARG(p->given[i].label)),
                                  .canonical_url = str_format(arena, "context:%.*s", STR_ARG(p->given[i].id)),
                                  .text = p->given[i].text };

        str_list_add(arena, &hit.engines, str("given"));
        p->given[i].source = add_source(p, &hit, 0);
    }
}

/* The next page of an answer that is no source yet: places in the text first, then what was merely found. */
static bool add_next_page(struct panel *p, struct panel_answer *a, bool *taken, size_t rank)
{
    struct arena *arena = branch_arena(p->branch);

    for (int placed = 1; placed >= 0; placed--)
        for (size_t i = 0; i < a->citations_n; i++) {
            const struct llm_citation *c = &a->citations[i];
            struct url url;

            if (taken[i] || (c->start >= 0) != placed)
                continue;
            taken[i] = true;
            if (url_parse(arena, c->url, &url, NULL) < 0 || !url_is_web(c->url))
                continue;
            struct str title = str_empty(str_trim(c->title)) ? url.host : c->title;
            /* The model's own sentence is not what the page says: without a quote the title has to do. */
            struct search_hit hit = { .title = title,
                                      .url = c->url,
                                      .canonical_url = url_canonical(arena, c->url),
                                      .snippet = str_empty(c->text) ? title : utf8_cut_bytes(c->text, 2000) };
            str_list_add(arena, &hit.engines, a->name);
            size_t at = add_source(p, &hit, rank);
            if (at == SIZE_MAX)
                continue;
            a->numbers[i] = p->sources.items[at].number;
            return true;
        }
    return false;
}

/* Each answer gives its first page, then its second, and so on, so that the pages that are read are of all. */
static void add_pages(struct panel *p)
{
    struct arena *scratch = arena_new();
    bool **taken = arena_calloc(scratch, p->n + 1, sizeof *taken), any = true;

    for (size_t i = 0; i < p->n; i++)
        taken[i] = arena_calloc(scratch, p->answers[i].citations_n + 1, sizeof **taken);
    for (size_t rank = 0; any; rank++) {
        any = false;
        for (size_t i = 0; i < p->n; i++)
            if (p->answers[i].status == PANEL_RESULT_COMPLETED)
                any = add_next_page(p, &p->answers[i], taken[i], rank) || any;
    }
    arena_free(scratch);
}

static bool is_page(const struct source_row *source) { return url_is_web(source->url); }

static int read_pages(struct panel *p, struct error *e)
{
    size_t positions[PANEL_PAGES_MAX], n = 0, pages = 0;

    for (size_t i = 0; i < p->sources.n; i++) {
        if (!is_page(&p->sources.items[i]))
            continue;
        if (n < PANEL_PAGES_MAX)
            positions[n++] = i;
        pages++;
    }
    if (pages > n)
        branch_skip(p->branch, "%zu of the %zu pages that the models cited %s read.", n, pages,
                    n == 1 ? "was" : "were");
    return gather_pages(p->branch, path_add(path_root(), "read"), &p->sources, positions, n, e);
}

/* What the models answered, what was given and what the conversation has cited are sources by design; a limit of sources
 * is one of the pages that the models cite. */
static void limit_pages(struct panel *p)
{
    size_t most = (size_t) branch_settings(p->branch)->max_sources;

    p->sources.max = most ? p->sources.n + most : 0;
    p->sources.refusals = 0;
}

static void tell_limit(struct panel *p)
{
    size_t most = (size_t) branch_settings(p->branch)->max_sources;

    if (p->sources.refusals)
        branch_skip(p->branch,
                    "Of the pages that the models cited %.*s used, because of the limit of %.*s; the answers of "
                    "the models themselves are not counted.",
                    STR_ARG(text_counted(branch_arena(p->branch), (int64_t) most, "was", "were")),
                    STR_ARG(text_counted(branch_arena(p->branch), (int64_t) most, "source", "sources")));
    p->sources.refused.n =
        0; /* so that nobody tells it again by the limit of the list, which has room for the answers too */
}

static int find_sources(struct panel *p, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);

    p->sources.max = 0;
    add_answers(p);
    add_given(p);
    for (size_t i = 0; i < p->earlier_n; i++)
        add_source(p, &p->earlier[i], i);
    for (size_t i = 0; i < p->documents_n; i++)
        add_source(p, &p->documents[i], i);
    limit_pages(p);
    add_pages(p);
    tell_limit(p);
    for (size_t i = 0; i < p->n; i++) {
        struct panel_answer *a = &p->answers[i];

        if (a->status == PANEL_RESULT_COMPLETED)
            a->content = panel_marks(arena,
                                     &(struct panel_marks){ a->content, a->citations, a->numbers, a->citations_n });
    }
    branch_set_sources(p->branch, p->sources.items, p->sources.n);
    return read_pages(p, e);
}

/* --- answers as they are --- */

/* The answer's headings stand below its model's. */
static void add_deeper(struct buf *out, struct str text)
{
    struct str line;
    bool fenced = false;

    while (str_next_line(&text, &line)) {
        size_t level = 0;

        fenced = str_starts(line, "```") ? !fenced : fenced;
        while (level < line.len && line.data[level] == '#')
            level++;
        bool heading = !fenced && level && level < line.len && line.data[level] == ' ';
        for (size_t i = 0; heading && i < HEADINGS_DEEPER && level + i < 6; i++)
            buf_add_char(out, '#');
        buf_format(out, "%.*s\n", STR_ARG(line));
    }
}

static struct str answers_as_they_are(const struct panel *p)
{
    struct buf text;

    buf_init(&text, TEXT_MAX);
    for (size_t i = 0; i < p->n; i++) {
        const struct panel_answer *a = &p->answers[i];

        if (a->status != PANEL_RESULT_COMPLETED)
            continue;
        buf_format(&text, "%s## %.*s\n\n", text.len ? "\n" : "", STR_ARG(a->name));
        add_deeper(&text, str_trim(a->content));
    }
    return buf_take(&text, branch_arena(p->branch));
}

static const struct panel_answer *only_answer(const struct panel *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_COMPLETED)
            return &p->answers[i];
    return NULL;
}

/* --- the synthesis --- */

static void list_names(const struct panel *p, struct str_list *names, struct str_list *weak)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_COMPLETED) {
            str_list_add(branch_arena(p->branch), names, p->answers[i].label);
            if (p->answers[i].low_quality)
                str_list_add(branch_arena(p->branch), weak, p->answers[i].label);
        }
}

/* What one side of a conflict says, and the source that its answer is. */
static struct str side_says(const struct panel *p, const struct panel_conflict *c, size_t side, struct str_list *ret)
{
    struct arena *arena = branch_arena(p->branch);

    if (side >= c->sides_n)
        return str("");
    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_COMPLETED && p->answers[i].source < p->sources.n &&
            str_eq(p->answers[i].label, c->sides[side].model))
            str_list_add(arena, ret, p->sources.items[p->answers[i].source].id);
    return str_format(arena, "%.*s says: %.*s", STR_ARG(c->sides[side].model), STR_ARG(c->sides[side].says));
}

static void tell_conflict(struct panel *p, size_t at)
{
    const struct panel_conflict *c = &p->conflicts.items[at];
    struct event_contradiction_found told = { .description = c->topic,
                                              .severity = str(panel_severity_words[c->severity]) };

    told.id = effect_id(p->branch, path_add(path_root(), "contradiction"), at, "contra-");
    told.says_a = side_says(p, c, 0, &told.sources_a);
    told.says_b = side_says(p, c, 1, &told.sources_b);
    branch_emit(p->branch, EVENT_CONTRADICTION_FOUND, &told);
}

static int compare(struct panel *p, const struct str_list *names, struct error *e)
{
    struct buf text;

    if (names->n < 2)
        return 0;
    buf_init(&text, TEXT_MAX);
    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_COMPLETED)
            buf_format(&text, "### %.*s\n\n%.*s\n\n", STR_ARG(p->answers[i].label), STR_ARG(p->answers[i].plain));
    p->compared = true;
    int r = role_panel_conflicts(p->branch, path_add(path_root(), "compare"), buf_take(&text, branch_arena(p->branch)),
                                 names, &p->conflicts, e);
    for (size_t i = 0; r == 0 && i < p->conflicts.n; i++)
        tell_conflict(p, i);
    return r;
}

static struct str conflicts_text(const struct panel *p)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < p->conflicts.n; i++) {
        const struct panel_conflict *c = &p->conflicts.items[i];

        buf_format(&text, "- %.*s (%s):", STR_ARG(c->topic), panel_severity_words[c->severity]);
        for (size_t k = 0; k < c->sides_n; k++)
            buf_format(&text, "%s %.*s says: %.*s", k ? ";" : "", STR_ARG(c->sides[k].model),
                       STR_ARG(c->sides[k].says));
        buf_add_char(&text, '\n');
    }
    return buf_take(&text, branch_arena(p->branch));
}

/* What the writer sees: all answers and texts, and of the pages those of which there are words. */
static size_t choose(const struct panel *p, size_t *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < p->sources.n; i++) {
        const struct source_row *s = &p->sources.items[i];

        if (s->text.len || (s->snippet.len && !str_eq(s->snippet, s->title)))
            ret[n++] = i;
    }
    return n;
}

/* A text that the person gave is among the passages whatever its words are: by those that speak of the question, and by
 * its beginning. */
static void give_openings(struct panel *p, struct evidence_selection *selection)
{
    struct arena *arena = branch_arena(p->branch);

    selection->findings = arena_calloc(arena, p->given_n + 1, sizeof *selection->findings);
    for (size_t i = 0; i < p->given_n; i++) {
        struct str opening = str_trim(p->given[i].text);

        if (p->given[i].source != SIZE_MAX)
            selection->findings[selection->findings_n++] = (struct evidence_finding){
                .text = utf8_cut(opening, OPENING_CHARACTERS), .sources = &p->given[i].source, .n = 1
            };
    }
}

/* --- attribution --- */

struct attribution {
    struct panel *p;
    const struct evidence_pool *pool;
    struct str_list faults;
    struct str_list uncited; /* models whose answers no sentence cites; each is a fault */
    size_t n;                /* faults, also those that are not told one by one */
    size_t asked; /* what is asked for and is no lack of the text: a given text that is not told of, a fact that cites a
                      page and not who said it */
};

static void fault(struct attribution *a, struct str what)
{
    a->n++;
    if (a->faults.n < FAULTS_MAX)
        str_list_add(branch_arena(a->p->branch), &a->faults, what);
}

/* Does the sentence cite the source at this position? SIZE_MAX: any answer, or text of the user. */
static bool cites(const struct attribution *a, const struct claim *claim, size_t source)
{
    for (size_t i = 0; i < claim->spans_n; i++) {
        size_t at = claim->spans[i] - 1 < a->pool->spans_n ? a->pool->spans[claim->spans[i] - 1].source : SIZE_MAX;

        if (at != SIZE_MAX && (source == SIZE_MAX ? !is_page(&a->p->sources.items[at]) : at == source))
            return true;
    }
    return false;
}

static bool cites_page(const struct attribution *a, const struct claim *claim)
{
    for (size_t i = 0; i < claim->spans_n; i++)
        if (claim->spans[i] - 1 < a->pool->spans_n &&
            is_page(&a->p->sources.items[a->pool->spans[claim->spans[i] - 1].source]))
            return true;
    return false;
}

/* Has the text a passage about the question? */
static bool to_the_point(const struct attribution *a, size_t source)
{
    for (size_t i = 0; i < a->pool->spans_n; i++)
        if (a->pool->spans[i].source == source && a->pool->spans[i].relevance >= RELEVANT)
            return true;
    return false;
}

static void check_given(struct attribution *a, const struct claims *claims)
{
    for (size_t i = 0; i < a->p->given_n; i++) {
        const struct panel_given *given = &a->p->given[i];
        bool cited = given->source == SIZE_MAX || !to_the_point(a, given->source);

        for (size_t k = 0; k < claims->n && !cited; k++)
            cited = cites(a, &claims->items[k], given->source);
        a->asked += !cited;
        if (!cited)
            str_list_add(branch_arena(a->p->branch), &a->faults,
                         str_format(branch_arena(a->p->branch), "- No sentence cites \"%.*s\", which the person gave.",
                                    STR_ARG(given->label)));
    }
}

/* Words that are given to a model whose answer does not have them. */
static void check_speakers(struct attribution *a, const struct str_list *names, const struct claims *claims)
{
    struct arena *arena = branch_arena(a->p->branch);

    for (size_t i = 0; i < claims->n; i++) {
        struct misattribution wrong;

        if (claims->items[i].kind == KIND_HEADING ||
            !evidence_misattributed(arena, &a->p->sources, names, claims->items[i].text, &wrong) || !wrong.sure)
            continue;
        fault(a, str_format(arena, "- Wrong attribution: %.*s: \"%.*s\"", STR_ARG(wrong.reason),
                            STR_ARG(utf8_cut(claims->items[i].text, 160))));
        a->n--;
        a->asked++;
    }
}

/* Who is cited nowhere, which sentences do not say whose they are, and which name the wrong model. */
static void check_attribution(struct attribution *a, const struct str_list *names, struct str body)
{
    struct arena *arena = branch_arena(a->p->branch);
    struct claims claims;
    size_t removed;

    claims_parse(arena, NULL, markers_rewrite(arena, body, marker_itself, NULL, &removed), a->pool->spans_n, &claims);
    for (size_t i = 0; i < a->p->n; i++) {
        const struct panel_answer *answer = &a->p->answers[i];
        bool cited = answer->status != PANEL_RESULT_COMPLETED || answer->source == SIZE_MAX;

        for (size_t k = 0; k < claims.n && !cited; k++)
            cited = cites(a, &claims.items[k], answer->source);
        if (cited)
            continue;
        str_list_add(arena, &a->uncited, answer->label);
        fault(a, str_format(arena, "- No sentence cites the answer of %.*s.", STR_ARG(answer->label)));
    }
    check_given(a, &claims);
    for (size_t i = 0; i < claims.n; i++)
        if (claims.items[i].kind == KIND_CLAIM && !cites(a, &claims.items[i], SIZE_MAX)) {
            bool page = cites_page(a, &claims.items[i]);

            fault(a, str_format(arena, "- This sentence cites no answer: \"%.*s\"",
                                STR_ARG(utf8_cut(claims.items[i].text, 160))));
            a->n -= page;
            a->asked += page;
        }
    check_speakers(a, names, &claims);
}

/* Written once, and once more where somebody is not named. */
static int write_text(struct panel *p, struct panel_synthesis_input *input, const struct evidence_pool *pool,
                      struct llm_answer *ret, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    struct attribution first = { .p = p, .pool = pool }, second = { .p = p, .pool = pool };
    struct llm_answer again;
    struct error ignored;
    bool better = false;
    int r = role_panel_synthesis(p->branch, path_add(path_root(), "write"), input, ret, e);

    if (r < 0)
        return r;
    check_attribution(&first, input->names, ret->text);
    if (first.n + first.asked == 0)
        return 0;
    input->draft = ret->text;
    input->faults = str_join(arena, first.faults.items, first.faults.n, "\n");
    r = role_panel_synthesis(p->branch, path_add(path_root(), "repair"), input, &again, &ignored);
    if (error_stops_run(r) || r == -ERROR_STORE)
        return e ? (*e = ignored, r) : r;
    if (r == 0) {
        check_attribution(&second, input->names, again.text);
        better = second.n + second.asked < first.n + first.asked;
        *ret = better ? again : *ret;
    }
    const struct attribution *last = better ? &second : &first;
    p->uncited = last->uncited;
    p->unattributed = last->n - last->uncited.n;
    return 0;
}

static int64_t passage_tokens(const struct panel *p, struct str notes)
{
    int64_t window, share = fit_budget(p->branch, BUDGET_SYNTHESIS, TIER_COMPLEX, &window);

    share -= (int64_t) tokens_estimate(notes);
    return share > PASSAGES_LEAST ? share : PASSAGES_LEAST;
}

/* SYNTHESIS_ERROR keeps why; what stops the run passes untouched. */
static int synthesis_failed(struct panel *p, int r, struct error *e)
{
    struct error why = *e;

    if (error_stops_run(r) || r == -ERROR_STORE || r == -ERROR_PARSE)
        return r;
    r = error_set(e, ERROR_SYNTHESIS, "No joint text could be written from the answers: %s", why.message);
    p->error = *e;
    panel_go(p, PANEL_FAILED);
    return r;
}

static int synthesise(struct panel *p, struct draft_report *draft, struct str_list *names, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    size_t *chosen = arena_calloc(arena, p->sources.n + 1, sizeof *chosen);
    struct str_list weak = { 0 };
    struct llm_answer answer;

    list_names(p, names, &weak);
    int r = compare(p, names, e);
    if (r < 0)
        return r;
    struct str conflicts = conflicts_text(p);
    struct evidence_selection selection = { .question = role_question(p->branch, arena,
                                                                      branch_settings(p->branch)->query),
                                            .sources = &p->sources,
                                            .chosen = chosen,
                                            .n = choose(p, chosen),
                                            .tokens = passage_tokens(p, conflicts) };
    give_openings(p, &selection);
    evidence_select(p->branch, &selection, &draft->pool);
    struct panel_synthesis_input input = { .names = names,
                                           .weak = &weak,
                                           .given = p->given_n + p->documents_n > 0,
                                           .earlier = p->earlier_n > 0,
                                           .conflicts = conflicts };
    struct evidence_shown shown;
    evidence_show(arena, &draft->pool,
                  &(struct evidence_showing){ .question = branch_settings(p->branch)->query,
                                              .research_mode = branch_settings(p->branch)->research_mode },
                  &shown);
    input.clashes = clash_lines(arena, &draft->pool);
    input.spans = shown.items;
    input.spans_n = shown.n;
    branch_emit(p->branch, EVENT_SYNTHESIS_STARTED,
                &(struct event_synthesis_started){ (int64_t) selection.n, (int64_t) draft->pool.spans_n });
    const struct usage before = *branch_usage(p->branch);
    r = write_text(p, &input, &draft->pool, &answer, e);
    p->synthesis = (struct usage){ .cost_nano = branch_usage(p->branch)->cost_nano - before.cost_nano,
                                   .unpriced = branch_usage(p->branch)->unpriced - before.unpriced };
    p->synthesis.cost_unknown = p->synthesis.unpriced > 0;
    if (r < 0)
        return synthesis_failed(p, r, e);
    draft->synthesis = (struct synthesis){ .body = str_trim(answer.text), .answered_by = answer.model };
    return 0;
}

/* No model answered, and the one that should have told what the given texts say wrote nothing. */
static int quote_given(struct panel *p, struct draft_report *draft, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    const struct source_row **rows = arena_calloc(arena, p->sources.n + 1, sizeof *rows);
    const struct synthesis_input input = { .question = branch_settings(p->branch)->query,
                                           .sources = rows,
                                           .sources_n = p->sources.n,
                                           .documents = p->given_n };

    for (size_t i = 0; i < p->sources.n; i++)
        rows[i] = &p->sources.items[i];
    branch_warn(p->branch, "The report was written without a model: %s.", e->message);
    return role_synthesize_extractive(p->branch, &input, &draft->synthesis, e);
}

/* Whoever should have written the joint text wrote none: each answer stands by itself, and the reader is told. */
static int leave_apart(struct panel *p, struct draft_report *draft, struct error *why)
{
    struct arena *arena = branch_arena(p->branch);

    evidence_forget(&draft->pool);
    *draft = (struct draft_report){ .pool = { .sources = &p->sources } };
    if (panel_count(p, PANEL_RESULT_COMPLETED) == 0)
        return quote_given(p, draft, why);
    branch_warn(p->branch, "No joint text was written, so each model's answer stands by itself: %s.", why->message);
    branch_emit(p->branch, EVENT_DEGRADED,
                &(struct event_degraded){ .from = str("the joint text"),
                                          .to = str("the answers as they are"),
                                          .reason = str_dup(arena, str(why->message)),
                                          .path = str("write") });
    draft->synthesis = (struct synthesis){ .body = answers_as_they_are(p), .by_source = true };
    return 0;
}

/* Told of the text that was checked: what was left out of it, or turned out to claim nothing, needs nobody's name. */
static void tell_unattributed(struct panel *p, struct report *report)
{
    struct arena *arena = branch_arena(p->branch);
    struct str_list words = { 0 };

    if (report->has_summary && report->summary.total == 0)
        return;
    if (p->uncited.n)
        str_list_add(arena, &words,
                     str_format(arena, "The text cites nothing of the %s of %.*s.",
                                p->uncited.n > 1 ? "answers" : "answer",
                                STR_ARG(str_join(arena, p->uncited.items, p->uncited.n, ", "))));
    if (p->unattributed)
        str_list_add(
            arena, &words,
            str_format(arena,
                       "The attribution is incomplete in %.*s: the text does not say which model is quoted there.",
                       STR_ARG(text_counted(arena, (int64_t) p->unattributed, "place", "places"))));
    for (size_t i = 0; i < words.n; i++) {
        branch_warn(p->branch, "%.*s", STR_ARG(words.items[i]));
        str_list_add(arena, &report->warnings, words.items[i]);
    }
}

int panel_write(struct panel *p, struct report *ret, struct error *e)
{
    const struct run_settings *s = branch_settings(p->branch);
    struct draft_report draft = { .pool = { .sources = &p->sources } };
    struct str_list speakers = { 0 };
    size_t completed = panel_count(p, PANEL_RESULT_COMPLETED);
    bool alone = completed == 1 && p->given_n + p->documents_n == 0, as_is = alone || (s->skip_synthesis && completed);
    int r = find_sources(p, e);

    if (r < 0)
        return r;
    if (as_is) {
        const struct panel_answer *one = only_answer(p);

        draft.synthesis = (struct synthesis){ .body = alone ? str_trim(one->content) : answers_as_they_are(p),
                                              .answered_by = alone ? one->answered_by : str(""),
                                              .by_source = true };
    } else {
        panel_go(p, PANEL_SYNTHESIZING);
        r = branch_phase(p->branch, "synthesizing", s->synthesis_ms, e);
        if (r == 0)
            r = synthesise(p, &draft, &speakers, e);
        if (r == -ERROR_PARSE) {
            as_is = completed > 0;
            r = leave_apart(p, &draft, e);
        }
    }
    if (r < 0)
        return r;
    const struct writing writing = {
        .question = s->query, .sources = &p->sources, .no_retrieval = true, .as_is = as_is, .speakers = &speakers
    };
    r = writing_check(p->branch, &writing, &draft, ret, e);
    if (r == 0)
        tell_unattributed(p, ret);
    return r;
}
