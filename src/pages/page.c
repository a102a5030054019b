#include "base/hash.h"
#include "pages/fetch.h"
#include "text/json.h"

static void put(json_t *object, const char *name, struct str value)
{
    json_object_set_new(object, name, json_new_str(value));
}

struct str page_encode(struct arena *arena, const struct page *page)
{
    const struct document *d = &page->document;
    json_t *object = json_object(), *links = json_array(), *pages = json_array();
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(d->text), hex);
    put(object, "url", page->url);
    put(object, "finalUrl", page->final_url);
    put(object, "canonicalUrl", d->url);
    put(object, "hash", str(hex));
    put(object, "format", str(document_format_words[d->format]));
    put(object, "title", d->title);
    put(object, "author", d->author);
    put(object, "site", d->site);
    put(object, "date", d->date);
    put(object, "language", d->language);
    put(object, "charset", d->charset);
    put(object, "why", str(document_empty_words[d->empty]));
    put(object, "suspect", d->suspect);
    json_object_set_new(object, "hiddenBytes", json_integer((json_int_t) d->hidden_bytes));
    json_object_set_new(object, "words", json_integer((json_int_t) d->words));
    json_object_set_new(object, "wordsAll", json_integer((json_int_t) d->words_all));
    json_object_set_new(object, "warnings", json_new_strs(&d->warnings));
    json_object_set_new(object, "captions", json_new_strs(&d->captions));
    for (size_t i = 0; i < d->links_n; i++) {
        json_t *link = json_object();
        put(link, "text", d->links[i].text);
        put(link, "url", d->links[i].url);
        json_array_append_new(links, link);
    }
    json_object_set_new(object, "links", links);
    for (size_t i = 0; i < d->pages_n; i++)
        json_array_append_new(pages, json_integer((json_int_t) d->pages[i]));
    json_object_set_new(object, "pages", pages);
    put(object, "text", d->text);
    struct str text = json_text(arena, object);
    json_decref(object);
    return text;
}

static struct str get(struct arena *arena, const json_t *object, const char *name)
{
    return str_dup(arena, json_get_str(object, name));
}

static void get_list(struct arena *arena, const json_t *array, struct str_list *ret)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i);
        if (json_is_string(item))
            str_list_add(arena, ret, str_dup(arena, str(json_string_value(item))));
    }
}

static int word_or_zero(const char *const *words, struct str word)
{
    int at = word_index(words, word);

    return at < 0 ? 0 : at;
}

int page_parse(struct arena *arena, struct str body, struct page *ret, struct error *e)
{
    struct page page = { 0 };
    struct document *d = &page.document;
    json_t *object;

    int r = json_parse(body, &object, e);
    if (r < 0)
        return r;
    page.url = get(arena, object, "url");
    page.final_url = get(arena, object, "finalUrl");
    page.hash = get(arena, object, "hash");
    d->url = get(arena, object, "canonicalUrl");
    d->format = word_or_zero(document_format_words, json_get_str(object, "format"));
    d->empty = word_or_zero(document_empty_words, json_get_str(object, "why"));
    d->title = get(arena, object, "title");
    d->author = get(arena, object, "author");
    d->site = get(arena, object, "site");
    d->date = get(arena, object, "date");
    d->language = get(arena, object, "language");
    d->charset = get(arena, object, "charset");
    d->suspect = get(arena, object, "suspect");
    d->text = get(arena, object, "text");
    int64_t hidden = json_get_int(object, "hiddenBytes", 0);
    d->hidden_bytes = hidden > 0 ? (size_t) hidden : 0;
    int64_t words = json_get_int(object, "words", 0), words_all = json_get_int(object, "wordsAll", 0);
    d->words = words > 0 ? (size_t) words : 0;
    d->words_all = words_all > 0 ? (size_t) words_all : 0;
    get_list(arena, json_object_get(object, "warnings"), &d->warnings);
    get_list(arena, json_object_get(object, "captions"), &d->captions);
    const json_t *links = json_object_get(object, "links"), *pages = json_object_get(object, "pages");
    d->links = arena_calloc(arena, json_array_size(links) + 1, sizeof *d->links);
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *link = json_array_get(links, i);
        d->links[d->links_n++] = (struct document_link){ get(arena, link, "text"), get(arena, link, "url") };
    }
    d->pages = arena_calloc(arena, json_array_size(pages) + 1, sizeof *d->pages);
    for (size_t i = 0; i < json_array_size(pages); i++) {
        json_int_t at = json_integer_value(json_array_get(pages, i));
        d->pages[d->pages_n++] = at > 0 && (size_t) at <= d->text.len ? (size_t) at : 0;
    }
    json_decref(object);
    *ret = page;
    return 0;
}
