#include "extractive/question.h"

#include "extractive/asking.h"
#include "extractive/measures.h"
#include "extractive/wording.h"
#include "text/identifier.h"
#include "text/lexicon.h"
#include "text/numbers.h"
#include "text/stop_noun.h"

const char *const question_kind_words[] = {
    "topic", "what", "who", "when", "where", "how many", "why", "how", "compare", "yes or no", NULL,
};

/* Words that only ask or order, never what is asked about. */
static const char asking[] =
    " who whom whose what which when where why how many much define explain describe compare compared comparison versus vs "
    "causes caused cause reason reasons tell me difference differences differ differs between please give list latest current currently recent recently today now best way long far old large big "
    "often fast high used happened happens "
    "wie viel viele wieviel wer wann wo warum weshalb was welche welcher welches vergleiche "
    "combien qui quand o\xc3\xb9 pourquoi comment quel quelle quels quelles qu'est compare "
    "cu\xc3\xa1ntos cu\xc3\xa1ntas cu\xc3\xa1nto cu\xc3\xa1nta qui\xc3\xa9n cu\xc3\xa1ndo d\xc3\xb3nde c\xc3\xb3mo qu\xc3\xa9 cu\xc3\xa1l cu\xc3\xa1les "
    "quanti quanto chi quando dove perch\xc3\xa9 cosa quale ";

static const char recency[] =
    " latest current currently recent recently today now newest nowadays aktuell aktuelle heute ";

static bool has_word(const struct words *words, const char *fold)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_is(words->items[i].fold, fold))
            return true;
    return false;
}

static bool has_one_of(const struct words *words, const char *list)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_in_words(list, words->items[i].fold))
            return true;
    return false;
}

static bool has_word_at(const struct words *words, size_t at, const char *list)
{
    return at < words->n && str_in_words(list, words->items[at].fold);
}

static bool asks_why(const struct words *words)
{
    return has_word(words, "causes") || has_word(words, "cause") || has_word(words, "reasons") ||
           has_word(words, "reason");
}

/* "How does X compare with Y"; "how do I compare X with Y" asks how. */
static bool compares_with(const struct words *words)
{
    size_t how = 0;

    while (how < words->n && !str_is(words->items[how].fold, "how"))
        how++;
    if (!has_word_at(words, how + 1, " does do did ") || has_word_at(words, how + 2, " i you we one "))
        return false;
    for (size_t i = how + 3; i + 1 < words->n; i++)
        if (str_is(words->items[i].fold, "compare"))
            return has_word_at(words, i + 1, " with to against ");
    return false;
}

/* "Wie wird X noch genannt?" asks for a name, not for a way. */
static bool asks_name(const struct words *words)
{
    return has_one_of(words, " called named genannt bezeichnet benannt heißt heißen nennt nennen "
                             "llama llaman llamaba llamaría llamó denomina denominan "
                             "appelle appelé appelée appelait nomme называется зовут ");
}

/* "How much slower"; "how much water" asks for no ratio. */
static bool is_comparative(struct str fold)
{
    static const char nouns[] =
        " power water paper matter number order buffer butter copper silver timber rubber fiber "
        "powder leather summer winter weather letter member user server computer ";

    return fold.len > 4 && str_ends(fold, "er") && !str_in_words(nouns, fold);
}

/* "More efficient", "… which lasts longer?" */
static bool asks_more(const struct words *words, struct str text)
{
    const struct word *last = &words->items[words->n - 1];

    return !str_contains_nocase(text, "more or less") &&
           (has_one_of(words, " more less longer cheaper ") ||
            (words->n > 4 && is_comparative(last->fold) && !str_in_words(" a an the or and ", last[-1].fold)));
}

static int kind_of(const struct language *language, const struct words *words, struct str text)
{
    bool asked = str_ends(str_trim(text), "?") || str_ends(str_trim(text), "\xef\xbc\x9f") ||
                 str_ends(str_trim(text), "\xd8\x9f");

    /* "How does X differ from Y", but "do they differ" asks for yes or no */
    if (has_word_at(words, 0, " how ") &&
        has_word_at(words, 1, " hot cold warm quickly strong powerful thick loud fast ") &&
        !has_word_at(words, 2, " do should can must "))
        return QUESTION_HOW_MANY;
    /* "Is X or Y more efficient?", "which lasts longer, X or Y?" */
    if (has_word_at(words, 0, " is are does do which what who ") && has_word(words, "or") && asks_more(words, text))
        return QUESTION_COMPARE;
    if (words->n > 2 && ((str_is(words->items[0].fold, "how") && has_word(words, "differ")) ||
                         str_is(words->items[1].fold, "distinguishes")))
        return QUESTION_COMPARE;
    /* "How can I compare …" asks how, "compare …" and "how do they compare" compare; "which is quicker, … or …" */
    bool compares = words->n && (compares_with(words) || str_is(words->items[0].fold, "compare") ||
                                 str_is(words->items[words->n - 1].fold, "compare") ||
                                 (words->n > 4 && str_is(words->items[0].fold, "which") &&
                                  str_is(words->items[1].fold, "is") && has_word(words, "or")));
    if (compares || has_word(words, "versus") || has_word(words, "vs") || has_word(words, "compared") ||
        has_word(words, "difference") || has_word(words, "differences") ||
        (has_word(words, "better") && has_word(words, "or")))
        return QUESTION_COMPARE;
    int kind = asking_kind(language, words, text, asked);
    /* A short question may be taken for English that is none. */
    static const char *const others[] = { "en", "de", "es", "fr", "it", "pt", "nl", "ru", "tr", "ar" };
    for (size_t i = 0; kind < 0 && i < sizeof others / sizeof *others; i++)
        kind = asking_kind(language_named(str(others[i])), words, text, asked);
    if (kind == QUESTION_HOW && asks_name(words))
        return QUESTION_WHAT;
    return kind < 0 ? QUESTION_TOPIC : kind == QUESTION_WHAT && asks_why(words) ? QUESTION_WHY : kind;
}

static bool is_key(const struct word *word) { return word_is_content(word) && !str_in_words(asking, word->fold); }

/* "What is the round-trip efficiency of …": the last word of the first noun phrase behind the verb. "In what area" asks
 * for a place. */
static int measure_asked(const struct language *language, const struct words *words)
{
    size_t at = 0;

    if (words->n && str_is(words->items[0].fold, "in"))
        return -1;
    while (at < words->n && !is_key(&words->items[at]))
        at++;
    while (at + 1 < words->n && is_key(&words->items[at + 1]))
        at++;
    return at < words->n ? measure_kind(language, words->items[at].fold) : -1;
}

static struct str between(const struct question *q, const struct word *first, const struct word *last)
{
    return str_n(q->text.data + first->start, word_end(last) - first->start);
}

/* A stop word inside a phrase that holds it together: "state of charge". */
static bool holds(struct str fold) { return str_is(fold, "of") || str_is(fold, "de") || str_is(fold, "for"); }

static bool parts(const struct question *q, const struct words *words, size_t at)
{
    size_t from = word_end(&words->items[at - 1]), to = words->items[at].start;

    for (; from < to; from++)
        if (!strchr(" -'\t", q->text.data[from]))
            return true;
    return false;
}

static void read_phrases(struct arena *arena, struct question *q, const struct words *words)
{
    for (size_t i = 0; i < words->n;) {
        size_t end = i + 1, keys = 1;

        if (!is_key(&words->items[i])) {
            i++;
            continue;
        }
        while (end < words->n && !parts(q, words, end) && is_key(&words->items[end]) && keys < 6) {
            end++;
            keys++;
        }
        /* One joining word, if the phrase goes on behind it. */
        if (end + 1 < words->n && holds(words->items[end].fold) && is_key(&words->items[end + 1]) && keys < 4) {
            end += 2;
            while (end < words->n && !parts(q, words, end) && is_key(&words->items[end]) && keys < 6) {
                end++;
                keys++;
            }
        }
        str_list_add(arena, &q->phrases, between(q, &words->items[i], &words->items[end - 1]));
        i = end;
    }
}

static void read_names(struct arena *arena, struct question *q, const struct words *words)
{
    ptrdiff_t start = 0, end;

    for (size_t i = 0; i < words->n;) {
        size_t last = i;

        if (!(words->items[i].flags & WORD_CAPITAL) || (i == 0 && !(words->items[i].flags & WORD_UPPER)) ||
            !is_key(&words->items[i])) {
            i++;
            continue;
        }
        while (last + 1 < words->n && (words->items[last + 1].flags & WORD_CAPITAL) && !parts(q, words, last + 1))
            last++;
        str_list_add(arena, &q->entities, between(q, &words->items[i], &words->items[last]));
        i = last + 1;
    }
    while ((start = str_find_char(q->text, '"', (size_t) start)) >= 0 &&
           (end = str_find_char(q->text, '"', (size_t) start + 1)) > start + 1) {
        str_list_add(arena, &q->entities, str_sub(q->text, (size_t) start + 1, (size_t) end));
        start = end + 1;
    }
}

/* The two phrases around "versus", "compared to", "and" behind "between", "or". */
static void read_subjects(struct arena *arena, struct question *q)
{
    static const char *const joints[] = { " compare with ",  " compare to ",  " compare against ",
                                          " versus ",        " vs. ",         " vs ",
                                          " compared with ", " compared to ", " or ",
                                          " and ",           " with ",        " to ",
                                          " from " };
    struct str_list names = { 0 };
    struct str name;

    /* "one_for_one and one_for_all" are names, not words. */
    for (size_t at = 0; identifier_next(q->text, &at, &name);)
        if (!str_list_has(&names, name))
            str_list_add(arena, &names, name);
    if (names.n == 2)
        q->subjects = names;
    for (size_t j = 0; j < sizeof joints / sizeof *joints && q->subjects.n < 2; j++) {
        ptrdiff_t at = str_find(q->text, str(joints[j]), 0);
        const char *joint;
        struct str before = { 0 }, after = { 0 };

        if (at < 0)
            continue;
        joint = q->text.data + at;
        for (size_t i = 0; i < q->phrases.n; i++) {
            if (q->phrases.items[i].data < joint)
                before = q->phrases.items[i];
            else if (!after.data)
                after = q->phrases.items[i];
        }
        if (!before.data || !after.data)
            continue;
        str_list_add(arena, &q->subjects, before);
        str_list_add(arena, &q->subjects, after);
    }
}

static void read_times(struct arena *arena, struct question *q, const struct words *words)
{
    struct numbers numbers = { 0 };

    numbers_of(arena, q->text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];

        if (n->kind != NUMBER_DATE || !n->has_year)
            continue;
        if (!q->first_year || n->low < q->first_year)
            q->first_year = (int) n->low;
        if (n->high > q->last_year)
            q->last_year = (int) n->high;
    }
    for (size_t i = 0; i < words->n; i++)
        q->recent = q->recent || str_in_words(recency, words->items[i].fold);
}

/* A phrase with a name in it, else the longest; the first of equals. */
static struct str topic_of(const struct question *q)
{
    struct str best = { 0 };

    for (size_t i = 0; i < q->phrases.n; i++) {
        for (size_t k = 0; k < q->entities.n; k++)
            if (q->entities.items[k].data >= q->phrases.items[i].data &&
                q->entities.items[k].data < q->phrases.items[i].data + q->phrases.items[i].len)
                return q->phrases.items[i];
        if (q->phrases.items[i].len > best.len)
            best = q->phrases.items[i];
    }
    return best;
}

/* "a data race in Go": a thing, and where it is met */
static bool stands_in(const struct question *q)
{
    if (q->phrases.n != 2)
        return false;
    const char *end = q->phrases.items[0].data + q->phrases.items[0].len;
    struct str joint = str_n(end, (size_t) (q->phrases.items[1].data - end));

    return str_starts(joint, " in ") || str_starts(joint, " im ") || str_starts(joint, " bei ");
}

/* "What does Sphinx mean by a domain?" */
static bool asks_what_by(const struct words *words, size_t *ret_by)
{
    for (size_t i = 3; has_word_at(words, 0, " what ") && has_word_at(words, 1, " does do ") && i + 2 < words->n; i++)
        if (str_is(words->items[i].fold, "mean") && str_is(words->items[i + 1].fold, "by")) {
            *ret_by = i + 1;
            return true;
        }
    return false;
}

/* "What does … mean?", "what is meant by …": the word itself may be one of two phrases ("… by stickiness in load
 * balancing"). */
static bool asks_meaning(const struct question *q, const struct words *words)
{
    bool does = words->n > 3 && (str_is(words->items[1].fold, "does") || str_is(words->items[1].fold, "do"));
    size_t by;

    return asks_what_by(words, &by)
               ? q->keywords.n <= 4
               : words->n > 3 && str_is(words->items[0].fold, "what") && q->keywords.n <= 4 && q->phrases.n <= 3 &&
                     ((does && str_is(words->items[words->n - 1].fold, "mean")) ||
                      str_is(words->items[2].fold, "meant"));
}

/* "What is a flywheel?", "define inertia": one thing, and nothing said of it. */
static bool asks_definition(const struct question *q, const struct words *words)
{
    if (asks_meaning(q, words))
        return true;
    bool opens = has_word(words, "define") || has_word(words, "definition") ||
                 (words->n > 2 && (str_is(words->items[0].fold, "what") || str_is(words->items[0].fold, "was")) &&
                  (str_is(words->items[1].fold, "is") || str_is(words->items[1].fold, "are") ||
                   str_is(words->items[1].fold, "ist") || str_is(words->items[1].fold, "sind")));

    return opens && ((q->phrases.n == 1 && q->keywords.n <= 3) || (stands_in(q) && q->keywords.n <= 4));
}

/* "How does a flywheel work?", "how autovacuum works"; "how do I work with it" asks for steps, "how did it work out" for a story. */
static bool asks_mechanism(const struct words *words)
{
    static const char verbs[] = " work works function functions operate operates funktioniert funktionieren arbeitet "
                                "funciona funcionan fonctionne fonctionnent ";
    size_t last = words->n ? words->n - 1 : 0;

    return last > 1 && has_word_at(words, 0, " how wie c\xc3\xb3mo comment ") &&
           !has_word_at(words, 2, " i we you one ") &&
           (has_word_at(words, last, verbs) || has_word_at(words, 1,
                                                           " funktioniert funktionieren arbeitet funciona "
                                                           "funcionan fonctionne fonctionnent "));
}

/* "Is it a good way …", "is it worth …": what somebody thinks of it. "Is it a good predictor" asks for a finding. */
static bool asks_judgement(const struct words *words)
{
    for (size_t i = 0; i + 1 < words->n; i++)
        if (str_in_words(" good bad better ", words->items[i].fold) &&
            str_in_words(" way idea choice option solution alternative thing ", words->items[i + 1].fold))
            return true;
    return has_one_of(words, " worth sensible wise ");
}

/* "Wird" is a passive, too. */
static bool asks_future(const struct words *words) { return has_one_of(words, " will won't shall будет будут "); }

static bool asks_past(const struct words *words)
{
    return has_one_of(words,
                      " did was were had wurde wurden war waren hatte hatten fue fueron era eran был была было ");
}

static bool asks_from(const struct words *words, size_t at)
{
    for (; at < words->n; at++)
        if (str_in_words(" are do does can must may have has exist ", words->items[at].fold))
            return true;
    return false;
}

/* "Which options does …", "what colours can …": several things, and a verb that asks for all of them. */
static struct str asks_several(const struct words *words)
{
    /* "In which states", "of what parts" */
    size_t at = words->n && str_in_words(" in of from into on with by to for ", words->items[0].fold);

    if (words->n <= at || (!str_is(words->items[at].fold, "which") && !str_is(words->items[at].fold, "what")))
        return (struct str){ 0 };
    for (size_t i = at + 1; i < words->n && i < at + 4; i++) {
        struct str noun = words->items[i].fold;

        if (!word_is_content(&words->items[i]))
            return (struct str){ 0 };
        if (noun.len > 3 && str_ends(noun, "s") && !str_ends(noun, "ss") && !str_ends(noun, "us") &&
            asks_from(words, i + 1))
            return words->items[i].text;
    }
    return (struct str){ 0 };
}

/* "List …", "which are …", "which options are there", "what formats does it support". */
static bool asks_list(const struct words *words)
{
    bool which = words->n > 2 && (str_is(words->items[0].fold, "which") || str_is(words->items[0].fold, "what"));

    if (words->n > 2 && (str_is(words->items[0].fold, "list") || str_is(words->items[0].fold, "name")))
        return true;
    if (which && str_is(words->items[1].fold, "are"))
        return true;
    /* "What limits …", "what drives …": whatever does, all of it */
    if (words->n > 2 && str_is(words->items[0].fold, "what") &&
        str_in_words(" limits restricts affects determines drives influences prevents hinders slows hampers ",
                     words->items[1].fold))
        return true;
    for (size_t i = 2; which && i < words->n; i++)
        if ((str_is(words->items[i].fold, "there") && str_is(words->items[i - 1].fold, "are")) ||
            str_in_words(" available exist supported support ", words->items[i].fold))
            return true;
    return false;
}

/* "What did the fleet cost?", "how much rent do they pay?", "Was kostet …?" */
static bool asks_price(int kind, const struct words *words)
{
    if (kind == QUESTION_HOW_MANY)
        return has_word(words, "much") && has_one_of(words, " pay pays paid rent earn earns charge charged ");
    if (has_one_of(words, " kostet kosteten co\xc3\xbbte co\xc3\xbbtent cuesta cuestan costa costano "))
        return true;
    return kind == QUESTION_WHAT && has_one_of(words, " cost costs pay charge ") && has_one_of(words, " did does do ");
}

/* What kind of figure is asked for, if one is. */
static void read_measure(struct question *q, const struct words *words)
{
    q->measure = -1;
    q->units = "";
    if (q->kind == QUESTION_TOPIC)
        measure_in_keywords(words, &q->kind, &q->measure, &q->units);
    if (q->kind == QUESTION_WHAT && (q->measure = measure_asked(q->language, words)) >= 0)
        q->kind = QUESTION_HOW_MANY;
    for (size_t i = 0; i < words->n && q->kind == QUESTION_HOW_MANY && q->measure < 0; i++)
        q->measure = measure_kind(q->language, words->items[i].fold);
    if ((q->kind == QUESTION_WHAT || (q->kind == QUESTION_HOW_MANY && q->measure < 0)) && asks_price(q->kind, words)) {
        q->kind = QUESTION_HOW_MANY;
        q->measure = NUMBER_MONEY;
    }
    if (q->kind == QUESTION_HOW_MANY && !*q->units && language_is_english(q->language))
        q->units = measure_units(words);
    if (*q->units && q->measure < 0)
        q->measure = NUMBER_MEASURE;
    for (size_t i = 0; i + 1 < words->n; i++) {
        bool how = str_is(words->items[i].fold, "how");

        q->frequency = q->frequency || (how && has_word_at(words, i + 1, " often frequently "));
        q->ratio = q->ratio || (how && has_word_at(words, i + 1, " much ") && i + 2 < words->n &&
                                is_comparative(words->items[i + 2].fold));
    }
}

static void read_in(struct arena *arena, struct str text, const struct language *language, struct question *ret)
{
    struct words words = { 0 };

    *ret = (struct question){ .text = text, .language = language };
    words_of(arena, text, ret->language, &words);
    /* "What is a guardian good for?" */
    if (words.n > 4 && has_word_at(&words, 1, " is are ") && has_word_at(&words, words.n - 2, " good used ") &&
        has_word_at(&words, words.n - 1, " for ")) {
        words.n -= 2;
        ret->purpose = true;
    }
    ret->noun = stop_noun(ret->language, &words);
    if (ret->noun.len)
        words.items[words.n - 1].flags &= ~(unsigned) WORD_STOP;
    ret->kind = kind_of(ret->language, &words, text);
    read_measure(ret, &words);
    for (size_t i = 0; i < words.n; i++) {
        if (!is_key(&words.items[i]) || str_list_has(&ret->stems, words.items[i].stem))
            continue;
        str_list_add(arena, &ret->keywords, words.items[i].text);
        str_list_add(arena, &ret->stems, words.items[i].stem);
    }
    read_phrases(arena, ret, &words);
    read_names(arena, ret, &words);
    if (ret->kind == QUESTION_COMPARE)
        read_subjects(arena, ret);
    read_times(arena, ret, &words);
    ret->topic = topic_of(ret);
    ret->list = asks_list(&words);
    ret->listed = asks_several(&words);
    ret->several = ret->listed.len > 0;
    ret->recent = ret->recent || (ret->kind == QUESTION_YES_NO && words.n &&
                                  has_word_at(&words, 0, " is are does do has have ") && has_word(&words, "still"));
    ret->judges = ret->kind == QUESTION_YES_NO && asks_judgement(&words);
    ret->superlative = (int) wording_superlative(&words);
    ret->past = asks_past(&words);
    ret->future = asks_future(&words);
    ret->best = has_one_of(&words, " best beste besten bester mejor mejores meilleur meilleure ");
    ret->event = ret->kind == QUESTION_WHAT &&
                 has_one_of(&words, " happened geschah passierte pas\xc3\xb3 sucedi\xc3\xb3 ocurri\xc3\xb3 ");
    ret->mechanism = ret->kind == QUESTION_HOW && !ret->past && asks_mechanism(&words);
    /* "What is the fee now?" wants no definition. */
    ret->definition = ret->kind == QUESTION_WHAT && !ret->recent && asks_definition(ret, &words);
    size_t by;
    if (ret->definition && asks_what_by(&words, &by))
        ret->thing = between(ret, &words.items[by + 1], &words.items[words.n - 1]);
    else if (ret->definition && stands_in(ret))
        ret->thing = ret->phrases.items[0];
}

void question_read(struct arena *arena, struct str text, struct question *ret)
{
    read_in(arena, text, language_guess(text), ret);
}

static size_t stops_of(struct arena *arena, struct str text, const struct language *language)
{
    struct words words = { 0 };
    size_t n = 0;

    words_of(arena, text, language, &words);
    for (size_t i = 0; i < words.n; i++)
        n += !word_is_content(&words.items[i]) || asking_is_empty(language, words.items[i].fold);
    return n;
}

void question_in(struct arena *arena, struct question *q, const struct language *other)
{
    struct arena *scratch;

    if (other == q->language)
        return;
    scratch = arena_new();
    size_t own = stops_of(scratch, q->text, q->language);
    if (!own || stops_of(scratch, q->text, other) > own)
        read_in(arena, q->text, other, q);
    arena_free(scratch);
}
