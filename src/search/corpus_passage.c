#include "search/corpus_internal.h"
#include "text/sentence.h"
#include "text/wordmap.h"

enum { PASSAGE_BYTES = 600, PASSAGE_SENTENCES = 5 };

/* The weight of the terms that sentences [first, last] say, each once. */
static double weigh(const uint64_t *said, size_t first, size_t last, const struct weighed_term *terms, size_t terms_n)
{
    uint64_t all = 0;
    double sum = 0;

    for (size_t i = first; i <= last; i++)
        all |= said[i];
    for (size_t t = 0; t < terms_n; t++)
        sum += all >> t & 1 ? terms[t].weight : 0;
    return sum;
}

struct str corpus_passage(struct arena *arena, struct str text, const struct language *language,
                          const struct weighed_term *terms, size_t terms_n)
{
    struct sentences sentences = { 0 };
    struct str passage = text;
    struct wordmap map;
    uint64_t *said, above = 0;
    double best = -1;

    sentences_of(arena, text, &sentences);
    if (!sentences.n)
        return text;
    if (terms_n > 64)
        terms_n = 64;
    wordmap_init(&map, arena, terms_n);
    for (size_t t = 0; t < terms_n; t++)
        wordmap_put(&map, terms[t].stem, (uint32_t) t);
    said = arena_calloc(arena, sentences.n, sizeof *said);
    for (size_t i = 0; i < sentences.n; i++) {
        struct words words = { 0 };

        words_of(arena, str_sub(text, sentences.items[i].start, sentences.items[i].end), language, &words);
        for (size_t k = 0; k < words.n; k++) {
            int64_t t = wordmap_get(&map, words.items[k].stem);

            said[i] |= t >= 0 ? (uint64_t) 1 << t : 0;
        }
    }
    /* The words of a heading count for the text under it; a heading alone is no passage. */
    for (size_t i = 0; i < sentences.n; i++) {
        bool heading = text.data[sentences.items[i].start] == '#';

        above = heading ? said[i] : above;
        said[i] |= above;
        if (heading && i + 1 < sentences.n)
            said[i] = 0;
    }
    for (size_t i = 0; i < sentences.n; i++) {
        if (text.data[sentences.items[i].start] == '#' && i + 1 < sentences.n)
            continue;
        for (size_t k = i; k < sentences.n && k < i + PASSAGE_SENTENCES; k++) {
            size_t bytes = sentences.items[k].end - sentences.items[i].start;
            double score;

            if (k > i && bytes > PASSAGE_BYTES)
                break;
            /* Each sentence more must bring something. */
            score = weigh(said, i, k, terms, terms_n) * (1 - 0.05 * (double) (k - i));
            if (score > best + 1e-9) {
                best = score;
                passage = str_sub(text, sentences.items[i].start, sentences.items[k].end);
            }
        }
    }
    return passage;
}
