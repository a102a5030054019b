/* Stage 1: what the writer sees.
 *
 * A passage is a paragraph, a list, rows of a table or a block of code, with the headings it stands under. While the
 * pages fit the writer's share of the context it sees all their passages. Else a page that takes no more than its part of
 * it stays whole, and of the longer ones it sees those that speak of the question, of any query or step that found their
 * page, or of a finding, best first, spread over the sources. The passage that carries a finding is always among them. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "base/buf.h"
#include "pages/suspect.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum {
    SPAN_MAX = 500, /* of what a single claim rests on, see span_trim */
    UNIT_MAX = 1000,
    UNIT_SMALL = 250, /* paragraphs under one heading go together up to it */
    UNITS_MAX = 4000, /* of one source */
    SNIPPET_MIN = 20,
    PATH_MAX_BYTES = 200,
    LINE_LONG = 400, /* a line with orders that is longer loses sentences, a shorter one goes */
    RELEVANCE_LEAST = 150,
    RELEVANCE_NUMBERS = 100,
    RELEVANCE_SNIPPET = 500,
    RELEVANCE_NEXT = 40, /* what each further passage of one source must be better by */
    FINDING_LEAST = 300,
    NEAR_EQUAL = 900,
    TOKENS_DEFAULT = 12000,
    TOKENS_FRAME = 24, /* number, title, kind and headings of a passage */
};

const char *const stage_words[] = { "select",  "generate", "route",  "verify", "correct",
                                    "numbers", "retrieve", "finish", NULL };

bool evidence_stage_on(const struct branch *branch, enum evidence_stage stage)
{
    return !str_list_has(&branch_settings(branch)->skip_stages, str(stage_words[stage]));
}

enum citations evidence_citations(const struct branch *branch)
{
    struct str word = branch_settings(branch)->citations;

    return str_is(word, "strict")      ? CITATIONS_STRICT
           : str_is(word, "classical") ? CITATIONS_CLASSICAL
                                       : CITATIONS_NATURAL;
}

struct span span_trim(struct str text, struct span at)
{
    if (at.end - at.start > SPAN_MAX) {
        size_t end = at.start + SPAN_MAX;

        while (end > at.start + SPAN_MAX / 2 && text.data[end] != ' ')
            end--;
        if (text.data[end] != ' ') /* no word ends here: whole code points at least */
            for (end = at.start + SPAN_MAX; end > at.start && ((unsigned char) text.data[end] & 0xc0) == 0x80;)
                end--;
        at.end = end;
    }
    while (at.end > at.start && strchr(" \t\n\r", text.data[at.end - 1]))
        at.end--;
    while (at.start < at.end && strchr(" \t\n\r", text.data[at.start]))
        at.start++;
    return at;
}

/* --- passages of a source --- */

struct unit {
    size_t source;
    struct span at;
    struct str path, header;
    size_t tokens;
    int relevance, key; /* key: relevance, less for every better one of the same source */
    size_t order;
    bool must, taken;
    struct stems stems;
};

struct units {
    struct unit *items;
    size_t n, capacity;
};

struct cutting {
    struct arena *arena;
    size_t source;
    struct str text;
    const struct text_blocks *blocks;
    struct units *ret;
};

static void add_unit(struct cutting *c, struct span at, size_t block)
{
    struct units *ret = c->ret;
    const struct text_block *b = &c->blocks->items[block];

    while (at.end > at.start && strchr(" \t\n\r", c->text.data[at.end - 1]))
        at.end--;
    while (at.start < at.end && strchr(" \t\n\r", c->text.data[at.start]))
        at.start++;
    if (at.start == at.end)
        return;
    ret->items = arena_grow(c->arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
    struct unit *unit = &ret->items[ret->n];
    *unit = (struct unit){ .source = c->source, .at = at, .order = ret->n };
    ret->n++;
    unit->path = utf8_cut_bytes(text_blocks_path(c->arena, c->text, c->blocks, block), PATH_MAX_BYTES);
    if (b->kind == TEXT_ROW && !b->header && c->blocks->items[b->first].header)
        unit->header = utf8_cut_bytes(
            str_sub(c->text, c->blocks->items[b->first].start, c->blocks->items[b->first].end), PATH_MAX_BYTES);
    unit->tokens = tokens_estimate(str_sub(c->text, at.start, at.end)) + tokens_estimate(unit->header) + TOKENS_FRAME;
}

/* A long block in parts that end with a sentence, or at least with a character. */
static void add_long(struct cutting *c, struct span whole, size_t block)
{
    struct arena *scratch = arena_new();
    struct str part = str_sub(c->text, whole.start, whole.end);
    struct sentences sentences = { 0 };
    size_t from = 0;

    sentences_of(scratch, part, &sentences);
    for (size_t i = 0; i < sentences.n; i++) {
        size_t end = sentences.items[i].end;

        if (end - from > UNIT_MAX && i > 0 && sentences.items[i - 1].end > from) {
            add_unit(c, (struct span){ whole.start + from, whole.start + sentences.items[i - 1].end }, block);
            from = sentences.items[i].start;
        }
        while (end - from > 2 * UNIT_MAX) {
            size_t cut = from + utf8_cut_bytes(str_sub(part, from, end), UNIT_MAX).len;

            add_unit(c, (struct span){ whole.start + from, whole.start + cut }, block);
            from = cut;
        }
    }
    if (from < part.len)
        add_unit(c, (struct span){ whole.start + from, whole.end }, block);
    arena_free(scratch);
}

/* Does a block go on what the one before began: a list, a table, a short paragraph, the list behind its lead-in? */
static bool goes_on(const struct cutting *c, size_t first, size_t next)
{
    const struct text_block *a = &c->blocks->items[next - 1], *b = &c->blocks->items[next];
    size_t so_far = a->end - c->blocks->items[first].start;

    if (b->kind == TEXT_HEADING || a->heading != b->heading || b->end - c->blocks->items[first].start > UNIT_MAX)
        return false;
    if (a->kind == b->kind && (a->kind == TEXT_ITEM || a->kind == TEXT_ROW))
        return a->first == b->first;
    if (a->kind == TEXT_PARAGRAPH && b->kind == TEXT_ITEM)
        return c->text.data[a->end - 1] == ':';
    return a->kind == TEXT_PARAGRAPH && b->kind == TEXT_PARAGRAPH && so_far < UNIT_SMALL &&
           b->end - b->start < UNIT_SMALL;
}

static void cut_units(struct cutting *c)
{
    const struct text_blocks *blocks = c->blocks;
    size_t before = c->ret->n;

    for (size_t i = 0, next; i < blocks->n && c->ret->n < before + UNITS_MAX; i = next) {
        next = i + 1;
        if (blocks->items[i].kind == TEXT_HEADING)
            continue;
        while (next < blocks->n && goes_on(c, i, next))
            next++;
        struct span at = { blocks->items[i].start, blocks->items[next - 1].end };
        if (at.end - at.start > UNIT_MAX)
            add_long(c, at, i);
        else
            add_unit(c, at, i);
    }
}

/* --- choosing --- */

struct choosing {
    struct arena *arena; /* of the choosing */
    const struct evidence_selection *input;
    struct evidence_pool *pool;
    struct units units;
    struct stems question, *aims;
};

void stems_of_text(struct arena *arena, struct str text, const struct language *language, bool content,
                   struct stems *ret)
{
    struct words words = { 0 };

    words_of(arena, text, language, &words);
    stems_of(arena, &words, content, ret);
}

static struct str text_of(const struct choosing *c, const struct unit *unit)
{
    return str_sub(source_text(&c->pool->sources->items[unit->source]), unit->at.start, unit->at.end);
}

static void push_unit(struct choosing *c, const struct unit *unit, struct span at)
{
    c->units.items = arena_grow(c->arena, c->units.items, &c->units.capacity, c->units.n + 1, sizeof *c->units.items);
    struct unit *to = &c->units.items[c->units.n];

    struct str text = source_text(&c->pool->sources->items[unit->source]);
    while (at.end > at.start && strchr(" \t\n\r", text.data[at.end - 1]))
        at.end--;
    while (at.start < at.end && strchr(" \t\n\r", text.data[at.start]))
        at.start++;
    if (at.start == at.end)
        return;
    *to = *unit;
    to->at = at;
    if (suspect_find(to->path).len)
        to->path = str("");
    if (suspect_find(to->header).len)
        to->header = str("");
    to->order = c->units.n++;
    to->tokens = tokens_estimate(text_of(c, to)) + tokens_estimate(to->header) + TOKENS_FRAME;
}

/* Of a long line with orders to a model the sentences that do not stand next to them. */
static void push_sentences(struct choosing *c, const struct unit *unit, struct span line)
{
    struct str text = str_sub(text_of(c, unit), line.start, line.end);
    struct sentences sentences = { 0 };
    size_t from = 0;

    sentences_of(c->arena, text, &sentences);
    for (size_t i = 0; i <= sentences.n; i++) {
        bool orders = i < sentences.n &&
                      suspect_find(str_sub(text, sentences.items[i].start, sentences.items[i].end)).len;

        if (!orders && i < sentences.n)
            continue;
        size_t end = orders ? (i > from ? i - 1 : from) : i;
        if (end > from) {
            struct span run = { sentences.items[from].start, sentences.items[end - 1].end };

            if (suspect_find(str_sub(text, run.start, run.end)).len == 0)
                push_unit(
                    c, unit,
                    (struct span){ unit->at.start + line.start + run.start, unit->at.start + line.start + run.end });
        }
        from = i + 2;
    }
}

/* Of a passage with orders the other lines: what orders the writer about is no evidence, and neither is what goes with it. */
static void push_without_orders(struct choosing *c, const struct unit *unit)
{
    struct str text = text_of(c, unit);
    size_t from = 0, at = 0;

    while (at < text.len) {
        ptrdiff_t newline = str_find_char(text, '\n', at);
        size_t end = newline < 0 ? text.len : (size_t) newline;
        bool orders = suspect_find(str_sub(text, at, end)).len > 0;

        if (orders && at > from)
            push_unit(c, unit, (struct span){ unit->at.start + from, unit->at.start + at - 1 });
        if (orders && end - at > LINE_LONG)
            push_sentences(c, unit, (struct span){ at, end });
        at = end + 1;
        from = orders ? at : from;
    }
    if (from < text.len && suspect_find(str_sub(text, from, text.len)).len == 0)
        push_unit(c, unit, (struct span){ unit->at.start + from, unit->at.end });
}

/* Who said it matters: an answer that copies a page, or another answer, stands beside it. */
static bool said(const struct choosing *c, size_t source) { return source_is_answer(&c->pool->sources->items[source]); }

/* The page's units; nothing of them that reads like orders, nothing that a copy of the page gave before, and not its
 * title alone, which the writer sees with every passage. */
static void add_source(struct choosing *c, size_t source)
{
    const struct source_row *row = &c->pool->sources->items[source];
    struct units cut = { 0 };
    struct text_blocks blocks = { 0 };
    size_t before = c->units.n;

    for (size_t i = 0; i < before; i++)
        if (c->units.items[i].source == source)
            return;
    text_blocks(c->arena, source_text(row), &blocks);
    cut_units(&(struct cutting){ c->arena, source, source_text(row), &blocks, &cut });
    for (size_t i = 0; i < cut.n; i++) {
        const struct unit *unit = &cut.items[i];
        struct str words = text_of(c, unit);
        bool copied = false;

        for (size_t k = 0; k < before && !copied; k++)
            copied = !said(c, source) && !said(c, c->units.items[k].source) &&
                     c->pool->cluster[c->units.items[k].source] == c->pool->cluster[source] &&
                     str_eq(text_of(c, &c->units.items[k]), words);
        if (copied || (cut.n > 1 && str_eq_nocase(words, str_trim(row->title))))
            continue;
        if (row->suspect.len && suspect_find(words).len)
            push_without_orders(c, unit);
        else
            push_unit(c, unit, unit->at);
    }
}

/* What the search showed of a page that nobody could read. */
static void add_snippet(struct choosing *c, size_t source)
{
    const struct source_row *row = &c->pool->sources->items[source];
    struct span at = span_trim(source_text(row), (struct span){ 0, source_text(row).len });

    if (at.end - at.start < SNIPPET_MIN || (row->suspect.len && suspect_find(source_text(row)).len))
        return;
    c->units.items = arena_grow(c->arena, c->units.items, &c->units.capacity, c->units.n + 1, sizeof *c->units.items);
    c->units.items[c->units.n] = (struct unit){ .source = source,
                                                .at = at,
                                                .order = c->units.n,
                                                .relevance = RELEVANCE_SNIPPET,
                                                .tokens = tokens_estimate(source_text(row)) + TOKENS_FRAME };
    c->units.n++;
}

static int best_share(const struct stems *aims, size_t n, const struct stems *in)
{
    int best = 0;

    for (size_t i = 0; i < n; i++) {
        int share = stems_share(&aims[i], in);

        best = share > best ? share : best;
    }
    return best;
}

/* Every unit by the question, by what its page was found for, and by the aims of the whole run. */
static void score(struct choosing *c)
{
    const struct language *language = language_guess(c->input->question);
    const struct str_list *aims = &c->input->aims;
    struct stems *general = arena_calloc(c->arena, aims->n + 1, sizeof *general), *own = NULL;
    size_t own_n = 0, last = SIZE_MAX;

    stems_of_text(c->arena, c->input->question, language, true, &general[0]);
    for (size_t i = 0; i < aims->n; i++)
        stems_of_text(c->arena, aims->items[i], language, true, &general[i + 1]);
    for (size_t i = 0; i < c->units.n; i++) {
        struct unit *unit = &c->units.items[i];
        const struct source_row *row = &c->pool->sources->items[unit->source];

        if (unit->source != last) {
            own = arena_calloc(c->arena, row->queries.n + 1, sizeof *own);
            own_n = row->queries.n + 1;
            stems_of_text(c->arena, row->query, language, true, &own[0]);
            for (size_t k = 0; k < row->queries.n; k++)
                stems_of_text(c->arena, row->queries.items[k], language, true, &own[k + 1]);
            last = unit->source;
        }
        struct str text = text_of(c, unit);
        struct str seen = str_format(c->arena, "%.*s %.*s %.*s", STR_ARG(text), STR_ARG(unit->path),
                                     STR_ARG(unit->header));
        stems_of_text(c->arena, seen, language, false, &unit->stems);
        int a = best_share(general, aims->n + 1, &unit->stems), b = best_share(own, own_n, &unit->stems);
        int most = a > b ? a : b;
        if (most)
            most += str_has_digit(text) ? RELEVANCE_NUMBERS : 0;
        unit->relevance = unit->relevance > most ? unit->relevance : most;
    }
}

static bool of_finding(const struct evidence_finding *finding, size_t source)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->sources[i] == source)
            return true;
    return finding->n == 0;
}

/* The passage that shares most with each finding, of the sources it names. */
static void mark_findings(struct choosing *c, size_t *ret)
{
    const struct language *language = language_guess(c->input->question);

    for (size_t f = 0; f < c->input->findings_n; f++) {
        const struct evidence_finding *finding = &c->input->findings[f];
        struct stems stems;
        int most = FINDING_LEAST - 1;

        stems_of_text(c->arena, finding->text, language, true, &stems);
        ret[f] = SIZE_MAX;
        for (size_t i = 0; i < c->units.n; i++) {
            int share = of_finding(finding, c->units.items[i].source) ? stems_share(&stems, &c->units.items[i].stems)
                                                                      : 0;

            if (share > most) {
                most = share;
                ret[f] = i;
            }
        }
        if (ret[f] != SIZE_MAX)
            c->units.items[ret[f]].must = true;
    }
}

static int by_relevance(const void *a, const void *b)
{
    const struct unit *x = *(const struct unit *const *) a, *y = *(const struct unit *const *) b;

    return x->relevance != y->relevance ? (x->relevance < y->relevance) - (x->relevance > y->relevance)
                                        : (x->order > y->order) - (x->order < y->order);
}

static int by_key(const void *a, const void *b)
{
    const struct unit *x = *(const struct unit *const *) a, *y = *(const struct unit *const *) b;

    if (x->must != y->must)
        return x->must ? -1 : 1;
    return x->key != y->key ? (x->key < y->key) - (x->key > y->key) : (x->order > y->order) - (x->order < y->order);
}

static bool near_equal(const struct choosing *c, const struct unit *unit, struct unit *const *taken, size_t n)
{
    for (size_t i = 0; i < n && !said(c, unit->source); i++)
        if (!said(c, taken[i]->source) && stems_share(&unit->stems, &taken[i]->stems) > NEAR_EQUAL &&
            stems_share(&taken[i]->stems, &unit->stems) > NEAR_EQUAL)
            return true;
    return false;
}

/* Takes the best while there is room; findings first, near copies once. */
static void take_best(struct choosing *c, int64_t room, bool any)
{
    size_t n = c->units.n, taken_n = 0;
    struct unit **sorted = arena_calloc(c->arena, n + 1, sizeof *sorted);
    struct unit **taken = arena_calloc(c->arena, n + 1, sizeof *taken);
    int *seen = arena_calloc(c->arena, c->pool->sources->n + 1, sizeof *seen);

    for (size_t i = 0; i < n; i++)
        sorted[i] = &c->units.items[i];
    qsort(sorted, n, sizeof *sorted, by_relevance);
    for (size_t i = 0; i < n; i++)
        sorted[i]->key = sorted[i]->relevance - RELEVANCE_NEXT * seen[sorted[i]->source]++;
    qsort(sorted, n, sizeof *sorted, by_key);
    for (size_t i = 0; i < n; i++) {
        struct unit *unit = sorted[i];

        if ((!unit->must && !any && unit->relevance < RELEVANCE_LEAST) ||
            (!unit->must && (int64_t) unit->tokens > room))
            continue;
        if (near_equal(c, unit, taken, taken_n))
            continue;
        unit->taken = true;
        room -= (int64_t) unit->tokens;
        taken[taken_n++] = unit;
    }
}

static bool is_given(const struct choosing *c, const struct unit *unit)
{
    return unit->source < c->pool->sources->given;
}

/* The documents of which something is left out, for the reader of the report. */
static void tell_cut(struct branch *branch, struct choosing *c)
{
    struct str_list cut = { 0 };
    const struct source_row *rows = c->pool->sources->items;

    for (size_t i = 0; i < c->units.n; i++)
        if (is_given(c, &c->units.items[i]) && !c->units.items[i].must &&
            !str_list_has(&cut, rows[c->units.items[i].source].title))
            str_list_add(c->arena, &cut, rows[c->units.items[i].source].title);
    if (cut.n)
        branch_warn(branch,
                    "The writer was shown %s in part only, as far as its context has room: %.*s. A model with a larger "
                    "context, or fewer documents, would help.",
                    cut.n == 1 ? "a document that was given" : "documents that were given",
                    STR_ARG(str_join(c->arena, cut.items, cut.n, "; ")));
}

/* What a person gave is shown: whole while it fits beside the web, which has half of the room if it needs that; else the best
 * passage of each document, then the best of all. */
static void take_given(struct branch *branch, struct choosing *c, int64_t room)
{
    size_t n = 0;
    struct unit **given = arena_calloc(c->arena, c->units.n + 1, sizeof *given);
    bool *seen = arena_calloc(c->arena, c->pool->sources->given + 1, sizeof *seen);
    int64_t web = 0;

    for (size_t i = 0; i < c->units.n; i++)
        if (is_given(c, &c->units.items[i]))
            given[n++] = &c->units.items[i];
        else if (!c->units.items[i].must)
            web += (int64_t) c->units.items[i].tokens;
    room = web < room / 2 ? room - web : room / 2;
    qsort(given, n, sizeof *given, by_relevance);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++) {
            struct unit *unit = given[i];

            if (unit->must || (pass == 0 && seen[unit->source]) || (int64_t) unit->tokens > room)
                continue;
            seen[unit->source] = true;
            unit->must = true;
            room -= (int64_t) unit->tokens;
        }
    if (n)
        tell_cut(branch, c);
}

struct page_size {
    size_t source;
    int64_t tokens;
};

static int by_size(const void *a, const void *b)
{
    const struct page_size *x = a, *y = b;

    return x->tokens != y->tokens ? (x->tokens > y->tokens) - (x->tokens < y->tokens)
                                  : (x->source > y->source) - (x->source < y->source);
}

/* The room is shared equally between the pages; one that needs less than its part stays whole and leaves the rest to the
 * others, so that a long document does not crowd out short pages. Returns the room that is left for the others. */
static int64_t keep_short(struct choosing *c, int64_t room)
{
    size_t n = 0, total = c->pool->sources->n;
    struct page_size *pages = arena_calloc(c->arena, total + 1, sizeof *pages);
    bool *whole = arena_calloc(c->arena, total + 1, sizeof *whole);

    for (size_t i = 0; i < total; i++)
        pages[i].source = i;
    for (size_t i = 0; i < c->units.n; i++)
        pages[c->units.items[i].source].tokens += (int64_t) c->units.items[i].tokens;
    qsort(pages, total, sizeof *pages, by_size);
    while (n < total && pages[n].tokens == 0)
        n++;
    for (; n < total && pages[n].tokens <= room / (int64_t) (total - n); n++) {
        whole[pages[n].source] = true;
        room -= pages[n].tokens;
    }
    for (size_t i = 0; i < c->units.n; i++)
        c->units.items[i].must = c->units.items[i].must || whole[c->units.items[i].source];
    return room;
}

/* All that there is, or the best of it. */
static void choose(struct branch *branch, struct choosing *c, bool on)
{
    int64_t room = c->input->tokens > 0 ? c->input->tokens : TOKENS_DEFAULT, all = 0;
    size_t any = 0;

    for (size_t i = 0; i < c->units.n; i++)
        all += (int64_t) c->units.items[i].tokens;
    if (all <= room) {
        for (size_t i = 0; i < c->units.n; i++)
            c->units.items[i].taken = true;
        return;
    }
    take_given(branch, c, on ? keep_short(c, room) : room);
    take_best(c, room, !on);
    for (size_t i = 0; i < c->units.n; i++)
        any += c->units.items[i].taken;
    if (any == 0) /* a question in another language than the sources shares no word with them */
        take_best(c, room, true);
}

void evidence_select(struct branch *branch, const struct evidence_selection *input, struct evidence_pool *ret)
{
    struct arena *arena = branch_arena(branch);
    struct choosing c = { .arena = arena_new(), .input = input, .pool = ret };
    size_t *found = arena_calloc(c.arena, input->findings_n + 1, sizeof *found);

    *ret = (struct evidence_pool){ .sources = input->sources };
    pool_cluster(arena, ret);
    for (size_t i = 0; i < input->n; i++) {
        const struct source_row *row = &input->sources->items[input->chosen[i]];

        if (row->snippet_only || row->text.len == 0)
            add_snippet(&c, input->chosen[i]);
        else
            add_source(&c, input->chosen[i]);
    }
    for (size_t f = 0; f < input->findings_n; f++)
        for (size_t i = 0; i < input->findings[f].n; i++)
            if (input->sources->items[input->findings[f].sources[i]].text.len)
                add_source(&c, input->findings[f].sources[i]);
    score(&c);
    mark_findings(&c, found);
    choose(branch, &c, evidence_stage_on(branch, STAGE_SELECT));
    for (size_t i = 0; i < c.units.n; i++) {
        const struct unit *unit = &c.units.items[i];
        const struct source_row *row = &input->sources->items[unit->source];
        struct evidence_span span = { .source = unit->source,
                                      .at = unit->at,
                                      .relevance = unit->relevance > 1000 ? 1000 : unit->relevance,
                                      .quote = str_sub(source_text(row), unit->at.start, unit->at.end),
                                      .path = str_dup(arena, unit->path),
                                      .header = str_dup(arena, unit->header),
                                      .snippet = row->snippet_only || row->text.len == 0 };

        if (!unit->taken)
            continue;
        size_t at = pool_add(arena, ret, &span);
        for (size_t f = 0; f < input->findings_n; f++)
            if (found[f] == i)
                input->findings[f].passage = at + 1;
    }
    branch_emit(branch, EVENT_PASSAGES_SELECTED,
                &(struct event_passages_selected){ str(stage_words[STAGE_SELECT]), (int64_t) input->n,
                                                   (int64_t) ret->spans_n });
    arena_free(c.arena);
}
