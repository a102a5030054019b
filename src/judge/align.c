#include <math.h>

#include "judge/align_work.h"

static bool breaks_scope(struct str gap)
{
    for (size_t i = 0; i < gap.len; i++)
        if (strchr(",;:.()", gap.data[i]))
            return true;
    return false;
}

static struct str gap_before(struct str text, const struct words *words, size_t at)
{
    size_t from = at ? word_end(&words->items[at - 1]) : 0;
    size_t to = words->items[at].start;

    return from < to ? str_n(text.data + from, to - from) : str_n("", 0);
}

/* "yet to", "other than" and such deny together. */
static bool is_denying_pair(struct str a, struct str b)
{
    if (b.len < 2 || !strchr("toldf", b.data[0]))
        return false;
    return (str_is(a, "yet") && str_is(b, "to")) || (str_is(a, "other") && str_is(b, "than")) ||
           (str_is(a, "rather") && str_is(b, "than")) || (str_is(a, "instead") && str_is(b, "of")) ||
           (str_is(a, "no") && str_is(b, "longer")) || (str_is(a, "turned") && str_is(b, "down")) ||
           (str_is(a, "far") && str_is(b, "from"));
}

static bool denies(bool english, const struct words *words, size_t at)
{
    const struct word *word = &words->items[at];

    if ((word->flags & WORD_NEGATION) || !english)
        return word->flags & WORD_NEGATION;
    return (word_class(word) & LEXICON_DENIAL) || (at && is_denying_pair(words->items[at - 1].fold, word->fold));
}

/* "lack of X", "without X": only X is denied, not what follows from it. */
static bool names_absence(struct str fold)
{
    return str_is(fold, "lack") || str_is(fold, "absence") || str_is(fold, "without") || str_is(fold, "absent");
}

/* "Evidence that … was lacking": what stands before it in the clause is denied. */
static void deny_before(struct str text, const struct words *words, size_t at, bool *ret)
{
    while (at > 0) {
        ret[at] = true;
        if (breaks_scope(gap_before(text, words, at)))
            return;
        at--;
    }
    ret[0] = true;
}

/* Marks the words that stand under a negation: up to five words behind it,
 * not over a comma, a full stop or "but". */
static bool mark_negated(bool english, struct str text, const struct words *words, bool *ret)
{
    size_t scope = 0;
    bool any = false;

    for (size_t i = 0; i < words->n; i++) {
        const struct word *word = &words->items[i];
        struct str fold = word->fold;

        if (scope && (breaks_scope(gap_before(text, words, i)) || str_is(fold, "but")))
            scope = 0;
        ret[i] = scope > 0;
        if (fold.len >= 6 && (str_is(fold, "lacking") || str_is(fold, "absent") || str_is(fold, "unlikely")))
            deny_before(text, words, i, ret);
        if (denies(english, words, i)) {
            scope = names_absence(word->fold) ? 1 : SCOPE_WORDS;
            any = true;
        } else if (scope && word_is_content(word)) {
            scope--;
        }
    }
    return any;
}

static bool in_number(const struct numbers *numbers, const struct word *word)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (word->start >= numbers->items[i].start && word_end(word) <= numbers->items[i].end)
            return true;
    return false;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

/* A capital at the start of a sentence says nothing by itself: the word is a
 * name if its neighbour is one, or if it is written unlike a common word. */
static bool is_name(const struct words *words, size_t at)
{
    const struct word *word = &words->items[at];

    if ((word->flags & WORD_UPPER) || (has_digit(word->text) && !(word->flags & WORD_NUMBER)))
        return true;
    if (!(word->flags & WORD_CAPITAL))
        return false;
    if (at > 0)
        return true;
    return words->n > 1 && (words->items[1].flags & WORD_CAPITAL);
}

/* "is a", "was the": what follows says what kind of thing it is. `at` is the
 * word behind the article, or 0; *ret_end is behind the noun phrase. */
static size_t find_kind(struct str text, const struct words *words, size_t *ret_end)
{
    for (size_t i = 0; i + 2 < words->n; i++) {
        struct str verb = words->items[i].fold;
        size_t at = i + 1, end;

        if (!(str_is(verb, "is") || str_is(verb, "was") || str_is(verb, "are") || str_is(verb, "were")))
            continue;
        if (words->items[at].flags & WORD_NEGATION)
            at++;
        if (at + 1 < words->n && (str_is(words->items[at].fold, "a") || str_is(words->items[at].fold, "an") ||
                                  str_is(words->items[at].fold, "the")))
            at++;
        else if (str_is(verb, "is") || str_is(verb, "was"))
            continue;
        for (end = at; end < words->n; end++)
            if ((words->items[end].flags & WORD_STOP) || (end > at && breaks_scope(gap_before(text, words, end))))
                break;
        if (end == at)
            continue;
        *ret_end = end;
        return at;
    }
    return 0;
}

static double weight_of(const struct work *w, const struct word *word, bool name)
{
    if (!word_is_content(word))
        return 0.3;
    if (name)
        return 1.3;
    if (w->english && (word_class(word) & LEXICON_LIGHT))
        return 0.5;
    return word->fold.len >= 8 ? 1.15 : 1;
}

/* Words inside names: "Make It or Break It" stays one subject only as far as these. */
static bool joins_name(struct str fold)
{
    return str_is(fold, "of") || str_is(fold, "the") || str_is(fold, "and") || str_is(fold, "s");
}

/* Function words that have an opposite: "more", "less", "before", "after". */
static bool is_marker(const struct work *w, const struct word *word)
{
    return w->english && !(word->flags & WORD_NEGATION) && word_entry(word) && !(word_class(word) & LEXICON_PRONOUN);
}

/* Content words of the claim that are no part of a number; its subject is the
 * run of names it begins with. */
static void read_claim(struct work *w, struct str claim)
{
    const struct words *words;
    bool *negated, subject = true;
    size_t kind_at, kind_end = 0;

    if (claim.len > ALIGN_SENTENCE_BYTES)
        claim.len = ALIGN_SENTENCE_BYTES;
    words = reader_words(w->reader, claim, w->language);
    w->numbers = reader_numbers(w->reader, claim);
    negated = arena_calloc(w->arena, words->n + 1, sizeof *negated);
    w->claim_negated = mark_negated(w->english, claim, words, negated);
    wordmap_init(&w->stems, w->arena, ALIGN_CLAIM_WORDS);
    kind_at = find_kind(claim, words, &kind_end);
    for (size_t i = 0; i < words->n; i++) {
        const struct word *word = &words->items[i];
        unsigned class = w->english ? word_class(word) : 0;
        struct claim_word *c;
        bool name, fresh;

        w->claim_by = w->claim_by || str_is(word->fold, "by");
        w->claim_hedged = w->claim_hedged || (class & LEXICON_HEDGE);
        w->claim_exclusive = w->claim_exclusive || (class & LEXICON_EXCLUSIVE);
        if (subject && w->claim_n && !word_is_content(word) && !joins_name(word->fold))
            subject = false;
        if ((!word_is_content(word) && !is_marker(w, word)) || in_number(w->numbers, word) ||
            (class & (LEXICON_DENIAL | LEXICON_EXCLUSIVE)))
            continue;
        name = is_name(words, i);
        subject = subject && name;
        if (w->claim_n == ALIGN_CLAIM_WORDS)
            break;
        wordmap_intern(&w->stems, word->stem, (uint32_t) w->claim_n, false, &fresh);
        if (!fresh)
            continue;
        c = &w->claim[w->claim_n++];
        *c = (struct claim_word){
            word,       w->english ? word_entry(word) : NULL, weight_of(w, word, name), name, subject,
            negated[i], w->english ? word_direction(word) : 0
        };
        w->total += c->weight;
        if (kind_at && i >= kind_at && i < kind_end) {
            w->kind_end = w->claim_n;
            w->kind = i == kind_at || w->kind == 0 ? w->claim_n - 1 : w->kind;
        }
    }
}

/* Two stems of one family that the stemmer keeps apart: a long common
 * beginning and short different ends ("regul" and "regulatori"). */
static bool is_family(struct str a, struct str b)
{
    size_t n = 0, shorter = a.len < b.len ? a.len : b.len, longer = a.len < b.len ? b.len : a.len;

    while (n < shorter && a.data[n] == b.data[n])
        n++;
    return n >= 5 && shorter - n <= 2 && longer - n <= 4;
}

static void note(struct row *row, size_t claim, unsigned strength, size_t place, bool negated)
{
    if (strength <= row->match[claim])
        return;
    row->match[claim] = (uint8_t) strength;
    row->place[claim] = (uint16_t) place;
    row->negated[claim] = negated;
}

static void note_opposite(struct row *row, size_t claim, size_t place)
{
    if (!row->opposite[claim])
        row->opposite[claim] = (uint16_t) (place + 1);
}

/* How a word of a sentence relates to word c of the claim by the lexicon or
 * by its beginning: the strength of the match, or that it excludes it. */
static unsigned relation(const struct work *w, const struct word *word, const struct lexicon_entry *mine, size_t c,
                         bool *ret_opposite)
{
    struct str stem = w->claim[c].word->stem;
    unsigned strength = 0;

    *ret_opposite = false;
    for (const struct lexicon_entry *a = mine; a; a = lexicon_next(a)) {
        for (const struct lexicon_entry *b = w->claim[c].entry; b; b = lexicon_next(b)) {
            if (a->set == b->set && a->pole == b->pole)
                strength = MATCH_ALIKE;
            else if (a->set == b->set)
                *ret_opposite = true;
        }
    }
    if (word->fold.len < 5 || stem.len < 4)
        return strength;
    if (w->english && lexicon_prefix_opposite(stem, word->stem))
        *ret_opposite = true;
    return is_family(stem, word->stem) && strength < MATCH_FAMILY ? MATCH_FAMILY : strength;
}

static const struct lexicon_entry *entry_of(const struct work *w, const struct word *word)
{
    if (!w->english || ((word->flags & WORD_STOP) && (word_class(word) & LEXICON_PRONOUN)))
        return NULL;
    return word_entry(word);
}

static void match_related(const struct work *w, const struct word *word, struct row *row, size_t place, bool negated)
{
    const struct lexicon_entry *mine = entry_of(w, word);
    bool opposite;

    if (!mine && word->fold.len < 5)
        return;
    for (size_t c = 0; c < w->claim_n; c++) {
        unsigned strength = relation(w, word, mine, c, &opposite);

        if (strength)
            note(row, c, strength, place, negated);
        if (opposite)
            note_opposite(row, c, place);
    }
}

/* How much of the kind that the claim names does the source's "is a …" name? The last word is the noun. */
static void match_kind(const struct work *w, const struct sentence_side *s, struct row *row)
{
    const struct words *words = s->words;
    size_t at = s->kind, end = s->kind_end;
    double missing = 0;

    if (!at || w->kind >= w->kind_end)
        return;
    for (size_t c = w->kind; c < w->kind_end; c++) {
        bool found = false, opposite;

        for (size_t i = at; i < end && !found; i++) {
            const struct word *word = &words->items[i];

            found = str_eq(word->stem, w->claim[c].word->stem) || relation(w, word, entry_of(w, word), c, &opposite);
        }
        missing += !found;
        row->kind_same = found;
    }
    row->kind_other = missing / (double) (w->kind_end - w->kind);
}

static void match_acronym(const struct work *w, const struct word *word, struct row *row, size_t place)
{
    for (size_t i = 0; i < w->acronyms_n; i++) {
        if (!str_eq(w->acronyms[i].stem, word->stem))
            continue;
        for (size_t p = 0; p < w->acronyms[i].parts_n; p++) {
            int64_t c = wordmap_get(&w->stems, w->acronyms[i].parts[p]);

            if (c >= 0)
                note(row, (size_t) c, MATCH_ACRONYM, place, false);
        }
    }
}

static struct str cut(struct str text) { return str_sub(text, 0, ALIGN_SENTENCE_BYTES); }

const struct sentence_side *sentence_ready(struct reader *reader, struct str text, const struct language *language)
{
    void **made = reader_made(reader, text, READER_SENTENCE);
    struct sentence_side *s = *made;
    bool english = language_is_english(language);

    if (s && s->language == language)
        return s;
    *made = s = arena_alloc(reader_arena(reader), sizeof *s);
    text = cut(text);
    s->language = language;
    s->words = reader_words(reader, text, language);
    s->negated = arena_calloc(reader_arena(reader), s->words->n + 1, sizeof *s->negated);
    s->negation = mark_negated(english, text, s->words, s->negated);
    s->kind = find_kind(text, s->words, &s->kind_end);
    for (size_t i = 0; i < s->words->n; i++) {
        const struct word *word = &s->words->items[i];
        unsigned class = english ? word_class(word) : 0;

        s->by = s->by || str_is(word->fold, "by");
        s->hedge = s->hedge || (class & LEXICON_HEDGE);
        s->exclusive = s->exclusive || (class & LEXICON_EXCLUSIVE);
        s->pronoun = s->pronoun || (i == 0 && str_is(word->fold, "the")) || (i < 4 && (class & LEXICON_PRONOUN));
    }
    return s;
}

static void read_sentence(struct work *w, struct str text, struct row *row)
{
    const struct sentence_side *s = sentence_ready(w->reader, text, w->language);

    row->negation = s->negation;
    row->words_n = s->words->n;
    row->by = s->by;
    row->hedge = s->hedge;
    row->exclusive = s->exclusive;
    row->pronoun = s->pronoun;
    for (size_t i = 0; i < s->words->n; i++) {
        const struct word *word = &s->words->items[i];
        int64_t c = wordmap_find(&w->stems, word->stem, word_stem_hash(word));

        if (c >= 0)
            note(row, (size_t) c, MATCH_STEM, word->start, s->negated[i]);
        else
            match_related(w, word, row, word->start, s->negated[i]);
        if (word->flags & WORD_UPPER)
            match_acronym(w, word, row, word->start);
    }
    match_kind(w, s, row);
}

/* How well each sentence speaks to the claim. */
static void score(struct work *w)
{
    for (size_t s = 0; s < w->evidence_n; s++) {
        struct row *row = &w->rows[s];

        for (size_t c = 0; c < w->claim_n; c++)
            row->score += w->claim[c].weight * (row->match[c] ? row->match[c] / 100.0 : row->opposite[c] ? 0.5 : 0);
    }
}

/* "trimethylamine N-oxide (TMAO)": the words before a bracketed acronym whose
 * initials are its letters. */
static void find_acronyms(struct work *w, struct str text)
{
    const struct words *words;

    if (text.len > ALIGN_SENTENCE_BYTES)
        text.len = ALIGN_SENTENCE_BYTES;
    if (!memchr(text.data, '(', text.len))
        return;
    words = reader_words(w->reader, text, w->language);
    for (size_t i = 1; i < words->n && w->acronyms_n < ACRONYMS_MAX; i++) {
        const struct word *word = &words->items[i];
        struct acronym *a;
        size_t letter = word->fold.len, at = i;

        if (!(word->flags & WORD_UPPER) || word->start == 0 || text.data[word->start - 1] != '(' || letter < 2)
            continue;
        if (!w->acronyms)
            w->acronyms = arena_calloc(w->arena, ACRONYMS_MAX, sizeof *w->acronyms);
        a = &w->acronyms[w->acronyms_n];
        a->parts_n = 0;
        while (letter && at && a->parts_n < ACRONYM_WORDS) {
            const struct word *part = &words->items[--at];

            if (part->fold.data[0] == word->fold.data[letter - 1])
                letter--;
            else if (word_is_content(part) && letter > 1 &&
                     memchr(part->fold.data, word->fold.data[letter - 1], part->fold.len))
                letter -= part->fold.data[0] == word->fold.data[letter - 2] ? 2 : 1;
            else if (word_is_content(part))
                break;
            if (word_is_content(part))
                a->parts[a->parts_n++] = part->stem;
        }
        if (letter == 0 && a->parts_n) {
            a->stem = word->stem;
            w->acronyms_n++;
        }
    }
}

/* The best sentence, then those that add most; neighbours and the first
 * sentence (a title) are believed a little sooner, since they speak of the same. */
static void choose(struct work *w, struct alignment *ret)
{
    uint8_t have[ALIGN_CLAIM_WORDS] = { 0 };

    ret->chosen_n = 0;
    while (ret->chosen_n < ALIGN_CHOSEN) {
        double best = 0;
        size_t best_at = SIZE_MAX;

        for (size_t s = 0; s < w->evidence_n; s++) {
            double gain = 0;

            for (size_t c = 0; c < w->claim_n; c++)
                if (w->rows[s].match[c] > have[c])
                    gain += w->claim[c].weight * (w->rows[s].match[c] - have[c]) / 100;
            if (ret->chosen_n == 0)
                gain = w->rows[s].score;
            else if (s == 0 || s + 1 == ret->chosen[0] || s == ret->chosen[0] + 1)
                gain *= 1.2;
            if (gain > best + 1e-9) {
                best = gain;
                best_at = s;
            }
        }
        if (best_at == SIZE_MAX || (ret->chosen_n && best < 0.45))
            return;
        ret->chosen[ret->chosen_n++] = best_at;
        for (size_t c = 0; c < w->claim_n; c++)
            if (w->rows[best_at].match[c] > have[c])
                have[c] = w->rows[best_at].match[c];
    }
}

/* The claim's side, made once for all it is laid upon. */
static const struct work *claim_ready(struct reader *reader, struct str claim)
{
    void **made = reader_made(reader, claim, READER_CLAIM);
    struct work *w = *made;

    if (w)
        return w;
    *made = w = arena_alloc(reader_arena(reader), sizeof *w);
    w->arena = reader_arena(reader);
    w->reader = reader;
    w->language = reader_language(reader, claim);
    w->english = language_is_english(w->language);
    w->text = claim;
    read_claim(w, claim);
    return w;
}

void align(struct arena *arena, struct reader *reader, struct str claim, const struct str *evidence, size_t evidence_n,
           struct alignment *ret)
{
    struct work *w;

    *ret = (struct alignment){ 0 };
    reader = reader ? reader : reader_new(arena);
    w = arena_copy(arena, claim_ready(reader, claim), sizeof *w);
    w->arena = arena;
    w->evidence = evidence;
    w->evidence_n = evidence_n < ALIGN_SENTENCES ? evidence_n : ALIGN_SENTENCES;
    ret->signals[SIGNAL_BREADTH] = w->evidence_n ? log2((double) w->evidence_n) / 10 : 0;
    if (!w->evidence_n || !w->claim_n)
        return;
    for (size_t s = 0; s < w->evidence_n; s++)
        find_acronyms(w, evidence[s]);
    w->rows = arena_calloc(arena, w->evidence_n, sizeof *w->rows);
    for (size_t s = 0; s < w->evidence_n; s++)
        read_sentence(w, evidence[s], &w->rows[s]);
    score(w);
    choose(w, ret);
    if (!ret->chosen_n)
        return;
    align_signals(w, ret);
}
