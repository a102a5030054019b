#include "pages/rules.h"

#include <stdlib.h>

struct chooser {
    struct arena *arena;
    const struct tree *tree;
    struct block *blocks;
    size_t n;
    unsigned *before; /* blocks that start before node i */
    double *sum;      /* mass of blocks 0 … i-1 */
    const struct rules_hints *hints;
};

enum {
    LITTLE = 250, /* bytes of text that make one wonder */
    BODY_MIN = 400,
    BODY_MAX = 128 * 1024,
    BODY_BLOCKS = 4000,
};

static double link_share(const struct block *b)
{
    return b->text.len ? (double) b->link_bytes / (double) b->text.len : 0;
}

static void weigh(struct block *b)
{
    double share = link_share(b);

    b->mass = 0;
    if (b->heading || b->button || share > 0.6 || b->text.len < 25)
        return;
    double len = (double) b->text.len;
    if (len > 1500)
        len = 1500;
    b->mass = len * (1 - share);
    if (b->stops == 0)
        b->mass *= len < 100 ? 0.1 : 0.4;
    if (b->item || b->caption)
        b->mass *= 0.5;
    if (b->cell)
        b->mass *= 0.7;
}

static size_t lo(const struct chooser *c, unsigned node) { return c->before[node]; }
static size_t hi(const struct chooser *c, unsigned node) { return c->before[c->tree->nodes[node].end]; }
static double mass(const struct chooser *c, unsigned node) { return c->sum[hi(c, node)] - c->sum[lo(c, node)]; }

static void sum_up(struct chooser *c)
{
    for (size_t i = 0; i < c->n; i++)
        c->sum[i + 1] = c->sum[i] + (c->blocks[i].keep ? c->blocks[i].mass : 0);
}

static void drop(struct chooser *c, unsigned node)
{
    for (size_t i = lo(c, node); i < hi(c, node); i++)
        c->blocks[i].keep = false;
}

/* Parts that their element or name says are not the content, unless most of the text is there. */
static void drop_named(struct chooser *c)
{
    double all = c->sum[c->n];

    for (unsigned i = 0; i < c->tree->n; i++) {
        const struct node *node = &c->tree->nodes[i];
        if (node->tag == TREE_TEXT || lo(c, i) == hi(c, i))
            continue;
        double share = all > 0 ? mass(c, i) / all : 0;
        bool bad = false;
        switch (node->tag) {
        case GUMBO_TAG_NAV:
        case GUMBO_TAG_MENU: bad = share < 0.5; break;
        case GUMBO_TAG_FOOTER:
        case GUMBO_TAG_ASIDE:
        case GUMBO_TAG_FORM: bad = share < 0.4; break;
        default: break;
        }
        unsigned signals = node->signals & SIGNALS_NEGATIVE;
        if (node->signals & SIGNAL_EMBED)
            signals &= ~(unsigned) SIGNAL_SHARE;
        if (signals && tree_is_block(node->tag)) {
            bool mixed = node->signals & SIGNAL_BODY;
            bad |= share < (mixed ? 0.05 : (signals & (SIGNAL_COMMENTS | SIGNAL_RELATED)) ? 0.45 : 0.3);
        }
        if ((node->signals & SIGNAL_AUTHOR) && tree_is_block(node->tag) && !(node->signals & SIGNAL_BODY))
            bad |= share < 0.1;
        if (bad)
            drop(c, i);
    }
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char) c >= 0x80; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c; }

/* Does the block start with this phrase, as whole words, whatever the case? */
static bool begins(struct str s, const char *phrase)
{
    size_t i = 0;

    while (s.len && !is_letter(s.data[0]) && (s.data[0] < '0' || s.data[0] > '9'))
        s.data++, s.len--;
    for (; phrase[i]; i++)
        if (i >= s.len || lower(s.data[i]) != phrase[i])
            return false;
    return i == s.len || !is_letter(s.data[i]);
}

/* What short lines of furniture begin with. Those of one common word count
 * only when little else follows. */
static const char *const furniture[] = {
    "advertisement",
    "advert",
    "anzeige",
    "publicidad",
    "publicidade",
    "iklan",
    "publicité",
    "werbung",
    "continue reading below",
    "article continues",
    "story continues",
    "share this",
    "share on",
    "share via",
    "share your thoughts",
    "teile diesen",
    "compartir en",
    "partager sur",
    "follow us",
    "follow me",
    "follow him",
    "follow her",
    "find us on",
    "like us on",
    "join us on",
    "subscribe to",
    "subscribe now",
    "sign up for",
    "sign up to",
    "get the latest",
    "download our app",
    "read more",
    "read also",
    "read next",
    "also read",
    "see also",
    "more from",
    "more on this",
    "related:",
    "related news",
    "related articles",
    "related stories",
    "related posts",
    "related coverage",
    "related topics",
    "you may also like",
    "you might also like",
    "recommended for you",
    "don't miss",
    "don’t miss",
    "most read",
    "most popular",
    "up next",
    "lire aussi",
    "lesen sie auch",
    "mehr zum thema",
    "leia mais",
    "leia também",
    "lea también",
    "leer más",
    "ver también",
    "filed under",
    "posted in",
    "posted by",
    "posted on",
    "posted:",
    "tags:",
    "tagged with",
    "labels:",
    "last updated",
    "last modified",
    "updated:",
    "updated at",
    "updated on",
    "photo:",
    "photos:",
    "image:",
    "image copyright",
    "image credit",
    "image source",
    "picture:",
    "foto:",
    "bild:",
    "credit:",
    "photo by",
    "photo courtesy",
    "photograph:",
    "getty images",
    "image caption",
    "image via",
    "leave a comment",
    "leave a reply",
    "view comments",
    "show comments",
    "tell us what you think",
    "have a tip",
    "contact the author",
    "all rights reserved",
    "this slideshow requires javascript",
    "view gallery",
    "see full gallery",
    "about the author",
};
static const char *const furniture_words[] = {
    "more",    "topics",      "tags",      "categories", "comments", "comment",   "published", "copyright",
    "print",   "email",       "loading",   "close",      "caption",  "sponsored", "promoted",  "trending",
    "related", "recommended", "subscribe", "newsletter", "share",    "teilen",    "compartir", "partager",
    "sign up", "play video",  "watch",     "listen",     "facebook", "twitter",   "click to",
};

static bool is_furniture(const struct block *b)
{
    if (b->text.len > 140 || b->code || b->cell || b->quote_depth)
        return false;
    for (size_t i = 0; i < sizeof furniture / sizeof *furniture; i++)
        if (begins(b->text, furniture[i]))
            return true;
    for (size_t i = 0; b->words <= 4 && b->stops <= 1 && i < sizeof furniture_words / sizeof *furniture_words; i++)
        if (begins(b->text, furniture_words[i]))
            return true;
    /* A copyright sign first: a credit. */
    return str_starts(b->text, "\xc2\xa9") || str_starts(b->text, "(c)");
}

static size_t digits(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += s.data[i] >= '0' && s.data[i] <= '9';
    return n;
}

static bool is_linked_word(const struct block *b) { return b->words == 1 && b->link_bytes == b->text.len; }

/* "Next: Types, Previous: Names, Up: Language": links that turn the pages of a manual, and say so. */
static bool turns_pages(const struct tree *tree, const struct block *b)
{
    static const char *const ways[] = { "next", "prev", "previous", "up" };
    unsigned end = tree->nodes[b->node].end;
    size_t n = 0;

    for (size_t k = 0; is_linked_word(b) && k < sizeof ways / sizeof *ways; k++)
        if (str_eq_nocase(b->text, str(ways[k])))
            return true;
    /* "[ << ]", "[ Up ]", "[Contents]", each in a cell of its own; numbers are those of a bibliography. */
    if (b->link_bytes && b->words <= 1 && b->text.len <= 12 && str_starts(b->text, "[") && str_ends(b->text, "]"))
        return digits(b->text) == 0;
    if (b->text.len > 600 || b->code || b->cell || link_share(b) < 0.5 || end - b->node > 100)
        return false;
    for (unsigned i = b->node; i < end; i++)
        for (size_t k = 0; tree->nodes[i].tag == GUMBO_TAG_A && k < sizeof ways / sizeof *ways; k++)
            n += str_eq_nocase(tree_attribute(&tree->nodes[i], "rel"), str(ways[k]));
    return n >= 2 || (n == 1 && b->words <= 12);
}

/* By-lines, dates, tags: small parts that say so, or short lines that read so. */
static bool is_meta(const struct chooser *c, const struct block *b)
{
    unsigned at = b->node;

    if (b->text.len > 160 || b->code || b->cell)
        return false;
    if (b->text.len < 100 && b->stops <= 1 &&
        (begins(b->text, "by") || begins(b->text, "published") || begins(b->text, "von") || begins(b->text, "por")) &&
        !b->heading && b->words <= 8)
        return true;
    if (b->text.len < 60 && digits(b->text) >= 5 && b->words <= 10 &&
        (str_contains(b->text, "20") || str_contains(b->text, "19")) && b->words - digits(b->text) / 4 < 6 &&
        !b->heading && !b->item && b->stops < 3)
        return true;
    for (int up = 0; up < 3 && at > 0; up++, at = c->tree->nodes[at].parent) {
        const struct node *node = &c->tree->nodes[at];
        if (hi(c, at) - lo(c, at) > 6)
            return false;
        if ((node->signals & SIGNAL_META) && !(node->signals & SIGNAL_CONTENT))
            return true;
    }
    return false;
}

/* Two texts alike but for case, marks and the site's name at the end. */
static bool alike(struct str a, struct str b)
{
    size_t i = 0, j = 0, same = 0;

    while (i < a.len && j < b.len) {
        if (!is_letter(a.data[i])) {
            i++;
            continue;
        }
        if (!is_letter(b.data[j])) {
            j++;
            continue;
        }
        if (lower(a.data[i++]) != lower(b.data[j++]))
            return false;
        same++;
    }
    return same >= 8 && (i >= a.len || j >= b.len) && same * 10 >= (a.len < b.len ? a.len : b.len) * 6;
}

/* A line that is all link, in a part that says it leads elsewhere. */
static bool is_teaser(const struct block *b)
{
    return link_share(b) > 0.7 && b->stops <= 1 && !b->cell &&
           (b->signals & (SIGNAL_RELATED | SIGNAL_SHARE | SIGNAL_SIGNUP));
}

/* What the lines look like, whatever becomes of them. */
static void mark_lines(struct chooser *c)
{
    bool begun = false;

    for (size_t i = 0; i < c->n; i++) {
        struct block *b = &c->blocks[i];
        bool heading = b->heading || (b->signals & SIGNAL_TITLE);

        b->line = 0;
        if (turns_pages(c->tree, b))
            b->line |= LINE_FURNITURE | LINE_TURNS;
        else if (is_furniture(b))
            b->line |= LINE_FURNITURE;
        if (is_teaser(b))
            b->line |= LINE_TEASER;
        if (is_meta(c, b))
            b->line |= LINE_META;
        if (b->text.len > 12 && (b->heading == 1 || (!begun && heading)) && alike(b->text, c->hints->title))
            b->line |= LINE_TITLE;
        begun |= b->mass > 60;
    }
}

static void drop_lines(struct chooser *c)
{
    for (size_t i = 0; i < c->n; i++)
        if ((c->blocks[i].line & ~LINE_TEASER) || c->blocks[i].heading == 1)
            c->blocks[i].keep = false;
}

static unsigned body_of(const struct tree *tree)
{
    for (unsigned i = 0; i < tree->n; i++)
        if (tree->nodes[i].tag == GUMBO_TAG_BODY)
            return i;
    return 0;
}

/* From the body down, as long as one child has nearly all of the text. */
static unsigned container(const struct chooser *c)
{
    unsigned at = body_of(c->tree);

    for (;;) {
        unsigned best = 0;
        double most = 0;
        for (unsigned i = at + 1; i < c->tree->nodes[at].end; i = c->tree->nodes[i].end)
            if (mass(c, i) > most) {
                most = mass(c, i);
                best = i;
            }
        if (!best || !tree_is_block(c->tree->nodes[best].tag) || most < 0.6 * mass(c, at))
            return at;
        if (c->tree->nodes[best].tag == GUMBO_TAG_P || hi(c, best) - lo(c, best) < 2)
            return at;
        at = best;
    }
}

static double text_bytes(const struct chooser *c, unsigned node)
{
    double sum = 0;

    for (size_t i = lo(c, node); i < hi(c, node); i++)
        if (c->blocks[i].keep)
            sum += (double) c->blocks[i].text.len;
    return sum;
}

/* Share of a part's text that is linked. */
static double text_links(const struct chooser *c, unsigned node)
{
    double links = 0, bytes = 1;

    for (size_t i = lo(c, node); i < hi(c, node); i++) {
        links += c->blocks[i].link_bytes;
        bytes += (double) c->blocks[i].text.len;
    }
    return links / bytes;
}

static bool same_kind(const struct node *a, const struct node *b)
{
    return a->tag == b->tag && str_eq(tree_attribute(a, "class"), tree_attribute(b, "class"));
}

/* Does what stands beside the container belong to it? */
static bool joins(const struct chooser *c, unsigned sibling, unsigned chosen, int level)
{
    const struct node *s = &c->tree->nodes[sibling];
    double own = mass(c, sibling), bytes = text_bytes(c, sibling);

    if (own < 60 || own < 0.55 * bytes)
        return false;
    if (s->tag == TREE_TEXT || s->tag == GUMBO_TAG_P || s->tag == GUMBO_TAG_BLOCKQUOTE || s->tag == GUMBO_TAG_PRE)
        return level < 2;
    if (same_kind(s, &c->tree->nodes[chosen]))
        return true;
    return level < 1 && own > 0.75 * bytes && own > 0.05 * mass(c, chosen);
}

static void choose_part(struct chooser *c)
{
    unsigned body = body_of(c->tree), top = container(c);
    bool *in = arena_calloc(c->arena, c->n + 1, sizeof *in);

    memset(in + lo(c, top), true, hi(c, top) - lo(c, top));
    for (int level = 0; level < 3 && top != body && top != 0; level++) {
        unsigned parent = c->tree->nodes[top].parent, first = top, last = top;
        for (unsigned i = parent + 1; i < c->tree->nodes[parent].end; i = c->tree->nodes[i].end)
            if (i != top && lo(c, i) < hi(c, i) && joins(c, i, top, level)) {
                memset(in + lo(c, i), true, hi(c, i) - lo(c, i));
                first = i < first ? i : first;
                last = i > last ? i : last;
            }
        /* What stands between parts that belong together belongs to them too. */
        for (unsigned i = first; level == 0 && i < last; i = c->tree->nodes[i].end)
            if (text_links(c, i) < 0.3)
                memset(in + lo(c, i), true, hi(c, i) - lo(c, i));
        top = parent;
    }
    for (size_t i = 0; i < c->n; i++)
        c->blocks[i].keep &= in[i];
}

/* Headings with nothing under them. */
static void drop_empty_headings(struct chooser *c)
{
    unsigned below = 7; /* level of the next kept heading, 0 when text comes first */

    for (size_t i = c->n; i-- > 0;) {
        struct block *b = &c->blocks[i];
        if (!b->keep)
            continue;
        if (b->heading == 0)
            below = 0;
        else if (below != 0 && below <= b->heading)
            b->keep = false;
        else if (below != 0 && below == 7)
            b->keep = false;
        if (b->keep && b->heading)
            below = b->heading;
    }
}

/* Lines that are all link: lists of other pages, buttons. */
static void drop_links(struct chooser *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct block *b = &c->blocks[i];
        if (b->keep && link_share(b) > 0.6 && b->stops == 0)
            b->keep = false;
    }
}

/* A card: a linked headline and a few lines about another page. */
static bool is_card(const struct chooser *c, unsigned at)
{
    size_t bytes = 0, blocks = hi(c, at) - lo(c, at);
    bool linked = false;

    if (blocks < 2 || blocks > 8)
        return false;
    for (size_t i = lo(c, at); i < hi(c, at); i++) {
        const struct block *b = &c->blocks[i];
        bytes += b->text.len;
        linked |= link_share(b) > 0.8 && b->text.len > 20 &&
                  (b->heading || (b->signals & SIGNAL_TITLE) || b->link_bytes > 40);
    }
    return linked && bytes < 700;
}

/* Three or more cards side by side advertise other pages, if something else is left to read. */
static void drop_cards(struct chooser *c)
{
    for (unsigned i = 0; i < c->tree->n; i++) {
        const struct node *node = &c->tree->nodes[i];
        size_t cards = 0;
        double there = 0;

        if (node->tag == TREE_TEXT || hi(c, i) - lo(c, i) < 6)
            continue;
        for (unsigned k = i + 1, last = 0; k < node->end; k = c->tree->nodes[k].end) {
            if (c->tree->nodes[k].tag == TREE_TEXT || !is_card(c, k))
                continue;
            if (last == 0 || same_kind(&c->tree->nodes[k], &c->tree->nodes[last])) {
                cards++;
                there += mass(c, k);
            }
            last = k;
        }
        if (cards < 3 || there > 0.5 * c->sum[c->n])
            continue;
        for (unsigned k = i + 1; k < node->end; k = c->tree->nodes[k].end)
            if (c->tree->nodes[k].tag != TREE_TEXT && is_card(c, k))
                drop(c, k);
    }
}

static void drop_captions(struct chooser *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct block *b = &c->blocks[i];
        if (!b->keep || !(b->caption || (b->signals & SIGNAL_CAPTION)))
            continue;
        b->keep = false;
        b->figure = true;
    }
}

static double choose(struct chooser *c, bool by_name)
{
    double kept = 0;

    for (size_t i = 0; i < c->n; i++) {
        c->blocks[i].keep = !c->blocks[i].button;
        c->blocks[i].figure = false;
    }
    sum_up(c);
    if (by_name) {
        drop_named(c);
        sum_up(c);
        drop_cards(c);
        sum_up(c);
    }
    choose_part(c);
    drop_lines(c);
    drop_captions(c);
    drop_links(c);
    drop_empty_headings(c);
    for (size_t i = 0; i < c->n; i++)
        kept += c->blocks[i].keep ? (double) c->blocks[i].text.len : 0;
    return kept;
}

/* Pages that are lists of links have no text by our measures; what the page
 * itself calls its main part is then better than nothing, or than a footer. */
static void choose_main(struct chooser *c, double kept)
{
    unsigned top = 0;
    double there = 0;

    for (unsigned i = 0; i < c->tree->n && !top; i++)
        if (c->tree->nodes[i].tag == GUMBO_TAG_MAIN)
            top = i;
    if (!top)
        return;
    for (size_t i = lo(c, top); i < hi(c, top); i++)
        there += (double) c->blocks[i].text.len;
    if (there < 2 * kept || there < 60)
        return;
    for (size_t i = 0; i < c->n; i++)
        c->blocks[i].keep = !c->blocks[i].button;
    sum_up(c);
    drop_named(c);
    for (size_t i = 0; i < c->n; i++)
        c->blocks[i].keep &= i >= lo(c, top) && i < hi(c, top) &&
                             !(c->blocks[i].heading == 1 && alike(c->blocks[i].text, c->hints->title));
}

/* Letters and digits only, small: for finding a block in a text that was folded otherwise. */
static struct str bare(struct arena *arena, struct str s)
{
    char *out = arena_alloc(arena, s.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        if (is_letter(s.data[i]) || (s.data[i] >= '0' && s.data[i] <= '9'))
            out[n++] = lower(s.data[i]);
    return str_n(out, n);
}

/* Ends with the end of a sentence, not in the middle of one or with dots. */
static bool is_whole(struct str body)
{
    body = str_trim(body);
    return (str_ends(body, ".") && !str_ends(body, "..")) || str_ends(body, "!") || str_ends(body, "?") ||
           str_ends(body, ".\"") || str_ends(body, "\xe2\x80\x9d") || str_ends(body, "\xe3\x80\x82");
}

/* The page's own data holds the article's body. It is often cut, or without its
 * lists, so it does not decide; but when we chose something else, or twice as
 * much as a whole body, it is right. */
static bool trust_body(struct chooser *c)
{
    struct str body = bare(c->arena, c->hints->body);
    bool *in = arena_calloc(c->arena, c->n + 1, sizeof *in);
    size_t there = 0, kept = 0, all = 0, first = c->n, last = 0;

    if (body.len < BODY_MIN || body.len > BODY_MAX || c->n > BODY_BLOCKS)
        return false;
    for (size_t i = 0; i < c->n; i++) {
        struct str text = bare(c->arena, c->blocks[i].text);
        in[i] = text.len >= 30 && str_find(body, text, 0) >= 0;
        all += c->blocks[i].keep ? text.len : 0;
        if (!in[i])
            continue;
        there += text.len;
        kept += c->blocks[i].keep ? text.len : 0;
        first = i < first ? i : first;
        last = i;
    }
    bool other = there >= body.len / 2 && kept < there / 2;
    bool more = there >= body.len / 10 * 8 && all > 2 * there && is_whole(c->hints->body);
    if (!other && !more)
        return false;
    for (size_t i = 0; i < c->n; i++) {
        const struct block *b = &c->blocks[i];
        bool between = i > first && i < last && (b->heading || b->item) && link_share(b) < 0.5;
        c->blocks[i].keep = in[i] || between;
    }
    return true;
}

bool rules_choose(struct arena *arena, const struct tree *tree, const struct rules_hints *hints, struct blocks *blocks)
{
    struct chooser c = { .arena = arena, .tree = tree, .blocks = blocks->items, .n = blocks->n, .hints = hints };
    size_t b = 0;

    c.before = arena_calloc(arena, tree->n + 1, sizeof *c.before);
    c.sum = arena_calloc(arena, c.n + 1, sizeof *c.sum);
    for (unsigned i = 0; i <= tree->n; i++) {
        while (b < c.n && c.blocks[b].first < i)
            b++;
        c.before[i] = (unsigned) b;
    }
    for (size_t i = 0; i < c.n; i++)
        weigh(&c.blocks[i]);
    mark_lines(&c);
    /* Little left: the names misled us, perhaps. */
    double kept = choose(&c, true), again = 0;
    if (kept < LITTLE && (again = choose(&c, false)) < 2 * kept)
        choose(&c, true);
    else if (kept < LITTLE)
        kept = again;
    if (kept < LITTLE)
        choose_main(&c, kept);
    return trust_body(&c);
}
