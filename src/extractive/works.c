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

/* "/usr/share/doc/fish/html/index.html": what a package brings is one work. */
static struct str package_of(struct str path)
{
    static const char *const roots[] = { "/share/doc/", "/share/gtk-doc/html/", "/share/info/", NULL };

    for (const char *const *root = roots; *root; root++) {
        ptrdiff_t at = str_find(path, str(*root), 0);
        size_t from = at < 0 ? 0 : (size_t) at + strlen(*root);
        ptrdiff_t end = at < 0 ? -1 : str_find_char(path, '/', from);

        if (end > 0)
            return str_sub(path, from, (size_t) end);
    }
    return str("");
}

/* A folder of generated pages: "…/manual/html/". */
static bool is_generated(struct str folder)
{
    return str_ends(folder, "/html/") || str_ends(folder, "/manual/") || str_ends(folder, "/handbook/");
}

/* "Chapter 9. …", "40.4. …", "F.1. …", "Part III. …": a part of something larger. */
static bool is_chapter(struct str title)
{
    static const char *const words[] = { "Chapter ", "Part ",     "Appendix ", "Section ",         "Kapitel ",
                                         "Anhang ",  "Chapitre ", "Annexe ",   "Cap\xc3\xadtulo ", NULL };
    size_t at = 0, dots = 0;

    for (const char *const *word = words; *word; word++)
        if (str_starts(title, *word))
            return true;
    while (at < title.len && ((title.data[at] >= '0' && title.data[at] <= '9') || title.data[at] == '.' ||
                              (at == 0 && title.data[0] >= 'A' && title.data[0] <= 'Z')))
        dots += title.data[at++] == '.';
    return dots && at < title.len && title.data[at] == ' ' && title.data[at - 1] == '.';
}

/* "git-rebase(1)", "git-merge(1)": pages of one manual begin alike. */
static struct str manual_of(struct str title)
{
    ptrdiff_t open = str_find_char(title, '(', 0), joint = str_find_char(title, '-', 0);

    if (open < 3 || (size_t) open + 2 >= title.len || title.data[open + 1] < '1' || title.data[open + 1] > '9' ||
        str_find_char(title, ' ', 0) >= 0)
        return str("");
    return str_sub(title, 0, joint > 2 && joint < open ? (size_t) joint : (size_t) open);
}

/* "Aliases (zsh)", "Handbook: Installing": what the pages of a folder have in common. */
static struct str shared_of(struct str title)
{
    struct str work = work_of(title);
    ptrdiff_t open = -1, colon = str_find(title, str(": "), 0);

    for (ptrdiff_t at = 0; str_ends(title, ")") && (at = str_find(title, str(" ("), (size_t) at)) >= 0; at++)
        open = at;
    if (work.len > 8)
        return work;
    return open > 0 ? str_sub(title, (size_t) open, title.len) : colon > 8 ? str_sub(title, 0, (size_t) colon) : work;
}

/* What tells whether two sources are one work: the site of a page; of a file its package, its manual, or its folder and what
 * its title has in common with the others. */
struct identity {
    bool web;
    struct str folder; /* empty: it may be any */
    struct str name;
};

static struct identity identity_of(const struct work_source *source)
{
    struct str folder = folder_of(source->url), package = package_of(source->url), manual = manual_of(source->title);

    if (is_web(source->url))
        return (struct identity){ .web = true, .name = url_domain(source->url) };
    if (package.len)
        return (struct identity){ .name = package };
    if (manual.len)
        return (struct identity){ .name = manual };
    if (is_generated(folder))
        return (struct identity){ .name = folder };
    if (is_chapter(source->title))
        return (struct identity){ .folder = folder, .name = str("chapters") };
    return (struct identity){ .folder = folder, .name = shared_of(source->title) };
}

/* Independence counts works and sites, not files. */
static bool same_work(const struct identity *a, const struct identity *b)
{
    return a->web == b->web && a->name.len > 2 && str_eq_nocase(a->name, b->name) && str_eq(a->folder, b->folder);
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
