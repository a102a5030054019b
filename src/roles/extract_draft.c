/* Candidates for a report without a model: sentences that state something, and
 * how well each serves the question. */
#include "roles/extract_draft.h"

#include <math.h>

#include "pages/suspect.h"
#include "text/sentence.h"
#include "text/similar.h"

enum { CANDIDATES = 6000, SENTENCE_MIN = 25, SENTENCE_MAX = 500, SKETCH_BYTES = 100000 };

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
    if (digits && digits < 3 && digits + 1 < s.len && (s.data[digits] == '.' || s.data[digits] == ')') && s.data[digits + 1] == ' ')
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

bool sentence_points_back(struct str s)
{
    static const char *const words[] = {
        "It ", "Its ", "They ", "Their ", "This ", "That ", "These ", "Those ", "He ", "She ", "But ", "And ", "So ", "Then ", "Yet ",
        "However", "Both ", "Such ", "Still", "Therefore", "Thus ", "Instead", "Es ", "Sie ", "Er ", "Das ", "Dies", "Aber ", "Il ",
        "Elle ", "Ils ", "Cela ", "Ce ", "Esto ", "Eso ", "Pero ",
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_starts(s, words[i]))
            return true;
    return (s.data[0] >= 'a' && s.data[0] <= 'z');
}

void draft_cluster(struct draft *w)
{
    struct sketch *sketches = arena_calloc(w->arena, w->sources_n + 1, sizeof *sketches);

    w->cluster = arena_calloc(w->arena, w->sources_n + 1, sizeof *w->cluster);
    for (size_t i = 0; i < w->sources_n; i++)
        sketch_of(str_sub(source_text(w->sources[i]), 0, SKETCH_BYTES), &sketches[i]);
    w->clusters_n = similar_clusters(w->arena, sketches, w->sources_n, w->cluster);
}

void draft_collect(struct draft *w)
{
    w->items = arena_calloc(w->arena, CANDIDATES, sizeof *w->items);
    w->candidates = arena_calloc(w->arena, CANDIDATES, sizeof *w->candidates);
    w->texts = arena_calloc(w->arena, CANDIDATES, sizeof *w->texts);
    for (size_t i = 0; i < w->sources_n; i++) {
        struct str text = source_text(w->sources[i]);
        struct sentences sentences = { 0 };

        sentences_of(w->arena, text, &sentences);
        for (size_t j = 0; j < sentences.n && w->n < CANDIDATES; j++) {
            struct str sentence = without_sign(str_sub(text, sentences.items[j].start, sentences.items[j].end));

            if (!is_prose(sentence))
                continue;
            w->items[w->n] = (struct select_item) { .text = sentence, .source = w->cluster[i], .position = j,
                                                    .positions = sentences.n,
                                                    .trust = llround(1000 * w->sources[i]->relevance) };
            w->texts[w->n] = sentence;
            w->candidates[w->n++] = (struct candidate) { .source = i, .cluster = w->cluster[i], .position = j };
        }
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
        for (size_t k = 0; k < have.n; k++)
            if (str_eq(have.items[k].stem, want.items[i].stem)) {
                found++;
                break;
            }
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
            c->about = (first ? sentence_speaks_of(w->arena, language, w->sources[c->source]->title, name) : w->candidates[i - 1].about) || c->about;
            found = found || c->names || c->about;
        }
        if (!found)
            str_list_add(w->arena, &w->unnamed, name);
        w->named = w->named || found;
    }
}

size_t draft_before(const struct draft *w, size_t at)
{
    if (at == 0 || w->candidates[at - 1].source != w->candidates[at].source ||
        w->candidates[at - 1].position + 1 != w->candidates[at].position || sentence_points_back(w->items[at - 1].text))
        return w->n;
    return at - 1;
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
            items[i].score = items[i].score * (draft_before(w, i) == w->n ? 5 : named && c->about ? 10 : 8) / 10;
        if (named && !c->names)
            items[i].score = items[i].score * (c->about ? 9 : 3) / 10;
    }
}

int64_t draft_least(const struct draft *w, int64_t percent)
{
    int64_t least = w->best * percent / 100;

    return least > DRAFT_LEAST ? least : DRAFT_LEAST;
}
