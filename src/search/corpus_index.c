#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "search/corpus_list.h"
#include "search/corpus_internal.h"
#include "text/identifier.h"
#include "text/utf8.h"
#include "text/wordmap.h"

enum { STOP = UINT32_MAX, PLACES_KEPT = 65536 };

struct term {
    struct str name;
    char *list;
    size_t len, capacity;
    uint32_t units, last;
};

/* Words as they are written lead to their term at once: folding and stemming
 * happen once per spelling and batch. */
struct spelling {
    const struct language *language;
    struct wordmap terms;
    bool compounds; /* the language joins words */
};

enum { SPELLINGS = 20 };

struct corpus_index {
    struct arena *arena;
    struct wordmap names;
    struct term *terms;
    size_t terms_n, terms_capacity;
    struct spelling spellings[SPELLINGS];
    size_t spellings_n;
    uint32_t units;
    size_t bytes;
    uint64_t *places; /* term << 32 | place, of the unit being read */
    size_t places_n;
};

struct corpus_index *corpus_index_new(struct arena *arena)
{
    struct corpus_index *index = arena_alloc(arena, sizeof *index);

    index->arena = arena;
    wordmap_init(&index->names, arena, 4096);
    index->places = arena_calloc(arena, PLACES_KEPT, sizeof *index->places);
    return index;
}

static struct spelling *spelling_of(struct corpus_index *index, const struct language *language)
{
    for (size_t i = 0; i < index->spellings_n; i++)
        if (index->spellings[i].language == language)
            return &index->spellings[i];
    assert(index->spellings_n < SPELLINGS);
    struct spelling *s = &index->spellings[index->spellings_n++];
    s->language = language;
    s->compounds = corpus_ends(index->arena, language, str("speicherleistung"), true, (struct str[CORPUS_ENDS]){ 0 }) >
                   0;
    wordmap_init(&s->terms, index->arena, 4096);
    return s;
}

struct str corpus_term(struct arena *arena, const struct language *language, struct str stem)
{
    stem = utf8_cut_bytes(stem, 80);
    if (language_is_english(language))
        return stem;
    return str_format(arena, "%s:%.*s", language_code(language), STR_ARG(stem));
}

static uint32_t intern(struct corpus_index *index, struct str name)
{
    bool fresh;
    uint32_t term = wordmap_intern(&index->names, name, (uint32_t) index->terms_n, true, &fresh);

    if (fresh) {
        index->terms = arena_grow(index->arena, index->terms, &index->terms_capacity, index->terms_n + 1,
                                  sizeof *index->terms);
        index->terms[index->terms_n++] = (struct term){ .name = str_dup(index->arena, name) };
        index->bytes += sizeof(struct term) + 2 * name.len + 96;
    }
    return term;
}

static uint32_t term_of(struct corpus_index *index, struct spelling *spelling, const struct word *word)
{
    int64_t known = wordmap_get(&spelling->terms, word->text);
    struct str fold, stem;
    uint32_t term;

    if (known >= 0)
        return (uint32_t) known;
    struct word folded = *word;
    fold = folded.fold = word_fold(index->arena, word->text);
    if (word_is_stop(spelling->language, &folded)) {
        wordmap_put(&spelling->terms, str_dup(index->arena, word->text), STOP);
        return STOP;
    }
    stem = word->flags & (WORD_NUMBER | WORD_CJK) ? fold : language_stem(spelling->language, index->arena, fold);
    stem = corpus_term(index->arena, spelling->language, stem);
    term = intern(index, stem);
    wordmap_put(&spelling->terms, str_dup(index->arena, word->text), term);
    index->bytes += word->text.len + 64;
    return term;
}

/* A long word may be made of two: its ends are terms too. */
static void read_ends(struct corpus_index *index, struct spelling *spelling, uint32_t term, uint32_t at)
{
    struct str stem = index->terms[term].name, ends[CORPUS_ENDS];
    ptrdiff_t colon = str_find_char(stem, ':', 0);
    size_t n = corpus_ends(index->arena, spelling->language, str_sub(stem, (size_t) (colon + 1), stem.len), true, ends);

    for (size_t i = 0; i < n && index->places_n + 2 <= PLACES_KEPT; i++)
        index->places[index->places_n++] = (uint64_t) intern(index, ends[i]) << 32 | at;
}

/* Adds the content words of a text from place *at on; `again` says each twice. */
static unsigned read_words(struct corpus_index *index, struct spelling *spelling, struct str text, uint32_t *at,
                           bool again)
{
    struct word word;
    size_t from = 0;
    unsigned n = 0;

    while (word_next(text, &from, &word) && index->places_n + 2 <= PLACES_KEPT) {
        uint32_t term = term_of(index, spelling, &word);

        if (term == STOP)
            continue;
        index->places[index->places_n++] = (uint64_t) term << 32 | *at;
        if (again)
            index->places[index->places_n++] = (uint64_t) term << 32 | *at;
        if (spelling->compounds && !(word.flags & (WORD_NUMBER | WORD_CJK)))
            read_ends(index, spelling, term, *at);
        ++*at;
        n++;
    }
    return n;
}

static int by_place(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

    return ORDER(x, y);
}

static void put(struct corpus_index *index, struct term *term, uint64_t value)
{
    if (term->len + 10 > term->capacity) {
        index->bytes += term->capacity < 16 ? 16 : term->capacity;
        term->list = arena_grow(index->arena, term->list, &term->capacity, term->len + 10, 1);
    }
    for (; value >= 0x80; value >>= 7)
        term->list[term->len++] = (char) (value | 0x80);
    term->list[term->len++] = (char) value;
}

static void write_lists(struct corpus_index *index)
{
    for (size_t i = 0; i < index->places_n;) {
        struct term *term = &index->terms[index->places[i] >> 32];
        size_t n = 1;
        uint32_t place = 0;

        while (i + n < index->places_n && index->places[i + n] >> 32 == index->places[i] >> 32)
            n++;
        put(index, term, index->units - term->last);
        put(index, term, n < LIST_PLACES_MAX ? n : LIST_PLACES_MAX);
        for (size_t k = 0; k < n && k < LIST_PLACES_MAX; k++) {
            put(index, term, (uint32_t) index->places[i + k] - place);
            place = (uint32_t) index->places[i + k];
        }
        term->last = index->units;
        term->units++;
        i += n;
    }
}

/* Names that programs use are terms as they stand, in any language, at the place of the next word. */
static void read_identifiers(struct corpus_index *index, struct str text, uint32_t at)
{
    struct str name;
    size_t from = 0;

    while (identifier_next(text, &from, &name) && index->places_n + 1 < PLACES_KEPT)
        index->places[index->places_n++] = (uint64_t) intern(index, str_lower_ascii(index->arena, name)) << 32 | at;
}

void corpus_index_unit(struct corpus_index *index, const struct language *language, const struct corpus_unit_text *unit,
                       struct corpus_new_unit *ret)
{
    struct spelling *spelling = spelling_of(index, language);
    struct str rest = unit->text, line;
    uint32_t at = 0;

    index->places_n = 0;
    /* Words of the title count twice as much as those of headings (corpus_search.c has the weight). */
    read_words(index, spelling, utf8_cut_bytes(unit->title, 600), &at, true);
    read_words(index, spelling, utf8_cut_bytes(unit->headings, 600), &at, false);
    read_identifiers(index, unit->headings, at ? at - 1 : 0);
    if (at > 255)
        at = 255;
    ret->title_words = at;
    /* A gap, so that title and text do not make a pair. */
    at++;
    ret->body_words = 0;
    while (str_next(&rest, '\n', &line)) {
        read_identifiers(index, line, at);
        ret->body_words += read_words(index, spelling, line, &at, false);
    }
    qsort(index->places, index->places_n, sizeof *index->places, by_place);
    write_lists(index);
    index->units++;
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct corpus_new_term *) a)->term, ((const struct corpus_new_term *) b)->term);
}

const struct corpus_new_term *corpus_index_terms(struct corpus_index *index, size_t *ret_n)
{
    struct corpus_new_term *terms = arena_calloc(index->arena, index->terms_n + 1, sizeof *terms);

    for (size_t i = 0; i < index->terms_n; i++)
        terms[i] = (struct corpus_new_term){
            index->terms[i].name,
            str_n(index->terms[i].list, index->terms[i].len),
            index->terms[i].units,
        };
    qsort(terms, index->terms_n, sizeof *terms, by_name);
    *ret_n = index->terms_n;
    return terms;
}

size_t corpus_index_bytes(const struct corpus_index *index) { return index->bytes; }
