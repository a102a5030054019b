/* Starting a research: what was asked for becomes the settings of a run. */
#include "service/inventory.h"
#include "service/research.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "evidence/evidence.h"
#include "llm/lender.h"
#include "llm/models.h"
#include "records/page_starts.h"
#include "search/corpus.h"
#include "service/account.h"
#include "service/conversation.h"
#include "service/delivery.h"
#include "service/documents.h"
#include "service/door.h"
#include "service/reach.h"
#include "service/runs.h"
#include "service/value.h"
#include "store/blob.h"
#include "text/language_tag.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

enum { FOLDER_NAME_MAX = 60, ANSWERS_MAX = 20, SOURCES_MAX = 20 };

static const struct field own_fields[] = {
    FIELD_STRS(struct research_in, given, .hidden = true, .help = "the settings that were given"),
    FIELD_STRS(struct research_in, tiers, .words = (const char *const[]){ "TIER=P/M", NULL },
               .help = "models by tier: simple, analytical, complex, bulk"),
    FIELD_LIST(struct research_in, contexts, contexts_n, struct research_context,
               ((const struct field[]){
                   FIELD_STR(struct research_context, id, .max = CONTEXT_ID_MAX,
                             .help = "by which it is named later; else one is made"),
                   FIELD_STR(struct research_context, name, .was = "label", .help = "name of the document"),
                   FIELD_STR(struct research_context, text, .was = "content", .required = true, .help = "its text"),
                   FIELD_STR(struct research_context, pages,
                             .help = "byte offsets in the text at which its pages start: \"0 1203 2400\""),
                   FIELD_STR(struct research_context, title, .help = "its title; else its first heading, or its name"),
                   FIELD_STR(struct research_context, date, .max = CONTEXT_DATE_MAX,
                             .help = "when it was published, as 2026-03-01; else not known"),
                   FIELD_END }),
               .help = "texts to research instead of the web"),
    FIELD_STRS(struct research_in, sources, .words = kind_url, .max = SOURCES_MAX,
               .help = "pages to read and research instead of the web, by their addresses (repeatable)"),
    FIELD_STRS(struct research_in, answers, .max = ANSWERS_MAX,
               .help = "answers to its questions, one per round; fathom uses them in order and does not ask"),
    FIELD_END,
};

const struct field *research_fields(void)
{
    static struct settings_table table = { .place = SETTING_REQUEST,
                                           .offset = offsetof(struct research_in, settings),
                                           .own = own_fields };

    return settings_table_fields(&table);
}

/* "simple=P/M": several for one tier are its fallbacks. */
static int add_tiers(struct arena *arena, const struct str_list *tiers, struct run_settings *s, struct error *e)
{
    struct str_list *lists[TIER_N] = { [TIER_SIMPLE] = &s->tier_simple,
                                       [TIER_ANALYTICAL] = &s->tier_analytical,
                                       [TIER_COMPLEX] = &s->tier_complex,
                                       [TIER_BULK] = &s->tier_bulk };
    bool given[TIER_N] = { false };

    for (size_t i = 0; i < tiers->n; i++) {
        struct str text = tiers->items[i];
        ptrdiff_t equals = str_find_char(text, '=', 0);
        int tier = equals < 0 ? -1 : word_index(tier_words, str_trim(str_sub(text, 0, (size_t) equals)));

        if (tier < 0)
            return error_set(e, ERROR_INVALID,
                             "\"%.*s\" is not a tier and its model. Write TIER=PROVIDER/MODEL; the tiers are simple, "
                             "analytical, complex and bulk.",
                             STR_ARG(text)),
                   error_about(e, "tiers");
        if (!given[tier])
            *lists[tier] = (struct str_list){ 0 };
        given[tier] = true;
        str_list_add(arena, lists[tier], str_trim(str_sub(text, (size_t) equals + 1, text.len)));
    }
    return 0;
}

static int check_stages(const struct str_list *stages, struct error *e)
{
    for (size_t i = 0; i < stages->n; i++) {
        const char *nearest = word_nearest(stage_words, stages->items[i]);

        if (word_index(stage_words, stages->items[i]) < 0)
            return error_set(e, ERROR_INVALID,
                             "There is no stage \"%.*s\"%s%s%s. Known: select, generate, route, verify, correct, "
                             "numbers, retrieve, finish.",
                             STR_ARG(stages->items[i]), nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                             nearest ? "\"?" : ""),
                   error_about(e, "skipStages");
    }
    return 0;
}

/* Models asked for this time stand for every role. Where there are none at all, OPENROUTER_MODEL is one. */
static void choose_models(struct service *service, struct arena *arena, const struct research_in *in,
                          struct run_settings *s)
{
    const struct environment *environment = service_environment(service);
    struct str model = environment_get(environment, "OPENROUTER_MODEL");

    if (in->settings.models.n)
        s->tier_simple = s->tier_analytical = s->tier_complex = s->tier_bulk = (struct str_list){ 0 };
    bool tiers = s->tier_simple.n || s->tier_analytical.n || s->tier_complex.n || s->tier_bulk.n;
    if (s->models.n == 0 && !tiers && !str_empty(model) &&
        !str_empty(environment_get(environment, "OPENROUTER_API_KEY")))
        str_list_add(arena, &s->models,
                     str_starts(model, "openrouter/") ? model : str_format(arena, "openrouter/%.*s", STR_ARG(model)));
    if (str_list_has(&s->models, str("extractive"))) {
        s->extractive = true;
        s->models = (struct str_list){ 0 };
    }
}

/* A limit above the workflow's own would be cut without a word. */
static int check_most(const struct workflow *workflow, const char *name, int64_t given, int64_t most, struct error *e)
{
    if (most == 0 || given <= most)
        return 0;
    return error_set(e, ERROR_INVALID, "%s is %lld; the workflow %s takes at most %lld.", name, (long long) given,
                     workflow->name, (long long) most),
           error_about(e, name);
}

/* What the workflow itself knows of settings: its modes, its limits, its time. */
static int check_fits(struct run_settings *s, struct error *e)
{
    const struct workflow *workflow = workflow_named(s->workflow);
    int r;

    if (!workflow)
        return error_set(e, ERROR_INVALID, "There is no workflow \"%.*s\".",
                         (int) (s->workflow.len < 80 ? s->workflow.len : 80), s->workflow.len ? s->workflow.data : ""),
               error_about(e, "workflow");
    if (!str_empty(s->mode) && !workflow->has_modes)
        return error_set(e, ERROR_INVALID,
                         "The workflow %s has no modes. Leave out the mode %.*s, or choose a workflow with modes.",
                         workflow->name, STR_ARG(s->mode)),
               error_about(e, "mode");
    if (s->review_plan && !plan_comes_first(workflow, s->mode))
        return error_set(e, ERROR_INVALID,
                         "The %s %.*s makes no plan before it begins, so there is none to review. Leave out "
                         "@{.reviewPlan}, or choose the workflow loop, supervisor, manager or reflect.",
                         workflow->plans ? "mode" : "workflow", STR_ARG(workflow->plans ? s->mode : s->workflow)),
               error_about(e, "reviewPlan");
    r = check_most(workflow, "maxIterations", s->max_iterations, workflow->most_iterations, e);
    if (r == 0)
        r = check_most(workflow, "maxSubQueries", s->max_sub_queries, workflow->most_sub_queries, e);
    if (s->timeout_ms == 0)
        s->timeout_ms = workflow->timeout_ms;
    return r;
}

static int check_settled(const struct caller *caller, struct arena *arena, struct run_settings *s, struct error *e)
{
    int r = run_settings_check(s, e);

    language_tag(arena, s->language, &s->language); /* engines and roles want the code */
    if (r == 0)
        r = check_stages(&s->skip_stages, e);
    if (r == 0)
        r = delivery_settle(caller, arena, s, e);
    return r < 0 ? r : check_fits(s, e);
}

/* What is asked for over what is configured, checked. */
static int settle(const struct caller *caller, struct arena *arena, const struct research_in *in,
                  struct run_settings *s, struct error *e)
{
    struct service *service = caller->service;

    *s = service_config(service)->research;
    run_settings_take(s, &in->settings, &in->given);
    s->query = str_trim(s->query);
    s->corpora = (struct str_list){ 0 }; /* found by their names later */
    s->clarify = s->clarify || in->answers.n;
    s->tokens.archive_dir = config_archive_dir(arena, service_config(service));
    choose_models(service, arena, in, s);
    int r = add_tiers(arena, &in->tiers, s, e);
    return r < 0 ? r : check_settled(caller, arena, s, e);
}

/* What is given as title, or the heading that the text begins with. */
static struct str title_of(struct arena *arena, const struct research_context *context)
{
    struct str rest = str_trim(context->text), line;

    if (str_trim(context->title).len || !str_next_line(&rest, &line) || !str_starts(line, "# "))
        return str_trim(context->title);
    return str_dup(arena, str_trim(str_sub(line, 2, line.len)));
}

/* The texts as documents, and as the names and hashes the settings keep. */
int research_contexts_settle(struct arena *arena, const struct research_in *in, struct run_settings *s,
                             struct search_document *documents, struct error *e)
{
    const struct workflow *workflow = workflow_named(s->workflow);

    s->contexts = arena_calloc(arena, in->contexts_n + 1, sizeof *s->contexts);
    if (workflow->most_contexts && in->contexts_n > workflow->most_contexts)
        return error_set(e, ERROR_INVALID, "The workflow %s takes at most %zu texts beside the question.",
                         workflow->name, workflow->most_contexts),
               error_about(e, "contexts");
    for (size_t i = 0; i < in->contexts_n; i++) {
        struct research_context *context = &in->contexts[i];
        char *hex = arena_alloc(arena, HASH_HEX_SIZE);

        if (str_empty(str_trim(context->name)))
            context->name = str_format(arena, "Context %zu", i + 1);

        if (workflow->context_characters && utf8_count(context->text) > workflow->context_characters)
            return error_set(e, ERROR_INVALID, "%.*s is longer than the %zu characters that the workflow %s takes.",
                             STR_ARG(context->name), workflow->context_characters, workflow->name),
                   error_about(e, "contexts");
        if (!utf8_valid(context->text) || memchr(context->text.data ? context->text.data : "", '\0', context->text.len))
            return error_set(e, ERROR_INVALID, "%.*s is not text in UTF-8. Give text or Markdown files.",
                             STR_ARG(context->name)),
                   error_about(e, "contexts");
        if (str_empty(str_trim(context->text)))
            return error_set(e, ERROR_INVALID, "%.*s is empty.", STR_ARG(context->name)), error_about(e, "contexts");
        if (!page_starts_valid(context->pages, context->text.len))
            return error_set(e, ERROR_INVALID,
                             "The pages of %.*s must be byte offsets in its text, in ascending order: \"0 1203 "
                             "2400\".",
                             STR_ARG(context->name)),
                   error_about(e, "contexts");
        hash_hex(hash_of(context->text), hex);
        s->contexts[i] = (struct context_file){ .name = context->name,
                                                .date = context->date,
                                                .hash = str(hex),
                                                .url = context->url,
                                                .pages = context->pages,
                                                .title = title_of(arena, context),
                                                .asked = context->url.len > 0,
                                                .id = str_trim(context->id) };
        documents[i] = tools_document(arena, &s->contexts[i], context->text);
    }
    s->contexts_n = in->contexts_n;
    return research_context_ids(s, "contexts", e);
}

int research_context_ids(const struct run_settings *s, const char *field, struct error *e)
{
    for (size_t i = 0; i < s->contexts_n; i++) {
        struct str id = s->contexts[i].id;

        for (size_t c = 0; c < id.len; c++)
            if ((unsigned char) id.data[c] < ' ')
                return error_set(e, ERROR_INVALID, "The id of a text has a control character."), error_about(e, field);
        for (size_t k = 0; id.len && k < i; k++)
            if (str_eq(s->contexts[k].id, id))
                return error_set(e, ERROR_INVALID, "Two texts have the id \"%.*s\".", STR_ARG(id)),
                       error_about(e, field);
    }
    return 0;
}

/* The documents of the conversation stand behind those given now. Files and
 * corpora it was given count as long as there are no new ones. */
static int join_conversation(const struct caller *caller, struct arena *arena, struct run_settings *s,
                             struct search_document **documents, struct error *e)
{
    struct conversation c;
    size_t given = s->contexts_n;

    if (str_empty(s->continues))
        return 0;
    int r = conversation_load(caller, arena, s->continues, given == 0 && s->corpora.n == 0, &c, e);
    if (r < 0)
        return error_about(e, "continue"), r;
    struct context_file *contexts = arena_calloc(arena, given + c.n + 1, sizeof *contexts);
    struct search_document *all = arena_calloc(arena, given + c.n + 1, sizeof *all);
    for (size_t i = 0; i < given + c.n; i++) {
        contexts[i] = i < given ? s->contexts[i] : c.contexts[i - given];
        all[i] = i < given ? (*documents)[i] : c.documents[i - given];
    }
    s->continues = c.id;
    s->history = c.history;
    if (c.corpora.n)
        s->corpora = c.corpora;
    s->contexts = contexts;
    s->contexts_n = given + c.n;
    *documents = all;
    return 0;
}

/* Every model that is named must be one that can be asked. */
static int check_models(struct arena *arena, struct prepared *p, struct error *e)
{
    const struct run_settings *s = &p->settings;
    const struct str_list one = { &p->settings.synthesis_model, str_empty(s->synthesis_model) ? 0 : 1, 0 };
    const struct str_list *lists[] = {
        &s->models, &s->tier_simple, &s->tier_analytical, &s->tier_complex, &s->tier_bulk, &one, &s->tokens.summarizers
    };

    for (size_t l = 0; l < sizeof lists / sizeof *lists && !s->extractive; l++)
        for (size_t i = 0; i < lists[l]->n; i++) {
            struct str notice = { 0 };
            int r = llm_check_model(p->tools.llm, arena, lists[l]->items[i], &notice, e);

            if (r < 0)
                return lists[l] == &s->models ? error_about(e, "models")
                       : lists[l] == &one     ? error_about(e, "synthesisModel")
                                              : r;
            if (!str_empty(notice) && !str_list_has(&p->settings.notices, notice))
                str_list_add(arena, &p->settings.notices, notice);
        }
    return 0;
}

/* A ceiling that cannot be kept is said to be none. */
static void check_budget(struct arena *arena, struct prepared *p)
{
    bool known = true;

    for (int t = 0; t < TIER_N; t++) {
        const struct str_list *models = llm_tier_models(p->tools.llm, (enum tier) t);

        for (size_t i = 0; i < models->n; i++) {
            const struct model *model = model_find(p->tools.llm, arena, models->items[i], NULL);

            known = known && !isnan(model->prices.input) && !isnan(model->prices.output);
        }
    }
    if (p->settings.budget_usd > 0 && !known)
        str_list_add(arena, &p->settings.notices,
                     str("The price of a model is unknown, so the budget in dollars covers only the known costs."));
}

/* Warns of settings that were given and have no meaning in this workflow. */
static void warn_unused(struct arena *arena, const struct research_in *in, struct prepared *p)
{
    const struct workflow *workflow = workflow_named(p->settings.workflow);
    const struct {
        const char *name;
        bool unused;
    } limits[] = { { "maxIterations", in->settings.max_iterations && workflow->most_iterations == 0 },
                   { "maxSubQueries", in->settings.max_sub_queries && workflow->most_sub_queries == 0 } };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].unused)
            str_list_add(arena, &p->warnings,
                         str_format(arena, "The workflow %s does not use %s; the depth decides how many %s it takes.",
                                    workflow->name, limits[i].name, workflow->unit));
}

/* A folder is a corpus of its own, named by its last part and the hash of its path. */
static struct str folder_corpus(struct arena *arena, const char *path)
{
    struct str last = file_name(str(path));
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(str(path)), hex);
    return str_format(arena, "%.*s@%.8s", STR_ARG(utf8_cut_bytes(last.len ? last : str("root"), FOLDER_NAME_MAX)), hex);
}

static bool corpus_there(struct store *store, struct arena *arena, struct str key)
{
    struct corpus_row row;
    struct db *db;

    if (!store || store_read_begin(store, &db, NULL) < 0)
        return false;
    int r = corpus_record_find(db, key, arena, &row, NULL);
    store_read_end(store, db);
    return r == 0;
}

/* Names of corpora become their keys; folders and files become corpora. */
static int find_corpora(const struct caller *caller, struct arena *arena, const struct str_list *given,
                        struct prepared *p, struct error *e)
{
    struct store *store = NULL;

    if (given->n)
        service_store(caller->service, false, &store, NULL);
    for (size_t i = 0; i < given->n; i++) {
        struct str name = given->items[i], key = corpus_key(arena, caller->user, name);
        char real[PATH_MAX];

        if (!corpus_there(store, arena, key)) {
            if (!caller->paths || !realpath(str_z(arena, name), real))
                return error_set(e, ERROR_INVALID,
                                 "@{.corpora} %.*s: there is %s of that name. @{corpus_list} shows the corpora, "
                                 "@{corpus_add} makes one.",
                                 STR_ARG(name), caller->paths ? "neither a corpus nor a folder" : "no corpus"),
                       error_about(e, "corpora");
            key = corpus_key(arena, caller->user, folder_corpus(arena, real));
            str_list_add(arena, &p->folders, str_dup(arena, str(real)));
            str_list_add(arena, &p->folder_corpora, key);
        }
        if (!str_list_has(&p->settings.corpora, key))
            str_list_add(arena, &p->settings.corpora, key);
    }
    return 0;
}

/* Only what changed since the last time is read. */
static int index_folders(struct store *store, struct arena *arena, struct prepared *p, struct error *e)
{
    for (size_t i = 0; i < p->folders.n; i++) {
        struct corpus_add_settings settings = { .name = p->folder_corpora.items[i],
                                                .paths = &p->folders.items[i],
                                                .paths_n = 1 };
        struct corpus_added added;
        int r = corpus_add(store, arena, &settings, &added, e);

        if (r < 0)
            return r;
        struct str skipped = corpus_skipped_text(arena, &added);
        if (!str_empty(skipped))
            str_list_add(arena, &p->warnings, skipped);
    }
    return 0;
}

/* What the run will work with. Where no model is at hand, the caller may lend one. */
static int find_tools(const struct caller *caller, struct arena *arena, const struct search_document *documents,
                      struct prepared *p, struct error *e)
{
    struct tools *tools = service_tools(caller->service);
    struct tools_choice choice = { &p->settings, { 0 }, documents, p->settings.contexts_n };
    int r;

    if (p->settings.models.n == 0 && !p->settings.extractive)
        tools_find_models(tools);
    r = tools_tables(tools, arena, &p->tables, e);
    choice.tables = p->tables;
    if (r == 0)
        r = tools_for_settings(tools, arena, &choice, &p->tools, e);
    if (r < 0 || !caller->lends || llm_available(p->tools.llm) || p->settings.extractive)
        return r;
    str_list_add(arena, &p->settings.models, str(caller->lends));
    return tools_for_settings(tools, arena, &choice, &p->tools, e);
}

/* As research_prepare(), as far as it needs no key. */
int research_settle(const struct caller *caller, struct arena *arena, const struct research_in *in,
                    struct run_settings *ret, struct error *e)
{
    struct search_document *documents = arena_calloc(arena, in->contexts_n + 1, sizeof *documents);
    struct prepared p = { 0 };
    struct store *store;
    int r = settle(caller, arena, in, &p.settings, e);

    if (r == 0)
        r = find_corpora(caller, arena, &in->settings.corpora, &p, e);
    if (r == 0 && p.folders.n && (r = service_store(caller->service, true, &store, e)) == 0)
        r = index_folders(store, arena, &p, e);
    if (r == 0)
        r = research_contexts_settle(arena, in, &p.settings, documents, e);
    if (r == 0)
        r = join_conversation(caller, arena, &p.settings, &documents, e);
    if (r == 0)
        *ret = p.settings;
    return r;
}

int research_change(const struct caller *caller, struct arena *arena, const struct research_in *in,
                    struct run_settings *s, struct error *e)
{
    const struct str_list corpora = s->corpora;
    struct prepared p = { 0 };
    struct store *store;

    if (str_list_has(&in->given, str("continue")))
        return error_set(e, ERROR_INVALID, "What a draft continues cannot be changed."), error_about(e, "continue");
    run_settings_take(s, &in->settings, &in->given);
    s->query = str_trim(s->query);
    s->corpora = corpora;
    int r = add_tiers(arena, &in->tiers, s, e);
    if (r == 0)
        r = check_settled(caller, arena, s, e);
    if (r < 0 || !str_list_has(&in->given, str("corpora")))
        return r;
    r = find_corpora(caller, arena, &in->settings.corpora, &p, e);
    if (r == 0 && p.folders.n && (r = service_store(caller->service, true, &store, e)) == 0)
        r = index_folders(store, arena, &p, e);
    if (r == 0)
        s->corpora = p.settings.corpora;
    return r;
}

int research_prepare(const struct caller *caller, struct arena *arena, const struct research_in *in,
                     struct prepared *ret, struct error *e)
{
    struct service *service = caller->service;
    struct tools *tools = service_tools(service);
    struct search_document *documents = arena_calloc(arena, in->contexts_n + 1, sizeof *documents);
    struct prepared p = { 0 };
    int r = settle(caller, arena, in, &p.settings, e);

    if (r == 0)
        r = find_corpora(caller, arena, &in->settings.corpora, &p, e);
    if (r == 0)
        r = research_contexts_settle(arena, in, &p.settings, documents, e);
    if (r == 0)
        r = join_conversation(caller, arena, &p.settings, &documents, e);
    if (r == 0)
        r = find_tools(caller, arena, documents, &p, e);
    if (r == 0)
        r = check_models(arena, &p, e);
    const struct workflow *workflow = r == 0 ? workflow_named(p.settings.workflow) : NULL;
    if (r == 0 && workflow->settle)
        r = workflow->settle(arena, p.tools.llm, &p.settings, e);
    if (r == 0 && !workflow->settle)
        r = search_ready(p.tools.search, e);
    if (r < 0)
        return r;
    check_budget(arena, &p);
    warn_unused(arena, in, &p);
    for (size_t i = 0; i < p.settings.notices.n; i++)
        str_list_add(arena, &p.warnings, p.settings.notices.items[i]);
    /* A run must not change when keys are added later, so the choice is stored with it. */
    if (!llm_available(p.tools.llm) && !p.settings.extractive) {
        struct str why = tools_no_model(tools, arena);

        p.settings.extractive = true;
        if (!str_empty(why)) /* a server was meant to answer: the reader of the report must know */
            str_list_add(arena, &p.settings.notices, why);
        str_list_add(
            arena, &p.warnings,
            !str_empty(why)
                ? why
                : str("No model has a key, so no model is used (extractive). Set OPENAI_API_KEY or another key; "
                      "@{providers} lists them."));
    }
    for (size_t i = 0; i < p.warnings.n; i++)
        p.warnings.items[i] = door_words(caller->door, arena, p.warnings.items[i]);
    *ret = p;
    return 0;
}

int research_contexts_put(struct db *db, void *arg, struct error *e)
{
    const struct research_in *in = arg;
    struct hash hash;
    int r = 0;

    for (size_t i = 0; i < in->contexts_n && r == 0; i++)
        r = blob_put(db, in->contexts[i].text, &hash, e);
    return r;
}

static struct run_creation creation_of(const struct caller *caller, const struct run_settings *settings,
                                       struct str tables)
{
    return (struct run_creation){ .settings = settings,
                                  .tables = tables,
                                  .owner = caller->user,
                                  .limits = &caller->limits,
                                  .request_key = caller->request_key };
}

int research_start(const struct caller *caller, struct arena *arena, const struct research_begin *begin,
                   struct str *ret_id, struct error *e)
{
    const struct run_creation creation = creation_of(caller, begin->settings, begin->tables);
    struct engine *engine;
    struct store *store;
    int r = service_engine(caller->service, &engine, e);

    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    if (r == 0 && begin->texts->contexts_n)
        r = store_write(store, research_contexts_put, (void *) begin->texts, e);
    if (r == 0)
        r = engine_create(engine, &creation, arena, ret_id, e);
    return r < 0 ? r : engine_submit(engine, *ret_id, e);
}

/* Answers are stored before the run can ask. If nobody may be asked, an empty answer after them lets the run go on. */
static int leave_answers(struct engine *engine, struct str id, const struct research_in *in, struct error *e)
{
    int r = 0;

    for (size_t i = 0; r == 0 && i < in->answers.n; i++)
        r = engine_control(engine, id, str("answer"), str_trim(in->answers.items[i]), e);
    if (r == 0 && in->answers.n && !in->settings.clarify)
        r = engine_control(engine, id, str("answer"), str(""), e);
    return r;
}

int do_research(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct research_in given = *(const struct research_in *) in_;
    const struct research_in *in = &given;
    struct run_ref_out *ret = ret_;
    struct prepared p;
    struct store *store;
    struct engine *engine;
    struct str id;

    service_will_call(caller->service);
    int r = research_read_sources(caller, arena, &given, e);
    if (r == 0)
        r = research_prepare(caller, arena, in, &p, e);
    if (r == 0 && p.settings.extractive && p.settings.corpora.n == 0 && p.settings.contexts_n == 0)
        r = reach_check(caller->service, p.tools.search, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    if (r == 0)
        r = index_folders(store, arena, &p, e);
    if (r == 0 && in->contexts_n)
        r = store_write(store, research_contexts_put, (void *) in, e);
    if (r == 0) {
        const struct run_creation creation = creation_of(caller, &p.settings, p.tables);

        r = engine_create(engine, &creation, arena, &id, e);
    }
    if (r == 0)
        r = leave_answers(engine, id, in, e);
    if (r == 0)
        r = engine_submit(engine, id, e);
    if (r == 0)
        *ret = (struct run_ref_out){ id, str(workflow_named(p.settings.workflow)->asks_all ? "pending" : "queued"),
                                     p.warnings };
    return r;
}

/* A model that clients lend answers only where a door has clients. */
int research_check_lent(const struct caller *caller, struct arena *arena, const struct run_row *row, const char *what,
                        struct error *e)
{
    struct run_settings settings = { 0 };

    run_settings_parse(arena, row->settings, &settings, NULL);
    if (!str_list_has(&settings.models, str(LENT_MODEL)) || lender_is_open(service_lender(caller->service)))
        return 0;
    return error_set(
        e, ERROR_MISCONFIGURED,
        "%.*s is researched with the model of an MCP client, and no client is connected here. An assistant "
        "that offers its model goes on with it (its tool research_%s); or begin a new research with another model "
        "(@{.models} MODEL).",
        STR_ARG(row->id), what);
}

/* The models that a run goes on with, checked like those of a new one. */
static int resume_models(const struct caller *caller, struct arena *arena, const struct run_row *row,
                         const struct resume_in *in, struct run_models *ret, struct error *e)
{
    struct tools *tools = service_tools(caller->service);
    const struct workflow *workflow = workflow_named(row->workflow);
    struct run_models models = { .models = in->models, .synthesis_model = in->synthesis_model };
    struct prepared p = { 0 };

    *ret = (struct run_models){ 0 };
    if (in->models.n + in->synthesis_model.len == 0)
        return 0;
    if (workflow && workflow->asks_all && in->models.n)
        return error_set(e, ERROR_INVALID,
                         "A panel keeps the models that it asks. Another one can write the joint text "
                         "(@{.synthesisModel} MODEL)."),
               error_about(e, "models");
    if (str_list_has(&in->models, str("extractive"))) {
        models.models = (struct str_list){ 0 };
        models.extractive = true;
    }
    int r = run_settings_parse(arena, row->settings, &p.settings, e);
    models.notices = p.settings.notices;
    if (r == 0)
        run_models_take(&p.settings, &models);
    if (r == 0)
        r = tools_tables(tools, arena, &p.tables, e);
    if (r == 0)
        r = tools_for_settings(tools, arena, &(struct tools_choice){ .settings = &p.settings, .tables = p.tables },
                               &p.tools, e);
    if (r == 0)
        r = check_models(arena, &p, e);
    if (r < 0)
        return r;
    *ret = models;
    ret->notices = p.settings.notices;
    struct str named = in->models.n ? str_join(arena, in->models.items, in->models.n, ", ") : in->synthesis_model;
    str_list_add(arena, &ret->notices,
                 str_format(arena, "The run was resumed with another model: %.*s.", STR_ARG(named)));
    return 0;
}

int do_resume(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct resume_in *in = in_;
    struct run_ref_out *ret = ret_;
    struct reading reading;
    struct engine *engine;
    int r = reading_row(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    struct str id = reading.row.id;
    struct run_models models = { 0 };
    r = in->models.n ? 0 : research_check_lent(caller, arena, &reading.row, "resume", e);
    if (r == 0)
        r = resume_models(caller, arena, &reading.row, in, &models, e);
    if (r == 0)
        r = caller_may_spend(caller, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    const struct workflow *workflow = workflow_named(reading.row.workflow);
    const struct run_ref_out out = { .id = id, .status = str(workflow && workflow->asks_all ? "retrying" : "queued") };
    const struct run_resuming with = { .seen = reading.row.status,
                                       .ceilings = { duration_ms(in->timeout, 0), in->budget_usd, in->budget_tokens },
                                       .models = models,
                                       .receipt = caller_receipt(caller, arena, &out) };
    if (r == 0)
        r = engine_resume_with(engine, id, &with, e);
    if (r == 0)
        *ret = out;
    return r;
}
