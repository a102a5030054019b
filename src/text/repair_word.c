#include <string.h>

#include "text/repair.h"

static bool number_ends(const struct repair *r, size_t at)
{
    int c = repair_at(r, at), next = repair_at(r, at + 1);

    if (c == '/')
        return next == '/' || next == '*';
    return c < 0 || (c > 0 && strchr(",[]{}();", c)) || repair_blank_size(r, at) > 0;
}

static size_t after_digits(const struct repair *r, size_t at)
{
    while (repair_is_digit(repair_at(r, at)))
        at++;
    return at;
}

/* At the top a number stands alone; "2 apples" is text. */
static bool stands_alone(struct repair *r, size_t at)
{
    if (r->depth > 0)
        return true;
    int c = repair_at(r, repair_after_blanks(r, at, false));
    return c < 0 || repair_is_delimiter(c) || c == '`' || c == ';';
}

/* A number, also one that was cut off (2. or 2e-) or lacks its zero (.5). One
 * with leading zeros is a code or a postcode: it becomes a string. */
bool repair_number(struct repair *r)
{
    size_t start = r->at, at = start;
    const char *tail = "";

    if (repair_at(r, at) == '+' && (repair_is_digit(repair_at(r, at + 1)) || repair_at(r, at + 1) == '.'))
        start = ++at;
    bool minus = repair_at(r, at) == '-';
    size_t digits = at += minus;
    at = after_digits(r, at);
    size_t whole = at - digits;
    bool point = repair_at(r, at) == '.';
    if (point) {
        size_t first = ++at;

        at = after_digits(r, at);
        if (at == first)
            tail = "0";
        if (at == first && !number_ends(r, at))
            return false;
    }
    if (whole == 0 && !point) {
        if (!minus || !number_ends(r, at))
            return false;
        tail = "0"; /* a minus and nothing more */
    } else if (at > digits && (repair_at(r, at) | 32) == 'e' && tail[0] == '\0') {
        at++;
        if (repair_at(r, at) == '+' || repair_at(r, at) == '-')
            at++;
        size_t first = at;
        at = after_digits(r, at);
        if (at == first)
            tail = "0";
    }
    if (!number_ends(r, at) || !stands_alone(r, at))
        return false;
    if (whole > 1 && repair_at(r, digits) == '0') {
        repair_write(r, start, at, true);
    } else {
        buf_add_z(&r->out, minus ? "-" : "");
        buf_add_z(&r->out, whole == 0 && point ? "0" : "");
        buf_add(&r->out, r->in.data + digits, at - digits);
        buf_add_z(&r->out, tail);
    }
    r->at = at;
    return true;
}

/* The name of a call, also dotted or with `new` before it: the position of its
 * "(", or 0. With blanks between, only data makes it a call: "foo (bar)" is text. */
static size_t call_at(struct repair *r, size_t at)
{
    size_t size;

    if (str_starts(str_sub(r->in, at, r->in.len), "new "))
        at += 4;
    if (!repair_is_name_start(repair_at(r, at)))
        return 0;
    while (repair_is_name(repair_at(r, at)) || (repair_at(r, at) == '.' && repair_is_name_start(repair_at(r, at + 1))))
        at++;
    size_t open = at;
    while (repair_at(r, open) == ' ' || repair_at(r, open) == '\t')
        open++;
    if (repair_at(r, open) != '(')
        return 0;
    if (open == at)
        return open;
    size_t first = repair_after_blanks(r, open + 1, true);
    int c = repair_at(r, first);
    return c == '{' || c == '[' || repair_quote(r, first, &size) != QUOTE_NONE ? open : 0;
}

/* ("a", 2) is a Python tuple; (see below) is text. */
static bool is_tuple(struct repair *r)
{
    size_t size, at = repair_after_blanks(r, r->at + 1, true);
    int c = repair_at(r, at);

    if (c == '{' || c == '[' || repair_quote(r, at, &size) != QUOTE_NONE)
        return true;
    at = after_digits(r, at);
    return repair_is_digit(c) && repair_at(r, repair_after_blanks(r, at, true)) == ',';
}

/* callback({…}); ObjectId("…") Timestamp(1, 2): the argument, or a list of several. */
static bool call(struct repair *r, size_t open)
{
    size_t start = r->out.len, n = 0;

    if (!repair_enter(r))
        return false;
    r->at = open + 1;
    r->calls++;
    buf_add_char(&r->out, '[');
    do {
        size_t before = r->out.len;

        if (n)
            buf_add_char(&r->out, ',');
        if (!repair_value(r, PLACE_ITEM)) {
            r->out.len = r->out.over ? r->out.len : before;
            break;
        }
        n++;
    } while (repair_skip(r, ','));
    r->depth--;
    r->calls--;
    if (repair_skip(r, ')'))
        repair_skip(r, ';');
    if (r->out.over)
        return true;
    if (n == 0) {
        r->out.len = start;
        buf_add_z(&r->out, "null");
    } else if (n == 1) {
        memmove(r->out.data + start, r->out.data + start + 1, r->out.len - start - 1);
        r->out.len--;
    } else {
        buf_add_char(&r->out, ']');
    }
    return true;
}

/* /expression/flags on one line, kept as a string. */
static bool regex(struct repair *r)
{
    size_t at = r->at + 1;

    for (int c; (c = repair_at(r, at)) != '/'; at++, r->budget--) {
        if (c < 0 || c == '\n' || r->budget == 0)
            return false;
        if (c == '\\')
            at++;
    }
    at++;
    while (repair_is_name(repair_at(r, at)))
        at++;
    int c = repair_at(r, at);
    if (c == '/' || (c >= 0 && !repair_is_delimiter(c) && c != ';' && repair_blank_size(r, at) == 0))
        return false;
    repair_write(r, r->at, at, true);
    r->at = at;
    return true;
}

static bool is_letter(int c) { return repair_is_name_start(c) || c >= 0x80; }

/* Does a bare word end at this byte? */
static bool word_ends(struct repair *r, size_t start, size_t at, enum place place)
{
    size_t size;
    int c = repair_at(r, at), next = repair_at(r, at + 1);

    if (c > 0 && strchr(",[]{}\n", c))
        return true;
    if (place == PLACE_KEY && (c == ':' || c == '='))
        return true;
    if (c == ')' && r->calls > 0)
        return true;
    if (c == '/' && (next == '*' || next == '/'))
        return at == start || repair_at(r, at - 1) != ':';
    if (c == '+' && repair_quote(r, repair_after_blanks(r, at + 1, true), &size) != QUOTE_NONE)
        return true;
    if (repair_quote(r, at, &size) == QUOTE_NONE)
        return false;
    /* An apostrophe joins letters; a quote does not. */
    bool apostrophe = c != '"' && c != '`' && at > start && is_letter(repair_at(r, at - 1)) &&
                      is_letter(repair_at(r, at + size));
    return !apostrophe;
}

/* Words that are values. NaN and its like have no JSON form. */
static const char *value_of(struct str word)
{
    static const char *const table[][2] = {
        { "true", "true" },     { "false", "false" },    { "null", "null" },      { "True", "true" },
        { "False", "false" },   { "None", "null" },      { "undefined", "null" }, { "NaN", "null" },
        { "Infinity", "null" }, { "-Infinity", "null" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (str_is(word, table[i][0]))
            return table[i][1];
    return NULL;
}

/* A keyword followed by something else than a name: true, but not trueish. */
static bool keyword(struct repair *r)
{
    size_t end = r->at;

    while (repair_is_name(repair_at(r, end)) || (end == r->at && repair_at(r, end) == '-'))
        end++;
    const char *value = value_of(str_sub(r->in, r->at, end));
    int c = repair_at(r, end);
    if (!value || c >= 0x80 || c == '-' || c == '.' || !stands_alone(r, end))
        return false;
    buf_add_z(&r->out, value);
    r->at = end;
    return true;
}

static bool bare_word(struct repair *r, enum place place)
{
    size_t start = r->at, end = start, size;

    while (end < r->in.len && !word_ends(r, start, end, place))
        end++;
    while (end > start && repair_blank_size(r, end - 1) == 1)
        end--;
    if (end == start)
        return false;
    repair_write(r, start, end, true);
    r->at = end;
    r->bare = true;
    /* The opening quote was missing: the closing one is here. */
    if (repair_quote(r, end, &size) != QUOTE_NONE) {
        int c = repair_at(r, repair_after_blanks(r, end + size, false));

        if (c < 0 || repair_is_delimiter(c) || repair_at(r, end) == '"')
            r->at = end + size;
    }
    return true;
}

bool repair_word(struct repair *r, enum place place)
{
    size_t open;
    int c = repair_peek(r);

    if (place == PLACE_KEY)
        return bare_word(r, place);
    if (keyword(r))
        return true;
    if (repair_is_name_start(c) && (open = call_at(r, r->at)) > 0)
        return call(r, open);
    if (c == '(' && is_tuple(r))
        return call(r, r->at);
    if (c == '/' && regex(r))
        return true;
    return bare_word(r, place);
}
