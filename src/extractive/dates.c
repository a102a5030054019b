#include "extractive/dates.h"

static bool is_day(const struct day *d)
{
    return d->year >= 1000 && d->year < 3000 && d->month >= 1 && d->month <= 12 && d->day >= 1 && d->day <= 31;
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
    char joint = word_end(w) < text.len ? text.data[word_end(w)] : 0;
    for (size_t i = 0; i < 3; i++) {
        parts[i] = value_of(w[i].text, 4);
        if (i && (w[i].start != word_end(&w[i - 1]) + 1 || text.data[w[i].start - 1] != joint))
            return false;
    }
    if (joint == '-' && w->text.len == 4) {
        *ret = (struct day){ parts[0], parts[1], parts[2] };
        return is_day(ret);
    }
    if (joint != '/' || w[2].text.len != 4)
        return false;
    if (parts[0] <= 12 && parts[1] <= 12 && language_is_english(language))
        return false;
    *ret = parts[1] > 12 ? (struct day){ parts[2], parts[0], parts[1] } : (struct day){ parts[2], parts[1], parts[0] };
    return is_day(ret);
}

struct str day_month(const struct language *language, int month)
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
    struct str rest, name = { 0 };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(language_code(language), table[i].code) != 0)
            continue;
        rest = str(table[i].names);
        for (int k = 0; k < month; k++)
            str_next(&rest, ' ', &name);
    }
    return name;
}
