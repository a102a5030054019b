#include "text/language_detect.h"

#include <pthread.h>

#include "text/utf8.h"

enum { SAMPLE = 6000, LANGUAGES = 20, TABLE = 1024 };

/* Words that are frequent in one language and rare in its neighbours. */
static const struct {
    const char *code, *words;
} latin[LANGUAGES] = {
    { "en", " the of and to is that for with was are this from have which were has been their not they " },
    { "de", " der die und das ist nicht von mit den für auf eine ein dem sich auch werden wird wurde bei " },
    { "fr", " le les des est et une dans que pour qui pas sur plus avec du au sont ce cette nous vous " },
    { "es", " el los las y que una por con para es del se como más fue está pero sus lo al son " },
    { "pt", " o os que uma não com para do da em é no na dos das mais foi pelo são como ao você " },
    { "it", " il di che è una per con non del della sono nel gli dei più anche le alla questo ha da " },
    { "nl", " de het een van en dat is niet met voor zijn op te ook aan er maar wordt naar werd ze " },
    { "sv", " och att det som en är på av för med inte den har till ett om jag var kan från " },
    { "da", " og at det er en til på af for med ikke den har som et vi blev kan også der " },
    { "no", " og å det er en til på av for med ikke den har som et vi ble kan også der jeg " },
    { "fi", " ja on ei että se oli ovat mutta kun myös hän tai niin kuin joka ole mukaan vuoden sekä " },
    { "pl", " i w na się z do nie jest że to o jak po przez od za ale są oraz dla przy " },
    { "cs", " a se na je že v s z do o to jsem by pro jako ale po jsou byl které podle také " },
    { "hu", " a az és hogy nem is egy meg csak volt már ez de el mint ha vagy még azt " },
    { "ro", " și de la în cu pe că nu este un o pentru din mai sau care au fost sunt lui " },
    { "tr", " ve bir bu da için ile olarak çok daha olan gibi ne var kadar en ama sonra değil " },
    { "id", " yang dan di dengan untuk dari ini dalam itu tidak pada adalah akan ke juga oleh mereka karena " },
    { "vi", " và của là có được cho không trong các một người này với những đã khi để từ " },
    { "ca", " els les amb per que és una dels més però també aquest als són seva ha com seu " },
    { "hr", " je i u na se da za su od koji s kao što bi ili ali nije te sve samo " },
};

/* All these words with the languages they tell of, as bits. */
static struct {
    const char *word;
    size_t n;
    uint32_t languages;
} table[TABLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static size_t place_of(const char *word, size_t n)
{
    size_t at = (size_t) str_hash(str_n(word, n)) & (TABLE - 1);

    while (table[at].word && (table[at].n != n || memcmp(table[at].word, word, n) != 0))
        at = (at + 1) & (TABLE - 1);
    return at;
}

static void fill_table(void)
{
    for (size_t i = 0; i < LANGUAGES; i++) {
        struct str rest = str(latin[i].words), word;
        while (str_next(&rest, ' ', &word)) {
            if (!word.len)
                continue;
            size_t at = place_of(word.data, word.len);
            table[at].word = word.data;
            table[at].n = word.len;
            table[at].languages |= 1u << i;
        }
    }
}

struct counts {
    size_t latin, cyrillic, greek, hebrew, arabic, devanagari, bengali, tamil, thai, hangul, kana, han, georgian,
        armenian;
    size_t ukrainian, persian, urdu, bulgarian, russian;
};

/* Blocks of Unicode and what they count for, by their first character. */
static const struct {
    int32_t first, end;
    size_t count; /* offset in struct counts */
} scripts[] = {
    { 'A', 'Z' + 1, offsetof(struct counts, latin) },      { 'a', 'z' + 1, offsetof(struct counts, latin) },
    { 0xc0, 0x250, offsetof(struct counts, latin) },       { 0x370, 0x400, offsetof(struct counts, greek) },
    { 0x400, 0x530, offsetof(struct counts, cyrillic) },   { 0x530, 0x590, offsetof(struct counts, armenian) },
    { 0x590, 0x600, offsetof(struct counts, hebrew) },     { 0x600, 0x700, offsetof(struct counts, arabic) },
    { 0x900, 0x980, offsetof(struct counts, devanagari) }, { 0x980, 0xa00, offsetof(struct counts, bengali) },
    { 0xb80, 0xc00, offsetof(struct counts, tamil) },      { 0xe00, 0xe80, offsetof(struct counts, thai) },
    { 0x10a0, 0x1100, offsetof(struct counts, georgian) }, { 0x1e00, 0x1f00, offsetof(struct counts, latin) },
    { 0x3040, 0x3100, offsetof(struct counts, kana) },     { 0x3400, 0xa000, offsetof(struct counts, han) },
    { 0xac00, 0xd7b0, offsetof(struct counts, hangul) },
};

static void count(struct counts *n, int32_t c)
{
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts && scripts[i].first <= c; i++)
        if (c < scripts[i].end) {
            ++*(size_t *) ((char *) n + scripts[i].count);
            break;
        }
    n->ukrainian += c == 0x456 || c == 0x457 || c == 0x454 || c == 0x491;
    n->russian += c == 0x44b || c == 0x44d || c == 0x451;
    n->bulgarian += c == 0x44a;
    n->persian += c == 0x67e || c == 0x686 || c == 0x6af || c == 0x6cc;
    n->urdu += c == 0x679 || c == 0x688 || c == 0x691 || c == 0x6d2 || c == 0x6ba;
}

static const char *by_script(const struct counts *n)
{
    size_t all = n->latin + n->cyrillic + n->greek + n->hebrew + n->arabic + n->devanagari + n->bengali + n->tamil +
                 n->thai + n->hangul + n->kana + n->han + n->georgian + n->armenian;

    if (all < 20)
        return "";
    if (n->kana * 10 > all && n->kana + n->han > all / 3)
        return "ja";
    if (n->hangul > all / 3)
        return "ko";
    if (n->han > all / 3)
        return "zh";
    if (n->cyrillic > all / 2)
        return n->ukrainian * 40 > n->cyrillic    ? "uk"
               : n->russian * 100 > n->cyrillic   ? "ru"
               : n->bulgarian * 100 > n->cyrillic ? "bg"
                                                  : "";
    if (n->arabic > all / 2)
        return n->urdu * 40 > n->arabic ? "ur" : n->persian * 40 > n->arabic ? "fa" : "ar";
    const struct {
        size_t n;
        const char *code;
    } alone[] = { { n->greek, "el" }, { n->hebrew, "he" }, { n->devanagari, "hi" }, { n->bengali, "bn" },
                  { n->tamil, "ta" }, { n->thai, "th" },   { n->georgian, "ka" },   { n->armenian, "hy" } };
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (alone[i].n > all / 2)
            return alone[i].code;
    return n->latin > all / 2 ? NULL : "";
}

bool language_by_script(struct str code)
{
    return str_in_words("ja ko zh uk ru bg ar fa ur he el hi bn ta th ka hy", code);
}

bool language_is_detected(struct str code)
{
    for (size_t i = 0; i < LANGUAGES; i++)
        if (str_is(code, latin[i].code))
            return true;
    return language_by_script(code);
}

const char *language_detect(struct str text)
{
    struct counts counts = { 0 };
    size_t hits[LANGUAGES] = { 0 }, words = 0;
    char word[16];
    size_t n = 0;
    bool whole = true;

    pthread_once(&once, fill_table);
    text = utf8_cut_bytes(text, SAMPLE);
    for (size_t at = 0; at <= text.len;) {
        size_t start = at;
        int32_t c = at < text.len ? utf8_next(text, &at) : (at++, ' ');

        count(&counts, c);
        if (c >= 'A' && c <= 'Z')
            c += 32;
        if ((c >= 'a' && c <= 'z') || (c >= 0xc0 && c < 0x250) || (c >= 0x1e00 && c < 0x1f00)) {
            size_t len = at - start;
            if (n + len > sizeof word) {
                whole = false;
                continue;
            }
            if (len == 1)
                word[n] = (char) c;
            else
                memcpy(word + n, text.data + start, len);
            n += len;
            continue;
        }
        if (n > 0 && whole) {
            words++;
            uint32_t languages = table[place_of(word, n)].languages;
            for (size_t i = 0; languages; i++, languages >>= 1)
                hits[i] += languages & 1;
        }
        words += n > 0 && !whole;
        n = 0;
        whole = true;
    }
    const char *script = by_script(&counts);
    if (script)
        return script;
    size_t best = 0, second = LANGUAGES;
    for (size_t i = 1; i < LANGUAGES; i++)
        if (hits[i] > hits[best])
            best = i;
    for (size_t i = 0; i < LANGUAGES; i++)
        if (i != best && (second == LANGUAGES || hits[i] > hits[second]))
            second = i;
    /* Running text has at least one such word in seven; near relatives need a clear lead. */
    if (words < 6 || hits[best] * 7 < words || hits[best] == hits[second])
        return "";
    return latin[best].code;
}
