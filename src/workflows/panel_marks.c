/* Citation marks of providers. Each service has its own: [3], 【4†source】, ([site](address)), or places in the text that
 * rest on a page. All of them become [n] of our sources, or go. */
#include <stdlib.h>

#include "base/buf.h"
#include "evidence/markers.h"
#include "net/url.h"
#include "report/markup.h"
#include "workflows/panel.h"

/* A model writes whatever it likes: no step looks further than these, so that the time grows with the length alone. */
enum {
    TEXT_MAX = 4 << 20,
    LINKS_MAX = 200,
    TITLE_MAX = 300,
    ADDRESS_MAX = 4096,
    MARK_MAX = 120,
    LISTED_MAX = 50,
    HEAD_MAX = 40,
    BEHIND_MAX = 40
};

/* A place of the text and what stands there instead: numbers, behind words that stay. */
struct edit {
    size_t start, end;
    struct str keep; /* of a link: its words, or empty */
    int64_t number;  /* 0: none */
};

struct edits {
    struct arena *arena;
    struct edit *items;
    size_t n, capacity;
    struct str *canonical; /* per citation: its address */
    int64_t *nth;          /* numbers of the different pages, in order */
    size_t nth_n;
};

static void add(struct edits *edits, const struct edit *edit)
{
    edits->items = arena_grow(edits->arena, edits->items, &edits->capacity, edits->n + 1, sizeof *edits->items);
    edits->items[edits->n++] = *edit;
}

static int by_place(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;

    if (x->start != y->start)
        return (x->start > y->start) - (x->start < y->start);
    if (x->end != y->end)
        return (x->end > y->end) - (x->end < y->end);
    return (x->number > y->number) - (x->number < y->number);
}

/* --- what a mark means --- */

/* "[label](address)" at `at`: its end, or 0. */
static size_t link_at(struct str text, size_t at, struct str *ret_label, struct str *ret_url)
{
    struct str near = str_sub(text, 0, text.len - at > TITLE_MAX + 2 ? at + TITLE_MAX + 2 : text.len);
    ptrdiff_t close = at < text.len && text.data[at] == '[' ? str_find(near, str("]("), at) : -1;

    if (close < 0)
        return 0;
    near = str_sub(text, 0, text.len - (size_t) close > ADDRESS_MAX ? (size_t) close + ADDRESS_MAX : text.len);
    ptrdiff_t end = str_find_char(near, ')', (size_t) close);
    if (end < 0)
        return 0;
    *ret_label = str_sub(text, at + 1, (size_t) close);
    *ret_url = str_trim(str_sub(text, (size_t) close + 2, (size_t) end));
    ptrdiff_t space = str_find_char(*ret_url, ' ', 0); /* [label](address "title") */
    if (space > 0)
        ret_url->len = (size_t) space;
    bool inside = str_find_char(*ret_label, '\n', 0) >= 0 || str_find_char(*ret_label, '[', 0) >= 0;
    return inside || !url_is_web(*ret_url) ? 0 : (size_t) end + 1;
}

/* What is asked of every mark, once: addresses in one form, and the different pages in their order. */
static void know_pages(struct edits *edits, const struct panel_marks *m)
{
    edits->canonical = arena_calloc(edits->arena, m->n + 1, sizeof *edits->canonical);
    edits->nth = arena_calloc(edits->arena, m->n + 1, sizeof *edits->nth);
    for (size_t i = 0; i < m->n; i++) {
        bool known = false;

        edits->canonical[i] = url_canonical(edits->arena, m->citations[i].url);
        for (size_t k = 0; k < i && !known; k++)
            known = str_eq(m->citations[k].url, m->citations[i].url);
        if (!known)
            edits->nth[edits->nth_n++] = m->numbers[i];
    }
}

/* The number of the page at this address, 0 if nobody cited it. */
static int64_t number_of_url(const struct edits *edits, const struct panel_marks *m, struct str url)
{
    struct str canonical = url_canonical(edits->arena, url);

    for (size_t i = 0; i < m->n; i++)
        if (str_eq(m->citations[i].url, url) || str_eq(edits->canonical[i], canonical))
            return m->numbers[i];
    return 0;
}

/* The n-th page that the service named, each counted once. */
static int64_t number_of_nth(const struct edits *edits, int64_t nth)
{
    return nth >= 1 && nth <= (int64_t) edits->nth_n ? edits->nth[nth - 1] : 0;
}

/* Is the cited place nothing but a mark: "[3]", "([site](address))", "【4†source】"? */
static bool is_mark(struct str place)
{
    struct str label, url;
    struct marker marker;

    place = str_trim(place);
    if (place.len > 1 && place.data[0] == '(' && place.data[place.len - 1] == ')')
        place = str_trim(str_sub(place, 1, place.len - 1));
    return str_starts(place, "\u3010") || (link_at(place, 0, &label, &url) == place.len && place.len) ||
           (place.len && place.data[0] == '[' && marker_read(place, 0, &marker) && marker.end == place.len);
}

/* --- finding them --- */

static void find_placed(struct edits *edits, const struct panel_marks *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct llm_citation *c = &m->citations[i];

        if (c->start < 0 || c->end <= c->start || c->end > (int64_t) m->text.len)
            continue;
        size_t start = (size_t) c->start, end = (size_t) c->end;
        if (!is_mark(str_sub(m->text, start, end)))
            start = end; /* words that rest on the page: the number goes behind them */
        while (start == end && end > 0 && strchr(" \n\t", m->text.data[end - 1]))
            start = --end;
        if (start == end && m->numbers[i] == 0)
            continue;
        add(edits, &(struct edit){ start, end, str(""), m->numbers[i] });
    }
}

/* Behind the edit that covers `at`, or 0. */
static size_t covered(const struct edits *edits, size_t placed, size_t at)
{
    for (size_t i = 0; i < placed; i++)
        if (edits->items[i].start <= at && at < edits->items[i].end)
            return edits->items[i].end;
    return 0;
}

/* A word that says nothing beside a number: the site's name, a digit. */
static bool bare_label(struct str label, struct str url)
{
    int64_t number;

    return str_to_int(label, &number) || str_starts_nocase(label, "http") || str_eq_nocase(label, url_domain(url));
}

static size_t read_link(struct edits *edits, const struct panel_marks *m, size_t at)
{
    struct str label, url;
    size_t end = link_at(m->text, at, &label, &url), start = at;

    if (end == 0)
        return 0;
    bool bare = bare_label(label, url);
    if (at > 0 && m->text.data[at - 1] == '(' && end < m->text.len && m->text.data[end] == ')') {
        start--;
        end++;
        bare = true;
    }
    add(edits, &(struct edit){ start, end, bare ? str("") : label, number_of_url(edits, m, url) });
    return end;
}

static size_t read_marker(struct edits *edits, const struct panel_marks *m, size_t at)
{
    struct marker marker;
    ptrdiff_t close;

    if (str_starts(str_sub(m->text, at, m->text.len), "\u3010")) {
        close = str_find(str_sub(m->text, 0, m->text.len - at > 64 ? at + 64 : m->text.len), str("\u3011"), at);
        if (close < 0)
            return 0;
        add(edits, &(struct edit){ at, (size_t) close + strlen("\u3011"), str(""), 0 });
        return (size_t) close + strlen("\u3011");
    }
    if (m->text.data[at] != '[' || !marker_read(m->text, at, &marker))
        return 0;
    for (size_t i = 0; i < marker.n; i++)
        add(edits, &(struct edit){ at, marker.end, str(""), number_of_nth(edits, marker.items[i]) });
    return marker.end;
}

static void find_written(struct edits *edits, const struct panel_marks *m)
{
    size_t placed = edits->n, end;
    bool fenced = false;

    for (size_t at = 0; at < m->text.len;) {
        bool line_start = at == 0 || m->text.data[at - 1] == '\n';

        if (line_start && str_starts(str_sub(m->text, at, m->text.len), "```"))
            fenced = !fenced;
        if (!fenced && m->text.data[at] == '`') {
            at = marker_code_end(m->text, at);
            continue;
        }
        if ((end = covered(edits, placed, at)) || (!fenced && (end = read_link(edits, m, at))) ||
            (!fenced && (end = read_marker(edits, m, at))))
            at = end;
        else
            at++;
    }
}

/* --- putting it together --- */

static void add_number(struct buf *out, int64_t number)
{
    char mark[32];
    int n = snprintf(mark, sizeof mark, "[%lld]", (long long) number);

    if (number == 0 || str_ends(buf_str(out), mark))
        return;
    bool space = out->len && !strchr(" ]\n([", out->data[out->len - 1]);
    buf_format(out, "%s%.*s", space ? " " : "", n, mark);
}

/* The text with its edits made. */
static struct str apply(struct arena *arena, struct edits *edits, struct str text)
{
    struct buf out;
    size_t at = 0;

    buf_init(&out, TEXT_MAX);
    if (edits->n)
        qsort(edits->items, edits->n, sizeof *edits->items, by_place);
    for (size_t i = 0; i < edits->n; i++) {
        const struct edit *edit = &edits->items[i];

        if (edit->start >= at)
            buf_add_str(&out, str_sub(text, at, edit->start));
        if (edit->end > edit->start && edit->start >= at && edit->number == 0 && edit->keep.len == 0)
            while (out.len && out.data[out.len - 1] == ' ')
                out.len--;
        if (edit->start >= at)
            buf_add_str(&out, edit->keep);
        add_number(&out, edit->number);
        at = edit->end > at ? edit->end : at;
    }
    buf_add_str(&out, str_sub(text, at, text.len));
    return buf_take(&out, arena);
}

static bool is_ours(const struct panel_marks *m, int64_t number)
{
    for (size_t i = 0; i < m->n && number; i++)
        if (m->numbers[i] == number)
            return true;
    return false;
}

/* A mark that `out` ends with and that is not ours goes. */
static void drop_stranger(struct buf *out, const struct panel_marks *m)
{
    size_t open = out->len, least = out->len > MARK_MAX ? out->len - MARK_MAX : 0;
    struct marker marker;
    bool ours = true;

    while (open > least && out->data[open - 1] != '[')
        open--;
    if (open == least || !marker_read(buf_str(out), open - 1, &marker) || marker.end != out->len)
        return;
    for (size_t i = 0; i < marker.n; i++)
        ours = ours && is_ours(m, marker.items[i]);
    if (ours)
        return;
    out->len = open - 1;
    while (out->len && out->data[out->len - 1] == ' ')
        out->len--;
}

/* What a mark leaves when it goes may look like one: "[[91]4]". Those that are not ours go, too: each is looked at when
 * its bracket closes, behind what is left of the text before it, so that one pass is enough however deep they stand. */
static struct str without_strangers(struct arena *arena, const struct panel_marks *m, struct str text)
{
    struct buf out;
    bool fenced = false;

    buf_init(&out, TEXT_MAX);
    for (size_t at = 0, next; at < text.len; at = next) {
        bool line_start = at == 0 || text.data[at - 1] == '\n';

        next = at + 1;
        if (line_start && str_starts(str_sub(text, at, text.len), "```"))
            fenced = !fenced;
        if (!fenced && text.data[at] == '`')
            next = marker_code_end(text, at);
        buf_add_str(&out, str_sub(text, at, next));
        if (!fenced && text.data[at] == ']')
            drop_stranger(&out, m);
    }
    return buf_take(&out, arena);
}

struct str panel_marks(struct arena *arena, const struct panel_marks *m)
{
    struct edits edits = { .arena = arena_new() };

    know_pages(&edits, m);
    find_placed(&edits, m);
    find_written(&edits, m);
    struct str text = apply(arena, &edits, m->text);
    arena_free(edits.arena);
    return without_strangers(arena, m, text);
}

/* --- a list of pages that the answer ends with --- */

/* "[1] Title, https://…", "1. https://…", "- [1]: https://…": the number, the words in between and the address. */
static bool read_listed(struct str line, int64_t *ret_number, struct llm_citation *ret)
{
    size_t at = 0, from;
    bool bracket;

    line = str_trim(line);
    if (str_starts(line, "- ") || str_starts(line, "* "))
        line = str_trim(str_sub(line, 2, line.len));
    bracket = str_starts(line, "[");
    for (from = at = bracket; at < line.len && line.data[at] >= '0' && line.data[at] <= '9'; at++)
        ;
    if (!str_to_int(str_sub(line, from, at), ret_number) || at >= line.len ||
        !strchr(bracket ? "]" : ".)", line.data[at]))
        return false;
    ptrdiff_t http = str_find(line, str("http"), at);
    if (http < 0)
        return false;
    struct str url = str_sub(line, (size_t) http, line.len), title = str_sub(line, at + 1, (size_t) http);
    for (at = 0; at < url.len && !strchr(" \t)>]\"", url.data[at]); at++)
        ;
    /* Words behind the address, but for a date in parentheses, are more than a page has. */
    struct str behind = str_sub(url, at, url.len);
    while (behind.len && strchr(" \t)>]\".,;*", behind.data[0]))
        behind = str_sub(behind, 1, behind.len);
    if (behind.len && (behind.data[0] != '(' || behind.len > BEHIND_MAX))
        return false;
    for (url.len = at; url.len && strchr(".,;", url.data[url.len - 1]);)
        url.len--;
    while (title.len && strchr(" :-<([].,;", title.data[title.len - 1]))
        title.len--;
    while (title.len && strchr(" :[-", title.data[0]))
        title = str_sub(title, 1, title.len);
    *ret = (struct llm_citation){ .url = url, .title = title.len ? title : url, .start = -1, .end = -1 };
    return url_is_web(url);
}

/* The line that ends at `end`, blank lines behind it left out. */
static struct str last_line(struct str text, size_t *end)
{
    size_t start;

    while (*end > 0 && strchr(" \n\r\t", text.data[*end - 1]))
        --*end;
    for (start = *end; start > 0 && text.data[start - 1] != '\n';)
        start--;
    struct str line = str_sub(text, start, *end);
    *end = start;
    return line;
}

/* "## Sources", "**References:**" */
static bool names_sources(struct arena *arena, struct str line)
{
    static const char words[] = " sources references citations links bibliography ";
    size_t from = 0;

    while (from < line.len && strchr("#* ", line.data[from]))
        from++;
    while (line.len > from && strchr("*: ", line.data[line.len - 1]))
        line.len--;
    struct str word = str_lower_ascii(arena, str_sub(line, from, line.len));
    return word.len && str_in_words(words, word);
}

static bool cites_one(struct str text, size_t n)
{
    struct marker marker;

    for (ptrdiff_t at = 0; (at = str_find_char(text, '[', (size_t) at)) >= 0; at++)
        if (marker_read(text, (size_t) at, &marker))
            for (size_t i = 0; i < marker.n; i++)
                if (marker.items[i] >= 1 && marker.items[i] <= (int64_t) n)
                    return true;
    return false;
}

/* An answer without citations that ends with a numbered list of pages: these are its citations, in their order, so that "[2]" is the
 * second of them, and the list goes. A list that nothing above cites, under no such heading, may be the answer itself. */
static void read_list(struct arena *arena, struct panel_answer *answer)
{
    struct llm_citation listed[LISTED_MAX];
    size_t end = answer->content.len, above = end, n = 0;
    int64_t number, expected = 0;

    for (size_t at = end; n < LISTED_MAX; above = at, expected = number - 1, n++)
        if (!read_listed(last_line(answer->content, &at), &number, &listed[n]) || (n && number != expected))
            break;
    if (n == 0 || expected != 0)
        return;
    size_t head = above;
    struct str line = str_trim(last_line(answer->content, &head));
    if (!cites_one(str_sub(answer->content, 0, above), n) && !names_sources(arena, line))
        return;
    answer->citations = arena_calloc(arena, n, sizeof *answer->citations);
    for (size_t i = 0; i < n; i++)
        answer->citations[i] = listed[n - 1 - i];
    answer->citations_n = n;
    bool heads = str_starts(line, "#") || (line.len < HEAD_MAX && (str_ends(line, ":") || str_ends(line, "**")));
    answer->content = str_trim(str_sub(answer->content, 0, heads ? head : above));
}

void panel_marks_links(struct arena *arena, struct panel_answer *answer)
{
    if (answer->citations_n == 0)
        read_list(arena, answer);

    struct llm_citation *all = arena_calloc(arena, answer->citations_n + LINKS_MAX, sizeof *all);
    size_t n = answer->citations_n, most = n + LINKS_MAX;

    for (size_t i = 0; i < n; i++)
        all[i] = answer->citations[i];
    for (size_t at = 0; at < answer->content.len && n < most; at++) {
        struct str label, url;
        bool known = false;

        if (answer->content.data[at] != '[' || !link_at(answer->content, at, &label, &url))
            continue;
        for (size_t i = 0; i < n && !known; i++)
            known = str_eq(url_canonical(arena, all[i].url), url_canonical(arena, url));
        if (!known)
            all[n++] = (struct llm_citation){ .url = url, .title = label, .start = -1, .end = -1 };
    }
    answer->citations = all;
    answer->citations_n = n;
}
