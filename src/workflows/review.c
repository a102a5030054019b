#include "workflows/review.h"

#include "run/events.h"
#include "text/utf8.h"
#include "workflows/plan_edit.h"

enum { ITEMS_MAX = 50, ITEM_CHARACTERS = 300, QUESTION_BYTES = 64 * 1024 };

bool review_wanted(const struct branch *branch)
{
    return branch_settings(branch)->review_plan && !branch_finishing(branch);
}

/* "3. words", "3) words", "- words", "* words": the words, and the number (0: a dash); else nothing. */
static bool numbered(struct str line, struct str *ret, size_t *ret_number)
{
    size_t at = 0, number = 0;

    while (at < line.len && at < 4 && line.data[at] >= '0' && line.data[at] <= '9')
        number = number * 10 + (size_t) (line.data[at++] - '0');
    if (at > 0 && at < line.len && (line.data[at] == '.' || line.data[at] == ')'))
        at++;
    else if (at == 0 && line.len && (line.data[0] == '-' || line.data[0] == '*'))
        at = 1;
    else
        return false;
    *ret = str_trim(str_sub(line, at, line.len));
    *ret_number = number;
    return at < line.len && line.data[at] == ' ';
}

/* "1. one thing 2. another" in one line, as it is typed in a shell: a line for each. */
static struct str in_lines(struct arena *arena, struct str answer)
{
    struct buf text;
    size_t from = 0;

    if (!str_starts(answer, "1. ") || str_find_char(answer, '\n', 0) >= 0)
        return answer;
    buf_init(&text, answer.len + ITEMS_MAX);
    for (size_t n = 2; n <= ITEMS_MAX; n++) {
        ptrdiff_t at = str_find(answer, str_format(arena, " %zu. ", n), from);

        if (at < 0)
            break;
        buf_format(&text, "%.*s\n", STR_ARG(str_sub(answer, from, (size_t) at)));
        from = (size_t) at + 1;
    }
    buf_add_str(&text, str_sub(answer, from, answer.len));
    return buf_take(&text, arena);
}

static bool same_items(const struct str_list *a, const struct str_list *b)
{
    bool same = a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same = str_eq(str_trim(a->items[i]), str_trim(b->items[i]));
    return same;
}

/* --- a plan of one's own --- */

/* Is the line a command by its words or its sign? Then it is no line of a plan. */
static bool commands(struct arena *arena, const struct str_list *plan, struct str line)
{
    struct str_list lines = *plan;
    struct str said;

    return plan_edit(arena, &lines, line, &said) != PLAN_UNKNOWN;
}

/* "drop 1; 2: words" in one line, as it is typed in a shell: a line for each, if each is a command. */
static struct str parted(struct arena *arena, const struct str_list *plan, struct str text)
{
    struct str rest = text, piece;

    if (str_find_char(text, '\n', 0) >= 0 || str_find_char(text, ';', 0) < 0)
        return text;
    while (str_next(&rest, ';', &piece))
        if (!commands(arena, plan, piece))
            return text;
    return str_replace(arena, text, str(";"), str("\n"));
}

/* Lines with numbers are a whole plan when they begin with 1, or when one of them stands in the plan as it is: then the person
 * has left out the others. "2. words" alone is another line 2. A line without a number joins two that have one. */
static bool own_plan(struct arena *arena, const struct str_list *plan, struct str text, struct str_list *ret)
{
    struct str line, item;
    size_t first = SIZE_MAX, with = 0, without = 0;
    bool kept = false;

    *ret = (struct str_list){ 0 };
    while (str_next_line(&text, &line)) {
        size_t number = 0;
        bool marked = numbered(str_trim(line), &item, &number);

        line = str_trim(line);
        if (plan_consents(line))
            continue;
        if (number == 0 && commands(arena, plan, line))
            return false;
        item = marked ? item : line;
        first = marked && first == SIZE_MAX ? number : first;
        with += marked;
        without += !marked;
        if (!str_list_has(plan, item)) /* a line of the plan may be longer than one that is typed */
            item = utf8_cut(item, ITEM_CHARACTERS);
        kept = kept || str_list_has(plan, item);
        if (item.len && ret->n < ITEMS_MAX && !str_list_has(ret, item))
            str_list_add(arena, ret, str_dup(arena, item));
    }
    return ret->n && with && (without == 0 || with > 1) && (first <= 1 || kept);
}

/* --- commands --- */

struct str review_note(struct arena *arena, const struct str_list *plan, struct str note)
{
    struct str lines = review_lines(arena, plan), line;
    struct buf text;

    buf_init(&text, lines.len + note.len * 6 + 16);
    buf_add_str(&text, lines);
    while (str_next_line(&note, &line))
        if (!str_empty(str_trim(line)))
            buf_format(&text, "\nnote %.*s", STR_ARG(str_trim(line)));
    return buf_take(&text, arena);
}

/* The words of the lines "note …"; *text is left with the others. */
static struct str take_notes(struct arena *arena, const struct str_list *plan, struct str *text)
{
    struct str_list notes = { 0 }, others = { 0 }, lines;
    struct str rest = *text, line, said;

    while (str_next_line(&rest, &line)) {
        lines = *plan;
        if (plan_edit(arena, &lines, line, &said) == PLAN_NOTED)
            str_list_add(arena, &notes, said);
        else
            str_list_add(arena, &others, line);
    }
    if (notes.n)
        *text = str_trim(str_join(arena, others.items, others.n, "\n"));
    return str_join(arena, notes.items, notes.n, "\n");
}

struct str review_lines(struct arena *arena, const struct str_list *plan)
{
    struct buf text;

    buf_init(&text, QUESTION_BYTES);
    for (size_t i = 0; i < plan->n; i++)
        buf_format(&text, "%s%zu. %.*s", i ? "\n" : "", i + 1, STR_ARG(utf8_clean(arena, plan->items[i])));
    return buf_take(&text, arena);
}

static void refuse(struct review *ret, struct str why) { *ret = (struct review){ REVIEW_WRONG, .wrong = why }; }

/* What becomes of the plan by commands, one per line. False: some line is none. */
static bool by_commands(struct arena *arena, const struct str_list *plan, struct str text, struct review *ret)
{
    struct str_list lines = *plan;
    struct str line, said;

    while (str_next_line(&text, &line)) {
        if (str_empty(str_trim(line)))
            continue;
        switch (plan_edit(arena, &lines, line, &said)) {
        case PLAN_AGREED:
        case PLAN_CHANGED: break;
        case PLAN_WRONG: return refuse(ret, said), true;
        case PLAN_STOPPED: return refuse(ret, str("Nothing is searched.")), true;
        case PLAN_HELP: return refuse(ret, str(REVIEW_HOW)), true;
        default: return false;
        }
    }
    plan_edit_settle(arena, &lines);
    if (lines.n == 0)
        refuse(ret, str("No line of the plan would be left."));
    else
        *ret = (struct review){ same_items(plan, &lines) ? REVIEW_ACCEPTED : REVIEW_EDITED, .items = lines };
    return true;
}

/* Without notes: what becomes of the plan; REVIEW_GUIDANCE: the words change nothing by themselves. */
static void read_changes(struct arena *arena, const struct str_list *plan, struct str text, struct review *ret)
{
    struct str_list own;

    *ret = (struct review){ REVIEW_ACCEPTED, .items = *plan };
    if (plan_consents(text))
        return;
    bool list = own_plan(arena, plan, text, &own);
    if (!list && by_commands(arena, plan, text, ret))
        return;
    if (!list)
        *ret = (struct review){ REVIEW_GUIDANCE, .items = *plan, .guidance = str_dup(arena, text) };
    else if (!same_items(plan, &own))
        *ret = (struct review){ REVIEW_EDITED, .items = own };
}

void review_read(struct arena *arena, const struct str_list *plan, struct str answer, struct review *ret)
{
    struct str text = parted(arena, plan, in_lines(arena, str_trim(answer)));
    struct str note = take_notes(arena, plan, &text);

    read_changes(arena, plan, text, ret);
    if (note.len && ret->answer == REVIEW_GUIDANCE)
        ret->guidance = str_trim(answer);
    else if (note.len && ret->answer != REVIEW_WRONG)
        *ret = (struct review){ REVIEW_GUIDANCE, .items = ret->items, .guidance = note };
    for (size_t i = 0; ret->answer == REVIEW_GUIDANCE && i < ret->items.n; i++)
        if (!str_list_has(plan, ret->items.items[i]))
            str_list_add(arena, &ret->own, ret->items.items[i]);
}

/* What a person wrote in an earlier round and left in the plan is still the person's. */
static void keep_own(struct arena *arena, const struct str_list *before, struct review *ret)
{
    for (size_t i = 0; i < before->n; i++)
        if (str_list_has(&ret->items, before->items[i]) && !str_list_has(&ret->own, before->items[i]))
            str_list_add(arena, &ret->own, before->items[i]);
}

int review_plan(struct branch *branch, struct path path, const char *unit, const struct str_list *plan,
                struct review *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    const struct str_list own = ret->own;
    struct buf text;
    struct str answer;

    buf_init(&text, QUESTION_BYTES);
    buf_format(&text, "The plan has %zu %s. " REVIEW_HOW "\n", plan->n, unit);
    for (size_t i = 0; i < plan->n; i++)
        buf_format(&text, "\n%zu. %.*s", i + 1, STR_ARG(plan->items[i]));
    struct str asked = buf_take(&text, arena);
    const struct event_clarification_needed event = { .questions = { &asked, 1, 1 }, .plan = *plan };
    int r = effect_ask(branch, path, &(struct effect_question){ QUESTION_PLAN, EVENT_CLARIFICATION_NEEDED, &event },
                       &answer, e);
    if (r < 0)
        return r;
    review_read(arena, plan, answer, ret);
    if (ret->answer == REVIEW_WRONG) /* it was given before there was a plan: the planner reads it */
        *ret = (struct review){ .answer = REVIEW_GUIDANCE, .items = *plan, .guidance = str_trim(answer) };
    keep_own(arena, &own, ret);
    if (ret->answer == REVIEW_GUIDANCE)
        branch_add_said(branch, ret->guidance);
    return 0;
}
