/* The sentences of a report. Works line by line on Markdown: headings, rows of
 * tables and the sentences of running text each become an item with its place
 * and what it cites; code and rules are passed over. kind.c says what each does. */
#include "evidence/internal.h"
#include "evidence/markers.h"
#include "evidence/row.h"

static void add_numbers(struct arena *arena, const struct marker *marker, size_t most, struct claim *claim,
                        size_t *capacity)
{
    for (size_t i = 0; i < marker->n; i++) {
        int64_t number = marker->items[i];
        bool known = false;

        if (number < 1 || (size_t) number > most)
            continue;
        for (size_t k = 0; k < claim->spans_n; k++)
            known = known || claim->spans[k] == (size_t) number;
        if (known)
            continue;
        claim->spans = arena_grow(arena, claim->spans, capacity, claim->spans_n + 1, sizeof *claim->spans);
        claim->spans[claim->spans_n++] = (size_t) number;
    }
}

bool marker_stands_for_a_word(struct str sentence, size_t at)
{
    static const char *const before[] = { " of ",     " and ",     " in ",      " by ",       " from ",
                                          " with ",   " to ",      " than ",    " between ",  " or ",
                                          " source ", " sources ", " passage ", " passages ", NULL };
    struct str head = str_sub(sentence, 0, at);

    for (size_t i = 0; before[i]; i++)
        if (str_ends(head, before[i]))
            return true;
    return false;
}

static bool only_year(struct str text, size_t from)
{
    for (size_t i = from; i < text.len; i++)
        if (text.data[i] != ' ' && text.data[i] != '-' && !(text.data[i] >= '0' && text.data[i] <= '9'))
            return false;
    return from < text.len;
}

/* The sentence without its markers and without Markdown's emphasis. */
static struct str plain_text(struct arena *arena, struct str sentence, size_t most, struct claim *claim)
{
    char *out = arena_alloc(arena, sentence.len + 1);
    size_t n = 0, capacity = 0, words = 0, marked = 0;

    for (size_t i = 0; i < sentence.len;) {
        struct marker marker;

        if (sentence.data[i] == '`') {
            size_t end = marker_code_end(sentence, i);

            for (; i < end; i++)
                if (sentence.data[i] != '`')
                    out[n++] = sentence.data[i];
        } else if (marker_read(sentence, i, &marker) &&
                   sentence.data[marker.end - 1] != ')') { /* "[3](url)" is a link */
            add_numbers(arena, &marker, most, claim, &capacity);
            words += marker_stands_for_a_word(sentence, i);
            claim->marked = true;
            while (n && out[n - 1] == ' ')
                n--;
            marked = n;
            i = marker.end;
        } else if (sentence.data[i] == '*') {
            i++;
        } else if (sentence.data[i] == '\n' || sentence.data[i] == '|') {
            out[n++] = ' ';
            i++;
        } else {
            out[n++] = sentence.data[i++];
        }
    }
    /* In a row the cell behind the marker may hold the year of its source, which the source does not state. */
    if (claim->marked && sentence.len && sentence.data[sentence.len - 1] == '|' && only_year(str_n(out, n), marked))
        n = marked;
    /* Two such: it speaks of the sources, and without their numbers it says nothing. */
    claim->of_sources = words >= 2;
    return str_trim(str_n(out, n));
}

/* A list's or quote's sign at the start of a line is not part of the sentence. */
static size_t after_sign(struct str line)
{
    size_t i = 0;

    while (i < line.len && (line.data[i] == ' ' || line.data[i] == '\t' || line.data[i] == '>'))
        i++;
    if (i + 1 < line.len && (line.data[i] == '-' || line.data[i] == '*' || line.data[i] == '+') &&
        line.data[i + 1] == ' ')
        return i + 2;
    size_t digits = i;
    while (digits < line.len && line.data[digits] >= '0' && line.data[digits] <= '9')
        digits++;
    if (digits > i && digits + 1 < line.len && (line.data[digits] == '.' || line.data[digits] == ')') &&
        line.data[digits + 1] == ' ')
        return digits + 2;
    return i;
}

struct parse {
    struct arena *arena;
    struct str body;
    size_t most;
    struct claims *ret;
    size_t block;      /* of the next item: paragraphs, list items, rows and headings count as one each */
    struct str header; /* of the table that the line stands in */
    struct str lead;   /* the sentence with a colon that the list stands behind */
};

static struct claim *add_item(struct parse *p, size_t start, size_t end)
{
    struct claims *ret = p->ret;
    struct claim claim = { .verdict = VERDICT_UNCHECKED, .at = { start, end }, .block = p->block };

    claim.text = plain_text(p->arena, str_sub(p->body, start, end), p->most, &claim);
    if (claim.text.len == 0 && !claim.marked)
        return NULL;
    ret->items = arena_grow(p->arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
    ret->items[ret->n] = claim;
    return &ret->items[ret->n++];
}

static size_t words_in(struct str text)
{
    size_t n = 0;

    for (struct str word; str_next(&text, ' ', &word);)
        n += word.len > 0;
    return n;
}

/* "**Long trials.** In trials of …": a few words in bold that say what the sentence behind them is about, as "**Long
 * trials:** …" does. 0: there are none; else the bytes of the label. */
static size_t label_length(struct str s)
{
    enum { LABEL_WORDS_MAX = 5 };

    if (s.len < 6 || !str_starts(s, "**") || !(str_ends(s, ".**") || str_ends(s, "**.")) ||
        str_find(s, str("**"), 2) < (ptrdiff_t) s.len - 3 || str_find_char(s, '[', 0) >= 0)
        return 0;
    return words_in(s) <= LABEL_WORDS_MAX ? s.len - 4 : 0;
}

/* "— The mayor [2]" behind a quotation: who said it. */
static bool is_speaker(struct str s, struct str before)
{
    enum { SPEAKER_WORDS_MAX = 10 };

    return (str_starts(s, "\xe2\x80\x94") || str_starts(s, "\xe2\x80\x93") || str_starts(s, "--")) &&
           words_in(s) <= SPEAKER_WORDS_MAX &&
           (str_contains(before, "\"") || str_contains(before, "\xe2\x80\x9d") || str_contains(before, "\xc2\xbb"));
}

/* What is no sentence of its own joins its neighbour. Returns the bytes of the label that the first one begins with. */
static size_t join_parts(struct str text, struct sentences *sentences)
{
    struct str part, before = str("");
    size_t label = 0, n = 0;

    for (size_t i = 0; i < sentences->n; i++, before = part) {
        part = str_trim(str_sub(text, sentences->items[i].start, sentences->items[i].end));
        if (i > 0 && ((label && i == 1) || is_speaker(part, before)))
            sentences->items[n - 1].end = sentences->items[i].end;
        else
            sentences->items[n++] = sentences->items[i];
        label = i == 0 && sentences->n > 1 ? label_length(part) : label;
    }
    sentences->n = n;
    return label;
}

static void add_sentences(struct parse *p, size_t start, size_t end, bool item)
{
    struct arena *scratch = arena_new();
    struct sentences sentences = { 0 };
    struct claim *last = NULL;

    sentences_of(scratch, str_sub(p->body, start, end), &sentences);
    size_t label = join_parts(str_sub(p->body, start, end), &sentences);
    p->ret->sentences += sentences.n;
    for (size_t i = 0; i < sentences.n; i++) {
        struct claim *claim = add_item(p, start + sentences.items[i].start, start + sentences.items[i].end);

        if (claim && label && i == 0 && claim->text.len > label && claim->text.data[label - 1] == '.')
            claim->text = str_format(p->arena, "%.*s:%.*s", (int) label - 1, claim->text.data,
                                     STR_ARG(str_sub(claim->text, label, claim->text.len)));
        if (claim && item)
            claim->lead = p->lead;
        last = claim ? claim : last;
    }
    if (last && !item)
        p->lead = str_ends(last->text, ":") ? last->text : str("");
    p->block++;
    arena_free(scratch);
}

/* Rules, and the lines between a table's head and body. */
static bool is_rule(struct str line)
{
    struct str t = str_trim(line);

    for (size_t i = 0; i < t.len; i++)
        if (!strchr("-=*_|: ", t.data[i]))
            return false;
    return true;
}

/* "## Heading", or a line that is bold as a whole. Of the latter one that ends like a sentence is one. */
static bool is_heading(struct str line, size_t *ret_start)
{
    struct str t = str_trim(line);
    size_t at = (size_t) (t.data - line.data), signs = 0;

    while (signs < t.len && t.data[signs] == '#')
        signs++;
    while (signs && signs < t.len && t.data[signs] == ' ')
        signs++;
    *ret_start = at + signs;
    if (signs)
        return signs < t.len;
    return t.len > 4 && str_starts(t, "**") && str_ends(t, "**") && str_find(t, str("**"), 2) == (ptrdiff_t) t.len - 2;
}

static struct str line_at(struct str body, size_t at, size_t *ret_next)
{
    ptrdiff_t newline = at < body.len ? str_find_char(body, '\n', at) : -1;

    *ret_next = newline < 0 ? body.len : (size_t) newline + 1;
    return str_sub(body, at, newline < 0 ? body.len : (size_t) newline);
}

/* Headings and rows: one item each. False: the line is running text. */
static bool add_line(struct parse *p, struct str line, size_t at, size_t next)
{
    size_t start, unused;
    struct claim *claim;

    if (is_rule(line))
        return true;
    if (is_heading(line, &start)) {
        size_t end = line.len;

        while (end > start && strchr(" \t\r", line.data[end - 1]))
            end--;
        if ((claim = add_item(p, at + start, at + end))) {
            bool sentence = str_starts(str_trim(line), "**") &&
                            (str_ends(claim->text, ".") || str_ends(claim->text, "!"));

            claim->kind = sentence ? KIND_CLAIM : KIND_HEADING;
            claim->kind_open = !sentence; /* it may state something, which the head of a table does not */
            p->ret->sentences += sentence;
        }
        p->block++;
        p->lead = str("");
        return true;
    }
    if (!str_starts(str_trim(line), "|")) {
        p->header = str("");
        return false;
    }
    struct str row = str_trim(line), below = line_at(p->body, next, &unused);
    bool header = str_starts(str_trim(below), "|") && is_rule(below);
    start = at + (size_t) (row.data - line.data);
    claim = add_item(p, start, start + row.len);
    if (header)
        p->header = row;
    if (claim && header)
        claim->kind = KIND_HEADING;
    else if (claim) {
        claim->lead = p->header;
        claim->named = row_named(p->arena, p->header, row);
    }
    p->ret->sentences += !header;
    p->block++;
    return true;
}

static void parse_lines(struct parse *p)
{
    struct str body = p->body;
    bool code = false, item = false;
    size_t paragraph = 0, end = 0; /* [paragraph, end): lines that belong together */

    for (size_t at = 0, next; at < body.len; at = next) {
        struct str line = line_at(body, at, &next);
        bool fence = str_starts(str_trim(line), "```");
        size_t sign = after_sign(line), start;
        bool alone = fence || code || is_rule(line) || is_heading(line, &start) || str_starts(str_trim(line), "|");

        if (alone || sign > 0) {
            if (end > paragraph) /* an item of a list may have nothing behind its sign */
                add_sentences(p, paragraph, end, item);
            paragraph = end = 0;
        }
        if (fence) {
            code = !code;
        } else if (!code && !add_line(p, line, at, next)) {
            if (end == 0) {
                paragraph = at + sign;
                item = sign >= 2 && strchr("-*+.)", line.data[sign - 2]);
            }
            end = at + line.len;
        }
    }
    if (end > paragraph)
        add_sentences(p, paragraph, end, item);
}

void claims_parse(struct arena *arena, struct reader *reader, struct str body, size_t most, struct claims *ret)
{
    struct arena *scratch = arena_new();
    struct parse p = { .arena = arena, .body = body, .most = most, .ret = ret };

    *ret = (struct claims){ 0 };
    parse_lines(&p);
    claims_kinds(reader ? reader : reader_new(scratch), ret);
    arena_free(scratch);
}
