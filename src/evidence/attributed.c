/* Who said it. The answers of a panel's models are stored, so that a sentence that gives words to one of them can be held to its answer:
 * "According to A, …", "A says that …, whereas B says …", "All three models agree that …". Where it cannot be told which words are whose,
 * nothing is said. */
#include "evidence/internal.h"

#include <ctype.h>

enum {
    SAYS_LEAST = 700, /* thousandths of the words that an answer has which says it … */
    HARDLY = 400,     /* … and below which it speaks of something else */
    MENTIONS_MAX = 16,
    SPEAKERS_MAX = 64,
};

/* --- one answer --- */

enum said answer_says(struct reader *reader, struct str sentence, const struct source_row *answer)
{
    struct arena *arena = reader_arena(reader);
    struct str text = source_text(answer);
    const struct sentences *found = reader_sentences(reader, text);
    struct str *list = arena_calloc(arena, found->n + 1, sizeof *list);
    struct judgement code;

    if (reader_language(reader, sentence) != reader_language(reader, text))
        return SAID_UNSURE;
    for (size_t i = 0; i < found->n; i++)
        list[i] = str_sub(text, found->items[i].start, found->items[i].end);
    judge_claim_by_passage(arena, reader, sentence, &(struct passage){ list, found->n, str("") }, &code);
    if (code.verdict == VERDICT_SUPPORTED)
        return SAID_YES;
    if (code.verdict == VERDICT_CONTRADICTED || figures_lacking(answer, sentence))
        return SAID_NO;
    int share = overlap_of(reader, sentence, &text, 1);
    return share >= SAYS_LEAST ? SAID_YES : share < HARDLY ? SAID_HARDLY : SAID_UNSURE;
}

/* --- who is named, and for what --- */

struct mention {
    size_t at, end;
    uint64_t who; /* positions in the list of speakers, a bit each */
    bool quoted;  /* "According to" stands before it */
};

struct naming {
    const struct str_list *speakers;
    struct str text;
    struct mention items[MENTIONS_MAX];
    size_t n;
};

static bool joins_name(char c) { return isalnum((unsigned char) c) || c == '-' || c == '_' || c == '/'; }

/* The speaker whose name stands at `at`, or -1. "gpt-5" is not in "gpt-5-mini". */
static ptrdiff_t speaker_at(const struct naming *naming, size_t at)
{
    ptrdiff_t best = -1;

    for (size_t i = 0; i < naming->speakers->n && i < SPEAKERS_MAX; i++) {
        struct str name = naming->speakers->items[i], text = naming->text;
        size_t end = at + name.len;
        bool cut = end < text.len && (joins_name(text.data[end]) ||
                                      (text.data[end] == '.' && end + 1 < text.len && joins_name(text.data[end + 1])));

        if (name.len && str_eq_nocase(str_sub(text, at, end), name) && end <= text.len && !cut &&
            (best < 0 || name.len > naming->speakers->items[best].len))
            best = (ptrdiff_t) i;
    }
    return best;
}

/* Behind one of the words at `at`, or `at`. */
static size_t behind_one_of(struct str text, size_t at, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (str_starts_nocase(str_sub(text, at, text.len), words[i]))
            return at + strlen(words[i]);
    return at;
}

size_t behind_all_models(struct str text)
{
    static const char *const all[] = { "all ", "both ", NULL };
    static const char *const counts[] = { "the ", "of the ", "two ", "three ", "four ", "five ", NULL };
    static const char *const models[] = { "models", "answers", NULL };
    size_t at = behind_one_of(text, 0, all);

    if (at == 0)
        return 0;
    for (size_t next; (next = behind_one_of(text, at, counts)) > at;)
        at = next;
    size_t end = behind_one_of(text, at, models);
    return end > at ? end : 0;
}

static bool follows_quoted(struct str before)
{
    static const char *const leads[] = { "according to ", "laut ", "nach ", "según ", "selon ", "d'après ", NULL };

    for (size_t i = 0; leads[i]; i++)
        if (before.len >= strlen(leads[i]) &&
            str_eq_nocase(str_sub(before, before.len - strlen(leads[i]), before.len), str(leads[i])))
            return true;
    return false;
}

/* Are two names told in one breath: "A, B and C"? */
static bool is_joint(struct str between)
{
    static const char *const joints[] = { ",", ", and", "and", "und", "y", "et", NULL };

    between = str_trim(between);
    for (size_t i = 0; joints[i]; i++)
        if (str_is(between, joints[i]))
            return true;
    return false;
}

static void find_mentions(struct naming *naming)
{
    struct str text = naming->text;
    size_t at = behind_all_models(text);

    if (at) {
        uint64_t every = naming->speakers->n < SPEAKERS_MAX ? (UINT64_C(1) << naming->speakers->n) - 1 : UINT64_MAX;

        naming->items[naming->n++] = (struct mention){ 0, at, every, false };
    }
    for (; at < text.len; at++) {
        ptrdiff_t who = at == 0 || !joins_name(text.data[at - 1]) ? speaker_at(naming, at) : -1;

        if (who < 0)
            continue;
        struct mention *last = naming->n ? &naming->items[naming->n - 1] : NULL;
        size_t end = at + naming->speakers->items[who].len;
        if (last && is_joint(str_sub(text, last->end, at))) {
            last->end = end;
            last->who |= UINT64_C(1) << who;
        } else if (naming->n < MENTIONS_MAX) {
            naming->items[naming->n++] = (struct mention){ at, end, UINT64_C(1) << who,
                                                           follows_quoted(str_sub(text, 0, at)) };
        }
        at = end - 1;
    }
}

/* Does a clause begin behind these words? */
static bool ends_clause(struct str before)
{
    static const char joints[] = "whereas while but and that wobei während aber und mientras pero y que mais et";
    size_t at;

    before = str_trim(before);
    for (at = before.len; at > 0 && before.data[at - 1] != ' ';)
        at--;
    return before.len == 0 || strchr(",;:", before.data[before.len - 1]) ||
           str_in_words(joints, str_sub(before, at, before.len));
}

/* The words that the mention at `m` is given, or empty where it cannot be told. */
static struct str words_of_mention(const struct naming *naming, size_t m)
{
    static const char *const says[] = {
        " says that ",
        " say that ",
        " states that ",
        " state that ",
        " reports that ",
        " report that ",
        " notes that ",
        " note that ",
        " writes that ",
        " write that ",
        " argues that ",
        " argue that ",
        " claims that ",
        " claim that ",
        " finds that ",
        " find that ",
        " agrees that ",
        " agree that ",
        " agree: ",
        " says ",
        " say ",
        " states ",
        " state ",
        " reports ",
        " report ",
        " gives ",
        " give ",
        " puts ",
        " put ",
        " estimates ",
        " estimate ",
        " sagt, dass ",
        " schreibt, dass ",
        " sagt ",
        " nennt ",
        " dice que ",
        " afirma que ",
        " indica que ",
        " dit que ",
        " indique que ",
        NULL,
    };
    static const char *const comma[] = { ", ", " ", NULL };
    const struct mention *mention = &naming->items[m];
    size_t end = m + 1 < naming->n ? naming->items[m + 1].at : naming->text.len, from = mention->end;
    struct str before = str_sub(naming->text, 0, mention->at);

    if (mention->quoted && !str_starts(str_sub(naming->text, from, end), ","))
        return str_starts(str_sub(naming->text, from, end), " ") ? str_sub(naming->text, from + 1, end) : str("");
    from = behind_one_of(naming->text, from, mention->quoted ? comma : says);
    bool clause = mention->quoted || ends_clause(before);
    bool whole = end == naming->text.len || ends_clause(str_sub(naming->text, from, end));
    return clause && whole && from > mention->end && from < end ? str_sub(naming->text, from, end) : str("");
}

/* Words that take something back: what they stand around is not what was said. */
static bool takes_back(struct reader *reader, struct str words)
{
    const struct words *list = reader_words(reader, words, reader_language(reader, words));

    for (size_t i = 0; i < list->n; i++)
        if ((list->items[i].flags & WORD_NEGATION) || str_in_words("than rather instead unlike", list->items[i].fold))
            return true;
    return list->n < 2;
}

/* --- the sentence --- */

static const struct source_row *answer_of(const struct source_list *sources, struct str speaker)
{
    for (size_t i = 0; i < sources->n; i++) {
        struct str title = sources->items[i].title; /* "Answer of NAME" */

        if (source_is_answer(&sources->items[i]) && title.len > speaker.len &&
            str_eq(str_sub(title, title.len - speaker.len, title.len), speaker) &&
            title.data[title.len - speaker.len - 1] == ' ')
            return &sources->items[i];
    }
    return NULL;
}

/* A model that is not among those named and says it; empty: none does. */
static struct str another(struct reader *reader, const struct source_list *sources, const struct naming *naming,
                          uint64_t who, struct str words)
{
    for (size_t i = 0; i < naming->speakers->n && i < SPEAKERS_MAX; i++) {
        const struct source_row *answer = who >> i & 1 ? NULL : answer_of(sources, naming->speakers->items[i]);

        if (answer && answer_says(reader, words, answer) == SAID_YES)
            return naming->speakers->items[i];
    }
    return str("");
}

struct wrong {
    struct str speaker, other;
    bool found, sure;
};

/* Which of those named has not said the words. */
static void hold_mention(struct reader *reader, const struct source_list *sources, const struct naming *naming,
                         size_t m, struct wrong *ret)
{
    struct str words = words_of_mention(naming, m);
    uint64_t who = naming->items[m].who;

    if (takes_back(reader, words))
        return;
    for (size_t i = 0; i < naming->speakers->n && i < SPEAKERS_MAX && !ret->sure; i++) {
        const struct source_row *answer = who >> i & 1 ? answer_of(sources, naming->speakers->items[i]) : NULL;
        enum said said = answer ? answer_says(reader, words, answer) : SAID_YES;

        if (said == SAID_YES)
            continue;
        struct str other = another(reader, sources, naming, who, words);
        bool sure = said == SAID_NO || (said == SAID_HARDLY && other.len);
        if (!ret->found || sure)
            *ret = (struct wrong){ naming->speakers->items[i], other, true, sure };
    }
}

bool evidence_misattributed(struct arena *arena, const struct source_list *sources, const struct str_list *speakers,
                            struct str sentence, struct misattribution *ret)
{
    struct arena *scratch = arena_new();
    struct reader *reader = reader_new(scratch);
    struct naming naming = { .speakers = speakers, .text = sentence };
    struct wrong wrong = { 0 };

    if (speakers && speakers->n)
        find_mentions(&naming);
    for (size_t m = 0; m < naming.n; m++)
        hold_mention(reader, sources, &naming, m, &wrong);
    struct str name = wrong.speaker, other = wrong.other;
    if (wrong.found)
        *ret = (struct misattribution){
            .sure = wrong.sure,
            .contradicted = wrong.sure && other.len,
            .reason = wrong.sure && other.len
                          ? str_format(arena, "%.*s says this, not %.*s", STR_ARG(other), STR_ARG(name))
                          : str_format(arena, "the answer of %.*s %s", STR_ARG(name),
                                       wrong.sure ? "does not say this" : "was not found to say this"),
        };
    arena_free(scratch);
    return wrong.found;
}
