/* Word documents. styles.xml says which styles are headings whatever their language, numbering.xml which lists count. */
#include "pages/math.h"
#include "pages/office.h"
#include "text/wordmap.h"

enum { STYLES_MAX = 2000, NUMBERINGS_MAX = 2000, LEVELS = 9, NESTED_MAX = 8, START_MAX = 1000000 };

enum style_kind {
    STYLE_PLAIN,
    STYLE_HEADING,
    STYLE_BULLET,
    STYLE_NUMBER,
    STYLE_QUOTE,
    STYLE_CODE,
    STYLE_TERM,
    STYLE_DEFINITION,
    STYLE_COLUMN,   /* names a column */
    STYLE_CONTENTS, /* a line of the table of contents, which repeats the headings */
};

struct style {
    struct str id;
    enum style_kind kind;
    int level;          /* of headings 1 … 6, of lists 0 … */
    int64_t list;       /* that its paragraphs belong to, 0: none … */
    int64_t list_level; /* … and on which level */
};

struct numbering { /* of abstract lists and of those that use them */
    int64_t id;
    size_t abstract;                    /* whose numbers it goes on with, one more than its place; 0: none */
    bool bullet[LEVELS], blank[LEVELS]; /* no number; no sign either: a further paragraph of the item above */
    int64_t start[LEVELS];              /* the first number */
    bool restarts[LEVELS];              /* with it, where another list of the same abstract one counted before */
    unsigned count[LEVELS];
};

/* A paragraph that a text box with paragraphs of its own stands in. */
struct outside {
    struct str text;
    struct style style;
    int64_t list, level;
};

struct docx {
    struct arena *arena;
    struct outline outline;
    struct style *styles;
    size_t styles_n, styles_capacity;
    struct wordmap by_id;
    struct numbering *abstracts, *lists;
    size_t abstracts_n, abstracts_capacity, lists_n, lists_capacity;
    struct office_line line; /* the paragraph being read */
    struct buf code;         /* paragraphs of code so far */
    struct style style;      /* of it */
    int64_t list, level;     /* of it: -1 none */
    bool in_run, in_text, deleted;
    int fallback; /* depth inside of <mc:Fallback>, which repeats what was read */
    struct outside outside[NESTED_MAX];
    int paragraphs; /* open ones */
    int table;      /* nesting */
    struct office_row row;
    int64_t span;             /* columns of the cell being read */
    bool header, look_header; /* this row is one; the table says that its first row is */
    size_t rows;              /* of the table so far */
    int64_t note;             /* number of the note being read, 0: none */
    struct buf note_text;
};

/* --- styles and numbering --- */

static int last_digit(struct str name)
{
    char c = name.len ? name.data[name.len - 1] : ' ';

    return c >= '1' && c <= '9' ? c - '0' : 0;
}

/* What a style's name says; the names in styles.xml are English in every language. */
static void name_style(struct style *s, struct str name)
{
    int digit = last_digit(name);
    char part = office_style_part(name);

    if (part)
        s->kind = part == 't' ? STYLE_TERM : part == 'd' ? STYLE_DEFINITION : STYLE_COLUMN;
    else if (str_starts_nocase(name, "heading") && digit)
        s->kind = STYLE_HEADING, s->level = digit;
    else if (str_eq_nocase(name, str("title")))
        s->kind = STYLE_HEADING, s->level = 1;
    else if (str_starts_nocase(name, "list bullet") || str_starts_nocase(name, "listbullet"))
        s->kind = STYLE_BULLET, s->level = digit ? digit - 1 : 0;
    else if (str_starts_nocase(name, "list number") || str_starts_nocase(name, "listnumber"))
        s->kind = STYLE_NUMBER, s->level = digit ? digit - 1 : 0;
    else if (str_starts_nocase(name, "toc ") && digit)
        s->kind = STYLE_CONTENTS;
    else if (str_contains_nocase(name, "quot") || str_eq_nocase(name, str("block text")))
        s->kind = STYLE_QUOTE;
    else if (str_contains_nocase(name, "preformatted") || str_contains_nocase(name, "source code") ||
             str_contains_nocase(name, "code block") || str_eq_nocase(name, str("code")))
        s->kind = STYLE_CODE;
}

static void read_styles(struct docx *d, struct str text)
{
    struct xml xml;
    struct style *s = NULL;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_END && str_is(xml.name, "style"))
            s = NULL;
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "style") && d->styles_n < STYLES_MAX) {
            d->styles = arena_grow(d->arena, d->styles, &d->styles_capacity, d->styles_n + 1, sizeof *d->styles);
            s = &d->styles[d->styles_n++];
            *s = (struct style){ .id = xml_attribute(d->arena, &xml, "styleId") };
            if (s->id.len)
                wordmap_put(&d->by_id, s->id, (uint32_t) (d->styles_n - 1));
        } else if (s && str_is(xml.name, "numId")) {
            s->list = office_number(d->arena, &xml, "val", 0);
        } else if (s && str_is(xml.name, "ilvl")) {
            s->list_level = office_number(d->arena, &xml, "val", 0);
        } else if (s && str_is(xml.name, "name")) {
            name_style(s, xml_attribute(d->arena, &xml, "val"));
        } else if (s && s->kind == STYLE_PLAIN && str_is(xml.name, "outlineLvl")) {
            int64_t level = office_number(d->arena, &xml, "val", 9);
            if (level >= 0 && level < 6)
                s->kind = STYLE_HEADING, s->level = (int) level + 1;
        }
    }
}

static struct numbering *add_numbering(struct docx *d, bool abstract, int64_t id)
{
    struct numbering **items = abstract ? &d->abstracts : &d->lists;
    size_t *n = abstract ? &d->abstracts_n : &d->lists_n;
    size_t *capacity = abstract ? &d->abstracts_capacity : &d->lists_capacity;

    if (*n >= NUMBERINGS_MAX)
        return NULL;
    *items = arena_grow(d->arena, *items, capacity, *n + 1, sizeof **items);
    (*items)[*n] = (struct numbering){ .id = id };
    for (int i = 0; i < LEVELS; i++)
        (*items)[*n].start[i] = 1;
    return &(*items)[(*n)++];
}

/* A list is like its abstract one, which stands before it, but for what it says itself. */
static void copy_abstract(const struct docx *d, int64_t abstract, struct numbering *list)
{
    int64_t id = list->id;

    for (size_t i = 0; i < d->abstracts_n; i++)
        if (d->abstracts[i].id == abstract) {
            *list = d->abstracts[i];
            list->id = id;
            list->abstract = i + 1;
        }
}

static void read_level(struct docx *d, const struct xml *xml, int64_t level, struct numbering *ret)
{
    if (str_is(xml->name, "numFmt")) {
        struct str format = xml_attribute(d->arena, xml, "val");
        ret->bullet[level] = str_is(format, "bullet") || str_is(format, "none");
    } else if (str_is(xml->name, "lvlText")) {
        ret->blank[level] = ret->bullet[level] && !str_trim(xml_attribute(d->arena, xml, "val")).len;
    } else if (str_is(xml->name, "start") || str_is(xml->name, "startOverride")) {
        int64_t start = office_number(d->arena, xml, "val", 1);
        ret->start[level] = start > 0 && start < START_MAX ? start : 1;
        ret->restarts[level] = str_is(xml->name, "startOverride");
    }
}

static void read_numbering(struct docx *d, struct str text)
{
    struct xml xml;
    struct numbering *now = NULL;
    int64_t level = 0;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "abstractNum")) {
            now = add_numbering(d, true, office_number(d->arena, &xml, "abstractNumId", -1));
        } else if (str_is(xml.name, "num")) {
            now = add_numbering(d, false, office_number(d->arena, &xml, "numId", -1));
        } else if (str_is(xml.name, "lvl") || str_is(xml.name, "lvlOverride")) {
            level = office_number(d->arena, &xml, "ilvl", 0);
        } else if (now && str_is(xml.name, "abstractNumId")) {
            copy_abstract(d, office_number(d->arena, &xml, "val", -1), now);
        } else if (now && level >= 0 && level < LEVELS) {
            read_level(d, &xml, level, now);
        }
    }
}

static struct style style_of(const struct docx *d, struct str id)
{
    struct style found = { .id = id };
    int64_t at = wordmap_get(&d->by_id, id);

    if (at >= 0)
        return d->styles[at];
    name_style(&found, id);
    return found;
}

static struct numbering *numbering_of(const struct docx *d, int64_t list)
{
    for (size_t i = 0; i < d->lists_n; i++)
        if (d->lists[i].id == list)
            return &d->lists[i];
    return NULL;
}

/* The number of the next item of a list, 0 for a bullet. */
static unsigned next_number(struct docx *d, struct numbering *n, int64_t level)
{
    if (!n || n->bullet[level])
        return 0;
    unsigned *count = n->abstract ? d->abstracts[n->abstract - 1].count : n->count;
    for (int64_t k = level + 1; k < LEVELS; k++)
        count[k] = 0;
    count[level] = count[level] && !n->restarts[level] ? count[level] + 1 : (unsigned) n->start[level];
    n->restarts[level] = false;
    return count[level];
}

/* --- the body --- */

static void end_code(struct docx *d)
{
    outline_code(&d->outline, buf_str(&d->code));
    buf_clear(&d->code);
}

static void write_item(struct docx *d, struct str text)
{
    int level = d->level >= 0 && d->level < LEVELS ? (int) d->level : d->style.level;
    struct numbering *list = numbering_of(d, d->list > 0 ? d->list : d->style.list);
    int64_t counted = d->list > 0 || !d->style.list ? level : d->style.list_level;

    counted = counted >= 0 && counted < LEVELS ? counted : 0;

    if (list && list->blank[counted] && d->outline.last == OUTLINE_ITEM)
        outline_item_more(&d->outline, level, text);
    else
        outline_item(&d->outline, level, next_number(d, list, counted), text);
}

static void write_paragraph(struct docx *d, struct str text)
{

    if (d->style.kind == STYLE_CODE) {
        buf_add_str(&d->code, text);
        buf_add_char(&d->code, '\n');
        return;
    }
    end_code(d);
    if (d->note) {
        buf_add_str(&d->note_text, str_trim(text));
        buf_add_char(&d->note_text, ' ');
    } else if (d->style.kind == STYLE_HEADING) {
        outline_heading(&d->outline, d->style.level, text);
    } else if ((d->list > 0 || (d->list < 0 && d->level >= 0)) && str_trim(text).len) {
        write_item(d, text);
    } else if (d->list < 0 && (d->style.kind == STYLE_BULLET || d->style.kind == STYLE_NUMBER)) {
        write_item(d, text);
    } else if (d->style.kind == STYLE_QUOTE) {
        outline_quote(&d->outline, text);
    } else if (d->style.kind == STYLE_TERM) {
        outline_term(&d->outline, text);
    } else if (d->style.kind == STYLE_DEFINITION && d->outline.last == OUTLINE_TERM) {
        outline_definition(&d->outline, text);
    } else if (d->style.kind != STYLE_CONTENTS) {
        outline_paragraph(&d->outline, text);
    }
}

static void end_paragraph(struct docx *d)
{
    d->header = d->header || (d->table == 1 && d->style.kind == STYLE_COLUMN);
    if (d->table)
        office_row_add(&d->row, buf_str(&d->line.text)); /* paragraphs of a cell stay on its row */
    else
        write_paragraph(d, buf_str(&d->line.text));
    buf_clear(&d->line.text);
    d->style = (struct style){ 0 };
    d->list = d->level = -1;
}

static void end_note(struct docx *d)
{
    struct str text = str_trim(buf_str(&d->note_text));

    if (d->note && text.len)
        outline_paragraph(&d->outline, str_format(d->arena, "[^%lld]: %.*s", (long long) d->note, STR_ARG(text)));
    buf_clear(&d->note_text);
    d->note = 0;
}

/* The paragraphs of a text box stand before the one they are anchored in. */
static void start_paragraph(struct docx *d)
{
    if (d->paragraphs > 0 && d->paragraphs <= NESTED_MAX) {
        d->outside[d->paragraphs - 1] = (struct outside){ str_dup(d->arena, buf_str(&d->line.text)), d->style, d->list,
                                                          d->level };
        buf_clear(&d->line.text);
        d->style = (struct style){ 0 };
        d->list = d->level = -1;
    }
    d->paragraphs++;
}

static void leave_paragraph(struct docx *d)
{
    end_paragraph(d);
    d->paragraphs -= d->paragraphs > 0;
    if (d->paragraphs == 0 || d->paragraphs > NESTED_MAX)
        return;
    const struct outside *o = &d->outside[d->paragraphs - 1];
    buf_add_str(&d->line.text, o->text);
    d->style = o->style;
    d->list = o->list;
    d->level = o->level;
    d->in_run = true;
}

static void end_row(struct docx *d)
{
    if (d->table != 1)
        return;
    outline_row(&d->outline, d->row.cells, d->row.n);
    if (d->header ? d->rows == 0 : d->look_header && d->rows == 0)
        outline_header(&d->outline);
    d->rows++;
    d->header = false;
    office_row_clear(&d->row);
}

static void start_table(struct docx *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "tbl")) {
        end_code(d);
        if (d->table++ == 0) {
            outline_break(&d->outline);
            d->rows = 0;
            d->look_header = false;
        }
    } else if (str_is(name, "tblLook")) {
        d->look_header = office_number(d->arena, xml, "firstRow", 0) == 1;
    } else if (str_is(name, "tblHeader")) {
        d->header = !str_is(xml_attribute(d->arena, xml, "val"), "false");
    } else if (str_is(name, "tc") && d->table == 1) {
        office_row_cell(&d->row);
        d->span = 1;
    } else if (str_is(name, "gridSpan") && d->table == 1) {
        d->span = office_number(d->arena, xml, "val", 1);
    }
}

static void start(struct docx *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "t")) {
        d->in_text = true;
    } else if (str_is(name, "r")) {
        d->in_run = true;
    } else if (str_is(name, "tab") && d->in_run) {
        buf_add_char(&d->line.text, d->style.kind == STYLE_CODE ? '\t' : ' ');
    } else if (str_is(name, "p")) {
        start_paragraph(d);
    } else if (str_is(name, "br") || str_is(name, "cr")) {
        buf_add_char(&d->line.text, '\n');
    } else if (str_is(name, "noBreakHyphen")) {
        buf_add_char(&d->line.text, '-');
    } else if (str_is(name, "pStyle")) {
        d->style = style_of(d, xml_attribute(d->arena, xml, "val"));
    } else if (str_is(name, "ilvl")) {
        d->level = office_number(d->arena, xml, "val", 0);
    } else if (str_is(name, "numId")) {
        d->list = office_number(d->arena, xml, "val", -1);
    } else if (str_is(name, "vertAlign")) {
        struct str value = xml_attribute(d->arena, xml, "val");
        d->line.place = str_is(value, "superscript") ? '^' : str_is(value, "subscript") ? '_' : '\0';
    } else if (str_is(name, "position")) {
        int64_t half_points = office_number(d->arena, xml, "val", 0);
        d->line.place = half_points > 0 ? '^' : half_points < 0 ? '_' : '\0';
    } else if (str_is(name, "footnoteReference") || str_is(name, "endnoteReference")) {
        buf_format(&d->line.text, "[^%lld]", (long long) office_number(d->arena, xml, "id", 0));
    } else if (str_is(name, "footnote") || str_is(name, "endnote")) {
        /* Separators are notes, too; real ones have no type. */
        d->note = xml_attribute(d->arena, xml, "type").len ? 0 : office_number(d->arena, xml, "id", 0);
    } else if (str_is(name, "del") || str_is(name, "delText") || str_is(name, "moveFrom")) {
        d->deleted = !xml->empty;
    } else {
        start_table(d, xml);
    }
}

static void end(struct docx *d, struct str name)
{
    if (str_is(name, "t")) {
        d->in_text = false;
    } else if (str_is(name, "r")) {
        d->line.place = '\0';
        d->in_run = false;
    } else if (str_is(name, "p")) {
        leave_paragraph(d);
    } else if (str_is(name, "tc") && d->table == 1) {
        for (; d->span > 1 && d->span < 100; d->span--)
            office_row_cell(&d->row);
    } else if (str_is(name, "tr")) {
        end_row(d);
    } else if (str_is(name, "tbl")) {
        d->table -= d->table > 0;
        outline_break(&d->outline);
    } else if (str_is(name, "footnote") || str_is(name, "endnote")) {
        end_note(d);
    } else if (str_is(name, "del") || str_is(name, "delText") || str_is(name, "moveFrom")) {
        d->deleted = false;
    }
}

static void write_body(struct docx *d, struct str text)
{
    struct xml xml;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !d->outline.out->over;) {
        if (type != XML_TEXT && str_is(xml.name, "Fallback"))
            d->fallback = type == XML_START;
        if (d->fallback)
            continue;
        if (type == XML_START && str_is(xml.name, "oMath"))
            buf_add_str(&d->line.text, math_read(d->arena, &xml));
        else if (type == XML_START)
            start(d, &xml);
        else if (type == XML_END)
            end(d, xml.name);
        else if (d->in_text && !d->deleted)
            office_line_add(&d->line, &xml);
    }
    d->table = 0;
    while (d->paragraphs > 1)
        leave_paragraph(d);
    end_paragraph(d);
    d->paragraphs = 0;
    end_note(d);
    end_code(d);
}

static bool wanted(struct str name)
{
    return str_is(name, "word/document.xml") || str_is(name, "docProps/core.xml") || str_is(name, "word/styles.xml") ||
           str_is(name, "word/numbering.xml") || str_is(name, "word/footnotes.xml") ||
           str_is(name, "word/endnotes.xml");
}

int format_docx(struct format_input *in, struct document *ret, struct error *e)
{
    struct docx d = { .arena = in->arena, .outline = { .out = in->text }, .row = { .arena = in->arena } };
    const struct office_kind kind = { "DOCX", "word/document.xml", NULL, wanted };
    struct zip zip;
    int r = office_open(in, &kind, &zip, e);

    if (r < 0)
        return r;
    d.list = d.level = -1;
    buf_init(&d.line.text, in->text->max);
    buf_init(&d.code, in->text->max);
    buf_init(&d.note_text, in->text->max);
    wordmap_init(&d.by_id, in->arena, 64);
    read_styles(&d, zip_part(&zip, "word/styles.xml"));
    read_numbering(&d, zip_part(&zip, "word/numbering.xml"));
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    write_body(&d, zip_part(&zip, "word/document.xml"));
    write_body(&d, zip_part(&zip, "word/footnotes.xml"));
    write_body(&d, zip_part(&zip, "word/endnotes.xml"));
    office_title(in, ret);
    buf_free(&d.line.text);
    buf_free(&d.code);
    buf_free(&d.note_text);
    return 0;
}
