#include <math.h>

#include "pages/feature_parts.h"

enum { NONE_ABOVE = 30, NO_NEGATIVE = 20, FAR = -999, REPEAT_LEVELS = 9, NAME_BYTES = 60, PARTS_OF_PAGE = 60 };

enum {
    POSITIVE = SIGNAL_CONTENT | SIGNAL_BODY,
    NEGATIVE = SIGNAL_COMMENTS | SIGNAL_RELATED | SIGNAL_SHARE | SIGNAL_NAV | SIGNAL_AD | SIGNAL_FOOTER | SIGNAL_SIDE |
               SIGNAL_SIGNUP | SIGNAL_DIALOG | SIGNAL_META | SIGNAL_HEADER | SIGNAL_HIDDEN | SIGNAL_AUTHOR
};

#define FEATURE_WORD(name) #name,
const char *const feature_words[] = { FEATURE_LIST(FEATURE_WORD) NULL };

unsigned feature_tag_group(unsigned tag)
{
    switch (tag) {
    case GUMBO_TAG_P: return 0;
    case GUMBO_TAG_LI: return 1;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_TABLE: return 2;
    case GUMBO_TAG_H1: return 3;
    case GUMBO_TAG_H2: return 4;
    case GUMBO_TAG_H3: return 5;
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6: return 6;
    case GUMBO_TAG_PRE: return 7;
    case GUMBO_TAG_BLOCKQUOTE: return 8;
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DL: return 9;
    case GUMBO_TAG_DIV: return 10;
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_MAIN: return 11;
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_SUMMARY: return 12;
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE: return 13;
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_ASIDE: return 14;
    case GUMBO_TAG_UL:
    case GUMBO_TAG_OL: return 15;
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FIELDSET: return 16;
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_HTML: return 17;
    default: return 18;
    }
}

/* --- what is found out once per page --- */

static void place_nodes(struct features *f)
{
    const struct tree *tree = f->page.tree;
    size_t b = 0;

    f->before = arena_calloc(f->page.arena, tree->n + 1, sizeof *f->before);
    f->depth = arena_calloc(f->page.arena, tree->n + 1, sizeof *f->depth);
    for (unsigned i = 0; i <= tree->n; i++) {
        while (b < f->n && f->page.blocks->items[b].first < i)
            b++;
        f->before[i] = (unsigned) b;
        if (i > 0 && i < tree->n)
            f->depth[i] = (unsigned short) (f->depth[tree->nodes[i].parent] + 1);
    }
}

static void sum_blocks(struct features *f)
{
    struct arena *arena = f->page.arena;

    f->stats = arena_calloc(arena, f->n + 1, sizeof *f->stats);
    f->words = arena_calloc(arena, f->n + 1, sizeof *f->words);
    f->linked = arena_calloc(arena, f->n + 1, sizeof *f->linked);
    f->good = arena_calloc(arena, f->n + 1, sizeof *f->good);
    f->stops = arena_calloc(arena, f->n + 1, sizeof *f->stops);
    for (size_t i = 0; i < f->n; i++) {
        struct feature_stats *s = &f->stats[i];
        feature_stats_of(f, &f->page.blocks->items[i], s);
        f->words[i + 1] = f->words[i] + s->words;
        f->linked[i + 1] = f->linked[i] + s->linked;
        f->good[i + 1] = f->good[i] + (s->good ? s->words : 0);
        f->stops[i + 1] = f->stops[i] + s->stops;
    }
}

/* Classes are looked at once. */
static void name_nodes(struct features *f)
{
    const struct tree *tree = f->page.tree;

    f->name_keys = arena_calloc(f->page.arena, tree->n + 1, sizeof *f->name_keys);
    f->repeat_keys = arena_calloc(f->page.arena, tree->n + 1, sizeof *f->repeat_keys);
    for (unsigned i = 0; i < tree->n; i++) {
        const struct node *node = &tree->nodes[i];
        struct str name, first;

        if (node->tag == TREE_TEXT)
            continue;
        name = node->element && node->element->attributes.length ? tree_attribute(node, "class") : (struct str){ 0 };
        f->name_keys[i] = feature_mix(str_hash(str_sub(name, 0, NAME_BYTES)), node->tag);
        name = str_trim(name);
        if (!str_next(&name, ' ', &first))
            first = (struct str){ 0 };
        f->repeat_keys[i] = feature_mix(feature_mix(str_hash(first), node->tag), node->parent);
    }
}

/* A text's own element says little of where it stands: its container is one above. */
static bool is_leaf(unsigned tag)
{
    return tag == GUMBO_TAG_P || tag == GUMBO_TAG_LI || tag == GUMBO_TAG_TD || tag == GUMBO_TAG_H1 ||
           tag == GUMBO_TAG_H2 || tag == GUMBO_TAG_H3 || tag == GUMBO_TAG_BLOCKQUOTE || tag == GUMBO_TAG_PRE;
}

/* The container with the most good text: every good block counts for its container, and less for those above. */
static unsigned best_of(const struct features *f)
{
    const struct tree *tree = f->page.tree;
    double *score = arena_calloc(f->page.arena, tree->n + 1, sizeof *score), most = 0;
    unsigned best = 0;

    for (size_t i = 0; i < f->n; i++) {
        const struct feature_stats *s = &f->stats[i];
        unsigned at = f->page.blocks->items[i].node;
        double own = 1 + fmin(s->words / 16.0, 6) + fmin(s->marks, 3);

        if (!s->good)
            continue;
        if (is_leaf(tree->nodes[at].tag))
            at = tree->nodes[at].parent;
        for (int d = 0; d < 5; d++, at = tree->nodes[at].parent) {
            score[at] += d == 0 ? own : own / (2 * d);
            if (at == 0)
                break;
        }
    }
    for (unsigned i = 0; i < tree->n; i++) {
        if (score[i] <= 0)
            continue;
        double now = score[i] * (1 - feature_share(feature_sum(f->linked, f, i), feature_sum(f->words, f, i)));
        if (now > most) {
            most = now;
            best = i;
        }
    }
    return best;
}

static struct feature_group *group(const struct features *f, const unsigned *numbers, size_t groups)
{
    struct feature_group *ret = arena_calloc(f->page.arena, groups + 1, sizeof *ret);

    for (size_t i = 0; i < f->n; i++) {
        struct feature_group *g = &ret[numbers[i]];
        const struct feature_stats *s = &f->stats[i];
        if (g->n++ == 0)
            g->first = (unsigned) i;
        g->last = (unsigned) i;
        g->words += s->words;
        g->linked += s->linked;
        g->ends += s->ends;
        g->stops += s->stops;
    }
    return ret;
}

/* Blocks that look alike, stand alike, or say the same. */
static void group_blocks(struct features *f)
{
    const struct tree *tree = f->page.tree;
    struct arena *arena = f->page.arena;
    struct feature_index alike, same, copy;

    feature_index_init(&alike, arena);
    feature_index_init(&same, arena);
    feature_index_init(&copy, arena);
    f->alike = arena_calloc(arena, f->n + 1, sizeof *f->alike);
    f->same = arena_calloc(arena, f->n + 1, sizeof *f->same);
    f->copy = arena_calloc(arena, f->n + 1, sizeof *f->copy);
    f->copy_rank = arena_calloc(arena, f->n + 1, sizeof *f->copy_rank);
    f->copies = arena_calloc(arena, f->n + 1, sizeof *f->copies);
    for (size_t i = 0; i < f->n; i++) {
        unsigned at = f->page.blocks->items[i].node;
        uint64_t names = 0, tags = f->depth[at];

        for (int up = 0; up < 4; up++, at = tree->nodes[at].parent) {
            names = feature_mix(names, f->name_keys[at]);
            tags = up < 3 ? feature_mix(tags, tree->nodes[at].tag) : tags;
            if (at == 0)
                break;
        }
        f->alike[i] = feature_index_add(&alike, names);
        f->same[i] = feature_index_add(&same, tags);
        f->copy[i] = feature_index_add(&copy, f->stats[i].hash);
        f->copy_rank[i] = f->copies[f->copy[i]]++;
    }
    f->alike_n = (unsigned) alike.n;
    f->alike_groups = group(f, f->alike, alike.n);
    f->same_groups = group(f, f->same, same.n);
}

/* Siblings of one tag and first class: cards, posts, rows. */
static void count_siblings(struct features *f)
{
    const struct tree *tree = f->page.tree;
    struct arena *arena = f->page.arena;
    size_t repeats = 0, siblings = 0;

    feature_index_init(&f->repeat_index, arena);
    feature_index_init(&f->sibling_index, arena);
    for (unsigned i = 1; i < tree->n; i++) {
        if (tree->nodes[i].tag == TREE_TEXT || feature_from(f, i) == feature_to(f, i))
            continue;
        unsigned k = feature_index_add(&f->sibling_index, feature_mix(tree->nodes[i].parent, tree->nodes[i].tag));
        f->siblings = arena_grow(arena, f->siblings, &siblings, k + 1, sizeof *f->siblings);
        f->siblings[k]++;
        double words = feature_sum(f->words, f, i);
        if (words <= 0)
            continue;
        k = feature_index_add(&f->repeat_index, f->repeat_keys[i]);
        f->repeats = arena_grow(arena, f->repeats, &repeats, k + 1, sizeof *f->repeats);
        f->repeats[k].n++;
        f->repeats[k].words += words;
        f->repeats[k].linked += feature_sum(f->linked, f, i);
        f->repeats[k].good += feature_sum(f->good, f, i);
    }
}

static double title_share(const struct features *f, size_t i)
{
    const struct feature_stats *s = &f->stats[i];
    double both = (double) s->content + (double) f->title.index.n - s->in_title;

    return s->content && f->title.index.n ? s->in_title / fmax(1, both) : 0;
}

static void find_headings(struct features *f)
{
    const struct tree *tree = f->page.tree;
    int last = -1;
    double most = 0.25;

    f->heading = arena_calloc(f->page.arena, f->n + 1, sizeof *f->heading);
    f->first_h1 = f->last_h1 = f->most_title = -1;
    for (size_t i = 0; i < f->n; i++) {
        const struct block *b = &f->page.blocks->items[i];
        unsigned tag = tree->nodes[b->node].tag, above = tree->nodes[tree->nodes[b->node].parent].tag;

        f->heading[i] = last;
        if (b->heading)
            last = (int) i;
        if (tag == GUMBO_TAG_H1 || above == GUMBO_TAG_H1) {
            f->first_h1 = f->first_h1 < 0 ? (int) i : f->first_h1;
            f->last_h1 = (int) i;
        }
        if (title_share(f, i) > most) {
            most = title_share(f, i);
            f->most_title = (int) i;
        }
    }
}

struct features *features_of(const struct feature_page *page)
{
    struct features *f = arena_alloc(page->arena, sizeof *f);

    f->page = *page;
    f->n = page->blocks->n;
    feature_lexicon_init(&f->lexicon, page->arena);
    feature_page_begin(f);
    place_nodes(f);
    name_nodes(f);
    sum_blocks(f);
    feature_page_end(f);
    f->best = best_of(f);
    group_blocks(f);
    count_siblings(f);
    find_headings(f);
    return f;
}

/* --- the numbers of one block --- */

static void own_values(const struct features *f, size_t i, float *v)
{
    const struct feature_stats *s = &f->stats[i];
    size_t bytes = f->page.blocks->items[i].text.len;
    double total = f->words[f->n];

    v[FEATURE_words] = (float) s->words;
    v[FEATURE_bytes] = (float) (bytes < 3000 ? bytes : 3000);
    v[FEATURE_links] = (float) feature_share(s->linked, s->words);
    v[FEATURE_sentences] = (float) s->sentences;
    v[FEATURE_capitals] = (float) feature_share(s->capitals, s->words);
    v[FEATURE_ends] = s->ends;
    v[FEATURE_marks] = (float) s->marks;
    v[FEATURE_stops] = (float) (s->stops < 50 ? s->stops : 50);
    v[FEATURE_legal] = s->legal;
    v[FEATURE_index] = (float) i;
    v[FEATURE_place] = (float) i / (float) f->n;
    v[FEATURE_left] = (float) (f->n - i);
    v[FEATURE_word_place] = (float) feature_share(f->words[i], total);
    v[FEATURE_word_before] = (float) log1p(f->words[i]);
    v[FEATURE_good_place] = (float) feature_share(f->good[i], f->good[f->n]);
    v[FEATURE_title] = (float) title_share(f, i);
    v[FEATURE_title_distance] = (float) (f->most_title >= 0 ? (int) i - f->most_title : FAR);
    v[FEATURE_first_h1] = (float) (f->first_h1 >= 0 ? (int) i - f->first_h1 : FAR);
    v[FEATURE_last_h1] = (float) (f->last_h1 >= 0 ? (int) i - f->last_h1 : FAR);
    v[FEATURE_description] = f->description.index.n ? (float) feature_share(s->in_description, s->content) : -1;
    v[FEATURE_heading_distance] = (float) (f->heading[i] >= 0 ? (int) i - f->heading[i] : -1);
    v[FEATURE_heading_words] = f->heading[i] >= 0 ? (float) f->stats[f->heading[i]].words : 0;
}

/* The number that tells how far up an element of this tag is, or FEATURE_N. */
static enum feature above_of(unsigned tag)
{
    switch (tag) {
    case GUMBO_TAG_NAV: return FEATURE_in_nav;
    case GUMBO_TAG_HEADER: return FEATURE_in_header;
    case GUMBO_TAG_FOOTER: return FEATURE_in_footer;
    case GUMBO_TAG_ASIDE: return FEATURE_in_aside;
    case GUMBO_TAG_MAIN: return FEATURE_in_main;
    case GUMBO_TAG_ARTICLE: return FEATURE_in_article;
    case GUMBO_TAG_SECTION: return FEATURE_in_section;
    case GUMBO_TAG_FORM: return FEATURE_in_form;
    case GUMBO_TAG_TABLE: return FEATURE_in_table;
    case GUMBO_TAG_LI: return FEATURE_in_item;
    case GUMBO_TAG_UL: return FEATURE_in_list;
    case GUMBO_TAG_DL: return FEATURE_in_terms;
    case GUMBO_TAG_A: return FEATURE_in_link;
    case GUMBO_TAG_BUTTON: return FEATURE_in_button;
    case GUMBO_TAG_DETAILS: return FEATURE_in_details;
    default: return FEATURE_N;
    }
}

static unsigned role_bits(struct str role)
{
    static const char *const furniture[] = { "navigation", "banner", "contentinfo", "complementary", "dialog",
                                             "search",     "menu",   "alert",       "tablist" };

    if (str_is(role, "main") || str_is(role, "article"))
        return 2;
    for (size_t i = 0; i < sizeof furniture / sizeof *furniture; i++)
        if (str_is(role, furniture[i]))
            return 1;
    return 0;
}

static void above_values(const struct features *f, const struct block *b, float *v)
{
    const struct tree *tree = f->page.tree;
    unsigned role = 0;
    int step = 0;

    for (enum feature k = FEATURE_in_nav; k <= FEATURE_in_details; k++)
        v[k] = NONE_ABOVE;
    v[FEATURE_negative_step] = NO_NEGATIVE;
    for (unsigned at = b->node; at > 0; at = tree->nodes[at].parent, step++) {
        const struct node *node = &tree->nodes[at];
        enum feature k = above_of(node->tag);
        if (k != FEATURE_N && v[k] == NONE_ABOVE)
            v[k] = (float) step;
        v[FEATURE_positive] += (node->signals & POSITIVE) != 0;
        if (node->signals & NEGATIVE) {
            v[FEATURE_negative]++;
            v[FEATURE_negative_step] = fminf(v[FEATURE_negative_step], (float) step);
        }
        role |= node->element && node->element->attributes.length ? role_bits(tree_attribute(node, "role")) : 0;
    }
    for (unsigned at = tree->nodes[b->first].parent; at > b->node; at = tree->nodes[at].parent) {
        enum feature k = above_of(tree->nodes[at].tag);
        if (k != FEATURE_N && v[k] == NONE_ABOVE)
            v[k] = -1;
    }
    v[FEATURE_role] = (float) role;
    v[FEATURE_tag] = (float) feature_tag_group(tree->nodes[b->node].tag);
    v[FEATURE_depth] = f->depth[b->node];
}

/* `steps` above the block's element, but never the root. */
static unsigned level(const struct features *f, unsigned at, int steps)
{
    const struct tree *tree = f->page.tree;

    for (; steps > 0 && at > 0 && tree->nodes[at].parent > 0; steps--)
        at = tree->nodes[at].parent;
    return at;
}

static double link_share(const struct features *f, unsigned at)
{
    return feature_share(feature_sum(f->linked, f, at), feature_sum(f->words, f, at));
}

static void container_values(const struct features *f, size_t i, unsigned node, float *v)
{
    const struct tree *tree = f->page.tree;
    unsigned part = node;
    double total = f->words[f->n];

    v[FEATURE_words1] = (float) log1p(feature_sum(f->words, f, level(f, node, 1)));
    v[FEATURE_words3] = (float) log1p(feature_sum(f->words, f, level(f, node, 3)));
    v[FEATURE_words5] = (float) log1p(feature_sum(f->words, f, level(f, node, 5)));
    v[FEATURE_links1] = (float) link_share(f, level(f, node, 1));
    v[FEATURE_links2] = (float) link_share(f, level(f, node, 2));
    v[FEATURE_links3] = (float) link_share(f, level(f, node, 3));
    for (int k = 0; k < 2; k++) {
        unsigned at = level(f, node, k ? 5 : 2);
        v[k ? FEATURE_blocks5 : FEATURE_blocks2] = (float) log1p((double) (feature_to(f, at) - feature_from(f, at)));
    }
    for (unsigned at = node; at > 0 && feature_sum(f->words, f, at) * 100 <= PARTS_OF_PAGE * total;
         at = tree->nodes[at].parent)
        part = at;
    double words = feature_sum(f->words, f, part), good = feature_sum(f->good, f, part);
    v[FEATURE_part_words] = (float) feature_share(words, total);
    v[FEATURE_part_links] = (float) link_share(f, part);
    v[FEATURE_part_good] = (float) feature_share(good, words);
    v[FEATURE_part_good_share] = (float) feature_share(good, f->good[f->n]);
    v[FEATURE_part_index] = (float) (i - feature_from(f, part));
    v[FEATURE_part_start] = (float) feature_from(f, part) / (float) f->n;
}

static void best_values(const struct features *f, size_t i, unsigned node, float *v)
{
    const struct tree *tree = f->page.tree;
    unsigned both = node;

    if (!f->best) {
        for (enum feature k = FEATURE_inside; k <= FEATURE_best_good; k++)
            v[k] = -2;
        return;
    }
    size_t from = feature_from(f, f->best), to = feature_to(f, f->best);
    bool inside = i >= from && i < to;
    while (both > 0 && !tree_inside(tree, f->best, both))
        both = tree->nodes[both].parent;
    v[FEATURE_inside] = inside;
    v[FEATURE_inside_place] = inside ? (float) (i - from) / (float) (to - from) : -1;
    v[FEATURE_best_distance] = inside ? 0 : i < from ? (float) (from - i) : -(float) (i - to + 1);
    v[FEATURE_best_up] = (float) (f->depth[f->best] - f->depth[both]);
    v[FEATURE_best_down] = (float) (f->depth[node] - f->depth[both]);
    v[FEATURE_best_words] = (float) feature_share(feature_sum(f->words, f, f->best), f->words[f->n]);
    v[FEATURE_best_good] = (float) feature_share(feature_sum(f->good, f, f->best), f->good[f->n]);
}

static void group_values(const struct features *f, const struct feature_group *g, float *v)
{
    v[0] = (float) log1p(g->n);
    v[1] = (float) (g->words / g->n);
    v[2] = (float) feature_share(g->linked, g->words);
    v[3] = (float) feature_share(g->words, f->words[f->n]);
    v[4] = (float) (g->ends / g->n);
    v[5] = (float) (g->last - g->first) / (float) f->n;
    v[6] = (float) feature_share(g->stops, g->words);
}

static void repeat_values(const struct features *f, size_t i, unsigned node, float *v)
{
    const struct tree *tree = f->page.tree;
    const struct feature_repeat *best = NULL;
    double most = -1;
    unsigned own = 0;
    int step = 0;

    for (unsigned at = node; at > 0 && step < REPEAT_LEVELS; at = tree->nodes[at].parent, step++) {
        long k = feature_index_find(&f->repeat_index, f->repeat_keys[at]);
        const struct feature_repeat *r = k >= 0 ? &f->repeats[k] : NULL;
        if (r && r->n >= 3 && r->words * (r->n < 8 ? r->n : 8) > most) {
            most = r->words * (r->n < 8 ? r->n : 8);
            best = r;
            own = at;
        }
    }
    for (enum feature k = FEATURE_repeat_n; !best && k <= FEATURE_repeat_index; k++)
        v[k] = -1;
    if (!best)
        return;
    v[FEATURE_repeat_n] = (float) best->n;
    v[FEATURE_repeat_share] = (float) feature_share(best->words, f->words[f->n]);
    v[FEATURE_repeat_words] = (float) (best->words / best->n);
    v[FEATURE_repeat_links] = (float) feature_share(best->linked, best->words);
    v[FEATURE_repeat_good] = (float) feature_share(best->good, best->words);
    v[FEATURE_repeat_own] = (float) feature_sum(f->words, f, own);
    v[FEATURE_repeat_index] = (float) (i - feature_from(f, own));
}

static void near_values(const struct features *f, size_t i, float *v)
{
    const struct block *blocks = f->page.blocks->items;
    size_t n = f->n;

    v[FEATURE_before2_words] = i >= 2 ? (float) f->stats[i - 2].words : -1;
    v[FEATURE_before_words] = i >= 1 ? (float) f->stats[i - 1].words : -1;
    v[FEATURE_after_words] = i + 1 < n ? (float) f->stats[i + 1].words : -1;
    v[FEATURE_before_tag] = i >= 1 ? (float) feature_tag_group(f->page.tree->nodes[blocks[i - 1].node].tag) : -1;
    v[FEATURE_after_tag] = i + 1 < n ? (float) feature_tag_group(f->page.tree->nodes[blocks[i + 1].node].tag) : -1;
    v[FEATURE_after_ends] = i + 1 < n ? f->stats[i + 1].ends : -1;
    size_t from = i > 4 ? i - 4 : 0, to = i + 5 < n ? i + 5 : n;
    double words = f->words[to] - f->words[from];
    v[FEATURE_near_words] = (float) (words / (double) (to - from));
    v[FEATURE_near_links] = (float) feature_share(f->linked[to] - f->linked[from], words);
    v[FEATURE_near_stops] = (float) feature_share(f->stops[to] - f->stops[from], words);
    from = i > 10 ? i - 10 : 0;
    to = i + 11 < n ? i + 11 : n;
    v[FEATURE_wide_links] = (float) feature_share(f->linked[to] - f->linked[from], f->words[to] - f->words[from]);
}

void feature_values(const struct features *f, size_t i, float v[FEATURE_N])
{
    const struct block *b = &f->page.blocks->items[i];
    const struct tree *tree = f->page.tree;

    memset(v, 0, FEATURE_N * sizeof *v);
    own_values(f, i, v);
    above_values(f, b, v);
    container_values(f, i, b->node, v);
    best_values(f, i, b->node, v);
    group_values(f, &f->alike_groups[f->alike[i]], v + FEATURE_alike_n);
    group_values(f, &f->same_groups[f->same[i]], v + FEATURE_same_n);
    v[FEATURE_copies] = (float) f->copies[f->copy[i]];
    v[FEATURE_copy_rank] = (float) f->copy_rank[i];
    long k = feature_index_find(&f->sibling_index, feature_mix(tree->nodes[b->node].parent, tree->nodes[b->node].tag));
    v[FEATURE_siblings] = k < 0 ? 0 : (float) (f->siblings[k] < 100 ? f->siblings[k] : 100);
    repeat_values(f, i, b->node, v);
    near_values(f, i, v);
    memcpy(v + FEATURE_PAGE, f->values, sizeof f->values);
}

size_t feature_block_words(const struct features *f, size_t at) { return f->stats[at].words; }

unsigned feature_alike(const struct features *f, size_t at, unsigned *ret_groups)
{
    *ret_groups = f->alike_n;
    return f->alike[at];
}

void feature_parent(const struct features *f, size_t at, size_t *ret_from, size_t *ret_to)
{
    unsigned parent = level(f, f->page.blocks->items[at].node, 1);

    *ret_from = feature_from(f, parent);
    *ret_to = feature_to(f, parent);
}
