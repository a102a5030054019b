#include "judge/judge.h"

#include "judge/attribution.h"
#include "judge/clause.h"
#include "judge/binding.h"
#include "judge/clash.h"
#include "judge/framing.h"
#include "judge/hint.h"
#include "judge/judge_work.h"
#include "judge/office.h"
#include "judge/marks.h"
#include "judge/proof.h"
#include "judge/quotation.h"
#include "judge/reader.h"
#include "judge/refute.h"
#include "judge/sign.h"
#include "judge/voice.h"
#include "text/language.h"
#include "text/sentence.h"
#include "text/utf8.h"

const char *const clash_kind_words[] = { "number",     "date",      "unit", "currency", "order", "polarity",
                                         "quantifier", "direction", "word", "name",     NULL };

enum {
    SENTENCES_MAX = 2048,  /* of a passage; more are not looked at */
    SENTENCE_BYTES = 4096, /* of each */
    REFUTED_MAX = 3,
    SHARED_LEAST = 340, /* thousandths of the claim's content words */
    PARTS_MAX = 8,      /* sentences of one claim */
    PART_WORDS = 3,
};

static const struct terms *sentence_terms(struct judge_work *w, struct str text)
{
    struct arena *arena = w->reader ? reader_arena(w->reader) : w->scratch;
    void **made = w->reader ? reader_made(w->reader, text, READER_TERMS) : NULL;
    struct terms *terms = made ? *made : NULL;

    if (terms)
        return terms;
    terms = arena_alloc(arena, sizeof *terms);
    terms_of(arena, str_sub(text, 0, SENTENCE_BYTES), TERMS_SENTENCE_MAX, terms);
    if (made)
        *made = terms;
    return terms;
}

static void read_passage(struct judge_work *w)
{
    w->n = w->passage->n < SENTENCES_MAX ? w->passage->n : SENTENCES_MAX;
    w->sentences = arena_calloc(w->scratch, w->n + 1, sizeof *w->sentences);
    for (size_t i = 0; i < w->n; i++)
        w->sentences[i] = *sentence_terms(w, w->passage->sentences[i]);
    if (w->passage->heading.len)
        w->sentences[w->n] = *sentence_terms(w, w->passage->heading);
}

/* "First, …", "However, …", "2. …": they number or join sentences of the report, and claim nothing. Returns the first term
 * behind. */
static size_t skip_joint(const struct terms *t)
{
    static const char joints[] =
        "first second third fourth fifth firstly secondly thirdly lastly finally next then however moreover "
        "furthermore additionally also meanwhile overall nevertheless nonetheless indeed similarly likewise";
    size_t at = 0, first;

    while (at < t->n && t->items[at].kind == TERM_MARK)
        at++;
    first = at;
    if (at + 1 < t->n && t->items[at + 1].kind == TERM_MARK && strchr(".):", t->items[at + 1].mark) &&
        t->items[at + 1].glued && t->items[at].kind == TERM_NUMBER && t->items[at].number->kind == NUMBER_COUNT &&
        t->items[at].text.len <= 2)
        at += 2;
    if (at + 1 < t->n && t->items[at + 1].kind == TERM_MARK && t->items[at + 1].mark == ',' &&
        term_is_one_of(&t->items[at], joints))
        at += 2;
    return at > first ? at : 0;
}

static void read_claim(struct judge_work *w, struct str claim)
{
    size_t from;

    w->said = claim;
    w->marked = (struct terms){ 0 };
    terms_of(w->scratch, str_sub(claim, 0, SENTENCE_BYTES), TERMS_CLAIM_MAX, &w->marked);
    from = skip_joint(&w->marked);
    w->marked.items += from;
    w->marked.n -= from;
    w->claim = (struct terms){ .items = arena_calloc(w->scratch, w->marked.n + 1, sizeof *w->claim.items) };
    for (size_t i = 0; i < w->marked.n; i++)
        if (w->marked.items[i].kind != TERM_MARK)
            w->claim.items[w->claim.n++] = w->marked.items[i];
}

/* Thousandths of the claim's content words that the sentence has. */
static int shared(const struct terms *claim, const struct terms *sentence)
{
    int content = 0, found = 0;

    for (size_t i = 0; i < claim->n; i++)
        if (term_is_content(&claim->items[i])) {
            content++;
            found += judge_has_term(sentence, &claim->items[i]);
        }
    return content ? found * 1000 / content : 0;
}

/* How many of the claim's words the sentence does not have, "the", "was" and the like aside. */
static size_t lacking(const struct terms *claim, const struct terms *sentence)
{
    size_t n = 0;

    for (size_t i = 0; i < claim->n; i++)
        n += !term_in(&claim->items[i], GRAMMAR_INSERTABLE) && !judge_has_term(sentence, &claim->items[i]);
    return n;
}

/* The sentences that share most with the claim, the first ones first among equals. */
static void choose(struct judge_work *w)
{
    w->best_n = 0;
    for (size_t i = 0; i < w->n; i++) {
        int s = shared(&w->claim, &w->sentences[i]);
        size_t at = w->best_n;

        if (s < SHARED_LEAST)
            continue;
        while (at > 0 && w->best[at - 1].shared < s)
            at--;
        if (at == JUDGE_NEAREST)
            continue;
        if (w->best_n < JUDGE_NEAREST)
            w->best_n++;
        memmove(&w->best[at + 1], &w->best[at], (w->best_n - at - 1) * sizeof *w->best);
        w->best[at].sentence = i;
        w->best[at].shared = s;
    }
}

static void decide(struct judgement *ret, enum verdict verdict, size_t sentence, struct str reason)
{
    ret->verdict = verdict;
    ret->decided_by[0] = sentence;
    ret->decided_by_n = 1;
    ret->reason = reason;
}

static const char said_so[] = "the source says so in these words";

static bool proves(struct judge_work *w, const struct pair *pair, struct proof *ret)
{
    *ret = (struct proof){ 0 };
    lay_claim(w->scratch, pair, NULL, &ret->lay);
    proof_check(pair, ret);
    return ret->flaws == 0;
}

/* The claim with its date at the other end, or both in the same voice, where one of them is a plain passive. */
static bool proves_turned(struct judge_work *w, const struct pair *pair)
{
    struct term *turned = arena_calloc(w->scratch, (pair->cn > pair->en ? pair->cn : pair->en) + 1, sizeof *turned);
    struct pair other = *pair;
    struct proof proof;

    if ((other.cn = voice_active(pair->c, pair->cn, turned))) {
        other.c = turned;
        if (proves(w, &other, &proof))
            return true;
    }
    other = *pair;
    if ((other.cn = voice_date_moved(pair->c, pair->cn, turned))) {
        other.c = turned;
        if (proves(w, &other, &proof))
            return true;
    }
    other = *pair;
    if (!(other.en = voice_active(pair->e, pair->en, turned)))
        return false;
    other.e = turned;
    return proves(w, &other, &proof);
}

/* Does another sentence of the passage deny what sentence `at` says, or has it all words of the claim and a "not"? Another value is no
 * denial: it may be that of another time. */
static bool said_otherwise(struct judge_work *w, size_t at, struct str *ret_by)
{
    struct proof_context context = judge_context(w);

    for (size_t i = 0; i < w->best_n; i++) {
        struct pair pair = judge_pair(w, &context, i);
        struct refutation r;

        if (w->best[i].sentence == at)
            continue;
        *ret_by = w->passage->sentences[w->best[i].sentence];
        bool denied = w->best[i].shared == 1000 &&
                      terms_count(pair.e, pair.en, GRAMMAR_NEGATION) > terms_count(pair.c, pair.cn, GRAMMAR_NEGATION);
        if (denied || (lacking(&w->claim, &w->sentences[w->best[i].sentence]) <= 1 && refutes(w->scratch, &pair, &r) &&
                       r.rival == RIVAL_NONE))
            return true;
    }
    return false;
}

/* May sentences [first, end), which have the claim's words, prove it? */
static bool holds(struct judge_work *w, struct str claim, size_t first, size_t end)
{
    struct str by;

    if (!marks_agree(w->scratch, claim, w->passage, first, end))
        return false;
    bool around = framing_takes_back(w->scratch, claim, w->passage, first, end, &by);
    if (!around && (end > first + 1 || w->best_n < 2 || !said_otherwise(w, first, &by)))
        return true;
    if (w->framed.by.len == 0) {
        w->framed.by = by;
        w->framed.sentence = first;
        w->framed.around = around;
    }
    return false;
}

/* Remembers what is in the way of the first sentence that is nearly a proof. */
static void note_left_out(struct judge_work *w, const struct pair *pair, const struct proof *proof, size_t sentence)
{
    enum { SHOWN_MAX = 100 };
    size_t from, to;

    if ((proof->flaws & FLAW_PRONOUN) && !(proof->flaws & ~(unsigned) (FLAW_PRONOUN | FLAW_LEFT)) && proof->start &&
        w->pronoun.len == 0)
        w->pronoun = pair->e[proof->start - 1].text;
    if (w->left_out.len == 0 && proof_leaves_out(pair, proof, &from, &to) &&
        pair->e[to - 1].end - pair->e[from].start <= SHOWN_MAX)
        w->left_out = str_sub(w->passage->sentences[sentence], pair->e[from].start, pair->e[to - 1].end);
}

static bool prove(struct judge_work *w, struct judgement *ret)
{
    struct proof_context context = judge_context(w);

    w->left_out = w->pronoun = str("");
    for (size_t i = 0; i < w->best_n; i++) {
        struct pair pair = judge_pair(w, &context, i);
        struct proof proof;
        bool same = proves(w, &pair, &proof);

        if ((!same && !proves_turned(w, &pair)) || !holds(w, w->said, w->best[i].sentence, w->best[i].sentence + 1)) {
            note_left_out(w, &pair, &proof, w->best[i].sentence);
            continue;
        }
        proof.exact = same && proof.exact;
        decide(ret, VERDICT_SUPPORTED, w->best[i].sentence,
               proof.exact ? str(said_so) : str("the source says the same in nearly the same words"));
        return true;
    }
    return false;
}

/* "The museum opened in 1890. After a fire it opened again in 1899": a sentence that has all the claim's words, its value too, may
 * say what the claim does, so that another one with another value does not refute it. */
static bool said_elsewhere(const struct judge_work *w, size_t best, const struct refutation *r)
{
    if (r->claim >= w->claim.n || r->rival == RIVAL_NONE)
        return false;
    for (size_t i = 0; i < w->best_n; i++)
        if (i != best && w->best[i].shared > w->best[best].shared &&
            judge_has_term(&w->sentences[w->best[i].sentence], &w->claim.items[r->claim]))
            return true;
    return false;
}

static bool refute(struct judge_work *w, struct clashes *clashes, struct judgement *ret)
{
    struct proof_context context = judge_context(w);
    struct refutation r;

    for (size_t i = 0; i < w->best_n && i < REFUTED_MAX; i++) {
        struct pair pair = judge_pair(w, &context, i);

        if (!refutes(w->scratch, &pair, &r) || said_elsewhere(w, i, &r) ||
            (r.rival != RIVAL_NONE && sign_parts(&pair, r.claim, r.source)) ||
            !clashes_refuted(clashes, &pair, &r, w->best[i].sentence))
            continue;
        decide(ret, VERDICT_CONTRADICTED, w->best[i].sentence, clashes->items[clashes->n - 1].reason);
        return true;
    }
    return false;
}

static void add_deciding(struct judgement *ret, size_t sentence)
{
    size_t at = ret->decided_by_n;

    for (size_t i = 0; i < ret->decided_by_n; i++)
        if (ret->decided_by[i] == sentence)
            return;
    if (at == JUDGE_SENTENCES_MAX)
        return;
    while (at > 0 && ret->decided_by[at - 1] > sentence) {
        ret->decided_by[at] = ret->decided_by[at - 1];
        at--;
    }
    ret->decided_by[at] = sentence;
    ret->decided_by_n++;
}

typedef void find_clashes_fn(struct clashes *ret, struct arena *scratch, const struct pair *pair, size_t sentence);

/* A sentence that shares much less with the claim than the best one speaks of something else. */
static void find_clashes(struct judge_work *w, struct clashes *clashes, find_clashes_fn *find)
{
    struct proof_context context = judge_context(w);

    for (size_t i = 0; i < w->best_n && i < REFUTED_MAX && w->best[i].shared * 4 >= w->best[0].shared * 3; i++) {
        struct pair pair = judge_pair(w, &context, i);

        find(clashes, w->scratch, &pair, w->best[i].sentence);
    }
}

/* "Was born in Warsaw. She died in 1934": that another sentence has the claim's word, and shares as much with the claim, is no
 * clash; nor is it where the claim has both words, as "below 15 …, above 70 …" has. */
static void drop_said_elsewhere(const struct judge_work *w, struct clashes *clashes)
{
    size_t kept = 0;

    for (size_t i = 0; i < clashes->n; i++) {
        const struct clash *clash = &clashes->items[i];
        const struct term *word = NULL;
        int shared_here = 0;
        bool elsewhere = false, both = false;

        for (size_t k = 0; k < w->claim.n && clash->kind == CLASH_WORD; k++) {
            word = w->claim.items[k].kind == TERM_WORD && str_eq(w->claim.items[k].text, clash->claim)
                       ? &w->claim.items[k]
                       : word;
            both = both || str_eq_nocase(w->claim.items[k].text, clash->source);
        }
        for (size_t k = 0; k < w->best_n; k++)
            shared_here = w->best[k].sentence == clash->sentence ? w->best[k].shared : shared_here;
        for (size_t k = 0; k < w->best_n && word; k++)
            elsewhere = elsewhere ||
                        (w->best[k].sentence != clash->sentence && (both || w->best[k].shared >= shared_here) &&
                         judge_has_term(&w->sentences[w->best[k].sentence], word));
        if (!elsewhere)
            clashes->items[kept++] = clashes->items[i];
    }
    clashes->n = kept;
}

static struct binding_input bound_input(const struct judge_work *w)
{
    return (struct binding_input){ .claim = &w->marked,
                                   .passage = { w->sentences, w->n },
                                   .heading = w->passage->heading.len ? &w->sentences[w->n] : NULL };
}

/* Figures that are said of something else in the passage. */
static void find_bound(struct judge_work *w, struct clashes *clashes)
{
    const struct binding_input input = bound_input(w);

    binding_clashes(clashes, w->scratch, &input);
    attribution_clashes(clashes, w->scratch, &input);
    office_clashes(clashes, w->scratch, &input);
    speaker_clashes(clashes, w->scratch, &input);
    agent_clashes(clashes, w->scratch, &input);
    nobody_clashes(clashes, w->scratch, &input);
    winner_clashes(clashes, w->scratch, &input);
    rank_clashes(clashes, w->scratch, &input);
    clause_clashes(clashes, w->scratch, &input);
}

/* The source has the claim's words, and something else that keeps it from being sure. */
static void leave_framed(struct judge_work *w, struct clashes *clashes, struct judgement *ret)
{
    enum { SHOWN_MAX = 120 };
    struct str by = utf8_cut_bytes(w->framed.by, SHOWN_MAX);

    *ret = (struct judgement){ .verdict = VERDICT_UNCHECKED };
    ret->reason = str_format(w->arena, "the source has these words, but %s: \"%.*s%s\"",
                             w->framed.around ? "takes them back or does not vouch for them"
                                              : "says otherwise elsewhere",
                             STR_ARG(by), by.len < w->framed.by.len ? "…" : "");
    add_deciding(ret, w->framed.sentence);
    if (w->framed.around)
        clashes_add(clashes, &(struct clash){ .kind = CLASH_POLARITY,
                                              .claim = w->said,
                                              .source = by,
                                              .sentence = w->framed.sentence,
                                              .reason = ret->reason,
                                              .framed = true });
}

/* Another language: code knows its numbers, and nothing else of it. */
static void leave_foreign(struct judge_work *w, struct str claim, struct clashes *clashes, struct judgement *ret)
{
    *ret = (struct judgement){ .verdict = VERDICT_UNCHECKED,
                               .reason = str("it is no quotation, and in this language code checks only quotations") };
    read_claim(w, claim);
    choose(w);
    if (w->framed.by.len) {
        leave_framed(w, clashes, ret);
        return;
    }
    find_clashes(w, clashes, clashes_of_numbers);
    if (w->best_n)
        add_deciding(ret, clashes->n ? clashes->items[0].sentence : w->best[0].sentence);
    if (clashes->n)
        ret->reason = clashes->items[0].reason;
    ret->shared = w->best_n ? w->best[0].shared : 0;
}

/* Nothing is proved: what stands nearest, and what is missing or in the way. */
static void leave_open(struct judge_work *w, struct clashes *clashes, struct judgement *ret)
{
    struct str lacks, other;

    ret->verdict = VERDICT_UNCHECKED;
    if (w->n == 0 || w->claim.n == 0) {
        ret->reason = w->n ? str("the claim has no words that could be compared")
                           : str("there is nothing to compare it with");
        return;
    }
    const struct proof_context passage = { w->sentences, w->n };
    sign_take(w->scratch, &w->claim, &passage);
    sign_take(w->scratch, &w->marked, &passage);
    find_clashes(w, clashes, clashes_find);
    drop_said_elsewhere(w, clashes);
    find_bound(w, clashes);
    if (w->best_n) {
        ret->decided_by[0] = clashes->n ? clashes->items[0].sentence : w->best[0].sentence;
        ret->decided_by_n = 1;
    }
    lacks = judge_missing(w);
    if (clashes->n)
        ret->reason = clashes->items[0].reason;
    else if ((other = judge_other_words(w)).len)
        ret->reason = other;
    else if (lacks.len)
        ret->reason = lacks;
    else if (w->left_out.len)
        ret->reason = str_format(w->arena, "the claim leaves out what the source says with it: \"%.*s\"",
                                 STR_ARG(w->left_out));
    else if (w->pronoun.len)
        ret->reason = str_format(w->arena, "the source says \"%.*s\" there, and code does not tell who or what that is",
                                 STR_ARG(w->pronoun));
    else if (w->best_n == 0)
        ret->reason = str("no single sentence of the source comes close to it");
    else
        ret->reason = str("the nearest sentence is worded differently; code cannot tell whether it says the same");
}

/* Has it a word that carries no meaning in another language, and none of English? "Der Kran kostet 80 Euro." */
static bool is_short_foreign(struct str claim)
{
    static const char *const codes[] = { "de", "es", "fr", "it", "pt", "nl" };
    struct arena *scratch = arena_new();
    struct words words = { 0 };
    bool english = false, foreign = false;

    words_of(scratch, claim, language_named(str("en")), &words);
    for (size_t i = 0; i < words.n && !english; i++) {
        english = !word_is_content(&words.items[i]);
        for (size_t k = 0; k < sizeof codes / sizeof *codes && !foreign; k++)
            foreign = language_is_stop(language_named(str(codes[k])), words.items[i].fold);
    }
    arena_free(scratch);
    return foreign && !english;
}

static bool is_english(struct str claim)
{
    const char *code = language_code(language_guess(claim));

    if (*code)
        return strcmp(code, "en") == 0 && !is_short_foreign(claim);
    for (size_t i = 0; i < claim.len; i++)
        if ((unsigned char) claim.data[i] >= 0xce &&
            (unsigned char) claim.data[i] < 0xe2) /* Greek and what follows it */
            return false;
    return true;
}

static void judge_sentence(struct judge_work *w, struct str claim, struct clashes *clashes, struct judgement *ret)
{
    read_claim(w, claim);
    choose(w);
    if (!prove(w, ret)) {
        if (w->framed.by.len)
            leave_framed(w, clashes, ret);
        else if (!refute(w, clashes, ret))
            leave_open(w, clashes, ret);
    }
    ret->shared = w->best_n ? w->best[0].shared : 0;
}

static bool judge_quotation(struct judge_work *w, struct str claim, struct judgement *ret)
{
    size_t first, end;

    w->framed.by = str("");
    if (!quotation_find(w->scratch, claim, w->passage->sentences, w->n, &first, &end))
        return false;
    w->best_n = 0;
    if (end == first + 1 && is_english(claim)) { /* for said_otherwise() */
        read_claim(w, claim);
        choose(w);
    }
    if (!holds(w, claim, first, end))
        return false;
    *ret = (struct judgement){ .verdict = VERDICT_SUPPORTED, .quoted = true, .shared = 1000, .reason = str(said_so) };
    for (size_t i = first; i < end; i++)
        add_deciding(ret, i);
    return true;
}

/* A claim of several sentences holds when each of them does. */
static void judge_parts(struct judge_work *w, struct str claim, const struct sentences *parts, struct clashes *clashes,
                        struct judgement *ret)
{
    struct judgement all = { .verdict = VERDICT_SUPPORTED, .quoted = true, .reason = str(said_so) };

    for (size_t i = 0; i < parts->n; i++) {
        struct str part = str_sub(claim, parts->items[i].start, parts->items[i].end);
        struct judgement one = { 0 };

        if (!judge_quotation(w, part, &one))
            judge_sentence(w, part, clashes, &one);
        all.quoted = all.quoted && one.quoted;
        all.shared = one.shared > all.shared ? one.shared : all.shared;
        for (size_t k = 0; k < one.decided_by_n; k++)
            add_deciding(&all, one.decided_by[k]);
        if (one.verdict == VERDICT_CONTRADICTED && all.verdict != VERDICT_CONTRADICTED) {
            decide(&all, VERDICT_CONTRADICTED, one.decided_by[0], one.reason);
        } else if (one.verdict == VERDICT_UNCHECKED && all.verdict == VERDICT_SUPPORTED) {
            all.verdict = VERDICT_UNCHECKED;
            all.reason = one.reason;
        } else if (!one.quoted && all.verdict == VERDICT_SUPPORTED) {
            all.reason = one.reason;
        }
    }
    *ret = all;
    ret->quoted = all.quoted && all.verdict == VERDICT_SUPPORTED;
}

static bool are_sentences(struct arena *arena, struct str claim, struct sentences *ret)
{
    sentences_of(arena, claim, ret);
    for (size_t i = 0; i < ret->n; i++) {
        struct terms t = { 0 };
        size_t words = 0;

        terms_of(arena, str_sub(claim, ret->items[i].start, ret->items[i].end), TERMS_CLAIM_MAX, &t);
        for (size_t k = 0; k < t.n; k++)
            words += t.items[k].kind != TERM_MARK;
        if (words < PART_WORDS)
            return false;
    }
    return ret->n > 1 && ret->n <= PARTS_MAX;
}

bool judge_quotes(struct str claim, const struct passage *passage)
{
    struct arena *scratch = arena_new();
    struct judge_work w = { .arena = scratch, .scratch = scratch, .passage = passage };
    size_t first, end;
    bool found = quotation_find(scratch, claim, passage->sentences, passage->n, &first, &end) &&
                 holds(&w, claim, first, end);

    arena_free(scratch);
    return found;
}

bool judge_proves(struct reader *reader, struct str claim, const struct passage *passage)
{
    struct arena *scratch = arena_new();
    struct judge_work w = { .arena = scratch, .scratch = scratch, .reader = reader, .passage = passage };
    struct sentences parts = { 0 };
    struct judgement one = { 0 };

    claim = str_sub(str_trim(claim), 0, SENTENCE_BYTES);
    read_passage(&w);
    bool proved = judge_quotation(&w, claim, &one);
    if (!proved && is_english(claim)) {
        if (!are_sentences(scratch, claim, &parts))
            parts = (struct sentences){ 0 };
        proved = true;
        for (size_t i = 0; proved && i < (parts.n ? parts.n : 1); i++) {
            struct str part = parts.n ? str_sub(claim, parts.items[i].start, parts.items[i].end) : claim;

            read_claim(&w, part);
            choose(&w);
            proved = (parts.n && judge_quotation(&w, part, &one)) || prove(&w, &one);
        }
    }
    arena_free(scratch);
    return proved;
}

void judge_hint(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                struct hint *ret)
{
    struct arena *scratch = arena_new();
    struct judge_work w = { .arena = arena, .scratch = scratch, .reader = reader, .passage = passage };

    claim = str_sub(str_trim(claim), 0, SENTENCE_BYTES);
    read_passage(&w);
    read_claim(&w, claim);
    const struct binding_input input = bound_input(&w);
    sign_take(scratch, &w.marked, &input.passage);
    hint_find(arena, scratch, &input, is_english(claim), ret);
    arena_free(scratch);
}

void judge_claim_by_passage(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                            struct judgement *ret)
{
    struct arena *scratch = arena_new();
    struct judge_work w = { .arena = arena, .scratch = scratch, .reader = reader, .passage = passage };
    struct clashes clashes = { .arena = arena,
                               .items = arena_calloc(scratch, JUDGE_CLASHES_MAX, sizeof *clashes.items) };
    struct sentences parts = { 0 };

    *ret = (struct judgement){ 0 };
    claim = str_sub(str_trim(claim), 0, SENTENCE_BYTES);
    read_passage(&w);
    if (!judge_quotation(&w, claim, ret)) {
        if (!is_english(claim))
            leave_foreign(&w, claim, &clashes, ret);
        else if (are_sentences(scratch, claim, &parts))
            judge_parts(&w, claim, &parts, &clashes, ret);
        else
            judge_sentence(&w, claim, &clashes, ret);
    }
    if (ret->verdict != VERDICT_SUPPORTED && clashes.n) {
        ret->clashes = arena_copy(arena, clashes.items, clashes.n * sizeof *clashes.items);
        ret->clashes_n = clashes.n;
    }
    arena_free(scratch);
}
