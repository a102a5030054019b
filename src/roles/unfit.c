#include "roles/unfit.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/buf.h"
#include "text/language_detect.h"
#include "text/language_tag.h"
#include "text/sentence.h"
#include "text/utf8.h"
#include "text/wrapping.h"

/* A refusal is at most so long; a report without any citation that is longer says something. */
enum { REFUSAL_CHARACTERS = 1000 };
/* A sentence counts from so many bytes on; how often it stands there when it is half of the text, and in any text. */
enum { SENTENCE_LEAST = 20, HALF_TIMES = 4, ANY_TIMES = 8 };
enum { LANGUAGE_CHARACTERS = 200 }; /* of a text in Latin letters whose language is told */

/* How refusals begin, folded. Nobody begins a report about sources like this. */
static const char *const refusals[] = {
    "i'm sorry",
    "i am sorry",
    "sorry, ",
    "i apologi",
    "my apologies",
    "i can't ",
    "i can’t ",
    "i cannot ",
    "i can not ",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't ",
    "i will not ",
    "i must decline",
    "unfortunately, i ",
    "as an ai",
    "as a language model",
    "as a large language model",
    "es tut mir leid",
    "tut mir leid",
    "entschuldigung",
    "ich kann ",
    "leider kann ich",
    "je suis désolé",
    "désolé",
    "je ne peux pas",
    "je ne suis pas en mesure",
    "lo siento",
    "no puedo ",
    "lamento",
    "抱歉",
    "很抱歉",
    "对不起",
    "我无法",
    "我不能",
    "извините",
    "простите",
    "я не могу",
    "к сожалению, я",
    "üzgünüm",
    "özür dilerim",
    "maalesef",
    "عذر",
    "آسف",
    "أعتذر",
    "لا أستطيع",
    "لا يمكنني",
};

const char *unfit_words(enum unfit unfit)
{
    return unfit == UNFIT_REFUSAL    ? "a refusal"
           : unfit == UNFIT_JSON     ? "JSON"
           : unfit == UNFIT_REPEATS  ? "the same sentence again and again"
           : unfit == UNFIT_HEADINGS ? "headings with no text under them"
           : unfit == UNFIT_LANGUAGE ? "a text in another language"
                                     : "a text";
}

/* Without a heading above it and signs of emphasis or quotation before it. */
static struct str beginning(struct str text)
{
    struct str rest = str_trim(text), line = rest;

    while (str_starts(rest, "#") && str_next_line(&rest, &line))
        rest = str_trim(rest);
    while (rest.len && strchr("*_>\" ", rest.data[0]))
        rest = str_sub(rest, 1, rest.len);
    return rest;
}

static bool is_refusal(struct arena *arena, struct str text)
{
    if (utf8_count(text) > REFUSAL_CHARACTERS || text_cites(text))
        return false;
    struct str begins = str_replace(arena, utf8_fold(arena, utf8_cut(beginning(text), 80)), str("’"), str("'"));
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (str_starts(begins, str_z(arena, utf8_fold(arena, str(refusals[i])))))
            return true;
    return false;
}

static bool is_json(struct str text)
{
    struct str rest = str_trim(text), line;
    bool fenced = str_starts(rest, "```");

    if (fenced && (!str_next_line(&rest, &line) || !str_ends(str_trim(rest), "```")))
        return false;
    rest = str_trim(rest);
    if (rest.len < 2 || (rest.data[0] != '{' && rest.data[0] != '['))
        return false;
    char second = str_trim(str_sub(rest, 1, rest.len)).len ? str_trim(str_sub(rest, 1, rest.len)).data[0] : '\0';
    return rest.data[0] == '{' ? second == '"' || second == '\'' || second == '}' : second == '{' || second == '"';
}

static int by_bytes(const void *a, const void *b) { return str_cmp(*(const struct str *) a, *(const struct str *) b); }

/* A sentence's letters and figures, without its markers: a loop counts these up. */
static struct str words_alone(struct arena *arena, struct str sentence)
{
    struct buf text;

    buf_init(&text, sentence.len + 1);
    for (size_t i = 0; i < sentence.len; i++) {
        unsigned char c = (unsigned char) sentence.data[i];
        ptrdiff_t end = c == '[' ? str_find_char(sentence, ']', i) : -1;

        if (c >= 0x80 || isalnum(c))
            buf_add_char(&text, (char) tolower(c));
        if (end > 0)
            i = (size_t) end;
    }
    return buf_take(&text, arena);
}

static bool repeats(struct arena *arena, struct str text)
{
    struct sentences sentences = { 0 };
    size_t n = 0, most = 0;

    sentences_of(arena, text, &sentences);
    struct str *all = arena_calloc(arena, sentences.n + 1, sizeof *all);
    for (size_t i = 0; i < sentences.n; i++) {
        struct str words = words_alone(arena, str_sub(text, sentences.items[i].start, sentences.items[i].end));

        if (words.len >= SENTENCE_LEAST)
            all[n++] = words;
    }
    qsort(all, n, sizeof *all, by_bytes);
    for (size_t i = 0, from = 0; i < n; i++) {
        from = str_eq(all[i], all[from]) ? from : i;
        most = i - from + 1 > most ? i - from + 1 : most;
    }
    return most >= ANY_TIMES || (most >= HALF_TIMES && most * 2 >= n);
}

static bool is_headings(struct str text)
{
    struct str line;
    bool any = false;

    while (str_next_line(&text, &line)) {
        line = str_trim(line);
        if (line.len && !str_starts(line, "#"))
            return false;
        any = any || line.len;
    }
    return any;
}

static bool names_language(struct arena *arena, struct str question, struct str code)
{
    struct str word, tag;

    while (str_next(&question, ' ', &word)) {
        while (word.len && ispunct((unsigned char) word.data[word.len - 1]))
            word.len--;
        if (word.len > 3 && language_tag(arena, word, &tag) && str_eq(tag, code))
            return true;
    }
    return false;
}

/* Is it in Latin letters, with none of another script? A short one tells no more of its language. */
static bool is_latin(struct str text)
{
    bool letter = false;

    for (size_t at = 0; at < text.len;) {
        int32_t c = utf8_next(text, &at);

        if ((c >= 0x370 && c < 0x1e00) || c >= 0x2e80)
            return false;
        letter = letter || (c < 0x80 && isalpha(c));
    }
    return letter;
}

bool text_in_other_language(struct str text, struct str wanted, struct str question)
{
    ptrdiff_t region = str_find_char(wanted, '-', 0);
    struct str got = str(language_detect(text)), code = str_sub(wanted, 0, region < 0 ? wanted.len : (size_t) region);
    bool own = language_by_script(got);

    if (got.len == 0 || (!own && utf8_count(text) < LANGUAGE_CHARACTERS))
        return false;
    /* Of two with the same letters English is told from the others; what is never detected may be taken for its neighbour. */
    if (code.len)
        return !str_eq(got, code) && (str_is(got, "en") || (language_is_detected(code) &&
                                                            (own || language_by_script(code) || str_is(code, "en"))));
    struct arena *arena = arena_new();
    struct str asked = str(language_detect(question));
    bool other = own ? asked.len ? !language_by_script(asked) : is_latin(question) : language_by_script(asked);
    other = other && !names_language(arena, question, got);
    arena_free(arena);
    return other;
}

enum unfit text_unfit(struct str text, unsigned looked_for)
{
    struct arena *arena = arena_new();
    enum unfit unfit = looked_for & UNFIT_JSON && is_json(text)                ? UNFIT_JSON
                       : looked_for & UNFIT_REFUSAL && is_refusal(arena, text) ? UNFIT_REFUSAL
                       : looked_for & UNFIT_REPEATS && repeats(arena, text)    ? UNFIT_REPEATS
                       : looked_for & UNFIT_HEADINGS && is_headings(text)      ? UNFIT_HEADINGS
                                                                               : UNFIT_NONE;

    arena_free(arena);
    return unfit;
}
