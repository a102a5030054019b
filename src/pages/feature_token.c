#include "pages/feature_parts.h"

enum { CLASS_BYTES = 300, CLASS_WORDS = 20, WORD_LEAST = 2, WORD_MOST = 16, LEVELS = 12 };

/* Tokens that an element gives to the blocks below it: as their own (0), near (1, 2) or far element. */
struct feature_node {
    struct feature_tokens near[3];
};

static void add(const struct features *f, uint32_t hash, struct feature_tokens *ret)
{
    if (f->page.known_block && !f->page.known_block(hash))
        return;
    ret->hashes = arena_grow(f->page.arena, ret->hashes, &ret->capacity, ret->n + 1, sizeof *ret->hashes);
    ret->hashes[ret->n++] = hash;
}

static void add_page(struct features *f, uint32_t hash)
{
    struct feature_tokens *t = &f->page_tokens;

    if (f->page.known_page && !f->page.known_page(hash))
        return;
    t->hashes = arena_grow(f->page.arena, t->hashes, &t->capacity, t->n + 1, sizeof *t->hashes);
    t->hashes[t->n++] = hash;
}

struct names { /* words of class and id */
    char text[CLASS_BYTES * 2];
    struct str words[CLASS_WORDS];
    size_t n;
};

/* "entry-content mainBody2" is entry, content, main, body. */
static void add_names(struct str s, struct names *names, size_t *used)
{
    size_t start = *used;

    if (s.len > CLASS_BYTES)
        s.len = CLASS_BYTES;
    for (size_t i = 0; i <= s.len; i++) {
        char c = i < s.len ? s.data[i] : ' ';
        bool upper = c >= 'A' && c <= 'Z', hump = upper && i > 0 && s.data[i - 1] >= 'a' && s.data[i - 1] <= 'z';
        bool parts = strchr(" _-:/.\t\n\r\f", c) != NULL;

        if (parts || hump) {
            size_t n = *used - start;
            if (n >= WORD_LEAST && n <= WORD_MOST && names->n < CLASS_WORDS)
                names->words[names->n++] = str_n(names->text + start, n);
            start = *used;
        }
        if (!parts && (c < '0' || c > '9') && *used < sizeof names->text)
            names->text[(*used)++] = upper ? (char) (c + 32) : c;
    }
}

static void names_of(const struct node *node, struct names *ret)
{
    size_t used = 0;

    ret->n = 0;
    add_names(tree_attribute(node, "class"), ret, &used);
    add_names(tree_attribute(node, "id"), ret, &used);
}

static void node_tokens(struct features *f, unsigned at, struct feature_node *ret)
{
    static const char *const near[] = { "c0", "c1", "c2" }, *const tags[] = { "t0", "t1", "t2" };
    const struct node *node = &f->page.tree->nodes[at];
    struct str role = tree_attribute(node, "role"), property = tree_attribute(node, "itemprop");
    struct str tag = str(gumbo_normalized_tagname((GumboTag) node->tag));
    struct names names;

    names_of(node, &names);
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < names.n; i++) {
            add(f, feature_hash(near[k], names.words[i]), &ret->near[k]);
            add(f, feature_hash("C", names.words[i]), &ret->near[k]);
        }
        if (role.len)
            add(f, feature_hash("R", role), &ret->near[k]);
        if (property.len)
            add(f, feature_hash("I", property), &ret->near[k]);
        add(f, feature_hash(tags[k], tag), &ret->near[k]);
    }
    for (size_t i = 0; i < names.n; i++)
        add_page(f, feature_hash("C", names.words[i]));
    if (role.len)
        add_page(f, feature_hash("R", role));
    if (property.len)
        add_page(f, feature_hash("I", property));
}

/* Elements of the same tag, class, id, role and property give the same tokens. */
static const struct feature_node *node_of(struct features *f, unsigned at)
{
    static const char *const names[] = { "class", "id", "role", "itemprop" };
    const struct node *node = &f->page.tree->nodes[at];
    uint64_t key = node->tag;

    if (f->nodes[at])
        return f->nodes[at];
    for (size_t i = 0; i < sizeof names / sizeof *names && node->element && node->element->attributes.length; i++)
        key = feature_mix(key, str_hash(tree_attribute(node, names[i])));
    unsigned k = feature_index_add(&f->name_index, key);
    f->by_name = arena_grow(f->page.arena, f->by_name, &f->by_name_capacity, k + 1, sizeof(struct feature_node *));
    if (!f->by_name[k]) {
        f->by_name[k] = arena_calloc(f->page.arena, 1, sizeof(struct feature_node));
        node_tokens(f, at, f->by_name[k]);
    }
    return f->nodes[at] = f->by_name[k];
}

static void add_elements(struct features *f, const struct block *block, struct feature_tokens *ret)
{
    const struct tree *tree = f->page.tree;
    unsigned at = block->node;
    struct names names;

    if (!f->nodes) {
        f->nodes = arena_calloc(f->page.arena, tree->n, sizeof(struct feature_node *));
        feature_index_init(&f->name_index, f->page.arena);
    }
    for (int level = 0; level < LEVELS && at > 0; level++, at = tree->nodes[at].parent) {
        const struct feature_tokens *own = &node_of(f, at)->near[level == 0 ? 0 : level <= 2 ? 1 : 2];
        if (!own->n)
            continue;
        ret->hashes = arena_grow(f->page.arena, ret->hashes, &ret->capacity, ret->n + own->n, sizeof *ret->hashes);
        memcpy(ret->hashes + ret->n, own->hashes, own->n * sizeof *own->hashes);
        ret->n += own->n;
    }
    /* Inline elements around the first text. */
    for (at = tree->nodes[block->first].parent; at > block->node; at = tree->nodes[at].parent) {
        names_of(&tree->nodes[at], &names);
        for (size_t i = 0; i < names.n; i++)
            add(f, feature_hash("c0", names.words[i]), ret);
    }
}

/* Several words as one token: the hash goes on from word to word. */
static uint32_t phrase_hash(const char *prefix, const struct str *words, size_t n)
{
    uint32_t h = feature_hash(prefix, n ? words[0] : (struct str){ 0 });

    for (size_t i = 1; i < n; i++)
        h = h * 31u + feature_hash("", words[i]);
    return h;
}

static size_t first_words(struct str text, struct str *words, size_t most)
{
    size_t n = 0;

    for (size_t at = 0; n < most && feature_word_next(text, &at, &words[n]);)
        n++;
    return n;
}

static void add_words(struct features *f, size_t at, struct feature_tokens *ret)
{
    const struct block *block = &f->page.blocks->items[at];
    struct str words[12];
    size_t n = first_words(block->text, words, 12);
    bool is_short = f->stats[at].words <= 12;
    char count[8] = { 'n', (char) ('0' + f->stats[at].words / 10 % 10), (char) ('0' + f->stats[at].words % 10), 0 };

    for (size_t i = 0; i < n; i++)
        add(f, feature_hash(is_short ? "w" : "v", words[i]), ret);
    if (is_short)
        add(f, feature_hash(count, (struct str){ 0 }), ret);
    if (f->stats[at].words <= 4) {
        uint32_t hash = phrase_hash("e", words, n);
        add(f, hash, ret);
        add_page(f, hash);
    }
    if (f->heading[at] < 0)
        return;
    n = first_words(f->page.blocks->items[f->heading[at]].text, words, 10);
    for (size_t i = 0; i < n; i++)
        add(f, feature_hash("h", words[i]), ret);
    add(f, phrase_hash("H", words, n < 5 ? n : 5), ret);
}

void feature_block_tokens(struct features *f, size_t at, struct feature_tokens *ret)
{
    ret->n = 0;
    add_elements(f, &f->page.blocks->items[at], ret);
    add_words(f, at, ret);
}

void feature_page_tokens(struct features *f, struct feature_tokens *ret) { *ret = f->page_tokens; }
