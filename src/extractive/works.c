#include "extractive/works.h"

#include "judge/similar.h"
#include "net/url.h"

enum { SKETCH_BYTES = 100000 }; /* of a text, for finding near copies */

static bool is_web(struct str url) { return str_starts_nocase(url, "http://") || str_starts_nocase(url, "https://"); }

/* "argparse — … — Python 3.11 documentation": what the pages of one work end with. */
static struct str work_of(struct str title)
{
    static const char *const joints[] = { " \xe2\x80\x94 ", " - ", " | ", NULL };
    struct str work = { 0 };

    for (const char *const *joint = joints; *joint; joint++)
        for (ptrdiff_t at = 0; (at = str_find(title, str(*joint), (size_t) at)) >= 0; at++)
            work = str_sub(title, (size_t) at + strlen(*joint), title.len);
    return work;
}

static struct str folder_of(struct str url)
{
    size_t end = url.len;

    while (end && url.data[end - 1] != '/')
        end--;
    return str_sub(url, 0, end);
}

/* Independence counts works and sites, not files. */
static bool same_work(const struct work_source *a, const struct work_source *b)
{
    struct str work = work_of(a->title);

    if (is_web(a->url) && is_web(b->url))
        return url_domain(a->url).len && str_eq_nocase(url_domain(a->url), url_domain(b->url));
    if (is_web(a->url) || is_web(b->url))
        return false;
    return work.len > 8 && str_eq(work, work_of(b->title)) && folder_of(a->url).len > 0;
}

static void join(size_t *clusters, size_t n, size_t from, size_t to)
{
    for (size_t i = 0; i < n; i++)
        clusters[i] = clusters[i] == from ? to : clusters[i];
}

void works_cluster(struct arena *arena, const struct work_source *sources, size_t n, size_t *ret)
{
    struct sketch *sketches = arena_calloc(arena, n + 1, sizeof *sketches);

    for (size_t i = 0; i < n; i++)
        sketch_of(str_sub(sources[i].text, 0, SKETCH_BYTES), &sketches[i]);
    similar_clusters(arena, sketches, n, ret);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (ret[i] != ret[k] && same_work(&sources[k], &sources[i]))
                join(ret, n, ret[i], ret[k]);
}
