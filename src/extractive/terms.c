#include "extractive/terms.h"

#include "extractive/asking.h"
#include "extractive/dates.h"
#include "extractive/wording.h"
#include "text/identifier.h"
#include "text/near.h"
#include "text/number_words.h"
#include "text/stop_noun.h"
#include "text/units.h"
#include "text/utf8.h"

static const double DEGREE_WEIGHT = 0.35, ALIKE = 0.6, JOINED = 0.85;
enum { UNIT_LETTERS = 3 };

/* --- terms of a text --- */

void vocabulary_init(struct vocabulary *v, struct arena *arena, size_t expected)
{
    *v = (struct vocabulary){ .arena = arena };
    wordmap_init(&v->map, arena, expected);
}

static uint32_t intern(struct vocabulary *v, struct str term)
{
    bool fresh;
    uint32_t number = wordmap_intern(&v->map, term, (uint32_t) v->n, true, &fresh);

    if (fresh) {
        v->terms = arena_grow(v->arena, v->terms, &v->capacity, v->n + 1, sizeof *v->terms);
        v->terms[v->n++] = str_dup(v->arena, term);
    }
    return number;
}

static void add(struct vocabulary *v, struct term_list *list, struct str term)
{
    list->items = arena_grow(v->arena, list->items, &list->capacity, list->n + 1, sizeof *list->items);
    list->items[list->n++] = intern(v, term);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* "1,200" and "1.200" are 1200, "1970s" and "1970er" are 1970; "3.14" stays. */
static struct str plain_number(struct arena *arena, struct str fold)
{
    char *out = arena_alloc(arena, fold.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < fold.len; i++) {
        bool part = (fold.data[i] == ',' || fold.data[i] == '.') && i && i + 3 < fold.len &&
                    is_digit(fold.data[i + 1]) && is_digit(fold.data[i + 2]) && is_digit(fold.data[i + 3]) &&
                    (i + 4 == fold.len || !is_digit(fold.data[i + 4]));

        if (!part)
            out[n++] = fold.data[i];
    }
    /* "the 16th", "the 1990s", "1980er" */
    if (n > 2 && is_digit(out[n - 3]) && str_in_words(" st nd rd th ", str_n(out + n - 2, 2)))
        n -= 2;
    else if (n > 2 && out[n - 1] == 's' && out[n - 2] == '0')
        n--;
    else if (n > 3 && out[n - 1] == 'r' && out[n - 2] == 'e' && out[n - 3] == '0')
        n -= 2;
    return str_n(out, n);
}

struct str term_of_word(struct arena *arena, const struct language *language, const struct word *word)
{
    struct str digits;

    if (word->flags & WORD_NUMBER)
        return plain_number(arena, word->fold);
    if (word->flags & WORD_CJK)
        return word->fold;
    digits = number_word_digits(language, word->fold);
    return digits.len ? digits : word->stem;
}

static size_t first_character(struct str s)
{
    size_t at = 0;

    if (s.len)
        utf8_next(s, &at);
    return at;
}

/* Pairs overlap; each character counts once by itself too. */
static void add_cjk(struct vocabulary *v, const struct words *words, size_t i, struct term_list *ret)
{
    const struct word *word = &words->items[i];
    size_t first = first_character(word->text);
    bool goes_on = i + 1 < words->n && (words->items[i + 1].flags & WORD_CJK) &&
                   words->items[i + 1].start == word->start + first;

    add(v, ret, str_sub(word->fold, 0, first));
    if (first >= word->text.len)
        return;
    add(v, ret, word->fold);
    if (!goes_on)
        add(v, ret, str_sub(word->fold, first_character(word->fold), word->fold.len));
}

/* "The last ten years": no word for how long something lasts. */
static bool is_other_sense(const struct words *words, size_t i)
{
    return i && str_is(words->items[i].fold, "last") &&
           str_in_words(" the its their his her this at of in ", words->items[i - 1].fold);
}

bool term_is_said(const struct word *word)
{
    return word_is_content(word) || ((word->flags & WORD_UPPER) && word->text.len >= 2);
}

/* "2026-03-17" is the 17th of March, with and without its year. */
static void add_day(struct vocabulary *v, const struct day *day, struct term_list *ret)
{
    add(v, ret, day_term(v->arena, day));
    add(v, ret, day_term(v->arena, &(struct day){ 0, day->month, day->day }));
}

void vocabulary_read(struct vocabulary *v, struct str text, const struct language *language, struct term_list *ret,
                     struct words *words)
{
    struct words own = { 0 };
    struct str identifier;
    size_t at = 0;

    words = words ? words : &own;
    words_of(v->arena, text, language, words);
    for (size_t i = 0; i < words->n; i++) {
        const struct word *word = &words->items[i];
        struct day day;

        if (day_at(text, language, words, i, &day))
            add_day(v, &day, ret);
        if ((!term_is_said(word) && !str_eq(word->fold, v->noun)) || is_other_sense(words, i))
            continue;
        if (word->flags & WORD_CJK)
            add_cjk(v, words, i, ret);
        else
            add(v, ret, term_of_word(v->arena, language, word));
    }
    while (identifier_next(text, &at, &identifier))
        add(v, ret, identifier_fold(v->arena, identifier));
}

/* --- terms of a question --- */

static struct asked_term *find_asked(struct asked_terms *terms, struct str form)
{
    for (size_t i = 0; i < terms->n; i++)
        for (size_t k = 0; k < terms->items[i].forms_n; k++)
            if (str_eq(terms->items[i].forms[k], form))
                return &terms->items[i];
    return NULL;
}

static struct asked_term *add_asked(struct asked_terms *terms, struct str form, struct str text, double weight)
{
    if (!form.len || terms->n == TERMS_ASKED || find_asked(terms, form))
        return NULL;
    terms->items[terms->n] = (struct asked_term){ .forms = { form }, .forms_n = 1, .text = text, .weight = weight };
    return &terms->items[terms->n++];
}

static void add_form(struct asked_term *term, struct str form)
{
    for (size_t i = 0; i < term->forms_n; i++)
        if (str_eq(term->forms[i], form))
            return;
    if (term->forms_n < TERM_LANGUAGES && form.len)
        term->forms[term->forms_n++] = form;
}

/* Words that only ask are parted off first: "什么时候" holds no word of what is asked about. */
static void asked_cjk(const struct words *words, const struct language *language, struct asked_terms *ret)
{
    for (size_t i = 0; i < words->n; i++) {
        const struct word *word = &words->items[i];
        size_t first = first_character(word->fold);

        if (!(word->flags & WORD_CJK))
            continue;
        add_asked(ret, str_sub(word->fold, 0, first), str_sub(word->text, 0, first), 0.25);
        if (first >= word->fold.len)
            continue;
        add_asked(ret, word->fold, word->text, asking_weight(language, word->fold));
        add_asked(ret, str_sub(word->fold, first, word->fold.len), str_sub(word->text, first, word->text.len), 0.25);
    }
}

/* "The biggest" of a question may be "the largest", "el mayor" of a text. */
static void add_superlatives(struct arena *arena, const struct words *words, const struct language *const languages[],
                             size_t n, size_t i, struct asked_term *term)
{
    enum superlative kind = wording_superlative_at(words, i);

    for (size_t l = 0; kind != SUPERLATIVE_NONE && l < n; l++) {
        struct words others = { 0 };

        words_of(arena, wording_superlatives(arena, kind), languages[l], &others);
        for (size_t k = 0; k < others.n && term->alike_n < ALIKE_MOST; k++) {
            bool known = str_eq(others.items[k].stem, term->forms[0]);

            for (size_t m = 0; m < term->alike_n; m++)
                known = known || str_eq(term->alike[m], others.items[k].stem);
            if (!known)
                term->alike[term->alike_n++] = others.items[k].stem;
        }
    }
}

/* "How big" is answered by a size. */
static void add_measured(struct arena *arena, const struct language *language, struct str degree,
                         struct asked_term *term)
{
    static const struct {
        const char *degrees, *nouns;
    } table[] = {
        { " big large ", "size" },
        { " long ", "length duration time" },
        { " old ", "age" },
        { " deep ", "depth" },
        { " high tall ", "height" },
        { " wide ", "width" },
        { " heavy ", "weight" },
        { " fast ", "speed rate" },
        { " far ", "distance range" },
        { " often ", "frequency interval" },
        { " expensive ", "price cost" },
    };
    struct words nouns = { 0 };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (str_in_words(table[i].degrees, degree))
            words_of(arena, str(table[i].nouns), language, &nouns);
    for (size_t i = 0; i < nouns.n && term->alike_n < ALIKE_MOST; i++)
        term->alike[term->alike_n++] = nouns.items[i].stem;
}

/* "ext4", "sha256": a letter first and digits behind it. */
static bool is_numbered(struct str word)
{
    bool digit = false;

    for (size_t i = 0; i < word.len; i++)
        digit = digit || (word.data[i] >= '0' && word.data[i] <= '9');
    return digit && !(word.data[0] >= '0' && word.data[0] <= '9');
}

static void asked_word(struct arena *arena, const struct words words[], const struct language *const languages[],
                       size_t n, size_t i, struct asked_terms *ret)
{
    const struct word *word = &words[0].items[i];
    struct asked_term *term;

    bool noun = i + 1 == words[0].n && stop_noun(languages[0], &words[0]).len;
    for (size_t l = 0; l < n && !noun; l++)
        if (!term_is_said(&words[l].items[i]) ||
            (!(word->flags & WORD_UPPER) && asking_is_empty(languages[l], word->fold)))
            return;
    /* "Step by step" */
    if (str_is(word->fold, "step") && ((i + 1 < words[0].n && str_is(words[0].items[i + 1].fold, "by")) ||
                                       (i && str_is(words[0].items[i - 1].fold, "by"))))
        return;
    /* "What is it good for?", "what does it mean by …?" */
    bool next = i + 1 < words[0].n;
    if ((str_is(word->fold, "good") && i + 2 == words[0].n && str_is(words[0].items[i + 1].fold, "for")) ||
        (str_is(word->fold, "mean") && next && str_is(words[0].items[i + 1].fold, "by")))
        return;
    /* "How long", "how old": the answer has years and neither of these words. */
    bool degree = i && str_is(words[0].items[i - 1].fold, "how") &&
                  str_in_words(" long far old large big deep high tall wide heavy fast often expensive ", word->fold);
    /* "How does X work?" does not want "work". */
    bool works = i > 2 && i + 1 == words[0].n && str_is(words[0].items[0].fold, "how") &&
                 str_in_words(" work works function ", word->fold);
    term = add_asked(ret, term_of_word(arena, languages[0], word), word->text,
                     degree || works ? DEGREE_WEIGHT : asking_weight(languages[0], word->fold));
    if (!term)
        return;
    term->number = word->flags & WORD_NUMBER;
    term->name = term->number || (i && (word->flags & WORD_CAPITAL)) || is_numbered(word->text);
    if (!term->name && language_is_english(languages[0]))
        term->alike_n = alike_stems(arena, term->forms[0], term->alike);
    if (degree)
        add_measured(arena, languages[0], word->fold, term);
    add_superlatives(arena, &words[0], languages, n, i, term);
    for (size_t l = 1; l < n; l++)
        add_form(term, term_of_word(arena, languages[l], &words[l].items[i]));
    /* "4.3 GB" may be written "4.3GB". */
    if (term->number && i + 1 < words[0].n && words[0].items[i + 1].text.len <= UNIT_LETTERS &&
        !(words[0].items[i + 1].flags & (WORD_NUMBER | WORD_STOP | WORD_CJK)))
        add_form(term, str_format(arena, "%.*s%.*s", STR_ARG(term->forms[0]), STR_ARG(words[0].items[i + 1].fold)));
}

/* "Swap file" may be written "swapfile": both words are in it. */
static void add_joined(struct arena *arena, const struct words *words, const struct language *language,
                       struct asked_terms *ret)
{
    for (size_t i = 0; i + 1 < words->n; i++) {
        const struct word *one = &words->items[i], *next = one + 1;
        struct asked_term *pair[] = { find_asked(ret, term_of_word(arena, language, one)),
                                      find_asked(ret, term_of_word(arena, language, next)) };
        struct words joined = { 0 };

        if ((one->flags | next->flags) & (WORD_NUMBER | WORD_CJK | WORD_STOP) || next->start != word_end(one) + 1 ||
            !pair[0] || !pair[1])
            continue;
        words_of(arena, str_format(arena, "%.*s%.*s", STR_ARG(one->fold), STR_ARG(next->fold)), language, &joined);
        if (!joined.n)
            continue;
        pair[0]->joined[1] = joined.items[0].stem;
        pair[1]->joined[0] = joined.items[0].stem;
    }
}

/* "17 October" may stand as "2025-10-17": the day and the month are in it. */
static void add_days(struct arena *arena, const struct words *words, const struct language *language,
                     struct asked_terms *ret)
{
    for (size_t i = 0; i < words->n; i++) {
        struct day day;
        size_t number;

        if (!day_in_words(language, words, i, &day, &number))
            continue;
        struct asked_term *parts[] = { find_asked(ret, term_of_word(arena, language, &words->items[i])),
                                       find_asked(ret, term_of_word(arena, language, &words->items[number])) };
        for (size_t k = 0; k < 2; k++)
            if (parts[k])
                add_form(parts[k], day_term(arena, &day));
    }
}

void asked_terms_of(struct arena *arena, struct str question, const struct language *const languages[], size_t n,
                    struct asked_terms *ret)
{
    struct words words[TERM_LANGUAGES] = { 0 };
    struct str text = asking_without(arena, question), identifier;
    size_t at = 0;

    *ret = (struct asked_terms){ 0 };
    n = n < TERM_LANGUAGES ? n : TERM_LANGUAGES;
    /* Where words are does not depend on the language: those of all lists stand side by side. */
    for (size_t l = 0; l < n; l++)
        words_of(arena, text, languages[l], &words[l]);
    for (size_t i = 0; n && i < words[0].n; i++)
        if (!(words[0].items[i].flags & WORD_CJK))
            asked_word(arena, words, languages, n, i, ret);
    if (n)
        add_joined(arena, &words[0], languages[0], ret);
    if (n)
        add_days(arena, &words[0], languages[0], ret);
    if (n)
        asked_cjk(&words[0], languages[0], ret);
    while (identifier_next(text, &at, &identifier)) {
        struct asked_term *term = add_asked(ret, identifier_fold(arena, identifier), identifier, 1);

        if (term)
            term->name = true;
    }
}

/* --- likeness --- */

static bool ends_in(const struct letters *word, const struct letters *end)
{
    return word->n > end->n && memcmp(word->at + word->n - end->n, end->at, end->n * sizeof *end->at) == 0;
}

static double same_start(const struct letters *t, const struct letters *v)
{
    size_t common = 0, longer = t->n > v->n ? t->n : v->n;
    double like = 0;

    while (common < t->n && common < v->n && t->at[common] == v->at[common])
        common++;
    if (common >= 4 && common * 10 >= longer * 7)
        like = 0.8;
    else if (common >= 5 && common == t->n)
        like = 0.7;
    else if (common >= 5 && (common == v->n || common * 10 >= longer * 6))
        like = 0.5;
    if (like < 0.75 && t->n >= 5 && letters_near(t, v, t->n < 8 ? 1 : 2))
        like = 0.75;
    return like;
}

double term_likeness(struct str asked, struct str term, bool compounds)
{
    struct letters t, v;

    if (str_eq(asked, term))
        return 1;
    if (!asked.len || !term.len || is_digit(asked.data[0]) || is_digit(term.data[0]) ||
        (asked.data[0] != term.data[0] && !compounds))
        return 0;
    letters_read(asked, &t);
    letters_read(term, &v);
    if (t.n < 4 || v.n < 4 || utf8_is_cjk(t.at[0]) || utf8_is_cjk(v.at[0]))
        return 0;
    if (t.at[0] == v.at[0]) {
        double like = same_start(&t, &v);

        if (like > 0)
            return like;
    }
    if (compounds && t.n >= 5 && ends_in(&v, &t))
        return 0.7;
    if (compounds && v.n >= 5 && ends_in(&t, &v))
        return 0.5;
    return 0;
}

void term_matches_of(struct arena *arena, const struct vocabulary *v, const struct asked_terms *asked, bool compounds,
                     struct term_matches *ret)
{
    size_t capacity = 0, n = 0;

    *ret = (struct term_matches){ .from = arena_calloc(arena, v->n + 2, sizeof *ret->from) };
    for (size_t i = 0; i < v->n; i++) {
        ret->from[i] = (uint32_t) n;
        for (size_t a = 0; a < asked->n; a++) {
            double best = 0;

            for (size_t f = 0; f < asked->items[a].forms_n; f++) {
                double like = term_likeness(asked->items[a].forms[f], v->terms[i], compounds);

                best = like > best ? like : best;
            }
            for (size_t k = 0; k < 2; k++)
                best = asked->items[a].joined[k].len && str_eq(asked->items[a].joined[k], v->terms[i]) ? JOINED : best;
            for (size_t k = 0; k < asked->items[a].alike_n && best < ALIKE; k++)
                best = str_eq(asked->items[a].alike[k], v->terms[i]) ? ALIKE : best;
            if (best == 0)
                continue;
            ret->items = arena_grow(arena, ret->items, &capacity, n + 1, sizeof *ret->items);
            ret->items[n++] = (struct term_match){ (uint32_t) a, (float) best };
            ret->best[a] = best > ret->best[a] ? best : ret->best[a];
        }
    }
    ret->from[v->n] = (uint32_t) n;
}
