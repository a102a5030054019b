/* Words in quotation marks are somebody's own: a source that is cited for them must have them, to the word. */
#include "evidence/internal.h"

#include "judge/quotation.h"

enum { WORDS_LEAST = 3 };

static const struct marks {
    const char *open, *close;
} marks[] = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "‘", "’" } };

/* The next words in quotation marks at or behind *at, and where to look on. */
static bool next_quoted(struct str text, size_t *at, struct str *ret)
{
    for (size_t i = *at; i < text.len; i++)
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
            if (text.data[i] != marks[m].open[0] || !str_starts(str_sub(text, i, text.len), marks[m].open))
                continue;
            size_t open = strlen(marks[m].open);
            ptrdiff_t close = str_find(text, str(marks[m].close), i + open);
            if (close < 0)
                break;
            *ret = str_sub(text, i + open, (size_t) close);
            *at = (size_t) close + strlen(marks[m].close);
            return true;
        }
    return false;
}

static size_t words_in(struct str key)
{
    size_t n = key.len > 0;

    for (size_t i = 0; i < key.len; i++)
        n += key.data[i] == ' ';
    return n;
}

/* Parts between ellipses each stand in the text. */
static bool has_words(struct arena *arena, struct str quoted, struct str key)
{
    struct str rest = str_replace(arena, str_replace(arena, quoted, str("…"), str("\n")), str("..."), str("\n")), part;

    while (str_next(&rest, '\n', &part)) {
        struct str words = quotation_key(arena, part);

        if (words.len && str_find(key, words, 0) < 0)
            return false;
    }
    return true;
}

/* A source may be named by its title, or by the longer one that a search showed of the same page. */
static bool names_source(struct arena *arena, struct str quoted, const struct source_row *source)
{
    struct str key = quotation_key(arena, quoted), title = quotation_key(arena, source->title);

    return words_in(key) >= 2 && words_in(title) >= 2 && (str_find(title, key, 0) == 0 || str_find(key, title, 0) == 0);
}

struct str quotation_altered(struct arena *arena, const struct evidence_pool *pool, struct str claim,
                             const size_t *spans, size_t n)
{
    struct str quoted;
    size_t at = 0;

    while (n && next_quoted(claim, &at, &quoted)) {
        bool found = words_in(quotation_key(arena, quoted)) < WORDS_LEAST;

        for (size_t i = 0; i < n && !found; i++) {
            const struct source_row *source = &pool->sources->items[pool->spans[spans[i]].source];
            struct str text = source_text(source);

            /* Of a text in another language the words are a translation. */
            found = language_guess(text) != language_guess(claim) ||
                    has_words(arena, quoted, quotation_key(arena, text)) || names_source(arena, quoted, source);
        }
        if (!found)
            return quoted;
    }
    return str("");
}

/* "According to \"Annual report 2024\", …": what the title says is no part of what is claimed. */
struct str quotation_untitled(struct arena *arena, const struct evidence_pool *pool, struct str claim,
                              const size_t *spans, size_t n)
{
    struct str quoted, rest = claim;
    size_t at = 0;

    while (next_quoted(claim, &at, &quoted))
        for (size_t i = 0; i < n; i++)
            if (names_source(arena, quoted, &pool->sources->items[pool->spans[spans[i]].source])) {
                rest = str_replace(arena, rest, quoted, str("it"));
                break;
            }
    return rest;
}
