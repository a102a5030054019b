/* A member of a panel says something of its own and something everybody says; whoever writes cites every answer, and the
 * pages that say the same. */
#include "panel.h"

#include "words.h"

enum { PASSAGES_MAX = 200, SAME_MAX = 12, OWN = 8, SHARED = 2, WRITTEN_MAX = 40 };

struct str panel_role(struct str prompt)
{
    if (str_contains(prompt, "You are one of several researchers who answer the same prompt"))
        return str("panel_answer");
    if (str_contains(prompt, "You write one text out of the answers"))
        return str("panel_synthesis");
    if (str_contains(prompt, "You rewrite a research prompt"))
        return str("improve_input");
    return str("");
}

static struct str say_answer(const struct model_asked *asked, struct hash hash)
{
    struct str question = prompt_question(asked->prompt), topic = words_salient(asked->arena, question, 4);
    struct dice dice = dice_of(hash, "panel");
    struct buf out;

    buf_init(&out, 1 << 16);
    for (size_t i = 0; i < SHARED; i++) { /* what a search would find, from memory */
        struct document d;

        document_find(asked->arena, question, "anthropic", i, &d);
        buf_format(&out, "%.*s ", STR_ARG(d.snippet));
    }
    buf_add_z(&out, "\n\n## Details\n\n");
    for (size_t i = 0; i < OWN; i++) {
        struct str sentence = words_sentence(asked->arena, &dice, topic); /* each call rolls the dice */

        buf_format(&out, "%.*s ", STR_ARG(sentence));
    }
    return buf_take(&out, asked->arena);
}

struct passage {
    int64_t number;
    bool answer;
    struct str text;
};

static size_t find_passages(struct str prompt, struct passage *ret)
{
    struct str line;
    size_t n = 0;

    while (str_next_line(&prompt, &line)) {
        ptrdiff_t close = str_find_char(line, ']', 0);
        int64_t number;

        if (str_starts(line, "[") && close > 1 && str_to_int(str_sub(line, 1, (size_t) close), &number) &&
            str_starts(str_sub(line, (size_t) close, line.len), "] ")) {
            if (n == PASSAGES_MAX)
                break;
            ret[n++] = (struct passage){ number, str_contains(line, "] Answer of "), str("") };
        } else if (n && str_empty(ret[n - 1].text) && str_contains(line, ". ")) {
            ret[n - 1].text = line;
        } else if (n && str_empty(ret[n - 1].text) && str_ends(str_trim(line), ".")) {
            ret[n - 1].text = line;
        }
    }
    return n;
}

/* The first sentence of each passage of an answer, with the numbers of all passages that have it. */
static struct str say_synthesis(const struct model_asked *asked)
{
    struct passage *passages = arena_calloc(asked->arena, PASSAGES_MAX, sizeof *passages);
    size_t n = find_passages(asked->prompt, passages), written = 0;
    struct str_list said = { 0 };
    struct buf out;

    buf_init(&out, 1 << 18);
    for (size_t i = 0; i < n && written < WRITTEN_MAX; i++) {
        struct str rest = passages[i].text;

        while (passages[i].answer && rest.len && written < WRITTEN_MAX) {
            ptrdiff_t stop = str_find(rest, str(". "), 0);
            struct str sentence = str_trim(str_sub(rest, 0, stop < 0 ? rest.len : (size_t) stop));

            rest = str_sub(rest, stop < 0 ? rest.len : (size_t) stop + 2, rest.len);
            while (str_ends(sentence, "."))
                sentence.len--;
            if (sentence.len < 20 || str_list_has(&said, sentence))
                continue;
            str_list_add(asked->arena, &said, sentence);
            buf_format(&out, "%s%.*s ", written == 1 ? "\n\n## What the answers say\n\n" : "", STR_ARG(sentence));
            for (size_t k = 0, same = 0; k < n && same < SAME_MAX; k++)
                if (k == i || str_find(passages[k].text, sentence, 0) >= 0) {
                    buf_format(&out, "[%lld]", (long long) passages[k].number);
                    same++;
                }
            buf_add_z(&out, ". ");
            written++;
        }
    }
    return buf_take(&out, asked->arena);
}

struct str say_panel(const struct model_asked *asked, struct str role, struct hash hash)
{
    if (str_is(role, "panel_answer"))
        return say_answer(asked, hash);
    if (str_is(role, "panel_synthesis"))
        return say_synthesis(asked);
    if (str_is(role, "improve_input"))
        return str_format(asked->arena, "What limits %.*s today, by cost, lifetime and safety?",
                          STR_ARG(words_salient(asked->arena, prompt_question(asked->prompt), 4)));
    return str("");
}
