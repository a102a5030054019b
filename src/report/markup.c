#include "report/markup.h"

#include <string.h>

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void html_escape(struct buf *out, struct str text)
{
    size_t from = 0;

    if (text.len == 0)
        return;
    for (size_t i = 0; i < text.len; i++) {
        const char *with = NULL;

        switch (text.data[i]) {
        case '&': with = "&amp;"; break;
        case '<': with = "&lt;"; break;
        case '>': with = "&gt;"; break;
        case '"': with = "&quot;"; break;
        case '\'': with = "&#39;"; break;
        case '\0': with = "\xef\xbf\xbd"; break;
        }
        if (with) {
            buf_add(out, text.data + from, i - from);
            buf_add_z(out, with);
            from = i + 1;
        }
    }
    buf_add(out, text.data + from, text.len - from);
}

bool url_is_web(struct str url) { return str_starts_nocase(url, "https://") || str_starts_nocase(url, "http://"); }

void html_escape_url(struct buf *out, struct str url)
{
    if (url_is_web(url) || str_starts_nocase(url, "file:"))
        html_escape(out, url);
    else
        buf_add_z(out, "#");
}

struct str text_one_line(struct arena *arena, struct str text)
{
    struct buf out;
    bool space = false;

    buf_init(&out, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (is_space(c) || (unsigned char) c < 0x20 || c == 0x7f) {
            space = out.len > 0;
            continue;
        }
        if (space)
            buf_add_char(&out, ' ');
        space = false;
        buf_add_char(&out, c);
    }
    return buf_take(&out, arena);
}

void markdown_escape(struct buf *out, struct str text)
{
    bool space = false, first = true;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (is_space(c) || (unsigned char) c < 0x20 || c == 0x7f) {
            space = !first;
            continue;
        }
        if (space)
            buf_add_char(out, ' ');
        /* '#', '+', '-', '>' and numbers matter only where a line begins; our lines never begin with them. */
        if (strchr("\\`*_[]<>|~", c))
            buf_add_char(out, '\\');
        if (c == '&' && i + 1 < text.len && (text.data[i + 1] == '#' || (text.data[i + 1] | 0x20) >= 'a'))
            buf_add_char(out, '\\');
        buf_add_char(out, c);
        space = first = false;
    }
}

void markdown_url(struct buf *out, struct str url)
{
    for (size_t i = 0; i < url.len; i++) {
        unsigned char c = (unsigned char) url.data[i];

        if (c <= ' ' || c == 0x7f || strchr("<>()\\\"[]`", c))
            buf_format(out, "%%%02X", c);
        else
            buf_add_char(out, (char) c);
    }
}
