/* What each sentence of a report does. Code decides the obvious: headings, questions, sentences with a citation, remarks
 * about the sources by how they are put. What it only guesses stays open, and the verifier says what it is. */
#include "evidence/internal.h"

#include "judge/proof.h"

enum { UNMARKED_WORDS_MIN = 6, CONTENT_WORDS_MIN = 3, LITTLE_WORDS_MIN = 2, LEAD_WORDS_MAX = 8, HEADING_WORDS_MIN = 4 };

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

/* How sentences begin that code writes about a report of its own. */
static const char *const own_openings[] = {
    "the report quotes ",
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
    "nothing that was written",
    NULL,
};
/* How sentences about this report, its sources, or what nobody knows begin. */
static const char *const remark_openings[] = {
    "this report",
    "this answer",
    "this section",
    "this summary",
    "this overview",
    "the sources ",
    "the available sources",
    "the passages",
    "these sources",
    "no source ",
    "no passage ",
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
    "i found no",
    "we found no",
    "we could not",
    "we did not",
    "not enough information",
    NULL,
};
/* And sentences that may be of that kind: code guesses. */
static const char *const likely_openings[] = {
    "the report ",
    "note that",
    "please note",
    "whether ",
    "how far ",
    "nothing could be found",
    "nothing was found",
    "nothing is known",
    "little is known",
    "what remains",
    "no information",
    "no data",
    "no figure",
    "no independent ",
    "sources ",
    "most sources",
    "none of the pages",
    "none of the documents",
    "no page ",
    "no document ",
    "neither page",
    "the pages ",
    "these pages",
    "most of these pages",
    "most of the sources",
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
    "remains unclear",
    "remains unknown",
    "remains uncertain",
    "is not known",
    "is unknown",
    "is unclear",
    "not to be found",
    "left open",
    "independently",
    "hard to compare",
    "not comparable",
    "not be compared",
    "be kept in mind",
    "with caution",
    "does not mention",
    "do not mention",
    "does not name",
    "do not name",
    "does not break",
    "do not break",
    "could not be found out",
    "could not be established",
    "cannot be compared",
    NULL,
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

static bool ends_like_sentence(struct str text)
{
    while (text.len && strchr(")]\"'", text.data[text.len - 1]))
        text.len--;
    return str_ends(text, ".") || str_ends(text, "!");
}

enum states { STATES_NOTHING, STATES_LITTLE, STATES_SOMETHING };

/* "Costs fell." is short and says something all the same; labels and "And so on." say nothing. */
static enum states states_of(struct reader *reader, const struct claim *claim)
{
    const struct words *words = reader_words(reader, claim->core, reader_language(reader, claim->core));
    bool ends = claim->core.len < claim->text.len || ends_like_sentence(claim->core) || str_has_digit(claim->core);
    size_t content = 0;

    for (size_t i = 0; i < words->n; i++)
        content += word_is_content(&words->items[i]);
    if (claim->marked)
        return words->n >= 2 && content >= 1 ? STATES_SOMETHING : STATES_NOTHING;
    if (words->n >= UNMARKED_WORDS_MIN && content >= CONTENT_WORDS_MIN)
        return STATES_SOMETHING;
    return ends && content >= LITTLE_WORDS_MIN ? STATES_LITTLE : STATES_NOTHING;
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
    return begins_with_any(text, own_openings) || begins_with_any(text, remark_openings) ||
           has_any(text, remark_phrases) || evidence_lack(text) == LACK_SURE;
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

/* Does a remark take a fact of the world for granted? "No source explains why he stole 3 million euros." */
static bool tells_facts(struct str text)
{
    static const char *const parts[] = { ", which ",  ", who ",  ", whose ", " why ",     " warum ",
                                         " weshalb ", " wieso ", "por qué ", "pourquoi ", NULL };
    /* "who will run it after 2028" and "whether it paid 3 million" take nothing for granted */
    static const char *const open[] = { " will ", " whether ", " wird ", " werden ", " ob ", NULL };
    bool figure = str_has_digit(text) && !has_any(text, open);

    return !begins_with_any(text, own_openings) && (figure || has_any(text, parts));
}

bool evidence_is_remark(struct str sentence) { return about_the_sources(sentence) && !tells_facts(sentence); }

/* "Why did he steal it?" asks about something that it states. */
static bool question_states(struct str text)
{
    static const char *const openings[] = { "why ", "how could ", "isn't ", "wasn't ", "aren't ", "weren't ", NULL };

    return begins_with_any(text, openings);
}

/* The words before a list: those that only announce it are short and have no figure. */
static bool only_announces(struct reader *reader, struct str text)
{
    return str_ends(text, ":") && !str_has_digit(text) &&
           reader_words(reader, text, reader_language(reader, text))->n <= LEAD_WORDS_MAX;
}

static void guess(struct claim *claim, int kind)
{
    claim->kind = kind;
    claim->kind_open = true;
}

/* What cites nothing: code is sure of remarks that speak of the sources and of nothing else. */
static void set_unmarked(struct reader *reader, struct claim *claim, bool summary, bool remark)
{
    bool about = about_the_sources(claim->core), likely = likely_about_the_sources(claim->core);
    bool framed = claim->core.len < claim->text.len;
    enum states states = states_of(reader, claim);

    if (states == STATES_NOTHING || evidence_is_remark(claim->core) || only_announces(reader, claim->core))
        claim->kind = KIND_REMARK;
    else if (about || likely || remark || (states == STATES_LITTLE && !framed) || str_ends(claim->core, ":"))
        guess(claim, KIND_REMARK);
    else
        guess(claim, summary ? KIND_SUMMARY : KIND_CLAIM);
}

/* What cites is a claim until the verifier calls it a remark: "It is uncertain why he was jailed [1]" looks checked, so it is. */
static void set_marked(struct reader *reader, struct claim *claim, bool remark)
{
    bool about = about_the_sources(claim->core), likely = likely_about_the_sources(claim->core);

    if (claim->of_sources || states_of(reader, claim) == STATES_NOTHING) {
        claim->kind = KIND_REMARK;
        claim->kind_open = claim->of_sources && ((!about && !likely) || tells_facts(claim->core));
    } else if ((about || (remark && likely)) && !tells_both_sides(claim)) {
        guess(claim, KIND_CLAIM);
    }
}

static void set_kind(struct reader *reader, struct claim *claim, bool summary, bool remark)
{
    claim->core = frame_off(claim->text);
    claim->kind = KIND_CLAIM;
    claim->kind_open = false;
    if (str_ends(claim->text, "?") && claim->core.len == claim->text.len) {
        claim->kind = KIND_QUESTION;
        claim->kind_open = question_states(claim->text);
    } else if (!claim->marked) {
        set_unmarked(reader, claim, summary, remark);
    } else {
        set_marked(reader, claim, remark);
    }
}

/* "3. The same battery": its number says nothing. */
static struct str without_number(struct str heading)
{
    size_t n = 0;

    while (n < heading.len && strchr("0123456789.", heading.data[n]))
        n++;
    return n && n < heading.len && strchr(" )", heading.data[n]) ? str_trim(str_sub(heading, n + 1, heading.len))
                                                                 : heading;
}

static bool is_capital(const struct term *t) { return t->text.len && t->text.data[0] >= 'A' && t->text.data[0] <= 'Z'; }

/* "Captain Jens Holm commands both ferries": a name of two words or more, a word that may be a verb, and what it is done to. "Sollen Ferry
 * costs in 2024" is a subject. */
static bool name_acts(const struct terms *t)
{
    size_t at = 0;

    while (at < t->n && is_capital(&t->items[at]))
        at++;
    if (at < 2 || at + 1 >= t->n)
        return false;
    struct str word = t->items[at].fold;
    return word.len > 3 && (str_ends(word, "s") || str_ends(word, "ed")) &&
           !term_is_one_of(&t->items[at + 1],
                           "and or of in on at for by with from to as since after before between per over under");
}

/* "The mayor stole 3 million euros" and "Mayor Hagen was jailed" state something; "Costs", "Lessons learned",
 * "Questions we are often asked" and "How prices fell" name a subject. Code guesses. */
static bool heading_states(struct reader *reader, struct str text)
{
    struct arena *scratch = arena_new();
    struct terms t = { 0 };
    bool states = false, figure, named = str_ends(text, ":") || str_ends(text, "?");

    terms_of(scratch, without_number(text), TERMS_SENTENCE_MAX, &t);
    figure = terms_have_amount(t.items, t.n);
    for (size_t i = 1; i < t.n; i++) /* "Questions we are asked" */
        named = named || term_in(&t.items[i], GRAMMAR_SUBJECT_PRONOUN);
    named = named || t.n < HEADING_WORDS_MIN || reader_language(reader, text) != language_named(str("en"));
    for (size_t i = 0; i < t.n && !named && !states; i++) {
        bool past = term_in(&t.items[i], GRAMMAR_IRREGULAR) && !term_in(&t.items[i], GRAMMAR_PARTICIPLE);

        named = term_is_one_of(&t.items[i], "how why what where when who whose which whether that");
        states = i > 0 && !named &&
                 (term_in(&t.items[i], GRAMMAR_AUXILIARY | GRAMMAR_MODAL) || past ||
                  (figure && term_looks_like_verb(&t.items[i])));
    }
    states = states || (!named && name_acts(&t));
    arena_free(scratch);
    return states;
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
            claim->kind_open = claim->kind_open && heading_states(reader, claim->text);
            continue;
        }
        set_kind(reader, claim, answers && (summary || i < opening), remark);
    }
}
