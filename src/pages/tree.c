#include "pages/tree.h"

#include <limits.h>
#include <stdlib.h>

enum { NODES_MAX = 4 * 1024 * 1024, WORD_MAX = 24, SLUG_DASHES = 4 };

/* A word of a class or id and what it tells; a trailing "*" matches a prefix. */
static const struct word_number words[] = {
    { "ad", SIGNAL_AD },
    { "ads", SIGNAL_AD },
    { "adbox", SIGNAL_AD },
    { "adblock", SIGNAL_AD },
    { "adslot", SIGNAL_AD },
    { "adunit", SIGNAL_AD },
    { "adv", SIGNAL_AD },
    { "advert*", SIGNAL_AD },
    { "affiliate*", SIGNAL_AD },
    { "addtoany", SIGNAL_SHARE },
    { "addthis", SIGNAL_SHARE },
    { "aside", SIGNAL_SIDE },
    { "article", SIGNAL_CONTENT },
    { "articlebody", SIGNAL_CONTENT | SIGNAL_BODY },
    { "articlecontent", SIGNAL_CONTENT },
    { "articletext", SIGNAL_CONTENT },
    { "author*", SIGNAL_META | SIGNAL_AUTHOR },
    { "avatar", SIGNAL_META },
    { "body", SIGNAL_CONTENT },
    { "banner*", SIGNAL_AD },
    { "bio", SIGNAL_AUTHOR },
    { "blog", SIGNAL_CONTENT },
    { "breadcrumb*", SIGNAL_NAV },
    { "byline*", SIGNAL_META },
    { "caption*", SIGNAL_CAPTION },
    { "carousel*", SIGNAL_MEDIA },
    { "categor*", SIGNAL_META },
    { "cat", SIGNAL_META },
    { "comment", SIGNAL_COMMENTS },
    { "comments*", SIGNAL_COMMENTS },
    { "commentlist", SIGNAL_COMMENTS },
    { "commenting", SIGNAL_COMMENTS },
    { "commentary", 0 },
    { "comment*", SIGNAL_COMMENTS },
    { "conversation*", SIGNAL_COMMENTS },
    { "consent*", SIGNAL_DIALOG },
    { "content", SIGNAL_CONTENT },
    { "copyright*", SIGNAL_FOOTER },
    { "credit*", SIGNAL_META },
    { "cookie*", SIGNAL_DIALOG },
    { "cta", SIGNAL_AD },
    { "date", SIGNAL_META },
    { "datetime", SIGNAL_META },
    { "dateline", SIGNAL_META },
    { "dek", SIGNAL_SUMMARY },
    { "dialog", SIGNAL_DIALOG },
    { "disclaimer*", SIGNAL_FOOTER },
    { "disqus*", SIGNAL_COMMENTS },
    { "donat*", SIGNAL_SIGNUP },
    { "dropdown*", SIGNAL_NAV },
    { "embed*", SIGNAL_EMBED },
    { "entry", SIGNAL_CONTENT },
    { "excerpt", SIGNAL_SUMMARY },
    { "facebook", SIGNAL_SHARE },
    { "figcaption", SIGNAL_CAPTION },
    { "follow*", SIGNAL_SHARE },
    { "foot", SIGNAL_FOOTER },
    { "footer*", SIGNAL_FOOTER },
    { "footnote*", 0 },
    { "form", SIGNAL_SIGNUP },
    { "gallery*", SIGNAL_MEDIA },
    { "gdpr*", SIGNAL_DIALOG },
    { "head", SIGNAL_HEADER },
    { "header*", SIGNAL_HEADER },
    { "headline*", SIGNAL_TITLE },
    { "hentry", SIGNAL_CONTENT },
    { "jumpto*", SIGNAL_NAV },
    { "keyword*", SIGNAL_META },
    { "lead", SIGNAL_SUMMARY },
    { "legal", SIGNAL_FOOTER },
    { "livefyre", SIGNAL_COMMENTS },
    { "login*", SIGNAL_SIGNUP },
    { "masthead", SIGNAL_NAV },
    { "menu*", SIGNAL_NAV },
    { "meta*", SIGNAL_META },
    { "modal*", SIGNAL_DIALOG },
    { "more", SIGNAL_RELATED },
    { "morefrom", SIGNAL_RELATED },
    { "mostread", SIGNAL_RELATED },
    { "nav*", SIGNAL_NAV },
    { "newsletter*", SIGNAL_SIGNUP },
    { "noprint", SIGNAL_SHARE },
    { "outbrain*", SIGNAL_RELATED },
    { "overlay*", SIGNAL_DIALOG },
    { "pager*", SIGNAL_NAV },
    { "paginat*", SIGNAL_NAV },
    { "paywall*", SIGNAL_SIGNUP },
    { "player*", SIGNAL_MEDIA },
    { "popular*", SIGNAL_RELATED },
    { "popup*", SIGNAL_DIALOG },
    { "post", SIGNAL_CONTENT },
    { "postmeta*", SIGNAL_META },
    { "postcontent", SIGNAL_CONTENT },
    { "postbody", SIGNAL_CONTENT },
    { "print", SIGNAL_SHARE },
    { "promo*", SIGNAL_AD },
    { "rating*", SIGNAL_META },
    { "readmore", SIGNAL_RELATED },
    { "reader*", 0 },
    { "recirc*", SIGNAL_RELATED },
    { "recommend*", SIGNAL_RELATED },
    { "related*", SIGNAL_RELATED },
    { "replies", SIGNAL_COMMENTS },
    { "reply", SIGNAL_COMMENTS },
    { "respond", SIGNAL_COMMENTS },
    { "rss", SIGNAL_SHARE },
    { "seealso", SIGNAL_RELATED },
    { "share*", SIGNAL_SHARE },
    { "sharing*", SIGNAL_SHARE },
    { "sharedaddy", SIGNAL_SHARE },
    { "shoutbox", SIGNAL_COMMENTS },
    { "sidebar*", SIGNAL_SIDE },
    { "signup*", SIGNAL_SIGNUP },
    { "skip*", SIGNAL_NAV },
    { "slider*", SIGNAL_MEDIA },
    { "slideshow*", SIGNAL_MEDIA },
    { "social*", SIGNAL_SHARE },
    { "sponsor*", SIGNAL_AD },
    { "story", SIGNAL_CONTENT },
    { "storybody", SIGNAL_CONTENT | SIGNAL_BODY },
    { "storycontent", SIGNAL_CONTENT },
    { "subscri*", SIGNAL_SIGNUP },
    { "summary", SIGNAL_SUMMARY },
    { "taboola*", SIGNAL_RELATED },
    { "tag", SIGNAL_META },
    { "tags", SIGNAL_META },
    { "taglist", SIGNAL_META },
    { "teaser*", SIGNAL_RELATED },
    { "text", SIGNAL_CONTENT },
    { "timestamp*", SIGNAL_META },
    { "title*", SIGNAL_TITLE },
    { "toc", SIGNAL_NAV },
    { "toolbar*", SIGNAL_SHARE },
    { "tools", SIGNAL_SHARE },
    { "topic*", SIGNAL_META },
    { "trending*", SIGNAL_RELATED },
    { "widget*", SIGNAL_SIDE },
    { "whatsapp", SIGNAL_SHARE },
};

static bool word_matches(const char *entry, const char *word)
{
    while (*entry && *entry == *word)
        entry++, word++;
    return *entry == '*' || (*entry == '\0' && *word == '\0');
}

static unsigned word_signals(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].word[0] == word[0] && word_matches(words[i].word, word))
            return (unsigned) words[i].number;
    return 0;
}

/* "has-sidebar" speaks of the page, not of this part. */
static bool is_negation(const char *word)
{
    return strcmp(word, "has") == 0 || strcmp(word, "with") == 0 || strcmp(word, "no") == 0 ||
           strcmp(word, "without") == 0 || strcmp(word, "js") == 0 || strcmp(word, "open") == 0;
}

static unsigned name_signals(struct str names)
{
    unsigned found = 0;
    char word[WORD_MAX + 1];
    size_t n = 0;
    bool skip = false;

    if (names.len > 1024)
        names.len = 1024;
    for (size_t i = 0; i <= names.len; i++) {
        char c = i < names.len ? names.data[i] : ' ';
        bool is_upper = c >= 'A' && c <= 'Z', letter = is_upper || (c >= 'a' && c <= 'z');
        bool hump = is_upper && i > 0 && names.data[i - 1] >= 'a' && names.data[i - 1] <= 'z';

        if ((!letter || hump) && n > 0) {
            word[n] = '\0';
            if (!skip)
                found |= word_signals(word);
            skip = is_negation(word);
            n = 0;
        }
        if (i < names.len && (c == ' ' || c == '\t' || c == '\n'))
            skip = false;
        if (letter && n < WORD_MAX)
            word[n++] = is_upper ? (char) (c + 32) : c;
    }
    return found;
}

/* "why-is-there-no-more-progress": made of the words of a heading, which say what the part is about, not what it is. */
static bool is_slug(struct str id)
{
    size_t dashes = 0;

    for (size_t i = 0; i < id.len; i++) {
        char c = id.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
        dashes += c == '-';
    }
    return dashes >= SLUG_DASHES;
}

struct str tree_attribute(const struct node *node, const char *name)
{
    if (!node->element)
        return (struct str){ 0 };
    const GumboAttribute *a = gumbo_get_attribute(&node->element->attributes, name);
    return a ? str(a->value) : (struct str){ 0 };
}

static bool style_hides(struct str style)
{
    static const char *const hiding[] = {
        "display:none",     "visibility:hidden", "font-size:0;", "font-size:0px", "font-size:1px",
        "text-indent:-999", "clip:rect(0",       "left:-999",    "top:-999",
    };
    char folded[512];
    size_t n = 0;

    for (size_t i = 0; i < style.len && n < sizeof folded - 2; i++)
        if (style.data[i] != ' ' && style.data[i] != '\n' && style.data[i] != '\t')
            folded[n++] = style.data[i] >= 'A' && style.data[i] <= 'Z' ? (char) (style.data[i] + 32) : style.data[i];
    folded[n++] = ';';
    folded[n] = '\0';
    for (size_t i = 0; i < sizeof hiding / sizeof *hiding; i++)
        if (strstr(folded, hiding[i]))
            return true;
    return false;
}

static void read_attributes(struct node *node)
{
    const GumboVector *attributes = &node->element->attributes;

    for (unsigned i = 0; i < attributes->length; i++) {
        const GumboAttribute *a = attributes->data[i];
        struct str value = str(a->value);

        switch (a->name[0]) {
        case 'c':
            if (strcmp(a->name, "class") != 0)
                break;
            node->signals |= name_signals(value);
            if (str_contains(value, "sr-only") || str_contains(value, "screen-reader") ||
                str_contains(value, "visually-hidden") || str_contains(value, "visuallyhidden"))
                node->signals |= SIGNAL_HIDDEN;
            break;
        case 'i':
            if (strcmp(a->name, "id") == 0)
                node->signals |= is_slug(value) ? 0 : name_signals(value);
            else if (strcmp(a->name, "itemprop") == 0)
                node->signals |= name_signals(value);
            break;
        case 'h':
            if (strcmp(a->name, "hidden") == 0)
                node->hidden = true;
            break;
        case 's':
            if (strcmp(a->name, "style") == 0 && style_hides(value))
                node->hidden = true;
            break;
        case 'a':
            /* The caption of a picture is hidden from those only who hear the picture's own text. */
            if (strcmp(a->name, "aria-hidden") == 0 && str_is(value, "true") && node->tag != GUMBO_TAG_FIGCAPTION)
                node->hidden = true;
            else if (strcmp(a->name, "aria-modal") == 0 && str_is(value, "true"))
                node->signals |= SIGNAL_DIALOG;
            break;
        case 'r':
            if (strcmp(a->name, "role") != 0)
                break;
            if (str_is(value, "navigation") || str_is(value, "menu") || str_is(value, "menubar") ||
                str_is(value, "search"))
                node->signals |= SIGNAL_NAV;
            else if (str_is(value, "complementary"))
                node->signals |= SIGNAL_SIDE;
            else if (str_is(value, "contentinfo"))
                node->signals |= SIGNAL_FOOTER;
            else if (str_is(value, "dialog") || str_is(value, "alertdialog") || str_is(value, "alert"))
                node->signals |= SIGNAL_DIALOG;
            else if (str_is(value, "main") || str_is(value, "article"))
                node->signals |= SIGNAL_CONTENT;
            break;
        default: break;
        }
    }
}

bool tree_is_block(unsigned tag)
{
    switch (tag) {
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_XMP:
    case GUMBO_TAG_LEGEND: return true;
    default: return false;
    }
}

static void *pool_alloc(void *arena, size_t size) { return arena_alloc(arena, size); }
static void pool_free(void *arena, void *p)
{
    (void) arena;
    (void) p;
}

static struct node *node_add(struct arena *arena, struct tree *tree, size_t *capacity)
{
    tree->nodes = arena_grow(arena, tree->nodes, capacity, tree->n + 1, sizeof *tree->nodes);
    return &tree->nodes[tree->n++];
}

static const GumboVector *children_of(const GumboNode *node)
{
    return node->type == GUMBO_NODE_DOCUMENT                                       ? &node->v.document.children
           : node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE ? &node->v.element.children
                                                                                   : NULL;
}

/* Flattens gumbo's tree: an explicit walk over parent pointers. */
static int flatten(struct arena *arena, const GumboNode *root, struct tree *tree, struct error *e)
{
    size_t capacity = 0, path_capacity = 0, depth = 0;
    struct frame {
        const GumboVector *children;
        unsigned next, node;
    } *path = NULL;
    const GumboNode *now = root;

    for (;;) {
        const GumboVector *children = NULL;

        if (now->type == GUMBO_NODE_ELEMENT) {
            struct node *node = node_add(arena, tree, &capacity);
            *node = (struct node){ .parent = depth ? path[depth - 1].node : 0,
                                   .tag = (unsigned short) now->v.element.tag,
                                   .element = &now->v.element };
            if (node->tag != GUMBO_TAG_BODY && node->tag != GUMBO_TAG_HTML && now->v.element.attributes.length)
                read_attributes(node);
            children = children_of(now);
        } else if (now->type == GUMBO_NODE_TEXT || now->type == GUMBO_NODE_CDATA ||
                   now->type == GUMBO_NODE_WHITESPACE) {
            struct node *node = node_add(arena, tree, &capacity);
            *node = (struct node){ .parent = depth ? path[depth - 1].node : 0,
                                   .tag = TREE_TEXT,
                                   .end = tree->n,
                                   .text = str(now->v.text.text) };
        }
        if (tree->n > NODES_MAX)
            return error_set(e, ERROR_LIMIT, "the page has more than %d elements; it was not read", NODES_MAX);
        if (children) {
            path = arena_grow(arena, path, &path_capacity, depth + 1, sizeof *path);
            path[depth++] = (struct frame){ children, 0, tree->n - 1 };
        }
        while (depth && path[depth - 1].next == path[depth - 1].children->length) {
            tree->nodes[path[depth - 1].node].end = tree->n;
            depth--;
        }
        if (depth == 0)
            return 0;
        now = path[depth - 1].children->data[path[depth - 1].next++];
    }
}

int tree_parse(struct arena *arena, struct str html, struct tree *ret, struct error *e)
{
    GumboOptions options = kGumboDefaultOptions;
    struct tree tree = { 0 };

    options.allocator = pool_alloc;
    options.deallocator = pool_free;
    options.userdata = arena;
    options.max_errors = 0;
    const GumboOutput *output = gumbo_parse_with_options(&options, html.data, html.len);
    int r = flatten(arena, output->root, &tree, e);
    if (r == 0)
        *ret = tree;
    return r;
}

struct str tree_text(struct arena *arena, const struct tree *tree, unsigned at)
{
    size_t total = 0, n = 0;

    for (unsigned i = at; i < tree->nodes[at].end; i++)
        total += tree->nodes[i].text.len + 1;
    char *out = arena_alloc(arena, total + 1);
    bool gap = false;
    for (unsigned i = at; i < tree->nodes[at].end; i++) {
        struct str s = tree->nodes[i].text;
        if (tree->nodes[i].tag != TREE_TEXT) {
            gap |= tree_is_block(tree->nodes[i].tag) || tree->nodes[i].tag == GUMBO_TAG_BR;
            continue;
        }
        for (size_t k = 0; k < s.len; k++) {
            if (s.data[k] == ' ' || (s.data[k] >= '\t' && s.data[k] <= '\r')) {
                gap = true;
                continue;
            }
            if (gap && n)
                out[n++] = ' ';
            gap = false;
            out[n++] = s.data[k];
        }
    }
    return str_n(out, n);
}
