/* Codes are those of ISO 639-1, and some of ISO 639-3 that have none there; names are English and, for languages with
 * many readers, their own. Scripts and regions are those of ISO 15924 and ISO 3166-1 that occur in tags. */
#include "text/language_tag.h"

#include <string.h>

#include "base/field.h"

enum { TAG_MAX = 35 };

static const struct {
    const char *code, *name, *own;
} languages[] = {
    { "aa", "Afar", NULL },
    { "ab", "Abkhazian", NULL },
    { "ae", "Avestan", NULL },
    { "af", "Afrikaans", NULL },
    { "ak", "Akan", NULL },
    { "am", "Amharic", NULL },
    { "an", "Aragonese", NULL },
    { "ar", "Arabic", "العربية" },
    { "as", "Assamese", NULL },
    { "ast", "Asturian", NULL },
    { "av", "Avaric", NULL },
    { "ay", "Aymara", NULL },
    { "az", "Azerbaijani", NULL },
    { "ba", "Bashkir", NULL },
    { "be", "Belarusian", "беларуская" },
    { "bg", "Bulgarian", "български" },
    { "bi", "Bislama", NULL },
    { "bm", "Bambara", NULL },
    { "bn", "Bengali", "বাংলা" },
    { "bo", "Tibetan", NULL },
    { "br", "Breton", NULL },
    { "bs", "Bosnian", "bosanski" },
    { "ca", "Catalan", "català" },
    { "ce", "Chechen", NULL },
    { "ceb", "Cebuano", NULL },
    { "ch", "Chamorro", NULL },
    { "ckb", "Sorani", NULL },
    { "co", "Corsican", NULL },
    { "cr", "Cree", NULL },
    { "cs", "Czech", "čeština" },
    { "cu", "Church Slavic", NULL },
    { "cv", "Chuvash", NULL },
    { "cy", "Welsh", "Cymraeg" },
    { "da", "Danish", "dansk" },
    { "de", "German", "Deutsch" },
    { "dv", "Divehi", NULL },
    { "dz", "Dzongkha", NULL },
    { "ee", "Ewe", NULL },
    { "el", "Greek", "ελληνικά" },
    { "en", "English", NULL },
    { "eo", "Esperanto", NULL },
    { "es", "Spanish", "español" },
    { "et", "Estonian", "eesti" },
    { "eu", "Basque", "euskara" },
    { "fa", "Persian", "فارسی" },
    { "ff", "Fulah", NULL },
    { "fi", "Finnish", "suomi" },
    { "fil", "Filipino", NULL },
    { "fj", "Fijian", NULL },
    { "fo", "Faroese", NULL },
    { "fr", "French", "français" },
    { "fy", "Western Frisian", NULL },
    { "ga", "Irish", "Gaeilge" },
    { "gd", "Scottish Gaelic", NULL },
    { "gl", "Galician", "galego" },
    { "gn", "Guarani", NULL },
    { "gsw", "Swiss German", NULL },
    { "gu", "Gujarati", NULL },
    { "gv", "Manx", NULL },
    { "ha", "Hausa", NULL },
    { "haw", "Hawaiian", NULL },
    { "he", "Hebrew", "עברית" },
    { "hi", "Hindi", "हिन्दी" },
    { "ho", "Hiri Motu", NULL },
    { "hr", "Croatian", "hrvatski" },
    { "hsb", "Upper Sorbian", NULL },
    { "ht", "Haitian", NULL },
    { "hu", "Hungarian", "magyar" },
    { "hy", "Armenian", NULL },
    { "hz", "Herero", NULL },
    { "ia", "Interlingua", NULL },
    { "id", "Indonesian", "bahasa Indonesia" },
    { "ie", "Interlingue", NULL },
    { "ig", "Igbo", NULL },
    { "ii", "Sichuan Yi", NULL },
    { "ik", "Inupiaq", NULL },
    { "io", "Ido", NULL },
    { "is", "Icelandic", "íslenska" },
    { "it", "Italian", "italiano" },
    { "iu", "Inuktitut", NULL },
    { "ja", "Japanese", "日本語" },
    { "jv", "Javanese", NULL },
    { "ka", "Georgian", NULL },
    { "kg", "Kongo", NULL },
    { "ki", "Kikuyu", NULL },
    { "kj", "Kuanyama", NULL },
    { "kk", "Kazakh", NULL },
    { "kl", "Greenlandic", NULL },
    { "km", "Khmer", NULL },
    { "kn", "Kannada", NULL },
    { "ko", "Korean", "한국어" },
    { "kr", "Kanuri", NULL },
    { "ks", "Kashmiri", NULL },
    { "ku", "Kurdish", NULL },
    { "kv", "Komi", NULL },
    { "kw", "Cornish", NULL },
    { "ky", "Kyrgyz", NULL },
    { "la", "Latin", NULL },
    { "lb", "Luxembourgish", NULL },
    { "lg", "Ganda", NULL },
    { "li", "Limburgish", NULL },
    { "ln", "Lingala", NULL },
    { "lo", "Lao", NULL },
    { "lt", "Lithuanian", "lietuvių" },
    { "lu", "Luba-Katanga", NULL },
    { "lv", "Latvian", "latviešu" },
    { "mg", "Malagasy", NULL },
    { "mh", "Marshallese", NULL },
    { "mi", "Maori", NULL },
    { "mk", "Macedonian", "македонски" },
    { "ml", "Malayalam", NULL },
    { "mn", "Mongolian", NULL },
    { "mr", "Marathi", NULL },
    { "ms", "Malay", "bahasa Melayu" },
    { "mt", "Maltese", NULL },
    { "my", "Burmese", NULL },
    { "na", "Nauru", NULL },
    { "nb", "Norwegian Bokmål", "bokmål" },
    { "nd", "North Ndebele", NULL },
    { "nds", "Low German", NULL },
    { "ne", "Nepali", NULL },
    { "ng", "Ndonga", NULL },
    { "nl", "Dutch", "Nederlands" },
    { "nn", "Norwegian Nynorsk", "nynorsk" },
    { "no", "Norwegian", "norsk" },
    { "nr", "South Ndebele", NULL },
    { "nv", "Navajo", NULL },
    { "ny", "Chichewa", NULL },
    { "oc", "Occitan", NULL },
    { "oj", "Ojibwa", NULL },
    { "om", "Oromo", NULL },
    { "or", "Odia", NULL },
    { "os", "Ossetic", NULL },
    { "pa", "Punjabi", NULL },
    { "pi", "Pali", NULL },
    { "pl", "Polish", "polski" },
    { "ps", "Pashto", NULL },
    { "pt", "Portuguese", "português" },
    { "qu", "Quechua", NULL },
    { "rm", "Romansh", NULL },
    { "rn", "Rundi", NULL },
    { "ro", "Romanian", "română" },
    { "ru", "Russian", "русский" },
    { "rw", "Kinyarwanda", NULL },
    { "sa", "Sanskrit", NULL },
    { "sc", "Sardinian", NULL },
    { "sd", "Sindhi", NULL },
    { "se", "Northern Sami", NULL },
    { "sg", "Sango", NULL },
    { "si", "Sinhala", NULL },
    { "sk", "Slovak", "slovenčina" },
    { "sl", "Slovenian", "slovenščina" },
    { "sm", "Samoan", NULL },
    { "sn", "Shona", NULL },
    { "so", "Somali", NULL },
    { "sq", "Albanian", "shqip" },
    { "sr", "Serbian", "српски" },
    { "ss", "Swati", NULL },
    { "st", "Southern Sotho", NULL },
    { "su", "Sundanese", NULL },
    { "sv", "Swedish", "svenska" },
    { "sw", "Swahili", "Kiswahili" },
    { "ta", "Tamil", "தமிழ்" },
    { "te", "Telugu", NULL },
    { "tg", "Tajik", NULL },
    { "th", "Thai", "ไทย" },
    { "ti", "Tigrinya", NULL },
    { "tk", "Turkmen", NULL },
    { "tl", "Tagalog", NULL },
    { "tn", "Tswana", NULL },
    { "to", "Tongan", NULL },
    { "tr", "Turkish", "Türkçe" },
    { "ts", "Tsonga", NULL },
    { "tt", "Tatar", NULL },
    { "tw", "Twi", NULL },
    { "ty", "Tahitian", NULL },
    { "ug", "Uyghur", NULL },
    { "uk", "Ukrainian", "українська" },
    { "ur", "Urdu", "اردو" },
    { "uz", "Uzbek", NULL },
    { "ve", "Venda", NULL },
    { "vi", "Vietnamese", "tiếng Việt" },
    { "vo", "Volapük", NULL },
    { "wa", "Walloon", NULL },
    { "wo", "Wolof", NULL },
    { "xh", "Xhosa", NULL },
    { "yi", "Yiddish", NULL },
    { "yo", "Yoruba", NULL },
    { "yue", "Cantonese", NULL },
    { "za", "Zhuang", NULL },
    { "zh", "Chinese", "中文" },
    { "zu", "Zulu", NULL },
};
enum { LANGUAGES_N = sizeof languages / sizeof *languages };

static const char scripts[] =
    "Arab Armn Beng Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hans Hant Hebr Hira "
    "Jpan Kana Khmr Knda Kore Laoo Latn Mlym Mong Mymr Orya Sinh Taml Telu Tfng Thaa Thai Tibt ";

static const char regions[] =
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA "
    "CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA "
    "GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP "
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS "
    "MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS "
    "RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW "
    "TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW 001 150 419 ";

/* One of the words of a list, each with a space behind it, in any case; NULL: none. */
static const char *listed(const char *list, struct str part)
{
    for (const char *p = list; *p; p = strchr(p, ' ') + 1)
        if (str_eq_nocase(str_n(p, (size_t) (strchr(p, ' ') - p)), part))
            return p;
    return NULL;
}

static const char *code_named(struct str text)
{
    for (size_t i = 0; i < LANGUAGES_N; i++)
        if (str_eq_nocase(text, str(languages[i].code)) || str_eq_nocase(text, str(languages[i].name)) ||
            (languages[i].own && str_eq_nocase(text, str(languages[i].own))))
            return languages[i].code;
    return NULL;
}

/* Script and region behind the language, each at most once and in this order. */
static bool add_rest(struct arena *arena, struct str rest, struct str *tag)
{
    bool script = false, region = false;
    struct str part;

    while (str_next(&rest, '-', &part)) {
        const char *known = !script && !region ? listed(scripts, part) : NULL;

        script = script || known;
        if (!known && !region) {
            known = listed(regions, part);
            region = known;
        }
        if (!known)
            return false;
        *tag = str_format(arena, "%.*s-%.*s", STR_ARG(*tag), (int) part.len, known);
    }
    return true;
}

bool language_tag(struct arena *arena, struct str given, struct str *ret)
{
    struct str text = str_trim(given), rest, first, tag;
    const char *code = code_named(text);

    if (!code) {
        rest = str_replace(arena, text, str("_"), str("-"));
        if (rest.len > TAG_MAX || !str_next(&rest, '-', &first) || !rest.data)
            return false;
        code = code_named(first);
        tag = code && first.len == strlen(code) ? str(code) : str("");
        if (str_empty(tag) || !add_rest(arena, rest, &tag))
            return false;
        *ret = tag;
        return true;
    }
    *ret = str(code);
    return true;
}

const char *language_tag_near(struct str given)
{
    const char *names[LANGUAGES_N + 1] = { NULL };

    for (size_t i = 0; i < LANGUAGES_N; i++)
        names[i] = languages[i].name;
    return word_nearest(names, str_trim(given));
}
