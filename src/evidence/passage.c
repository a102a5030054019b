/* A cited span with its neighbours: what the verifier and the judge read. That is the paragraph, the list with its
 * lead-in, the row with the header of its table, or a heading with what stands under it, up to PASSAGE_MAX bytes, and the
 * headings it stands under. */
#include "evidence/internal.h"

#include "text/utf8.h"

enum { PASSAGE_MAX = 1200, LEAD_MAX = 300, JUDGED_SENTENCES = 64, LABEL_MAX = 80 };

/* The blocks of a source's text, read once. */
static const struct text_blocks *blocks_of(struct prepared *p, size_t source, struct str text)
{
    p->blocks = arena_grow(p->arena, p->blocks, &p->blocks_capacity, source + 1, sizeof *p->blocks);
    for (; p->blocks_n <= source; p->blocks_n++)
        p->blocks[p->blocks_n] = (struct source_blocks){ 0 };
    struct source_blocks *known = &p->blocks[source];
    if (known->text.data != text.data || known->text.len != text.len) {
        *known = (struct source_blocks){ .text = text };
        text_blocks(p->arena, text, &known->blocks);
    }
    return &known->blocks;
}

/* The blocks that the span touches: [first, end). */
static void touched(const struct text_blocks *blocks, struct span at, size_t *ret_first, size_t *ret_end)
{
    size_t low = 0, high = blocks->n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (blocks->items[middle].end <= at.start)
            low = middle + 1;
        else
            high = middle;
    }
    *ret_first = *ret_end = low;
    while (*ret_end < blocks->n && blocks->items[*ret_end].start < at.end)
        (*ret_end)++;
}

/* Sentences around the span, as many as there is room for. */
static struct span around(struct str text, struct span whole, struct span at)
{
    struct arena *scratch = arena_new();
    struct sentences sentences = { 0 };
    struct str part = str_sub(text, whole.start, whole.end);
    size_t first = 0, last;

    sentences_of(scratch, part, &sentences);
    while (first + 1 < sentences.n && whole.start + sentences.items[first].end <= at.start)
        first++;
    for (last = first; last + 1 < sentences.n && whole.start + sentences.items[last + 1].start < at.end;)
        last++;
    bool grew = sentences.n > 0;
    while (grew) {
        grew = false;
        if (first > 0 && sentences.items[last].end - sentences.items[first - 1].start <= PASSAGE_MAX)
            grew = true, first--;
        if (last + 1 < sentences.n && sentences.items[last + 1].end - sentences.items[first].start <= PASSAGE_MAX)
            grew = true, last++;
    }
    struct span ret = at;
    if (sentences.n) {
        size_t start = whole.start + sentences.items[first].start, end = whole.start + sentences.items[last].end;

        ret.start = start < at.start ? start : at.start;
        ret.end = end > at.end ? end : at.end;
    }
    arena_free(scratch);
    return ret;
}

struct str passage_around(struct str text, struct span at)
{
    struct span line = at;

    while (line.start > 0 && text.data[line.start - 1] != '\n')
        line.start--;
    while (line.end < text.len && text.data[line.end] != '\n')
        line.end++;
    if (line.end - line.start > PASSAGE_MAX)
        line = around(text, line, at);
    return str_sub(text, line.start, line.end);
}

/* The whole list or table that the items or rows belong to, a list with the sentence it stands behind, while there is room. */
static struct span list_of(struct str text, const struct text_blocks *blocks, size_t first, size_t end)
{
    const struct text_block *items = blocks->items;
    size_t head = (size_t) items[first].first, from = first;
    struct span at = { items[first].start, items[end - 1].end };

    while (from > head && at.end - items[from - 1].start <= PASSAGE_MAX)
        at.start = items[--from].start;
    for (; end < blocks->n && items[end].kind == items[first].kind && (size_t) items[end].first == head; end++) {
        if (items[end].end - at.start > PASSAGE_MAX)
            break;
        at.end = items[end].end;
    }
    if (items[first].kind == TEXT_ITEM && from == head && head > 0 && items[head - 1].kind == TEXT_PARAGRAPH &&
        items[head - 1].end - items[head - 1].start <= LEAD_MAX && text.data[items[head - 1].end - 1] == ':')
        at.start = items[head - 1].start;
    return at;
}

/* The end of the row of a table that begins at `start`, else `end`: "Mean temp. (°F)" is one cell. */
static size_t end_of_row(struct str text, size_t start, size_t end)
{
    if (text.data[start] != '|')
        return end;
    ptrdiff_t line = str_find_char(text, '\n', start);
    size_t stop = line < 0 ? text.len : (size_t) line;
    return stop > end ? stop : end;
}

/* The sentences of a passage; a row of a table is one. */
static void split(struct arena *arena, struct evidence_passage *ret)
{
    struct arena *scratch = arena_new();
    struct sentences sentences = { 0 };

    sentences_of(scratch, ret->text, &sentences);
    ret->sentences = arena_calloc(arena, JUDGED_SENTENCES + 1, sizeof *ret->sentences);
    for (size_t i = 0, done = 0; i < sentences.n && ret->n < JUDGED_SENTENCES; i++) {
        size_t start = sentences.items[i].start;

        if (start < done || start == sentences.items[i].end)
            continue;
        done = end_of_row(ret->text, start, sentences.items[i].end);
        ret->sentences[ret->n++] = str_sub(ret->text, start, done);
    }
    arena_free(scratch);
}

/* A heading, or a short line that is no sentence: it names what follows and says nothing of it. */
static bool is_label(struct str text, const struct text_block *block)
{
    static const char *const ends[] = { ".", "!", "?", "…", "。", "！", "？", "\"", "”", NULL };
    struct str line = str_sub(text, block->start, block->end);

    if (block->kind != TEXT_PARAGRAPH || line.len > LABEL_MAX)
        return block->kind == TEXT_HEADING;
    for (size_t i = 0; ends[i]; i++)
        if (str_ends(line, ends[i]))
            return false;
    return true;
}

static bool are_labels(struct str text, const struct text_blocks *blocks, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (!is_label(text, &blocks->items[i]))
            return false;
    return first < end;
}

/* The end of what stands under labels: up to the next heading behind some text, while there is room. */
static size_t under_labels(struct str text, const struct text_blocks *blocks, size_t first, size_t end)
{
    bool said = false;

    for (; end < blocks->n; end++) {
        const struct text_block *block = &blocks->items[end];

        size_t to = said ? block->end : block->start;

        if ((said && block->kind == TEXT_HEADING) || to - blocks->items[first].start > PASSAGE_MAX)
            break;
        said = said || !is_label(text, block);
    }
    return said ? blocks->items[end - 1].end : 0;
}

/* The bytes that a span is read with, and the block it stands in. */
static struct span region_of(const struct text_blocks *blocks, struct str text, struct span at, size_t *ret_block)
{
    struct span ret = at;
    size_t first, end;

    *ret_block = blocks->n;
    touched(blocks, at, &first, &end);
    if (first < end) {
        const struct text_block *block = &blocks->items[first];

        *ret_block = first;
        if (block->kind == TEXT_ITEM || block->kind == TEXT_ROW)
            ret = list_of(text, blocks, first, end);
        else
            ret = (struct span){ block->start, blocks->items[end - 1].end };
        if (are_labels(text, blocks, first, end)) {
            size_t under = under_labels(text, blocks, first, end);

            ret.end = under > ret.end ? under : ret.end;
        }
        ret.start = ret.start < at.start ? ret.start : at.start;
        ret.end = ret.end > at.end ? ret.end : at.end;
    }
    return ret.end - ret.start > PASSAGE_MAX ? around(text, ret, at) : ret;
}

/* A passage that was made, and of which text. */
struct known_passage {
    struct str source;
    struct span span; /* that it was asked for */
    const struct evidence_passage *passage;
    struct known_passage *next; /* of the distinct ones */
};

static const struct evidence_passage *find_region(const struct prepared *p, struct str source, struct span at)
{
    for (const struct known_passage *k = p->distinct; k; k = k->next)
        if (k->source.data == source.data && k->passage->at.start == at.start && k->passage->at.end == at.end)
            return k->passage;
    return NULL;
}

static const struct evidence_passage *make_passage(struct prepared *p, const struct source_row *source, size_t position,
                                                   struct span span)
{
    struct str text = source_text(source);
    const struct text_blocks *blocks = blocks_of(p, position, text);
    size_t block;
    struct span at = region_of(blocks, text, span, &block);
    const struct evidence_passage *known = find_region(p, text, at);

    if (known)
        return known;
    struct evidence_passage *ret = arena_alloc(p->arena, sizeof *ret);
    struct known_passage *distinct = arena_alloc(p->arena, sizeof *distinct);
    *ret = (struct evidence_passage){ .at = at, .path = str(""), .text = str_sub(text, at.start, at.end) };
    if (block < blocks->n)
        ret->path = text_blocks_path(p->arena, text, blocks, block);
    ret->heading = str_format(p->arena, "%.*s%s%.*s", STR_ARG(source->title), ret->path.len ? " › " : "",
                              STR_ARG(ret->path));
    struct str lead = block < blocks->n ? text_blocks_lead(p->arena, text, blocks, block, at.start) : str("");
    if (lead.len)
        ret->text = str_format(p->arena, "%.*s\n%.*s", STR_ARG(utf8_cut_bytes(lead, LEAD_MAX)), STR_ARG(ret->text));
    split(p->arena, ret);
    *distinct = (struct known_passage){ .source = text, .passage = ret, .next = p->distinct };
    p->distinct = distinct;
    return ret;
}

const struct evidence_passage *passage_of(struct prepared *p, const struct evidence_pool *pool, size_t span)
{
    const struct evidence_span *s = &pool->spans[span];
    const struct source_row *source = &pool->sources->items[s->source];
    struct str text = source_text(source);

    p->passages = arena_grow(p->arena, p->passages, &p->passages_capacity, span + 1, sizeof *p->passages);
    for (; p->passages_n <= span; p->passages_n++)
        p->passages[p->passages_n] = (struct known_passage){ 0 };
    struct known_passage *known = &p->passages[span];
    if (!known->passage || known->source.data != text.data || known->source.len != text.len ||
        known->span.start != s->at.start || known->span.end != s->at.end)
        *known = (struct known_passage){ .source = text,
                                         .span = s->at,
                                         .passage = make_passage(p, source, s->source, s->at) };
    return known->passage;
}

bool span_is_label(struct prepared *p, const struct evidence_pool *pool, size_t span)
{
    const struct evidence_span *s = &pool->spans[span];
    struct str text = source_text(&pool->sources->items[s->source]);
    const struct text_blocks *blocks = blocks_of(p, s->source, text);
    size_t first, end;

    touched(blocks, s->at, &first, &end);
    return are_labels(text, blocks, first, end);
}

bool place_is_title(struct prepared *p, const struct evidence_pool *pool, size_t source, struct span at)
{
    const struct source_row *row = &pool->sources->items[source];
    struct str text = source_text(row);
    const struct text_blocks *blocks = blocks_of(p, source, text);
    size_t first, end;
    struct str words = str_trim(str_sub(text, at.start, at.end));
    bool headings = true;

    /* A text without a title may be named by its first sentence. */
    if (str_eq_nocase(words, str_trim(row->title)) && !str_ends(words, "."))
        return true;
    touched(blocks, at, &first, &end);
    for (size_t i = first; i < end; i++)
        headings = headings && blocks->items[i].kind == TEXT_HEADING;
    return first < end && headings;
}

/* A share may follow from counts and measures that are no shares: "less than half" and "160 of 412 metres". */
static bool share_of_amounts(struct reader *reader, struct str claim, const struct clash *clash)
{
    const struct numbers *mine = reader_numbers(reader, claim), *theirs = reader_numbers(reader, clash->source);
    ptrdiff_t at = clash->kind == CLASH_UNIT ? str_find(claim, clash->claim, 0) : -1;

    for (size_t i = 0; at >= 0 && i < mine->n; i++)
        if (mine->items[i].kind == NUMBER_PERCENT && mine->items[i].start < (size_t) at + clash->claim.len &&
            mine->items[i].end > (size_t) at)
            return theirs->n && theirs->items[0].kind != NUMBER_PERCENT && theirs->items[0].kind != NUMBER_POINTS;
    return false;
}

/* A number that no sentence has is no clash where it follows from two that they have. */
static bool is_derived(const struct clash *clash, const struct number_row *numbers, size_t n)
{
    bool derived = false;

    for (size_t k = 0; k < n; k++)
        derived = derived || (numbers[k].match == NUMBER_IS_DERIVED && clash->claim.len &&
                              (str_find(numbers[k].text, clash->claim, 0) >= 0 ||
                               str_find(clash->claim, numbers[k].text, 0) >= 0));
    return derived && (clash->kind == CLASH_NUMBER || clash->kind == CLASH_UNIT);
}

/* What is left when mild differences and numbers that may be worked out are no clashes: whoever reads the passage decides. */
static void keep_conflicts(struct prepared *prepared, struct arena *scratch, struct str claim,
                           const struct passage *passage, struct judgement *ret)
{
    size_t kept = 0;

    if (ret->clashes_n == 0)
        return;
    struct number_rows numbers = numbers_check(scratch, prepared->reader, claim, passage->sentences, passage->n);
    for (size_t i = 0; i < ret->clashes_n; i++) {
        const struct clash *clash = &ret->clashes[i];

        if (!clash->mild && !share_of_amounts(prepared->reader, claim, clash) &&
            !is_derived(clash, numbers.items, numbers.n))
            ret->clashes[kept++] = *clash;
    }
    if (kept < ret->clashes_n && ret->verdict == VERDICT_CONTRADICTED)
        ret->verdict = VERDICT_UNCHECKED;
    ret->clashes_n = kept;
}

/* "On Tuesday": the day stands in the date of the page, which the passage does not have. */
static bool is_news(struct arena *scratch, const struct evidence_pool *pool, struct str said, const size_t *spans,
                    size_t n)
{
    enum { MONTH = 31, DAYS = 14 };
    struct numbers day = { 0 };

    numbers_of(scratch, said, &day);
    for (size_t i = 0; i < n && day.n == 1 && day.items[0].day && day.items[0].has_year; i++) {
        struct numbers page = { 0 };
        const struct number *d = &day.items[0], *p;

        numbers_of(scratch, pool->sources->items[pool->spans[spans[i]].source].date, &page);
        p = page.n ? &page.items[0] : NULL;
        int apart = p ? (int) (p->low - d->low) * 12 * MONTH + (p->month - d->month) * MONTH + p->day - d->day : -1;
        if (p && p->day && apart >= 0 && apart <= DAYS)
            return true;
    }
    return false;
}

static void drop_news(struct arena *scratch, const struct evidence_pool *pool, const size_t *spans, size_t n,
                      struct judgement *ret)
{
    size_t kept = 0;

    for (size_t i = 0; i < ret->clashes_n; i++)
        if (ret->clashes[i].kind != CLASH_DATE || !is_news(scratch, pool, ret->clashes[i].claim, spans, n))
            ret->clashes[kept++] = ret->clashes[i];
    if (kept < ret->clashes_n && ret->verdict == VERDICT_CONTRADICTED)
        ret->verdict = VERDICT_UNCHECKED;
    ret->clashes_n = kept;
}

/* What this folder finds beside the judge; a proof does not stand against what is sure. */
static void add_clash(struct arena *arena, struct judgement *ret, const struct clash *clash)
{
    struct clash *clashes = arena_calloc(arena, ret->clashes_n + 1, sizeof *clashes);

    clashes[0] = *clash;
    for (size_t i = 0; i < ret->clashes_n; i++)
        clashes[i + 1] = ret->clashes[i];
    ret->clashes = clashes;
    ret->clashes_n++;
    if (ret->verdict == VERDICT_SUPPORTED && !ret->quoted && clash->sure)
        ret->verdict = VERDICT_UNCHECKED;
}

/* The passages of the spans as one, for the judge. What the reader remembers by its address lives as long as `prepared`. */
static struct passage passage_for_judge(struct prepared *prepared, struct arena *scratch,
                                        const struct evidence_pool *pool, const size_t *spans, size_t n)
{
    struct str *sentences = arena_calloc(scratch, JUDGED_SENTENCES * CLAIM_SPANS_MAX, sizeof *sentences),
               heading = str("");
    size_t count = 0;

    for (size_t i = 0; i < n && i < CLAIM_SPANS_MAX; i++) {
        const struct evidence_passage *passage = passage_of(prepared, pool, spans[i]);
        bool again = false;

        for (size_t k = 0; k < i; k++)
            again = again || passage_of(prepared, pool, spans[k]) == passage;
        if (again)
            continue;
        for (size_t k = 0; k < passage->n; k++)
            sentences[count++] = passage->sentences[k];
        heading = heading.len ? str_format(prepared->arena, "%.*s › %.*s", STR_ARG(heading), STR_ARG(passage->heading))
                              : passage->heading;
    }
    return (struct passage){ sentences, count, heading };
}

bool span_proves(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, size_t span)
{
    struct arena *scratch = arena_new();
    struct passage passage = passage_for_judge(prepared, scratch, pool, &span, 1);
    bool proves = judge_proves(prepared->reader, quotation_untitled(scratch, pool, claim, &span, 1), &passage) &&
                  quotation_altered(scratch, pool, claim, &span, 1).len == 0;

    arena_free(scratch);
    return proves;
}

void hint_of_spans(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, const size_t *spans,
                   size_t n, struct hint *ret)
{
    struct arena *scratch = arena_new();
    struct passage all = passage_for_judge(prepared, scratch, pool, spans, n);

    judge_hint(prepared->arena, prepared->reader, quotation_untitled(scratch, pool, claim, spans, n), &all, ret);
    arena_free(scratch);
}

static bool has_words(const struct passage *passage, struct str words)
{
    for (size_t i = 0; i < passage->n; i++)
        if (str_find(passage->sentences[i], words, 0) >= 0)
            return true;
    return false;
}

static bool points_at(const struct judgement *judgement, struct str part)
{
    for (size_t i = 0; i < judgement->clashes_n; i++)
        if (str_eq(judgement->clashes[i].claim, part))
            return true;
    return false;
}

/* Has one of several sources the part, and nothing against it? "940 euros [1], whereas … 1,150 euros [2]" clashes with neither. */
static bool carried_by_one(struct prepared *prepared, const struct evidence_pool *pool, struct str claim,
                           const size_t *spans, size_t n, struct str part)
{
    struct arena *scratch = arena_new();
    bool carried = false;

    for (size_t i = 0; i < n && !carried; i++) {
        struct passage one = passage_for_judge(prepared, scratch, pool, &spans[i], 1);
        struct judgement alone;

        if (!has_words(&one, part))
            continue;
        judge_claim_by_passage(scratch, prepared->reader, claim, &one, &alone);
        carried = !points_at(&alone, part);
    }
    arena_free(scratch);
    return carried;
}

static void drop_carried(struct prepared *prepared, const struct evidence_pool *pool, struct str claim,
                         const size_t *spans, size_t n, struct judgement *ret)
{
    size_t kept = 0;
    bool several = false;

    for (size_t i = 1; i < n; i++)
        several = several || pool->spans[spans[i]].source != pool->spans[spans[0]].source;
    if (!several || ret->verdict == VERDICT_CONTRADICTED)
        return;
    for (size_t i = 0; i < ret->clashes_n; i++)
        if (!carried_by_one(prepared, pool, claim, spans, n, ret->clashes[i].claim))
            ret->clashes[kept++] = ret->clashes[i];
    if (kept < ret->clashes_n)
        ret->reason = kept ? ret->clashes[0].reason : str("several sources are cited; code cannot tell what each says");
    ret->clashes_n = kept;
}

/* A figure that the passage does not have in any form. */
static bool lacks_figure(struct prepared *prepared, struct str claim, const struct passage *passage, struct clash *ret)
{
    struct hint hint;

    judge_hint(prepared->arena, prepared->reader, claim, passage, &hint);
    *ret = (struct clash){ .kind = CLASH_NUMBER, .claim = hint.part, .reason = hint.reason };
    return hint.absent;
}

void judge_spans(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, const size_t *spans,
                 size_t n, struct judgement *ret)
{
    struct arena *arena = prepared->arena, *scratch = arena_new();
    struct passage all = passage_for_judge(prepared, scratch, pool, spans, n);
    struct str altered = quotation_altered(scratch, pool, claim, spans, n);
    struct clash clash;

    claim = quotation_untitled(arena, pool, claim, spans, n);
    judge_claim_by_passage(arena, prepared->reader, claim, &all, ret);
    drop_carried(prepared, pool, claim, spans, n, ret);
    keep_conflicts(prepared, scratch, claim, &all, ret);
    drop_news(scratch, pool, spans, n, ret);
    if (altered.len)
        add_clash(arena, ret,
                  &(struct clash){
                      .kind = CLASH_WORD,
                      .claim = altered,
                      .sure = true,
                      .reason = str_format(arena, "the source does not have the words \"%.*s\"", STR_ARG(altered)) });
    else if (ret->clashes_n == 0 && !ret->quoted &&
             numbers_conflict(arena, prepared->reader, claim, all.sentences, all.n, &clash))
        add_clash(arena, ret, &clash);
    else if (ret->clashes_n == 0 && ret->verdict == VERDICT_UNCHECKED && lacks_figure(prepared, claim, &all, &clash) &&
             figure_absent(pool, clash.claim, spans, n))
        add_clash(arena, ret, &clash);
    arena_free(scratch);
}

bool evidence_quotes(struct arena *arena, struct str claim, struct str quote)
{
    struct evidence_passage passage = { .text = quote };

    /* However short: "It lasts." */
    if (str_eq(str_trim(claim), str_trim(quote)))
        return true;
    split(arena, &passage);
    return judge_quotes(claim, &(struct passage){ passage.sentences, passage.n, str("") });
}
