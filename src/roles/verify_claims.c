#include "roles/verify_claims.h"

#include <assert.h>
#include <math.h>

#include "base/buf.h"
#include "base/clock.h"
#include "records/claims.h"
#include "roles/alone_role.h"
#include "roles/memory.h"
#include "roles/role.h"
#include "text/utf8.h"

enum {
    KEEP_MS = 168 * 3600 * 1000,
    CLAIM_MAX = 1000,
    PASSAGE_MAX = 2000,
    TITLE_MAX = 200,
    URL_MAX = 500,
    REASON_MAX = 300,
    ITEMS_MAX = 128 * 1024,
};

struct verdict_entry {
    int64_t id;
    int verdict;
    struct str reason, missing, kind;
};
struct verdict_entries {
    struct verdict_entry *verdicts;
    size_t verdicts_n;
};

static const char *const words[] = { "supported", "partial", "unsupported", "contradicted", NULL };

static const struct field entry_fields[] = {
    FIELD_INT(struct verdict_entry, id, .required = true, .help = "number of the item, from 1"),
    FIELD_ENUM(struct verdict_entry, verdict, words, .required = true, .help = "what the passage says about the claim"),
    FIELD_STR(struct verdict_entry, missing, .max = REASON_MAX, .help = "the part of the claim that is not carried"),
    FIELD_STR(struct verdict_entry, reason, .max = REASON_MAX, .help = "one plain sentence for the reader"),
    FIELD_STR(struct verdict_entry, kind, .max = 20, .help = "claim, summary or remark, where it is asked"),
    FIELD_END,
};
static const struct field answer_fields[] = {
    FIELD_LIST(struct verdict_entries, verdicts, verdicts_n, struct verdict_entry, entry_fields, .required = true,
               .max = 2 * VERIFY_BATCH, .help = "one for each item"),
    FIELD_END,
};

static const struct role role = { "verify_claims", TIER_ANALYTICAL, answer_fields, .max_tokens = 2000,
                                  .isolated = true };

/* --- what was judged before --- */

static const struct memory memory = { "verdicts", "verdict", KEEP_MS };

/* All that the verifier sees, and who it is, so that nothing else can make a difference. */
static struct hash key_of(const struct branch *branch, const struct verify_question *q)
{
    struct arena *scratch = arena_new();
    const struct str_list *models = role_models(branch, role.tier);
    json_t *all = json_array();

    for (size_t i = 0; i < models->n; i++)
        json_array_append_new(all, json_new_str(models->items[i]));
    json_array_append_new(all, json_new_str(q->claim));
    json_array_append_new(all, json_new_str(q->lead));
    json_array_append_new(all, json_new_str(q->conflict));
    json_array_append_new(all, json_boolean(q->own));
    json_array_append_new(all, json_boolean(q->ask_kind));
    for (size_t i = 0; i < q->quotes_n; i++) {
        const struct str seen[] = { q->quotes[i].passage, q->quotes[i].title, q->quotes[i].url, q->quotes[i].date,
                                    q->quotes[i].headings };

        for (size_t k = 0; k < sizeof seen / sizeof *seen; k++)
            json_array_append_new(all, json_new_str(seen[k]));
    }
    struct hash key = hash_of(json_canonical(scratch, all));
    json_decref(all);
    arena_free(scratch);
    return key;
}

static int recall(struct branch *branch, struct path path, const struct hash *keys, size_t n,
                  struct verify_opinion ret[], struct error *e)
{
    struct arena *arena = branch_arena(branch);
    json_t *found, *one;
    size_t i;
    int r = memory_recall(branch, path_add(path, "known"), &(struct memory_rows){ &memory, keys, n, NULL }, &found, e);

    if (r < 0)
        return r;
    json_array_foreach (found, i, one) {
        int verdict = word_index(words, json_get_str(one, "verdict"));

        if (i < n && verdict >= 0)
            ret[i] = (struct verify_opinion){ .verdict = verdict,
                                              .kind = word_index(claim_kind_words, json_get_str(one, "kind")),
                                              .reason = str_dup(arena, json_get_str(one, "reason")),
                                              .missing = str_dup(arena, json_get_str(one, "missing")),
                                              .by = str("known") };
    }
    json_decref(found);
    return 0;
}

static int keep(struct branch *branch, struct path path, const struct hash *keys, const struct verify_opinion all[],
                size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    struct hash *new_keys = arena_calloc(scratch, n + 1, sizeof *new_keys);
    json_t *opinions = json_array();
    size_t count = 0;
    int r = 0;

    for (size_t i = 0; i < n; i++)
        if (all[i].verdict != VERDICT_UNCHECKED && str_is(all[i].by, "model")) {
            json_t *one = json_pack("{s:s}", "verdict", words[all[i].verdict]);

            json_object_set_new(one, "reason", json_new_str(all[i].reason));
            json_object_set_new(one, "missing", json_new_str(all[i].missing));
            if (all[i].kind >= 0)
                json_object_set_new(one, "kind", json_string(claim_kind_words[all[i].kind]));
            json_array_append_new(opinions, one);
            new_keys[count++] = keys[i];
        }
    if (count)
        r = memory_keep(branch, path_add(path, "keep"), &(struct memory_rows){ &memory, new_keys, count, opinions }, e);
    json_decref(opinions);
    arena_free(scratch);
    return r;
}

/* --- asking --- */

static struct str one_line(struct arena *arena, struct str text, size_t max)
{
    return str_replace(arena, utf8_cut(text, max), str("\n"), str(" "));
}

static void add_line(struct arena *arena, struct buf *text, const char *name, struct str value, size_t max)
{
    if (value.len)
        buf_format(text, "   %s: %.*s\n", name, STR_ARG(one_line(arena, value, max)));
}

static struct str items_text(struct arena *arena, const struct verify_question questions[], const size_t *which,
                             size_t n)
{
    struct buf text;

    buf_init(&text, ITEMS_MAX);
    for (size_t i = 0; i < n; i++) {
        const struct verify_question *q = &questions[which[i]];

        buf_format(&text, "%s%zu. claim: %.*s\n", i ? "\n" : "", i + 1, STR_ARG(one_line(arena, q->claim, CLAIM_MAX)));
        add_line(arena, &text, "stands under", q->lead, TITLE_MAX);
        if (q->ask_kind)
            buf_add_z(&text, "   kind: please say\n");
        for (size_t k = 0; k < q->quotes_n; k++) {
            add_line(arena, &text, "title", q->quotes[k].title, TITLE_MAX);
            add_line(arena, &text, "url", q->quotes[k].url, URL_MAX);
            add_line(arena, &text, "date", q->quotes[k].date, TITLE_MAX);
            add_line(arena, &text, "section", q->quotes[k].headings, TITLE_MAX);
            add_line(arena, &text, "passage", q->quotes[k].passage, PASSAGE_MAX);
        }
        if (q->quotes_n == 0)
            buf_add_z(&text, "   passage: (none was found)\n");
        add_line(arena, &text, "look again", q->conflict, REASON_MAX);
    }
    return buf_take(&text, arena);
}

static int kind_of(struct str word)
{
    int kind = word_index(claim_kind_words, str_trim(word));

    return kind == KIND_CLAIM || kind == KIND_SUMMARY || kind == KIND_REMARK || kind == KIND_QUESTION ? kind : -1;
}

/* Whose answer an entry is: ids count from 1, or in the whole answer from 0. An answer that has a 0 and not all of 0 … n-1 cannot be
 * told: -1, and none of it is taken. */
static int first_id(const struct verdict_entries *answer, size_t n)
{
    uint64_t had = 0;
    bool beyond = false;

    static_assert(VERIFY_BATCH < 64, "a bit for each id");
    for (size_t i = 0; i < answer->verdicts_n; i++) {
        int64_t id = answer->verdicts[i].id;

        beyond = beyond || id < 0 || (size_t) id >= n;
        if (id >= 0 && (size_t) id < n)
            had |= UINT64_C(1) << id;
    }
    if (!(had & 1))
        return 1;
    return beyond || had != (UINT64_C(1) << n) - 1 ? -1 : 0;
}

/* Is the item answered once more, with another verdict? Then nobody knows which of them is meant. */
static bool is_disputed(const struct verdict_entries *answer, const struct verdict_entry *entry)
{
    for (size_t i = 0; i < answer->verdicts_n; i++)
        if (answer->verdicts[i].id == entry->id && answer->verdicts[i].verdict != entry->verdict)
            return true;
    return false;
}

static void take_answers(const struct verdict_entries *answer, int result, const size_t *which, size_t n,
                         struct verify_opinion ret[])
{
    int first = result == 0 ? first_id(answer, n) : -1;

    for (size_t i = 0; i < n; i++) {
        ret[which[i]].error = result == -ERROR_PARSE ? 0 : -result;
        ret[which[i]].left_out = result == 0;
    }
    for (size_t i = 0; first >= 0 && i < answer->verdicts_n; i++) {
        const struct verdict_entry *entry = &answer->verdicts[i];
        int64_t at = entry->id - first;

        if (at < 0 || (uint64_t) at >= n || ret[which[at]].verdict != VERDICT_UNCHECKED || is_disputed(answer, entry))
            continue;
        ret[which[at]] = (struct verify_opinion){ .verdict = entry->verdict,
                                                  .kind = kind_of(entry->kind),
                                                  .reason = str_trim(entry->reason),
                                                  .missing = str_trim(entry->missing),
                                                  .by = str("model") };
    }
}

/* The questions that have no answer yet. */
struct open_questions {
    const struct verify_question *questions;
    const size_t *which;
    size_t n;
    struct verify_opinion *ret; /* of all */
};

/* Tokens of an answer about a few items that is of use: an entry each. Less than what is guessed of any answer. */
enum { ANSWER_BASE = 60, ANSWER_EACH = 80, FEW = VERIFY_BATCH / 2 };

static int ask(struct branch *branch, struct path path, const struct open_questions *open, struct error *e);

/* A batch for which the budget does not do is asked in halves, the first one first: as many questions as possible are answered, the
 * most doubtful before the others. */
static int ask_in_halves(struct branch *branch, struct path path, const struct open_questions *batch, struct error *e)
{
    struct open_questions first = *batch, rest = *batch;

    first.n = batch->n / 2;
    rest.n -= first.n;
    rest.which += first.n;
    int r = ask(branch, path_index(path, 0), &first, e);
    return r < 0 ? r : ask(branch, path_index(path, 1), &rest, e);
}

static int ask(struct branch *branch, struct path path, const struct open_questions *open, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t batches = (open->n + VERIFY_BATCH - 1) / VERIFY_BATCH;
    struct role own = role;
    struct role_question *asked = arena_calloc(scratch, batches + 1, sizeof *asked);
    struct verdict_entries *answers = arena_calloc(scratch, batches + 1, sizeof *answers);

    for (size_t b = 0; b < batches; b++) {
        size_t from = b * VERIFY_BATCH, count = open->n - from < VERIFY_BATCH ? open->n - from : VERIFY_BATCH;
        struct template_value *list = arena_calloc(scratch, 3, sizeof *list);

        list[0] = (struct template_value){ "items", items_text(scratch, open->questions, open->which + from, count) };
        list[1] = (struct template_value){ "boundary", branch_boundary(branch) };
        asked[b] = (struct role_question){ .values = list, .ret = &answers[b] };
    }
    if (open->n <= FEW)
        own.least_tokens = ANSWER_BASE + ANSWER_EACH * (int64_t) open->n;
    int r = role_ask_all(
        branch, path,
        &(struct role_questions){ .role = &own, .items = asked, .n = batches, .options = EFFECT_ESSENTIAL }, e);
    for (size_t b = 0; r == 0 && b < batches; b++) {
        size_t from = b * VERIFY_BATCH, count = open->n - from < VERIFY_BATCH ? open->n - from : VERIFY_BATCH;
        const struct open_questions batch = { open->questions, open->which + from, count, open->ret };

        take_answers(&answers[b], asked[b].result, open->which + from, count, open->ret);
        if (asked[b].result == -ERROR_BUDGET && count > 1)
            r = ask_in_halves(branch, path_at(path, "half", b), &batch, e);
    }
    arena_free(scratch);
    return r;
}

/* What a readable answer left out is asked for once more, together. */
static int ask_again(struct branch *branch, struct path path, const struct open_questions *open, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t *which = arena_calloc(scratch, open->n + 1, sizeof *which), count = 0;

    for (size_t i = 0; i < open->n; i++)
        if (open->ret[open->which[i]].left_out)
            which[count++] = open->which[i];
    int r = count ? ask(branch, path_add(path, "left"),
                        &(struct open_questions){ open->questions, which, count, open->ret }, e)
                  : 0;
    arena_free(scratch);
    return r;
}

int role_verify_claims(struct branch *branch, struct path path, const struct verify_question questions[], size_t n,
                       struct verify_opinion ret[], struct error *e)
{
    struct arena *scratch = arena_new();
    struct hash *keys = arena_calloc(scratch, n + 1, sizeof *keys);
    size_t *which = arena_calloc(scratch, n + 1, sizeof *which), count = 0;

    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct verify_opinion){ .verdict = VERDICT_UNCHECKED, .kind = -1 };
        keys[i] = key_of(branch, &questions[i]);
    }
    int r = n ? recall(branch, path, keys, n, ret, e) : 0;
    for (size_t i = 0; i < n; i++)
        if (ret[i].verdict == VERDICT_UNCHECKED)
            which[count++] = i;
    const struct open_questions open = { questions, which, count, ret };
    if (r == 0 && count)
        r = ask(branch, path, &open, e);
    if (r == 0 && count)
        r = ask_again(branch, path, &open, e);
    if (r == 0 && count)
        r = keep(branch, path, keys, ret, n, e);
    arena_free(scratch);
    return r;
}

/* --- outside a run --- */

enum { ALONE_MS = 120 * 1000 };

int verify_claims_alone(const struct verify_alone *with, struct arena *arena, const struct verify_question questions[],
                        size_t n, struct verify_opinion ret[], struct error *e)
{
    struct alone alone = {
        .tools = with->tools, .net = with->net, .arena = arena, .timeout_ms = ALONE_MS, .models = with->models
    };
    size_t which[VERIFY_BATCH];

    n = n < VERIFY_BATCH ? n : VERIFY_BATCH;
    for (size_t i = 0; i < n; i++) {
        which[i] = i;
        ret[i] = (struct verify_opinion){ .verdict = VERDICT_UNCHECKED, .kind = -1 };
    }
    struct str items = items_text(arena, questions, which, n), said;
    const struct template_value values[] = { { "items", items }, { "boundary", alone_boundary(arena, items) }, { 0 } };
    struct verdict_entries entries = { 0 };
    int r = alone_write(&alone, &role, values, &said, e);

    if (with->usage)
        usage_add(with->usage, &alone.usage);
    if (r < 0)
        return r;
    if (json_decode_answer(said, answer_fields, &entries, arena, e) < 0)
        return -ERROR_PARSE;
    take_answers(&entries, 0, which, n, ret);
    return 0;
}
