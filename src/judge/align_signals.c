#include <math.h>

#include "judge/align_work.h"
#include "judge/number_match.h"

/* How far a word of the sentence stands from what the claim has beside word c. */
static size_t distance(const struct work *w, const struct row *row, size_t c, size_t place)
{
    size_t best = SIZE_MAX;

    for (size_t n = c ? c - 1 : 0; n <= c + 1 && n < w->claim_n; n++) {
        size_t far;

        if (n == c || !row->match[n])
            continue;
        far = row->place[n] > place ? row->place[n] - place : place - row->place[n];
        if (far < best)
            best = far;
    }
    return best;
}

/* Coverage by three sentences in a row. */
static double window(const struct work *w)
{
    double best = 0;

    for (size_t s = 0; s < w->evidence_n; s++) {
        double sum = 0;

        for (size_t c = 0; c < w->claim_n; c++) {
            unsigned match = w->rows[s].match[c];

            for (size_t n = s + 1; n < s + 3 && n < w->evidence_n; n++)
                if (w->rows[n].match[c] > match)
                    match = w->rows[n].match[c];
            sum += w->claim[c].weight * match / 100;
        }
        best = fmax(best, sum);
    }
    return best;
}

static unsigned strongest(const struct work *w, const size_t *sentences, size_t n, size_t c)
{
    unsigned match = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned here = w->rows[sentences ? sentences[i] : i].match[c];

        if (here > match)
            match = here;
    }
    return match;
}

static void signal_words(const struct work *w, struct alignment *ret)
{
    double best = 0, all = 0, document = 0, absent = 0, missing_weight = 0, names = 0, names_missing = 0;
    double run = 0, longest = 0, names_absent = 0;
    bool whole = true, subject = false, subject_found = false, focus_missing = false;

    for (size_t c = 0; c < w->claim_n; c++) {
        const struct claim_word *word = &w->claim[c];
        unsigned in_chosen = strongest(w, ret->chosen, ret->chosen_n, c),
                 anywhere = strongest(w, NULL, w->evidence_n, c);

        best += word->weight * w->rows[ret->chosen[0]].match[c] / 100;
        all += word->weight * in_chosen / 100;
        document += word->weight * anywhere / 100;
        if (word->name && !word->subject) {
            names++;
            names_missing += in_chosen == 0;
        }
        if (word->subject) {
            subject = true;
            subject_found = subject_found || in_chosen;
        } else if (!in_chosen && word->weight > 0.3) {
            absent += anywhere == 0 ? word->weight : 0;
            whole = false;
        }
        run = in_chosen ? 0 : run + word->weight;
        longest = fmax(longest, run);
        names_absent += word->name && !anywhere;
        focus_missing = !in_chosen && !word->subject;
        if (!in_chosen && !word->subject && word->weight > missing_weight) {
            missing_weight = word->weight;
            ret->missing = word->word->text;
        }
    }
    ret->signals[SIGNAL_BEST] = best / w->total;
    ret->signals[SIGNAL_UNION] = all / w->total;
    ret->signals[SIGNAL_WINDOW] = window(w) / w->total;
    ret->signals[SIGNAL_DOCUMENT] = document / w->total;
    ret->signals[SIGNAL_WHOLE] = whole;
    ret->signals[SIGNAL_ABSENT] = fmin(absent, 4) / 4;
    ret->signals[SIGNAL_GAP] = fmin(longest, 4) / 4;
    ret->signals[SIGNAL_NAME_ABSENT] = fmin(names_absent, 2) / 2;
    ret->signals[SIGNAL_FOCUS_MISSING] = focus_missing;
    ret->signals[SIGNAL_NAME_MISSING] = names > 0 ? names_missing / names : 0;
    ret->signals[SIGNAL_SUBJECT_OTHER] = subject && !subject_found && !w->rows[ret->chosen[0]].pronoun;
}

/* How well the numbers found carry one of the claim: 1, 0.6, 0 for different, -1 for none. */
static double best_number(const struct number *mine, const struct numbers *found, const struct number **ret_other)
{
    double best = -1;

    *ret_other = NULL;
    for (size_t k = 0; k < found->n; k++) {
        switch (number_match(mine, &found->items[k])) {
        case NUMBER_SAME: return 1;
        case NUMBER_CLOSE: best = fmax(best, 0.6); break;
        case NUMBER_DIFFERENT:
            best = fmax(best, 0);
            if (!*ret_other)
                *ret_other = &found->items[k];
            break;
        case NUMBER_UNRELATED: break;
        }
    }
    return best;
}

static void add_numbers(const struct work *w, size_t sentence, struct numbers *ret)
{
    const struct numbers *more = reader_numbers(w->reader, str_sub(w->evidence[sentence], 0, ALIGN_SENTENCE_BYTES));

    ret->items = arena_grow(w->arena, ret->items, &ret->capacity, ret->n + more->n + 1, sizeof *ret->items);
    for (size_t i = 0; i < more->n; i++)
        ret->items[ret->n++] = more->items[i];
}

/* Each number of the claim against those of the deciding sentences; a date may
 * also stand elsewhere (a dateline), which counts a little less. */
static void signal_numbers(const struct work *w, struct alignment *ret)
{
    double same = 0, none = 0, n = (double) w->numbers->n;
    struct numbers found = { 0 }, elsewhere = { 0 };
    bool different = false, looked = false;

    if (!w->numbers->n)
        return;
    for (size_t i = 0; i < ret->chosen_n; i++)
        add_numbers(w, ret->chosen[i], &found);
    for (size_t i = 0; i < w->numbers->n; i++) {
        const struct number *mine = &w->numbers->items[i], *other, *ignored;
        double best = best_number(mine, &found, &other);

        if (best < 1 && w->evidence_n > ret->chosen_n) {
            if (!looked)
                for (size_t s = 0; s < w->evidence_n; s++)
                    add_numbers(w, s, &elsewhere);
            looked = true;
            if (best_number(mine, &elsewhere, &ignored) == 1)
                best = fmax(best, 0.5);
        }
        if (best > 0) {
            same += best;
        } else if (best < 0) {
            none++;
        } else if (!different) {
            different = true;
            ret->number_claim = *mine;
            ret->number_source = *other;
        }
    }
    ret->signals[SIGNAL_NUMBER_SAME] = same / n;
    ret->signals[SIGNAL_NUMBER_DIFFERENT] = different;
    ret->signals[SIGNAL_NUMBER_MISSING] = none / n;
}

/* An opposite counts where the claim's word would stand: beside the same
 * words, and nearer to them than the word itself if the sentence has both. */
static bool meets_opposite(const struct work *w, const struct row *row, size_t c)
{
    size_t far;

    if (!row->opposite[c])
        return false;
    far = distance(w, row, c, row->opposite[c] - 1u);
    return far <= NEAR_BYTES && (!row->match[c] || far < distance(w, row, c, row->place[c]));
}

/* What speaks against the claim in its best sentence. */
static void signal_against(const struct work *w, struct alignment *ret)
{
    const struct row *row = &w->rows[ret->chosen[0]];
    double plain = 0, plain_denied = 0, denied = 0, denied_plain = 0, denied_absent = 0, both = 0, opposite = 0;
    bool exclusive = false;

    for (size_t c = 0; c < w->claim_n; c++) {
        const struct claim_word *word = &w->claim[c];

        if (word->negated) {
            denied += word->weight;
            denied_absent += row->match[c] ? 0 : word->weight;
            denied_plain += row->match[c] && !row->negated[c] ? word->weight : 0;
            both += row->match[c] && row->negated[c] ? word->weight : 0;
        } else if (row->match[c] && !word->subject) {
            plain += word->weight;
            plain_denied += row->negated[c] ? word->weight : 0;
        }
        for (size_t i = 0; i < ret->chosen_n; i++) {
            /* Under a negation an opposite agrees. */
            if (meets_opposite(w, &w->rows[ret->chosen[i]], c) && !word->negated && !w->rows[ret->chosen[i]].negation) {
                opposite = 1;
                ret->opposite_claim = word->word->text;
            }
        }
    }
    for (size_t i = 0; i < ret->chosen_n; i++)
        exclusive = exclusive || w->rows[ret->chosen[i]].exclusive;
    ret->signals[SIGNAL_CLAIM_DENIES] = denied > 0 ? denied_plain / denied : 0;
    ret->signals[SIGNAL_DENIED_ABSENT] = denied > 0 ? denied_absent / denied : 0;
    ret->signals[SIGNAL_SOURCE_DENIES] = plain > 0 ? plain_denied / plain : 0;
    ret->signals[SIGNAL_BOTH_DENY] = denied > 0 ? both / denied : 0;
    ret->signals[SIGNAL_OPPOSITE] = opposite;
    ret->signals[SIGNAL_EXCLUSIVE] = w->claim_exclusive && !exclusive;
    ret->signals[SIGNAL_HEDGE] = row->hedge && !w->claim_hedged;
    ret->signals[SIGNAL_KIND_SAME] = row->kind_same && !w->claim_negated;
    ret->signals[SIGNAL_KIND_OTHER] = w->claim_negated ? 0 : row->kind_other;
}

/* A word that points up or down, with its negation. */
struct arrow {
    size_t start;
    int sign;
};

enum { ARROWS_MAX = 32 };

static size_t find_arrows(const struct work *w, struct str text, struct arrow *ret)
{
    const struct sentence_side *s = sentence_ready(w->reader, text, w->language);
    size_t n = 0;

    for (size_t i = 0; i < s->words->n && n < ARROWS_MAX; i++) {
        int sign = word_direction(&s->words->items[i]);

        if (sign)
            ret[n++] = (struct arrow){ s->words->items[i].start, s->negated[i] ? -sign : sign };
    }
    return n;
}

/* What the claim says goes up or down is the word behind the arrow, or the one
 * before it ("risk is lower"). */
static size_t object_of(const struct work *w, size_t c, const struct row *row)
{
    for (size_t o = c + 1; o < w->claim_n && o <= c + 2; o++)
        if (row->match[o] && !w->claim[o].arrow)
            return o;
    for (size_t o = c; o-- > 0 && o + 2 >= c;)
        if (row->match[o] && !w->claim[o].arrow)
            return o;
    return SIZE_MAX;
}

static void signal_direction(const struct work *w, struct alignment *ret)
{
    double same = 0, opposite = 0;
    struct arrow arrows[ARROWS_MAX];

    bool any = false;
    for (size_t c = 0; c < w->claim_n; c++)
        any = any || w->claim[c].arrow;
    if (!w->english || !any)
        return;
    for (size_t i = 0; i < ret->chosen_n; i++) {
        const struct row *row = &w->rows[ret->chosen[i]];
        size_t n = find_arrows(w, w->evidence[ret->chosen[i]], arrows);

        for (size_t c = 0; c < w->claim_n; c++) {
            size_t object = w->claim[c].arrow ? object_of(w, c, row) : SIZE_MAX, best = SIZE_MAX;
            int sign = w->claim[c].negated ? -w->claim[c].arrow : w->claim[c].arrow, found = 0;

            for (size_t a = 0; object != SIZE_MAX && a < n; a++) {
                size_t at = row->place[object], to = arrows[a].start, far = at > to ? at - to : to - at;

                if (far < best && far <= NEAR_BYTES) {
                    best = far;
                    found = arrows[a].sign;
                }
            }
            same += found == sign && found;
            opposite += found == -sign && found;
        }
    }
    if (same + opposite > 0) {
        ret->signals[SIGNAL_DIRECTION_SAME] = same / (same + opposite);
        ret->signals[SIGNAL_DIRECTION_OPPOSITE] = opposite / (same + opposite);
    }
}

/* Who did what to whom: "A verb B" where the best sentence has "B verb A",
 * close together. A passive ("by") turns the order without turning the sense. */
static void signal_order(const struct work *w, struct alignment *ret)
{
    const struct row *row = &w->rows[ret->chosen[0]];

    if (row->by || w->claim_by)
        return;
    for (size_t c = 1; c + 1 < w->claim_n; c++) {
        const struct claim_word *before = &w->claim[c - 1], *after = &w->claim[c + 1];

        if (!before->name || !after->name || w->claim[c].name || row->match[c - 1] < MATCH_STEM ||
            row->match[c] < MATCH_STEM || row->match[c + 1] < MATCH_STEM)
            continue;
        if (row->place[c + 1] < row->place[c] && row->place[c] < row->place[c - 1] &&
            row->place[c - 1] - row->place[c + 1] <= NEAR_BYTES)
            ret->signals[SIGNAL_SWAPPED] = 1;
    }
}

void align_signals(const struct work *w, struct alignment *ret)
{
    signal_words(w, ret);
    signal_numbers(w, ret);
    signal_against(w, ret);
    signal_order(w, ret);
    signal_direction(w, ret);
}
