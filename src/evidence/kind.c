/* What each sentence of a report does. Code decides the obvious: headings, questions, sentences with a citation, remarks
 * about the sources by how they are put. What it only guesses stays open, and the verifier says what it is. */
#include "evidence/internal.h"

enum { WORDS_MIN = 4, UNMARKED_WORDS_MIN = 6 };

/* Words that headings of such sections have, in the languages we know sections of. */
static const char *const remark_sections[] = {
    "uncertain",     "limitation", "caveat",       "open question", "unknown",       "unclear",
    "gaps",          "not known",  "what is not",  "method",        "how this",      "next step",
    "further",       "disclaimer", "confidence",   "unsicher",      "offene fragen", "grenzen",
    "incertain",     "limites",    "incertidumbr", "limitacion",    "incertezze",    "limiti",
    "incertez",      "limitaç",    "onzeker",      "beperking",     "reliability",   "quality of",
    "about sources", NULL,
};
static const char *const summary_sections[] = {
    "summary",      "conclusion", "key finding", "key point",       "key takeaway", "takeaway",
    "in short",     "in brief",   "bottom line", "tl;dr",           "overview",     "abstract",
    "answer",       "main point", "fazit",       "zusammenfassung", "kurz gesagt",  "resume",
    "résumé",       "résultat",   "resumen",     "conclusi",        "conclusão",    "resumo",
    "samenvatting", "sintesi",    "riassunto",   "conclusie",       NULL,
};

/* How sentences about this report, its sources, or what nobody knows begin. */
static const char *const remark_openings[] = {
    "this report",
    "the report quotes ",
    "this answer",
    "this section",
    "this summary",
    "this overview",
    "the sources ",
    "the available sources",
    "the passages",
    "these sources",
    "no source ",
    "none of the sources",
    "none of the passages",
    "neither source",
    "only one source",
    "only one of the sources",
    "the question ",
    "see also",
    "it is unclear",
    "it is not clear",
    "it is unknown",
    "it is not known",
    "it is uncertain",
    "it remains unclear",
    "it remains uncertain",
    "it remains to be seen",
    "further research",
    "nothing in these",
    "nothing in this document",
    "keines dieser",
    "dieses dokument beantwortet",
    "aucun de ces",
    "ce document n'y",
    "ninguno de estos",
    "este documento no responde",
    "Ни один из этих",
    "Этот документ не отвечает",
    "dieser bericht beruht auf",
    "ce rapport repose sur",
    "este informe se basa en",
    "本报告依据搜索引擎",
    "Этот отчёт основан на",
    "bu rapor arama",
    "يستند هذا التقرير إلى",
    "more research",
    "readers should",
    "the reader should",
    "here is what",
    "here are the",
    "below is",
    "below are",
    "the following section",
    "the table below",
    "i could not",
    "i did not",
    "we could not",
    "we did not",
    "not enough information",
    "nothing that was written",
    NULL,
};
/* And sentences that may be of that kind: code guesses. */
static const char *const likely_openings[] = {
    "the report ",
    "note that",
    "please note",
    "whether ",
    "how far ",
    "what remains",
    "no information",
    "no data",
    "no figure",
    "no independent ",
    "sources ",
    "most sources",
    "some sources",
    "several sources",
    "two sources",
    "the evidence",
    "the available evidence",
    "more recent data",
    "these figures",
    "the figures",
    "comparisons between",
    NULL,
};

/* What such sentences say, wherever it stands. */
static const char *const remark_phrases[] = {
    "the sources do not",       "the pages do not",
    "the documents do not",     "the passages do not",
    "the sources given do not", "sources do not say",
    "no source says",           "no source gives",
    "could not be verified",    "could not be confirmed",
    "the sources consulted",    "the sources used here",
    "sources reviewed",         "the sources disagree",
    "the sources differ",       "is not stated in the sources",
    "not given in the sources", "not covered by the sources",
    "should be read with",      "treated with caution",
    "be read with care",        "in this report",
    "the passages do not",      "judged from these sources",
    "judged from the sources",  "told from these sources",
    "told from the sources",    NULL,
};
static const char *const likely_phrases[] = {
    "remains unclear", "remains unknown", "remains uncertain", "is not known",   "is unknown",
    "is unclear",      "not to be found", "left open",         "independently",  "hard to compare",
    "not comparable",  "with caution",    "does not mention",  "do not mention", NULL,
};

static bool begins_with_any(struct str text, const char *const *list)
{
    for (size_t i = 0; list[i]; i++)
        if (str_starts_nocase(text, list[i]))
            return true;
    return false;
}

static bool has_any(struct str text, const char *const *list)
{
    for (size_t i = 0; list[i]; i++)
        if (str_contains_nocase(text, list[i]))
            return true;
    return false;
}

static bool states_something(struct reader *reader, const struct claim *claim)
{
    const struct words *words = reader_words(reader, claim->text, reader_language(reader, claim->text));
    size_t content = 0;

    for (size_t i = 0; i < words->n; i++)
        content += word_is_content(&words->items[i]);
    if (claim->marked)
        return words->n >= 2 && content >= 1;
    return words->n >= UNMARKED_WORDS_MIN && content >= WORDS_MIN - 1;
}

/* The opening answer: what stands before the first section, or the first paragraph of a text without sections. */
static size_t opening_end(const struct claims *claims)
{
    size_t first = 0;

    while (first < claims->n && claims->items[first].kind == KIND_HEADING)
        first++;
    for (size_t i = first; i < claims->n; i++)
        if (claims->items[i].kind == KIND_HEADING && claims->items[i].lead.len == 0)
            return i;
    for (size_t i = first; i < claims->n; i++)
        if (claims->items[i].block != claims->items[first].block)
            return i;
    return 0; /* one paragraph: it summarises nothing */
}

static bool cites_from(const struct claims *claims, size_t from)
{
    for (size_t i = from; i < claims->n; i++)
        if (claims->items[i].marked && claims->items[i].kind != KIND_HEADING)
            return true;
    return false;
}

static bool about_the_sources(struct str text)
{
    return begins_with_any(text, remark_openings) || has_any(text, remark_phrases);
}

static bool likely_about_the_sources(struct str text)
{
    return begins_with_any(text, likely_openings) || has_any(text, likely_phrases);
}

/* "One puts it at 620 [1], another at 950 [2]": a remark that tells what each side says can be checked like any claim. */
static bool tells_both_sides(const struct claim *claim)
{
    static const char *const words[] = { "whereas", "while ", "according to", " says",
                                         " gives",  " puts ", " reports",     NULL };

    return claim->spans_n > 1 && has_any(claim->text, words);
}

static void set_kind(struct reader *reader, struct claim *claim, bool summary, bool remark)
{
    bool about = about_the_sources(claim->text);

    claim->kind = KIND_CLAIM;
    claim->kind_open = false;
    if (str_ends(claim->text, "?")) {
        claim->kind = KIND_QUESTION;
    } else if (claim->of_sources || !states_something(reader, claim) ||
               (!claim->marked && (str_ends(claim->text, ":") || about || remark))) {
        claim->kind = KIND_REMARK;
    } else if (!claim->marked) {
        claim->kind = likely_about_the_sources(claim->text) ? KIND_REMARK : summary ? KIND_SUMMARY : KIND_CLAIM;
        claim->kind_open = true;
    } else if (remark && (about || likely_about_the_sources(claim->text)) && !tells_both_sides(claim)) {
        claim->kind = KIND_REMARK;
    }
}

void claims_kinds(struct reader *reader, struct claims *claims)
{
    size_t opening = opening_end(claims);
    bool summary = false, remark = false, answers = cites_from(claims, opening);

    for (size_t i = 0; i < claims->n; i++) {
        struct claim *claim = &claims->items[i];

        if (claim->kind == KIND_HEADING) {
            remark = has_any(claim->text, remark_sections);
            summary = !remark && has_any(claim->text, summary_sections);
            continue;
        }
        set_kind(reader, claim, answers && (summary || i < opening), remark);
    }
}
