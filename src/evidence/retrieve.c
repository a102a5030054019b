/* Stage 7: what lacks support is looked for once more. A claim is taken apart
 * into facts; each is looked for in everything that was read, then by search and
 * in the pages found; a claim all of whose facts are found rests on what was
 * found, one of which some are is partly supported. Sources that helped nobody
 * are not added. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "evidence/quote.h"
#include "pages/fetch.h"
#include "records/page_starts.h"
#include "roles/atomic_facts.h"
#include "extractive/extractive.h"
#include "search/bm25.h"
#include "text/counts.h"
#include "text/utf8.h"

enum { CLAIMS_MAX = 8, SEARCHED_FACTS = 12, QUERY_CHARACTERS = 300, HITS_PER_SEARCH = 5, PAGES_PER_FACT = 3 };
enum { POOL_LEAST = 700, CANDIDATES = 4, SENTENCES_MAX = 20000, SENTENCE_MIN = 20, PAGE_TEXT_MAX = 400 * 1024 };

struct fact {
    size_t claim; /* in the work */
    struct str text;
    bool found;
    size_t span;
};

/* A text that may hold a fact: one of the run's sources, or a page that was just found. */
struct place {
    size_t source; /* SIZE_MAX: not a source yet */
    struct search_hit hit;
    struct str text;
    bool snippet;
};

struct library {
    struct arena *arena; /* of this stage */
    struct place *places;
    size_t places_n, capacity;
};

static void add_place(struct library *l, const struct place *place)
{
    l->places = arena_grow(l->arena, l->places, &l->capacity, l->places_n + 1, sizeof *l->places);
    l->places[l->places_n++] = *place;
}

/* --- looking --- */

struct passage_at {
    size_t place;
    struct span at;
};

/* Every sentence of the places, and behind them the facts themselves: a fact's
 * score against itself is what a perfect find would get. */
struct finder {
    struct bm25 *index;
    struct passage_at *passages;
    size_t n, capacity;
};

static void build_finder(struct library *l, const struct language *language, const struct fact *facts, size_t n,
                         struct finder *ret)
{
    *ret = (struct finder){ .index = bm25_new(l->arena, language) };
    for (size_t p = 0; p < l->places_n; p++) {
        struct sentences sentences = { 0 };
        struct str text = l->places[p].text;

        sentences_of(l->arena, text, &sentences);
        for (size_t i = 0; i < sentences.n && ret->n < SENTENCES_MAX; i++) {
            struct span at = span_trim(text, sentences.items[i]);

            if (at.end - at.start < SENTENCE_MIN)
                continue;
            ret->passages = arena_grow(l->arena, ret->passages, &ret->capacity, ret->n + 1, sizeof *ret->passages);
            ret->passages[ret->n++] = (struct passage_at){ p, at };
            bm25_add(ret->index, &(struct bm25_field){ str_sub(text, at.start, at.end), 1 }, 1);
        }
    }
    for (size_t i = 0; i < n; i++)
        bm25_add(ret->index, &(struct bm25_field){ facts[i].text, 1 }, 1);
}

/* A place becomes a source when it is needed; SIZE_MAX when it cannot be one. */
static size_t source_of(struct evidence_work *work, struct place *place, struct str query)
{
    if (place->source == SIZE_MAX) {
        ptrdiff_t at = source_list_add(work->branch, work->pool->sources, &place->hit, 0, query);

        if (at >= 0)
            place->source = (size_t) at;
    }
    return place->source;
}

/* The passage as a span of the pool; its bytes are those of the source's stored text. */
static bool take_span(struct evidence_work *work, struct library *l, const struct passage_at *passage, struct str query,
                      size_t *ret)
{
    struct place *place = &l->places[passage->place];
    struct str proposed = str_sub(place->text, passage->at.start, passage->at.end);
    size_t source = source_of(work, place, query);

    if (source == SIZE_MAX)
        return false;
    struct str text = source_text(&work->pool->sources->items[source]);
    struct evidence_span span = {
        .source = source, .at = passage->at, .relevance = POOL_LEAST, .snippet = place->snippet
    };
    if (!str_eq(str_sub(text, span.at.start, span.at.end), proposed) &&
        quote_find(quote_index_new(l->arena, text), proposed, &span.at) == QUOTE_NONE)
        return false;
    span.quote = str_sub(text, span.at.start, span.at.end);
    *ret = pool_add(work->arena, work->pool, &span);
    return true;
}

/* What speaks of a fact and may decide it: code has no proof, so the verifier is asked. */
struct doubt {
    size_t fact;
    struct passage_at passage;
};

/* The facts of all claims that are looked for. */
struct facts {
    struct fact *items;
    size_t n;
    struct doubt *doubts; /* after a look */
    size_t doubts_n;
};

static void look(struct evidence_work *work, struct library *l, struct facts *all)
{
    struct finder finder;
    struct fact *facts = all->items;
    size_t n = all->n;

    all->doubts_n = 0;
    build_finder(l, work->language, facts, n, &finder);
    for (size_t i = 0; i < n; i++) {
        struct bm25_hit *hits;
        size_t count = facts[i].found ? 0 : bm25_search(finder.index, l->arena, facts[i].text, CANDIDATES + n, &hits);
        int64_t self = 0;

        for (size_t k = 0; k < count; k++)
            self = hits[k].document == finder.n + i ? hits[k].score : self;
        for (size_t k = 0; k < count && !facts[i].found && self > 0; k++) {
            struct judgement code;

            if (hits[k].document >= finder.n || hits[k].score * 1000 < self * POOL_LEAST)
                continue;
            const struct passage_at *at = &finder.passages[hits[k].document];
            struct str sentence = str_sub(l->places[at->place].text, at->at.start, at->at.end);
            const struct passage passage = { &sentence, 1, str("") };
            judge_claim_by_passage(l->arena, NULL, facts[i].text, &passage, &code);
            if (code.verdict == VERDICT_SUPPORTED)
                facts[i].found = take_span(work, l, at, facts[i].text, &facts[i].span);
            else if (code.clashes_n == 0)
                all->doubts[all->doubts_n++] = (struct doubt){ i, *at };
        }
    }
}

/* The verifier sees fact and passage, as it sees claim and passage; a page becomes a source only for a yes. */
static int ask_doubts(struct evidence_work *work, struct path path, struct library *l, const struct facts *all,
                      struct error *e)
{
    struct fact *facts = all->items;
    const struct doubt *doubts = all->doubts;
    size_t n = all->doubts_n;
    struct verify_item *items = arena_calloc(l->arena, n + 1, sizeof *items);
    struct verify_quote *quotes = arena_calloc(l->arena, n + 1, sizeof *quotes);
    size_t *of = arena_calloc(l->arena, n + 1, sizeof *of), count = 0;

    for (size_t i = 0; i < n; i++) {
        const struct place *place = &l->places[doubts[i].passage.place];
        const struct source_row *source = place->source == SIZE_MAX ? NULL : &work->pool->sources->items[place->source];

        if (facts[doubts[i].fact].found)
            continue;
        quotes[count] = (struct verify_quote){ .passage = passage_around(place->text, doubts[i].passage.at),
                                               .title = source ? source->title : place->hit.title,
                                               .url = source ? source->url : place->hit.url,
                                               .date = source ? source->date : str("") };
        items[count] = (struct verify_item){ .claim = facts[doubts[i].fact].text, .quote = &quotes[count] };
        of[count++] = i;
    }
    int r = count ? verify_ask(work, path, items, count, e) : 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct fact *fact = &facts[doubts[of[i]].fact];

        if (items[i].verdict == VERDICT_SUPPORTED && !fact->found)
            fact->found = take_span(work, l, &doubts[of[i]].passage, fact->text, &fact->span);
    }
    return r;
}

/* --- searching --- */

static bool is_source(const struct evidence_work *work, struct str url)
{
    for (size_t i = 0; i < work->pool->sources->n; i++)
        if (str_eq(work->pool->sources->items[i].canonical_url, url))
            return true;
    return false;
}

static void take_hits(struct evidence_work *work, struct library *l, struct str query, const struct outcome *outcome,
                      size_t *pages)
{
    struct search_result result = { 0 };
    struct error error = outcome->error;
    bool good = !outcome->failed && search_result_parse(l->arena, outcome->body, &result, &error) == 0;

    branch_emit(work->branch, EVENT_SEARCH_COMPLETED,
                &(struct event_search_completed){
                    .ok = good, .hits = (int64_t) result.hits_n, .query = query, .engines = outcome->answered_by });
    for (size_t i = 0; i < result.hits_n && i < HITS_PER_SEARCH; i++) {
        struct search_hit hit = result.hits[i];
        struct str url = hit.canonical_url.len ? hit.canonical_url : hit.url;
        bool known = is_source(work, url);

        for (size_t k = 0; k < l->places_n; k++)
            known = known || (l->places[k].source == SIZE_MAX && str_eq(l->places[k].hit.canonical_url, url));
        if (known || (hit.text.len == 0 && hit.snippet.len == 0))
            continue;
        hit.canonical_url = url;
        hit.text = utf8_clean(l->arena, str_trim(hit.text));
        hit.snippet = utf8_clean(l->arena, str_trim(hit.snippet));
        *pages += hit.text.len == 0;
        add_place(l, &(struct place){ .source = SIZE_MAX,
                                      .hit = hit,
                                      .text = hit.text.len ? hit.text : hit.snippet,
                                      .snippet = hit.text.len == 0 });
    }
}

/* One search for each fact, by its key words: a sentence asks an engine for nothing more. */
static int search_facts(struct evidence_work *work, struct path path, struct library *l, const struct fact *facts,
                        size_t n, struct error *e)
{
    struct request *requests = arena_calloc(l->arena, n + 1, sizeof *requests);
    struct search_query *queries = arena_calloc(l->arena, n + 1, sizeof *queries);
    struct outcome *outcomes = arena_calloc(l->arena, n + 1, sizeof *outcomes);
    const struct run_settings *s = branch_settings(work->branch);
    struct str_list asked = { 0 };
    size_t count = 0, pages = 0;

    if (search_by_provider(branch_tools(work->branch)->search)) /* a model's time and price for every single fact */
        return 0;
    for (size_t i = 0; i < n && count < SEARCHED_FACTS; i++) {
        struct str text = utf8_cut(extract_keywords(l->arena, facts[i].text), QUERY_CHARACTERS);

        if (facts[i].found || text.len == 0 || extract_searched(l->arena, &asked, text))
            continue;
        str_list_add(l->arena, &asked, text);
        queries[count] = (struct search_query){ .text = text,
                                                .language = s->language,
                                                .since = s->since,
                                                .include_domains = s->include_domains,
                                                .exclude_domains = s->exclude_domains };
        search_request(branch_tools(work->branch)->search, l->arena, &queries[count], &requests[count]);
        requests[count++].arena = l->arena;
    }
    int r = count ? effect_do_all(work->branch, path_add(path, "search"), EFFECT_PURE,
                                  &(struct effects){ .requests = requests, .n = count }, outcomes, e)
                  : 0;
    for (size_t i = 0; r == 0 && i < count; i++)
        take_hits(work, l, queries[i].text, &outcomes[i], &pages);
    return r;
}

/* The pages behind what the search showed. What cannot be read keeps its snippet. */
static int read_places(struct evidence_work *work, struct path path, struct library *l, size_t most, struct error *e)
{
    struct pages *pages = branch_tools(work->branch)->pages;
    struct request *requests = arena_calloc(l->arena, l->places_n + 1, sizeof *requests);
    struct outcome *outcomes = arena_calloc(l->arena, l->places_n + 1, sizeof *outcomes);
    size_t *which = arena_calloc(l->arena, l->places_n + 1, sizeof *which), count = 0;

    for (size_t i = 0; pages && i < l->places_n && count < most; i++) {
        struct place *place = &l->places[i];

        if (place->source != SIZE_MAX || !place->snippet ||
            (!str_starts_nocase(place->hit.url, "http://") && !str_starts_nocase(place->hit.url, "https://")))
            continue;
        page_request(pages, l->arena, place->hit.url, &requests[count]);
        requests[count].arena = l->arena;
        which[count++] = i;
    }
    int r = count ? effect_do_all(work->branch, path_add(path, "read"), EFFECT_PURE,
                                  &(struct effects){ .requests = requests, .n = count }, outcomes, e)
                  : 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct place *place = &l->places[which[i]];
        struct page page;

        if (outcomes[i].failed || page_parse(l->arena, outcomes[i].body, &page, NULL) < 0 ||
            page.document.text.len == 0)
            continue;
        place->hit.text = str_trim(utf8_cut_bytes(page.document.text, PAGE_TEXT_MAX));
        place->hit.pages = page_starts_text(l->arena, page.document.pages, page.document.pages_n, place->hit.text.len);
        place->hit.title = page.document.title.len ? page.document.title : place->hit.title;
        place->text = place->hit.text;
        place->snippet = false;
    }
    return r;
}

/* --- what became of the claims --- */

/* What a claim could rest on instead. */
struct proposal {
    size_t claim;
    size_t spans[CLAIM_SPANS_MAX], n;
    size_t facts, found;
};

static void propose(size_t at, const struct fact *facts, size_t n, struct proposal *ret)
{
    *ret = (struct proposal){ .claim = at };
    for (size_t i = 0; i < n; i++) {
        bool known = facts[i].claim != at || !facts[i].found;

        ret->facts += facts[i].claim == at;
        ret->found += facts[i].claim == at && facts[i].found;
        for (size_t k = 0; k < ret->n; k++)
            known = known || ret->spans[k] == facts[i].span;
        if (!known && ret->n < CLAIM_SPANS_MAX)
            ret->spans[ret->n++] = facts[i].span;
    }
}

static void rest_on(struct evidence_work *work, const struct proposal *p, const struct verify_item *item)
{
    struct claim *claim = &work->claims.items[p->claim];

    claim->correction = claim->spans_n ? CORRECTION_REPLACE : CORRECTION_ALTERNATE;
    claim->spans = arena_copy(work->arena, p->spans, p->n * sizeof *p->spans);
    claim->spans_n = p->n;
    claim_judge(work, claim);
    claim_take(work, item, claim);
    branch_emit(work->branch, EVENT_CITATION_FOUND,
                &(struct event_citation_found){ .action = claim->correction,
                                                .facts = (int64_t) p->facts,
                                                .found = (int64_t) p->found,
                                                .claim = (int64_t) p->claim + 1 });
    if (evidence_stage_on(work->branch, STAGE_NUMBERS))
        claim_check_numbers(work, p->claim);
}

/* Facts that hold one by one need not hold as they are put together: the whole claim is asked about, with all that was
 * found for it. It changes its citation only where that carries it all, or something instead of nothing. */
static int rebuild(struct evidence_work *work, struct library *l, const struct proposal *all, size_t n, struct error *e)
{
    struct verify_item *items = arena_calloc(l->arena, n + 1, sizeof *items);

    for (size_t i = 0; i < n; i++) {
        items[i] = claim_question(&work->claims.items[all[i].claim]);
        items[i].spans = all[i].spans;
        items[i].spans_n = all[i].n;
    }
    int r = n ? verify_ask(work, path_add(work->path, "again"), items, n, e) : 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        const struct claim *claim = &work->claims.items[all[i].claim];
        struct judgement code;

        judge_spans(work->prepared, work->pool, claim->text, all[i].spans, all[i].n, &code);
        if ((items[i].verdict == VERDICT_SUPPORTED && code.clashes_n == 0) ||
            (items[i].verdict == VERDICT_PARTIAL && claim->verdict == VERDICT_UNSUPPORTED))
            rest_on(work, &all[i], &items[i]);
    }
    return r;
}

static int find_facts(struct evidence_work *work, struct library *l, const size_t *which, size_t claims_n,
                      struct facts *ret, struct error *e)
{
    struct str *texts = arena_calloc(l->arena, claims_n + 1, sizeof *texts);
    struct str_list *lists = arena_calloc(l->arena, claims_n + 1, sizeof *lists);

    for (size_t i = 0; i < claims_n; i++)
        texts[i] = work->claims.items[which[i]].text;
    int r = role_atomic_facts(work->branch, path_add(work->path, "facts"), texts, claims_n, lists, e);
    *ret = (struct facts){ .items = arena_calloc(l->arena, claims_n * FACTS_MAX + 1, sizeof *ret->items) };
    for (size_t i = 0; r == 0 && i < claims_n; i++)
        for (size_t k = 0; k < lists[i].n && k < FACTS_MAX; k++)
            ret->items[ret->n++] = (struct fact){ .claim = which[i], .text = lists[i].items[k] };
    ret->doubts = arena_calloc(l->arena, 2 * ret->n * (CANDIDATES + ret->n) + 1, sizeof *ret->doubts);
    return r;
}

static int retrieve(struct evidence_work *work, struct library *l, const size_t *which, size_t claims_n,
                    struct error *e)
{
    struct facts facts;
    size_t missing = 0, before;
    int r = find_facts(work, l, which, claims_n, &facts, e);

    for (size_t i = 0; i < work->pool->sources->n; i++)
        add_place(l, &(struct place){ .source = i,
                                      .text = source_text(&work->pool->sources->items[i]),
                                      .snippet = work->pool->sources->items[i].snippet_only });
    if (r == 0) {
        look(work, l, &facts);
        r = ask_doubts(work, path_add(work->path, "entail"), l, &facts, e);
    }
    for (size_t i = 0; i < facts.n; i++)
        missing += !facts.items[i].found;
    before = l->places_n;
    if (r == 0 && missing)
        r = search_facts(work, work->path, l, facts.items, facts.n, e);
    if (r == 0 && l->places_n > before)
        r = read_places(work, work->path, l, missing * PAGES_PER_FACT, e);
    if (r == 0 && l->places_n > before) {
        look(work, l, &facts);
        r = ask_doubts(work, path_add(work->path, "found"), l, &facts, e);
    }
    struct proposal *proposals = arena_calloc(l->arena, claims_n + 1, sizeof *proposals);
    size_t proposed = 0;
    for (size_t i = 0; r == 0 && i < claims_n; i++) {
        propose(which[i], facts.items, facts.n, &proposals[proposed]);
        proposed += proposals[proposed].found > 0;
    }
    return r < 0 ? r : rebuild(work, l, proposals, proposed, e);
}

int stage_retrieve(struct evidence_work *work, struct error *e)
{
    struct library library = { 0 };
    size_t which[CLAIMS_MAX], n = 0, wanting = 0;
    enum pressure pressure;

    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (claim->kind != KIND_CLAIM || claim->disputed || claim->disagreement ||
            (claim->verdict != VERDICT_UNSUPPORTED && claim->verdict != VERDICT_PARTIAL))
            continue;
        wanting++;
        if (n < CLAIMS_MAX)
            which[n++] = i;
    }
    /* An answer without research is not researched here. */
    if (n == 0 || !work->model || work->input->no_retrieval || work->pool->sources->n == 0 ||
        branch_finishing(work->branch))
        return 0;
    int r = branch_pressure(work->branch, path_add(work->path, "pressure"), &pressure, e);
    if (r < 0)
        return r;
    if (pressure != PRESSURE_NONE) {
        branch_skip(work->branch, "No further sources were searched for %.*s: the budget is nearly used up.",
                    STR_ARG(text_counted(work->arena, (int64_t) wanting, "unsupported claim", "unsupported claims")));
        return 0;
    }
    library.arena = arena_new();
    r = retrieve(work, &library, which, n, e);
    arena_free(library.arena);
    if (r == 0)
        pool_cluster(work->arena, work->pool);
    if (r < 0 && !error_stops_run(r) && r != -ERROR_STORE) {
        branch_skip(work->branch, "No further sources could be searched for unsupported claims: %s",
                    e ? e->message : "");
        r = 0;
    }
    return r;
}
