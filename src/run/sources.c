#include "run/sources.h"

#include "net/url.h"
#include "pages/suspect.h"
#include "records/page_starts.h"
#include "run/effect.h"
#include "run/events.h"
#include "search/quality.h"
#include "text/utf8.h"

bool source_is_answer(const struct source_row *source) { return str_starts(source->url, "model:"); }

struct str source_text(const struct source_row *source) { return source->text.len ? source->text : source->snippet; }

static ptrdiff_t find(const struct source_list *list, struct str canonical)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_eq(list->items[i].canonical_url, canonical))
            return (ptrdiff_t) i;
    return -1;
}

/* Short titles ("Home", "Introduction") say nothing. */
enum { TITLE_LEAST = 20 };

/* Letters and digits of any script in small letters, one space between words. */
static struct str normal_title(struct arena *arena, struct str title)
{
    char *text = arena_alloc(arena, title.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < title.len; i++) {
        unsigned char c = (unsigned char) title.data[i];

        if (c >= 'A' && c <= 'Z')
            c = (unsigned char) (c | 32);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80)
            text[n++] = (char) c;
        else if (n && text[n - 1] != ' ')
            text[n++] = ' ';
    }
    while (n && text[n - 1] == ' ')
        n--;
    return str_n(text, n);
}

static ptrdiff_t find_title(const struct source_list *list, struct str title)
{
    struct arena *scratch = arena_new();
    struct str wanted = normal_title(scratch, title);
    ptrdiff_t found = -1;

    for (size_t i = 0; i < list->n && found < 0 && wanted.len >= TITLE_LEAST; i++)
        if (str_eq(normal_title(scratch, list->items[i].title), wanted))
            found = (ptrdiff_t) i;
    arena_free(scratch);
    return found;
}

void source_suspect(struct branch *branch, struct source_row *source, struct str passage)
{
    if (str_empty(passage) || !str_empty(source->suspect))
        return;
    source->suspect = utf8_clean(branch_arena(branch), passage);
    branch_emit(
        branch, EVENT_SOURCE_FAILED,
        &(struct event_source_failed){ .number = source->number, .url = source->url, .suspect = source->suspect });
    branch_warn(branch, "Source [%lld] has a passage that reads like instructions to a model; it was treated as text.",
                (long long) source->number);
}

/* The reader of a page has checked hidden text too; other texts are checked here as a whole. */
static void look_over(struct branch *branch, struct source_row *source, const struct search_hit *hit)
{
    source_suspect(branch, source, hit->suspect);
    source_suspect(branch, source, suspect_find(source->text));
    source_suspect(branch, source, suspect_find(source->snippet));
    if (suspect_find(source->title).len) {
        source_suspect(branch, source, source->title);
        source->title = source->url.len ? source->url : str("Unknown title"); /* it would be shown without its text */
    }
}

static struct str cleaned(struct branch *branch, struct str text)
{
    return utf8_clean(branch_arena(branch), str_trim(text));
}

/* Page starts are those of the text as it was read: of one that had to be mended they say nothing. */
static void take_pages(struct branch *branch, struct source_row *source, const struct search_hit *hit)
{
    struct str kept = str_trim(hit->text);

    source->pages = str("");
    if (str_empty(hit->pages) || !str_eq(kept, source->text))
        return;
    size_t from = (size_t) (kept.data - hit->text.data);
    source->pages = page_starts_part(branch_arena(branch), hit->pages, from, from + kept.len);
}

void source_found_by(struct branch *branch, struct source_row *source, struct str what)
{
    if (what.len && !str_eq(source->query, what) && !str_list_has(&source->queries, what))
        str_list_add(branch_arena(branch), &source->queries, str_dup(branch_arena(branch), what));
}

/* A source that is known already: what the hit has more of is taken. */
static void enrich(struct branch *branch, struct source_row *old, const struct search_hit *hit)
{
    bool more = hit->text.len > old->text.len || hit->snippet.len > old->snippet.len;

    if (hit->text.len > old->text.len) {
        old->text = cleaned(branch, hit->text);
        old->snippet_only = false;
        take_pages(branch, old, hit);
    }
    if (hit->snippet.len > old->snippet.len)
        old->snippet = cleaned(branch, hit->snippet);
    if (old->author.len == 0)
        old->author = cleaned(branch, hit->authors);
    if (old->date.len == 0)
        old->date = str_dup(branch_arena(branch), hit->date);
    if (more)
        look_over(branch, old, hit);
    else
        source_suspect(branch, old, hit->suspect);
}

/* Somebody does not want it. */
static bool excluded(struct branch *branch, struct str canonical)
{
    const struct str_list *urls = &branch_settings(branch)->exclude_urls;

    for (size_t i = 0; i < urls->n; i++)
        if (str_eq(urls->items[i], canonical) || str_eq(url_canonical(branch_arena(branch), urls->items[i]), canonical))
            return true;
    return false;
}

ptrdiff_t source_list_add(struct branch *branch, struct source_list *list, const struct search_hit *hit, size_t rank,
                          struct str query)
{
    struct arena *arena = branch_arena(branch);
    struct str canonical = hit->canonical_url.len ? hit->canonical_url : hit->url;
    ptrdiff_t known = find(list, canonical);

    if (known < 0 && excluded(branch, canonical))
        return -1;
    if (known < 0 && list->by_title)
        known = find_title(list, hit->title);
    if (known >= 0) {
        list->duplicates++;
        source_found_by(branch, &list->items[known], query);
        enrich(branch, &list->items[known], hit);
        return known;
    }
    if (hit->text.len == 0 && hit->snippet.len == 0)
        return -1;
    if (list->max && source_list_counted(list) >= list->max) {
        list->refusals++;
        if (!str_list_has(&list->refused, canonical))
            str_list_add(arena, &list->refused, str_dup(arena, canonical));
        return -1;
    }
    list->items = arena_grow(arena, list->items, &list->capacity, list->n + 1, sizeof *list->items);
    struct source_row *source = &list->items[list->n];
    double relevance = 1.0 - 0.1 * (double) rank;
    *source = (struct source_row){
        .id = effect_id(branch, path_add(path_root(), "source"), list->n, "src-"),
        .number = (int64_t) list->n + 1,
        .url = str_dup(arena, hit->url),
        .canonical_url = str_dup(arena, canonical),
        .title = hit->title.len ? cleaned(branch, hit->title) : str("Unknown title"),
        .snippet = cleaned(branch, hit->snippet),
        .author = cleaned(branch, hit->authors),
        .date = str_dup(arena, hit->date),
        .engine = str_join(arena, hit->engines.items, hit->engines.n, ", "),
        .query = str_dup(arena, query),
        .text = cleaned(branch, hit->text),
        .relevance = relevance > 0 ? relevance : 0,
        .snippet_only = hit->text.len == 0,
        .quality = domain_quality_word(hit->url, branch_settings(branch)->research_mode),
    };
    take_pages(branch, source, hit);
    branch_emit(branch, EVENT_SOURCE_ADDED, source);
    look_over(branch, source, hit);
    return (ptrdiff_t) list->n++;
}

bool source_list_gave(const struct source_list *list, struct str canonical)
{
    ptrdiff_t at = find(list, canonical);

    return at >= 0 && (size_t) at < list->given;
}

size_t source_list_left_out(const struct source_list *list)
{
    size_t n = 0;

    for (size_t i = 0; i < list->refused.n; i++)
        n += find(list, list->refused.items[i]) < 0;
    return n;
}

struct str source_standing(struct arena *arena, const struct source_row *source, struct str research_mode, int quality)
{
    static const char *const words[] = { "low", "medium", "high" };
    bool web = str_starts_nocase(source->url, "http://") || str_starts_nocase(source->url, "https://");
    const char *kind = web ? domain_kind(source->url) : "given by the person who asks";

    if (source_is_answer(source))
        return str("");
    if (quality < 0 && web)
        quality = (int) domain_quality(source->url, research_mode);
    if (quality < 0 || quality > 2 || quality == TIER_DOMAIN_MEDIUM) /* most are of that kind */
        return str(kind);
    return str_format(arena, "%s, %s quality", *kind ? kind : "web page", words[quality]);
}

struct str source_note(struct arena *arena, const struct source_row *source, struct str research_mode)
{
    struct str standing = source_standing(arena, source, research_mode, -1);

    if (!source->date.len && !standing.len)
        return str("");
    return str_format(arena, " (%.*s%s%.*s)", STR_ARG(source->date), source->date.len && standing.len ? "; " : "",
                      STR_ARG(standing));
}
