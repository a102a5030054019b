/* Slips of the keyboard: a word of the question that no source has, and that is nearly one they have often, is read as that. */
#include "extractive/answer.h"

#include "text/near.h"
#include "text/utf8.h"

enum {
    OFTEN = 3, /* so often the sources must have the word */
    CANDIDATES = 64,
    LONG_WORD = 8, /* two letters may be wrong */
    SHORT_WORD = 5,
    LONG_NAME = 7,    /* among shorter names a letter makes another one */
    PART_LETTERS = 4, /* "roundtrip" for "round trip" */
};

struct candidate {
    struct str fold;
    size_t often, distance;
};

struct search {
    struct arena *arena;
    struct str word; /* folded */
    bool name;
    bool there;  /* the sources have it as it is */
    size_t most; /* letters that may be wrong */
    struct candidate list[CANDIDATES];
    size_t n;
    size_t parted, split; /* how often the sources have it as two words, and where it is parted */
};

static bool has_letters_only(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!((s.data[i] | 32) >= 'a' && (s.data[i] | 32) <= 'z') && !((unsigned char) s.data[i] & 0x80))
            return false;
    return true;
}

/* "teh", "waht": a word of the language with two letters in the wrong order asks nothing else. */
static struct str small_word(struct str fold)
{
    struct str rest = str("the and for from with what which when where does that this how who why are can has "), word;

    while (str_next(&rest, ' ', &word))
        if (word.len == fold.len && word.len >= 3 && !str_eq(word, fold) && words_near(word, fold, 1))
            for (size_t i = 0; i + 1 < word.len; i++)
                if (word.data[i] == fold.data[i + 1] && word.data[i + 1] == fold.data[i])
                    return word;
    return str("");
}

static bool is_slip(const struct search *s, struct str fold)
{
    size_t wrong = 0, at = 0;

    /* One of them in the plural is no slip. */
    if (!words_near(s->word, fold, s->most) ||
        (fold.len != s->word.len && str_eq(str_sub(fold, 0, s->word.len < fold.len ? s->word.len : fold.len),
                                           str_sub(s->word, 0, s->word.len < fold.len ? s->word.len : fold.len))))
        return false;
    /* Among short words another letter makes another word ("fire", "five"); letters are swapped, left out or doubled. */
    if (s->word.len > SHORT_WORD || s->word.len != fold.len)
        return true;
    for (size_t i = 0; i < fold.len; i++)
        if (fold.data[i] != s->word.data[i]) {
            at = wrong++ ? at : i;
        }
    return wrong == 2 && at + 1 < fold.len && fold.data[at] == s->word.data[at + 1];
}

static void look_at(struct search *s, struct str fold)
{
    size_t most = s->most;

    s->there = s->there || str_eq(fold, s->word);
    if (fold.len + most < s->word.len || fold.len > s->word.len + most || fold.len < 4 ||
        (fold.data[0] != s->word.data[0] && fold.data[1] != s->word.data[0]))
        return;
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(s->list[i].fold, fold)) {
            s->list[i].often++;
            return;
        }
    if (s->n < CANDIDATES && is_slip(s, fold))
        s->list[s->n++] = (struct candidate){ fold, 1, words_near(s->word, fold, 1) ? 1 : 2 };
}

static void look_for(struct answer *a, struct search *s)
{
    for (size_t i = 0; i < a->passages.sentences_n; i++) {
        struct words words = { 0 };

        words_of(a->arena, passage_sentence_text(&a->passages, i), a->question.language, &words);
        for (size_t k = 0; k < words.n; k++) {
            look_at(s, words.items[k].fold);
            /* Two words side by side that are one in the question */
            if (k + 1 < words.n && words.items[k].fold.len >= PART_LETTERS &&
                words.items[k + 1].fold.len >= PART_LETTERS &&
                words.items[k].fold.len + words.items[k + 1].fold.len == s->word.len &&
                str_starts(s->word, str_z(a->arena, words.items[k].fold)) &&
                str_ends(s->word, str_z(a->arena, words.items[k + 1].fold))) {
                s->split = words.items[k].fold.len;
                s->parted++;
            }
        }
    }
}

/* The word that is meant; empty if none is. */
static struct str meant(struct answer *a, const struct asked_term *term, bool alike)
{
    struct str word = term->text;
    struct search *s = arena_calloc(a->arena, 1, sizeof *s);
    const struct candidate *best = NULL;

    *s = (struct search){ .arena = a->arena,
                          .word = utf8_fold(a->arena, word),
                          .name = term->name,
                          .most = word.len >= LONG_WORD && !term->name && !alike ? 2 : 1 };
    size_t at = 0;
    /* Pairs of characters are no words with letters: another character makes another word. */
    if (!has_letters_only(word) || word.len < 3 || utf8_is_cjk(utf8_next(word, &at)))
        return str("");
    struct str small = small_word(s->word);
    if (small.len || word.len < 4 || (term->name && word.len < LONG_NAME))
        return small;
    look_for(a, s);
    if (s->there)
        return str("");
    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].often >= OFTEN && (!best || s->list[i].distance < best->distance ||
                                          (s->list[i].distance == best->distance && s->list[i].often > best->often)))
            best = &s->list[i];
    if (!best && s->parted >= OFTEN)
        return str_format(a->arena, "%.*s %.*s", STR_ARG(str_sub(word, 0, s->split)),
                          STR_ARG(str_sub(word, s->split, word.len)));
    return best ? best->fold : str("");
}

bool answer_spell(struct answer *a, struct str *ret)
{
    struct str text = a->question.text;

    for (size_t t = 0; t < a->ranking.asked.n; t++) {
        const struct asked_term *term = &a->ranking.asked.items[t];
        ptrdiff_t at = str_find(text, term->text, 0);

        /* What the sources have in another form is spelt well, but "effeciency" is no form. */
        bool alike = a->ranking.matches.best[t] > 0.78;
        if (a->ranking.matches.best[t] > 0.99 || term->number || at < 0 ||
            (alike && (!language_is_english(a->question.language) || term->text.len < LONG_WORD)))
            continue;
        struct str word = meant(a, term, alike);
        if (word.len)
            text = str_format(a->arena, "%.*s%.*s%.*s", (int) at, text.data, STR_ARG(word),
                              STR_ARG(str_sub(text, (size_t) at + term->text.len, text.len)));
    }
    *ret = text;
    return !str_eq(text, a->question.text);
}
