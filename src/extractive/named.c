/* Sources that do not have the names of a question. */
#include "extractive/answer.h"

const bool *answer_without_names(struct answer *a, const struct ranking *r, const struct question *q)
{
    size_t n = a->passages.sources_n;
    bool *lacks = arena_calloc(a->arena, n + 1, sizeof *lacks);
    uint32_t names = 0, known = 0;

    if (q->kind == QUESTION_COMPARE || !language_is_english(q->language))
        return lacks;
    for (size_t t = 0; t < r->asked.n; t++)
        names |= r->asked.items[t].name ? (uint32_t) 1 << t : 0;
    for (size_t d = 0; d < n; d++)
        known |= r->in_source[d];
    for (size_t d = 0; d < n; d++)
        lacks[d] = names & known & ~r->in_source[d];
    for (size_t i = 0; i < q->entities.n; i++) {
        const char *name = str_z(a->arena, q->entities.items[i]);
        bool *has = arena_calloc(a->arena, n + 1, sizeof *has), any = false;

        for (size_t d = 0; strchr(name, ' ') && d < n; d++) {
            has[d] = str_contains_nocase(a->passages.sources[d].text, name) ||
                     str_contains_nocase(a->passages.sources[d].row->title, name);
            any = any || has[d];
        }
        for (size_t d = 0; any && d < n; d++)
            lacks[d] = lacks[d] || !has[d];
    }
    return lacks;
}
