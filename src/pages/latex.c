/* LaTeX: sections, lists, verbatim text, tables, footnotes; commands lose their names and keep their words. Formulas stay as
 * they are written. One pass with a stack of environments; nothing recurses but arguments, ARGUMENT_DEPTH deep. */
#include "pages/latex_sign.h"
#include "pages/metadata.h"
#include "pages/office.h"
#include "text/charset.h"

enum { ENVIRONMENTS_MAX = 50, ARGUMENT_DEPTH = 16, NAME_MAX_BYTES = 40 };

struct environment {
    struct str name;
    unsigned number; /* items so far */
};

struct latex {
    struct arena *arena;
    struct document *document;
    struct outline outline;
    struct buf text;
    struct environment stack[ENVIRONMENTS_MAX];
    size_t depth;
    int lists;       /* of the stack */
    bool item_begun; /* the item has its sign */
    bool term;       /* a description's term was written */
    bool quote, body, code;
    struct office_row row;
    size_t rows;
    bool in_table, headed; /* the row that names the columns was marked */
    unsigned notes;
    struct buf notes_text;
    size_t budget; /* bytes to look through for the ends of groups: what never ends must not cost its square */
};

static void words(struct latex *l, struct str s, struct buf *out, int depth);

/* --- paragraphs --- */

static unsigned next_number(struct latex *l)
{
    for (size_t i = l->depth; i-- > 0;)
        if (str_is(l->stack[i].name, "enumerate"))
            return ++l->stack[i].number;
        else if (str_is(l->stack[i].name, "itemize"))
            return 0;
    return 0;
}

static void end_paragraph(struct latex *l)
{
    struct str text = str_trim(buf_str(&l->text));

    if (!text.len || l->in_table)
        return;
    if (l->term)
        outline_definition(&l->outline, text);
    else if (l->lists && !l->item_begun)
        outline_item(&l->outline, l->lists - 1, next_number(l), text);
    else
        outline_text(&l->outline, l->lists - 1, l->quote, text);
    l->item_begun = l->lists > 0;
    buf_clear(&l->text);
}

/* --- arguments --- */

static size_t skip_spaces(struct str s, size_t at)
{
    while (at < s.len && (s.data[at] == ' ' || s.data[at] == '\n' || s.data[at] == '\t'))
        at++;
    return at;
}

/* The group "{…}" or "[…]" at `at`; its inside, and where it ends. False if there is none. */
static bool group(struct latex *l, struct str s, size_t *at, char open, struct str *ret)
{
    char close = open == '{' ? '}' : ']';
    size_t i = open == '{' ? skip_spaces(s, *at) : *at, depth = 0, start = i + 1;

    if (i >= s.len || s.data[i] != open)
        return false;
    for (; i < s.len && l->budget > 0; i++, l->budget--) {
        if (s.data[i] == '\\') {
            i++;
            continue;
        }
        depth += s.data[i] == open;
        if (s.data[i] == close && --depth == 0) {
            *ret = str_sub(s, start, i);
            *at = i + 1;
            return true;
        }
    }
    return false;
}

static struct str argument(struct latex *l, struct str s, size_t *at, int depth)
{
    struct str inner = { 0 }, ignored;
    struct buf out;

    while (group(l, s, at, '[', &ignored))
        ;
    if (!group(l, s, at, '{', &inner))
        return (struct str){ 0 };
    buf_init(&out, 4 * inner.len + 64);
    words(l, inner, &out, depth + 1);
    return buf_take(&out, l->arena);
}

static size_t command_name(struct str s, size_t at, struct str *ret)
{
    size_t end = at;

    while (end < s.len && end < at + NAME_MAX_BYTES &&
           ((s.data[end] >= 'a' && s.data[end] <= 'z') || (s.data[end] >= 'A' && s.data[end] <= 'Z')))
        end++;
    *ret = str_sub(s, at, end);
    return end + (end > at && end < s.len && s.data[end] == '*');
}

/* Commands whose arguments are no words of the text. */
static bool is_dropped(struct str name)
{
    static const char names[] =
        " label ref eqref pageref cite citep citet autocite parencite index vspace hspace includegraphics bibliography bibliographystyle input include usepackage documentclass setlength pagestyle thispagestyle cref Cref autoref hypersetup graphicspath setcounter addtocounter bibitem ";
    char padded[NAME_MAX_BYTES + 3] = " ";

    if (!name.len || name.len > NAME_MAX_BYTES)
        return false;
    memcpy(padded + 1, name.data, name.len);
    padded[name.len + 1] = ' ';
    return str_find(str(names), str_n(padded, name.len + 2), 0) >= 0;
}

/* A command inside text; `at` is behind its name. Returns where it ends. */
static size_t inline_command(struct latex *l, struct str name, struct str s, size_t at, struct buf *out, int depth)
{
    const char *text = latex_sign(name);
    struct str ignored;

    if (text) {
        buf_add_z(out, text);
        if (at + 1 < s.len && s.data[at] == '{' && s.data[at + 1] == '}')
            return at + 2;
        return at < s.len && s.data[at] == ' ' ? at + 1 : at;
    }
    if (str_is(name, "footnote")) {
        struct str note = argument(l, s, &at, depth);
        buf_format(out, "[^%u]", ++l->notes);
        buf_format(&l->notes_text, "[^%u]: %.*s\n\n", l->notes, STR_ARG(note));
    } else if (str_is(name, "textsuperscript") || str_is(name, "textsubscript")) {
        buf_add_char(out, str_is(name, "textsuperscript") ? '^' : '_');
        buf_add_str(out, argument(l, s, &at, depth));
    } else if (str_is(name, "href")) {
        group(l, s, &at, '{', &ignored);
        buf_add_str(out, argument(l, s, &at, depth));
    } else if (str_is(name, "textcolor") || str_is(name, "multicolumn")) {
        group(l, s, &at, '{', &ignored);
        if (str_is(name, "multicolumn"))
            group(l, s, &at, '{', &ignored);
        buf_add_str(out, argument(l, s, &at, depth));
    } else if (is_dropped(name)) {
        while (group(l, s, &at, '[', &ignored) || group(l, s, &at, '{', &ignored))
            ;
        while (out->len && (out->data[out->len - 1] == '~' || out->data[out->len - 1] == ' ') && at < s.len &&
               (s.data[at] == '.' || s.data[at] == ','))
            out->len--;
    } else if (name.len) {
        /* \textbf{words}, \emph{words}, \url{words}: the words. */
        size_t before = at;
        struct str inner = argument(l, s, &at, depth);
        buf_add_str(out, inner);
        at = at == before ? skip_spaces(s, at) : at;
    }
    return at;
}

static size_t add_formula(struct str s, size_t at, struct buf *out)
{
    size_t n = at + 1 < s.len && s.data[at + 1] == '$' ? 2 : 1;
    ptrdiff_t end = str_find(s, str(n == 2 ? "$$" : "$"), at + n);

    if (end < 0)
        return at + n;
    buf_add_str(out, str_sub(s, at + n, (size_t) end));
    return (size_t) end + n;
}

/* "\(…\)" and "\[…\]" from `at` on. */
static size_t add_bracketed(struct str s, size_t at, struct buf *out)
{
    ptrdiff_t end = str_find(s, str(s.data[at + 1] == '(' ? "\\)" : "\\]"), at + 2);

    if (end < 0)
        return at + 2;
    buf_add_str(out, str_sub(s, at + 2, (size_t) end));
    return (size_t) end + 2;
}

/* One piece of running text at `at`; where the next starts. */
static size_t piece(struct latex *l, struct str s, size_t at, struct buf *out, int depth)
{
    char c = s.data[at];
    struct str name;

    if (l->code && c != '\\' && c != '{' && c != '}') {
        buf_add_char(out, c);
        return at + 1;
    }
    if (c == '$')
        return add_formula(s, at, out);
    if (c == '{' || c == '}')
        return at + 1;
    if (c == '~') {
        buf_add_char(out, ' ');
        return at + 1;
    }
    if (c == '-' && at + 1 < s.len && s.data[at + 1] == '-') {
        bool em = at + 2 < s.len && s.data[at + 2] == '-';
        buf_add_z(out, em ? "—" : "–");
        return at + (em ? 3 : 2);
    }
    if ((c == '`' || c == '\'') && at + 1 < s.len && s.data[at + 1] == c) {
        buf_add_z(out, c == '`' ? "“" : "”");
        return at + 2;
    }
    if (c != '\\' || at + 1 >= s.len) {
        buf_add_char(out, c);
        return at + 1;
    }
    char next = s.data[at + 1];
    if (strchr("%&#_{}$ ", next)) {
        buf_add_char(out, next);
        return at + 2;
    }
    if (next == '\\') {
        struct str ignored;
        at += 2;
        group(l, s, &at, '[', &ignored);
        buf_add_char(out, '\n');
        return at;
    }
    if (strchr("'`\"^~", next))
        return latex_accent(s, at + 2, next, out);
    if (next == '(' || next == '[')
        return add_bracketed(s, at, out);
    if (strchr(",;:!/-@])", next))
        return at + 2;
    size_t end = command_name(s, at + 1, &name);
    if (end == at + 1)
        return at + 2;
    if ((str_is(name, "c") || str_is(name, "v")) && end < s.len && s.data[end] == '{')
        return latex_accent(s, end, name.data[0], out);
    return inline_command(l, name, s, end, out, depth);
}

static void words(struct latex *l, struct str s, struct buf *out, int depth)
{
    if (depth > ARGUMENT_DEPTH)
        return;
    for (size_t at = 0; at < s.len && !out->over;)
        at = piece(l, s, at, out, depth);
}

/* --- environments --- */

/* The items so far are as many as the digits in front say, but for `less`. */
static void set_number(struct environment *list, struct str digits, unsigned less)
{
    unsigned n = 0;

    for (size_t i = 0; i < digits.len && i < 6 && digits.data[i] >= '0' && digits.data[i] <= '9'; i++)
        n = n * 10 + (unsigned) (digits.data[i] - '0');
    if (n >= less)
        list->number = n - less;
}

/* "[label=(\alph*), start=5]" behind the name of a list */
static void set_start(struct environment *list, struct str options)
{
    ptrdiff_t at = str_find(options, str("start="), 0);

    if (at >= 0)
        set_number(list, str_sub(options, (size_t) at + 6, options.len), 1);
}

static bool is_list(struct str name)
{
    return str_is(name, "itemize") || str_is(name, "enumerate") || str_is(name, "description");
}
static bool is_table(struct str name)
{
    return str_starts(name, "tabular") || str_is(name, "longtable") || str_is(name, "tabulary");
}

static bool is_formula(struct str name)
{
    static const char *const names[] = { "equation", "align",       "gather", "multline", "eqnarray",
                                         "flalign",  "displaymath", "math",   "alignat",  NULL };

    return str_is_any(str_ends(name, "*") ? str_sub(name, 0, name.len - 1) : name, names);
}

/* A formula with lines of its own, as it is written, but for its label. */
static size_t formula(struct latex *l, struct str name, struct str s, size_t at)
{
    struct str mark = str_format(l->arena, "\\end{%.*s}", STR_ARG(name)), ignored;

    if (str_starts(name, "alignat"))
        group(l, s, &at, '{', &ignored);
    ptrdiff_t found = str_find(s, mark, at);
    size_t end = found < 0 ? s.len : (size_t) found;
    end_paragraph(l);
    while (at < end) {
        ptrdiff_t label = str_find(str_sub(s, 0, end), str("\\label{"), at);
        size_t stop = label < 0 ? end : (size_t) label;
        for (; at < stop; at++)
            buf_add_char(&l->text, s.data[at] == '\n' ? ' ' : s.data[at]);
        at = label < 0 ? end : stop + 6;
        if (label >= 0 && !group(l, str_sub(s, 0, end), &at, '{', &ignored))
            at = end;
    }
    end_paragraph(l);
    return found < 0 ? s.len : end + mark.len;
}

/* Code whose words were coloured: every word stands in a command. */
static void coloured(struct latex *l, struct str text)
{
    struct buf out;

    buf_init(&out, 4 * text.len + 64);
    l->code = true; /* only commands mean something in it */
    words(l, text, &out, 1);
    l->code = false;
    outline_code(&l->outline, buf_str(&out));
    buf_free(&out);
}

static size_t verbatim(struct latex *l, struct str name, struct str s, size_t at)
{
    struct str mark = str_format(l->arena, "\\end{%.*s}", STR_ARG(name)), ignored;
    ptrdiff_t end;

    if (str_is(name, "minted"))
        group(l, s, &at, '{', &ignored);
    group(l, s, &at, '[', &ignored);
    if (str_is(name, "minted"))
        group(l, s, &at, '{', &ignored);
    end = str_find(s, mark, at);
    end_paragraph(l);
    struct str text = str_sub(s, at, end < 0 ? s.len : (size_t) end);
    if (str_is(name, "Highlighting"))
        coloured(l, text);
    else
        outline_code(&l->outline, text);
    return end < 0 ? s.len : (size_t) end + mark.len;
}

static size_t begin(struct latex *l, struct str s, size_t at)
{
    static const char *const raw[] = { "verbatim", "lstlisting", "minted", "Verbatim", "alltt", "Highlighting", NULL };
    struct str name, ignored;

    if (!group(l, s, &at, '{', &name))
        return at;
    if (str_is(name, "comment")) {
        ptrdiff_t end = str_find(s, str("\\end{comment}"), at);
        return end < 0 ? s.len : (size_t) end + 13;
    }
    if (str_is_any(name, raw))
        return verbatim(l, name, s, at);
    if (is_formula(name))
        return formula(l, name, s, at);
    end_paragraph(l);
    if (l->depth < ENVIRONMENTS_MAX)
        l->stack[l->depth++] = (struct environment){ name, 0 };
    l->body |= str_is(name, "document");
    if (is_list(name)) {
        if (group(l, s, &at, '[', &ignored) && l->depth)
            set_start(&l->stack[l->depth - 1], ignored);
        l->lists++;
        l->item_begun = true; /* until its first \item */
    } else if (is_table(name)) {
        if (str_is(name, "tabular*") || str_is(name, "tabularx"))
            group(l, s, &at, '{', &ignored);
        group(l, s, &at, '[', &ignored);
        group(l, s, &at, '{', &ignored);
        outline_break(&l->outline);
        l->in_table = true;
        l->headed = false;
        l->rows = 0;
        office_row_clear(&l->row);
        office_row_cell(&l->row);
        buf_clear(&l->text);
    } else {
        while (group(l, s, &at, '[', &ignored))
            ;
    }
    l->quote |= str_is(name, "quote") || str_is(name, "quotation");
    return at;
}

static void end_cell(struct latex *l, bool more)
{
    office_row_add(&l->row, buf_str(&l->text));
    buf_clear(&l->text);
    if (more)
        office_row_cell(&l->row);
}

static void end_row(struct latex *l)
{
    end_cell(l, false);
    outline_row(&l->outline, l->row.cells, l->row.n);
    l->rows++;
    office_row_clear(&l->row);
    office_row_cell(&l->row);
}

static size_t end(struct latex *l, struct str s, size_t at)
{
    struct str name;

    if (!group(l, s, &at, '{', &name))
        return at;
    if (l->in_table && is_table(name)) {
        end_row(l);
        l->in_table = false;
        outline_break(&l->outline);
    }
    end_paragraph(l);
    l->term = false;
    if (is_list(name)) {
        l->lists -= l->lists > 0;
        l->item_begun = true;
    }
    l->quote &= !(str_is(name, "quote") || str_is(name, "quotation"));
    for (size_t i = l->depth; i-- > 0;)
        if (str_eq(l->stack[i].name, name)) {
            l->depth = i;
            break;
        }
    return str_is(name, "document") ? s.len : at;
}

/* --- the document --- */

static int section_level(struct str name)
{
    static const char *const names[] = {
        "part", "chapter", "section", "subsection", "subsubsection", "paragraph", NULL
    };
    static const int levels[] = { 1, 1, 2, 3, 4, 5 };

    for (int i = 0; names[i]; i++)
        if (str_is(name, names[i]))
            return levels[i];
    return 0;
}

static size_t item(struct latex *l, struct str s, size_t at)
{
    struct str label = { 0 };

    end_paragraph(l);
    l->item_begun = l->term = false;
    at = at < s.len && s.data[at] == ' ' ? at + 1 : at;
    if (group(l, s, &at, '[', &label)) {
        struct buf out;
        buf_init(&out, 4 * label.len + 64);
        words(l, label, &out, 1);
        if (l->depth && str_is(l->stack[l->depth - 1].name, "description")) {
            outline_term(&l->outline, buf_str(&out));
            l->term = true;
        } else if (out.len && out.data[0] != '\\') { /* a sign of its own; one that has a name is no word */
            buf_add_str(&l->text, buf_str(&out));
            buf_add_char(&l->text, ' ');
        }
        buf_free(&out);
    }
    return at;
}

/* \setcounter{enumi}{4}: the next item of the list is the fifth. */
static size_t set_counter(struct latex *l, struct str s, size_t at)
{
    struct str counter, value;

    if (group(l, s, &at, '{', &counter) && group(l, s, &at, '{', &value) && str_starts(counter, "enum") && l->depth)
        set_number(&l->stack[l->depth - 1], value, 0);
    return at;
}

/* What defines commands: their names, what they take, what they stand for. */
static size_t definition(struct latex *l, struct str s, size_t at)
{
    struct str ignored;

    at = skip_spaces(s, at);
    if (at < s.len && s.data[at] == '\\')
        at = command_name(s, at + 1, &ignored);
    while (at < s.len && (s.data[at] == '#' || (s.data[at] >= '1' && s.data[at] <= '9')))
        at++;
    while (group(l, s, &at, '[', &ignored) || group(l, s, &at, '{', &ignored))
        ;
    return at;
}

static void mark_header(struct latex *l)
{
    if (l->rows == 1 && !l->headed)
        outline_header(&l->outline);
    l->headed |= l->rows == 1;
}

/* Behind the head of a long table, which may come twice: for its first page and for the others. */
static size_t table_head(struct latex *l, struct str name, struct str s, size_t at)
{
    enum { HEAD_BYTES = 20000 };
    ptrdiff_t second = str_is(name, "endfirsthead") ? str_find(str_sub(s, 0, at + HEAD_BYTES), str("\\endhead"), at)
                                                    : -1;

    mark_header(l);
    buf_clear(&l->text);
    return skip_spaces(s, second < 0 ? at : (size_t) second + 8);
}

/* Commands that shape the document; 0 if this is none. */
static size_t block_command(struct latex *l, struct str name, struct str s, size_t at)
{
    static const char *const silent[] = {
        "maketitle", "tableofcontents", "newpage",  "clearpage", "centering", "hline",
        "toprule",   "bottomrule",      "noindent", "bigskip",   "smallskip", "medskip",
        "appendix",  "small",           "large",    "cline",     "par",       NULL
    };
    int level = section_level(name);

    if (str_is(name, "begin"))
        return begin(l, s, at);
    if (str_is(name, "end"))
        return end(l, s, at);
    if (str_is(name, "item"))
        return item(l, s, at);
    if (str_is(name, "setcounter"))
        return set_counter(l, s, at);
    if (level) {
        end_paragraph(l);
        outline_heading(&l->outline, level, argument(l, s, &at, 0));
        return at;
    }
    if (str_is(name, "title") || str_is(name, "author") || str_is(name, "date")) {
        struct str value = argument(l, s, &at, 0);
        if (str_is(name, "title"))
            l->document->title = value;
        else if (str_is(name, "author"))
            l->document->author = value;
        else
            l->document->date = metadata_date(l->arena, value);
        return at;
    }
    if (str_is(name, "def") || str_is(name, "gdef") || str_is(name, "newcommand") || str_is(name, "renewcommand") ||
        str_is(name, "providecommand") || str_is(name, "newenvironment"))
        return definition(l, s, at);
    if (l->in_table && (str_is(name, "endfirsthead") || str_is(name, "endhead")))
        return table_head(l, name, s, at);
    if (str_is(name, "hypertarget")) {
        struct str ignored;
        group(l, s, &at, '{', &ignored);
        return at;
    }
    if (str_is(name, "midrule") || (str_is(name, "hline") && l->in_table)) {
        mark_header(l);
        return skip_spaces(s, at);
    }
    if (str_is(name, "caption")) {
        end_paragraph(l);
        outline_paragraph(&l->outline, argument(l, s, &at, 0));
        return at;
    }
    if (!str_is_any(name, silent))
        return 0;
    if (str_is(name, "par"))
        end_paragraph(l);
    struct str ignored;
    if (str_is(name, "cline"))
        group(l, s, &at, '{', &ignored);
    return skip_spaces(s, at) ? skip_spaces(s, at) : at;
}

static bool is_paragraph_end(struct str s, size_t at)
{
    size_t i = at + 1;

    while (i < s.len && (s.data[i] == ' ' || s.data[i] == '\t' || s.data[i] == '\r'))
        i++;
    return i < s.len && s.data[i] == '\n';
}

static void read_all(struct latex *l, struct str s)
{
    for (size_t at = 0, to; at < s.len && !l->outline.out->over;) {
        char c = s.data[at];
        struct str name;

        if (c == '%' && (at == 0 || s.data[at - 1] != '\\')) {
            ptrdiff_t line = str_find_char(s, '\n', at);
            at = line < 0 ? s.len : (size_t) line + 1;
        } else if (c == '\n' && is_paragraph_end(s, at)) {
            end_paragraph(l);
            at = skip_spaces(s, at);
        } else if (c == '&' && l->in_table) {
            end_cell(l, true);
            at++;
        } else if (c == '\\' && at + 1 < s.len && s.data[at + 1] == '\\' && l->in_table) {
            end_row(l);
            at += 2;
            group(l, s, &at, '[', &name);
        } else if (c == '\\' && (to = command_name(s, at + 1, &name)) > at + 1 &&
                   (to = block_command(l, name, s, to)) > 0) {
            at = to;
        } else {
            at = piece(l, s, at, &l->text, 0);
        }
    }
}

int format_latex(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct latex l = {
        .arena = in->arena, .document = ret, .outline = { .out = in->text }, .row = { .arena = in->arena }
    };
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);
    ptrdiff_t body = str_find(text, str("\\begin{document}"), 0);

    l.budget = 64 * text.len + 4096;
    buf_init(&l.text, in->text->max);
    buf_init(&l.notes_text, in->text->max);
    if (body > 0) { /* of the preamble only what names the document */
        read_all(&l, str_sub(text, 0, (size_t) body));
        buf_clear(&l.text);
        buf_clear(in->text);
        l.outline = (struct outline){ .out = in->text };
        l.depth = 0;
        l.lists = 0;
        l.in_table = l.quote = l.term = false;
        text = str_sub(text, (size_t) body, text.len);
    }
    read_all(&l, text);
    l.in_table = false;
    end_paragraph(&l);
    outline_paragraph(&l.outline, buf_str(&l.notes_text));
    buf_free(&l.text);
    buf_free(&l.notes_text);
    return 0;
}
