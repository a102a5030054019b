#include <math.h>

#include "pages/feature_parts.h"

enum { TYPES_MAX = 200 };

static void set(struct features *f, enum feature feature, double value)
{
    f->values[feature - FEATURE_PAGE] = (float) value;
}

static void add_token(struct features *f, const char *prefix, struct str word)
{
    struct feature_tokens *t = &f->page_tokens;
    uint32_t hash = feature_hash(prefix, word);

    if (f->page.known_page && !f->page.known_page(hash))
        return;
    t->hashes = arena_grow(f->page.arena, t->hashes, &t->capacity, t->n + 1, sizeof *t->hashes);
    t->hashes[t->n++] = hash;
}

/* --- kinds of things the page says it has: JSON-LD, microdata --- */

static void says(struct features *f, struct str type)
{
    static const struct {
        enum feature feature;
        const char *types;
    } groups[] = {
        { FEATURE_page_says_article,
          " Article NewsArticle BlogPosting TechArticle Report ScholarlyArticle OpinionNewsArticle ReportageNewsArticle " },
        { FEATURE_page_says_product, " Product ProductGroup " },
        { FEATURE_page_says_forum, " DiscussionForumPosting QAPage Question Comment Answer " },
        { FEATURE_page_says_list, " ItemList CollectionPage SearchResultsPage OfferCatalog " },
        { FEATURE_page_says_organization, " Organization LocalBusiness Service WebSite Corporation " },
        { FEATURE_page_says_faq, " FAQPage " },
        { FEATURE_page_says_thing, " SoftwareApplication Course Event Recipe JobPosting Movie VideoObject " },
    };
    char padded[64];

    if (type.len == 0 || type.len > 40)
        return;
    add_token(f, "T", type);
    padded[0] = ' ';
    memcpy(padded + 1, type.data, type.len);
    padded[type.len + 1] = ' ';
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (str_find(str(groups[i].types), str_n(padded, type.len + 2), 0) >= 0)
            set(f, groups[i].feature, 1);
}

/* Every string after "@type", one or a list of them: no need to parse for that. */
static void says_data(struct features *f, struct str data)
{
    int types = 0;

    for (ptrdiff_t at = 0; types < TYPES_MAX && (at = str_find(data, str("\"@type\""), (size_t) at)) >= 0;) {
        size_t i = (size_t) at + 7;
        bool list = false;

        for (; i < data.len && types < TYPES_MAX; i++) {
            char c = data.data[i];
            if (c == '[') {
                list = true;
            } else if (c == '"') {
                ptrdiff_t end = str_find_char(data, '"', i + 1);
                if (end < 0)
                    return;
                says(f, str_sub(data, i + 1, (size_t) end));
                types++;
                i = (size_t) end;
                if (!list)
                    break;
            } else if (c != ':' && c != ' ' && c != ',' && (c < '\t' || c > '\r')) {
                break;
            }
        }
        at = (ptrdiff_t) i;
    }
}

/* --- the page's address --- */

static bool any_part(struct str path, const char *const words[], const char *ends)
{
    for (size_t i = 0; words[i]; i++) {
        size_t n = strlen(words[i]);
        for (ptrdiff_t at = 0; (at = str_find(path, str(words[i]), (size_t) at)) >= 0; at++) {
            size_t end = (size_t) at + n;
            if (at > 0 && path.data[at - 1] == '/' && (!*ends || (end < path.len && strchr(ends, path.data[end]))))
                return true;
        }
    }
    return false;
}

static void read_path(struct features *f, struct str url)
{
    static const char *const product[] = { "product", "products", "p", "dp", "item", "itm", "shop", NULL };
    static const char *const list[] = { "collection", "categor", "c", "shop", "browse", "search", NULL };
    static const char *const forum[] = { "forum",     "forums",     "thread",   "threads",   "t",
                                         "topic",     "discussion", "question", "questions", "r",
                                         "viewtopic", "community",  NULL };
    static const char *const manual[] = { "doc",    "docs",      "documentation", "api",   "reference",
                                          "guide",  "manual",    "tutorial",      "learn", "library",
                                          "latest", "en/latest", "stable",        NULL };
    static const char *const blog[] = { "blog",  "blogs",   "news", "article", "articles",
                                        "story", "stories", "post", "posts",   NULL };
    ptrdiff_t scheme = str_find(url, str("://"), 0);
    ptrdiff_t slash = str_find_char(url, '/', scheme < 0 ? 0 : (size_t) scheme + 3);

    if (slash < 0)
        return;
    struct str path = str_lower_ascii(f->page.arena, str_sub(url, (size_t) slash, url.len < 2000 ? url.len : 2000));
    for (size_t i = 0; i < path.len; i++)
        if (path.data[i] == '?' || path.data[i] == '#')
            path.len = i;
    double depth = 0, hyphens = 0, most = 0;
    for (size_t i = 0; i < path.len; i++) {
        depth += path.data[i] == '/' && i + 1 < path.len;
        hyphens = path.data[i] == '/' ? 0 : hyphens + (path.data[i] == '-');
        most = hyphens > most ? hyphens : most;
    }
    set(f, FEATURE_page_path_depth, depth);
    set(f, FEATURE_page_path_hyphens, most);
    set(f, FEATURE_page_path_product, any_part(path, product, "/"));
    set(f, FEATURE_page_path_list, any_part(path, list, ""));
    set(f, FEATURE_page_path_forum, any_part(path, forum, "/.-"));
    set(f, FEATURE_page_path_manual, any_part(path, manual, "/."));
    bool year = false;
    for (size_t i = 0; i + 5 < path.len; i++)
        year |= path.data[i] == '/' && path.data[i + 1] == '2' && path.data[i + 2] == '0' && path.data[i + 5] == '/';
    set(f, FEATURE_page_path_blog, year || any_part(path, blog, "/"));
    for (size_t i = 0, start = 0; i <= path.len; i++)
        if (i == path.len || path.data[i] < 'a' || path.data[i] > 'z') {
            if (i > start && i - start <= 14)
                add_token(f, "P", str_sub(path, start, i));
            start = i + 1;
        }
}

/* --- elements --- */

static void count_tags(struct features *f)
{
    static const struct {
        unsigned short tag;
        enum feature feature;
        unsigned most;
    } counts[] = {
        { GUMBO_TAG_H1, FEATURE_page_h1, 100 },       { GUMBO_TAG_H2, FEATURE_page_h2, 30 },
        { GUMBO_TAG_H3, FEATURE_page_h3, 60 },        { GUMBO_TAG_ARTICLE, FEATURE_page_articles, 30 },
        { GUMBO_TAG_MAIN, FEATURE_page_mains, 2 },    { GUMBO_TAG_P, FEATURE_page_paragraphs, 300 },
        { GUMBO_TAG_LI, FEATURE_page_items, 500 },    { GUMBO_TAG_PRE, FEATURE_page_code, 50 },
        { GUMBO_TAG_CODE, FEATURE_page_code, 50 },    { GUMBO_TAG_IMG, FEATURE_page_images, 200 },
        { GUMBO_TAG_TABLE, FEATURE_page_tables, 20 }, { GUMBO_TAG_A, FEATURE_page_anchors, 800 },
        { GUMBO_TAG_TIME, FEATURE_page_times, 50 },   { GUMBO_TAG_BUTTON, FEATURE_page_buttons, 100 },
        { GUMBO_TAG_FORM, FEATURE_page_forms, 20 },
    };
    unsigned seen[TREE_TEXT + 1] = { 0 };

    for (unsigned i = 0; i < f->page.tree->n; i++)
        seen[f->page.tree->nodes[i].tag]++;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        unsigned n = seen[counts[i].tag] + (counts[i].tag == GUMBO_TAG_CODE ? seen[GUMBO_TAG_PRE] : 0);
        set(f, counts[i].feature, n < counts[i].most ? n : counts[i].most);
    }
}

struct head { /* of the page: what its meta elements say */
    struct str title, og_title, description, og_description, og_type, generator, canonical, og_url;
};

static void read_meta(const struct node *node, struct head *head)
{
    struct str key = tree_attribute(node, "property"), value = tree_attribute(node, "content");
    const struct {
        const char *name;
        struct str *slot;
    } slots[] = {
        { "og:title", &head->og_title },   { "description", &head->description },
        { "og:type", &head->og_type },     { "og:description", &head->og_description },
        { "generator", &head->generator }, { "og:url", &head->og_url },
    };

    if (!key.len)
        key = tree_attribute(node, "name");
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (!slots[i].slot->len && str_eq_nocase(key, str(slots[i].name)))
            *slots[i].slot = value;
}

static void read_head(struct features *f, struct head *head)
{
    const struct tree *tree = f->page.tree;

    for (unsigned i = 0; i < tree->n; i++) {
        const struct node *node = &tree->nodes[i];
        if (node->tag == GUMBO_TAG_META)
            read_meta(node, head);
        else if (node->tag == GUMBO_TAG_TITLE && !head->title.len)
            head->title = tree_text(f->page.arena, tree, i);
        else if (node->tag == GUMBO_TAG_LINK && !head->canonical.len &&
                 str_eq_nocase(tree_attribute(node, "rel"), str("canonical")))
            head->canonical = tree_attribute(node, "href");
        struct str type = node->tag == TREE_TEXT ? (struct str){ 0 } : tree_attribute(node, "itemtype");
        if (type.len) {
            size_t at = type.len;
            while (at > 0 && type.data[at - 1] != '/')
                at--;
            says(f, str_sub(type, at, type.len));
        }
    }
}

static double words_in(struct str text)
{
    struct str word;
    double n = 0;

    for (size_t at = 0; n < 20000 && feature_word_next(text, &at, &word);)
        n++;
    return n;
}

void feature_page_begin(struct features *f)
{
    static const char *const generators[] = { "sphinx", "docusaurus", "mkdocs",    "hugo",
                                              "jekyll", "gitbook",    "mediawiki", NULL };
    static const char *const boards[] = { "discourse", "vbulletin", "phpbb", "xenforo", "flarum", "invision", NULL };
    struct head head = { 0 };
    struct str word;

    feature_index_init(&f->title.index, f->page.arena);
    feature_index_init(&f->description.index, f->page.arena);
    read_head(f, &head);
    for (size_t i = 0; i < f->page.data->n; i++)
        says_data(f, f->page.data->items[i]);
    feature_set_add(&f->title, head.title);
    feature_set_add(&f->title, head.og_title);
    feature_set_add(&f->description, head.description);
    feature_set_add(&f->description, head.og_description);
    read_path(f, head.canonical.len ? head.canonical : head.og_url.len ? head.og_url : f->page.url);
    count_tags(f);
    set(f, FEATURE_page_og_article, str_contains_nocase(head.og_type, "article"));
    set(f, FEATURE_page_og_product, str_contains_nocase(head.og_type, "product"));
    set(f, FEATURE_page_og_website, str_contains_nocase(head.og_type, "website"));
    set(f, FEATURE_page_generator, str_contains_any(head.generator, generators));
    set(f, FEATURE_page_board, str_contains_any(head.generator, boards) || str_contains_any(head.title, boards));
    set(f, FEATURE_page_unseen, f->page.unseen);
    set(f, FEATURE_page_body, log1p(words_in(f->page.body)));
    set(f, FEATURE_page_description, log1p(words_in(head.description) + words_in(head.og_description)));
    add_token(f, "O", head.og_type);
    for (size_t at = 0, n = 0; n < 60 && feature_word_next(head.title, &at, &word); n++)
        add_token(f, "S", word);
}

void feature_page_end(struct features *f)
{
    double total = f->words[f->n], prices = 0, replies = 0, good = 0;
    bool cart = false;

    for (size_t i = 0; i < f->n; i++) {
        prices += f->stats[i].price;
        replies += f->stats[i].reply;
        good += f->stats[i].good;
        cart |= f->stats[i].cart;
    }
    set(f, FEATURE_page_words, log1p(total));
    set(f, FEATURE_page_blocks, log1p((double) f->n));
    set(f, FEATURE_page_links, feature_share(f->linked[f->n], total));
    set(f, FEATURE_page_good, feature_share(f->good[f->n], total));
    set(f, FEATURE_page_good_words, log1p(f->good[f->n]));
    set(f, FEATURE_page_good_blocks, good);
    set(f, FEATURE_page_stops, feature_share(f->stops[f->n], total));
    set(f, FEATURE_page_prices, prices < 30 ? prices : 30);
    set(f, FEATURE_page_cart, cart);
    set(f, FEATURE_page_replies, replies < 30 ? replies : 30);
}
