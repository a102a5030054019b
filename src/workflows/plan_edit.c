#include "workflows/plan_edit.h"

#include <string.h>

enum { LINES_MAX = 100 }; /* a larger number is no line of a plan */

static bool is_one_of(struct str word, const char *const *words)
{
    for (; *words; words++)
        if (str_eq_nocase(word, str(*words)))
            return true;
    return false;
}

/* The first word of the text; *text begins behind it. */
static struct str take_word(struct str *text)
{
    size_t n = 0;

    *text = str_trim(*text);
    while (n < text->len && text->data[n] != ' ' && text->data[n] != '\t')
        n++;
    struct str word = str_sub(*text, 0, n);
    *text = str_trim(str_sub(*text, n, text->len));
    return word;
}

/* Digits at the start of the text, a number from 1 on; how many there are. */
static size_t take_number(struct str text, size_t *ret)
{
    size_t n = 0, value = 0;

    while (n < text.len && text.data[n] >= '0' && text.data[n] <= '9' && value < 1000000)
        value = value * 10 + (size_t) (text.data[n++] - '0');
    *ret = value;
    return n;
}

static enum plan_edit wrong(struct arena *arena, const struct str_list *plan, size_t number, struct str *ret_said)
{
    *ret_said = str_format(arena, "There is no line %zu: the plan has %zu.", number, plan->n);
    return PLAN_WRONG;
}

/* --- removing --- */

/* "3", "#3", "2-4", "last"; false: it is none of these. */
static bool mark_range(struct str word, size_t lines, bool marked[], size_t *ret_beyond)
{
    size_t first, last;

    if (str_eq_nocase(word, str("last"))) {
        if (lines)
            marked[lines - 1] = true;
        return lines > 0;
    }
    if (str_starts(word, "#"))
        word = str_sub(word, 1, word.len);
    size_t n = take_number(word, &first);
    if (n == 0)
        return false;
    last = first;
    if (n < word.len) {
        size_t more = word.data[n] == '-' ? take_number(str_sub(word, n + 1, word.len), &last) : 0;

        if (more == 0 || n + 1 + more != word.len || last < first)
            return false;
    }
    if (first < 1 || last > lines) {
        *ret_beyond = first < 1 ? first : last;
        return true;
    }
    for (size_t i = first; i <= last; i++)
        marked[i - 1] = true;
    return true;
}

/* "3", "steps 2 and 3", "2-4, 6" */
static enum plan_edit drop(struct arena *arena, struct str_list *plan, struct str text, struct str *ret_said)
{
    static const char *const light[] = { "step",   "steps", "line", "lines", "query", "queries", "sub-query",
                                         "number", "no",    "nr",   "the",   "and",   "&",       NULL };
    bool *marked = arena_calloc(arena, plan->n + 1, sizeof *marked);
    struct str_list left = { 0 };
    size_t beyond = SIZE_MAX;
    bool any = false;

    text = str_replace(arena, text, str(","), str(" "));
    while (str_trim(text).len) {
        struct str word = take_word(&text);

        if (str_ends(word, "."))
            word.len--;
        if (word.len == 0 || is_one_of(word, light))
            continue;
        if (!mark_range(word, plan->n, marked, &beyond))
            return PLAN_UNKNOWN;
        any = true;
    }
    if (!any)
        return PLAN_UNKNOWN;
    if (beyond != SIZE_MAX)
        return wrong(arena, plan, beyond, ret_said);
    for (size_t i = 0; i < plan->n; i++)
        str_list_add(arena, &left, marked[i] ? str("") : plan->items[i]);
    *plan = left;
    return PLAN_CHANGED;
}

/* --- other words for a line --- */

static enum plan_edit replace(struct arena *arena, struct str_list *plan, size_t number, struct str text,
                              struct str *ret_said)
{
    struct str_list changed = { 0 };

    if (number < 1 || number > plan->n)
        return wrong(arena, plan, number, ret_said);
    for (size_t i = 0; i < plan->n; i++)
        str_list_add(arena, &changed, i + 1 == number ? str_dup(arena, text) : plan->items[i]);
    *plan = changed;
    return PLAN_CHANGED;
}

static const char *const line_words[] = { "step", "line", "query", NULL };

/* "2: words", "2. words", "step 2: words"; "3.", "3.5 percent", "12:30" and "2020: the year" are none. */
static enum plan_edit by_number(struct arena *arena, struct str_list *plan, struct str line, struct str *ret_said)
{
    struct str rest = line;
    size_t number;

    if (!is_one_of(take_word(&rest), line_words))
        rest = line;
    size_t n = take_number(rest, &number);
    if (n == 0 || n == rest.len || !strchr(":.)", rest.data[n]))
        return PLAN_UNKNOWN;
    struct str words = str_sub(rest, n + 1, rest.len);
    if (str_trim(words).len == 0 || number > LINES_MAX || (rest.data[n] == '.' && words.data[0] != ' ') ||
        (words.data[0] >= '0' && words.data[0] <= '9'))
        return PLAN_UNKNOWN;
    return replace(arena, plan, number, str_trim(words), ret_said);
}

/* "2 to words", "step 2: words" behind "change" */
static enum plan_edit change(struct arena *arena, struct str_list *plan, struct str text, struct str *ret_said)
{
    static const char *const to[] = { "to", "with", "by", "into", NULL };
    struct str rest = text, word = take_word(&rest);
    size_t number;

    if (is_one_of(word, line_words))
        word = take_word(&rest);
    size_t n = take_number(word, &number);
    if (n == 0 || n + 1 < word.len || (n < word.len && word.data[n] != ':'))
        return PLAN_UNKNOWN;
    struct str behind = rest;
    if (n == word.len && !is_one_of(take_word(&behind), to))
        return PLAN_UNKNOWN;
    return behind.len ? replace(arena, plan, number, behind, ret_said) : PLAN_UNKNOWN;
}

/* --- adding --- */

/* "add Denmark and drop the prices" is a sentence for the planner, not a line of the plan. */
static bool is_one_line(struct str text)
{
    static const char *const others[] = { "drop",    "remove",  "delete", "change", "replace",
                                          "instead", "without", "leave",  NULL };

    if (strchr(".!", text.data[text.len - 1]))
        return false;
    while (text.len)
        if (is_one_of(take_word(&text), others))
            return false;
    return true;
}

static enum plan_edit add(struct arena *arena, struct str_list *plan, struct str text)
{
    struct str_list more = { 0 };

    for (size_t i = 0; i < plan->n; i++)
        str_list_add(arena, &more, plan->items[i]);
    str_list_add(arena, &more, str_dup(arena, text));
    *plan = more;
    return PLAN_CHANGED;
}

/* --- all of them --- */

bool plan_consents(struct str answer)
{
    static const char *const core[] = { "ok",      "okay",   "y",        "yes",      "yep",    "go",
                                        "proceed", "accept", "accepted", "agree",    "agreed", "fine",
                                        "good",    "great",  "perfect",  "continue", "start",  "sure",
                                        "lgtm",    "right",  "alright",  NULL };
    static const char *const light[] = { "on",  "ahead", "it",     "is",   "this", "that",   "looks", "look", "with",
                                         "all", "the",   "please", "plan", "i",    "thanks", "do",    NULL };
    bool any = false;

    for (answer = str_trim(answer); answer.len;) {
        struct str word = take_word(&answer);

        while (word.len && strchr(",.!;:", word.data[word.len - 1]))
            word.len--;
        any = any || is_one_of(word, core);
        if (word.len && !is_one_of(word, core) && !is_one_of(word, light))
            return false;
        if (answer.len == 0)
            return any;
    }
    return true;
}

const char *const plan_commands[][2] = {
    { "drop 2", "remove a line; several: drop 2 3, drop 2-4" },
    { "2: other words", "replace a line" },
    { "add words", "add a line" },
    { "note words", "tell the planner, who plans again" },
    { NULL, NULL },
};

void plan_edit_settle(struct arena *arena, struct str_list *plan)
{
    struct str_list left = { 0 };

    for (size_t i = 0; i < plan->n; i++)
        if (plan->items[i].len)
            str_list_add(arena, &left, plan->items[i]);
    *plan = left;
}

enum plan_edit plan_edit(struct arena *arena, struct str_list *plan, struct str line, struct str *ret_said)
{
    static const char *const stop[] = { "stop", "quit", "exit", "q", "cancel", "no", "n", NULL };
    static const char *const help[] = { "?", "help", "h", NULL };
    static const char *const drops[] = { "drop", "remove", "delete", "rm", "-", NULL };
    static const char *const adds[] = { "+", "add:", NULL };
    static const char *const changes[] = { "change", "replace", "edit", NULL };
    struct str rest = str_trim(line), whole = rest, word = take_word(&rest);

    *ret_said = str("");
    if (plan_consents(whole))
        return PLAN_AGREED;
    if (rest.len == 0)
        return is_one_of(word, stop)   ? PLAN_STOPPED
               : is_one_of(word, help) ? PLAN_HELP
               : word.data[0] == '-'   ? drop(arena, plan, str_sub(word, 1, word.len), ret_said)
                                       : PLAN_UNKNOWN;
    if (is_one_of(word, drops))
        return drop(arena, plan, rest, ret_said);
    if (is_one_of(word, changes))
        return change(arena, plan, rest, ret_said);
    if (is_one_of(word, adds) || (str_eq_nocase(word, str("add")) && is_one_line(rest)))
        return add(arena, plan, rest);
    if (str_eq_nocase(word, str("note")) || str_eq_nocase(word, str("note:"))) {
        *ret_said = str_dup(arena, rest);
        return PLAN_NOTED;
    }
    return by_number(arena, plan, whole, ret_said);
}
