#include "extractive/kinds.h"

#include "extractive/dates.h"
#include "extractive/wording.h"

static bool is_asked(const struct asked_terms *asked, struct str term)
{
    for (size_t i = 0; i < asked->n; i++)
        for (size_t k = 0; k < asked->items[i].forms_n; k++)
            if (str_eq(asked->items[i].forms[k], term))
                return true;
    return false;
}

static bool is_year(struct str s)
{
    if (s.len < 4 || s.len > 6 || (s.data[0] != '1' && !(s.data[0] == '2' && s.data[1] == '0')))
        return false;
    for (size_t i = 0; i < 4; i++)
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
    return s.len == 4 || str_ends(s, "s") || str_ends(s, "er");
}

static bool is_era(struct str fold)
{
    static const char *const words[] = { "century",      "centuries", "decade",   "bc",  "jahrhundert",
                                         "jahrhunderts", "siglo",     "siècle",   "век", "века",
                                         "веке",         "yüzyıl",    "yüzyılda", "قرن", "القرن" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(fold, words[i]))
            return true;
    return false;
}

/* English and German write months with a capital; "may" is none. */
static bool is_month(const struct language *language, const struct word *word)
{
    const char *code = language_code(language);

    return ((word->flags & WORD_CAPITAL) || (strcmp(code, "en") != 0 && strcmp(code, "de") != 0)) &&
           wording_is_month(word->fold);
}

static bool holds(struct str text, const char *list)
{
    struct str rest = str(list), item;

    while (str_next(&rest, ' ', &item))
        if (str_find(text, item, 0) >= 0)
            return true;
    return false;
}

/* Chinese: numerals and eras by their characters, foreign names by the dot between their parts. */
static void read_cjk(struct str sentence, struct kinds *ret)
{
    ret->number = ret->number || holds(sentence, "一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两 半");
    ret->date = ret->date || holds(sentence, "世纪 年代 时期");
    ret->person = ret->person || holds(sentence, "\xc2\xb7");
}

void kinds_of(struct arena *arena, struct str sentence, const struct language *language,
              const struct asked_terms *asked, struct kinds *ret)
{
    struct words words = { 0 };
    size_t capitals = 0;
    bool cjk = false;

    *ret = (struct kinds){ 0 };
    words_of(arena, sentence, language, &words);
    for (size_t i = 0; i < words.n; i++) {
        const struct word *word = &words.items[i];
        struct str term = term_of_word(arena, language, word);
        bool known = is_asked(asked, term), capital;
        struct day day;

        cjk = cjk || word->flags & WORD_CJK;
        if ((word->flags & WORD_NUMBER) || (term.len && term.data[0] >= '0' && term.data[0] <= '9')) {
            bool year = (word->flags & WORD_NUMBER) && is_year(word->fold);
            bool before_year = i + 1 < words.n && str_starts(words.items[i + 1].text, "年");

            ret->number = ret->number || !known;
            ret->date = ret->date || (!known && (year || before_year)) || day_at(sentence, language, &words, i, &day);
        }
        ret->date = ret->date || (!known && (is_month(language, word) || is_era(word->fold)));
        capital = (word->flags & WORD_CAPITAL) && word_is_content(word);
        capitals = capital ? capitals + 1 : 0;
        if (!capital || known)
            continue;
        ret->capital = ret->capital || i > 0 || (words.n > 1 && (words.items[1].flags & WORD_CAPITAL));
        ret->person = ret->person || capitals >= 2;
    }
    if (cjk)
        read_cjk(sentence, ret);
    ret->reason = wording_gives_reason(language, &words);
    ret->concludes = wording_concludes(&words);
    ret->weighs = wording_weighs(&words);
    ret->aim = wording_states_aim(&words);
    ret->counts = wording_counts(&words, sentence);
    ret->method = wording_tells_method(&words);
}
