#include "extractive/passages.h"

#include "extractive/wording.h"
#include "extractive/works.h"
#include "extractive/prose.h"
#include "pages/suspect.h"
#include "text/numbers.h"

enum {
    ROWS_TOGETHER = 12, /* of a long table: what counts as one passage */
    ITEMS_TOGETHER = 40,
    ITEM_LONG = 700,   /* items of more than this, the first part of their list taken for all, stand alone */
    ENTRY_SHORT = 200, /* entries of a list that is announced: up to this they stand together */
    ENTRIES_BYTES = 1500,
    TITLE_MAX = 80, /* of an item that is a section */
    RUN_LONG = 12,  /* sentences: a paragraph of more is read as several */
    RUN_PART = 8,
    PASSAGE_BYTES = 6000, /* what announces more than this does not take it along */
    LABELS_BYTES = 100,
    LABEL_BYTES = 20,
    QUESTION_MAX = 300, /* a paragraph that is a question, in lists of questions with answers */
};

static void add_sentence(struct arena *arena, struct passages *all, const struct passage_sentence *sentence)
{
    all->sentences = arena_grow(arena, all->sentences, &all->sentences_capacity, all->sentences_n + 1,
                                sizeof *all->sentences);
    all->sentences[all->sentences_n++] = *sentence;
}

/* Signs of items and quotes are not part of a sentence. */
static size_t after_sign(struct str text, const struct text_block *block, size_t start)
{
    size_t at = start;

    if (block->kind != TEXT_ITEM && block->kind != TEXT_QUOTE)
        return start;
    while (at < block->end && strchr(" -*+>", text.data[at]))
        at++;
    if (at + 3 <= block->end && memcmp(text.data + at, "\xe2\x80\xa2", 3) == 0)
        at += 3;
    size_t digits = at;
    while (digits < block->end && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    if (digits > at && digits + 1 < block->end && strchr(".)", text.data[digits]) && text.data[digits + 1] == ' ')
        at = digits + 1;
    while (at < block->end && text.data[at] == ' ')
        at++;
    return at < block->end ? at : start;
}

static void read_block(struct arena *arena, struct passages *all, size_t passage, size_t at)
{
    const struct text_block *block = &all->sources[all->items[passage].source].blocks.items[at];
    struct str text = all->sources[all->items[passage].source].text;
    struct passage_sentence sentence = {
        .passage = passage, .block = at, .kind = block->kind, .header = block->header
    };
    struct sentences sentences = { 0 };

    if (block->kind == TEXT_CODE || block->kind == TEXT_ROW) {
        sentence.at = (struct span){ block->start, block->end };
        add_sentence(arena, all, &sentence);
        return;
    }
    size_t start = after_sign(text, block, block->start);
    sentences_of(arena, str_sub(text, start, block->end), &sentences);
    for (size_t i = 0; i < sentences.n; i++) {
        sentence.at = (struct span){ start + sentences.items[i].start, start + sentences.items[i].end };
        add_sentence(arena, all, &sentence);
    }
}

static bool announces(struct str text, const struct text_block *block)
{
    struct str words = str_trim(str_sub(text, block->start, block->end));

    return (block->kind == TEXT_PARAGRAPH || block->kind == TEXT_ITEM) &&
           (str_ends(words, ":") || str_ends(words, "\xef\xbc\x9a"));
}

/* "… the following tasks." in front of a list */
static bool leads_to(struct str text, const struct text_block *block, const struct text_block *next)
{
    return block->kind == TEXT_PARAGRAPH && next->kind != TEXT_PARAGRAPH && next->kind != TEXT_HEADING &&
           wording_announces(str_sub(text, block->start, block->end));
}

/* Does an item begin here, or go on behind nested ones? */
static bool begins_outer(const struct passage_source *s, const struct text_block *b)
{
    struct str text = str_sub(s->text, b->start, b->end);

    return b->level == 0 && text.len &&
           (b->numbered || strchr("-*+", text.data[0]) || (unsigned char) text.data[0] == 0xe2);
}

/* Items that are sections of their own: each has a title or a few sentences, and paragraphs. */
static bool long_items(const struct passage_source *s, size_t at)
{
    size_t first = (size_t) s->blocks.items[at].first, n = 0, bytes = 0;

    for (size_t i = first; i < s->blocks.n && s->blocks.items[i].kind == TEXT_ITEM && n < ITEMS_TOGETHER; i++) {
        n += begins_outer(s, &s->blocks.items[i]);
        bytes += s->blocks.items[i].end - s->blocks.items[i].start;
    }
    return n && bytes / n > ITEM_LONG;
}

static bool is_short_entry(const struct text_block *b) { return b->end - b->start <= ENTRY_SHORT; }

/* "Type: number", "Default: 30": labels in front of what is said of a setting belong to it. */
static bool is_labels(struct str text, const struct text_block *b)
{
    struct str rest = str_sub(text, b->start, b->end), line;

    if (b->kind != TEXT_PARAGRAPH || rest.len > LABELS_BYTES)
        return false;
    while (str_next_line(&rest, &line)) {
        ptrdiff_t colon = str_find(line, str(": "), 0);

        if (colon < 1 || colon > LABEL_BYTES)
            return false;
    }
    return true;
}

/* "2. …" behind the code of "1. …": the steps are one list. `code` is the block before `item`. */
static bool next_step(const struct passage_source *s, size_t first, size_t code, size_t item)
{
    const struct text_block *b = s->blocks.items;

    while (code > first && b[code].kind == TEXT_CODE)
        code--;
    return b[item].kind == TEXT_ITEM && b[item].numbered && b[code].kind == TEXT_ITEM && b[code].numbered &&
           !str_starts(str_sub(s->text, b[item].start, b[item].end), "1.") && item - first < ITEMS_TOGETHER &&
           !long_items(s, item);
}

/* Do blocks a and b (the next one) belong to the same passage that begins with block `first`? */
static bool goes_on(const struct passage_source *s, size_t first, size_t a, size_t b)
{
    const struct text_block *x = &s->blocks.items[a], *y = &s->blocks.items[b], *f = &s->blocks.items[first];

    if (y->kind == TEXT_HEADING || y->heading != x->heading || y->end - f->start > PASSAGE_BYTES)
        return false;
    if (y->kind == TEXT_CODE)
        return x->kind != TEXT_ROW;
    if (x->kind == TEXT_CODE && next_step(s, first, a, b))
        return true;
    if (announces(s->text, x) || leads_to(s->text, x, y) || (y->kind == TEXT_PARAGRAPH && is_labels(s->text, x)))
        return true;
    if (x->kind == TEXT_ITEM && y->kind == TEXT_ITEM)
        return b - first < ITEMS_TOGETHER && !(begins_outer(s, y) && long_items(s, b));
    if (x->kind == TEXT_DEFINITION && y->kind == TEXT_DEFINITION)
        return f->kind != TEXT_DEFINITION && is_short_entry(x) && is_short_entry(y) &&
               y->end - f->start <= ENTRIES_BYTES;
    if (x->kind == TEXT_ROW && y->kind == TEXT_ROW)
        return x->first == y->first && b - first < ROWS_TOGETHER;
    return x->kind == TEXT_QUOTE && y->kind == TEXT_QUOTE;
}

/* A page of print without paragraphs says a little of everything: the last passage becomes several of a few sentences. */
static void part_long(struct arena *arena, struct passages *all)
{
    size_t left = all->items[all->n - 1].sentences_n;

    while (left > RUN_LONG) {
        struct passage *whole = &all->items[all->n - 1], rest = *whole;

        whole->sentences_n = RUN_PART;
        whole->at.end = all->sentences[whole->first_sentence + RUN_PART - 1].at.end;
        rest.first_sentence += RUN_PART;
        rest.sentences_n = left -= RUN_PART;
        rest.at.start = all->sentences[rest.first_sentence].at.start;
        all->items = arena_grow(arena, all->items, &all->capacity, all->n + 1, sizeof *all->items);
        all->items[all->n++] = rest;
        for (size_t i = 0; i < left; i++)
            all->sentences[rest.first_sentence + i].passage = all->n - 1;
    }
}

static void add_passage(struct arena *arena, struct passages *all, size_t source, size_t first, size_t last)
{
    const struct passage_source *s = &all->sources[source];
    const struct text_block *blocks = s->blocks.items;
    bool announced = first < last &&
                     (announces(s->text, &blocks[first]) || leads_to(s->text, &blocks[first], &blocks[first + 1]));
    size_t lead = announced ? first + 1 : first;
    struct passage passage = { .source = source,
                               .first = first,
                               .last = last,
                               .at = { blocks[first].start, blocks[last].end },
                               .heading = blocks[first].heading,
                               .kind = blocks[lead].kind,
                               .first_sentence = all->sentences_n };

    if (!str_empty(suspect_find(str_sub(s->text, passage.at.start, passage.at.end))))
        return;
    all->items = arena_grow(arena, all->items, &all->capacity, all->n + 1, sizeof *all->items);
    all->items[all->n++] = passage;
    for (size_t b = first; b <= last; b++)
        read_block(arena, all, all->n - 1, b);
    all->items[all->n - 1].sentences_n = all->sentences_n - passage.first_sentence;
    /* An item of print may have swallowed the text behind its list. */
    if ((first == last && passage.kind == TEXT_PARAGRAPH) ||
        (passage.kind == TEXT_ITEM && all->items[all->n - 1].sentences_n > 3 * (last - first + 1)))
        part_long(arena, all);
}

/* A paragraph that asks. "I have a new disk. How do I format it?" is one, a paragraph that ends with a question of its own is not. */
static bool is_question(struct str text, const struct text_block *b)
{
    struct str words = str_sub(text, b->start, b->end);
    size_t stops = 0;

    for (size_t i = 0; i + 1 < words.len; i++)
        stops += strchr(".!?", words.data[i]) && words.data[i + 1] == ' ';

    return stops <= 1 && b->kind == TEXT_PARAGRAPH && words.len <= QUESTION_MAX && str_find_char(words, '\n', 0) < 0 &&
           (str_ends(words, "?") || str_ends(words, "\xef\xbc\x9f"));
}

/* Lists of questions with answers often have the questions as paragraphs (in bold, in a table): two or more of them, each
 * with something behind it, are headings of what follows. One alone is a turn of speech. */
static void lift_questions(const struct passage_source *s)
{
    struct text_block *b = s->blocks.items;
    size_t n = 0;
    int from = -1;

    for (size_t i = 0; i + 1 < s->blocks.n; i++)
        n += is_question(s->text, &b[i]) && b[i + 1].kind != TEXT_HEADING && !is_question(s->text, &b[i + 1]);
    for (size_t i = 0; n >= 2 && i < s->blocks.n; i++) {
        if (b[i].kind == TEXT_HEADING) {
            from = -1;
        } else if (i + 1 < s->blocks.n && is_question(s->text, &b[i]) && b[i + 1].kind != TEXT_HEADING &&
                   !is_question(s->text, &b[i + 1])) {
            b[i].kind = TEXT_HEADING;
            b[i].level = 6;
            from = (int) i;
        } else if (from >= 0) {
            b[i].heading = from;
        }
    }
}

static void read_source(struct arena *arena, struct passages *all, size_t source, size_t most)
{
    struct passage_source *s = &all->sources[source];
    size_t before = all->sentences_n;

    s->first_passage = all->n;
    for (size_t i = 0; i < s->blocks.n && all->sentences_n - before < most;) {
        size_t last = i;

        if (s->blocks.items[i].kind == TEXT_HEADING) {
            i++;
            continue;
        }
        while (last + 1 < s->blocks.n && goes_on(s, i, last, last + 1))
            last++;
        add_passage(arena, all, source, i, last);
        i = last + 1;
    }
    s->passages_n = all->n - s->first_passage;
}

void passages_read(struct arena *arena, const struct source_row *const *rows, size_t n, struct passages *ret)
{
    size_t bytes = 0;

    *ret = (struct passages){ .sources = arena_calloc(arena, n + 1, sizeof *ret->sources), .sources_n = n };
    for (size_t i = 0; i < n; i++)
        bytes += source_text(rows[i]).len;
    for (size_t i = 0; i < n; i++) {
        struct passage_source *s = &ret->sources[i];

        s->row = rows[i];
        s->text = source_text(rows[i]);
        s->language = language_guess(s->text);
        text_blocks(arena, s->text, &s->blocks);
        prose_open(arena, s->text, s->language, &s->blocks);
        lift_questions(s);
    }
    /* A sentence has some eighty bytes: all of them, unless there are far too many. */
    for (size_t i = 0; i < n; i++)
        read_source(arena, ret, i, bytes / 40 <= PASSAGE_SENTENCES ? SIZE_MAX : PASSAGE_SENTENCES / n + 1);
}

const struct language *passages_language(const struct passages *all)
{
    const struct language *best = language_named(str("en"));
    size_t most = 0;

    for (size_t i = 0; i < all->sources_n; i++) {
        size_t n = 0;

        for (size_t k = 0; k < all->sources_n; k++)
            n += all->sources[k].language == all->sources[i].language;
        if (n > most)
            best = all->sources[i].language;
        most = n > most ? n : most;
    }
    return best;
}

size_t *passages_clusters(struct arena *arena, const struct passages *all)
{
    struct work_source *list = arena_calloc(arena, all->sources_n + 1, sizeof *list);
    size_t *clusters = arena_calloc(arena, all->sources_n + 1, sizeof *clusters);

    for (size_t i = 0; i < all->sources_n; i++)
        list[i] = (struct work_source){ all->sources[i].row->title, all->sources[i].row->url, all->sources[i].text };
    works_cluster(arena, list, all->sources_n, clusters);
    return clusters;
}

struct str passage_text(const struct passages *all, size_t at)
{
    const struct passage *p = &all->items[at];

    return str_sub(all->sources[p->source].text, p->at.start, p->at.end);
}

struct str passage_sentence_text(const struct passages *all, size_t at)
{
    const struct passage_sentence *s = &all->sentences[at];

    return str_sub(all->sources[all->items[s->passage].source].text, s->at.start, s->at.end);
}

struct str passage_item_title(const struct passages *all, size_t at)
{
    const struct passage *p = &all->items[at];
    const struct passage_source *s = &all->sources[p->source];
    const struct text_block *block = &s->blocks.items[p->first];
    struct str rest = str_sub(s->text, block->start, block->end), line;

    /* "How do I …?" as the term of a definition list */
    if (block->kind == TEXT_DEFINITION && p->first == p->last && str_next_line(&rest, &line) &&
        str_ends(str_trim(line), "?"))
        return str_trim(line);
    if (block->kind != TEXT_ITEM || !long_items(s, p->first) || !str_next_line(&rest, &line) || !str_trim(rest).len)
        return str("");
    line = str_trim(str_sub(line, after_sign(s->text, block, block->start) - block->start, line.len));
    return line.len <= TITLE_MAX && line.len && !memchr(".,;:", line.data[line.len - 1], 4) ? line : str("");
}

struct str passage_title(const struct passages *all, size_t source)
{
    static const char *const joints[] = { " \xe2\x80\x94 ", " \xe2\x80\x93 ", " | ", " - " };
    struct str title = all->sources[source].row->title;

    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        ptrdiff_t at = str_find(title, str(joints[i]), 0);

        if (at > 0)
            title = str_sub(title, 0, (size_t) at);
    }
    return title;
}

struct str passage_headings(struct arena *arena, const struct passages *all, size_t at)
{
    const struct passage *p = &all->items[at];
    const struct passage_source *s = &all->sources[p->source];
    struct str path = p->heading < 0 ? str("") : text_blocks_path(arena, s->text, &s->blocks, p->first);
    struct str title = passage_item_title(all, at);

    if (!title.len || !path.len)
        return title.len ? title : path;
    return str_format(arena, "%.*s \xe2\x80\xba %.*s", STR_ARG(path), STR_ARG(title));
}

struct str passage_heading(struct arena *arena, const struct passages *all, size_t at)
{
    static const char joint[] = " \xe2\x80\xba ";
    struct str last = passage_headings(arena, all, at);

    for (ptrdiff_t found; (found = str_find(last, str(joint), 0)) >= 0;)
        last = str_sub(last, (size_t) found + sizeof joint - 1, last.len);
    return last;
}

struct str passage_path(struct arena *arena, const struct passages *all, size_t at)
{
    struct str title = all->sources[all->items[at].source].row->title, path = passage_headings(arena, all, at), rest;
    static const char joint[] = " \xe2\x80\xba ";

    if (!path.len || !title.len)
        return path.len ? path : title;
    /* The first heading often is the title. */
    ptrdiff_t end = str_find(path, str(joint), 0);
    if (!str_eq_nocase(str_sub(path, 0, end < 0 ? path.len : (size_t) end), title))
        return str_format(arena, "%.*s%s%.*s", STR_ARG(title), joint, STR_ARG(path));
    rest = end < 0 ? str("") : str_sub(path, (size_t) end, path.len);
    return str_format(arena, "%.*s%.*s", STR_ARG(title), STR_ARG(rest));
}

size_t passage_line(const struct passages *all, size_t at)
{
    const struct passage *p = &all->items[at];
    struct str text = all->sources[p->source].text;
    size_t line = 1;

    for (size_t i = 0; i < p->at.start; i++)
        line += text.data[i] == '\n';
    return line;
}

bool passage_opens_section(const struct passages *all, size_t at)
{
    enum { SCRAP_BYTES = 80 };
    const struct passage *p = &all->items[at];

    for (size_t i = at; i-- > all->sources[p->source].first_passage && all->items[i].heading == p->heading;)
        if (all->items[i].at.end - all->items[i].at.start > SCRAP_BYTES || str_ends(passage_text(all, i), "."))
            return false;
    return true;
}

bool passage_sentence_is_byline(struct arena *arena, const struct passages *all, size_t sentence)
{
    enum { BYLINE_BYTES = 90, BYLINES = 3 };
    const struct passage_sentence *at = &all->sentences[sentence];
    const struct passage_source *s = &all->sources[all->items[at->passage].source];
    struct str text = str_trim(passage_sentence_text(all, sentence));
    struct numbers numbers = { 0 };

    if (at->passage >= s->first_passage + BYLINES || at->kind != TEXT_PARAGRAPH || !text.len ||
        text.len > BYLINE_BYTES || memchr(".!?:;", text.data[text.len - 1], 5) ||
        (unsigned char) text.data[text.len - 1] >= 0x80)
        return false;
    numbers_of(arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_DATE && numbers.items[i].has_year)
            return true;
    return str_eq_nocase(text, str_trim(s->row->title));
}
