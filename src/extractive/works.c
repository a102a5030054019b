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

/* What tells whether two sources are one work: the site of a page, the title's end of a file in a folder. */
struct identity {
    bool web, in_folder;
    struct str name;
};

static struct identity identity_of(const struct work_source *source)
{
    bool web = is_web(source->url);

    return (struct identity){ web, folder_of(source->url).len > 0,
                              web ? url_domain(source->url) : work_of(source->title) };
}

/* Independence counts works and sites, not files. */
static bool same_work(const struct identity *a, const struct identity *b)
{
    if (a->web != b->web)
        return false;
    return a->web ? a->name.len && str_eq_nocase(a->name, b->name)
                  : a->name.len > 8 && str_eq(a->name, b->name) && a->in_folder;
}

static void join(size_t *clusters, size_t n, size_t from, size_t to)
{
    for (size_t i = 0; i < n; i++)
        clusters[i] = clusters[i] == from ? to : clusters[i];
}

void works_cluster(struct arena *arena, const struct work_source *sources, size_t n, size_t *ret)
{
    struct sketch *sketches = arena_calloc(arena, n + 1, sizeof *sketches);
    struct identity *identities = arena_calloc(arena, n + 1, sizeof *identities);

    for (size_t i = 0; i < n; i++) {
        sketch_of(str_sub(sources[i].text, 0, SKETCH_BYTES), &sketches[i]);
        identities[i] = identity_of(&sources[i]);
    }
    similar_clusters(arena, sketches, n, ret);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (ret[i] != ret[k] && same_work(&identities[k], &identities[i]))
                join(ret, n, ret[i], ret[k]);
}
