#include "pages/format.h"
#include "pages/metadata.h"
#include "text/charset.h"

enum { LOOKS_MAX = 200 }; /* cut words that are looked for elsewhere */

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
struct str format_name(const struct document_hints *hints)
{
    struct str name = hints->name.len ? hints->name : hints->url;

    while (name.len && name.data[name.len - 1] == '/')
        name.len--;
    for (size_t i = name.len; i-- > 0;)
        if (name.data[i] == '/')
            return str_sub(name, i + 1, name.len);
    return name;
}

static bool is_small(char c) { return c >= 'a' && c <= 'z'; }

/* "direc-" over "tory": a word cut at the end of a line is whole again, unless the text writes it with its hyphen elsewhere.
 * The rest of the word moves up. Overstruck characters ("x" BACKSPACE "x", as formatted manual pages have) become one. */
static struct str mended(struct arena *arena, struct str s)
{
    if (!memchr(s.data ? s.data : "", '\b', s.len) && str_find(s, str("-\n"), 0) < 0)
        return s;
    char *out = arena_alloc(arena, s.len + 1);
    size_t n = 0, looked = 0;

    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] == '\b') {
            n -= n > 0 && out[n - 1] != '\n';
            continue;
        }
        size_t next = i + 2;
        while (next < s.len && s.data[next] == ' ')
            next++;
        bool cut = s.data[i] == '-' && n >= 2 && is_small(out[n - 1]) && is_small(out[n - 2]) && next + 1 < s.len &&
                   s.data[i + 1] == '\n' && is_small(s.data[next]) && is_small(s.data[next + 1]);
        if (!cut) {
            out[n++] = s.data[i];
            continue;
        }
        size_t start = n, end = next;
        while (start > 0 && is_small(out[start - 1]) && n - start < 40)
            start--;
        while (end < s.len && is_small(s.data[end]) && end - next < 40)
            end++;
        struct str whole = str_format(arena, "%.*s-%.*s", (int) (n - start), out + start, (int) (end - next),
                                      s.data + next);
        if (looked++ < LOOKS_MAX && str_find(s, whole, 0) >= 0)
            out[n++] = '-';
        while (next < s.len && s.data[next] != ' ' && s.data[next] != '\n')
            out[n++] = s.data[next++];
        while (next < s.len && s.data[next] == ' ')
            next++;
        if (next < s.len && s.data[next] != '\n')
            out[n++] = '\n';
        i = next - 1;
    }
    return str_n(out, n);
}

int format_plain(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);

    text = mended(in->arena, text);
    ret->title = first_line_title(text);
    if (!ret->title.len)
        ret->title = format_name(in->hints);
    ret->date = metadata_dateline(in->arena, text, format_name(in->hints));
    buf_add_str(in->text, str_sub(text, 0, in->text->max));
    in->text->over |= text.len > in->text->max;
    return 0;
}
