#include <assert.h>
#include <math.h>

#include "search/bm25.h"
#include "search/corpus_list.h"
#include "search/corpus_internal.h"
#include "judge/similar.h"
#include "text/identifier.h"
#include "text/number_words.h"
#include "text/stop_noun.h"
#include "text/wordmap.h"

enum { TERMS_MAX = 64, PHRASES_MAX = 8, LANGUAGES_MAX = 4, COUNT_MAX = 1000, LOOK_MAX = 20000, NAME_LEAST = 7 };

/* BM25F: a word of a heading counts one and a half times, one of the title, which the index says twice, three times; pairs
 * of neighbouring words of the query a fifth of a word, an end of a long word a third.
 * docs/internals/corpus.md has the measurements. */
static const double head_weight = 1.5, saturation = 1.4, pair_weight = 0.2, end_weight = 0.33;
static const double head_length = 0.5, body_length = 0.75;

struct term {
    struct str stem;
    double weight;   /* idf */
    unsigned times;  /* in the query */
    bool end;        /* the first or last letters of a word */
    bool short_name; /* a letter makes it another one: never mended */
    size_t word;     /* of the query; the same in each language */
    size_t units;    /* that have it */
};

/* Where one term stands in one segment. */
struct hitlist {
    uint32_t *units; /* from the segment's first */
    uint32_t *from;  /* of unit i: places[from[i]] up to places[from[i + 1]] */
    uint32_t *places;
    size_t n;
};

struct pair {
    size_t first, second;
    uint64_t units;
};

struct phrase {
    struct str text;
};

struct segment {
    const struct corpus_segment *row;
    size_t corpus;         /* position in the query */
    struct hitlist *lists; /* one per term */
    double *scores;
};

struct candidate {
    int64_t score, unit;
    size_t segment;
};

struct search_work {
    struct arena *arena;
    const struct corpus_query *query;
    struct corpus_row *corpora;
    const struct language *languages[LANGUAGES_MAX]; /* the most frequent first */
    size_t languages_n;
    struct term terms[TERMS_MAX];
    size_t terms_n;
    struct pair pairs[TERMS_MAX];
    size_t pairs_n;
    struct phrase phrases[PHRASES_MAX];
    size_t phrases_n;
    struct segment *segments;
    size_t segments_n, segments_capacity;
    double units, title_average, body_average;
};

static void add_language(struct search_work *w, struct str entry)
{
    ptrdiff_t colon = str_find_char(entry, ':', 0);
    const struct language *language = language_named(str_sub(entry, 0, colon < 0 ? entry.len : (size_t) colon));
    size_t at = 0;

    while (at < w->languages_n && w->languages[at] != language)
        at++;
    if (at == LANGUAGES_MAX)
        return;
    if (at == w->languages_n)
        w->languages[w->languages_n++] = language;
}

static int open_corpora(struct search_work *w, struct db *db, struct error *e)
{
    int r;

    w->corpora = arena_calloc(w->arena, w->query->corpora_n, sizeof *w->corpora);
    for (size_t c = 0; c < w->query->corpora_n; c++) {
        struct corpus_segment *rows;
        struct str rest, code;
        size_t n;

        if ((r = corpus_record_find(db, w->query->corpora[c], w->arena, &w->corpora[c], e)) < 0 ||
            (r = corpus_record_segments(db, w->corpora[c].id, w->arena, &rows, &n, e)) < 0)
            return r;
        rest = w->corpora[c].languages;
        while (str_next(&rest, ' ', &code))
            add_language(w, code);
        for (size_t i = 0; i < n; i++) {
            w->segments = arena_grow(w->arena, w->segments, &w->segments_capacity, w->segments_n + 1,
                                     sizeof *w->segments);
            w->segments[w->segments_n++] = (struct segment){ .row = &rows[i], .corpus = c };
            w->title_average += (double) rows[i].title_words;
            w->body_average += (double) rows[i].body_words;
            for (int64_t u = 0; u < rows[i].units_n; u++)
                w->units += rows[i].lengths[u].alive;
        }
    }
    if (!w->languages_n)
        add_language(w, str(""));
    w->title_average = fmax(w->title_average / fmax(w->units, 1), 1);
    w->body_average = fmax(w->body_average / fmax(w->units, 1), 1);
    return 0;
}

static size_t add_term(struct search_work *w, struct str stem, size_t word)
{
    for (size_t i = 0; i < w->terms_n; i++) {
        if (str_eq(w->terms[i].stem, stem)) {
            w->terms[i].times++;
            return i;
        }
    }
    if (w->terms_n == TERMS_MAX)
        return SIZE_MAX;
    w->terms[w->terms_n] = (struct term){ .stem = stem, .times = 1, .word = word };
    return w->terms_n++;
}

/* Parts of compounds: a word of the query may be the first or the last part of a longer one. */
static void add_ends(struct search_work *w, const struct language *language, struct str stem, size_t word)
{
    struct str ends[CORPUS_ENDS];
    size_t n = corpus_ends(w->arena, language, stem, false, ends);

    for (size_t i = 0; i < n; i++) {
        size_t at = add_term(w, ends[i], 2 * word + i);

        if (at != SIZE_MAX)
            w->terms[at].end = true;
    }
}

/* "10" for "ten" and the other way round, as the index has it; empty for what is no such number. */
static struct str other_spelling(struct search_work *w, const struct language *language, const struct word *word)
{
    if (!(word->flags & WORD_NUMBER))
        return number_word_digits(language, word->fold);
    struct str spelt = number_digits_word(language, word->fold);
    return spelt.len ? language_stem(language, w->arena, spelt) : spelt;
}

static size_t first_like(const struct words *words, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (str_eq(words->items[i].fold, words->items[at].fold))
            return i;
    return at;
}

/* Words of the query by each language of the corpora; only stop words: they count. What is a stop word where the query is
 * at home is none in another language either ("die" of a German query is no English verb). */
static void read_words(struct search_work *w, struct str text, bool stops)
{
    struct words own = { 0 };

    words_of(w->arena, text, language_guess(text), &own);
    bool noun = stop_noun(language_guess(text), &own).len;
    for (size_t l = 0; l < w->languages_n; l++) {
        struct words words = { 0 };
        size_t last = SIZE_MAX;

        words_of(w->arena, text, w->languages[l], &words);
        for (size_t i = 0; i < words.n; i++) {
            bool stop = !word_is_content(&words.items[i]) ||
                        (i < own.n && own.items[i].start == words.items[i].start && !word_is_content(&own.items[i]));
            size_t at;

            if (stop && !stops && !(noun && i + 1 == words.n))
                continue;
            at = add_term(w, corpus_term(w->arena, w->languages[l], words.items[i].stem), first_like(&words, i));
            if (at != SIZE_MAX)
                w->terms[at].short_name = (words.items[i].flags & WORD_CAPITAL) && words.items[i].text.len < NAME_LEAST;
            if (at != SIZE_MAX && last != SIZE_MAX && at != last && w->pairs_n < TERMS_MAX)
                w->pairs[w->pairs_n++] = (struct pair){ last, at, 0 };
            last = at;
            struct str other = other_spelling(w, w->languages[l], &words.items[i]);
            if (other.len)
                add_term(w, corpus_term(w->arena, w->languages[l], other), first_like(&words, i));
            if (!(words.items[i].flags & (WORD_NUMBER | WORD_CJK)))
                add_ends(w, w->languages[l], words.items[i].stem, words.n + i);
        }
    }
}

static void read_identifiers(struct search_work *w, struct str text)
{
    struct str name;
    size_t at = 0;

    while (identifier_next(text, &at, &name))
        add_term(w, str_lower_ascii(w->arena, name), SIZE_MAX - at);
}

static void read_phrases(struct search_work *w, struct str text)
{
    ptrdiff_t start = 0, end;

    while (w->phrases_n < PHRASES_MAX && (start = str_find_char(text, '"', (size_t) start)) >= 0 &&
           (end = str_find_char(text, '"', (size_t) start + 1)) > 0) {
        struct str phrase = str_trim(str_sub(text, (size_t) start + 1, (size_t) end));

        if (phrase.len)
            w->phrases[w->phrases_n++].text = phrase;
        start = end + 1;
    }
}

/* Lists are read once into arrays: words and pairs both need them. */
static void decode(struct search_work *w, struct segment *segment, struct hitlist *ret, struct str list)
{
    struct list_cursor *cursor = arena_alloc(w->arena, sizeof *cursor);
    uint64_t units = list_units(list);
    size_t places = 0;

    if (units > (uint64_t) segment->row->units_n)
        units = (uint64_t) segment->row->units_n;
    ret->units = arena_calloc(w->arena, units + 1, sizeof *ret->units);
    ret->from = arena_calloc(w->arena, units + 2, sizeof *ret->from);
    /* A place is a byte at least. */
    ret->places = arena_calloc(w->arena, list.len + 1, sizeof *ret->places);
    list_begin(cursor, list);
    while (ret->n < units && list_next(cursor)) {
        int64_t unit = cursor->unit - segment->row->first_unit;

        if (unit < 0 || unit >= segment->row->units_n || !segment->row->lengths[unit].alive)
            continue;
        ret->units[ret->n] = (uint32_t) unit;
        ret->from[ret->n++] = (uint32_t) places;
        memcpy(ret->places + places, cursor->places, cursor->places_n * sizeof *ret->places);
        places += cursor->places_n;
    }
    ret->from[ret->n] = (uint32_t) places;
}

static int read_list(struct search_work *w, struct db *db, struct segment *segment, size_t t, struct error *e)
{
    struct str list;
    int r = corpus_record_term(db, segment->row->id, w->terms[t].stem, w->arena, &list, e);

    if (r == 0 && list.len)
        decode(w, segment, &segment->lists[t], list);
    return r;
}

static int read_lists(struct search_work *w, struct db *db, struct error *e)
{
    int r = 0;

    for (size_t s = 0; s < w->segments_n; s++) {
        w->segments[s].lists = arena_calloc(w->arena, w->terms_n + 1, sizeof *w->segments[s].lists);
        for (size_t t = 0; t < w->terms_n && r == 0; t++)
            r = read_list(w, db, &w->segments[s], t, e);
    }
    return r;
}

/* No unit has this word, in any language. */
static bool is_nowhere(const struct search_work *w, size_t t)
{
    for (size_t k = 0; k < w->terms_n; k++)
        for (size_t s = 0; s < w->segments_n && w->terms[k].word == w->terms[t].word; s++)
            if (w->segments[s].lists[k].n)
                return false;
    return !w->terms[t].end;
}

/* Words that stand nowhere are read as the nearest that do. */
static int mend_slips(struct search_work *w, struct db *db, struct error *e)
{
    int r = 0;

    for (size_t t = 0; t < w->terms_n && r == 0; t++) {
        struct corpus_near near = { 0 };

        if (w->terms[t].short_name || !is_nowhere(w, t))
            continue;
        for (size_t s = 0; s < w->segments_n && r == 0; s++)
            r = corpus_near_term(db, w->arena, w->segments[s].row->id, w->terms[t].stem, &near, e);
        if (!near.wrong)
            continue;
        w->terms[t].stem = near.term;
        for (size_t s = 0; s < w->segments_n && r == 0; s++)
            r = read_list(w, db, &w->segments[s], t, e);
    }
    return r;
}

/* Rare among all units: in a corpus that is mostly English a German word is rare, and that is why it tells. Counted within
 * its own few documents it would weigh next to nothing, and any English word the query shares by chance would win. */
static double rarity(const struct search_work *w, double units) { return bm25_rarity(w->units, units); }

static void add_score(const struct search_work *w, struct segment *segment, uint32_t unit, double title, double body,
                      double weight)
{
    const struct corpus_length *length = &segment->row->lengths[unit];
    double often = head_weight * bm25_often(title, length->title, w->title_average, head_length) +
                   bm25_often(body, length->body, w->body_average, body_length);

    segment->scores[unit] += weight * bm25_part(often, saturation);
}

static void score_terms(struct search_work *w)
{
    for (size_t t = 0; t < w->terms_n; t++)
        for (size_t s = 0; s < w->segments_n; s++)
            w->terms[t].units += w->segments[s].lists[t].n;
    for (size_t t = 0; t < w->terms_n; t++) {
        size_t units = 0;

        /* A name that all languages have is as rare in each of them. */
        for (size_t k = 0; k < w->terms_n; k++)
            units += w->terms[k].word == w->terms[t].word ? w->terms[k].units : 0;
        w->terms[t].weight = rarity(w, (double) units) * (w->terms[t].end ? end_weight : 1);
        for (size_t s = 0; s < w->segments_n; s++) {
            struct segment *segment = &w->segments[s];
            const struct hitlist *list = &segment->lists[t];

            for (size_t i = 0; i < list->n; i++) {
                unsigned border = segment->row->lengths[list->units[i]].title, title = 0,
                         all = list->from[i + 1] - list->from[i];

                while (title < all && list->places[list->from[i] + title] < border)
                    title++;
                add_score(w, segment, list->units[i], title, all - title, w->terms[t].weight * w->terms[t].times);
            }
        }
    }
}

struct pair_count {
    double title, body;
};

/* How often the second stands right behind the first. */
static struct pair_count count_pair(const struct hitlist *a, size_t i, const struct hitlist *b, size_t k,
                                    unsigned border)
{
    struct pair_count count = { 0 };
    uint32_t x = a->from[i], y = b->from[k];

    while (x < a->from[i + 1] && y < b->from[k + 1]) {
        if (a->places[x] + 1 == b->places[y]) {
            *(b->places[y] < border ? &count.title : &count.body) += 1;
            x++;
            y++;
        } else if (a->places[x] + 1 < b->places[y]) {
            x++;
        } else {
            y++;
        }
    }
    return count;
}

/* Two rounds: how many units have the pair, then their scores. */
static void score_pair(struct search_work *w, struct pair *pair)
{
    for (int round = 0; round < 2; round++) {
        double weight = round ? pair_weight * rarity(w, (double) pair->units) : 0;

        for (size_t s = 0; s < w->segments_n && (round == 0 || pair->units); s++) {
            struct segment *segment = &w->segments[s];
            const struct hitlist *a = &segment->lists[pair->first], *b = &segment->lists[pair->second];

            for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
                if (a->units[i] != b->units[k]) {
                    if (a->units[i] < b->units[k])
                        i++;
                    else
                        k++;
                    continue;
                }
                struct pair_count n = count_pair(a, i, b, k, segment->row->lengths[a->units[i]].title);
                if (n.title + n.body > 0 && round)
                    add_score(w, segment, a->units[i], n.title, n.body, weight);
                pair->units += !round && n.title + n.body > 0;
                i++;
                k++;
            }
        }
    }
}

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->segment != b->segment ? a->segment < b->segment : a->unit < b->unit;
}

/* A heap of the best so far, the worst on top. */
static void sift(struct candidate *heap, size_t n, size_t at)
{
    for (;;) {
        size_t worst = at;
        struct candidate swap = heap[at];

        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < n; child++)
            if (is_better(&heap[worst], &heap[child]))
                worst = child;
        if (worst == at)
            return;
        heap[at] = heap[worst];
        heap[worst] = swap;
        at = worst;
    }
}

static size_t best_units(struct search_work *w, size_t most, struct candidate **ret)
{
    struct candidate *heap = arena_calloc(w->arena, most, sizeof *heap);
    size_t n = 0;

    for (size_t s = 0; s < w->segments_n; s++) {
        for (int64_t u = 0; u < w->segments[s].row->units_n; u++) {
            struct candidate c = { llround(w->segments[s].scores[u] * 1000), w->segments[s].row->first_unit + u, s };

            if (c.score <= 0)
                continue;
            if (n < most) {
                heap[n++] = c;
                if (n == most)
                    for (size_t i = most / 2 + 1; i-- > 0;)
                        sift(heap, n, i);
            } else if (is_better(&c, &heap[0])) {
                heap[0] = c;
                sift(heap, n, 0);
            }
        }
    }
    if (n < most)
        for (size_t i = n / 2 + 1; i-- > 0;)
            sift(heap, n, i);
    /* Worst to the end, one by one: what is left is sorted, the best first. */
    for (size_t end = n; end > 1; end--) {
        struct candidate swap = heap[0];

        heap[0] = heap[end - 1];
        heap[end - 1] = swap;
        sift(heap, end - 1, 0);
    }
    *ret = heap;
    return n;
}

static bool has_phrase(const struct words *words, const struct words *phrase)
{
    for (size_t i = 0; i + phrase->n <= words->n; i++) {
        size_t k = 0;

        while (k < phrase->n && str_eq(words->items[i + k].stem, phrase->items[k].stem))
            k++;
        if (k == phrase->n)
            return true;
    }
    return false;
}

/* Every quoted phrase stands in the title or the text of the unit, inflected as it may be. */
static bool has_phrases(const struct search_work *w, const struct language *language, struct str title, struct str text)
{
    struct arena *arena = arena_new();
    struct words words = { 0 }, head = { 0 };
    bool all = true;

    words_of(arena, text, language, &words);
    words_of(arena, title, language, &head);
    for (size_t i = 0; i < w->phrases_n && all; i++) {
        struct words phrase = { 0 };

        words_of(arena, w->phrases[i].text, language, &phrase);
        all = has_phrase(&words, &phrase) || has_phrase(&head, &phrase);
    }
    arena_free(arena);
    return all;
}

/* Adds a word of the query, by its stem, with what it weighs; what the query does not look for is left out. */
static void weigh_term(struct search_work *w, const struct language *language, struct str stem,
                       struct weighed_term *terms, size_t *n)
{
    struct str term = corpus_term(w->arena, language, stem);

    for (size_t t = 0; t < w->terms_n && *n < TERMS_MAX; t++) {
        if (!str_eq(w->terms[t].stem, term))
            continue;
        terms[(*n)++] = (struct weighed_term){ stem, w->terms[t].weight };
        break;
    }
}

static struct str find_passage(struct search_work *w, struct str text, struct str code)
{
    const struct language *language = language_named(code);
    struct words words = { 0 };
    struct weighed_term terms[TERMS_MAX];
    size_t n = 0;

    words_of(w->arena, w->query->text, language, &words);
    for (size_t i = 0; i < words.n; i++) {
        struct str other = other_spelling(w, language, &words.items[i]);

        weigh_term(w, language, words.items[i].stem, terms, &n);
        if (other.len)
            weigh_term(w, language, other, terms, &n);
    }
    return corpus_passage(w->arena, text, language, terms, n);
}

/* Is it a near copy of one of the hits before it? Of what matched, that is: a release printed inside a longer page. */
static void find_copy(struct str text, struct sketch *sketches, const struct corpus_hits *hits, struct corpus_hit *hit)
{
    sketch_of(text, &sketches[hits->n]);
    for (size_t i = 0; i < hits->n && !hit->copy_of.len; i++)
        if (!hits->items[i].copy_of.len && sketch_near(&sketches[i], &sketches[hits->n]))
            hit->copy_of = hits->items[i].name;
}

/* The others first, each group in its order. */
static void put_copies_last(struct arena *arena, struct corpus_hits *hits)
{
    struct corpus_hit *sorted = arena_calloc(arena, hits->n + 1, sizeof *sorted);
    size_t n = 0;

    for (int copies = 0; copies < 2; copies++)
        for (size_t i = 0; i < hits->n; i++)
            if ((hits->items[i].copy_of.len > 0) == copies)
                sorted[n++] = hits->items[i];
    hits->items = sorted;
}

/* "en:512 de:40": documents per language. */
static int64_t documents_of(const struct corpus_row *corpus)
{
    struct str rest = corpus->languages, entry;
    int64_t sum = 0, n;

    while (str_next(&rest, ' ', &entry)) {
        ptrdiff_t colon = str_find_char(entry, ':', 0);

        if (colon >= 0 && str_to_int(str_sub(entry, (size_t) colon + 1, entry.len), &n))
            sum += n;
    }
    return sum;
}

/* What is made of units, the best first: a hit for each document, and sketches of the hits where copies are sought. */
struct collection {
    struct db *db;
    struct wordmap seen; /* the documents */
    struct sketch *sketches;
    struct corpus_hits *hits;
    size_t copies; /* of the hits: near copies of a better one */
};

/* Adds a hit for a unit, unless its document is gone, does not fit or has one. */
static int take_unit(struct search_work *w, struct collection *c, const struct candidate *unit, struct error *e)
{
    const struct corpus_row *corpus = &w->corpora[w->segments[unit->segment].corpus];
    struct corpus_unit_row row;
    const struct corpus_document_row *d = &row.document;
    struct str text = { 0 };
    bool fresh;
    int r = corpus_record_unit(c->db, corpus->id, unit->unit, w->arena, &row, e);

    if (r < 0)
        return r == -ERROR_NOT_FOUND ? 0 : r;
    if (!corpus_query_fits(w->query, d))
        return 0;
    if ((w->query->passages || w->phrases_n) &&
        (r = blob_get_range(c->db, d->text_hash, row.start, row.end, w->arena, &text, e)) < 0)
        return r;
    if (w->phrases_n && !has_phrases(w, language_named(d->language), d->title, text))
        return 0;
    wordmap_intern(&c->seen, str_n(arena_copy(w->arena, &d->id, sizeof d->id), sizeof d->id), 1, false, &fresh);
    if (!fresh)
        return 0;
    struct corpus_hit hit = { .corpus = corpus->name,
                              .name = d->name,
                              .title = d->title,
                              .url = d->url,
                              .date = d->date,
                              .text_hash = d->text_hash,
                              .document = d->id,
                              .score = unit->score,
                              .start = row.start,
                              .end = row.end };
    if (w->query->passages) {
        hit.passage = find_passage(w, text, d->language);
        hit.start += (size_t) (hit.passage.data - text.data);
        hit.end = hit.start + hit.passage.len;
        find_copy(text, c->sketches, c->hits, &hit);
        c->copies += hit.copy_of.len > 0;
    }
    c->hits->items[c->hits->n++] = hit;
    return 0;
}

/* Best unit of each document that fits, until there are enough. Near copies (the pages of a manual and what they were made
 * from) take no other document's place; they fill up what is left. */
static int collect(struct search_work *w, struct collection *c, const struct candidate *units, size_t units_n,
                   size_t count, struct error *e)
{
    size_t most = w->query->passages ? 2 * count : count;
    int r = 0;

    *c->hits = (struct corpus_hits){ .items = arena_calloc(w->arena, most, sizeof *c->hits->items) };
    for (size_t i = 0; i < w->query->corpora_n; i++)
        c->hits->documents += documents_of(&w->corpora[i]);
    if (w->query->passages)
        c->sketches = arena_calloc(w->arena, most, sizeof *c->sketches);
    wordmap_init(&c->seen, w->arena, most);
    for (size_t i = 0; i < units_n && c->hits->n < most && c->hits->n - c->copies < count && r == 0; i++)
        r = take_unit(w, c, &units[i], e);
    if (r == 0 && w->query->passages)
        put_copies_last(w->arena, c->hits);
    c->hits->n = c->hits->n < count ? c->hits->n : count;
    return r;
}

static int search(struct search_work *w, struct db *db, struct corpus_hits *ret, struct error *e)
{
    const struct corpus_query *q = w->query;
    size_t count = (size_t) (q->count <= 0          ? 10
                             : q->count > COUNT_MAX ? COUNT_MAX
                                                    : q->count),
           n, most = 3 * count + 50;
    struct candidate *units;
    int r = open_corpora(w, db, e);

    if (r < 0)
        return r;
    read_words(w, q->text, false);
    if (!w->terms_n)
        read_words(w, q->text, true);
    read_identifiers(w, q->text);
    read_phrases(w, q->text);
    if ((r = read_lists(w, db, e)) < 0 || (r = mend_slips(w, db, e)) < 0)
        return r;
    for (size_t s = 0; s < w->segments_n; s++)
        w->segments[s].scores = arena_calloc(w->arena, (size_t) w->segments[s].row->units_n + 1, sizeof(double));
    score_terms(w);
    for (size_t i = 0; i < w->pairs_n; i++)
        score_pair(w, &w->pairs[i]);
    /* A filter is applied afterwards, so more hits than asked for are needed. */
    if (w->phrases_n || q->since.len || q->until.len || q->include_domains || q->exclude_domains)
        most = LOOK_MAX;
    n = best_units(w, most, &units);
    return collect(w, &(struct collection){ .db = db, .hits = ret }, units, n, count, e);
}

int corpus_search(struct store *store, struct arena *arena, const struct corpus_query *query, struct corpus_hits *ret,
                  struct error *e)
{
    struct search_work *w = arena_alloc(arena, sizeof *w);
    struct corpus_hits hits;
    struct db *db;
    int r;

    assert(query->corpora_n > 0);
    w->arena = arena;
    w->query = query;
    if ((r = store_read_begin(store, &db, e)) < 0)
        return r;
    r = search(w, db, &hits, e);
    store_read_end(store, db);
    if (r < 0)
        return r;
    *ret = hits;
    return 0;
}

int corpus_text(struct store *store, struct arena *arena, const struct corpus_hit *hit, struct str *ret,
                struct str *ret_pages, struct error *e)
{
    struct str text, pages = { 0 };
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    r = blob_get(db, hit->text_hash, arena, &text, e);
    if (r == 0 && ret_pages)
        r = corpus_record_pages(db, hit->document, arena, &pages, e);
    store_read_end(store, db);
    if (r < 0)
        return r;
    *ret = text;
    if (ret_pages)
        *ret_pages = pages;
    return 0;
}
