/* Reasons that name the same thing twice: "the source gives 82 percent, not 82 Prozent". */
#include "judge/idle.h"

#include "judge/number_match.h"
#include "text/words.h"

/* What the source has and what the claim has, of "the source gives X, not Y, which it gives for something else". */
static bool read_parts(struct str reason, struct str *ret_source, struct str *ret_claim)
{
    static const char *const verbs[] = { " gives it in ", " tells it in ", " gives ", " says ", NULL };
    ptrdiff_t at = str_find(reason, str(", not "), 0), verb = -1, end;
    size_t i = 0;

    for (; verbs[i] && at >= 0; i++)
        if ((verb = str_find(reason, str(verbs[i]), 0)) >= 0 && verb < at)
            break;
    if (at < 0 || !verbs[i])
        return false;
    *ret_source = str_sub(reason, (size_t) verb + strlen(verbs[i]), (size_t) at);
    *ret_claim = str_sub(reason, (size_t) at + strlen(", not "), reason.len);
    end = str_find(*ret_claim, str(", which it gives for something else"), 0);
    if (end >= 0)
        ret_claim->len = (size_t) end;
    return true;
}

/* Without quotation marks and what stands around them. */
static struct str bare(struct str text)
{
    text = str_trim(text);
    if (text.len > 1 && text.data[0] == '"' && str_ends(text, "\""))
        text = str_sub(text, 1, text.len - 1);
    return str_trim(text);
}

static bool has_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] >= '0' && text.data[i] <= '9')
            return true;
    return false;
}

/* Is the text one number and nothing else? */
static bool is_number(struct arena *scratch, struct str text, struct number *ret)
{
    struct numbers found = { 0 };

    numbers_of(scratch, text, &found);
    if (found.n != 1 || found.items[0].start > 0 || found.items[0].end < text.len)
        return false;
    *ret = found.items[0];
    return true;
}

/* The same words, up to case and inflection. */
static bool same_words(struct arena *scratch, struct str a, struct str b)
{
    struct words mine = { 0 }, theirs = { 0 };

    words_of(scratch, a, language_named(str("en")), &mine);
    words_of(scratch, b, language_named(str("en")), &theirs);
    for (size_t i = 0; mine.n == theirs.n && i < mine.n; i++)
        if (!str_eq(mine.items[i].fold, theirs.items[i].fold) && !str_eq(mine.items[i].stem, theirs.items[i].stem))
            return false;
    return mine.n && mine.n == theirs.n;
}

bool reason_is_idle(struct str reason)
{
    struct str source, claim;
    struct number given, said;

    if (!read_parts(reason, &source, &claim))
        return false;
    source = bare(source);
    claim = bare(claim);
    if (str_eq_nocase(source, claim))
        return true;
    struct arena *scratch = arena_new();
    bool idle = is_number(scratch, source, &given) && is_number(scratch, claim, &said)
                    ? number_match(&said, &given) == NUMBER_SAME && number_match(&given, &said) == NUMBER_SAME
                    : !has_digit(source) && !has_digit(claim) && same_words(scratch, source, claim);
    arena_free(scratch);
    return idle;
}
