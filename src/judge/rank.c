/* Ranks: "the largest bridge", where the source has "the third largest bridge" or "one of the largest bridges" of the same subject. */
#include "judge/attribution.h"

enum { AMONG = 0, NONE = -1, REACH = 4, PLACE_MAX = 1000 };

/* Terms [from, at] of a text: "the third largest". The place in the row: 1, 3, or AMONG several. */
struct rank {
    size_t from, at;
    int place;
};

static bool is_glue(const struct term *t) { return t->kind == TERM_MARK && t->mark == '-'; }

/* "The", "its", "Europe's": what a superlative without a number stands behind where it names the first. */
static bool singles_out(const struct term *t)
{
    return term_in(t, GRAMMAR_DETERMINER) || term_is(t, "'s") || str_ends(t->fold, "'s") || str_ends(t->fold, "’s");
}

static struct rank rank_at(const struct term *t, size_t at)
{
    struct rank ret = { at, at, NONE };

    if (t[at].kind != TERM_WORD || !term_in(&t[at], GRAMMAR_SUPERLATIVE) || at == 0)
        return ret;
    size_t before = at - 1 - (at > 1 && is_glue(&t[at - 1]));
    if (t[before].kind == TERM_NUMBER) {
        double place = t[before].number->low;

        ret.from = before;
        if (t[before].number->kind == NUMBER_ORDINAL && place >= 1 && place <= PLACE_MAX)
            ret.place = (int) place;
        return ret;
    }
    for (size_t i = at; i-- > 0 && at - i <= REACH && t[i].kind == TERM_WORD;)
        if (term_is(&t[i], "among") || (i && term_is(&t[i], "of") && t[i - 1].kind != TERM_MARK)) {
            ret.from = i - !term_is(&t[i], "among");
            ret.place = AMONG;
            return ret;
        }
    ret.place = singles_out(&t[before]) ? 1 : NONE;
    return ret;
}

static bool is_counted(const struct term *t)
{
    return t->kind == TERM_WORD && term_is_content(t) && !term_in(t, GRAMMAR_SUPERLATIVE | GRAMMAR_HARMLESS_ADVERB);
}

static bool has(const struct terms *text, const struct term *word)
{
    for (size_t i = 0; i < text->n && word->kind == TERM_NUMBER; i++)
        if (text->items[i].kind == TERM_NUMBER && text->items[i].number->low == word->number->low)
            return true;
    return word->kind == TERM_WORD && terms_have_word(text, word);
}

/* Has the text every word with content in [from, to), and are there any? */
static bool has_all(const struct terms *text, const struct term *t, size_t from, size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++) {
        if (!term_is_content(&t[i]))
            continue;
        if (!has(text, &t[i]))
            return false;
        n++;
    }
    return n > 0;
}

/* The last word of whom the rank is said in "S was the third largest", "S, made by H, was …", "S, the third largest"; NONE: not sure. */
static int subject_of(const struct term *t, const struct rank *rank)
{
    size_t i = rank->from;

    while (i > 0 && (singles_out(&t[i - 1]) || term_in(&t[i - 1], GRAMMAR_HARMLESS_ADVERB | GRAMMAR_TIME_ADVERB)))
        i--;
    bool apposed = i > 1 && t[i - 1].kind == TERM_MARK && t[i - 1].mark == ',';
    if (apposed)
        return (int) i - 2;
    if (i < 2 || !term_in(&t[i - 1], GRAMMAR_BE))
        return NONE;
    i--;
    if (t[i - 1].kind != TERM_MARK)
        return (int) i - 1;
    for (size_t open = i - 1; t[i - 1].mark == ',' && open-- > 1;)
        if (t[open].kind == TERM_MARK)
            return t[open].mark == ',' ? (int) open - 1 : NONE;
    return NONE;
}

/* Does each word of the claim's subject stand before the rank, in the title or in a sentence before: "its refractor"? */
static bool is_told_of(const struct binding_input *input, size_t s, size_t at, size_t end)
{
    for (size_t i = 0; i < end; i++) {
        const struct term *word = &input->claim->items[i];
        const struct terms phrase = { input->passage.sentences[s].items, at + 1, 0 };
        bool found = !is_counted(word) || has(&phrase, word) || (input->heading && has(input->heading, word));

        for (size_t k = 0; k < s && !found; k++)
            found = has(&input->passage.sentences[k], word);
        if (!found)
            return false;
    }
    return true;
}

/* Is it the claim's subject, terms [0, end), of which the sentence says its rank? "It" is whom the title or the sentence before begins with. */
static bool is_subject(const struct binding_input *input, size_t s, int at, size_t end)
{
    const struct terms *sentence = &input->passage.sentences[s];
    const struct term *t = input->claim->items;

    if (at < 0)
        return false;
    if (at == 0 && term_is_one_of(&sentence->items[0], "it he she they")) {
        const struct terms before = { s ? input->passage.sentences[s - 1].items : NULL,
                                      s && input->passage.sentences[s - 1].n > REACH ? REACH : 0, 0 };
        return (input->heading && has_all(input->heading, t, 0, end)) || has_all(&before, t, 0, end);
    }
    for (int i = 0; i <= at; i++)
        if (i > 0 && term_is_name(&sentence->items[i]) && !has(input->claim, &sentence->items[i]))
            return false;
    for (size_t i = 0; i < end; i++)
        if (is_counted(&t[i]) && term_is_among(&t[i], 1, &sentence->items[at]))
            return is_told_of(input, s, (size_t) at, end);
    return false;
}

static size_t scope_behind(const struct terms *text, size_t at)
{
    while (at < text->n && is_counted(&text->items[at]))
        at++;
    return at < text->n && term_is_one_of(&text->items[at], "in of on among") ? at + 1 : text->n;
}

/* "The second highest mountain of the continent": no rank in the claim's "Ostravia", which the sentence names for something else. */
static bool is_other_scope(const struct terms *claim, size_t at, const struct terms *sentence, size_t there)
{
    size_t named = 0;

    for (size_t i = scope_behind(sentence, there + 1); i < sentence->n; i++) {
        const struct term *word = &sentence->items[i];

        if (word->kind == TERM_MARK || term_in(word, GRAMMAR_PREPOSITION))
            break;
        if (!term_is_content(word))
            continue;
        if (has(claim, word))
            return false;
        named++;
    }
    return named > 0 && scope_behind(claim, at + 1) < claim->n;
}

/* What stands behind the claim's superlative, "in Europe until 1902": the sentence has it all, and the same thing is ranked. */
static bool ranks_the_same(const struct terms *claim, size_t at, const struct terms *sentence, size_t there)
{
    const struct term *mine = at + 1 < claim->n ? &claim->items[at + 1] : NULL,
                      *theirs = there + 1 < sentence->n ? &sentence->items[there + 1] : NULL;

    if (mine && theirs && is_counted(mine) && is_counted(theirs) && !term_is_among(theirs, 1, mine))
        return false;
    if (is_other_scope(claim, at, sentence, there))
        return false;
    return at + 1 == claim->n || has_all(sentence, claim->items, at + 1, claim->n);
}

/* Gives the passage the claim's own rank to anything? */
static bool is_given(const struct binding_input *input, const struct term *word, int place)
{
    for (size_t s = 0; s < input->passage.n; s++)
        for (size_t i = 0; i < input->passage.sentences[s].n; i++)
            if (str_eq(input->passage.sentences[s].items[i].fold, word->fold) &&
                rank_at(input->passage.sentences[s].items, i).place == place)
                return true;
    return false;
}

static struct str text_of(const struct term *t, const struct rank *rank)
{
    const struct term *first = &t[rank->from], *last = &t[rank->at];

    return str_n(first->text.data, (size_t) (last->text.data + last->text.len - first->text.data));
}

static bool find(struct clashes *ret, struct arena *scratch, const struct binding_input *input, const struct rank *mine)
{
    const struct terms *claim = input->claim;

    for (size_t s = 0; s < input->passage.n; s++) {
        const struct terms *sentence = &input->passage.sentences[s];

        for (size_t i = 0; i < sentence->n; i++) {
            struct rank theirs = rank_at(sentence->items, i);

            if (theirs.place == NONE || theirs.place == mine->place || (theirs.place == AMONG && mine->place != 1) ||
                !str_eq(sentence->items[i].fold, claim->items[mine->at].fold) ||
                !is_subject(input, s, subject_of(sentence->items, &theirs), mine->from) ||
                !ranks_the_same(claim, mine->at, sentence, i))
                continue;
            struct str said = text_of(claim->items, mine), given = text_of(sentence->items, &theirs);
            clashes_add(ret, &(struct clash){ .kind = CLASH_NUMBER,
                                              .claim = said,
                                              .source = given,
                                              .sentence = s,
                                              .reason = str_format(scratch, "the source says \"%.*s\", not \"%.*s\"",
                                                                   STR_ARG(given), STR_ARG(said)) });
            return true;
        }
    }
    return false;
}

void rank_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;

    if (terms_any(claim->items, claim->n, GRAMMAR_NEGATION | GRAMMAR_MODAL))
        return;
    for (size_t i = 0; i < claim->n; i++)
        if (term_is_one_of(&claim->items[i], "if unless whether except excluding"))
            return;
    for (size_t i = 1; i < claim->n; i++) {
        struct rank mine = rank_at(claim->items, i);

        if (mine.place > AMONG && !is_given(input, &claim->items[i], mine.place) && find(ret, scratch, input, &mine))
            return;
    }
}
