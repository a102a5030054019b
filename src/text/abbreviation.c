#include "text/abbreviation.h"

#include "text/utf8.h"

/* Always followed by more. */
static const char *const never_last[] = { "mr",  "mrs",    "ms",   "mx",   "messrs", "dr",   "prof", "rev",  "hon",
                                          "gen", "col",    "maj",  "capt", "cmdr",   "lt",   "sgt",  "cpl",  "pvt",
                                          "adm", "sen",    "rep",  "gov",  "pres",   "amb",  "supt", "mme",  "mlle",
                                          "mgr", "dipl",   "phil", "eg",   "ie",     "e.g",  "i.e",  "cf",   "vs",
                                          "viz", "approx", "ca",   "fig",  "figs",   "eq",   "eqs",  "incl", "excl",
                                          "esp", "resp",   "vgl",  "z.b",  "d.h",    "u.a",  "bzw",  "abb",  "suppl",
                                          "c.f", "p.ex",   "sog",  "ggf",  "evtl",   "feat", NULL };

/* Short only before a number or a single letter: "No. 5", "pp. 3-7", "Vol. II". */
static const char *const before_number[] = { "no",   "nos",  "nr",   "vol", "vols", "p",    "pp",    "ch",
                                             "chap", "sec",  "sect", "art", "arts", "para", "paras", "par",
                                             "ref",  "refs", "app",  "ex",  "pt",   "ver",  "rev",   "bd",
                                             "kap",  "abs",  "s",    "n",   "ed",   "eds",  "tab",   "tbl",
                                             "cap",  "cl",   "reg",  "max", "min",  "avg",  NULL };

/* May end a sentence: it does if a word follows that begins sentences. */
static const char *const maybe_last[] = {
    "st",    "mt",   "hr",   "fr",   "inc",  "ltd",   "co",  "corp", "plc",  "bros", "jr",    "sr",   "esq",
    "jan",   "feb",  "mar",  "apr",  "jun",  "jul",   "aug", "sep",  "sept", "oct",  "nov",   "dec",  "dept",
    "univ",  "assn", "est",  "govt", "ave",  "blvd",  "rd",  "hwy",  "ed",   "eds",  "trans", "ft",   "lb",
    "lbs",   "oz",   "vol",  "sp",   "spp",  "subsp", "var", "syn",  "ibid", "loc",  "misc",  "intl", "natl",
    "assoc", "inst", "conf", "proc", "symp", "rep",   "res", "sci",  "tech", "eng",  "j",     NULL
};

/* Common words that open sentences and hardly ever continue a name. */
static const char *const starters[] = {
    "the",      "this",        "that",         "these",    "those",       "it",         "its",
    "he",       "she",         "they",         "we",       "you",         "i",          "there",
    "here",     "in",          "on",           "at",       "by",          "for",        "from",
    "to",       "with",        "as",           "if",       "when",        "while",      "where",
    "after",    "before",      "since",        "although", "though",      "however",    "but",
    "and",      "or",          "so",           "yet",      "thus",        "therefore",  "hence",
    "moreover", "furthermore", "additionally", "also",     "a",           "an",         "our",
    "their",    "his",         "her",          "my",       "your",        "what",       "why",
    "how",      "who",         "which",        "some",     "many",        "most",       "several",
    "both",     "each",        "all",          "no",       "not",         "one",        "two",
    "three",    "finally",     "first",        "second",   "next",        "then",       "now",
    "today",    "according",   "despite",      "during",   "because",     "once",       "unlike",
    "such",     "other",       "another",      "overall",  "indeed",      "instead",    "meanwhile",
    "later",    "until",       "under",        "over",     "between",     "among",      "only",
    "even",     "still",       "just",         "more",     "researchers", "scientists", "studies",
    "results",  "it's",        "there's",      "that's",   "der",         "die",        "das",
    "ein",      "eine",        "er",           "sie",      "es",          "wir",        "dies",
    "diese",    "dieser",      "im",           "bei",      "nach",        "aber",       "und",
    "auch",     "seit",        "le",           "les",      "un",          "une",        "il",
    "elle",     "ils",         "nous",         "ce",       "cette",       "ces",        "mais",
    "dans",     "en",          "el",           "los",      "las",         "una",        "este",
    "esta",     "pero",        "según",        "para",     "whether",     "whoever",    "neither",
    "nobody",   "none",        "nothing",      "every",    "everybody",   "unless",     "nor",
    NULL
};

/* "at 5 p.m. Monday", "10 a.m. EST", "am 3. Oktober" go on. */
static const char *const calendar[] = {
    "monday",   "tuesday",  "wednesday", "thursday", "friday",  "saturday",    "sunday", "january",
    "february", "march",    "april",     "may",      "june",    "july",        "august", "september",
    "october",  "november", "december",  "januar",   "februar", "märz",        "mai",    "juni",
    "juli",     "oktober",  "dezember",  "jan",      "feb",     "mar",         "apr",    "jun",
    "jul",      "aug",      "sep",       "sept",     "oct",     "nov",         "dec",    "est",
    "edt",      "cst",      "cdt",       "mst",      "mdt",     "pst",         "pdt",    "gmt",
    "utc",      "bst",      "cet",       "et",       "pt",      "jahrhundert", NULL
};

/* Words that take a letter: "vitamin C. Patients" is two sentences, "by J. Smith" is not. */
static const char *const labelled[] = {
    "vitamin",  "hepatitis", "type",      "group",    "class",     "grade",    "plan",    "part",     "phase",
    "appendix", "figure",    "table",     "section",  "category",  "option",   "protein", "factor",   "series",
    "model",    "point",     "exhibit",   "schedule", "title",     "team",     "arm",     "cohort",   "strain",
    "subunit",  "chain",     "component", "step",     "influenza", "serotype", "level",   "panel",    "hall",
    "block",    "building",  "wing",      "room",     "zone",      "ward",     "gate",    "terminal", "platform",
    "route",    "track",     "scenario",  "variant",  "version",   "sample",   "annex",   "annexe",   NULL
};

/* Before the ordinal numbers of German and its neighbours: "das 99. Perzentil". */
static const char *const articles[] = { "das", "der", "die", "den", "dem",  "des", "im",
                                        "am",  "vom", "zum", "zur", "beim", NULL };

static bool is_in(const char *const *words, struct str word)
{
    for (size_t i = 0; words[i]; i++)
        if (str_eq_nocase(word, str(words[i])))
            return true;
    return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

static bool all_are(bool (*is)(char), struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!is(s.data[i]))
            return false;
    return s.len > 0;
}

/* "1", "12", "1.2", "IV", "B" where a list number may stand. */
static bool is_label(struct str s)
{
    bool digits = true, roman = s.len <= 5;

    for (size_t i = 0; i < s.len; i++) {
        digits = digits && (is_digit(s.data[i]) || s.data[i] == '.');
        roman = roman && memchr("IVXLC", s.data[i], 5);
    }
    return s.len > 0 && ((digits && s.len <= 8 && (s.len <= 3 || memchr(s.data, '.', s.len))) || roman ||
                         (s.len == 1 && is_letter(s.data[0])));
}

/* Letters with stops between them, each part short: U.S, Ph.D, a.m. */
static bool is_dotted(struct str s)
{
    size_t part = 0, stops = 0;

    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] == '.') {
            if (part == 0)
                return false;
            part = 0;
            stops++;
        } else if (!is_letter(s.data[i]) || ++part > 3) {
            return false;
        }
    }
    return stops > 0 && part > 0;
}

static bool is_one_letter(struct str s)
{
    size_t at = 0;

    return s.len > 0 && s.len <= 4 && utf8_is_word(utf8_next(s, &at)) && at == s.len && !is_digit(s.data[0]);
}

/* Abbreviations are written small or with one capital; "NO." and "EST." are words. */
static bool is_shouted(struct str s) { return s.len > 1 && all_are(is_upper, s); }

static bool number_follows(struct str next)
{
    if (next.len == 0)
        return false;
    return is_digit(next.data[0]) || (next.len <= 4 && is_label(next) && !is_in(starters, next)) ||
           (next.len > 1 && is_upper(next.data[0]) && is_digit(next.data[1]));
}

bool abbreviation_here(struct str token, struct str before, struct str next, bool first)
{
    bool starts = is_in(starters, next);

    if (token.len == 0)
        return false;
    if (first && is_label(token))
        return true;
    if (all_are(is_digit, token))
        return (token.len <= 2 && is_in(calendar, next)) || (token.len <= 3 && is_in(articles, before) && !starts);
    if (str_eq_nocase(token, str("a.m")) || str_eq_nocase(token, str("p.m")))
        return is_in(calendar, next);
    if (str_eq_nocase(token, str("etc")) || str_is(token, "ms")) /* "by 180 ms. The team …" is not "Ms. Miller" */
        return false;
    if (str_eq_nocase(token, str("al")) && str_eq_nocase(before, str("et")))
        return !starts;
    if (is_in(never_last, token) && !is_shouted(token))
        return true;
    if (is_in(before_number, token) && number_follows(next))
        return true;
    if (is_dotted(token))
        return !starts;
    if (is_one_letter(token))
        return !starts && !str_is(token, "I") && !is_in(labelled, before);
    return is_in(maybe_last, token) && !is_shouted(token) && !starts && next.len > 0;
}
