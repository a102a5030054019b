#include <stdarg.h>

#include "net/url.h"
#include "pages/canonical.h"
#include "pages/content.h"
#include "pages/format.h"
#include "pages/metadata.h"
#include "pages/render.h"
#include "pages/rules.h"
#include "pages/scan.h"
#include "pages/suspect.h"
#include "text/charset.h"
#include "text/utf8.h"

enum {
    LINKS_MAX = 1000,
    HIDDEN_MAX = 64 * 1024,
    LITTLE_TEXT = 400,
    FEW_WORDS = 150,
    SOME_WORDS = 20,
    REVEAL_BYTES = 1000,
    PROSE_BYTES = 80
};

static bool says(struct str text, const char *const phrases[])
{
    for (size_t i = 0; phrases[i]; i++)
        if (str_contains_nocase(text, phrases[i]))
            return true;
    return false;
}

static const char *const walls[] = { "captcha",
                                     "verify you are human",
                                     "verify that you are human",
                                     "are you a robot",
                                     "not a robot",
                                     "unusual traffic",
                                     "access denied",
                                     "access to this page has been denied",
                                     "request blocked",
                                     "you have been blocked",
                                     "just a moment",
                                     "checking your browser",
                                     "ddos protection",
                                     "attention required",
                                     "pardon our interruption",
                                     "403 forbidden",
                                     NULL };
static const char *const scripts[] = { "enable javascript",
                                       "javascript is disabled",
                                       "javascript is required",
                                       "requires javascript",
                                       "turn on javascript",
                                       "javascript aktivieren",
                                       "activer javascript",
                                       "habilite javascript",
                                       "without javascript",
                                       "javascript enabled",
                                       NULL };
static const char *const logins[] = { "log in to continue",
                                      "sign in to continue",
                                      "please log in",
                                      "please sign in",
                                      "login required",
                                      "subscribe to continue",
                                      "subscribers only",
                                      "create an account to",
                                      "already a subscriber",
                                      "members only",
                                      NULL };

/* Words of the blocks that are kept, or of all. */
static size_t words_of_blocks(const struct blocks *blocks, bool kept)
{
    size_t n = 0;

    for (size_t i = 0; i < blocks->n; i++)
        n += !kept || blocks->items[i].keep ? blocks->items[i].words : 0;
    return n;
}

/* <meta http-equiv=refresh content="0; url=…">: the page is at another address. Manuals have one for each old name. */
static bool sends_elsewhere(const struct node *node)
{
    return node->tag == GUMBO_TAG_META && str_eq_nocase(tree_attribute(node, "http-equiv"), str("refresh")) &&
           str_contains_nocase(tree_attribute(node, "content"), "url=");
}

/* A page of few words: is it a wall, a log-in, a program? A page with something to read is none of them, whatever else
 * stands on it. */
static int why_empty(struct arena *arena, const struct tree *tree, const struct scan *scan, const struct blocks *blocks,
                     struct str title, size_t kept)
{
    struct buf all;
    bool password = false, elsewhere = false;
    size_t words = words_of_blocks(blocks, true);

    if (words >= SOME_WORDS && words_of_blocks(blocks, false) >= FEW_WORDS)
        return DOCUMENT_FULL;
    buf_init(&all, 8192);
    buf_add_str(&all, str_sub(title, 0, 500));
    buf_add_char(&all, '\n');
    for (size_t i = 0; i < blocks->n && !all.over; i++) {
        buf_add_str(&all, blocks->items[i].text);
        buf_add_char(&all, '\n');
    }
    unsigned unseen = 0; /* end of the hidden part we are in */
    for (unsigned i = 0; i < tree->n; i++) {
        const struct node *node = &tree->nodes[i];
        if (node->hidden && i >= unseen)
            unseen = node->end;
        if (i >= unseen && node->tag == GUMBO_TAG_INPUT && str_eq_nocase(tree_attribute(node, "type"), str("password")))
            password = true;
        elsewhere = elsewhere || sends_elsewhere(node);
        if (node->tag == GUMBO_TAG_NOSCRIPT)
            buf_add_str(&all, str_sub(tree_text(arena, tree, i), 0, 500));
    }
    struct str text = buf_take(&all, arena);
    if (says(text, walls))
        return DOCUMENT_BLOCKED;
    if (kept < LITTLE_TEXT / 2 && says(text, scripts))
        return DOCUMENT_NEEDS_SCRIPT;
    if ((password && words < SOME_WORDS) || says(text, logins))
        return DOCUMENT_LOGIN;
    if (kept > 0 && !(elsewhere && words < SOME_WORDS))
        return DOCUMENT_FULL;
    return elsewhere ? DOCUMENT_NOTHING : scan->scripts > 0 ? DOCUMENT_NEEDS_SCRIPT : DOCUMENT_NOTHING;
}

static void read_links(struct arena *arena, const struct blocks *blocks, const struct url *base, struct document *ret)
{
    struct str_list seen = { 0 };
    size_t capacity = 0;

    for (size_t i = 0; i < blocks->links_n && ret->links_n < LINKS_MAX; i++) {
        const struct block_link *link = &blocks->links[i];
        struct str href = str_trim(link->href);
        struct url url;

        if (link->block >= blocks->n || !blocks->items[link->block].keep || href.len > 4096)
            continue;
        if (base && url_resolve(arena, base, href, &url, NULL) == 0)
            href = url_text(arena, &url);
        else if (base || !(str_starts(href, "http://") || str_starts(href, "https://")))
            continue;
        if (seen.n < 200 ? str_list_has(&seen, href) : false)
            continue;
        str_list_add(arena, &seen, href);
        ret->links = arena_grow(arena, ret->links, &capacity, ret->links_n + 1, sizeof *ret->links);
        ret->links[ret->links_n++] = (struct document_link){ link->text, href };
    }
}

/* The base of relative references: <base href> resolved against the page's own address. */
static const struct url *base_of(struct arena *arena, const struct tree *tree, struct str url)
{
    struct url *base = arena_alloc(arena, sizeof *base), own = { 0 };
    bool known = url.len && url_parse(arena, url, &own, NULL) == 0;

    for (unsigned i = 0; i < tree->n && tree->nodes[i].tag != GUMBO_TAG_BODY; i++) {
        struct str href = tree->nodes[i].tag == GUMBO_TAG_BASE ? tree_attribute(&tree->nodes[i], "href")
                                                               : (struct str){ 0 };
        if (href.len && (known ? url_resolve(arena, &own, href, base, NULL) : url_parse(arena, href, base, NULL)) == 0)
            return base;
    }
    *base = own;
    return known ? base : NULL;
}

static struct str canonical_url(struct arena *arena, const struct url *base, struct str claimed, struct str given)
{
    struct url url, own;

    if (!claimed.len ||
        (base ? url_resolve(arena, base, claimed, &url, NULL) : url_parse(arena, claimed, &url, NULL)) < 0)
        return given;
    /* One that sends every page to the home page tells nothing; another site's is not ours to trust. */
    if (given.len && url_parse(arena, given, &own, NULL) == 0) {
        struct str here = url_domain(own.host), there = url_domain(url.host);
        bool same_site = str_eq(here, there) || url_domain_matches(here, there) || url_domain_matches(there, here);
        if (!same_site || (url.path.len <= 1 && own.path.len > 1))
            return given;
    }
    return url_text(arena, &url);
}

static void read_hidden(struct arena *arena, const struct tree *tree, struct document *ret)
{
    struct blocks hidden;
    struct buf text;

    blocks_of(arena, tree, BLOCKS_HIDDEN, &hidden);
    buf_init(&text, HIDDEN_MAX);
    for (size_t i = 0; i < hidden.n; i++) {
        ret->hidden_bytes += hidden.items[i].text.len;
        if (!text.over) {
            buf_add_str(&text, hidden.items[i].text);
            buf_add_char(&text, '\n');
        }
    }
    ret->suspect = str_dup(arena, suspect_find(buf_str(&text)));
    buf_free(&text);
}

static bool any_hidden(const struct tree *tree)
{
    for (unsigned i = 0; i < tree->n; i++)
        if (tree->nodes[i].hidden && tree->nodes[i].end > i + 1)
            return true;
    return false;
}

static size_t kept_bytes(const struct blocks *blocks)
{
    size_t n = 0;

    for (size_t i = 0; i < blocks->n; i++)
        n += blocks->items[i].keep ? blocks->items[i].text.len : 0;
    return n;
}

/* A page taken apart, before anything is chosen. */
struct html_page {
    struct scan scan;
    struct tree tree;
    struct metadata meta;
    struct blocks blocks;
    bool unseen; /* blocks hold text that no reader sees at first */
};

/* Pages that a script fills or unfolds have their text in <noscript> or in hidden elements: where little is shown and
 * much more is there, all of it is looked at. */
static void take_unseen(struct arena *arena, struct html_page *page)
{
    size_t shown = words_of_blocks(&page->blocks, false);
    struct blocks all;

    if (shown >= FEW_WORDS)
        return;
    blocks_of(arena, &page->tree, BLOCKS_ALL, &all);
    size_t words = words_of_blocks(&all, false);
    if (words > shown + 50 && 2 * words > 3 * shown) {
        page->blocks = all;
        page->unseen = true;
    }
}

/* Bytes of running text in [from, to) that are shown: menus have short lines. */
static size_t shown_prose(const struct tree *tree, unsigned from, unsigned to)
{
    size_t n = 0;

    for (unsigned i = from; i < to;) {
        const struct node *node = &tree->nodes[i];
        if (node->hidden || node->tag == GUMBO_TAG_HEAD || node->tag == GUMBO_TAG_NOSCRIPT ||
            node->tag == GUMBO_TAG_TEMPLATE) {
            i = node->end;
            continue;
        }
        size_t bytes = str_trim(node->text).len;
        n += bytes >= PROSE_BYTES ? bytes : 0;
        i++;
    }
    return n;
}

static bool has_fields(const struct tree *tree, unsigned at)
{
    for (unsigned i = at; i < tree->nodes[at].end; i++)
        if (tree->nodes[i].tag == GUMBO_TAG_INPUT || tree->nodes[i].tag == GUMBO_TAG_FORM)
            return true;
    return false;
}

/* A hidden part with more running text than all that is shown is the page before its script ran, not an aside: it is
 * shown. Forms wait for a click. React sends late parts of a page in <div hidden id="S:…">. */
static void reveal(struct tree *tree)
{
    size_t shown = shown_prose(tree, 0, tree->n);

    for (unsigned i = 0; i < tree->n;) {
        struct node *node = &tree->nodes[i];
        if (!node->hidden) {
            i++;
            continue;
        }
        size_t inside = shown_prose(tree, i + 1, node->end);
        if (str_starts(tree_attribute(node, "id"), "S:") ||
            (inside >= REVEAL_BYTES && inside > shown && !has_fields(tree, i)))
            node->hidden = false;
        i = node->end;
    }
}

static int open_page(struct arena *arena, struct str html, struct html_page *ret, struct error *e)
{
    int r = scan_html(arena, html, &ret->scan, e);

    if (r == 0)
        r = tree_parse(arena, ret->scan.html, &ret->tree, e);
    if (r < 0)
        return r;
    reveal(&ret->tree);
    metadata_read(arena, &ret->tree, &ret->scan.data, &ret->meta);
    blocks_of(arena, &ret->tree, BLOCKS_SHOWN, &ret->blocks);
    ret->unseen = false;
    take_unseen(arena, ret);
    return 0;
}

static struct feature_page feature_page_of(struct arena *arena, const struct html_page *page, struct str url)
{
    return (struct feature_page){ .arena = arena,
                                  .tree = &page->tree,
                                  .blocks = &page->blocks,
                                  .data = &page->scan.data,
                                  .title = page->meta.title,
                                  .body = page->meta.body,
                                  .url = url,
                                  .unseen = page->unseen };
}

/* Browsers pass over a stray NUL. In UTF-16 it is a part of characters, and stands in about every second byte. */
static struct str without_nuls(struct arena *arena, struct str bytes)
{
    size_t nuls = 0, n = 0;

    for (size_t i = 0; i < bytes.len; i++)
        nuls += bytes.data[i] == '\0';
    if (nuls == 0 || nuls > bytes.len / 8)
        return bytes;
    char *kept = arena_alloc(arena, bytes.len + 1);
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.data[i])
            kept[n++] = bytes.data[i];
    return str_n(kept, n);
}

int format_html(struct format_input *in, struct document *ret, struct error *e)
{
    struct arena *arena = in->arena;
    struct str html = charset_decode(arena, without_nuls(arena, in->bytes), in->hints->content_type, true,
                                     &ret->charset);
    struct html_page page;

    int r = open_page(arena, html, &page, e);
    if (r < 0)
        return r;
    struct content content = { feature_page_of(arena, &page, in->hints->url), in->limits->keep };
    content_choose(&content, &page.blocks);
    ret->words = words_of_blocks(&page.blocks, true);
    ret->words_all = words_of_blocks(&page.blocks, false);
    render_blocks(arena, &page.tree, &page.blocks, in->text);
    for (size_t i = 0; i < page.blocks.n; i++)
        if (page.blocks.items[i].figure && ret->captions.n < 200)
            str_list_add(arena, &ret->captions, page.blocks.items[i].text);

    const struct url *base = base_of(arena, &page.tree, in->hints->url);
    read_links(arena, &page.blocks, base, ret);
    ret->url = canonical_url(arena, base, page.meta.url, in->hints->url);
    ret->title = page.meta.title;
    ret->author = page.meta.author;
    ret->date = page.meta.date;
    ret->language = page.meta.language;
    ret->site = page.meta.site;
    if (any_hidden(&page.tree))
        read_hidden(arena, &page.tree, ret);
    size_t kept = kept_bytes(&page.blocks);
    if (kept < LITTLE_TEXT)
        ret->empty = why_empty(arena, &page.tree, &page.scan, &page.blocks, page.meta.title, kept);
    if (page.meta.login && kept < 1500)
        document_warn(arena, ret, "the page says it is not free to read: this may be only its beginning");
    return 0;
}

int html_dump_blocks(struct arena *arena, struct str bytes, struct buf *ret, struct error *e)
{
    struct html_page page;

    int r = open_page(arena, charset_decode(arena, bytes, (struct str){ 0 }, true, NULL), &page, e);
    if (r < 0)
        return r;
    struct rules_hints hints = { page.meta.title, page.meta.body };
    rules_choose(arena, &page.tree, &hints, &page.blocks);
    struct feature_page features = feature_page_of(arena, &page, (struct str){ 0 });
    feature_dump(&features, ret);
    return 0;
}

void html_fragment(struct arena *arena, struct str html, struct buf *ret)
{
    struct scan scan;
    struct tree tree;
    struct blocks blocks;

    if (scan_html(arena, html, &scan, NULL) < 0 || tree_parse(arena, scan.html, &tree, NULL) < 0)
        return;
    blocks_of(arena, &tree, BLOCKS_SHOWN, &blocks);
    for (size_t i = 0; i < blocks.n; i++)
        blocks.items[i].keep = true;
    render_blocks(arena, &tree, &blocks, ret);
}
