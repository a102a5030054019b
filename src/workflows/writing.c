#include "workflows/writing.h"

#include <string.h>

#include "judge/alike.h"

#include "deliver/deliver.h"
#include "evidence/markers.h"
#include "extractive/extractive.h"
#include "llm/models.h"
#include "net/url.h"
#include "report/markup.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "run/events.h"
#include "text/counts.h"
#include "text/language_detect.h"
#include "text/tokens.h"
#include "workflows/clash.h"
#include "workflows/fit.h"
#include "workflows/sides.h"
#include "workflows/workflows.h"

enum { PASSAGES_LEAST = 2000, FINDINGS_MAX = 256 * 1024 };

/* Tokens of the writer's prompt, as it usually is and with a few passages alone, and of the shortest report. */
enum { PROMPT_TOKENS = 6000, PROMPT_LEAST = 1000, REPORT_LEAST = 200 };

void writing_reserve(struct branch *root, const struct writing_style *style)
{
    const struct run_settings *s = branch_settings(root);
    const struct str_list *names = role_models(root, TIER_COMPLEX);
    struct usage usual = { .calls = 1, .input_tokens = PROMPT_TOKENS, .output_tokens = style->max_tokens };
    struct usage least = { .calls = 1, .input_tokens = PROMPT_LEAST, .output_tokens = REPORT_LEAST };

    if (!role_extractive(root) && names->n) {
        struct str name = s->synthesis_model.len ? s->synthesis_model : names->items[0];
        const struct model *model = model_find(branch_tools(root)->llm, branch_arena(root), name, NULL);

        least.output_tokens += model_can(model, "thinks") ? LLM_THINKING_LEAST : 0;
        model_cost(model, &usual, 0);
        model_cost(model, &least, 0);
    }
    branch_reserve(root, &(struct reserve){ .nano = usual.cost_unknown ? 0 : usual.cost_nano,
                                            .tokens = usual.input_tokens + usual.output_tokens,
                                            .least_nano = least.cost_unknown ? 0 : least.cost_nano,
                                            .least_tokens = least.input_tokens + least.output_tokens });
}

static int64_t limit_of(const struct branch *branch)
{
    const struct run_settings *s = branch_settings(branch);

    return s->synthesis_ms;
}

/* A sentence of the text, so in the language that was asked for, else in the one that the text is written in. */
static const char *unread_words(struct str asked, struct str body)
{
    static const struct {
        const char *language, *words;
    } rows[] = {
        { "en",
          "This report rests on what search engines showed: none of the pages behind its sources could be read." },
        { "de",
          "Dieser Bericht beruht auf dem, was Suchmaschinen zeigten: Keine der Seiten seiner Quellen war lesbar." },
        { "fr", "Ce rapport repose sur ce que les moteurs de recherche ont affiché : aucune page de ses sources n'a pu "
                "être lue." },
        { "es", "Este informe se basa en lo que mostraron los buscadores: no se pudo leer ninguna página de sus "
                "fuentes." },
        { "zh", "本报告依据搜索引擎显示的内容：其来源网页均无法读取。" },
        { "ru", "Этот отчёт основан на том, что показали поисковые системы: ни одну страницу источников прочитать не "
                "удалось." },
        { "tr", "Bu rapor arama motorlarının gösterdiklerine dayanıyor: kaynaklarının hiçbir sayfası okunamadı." },
        { "ar", "يستند هذا التقرير إلى ما عرضته محركات البحث: تعذرت قراءة أي صفحة من صفحات مصادره." },
    };

    struct str language = asked.len ? asked : str(language_detect(body));

    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++)
        if (str_starts_nocase(language, rows[i].language) && (language.len == 2 || language.data[2] == '-'))
            return rows[i].words;
    return rows[0].words;
}

/* Sources of the web of which no page could be read: the report says that first. */
static void say_unread(struct branch *branch, const struct writing *w, struct str *body)
{
    size_t head = 0, web = 0;

    for (size_t i = 0; i < w->n; i++) {
        const struct source_row *source = &w->sources->items[w->chosen[i]];

        if (source->text.len)
            return;
        web += str_starts_nocase(source->url, "http");
    }
    if (!web || !branch_tools(branch)->pages)
        return;
    if (str_starts(*body, "# ")) { /* the title stays where it is */
        ptrdiff_t line = str_find_char(*body, '\n', 0);

        head = line < 0 ? body->len : (size_t) line;
    }
    struct str title = str_sub(*body, 0, head), rest = str_trim(str_sub(*body, head, body->len));
    *body = str_format(branch_arena(branch), "%.*s%s%s\n\n%.*s", STR_ARG(title), head ? "\n\n" : "",
                       unread_words(branch_settings(branch)->language, *body), STR_ARG(rest));
}

/* The part of the writer's context that its notes and findings leave free. */
static int64_t passage_tokens(const struct branch *branch, const struct writing *w)
{
    int64_t window, share, taken = (int64_t) tokens_estimate(w->notes);

    if (w->passage_tokens || role_extractive(branch))
        return w->passage_tokens;
    share = fit_budget(branch, BUDGET_SYNTHESIS, TIER_COMPLEX, &window);
    for (size_t i = 0; i < w->findings_n; i++)
        taken += (int64_t) tokens_estimate(w->findings[i].text);
    return share - taken > PASSAGES_LEAST ? share - taken : PASSAGES_LEAST;
}

/* The same words about the same passage stand above: two steps have found them, or they are a side of a disagreement. */
static bool told_above(const struct evidence_finding *findings, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (findings[i].passage == findings[at].passage && statements_alike(findings[i].text, findings[at].text))
            return true;
    return false;
}

/* Each with the number of the passage that carries it, by which it may be cited. */
static struct str findings_text(struct arena *arena, const struct evidence_selection *s, bool numbered)
{
    struct buf text;

    buf_init(&text, FINDINGS_MAX);
    for (size_t i = 0; i < s->findings_n; i++) {
        if (told_above(s->findings, i))
            continue;
        buf_format(&text, "- %.*s", STR_ARG(s->findings[i].text));
        if (s->findings[i].note.len)
            buf_format(&text, " (%.*s)", STR_ARG(s->findings[i].note));
        if (numbered && s->findings[i].passage)
            buf_format(&text, " (see passage [%zu])", s->findings[i].passage);
        buf_add_char(&text, '\n');
    }
    return buf_take(&text, arena);
}

static void show(struct branch *branch, const struct writing *w, const struct evidence_pool *pool,
                 struct synthesis_input *ret)
{
    const struct evidence_showing showing = { .question = w->question,
                                              .aims = w->aims,
                                              .research_mode = branch_settings(branch)->research_mode,
                                              .quality = w->quality,
                                              .quality_n = w->quality ? w->sources->n : 0 };
    struct evidence_shown shown;

    evidence_show(branch_arena(branch), pool, &showing, &shown);
    ret->spans = shown.items;
    ret->spans_n = shown.n;
    ret->aims = shown.aims;
}

/* The writer cites numbered passages; with classical citations it sees whole sources. */
static int synthesise(struct branch *branch, struct path path, const struct writing *w, struct evidence_pool *pool,
                      struct synthesis *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    const struct source_row **shown = arena_calloc(arena, w->n, sizeof *shown);
    struct synthesis_input input = {
        .question = w->question,
        .sources = shown,
        .sources_n = w->n,
        .documents = w->sources->documents,
        .notes = w->notes,
        .guidance = w->guidance,
        .draft = w->draft,
        .by_model = w->by_model,
        .strict = evidence_citations(branch) == CITATIONS_STRICT,
        .words_least = w->style.words_least,
        .words_most = w->style.words_most,
        .conclusion = w->conclusion,
        .temperature = w->style.temperature,
        .max_tokens = w->style.max_tokens,
    };

    struct evidence_selection selection = { .question = role_question(branch, arena, w->question),
                                            .sources = w->sources,
                                            .chosen = w->chosen,
                                            .n = w->n,
                                            .tokens = passage_tokens(branch, w),
                                            .aims = w->aims,
                                            .findings = w->findings,
                                            .findings_n = w->findings_n };

    for (size_t i = 0; i < w->n; i++)
        shown[i] = &w->sources->items[w->chosen[i]];
    evidence_select(branch, &selection, pool);
    if (evidence_citations(branch) != CITATIONS_CLASSICAL && evidence_stage_on(branch, STAGE_GENERATE))
        show(branch, w, pool, &input);
    input.findings = findings_text(arena, &selection, input.spans_n > 0);
    if (input.spans_n && !role_extractive(branch))
        input.clashes = clash_lines(arena, pool);
    branch_emit(branch, EVENT_SYNTHESIS_STARTED,
                &(struct event_synthesis_started){ (int64_t) w->n, (int64_t) pool->spans_n });
    int r = role_synthesize(branch, path, &input, ret, e);
    if (r == 0)
        say_unread(branch, w, &ret->body);
    return r;
}

/* Results of the provider's own search are listed among the sources and marked as such. */
static void add_provider_sources(struct branch *branch, const struct writing *w, const struct synthesis *synthesis)
{
    for (size_t i = 0; i < synthesis->citations_n; i++) {
        const struct llm_citation *c = &synthesis->citations[i];
        struct search_hit hit = { .title = c->title,
                                  .url = c->url,
                                  .snippet = c->text.len ? c->text : c->title,
                                  .canonical_url = url_canonical(branch_arena(branch), c->url) };

        if (c->url.len == 0)
            continue;
        str_list_add(branch_arena(branch), &hit.engines, synthesis->answered_by);
        source_list_add(branch, w->sources, &hit, i, w->question);
    }
}

/* Writes the report of a run that found nothing; it says so first and makes no claims. */
static struct str empty_report(struct branch *branch, const struct writing *w)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    buf_add_z(&text, "**No source could be found, so this report makes no claims.**\n\n## What was tried\n\n");
    for (size_t i = 0; i < w->tried_n; i++) {
        buf_add_z(&text, "- \"");
        markdown_escape(&text, w->tried[i].query);
        buf_add_z(&text, "\": ");
        markdown_escape(&text, w->tried[i].why.len ? w->tried[i].why : str("nothing found")); /* a service's words */
        buf_add_char(&text, '\n');
    }
    buf_add_z(&text, "\n## What can be done\n\nTry other words, other search engines (`-s`), or documents of your own "
                     "(`--context FILE`).\n");
    return buf_take(&text, branch_arena(branch));
}

static int no_sources(struct branch *branch, const struct writing *w, struct synthesis *ret, struct error *e)
{
    if (role_extractive(branch)) {
        for (size_t i = 0; i < w->tried_n; i++)
            if (w->tried[i].why.len)
                return error_set(e, w->tried[i].code, "no source could be found: %.*s", STR_ARG(w->tried[i].why));
        if (w->sources->documents) {
            *ret = (struct synthesis){ .body = extract_nothing(branch_arena(branch), w->question,
                                                               w->sources->documents),
                                       .by_code = true,
                                       .extractive = true };
            return 0;
        }
        return error_set(e, ERROR_NOT_FOUND,
                         "no source says anything about the question; give documents of your own "
                         "(--context FILE), or other search engines (-s)");
    }
    *ret = (struct synthesis){ .body = empty_report(branch, w), .by_code = true };
    return 0;
}

#define UNKNOWN " is not in the model table: its price and context window are unknown"

/* Models that are in no table are told of together: the lines would differ in their names alone. */
static struct str_list joined(struct arena *arena, const struct str_list *warnings)
{
    struct str_list names = { 0 }, ret = { 0 };

    for (size_t i = 0; i < warnings->n; i++)
        if (str_ends(warnings->items[i], UNKNOWN))
            str_list_add(arena, &names, str_sub(warnings->items[i], 0, warnings->items[i].len - strlen(UNKNOWN)));
    if (names.n < 2)
        return *warnings;
    struct str all = str_join(arena, names.items, names.n - 1, ", ");
    str_list_add(arena, &ret,
                 str_format(arena,
                            "%.*s and %.*s are not in the model table: their prices and context windows are unknown",
                            STR_ARG(all), STR_ARG(names.items[names.n - 1])));
    for (size_t i = 0; i < warnings->n; i++)
        if (!str_ends(warnings->items[i], UNKNOWN))
            str_list_add(arena, &ret, warnings->items[i]);
    return ret;
}

/* Code that writes knows it; of what a model said without a source nobody does. */
static enum answered answered(const struct synthesis *synthesis, const struct report *report)
{
    if (synthesis->extractive)
        return synthesis->answered ? ANSWERED_YES : ANSWERED_NO;
    if (synthesis->by_code)
        return synthesis->answered_by.len ? ANSWERED_UNKNOWN : ANSWERED_NO;
    return report_answers(report);
}

/* A ceiling is kept as far as it can be foreseen; where a service counted more, the reader sees by how much. */
static void tell_exceeded(struct branch *branch)
{
    const struct run_settings *s = branch_settings(branch);
    const struct usage *used = branch_usage(branch);
    struct arena *arena = branch_arena(branch);
    int64_t tokens = used->input_tokens + used->output_tokens;

    if (s->budget_tokens && tokens > s->budget_tokens)
        branch_warn(branch, "The budget of %.*s was exceeded by %.*s: a service counted more than was estimated.",
                    STR_ARG(text_counted(arena, s->budget_tokens, "token", "tokens")),
                    STR_ARG(text_counted(arena, tokens - s->budget_tokens, "token", "tokens")));
    if (s->budget_usd > 0 && (double) used->cost_nano / 1e9 > s->budget_usd)
        branch_warn(branch, "The budget of $%.4f was exceeded by $%.4f: a service counted more than was estimated.",
                    s->budget_usd, (double) used->cost_nano / 1e9 - s->budget_usd);
}

static void fill(struct branch *branch, const struct source_list *sources, const struct synthesis *synthesis,
                 const struct evidence_result *evidence, struct report *ret)
{
    struct arena *arena = branch_arena(branch);
    const struct run_settings *s = branch_settings(branch);

    *ret = (struct report){
        .title = s->query, .query = s->query, .models = synthesis->answered_by, .extractive = synthesis->extractive
    };
    ret->sources = arena_calloc(arena, sources->n, sizeof *ret->sources);
    for (size_t i = 0; i < sources->n; i++) {
        const struct source_row *row = &sources->items[i];

        ret->sources[ret->sources_n++] = (struct report_source){
            .id = row->id,
            .number = row->number,
            .title = row->title,
            .url = row->url,
            .snippet = row->snippet,
            .date = row->date,
            .author = row->author,
            .engine = row->engine,
            .relevance = row->relevance,
            .snippet_only = row->snippet_only,
            .suspect = row->suspect,
        };
    }
    size_t left_out = source_list_left_out(sources);
    if (left_out)
        branch_skip(branch, "%.*s left out by the limit of %.*s.",
                    STR_ARG(text_counted(arena, (int64_t) left_out, "more result was", "more results were")),
                    STR_ARG(text_counted(arena, (int64_t) sources->max, "source", "sources")));
    report_set_evidence(arena, ret, evidence);
    for (size_t i = 0; i < sources->n; i++) {
        char hex[HASH_HEX_SIZE];

        hash_hex(hash_of(source_text(&sources->items[i])), hex);
        ret->sources[i].hash = str_dup(arena, str(hex));
    }
    ret->answered = answered(synthesis, ret);
    ret->citations = s->citations;
    ret->citation_names = str_is(s->citation_keys, "names");
    tell_exceeded(branch);
    ret->usage = *branch_usage(branch);
    ret->checking = evidence->usage;
    ret->warnings = joined(arena, branch_warnings(branch));
    ret->skipped = *branch_skipped(branch);
}

static int64_t no_number(void *context, int64_t number) { return (void) context, (void) number, 0; }

static int begin_phase(struct branch *branch, const struct writing *w, const char *name, struct error *e)
{
    if (!w->phase_goes_on)
        return branch_phase(branch, name, limit_of(branch), e);
    branch_phase_limit(branch, limit_of(branch));
    return 0;
}

/* Was all that a model wrote left out? */
static bool nothing_stands(const struct synthesis *synthesis, const struct evidence_result *evidence)
{
    return !synthesis->extractive && evidence->summary.left_out > 0 &&
           (str_is(evidence->body, evidence_nothing_stands) || sides_stand_alone(evidence->body));
}

/* What was left out of a text that no longer stands stays in the list behind those of the one that does. */
static void keep_left_out(struct branch *branch, const struct evidence_result *before, struct evidence_result *ret)
{
    struct claim_row *all = arena_calloc(branch_arena(branch), ret->claims_n + before->claims_n + 1, sizeof *all);
    size_t n = 0;

    for (; n < ret->claims_n; n++)
        all[n] = ret->claims[n];
    for (size_t i = 0; i < before->claims_n; i++)
        if (before->claims[i].left_out) {
            all[n] = before->claims[i];
            all[n].start = all[n].end = 0;
            n++;
            all[n - 1].number = (int64_t) n;
        }
    ret->claims = all;
    ret->claims_n = n;
    claim_recount(ret->claims, ret->claims_n, CLAIMS_VERSION, &ret->summary);
    branch_set_claims(branch, ret->claims, ret->claims_n);
    usage_add(&ret->usage, &before->usage);
}

/* A reader gets more from what the sources say than from a report of which nothing is left: *synthesis and *evidence become those of
 * quotations, unless there is nothing to quote. Negative only for what stops the run. */
static int quote_instead(struct branch *branch, const struct writing *w, struct evidence_pool *pool,
                         struct synthesis *synthesis, struct evidence_result *evidence, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    const struct source_row **shown = arena_calloc(arena, w->n, sizeof *shown);
    const struct synthesis_input input = {
        .question = w->question, .sources = shown, .sources_n = w->n, .documents = w->sources->documents
    };
    struct synthesis quoted;
    struct evidence_result result = { 0 };
    struct error ignored;

    for (size_t i = 0; i < w->n; i++)
        shown[i] = &w->sources->items[w->chosen[i]];
    if (role_synthesize_extractive(branch, &input, &quoted, &ignored) < 0 || quoted.by_code)
        return 0;
    const struct evidence_input check = { .question = w->question,
                                          .body = quoted.body,
                                          .by_source = true,
                                          .pool = pool,
                                          .by_code = true,
                                          .no_retrieval = true };
    int r = evidence_check(branch, path_add(path_root(), "quotations"), &check, &result, e);
    if (r < 0)
        return r;
    branch_warn(branch, "The sources support nothing that %.*s wrote, so what they say is quoted.",
                STR_ARG(synthesis->answered_by));
    branch_emit(branch, EVENT_DEGRADED,
                &(struct event_degraded){ .from = str("the model"),
                                          .to = str("extractive"),
                                          .reason = str("the sources support nothing that it wrote"),
                                          .path = str("check") });
    keep_left_out(branch, evidence, &result);
    *evidence = result;
    *synthesis = quoted;
    return 0;
}

static int check(struct branch *branch, const struct writing *w, const struct synthesis *written,
                 struct evidence_pool *pool, struct report *ret, struct error *e)
{
    struct synthesis own = *written, *synthesis = &own;
    const struct evidence_input input = { .question = w->question,
                                          .body = synthesis->body,
                                          .by_source = synthesis->by_source,
                                          .pool = pool,
                                          .by_code = synthesis->extractive,
                                          .no_retrieval = w->no_retrieval,
                                          .as_is = w->as_is,
                                          .speakers = w->speakers };
    struct evidence_result evidence = { 0 };
    int r = begin_phase(branch, w, "verification", e);

    if (r == 0 && synthesis->by_code) /* what rests on nothing claims nothing */
        evidence.body = markers_rewrite(branch_arena(branch), synthesis->body, no_number, NULL, &evidence.dangling);
    else if (r == 0)
        r = evidence_check(branch, path_add(path_root(), "check"), &input, &evidence, e);
    if (r == 0 && w->n && nothing_stands(synthesis, &evidence))
        r = quote_instead(branch, w, pool, synthesis, &evidence, e);
    if (r == 0)
        fill(branch, pool->sources, synthesis, &evidence, ret);
    return r;
}

int writing_draft(struct branch *branch, struct path path, const struct writing *writing, struct draft_report *ret,
                  struct error *e)
{
    *ret = (struct draft_report){ .pool = { .sources = writing->sources } };
    if (writing->sources->n == 0 && branch_finishing(branch))
        return branch_stop_empty(branch, e);
    int r = writing->sources->n ? synthesise(branch, path, writing, &ret->pool, &ret->synthesis, e)
                                : no_sources(branch, writing, &ret->synthesis, e);

    if (r < 0)
        return r;
    sides_add(branch, writing, ret);
    add_provider_sources(branch, writing, &ret->synthesis);
    return 0;
}

int writing_check(struct branch *branch, const struct writing *writing, struct draft_report *draft, struct report *ret,
                  struct error *e)
{
    return check(branch, writing, &draft->synthesis, &draft->pool, ret, e);
}

int writing_run(struct branch *branch, const struct writing *writing, struct report *ret, struct error *e)
{
    struct draft_report draft;
    int r = begin_phase(branch, writing, "synthesis", e);

    if (r == 0)
        r = writing_draft(branch, path_add(path_root(), "write"), writing, &draft, e);
    return r < 0 ? r : writing_check(branch, writing, &draft, ret, e);
}

int writing_direct(struct branch *branch, struct str body, struct str answered_by, struct report *ret, struct error *e)
{
    struct source_list *none = arena_alloc(branch_arena(branch), sizeof *none);
    struct evidence_pool pool = { .sources = none };
    /* It cites nothing by design: there is nothing to check it against, and the reader is told so. */
    const struct synthesis synthesis = { .body = body, .answered_by = answered_by, .by_code = true };

    const struct writing writing = { .question = branch_settings(branch)->query, .no_retrieval = true };

    return check(branch, &writing, &synthesis, &pool, ret, e);
}

int writing_end(struct branch *root, struct report *report, struct str *ret_report, struct error *e)
{
    const struct workflow *workflow = workflow_named(report->workflow);

    *ret_report = report_seal(branch_arena(root), report);
    if (workflow)
        report->unit = str(workflow->unit);
    report->run = branch_run_id(root);
    return deliver_asked(root, report, e);
}
