#include "text/number_words.h"

/* In the order of `digits`. */
static const struct {
    const char *code, *words;
} numbers[] = {
    { "en", "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety" },
    { "de", "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
            "siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig" },
    { "es", "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
            "diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa" },
    { "fr", "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
            "dix-huit dix-neuf vingt trente quarante cinquante soixante" },
};

static const char digits[] = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 30 40 50 60 70 80 90";

/* The word of `to` that stands where `word` stands in `from`. */
static struct str counterpart(struct str from, struct str to, struct str word)
{
    struct str one, other;

    while (str_next(&from, ' ', &one) && str_next(&to, ' ', &other))
        if (str_eq(one, word))
            return other;
    return (struct str){ 0 };
}

static struct str words_in(const struct language *language)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(language_code(language), numbers[i].code) == 0)
            return str(numbers[i].words);
    return (struct str){ 0 };
}

struct str number_word_digits(const struct language *language, struct str fold)
{
    return counterpart(words_in(language), str(digits), fold);
}

struct str number_digits_word(const struct language *language, struct str number)
{
    return counterpart(str(digits), words_in(language), number);
}
