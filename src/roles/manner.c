#include "roles/manner.h"

enum {
    BRIEF_WORDS = 120,
    WORDS_LEAST = 150, /* an answer, a section and what is uncertain */
    WORDS_LEAST_SHORT = 100,
    ROUND = 50,
};

bool manner_is(const struct run_settings *settings, const char *kind) { return str_is(settings->kind, kind); }

static const struct {
    const char *kind, *line;
} kinds[] = {
    { "brief", "- A brief is wanted: one paragraph that answers, with its numbers, and nothing else. No headings, no "
               "list, no conclusion. What is uncertain goes into the same paragraph, in half a sentence.\n" },
    { "comparison",
      "- A comparison is wanted: after the opening, a table with one column for each of the things compared and one row "
      "for each point on which they differ, short cells with their numbers, \"not stated\" where nothing tells. Then "
      "which of them suits whom, and why.\n" },
    { "timeline",
      "- A timeline is wanted: after the opening, a list in the order of time, one entry for each event, beginning with "
      "its date in bold. Events whose date is disputed or unknown say so. No other sections than this list, what the "
      "course of events shows, and what is uncertain.\n" },
};

struct str manner_lines(struct arena *arena, const struct run_settings *s)
{
    struct str kind = str(""), length = str(""), tone = str(""), audience = str("");

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (manner_is(s, kinds[i].kind))
            kind = str(kinds[i].line);
    if (str_is(s->length, "short"))
        length = str("- Keep it short: the answer, the few facts that carry it, and what is uncertain.\n");
    else if (str_is(s->length, "long"))
        length = str(
            "- Go into detail: every side that the passages tell something about, with its figures, reasons and "
            "exceptions.\n");
    if (s->tone.len)
        tone = str_format(arena, "- Tone: %.*s. The facts and their degree of certainty stay the same.\n",
                          STR_ARG(str_replace(arena, s->tone, str("\n"), str(" "))));
    if (s->audience.len)
        audience = str_format(
            arena,
            "- It is read by: %.*s. Explain what these readers cannot be expected to know, and nothing "
            "else.\n",
            STR_ARG(str_replace(arena, s->audience, str("\n"), str(" "))));
    return str_format(arena, "%.*s%.*s%.*s%.*s", STR_ARG(kind), STR_ARG(length), STR_ARG(tone), STR_ARG(audience));
}

int manner_words(const struct run_settings *s, int least, int most, int64_t tokens)
{
    int64_t words = tokens * 3 / 4, cap = most;

    if (manner_is(s, "brief"))
        return BRIEF_WORDS;
    if (str_is(s->length, "short"))
        cap = least / 2;
    else if (str_is(s->length, "long"))
        cap = most * 8 / 5;
    /* A report is shorter than what it reports on: a third, two thirds, five sixths of it. */
    int64_t sixths = str_is(s->length, "short") ? 2 : str_is(s->length, "long") ? 5 : 4;
    cap = words * sixths / 6 < cap ? words * sixths / 6 : cap;
    cap = (cap + ROUND - 1) / ROUND * ROUND;
    int least_of_all = str_is(s->length, "short") ? WORDS_LEAST_SHORT : WORDS_LEAST;
    return cap > least_of_all ? (int) cap : least_of_all;
}

int64_t manner_tokens(const struct run_settings *s, int64_t tokens)
{
    return str_is(s->length, "long") && !manner_is(s, "brief") ? tokens * 8 / 5 : tokens;
}

void manner_warn(struct branch *branch, bool compared)
{
    const struct run_settings *s = branch_settings(branch);

    if (s->tone.len || s->audience.len)
        branch_warn(branch, "Without a model the sentences stay as their sources have them: tone and audience change "
                            "nothing.");
    if ((manner_is(s, "comparison") && !compared) || manner_is(s, "timeline"))
        branch_warn(branch,
                    "Without a model no %.*s can be made of what the sources say: this is a report of passages.",
                    STR_ARG(s->kind));
}
