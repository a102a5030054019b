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

/* A heading of the body with the number of its signs, one that states something, too; 0: none (the head of a table, a
 * bold line). */
static size_t signs_of(const struct evidence_work *work, const struct claim *claim)
{
    size_t at = claim->at.start, level = 0;

    while (at > 0 && work->body.data[at - 1] == ' ')
        at--;
    while (at > 0 && work->body.data[at - 1] == '#') {
        at--;
        level++;
    }
    return at == 0 || work->body.data[at - 1] == '\n' ? level : 0;
}

static size_t level_of(const struct evidence_work *work, const struct claim *claim)
{
    return claim->kind == KIND_HEADING ? signs_of(work, claim) : 0;
}

/* Is there text that no sentence tells of (code) between two places? */
static bool holds_code(const struct evidence_work *work, size_t start, size_t end)
{
    return str_find(str_sub(work->body, start, end), str("```"), 0) >= 0;
}

/* The first claim behind the section of this heading. */
static size_t section_end(const struct evidence_work *work, size_t heading)
{
    size_t level = signs_of(work, &work->claims.items[heading]), end = heading + 1;

    for (; end < work->claims.n; end++) {
        size_t other = signs_of(work, &work->claims.items[end]);

        if (other && other <= level)
            break;
    }
    return end;
}

/* A section whose every sentence went, from the innermost outwards. */
static void drop_empty_sections(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = claims->n; i-- > 0;) {
        bool any = false, lost = false;

        if (level_of(work, &claims->items[i]) == 0)
            continue;
        size_t end = section_end(work, i);
        for (size_t k = i + 1; k < end; k++) {
            any = any || !claim_is_gone(&claims->items[k]);
            lost = lost || claims->items[k].left_out;
        }
        size_t until = end < claims->n ? claims->items[end].at.start : work->body.len;
        if (lost && !any && !holds_code(work, claims->items[i].at.end, until))
            claims->items[i].dropped = true;
    }
}

/* What stands under a heading that went must not seem to belong to the section before it. Under the heading above both it may stand. */
static void part_fallen_sections(struct evidence_work *work)
{
    struct claims *claims = &work->claims;
    size_t shown = 0; /* the signs of the last heading that is shown */

    for (size_t i = 0; i < claims->n; i++) {
        size_t signs = signs_of(work, &claims->items[i]), end = i + 1;
        bool any = false;

        if (signs && !claim_is_gone(&claims->items[i]))
            shown = signs;
        if (signs == 0 || !claims->items[i].left_out || shown < signs)
            continue;
        for (; end < claims->n && signs_of(work, &claims->items[end]) == 0; end++)
            any = any || !claim_is_gone(&claims->items[end]);
        size_t until = end < claims->n ? claims->items[end].at.start : work->body.len;
        claims->items[i].rule = any || holds_code(work, claims->items[i].at.end, until);
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
            any = any || !claim_is_gone(&claims->items[k]);
            lost = lost || claims->items[k].left_out;
        }
        claims->items[i].dropped = lost && !any;
    }
}

static const char *const counts[] = { "zero", "one",   "two",   "three", "four", "five",
                                      "six",  "seven", "eight", "nine",  "ten" };
enum { COUNTS = sizeof counts / sizeof *counts };

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

void claim_write_instead(struct evidence_work *work, struct claim *claim, struct str text, const char *why)
{
    claim->instead = claim->text = text;
    if (claim->verdict == VERDICT_QUOTED)
        claim_decide(claim, VERDICT_SUPPORTED, BY_PROOF,
                     str_format(work->arena, "The source says so in these words; %s.", why));
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
        claim_write_instead(work, lead, with_count(work->arena, lead->text, &c, 0),
                            "how many there are is left out, for not all are told");
}

/* One item is left of several that were announced, and it is a sentence of its own. */
static bool needs_no_lead(const struct claim *lead, const struct lead *list)
{
    struct counted c;

    return list->after == 1 && str_ends(list->left->text, ".") && find_count(lead->text, list->before, &c);
}

/* The words that announce a list: they go with the last item, and count those that are left. */
static void mend_lead(struct evidence_work *work, struct claim *lead, const struct lead *list)
{
    if (list->before == list->after)
        return;
    if (!lead->marked && (list->after == 0 || needs_no_lead(lead, list)))
        lead->dropped = true;
    else
        lead_recount(work, lead, list);
}

/* Counts the block that begins with claim `at`, an item of the list; returns the claim behind it. */
static size_t add_block(const struct claims *claims, size_t at, struct lead *list)
{
    size_t block = claims->items[at].block;
    bool stays = false;

    for (; at < claims->n && claims->items[at].block == block; at++) {
        if (!claim_is_gone(&claims->items[at]) && !stays)
            list->left = &claims->items[at];
        stays = stays || !claim_is_gone(&claims->items[at]);
    }
    list->before++;
    list->after += stays;
    list->n = (size_t) (&claims->items[at] - list->items);
    return at;
}

/* The words a list stands behind. */
static void mend_leads(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        struct claim *lead = &claims->items[i];
        struct lead list = { .items = lead + 1 };

        if (claim_is_gone(lead) || !str_ends(lead->text, ":"))
            continue;
        for (size_t k = i + 1; k < claims->n && str_eq(claims->items[k].lead, lead->text);)
            k = add_block(claims, k, &list);
        mend_lead(work, lead, &list);
    }
}

/* --- lists in lists --- */

/* Does the line of the claim begin with the sign of a list, directly before it? Its indent. */
static bool is_item(const struct evidence_work *work, const struct claim *claim, size_t *ret_indent)
{
    size_t start = claim->at.start, at;

    while (start > 0 && work->body.data[start - 1] != '\n')
        start--;
    struct str sign = str_trim(str_sub(work->body, start, claim->at.start));
    for (at = start; at < claim->at.start && work->body.data[at] == ' ';)
        at++;
    *ret_indent = at - start;
    if (sign.len == 1 && strchr("-*+", sign.data[0]))
        return true;
    for (at = 0; at + 1 < sign.len; at++)
        if (sign.data[at] < '0' || sign.data[at] > '9')
            return false;
    return sign.len > 1 && strchr(".)", sign.data[sign.len - 1]);
}

static size_t block_start(const struct claims *claims, size_t at)
{
    while (at > 0 && claims->items[at - 1].block == claims->items[at].block)
        at--;
    return at;
}

static size_t block_end(const struct claims *claims, size_t at)
{
    size_t block = claims->items[at].block;

    while (at < claims->n && claims->items[at].block == block)
        at++;
    return at;
}

/* "- Results were:" with its own items below it; where there are none, those that follow it up to the next one that ends so. */
static void mend_item_leads(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = claims->n; i-- > 0;) {
        struct claim *lead = &claims->items[i];
        struct lead list = { .items = lead + 1 };
        size_t mine, indent, k = i + 1;

        if (claim_is_gone(lead) || !str_ends(lead->text, ":") || block_end(claims, i) != k ||
            !is_item(work, &claims->items[block_start(claims, i)], &mine))
            continue;
        bool deeper = k < claims->n && is_item(work, &claims->items[k], &indent) && indent > mine;
        while (k < claims->n && is_item(work, &claims->items[k], &indent) && indent >= mine + deeper) {
            size_t end = block_end(claims, k);

            if (!deeper && str_ends(claims->items[end - 1].text, ":"))
                break;
            k = add_block(claims, k, &list);
        }
        if (deeper || list.after == 0)
            mend_lead(work, lead, &list);
    }
}

static bool block_gone(const struct claims *claims, size_t at)
{
    for (size_t end = block_end(claims, at); at < end; at++)
        if (!claim_is_gone(&claims->items[at]))
            return false;
    return true;
}

/* Items below one that went take its place, else they would seem to belong to the one before that. */
static void lift_orphans(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i = block_end(claims, i)) {
        size_t mine, indent;

        if (!is_item(work, &claims->items[i], &mine) || mine == 0)
            continue;
        for (size_t k = i; k > 0;) {
            k = block_start(claims, k - 1);
            if (!is_item(work, &claims->items[k], &indent))
                break;
            if (indent >= mine)
                continue;
            claims->items[i].outdent = claims->items[k].outdent + (block_gone(claims, k) ? mine - indent : 0);
            break;
        }
    }
}

/* --- tables --- */

/* "compares the three clinics": the count of its rows, whatever they are. */
static bool find_row_count(struct str text, size_t count, struct counted *ret)
{
    struct str word = str(count < COUNTS ? counts[count] : "");

    for (size_t at = 0; word.len && at + word.len + 1 < text.len; at++)
        if ((at == 0 || text.data[at - 1] == ' ') && text.data[at + word.len] == ' ' &&
            str_eq_nocase(str_sub(text, at, at + word.len), word) && !says_more(str_sub(text, 0, at))) {
            *ret = (struct counted){ .count = { at, at + word.len } };
            return true;
        }
    return false;
}

/* The words before a table that lost rows: they go with the last row, and where they compare several and one is left; else
 * they no longer count them. */
static void mend_table_lead(struct evidence_work *work, struct claim *lead, size_t before, size_t after)
{
    struct counted c;
    bool counts_rows = find_row_count(lead->text, before, &c);

    if (after == 0 || (after == 1 && (counts_rows || str_contains_nocase(lead->text, "compar"))))
        lead->dropped = true;
    else if (counts_rows)
        lead->instead = with_count(work->arena, lead->text, &c, 0);
}

static void mend_table_leads(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 1; i < claims->n; i++) {
        struct str head = str_sub(work->body, claims->items[i].at.start, claims->items[i].at.end);
        struct claim *lead = &claims->items[i - 1];
        struct lead rows = { .items = lead + 2 };
        bool caption = lead->kind == KIND_HEADING; /* a bold line, whatever it cites */

        if (claims->items[i].kind != KIND_HEADING || !str_starts(head, "|") || claim_is_gone(lead) ||
            signs_of(work, lead) || str_starts(lead->text, "|") ||
            (!caption && (lead->spans_n || !str_ends(lead->text, ":"))))
            continue;
        for (size_t k = i + 1; k < claims->n && str_eq(claims->items[k].lead, head);)
            k = add_block(claims, k, &rows);
        if (rows.after < rows.before)
            mend_table_lead(work, lead, rows.before, rows.after);
    }
}

/* --- headings that count --- */

enum unit { UNIT_ITEM, UNIT_SECTION, UNIT_BLOCK, UNIT_COUNT };

/* Is the block that begins with the claim one of what the heading may count? `level`: of the heading. */
static bool is_unit(const struct evidence_work *work, const struct claim *claim, enum unit unit, size_t level)
{
    size_t signs = signs_of(work, claim), indent;

    if (unit == UNIT_SECTION)
        return signs == level + 1;
    return signs == 0 && (unit == UNIT_BLOCK || (is_item(work, claim, &indent) && indent == 0));
}

/* How many of them the section [from, end) had and has. */
static void count_units(const struct evidence_work *work, size_t from, size_t end, enum unit unit, struct lead *ret)
{
    const struct claims *claims = &work->claims;
    size_t level = signs_of(work, &claims->items[from - 1]);

    *ret = (struct lead){ .items = &claims->items[from] };
    for (size_t i = from; i < end;) {
        if (is_unit(work, &claims->items[i], unit, level))
            i = add_block(claims, i, ret);
        else
            i = block_end(claims, i);
    }
}

/* "## Two lessons" above one. */
static void recount_headings(struct evidence_work *work)
{
    struct claims *claims = &work->claims;

    for (size_t i = 0; i < claims->n; i++) {
        size_t level = level_of(work, &claims->items[i]), count = COUNTS;
        struct claim *heading = &claims->items[i];
        struct counted c;
        struct lead list;

        while (level && --count > 1 && !(find_count(heading->text, count, &c) && c.own)) {
        }
        if (level == 0 || count < 2 || claim_is_gone(heading))
            continue;
        for (enum unit unit = UNIT_ITEM; unit < UNIT_COUNT; unit++) {
            count_units(work, i + 1, section_end(work, i), unit, &list);
            if (list.before != count && !(unit == UNIT_ITEM && list.before > count))
                continue;
            if (list.after < count && list.after < list.before)
                heading->instead = with_count(work->arena, heading->text, &c,
                                              list.before == count && list.after > 1 ? list.after : 0);
            break;
        }
    }
}

int stage_finish(struct evidence_work *work, struct error *e)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (falls(work, &work->claims.items[i]))
            claim_leave_out(work, i);
    drop_empty_tables(work);
    mend_table_leads(work);
    mend_item_leads(work);
    mend_leads(work);
    drop_empty_sections(work);
    recount_headings(work);
    int r = work->model && !branch_finishing(work->branch) ? stage_mend(work, e) : 0;
    if (r == 0 && work->left_out) {
        openings_mend(work);
        drop_empty_sections(work);
        lift_orphans(work);
        part_fallen_sections(work);
    }
    return r;
}
