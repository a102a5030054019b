/* Disagreements on their way into the report. The writer gets both sides of each, with the passages that carry them;
 * a disagreement whose sides it does not both cite is set side by side behind its text, in the words of the sources,
 * unless an analyst has found what explains it. */
#include "workflows/sides.h"

#include "evidence/markers.h"
#include "judge/judge.h"
#include "report/markup.h"
#include "text/ending.h"
#include "text/sentence.h"

/* In English, as every heading that code writes into a report: they are not to change their language from one to the next. */
#define HEADING_LINE "## Where the sources disagree\n"
#define HEADING "\n\n" HEADING_LINE

enum { SECTION_MAX = 64 * 1024, HEADING_CHARACTERS = 160 };

static struct str without_stop(struct str s)
{
    s = str_trim(s);
    while (s.len && (s.data[s.len - 1] == '.' || s.data[s.len - 1] == '!' || s.data[s.len - 1] == '?'))
        s.len--;
    return s;
}

size_t sides_give(struct arena *arena, const struct contradictions *all, struct evidence_finding *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++) {
        const struct research_contradiction *c = &all->items[i];
        const char *weight = c->resolution.len ? "settled" : c->major ? "major" : "minor";

        ret[n++] = (struct evidence_finding){
            .text = c->says_one.len ? c->says_one : c->description,
            .sources = c->one,
            .n = c->one_n,
            .note = c->says_one.len && c->says_other.len
                        ? str_format(arena, "one side of a %s disagreement: %.*s", weight, STR_ARG(c->description))
                        : str_format(arena, "one side of a %s disagreement", weight),
        };
        ret[n++] = (struct evidence_finding){
            .text = c->says_other.len ? c->says_other : c->description,
            .sources = c->other,
            .n = c->other_n,
            .note = str("the other side of it"),
        };
    }
    return n;
}

void sides_tell(const struct contradictions *all, const struct source_list *sources, struct buf *text)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct research_contradiction *c = &all->items[i];

        if (c->preferred < 0 && !c->resolution.len)
            continue;
        buf_format(text, "On the disagreement \"%.*s\":", STR_ARG(without_stop(c->description)));
        if (c->preferred >= 0)
            buf_format(text, " rather to be relied on is \"%.*s\".", STR_ARG(sources->items[c->preferred].title));
        if (c->resolution.len)
            buf_format(text, " Explanation: %.*s", STR_ARG(c->resolution));
        buf_add_char(text, '\n');
    }
}

/* --- what the draft cites --- */

struct cited {
    const struct draft_report *draft;
    bool *sources;
};

static int64_t note_source(void *context, int64_t number)
{
    struct cited *c = context;

    if (number >= 1 && (size_t) number <= c->draft->pool.spans_n)
        c->sources[c->draft->pool.spans[number - 1].source] = true;
    return number;
}

static bool any(const bool *cited, const size_t *sources, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cited[sources[i]])
            return true;
    return false;
}

/* --- side by side --- */

/* The sentence of the passage that is nearest to what the side says. */
static struct str nearest(struct arena *arena, struct str says, struct str passage)
{
    struct sentences sentences = { 0 };
    struct str best = { 0 };
    int most = -1;

    sentences_of(arena, passage, &sentences);
    for (size_t i = 0; i < sentences.n; i++) {
        struct str one = str_trim(str_sub(passage, sentences.items[i].start, sentences.items[i].end));
        struct judgement judged;

        judge_claim_by_passage(arena, NULL, says, &(struct passage){ .sentences = &one, .n = 1 }, &judged);
        if (judged.shared > most) {
            most = judged.shared;
            best = one;
        }
    }
    return best;
}

/* "Costs fell to 95 dollars [3]." False when the side has no passage, or one that is no line of running text. */
static bool quote_side(struct arena *arena, const struct evidence_pool *pool, const struct evidence_finding *side,
                       struct str *ret)
{
    if (!side->passage)
        return false;
    struct str sentence = nearest(arena, side->text, pool->spans[side->passage - 1].quote);
    struct str words = without_stop(sentence);
    if (words.len == 0 || str_find_char(sentence, '\n', 0) >= 0 || str_find_char(sentence, '|', 0) >= 0)
        return false;
    *ret = str_format(arena, "%.*s [%zu].", STR_ARG(words), side->passage);
    return true;
}

bool sides_stand_alone(struct str body) { return str_starts(body, HEADING_LINE); }

void sides_add(struct branch *branch, const struct writing *writing, struct draft_report *draft)
{
    const struct contradictions *all = &writing->contradictions;
    const struct evidence_finding *sides = writing->findings;
    const struct evidence_pool *pool = &draft->pool;
    struct synthesis *written = &draft->synthesis;
    struct arena *scratch = arena_new();
    struct cited cited = { draft, arena_calloc(scratch, writing->sources->n + 1, sizeof(bool)) };
    struct buf text;

    buf_init(&text, SECTION_MAX);
    markers_rewrite_line(scratch, written->body, note_source, &cited);
    for (size_t i = 0; i < all->n && !written->by_source && !written->extractive && !written->by_code; i++) {
        const struct research_contradiction *c = &all->items[i];
        struct str one, other;

        if (c->resolution.len || (any(cited.sources, c->one, c->one_n) && any(cited.sources, c->other, c->other_n)) ||
            !quote_side(scratch, pool, &sides[2 * i], &one) || !quote_side(scratch, pool, &sides[2 * i + 1], &other) ||
            sides[2 * i].passage == sides[2 * i + 1].passage)
            continue;
        if (text.len == 0)
            buf_add_z(&text, HEADING);
        buf_add_z(&text, "\n### ");
        markdown_escape(&text, text_phrase(scratch, c->description, HEADING_CHARACTERS));
        buf_format(&text, "\n\n- %.*s\n- %.*s\n", STR_ARG(one), STR_ARG(other));
    }
    struct str section = buf_take(&text, scratch);
    if (section.len)
        written->body = str_format(branch_arena(branch), "%.*s%.*s", STR_ARG(str_trim(written->body)),
                                   STR_ARG(section));
    arena_free(scratch);
}
