/* Of stage 8: how a sentence begins when the one before it was left out and no model wrote its paragraph anew. "However," and
 * "Second," go or count on, "this pump" is the pump, and "it" is written out where the passage says who is meant. */
#include "evidence/internal.h"

#include "judge/proof.h"

enum { SUBJECT_TERMS = 8, LOOK_BACK = 3, SPEAKS_LEAST = 500, BY_PROOF = 970 };

/* The first bytes of the sentence give way to other words. */
static void open_with(struct claim *claim, size_t cut, struct str words)
{
    claim->opening_cut = cut;
    claim->opening = words;
}

static struct str sentence_of(const struct evidence_work *work, const struct claim *claim)
{
    return str_sub(work->body, claim->at.start, claim->at.end);
}

/* Behind "Word, " at the start of the sentence; 0: it does not begin so. */
static size_t behind_joint(struct str sentence, const char *word)
{
    size_t n = strlen(word);

    return str_starts(sentence, word) && str_starts(str_sub(sentence, n, sentence.len), ", ") && sentence.len > n + 2
               ? n + 2
               : 0;
}

/* Takes the first `cut` bytes away; the sentence goes on with a capital letter. */
static void drop_start(struct evidence_work *work, struct claim *claim, size_t cut)
{
    struct str sentence = sentence_of(work, claim);
    char first = sentence.data[cut];

    if (first >= 'a' && first <= 'z')
        open_with(claim, cut + 1, str_format(work->arena, "%c", first - ('a' - 'A')));
    else
        open_with(claim, cut, str(""));
}

static bool is_written_anew(const struct evidence_work *work, size_t at)
{
    for (size_t i = 0; i < work->mended_n; i++)
        if (at >= work->mended[i].first && at < work->mended[i].end)
            return true;
    return false;
}

/* --- First, Second, … --- */

static const char *const ordinals[][2] = {
    { "First", "Firstly" },   { "Second", "Secondly" }, { "Third", "Thirdly" },
    { "Fourth", "Fourthly" }, { "Fifth", "Fifthly" },   { "Finally", "Lastly" }
};
enum { ORDINALS = sizeof ordinals / sizeof *ordinals, FINALLY = ORDINALS - 1, SERIES_MAX = 16 };

/* Which one the sentence begins with, and in which form; -1: none. */
static int ordinal_of(struct str sentence, int *ret_form, size_t *ret_end)
{
    for (int i = 0; i < ORDINALS; i++)
        for (*ret_form = 0; *ret_form < 2; (*ret_form)++)
            if ((*ret_end = behind_joint(sentence, ordinals[i][*ret_form])))
                return i;
    return -1;
}

/* "Three lessons were drawn. First, …": the sentence before the first one of those. */
static void recount_announced(struct evidence_work *work, const size_t *series, size_t n, size_t left)
{
    struct claim *lead = series[0] ? &work->claims.items[series[0] - 1] : NULL;
    const struct claim *first = lead ? lead + 1 : NULL;

    if (lead && lead->kind != KIND_HEADING && !lead->left_out && !lead->dropped && !lead->instead.len &&
        !is_written_anew(work, series[0] - 1))
        lead_recount(work, lead, &(struct lead){ first, series[n - 1] - series[0] + 1, n, left, NULL });
}

/* The sentences [first, end) of the claims that count; those that are left count on. */
static void recount_series(struct evidence_work *work, const size_t *series, size_t n)
{
    size_t left = 0, at = 0;
    bool lost = false;

    for (size_t i = 0; i < n; i++) {
        if (is_written_anew(work, series[i]))
            return;
        lost = lost || work->claims.items[series[i]].left_out;
        left += !work->claims.items[series[i]].left_out;
    }
    if (lost)
        recount_announced(work, series, n, left);
    for (size_t i = 0; lost && i < n; i++) {
        struct claim *claim = &work->claims.items[series[i]];
        int form;
        size_t end;

        if (claim->left_out)
            continue;
        int which = ordinal_of(sentence_of(work, claim), &form, &end);
        if (left == 1)
            drop_start(work, claim, end);
        else if (which != FINALLY && which != (int) at)
            open_with(claim, end, str_format(work->arena, "%s, ", ordinals[at][form]));
        at++;
    }
}

static void recount_ordinals(struct evidence_work *work)
{
    size_t series[SERIES_MAX], n = 0, end;
    int form;

    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];
        int which = claim->kind == KIND_HEADING ? -1 : ordinal_of(sentence_of(work, claim), &form, &end);

        if (claim->kind == KIND_HEADING || which == 0 || n == SERIES_MAX) {
            recount_series(work, series, n);
            n = 0;
        }
        if (which >= 0)
            series[n++] = i;
    }
    recount_series(work, series, n);
}

/* --- joints --- */

static bool begins_with_it(struct str sentence, size_t at)
{
    struct word word;

    return !word_next(sentence, &at, &word) ||
           str_in_words("it he she they its his her their this that these those", word.text);
}

static void drop_joint(struct evidence_work *work, struct claim *claim)
{
    static const char *const joints[] = { "However",
                                          "Moreover",
                                          "Furthermore",
                                          "Additionally",
                                          "Also",
                                          "Nevertheless",
                                          "Nonetheless",
                                          "Similarly",
                                          "Likewise",
                                          "Consequently",
                                          "Therefore",
                                          "Thus",
                                          "Hence",
                                          "Instead",
                                          "In contrast",
                                          "By contrast",
                                          "In addition",
                                          "As a result",
                                          "For example",
                                          "For instance",
                                          "On the other hand",
                                          "In turn",
                                          "Accordingly",
                                          "Then",
                                          "Because of it",
                                          "Because of this",
                                          "Because of that",
                                          "For this reason",
                                          "For that reason",
                                          "As a consequence",
                                          "In consequence",
                                          "In this way",
                                          "In that case" };
    /* These go on without a comma. */
    static const char *const reasons[] = { "That is why ", "This is why ", "This means that ", "That means that " };
    struct str sentence = sentence_of(work, claim);

    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        size_t end = behind_joint(sentence, joints[i]);

        if (end) {
            drop_start(work, claim, end);
            return;
        }
    }
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (str_starts(sentence, reasons[i]) && claim->marked && !begins_with_it(sentence, strlen(reasons[i])))
            drop_start(work, claim, strlen(reasons[i]));
}

/* --- it, this --- */

static bool is_bare(const struct term *t) { return term_is_one_of(t, "it he she they"); }
static bool is_possessive(const struct term *t) { return term_is_one_of(t, "its his her their"); }
static bool is_demonstrative(const struct term *t) { return term_is_one_of(t, "this these that those such"); }

static void terms_of_text(struct arena *arena, struct str text, struct terms *ret)
{
    *ret = (struct terms){ 0 };
    terms_of(arena, text, TERMS_SENTENCE_MAX, ret);
}

/* "That Rome fell is known.", "That the lamps helped …": a clause, which points at nothing. */
static bool begins_with_clause(const struct terms *t)
{
    return t->n > 1 && term_is_one_of(&t->items[0], "that") &&
           (t->items[1].capital ||
            term_is_one_of(&t->items[1], "the a an it he she they we you i there this these those its his her their no "
                                         "some all most many few any every each both one"));
}

static bool begins_with_pronoun(const struct terms *t)
{
    return t->n > 1 && t->items[0].start == 0 && !begins_with_clause(t) &&
           (is_bare(&t->items[0]) || is_possessive(&t->items[0]) || is_demonstrative(&t->items[0]));
}

/* The text of terms [0, n) where they can be a subject; else empty. */
static struct str subject_of(const struct terms *t, size_t n)
{
    bool content = false;

    if (n == 0 || n > SUBJECT_TERMS || begins_with_pronoun(t) ||
        term_in(&t->items[0], GRAMMAR_PREPOSITION | GRAMMAR_CONJUNCTION | GRAMMAR_NEGATION))
        return str("");
    for (size_t i = 0; i < n; i++) {
        if (t->items[i].kind == TERM_MARK || term_in(&t->items[i], GRAMMAR_RELATIVE | GRAMMAR_SUBJECT_PRONOUN))
            return str("");
        content = content || term_is_content(&t->items[i]);
    }
    const char *start = t->items[0].text.data, *end = t->items[n - 1].text.data + t->items[n - 1].text.len;
    return content ? str_n(start, (size_t) (end - start)) : str("");
}

/* The subject of a sentence whose verb is the one given; NULL: the first that looks like one. */
static struct str subject_before(const struct terms *t, const struct term *verb)
{
    for (size_t i = 1; i < t->n; i++)
        if (verb ? str_eq(t->items[i].stem, verb->stem) || (t->items[i].class & verb->class & GRAMMAR_BE)
                 : term_looks_like_verb(&t->items[i]))
            return subject_of(t, i);
    return str("");
}

/* The sentence of the passage that speaks of the claim. */
static size_t nearest(struct evidence_work *work, struct str claim, const struct evidence_passage *passage)
{
    size_t best = passage->n;
    int most = SPEAKS_LEAST - 1;

    for (size_t i = 0; i < passage->n; i++) {
        int share = overlap_of(work->reader, claim, &passage->sentences[i], 1);

        if (share > most) {
            most = share;
            best = i;
        }
    }
    return best;
}

/* Whom the passage means: it says so before the same verb, or in the sentences before, where it has a pronoun, too. */
static struct str meant_by(struct arena *scratch, struct evidence_work *work, const struct claim *claim,
                           const struct terms *mine)
{
    const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[0]);
    struct terms theirs;
    struct str found;
    size_t at = nearest(work, claim->text, passage);

    if (at == passage->n)
        return str("");
    terms_of_text(scratch, passage->sentences[at], &theirs);
    if (!begins_with_pronoun(&theirs))
        return is_possessive(&mine->items[0]) ? str("") : subject_before(&theirs, &mine->items[1]);
    for (size_t back = 1; back <= at && back <= LOOK_BACK; back++) {
        terms_of_text(scratch, passage->sentences[at - back], &theirs);
        if ((found = subject_before(&theirs, NULL)).len || !begins_with_pronoun(&theirs))
            return found;
    }
    return str("");
}

/* Does code see no difference when the sentence begins so? */
static bool holds_with(struct evidence_work *work, struct claim *claim, size_t cut, struct str words)
{
    struct judgement code;
    struct str text = str_format(work->prepared->arena, "%.*s%.*s", STR_ARG(words),
                                 STR_ARG(str_sub(claim->text, cut, claim->text.len)));

    judge_spans(work->prepared, work->pool, text, claim->spans, claim->spans_n, &code);
    return code.clashes_n == 0;
}

static void write_out(struct evidence_work *work, struct claim *claim)
{
    struct arena *scratch = arena_new();
    struct terms mine;
    struct str words = str("");

    terms_of_text(scratch, claim->text, &mine);
    if (begins_with_pronoun(&mine) && str_starts(sentence_of(work, claim), str_z(scratch, mine.items[0].text))) {
        if (is_demonstrative(&mine.items[0]) && term_is_content(&mine.items[1]) &&
            !term_looks_like_verb(&mine.items[1]))
            words = str("The");
        else if (claim->spans_n)
            words = meant_by(scratch, work, claim, &mine);
        if (words.len && is_possessive(&mine.items[0]))
            words = str_format(work->arena, "%.*s's", STR_ARG(words));
        if (words.len && holds_with(work, claim, mine.items[0].end, words)) {
            open_with(claim, mine.items[0].end, str_dup(work->arena, words));
            if (claim->verdict == VERDICT_QUOTED)
                claim_decide(claim, VERDICT_SUPPORTED, BY_PROOF,
                             str("The source says so in these words; whom it speaks of is written out."));
        }
    }
    arena_free(scratch);
}

/* Is what the sentence points back to gone? One that was left out and began with a pronoun itself points further back. */
static bool dangles(const struct evidence_work *work, size_t at)
{
    for (size_t i = at; i-- > 0 && work->claims.items[i].block == work->claims.items[at].block;) {
        struct arena *scratch = arena_new();
        struct terms t;

        if (!work->claims.items[i].left_out) {
            arena_free(scratch);
            return false;
        }
        terms_of_text(scratch, work->claims.items[i].text, &t);
        bool points_back = begins_with_pronoun(&t);
        arena_free(scratch);
        if (!points_back)
            return true;
    }
    return false;
}

/* --- what cannot stand without it --- */

/* "This was a third of them.", "That is why it is rare.": it speaks of the whole sentence before it. "It" and "they" may be somebody who
 * is named elsewhere and stay. */
static bool speaks_of_sentence(const struct claim *claim)
{
    struct arena *scratch = arena_new();
    struct terms t;

    terms_of_text(scratch, claim->text, &t);
    bool speaks = t.n > 2 && t.items[0].start == 0 && term_is_one_of(&t.items[0], "this that these those") &&
                  term_looks_like_verb(&t.items[1]);
    arena_free(scratch);
    return speaks;
}

/* "The latter is …" speaks of two that were named before it. */
static bool speaks_of_two(const struct claim *claim)
{
    static const char *const openings[] = { "the latter ",           "the former ",
                                            "the first of the two ", "the second of the two ",
                                            "both of them ",         "neither of them ",
                                            "the two of them " };

    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (str_starts_nocase(claim->text, openings[i]))
            return true;
    return false;
}

/* Did the block before this one lose its last items? Those of a list are blocks of their own. */
static bool follows_lost(const struct evidence_work *work, size_t at)
{
    const struct claim *items = work->claims.items;

    for (size_t i = at; i-- > 0 && items[i].kind != KIND_HEADING;) {
        if (items[i].left_out)
            return true;
        if (items[i].block + 2 < items[at].block)
            return false;
    }
    return false;
}

static void go_with_it(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];

    if (claim->kind == KIND_REMARK || claim->kind == KIND_QUESTION) {
        claim->dropped = true; /* no claim: no row tells of it */
        return;
    }
    claim->reason = str("It refers to a sentence that was left out.");
    work->dangling++;
    claim_leave_out(work, at);
}

static bool is_gone(const struct claim *claim) { return claim->left_out || claim->dropped; }

/* The sentence before it went; of another paragraph all of it, and it was no item of a list. */
static bool lost_its_neighbour(const struct evidence_work *work, size_t at)
{
    const struct claim *items = work->claims.items, *before = at ? &items[at - 1] : NULL;

    if (!before || !is_gone(before) || (before->dropped && before->kind != KIND_REMARK))
        return false;
    if (before->block == items[at].block)
        return true;
    for (size_t i = at; i-- > 0 && items[i].block == before->block;)
        if (!is_gone(&items[i]))
            return false;
    return before->lead.len == 0 && before->kind != KIND_HEADING;
}

static void mend_opening(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];

    if (speaks_of_two(claim) && follows_lost(work, at)) {
        go_with_it(work, at);
        return;
    }
    if (!lost_its_neighbour(work, at))
        return;
    drop_joint(work, claim);
    if (claim->opening_cut)
        return;
    if (claim->kind == KIND_CLAIM && dangles(work, at))
        write_out(work, claim);
    if (!claim->opening_cut && speaks_of_sentence(claim))
        go_with_it(work, at);
}

void openings_mend(struct evidence_work *work)
{
    recount_ordinals(work);
    for (size_t i = 1; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (!is_gone(claim) && !claim->opening_cut && claim->kind != KIND_HEADING && !is_written_anew(work, i))
            mend_opening(work, i);
    }
}
