/* The report without a model: passages of the sources, whole, in a good order. First the one or two that answer, or up
 * to four where the scores do not tell them apart, then
 * what the question's shape asks for (figures, a comparison), then more from the sources; or, where nothing answers,
 * that, and what comes closest. Every quotation is a contiguous span of its source. Deterministic. */
#include "extractive/answer.h"

#include "extractive/signs.h"
#include "extractive/wording.h"
#include "text/counts.h"

enum {
    LEADS = 2,
    CLOSEST = 2,
    CLOSE_LEADS = 4,    /* passages that are nearly as good as the best */
    CLOSE_PIECES = 6,   /* pieces of these passages */
    CLOSE_BYTES = 1800, /* of the answer with them */
    MORE_LEAST = 3,
    SECOND_PERCENT = 75, /* of the best score: less is no second answer */
    SAME_SOURCE_PERCENT = 106,
    MISSING_PERCENT = 150,
    MISSING_BYTES = 450,
    SHORT_BYTES = 100,
    JOIN_GAP = 1,      /* sentences between what is shown as one piece */
    JOIN_BYTES = 1200, /* of one passage: what is shown as one piece */
    BODY_MAX = 1 << 20,
};

enum { MORE_NEAR = 2, FEW_SOURCES = 3 }; /* further passages that only the subject speaks for */
/* Of the rarest word's weight; likeness of a word that is there; share of the question. */
static const double BEYOND = 0.75, MATCH_LEAST = 0.5, MORE_SAID = 0.6;

/* --- the answer --- */

/* Is it what was written already, or nearly? */
static bool repeats(struct answer *a, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words mine = { 0 };

    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &mine);
    for (size_t i = 0; i < a->passages.sentences_n; i++) {
        struct words other = { 0 };

        if (!a->shown[i])
            continue;
        words_of(a->arena, passage_sentence_text(&a->passages, i), language, &other);
        if (words_overlap(&mine, &other) > 0.85 && words_overlap(&other, &mine) > 0.7)
            return true;
    }
    return false;
}

/* The next best piece that says something new; false if there is none. */
static bool next_piece(struct answer *a, const struct ranking *r, bool lead, size_t *at, struct piece *ret)
{
    while (*at < r->n) {
        size_t sentence = r->pool[(*at)++].sentence;

        if (a->shown[sentence] || repeats(a, sentence))
            continue;
        *ret = piece_for(a, sentence, lead);
        if (!piece_shown(a, ret))
            return true;
        /* Some of it was written: what goes on from the sentence itself, or that alone where the answer began elsewhere. */
        if (ret->last < sentence || ret->first > sentence)
            *ret = (struct piece){ a->passages.sentences[sentence].passage, sentence, sentence };
        for (*ret = (struct piece){ ret->passage, sentence, ret->last }; ret->last > sentence && piece_shown(a, ret);)
            ret->last--;
        return true;
    }
    return false;
}

static bool same_place(const struct answer *a, const struct piece *x, const struct piece *y)
{
    const struct passage *p = &a->passages.items[x->passage], *q = &a->passages.items[y->passage];

    return p->source == q->source && p->heading == q->heading;
}

/* A section whose heading asks the question goes on: its next passage answers before what stands elsewhere. */
static bool next_of_section(const struct answer *a, const struct piece *last, struct piece *ret)
{
    size_t next = last->passage + 1;

    if (next >= a->passages.n || !answer_heading_asks(a, last->passage) || !answer_reads_on(&a->question) ||
        a->passages.items[next].source != a->passages.items[last->passage].source ||
        a->passages.items[next].heading != a->passages.items[last->passage].heading)
        return false;
    *ret = piece_next(a, next);
    return !piece_shown(a, ret);
}

/* The first answer has all names of the question, this one has not: it is about something else. German writes every noun
 * like a name. */
static bool speaks_of_another(struct answer *a, const struct ranking *r, size_t sentence)
{
    return strcmp(language_code(a->question.language), "de") != 0 && a->question.kind != QUESTION_COMPARE &&
           answer_names_all(a, r, r->pool[0].sentence) && !answer_names_all(a, r, sentence);
}

/* Figures of several things are asked for: does this sentence, or the title above it, name one that was not shown? */
static bool names_missing(struct answer *a, const struct piece *shown, size_t sentence)
{
    struct str title = a->passages.sources[sentence_source(a, sentence)].row->title,
               text = passage_sentence_text(&a->passages, sentence);
    uint32_t had = 0;

    if (a->question.kind != QUESTION_HOW_MANY || !wording_has_digit(text) ||
        answer_is_interested(&a->passages.sources[sentence_source(a, sentence)]))
        return false;
    for (size_t i = shown->first; i <= shown->last; i++)
        had |= answer_parts_in(a, &a->question, passage_sentence_text(&a->passages, i));
    return answer_parts_in(a, &a->question, text) &&
           answer_parts_in(a, &a->question, str_format(a->arena, "%.*s %.*s", STR_ARG(title), STR_ARG(text))) & ~had;
}

/* What stands in the document that answers is more likely to go on with the answer; what is still missing comes first. */
static const struct ranking *after_first(struct answer *a, const struct ranking *r, const struct piece *shown)
{
    struct ranking *next = arena_alloc(a->arena, sizeof *next);
    size_t source = sentence_source(a, r->pool[0].sentence);

    *next = *r;
    for (size_t i = 0; i < next->n; i++) {
        if (sentence_source(a, next->pool[i].sentence) == source)
            next->pool[i].score = next->pool[i].score * SAME_SOURCE_PERCENT / 100;
        if (names_missing(a, shown, next->pool[i].sentence))
            next->pool[i].score = next->pool[i].score * MISSING_PERCENT / 100;
    }
    rank_sort(next);
    return next;
}

static bool section_is_short(const struct answer *a, const struct piece *piece)
{
    return a->passages.sentences[piece->last].at.end - a->passages.sentences[piece->first].at.start < SHORT_BYTES &&
           answer_heading_asks(a, piece->passage);
}

static struct piece whole_if_short(const struct answer *a, struct piece piece)
{
    const struct passage *p = &a->passages.items[piece.passage];
    struct piece whole = { piece.passage, p->first_sentence, p->first_sentence + p->sentences_n - 1 };

    return p->kind == TEXT_PARAGRAPH && p->at.end - p->at.start <= MISSING_BYTES && !piece_shown(a, &whole) ? whole
                                                                                                            : piece;
}

static bool joins(const struct answer *a, struct piece *x, const struct piece *y, bool in_order)
{
    struct piece both = { x->passage, x->first < y->first ? x->first : y->first,
                          x->last > y->last ? x->last : y->last };
    const struct passage_sentence *s = a->passages.sentences;

    /* A fact stays in front of what its passage says before it. */
    if (x->passage != y->passage || y->first > x->last + 1 + JOIN_GAP || (y->first < x->first && !in_order) ||
        s[both.last].at.end - s[both.first].at.start > JOIN_BYTES)
        return false;
    *x = both;
    return true;
}

/* Sentences of one passage are one piece, in the order of the document, with what stands between them; unless the first is a
 * fact and the next stands before it. */
static size_t add_piece(struct answer *a, struct piece *pieces, size_t n, const struct piece *piece, bool in_order)
{
    for (size_t i = piece->first; i <= piece->last; i++)
        a->shown[i] = true;
    for (size_t k = 0; k < n; k++)
        if (joins(a, &pieces[k], piece, in_order)) {
            for (size_t i = pieces[k].first; i <= pieces[k].last; i++)
                a->shown[i] = true;
            return n;
        }
    pieces[n] = *piece;
    return n + 1;
}

/* Parts of one passage that are too far apart for one piece still come in its order. */
static void order_pieces(struct piece *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (pieces[k].passage == pieces[i].passage && pieces[k].first < pieces[i].first) {
                struct piece swap = pieces[i];

                pieces[i] = pieces[k];
                pieces[k] = swap;
            }
}

static void write_lead(struct answer *a, const struct piece *piece)
{
    piece_write(a, piece, false, !a->brief);
    a->table = a->table || a->passages.items[piece->passage].kind == TEXT_ROW;
    for (size_t i = piece->first; i <= piece->last; i++)
        a->contrast = a->contrast || answer_contrasts(a, &a->question, passage_sentence_text(&a->passages, i));
}

static size_t bytes_of(const struct answer *a, const struct piece *piece)
{
    return a->passages.sentences[piece->last].at.end - a->passages.sentences[piece->first].at.start;
}

static bool has_passage(const struct piece *pieces, size_t n, size_t passage)
{
    for (size_t i = 0; i < n; i++)
        if (pieces[i].passage == passage)
            return true;
    return false;
}

static size_t passages_of(const struct piece *pieces, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        found += !has_passage(pieces, i, pieces[i].passage);
    return found;
}

/* Of a passage that stands there already only a fact takes another sentence, one that stands apart from the others. */
static bool stands_apart(const struct answer *a, const struct piece *pieces, size_t n, const struct piece *piece)
{
    bool apart = !answer_reads_in_order(&a->question);

    for (size_t k = 0; k < n && apart; k++) {
        struct piece both = pieces[k];

        apart = !joins(a, &both, piece, false);
    }
    return apart || !has_passage(pieces, n, piece->passage);
}

static bool has_section(const struct answer *a, const struct piece *pieces, size_t n, const struct piece *piece)
{
    for (size_t i = 0; i < n; i++)
        if (same_place(a, &pieces[i], piece))
            return true;
    return false;
}

/* Where the scores do not tell which of several passages answers, others that are nearly as good stand in the answer too. */
static size_t add_close(struct answer *a, const struct ranking *r, const struct ranking *list, struct piece *pieces,
                        size_t n)
{
    struct piece piece;
    size_t at = 0, bytes = 0;

    for (size_t i = 0; i < n; i++)
        bytes += bytes_of(a, &pieces[i]);
    while (passages_of(pieces, n) < CLOSE_LEADS && n < CLOSE_PIECES && next_piece(a, list, true, &at, &piece)) {
        const struct ranked *candidate = &list->pool[at - 1];

        if (candidate->score * 100 < r->pool[0].score * SECOND_PERCENT)
            break;
        if (bytes + bytes_of(a, &piece) > CLOSE_BYTES || !stands_apart(a, pieces, n, &piece) ||
            answer_is_astray(a, r, candidate->sentence) || answer_lacks_subject(a, r, candidate->sentence) ||
            answer_lacks_measured(a, r, candidate->sentence) ||
            (!has_section(a, pieces, n, &piece) && speaks_of_another(a, r, candidate->sentence)))
            continue;
        bytes += bytes_of(a, &piece);
        n = add_piece(a, pieces, n, &piece, false);
    }
    return n;
}

static size_t write_leads(struct answer *a, const struct ranking *r, size_t most)
{
    const struct ranking *list = r;
    struct piece pieces[CLOSE_PIECES + LEADS], piece, last = { 0 };
    size_t at = 0, n = 0, pieces_n = 0;
    bool in_order = answer_reads_in_order(&a->question);

    while (n < most) {
        bool section = n && next_of_section(a, &last, &piece);

        if (!section && !next_piece(a, list, true, &at, &piece))
            break;
        /* What is far behind the best is no second answer. */
        if (n && !section && list->pool[at - 1].score * 100 < r->pool[0].score * SECOND_PERCENT)
            break;
        if (n && !section &&
            (speaks_of_another(a, r, list->pool[at - 1].sentence) ||
             answer_is_astray(a, r, list->pool[at - 1].sentence)))
            continue;
        if (n == 1 && names_missing(a, &last, piece.first))
            piece = whole_if_short(a, piece);
        pieces_n = add_piece(a, pieces, pieces_n, &piece, in_order);
        /* A line of a section that answers is no answer yet. */
        most += section_is_short(a, &piece) && most == LEADS;
        last = piece;
        if (n++ == 0) {
            list = after_first(a, r, &piece);
            at = 0;
        }
    }
    if (n && a->ranking.answered && most >= LEADS && !a->brief && !a->few)
        pieces_n = add_close(a, r, list, pieces, pieces_n);
    if (in_order)
        order_pieces(pieces, pieces_n);
    for (size_t i = 0; i < pieces_n; i++)
        write_lead(a, &pieces[i]);
    return n;
}

/* It stands most likely where the rest of the question is answered. */
static void favour_sources(struct answer *a, const struct ranking *whole)
{
    for (size_t i = 0; i < a->ranking.n; i++) {
        size_t source = sentence_source(a, a->ranking.pool[i].sentence);
        int64_t best = 0;

        for (size_t k = 0; k < whole->n; k++)
            if (sentence_source(a, whole->pool[k].sentence) == source && whole->pool[k].score > best)
                best = whole->pool[k].score;
        a->ranking.pool[i].score += best;
    }
}

/* One of several questions in one: its own passage, or that there is none. Returns whether there is one. */
static bool write_clause(struct answer *a, const struct clause *c, bool first)
{
    struct question *whole_question = arena_alloc(a->arena, sizeof *whole_question);
    struct ranking *whole = arena_alloc(a->arena, sizeof *whole);
    const struct language *language = a->question.language;
    struct question own;

    /* What answers it may stand there already; "and if so, how?" wants more than that. */
    question_read(a->arena, c->text, &own);
    *whole_question = a->question;
    *whole = a->ranking;
    question_read(a->arena, c->alone, &a->question);
    a->question.language = language;
    rank(a->arena, &a->question, &a->passages, &a->ranking);
    if (!first && !c->about.len)
        favour_sources(a, whole);
    answer_adjust(a, &a->ranking, &a->question);
    bool answered = answer_clause_fits(a, c);
    if (answered && !(own.keywords.n && a->shown[a->ranking.pool[0].sentence])) {
        write_leads(a, &a->ranking, first ? LEADS : 1);
    } else if (!answered) {
        buf_add_z(&a->out, a->out.len ? "\n\n" : "");
        buf_format(&a->out, a->wording->nothing_part, STR_ARG(c->text));
    }
    a->question = *whole_question;
    a->ranking = *whole;
    return answered;
}

/* Passages of one section stand together, at the place of its best one, in the order of the document. */
static void order_in_sections(const struct answer *a, struct piece *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct piece moved = pieces[k];
            size_t to = k;

            if (!same_place(a, &pieces[i], &moved))
                continue;
            while (to > i && (!same_place(a, &pieces[to - 1], &moved) || pieces[to - 1].first > moved.first))
                pieces[to] = pieces[to - 1], to--;
            pieces[to] = moved;
        }
}

/* Does it stand right behind the other in its section? Then it needs no heading. */
static bool goes_on(const struct answer *a, const struct piece *before, const struct piece *piece)
{
    return same_place(a, before, piece) && piece->first == before->last + 1;
}

/* The words of the question that tell it from others about the same subject, as bits: no names, and none that the sources have
 * all over. 0: it has none. */
static uint32_t beyond_subject(const struct answer *a)
{
    const struct ranking *r = &a->ranking;
    uint32_t beyond = 0;
    double most = 0;

    for (int pass = 0; pass < 2; pass++)
        for (size_t t = 0; t < r->asked.n; t++) {
            if (r->asked.items[t].name || r->asked.items[t].weight < 1 || r->matches.best[t] < MATCH_LEAST)
                continue;
            if (pass && r->weights[t] >= BEYOND * most)
                beyond |= (uint32_t) 1 << t;
            most = r->weights[t] > most ? r->weights[t] : most;
        }
    return beyond;
}

/* Does a further passage say something to the question, not only to its subject? A figure of the kind asked for does. */
static bool says_more(struct answer *a, const struct piece *piece, uint32_t beyond, bool first)
{
    const struct passage *p = &a->passages.items[piece->passage];
    const struct passage_source *s = &a->passages.sources[p->source];
    struct str text = passage_text(&a->passages, piece->passage);
    struct str heading = p->heading < 0 ? str("")
                                        : text_block_words_of(a->arena, s->text, &s->blocks.items[p->heading]);
    uint32_t bits = rank_terms_in(a->arena, &a->ranking, text, s->language) |
                    rank_terms_in(a->arena, &a->ranking, heading, s->language);

    /* Of a few sources none is left out that has a word of the question: there is nothing to choose from. */
    if (!beyond || bits & beyond || rank_share(&a->ranking, bits) >= MORE_SAID ||
        (bits && a->passages.sources_n <= FEW_SOURCES))
        return true;
    /* The document that answers is about the matter: some of its passages may word it otherwise, in English the fewest. */
    return ((first || !language_is_english(a->question.language)) &&
            p->source == sentence_source(a, a->ranking.pool[0].sentence)) ||
           (a->question.measure >= 0 && answer_has_measure(a, &a->question, text));
}

static void write_more(struct answer *a, size_t most, bool whole)
{
    uint32_t beyond = beyond_subject(a);
    struct piece *pieces = arena_calloc(a->arena, most + 1, sizeof *pieces), piece;
    int64_t least = a->ranking.n ? a->ranking.pool[0].score / 2 : 0;
    size_t at = 0, n = 0;

    while (n < most && next_piece(a, &a->ranking, false, &at, &piece)) {
        if (n >= (whole ? most / 2 : MORE_LEAST) && a->ranking.pool[at - 1].score < least)
            break;
        if (!whole && !says_more(a, &piece, beyond, n < MORE_NEAR))
            continue;
        n = add_piece(a, pieces, n, &piece, true);
    }
    order_in_sections(a, pieces, n);
    if (n)
        buf_format(&a->out, "\n\n## %s", a->wording->more);
    for (size_t i = 0; i < n; i++)
        piece_write(a, &pieces[i], true, !i || !goes_on(a, &pieces[i - 1], &pieces[i]));
}

/* --- the end --- */

static void write_rests(struct answer *a)
{
    bool *seen = arena_calloc(a->arena, a->passages.sources_n + 1, sizeof *seen);
    struct str first = { 0 }, last = { 0 };
    size_t sources = 0, independent = 0;

    for (size_t i = 0; i < a->passages.sources_n; i++) {
        struct str year = str_sub(a->passages.sources[i].row->date, 0, 4);

        if (!a->cited[i])
            continue;
        sources++;
        independent += !seen[a->cluster[i]];
        seen[a->cluster[i]] = true;
        if (year.len == 4 && (!first.len || str_cmp(year, first) < 0))
            first = year;
        if (year.len == 4 && (!last.len || str_cmp(year, last) > 0))
            last = year;
    }
    if (!a->wording->rests)
        return;
    buf_format(&a->out, "\n\n## %s\n\nThe report quotes %.*s", a->wording->rests,
               STR_ARG(text_counted(a->arena, (int64_t) sources, "source", "sources")));
    if (sources > 1)
        buf_format(&a->out,
                   independent == sources ? ", all independent of one another"
                                          : ", %zu of them independent of one another",
                   independent);
    if (first.len)
        buf_format(&a->out, str_eq(first, last) ? ", dated %.*s" : ", dated %.*s to %.*s", STR_ARG(first),
                   STR_ARG(last));
    buf_add_z(&a->out, ".\n");
}

static void add_nothing(struct buf *out, const struct answer_wording *wording, size_t documents)
{
    if (documents == 1)
        buf_add_z(out, wording->nothing_one);
    else
        buf_format(out, wording->nothing, documents);
}

struct str extract_nothing(struct arena *arena, struct str question, size_t documents)
{
    struct buf out;

    buf_init(&out, BODY_MAX);
    add_nothing(&out, answer_wording_for(question, language_guess(question)), documents);
    buf_add_char(&out, '\n');
    return buf_take(&out, arena);
}

static void write_closest(struct answer *a, size_t documents)
{
    buf_add_z(&a->out, a->out.len ? "\n\n" : "");
    add_nothing(&a->out, a->wording, documents);
    buf_format(&a->out, " %s", a->wording->closest);
    write_leads(a, &a->ranking, CLOSEST);
}

/* What ranks best stands under a heading that asks the question. */
static bool asks_heading(const struct answer *a)
{
    return answer_heading_asks(a, a->passages.sentences[a->ranking.pool[0].sentence].passage);
}

/* What ranks best says how the things compared differ, is a table of them or at least speaks of both. */
static bool tells_difference(struct answer *a)
{
    size_t best = a->ranking.pool[0].sentence;

    return a->passages.sentences[best].kind == TEXT_ROW || asks_heading(a) ||
           answer_contrasts(a, &a->question, passage_sentence_text(&a->passages, best)) ||
           (answer_names_both(a, a->passages.sentences[best].passage) && answer_says_aspect(a, best, best));
}

/* What ranks best is of a change log, or of a list below "See also": it may name both things, and tells nothing of them. */
static bool best_only_names(const struct answer *a)
{
    size_t passage = a->passages.sentences[a->ranking.pool[0].sentence].passage;
    struct str path = passage_path(a->arena, &a->passages, passage);

    return signs_is_change_log(path) || signs_is_see_also(path);
}

/* What ranks best has both things and "than", "unlike" between them. */
static bool compares(const struct answer *a)
{
    return a->ranking.pool[0].by_rules[RULE_CONTRASTS] >= ANSWER_COMPARES && !best_only_names(a);
}

/* Returns whether it has a comparison. */
static bool write_answer(struct answer *a, const struct extract_input *input)
{
    struct clause clauses[ANSWER_CLAUSES];
    size_t n = answer_clauses(a->arena, a->question.text, clauses);

    bool pair = n == 1 && !asks_heading(a) && answer_both(a, compares(a));

    /* A pair that stands elsewhere does not hide what ranks best and tells the difference. */
    if (pair && !a->shown[a->ranking.pool[0].sentence] && tells_difference(a) && !best_only_names(a))
        write_leads(a, &a->ranking, 1);
    if (n == 1 && !pair && (tells_difference(a) || !answer_sides(a)))
        write_leads(a, &a->ranking, LEADS);
    size_t before = a->out.len, answered = 0;
    for (size_t i = 0; i < n && n > 1; i++)
        answered += write_clause(a, &clauses[i], i == 0);
    if (n > 1 && !answered) {
        a->out.len = before;
        a->ranking.answered = false;
        write_closest(a, input->documents > input->sources_n ? input->documents : input->sources_n);
        return false;
    }
    if (a->brief)
        return false;
    before = a->out.len;
    answer_comparison(a);
    bool compared = a->out.len > before;
    answer_figures(a);
    answer_disagreement(a);
    write_more(a, input->most, input->whole);
    return compared;
}

/* A question with slips of the keyboard is read without them, and the report says how. */
static void respell(struct answer *a)
{
    const struct language *language = a->question.language;
    struct str text;

    if (!answer_spell(a, &text))
        return;
    question_read(a->arena, text, &a->question);
    a->question.language = language;
    rank(a->arena, &a->question, &a->passages, &a->ranking);
    buf_add_z(&a->out, "#### ");
    buf_format(&a->out, a->wording->read_as, STR_ARG(text));
}

/* A judgement is asked for, and the best sentence gives one that names what it is of: "it is not recommended to …". */
static bool judged(struct answer *a)
{
    enum { GATE_LEAST = -2500 };

    return a->ranking.n && a->ranking.gate >= GATE_LEAST && a->ranking.pool[0].by_rules[RULE_JUDGES] > 0 &&
           answer_names_all(a, &a->ranking, a->ranking.pool[0].sentence);
}

void answer_read(struct answer *a, const struct extract_input *input)
{
    a->brief = input->brief;
    a->few = input->most < MORE_LEAST;
    question_read(a->arena, input->question, &a->question);
    passages_read(a->arena, input->sources, input->sources_n, &a->passages);
    question_in(a->arena, &a->question, passages_language(&a->passages));
    a->wording = answer_wording_for(a->question.text, a->question.language);
    a->cited = arena_calloc(a->arena, input->sources_n + 1, sizeof *a->cited);
    a->shown = arena_calloc(a->arena, a->passages.sentences_n + 1, sizeof *a->shown);
    a->cluster = passages_clusters(a->arena, &a->passages);
    rank(a->arena, &a->question, &a->passages, &a->ranking);
    buf_init(&a->out, BODY_MAX);
    respell(a);
    answer_adjust(a, &a->ranking, &a->question);
    struct clause clauses[ANSWER_CLAUSES];
    /* Of several questions in one each is judged by itself. */
    bool several = answer_clauses(a->arena, a->question.text, clauses) > 1;
    a->ranking.answered = (a->ranking.answered || judged(a)) && (several || answer_fits(a));
}

void answer_write(struct answer *a, struct arena *arena, const struct extract_input *input, struct extract_result *ret)
{
    *ret = (struct extract_result){ 0 };
    if (a->ranking.n) {
        if (a->ranking.answered)
            ret->compared = write_answer(a, input);
        else
            write_closest(a, input->documents > input->sources_n ? input->documents : input->sources_n);
        if (!a->brief)
            write_rests(a);
        ret->answered = a->ranking.answered;
        ret->body = buf_take(&a->out, arena);
    }
    buf_free(&a->out);
}

void extract_write(struct arena *arena, const struct extract_input *input, struct extract_result *ret)
{
    struct arena *scratch = arena_new();
    struct answer *a = arena_calloc(scratch, 1, sizeof *a);

    a->arena = scratch;
    answer_read(a, input);
    answer_write(a, arena, input, ret);
    arena_free(scratch);
}

void extract_report(struct branch *branch, struct extract_input *input, struct extract_result *ret)
{
    static const size_t lengths[] = { [DEPTH_AUTO] = 5, [DEPTH_LIGHT] = 3, [DEPTH_MEDIUM] = 5, [DEPTH_EXTENDED] = 8 };

    const struct run_settings *s = branch_settings(branch);

    input->most = lengths[s->depth];
    if (str_is(s->length, "short"))
        input->most = input->most / 3;
    else if (str_is(s->length, "long"))
        input->most *= 2;
    input->whole = str_is(s->length, "long");
    input->brief = str_is(s->kind, "brief");
    extract_write(branch_arena(branch), input, ret);
}
