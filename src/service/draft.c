/* Drafts: a research that is stored and not begun. Whatever is missing or wrong is found when it is approved. */
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "run/engine.h"
#include "search/search.h"
#include "service/account.h"
#include "service/door.h"
#include "service/panel.h"
#include "service/tools.h"
#include "workflows/panel.h"
#include "workflows/workflows.h"

enum { MESSAGE_MAX = 20000 };

/* --- fields: those of a research, and a few more --- */

static const struct field draft_own[] = {
    FIELD_AS("originalMessage", STR, struct draft_in, original_message, .max = MESSAGE_MAX,
             .help = "a message in plain words; the models it names are chosen, if none are given"),
    FIELD_END,
};
static const struct field edit_own[] = {
    FIELD_RUN_ID(struct edit_in),
    FIELD_AS("removeContextIds", STRS, struct edit_in, remove_context_ids, .help = "texts to remove, by id"),
    FIELD_END,
};

enum { FIELDS_MAX = RUN_SETTINGS_MAX + 16 };
static struct field draft_table[FIELDS_MAX], edit_table[FIELDS_MAX];

static void make_fields(void)
{
    const struct field *fields = research_fields();
    size_t n = 0;

    for (; fields[n].type != FIELD_TYPE_END; n++)
        draft_table[n] = edit_table[n] = fields[n];
    memcpy(draft_table + n, draft_own, sizeof draft_own);
    memcpy(edit_table + n, edit_own, sizeof edit_own);
    for (size_t i = 0; i < n; i++)
        if (strcmp(edit_table[i].name, "query") == 0)
            edit_table[i].required = false;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

const struct field *draft_fields(void)
{
    pthread_once(&once, make_fields);
    return draft_table;
}

const struct field *edit_fields(void)
{
    pthread_once(&once, make_fields);
    return edit_table;
}

/* --- making one --- */

static bool given(const struct research_in *in, const char *name) { return str_list_has(&in->given, str(name)); }

/* A panel keeps its models apart: they all answer. */
static void select_models(struct run_settings *s)
{
    const struct workflow *workflow = workflow_named(s->workflow);

    if (!workflow->asks_all)
        return;
    s->selected_models = s->models;
    s->models = (struct str_list){ 0 };
}

/* The draft has another workflow now, and its models stay. */
static void move_models(struct run_settings *s)
{
    if (!workflow_named(s->workflow)->asks_all) {
        s->models = s->selected_models.n ? s->selected_models : s->models;
        s->selected_models = (struct str_list){ 0 };
    } else if (s->selected_models.n == 0) {
        select_models(s);
    }
}

/* The models that a message names, when none are given. By code alone, so it takes no time worth naming. */
static int find_models(const struct caller *caller, struct arena *arena, const struct draft_in *in,
                       struct run_settings *s, struct str_list *ret_notices, struct error *e)
{
    struct run_tools tools;

    if (!workflow_named(s->workflow)->asks_all)
        return 0;
    if (!given(&in->research, "models"))
        s->selected_models = (struct str_list){ 0 }; /* the configuration's are fallbacks of one another */
    if (s->selected_models.n || str_empty(str_trim(in->original_message)))
        return 0;
    int r = tools_default(service_tools(caller->service), arena, &tools, e);
    if (r == 0)
        panel_words(arena, tools.llm, in->original_message, &s->selected_models, ret_notices);
    return r;
}

static int check_draft(const struct caller *caller, struct arena *arena, const struct run_settings *s, struct error *e)
{
    struct run_tools tools;

    if (s->selected_models.n == 0)
        return 0;
    int r = tools_default(service_tools(caller->service), arena, &tools, e);
    return r < 0 ? r : panel_check_models(arena, tools.llm, &s->selected_models, e);
}

int do_draft(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct draft_in in = *(const struct draft_in *) in_;
    struct draft_out *ret = ret_;
    struct run_settings settings;
    struct str_list notices = { 0 };
    struct engine *engine;
    struct store *store;
    struct str tables, id;

    if (!given(&in.research, "workflow")) {
        in.research.settings.workflow = str("panel");
        str_list_add(arena, &in.research.given, str("workflow"));
    }
    int r = research_read_sources(caller, arena, &in.research, e);
    if (r == 0)
        r = research_settle(caller, arena, &in.research, &settings, e);
    if (r < 0)
        return r;
    select_models(&settings);
    if (r == 0)
        r = find_models(caller, arena, &in, &settings, &notices, e);
    if (r == 0)
        r = check_draft(caller, arena, &settings, e);
    if (r == 0)
        r = tools_tables(service_tools(caller->service), arena, &tables, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    if (r == 0 && in.research.contexts_n)
        r = store_write(store, research_contexts_put, &in.research, e);
    if (r == 0)
        r = engine_create(engine,
                          &(struct run_creation){ .settings = &settings,
                                                  .tables = tables,
                                                  .owner = caller->user,
                                                  .draft = true,
                                                  .request_key = caller->request_key },
                          arena, &id, e);
    if (r == 0)
        *ret = (struct draft_out){ id, str("draft"), settings.selected_models, notices };
    return r;
}

/* --- changing one --- */

struct draft {
    struct run_row row;
    struct run_settings settings;
};

static int draft_read(const struct caller *caller, struct arena *arena, struct str id, struct draft *ret,
                      struct error *e)
{
    struct reading reading = { 0 };
    int r = reading_row(caller, arena, id, &reading, e);

    ret->row = reading.row;
    if (r == 0 && ret->row.status != RUN_STATUS_DRAFT)
        r = error_set(e, ERROR_CONFLICT, "%.*s is not a draft: it is %s.", STR_ARG(ret->row.id),
                      run_status_words[ret->row.status]);
    return r < 0 ? r : run_settings_parse(arena, ret->row.settings, &ret->settings, e);
}

static bool removed(struct arena *arena, const struct edit_in *in, const struct context_file *file)
{
    return str_list_has(&in->remove_context_ids, panel_given_id(arena, file));
}

/* The contexts that stay, and those that are new. */
static int edit_contexts(struct arena *arena, const struct edit_in *in, struct run_settings *s, struct error *e)
{
    const struct context_file *old = s->contexts;
    size_t old_n = s->contexts_n, n = 0, gone = 0;
    struct search_document *documents = arena_calloc(arena, in->research.contexts_n + 1, sizeof *documents);
    struct run_settings fresh = *s;
    int r = research_contexts_settle(arena, &in->research, &fresh, documents, e);

    if (r < 0)
        return r;
    struct context_file *all = arena_calloc(arena, old_n + fresh.contexts_n + 1, sizeof *all);
    for (size_t i = 0; i < old_n; i++)
        if (removed(arena, in, &old[i]))
            gone++;
        else
            all[n++] = old[i];
    if (gone < in->remove_context_ids.n)
        return error_set(e, ERROR_INVALID, "A text that should be removed is not in the draft."),
               error_about(e, "removeContextIds");
    for (size_t i = 0; i < fresh.contexts_n; i++)
        all[n++] = fresh.contexts[i];
    const struct workflow *workflow = workflow_named(s->workflow);
    if (workflow->most_contexts && n > workflow->most_contexts)
        return error_set(e, ERROR_INVALID, "The workflow %s takes at most %zu texts beside the question.",
                         workflow->name, workflow->most_contexts),
               error_about(e, "contexts");
    s->contexts = all;
    s->contexts_n = n;
    return research_context_ids(s, "contexts", e);
}

int do_edit(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct edit_in *in = in_;
    struct draft_out *ret = ret_;
    struct draft draft = { 0 };
    struct run_settings *s = &draft.settings;
    struct engine *engine;
    struct store *store;
    int r = draft_read(caller, arena, in->id, &draft, e);

    if (r < 0)
        return r;
    r = research_change(caller, arena, &in->research, s, e);
    if (r < 0)
        return r;
    if (given(&in->research, "models"))
        select_models(s);
    else if (given(&in->research, "workflow"))
        move_models(s);
    r = edit_contexts(arena, in, s, e);
    if (r == 0)
        r = check_draft(caller, arena, s, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    if (r == 0 && in->research.contexts_n)
        r = store_write(store, research_contexts_put, (void *) &in->research, e);
    if (r == 0)
        r = engine_change_draft(engine, draft.row.id,
                                &(struct draft_change){ .seen = draft.row.settings, .settings = s }, e);
    if (r == 0)
        *ret = (struct draft_out){ draft.row.id, str("draft"), s->selected_models, { 0 } };
    return r;
}

/* --- approving one --- */

/* Everything that a research is checked for before it is made. */
static int check_all(const struct caller *caller, struct arena *arena, struct run_settings *s, struct error *e)
{
    const struct workflow *workflow = workflow_named(s->workflow);
    struct tools *tools = service_tools(caller->service);
    struct run_settings with = *s;
    struct run_tools built;
    struct str tables;
    int r = tools_tables(tools, arena, &tables, e);

    if (workflow->asks_all)
        with.models = s->selected_models;
    if (r == 0)
        r = tools_for_settings(tools, arena, &(struct tools_choice){ .settings = &with, .tables = tables }, &built, e);
    if (r == 0 && workflow->settle)
        r = workflow->settle(arena, built.llm, s, e);
    if (r == 0 && s->timeout_ms == 0)
        s->timeout_ms = workflow->timeout_ms;
    return r;
}

int do_approve(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct run_ref_out *ret = ret_;
    struct draft draft = { 0 };
    const struct run_row *row = &draft.row;
    struct engine *engine;
    int r = draft_read(caller, arena, in->id, &draft, e);

    if (r == 0)
        r = check_all(caller, arena, &draft.settings, e);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r < 0)
        return r;
    const struct run_ref_out out = { row->id, str(workflow_named(row->workflow)->asks_all ? "pending" : "queued"),
                                     draft.settings.notices };
    r = engine_change_draft(engine, row->id,
                            &(struct draft_change){ .seen = row->settings,
                                                    .settings = &draft.settings,
                                                    .approve = true,
                                                    .limits = &caller->limits,
                                                    .receipt = caller_receipt(caller, arena, &out) },
                            e);
    if (r == 0)
        r = engine_submit_queued(engine, row->id, e);
    if (r == 0)
        *ret = out;
    return r;
}
