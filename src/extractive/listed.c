/* Lists and steps: whether a candidate is what is asked for, or leads to it. In thousandths of a score. */
#include "extractive/answer.h"

#include "extractive/wording.h"

enum {
    ANNOUNCES = 5000, /* a list is asked for: "… has the following kinds:", "the ports are: call, exit and fail" */
    STEPS = 9000,     /* how is asked, and this is a list of steps under headings that say it */
    STEPS_LEAST = 3,  /* items */
    COMMAS_LEAST = 2, /* of a list within a sentence */
    BEHIND_NOUN = 40, /* bytes up to "are" or the colon */
};

static const double SAYS_UNDER = 0.7, SAYS_STEPS = 0.5;

static struct str heading_of(struct answer *a, size_t passage)
{
    const struct passage *p = &a->passages.items[passage];
    const struct passage_source *s = &a->passages.sources[p->source];

    return p->heading < 0 ? s->row->title : text_block_words_of(a->arena, s->text, &s->blocks.items[p->heading]);
}

/* "Which ports does it have?": a list of other things is no answer. */
static bool speaks_of_listed(struct answer *a, const struct question *q, struct str text, struct str heading)
{
    struct words noun = { 0 }, said = { 0 }, above = { 0 };

    if (!q->listed.len)
        return true;
    words_of(a->arena, q->listed, q->language, &noun);
    words_of(a->arena, text, q->language, &said);
    words_of(a->arena, heading, q->language, &above);
    return noun.n && (words_have_stem(&said, noun.items[0].stem) || words_have_stem(&above, noun.items[0].stem));
}

/* A list is asked for, and this sentence leads to one. */
static bool announces(struct answer *a, const struct ranking *r, const struct question *q,
                      const struct ranked *candidate)
{
    const struct passage_sentence *s = &a->passages.sentences[candidate->sentence];
    bool last = candidate->sentence + 1 >= a->passages.sentences_n || s[1].passage != s->passage;
    struct str text = passage_sentence_text(&a->passages, candidate->sentence);
    const struct language *language = a->passages.sources[sentence_source(a, candidate->sentence)].language;

    if (last || s[1].block == s->block || s[1].kind == TEXT_PARAGRAPH || !wording_announces(text))
        return false;
    struct str heading = heading_of(a, s->passage);
    return speaks_of_listed(a, q, text, heading) &&
           (candidate->cover >= 0.5 || rank_share(r, rank_terms_in(a->arena, r, heading, language) |
                                                         rank_terms_in(a->arena, r, text, language)) >= SAYS_UNDER);
}

/* "The standard ports are: call, redo, exit and fail." */
static bool enumerates(struct answer *a, const struct question *q, struct str text)
{
    struct words words = { 0 }, noun = { 0 };
    size_t commas = 0;

    if (!q->listed.len || str_find(text, str("for example"), 0) >= 0 || str_find(text, str("e.g."), 0) >= 0)
        return false;
    words_of(a->arena, q->listed, q->language, &noun);
    words_of(a->arena, text, q->language, &words);
    for (size_t i = 0; noun.n && i < words.n; i++) {
        /* "It says which ports are …" */
        if (!str_eq(words.items[i].stem, noun.items[0].stem) ||
            (i && str_in_words(" which what ", words.items[i - 1].fold)))
            continue;
        struct str rest = str_sub(text, word_end(&words.items[i]), text.len), near = str_sub(rest, 0, BEHIND_NOUN);

        if (str_find_char(near, ':', 0) < 0 && str_find(near, str(" are "), 0) < 0 &&
            str_find(near, str("includ"), 0) < 0)
            continue;
        for (size_t k = 0; k < rest.len; k++)
            commas += rest.data[k] == ',' || str_starts(str_sub(rest, k, rest.len), " and ");
        return commas >= COMMAS_LEAST;
    }
    return false;
}

static size_t items_of(const struct passage_source *s, const struct passage *p, int first)
{
    size_t n = 0;

    for (size_t i = p->first; i <= p->last && i < s->blocks.n; i++)
        n += s->blocks.items[i].kind == TEXT_ITEM && s->blocks.items[i].numbered && s->blocks.items[i].first == first;
    return n;
}

/* Steps seldom repeat what they are for: title and headings say that. */
static int64_t steps_value(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence)
{
    const struct passage_sentence *at = &a->passages.sentences[sentence];
    const struct passage *p = &a->passages.items[at->passage];
    const struct passage_source *s = &a->passages.sources[p->source];
    const struct text_block *block = &s->blocks.items[at->block];

    if (q->kind != QUESTION_HOW || at->kind != TEXT_ITEM || !block->numbered ||
        items_of(s, p, block->first) < STEPS_LEAST)
        return 0;
    double said = rank_share(
        r, rank_terms_in(a->arena, r, passage_path(a->arena, &a->passages, at->passage), s->language));
    return said >= SAYS_STEPS ? (int64_t) (STEPS * said) : 0;
}

int64_t answer_listed(struct answer *a, const struct ranking *r, const struct question *q,
                      const struct ranked *candidate)
{
    if ((q->list || q->several) &&
        (announces(a, r, q, candidate) || enumerates(a, q, passage_sentence_text(&a->passages, candidate->sentence))))
        return ANNOUNCES;
    return steps_value(a, r, q, candidate->sentence);
}
