#include "workflows/gather.h"

#include "pages/fetch.h"
#include "records/page_starts.h"
#include "run/effect.h"
#include "text/utf8.h"

/* More than this of one page is not kept with a source. */
enum { PAGE_TEXT_MAX = 512 * 1024, RESULTS = 10 /* of a search that does not say */ };

void gather_query(const struct branch *branch, struct str text, struct search_query *ret)
{
    const struct run_settings *s = branch_settings(branch);

    *ret = (struct search_query){
        .text = text,
        .language = s->language,
        .since = s->since,
        .include_domains = s->include_domains,
        .exclude_domains = s->exclude_domains,
    };
}

static bool known(const struct gathered *g, size_t position)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->sources[i] == position)
            return true;
    return false;
}

/* One search's outcome joins its query's. */
static void join(struct branch *branch, struct arena *scratch, struct source_list *list, struct str query,
                 const struct outcome *outcome, struct gathered *g)
{
    struct search_result result = { 0 };
    struct error error = outcome->error;
    bool good = !outcome->failed && search_result_parse(scratch, outcome->body, &result, &error) == 0;
    json_t *event = json_pack("{s:b, s:I}", "ok", good, "hits", (json_int_t) result.hits_n);

    json_object_set_new(event, "query", json_new_str(query));
    json_object_set_new(event, "engines", json_new_str(outcome->answered_by));
    if (!good)
        json_object_set_new(event, "error", json_new_str(str(error.message)));
    branch_event(branch, "search_completed", event);
    g->searches++;
    if (!good) {
        if (!g->error.code)
            g->error = error;
        return;
    }
    g->failed = false;
    for (size_t i = 0; i < result.notes.n; i++)
        branch_warn(branch, "%.*s", STR_ARG(result.notes.items[i]));
    size_t *positions = arena_calloc(branch_arena(branch), g->n + result.hits_n, sizeof *positions);
    for (size_t i = 0; i < g->n; i++)
        positions[i] = g->sources[i];
    g->sources = positions;
    for (size_t i = 0; i < result.hits_n && (!list->per_query || g->n < list->per_query); i++) {
        ptrdiff_t at = source_list_add(branch, list, &result.hits[i], i, g->query);

        if (at >= 0 && !known(g, (size_t) at))
            g->sources[g->n++] = (size_t) at;
    }
}

static bool answered(const struct outcome *outcome) { return outcome->failed || outcome->body.len > 0; }

static size_t forms_of(const struct str_list *forms, bool once) { return once && forms->n > 1 ? 1 : forms->n; }

int gather_searches(struct branch *branch, struct path path, const struct str_list forms[], size_t n,
                    struct source_list *list, struct gathered ret[], struct error *e)
{
    static const enum search_type web = SEARCH_WEB;
    const struct gather_limits limits = { .types = &web, .types_n = 1 };

    return gather_some(branch, path, &limits, forms, n, list, ret, e);
}

int gather_some(struct branch *branch, struct path path, const struct gather_limits *limits,
                const struct str_list forms[], size_t n, struct source_list *list, struct gathered ret[],
                struct error *e)
{
    struct arena *arena = arena_new(); /* for the asking; what was found goes to the branch's */
    size_t total = 0, at = 0;
    bool once = search_by_provider(branch_tools(branch)->search); /* a model finds other words by itself */

    for (size_t i = 0; i < n; i++)
        total += forms_of(&forms[i], once) * limits->types_n;
    if (total == 0) {
        arena_free(arena);
        return 0;
    }
    struct request *requests = arena_calloc(arena, total, sizeof *requests);
    struct search_query *queries = arena_calloc(arena, total, sizeof *queries);
    struct outcome *outcomes = arena_calloc(arena, total, sizeof *outcomes);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < forms_of(&forms[i], once) * limits->types_n; j++, at++) {
            gather_query(branch, forms[i].items[j / limits->types_n], &queries[at]);
            queries[at].type = (int) limits->types[j % limits->types_n];
            queries[at].count = list->per_query > RESULTS ? (int64_t) list->per_query : 0;
            search_request(branch_tools(branch)->search, arena, &queries[at], &requests[at]);
            requests[at].arena = arena;
        }
    int r = effect_do_some(branch, path, EFFECT_PURE, 0, limits->at_once, requests, total, outcomes, e);
    bool joins = true;
    at = 0;
    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct gathered){ .query = forms[i].items[0], .failed = true };
        for (size_t j = 0; j < forms_of(&forms[i], once) * limits->types_n; j++, at++) {
            joins = joins && (r == 0 || answered(&outcomes[at]));
            if (joins)
                join(branch, arena, list, forms[i].items[j / limits->types_n], &outcomes[at], &ret[i]);
        }
    }
    arena_free(arena);
    return r;
}

/* --- pages --- */

static void page_failed(struct branch *branch, const struct source_row *source, struct str why)
{
    json_t *data = json_pack("{s:I}", "number", (json_int_t) source->number);

    json_object_set_new(data, "url", json_new_str(source->url));
    json_object_set_new(data, "reason", json_new_str(why));
    branch_event(branch, "source_failed", data);
}

static void take_page(struct branch *branch, struct arena *scratch, struct source_row *source,
                      const struct outcome *outcome)
{
    struct arena *arena = branch_arena(branch);
    struct error error = outcome->error;
    struct page page;

    if (outcome->failed || page_parse(scratch, outcome->body, &page, &error) < 0) {
        page_failed(branch, source, str(error.message));
        return;
    }
    const struct document *d = &page.document;
    if (d->text.len == 0) {
        page_failed(branch, source, str(document_empty_words[d->empty]));
        return;
    }
    source->text = str_dup(arena, utf8_cut_bytes(d->text, PAGE_TEXT_MAX));
    source->snippet_only = false;
    if (d->title.len)
        source->title = str_dup(arena, d->title);
    if (d->author.len)
        source->author = str_dup(arena, d->author);
    if (d->date.len)
        source->date = str_dup(arena, d->date);
    source->pages = page_starts_text(arena, d->pages, d->pages_n, source->text.len);
    source_suspect(branch, source, d->suspect);
}

int gather_pages(struct branch *branch, struct path path, struct source_list *list, const size_t *positions, size_t n,
                 struct error *e)
{
    struct pages *pages = branch_tools(branch)->pages;
    size_t count = 0;

    if (!pages || n == 0)
        return 0;
    struct arena *scratch = arena_new();
    struct request *requests = arena_calloc(scratch, n, sizeof *requests);
    struct outcome *outcomes = arena_calloc(scratch, n, sizeof *outcomes);
    struct source_row **sources = arena_calloc(scratch, n, sizeof *sources);
    for (size_t i = 0; i < n; i++) {
        struct source_row *source = &list->items[positions[i]];
        bool web = str_starts_nocase(source->url, "http://") || str_starts_nocase(source->url, "https://");

        if (source->text.len || !web)
            continue;
        page_request(pages, scratch, source->url, &requests[count]);
        requests[count].arena = scratch;
        sources[count++] = source;
    }
    int r = count ? effect_do_all(branch, path, EFFECT_PURE, 0, requests, count, outcomes, e) : 0;
    for (size_t i = 0; r == 0 && i < count; i++)
        take_page(branch, scratch, sources[i], &outcomes[i]);
    arena_free(scratch);
    return r;
}

bool gather_take_page(struct arena *arena, const struct outcome *outcome, struct search_hit *hit, struct str *ret_why)
{
    struct arena *scratch = arena_new();
    struct error error = outcome->error;
    struct page page;
    bool good = !outcome->failed && page_parse(scratch, outcome->body, &page, &error) == 0;

    if (good && page.document.text.len == 0) {
        good = false;
        *ret_why = str(document_empty_words[page.document.empty]);
    } else if (!good) {
        *ret_why = str_dup(arena, str(error.message));
    } else {
        hit->text = str_dup(arena, utf8_cut_bytes(page.document.text, PAGE_TEXT_MAX));
        hit->pages = page_starts_text(arena, page.document.pages, page.document.pages_n, hit->text.len);
        hit->suspect = str_dup(arena, page.document.suspect);
        if (page.document.title.len)
            hit->title = str_dup(arena, page.document.title);
        if (page.document.date.len)
            hit->date = str_dup(arena, page.document.date);
    }
    arena_free(scratch);
    return good;
}
