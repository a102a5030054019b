#include "workflows/gather.h"

#include "net/url.h"
#include "pages/fetch.h"
#include "records/page_starts.h"
#include "roles/role.h"
#include "run/effect.h"
#include "run/events.h"
#include "text/counts.h"
#include "text/utf8.h"

/* More than this of one page is not kept with a source. */
enum {
    PAGE_TEXT_MAX = 512 * 1024,
    CONTEXT_TEXT_MAX = 2 * 1024 * 1024, /* of a document that is given */
    RESULTS = 10,                       /* of a search that does not say */
    HOST_MS = 30000,                    /* longest time for all pages of one host, which are fetched together */
    HOST_LEAST_MS = 500                 /* however little time is left */
};

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

/* One search's outcome joins its query's; what it found lives in `arena`. */
static void join(struct branch *branch, struct arena *arena, struct str query, const struct outcome *outcome,
                 struct gathered *g)
{
    struct search_result result = { 0 };
    struct error error = outcome->error;
    bool good = !outcome->failed && search_result_parse(arena, outcome->body, &result, &error) == 0;

    branch_emit(branch, EVENT_SEARCH_COMPLETED,
                &(struct event_search_completed){ .ok = good,
                                                  .hits = (int64_t) result.hits_n,
                                                  .query = query,
                                                  .engines = outcome->answered_by,
                                                  .error = str(good ? "" : error.message) });
    g->searches++;
    if (!good) {
        if (!g->error.code)
            g->error = error;
        return;
    }
    g->failed = false;
    if (result.documents > (int64_t) g->documents)
        g->documents = (size_t) result.documents;
    for (size_t i = 0; i < result.notes.n; i++)
        branch_warn(branch, "%.*s", STR_ARG(result.notes.items[i]));
    struct search_hit *hits = arena_calloc(arena, g->hits_n + result.hits_n, sizeof *hits);
    size_t *ranks = arena_calloc(arena, g->hits_n + result.hits_n, sizeof *ranks);
    for (size_t i = 0; i < g->hits_n; i++)
        hits[i] = g->hits[i], ranks[i] = g->ranks[i];
    for (size_t i = 0; i < result.hits_n; i++)
        hits[g->hits_n] = result.hits[i], ranks[g->hits_n++] = i;
    g->hits = hits;
    g->ranks = ranks;
}

/* Results that a limit per query counts. */
static size_t counted(const struct source_list *list, const struct gathered *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += g->sources[i] >= list->given;
    return n;
}

/* What a person gave is read anyway: it stands behind what the search found elsewhere, which is what there is to choose from. */
static void given_last(const struct source_list *list, struct gathered *g)
{
    size_t at = 0, *kept = g->sources;

    for (size_t i = 0; i < g->n; i++) {
        size_t source = kept[i];

        if (source < list->given)
            continue;
        for (size_t k = i; k > at; k--)
            kept[k] = kept[k - 1];
        kept[at++] = source;
    }
}

/* Adds hits of a query until one is a source that the query did not have; false when none is left. */
static bool add_next(struct branch *branch, struct source_list *list, struct gathered *g)
{
    while (g->hits_at < g->hits_n && (!list->per_query || counted(list, g) < list->per_query)) {
        size_t i = g->hits_at++, refusals = list->refusals;
        ptrdiff_t at = source_list_add(branch, list, &g->hits[i], g->ranks[i], g->query);

        if (list->refusals > refusals)
            g->spare[g->spare_n++] = i;
        if (at < 0 || known(g, (size_t) at))
            continue;
        g->sources[g->n++] = (size_t) at;
        return true;
    }
    return false;
}

/* They lived in an arena that ends. */
static void forget_hits(struct gathered *g)
{
    g->hits = NULL;
    g->ranks = NULL;
    g->spare_n = 0;
}

/* Results become sources query by query; where a limit leaves some of them out, each query gives its best, then its
 * second best, and so on, so that the limit is shared. */
static void add_hits(struct branch *branch, struct source_list *list, struct gathered ret[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        list->documents = ret[i].documents > list->documents ? ret[i].documents : list->documents;
    for (size_t i = 0; i < n; i++) {
        ret[i].sources = arena_calloc(branch_arena(branch), ret[i].hits_n, sizeof *ret[i].sources);
        ret[i].spare = arena_calloc(branch_arena(branch), ret[i].hits_n, sizeof *ret[i].spare);
    }
    for (bool any = list->max > 0; any;) {
        any = false;
        for (size_t i = 0; i < n; i++)
            any = add_next(branch, list, &ret[i]) || any;
    }
    for (size_t i = 0; i < n; i++)
        while (add_next(branch, list, &ret[i]))
            ;
    for (size_t i = 0; i < n; i++)
        given_last(list, &ret[i]);
}

bool gather_full(const struct source_list *list, size_t most) { return most && source_list_counted(list) >= most; }

struct str gather_full_words(struct arena *arena, size_t most)
{
    return str_format(arena, "the limit of %.*s is used up",
                      STR_ARG(text_counted(arena, (int64_t) most, "source", "sources")));
}

size_t gather_share(size_t left) { return left - left / 4; }

void gather_fill(struct branch *branch, struct source_list *list, struct gathered *const *all, size_t n)
{
    bool any = true;

    for (size_t rank = 0; any; rank++) {
        any = false;
        for (size_t i = 0; i < n; i++) {
            struct gathered *g = all[i];

            if (rank >= g->spare_n || (list->per_query && counted(list, g) >= list->per_query))
                continue;
            size_t hit = g->spare[rank];
            any = true;
            ptrdiff_t at = source_list_add(branch, list, &g->hits[hit], g->ranks[hit], g->query);
            if (at >= 0 && !known(g, (size_t) at))
                g->sources[g->n++] = (size_t) at;
        }
    }
    for (size_t i = 0; i < n; i++)
        all[i]->spare_n = 0;
}

static bool answered(const struct outcome *outcome) { return outcome->failed || outcome->body.len > 0; }

static size_t forms_of(const struct str_list *forms, bool once) { return once && forms->n > 1 ? 1 : forms->n; }

int gather_searches(struct branch *branch, struct path path, const struct gathering *gathering, struct gathered ret[],
                    struct error *e)
{
    static const enum search_type web = SEARCH_WEB;
    const enum search_type *types = gathering->types ? gathering->types : &web;
    size_t n = gathering->n, types_n = gathering->types ? gathering->types_n : 1;
    const struct str_list *forms = gathering->forms;
    struct arena *arena = arena_new(); /* for the asking; what becomes a source goes to the branch's */
    /* Of a limited list the hits that were left out may be wanted later. */
    struct arena *kept = gathering->list->max ? branch_arena(branch) : arena;
    size_t total = 0, at = 0;
    bool once = search_by_provider(branch_tools(branch)->search); /* a model finds other words by itself */

    for (size_t i = 0; i < n; i++)
        total += forms_of(&forms[i], once) * types_n;
    if (total == 0) {
        arena_free(arena);
        return 0;
    }
    struct request *requests = arena_calloc(arena, total, sizeof *requests);
    struct search_query *queries = arena_calloc(arena, total, sizeof *queries);
    struct outcome *outcomes = arena_calloc(arena, total, sizeof *outcomes);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < forms_of(&forms[i], once) * types_n; j++, at++) {
            gather_query(branch, forms[i].items[j / types_n], &queries[at]);
            queries[at].type = (int) types[j % types_n];
            queries[at].count = gathering->list->per_query > RESULTS ? (int64_t) gathering->list->per_query : 0;
            search_request(branch_tools(branch)->search, arena, &queries[at], &requests[at]);
            requests[at].arena = arena;
        }
    int r = effect_do_all(branch, path, EFFECT_PURE,
                          &(struct effects){ .requests = requests, .n = total, .at_once = gathering->at_once },
                          outcomes, e);
    bool joins = true;
    at = 0;
    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct gathered){ .query = forms[i].items[0], .failed = true };
        for (size_t j = 0; j < forms_of(&forms[i], once) * types_n; j++, at++) {
            joins = joins && (r == 0 || answered(&outcomes[at]));
            if (joins)
                join(branch, kept, forms[i].items[j / types_n], &outcomes[at], &ret[i]);
        }
    }
    add_hits(branch, gathering->list, ret, n);
    for (size_t i = 0; i < n && kept == arena; i++)
        forget_hits(&ret[i]);
    arena_free(arena);
    return r;
}

int gather_local(struct branch *branch, struct path path, const char *engine, struct str question,
                 struct search_result *ret, struct error *e)
{
    const struct run_settings *s = branch_settings(branch);
    struct arena *arena = branch_arena(branch);
    struct search_query query;
    struct request request;
    struct outcome outcome;

    *ret = (struct search_result){ 0 };
    if ((strcmp(engine, "context") == 0 ? s->contexts_n : s->corpora.n) == 0)
        return 0;
    gather_query(branch, question, &query);
    str_list_add(arena, &query.engines, str(engine));
    search_request(branch_tools(branch)->search, arena, &query, &request);
    int r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, &outcome, e);
    if (r == 0 && (outcome.failed || search_result_parse(arena, outcome.body, ret, NULL) < 0))
        *ret = (struct search_result){ 0 };
    return r;
}

int gather_given(struct branch *branch, struct path path, struct str question, struct source_list *list,
                 struct gathered *ret, struct error *e)
{
    const struct run_settings *s = branch_settings(branch);
    struct arena *arena = arena_new();
    struct search_query query;
    struct request request;
    struct outcome outcome;
    int r = 0;

    *ret = (struct gathered){ .query = question, .failed = true };
    gather_query(branch, question, &query);
    if (s->contexts_n)
        str_list_add(arena, &query.engines, str("context"));
    if (s->corpora.n)
        str_list_add(arena, &query.engines, str("corpus"));
    if (query.engines.n) {
        search_request(branch_tools(branch)->search, arena, &query, &request);
        request.arena = arena;
        r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, &outcome, e);
        if (r == 0) {
            join(branch, arena, question, &outcome, ret);
            add_hits(branch, list, ret, 1);
            forget_hits(ret);
        }
    }
    arena_free(arena);
    return r;
}

int gather_contexts(struct branch *branch, struct source_list *list, struct error *e)
{
    const struct run_settings *s = branch_settings(branch);
    bool by_title = list->by_title;

    list->by_title = false; /* two files may have one title */
    for (size_t i = 0; i < s->contexts_n && !role_extractive(branch); i++) {
        const struct context_file *file = &s->contexts[i];
        struct arena *arena = branch_arena(branch);
        struct search_hit hit = { .title = file->title.len ? file->title : file->name,
                                  .url = file->url.len ? file->url
                                                       : str_format(arena, "file:%.*s", STR_ARG(file->name)),
                                  .date = file->date,
                                  .pages = file->pages };

        if (file->url.len && !file->asked) /* of the conversation */
            continue;
        int r = branch_given(branch, file, &hit.text, e);
        if (r < 0)
            return error_wrap(e, "%.*s", STR_ARG(file->name));
        if (hit.text.len > CONTEXT_TEXT_MAX) {
            branch_warn(branch, "%.*s is too long to be read whole: only what the searches find in it is used.",
                        STR_ARG(hit.title));
            continue;
        }
        hit.canonical_url = url_canonical(arena, hit.url);
        str_list_add(arena, &hit.engines, str("context"));
        source_list_add(branch, list, &hit, 0, s->query);
        list->given = list->n;
    }
    list->by_title = by_title;
    if (list->n)
        branch_set_sources(branch, list->items, list->n);
    return 0;
}

/* --- pages --- */

void gather_page_request(const struct branch *branch, struct arena *arena, struct str url, struct request *ret)
{
    int64_t left = branch_time_left(branch) / 2;

    page_request(branch_tools(branch)->pages, arena, url, ret);
    ret->timeout_ms = left > HOST_MS ? HOST_MS : left < HOST_LEAST_MS ? HOST_LEAST_MS : left;
}

void gather_page_failed(struct branch *branch, int64_t number, struct str url, struct str why)
{
    branch_emit(branch, EVENT_SOURCE_FAILED,
                &(struct event_source_failed){ .number = number, .url = url, .reason = why });
}

static bool silent(const struct outcome *outcome) { return outcome->failed && outcome->error.code == ERROR_TIMEOUT; }

void gather_note_hosts(struct branch *branch, const struct str urls[], const struct outcome outcomes[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct str host = url_domain(urls[i]);
        size_t pages = 0, earlier = 0;

        for (size_t k = 0; k < n; k++)
            if (silent(&outcomes[k]) && str_eq(url_domain(urls[k]), host)) {
                pages++;
                earlier += k < i;
            }
        if (silent(&outcomes[i]) && earlier == 0)
            branch_warn(
                branch,
                "%.*s did not answer in time: %zu of its pages %s not read; search snippets are used for %s instead.",
                STR_ARG(host), pages, pages == 1 ? "was" : "were", pages == 1 ? "it" : "them");
    }
    for (size_t i = 0; i < n; i++)
        if (outcomes[i].failed &&
            (outcomes[i].error.code == ERROR_UNAVAILABLE || outcomes[i].error.code == ERROR_RATE)) {
            branch_warn(branch, "Pages were not read: %s.", outcomes[i].error.message);
            break;
        }
}

static void page_failed(struct branch *branch, const struct source_row *source, struct str why)
{
    gather_page_failed(branch, source->number, source->url, why);
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
    struct str *urls = arena_calloc(scratch, n, sizeof *urls);
    for (size_t i = 0; i < n; i++) {
        struct source_row *source = &list->items[positions[i]];
        bool web = str_starts_nocase(source->url, "http://") || str_starts_nocase(source->url, "https://");

        if (source->text.len || !web)
            continue;
        gather_page_request(branch, scratch, source->url, &requests[count]);
        requests[count].arena = scratch;
        urls[count] = source->url;
        sources[count++] = source;
    }
    int r = count ? effect_do_all(branch, path, EFFECT_PURE, &(struct effects){ .requests = requests, .n = count },
                                  outcomes, e)
                  : 0;
    for (size_t i = 0; r == 0 && i < count; i++)
        take_page(branch, scratch, sources[i], &outcomes[i]);
    if (r == 0)
        gather_note_hosts(branch, urls, outcomes, count);
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
        if (page.document.author.len)
            hit->authors = str_dup(arena, page.document.author);
        if (page.document.date.len)
            hit->date = str_dup(arena, page.document.date);
    }
    arena_free(scratch);
    return good;
}
