#include "text/ending.h"

#include <ctype.h>
#include <string.h>

#include "text/abbreviation.h"
#include "text/language.h"
#include "text/markdown_line.h"
#include "text/sentence.h"
#include "text/utf8.h"

static size_t ends_with_any(struct str s, const char *const *signs)
{
    for (size_t i = 0; signs[i]; i++)
        if (str_ends(s, signs[i]))
            return strlen(signs[i]);
    return 0;
}

static struct str without_end(struct str s, const char *const *signs)
{
    for (size_t n; (n = ends_with_any(s, signs)) > 0;)
        s.len -= n;
    return s;
}

static const char *const stops[] = { ".", "!", "?", "…", "。", "！", "？", "؟", "।", "۔", NULL };

/* --- a phrase --- */

static const char *const clause_ends[] = { ", ", "; ", ": ", " – ", " — ", " (", "，", "；", "：", "、", NULL };

static size_t quotes_in(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += s.data[i] == '"';
    return n;
}

/* Brackets and quotation marks that are open behind it: what they hold is no clause of its own. */
static bool is_open(struct str s)
{
    int depth = 0;

    for (size_t i = 0; i < s.len; i++) {
        depth += (s.data[i] == '(' || s.data[i] == '[') - (s.data[i] == ')' || s.data[i] == ']');
        if (str_starts(str_sub(s, i, s.len), "“"))
            depth++;
        if (str_starts(str_sub(s, i, s.len), "”"))
            depth--;
    }
    return depth > 0 || quotes_in(s) % 2;
}

/* The longest beginning that ends with a clause and is more than a third of it; empty: there is none. */
static struct str last_clause(struct str cut)
{
    for (struct str s = cut; s.len > cut.len / 3; s.len--) {
        struct str clause = str_sub(s, 0, s.len - ends_with_any(s, clause_ends));

        if (clause.len < s.len && clause.len > cut.len / 3 && !is_open(clause))
            return str_trim(clause);
    }
    return str("");
}

static struct str last_word(struct str s)
{
    size_t start = s.len;

    while (start > 0 && s.data[start - 1] != ' ')
        start--;
    return str_sub(s, start, s.len);
}

/* `cut` ends between two words. */
static struct str without_waiting_words(struct arena *arena, struct str cut)
{
    const struct language *language = language_guess(cut);
    struct str s = cut;

    for (struct str word = last_word(s); s.len; word = last_word(s)) {
        if (!str_has_digit(word) && !language_is_stop(language, utf8_fold(arena, word)))
            break;
        s = str_trim(str_sub(s, 0, s.len - word.len));
    }
    return s.len > cut.len / 3 ? s : cut;
}

struct str text_phrase(struct arena *arena, struct str text, size_t n)
{
    struct sentences sentences = { 0 };

    text = str_trim(text);
    sentences_of(arena, text, &sentences);
    if (sentences.n > 1)
        text = str_sub(text, sentences.items[0].start, sentences.items[0].end);
    text = without_end(text, stops);
    if (n < 2 || utf8_count(text) <= n)
        return text;
    struct str cut = utf8_cut(text, n - 2), clause = last_clause(cut);
    if (clause.len)
        return str_format(arena, "%.*s…", STR_ARG(clause));
    size_t end = cut.len;
    while (end > 0 && text.data[end] != ' ')
        end--;
    if (end <= cut.len / 3) /* one word, or a script without blanks */
        return utf8_cut_words(arena, text, n);
    struct str words = without_waiting_words(arena, str_trim(str_sub(text, 0, end)));
    return str_format(arena, "%.*s…%s", STR_ARG(words), quotes_in(words) % 2 ? "\"" : "");
}

/* --- a text that was cut off --- */

/* Quotation marks, brackets and emphasis that may stand behind the stop of a sentence. */
static const char *const closings[] = { " ", "\"", "'", "”", "’", "»", "」", ")", "）", "*", "_", NULL };

/* Without "[3]" and "[2, 4]" at its end. */
static struct str without_markers(struct str s)
{
    for (;;) {
        s = without_end(s, closings);
        size_t start = s.len;
        if (!str_ends(s, "]"))
            return s;
        while (start > 0 && s.data[start - 1] != '[')
            start--;
        if (start == 0)
            return s;
        s.len = start - 1;
    }
}

/* "3." may be the beginning of "3.5", "Dr." of a name. Behind a marker without a stop the sentence may go on, except `loose`: in
 * a list whose items end so. */
static bool has_end(struct str sentence, bool loose)
{
    struct str s = without_markers(sentence);

    if (!ends_with_any(s, stops))
        return loose && s.len < without_end(sentence, closings).len;
    if (!str_ends(s, ".") || s.len < sentence.len)
        return true;
    struct str before = str_sub(s, 0, s.len - 1), word = last_word(before);
    return word.len && !isdigit((unsigned char) word.data[word.len - 1]) &&
           !abbreviation_here(word, last_word(str_trim(str_sub(before, 0, before.len - word.len))), str("The"), false);
}

/* The sign of a list item and the blanks around it. */
static size_t item_sign(struct str line)
{
    size_t at = 0, digits;

    while (at < line.len && strchr(" \t>", line.data[at]))
        at++;
    for (digits = at; digits < line.len && isdigit((unsigned char) line.data[digits]);)
        digits++;
    if (digits > at && digits < line.len && strchr(".)", line.data[digits]))
        return digits + 1;
    return at < line.len && strchr("-*+", line.data[at]) && (at + 1 == line.len || line.data[at + 1] == ' ') ? at + 1
                                                                                                             : at;
}

static size_t cells(struct str row)
{
    size_t n = 0;

    for (size_t i = 0; i < row.len; i++)
        n += row.data[i] == '|' && (i == 0 || row.data[i - 1] != '\\');
    return n;
}

static bool is_row(struct str line) { return str_starts(str_trim(line), "|"); }

/* The last line; *ret_before ends in front of it. */
static struct str last_line(struct str text, struct str *ret_before)
{
    size_t start = text.len;

    while (start > 0 && text.data[start - 1] != '\n')
        start--;
    *ret_before = str_sub(text, 0, start);
    return str_sub(text, start, text.len);
}

/* A line of prose that another may go on with. */
static bool is_prose(struct str line)
{
    return !str_empty(str_trim(line)) && !line_heading_level(line) && !line_is_fence(line) && !is_row(line);
}

static bool is_item(struct str line)
{
    size_t sign = item_sign(line);

    return sign > 0 && !strchr(" \t>", line.data[sign - 1]);
}

/* The paragraph or list item that the text ends in, with all its lines; of what is no prose the last line. */
static struct str last_block(struct str text, struct str *ret_before)
{
    struct str line = last_line(text, ret_before), above;

    while (is_prose(line) && !is_item(line) && ret_before->len) {
        struct str higher;

        above = last_line(str_sub(*ret_before, 0, ret_before->len - 1), &higher);
        if (!is_prose(above))
            break;
        line = above;
        *ret_before = higher;
    }
    return str_sub(text, ret_before->len, text.len);
}

static size_t end_of_sentences(struct arena *arena, struct str block, bool loose)
{
    size_t sign = item_sign(block);
    struct str words = str_sub(block, sign, block.len);
    struct sentences sentences = { 0 };

    sentences_of(arena, words, &sentences);
    for (size_t i = sentences.n; i > 0; i--)
        if (has_end(str_sub(words, sentences.items[i - 1].start, sentences.items[i - 1].end), loose))
            return sign + sentences.items[i - 1].end;
    return 0;
}

/* How much of the last block has ended. A row is whole when it has the cells of the row above. */
static size_t end_of_block(struct arena *arena, struct str block, struct str before)
{
    struct str row = str_trim(block), rest, above = last_line(str_trim(before), &rest);

    if (line_heading_level(block))
        return 0;
    if (!is_row(block))
        return end_of_sentences(arena, block, is_item(block) && is_item(above) && str_ends(str_trim(above), "]"));
    return str_ends(row, "|") && is_row(above) && cells(row) == cells(str_trim(above)) ? block.len : 0;
}

/* The line that opens the code block which the text ends in; empty: it ends in none. */
static struct str open_fence(struct str text)
{
    struct str line, fence = str("");

    while (str_next_line(&text, &line))
        if (line_is_fence(line))
            fence = fence.len ? str("") : str_trim(line);
    return fence;
}

/* A heading, the head of a table, a lead ("The reasons are:"): it waits for what was cut off. */
static bool waits(struct str line, struct str before)
{
    struct str rest, above = last_line(str_trim(before), &rest);

    return line_heading_level(line) || line_is_table_rule(line) || (is_row(line) && !is_row(above)) ||
           (str_ends(str_trim(line), ":") && !str_contains(line, ". "));
}

static struct str without_waiting_lines(struct str text)
{
    struct str before;

    for (text = str_trim(text); text.len; text = str_trim(before))
        if (!waits(last_line(text, &before), before))
            break;
    return text;
}

/* The block without its last line, closed; nothing of one that has no line. */
static struct str code_closed(struct arena *arena, struct str text, struct str fence, bool whole)
{
    struct str before, rest;
    size_t signs = 0;

    last_line(text, &before);
    text = str_trim(whole ? text : before);
    if (open_fence(text).len == 0) /* the line that opens it was the last */
        return without_waiting_lines(text);
    if (str_eq(str_trim(last_line(text, &rest)), fence))
        return without_waiting_lines(rest);
    while (signs < fence.len && fence.data[signs] == fence.data[0])
        signs++;
    return str_format(arena, "%.*s\n%.*s", STR_ARG(text), STR_ARG(str_sub(fence, 0, signs)));
}

struct str text_finished(struct arena *arena, struct str text)
{
    bool whole = str_ends(text, "\n");
    struct str trimmed = str_trim(text), fence = open_fence(trimmed), before;

    if (fence.len)
        return code_closed(arena, trimmed, fence, whole);
    struct str block = last_block(trimmed, &before);
    if (!whole && !line_is_fence(block))
        trimmed.len = before.len + end_of_block(arena, block, before);
    return without_waiting_lines(trimmed);
}
