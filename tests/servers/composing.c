#include "composing.h"

enum { OPENING = 3, PICKS = 18, SECTIONS = 5, PER_SECTION = 4, MARKS = 4, DISAGREEMENTS = 4, ROWS = 8, EVENTS = 10 };

struct draft {
    const struct composing *c;
    const struct reading *r;
    struct buf out;
    bool *used;
    size_t told; /* sentences so far */
};

/* A word that is written large inside a sentence is a name. */
static bool is_name(const struct reading *r, const struct stated *s)
{
    struct str first = s->words.n ? s->words.items[0].text : str(""), within;
    ptrdiff_t at = -1;

    if (first.len == 0 || (s->words.items[0].flags & WORD_STOP))
        return false;
    within = str_format(r->arena, " %.*s", STR_ARG(first));
    for (size_t i = 0; i < r->passages_n; i++)
        while ((at = str_find(r->passages[i].text, within, (size_t) (at + 1))) >= 0)
            if (at > 0 && islower((unsigned char) r->passages[i].text.data[at - 1]))
                return true;
    return false;
}

struct str sentence_inside(const struct reading *r, const struct stated *s)
{
    static const char *const others[][2] = { { " we ", " its authors " }, { " our ", " its authors' " } };
    struct str text = s->text;

    while (text.len && strchr(".! ", text.data[text.len - 1]))
        text.len--;
    char *copy = arena_copy(r->arena, text.data, text.len + 1);
    if (!is_name(r, s))
        copy[0] = (char) tolower((unsigned char) copy[0]);
    text = str_format(r->arena, " %.*s ", (int) text.len, copy);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) /* who writes a report is not who wrote the page */
        text = str_replace(r->arena, text, str(others[i][0]), str(others[i][1]));
    return str_trim(text);
}

static void mark(struct draft *d, size_t passage)
{
    const struct passage *p = &d->r->passages[passage];

    if (d->c->links)
        buf_format(&d->out, " ([%.*s](%.*s))", STR_ARG(p->title), STR_ARG(p->url));
    else
        buf_format(&d->out, "[%.*s]", STR_ARG(p->key));
}

/* Its own passage, and those of others that say the same. */
static void marks(struct draft *d, size_t at)
{
    const struct stated *s = &d->r->stated[at];
    size_t seen[MARKS + 1] = { s->passage }, n = 1;

    if (!d->c->links)
        buf_add_char(&d->out, ' ');
    mark(d, s->passage);
    for (size_t i = 0; i < d->r->n && n <= MARKS && !d->c->links; i++) {
        const struct stated *o = &d->r->stated[i];
        bool known = false;

        for (size_t k = 0; k < n; k++)
            known = known || seen[k] == o->passage;
        if (known || words_shared(&s->words, &o->words) < 80 || stated_disagree(d->r, s, o) ||
            stated_has_figure(s) != stated_has_figure(o) || stated_year(s) != stated_year(o))
            continue;
        seen[n++] = o->passage;
        mark(d, o->passage);
    }
}

/* Nobody else says it. */
static bool alone(const struct draft *d, size_t at)
{
    for (size_t i = 0; i < d->r->n; i++)
        if (d->r->stated[i].passage != d->r->stated[at].passage &&
            words_shared(&d->r->stated[at].words, &d->r->stated[i].words) >= 80)
            return false;
    return true;
}

/* Says it, in the source's words or with a word about whose they are. */
static void tell(struct draft *d, size_t at)
{
    const struct stated *s = &d->r->stated[at];
    const struct passage *p = &d->r->passages[s->passage];
    struct str inside = sentence_inside(d->r, s);

    if (p->answer && alone(d, at))
        buf_format(&d->out, "According to %.*s, %.*s", STR_ARG(str_sub(p->title, strlen("Answer of "), p->title.len)),
                   STR_ARG(inside));
    else if (!p->answer && ((d->c->own_words && d->told % 2 == 1) || str_contains(inside, "its authors")))
        buf_format(&d->out, "According to \"%.*s\", %.*s", STR_ARG(p->title), STR_ARG(inside));
    else
        buf_format(&d->out, "%c%.*s", toupper((unsigned char) inside.data[0]), STR_ARG(str_sub(inside, 1, inside.len)));
    marks(d, at);
    buf_add_char(&d->out, '.');
    d->used[at] = true;
    d->told++;
    for (size_t i = 0; i < d->r->n; i++)
        d->used[i] = d->used[i] || stated_alike(s, &d->r->stated[i]);
}

/* --- the answer --- */

static void say_in_short(struct draft *d);

static bool negated(const struct draft *d, size_t at) { return words_negated(&d->r->stated[at].words); }

static void say_yes_or_no(struct draft *d, const size_t *picks, size_t n)
{
    struct disagreement one;

    if (n == 0)
        return;
    if (reading_disagreements(d->r, &one, 1) &&
        words_negated(&d->r->stated[one.a].words) != words_negated(&d->r->stated[one.b].words)) {
        buf_add_z(&d->out, "The sources do not agree on this. ");
        tell(d, one.a);
        buf_add_char(&d->out, ' ');
        tell(d, one.b);
        buf_add_char(&d->out, ' ');
    } else {
        buf_add_z(&d->out, negated(d, picks[0]) ? "No: " : "Yes: ");
        size_t before = d->out.len;
        tell(d, picks[0]);
        d->out.data[before] = (char) (d->r->stated[picks[0]].words.items[0].flags & WORD_STOP
                                          ? tolower((unsigned char) d->out.data[before])
                                          : d->out.data[before]);
        buf_add_char(&d->out, ' ');
    }
}

/* Of the newest page that speaks of it, for questions about the present and for figures. */
static size_t newest(const struct draft *d, const size_t *picks, size_t n)
{
    size_t best = picks[0];

    for (size_t i = 1; i < n; i++)
        if (str_cmp(d->r->passages[d->r->stated[picks[i]].passage].date,
                    d->r->passages[d->r->stated[best].passage].date) > 0)
            best = picks[i];
    return best;
}

static void put_opening(struct draft *d, const size_t *picks, size_t n, size_t most)
{
    size_t told = d->told;

    if (d->r->asking == ASKING_YES_NO)
        say_yes_or_no(d, picks, n);
    if (d->r->asking == ASKING_HOW_TO && !d->c->links)
        say_in_short(d);
    if ((d->r->asking == ASKING_RECENT || d->r->asking == ASKING_FIGURE) && n) {
        size_t at = newest(d, picks, d->r->asking == ASKING_RECENT || n < 2 ? n : 2);
        const struct passage *p = &d->r->passages[d->r->stated[at].passage];

        if (p->date.len && d->r->asking == ASKING_RECENT)
            buf_format(&d->out, "The newest source is of %.*s. ", STR_ARG(str_sub(p->date, 0, 10)));
        tell(d, at);
        buf_add_char(&d->out, ' ');
    }
    for (size_t i = 0; i < n && d->told < told + most; i++)
        if (!d->used[picks[i]]) {
            tell(d, picks[i]);
            buf_add_char(&d->out, ' ');
        }
    if (d->told == told)
        buf_add_z(&d->out, "No passage that was found answers this question.");
    buf_add_z(&d->out, "\n");
}

/* --- special forms --- */

static int by_year(const void *a, const void *b)
{
    const struct stated *const *x = a, *const *y = b;
    int p = stated_year(*x), q = stated_year(*y);

    return p != q ? (p > q) - (p < q) : ((*x)->score < (*y)->score) - ((*x)->score > (*y)->score);
}

static void put_timeline(struct draft *d)
{
    const struct stated **list = arena_calloc(d->r->arena, d->r->n + 1, sizeof *list);
    size_t n = 0;

    for (size_t i = 0; i < d->r->n && n < EVENTS; i++) {
        const struct stated *s = &d->r->stated[i];
        bool known = !stated_year(s) || s->clings || s->score * 10 < d->r->stated[0].score * 2;

        for (size_t k = 0; k < n && !known; k++)
            known = stated_alike(list[k], s);
        if (!known)
            list[n++] = s;
    }
    qsort(list, n, sizeof *list, by_year);
    if (n < 2)
        return;
    buf_add_z(&d->out, "\n## The course of events\n\n");
    for (size_t i = 0; i < n; i++) {
        buf_format(&d->out, "- **%d**: ", stated_year(list[i]));
        tell(d, (size_t) (list[i] - d->r->stated));
        buf_add_char(&d->out, '\n');
    }
}

static int by_place(const void *a, const void *b)
{
    const struct stated *const *x = a, *const *y = b;

    return ((*x)->text.data > (*y)->text.data) - ((*x)->text.data < (*y)->text.data);
}

/* The sentences of the passage that tells most steps, in its order; 0 if none has any. */
static size_t find_steps(const struct draft *d, const struct stated **list)
{
    size_t best = 0, most = 1, n = 0;

    for (size_t p = 0; p < d->r->passages_n; p++) {
        struct str rest = d->r->passages[p].text, line;
        size_t steps = 0;

        while (str_next_line(&rest, &line))
            steps += line.len > 10 && isdigit((unsigned char) line.data[0]) && str_find(line, str(". "), 0) > 0;
        if (steps > most) {
            most = steps;
            best = p;
        }
    }
    for (size_t i = 0; i < d->r->n && most > 1; i++)
        if (d->r->stated[i].passage == best)
            list[n++] = &d->r->stated[i];
    qsort(list, n, sizeof *list, by_place);
    return n;
}

/* In one sentence: all the steps. */
static void say_in_short(struct draft *d)
{
    const struct stated **list = arena_calloc(d->r->arena, d->r->n + 1, sizeof *list);
    size_t n = find_steps(d, list);

    for (size_t i = 0; i < n; i++)
        buf_format(&d->out, "%s%.*s",
                   i == 0       ? "In short, "
                   : i + 1 == n ? ", and "
                                : ", ",
                   STR_ARG(sentence_inside(d->r, list[i])));
    if (n)
        buf_format(&d->out, " [%.*s]. ", STR_ARG(d->r->passages[list[0]->passage].key));
    d->told += n > 0;
}

static void put_steps(struct draft *d)
{
    const struct stated **list = arena_calloc(d->r->arena, d->r->n + 1, sizeof *list);
    size_t n = find_steps(d, list);

    if (n)
        buf_add_z(&d->out, "\n## Step by step\n\n");
    for (size_t i = 0; i < n; i++) {
        buf_format(&d->out, "%zu. %.*s [%.*s].\n", i + 1, STR_ARG(str_sub(list[i]->text, 0, list[i]->text.len - 1)),
                   STR_ARG(d->r->passages[list[i]->passage].key));
        for (size_t k = 0; k < d->r->n; k++)
            d->used[k] = d->used[k] || stated_alike(list[i], &d->r->stated[k]);
    }
}

/* "How do A and B compare", "compare A with B", "the difference between A and B", "A versus B" */
static bool compared_things(const struct reading *r, struct str *a, struct str *b)
{
    static const char *const before[] = { "how do ", "how does ", "compare ", "between ", NULL },
                             *const middle[] = { " and ", " with ", " versus ", " vs ", NULL },
                             *const after[] = { " compare", " in ", " for ", " by ", "?", ",", NULL };
    struct str rest = r->question;

    for (const char *const *w = before; *w && rest.len == r->question.len; w++)
        for (size_t i = 0; i < rest.len; i++)
            if (str_starts_nocase(str_sub(rest, i, rest.len), *w)) {
                rest = str_sub(rest, i + strlen(*w), rest.len);
                break;
            }
    for (const char *const *w = middle; *w; w++) {
        ptrdiff_t at = str_find(rest, str(*w), 0);

        if (at < 1)
            continue;
        *a = str_trim(str_sub(rest, 0, (size_t) at));
        *b = str_sub(rest, (size_t) at + strlen(*w), rest.len);
        for (const char *const *end = after; *end; end++) {
            ptrdiff_t stop = str_find(*b, str(*end), 0);

            if (stop > 0)
                *b = str_sub(*b, 0, (size_t) stop);
        }
        return b->len > 0;
    }
    return false;
}

static const struct language *english(void) { return language_named(str("en")); }

static struct str section_of(const struct passage *p)
{
    struct str name = p->section.len ? p->section : p->title;
    ptrdiff_t at;

    while ((at = str_find(name, str(" › "), 0)) >= 0)
        name = str_sub(name, (size_t) at + strlen(" › "), name.len);
    while ((at = str_find(name, str(" > "), 0)) >= 0)
        name = str_sub(name, (size_t) at + 3, name.len);
    return name;
}

/* The best sentence under this heading that speaks of one thing and not of the other. */
static size_t cell_of(const struct draft *d, struct str heading, const struct words *of, const struct words *other)
{
    for (size_t i = 0; i < d->r->n; i++) {
        const struct stated *s = &d->r->stated[i];
        const struct passage *p = &d->r->passages[s->passage];
        struct words seen = { 0 };

        if (!str_eq_nocase(section_of(p), heading) || s->clings || p->answer)
            continue;
        content_words_of(d->r->arena, str_format(d->r->arena, "%.*s %.*s", STR_ARG(p->title), STR_ARG(s->text)),
                         english(), &seen);
        if (words_shared(of, &seen) == 100 && words_shared(other, &s->words) < 100)
            return i;
    }
    return SIZE_MAX;
}

static void put_cell(struct draft *d, size_t at)
{
    buf_format(&d->out, " %.*s [%.*s] |", STR_ARG(str_sub(d->r->stated[at].text, 0, d->r->stated[at].text.len - 1)),
               STR_ARG(d->r->passages[d->r->stated[at].passage].key));
    d->used[at] = true;
}

static void put_table(struct draft *d)
{
    struct str a, b;
    struct words of_a = { 0 }, of_b = { 0 };
    struct str_list rows = { 0 };

    if (!compared_things(d->r, &a, &b))
        return;
    content_words_of(d->r->arena, a, english(), &of_a);
    content_words_of(d->r->arena, b, english(), &of_b);
    for (size_t i = 0; i < d->r->n && rows.n < ROWS; i++) {
        struct str heading = section_of(&d->r->passages[d->r->stated[i].passage]);
        size_t left, right;

        if (str_list_has(&rows, heading))
            continue;
        left = cell_of(d, heading, &of_a, &of_b);
        right = cell_of(d, heading, &of_b, &of_a);
        if (left == SIZE_MAX || right == SIZE_MAX || left == right)
            continue;
        if (rows.n == 0)
            buf_format(&d->out, "\n## Side by side\n\n| | %c%.*s | %c%.*s |\n| --- | --- | --- |\n",
                       toupper((unsigned char) a.data[0]), STR_ARG(str_sub(a, 1, a.len)),
                       toupper((unsigned char) b.data[0]), STR_ARG(str_sub(b, 1, b.len)));
        str_list_add(d->r->arena, &rows, heading);
        buf_format(&d->out, "| %.*s |", STR_ARG(heading));
        put_cell(d, left);
        put_cell(d, right);
        buf_add_char(&d->out, '\n');
    }
}

/* --- sections --- */

static struct str heading_of(const struct passage *p)
{
    return p->answer ? str("What else the answers say") : section_of(p);
}

static void put_sections(struct draft *d, const size_t *picks, size_t n, size_t most)
{
    for (size_t i = 0, sections = 0; i < n && sections < most; i++) {
        struct str heading = heading_of(&d->r->passages[d->r->stated[picks[i]].passage]);
        size_t in = 0;

        if (d->used[picks[i]])
            continue;
        buf_format(&d->out, "\n## %.*s\n\n", STR_ARG(heading));
        for (size_t k = i; k < n && (in < PER_SECTION || str_starts(heading, "What else")); k++)
            if (!d->used[picks[k]] &&
                (k == i || str_eq_nocase(heading, heading_of(&d->r->passages[d->r->stated[picks[k]].passage])))) {
                buf_add_z(&d->out, in++ ? " " : "");
                tell(d, picks[k]);
            }
        buf_add_char(&d->out, '\n');
        sections++;
    }
}

/* What the answer means, in the words of the answer: it adds nothing. */
static void put_conclusion(struct draft *d, const size_t *picks, size_t n)
{
    if (n == 0)
        return;
    buf_format(&d->out, "\n## What follows\n\nIn sum, %.*s", STR_ARG(sentence_inside(d->r, &d->r->stated[picks[0]])));
    marks(d, picks[0]);
    buf_add_z(&d->out, ".\n");
}

/* The sentence of a page that reads like this; r->n: none. */
static size_t stated_as(const struct reading *r, struct str text)
{
    size_t i = 0;

    while (i < r->n && (r->passages[r->stated[i].passage].answer || !str_eq(r->stated[i].text, text)))
        i++;
    return i;
}

/* Pairs that the prompt points at: '- "one" [3] against "other" [7]'. */
static size_t add_pointed_at(const struct draft *d, struct disagreement *list, size_t n)
{
    ptrdiff_t at = str_find(d->c->prompt, str("seem to contradict each other"), 0);
    struct str rest = at < 0 ? str("") : str_sub(d->c->prompt, (size_t) at, d->c->prompt.len), line;

    while (n < DISAGREEMENTS && str_next_line(&rest, &line) && !str_ends(line, ">>>")) {
        ptrdiff_t middle = str_find(line, str("] against \""), 0);
        ptrdiff_t one = str_find(line, str("\" ["), 0),
                  other = middle < 0 ? -1 : str_find(line, str("\" ["), (size_t) middle);
        bool known = false;

        if (!str_starts(line, "- \"") || one < 0 || other < 0)
            continue;
        size_t a = stated_as(d->r, str_sub(line, 3, (size_t) one));
        size_t b = stated_as(d->r, str_sub(line, (size_t) middle + strlen("] against \""), (size_t) other));
        for (size_t i = 0; i < n; i++)
            known = known || list[i].a == a || list[i].b == a || list[i].a == b || list[i].b == b;
        if (!known && a < d->r->n && b < d->r->n)
            list[n++] = (struct disagreement){ a < b ? a : b, a < b ? b : a, str("") };
    }
    return n;
}

static void put_uncertain(struct draft *d, const size_t *picks, size_t n)
{
    struct disagreement list[DISAGREEMENTS];
    size_t found = add_pointed_at(d, list, reading_disagreements(d->r, list, DISAGREEMENTS));
    struct str_list silent = { 0 };
    bool several = false;

    for (size_t i = 1; i < n; i++)
        several = several || !str_eq(d->r->passages[d->r->stated[picks[i]].passage].title,
                                     d->r->passages[d->r->stated[picks[0]].passage].title);
    for (size_t w = 0; w < d->r->words.n; w++) {
        bool there = false;

        for (size_t i = 0; i < d->r->n && !there; i++)
            there = words_have_stem(&d->r->stated[i].words, d->r->words.items[w].stem) ||
                    words_have_stem(&d->r->around[d->r->stated[i].passage], d->r->words.items[w].stem);
        if (!there && !is_form_word(d->r->words.items[w].fold) && d->r->words.items[w].text.len > 3)
            str_list_add(d->r->arena, &silent, d->r->words.items[w].text);
    }
    if (!found && !silent.n && (several || n == 0 || d->r->passages[0].answer))
        return;
    buf_add_z(&d->out, "\n## What is uncertain\n\n");
    for (size_t i = 0; i < found; i++) {
        const struct stated *a = &d->r->stated[list[i].a], *b = &d->r->stated[list[i].b];

        buf_format(&d->out, "- The sources disagree: according to \"%.*s\", %.*s",
                   STR_ARG(d->r->passages[a->passage].title), STR_ARG(sentence_inside(d->r, a)));
        marks(d, list[i].a);
        buf_format(&d->out, ", whereas according to \"%.*s\", %.*s", STR_ARG(d->r->passages[b->passage].title),
                   STR_ARG(sentence_inside(d->r, b)));
        marks(d, list[i].b);
        buf_add_z(&d->out, ".\n");
    }
    if (!several && n && !d->r->passages[0].answer)
        buf_add_z(&d->out, "- Only one source speaks of the question, so nothing here could be compared.\n");
    if (silent.n)
        buf_format(&d->out, "- No source says anything about: %.*s.\n",
                   STR_ARG(str_join(d->r->arena, silent.items, silent.n, ", ")));
    buf_add_z(&d->out, "\n");
}

/* By the date of their pages; those of one date stay in their order. */
static void newest_first(const struct draft *d, size_t *picks, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        size_t pick = picks[i], at = i;

        for (; at > 0 && str_cmp(d->r->passages[d->r->stated[picks[at - 1]].passage].date,
                                 d->r->passages[d->r->stated[pick].passage].date) < 0;
             at--)
            picks[at] = picks[at - 1];
        picks[at] = pick;
    }
}

struct str compose_report(const struct composing *c)
{
    struct draft d = { .c = c, .r = c->reading, .used = arena_calloc(c->reading->arena, READ_SENTENCES, sizeof(bool)) };
    size_t picks[PICKS], n = reading_pick(c->reading, PICKS, picks);
    bool brief = str_contains(c->prompt, "A brief is wanted"),
         timeline = str_contains(c->prompt, "A timeline is wanted"),
         comparison = str_contains(c->prompt, "A comparison is wanted");

    if (c->reading->asking == ASKING_RECENT)
        newest_first(&d, picks, n);
    buf_init(&d.out, 1 << 20);
    put_opening(&d, picks, n, OPENING);
    if (brief)
        return str_trim(buf_take(&d.out, c->reading->arena));
    if (c->reading->asking == ASKING_COMPARISON || comparison)
        put_table(&d);
    if (c->reading->asking == ASKING_TIMELINE || timeline)
        put_timeline(&d);
    if (c->reading->asking == ASKING_HOW_TO)
        put_steps(&d);
    put_sections(&d, picks, n, str_contains(c->prompt, "Keep it short") ? 1 : SECTIONS);
    if (str_contains(c->prompt, "\"## What follows\""))
        put_conclusion(&d, picks, n);
    put_uncertain(&d, picks, n);
    return str_trim(buf_take(&d.out, c->reading->arena));
}
