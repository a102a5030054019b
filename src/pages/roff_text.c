/* Escapes of roff in running text, and the glyphs they name. */
#include "pages/roff.h"
#include "text/utf8.h"

static const struct word_text glyphs[] = {
    { "em", "—" },   { "en", "–" },    { "bu", "•" },  { "aq", "'" },   { "Aq", "'" },  { "dq", "\"" },
    { "lq", "“" },   { "rq", "”" },    { "Lq", "“" },  { "Rq", "”" },   { "oq", "‘" },  { "cq", "’" },
    { "hy", "-" },   { "co", "©" },    { "rs", "\\" }, { "ti", "~" },   { "ha", "^" },  { "ga", "`" },
    { "mi", "-" },   { "mu", "×" },    { "->", "→" },  { "<=", "≤" },   { ">=", "≥" },  { "!=", "≠" },
    { "de", "°" },   { "+-", "±" },    { "at", "@" },  { "sh", "#" },   { "Do", "$" },  { "lB", "[" },
    { "rB", "]" },   { "ba", "|" },    { "or", "|" },  { "tm", "™" },   { "rg", "®" },  { "Tm", "™" },
    { "<-", "←" },   { "pl", "+" },    { "eq", "=" },  { "lC", "{" },   { "rC", "}" },  { "sl", "/" },
    { "ul", "_" },   { "ru", "_" },    { "la", "⟨" },  { "ra", "⟩" },   { "ss", "ß" },  { "AE", "Æ" },
    { "ae", "æ" },   { "OE", "Œ" },    { "oe", "œ" },  { "/o", "ø" },   { "/O", "Ø" },  { "/l", "ł" },
    { "/L", "Ł" },   { "oa", "å" },    { "oA", "Å" },  { "12", "½" },   { "14", "¼" },  { "34", "¾" },
    { "S1", "¹" },   { "S2", "²" },    { "S3", "³" },  { "sc", "§" },   { "ps", "¶" },  { "dg", "†" },
    { "dd", "‡" },   { "ct", "¢" },    { "Po", "£" },  { "Eu", "€" },   { "eu", "€" },  { "Ye", "¥" },
    { "Fo", "«" },   { "Fc", "»" },    { "fo", "‹" },  { "fc", "›" },   { "Bq", "„" },  { "bq", "‚" },
    { "ua", "↑" },   { "da", "↓" },    { "<>", "↔" },  { "rA", "⇒" },   { "lA", "⇐" },  { "hA", "⇔" },
    { "~~", "≈" },   { "==", "≡" },    { "if", "∞" },  { "sr", "√" },   { "fm", "′" },  { "sd", "″" },
    { "pc", "·" },   { "md", "⋅" },    { "ci", "○" },  { "sq", "□" },   { "mo", "∈" },  { "di", "÷" },
    { "br", "|" },   { "OK", "✓" },    { "tf", "∴" },  { "pd", "∂" },   { "gr", "∇" },  { "is", "∫" },
    { "ap", "∼" },   { "no", "¬" },    { "ff", "ff" }, { "fi", "fi" },  { "fl", "fl" }, { "Fi", "ffi" },
    { "Fl", "ffl" }, { "ob", "•" },    { "r!", "¡" },  { "r?", "¿" },   { "mc", "µ" },  { "sp", " " },
    { "cu", "∪" },   { "ca", "∩" },    { "sb", "⊂" },  { "ib", "⊆" },   { "AN", "∧" },  { "OR", "∨" },
    { "fa", "∀" },   { "te", "∃" },    { "es", "∅" },  { "prop", "∝" }, { "sum", "∑" }, { "rk", "}" },
    { "lk", "{" },   { "u2026", "…" }, { 0 }
};

/* "'e", ":u", ",c": a letter behind the sign it carries, as a combining one. */
static const char *combining(char sign)
{
    switch (sign) {
    case '\'': return "\xcc\x81";
    case '`': return "\xcc\x80";
    case '^': return "\xcc\x82";
    case '~': return "\xcc\x83";
    case ':': return "\xcc\x88";
    case ',': return "\xcc\xa7";
    case 'v': return "\xcc\x8c";
    default: return NULL;
    }
}

static void add_greek(char letter, struct buf *out)
{
    static const char letters[] = "abgdezyhiklmncoprstufxqwABGDEZYHIKLMNCOPRSTUFXQW";
    static const char greek[] = "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ";
    const char *at = letter ? strchr(letters, letter) : NULL;

    if (at)
        buf_add(out, greek + 2 * (at - letters), 2);
}

static void add_code(int32_t code, struct buf *out)
{
    char bytes[4];

    buf_add(out, bytes, (size_t) utf8_encode(code, bytes));
}

static void add_glyph(struct str name, struct buf *out)
{
    const char *text = word_text(glyphs, name);
    bool letter = name.len == 2 && (name.data[1] | 32) >= 'a' && (name.data[1] | 32) <= 'z';

    if (text) {
        buf_add_z(out, text);
    } else if (letter && combining(name.data[0])) {
        buf_add_char(out, name.data[1]);
        buf_add_z(out, combining(name.data[0]));
    } else if (letter && name.data[0] == '*') {
        add_greek(name.data[1], out);
    } else if (name.len >= 5 && name.len <= 7 && name.data[0] == 'u') {
        int32_t code = 0;

        for (size_t i = 1; i < name.len; i++) {
            const char *digit = strchr("0123456789ABCDEF", name.data[i] & ~(name.data[i] >= 'a' ? 32 : 0));

            if (!digit || !*digit)
                return;
            code = code * 16 + (int32_t) (digit - "0123456789ABCDEF");
        }
        add_code(code, out);
    }
}

/* Behind '…' of an escape that has it; its text in *ret. */
static size_t quoted(struct str s, size_t at, struct str *ret)
{
    char quote = at < s.len ? s.data[at] : 0;
    ptrdiff_t end = quote ? str_find_char(s, quote, at + 1) : -1;

    *ret = str_sub(s, at + 1, end < 0 ? s.len : (size_t) end);
    return end < 0 ? s.len : (size_t) end + 1;
}

/* "\s-1", "\s12", "\s+(12", "\s'14'": a size shows nothing. */
static size_t after_size(struct str s, size_t at)
{
    struct str size;

    if (at < s.len && (s.data[at] == '+' || s.data[at] == '-'))
        at++;
    if (at < s.len && s.data[at] == '\'')
        return quoted(s, at, &size);
    /* Two digits only where they can be one size: 10 to 39. */
    if (at + 1 < s.len && s.data[at] >= '1' && s.data[at] <= '3' && s.data[at + 1] >= '0' && s.data[at + 1] <= '9' &&
        (at == 0 || (s.data[at - 1] != '+' && s.data[at - 1] != '-')))
        return at + 2;
    roff_name(s, &at);
    return at;
}

/* One escape; `at` stands behind the backslash. Returns where it ends. */
static size_t add_escape(struct str s, size_t at, struct buf *out)
{
    struct str inner;
    int64_t code;

    if (at >= s.len)
        return at;
    char c = s.data[at++];
    if (strchr("fmMkFgVY", c)) { /* fonts, colours: they show nothing */
        roff_name(s, &at);
        return at;
    }
    if (strchr("hvwlLDbxXSHRZAB", c)) /* movements and drawings */
        return quoted(s, at, &inner);
    switch (c) {
    case '*': add_glyph(roff_name(s, &at), out); return at;
    case 's': return after_size(s, at);
    case '(':
    case '[':
        at--;
        add_glyph(roff_name(s, &at), out);
        return at;
    case 'C':
        at = quoted(s, at, &inner);
        add_glyph(inner, out);
        return at;
    case 'N':
        at = quoted(s, at, &inner);
        if (str_to_int(inner, &code) && code >= 32 && code < 0x110000)
            add_code((int32_t) code, out);
        return at;
    case 'e':
    case 'E':
    case '\\': buf_add_char(out, '\\'); return at;
    case '~':
    case '0': buf_add_char(out, ' '); return at;
    case 't': buf_add_char(out, '\t'); return at;
    case ' ':
    case '-':
    case '\'':
    case '`':
    case '.':
    case '_': buf_add_char(out, c); return at;
    case '"':
    case '#': return s.len; /* a comment */
    case 'o':
        at = quoted(s, at, &inner);
        buf_add_str(out, str_sub(inner, 0, 1));
        return at;
    default: return at; /* \&, \|, \^, \:, \%, \c … show nothing */
    }
}

void roff_text(struct str s, struct buf *out)
{
    for (size_t i = 0; i < s.len;) {
        if (s.data[i] == '\\')
            i = add_escape(s, i + 1, out);
        else
            buf_add_char(out, s.data[i++]);
    }
}
