#include "words.h"
#include "library.h"

static uint64_t first8(struct hash hash)
{
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n = n << 8 | hash.bytes[i];
    return n;
}

struct hash hash_mix(struct hash hash, const char *word, uint64_t number)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%s/%llu", word, (unsigned long long) number);

    return hash_hmac(str_n((const char *) hash.bytes, HASH_SIZE), str_n(text, (size_t) n));
}

struct dice dice_of(struct hash hash, const char *purpose)
{
    return (struct dice){ first8(hash_mix(hash, purpose, 0)) };
}

/* splitmix64: short, and even enough for words. */
uint32_t dice_roll(struct dice *dice, uint32_t sides)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t) ((z ^ z >> 31) >> 32) % sides;
}

static const char *const stop_words[] = {
    "a",    "about", "an",   "and", "are",  "as",   "at",   "be",    "by",    "can", "did", "do",   "does", "for",
    "from", "has",   "have", "how", "in",   "is",   "it",   "its",   "of",    "on",  "or",  "that", "the",  "their",
    "they", "this",  "to",   "was", "were", "what", "when", "where", "which", "who", "why", "will", "with", NULL,
};

static bool is_word_byte(char c)
{
    return (unsigned char) c >= 0x80 || isalnum((unsigned char) c) || c == '-' || c == '\'';
}

static bool is_stop_word(struct str word)
{
    for (const char *const *w = stop_words; *w; w++)
        if (str_eq_nocase(word, str(*w)))
            return true;
    return false;
}

struct str words_salient(struct arena *arena, struct str text, size_t most)
{
    struct str_list found = { 0 };

    for (size_t i = 0; i < text.len && found.n < most;) {
        size_t start;

        while (i < text.len && !is_word_byte(text.data[i]))
            i++;
        start = i;
        while (i < text.len && is_word_byte(text.data[i]))
            i++;
        if (i > start && i - start < 40 && !is_stop_word(str_sub(text, start, i)))
            str_list_add(arena, &found, str_sub(text, start, i));
    }
    if (found.n == 0)
        return str("the subject");
    return str_join(arena, found.items, found.n, " ");
}

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define PICK(dice, list) (list)[dice_roll(dice, (uint32_t) COUNT(list))]

static const char *const institutions[] = {
    "the Example Institute",  "the Northern Statistics Office", "a survey of 41 operators",
    "the Harbour Laboratory", "a review of 118 studies",        "the Open Measurement Project",
    "the Continental Agency", "a panel of 27 engineers",        "the Lakeside University group",
    "the annual registry",
};

/* %s is the topic, %s the institution; the figures come between. */
static const struct {
    const char *before, *middle, *after;
    uint32_t low, span;
} sentences[] = {
    { "According to ", ", work on ", " grew by %u percent in a single year.", 3, 60 },
    { "", " put the cost of ", " at %u dollars per unit.", 40, 900 },
    { "In 2025, ", " counted projects on ", " in %u regions.", 4, 90 },
    { "", " found that ", " lasts about %u months under normal use.", 6, 140 },
    { "Figures from ", " show that ", " failed in %u of 1,000 trials.", 2, 80 },
    { "", " expects ", " to double within %u years.", 2, 18 },
    { "A report by ", " says that ", " needs %u percent less energy than a decade ago.", 5, 50 },
    { "", " measured an efficiency for ", " of %u percent.", 35, 60 },
    { "By the count of ", ", spending on ", " reached %u million last year.", 12, 880 },
    { "", " warns that safety rules for ", " have changed %u times since 2019.", 2, 9 },
};

struct str words_sentence(struct arena *arena, struct dice *dice, struct str topic)
{
    uint32_t at = dice_roll(dice, (uint32_t) COUNT(sentences));
    const char *institution = PICK(dice, institutions);
    unsigned figure = sentences[at].low + dice_roll(dice, sentences[at].span);
    struct str after = str(sentences[at].after);
    ptrdiff_t mark = str_find(after, str("%u"), 0);
    struct str text = str_format(arena, "%s%s%s%.*s%.*s%u%s", sentences[at].before, institution, sentences[at].middle,
                                 STR_ARG(topic), (int) mark, after.data, figure, after.data + mark + 2);
    char *first = (char *) arena_copy(arena, text.data, text.len + 1);

    first[0] = (char) toupper((unsigned char) first[0]);
    return str_n(first, text.len);
}

static const char *const aspects[] = {
    "cost of",
    "main limits of",
    "history of",
    "safety of",
    "recent progress in",
    "comparison of methods for",
    "regulation of",
    "environmental effect of",
    "market size of",
    "lifetime of",
    "efficiency of",
    "materials for",
    "criticism of",
    "forecast for",
    "leading projects in",
    "measurement of",
    "maintenance of",
    "supply chain of",
    "public opinion on",
    "open questions about",
    "standards for",
    "failures of",
    "alternatives to",
    "economics of",
};

size_t words_aspects(void) { return COUNT(aspects); }

struct str words_aspect(struct arena *arena, size_t at, struct str topic)
{
    return str_format(arena, "%s %.*s", aspects[at % COUNT(aspects)], STR_ARG(topic));
}

static const char *const headings[] = {
    "What is known",           "Figures", "Costs and benefits", "Limits",   "Recent work",
    "Where the sources agree", "Outlook", "How it is measured", "Practice", "Background",
};

struct str words_heading(struct dice *dice) { return str(PICK(dice, headings)); }

static const char *const hosts[] = {
    "gridlab.example.org", "news.example.com", "www.example.net",     "journal.example.org", "stats.example.com",
    "blog.example.net",    "docs.example.org", "archive.example.com", "review.example.net",  "data.example.org",
};

static const char *const kinds[] = {
    "a review",    "the state of the art", "key figures",           "a field guide",    "lessons from practice",
    "an overview", "the 2025 survey",      "questions and answers", "a technical note", "trends and numbers",
};

static const char *const authors[] = {
    "A. Lindqvist", "M. Okafor", "J. Tanaka", "R. Castellanos", "E. Novak", "S. Iyer", "C. Dubois", "P. Hansen",
};

/* Lower-case words joined by hyphens: the last part of an address. */
static struct str slug(struct arena *arena, struct str topic)
{
    char *out = arena_alloc(arena, topic.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < topic.len && n < 60; i++) {
        char c = (char) tolower((unsigned char) topic.data[i]);

        if ((unsigned char) c < 0x80 && isalnum((unsigned char) c))
            out[n++] = c;
        else if (n > 0 && out[n - 1] != '-')
            out[n++] = '-';
    }
    while (n > 0 && out[n - 1] == '-')
        n--;
    return n ? str_n(out, n) : str("page");
}

static void document_make(struct arena *arena, struct hash id, struct str topic, struct document *ret)
{
    struct dice dice = dice_of(id, "document");
    const char *host = PICK(&dice, hosts), *kind = PICK(&dice, kinds);
    unsigned sentences_n = 1 + dice_roll(&dice, 3), paragraphs = 2 + dice_roll(&dice, 3);
    struct str_list snippet = { 0 }, text = { 0 };

    ret->url = str_format(arena, "https://%s/%.*s-%02x%02x%02x", host, STR_ARG(slug(arena, topic)), id.bytes[0],
                          id.bytes[1], id.bytes[2]);
    ret->title = str_format(arena, "%.*s: %s", STR_ARG(topic), kind);
    ret->author = str(PICK(&dice, authors));
    ret->date = str_format(arena, "%u-%02u-%02u", 2021 + dice_roll(&dice, 5), 1 + dice_roll(&dice, 12),
                           1 + dice_roll(&dice, 28));
    for (unsigned i = 0; i < sentences_n; i++)
        str_list_add(arena, &snippet, words_sentence(arena, &dice, topic));
    ret->snippet = str_join(arena, snippet.items, snippet.n, " ");
    str_list_add(arena, &text, ret->snippet);
    for (unsigned p = 0; p < paragraphs; p++) {
        struct str a = words_sentence(arena, &dice, topic), b = words_sentence(arena, &dice, topic);

        str_list_add(arena, &text, str_format(arena, "%.*s %.*s", STR_ARG(a), STR_ARG(b)));
    }
    ret->text = str_join(arena, text.items, text.n, "\n\n");
}

/* How many documents a subject has that turn up for every query about it. */
enum { SHARED = 12 };

bool document_find(struct arena *arena, struct str query, const char *engine, size_t rank, struct document *ret)
{
    struct hash of_engine = hash_of(str(engine));
    struct str topic = words_salient(arena, query, 5), last = topic;
    struct hash of_query = hash_of(topic), id;
    struct dice dice;
    ptrdiff_t space;

    if (library_on())
        return library_find(arena, query, engine, rank, ret);
    /* Engines disagree a little about the order. */
    if (of_engine.bytes[0] & 1)
        rank ^= 1;
    dice = dice_of(hash_mix(of_query, "rank", rank), "shared");
    if (rank < SHARED && dice_roll(&dice, 3) == 0) {
        /* The last word is what related queries have in common. */
        while ((space = str_find_char(last, ' ', 0)) >= 0)
            last = str_sub(last, (size_t) space + 1, last.len);
        id = hash_mix(hash_of(last), "shared", (of_query.bytes[0] + rank) % SHARED);
        document_make(arena, id, last, ret);
    } else {
        id = hash_mix(of_query, "own", rank);
        document_make(arena, id, topic, ret);
    }
    if (rank >= 10) /* there are not so many kinds of titles */
        ret->title = str_format(arena, "%.*s, volume %zu", STR_ARG(ret->title), rank);
    if ((id.bytes[4] ^ of_engine.bytes[1]) % 5 == 0)
        ret->url = str_format(arena, "%.*s?utm_source=%s", STR_ARG(ret->url), engine);
    return true;
}
