#include "judge/terms.h"

#include "text/lexeme.h"
#include "text/utf8.h"
#include "text/words.h"
#include "text/wordmap.h"

struct termer {
    struct arena *arena;
    const struct language *english;
    struct str text;
    size_t most;
    struct numbers numbers;
    size_t number; /* the next one */
    struct terms *out;
};

bool term_is_one_of(const struct term *t, const char *list)
{
    size_t n = t->fold.len;

    /* by hand: the judge asks this more often than anything else */
    for (const char *word = list, *end; n && *word; word = *end ? end + 1 : end) {
        for (end = word; *end && *end != ' ';)
            end++;
        if ((size_t) (end - word) == n && memcmp(word, t->fold.data, n) == 0)
            return true;
    }
    return false;
}

bool term_is_among(const struct term *t, size_t n, const struct term *word)
{
    for (size_t i = 0; i < n; i++)
        if (t[i].kind == TERM_WORD && str_eq(t[i].stem, word->stem))
            return true;
    return false;
}

bool term_has_stem(const struct term *t, const char *list)
{
    struct term stem = { .fold = t->stem };

    return t->kind == TERM_WORD && term_is_one_of(&stem, list);
}

static struct term *add(struct termer *r, enum term_kind kind, size_t start, size_t end)
{
    struct terms *out = r->out;
    struct term *t;

    out->items = arena_grow(r->arena, out->items, &out->capacity, out->n + 1, sizeof *out->items);
    t = &out->items[out->n];
    *t = (struct term){ .kind = kind, .start = start, .end = end, .text = str_sub(r->text, start, end) };
    t->glued = out->n && out->items[out->n - 1].end == start;
    out->n++;
    return t;
}

/* Words that end so are spelt with an s or without a u everywhere. */
static bool keeps_spelling(struct str fold)
{
    static const char *const parts[] = { "promis",    "exercis", "surpris", "advis",  "supervis", "revis",   "devis",
                                         "compromis", "despis",  "rais",    "prais",  "nois",     "paus",    "caus",
                                         "wise",      "rise",    "precis",  "concis", "hour",     "four",    "tour",
                                         "pour",      "sour",    "flour",   "your",   "course",   "disguis", "franchis",
                                         "enterpris", "compris", "court",   "journ" };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (str_contains(fold, parts[i]))
            return true;
    return false;
}

/* "colour", "organised": as Americans write them, so that both spellings have one stem. */
static struct str american(struct arena *arena, struct str fold)
{
    static const char *const ends[] = { "ise", "ised", "ises", "ising", "isation", "isations" };

    static const char *const words[][2] = {
        { "centre", "center" },   { "theatre", "theater" },   { "fibre", "fiber" },        { "defence", "defense" },
        { "offence", "offense" }, { "licence", "license" },   { "programme", "program" },  { "grey", "gray" },
        { "centres", "centers" }, { "theatres", "theaters" }, { "programmes", "programs" }
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(fold, words[i][0]))
            return str(words[i][1]);
    if (fold.len <= 5)
        return fold;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (str_ends(fold, ends[i]) && !keeps_spelling(fold)) {
            char *copy = arena_copy(arena, fold.data, fold.len);

            copy[fold.len - strlen(ends[i]) + 1] = 'z';
            return str_n(copy, fold.len);
        }
    ptrdiff_t our = str_find(fold, str("our"), 2);
    if (our < 0 || keeps_spelling(fold) ||
        !(str_is(str_sub(fold, (size_t) our, fold.len), "our") || fold.len - (size_t) our <= 7))
        return fold;
    return str_format(arena, "%.*so%.*s", (int) our, fold.data, STR_ARG(str_sub(fold, (size_t) our + 2, fold.len)));
}

static void set_word(struct termer *r, struct term *t, struct str fold)
{
    struct str spelt = american(r->arena, fold);
    const struct lexeme *lexeme = lexeme_of(r->english, spelt);

    t->fold = fold;
    t->spelt = spelt;
    t->stem = lexeme ? lexeme->stem : language_stem(r->english, r->arena, spelt);
    t->hash = lexeme ? lexeme->stem_hash : wordmap_hash(t->stem);
    t->class = grammar_of(fold, t->stem);
    t->relation = relation_find(t->stem);
}

static void add_word(struct termer *r, size_t start, size_t end, struct str fold)
{
    struct term *t = add(r, TERM_WORD, start, end);
    size_t at = 0;

    t->capital = utf8_is_upper(utf8_next(t->text, &at));
    /* "US" is a nation and "May" a month, "us" and "may" are not. */
    if (str_is(t->text, "US") || str_is(t->text, "U.S") || str_is(t->text, "U.S."))
        fold = str("usa");
    else if (str_is(t->text, "U.K") || str_is(t->text, "U.K."))
        fold = str("uk");
    else if (str_is(t->text, "May") && r->out->n > 1)
        fold = t->text;
    set_word(r, t, fold);
}

static void add_mark(struct termer *r, size_t start, size_t end, char mark)
{
    struct term *t = add(r, TERM_MARK, start, end);

    t->mark = mark;
    t->fold = t->stem = t->text;
}

char term_ascii_mark(int32_t code)
{
    switch (code) {
    case 0x2018:
    case 0x2019: return '\'';
    case 0x201c:
    case 0x201d:
    case 0x201e:
    case 0xab:
    case 0xbb: return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2212: return '-';
    default: return 0;
    }
}

/* Signs other than ASCII that stand for one. */
static char plain_mark(int32_t code)
{
    char mark = term_ascii_mark(code);

    return mark ? mark : code == 0x2026 ? '.' : code < 0x80 ? (char) code : '*';
}

static bool is_currency(int32_t code) { return code == '$' || code == 0x20ac || code == 0xa3 || code == 0xa5; }

static bool is_bracket_at(struct str text, size_t at, char *ret)
{
    struct str here = str_sub(text, at, at + 5);

    *ret = here.len == 5 && (here.data[1] == 'L' || here.data[1] == 'l') ? '(' : ')';
    return str_eq_nocase(here, str("-LRB-")) || str_eq_nocase(here, str("-RRB-")) ||
           str_eq_nocase(here, str("-LSB-")) || str_eq_nocase(here, str("-RSB-"));
}

/* The marks between two words. */
static void add_marks(struct termer *r, size_t at, size_t end)
{
    char bracket;

    while (at < end) {
        size_t next = at;
        int32_t code = utf8_next(r->text, &next);

        if (is_bracket_at(r->text, at, &bracket)) {
            next = at + 5;
            add_mark(r, at, next, bracket);
        } else if (code == '%') {
            add_word(r, at, next, str("percent"));
        } else if (code > 0 && !utf8_is_space(code) && !is_currency(code) && code >= ' ') {
            add_mark(r, at, next, plain_mark(code));
        }
        at = next;
    }
}

/* "didn't", "cannot", "John's": two terms each. */
static void add_parts(struct termer *r, const struct word *word)
{
    size_t start = word->start, end = word_end(word);
    struct str whole = str_lower_ascii(r->arena, word->text), fold;

    whole = str_replace(r->arena, whole, str("\xe2\x80\x99"), str("'"));
    size_t cut = word->text.len - whole.len; /* bytes by which the apostrophe was longer */
    if (whole.len > 3 && str_ends(whole, "n't")) {
        struct str verb = str_sub(whole, 0, whole.len - 3);

        if (str_is(verb, "ca"))
            verb = str("can");
        else if (str_is(verb, "wo"))
            verb = str("will");
        add_word(r, start, end - 3 - cut, verb);
        add_word(r, end - 3 - cut, end, str("not"));
    } else if (str_is(whole, "cannot")) {
        add_word(r, start, start + 3, str("can"));
        add_word(r, start + 3, end, str("not"));
    } else if (whole.len > 2 && str_ends(whole, "'s")) {
        struct word bare = { .text = str_sub(word->text, 0, word->text.len - 2 - cut), .start = start };

        add_word(r, start, end - 2 - cut, word_fold(r->arena, bare.text));
        add_word(r, end - 2 - cut, end, str("'s"));
    } else {
        fold = word_fold(r->arena, word->text);
        add_word(r, start, end, fold);
    }
}

/* "U.S.", "a.m.": letters with a point behind each are one word. Returns its end, 0 if it is none. */
static size_t dotted_end(struct str text, const struct word *word)
{
    size_t at = word_end(word), letters = 1;

    if (word->text.len != 1)
        return 0;
    while (at + 1 < text.len && text.data[at] == '.' &&
           ((text.data[at + 1] | 0x20) >= 'a' && (text.data[at + 1] | 0x20) <= 'z') &&
           (at + 2 >= text.len || !((text.data[at + 2] | 0x20) >= 'a' && (text.data[at + 2] | 0x20) <= 'z'))) {
        at += 2;
        letters++;
    }
    if (letters < 2)
        return 0;
    return at;
}

static void add_dotted(struct termer *r, size_t start, size_t end)
{
    struct str text = str_sub(r->text, start, end),
               fold = str_lower_ascii(r->arena, str_replace(r->arena, text, str("."), str("")));

    add_word(r, start, end, fold);
}

/* "98. 7": maybe one number. */
static bool is_maybe_decimal(struct str text, const struct number *a, const struct number *b)
{
    return b->start > a->end && b->start - a->end <= 2 && text.data[a->end] == '.' && b->start < text.len &&
           text.data[b->start] >= '0' && text.data[b->start] <= '9';
}

/* "12, 000" is one number that was taken apart; "12, 500" may be. */
static bool is_apart(struct str text, const struct number *a, const struct number *b)
{
    struct str gap = str_trim(str_sub(text, a->end, b->start)), first = str_sub(text, a->start, a->end);

    if (a->kind == NUMBER_DATE || a->kind == NUMBER_ORDINAL || b->end < b->start + 3 || b->start - a->end > 3 ||
        !str_is(gap, ",") || first.len > 3)
        return false;
    for (size_t i = 0; i < first.len; i++)
        if (first.data[i] < '0' || first.data[i] > '9')
            return false;
    for (size_t i = b->start; i < b->start + 3; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return b->start + 3 == text.len || text.data[b->start + 3] < '0' || text.data[b->start + 3] > '9';
}

/* "More than", "about": the number has them as its bounds, so they are no words of their own. */
static size_t take_bounds(struct termer *r, const struct number *n)
{
    static const char one[] =
        "about around approximately nearly almost roughly circa some approx ca over above exceeding exceeds "
        "exceeded surpassing under below";
    struct terms *out = r->out;
    const struct term *last = out->n ? &out->items[out->n - 1] : NULL,
                      *before = out->n > 1 ? &out->items[out->n - 2] : NULL;
    size_t taken = 0;

    if (!last || last->kind != TERM_WORD || !(n->about || n->at_least || n->at_most))
        return n->start;
    if (term_is_one_of(last, one))
        taken = 1;
    else if (before && before->kind == TERM_WORD &&
             ((term_is(last, "than") && term_in(before, GRAMMAR_COMPARATIVE)) ||
              (term_is(before, "at") && term_is_one_of(last, "least most")) ||
              (term_is(before, "up") && term_is(last, "to"))))
        taken = 2;
    if (taken == 2 && term_is(last, "than") && out->n > 2 && term_is_one_of(&out->items[out->n - 3], "no not"))
        taken = 3; /* "no more than" */
    out->n -= taken;
    return taken ? out->items[out->n].start : n->start;
}

/* The number as a reader sees it: with the sign of its currency, which stands before its first byte. */
static struct str with_currency(struct str text, const struct number *n)
{
    static const char *const signs[] = { "$", "€", "£", "¥" };

    for (size_t i = 0; n->kind == NUMBER_MONEY && i < sizeof signs / sizeof *signs; i++)
        if (str_ends(str_sub(text, 0, n->start), signs[i]))
            return str_sub(text, n->start - strlen(signs[i]), n->end);
    return str_sub(text, n->start, n->end);
}

/* A number, or several that stand for one. Returns the byte behind it. */
static size_t add_number(struct termer *r)
{
    struct number *n = arena_copy(r->arena, &r->numbers.items[r->number], sizeof *n);
    struct number *next = r->number + 1 < r->numbers.n ? &r->numbers.items[r->number + 1] : NULL;
    bool uncertain = r->number && (is_apart(r->text, &r->numbers.items[r->number - 1], n) ||
                                   is_maybe_decimal(r->text, &r->numbers.items[r->number - 1], n));
    struct term *t;

    uncertain = uncertain || (next && is_maybe_decimal(r->text, n, next));
    if (next && is_apart(r->text, n, next)) {
        if (r->text.data[next->start] == '0') {
            double thousands = n->low * 1000 * next->rounding * 2; /* in the unit of what follows */
            size_t start = n->start;

            bool about = n->about, at_least = n->at_least, at_most = n->at_most;

            *n = (struct number){ .start = start,
                                  .end = next->end,
                                  .kind = next->kind,
                                  .low = next->low + thousands,
                                  .high = next->high + thousands,
                                  .rounding = next->rounding,
                                  .unit = next->unit,
                                  .about = about,
                                  .at_least = at_least,
                                  .at_most = at_most,
                                  .what = next->what };
            r->number++;
        } else {
            uncertain = true;
        }
    }
    r->number++;
    n->start = take_bounds(r, n);
    t = add(r, TERM_NUMBER, n->start, n->end);
    t->number = n;
    t->uncertain = uncertain;
    t->fold = t->stem = str_lower_ascii(r->arena, t->text);
    t->text = with_currency(r->text, n);
    if (n->kind == NUMBER_ORDINAL)
        t->class = grammar_of(t->fold, t->fold) & (GRAMMAR_UNIVERSAL | GRAMMAR_STRICT | GRAMMAR_WEAK_QUANTITY);
    return n->end;
}

/* Phrases that stand for one word. */
static const struct {
    const char *words[3];
    const char *one;
} phrases[] = {
    { { "close", "to", NULL }, "near" },
    { { "far", "away", "from" }, "far" },
    { { "far", "from", NULL }, "far" },
    { { "as", "well", "as" }, "and" },
    { { "a", "lot", "of" }, "many" },
    { { "per", "cent", NULL }, "percent" },
    { { "in", "order", "to" }, "to" },
    { { "prior", "to", NULL }, "before" },
    { { "take", "place", NULL }, "occur" },
    { { "takes", "place", NULL }, "occurs" },
    { { "took", "place", NULL }, "occurred" },
    { { "taken", "place", NULL }, "occurred" },
    { { "taking", "place", NULL }, "occurring" },
    { { "step", "down", NULL }, "resign" },
    { { "steps", "down", NULL }, "resigns" },
    { { "stepped", "down", NULL }, "resigned" },
    { { "stepping", "down", NULL }, "resigning" },
    { { "carry", "out", NULL }, "conduct" },
    { { "carries", "out", NULL }, "conducts" },
    { { "carried", "out", NULL }, "conducted" },
    { { "passed", "away", NULL }, "died" },
    { { "torn", "down", NULL }, "demolished" },
    { { "tore", "down", NULL }, "demolished" },
    { { "pulled", "down", NULL }, "demolished" },
    { { "called", "off", NULL }, "cancelled" },
    { { "chief", "executive", "officer" }, "ceo" },
    { { "chief", "executive", NULL }, "ceo" },
    { { "united", "states", NULL }, "usa" },
    { { "united", "kingdom", NULL }, "uk" },
    { { "european", "union", NULL }, "eu" },
    { { "united", "nations", NULL }, "un" },
};

static bool phrase_at(const struct terms *terms, size_t at, size_t phrase, size_t *ret_n)
{
    size_t n = 0;

    for (; n < 3 && phrases[phrase].words[n]; n++)
        if (at + n >= terms->n || terms->items[at + n].kind != TERM_WORD ||
            !str_is(terms->items[at + n].fold, phrases[phrase].words[n]))
            return false;
    *ret_n = n;
    return true;
}

/* "Last week" is a time, "the last man" excludes all others. */
static void weaken_last(const struct terms *terms, size_t at, struct term *t)
{
    static const char times[] =
        "week month year season night summer winter spring autumn decade century weekend monday tuesday "
        "wednesday thursday friday saturday sunday fall quarter";

    if (term_is(t, "last") && at + 1 < terms->n && term_is_one_of(&terms->items[at + 1], times))
        t->class &= ~(GRAMMAR_UNIVERSAL | GRAMMAR_STRICT);
}

/* "Declined 8 percent", "declined by 8 percent" is no refusal. */
static void weaken_decline(const struct terms *terms, size_t at, struct term *t)
{
    size_t next = at + 1;

    next += next < terms->n && term_is_one_of(&terms->items[next], "by to from");
    if (term_is_one_of(t, "decline declines declined declining") && next < terms->n &&
        terms->items[next].kind == TERM_NUMBER)
        t->class &= ~GRAMMAR_DENIAL;
}

/* Joins phrases and takes out the hyphens inside words. */
static void tidy(struct termer *r)
{
    struct terms *terms = r->out;
    size_t to = 0;

    for (size_t at = 0; at < terms->n;) {
        struct term t = terms->items[at];
        size_t n = 1;

        for (size_t p = 0; p < sizeof phrases / sizeof *phrases; p++)
            if (phrase_at(terms, at, p, &n)) {
                t.end = terms->items[at + n - 1].end;
                t.text = str_sub(r->text, t.start, t.end);
                set_word(r, &t, str(phrases[p].one));
                break;
            }
        weaken_last(terms, at, &t);
        weaken_decline(terms, at, &t);
        if (!(t.kind == TERM_MARK && t.mark == '-' && t.glued && at + 1 < terms->n && terms->items[at + 1].glued &&
              terms->items[at + 1].kind != TERM_MARK))
            terms->items[to++] = t;
        at += n;
    }
    terms->n = to;
}

void terms_of(struct arena *arena, struct str text, size_t most, struct terms *ret)
{
    struct termer r = { .arena = arena, .english = language_named(str("en")), .text = text, .most = most, .out = ret };
    size_t at = 0, end = 0, dotted;
    struct word word;

    ret->n = 0;
    if (!ret->items)
        ret->items = arena_grow(arena, ret->items, &ret->capacity, text.len / 5 + 4, sizeof *ret->items);
    numbers_of(arena, text, &r.numbers);
    while (ret->n < most && word_next(text, &at, &word)) {
        while (r.number < r.numbers.n && r.numbers.items[r.number].start < end)
            r.number++;
        add_marks(&r, end, word.start);
        if (r.number < r.numbers.n && word.start >= r.numbers.items[r.number].start) {
            end = add_number(&r);
        } else if ((dotted = dotted_end(text, &word))) {
            add_dotted(&r, word.start, dotted);
            end = dotted;
        } else {
            add_parts(&r, &word);
            end = word_end(&word);
        }
        if (at < end)
            at = end;
    }
    if (ret->n < most)
        add_marks(&r, end, text.len);
    tidy(&r);
    if (ret->n > most)
        ret->n = most;
}
