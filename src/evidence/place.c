/* Where a source speaks of a sentence: its own words where they are there, else the sentences that have most of its words
 * and figures, anywhere in the source. A writer that cites the right page and a wrong place of it is read with the right one. */
#include "evidence/internal.h"

#include "evidence/quote.h"

enum { WORDS_MOST = 64, PREFIX_LEAST = 4, ENDING = 3, MONTH_LEAST = 3, SENTENCES_IN_A_ROW = 3, BETTER_BY = 2 };

/* The words of a sentence that tell what it is about: a bit each. */
struct sought {
    struct str words[WORDS_MOST];
    struct str month[WORDS_MOST]; /* of the day of a date: "14" of "14 May" is found beside "May" alone */
    size_t n;
    uint64_t figures; /* bits of those that are numbers */
};

static bool is_letter(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The next word of the text at or behind *at: letters, and figures with what stands between their digits. */
static struct str next_word(struct str text, size_t *at)
{
    while (*at < text.len && !is_letter((unsigned char) text.data[*at]))
        ++*at;
    size_t start = *at;
    while (*at < text.len && (is_letter((unsigned char) text.data[*at]) ||
                              ((text.data[*at] == '.' || text.data[*at] == ',') && *at > start &&
                               is_digit(text.data[*at - 1]) && *at + 1 < text.len && is_digit(text.data[*at + 1]))))
        ++*at;
    return str_sub(text, start, *at);
}

/* A page gives its year once and means it everywhere: a place is not the wrong one because it lacks it. */
static bool is_year(struct str word)
{
    bool digits = word.len == 4 && (word.data[0] == '1' || word.data[0] == '2');

    for (size_t i = 0; digits && i < word.len; i++)
        digits = is_digit(word.data[i]);
    return digits;
}

/* The name of the month in whose date the figure at `at` of the text is a day; empty: in none. */
static struct str month_beside(const struct numbers *numbers, struct str text, size_t at)
{
    for (size_t i = 0; i < numbers->n; i++) {
        const struct number *n = &numbers->items[i];
        size_t in = n->start;

        if (n->kind != NUMBER_DATE || !n->day || at < n->start || at >= n->end)
            continue;
        for (struct str word = next_word(text, &in); word.len && in <= n->end; word = next_word(text, &in))
            if (word.len >= MONTH_LEAST && !is_digit(word.data[0]))
                return word;
    }
    return str("");
}

static struct sought sought_of(struct evidence_work *work, struct str text)
{
    const struct words *words = reader_words(work->reader, text, reader_language(work->reader, text));
    const struct numbers *numbers = reader_numbers(work->reader, text);
    struct sought ret = { 0 };
    size_t at = 0;

    for (struct str word = next_word(text, &at); word.len && ret.n < WORDS_MOST; word = next_word(text, &at)) {
        bool content = is_digit(word.data[0]);

        for (size_t i = 0; i < words->n && !content; i++)
            content = word_is_content(&words->items[i]) && str_eq_nocase(words->items[i].text, word);
        if (!content)
            continue;
        ret.figures |= (uint64_t) (is_digit(word.data[0]) && !is_year(word)) << ret.n;
        if (is_digit(word.data[0]) && !is_year(word))
            ret.month[ret.n] = month_beside(numbers, text, (size_t) (word.data - text.data));
        ret.words[ret.n++] = word;
    }
    return ret;
}

/* The same word, up to its ending; figures are equal or are not. */
static bool same_word(struct str sought, struct str word)
{
    size_t n = sought.len > PREFIX_LEAST + ENDING ? sought.len - ENDING : sought.len;

    if (is_digit(sought.data[0]))
        return str_eq(sought, word);
    return word.len >= n && word.len <= sought.len + ENDING &&
           str_eq_nocase(str_sub(word, 0, n), str_sub(sought, 0, n));
}

static uint64_t words_in(const struct sought *sought, struct str sentence)
{
    uint64_t had = 0;
    struct str before = str("");
    size_t at = 0;

    for (struct str word = next_word(sentence, &at); word.len; word = next_word(sentence, &at)) {
        size_t ahead = at;
        struct str behind = next_word(sentence, &ahead);

        if (behind.len == 2) /* "14 de mayo", "14 of May" */
            behind = next_word(sentence, &ahead);
        for (size_t i = 0; i < sought->n; i++) {
            struct str month = sought->month[i];
            bool beside = month.len == 0 || str_eq_nocase(month, before) || str_eq_nocase(month, behind);

            had |= (uint64_t) (beside && same_word(sought->words[i], word)) << i;
        }
        before = word;
    }
    return had;
}

/* Figures count twice: they are what a wrong place lacks. */
static int worth(const struct sought *sought, uint64_t had)
{
    return __builtin_popcountll(had) + __builtin_popcountll(had & sought->figures);
}

/* The fewest sentences of a source in a row, at most three, that have most of what is sought and not `had_before`; its worth, 0: none has
 * any. A title says nothing. */
static int best_place(struct evidence_work *work, const struct sought *sought, size_t source, uint64_t had_before,
                      struct span *ret)
{
    struct str text = source_text(&work->pool->sources->items[source]);
    const struct sentences *sentences = reader_sentences(work->reader, text);
    uint64_t had[SENTENCES_IN_A_ROW] = { 0 };
    int most = 0;

    for (size_t i = 0; i < sentences->n; i++) {
        uint64_t all = 0;

        uint64_t words = words_in(sought, str_sub(text, sentences->items[i].start, sentences->items[i].end));
        bool title = words && place_is_title(work->prepared, work->pool, source, sentences->items[i]);

        had[i % SENTENCES_IN_A_ROW] = title ? 0 : words & ~had_before;
        for (size_t n = 0; n < SENTENCES_IN_A_ROW && n <= i; n++) {
            all |= had[(i - n) % SENTENCES_IN_A_ROW];
            if (worth(sought, all) > most) {
                most = worth(sought, all);
                *ret = (struct span){ sentences->items[i - n].start, sentences->items[i].end };
            }
        }
    }
    return most;
}

static size_t add_span(struct evidence_work *work, size_t source, struct span at)
{
    const struct source_row *row = &work->pool->sources->items[source];
    struct str whole = source_text(row);
    struct span trimmed = span_trim(whole, at);
    const struct evidence_span span = { .source = source,
                                        .snippet = row->snippet_only,
                                        .at = trimmed,
                                        .quote = str_sub(whole, trimmed.start, trimmed.end) };

    return pool_add(work->arena, work->pool, &span);
}

/* The span of the pool that shares most with the text: of scripts without blanks, whose words cannot be told apart here. */
static size_t nearest_of(struct evidence_work *work, size_t source, struct str text)
{
    size_t best = work->pool->spans_n;
    int most = -1;

    for (size_t i = 0; i < work->pool->spans_n; i++) {
        int share = work->pool->spans[i].source == source
                        ? overlap_of(work->reader, text, &work->pool->spans[i].quote, 1)
                        : -1;

        if (share > most) {
            most = share;
            best = i;
        }
    }
    return best;
}

size_t span_in_source(struct evidence_work *work, struct quote_indices *indices, size_t source, struct str text)
{
    struct str whole = source_text(&work->pool->sources->items[source]);
    struct sought sought;
    struct span at;

    if (!indices->items)
        indices->items = arena_calloc(indices->arena, work->pool->sources->n + 1, sizeof *indices->items);
    if (!indices->items[source])
        indices->items[source] = quote_index_new(indices->arena, whole);
    if (quote_find(indices->items[source], text, &at) != QUOTE_NONE) {
        const struct evidence_span span = { .source = source,
                                            .snippet = work->pool->sources->items[source].snippet_only,
                                            .at = at,
                                            .quote = str_sub(whole, at.start, at.end) };

        return pool_add(work->arena, work->pool, &span);
    }
    sought = sought_of(work, text);
    if (best_place(work, &sought, source, 0, &at))
        return add_span(work, source, at);
    size_t near = nearest_of(work, source, text);
    return near < work->pool->spans_n ? near : add_span(work, source, (struct span){ 0, whole.len });
}

/* A heading is cited for what it is about: the place that has more of the sentence's words, else what stands under it. */
static size_t place_of_label(struct evidence_work *work, size_t at, const struct sought *sought)
{
    const struct evidence_span *span = &work->pool->spans[at];
    struct span there = passage_of(work->prepared, work->pool, at)->at, best;

    if (best_place(work, sought, span->source, 0, &best) > worth(sought, words_in(sought, span->quote)))
        there = best;
    return there.start == span->at.start && there.end == span->at.end ? at : add_span(work, span->source, there);
}

static uint64_t passage_has(struct evidence_work *work, const struct sought *sought, size_t span)
{
    const struct evidence_passage *passage = passage_of(work->prepared, work->pool, span);

    return words_in(sought, passage->text) | words_in(sought, passage->heading);
}

size_t span_better(struct evidence_work *work, size_t at, struct str text, bool *ret_instead)
{
    const struct evidence_span *span = &work->pool->spans[at];
    struct sought sought = sought_of(work, text);
    uint64_t here = words_in(&sought, span->quote);
    struct span there;

    *ret_instead = place_is_title(work->prepared, work->pool, span->source, span->at) ||
                   (!(here & sought.figures) && span_is_label(work->prepared, work->pool, at));
    if (*ret_instead)
        return place_of_label(work, at, &sought);
    struct str whole = source_text(&work->pool->sources->items[span->source]);
    int most = best_place(work, &sought, span->source, 0, &there);
    uint64_t has = most ? words_in(&sought, str_sub(whole, there.start, there.end)) : 0;
    /* It has a figure that the cited place lacks, and misses none of those that the cited place has. */
    bool better = most > worth(&sought, here) && (has & ~here & sought.figures) && !(here & ~has & sought.figures);
    /* Or it has much more of it than the cited place with all that stands around it. */
    better = better || most >= worth(&sought, passage_has(work, &sought, at)) + BETTER_BY;
    return better ? add_span(work, span->source, there) : at;
}

size_t places_beside(struct evidence_work *work, struct str text, const size_t *spans, size_t n,
                     size_t ret[PLACES_BESIDE])
{
    struct sought sought = sought_of(work, text);
    int all = (int) sought.n + __builtin_popcountll(sought.figures);
    uint64_t had = 0;
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        had |= passage_has(work, &sought, spans[i]);
    for (; count < PLACES_BESIDE; count++) {
        struct span best, at;
        size_t source = 0;
        /* A figure, or two words; where most is still to be found, one. */
        int least = 2 * worth(&sought, had) < all ? 1 : 2, most = least - 1, found;

        for (size_t i = 0; i < n; i++)
            if ((found = best_place(work, &sought, work->pool->spans[spans[i]].source, had, &at)) > most) {
                most = found;
                best = at;
                source = work->pool->spans[spans[i]].source;
            }
        if (most < least)
            break;
        ret[count] = add_span(work, source, best);
        had |= passage_has(work, &sought, ret[count]);
    }
    return count;
}
