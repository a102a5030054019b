#include "reading.h"

#include "text/sentence.h"

static const struct language *english(void) { return language_named(str("en")); }

/* --- the question --- */

static bool starts_any(struct str text, const char *const words[])
{
    for (; *words; words++)
        if (str_starts_nocase(text, *words))
            return true;
    return false;
}

static bool has_any(struct str text, const char *const words[])
{
    for (; *words; words++)
        if (str_contains_nocase(text, *words))
            return true;
    return false;
}

bool is_form_word(struct str fold)
{
    static const char *const words[] = { "compare",   "latest", "current", "state",  "history", "timeline",
                                         "list",      "should", "best",    "main",   "many",    "recommend",
                                         "arguments", "causes", "cause",   "caused", "much",    "know",
                                         "happened",  "tell",   "develop", "people", "live",    NULL };

    return str_is_any(fold, words);
}

enum asking asking_of(struct str question)
{
    static const char
        *const controversy[] = { "for and against", "controvers", "critics", "opponents", "disput", NULL },
               *const comparison[] = { "compare", " versus ", " vs", "difference between", NULL },
               *const advice[] = { "should ", "recommend", "best ", NULL },
               *const recent[] = { "latest", "current state", "newest", "at present", NULL },
               *const timeline[] = { "history", "timeline", "develop since", "over time", "how did", NULL },
               *const how_to[] = { "how do i ", "how to ", "how do you ", "how can ", NULL },
               *const figure[] = { "how many",   "how much",  "how high",  "how long", "how old",
                                   "what share", "how large", "how often", NULL },
               *const cause[] = { "why", "what causes", "what caused", "what leads", NULL },
               *const yes_no[] = { "is ", "are ", "does ", "do ", "can ", "did ", "was ", "has ", NULL },
               *const list[] = { "which ", "what are", "list ", "name ", NULL };

    question = str_trim(question);
    if (has_any(question, controversy))
        return ASKING_CONTROVERSY;
    if (has_any(question, comparison))
        return ASKING_COMPARISON;
    if (has_any(question, advice))
        return ASKING_ADVICE;
    if (has_any(question, recent))
        return ASKING_RECENT;
    if (starts_any(question, how_to))
        return ASKING_HOW_TO;
    if (has_any(question, timeline))
        return ASKING_TIMELINE;
    if (has_any(question, figure))
        return ASKING_FIGURE;
    if (starts_any(question, cause))
        return ASKING_WHY;
    if (starts_any(question, yes_no))
        return ASKING_YES_NO;
    if (starts_any(question, list))
        return ASKING_LIST;
    return starts_any(question, (const char *const[]){ "what is", "what's", NULL }) ? ASKING_DEFINITION : ASKING_OPEN;
}

/* --- what the prompt shows --- */

void reading_begin(struct arena *arena, struct str question, struct reading *ret)
{
    *ret = (struct reading){ .arena = arena, .question = question, .asking = asking_of(question) };
    content_words_of(arena, question, english(), &ret->words);
    ret->passages = arena_calloc(arena, READ_PASSAGES, sizeof *ret->passages);
    ret->stated = arena_calloc(arena, READ_SENTENCES, sizeof *ret->stated);
}

void reading_add(struct reading *r, const struct passage *passage)
{
    if (r->passages_n < READ_PASSAGES)
        r->passages[r->passages_n++] = *passage;
}

static void add_line(struct reading *r, struct str line)
{
    struct passage *p = &r->passages[r->passages_n - 1];

    p->text = p->text.len ? str_format(r->arena, "%.*s\n%.*s", STR_ARG(p->text), STR_ARG(line)) : line;
}

/* "Title (2026-03-01)" or "Title, 2026-03-01" */
static void split_title(struct passage *p)
{
    ptrdiff_t open = -1;

    for (size_t i = 0; i + 4 < p->title.len; i++)
        if (((p->title.data[i] == ' ' && p->title.data[i + 1] == '(') ||
             (p->title.data[i] == ',' && p->title.data[i + 1] == ' ')) &&
            isdigit((unsigned char) p->title.data[i + 2]) && isdigit((unsigned char) p->title.data[i + 3]) &&
            isdigit((unsigned char) p->title.data[i + 4]))
            open = (ptrdiff_t) i;
    if (open < 0)
        return;
    p->date = str_sub(p->title, (size_t) open + 2, p->title.len);
    ptrdiff_t close = str_find_char(p->date, ')', 0);
    p->date = str_trim(str_sub(p->date, 0, close < 0 ? p->date.len : (size_t) close));
    p->title = str_trim(str_sub(p->title, 0, (size_t) open));
}

static size_t digits_of(struct str text)
{
    size_t n = 0;

    while (n < text.len && isdigit((unsigned char) text.data[n]))
        n++;
    return n;
}

void reading_add_numbered(struct reading *r, struct str prompt)
{
    struct str line;
    bool open = false;

    while (str_next_line(&prompt, &line)) {
        size_t n = str_starts(line, "[") ? digits_of(str_sub(line, 1, line.len)) : 0;

        if (n && str_starts(str_sub(line, n + 1, line.len), "] ")) {
            struct passage p = { .key = str_sub(line, 1, n + 1), .title = str_trim(str_sub(line, n + 3, line.len)) };

            p.answer = str_starts(p.title, "Answer of ");
            split_title(&p);
            reading_add(r, &p);
            open = true;
        } else if (str_contains(line, ">>>")) {
            open = false;
        } else if (open && str_starts(line, "Section: ")) {
            r->passages[r->passages_n - 1].section = str_sub(line, 9, line.len);
        } else if (open && (str_starts(line, "http://") || str_starts(line, "https://"))) {
            r->passages[r->passages_n - 1].url = line;
        } else if (open && !str_starts(line, "Source: ") && !str_starts(line, "Serves: ") && str_trim(line).len) {
            add_line(r, line);
        }
    }
}

void reading_add_sources(struct reading *r, struct str prompt)
{
    struct str line;
    bool open = false, text = false;

    while (str_next_line(&prompt, &line)) {
        ptrdiff_t id = str_starts(line, "Source ") ? str_find(line, str("(ID: "), 0) : -1;

        if (id > 0) {
            struct str rest = str_sub(line, (size_t) id + 5, line.len);
            ptrdiff_t end = str_find_char(rest, ',', 0);

            reading_add(r, &(struct passage){ .key = str_sub(rest, 0, end < 0 ? rest.len : (size_t) end) });
            open = true;
            text = false;
        } else if (str_contains(line, ">>>")) {
            open = false;
        } else if (open && !text && str_starts(line, "Title: ")) {
            r->passages[r->passages_n - 1].title = str_sub(line, 7, line.len);
        } else if (open && !text && str_starts(line, "Date: ")) {
            r->passages[r->passages_n - 1].date = str_sub(line, 6, line.len);
        } else if (open && (text || str_starts(line, "Content: "))) {
            add_line(r, text ? line : str_sub(line, 9, line.len));
            text = true;
        }
    }
}

void reading_add_results(struct reading *r, struct str text, bool brackets)
{
    struct str line;
    bool open = false;

    while (str_next_line(&text, &line)) {
        struct str rest = brackets && str_starts(line, "(") ? str_sub(line, 1, line.len) : line;
        size_t n = digits_of(rest);

        if (n && n < 4 && str_starts(str_sub(rest, n, rest.len), brackets ? ") " : ". ")) {
            struct passage p = { .key = str_sub(rest, 0, n), .title = str_trim(str_sub(rest, n + 2, rest.len)) };

            split_title(&p);
            reading_add(r, &p);
            open = true;
        } else if (str_contains(line, ">>>")) {
            open = false;
        } else if (open && str_trim(line).len) {
            add_line(r, line);
        }
    }
}

/* --- sentences --- */

int stated_year(const struct stated *s)
{
    for (size_t i = 0; i < s->words.n; i++) {
        int64_t year;

        if (s->words.items[i].text.len == 4 && str_to_int(s->words.items[i].text, &year) && year >= 1600 && year < 2100)
            return (int) year;
    }
    return 0;
}

static bool is_year(const struct word *w)
{
    int64_t year;

    return w->text.len == 4 && str_to_int(w->text, &year) && year >= 1600 && year < 2100;
}

bool stated_has_figure(const struct stated *s)
{
    for (size_t i = 0; i < s->words.n; i++)
        if ((s->words.items[i].flags & WORD_NUMBER) && !is_year(&s->words.items[i]))
            return true;
    return false;
}

int words_shared(const struct words *a, const struct words *b)
{
    size_t n = 0, shared = 0;

    for (size_t i = 0; i < a->n; i++) {
        if (a->items[i].flags & (WORD_NUMBER | WORD_STOP))
            continue;
        n++;
        shared += words_have_stem(b, a->items[i].stem);
    }
    return n ? (int) (100 * shared / n) : 0;
}

bool words_negated(const struct words *words)
{
    for (size_t i = 0; i < words->n; i++)
        if (words->items[i].flags & WORD_NEGATION)
            return true;
    return false;
}

static bool figure_in(const struct words *words, struct str figure)
{
    for (size_t i = 0; i < words->n; i++)
        if ((words->items[i].flags & WORD_NUMBER) && str_eq(words->items[i].text, figure))
            return true;
    return false;
}

/* Every figure of one stands in the other. */
static bool same_figures(const struct stated *a, const struct stated *b)
{
    for (size_t i = 0; i < a->words.n; i++)
        if ((a->words.items[i].flags & WORD_NUMBER) && !figure_in(&b->words, a->words.items[i].text))
            return false;
    return true;
}

bool stated_alike(const struct stated *a, const struct stated *b)
{
    if (!same_figures(a, b) && !same_figures(b, a))
        return false;
    return words_shared(&a->words, &b->words) >= 70 || words_shared(&b->words, &a->words) >= 70;
}

static bool clings(const struct words *words)
{
    static const char *const first[] = { "it",  "its",     "this", "these", "they", "he",   "she", "both",
                                         "but", "however", "such", "that",  "then", "also", NULL };

    return words->n && str_is_any(words->items[0].fold, first);
}

static void cut(struct reading *r, size_t passage)
{
    struct str text = r->passages[passage].text;
    struct sentences sentences = { 0 };

    sentences_of(r->arena, text, &sentences);
    for (size_t i = 0; i < sentences.n && r->n < READ_SENTENCES; i++) {
        struct stated s = { .text = str_trim(str_sub(text, sentences.items[i].start, sentences.items[i].end)),
                            .passage = passage };

        while (s.text.len && strchr("-*#>|0123456789. ", s.text.data[0]) && !str_starts(s.text, "0") &&
               !(isdigit((unsigned char) s.text.data[0]) && str_find(str_sub(s.text, 0, 4), str(". "), 0) < 0))
            s.text = str_sub(s.text, 1, s.text.len);
        if (s.text.len > 8 && str_eq(str_sub(s.text, 4, 8), str("**: "))) /* "**1913**: …" of another timeline */
            s.text = str_sub(s.text, 8, s.text.len);
        if (s.text.len < 30 || s.text.len > 400 || str_contains(s.text, "|") ||
            !strchr(".!", s.text.data[s.text.len - 1]))
            continue;
        if (str_starts(s.text, "No source") || str_starts(s.text, "The sources") ||
            str_starts(s.text, "Only one source"))
            continue; /* what another answer says about its own sources */
        words_of(r->arena, s.text, english(), &s.words);
        s.clings = clings(&s.words);
        r->stated[r->n++] = s;
    }
}

/* What sentences that answer such a question tend to have. */
static bool has_feature(const struct reading *r, const struct stated *s)
{
    static const char *const why[] = { "because", "caused", "cause", "due to", "led to", "result", "reason", NULL },
                             *const advice[] = { "should", "recommend", "suits", "choose", "best", "advise", NULL },
                             *const how[] = { "first", "then", "mix", "fill", "run ", "rinse", "pour", "switch", NULL },
                             *const sides[] = { "argue", "oppose", "support", "critic", "claim", "object", NULL };

    switch (r->asking) {
    case ASKING_WHY: return has_any(s->text, why);
    case ASKING_ADVICE: return has_any(s->text, advice);
    case ASKING_HOW_TO: return has_any(s->text, how);
    case ASKING_CONTROVERSY: return has_any(s->text, sides);
    case ASKING_FIGURE: return stated_has_figure(s);
    case ASKING_COMPARISON: return stated_has_figure(s);
    case ASKING_TIMELINE: return stated_year(s) > 0;
    case ASKING_RECENT: return stated_year(s) >= 2025;
    case ASKING_DEFINITION: return str_contains(str_sub(s->text, 0, 60), " is ");
    case ASKING_LIST: return str_contains(s->text, ", ") && str_contains(s->text, " and ");
    case ASKING_YES_NO:
    case ASKING_OPEN: break;
    }
    return false;
}

static int64_t weight_of(const struct reading *r, struct str stem)
{
    size_t with = 0;

    for (size_t i = 0; i < r->n; i++)
        with += words_have_stem(&r->stated[i].words, stem);
    return with ? (int64_t) (1000 * (r->n + 1 - with) / (r->n + 1)) + 100 : 0;
}

static int by_score(const void *a, const void *b)
{
    const struct stated *x = a, *y = b;

    if (x->score != y->score)
        return (x->score < y->score) - (x->score > y->score);
    return x->passage != y->passage ? (x->passage > y->passage) - (x->passage < y->passage)
                                    : (x->text.data > y->text.data) - (x->text.data < y->text.data);
}

void reading_weigh(struct reading *r)
{
    int64_t *weights = arena_calloc(r->arena, r->words.n + 1, sizeof *weights);
    struct words *around = r->around = arena_calloc(r->arena, r->passages_n + 1, sizeof *around);

    r->n = 0;
    for (size_t i = 0; i < r->passages_n; i++) {
        cut(r, i);
        content_words_of(
            r->arena, str_format(r->arena, "%.*s %.*s", STR_ARG(r->passages[i].title), STR_ARG(r->passages[i].section)),
            english(), &around[i]);
    }
    for (size_t w = 0; w < r->words.n; w++)
        weights[w] = weight_of(r, r->words.items[w].stem);
    for (size_t i = 0; i < r->n; i++) {
        struct stated *s = &r->stated[i];

        for (size_t w = 0; w < r->words.n; w++) {
            if (words_have_stem(&s->words, r->words.items[w].stem))
                s->score += weights[w];
            else if (words_have_stem(&around[s->passage], r->words.items[w].stem))
                s->score += weights[w] / 2;
        }
        s->score += has_feature(r, s) ? s->score / 2 : 0;
        s->score -= s->clings ? s->score / 2 : 0;
    }
    qsort(r->stated, r->n, sizeof *r->stated, by_score);
}

/* At least half of what the question names is named by the sentence, or by where it stands. */
static bool on_topic(const struct reading *r, const struct stated *s)
{
    size_t named = 0, n = 0;

    for (size_t w = 0; w < r->words.n; w++) {
        if (is_form_word(r->words.items[w].fold))
            continue;
        n++;
        named += words_have_stem(&s->words, r->words.items[w].stem) ||
                 words_have_stem(&r->around[s->passage], r->words.items[w].stem);
    }
    return named * 2 >= n;
}

size_t reading_pick(const struct reading *r, size_t most, size_t *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n && n < most; i++) {
        bool known = r->stated[i].clings || !r->stated[i].score || !on_topic(r, &r->stated[i]) ||
                     r->stated[i].score * 100 < r->stated[0].score * (has_feature(r, &r->stated[i]) ? 28 : 40) ||
                     str_contains(r->stated[i].text, "yesterday");

        for (size_t k = 0; k < n && !known; k++)
            known = stated_alike(&r->stated[ret[k]], &r->stated[i]);
        if (!known)
            ret[n++] = i;
    }
    return n;
}

/* --- where they disagree --- */

/* The word behind a figure says what it counts. */
static struct str unit_of(const struct words *words, size_t at)
{
    for (size_t i = at + 1; i < words->n && i < at + 4; i++)
        if (!(words->items[i].flags & (WORD_STOP | WORD_NUMBER)))
            return words->items[i].stem;
    return str("");
}

/* The word before a figure says whose it is: "a population of", "cost". */
static struct str owner_of(const struct words *words, size_t at)
{
    for (size_t i = at; i-- > 0 && i + 4 > at;)
        if (!(words->items[i].flags & (WORD_STOP | WORD_NUMBER)))
            return words->items[i].stem;
    return str("");
}

static bool same_thing(const struct words *a, size_t i, const struct words *b, size_t k)
{
    struct str unit = unit_of(a, i), owner = owner_of(a, i);

    return (unit.len && str_eq(unit, unit_of(b, k))) || (owner.len && str_eq(owner, owner_of(b, k)));
}

/* Both give a figure of the same thing, and it is another one. */
static bool figures_differ(const struct stated *a, const struct stated *b)
{
    for (size_t i = 0; i < a->words.n; i++) {
        if (!(a->words.items[i].flags & WORD_NUMBER) || is_year(&a->words.items[i]))
            continue;
        for (size_t k = 0; k < b->words.n; k++)
            if ((b->words.items[k].flags & WORD_NUMBER) && !is_year(&b->words.items[k]) &&
                same_thing(&a->words, i, &b->words, k) && !figure_in(&a->words, b->words.items[k].text) &&
                !figure_in(&b->words, a->words.items[i].text))
                return true;
    }
    return false;
}

/* The verb before the year is the same: "was founded in". */
static bool same_event(const struct stated *a, const struct stated *b)
{
    struct str before[2] = { { 0 }, { 0 } };
    const struct stated *both[2] = { a, b };

    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < both[s]->words.n && before[s].len == 0; i++)
            if (is_year(&both[s]->words.items[i]))
                before[s] = owner_of(&both[s]->words, i);
    return before[0].len && str_eq(before[0], before[1]);
}

/* One speaks of something the question names and the other does not, and the other way round: two things compared. */
static bool other_subject(const struct reading *r, const struct stated *a, const struct stated *b)
{
    bool only_a = false, only_b = false;

    for (size_t i = 0; r && i < r->words.n; i++) {
        bool in_a = words_have_stem(&a->words, r->words.items[i].stem),
             in_b = words_have_stem(&b->words, r->words.items[i].stem);

        only_a = only_a || (in_a && !in_b);
        only_b = only_b || (in_b && !in_a);
    }
    return only_a && only_b;
}

bool stated_disagree(const struct reading *r, const struct stated *a, const struct stated *b)
{
    int ya = stated_year(a), yb = stated_year(b);
    int shared = words_shared(&a->words, &b->words), back = words_shared(&b->words, &a->words);
    int least = shared < back ? shared : back;

    if (other_subject(r, a, b))
        return false;
    if (ya && yb && ya != yb) /* the same event in another year; a figure of another year is no contradiction */
        return least >= 50 && !stated_has_figure(a) && !stated_has_figure(b) && same_event(a, b);
    if (least >= 25 && figures_differ(a, b))
        return true;
    return least >= 55 && words_negated(&a->words) != words_negated(&b->words);
}

/* A page that gives both figures sees no contradiction, and neither does one that quotes both sides. */
static bool stated_twice(const struct reading *r, size_t a, size_t b)
{
    for (size_t i = 0; i < r->n; i++)
        if ((i != a && str_eq(r->stated[i].text, r->stated[a].text) && r->stated[i].passage == r->stated[b].passage) ||
            (i != b && str_eq(r->stated[i].text, r->stated[b].text) && r->stated[i].passage == r->stated[a].passage))
            return true;
    return false;
}

size_t reading_disagreements(const struct reading *r, struct disagreement *ret, size_t most)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n && n < most; i++)
        for (size_t k = i + 1; k < r->n && n < most; k++) {
            const struct stated *a = &r->stated[i], *b = &r->stated[k];
            bool known = a->score * 10 < r->stated[0].score * 3 || b->score * 10 < r->stated[0].score * 3 ||
                         a->clings || b->clings ||
                         str_eq(r->passages[a->passage].title, r->passages[b->passage].title) ||
                         r->passages[a->passage].answer || r->passages[b->passage].answer || stated_twice(r, i, k);

            for (size_t d = 0; d < n && !known; d++)
                known = ret[d].a == i || ret[d].b == k || ret[d].a == k || ret[d].b == i;
            if (known || !stated_disagree(r, a, b))
                continue;
            struct str_list about = { 0 };
            for (size_t w = 0; w < a->words.n && about.n < 5; w++)
                if (!(a->words.items[w].flags & (WORD_STOP | WORD_NUMBER | WORD_NEGATION)) &&
                    words_have_stem(&b->words, a->words.items[w].stem))
                    str_list_add(r->arena, &about, a->words.items[w].text);
            ret[n++] = (struct disagreement){ i, k, str_join(r->arena, about.items, about.n, " ") };
        }
    return n;
}
