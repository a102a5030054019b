#include "pages/xml.h"

#include "text/utf8.h"

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static struct str local_name(struct str name)
{
    ptrdiff_t colon = str_find_char(name, ':', 0);

    return colon < 0 ? name : str_sub(name, (size_t) colon + 1, name.len);
}

void xml_open(struct xml *xml, struct str text) { *xml = (struct xml){ .rest = text }; }

static void skip(struct xml *xml, size_t n) { xml->rest = str_sub(xml->rest, n, xml->rest.len); }

/* Skips "<!…>" and "<?…>"; a DTD may hold brackets. */
static void skip_declaration(struct xml *xml)
{
    size_t i = 0;
    int brackets = 0;

    if (str_starts(xml->rest, "<!--")) {
        ptrdiff_t end = str_find(xml->rest, str("-->"), 4);
        skip(xml, end < 0 ? xml->rest.len : (size_t) end + 3);
        return;
    }
    for (; i < xml->rest.len; i++) {
        char c = xml->rest.data[i];
        brackets += c == '[';
        brackets -= c == ']';
        if (c == '>' && brackets <= 0)
            break;
    }
    skip(xml, i + 1);
}

/* End of the tag that starts here, quotes respected. */
static ptrdiff_t tag_end(struct str s)
{
    char quote = '\0';

    for (size_t i = 1; i < s.len; i++) {
        char c = s.data[i];
        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return (ptrdiff_t) i;
    }
    return -1;
}

static enum xml_type tag(struct xml *xml)
{
    ptrdiff_t end = tag_end(xml->rest);

    if (end < 0) {
        skip(xml, xml->rest.len);
        return XML_END_OF_FILE;
    }
    bool close = xml->rest.data[1] == '/';
    struct str inner = str_sub(xml->rest, close ? 2 : 1, (size_t) end);
    skip(xml, (size_t) end + 1);
    xml->empty = !close && inner.len && inner.data[inner.len - 1] == '/';
    if (xml->empty)
        inner.len--;
    size_t n = 0;
    while (n < inner.len && !is_space(inner.data[n]))
        n++;
    xml->name = local_name(str_n(inner.data, n));
    xml->attributes = str_sub(inner, n, inner.len);
    xml->pending_end = xml->empty;
    return close ? XML_END : XML_START;
}

enum xml_type xml_next(struct xml *xml)
{
    if (xml->pending_end) {
        xml->pending_end = false;
        return XML_END;
    }
    while (xml->rest.len) {
        if (xml->rest.data[0] != '<') {
            ptrdiff_t lt = str_find_char(xml->rest, '<', 0);
            size_t n = lt < 0 ? xml->rest.len : (size_t) lt;
            xml->text = str_n(xml->rest.data, n);
            xml->cdata = false;
            skip(xml, n);
            return XML_TEXT;
        }
        if (str_starts(xml->rest, "<![CDATA[")) {
            ptrdiff_t end = str_find(xml->rest, str("]]>"), 9);
            xml->text = str_sub(xml->rest, 9, end < 0 ? xml->rest.len : (size_t) end);
            xml->cdata = true;
            skip(xml, end < 0 ? xml->rest.len : (size_t) end + 3);
            return XML_TEXT;
        }
        if (xml->rest.len > 1 && (xml->rest.data[1] == '!' || xml->rest.data[1] == '?')) {
            skip_declaration(xml);
            continue;
        }
        return tag(xml);
    }
    return XML_END_OF_FILE;
}

/* Decodes one reference at s ("&amp;…"); returns its length, 0 if it is none. */
static size_t reference(struct str s, char ret[4], int *ret_n)
{
    static const struct {
        const char *name;
        char c;
    } named[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&apos;", '\'' } };

    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (str_starts(s, named[i].name)) {
            ret[0] = named[i].c;
            *ret_n = 1;
            return strlen(named[i].name);
        }
    if (!str_starts(s, "&#"))
        return 0;
    bool hex = s.len > 2 && (s.data[2] == 'x' || s.data[2] == 'X');
    int32_t value = 0;
    size_t i = hex ? 3 : 2, start = i;
    for (; i < s.len && i < start + 7; i++) {
        char c = s.data[i];
        int digit = c >= '0' && c <= '9'          ? c - '0'
                    : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                  : -1;
        if (digit < 0)
            break;
        value = value * (hex ? 16 : 10) + digit;
    }
    if (i == start || i >= s.len || s.data[i] != ';' || value == 0)
        return 0;
    *ret_n = utf8_encode(value, ret);
    return i + 1;
}

static void add_decoded(struct str s, struct buf *ret)
{
    while (s.len) {
        ptrdiff_t amp = str_find_char(s, '&', 0);
        size_t n = amp < 0 ? s.len : (size_t) amp;
        char bytes[4];
        int bytes_n = 0;

        buf_add(ret, s.data, n);
        s = str_sub(s, n, s.len);
        if (!s.len)
            return;
        size_t used = reference(s, bytes, &bytes_n);
        if (used)
            buf_add(ret, bytes, (size_t) bytes_n);
        else
            buf_add_char(ret, '&');
        s = str_sub(s, used ? used : 1, s.len);
    }
}

void xml_add_text(const struct xml *xml, struct buf *ret)
{
    if (xml->cdata)
        buf_add_str(ret, xml->text);
    else
        add_decoded(xml->text, ret);
}

struct str xml_attribute(struct arena *arena, const struct xml *xml, const char *name)
{
    struct str rest = xml->attributes;

    while (rest.len) {
        ptrdiff_t equal = str_find_char(rest, '=', 0);
        if (equal < 0)
            break;
        struct str key = str_trim(str_sub(rest, 0, (size_t) equal));
        key = strchr(name, ':') ? key : local_name(key);
        rest = str_trim(str_sub(rest, (size_t) equal + 1, rest.len));
        if (!rest.len || (rest.data[0] != '"' && rest.data[0] != '\''))
            break;
        ptrdiff_t end = str_find_char(rest, rest.data[0], 1);
        if (end < 0)
            break;
        struct str value = str_sub(rest, 1, (size_t) end);
        rest = str_sub(rest, (size_t) end + 1, rest.len);
        if (str_is(key, name)) {
            struct buf decoded;
            buf_init(&decoded, value.len * 4 + 1);
            add_decoded(value, &decoded);
            return buf_take(&decoded, arena);
        }
    }
    return (struct str){ 0 };
}
