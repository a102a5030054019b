/* What the common tokenizers make of text, within some ten percent for prose:
 * every character has a weight in thousandths of a token. A sum of weights is
 * fast, needs no tables of a vendor and never shrinks when text is added. */
#include "text/tokens.h"

#include "text/utf8.h"

enum kind { OTHER, LETTER, CAPITAL, DIGIT, SPACE, KINDS };

static const unsigned char kinds[128] = {
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = CAPITAL, ['0' ... '9'] = DIGIT, [' '] = SPACE,
    ['\t'] = SPACE,         ['\n'] = SPACE,          ['\r'] = SPACE,
};

/* By what it is and what stands before it. A word costs most where it begins;
 * identifiers and hashes break where letters, capitals and digits meet; a blank
 * is part of the word behind it. */
static const unsigned short ascii_weights[KINDS][KINDS] = {
    [LETTER] = { [LETTER] = 140, [CAPITAL] = 140, [DIGIT] = 450, [OTHER] = 650, [SPACE] = 650 },
    [CAPITAL] = { [LETTER] = 650, [CAPITAL] = 300, [DIGIT] = 650, [OTHER] = 650, [SPACE] = 650 },
    [DIGIT] = { [LETTER] = 600, [CAPITAL] = 600, [DIGIT] = 330, [OTHER] = 600, [SPACE] = 600 },
    [SPACE] = { [LETTER] = 60, [CAPITAL] = 60, [DIGIT] = 60, [OTHER] = 60, [SPACE] = 30 },
    [OTHER] = { [LETTER] = 650, [CAPITAL] = 650, [DIGIT] = 650, [OTHER] = 350, [SPACE] = 650 },
};

static unsigned weight(int32_t c)
{
    if (c < 0)
        return 1000; /* a broken byte is a token of its own */
    if (utf8_is_cjk(c))
        return 670;
    if (c < 0x250)
        return 500; /* accented Latin */
    if (c < 0x530)
        return 400; /* Greek, Cyrillic */
    if (c < 0x2000)
        return 480;                   /* Arabic, the scripts of India and their neighbours */
    return c >= 0x1f000 ? 2000 : 800; /* emoji; symbols */
}

size_t tokens_estimate(struct str text)
{
    uint64_t sum = 0;
    enum kind before = SPACE;

    for (size_t at = 0; at < text.len;) {
        unsigned char c = (unsigned char) text.data[at];

        if (c < 0x80) {
            enum kind kind = kinds[c];

            sum += ascii_weights[kind][before];
            before = kind;
            at++;
        } else {
            sum += weight(utf8_next(text, &at));
            before = OTHER;
        }
    }
    return (size_t) ((sum + 999) / 1000);
}
