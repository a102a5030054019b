/* A report written anew: the same question and settings, with sources added or excluded. What the report cited is at
 * hand again as documents, so nothing that was read is fetched again. */
#include "service/rewrite.h"

#include "records/sources.h"
#include "report/report.h"
#include "run/engine.h"
#include "service/documents.h"
#include "service/runs.h"
#include "service/service.h"
#include "store/blob.h"
#include "workflows/workflows.h"

struct rewriting {
    const struct rewrite_in *in;
    struct run_settings settings;
    struct source_row *sources; /* of the run */
    size_t sources_n;
    struct report report;
    struct context_file *contexts;
    size_t contexts_n;
    struct research_in added;
};

static int nothing_to_do(struct error *e)
{
    return error_set(e, ERROR_INVALID,
                     "Nothing would change. Give addresses to add, or numbers of sources to exclude."),
           error_about(e, "add");
}

static int load(struct reading *reading, struct arena *arena, struct rewriting *x, struct error *e)
{
    const struct workflow *workflow = workflow_named(reading->row.workflow);
    struct str text;

    if (!reading->row.has_report)
        return error_set(e, ERROR_CONFLICT, "%.*s has no report that could be written anew: it is %s.",
                         STR_ARG(reading->row.id), run_status_words[reading->row.status]);
    if (workflow && workflow->asks_all)
        return error_set(e, ERROR_CONFLICT, "%.*s is a panel; its texts are changed with @{enhance %.*s}",
                         STR_ARG(reading->row.id), STR_ARG(reading->row.id));
    int r = run_settings_parse(arena, reading->row.settings, &x->settings, e);
    if (r == 0)
        r = source_record_list(reading->db, reading->row.id, false, arena, &x->sources, &x->sources_n, e);
    if (r == 0)
        r = blob_get(reading->db, reading->row.report, arena, &text, e);
    return r < 0 ? r : report_parse(arena, text, &x->report, e);
}

static bool is_excluded(const struct rewriting *x, const struct source_row *source)
{
    for (size_t i = 0; i < x->in->exclude.n; i++) {
        int64_t number;

        if (str_to_int(x->in->exclude.items[i], &number) && number == source->number)
            return true;
    }
    return false;
}

static int exclude(struct arena *arena, struct rewriting *x, struct error *e)
{
    for (size_t i = 0; i < x->in->exclude.n; i++) {
        int64_t number;
        size_t k = 0;

        if (!str_to_int(x->in->exclude.items[i], &number))
            number = -1;
        while (k < x->sources_n && x->sources[k].number != number)
            k++;
        if (k == x->sources_n)
            return error_set(e, ERROR_INVALID, "The report has no source %.*s.",
                             (int) (x->in->exclude.items[i].len < 20 ? x->in->exclude.items[i].len : 20),
                             x->in->exclude.items[i].data),
                   error_about(e, "exclude");
        if (!str_list_has(&x->settings.exclude_urls, x->sources[k].canonical_url))
            str_list_add(arena, &x->settings.exclude_urls, x->sources[k].canonical_url);
    }
    return 0;
}

/* Is a document with these bytes or this address excluded? */
static bool context_excluded(const struct rewriting *x, const struct context_file *file)
{
    char hex[HASH_HEX_SIZE];

    for (size_t i = 0; i < x->sources_n; i++) {
        hash_hex(x->sources[i].hash, hex);
        if (is_excluded(x, &x->sources[i]) && (str_is(file->hash, hex) || str_eq(file->url, x->sources[i].url)))
            return true;
    }
    return false;
}

static bool context_known(const struct rewriting *x, const struct context_file *file)
{
    for (size_t i = 0; i < x->contexts_n; i++)
        if (str_eq(x->contexts[i].hash, file->hash) || (file->url.len && str_eq(x->contexts[i].url, file->url)))
            return true;
    return false;
}

/* What the run was given, and what its report cites of the web, without what is excluded. */
static int keep_contexts(struct arena *arena, struct rewriting *x, struct error *e)
{
    const struct run_settings *s = &x->settings;

    x->contexts = arena_calloc(arena, s->contexts_n + x->sources_n + x->in->add.n + 1, sizeof *x->contexts);
    for (size_t i = 0; i < s->contexts_n; i++)
        if (!context_excluded(x, &s->contexts[i]))
            x->contexts[x->contexts_n++] = s->contexts[i];
    if (s->contexts_n && x->contexts_n == 0 && x->in->add.n == 0)
        return error_set(e, ERROR_INVALID, "Without them nothing would be left to read."), error_about(e, "exclude");
    for (size_t i = 0; i < x->sources_n; i++) {
        const struct source_row *row = &x->sources[i];
        const struct report_source *cited = report_source(&x->report, row->number);
        char *hex = arena_alloc(arena, HASH_HEX_SIZE);

        hash_hex(row->hash, hex);
        struct context_file file = {
            .name = row->title, .hash = str(hex), .url = row->url, .pages = row->pages, .date = row->date
        };
        if (cited && cited->cited && !row->snippet_only && document_is_url(row->url) && !is_excluded(x, row) &&
            !context_known(x, &file))
            x->contexts[x->contexts_n++] = file;
    }
    return 0;
}

/* Pages to add are read now: who asks hears at once of one that cannot be. */
static int add_pages(const struct caller *caller, struct arena *arena, struct rewriting *x, struct error *e)
{
    struct run_settings fresh = x->settings;
    struct search_document *documents = arena_calloc(arena, x->in->add.n + 1, sizeof *documents);

    x->added.sources = x->in->add;
    int r = research_read_sources(caller, arena, &x->added, e);
    if (r == 0)
        r = research_contexts_settle(arena, &x->added, &fresh, documents, e);
    if (r < 0)
        return error_about(e, "add"), r;
    for (size_t i = 0; i < fresh.contexts_n; i++)
        if (!context_known(x, &fresh.contexts[i])) {
            fresh.contexts[i].asked = false; /* it stands beside what the run reads */
            x->contexts[x->contexts_n++] = fresh.contexts[i];
        }
    return 0;
}

static int create(const struct caller *caller, struct arena *arena, struct rewriting *x, struct run_ref_out *ret,
                  struct error *e)
{
    struct str tables, id;
    int r = tools_tables(service_tools(caller->service), arena, &tables, e);

    if (r == 0)
        r = research_start(caller, arena, &(struct research_begin){ &x->settings, tables, &x->added }, &id, e);
    if (r == 0)
        *ret = (struct run_ref_out){ .id = id, .status = str("queued") };
    return r;
}

int do_rewrite(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct rewriting x = { .in = in_ };
    struct reading reading;
    int r = reading_begin(caller, arena, x.in->id, &reading, e);

    if (r < 0)
        return r;
    r = x.in->add.n + x.in->exclude.n ? load(&reading, arena, &x, e) : nothing_to_do(e);
    reading_end(&reading);
    if (r == 0)
        r = exclude(arena, &x, e);
    if (r == 0)
        r = keep_contexts(arena, &x, e);
    if (r == 0)
        r = add_pages(caller, arena, &x, e);
    if (r < 0)
        return r;
    x.settings.contexts = x.contexts;
    x.settings.contexts_n = x.contexts_n;
    x.settings.enhances = reading.row.id;
    x.settings.continues = str("");
    x.settings.notices = (struct str_list){ 0 };
    x.settings.deliver = (struct str_list){ 0 }; /* it was sent once; whoever wants the new one sends it */
    x.settings.clarify = false;
    return create(caller, arena, &x, ret_, e);
}
