/* LaTeX: sections, lists, verbatim text, tables, footnotes; commands lose their names and keep their words. Formulas stay as
 * they are written. One pass with a stack of environments; nothing recurses but arguments, ARGUMENT_DEPTH deep. */
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
    bool quote, body;
    struct office_row row;
    size_t rows;
    bool in_table;
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

/* --- signs and accents --- */

static const char *accented(char accent, char letter)
{
    static const char *const table[] = { "'aá", "'eé", "'ií",  "'oó",  "'uú",  "'yý",  "'cć",  "'nń",  "'sś",  "'zź",
                                         "'AÁ", "'EÉ", "'IÍ",  "'OÓ",  "'UÚ",  "`aà",  "`eè",  "`iì",  "`oò",  "`uù",
                                         "`AÀ", "`EÈ", "\"aä", "\"eë", "\"iï", "\"oö", "\"uü", "\"AÄ", "\"OÖ", "\"UÜ",
                                         "^aâ", "^eê", "^iî",  "^oô",  "^uû",  "~nñ",  "~aã",  "~oõ",  "~NÑ",  "ccç",
                                         "cCÇ", "vcč", "vsš",  "vzž",  "vrř",  "veě",  "vSŠ",  "vZŽ",  "vCČ" };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i][0] == accent && table[i][1] == letter)
            return table[i] + 2;
    return NULL;
}

/* "\'e", "\'{e}", "\c{c}" behind the accent's sign. */
static size_t add_accent(struct str s, size_t at, char accent, struct buf *out)
{
    bool braced = at < s.len && s.data[at] == '{';
    size_t letter = at + braced;

    if (letter < s.len && s.data[letter] == '\\')
        letter++; /* \'{\i} */
    if (letter >= s.len)
        return at;
    const char *done = accented(accent, s.data[letter]);
    if (done)
        buf_add_z(out, done);
    else
        buf_add_char(out, s.data[letter]);
    return letter + 1 + (braced && letter + 1 < s.len && s.data[letter + 1] == '}');
}

static const char *sign(struct str name)
{
    static const struct word_text signs[] = { { "ldots", "…" },
                                              { "dots", "…" },
                                              { "textbackslash", "\\" },
                                              { "LaTeX", "LaTeX" },
                                              { "TeX", "TeX" },
                                              { "ss", "ß" },
                                              { "ae", "æ" },
                                              { "AE", "Æ" },
                                              { "o", "ø" },
                                              { "O", "Ø" },
                                              { "aa", "å" },
                                              { "AA", "Å" },
                                              { "l", "ł" },
                                              { "L", "Ł" },
                                              { "i", "i" },
                                              { "j", "j" },
                                              { "S", "§" },
                                              { "P", "¶" },
                                              { "copyright", "©" },
                                              { "pounds", "£" },
                                              { "euro", "€" },
                                              { "textendash", "–" },
                                              { "textemdash", "—" },
                                              { "textasciitilde", "~" },
                                              { "textasciicircum", "^" },
                                              { "textbar", "|" },
                                              { "textless", "<" },
                                              { "textgreater", ">" },
                                              { "textunderscore", "_" },
                                              { "quad", " " },
                                              { "qquad", " " },
                                              { "newline", "\n" },
                                              { "times", "×" },
                                              { "degree", "°" },
                                              { 0 } };

    return word_text(signs, name);
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
        " label ref eqref pageref cite citep citet autocite parencite index vspace hspace includegraphics bibliography bibliographystyle input include usepackage documentclass setlength pagestyle thispagestyle cref Cref autoref hypersetup graphicspath newcommand renewcommand setcounter addtocounter ";
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
    const char *text = sign(name);
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

/* One piece of running text at `at`; where the next starts. */
static size_t piece(struct latex *l, struct str s, size_t at, struct buf *out, int depth)
{
    char c = s.data[at];
    struct str name;

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
        return add_accent(s, at + 2, next, out);
    if (strchr(",;:!/-@([])", next))
        return at + 2;
    size_t end = command_name(s, at + 1, &name);
    if (end == at + 1)
        return at + 2;
    if ((str_is(name, "c") || str_is(name, "v")) && end < s.len && s.data[end] == '{')
        return add_accent(s, end, name.data[0], out);
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

static bool is_list(struct str name)
{
    return str_is(name, "itemize") || str_is(name, "enumerate") || str_is(name, "description");
}
static bool is_table(struct str name)
{
    return str_starts(name, "tabular") || str_is(name, "longtable") || str_is(name, "tabulary");
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
    outline_code(&l->outline, str_sub(s, at, end < 0 ? s.len : (size_t) end));
    return end < 0 ? s.len : (size_t) end + mark.len;
}

static size_t begin(struct latex *l, struct str s, size_t at)
{
    static const char *const raw[] = { "verbatim", "lstlisting", "minted", "Verbatim", "alltt", "comment", NULL };
    struct str name, ignored;

    if (!group(l, s, &at, '{', &name))
        return at;
    if (str_is(name, "comment")) {
        ptrdiff_t end = str_find(s, str("\\end{comment}"), at);
        return end < 0 ? s.len : (size_t) end + 13;
    }
    if (str_is_any(name, raw))
        return verbatim(l, name, s, at);
    end_paragraph(l);
    if (l->depth < ENVIRONMENTS_MAX)
        l->stack[l->depth++] = (struct environment){ name, 0 };
    l->body |= str_is(name, "document");
    if (is_list(name)) {
        l->lists++;
        l->item_begun = true; /* until its first \item */
    } else if (is_table(name)) {
        if (str_is(name, "tabular*") || str_is(name, "tabularx"))
            group(l, s, &at, '{', &ignored);
        group(l, s, &at, '[', &ignored);
        group(l, s, &at, '{', &ignored);
        outline_break(&l->outline);
        l->in_table = true;
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
        outline_term(&l->outline, buf_str(&out));
        l->term = true;
        buf_free(&out);
    }
    return at;
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
    if (str_is(name, "midrule") || (str_is(name, "hline") && l->in_table)) {
        if (l->rows == 1)
            outline_header(&l->outline);
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
