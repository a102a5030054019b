/* Of stage 8: how a sentence begins when the one before it was left out and no model wrote its paragraph anew. "However," and
 * "Second," go or count on, "this pump" is the pump, and "it" is written out where the passage says who is meant. */
#include "evidence/internal.h"

#include "judge/proof.h"

enum { SUBJECT_TERMS = 8, LOOK_BACK = 3, SPEAKS_LEAST = 500, WHOLE_MAX = 40 };

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

/* Behind "However, " at the start; 0: it does not begin so. */
static size_t behind_any_joint(struct str sentence)
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
                                          "In that case",
                                          "As noted above",
                                          "As mentioned above",
                                          "As described above" };
    size_t end = 0;

    for (size_t i = 0; i < sizeof joints / sizeof *joints && end == 0; i++)
        end = behind_joint(sentence, joints[i]);
    return end;
}

static void drop_joint(struct evidence_work *work, struct claim *claim)
{
    /* These go on without a comma. */
    static const char *const reasons[] = { "That is why ", "This is why ", "This means that ", "That means that " };
    struct str sentence = sentence_of(work, claim);
    size_t end = behind_any_joint(sentence);

    if (end) {
        drop_start(work, claim, end);
        return;
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

/* "It was not the registry that …": it stands for nothing that was named. */
static bool begins_with_empty_it(const struct terms *t)
{
    const struct term *last = &t->items[t->n - 1];
    const char *start = t->items[0].text.data;

    return term_is_one_of(&t->items[0], "it") &&
           judge_reference(str_n(start, (size_t) (last->text.data + last->text.len - start))).len == 0;
}

static bool begins_with_pronoun(const struct terms *t)
{
    return t->n > 1 && t->items[0].start == 0 && !begins_with_clause(t) && !begins_with_empty_it(t) &&
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

/* --- what stands further on in the sentence --- */

/* The bytes [start, end) of the sentence give way to other words, if code sees no difference then. */
static void write_within(struct evidence_work *work, struct claim *claim, struct span at, struct str words)
{
    struct str sentence = sentence_of(work, claim);
    struct str text = str_format(work->arena, "%.*s%.*s%.*s", STR_ARG(str_sub(claim->text, 0, at.start)),
                                 STR_ARG(words), STR_ARG(str_sub(claim->text, at.end, claim->text.len)));
    struct judgement code;

    if (str_find_char(sentence, '`', 0) >= 0 || str_find_char(sentence, '*', 0) >= 0)
        return; /* the text has no signs of Markdown */
    if (claim->spans_n) {
        judge_spans(work->prepared, work->pool, text, claim->spans, claim->spans_n, &code);
        if (code.clashes_n)
            return;
    }
    claim_write_instead(work, claim, text, "what it refers to is written out");
}

/* "(see the previous sentence)". */
static void drop_reference(struct evidence_work *work, struct claim *claim)
{
    static const char *const places[] = { "previous sentence",  "preceding sentence", "last sentence",
                                          "sentence before",    "sentence above",     "previous point",
                                          "preceding point",    "point above",        "see above",
                                          "previous paragraph", "preceding paragraph" };
    ptrdiff_t open = str_find(claim->text, str(" ("), 0), close;

    for (; open >= 0; open = str_find(claim->text, str(" ("), (size_t) open + 2)) {
        if ((close = str_find_char(claim->text, ')', (size_t) open)) < 0)
            return;
        struct str inside = str_sub(claim->text, (size_t) open + 2, (size_t) close);
        bool refers = false;
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            refers = refers || str_contains_nocase(inside, places[i]);
        if (refers && str_starts_nocase(inside, "see ")) {
            write_within(work, claim, (struct span){ (size_t) open, (size_t) close + 1 }, str(""));
            return;
        }
    }
}

/* What a passage of the claim says before the same words, in the same sentence; empty: nothing. */
static struct str said_before(struct evidence_work *work, const struct claim *claim, struct str words)
{
    for (size_t i = 0; i < claim->spans_n; i++) {
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[i]);

        for (size_t k = 0; k < passage->n; k++) {
            ptrdiff_t at = str_find(passage->sentences[k], words, 0);

            if (at > 0)
                return str_sub(passage->sentences[k], 0, (size_t) at);
        }
    }
    return str("");
}

/* "the extension" of the sentence that went, if the passage speaks of it there and of nothing else that the sentence names. */
static struct str named_in_both(struct arena *scratch, struct str lost, struct str before)
{
    struct terms t;
    struct str found = str("");

    terms_of_text(scratch, lost, &t);
    for (size_t i = 0; i + 1 < t.n; i++) {
        size_t end = i + 1;

        if (!term_is_one_of(&t.items[i], "the"))
            continue;
        while (end < t.n && end <= i + 3 && t.items[end].kind == TERM_WORD && term_is_content(&t.items[end]) &&
               (end == i + 1 || !term_looks_like_verb(&t.items[end])))
            end++;
        struct str name = str_sub(lost, t.items[i].start, t.items[end - 1].end);
        if (end == i + 1 || !str_contains_nocase(before, str_z(scratch, name)))
            continue;
        if (found.len && !str_eq_nocase(found, name))
            return str("");
        found = name;
    }
    return found;
}

/* "The party opposes it": of what stands before "it" in the sentence, only the subject could be meant, and it is not. */
static bool is_lone_object(struct evidence_work *work, const struct claim *claim, const struct terms *t, size_t at)
{
    size_t joint = behind_any_joint(sentence_of(work, claim)), start = 0;
    const struct term *next = at + 1 < t->n ? &t->items[at + 1] : NULL;

    while (start < at && t->items[start].start < joint)
        start++;
    struct terms rest = { .items = t->items + start, .n = t->n - start };
    return at >= start + 2 && term_is_content(&t->items[at - 1]) && !t->items[at - 1].capital &&
           subject_of(&rest, at - start - 1).len &&
           (!next || next->kind == TERM_MARK || term_in(next, GRAMMAR_PREPOSITION | GRAMMAR_CONJUNCTION) ||
            term_is_one_of(next, "because"));
}

/* "opposes it" names what is opposed, where the sentence that went and the passage have the same. */
static void write_out_object(struct arena *scratch, struct evidence_work *work, size_t at, const struct terms *t)
{
    struct claim *claim = &work->claims.items[at];

    for (size_t i = 2; i < t->n; i++) {
        const struct term *it = &t->items[i];

        if (!term_is_one_of(it, "it") || !is_lone_object(work, claim, t, i))
            continue;
        struct str before = said_before(work, claim, str_sub(claim->text, t->items[i - 2].start, it->end));
        struct str name = named_in_both(scratch, work->claims.items[at - 1].text, before);
        if (name.len)
            write_within(work, claim, (struct span){ it->start, it->end },
                         str_format(work->arena, "the%.*s", STR_ARG(str_sub(name, 3, name.len))));
        return;
    }
}

/* "paid the rest": of what, as the passage has it: "60 percent of the cost and the region paid the rest". */
static void write_out_rest(struct evidence_work *work, struct claim *claim, const struct terms *t)
{
    for (size_t i = 3; i < t->n; i++) {
        const struct term *rest = &t->items[i];

        if (!term_is_one_of(rest, "rest remainder") || !term_is_one_of(&t->items[i - 1], "the") ||
            (i + 1 < t->n && term_is_one_of(&t->items[i + 1], "of")))
            continue;
        struct str before = said_before(work, claim, str_sub(claim->text, t->items[i - 3].start, rest->end));
        ptrdiff_t of = -1, next = -1;
        while ((next = str_find(before, str(" of the "), (size_t) (next + 1))) >= 0)
            of = next;
        if (of < 0)
            return;
        struct str whole = str_sub(before, (size_t) of, before.len);
        ptrdiff_t end = str_find(whole, str(" and "), 0), comma = str_find_char(whole, ',', 0);
        end = comma >= 0 && (end < 0 || comma < end) ? comma : end;
        if (end > 0 && end <= WHOLE_MAX)
            write_within(work, claim, (struct span){ rest->end, rest->end },
                         str_dup(work->arena, str_sub(whole, 0, (size_t) end)));
        return;
    }
}

static void mend_within(struct evidence_work *work, size_t at)
{
    struct arena *scratch = arena_new();
    struct claim *claim = &work->claims.items[at];
    struct terms t;

    if (claim->instead.len == 0)
        drop_reference(work, claim);
    if (claim->instead.len == 0 && claim->kind == KIND_CLAIM && claim->spans_n && dangles(work, at)) {
        terms_of_text(scratch, claim->text, &t);
        write_out_object(scratch, work, at, &t);
        if (claim->instead.len == 0)
            write_out_rest(work, claim, &t);
    }
    arena_free(scratch);
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

/* The sentence before it went; of another paragraph all of it, and it was no item of a list. */
static bool lost_its_neighbour(const struct evidence_work *work, size_t at)
{
    const struct claim *items = work->claims.items, *before = at ? &items[at - 1] : NULL;

    if (!before || !claim_is_gone(before) || (before->dropped && before->kind != KIND_REMARK))
        return false;
    if (before->block == items[at].block)
        return true;
    for (size_t i = at; i-- > 0 && items[i].block == before->block;)
        if (!claim_is_gone(&items[i]))
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
    mend_within(work, at);
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

        if (!claim_is_gone(claim) && !claim->opening_cut && claim->kind != KIND_HEADING && !is_written_anew(work, i))
            mend_opening(work, i);
    }
}
