/* Orders are found as words: read one by one, with what is used to hide them
 * undone (invisible characters, letters of other scripts that look the same,
 * digits for letters, l e t t e r s apart), and compared with short patterns. A
 * false alarm costs a remark beside a source; a miss costs as much, because
 * nothing here decides what is obeyed: nothing is. */
#include "pages/suspect.h"

#include <assert.h>
#include <pthread.h>
#include <utf8proc.h>

#include "text/utf8.h"
#include "text/wordmap.h"

enum {
    NEAR = 5,
    PARTS = 5,
    WORD_MAX = 64,
    PASSAGE = 200,
    SCAN_MAX = 256 * 1024,
    PAIR_NEAR = 90,
    SPACED_LEAST = 8,
    BASE64_LEAST = 24,
    BASE64_MAX = 4096
};

/* Words that follow one another within a sentence, at most NEAR words apart, or as many as the digit before them says (1: the
 * next word); "|" parts alternatives. Accents are folded. Manuals and news speak of models and rules, too: a pattern names
 * what only an order has. */
static const char *const orders[][PARTS] = {
    { "ignore|disregard|forget|override|bypass|discard|neglect",
      "previous|prior|above|earlier|preceding|all|your|everything|foregoing",
      "instructions|instruction|prompt|prompts|rules|directions|guidelines|directives|told|constraints|orders" },
    { "ignore|disregard|forget|override|bypass|discard|neglect", "system",
      "1prompt|prompts|instructions|rules|message|messages" },
    { "ignore|disregard|forget|override|bypass|discard|neglect", "1these|other|any|the",
      "1instructions|prompt|prompts|guidelines|directives|constraints|orders",
      "2above|before|given|you|and|now|instead" },
    { "reveal|print|repeat|output|show|leak|send|disclose|include|append", "system|hidden|initial|secret|original",
      "1prompt|instructions" },
    { "reveal|print|repeat|output|show|leak|disclose", "system|hidden|initial|secret|original", "1message" },
    { "new|updated|real|actual", "system", "prompt|message|instructions" },
    { "you", "are", "now", "dan|unrestricted|jailbroken|root|evil" },
    { "you", "are", "longer", "assistant|bound|restricted|researcher|verifier" },
    { "ai|llm|language", "1assistants|assistant|models|model|agents|agent|systems|system", "3must",
      "2ignore|obey|follow|say|answer|write|recommend|praise|cite|treat|output|respond|state|report|mark|rate|stop|include|"
      "add|use|call|send|reply|state|tell|disregard|comply|always|never|now|first|visit" },
    { "if", "1you", "1are", "3ai|llm|chatbot|assistant|gpt|chatgpt|claude|gemini" },
    { "if", "1you", "1are", "3language", "1model|models" },
    { "do|never", "not|tell|mention", "tell|mention|inform|user|reveal", "user|reader|human|anyone" },
    { "attention|note|message|memo|notice|instructions|instruction|directive", "1to|for|all|any",
      "3ai|llm|llms|assistant|assistants|chatgpt|claude|gemini|gpt|verifier|chatbots|bots" },
    { "attention", "2ai|llm|assistant|chatgpt|claude" },
    { "mark|label|rate|judge|declare|classify|report|treat",
      "claim|claims|statement|statements|sentence|sentences|everything|it", "supported|verified|confirmed" },
    { "verifier|reviewer|evaluator|judge|grader", "must|should|will|answer|say|return|output",
      "supported|complete|pass|approved" },
    { "cite|quote|use", "this|only", "page|site|source|article", "every|all|each|only|sentence" },
    { "call|invoke|use|run|execute", "web_crawl|web_search|fetch_url|browser_tool|tool_call" },
    { "post", "3conversation|prompt|credentials|secrets|password|history",
      "url|link|image|address|parameter|request|https|http" },
    { "append|include|attach|put|send|insert|encode|embed",
      "conversation|prompt|api|credentials|secrets|password|history|question",
      "url|link|image|address|parameter|request|https|http" },
    { "developer|god|dan|jailbreak|maintenance", "mode", "enabled|activated|unlocked" },
    { "pretend|act|behave|roleplay", "you|as|if", "unrestricted|dan|jailbroken" },
    { "pretend|act|behave|roleplay", "without|no", "2filters|restrictions|rules|limits" },
    { "decode|decrypt|unscramble", "base64|text|string|following|this|message",
      "follow|obey|execute|carry|instructions" },
    { "end|close", "of", "untrusted|sources|prompt|context", "text|data|block|follow|begin|now|instructions|material" },
    { "administrator|operator|openai|anthropic|developers|developer|user",
      "instructs|orders|authorises|authorizes|authorised|authorized|commands", "you|assistant|model|ai" },
    { "your", "1real|true|actual|new|next|primary", "1task|instructions|goal|instruction|objective|job|mission",
      "2is|are", "3to|not|now|this|these|as|simply|only" },
    { "stop", "researching|research|searching|reading", "write|answer|say|reply|report|respond" },
    { "assistant|model|ai", "2should|must|shall", "2recommend|praise|say|answer|write|reply|ignore|obey|follow" },
    { "assistant|model", "1will", "2recommend|praise|say|answer|write|reply|ignore|obey|follow" },
    { "ignoriere|ignorieren|vergiss|vergessen|missachte",
      "vorherigen|bisherigen|alle|obigen|deine|vorigen|fruheren|ihre",
      "anweisungen|anweisung|regeln|vorgaben|befehle|instruktionen" },
    { "ignore|ignorez|oublie|oubliez", "instructions|consignes|directives", "precedentes|anterieures|dessus" },
    { "ignore|ignorez|oublie|oubliez", "toutes|vos|tes", "instructions|consignes|directives" },
    { "ignora|ignore|olvida|olvide|ignorad", "instrucciones|ordenes|indicaciones", "anteriores|previas" },
    { "ignora|ignorate|dimentica", "istruzioni|indicazioni", "precedenti" },
    { "ignore|esqueca|desconsidere", "instrucoes|orientacoes", "anteriores" },
    { "negeer|vergeet", "vorige|eerdere|alle|bovenstaande|voorgaande", "instructies|opdrachten|aanwijzingen" },
    { "zignoruj|ignoruj|zapomnij", "poprzednie|wszystkie|wczesniejsze", "instrukcje|polecenia" },
    { "onceki", "talimatlari|talimatlarin", "yoksay|unut|gormezden" },
    { "игнорируи|игнорируите|забудь|забудьте|проигнорируи", "предыдущие|все|прежние|вышеуказанные",
      "инструкции|указания|команды" },
};

/* Scripts without blanks between words, or that we do not fold: two pieces near each other. */
static const char *const pairs[][2] = {
    { "忽略", "指令" }, { "忽略", "指示" },       { "忽略", "提示" },   { "无视", "指令" },   { "無視", "指示" },
    { "無視", "命令" }, { "무시", "지시" },       { "무시", "명령" },   { "지시", "무시" },   { "指示", "無視" },
    { "指令", "忽略" }, { "تجاهل", "التعليمات" }, { "अनदेखा", "निर्देश" }, { "निर्देश", "अनदेखा" },
};

/* What belongs to the wire between programs and models, not to a page. */
static const char *const marks[] = {
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|assistant|>",
    "<|user|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<start_of_turn>",
    "</system>",
    "<system-reminder",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<tool_result",
    "<function_result",
    "<tool_call",
    "<function_calls",
    "### system:",
    "### system prompt",
    "### system message",
    "### instruction:",
    "\"role\":\"system\"",
    "\"role\": \"system\"",
    "\"role\":\"tool\"",
    "\"role\": \"tool\"",
    "\"tool_calls\":",
    "\"verdicts\":",
    "\"verdict\": \"supported\"",
    "\"verdict\":\"supported\"",
    "begin system message",
    "tool result:",
    "tool output:",
    "system message:",
    "system override:",
};

/* Characters that nobody sees. */
static bool invisible(int32_t c)
{
    return c == 0xad || c == 0x34f || c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfe00 && c <= 0xfe0f);
}

/* Letters of other scripts that look like Latin ones; 0: none. */
static char look_alike(int32_t c)
{
    static const struct {
        int32_t from;
        char to;
    } table[] = {
        { 0x430, 'a' }, { 0x435, 'e' }, { 0x43e, 'o' }, { 0x440, 'p' }, { 0x441, 'c' }, { 0x443, 'y' },
        { 0x445, 'x' }, { 0x456, 'i' }, { 0x458, 'j' }, { 0x455, 's' }, { 0x501, 'd' }, { 0x51b, 'q' },
        { 0x51d, 'w' }, { 0x4bb, 'h' }, { 0x43c, 'm' }, { 0x43a, 'k' }, { 0x442, 't' }, { 0x43d, 'h' },
        { 0x432, 'b' }, { 0x3bf, 'o' }, { 0x3b1, 'a' }, { 0x3b5, 'e' }, { 0x3b9, 'i' }, { 0x3bd, 'v' },
        { 0x3c1, 'p' }, { 0x3c5, 'u' }, { 0x3ba, 'k' }, { 0x131, 'i' }, { 0x261, 'g' }, { 0x269, 'i' },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == c)
            return table[i].to;
    return 0;
}

static char letter_for(char c)
{
    static const char digits[] = "013457@$", letters[] = "oieastas";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? letters[at - digits] : c;
}

struct word {
    char text[WORD_MAX];
    size_t n;
    size_t start, end;
};

static void word_add(struct word *w, int32_t c)
{
    char bytes[4];
    int n = utf8_encode(c, bytes);

    if (w->n + (size_t) n >= WORD_MAX)
        return;
    memcpy(w->text + w->n, bytes, (size_t) n);
    w->n += (size_t) n;
    w->text[w->n] = '\0';
}

/* A letter without its accent and in lower case; tag characters and wide forms are what they stand for. */
static int32_t plain_letter(int32_t c)
{
    utf8proc_int32_t out[8];
    int boundary = 0;

    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c >= 0xe0020 && c <= 0xe007e)
        return plain_letter(c - 0xe0000);
    utf8proc_ssize_t n = utf8proc_decompose_char(
        c, out, 8, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK, &boundary);
    return n >= 1 ? out[0] : c;
}

static bool in_word(int32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c >= 0xe0020 && c <= 0xe007e) || (c >= 0x80 && utf8_is_word(c));
}

/* Mixed scripts and digits among letters are disguise. */
static void undisguise(struct word *w)
{
    bool latin = false, other = false, digit = false;
    struct word plain = { .start = w->start, .end = w->end };
    struct str text = str_n(w->text, w->n);

    for (size_t i = 0; i < w->n; i++) {
        latin = latin || (w->text[i] >= 'a' && w->text[i] <= 'z');
        digit = digit || (w->text[i] >= '0' && w->text[i] <= '9') || w->text[i] == '@' || w->text[i] == '$';
        other = other || (unsigned char) w->text[i] >= 0x80;
    }
    if (!latin || (!other && !digit))
        return;
    for (size_t at = 0; at < text.len;) {
        int32_t c = utf8_next(text, &at);
        char twin = c >= 0x80 ? look_alike(c) : 0;

        word_add(&plain, twin ? twin : c < 0x80 && c > 0 ? letter_for((char) c) : c);
    }
    *w = plain;
}

/* ASCII letters, digits and "_", in lower case; 0: no such byte. */
static const char plain_bytes[256] = {
    ['0'] = '0', '1', '2', '3', '4', '5',         '6', '7', '8', '9', ['_'] = '_', ['A'] = 'a', 'b', 'c', 'd', 'e',
    'f',         'g', 'h', 'i', 'j', 'k',         'l', 'm', 'n', 'o', 'p',         'q',         'r', 's', 't', 'u',
    'v',         'w', 'x', 'y', 'z', ['a'] = 'a', 'b', 'c', 'd', 'e', 'f',         'g',         'h', 'i', 'j', 'k',
    'l',         'm', 'n', 'o', 'p', 'q',         'r', 's', 't', 'u', 'v',         'w',         'x', 'y', 'z',
};

/* The next word from *at on; *ret_broken: a sentence ended before it. False at the end. */
static bool next_word(struct str text, size_t *at, struct word *ret, bool *ret_broken)
{
    bool letters = true; /* nothing but a to z so far */

    ret->n = 0;
    *ret_broken = false;
    while (*at < text.len) {
        size_t before = *at;
        char plain = plain_bytes[(unsigned char) text.data[before]];

        if (plain) { /* most of most texts */
            ret->start = ret->n == 0 ? before : ret->start;
            for (; plain; plain = *at < text.len ? plain_bytes[(unsigned char) text.data[*at]] : '\0') {
                letters = letters && plain >= 'a';
                if (ret->n + 1 < WORD_MAX)
                    ret->text[ret->n++] = plain;
                ++*at;
            }
            ret->text[ret->n] = '\0';
            ret->end = *at;
            continue;
        }
        int32_t c = (unsigned char) text.data[before] < 0x80 ? text.data[(*at)++] : utf8_next(text, at);

        if (c >= 0x80 && invisible(c))
            continue;
        if (in_word(c) || ((c == '@' || c == '$') && ret->n)) {
            if (ret->n == 0)
                ret->start = before;
            word_add(ret, plain_letter(c));
            ret->end = *at;
            letters = false;
        } else if (ret->n) {
            *at = before;
            break;
        } else {
            *ret_broken = *ret_broken || c == '.' || c == '!' || c == '?' || c == '\n' || c == 0x3002;
        }
    }
    if (!letters)
        undisguise(ret);
    return ret->n > 0;
}

/* Is the word one of "a|b|c"? */
static bool one_of(const struct word *w, const char *words)
{
    for (const char *at = words; *at;) {
        const char *end = strchr(at, '|');
        size_t n = end ? (size_t) (end - at) : strlen(at);

        if (n == w->n && memcmp(at, w->text, n) == 0)
            return true;
        at += n + (end != NULL);
    }
    return false;
}

static bool order_goes_on(struct str text, size_t at, const char *const parts[PARTS])
{
    for (int p = 1; p < PARTS && parts[p]; p++) {
        const char *words = parts[p];
        struct word w;
        bool broken;
        int n = 0, most = NEAR + 1;

        if (*words >= '1' && *words <= '9')
            most = *words++ - '0';
        do {
            if (n++ >= most || !next_word(text, &at, &w, &broken) || broken)
                return false;
        } while (!one_of(&w, words));
    }
    return true;
}

/* The words an order begins with: most words of a page are none. Their lengths by
 * the first byte turn nearly all away, the map says which order each may begin. */
static uint64_t first_lengths[256];
static struct wordmap firsts;      /* a word: its place in first_orders */
static uint64_t first_orders[256]; /* orders as bits */
static uint64_t first_marks[256];  /* marks as bits, by their first byte */
static pthread_once_t first_once = PTHREAD_ONCE_INIT;

/* Kept to the end of the process. */
static void note_firsts(void)
{
    uint32_t known = 0;

    static_assert(sizeof orders / sizeof *orders <= 64, "an order is a bit");
    wordmap_init(&firsts, arena_new(), 256);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (const char *at = orders[i][0]; *at;) {
            size_t n = strcspn(at, "|");
            bool fresh;
            uint32_t place = wordmap_intern(&firsts, str_n(at, n), known, false, &fresh);

            known += fresh;
            assert(known <= sizeof first_orders / sizeof *first_orders);
            first_orders[place] |= (uint64_t) 1 << i;
            first_lengths[(unsigned char) *at] |= (uint64_t) 1 << n;
            at += n + (at[n] == '|');
        }
    static_assert(sizeof marks / sizeof *marks <= 64, "a mark is a bit");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        first_marks[(unsigned char) marks[i][0]] |= (uint64_t) 1 << i;
}

static bool order_at(struct str text, const struct word *first)
{
    if (!(first_lengths[(unsigned char) first->text[0]] >> first->n & 1))
        return false;
    int64_t place = wordmap_get(&firsts, str_n(first->text, first->n));
    for (uint64_t left = place < 0 ? 0 : first_orders[place]; left; left &= left - 1)
        if (order_goes_on(text, first->end, orders[__builtin_ctzll(left)]))
            return true;
    return false;
}

/* "i g n o r e  a l l": single letters in a row, read as one word. */
static bool spaced_at(struct str text, const struct word *first)
{
    static const char *const hidden[] = { "ignoreall", "ignoreprev",   "ignoreyour", "ignorethe",
                                          "disregard", "systemprompt", NULL };
    char joined[WORD_MAX] = { 0 };
    size_t at = first->end, n = 0;
    struct word w = *first;
    bool broken = false;

    while (w.n == 1 && !broken && n + 1 < sizeof joined) {
        joined[n++] = w.text[0];
        if (!next_word(text, &at, &w, &broken))
            break;
    }
    for (size_t i = 0; n >= SPACED_LEAST && hidden[i]; i++)
        if (strstr(joined, hidden[i]))
            return true;
    return false;
}

static bool mark_at(struct str text, size_t at)
{
    struct str rest = str_sub(text, at, text.len);
    char c = rest.len ? rest.data[0] : '\0';
    char first = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;

    for (uint64_t left = first_marks[(unsigned char) first]; left; left &= left - 1)
        if (str_starts_nocase(rest, marks[__builtin_ctzll(left)]))
            return true;
    return (at == 0 || text.data[at - 1] == '\n') && (str_starts(rest, "SYSTEM:") || str_starts(rest, "ASSISTANT:"));
}

static bool pair_at(struct str text, size_t at)
{
    struct str rest = str_sub(text, at, text.len);

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (str_starts(rest, pairs[i][0]) && str_contains(str_sub(rest, 0, PAIR_NEAR), pairs[i][1]))
            return true;
    return false;
}

static int base64_value(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

static bool plain_orders(struct str text);

/* A long run of base64 that holds orders; *ret_end is behind the run. */
static bool base64_at(struct str text, size_t at, size_t *ret_end)
{
    char decoded[BASE64_MAX * 3 / 4 + 4];
    size_t n = 0, end = at;
    unsigned held = 0, bits = 0;

    for (; end < text.len && end - at < BASE64_MAX && base64_value(text.data[end]) >= 0; end++) {
        held = held << 6 | (unsigned) base64_value(text.data[end]);
        if ((bits += 6) >= 8)
            decoded[n++] = (char) (held >> (bits -= 8) & 0xff);
    }
    *ret_end = end;
    return end - at >= BASE64_LEAST && plain_orders(str_n(decoded, n));
}

/* What marks begin with that is no word. */
static const bool opens_mark[256] = { ['<'] = true, ['['] = true, ['#'] = true, ['"'] = true };

/* Where orders begin, as words and marks; -1: nowhere. */
static ptrdiff_t orders_in(struct str text, bool base64)
{
    size_t checked = 0, decoded = 0, at = 0;
    struct word w;
    bool broken;

    pthread_once(&first_once, note_firsts);
    while (next_word(text, &at, &w, &broken)) {
        for (; checked < w.start; checked++)
            if (opens_mark[(unsigned char) text.data[checked]] && mark_at(text, checked))
                return (ptrdiff_t) checked;
        if (order_at(text, &w) || (strchr("bBtTsSaA", text.data[w.start]) && mark_at(text, w.start)) ||
            (w.n == 1 && spaced_at(text, &w)))
            return (ptrdiff_t) w.start;
        if ((unsigned char) w.text[0] >= 0x80)
            for (size_t i = w.start; i < w.end; i++)
                if (((unsigned char) text.data[i] & 0xc0) != 0x80 && pair_at(text, i))
                    return (ptrdiff_t) i;
        if (base64 && w.end - w.start >= 8 && w.start >= decoded && base64_at(text, w.start, &decoded))
            return (ptrdiff_t) w.start;
    }
    for (; checked < text.len; checked++)
        if (opens_mark[(unsigned char) text.data[checked]] && mark_at(text, checked))
            return (ptrdiff_t) checked;
    return -1;
}

static bool plain_orders(struct str text) { return orders_in(text, false) >= 0; }

struct str suspect_find(struct str text)
{
    text = utf8_cut_bytes(text, SCAN_MAX);
    ptrdiff_t at = orders_in(text, true);

    return at < 0 ? (struct str){ 0 } : utf8_cut_bytes(str_sub(text, (size_t) at, text.len), PASSAGE);
}
