/* Text is cut into paragraphs at blank lines, paragraphs into blocks at lines
 * that begin a list item, heading or table row, blocks into sentences at
 * stops. Each step only looks a bounded way around the place it decides. */
#include "text/sentence.h"

#include <utf8proc.h>

#include "text/abbreviation.h"
#include "text/utf8.h"

enum {
    TOKEN_MAX = 24,
    MARKER_MAX = 40,
    OPENERS_MAX = 8,
    SHORT_LINE = 60,
    SHORT_PART = 3,
    PARTED_MAX = 60,
    QUOTED_MAX = 200
};

struct splitter {
    struct arena *arena;
    struct str text;
    struct sentences *out;
};

static int32_t code_at(struct str s, size_t at) { return at < s.len ? utf8_next(s, &at) : -1; }

static size_t after(struct str s, size_t at)
{
    utf8_next(s, &at);
    return at;
}

static bool is_space_at(struct str s, size_t at) { return at < s.len && utf8_is_space(code_at(s, at)); }

static size_t skip_space(struct str s, size_t at, size_t end)
{
    while (at < end && is_space_at(s, at))
        at = after(s, at);
    return at;
}

static bool is_lower(int32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 0x80 && utf8proc_category(c) == UTF8PROC_CATEGORY_LL);
}

enum stop { STOP_NONE, STOP_DOT, STOP_ELLIPSIS, STOP_STRONG, STOP_WIDE };

/* Wide stops end a sentence without a blank behind them. */
static enum stop stop_of(int32_t c)
{
    switch (c) {
    case '.': return STOP_DOT;
    case 0x2026: return STOP_ELLIPSIS;
    case '!':
    case '?':
    case 0x203c:
    case 0x203d:
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x37e: return STOP_STRONG;
    case 0x3002:
    case 0xff01:
    case 0xff1f:
    case 0xff0e:
    case 0xff61: /* CJK */
    case 0x61f:
    case 0x6d4: /* Arabic, Urdu */
    case 0x964:
    case 0x965: /* danda */
    case 0x589:
    case 0x1362:
    case 0x17d4:
    case 0x104b:
    case 0xf0d: /* Armenian, Ethiopic, Khmer, Burmese, Tibetan */ return STOP_WIDE;
    default: return STOP_NONE;
    }
}

static bool is_closer(int32_t c)
{
    switch (c) {
    case '"':
    case '\'':
    case ')':
    case ']':
    case '}':
    case '*':
    case '_':
    case '`':
    case 0x201d:
    case 0x2019:
    case 0xbb:
    case 0x203a:
    case 0x300d:
    case 0x300f:
    case 0xff09:
    case 0x3011:
    case 0x300b:
    case 0x3009:
    case 0xff3d: return true;
    default: return false;
    }
}

static bool is_superscript(int32_t c) { return c == 0xb9 || c == 0xb2 || c == 0xb3 || (c >= 0x2070 && c <= 0x2079); }

/* Behind a citation at `at` ([1], [2, 3-5], [^4], [S7], [a], [citation needed],
 * 【4†source】, a raised number), or `at` itself. */
static size_t after_marker(struct str s, size_t at, size_t end)
{
    int32_t c = at < end ? code_at(s, at) : -1;

    if (is_superscript(c))
        return after(s, at);
    bool wide = c == 0x3010;
    if (c != '[' && !wide)
        return at;
    size_t from = after(s, at), digits = 0, letters = 0;
    for (size_t i = from; i < end && i - from < MARKER_MAX; i = after(s, i)) {
        c = code_at(s, i);
        if (c == (wide ? 0x3011 : ']')) {
            bool cited = wide ? digits > 0
                              : (digits > 0 && letters <= 2) || (letters == 1 && i - from == 1) ||
                                    str_is(str_sub(s, from, i), "citation needed");
            bool link = i + 1 < end && s.data[i + 1] == '(' && !wide;

            return cited && !link ? after(s, i) : at;
        }
        digits += c >= '0' && c <= '9';
        letters += utf8_is_word(c) && !(c >= '0' && c <= '9');
        if (c == '\n' || c == '[')
            return at;
    }
    return at;
}

/* Citations with a blank before them, as in "It grew. [1] [2] Then". */
static size_t after_spaced_markers(struct str s, size_t at, size_t end)
{
    for (;;) {
        size_t from = at, next;

        while (from < end && s.data[from] == ' ')
            from++;
        next = after_marker(s, from, end);
        if (from == at || next == from || is_superscript(code_at(s, from)) ||
            (next < end && !is_space_at(s, next) && s.data[next] != '['))
            return at;
        while ((from = after_marker(s, next, end)) > next)
            next = from;
        at = next;
    }
}

/* The word that ends at `end`, not past `start`; empty if it is longer than any
 * abbreviation. */
static struct str token_before(struct str s, size_t start, size_t end)
{
    size_t at = end;

    while (at > start && end - at <= TOKEN_MAX) {
        size_t back = at - 1;

        while (back > start && ((unsigned char) s.data[back] & 0xc0) == 0x80)
            back--;
        int32_t c = code_at(s, back);
        if (!(utf8_is_word(c) || c == '.' || c == '\''))
            break;
        at = back;
    }
    return end - at > TOKEN_MAX ? str_n("", 0) : str_sub(s, at, end);
}

static struct str token_after(struct str s, size_t at, size_t end)
{
    size_t from = at;

    while (at < end && at - from < TOKEN_MAX && (utf8_is_word(code_at(s, at)) || s.data[at] == '\''))
        at = after(s, at);
    return str_sub(s, from, at);
}

/* Opening quotes and brackets stand before the word that counts. */
static size_t skip_openers(struct str s, size_t at, size_t end)
{
    for (int n = 0; at < end && n < OPENERS_MAX; at = after(s, at), n++) {
        int32_t c = code_at(s, at);

        if (c != '"' && c != '\'' && c != '(' && c != '[' && c != '*' && c != '_' && c != 0x201c && c != 0x2018 &&
            c != 0xab && c != 0xbf && c != 0xa1 && c != 0x201e)
            break;
    }
    return at;
}

/* mRNA, iPhone, p53: names that keep their small letter where a sentence begins. */
static bool is_mixed(struct str word)
{
    for (size_t i = 1; i < word.len; i++)
        if ((word.data[i] >= 'A' && word.data[i] <= 'Z') || (word.data[i] >= '0' && word.data[i] <= '9'))
            return true;
    return false;
}

/* "gpt-5.2", "openai/gpt-5.2", "perplexity/sonar": a name in parts, which has no capital where a sentence begins: one with a digit
 * behind a hyphen, or two words with a slash. "and/or" and the like are short and join words of a sentence that goes on. */
static bool is_parted_name(struct str s, size_t at, size_t end)
{
    size_t start = at, slash = 0, hyphen = 0;
    bool digit = false;

    for (; at < end && at - start < PARTED_MAX && (utf8_is_word(code_at(s, at)) || strchr("-./", s.data[at]));
         at = after(s, at)) {
        slash = s.data[at] == '/' && !slash ? at : slash;
        hyphen = s.data[at] == '-' && !hyphen ? at : hyphen;
        digit = digit || (hyphen && s.data[at] >= '0' && s.data[at] <= '9');
    }
    return digit || (slash > start + SHORT_PART && at > slash + 1 + SHORT_PART);
}

/* Where a stop stands and what belongs to it. */
struct place {
    size_t sentence;      /* the sentence's first byte */
    size_t first, behind; /* the stop itself, and behind a run of them */
    size_t next;          /* behind closing quotes, brackets and citations */
    size_t end;           /* of the block */
    enum stop stop;
    bool marked; /* citations follow */
    bool closed; /* quotes or brackets follow */
};

static bool dot_is_short(struct str s, const struct place *p, size_t word)
{
    struct str token = token_before(s, p->sentence, p->first), before = str_n("", 0);
    size_t start = p->first - token.len;

    if (start > p->sentence) {
        size_t back = start;

        while (back > p->sentence && s.data[back - 1] == ' ')
            back--;
        if (back < start)
            before = token_before(s, p->sentence, back);
    }
    /* "(J. Smith)" and "[Fig. 3]": a closed bracket ends the shortened word. */
    if (p->closed && !str_is(token, "al"))
        return false;
    /* "mg/d." and "TGF-β." end with a letter that is no initial; "J.-P." does not. */
    if (start > p->sentence + 1 && memchr("/-=?&#@:+", s.data[start - 1], 9) && s.data[start - 2] != '.')
        return false;
    struct str next = token_after(s, skip_openers(s, word, p->end), p->end);
    size_t opened = skip_openers(s, p->sentence, p->first);
    if (str_is(token, "al") && s.data[word] == '(')
        return true;
    return abbreviation_here(token, before, next, start == p->sentence || start == opened);
}

static bool is_wide_digit(int32_t c) { return (c >= '0' && c <= '9') || (c >= 0xff10 && c <= 0xff19); }

static bool digit_before(struct str s, size_t at)
{
    size_t from = at >= 3 && (unsigned char) s.data[at - 1] >= 0x80 ? at - 3 : at - 1;

    return is_wide_digit(code_at(s, from));
}

/* A wide stop goes on in a number, and behind a quotation with the verb of
 * saying, or a comma. */
static bool wide_goes_on(struct str s, const struct place *p)
{
    int32_t c = p->next < p->end ? code_at(s, p->next) : -1;

    if (stop_of(c) != STOP_NONE || (is_wide_digit(c) && p->first > p->sentence && digit_before(s, p->first)))
        return true;
    return p->closed && (c == 0x3068 || c == 0x3001 || c == 0xff0c || c == 0x306e || c == 0x7684);
}

/* Where the quotation that is open at `at` was opened; `at`: none is. */
static size_t quotation_before(struct str s, size_t start, size_t at)
{
    size_t open = at, i = at - start > QUOTED_MAX ? at - QUOTED_MAX : start;

    while (i < at && ((unsigned char) s.data[i] & 0xc0) == 0x80)
        i++;
    for (; i < at; i = after(s, i)) {
        int32_t c = code_at(s, i);

        if (c == '"' || (c == 0x201c && code_at(s, open) == 0x201e)) /* which closes what „ opened */
            open = open == at ? i : at;
        else if (c == 0x201c || c == 0x201e || c == 0xab)
            open = i;
        else if (c == 0x201d || c == 0xbb)
            open = at;
    }
    return open;
}

/* A stop inside a quotation with which the sentence did not begin and behind which it goes on: in "Does it work? A study", 13 percent … */
static bool is_within_title(struct str s, const struct place *p)
{
    size_t open = quotation_before(s, p->sentence, p->first);
    size_t most = p->end - p->next < QUOTED_MAX ? p->end : p->next + QUOTED_MAX;

    if (open == p->first || open <= skip_openers(s, p->sentence, p->first))
        return false;
    for (size_t i = p->next; i < most; i = after(s, i)) {
        int32_t c = code_at(s, i);
        bool closes = c == '"' || c == 0x201d || c == 0xbb || c == 0x201c;

        if (c == '\n' || c == 0x201e || c == 0xab || (c == 0x201c && code_at(s, open) != 0x201e))
            return false;
        if (!closes)
            continue;
        i = after(s, i);
        return i + 1 < p->end && (s.data[i] == ',' || (s.data[i] == ' ' && is_lower(code_at(s, i + 1))));
    }
    return false;
}

/* "about 32 km [8]. oldspoke has": a citation right before the stop is no shortened word, and whatever follows begins a sentence. */
static bool is_cited(struct str s, const struct place *p)
{
    size_t open = p->first;

    if (p->stop != STOP_DOT || open == p->sentence || s.data[open - 1] != ']')
        return false;
    while (open > p->sentence && p->first - open <= MARKER_MAX && s.data[open] != '[')
        open--;
    return open > p->sentence && after_marker(s, open, p->end) == p->first;
}

static bool ends_here(struct str s, const struct place *p)
{
    if (p->next >= p->end)
        return true;
    int32_t c = code_at(s, p->next);
    if (p->stop == STOP_WIDE)
        return !wide_goes_on(s, p);
    if (!utf8_is_space(c)) {
        bool word = utf8_is_upper(c) || utf8_is_cjk(c);

        return word && (p->marked || (p->stop == STOP_STRONG && utf8_is_cjk(c)));
    }
    size_t word = skip_space(s, p->next, p->end);
    if (word >= p->end)
        return true;
    size_t letter = skip_openers(s, word, p->end);
    c = code_at(s, letter);
    bool named = is_mixed(token_after(s, letter, p->end)) || is_parted_name(s, letter, p->end);
    if ((is_lower(c) && !named && !is_cited(s, p)) || stop_of(c) == STOP_DOT)
        return false;
    /* (!) and [...] */
    if (p->first > p->sentence && memchr("([", s.data[p->first - 1], 2))
        return false;
    if (p->stop == STOP_STRONG)
        return !str_is(token_before(s, p->sentence, p->first), "Yahoo") && (p->closed || !is_within_title(s, p));
    if (p->stop == STOP_ELLIPSIS || p->marked)
        return true;
    return !dot_is_short(s, p, word);
}

/* Behind a closing quote that was set off by a blank: "in a bottle. " Then */
static size_t after_spaced_quote(struct str s, size_t at, size_t end)
{
    if (at + 1 >= end || s.data[at] != ' ' || (s.data[at + 1] != '"' && code_at(s, at + 1) != 0x201d))
        return at;
    size_t next = after(s, at + 1);
    return next >= end || is_space_at(s, next) ? next : at;
}

/* Takes in the whole run of stops at `at` and what clings to it. */
static struct place place_at(struct str s, size_t sentence, size_t at, size_t end)
{
    struct place p = { .sentence = sentence, .first = at, .end = end, .stop = stop_of(code_at(s, at)) };
    size_t dots = 0;

    for (enum stop stop; at < end && (stop = stop_of(code_at(s, at))) != STOP_NONE; at = after(s, at)) {
        dots += stop == STOP_DOT;
        if (stop > p.stop)
            p.stop = stop;
    }
    if (p.stop == STOP_DOT && dots > 1)
        p.stop = STOP_ELLIPSIS;
    p.behind = at;
    for (size_t next;;) {
        next = after_marker(s, at, end);
        p.marked = p.marked || next > at;
        if (next == at && at < end && is_closer(code_at(s, at))) {
            next = after(s, at);
            p.closed = true;
        }
        if (next == at)
            break;
        at = next;
    }
    at = after_spaced_quote(s, at, end);
    p.next = after_spaced_markers(s, at, end);
    p.marked = p.marked || p.next > at;
    return p;
}

static void add(struct splitter *sp, size_t start, size_t end)
{
    struct sentences *out = sp->out;

    out->items = arena_grow(sp->arena, out->items, &out->capacity, out->n + 1, sizeof *out->items);
    out->items[out->n++] = (struct span){ start, end };
}

static void split_block(struct splitter *sp, size_t start, size_t end)
{
    struct str s = sp->text;
    size_t at = skip_space(s, start, end), sentence = at, last = at;

    while (at < end) {
        int32_t c = code_at(s, at);

        if (stop_of(c) == STOP_NONE) {
            at = after(s, at);
            if (!utf8_is_space(c))
                last = at;
            continue;
        }
        struct place p = place_at(s, sentence, at, end);
        if (!ends_here(s, &p)) {
            at = last = p.behind;
            continue;
        }
        add(sp, sentence, p.next);
        at = sentence = last = skip_space(s, p.next, end);
    }
    if (last > sentence)
        add(sp, sentence, last);
}

/* A line of a paragraph without its break and outer blanks. */
static size_t line_end(struct str s, size_t at, size_t end)
{
    while (at < end && s.data[at] != '\n' && s.data[at] != '\r' && s.data[at] != '\f')
        at++;
    return at;
}

static size_t next_line(struct str s, size_t at, size_t end)
{
    at = line_end(s, at, end);
    bool both = at + 1 < end && s.data[at] == '\r' && s.data[at + 1] == '\n';

    return at + 1 + both;
}

static struct str line_at(struct str s, size_t at, size_t end)
{
    return str_trim(str_sub(s, at, line_end(s, at, end)));
}

static bool is_rule(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!memchr("-=*_~` ", line.data[i], 7))
            return false;
    return line.len >= 3;
}

/* "- ", "* ", "• ", "3. ", "(b) ", "[12] ", "# ", "> ", "| ", "```": a line of its own. */
static bool begins_item(struct str line)
{
    size_t n = 0;

    if (line.len == 0)
        return false;
    if (strchr("#>|", line.data[0]) || is_rule(line) || str_starts(line, "```"))
        return true;
    if (str_starts(line, "•") || str_starts(line, "‣") || str_starts(line, "◦") || str_starts(line, "▪") ||
        str_starts(line, "●"))
        return true;
    if (memchr("-*+", line.data[0], 3))
        return line.len > 1 && line.data[1] == ' ';
    bool bracket = line.data[0] == '(' || line.data[0] == '[';
    n = bracket;
    while (n < line.len && n < 4u + bracket && line.data[n] >= '0' && line.data[n] <= '9')
        n++;
    if (n == bracket && n < line.len && line.data[n] >= 'a' && line.data[n] <= 'z')
        n++;
    if (n == bracket || n + 1 >= line.len || line.data[n + 1] != ' ')
        return false;
    bool letter = line.data[n - 1] >= 'a';
    return bracket ? line.data[n] == (line.data[0] == '(' ? ')' : ']')
                   : line.data[n] == ')' || (line.data[n] == '.' && !letter);
}

/* Ends with a stop, or with what asks for more: a comma, a hyphen, a colon. */
static bool is_open_ended(struct str line)
{
    return line.len == 0 || memchr(",;-(", line.data[line.len - 1], 4) || str_ends(line, "–") || str_ends(line, "—");
}

static bool begins_anew(struct str line)
{
    size_t at = skip_openers(line, 0, line.len);
    int32_t c = at < line.len ? code_at(line, at) : -1;

    return c >= 0 && !is_lower(c);
}

/* What the lines of a paragraph have in common. */
struct shape {
    size_t lines, longest, anew;
};

static struct shape shape_of(struct str s, size_t start, size_t end)
{
    struct shape shape = { 0 };

    for (size_t at = start; at < end; at = next_line(s, at, end)) {
        struct str line = line_at(s, at, end);

        if (line.len == 0)
            continue;
        size_t n = utf8_count(line);
        shape.lines++;
        shape.anew += begins_anew(line);
        if (n > shape.longest)
            shape.longest = n;
    }
    return shape;
}

/* Does the line break between two lines of one paragraph end a block? A line
 * much shorter than its neighbours was not broken for width: it is a heading.
 * Short lines that all begin anew are a list without bullets. */
static bool breaks_between(struct str line, struct str next, const struct shape *shape)
{
    if (begins_item(next) || is_rule(line) || (line.len && strchr("#|", line.data[0])))
        return true;
    if (!begins_anew(next) || is_open_ended(line))
        return false;
    if (shape->lines >= 3 && shape->anew == shape->lines && shape->longest < SHORT_LINE)
        return true;
    size_t n = utf8_count(line);
    return n < SHORT_LINE && n * 10 < shape->longest * 6;
}

static void split_paragraph(struct splitter *sp, size_t start, size_t end)
{
    struct str s = sp->text;
    struct shape shape = shape_of(s, start, end);
    size_t block = start;

    for (size_t at = start; at < end;) {
        size_t next = next_line(s, at, end);

        if (next < end && breaks_between(line_at(s, at, end), line_at(s, next, end), &shape)) {
            split_block(sp, block, next);
            block = next;
        }
        at = next;
    }
    split_block(sp, block, end);
}

void sentences_of(struct arena *arena, struct str text, struct sentences *ret)
{
    struct splitter sp = { arena, text, ret };
    size_t start = 0;

    *ret = (struct sentences){ 0 };
    for (size_t at = 0; at < text.len;) {
        size_t end = line_end(text, at, text.len);
        bool blank = skip_space(text, at, end) >= end;
        if (blank || (end < text.len && text.data[end] == '\f')) {
            split_paragraph(&sp, start, end);
            start = end;
        }
        at = next_line(text, at, text.len);
    }
    split_paragraph(&sp, start, text.len);
}
