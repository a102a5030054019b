/* What a sentence begins with before its subject: "In theory, …", "Under the old contract, …", "At first …". The claim that leaves it
 * out says more than the source does, unless it only joins sentences, or gives a time that the claim's tense agrees with. */
#include "judge/proof.h"

struct opening {
    const struct pair *pair;
    size_t to;  /* the terms of the sentence before it stand before the claim's first word */
    bool past;  /* the claim tells what was */
    bool plain; /* … without "no", "all" and "the largest", which hold for that time only */
};

static bool is_comma(const struct term *t) { return t->kind == TERM_MARK && t->mark == ','; }

static bool is_word(const struct term *t, const char *list) { return t->kind == TERM_WORD && term_is_one_of(t, list); }

static size_t behind_comma(const struct opening *o, size_t at)
{
    while (at < o->to && !is_comma(&o->pair->e[at]))
        at++;
    return at < o->to ? at + 1 : at;
}

/* The terms of a phrase that only joins sentences, 0: it is none. */
static size_t joining(const struct opening *o, size_t at)
{
    static const char words[] =
        "however moreover furthermore additionally also meanwhile overall nevertheless nonetheless indeed similarly "
        "likewise therefore thus hence consequently accordingly finally firstly secondly thirdly lastly next then so and "
        "but yet notably specifically altogether today now currently nowadays presently still";
    static const char phrases[] =
        "in addition|by design|in fact|in total|in particular|in other words|in short|in contrast|by contrast|"
        "in turn|in response|in the end|in the meantime|in reality|in all|for example|for instance|"
        "as a result|as a consequence|at the moment|at present|after all|on the other|on the one|"
        "at the same time|of course|above all|to date|so far|since then|in spite|in recent years|as of|"
        "for its part|for his part|for her part|for their part";
    struct str left = str(phrases), phrase;

    while (str_next(&left, '|', &phrase)) {
        struct str rest = phrase, word;
        size_t n = 0;

        while (str_next(&rest, ' ', &word) && at + n < o->to && o->pair->e[at + n].kind == TERM_WORD &&
               str_eq(o->pair->e[at + n].fold, word)) {
            n++;
            if (!rest.len)
                return n;
        }
    }
    /* "So long as", "now that" */
    return is_word(&o->pair->e[at], words) && !(at + 1 < o->to && is_word(&o->pair->e[at + 1], "long that"));
}

/* The terms of "in March 2019", "on that day", "early in the year"; 0: it gives no time. */
static size_t time_phrase(const struct opening *o, size_t at)
{
    static const char light[] =
        "in on at during by since after before from to until of between through throughout the a an that "
        "this these those and early late mid recent last next same following";
    static const char nouns[] =
        "year years month months week weeks day days morning afternoon evening night summer winter spring autumn century "
        "centuries decade decades weekend monday tuesday wednesday thursday friday saturday sunday later earlier";
    size_t n = 0, behind = 0;

    for (; at + n < o->to; n++) {
        const struct term *t = &o->pair->e[at + n];
        bool date = t->kind == TERM_NUMBER && t->number->kind == NUMBER_DATE;

        if (date || is_word(t, nouns))
            behind = n + 1;
        else if (!is_word(t, light) && !(t->kind == TERM_NUMBER && t->number->kind == NUMBER_ORDINAL))
            break;
    }
    return behind;
}

/* Does it hold without the phrase or clause that begins at `at`? */
static bool is_harmless(const struct opening *o, size_t at)
{
    static const char contrasts[] = "although though despite whereas because like unlike besides";
    static const char times[] = "when while after before during following since once upon";
    static const char lives[] =
        "founded born built opened located situated known named called led established created written directed published "
        "formed designed released launched raised educated";
    static const char limits[] =
        "assuming depending judging barring excluding including considering supposing pretending "
        "imagining according using taking pending during following concerning regarding";
    const struct term *first = &o->pair->e[at];

    if (is_word(first, contrasts) || is_word(first, lives))
        return true;
    if (!o->past || !o->plain)
        return false;
    return is_word(first, times) || (str_ends(first->fold, "ing") && !is_word(first, limits));
}

/* Does a phrase or clause that stands before a subject begin with it? */
static bool begins_phrase(const struct opening *o, size_t at)
{
    static const char others[] = "according contrary instead far unlike depending assuming barring judging considering "
                                 "outside adjusted measured compared seen taken apart aside";
    static const char comments[] =
        "eventually finally recently unfortunately fortunately surprisingly unsurprisingly importantly interestingly "
        "remarkably sadly luckily curiously ironically ultimately clearly obviously tragically crucially significantly "
        "suddenly subsequently shortly evidently naturally";
    const struct term *t = &o->pair->e[at];

    if (t->kind != TERM_WORD)
        return false;
    if (term_in(t, GRAMMAR_PREPOSITION | GRAMMAR_TIME_ADVERB) || is_word(t, others) ||
        (term_in(t, GRAMMAR_CONJUNCTION) && !is_word(t, "and but or nor that")))
        return true;
    /* "Officially, …", "Seasonally adjusted, …" */
    return str_ends(t->fold, "ly") && !is_word(t, comments) && behind_comma(o, at) > at + 1 &&
           is_comma(&o->pair->e[behind_comma(o, at) - 1]);
}

/* Another clause that stands against the first one is not said under its opening: "In theory it is safe, but …". */
static bool is_parted(const struct opening *o, size_t from)
{
    for (size_t i = from; i < o->to; i++)
        if (is_word(&o->pair->e[i], "but whereas while although though"))
            return true;
    return false;
}

/* Does the claim leave out, of what begins at `at`, a phrase that may say how far it is true? */
static bool limits(const struct opening *o, size_t at)
{
    size_t n, end;

    while (at < o->to) {
        if (o->pair->e[at].kind == TERM_MARK) {
            at++;
        } else if ((n = joining(o, at))) {
            at += n;
            if (at < o->to && is_word(&o->pair->e[at], "to of from with hand"))
                at = behind_comma(o, at);
        } else if ((n = time_phrase(o, at))) {
            if (!(o->past && o->plain) && !is_word(&o->pair->e[at], "since") && !is_parted(o, at + n))
                return true;
            at += n;
        } else if (begins_phrase(o, at)) {
            end = behind_comma(o, at);
            if (!is_harmless(o, at) && !is_parted(o, end))
                return true;
            at = end;
        } else {
            return false;
        }
    }
    return false;
}

/* "Its owner insists: …", "A discredited study: …" */
static bool is_introduced(const struct opening *o)
{
    size_t at = o->to, words = 0;

    if (at == 0 || o->pair->e[at - 1].kind != TERM_MARK || o->pair->e[at - 1].mark != ':')
        return false;
    for (at--; at > 0 && o->pair->e[at - 1].kind != TERM_MARK; at--)
        words++;
    return words > 1;
}

unsigned opening_check(const struct pair *pair, const struct proof *proof)
{
    struct opening o = {
        .pair = pair,
        .to = proof->start,
        .past = tense_of(pair->c, pair->cn) != TENSE_PRESENT,
        .plain = !terms_any(pair->c, pair->cn, GRAMMAR_NEGATION | GRAMMAR_STRICT | GRAMMAR_SUPERLATIVE),
    };
    size_t first = o.to, last = o.to;

    while (first > 0 && !(pair->e[first - 1].kind == TERM_MARK && strchr(";:!?.", pair->e[first - 1].mark)))
        first--;
    if (limits(&o, first) || is_introduced(&o))
        return FLAW_OPENING;
    if (o.to == 0 || !is_comma(&pair->e[o.to - 1]))
        return 0;
    for (last--; last > first && pair->e[last - 1].kind != TERM_MARK;)
        last--;
    return limits(&o, last) ? FLAW_OPENING : 0;
}
