#include "pages/latex_sign.h"

static const char *accented(char accent, char letter)
{
    static const char *const table[] = { "'aá", "'eé", "'ií",  "'oó",  "'uú",  "'yý",  "'cć",  "'nń",  "'sś",  "'zź",
                                         "'AÁ", "'EÉ", "'IÍ",  "'OÓ",  "'UÚ",  "`aà",  "`eè",  "`iì",  "`oò",  "`uù",
                                         "`AÀ", "`EÈ", "\"aä", "\"eë", "\"iï", "\"oö", "\"uü", "\"AÄ", "\"OÖ", "\"UÜ",
                                         "^aâ", "^eê", "^iî",  "^oô",  "^uû",  "~nñ",  "~aã",  "~oõ",  "~NÑ",  "ccç",
                                         "cCÇ", "vcč", "vsš",  "vzž",  "vrř",  "veě",  "vSŠ",  "vZŽ",  "vCČ" };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i][0] == accent && table[i][1] == letter)
            return table[i] + 2;
    return NULL;
}

size_t latex_accent(struct str s, size_t at, char accent, struct buf *out)
{
    bool braced = at < s.len && s.data[at] == '{';
    size_t letter = at + braced;

    if (letter < s.len && s.data[letter] == '\\')
        letter++; /* \'{\i} */
    if (letter >= s.len)
        return at;
    const char *done = accented(accent, s.data[letter]);
    if (done)
        buf_add_z(out, done);
    else
        buf_add_char(out, s.data[letter]);
    return letter + 1 + (braced && letter + 1 < s.len && s.data[letter + 1] == '}');
}

const char *latex_sign(struct str name)
{
    static const struct word_text signs[] = { { "ldots", "…" },
                                              { "dots", "…" },
                                              { "textbackslash", "\\" },
                                              { "LaTeX", "LaTeX" },
                                              { "TeX", "TeX" },
                                              { "ss", "ß" },
                                              { "ae", "æ" },
                                              { "AE", "Æ" },
                                              { "o", "ø" },
                                              { "O", "Ø" },
                                              { "aa", "å" },
                                              { "AA", "Å" },
                                              { "l", "ł" },
                                              { "L", "Ł" },
                                              { "i", "i" },
                                              { "j", "j" },
                                              { "S", "§" },
                                              { "P", "¶" },
                                              { "copyright", "©" },
                                              { "pounds", "£" },
                                              { "euro", "€" },
                                              { "textendash", "–" },
                                              { "textemdash", "—" },
                                              { "textasciitilde", "~" },
                                              { "textasciicircum", "^" },
                                              { "textbar", "|" },
                                              { "textless", "<" },
                                              { "textgreater", ">" },
                                              { "textunderscore", "_" },
                                              { "quad", " " },
                                              { "qquad", " " },
                                              { "newline", "\n" },
                                              { "times", "×" },
                                              { "degree", "°" },
                                              { 0 } };

    return word_text(signs, name);
}
