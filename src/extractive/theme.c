#include "extractive/theme.h"

#include "text/lexicon.h"
#include "text/utf8.h"
#include "text/wordmap.h"

enum { LABELS_MAX = 4096, TEXT_BYTES = 1500, LABELS_PER_TEXT = 120 };

/* A word or pair of words that texts may share. */
struct label {
    struct str surface;   /* as first written */
    uint32_t texts, last; /* how many have it; the last one that did, from 1 */
    bool pair;
};

struct text_labels {
    uint32_t *labels;
    size_t n;
};

struct grouping {
    struct arena *arena;
    const struct question *question;
    struct wordmap names;
    struct label *labels;
    size_t labels_n;
    struct text_labels *texts;
    size_t n;
};

static const unsigned dull = LEXICON_LIGHT | LEXICON_HEDGE | LEXICON_DENIAL | LEXICON_EXCLUSIVE;

static struct str singular(struct str fold) { return str_ends(fold, "s") ? str_sub(fold, 0, fold.len - 1) : fold; }

/* Words a heading could be made of. */
static bool is_telling(const struct grouping *g, const struct word *word)
{
    if (!word_is_content(word) || (word->flags & WORD_NUMBER) || word->fold.len < 4 ||
        str_list_has(&g->question->stems, word->stem))
        return false;
    return !(lexicon_class(word->fold) & dull) && !(lexicon_class(singular(word->fold)) & dull);
}

/* Words that rarely name a thing: "identified", "using", "highly". */
static bool is_verbal(struct str surface)
{
    return str_ends(surface, "ed") || str_ends(surface, "ing") || str_ends(surface, "ly");
}

static void add_label(struct grouping *g, size_t text, struct str key, struct str surface, bool pair)
{
    struct text_labels *t = &g->texts[text];
    uint32_t at;
    bool fresh;

    if (g->labels_n == LABELS_MAX && wordmap_get(&g->names, key) < 0)
        return;
    at = wordmap_intern(&g->names, key, (uint32_t) g->labels_n, true, &fresh);
    if (fresh)
        g->labels[g->labels_n++] = (struct label){ .surface = surface, .pair = pair };
    if (g->labels[at].last == text + 1 || t->n == LABELS_PER_TEXT)
        return;
    g->labels[at].last = (uint32_t) text + 1;
    g->labels[at].texts++;
    t->labels[t->n++] = at;
}

static bool are_neighbours(struct str text, const struct word *a, const struct word *b)
{
    size_t from = word_end(a);

    return b->start == from + 1 && (text.data[from] == ' ' || text.data[from] == '-');
}

static void read_labels(struct grouping *g, size_t at, struct str text)
{
    struct words words = { 0 };

    text = utf8_cut_bytes(text, TEXT_BYTES);
    words_of(g->arena, text, g->question->language, &words);
    g->texts[at].labels = arena_calloc(g->arena, LABELS_PER_TEXT, sizeof(uint32_t));
    for (size_t i = 0; i < words.n; i++) {
        const struct word *word = &words.items[i], *next = i + 1 < words.n ? word + 1 : NULL;

        if (!is_telling(g, word))
            continue;
        add_label(g, at, word->stem,
                  str_n(word->text.data, word->fold.len < word->text.len ? word->fold.len : word->text.len), false);
        if (next && is_telling(g, next) && are_neighbours(text, word, next))
            add_label(g, at, str_format(g->arena, "%.*s %.*s", STR_ARG(word->stem), STR_ARG(next->stem)),
                      str_n(word->text.data, word_end(next) - word->start), true);
    }
}

static bool has_label(const struct text_labels *text, uint32_t label)
{
    for (size_t i = 0; i < text->n; i++)
        if (text->labels[i] == label)
            return true;
    return false;
}

/* The label that most texts without a theme share; pairs tell more than words,
 * and what nearly all share tells nothing. */
static size_t best_label(const struct grouping *g, const uint8_t *theme_of)
{
    size_t best = SIZE_MAX, best_value = 0;

    for (size_t l = 0; l < g->labels_n; l++) {
        size_t free_texts = 0, value;

        if (g->labels[l].texts < 2 || (g->n > 4 && g->labels[l].texts * 10 > g->n * 7))
            continue;
        for (size_t i = 0; i < g->n; i++)
            free_texts += !theme_of[i] && has_label(&g->texts[i], (uint32_t) l);
        if (free_texts < 2)
            continue;
        value = free_texts * (g->labels[l].pair                 ? 17
                              : is_verbal(g->labels[l].surface) ? 6
                                                                : 10) +
                (g->labels[l].surface.len > 7);
        if (value > best_value) {
            best_value = value;
            best = l;
        }
    }
    return best;
}

/* A text that no theme took joins the one it shares most labels with, two at least. */
static uint8_t nearest_theme(const struct grouping *g, const uint8_t *theme_of, size_t text, size_t themes)
{
    size_t best = 0, best_shared = 1;

    for (size_t t = 1; t <= themes; t++) {
        size_t shared = 0;

        for (size_t i = 0; i < g->n; i++) {
            if (theme_of[i] != t)
                continue;
            for (size_t k = 0; k < g->texts[text].n; k++)
                shared += has_label(&g->texts[i], g->texts[text].labels[k]);
        }
        if (shared > best_shared) {
            best_shared = shared;
            best = t;
        }
    }
    return (uint8_t) best;
}

static struct str heading_of(struct arena *arena, struct str surface)
{
    char *copy = arena_copy(arena, surface.data, surface.len);

    if (surface.len && copy[0] >= 'a' && copy[0] <= 'z')
        copy[0] = (char) (copy[0] - 'a' + 'A');
    return str_n(copy, surface.len);
}

static void fill_themes(const struct grouping *g, const uint8_t *theme_of, const struct str *headings, size_t themes,
                        struct theme *ret, size_t *ret_n)
{
    bool done[256] = { false };

    *ret_n = 0;
    /* By their first text; the rest (0) at the end. */
    for (int rest = 0; rest < 2; rest++) {
        for (size_t i = 0; i < g->n; i++) {
            struct theme *theme;

            if (done[theme_of[i]] || (theme_of[i] == 0) != (rest == 1) || theme_of[i] > themes)
                continue;
            done[theme_of[i]] = true;
            theme = &ret[(*ret_n)++];
            *theme = (struct theme){ .items = arena_calloc(g->arena, g->n, sizeof *theme->items) };
            if (theme_of[i])
                theme->heading = headings[theme_of[i] - 1];
            for (size_t k = i; k < g->n; k++)
                if (theme_of[k] == theme_of[i])
                    theme->items[theme->n++] = k;
        }
    }
}

size_t themes_of(struct arena *arena, const struct question *question, const struct str *texts, size_t n, size_t most,
                 struct theme **ret)
{
    struct grouping g = { .arena = arena, .question = question, .n = n < THEME_ITEMS ? n : THEME_ITEMS };
    uint8_t *theme_of = arena_calloc(arena, g.n + 1, 1);
    struct str *headings;
    size_t themes = 0, count;

    if (most > 200)
        most = 200;
    headings = arena_calloc(arena, most + 1, sizeof *headings);
    wordmap_init(&g.names, arena, 256);
    g.labels = arena_calloc(arena, LABELS_MAX, sizeof *g.labels);
    g.texts = arena_calloc(arena, g.n + 1, sizeof *g.texts);
    for (size_t i = 0; i < g.n; i++)
        read_labels(&g, i, texts[i]);
    while (themes < most) {
        size_t label = best_label(&g, theme_of);

        if (label == SIZE_MAX)
            break;
        headings[themes++] = heading_of(arena, g.labels[label].surface);
        for (size_t i = 0; i < g.n; i++)
            if (!theme_of[i] && has_label(&g.texts[i], (uint32_t) label))
                theme_of[i] = (uint8_t) themes;
    }
    for (size_t i = 0; i < g.n; i++)
        if (!theme_of[i])
            theme_of[i] = nearest_theme(&g, theme_of, i, themes);
    *ret = arena_calloc(arena, themes + 1, sizeof **ret);
    fill_themes(&g, theme_of, headings, themes, *ret, &count);
    return count;
}
