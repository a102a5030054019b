/* What words alone do not say about a candidate, in thousandths of its score. */
#include "extractive/answer.h"

#include "extractive/asking.h"
#include "extractive/signs.h"
#include "extractive/wording.h"
#include "text/identifier.h"
#include "text/numbers.h"

enum {
    HEADING_ASKS = 6000, /* the section's heading is the question */
    TERM_DEFINED = 7500, /* an entry of a glossary or of a list of options: its term is what is asked about */
    DENIED = -14000,     /* reported in order to deny it: no answer while there is any other */
    MEASURED = 1500,
    INTERESTED = -6000, /* figures of those who sell the thing */
    ADVERTISED = -2500,
    ANOTHER_PART = 4000, /* it names a second of the things that are listed, a third … */
    OTHER_YEAR = -1500,
    DEFINES = 4000,
    OPENS = 2000,       /* the beginning of a text about the thing, and a little else */
    IS_A = 12000,       /* "A flywheel is a …", whatever its heading says */
    JUDGES = 5500,      /* "our view: …" where a judgement is asked for */
    CODE_ALONE = -3000, /* words lead to code, not the other way round */
    SUPPOSED = -2500,   /* "if a plant costs …" */
    NOT_TOLD = -9000,   /* a price, how often or how many times as much is asked, and nothing says so */
    NO_FIGURE = -2500,  /* a figure of a kind is asked for, and there is none of it */
    TELLS_WHY = 4200,   /* a sentence that says itself that it tells why */
    REASON_NEXT = 1700, /* why is asked, and one of the next sentences gives a reason */
    META = -5000,       /* "This section explains how …": what a text is about, not what it says */
    BYLINE = -14000,    /* who wrote the text, and when */
    OTHERS = -3000,     /* how other things differ */
    SAME_WORDING = 2000,
    NO_SUBJECT = -2000,
    COUNTED = 3000,   /* "10240 packets" where how many packets is asked */
    NO_NAMES = -4000, /* its source never names what the question names, and others do */
};

static const double SAYS_ALL = 0.8;
enum { EXAMPLE_BYTES = 40, REASON_NEAR = 3, COUNTED_NEAR = 2 };

static bool has_any(struct str text, const char *const *list)
{
    for (; *list; list++)
        if (str_contains_nocase(text, *list))
            return true;
    return false;
}

/* --- headings --- */

static bool has_letter(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((text.data[i] | 32) >= 'a' && (text.data[i] | 32) <= 'z')
            return true;
    return text.len && (unsigned char) text.data[0] >= 0x80;
}

/* A heading that asks as the question does; one that asks something else. */
static const double ASKS_ALIKE = 2.5, ASKS_OTHER = 0.5, IS_LIST = 2;

/* "What is a factor?" counts more than "Factors", "Why prices fell" most where why is asked. */
static double asks_itself(const struct answer *a, const struct ranking *r, struct str heading)
{
    struct question own;

    if (r->question->kind != QUESTION_WHAT && r->question->kind != QUESTION_TOPIC) {
        question_read(a->arena, heading, &own);
        if (own.kind == r->question->kind)
            return ASKS_ALIKE;
        if (own.kind >= QUESTION_WHO && own.kind <= QUESTION_HOW)
            return ASKS_OTHER;
    }
    return str_ends(heading, "?") ? 1.5 : 1;
}

/* The heading right above says much of the question, and little else. Those that ask themselves count most. The title is
 * the heading of what stands before the first section. */
static int64_t heading_asks(const struct answer *a, const struct ranking *r, const struct passage *p)
{
    const struct passage_source *s = &a->passages.sources[p->source];
    struct words words = { 0 };
    double own;
    size_t content = 0;

    struct str text = passage_item_title(&a->passages, (size_t) (p - a->passages.items));
    if (!text.len)
        text = p->heading < 0 ? passage_title(&a->passages, p->source)
                              : text_block_words_of(a->arena, s->text, &s->blocks.items[p->heading]);
    uint32_t bits = rank_terms_in(a->arena, r, text, s->language);
    uint32_t title = rank_terms_in(a->arena, r, s->row->title, s->language);
    double said = rank_share(r, bits | title);
    words_of(a->arena, text, s->language, &words);
    for (size_t i = 0; i < words.n; i++)
        content += term_is_said(&words.items[i]) && has_letter(words.items[i].text) &&
                   asking_weight(s->language, words.items[i].fold) >= 1;
    own = content ? (double) rank_count(bits) / (double) content : 0;
    /* "Why we change", in a document whose title says what. */
    if (r->question->kind == QUESTION_WHY && !bits && content <= 1 && said >= 0.5 && asks_itself(a, r, text) > 2)
        return (int64_t) (HEADING_ASKS * said * ASKS_ALIKE);
    /* "What is Debian GNU/Linux?" has the whole of "What is Debian?" in it. */
    struct str asked = str_trim(r->question->text);
    while (asked.len && strchr("?. ", asked.data[asked.len - 1]))
        asked.len--;
    if (r->question->definition && str_contains_nocase(text, str_z(a->arena, asked)))
        own = 1;
    if (said < 0.5 || own < 0.5)
        return 0;
    own = own > 1 ? 1 : own;
    double asks = asks_itself(a, r, text);
    /* One word is enough where title and heading together say the whole question, or the heading asks as this one does and
     * says nothing else. */
    bool alike = asks > 2 && own > 0.99 && said >= 0.5;
    if (rank_count(bits) < (said < 0.9 && !alike ? 2 : 1))
        return 0;
    /* "Weaknesses" in a text about the thing, where its drawbacks are asked for: the section is the list. */
    if (r->question->list && said > 0.99 && own > 0.99 && bits != title && asks <= 1)
        asks = IS_LIST;
    /* A question that leaves out a word of this one is another question. */
    if (said < SAYS_ALL && str_ends(text, "?"))
        asks = alike ? 1.5 : 0.5;
    return (int64_t) (HEADING_ASKS * said * said * own * own * asks);
}

bool answer_heading_is_question(const struct answer *a, size_t passage)
{
    const struct passage *p = &a->passages.items[passage];
    const struct passage_source *s = &a->passages.sources[p->source];

    return p->heading >= 0 &&
           str_ends(str_trim(str_sub(s->text, s->blocks.items[p->heading].start, s->blocks.items[p->heading].end)),
                    "?") &&
           heading_asks(a, &a->ranking, p) >= HEADING_ASKS * 3 / 4;
}

bool answer_heading_asks(const struct answer *a, size_t passage)
{
    return heading_asks(a, &a->ranking, &a->passages.items[passage]) >= HEADING_ASKS * 9 / 10;
}

static bool is_identifier(struct str word)
{
    struct str found;
    size_t at = 0;

    return identifier_next(word, &at, &found) && found.len == word.len;
}

static bool is_asked(const struct ranking *r, struct str word)
{
    for (size_t t = 0; t < r->asked.n; t++)
        if (str_eq_nocase(r->asked.items[t].text, word))
            return true;
    return false;
}

/* Has an identifier parts that the question does not name? POSIX_ARGZERO is no answer about POSIX. */
static bool names_more(const struct answer *a, const struct ranking *r, struct str identifier,
                       const struct language *language)
{
    ptrdiff_t value = str_find_char(identifier, '=', 0);
    struct words words = { 0 };

    identifier = str_sub(identifier, 0, value < 0 ? identifier.len : (size_t) value);
    words_of(a->arena, identifier, language, &words);
    for (size_t i = 0; i < words.n; i++)
        if (!rank_terms_in(a->arena, r, words.items[i].text, language))
            return true;
    return false;
}

/* The entry of a definition list whose term begins with a word of the question; title and headings say the rest. */
static int64_t term_defined(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct passage_sentence *at = &a->passages.sentences[sentence];
    const struct passage *p = &a->passages.items[at->passage];
    const struct passage_source *s = &a->passages.sources[p->source];
    const struct text_block *block = &s->blocks.items[at->block];
    struct str whole = str_sub(s->text, block->start, block->end), term, first;

    if (at->kind != TEXT_DEFINITION || !str_next_line(&whole, &term))
        return 0;
    struct str rest = str_trim(term);
    if (!str_next(&rest, ' ', &first) || !rank_words_in(a->arena, r, first, s->language) ||
        (is_identifier(first) && !is_asked(r, first) && names_more(a, r, first, s->language)))
        return 0;
    uint32_t bits = rank_terms_in(a->arena, r, term, s->language) |
                    rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, at->passage), s->language);
    double said = rank_share(r, bits);
    if (said < 0.3)
        return 0;
    /* An identifier that is asked for as it is written has no other entry. */
    said += is_identifier(first) && is_asked(r, first);
    return (int64_t) (TERM_DEFINED * said);
}

/* --- what a thing is --- */

/* A sentence of an entry with the entry's term: "LZO", "faster than ZLIB". */
static struct str with_term(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *at = &a->passages.sentences[sentence];
    const struct passage_source *s = &a->passages.sources[sentence_source(a, sentence)];
    const struct text_block *block = &s->blocks.items[at->block];
    struct str whole = str_sub(s->text, block->start, block->end), term,
               text = passage_sentence_text(&a->passages, sentence);

    if (at->kind != TEXT_DEFINITION || !str_next_line(&whole, &term) || at->at.start < block->start + term.len)
        return text;
    return str_format(a->arena, "%.*s: %.*s", STR_ARG(term), STR_ARG(text));
}

/* --- who says it, and when --- */

static bool is_measured(struct str text)
{
    static const char *const words[] = { "measured", "metered",         "as measured", "recorded", "statistics",
                                         "registry", "on average over", "gemessen",    "mesur",    "medido",
                                         NULL };

    return has_any(text, words);
}

/* What sellers say, and what stands in their papers. */
static bool is_advertised(struct str text)
{
    static const char *const words[] = {
        "data sheet", "datasheet", "makers ",  "manufacturers ",         "company claims", "brochure",  "headlines say",
        "advertis",   "announced", "promises", "according to the maker", "Hersteller ",    "fabricant", NULL
    };

    return has_any(text, words);
}

bool answer_is_interested(const struct passage_source *s)
{
    static const char *const words[] = { "our members",     "our products",      "our customers",
                                         "our systems are", "unsere Mitglieder", "unsere Produkte",
                                         "nos membres",     "nuestros miembros", NULL };

    return has_any(s->text, words);
}

/* What somebody thinks of it, or advises. */
static bool is_judgement(struct str text)
{
    static const char *const words[] = {
        "our view",  "our advice",    "last resort", "no rival",    "make sense",    "makes sense",  "should ",
        "not worth", "worth the",     "worth it",    "best choice", "best way",      "good choice",  "a good way",
        "recommend", "not advisable", "advisable",   "better than", "the advantage", "the drawback", NULL
    };

    return has_any(text, words);
}

enum answer_years answer_years_in(struct answer *a, const struct question *q, struct str text)
{
    struct numbers numbers = { 0 };
    enum answer_years found = YEARS_NONE;

    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];

        if (n->kind != NUMBER_DATE || !n->has_year)
            continue;
        if (n->high >= q->first_year && n->low <= q->last_year)
            return YEARS_ASKED;
        found = YEARS_OTHER;
    }
    return found;
}

/* Years that were not asked for count against a sentence, unless its passage is about the one that was. */
static int64_t year_value(struct answer *a, const struct question *q, size_t sentence)
{
    if (!q->first_year || answer_years_in(a, q, passage_sentence_text(&a->passages, sentence)) != YEARS_OTHER)
        return 0;
    return answer_years_in(a, q, passage_text(&a->passages, a->passages.sentences[sentence].passage)) == YEARS_ASKED
               ? 0
               : OTHER_YEAR;
}

/* A figure of the kind asked for; of no kind in particular: any but a date or a place in a row. */
bool answer_has_measure(const struct answer *a, const struct question *q, struct str text)
{
    struct numbers numbers = { 0 };
    struct words words = { 0 };

    if (q->frequency || q->ratio) {
        words_of(a->arena, text, q->language, &words);
        return q->frequency ? wording_tells_frequency(&words)
                            : wording_tells_ratio(&words) || str_find_char(text, '%', 0) >= 0;
    }
    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        int kind = (int) numbers.items[i].kind;

        /* Where a price is asked, pounds are no weight. */
        if (q->measure == NUMBER_MONEY && numbers.items[i].unit && strcmp(numbers.items[i].unit, "pound") == 0)
            return true;
        if (*q->units && !str_in_words(q->units, str(numbers.items[i].unit)))
            continue;
        if (q->measure >= 0 ? kind == q->measure : kind != NUMBER_DATE && kind != NUMBER_ORDINAL)
            return true;
    }
    return q->measure < 0 && !language_is_english(q->language);
}

bool answer_figure_next(const struct answer *a, const struct question *q, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 };

    if (sentence + 1 >= a->passages.sentences_n || s[1].passage != s->passage || s[1].kind != s->kind)
        return false;
    if (q->frequency)
        return answer_has_measure(a, q, passage_sentence_text(&a->passages, sentence + 1));
    words_of(a->arena, passage_sentence_text(&a->passages, sentence + 1), language, &words);
    return words.n && wording_points_back(language, &words) &&
           answer_has_measure(a, q, passage_sentence_text(&a->passages, sentence + 1));
}

/* "Why Cardiff is behind: …" */
static bool tells_why(struct answer *a, size_t sentence)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    struct question own;

    if (str_find_char(text, ':', 0) < 0 || str_ends(text, "?"))
        return false;
    question_read(a->arena, text, &own);
    return own.kind == QUESTION_WHY;
}

/* Why is asked, and the reason stands behind the sentence that says what it is the reason of. */
static bool reason_next(struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;

    for (size_t i = 0; i <= REASON_NEAR && sentence + i < a->passages.sentences_n && s[i].passage == s->passage; i++) {
        struct words words = { 0 };
        struct str text = passage_sentence_text(&a->passages, sentence + i);

        words_of(a->arena, text, language, &words);
        bool reason = wording_gives_reason(language, &words);
        if (reason || (i && !wording_points_back(language, &words)))
            return i && reason && (wording_points_back(language, &words) || str_contains_nocase(text, "reason"));
    }
    return false;
}

/* Of the words that the question has beside those that only ask: how many the sentence has in the very same form. "Once",
 * "another", "without" are no search words, but who says them says the same. */
static int64_t same_wording(struct answer *a, const struct question *q, struct str text,
                            const struct language *language)
{
    static const char empty[] =
        " a an the is are be been being was were do does did has have had it its i my me we you "
        "your to of in for on at by with and or that this there if can could should would will "
        "may must ";
    struct words asked = { 0 }, said = { 0 };
    size_t n = 0, same = 0;

    /* Where words are inflected more, the form says less. */
    if (!language_is_english(q->language))
        return 0;
    words_of(a->arena, q->text, q->language, &asked);
    words_of(a->arena, text, language, &said);
    for (size_t i = 0; i < asked.n; i++) {
        const struct word *word = &asked.items[i];
        bool found = false;

        if (str_in_words(empty, word->fold) || asking_is_empty(q->language, word->fold))
            continue;
        for (size_t k = 0; k < said.n && !found; k++)
            found = str_eq(said.items[k].fold, word->fold);
        n++;
        same += found;
    }
    return n ? SAME_WORDING * (int64_t) same / (int64_t) n : 0;
}

uint32_t answer_parts_in(struct answer *a, const struct question *q, struct str text)
{
    struct str parts[ANSWER_PARTS];
    size_t n = answer_parts(q, parts);
    uint32_t named = 0;
    struct words have = { 0 };

    words_of(a->arena, text, q->language, &have);
    for (size_t i = 0; i < n; i++) {
        struct words want = { 0 };
        bool all = true;

        words_of(a->arena, parts[i], q->language, &want);
        for (size_t k = 0; k < want.n; k++)
            all = all && (!word_is_content(&want.items[k]) || words_have_stem(&have, want.items[k].stem));
        named |= (uint32_t) all << i;
    }
    return named;
}

static int64_t parts_named(struct answer *a, const struct question *q, struct str text)
{
    size_t named = rank_count(answer_parts_in(a, q, text));

    return named > 1 ? (int64_t) named - 1 : 0;
}

bool answer_supposes(struct str text)
{
    static const char *const openings[] = { "If ",   "Suppose",    "Assum", "Imagine ", "Say ",
                                            "Wenn ", "Angenommen", "Si ",   "Если ",    NULL };

    for (const char *const *opening = openings; *opening; opening++)
        if (str_starts(text, *opening))
            return true;
    /* "A battery at 150 dollars, used once a year, costs …" is an example worked out. */
    ptrdiff_t at = str_find(str_sub(text, 0, EXAMPLE_BYTES), str(" at "), 0);
    return (str_starts(text, "A ") || str_starts(text, "An ")) && at > 0 && (size_t) at + 4 < text.len &&
           ((text.data[at + 4] >= '0' && text.data[at + 4] <= '9') ||
            str_starts(str_sub(text, (size_t) at + 4, text.len), "one "));
}

/* "This section describes …", "It also explains how to …" */
static bool is_meta(struct str text)
{
    static const char *const openings[] = {
        "This section ", "This chapter ",         "This page ",   "This document ",  "This guide ", "It also ",
        "This article ", "The following section", "This manual ", "In this section", NULL
    };
    static const char *const verbs[] = { "describes",  "explains", "covers",    "discusses", "shows how",
                                         "deals with", "we will",  "lists the", NULL };
    bool opens = false;

    for (const char *const *opening = openings; *opening; opening++)
        opens = opens || str_starts(text, *opening);
    return opens && str_contains_any(text, verbs);
}

const char *const rank_rule_words[] = { "subject",     "term",      "aspect",     "heading",  "year",     "denied",
                                        "meta",        "wording",   "defines",    "opens",    "listed",   "contrasts",
                                        "others",      "why",       "code",       "measured", "supposed", "advertised",
                                        "parts",       "no figure", "interested", "kind",     "decides",  "near",
                                        "superlative", "judges",    "newest",     "priced",   "names",    "counted",
                                        "mechanism",   NULL };

/* How much it counts that there is none: a sentence without money is no price, unless it says that nothing is to be paid; a row may
 * be of a list of prices that does not say so. */
static int64_t missing_figure(const struct answer *a, const struct question *q, size_t sentence)
{
    static const char *const free_of[] = { "free", "no charge", "kostenlos", "gratis", "gratuit", NULL };
    bool price = q->measure == NUMBER_MONEY && a->passages.sentences[sentence].kind != TEXT_ROW &&
                 !has_any(passage_sentence_text(&a->passages, sentence), free_of);

    return q->frequency || q->ratio || price ? NOT_TOLD : NO_FIGURE;
}

/* "In 2019", "gate 4", "Section 3": the number counts nothing. */
static bool is_label(const struct word *before, bool opens)
{
    return (!opens && (before->flags & WORD_CAPITAL)) ||
           str_in_words(" in since by until before after from during of at section gate rule chapter figure table page "
                        "step version number no im seit bis ab en desde hasta depuis ",
                        before->fold);
}

/* "Default is 10240 packets": a number right in front of what is counted. */
static bool counts_it(const struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 };

    if (q->kind != QUESTION_HOW_MANY || q->measure >= 0 || !r->asked.n || r->asked.items[0].name)
        return false;
    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    for (size_t i = 0; i + 1 < words.n; i++) {
        struct str term = term_of_word(a->arena, language, &words.items[i]);

        if (!term.len || term.data[0] < '0' || term.data[0] > '9' || (i && is_label(&words.items[i - 1], i == 1)))
            continue;
        for (size_t k = i + 1; k < words.n && k <= i + COUNTED_NEAR; k++)
            for (size_t f = 0; f < r->asked.items[0].forms_n; f++)
                if (str_eq(term_of_word(a->arena, language, &words.items[k]), r->asked.items[0].forms[f]))
                    return true;
    }
    return false;
}

/* What a figure is worth: who measured it, who only supposes or sells, and where there is none. */
static void figure_value(struct answer *a, const struct question *q, size_t sentence, int64_t *rules)
{
    const struct passage_source *s = &a->passages.sources[sentence_source(a, sentence)];
    struct str text = passage_sentence_text(&a->passages, sentence);

    rules[RULE_MEASURED] = is_measured(text) || is_measured(s->row->title) ? MEASURED : 0;
    rules[RULE_SUPPOSED] = answer_supposes(text) ? SUPPOSED : 0;
    rules[RULE_ADVERTISED] = is_advertised(text) ? ADVERTISED : 0;
    rules[RULE_COUNTED] = counts_it(a, &a->ranking, q, sentence) ? COUNTED : 0;
    rules[RULE_PARTS] = ANOTHER_PART * parts_named(a, q, text);
    rules[RULE_PRICED] = q->measure == NUMBER_MONEY ? answer_priced(a, &a->ranking, sentence) : 0;
    if (!answer_has_measure(a, q, text) && !(q->measure == NUMBER_MONEY && answer_has_price(a, sentence)) &&
        !answer_figure_next(a, q, sentence)) {
        rules[RULE_NO_FIGURE] = missing_figure(a, q, sentence) - (q->measure >= 0 ? rules[RULE_HEADING] : 0);
        /* What an entry says of its term in words is no figure. */
        rules[RULE_TERM] /= 2;
    }
}

static void adjust_one(struct answer *a, struct ranking *r, const struct question *q, struct ranked *candidate,
                       const bool *lacks_name)
{
    size_t sentence = candidate->sentence;
    const struct passage *p = &a->passages.items[a->passages.sentences[sentence].passage];
    const struct passage_source *s = &a->passages.sources[p->source];
    struct str text = passage_sentence_text(&a->passages, sentence);
    int64_t *rules = candidate->by_rules;

    rules[RULE_SUBJECT] = answer_lacks_subject(a, r, sentence) ? NO_SUBJECT : 0;
    rules[RULE_NAMES] = lacks_name[sentence_source(a, sentence)] ? NO_NAMES : 0;
    rules[RULE_TERM] = term_defined(a, r, sentence);
    rules[RULE_ASPECT] = answer_aspect(a, r, q, sentence);
    rules[RULE_HEADING] = heading_asks(a, r, p);
    rules[RULE_YEAR] = year_value(a, q, sentence);
    rules[RULE_DENIED] = answer_is_denied(a, sentence) ? DENIED : 0;
    rules[RULE_META] = passage_sentence_is_byline(a->arena, &a->passages, sentence) ? BYLINE : is_meta(text) ? META : 0;
    rules[RULE_WORDING] = same_wording(a, q, text, s->language);
    rules[RULE_DEFINES] = (const int[]){ 0, DEFINES, DEFINES + IS_A }[rank_defines(a->arena, r, text, s->language)];
    rules[RULE_OPENS] = (const int[]){ 0, OPENS, DEFINES }[rank_opens_subject(a->arena, r, sentence)];
    rules[RULE_LISTED] = answer_listed(a, r, q, candidate);
    rules[RULE_MECHANISM] = q->mechanism ? answer_mechanism(a, r, sentence) : 0;
    rules[RULE_CONTRASTS] = answer_contrast_value(a, q, with_term(a, sentence));
    rules[RULE_OTHERS] = q->kind == QUESTION_COMPARE && answer_contrasts_others(a, q, text) ? OTHERS : 0;
    if (q->kind == QUESTION_WHY)
        rules[RULE_WHY] = tells_why(a, sentence) ? TELLS_WHY : reason_next(a, sentence) ? REASON_NEXT : 0;
    rules[RULE_CODE] = a->passages.sentences[sentence].kind == TEXT_CODE ? CODE_ALONE : 0;
    if (question_asks_figure(q))
        figure_value(a, q, sentence, rules);
    if (question_asks_figure(q) || q->kind == QUESTION_YES_NO || q->kind == QUESTION_COMPARE || q->best)
        rules[RULE_INTERESTED] = answer_is_interested(s) ? INTERESTED : 0;
    answer_kind_value(a, r, q, sentence, rules);
    /* What stands under "Why X" is the reason. */
    if (q->kind == QUESTION_WHY && rules[RULE_HEADING] >= 2 * HEADING_ASKS && rules[RULE_KIND] < 0)
        rules[RULE_KIND] = 0;
    rules[RULE_JUDGES] = q->judges && is_judgement(text) ? JUDGES : 0;
    rules[RULE_NEWEST] = q->recent ? answer_newest(a, r, sentence) : 0;
    candidate->by_signs = signs_weigh(a->arena, r, candidate);
}

void answer_adjust(struct answer *a, struct ranking *r, const struct question *q)
{
    const bool *lacks_name = answer_without_names(a, r, q);

    r->subject = answer_subject(a, r, q);
    for (size_t i = 0; i < r->n; i++)
        adjust_one(a, r, q, &r->pool[i], lacks_name);
    for (size_t i = 0; i < r->n; i++) {
        r->pool[i].score += r->pool[i].by_signs;
        for (size_t k = 0; k < RANK_RULES; k++)
            r->pool[i].score += r->pool[i].by_rules[k];
    }
    rank_sort(r);
}

bool answer_names_all(struct answer *a, const struct ranking *r, size_t sentence)
{
    size_t passage = a->passages.sentences[sentence].passage;
    struct str text = str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                 STR_ARG(passage_text(&a->passages, passage)));
    uint32_t bits = rank_terms_in(a->arena, r, text, a->passages.sources[sentence_source(a, sentence)].language);

    for (size_t t = 0; t < r->asked.n; t++)
        if (r->asked.items[t].name && !(bits >> t & 1))
            return false;
    return true;
}
