/* Markers: [n] and the forms models write instead of it, brought to [n] where
 * a source has the number and taken out where none has. One pass over the
 * text by lines; code is left as it is, because a[1] is no citation there. */
#include "evidence/markers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"

enum { RANGE_MAX = 20, PASSES_MAX = 8 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t skip_spaces(struct str s, size_t at)
{
    while (at < s.len && s.data[at] == ' ')
        at++;
    return at;
}

static bool read_number(struct str s, size_t *at, int64_t *ret)
{
    size_t start = *at;
    int64_t n = 0;

    while (*at < s.len && is_digit(s.data[*at]) && *at - start < 9)
        n = n * 10 + (s.data[(*at)++] - '0');
    *ret = n;
    if (*at - start == 3 && s.data[start] == '0') /* the end of "1,000" */
        return false;
    return *at > start && (*at >= s.len || !is_digit(s.data[*at]));
}

/* "-", an en dash or an em dash between two numbers. */
static size_t dash_length(struct str s, size_t at)
{
    struct str rest = str_sub(s, at, s.len);

    return str_starts(rest, "-") ? 1 : str_starts(rest, "\u2013") || str_starts(rest, "\u2014") ? 3 : 0;
}

/* "source", "passages", "cite:" … at `at`, also behind "see": behind it; `at` itself where there is none. */
static size_t skip_word(struct str inside, size_t at)
{
    static const char *const before[] = { "see also ", "see ", "cf. ", "from ", NULL };
    static const char *const words[] = { "sources",    "source",    "passages", "passage", "citations", "citation",
                                         "references", "reference", "refs",     "ref",     "cite",      NULL };
    size_t from = at;

    for (size_t i = 0; before[i] && from == at; i++)
        if (str_starts_nocase(str_sub(inside, at, inside.len), before[i]))
            from = skip_spaces(inside, at + strlen(before[i]));
    for (size_t w = 0; words[w]; w++) {
        if (!str_starts_nocase(str_sub(inside, from, inside.len), words[w]))
            continue;
        size_t end = skip_spaces(inside, from + strlen(words[w]));
        return end < inside.len && inside.data[end] == ':' ? skip_spaces(inside, end + 1) : end;
    }
    return at;
}

/* Behind what stands between two numbers: ",", ";", "and", ", and", "&"; `at` itself where nothing does. */
static size_t skip_separator(struct str inside, size_t at)
{
    if (at < inside.len && strchr(",;&", inside.data[at]))
        at = skip_spaces(inside, at + 1);
    return str_starts_nocase(str_sub(inside, at, inside.len), "and ") ? skip_spaces(inside, at + 4) : at;
}

/* Behind ", p. 4", ", pp. 10-12": where in the source it stands; `at` itself where nothing says so. */
static size_t skip_page(struct str inside, size_t at)
{
    static const char *const words[] = { ", pages ", ", page ", ", pp.", ", p.", NULL };

    for (size_t w = 0; words[w]; w++) {
        if (!str_starts_nocase(str_sub(inside, at, inside.len), words[w]))
            continue;
        int64_t page;
        size_t end = skip_spaces(inside, at + strlen(words[w])), dash;

        if (!read_number(inside, &end, &page))
            return at;
        dash = dash_length(inside, end);
        end += dash;
        if (dash && !read_number(inside, &end, &page))
            return at;
        return skip_spaces(inside, end);
    }
    return at;
}

/* The inside of a marker: "3", "^3^", "Source 3", "cite: 1, 2", "1-3", "Sources 1; 4", "1 and 2", "3, p. 7". */
static bool read_group(struct str inside, struct marker *ret)
{
    size_t at = skip_spaces(inside, 0);

    ret->n = 0;
    if (at < inside.len && inside.data[at] == '^')
        at++;
    at = skip_word(inside, at);
    for (;;) {
        int64_t first, last;
        size_t dash, next;

        at = skip_spaces(inside, at);
        if (!read_number(inside, &at, &first))
            return false;
        last = first;
        at = skip_spaces(inside, at);
        dash = dash_length(inside, at);
        if (dash) {
            at = skip_spaces(inside, at + dash);
            if (!read_number(inside, &at, &last) || last < first || last - first >= RANGE_MAX)
                return false;
            at = skip_spaces(inside, at);
        }
        for (int64_t n = first; n <= last && ret->n < MARKER_MAX; n++)
            ret->items[ret->n++] = n;
        if (at < inside.len && inside.data[at] == '^')
            at = skip_spaces(inside, at + 1);
        at = skip_page(inside, at);
        if (at == inside.len)
            return true;
        next = skip_separator(inside, at);
        if (next == at)
            return false;
        at = next;
        if (at < inside.len && inside.data[at] == '^')
            at++;
    }
}

/* "(source 1)", "(passages 2, 4)": in round brackets only with the word, since "(1)" may be anything. */
static bool read_round(struct str s, size_t at, struct marker *ret)
{
    struct str rest = str_sub(s, at, at + 120 < s.len ? at + 120 : s.len);
    ptrdiff_t close = str_find_char(rest, ')', 1);

    if (close < 0)
        return false;
    struct str inside = str_sub(rest, 1, (size_t) close);
    size_t start = skip_spaces(inside, 0);
    if (skip_word(inside, start) == start || !read_group(inside, ret))
        return false;
    ret->end = at + (size_t) close + 1;
    return true;
}

/* Behind the "(address)" that follows a marker, if one does: an address written by a model is not worth more than the source it names. */
static size_t behind_address(struct str s, size_t at)
{
    enum { ADDRESS_MAX = 4096 };
    struct str rest = str_sub(s, at, s.len - at < ADDRESS_MAX ? s.len : at + ADDRESS_MAX);
    ptrdiff_t first = str_starts(rest, "(") ? str_find_char(rest, ')', 0) : -1;
    size_t depth = 0;

    for (size_t i = 0; first >= 0 && i < rest.len; i++) { /* "…/wiki/Go_(game)" has its own */
        depth += rest.data[i] == '(';
        if (rest.data[i] == ')' && --depth == 0)
            return at + i + 1;
    }
    return first >= 0 ? at + (size_t) first + 1 : at;
}

/* A marker in square brackets: its numbers and where it ends. */
static bool read_square(struct str s, size_t at, struct marker *ret)
{
    if (s.data[at] != '[' && s.data[at] != '\\' && s.data[at] != "\u3010"[0])
        return false;
    struct str rest = str_sub(s, at, s.len);
    bool wide = str_starts(rest, "\u3010"), escaped = str_starts(rest, "\\[");
    size_t open = wide ? 3 : escaped ? 2 : 1;
    ptrdiff_t close;

    if (!wide && !escaped && !str_starts(rest, "["))
        return false;
    rest = str_sub(rest, 0, 120);
    close = wide ? str_find(rest, str("\u3011"), open) : str_find_char(rest, ']', open);
    if (close < 0)
        return false;
    struct str inside = str_sub(rest, open, (size_t) close);
    if (str_ends(inside, "\\"))
        inside.len--;
    ptrdiff_t dagger = str_find(inside, str("\u2020"), 0); /* "10\u2020L1-L2": lines of it */
    if (dagger >= 0 && str_find_char(inside, '[', 0) >= 0) /* what ends there began behind it */
        return false;
    if (dagger >= 0)
        inside = str_sub(inside, 0, (size_t) dagger);
    if (!read_group(inside, ret))
        return false;
    ret->end = at + (size_t) close + (wide ? 3 : 1);
    if (!wide)
        ret->end = behind_address(s, ret->end);
    return true;
}

bool marker_read(struct str s, size_t at, struct marker *ret)
{
    if (s.data[at] == '(')
        return read_round(s, at, ret);
    if (!str_starts(str_sub(s, at, at + 2 < s.len ? at + 2 : s.len), "[["))
        return read_square(s, at, ret);
    if (!read_square(s, at + 1, ret) || ret->end >= s.len || s.data[ret->end] != ']')
        return false; /* "[[3]]" and "[[3]](address)" alone */
    ret->end = behind_address(s, ret->end + 1);
    return true;
}

struct pass {
    marker_map *map;
    void *context;
    struct buf *out;
    size_t removed;
    char fence; /* '`' or '~' inside a fenced block, else 0 */
    bool last;  /* brackets that are no marker go */
};

/* Does the text before end with this marker already ("[3][3]")? */
static bool just_written(const struct buf *out, int64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "[%lld]", (long long) number);
    return str_ends(buf_str(out), text);
}

/* "costs[3]" -> "costs [3]"; scripts without blanks stay as they are. */
static void set_off(struct buf *out)
{
    char last = out->len ? out->data[out->len - 1] : ' ';

    if ((unsigned char) last < 0x80 && (isalnum((unsigned char) last) || strchr(")%\"", last)))
        buf_add_char(out, ' ');
}

/* Writes what is left of a group; true if anything is. */
static bool write_group(struct pass *p, const struct marker *group)
{
    bool any = false;

    for (size_t i = 0; i < group->n; i++) {
        int64_t number = p->map(p->context, group->items[i]);

        if (number && !just_written(p->out, number)) {
            set_off(p->out);
            buf_format(p->out, "[%lld]", (long long) number);
        } else if (!number && group->n == 1 && group->items[i] > 999) {
            buf_format(p->out, "%lld", (long long) group->items[i]); /* a year, not a marker */
            p->removed++;
        } else if (!number) {
            p->removed++;
            continue;
        }
        any = true;
    }
    return any;
}

/* A marker that went leaves no double space and no space before a full stop. */
static void close_gap(struct pass *p, struct str line, size_t next)
{
    bool before = next >= line.len || strchr(" .,;:!?)", line.data[next]);

    while (before && p->out->len > 0 && p->out->data[p->out->len - 1] == ' ')
        p->out->data[--p->out->len] = '\0';
}

size_t marker_code_end(struct str line, size_t at)
{
    size_t ticks = 0;

    while (at + ticks < line.len && line.data[at + ticks] == '`')
        ticks++;
    for (size_t i = at + ticks; i < line.len; i++) {
        size_t n = 0;

        while (i + n < line.len && line.data[i + n] == '`')
            n++;
        if (n == ticks)
            return i + n;
        i += n;
    }
    return at + ticks;
}

/* Begins neither a marker nor code, nor an escape. */
static bool is_plain(char c) { return (unsigned char) c < 0x80 && c != '[' && c != '(' && c != '`' && c != '\\'; }

static void write_line(struct pass *p, struct str line)
{
    size_t at = 0;

    while (at < line.len) {
        struct marker group;

        if (line.data[at] == '`' && !p->last) {
            size_t end = marker_code_end(line, at);

            buf_add(p->out, line.data + at, end - at);
            at = end;
        } else if (marker_read(line, at, &group)) {
            if (!write_group(p, &group))
                close_gap(p, line, group.end);
            at = group.end;
        } else if (is_plain(line.data[at])) {
            size_t end = at + 1;

            while (end < line.len && is_plain(line.data[end]))
                end++;
            buf_add(p->out, line.data + at, end - at);
            at = end;
        } else {
            size_t n = line.data[at] == '\\' && at + 1 < line.len ? 2 : 1;

            bool wide = str_starts(str_sub(line, at, line.len), "\u3010");

            if (!p->last)
                buf_add(p->out, line.data + at, n);
            else if (wide)
                n = 3;
            else if (line.data[at + n - 1] != '[')
                buf_add(p->out, line.data + at, n);
            at += n;
        }
    }
}

static struct str heading_text(struct str line)
{
    size_t level = 0;

    while (level < line.len && line.data[level] == '#')
        level++;
    if (level == 0 || level > 6 || level >= line.len || line.data[level] != ' ')
        return str_n(NULL, 0);
    struct str text = str_trim(str_sub(line, level, line.len));
    while (text.len && strchr("#: *_", text.data[text.len - 1]))
        text.len--;
    while (text.len && strchr("*_ 0123456789.", text.data[0])) {
        text.data++;
        text.len--;
    }
    return text;
}

/* A heading over a list of sources, or the same in bold on a line of its own. */
static bool heads_sources(struct str line)
{
    static const char *const names[] = { "sources",       "references",  "citations",       "bibliography",
                                         "works cited",   "source list", "list of sources", "sources used",
                                         "sources cited", NULL };
    struct str text = heading_text(line);

    if (!text.data && str_starts(line, "**")) {
        text = str_trim(line);
        while (text.len && strchr("*:", text.data[text.len - 1]))
            text.len--;
        text = str_sub(text, 2, text.len);
    }
    for (size_t i = 0; text.data && names[i]; i++)
        if (str_eq_nocase(text, str(names[i])))
            return true;
    return false;
}

/* "[3]: https://…": a definition that would turn our markers into its links. */
static bool defines_link(struct str line)
{
    struct str text = str_trim(line);
    ptrdiff_t close = str_find_char(text, ']', 0);

    return text.len && text.data[0] == '[' && close > 1 && (size_t) close + 1 < text.len &&
           text.data[close + 1] == ':' && (is_digit(text.data[1]) || text.data[1] == '^');
}

static bool toggles_fence(struct pass *p, struct str line)
{
    struct str text = str_trim(line);
    char c = str_starts(text, "```") ? '`' : str_starts(text, "~~~") ? '~' : 0;

    if (!c || (p->fence && p->fence != c))
        return false;
    p->fence = p->fence ? 0 : c;
    return true;
}

/* Without a line that was drawn behind the last paragraph: nothing stands below it. */
static struct str without_last_rule(struct str body)
{
    for (;;) {
        ptrdiff_t above = (ptrdiff_t) body.len;

        while (above > 0 && body.data[above - 1] != '\n')
            above--;
        struct str line = str_trim(str_sub(body, (size_t) above, body.len));
        bool rule = line.len >= 3 && strchr("-*_", line.data[0]);

        for (size_t i = 0; i < line.len && rule; i++)
            rule = line.data[i] == line.data[0];
        /* Directly below a line of text it makes a heading of it. */
        if (!rule || !str_ends(str_sub(body, 0, (size_t) above), "\n\n"))
            return body;
        body = str_trim(str_sub(body, 0, (size_t) above));
    }
}

/* The list of sources is written by code: one that a model wrote goes, from its
 * heading to the next heading or the end, and so does the line above it. */
static struct str without_list(struct arena *arena, struct str body)
{
    struct buf out;
    struct str rest = body, line;
    struct pass p = { 0 };
    bool inside = false;

    buf_init(&out, body.len + 2);
    while (str_next_line(&rest, &line)) {
        bool fence = toggles_fence(&p, line);

        if (!p.fence && !fence && heads_sources(line))
            inside = true;
        else if (inside && !p.fence && !fence && heading_text(line).data)
            inside = false;
        if (inside || (!p.fence && defines_link(line)))
            continue;
        buf_add_str(&out, line);
        buf_add_char(&out, '\n');
    }
    return without_last_rule(str_trim(buf_take(&out, arena)));
}

static struct str rewrite_once(struct arena *arena, struct str body, struct pass *p)
{
    struct buf out;
    struct str rest = body, line;

    /* "[1-20]" may become twenty markers; more than a tenfold growth is nonsense. */
    buf_init(&out, body.len * 10 + 1024);
    p->out = &out;
    p->fence = 0;
    while (str_next_line(&rest, &line)) {
        if (out.len)
            buf_add_char(&out, '\n');
        if (!p->last && (toggles_fence(p, line) || p->fence))
            buf_add_str(&out, line);
        else
            write_line(p, line);
    }
    return str_trim(buf_take(&out, arena));
}

/* Taking out the inner one of "[7[9]]" makes a new marker, so it is done until
 * nothing changes. Who nests deeper than that writes no citations: the last
 * pass leaves no bracket that is not a marker's, code included. */
struct str markers_rewrite(struct arena *arena, struct str body, marker_map *map, void *context, size_t *ret_removed)
{
    struct pass p = { .map = map, .context = context };
    struct str next;

    /* A line may end with any number of carriage returns: none is left to be found later. */
    body = without_list(arena, str_replace(arena, body, str("\r"), str("")));
    for (int pass = 0; pass <= PASSES_MAX; pass++) {
        p.last = pass == PASSES_MAX;
        next = without_list(arena, rewrite_once(arena, body, &p));
        if (str_eq(next, body))
            break;
        body = next;
    }
    *ret_removed = p.removed;
    return body;
}

struct str markers_rewrite_line(struct arena *arena, struct str line, marker_map *map, void *context)
{
    struct buf out;
    struct pass p = { .map = map, .context = context, .out = &out };

    buf_init(&out, line.len * 10 + 1024);
    write_line(&p, line);
    return buf_take(&out, arena);
}

int64_t marker_itself(void *context, int64_t number) { return (void) context, number; }
