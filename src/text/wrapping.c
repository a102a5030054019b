#include "text/wrapping.h"

#include <ctype.h>

#include "base/buf.h"
#include "text/markdown_line.h"
#include "text/untag.h"
#include "text/utf8.h"

/* Bytes that a line of talk has at most, how many such lines stand at one end, and bytes of one that says nothing else. */
enum { TALK_MOST = 400, TALK_LINES = 3, INTERJECTION_MOST = 40 };

/* A line begins so, folded, when it speaks to who asked … */
static const char *const interjections[] = {
    "certainly", "sure",       "of course", "absolutely",  "okay",         "ok",        "great question", "thank you",
    "thanks",    "understood", "got it",    "gerne",       "gern",         "natürlich", "klar",           "sicher",
    "bien sûr",  "d'accord",   "claro",     "desde luego", "por supuesto", "当然",      "好的",           "конечно",
    "хорошо",    "tabii",      "elbette",   "بالتأكيد",    "بالطبع",       NULL,
};
/* … or when it announces … */
static const char *const announcements[] = {
    "here is",      "here's",
    "here are",     "below is",
    "below you",    "the following is",
    "please find",  "i have ",
    "i've ",        "hier ist",
    "hier sind",    "nachfolgend",
    "im folgenden", "voici",
    "ci-dessous",   "vous trouverez",
    "aquí ",        "a continuación",
    "以下是",       "这是",
    "下面是",       "вот ",
    "ниже",         "işte",
    "aşağıda",      "إليك",
    "فيما يلي",     NULL,
};
/* … one of these. */
static const char *const announced[] = {
    "report",  "summary",         "answer",  "analysis",  "overview", "research", "findings", "response", "synthesis",
    "bericht", "zusammenfassung", "antwort", "überblick", "rapport",  "résumé",   "réponse",  "synthèse", "informe",
    "resumen", "respuesta",       "报告",    "总结",      "回答",     "отчёт",    "отчет",    "ответ",    "rapor",
    "özet",    "yanıt",           "تقرير",   "ملخص",      "إجابة",    NULL,
};
/* What is said to who asked behind the text. */
static const char *const offers[] = {
    "let me know",
    "feel free to",
    "hope this helps",
    "i hope this",
    "i hope that this",
    "i'd be happy to",
    "i am happy to",
    "i'm happy to",
    "happy to help",
    "would you like me",
    "do you want me to",
    "if you'd like, i",
    "if you would like, i",
    "if you want, i",
    "i can also ",
    "if you need more",
    "if you need anything",
    "if you need any further",
    "further questions",
    "any other questions",
    "lassen sie es mich wissen",
    "lassen sie mich wissen",
    "lass es mich wissen",
    "lass mich wissen",
    "sagen sie mir bescheid",
    "weitere fragen haben",
    "haben sie weitere fragen",
    "ich hoffe,",
    "n'hésitez pas",
    "j'espère que",
    "souhaitez-vous que",
    "voulez-vous que",
    "faites-le-moi savoir",
    "no dude en",
    "no dudes en",
    "espero que esto",
    "espero que este",
    "hágamelo saber",
    "avísame",
    "请告诉我",
    "请随时",
    "希望这",
    "告诉我",
    "дайте знать",
    "надеюсь,",
    "сообщите мне",
    "bana bildirin",
    "çekinmeyin",
    "umarım",
    "أخبرني",
    "لا تتردد",
    "آمل أن",
    NULL,
};

bool text_cites(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] != '[')
            continue;
        for (size_t k = i + 1; k < text.len && k < i + 200 && text.data[k] != ']' && text.data[k] != '\n'; k++)
            if (isdigit((unsigned char) text.data[k]) ||
                (k + 2 < text.len && text.data[k + 1] == ']' && text.data[k + 2] == '('))
                return true;
    }
    return false;
}

/* --- lines --- */

/* "---", "***". */
static bool is_rule(struct str line)
{
    line = str_trim(line);
    for (size_t i = 0; i < line.len; i++)
        if (!strchr("-*_", line.data[0]) || line.data[i] != line.data[0])
            return false;
    return line.len >= 3;
}

/* What stands behind the signs of a fence: "markdown". */
static struct str fence_word(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[n] == line.data[0])
        n++;
    return str_trim(str_sub(line, n, line.len));
}

static bool is_markdown(struct str word)
{
    return str_eq_nocase(word, str("markdown")) || str_eq_nocase(word, str("md"));
}

/* A fence that may stand around a whole text. */
static bool opens_text(struct str line)
{
    struct str word = fence_word(line);

    return line_is_fence(line) && (word.len == 0 || is_markdown(word) || str_eq_nocase(word, str("text")) ||
                                   str_eq_nocase(word, str("plaintext")) || str_eq_nocase(word, str("txt")));
}

static bool ends_with_colon(struct str line)
{
    while (line.len && strchr("*_ ", line.data[line.len - 1]))
        line.len--;
    return str_ends(line, ":") || str_ends(line, "：");
}

/* The first line that is not empty, trimmed; *ret_rest begins behind it. */
static struct str first_line(struct str text, struct str *ret_rest)
{
    struct str line = str("");

    while (str_next_line(&text, &line) && str_empty(str_trim(line)))
        line = str("");
    *ret_rest = text;
    return str_trim(line);
}

/* --- talk --- */

static struct str folded(struct arena *arena, struct str line)
{
    while (line.len && strchr("*_> ", line.data[0]))
        line = str_sub(line, 1, line.len);
    return str_replace(arena, utf8_fold(arena, line), str("’"), str("'"));
}

/* Which of the words it begins with: their length, 0 for none. */
static size_t begins_with(struct arena *arena, struct str line, const char *const words[])
{
    for (size_t i = 0; words[i]; i++) {
        struct str word = utf8_fold(arena, str(words[i]));

        if (str_starts(line, str_z(arena, word)))
            return word.len;
    }
    return 0;
}

static bool names_any(struct arena *arena, struct str line, const char *const words[])
{
    for (size_t i = 0; words[i]; i++)
        if (str_find(line, utf8_fold(arena, str(words[i])), 0) >= 0)
            return true;
    return false;
}

/* "Certainly!", "Sure, here is …": the word ends there. */
static bool interjects(struct arena *arena, struct str line)
{
    size_t n = begins_with(arena, line, interjections);

    return n && (n == line.len || strchr("!,.:;", line.data[n]) || (unsigned char) line.data[n] >= 0x80);
}

/* A line of prose that may be talk: short, and neither cites nor stands for something else. */
static bool may_be_talk(struct str line)
{
    return line.len && line.len <= TALK_MOST && !line_heading_level(line) && !line_is_fence(line) &&
           !strchr("|-+", line.data[0]) && !isdigit((unsigned char) line.data[0]) && !text_cites(line);
}

/* In front of a heading or a rule every line that ends with ":" announces. Elsewhere it must say so, and say nothing
 * else: "Here is the answer: 79 metres." stays. */
static bool announces(struct str line, struct str next)
{
    bool colon = ends_with_colon(line);

    if (!may_be_talk(line) || str_empty(next))
        return false;
    if (colon && (line_heading_level(next) || is_rule(next)))
        return true;
    if (!colon && (str_contains(line, ": ") || str_has_digit(line)))
        return false;
    struct arena *arena = arena_new();
    struct str words = folded(arena, line);
    bool speaks = interjects(arena, words), names = names_any(arena, words, announced);
    bool yes = (speaks && (names || colon || words.len <= INTERJECTION_MOST)) ||
               (names && begins_with(arena, words, announcements));
    arena_free(arena);
    return yes;
}

static struct str without_announcement(struct str text)
{
    struct str rest, behind, line = first_line(text, &rest);
    bool talk = false;

    for (int i = 0; i < TALK_LINES && announces(line, first_line(rest, &behind)); i++) {
        talk = true;
        text = rest;
        line = first_line(text, &rest);
    }
    return talk && is_rule(line) ? rest : text;
}

static bool offers_more(struct str line)
{
    if (!may_be_talk(line))
        return false;
    struct arena *arena = arena_new();
    bool yes = names_any(arena, folded(arena, line), offers);
    arena_free(arena);
    return yes;
}

/* The last line, and what stands before it. */
static struct str last_line(struct str text, struct str *ret_before)
{
    size_t at;

    text = str_trim(text);
    for (at = text.len; at > 0 && text.data[at - 1] != '\n'; at--)
        ;
    *ret_before = str_sub(text, 0, at);
    return str_sub(text, at, text.len);
}

/* `more`: other text stands before it. */
static struct str without_offer(struct str text, bool more)
{
    struct str before, line = last_line(text, &before);
    bool talk = false;

    for (int i = 0; i < TALK_LINES && (more || !str_empty(str_trim(before))) && offers_more(line); i++) {
        talk = true;
        text = str_trim(before);
        line = last_line(text, &before);
    }
    return talk && is_rule(line) ? str_trim(before) : text;
}

/* --- the fence --- */

/* "… high [1]." and "… high [1][2]", not "a[1]". */
static bool has_marker(struct str text)
{
    for (size_t i = 1; i < text.len; i++) {
        size_t k = i + 1;

        if (text.data[i] != '[' || text.data[i - 1] != ' ')
            continue;
        while (k < text.len && isdigit((unsigned char) text.data[k]))
            k++;
        if (k > i + 1 && k < text.len && text.data[k] == ']')
            return true;
    }
    return false;
}

static bool has_heading(struct str text)
{
    struct str line;

    while (str_next_line(&text, &line))
        if (line_heading_level(line))
            return true;
    return false;
}

struct fenced {
    struct str inside, behind;
};

/* Code blocks of the text have two fences each, so that an odd one is the end of the whole. */
static struct fenced split_fenced(struct str text)
{
    struct fenced ret = { text, str("") };
    struct str rest = text, line;
    size_t fences = 0, last = text.len, behind = text.len;

    for (size_t at = 0; str_next_line(&rest, &line); at = text.len - rest.len) {
        if (!line_is_fence(line))
            continue;
        fences++;
        last = at;
        behind = text.len - rest.len;
    }
    if (fences % 2 == 1) {
        ret.inside = str_sub(text, 0, last);
        ret.behind = str_trim(str_sub(text, behind, text.len));
    }
    return ret;
}

/* Is the text in the fence that begins with `line` the one that was asked for? A code block of a text is not. */
static bool is_text(struct str line, bool alone, const struct fenced *f)
{
    bool ends = !text_cites(f->behind) && !has_heading(f->behind) && f->behind.len <= TALK_MOST;

    if (str_empty(str_trim(f->inside)))
        return false;
    if (is_markdown(fence_word(line)))
        return alone || has_heading(f->inside) || has_marker(f->inside);
    return has_marker(f->inside) && ends;
}

static struct str without_fence(struct arena *arena, struct str text)
{
    struct str rest, line = first_line(text, &rest);
    bool alone = true;

    for (int i = 0; i < TALK_LINES && may_be_talk(line); i++) {
        alone = false;
        line = first_line(rest, &rest);
    }
    if (!opens_text(line))
        return text;
    struct fenced f = split_fenced(rest);
    if (!is_text(line, alone && f.behind.len == 0, &f))
        return text;
    if (f.behind.len == 0 || (f.behind.len <= TALK_MOST && !text_cites(f.behind) && !has_heading(f.behind)))
        return f.inside;
    return str_format(arena, "%.*s\n\n%.*s", STR_ARG(str_trim(f.inside)), STR_ARG(f.behind));
}

/* --- titles --- */

/* Of the lines of a text, one after the other: those of a code block are no headings. */
static size_t level_of(struct str line, bool *code)
{
    if (line_is_fence(line))
        *code = !*code;
    return *code ? 0 : line_heading_level(line);
}

static size_t titles_behind(struct str text)
{
    struct str line;
    size_t n = 0;
    bool code = false;

    for (bool first = true; str_next_line(&text, &line); first = false)
        n += level_of(line, &code) == 1 && !first;
    return n;
}

static struct str with_one_title(struct arena *arena, struct str text)
{
    struct str rest = text, line, title = str("");
    struct buf out;
    bool code = false;

    if (!titles_behind(text))
        return text;
    buf_init(&out, 2 * text.len + 16);
    for (bool first = true; str_next_line(&rest, &line); first = false) {
        size_t level = level_of(line, &code);

        if (first && level == 1)
            title = str_trim(line);
        else if (level == 1 && str_eq(str_trim(line), title))
            continue;
        else if (level && level < 6)
            buf_add_char(&out, '#');
        buf_add_str(&out, line);
        buf_add_char(&out, '\n');
    }
    return buf_take(&out, arena);
}

struct str text_unwrap(struct arena *arena, struct str text)
{
    struct str inside = text_untag(arena, without_fence(arena, str_trim(text)));

    inside = str_trim(without_offer(str_trim(without_announcement(str_trim(inside))), false));
    inside = str_trim(with_one_title(arena, inside));
    return str_eq(inside, str_trim(text)) ? text : inside;
}

/* --- while it is written --- */

static void part_release(struct parting *p, const struct sink *out)
{
    p->any = p->any || !str_empty(str_trim(str_n(p->held, p->n)));
    if (p->n)
        sink_write(out, str_n(p->held, p->n));
    p->n = p->line = 0;
    p->offers = 0;
}

/* May the line at hand, as far as it is written, become an offer, or the rule in front of one? */
static bool part_waits(const struct parting *p)
{
    struct str line = str_trim(str_n(p->held + p->line, p->n - p->line));
    size_t signs = 0;

    while (signs < line.len && strchr("-*_", line.data[signs]))
        signs++;
    return signs == line.len || (line.data[0] != '#' && may_be_talk(line));
}

static void part_line(struct parting *p, const struct sink *out)
{
    struct str line = str_trim(str_n(p->held + p->line, p->n - p->line));
    bool offer = offers_more(line);

    p->line = p->n;
    p->offers += offer;
    if (line.len && ((!offer && !is_rule(line)) || p->offers > TALK_LINES))
        part_release(p, out);
}

/* Would the next byte be one too many? Between two characters, where it can be. */
static bool has_room(size_t n, size_t size, struct str next)
{
    return n < size && (n + 4 < size || (next.len && ((unsigned char) next.data[0] & 0xC0) == 0x80));
}

static void part_write(struct parting *p, struct str data, const struct sink *out)
{
    while (data.len) {
        ptrdiff_t end = p->mid ? str_find_char(data, '\n', 0) : 0;

        if (p->mid) { /* the rest of a line that is no offer */
            sink_write(out, str_sub(data, 0, end < 0 ? data.len : (size_t) end));
            data = str_sub(data, end < 0 ? data.len : (size_t) end, data.len);
            p->mid = end < 0;
            continue;
        }
        p->held[p->n++] = data.data[0];
        if (data.data[0] == '\n')
            part_line(p, out);
        data = str_sub(data, 1, data.len);
        if (!has_room(p->n, sizeof p->held, data) || (data.len == 0 && !part_waits(p))) {
            p->mid = p->n > p->line;
            part_release(p, out);
        }
    }
}

/* The text has ended. */
static void part_end(struct parting *p, const struct sink *out)
{
    struct str all = str_n(p->held, p->n), kept = without_offer(all, p->any);

    if (kept.len < str_trim(all).len)
        p->n = (size_t) (kept.data - p->held) + kept.len;
    part_release(p, out);
}

static struct str held(const struct unwrapping *u) { return str_n(u->held, u->held_n); }

static void let_go(struct unwrapping *u, const struct sink *out)
{
    if (u->held_n)
        part_write(&u->parting, held(u), out);
    u->held_n = 0;
}

/* Leaves the line that may yet be talk, with what stands behind it. */
static void settle_beginning(struct unwrapping *u, const struct sink *out)
{
    struct str rest, behind, line = first_line(held(u), &rest);

    while (line.len && !opens_text(line)) {
        struct str next = first_line(rest, &behind);

        if (next.len == 0 && announces(line, str("# ")))
            return;
        if (!announces(line, next) && !(may_be_talk(line) && opens_text(next)))
            break;
        u->held_n -= (size_t) (next.data - u->held);
        memmove(u->held, next.data, u->held_n);
        line = first_line(held(u), &rest);
    }
    u->fenced = opens_text(line);
    u->begun = line.len > 0;
    if (u->fenced || !u->begun)
        u->held_n = 0;
    let_go(u, out);
}

/* A line of a fenced text has ended. */
static void settle_line(struct unwrapping *u, const struct sink *out)
{
    struct str line = str_trim(held(u));
    bool drop = u->ended && offers_more(line);

    if (!u->ended && !u->mid && line_is_fence(line)) {
        drop = u->ended = !u->inner && fence_word(line).len == 0;
        u->inner = !u->inner;
    }
    if (drop)
        u->held_n = 0;
    let_go(u, out);
    u->mid = false;
}

/* What cannot be a fence need not wait for the end of its line. */
static bool may_go(const struct unwrapping *u)
{
    return u->begun && u->held_n && (u->mid || (!u->ended && !strchr("`~ ", u->held[0])));
}

/* The way out: without tags. */
struct cleaning {
    struct untag_stream *tags;
    const struct sink *out;
};

static void clean_write(void *context, struct str data)
{
    const struct cleaning *c = context;

    untag_stream_write(c->tags, data, c->out);
}

static void unwrap(struct unwrapping *u, struct str data, const struct sink *out)
{
    for (size_t i = 0; i < data.len; i++) {
        if (u->begun && !u->fenced) {
            part_write(&u->parting, str_sub(data, i, data.len), out);
            return;
        }
        u->held[u->held_n++] = data.data[i];
        bool full = !has_room(u->held_n, sizeof u->held, str_sub(data, i + 1, data.len));
        if (!u->begun && (data.data[i] == '\n' || full || u->held[0] == '#'))
            settle_beginning(u, out);
        else if (u->begun && data.data[i] == '\n')
            settle_line(u, out);
        if (full && u->held_n) {
            u->begun = u->mid = true;
            let_go(u, out);
        }
    }
    if (may_go(u)) {
        u->mid = true;
        let_go(u, out);
    }
}

void unwrapping_write(struct unwrapping *u, struct str data, const struct sink *out)
{
    unwrap(u, data, &(struct sink){ clean_write, &(struct cleaning){ &u->tags, out } });
}

void unwrapping_end(struct unwrapping *u, const struct sink *out)
{
    const struct sink clean = { clean_write, &(struct cleaning){ &u->tags, out } };

    if (u->begun)
        settle_line(u, &clean);
    let_go(u, &clean);
    part_end(&u->parting, &clean);
    untag_stream_end(&u->tags, out);
}
