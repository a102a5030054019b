/* What a question that is understood is good for: queries, the fit of
 * sentences, gaps. */
#include <math.h>

#include "text/lexicon.h"
#include "text/numbers.h"
#include "extractive/question.h"

struct asking {
    struct arena *arena;
    const struct question *question;
    struct question_query *queries;
    size_t n, most;
    struct str_list seen; /* folded, so that no two are the same */
};

static void ask(struct asking *a, struct str query, const char *why)
{
    struct str key = str_lower_ascii(a->arena, str_trim(query));

    if (a->n == a->most || !key.len || str_list_has(&a->seen, key))
        return;
    str_list_add(a->arena, &a->seen, key);
    a->queries[a->n++] = (struct question_query){ str_trim(query), str(why) };
}

/* Keywords without those of some phrases. */
static struct str keywords_but(struct asking *a, const struct str_list *phrases)
{
    struct str_list kept = { 0 };

    for (size_t i = 0; i < a->question->keywords.n; i++) {
        struct str word = a->question->keywords.items[i];
        bool inside = false;

        for (size_t p = 0; p < phrases->n; p++)
            inside = inside || (word.data >= phrases->items[p].data &&
                                word.data < phrases->items[p].data + phrases->items[p].len);
        if (!inside)
            str_list_add(a->arena, &kept, word);
    }
    return str_join(a->arena, kept.items, kept.n, " ");
}

static void ask_by_kind(struct asking *a, struct str keywords)
{
    static const struct {
        int kind;
        const char *word, *why;
    } more[] = {
        { QUESTION_WHAT, "definition", "what it is" },
        { QUESTION_WHO, "founder leader people", "who is behind it" },
        { QUESTION_WHEN, "year date history", "when it was" },
        { QUESTION_WHERE, "location country", "where it is" },
        { QUESTION_HOW_MANY, "number statistics figures", "how much and how many" },
        { QUESTION_WHY, "causes reasons", "why it is so" },
        { QUESTION_HOW, "method process", "how it works" },
        { QUESTION_COMPARE, "comparison advantages disadvantages", "one against the other" },
        { QUESTION_YES_NO, "evidence", "what speaks for it" },
        { QUESTION_YES_NO, "criticism limits", "what speaks against it" },
    };

    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].kind == a->question->kind)
            ask(a, str_format(a->arena, "%.*s %s", STR_ARG(keywords), more[i].word), more[i].why);
}

static void ask_aspects(struct asking *a, struct str topic)
{
    static const struct {
        const char *word, *why;
    } aspects[] = {
        { "definition", "what it is" },
        { "figures statistics", "how much and how many" },
        { "causes", "why" },
        { "limits problems", "what speaks against it" },
        { "comparison alternatives", "compared with what" },
        { "history", "since when" },
        { "outlook future", "what comes next" },
    };

    for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++)
        ask(a, str_format(a->arena, "%.*s %s", STR_ARG(topic), aspects[i].word), aspects[i].why);
}

size_t question_queries(struct arena *arena, const struct question *q, size_t most, struct question_query ret[])
{
    struct asking a = { .arena = arena, .question = q, .queries = ret, .most = most };
    struct str keywords = str_join(arena, q->keywords.items, q->keywords.n, " ");

    ask(&a, q->text, "the question as asked");
    if (!keywords.len)
        return a.n;
    if (q->subjects.n) {
        struct str rest = keywords_but(&a, &q->subjects);

        for (size_t i = 0; i < q->subjects.n; i++)
            ask(&a, str_format(arena, "%.*s %.*s", STR_ARG(q->subjects.items[i]), STR_ARG(rest)),
                "one side of the comparison");
    }
    ask_by_kind(&a, keywords);
    for (size_t i = 0; i < q->phrases.n && q->phrases.n > 1; i++)
        if (!str_eq(q->phrases.items[i], q->topic))
            ask(&a, str_format(arena, "%.*s %.*s", STR_ARG(q->topic), STR_ARG(q->phrases.items[i])),
                "one aspect of it");
    ask_aspects(&a, q->topic.len ? q->topic : keywords);
    return a.n;
}

static bool has_any(const struct words *words, const char *list)
{
    for (size_t i = 0; i < words->n; i++) {
        struct str rest = str(list), item;

        while (str_next(&rest, ' ', &item))
            if (item.len && str_eq(item, words->items[i].fold))
                return true;
    }
    return false;
}

static bool has_name(const struct words *words)
{
    for (size_t i = 1; i < words->n; i++)
        if ((words->items[i].flags & WORD_CAPITAL) && word_is_content(&words->items[i]))
            return true;
    return words->n > 1 && (words->items[0].flags & WORD_CAPITAL) && (words->items[1].flags & WORD_CAPITAL);
}

/* "X is a …", "X refers to …" with all of the topic before the verb and nothing else beside it ("X and Y are …"). */
static bool defines(struct arena *arena, const struct question *q, const struct words *words)
{
    struct words topic = { 0 };
    size_t found = 0, wanted = 0;
    bool subject = false;

    words_of(arena, q->topic, q->language, &topic);
    for (size_t i = 0; i < topic.n; i++)
        wanted += word_is_content(&topic.items[i]);
    for (size_t i = 0; i + 2 < words->n && i < 12; i++) {
        struct str fold = words->items[i].fold, next = words->items[i + 1].fold;

        if (str_is(fold, "and") || str_is(fold, "or"))
            return false;

        if (subject && (str_is(fold, "is") || str_is(fold, "are") || str_is(fold, "was") || str_is(fold, "were")) &&
            (str_is(next, "a") || str_is(next, "an") || str_is(next, "the") || str_is(fold, "are")))
            return true;
        if (subject && ((str_is(fold, "refers") && str_is(next, "to")) || str_is(fold, "means") ||
                        str_is(fold, "consists") || (str_is(fold, "defined") && str_is(next, "as"))))
            return true;
        for (size_t k = 0; k < topic.n; k++)
            found += word_is_content(&topic.items[k]) && str_eq(topic.items[k].stem, words->items[i].stem);
        subject = wanted ? found >= wanted : str_list_has(&q->stems, words->items[i].stem);
    }
    return false;
}

/* `measure`: the kind of number that is wanted, -1 for any. */
static double fit_numbers(struct arena *arena, struct str sentence, bool dates, int measure)
{
    struct numbers numbers = { 0 };
    double best = 0;

    numbers_of(arena, sentence, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        bool date = numbers.items[i].kind == NUMBER_DATE;

        if (date == dates && numbers.items[i].kind != NUMBER_ORDINAL)
            best = fmax(best, dates || (int) numbers.items[i].kind == measure ? 1
                              : measure >= 0                                  ? 0.4
                              : numbers.items[i].kind != NUMBER_COUNT         ? 1
                                                                              : 0.8);
    }
    return best;
}

static size_t subjects_in(struct arena *arena, const struct question *q, const struct words *words)
{
    size_t n = 0;

    for (size_t i = 0; i < q->subjects.n; i++) {
        struct words subject = { 0 };

        words_of(arena, q->subjects.items[i], q->language, &subject);
        n += words_overlap(&subject, words) > 0.5;
    }
    return n;
}

double question_fit(struct arena *arena, const struct question *q, struct str sentence)
{
    struct words words = { 0 };

    words_of(arena, sentence, q->language, &words);
    switch (q->kind) {
    case QUESTION_WHO: return has_name(&words) ? 1 : 0;
    case QUESTION_WHEN: return fit_numbers(arena, sentence, true, -1);
    case QUESTION_HOW_MANY: return fit_numbers(arena, sentence, false, q->measure);
    case QUESTION_WHERE: return has_name(&words) ? has_any(&words, "in at near located situated based") ? 1 : 0.5 : 0;
    case QUESTION_WHY:
        /* "As the fleet grew, prices fell." */
        if (words.n > 4 && str_is(words.items[0].fold, "as") && str_find_char(sentence, ',', 0) > 0)
            return 1;
        return has_any(
                   &words,
                   "because due since therefore cause causes caused reason reasons leads led result results owing hence why explains explain explained "
                   "weil deshalb daher grund parce cause porque debido causa")
                   ? 1
                   : 0;
    case QUESTION_HOW:
        return has_any(&words,
                       "by through using via works uses first then step method process durch mittels par mediante")
                   ? 1
                   : 0;
    case QUESTION_COMPARE: {
        size_t n = subjects_in(arena, q, &words);
        bool weighed = has_any(
            &words,
            "than more less higher lower better worse while whereas unlike both compared versus als plus moins");

        return n >= 2 ? 1 : n == 1 ? weighed ? 0.6 : 0.3 : weighed ? 0.2 : 0;
    }
    case QUESTION_YES_NO: return has_any(&words, "not no can cannot does is are") ? 0.5 : 0.2;
    default: return defines(arena, q, &words) ? 1 : 0;
    }
}

static bool is_spoken_of(const struct words *phrase, const struct words *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (words_overlap(phrase, &all[i]) > 0.5)
            return true;
    return false;
}

void question_gaps(struct arena *arena, const struct question *q, const struct str *sentences, size_t n,
                   struct str_list *ret)
{
    const struct str_list *lists[] = { &q->subjects, &q->phrases };
    struct words *all = arena_calloc(arena, n + 1, sizeof *all);

    for (size_t i = 0; i < n; i++)
        words_of(arena, sentences[i], q->language, &all[i]);
    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 0; i < lists[l]->n; i++) {
            struct words phrase = { 0 };

            words_of(arena, lists[l]->items[i], q->language, &phrase);
            if (!is_spoken_of(&phrase, all, n) && !str_list_has(ret, lists[l]->items[i]))
                str_list_add(arena, ret, lists[l]->items[i]);
        }
    }
}
