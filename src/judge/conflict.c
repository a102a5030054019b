#include "judge/conflict.h"

#include "judge/proof.h"
#include "judge/refute.h"

const char *const conflict_kind_words[] = { "number", "date", "negation", "opposite", NULL };

enum {
    SHARED_LEAST = 3, /* content words, units and numbers not counted */
    TEXT_BYTES = 1000,
    CLAUSES_MOST = 3,
    CLAUSE_WORDS = 5,
    SENTENCE_WORDS = 4,
    CLAUSE_TERMS = 80,
    AGREE_LEAST = 600, /* thousandths of the shorter clause's words that lie upon the other */
};

/* A clause of a sentence: what is compared. */
struct clause {
    size_t sentence;
    struct terms terms; /* with marks */
    struct terms words; /* without */
};

static bool has_word(const struct terms *terms, const char *fold)
{
    for (size_t i = 0; i < terms->n; i++)
        if (str_is(terms->items[i].fold, fold))
            return true;
    return false;
}

/* Distinct content words both have. */
static size_t shared_words(const struct terms *a, const struct terms *b)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n; i++) {
        const struct term *t = &a->items[i];
        bool counts = t->kind == TERM_WORD && term_is_content(t), found = false;

        for (size_t k = 0; k < i && counts; k++)
            counts = a->items[k].hash != t->hash || a->items[k].kind != TERM_WORD;
        for (size_t k = 0; k < b->n && counts && !found; k++)
            found = b->items[k].kind == TERM_WORD && b->items[k].hash == t->hash;
        n += found;
    }
    return n;
}

/* "If a plant costs …", "Assume …": nobody says that it is so. */
static bool supposes(const struct terms *words)
{
    return words->n &&
           (term_is_one_of(&words->items[0], "if assume suppose take imagine with without wenn angenommen si") ||
            terms_any(words->items, words->n, GRAMMAR_MODAL) || terms_hedges(words->items, 0, words->n, words->n) > 0);
}

/* "The first plants" and "most plants", "storage other than …" and "storage" are not the same plants and not the same storage. */
static bool speak_of_others(const struct terms *a, const struct terms *b)
{
    static const char *const narrow[] = { "first",  "most",    "some",   "many",   "few",     "other",   "old",
                                          "older",  "new",     "newer",  "early",  "large",   "small",   "best",
                                          "worst",  "alone",   "except", "future", "typical", "average", "cheapest",
                                          "annual", "monthly", "daily",  "total",  "net",     "gross" };

    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (has_word(a, narrow[i]) != has_word(b, narrow[i]))
            return true;
    return false;
}

/* Where one figure of the same kind agrees, the others are about something else; so they are where two dates differ. */
static bool other_figures_speak_against(const struct pair *p, const struct term *mine)
{
    for (size_t i = 0; i < p->cn; i++)
        for (size_t k = 0; k < p->en; k++) {
            const struct term *c = &p->c[i], *e = &p->e[k];

            if (c->kind != TERM_NUMBER || e->kind != TERM_NUMBER)
                continue;
            if (c->number->kind == mine->number->kind && (relation_grade(c, e) || relation_grade(e, c)))
                return true;
            if (c != mine && c->number->kind == NUMBER_DATE && !relation_grade(c, e) && e->number->kind == NUMBER_DATE)
                return true;
        }
    return false;
}

static bool is_named(const struct term *t)
{
    return t->kind == TERM_WORD && t->capital && t->start && term_is_content(t);
}

static bool has_stem(const struct term *items, size_t n, const struct term *t)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == t->kind && str_eq(items[i].stem, t->stem))
            return true;
    return false;
}

/* The same names on both sides: as far as the figure on the longer one's, anywhere on the shorter's. */
static bool same_names(const struct pair *p, size_t e)
{
    for (size_t i = 0; i < p->cn; i++)
        if (is_named(&p->c[i]) && !has_stem(p->e, p->en, &p->c[i]))
            return false;
    for (size_t i = 0; i < e; i++)
        if (is_named(&p->e[i]) && !has_stem(p->c, p->cn, &p->e[i]))
            return false;
    return true;
}

/* Thousandths of the words of the shorter clause that lie upon the longer; 0 when its first word, the subject's, does not. */
static int64_t agreement(const struct pair *p, const struct lay *lay)
{
    size_t content = 0, found = 0, first = p->cn;

    for (size_t i = 0; i < p->cn; i++)
        if (p->c[i].kind == TERM_WORD && term_is_content(&p->c[i])) {
            first = first == p->cn ? i : first;
            content++;
        }
    for (size_t k = 0; k < lay->n; k++) {
        const struct match *m = &lay->items[k];

        if (m->grade == GRADE_RIVAL || p->c[m->claim].kind != TERM_WORD || !term_is_content(&p->c[m->claim]))
            continue;
        if (found++ == 0 && m->claim != first)
            return 0;
    }
    if (content == 0)
        return 0;
    return (int64_t) (found * 1000 / content);
}

/* What is counted: "400 films" and "300 people" are no two values of one thing. */
static bool count_the_same(const struct term *c, const struct term *e)
{
    struct str a = c->number->what, b = e->number->what;
    size_t n = a.len < b.len ? a.len : b.len;

    return c->number->kind != NUMBER_COUNT || (n >= 3 && str_eq_nocase(str_sub(a, 0, n - 1), str_sub(b, 0, n - 1)));
}

static bool figures_differ(struct arena *arena, const struct pair *p, const struct lay *lay, struct conflict *ret)
{
    const struct match *rival = NULL;

    for (size_t k = 0; k < lay->n; k++)
        if (lay->items[k].grade == GRADE_RIVAL) {
            if (rival || p->c[lay->items[k].claim].kind != TERM_NUMBER)
                return false;
            rival = &lay->items[k];
        }
    if (!rival || p->c[rival->claim].number->kind == NUMBER_ORDINAL)
        return false;
    const struct term *c = &p->c[rival->claim], *e = &p->e[rival->source];
    if (terms_count(p->c, p->cn, GRAMMAR_NEGATION) != terms_count(p->e, p->en, GRAMMAR_NEGATION) ||
        !same_names(p, rival->source) || !count_the_same(c, e) || other_figures_speak_against(p, c) ||
        relation_rival(e, c) == RIVAL_NONE)
        return false;
    ret->kind = c->number->kind == NUMBER_DATE ? CONFLICT_DATE : CONFLICT_NUMBER;
    ret->reason = str_format(arena, "%.*s against %.*s", STR_ARG(c->text), STR_ARG(e->text));
    return true;
}

/* The terms without their negations and "at all"; returns how many are left. */
static size_t without_negation(const struct term *items, size_t n, struct term *ret)
{
    size_t to = 0;

    for (size_t i = 0; i < n; i++) {
        if (term_is_one_of(&items[i], "not no never") ||
            (term_is_one_of(&items[i], "did does do") && i + 1 < n && term_is(&items[i + 1], "not")))
            continue;
        if (term_is(&items[i], "at") && i + 1 < n && term_is(&items[i + 1], "all")) {
            i++;
            continue;
        }
        ret[to++] = items[i];
    }
    return to;
}

/* One denies what the other says: without the negation the one proves the other. */
static bool negations_differ(struct arena *arena, const struct pair *p, struct conflict *ret)
{
    size_t mine = terms_count(p->c, p->cn, GRAMMAR_NEGATION), theirs = terms_count(p->e, p->en, GRAMMAR_NEGATION);
    struct term *c = arena_calloc(arena, p->cn + 1, sizeof *c), *e = arena_calloc(arena, p->en + 1, sizeof *e);
    struct pair plain = { .c = c, .e = e };
    struct proof proof = { 0 };

    if (mine + theirs != 1)
        return false;
    plain.cn = without_negation(p->c, p->cn, c);
    plain.en = without_negation(p->e, p->en, e);
    if (terms_any(c, plain.cn, GRAMMAR_NEGATION | GRAMMAR_UNIVERSAL) ||
        terms_any(e, plain.en, GRAMMAR_NEGATION | GRAMMAR_UNIVERSAL))
        return false;
    lay_claim(arena, &plain, NULL, &proof.lay);
    proof_check(&plain, &proof);
    if (proof.flaws & ~(unsigned) FLAW_DOWNWARD || (theirs && proof.end + 2 < plain.en))
        return false;
    ret->kind = CONFLICT_NEGATION;
    ret->reason = str("one denies what the other says");
    return true;
}

static bool words_differ(struct arena *scratch, struct arena *arena, const struct pair *p, struct conflict *ret)
{
    struct refutation r;

    if (!refutes(scratch, p, &r) || (r.rival != RIVAL_OPPOSITE && r.rival != RIVAL_PREFIX))
        return false;
    ret->kind = CONFLICT_OPPOSITE;
    ret->reason = str_format(arena, "\"%.*s\" against \"%.*s\"", STR_ARG(p->c[r.claim].text),
                             STR_ARG(p->e[r.source].text));
    return true;
}

/* The shorter clause is laid upon the longer: it is what can be found in full. */
static bool compare(struct arena *arena, const struct clause *a, const struct clause *b, struct conflict *ret)
{
    struct arena *scratch = arena_new();
    const struct clause *shorter = a->words.n <= b->words.n ? a : b, *longer = shorter == a ? b : a;
    struct pair p = { shorter->words.items, shorter->words.n, longer->terms.items, longer->terms.n, NULL };
    struct lay lay;
    bool found = false;

    lay_claim(scratch, &p, relation_rival, &lay);
    *ret = (struct conflict){ .a = a->sentence, .b = b->sentence, .strength = agreement(&p, &lay) };
    if (ret->strength >= AGREE_LEAST)
        found = figures_differ(arena, &p, &lay, ret) || negations_differ(scratch, &p, ret) ||
                words_differ(scratch, arena, &p, ret);
    arena_free(scratch);
    return found;
}

static size_t clause_end(struct str s)
{
    static const char *const joints[] = { ": ",         "; ",     ", and ",  ", but ",  ", while ",
                                          ", whereas ", ", und ", ", aber ", ", mais ", ", pero " };
    size_t end = s.len;

    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        ptrdiff_t at = str_find(str_sub(s, 0, end), str(joints[i]), 0);

        if (at >= 0)
            end = (size_t) at;
    }
    return end;
}

static void add_clause(struct arena *arena, struct str text, size_t sentence, size_t least, struct clause *ret,
                       size_t *n)
{
    struct clause *c = &ret[*n];

    *c = (struct clause){ .sentence = sentence };
    terms_of(arena, text, CLAUSE_TERMS, &c->terms);
    c->words.items = arena_calloc(arena, c->terms.n + 1, sizeof *c->words.items);
    for (size_t i = 0; i < c->terms.n; i++)
        if (c->terms.items[i].kind != TERM_MARK)
            c->words.items[c->words.n++] = c->terms.items[i];
    if (c->words.n >= least)
        ++*n;
}

/* The sentence, and what stands between its joints where that says something of its own. */
static void read_clauses(struct arena *arena, struct str sentence, size_t at, struct clause *ret, size_t *n)
{
    struct str rest = str_sub(sentence, 0, TEXT_BYTES);

    add_clause(arena, rest, at, SENTENCE_WORDS, ret, n);
    for (size_t parts = 0; parts < CLAUSES_MOST && rest.len; parts++) {
        size_t end = clause_end(rest);

        if (end == rest.len && parts == 0)
            return;
        add_clause(arena, str_trim(str_sub(rest, 0, end)), at, CLAUSE_WORDS, ret, n);
        rest = end < rest.len ? str_sub(rest, end + 2, rest.len) : str("");
    }
}

static bool is_stronger(const struct conflict *x, const struct conflict *y)
{
    if (x->strength != y->strength)
        return x->strength > y->strength;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

/* Each pair of sentences once, by what is strongest between them. */
static void keep(struct conflict *found, size_t *count, size_t most, struct conflict c)
{
    size_t at;

    for (at = 0; at < *count; at++)
        if (found[at].a == c.a && found[at].b == c.b) {
            if (!is_stronger(&c, &found[at]))
                return;
            memmove(&found[at], &found[at + 1], (*count - at - 1) * sizeof *found);
            --*count;
            break;
        }
    if (*count == most && !is_stronger(&c, &found[*count - 1]))
        return;
    for (at = *count < most ? (*count)++ : *count - 1; at > 0 && is_stronger(&c, &found[at - 1]); at--)
        found[at] = found[at - 1];
    found[at] = c;
}

size_t conflicts_of(struct arena *arena, const struct str *sentences, const size_t *sources, size_t n, size_t most,
                    struct conflict **ret)
{
    struct conflict *found = arena_calloc(arena, most + 1, sizeof *found);
    struct arena *scratch = arena_new();
    size_t count = 0, clauses_n = 0;

    if (n > CONFLICT_SENTENCES)
        n = CONFLICT_SENTENCES;
    struct clause *clauses = arena_calloc(scratch, n * (CLAUSES_MOST + 1) + 1, sizeof *clauses);
    for (size_t i = 0; i < n; i++)
        read_clauses(scratch, sentences[i], i, clauses, &clauses_n);
    for (size_t i = 0; i < clauses_n && most; i++) {
        for (size_t k = i + 1; k < clauses_n; k++) {
            const struct clause *a = &clauses[i], *b = &clauses[k];
            struct conflict c = { 0 };

            if (sources[a->sentence] != sources[b->sentence] && shared_words(&a->words, &b->words) >= SHARED_LEAST &&
                !supposes(&a->words) && !supposes(&b->words) && !speak_of_others(&a->words, &b->words) &&
                compare(arena, a, b, &c))
                keep(found, &count, most, c);
        }
    }
    arena_free(scratch);
    *ret = found;
    return count;
}
