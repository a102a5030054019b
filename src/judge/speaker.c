/* Who says it: "Osei argued that couriers may log off", where the source has Brandt say so and Osei something else. */
#include "judge/attribution.h"

enum {
    SHARED_LEAST = 3, /* words of the claim that the other speaker's sentence has … */
    AHEAD_LEAST = 2,  /* … and how many more than any sentence that names the claim's */
};

/* The first name of the claim, if a verb of speech or opinion follows it: words [*from, *to). */
static bool speaker_of(const struct terms *claim, size_t *from, size_t *to)
{
    for (*from = 0; *from < claim->n; ++*from) {
        *to = *from;
        while (*to < claim->n && term_is_name(&claim->items[*to]))
            ++*to;
        if (*to > *from + 1 || (*to > *from && *from))
            break;
    }
    if (*from >= claim->n)
        return false;
    for (size_t i = *to; i < claim->n && i < *to + 2; i++)
        if (attribution_is_speech(&claim->items[i]))
            return true;
    return false;
}

/* Words of the claim behind its speaker that the sentence has. */
static size_t shared(const struct terms *claim, size_t from, const struct terms *sentence)
{
    size_t ret = 0;

    for (size_t i = from; i < claim->n; i++)
        ret += claim->items[i].kind == TERM_WORD && term_is_content(&claim->items[i]) &&
               !attribution_is_speech(&claim->items[i]) && !term_is_name(&claim->items[i]) &&
               terms_have_word(sentence, &claim->items[i]);
    return ret;
}

/* A name of two words or more before a verb of speech: who speaks in the sentence; NULL: nobody that is named. */
static const struct term *named_speaker(const struct terms *s, size_t *ret_n)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t end = i;

        while (end < s->n && term_is_name(&s->items[end]))
            end++;
        for (size_t k = end; end > i + 1 && k < s->n && k < end + 3; k++)
            if (attribution_is_speech(&s->items[k])) {
                *ret_n = end - i;
                return &s->items[i];
            }
        i = end > i ? end - 1 : i;
    }
    return NULL;
}

void speaker_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;
    size_t from = 0, to = 0, own = 0, most = 0, at = 0, words = 0, n = 0;
    bool known = false;

    if (!speaker_of(claim, &from, &to))
        return;
    const struct term *name = &claim->items[from], *other = NULL;
    for (size_t s = 0; s < input->passage.n; s++) {
        const struct terms *sentence = &input->passage.sentences[s];
        size_t count = shared(claim, to, sentence);

        if (terms_have_word(sentence, &claim->items[to - 1])) { /* the surname: "Judge" may be anybody */
            known = true;
            own = count > own ? count : own;
        } else if (count > most) {
            most = count;
            at = s;
            other = named_speaker(sentence, &n);
            words = n;
        }
    }
    if (!known || !other || most < SHARED_LEAST || most < own + AHEAD_LEAST)
        return;
    struct str theirs = str_n(other->text.data,
                              (size_t) (other[words - 1].text.data + other[words - 1].text.len - other->text.data));
    struct str mine = str_n(name->text.data,
                            (size_t) (name[to - from - 1].text.data + name[to - from - 1].text.len - name->text.data));
    attribution_add(ret, mine, theirs, at,
                    str_format(scratch, "the source lets %.*s say it, not %.*s", STR_ARG(theirs), STR_ARG(mine)));
}
