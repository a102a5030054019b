#include "report/citations.h"

#include "evidence/markers.h"
#include "net/url.h"
#include "report/markup.h"
#include "text/markdown_line.h"
#include "text/utf8.h"

enum { NAME_MAX_BYTES = 24, TITLE_SHOWN = 80, OUT_MAX = 64 << 20 };

/* --- names --- */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* The last label of a host that is not an ending: "arxiv" of export.arxiv.org, "bbc" of bbc.co.uk. */
static struct str host_label(struct str host)
{
    static const char *const endings[] = { "co", "com", "org", "net", "ac", "edu", "gov", NULL };
    struct str label = { 0 }, before = { 0 }, part;
    bool first = true;

    /* From left to right: what stands before the last label, or before it and an ending of two parts. */
    for (struct str rest = host; str_next(&rest, '.', &part);) {
        if (!first && rest.len == 0) {
            for (size_t i = 0; endings[i] && before.len; i++)
                if (str_eq_nocase(label, str(endings[i])))
                    return before;
            return label;
        }
        before = label;
        label = part;
        first = false;
    }
    return label;
}

/* "Arxiv": of the address, else the first word of the title. */
static struct str name_of(struct arena *arena, const struct report_source *source)
{
    struct str from = url_is_web(source->url) ? host_label(url_domain(source->url)) : source->title;
    char name[NAME_MAX_BYTES + 1];
    size_t n = 0;

    for (size_t i = 0; i < from.len && n < NAME_MAX_BYTES; i++)
        if (letter(from.data[i]) || (n && from.data[i] >= '0' && from.data[i] <= '9'))
            name[n++] = from.data[i];
        else if (n)
            break;
    if (n < 2)
        return str("Source");
    if (name[0] >= 'a')
        name[0] = (char) (name[0] - 32);
    return str_dup(arena, str_n(name, n));
}

struct str citation_key(struct arena *arena, const struct report *report, int64_t number)
{
    const struct report_source *source = report_source(report, number);
    size_t before = 0;

    if (!report->citation_names || !source)
        return str_format(arena, "%lld", (long long) number);
    struct str name = name_of(arena, source);
    for (size_t i = 0; i < report->sources_n; i++)
        before += report->sources[i].number < number && str_eq(name_of(arena, &report->sources[i]), name);
    return before ? str_format(arena, "%.*s-%zu", STR_ARG(name), before + 1) : name;
}

/* --- the body --- */

static void write_citation(struct arena *arena, struct buf *out, const struct report *report, int64_t number)
{
    const struct report_source *source = report_source(report, number);
    bool classical = str_is(report->citations, "classical");

    if (!source || !classical) {
        buf_format(out, "[%.*s]", STR_ARG(citation_key(arena, report, number)));
        return;
    }
    struct str title = str_empty(str_trim(source->title)) ? source->url : source->title;
    bool web = url_is_web(source->url);

    buf_add_z(out, web ? "[" : "(");
    markdown_escape(out, utf8_cut(title, TITLE_SHOWN));
    if (web) {
        buf_add_z(out, "](");
        markdown_url(out, source->url);
    }
    buf_add_char(out, ')');
}

static void write_line(struct arena *arena, struct buf *out, const struct report *report, struct str line)
{
    size_t last = SIZE_MAX; /* behind the marker before */

    for (size_t at = 0; at < line.len;) {
        struct marker marker;
        size_t end = at + 1;

        if (line.data[at] == '`') {
            end = marker_code_end(line, at);
            buf_add(out, line.data + at, end - at);
        } else if (line.data[at] == '[' && marker_read(line, at, &marker)) {
            for (size_t i = 0; i < marker.n; i++) {
                if ((i || last == at) && str_is(report->citations, "classical"))
                    buf_add_z(out, ", ");
                write_citation(arena, out, report, marker.items[i]);
            }
            end = last = marker.end;
        } else {
            buf_add(out, line.data + at, 1);
        }
        at = end;
    }
}

/* --- one marker per passage --- */

struct group {
    struct str text; /* "[3][2]" */
    size_t from;     /* the blanks before it */
    size_t end;
};

/* The next markers side by side at or behind *at; code is passed over. */
static bool next_group(struct str body, size_t *at, struct group *ret)
{
    struct marker marker;

    for (; *at < body.len; (*at)++) {
        size_t start = *at;

        if (body.data[start] == '`') {
            *at = marker_code_end(body, start) - 1;
            continue;
        }
        if (body.data[start] != '[' || !marker_read(body, start, &marker))
            continue;
        do
            *at = marker.end;
        while (*at < body.len && body.data[*at] == '[' && marker_read(body, *at, &marker));
        *ret = (struct group){ .text = str_sub(body, start, *at), .from = start, .end = *at };
        while (ret->from && body.data[ret->from - 1] == ' ')
            ret->from--;
        return true;
    }
    return false;
}

/* A heading ends a passage; a cell that has nothing but the marker tells where its row comes from. */
static bool ends_passage(struct str body, const struct group *g, const struct group *next)
{
    struct str between = str_sub(body, g->end, next->from);
    bool cell = g->from && body.data[g->from - 1] == '|';

    return cell || !str_eq(g->text, next->text) || str_contains(between, "\n#") ||
           (g->end < body.len && !strchr(" \n|", body.data[g->end]));
}

size_t citations_spare(struct arena *arena, struct str body, struct span **ret)
{
    struct span *items = NULL;
    size_t n = 0, capacity = 0, at = 0;
    struct group g, next;

    for (bool more = next_group(body, &at, &g); more; g = next) {
        more = next_group(body, &at, &next);
        if (!more || ends_passage(body, &g, &next))
            continue;
        items = arena_grow(arena, items, &capacity, n + 1, sizeof *items);
        items[n++] = (struct span){ g.from, g.end };
    }
    *ret = items;
    return n;
}

/* Consecutive sentences quoted from one source carry one marker, at the end of the last. */
static struct str gather_markers(struct arena *arena, struct str body)
{
    struct span *spare;
    size_t n = citations_spare(arena, body, &spare), from = 0;
    struct buf out;

    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < n; i++) {
        buf_add_str(&out, str_sub(body, from, spare[i].start));
        from = spare[i].end;
    }
    buf_add_str(&out, str_sub(body, from, body.len));
    return buf_take(&out, arena);
}

struct str citations_written(struct arena *arena, const struct report *report, struct str body)
{
    struct str rest, line;
    bool code = false;
    struct buf out;

    if (report->extractive)
        body = gather_markers(arena, body);
    if (!report->citation_names && !str_is(report->citations, "classical"))
        return body;
    rest = body;
    buf_init(&out, OUT_MAX);
    while (str_next_line(&rest, &line)) {
        bool fence = line_is_fence(line);

        code = code != fence;
        if (code || fence)
            buf_add_str(&out, line);
        else
            write_line(arena, &out, report, line);
        if (rest.len)
            buf_add_char(&out, '\n');
    }
    return buf_take(&out, arena);
}
