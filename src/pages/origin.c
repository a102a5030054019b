#include "pages/origin.h"

enum { MENU_LINKS = 3 }; /* fewer are no menu */

static bool starts_with_any(struct str s, const char *const prefixes[])
{
    for (size_t i = 0; prefixes[i]; i++)
        if (str_starts_nocase(s, prefixes[i]))
            return true;
    return false;
}

/* og:title and its like: what a network shows of a page that somebody links to. */
static bool is_for_networks(const struct node *meta)
{
    static const char *const families[] = { "og:", "twitter:", "fb:", "al:", "article:", NULL };
    struct str key = tree_attribute(meta, "property");

    return starts_with_any(key.len ? key : tree_attribute(meta, "name"), families);
}

/* A feed, the page in another form or language, hints for a browser; or a style sheet or sign of another host, or by a path
 * from the host's root, where a file on a disk finds none. A canonical address says nothing: generators of documentation
 * write one. */
static bool is_for_web(const struct node *link)
{
    static const char kinds[] =
        "preconnect dns-prefetch preload manifest amphtml shortlink pingback edituri webmention apple-touch-icon";
    static const char *const elsewhere[] = { "http:", "https:", "/", NULL };
    static const char *const feeds[] = { "application/rss", "application/atom", NULL };
    struct str rel = tree_attribute(link, "rel"), word;
    bool loads = false;

    while (str_next(&rel, ' ', &word)) {
        if (str_in_words(kinds, word))
            return true;
        loads |= str_eq_nocase(word, str("stylesheet")) || str_eq_nocase(word, str("icon")) ||
                 str_eq_nocase(word, str("alternate"));
    }
    return (loads && starts_with_any(tree_attribute(link, "href"), elsewhere)) ||
           starts_with_any(tree_attribute(link, "type"), feeds);
}

/* Counts the links of the part that calls itself navigation and is gone through now. Those that stay on the page are its
 * table of contents. */
struct menu {
    unsigned end; /* of the part */
    int links;
};

static bool is_menu(unsigned at, const struct node *node, struct menu *m)
{
    bool named = node->tag == GUMBO_TAG_NAV || node->tag == GUMBO_TAG_MENU || (node->signals & SIGNAL_NAV);

    if (at >= m->end && named)
        *m = (struct menu){ .end = node->end };
    if (at < m->end && node->tag == GUMBO_TAG_A) {
        struct str href = tree_attribute(node, "href");
        m->links += href.len && href.data[0] != '#';
    }
    return m->links >= MENU_LINKS;
}

enum page_origin origin_of(const struct tree *tree, const struct str_list *data)
{
    struct menu now = { 0 };
    bool menu = false;

    for (unsigned i = 0; i < tree->n; i++) {
        const struct node *node = &tree->nodes[i];
        if (node->tag == TREE_TEXT)
            continue;
        if ((node->tag == GUMBO_TAG_META && is_for_networks(node)) || (node->tag == GUMBO_TAG_LINK && is_for_web(node)))
            return ORIGIN_SITE;
        menu = is_menu(i, node, &now) || menu;
    }
    return data->n ? ORIGIN_SITE : menu ? ORIGIN_SET : ORIGIN_ALONE;
}
