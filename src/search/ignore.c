#include "search/ignore.h"

#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

enum { FILE_MAX_BYTES = 1 << 20, RULES_MAX = 10000, STEPS_MAX = 100000 };

struct rule {
    struct str pattern;
    bool not, folder; /* "!pattern", "pattern/" */
    bool anchored;    /* it has a "/" inside: counts from the folder of the file */
};

struct ignore {
    const struct ignore *above;
    struct str folder; /* with its "/" at the end */
    struct rule *rules;
    size_t n, capacity;
};

/* --- patterns --- */

/* "[a-z]" at `at`; -1 if it is none, else whether it holds `c`. *at moves behind it. */
static int in_class(struct str p, size_t *at, char c)
{
    size_t i = *at + 1;
    bool not = i < p.len && (p.data[i] == '!' || p.data[i] == '^'), found = false;

    i += not ;
    for (size_t first = i; i < p.len && (p.data[i] != ']' || i == first); i++) {
        if (i + 2 < p.len && p.data[i + 1] == '-' && p.data[i + 2] != ']') {
            found |= c >= p.data[i] && c <= p.data[i + 2];
            i += 2;
        } else {
            found |= c == p.data[i];
        }
    }
    if (i >= p.len)
        return -1;
    *at = i + 1;
    return found != not ;
}

/* One star to go back to is enough for "*"; "**" keeps another. */
bool ignore_fits(struct str p, struct str s)
{
    size_t i = 0, k = 0, star = SIZE_MAX, star_at = 0, wide = SIZE_MAX, wide_at = 0, steps = 0;

    while (k < s.len || i < p.len) {
        if (++steps > STEPS_MAX)
            return false;
        char c = k < s.len ? s.data[k] : '\0';
        if (i + 1 < p.len && p.data[i] == '*' && p.data[i + 1] == '*') {
            i += 2;
            i += i < p.len && p.data[i] == '/'; /* zero folders or more */
            wide = i;
            wide_at = k;
            star = SIZE_MAX;
            if (i == p.len)
                return true;
            continue;
        }
        if (i < p.len && p.data[i] == '*') {
            star = ++i;
            star_at = k;
            continue;
        }
        size_t next = i;
        int held = k < s.len && i < p.len && p.data[i] == '[' && c != '/' ? in_class(p, &next, c) : -1;
        bool escaped = i + 1 < p.len && p.data[i] == '\\';
        if (held > 0) {
            i = next;
            k++;
        } else if (held < 0 && k < s.len && i < p.len &&
                   (escaped ? p.data[i + 1] == c : p.data[i] == c || (p.data[i] == '?' && c != '/'))) {
            i += 1 + escaped;
            k++;
        } else if (star != SIZE_MAX && star_at < s.len && s.data[star_at] != '/') {
            k = ++star_at;
            i = star;
        } else if (wide != SIZE_MAX && wide_at < s.len) {
            k = ++wide_at;
            i = wide;
            star = SIZE_MAX;
        } else {
            return false;
        }
    }
    return true;
}

/* --- ignore files --- */

static void add_rules(struct arena *arena, struct ignore *ret, struct str text)
{
    struct str line;

    while (ret->n < RULES_MAX && str_next_line(&text, &line)) {
        struct rule rule = { 0 };

        while (line.len && line.data[line.len - 1] == ' ')
            line.len--;
        if (!line.len || line.data[0] == '#')
            continue;
        rule.not = line.data[0] == '!';
        line = str_sub(line, rule.not, line.len);
        rule.folder = str_ends(line, "/");
        line.len -= rule.folder;
        rule.anchored = str_find_char(line, '/', 0) >= 0;
        line = str_sub(line, str_starts(line, "/"), line.len);
        if (!line.len)
            continue;
        rule.pattern = str_dup(arena, line);
        ret->rules = arena_grow(arena, ret->rules, &ret->capacity, ret->n + 1, sizeof *ret->rules);
        ret->rules[ret->n++] = rule;
    }
}

const struct ignore *ignore_read(struct arena *arena, struct str folder, const struct ignore *above)
{
    static const char *const names[] = { ".gitignore", ".fathomignore" };
    struct ignore found = { .above = above, .folder = str_format(arena, "%.*s/", STR_ARG(folder)) };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buf text;
        buf_init(&text, FILE_MAX_BYTES);
        if (file_read(str_format(arena, "%.*s%s", STR_ARG(found.folder), names[i]).data, &text, NULL) >= 0)
            add_rules(arena, &found, buf_str(&text));
        buf_free(&text);
    }
    return found.n ? arena_copy(arena, &found, sizeof found) : above;
}

bool ignore_names(const struct ignore *ignore, struct str path, bool folder)
{
    for (; ignore; ignore = ignore->above) {
        if (path.len <= ignore->folder.len || memcmp(path.data, ignore->folder.data, ignore->folder.len) != 0)
            continue;
        struct str below = str_sub(path, ignore->folder.len, path.len);
        for (size_t i = ignore->n; i-- > 0;) {
            const struct rule *rule = &ignore->rules[i];
            if (rule->folder && !folder)
                continue;
            if (ignore_fits(rule->pattern, rule->anchored ? below : file_name(below)))
                return !rule->not ;
        }
    }
    return false;
}

/* --- names --- */

static bool ends_with_any(struct str name, const char *endings)
{
    struct str rest = str(endings), one;

    while (str_next(&rest, ' ', &one))
        if (name.len > one.len && str_eq_nocase(str_sub(name, name.len - one.len, name.len), one))
            return true;
    return false;
}

enum ignore_kind ignore_kind(struct str name)
{
    if (ends_with_any(name, ".png .jpg .jpeg .gif .svg .svgz .webp .ico .bmp .tif .tiff .avif .heic .psd .eps"))
        return IGNORE_IMAGE;
    if (ends_with_any(
            name,
            ".css .scss .sass .less .js .mjs .cjs .jsx .map .wasm .woff .woff2 .ttf .otf .eot .mp3 .mp4 .m4a .ogg "
            ".oga .ogv .wav .flac .webm .avi .mov .mkv .tar .tgz .bz2 .xz .zst .7z .rar .jar .war .iso .deb .rpm .o "
            ".a .so .dll .dylib .exe .class .pyc .pyo .obj .lib .bin .dat .db .sqlite .sqlite3 .lock .tar.gz .min.js"))
        return IGNORE_FILE;
    return str_is(name, "package-lock.json") ? IGNORE_FILE : IGNORE_NOTHING;
}

bool ignore_folder(struct arena *arena, struct str path)
{
    static const char *const always[] = { "node_modules", "__pycache__", "bower_components", "site-packages" };
    static const char *const built[] = { "build", "dist", "target", "out" };
    static const char *const makers[] = { "package.json", "Makefile",       "CMakeLists.txt", "Cargo.toml", "pom.xml",
                                          "build.gradle", "pyproject.toml", "setup.py",       "meson.build" };
    struct str name = file_name(path), parent = str_sub(path, 0, path.len - name.len);

    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (str_is(name, always[i]))
            return true;
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        for (size_t k = 0; str_is(name, built[i]) && k < sizeof makers / sizeof *makers; k++)
            if (access(str_format(arena, "%.*s%s", STR_ARG(parent), makers[k]).data, F_OK) == 0)
                return true;
    return false;
}
