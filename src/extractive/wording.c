#include "extractive/wording.h"

#include "text/units.h"

static bool is_code(const struct language *language, const char *code)
{
    return strcmp(language_code(language), code) == 0;
}

bool wording_has_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] >= '0' && text.data[i] <= '9')
            return true;
    return false;
}

bool wording_is_month(struct str fold)
{
    double value;

    return number_month(fold, &value) ||
           str_in_words(
               "januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto "
               "septiembre octubre noviembre diciembre janvier février mars avril juin juillet août septembre octobre "
               "novembre décembre января февраля марта апреля мая июня июля августа сентября октября ноября декабря "
               "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
               fold);
}

static const struct {
    const char *code, *words; /* several words are joined by "_" */
} reasons[] = {
    { "en",
      "because due_to owing_to since so_that in_order_to as_a_result therefore caused causes causing cause reason "
      "reasons led_to thus so for_fear result resulted resulting results explain explains explained" },
    { "de",
      "weil da denn wegen aufgrund damit daher deshalb grund gründe führte führten ursache verursacht verursachte "
      "dadurch um" },
    { "es",
      "porque debido ya_que puesto_que para_que a_causa_de por_lo_que causa causó causado motivo razón dado_que" },
    { "fr", "car parce_que puisque afin_de en_raison à_cause grâce cause raison donc ainsi" },
    { "ru", "потому_что поскольку из-за так_как чтобы поэтому причина причиной вследствие благодаря" },
    { "tr", "çünkü nedeniyle dolayı için sebebiyle yüzünden nedeni bu_nedenle" },
    { "ar", "لأن بسبب بسببب نتيجة لذلك حيث لكي" },
};

static bool sequence_at(const struct words *words, size_t at, struct str sequence)
{
    struct str part;

    for (; str_next(&sequence, '_', &part); at++)
        if (at >= words->n || !str_eq(words->items[at].fold, part))
            return false;
    return true;
}

/* Do the words open with one of the list of their language? */
struct openings {
    const char *code, *words; /* several words are joined by "_" */
};

static bool opens_with(const struct language *language, const struct words *words, const struct openings *lists,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct str rest = str(lists[i].words), item;

        if (!is_code(language, lists[i].code))
            continue;
        while (str_next(&rest, ' ', &item))
            if (sequence_at(words, 0, item))
                return true;
    }
    return false;
}

static bool has_sequence(const struct words *words, struct str sequence)
{
    for (size_t i = 0; i < words->n; i++)
        if (sequence_at(words, i, sequence))
            return true;
    return false;
}

static bool has_any(const struct words *words, const char *list)
{
    struct str rest = str(list), item;

    while (str_next(&rest, ' ', &item))
        if (item.len && has_sequence(words, item))
            return true;
    return false;
}

bool wording_gives_reason(const struct language *language, const struct words *words)
{
    static const char cjk[] = "因为 由于 因此 所以 为了 以便 导致 原因 因而 使得 从而 造成";
    struct str rest = str(cjk), item;

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (is_code(language, reasons[i].code) && has_any(words, reasons[i].words))
            return true;
    while (words->n && (words->items[0].flags & WORD_CJK) && str_next(&rest, ' ', &item))
        for (size_t i = 0; i < words->n; i++)
            if (str_eq(words->items[i].text, item))
                return true;
    return false;
}

bool wording_tells_frequency(const struct words *words)
{
    static const char units[] = " second minute hour day night week month quarter season year decade ";

    for (size_t i = 0; i + 1 < words->n; i++) {
        struct str fold = words->items[i].fold, next = words->items[i + 1].fold;

        if ((str_in_words(" a an per each one ", fold) && str_in_words(units, next)) ||
            (str_in_words(" once twice times ", fold) && str_in_words(" a an per every each ", next)))
            return true;
    }
    return has_any(words, "every daily weekly fortnightly monthly quarterly yearly annually hourly nightly");
}

bool wording_tells_ratio(const struct words *words)
{
    return has_any(words, "times factor factors twice half third percent percentage fold tenfold magnitude");
}

bool wording_concludes(const struct words *words)
{
    return has_any(
        words, "conclude concludes concluded conclusion conclusions suggest suggests suggesting suggested "
               "indicate indicates indicating our_results our_findings our_data these_results these_findings "
               "these_data the_results the_findings findings demonstrate demonstrates therefore thus "
               "this_study_shows this_study_demonstrates evidence_that confirm confirms our_view in_our_view in_short "
               "all_in_all on_the_whole");
}

bool wording_weighs(const struct words *words)
{
    return has_any(words, "may might should can could appear appears seem seems recommend recommended useful effective "
                          "important further support supports evidence likely need needs not_associated associated");
}

bool wording_states_aim(const struct words *words)
{
    return has_any(words,
                   "aim aims aimed objective objectives purpose goal to_determine to_evaluate to_assess to_examine "
                   "to_investigate to_test to_compare to_explore to_identify to_analyze to_analyse to_describe "
                   "to_study to_establish to_find_out whether hypothesis hypothesized hypothesised hypothesize "
                   "we_investigated we_examined we_evaluated we_assessed we_sought we_studied was_designed "
                   "were_asked unclear unknown controversial little_is_known remains_unclear");
}

bool wording_counts(const struct words *words, struct str sentence)
{
    size_t count = 0;

    for (size_t i = 0; i < words->n; i++)
        count += (words->items[i].flags & WORD_NUMBER) != 0;
    return count >= 3 || str_contains(sentence, "p<") || str_contains(sentence, "P<") ||
           str_contains(sentence, "p <") || str_contains(sentence, "P <") || str_contains(sentence, "p=") ||
           str_contains(sentence, "P=") || str_contains(sentence, "p =") || str_contains(sentence, "P =") ||
           str_contains(sentence, " CI");
}

bool wording_tells_method(const struct words *words)
{
    return has_any(
        words, "were_measured was_measured were_recorded were_included were_enrolled were_randomized "
               "were_randomised were_selected were_collected was_performed were_performed were_analyzed "
               "were_analysed was_used were_used were_reviewed was_conducted retrospective retrospectively "
               "prospective prospectively questionnaire regression consecutive underwent were_obtained was_assessed "
               "were_assessed were_evaluated was_evaluated were_identified were_studied cohort");
}

bool wording_points_back(const struct language *language, const struct words *words)
{
    static const struct openings pointers[] = {
        { "en",
          "this these those they it he she its their his her such therefore thus hence both however instead "
          "the_latter the_former the_last_point the_same the_other the_second the_third the_result but so and as_a_result "
          "consequently accordingly otherwise in_other_words in_that_case nevertheless in_short in_particular in_this_case for_example" },
        { "de", "dies diese dieser dieses diesem diesen daher deshalb damit dadurch sie er es beide jedoch stattdessen "
                "sein seine seiner seinem seinen" },
        { "es",
          "este esta estos estas esto eso ello dicho dicha ambos ambas él ella ellos ellas su sus también además asimismo sin_embargo" },
        { "fr", "cela ceci ces ils elles il elle celui celle son sa ses leur leurs ainsi donc ce cette" },
        { "ru", "это этот эта эти он она они оно его её ее их поэтому однако" },
        { "tr", "bu bunlar bunun bununla o onlar onun onların ayrıca" },
        { "ar", "هو هي هم وهو وهي وهم هذا هذه هؤلاء وهذا وهذه لذلك ولذلك" },
    };
    static const char *const cjk[] = { "他",   "她",   "它",   "这", "這",   "该",   "該",   "此",   "其",
                                       "因此", "所以", "然而", "但", "これ", "この", "それ", "その", NULL };

    for (size_t i = 0; words->n && (words->items[0].flags & WORD_CJK) && cjk[i]; i++)
        if (str_starts(words->items[0].text, cjk[i]))
            return true;

    /* "To avoid this,", "For this reason" */
    for (size_t i = 1; is_code(language, "en") && i < words->n && i < 4; i++)
        if (str_in_words(" this that these those ", words->items[i].fold) &&
            str_in_words(" to for in by because after before with of from on since despite at ", words->items[0].fold))
            return true;
    return opens_with(language, words, pointers, sizeof pointers / sizeof *pointers);
}

bool wording_turns(const struct language *language, const struct words *words)
{
    static const struct openings turns[] = {
        { "en", "but however yet nevertheless nonetheless though in_reality in_fact in_practice not_so "
                "on_the_other_hand only unfortunately" },
        { "de", "aber jedoch doch allerdings dennoch trotzdem tatsächlich in_wirklichkeit in_der_praxis" },
        { "es", "pero sin_embargo no_obstante aunque en_realidad en_la_práctica" },
        { "fr", "mais cependant toutefois pourtant en_réalité en_pratique" },
        { "ru", "но однако тем_не_менее на_самом_деле" },
        { "tr", "ama ancak fakat oysa" },
        { "ar", "لكن ولكن إلا_أن غير_أن" },
    };

    /* "Operators, however, report less." */
    for (size_t i = 1; i < words->n && i < 5; i++)
        if (str_in_words(" however jedoch allerdings cependant toutefois однако ", words->items[i].fold))
            return true;
    return opens_with(language, words, turns, sizeof turns / sizeof *turns);
}

bool wording_announces(struct str sentence)
{
    static const char *const words[] = {
        "following", "as follows", "below", "folgende", "siguientes", "suivant", NULL
    };

    sentence = str_trim(sentence);
    if (str_ends(sentence, ":") || str_ends(sentence, "\xef\xbc\x9a"))
        return true;
    return !str_ends(sentence, "?") &&
           str_contains_any(str_sub(sentence, sentence.len < 120 ? 0 : sentence.len - 120, sentence.len), words);
}

/* German ends its own in the gender and case of the noun: "größte" stands for "größter", "größten", "größtes". */
static const char *const superlatives[] = {
    [SUPERLATIVE_LARGE] =
        "largest biggest greatest most_powerful strongest größte grösste groesste stärkste leistungsstärkste "
        "plus_grand plus_grande plus_grands plus_grandes plus_gros plus_grosse plus_puissant plus_puissante "
        "plus_importante mayor mayores más_grande más_grandes más_potente más_potentes più_grande più_grandi "
        "più_potente maggiore maior maiores mais_potente grootste крупнейший крупнейшая крупнейшее крупнейшей "
        "самый_большой самая_большая",
    [SUPERLATIVE_SMALL] = "smallest least kleinste plus_petit plus_petite menor menores más_pequeño más_pequeña "
                          "più_piccolo più_piccola",
    [SUPERLATIVE_OLD] = "oldest earliest älteste früheste plus_ancien plus_ancienne plus_vieux plus_vieille "
                        "más_antiguo más_antigua più_antico più_antica mais_antigo mais_antiga",
    [SUPERLATIVE_NEW] = "newest latest youngest neueste jüngste plus_récent plus_récente más_nuevo más_nueva "
                        "más_reciente più_recente",
    [SUPERLATIVE_LONG] = "longest längste plus_long plus_longue más_largo más_larga più_lungo più_lunga",
    [SUPERLATIVE_HIGH] = "highest tallest höchste plus_haut plus_haute plus_élevé plus_élevée más_alto más_alta "
                         "più_alto più_alta",
    [SUPERLATIVE_FAST] = "fastest quickest schnellste plus_rapide más_rápido más_rápida più_veloce",
    [SUPERLATIVE_CHEAP] = "cheapest billigste günstigste moins_cher moins_chère más_barato más_barata",
    [SUPERLATIVE_COMMON] = "most_common häufigste plus_courant plus_courante plus_fréquent más_común más_frecuente",
};

static bool is_superlative_at(const struct words *words, size_t at, struct str item)
{
    struct str fold = words->items[at].fold;
    size_t more = fold.len > item.len ? fold.len - item.len : 0;

    if (sequence_at(words, at, item))
        return true;
    return more == 1 && str_ends(item, "ste") && str_eq(str_sub(fold, 0, item.len), item) &&
           strchr("nrsm", fold.data[fold.len - 1]);
}

bool wording_is_superlative(const struct words *words, enum superlative kind)
{
    struct str rest = str(superlatives[kind] ? superlatives[kind] : ""), item;

    while (str_next(&rest, ' ', &item))
        for (size_t i = 0; i < words->n; i++)
            if (item.len && is_superlative_at(words, i, item))
                return true;
    return false;
}

enum superlative wording_superlative_at(const struct words *words, size_t at)
{
    for (int kind = SUPERLATIVE_LARGE; kind <= SUPERLATIVE_COMMON; kind++) {
        struct str rest = str(superlatives[kind]), item;

        while (str_next(&rest, ' ', &item)) {
            bool two = str_find_char(item, '_', 0) > 0;

            if (item.len && (!two || at) && is_superlative_at(words, at - two, item))
                return kind;
        }
    }
    return SUPERLATIVE_NONE;
}

struct str wording_superlatives(struct arena *arena, enum superlative kind)
{
    struct str rest = str(superlatives[kind] ? superlatives[kind] : ""), item;
    struct str_list list = { 0 };

    while (str_next(&rest, ' ', &item))
        str_list_add(arena, &list, str_sub(item, (size_t) (str_find_char(item, '_', 0) + 1), item.len));
    return str_join(arena, list.items, list.n, " ");
}

enum superlative wording_superlative(const struct words *words)
{
    for (int kind = SUPERLATIVE_LARGE; kind <= SUPERLATIVE_COMMON; kind++)
        if (wording_is_superlative(words, kind))
            return kind;
    return SUPERLATIVE_NONE;
}
