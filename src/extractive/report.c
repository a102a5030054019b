/* The report without a model: sentences of the sources, chosen for the
 * question, grouped and cited. A direct answer first, disagreements, themes,
 * gaps, a word on what it rests on. Deterministic. */
#include "extractive/draft.h"

#include <stdlib.h>

#include "judge/conflict.h"
#include "extractive/theme.h"
#include "text/units.h"

enum {
    ANSWERS = 4,
    CLAUSES = 3,
    THEMES = 5,
    CONFLICTS = 3,
    CONFLICT_POOL = 60,
    PER_SOURCE = 6,
    FEW = 4,
    OWN_SECTION = 2,
    TITLE_MAX = 90,
    PART_LEAST = 2,
    ANSWER_LEAST = 420,   /* score under which a sentence is no answer */
    CONFLICT_LEAST = 700, /* thousandths that two sentences must share to speak of the same */
    BODY_MAX = 1 << 20,
};

/* The few words that are ours. */
struct wording {
    const char *language, *nearest, *more, *disagree, *gaps, *conclusion;
};
static const struct wording wordings[] = {
    { "en", "The sources do not answer the question directly. What they say next to it:", "Further",
      "Where the sources disagree", "What the sources do not say", "What this rests on" },
    { "de", "Die Quellen beantworten die Frage nicht unmittelbar; am nächsten kommt:", "Weiteres",
      "Worin sich die Quellen widersprechen", "Wozu die Quellen nichts sagen", NULL },
    { "fr", "Les sources ne répondent pas directement ; ce qui s'en approche :", "Autres points",
      "Où les sources divergent", "Ce que les sources ne disent pas", NULL },
    { "es", "Las fuentes no responden directamente; lo más cercano:", "Más", "Donde las fuentes discrepan",
      "Lo que las fuentes no dicen", NULL },
};

/* --- writing --- */

static struct str marker(struct draft *w, size_t source)
{
    w->cited[source] = true;
    return str_format(w->arena, "[%lld]", (long long) w->sources[source]->number);
}

/* One line, and no brackets with numbers in it that would read as markers of ours. */
static void add_words(struct draft *w, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        size_t end = i + 1;

        while (s.data[i] == '[' && end < s.len && s.data[end] >= '0' && s.data[end] <= '9')
            end++;
        if (s.data[i] == '[' && end > i + 1 && end < s.len && s.data[end] == ']')
            i = end;
        else if (s.data[i] == ' ' && i + 2 < s.len && s.data[i + 1] == '[' && s.data[i + 2] >= '0' &&
                 s.data[i + 2] <= '9')
            continue;
        else
            buf_add_char(&w->out, s.data[i] == '\n' ? ' ' : s.data[i]);
    }
}

/* Is it, or nearly, what was written already? */
static bool repeats(struct draft *w, size_t at)
{
    struct words mine = { 0 };

    if (w->candidates[at].used)
        return true;
    words_of(w->arena, w->items[at].text, w->question.language, &mine);
    for (size_t i = 0; i < w->n; i++) {
        struct words other = { 0 };

        if (!w->candidates[i].used)
            continue;
        words_of(w->arena, w->items[i].text, w->question.language, &other);
        if (words_overlap(&mine, &other) > 0.85 && words_overlap(&other, &mine) > 0.7)
            return true;
    }
    return false;
}

static void add_sentence(struct draft *w, size_t at)
{
    struct str text = w->items[at].text;

    /* What it points back at comes first. */
    for (size_t i = draft_from(w, at); i < at; i++) {
        if (repeats(w, i))
            continue;
        w->candidates[i].used = true;
        add_words(w, w->items[i].text);
        buf_format(&w->out, " %.*s ", STR_ARG(marker(w, w->candidates[i].source)));
    }
    w->candidates[at].used = true;
    add_words(w, text);
    buf_format(&w->out, " %.*s", STR_ARG(marker(w, w->candidates[at].source)));
    /* Who says the same, word for word, is cited along. */
    for (size_t i = 0; i < w->n; i++)
        if (i != at && w->candidates[i].source != w->candidates[at].source && str_eq(w->items[i].text, text)) {
            w->candidates[i].used = true;
            buf_add_str(&w->out, marker(w, w->candidates[i].source));
        }
}

static void add_heading(struct draft *w, struct str text) { buf_format(&w->out, "\n\n## %.*s\n\n", STR_ARG(text)); }

/* --- the answer --- */

/* "…, and why do they differ?": parts that ask for themselves. */
static size_t clauses_of(struct str question, struct str ret[CLAUSES])
{
    static const char *const words[] = { "and why ",   "and how ",   "and what ",    "and when ", "and who ",
                                         "and where ", "and which ", "and is ",      "and are ",  "and was ",
                                         "and do ",    "and does ",  "and did ",     "and can ",  "and will ",
                                         "und warum ", "und wie ",   "et pourquoi ", "y por " };
    size_t n = 0, from = 0;

    for (size_t i = 1; i < question.len && n + 1 < CLAUSES; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (question.data[i - 1] == ' ' && str_starts_nocase(str_sub(question, i, question.len), words[k])) {
                ret[n++] = str_trim(str_sub(question, from, i));
                from = i + 4;
                break;
            }
    ret[n++] = str_trim(str_sub(question, from, question.len));
    return n;
}

/* The best that is not used; w->n if there is none. */
static size_t best_of(struct draft *w, const struct select_item *items, int64_t least)
{
    size_t best = w->n;

    for (size_t i = 0; i < w->n; i++)
        if (!w->candidates[i].used && items[i].score >= least && (best == w->n || items[i].score > items[best].score))
            best = i;
    return best;
}

static bool said(struct draft *w, const size_t *chosen, size_t n, struct str phrase)
{
    for (size_t i = 0; i < n; i++)
        if (sentence_speaks_of(w->arena, w->question.language, w->items[chosen[i]].text, phrase))
            return true;
    return false;
}

/* The sentence that speaks of most of what is not said yet, the better one of two. */
static size_t best_cover(struct draft *w, const struct str_list *parts, int64_t least)
{
    size_t best = w->n;
    int64_t best_value = 0;

    for (size_t i = 0; i < w->n; i++) {
        int64_t covered = 0;

        if (w->candidates[i].used || w->items[i].score < least)
            continue;
        for (size_t p = 0; p < parts->n; p++)
            covered += sentence_speaks_of(w->arena, w->question.language, w->items[i].text, parts->items[p]);
        int64_t value = covered ? covered * 250 + w->items[i].score : 0;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

static void choose(struct draft *w, size_t at, size_t *chosen, size_t *n)
{
    if (at == w->n || *n == ANSWERS)
        return;
    chosen[(*n)++] = at;
    for (size_t i = 0; i < w->n; i++)
        if (str_eq(w->items[i].text, w->items[at].text))
            w->candidates[i].used = true;
}

/* "January 2025" says when, not what. */
static bool is_time(struct draft *w, struct str phrase)
{
    struct words words = { 0 };
    double value;

    words_of(w->arena, phrase, w->question.language, &words);
    for (size_t i = 0; i < words.n; i++)
        if (!(words.items[i].flags & WORD_NUMBER) && !number_month(words.items[i].fold, &value))
            return false;
    return true;
}

/* What is asked about and none of the chosen sentences names. */
static struct str_list unsaid(struct draft *w, const size_t *chosen, size_t n)
{
    const struct str_list *parts = w->question.subjects.n ? &w->question.subjects : &w->question.phrases;
    struct str_list ret = { 0 };

    for (size_t i = 0; i < parts->n; i++)
        if (!said(w, chosen, n, parts->items[i]) && !is_time(w, parts->items[i]))
            str_list_add(w->arena, &ret, parts->items[i]);
    return ret;
}

/* The best sentence for one clause of the question. What comes behind the first clause is about the same matter, and must be
 * the kind of answer that it asks for. */
static size_t best_for_clause(struct draft *w, struct str text, bool first)
{
    struct select_item *items = arena_calloc(w->arena, w->n + 1, sizeof *items),
                       *matter = arena_calloc(w->arena, w->n + 1, sizeof *matter);
    struct question clause, whole = w->question;

    question_read(w->arena, text, &clause);
    whole.kind = clause.kind;
    whole.measure = clause.measure;
    for (size_t i = 0; i < w->n; i++)
        items[i] = matter[i] = w->items[i];
    draft_score(w, &clause, items);
    if (first)
        return best_of(w, items, DRAFT_LEAST);
    draft_score(w, &whole, matter);
    for (size_t i = 0; i < w->n; i++) {
        items[i].score = (items[i].score + matter[i].score) / 2;
        if (items[i].score >= DRAFT_LEAST && clause.kind != QUESTION_TOPIC &&
            question_fit(w->arena, &clause, items[i].text) < 0.5)
            items[i].score = 0;
    }
    return best_of(w, items, draft_least(w, 40));
}

/* Does the best sentence, where it stands, speak of half of what is asked? Of a third, when several things are asked at once. */
static bool is_near(struct draft *w)
{
    const struct question *q = &w->question;
    size_t best = 0, found = 0;

    for (size_t i = 0; i < w->n; i++)
        best = w->items[i].score > w->items[best].score ? i : best;
    struct str place = str_format(w->arena, "%.*s %.*s %.*s", STR_ARG(w->texts[best]), STR_ARG(w->items[best].context),
                                  STR_ARG(w->items[best].near));
    for (size_t i = 0; i < q->keywords.n; i++)
        found += sentence_speaks_of(w->arena, q->language, place, q->keywords.items[i]);
    struct str clauses[CLAUSES];
    bool several = clauses_of(q->text, clauses) > 1 || str_find_char(q->text, ',', 0) > 0;
    return found * (several ? 3 : 2) >= q->keywords.n;
}

/* What asks for several things is answered by several sentences, each about one. */
static bool is_weak(struct draft *w)
{
    return w->unnamed.n > 0 || w->best < (w->question.subjects.n > 1 ? DRAFT_LEAST : ANSWER_LEAST) || !is_near(w);
}

/* The best sentence, more for what it does not name, one for each further clause. */
static void write_answer(struct draft *w)
{
    size_t chosen[ANSWERS], n = 0;
    struct str clauses[CLAUSES];
    size_t clauses_n = clauses_of(w->question.text, clauses);
    bool weak = is_weak(w);

    choose(w, clauses_n > 1 ? best_for_clause(w, clauses[0], true) : best_of(w, w->items, DRAFT_LEAST), chosen, &n);
    while (!weak && n + (clauses_n > 1) < ANSWERS) {
        struct str_list parts = unsaid(w, chosen, n);
        size_t before_n = n;

        choose(w, parts.n ? best_cover(w, &parts, draft_least(w, 45)) : w->n, chosen, &n);
        if (n == before_n)
            break;
    }
    size_t first_n = n;
    for (size_t c = 1; c < clauses_n; c++) {
        size_t before_n = n;

        choose(w, best_for_clause(w, clauses[c], false), chosen, &n);
        if (n > before_n)
            str_list_add(w->arena, &w->answered, clauses[c]);
    }
    if (n == 1 && !weak)
        choose(w, best_of(w, w->items, draft_least(w, 60)), chosen, &n);
    if (weak)
        buf_format(&w->out, "%s\n\n", w->wording->nearest);
    for (size_t i = 0; i < n; i++) {
        buf_add_z(&w->out, !i ? "" : i >= first_n && clauses_n > 1 ? "\n\n" : " ");
        add_sentence(w, chosen[i]);
    }
}

/* --- themes --- */

static int by_place(const void *a, const void *b)
{
    const size_t x = *(const size_t *) a, y = *(const size_t *) b;

    return (x > y) - (x < y); /* candidates stand in the order of sources and places */
}

static void write_section(struct draft *w, struct str heading, size_t *members, size_t n)
{
    if (n == 0)
        return;
    qsort(members, n, sizeof *members, by_place);
    add_heading(w, heading);
    for (size_t i = 0; i < n; i++) {
        bool same = i && w->candidates[members[i]].source == w->candidates[members[i - 1]].source;

        buf_add_z(&w->out, !i ? "" : same ? " " : "\n\n");
        add_sentence(w, members[i]);
    }
}

static bool is_among(const size_t *list, size_t n, size_t item)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == item)
            return true;
    return false;
}

static struct str capital(struct arena *arena, struct str text)
{
    char *copy = arena_copy(arena, text.data, text.len);

    if (text.len && copy[0] >= 'a' && copy[0] <= 'z')
        copy[0] = (char) (copy[0] - 'a' + 'A');
    return str_n(copy, text.len);
}

/* Does the phrase stand in a list of the question ("a, b and c") or in a comparison? */
static bool is_listed(const struct draft *w, struct str phrase)
{
    static const char *const joints[] = { ",",   " and ", " or ", " und ",  " oder ",   " et ", " ou ",
                                          " y ", " o ",   " e ",  " with ", " versus ", " vs" };
    struct str text = w->question.text;

    if (w->question.subjects.n)
        return true;
    if (phrase.data < text.data || phrase.data + phrase.len > text.data + text.len)
        return false;
    size_t start = (size_t) (phrase.data - text.data), end = start + phrase.len;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        size_t len = strlen(joints[i]);

        if (str_starts(str_sub(text, end, text.len), joints[i]) ||
            (start >= len && str_starts(str_sub(text, start - len, start), joints[i])) ||
            (start > len && str_starts(str_sub(text, start - len - 1, start), joints[i])))
            return true;
    }
    return false;
}

/* What the question lists, two at least: "the efficiency of a, b and c" lists a, b and c, "a and b for c" a and b. */
static struct str_list listed_parts(struct draft *w)
{
    const struct str_list *parts = w->question.subjects.n ? &w->question.subjects : &w->question.phrases;
    struct str_list ret = { 0 };

    for (size_t p = 0; p < parts->n; p++) {
        struct str part = parts->items[p];
        ptrdiff_t of = str_find(part, str(" of "), 0), purpose = str_find(part, str(" for "), 0);

        if (!is_listed(w, part))
            continue;
        part = of > 0        ? str_sub(part, (size_t) of + 4, part.len)
               : purpose > 0 ? str_sub(part, 0, (size_t) purpose)
                             : part;
        str_list_add(w->arena, &ret, part);
    }
    if (ret.n < 2)
        ret.n = 0;
    return ret;
}

/* Who lists things wants to hear of each: where few of the picks speak of one, the best that do are added. */
static size_t pick_for_parts(struct draft *w, const struct str_list *parts, size_t *picks, size_t n, size_t most)
{
    bool exact = w->question.kind == QUESTION_HOW_MANY || w->question.kind == QUESTION_WHEN;

    for (size_t p = 0; p < parts->n; p++) {
        size_t have = 0;

        for (size_t i = 0; i < n; i++)
            have += sentence_speaks_of(w->arena, w->question.language, w->items[picks[i]].text, parts->items[p]);
        while (have++ < PART_LEAST && n < most) {
            size_t best = w->n;

            for (size_t i = 0; i < w->n; i++)
                if (w->items[i].score >= draft_least(w, 25) &&
                    (best == w->n || w->items[i].score > w->items[best].score) && !repeats(w, i) &&
                    !is_among(picks, n, i) &&
                    (!exact || question_fit(w->arena, &w->question, w->items[i].text) >= 0.5) &&
                    sentence_speaks_of(w->arena, w->question.language, w->items[i].text, parts->items[p]))
                    best = i;
            if (best == w->n)
                break;
            picks[n++] = best;
        }
    }
    return n;
}

/* Sections for what the question itself lists; takes their sentences out of the picks. A part that nearly all or
 * hardly any sentence speaks of parts nothing. */
static size_t write_parts(struct draft *w, const struct str_list *parts, size_t *picks, size_t n)
{
    size_t *members = arena_calloc(w->arena, n + 1, sizeof *members);

    for (size_t p = 0; p < parts->n; p++) {
        size_t members_n = 0, left = 0;

        for (size_t i = 0; i < n; i++)
            if (sentence_speaks_of(w->arena, w->question.language, w->items[picks[i]].text, parts->items[p]))
                members[members_n++] = picks[i];
        if (members_n < 2 || members_n * 10 > n * 8)
            continue;
        write_section(w, capital(w->arena, parts->items[p]), members, members_n);
        for (size_t i = 0; i < n; i++)
            if (!w->candidates[picks[i]].used)
                picks[left++] = picks[i];
        n = left;
    }
    return n;
}

/* What shares no theme: a document that gives several sentences is a section under its own title, the others are one. */
static void write_rest(struct draft *w, size_t *rest, size_t n)
{
    size_t *members = arena_calloc(w->arena, n + 1, sizeof *members), left = 0;

    qsort(rest, n, sizeof *rest, by_place);
    for (size_t i = 0, end; i < n; i = end) {
        const struct source_row *source = w->sources[w->candidates[rest[i]].source];

        for (end = i; end < n && w->candidates[rest[end]].source == w->candidates[rest[i]].source; end++)
            members[end - i] = rest[end];
        if (end - i >= OWN_SECTION && source->title.len > 3 && source->title.len <= TITLE_MAX)
            write_section(w, source->title, members, end - i);
        else
            for (size_t k = i; k < end; k++)
                rest[left++] = rest[k];
    }
    write_section(w, str(w->wording->more), rest, left);
}

static void write_themes(struct draft *w, size_t most)
{
    struct select_item *left = arena_calloc(w->arena, w->n + 1, sizeof *left);
    size_t *picks = arena_calloc(w->arena, most + 1, sizeof *picks), *at = arena_calloc(w->arena, w->n + 1, sizeof *at),
           n = 0;
    size_t *rest = arena_calloc(w->arena, most + 1, sizeof *rest), rest_n = 0;
    struct str *texts = arena_calloc(w->arena, most + 1, sizeof *texts);
    size_t room = most;
    struct theme *themes;

    /* Where little is near the best, what is farther off is shown too; all of it where there is little altogether. */
    int64_t near = w->question.phrases.n > 2 ? 48 : 55, far = w->n < DRAFT_LITTLE ? 0 : 40;
    for (int lax = 0; lax < 2 && n < FEW; lax++) {
        n = 0;
        for (size_t i = 0; i < w->n; i++)
            if (w->items[i].score >= draft_least(w, lax ? far : near) && !repeats(w, i)) {
                at[n] = i;
                left[n++] = w->items[i];
            }
        most = lax && most > FEW ? FEW : most;
    }
    struct select_settings settings = { .most = most, .per_source = PER_SOURCE };
    size_t picked = select_pick(w->arena, &w->question, left, n, &settings, picks);
    for (size_t i = 0; i < picked; i++)
        picks[i] = at[picks[i]];
    struct str_list parts = listed_parts(w);
    picked = pick_for_parts(w, &parts, picks, picked, room);
    picked = write_parts(w, &parts, picks, picked);
    for (size_t i = 0; i < picked; i++)
        texts[i] = w->items[picks[i]].text;
    size_t themes_n = themes_of(w->arena, &w->question, texts, picked, THEMES, &themes);
    for (size_t t = 0; t < themes_n; t++) {
        size_t *members = arena_calloc(w->arena, themes[t].n + 1, sizeof *members);

        for (size_t i = 0; i < themes[t].n; i++)
            members[i] = picks[themes[t].items[i]];
        /* One word ("Four", "Grid") is no heading. */
        if (str_find_char(themes[t].heading, ' ', 0) > 0)
            write_section(w, themes[t].heading, members, themes[t].n);
        else
            for (size_t i = 0; i < themes[t].n; i++)
                rest[rest_n++] = members[i];
    }
    write_rest(w, rest, rest_n);
}

/* --- disagreements, gaps, the end --- */

static size_t write_conflicts(struct draft *w)
{
    size_t *pool = arena_calloc(w->arena, CONFLICT_POOL, sizeof *pool),
           *sources = arena_calloc(w->arena, CONFLICT_POOL, sizeof *sources);
    struct str *texts = arena_calloc(w->arena, CONFLICT_POOL, sizeof *texts);
    bool *taken = arena_calloc(w->arena, w->n + 1, sizeof *taken);
    struct conflict *conflicts;
    size_t n = 0;

    while (n < CONFLICT_POOL) {
        size_t best = w->n;

        for (size_t i = 0; i < w->n; i++)
            if (!taken[i] && w->items[i].score >= draft_least(w, 40) && !sentence_points_back(w->items[i].text) &&
                (best == w->n || w->items[i].score > w->items[best].score))
                best = i;
        if (best == w->n)
            break;
        taken[best] = true;
        pool[n] = best;
        texts[n] = w->items[best].text;
        sources[n++] = w->candidates[best].cluster;
    }
    size_t found = conflicts_of(w->arena, texts, sources, n, CONFLICTS, &conflicts);
    while (found > 0 && conflicts[found - 1].strength < CONFLICT_LEAST)
        found--;
    for (size_t i = 0; i < found; i++) {
        if (i == 0)
            add_heading(w, str(w->wording->disagree));
        else
            buf_add_char(&w->out, '\n');
        buf_add_z(&w->out, "- ");
        add_sentence(w, pool[conflicts[i].a]);
        buf_add_z(&w->out, "\n- ");
        add_sentence(w, pool[conflicts[i].b]);
        buf_add_z(&w->out, i + 1 < found ? "\n" : "");
    }
    return found;
}

static bool anywhere(struct draft *w, struct str word)
{
    for (size_t i = 0; i < w->n; i++)
        if (sentence_speaks_of(w->arena, w->question.language, w->items[i].text, word))
            return true;
    for (size_t i = 0; i < w->sources_n; i++)
        if (sentence_speaks_of(w->arena, w->question.language, w->sources[i]->title, word))
            return true;
    return false;
}

/* Does it stand inside the other, in the same text? */
static bool is_part(struct str part, struct str whole)
{
    return part.data >= whole.data && part.data + part.len <= whole.data + whole.len;
}

/* What is asked about and no sentence names. */
static void find_gaps(struct draft *w, struct str_list *ret)
{
    struct str *texts = arena_calloc(w->arena, w->n + 1, sizeof *texts);
    struct str_list phrases = { 0 };

    for (size_t i = 0; i < w->n; i++)
        texts[i] = w->items[i].text;
    question_gaps(w->arena, &w->question, texts, w->n, &phrases);
    *ret = w->unnamed;
    /* A phrase is split over sentences more often than it is missing: at least half of its words must be. */
    for (size_t i = 0; i < phrases.n; i++) {
        struct words words = { 0 };
        size_t content = 0, absent = 0;

        words_of(w->arena, phrases.items[i], w->question.language, &words);
        for (size_t k = 0; k < words.n; k++) {
            if (!word_is_content(&words.items[k]))
                continue;
            content++;
            absent += !anywhere(w, words.items[k].text);
        }
        for (size_t k = 0; k < w->answered.n; k++)
            absent = is_part(phrases.items[i], w->answered.items[k]) ? 0 : absent;
        for (size_t k = 0; k < w->unnamed.n; k++)
            absent = str_find(phrases.items[i], w->unnamed.items[k], 0) >= 0 ? 0 : absent;
        if (absent && absent * 2 >= content)
            str_list_add(w->arena, ret, phrases.items[i]);
    }
}

static void write_gaps(struct draft *w, const struct str_list *gaps)
{
    for (size_t i = 0; i < gaps->n; i++) {
        if (i == 0)
            add_heading(w, str(w->wording->gaps));
        buf_add_z(&w->out, "- ");
        add_words(w, gaps->items[i]);
        buf_add_char(&w->out, '\n');
    }
}

/* How many sources, how independent, how old. */
static void write_end(struct draft *w, size_t conflicts)
{
    bool *seen = arena_calloc(w->arena, w->sources_n + 1, sizeof *seen);
    struct str first = { 0 }, last = { 0 };
    size_t sources = 0, independent = 0;

    for (size_t i = 0; i < w->sources_n; i++) {
        struct str year = str_sub(w->sources[i]->date, 0, 4);

        if (!w->cited[i])
            continue;
        sources++;
        independent += !seen[w->cluster[i]];
        seen[w->cluster[i]] = true;
        if (year.len == 4 && (!first.len || str_cmp(year, first) < 0))
            first = year;
        if (year.len == 4 && (!last.len || str_cmp(year, last) > 0))
            last = year;
    }
    if (!w->wording->conclusion)
        return;
    add_heading(w, str(w->wording->conclusion));
    buf_format(&w->out, "The report quotes %zu %s", sources, sources == 1 ? "source" : "sources");
    if (sources > 1)
        buf_format(&w->out,
                   independent == sources ? ", all independent of one another"
                                          : ", %zu of them independent of one another",
                   independent);
    if (first.len)
        buf_format(&w->out, str_eq(first, last) ? ", dated %.*s" : ", dated %.*s to %.*s", STR_ARG(first),
                   STR_ARG(last));
    if (conflicts)
        buf_format(&w->out, "; on %zu %s they disagree", conflicts, conflicts == 1 ? "point" : "points");
    buf_add_z(&w->out, ".\n");
}

struct str extract_write(struct arena *arena, struct str question, const struct source_row *const *sources, size_t n,
                         size_t most)
{
    struct draft w = { .arena = arena_new(), .sources = sources, .sources_n = n, .wording = &wordings[0] };
    struct str_list gaps = { 0 };
    struct str report = { 0 };

    question_read(w.arena, question, &w.question);
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
        if (strcmp(wordings[i].language, language_code(w.question.language)) == 0)
            w.wording = &wordings[i];
    w.cited = arena_calloc(w.arena, n + 1, sizeof *w.cited);
    draft_cluster(&w);
    draft_collect(&w);
    draft_names(&w);
    draft_score(&w, &w.question, w.items);
    for (size_t i = 0; i < w.n; i++)
        w.best = w.items[i].score > w.best ? w.items[i].score : w.best;
    buf_init(&w.out, BODY_MAX);
    if (best_of(&w, w.items, DRAFT_LEAST) < w.n) {
        write_answer(&w);
        find_gaps(&w, &gaps);
        /* Ahead of the rest, which then does not say the same again. */
        size_t conflicts = is_weak(&w) ? 0 : write_conflicts(&w);
        write_themes(&w, is_weak(&w) ? most / 3 : most);
        write_gaps(&w, &gaps);
        write_end(&w, conflicts);
        report = buf_take(&w.out, arena);
    }
    buf_free(&w.out);
    arena_free(w.arena);
    return report;
}

struct str extract_report(struct branch *branch, struct str question, const struct source_row *const *sources, size_t n)
{
    static const size_t lengths[] = {
        [DEPTH_AUTO] = 16, [DEPTH_LIGHT] = 10, [DEPTH_MEDIUM] = 16, [DEPTH_EXTENDED] = 26
    };

    return extract_write(branch_arena(branch), question, sources, n, lengths[branch_settings(branch)->depth]);
}
