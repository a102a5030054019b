#include "pages/suspect.h"

#include "text/utf8.h"

/* Each row: words that must follow one another within a short distance. */
static const char *const orders[][4] = {
    { "ignore", "previous", "instructions" }, { "ignore", "above", "instructions" }, { "ignore", "all", "instructions" },
    { "ignore", "prior", "instructions" }, { "ignore", "your", "instructions" }, { "ignore", "earlier", "instructions" },
    { "disregard", "previous", "instructions" }, { "disregard", "above", "instructions" }, { "disregard", "prior", "instructions" },
    { "disregard", "your", "instructions" }, { "forget", "previous", "instructions" }, { "forget", "your", "instructions" },
    { "override", "your", "instructions" }, { "ignore", "previous", "prompt" }, { "disregard", "previous", "prompt" },
    { "reveal", "system", "prompt" }, { "print", "system", "prompt" }, { "repeat", "system", "prompt" },
    { "you", "are", "now", "dan" }, { "new", "system", "prompt" },
    { "ai", "assistants", "must" }, { "ai", "assistant", "must" }, { "language", "models", "must" }, { "language", "model", "must" },
    { "if", "you", "are", "an ai" }, { "if", "you", "are", "a language" }, { "do", "not", "tell", "the user" },
    { "attention", "ai" }, { "note", "to", "ai" }, { "instructions", "for", "ai" },
    { "ignoriere", "vorherigen", "anweisungen" }, { "ignoriere", "alle", "anweisungen" },
    { "ignore", "instructions", "précédentes" }, { "ignora", "instrucciones", "anteriores" },
};
static const char *const marks[] = { "<|im_start|>", "<|system|>", "[system]", "<system>", "</system>", "[inst]", "<|endoftext|>" };

enum { NEAR = 40, PASSAGE = 200, SCAN_MAX = 256 * 1024 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c; }

static bool word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char) c >= 0x80;
}

static bool word_at(struct str text, size_t at, const char *word)
{
    size_t n = strlen(word);

    if (at + n > text.len || (at > 0 && word_char(text.data[at - 1])))
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(text.data[at + i]) != word[i])
            return false;
    return at + n == text.len || !word_char(text.data[at + n]);
}

static bool order_at(struct str text, size_t at, const char *const words[4])
{
    if (!word_at(text, at, words[0]))
        return false;
    at += strlen(words[0]);
    for (int w = 1; w < 4 && words[w]; w++) {
        size_t end = at + NEAR < text.len ? at + NEAR : text.len;
        while (at < end && !word_at(text, at, words[w]) && !strchr(".!?\n", text.data[at]))
            at++;
        if (at >= end || !word_at(text, at, words[w]))
            return false;
        at += strlen(words[w]);
    }
    return true;
}

static bool mark_at(struct str text, size_t at)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (str_starts_nocase(str_sub(text, at, text.len), marks[i]))
            return true;
    return false;
}

struct str suspect_find(struct str text)
{
    text = utf8_cut_bytes(text, SCAN_MAX);
    for (size_t at = 0; at < text.len; at++) {
        char c = lower(text.data[at]);
        bool found = false;

        if (c == '<' || c == '[')
            found = mark_at(text, at);
        else if (strchr("aidfnorpyl", c) && c && (at == 0 || !word_char(text.data[at - 1])))
            for (size_t i = 0; !found && i < sizeof orders / sizeof *orders; i++)
                found = orders[i][0][0] == c && order_at(text, at, orders[i]);
        if (found)
            return utf8_cut_bytes(str_sub(text, at, text.len), PASSAGE);
    }
    return (struct str) { 0 };
}
