#include "text/near.h"

#include "text/utf8.h"

void letters_read(struct str s, struct letters *ret)
{
    size_t at = 0;

    ret->n = 0;
    while (at < s.len && ret->n < LETTERS_MAX)
        ret->at[ret->n++] = utf8_next(s, &at);
}

bool letters_near(const struct letters *a, const struct letters *b, size_t most)
{
    size_t rows[3][LETTERS_MAX + 1];

    if (a->n > b->n + most || b->n > a->n + most)
        return false;
    for (size_t k = 0; k <= b->n; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= a->n; i++) {
        size_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3], least = i;

        row[0] = i;
        for (size_t k = 1; k <= b->n; k++) {
            size_t value = last[k - 1] + (a->at[i - 1] != b->at[k - 1]);

            value = last[k] + 1 < value ? last[k] + 1 : value;
            value = row[k - 1] + 1 < value ? row[k - 1] + 1 : value;
            if (i > 1 && k > 1 && a->at[i - 1] == b->at[k - 2] && a->at[i - 2] == b->at[k - 1] &&
                before[k - 2] + 1 < value)
                value = before[k - 2] + 1;
            row[k] = value;
            least = value < least ? value : least;
        }
        if (least > most)
            return false;
    }
    return rows[a->n % 3][b->n] <= most;
}

bool words_near(struct str a, struct str b, size_t most)
{
    struct letters x, y;

    letters_read(a, &x);
    letters_read(b, &y);
    return letters_near(&x, &y, most);
}
