#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>

#include "pages/format.h"
#include "pages/metadata.h"
#include "pages/xml.h"

enum { MEMBERS_MAX = 2000, PART_MAX = 64 << 20 };

/* libarchive is rarely used and doubles the start time when linked: it is
 * loaded when the first such document comes. */
static struct {
    struct archive *(*read_new)(void);
    int (*support_zip)(struct archive *);
    int (*open_memory)(struct archive *, const void *, size_t);
    int (*next_header)(struct archive *, struct archive_entry **);
    const char *(*pathname)(struct archive_entry *);
    la_ssize_t (*read_data)(struct archive *, void *, size_t);
    int (*read_free)(struct archive *);
    bool ready;
} lib;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    static const struct {
        const char *name;
        void *slot;
    } symbols[] = {
        { "archive_read_new", &lib.read_new },
        { "archive_read_support_format_zip", &lib.support_zip },
        { "archive_read_open_memory", &lib.open_memory },
        { "archive_read_next_header", &lib.next_header },
        { "archive_entry_pathname", &lib.pathname },
        { "archive_read_data", &lib.read_data },
        { "archive_read_free", &lib.read_free },
    };
    void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);

    if (!handle)
        return;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(handle, symbols[i].name);
        if (!symbol)
            return;
        memcpy(symbols[i].slot, &symbol, sizeof symbol);
    }
    lib.ready = true;
}

bool docx_load(void)
{
    pthread_once(&once, load);
    return lib.ready;
}

struct parts {
    struct buf document, core, notes;
};

/* Reads one member up to its maximum; -ERROR_LIMIT is a bomb. */
static int read_member(struct archive *a, struct buf *ret, struct error *e)
{
    char block[8192 - 1024];

    for (;;) {
        la_ssize_t n = lib.read_data(a, block, sizeof block);
        if (n < 0)
            return error_set(e, ERROR_PARSE, "the archive inside the DOCX is damaged");
        if (n == 0)
            return 0;
        if (buf_add(ret, block, (size_t) n) < 0)
            return error_set(e, ERROR_LIMIT, "the DOCX unpacks to more than %d MB; it was not read", PART_MAX >> 20);
    }
}

static int read_parts(struct archive *a, struct parts *parts, struct error *e)
{
    struct archive_entry *entry;
    int r = 0, members = 0;

    for (int got; r == 0 && (got = lib.next_header(a, &entry)) != ARCHIVE_EOF;) {
        if (got < ARCHIVE_WARN)
            return parts->document.len ? 0 : error_set(e, ERROR_PARSE, "the archive inside the DOCX is damaged");
        const char *name = lib.pathname(entry);
        if (++members > MEMBERS_MAX)
            return error_set(e, ERROR_LIMIT, "the DOCX has more than %d parts; it was not read", MEMBERS_MAX);
        if (!name)
            continue;
        if (strcmp(name, "word/document.xml") == 0 && !parts->document.len)
            r = read_member(a, &parts->document, e);
        else if (strcmp(name, "docProps/core.xml") == 0 && !parts->core.len)
            r = read_member(a, &parts->core, e);
        else if (strcmp(name, "word/footnotes.xml") == 0 && !parts->notes.len)
            r = read_member(a, &parts->notes, e);
    }
    return r;
}

struct writer {
    struct arena *arena;
    struct buf *out, line;  /* the paragraph being read */
    int heading, list;      /* of it: level, 0 none */
    bool code, quote, text; /* inside <w:t> */
    int table, cell;        /* nesting; cells in this row */
    bool deleted;           /* inside <w:del> */
};

static void style_is(struct writer *w, struct str style)
{
    if (str_starts_nocase(style, "heading") && style.len > 7 && style.data[7] >= '1' && style.data[7] <= '6')
        w->heading = style.data[7] - '0';
    else if (str_eq_nocase(style, str("title")))
        w->heading = 1;
    else if (str_starts_nocase(style, "list"))
        w->list = w->list ? w->list : 1;
    else if (str_contains_nocase(style, "quote"))
        w->quote = true;
}

static void end_paragraph(struct writer *w)
{
    struct str line = str_trim(buf_str(&w->line));

    if (w->table) {
        /* Paragraphs of a cell stay on its row. */
        if (line.len)
            buf_format(w->out, "%.*s ", STR_ARG(line));
    } else if (line.len) {
        for (int i = 0; i < w->heading; i++)
            buf_add_char(w->out, '#');
        if (w->heading)
            buf_add_char(w->out, ' ');
        else if (w->quote)
            buf_add_z(w->out, "> ");
        for (int i = 1; i < w->list; i++)
            buf_add_z(w->out, "  ");
        if (w->list && !w->heading)
            buf_add_z(w->out, "- ");
        buf_add_str(w->out, line);
        buf_add_z(w->out, w->list ? "\n" : "\n\n");
    }
    buf_clear(&w->line);
    w->heading = w->list = 0;
    w->quote = false;
}

static void start(struct writer *w, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "t")) {
        w->text = true;
    } else if (str_is(name, "tab")) {
        buf_add_char(&w->line, ' ');
    } else if (str_is(name, "br") || str_is(name, "cr")) {
        buf_add_char(&w->line, '\n');
    } else if (str_is(name, "pStyle")) {
        style_is(w, xml_attribute(w->arena, xml, "val"));
    } else if (str_is(name, "ilvl")) {
        struct str level = xml_attribute(w->arena, xml, "val");
        w->list = 1 + (level.len == 1 && level.data[0] >= '0' && level.data[0] <= '9' ? level.data[0] - '0' : 0);
    } else if (str_is(name, "tbl")) {
        w->table++;
        buf_add_char(w->out, '\n');
    } else if (str_is(name, "tr")) {
        buf_add_z(w->out, "| ");
    } else if (str_is(name, "del") || str_is(name, "delText")) {
        w->deleted = !xml->empty;
    }
}

static void end(struct writer *w, struct str name)
{
    if (str_is(name, "t")) {
        w->text = false;
    } else if (str_is(name, "p")) {
        end_paragraph(w);
    } else if (str_is(name, "tc")) {
        buf_add_z(w->out, "| ");
    } else if (str_is(name, "tr")) {
        buf_add_char(w->out, '\n');
    } else if (str_is(name, "tbl")) {
        w->table -= w->table > 0;
        buf_add_char(w->out, '\n');
    } else if (str_is(name, "del") || str_is(name, "delText")) {
        w->deleted = false;
    }
}

static void write_body(struct format_input *in, struct str xml_text)
{
    struct writer w = { .arena = in->arena, .out = in->text };
    struct xml xml;

    buf_init(&w.line, in->text->max);
    xml_open(&xml, xml_text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !in->text->over;) {
        if (type == XML_START)
            start(&w, &xml);
        else if (type == XML_END)
            end(&w, xml.name);
        else if (w.text && !w.deleted)
            xml_add_text(&xml, &w.line);
    }
    end_paragraph(&w);
    buf_free(&w.line);
}

static void read_core(struct format_input *in, struct str core, struct document *ret)
{
    struct xml xml;
    struct str last = { 0 };

    xml_open(&xml, core);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START)
            last = xml.name;
        if (type == XML_END)
            last = (struct str){ 0 };
        if (type != XML_TEXT || !last.len)
            continue;
        struct buf value;
        buf_init(&value, 4096);
        xml_add_text(&xml, &value);
        struct str text = str_trim(buf_take(&value, in->arena));
        if (str_is(last, "title"))
            ret->title = text;
        else if (str_is(last, "creator"))
            ret->author = text;
        else if (str_is(last, "created") || (str_is(last, "modified") && !ret->date.len))
            ret->date = metadata_date(in->arena, text);
        else if (str_is(last, "language") && text.len >= 2)
            ret->language = str_lower_ascii(in->arena, str_sub(text, 0, 2));
    }
}

/* Without a title in its properties: the first heading, else the file's name. */
static void choose_title(struct format_input *in, struct document *ret)
{
    struct str text = buf_str(in->text), line;

    if (ret->title.len)
        return;
    if (str_next_line(&text, &line) && str_starts(line, "# "))
        ret->title = str_dup(in->arena, str_sub(line, 2, line.len));
    else
        ret->title = in->hints->name;
}

int format_docx(struct format_input *in, struct document *ret, struct error *e)
{
    struct parts parts;

    if (!docx_load())
        return error_set(e, ERROR_MISCONFIGURED, "reading DOCX needs libarchive: install libarchive13");
    struct archive *a = lib.read_new();
    if (!a)
        return error_set(e, ERROR_LIMIT, "no memory to unpack the DOCX");
    buf_init(&parts.document, PART_MAX);
    buf_init(&parts.core, 1 << 20);
    buf_init(&parts.notes, PART_MAX);
    lib.support_zip(a);
    int r = lib.open_memory(a, in->bytes.data, in->bytes.len) == ARCHIVE_OK
                ? read_parts(a, &parts, e)
                : error_set(e, ERROR_PARSE, "the archive inside the DOCX is damaged");
    lib.read_free(a);
    if (r == 0 && !parts.document.len)
        r = error_set(e, ERROR_PARSE, "the DOCX has no word/document.xml");
    if (r == 0) {
        read_core(in, buf_str(&parts.core), ret);
        write_body(in, buf_str(&parts.document));
        if (parts.notes.len) {
            buf_add_char(in->text, '\n');
            write_body(in, buf_str(&parts.notes));
        }
        choose_title(in, ret);
        in->indent = true;
    }
    buf_free(&parts.document);
    buf_free(&parts.core);
    buf_free(&parts.notes);
    return r;
}
