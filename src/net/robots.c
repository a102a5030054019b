/* One pass over the file, no memory: what a rule is worth is known when it is
 * met. Lenient as the large crawlers are (frequent misspellings, a missing
 * colon, "/index.html" for the folder), because site owners test with those. */
#include "net/robots.h"

#include <stdlib.h>

enum { LINE_LIMIT = 16 * 1024, PATTERN_LIMIT = 3 * LINE_LIMIT, DELAY_MAX_MS = 30000 };

/* Longest matching pattern so far, -1: none. */
struct best {
    int64_t allow, disallow;
};

struct scan {
    struct str agent; /* our product token */
    struct str path;
    bool in_rules;         /* the next user-agent line begins a new group */
    bool specific, global; /* the group being read names us / everybody */
    bool ever_specific;
    struct best best_specific, best_global;
    int64_t delay_specific, delay_global;
    char pattern[PATTERN_LIMIT]; /* too large for a stack: see scan_file */
};

enum key { KEY_OTHER, KEY_AGENT, KEY_ALLOW, KEY_DISALLOW, KEY_DELAY };

static inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int hex_value(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static enum key key_named(struct str name)
{
    static const struct {
        const char *prefix;
        enum key key;
    } keys[] = {
        { "user-agent", KEY_AGENT },  { "useragent", KEY_AGENT },   { "user agent", KEY_AGENT },
        { "allow", KEY_ALLOW },       { "disallow", KEY_DISALLOW }, { "dissallow", KEY_DISALLOW },
        { "dissalow", KEY_DISALLOW }, { "disalow", KEY_DISALLOW },  { "diasllow", KEY_DISALLOW },
        { "disallaw", KEY_DISALLOW }, { "crawl-delay", KEY_DELAY },
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (str_starts_nocase(name, keys[i].prefix))
            return keys[i].key;
    return KEY_OTHER;
}

/* "key: value # comment"; also "key value" when that is all there is. */
static bool split_line(struct str line, struct str *ret_key, struct str *ret_value)
{
    ptrdiff_t comment = str_find_char(line, '#', 0);

    if (comment >= 0)
        line.len = (size_t) comment;
    line = str_trim(line);
    ptrdiff_t at = str_find_char(line, ':', 0);
    if (at < 0) {
        for (at = 0; at < (ptrdiff_t) line.len && line.data[at] != ' ' && line.data[at] != '\t';)
            at++;
        struct str value = str_trim(str_sub(line, (size_t) at, line.len));
        if (value.len == 0 || str_find_char(value, ' ', 0) >= 0 || str_find_char(value, '\t', 0) >= 0)
            return false;
    }
    *ret_key = str_trim(str_sub(line, 0, (size_t) at));
    *ret_value = str_trim(str_sub(line, (size_t) at + 1, line.len));
    return ret_key->len > 0;
}

static struct str product_token(struct str agent)
{
    size_t n = 0;

    while (n < agent.len && (is_letter(agent.data[n]) || agent.data[n] == '-' || agent.data[n] == '_'))
        n++;
    return str_sub(agent, 0, n);
}

/* The pattern as it is compared: bytes beyond ASCII escaped, escapes in capitals. */
static struct str escaped_pattern(struct scan *scan, struct str value)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t n = 0;

    for (size_t i = 0; i < value.len && n + 3 <= sizeof scan->pattern; i++) {
        unsigned char c = (unsigned char) value.data[i];
        bool escape = c == '%' && i + 2 < value.len && hex_value(value.data[i + 1]) >= 0 &&
                      hex_value(value.data[i + 2]) >= 0;

        if (c < 0x80 && !escape) {
            scan->pattern[n++] = (char) c;
            continue;
        }
        if (escape) {
            c = (unsigned char) (hex_value(value.data[i + 1]) * 16 + hex_value(value.data[i + 2]));
            i += 2;
        }
        scan->pattern[n++] = '%';
        scan->pattern[n++] = digits[c >> 4];
        scan->pattern[n++] = digits[c & 15];
    }
    return str_n(scan->pattern, n);
}

/* Each part between stars at its first place behind the one before: if any
 * placing fits, this one does, so there is nothing to try twice. */
static bool matches(struct str path, struct str pattern)
{
    bool to_end = pattern.len && pattern.data[pattern.len - 1] == '$';
    struct str part;
    size_t at = 0;
    bool first = true;

    if (to_end)
        pattern.len--;
    if (pattern.len == 0)
        return !to_end || path.len == 0;
    for (struct str rest = pattern; str_next(&rest, '*', &part); first = false) {
        bool last = rest.data == NULL;

        if (first && (part.len > path.len || memcmp(path.data, part.data, part.len) != 0))
            return false;
        if (last && to_end) {
            size_t from = path.len - part.len;

            return part.len <= path.len - at && (!first || from == 0) &&
                   memcmp(path.data + from, part.data, part.len) == 0;
        }
        ptrdiff_t found = first ? 0 : str_find(path, part, at);
        if (found < 0)
            return false;
        at = (size_t) found + part.len;
    }
    return true;
}

static void rule(struct scan *scan, struct str pattern, bool allow)
{
    struct best *best = scan->specific ? &scan->best_specific : &scan->best_global;
    int64_t *mine = allow ? &best->allow : &best->disallow, length = (int64_t) pattern.len;

    if (length > *mine && matches(scan->path, pattern))
        *mine = length;
}

/* "/folder/index.html" allows "/folder/" as well. */
static void index_rule(struct scan *scan, struct str pattern)
{
    size_t slash = pattern.len;

    if (matches(scan->path, pattern))
        return;
    while (slash > 0 && pattern.data[slash - 1] != '/')
        slash--;
    if (slash == 0 || !str_starts(str_sub(pattern, slash, pattern.len), "index.htm"))
        return;
    scan->pattern[slash] = '$';
    rule(scan, str_n(scan->pattern, slash + 1), true);
}

static void take_agent(struct scan *scan, struct str value)
{
    if (scan->in_rules)
        scan->in_rules = scan->specific = scan->global = false;
    if (value.len && value.data[0] == '*' && (value.len == 1 || value.data[1] == ' ' || value.data[1] == '\t'))
        scan->global = true;
    else if (scan->agent.len && str_eq_nocase(product_token(value), scan->agent))
        scan->specific = scan->ever_specific = true;
}

static void take_delay(struct scan *scan, struct str value)
{
    double seconds;

    if (!str_to_double(value, &seconds) || seconds < 0)
        return;
    int64_t ms = seconds > DELAY_MAX_MS / 1000 ? DELAY_MAX_MS : (int64_t) (seconds * 1000 + 0.5);
    int64_t *delay = scan->specific ? &scan->delay_specific : &scan->delay_global;
    if (ms > *delay)
        *delay = ms;
}

static void take_line(struct scan *scan, struct str line)
{
    struct str name, value;

    if (line.len > LINE_LIMIT)
        line.len = LINE_LIMIT;
    if (!split_line(line, &name, &value))
        return;
    enum key key = key_named(name);
    if (key == KEY_AGENT)
        take_agent(scan, value);
    if (key == KEY_OTHER || key == KEY_AGENT || (!scan->specific && !scan->global))
        return;
    if (key == KEY_DELAY) {
        take_delay(scan, value);
        return;
    }
    scan->in_rules = true;
    struct str pattern = escaped_pattern(scan, value);
    rule(scan, pattern, key == KEY_ALLOW);
    if (key == KEY_ALLOW)
        index_rule(scan, pattern);
}

static struct scan *scan_file(struct str robots, struct str agent, struct str path)
{
    struct scan *scan = memory_alloc(sizeof *scan);

    scan->agent = product_token(agent);
    scan->path = path;
    scan->in_rules = scan->specific = scan->global = scan->ever_specific = false;
    scan->best_specific = scan->best_global = (struct best){ -1, -1 };
    scan->delay_specific = scan->delay_global = -1;
    if (str_starts(robots, "\xef\xbb\xbf"))
        robots = str_sub(robots, 3, robots.len);
    for (size_t start = 0, at = 0; at <= robots.len; at++)
        if (at == robots.len || robots.data[at] == '\n' || robots.data[at] == '\r') {
            take_line(scan, str_sub(robots, start, at));
            start = at + 1;
        }
    return scan;
}

/* Path and query of a URL as it was written, "/" if it has none. */
static struct str path_of(struct str url, char *slash)
{
    ptrdiff_t hash = str_find_char(url, '#', 0);
    size_t start = 0;

    if (hash >= 0)
        url.len = (size_t) hash;
    if (str_starts(url, "//"))
        start = 2;
    while (start < url.len && !strchr("/?;:", url.data[start]))
        start++;
    if (str_starts(str_sub(url, start, url.len), "://"))
        start += 3;
    while (start < url.len && !strchr("/?;", url.data[start]))
        start++;
    if (start == url.len)
        return str("/");
    struct str path = str_sub(url, start, url.len);
    if (path.data[0] == '/')
        return path;
    slash[0] = '/';
    memcpy(slash + 1, path.data, path.len);
    return str_n(slash, path.len + 1);
}

bool robots_allowed(struct str robots, struct str agent, struct str url)
{
    char *room = memory_alloc(url.len + 2);
    struct scan *scan = scan_file(robots, agent, path_of(url, room));
    struct best best = scan->ever_specific ? scan->best_specific : scan->best_global;

    free(scan);
    free(room);
    return best.disallow <= 0 || best.allow >= best.disallow;
}

int64_t robots_delay_ms(struct str robots, struct str agent)
{
    struct scan *scan = scan_file(robots, agent, str("/"));
    int64_t delay = scan->ever_specific ? scan->delay_specific : scan->delay_global;

    free(scan);
    return delay;
}
