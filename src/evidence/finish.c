/* Stage 8: what the reader gets to see. What its source contradicts or nothing
 * supports is left out and listed with its reason. Then what that leaves behind is
 * tidied up: headings of empty sections and the words before empty lists go,
 * "three reasons" become two. Paragraphs that were touched are written anew by
 * a model where there is one (mend.c); else they stay as they are here. */
#include "evidence/internal.h"

void claim_leave_out(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];

    claim->left_out = true;
    work->left_out++;
    branch_emit(work->branch, EVENT_CONTENT_REVISED,
                &(struct event_content_revised){ str("left_out"), claim->verdict, (int64_t) at + 1 });
}

/* Summaries are no claims of their own: one that nothing carries goes like them, but only for what a verifier said. */
static bool falls(const struct evidence_work *work, const struct claim *claim)
{
    if (claim->kind != KIND_CLAIM && claim->kind != KIND_SUMMARY)
        return false;
    /* Strict: what is a claim is cited or left out. */
    if (work->citations == CITATIONS_STRICT && claim->kind == KIND_CLAIM && claim->spans_n == 0 &&
        !claim->names_speaker)
        return true;
    return claim->verdict == VERDICT_CONTRADICTED || claim->verdict == VERDICT_UNSUPPORTED;
}

/* --- what that leaves behind --- */

/* A heading of the body with the number of its signs; 0: none (the head of a table, a bold line). */
static size_t level_of(const struct evidence_work *work, const struct claim *claim)
{
    size_t at = claim->at.start, level = 0;

    if (claim->kind != KIND_HEADING)
        return 0;
    while (at > 0 && work->body.data[at - 1] == ' ')
        at--;
    while (at > 0 && work->body.data[at - 1] == '#') {
        at--;
        level++;
    }
    return level;
}

static bool gone(const struct claim *claim) { return claim->left_out || claim->dropped; }

/* Is there text that no sentence tells of (code) between two places? */
static bool holds_code(const struct evidence_work *work, size_t start, size_t end)
{
    return str_find(str_sub(work->body, start, end), str("```"), 0) >= 0;
}

/* A section whose every sentence went, from the innermost outwards. */
static void drop_empty_sections(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = claims->n; i-- > 0;) {
        size_t level = level_of(work, &claims->items[i]), end = i + 1;
        bool any = false, lost = false;

        if (level == 0)
            continue;
        for (; end < claims->n; end++) {
            size_t other = level_of(work, &claims->items[end]);

            if (other && other <= level)
                break;
            any = any || !gone(&claims->items[end]);
            lost = lost || claims->items[end].left_out;
        }
        size_t until = end < claims->n ? claims->items[end].at.start : work->body.len;
        if (lost && !any && !holds_code(work, claims->items[i].at.end, until))
            claims->items[i].dropped = true;
    }
}

/* The head of a table without rows. */
static void drop_empty_tables(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        struct str head = str_sub(work->body, claims->items[i].at.start, claims->items[i].at.end);
        bool any = false, lost = false;

        if (claims->items[i].kind != KIND_HEADING || !str_starts(head, "|"))
            continue;
        for (size_t k = i + 1; k < claims->n && str_eq(claims->items[k].lead, head); k++) {
            any = any || !gone(&claims->items[k]);
            lost = lost || claims->items[k].left_out;
        }
        claims->items[i].dropped = lost && !any;
    }
}

static const char *const counts[] = { "zero", "one",   "two",   "three", "four", "five",
                                      "six",  "seven", "eight", "nine",  "ten" };
enum { COUNTS = sizeof counts / sizeof *counts, BY_PROOF = 970 };

/* "three reasons": what a list of the report itself has. "Three quays" are things of the world, of which there are three however many the
 * report tells of. One or two words may stand between ("three main reasons").
 * The byte behind the noun; 0: it counts something else. */
static size_t behind_own_noun(struct str behind)
{
    static const char nouns[] =
        "reasons points lessons findings factors aspects examples arguments issues questions answers themes trends "
        "topics takeaways conclusions causes effects consequences benefits advantages disadvantages drawbacks risks "
        "challenges obstacles limits limitations differences similarities observations caveats considerations "
        "recommendations suggestions tips things ways facts claims items explanations strengths weaknesses";
    struct str rest = behind, word;

    for (int i = 0; i < 3 && str_next(&rest, ' ', &word); i++) {
        while (word.len && strchr(":,.;", word.data[word.len - 1]))
            word.len--;
        if (str_in_words(nouns, word))
            return (size_t) (word.data - behind.data) + word.len;
    }
    return 0;
}

/* Does a passage that the items of the list cite say "three quays" itself, or "3 quays"? `counted`: the count and the noun. */
static bool source_counts(struct evidence_work *work, const struct claim *items, size_t n, struct str counted,
                          size_t count)
{
    struct str digits = str_format(work->arena, "%zu%.*s", count,
                                   STR_ARG(str_sub(counted, strlen(counts[count]), counted.len)));

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < items[i].spans_n; k++) {
            struct str text = source_text(&work->pool->sources->items[work->pool->spans[items[i].spans[k]].source]);

            if (str_contains_nocase(text, str_dup(work->arena, counted).data) || str_contains_nocase(text, digits.data))
                return true;
        }
    return false;
}

/* Where a text counts what follows it: the count, and the byte behind what it counts. */
struct counted {
    struct span count;
    size_t end;
    bool own; /* things of the report ("reasons"), not of the world ("quays") */
};

/* "All three", "the first two", "at least two" say more than how many follow. */
static bool says_more(struct str before)
{
    static const char *const words[] = { "all ",  "other ", "first ", "last ", "only ", "just ",
                                         "than ", "least ", "most ",  "or ",   "and ",  NULL };

    for (size_t i = 0; words[i]; i++)
        if (str_ends(before, words[i]))
            return true;
    return false;
}

static bool find_count(struct str text, size_t count, struct counted *ret)
{
    struct str word = str(count < COUNTS ? counts[count] : "");

    for (size_t at = 0; word.len && at + word.len + 1 < text.len; at++) {
        size_t end = at + word.len;
        struct str behind = str_sub(text, end + 1, text.len);

        if ((at > 0 && !strchr(" (", text.data[at - 1])) || text.data[end] != ' ' ||
            !str_eq_nocase(str_sub(text, at, end), word) || says_more(str_sub(text, 0, at)))
            continue;
        size_t noun = behind_own_noun(behind);
        ptrdiff_t space = str_find_char(behind, ' ', 0);
        ret->own = noun > 0;
        ret->count = (struct span){ at, end };
        ret->end = end + 1 + (noun ? noun : space > 0 ? (size_t) space : 0);
        if (noun || (at == 0 && space > 0))
            return true;
    }
    return false;
}

/* The text with another count, or with none. Capitals stay. */
static struct str with_count(struct arena *arena, struct str text, const struct counted *c, size_t count)
{
    struct str before = str_sub(text, 0, c->count.start), behind = str_sub(text, c->count.end, text.len);
    bool capital = text.data[c->count.start] >= 'A' && text.data[c->count.start] <= 'Z';
    struct str rest = count ? str_format(arena, "%s%.*s", counts[count], STR_ARG(behind))
                            : str_sub(behind, 1, behind.len);
    char first = rest.data[0];

    return str_format(arena, "%.*s%c%.*s", STR_ARG(before),
                      capital && first >= 'a' && first <= 'z' ? first - ('a' - 'A') : first,
                      STR_ARG(str_sub(rest, 1, rest.len)));
}

/* What code says of a sentence that it changed, so that its row fits what is shown. */
static void write_instead(struct evidence_work *work, struct claim *claim, struct str text)
{
    claim->instead = claim->text = text;
    if (claim->verdict == VERDICT_QUOTED)
        claim_decide(claim, VERDICT_SUPPORTED, BY_PROOF,
                     str("The source says so in these words; how many there are is left out, for not all are told."));
    if (claim->numbers_n)
        claim_number_rows(work, claim);
}

/* "Three reasons" with two left are two, if nothing but the report has them; else they are not counted: the source has three. "Three
 * quays" are things of the world, of which there are three however many the report tells of, if a source says so. */
void lead_recount(struct evidence_work *work, struct claim *lead, const struct lead *list)
{
    struct counted c;

    if (list->before == list->after || !find_count(lead->text, list->before, &c))
        return;
    bool said = lead->marked ||
                source_counts(work, list->items, list->n, str_sub(lead->text, c.count.start, c.end), list->before);
    if (c.own && !said && list->after > 1)
        lead->instead = with_count(work->arena, lead->text, &c, list->after);
    else if (c.own || !said)
        write_instead(work, lead, with_count(work->arena, lead->text, &c, 0));
}

/* One item is left of several that were announced, and it is a sentence of its own. */
static bool needs_no_lead(const struct claim *lead, const struct claim *item, const struct lead *list)
{
    struct counted c;

    return !lead->marked && list->after == 1 && str_ends(item->text, ".") && find_count(lead->text, list->before, &c);
}

/* The words a list stands behind: they go with the last item, and count those that are left. */
static void mend_leads(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        struct claim *lead = &claims->items[i];
        const struct claim *item = NULL;
        size_t last = SIZE_MAX, k;
        struct lead list = { .items = lead + 1 };

        if (gone(lead) || !str_ends(lead->text, ":"))
            continue;
        for (k = i + 1; k < claims->n && str_eq(claims->items[k].lead, lead->text); k++) {
            bool stays = !gone(&claims->items[k]);

            list.before += claims->items[k].block != last;
            last = claims->items[k].block;
            item = stays ? &claims->items[k] : item;
            for (; k + 1 < claims->n && claims->items[k + 1].block == last; k++)
                stays = stays || !gone(&claims->items[k + 1]);
            list.after += stays;
        }
        list.n = k - i - 1;
        if (list.before == list.after)
            continue;
        if (!lead->marked && (list.after == 0 || (item && needs_no_lead(lead, item, &list))))
            lead->dropped = true;
        else
            lead_recount(work, lead, &list);
    }
}

int stage_finish(struct evidence_work *work, struct error *e)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (falls(work, &work->claims.items[i]))
            claim_leave_out(work, i);
    drop_empty_tables(work);
    mend_leads(work);
    drop_empty_sections(work);
    int r = work->model && !branch_finishing(work->branch) ? stage_mend(work, e) : 0;
    if (r == 0 && work->left_out) {
        openings_mend(work);
        drop_empty_sections(work);
    }
    return r;
}
