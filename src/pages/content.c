#include "pages/content.h"

#include <stdlib.h>

#include "base/order.h"
#include "pages/model.h"
#include "pages/origin.h"
#include "pages/rules.h"

enum {
    BLOCKS_FOR_TABLE = 50000, /* more would take seconds: then the rules decide alone */
    WORDS_TO_KEEP = 20,       /* of a page of which nothing was chosen */
    WORDS_BELOW = 5,          /* that a heading must stand over … */
    WORDS_ABOVE = 20,         /* … and in an article under: what stands above is its head line */
    ROW_EXTRA = 5,            /* words of a row's other cells, beyond as many as were kept */
    PART_OF = 10,             /* of the words that were kept, all but one in so many are in the main part */
    WORDS_OF_TEXT = 50,       /* that a page with more than links has */
    MENU_LINES = 10,          /* of a list of links in a document that says nothing of a menu */
    TURN_WORDS = 10,          /* of an item between links that turn pages: the name of the whole */
    NOTE_DEPTH = 6,           /* elements between a note and the one that says what it is */
};

/* How much a word that is left out costs, compared with one too many: the square of the F measure's beta. */
#define WEIGHT_EVEN 1.0
#define WEIGHT_SECTIONS 2.0 /* more, on pages of many sections */
#define WEIGHT_RECALL 4.0
/* The rules' choice is taken when it is expected to be this near, and on likely articles. */
#define NEAR 0.01
#define NEAR_ARTICLE 0.08
#define LIKELY_ARTICLE 0.7
#define MAYBE_ARTICLE 0.5
#define MAYBE_LIST 0.3
#define MAYBE_TEXT 0.5

struct choice {
    const struct model_scores *scores;
    size_t n;
    double weight;   /* of recall */
    double expected; /* words of content on the page */
};

static double quality(const struct choice *c, double kept, double hits)
{
    return (1 + c->weight) * hits / (kept + c->weight * c->expected + 1e-9);
}

/* What the F measure of a choice is expected to be. */
static double expected_of(const struct choice *c, const bool *keep)
{
    double kept = 0, hits = 0;

    for (size_t i = 0; i < c->n; i++)
        if (keep[i]) {
            kept += c->scores->words[i];
            hits += (double) c->scores->chance[i] * c->scores->words[i];
        }
    return quality(c, kept, hits);
}

/* The threshold with the best expected measure: blocks from the most likely on, as long as it grows. */
static void choose_likely(struct arena *arena, const struct choice *c, bool *ret)
{
    struct scored *order = arena_calloc(arena, c->n + 1, sizeof *order);
    double kept = 0, hits = 0, most = 0;
    float least = 2;

    for (size_t i = 0; i < c->n; i++)
        order[i] = (struct scored){ c->scores->chance[i], i };
    scored_sort(order, c->n);
    for (size_t i = 0; i < c->n; i++) {
        unsigned words = c->scores->words[order[i].at];
        kept += words;
        hits += order[i].score * words;
        if (quality(c, kept, hits) > most) {
            most = quality(c, kept, hits);
            least = (float) order[i].score;
        }
    }
    for (size_t i = 0; i < c->n; i++)
        ret[i] = c->scores->chance[i] >= least;
}

/* Captions among what is kept are told apart from it. */
static void find_figures(struct blocks *blocks)
{
    size_t first = blocks->n, last = 0;

    for (size_t i = 0; i < blocks->n; i++)
        if (blocks->items[i].keep) {
            first = i < first ? i : first;
            last = i;
        }
    for (size_t i = 0; i < blocks->n; i++)
        blocks->items[i].figure = blocks->items[i].caption && !blocks->items[i].keep && i > first && i < last;
}

/* A page that has words is never read as empty: what is not linked is better than nothing, and links are, too. */
static void keep_something(struct blocks *blocks)
{
    size_t words = 0, unlinked = 0;

    for (size_t i = 0; i < blocks->n; i++) {
        if (blocks->items[i].keep)
            return;
        words += blocks->items[i].words;
        unlinked += 2 * blocks->items[i].link_bytes < blocks->items[i].text.len ? blocks->items[i].words : 0;
    }
    for (size_t i = 0; i < blocks->n && words >= WORDS_TO_KEEP; i++)
        blocks->items[i].keep = unlinked < WORDS_TO_KEEP || 2 * blocks->items[i].link_bytes < blocks->items[i].text.len;
}

/* --- what belongs to what was kept --- */

static bool is_own_line(const struct block *b) { return b->line & (LINE_FURNITURE | LINE_TITLE); }

/* A heading stays when most of its section does, the blocks up to the next one of its level, what follows it first among
 * them (a list of contents has a heading, too), and `above` kept words stand before it. */
static void keep_headings(struct blocks *blocks, size_t above)
{
    size_t all[7] = { 0 }, kept[7] = { 0 },
           before = 0; /* words below the nearest heading of each level, from the end */
    bool next = false;

    for (size_t i = 0; i < blocks->n; i++)
        before += blocks->items[i].keep ? blocks->items[i].words : 0;
    for (size_t i = blocks->n; i-- > 0;) {
        struct block *b = &blocks->items[i];
        before -= b->keep ? b->words : 0;
        if (b->heading && !b->keep && next && !is_own_line(b) && before >= above && kept[b->heading] >= WORDS_BELOW &&
            2 * kept[b->heading] >= all[b->heading])
            b->keep = true;
        next = b->heading ? next : b->keep;
        for (int level = 1; level < 7; level++) {
            bool ends = b->heading && b->heading <= level;
            all[level] = ends ? 0 : all[level] + b->words;
            kept[level] = ends ? 0 : kept[level] + (b->keep ? b->words : 0);
        }
    }
}

/* A definition without its term says nothing. */
static void keep_terms(struct blocks *blocks)
{
    bool said = false;

    for (size_t i = blocks->n; i-- > 0;) {
        struct block *b = &blocks->items[i];
        if (b->term && said && !(b->line & LINE_FURNITURE))
            b->keep = true;
        else if (!b->term)
            said = b->definition && (b->keep || (said && i + 1 < blocks->n && blocks->items[i + 1].definition));
    }
}

/* A row is read whole, or at least with what names it. Tables of one row, and rows whose other cells are most of it, only
 * place things on the page. */
static void keep_rows(const struct tree *tree, bool names_only, struct blocks *blocks)
{
    struct block *items = blocks->items;

    for (size_t from = 0, to; from < blocks->n; from = to) {
        size_t kept = 0, others = 0;
        for (to = from; to < blocks->n && items[to].table == items[from].table && items[to].row == items[from].row;
             to++)
            *(items[to].keep ? &kept : &others) += items[to].words;
        bool rows = (from > 0 && items[from - 1].table == items[from].table) ||
                    (to < blocks->n && items[to].table == items[from].table);
        if (items[from].table && items[from].row && rows && kept && others <= kept + ROW_EXTRA)
            for (size_t i = from; i < to; i++)
                items[i].keep |= !names_only || tree->nodes[items[i].cell].tag == GUMBO_TAG_TH;
    }
}

/* --- code and notes of the main part --- */

/* The deepest element with nearly all the words that were kept. */
static unsigned main_part(struct arena *arena, const struct tree *tree, const struct blocks *blocks)
{
    size_t *words = arena_calloc(arena, tree->n + 1, sizeof *words), all = 0;
    unsigned at = 0;

    for (size_t i = 0; i < blocks->n; i++)
        if (blocks->items[i].keep) {
            words[blocks->items[i].first] += blocks->items[i].words;
            all += blocks->items[i].words;
        }
    for (unsigned i = tree->n; i-- > 1;)
        words[tree->nodes[i].parent] += words[i];
    for (unsigned i = 1; i < tree->n; i++)
        if (tree->nodes[i].tag != TREE_TEXT && PART_OF * words[i] >= (PART_OF - 1) * all && i < tree->nodes[at].end)
            at = i;
    return all ? at : 0;
}

/* A foot note's text, not the mark that leads to it. */
static bool is_note(const struct tree *tree, const struct block *b)
{
    unsigned at = b->node;

    for (int up = 0; up < NOTE_DEPTH && at > 0; up++, at = tree->nodes[at].parent) {
        struct str role = tree_attribute(&tree->nodes[at], "role"), name = tree_attribute(&tree->nodes[at], "class");
        if (str_starts(role, "doc-footnote") || str_starts(role, "doc-endnote") || str_starts(name, "footnote"))
            return true;
    }
    return false;
}

/* Code looks like no text and notes like links, but inside the main part both belong to it, where nothing around them
 * says otherwise; in the user's own files so do sentences that are not linked. */
static void keep_inside(const struct content *content, const struct model_scores *scores, struct blocks *blocks)
{
    const struct tree *tree = content->page.tree;
    unsigned part = main_part(content->page.arena, tree, blocks);

    bool text = content->keep == KEEP_MORE ||
                (double) (scores->types[PAGE_ARTICLE] + scores->types[PAGE_DOCUMENTATION]) >= MAYBE_TEXT;
    for (size_t i = 0; i < blocks->n && part && text; i++) {
        struct block *b = &blocks->items[i];
        if (b->keep || b->first < part || b->first >= tree->nodes[part].end || b->button ||
            (b->signals & SIGNALS_NEGATIVE))
            continue;
        bool sentence = b->stops && 2 * b->link_bytes < b->text.len && !b->line;
        b->keep = b->code || is_note(tree, b) || (content->keep == KEEP_MORE && sentence);
    }
}

/* Losing a section of a page that has many is worse than a line too many; likewise in the user's own files. */
static double weight_of(const struct content *content, const struct model_scores *scores)
{
    const float *t = scores->types;
    double sections = (double) (t[PAGE_DOCUMENTATION] + t[PAGE_SERVICE] + t[PAGE_LISTING] + t[PAGE_COLLECTION]);

    return content->keep == KEEP_CONTENT ? WEIGHT_EVEN + WEIGHT_SECTIONS * sections : WEIGHT_RECALL;
}

static bool is_article(const struct model_scores *scores)
{
    return (double) scores->types[PAGE_ARTICLE] >= MAYBE_ARTICLE;
}

/* --- the user's own files --- */

static bool in_nav(const struct tree *tree, const struct block *b)
{
    for (unsigned at = b->node; at > 0; at = tree->nodes[at].parent)
        if (tree->nodes[at].tag == GUMBO_TAG_NAV || tree->nodes[at].tag == GUMBO_TAG_MENU)
            return true;
    return false;
}

/* Does the block stand in an element that is no content by its kind? */
static bool in_furniture(const struct tree *tree, const struct block *b)
{
    for (unsigned at = b->node; at > 0; at = tree->nodes[at].parent)
        switch (tree->nodes[at].tag) {
        case GUMBO_TAG_NAV:
        case GUMBO_TAG_MENU:
        case GUMBO_TAG_HEADER:
        case GUMBO_TAG_FOOTER:
        case GUMBO_TAG_ASIDE:
        case GUMBO_TAG_FORM: return true;
        default: break;
        }
    return false;
}

static bool is_linked(const struct block *b) { return 2 * b->link_bytes >= b->text.len; }

/* A document by itself has no furniture but its table of contents. A page of documentation has it in parts that say so:
 * what stands outside of them stays, and the heading that is the page's title. */
static bool is_own_text(const struct tree *tree, const struct block *b, enum page_origin origin)
{
    if (b->button || (b->signals & SIGNAL_DIALOG) || (b->line & LINE_TURNS))
        return false;
    if (origin == ORIGIN_ALONE)
        return !((is_linked(b) || !b->stops) && ((b->signals & SIGNAL_NAV) || in_nav(tree, b)));
    if ((b->signals & SIGNALS_NEGATIVE) || ((b->line & LINE_FURNITURE) && !b->heading && !b->stops))
        return false;
    return b->heading == 1 || !in_furniture(tree, b);
}

/* The list or table that a block is part of, 0: none. */
static unsigned group_of(const struct tree *tree, const struct block *b)
{
    return b->item ? tree->nodes[b->item].parent : b->table;
}

/* What is known of a page of the user's own before its lines are looked at. */
struct own_page {
    const struct tree *tree;
    enum page_origin origin;
    unsigned part;   /* the deepest element with nearly all the words that were kept */
    bool *turns;     /* by node: lists and tables that turn pages */
    unsigned *lines; /* by node: linked ones of lists and tables */
    bool text;       /* it has more to read than links */
};

static void own_page(const struct content *content, const struct blocks *blocks, struct own_page *ret)
{
    struct arena *arena = content->page.arena;
    const struct tree *tree = content->page.tree;
    size_t words = 0;

    ret->turns = arena_calloc(arena, tree->n + 1, sizeof *ret->turns);
    ret->lines = arena_calloc(arena, tree->n + 1, sizeof *ret->lines);
    ret->part = main_part(arena, tree, blocks);
    for (size_t i = 0; i < blocks->n; i++) {
        const struct block *b = &blocks->items[i];
        ret->lines[group_of(tree, b)] += is_linked(b);
        words += b->keep && !is_linked(b) ? b->words : 0;
        if (b->line & LINE_TURNS) {
            ret->origin = ORIGIN_SET; /* one of many, whether it has a menu or not */
            ret->turns[group_of(tree, b)] = true;
        }
    }
    ret->turns[0] = false;
    ret->text = words >= WORDS_OF_TEXT;
}

/* Lists of links are content where the rest of it is; elsewhere they are menus, in a document by itself long ones only. */
static bool is_menu_line(const struct own_page *page, const struct block *b)
{
    bool list = b->item || b->cell, inside = tree_inside(page->tree, b->first, page->part);

    if (!is_linked(b) || b->heading)
        return false;
    return page->origin == ORIGIN_SET ? !list || !inside
                                      : list && !inside && page->lines[group_of(page->tree, b)] >= MENU_LINES;
}

/* A line of links that turn pages, or of a menu that says so. */
static bool leads_elsewhere(const struct own_page *page, const struct block *b)
{
    const struct node *nodes = page->tree->nodes;
    /* <a class=skip-link> is no element of its own line. */
    unsigned signals = b->signals | nodes[nodes[b->first].parent].signals;
    bool nav = (signals & SIGNAL_NAV) || in_nav(page->tree, b);

    if (page->turns[group_of(page->tree, b)])
        return is_linked(b) || nav || (b->item && b->words <= TURN_WORDS);
    return page->text && nav && is_linked(b);
}

static void keep_own(const struct content *content, enum page_origin origin, struct blocks *blocks)
{
    struct own_page page = { .tree = content->page.tree, .origin = origin };

    own_page(content, blocks, &page);
    for (size_t i = 0; i < blocks->n; i++) {
        struct block *b = &blocks->items[i];
        bool own = !is_menu_line(&page, b) && is_own_text(page.tree, b, page.origin);
        b->keep = !leads_elsewhere(&page, b) && (b->keep || own);
        b->figure = b->figure && !b->keep;
    }
}

static void choose(const struct content *content, struct blocks *blocks, struct model_scores *ret)
{
    struct arena *arena = content->page.arena;
    struct rules_hints hints = { content->page.title, content->page.body };

    bool told = rules_choose(arena, content->page.tree, &hints, blocks);
    if (blocks->n == 0 || blocks->n > BLOCKS_FOR_TABLE)
        return;
    model_score(&content->page, ret);
    /* What a forum calls the body is the first post. */
    if (told && ret->types[PAGE_FORUM] < ret->types[PAGE_ARTICLE])
        return;
    struct choice c = { .scores = ret, .n = blocks->n, .weight = weight_of(content, ret) };
    bool *rules = arena_calloc(arena, c.n + 1, sizeof *rules), *table = arena_calloc(arena, c.n + 1, sizeof *table);
    bool any = false;
    for (size_t i = 0; i < c.n; i++) {
        c.expected += (double) ret->chance[i] * ret->words[i];
        rules[i] = blocks->items[i].keep;
        any |= rules[i];
    }
    choose_likely(arena, &c, table);
    double near = (double) ret->types[PAGE_ARTICLE] >= LIKELY_ARTICLE ? NEAR_ARTICLE : NEAR;
    if (any && expected_of(&c, rules) >= expected_of(&c, table) - near)
        return;
    /* Single lines of furniture and the title, which is a field of its own, are told better by their words; by-lines and
     * dates too, where they do not belong to a list of things; links to elsewhere, unless links are what the page is. */
    unsigned lines = LINE_FURNITURE | LINE_TITLE;
    if (is_article(ret))
        lines |= LINE_META;
    if ((double) (ret->types[PAGE_LISTING] + ret->types[PAGE_COLLECTION]) < MAYBE_LIST)
        lines |= LINE_TEASER;
    for (size_t i = 0; i < c.n; i++)
        blocks->items[i].keep = table[i] && !(blocks->items[i].line & lines);
    find_figures(blocks);
}

void content_choose(const struct content *given, struct blocks *blocks)
{
    struct model_scores scores = { 0 };
    struct content content = *given;
    enum page_origin origin = content.keep == KEEP_MORE ? origin_of(content.page.tree, content.page.data) : ORIGIN_SITE;

    if (content.keep == KEEP_MORE && origin == ORIGIN_SITE)
        content.keep = KEEP_CONTENT; /* saved from the web: it has what pages of the web have around their content */
    choose(&content, blocks, &scores);
    keep_inside(&content, &scores, blocks);
    if (content.keep == KEEP_MORE)
        keep_own(&content, origin, blocks);
    keep_terms(blocks);
    keep_headings(blocks, is_article(&scores) && content.keep == KEEP_CONTENT ? WORDS_ABOVE : 0);
    keep_rows(content.page.tree, content.keep == KEEP_CONTENT, blocks);
    for (size_t i = 0; i < blocks->n && content.keep == KEEP_ALL; i++) {
        blocks->items[i].keep = true;
        blocks->items[i].figure = false;
    }
    keep_something(blocks);
}
