#include <ctype.h>

#include "pages/format.h"
#include "pages/metadata.h"
#include "text/charset.h"

enum { EMPHASIS_MAX = 500 };

/* The first line is a title when it is short and stands alone. */
static struct str first_line_title(struct str text)
{
    struct str line = { 0 }, next;

    while (str_next_line(&text, &line))
        if (str_trim(line).len)
            break;
    line = str_trim(line);
    if (line.len == 0 || line.len > 120)
        return (struct str){ 0 };
    return !str_next_line(&text, &next) || str_trim(next).len == 0 ? line : (struct str){ 0 };
}

/* "report-2024.txt" of a path or URL. */
static struct str name_of(const struct document_hints *hints)
{
    struct str name = hints->name.len ? hints->name : hints->url;

    while (name.len && name.data[name.len - 1] == '/')
        name.len--;
    for (size_t i = name.len; i-- > 0;)
        if (name.data[i] == '/')
            return str_sub(name, i + 1, name.len);
    return name;
}

int format_plain(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);

    ret->title = first_line_title(text);
    if (!ret->title.len)
        ret->title = name_of(in->hints);
    ret->date = metadata_dateline(in->arena, text, name_of(in->hints));
    buf_add_str(in->text, str_sub(text, 0, in->text->max));
    in->text->over |= text.len > in->text->max;
    return 0;
}

static struct str unquoted(struct str value)
{
    value = str_trim(value);
    if (value.len >= 2 && (value.data[0] == '"' || value.data[0] == '\'') && value.data[value.len - 1] == value.data[0])
        return str_sub(value, 1, value.len - 1);
    return value;
}

/* "---" lines around "title: …": what static site tools put first. */
static struct str front_matter(struct format_input *in, struct str text, struct document *ret)
{
    struct str rest = text, line;

    if (!str_next_line(&rest, &line) || !str_is(str_trim(line), "---"))
        return text;
    struct document found = { 0 };
    for (int lines = 0; lines < 100 && str_next_line(&rest, &line); lines++) {
        if (str_is(str_trim(line), "---") || str_is(str_trim(line), "...")) {
            ret->title = found.title;
            ret->author = found.author;
            ret->date = found.date;
            ret->language = found.language;
            return rest;
        }
        ptrdiff_t colon = str_find_char(line, ':', 0);
        if (colon < 0)
            continue;
        struct str key = str_trim(str_sub(line, 0, (size_t) colon)),
                   value = unquoted(str_sub(line, (size_t) colon + 1, line.len));
        if (str_eq_nocase(key, str("title")))
            found.title = value;
        else if (str_eq_nocase(key, str("author")))
            found.author = value;
        else if (str_eq_nocase(key, str("date")))
            found.date = metadata_date(in->arena, value);
        else if (str_eq_nocase(key, str("lang")) && value.len == 2)
            found.language = str_lower_ascii(in->arena, value);
    }
    return text;
}

/* "# Title" or "Title" over "=====": taken off the text when it comes first. */
static struct str heading_title(struct str text, struct document *ret)
{
    struct str rest = text, line = { 0 }, under, after;

    while (str_next_line(&rest, &line))
        if (str_trim(line).len)
            break;
    after = rest;
    if (str_starts(line, "# ")) {
        struct str title = str_trim(str_sub(line, 2, line.len));
        while (title.len && title.data[title.len - 1] == '#')
            title.len--;
        title = str_trim(title);
        if (ret->title.len && !str_eq(ret->title, title))
            return text;
        ret->title = title;
        return rest;
    }
    if (str_next_line(&after, &under) && under.len >= 3 && str_trim(line).len) {
        size_t n = 0;
        while (n < under.len && under.data[n] == '=')
            n++;
        if (n == under.len && (!ret->title.len || str_eq(ret->title, str_trim(line)))) {
            ret->title = str_trim(line);
            return after;
        }
    }
    return text;
}

/* Inline links and images to their text: "[words](address)". The address goes to the links. */
static size_t link_at(struct format_input *in, struct str s, size_t at, struct document *ret, size_t *capacity)
{
    bool image = s.data[at] == '!';
    size_t open = at + image;
    size_t limit = s.len < at + 2000 ? s.len : at + 2000;

    if (open >= limit || s.data[open] != '[')
        return 0;
    size_t close = open + 1;
    while (close < limit && s.data[close] != ']' && s.data[close] != '[' && s.data[close] != '\n')
        close++;
    if (close + 1 >= limit || s.data[close] != ']' || s.data[close + 1] != '(')
        return 0;
    size_t end = close + 2;
    while (end < limit && s.data[end] != ')' && s.data[end] != '\n' && s.data[end] != '(')
        end++;
    if (end >= limit || s.data[end] != ')')
        return 0;
    struct str text = str_sub(s, open + 1, close), url = str_trim(str_sub(s, close + 2, end));
    ptrdiff_t space = str_find_char(url, ' ', 0);
    if (space > 0)
        url.len = (size_t) space;
    if (image) {
        if (text.len && ret->captions.n < 200)
            str_list_add(in->arena, &ret->captions, str_dup(in->arena, text));
        return end + 1 - at;
    }
    buf_add_str(in->text, text);
    if ((str_starts(url, "http://") || str_starts(url, "https://")) && ret->links_n < 1000) {
        ret->links = arena_grow(in->arena, ret->links, capacity, ret->links_n + 1, sizeof *ret->links);
        ret->links[ret->links_n++] = (struct document_link){ str_dup(in->arena, text), str_dup(in->arena, url) };
    }
    return end + 1 - at;
}

static size_t run_of(struct str s, size_t at)
{
    size_t n = 1;

    while (at + n < s.len && s.data[at + n] == s.data[at])
        n++;
    return n;
}

static bool is_wordy(struct str s, size_t at)
{
    return at < s.len && (((unsigned char) s.data[at] & 0x80) || isalnum((unsigned char) s.data[at]));
}

/* Can a run of these signs begin, or end, an emphasis? Underscores inside words are part of them. */
static bool may_open(struct str s, size_t at, size_t n)
{
    return at + n < s.len && !isspace((unsigned char) s.data[at + n]) &&
           (s.data[at] == '*' || at == 0 || !is_wordy(s, at - 1));
}

static bool may_close(struct str s, size_t at, size_t n)
{
    return at > 0 && !isspace((unsigned char) s.data[at - 1]) && (s.data[at] == '*' || !is_wordy(s, at + n));
}

/* The signs of *emphasis* are no words; how many stand here that are to go. `open` is the run that waits for its end. */
static size_t emphasis_at(struct str s, size_t at, struct str *open)
{
    size_t n = run_of(s, at), limit = s.len < at + EMPHASIS_MAX ? s.len : at + EMPHASIS_MAX;

    if (n > 3)
        return 0;
    if (open->len == n && open->data[0] == s.data[at] && may_close(s, at, n)) {
        *open = (struct str){ 0 };
        return n;
    }
    if (open->len || !may_open(s, at, n))
        return 0;
    for (size_t i = at + n; i < limit; i++)
        if (s.data[i] == s.data[at]) {
            size_t end = run_of(s, i);
            if (end == n && may_close(s, i, n)) {
                *open = str_sub(s, at, at + n);
                return n;
            }
            i += end - 1;
        }
    return 0;
}

static void add_markdown_line(struct format_input *in, struct str line, struct document *ret, size_t *capacity)
{
    struct str open = { 0 };

    for (size_t i = 0; i < line.len;) {
        char c = line.data[i];
        size_t used = c == '[' || c == '!'   ? link_at(in, line, i, ret, capacity)
                      : c == '*' || c == '_' ? emphasis_at(line, i, &open)
                                             : 0;
        size_t kept = used ? 0 : c == '*' || c == '_' ? run_of(line, i) : 1;

        buf_add(in->text, line.data + i, kept);
        i += used ? used : kept;
    }
    buf_add_char(in->text, '\n');
}

int format_markdown(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset), line;
    bool fence = false, comment = false;
    size_t capacity = 0;

    text = front_matter(in, text, ret);
    text = heading_title(text, ret);
    if (!ret->date.len)
        ret->date = metadata_dateline(in->arena, text, name_of(in->hints));
    while (!in->text->over && str_next_line(&text, &line)) {
        struct str bare = str_trim(line);
        if (str_starts(bare, "```") || str_starts(bare, "~~~")) {
            fence = !fence;
            buf_add_z(in->text, "```\n");
            continue;
        }
        if (fence) {
            buf_add_str(in->text, line);
            buf_add_char(in->text, '\n');
            continue;
        }
        if (str_starts(bare, "<!--"))
            comment = true;
        if (comment) {
            comment = !str_contains(bare, "-->");
            continue;
        }
        add_markdown_line(in, line, ret, &capacity);
    }
    in->indent = true;
    if (!ret->title.len)
        ret->title = name_of(in->hints);
    return 0;
}
