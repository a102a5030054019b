/* Two things compared that one text treats one after the other: entries of a list, rows, sections or sentences that begin with
 * each of them. Such a pair tells more of the difference than a sentence that has both names. */
#include "extractive/answer.h"

#include "extractive/signs.h"
#include "text/identifier.h"

enum {
    MENTIONS = 64,
    OPENING_WORDS = 3, /* beside those of the thing */
    NEAR = 12,
    FAR = 40,             /* sentences between the two */
    TOGETHER_BYTES = 900, /* of one passage: what is shown as one piece */
    SENTENCE_LEAST = 30,
    ITEM_WORDS = 5,
    ROW_WORDS = 10, /* fewer say where something stands: an index */
};

/* The words that tell one thing from the other: of "git reset --soft" and "git reset --hard" one each. */
struct thing {
    struct words all;
    const struct word *own[8];
    size_t own_n;
    struct str identifier; /* "one_for_all" is no words; empty: it is none */
};

/* Where a text begins to speak of a thing. */
struct mention {
    size_t sentence;
    bool entry; /* of a list or table, or under a heading that is the thing */
};

static bool read_things(struct answer *a, struct thing things[2])
{
    const struct question *q = &a->question;

    if (q->kind != QUESTION_COMPARE || q->subjects.n != 2)
        return false;
    for (size_t i = 0; i < 2; i++) {
        size_t at = 0;

        words_of(a->arena, q->subjects.items[i], q->language, &things[i].all);
        identifier_next(q->subjects.items[i], &at, &things[i].identifier);
    }
    if (things[0].identifier.len && things[1].identifier.len && !str_eq(things[0].identifier, things[1].identifier))
        return true;
    things[0].identifier = things[1].identifier = (struct str){ 0 };
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < things[i].all.n && things[i].own_n < 8; k++)
            if (word_is_content(&things[i].all.items[k]) &&
                !words_have_stem(&things[1 - i].all, things[i].all.items[k].stem))
                things[i].own[things[i].own_n++] = &things[i].all.items[k];
    return things[0].own_n && things[1].own_n;
}

/* What the question writes in capitals is a name: to delete is not DELETE. */
static bool has_word(const struct words *words, size_t n, const struct word *word)
{
    for (size_t i = 0; i < n && i < words->n; i++)
        if (str_eq(words->items[i].stem, word->stem) &&
            (words->items[i].flags & word->flags & WORD_UPPER) == (word->flags & WORD_UPPER))
            return true;
    return false;
}

/* The identifier itself, not as a part of another, near the beginning. */
static bool has_identifier(struct str identifier, struct str text)
{
    struct str found;
    size_t at = 0;

    while (identifier_next(text, &at, &found))
        if (identifier_same(found, identifier))
            return true;
    return false;
}

static bool has_own(const struct thing *thing, struct str text, const struct words *words, size_t n)
{
    if (thing->identifier.len)
        return has_identifier(thing->identifier,
                              str_sub(text, 0, n && n <= words->n ? word_end(&words->items[n - 1]) : text.len));
    for (size_t i = 0; i < thing->own_n; i++)
        if (!has_word(words, n, thing->own[i]))
            return false;
    return true;
}

/* Of which of two things the opening of a text speaks; -1: of none, or of both. */
static int opens_with(struct answer *a, const struct thing things[2], struct str text, size_t more)
{
    struct words words = { 0 };
    bool has[2];

    words_of(a->arena, str_sub(text, 0, 200), a->question.language, &words);
    for (size_t i = 0; i < 2; i++)
        has[i] = has_own(&things[i], text, &words, things[i].all.n + more);
    return has[0] == has[1] ? -1 : has[1];
}

static bool begins_block(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];

    return sentence == a->passages.items[s->passage].first_sentence || s[-1].block != s->block;
}

/* A row is about what its first cell names that is no number; the other cells say something of that. */
static struct str row_subject(struct answer *a, struct str row)
{
    struct str cell = row;

    while (str_next(&row, '|', &cell)) {
        struct words words = { 0 };

        words_of(a->arena, cell, a->question.language, &words);
        for (size_t i = 0; i < words.n; i++)
            if (!(words.items[i].flags & WORD_NUMBER))
                return cell;
    }
    return cell;
}

/* The thing that a sentence begins to speak of, itself or by its section's heading; -1: none. */
static int speaks_of(struct answer *a, const struct thing things[2], size_t sentence, bool *ret_entry)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct passage *p = &a->passages.items[s->passage];
    const struct passage_source *source = &a->passages.sources[p->source];
    struct str text = passage_sentence_text(&a->passages, sentence);
    bool listed = s->kind == TEXT_ITEM || s->kind == TEXT_DEFINITION || s->kind == TEXT_ROW;
    int found;

    struct words words = { 0 };

    *ret_entry = listed;
    if (s->kind == TEXT_ROW || s->kind == TEXT_ITEM)
        words_of(a->arena,
                 str_sub(source->text, source->blocks.items[s->block].start, source->blocks.items[s->block].end),
                 source->language, &words);
    if (s->kind == TEXT_CODE || (s->kind == TEXT_ROW && words.n < ROW_WORDS) ||
        (s->kind == TEXT_ITEM && words.n < ITEM_WORDS) || s->header || str_ends(text, "?") ||
        (listed && !begins_block(a, sentence)))
        return -1;
    if (listed || text.len >= SENTENCE_LEAST)
        if ((found = opens_with(a, things, s->kind == TEXT_ROW ? row_subject(a, text) : text,
                                listed ? OPENING_WORDS : 1)) >= 0)
            return found;
    bool first = sentence == p->first_sentence && p->heading >= 0 &&
                 (s->passage == source->first_passage || p[-1].heading != p->heading);
    *ret_entry = true;
    return first ? opens_with(a, things, text_block_words_of(a->arena, source->text, &source->blocks.items[p->heading]),
                              OPENING_WORDS)
                 : -1;
}

static int64_t score_of(const struct answer *a, size_t passage)
{
    for (size_t i = 0; i < a->ranking.n; i++)
        if (a->passages.sentences[a->ranking.pool[i].sentence].passage == passage)
            return a->ranking.pool[i].score;
    return 0;
}

/* Is it the page of the command that the question names, "ssh - OpenSSH remote login client" for "ssh -L"? */
static bool is_page_of_command(const struct answer *a, size_t source)
{
    struct str title = passage_title(&a->passages, source), first;
    const struct str_list *keywords = &a->question.keywords;

    if (!str_next(&title, ' ', &first))
        return false;
    for (size_t i = 0; i < keywords->n; i++)
        if (str_eq(first, keywords->items[i]))
            return true;
    return false;
}

/* How well two places tell two things apart, in thousandths of the best score; 0: they do not belong together. */
static int64_t worth(struct answer *a, const struct mention *x, const struct mention *y, bool entries, bool options)
{
    const struct passage_sentence *s = a->passages.sentences;
    const struct passage *p = &a->passages.items[s[x->sentence].passage],
                         *q = &a->passages.items[s[y->sentence].passage];
    size_t apart = x->sentence < y->sentence ? y->sentence - x->sentence : x->sentence - y->sentence;
    int64_t best = a->ranking.pool[0].score > 0 ? a->ranking.pool[0].score : 1;
    /* Entries of one list */
    bool side_by_side = p->heading == q->heading && s[x->sentence].kind == s[y->sentence].kind &&
                        (s[x->sentence].kind == TEXT_ITEM || s[x->sentence].kind == TEXT_DEFINITION);

    /* Options stand in the order of letters. */
    if (side_by_side && options)
        apart = apart < NEAR ? apart : NEAR;
    if (p->source != q->source || apart > FAR || (p->heading != q->heading && !(x->entry && y->entry)) ||
        signs_is_change_log(passage_path(a->arena, &a->passages, s[x->sentence].passage)))
        return 0;
    int64_t one = score_of(a, s[x->sentence].passage), other = score_of(a, s[y->sentence].passage);
    const struct passage *lead = &a->passages.items[s[a->ranking.pool[0].sentence].passage];
    bool beside = p->source == lead->source && p->heading == lead->heading && q->heading == lead->heading &&
                  p->heading >= 0 && apart <= NEAR;
    if (entries && !(side_by_side && apart <= NEAR) && !beside)
        return 0;
    int64_t pair = side_by_side && apart <= NEAR ? 1000 * (one < other ? one : other) / best : 0;
    int64_t own = options && is_page_of_command(a, p->source) ? 1000 : 0;
    return 1000 * (one + other) / best + 500 * (p == q) + 500 * (x->entry && y->entry) +
           600 * (begins_block(a, x->sentence) && begins_block(a, y->sentence)) + pair + own - 20 * (int64_t) apart;
}

static void write_both(struct answer *a, size_t x, size_t y)
{
    const struct passage_sentence *s = a->passages.sentences;
    size_t first = x < y ? x : y, second = x < y ? y : x;
    struct piece pieces[] = { piece_for(a, first, true), piece_for(a, second, true) };

    if (s[x].passage == s[y].passage && s[second].at.end - s[first].at.start <= TOGETHER_BYTES) {
        pieces[0].first = pieces[0].first < first ? pieces[0].first : first;
        pieces[0].last = pieces[0].last > second ? pieces[0].last : second;
    }
    /* "There are a few differences:" is read to its end. */
    const struct passage *p = &a->passages.items[s[first].passage];
    if (s[x].passage == s[y].passage && p->kind == TEXT_ITEM && p->at.end - p->at.start <= TOGETHER_BYTES &&
        str_contains_nocase(passage_text(&a->passages, s[first].passage), "difference")) {
        pieces[0].first = p->first_sentence;
        pieces[0].last = p->first_sentence + p->sentences_n - 1;
    }
    for (size_t i = 0; i < 2; i++)
        if (!piece_shown(a, &pieces[i]))
            piece_write(a, &pieces[i], false, !a->brief);
    a->contrast = true;
    a->table = a->table || s[x].kind == TEXT_ROW;
}

bool answer_names_both(struct answer *a, size_t passage)
{
    struct thing things[2] = { 0 };
    struct words words = { 0 };

    if (!read_things(a, things))
        return false;
    struct str text = passage_text(&a->passages, passage);
    words_of(a->arena, text, a->question.language, &words);
    return has_own(&things[0], text, &words, words.n) && has_own(&things[1], text, &words, words.n);
}

bool answer_says_aspect(struct answer *a, size_t x, size_t y)
{
    uint32_t aspect = answer_aspect_terms(a), had = 0;

    for (size_t i = 0; i < 2 && aspect; i++) {
        size_t passage = a->passages.sentences[i ? y : x].passage;

        had |= rank_terms_in(a->arena, &a->ranking,
                             str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                        STR_ARG(passage_text(&a->passages, passage))),
                             a->question.language);
    }
    return !aspect || had & aspect;
}

/* "Methods take Rc<Self>", "Methods take Arc<Self>": what is said of both alike does not tell them apart. */
static bool says_the_same(struct answer *a, const struct thing things[2], size_t x, size_t y)
{
    struct words said[2] = { 0 };
    size_t sentence[] = { x, y }, common = 0;

    /* The term of an entry says nothing yet. */
    if (a->passages.sentences[x].kind == TEXT_DEFINITION || a->passages.sentences[y].kind == TEXT_DEFINITION)
        return false;
    for (size_t i = 0; i < 2; i++)
        content_words_of(a->arena, passage_sentence_text(&a->passages, sentence[i]), a->question.language, &said[i]);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < said[i].n; k++) {
            bool both = words_have_stem(&said[1 - i], said[i].items[k].stem);

            if (!both && !words_have_stem(&things[i].all, said[i].items[k].stem))
                return false;
            common += both;
        }
    return common > 0;
}

static bool write_pair(struct answer *a, const struct thing things[2], bool entries, bool listed)
{
    struct mention mentions[2][MENTIONS];
    size_t n[2] = { 0 }, x = 0, y = 0;
    int64_t most = 0;
    bool options = str_starts(things[0].identifier, "-") && str_starts(things[1].identifier, "-");
    for (size_t i = 0; i < a->passages.sentences_n; i++) {
        bool entry;
        int side = speaks_of(a, things, i, &entry);

        if (side >= 0 && n[side] < MENTIONS && (!listed || a->passages.sentences[i].kind == TEXT_DEFINITION))
            mentions[side][n[side]++] = (struct mention){ i, entry };
    }
    for (size_t i = 0; i < n[0]; i++)
        for (size_t k = 0; k < n[1]; k++) {
            int64_t value = worth(a, &mentions[0][i], &mentions[1][k], entries, options);

            if (value > most && !says_the_same(a, things, mentions[0][i].sentence, mentions[1][k].sentence))
                most = value, x = mentions[0][i].sentence, y = mentions[1][k].sentence;
        }
    if (most < 1000 || !answer_says_aspect(a, x, y))
        return false;
    write_both(a, x, y);
    return true;
}

bool answer_both(struct answer *a, bool entries)
{
    struct thing things[2] = { 0 };

    if (!read_things(a, things))
        return false;
    if (write_pair(a, things, entries, false))
        return true;
    /* "The hard and soft options of a mount": what the second has more belongs to both, and entries have those names. */
    if (!things[0].own_n || things[1].own_n <= things[0].own_n)
        return false;
    things[1].own_n = things[0].own_n;
    return write_pair(a, things, false, true);
}
