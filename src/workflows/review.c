#include "workflows/review.h"

#include "run/events.h"
#include "text/utf8.h"

enum { ITEMS_MAX = 50, ITEM_CHARACTERS = 300, QUESTION_BYTES = 64 * 1024 };

bool review_wanted(const struct branch *branch)
{
    return branch_settings(branch)->review_plan && !branch_finishing(branch);
}

/* "3. words", "3) words", "- words", "* words": the words; else nothing. */
static bool numbered(struct str line, struct str *ret)
{
    size_t at = 0;

    while (at < line.len && line.data[at] >= '0' && line.data[at] <= '9')
        at++;
    if (at > 0 && at < line.len && (line.data[at] == '.' || line.data[at] == ')'))
        at++;
    else if (at == 0 && line.len && (line.data[0] == '-' || line.data[0] == '*'))
        at = 1;
    else
        return false;
    *ret = str_trim(str_sub(line, at, line.len));
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

bool review_consents(struct str answer)
{
    static const char *const words[] = { "ok",      "okay",   "y",    "yes",  "go",         "go on",
                                         "proceed", "accept", "fine", "good", "looks good", NULL };

    answer = str_trim(answer);
    while (answer.len && (answer.data[answer.len - 1] == '.' || answer.data[answer.len - 1] == '!'))
        answer.len--;
    for (size_t i = 0; words[i]; i++)
        if (str_eq_nocase(answer, str(words[i])))
            return true;
    return answer.len == 0;
}

void review_read(struct arena *arena, const struct str_list *plan, struct str answer, struct review *ret)
{
    struct str rest = in_lines(arena, str_trim(answer)), line, item;
    bool list = true;

    *ret = (struct review){ .answer = REVIEW_ACCEPTED };
    if (review_consents(rest))
        return;
    while (list && str_next_line(&rest, &line)) {
        line = str_trim(line);
        if (line.len == 0)
            continue;
        list = numbered(line, &item);
        item = list ? utf8_cut(item, ITEM_CHARACTERS) : str("");
        if (item.len && ret->items.n < ITEMS_MAX && !str_list_has(&ret->items, item))
            str_list_add(arena, &ret->items, str_dup(arena, item));
    }
    if (!list || ret->items.n == 0)
        *ret = (struct review){ .answer = REVIEW_GUIDANCE, .guidance = str_dup(arena, str_trim(answer)) };
    else if (!same_items(plan, &ret->items))
        ret->answer = REVIEW_EDITED;
}

int review_plan(struct branch *branch, struct path path, const char *unit, const struct str_list *plan,
                struct review *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    struct buf text;
    struct str answer;

    buf_init(&text, QUESTION_BYTES);
    buf_format(&text,
               "The plan has %zu %s. An empty answer goes on with it, numbered lines replace it, and other words tell "
               "the planner what to change.\n",
               plan->n, unit);
    for (size_t i = 0; i < plan->n; i++)
        buf_format(&text, "\n%zu. %.*s", i + 1, STR_ARG(plan->items[i]));
    struct str asked = buf_take(&text, arena);
    const struct event_clarification_needed event = { .questions = { &asked, 1, 1 }, .plan = *plan };
    int r = effect_ask(branch, path, &(struct effect_question){ QUESTION_PLAN, EVENT_CLARIFICATION_NEEDED, &event },
                       &answer, e);
    if (r < 0)
        return r;
    review_read(arena, plan, answer, ret);
    if (ret->answer == REVIEW_GUIDANCE)
        branch_add_said(branch, ret->guidance);
    return 0;
}
