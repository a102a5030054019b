/* Sentences that say that something is not said: "None of the sources names the captain", "Die Quellen nennen ihn nicht", "Wie lange sie
 * halten, ist offen", "Las fuentes no indican quién". In the languages whose small words are here. */
#include "evidence/evidence.h"

#include "text/words.h"

enum { SOURCES_WITHIN = 6, WORDS_MAX = 60 }; /* words from the beginning in which the sources are named */

static const char negations[] =
    "no not none neither nothing nowhere cannot nicht nichts kein keine keiner keines keinen keinem "
    "nirgends ningún ninguna ninguno nada ni ne n pas aucun aucune rien nessun nessuna nessuno non niente";
/* What the report rests on is called so; and what may be a thing of the world as well. */
static const char sources[] = "sources passages quellen passagen textstellen fuentes pasajes fonti";
static const char papers[] =
    "documents pages documents dokumente dokumenten seiten documentos páginas documenti pagine";
/* In the singular behind "no": "keine Quelle", "ninguna fuente". */
static const char source[] = "source passage quelle textstelle fuente pasaje fonte";
static const char paper[] = "document page dokument seite documento página pagina";
/* "No source disputes that …" says something all the same; matched as beginnings of words. */
static const char *const denials[] = { "den",      "disput",   "doubt",     "contradict", "contest", "disagree",
                                       "bestreit", "leugn",    "widerspr",  "bezweif",    "nieg",    "dud",
                                       "contred",  "contredi", "contradic", "discut",     "mett",    NULL };

static bool denies(struct str word)
{
    for (size_t i = 0; denials[i]; i++)
        if (str_starts(word, denials[i]) && !str_in_words("den denn denen dennoch", word))
            return true;
    return false;
}

/* The sentence speaks of the sources near its beginning and denies something. */
static enum lack lack_of_sources(const struct words *words)
{
    enum lack ret = LACK_NONE;
    bool negated = false;

    for (size_t i = 0; i < words->n; i++) {
        struct str word = words->items[i].fold;
        bool no = str_in_words(negations, word), before = i && str_in_words(negations, words->items[i - 1].fold);

        negated = negated || no || str_ends(words->items[i].fold, "n't");
        if (denies(word))
            return LACK_NONE;
        if (i >= SOURCES_WITHIN)
            continue;
        if (str_in_words(sources, word) || (before && str_in_words(source, word)))
            ret = LACK_SURE;
        else if (ret == LACK_NONE && (str_in_words(papers, word) || (before && str_in_words(paper, word))))
            ret = LACK_LIKELY;
    }
    return negated ? ret : LACK_NONE;
}

/* "How long they last is not known", "No se sabe quién": an indirect question, and that it is open. */
static enum lack lack_of_knowledge(struct str text, const struct words *words)
{
    static const char asks[] =
        "who whom whose when where how what which whether wer wem wen wann wo wie was welche welcher welches ob "
        "quién quiénes cuándo dónde cómo cuánto cuánta cuántos cuántas qué cuál si qui quand où comment "
        "combien quel quelle quels quelles";
    static const char *const open[] = {
        "is not known",      "is unknown",     "is open",         "remains open",
        "remains unknown",   "is unclear",     "remains unclear", "is not told",
        "ist offen",         "bleibt offen",   "ist unklar",      "bleibt unklar",
        "ist nicht bekannt", "ist unbekannt",  "ist ungewiss",    "no se sabe",
        "se desconoce",      "se ignora",      "no está claro",   "es incierto",
        "on ignore",         "on ne sait pas", "n'est pas connu", "reste inconnu",
        "n'est pas clair",   "reste à savoir", "it is not known", NULL,
    };
    bool said = false, asked = false;

    for (size_t i = 0; open[i] && !said; i++)
        said = str_contains_nocase(text, open[i]);
    for (size_t i = 0; i < words->n && said && !asked; i++)
        asked = str_in_words(asks, words->items[i].fold);
    return said && asked ? LACK_SURE : said ? LACK_LIKELY : LACK_NONE;
}

enum lack evidence_lack(struct str sentence)
{
    struct arena *scratch = arena_new();
    struct words words = { 0 };

    words_of(scratch, sentence, language_guess(sentence), &words);
    words.n = words.n < WORDS_MAX ? words.n : WORDS_MAX;
    enum lack of_sources = lack_of_sources(&words), of_knowledge = lack_of_knowledge(sentence, &words);
    arena_free(scratch);
    return of_sources > of_knowledge ? of_sources : of_knowledge;
}
