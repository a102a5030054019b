/* Passages behind the first one that are about something else. */
#include "extractive/answer.h"

#include "extractive/measures.h"

static const double RARE = 0.75; /* of the weight of the rarest word */

static uint32_t terms_around(struct answer *a, const struct ranking *r, size_t passage)
{
    struct str text = str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                 STR_ARG(passage_text(&a->passages, passage)));

    return rank_terms_in(a->arena, r, text, a->passages.sources[a->passages.items[passage].source].language);
}

/* In other languages than English inflection hides words. The document that answers may word the rest otherwise. */
static bool lacks_rare(struct answer *a, const struct ranking *r, size_t first, size_t passage)
{
    uint32_t had, rare = 0;
    double most = 0;

    if (!language_is_english(a->question.language) ||
        a->passages.items[first].source == a->passages.items[passage].source)
        return false;
    had = terms_around(a, r, first);
    for (int pass = 0; pass < 2; pass++)
        for (size_t t = 0; t < r->asked.n; t++) {
            /* Where a figure is asked for, it stands for the word that names it. */
            if (!(had >> t & 1) || r->asked.items[t].weight < 1 ||
                (question_asks_figure(&a->question) &&
                 measure_kind(a->question.language, str_lower_ascii(a->arena, r->asked.items[t].text)) >= 0))
                continue;
            if (pass && r->weights[t] >= RARE * most)
                rare |= (uint32_t) 1 << t;
            most = r->weights[t] > most ? r->weights[t] : most;
        }
    return rare && !(terms_around(a, r, passage) & rare);
}

bool answer_is_astray(struct answer *a, const struct ranking *r, size_t sentence)
{
    size_t first = a->passages.sentences[r->pool[0].sentence].passage,
           passage = a->passages.sentences[sentence].passage;

    return lacks_rare(a, r, first, passage) ||
           (question_asks_figure(&a->question) && a->question.measure >= 0 &&
            answer_has_measure(a, &a->question, passage_text(&a->passages, first)) &&
            !answer_has_measure(a, &a->question, passage_text(&a->passages, passage)));
}
