/* pdftotext prints "2^32" as "232" and headings as lines like all others. With -bbox-layout it also prints where each word
 * stands and how high it is. Most letters of a document have one size; lines that are larger, short and few are headings.
 * A smaller figure that follows a word without a gap and stands higher or lower is raised or lowered. */
#include "pages/pdf_type.h"

#include "base/order.h"
#include "pages/xml.h"

#include <stdlib.h>

enum {
    SIZES_MAX = 64,
    WORDS_MAX = 400, /* of a line that are looked at */
    SIZE_MAX_POINTS = 2000,
    LARGER = 112,   /* percent of the body's size from which a line may be a heading */
    SMALLER = 85,   /* percent of the line's size up to which a word may be raised or lowered */
    MOVED = 12,     /* percent of the line's size by which it then stands higher or lower */
    GAP = 15,       /* percent of the line's size between a word and what is raised behind it */
    SHARE_MAX = 20, /* percent of a document's letters that one size of headings may have */
    HEADING_MAX = 150,
    RAISED_MAX = 6,
    WINDOW = 300, /* lines around the last one in which the next one is looked for */
};

struct box {
    double left, top, right, bottom;
    size_t at, len; /* its letters in the line */
};

struct reading {
    struct arena *arena;
    struct pdf_type *type;
    struct pdf_type_page *page;
    struct buf letters, word;
    struct box boxes[WORDS_MAX];
    size_t n;
    struct {
        int size;
        size_t letters;
    } sizes[SIZES_MAX];
    size_t sizes_n;
};

/* --- a line --- */

static double number_of(struct arena *arena, const struct xml *xml, const char *name)
{
    double value = 0;

    return str_to_double(xml_attribute(arena, xml, name), &value) && value > -1e6 && value < 1e6 ? value : 0;
}

static int by_number(const void *a, const void *b) { return ORDER(*(const double *) a, *(const double *) b); }

static double height(const struct box *box) { return box->bottom - box->top; }

/* The height of the middle word, so that neither an initial nor a raised figure decides. */
static const struct box *middle_of(struct reading *r)
{
    double heights[WORDS_MAX];

    for (size_t i = 0; i < r->n; i++)
        heights[i] = height(&r->boxes[i]);
    qsort(heights, r->n, sizeof *heights, by_number);
    /* The upper middle: of a word and the mark behind it the word decides. */
    for (size_t i = 0; i < r->n; i++)
        if (height(&r->boxes[i]) >= heights[r->n / 2])
            return &r->boxes[i];
    return &r->boxes[0];
}

/* Figures with their signs, or one letter: what stands as an exponent, an index or a note's mark. */
static bool may_move(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!strchr("0123456789+-,", word.data[i]) && !str_starts(str_sub(word, i, word.len), "\u2212"))
            return word.len == 1 && ((word.data[0] | 32) >= 'a' && (word.data[0] | 32) <= 'z');
        else if ((unsigned char) word.data[i] >= 0x80)
            i += 2;
    return word.len > 0 && word.len <= RAISED_MAX;
}

static void mark_line(struct reading *r, const struct box *middle, struct pdf_line *line)
{
    double size = height(middle);

    for (size_t i = 1; i < r->n && line->marks_n < PDF_MARKS_MAX; i++) {
        const struct box *box = &r->boxes[i], *before = &r->boxes[i - 1];
        bool small = height(box) * 100 <= size * SMALLER, near = box->left - before->right <= size * GAP / 100;
        bool high = middle->bottom - box->bottom >= size * MOVED / 100;
        bool low = box->top - middle->top >= size * MOVED / 100;

        if (small && near && high != low && height(before) * 100 > size * SMALLER &&
            may_move(str_sub(line->letters, box->at, box->at + box->len)))
            line->marks[line->marks_n++] = (struct pdf_mark){ box->at, high ? '^' : '_' };
    }
}

static void count_size(struct reading *r, int size, size_t letters)
{
    size_t i = 0;

    while (i < r->sizes_n && r->sizes[i].size != size)
        i++;
    if (i == SIZES_MAX)
        return;
    if (i == r->sizes_n)
        r->sizes[r->sizes_n++].size = size;
    r->sizes[i].letters += letters;
}

static void end_line(struct reading *r)
{
    struct pdf_type_page *page = r->page;

    if (page && r->n) {
        const struct box *middle = middle_of(r);
        double points = height(middle);

        page->lines = arena_grow(r->arena, page->lines, &page->capacity, page->n + 1, sizeof *page->lines);
        struct pdf_line *line = &page->lines[page->n++];
        *line = (struct pdf_line){ .letters = str_dup(r->arena, buf_str(&r->letters)) };
        /* In halves of a point: the same letters differ by less. */
        line->size = points > 0 && points < SIZE_MAX_POINTS ? (int) (points * 2 + 0.5) * 5 : 0;
        mark_line(r, middle, line);
        count_size(r, line->size, line->letters.len);
    }
    r->n = 0;
    buf_clear(&r->letters);
}

static void add_letters(struct str text, struct buf *ret)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char) text.data[i] > ' ')
            buf_add_char(ret, text.data[i]);
}

/* A word's text, up to the end of its element. */
static void read_word(struct reading *r, struct xml *xml)
{
    struct box box = { number_of(r->arena, xml, "xMin"),
                       number_of(r->arena, xml, "yMin"),
                       number_of(r->arena, xml, "xMax"),
                       number_of(r->arena, xml, "yMax"),
                       r->letters.len,
                       0 };

    buf_clear(&r->word);
    for (enum xml_type type; (type = xml_next(xml)) != XML_END_OF_FILE && type != XML_END;)
        if (type == XML_TEXT)
            xml_add_text(xml, &r->word);
    add_letters(buf_str(&r->word), &r->letters);
    box.len = r->letters.len - box.at;
    if (box.len && r->n < WORDS_MAX)
        r->boxes[r->n++] = box;
}

/* --- the document --- */

/* The sizes above that of most letters, the four largest, each of few letters. */
static void find_headings(struct reading *r)
{
    size_t all = 0, most = 0, n = 0;

    for (size_t i = 0; i < r->sizes_n; i++) {
        all += r->sizes[i].letters;
        most = r->sizes[i].letters > r->sizes[most].letters ? i : most;
    }
    for (int below = SIZE_MAX_POINTS * 10 + 1; n < PDF_LEVELS_MAX && r->sizes_n;) {
        int next = 0;

        for (size_t i = 0; i < r->sizes_n; i++)
            if (r->sizes[i].size < below && r->sizes[i].size > next && r->sizes[i].letters * 100 <= all * SHARE_MAX)
                next = r->sizes[i].size;
        if (next * 100 < r->sizes[most].size * LARGER)
            break;
        r->type->sizes[n++] = below = next;
    }
}

void pdf_type_read(struct arena *arena, struct str printed, size_t most, struct pdf_type *ret)
{
    struct reading *r = arena_calloc(arena, 1, sizeof *r);
    struct xml xml;

    *ret = (struct pdf_type){ 0 };
    r->arena = arena;
    r->type = ret;
    buf_init(&r->letters, printed.len + 64);
    buf_init(&r->word, printed.len + 64);
    xml_open(&xml, printed);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START && str_is(xml.name, "page") && ret->n < most) {
            end_line(r);
            ret->pages = arena_grow(arena, ret->pages, &ret->capacity, ret->n + 1, sizeof *ret->pages);
            r->page = &ret->pages[ret->n++];
            *r->page = (struct pdf_type_page){ 0 };
        } else if (type == XML_START && str_is(xml.name, "word")) {
            read_word(r, &xml);
        } else if (type == XML_END && (str_is(xml.name, "line") || str_is(xml.name, "page"))) {
            end_line(r);
            if (str_is(xml.name, "page"))
                r->page = NULL;
        }
    }
    end_line(r);
    find_headings(r);
    buf_free(&r->letters);
    buf_free(&r->word);
}

/* --- asking --- */

static const struct pdf_line *find_line(struct pdf_type_page *page, struct str letters)
{
    for (size_t away = 0; away < WINDOW; away++) {
        size_t ahead = page->next + away;

        if (ahead < page->n && str_eq(page->lines[ahead].letters, letters)) {
            page->next = ahead + 1;
            return &page->lines[ahead];
        }
        if (away && away <= page->next && page->next - away < page->n &&
            str_eq(page->lines[page->next - away].letters, letters))
            return &page->lines[page->next - away];
    }
    return NULL;
}

/* Short, with a letter in it, no sentence and no line of a contents list. */
static bool reads_like_heading(struct str letters)
{
    bool letter = false;

    for (size_t i = 0; i < letters.len && !letter; i++)
        letter = ((letters.data[i] | 32) >= 'a' && (letters.data[i] | 32) <= 'z') ||
                 (unsigned char) letters.data[i] >= 0xc3;
    return letter && !str_contains(letters, "....") && letters.len > 1 && letters.len <= HEADING_MAX &&
           !strchr(".,;|", letters.data[letters.len - 1]) && !str_starts(letters, "\u2022");
}

static struct str with_marks(struct arena *arena, const struct pdf_line *found, struct str line)
{
    struct buf out;
    size_t at = 0, mark = 0;

    if (!found->marks_n)
        return line;
    buf_init(&out, line.len + PDF_MARKS_MAX + 1);
    for (size_t i = 0; i < line.len; i++) {
        if ((unsigned char) line.data[i] > ' ') {
            if (mark < found->marks_n && found->marks[mark].at == at)
                buf_add_char(&out, found->marks[mark++].sign);
            at++;
        }
        buf_add_char(&out, line.data[i]);
    }
    return buf_take(&out, arena);
}

struct str pdf_type_line(struct arena *arena, struct pdf_type *type, size_t page, struct str line, int *level)
{
    struct buf letters;

    *level = 0;
    if (page >= type->n)
        return line;
    buf_init(&letters, line.len + 1);
    add_letters(line, &letters);
    const struct pdf_line *found = letters.len ? find_line(&type->pages[page], buf_str(&letters)) : NULL;
    if (found && reads_like_heading(found->letters))
        for (int i = 0; i < PDF_LEVELS_MAX && type->sizes[i]; i++)
            if (found->size == type->sizes[i])
                *level = i + 1;
    buf_free(&letters);
    return found ? with_marks(arena, found, line) : line;
}
