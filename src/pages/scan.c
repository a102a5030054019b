#include "pages/scan.h"

#include <gumbo.h>

struct scanner {
    struct arena *arena;
    const char *at, *end;
    struct buf out;
    struct scan *scan;
    size_t depth;
    bool open_drawing; /* an <svg> that never ends was seen: look for no more ends */
    unsigned char stack[SCAN_DEPTH_MAX];
    unsigned short open[256]; /* how often each tag is on the stack */
};

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c; }

static bool starts(const char *at, const char *end, const char *word)
{
    for (; *word; word++, at++)
        if (at == end || lower(*at) != *word)
            return false;
    return true;
}

/* The first "</name" that ends a raw text element, or `end`. */
static const char *raw_end(const char *at, const char *end, const char *name)
{
    size_t n = strlen(name);

    for (; (at = memchr(at, '<', (size_t) (end - at))); at++) {
        size_t left = (size_t) (end - at);

        if (left >= 2 + n && at[1] == '/' && starts(at + 2, end, name) &&
            (left == 2 + n || is_space(at[2 + n]) || at[2 + n] == '/' || at[2 + n] == '>'))
            return at;
    }
    return end;
}

/* The same for scripts, where "<!--" and "<script" inside it hide an end tag. */
static const char *script_end(const char *at, const char *end)
{
    enum { PLAIN, ESCAPED, DOUBLE } state = PLAIN;

    while (at < end) {
        const char *lt = memchr(at, '<', (size_t) (end - at));
        const char *stop = lt ? lt : end;

        if (state != PLAIN) {
            const char *close = memmem(at, (size_t) (stop - at), "-->", 3);
            if (close) {
                state = PLAIN;
                at = close + 3;
                continue;
            }
        }
        if (!lt)
            return end;
        if (starts(lt, end, "<!--") && state == PLAIN) {
            state = ESCAPED;
            at = lt + 2; /* "<!-->" opens and closes at once */
            continue;
        }
        bool close_tag = starts(lt, end, "</script");
        bool open_tag = starts(lt, end, "<script");
        size_t n = close_tag ? 8 : 7;
        char after = (size_t) (end - lt) > n ? lt[n] : 'x';
        bool whole = (close_tag || open_tag) && (is_space(after) || after == '/' || after == '>');
        if (whole && close_tag && state != DOUBLE)
            return lt;
        if (whole && close_tag)
            state = ESCAPED;
        else if (whole && open_tag && state == ESCAPED)
            state = DOUBLE;
        at = lt + 1;
    }
    return end;
}

static const char *comment_end(const char *at, const char *end)
{
    if (at < end && *at == '>')
        return at + 1;
    if (at + 1 < end && at[0] == '-' && at[1] == '>')
        return at + 2;
    for (; (at = memchr(at, '-', (size_t) (end - at))); at++) {
        if (starts(at, end, "-->"))
            return at + 3;
        if (starts(at, end, "--!>"))
            return at + 4;
    }
    return end;
}

/* Drawings nest; one that never ends is kept, or it would eat the page. */
static const char *svg_end(const char *at, const char *end)
{
    int depth = 1;

    while ((at = memchr(at, '<', (size_t) (end - at)))) {
        if (starts(at, end, "</svg")) {
            if (--depth == 0) {
                const char *close = memchr(at, '>', (size_t) (end - at));
                return close ? close + 1 : NULL;
            }
        } else if (starts(at, end, "<svg")) {
            const char *close = memchr(at, '>', (size_t) (end - at));
            if (!close)
                return NULL;
            if (close[-1] != '/')
                depth++;
        }
        at++;
    }
    return NULL;
}

/* --- nesting, as the parser would see it --- */

static bool is_void(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_AREA:
    case GUMBO_TAG_BASE:
    case GUMBO_TAG_BR:
    case GUMBO_TAG_COL:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_INPUT:
    case GUMBO_TAG_LINK:
    case GUMBO_TAG_META:
    case GUMBO_TAG_PARAM:
    case GUMBO_TAG_SOURCE:
    case GUMBO_TAG_TRACK:
    case GUMBO_TAG_WBR:
    case GUMBO_TAG_KEYGEN:
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_FRAME:
    case GUMBO_TAG_IMAGE: return true;
    default: return false;
    }
}

/* Ends by itself when a sibling starts: no depth of its own. */
static bool closes_itself(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_P:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_COLGROUP:
    case GUMBO_TAG_RT:
    case GUMBO_TAG_RP: return true;
    default: return false;
    }
}

/* End tags inside do not reach through these. */
static bool is_barrier(GumboTag tag)
{
    return tag == GUMBO_TAG_TABLE || tag == GUMBO_TAG_OBJECT || tag == GUMBO_TAG_APPLET || tag == GUMBO_TAG_MARQUEE ||
           tag == GUMBO_TAG_TEMPLATE || tag == GUMBO_TAG_CAPTION;
}

static int nest(struct scanner *s, GumboTag tag, struct error *e)
{
    if (is_void(tag) || closes_itself(tag))
        return 0;
    if (s->depth == SCAN_DEPTH_MAX)
        return error_set(e, ERROR_LIMIT, "the page nests its elements more than %d deep; it was not read",
                         SCAN_DEPTH_MAX);
    s->stack[s->depth++] = (unsigned char) tag;
    s->open[(unsigned char) tag]++;
    if (s->depth > s->scan->depth)
        s->scan->depth = s->depth;
    return 0;
}

static void unnest(struct scanner *s, GumboTag tag)
{
    size_t to = s->depth;

    if (s->open[(unsigned char) tag] == 0)
        return;
    while (to > 0 && s->stack[to - 1] != (unsigned char) tag) {
        if (is_barrier((GumboTag) s->stack[to - 1]) && tag != GUMBO_TAG_TABLE)
            return;
        to--;
    }
    for (to = to ? to - 1 : 0; s->depth > to; s->depth--)
        s->open[s->stack[s->depth - 1]]--;
}

/* --- attributes --- */

static bool is_wanted(struct str name, struct str value)
{
    static const char *const wanted[] = {
        "aria-hidden", "aria-modal", "cite", "class",      "charset", "colspan",   "content",  "datetime",
        "dir",         "hidden",     "href", "http-equiv", "id",      "itemprop",  "itemtype", "lang",
        "name",        "property",   "rel",  "role",       "rowspan", "style",     "type",     "alt",
        "start",       "value",      "open", "xml:lang",   "checked", "epub:type", "reversed",
    };

    if (value.len > 8192 || name.len < 2)
        return false;
    char first = lower(name.data[0]);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (wanted[i][0] != first || !str_eq_nocase(name, str(wanted[i])))
            continue;
        if (first == 's' && name.len == 5 && lower(name.data[2]) == 'y')
            return str_contains_nocase(value, "display") || str_contains_nocase(value, "visib") ||
                   str_contains_nocase(value, "opacity") || str_contains_nocase(value, "font-size") ||
                   str_contains_nocase(value, "position") || str_contains_nocase(value, "clip") ||
                   str_contains_nocase(value, "text-indent");
        return true;
    }
    return false;
}

struct tag {
    struct str type; /* value of the type attribute */
    bool self_closing;
};

/* Reads attributes up to and with ">", copying the wanted ones. */
static int attributes(struct scanner *s, struct tag *tag, struct error *e)
{
    const char *begin = s->at;
    size_t count = 0;

    while (s->at < s->end) {
        while (s->at < s->end && (is_space(*s->at) || *s->at == '/'))
            s->at++;
        if (s->at < s->end && *s->at == '>')
            break;
        const char *name = s->at;
        if (s->at < s->end && *s->at == '=')
            s->at++; /* a name may start with "=" */
        while (s->at < s->end && !is_space(*s->at) && *s->at != '/' && *s->at != '>' && *s->at != '=')
            s->at++;
        struct str key = str_n(name, (size_t) (s->at - name)), value = { 0 };
        while (s->at < s->end && is_space(*s->at))
            s->at++;
        const char *from = NULL, *to = NULL;
        if (s->at < s->end && *s->at == '=') {
            for (s->at++; s->at < s->end && is_space(*s->at); s->at++)
                ;
            from = s->at;
            if (s->at < s->end && (*s->at == '"' || *s->at == '\'')) {
                const char *quote = memchr(s->at + 1, *s->at, (size_t) (s->end - s->at - 1));
                s->at = quote ? quote + 1 : s->end;
                to = s->at;
                value = str_n(from + 1, (size_t) (to - from) - (quote ? 2 : 1));
            } else {
                while (s->at < s->end && !is_space(*s->at) && *s->at != '>')
                    s->at++;
                to = s->at;
                value = str_n(from, (size_t) (to - from));
            }
        }
        if (key.len == 0)
            continue;
        if (++count > SCAN_ATTRIBUTES_MAX)
            return error_set(e, ERROR_LIMIT, "a tag of the page has more than %d attributes; it was not read",
                             SCAN_ATTRIBUTES_MAX);
        if (key.len == 4 && str_eq_nocase(key, str("type")))
            tag->type = value;
        if (!is_wanted(key, value))
            continue;
        buf_add_char(&s->out, ' ');
        buf_add_str(&s->out, key);
        if (from) {
            buf_add_char(&s->out, '=');
            buf_add(&s->out, from, (size_t) (to - from));
        }
    }
    tag->self_closing = s->at > begin && s->at < s->end && s->at[-1] == '/';
    if (s->at < s->end)
        s->at++;
    return 0;
}

static void skip_tag(struct scanner *s)
{
    const char *close = memchr(s->at, '>', (size_t) (s->end - s->at));

    s->at = close ? close + 1 : s->end;
}

/* After a start tag of which is_raw() is true: the content is not markup. */
static void raw_content(struct scanner *s, GumboTag kind, struct tag *tag, size_t before)
{
    switch (kind) {
    case GUMBO_TAG_SCRIPT: {
        const char *end = script_end(s->at, s->end);
        if (str_contains_nocase(tag->type, "ld+json") && s->scan->data.n < SCAN_DATA_MAX)
            str_list_add(s->arena, &s->scan->data, str_n(s->at, (size_t) (end - s->at)));
        s->scan->scripts++;
        s->at = end;
        skip_tag(s);
        s->out.len = before;
        break;
    }
    case GUMBO_TAG_TITLE: {
        const char *end = raw_end(s->at, s->end, "title");
        buf_add(&s->out, s->at, (size_t) (end - s->at));
        buf_add_z(&s->out, "</title>");
        s->at = end;
        skip_tag(s);
        break;
    }
    case GUMBO_TAG_SVG: {
        const char *end = tag->self_closing ? s->at : s->open_drawing ? NULL : svg_end(s->at, s->end);
        s->open_drawing |= !end;
        if (end) {
            s->at = end;
            s->out.len = before;
        }
        break;
    }
    default: /* style, iframe, noembed, noframes, xmp, textarea: nothing of it is kept */
        s->at = raw_end(s->at, s->end, gumbo_normalized_tagname(kind));
        skip_tag(s);
        s->out.len = before;
    }
}

static bool is_raw(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_XMP:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_SVG: return true;
    default: return false;
    }
}

static int start_tag(struct scanner *s, struct error *e)
{
    const char *name = s->at + 1;
    size_t before = s->out.len;
    struct tag tag = { 0 };

    s->at = name;
    while (s->at < s->end && !is_space(*s->at) && *s->at != '/' && *s->at != '>')
        s->at++;
    size_t n = (size_t) (s->at - name);
    GumboTag kind = n <= 32 ? gumbo_tagn_enum(name, (unsigned) n) : GUMBO_TAG_UNKNOWN;
    buf_add_char(&s->out, '<');
    buf_add(&s->out, name, n);
    int r = attributes(s, &tag, e);
    if (r < 0)
        return r;
    buf_add_char(&s->out, '>');
    if (is_raw(kind)) {
        raw_content(s, kind, &tag, before);
        return 0;
    }
    if (kind == GUMBO_TAG_PLAINTEXT)
        s->out.len = before; /* what follows stays markup: kinder than the standard */
    return nest(s, kind, e);
}

static void end_tag(struct scanner *s)
{
    const char *name = s->at + 2;
    const char *p = name;

    while (p < s->end && !is_space(*p) && *p != '/' && *p != '>')
        p++;
    size_t n = (size_t) (p - name);
    buf_add_z(&s->out, "</");
    buf_add(&s->out, name, n);
    buf_add_char(&s->out, '>');
    unnest(s, n <= 32 ? gumbo_tagn_enum(name, (unsigned) n) : GUMBO_TAG_UNKNOWN);
    s->at = p;
    skip_tag(s);
}

static int markup(struct scanner *s, struct error *e)
{
    const char *p = s->at + 1;

    if (p < s->end && is_alpha(*p))
        return start_tag(s, e);
    if (p + 1 < s->end && *p == '/' && is_alpha(p[1])) {
        end_tag(s);
        return 0;
    }
    if (starts(p, s->end, "!--")) {
        s->at = comment_end(p + 3, s->end);
        return 0;
    }
    if (starts(p, s->end, "!doctype")) {
        skip_tag(s);
        buf_add(&s->out, p - 1, (size_t) (s->at - p + 1));
        return 0;
    }
    if (starts(p, s->end, "![cdata[") || (p < s->end && (*p == '!' || *p == '?')) || (p + 1 < s->end && *p == '/')) {
        skip_tag(s);
        return 0;
    }
    buf_add_z(&s->out, "&lt;");
    s->at++;
    return 0;
}

int scan_html(struct arena *arena, struct str html, struct scan *ret, struct error *e)
{
    struct scan scan = { 0 };
    const char *begin = html.len ? html.data : "";
    struct scanner s = { .arena = arena, .at = begin, .end = begin + html.len, .scan = &scan };
    int r = 0;

    buf_init(&s.out, html.len * 4 + 64);
    while (s.at < s.end && r == 0) {
        const char *lt = memchr(s.at, '<', (size_t) (s.end - s.at));
        const char *stop = lt ? lt : s.end;

        buf_add(&s.out, s.at, (size_t) (stop - s.at));
        s.at = stop;
        if (lt)
            r = markup(&s, e);
    }
    if (r == 0) {
        scan.html = buf_take(&s.out, arena);
        *ret = scan;
    }
    buf_free(&s.out);
    return r;
}
