#include "extractive/dates.h"

static bool is_day(const struct day *d)
{
    return d->year >= 1500 && d->year < 2200 && d->month >= 1 && d->month <= 12 && d->day >= 1 && d->day <= 31;
}

static int value_of(struct str digits, size_t most)
{
    int value = 0;

    if (!digits.len || digits.len > most)
        return -1;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9')
            return -1;
        value = 10 * value + (digits.data[i] - '0');
    }
    return value;
}

/* "17.3.2026" is one word. */
static bool pointed(struct str word, struct day *ret)
{
    struct str day, month;

    if (!str_next(&word, '.', &day) || !str_next(&word, '.', &month) || word.len != 4)
        return false;
    *ret = (struct day){ value_of(word, 4), value_of(month, 2), value_of(day, 2) };
    return is_day(ret);
}

static bool is_part_of_a_number(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '/';
}

/* "CVE-2021-12-11", "2026-10-12-34" are numbers of something. */
static bool stands_alone(struct str text, size_t start, size_t end)
{
    return (start == 0 || !is_part_of_a_number(text.data[start - 1])) &&
           (end >= text.len || !is_part_of_a_number(text.data[end]));
}

bool day_at(struct str text, const struct language *language, const struct words *words, size_t at, struct day *ret)
{
    const struct word *w = &words->items[at];
    int parts[3];

    if (!(w->flags & WORD_NUMBER))
        return false;
    if (pointed(w->text, ret))
        return true;
    if (at + 2 >= words->n)
        return false;
    /* "2025-10-21T09:00" */
    ptrdiff_t time = str_find_char(w[2].text, 'T', 0);
    struct str last = time == 2 ? str_sub(w[2].text, 0, 2) : w[2].text;
    char joint = word_end(w) < text.len ? text.data[word_end(w)] : '\0';
    for (size_t i = 0; i < 3; i++) {
        parts[i] = value_of(i == 2 ? last : w[i].text, 4);
        if (i && (w[i].start != word_end(&w[i - 1]) + 1 || text.data[w[i].start - 1] != joint))
            return false;
    }
    if (!stands_alone(text, w->start, word_end(&w[2])))
        return false;
    if ((joint == '-' || joint == '/') && w->text.len == 4) {
        *ret = (struct day){ parts[0], parts[1], parts[2] };
        return is_day(ret);
    }
    if (joint != '/' || last.len != 4)
        return false;
    if (parts[0] <= 12 && parts[1] <= 12 && language_is_english(language))
        return false;
    *ret = parts[1] > 12 ? (struct day){ parts[2], parts[0], parts[1] } : (struct day){ parts[2], parts[1], parts[0] };
    return is_day(ret);
}

/* 1 to 12; 0: it is no month. */
static int month_of(const struct language *language, struct str fold)
{
    static const struct {
        const char *code, *names;
    } table[] = {
        { "en", "january february march april may june july august september october november december" },
        { "de", "januar februar märz april mai juni juli august september oktober november dezember" },
        { "es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre" },
        { "fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre" },
        { "it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre" },
        { "pt", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro" },
        { "nl", "januari februari maart april mei juni juli augustus september oktober november december" },
        { "ru", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря" },
        { "tr", "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık" },
    };
    struct str rest, name;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(language_code(language), table[i].code) != 0)
            continue;
        rest = str(table[i].names);
        for (int month = 1; str_next(&rest, ' ', &name); month++)
            if (str_eq(name, fold) ||
                (fold.len == 3 && str_starts(name, (char[]){ fold.data[0], fold.data[1], fold.data[2], 0 })))
                return month;
    }
    return 0;
}

/* "17", "17th" */
static int day_of(struct str fold)
{
    if (fold.len > 2 && str_in_words(" st nd rd th ", str_sub(fold, fold.len - 2, fold.len)))
        fold.len -= 2;
    int day = value_of(fold, 2);
    return day >= 1 && day <= 31 ? day : 0;
}

bool day_in_words(const struct language *language, const struct words *words, size_t at, struct day *ret,
                  size_t *ret_number)
{
    size_t before = at, behind = at + 1;
    int month = month_of(language, words->items[at].fold);

    if (!month)
        return false;
    /* "the 17th of October", "October the 17th" */
    if (before && str_in_words(" of de ", words->items[before - 1].fold))
        before--;
    if (behind < words->n && str_is(words->items[behind].fold, "the"))
        behind++;
    *ret = (struct day){ 0, month, before ? day_of(words->items[before - 1].fold) : 0 };
    *ret_number = before - 1;
    if (!ret->day && behind < words->n && (ret->day = day_of(words->items[behind].fold)))
        *ret_number = behind++;
    if (!ret->day)
        return false;
    int year = behind < words->n ? value_of(words->items[behind].fold, 4) : 0;
    ret->year = year >= 1500 && year < 2200 ? year : 0;
    return true;
}

struct str day_term(struct arena *arena, const struct day *day)
{
    return day->year ? str_format(arena, "0@%d-%d-%d", day->year, day->month, day->day)
                     : str_format(arena, "0@%d-%d", day->month, day->day);
}
