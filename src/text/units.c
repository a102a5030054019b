#include "text/units.h"

#include <assert.h>
#include <pthread.h>

#include "text/wordmap.h"

/* Symbols, as they are written. */
static const struct unit symbols[] = {
    { "km", "m", 1e3 },
    { "m", "m", 1 },
    { "cm", "m", 1e-2 },
    { "mm", "m", 1e-3 },
    { "nm", "m", 1e-9 },
    { "ft", "m", 0.3048 },
    { "mi", "m", 1609.344 },
    { "kg", "kg", 1 },
    { "g", "kg", 1e-3 },
    { "mg", "kg", 1e-6 },
    { "µg", "kg", 1e-9 },
    { "μg", "kg", 1e-9 },
    { "mcg", "kg", 1e-9 },
    { "ng", "kg", 1e-12 },
    { "µm", "m", 1e-6 },
    { "μm", "m", 1e-6 },
    { "lb", "kg", 0.45359237 },
    { "lbs", "kg", 0.45359237 },
    { "oz", "kg", 0.0283495 },
    { "t", "kg", 1e3 },
    { "s", "s", 1 },
    { "ms", "s", 1e-3 },
    { "min", "s", 60 },
    { "h", "s", 3600 },
    { "hr", "s", 3600 },
    { "hrs", "s", 3600 },
    { "W", "W", 1 },
    { "kW", "W", 1e3 },
    { "MW", "W", 1e6 },
    { "GW", "W", 1e9 },
    { "TW", "W", 1e12 },
    { "Wh", "Wh", 1 },
    { "kWh", "Wh", 1e3 },
    { "MWh", "Wh", 1e6 },
    { "GWh", "Wh", 1e9 },
    { "TWh", "Wh", 1e12 },
    { "J", "J", 1 },
    { "kJ", "J", 1e3 },
    { "MJ", "J", 1e6 },
    { "GJ", "J", 1e9 },
    { "V", "V", 1 },
    { "kV", "V", 1e3 },
    { "mV", "V", 1e-3 },
    { "Hz", "Hz", 1 },
    { "kHz", "Hz", 1e3 },
    { "MHz", "Hz", 1e6 },
    { "GHz", "Hz", 1e9 },
    { "L", "l", 1 },
    { "l", "l", 1 },
    { "ml", "l", 1e-3 },
    { "mL", "l", 1e-3 },
    { "ha", "m2", 1e4 },
    { "B", "B", 1 },
    { "KB", "B", 1e3 },
    { "kB", "B", 1e3 },
    { "MB", "B", 1e6 },
    { "GB", "B", 1e9 },
    { "TB", "B", 1e12 },
    { "km2", "m2", 1e6 },
    { "m2", "m2", 1 },
    { "m3", "l", 1e3 },
    { "mph", "m/s", 0.44704 },
    { "kph", "m/s", 1 / 3.6 },
    { "USD", "USD", 1 },
    { "EUR", "EUR", 1 },
    { "GBP", "GBP", 1 },
    { "JPY", "JPY", 1 },
    { "CHF", "CHF", 1 },
    { "CNY", "CNY", 1 },
    { "AUD", "AUD", 1 },
    { "CAD", "CAD", 1 },
    { "INR", "INR", 1 },
    { "SEK", "SEK", 1 },
    { "NOK", "NOK", 1 },
    { "DKK", "DKK", 1 },
    { "HKD", "HKD", 1 },
    { "NZD", "NZD", 1 },
    { "SGD", "SGD", 1 },
    { "KRW", "KRW", 1 },
    { "BRL", "BRL", 1 },
    { "RUB", "RUB", 1 },
    { "pp", "points", 1 },
    { "pct", "%", 1 },
    { NULL, NULL, 0 },
};

/* Names, in any case; a plural s is taken off before. */
static const struct unit names[] = {
    { "kilometer", "m", 1e3 },    { "kilometre", "m", 1e3 },    { "meter", "m", 1 },
    { "metre", "m", 1 },          { "centimeter", "m", 1e-2 },  { "centimetre", "m", 1e-2 },
    { "millimeter", "m", 1e-3 },  { "millimetre", "m", 1e-3 },  { "mile", "m", 1609.344 },
    { "foot", "m", 0.3048 },      { "feet", "m", 0.3048 },      { "inch", "m", 0.0254 },
    { "inche", "m", 0.0254 },     { "yard", "m", 0.9144 },      { "kilogram", "kg", 1 },
    { "kilo", "kg", 1 },          { "gram", "kg", 1e-3 },       { "milligram", "kg", 1e-6 },
    { "microgram", "kg", 1e-9 },  { "nanogram", "kg", 1e-12 },  { "micrometre", "m", 1e-6 },
    { "micrometer", "m", 1e-6 },  { "nanometre", "m", 1e-9 },   { "nanometer", "m", 1e-9 },
    { "tonne", "kg", 1e3 },       { "ton", "kg", 1e3 },         { "ounce", "kg", 0.0283495 },
    { "second", "s", 1 },         { "millisecond", "s", 1e-3 }, { "minute", "s", 60 },
    { "hour", "s", 3600 },        { "day", "day", 1 },          { "week", "day", 7 },
    { "month", "month", 1 },      { "year", "month", 12 },      { "decade", "month", 120 },
    { "century", "month", 1200 }, { "watt", "W", 1 },           { "kilowatt", "W", 1e3 },
    { "megawatt", "W", 1e6 },     { "gigawatt", "W", 1e9 },     { "liter", "l", 1 },
    { "litre", "l", 1 },          { "gallon", "l", 3.78541 },   { "hectare", "m2", 1e4 },
    { "acre", "m2", 4046.86 },    { "byte", "B", 1 },           { "kilobyte", "B", 1e3 },
    { "megabyte", "B", 1e6 },     { "gigabyte", "B", 1e9 },     { "terabyte", "B", 1e12 },
    { "hertz", "Hz", 1 },         { "volt", "V", 1 },           { "joule", "J", 1 },
    { "dollar", "USD", 1 },       { "euro", "EUR", 1 },         { "yen", "JPY", 1 },
    { "pound", "pound", 1 },      { "rupee", "INR", 1 },        { "franc", "CHF", 1 },
    { "krone", "KRO", 1 },        { "kroner", "KRO", 1 },       { "krona", "KRO", 1 },
    { "kronor", "KRO", 1 },       { "yuan", "CNY", 1 },         { "rouble", "RUB", 1 },
    { "ruble", "RUB", 1 },        { "zloty", "PLN", 1 },        { "shekel", "ILS", 1 },
    { "terawatt", "W", 1e12 },    { "milliwatt", "W", 1e-3 },   { "kilojoule", "J", 1e3 },
    { "peso", "PSO", 1 },         { "percent", "%", 1 },        { NULL, NULL, 0 },
};

/* Names in German, Spanish, French and Italian, folded; no English word is among them. */
static const struct {
    const char *names, *base;
    double factor;
} foreign[] = {
    { "prozent", "%", 1 },
    { "prozentpunkt prozentpunkte prozentpunkten", "points", 1 },
    { "kilómetro chilometro chilometri kilomètre", "m", 1e3 },
    { "metern metros metri mètre", "m", 1 },
    { "zentimeter zentimetern centímetro centimètre centimetri", "m", 1e-2 },
    { "millimetern milímetro millimètre millimetri", "m", 1e-3 },
    { "meilen milla millas", "m", 1609.344 },
    { "kilogramm kilogramo kilogramme chilogrammi", "kg", 1 },
    { "gramm gramo gramme grammi", "kg", 1e-3 },
    { "milligramm miligramo milligramme milligrammi", "kg", 1e-6 },
    { "tonnen tonelada tonnellate", "kg", 1e3 },
    { "sekunde sekunden segundo seconde secondi", "s", 1 },
    { "minuten minuto minuti", "s", 60 },
    { "stunde stunden hora heure", "s", 3600 },
    { "tage tagen día jour giorno giorni", "day", 1 },
    { "woche wochen semana semaine settimana settimane", "day", 7 },
    { "monate monaten meses mois mesi", "month", 1 },
    { "jahr jahre jahren año année anni anno", "month", 12 },
    { "jahrzehnt jahrzehnte jahrzehnten década décennie", "month", 120 },
    { "jahrhunderte jahrhunderten siglos siècles", "month", 1200 },
    { "quadratkilometer quadratkilometern", "m2", 1e6 },
    { "quadratmeter quadratmetern", "m2", 1 },
    { "hektar hektare hektaren hectárea ettari", "m2", 1e4 },
    { "kubikmeter kubikmetern", "l", 1e3 },
    { "litern litro litri", "l", 1 },
    { "dólar dólares", "USD", 1 },
    { "yenes", "JPY", 1 },
    { "franken", "CHF", 1 },
    { NULL, NULL, 0 },
};
enum { FOREIGN_MAX = 128 };
static struct unit foreign_names[FOREIGN_MAX]; /* the same, a name each */

struct named_value {
    const char *name;
    double value;
};

static const struct named_value multipliers[] = {
    { "hundred", 1e2 },    { "thousand", 1e3 }, { "million", 1e6 },   { "billion", 1e9 },    { "trillion", 1e12 },
    { "dozen", 12 },       { "mn", 1e6 },       { "bn", 1e9 },        { "tn", 1e12 },        { "millionen", 1e6 },
    { "milliarden", 1e9 }, { "millions", 1e6 }, { "milliards", 1e9 }, { "millones", 1e6 },   { "tausend", 1e3 },
    { "hundert", 1e2 },    { "mio", 1e6 },      { "mrd", 1e9 },       { "millón", 1e6 },     { "milliarde", 1e9 },
    { "milliard", 1e9 },   { "milioni", 1e6 },  { "miliardi", 1e9 },  { "billionen", 1e12 }, { "billones", 1e12 },
    { NULL, 0 },
};
static const struct named_value small_numbers[] = {
    { "zero", 0 },     { "one", 1 },      { "two", 2 },        { "three", 3 },     { "four", 4 },
    { "five", 5 },     { "six", 6 },      { "seven", 7 },      { "eight", 8 },     { "nine", 9 },
    { "ten", 10 },     { "eleven", 11 },  { "twelve", 12 },    { "thirteen", 13 }, { "fourteen", 14 },
    { "fifteen", 15 }, { "sixteen", 16 }, { "seventeen", 17 }, { "eighteen", 18 }, { "nineteen", 19 },
    { "twenty", 20 },  { "thirty", 30 },  { "forty", 40 },     { "fifty", 50 },    { "sixty", 60 },
    { "seventy", 70 }, { "eighty", 80 },  { "ninety", 90 },    { NULL, 0 },
};
/* In German, Spanish and French; what is also an English word or name ("once", "elf", "dix", "quince", "DOS") is left out. */
static const struct named_value foreign_numbers[] = {
    { "zwei", 2 },      { "drei", 3 },      { "vier", 4 },      { "fünf", 5 },       { "sechs", 6 },
    { "sieben", 7 },    { "acht", 8 },      { "neun", 9 },      { "zehn", 10 },      { "zwölf", 12 },
    { "dreizehn", 13 }, { "vierzehn", 14 }, { "fünfzehn", 15 }, { "sechzehn", 16 },  { "siebzehn", 17 },
    { "achtzehn", 18 }, { "neunzehn", 19 }, { "zwanzig", 20 },  { "dreißig", 30 },   { "vierzig", 40 },
    { "fünfzig", 50 },  { "sechzig", 60 },  { "siebzig", 70 },  { "achtzig", 80 },   { "neunzig", 90 },
    { "tres", 3 },      { "cuatro", 4 },    { "cinco", 5 },     { "seis", 6 },       { "siete", 7 },
    { "ocho", 8 },      { "nueve", 9 },     { "diez", 10 },     { "doce", 12 },      { "trece", 13 },
    { "catorce", 14 },  { "veinte", 20 },   { "treinta", 30 },  { "cuarenta", 40 },  { "cincuenta", 50 },
    { "sesenta", 60 },  { "setenta", 70 },  { "ochenta", 80 },  { "noventa", 90 },   { "deux", 2 },
    { "trois", 3 },     { "quatre", 4 },    { "cinq", 5 },      { "huit", 8 },       { "neuf", 9 },
    { "onze", 11 },     { "douze", 12 },    { "treize", 13 },   { "quatorze", 14 },  { "quinze", 15 },
    { "vingt", 20 },    { "trente", 30 },   { "quarante", 40 }, { "cinquante", 50 }, { "soixante", 60 },
    { NULL, 0 },
};
static const struct named_value ordinals[] = {
    { "first", 1 },      { "second", 2 },       { "third", 3 },       { "fourth", 4 },      { "fifth", 5 },
    { "sixth", 6 },      { "seventh", 7 },      { "eighth", 8 },      { "ninth", 9 },       { "tenth", 10 },
    { "eleventh", 11 },  { "twelfth", 12 },     { "thirteenth", 13 }, { "fourteenth", 14 }, { "fifteenth", 15 },
    { "sixteenth", 16 }, { "seventeenth", 17 }, { "eighteenth", 18 }, { "nineteenth", 19 }, { "twentieth", 20 },
    { NULL, 0 },
};
static const struct named_value fractions[] = {
    { "half", 50 },     { "third", 100.0 / 3 },   { "thirds", 100.0 / 3 },  { "quarter", 25 },
    { "quarters", 25 }, { "fifths", 20 },         { "drittel", 100.0 / 3 }, { "viertel", 25 },
    { "fünftel", 20 },  { "tercios", 100.0 / 3 }, { "cuartos", 25 },        { NULL, 0 },
};
static const struct named_value months[] = {
    { "january", 1 },   { "february", 2 },  { "march", 3 },  { "april", 4 },     { "may", 5 },
    { "june", 6 },      { "july", 7 },      { "august", 8 }, { "september", 9 }, { "october", 10 },
    { "november", 11 }, { "december", 12 }, { "jan", 1 },    { "feb", 2 },       { "mar", 3 },
    { "apr", 4 },       { "jun", 6 },       { "jul", 7 },    { "aug", 8 },       { "sep", 9 },
    { "sept", 9 },      { "oct", 10 },      { "nov", 11 },   { "dec", 12 },      { NULL, 0 },
};
/* In German, Spanish and French, which write them small; "mars" and "mayo" are words of English, too. */
static const struct named_value foreign_months[] = {
    { "januar", 1 },  { "jänner", 1 },     { "februar", 2 },  { "märz", 3 },       { "mai", 5 },
    { "juni", 6 },    { "juli", 7 },       { "oktober", 10 }, { "dezember", 12 },  { "enero", 1 },
    { "febrero", 2 }, { "marzo", 3 },      { "abril", 4 },    { "junio", 6 },      { "julio", 7 },
    { "agosto", 8 },  { "septiembre", 9 }, { "octubre", 10 }, { "noviembre", 11 }, { "diciembre", 12 },
    { "janvier", 1 }, { "février", 2 },    { "avril", 4 },    { "juin", 6 },       { "juillet", 7 },
    { "août", 8 },    { "septembre", 9 },  { "octobre", 10 }, { "novembre", 11 },  { "décembre", 12 },
    { "mars", 3 },    { "mayo", 5 },       { NULL, 0 },
};

/* Which lists a word is in, as bits: nearly all words are in none, and are
 * turned away by one look. */
enum {
    IN_SYMBOLS = 1,
    IN_NAMES = 2,
    IN_MULTIPLIERS = 4,
    IN_SMALL = 8,
    IN_ORDINALS = 16,
    IN_FRACTIONS = 32,
    IN_MONTHS = 64,
    IN_FOREIGN = 128, /* units */
    IN_FOREIGN_NUMBERS = 256,
    IN_FOREIGN_MONTHS = 512
};
enum { LENGTH_MAX = 18 }; /* "quadratkilometern" has 17 bytes */

static struct wordmap lists;
static uint32_t lengths[256]; /* of the names, as bits, by their first byte: turns most words away */
static pthread_once_t lists_once = PTHREAD_ONCE_INIT;

static void add_to_list(const char *name, uint32_t list)
{
    int64_t before = wordmap_get(&lists, str(name));

    wordmap_put(&lists, str(name), (before < 0 ? 0 : (uint32_t) before) | list);
    assert(strlen(name) <= LENGTH_MAX);
    lengths[(unsigned char) *name] |= UINT32_C(1) << strlen(name);
}

static void add_units(const struct unit *units, uint32_t list)
{
    for (; units->name; units++)
        add_to_list(units->name, list);
}

static void add_values(const struct named_value *values, uint32_t list)
{
    for (; values->name; values++)
        add_to_list(values->name, list);
}

static void add_foreign(struct arena *arena)
{
    size_t n = 0;

    for (size_t i = 0; foreign[i].names; i++) {
        struct str rest = str(foreign[i].names), name;

        while (str_next(&rest, ' ', &name)) {
            assert(n + 1 < FOREIGN_MAX);
            foreign_names[n++] = (struct unit){ str_z(arena, name), foreign[i].base, foreign[i].factor };
        }
    }
    add_units(foreign_names, IN_FOREIGN);
}

/* Kept to the end of the process. */
static void fill_lists(void)
{
    struct arena *arena = arena_new();

    wordmap_init(&lists, arena, 1024);
    add_foreign(arena);
    add_values(foreign_numbers, IN_FOREIGN_NUMBERS);
    add_values(foreign_months, IN_FOREIGN_MONTHS);
    add_units(symbols, IN_SYMBOLS);
    add_units(names, IN_NAMES);
    add_values(multipliers, IN_MULTIPLIERS);
    add_values(small_numbers, IN_SMALL);
    add_values(ordinals, IN_ORDINALS);
    add_values(fractions, IN_FRACTIONS);
    add_values(months, IN_MONTHS);
}

static bool is_in(struct str name, uint32_t list)
{
    if (name.len == 0 || name.len > LENGTH_MAX)
        return false;
    pthread_once(&lists_once, fill_lists);
    if (!(lengths[(unsigned char) name.data[0]] >> name.len & 1))
        return false;
    int64_t found = wordmap_get(&lists, name);
    return found > 0 && (found & list);
}

static const struct unit *unit_named(const struct unit *units, uint32_t list, struct str name)
{
    if (!is_in(name, list))
        return NULL;
    for (; units->name; units++)
        if (str_is(name, units->name))
            return units;
    return NULL;
}

static bool value_named(const struct named_value *values, uint32_t list, struct str name, double *ret)
{
    if (!is_in(name, list))
        return false;
    for (; values->name; values++) {
        if (str_is(name, values->name)) {
            *ret = values->value;
            return true;
        }
    }
    return false;
}

const struct unit *unit_symbol(struct str text) { return unit_named(symbols, IN_SYMBOLS, text); }

const struct unit *unit_of(struct str text, struct str fold)
{
    const struct unit *unit = unit_named(symbols, IN_SYMBOLS, text);

    if (unit)
        return unit;
    for (size_t s = 0; !unit && s < 2 && (s == 0 || (fold.len > 2 && fold.data[fold.len - 1] == 's')); s++) {
        struct str one = str_n(fold.data, fold.len - s);

        unit = unit_named(names, IN_NAMES, one);
        unit = unit ? unit : unit_named(foreign_names, IN_FOREIGN, one);
    }
    return unit;
}

bool number_begins(struct str fold)
{
    return is_in(fold, IN_MULTIPLIERS | IN_SMALL | IN_ORDINALS | IN_FRACTIONS | IN_MONTHS | IN_FOREIGN_NUMBERS |
                           IN_FOREIGN_MONTHS);
}

bool number_multiplier(struct str fold, double *ret) { return value_named(multipliers, IN_MULTIPLIERS, fold, ret); }

bool number_word(struct str fold, double *ret)
{
    return value_named(small_numbers, IN_SMALL, fold, ret) ||
           value_named(foreign_numbers, IN_FOREIGN_NUMBERS, fold, ret);
}

bool number_ordinal(struct str fold, double *ret) { return value_named(ordinals, IN_ORDINALS, fold, ret); }

bool number_fraction(struct str fold, double *ret) { return value_named(fractions, IN_FRACTIONS, fold, ret); }

bool number_month(struct str fold, double *ret) { return value_named(months, IN_MONTHS, fold, ret); }

bool number_foreign_month(struct str fold, double *ret)
{
    return value_named(foreign_months, IN_FOREIGN_MONTHS, fold, ret);
}

bool unit_is_money(const struct unit *unit)
{
    return unit->base[0] >= 'A' && unit->base[0] <= 'Z' && strlen(unit->base) == 3;
}
