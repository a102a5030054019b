#include "text/stop_noun.h"

/* "What is a fuse for?" ends in no noun. */
struct str stop_noun(const struct language *language, const struct words *words)
{
    static const char stranded[] =
        " for of about in on with from to at by like as do does did be is are was were up out off over under into onto "
        "through against without within upon than not here there then now it them this that these those all any one "
        "too also only again ";
    size_t n = words->n;

    if (n < 5 || !language_is_english(language) || !str_is(words->items[0].fold, "what") ||
        !str_is(words->items[1].fold, "is") || !str_in_words(" a an ", words->items[2].fold) ||
        word_is_content(&words->items[n - 1]) || str_in_words(stranded, words->items[n - 1].fold))
        return (struct str){ 0 };
    for (size_t i = 3; i + 1 < n; i++)
        if (!word_is_content(&words->items[i]))
            return (struct str){ 0 };
    return words->items[n - 1].fold;
}
