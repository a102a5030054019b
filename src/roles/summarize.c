#include "roles/summarize.h"

#include "roles/memory.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum {
    OUTPUT_MAX = 2000,   /* tokens one call writes: more takes too long */
    PROMPT_TOKENS = 900, /* of the prompt itself, with the question */
    CHUNKS_MAX = 16,     /* calls for one text; longer ones are shortened by code */
    MODEL_LEAST = 40,    /* tokens of a text that is worth a call */
    FLOOR_PART = 4,      /* a summary that fills less than this part of its room is asked for again, once … */
    FLOOR_LEAST = 120,   /* … where the room has so many tokens */
    KEEP_MS = 168 * 3600 * 1000,
};

struct summary_answer {
    struct str summary;
    struct str_list points;
};

static const struct field answer_fields[] = {
    FIELD_STR(struct summary_answer, summary, .help = "the shortened text"),
    FIELD_AS("keyPoints", STRS, struct summary_answer, points, .max = 60, .help = "facts, one sentence each"),
    FIELD_END,
};

static const struct role base_role = {
    .name = "summarize", .tier = TIER_BULK, .answer = answer_fields, .temperature = 0.2, .max_tokens = OUTPUT_MAX + 500
};

static const struct memory memory = { "summaries", "summary", KEEP_MS };

/* A text that one call summarises: an item or a part of one. */
struct chunk {
    size_t item;
    struct str text;
    int64_t tokens; /* what comes back has at most so many */
    struct hash key;
    struct summary_answer answer;
    bool done, cached;
    size_t words; /* of a summary that was too short; 0: it was not */
};

struct work {
    struct branch *branch;
    struct arena *scratch;
    struct str question;
    const struct summarize_item *items;
    size_t n;
    struct role role;
    struct chunk *chunks; /* in the order of the items */
    size_t chunks_n, chunks_capacity;
    bool *by_code, *tiny; /* per item: not summarised, or not worth it */
};

/* --- parts --- */

/* The longest text a call can take: its window holds it, and its summary can be written in time. */
static int64_t chunk_tokens(int64_t window, int64_t original, int64_t tokens)
{
    int64_t room = (window - PROMPT_TOKENS) * 17 / 20;
    int64_t by_window = room > 0 ? room * original / (original + tokens) : 0;
    int64_t by_output = OUTPUT_MAX * original / (tokens > 0 ? tokens : 1);

    return by_window < by_output ? by_window : by_output;
}

static void add_chunk(struct work *w, size_t item, struct str text, int64_t original)
{
    const struct summarize_item *whole = &w->items[item];
    int64_t tokens = whole->tokens * (int64_t) tokens_estimate(text) / original;

    w->chunks = arena_grow(w->scratch, w->chunks, &w->chunks_capacity, w->chunks_n + 1, sizeof *w->chunks);
    w->chunks[w->chunks_n++] = (struct chunk){ .item = item, .text = text, .tokens = tokens > 0 ? tokens : 1 };
}

static void cut_item(struct work *w, size_t item, int64_t window)
{
    const struct summarize_item *it = &w->items[item];
    int64_t original = (int64_t) tokens_estimate(it->text), most;
    struct str rest = it->text;

    w->tiny[item] = original < MODEL_LEAST;
    if (w->tiny[item])
        return;
    most = chunk_tokens(window, original, it->tokens);
    if (most < 100 || original / most >= CHUNKS_MAX) {
        w->by_code[item] = true;
        return;
    }
    /* Parts of equal length, so that the last is no stump. */
    most = original / (original / most + 1) + 50 < most ? original / (original / most + 1) + 50 : most;
    while (rest.len) {
        struct str part = summarize_cut(rest, most);

        if (part.len == 0)
            part = rest;
        add_chunk(w, item, part, original);
        rest = str_trim(str_sub(rest, part.len, rest.len));
    }
}

/* --- what was summarised before --- */

static struct hash key_of(const struct work *w, const struct chunk *chunk)
{
    struct arena *scratch = arena_new();
    const struct summarize_item *item = &w->items[chunk->item];
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(chunk->text), hex);
    json_t *all = json_pack("[s, s, b, I]", hex, level_words[item->level], item->digest, (json_int_t) chunk->tokens);
    json_array_append_new(all, json_new_str(w->question));
    struct hash key = hash_of(json_canonical(scratch, all));
    json_decref(all);
    arena_free(scratch);
    return key;
}

static int recall(struct work *w, struct path path, struct error *e)
{
    struct hash *keys = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *keys);
    json_t *found, *one;
    size_t i;

    for (i = 0; i < w->chunks_n; i++)
        keys[i] = w->chunks[i].key = key_of(w, &w->chunks[i]);
    int r = memory_recall(w->branch, path, &(struct memory_rows){ &memory, keys, w->chunks_n, NULL }, &found, e);
    if (r < 0)
        return r;
    json_array_foreach (found, i, one) {
        struct chunk *chunk = i < w->chunks_n ? &w->chunks[i] : NULL;

        if (chunk && json_is_object(one) &&
            json_decode(one, answer_fields, &chunk->answer, DECODE_CLAMP, w->scratch, NULL) == 0)
            chunk->done = chunk->cached = true;
    }
    json_decref(found);
    return 0;
}

static int keep(struct work *w, struct path path, struct error *e)
{
    struct hash *keys = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *keys);
    json_t *values = json_array();
    size_t n = 0;

    for (size_t i = 0; i < w->chunks_n; i++)
        if (w->chunks[i].done && !w->chunks[i].cached) {
            keys[n++] = w->chunks[i].key;
            json_array_append_new(values, json_encode(answer_fields, &w->chunks[i].answer));
        }
    int r = n ? memory_keep(w->branch, path, &(struct memory_rows){ &memory, keys, n, values }, e) : 0;
    json_decref(values);
    return r;
}

/* --- asking --- */

static const struct template_value *values_of(struct work *w, const struct chunk *chunk)
{
    const struct summarize_item *item = &w->items[chunk->item];
    struct template_value *values = arena_calloc(w->scratch, 11, sizeof *values);
    const struct template_value list[] = {
        { "question", w->question },
        { "condensed", str(item->level <= LEVEL_CONDENSED ? "yes" : "") },
        { "compressed", str(item->level == LEVEL_COMPRESSED ? "yes" : "") },
        { "points", str(item->level == LEVEL_KEY_POINTS ? "yes" : "") },
        { "headline", str(item->level >= LEVEL_HEADLINE ? "yes" : "") },
        { "digest", str(item->digest && item->level != LEVEL_KEY_POINTS ? "yes" : "") },
        /* A word is some 1.4 tokens; better a little short than cut. */
        { "words",
          str_format(w->scratch, "%lld", (long long) (chunk->tokens * 5 / 8 > 8 ? chunk->tokens * 5 / 8 : 8)) },
        { "short", chunk->words ? str_format(w->scratch, "%zu", chunk->words) : str("") },
        { "text", chunk->text },
        { "boundary", branch_boundary(w->branch) },
        { NULL },
    };

    memcpy(values, list, sizeof list);
    return values;
}

static int ask(struct work *w, struct path path, struct error *e)
{
    struct role_question *questions = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *questions);
    size_t *which = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *which), n = 0;

    for (size_t i = 0; i < w->chunks_n; i++)
        if (!w->chunks[i].done) {
            questions[n] = (struct role_question){ .values = values_of(w, &w->chunks[i]), .ret = &w->chunks[i].answer };
            which[n++] = i;
        }
    int r = n ? role_ask_all(w->branch, path, &(struct role_questions){ .role = &w->role, .items = questions, .n = n },
                             e)
              : 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        struct chunk *chunk = &w->chunks[which[i]];

        chunk->done = questions[i].result == 0 && (str_trim(chunk->answer.summary).len || chunk->answer.points.n);
        if (!chunk->done)
            w->by_code[chunk->item] = true;
    }
    return r;
}

static int64_t tokens_of(const struct summary_answer *answer)
{
    int64_t tokens = (int64_t) tokens_estimate(answer->summary);

    for (size_t i = 0; i < answer->points.n; i++)
        tokens += (int64_t) tokens_estimate(answer->points.items[i]);
    return tokens;
}

static size_t words_of(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++)
        n += text.data[i] == ' ';
    return n + 1;
}

/* Far too short for the room it has: what it leaves out was asked for. */
static bool is_stub(const struct work *w, const struct chunk *chunk)
{
    return chunk->done && !chunk->cached && w->items[chunk->item].level < LEVEL_HEADLINE &&
           chunk->tokens >= FLOOR_LEAST && tokens_of(&chunk->answer) * FLOOR_PART < chunk->tokens;
}

/* Summaries that are stubs are asked for once more; the longer one counts. */
static int ask_longer(struct work *w, struct path path, struct error *e)
{
    struct role_question *questions = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *questions);
    struct summary_answer *answers = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *answers);
    size_t *which = arena_calloc(w->scratch, w->chunks_n + 1, sizeof *which), n = 0;

    for (size_t i = 0; i < w->chunks_n; i++)
        if (is_stub(w, &w->chunks[i])) {
            w->chunks[i].words = words_of(w->chunks[i].answer.summary);
            questions[n] = (struct role_question){ .values = values_of(w, &w->chunks[i]), .ret = &answers[n] };
            which[n++] = i;
        }
    int r = n ? role_ask_all(w->branch, path, &(struct role_questions){ .role = &w->role, .items = questions, .n = n },
                             e)
              : 0;
    for (size_t i = 0; r == 0 && i < n; i++)
        if (questions[i].result == 0 && tokens_of(&answers[i]) > tokens_of(&w->chunks[which[i]].answer))
            w->chunks[which[i]].answer = answers[i];
    return r;
}

/* --- putting together --- */

static void join(struct work *w, size_t item, struct summary *ret)
{
    struct arena *arena = branch_arena(w->branch);
    const struct summarize_item *it = &w->items[item];
    struct str_list parts = { 0 };
    int64_t tokens = it->tokens;

    *ret = (struct summary){ .cached = true, .answered_by = str("model") };
    for (size_t i = 0; i < w->chunks_n; i++) {
        const struct chunk *chunk = &w->chunks[i];

        if (chunk->item != item)
            continue;
        struct str essence = str_trim(chunk->answer.summary);
        if (essence.len && (it->level != LEVEL_KEY_POINTS || chunk->answer.points.n == 0))
            str_list_add(w->scratch, &parts, summarize_cut(essence, chunk->tokens));
        for (size_t k = 0; k < chunk->answer.points.n; k++)
            if (str_trim(chunk->answer.points.items[k]).len)
                str_list_add(arena, &ret->points, str_dup(arena, str_trim(chunk->answer.points.items[k])));
        ret->cached = ret->cached && chunk->cached;
    }
    ret->essence = str_join(arena, parts.items, parts.n, "\n");
    if (it->digest) {
        struct str before;
        struct summary words = *ret;

        summarize_compose(w->scratch, it->text, tokens, &words);
        before = words.text;
        ret->spans = arena_calloc(arena, DIGEST_SPANS, sizeof *ret->spans);
        ret->spans_n = summarize_spans(w->question, it->text, tokens - (int64_t) tokens_estimate(before), ret->spans);
    }
    summarize_compose(arena, it->text, it->tokens, ret);
}

static void finish(struct work *w, struct summary ret[])
{
    size_t by_code = 0;

    for (size_t i = 0; i < w->n; i++) {
        if (w->by_code[i] || w->tiny[i]) {
            summarize_extractive(branch_arena(w->branch), w->question, &w->items[i], &ret[i]);
            by_code += w->by_code[i];
        } else {
            join(w, i, &ret[i]);
        }
    }
    if (by_code && !role_extractive(w->branch))
        branch_warn(
            w->branch,
            "Some texts were shortened by choosing their sentences: they were too long for a summary by a model, or "
            "no model could write one.");
}

int role_summarize(struct branch *branch, struct path path, const struct summarize_input *input, struct summary ret[],
                   struct error *e)
{
    size_t n = input->n;
    const struct token_settings *settings = &branch_settings(branch)->tokens;
    struct work w = { .branch = branch,
                      .scratch = arena_new(),
                      .question = input->question,
                      .items = input->items,
                      .n = n,
                      .role = base_role };
    bool model = !role_extractive(branch);
    int r = 0;

    w.by_code = arena_calloc(w.scratch, n + 1, sizeof *w.by_code);
    w.tiny = arena_calloc(w.scratch, n + 1, sizeof *w.tiny);
    if (settings->summarizers.n)
        w.role.models = &settings->summarizers;
    w.role.each_ms = settings->summarization_ms;
    int64_t window = model ? role_window(branch, w.role.models ? w.role.models : role_models(branch, w.role.tier)) : 0;
    for (size_t i = 0; i < n; i++) {
        if (model)
            cut_item(&w, i, window);
        else
            w.by_code[i] = true;
    }
    if (w.chunks_n && !settings->no_summarization_cache)
        r = recall(&w, path_add(path, "known"), e);
    if (r == 0 && w.chunks_n)
        r = ask(&w, path, e);
    if (r == 0 && w.chunks_n)
        r = ask_longer(&w, path_add(path, "longer"), e);
    if (r == 0 && w.chunks_n && !settings->no_summarization_cache)
        r = keep(&w, path_add(path, "keep"), e);
    if (r == 0)
        finish(&w, ret);
    arena_free(w.scratch);
    return r;
}
