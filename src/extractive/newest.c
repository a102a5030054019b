/* How new a text is among those found, where the newest is asked for. What a title or heading says of itself ("Minutes of 11 June
 * 2026") tells more than the date of a file, which may be that of a copy. In thousandths of a score. */
#include "extractive/answer.h"

#include "text/numbers.h"

enum { NEWEST = 2500, NEWEST_SAID = 8000 };

/* "2026-06-11" of the last date in a text; empty: none. */
static struct str date_in(struct answer *a, struct str text)
{
    struct numbers numbers = { 0 };
    struct str found = { 0 };

    numbers_of(a->arena, text, &numbers);
    for (size_t i = 0; i < numbers.n; i++)
        if (numbers.items[i].kind == NUMBER_DATE && numbers.items[i].has_year)
            found = str_format(a->arena, "%04d-%02d-%02d", (int) numbers.items[i].high, numbers.items[i].month,
                               numbers.items[i].day);
    return found;
}

static struct str date_of(struct answer *a, size_t sentence, bool said)
{
    if (!said)
        return a->passages.sources[sentence_source(a, sentence)].row->date;
    return date_in(a, passage_path(a->arena, &a->passages, a->passages.sentences[sentence].passage));
}

/* 0 to 1000 */
static int64_t newness(struct answer *a, const struct ranking *r, size_t sentence, bool said)
{
    size_t older = 0, dated = 0;
    struct str date = date_of(a, sentence, said);

    for (size_t i = 0; date.len && i < r->n; i++) {
        struct str other = date_of(a, r->pool[i].sentence, said);

        dated += other.len > 0;
        older += other.len > 0 && str_cmp(other, date) < 0;
    }
    return dated ? (int64_t) (1000 * older / dated) : 0;
}

int64_t answer_newest(struct answer *a, const struct ranking *r, size_t sentence)
{
    int64_t said = NEWEST_SAID * newness(a, r, sentence, true) / 1000;

    return said ? said : NEWEST * newness(a, r, sentence, false) / 1000;
}
