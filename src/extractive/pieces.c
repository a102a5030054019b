/* Pieces of passages, and how they are written. */
#include "extractive/answer.h"

#include "extractive/kinds.h"
#include "extractive/wording.h"
#include "records/page_starts.h"
#include "text/utf8.h"

enum {
    WHOLE_BYTES = 450,  /* passages as short as this are shown whole */
    REST_BYTES = 250,   /* a fact and the rest of its paragraph */
    ENTRY_BYTES = 1200, /* entries of definition lists, where a fact is asked for */
    SHAPE_BYTES = 3500, /* lists, tables and code up to this */
    RUN_SENTENCES = 4,  /* of running text */
    RUN_BYTES = 800,
    BEFORE_SENTENCES = 3, /* in front of a sentence that points back, where the question wants to read on */
    ROW_PERCENT = 90,     /* of the best row's score: a row like this is shown with it */
    DENIAL_SENTENCES = 2, /* behind a claim: where answer_is_denied looks */
    TURN_SENTENCES = 2,
    LIST_LONG = 5, /* items: of a long list about other things only what says something is shown */
    NEXT_RANK = 3, /* the next sentence comes along if it ranks as high as this */
};

static const double LIST_ABOUT = 0.5, ITEM_SAYS = 0.34; /* shares of the question */

size_t sentence_source(const struct answer *a, size_t sentence)
{
    return a->passages.items[a->passages.sentences[sentence].passage].source;
}

/* --- choosing --- */

static size_t bytes_of(const struct answer *a, size_t first, size_t last)
{
    return a->passages.sentences[last].at.end - a->passages.sentences[first].at.start;
}

static bool ranks_high(const struct answer *a, size_t sentence)
{
    for (size_t i = 0; i < a->ranking.n && i < NEXT_RANK; i++)
        if (a->ranking.pool[i].sentence == sentence)
            return true;
    return false;
}

bool answer_reads_on(const struct question *q)
{
    return (q->kind == QUESTION_HOW && !q->past) || q->kind == QUESTION_WHY || q->kind == QUESTION_YES_NO ||
           q->kind == QUESTION_COMPARE || q->kind == QUESTION_TOPIC || q->definition || q->list;
}

bool answer_reads_in_order(const struct question *q)
{
    return (q->kind == QUESTION_HOW && !q->past) || q->kind == QUESTION_WHY || q->definition;
}

/* A question that asks how, or for a list, gets every step; a comparison gets the whole table. */
static bool wants_all(const struct question *q, unsigned char kind)
{
    if (kind == TEXT_CODE || kind == TEXT_DEFINITION)
        return true;
    if (kind == TEXT_ROW)
        return answer_reads_on(q);
    return q->kind == QUESTION_HOW || q->kind == QUESTION_WHY || q->kind == QUESTION_TOPIC || q->definition ||
           q->kind == QUESTION_COMPARE || q->list || q->several;
}

static bool has_shape(const struct passage *p)
{
    return p->kind == TEXT_ITEM || p->kind == TEXT_ROW || p->kind == TEXT_CODE || p->kind == TEXT_DEFINITION;
}

static int64_t score_of(const struct answer *a, size_t sentence)
{
    for (size_t i = 0; i < a->ranking.n; i++)
        if (a->ranking.pool[i].sentence == sentence)
            return a->ranking.pool[i].score;
    return 0;
}

/* Rows side by side that answer equally well. */
static struct piece rows_of(const struct answer *a, struct piece piece, size_t first, size_t end)
{
    int64_t least = score_of(a, piece.first) * ROW_PERCENT / 100;

    while (piece.first > first && score_of(a, piece.first - 1) > least)
        piece.first--;
    while (piece.last + 1 < end && score_of(a, piece.last + 1) > least)
        piece.last++;
    return piece;
}

/* The item that a sentence stands in. */
static struct piece block_of(const struct answer *a, struct piece piece, size_t first, size_t end)
{
    size_t block = a->passages.sentences[piece.first].block;

    while (piece.first > first && a->passages.sentences[piece.first - 1].block == block)
        piece.first--;
    while (piece.last + 1 < end && a->passages.sentences[piece.last + 1].block == block)
        piece.last++;
    return piece;
}

/* A character of Chinese says as much as a short word. */
static size_t density(const struct passage *p, const struct answer *a)
{
    struct str text = str_sub(a->passages.sources[p->source].text, p->at.start, p->at.end);

    return text.len > 2 && utf8_count(text) * 2 < text.len ? 3 : 1;
}

/* "This", "They": it is understood only behind the sentence before it. */
static bool points_back(const struct answer *a, size_t sentence)
{
    const struct passage *p = &a->passages.items[a->passages.sentences[sentence].passage];
    const struct language *language = a->passages.sources[p->source].language;
    struct words words = { 0 };

    if (sentence == p->first_sentence || a->passages.sentences[sentence].kind != TEXT_PARAGRAPH ||
        a->passages.sentences[sentence - 1].kind != TEXT_PARAGRAPH)
        return false;
    /* "(Actually the data is still there …)" */
    if (str_starts(passage_sentence_text(&a->passages, sentence), "("))
        return true;
    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    return words.n && wording_points_back(language, &words);
}

/* "However, …": it takes back some of what the sentence before it says. */
static bool turns(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct words words = { 0 };

    if (s->kind != TEXT_PARAGRAPH || s[-1].block != s->block)
        return false;
    words_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &words);
    return wording_turns(language, &words);
}

static struct piece to_end_of_block(const struct answer *a, struct piece piece, size_t end)
{
    while (piece.last + 1 < end &&
           a->passages.sentences[piece.last + 1].block == a->passages.sentences[piece.last].block)
        piece.last++;
    return piece;
}

static struct piece run_from(const struct answer *a, struct piece piece, size_t end)
{
    size_t from = piece.first;

    while (piece.last + 1 < end && piece.last - from + 1 < RUN_SENTENCES &&
           bytes_of(a, from, piece.last + 1) <= RUN_BYTES)
        piece.last++;
    return piece;
}

/* A piece begins with what its first sentence points back to. */
static struct piece from_before(const struct answer *a, struct piece piece)
{
    for (size_t n = 0; n < BEFORE_SENTENCES && points_back(a, piece.first) && !a->shown[piece.first - 1]; n++)
        piece.first--;
    return piece;
}

/* Who is asked and the sentence says "He": who that is stands in front of it. */
static bool names_nobody(const struct answer *a, size_t sentence)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct kinds kinds;

    if (a->question.kind != QUESTION_WHO)
        return false;
    kinds_of(a->arena, passage_sentence_text(&a->passages, sentence), language, &a->ranking.asked, &kinds);
    return !kinds.person;
}

/* A list of other things, of which one item says something to the question: "No other store comes close: hydrogen returns …" among
 * ten facts about lithium. Title, headings and what announces the list name what it is about. */
static bool list_is_about(const struct answer *a, size_t passage)
{
    const struct passage *p = &a->passages.items[passage];
    const struct language *language = a->passages.sources[p->source].language;
    const struct passage_sentence *s = &a->passages.sentences[p->first_sentence];
    uint32_t above = rank_terms_in(a->arena, &a->ranking, passage_path(a->arena, &a->passages, passage), language);
    size_t items = 0, saying = 0;

    for (size_t i = 0, end; i < p->sentences_n; i = end) {
        uint32_t said = 0;

        for (end = i; end < p->sentences_n && s[end].block == s[i].block; end++)
            said |= rank_terms_in(a->arena, &a->ranking, passage_sentence_text(&a->passages, p->first_sentence + end),
                                  language);
        if (s[i].kind == TEXT_ITEM) {
            items++;
            saying += rank_share(&a->ranking, said) >= ITEM_SAYS;
        } else {
            above |= said;
        }
    }
    return items < LIST_LONG || saying > 1 || rank_share(&a->ranking, above) >= LIST_ABOUT;
}

static struct piece choose(const struct answer *a, size_t sentence, bool lead)
{
    size_t passage = a->passages.sentences[sentence].passage;
    const struct passage *p = &a->passages.items[passage];
    size_t first = p->first_sentence, end = first + p->sentences_n, bytes = p->at.end - p->at.start;
    struct piece whole = { passage, first, end - 1 }, piece = { passage, sentence, sentence };
    bool reads = answer_reads_on(&a->question);

    /* A fact in a long entry of a manual is quoted without the rest of the entry. */
    if (p->kind == TEXT_DEFINITION && !reads && bytes > ENTRY_BYTES)
        return run_from(a, piece, end);
    if (p->kind == TEXT_DEFINITION && a->passages.sentences[sentence].kind == TEXT_DEFINITION && !a->question.list &&
        bytes > WHOLE_BYTES && p->last > p->first)
        return block_of(a, piece, first, end);
    if (has_shape(p) && bytes <= SHAPE_BYTES &&
        (wants_all(&a->question, p->kind) || (bytes <= WHOLE_BYTES && p->kind != TEXT_ROW)) &&
        (bytes <= WHOLE_BYTES || p->kind != TEXT_ITEM || list_is_about(a, passage)))
        return whole;
    if (a->passages.sentences[sentence].kind == TEXT_ROW)
        return rows_of(a, piece, first, end);
    if (a->passages.sentences[sentence].kind == TEXT_ITEM) {
        struct piece item = block_of(a, piece, first, end);

        return reads || bytes_of(a, item.first, item.last) <= RUN_BYTES ? item : run_from(a, piece, item.last + 1);
    }
    /* Yes or no: what decides is first. */
    bool from_here = lead && a->question.kind == QUESTION_YES_NO && sentence > first &&
                     a->passages.sentences[sentence].kind == TEXT_PARAGRAPH && !points_back(a, sentence) &&
                     answer_decides(a, &a->ranking, &a->question, sentence);
    if (bytes * density(p, a) <= WHOLE_BYTES && (reads || !lead) && !from_here)
        return whole;
    /* Code belongs to the words before it. */
    while (piece.last + 1 < end && a->passages.sentences[piece.last + 1].kind == TEXT_CODE)
        piece.last++;
    while (piece.first > first && a->passages.sentences[piece.first].kind == TEXT_CODE)
        piece.first--;
    if (reads && lead && a->passages.sentences[first].kind == TEXT_PARAGRAPH && answer_heading_asks(a, passage))
        piece.first = piece.last = first;
    if (!lead || answer_reads_in_order(&a->question) || names_nobody(a, piece.first))
        piece = from_before(a, piece);
    if (reads || !lead)
        return run_from(a, piece, end);
    /* A fact comes first; the rest of its paragraph follows where that is short, else what is about the same. */
    struct piece rest = to_end_of_block(a, piece, end);
    if (bytes_of(a, rest.first, rest.last) * density(p, a) <= REST_BYTES)
        return rest;
    if (piece.last + 1 < end && (ranks_high(a, piece.last + 1) || (a->question.kind == QUESTION_HOW_MANY &&
                                                                   answer_figure_next(a, &a->question, piece.last))))
        piece.last++;
    return piece;
}

/* No passage ends right before the sentence that turns it, or those that call what it says wrong. */
static struct piece with_turn(const struct answer *a, struct piece piece)
{
    const struct passage *p = &a->passages.items[piece.passage];
    size_t end = p->first_sentence + p->sentences_n;

    if (piece.last < end && answer_is_denied(a, piece.last))
        for (size_t n = 0; n < DENIAL_SENTENCES && piece.last + 1 < end; n++)
            piece.last++;
    for (size_t n = 0; n < TURN_SENTENCES && piece.last + 1 < end && turns(a, piece.last + 1); n++)
        piece.last++;
    return piece;
}

/* A list is asked for and this passage announces one: its long entries are passages of their own. */
static struct piece with_entries(const struct answer *a, struct piece piece)
{
    const struct passage *p = &a->passages.items[piece.passage], *next = p;

    if (!(a->question.list || a->question.several) || p->kind != TEXT_DEFINITION ||
        a->passages.sentences[piece.first].kind != TEXT_PARAGRAPH)
        return piece;
    for (next++;
         (size_t) (next - a->passages.items) < a->passages.n && next->source == p->source &&
         next->heading == p->heading && a->passages.sentences[next->first_sentence].kind == TEXT_DEFINITION &&
         next->sentences_n && bytes_of(a, piece.first, next->first_sentence + next->sentences_n - 1) <= SHAPE_BYTES;
         next++)
        piece.last = next->first_sentence + next->sentences_n - 1;
    return piece;
}

/* A passage that ends with a colon, and the list or code behind it that is a passage of its own. */
static struct piece with_next(const struct answer *a, struct piece piece, size_t most)
{
    const struct passage *p = &a->passages.items[piece.passage], *next = p + 1;

    if ((size_t) (next - a->passages.items) >= a->passages.n || next->source != p->source ||
        next->heading != p->heading || !next->sentences_n || next->kind == TEXT_PARAGRAPH ||
        piece.last + 1 != p->first_sentence + p->sentences_n ||
        !str_ends(passage_sentence_text(&a->passages, piece.last), ":"))
        return piece;
    size_t end = next->first_sentence + next->sentences_n;
    while (piece.last + 1 < end && bytes_of(a, piece.first, piece.last + 1) <= most)
        piece.last++;
    return piece;
}

/* A sentence that announces something ("… the following steps:") brings it. */
static struct piece with_announced(const struct answer *a, struct piece piece, bool lead)
{
    const struct passage *p = &a->passages.items[piece.passage];
    size_t end = p->first_sentence + p->sentences_n, most = lead ? SHAPE_BYTES : RUN_BYTES;

    const struct passage_sentence *last = &a->passages.sentences[piece.last];
    bool list = piece.last + 1 < end && last[1].block != last->block && last[1].kind != TEXT_PARAGRAPH;

    if (piece.last + 1 < end && (str_ends(passage_sentence_text(&a->passages, piece.last), ":") ||
                                 (list && wording_announces(passage_sentence_text(&a->passages, piece.last)))))
        while (piece.last + 1 < end && bytes_of(a, piece.first, piece.last + 1) <= most)
            piece.last++;
    if (piece.last + 1 == end)
        piece = with_next(a, piece, most);
    return lead && piece.last + 1 == end && piece.first == p->first_sentence ? with_entries(a, piece) : piece;
}

static bool is_aside(struct str text)
{
    text = str_trim(text);
    return str_starts(text, "(") && str_ends(text, ")") && str_find_char(text, ')', 0) == (ptrdiff_t) text.len - 1;
}

/* Where a question has an answer of its own, the answer is read from its beginning, whatever sentence of it is best. */
static bool answer_begins(const struct answer *a, size_t sentence, size_t *ret_first)
{
    size_t passage = a->passages.sentences[sentence].passage;
    const struct passage *p = &a->passages.items[passage];

    if (!answer_heading_is_question(a, passage))
        return false;
    while (passage > 0 && p[-1].source == p->source && p[-1].heading == p->heading)
        passage--, p--;
    /* "(contributed by …)" */
    while (is_aside(passage_text(&a->passages, passage)) && passage + 1 < a->passages.n && p[1].source == p->source &&
           p[1].heading == p->heading)
        passage++, p++;
    *ret_first = p->first_sentence;
    return true;
}

struct piece piece_for(const struct answer *a, size_t sentence, bool lead)
{
    size_t first;

    /* Where a figure is asked for, an answer without one has not begun. */
    if (lead && answer_begins(a, sentence, &first) &&
        (!question_asks_figure(&a->question) ||
         answer_has_measure(a, &a->question, passage_text(&a->passages, a->passages.sentences[first].passage)))) {
        const struct passage *p = &a->passages.items[a->passages.sentences[first].passage];
        struct piece piece = { (size_t) (p - a->passages.items), first, first };

        return with_announced(a, has_shape(p) ? choose(a, first, lead) : run_from(a, piece, first + p->sentences_n),
                              lead);
    }
    return with_turn(a, with_announced(a, choose(a, sentence, lead), lead));
}

struct piece piece_next(const struct answer *a, size_t passage)
{
    return with_announced(a, choose(a, a->passages.items[passage].first_sentence, true), true);
}

bool piece_shown(const struct answer *a, const struct piece *piece)
{
    for (size_t i = piece->first; i <= piece->last; i++)
        if (a->shown[i])
            return true;
    return false;
}

/* --- writing --- */

static bool marker_at(struct str s, size_t at, size_t *ret_end)
{
    size_t end = at + 1;

    while (s.data[at] == '[' && end < s.len && s.data[end] >= '0' && s.data[end] <= '9')
        end++;
    *ret_end = end + 1;
    return s.data[at] == '[' && end > at + 1 && end < s.len && s.data[end] == ']';
}

/* Code and addresses stay as they are: stars would be shown in the one and change the other. */
static void unmask_literal(struct str text, bool *mask)
{
    for (size_t i = 0, word = 0; i < text.len; i++) {
        ptrdiff_t end = -1;

        if (text.data[i] == ' ' || text.data[i] == '\n')
            word = i + 1;
        else if (text.data[i] == '`')
            end = str_find_char(text, '`', (word = i) + 1);
        else if (str_starts(str_sub(text, i, text.len), "://") && (end = str_find_char(text, ' ', i)) < 0)
            end = (ptrdiff_t) text.len - 1;
        if (end < 0)
            continue;
        memset(mask + word, false, (size_t) end + 1 - word);
        i = (size_t) end;
        word = i + 1;
    }
}

/* The bytes of a text that are words of the question. */
static bool *asked_bytes(struct answer *a, struct str text, const struct language *language)
{
    bool *mask = arena_calloc(a->arena, text.len + 1, sizeof *mask);
    struct words words = { 0 };

    words_of(a->arena, text, language, &words);
    for (size_t i = 0; i < words.n; i++) {
        const struct word *word = &words.items[i];
        int64_t term = word_is_content(word)
                           ? wordmap_get(&a->ranking.vocabulary.map, term_of_word(a->arena, language, word))
                           : -1;

        for (uint32_t k = term < 0 ? 0 : a->ranking.matches.from[term];
             term >= 0 && k < a->ranking.matches.from[term + 1]; k++)
            if (a->ranking.matches.items[k].likeness >= 0.7f)
                memset(mask + word->start, true, word->text.len);
    }
    /* Words side by side are bold together, and so are the parts of an identifier. */
    for (size_t i = 1; i + 1 < text.len; i++)
        mask[i] = mask[i] || (mask[i - 1] && mask[i + 1] && strchr(" _-./", text.data[i]));
    unmask_literal(text, mask);
    return mask;
}

/* One line, and no brackets with numbers in it that would read as markers of ours. */
static void add_words(struct answer *a, struct str s, const bool *bold)
{
    for (size_t i = 0; i < s.len; i++) {
        size_t end;

        if (s.data[i] == ' ' && i + 1 < s.len && marker_at(s, i + 1, &end))
            continue;
        if (marker_at(s, i, &end)) {
            i = end - 1;
            continue;
        }
        /* The indent of the next line of an item or of preformatted text */
        if (s.data[i] == ' ' && i && strchr(" \n", s.data[i - 1]))
            continue;
        if (bold && bold[i] && (i == 0 || !bold[i - 1]))
            buf_add_z(&a->out, "**");
        buf_add_char(&a->out, s.data[i] == '\n' ? ' ' : s.data[i]);
        if (bold && bold[i] && !bold[i + 1])
            buf_add_z(&a->out, "**");
    }
}

static void add_marker(struct answer *a, size_t source)
{
    a->cited[source] = true;
    buf_format(&a->out, "[%lld]", (long long) a->passages.sources[source].row->number);
}

/* Other sources that say the same, word for word, are cited too. */
static void add_markers(struct answer *a, size_t sentence)
{
    size_t source = sentence_source(a, sentence), last = source;
    struct str text = passage_sentence_text(&a->passages, sentence);

    buf_add_char(&a->out, ' ');
    add_marker(a, source);
    for (size_t i = 0; i < a->passages.sentences_n && text.len > 25; i++) {
        size_t other = sentence_source(a, i);

        if (other == source || other == last || !str_eq(passage_sentence_text(&a->passages, i), text))
            continue;
        last = other;
        a->shown[i] = true;
        add_marker(a, other);
    }
}

static void write_words(struct answer *a, size_t sentence, struct str text, bool bold)
{
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    bool *mask = bold && str_find_char(text, '*', 0) < 0 ? asked_bytes(a, text, language) : NULL;

    add_words(a, text, mask);
    add_markers(a, sentence);
    a->shown[sentence] = true;
}

void sentence_write(struct answer *a, size_t sentence, bool bold)
{
    write_words(a, sentence, passage_sentence_text(&a->passages, sentence), bold);
}

static void write_code(struct answer *a, size_t sentence)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    bool fenced = str_starts(text, "```");

    buf_add_z(&a->out, fenced ? "\n" : "\n```\n");
    buf_add_str(&a->out, text);
    buf_add_z(&a->out, fenced ? "\n" : "\n```\n");
    a->shown[sentence] = true;
}

static size_t cells_of(struct str row)
{
    size_t n = 0;

    for (size_t i = 1; i < row.len; i++)
        n += row.data[i] == '|' && row.data[i - 1] != '\\';
    return n;
}

/* A row with the marker in its last cell; the header, if the table has one, before the first. */
static void write_row(struct answer *a, size_t sentence, bool first)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    const struct passage_source *source = &a->passages.sources[sentence_source(a, sentence)];
    struct str row = passage_sentence_text(&a->passages, sentence);

    for (size_t b = 0; first && b < source->blocks.n; b++) {
        const struct text_block *block = &source->blocks.items[b];

        if (block->kind != TEXT_ROW || block->end < s->at.start || block->start > s->at.start)
            continue;
        const struct text_block *head = &source->blocks.items[block->first];
        if (head->header && head != block) {
            add_words(a, str_sub(source->text, head->start, head->end), NULL);
            buf_add_char(&a->out, '\n');
        }
        for (size_t i = 0; i <= cells_of(row) && head->header && head != block; i++)
            buf_add_z(&a->out, i == cells_of(row) ? "|\n" : "| --- ");
        break;
    }
    a->shown[sentence] = true;
    if (s->header) {
        add_words(a, row, NULL);
        buf_add_char(&a->out, '\n');
        for (size_t i = 0; i <= cells_of(row); i++)
            buf_add_z(&a->out, i == cells_of(row) ? "|\n" : "| --- ");
        return;
    }
    row = str_trim(row);
    row = str_ends(row, "|") ? str_sub(row, 0, row.len - 1) : row;
    add_words(a, str_trim(row), NULL);
    add_markers(a, sentence);
    buf_add_z(&a->out, " |\n");
}

/* The sign of an item as its source writes it, indent included. */
static struct str item_sign(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];
    struct str text = a->passages.sources[sentence_source(a, sentence)].text;
    size_t start = s->at.start;

    while (start > 0 && text.data[start - 1] != '\n')
        start--;
    return str_sub(text, start, s->at.start);
}

/* Is it the first sentence of its item or line? */
static bool begins_item(struct str sign)
{
    for (size_t i = 0; i < sign.len; i++)
        if (!strchr(" -*+.)0123456789>", sign.data[i]) && !((unsigned char) sign.data[i] & 0x80))
            return false;
    return true;
}

static void write_item(struct answer *a, size_t sentence, bool bold)
{
    struct str sign = item_sign(a, sentence);

    if (begins_item(sign) && str_trim(sign).len) {
        if (a->out.len && a->out.data[a->out.len - 1] != '\n')
            buf_add_char(&a->out, '\n');
        buf_add_str(&a->out, sign);
    } else if (a->out.len && a->out.data[a->out.len - 1] != '\n') {
        buf_add_char(&a->out, ' ');
    }
    sentence_write(a, sentence, bold);
}

/* The term of an entry: what is said of it follows behind a colon. */
static bool is_term(const struct answer *a, size_t sentence)
{
    const struct passage_sentence *s = &a->passages.sentences[sentence];

    return s->kind == TEXT_DEFINITION && sentence + 1 < a->passages.sentences_n && s[1].block == s->block &&
           s[1].passage == s->passage &&
           (sentence == a->passages.items[s->passage].first_sentence || s[-1].block != s->block) &&
           str_starts(passage_sentence_text(&a->passages, sentence + 1), ":");
}

/* The colon stands right behind the term; further paragraphs of an entry have one each in the text and none here. */
static void write_entry(struct answer *a, size_t sentence, bool first, bool bold)
{
    struct str text = passage_sentence_text(&a->passages, sentence);
    bool said = str_starts(text, ":");

    if (is_term(a, sentence)) {
        add_words(a, text, NULL);
        a->shown[sentence] = true;
        return;
    }
    if (said && sentence && is_term(a, sentence - 1) && !first)
        buf_add_z(&a->out, ": ");
    else if (!first)
        buf_add_z(&a->out, said ? "\n\n" : " ");
    write_words(a, sentence, said ? str_trim(str_sub(text, 1, text.len)) : text, bold);
}

static void write_sentences(struct answer *a, const struct piece *piece, bool bold)
{
    struct str text = a->passages.sources[sentence_source(a, piece->first)].text;

    for (size_t i = piece->first; i <= piece->last; i++) {
        const struct passage_sentence *s = &a->passages.sentences[i], *before = i > piece->first ? s - 1 : NULL;
        bool parts = before && str_find(str_sub(text, before->at.end, s->at.start), str("\n\n"), 0) >= 0;

        if (before && (before->kind != s->kind || (parts && s->kind != TEXT_ITEM)))
            buf_add_z(&a->out, a->out.data[a->out.len - 1] == '\n' ? "\n" : "\n\n");
        if (s->kind == TEXT_CODE) {
            write_code(a, i);
        } else if (s->kind == TEXT_ROW) {
            write_row(a, i, !before || before->kind != TEXT_ROW);
        } else if (s->kind == TEXT_ITEM) {
            write_item(a, i, bold);
        } else if (s->kind == TEXT_DEFINITION) {
            write_entry(a, i, !before || before->kind != s->kind || parts, bold);
        } else {
            if (before && before->kind == s->kind && !parts)
                buf_add_char(&a->out, ' ');
            sentence_write(a, i, bold);
        }
    }
}

/* A fact is first; what it points back to is marked as that. */
static void write_before(struct answer *a, const struct piece *piece)
{
    if (!points_back(a, piece->first) || a->shown[piece->first - 1])
        return;
    buf_format(&a->out, "\n\n#### %s\n\n", a->wording->before);
    write_sentences(a, &(struct piece){ piece->passage, piece->first - 1, piece->first - 1 }, false);
}

struct str piece_place(struct answer *a, const struct piece *piece)
{
    const struct passage_source *s = &a->passages.sources[sentence_source(a, piece->first)];
    struct str path = passage_path(a->arena, &a->passages, piece->passage);
    int64_t page = page_starts_at(s->row->pages, a->passages.sentences[piece->first].at.start);

    path = str_trim(path);
    if (!path.len)
        path = s->row->url.len ? s->row->url : str("?");
    if (page > 0)
        return str_format(a->arena, "%.*s, %s %lld", STR_ARG(path), a->wording->page, (long long) page);
    return str_format(a->arena, "%.*s, %s %zu", STR_ARG(path), a->wording->line,
                      passage_line(&a->passages, piece->passage));
}

void piece_write(struct answer *a, const struct piece *piece, bool bold, bool heading)
{
    if (heading) {
        buf_add_z(&a->out, a->out.len ? "\n\n### " : "### ");
        add_words(a, piece_place(a, piece), NULL);
    }
    buf_add_z(&a->out, "\n\n");
    write_sentences(a, piece, bold);
    if (a->passages.sentences[piece->last].kind == TEXT_CODE) {
        add_marker(a, sentence_source(a, piece->first));
        buf_add_char(&a->out, '\n');
    }
    write_before(a, piece);
    while (a->out.len && a->out.data[a->out.len - 1] == '\n')
        a->out.data[--a->out.len] = 0;
}
