/* What the common tokenizers make of text, within some ten percent for prose:
 * every character has a weight in thousandths of a token. A sum of weights is
 * fast, needs no tables of a vendor and never shrinks when text is added. */
#include "text/tokens.h"

#include "text/utf8.h"

enum kind { OTHER, LETTER, CAPITAL, DIGIT, SPACE };

static enum kind kind_of(unsigned char c)
{
    if (c >= 'a' && c <= 'z')
        return LETTER;
    if (c >= 'A' && c <= 'Z')
        return CAPITAL;
    if (c >= '0' && c <= '9')
        return DIGIT;
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' ? SPACE : OTHER;
}

/* A word costs most where it begins; identifiers and hashes break where letters,
 * capitals and digits meet; a blank is part of the word behind it. */
static unsigned ascii_weight(enum kind kind, enum kind before)
{
    switch (kind) {
    case LETTER:
        return before == LETTER || before == CAPITAL ? 140 : before == DIGIT ? 450 : 650;
    case CAPITAL:
        return before == CAPITAL ? 300 : 650;
    case DIGIT:
        return before == DIGIT ? 330 : 600;
    case SPACE:
        return before == SPACE ? 30 : 60;
    default:
        return before == OTHER ? 350 : 650;
    }
}

static unsigned weight(int32_t c)
{
    if (c < 0)
        return 1000;                                    /* a broken byte is a token of its own */
    if (utf8_is_cjk(c))
        return 670;
    if (c < 0x250)
        return 500;                                     /* accented Latin */
    if (c < 0x530)
        return 400;                                     /* Greek, Cyrillic */
    if (c < 0x2000)
        return 480;                                     /* Arabic, the scripts of India and their neighbours */
    return c >= 0x1f000 ? 2000 : 800;                   /* emoji; symbols */
}

size_t tokens_estimate(struct str text)
{
    uint64_t sum = 0;
    enum kind before = SPACE;

    for (size_t at = 0; at < text.len;) {
        unsigned char c = (unsigned char) text.data[at];

        if (c < 0x80) {
            enum kind kind = kind_of(c);

            sum += ascii_weight(kind, before);
            before = kind;
            at++;
        } else {
            sum += weight(utf8_next(text, &at));
            before = OTHER;
        }
    }
    return (size_t) ((sum + 999) / 1000);
}
