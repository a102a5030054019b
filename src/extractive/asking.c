#include "extractive/asking.h"

#include "extractive/question.h"

static bool is_code(const struct language *language, const char *code)
{
    return strcmp(language_code(language), code) == 0;
}

/* --- kinds --- */

struct opening {
    const char *code, *words;
    int kind;
};

/* Longer forms before shorter ones. */
static const struct opening openings[] = {
    { "en", "how many", QUESTION_HOW_MANY },
    { "en", "how much", QUESTION_HOW_MANY },
    { "en", "how large", QUESTION_HOW_MANY },
    { "en", "how big", QUESTION_HOW_MANY },
    { "en", "how long ago", QUESTION_WHEN },
    { "en", "how long", QUESTION_HOW_MANY },
    { "en", "how far", QUESTION_HOW_MANY },
    { "en", "how high", QUESTION_HOW_MANY },
    { "en", "how tall", QUESTION_HOW_MANY },
    { "en", "how deep", QUESTION_HOW_MANY },
    { "en", "how wide", QUESTION_HOW_MANY },
    { "en", "how heavy", QUESTION_HOW_MANY },
    { "en", "how old", QUESTION_HOW_MANY },
    { "en", "how often", QUESTION_HOW_MANY },
    { "en", "how fast", QUESTION_HOW_MANY },
    { "en", "how expensive", QUESTION_HOW_MANY },
    { "en", "how efficient", QUESTION_HOW_MANY },
    { "en", "how come", QUESTION_WHY },
    { "en", "how", QUESTION_HOW },
    { "en", "who", QUESTION_WHO },
    { "en", "whom", QUESTION_WHO },
    { "en", "whose", QUESTION_WHO },
    { "en", "since when", QUESTION_WHEN },
    { "en", "when should", QUESTION_HOW },
    { "en", "when do i", QUESTION_HOW },
    { "en", "when would i", QUESTION_HOW },
    { "en", "when", QUESTION_WHEN },
    { "en", "where", QUESTION_WHERE },
    { "en", "why", QUESTION_WHY },
    { "en", "what causes", QUESTION_WHY },
    { "en", "what caused", QUESTION_WHY },
    { "en", "for what purpose", QUESTION_WHY },
    { "en", "compare", QUESTION_COMPARE },
    { "en", "what should i do", QUESTION_HOW },
    { "en", "what must i do", QUESTION_HOW },
    { "en", "what do i do", QUESTION_HOW },
    { "en", "what do i have to do", QUESTION_HOW },
    { "en", "what do i need to do", QUESTION_HOW },
    { "en", "what", QUESTION_WHAT },
    { "en", "which", QUESTION_WHAT },
    { "en", "define", QUESTION_WHAT },
    { "en", "explain", QUESTION_HOW },
    { "en", "describe", QUESTION_WHAT },
    { "en", "name", QUESTION_WHAT },
    { "de", "wie viele", QUESTION_HOW_MANY },
    { "de", "wie vielen", QUESTION_HOW_MANY },
    { "de", "wie viel", QUESTION_HOW_MANY },
    { "de", "wie hoch", QUESTION_HOW_MANY },
    { "de", "wie groß", QUESTION_HOW_MANY },
    { "de", "wie gross", QUESTION_HOW_MANY },
    { "de", "wie lange", QUESTION_HOW_MANY },
    { "de", "wie lang", QUESTION_HOW_MANY },
    { "de", "wie alt", QUESTION_HOW_MANY },
    { "de", "wie weit", QUESTION_HOW_MANY },
    { "de", "wie oft", QUESTION_HOW_MANY },
    { "de", "wie schnell", QUESTION_HOW_MANY },
    { "de", "wie schwer", QUESTION_HOW_MANY },
    { "de", "wieviel", QUESTION_HOW_MANY },
    { "de", "wieviele", QUESTION_HOW_MANY },
    { "de", "was muss ich", QUESTION_HOW },
    { "de", "was soll ich", QUESTION_HOW },
    { "de", "wie heisst", QUESTION_WHAT },
    { "de", "wie heissen", QUESTION_WHAT },
    { "de", "wie hiess", QUESTION_WHAT },
    { "de", "wie hiessen", QUESTION_WHAT },
    { "de", "wie lautet", QUESTION_WHAT },
    { "de", "wie lautete", QUESTION_WHAT },
    { "de", "wie lauten", QUESTION_WHAT },
    { "de", "wie nennt", QUESTION_WHAT },
    { "de", "wie nannte", QUESTION_WHAT },
    { "de", "wie nannten", QUESTION_WHAT },
    { "de", "wie", QUESTION_HOW },
    { "de", "wodurch", QUESTION_HOW },
    { "de", "womit", QUESTION_HOW },
    { "de", "worum", QUESTION_WHAT },
    { "de", "wofür", QUESTION_WHAT },
    { "de", "worauf", QUESTION_WHAT },
    { "de", "woran", QUESTION_WHAT },
    { "de", "wovon", QUESTION_WHAT },
    { "de", "wozu", QUESTION_WHAT },
    { "de", "woraus", QUESTION_WHAT },
    { "de", "worin", QUESTION_WHAT },
    { "de", "worüber", QUESTION_WHAT },
    { "de", "wonach", QUESTION_WHAT },
    { "de", "wogegen", QUESTION_WHAT },
    { "de", "worunter", QUESTION_WHAT },
    { "de", "wobei", QUESTION_WHAT },
    { "de", "nenne", QUESTION_WHAT },
    { "de", "nennen", QUESTION_WHAT },
    { "de", "wer", QUESTION_WHO },
    { "de", "wem", QUESTION_WHO },
    { "de", "wen", QUESTION_WHO },
    { "de", "wessen", QUESTION_WHO },
    { "de", "wann", QUESTION_WHEN },
    { "de", "wo", QUESTION_WHERE },
    { "de", "wohin", QUESTION_WHERE },
    { "de", "woher", QUESTION_WHERE },
    { "de", "warum", QUESTION_WHY },
    { "de", "wieso", QUESTION_WHY },
    { "de", "weshalb", QUESTION_WHY },
    { "de", "was", QUESTION_WHAT },
    { "de", "welche", QUESTION_WHAT },
    { "de", "welcher", QUESTION_WHAT },
    { "de", "welches", QUESTION_WHAT },
    { "de", "welchem", QUESTION_WHAT },
    { "de", "welchen", QUESTION_WHAT },
    { "de", "vergleiche", QUESTION_COMPARE },
    { "fr", "combien", QUESTION_HOW_MANY },
    { "fr", "qui", QUESTION_WHO },
    { "fr", "quand", QUESTION_WHEN },
    { "fr", "où", QUESTION_WHERE },
    { "fr", "pourquoi", QUESTION_WHY },
    { "fr", "comment", QUESTION_HOW },
    { "fr", "quel", QUESTION_WHAT },
    { "fr", "quelle", QUESTION_WHAT },
    { "fr", "quels", QUESTION_WHAT },
    { "fr", "quelles", QUESTION_WHAT },
    { "fr", "qu'est", QUESTION_WHAT },
    { "es", "cuántos", QUESTION_HOW_MANY },
    { "es", "cuántas", QUESTION_HOW_MANY },
    { "es", "cuánto", QUESTION_HOW_MANY },
    { "es", "cuánta", QUESTION_HOW_MANY },
    { "es", "quién", QUESTION_WHO },
    { "es", "quiénes", QUESTION_WHO },
    { "es", "cuándo", QUESTION_WHEN },
    { "es", "dónde", QUESTION_WHERE },
    { "es", "adónde", QUESTION_WHERE },
    { "es", "por qué", QUESTION_WHY },
    { "es", "cómo se llama", QUESTION_WHAT },
    { "es", "cómo se llaman", QUESTION_WHAT },
    { "es", "cómo se llamaba", QUESTION_WHAT },
    { "es", "cómo se llamaban", QUESTION_WHAT },
    { "es", "cómo se llamó", QUESTION_WHAT },
    { "es", "cómo se llamaron", QUESTION_WHAT },
    { "es", "cómo se denomina", QUESTION_WHAT },
    { "es", "cómo se denominó", QUESTION_WHAT },
    { "es", "cómo se conoce", QUESTION_WHAT },
    { "es", "cómo se titula", QUESTION_WHAT },
    { "es", "cómo", QUESTION_HOW },
    { "es", "qué", QUESTION_WHAT },
    { "es", "cuál", QUESTION_WHAT },
    { "es", "cuáles", QUESTION_WHAT },
    { "it", "quanti", QUESTION_HOW_MANY },
    { "it", "quante", QUESTION_HOW_MANY },
    { "it", "quanto", QUESTION_HOW_MANY },
    { "it", "chi", QUESTION_WHO },
    { "it", "quando", QUESTION_WHEN },
    { "it", "dove", QUESTION_WHERE },
    { "it", "perché", QUESTION_WHY },
    { "it", "come", QUESTION_HOW },
    { "it", "cosa", QUESTION_WHAT },
    { "it", "quale", QUESTION_WHAT },
    { "pt", "quantos", QUESTION_HOW_MANY },
    { "pt", "quantas", QUESTION_HOW_MANY },
    { "pt", "quanto", QUESTION_HOW_MANY },
    { "pt", "quem", QUESTION_WHO },
    { "pt", "quando", QUESTION_WHEN },
    { "pt", "onde", QUESTION_WHERE },
    { "pt", "por que", QUESTION_WHY },
    { "pt", "como", QUESTION_HOW },
    { "nl", "hoeveel", QUESTION_HOW_MANY },
    { "nl", "wie", QUESTION_WHO },
    { "nl", "wanneer", QUESTION_WHEN },
    { "nl", "waar", QUESTION_WHERE },
    { "nl", "waarom", QUESTION_WHY },
    { "nl", "hoe", QUESTION_HOW },
    { "nl", "wat", QUESTION_WHAT },
    { "nl", "welke", QUESTION_WHAT },
    { "ru", "сколько", QUESTION_HOW_MANY },
    { "ru", "кто", QUESTION_WHO },
    { "ru", "кого", QUESTION_WHO },
    { "ru", "кому", QUESTION_WHO },
    { "ru", "кем", QUESTION_WHO },
    { "ru", "чей", QUESTION_WHO },
    { "ru", "чья", QUESTION_WHO },
    { "ru", "чьё", QUESTION_WHO },
    { "ru", "чье", QUESTION_WHO },
    { "ru", "чьи", QUESTION_WHO },
    { "ru", "чьей", QUESTION_WHO },
    { "ru", "чьего", QUESTION_WHO },
    { "ru", "чьих", QUESTION_WHO },
    { "ru", "чьим", QUESTION_WHO },
    { "ru", "когда", QUESTION_WHEN },
    { "ru", "где", QUESTION_WHERE },
    { "ru", "куда", QUESTION_WHERE },
    { "ru", "откуда", QUESTION_WHERE },
    { "ru", "почему", QUESTION_WHY },
    { "ru", "зачем", QUESTION_WHY },
    { "ru", "как называется", QUESTION_WHAT },
    { "ru", "как называются", QUESTION_WHAT },
    { "ru", "как называлась", QUESTION_WHAT },
    { "ru", "как назывался", QUESTION_WHAT },
    { "ru", "как называли", QUESTION_WHAT },
    { "ru", "как зовут", QUESTION_WHO },
    { "ru", "как звали", QUESTION_WHO },
    { "ru", "как", QUESTION_HOW },
    { "ru", "что", QUESTION_WHAT },
    { "ru", "каков", QUESTION_WHAT },
    { "ru", "какова", QUESTION_WHAT },
    { "ru", "каково", QUESTION_WHAT },
    { "ru", "каковы", QUESTION_WHAT },
    { "ru", "какой", QUESTION_WHAT },
    { "ru", "какая", QUESTION_WHAT },
    { "ru", "какое", QUESTION_WHAT },
    { "ru", "какие", QUESTION_WHAT },
    { "ru", "каком", QUESTION_WHAT },
    { "ru", "каким", QUESTION_WHAT },
    { "ru", "какую", QUESTION_WHAT },
    { "ru", "каких", QUESTION_WHAT },
    { "ru", "какого", QUESTION_WHAT },
    { "ru", "чем", QUESTION_WHAT },
    { "ru", "чего", QUESTION_WHAT },
    { "ru", "чему", QUESTION_WHAT },
    { "ru", "какому", QUESTION_WHAT },
    { "ru", "какими", QUESTION_WHAT },
    { "ru", "какою", QUESTION_WHAT },
    { "ru", "чём", QUESTION_WHAT },
    { "ru", "чьему", QUESTION_WHAT },
    { "tr", "kaç", QUESTION_HOW_MANY },
    { "tr", "ne kadar", QUESTION_HOW_MANY },
    { "tr", "kaçtır", QUESTION_HOW_MANY },
    { "tr", "kaçıncı", QUESTION_HOW_MANY },
    { "tr", "ne kadardı", QUESTION_HOW_MANY },
    { "tr", "ne kadarı", QUESTION_HOW_MANY },
    { "tr", "ne kadarını", QUESTION_HOW_MANY },
    { "tr", "ne kadarının", QUESTION_HOW_MANY },
    { "tr", "kaçtı", QUESTION_HOW_MANY },
    { "tr", "kaçta", QUESTION_HOW_MANY },
    { "tr", "kaçı", QUESTION_HOW_MANY },
    { "tr", "kaçını", QUESTION_HOW_MANY },
    { "tr", "kaçının", QUESTION_HOW_MANY },
    { "tr", "kaçıyla", QUESTION_HOW_MANY },
    { "tr", "kaçında", QUESTION_HOW_MANY },
    { "tr", "kaçına", QUESTION_HOW_MANY },
    { "tr", "kim", QUESTION_WHO },
    { "tr", "kimler", QUESTION_WHO },
    { "tr", "kimlerdir", QUESTION_WHO },
    { "tr", "kimdi", QUESTION_WHO },
    { "tr", "kimi", QUESTION_WHO },
    { "tr", "kimden", QUESTION_WHO },
    { "tr", "kimdir", QUESTION_WHO },
    { "tr", "kimin", QUESTION_WHO },
    { "tr", "kime", QUESTION_WHO },
    { "tr", "kimlerdi", QUESTION_WHO },
    { "tr", "kimde", QUESTION_WHO },
    { "tr", "kimdeydi", QUESTION_WHO },
    { "tr", "kiminle", QUESTION_WHO },
    { "tr", "kimle", QUESTION_WHO },
    { "tr", "ne zaman", QUESTION_WHEN },
    { "tr", "ne zamandı", QUESTION_WHEN },
    { "tr", "ne zamandır", QUESTION_WHEN },
    { "tr", "nerede", QUESTION_WHERE },
    { "tr", "nereye", QUESTION_WHERE },
    { "tr", "nereden", QUESTION_WHERE },
    { "tr", "nerededir", QUESTION_WHERE },
    { "tr", "neresidir", QUESTION_WHERE },
    { "tr", "neredeydi", QUESTION_WHERE },
    { "tr", "nerelerde", QUESTION_WHERE },
    { "tr", "nereli", QUESTION_WHERE },
    { "tr", "neresi", QUESTION_WHERE },
    { "tr", "neresinde", QUESTION_WHERE },
    { "tr", "neden", QUESTION_WHY },
    { "tr", "niçin", QUESTION_WHY },
    { "tr", "niye", QUESTION_WHY },
    { "tr", "nasıl", QUESTION_HOW },
    { "tr", "nasıldı", QUESTION_HOW },
    { "tr", "nasıldır", QUESTION_HOW },
    { "tr", "ne", QUESTION_WHAT },
    { "tr", "nedir", QUESTION_WHAT },
    { "tr", "neler", QUESTION_WHAT },
    { "tr", "nelerdir", QUESTION_WHAT },
    { "tr", "hangi", QUESTION_WHAT },
    { "tr", "hangisi", QUESTION_WHAT },
    { "tr", "hangisidir", QUESTION_WHAT },
    { "tr", "neydi", QUESTION_WHAT },
    { "tr", "neyi", QUESTION_WHAT },
    { "tr", "neye", QUESTION_WHAT },
    { "tr", "neyin", QUESTION_WHAT },
    { "tr", "neyle", QUESTION_WHAT },
    { "tr", "nelerdi", QUESTION_WHAT },
    { "tr", "neleri", QUESTION_WHAT },
    { "tr", "nesi", QUESTION_WHAT },
    { "tr", "nesidir", QUESTION_WHAT },
    { "tr", "hangisiydi", QUESTION_WHAT },
    { "tr", "hangisini", QUESTION_WHAT },
    { "tr", "hangileri", QUESTION_WHAT },
    { "tr", "hangileridir", QUESTION_WHAT },
    { "tr", "hangileriydi", QUESTION_WHAT },
    { "ar", "كم", QUESTION_HOW_MANY },
    { "ar", "من", QUESTION_WHO },
    { "ar", "متى", QUESTION_WHEN },
    { "ar", "أين", QUESTION_WHERE },
    { "ar", "لماذا", QUESTION_WHY },
    { "ar", "كيف", QUESTION_HOW },
    { "ar", "ما", QUESTION_WHAT },
    { "ar", "ماذا", QUESTION_WHAT },
    { "ar", "أي", QUESTION_WHAT },
    { "ar", "أية", QUESTION_WHAT },
    { "ar", "بماذا", QUESTION_WHAT },
    { "ar", "فيم", QUESTION_WHAT },
    { "ar", "فيما", QUESTION_WHAT },
    { "ar", "بم", QUESTION_WHAT },
    { "ar", "عم", QUESTION_WHAT },
    { "ar", "إلام", QUESTION_WHAT },
    { "ar", "علام", QUESTION_WHAT },
    { "ar", "لأي", QUESTION_WHAT },
    { "ar", "بأي", QUESTION_WHAT },
    { "ar", "وأي", QUESTION_WHAT },
    { "ar", "فما", QUESTION_WHAT },
    { "ar", "لمن", QUESTION_WHO },
    { "ar", "بكم", QUESTION_HOW_MANY },
};

/* "Which year", "what percentage": the noun says the kind. Up to two words may stand between. */
struct which {
    const char *code, *which;
    struct {
        const char *nouns;
        int kind;
    } kinds[5];
};
static const struct which whiches[] = {
    { "en",
      "what which",
      { { " percent percentage number amount age proportion score ratio size population rate share fraction ",
          QUESTION_HOW_MANY },
        { " year years date day month decade century time season period era ", QUESTION_WHEN },
        { " person king queen president emperor leader author scientist player actor artist man woman minister coach "
          "director ",
          QUESTION_WHO },
        { " country city state place location region town continent province county island countries cities ",
          QUESTION_WHERE },
        { " reason reasons cause causes ", QUESTION_WHY } } },
    { "de",
      "welche welcher welches welchem welchen",
      { { " prozentsatz anzahl zahl anteil alter größe grösse bevölkerung rate ", QUESTION_HOW_MANY },
        { " jahr jahre jahren datum tag monat jahrzehnt jahrhundert zeit zeitraum jahreszeit ", QUESTION_WHEN },
        { " person könig präsident kaiser spieler autor anführer künstler wissenschaftler ", QUESTION_WHO },
        { " land stadt staat ort region gebiet kontinent provinz insel ländern städten ", QUESTION_WHERE },
        { " grund gründen ursache ", QUESTION_WHY } } },
    { "es",
      "qué cuál cuáles",
      { { " porcentaje número cantidad edad proporción tamaño población tasa ", QUESTION_HOW_MANY },
        { " año años fecha día mes década siglo época período periodo momento ", QUESTION_WHEN },
        { " persona rey presidente emperador jugador autor líder artista científico ", QUESTION_WHO },
        { " país ciudad estado lugar región zona continente provincia isla países ciudades ", QUESTION_WHERE },
        { " razón causa motivo ", QUESTION_WHY } } },
    { "fr",
      "quel quelle quels quelles",
      { { " pourcentage nombre quantité âge proportion taille population taux part ", QUESTION_HOW_MANY },
        { " année années date jour mois décennie siècle époque période moment ", QUESTION_WHEN },
        { " personne roi président empereur joueur auteur ", QUESTION_WHO },
        { " pays ville état lieu endroit région continent province île ", QUESTION_WHERE },
        { " raison cause ", QUESTION_WHY } } },
    { "ru",
      "какой какая какое какие каком какую каким какому какими каких какого",
      { { " процент число количество возраст доля размер население ", QUESTION_HOW_MANY },
        { " году год годах день месяц век веке десятилетии период время ", QUESTION_WHEN },
        { " человек король президент ", QUESTION_WHO },
        { " стране страна город городе месте регионе штате ", QUESTION_WHERE },
        { " причина причине ", QUESTION_WHY } } },
    { "tr",
      "hangi",
      { { " oran oranda yüzde sayı ", QUESTION_HOW_MANY },
        { " yıl yılda yılında tarihte ay gün yüzyılda dönemde ", QUESTION_WHEN },
        { " kişi kral başkan ", QUESTION_WHO },
        { " ülke ülkede şehir şehirde şehrinde yerde bölge bölgede ", QUESTION_WHERE },
        { " nedenle sebeple ", QUESTION_WHY } } },
    { "ar",
      "أي ما بأي لأي",
      { { " نسبة عدد ", QUESTION_HOW_MANY },
        { " عام سنة تاريخ يوم شهر قرن ", QUESTION_WHEN },
        { " شخص ", QUESTION_WHO },
        { " بلد مدينة دولة مكان ولاية ", QUESTION_WHERE },
        { " سبب ", QUESTION_WHY } } },
};

/* Languages that do not part words: what stands anywhere in the question, in this order. */
static const struct {
    const char *words;
    int kind;
} anywhere[] = {
    { "多少 百分之几 几个 几次 几名 几年 几位 几种 几倍 几岁 几支 几码 几期 几座 几条 几家 多大 多长 多高 多远 多久 多快 いくつ いくら どのくらい",
      QUESTION_HOW_MANY },
    { "什么时候 何时 哪一年 哪年 哪一天 哪天 哪一日 几月 什么时间 什么时期 什么时代 哪个世纪 哪个年代 いつ 何年",
      QUESTION_WHEN },
    { "谁 哪位 哪个人 誰", QUESTION_WHO },
    { "哪里 哪儿 在哪 何地 何处 哪个国家 哪个城市 哪个州 哪个地区 什么地方 どこ", QUESTION_WHERE },
    /* "What is it called?" has "why" in it. */
    { "称为什么 称之为什么 称作什么 名为什么 成为什么 作为什么 视为什么", QUESTION_WHAT },
    { "为什么 为何 什么原因 なぜ", QUESTION_WHY },
    { "如何 怎么 怎样 どうやって", QUESTION_HOW },
    /* "Which law says whether …" */
    { "什么 哪", QUESTION_WHAT },
    { "吗 是否 能否 可否 能不能 是不是", QUESTION_YES_NO },
    { "何 那种 是？ 为？ 是? 为?", QUESTION_WHAT },
};

static const struct {
    const char *code, *verbs;
} yes_no[] = {
    { "en", " is are was were do does did can could will would should has have had may might must " },
    { "de", " ist sind war waren hat haben kann können konnte konnten wird werden gibt wurde wurden darf muss soll " },
    { "es", " es son era fue ha han puede pueden pudo pudieron hay existe existen " },
    { "fr", " est-ce est sont a ont peut y " },
    { "ru", " есть можно является " },
    { "ar", " هل " },
};

static bool begins_with(const struct words *words, size_t at, const char *opening)
{
    struct str rest = str(opening), word;

    for (; str_next(&rest, ' ', &word); at++)
        if (at >= words->n || !str_eq(words->items[at].fold, word))
            return false;
    return true;
}

static int which_kind(const struct language *language, const struct words *words, size_t at)
{
    for (size_t w = 0; w < sizeof whiches / sizeof *whiches; w++) {
        if (!is_code(language, whiches[w].code) || !str_in_words(whiches[w].which, words->items[at].fold))
            continue;
        for (size_t k = 0; k < 5; k++)
            for (size_t gap = 1; gap <= 2 && at + gap < words->n; gap++)
                if (str_in_words(whiches[w].kinds[k].nouns, words->items[at + gap].fold))
                    return whiches[w].kinds[k].kind;
    }
    return -1;
}

/* "If it was switched off when …, can it still run?": where the clause that asks begins; 0: at the beginning. */
static size_t main_clause(const struct words *words, struct str text)
{
    static const char verbs[] = " is are was were do does did can could will would should has have had may might must ";

    if (!words->n ||
        !str_in_words(" if when while after before once because since although for ", words->items[0].fold) ||
        (words->n > 1 && str_in_words(verbs, words->items[1].fold)))
        return 0;
    for (size_t i = 1; i < words->n; i++) {
        struct str gap = str_sub(text, word_end(&words->items[i - 1]), words->items[i].start);

        if (str_find_char(gap, ',', 0) >= 0 &&
            (str_in_words(verbs, words->items[i].fold) ||
             str_in_words(" what which who where why how when ", words->items[i].fold)))
            return i;
    }
    return 0;
}

/* A verb in front asks for yes or no; so does one behind a colon or dash ("A new method: does it work?"). */
static bool asks_yes_no(const struct language *language, const struct words *words, struct str text, size_t at)
{
    bool main = at && at == main_clause(words, text);
    size_t before = words->items[at].start;

    while (before && strchr(" \t\"'(", text.data[before - 1]))
        before--;
    bool begins = main || before == 0 || strchr(":;.?!", text.data[before - 1]) || (at == 0 && text.data[0] & 0x80);
    for (size_t i = 0; begins && i < sizeof yes_no / sizeof *yes_no; i++)
        if (is_code(language, yes_no[i].code) && str_in_words(yes_no[i].verbs, words->items[at].fold))
            return true;
    return false;
}

/* "Удалось ли …", "… işlenebildi mi" */
static bool has_particle(const struct language *language, const struct words *words)
{
    const char *particles = is_code(language, "ru") ? " ли " : is_code(language, "tr") ? " mi mı mu mü " : "";

    for (size_t i = 1; *particles && i < words->n; i++)
        if (str_in_words(particles, words->items[i].fold))
            return true;
    return false;
}

static int kind_at(const struct language *language, const struct words *words, struct str text, size_t at, bool asked)
{
    int kind = which_kind(language, words, at);

    if (kind >= 0)
        return kind;
    if (asked && asks_yes_no(language, words, text, at))
        return QUESTION_YES_NO;
    for (size_t o = 0; o < sizeof openings / sizeof *openings; o++)
        if (is_code(language, openings[o].code) && begins_with(words, at, openings[o].words))
            return openings[o].kind;
    return -1;
}

int asking_kind(const struct language *language, const struct words *words, struct str text, bool asked)
{
    struct str rest, word;
    bool cjk = false;

    for (size_t i = 0; i < words->n; i++)
        cjk = cjk || words->items[i].flags & WORD_CJK;
    for (size_t i = 0; cjk && i < sizeof anywhere / sizeof *anywhere; i++)
        for (rest = str(anywhere[i].words); str_next(&rest, ' ', &word);)
            if (str_find(text, word, 0) >= 0)
                return anywhere[i].kind;
    /* The question word that stands first; without a question mark only at the beginning. */
    for (size_t at = asked ? main_clause(words, text) : 0; at < words->n && (asked || at == 0); at++) {
        int kind = kind_at(language, words, text, at, asked);

        if (kind >= 0)
            return kind;
    }
    return asked && has_particle(language, words) ? QUESTION_YES_NO : -1;
}

/* --- words that only ask --- */

static const struct {
    const char *code, *words;
} empty[] = {
    { "en", " who whom whose what which when where why how many much define explain describe compared versus vs "
            "tell please give latest current currently recent recently today newest nowadays exactly " },
    { "de",
      " welche welcher welches welchem welchen wer wem wen wessen wie wann wo woher wohin warum wieso weshalb womit "
      "wofür wodurch worauf worin woran wovon wozu woraus worüber viel viele vielen hatten hätte konnte konnten "
      "können sollte musste mussten darf worden seiner seinem seinen ihrer ihrem ihren diesen jene wir dass daß seit "
      "ab einige allen anderen anderer ihm ihn ihnen dabei dazu daran darauf werde sei seien wäre würde würden gab "
      "gibt während beim keine etwas was vergleiche " },
    { "es",
      " qué quién quiénes cuál cuáles cuánto cuánta cuántos cuántas cómo cuándo dónde adónde porqué las los unos "
      "unas hacia ni sino quienes cuales sido siendo están estar estaban haber hubo he ese esa esos esas aquel "
      "aquella ella ellas menos otros otras toda todas algún alguna algunos algunas mismo misma durante tras puede "
      "pueden podía podría tienen tenía tuvo " },
    { "fr", " combien qui quand où pourquoi comment quel quelle quels quelles qu'est est-ce c'est " },
    { "it", " quanti quante quanto chi quando dove perché come cosa quale quali " },
    { "ru",
      " сколько чья чьё чье чьи чьей чьего чьих чьим чьему какому какими какою чём какова каков каково каковы чем чего чему кто кого кому кем чей чья когда где куда откуда почему зачем как что какой какая какое какие каком "
      "каким какую каких какого которые который которая были был была было быть является являются " },
    { "tr",
      " kaç kaçtır kaçtı kaçta kaçı kaçını kaçının kaçıyla kaçında kaçına kaçıncı kim kimler kimlerdir kimlerdi kimdir kimdi kimi kimde "
      "kimdeydi kimden kimin kime kimle kiminle ne nedir neydi neyi neye neyin neyle neler nelerdir nelerdi neleri nesi nesidir neden niçin "
      "niye nasıl nasıldı nasıldır nerede neredeydi nerelerde nereye nereden nereli nerededir neresi neresinde neresidir hangi hangisi "
      "hangisini hangisidir hangisiydi hangileri hangileridir hangileriydi zaman zamandı zamandır kadar kadardı kadarı kadarını "
      "kadarının mıdır midir mudur müdür idi " },
    { "ar",
      " فيم فيما بم عم إلام علام لأي بأي وأي فما بماذا لمن بكم كم من متى أين لماذا كيف ما ماذا هل أي هو هي الذي التي كان كانت " },
};

bool asking_is_empty(const struct language *language, struct str fold)
{
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (is_code(language, empty[i].code))
            return str_in_words(empty[i].words, fold);
    return false;
}

/* Answers seldom repeat these. */
static const struct {
    const char *code, *words;
} kind_words[] = {
    { "en",
      " name names named term terms type types kind kinds sort example examples word words expression way ways call "
      "called calls known refer refers referred thing things person people year years number amount percentage date "
      "time title phrase use used uses describe described considered mean means meant meaning take takes taken happen "
      "happens happened come comes make get gets getting want rid " },
    { "de",
      " name namen begriff art arten typ beispiel beispiele wort ausdruck weise genannt bezeichnet bezeichnung person "
      "personen menschen jahr jahre jahren zahl anzahl prozentsatz datum zeit titel heisst heissen hiess hiessen lautet "
      "lautete nennt nannte nannten verwendet bekannt beschrieben nennen " },
    { "es",
      " nombre nombres término tipo tipos clase ejemplo ejemplos palabra expresión manera forma llama llamaba llamó "
      "llamado llamada conoce conocido conocida persona personas año años número cantidad porcentaje fecha tiempo "
      "título utiliza utilizado usa describe considera " },
    { "fr",
      " nom noms terme type types sorte exemple exemples mot expression manière façon appelle appelé appelée connu "
      "connue personne personnes année années nombre quantité pourcentage date titre utilise " },
    { "ru",
      " имя название названия термин тип вид пример слово выражение способ образом называется назывался называлась "
      "называют назвали человек люди год году годах число количество процент дата время " },
    { "tr",
      " adı ad ismi isim terim tür türü örnek kelime şekilde denir denilen kişi yıl yılda yılında sayısı tarih " },
    { "ar", " اسم اسماء مصطلح نوع مثال كلمة طريقة يسمى تسمى شخص عام سنة عدد تاريخ " },
};
static const char kind_pairs[] = " 名字 名称 术语 类型 种类 例子 方式 人们 年份 数量 时间 称为 叫做 称作 使用 ";

double asking_weight(const struct language *language, struct str fold)
{
    static const double weight = 0.35;

    if (str_in_words(kind_pairs, fold))
        return weight;
    for (size_t i = 0; i < sizeof kind_words / sizeof *kind_words; i++)
        if (is_code(language, kind_words[i].code))
            return str_in_words(kind_words[i].words, fold) ? weight : 1;
    return 1;
}

/* Chinese and Japanese: asking words, then characters that only join. The longer ones first. */
static const char cut_words[] =
    "什么时候 什么样 为什么 哪一年 怎么样 多少 什么 为何 何时 何地 哪里 哪儿 哪年 哪些 哪个 哪一 哪种 谁的 怎么 怎样 如何 几个 是否 "
    "哪 谁 几 吗 呢 的 了 是 在 和 与 及 被 把 将 对 于 从 到 由 为 以 其 之 这 那 些 个 有 也 都 而 但 或 所 又 就 还 并 因 着 过 中 上 下";

struct str asking_without(struct arena *arena, struct str question)
{
    struct str out = str_dup(arena, question), rest = str(cut_words), word;
    bool cjk = false;

    for (size_t i = 0; i + 2 < question.len; i++) /* E3 … E9 begin the characters of these languages */
        cjk = cjk || ((unsigned char) question.data[i] >= 0xe3 && (unsigned char) question.data[i] <= 0xe9);
    while (cjk && str_next(&rest, ' ', &word)) {
        ptrdiff_t at;

        while ((at = str_find(out, word, 0)) >= 0)
            memset((char *) (uintptr_t) out.data + at, ' ', word.len);
    }
    return out;
}
