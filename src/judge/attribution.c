#include "judge/attribution.h"

enum { QUOTED_LEAST = 3 };

/* The words in quotation marks of a text: terms (open, close). */
struct quoted {
    size_t open, close;
};

/* Terms [from, to). */
struct run {
    size_t from, to;
};

static bool is_quote_mark(const struct term *t) { return t->kind == TERM_MARK && t->mark == '"'; }

static bool next_quoted(const struct terms *t, size_t from, struct quoted *ret)
{
    for (ret->open = from; ret->open < t->n && !is_quote_mark(&t->items[ret->open]);)
        ret->open++;
    for (ret->close = ret->open + 1; ret->close < t->n && !is_quote_mark(&t->items[ret->close]);)
        ret->close++;
    return ret->close < t->n;
}

/* Where the quoted words of the claim stand in the sentence: [*from, *to). */
static bool has_words(const struct terms *claim, const struct quoted *q, const struct terms *sentence, size_t *from,
                      size_t *to)
{
    for (*from = 0; *from < sentence->n; (*from)++) {
        size_t c = q->open + 1, e = *from, n = 0;

        while (c < q->close && e < sentence->n) {
            if (claim->items[c].kind == TERM_MARK) {
                c++;
            } else if (sentence->items[e].kind == TERM_MARK) {
                e++;
            } else if (str_eq(claim->items[c].fold, sentence->items[e].fold)) {
                c++, e++, n++;
            } else {
                break;
            }
        }
        while (c < q->close && claim->items[c].kind == TERM_MARK)
            c++;
        if (c == q->close && n >= QUOTED_LEAST) {
            *to = e;
            return true;
        }
    }
    return false;
}

void attribution_add(struct clashes *ret, struct str said, struct str given, size_t sentence, struct str reason)
{
    clashes_add(ret, &(struct clash){
                         .kind = CLASH_NAME, .claim = said, .source = given, .sentence = sentence, .reason = reason });
}

bool attribution_is_speech(const struct term *t)
{
    static const char stems[] =
        "say said tell told call describ warn argu write wrote recal add note speak spoke insist complain rememb prais criticis "
        "criticiz defend find found explain claim state declar think put hold held consid accord comment remark conclud answer repli admit";

    return t->kind == TERM_WORD && (term_has_stem(t, stems) || term_is_one_of(t, "said says told wrote spoke found"));
}

/* Where the clause begins that the quotation at `q` belongs to, and where it ends: a semicolon or another quotation bounds it. */
static struct run clause_of(const struct terms *claim, const struct quoted *q)
{
    struct run ret = { q->open, q->close + 1 };

    while (ret.from > 0 && !is_quote_mark(&claim->items[ret.from - 1]) && claim->items[ret.from - 1].mark != ';')
        ret.from--;
    while (ret.to < claim->n && !is_quote_mark(&claim->items[ret.to]) && claim->items[ret.to].mark != ';')
        ret.to++;
    return ret;
}

static bool is_given_words(const struct terms *claim, struct run run, struct run clause)
{
    size_t next = run.to;

    if (run.from && attribution_is_speech(&claim->items[run.from - 1]))
        return true;
    if (run.from > 1 && term_is(&claim->items[run.from - 1], "to") && term_is(&claim->items[run.from - 2], "according"))
        return true;
    while (next < clause.to && claim->items[next].kind == TERM_MARK && claim->items[next].mark == ',')
        next++;
    return next < clause.to && attribution_is_speech(&claim->items[next]);
}

/* The name that the claim gives the words to; false: none, or it is not sure. */
static bool find_speaker(const struct terms *claim, const struct quoted *q, struct run *ret)
{
    struct run clause = clause_of(claim, q);

    for (size_t i = clause.from; i < clause.to; i++) {
        struct run run = { i, i };

        while (run.to < clause.to && term_is_name(&claim->items[run.to]) && !(run.to >= q->open && run.to <= q->close))
            run.to++;
        if (run.to == run.from)
            continue;
        if (is_given_words(claim, run, clause)) {
            *ret = run;
            return true;
        }
        i = run.to - 1;
    }
    return false;
}

/* Somebody is named in the sentence outside of the quoted words [from, to), and no pronoun stands for somebody else. */
static bool names_somebody(const struct terms *s, size_t from, size_t to)
{
    bool named = false, speech = false;

    for (size_t i = 0; i < s->n; i++) {
        if (i >= from && i < to)
            continue;
        if (term_is_one_of(&s->items[i], "he she they we i"))
            return false;
        named = named ||
                (term_is_name(&s->items[i]) && (s->items[i].start || (i + 1 < s->n && term_is_name(&s->items[i + 1]))));
        speech = speech || attribution_is_speech(&s->items[i]) || is_quote_mark(&s->items[i]);
    }
    return named && speech;
}

static bool has_name(const struct terms *claim, struct run run, const struct terms *s, size_t from, size_t to)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t c = run.from; c < run.to && !(i >= from && i < to); c++)
            if (s->items[i].kind == TERM_WORD && str_eq(s->items[i].stem, claim->items[c].stem))
                return true;
    return false;
}

static struct str text_of(const struct term *items, size_t from, size_t to)
{
    const char *start = items[from].text.data, *end = items[to - 1].text.data + items[to - 1].text.len;

    return str_n(start, (size_t) (end - start));
}

/* The first name of the sentence outside of the quoted words. */
static struct str other_name(const struct terms *s, size_t from, size_t to)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t end = i;

        if ((i >= from && i < to) || !s->items[i].start)
            continue;
        while (end < s->n && term_is_name(&s->items[end]) && !(end >= from && end < to))
            end++;
        if (end > i)
            return text_of(s->items, i, end);
    }
    return str("");
}

/* A sentence that is nothing but a quotation: the one who spoke before goes on. */
static bool goes_on(const struct terms *s, size_t from, size_t to)
{
    return s->n && is_quote_mark(&s->items[0]) && from <= 1 && to + 2 >= s->n && !names_somebody(s, from, to);
}

static void find_speakers(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;
    struct quoted q;
    struct run speaker;

    for (size_t at = 0; next_quoted(claim, at, &q); at = q.close + 1) {
        bool told = false, other = false;
        size_t sentence = 0, from, to;
        struct str name = str("");

        if (!find_speaker(claim, &q, &speaker))
            continue;
        for (size_t s = 0; s < input->passage.n; s++) {
            const struct terms *source = &input->passage.sentences[s];

            if (!has_words(claim, &q, source, &from, &to))
                continue;
            if (s && goes_on(source, from, to) && names_somebody(source - 1, 0, 0)) { /* whoever spoke before */
                source--;
                from = to = 0;
            }
            told = told || has_name(claim, speaker, source, from, to) || !names_somebody(source, from, to);
            if (!told && !other) {
                other = true;
                sentence = s;
                name = other_name(source, from, to);
            }
        }
        struct str said = text_of(claim->items, speaker.from, speaker.to);
        if (other && !told && name.len)
            attribution_add(
                ret, said, name, sentence,
                str_format(scratch, "the source gives these words to %.*s, not to %.*s", STR_ARG(name), STR_ARG(said)));
    }
}

/* --- parts of names --- */

static bool is_in_text(const struct terms *s, const struct term *t)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->items[i].kind == TERM_WORD && (str_eq(s->items[i].stem, t->stem) || relation_grade(t, &s->items[i])))
            return true;
    return false;
}

static bool is_in_passage(const struct binding_input *input, const struct term *t)
{
    for (size_t s = 0; s < input->passage.n; s++)
        if (is_in_text(&input->passage.sentences[s], t))
            return true;
    return input->heading && is_in_text(input->heading, t);
}

/* The whole name that the term at `at` is part of. */
static struct run name_around(const struct terms *t, size_t at)
{
    struct run run = { at, at + 1 };

    while (run.from > 0 && term_is_name(&t->items[run.from - 1]))
        run.from--;
    while (run.to < t->n && term_is_name(&t->items[run.to]))
        run.to++;
    return run;
}

/* May it be another name than the source's? Not an initial, an acronym, or one that begins like a part of the source's. */
static bool is_other_name(const struct term *mine, const struct terms *s, struct run theirs)
{
    for (size_t i = theirs.from; i < theirs.to; i++)
        if (str_eq(str_sub(mine->fold, 0, 3), str_sub(s->items[i].fold, 0, 3)))
            return false;
    return true;
}

static bool same_stem(const struct term *a, const struct term *b) { return str_eq(a->stem, b->stem); }

/* Do two names differ in the parts at c and e alone? "Olav Sund" and "Olav Tein". The first word of a sentence may be none. */
static bool differ_in_one(const struct terms *claim, size_t c, const struct terms *s, size_t e)
{
    struct run mine = name_around(claim, c), theirs = name_around(s, e);
    size_t before = c - mine.from, behind = mine.to - c;

    if (e - theirs.from < before)
        before = e - theirs.from;
    if ((c - mine.from > before && claim->items[mine.from].start) ||
        (e - theirs.from > before && s->items[theirs.from].start) || theirs.to - e != behind || before + behind < 2)
        return false;
    for (size_t i = 1; i <= before; i++)
        if (!same_stem(&claim->items[c - i], &s->items[e - i]))
            return false;
    for (size_t i = 1; i < behind; i++)
        if (!same_stem(&claim->items[c + i], &s->items[e + i]))
            return false;
    return true;
}

/* "Miriam Okafor of Lund", where the source has "Miriam Okafor of Uppsala". */
static bool differ_behind_name(const struct terms *claim, size_t c, const struct terms *s, size_t e)
{
    return c > 2 && e > 2 && term_in(&claim->items[c - 1], GRAMMAR_PREPOSITION) &&
           str_eq(claim->items[c - 1].fold, s->items[e - 1].fold) && term_is_name(&claim->items[c - 2]) &&
           term_is_name(&claim->items[c - 3]) && same_stem(&claim->items[c - 2], &s->items[e - 2]) &&
           same_stem(&claim->items[c - 3], &s->items[e - 3]);
}

/* What the source has in the place of the claim's name at `at`. */
static const struct term *other_part(const struct terms *claim, size_t at, const struct terms *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (term_is_name(&s->items[i]) && s->items[i].start && !relation_grade(&claim->items[at], &s->items[i]) &&
            !is_in_text(claim, &s->items[i]) && is_other_name(&claim->items[at], s, name_around(s, i)) &&
            (differ_in_one(claim, at, s, i) || differ_behind_name(claim, at, s, i)))
            return &s->items[i];
    return NULL;
}

static void find_parts_of_names(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;

    for (size_t at = 0; at < claim->n; at++) {
        if (!term_is_name(&claim->items[at]) || !claim->items[at].start || is_in_passage(input, &claim->items[at]))
            continue;
        for (size_t s = 0; s < input->passage.n; s++) {
            const struct term *other = other_part(claim, at, &input->passage.sentences[s]);

            if (!other)
                continue;
            attribution_add(ret, claim->items[at].text, other->text, s,
                            str_format(scratch, "the source says \"%.*s\", not \"%.*s\"", STR_ARG(other->text),
                                       STR_ARG(claim->items[at].text)));
            break;
        }
    }
}

/* --- names exchanged --- */

enum {
    TOLD_LEAST = 2,    /* words that tell the two names apart */
    TOLD_APART = 3,    /* … where they stand in two sentences */
    NAMED_LEAST = 600, /* thousandths of the words about the name */
    NAMED_APART = 900,
};

/* Have two names a part in common? */
static bool same_name(const struct figure *a, const struct figure *b)
{
    for (size_t i = 0; i < a->terms; i++)
        for (size_t k = 0; k < b->terms; k++)
            if (same_stem(&a->term[i], &b->term[k]))
                return true;
    return false;
}

/* What the claim says of a name, laid upon what the source says of it and of another one. */
struct exchange {
    struct term_set about;             /* the claim's words about the name */
    const struct figure *same, *rival; /* of the source */
};

/* Words about the name that the source says of `a` and not of `than`. */
static struct term_set told_of(struct term_set about, const struct figure *a, const struct figure *than)
{
    return term_set_both(about, term_set_without(a->words, than->words));
}

/* Does the source say of the rival what the claim says of the name, and of the one who is meant nothing of it? */
static bool is_said_of_rival(const struct exchange *x)
{
    size_t all = term_set_count(x->about), named = term_set_count(term_set_both(x->about, x->rival->words)) * 1000,
           told = term_set_count(told_of(x->about, x->rival, x->same));

    if (told == 0 || term_set_count(told_of(x->about, x->same, x->rival)))
        return false;
    if (x->rival->sentence == x->same->sentence)
        return x->rival->clause != x->same->clause && named >= all * NAMED_LEAST;
    return told >= TOLD_APART && named >= all * NAMED_APART;
}

/* The claim's words and figures about a name, other names aside. */
static struct term_set words_about(const struct terms *claim, const struct figure *mine)
{
    struct term_set ret = { 0 };

    for (size_t i = 0; i < claim->n; i++)
        if (term_set_has(&mine->words, i) && !term_is_name(&claim->items[i]) &&
            (claim->items[i].kind == TERM_WORD || claim->items[i].number->kind != NUMBER_DATE))
            term_set_add(&ret, i);
    return ret;
}

static bool find_exchange(const struct terms *claim, const struct figure *mine, const struct figures *theirs,
                          struct exchange *ret)
{
    ret->about = words_about(claim, mine);
    for (size_t i = 0; i < theirs->n; i++) {
        bool meant = false, clashes = !same_name(mine, &theirs->items[i]);

        ret->rival = &theirs->items[i];
        for (size_t k = 0; clashes && k < theirs->n; k++)
            if (same_name(mine, &theirs->items[k])) {
                meant = true;
                ret->same = &theirs->items[k];
                clashes = is_said_of_rival(ret);
            }
        if (meant && clashes)
            return true;
    }
    return false;
}

/* A rival that the claim names must be exchanged, too: the claim says nothing of it that the source says of it. One that it does not
 * name must be a person or a body with a name of several words, as the other one is. */
static bool is_exchanged(const struct terms *claim, const struct figures *mine, const struct figure *own,
                         const struct exchange *x)
{
    bool clear = term_set_count(told_of(x->about, x->rival, x->same)) >= TOLD_LEAST;

    for (size_t i = 0; i < mine->n; i++)
        if (same_name(&mine->items[i], x->rival)) {
            struct term_set about = words_about(claim, &mine->items[i]);

            return term_set_count(told_of(about, x->rival, x->same)) == 0 &&
                   (clear || term_set_count(told_of(about, x->same, x->rival)));
        }
    return clear && own->terms > 1 && x->rival->terms > 1;
}

static struct str whole_name(const struct figure *f) { return text_of(f->term, 0, f->terms); }

static void find_exchanged_names(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    struct figures mine, theirs;

    figures_named_in_claim(scratch, input->claim, &mine);
    if (mine.n == 0)
        return;
    figures_named_in_passage(scratch, input->claim, &input->passage, &theirs);
    for (size_t i = 0; i < mine.n; i++) {
        struct exchange x;

        if (!find_exchange(input->claim, &mine.items[i], &theirs, &x) ||
            !is_exchanged(input->claim, &mine, &mine.items[i], &x))
            continue;
        struct str said = whole_name(&mine.items[i]), given = whole_name(x.rival);
        attribution_add(ret, said, given, x.rival->sentence,
                        str_format(scratch, "the source says it of %.*s, not of %.*s", STR_ARG(given), STR_ARG(said)));
    }
}

/* --- names that stand together --- */

enum { COMPANY_LEAST = 2 };

static size_t count_in(const struct figure *name, const struct terms *s)
{
    size_t n = 0;

    for (size_t i = 0; i < name->terms; i++)
        n += is_in_text(s, &name->term[i]);
    return n;
}

/* Says the sentence all that the claim says of the name, but for one word? */
static bool says_the_rest(const struct terms *claim, const struct figure *name, const struct terms *s)
{
    size_t missing = 0;

    for (size_t i = name->terms; i < claim->n; i++)
        if (term_is_content(&claim->items[i]) && !is_in_text(s, &claim->items[i]) &&
            (missing++ || claim->items[i].kind == TERM_NUMBER || claim->items[i].capital))
            return false;
    return true;
}

/* Is a name of several words there that the claim does not have? */
static bool has_other_name(const struct terms *claim, const struct terms *s)
{
    for (size_t i = 1; i + 1 < s->n; i++)
        if (term_is_name(&s->items[i]) && term_is_name(&s->items[i + 1]) && !is_in_text(claim, &s->items[i]) &&
            !is_in_text(claim, &s->items[i + 1]))
            return true;
    return false;
}

/* "Kovac won the Golden Oar for Salt Year": the source has the oar and the year in one sentence, with another name, and Kovac in
 * another one, with neither of them. */
static void find_company(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct proof_context *passage = &input->passage;
    struct figures mine;
    size_t together = passage->n;
    bool apart = false;

    figures_named_in_claim(scratch, input->claim, &mine);
    if (mine.n <= COMPANY_LEAST || mine.items[0].terms < 2 || mine.items[0].term != input->claim->items)
        return;
    for (size_t s = 0; s < passage->n; s++) {
        const struct terms *sentence = &passage->sentences[s];
        size_t others = 0;

        for (size_t i = 1; i < mine.n; i++)
            others += count_in(&mine.items[i], sentence);
        if (count_in(&mine.items[0], sentence) && others)
            return;
        apart = apart || count_in(&mine.items[0], sentence);
        if (others && has_other_name(input->claim, sentence) && says_the_rest(input->claim, &mine.items[0], sentence))
            together = s;
    }
    if (!apart || together == passage->n)
        return;
    const struct terms *s = &passage->sentences[together];
    struct str said = whole_name(&mine.items[0]), source = text_of(s->items, 0, s->n);
    attribution_add(
        ret, said, source, together,
        str_format(scratch, "the source does not say it of %.*s: \"%.*s\"", STR_ARG(said), STR_ARG(source)));
}

void attribution_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    find_speakers(ret, scratch, input);
    if (terms_any(input->claim->items, input->claim->n, GRAMMAR_NEGATION))
        return;
    find_parts_of_names(ret, scratch, input);
    find_exchanged_names(ret, scratch, input);
    find_company(ret, scratch, input);
}
