/* Posting lists: for each unit that has a term, where the term stands.
 *
 * A stored list is one or more pieces, each: first unit of its segment, number
 * of units, length in bytes, then per unit the distance to the last one, the
 * number of places and the distances between places; all varints. Places count
 * content words: first those of the title, then the text's. A place said twice
 * counts twice (headings). */
#ifndef FATHOM_SEARCH_CORPUS_LIST_H
#define FATHOM_SEARCH_CORPUS_LIST_H

#include "base/str.h"

enum { LIST_PLACES_MAX = 255 }; /* of one term in one unit; more say nothing more */

struct list_cursor {
    const unsigned char *at, *end;    /* of the current piece */
    const unsigned char *next, *stop; /* what follows it */
    int64_t unit;
    uint32_t left; /* units left in the piece */
    uint32_t places[LIST_PLACES_MAX];
    uint32_t places_n;
};

/* Reads a varint; a list that ends too soon reads as zero and stays at its end. */
static inline uint64_t list_varint(const unsigned char **at, const unsigned char *end)
{
    uint64_t value = 0;

    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        unsigned char c = *(*at)++;

        value |= (uint64_t) (c & 0x7f) << shift;
        if (!(c & 0x80))
            return value;
    }
    return value;
}

static inline void list_begin(struct list_cursor *cursor, struct str list)
{
    cursor->at = cursor->end = NULL;
    cursor->next = (const unsigned char *) list.data;
    cursor->stop = cursor->next + list.len;
    cursor->left = 0;
}

/* Number of units in all pieces, without reading them. */
static inline uint64_t list_units(struct str list)
{
    const unsigned char *at = (const unsigned char *) list.data, *stop = at + list.len;
    uint64_t units = 0;

    while (at < stop) {
        uint64_t length;

        list_varint(&at, stop);
        units += list_varint(&at, stop);
        length = list_varint(&at, stop);
        at += length < (uint64_t) (stop - at) ? length : (uint64_t) (stop - at);
    }
    return units;
}

/* The next unit with its places; false at the end. */
static inline bool list_next(struct list_cursor *cursor)
{
    uint32_t place = 0;
    uint64_t n;

    while (!cursor->left || cursor->at >= cursor->end) {
        uint64_t length;

        if (cursor->next >= cursor->stop)
            return false;
        cursor->unit = (int64_t) list_varint(&cursor->next, cursor->stop);
        cursor->left = (uint32_t) list_varint(&cursor->next, cursor->stop);
        length = list_varint(&cursor->next, cursor->stop);
        if (length > (uint64_t) (cursor->stop - cursor->next))
            length = (uint64_t) (cursor->stop - cursor->next);
        cursor->at = cursor->next;
        cursor->end = cursor->next = cursor->next + length;
    }
    cursor->left--;
    cursor->unit += (int64_t) list_varint(&cursor->at, cursor->end);
    n = list_varint(&cursor->at, cursor->end);
    cursor->places_n = 0;
    for (uint64_t i = 0; i < n && cursor->at < cursor->end && i < LIST_PLACES_MAX; i++) {
        place += (uint32_t) list_varint(&cursor->at, cursor->end);
        cursor->places[cursor->places_n++] = place;
    }
    return true;
}

#endif
