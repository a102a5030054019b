/* Candidates for a report without a model: sentences that state something, and
 * how well each serves the question. */
#include "extractive/draft.h"

#include <math.h>

#include "pages/suspect.h"
#include "text/numbers.h"
#include "text/sentence.h"
#include "judge/similar.h"

enum { CANDIDATES = 6000, SENTENCE_MIN = 25, SENTENCE_MAX = 500, SKETCH_BYTES = 100000, CONTEXT_MOST = 3 };

/* Signs of lists and quotes are not part of a sentence. */
static struct str without_sign(struct str s)
{
    size_t digits = 0;

    s = str_trim(s);
    while (s.len > 2 && strchr("-*>+", s.data[0]) && s.data[1] == ' ')
        s = str_trim(str_sub(s, 2, s.len));
    if (str_starts(s, "\u2022"))
        s = str_trim(str_sub(s, 3, s.len));
    while (digits < s.len && s.data[digits] >= '0' && s.data[digits] <= '9')
        digits++;
    if (digits && digits < 3 && digits + 1 < s.len && (s.data[digits] == '.' || s.data[digits] == ')') &&
        s.data[digits + 1] == ' ')
        s = str_trim(str_sub(s, digits + 1, s.len));
    return s;
}

/* Running text that states something: no headings, tables, code, questions or scraps. */
static bool is_prose(struct str s)
{
    static const char ends[] = ".!\"')]:";
    size_t letters = 0;

    if (s.len < SENTENCE_MIN || s.len > SENTENCE_MAX || strchr("#|`<{", s.data[0]) || str_ends(s, "?"))
        return false;
    if (!strchr(ends, s.data[s.len - 1]) && !((unsigned char) s.data[s.len - 1] & 0x80))
        return false;
    if (str_ends(s, ":"))
        return false;
    for (size_t i = 0; i < s.len; i++)
        letters += (s.data[i] | 32) >= 'a' && (s.data[i] | 32) <= 'z' ? 1 : ((unsigned char) s.data[i] & 0x80) ? 1 : 0;
    return letters * 2 > s.len && !str_contains(s, " | ") && str_empty(suspect_find(s));
}

/* "On the grid it has found two places": a pronoun among the first words means something said before. */
static bool leans_early(struct str s)
{
    static const char *const words[] = { "it", "its", "they", "them", "their", "this", "these", "those" };
    struct str word;

    for (int n = 0; n < 5 && str_next(&s, ' ', &word); n++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (str_is(word, words[i]))
                return true;
    return false;
}

/* A word inside that means something before, which need not be shown. */
static bool leans(struct str s)
{
    return str_contains(s, " this ") || str_contains(s, " these ") || str_contains(s, " such ");
}

/* "The company claims …": one that was named before. */
static bool means_named(struct str s)
{
    static const char *const known[] = { "company ",  "company's ", "plant ",   "station ",  "project ", "study ",
                                         "report ",   "authors ",   "utility ", "operator ", "maker ",   "city ",
                                         "building ", "document ",  "event ",   "group " };

    static const char *const own[] = { "at ", "in ", "of ", "near ", "on ", "named ", "called ", "by " };

    for (size_t i = 0; str_starts(s, "The ") && i < sizeof known / sizeof *known; i++) {
        struct str rest = str_sub(s, 4, s.len);
        bool named = false;

        if (!str_starts(rest, known[i]))
            continue;
        rest = str_sub(rest, strlen(known[i]), rest.len);
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            named = named || str_starts(rest, own[k]);
        return !named;
    }
    return false;
}

static bool has_name(struct str s)
{
    for (size_t i = 1; i + 1 < s.len; i++)
        if (s.data[i - 1] == ' ' && s.data[i] >= 'A' && s.data[i] <= 'Z' && s.data[i + 1] >= 'a' &&
            s.data[i + 1] <= 'z')
            return true;
    return false;
}

bool sentence_points_back(struct str s)
{
    static const char *const words[] = {
        "It ",        "Its ",       "They ",     "Their ",    "This ",    "That ",         "These ",       "Those ",
        "He ",        "She ",       "But ",      "And ",      "So ",      "Then ",         "Yet ",         "However",
        "Both ",      "Such ",      "Still",     "Therefore", "Thus ",    "Instead",       "Because ",     "The last ",
        "The latter", "The former", "The same ", "The other", "The two ", "The first one", "Without them", "With them",
        "Es ",        "Sie ",       "Er ",       "Das ",      "Dies",     "Aber ",         "Il ",          "Elle ",
        "Ils ",       "Cela ",      "Ce ",       "Esto ",     "Eso ",     "Pero ",
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_starts(s, words[i]))
            return true;
    return (s.data[0] >= 'a' && s.data[0] <= 'z') || leans_early(s) || means_named(s);
}

void draft_cluster(struct draft *w)
{
    struct sketch *sketches = arena_calloc(w->arena, w->sources_n + 1, sizeof *sketches);

    w->cluster = arena_calloc(w->arena, w->sources_n + 1, sizeof *w->cluster);
    for (size_t i = 0; i < w->sources_n; i++)
        sketch_of(str_sub(source_text(w->sources[i]), 0, SKETCH_BYTES), &sketches[i]);
    w->clusters_n = similar_clusters(w->arena, sketches, w->sources_n, w->cluster);
}

/* Nothing but blanks between two sentences: they stand in one paragraph and line. */
static bool is_one_line(struct str text, const struct span *a, const struct span *b)
{
    for (size_t i = a->end; i < b->start; i++)
        if (text.data[i] != ' ')
            return false;
    return true;
}

static size_t blanks_in(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += s.data[i] == ' ';
    return n;
}

/* A question belongs to the answer behind it, a word or two ("Auxiliary power.") to what it announces. */
static size_t join_to(struct str text, const struct sentences *sentences, size_t at)
{
    struct str s = without_sign(str_sub(text, sentences->items[at].start, sentences->items[at].end));
    bool joins = str_ends(s, "?") || (s.len < SENTENCE_MIN && str_ends(s, ".") && blanks_in(s) < 2);

    return joins && at + 1 < sentences->n && is_one_line(text, &sentences->items[at], &sentences->items[at + 1])
               ? at + 1
               : at;
}

static struct str heading_text(struct str s)
{
    while (s.len && (s.data[0] == '#' || s.data[0] == ' '))
        s = str_sub(s, 1, s.len);
    return s;
}

/* What stands beside each: the candidate before and the one behind. */
static void add_neighbours(struct draft *w, size_t first)
{
    for (size_t i = first; i < w->n; i++) {
        struct str before = i > first ? w->texts[i - 1] : str(""), behind = i + 1 < w->n ? w->texts[i + 1] : str("");

        w->items[i].near = str_format(w->arena, "%.*s %.*s", STR_ARG(before), STR_ARG(behind));
    }
}

/* The most sentences that may come of one source, so that all of them together find room: long ones give way. */
static size_t fair_share(const struct sentences *all, size_t n)
{
    size_t low = 1, high = CANDIDATES;

    while (low < high) {
        size_t share = (low + high + 1) / 2, sum = 0;

        for (size_t i = 0; i < n; i++)
            sum += all[i].n < share ? all[i].n : share;
        if (sum <= CANDIDATES)
            low = share;
        else
            high = share - 1;
    }
    return low;
}

void draft_collect(struct draft *w)
{
    struct sentences *all = arena_calloc(w->arena, w->sources_n + 1, sizeof *all);

    for (size_t i = 0; i < w->sources_n; i++)
        sentences_of(w->arena, source_text(w->sources[i]), &all[i]);
    size_t share = fair_share(all, w->sources_n);
    w->items = arena_calloc(w->arena, CANDIDATES, sizeof *w->items);
    w->candidates = arena_calloc(w->arena, CANDIDATES, sizeof *w->candidates);
    w->texts = arena_calloc(w->arena, CANDIDATES, sizeof *w->texts);
    for (size_t i = 0; i < w->sources_n; i++) {
        struct str text = source_text(w->sources[i]), context = w->sources[i]->title;
        const struct sentences sentences = all[i];
        size_t first = w->n;

        for (size_t j = 0, last; j < sentences.n && w->n < CANDIDATES && w->n - first < share; j = last + 1) {
            last = join_to(text, &sentences, j);
            struct str sentence = without_sign(str_sub(text, sentences.items[j].start, sentences.items[last].end));

            if (str_starts(sentence, "#"))
                context = str_format(w->arena, "%.*s %.*s", STR_ARG(w->sources[i]->title),
                                     STR_ARG(heading_text(sentence)));
            if (!is_prose(sentence))
                continue;
            w->items[w->n] = (struct select_item){ .text = sentence,
                                                   .source = w->cluster[i],
                                                   .position = j,
                                                   .positions = sentences.n,
                                                   .context = context,
                                                   .trust = llround(1000 * w->sources[i]->relevance) };
            w->texts[w->n] = sentence;
            w->candidates[w->n++] = (struct candidate){
                .source = i, .cluster = w->cluster[i], .position = j, .last = last
            };
        }
        add_neighbours(w, first);
    }
}

bool sentence_speaks_of(struct arena *arena, const struct language *language, struct str text, struct str phrase)
{
    struct words have = { 0 }, want = { 0 };
    size_t found = 0, n = 0;

    words_of(arena, text, language, &have);
    words_of(arena, phrase, language, &want);
    for (size_t i = 0; i < want.n; i++) {
        if (!word_is_content(&want.items[i]))
            continue;
        n++;
        bool here = stem_is_inside(language, want.items[i].stem, text);

        for (size_t k = 0; k < have.n && !here; k++)
            here = str_eq(have.items[k].stem, want.items[i].stem);
        found += here;
    }
    return n > 0 && found == n;
}

/* Who names a thing wants to hear of that thing: which sentences do, and which documents are about it. */
void draft_names(struct draft *w)
{
    const struct language *language = w->question.language;

    for (size_t k = 0; k < w->question.entities.n; k++) {
        struct str name = w->question.entities.items[k];
        bool found = false;

        for (size_t i = 0; i < w->n; i++) {
            struct candidate *c = &w->candidates[i];
            bool first = i == 0 || w->candidates[i - 1].source != c->source;

            c->names = sentence_speaks_of(w->arena, language, w->items[i].text, name) || c->names;
            c->about = (first ? sentence_speaks_of(w->arena, language, w->sources[c->source]->title, name)
                              : w->candidates[i - 1].about) ||
                       c->about;
            found = found || c->names || c->about;
        }
        if (!found)
            str_list_add(w->arena, &w->unnamed, name);
        w->named = w->named || found;
    }
}

size_t draft_from(const struct draft *w, size_t at)
{
    size_t from = at;

    while (sentence_points_back(w->texts[from]) || (from < at && leans(w->texts[from]))) {
        if (from == 0 || at - from == CONTEXT_MOST || w->candidates[from - 1].source != w->candidates[from].source ||
            w->candidates[from - 1].last + 1 != w->candidates[from].position)
            return sentence_points_back(w->texts[from]) ? w->n : from;
        if (means_named(w->texts[from]) && !has_name(w->texts[from - 1]))
            return w->n;
        from--;
    }
    return from;
}

/* Who names a year is told of that one: in tenths. */
static int64_t year_weight(struct arena *arena, const struct question *question, struct str text)
{
    struct numbers numbers = { 0 };
    bool other = false;

    numbers_of(arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++) {
        const struct number *n = &numbers.items[i];

        if (n->kind != NUMBER_DATE || !n->has_year)
            continue;
        if (n->high >= question->first_year && n->low <= question->last_year)
            return 10;
        other = true;
    }
    return other ? 6 : 9;
}

/* In a document about the thing named, a sentence is about it too without naming it. */
void draft_score(struct draft *w, const struct question *question, struct select_item *items)
{
    bool named = w->named;
    struct str names = str_join(w->arena, w->question.entities.items, w->question.entities.n, " ");

    for (size_t i = 0; i < w->n && named; i++)
        if (w->candidates[i].about && !w->candidates[i].names)
            items[i].text = str_format(w->arena, "%.*s %.*s", STR_ARG(names), STR_ARG(items[i].text));
    select_score(w->arena, question, items, w->n);
    for (size_t i = 0; i < w->n; i++) {
        const struct candidate *c = &w->candidates[i];
        struct str text = items[i].text = w->texts[i];

        if (sentence_points_back(text))
            items[i].score = items[i].score * (draft_from(w, i) == w->n ? 5 : named && c->about ? 10 : 8) / 10;
        if (named && !c->names)
            items[i].score = items[i].score * (c->about ? 8 : 3) / 10;
        if (question->first_year)
            items[i].score = items[i].score * year_weight(w->arena, question, text) / 10;
    }
}

int64_t draft_least(const struct draft *w, int64_t percent)
{
    int64_t least = w->best * percent / 100, floor = w->n < DRAFT_LITTLE ? DRAFT_LEAST / 2 : DRAFT_LEAST;

    return least > floor ? least : floor;
}
