#include "extractive/measures.h"

#include "extractive/question.h"
#include "text/numbers.h"
#include "text/units.h"

enum { KEYWORDS_MOST = 6 };

static const struct {
    const char *code, *words;
    int kind;
} measures[] = {
    { "en", " efficiency share percentage proportion fraction rate probability ", NUMBER_PERCENT },
    { "en", " cost costs price prices revenue budget fee salary turnover ", NUMBER_MONEY },
    { "en",
      " capacity power energy weight mass length height depth width size area volume speed distance temperature "
      "lifetime lifespan duration density voltage ",
      NUMBER_MEASURE },
    { "en", " number population amount ", NUMBER_COUNT },
    { "de", " wirkungsgrad anteil ", NUMBER_PERCENT },
    { "de", " kosten preis ", NUMBER_MONEY },
    { "de", " leistung kapazität ", NUMBER_MEASURE },
    { "de", " zahl anzahl ", NUMBER_COUNT },
    { "fr", " rendement part ", NUMBER_PERCENT },
    { "fr", " prix coût ", NUMBER_MONEY },
    { "fr", " puissance capacité ", NUMBER_MEASURE },
    { "fr", " nombre ", NUMBER_COUNT },
    { "es", " eficiencia cuota ", NUMBER_PERCENT },
    { "es", " precio coste costo ", NUMBER_MONEY },
    { "es", " potencia capacidad ", NUMBER_MEASURE },
};

int measure_kind(const struct language *language, struct str fold)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (strcmp(language_code(language), measures[i].code) == 0 && str_in_words(measures[i].words, fold))
            return measures[i].kind;
    return -1;
}

static const char times[] = " s day month ", lengths[] = " m ", masses[] = " kg ";

static bool has_one_of(const struct words *words, const char *list)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_in_words(list, words->items[i].fold))
            return true;
    return false;
}

const char *measure_units(const struct words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        struct str fold = words->items[i].fold;
        bool how = i && str_is(words->items[i - 1].fold, "how");

        bool many = i > 1 && str_is(words->items[i - 1].fold, "many") && str_is(words->items[i - 2].fold, "how");

        if (many && str_in_words(" seconds minutes hours days nights weeks months years decades centuries ", fold))
            return times;
        if (many &&
            str_in_words(" millimetres centimetres metres meters kilometres kilometers inches feet yards miles ", fold))
            return lengths;
        if ((how && str_is(fold, "old")) || str_in_words(" lifetime lifespan duration ", fold))
            return times;
        /* "How long is the bridge" may want metres; what lasts, takes or lives wants time. */
        if (how && str_is(fold, "long"))
            return has_one_of(words, " last lasts lasted take takes took live lives lived survive run runs work works "
                                     "wait stay serve serves keep remain ")
                       ? times
                       : "";
        if ((how && str_in_words(" far tall deep wide high ", fold)) ||
            str_in_words(" height depth width distance ", fold))
            return str_is(fold, "high") ? "" : lengths;
        bool much = i > 1 && str_is(words->items[i - 1].fold, "much") && str_is(words->items[i - 2].fold, "how");
        if (much && str_is(fold, "energy"))
            return " Wh J ";
        if (much && str_is(fold, "power"))
            return " W ";
        if (how && str_in_words(" hot cold warm ", fold))
            return " C F ";
        if ((how && str_is(fold, "heavy")) || str_in_words(" weight ", fold))
            return masses;
    }
    return "";
}

/* The noun that a phrase of keywords is about: its last word, or the one before "of". */
static const struct word *head_of(const struct words *words)
{
    for (size_t i = 1; i + 1 < words->n; i++)
        if (str_in_words(" of for von für de des del du ", words->items[i].fold))
            return &words->items[i - 1];
    return &words->items[words->n - 1];
}

void measure_in_keywords(const struct words *words, int *kind, int *measure, const char **units)
{
    static const struct {
        const char *words;
        int kind, measure;
    } heads[] = {
        { " cost costs price prices revenue budget kosten preis preise prix coût coûts precio precios coste costo ",
          QUESTION_HOW_MANY, NUMBER_MONEY },
        { " efficiency percentage share wirkungsgrad rendement eficiencia rendimiento ", QUESTION_HOW_MANY,
          NUMBER_PERCENT },
        { " capacity lifetime lifespan weight height depth length duration temperature kapazität lebensdauer ",
          QUESTION_HOW_MANY, NUMBER_MEASURE },
        { " population ", QUESTION_HOW_MANY, NUMBER_COUNT },
        { " owner owners inventor founder author operator builder manufacturer maker eigentümer besitzer betreiber "
          "propriétaire exploitant propietario dueño ",
          QUESTION_WHO, -1 },
        { " location lage standort emplacement ubicación ", QUESTION_WHERE, -1 },
        { " definition meaning bedeutung définition definición ", QUESTION_WHAT, -1 },
        { " cause causes reason reasons ursache ursachen ", QUESTION_WHY, -1 },
    };

    if (words->n < 2 || words->n > KEYWORDS_MOST)
        return;
    const struct word *head = head_of(words);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (str_in_words(heads[i].words, head->fold)) {
            *kind = heads[i].kind;
            *measure = heads[i].measure;
            return;
        }
    const struct unit *unit = head->text.len > 1 ? unit_symbol(head->text) : NULL;
    static const char *const bases[] = { " W ", " Wh ", " m ", " kg ", " V ", " Hz ", " l ", " B ", NULL };
    for (const char *const *base = bases; unit && *base; base++)
        if (str_in_words(*base, str(unit->base))) {
            *kind = QUESTION_HOW_MANY;
            *measure = NUMBER_MEASURE;
            *units = *base;
        }
}
