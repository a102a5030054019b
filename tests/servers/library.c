/* A page is an HTML file below site/FOLDER: its <title>, <meta name="date">, <meta name="author"> and <meta name="site">
 * (the host it is found at: site, site2, site3), and the text of its paragraphs, list items and cells. Read once per
 * folder; one thread. */
#include "library.h"

#include <dirent.h>

#include "exchange.h"
#include "text/sentence.h"
#include "text/words.h"

enum { PAGES_MAX = 200, PAGE_BYTES = 256 * 1024, SNIPPET = 220, FOUND_MAX = 10 };

struct page {
    struct str name, title, date, author, site, text;
    struct words title_words, words;
};

static struct {
    struct arena *arena;
    struct str folder;
    struct page pages[PAGES_MAX];
    size_t n;
} library;

bool library_on(void) { return testd.script && script_library(testd.script).len; }

static const struct language *english(void) { return language_named(str("en")); }

/* --- reading --- */

static struct str between(struct str html, const char *open, const char *close)
{
    ptrdiff_t start = str_find(html, str(open), 0);

    if (start < 0)
        return str("");
    size_t from = (size_t) start + strlen(open);
    ptrdiff_t end = str_find(html, str(close), from);
    return end < 0 ? str("") : str_trim(str_sub(html, from, (size_t) end));
}

static struct str meta(struct arena *arena, struct str html, const char *name)
{
    return between(html, str_format(arena, "<meta name=\"%s\" content=\"", name).data, "\"");
}

/* Without tags; an element that ends a line of text ends a line. */
static struct str text_of(struct arena *arena, struct str html)
{
    ptrdiff_t body = str_find(html, str("<body>"), 0);
    struct buf out;

    buf_init(&out, PAGE_BYTES);
    for (size_t i = body < 0 ? 0 : (size_t) body; i < html.len; i++) {
        if (html.data[i] == '<') {
            if (html.data[i + 1] == '/')
                buf_add_char(&out, strchr("phlt", html.data[i + 2]) ? '\n' : ' ');
            while (i < html.len && html.data[i] != '>')
                i++;
        } else {
            buf_add_char(&out, html.data[i]);
        }
    }
    return str_trim(buf_take(&out, arena));
}

static void read_page(const char *folder, struct str name)
{
    struct arena *arena = library.arena;
    FILE *file = fopen(str_format(arena, "%s/%.*s", folder, STR_ARG(name)).data, "rb");
    struct page *page = &library.pages[library.n];
    char *data = arena_alloc(arena, PAGE_BYTES);

    if (!file)
        return;
    struct str html = str_n(data, fread(data, 1, PAGE_BYTES, file));
    fclose(file);
    *page = (struct page){ .name = name,
                           .title = between(html, "<title>", "</title>"),
                           .date = meta(arena, html, "date"),
                           .author = meta(arena, html, "author"),
                           .site = meta(arena, html, "site"),
                           .text = text_of(arena, html) };
    content_words_of(arena, page->title, english(), &page->title_words);
    content_words_of(arena, page->text, english(), &page->words);
    library.n++;
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct page *) a)->name, ((const struct page *) b)->name);
}

static void read_folder(const char *below)
{
    const char *folder = str_format(library.arena, "%s/site/%.*s", below, STR_ARG(library.folder)).data;
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)) && library.n < PAGES_MAX)
        if (str_ends(str(entry->d_name), ".html"))
            read_page(folder, str_dup(library.arena, str(entry->d_name)));
    if (dir)
        closedir(dir);
}

static void open_library(void)
{
    struct str wanted = script_library(testd.script);

    if (library.arena && str_eq(library.folder, wanted))
        return;
    if (library.arena)
        arena_free(library.arena);
    library.arena = arena_new();
    library.n = 0;
    library.folder = str_dup(library.arena, wanted);
    read_folder(testd.folder);
    if (testd.pages)
        read_folder(testd.pages);
    qsort(library.pages, library.n, sizeof *library.pages, by_name);
}

/* --- finding --- */

static size_t pages_with(struct str stem)
{
    size_t n = 0;

    for (size_t i = 0; i < library.n; i++)
        n += words_have_stem(&library.pages[i].words, stem) || words_have_stem(&library.pages[i].title_words, stem);
    return n;
}

struct scored {
    size_t page;
    int64_t score;
};

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;

    return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                                : (x->page > y->page) - (x->page < y->page);
}

/* Rare words count more, words of the title three times; a page needs two words of the query, or its only one. */
static size_t rank_pages(struct arena *arena, const struct words *query, struct scored *ret)
{
    int64_t *weight = arena_calloc(arena, query->n + 1, sizeof *weight);
    size_t n = 0;

    for (size_t w = 0; w < query->n; w++) {
        size_t with = pages_with(query->items[w].stem);

        weight[w] = with ? (int64_t) (1000 * (library.n + 1 - with) / (library.n + 1)) + 100 : 0;
        for (size_t k = 0; k < w; k++)
            weight[w] = str_eq(query->items[k].stem, query->items[w].stem) ? 0 : weight[w];
    }
    for (size_t i = 0; i < library.n; i++) {
        struct scored s = { i, 0 };
        size_t shared = 0;

        for (size_t w = 0; w < query->n; w++) {
            bool title = words_have_stem(&library.pages[i].title_words, query->items[w].stem),
                 body = words_have_stem(&library.pages[i].words, query->items[w].stem);

            s.score += weight[w] * ((title ? 3 : 0) + (body ? 1 : 0));
            shared += weight[w] > 0 && (title || body);
        }
        if (shared >= (query->n < 2 ? 1u : 2u))
            ret[n++] = s;
    }
    qsort(ret, n, sizeof *ret, by_score);
    return n < FOUND_MAX ? n : FOUND_MAX;
}

/* The sentence with most of the query's words and what follows it. */
static struct str snippet_of(struct arena *arena, const struct page *page, const struct words *query)
{
    struct sentences sentences = { 0 };
    double best = -1;
    size_t at = 0;

    sentences_of(arena, page->text, &sentences);
    for (size_t i = 0; i < sentences.n; i++) {
        struct words words = { 0 };

        content_words_of(arena, str_sub(page->text, sentences.items[i].start, sentences.items[i].end), english(),
                         &words);
        double share = words.n > 3 ? words_overlap(query, &words) : 0;
        if (share > best) {
            best = share;
            at = i;
        }
    }
    if (sentences.n == 0)
        return page->title;
    size_t start = sentences.items[at].start, end = sentences.items[at].end;
    while (++at < sentences.n && sentences.items[at].end - start < SNIPPET)
        end = sentences.items[at].end;
    return str_replace(arena, str_sub(page->text, start, end), str("\n"), str(" "));
}

bool library_find(struct arena *arena, struct str query, const char *engine, size_t rank, struct document *ret)
{
    struct scored *found = arena_calloc(arena, PAGES_MAX, sizeof *found);
    struct words words = { 0 };

    *ret = (struct document){ 0 };
    open_library();
    content_words_of(arena, query, english(), &words);
    size_t n = rank_pages(arena, &words, found);
    if (hash_of(str(engine)).bytes[0] & 1 && (rank ^ 1) < n) /* engines disagree a little about the order */
        rank ^= 1;
    if (rank >= n)
        return false;
    const struct page *page = &library.pages[found[rank].page];
    *ret = (struct document){
        .url = str_format(arena, "%s/%.*s/%.*s", testd_site(page->site), STR_ARG(library.folder), STR_ARG(page->name)),
        .title = page->title,
        .snippet = snippet_of(arena, page, &words),
        .text = page->text,
        .date = page->date,
        .author = page->author,
    };
    return true;
}
