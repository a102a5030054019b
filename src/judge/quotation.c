#include "judge/quotation.h"

#include "base/buf.h"
#include "text/utf8.h"

enum { WORDS_LEAST = 3, ROW_WORDS = 2 };

static bool is_digit(struct str s, size_t at) { return at < s.len && s.data[at] >= '0' && s.data[at] <= '9'; }

/* The byte behind a citation marker ("[1]", "[2, 3]", "[Arxiv-2]") at `at`; 0 if there is none. */
static size_t marker_end(struct str s, size_t at)
{
    enum { MARKER_MAX = 40 };
    bool words = false;

    if (s.data[at] != '[')
        return 0;
    for (size_t i = at + 1; i < s.len && i < at + MARKER_MAX; i++) {
        char c = s.data[i];

        if (c == ']')
            return i > at + 1 && !words ? i + 1 : 0;
        if (c == ' ' && !(s.data[i - 1] == ',' || s.data[i - 1] == ';')) /* words in brackets are text */
            words = true;
        if (!(c == ' ' || c == ',' || c == ';' || c == '-' || c == '_' || (c >= '0' && c <= '9') ||
              ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')))
            return 0;
    }
    return 0;
}

/* The byte behind the sign of a currency at `at`; `at` itself: there is none. */
static size_t currency_end(struct str s, size_t at)
{
    size_t next = at;
    int32_t code = at < s.len ? utf8_next(s, &next) : 0;

    return code == '$' || code == 0x20ac || code == 0xa3 || code == 0xa5 ? next : at;
}

/* Signs that change what is said: "5 %" is not "5", neither "-5" nor "-$5" is "5". */
static bool matters(struct str s, size_t at, size_t next, int32_t code)
{
    if (code == '-' || code == 0x2212)
        return is_digit(s, currency_end(s, next)) && (at == 0 || strchr(" (<>=", s.data[at - 1]));
    if (code == '.' || code == ',')
        return at && is_digit(s, at - 1) && is_digit(s, next);
    return code > 0 && ((code < 0x80 && strchr("%$+<>=~&/@", code)) || code == 0x20ac || code == 0xa3 || code == 0xa5 ||
                        code == 0xb0 || code == 0xb1 || code == 0xd7 || (code >= 0x2248 && code <= 0x2265));
}

struct str quotation_key(struct arena *arena, struct str text)
{
    struct str s = utf8_fold(arena, text);
    char *key = arena_alloc(arena, s.len * 2 + 1);
    size_t n = 0, at = 0, behind;
    bool gap = false;

    while (at < s.len) {
        size_t next = at;
        int32_t code = utf8_next(s, &next);
        bool word = code > 0 && utf8_is_word(code), sign = !word && matters(s, at, next, code);

        if ((behind = marker_end(s, at))) {
            at = behind;
            gap = true;
            continue;
        }
        if (word || sign) {
            /* "< a@b.c>" is how a report writes "<a@b.c>". */
            if (gap && n && key[n - 1] != '<' && code != '>')
                key[n++] = ' ';
            memcpy(key + n, s.data + at, next - at);
            n += next - at;
            gap = false;
        } else if (!(code == '\'' || code == 0x2019)) {
            gap = true;
        }
        at = next;
    }
    return str_n(key, n);
}

static bool asks(struct str sentence)
{
    sentence = str_trim(sentence);
    return str_ends(sentence, "?") || str_ends(sentence, "?\"") || str_ends(sentence, "\xef\xbc\x9f");
}

/* "Gov." says nothing, wherever it stands. A script without blanks counts by its bytes. */
static size_t words_in(struct str key)
{
    size_t words = key.len > 0;

    for (size_t i = 0; i < key.len; i++)
        words += key.data[i] == ' ' || ((unsigned char) key.data[i] >= 0xe3 && (unsigned char) key.data[i] < 0xf0);
    return words;
}

/* "2. It lasts." counts the items of a list, it does not say "two". */
static struct str without_list_number(struct str sentence)
{
    enum { DIGITS_MOST = 3 };
    size_t at = 0;

    while (at <= DIGITS_MOST && is_digit(sentence, at))
        at++;
    return at && at <= DIGITS_MOST && at + 1 < sentence.len && strchr(".)", sentence.data[at]) &&
                   sentence.data[at + 1] == ' '
               ? str_sub(sentence, at + 2, sentence.len)
               : sentence;
}

/* "| Ctrl+C | Copy |": the same cells in the same order. */
static bool is_row(struct arena *arena, struct str claim, struct str sentence)
{
    struct str one, other;

    claim = str_trim(claim);
    sentence = str_trim(sentence);
    if (!str_starts(claim, "|") || !str_starts(sentence, "|"))
        return false;
    while (claim.len || sentence.len) {
        one = other = str("");
        str_next(&claim, '|', &one);
        str_next(&sentence, '|', &other);
        if (!str_eq(quotation_key(arena, one), quotation_key(arena, other)))
            return false;
    }
    return true;
}

/* A row is a quotation however few words it has. */
static bool row_find(struct arena *arena, struct str claim, const struct str *sentences, size_t n, size_t *ret)
{
    for (size_t i = 0; i < n; i++)
        if (is_row(arena, claim, sentences[i])) {
            *ret = i;
            return true;
        }
    return false;
}

bool quotation_find(struct arena *arena, struct str claim, const struct str *sentences, size_t n, size_t *ret_first,
                    size_t *ret_end)
{
    struct str want = quotation_key(arena, claim);
    struct str *keys = arena_calloc(arena, n + 1, sizeof *keys), none = str("\n");

    if (words_in(want) == ROW_WORDS && row_find(arena, claim, sentences, n, ret_first)) {
        *ret_end = *ret_first + 1;
        return true;
    }
    if (words_in(want) < WORDS_LEAST)
        return false;
    /* Marks are all that a key lacks: a sentence that is much longer than the claim is no part of it. */
    for (size_t i = 0; i < n; i++)
        keys[i] = sentences[i].len <= claim.len * 2 + 40 ? quotation_key(arena, without_list_number(sentences[i]))
                                                         : none;
    for (size_t i = 0; i < n; i++) {
        struct str rest = want;

        if (keys[i].len == 0)
            continue;
        for (size_t k = i; k < n && rest.len >= keys[k].len && str_eq(str_sub(rest, 0, keys[k].len), keys[k]); k++) {
            rest = str_sub(rest, keys[k].len, rest.len);
            if (rest.len == 0 && keys[k].len) {
                *ret_first = i;
                *ret_end = k + 1;
                return asks(sentences[k]) == asks(claim);
            }
            if (keys[k].len && rest.data[0] != ' ')
                break;
            if (keys[k].len)
                rest = str_sub(rest, 1, rest.len);
        }
    }
    return false;
}
