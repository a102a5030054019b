/* What a run was asked with, as the request that asks the same again; and the pages that a request names. */
#include "records/corpora.h"
#include "service/documents.h"
#include "service/rewrite.h"
#include "service/runs.h"
#include "service/value.h"
#include "store/blob.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

/* --- pages that a request names --- */

int research_read_sources(const struct caller *caller, struct arena *arena, struct research_in *in, struct error *e)
{
    size_t n = in->sources.n;
    struct document_view *pages = arena_calloc(arena, n + 1, sizeof *pages);
    struct research_context *all = arena_calloc(arena, in->contexts_n + n + 1, sizeof *all);
    int r = n ? documents_read(caller, arena, &in->sources, KEEP_MORE, pages, e) : 0;

    if (r < 0 || n == 0)
        return r;
    for (size_t i = 0; i < in->contexts_n; i++)
        all[i] = in->contexts[i];
    for (size_t i = 0; i < n; i++) {
        struct str url = in->sources.items[i], title = str_trim(pages[i].title);

        if (!str_empty(pages[i].error) || str_empty(str_trim(pages[i].text)))
            return error_set(e, ERROR_INVALID, "%.*s could not be read: %.*s", STR_ARG(utf8_cut(url, 200)),
                             STR_ARG(str_empty(pages[i].error) ? str("it has no text") : pages[i].error)),
                   error_about(e, "sources");
        all[in->contexts_n++] = (struct research_context){ .name = title.len ? title : url,
                                                           .text = str_trim(pages[i].text),
                                                           .title = title,
                                                           .url = url,
                                                           .date = pages[i].date };
    }
    in->contexts = all;
    in->sources = (struct str_list){ 0 };
    return 0;
}

/* --- what a run was asked with --- */

/* Texts come with the request; pages that were asked for are named again; sources of earlier runs come with the
 * conversation. */
static int ask_contexts(struct reading *reading, struct arena *arena, const struct run_settings *s,
                        struct research_in *ret, struct error *e)
{
    int r = 0;

    ret->contexts = arena_calloc(arena, s->contexts_n + 1, sizeof *ret->contexts);
    for (size_t i = 0; r == 0 && i < s->contexts_n; i++) {
        const struct context_file *file = &s->contexts[i];
        struct research_context *context = &ret->contexts[ret->contexts_n];
        struct hash hash;

        if (file->asked)
            str_list_add(arena, &ret->sources, file->url);
        if (file->url.len || !hash_from_hex(file->hash, &hash))
            continue;
        *context = (struct research_context){
            .name = file->name, .pages = file->pages, .title = file->title, .date = file->date
        };
        r = blob_get(reading->db, hash, arena, &context->text, e);
        ret->contexts_n++;
    }
    return r;
}

static bool same_list(const struct str_list *a, const struct str_list *b)
{
    bool same = a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same = str_eq(a->items[i], b->items[i]);
    return same;
}

/* Models by tier that are not the configuration's. */
static void ask_tiers(const struct caller *caller, struct arena *arena, const struct run_settings *s,
                      struct research_in *ret)
{
    const struct run_settings *c = &service_config(caller->service)->research;
    const struct {
        const char *name;
        const struct str_list *own, *configured;
    } tiers[] = { { "simple", &s->tier_simple, &c->tier_simple },
                  { "analytical", &s->tier_analytical, &c->tier_analytical },
                  { "complex", &s->tier_complex, &c->tier_complex },
                  { "bulk", &s->tier_bulk, &c->tier_bulk } };

    for (size_t t = 0; t < sizeof tiers / sizeof *tiers; t++)
        for (size_t i = 0; !same_list(tiers[t].own, tiers[t].configured) && i < tiers[t].own->n; i++)
            str_list_add(arena, &ret->tiers,
                         str_format(arena, "%s=%.*s", tiers[t].name, STR_ARG(tiers[t].own->items[i])));
}

static void ask_settings(struct arena *arena, struct run_settings *s)
{
    const struct workflow *workflow = workflow_named(s->workflow);
    struct str_list corpora = { 0 };

    for (size_t i = 0; i < s->corpora.n; i++) {
        struct str owner, name;

        corpus_key_split(s->corpora.items[i], &owner, &name);
        str_list_add(arena, &corpora, name);
    }
    s->corpora = corpora;
    if (s->selected_models.n)
        s->models = s->selected_models;
    if (s->extractive) {
        s->models = (struct str_list){ 0 };
        str_list_add(arena, &s->models, str("extractive"));
    }
    if (workflow && s->timeout_ms == workflow->timeout_ms)
        s->timeout_ms = 0;
}

/* What is empty, 0 or false was not asked for. */
static bool says_nothing(const json_t *value)
{
    return json_is_null(value) || json_is_false(value) || (json_is_string(value) && json_string_length(value) == 0) ||
           (json_is_array(value) && json_array_size(value) == 0) ||
           (json_is_number(value) && json_number_value(value) == 0);
}

static struct str request_text(struct arena *arena, const struct research_in *asked)
{
    json_t *value = json_encode(research_fields(), asked), *item;
    const char *name;
    void *next;

    json_object_del(value, "given");
    if (asked->settings.timeout_ms > 0)
        json_object_set_new(value, "timeout", json_new_str(duration_text(arena, asked->settings.timeout_ms)));
    json_object_foreach_safe(value, next, name, item) if (says_nothing(item)) json_object_del(value, name);
    struct str text = json_text(arena, value);
    json_decref(value);
    return text;
}

/* The settings and the texts of a run as they are stored. */
static int load(const struct caller *caller, struct arena *arena, struct str *id, struct research_in *ret,
                struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, *id, &reading, e);

    if (r < 0)
        return r;
    *id = reading.row.id;
    r = run_settings_parse(arena, reading.row.settings, &ret->settings, e);
    if (r == 0)
        r = ask_contexts(&reading, arena, &ret->settings, ret, e);
    reading_end(&reading);
    return r;
}

int do_settings(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct settings_out *ret = ret_;
    struct research_in asked = { 0 };
    struct str id = ((const struct run_ref_in *) in_)->id;
    int r = load(caller, arena, &id, &asked, e);

    if (r < 0)
        return r;
    ask_tiers(caller, arena, &asked.settings, &asked);
    ask_settings(arena, &asked.settings);
    *ret = (struct settings_out){ id, request_text(arena, &asked) };
    return 0;
}
