#include "pages/metadata.h"

#include "pages/canonical.h"
#include "text/json.h"

enum {
    TITLE_MAX = 500,
    NAME_MAX_BYTES = 200,
    DATA_DEPTH = 8,
    BODY_MAX = 1024 * 1024,
    DATELINE_MAX = 120,
    DATELINE_LINES = 5
};

/* --- days --- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int number_at(struct str s, size_t at, size_t n)
{
    int value = 0;

    for (size_t i = at; i < at + n; i++) {
        if (i >= s.len || !is_digit(s.data[i]))
            return -1;
        value = value * 10 + (s.data[i] - '0');
    }
    return value;
}

static struct str iso(struct arena *arena, int year, int month, int day)
{
    if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31)
        return (struct str){ 0 };
    return str_format(arena, "%04d-%02d-%02d", year, month, day);
}

static int month_named(struct str word)
{
    static const char *const names[12][5] = {
        { "jan", "ene", "gen" },
        { "feb", "fév", "fev" },
        { "mar", "mär", "maa" },
        { "apr", "avr", "abr" },
        { "may", "mai", "mag", "maj" },
        { "jun", "juin", "giu", "júni" },
        { "jul", "juil", "lug" },
        { "aug", "aoû", "ago" },
        { "sep", "set" },
        { "oct", "okt", "ott", "out" },
        { "nov" },
        { "dec", "dez", "déc", "dic" },
    };

    for (int m = 0; m < 12; m++)
        for (int i = 0; i < 5 && names[m][i]; i++)
            if (str_starts_nocase(word, names[m][i]))
                return m + 1;
    return 0;
}

/* "18 November 2019", "Nov. 18, 2019", "18. November 2019": a month's name between day and year. */
static struct str spelt_date(struct arena *arena, struct str text)
{
    int month = 0, day = 0, year = 0;

    for (size_t i = 0; i < text.len && !(month && day && year);) {
        size_t n = 0;
        if (is_digit(text.data[i])) {
            while (i + n < text.len && is_digit(text.data[i + n]))
                n++;
            int value = n <= 4 ? number_at(text, i, n) : -1;
            if (n == 4 && !year)
                year = value;
            else if (n <= 2 && !day && (i + n >= text.len || text.data[i + n] != ':'))
                day = value;
        } else {
            while (i + n < text.len && ((unsigned char) text.data[i + n] >= 0x80 || is_letter(text.data[i + n])))
                n++;
            if (n >= 3 && !month)
                month = month_named(str_n(text.data + i, n));
        }
        i += n ? n : 1;
    }
    return month && day && year ? iso(arena, year, month, day) : (struct str){ 0 };
}

struct str metadata_date(struct arena *arena, struct str text)
{
    text = str_sub(str_trim(text), 0, 200);
    for (size_t i = 0; i + 8 <= text.len; i++) {
        if (i > 0 && is_digit(text.data[i - 1]))
            continue;
        int year = number_at(text, i, 4);
        if (year < 1900 || year > 2100)
            continue;
        char mark = text.data[i + 4];
        struct str found = { 0 };
        if ((mark == '-' || mark == '/' || mark == '.') && i + 10 <= text.len && text.data[i + 7] == mark)
            found = iso(arena, year, number_at(text, i + 5, 2), number_at(text, i + 8, 2));
        else if (number_at(text, i, 8) > 0 && (i + 8 == text.len || !is_digit(text.data[i + 8])))
            found = iso(arena, year, number_at(text, i + 4, 2), number_at(text, i + 6, 2));
        if (found.len)
            return found;
    }
    return spelt_date(arena, text);
}

static struct str word_before(struct str line, size_t at)
{
    size_t end = at, start;

    while (end > 0 && line.data[end - 1] == ' ')
        end--;
    for (start = end; start > 0 && line.data[start - 1] != ' ';)
        start--;
    return str_sub(line, start, end);
}

/* Where the day begins: its first figure, or the month's name before it. */
static size_t date_start(struct str line)
{
    size_t i = 0;

    while (i < line.len && !is_digit(line.data[i]))
        i++;
    struct str before = word_before(line, i);
    return before.len >= 3 && month_named(before) ? (size_t) (before.data - line.data) : i;
}

/* Does the line give the day of the text? "On 19 April 2019 a battery …" tells of another. */
static struct str line_date(struct arena *arena, struct str line)
{
    static const char *const tells[] = { "on",     "in",    "since", "until", "from", "to",  "by",
                                         "before", "after", "am",    "vom",   "seit", "bis", "le",
                                         "du",     "el",    "desde", "il",    "dal" };
    struct str date = line.len <= DATELINE_MAX ? metadata_date(arena, line) : (struct str){ 0 };
    ptrdiff_t year = date.len ? str_find(line, str_sub(date, 0, 4), 0) : -1;
    size_t end = (size_t) year + 4;

    if (year < 0)
        return (struct str){ 0 };
    struct str before = word_before(line, date_start(line));
    for (size_t i = 0; i < sizeof tells / sizeof *tells; i++)
        if (str_eq_nocase(before, str(tells[i])))
            return (struct str){ 0 };
    while (end < line.len && (is_digit(line.data[end]) || strchr("-/.:TZ+", line.data[end])))
        end++;
    bool stop = line.data[end - 1] == '.';
    while (end < line.len && line.data[end] == ' ')
        end++;
    bool apart = end == line.len || stop || !(is_letter(line.data[end]) || is_digit(line.data[end]));
    return apart ? date : (struct str){ 0 };
}

struct str metadata_dateline(struct arena *arena, struct str text, struct str name)
{
    struct str line, date = { 0 };
    int lines = 0;

    while (!date.len && lines < DATELINE_LINES && str_next_line(&text, &line)) {
        line = str_trim(line);
        lines += line.len > 0;
        date = line_date(arena, line);
    }
    return date.len ? date : metadata_date(arena, str_sub(name, 0, 40));
}

/* --- candidates: the first of the best rank stays --- */

struct candidate {
    struct str value;
    int rank;
};

struct reader {
    struct arena *arena;
    const struct tree *tree;
    struct candidate title, author, date, language, site, url;
    struct str body, page_title, heading, lower_heading;
    bool login;
};

static void offer(struct candidate *best, struct str value, int rank)
{
    value = str_trim(value);
    if (value.len && (best->value.len == 0 || rank < best->rank))
        *best = (struct candidate){ value, rank };
}

static void offer_date(struct reader *r, struct str value, int rank)
{
    if (r->date.value.len == 0 || rank < r->date.rank)
        offer(&r->date, metadata_date(r->arena, value), rank);
}

static bool is_address(struct str s) { return str_starts(s, "http") || str_starts(s, "//") || str_starts(s, "@"); }

static void offer_author(struct reader *r, struct str value, int rank)
{
    static const char *const before[] = {
        "by ", "von ", "por ", "par ", "di ", "written by ", "posted by ", "author: "
    };

    value = str_trim(value);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (str_starts_nocase(value, before[i]))
            value = str_trim(str_sub(value, strlen(before[i]), value.len));
    if (value.len > 1 && value.len < NAME_MAX_BYTES && !is_address(value))
        offer(&r->author, value, rank);
}

/* Names of <meta> elements: what they tell, title, author, date, site, language or URL, and how good it is (1 is best). */
static const struct {
    const char *name;
    char what;
    int rank;
} meta_names[] = {
    { "og:title", 't', 2 },
    { "twitter:title", 't', 4 },
    { "dc.title", 't', 3 },
    { "dcterms.title", 't', 3 },
    { "citation_title", 't', 1 },
    { "parsely-title", 't', 3 },
    { "headline", 't', 2 },
    { "author", 'a', 3 },
    { "article:author", 'a', 4 },
    { "dc.creator", 'a', 2 },
    { "dcterms.creator", 'a', 2 },
    { "citation_author", 'a', 1 },
    { "parsely-author", 'a', 2 },
    { "sailthru.author", 'a', 3 },
    { "byl", 'a', 3 },
    { "article:published_time", 'd', 1 },
    { "og:published_time", 'd', 1 },
    { "datepublished", 'd', 1 },
    { "citation_publication_date", 'd', 1 },
    { "citation_date", 'd', 2 },
    { "dc.date", 'd', 2 },
    { "dc.date.issued", 'd', 1 },
    { "dcterms.date", 'd', 2 },
    { "dcterms.created", 'd', 2 },
    { "parsely-pub-date", 'd', 2 },
    { "sailthru.date", 'd', 2 },
    { "pubdate", 'd', 2 },
    { "publishdate", 'd', 2 },
    { "publish-date", 'd', 2 },
    { "publication_date", 'd', 2 },
    { "date", 'd', 3 },
    { "pdate", 'd', 3 },
    { "article:modified_time", 'd', 6 },
    { "datemodified", 'd', 6 },
    { "og:updated_time", 'd', 7 },
    { "last-modified", 'd', 8 },
    { "og:site_name", 's', 1 },
    { "application-name", 's', 3 },
    { "publisher", 's', 4 },
    { "dc.publisher", 's', 4 },
    { "og:locale", 'l', 3 },
    { "dc.language", 'l', 4 },
    { "og:url", 'u', 2 },
};

static void read_meta(struct reader *r, const struct node *node)
{
    struct str content = tree_attribute(node, "content"), name = tree_attribute(node, "name");
    struct str property = tree_attribute(node, "property"), item = tree_attribute(node, "itemprop");

    if (content.len == 0)
        return;
    if (name.len == 0)
        name = property.len ? property : item;
    for (size_t i = 0; i < sizeof meta_names / sizeof *meta_names; i++) {
        if (!str_eq_nocase(name, str(meta_names[i].name)))
            continue;
        switch (meta_names[i].what) {
        case 't': offer(&r->title, content, meta_names[i].rank); break;
        case 'a': offer_author(r, content, meta_names[i].rank); break;
        case 'd': offer_date(r, content, meta_names[i].rank); break;
        case 's': offer(&r->site, content, meta_names[i].rank); break;
        case 'l': offer(&r->language, content, meta_names[i].rank); break;
        default: offer(&r->url, content, meta_names[i].rank); break;
        }
        return;
    }
    if (str_eq_nocase(tree_attribute(node, "http-equiv"), str("content-language")))
        offer(&r->language, content, 2);
}

/* --- JSON-LD --- */

static bool is_type(const json_t *object, const char *const types[])
{
    const json_t *type = json_object_get(object, "@type");

    if (json_is_array(type))
        type = json_array_get(type, 0);
    for (int i = 0; json_is_string(type) && types[i]; i++)
        if (strstr(json_string_value(type), types[i]))
            return true;
    return false;
}

static struct str name_of(const json_t *value)
{
    if (json_is_array(value))
        value = json_array_get(value, 0);
    if (json_is_string(value))
        return str(json_string_value(value));
    return json_get_str(value, "name");
}

static struct str names_of(struct arena *arena, const json_t *value)
{
    struct str_list names = { 0 };

    if (!json_is_array(value))
        return name_of(value);
    for (size_t i = 0; i < json_array_size(value) && i < 10; i++) {
        struct str name = name_of(json_array_get(value, i));
        if (name.len && !str_list_has(&names, name))
            str_list_add(arena, &names, name);
    }
    return str_join(arena, names.items, names.n, ", ");
}

static void read_article(struct reader *r, const json_t *object)
{
    const json_t *access = json_object_get(object, "isAccessibleForFree");

    offer(&r->title, str_dup(r->arena, json_get_str(object, "headline")), 1);
    offer_author(r, str_dup(r->arena, names_of(r->arena, json_object_get(object, "author"))), 1);
    offer_date(r, json_get_str(object, "datePublished"), 1);
    offer_date(r, json_get_str(object, "dateCreated"), 3);
    offer_date(r, json_get_str(object, "dateModified"), 6);
    offer(&r->site, str_dup(r->arena, name_of(json_object_get(object, "publisher"))), 2);
    offer(&r->language, str_dup(r->arena, name_of(json_object_get(object, "inLanguage"))), 3);
    struct str body = json_get_str(object, "articleBody");
    if (body.len > r->body.len && body.len < BODY_MAX)
        r->body = str_dup(r->arena, body);
    if (json_is_false(access) ||
        (json_is_string(access) && str_eq_nocase(str(json_string_value(access)), str("false"))))
        r->login = true;
}

/* Depth is bounded by json_parse and DATA_DEPTH. */
static void read_data(struct reader *r, const json_t *value, int depth)
{
    static const char *const articles[] = { "Article", "BlogPosting", "Posting", "Report",
                                            "WebPage", "Recipe",      "HowTo",   NULL };
    static const char *const sites[] = { "WebSite", NULL };

    if (depth > DATA_DEPTH)
        return;
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value) && i < 64; i++)
            read_data(r, json_array_get(value, i), depth + 1);
        return;
    }
    if (!json_is_object(value))
        return;
    if (is_type(value, articles))
        read_article(r, value);
    else if (is_type(value, sites))
        offer(&r->site, str_dup(r->arena, json_get_str(value, "name")), 3);
    read_data(r, json_object_get(value, "@graph"), depth + 1);
    read_data(r, json_object_get(value, "mainEntity"), depth + 1);
}

/* --- the page itself --- */

static void read_element(struct reader *r, unsigned at)
{
    const struct node *node = &r->tree->nodes[at];

    switch (node->tag) {
    case GUMBO_TAG_META: read_meta(r, node); return;
    case GUMBO_TAG_HTML:
        offer(&r->language, tree_attribute(node, "lang"), 1);
        offer(&r->language, tree_attribute(node, "xml:lang"), 2);
        return;
    case GUMBO_TAG_LINK:
        if (str_eq_nocase(tree_attribute(node, "rel"), str("canonical")))
            offer(&r->url, tree_attribute(node, "href"), 1);
        return;
    case GUMBO_TAG_TITLE:
        if (!r->page_title.len)
            r->page_title = tree_text(r->arena, r->tree, at);
        return;
    case GUMBO_TAG_H1:
        if (!r->heading.len)
            r->heading = tree_text(r->arena, r->tree, at);
        return;
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
        if (!r->lower_heading.len)
            r->lower_heading = tree_text(r->arena, r->tree, at);
        return;
    case GUMBO_TAG_TIME: {
        struct str when = tree_attribute(node, "datetime");
        bool published = str_contains(tree_attribute(node, "itemprop"), "datePublished");
        offer_date(r, when.len ? when : tree_text(r->arena, r->tree, at), published ? 2 : 5);
        return;
    }
    case GUMBO_TAG_A:
        if (str_is(tree_attribute(node, "rel"), "author"))
            offer_author(r, tree_text(r->arena, r->tree, at), 5);
        break;
    default: break;
    }
    if (!(node->signals & SIGNAL_META) || node->end - at > 40)
        return;
    struct str item = tree_attribute(node, "itemprop"), class = tree_attribute(node, "class");
    if (str_is(item, "author"))
        offer_author(r, tree_text(r->arena, r->tree, at), 5);
    else if (str_is(item, "datePublished"))
        offer_date(
            r, tree_attribute(node, "content").len ? tree_attribute(node, "content") : tree_text(r->arena, r->tree, at),
            2);
    else if (str_contains_nocase(class, "byline") || str_contains_nocase(class, "author"))
        offer_author(r, tree_text(r->arena, r->tree, at), 7);
    else if (str_contains_nocase(class, "date") || str_contains_nocase(class, "time"))
        offer_date(r, tree_text(r->arena, r->tree, at), 7);
}

/* "Title | Site" where the site's name is known. */
static struct str without_site_name(struct str title, struct str site)
{
    if (title.len <= site.len + 3 || !str_eq_nocase(str_sub(title, title.len - site.len, title.len), site))
        return title;
    struct str rest = str_trim(str_sub(title, 0, title.len - site.len));
    if (str_ends(rest, "|") || str_ends(rest, " -"))
        return str_trim(str_sub(rest, 0, rest.len - 1));
    return title;
}

/* The <title> without the site's name behind its last separator. */
static struct str without_site(struct str title, struct str site)
{
    static const char *const separators[] = { " | ", " - ", " \xe2\x80\x93 ", " \xe2\x80\x94 ", " \xc2\xbb ", " :: " };

    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
        ptrdiff_t last = -1;
        for (ptrdiff_t at = 0; (at = str_find(title, str(separators[i]), (size_t) at)) >= 0; at++)
            last = at;
        if (last < 0)
            continue;
        struct str tail = str_trim(str_sub(title, (size_t) last + strlen(separators[i]), title.len));
        if (str_eq_nocase(tail, site) || (size_t) last > 2 * tail.len)
            return str_sub(title, 0, (size_t) last);
    }
    return title;
}

static struct str language_code(struct arena *arena, struct str value)
{
    size_t n = 0;

    while (n < value.len &&
           ((value.data[n] >= 'a' && value.data[n] <= 'z') || (value.data[n] >= 'A' && value.data[n] <= 'Z')))
        n++;
    return n == 2 || n == 3 ? str_lower_ascii(arena, str_n(value.data, n)) : (struct str){ 0 };
}

void metadata_read(struct arena *arena, const struct tree *tree, const struct str_list *data, struct metadata *ret)
{
    struct reader r = { .arena = arena, .tree = tree };

    for (size_t i = 0; i < data->n; i++) {
        json_t *value;
        if (json_parse(str_trim(data->items[i]), &value, NULL) == 0) {
            read_data(&r, value, 0);
            json_decref(value);
        }
    }
    for (unsigned i = 0; i < tree->n; i++)
        if (tree->nodes[i].tag != TREE_TEXT)
            read_element(&r, i);
    struct str title = r.site.value.len ? without_site_name(r.title.value, r.site.value) : r.title.value;
    if (!title.len)
        title = r.heading.len > 10 && str_starts(r.page_title, str_z(arena, r.heading))
                    ? r.heading
                    : without_site(r.page_title, r.site.value);
    if (!title.len)
        title = r.heading.len ? r.heading : r.lower_heading;
    *ret = (struct metadata){
        .title = canonical_line(arena, title, TITLE_MAX),
        .author = canonical_line(arena, r.author.value, NAME_MAX_BYTES),
        .date = r.date.value,
        .language = language_code(arena, r.language.value),
        .site = canonical_line(arena, r.site.value, NAME_MAX_BYTES),
        .url = r.url.value,
        .body = r.body,
        .login = r.login,
    };
}
