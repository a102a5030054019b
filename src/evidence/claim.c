/* Finding the claims of a report. Works line by line on Markdown: what is no
 * running text is passed over, the rest is split into sentences, and each
 * sentence that states something becomes a claim with its place. */
#include "evidence/evidence.h"
#include "evidence/markers.h"
#include "judge/reader.h"
#include "text/utf8.h"

enum { WORDS_MIN = 4, UNMARKED_WORDS_MIN = 6 };

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

/* "The figures of [1] and [7] …": a marker that stands for a word. */
static bool stands_for_a_word(struct str sentence, size_t at)
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

/* The sentence without its markers and without Markdown's emphasis. */
static struct str plain_text(struct arena *arena, struct str sentence, size_t most, struct claim *claim)
{
    char *out = arena_alloc(arena, sentence.len + 1);
    size_t n = 0, capacity = 0, words = 0;

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
            words += stands_for_a_word(sentence, i);
            claim->marked = true;
            while (n && out[n - 1] == ' ')
                n--;
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
    /* Two such: it speaks of the sources, and without their numbers it says nothing. */
    return words >= 2 ? str("") : str_trim(str_n(out, n));
}

/* Sentences about the report, the question or the sources state nothing to check. */
static bool about_the_report(struct str text)
{
    static const char *const openings[] = {
        "this report",
        "this answer",
        "this section",
        "the sources do not",
        "the sources given do not",
        "no source",
        "the question",
        "in summary",
        "in short",
        "see also",
        "note that the sources",
        "the report",
        "it is unclear",
        "it remains unclear",
        "further research",
    };

    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (str_starts_nocase(text, openings[i]))
            return true;
    return false;
}

static bool states_something(struct reader *reader, const struct claim *claim)
{
    const struct words *words;
    size_t content = 0;

    if (claim->text.len == 0 || str_ends(claim->text, "?") || str_ends(claim->text, ":"))
        return false;
    words = reader_words(reader, claim->text, reader_language(reader, claim->text));
    for (size_t i = 0; i < words->n; i++)
        content += word_is_content(&words->items[i]);
    if (claim->marked)
        return words->n >= 2 && content >= 1;
    return words->n >= UNMARKED_WORDS_MIN && content >= WORDS_MIN - 1 && !about_the_report(claim->text);
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
    struct reader *reader;
    struct str body;
    size_t most;
};

static void add_sentences(const struct parse *p, size_t start, size_t end, struct claims *ret)
{
    struct arena *arena = p->arena;
    struct arena *scratch = arena_new();
    struct sentences sentences = { 0 };

    sentences_of(scratch, str_sub(p->body, start, end), &sentences);
    ret->sentences += sentences.n;
    for (size_t i = 0; i < sentences.n; i++) {
        struct claim claim = { .verdict = VERDICT_UNCHECKED,
                               .at = { start + sentences.items[i].start, start + sentences.items[i].end } };

        claim.text = plain_text(arena, str_sub(p->body, claim.at.start, claim.at.end), p->most, &claim);
        if (!states_something(p->reader, &claim))
            continue;
        ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = claim;
    }
    arena_free(scratch);
}

/* Lines that carry no running text of their own. */
static bool is_structure(struct str line)
{
    struct str t = str_trim(line);

    if (t.len == 0 || t.data[0] == '#')
        return true;
    for (size_t i = 0; i < t.len; i++)
        if (!strchr("-=*_|: ", t.data[i]))
            return false;
    return true; /* rules and the lines between a table's head and body */
}

static void parse_lines(const struct parse *p, struct claims *ret)
{
    struct str body = p->body;
    bool code = false;
    size_t paragraph = 0, end = 0; /* [paragraph, end): lines that belong together */

    for (size_t at = 0; at < body.len;) {
        ptrdiff_t newline = str_find_char(body, '\n', at);
        size_t next = newline < 0 ? body.len : (size_t) newline + 1;
        struct str line = str_sub(body, at, newline < 0 ? body.len : (size_t) newline);
        bool fence = str_starts(str_trim(line), "```");
        size_t sign = after_sign(line);
        bool breaks = fence || code || is_structure(line) || sign > 0 || str_starts(str_trim(line), "|");

        if (breaks && end > paragraph) {
            add_sentences(p, paragraph, end, ret);
            paragraph = end = 0;
        }
        if (fence) {
            code = !code;
        } else if (!code && !is_structure(line)) {
            if (end == 0)
                paragraph = at + sign;
            end = at + line.len;
        }
        at = next;
    }
    if (end > paragraph)
        add_sentences(p, paragraph, end, ret);
}

void claims_parse(struct arena *arena, struct reader *reader, struct str body, size_t most, struct claims *ret)
{
    struct arena *scratch = arena_new();
    const struct parse p = { arena, reader ? reader : reader_new(scratch), body, most };

    *ret = (struct claims){ 0 };
    parse_lines(&p, ret);
    arena_free(scratch);
}
