/* Sentences that say what a thing is. */
#include "extractive/rank.h"

enum { SPELT_BYTES = 80, NAMED_BYTES = 40, NAMED_WORDS = 4, KIND_WORDS = 4, ENTRY_WORDS = 4 };

/* "is a": what follows says what the thing is, not what it has or does. */
static bool is_a(const struct words *words, size_t at)
{
    return at + 1 < words->n &&
           str_in_words(" is are was were means ist sind war es son est sont ", words->items[at].fold) &&
           (str_is(words->items[at].fold, "means") ||
            str_in_words(" a an the any one defined ein eine der die das un una el la une le les ",
                         words->items[at + 1].fold));
}

/* "Blind vias are mechanically drilled vias that …": things in the plural, and the kind of things they are. Where a stop word or
 * a mark comes before a noun in the plural, they are something or have it done to them. */
static bool are_things(struct str text, const struct words *words, size_t at)
{
    static const char adverbs[] = " always sometimes perhaps besides afterwards towards nowadays this less ";

    if (at >= words->n || !str_is(words->items[at].fold, "are"))
        return false;
    for (size_t i = at + 1; i < words->n && i <= at + KIND_WORDS; i++) {
        struct str fold = words->items[i].fold;

        if (!word_is_content(&words->items[i]) || str_in_words(adverbs, fold) ||
            (i == at + 1 && str_ends(fold, "ing")) || strchr(",;:(.", text.data[words->items[i].start - 1]) ||
            (words->items[i].start > 1 && strchr(",;:.", text.data[words->items[i].start - 2])))
            return false;
        if (fold.len > 3 && str_ends(fold, "s") && !str_ends(fold, "ss") && !str_ends(fold, "us"))
            return true;
    }
    return false;
}

/* "Blind via: …", "A blind via — …", a row whose first cell is the thing: an entry that says what it is. `at`: the word behind
 * the thing. */
static bool is_entry(struct str text, const struct words *words, size_t at)
{
    static const char *const marks[] = { ": ", " \xe2\x80\x94 ", " \xe2\x80\x93 ", " - ", " | ", NULL };
    struct str behind = str_sub(text, word_end(&words->items[at - 1]), text.len);

    if (words->n < at + ENTRY_WORDS)
        return false;
    while (behind.len && strchr("*`'\")", behind.data[0]))
        behind = str_sub(behind, 1, behind.len);
    for (const char *const *mark = marks; *mark; mark++)
        if (str_starts(behind, *mark))
            return **mark != ' ' || (*mark)[1] != '|' || str_starts(text, "|");
    return false;
}

/* "Debian GNU/Linux is a": where the name ends. */
static size_t after_name(const struct words *words, size_t at)
{
    size_t end = at;

    while (end < words->n && end < at + 2 && (words->items[end].flags & WORD_CAPITAL))
        end++;
    return end;
}

/* "Abbreviations may be added …": what can be done with the thing, not what it is. */
static bool is_modal(const struct words *words, size_t at)
{
    return at < words->n && str_in_words(" may must should cannot ", words->items[at].fold);
}

/* "exim_fixdb", "exim.conf" are not Exim, unless the question asks for such a name. */
static bool in_identifier(const struct ranking *r, struct str text, const struct word *word)
{
    size_t end = word_end(word);
    char before = word->start ? text.data[word->start - 1] : ' ', behind = end + 1 < text.len ? text.data[end] : ' ';

    return str_find_char(r->question->text, '_', 0) < 0 && str_find_char(r->question->text, '.', 0) < 0 &&
           (before == '_' || before == '.' || behind == '_' ||
            ((behind == '.' || behind == ':') && text.data[end + 1] != ' '));
}

uint32_t rank_thing(struct arena *arena, const struct ranking *r)
{
    uint32_t all = r->asked.n >= 32 ? UINT32_MAX : ((uint32_t) 1 << r->asked.n) - 1;
    uint32_t thing = r->question->thing.len ? rank_terms_in(arena, r, r->question->thing, r->question->language) : 0;

    return thing ? thing : all;
}

/* "DNS Security Extensions (DNSSEC) provide …": the name in brackets behind what it stands for, then a verb. */
static bool is_spelt_out(struct arena *arena, const struct ranking *r, struct str text, const struct words *words,
                         const struct language *language)
{
    ptrdiff_t open = str_find_char(str_sub(text, 0, SPELT_BYTES), '(', 0), end = str_find_char(text, ')', 0);
    size_t at = 0;

    struct words inside = { 0 };

    if (open < 1 || end < open || end - open > 24)
        return false;
    /* "After Jessie (Debian 8) was released": the brackets hold more than the name. */
    words_of(arena, str_sub(text, (size_t) open + 1, (size_t) end), language, &inside);
    if (inside.n != r->asked.n ||
        rank_count(rank_terms_in(arena, r, str_sub(text, (size_t) open, (size_t) end), language)) != r->asked.n)
        return false;
    while (at < words->n && words->items[at].start < (size_t) end)
        at++;
    return at < words->n &&
           str_in_words(" is are was provide provides consist consists means refers describes adds allows defines ",
                        words->items[at].fold);
}

/* "… a challenge known as stickiness", "This is called crazing": what stands before the name says what it is. */
static int is_named(struct arena *arena, const struct ranking *r, struct str text, const struct language *language)
{
    static const char *const joints[] = { "known as ", "called ", "referred to as ", "termed ", "genannt ", NULL };
    uint32_t thing = 0; /* what is asked about comes first: "stickiness in load balancing" */

    for (size_t t = r->asked.n; t-- > 0;)
        thing = r->asked.items[t].weight >= 1 ? (uint32_t) 1 << t : thing;
    for (const char *const *joint = joints; *joint; joint++) {
        ptrdiff_t at = str_find(text, str(*joint), 0);

        if (at <= 0)
            continue;
        struct str behind = str_sub(text, (size_t) at + strlen(*joint), (size_t) at + strlen(*joint) + NAMED_BYTES);
        struct words words = { 0 };
        words_of(arena, behind, language, &words);
        /* "A world image, also called a band, is a file" */
        for (size_t i = 0; i < words.n && i < NAMED_WORDS; i++)
            if (rank_terms_in(arena, r, words.items[i].text, language) & thing)
                return 1 + (at + 1 < SPELT_BYTES && is_a(&words, i + 1));
    }
    return 0;
}

/* "Guardians allow programs to …", "… are used to" */
static bool tells_purpose(const struct words *words, size_t at)
{
    if (at + 1 < words->n && str_in_words(" is are can ", words->items[at].fold))
        return str_in_words(" used useful meant intended be for ", words->items[at + 1].fold);
    return at < words->n && str_in_words(" allow allows let lets enable enables provide provides help helps make makes "
                                         "protect protects serve serves ",
                                         words->items[at].fold);
}

/* Does what stands behind the thing, from word `at` on, say what it is, or what it is for? */
static bool says_what(const struct question *q, struct str text, const struct words *words, size_t at)
{
    size_t behind = after_name(words, at);

    if (q->purpose && tells_purpose(words, behind))
        return true;

    return is_a(words, behind) || are_things(text, words, behind) || is_entry(text, words, at);
}

/* "What is …", "what does … do": the sentence that begins with the thing says it. */
static int defines(struct arena *arena, const struct ranking *r, struct str text, const struct language *language)
{
    struct words words = { 0 };
    /* "A flywheel", "the thing called flywheel" where more than what it is may be asked */
    uint32_t thing = rank_thing(arena, r);
    size_t first = rank_count(thing) + (r->question->definition ? 1 : 2);

    if (r->question->kind != QUESTION_WHAT || !r->asked.n || r->asked.n > 4 ||
        text.len < (r->question->definition ? 20 : 40))
        return 0;
    words_of(arena, text, language, &words);
    if (words.n <= first)
        return 0;
    for (size_t i = 1; i <= first && !in_identifier(r, text, &words.items[i - 1]); i++)
        if ((rank_terms_in(arena, r, str_sub(text, 0, word_end(&words.items[i - 1])), language) & thing) == thing)
            return is_modal(&words, i) ? 0
                                       : 1 + (r->question->definition && !str_ends(words.items[0].fold, "ing") &&
                                              says_what(r->question, text, &words, i));
    if (!r->question->definition)
        return 0;
    return is_spelt_out(arena, r, text, &words, language) ? 2 : is_named(arena, r, text, language);
}

/* A row is one sentence of the passage; its cells may hold several. */
int rank_defines(struct arena *arena, const struct ranking *r, struct str text, const struct language *language)
{
    int found = defines(arena, r, text, language);
    struct str cells = text, cell;

    if (!r->question->definition || !str_starts(text, "|"))
        return found;
    while (found < 2 && str_next(&cells, '|', &cell))
        while (cell.len && found < 2) {
            ptrdiff_t end = str_find(cell, str(". "), 0);
            struct str sentence = str_trim(str_sub(cell, 0, end < 0 ? cell.len : (size_t) end + 1));

            found = defines(arena, r, sentence, language) == 2 ? 2 : found;
            cell = str_sub(cell, end < 0 ? cell.len : (size_t) end + 2, cell.len);
        }
    return found;
}

/* The terms that do more than name the kind of answer ("happened"), as bits. */
static uint32_t asked_about(const struct ranking *r)
{
    uint32_t terms = 0;

    for (size_t t = 0; t < r->asked.n; t++)
        terms |= r->asked.items[t].weight >= 1 ? (uint32_t) 1 << t : 0;
    return terms;
}

/* "Moss Landing: the largest battery fire" is about Moss Landing. */
static struct str subject_of_title(struct str title)
{
    ptrdiff_t colon = str_find(title, str(": "), 0);

    return str_sub(title, 0, colon > 0 ? (size_t) colon : title.len);
}

int rank_opens_subject(struct arena *arena, const struct ranking *r, size_t sentence)
{
    const struct passage_sentence *at = &r->passages->sentences[sentence];
    const struct passage *p = &r->passages->items[at->passage];
    const struct passage_source *s = &r->passages->sources[p->source];
    bool first = p->heading < 0 || at->passage == s->first_passage;
    struct words words = { 0 };
    size_t content = 0;

    if (!(r->question->definition || r->question->mechanism || r->question->event) || sentence != p->first_sentence ||
        at->kind != TEXT_PARAGRAPH || !passage_opens_section(r->passages, at->passage))
        return 0;
    struct str text = first ? subject_of_title(passage_title(r->passages, p->source))
                            : text_block_words_of(arena, s->text, &s->blocks.items[p->heading]);
    words_of(arena, text, s->language, &words);
    for (size_t i = 0; i < words.n; i++)
        content += word_is_content(&words.items[i]) && !(words.items[i].flags & WORD_NUMBER);
    uint32_t wanted = asked_about(r), said = rank_terms_in(arena, r, text, s->language);
    size_t most = rank_count(wanted);
    if (!wanted || content > most + 1 || (said & wanted) != wanted)
        return 0;
    /* The beginning of a text need not repeat its title. */
    if (!rank_terms_in(arena, r, passage_sentence_text(r->passages, sentence), s->language))
        return first && content == most;
    return content > most ? 1 : 2;
}
