/* Megabytes of HTML read per second of one core (document_parse, best of three
 * rounds), the same for the parser alone on the same bytes (overParse is the
 * ratio, which a busy machine leaves alone), and what a child per document
 * adds (document_read). The pages are the public ones of FATHOM_DATA where it
 * is set, else made up. One line of JSON; fails under 10 MB/s.
 *
 *   bench_extract [FOLDER] */
#include <dirent.h>
#include <gumbo.h>
#include <stdio.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/file.h"
#include "pages/document.h"

enum { PAGES_MAX = 400, ROUNDS = 3, CHILDREN = 100, BAR = 10 };

static struct str pages[PAGES_MAX];
static size_t pages_n, bytes;

static void add_page(struct str html)
{
    if (pages_n == PAGES_MAX || html.len == 0)
        return;
    pages[pages_n++] = html;
    bytes += html.len;
}

static void load(struct arena *arena, const char *folder)
{
    DIR *dir = opendir(folder);

    for (struct dirent *d; dir && (d = readdir(dir));) {
        const char *const argv[] = { "gzip", "-dc", NULL };
        struct buf packed, html;
        struct child_result result;

        if (!str_ends(str(d->d_name), ".gz"))
            continue;
        buf_init(&packed, 64 << 20);
        buf_init(&html, 64 << 20);
        if (file_read(str_format(arena, "%s/%s", folder, d->d_name).data, &packed, NULL) == 0 &&
            child_run(&(struct child){ .argv = argv, .input = buf_str(&packed) }, &html, NULL, &result, NULL) == 0)
            add_page(buf_take(&html, arena));
        buf_free(&packed);
        buf_free(&html);
    }
    if (dir)
        closedir(dir);
}

/* An article among menus, scripts and teasers, about 150 KB. */
static struct str made_page(struct arena *arena, int seed)
{
    struct buf html;

    buf_init(&html, 1 << 20);
    buf_format(&html, "<!doctype html><html lang=en><head><title>Page %d</title>", seed);
    for (int i = 0; i < 20; i++)
        buf_format(&html, "<script>var a%d = function () { return '%0512d'; };</script>", i, seed);
    buf_add_z(&html, "</head><body><nav><ul>");
    for (int i = 0; i < 200; i++)
        buf_format(&html, "<li class=\"menu-item menu-item-%d\"><a href=\"/section/%d\">Section %d</a></li>", i, i, i);
    buf_add_z(&html, "</ul></nav><main><article><h1>The page</h1>");
    for (int i = 0; i < 120; i++)
        buf_format(
            &html,
            "<p class=\"text\" data-id=\"%d\">Paragraph %d of page %d says, in <b>some</b> words and with <a href=\"/x/%d\">one link</a>, "
            "that storage of energy costs %d euros per unit, and that this is less than in the year before.</p>",
            i, i, seed, i, i * 7);
    buf_add_z(&html, "</article></main><aside>");
    for (int i = 0; i < 300; i++)
        buf_format(
            &html,
            "<div class=\"teaser card\"><h3><a href=\"/story/%d\">Another story that has a headline, number %d</a></h3><p>A line.</p></div>",
            i, i);
    buf_add_z(&html, "</aside><footer>All rights reserved.</footer></body></html>");
    return buf_take(&html, arena);
}

/* Of the processor, so that a busy machine does not count. */
static double processor_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static double round_ms(void)
{
    double start = processor_ms();

    for (size_t i = 0; i < pages_n; i++) {
        struct arena *arena = arena_new();
        struct document d;
        struct error e;
        if (document_parse(arena, pages[i], NULL, NULL, &d, &e) < 0)
            fprintf(stderr, "bench_extract: %s\n", e.message);
        arena_free(arena);
    }
    return processor_ms() - start;
}

/* The parser alone, as an anchor. */
static double parse_ms(void)
{
    double start = processor_ms();

    for (size_t i = 0; i < pages_n; i++)
        gumbo_destroy_output(&kGumboDefaultOptions,
                             gumbo_parse_with_options(&kGumboDefaultOptions, pages[i].data, pages[i].len));
    return processor_ms() - start;
}

/* Milliseconds that a child adds to reading a small page. */
static double child_ms(void)
{
    struct str small = str(
        "<title>T</title><article><p>A short page with a few words in it, so that little is to be read.</p></article>");
    int64_t start = clock_monotonic_us();

    for (int i = 0; i < CHILDREN; i++) {
        struct arena *arena = arena_new();
        struct document d;
        struct error e;
        if (document_read(arena, small, NULL, NULL, &d, &e) < 0)
            fprintf(stderr, "bench_extract: %s\n", e.message);
        arena_free(arena);
    }
    return (double) (clock_monotonic_us() - start) / 1000 / CHILDREN;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    double best = 0, parse = 0;
    struct error e;

    if (pages_zygote_start(&e) < 0) {
        fprintf(stderr, "bench_extract: %s\n", e.message);
        return 1;
    }
    const char *data = getenv("FATHOM_DATA");
    char folder[4096] = "/nowhere";
    if (data)
        snprintf(folder, sizeof folder, "%s/extraction/article/html", data);
    load(arena, argc > 1 ? argv[1] : folder);
    bool real = pages_n > 0;
    for (int i = 0; !real && i < 100; i++)
        add_page(made_page(arena, i));
    for (int i = 0; i < ROUNDS; i++) {
        double ms = round_ms();
        if (best == 0 || ms < best)
            best = ms;
        ms = parse_ms();
        if (parse == 0 || ms < parse)
            parse = ms;
    }
    double speed = (double) bytes / 1e6 / (best / 1000);
    printf(
        "{\"bench\":\"extract\",\"pages\":%zu,\"real\":%s,\"megabytes\":%.1f,\"mbPerSecond\":%.1f,\"parseMbPerSecond\":%.1f,\"overParse\":%.2f,\"msPerPage\":%.2f,\"childMs\":%.2f}\n",
        pages_n, real ? "true" : "false", (double) bytes / 1e6, speed, (double) bytes / 1e6 / (parse / 1000),
        best / parse, best / (double) pages_n, child_ms());
    pages_zygote_stop();
    arena_free(arena);
    return speed < BAR;
}
