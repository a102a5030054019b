/* "How does it work?": what tells how a thing works, and what only tells how well. In thousandths of a score. */
#include "extractive/answer.h"

#include "text/numbers.h"

enum {
    SECTION = 5000,  /* under "Principle", "How it works", of what is asked about */
    FIGURES = -6000, /* shares, prices and dates: what comes of it, and when */
};

static const double NAMED = 0.7; /* of the question, by title and headings */

/* Headings under which a text tells how its subject works. */
static bool tells_working(struct arena *arena, struct str heading)
{
    static const char *const words[] = { "how it works",   "how they work",  "how does it work", "principle",
                                         "operation",      "mechanism",      "the cycle",        "the physics",
                                         "the process",    "overview",       "architecture",     "prinzip",
                                         "funktionsweise", "funcionamiento", "fonctionnement",   NULL };

    return str_contains_any(str_lower_ascii(arena, heading), words);
}

static bool has_figures(struct arena *arena, struct str text)
{
    struct numbers numbers = { 0 };

    numbers_of(arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_PERCENT || numbers.items[i].kind == NUMBER_MONEY ||
            numbers.items[i].kind == NUMBER_DATE)
            return true;
    return false;
}

int64_t answer_mechanism(struct answer *a, const struct ranking *r, size_t sentence)
{
    const struct passage_sentence *at = &a->passages.sentences[sentence];
    const struct passage *p = &a->passages.items[at->passage];
    const struct passage_source *s = &a->passages.sources[p->source];
    struct str heading = p->heading < 0 ? str("")
                                        : text_block_words_of(a->arena, s->text, &s->blocks.items[p->heading]);
    uint32_t above = rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, at->passage), s->language);

    return (rank_share(r, above) >= NAMED && tells_working(a->arena, heading) ? SECTION : 0) +
           (has_figures(a->arena, passage_sentence_text(&a->passages, sentence)) ? FIGURES : 0);
}
