#include "pages/math.h"

enum math_kind {
    MATH_ROW,
    MATH_SKIP,
    MATH_SUP,
    MATH_SUB,
    MATH_BOTH,     /* what, lower, upper */
    MATH_FRACTION, /* upper, lower */
    MATH_SQUARE_ROOT,
    MATH_ROOT,    /* of what, which */
    MATH_RADICAL, /* which, of what */
    MATH_SUM,     /* lower, upper, of what; the sign is in `open` */
    MATH_FENCED,
    MATH_MATRIX,
    MATH_MATRIX_ROW,
    MATH_SPACE,
};

static enum math_kind kind_of(struct str name)
{
    static const struct {
        const char *name;
        enum math_kind kind;
    } kinds[] = {
        { "annotation", MATH_SKIP }, { "annotation-xml", MATH_SKIP },
        { "mphantom", MATH_SKIP },   { "rPr", MATH_SKIP },
        { "msup", MATH_SUP },        { "sSup", MATH_SUP },
        { "mover", MATH_SUP },       { "limUpp", MATH_SUP },
        { "msub", MATH_SUB },        { "sSub", MATH_SUB },
        { "munder", MATH_SUB },      { "limLow", MATH_SUB },
        { "msubsup", MATH_BOTH },    { "munderover", MATH_BOTH },
        { "sSubSup", MATH_BOTH },    { "mfrac", MATH_FRACTION },
        { "f", MATH_FRACTION },      { "msqrt", MATH_SQUARE_ROOT },
        { "mroot", MATH_ROOT },      { "rad", MATH_RADICAL },
        { "nary", MATH_SUM },        { "mfenced", MATH_FENCED },
        { "d", MATH_FENCED },        { "mtable", MATH_MATRIX },
        { "m", MATH_MATRIX },        { "eqArr", MATH_MATRIX },
        { "mtr", MATH_MATRIX_ROW },  { "mr", MATH_MATRIX_ROW },
        { "mspace", MATH_SPACE },    { "func", MATH_SPACE },
        { "mtext", MATH_SPACE },
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_is(name, kinds[i].name))
            return kinds[i].kind;
    return MATH_ROW;
}

void math_begin(struct math *m, struct arena *arena)
{
    *m = (struct math){ .arena = arena };
    buf_init(&m->text, MATH_BYTES);
    m->frames[m->depth++] = (struct math_frame){ .kind = MATH_ROW };
}

/* "dPr" and its like describe the element they stand in; they have no text and are no child. */
static bool is_description(struct str name) { return name.len > 2 && str_ends(name, "Pr"); }

void math_start(struct math *m, struct str name)
{
    struct math_frame *above = &m->frames[m->depth - 1];
    enum math_kind kind = kind_of(name);

    if (m->skip || kind == MATH_SKIP) {
        m->skip++;
        return;
    }
    if (m->deeper || m->depth == MATH_DEPTH || is_description(name) || str_is(name, "chr") || str_is(name, "begChr") ||
        str_is(name, "endChr")) {
        m->deeper++;
        return;
    }
    if (above->n < MATH_PARTS)
        above->parts[above->n++] = m->text.len;
    else if (above->kind == MATH_MATRIX || above->kind == MATH_MATRIX_ROW || above->kind == MATH_FENCED)
        buf_add_z(&m->text, above->kind == MATH_MATRIX ? "; " : ", ");
    m->frames[m->depth++] = (struct math_frame){ .kind = (int) kind, .start = m->text.len };
    if (kind == MATH_FENCED) {
        m->frames[m->depth - 1].open = str("(");
        m->frames[m->depth - 1].close = str(")");
    } else if (kind == MATH_SUM) {
        m->frames[m->depth - 1].open = str("\xe2\x88\xab");
    }
}

void math_sign(struct math *m, struct str name, struct str value)
{
    struct math_frame *f = &m->frames[m->depth - 1];

    value = str_dup(m->arena, str_sub(value, 0, 8));
    if (m->skip || (f->kind != MATH_FENCED && f->kind != MATH_SUM))
        return;
    if (str_is(name, "endChr"))
        f->close = value;
    else if (str_is(name, "begChr") || f->kind == MATH_SUM)
        f->open = value;
}

/* Signs that nobody sees: what is applied, what is multiplied, commas. */
static size_t invisible(struct str text)
{
    return text.len == 3 && str_starts(text, "\xe2\x81") && (unsigned char) text.data[2] >= 0xa1 &&
           (unsigned char) text.data[2] <= 0xa4;
}

static bool is_plain(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80 || c == '.';
}

static bool is_letter(unsigned char c) { return c < 0x80 ? is_plain(c) && c != '.' : c == 0xce || c == 0xcf; }

/* Where the last character of the text starts. */
static unsigned char last_character(const struct buf *text)
{
    size_t i = text->len;

    while (i > 0 && ((unsigned char) text->data[i - 1] & 0xc0) == 0x80)
        i--;
    return i > 0 ? (unsigned char) text->data[i - 1] : ' ';
}

/* Two names side by side are two names: "m c^2". */
void math_text(struct math *m, struct str text)
{
    text = str_trim(text);
    if (m->skip || !text.len)
        return;
    if (invisible(text))
        buf_add_z(&m->text, (unsigned char) text.data[2] == 0xa1 ? " " : "");
    else {
        if (is_letter((unsigned char) text.data[0]) && is_letter(last_character(&m->text)))
            buf_add_char(&m->text, ' ');
        buf_add_str(&m->text, text);
    }
}

/* One word, or something in parentheses: it needs none around it. */
static bool is_simple(struct str s)
{
    static const char *const operations[] = { "−", "±", "×", "÷", "⋅", "\xe2\x89" };
    int open = 0;

    if (str_starts(s, "(")) {
        for (size_t i = 0; i < s.len; i++) {
            open += s.data[i] == '(' ? 1 : s.data[i] == ')' ? -1 : 0;
            if (open == 0)
                return i + 1 == s.len;
        }
        return false;
    }
    for (size_t i = 0; i < s.len; i++)
        if (!is_plain((unsigned char) s.data[i]))
            return false;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (s.len > 3 && str_contains(s, operations[i]))
            return false;
    return true;
}

static void add_part(struct math *m, const char *sign, struct str part)
{
    part = str_trim(part);
    if (!part.len)
        return;
    buf_add_z(&m->text, sign);
    if (is_simple(part) || part.len == 1) {
        buf_add_str(&m->text, part);
        return;
    }
    buf_add_char(&m->text, '(');
    buf_add_str(&m->text, part);
    buf_add_char(&m->text, ')');
}

/* "x′", "x→": signs that belong to a letter follow it. */
static void add_upper(struct math *m, struct str part)
{
    static const char *const accents[] = { "'",    "~",        "\xe2\x80\xb2", "\xe2\x80\xb3", "\xe2\x86",    "\xcb",
                                           "\xcc", "\xc2\xaf", "\xc2\xa8",     "\xc2\xb4",     "\xe2\x80\xbe" };

    part = str_trim(part);
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (str_starts(part, accents[i]) && part.len <= 3) {
            buf_add_str(&m->text, part);
            return;
        }
    add_part(m, "^", part);
}

static void add_all(struct math *m, const struct str *parts, unsigned n, const char *between)
{
    for (unsigned i = 0; i < n; i++) {
        if (i)
            buf_add_z(&m->text, between);
        buf_add_str(&m->text, str_trim(parts[i]));
    }
}

/* Puts an element together from its children. */
static void combine(struct math *m, const struct math_frame *f, const struct str *parts)
{
    switch ((enum math_kind) f->kind) {
    case MATH_SUP:
    case MATH_SUB:
    case MATH_BOTH:
        add_part(m, "", parts[0]);
        if (f->kind != MATH_SUP)
            add_part(m, "_", parts[1]);
        if (f->kind != MATH_SUB)
            add_upper(m, parts[f->kind == MATH_BOTH ? 2 : 1]);
        if (str_starts(parts[0], "\xe2\x88")) /* a sum, a product, an integral: of what follows */
            buf_add_char(&m->text, ' ');
        break;
    case MATH_FRACTION:
        add_part(m, "", parts[0]);
        add_part(m, "/", parts[1]);
        break;
    case MATH_ROOT:
    case MATH_RADICAL: {
        bool first = f->kind == MATH_ROOT || f->n < 2;
        add_part(m, "", parts[first ? 1 : 0]);
        add_part(m, "\xe2\x88\x9a", parts[first ? 0 : 1]);
        break;
    }
    case MATH_SQUARE_ROOT: add_part(m, "\xe2\x88\x9a", parts[MATH_PARTS]); break;
    case MATH_SUM:
        buf_add_str(&m->text, f->open);
        add_part(m, "_", parts[0]);
        add_part(m, "^", parts[1]);
        buf_add_char(&m->text, ' ');
        buf_add_str(&m->text, str_trim(parts[2]));
        break;
    case MATH_FENCED:
        buf_add_str(&m->text, f->open);
        add_all(m, parts, f->n, ", ");
        buf_add_str(&m->text, f->close);
        break;
    case MATH_MATRIX:
        buf_add_char(&m->text, '[');
        add_all(m, parts, f->n, "; ");
        buf_add_char(&m->text, ']');
        break;
    case MATH_MATRIX_ROW: add_all(m, parts, f->n, ", "); break;
    case MATH_SPACE:
        buf_add_char(&m->text, ' ');
        add_all(m, parts, f->n, " ");
        buf_add_str(&m->text, f->n ? (struct str){ 0 } : parts[MATH_PARTS]);
        buf_add_char(&m->text, ' ');
        break;
    case MATH_ROW:
    case MATH_SKIP: buf_add_str(&m->text, parts[MATH_PARTS]); break;
    }
}

void math_end(struct math *m)
{
    struct str parts[MATH_PARTS + 1] = { 0 }; /* the last is all of it */

    if (m->skip || m->deeper) {
        m->skip ? m->skip-- : m->deeper--;
        return;
    }
    if (m->depth == 1)
        return;
    const struct math_frame *f = &m->frames[--m->depth];
    if (f->kind == MATH_ROW)
        return;
    struct str all = str_dup(m->arena, str_sub(buf_str(&m->text), f->start, m->text.len));
    for (unsigned i = 0; i < f->n; i++)
        parts[i] = str_sub(all, f->parts[i] - f->start, i + 1 < f->n ? f->parts[i + 1] - f->start : all.len);
    parts[MATH_PARTS] = all;
    m->text.len = f->start;
    if (all.len && all.data[0] == ' ' && f->kind != MATH_SPACE)
        buf_add_char(&m->text, ' ');
    combine(m, f, parts);
}

struct str math_take(struct math *m)
{
    while (m->depth > 1 || m->skip || m->deeper)
        math_end(m);
    struct str all = buf_take(&m->text, m->arena);
    return str_trim(all);
}

struct str math_read(struct arena *arena, struct xml *xml)
{
    struct math *m = arena_alloc(arena, sizeof *m);
    int depth = 1;

    math_begin(m, arena);
    for (enum xml_type type; depth > 0 && (type = xml_next(xml)) != XML_END_OF_FILE;) {
        if (type == XML_START) {
            depth++;
            if (str_ends(xml->name, "hr")) /* chr, begChr, endChr */
                math_sign(m, xml->name, xml_attribute(arena, xml, "val"));
            math_start(m, xml->name);
        } else if (type == XML_END) {
            if (--depth > 0)
                math_end(m);
        } else {
            struct buf text;
            buf_init(&text, MATH_BYTES);
            xml_add_text(xml, &text);
            math_text(m, buf_take(&text, arena));
        }
    }
    return math_take(m);
}
