/* Which models a message asks for, in plain words: "Use Claude and Gemini to research quantum computing".
 *
 * The table and the rules are those of docs/internals/panel.md: words name providers, "deep" and "fast" the class of
 * the nearest one; the order is that of the message; whoever has no key is left out; the first match of a provider wins.
 * Nobody is asked: a message without such words gives an empty list. */
#include <ctype.h>
#include <string.h>

#include "llm/models.h"
#include "workflows/panel.h"

enum { WORDS_MAX = 2000, FOUND_MAX = 64, NEAR = 4, NEGATION = 3 };

enum class { CLASS_BEST, CLASS_FAST, CLASS_DEEP };

static const char *const class_words[] = { "best", "fast", "deep" };

/* NULL: the model table picks. */
static const struct keyword {
    const char *words, *provider;
    const char *models[3];
} keywords[] = {
    { "claude anthropic", "anthropic", { "claude-opus-4.5", "claude-sonnet-4.5", "claude-opus-4.5" } },
    { "gpt chatgpt openai", "openai", { "gpt-5.2", NULL, "o4-mini-deep-research" } },
    { "gemini google", "google", { "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-pro" } },
    { "perplexity sonar", "perplexity", { "sonar-pro", "sonar", "sonar-deep-research" } },
    { "glm zai z.ai", "zai", { "glm-4.7", NULL, "glm-4.7" } },
};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

struct word {
    struct str text; /* in small letters; letters, digits and what joins them */
    bool parted;     /* a comma or the like stands before it, or it is "and" */
};

/* A provider or a model that was named. */
struct found {
    size_t at; /* which word */
    struct str provider;
    struct str model; /* named by itself; empty: by its class */
    enum class class;
};

struct reading {
    struct arena *arena;
    const struct llm *llm;
    struct word *words;
    size_t n;
    struct found found[FOUND_MAX];
    size_t found_n;
    struct str_list *models, *notices;
};

/* --- words --- */

static bool joins(struct str text, size_t at)
{
    return strchr("-./_:", text.data[at]) && at > 0 && isalnum((unsigned char) text.data[at - 1]) &&
           at + 1 < text.len && isalnum((unsigned char) text.data[at + 1]);
}

static void read_words(struct reading *r, struct str message)
{
    struct str text = str_lower_ascii(r->arena, message);
    bool parted = false;

    r->words = arena_calloc(r->arena, WORDS_MAX, sizeof *r->words);
    for (size_t at = 0; at < text.len && r->n < WORDS_MAX;) {
        size_t start = at;

        while (at < text.len && (isalnum((unsigned char) text.data[at]) || (at > start && joins(text, at)) ||
                                 (unsigned char) text.data[at] >= 0x80))
            at++;
        if (at > start) {
            struct str word = str_sub(text, start, at);

            r->words[r->n++] = (struct word){ word, parted || str_in_words("and then und", word) };
            parted = false;
        } else {
            parted = parted || strchr(",;:.!?\n", text.data[at]);
            at++;
        }
    }
}

static bool is_word(const struct reading *r, size_t at, const char *list)
{
    return at < r->n && str_in_words(list, r->words[at].text);
}

/* "gpt", "gpt-5.2", "gpt5", "claude/…": the keyword, and no letter behind it. */
static bool begins_with(struct str word, struct str keyword)
{
    return word.len >= keyword.len && str_eq(str_sub(word, 0, keyword.len), keyword) &&
           (word.len == keyword.len || !isalpha((unsigned char) word.data[keyword.len]));
}

static const char *provider_of_word(struct str word)
{
    for (size_t i = 0; i < KEYWORDS; i++) {
        struct str rest = str(keywords[i].words), one;

        while (str_next(&rest, ' ', &one))
            if (begins_with(word, one))
                return keywords[i].provider;
    }
    return NULL;
}

/* "not GPT", "without Claude", "anything but Gemini". */
static bool negated(const struct reading *r, size_t at)
{
    for (size_t back = 1; back <= NEGATION && back <= at; back++) {
        if (is_word(r, at - back,
                    "not without except excluding no never avoid skip dont instead ohne nicht kein keine"))
            return true;
        if (is_word(r, at - back, "but") && at > back && is_word(r, at - back - 1, "anything everything all"))
            return true;
        if (!is_word(r, at - back, "use using of the a any for nor or ask with"))
            return false;
    }
    return false;
}

/* --- what is named --- */

static void add(struct reading *r, size_t at, struct str provider, struct str model)
{
    if (r->found_n < FOUND_MAX && !negated(r, at))
        r->found[r->found_n++] = (struct found){ .at = at, .provider = provider, .model = model };
}

static void find_names(struct reading *r)
{
    for (size_t i = 0; i < r->n; i++) {
        struct str word = r->words[i].text;
        const char *provider = provider_of_word(word);
        bool known = false;
        /* "fast" and "medium" are models too, and words of any sentence. */
        bool spelt = strpbrk(str_z(r->arena, word), "-/0123456789");
        const struct model *model = spelt ? model_find(r->llm, r->arena, word, &known) : NULL;

        if (known)
            add(r, i, model->provider, word);
        else if (provider)
            add(r, i, str(provider), str(""));
        else if (llm_provider_known(word))
            add(r, i, word, str(""));
    }
}

/* From a name to a class word, which "deep research" makes two of. What parts them counts as a word. */
static size_t distance(const struct reading *r, size_t name, size_t at)
{
    size_t end = is_word(r, at + 1, "research") ? at + 1 : at;
    size_t from = name < at ? name : end, to = name < at ? at : name, n = 0;

    for (size_t i = from + 1; i <= to; i++)
        n += 1 + r->words[i].parted;
    return n;
}

/* The name nearest to a word; of two as near the one behind it. NULL: none within `most` words. */
static struct found *nearest(struct reading *r, size_t at, size_t most)
{
    struct found *best = NULL;

    for (size_t i = 0; i < r->found_n; i++)
        if (distance(r, r->found[i].at, at) <= most && r->found[i].at != at &&
            (!best || distance(r, r->found[i].at, at) <= distance(r, best->at, at)))
            best = &r->found[i];
    return best;
}

/* Does the word at `at` ask for a class by itself, with no name near it? */
static bool asks_for(const struct reading *r, size_t at, enum class class)
{
    return class == CLASS_DEEP ? is_word(r, at, "deep-research deepresearch") ||
                                     (is_word(r, at, "deep") && is_word(r, at + 1, "research dive"))
                               : is_word(r, at, "fast quick") &&
                                     is_word(r, at + 1, "research answer answers model models mode version one search");
}

static void add_alone(struct reading *r, enum class class);

static void read_classes(struct reading *r)
{
    bool alone[3] = { false };

    for (size_t i = 0; i < r->n; i++) {
        enum class class = is_word(r, i, "deep deep-research deepresearch") ? CLASS_DEEP
                           : is_word(r, i, "fast flash mini quick")         ? CLASS_FAST
                                                                            : CLASS_BEST;
        struct found *near = class == CLASS_BEST ? NULL : nearest(r, i, asks_for(r, i, class) ? r->n : NEAR);

        if (class == CLASS_BEST || negated(r, i))
            continue;
        if (class == CLASS_DEEP && !asks_for(r, i, class))
            near = nearest(r, i, 1); /* "deep learning" is a subject */
        if (near)
            near->class = class;
        else if (asks_for(r, i, class))
            alone[class] = true;
    }
    for (int c = CLASS_FAST; c <= CLASS_DEEP && r->found_n == 0; c++)
        if (alone[c])
            add_alone(r, (enum class) c);
}

/* --- which model that is --- */

static bool has_key(struct reading *r, struct str model)
{
    struct str notice;

    return llm_check_model(r->llm, r->arena, model, &notice, NULL) == 0;
}

/* The table's first choice of a class, today. */
static const struct model *pick(const struct reading *r, struct str provider, enum class class)
{
    const struct model *best = NULL;

    for (size_t i = 0; i < model_count(r->llm); i++) {
        const struct model *m = model_get(r->llm, i);

        if (!str_eq(m->provider, provider) || !str_is(m->lifecycle, "active"))
            continue;
        if (class == CLASS_FAST && str_list_has(&m->tiers, str("simple")))
            return m;
        if (class == CLASS_DEEP && model_can(m, "background") && !str_list_has(&m->tiers, str("simple")))
            return m;
        if (!best && str_list_has(&m->tiers, str("complex")))
            best = m;
    }
    return best;
}

static const char *seed_model(struct str provider, enum class class)
{
    for (size_t i = 0; i < KEYWORDS; i++)
        if (str_is(provider, keywords[i].provider))
            return keywords[i].models[class];
    return NULL;
}

/* The name to ask for, empty when the table has none. A retired one is told and replaced by its class. */
static struct str choose(struct reading *r, const struct found *f)
{
    struct str wanted = f->model;
    enum class class = f->class;
    bool known;

    if (str_empty(wanted) && seed_model(f->provider, class))
        wanted = str(seed_model(f->provider, class));
    const struct model *model = str_empty(wanted) ? NULL : model_find(r->llm, r->arena, wanted, &known);
    if (model && !str_is(model->lifecycle, "retired"))
        return wanted;
    if (model && str_contains(wanted, "deep"))
        class = CLASS_DEEP;
    const struct model *today = pick(r, f->provider, class);
    if (model && today)
        str_list_add(r->arena, r->notices,
                     str_format(r->arena, "%.*s was shut down; %.*s is the %s model of %.*s today", STR_ARG(wanted),
                                STR_ARG(today->name), class_words[class], STR_ARG(f->provider)));
    return today ? today->name : str("");
}

/* "Do a deep research": the first provider with a key. */
static void add_alone(struct reading *r, enum class class)
{
    for (size_t i = 0; i < KEYWORDS; i++) {
        struct found f = { .provider = str(keywords[i].provider), .class = class };
        size_t told = r->notices->n;
        struct str model = choose(r, &f);

        if (model.len && has_key(r, model)) {
            r->found[r->found_n++] = f;
            r->notices->n = told; /* it is chosen, and told, once more */
            return;
        }
        r->notices->n = told;
    }
}

void panel_words(struct arena *arena, const struct llm *llm, struct str message, struct str_list *ret_models,
                 struct str_list *ret_notices)
{
    struct reading *r = arena_alloc(arena, sizeof *r);
    struct str_list seen = { 0 };

    *r = (struct reading){ .arena = arena, .llm = llm, .models = ret_models, .notices = ret_notices };
    read_words(r, message);
    find_names(r);
    read_classes(r);
    for (size_t i = 0; i < r->found_n; i++) {
        struct found *f = &r->found[i];
        size_t told = ret_notices->n;

        if (str_list_has(&seen, f->provider))
            continue;
        struct str model = choose(r, f);
        if (str_empty(model) || !has_key(r, model)) {
            ret_notices->n = told;
            continue;
        }
        str_list_add(arena, &seen, f->provider);
        str_list_add(arena, ret_models, model);
    }
}
