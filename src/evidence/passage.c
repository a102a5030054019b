/* A cited span with its neighbours: what the verifier and the judge read. That is the paragraph, the list with its
 * lead-in, or the row with the header of its table, up to PASSAGE_MAX bytes, and the headings it stands under. */
#include "evidence/internal.h"

#include "text/utf8.h"

enum { PASSAGE_MAX = 1200, LEAD_MAX = 300, JUDGED_SENTENCES = 64 };

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

static void split(struct arena *arena, struct evidence_passage *ret)
{
    struct arena *scratch = arena_new();
    struct sentences sentences = { 0 };

    sentences_of(scratch, ret->text, &sentences);
    size_t n = sentences.n < JUDGED_SENTENCES ? sentences.n : JUDGED_SENTENCES;
    ret->sentences = arena_calloc(arena, n + 1, sizeof *ret->sentences);
    for (; ret->n < n; ret->n++)
        ret->sentences[ret->n] = str_sub(ret->text, sentences.items[ret->n].start, sentences.items[ret->n].end);
    arena_free(scratch);
}

void passage_of(struct prepared *prepared, const struct evidence_pool *pool, size_t span, struct evidence_passage *ret)
{
    struct arena *arena = prepared->arena;
    const struct evidence_span *s = &pool->spans[span];
    struct str text = source_text(&pool->sources->items[s->source]), header = str("");
    const struct text_blocks *blocks = blocks_of(prepared, s->source, text);
    size_t first, end;

    *ret = (struct evidence_passage){ .at = s->at, .path = str("") };
    touched(blocks, s->at, &first, &end);
    if (first < end) {
        const struct text_block *block = &blocks->items[first];

        ret->path = text_blocks_path(arena, text, blocks, first);
        if (block->kind == TEXT_ITEM || block->kind == TEXT_ROW)
            ret->at = list_of(text, blocks, first, end);
        else
            ret->at = (struct span){ block->start, blocks->items[end - 1].end };
        if (block->kind == TEXT_ROW && blocks->items[block->first].header &&
            ret->at.start > blocks->items[block->first].start)
            header = str_sub(text, blocks->items[block->first].start, blocks->items[block->first].end);
        ret->at.start = ret->at.start < s->at.start ? ret->at.start : s->at.start;
        ret->at.end = ret->at.end > s->at.end ? ret->at.end : s->at.end;
    }
    if (ret->at.end - ret->at.start > PASSAGE_MAX)
        ret->at = around(text, ret->at, s->at);
    ret->text = str_sub(text, ret->at.start, ret->at.end);
    if (header.len)
        ret->text = str_format(arena, "%.*s\n%.*s", STR_ARG(utf8_cut_bytes(header, LEAD_MAX)), STR_ARG(ret->text));
    split(arena, ret);
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
static void keep_conflicts(struct prepared *prepared, struct str claim, const struct str *sentences, size_t n,
                           struct judgement *ret)
{
    size_t kept = 0;

    if (ret->clashes_n == 0)
        return;
    struct number_rows numbers = numbers_check(prepared->arena, prepared->reader, claim, sentences, n);
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

/* What this folder finds beside the judge; a proof does not stand against it. */
static void add_clash(struct arena *arena, struct judgement *ret, const struct clash *clash)
{
    struct clash *clashes = arena_calloc(arena, ret->clashes_n + 1, sizeof *clashes);

    clashes[0] = *clash;
    for (size_t i = 0; i < ret->clashes_n; i++)
        clashes[i + 1] = ret->clashes[i];
    ret->clashes = clashes;
    ret->clashes_n++;
    if (ret->verdict == VERDICT_SUPPORTED && !ret->quoted)
        ret->verdict = VERDICT_UNCHECKED;
}

void judge_spans(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, const size_t *spans,
                 size_t n, struct judgement *ret)
{
    struct arena *arena = prepared->arena, *scratch = arena_new();
    struct str *sentences = arena_calloc(scratch, JUDGED_SENTENCES * CLAIM_SPANS_MAX, sizeof *sentences);
    struct str heading = str("");
    size_t count = 0;

    for (size_t i = 0; i < n && i < CLAIM_SPANS_MAX; i++) {
        struct evidence_passage passage;

        passage_of(prepared, pool, spans[i], &passage);
        for (size_t k = 0; k < passage.n; k++)
            sentences[count++] = passage.sentences[k];
        const struct source_row *source = &pool->sources->items[pool->spans[spans[i]].source];
        heading = str_format(arena, "%.*s%s%.*s%s%.*s", STR_ARG(heading), heading.len ? " › " : "",
                             STR_ARG(source->title), passage.path.len ? " › " : "", STR_ARG(passage.path));
    }
    const struct passage all = { sentences, count, heading };
    judge_claim_by_passage(arena, prepared->reader, claim, &all, ret);
    keep_conflicts(prepared, claim, sentences, count, ret);
    struct str altered = quotation_altered(arena, pool, claim, spans, n);
    struct clash clash;
    if (altered.len)
        add_clash(arena, ret,
                  &(struct clash){
                      .kind = CLASH_WORD,
                      .claim = altered,
                      .reason = str_format(arena, "the source does not have the words \"%.*s\"", STR_ARG(altered)) });
    else if (ret->clashes_n == 0 && !ret->quoted &&
             numbers_conflict(arena, prepared->reader, claim, sentences, count, &clash))
        add_clash(arena, ret, &clash);
    arena_free(scratch);
}

bool evidence_quotes(struct arena *arena, struct str claim, struct str quote)
{
    struct evidence_passage passage = { .text = quote };

    split(arena, &passage);
    return judge_quotes(claim, &(struct passage){ passage.sentences, passage.n, str("") });
}
