/* What engines share: cleaning what comes back, reading answers and failures. */
#include "search/internal.h"

#include <math.h>

#include "base/clock.h"
#include "base/log.h"
#include "net/retry.h"
#include "net/url.h"
#include "records/page_starts.h"
#include "text/json.h"
#include "text/utf8.h"

enum { TITLE_MAX = 500, SAID_MAX = 240, BODY_MAX = 1 << 16, AUTHORS_MAX = 500, PART_BACK = 20000 };
#define DAY_MS INT64_C(86400000)

struct str search_text_at(const json_t *value, const char *paths)
{
    struct str rest = str(paths), path, text = str("");
    char z[80];

    while (str_empty(text) && str_next(&rest, '|', &path)) {
        snprintf(z, sizeof z, "%.*s", STR_ARG(path));
        const json_t *found = path.len ? json_at(value, z) : NULL;
        if (json_is_string(found))
            text = str_n(json_string_value(found), json_string_length(found));
    }
    return text;
}

struct str search_names(struct search_ask *ask, const json_t *list, const char *first, const char *second)
{
    struct str text = str("");
    const json_t *one;
    size_t at;

    json_array_foreach (list, at, one)
        if (at < 10)
            text = str_format(ask->arena, "%.*s%s%.*s%s%.*s", STR_ARG(text), at ? ", " : "",
                              STR_ARG(search_text_at(one, first)), second ? " " : "",
                              STR_ARG(search_text_at(one, second ? second : "")));
    return text;
}

struct str search_year(struct str date)
{
    int64_t year;

    return date.len >= 4 && str_to_int(str_sub(date, 0, 4), &year) ? str_sub(date, 0, 4) : str("");
}

/* --- text --- */

static bool is_markup(struct str tag)
{
    static const char *const known[] = { "b",  "strong", "em",  "i",   "u",    "span",  "mark", "br", "p",
                                         "a",  "sub",    "sup", "div", "font", "code",  "h1",   "h2", "h3",
                                         "h4", "li",     "ul",  "ol",  "cite", "small", "wbr",  NULL };

    if (str_starts(tag, "/"))
        tag = str_sub(tag, 1, tag.len);
    size_t n = 0;
    while (n < tag.len && tag.data[n] != ' ' && tag.data[n] != '/')
        n++;
    char lower[8];
    if (str_starts(tag, "jats:"))
        return true;
    if (n >= sizeof lower)
        return false;
    for (size_t i = 0; i < n; i++)
        lower[i] = (char) tolower((unsigned char) tag.data[i]);
    return word_index(known, str_n(lower, n)) >= 0;
}

/* The character an entity stands for, written to `out`; 0 if it is none. Moves *at behind it. */
static int entity(struct str s, size_t *at, char out[4])
{
    static const struct word_number named[] = { { "amp", '&' },      { "lt", '<' },       { "gt", '>' },
                                                { "quot", '"' },     { "apos", '\'' },    { "nbsp", ' ' },
                                                { "ndash", 0x2013 }, { "mdash", 0x2014 }, { "hellip", 0x2026 },
                                                { "rsquo", 0x2019 }, { "lsquo", 0x2018 }, { "ldquo", 0x201c },
                                                { "rdquo", 0x201d }, { "middot", 0xb7 },  { 0 } };
    ptrdiff_t end = str_find_char(str_sub(s, *at, *at + 12), ';', 0);
    int32_t code = 0;

    if (end < 2)
        return 0;
    struct str name = str_sub(s, *at + 1, *at + (size_t) end);
    if (name.data[0] == '#') {
        bool hex = name.len > 2 && (name.data[1] == 'x' || name.data[1] == 'X');

        for (size_t i = hex ? 2 : 1; i < name.len; i++) {
            int c = tolower((unsigned char) name.data[i]);
            int digit = c >= '0' && c <= '9' ? c - '0' : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;

            if (digit < 0 || code > 0x10ffff)
                return 0;
            code = code * (hex ? 16 : 10) + digit;
        }
    }
    code = word_number(named, name, code);
    int n = code > 0 ? utf8_encode(code, out) : 0;
    if (n > 0)
        *at += (size_t) end + 1;
    return n;
}

/* Neither markup, nor an entity, nor white space. */
static bool is_plain(char c)
{
    return c != '<' && c != '&' && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\0';
}

/* The text needs no cleaning: no markup, no entity, one space between words. */
static bool is_clean(struct str text)
{
    char before = ' ';

    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (c == '<' || c == '&' || c == '\t' || c == '\r' || c == '\n' || c == '\0' || (c == ' ' && before == ' '))
            return false;
        before = c;
    }
    return text.len == 0 || before != ' ';
}

struct str search_plain(struct arena *arena, struct str html)
{
    struct buf out;
    bool space = false;
    char bytes[4];

    html = utf8_clean(arena, html);
    if (is_clean(html))
        return str_dup(arena, html);
    buf_init(&out, html.len * 2 + 16);
    for (size_t at = 0; at < html.len;) {
        char c = html.data[at];
        int n = 1;

        bytes[0] = c;
        if (c == '<') {
            ptrdiff_t end = str_find_char(str_sub(html, at, at + 400), '>', 0);

            if (end > 1 && is_markup(str_sub(html, at + 1, at + (size_t) end))) {
                char tag = html.data[at + 1] == '/' ? html.data[at + 2] : html.data[at + 1];

                space = space || tag == 'p' || tag == 'd' || tag == 'l'; /* blocks part words */
                at += (size_t) end + 1;
                continue;
            }
        }
        if (c == '&')
            n = entity(html, &at, bytes);
        if (c != '&' || n == 0) {
            bytes[0] = c;
            n = 1;
            at++;
        }
        if (n == 1 && strchr(" \t\r\n", bytes[0])) {
            space = true;
            continue;
        }
        if (space && out.len > 0)
            buf_add_char(&out, ' ');
        space = false;
        buf_add(&out, bytes, (size_t) n);
        size_t run = at;
        while (run < html.len && is_plain(html.data[run]))
            run++;
        buf_add(&out, html.data + at, run - at);
        at = run;
    }
    return buf_take(&out, arena);
}

bool search_full(const struct search_ask *ask) { return ask->hits_n >= (size_t) SEARCH_COUNT_MAX * 2; }

void search_add(struct search_ask *ask, struct search_hit hit)
{
    struct str url = str_trim(hit.url);

    if (search_full(ask))
        return;
    if (!ask->engine->local && !str_starts_nocase(url, "http://") && !str_starts_nocase(url, "https://"))
        return;
    if (url.len > 4096)
        return;
    struct str text = utf8_cut_bytes(utf8_clean(ask->arena, hit.text), SEARCH_TEXT_MAX);
    ask->hits = arena_grow(ask->arena, ask->hits, &ask->hits_capacity, ask->hits_n + 1, sizeof *ask->hits);
    ask->hits[ask->hits_n++] = (struct search_hit){
        .title = utf8_cut(search_plain(ask->arena, hit.title), TITLE_MAX),
        .url = utf8_clean(ask->arena, url),
        .snippet = utf8_cut_bytes(search_plain(ask->arena, hit.snippet), SEARCH_SNIPPET_MAX),
        .date = search_date(ask->arena, hit.date, ask->wall_ms),
        .authors = utf8_cut(search_plain(ask->arena, hit.authors), AUTHORS_MAX),
        .text = text,
        .pages = text.len == hit.text.len ? hit.pages : str("")
    };
}

/* Where a part of a long text that may begin at `from` is read from: the heading before it if that is near, or the next
 * line; never inside of code, where the fence that ends it would be taken for one that begins. */
static size_t part_begins(struct str text, size_t from)
{
    size_t heading = SIZE_MAX, code = 0;
    bool fenced = false;

    for (size_t at = 0; at <= from && at < text.len;) {
        ptrdiff_t end = str_find_char(text, '\n', at);
        struct str line = str_sub(text, at, end < 0 ? text.len : (size_t) end);

        if (str_starts(str_trim(line), "```")) {
            code = at;
            fenced = !fenced;
        } else if (!fenced && str_starts(line, "#")) {
            heading = at;
        }
        at = end < 0 ? text.len : (size_t) end + 1;
    }
    if (heading != SIZE_MAX && from - heading < PART_BACK)
        return heading;
    if (fenced)
        return code;
    ptrdiff_t line = str_find_char(text, '\n', from);
    return line < 0 ? from : (size_t) line + 1;
}

/* Long texts are cut from line to line; a piece never begins with white space. */
void search_hit_cut(struct arena *arena, struct search_hit *hit, size_t at)
{
    struct str text = hit->text;
    size_t from = at > SEARCH_TEXT_MAX / 2 ? at - SEARCH_TEXT_MAX / 2 : 0;

    if (text.len <= SEARCH_TEXT_MAX)
        return;
    /* Room for going back to where a section or code begins */
    if (from + SEARCH_TEXT_MAX - PART_BACK > text.len)
        from = text.len - (SEARCH_TEXT_MAX - PART_BACK);
    size_t begin = from ? part_begins(text, from) : 0;
    if (begin < at && at - begin < SEARCH_TEXT_MAX)
        from = begin;
    while (from < text.len && (((unsigned char) text.data[from] & 0xc0) == 0x80 || strchr(" \t\r\n", text.data[from])))
        from++;
    hit->text = utf8_cut_bytes(str_sub(text, from, text.len), SEARCH_TEXT_MAX);
    hit->pages = page_starts_part(arena, hit->pages, from, from + hit->text.len);
}

bool search_xml_next(struct str xml, const char *tag, size_t *at, struct str *ret_inside)
{
    char open[40], close[40];
    size_t n = (size_t) snprintf(open, sizeof open, "<%s", tag);

    snprintf(close, sizeof close, "</%s>", tag);
    for (;;) {
        ptrdiff_t start = str_find(xml, str(open), *at);

        if (start < 0)
            return false;
        size_t after = (size_t) start + n;
        *at = after;
        if (after >= xml.len || !strchr("> \t\r\n/", xml.data[after]))
            continue; /* a longer name */
        ptrdiff_t head = str_find_char(xml, '>', after);
        if (head < 0)
            return false;
        *at = (size_t) head + 1;
        *ret_inside = str_n(xml.data + head, 0);
        if (xml.data[head - 1] == '/')
            return true;
        ptrdiff_t end = str_find(xml, str(close), *at);
        if (end < 0)
            return false;
        *ret_inside = str_sub(xml, *at, (size_t) end);
        *at = (size_t) end + strlen(close);
        return true;
    }
}

struct str search_xml_text(struct str xml, const char *tag)
{
    struct str inside;
    size_t at = 0;

    if (!search_xml_next(xml, tag, &at, &inside))
        return str("");
    inside = str_trim(inside);
    if (str_starts(inside, "<![CDATA[") && str_ends(inside, "]]>"))
        inside = str_sub(inside, 9, inside.len - 3);
    return inside;
}

/* --- dates --- */

static struct str day_text(struct arena *arena, int64_t ms)
{
    char iso[CLOCK_ISO_SIZE];

    clock_iso(ms, iso);
    return str_dup(arena, str_n(iso, 10));
}

static int month_of(struct str word)
{
    static const char *const months[] = { "jan", "feb", "mar", "apr", "may", "jun",
                                          "jul", "aug", "sep", "oct", "nov", "dec" };

    for (int i = 0; i < 12; i++)
        if (word.len >= 3 && str_starts_nocase(word, months[i]))
            return i + 1;
    return 0;
}

static struct str ago(struct arena *arena, struct str text, int64_t wall_ms)
{
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = { { "second", 1000 },     { "sec", 1000 },          { "minute", 60000 },
                  { "min", 60000 },       { "hour", 3600000 },      { "day", DAY_MS },
                  { "week", 7 * DAY_MS }, { "month", 30 * DAY_MS }, { "year", 365 * DAY_MS } };
    struct str number, unit;
    int64_t n;

    if (!str_next(&text, ' ', &number) || !str_next(&text, ' ', &unit))
        return str("");
    if (str_is(number, "a") || str_is(number, "an"))
        number = str("1");
    if (!str_to_int(number, &n) || n < 0 || n > 100000)
        return str("");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_starts_nocase(unit, units[i].unit))
            return day_text(arena, wall_ms - n * units[i].ms);
    return str("");
}

struct str search_date(struct arena *arena, struct str text, int64_t wall_ms)
{
    int64_t ms, day = 0, year = 0, number;
    int month = 0;
    struct str word, rest;

    text = str_trim(text);
    if (str_empty(text) || text.len > 64)
        return str("");
    if (clock_parse_date(text, &ms))
        return str_dup(arena, str_sub(text, 0, 10));
    if (text.len > 10 && clock_parse_date(str_sub(text, 0, 10), &ms))
        return str_dup(arena, str_sub(text, 0, 10));
    if (clock_parse_http_date(text, &ms))
        return day_text(arena, ms);
    if (str_contains_nocase(text, "ago"))
        return ago(arena, text, wall_ms);
    if (str_eq_nocase(text, str("yesterday")))
        return day_text(arena, wall_ms - DAY_MS);
    if (str_eq_nocase(text, str("today")))
        return day_text(arena, wall_ms);
    /* Words in any order: a month's name, a year of four digits, a day. */
    rest = str_replace(arena, str_replace(arena, text, str(","), str(" ")), str("/"), str(" "));
    while (str_next(&rest, ' ', &word)) {
        if (str_empty(word))
            continue;
        if (!month && month_of(word))
            month = month_of(word);
        else if (str_to_int(word, &number) && word.len == 4 && !year)
            year = number;
        else if (str_to_int(word, &number) && number >= 1 && number <= 31 && !day)
            day = number;
    }
    if (year < 1000)
        return str("");
    if (month && day) {
        struct str full = str_format(arena, "%04d-%02d-%02d", (int) year, month, (int) day);

        if (clock_parse_date(full, &ms))
            return full;
    }
    return month ? str_format(arena, "%04d-%02d", (int) year, month) : str_format(arena, "%04d", (int) year);
}

/* --- failures --- */

static struct search_hit hit_at(const json_t *one, const struct hit_places *places)
{
    return (struct search_hit){ .title = search_text_at(one, places->title),
                                .url = search_text_at(one, places->url),
                                .snippet = search_text_at(one, places->snippet),
                                .date = search_text_at(one, places->date ? places->date : ""),
                                .authors = search_text_at(one, places->authors ? places->authors : ""),
                                .text = search_text_at(one, places->text ? places->text : "") };
}

/* The list at the first of several paths that has one, or NULL. */
static const json_t *list_at(const json_t *top, const char *paths)
{
    struct str rest = str(paths), path;
    const json_t *list = NULL;
    char z[80];

    while (!json_is_array(list) && str_next(&rest, '|', &path)) {
        snprintf(z, sizeof z, "%.*s", STR_ARG(path));
        list = json_at(top, z);
    }
    return json_is_array(list) ? list : NULL;
}

int search_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    const struct engine_wire *wire = ask->engine->wire;
    json_t *top;
    const json_t *one;
    size_t at;

    if (wire->decode)
        return wire->decode(ask, response, e);
    int r = search_json(ask, response, &top, e);
    if (r < 0)
        return r;
    const char *paths = ask->query->type == SEARCH_NEWS && wire->hits.news ? wire->hits.news : wire->hits.list;
    const json_t *list = list_at(top, paths);
    if (wire->check)
        r = wire->check(ask, top, e);
    if (r == 0 && !list && !(wire->hits.none && json_object_get(top, wire->hits.none)))
        r = search_garbage(ask, e, str_z(ask->arena, str_format(ask->arena, "the answer has no \"%s\"", paths)));
    json_array_foreach (list, at, one)
        search_add(ask, wire->item ? wire->item(ask, one) : hit_at(one, &wire->places));
    json_decref(top);
    return r;
}

struct str search_date_or_year(struct search_ask *ask, const json_t *one, const char *member)
{
    struct str date = json_get_str(one, member);
    int64_t year = json_get_int(one, "year", 0);

    return str_empty(date) && year > 0 ? str_format(ask->arena, "%d", (int) year) : date;
}

int search_garbage(const struct search_ask *ask, struct error *e, const char *what)
{
    error_set(e, ERROR_UPSTREAM, "%s: %s", ask->engine->name, what);
    if (e)
        e->retry = true;
    return -ERROR_UPSTREAM;
}

int search_json(struct search_ask *ask, const struct net_response *response, json_t **ret, struct error *e)
{
    json_t *value;

    if (json_parse_foreign(response->body, false, &value, NULL) < 0)
        return search_garbage(ask, e, "the answer is not JSON");
    if (!json_is_object(value)) {
        json_decref(value);
        return search_garbage(ask, e, "the answer is not a JSON object");
    }
    *ret = value;
    return 0;
}

/* A page in the place of words: what its title says. */
static struct str without_markup(struct str said)
{
    if (!str_starts(said, "<"))
        return said;
    ptrdiff_t from = str_find(said, str("<title>"), 0);
    ptrdiff_t end = from < 0 ? -1 : str_find(said, str("</title>"), (size_t) from);
    struct str title = end < 0 ? str("") : str_trim(str_sub(said, (size_t) from + strlen("<title>"), (size_t) end));
    return title.len && str_find_char(title, '<', 0) < 0 ? title : str("no explanation");
}

int search_failure_said(const struct search_ask *ask, int status, struct str said, struct error *e)
{
    const char *name = ask->engine->name;
    const char *variable = ask->engine->key_variable ? ask->engine->key_variable : "its key";

    /* Redacted before it is cut: half a key is not known as one. */
    said = utf8_clean(ask->arena, without_markup(str_trim(said)));
    said = utf8_cut_bytes(log_redacted(ask->arena, said), SAID_MAX);
    if (str_empty(said))
        said = str("no explanation");
    bool credit = str_contains_nocase(said, "credit") || str_contains_nocase(said, "quota") ||
                  str_contains_nocase(said, "usage limit") || str_contains_nocase(said, "budget");
    int code = ERROR_REJECTED;
    if (status == 402 || status == 432 || status == 433 || (credit && status / 100 == 4 && status != 429))
        code = error_set(e, ERROR_QUOTA, "%s says the credit of this key is used up (%d: %.*s)", name, status,
                         STR_ARG(said));
    else if ((status == 401 || status == 403) && (ask->engine->needs_key || !str_empty(ask->own->key)))
        code = error_set(e, ERROR_AUTH, "%s refused the key (%d: %.*s). Set %s to a valid key", name, status,
                         STR_ARG(said), variable);
    else
        code = error_set(e,
                         status == 429                            ? ERROR_RATE
                         : status == 408 || status == 504         ? ERROR_TIMEOUT
                         : status / 100 == 5 || status / 100 == 2 ? ERROR_UPSTREAM
                                                                  : ERROR_REJECTED,
                         "%s answered %d: %.*s", name, status, STR_ARG(said));
    if (e) {
        e->status = status;
        e->retry = (code == -ERROR_RATE || code == -ERROR_TIMEOUT || code == -ERROR_UPSTREAM ||
                    code == -ERROR_REJECTED) &&
                   (retry_status(status, "") || status / 100 == 2);
        log_redact_z(e->message, sizeof e->message);
    }
    return code;
}

int search_failure(const struct search_ask *ask, const struct net_response *response, struct error *e)
{
    static const char *const places[] = { "error.message",
                                          "error.detail",
                                          "error.info",
                                          "error",
                                          "detail.error",
                                          "detail.0.msg",
                                          "detail",
                                          "message",
                                          "error.root_cause.0.reason",
                                          "error.reason",
                                          NULL };
    struct str said = str("");
    json_t *value = NULL;

    if (json_parse_foreign(response->body, false, &value, NULL) == 0)
        for (size_t i = 0; places[i] && str_empty(said); i++)
            said = search_text_at(value, places[i]);
    if (str_empty(said) && !value)
        said = search_plain(
            ask->arena, utf8_cut_bytes(log_redacted(ask->arena, utf8_cut_bytes(response->body, BODY_MAX)), SAID_MAX));
    int r = search_failure_said(ask, response->status, said, e);
    if (e) {
        e->retry_after_ms = net_retry_after_ms(response, ask->wall_ms);
        double seconds = json_get_double(json_object_get(value, "error"), "retry_after_seconds", -1);
        if (e->retry_after_ms < 0 && seconds >= 0 && seconds < 1e6)
            e->retry_after_ms = (int64_t) (seconds * 1000);
    }
    json_decref(value);
    return r;
}
