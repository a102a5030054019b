#include "workflows/fit.h"

#include <math.h>

#include "llm/models.h"
#include "run/archive.h"
#include "run/events.h"
#include "text/tokens.h"
#include "text/utf8.h"

struct fitting {
    struct branch *branch;
    struct path path;
    const struct fit_input *input;
    struct fit_result *result;
    int64_t ratio; /* tokens per thousand estimated ones */
    struct budget_limits limits;
    struct budget_item *items;
    struct summary *summaries; /* per item */
    bool overflows;            /* the calls hold excerpts only */
};

/* --- how many tokens there are --- */

static int64_t margin_of(const struct token_settings *tokens)
{
    double margin = tokens->safety_margin;

    return margin > 0 ? margin < 1 ? (int64_t) lround(margin * 1000) : 1000 : 0;
}

struct str fit_tail(struct str text, int64_t tokens)
{
    while (text.len && (int64_t) tokens_estimate(text) > tokens) {
        ptrdiff_t line = str_find_char(text, '\n', text.len / 16); /* coarse at first, fine towards the end */

        if (line < 0)
            return str("");
        text = str_sub(text, (size_t) line + 1, text.len);
    }
    return text;
}

struct str fit_history(struct arena *arena, struct str history, int64_t tokens)
{
    struct str rest = history, first;

    if ((int64_t) tokens_estimate(history) <= tokens || !str_next_line(&rest, &first))
        return history;
    int64_t left = tokens - (int64_t) tokens_estimate(first) - 2;
    if (left < 0)
        return fit_tail(history, tokens);
    struct str tail = fit_tail(rest, left);
    return tail.len ? str_format(arena, "%.*s\n…\n%.*s", STR_ARG(first), STR_ARG(tail)) : first;
}

int64_t fit_budget(const struct branch *branch, enum budget_phase phase, enum tier tier, int64_t *ret_window)
{
    const struct token_settings *tokens = &branch_settings(branch)->tokens;
    int64_t window = role_window(branch, role_models(branch, tier));

    if (ret_window)
        *ret_window = window;
    return budget_share(budget_of(window, tokens->runtime_overhead, margin_of(tokens)), phase);
}

/* The worst of what the providers of these models counted so far. */
static int64_t ratio_of(const struct branch *branch, const struct str_list *models)
{
    struct arena *scratch = arena_new();
    int64_t most = 0;

    for (size_t i = 0; i < models->n; i++) {
        const struct model *model = model_find(branch_tools(branch)->llm, scratch, models->items[i], NULL);
        int64_t one = branch_token_ratio(branch, model->name);

        most = one > most ? one : most;
    }
    arena_free(scratch);
    return most ? most : 1000;
}

static int64_t tokens_of(const struct fitting *f, struct str text)
{
    return ((int64_t) tokens_estimate(text) * f->ratio + 999) / 1000;
}

/* The estimate that stands for so many tokens. */
static int64_t estimate_for(const struct fitting *f, int64_t tokens) { return tokens * 1000 / f->ratio; }

/* --- levels --- */

static struct budget_item budget_item_of(const struct fit_item *item, int64_t tokens)
{
    return (struct budget_item){ .tokens = tokens,
                                 .kind = item->kind,
                                 .keep = item->keep,
                                 .top = item->top,
                                 .priority = budget_priority(&item->scores) };
}

static void weigh(struct fitting *f)
{
    const struct fit_input *in = f->input;

    for (size_t i = 0; i < in->n; i++)
        f->items[i] = budget_item_of(&in->items[i], tokens_of(f, in->items[i].text));
}

void fit_top(struct fit_item items[], size_t n)
{
    struct arena *scratch = arena_new();
    struct budget_item *all = arena_calloc(scratch, n + 1, sizeof *all);

    for (size_t i = 0; i < n; i++)
        all[i] = budget_item_of(&items[i], 0);
    budget_top(all, n);
    for (size_t i = 0; i < n; i++)
        items[i].top = all[i].top;
    arena_free(scratch);
}

static int64_t sum_at(const struct fitting *f, const enum level *levels)
{
    int64_t sum = 0;

    for (size_t i = 0; i < f->input->n; i++)
        sum += level_tokens(levels[i], f->items[i].tokens);
    return sum;
}

static bool is_long(const struct fit_item *item)
{
    return item->kind == BUDGET_SOURCE && item->text.len > DIGEST_LEAST_CHARACTERS &&
           utf8_count(item->text) > DIGEST_LEAST_CHARACTERS;
}

static int allocate(struct fitting *f, struct error *e)
{
    const struct fit_input *in = f->input;
    const struct token_settings *settings = &branch_settings(f->branch)->tokens;
    enum level *levels = f->result->levels;
    int64_t calls = 1, most = f->limits.calls > 1 ? f->limits.calls : 1;

    if (in->overflows)
        f->limits.calls = INT64_MAX;
    int r = budget_allocate(f->items, in->n, &f->limits, levels, &calls, e);

    /* Shrinking: what one call held was too much for it. */
    if (r == 0 && in->percent > 0 && in->percent < 100) {
        int64_t held = (sum_at(f, levels) + calls - 1) / calls;

        f->limits.tokens = (held < f->limits.tokens ? held : f->limits.tokens) * in->percent / 100;
        r = budget_allocate(f->items, in->n, &f->limits, levels, &calls, e);
    }
    f->limits.calls = most;
    f->overflows = r == 0 && calls > most;
    for (size_t i = 0; r == 0 && settings->digest == DIGEST_ALWAYS && i < in->n; i++)
        if (is_long(&in->items[i]) && levels[i] < LEVEL_COMPRESSED)
            levels[i] = LEVEL_COMPRESSED;
    return r;
}

/* --- texts --- */

static int shorten(struct fitting *f, struct error *e)
{
    const struct fit_input *in = f->input;
    struct arena *scratch = arena_new();
    struct summarize_item *items = arena_calloc(scratch, in->n + 1, sizeof *items);
    struct summary *summaries = arena_calloc(scratch, in->n + 1, sizeof *summaries);
    size_t *which = arena_calloc(scratch, in->n + 1, sizeof *which), n = 0;
    /* Texts that only code reads need no verbatim passages: the excerpts have them. */
    bool digests = branch_settings(f->branch)->tokens.digest != DIGEST_OFF && !f->overflows;

    for (size_t i = 0; i < in->n; i++) {
        enum level level = f->result->levels[i];

        if (level == LEVEL_FULL) {
            f->result->texts[i] = in->items[i].text;
        } else if (level != LEVEL_DROPPED) {
            items[n] = (struct summarize_item){ .text = in->items[i].text,
                                                .level = level,
                                                .digest = digests && is_long(&in->items[i]),
                                                .tokens = estimate_for(f, level_tokens(level, f->items[i].tokens)) };
            which[n++] = i;
        }
    }
    int r = n ? role_summarize(f->branch, path_add(f->path, "summarize"),
                               &(struct summarize_input){ in->question, items, n }, summaries, e)
              : 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        f->summaries[which[i]] = summaries[i];
        f->result->texts[which[i]] = summaries[i].text;
    }
    arena_free(scratch);
    return r;
}

/* --- calls --- */

struct pieces {
    struct budget_piece *items;
    struct span *at; /* bytes of the item's text */
    size_t *calls;
    size_t n, capacity, at_capacity;
};

static void add_piece(struct arena *arena, struct pieces *p, size_t item, int64_t tokens, size_t start, size_t end)
{
    p->items = arena_grow(arena, p->items, &p->capacity, p->n + 1, sizeof *p->items);
    p->at = arena_grow(arena, p->at, &p->at_capacity, p->n + 1, sizeof *p->at);
    p->items[p->n] = (struct budget_piece){ item, tokens };
    p->at[p->n++] = (struct span){ start, end };
}

/* One piece, or sentences where it may have to be parted; none longer than a call. */
static void add_pieces(const struct fitting *f, struct arena *arena, struct pieces *p, size_t item, struct str text,
                       bool whole)
{
    struct sentences sentences = { 0 };
    int64_t tokens = tokens_of(f, text);

    if (text.len == 0)
        return;
    if (whole && tokens <= f->limits.tokens) {
        add_piece(arena, p, item, tokens, 0, text.len);
        return;
    }
    sentences_of(arena, text, &sentences);
    for (size_t i = 0, start = 0; i < sentences.n; i++) {
        size_t end = i + 1 < sentences.n ? sentences.items[i + 1].start : text.len;

        while (start < end) {
            struct str rest = str_sub(text, start, end), part = rest;

            if (tokens_of(f, rest) > f->limits.tokens)
                part = summarize_cut(rest, estimate_for(f, f->limits.tokens));
            if (part.len == 0)
                part = rest; /* a call that holds not even one character */
            tokens = tokens_of(f, part);
            add_piece(arena, p, item, tokens < f->limits.tokens ? tokens : f->limits.tokens, start, start + part.len);
            start += part.len;
        }
    }
}

static size_t pack(const struct fitting *f, struct arena *arena, const struct str *texts, bool whole,
                   struct pieces *ret)
{
    *ret = (struct pieces){ 0 };
    for (size_t i = 0; i < f->input->n; i++)
        add_pieces(f, arena, ret, i, texts[i], whole);
    ret->calls = arena_calloc(arena, ret->n + 1, sizeof *ret->calls);
    return budget_pack(ret->items, ret->n, f->limits.tokens, whole, ret->calls);
}

/* Pieces of an item that follow each other in one call are one part. */
static void make_parts(struct fitting *f, const struct str *texts, const struct pieces *p)
{
    struct fit_result *ret = f->result;

    ret->parts = arena_calloc(branch_arena(f->branch), p->n + 1, sizeof *ret->parts);
    for (size_t i = 0; i < p->n;) {
        size_t item = p->items[i].item, call = p->calls[i], start = p->at[i].start, end = start;

        for (; i < p->n && p->items[i].item == item && p->calls[i] == call; i++)
            end = p->at[i].end;
        struct str text = str_sub(texts[item], start, end);
        ret->parts[ret->parts_n++] = (struct fit_part){ item, call, text, tokens_of(f, text) };
    }
}

/* --- what the calls do not hold --- */

/* Tokens that the calls show of an item. */
static int64_t shown_of(const struct fit_result *result, size_t item)
{
    int64_t tokens = 0;

    for (size_t p = 0; p < result->parts_n; p++)
        tokens += result->parts[p].item == item ? result->parts[p].tokens : 0;
    return tokens;
}

/* The room of each item: in proportion to its level, and no more than it fills. */
static void share_out(const struct fitting *f, int64_t room, int64_t *ret)
{
    size_t n = f->input->n;
    bool more = true;

    for (size_t i = 0; i < n; i++)
        ret[i] = -1;
    while (more) {
        int64_t weights = 0, left = room;

        more = false;
        for (size_t i = 0; i < n; i++)
            weights += ret[i] < 0 ? level_percent(f->result->levels[i]) : 0;
        for (size_t i = 0; i < n && weights; i++) {
            int64_t tokens = tokens_of(f, f->result->texts[i]);

            if (ret[i] < 0 && tokens <= left * level_percent(f->result->levels[i]) / weights) {
                ret[i] = tokens;
                room -= tokens;
                more = true;
            }
        }
        for (size_t i = 0; i < n && !more; i++)
            if (ret[i] < 0)
                ret[i] = weights ? left * level_percent(f->result->levels[i]) / weights : 0;
    }
}

/* Shortens again: fewer of the chosen sentences, or the best sentences of a summary that a model wrote. */
static struct str excerpt(const struct fitting *f, size_t i, int64_t room)
{
    const struct fit_item *item = &f->input->items[i];
    struct str text = f->result->texts[i];
    bool own_words = f->result->levels[i] == LEVEL_FULL || f->summaries[i].extractive;
    struct summarize_item shorter = { .text = own_words ? item->text : text,
                                      .level = LEVEL_COMPRESSED,
                                      .tokens = estimate_for(f, room) };
    struct summary summary;

    if (tokens_of(f, text) <= room)
        return text;
    if (shorter.tokens < 1)
        return str("");
    shorter.digest = own_words && is_long(item) && branch_settings(f->branch)->tokens.digest != DIGEST_OFF;
    summarize_extractive(branch_arena(f->branch), f->input->question, &shorter, &summary);
    return summary.text;
}

/* Fills the calls with excerpts. Sentences leave room at the end of a call, so it takes a few tries; what stands
 * behind the last call then is not shown. */
static size_t pack_excerpts(struct fitting *f, struct arena *scratch, size_t most, struct str *texts,
                            struct pieces *ret)
{
    int64_t *rooms = arena_calloc(scratch, f->input->n + 1, sizeof *rooms);
    size_t calls = most + 1;

    for (int64_t percent = 90; calls > most && percent >= 45; percent -= 15) {
        share_out(f, f->limits.tokens * (int64_t) most / 100 * percent, rooms);
        for (size_t i = 0; i < f->input->n; i++)
            texts[i] = excerpt(f, i, rooms[i]);
        calls = pack(f, scratch, texts, false, ret);
    }
    while (ret->n > 0 && ret->calls[ret->n - 1] >= most)
        ret->n--;
    return calls < most ? calls : most;
}

static void overflow(struct fitting *f, struct arena *scratch, size_t most)
{
    struct fit_result *ret = f->result;
    struct str *texts = arena_calloc(scratch, f->input->n + 1, sizeof *texts);
    struct pieces pieces;

    f->overflows = true;
    ret->calls = pack_excerpts(f, scratch, most, texts, &pieces);
    make_parts(f, texts, &pieces);
    for (size_t i = 0; i < f->input->n; i++)
        ret->by_code[i] = shown_of(ret, i) < tokens_of(f, ret->texts[i]);
}

static int split(struct fitting *f, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t most = (size_t) f->limits.calls;
    struct pieces pieces;
    size_t calls = f->overflows ? most + 1 : pack(f, scratch, f->result->texts, true, &pieces);
    int r = 0;

    if (calls > most && !f->overflows)
        calls = pack(f, scratch, f->result->texts, false, &pieces);
    if (calls <= most) {
        make_parts(f, f->result->texts, &pieces);
        f->result->calls = calls;
    } else if (f->input->overflows) {
        overflow(f, scratch, most);
    } else {
        r = budget_refuse(sum_at(f, f->result->levels), &f->limits, e);
    }
    arena_free(scratch);
    return r;
}

/* --- the archive --- */

/* Sets the hashes of what is kept. An archive that cannot be written costs the run nothing but a warning. */
static int keep_originals(struct fitting *f, struct hash *hashes, bool *kept, struct error *e)
{
    const struct fit_input *in = f->input;
    const struct token_settings *settings = &branch_settings(f->branch)->tokens;
    struct arena *scratch = arena_new();
    struct archiving keeping = { .folder = str_z(scratch, settings->archive_dir), .ttl_ms = settings->archive_ttl_ms };
    struct outcome outcome = { 0 };
    int r = 0;

    keeping.records = arena_calloc(scratch, in->n + 1, sizeof *keeping.records);
    for (size_t i = 0; settings->archive && settings->archive_dir.len && i < in->n; i++) {
        const struct fit_item *item = &in->items[i];
        enum level level = f->result->levels[i];

        if (level == LEVEL_FULL || item->cited || item->text.len == 0 || item->text.len > ARCHIVE_CONTENT_MAX)
            continue;
        hashes[i] = hash_of(item->text);
        kept[i] = true;
        keeping.records[keeping.n++] = (struct archive_record){
            .hash = hashes[i],
            .content = item->text,
            .item_id = item->id,
            .item_type = item->type,
            .url = item->url,
            .title = item->title,
            .reason = str(level_words[level]),
            .original_tokens = f->items[i].tokens,
        };
    }
    if (keeping.n)
        r = effect_archive(f->branch, path_add(f->path, "archive"), &keeping, &outcome, e);
    if (r == 0 && outcome.failed) {
        branch_warn(f->branch, "The originals of shortened texts could not be kept: %s", outcome.error.message);
        memset(kept, 0, in->n * sizeof *kept);
    }
    arena_free(scratch);
    return r;
}

/* --- what is recorded --- */

static int record(struct fitting *f, struct error *e)
{
    const struct fit_input *in = f->input;
    struct arena *arena = branch_arena(f->branch), *scratch = arena_new();
    struct hash *hashes = arena_calloc(scratch, in->n + 1, sizeof *hashes);
    bool *kept = arena_calloc(scratch, in->n + 1, sizeof *kept);
    int64_t used = 0;
    int r = keep_originals(f, hashes, kept, e);

    for (size_t i = 0; r == 0 && i < in->n; i++) {
        struct fidelity_item item = { .id = in->items[i].id,
                                      .original_tokens = f->items[i].tokens,
                                      .current_tokens = tokens_of(f, f->result->texts[i]),
                                      .current_level = (int) f->result->levels[i] };
        char hex[HASH_HEX_SIZE];

        if (kept[i]) {
            hash_hex(hashes[i], hex);
            item.archive_hash = str_dup(arena, str(hex));
        }
        if (f->result->by_code[i])
            item.code_tokens = item.current_tokens - shown_of(f->result, i);
        used += item.current_tokens - item.code_tokens;
        fidelity_put(arena, &f->result->fidelity, &item);
    }
    arena_free(scratch);
    if (r < 0)
        return r;
    fidelity_use(&f->result->fidelity, used, f->limits.tokens * (int64_t) f->result->calls);
    const struct allocation *a = &f->result->fidelity.allocation;
    branch_emit(f->branch, EVENT_CONTENT_ALLOCATED,
                &(struct event_content_allocated){ .fidelity = a->fidelity,
                                                   .tokens_used = (int64_t) a->tokens_used,
                                                   .tokens_available = (int64_t) a->tokens_available,
                                                   .code_tokens = (int64_t) a->code_tokens,
                                                   .items_dropped = (int64_t) a->items_dropped,
                                                   .items_summarized = (int64_t) a->items_summarized,
                                                   .calls = (int64_t) f->result->calls });
    return 0;
}

/* Everything as it is, in one call, whatever its length. */
static void leave_whole(struct fitting *f)
{
    struct fit_result *ret = f->result;

    ret->calls = 1;
    ret->parts = arena_calloc(branch_arena(f->branch), f->input->n + 1, sizeof *ret->parts);
    for (size_t i = 0; i < f->input->n; i++) {
        ret->texts[i] = f->input->items[i].text;
        if (ret->texts[i].len)
            ret->parts[ret->parts_n++] = (struct fit_part){ i, 0, ret->texts[i], f->items[i].tokens };
    }
}

int fit_run(struct branch *branch, struct path path, const struct fit_input *input, struct fit_result *ret,
            struct error *e)
{
    struct arena *arena = branch_arena(branch);
    struct fit_result result = { 0 };
    const struct token_settings *settings = &branch_settings(branch)->tokens;
    struct fitting f = {
        .branch = branch,
        .path = path,
        .input = input,
        .result = &result,
        .ratio = ratio_of(branch, role_models(branch, input->tier)),
        .items = arena_calloc(arena, input->n + 1, sizeof *f.items),
        .summaries = arena_calloc(arena, input->n + 1, sizeof *f.summaries),
        .limits = { .tokens = fit_budget(branch, input->phase, input->tier, NULL) - input->reserved,
                    .calls = input->calls,
                    .may_drop = settings->allow_content_dropping },
    };
    int r = 0;

    result.texts = arena_calloc(arena, input->n + 1, sizeof *result.texts);
    result.levels = arena_calloc(arena, input->n + 1, sizeof *result.levels);
    result.by_code = arena_calloc(arena, input->n + 1, sizeof *result.by_code);
    result.summaries = f.summaries;
    if (f.limits.tokens < 1)
        f.limits.tokens = 1;
    weigh(&f);
    if (settings->disabled && !(input->percent > 0 && input->percent < 100)) {
        leave_whole(&f);
    } else {
        r = allocate(&f, e);
        if (r == 0)
            r = shorten(&f, e);
        if (r == 0)
            r = split(&f, e);
    }
    if (r == 0)
        r = record(&f, e);
    if (r < 0)
        return r;
    result.budget = f.limits.tokens;
    *ret = result;
    return 0;
}
