/* Manual pages: the macros of man(7) and mdoc(7), and tables of tbl(1). Formatted for people they lose their structure,
 * so the source is read. */
#include "pages/markup.h"
#include "pages/metadata.h"
#include "pages/office.h"
#include "pages/roff.h"
#include "text/charset.h"

enum { TERM_MAX = 160, CELL_MAX = 1 << 16 };

enum tag_state { TAG_NONE, TAG_WAITS, TAG_TEXT }; /* .TP: the next line is the term; then comes what is said of it */

struct man {
    struct format_input *in;
    struct document *document;
    struct outline outline;
    struct buf text; /* the paragraph, term or code being read */
    enum tag_state tag;
    bool code, item; /* no filling; the paragraph is an item of a list … */
    unsigned number; /* … that counts: its number */
    bool broken;     /* the paragraph has a line break of its own: it is no term */
    int depth;       /* of lists */
    bool table;      /* between .TS and .TE */
    int table_state; /* 0 options, 1 formats, 2 rows */
    struct buf row;  /* of a table: lines of a cell of several ("T{") are put together */
    bool in_cell;
    int waits;  /* a heading of this level is the next line */
    bool joins; /* the line before ended in "\\c" */
    size_t rows;
    char separator;
    bool name_section;
    struct str name;      /* .Nm without words */
    struct buf term;      /* what ".It … Xo" begins, until .Xc */
    bool extended, tight; /* in such a term; .Sm off: no blanks between words */
};

/* --- paragraphs --- */

static void end_paragraph(struct man *m)
{
    struct str text = buf_str(&m->text);

    if (m->code)
        outline_code(&m->outline, text);
    else if (m->tag == TAG_TEXT)
        outline_definition(&m->outline, text);
    else if (m->item)
        outline_item(&m->outline, m->depth > 1 ? m->depth - 1 : 0, m->number, text);
    else
        outline_paragraph(&m->outline, text);
    if (m->name_section && str_trim(text).len && !m->code) {
        if (!m->document->title.len || str_contains(text, " - "))
            m->document->title = str_dup(m->in->arena, str_trim(text));
        m->name_section = false;
    }
    buf_clear(&m->text);
    m->broken = false;
    m->number = 0;
}

static void add_line(struct man *m, struct str line)
{
    if (m->extended) {
        if (m->term.len && !m->tight)
            buf_add_char(&m->term, ' ');
        buf_add_str(&m->term, line);
        return;
    }
    if (m->text.len && !m->joins)
        buf_add_char(&m->text, m->code ? '\n' : ' ');
    m->joins = str_ends(line, "\\c");
    roff_text(line, &m->text);
    if (m->tag == TAG_WAITS && m->text.len) {
        outline_term(&m->outline, buf_str(&m->text));
        buf_clear(&m->text);
        m->tag = TAG_TEXT;
    }
}

static void end_term(struct man *m)
{
    if (!m->extended)
        return;
    m->extended = m->tight = false;
    m->tag = TAG_WAITS;
    add_line(m, buf_str(&m->term));
    buf_clear(&m->term);
}

static void new_paragraph(struct man *m)
{
    end_term(m);
    end_paragraph(m);
    m->tag = TAG_NONE;
    m->item = false;
}

static void heading(struct man *m, int level, struct str text)
{
    struct buf words;

    new_paragraph(m);
    m->code = false;
    m->waits = m->depth = 0;
    buf_init(&words, 4096);
    roff_text(text, &words);
    m->name_section = level == 2 && (str_eq_nocase(str_trim(buf_str(&words)), str("name")) ||
                                     str_is(str_trim(buf_str(&words)), "BEZEICHNUNG"));
    outline_heading(&m->outline, level, buf_str(&words));
    buf_free(&words);
}

/* --- macros --- */

/* The arguments as a line: close for .BR and its like, apart for .B. */
static void font_line(struct man *m, struct str rest, bool close)
{
    struct str args[ROFF_ARGUMENTS];
    size_t n = roff_arguments(m->in->arena, rest, args);
    struct buf line;

    buf_init(&line, 65536);
    for (size_t i = 0; i < n; i++) {
        if (i && !close)
            buf_add_char(&line, ' ');
        buf_add_str(&line, args[i]);
    }
    add_line(m, buf_str(&line));
    buf_free(&line);
}

/* Words of mdoc(7) that may stand anywhere in a line, with what they put around the next words. */
static bool mdoc_word(struct str word, const char **ret_before, const char **ret_after)
{
    static const struct {
        const char *word, *before, *after;
    } words[] = { { "Fl", "-", "" },       { "Ar", "", "" },    { "Op", "[", "]" }, { "Oo", "[", "" },
                  { "Oc", "]", "" },       { "Cm", "", "" },    { "Pa", "", "" },   { "Ev", "", "" },
                  { "Li", "", "" },        { "Em", "", "" },    { "Sy", "", "" },   { "Va", "", "" },
                  { "Fn", "", "()" },      { "Ql", "'", "'" },  { "Dq", "“", "”" }, { "Sq", "‘", "’" },
                  { "Qq", "\"", "\"" },    { "Aq", "<", ">" },  { "Bq", "[", "]" }, { "Pq", "(", ")" },
                  { "Nm", "", "" },        { "Xr", "", "" },    { "Dv", "", "" },   { "Er", "", "" },
                  { "Ic", "", "" },        { "Vt", "", "" },    { "Ft", "", "" },   { "Fa", "", "" },
                  { "In", "<", ">" },      { "No", "", "" },    { "Tn", "", "" },   { "Lk", "", "" },
                  { "Mt", "", "" },        { "Ad", "", "" },    { "An", "", "" },   { "St", "", "" },
                  { "Fx", "FreeBSD", "" }, { "Bx", "BSD", "" }, { "Ns", "", "" },   { "Ap", "'", "" } };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(word, words[i].word)) {
            *ret_before = words[i].before;
            *ret_after = words[i].after;
            return true;
        }
    return false;
}

static bool is_mark(struct str word) { return word.len == 1 && strchr(".,;:)]!?", word.data[0]); }

static bool is_section(struct str word)
{
    return word.len && word.len < 5 && word.data[0] >= '0' && word.data[0] <= '9';
}

static void mdoc_line(struct man *m, struct str rest)
{
    struct str args[ROFF_ARGUMENTS];
    size_t n = roff_arguments(m->in->arena, rest, args), closers = 0, tail = n;
    const char *after[ROFF_ARGUMENTS], *before, *behind;
    struct buf line;
    bool close = true;

    while (tail > 0 && is_mark(args[tail - 1]))
        tail--;
    buf_init(&line, 65536);
    for (size_t i = 0; i < n; i++) {
        while (i >= tail && closers > 0) /* marks at the end stand behind what is put around the words */
            buf_add_z(&line, after[--closers]);
        if (str_is(args[i], "Xo") || str_is(args[i], "Xc"))
            continue;
        if (mdoc_word(args[i], &before, &behind)) {
            if (line.len && !str_is(args[i], "Ns") && !close && !m->tight)
                buf_add_char(&line, ' ');
            if (str_is(args[i], "Nm") && (i + 1 == n || args[i + 1].len < 2))
                buf_add_str(&line, m->name);
            if (str_is(args[i], "Ar") && i + 1 == n)
                buf_add_z(&line, "file ...");
            buf_add_z(&line, before);
            close = true;
            if (*behind && closers < ROFF_ARGUMENTS)
                after[closers++] = behind;
            continue;
        }
        if (i >= 2 && str_is(args[i - 2], "Xr") && is_section(args[i])) {
            buf_format(&line, "(%.*s)", STR_ARG(args[i]));
            continue;
        }
        if (line.len && !close && !is_mark(args[i]) && !m->tight)
            buf_add_char(&line, ' ');
        buf_add_str(&line, args[i]);
        close = args[i].len == 1 && strchr("([", args[i].data[0]);
    }
    while (closers > 0)
        buf_add_z(&line, after[--closers]);
    add_line(m, buf_str(&line));
    buf_free(&line);
}

static void start_code(struct man *m, bool on)
{
    if (m->code == on)
        return;
    end_paragraph(m);
    m->code = on;
    if (m->tag == TAG_TEXT)
        m->tag = TAG_NONE;
}

/* ".RS" behind a short line of its own: the line is a term, what is set in is said of it (pages made from DocBook and
 * AsciiDoc have no .TP). */
static void set_in(struct man *m)
{
    struct str text = str_trim(buf_str(&m->text));
    bool sentence = !text.len || text.len > TERM_MAX || strchr(".:;,", text.data[text.len - 1]);

    if (m->code || m->item || m->broken || m->tag != TAG_NONE || sentence) {
        end_paragraph(m);
        return;
    }
    outline_term(&m->outline, text);
    buf_clear(&m->text);
    m->tag = TAG_TEXT;
}

static void space(struct man *m)
{
    if (m->code)
        return;
    if (m->tag == TAG_NONE && !m->item) {
        end_paragraph(m);
    } else if (m->text.len) {
        buf_add_char(&m->text, '\n');
        m->broken = true;
    }
}

static void tagged(struct man *m, struct str rest)
{
    struct str args[ROFF_ARGUMENTS];
    size_t n = roff_arguments(m->in->arena, rest, args);
    struct buf sign;

    new_paragraph(m);
    buf_init(&sign, 4096);
    if (n)
        roff_text(args[0], &sign);
    struct str tag = str_trim(buf_str(&sign));
    bool bullet = str_is(tag, "•") || str_is(tag, "*") || str_is(tag, "o") || str_is(tag, "-") || str_is(tag, "·");
    bool counted = !bullet && markup_number(str_format(m->in->arena, "%.*s ", STR_ARG(tag)), &m->number) > 0;
    m->item = bullet || counted;
    if (tag.len && !m->item) {
        outline_term(&m->outline, tag);
        m->tag = TAG_TEXT;
    }
    buf_free(&sign);
}

/* mdoc(7) beyond words in a line. */
static bool mdoc_macro(struct man *m, struct str name, struct str rest)
{
    if (str_is(name, "Sh")) {
        heading(m, 2, rest);
    } else if (str_is(name, "Ss")) {
        heading(m, 3, rest);
    } else if (str_is(name, "Pp") || str_is(name, "Lp")) {
        new_paragraph(m);
    } else if (str_is(name, "Dt")) {
        if (!m->document->title.len)
            m->document->title = str_dup(m->in->arena, str_trim(rest));
    } else if (str_is(name, "Dd")) {
        m->document->date = metadata_date(m->in->arena, rest);
    } else if (str_is(name, "Nd")) {
        add_line(m, str_format(m->in->arena, "- %.*s", STR_ARG(rest)));
    } else if (str_is(name, "Bd")) {
        start_code(m, str_contains(rest, "-literal") || str_contains(rest, "-unfilled"));
    } else if (str_is(name, "Ed")) {
        start_code(m, false);
    } else if (str_is(name, "Dl") || str_is(name, "D1")) {
        start_code(m, true);
        mdoc_line(m, rest);
        start_code(m, false);
    } else if (str_is(name, "Bl")) {
        end_paragraph(m);
        m->depth++;
    } else if (str_is(name, "El")) {
        new_paragraph(m);
        m->depth -= m->depth > 0;
    } else if (str_is(name, "It")) {
        new_paragraph(m);
        if (str_trim(rest).len) {
            m->tag = TAG_WAITS;
            m->extended = str_ends(str_trim(rest), " Xo");
            mdoc_line(m, rest);
        } else {
            m->item = true;
        }
    } else if (str_is(name, "Xc")) {
        end_term(m);
    } else if (str_is(name, "Sm")) {
        m->tight = str_is(str_trim(rest), "off");
        if (m->tight && m->extended && m->term.len)
            buf_add_char(&m->term, ' ');
    } else if (str_is(name, "Xo")) {
        mdoc_line(m, rest);
    } else if (str_is(name, "Os")) {
        return true;
    } else {
        const char *before, *after;
        if (!mdoc_word(name, &before, &after))
            return false;
        if (str_is(name, "Nm") && rest.len && !m->name.len)
            m->name = str_dup(m->in->arena, str_trim(rest));
        mdoc_line(m, str_format(m->in->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(rest)));
    }
    return true;
}

static void title_macro(struct man *m, struct str rest)
{
    struct str args[ROFF_ARGUMENTS];
    size_t n = roff_arguments(m->in->arena, rest, args);
    struct buf title;

    buf_init(&title, 500);
    if (n)
        roff_text(args[0], &title);
    if (n > 1)
        buf_format(&title, "(%.*s)", STR_ARG(args[1]));
    m->document->title = buf_take(&title, m->in->arena);
    if (n > 2)
        m->document->date = metadata_date(m->in->arena, args[2]);
}

/* ".SH" without words: the next line is the heading. */
static void section(struct man *m, int level, struct str rest)
{
    struct str args[ROFF_ARGUMENTS];
    struct str words = str_join(m->in->arena, args, roff_arguments(m->in->arena, rest, args), " ");

    if (words.len)
        heading(m, level, words);
    else
        m->waits = level;
}

static void start_table(struct man *m)
{
    new_paragraph(m);
    m->table = true;
    m->in_cell = false;
    m->table_state = 0;
    m->rows = 0;
    m->separator = '\t';
    outline_break(&m->outline);
}

/* What a page may define anew for printers that lack it is read here all the same. */
static bool is_known(struct str name)
{
    static const char names[] =
        " B I SM SB BR BI IB IR RB RI SH SS PP P LP HP TP TQ IP nf fi EX EE TH TS TE UR UE MT ME RS RE sp br SY OP YS ";
    const char *before, *after;

    return str_in_words(names, name) || mdoc_word(name, &before, &after) ||
           str_in_words(" Sh Ss Pp Lp Dt Dd Nd Bd Ed Dl D1 Bl El It Xo Xc Sm Os ", name);
}

static void macro(struct man *m, struct str name, struct str rest)
{
    static const char *const apart[] = { "B", "I", "SM", "SB", NULL };
    static const char *const close[] = { "BR", "BI", "IB", "IR", "RB", "RI", NULL };

    for (size_t i = 0; apart[i]; i++)
        if (str_is(name, apart[i])) {
            font_line(m, rest, false);
            return;
        }
    for (size_t i = 0; close[i]; i++)
        if (str_is(name, close[i])) {
            font_line(m, rest, true);
            return;
        }
    if (str_is(name, "SH") || str_is(name, "SS")) {
        section(m, name.data[1] == 'H' ? 2 : 3, rest);
    } else if (str_is(name, "PP") || str_is(name, "P") || str_is(name, "LP") || str_is(name, "HP"))
        new_paragraph(m);
    else if (str_is(name, "TP") || str_is(name, "TQ")) {
        new_paragraph(m);
        m->tag = TAG_WAITS;
    } else if (str_is(name, "IP"))
        tagged(m, rest);
    else if (str_is(name, "nf") || str_is(name, "EX"))
        start_code(m, true);
    else if (str_is(name, "fi") || str_is(name, "EE"))
        start_code(m, false);
    else if (str_is(name, "TH"))
        title_macro(m, rest);
    else if (str_is(name, "TS")) {
        start_table(m);
    } else if (str_is(name, "UR") || str_is(name, "MT") || str_is(name, "SY"))
        add_line(m, rest);
    else if (str_is(name, "OP")) {
        struct str args[ROFF_ARGUMENTS];

        add_line(m, str_format(m->in->arena, "[%.*s]",
                               STR_ARG(str_join(m->in->arena, args, roff_arguments(m->in->arena, rest, args), " "))));
    } else if (str_is(name, "RS"))
        set_in(m);
    else if (str_is(name, "RE"))
        new_paragraph(m);
    else if (str_is(name, "sp"))
        space(m);
    else if (str_is(name, "br")) {
        if (!m->code && m->text.len)
            buf_add_char(&m->text, '\n');
        m->broken = m->broken || m->text.len;
    } else
        mdoc_macro(m, name, rest);
}

static void table_row(struct man *m, struct str line)
{
    struct office_row *row = arena_calloc(m->in->arena, 1, sizeof *row);
    struct str cell, rest = line;

    row->arena = m->in->arena;
    while (str_next(&rest, m->separator, &cell)) {
        struct buf text;

        buf_init(&text, CELL_MAX);
        roff_text(cell, &text);
        office_row_cell(row);
        office_row_add(row, buf_str(&text));
        buf_free(&text);
    }
    outline_row(&m->outline, row->cells, row->n);
}

/* A cell between "T{" and "T}" goes over several lines, with macros in them. */
static void table_cell_line(struct man *m, struct str line)
{
    struct str rest = line;

    if (m->in_cell && str_starts(line, "T}")) {
        m->in_cell = false;
        rest = str_sub(line, 2, line.len);
    } else if (m->in_cell && line.len && line.data[0] == '.') {
        struct str args[ROFF_ARGUMENTS];
        size_t n = roff_arguments(m->in->arena, line, args);

        for (size_t i = 1; i < n; i++) {
            buf_add_char(&m->row, ' ');
            buf_add_str(&m->row, args[i]);
        }
        return;
    }
    bool opens = str_ends(rest, "T{");
    if (m->in_cell && m->row.len)
        buf_add_char(&m->row, ' ');
    buf_add_str(&m->row, opens ? str_sub(rest, 0, rest.len - 2) : rest);
    m->in_cell = m->in_cell || opens;
    if (m->in_cell)
        return;
    table_row(m, buf_str(&m->row));
    buf_clear(&m->row);
}

static void table_line(struct man *m, struct str line)
{
    if (str_starts(line, ".TE")) {
        m->table = m->in_cell = false;
        buf_clear(&m->row);
        outline_break(&m->outline);
        return;
    }
    if (m->table_state < 2) { /* options end with ";", formats with "." */
        ptrdiff_t tab = str_find(line, str("tab("), 0);
        tab = tab < 0 ? str_find(line, str("tab ("), 0) : tab;
        ptrdiff_t open = tab < 0 ? -1 : str_find_char(line, '(', (size_t) tab);
        if (open >= 0 && (size_t) open + 1 < line.len)
            m->separator = line.data[open + 1];
        m->table_state = str_ends(str_trim(line), ".") ? 2 : m->table_state;
        return;
    }
    if (!m->in_cell && str_starts(line, ".T&"))
        m->table_state = 1;
    else if (m->in_cell || !(str_is(line, "_") || str_is(line, "=") || str_starts(line, ".")))
        table_cell_line(m, line);
}

static void read_line(struct man *m, struct str line)
{
    if (m->table) {
        table_line(m, line);
        return;
    }
    if (!line.len || (line.data[0] != '.' && line.data[0] != '\'')) {
        if (m->waits && line.len)
            heading(m, m->waits, line);
        else if (!line.len && !m->code)
            new_paragraph(m);
        else
            add_line(m, line);
        return;
    }
    struct str rest = str_trim(str_sub(line, 1, line.len));
    size_t n = 0;
    while (n < rest.len && rest.data[n] != ' ' && rest.data[n] != '\t')
        n++;
    macro(m, str_sub(rest, 0, n), str_trim(str_sub(rest, n, rest.len)));
}

int format_man(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct man m = { .in = in, .document = ret, .outline = { .out = in->text } };
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset), line;
    struct roff roff;

    buf_init(&m.text, in->text->max);
    buf_init(&m.row, in->text->max);
    buf_init(&m.term, in->text->max);
    roff_init(&roff, in->arena, text, is_known);
    while (!in->text->over && roff_next(&roff, &line))
        read_line(&m, line);
    end_term(&m);
    end_paragraph(&m);
    buf_free(&m.term);
    buf_free(&m.text);
    buf_free(&m.row);
    return 0;
}
