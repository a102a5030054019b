/* What the learned table (model.h) sees of a page: numbers and tokens of each block.
 *
 * A block's numbers tell of its own text, its place in the page, the elements around it, the blocks that look like it,
 * and the page as a whole. Its tokens are hashes of class and id words, tags, roles and the words of short texts. Nothing
 * here knows the table; `fathom debug blocks` prints the same values for the training script, so that training and
 * reading cannot differ.
 *
 * The work per page is linear in its nodes and blocks. */
#ifndef FATHOM_PAGES_FEATURE_H
#define FATHOM_PAGES_FEATURE_H

#include "pages/block.h"

/* Kinds of pages, as the table names them. */
enum page_type {
    PAGE_ARTICLE,
    PAGE_COLLECTION,
    PAGE_DOCUMENTATION,
    PAGE_FORUM,
    PAGE_LISTING,
    PAGE_PRODUCT,
    PAGE_SERVICE,
    PAGE_TYPES
};

/* "words" are runs of letters and digits; "good" blocks have 15 words or more, few of them linked, and read like
 * sentences; an element's link share is linked words / words. "level k" is the k-th element above the block's own. */
#define FEATURE_LIST(X)                                                                                                \
    X(words) /* of the block */                                                                                        \
    X(bytes) /* at most 3000 */                                                                                        \
    X(links) /* share of its words that is linked */                                                                   \
    X(sentences)                                                                                                       \
    X(capitals)    /* share of words with a capital first */                                                           \
    X(ends)        /* with a mark that ends a sentence */                                                              \
    X(marks)       /* of punctuation */                                                                                \
    X(stops)       /* stop words, at most 50 */                                                                        \
    X(legal)       /* speaks of cookies, privacy, rights reserved */                                                   \
    X(index)       /* number of the block */                                                                           \
    X(place)       /* the same as share of all blocks */                                                               \
    X(left)        /* blocks from here to the end */                                                                   \
    X(word_place)  /* share of the page's words before it */                                                           \
    X(word_before) /* ln of them */                                                                                    \
    X(good_place)  /* share of the page's good words before it */                                                      \
    X(tag)         /* group of its element */                                                                          \
    X(depth)                                                                                                           \
    X(in_nav) /* in_X: steps up to the nearest X; 0 the block's own element, -1 inside the block, 30 none */           \
    X(in_header)                                                                                                       \
    X(in_footer)                                                                                                       \
    X(in_aside)                                                                                                        \
    X(in_main)                                                                                                         \
    X(in_article)                                                                                                      \
    X(in_section)                                                                                                      \
    X(in_form)                                                                                                         \
    X(in_table)                                                                                                        \
    X(in_item)                                                                                                         \
    X(in_list)                                                                                                         \
    X(in_terms)                                                                                                        \
    X(in_link)                                                                                                         \
    X(in_button)                                                                                                       \
    X(in_details)                                                                                                      \
    X(positive)      /* elements above whose names speak for content */                                                \
    X(negative)      /* … against it */                                                                              \
    X(negative_step) /* steps to the nearest of these, 20: none */                                                     \
    X(role)          /* 1: a role of page furniture is above, 2: one of content */                                     \
    X(words1)        /* ln of the words in level 1, 3, 5 */                                                            \
    X(words3)                                                                                                          \
    X(words5)                                                                                                          \
    X(links1) /* link share of level 1, 2, 3 */                                                                        \
    X(links2)                                                                                                          \
    X(links3)                                                                                                          \
    X(blocks2) /* ln of the blocks in level 2, 5 */                                                                    \
    X(blocks5)                                                                                                         \
    X(part_words) /* the part: the highest element above with at most 60 % of the page's words; its share of them */   \
    X(part_links)                                                                                                      \
    X(part_good)       /* good words / words */                                                                        \
    X(part_good_share) /* of all good words */                                                                         \
    X(part_index)      /* blocks of the part before this one */                                                        \
    X(part_start)      /* place of its first block */                                                                  \
    X(inside)          /* the best container (best_of) */                                                              \
    X(inside_place)                                                                                                    \
    X(best_distance) /* blocks before (+) or behind (-) the container */                                               \
    X(best_up)       /* steps from the container up to the element that holds both */                                  \
    X(best_down)     /* steps from there down to the block */                                                          \
    X(best_words)    /* share of the page's words in the container */                                                  \
    X(best_good)     /* … of its good words */                                                                       \
    X(alike_n)       /* blocks in elements of the same tags and classes: ln of their number */                         \
    X(alike_words)   /* mean words */                                                                                  \
    X(alike_links)                                                                                                     \
    X(alike_share) /* of the page's words */                                                                           \
    X(alike_ends)                                                                                                      \
    X(alike_span)                                                                                                      \
    X(alike_stops)                                                                                                     \
    X(same_n) /* the same for equal tags and depth */                                                                  \
    X(same_words)                                                                                                      \
    X(same_links)                                                                                                      \
    X(same_share)                                                                                                      \
    X(same_ends)                                                                                                       \
    X(same_span)                                                                                                       \
    X(same_stops)                                                                                                      \
    X(copies)                                                                                                          \
    X(copy_rank)                                                                                                       \
    X(siblings)                                                                                                        \
    X(repeat_n) /* the largest group of like siblings around the block: their number, share of the page's words */     \
    X(repeat_share)                                                                                                    \
    X(repeat_words) /* per sibling */                                                                                  \
    X(repeat_links)                                                                                                    \
    X(repeat_good)                                                                                                     \
    X(repeat_own)   /* words of the block's own sibling */                                                             \
    X(repeat_index) /* blocks of it before this one */                                                                 \
    X(before2_words)                                                                                                   \
    X(before_words)                                                                                                    \
    X(after_words)                                                                                                     \
    X(before_tag)                                                                                                      \
    X(after_tag)                                                                                                       \
    X(after_ends)                                                                                                      \
    X(near_words) /* of four blocks each way: words per block, link share, stop words */                               \
    X(near_links)                                                                                                      \
    X(near_stops)                                                                                                      \
    X(wide_links) /* of ten blocks each way */                                                                         \
    X(heading_distance)                                                                                                \
    X(heading_words)                                                                                                   \
    X(title)          /* how much it is the page's title */                                                            \
    X(title_distance) /* from the block that is most of it */                                                          \
    X(first_h1)       /* blocks behind the first h1 */                                                                 \
    X(last_h1)        /* … the last one */                                                                           \
    X(description)    /* share of its words in the page's description */                                               \
    X(page_words)     /* from here on of the page: all of them go into the page's type, too */                         \
    X(page_blocks)                                                                                                     \
    X(page_links)                                                                                                      \
    X(page_good)                                                                                                       \
    X(page_good_words)                                                                                                 \
    X(page_good_blocks)                                                                                                \
    X(page_stops)                                                                                                      \
    X(page_h1)                                                                                                         \
    X(page_h2)                                                                                                         \
    X(page_h3)                                                                                                         \
    X(page_articles)                                                                                                   \
    X(page_mains)                                                                                                      \
    X(page_paragraphs)                                                                                                 \
    X(page_items)                                                                                                      \
    X(page_code)                                                                                                       \
    X(page_images)                                                                                                     \
    X(page_tables)                                                                                                     \
    X(page_anchors)                                                                                                    \
    X(page_times)                                                                                                      \
    X(page_buttons)                                                                                                    \
    X(page_forms)                                                                                                      \
    X(page_says_article) /* types in JSON-LD and microdata */                                                          \
    X(page_says_product)                                                                                               \
    X(page_says_forum)                                                                                                 \
    X(page_says_list)                                                                                                  \
    X(page_says_organization)                                                                                          \
    X(page_says_faq)                                                                                                   \
    X(page_says_thing)                                                                                                 \
    X(page_og_article)                                                                                                 \
    X(page_og_product)                                                                                                 \
    X(page_og_website)                                                                                                 \
    X(page_path_depth)                                                                                                 \
    X(page_path_hyphens)                                                                                               \
    X(page_path_product)                                                                                               \
    X(page_path_list)                                                                                                  \
    X(page_path_forum)                                                                                                 \
    X(page_path_manual)                                                                                                \
    X(page_path_blog)                                                                                                  \
    X(page_generator) /* of documentation, of forums */                                                                \
    X(page_board)                                                                                                      \
    X(page_unseen) /* text that is hidden or for browsers without scripts was taken */                                 \
    X(page_prices)                                                                                                     \
    X(page_cart)                                                                                                       \
    X(page_replies)                                                                                                    \
    X(page_body)        /* ln of the words that JSON-LD has of the body */                                             \
    X(page_description) /* … of the description */                                                                   \
    X(score_tokens)     /* filled in by the table: what the tokens say, and the chance of each type */                 \
    X(type_article)                                                                                                    \
    X(type_collection)                                                                                                 \
    X(type_documentation)                                                                                              \
    X(type_forum)                                                                                                      \
    X(type_listing)                                                                                                    \
    X(type_product)                                                                                                    \
    X(type_service)

#define FEATURE_ENUM(name) FEATURE_##name,
enum feature { FEATURE_LIST(FEATURE_ENUM) FEATURE_N };
enum {
    FEATURE_PAGE = FEATURE_page_words,
    FEATURE_PAGE_N = FEATURE_score_tokens - FEATURE_page_words,
    FEATURE_GIVEN = FEATURE_score_tokens /* how many are known before the table */
};
extern const char *const feature_words[]; /* the names, NULL at the end */

/* Tokens of one block or page. */
struct feature_tokens {
    uint32_t *hashes;
    size_t n, capacity;
};

/* Does the table know this token? NULL: all are wanted. */
typedef bool feature_known(uint32_t hash);

struct features; /* a page made ready; lives in its arena */

struct feature_page {
    struct arena *arena;
    const struct tree *tree;
    const struct blocks *blocks;
    const struct str_list *data; /* JSON-LD */
    struct str title;            /* of the page, empty: it has none */
    struct str body;             /* what JSON-LD calls the body */
    struct str url;              /* used when the page names none */
    bool unseen;                 /* blocks hold hidden text */
    feature_known *known_block, *known_page;
};

struct features *features_of(const struct feature_page *page);

/* The first FEATURE_GIVEN numbers of block `at`; the others are 0. */
void feature_values(const struct features *f, size_t at, float ret[FEATURE_N]);
/* Tokens of a block that are known, doubles among them. `ret` is emptied first. */
void feature_block_tokens(struct features *f, size_t at, struct feature_tokens *ret);
/* Tokens of the page; call it after those of all blocks. */
void feature_page_tokens(struct features *f, struct feature_tokens *ret);

size_t feature_block_words(const struct features *f, size_t at);
unsigned feature_alike(const struct features *f, size_t at, unsigned *ret_groups); /* group of blocks that look alike */
void feature_parent(const struct features *f, size_t at, size_t *ret_from, size_t *ret_to); /* blocks of level 1 */

/* The page as JSON for the training script: names, one object per block, tokens of the page. */
struct buf;
void feature_dump(const struct feature_page *page, struct buf *ret);

#endif
