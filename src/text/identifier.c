#include "text/identifier.h"

enum { IDENTIFIER_MAX = 80 };

static bool is_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_joint(char c) { return c == '.' || c == ':' || c == '-' || c == '@'; }

/* Letters and a joint that prose does not have: an underscore inside, "::", a dot between letters with no blank, dashes
 * in front. A hyphen alone ("round-trip") or a number ("3.14") makes none. */
static bool is_name(struct str s, bool option)
{
    bool letter = false, joint = false;

    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];

        letter = letter || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        joint = joint || (i && i + 1 < s.len && (c == '_' || c == '@' || (c == ':' && s.data[i + 1] == ':'))) ||
                (c == '.' && i && i + 2 < s.len && s.data[i - 1] >= 'a' && s.data[i - 1] <= 'z' &&
                 s.data[i + 1] >= 'a' && s.data[i + 1] <= 'z');
    }
    return letter && s.len >= 2 && s.len <= IDENTIFIER_MAX && (joint || option);
}

bool identifier_next(struct str text, size_t *at, struct str *ret)
{
    for (size_t i = *at; i < text.len;) {
        size_t start = i, end, dashes = 0;

        while (start + dashes < text.len && text.data[start + dashes] == '-' && dashes < 3)
            dashes++;
        end = start + dashes;
        if (end >= text.len || !is_part(text.data[end])) {
            i = end > i ? end : i + 1;
            continue;
        }
        while (end < text.len && (is_part(text.data[end]) || (is_joint(text.data[end]) && end + 1 < text.len &&
                                                              (is_part(text.data[end + 1]) ||
                                                               (text.data[end] == ':' && text.data[end + 1] == ':')))))
            end++;
        i = end;
        /* "--delete" and " -x" are options; "a--b" and "2-3" are not. */
        bool option = (dashes == 1 || dashes == 2) && (start == 0 || strchr(" \t\n`'\"([,|=", text.data[start - 1])) &&
                      !(text.data[start + dashes] >= '0' && text.data[start + dashes] <= '9');
        if (!option)
            start += dashes;
        if (!is_name(str_sub(text, start, end), option))
            continue;
        *at = end;
        *ret = str_sub(text, start, end);
        return true;
    }
    *at = text.len;
    return false;
}

static bool is_letter_option(struct str s) { return s.len == 2 && s.data[0] == '-'; }

bool identifier_same(struct str a, struct str b) { return is_letter_option(a) ? str_eq(a, b) : str_eq_nocase(a, b); }

struct str identifier_fold(struct arena *arena, struct str identifier)
{
    return is_letter_option(identifier) ? identifier : str_lower_ascii(arena, identifier);
}
