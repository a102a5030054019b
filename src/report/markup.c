#include "report/markup.h"

#include <stdio.h>
#include <string.h>

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Bytes at the start of `rest` that no page shows: a control character, or a mark that turns the direction of what
 * follows it (U+202A to U+202E, U+2066 to U+2069), by which a sentence could seem to say something else. */
static size_t unseen(struct str rest)
{
    unsigned char c[3] = { 0 };

    memcpy(c, rest.data, rest.len < 3 ? rest.len : 3);
    if (c[0] == 0x7f || (c[0] < 0x20 && c[0] != '\0' && c[0] != '\t' && c[0] != '\n'))
        return 1;
    if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f)
        return 2;
    return c[0] == 0xe2 &&
                   ((c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9))
               ? 3
               : 0;
}

void html_escape(struct buf *out, struct str text)
{
    size_t from = 0, skip;

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
        } else if ((skip = unseen(str_sub(text, i, text.len)))) {
            buf_add(out, text.data + from, i - from);
            from = i + skip;
            i += skip - 1;
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

void html_sign(struct buf *out, const char *sign)
{
    buf_format(out, "<svg class=\"sign\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><use href=\"#sg-%s\"/></svg>",
               sign);
}

void html_signs(struct buf *out)
{
    static const char *const symbols[][2] = {
        { "check", "<path d=\"M2 6.6 4.8 9.3 10 3\"/>" },
        { "quote",
          "<g fill=\"currentColor\" stroke=\"none\"><path d=\"M5.2 2 4.5 3.3C3.5 3.9 3.1 4.7 3.1 5.4h2.1v4H1V5.8C1 4 2.4 2.5 "
          "5.2 2Z\"/><path d=\"M11 2l-.7 1.3C9.3 3.9 8.9 4.7 8.9 5.4H11v4H6.8V5.8C6.8 4 8.2 2.5 11 2Z\"/></g>" },
        { "half",
          "<circle cx=\"6\" cy=\"6\" r=\"4.4\"/><path fill=\"currentColor\" stroke=\"none\" d=\"M6 1.6a4.4 4.4 0 0 0 "
          "0 8.8Z\"/>" },
        { "slash", "<circle cx=\"6\" cy=\"6\" r=\"4.4\"/><path d=\"m3.2 8.8 5.6-5.6\"/>" },
        { "cross", "<path d=\"m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2\"/>" },
        { "open", "<circle cx=\"6\" cy=\"6\" r=\"4.2\"/>" },
    };

    buf_add_z(out, "<svg width=\"0\" height=\"0\" class=\"vh\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        buf_format(out, "<symbol id=\"sg-%s\" viewBox=\"0 0 12 12\">%s</symbol>\n", symbols[i][0], symbols[i][1]);
    buf_add_z(out, "</svg>\n");
}

/* Percent-encoded for a text directive: "-" and "," part its terms. */
static void add_directive(struct buf *out, struct str words)
{
    for (size_t i = 0; i < words.len; i++) {
        unsigned char c = (unsigned char) words.data[i];

        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_')
            buf_add_char(out, (char) c);
        else
            buf_format(out, "%%%02X", c);
    }
}

void html_quote_fragment(struct buf *out, struct str url, struct str quote)
{
    enum { WHOLE = 60, WORDS = 5 };
    size_t words = 0, start = 0, end;

    quote = str_trim(quote);
    while (quote.len && strchr("#->* ", quote.data[0]))
        quote = str_sub(quote, 1, quote.len);
    if (quote.len == 0 || str_find_char(quote, '|', 0) >= 0 || str_find_char(quote, '`', 0) >= 0)
        return;
    buf_add_z(out, str_find_char(url, '#', 0) < 0 ? "#:~:text=" : ":~:text=");
    if (quote.len <= WHOLE && str_find_char(quote, '\n', 0) < 0) {
        add_directive(out, quote);
        return;
    }
    while (start < quote.len && words < WORDS && quote.data[start] != '\n')
        words += quote.data[start++] == ' ';
    for (words = 0, end = quote.len; end > start && words < WORDS && quote.data[end - 1] != '\n'; end--)
        words += quote.data[end - 1] == ' ';
    add_directive(out, str_trim(str_sub(quote, 0, start)));
    if (end > start) {
        buf_add_char(out, ',');
        add_directive(out, str_trim(str_sub(quote, end, quote.len)));
    }
}

struct str text_sentence(struct arena *arena, struct str text)
{
    text = str_trim(text);
    if (text.len == 0)
        return text;
    char first = text.data[0];
    bool stops = strchr(".!?\"')", text.data[text.len - 1]) || (unsigned char) text.data[text.len - 1] >= 0x80;

    /* "iPhone" and "pH" keep their letters. */
    if (first >= 'a' && first <= 'z' && (text.len < 2 || text.data[1] < 'A' || text.data[1] > 'Z'))
        first = (char) (first - 32);
    return str_format(arena, "%c%.*s%s", first, STR_ARG(str_sub(text, 1, text.len)), stops ? "" : ".");
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
