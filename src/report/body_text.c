/* Sentences and markers of a body as HTML.
 *
 * Sentences are found again in cmark's tree by signs that are put around them
 * before it is parsed. The signs are Unicode punctuation, so that emphasis beside
 * them is read as before; a body that has one of them itself gets none. */
#include "report/internal.h"

#include <string.h>

#include "evidence/markers.h"
#include "report/citations.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/sources.h"
#include "text/sentence.h"

enum { OUT_MAX = 64 << 20, SIGN = 4 /* bytes */, STICKY_WORD_MAX = 32, MARKER_KEYS_MAX = 4 };

/* "OPEN 12 OPENED sentence CLOSE"; SPLIT stands behind the first sentence. */
#define OPEN "\U00010100"
#define OPENED "\U00010101"
#define CLOSE "\U00010102"
#define SPLIT BODY_SPLIT

/* --- signs --- */

bool body_has_signs(struct str text)
{
    return str_find(text, str("\xf0\x90\x84"), 0) >= 0 || str_find(text, str(SPLIT), 0) >= 0;
}

/* "12. " or "3) " */
static bool is_list_number(struct str text)
{
    size_t n = 0;

    while (n < text.len && text.data[n] >= '0' && text.data[n] <= '9')
        n++;
    return n > 0 && n + 1 < text.len && (text.data[n] == '.' || text.data[n] == ')') && text.data[n + 1] == ' ';
}

size_t body_first_sentence(struct arena *arena, struct str text)
{
    struct sentences sentences = { 0 };
    struct str rest = text, line;

    while ((rest.len && rest.data[0] == '#') || str_starts(rest, "\n"))
        str_next_line(&rest, &line);
    size_t start = text.len - rest.len;
    ptrdiff_t paragraph = str_find(rest, str("\n\n"), 0);

    if (rest.len == 0 || strchr("|->*+`~ ", rest.data[0]) || is_list_number(rest))
        return 0;
    sentences_of(arena, str_sub(rest, 0, paragraph < 0 ? rest.len : (size_t) paragraph), &sentences);
    return sentences.n ? start + sentences.items[0].end : 0;
}

/* A table's bars at the ends of a sentence stay outside of it. */
static struct span inner_span(struct str body, const struct claim_row *claim)
{
    struct span at = { (size_t) claim->start, (size_t) claim->end };

    while (at.start < at.end && strchr("| \t", body.data[at.start]))
        at.start++;
    while (at.end > at.start && strchr("| \t\n", body.data[at.end - 1]))
        at.end--;
    return at;
}

/* The body on its way to cmark. */
struct signing {
    struct buf out;
    struct str body;
    size_t from;        /* what stands before it is written */
    size_t split;       /* behind the first sentence; 0: nowhere */
    struct span *spare; /* markers that are left out */
    size_t spare_n, next;
};

/* Writes the body up to `to`. */
static void write_body(struct signing *s, size_t to)
{
    while (s->from < to) {
        struct span spare = s->next < s->spare_n ? s->spare[s->next] : (struct span){ to, to };

        if (spare.end <= s->from) {
            s->next++;
            continue;
        }
        size_t end = spare.start < to ? spare.start : to;
        if (end > s->from)
            buf_add_str(&s->out, str_sub(s->body, s->from, end));
        s->from = spare.start < to ? (spare.end < to ? spare.end : to) : to;
    }
}

static void add_until(struct signing *s, size_t to)
{
    if (s->split > s->from && s->split <= to) {
        write_body(s, s->split);
        buf_add_z(&s->out, SPLIT);
    }
    write_body(s, to);
}

struct str body_signed(struct arena *arena, const struct report *report, size_t start)
{
    struct signing s = { .body = report->body, .from = start };

    if (body_has_signs(s.body))
        return str_sub(s.body, start, s.body.len);
    if (report->extractive)
        s.spare_n = citations_spare(arena, s.body, &s.spare);
    s.split = body_first_sentence(arena, str_sub(s.body, start, s.body.len));
    s.split += s.split ? start : 0;
    buf_init(&s.out, OUT_MAX);
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *claim = &report->claims[i];

        if (claim->left_out || claim->kind == KIND_HEADING || claim->kind == KIND_QUESTION ||
            claim->start < (int64_t) s.from || claim->end <= claim->start || claim->end > (int64_t) s.body.len)
            continue;
        struct span at = inner_span(s.body, claim);
        add_until(&s, at.start);
        buf_format(&s.out, OPEN "%zu" OPENED, i);
        write_body(&s, at.end);
        buf_add_z(&s.out, CLOSE);
        if (s.split > at.start && s.split <= at.end) {
            buf_add_z(&s.out, SPLIT);
            s.split = 0;
        }
    }
    add_until(&s, s.body.len);
    return buf_take(&s.out, arena);
}

/* --- sentences and markers --- */

struct sign {
    enum { SIGN_OPEN, SIGN_CLOSE, SIGN_SPLIT } kind;
    const struct claim_row *claim;
    size_t end;
};

static bool sign_read(const struct body_writer *w, struct str text, size_t at, struct sign *ret)
{
    struct str rest = str_sub(text, at, text.len);
    int64_t number;

    if (!w->has_signs || (unsigned char) rest.data[0] != 0xf0)
        return false;
    *ret = (struct sign){ .kind = str_starts(rest, CLOSE) ? SIGN_CLOSE : SIGN_SPLIT, .end = at + SIGN };
    if (str_starts(rest, CLOSE) || str_starts(rest, SPLIT))
        return true;
    ptrdiff_t end = str_starts(rest, OPEN) ? str_find(rest, str(OPENED), 0) : -1;
    if (end < 0 || !str_to_int(str_sub(rest, SIGN, (size_t) end), &number))
        return false;
    *ret = (struct sign){ SIGN_OPEN, &w->report->claims[number], at + (size_t) end + SIGN };
    return true;
}

/* The section above remembers the claim. */
static void note_claim(struct body_writer *w, const struct claim_row *claim)
{
    if (w->body->sections_n == 0 || !claim_is_counted(claim))
        return;
    struct body_section *section = &w->body->sections[w->body->sections_n - 1];

    section->claims = arena_grow(w->arena, section->claims, &section->capacity, section->claims_n + 1,
                                 sizeof *section->claims);
    section->claims[section->claims_n++] = claim;
}

static const struct claim_look *look_of(const struct body_writer *w)
{
    static const struct claim_look plain = { "source", "not checked", "", "" };

    return report_shows_verdicts(w->report) ? claim_look(w->claim) : &plain;
}

/* A sentence that is not supported and has no marker: its sign alone opens the evidence. */
static void write_bare_sign(struct body_writer *w)
{
    const struct claim_look *look = look_of(w);

    if (w->marked || w->in_link || !claim_is_shown(w->claim) || !look->mark[0])
        return;
    buf_format(w->out,
               "<button class=\"m v-%s\" type=\"button\" popovertarget=\"e%lld\" aria-label=\"%c%s: open the "
               "evidence\">",
               look->word, (long long) w->claim->number, look->name[0] - 'a' + 'A', look->name + 1);
    html_sign(w->out, look->sign);
    buf_add_z(w->out, "</button>");
}

static void follow_sign(struct body_writer *w, const struct sign *sign)
{
    if (sign->kind == SIGN_SPLIT && w->splits)
        buf_add_z(w->out, "</p>\n<p>");
    if (sign->kind == SIGN_OPEN)
        note_claim(w, sign->claim);
    if (sign->kind == SIGN_CLOSE && w->claim)
        write_bare_sign(w);
    w->marked = sign->kind == SIGN_SPLIT && w->marked;
    if (sign->kind != SIGN_SPLIT)
        w->claim = sign->claim;
}

/* Text of one sentence, or of none. */
static void write_piece(struct body_writer *w, struct str text)
{
    if (text.len == 0)
        return;
    if (!w->claim) {
        html_escape(w->out, text);
        return;
    }
    bool *shown = &w->body->shown[w->claim - w->report->claims];

    if (claim_is_shown(w->claim))
        buf_format(w->out, "<span class=\"s c%lld v-%s\"", (long long) w->claim->number, look_of(w)->word);
    else
        buf_add_z(w->out, w->claim->kind == KIND_REMARK ? "<span class=\"remark\"" : "<span");
    if (!*shown)
        buf_format(w->out, " id=\"s%lld\"", (long long) w->claim->number);
    *shown = true;
    buf_add_char(w->out, '>');
    html_escape(w->out, text);
    buf_add_z(w->out, "</span>");
}

/* "1, 2, 3 +5": what stands in a marker. */
static struct str marker_text(struct body_writer *w, const struct str_list *keys)
{
    size_t shown = keys->n > MARKER_KEYS_MAX ? MARKER_KEYS_MAX - 1 : keys->n;
    struct str text = str_join(w->arena, keys->items, shown, ", ");

    return shown == keys->n ? text : str_format(w->arena, "%.*s +%zu", STR_ARG(text), keys->n - shown);
}

/* One marker for all sources that are named at one place. */
static void write_marker(struct body_writer *w, const int64_t *numbers, size_t n)
{
    struct str_list keys = { 0 };

    for (size_t i = 0; i < n; i++)
        str_list_add(w->arena, &keys, citation_key(w->arena, w->report, numbers[i]));
    struct str all = str_join(w->arena, keys.items, keys.n, ", "), text = marker_text(w, &keys);

    w->marked = true;
    if (w->in_link) {
        html_escape(w->out, text);
    } else if (w->claim && claim_is_shown(w->claim)) {
        const struct claim_look *look = look_of(w);

        buf_format(
            w->out,
            "<button class=\"m v-%s\" type=\"button\" popovertarget=\"e%lld\" aria-label=\"Source %.*s, %s: open "
            "the evidence\">",
            look->word, (long long) w->claim->number, STR_ARG(all), look->name);
        html_escape(w->out, text);
        if (look->sign[0])
            html_sign(w->out, look->sign);
        buf_add_z(w->out, "</button>");
    } else {
        buf_format(w->out, "<a class=\"m v-source\" href=\"#source-%lld\" aria-label=\"Source %.*s\">",
                   (long long) numbers[0], STR_ARG(all));
        html_escape(w->out, text);
        buf_add_z(w->out, "</a>");
    }
}

/* The markers at `at`, as many as stand side by side; false: there is none, or it names no source. */
static bool markers_at(const struct body_writer *w, struct str text, size_t at, int64_t *numbers, size_t *ret_n,
                       size_t *ret_end)
{
    bool classical = str_is(w->report->citations, "classical");
    struct marker marker;

    *ret_n = 0;
    while (at < text.len && text.data[at] == '[' && *ret_n < MARKER_MAX && marker_read(text, at, &marker) &&
           marker.n == 1 && report_source(w->report, marker.items[0])) {
        numbers[(*ret_n)++] = marker.items[0];
        *ret_end = at = marker.end;
        if (classical)
            break;
        if (at + 1 < text.len && text.data[at] == ' ' && text.data[at + 1] == '[')
            at++;
    }
    return *ret_n > 0;
}

static void write_classical(struct body_writer *w, const struct report_source *source)
{
    buf_add_z(w->out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
    html_escape_url(w->out, source->url);
    buf_add_z(w->out, "\">");
    html_escape(w->out, source_title(source));
    buf_add_z(w->out, "</a>");
}

/* Text with the markers behind it. They stick to its last word, and to the stop that follows them in the text. */
static void write_cited(struct body_writer *w, struct str before, struct str stop, const int64_t *numbers, size_t n)
{
    const struct report_source *source = report_source(w->report, numbers[0]);

    if (str_is(w->report->citations, "classical") && url_is_web(source->url) && !w->in_link) {
        write_piece(w, before);
        write_classical(w, source);
        write_piece(w, stop);
        return;
    }
    while (before.len && before.data[before.len - 1] == ' ')
        before.len--;
    size_t word = before.len;
    while (word > 0 && before.data[word - 1] != ' ')
        word--;
    if (before.len - word > STICKY_WORD_MAX)
        word = before.len;
    write_piece(w, str_sub(before, 0, word));
    buf_add_z(w->out, before.len > word ? "<span class=\"nb\">" : "<span class=\"nb\">\u2060"); /* behind an element */
    write_piece(w, str_format(w->arena, "%.*s%.*s", STR_ARG(str_sub(before, word, before.len)), STR_ARG(stop)));
    write_marker(w, numbers, n);
    buf_add_z(w->out, "</span>");
}

void body_write_text(struct body_writer *w, struct str text)
{
    size_t from = 0, at = 0, n;
    int64_t numbers[MARKER_MAX];

    while (at < text.len) {
        struct sign sign;
        size_t end = at;

        if (text.data[at] == '[' && markers_at(w, text, at, numbers, &n, &end)) {
            size_t stop = end < text.len && strchr(".,;:!?", text.data[end]) ? end + 1 : end;

            write_cited(w, str_sub(text, from, at), str_sub(text, end, stop), numbers, n);
            end = stop;
        } else if (sign_read(w, text, at, &sign)) {
            write_piece(w, str_sub(text, from, at));
            follow_sign(w, &sign);
            end = sign.end;
        }
        if (end > at)
            from = at = end;
        else
            at++;
    }
    write_piece(w, str_sub(text, from, text.len));
}

struct str body_plain(const struct body_writer *w, struct str text)
{
    struct sign sign;
    struct buf out;

    buf_init(&out, text.len + 1);
    for (size_t at = 0; at < text.len;)
        if (sign_read(w, text, at, &sign))
            at = sign.end;
        else
            buf_add_char(&out, text.data[at++]);
    return buf_take(&out, w->arena);
}
