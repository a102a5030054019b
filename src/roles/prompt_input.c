#include "roles/prompt_input.h"

#include "roles/alone_role.h"

#include <string.h>

#include "text/language_detect.h"
#include "text/utf8.h"

enum { IMPROVED_MAX = 500 };

static const struct field quality_fields[] = {
    FIELD_INT(struct prompt_quality, quality, .required = true, .max = 2, .help = "0 invalid, 1 weak, 2 good"),
    FIELD_STR(struct prompt_quality, reason, .required = true, .min = 1, .max = 600, .help = "why, in one sentence"),
    FIELD_AS("improvedPrompt", STR, struct prompt_quality, improved_prompt, .max = IMPROVED_MAX,
             .help = "the prompt as it should be asked; empty if that was not asked for"),
    FIELD_END,
};

static const struct role validate = {
    .name = "validate_input", .tier = TIER_SIMPLE, .answer = quality_fields, .temperature = 0.2, .max_tokens = 600
};
static const struct role improve = {
    .name = "improve_input", .tier = TIER_SIMPLE, .temperature = 0.4, .max_tokens = 600
};

int role_validate_input(struct alone *alone, struct str prompt, bool with_improvement, struct prompt_quality *ret,
                        struct error *e)
{
    const struct template_value values[] = {
        { "prompt", prompt },
        { "improve", str(with_improvement ? "yes" : "") },
        { "boundary", alone_boundary(alone->arena, prompt) },
        { NULL },
    };
    int r = alone_ask(alone, &validate, sizeof *ret, values, ret, e);

    if (r == 0 && (!with_improvement || improved_fault(prompt, &ret->improved_prompt)))
        ret->improved_prompt = str("");
    return r;
}

static bool quoted(struct str text)
{
    return text.len > 2 && strchr("\"'`", text.data[0]) && text.data[text.len - 1] == text.data[0];
}

static bool has_preamble(struct str text)
{
    static const char *const starts[] = { "here is",   "here's",  "sure",   "certainly", "of course", "improved prompt",
                                          "improved:", "prompt:", "option", "version",   "okay",      "i would",
                                          "hier ist",  "gerne",   "voici",  "claro",     NULL };

    for (size_t i = 0; starts[i]; i++)
        if (str_starts_nocase(text, starts[i]))
            return true;
    return false;
}

/* Lines that begin with a number or a bullet: several versions. */
static bool has_options(struct str text)
{
    struct str line;
    size_t n = 0;

    while (str_next_line(&text, &line)) {
        line = str_trim(line);
        n += line.len > 2 && ((line.data[0] >= '1' && line.data[0] <= '9' && strchr(".)", line.data[1])) ||
                              (strchr("-*", line.data[0]) && line.data[1] == ' '));
    }
    return n > 1;
}

const char *improved_fault(struct str prompt, struct str *text)
{
    struct str s = str_trim(*text);

    while (quoted(s))
        s = str_trim(str_sub(s, 1, s.len - 1));
    *text = s;
    if (s.len == 0)
        return "it is empty";
    if (utf8_count(s) > IMPROVED_MAX)
        return "it is longer than 500 characters";
    if (strchr("{[", s.data[0]) || str_starts(s, "```"))
        return "it is JSON or code, not a prompt";
    if (has_preamble(s))
        return "it begins with words to the reader";
    if (has_options(s))
        return "it offers several versions";
    const char *before = language_detect(prompt), *after = language_detect(s);
    return before[0] && after[0] && strcmp(before, after) != 0 ? "it is in another language than the prompt" : NULL;
}

int role_improve_input(struct alone *alone, struct str prompt, struct str *ret, struct error *e)
{
    const char *fault = NULL;

    for (int round = 0; round < 2; round++) {
        const struct template_value values[] = {
            { "prompt", prompt },
            { "fault", str(fault ? fault : "") },
            { "boundary", alone_boundary(alone->arena, prompt) },
            { NULL },
        };
        int r = alone_write(alone, &improve, values, ret, e);

        if (r < 0)
            return r;
        fault = improved_fault(prompt, ret);
        if (!fault)
            return 0;
    }
    return error_set(e, ERROR_UPSTREAM, "The model could not improve the prompt: %s.", fault);
}
