/* Rich Text Format: a stream of groups and control words. No recursion; groups nest at most DEPTH_MAX deep, deeper ones are
 * read as if they were not there. */
#include "pages/comment.h"
#include "pages/metadata.h"
#include "pages/office.h"
#include "pages/rtf_table.h"
#include "text/charset.h"
#include "text/utf8.h"

enum { DEPTH_MAX = 256, STYLES_MAX = 500, FONTS_MAX = 500, RUN_MAX = 4096, LEVEL_TWIPS = 360 };

enum { BASED_MAX = 10 }; /* styles that are based on each other */

enum destination {
    DEST_TEXT,
    DEST_SKIP,
    DEST_FONTS,
    DEST_STYLES,
    DEST_TITLE,
    DEST_AUTHOR,
    DEST_SIGN,
    DEST_NOTE,
    DEST_FIELD,     /* what a field is: "TOC" */
    DEST_COMMENTER, /* who made the comment that follows */
    DEST_COMMENT,
};

struct group {
    enum destination destination;
    int skip_after_unicode; /* \uc: characters that stand for one \u */
    char place;             /* '^', '_' or 0 */
    bool contents;          /* a field that is a table of contents, which repeats the headings */
    bool deleted;           /* a change that was recorded took it out, … */
    bool hidden;            /* … or it is not shown */
    bool fixed;             /* in a font whose letters are equally wide */
};

struct rtf {
    struct format_input *in;
    struct document *document;
    struct outline outline;
    struct str rest;
    struct group groups[DEPTH_MAX], *now;
    size_t depth, too_deep;
    bool star; /* \* came: an unknown destination may be skipped */
    struct str codepage;
    struct buf code;                         /* paragraphs of code so far */
    struct buf line, run, sign, note, value; /* run: bytes in the codepage; sign: of a list item */
    char place;                              /* for the next text */
    int to_skip;                             /* characters that repeat a \u */
    int32_t high;                            /* first half of a pair */
    int style, level, outline_level;         /* of the paragraph; -1 none */
    bool in_table, list;
    int64_t left, first;   /* indents of the paragraph */
    size_t fixed, letters; /* bytes of the line in a font of equal widths, and in any */
    bool fixed_fonts[FONTS_MAX];
    int font_now;     /* while the table of fonts is read */
    size_t shape;     /* depth of the group of a shape's text, 0: none */
    struct buf outer; /* the line it stands in */
    bool header;      /* the row names the columns */
    struct office_row row;
    struct rtf_table table;
    struct comments comments;
    struct buf comment, commenter;
    unsigned notes;
    struct {
        int heading;
        bool code, quote;
        char part;     /* office_style_part() of its name */
        bool contents; /* of the table of contents */
        int based;     /* on which other style; 0: none */
    } styles[STYLES_MAX];
    int style_now; /* while the style sheet is read */
};

static void flush_run(struct rtf *r, struct buf *to)
{
    if (!r->run.len)
        return;
    struct str text = charset_decode(r->in->arena, buf_str(&r->run), r->codepage, false, NULL);
    buf_add_str(to, text);
    buf_clear(&r->run);
}

static struct buf *target(struct rtf *r)
{
    switch (r->now->destination) {
    case DEST_TEXT: return &r->line;
    case DEST_SIGN: return &r->sign;
    case DEST_NOTE: return &r->note;
    case DEST_COMMENT: return &r->comment;
    case DEST_COMMENTER: return &r->commenter;
    case DEST_FIELD:
    case DEST_FONTS:
    case DEST_STYLES:
    case DEST_TITLE:
    case DEST_AUTHOR: return &r->value;
    default: return NULL;
    }
}

static void add_sign_of_place(struct rtf *r)
{
    struct buf *to = target(r);
    bool words = r->now->destination == DEST_TEXT || r->now->destination == DEST_NOTE;

    if (r->now->place && r->now->place != r->place && words && to->len) {
        char c = to->data[to->len - 1];
        if (c != ' ' && c != '\n')
            buf_add_char(to, r->now->place);
    }
    r->place = r->now->place;
}

static void add_byte(struct rtf *r, char c)
{
    struct buf *to = r->now->deleted || r->now->hidden ? NULL : target(r);

    if (r->to_skip > 0) {
        r->to_skip--;
        return;
    }
    r->document->hidden_bytes += r->now->hidden && r->now->destination == DEST_TEXT;
    if (!to)
        return;
    add_sign_of_place(r);
    r->letters += c != ' ';
    r->fixed += c != ' ' && r->now->fixed;
    if ((unsigned char) c < 0x80) {
        flush_run(r, to);
        buf_add_char(to, c);
    } else if (r->run.len < RUN_MAX) {
        buf_add_char(&r->run, c);
    }
}

static void add_code_point(struct rtf *r, int32_t c)
{
    char bytes[4];
    struct buf *to = r->now->deleted || r->now->hidden ? NULL : target(r);

    if (c >= 0xd800 && c < 0xdc00) {
        r->high = c;
        return;
    }
    if (c >= 0xdc00 && c < 0xe000 && r->high)
        c = 0x10000 + ((r->high - 0xd800) << 10) + (c - 0xdc00);
    r->high = 0;
    if (!to)
        return;
    flush_run(r, to);
    add_sign_of_place(r);
    buf_add(to, bytes, (size_t) utf8_encode(c, bytes));
}

/* --- paragraphs --- */

/* "3." of a list's sign: 3; anything else is a bullet. */
static unsigned sign_number(struct str sign)
{
    unsigned n = 0;

    sign = str_trim(sign);
    for (size_t i = 0; i < sign.len && i < 5 && sign.data[i] >= '0' && sign.data[i] <= '9'; i++)
        n = n * 10 + (unsigned) (sign.data[i] - '0');
    return n;
}

static void end_code(struct rtf *r)
{
    if (r->code.len)
        rtf_table_end(&r->table, &r->outline);
    outline_code(&r->outline, buf_str(&r->code));
    buf_clear(&r->code);
}

/* "1.", "•" in front of a paragraph that is set in behind it: the length of the sign, 0: none. */
static size_t written_sign(const struct rtf *r, struct str text, unsigned *ret_number)
{
    size_t n = 0;

    *ret_number = 0;
    if (r->first >= 0)
        return 0;
    if (str_starts(text, "\xe2\x80\xa2 ") || str_starts(text, "\xe2\x80\x93 "))
        return 4;
    while (n < text.len && n < 4 && text.data[n] >= '0' && text.data[n] <= '9')
        *ret_number = *ret_number * 10 + (unsigned) (text.data[n++] - '0');
    return n && n + 1 < text.len && text.data[n] == '.' && text.data[n + 1] == ' ' ? n + 2 : 0;
}

/* Lines of code in one paragraph, told by their font. */
static bool is_listing(const struct rtf *r, struct str text)
{
    return r->letters && r->fixed == r->letters && str_find_char(text, '\n', 0) >= 0;
}

/* The level of a style that is a heading, or is based on one. */
static int heading_of(const struct rtf *r, int style)
{
    for (int steps = 0; style > 0 && style < STYLES_MAX && steps < BASED_MAX; steps++) {
        if (r->styles[style].heading || r->styles[style].contents)
            return r->styles[style].heading;
        style = r->styles[style].based;
    }
    return 0;
}

/* A heading with the number that it has on paper. */
static void write_heading(struct rtf *r, int level, struct str text)
{
    struct str sign = str_trim(buf_str(&r->sign));

    if (sign_number(sign) && str_trim(text).len)
        text = str_format(r->in->arena, "%.*s %.*s", STR_ARG(sign), STR_ARG(text));
    outline_heading(&r->outline, level, text);
}

static void end_paragraph(struct rtf *r)
{
    struct str text;
    bool known = r->style >= 0 && r->style < STYLES_MAX;
    int heading = r->outline_level >= 0 && r->outline_level < 6 ? r->outline_level + 1
                  : known                                       ? heading_of(r, r->style)
                                                                : 0;

    flush_run(r, &r->line);
    text = buf_str(&r->line);
    bool listing = is_listing(r, text);
    r->letters = r->fixed = 0;
    if (((known && r->styles[r->style].code) || listing) && !r->in_table) {
        buf_add_str(&r->code, text);
        buf_add_char(&r->code, '\n');
        buf_clear(&r->line);
        buf_clear(&r->sign);
        return;
    }
    end_code(r);
    if (!r->in_table)
        rtf_table_end(&r->table, &r->outline);
    bool item = r->sign.len || r->list;
    if (!r->in_table && str_trim(text).len)
        comments_write(&r->comments, &r->outline, item && r->outline.last == OUTLINE_ITEM);
    char part = known ? r->styles[r->style].part : '\0';
    unsigned number;
    size_t sign = written_sign(r, text, &number);
    r->header = r->header || (r->in_table && part == 'c');
    if (r->in_table) {
        if (!r->row.n)
            office_row_cell(&r->row);
        office_row_add(&r->row, text);
    } else if (heading) {
        write_heading(r, heading, text);
    } else if (sign) {
        outline_item(&r->outline, (int) (r->left / LEVEL_TWIPS) - 1, number, str_sub(text, sign, text.len));
    } else if (r->sign.len && !str_trim(buf_str(&r->sign)).len && r->outline.last == OUTLINE_ITEM) {
        outline_item_more(&r->outline, r->level, text); /* the sign is blank */
    } else if (r->sign.len || r->list) {
        outline_item(&r->outline, r->level, sign_number(buf_str(&r->sign)), text);
    } else if (known && r->styles[r->style].quote) {
        outline_quote(&r->outline, text);
    } else if (part == 't') {
        outline_term(&r->outline, text);
    } else if (part == 'd' && r->outline.last == OUTLINE_TERM) {
        outline_definition(&r->outline, text);
    } else if (!known || !r->styles[r->style].contents) {
        outline_paragraph(&r->outline, text);
    }
    comments_paragraph(&r->comments);
    comments_write(&r->comments, &r->outline, r->in_table || r->outline.last == OUTLINE_ITEM);
    buf_clear(&r->line);
    buf_clear(&r->sign);
}

static void end_cell(struct rtf *r)
{
    r->header = r->header || (r->style >= 0 && r->style < STYLES_MAX && r->styles[r->style].part == 'c');
    flush_run(r, &r->line);
    if (!r->row.n)
        office_row_cell(&r->row);
    office_row_add(&r->row, buf_str(&r->line));
    office_row_cell(&r->row);
    buf_clear(&r->line);
    buf_clear(&r->sign);
}

static void end_row(struct rtf *r)
{
    if (r->row.n)
        r->row.n--; /* the one begun behind the last cell */
    rtf_table_row(&r->table, &r->row, r->header);
    r->header = false;
    office_row_clear(&r->row);
    r->in_table = false;
}

/* --- groups --- */

static void end_font(struct rtf *r)
{
    struct str name = buf_str(&r->value);

    if (str_contains_nocase(name, "courier") || str_contains_nocase(name, "mono") ||
        str_contains_nocase(name, "consolas"))
        r->fixed_fonts[r->font_now] = true;
    buf_clear(&r->value);
}

static void end_value(struct rtf *r)
{
    struct str value = str_trim(buf_str(&r->value));

    flush_run(r, &r->value);
    value = str_trim(buf_str(&r->value));
    if (r->now->destination == DEST_TITLE && value.len)
        r->document->title = str_dup(r->in->arena, value);
    else if (r->now->destination == DEST_AUTHOR && value.len)
        r->document->author = str_dup(r->in->arena, value);
    else if (r->now->destination == DEST_STYLES && r->style_now >= 0 && r->style_now < STYLES_MAX && value.len) {
        char digit = 0;
        for (size_t i = 0; i < value.len; i++)
            digit = value.data[i] >= '1' && value.data[i] <= '6' ? value.data[i] : digit;
        if (str_starts_nocase(value, "heading") && digit)
            r->styles[r->style_now].heading = digit - '0';
        else if (str_starts_nocase(value, "title"))
            r->styles[r->style_now].heading = 1;
        r->styles[r->style_now].contents = str_starts_nocase(value, "toc ") || str_starts_nocase(value, "contents ");
        r->styles[r->style_now].code = str_contains_nocase(value, "preformatted") || str_contains_nocase(value, "code");
        r->styles[r->style_now].quote = str_contains_nocase(value, "quot");
        r->styles[r->style_now].part = office_style_part(str_ends(value, ";") ? str_sub(value, 0, value.len - 1)
                                                                              : value);
    }
    buf_clear(&r->value);
}

/* "TOC 1-3": the field's result, which follows in its group, is a table of contents. */
static void end_field(struct rtf *r)
{
    r->groups[r->depth - 1].contents = str_starts(str_trim(buf_str(&r->value)), "TOC ");
    buf_clear(&r->value);
}

static void end_comment(struct rtf *r)
{
    struct str id = str_format(r->in->arena, "%zu", r->comments.n);
    struct comment *comment = comments_add(&r->comments, id);

    if (comment) {
        comment->author = str_dup(r->in->arena, str_trim(buf_str(&r->commenter)));
        comment->text = str_dup(r->in->arena, str_trim(buf_str(&r->comment)));
        comments_here(&r->comments, id);
    }
    buf_clear(&r->commenter);
    buf_clear(&r->comment);
}

/* The paragraphs of a shape stand before the one they are anchored in. */
static void start_shape(struct rtf *r)
{
    if (r->shape || r->now->destination != DEST_TEXT)
        return;
    flush_run(r, &r->line);
    r->shape = r->depth;
    buf_clear(&r->outer);
    buf_add_str(&r->outer, buf_str(&r->line));
    buf_clear(&r->line);
}

static void end_shape(struct rtf *r)
{
    if (!r->shape)
        return;
    if (r->line.len)
        end_paragraph(r);
    r->shape = 0;
    buf_clear(&r->line);
    buf_add_str(&r->line, buf_str(&r->outer));
}

static void open_group(struct rtf *r)
{
    if (r->depth + 1 >= DEPTH_MAX) {
        r->too_deep++;
        return;
    }
    r->groups[++r->depth] = *r->now;
    r->now = &r->groups[r->depth];
    r->star = false;
    if (r->now->destination == DEST_STYLES)
        r->style_now = 0; /* a style without a number is the normal one */
}

static void close_group(struct rtf *r)
{
    struct buf *to = target(r);

    if (r->too_deep) {
        r->too_deep--;
        return;
    }
    if (!r->depth)
        return;
    if (to)
        flush_run(r, to);
    enum destination was = r->now->destination;
    if (was == DEST_FONTS)
        end_font(r);
    else if (was == DEST_STYLES || was == DEST_TITLE || was == DEST_AUTHOR)
        end_value(r);
    bool last = r->groups[r->depth - 1].destination != was; /* the group that began the destination */
    if (was == DEST_FIELD && last)
        end_field(r);
    else if (was == DEST_COMMENT && last)
        end_comment(r);
    if (r->depth == r->shape)
        end_shape(r);
    r->now = &r->groups[--r->depth];
    if (was == DEST_NOTE && r->now->destination != DEST_NOTE)
        buf_add_z(&r->note, "\n\n");
}

static enum destination destination_of(struct str word)
{
    static const char skipped[] =
        "colortbl pict header headerl headerr headerf footer footerl footerr footerf object generator listtable rsidtbl themedata xmlnstbl datastore latentstyles bkmkstart bkmkend listoverridetable mmathPr nonshppict filetbl revtbl operator creatim doccomm comment keywords subject company manager category sp shprslt nonesttables";
    static const struct word_number words[] = { { "fonttbl", DEST_FONTS },
                                                { "stylesheet", DEST_STYLES },
                                                { "title", DEST_TITLE },
                                                { "author", DEST_AUTHOR },
                                                { "listtext", DEST_SIGN },
                                                { "pntext", DEST_SIGN },
                                                { "fldinst", DEST_FIELD },
                                                { "atnauthor", DEST_COMMENTER },
                                                { "annotation", DEST_COMMENT },
                                                { "footnote", DEST_NOTE },
                                                { 0 } };

    if (str_in_words(skipped, word))
        return DEST_SKIP;
    return (enum destination) word_number(words, word, DEST_TEXT);
}

/* --- control words --- */

static void text_word(struct rtf *r, struct str word, int64_t value, bool has_value)
{
    static const struct word_text signs[] = { { "tab", " " },       { "line", "\n" },
                                              { "emdash", "—" },    { "endash", "–" },
                                              { "lquote", "‘" },    { "rquote", "’" },
                                              { "ldblquote", "“" }, { "rdblquote", "”" },
                                              { "bullet", "•" },    { "emspace", " " },
                                              { "enspace", " " },   { "nestcell", " " },
                                              { "nestrow", " " },   { 0 } };
    struct buf *to = target(r);
    const char *text = to ? word_text(signs, word) : NULL;

    if (text) {
        flush_run(r, to);
        buf_add_z(to, text);
        return;
    }
    if (str_is(word, "u") && has_value) {
        add_code_point(r, (int32_t) (value < 0 ? value + 65536 : value));
        r->to_skip = r->now->skip_after_unicode;
    } else if (str_is(word, "uc") && has_value) {
        r->now->skip_after_unicode = value >= 0 && value < 10 ? (int) value : 1;
    } else if (str_is(word, "ansicpg") && has_value) {
        r->codepage = str_format(r->in->arena, "windows-%lld", (long long) value);
    } else if (str_is(word, "super")) {
        r->now->place = !has_value || value ? '^' : '\0';
    } else if (str_is(word, "sub")) {
        r->now->place = !has_value || value ? '_' : '\0';
    } else if (str_is(word, "up") || str_is(word, "dn")) {
        r->now->place = has_value && !value ? '\0' : str_is(word, "up") ? '^' : '_';
    } else if (str_is(word, "nosupersub") || str_is(word, "plain")) {
        r->now->place = '\0';
        r->now->fixed = r->now->fixed && !str_is(word, "plain");
        r->now->hidden = r->now->hidden && !str_is(word, "plain");
    } else if (str_is(word, "deleted")) {
        r->now->deleted = !has_value || value;
    } else if (str_is(word, "v")) {
        r->now->hidden = !has_value || value;
    } else if (str_is(word, "f") && value >= 0 && value < FONTS_MAX) {
        if (r->now->destination == DEST_FONTS)
            r->font_now = (int) value;
        else
            r->now->fixed = r->fixed_fonts[value];
    }
}

static void paragraph_word(struct rtf *r, struct str word, int64_t value, bool has_value)
{
    if (str_is(word, "par") || str_is(word, "sect") || str_is(word, "page")) {
        if (r->now->destination == DEST_TEXT)
            end_paragraph(r);
        else if (r->now->destination == DEST_NOTE || r->now->destination == DEST_COMMENT)
            buf_add_char(target(r), ' ');
    } else if (str_is(word, "pard") && r->now->destination != DEST_TEXT) {
        return; /* the sign of a list item and a note are no paragraphs of the text */
    } else if (str_is(word, "pard")) {
        r->style = r->outline_level = -1;
        r->level = 0;
        r->left = r->first = 0;
        r->list = r->in_table = false;
    } else if (str_is(word, "s") && has_value) {
        if (r->now->destination == DEST_STYLES)
            r->style_now = value >= 0 && value < STYLES_MAX ? (int) value : -1;
        else
            r->style = (int) (value >= 0 && value < STYLES_MAX ? value : -1);
    } else if (str_is(word, "sbasedon") && r->now->destination == DEST_STYLES) {
        if (r->style_now > 0 && value > 0 && value < STYLES_MAX)
            r->styles[r->style_now].based = (int) value;
    } else if (str_is(word, "fldrslt")) {
        if (r->now->contents)
            r->now->destination = DEST_SKIP;
    } else if (str_is(word, "outlinelevel") && has_value) {
        if (r->now->destination == DEST_TEXT)
            r->outline_level = value >= 0 && value < 9 ? (int) value : -1;
    } else if (str_is(word, "ilvl") && has_value) {
        r->level = value >= 0 && value < 9 ? (int) value : 0;
    } else if (str_is(word, "ls") && r->now->destination == DEST_TEXT) {
        r->list = true;
    } else if (str_is(word, "li")) {
        r->left = value;
    } else if (str_is(word, "fi")) {
        r->first = value;
    } else if (str_is(word, "shptxt")) {
        start_shape(r);
    } else if (str_is(word, "intbl")) {
        r->in_table = true;
    } else if (str_is(word, "trowd")) {
        r->table.edges_n = 0;
        end_code(r);
    } else if (str_is(word, "cellx") && has_value) {
        rtf_table_edge(&r->table, value);
    } else if (str_is(word, "trhdr")) {
        r->header = true;
    } else if (str_is(word, "cell")) {
        end_cell(r);
    } else if (str_is(word, "row")) {
        end_row(r);
    } else {
        text_word(r, word, value, has_value);
    }
}

static void control_word(struct rtf *r)
{
    size_t n = 0, digits;
    int64_t value = 0;

    while (n < r->rest.len && n < 32 &&
           ((r->rest.data[n] >= 'a' && r->rest.data[n] <= 'z') || (r->rest.data[n] >= 'A' && r->rest.data[n] <= 'Z')))
        n++;
    struct str word = str_sub(r->rest, 0, n);
    digits = n + (n < r->rest.len && r->rest.data[n] == '-');
    size_t end = digits;
    while (end < r->rest.len && end < digits + 12 && r->rest.data[end] >= '0' && r->rest.data[end] <= '9')
        end++;
    bool has_value = end > digits && str_to_int(str_sub(r->rest, n, end), &value);
    if (!has_value)
        end = n;
    if (end < r->rest.len && r->rest.data[end] == ' ')
        end++;
    r->rest = str_sub(r->rest, end, r->rest.len);
    if (str_is(word, "bin") && has_value && value > 0) {
        r->rest = str_sub(r->rest, (size_t) value, r->rest.len);
        return;
    }
    enum destination to = destination_of(word);
    if (r->star && to == DEST_TEXT && !str_is(word, "shpinst"))
        to = DEST_SKIP;
    r->star = false;
    if (r->now->destination == DEST_SKIP)
        return;
    if (to == DEST_NOTE && r->now->destination == DEST_TEXT) {
        flush_run(r, &r->line);
        buf_format(&r->line, "[^%u]", ++r->notes);
        buf_format(&r->note, "[^%u]: ", r->notes);
        r->now->place = '\0'; /* the mark stands higher, not the note */
    }
    if (to != DEST_TEXT && r->depth > 0)
        r->now->destination = to;
    else
        paragraph_word(r, word, value, has_value);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Behind a backslash. */
static void control(struct rtf *r)
{
    char c = r->rest.len ? r->rest.data[0] : ' ';

    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        control_word(r);
        return;
    }
    r->rest = str_sub(r->rest, 1, r->rest.len);
    if (c == '\'' && r->rest.len >= 2) {
        int high = hex_digit(r->rest.data[0]), low = hex_digit(r->rest.data[1]);
        r->rest = str_sub(r->rest, 2, r->rest.len);
        if (high >= 0 && low >= 0)
            add_byte(r, (char) (high * 16 + low));
    } else if (c == '*') {
        r->star = true;
    } else if (c == '~') {
        add_byte(r, ' ');
    } else if (c == '_') {
        add_byte(r, '-');
    } else if (c == '\n' || c == '\r') {
        paragraph_word(r, str("par"), 0, false);
    } else if (c == '\\' || c == '{' || c == '}') {
        add_byte(r, c);
    }
}

static void read_all(struct rtf *r)
{
    while (r->rest.len && !r->in->text->over) {
        char c = r->rest.data[0];

        r->rest = str_sub(r->rest, 1, r->rest.len);
        if (c == '{')
            open_group(r);
        else if (c == '}')
            close_group(r);
        else if (c == '\\')
            control(r);
        else if (c != '\r' && c != '\n' && c != '\0')
            add_byte(r, c);
    }
    r->in_table = false;
    end_paragraph(r);
    end_code(r);
    rtf_table_end(&r->table, &r->outline);
    comments_paragraph(&r->comments);
    comments_write(&r->comments, &r->outline, false);
    outline_paragraph(&r->outline, buf_str(&r->note));
}

int format_rtf(struct format_input *in, struct document *ret, struct error *e)
{
    struct rtf *r = arena_alloc(in->arena, sizeof *r);
    struct buf *const bufs[] = { &r->line, &r->run,   &r->sign,    &r->note,     &r->value,
                                 &r->code, &r->outer, &r->comment, &r->commenter };

    if (!str_starts(in->bytes, "{\\rtf"))
        return error_set(e, ERROR_PARSE, "not RTF: it does not start with {\\rtf");
    *r = (struct rtf){ .in = in,
                       .document = ret,
                       .outline = { .out = in->text },
                       .rest = in->bytes,
                       .codepage = str("windows-1252"),
                       .style = -1,
                       .outline_level = -1,
                       .row = { .arena = in->arena },
                       .table = { .arena = in->arena } };
    comments_init(&r->comments, in->arena);
    r->now = &r->groups[0];
    r->now->skip_after_unicode = 1;
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        buf_init(bufs[i], in->text->max);
    read_all(r);
    office_title(in, ret);
    ret->charset = r->codepage;
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        buf_free(bufs[i]);
    return 0;
}
