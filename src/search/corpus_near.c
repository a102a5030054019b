/* Slips of the keyboard in a query: a word that no unit has is read as the nearest one that there is. */
#include "search/corpus_internal.h"
#include "text/near.h"

enum {
    LETTERS_LEAST = 6, /* among shorter words a letter makes another word */
    LETTERS_LONG = 8,  /* from here on two letters may be wrong */
};

static bool has_letters_only(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!(s.data[i] >= 'a' && s.data[i] <= 'z'))
            return false;
    return true;
}

/* Terms of a language: "de:" and the word; English ones stand alone. */
static struct str word_of(struct str term)
{
    ptrdiff_t colon = str_find_char(term, ':', 0);

    return str_sub(term, colon < 0 ? 0 : (size_t) colon + 1, term.len);
}

int corpus_near_term(struct db *db, struct arena *arena, int64_t segment, struct str term, struct corpus_near *ret,
                     struct error *e)
{
    struct str word = word_of(term), until;
    struct corpus_term_row *rows;
    struct letters asked, other;
    size_t n, most = word.len < LETTERS_LONG ? 1 : 2;
    int r;

    if (word.len < LETTERS_LEAST || !has_letters_only(word))
        return 0;
    /* Hardly anybody gets the first letter wrong. */
    struct str from = str_sub(term, 0, (size_t) (word.data - term.data) + 1);
    until = str_format(arena, "%.*s%c", (int) from.len - 1, from.data, from.data[from.len - 1] + 1);
    if ((r = corpus_record_terms(db, segment, from, until, arena, &rows, &n, e)) < 0)
        return r;
    letters_read(word, &asked);
    for (size_t i = 0; i < n; i++) {
        struct str found = word_of(rows[i].term);

        if (found.len + most < word.len || found.len > word.len + most || found.len < LETTERS_LEAST - 1 ||
            !has_letters_only(found))
            continue;
        letters_read(found, &other);
        size_t wrong = letters_near(&asked, &other, 1) ? 1 : letters_near(&asked, &other, most) ? 2 : 0;
        if (wrong && (!ret->wrong || wrong < ret->wrong || (wrong == ret->wrong && rows[i].bytes > ret->bytes)))
            *ret = (struct corpus_near){ rows[i].term, wrong, rows[i].bytes };
    }
    return 0;
}
