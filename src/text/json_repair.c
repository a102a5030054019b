#include "text/json.h"
#include "text/repair.h"

#include <string.h>

#include "text/utf8.h"

enum { PEEL_MAX = 2 };

/* Commas, dots that stand for "and so on", and the blanks between them. */
static void skip_separators(struct repair *r)
{
    for (;;) {
        repair_skip_blanks(r);
        if (str_starts(str_sub(r->in, r->at, r->at + 3), "..."))
            r->at += 3;
        else if (str_starts(str_sub(r->in, r->at, r->at + 3), "\xe2\x80\xa6"))
            r->at += 3;
        else if (!repair_skip(r, ',') && !repair_skip(r, ';'))
            return;
    }
}

/* A backslash where a value begins: somebody escaped the whole text. */
static bool is_escaped(struct repair *r)
{
    if (repair_peek(r) != '\\' || r->peeled == PEEL_MAX)
        return false;
    r->escaped = true;
    return true;
}

static void key_and_value(struct repair *r)
{
    size_t start = r->out.len;

    if (repair_peek(r) == ':')
        buf_add_z(&r->out, "\"\"");
    else if (is_escaped(r))
        return;
    else if (!repair_string(r, PLACE_KEY) && !repair_word(r, PLACE_KEY)) {
        r->at++; /* nothing a key begins with */
        if (!r->out.over)
            r->out.len = start;
        return;
    }
    repair_skip_blanks(r);
    if (!repair_skip(r, ':') && repair_skip(r, '='))
        repair_skip(r, '>');
    buf_add_char(&r->out, ':');
    if (!repair_value(r, PLACE_MEMBER))
        buf_add_z(&r->out, "null");
}

/* A member; false when nothing was written. */
static bool member(struct repair *r)
{
    size_t before = r->out.len;

    key_and_value(r);
    return r->out.len != before;
}

static bool item(struct repair *r)
{
    if (repair_value(r, PLACE_ITEM))
        return true;
    r->at += !repair_stops(r); /* nothing a value begins with */
    return false;
}

/* Up to the closing mark, or to what cannot belong to the object or list. */
static void fill(struct repair *r, bool object)
{
    const char *ends = object ? "}{][" : "]}";
    bool first = true;

    buf_add_char(&r->out, object ? '{' : '[');
    for (;;) {
        skip_separators(r);
        int c = repair_peek(r);
        if (c < 0 || (c && strchr(ends, c)) || (c == ')' && r->calls) || repair_stops(r))
            break;
        size_t start = r->out.len;
        if (!first)
            buf_add_char(&r->out, ',');
        bool written = object ? member(r) : item(r);
        if (r->out.over)
            return;
        if (written)
            first = false;
        else
            r->out.len = start;
    }
    repair_skip(r, ends[0]);
    buf_add_char(&r->out, ends[0]);
}

static bool container(struct repair *r)
{
    int c = repair_peek(r);

    if ((c != '{' && c != '[') || !repair_enter(r))
        return false;
    r->at++;
    fill(r, c == '{');
    r->depth--;
    return true;
}

bool repair_value(struct repair *r, enum place place)
{
    repair_skip_blanks(r);
    r->bare = false;
    if (repair_peek(r) < 0 || is_escaped(r))
        return false;
    bool done = container(r) ||
                (!repair_stops(r) && (repair_string(r, place) || repair_number(r) || repair_word(r, place)));
    bool bare = r->bare && done;
    repair_skip_blanks(r);
    r->bare = bare;
    return done;
}

static bool fence_at(const struct repair *r, size_t at) { return str_starts(str_sub(r->in, at, at + 3), "```"); }

/* ```json, also inside a stray bracket. What stands behind the closing fence
 * is not read. */
static bool open_fence(struct repair *r)
{
    repair_skip_blanks(r);
    size_t at = r->at + (repair_peek(r) == '[' || repair_peek(r) == '{');
    if (!fence_at(r, at))
        return false;
    r->at = at + 3;
    while (repair_is_name(repair_peek(r)) || repair_peek(r) == '-')
        r->at++;
    ptrdiff_t close = str_find(r->in, str("\n```"), r->at);
    if (close >= 0)
        r->in.len = (size_t) close;
    repair_skip_blanks(r);
    return true;
}

static void close_fence(struct repair *r)
{
    if (fence_at(r, r->at)) {
        r->at += 3;
        repair_skip_blanks(r);
    }
}

static bool value_begins(const struct repair *r)
{
    size_t size;
    int c = repair_peek(r);

    return repair_is_name(c) || c >= 0x80 || (c > 0 && strchr("[{(-.+\\", c)) ||
           repair_quote(r, r->at, &size) != QUOTE_NONE;
}

static bool is_data(int c) { return c == '{' || c == '['; }

/* The last place where an object or a list may begin, or -1. */
static ptrdiff_t last_data(struct str s)
{
    for (size_t at = s.len; at > 0; at--)
        if (is_data(s.data[at - 1]))
            return (ptrdiff_t) at - 1;
    return -1;
}

/* "a": 1, "b": 2 without the braces. */
static void members_alone(struct repair *r, size_t start)
{
    r->at = start;
    r->out.len = 1;
    r->depth++;
    fill(r, true);
    r->depth--;
}

/* What may follow a value at the top: another one behind a comma or a line
 * break. Behind data a word is prose. */
static bool goes_on(struct repair *r, bool newline, bool data)
{
    close_fence(r);
    bool comma = repair_skip(r, ',');
    if (comma)
        repair_skip_blanks(r);
    return (comma || newline) && value_begins(r) && (comma || !data || is_data(repair_peek(r)));
}

/* One value, or several. `out` holds a "[" already; returns how many there are,
 * so that the caller knows whether it is needed. Words before data are prose
 * and are forgotten. */
static size_t values(struct repair *r)
{
    ptrdiff_t last = last_data(r->in);
    bool prose = true, data = false, more = true;
    size_t n = 0;

    open_fence(r);
    while (more && !repair_stops(r)) {
        size_t start = r->at, before = r->out.len;
        bool data_here = is_data(repair_peek(r));

        if (n)
            buf_add_char(&r->out, ',');
        if (!repair_value(r, PLACE_TOP) || (data && r->bare)) {
            if (!r->out.over)
                r->out.len = before;
            break;
        }
        n++;
        prose = prose && r->bare;
        data = data || data_here;
        if (n == 1 && !r->bare && !data_here && repair_peek(r) == ':') {
            members_alone(r, start);
            return 1;
        }
        bool fence = prose && fence_at(r, r->at) && (ptrdiff_t) r->at < last;
        more = fence ? open_fence(r) : goes_on(r, r->newline, data);
        if (prose && (fence || is_data(repair_peek(r))) && !r->out.over) {
            r->out.len = 1;
            n = 0;
            more = true;
        }
    }
    if (data || n > 1 || repair_stops(r))
        return n;
    while (r->at < r->in.len && !is_data(repair_peek(r)))
        r->at++;
    if (r->at < r->in.len) {
        r->out.len = 1;
        n = repair_value(r, PLACE_TOP);
    }
    return n;
}

/* Takes one level of backslashes off: {\"a\": 1} */
static void unescape(struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i], next = i + 1 < text.len ? text.data[i + 1] : '\0';

        if (c != '\\' || !next || !strchr("\"'\\/nrt", next)) {
            buf_add_char(out, c);
            continue;
        }
        i++;
        buf_add_char(out, next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : next);
    }
}

static int repair_text(struct str text, unsigned peeled, struct buf *ret, struct error *e)
{
    struct repair r = { .in = text, .budget = 16 * text.len + 1024, .peeled = peeled };
    int result = 0;

    buf_init(&r.out, ret->max - ret->len + 2);
    buf_add_char(&r.out, '[');
    size_t n = values(&r);
    if (r.out.over) {
        ret->over = true;
        result = error_set(e, ERROR_LIMIT, "the repaired JSON is longer than %zu bytes", ret->max);
    } else if (r.escaped) {
        struct buf plain;

        buf_init(&plain, text.len + 1);
        unescape(text, &plain);
        result = repair_text(buf_str(&plain), peeled + 1, ret, e);
        buf_free(&plain);
    } else if (r.too_deep) {
        result = error_set(e, ERROR_PARSE, "not JSON: nested more than %d levels deep", REPAIR_DEPTH_MAX);
    } else if (n == 0) {
        result = error_set(e, ERROR_PARSE, "there is nothing in the text that could be JSON");
    } else {
        if (n > 1)
            buf_add_char(&r.out, ']');
        result = buf_add_str(ret, str_sub(buf_str(&r.out), n <= 1, r.out.len));
        if (result < 0)
            error_set(e, ERROR_LIMIT, "the repaired JSON is longer than %zu bytes", ret->max);
    }
    buf_free(&r.out);
    return result;
}

int json_repair(struct str text, struct buf *ret, struct error *e)
{
    json_t *value;

    text = str_trim(text);
    if (str_starts(text, "\xef\xbb\xbf"))
        text = str_trim(str_sub(text, 3, text.len));
    if (text.len == 0)
        return error_set(e, ERROR_PARSE, "there is nothing in the text that could be JSON");
    if (json_parse(text, &value, NULL) == 0) {
        json_decref(value);
        if (buf_add_str(ret, text) < 0)
            return error_set(e, ERROR_LIMIT, "the JSON is longer than %zu bytes", ret->max);
        return 0;
    }
    return repair_text(text, 0, ret, e);
}
