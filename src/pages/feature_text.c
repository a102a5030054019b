#include "pages/feature_parts.h"

/* --- numbers of keys --- */

void feature_index_init(struct feature_index *index, struct arena *arena)
{
    *index = (struct feature_index){ .arena = arena, .slots = 64 };
    index->keys = arena_calloc(arena, index->slots, sizeof *index->keys);
    index->values = arena_calloc(arena, index->slots, sizeof *index->values);
}

static size_t slot_of(const struct feature_index *index, uint64_t key)
{
    size_t at = (size_t) (key * 0x9e3779b97f4a7c15u >> 20) & (index->slots - 1);

    while (index->keys[at] && index->keys[at] != key)
        at = (at + 1) & (index->slots - 1);
    return at;
}

static void index_grow(struct feature_index *index)
{
    struct feature_index wide = { .arena = index->arena, .slots = index->slots * 4, .n = index->n };

    wide.keys = arena_calloc(wide.arena, wide.slots, sizeof *wide.keys);
    wide.values = arena_calloc(wide.arena, wide.slots, sizeof *wide.values);
    for (size_t i = 0; i < index->slots; i++)
        if (index->keys[i]) {
            size_t at = slot_of(&wide, index->keys[i]);
            wide.keys[at] = index->keys[i];
            wide.values[at] = index->values[i];
        }
    *index = wide;
}

unsigned feature_index_add(struct feature_index *index, uint64_t key)
{
    key = key ? key : 1;
    size_t at = slot_of(index, key);

    if (index->keys[at])
        return index->values[at];
    if (index->n * 2 >= index->slots) {
        index_grow(index);
        at = slot_of(index, key);
    }
    index->keys[at] = key;
    index->values[at] = (unsigned) index->n;
    return (unsigned) index->n++;
}

long feature_index_find(const struct feature_index *index, uint64_t key)
{
    size_t at = slot_of(index, key ? key : 1);

    return index->keys[at] ? (long) index->values[at] : -1;
}

/* --- words --- */

uint32_t feature_hash(const char *prefix, struct str word)
{
    uint32_t h = 2166136261u;

    for (; *prefix; prefix++)
        h = (h ^ (unsigned char) *prefix) * 16777619u;
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char) word.data[i];
        h = (h ^ (c >= 'A' && c <= 'Z' ? c + 32u : c)) * 16777619u;
    }
    return h;
}

/* Bytes of the character at `p` if it is part of a word, else 0; *ret_skip: bytes to skip then. Beyond ASCII letters are
 * told from marks by their block, which is enough for counting. */
static size_t letter_at(const unsigned char *p, size_t left, size_t *ret_skip)
{
    unsigned char c = p[0], next = left > 1 ? p[1] : 0;

    *ret_skip = 1;
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    size_t n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    n = n > left ? left : n;
    *ret_skip = n;
    if (c == 0xc2 || (c == 0xc3 && (next == 0x97 || next == 0xb7)))
        return 0;
    if ((c == 0xe2 && next >= 0x80 && next <= 0xaf) || (c == 0xe3 && next == 0x80))
        return 0;
    if ((c == 0xef && next >= 0xbc) || (c == 0xf0 && next == 0x9f))
        return 0;
    return n;
}

bool feature_word_next(struct str text, size_t *at, struct str *ret)
{
    const unsigned char *data = (const unsigned char *) text.data;
    size_t i = *at, n = 0, skip;

    if (i >= text.len)
        return false;
    while (i < text.len && (n = letter_at(data + i, text.len - i, &skip)) == 0)
        i += skip;
    size_t start = i;
    while (i < text.len && (n = letter_at(data + i, text.len - i, &skip)) > 0)
        i += n;
    *at = i;
    *ret = str_n(text.data + start, i - start);
    return i > start;
}

void feature_set_add(struct feature_set *set, struct str text)
{
    struct str word;

    for (size_t at = 0; set->index.n < 2000 && feature_word_next(text, &at, &word);)
        feature_index_add(&set->index, feature_hash("", word));
}

void feature_lexicon_init(struct feature_lexicon *lexicon, struct arena *arena)
{
    static const struct {
        unsigned flag;
        const char *words;
    } lists[] = {
        { WORD_IS_STOP,
          "the of and to in a is that for it as was with be by on not he i this are or his from at which but have an had "
          "they you were their one all we can her has there been if more when will would who so no she other its may "
          "these what them than some him time into only could new then do any my now such like our over me even most "
          "after also did many before must through your about should because each how where just those being between "
          "very" },
        { WORD_IS_LEGAL, "cookie cookies privacy gdpr consent reserved copyright" },
        { WORD_IS_CART, "cart basket" },
        { WORD_IS_REPLY, "reply replies joined quote likes posts" },
    };

    feature_index_init(&lexicon->index, arena);
    lexicon->flags = arena_calloc(arena, 256, 1);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct str rest = str(lists[i].words), word;
        while (str_next(&rest, ' ', &word))
            lexicon->flags[feature_index_add(&lexicon->index, feature_hash("", word))] |= (unsigned char) lists[i].flag;
    }
}

unsigned feature_lexicon_flags(const struct feature_lexicon *lexicon, uint32_t hash)
{
    long at = feature_index_find(&lexicon->index, hash);

    return at < 0 ? 0 : lexicon->flags[at];
}

/* --- a block's text --- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_end(char c) { return c == '.' || c == '!' || c == '?'; }

/* "。", "！", "？", "，", "、" as bytes at `p`: 2 ends a sentence, 1 does not, 0 is none of them. */
static int wide_mark(const char *p, size_t left)
{
    if (left < 3)
        return 0;
    if (memcmp(p, "\xe3\x80\x82", 3) == 0 || memcmp(p, "\xef\xbc\x81", 3) == 0 || memcmp(p, "\xef\xbc\x9f", 3) == 0)
        return 2;
    return memcmp(p, "\xef\xbc\x8c", 3) == 0 || memcmp(p, "\xe3\x80\x81", 3) == 0;
}

static void count_marks(struct str s, struct feature_stats *ret)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        size_t next = i + 1;

        if (c == ',' || c == ';' || c == ':') {
            ret->marks++;
        } else if (is_end(c) && (next == s.len || is_space(s.data[next]))) {
            ret->marks++;
            while (next < s.len && is_space(s.data[next]))
                next++;
            ret->sentences += next < s.len && s.data[next] >= 'A' && s.data[next] <= 'Z';
        } else if ((unsigned char) c >= 0xe3) {
            ret->marks += wide_mark(s.data + i, s.len - i) > 0;
        } else if (c == '$' || (unsigned char) c == 0xac || (unsigned char) c == 0xa3) {
            while (next < s.len && s.data[next] == ' ')
                next++;
            ret->price |= next < s.len && s.data[next] >= '0' && s.data[next] <= '9';
        }
    }
}

/* Does it end with the end of a sentence, closing quotes and brackets aside? */
static bool ends_sentence(struct str s)
{
    while (s.len) {
        char c = s.data[s.len - 1];
        if (is_end(c) || c == ':')
            return true;
        if (s.len >= 3 && wide_mark(s.data + s.len - 3, 3) == 2)
            return true;
        if (c == '"' || c == '\'' || c == ')' || c == ']' || is_space(c))
            s.len--;
        else if (s.len >= 3 && (str_ends(s, "\xe2\x80\x9d") || str_ends(s, "\xe2\x80\x99")))
            s.len -= 3;
        else
            return false;
    }
    return false;
}

/* Characters of Chinese, Japanese and Korean in a word: two make about one of ours. */
static unsigned wide_letters(struct str word)
{
    unsigned n = 0;

    for (size_t i = 0; i < word.len; i++)
        n += (unsigned char) word.data[i] >= 0xe3 && (unsigned char) word.data[i] <= 0xed;
    return n;
}

void feature_stats_of(const struct features *f, const struct block *block, struct feature_stats *ret)
{
    struct str word;
    unsigned flags = 0;
    unsigned long seen = 0; /* of the first words of the title, so that each counts once */
    size_t bytes = 0;       /* that are no white space, as link_bytes counts them */

    *ret = (struct feature_stats){ .hash = 1469598103934665603u };
    for (size_t at = 0; feature_word_next(block->text, &at, &word);) {
        uint32_t hash = feature_hash("", word);
        unsigned is = feature_lexicon_flags(&f->lexicon, hash);
        unsigned wide = (unsigned char) word.data[0] >= 0xe3 ? wide_letters(word) / 2 : 0;

        ret->words += wide > 1 ? wide : 1;
        ret->capitals += word.data[0] >= 'A' && word.data[0] <= 'Z';
        ret->hash = feature_mix(ret->hash, hash);
        flags |= is;
        if (is & WORD_IS_STOP) {
            ret->stops++;
            continue;
        }
        ret->content++;
        long title = feature_index_find(&f->title.index, hash);
        if (title >= 0 && (title >= 64 || !(seen >> title & 1))) {
            ret->in_title++;
            seen |= title < 64 ? 1ul << title : 0;
        }
        ret->in_description += feature_index_find(&f->description.index, hash) >= 0;
    }
    for (size_t i = 0; i < block->text.len; i++)
        bytes += !is_space(block->text.data[i]);
    count_marks(block->text, ret);
    ret->ends = ends_sentence(block->text);
    double share = bytes ? (double) block->link_bytes / (double) bytes : 0;
    ret->linked = (unsigned) (ret->words * (share > 1 ? 1 : share) + 0.5);
    ret->good = ret->words >= 15 && ret->linked * 100 < ret->words * 34 && (ret->marks >= 1 || ret->stops >= 3);
    ret->legal = (flags & WORD_IS_LEGAL) || str_contains(block->text, "\xc2\xa9");
    ret->cart = ret->words < 6 && (flags & WORD_IS_CART);
    ret->reply = ret->words < 6 && (flags & WORD_IS_REPLY);
}
