/* A report links to its sources and to nothing else: an address that a model wrote
 * (or was told to write by a page) could carry the question away as soon as
 * somebody opens the report. Links to a source become its marker, other links
 * their text, images their description; tags that fetch or embed go.
 *
 * That goes line by line and does not know all that Markdown makes of lines. So
 * what is left is put apart (links_apart): a space goes into every "](" and "]:"
 * and behind the "<" of whatever could be a tag, in code too, where it says the
 * same. Only a block of code that stands fenced beyond doubt is left as it is. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "evidence/markers.h"
#include "net/url.h"
#include "text/markdown_line.h"
#include "text/untag.h"

enum { OUT_MAX = 16 << 20, LINK_MAX = 2048, NESTED_MAX = 3 };

/* The number a marker to this source has in the body; 0: none. */
static int64_t marker_for(const struct evidence_input *input, struct str url)
{
    struct arena *scratch = arena_new();
    struct str canonical = url_canonical(scratch, url);
    const struct evidence_pool *pool = input->pool;
    int64_t number = 0;

    for (size_t i = 0; i < pool->sources->n && !number; i++) {
        const struct source_row *source = &pool->sources->items[i];

        if (!str_eq(source->url, url) && !str_eq(source->canonical_url, canonical))
            continue;
        if (input->by_source)
            number = source->number;
        for (size_t k = 0; k < pool->spans_n && !number; k++)
            if (pool->spans[k].source == i)
                number = (int64_t) k + 1;
    }
    arena_free(scratch);
    return number;
}

/* Behind the bracket that closes the one at `at`; 0: it is not closed on this line. */
static size_t closing(struct str line, size_t at, char open, char close)
{
    size_t depth = 0;

    for (size_t i = at; i < line.len && i - at < LINK_MAX; i++) {
        if (line.data[i] == '\\')
            i++;
        else if (line.data[i] == open)
            depth++;
        else if (line.data[i] == close && --depth == 0)
            return i + 1;
    }
    return 0;
}

struct link {
    struct str text, url;
    size_t end;
};

/* "[text](address "title")" at `at`, which is the opening bracket. */
static bool link_at(struct str line, size_t at, struct link *ret)
{
    size_t middle = closing(line, at, '[', ']'), end;

    if (!middle || middle >= line.len || line.data[middle] != '(' || !(end = closing(line, middle, '(', ')')))
        return false;
    struct str address = str_trim(str_sub(line, middle + 1, end - 1));
    ptrdiff_t space = str_find_char(address, ' ', 0);

    address = space > 0 ? str_sub(address, 0, (size_t) space) : address;
    if (address.len > 1 && address.data[0] == '<')
        address = str_sub(address, 1, address.len - (address.data[address.len - 1] == '>'));
    *ret = (struct link){ str_sub(line, at + 1, middle - 1), address, end };
    return true;
}

static bool is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
static bool is_alnum(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/* What a "<" begins. */
enum tag {
    TAG_NONE,    /* nothing: "a < b" */
    TAG_FETCHES, /* a whole tag that fetches, embeds or links, or an address in angle brackets */
    TAG_BARE,    /* a whole tag of HTML that carries nothing: "<sub>", "<object>" */
    TAG_WORDS,   /* what stands for something else and is no tag of HTML: "<start-point>", "<new branch>" */
    TAG_OTHER,   /* one that carries something, or goes on behind the line */
};

/* Does a tag, or an address, of one of these names begin here? */
static bool begins_one(struct str rest, const char *const *names)
{
    for (; *names; names++) {
        size_t n = strlen(*names);

        if (str_starts_nocase(rest, *names) && n < rest.len &&
            (strchr(" \t/>", rest.data[n]) || (*names)[n - 1] == ':'))
            return true;
    }
    return false;
}

/* What stands between the name and the ">" of a whole tag. */
static struct str carried_by(struct str rest)
{
    size_t n = 0;

    while (is_alnum(rest.data[n]) || rest.data[n] == '-')
        n++;
    return str_trim(str_sub(rest, n, (size_t) str_find_char(rest, '>', n)));
}

/* Words, which no reader of HTML does anything with: an attribute needs a "=" or a name of its own to do harm. */
static bool plain_words(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!is_alnum(s.data[i]) && (!s.data[i] || !strchr(" -_.|", s.data[i])))
            return false;
    return true;
}

/* The one at `at`; whole ones have an end. */
static enum tag tag_at(struct str line, size_t at, size_t *ret_end)
{
    static const char *const names[] = { "img",  "a",     "script", "iframe", "svg",   "object", "embed",
                                         "link", "style", "form",   "input",  "video", "audio",  "source",
                                         "meta", "base",  "body",   "html",   "http:", "https:", NULL };
    static const char *const holds[] = { "script", "style", "iframe", "svg", NULL };
    struct str rest = str_sub(line, at + 1, line.len);
    ptrdiff_t close = str_find_char(rest, '>', 0);
    bool opens = !str_starts(rest, "/");

    if (str_starts(rest, " "))
        return TAG_NONE;
    if (str_starts(rest, "!") || str_starts(rest, "?") ||
        (close > 0 && str_find_char(str_sub(rest, 0, (size_t) close), '@', 0) >= 0))
        return TAG_OTHER; /* comments and the like; addresses of mail */
    rest = str_sub(rest, !opens, rest.len);
    if (str_empty(rest) || !is_letter(rest.data[0]))
        return TAG_NONE;
    if (close < 0 || (size_t) close > LINK_MAX)
        return TAG_OTHER;
    *ret_end = at + 1 + (size_t) close + 1;
    struct str carried = carried_by(rest);
    bool bare = str_empty(carried) || str_is(carried, "/");

    if (begins_one(rest, names) && (!bare || !opens || begins_one(rest, holds)))
        return TAG_FETCHES;
    if (!bare && !plain_words(carried))
        return TAG_OTHER;
    return !text_tag_begins(line, at) ? TAG_WORDS : bare ? TAG_BARE : TAG_OTHER;
}

/* "[name]: https://…": what "[text][name]" would link to. */
static bool defines(struct str line)
{
    struct str text = str_trim(line);
    ptrdiff_t close = str_starts(text, "[") ? str_find(text, str("]:"), 1) : -1;

    if (close < 2)
        return false;
    text = str_trim(str_sub(text, (size_t) close + 2, text.len));
    return str_starts_nocase(text, "http") || str_starts_nocase(text, "<http") || str_starts(text, "//");
}

static void settle_line(const struct evidence_input *input, struct buf *out, struct str line, int depth,
                        size_t *removed)
{
    for (size_t at = 0; at < line.len;) {
        bool image = line.data[at] == '!' && at + 1 < line.len && line.data[at + 1] == '[';
        struct marker marker;
        struct link link;
        size_t end;

        if (line.data[at] == '`') {
            end = marker_code_end(line, at);
            buf_add(out, line.data + at, end - at);
        } else if (line.data[at] == '\\' && at + 1 < line.len) {
            buf_add(out, line.data + at, 2);
            end = at + 2;
        } else if (line.data[at] == '<' && tag_at(line, at, &end) == TAG_FETCHES) {
            ++*removed;
        } else if (line.data[at] == '[' && marker_read(line, at, &marker)) {
            buf_add(out, line.data + at, marker.end - at);
            end = marker.end;
        } else if ((image || line.data[at] == '[') && link_at(line, at + image, &link)) {
            int64_t number = image ? 0 : marker_for(input, link.url);

            if (depth < NESTED_MAX)
                settle_line(input, out, link.text, depth + 1, removed);
            if (number)
                buf_format(out, " [%lld]", (long long) number);
            else
                ++*removed;
            end = link.end;
        } else {
            buf_add_char(out, line.data[at]);
            end = at + 1;
        }
        at = end;
    }
}

struct str links_settle(struct arena *arena, const struct evidence_input *input, size_t *ret_removed)
{
    struct str rest = input->body, line;
    struct buf out;
    bool code = false;

    *ret_removed = 0;
    buf_init(&out, OUT_MAX);
    while (str_next_line(&rest, &line)) {
        bool fence = line_is_fence(line);

        code = code != fence;
        if (!code && !fence && defines(line)) {
            ++*ret_removed;
            continue;
        }
        if (code || fence)
            buf_add_str(&out, line);
        else
            settle_line(input, &out, line, 0, ret_removed);
        if (rest.len)
            buf_add_char(&out, '\n');
    }
    return buf_take(&out, arena);
}

/* --- apart --- */

/* Code between fences. Inside of lists and quotes, or moved to the right, fences open and close by rules that need more
 * than lines: after the first such thing nothing counts as fenced any more. */
struct fence {
    char sign;
    size_t length;
    bool lost;
};

static size_t run_of(struct str line, char sign)
{
    size_t n = 0;

    while (n < line.len && line.data[n] == sign)
        n++;
    return n;
}

static bool opens(struct fence *fence, struct str line)
{
    char sign = str_starts(line, "~") ? '~' : '`';
    size_t length = run_of(line, sign);
    bool opened = !fence->lost && length >= 3 && (sign == '~' || str_find_char(line, '`', length) < 0);

    if (opened) {
        fence->sign = sign;
        fence->length = length;
    } else if (str_contains(line, "```") || str_contains(line, "~~~")) {
        fence->lost = true;
    }
    return opened;
}

static bool closes(const struct fence *fence, struct str line)
{
    size_t indent = run_of(line, ' '), length = run_of(str_sub(line, indent, line.len), fence->sign);

    return indent < 4 && length >= fence->length && str_empty(str_trim(str_sub(line, indent + length, line.len)));
}

/* How much of a line may stand before a text: white space, signs of quotes, lists, headings, tables. */
static size_t text_start(struct str line)
{
    size_t n = 0;

    while (n < line.len && strchr(" \t>*+-#.)|0123456789", line.data[n]))
        n++;
    return n;
}

/* Does "[7]" end before `at`, behind words of its sentence? Where a text begins, a colon behind it would define it. */
static bool behind_marker(struct str line, size_t at, size_t text)
{
    size_t start = at - 1;

    while (start > 0 && line.data[start - 1] >= '0' && line.data[start - 1] <= '9')
        start--;
    return start < at - 1 && start > text + 1 && line.data[start - 1] == '[';
}

/* `closed`: something behind this line closes a tag. */
static void line_apart(struct buf *out, struct str line, bool closed)
{
    size_t text = text_start(line);

    for (size_t at = 0; at < line.len; at++) {
        bool after = at > 0 && line.data[at - 1] == ']';
        size_t end = at + 1;
        enum tag tag = line.data[at] == '<' ? tag_at(line, at, &end) : TAG_NONE;

        /* Where a text begins it would make all up to the next empty line a piece of HTML. */
        if (tag == TAG_BARE && at == text) {
            text = end + text_start(str_sub(line, end, line.len));
            at = end - 1;
            continue;
        }
        /* Alone on its line it would, too. */
        bool alone = tag == TAG_WORDS && at == text && str_empty(str_trim(str_sub(line, end, line.len)));
        if (after && (line.data[at] == '(' || (line.data[at] == ':' && !behind_marker(line, at, text))))
            buf_add_char(out, ' ');
        buf_add_char(out, line.data[at]);
        if (tag == TAG_FETCHES || alone ||
            (tag == TAG_OTHER && (at == text || closed || str_find_char(line, '>', at) >= 0)))
            buf_add_char(out, ' ');
    }
}

struct str links_apart(struct arena *arena, struct str body)
{
    struct fence fence = { .lost = false };
    struct str rest = body, line;
    const char *last = body.data; /* what closes a tag */
    struct buf out;

    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < body.len; i++) {
        if (body.data[i] == '>')
            last = body.data + i;
        if (body.data[i] == '\r' && (i + 1 == body.len || body.data[i + 1] != '\n'))
            fence.lost = true; /* a line ends there for others */
    }
    while (str_next_line(&rest, &line)) {
        if (fence.length) {
            if (closes(&fence, line))
                fence.length = 0;
            buf_add_str(&out, line);
        } else if (opens(&fence, line)) {
            buf_add_str(&out, line);
        } else {
            line_apart(&out, line, line.data + line.len <= last);
        }
        if (rest.len)
            buf_add_char(&out, '\n');
    }
    return buf_take(&out, arena);
}
