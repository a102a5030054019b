#include "roles/verify_claims.h"

#include "base/buf.h"
#include "roles/memory.h"
#include "roles/role.h"
#include "text/utf8.h"

enum { KEEP_MS = 168 * 3600 * 1000, CLAIM_MAX = 1000, TITLE_MAX = 200, URL_MAX = 500, ITEMS_MAX = 64 * 1024 };

struct verdict_entry {
    int64_t id;
    int verdict;
    struct str reason;
};
struct verdict_entries {
    struct verdict_entry *verdicts;
    size_t verdicts_n;
};

static const char *const words[] = { "supported", "partial", "unsupported", "contradicted", NULL };

static const struct field entry_fields[] = {
    FIELD_INT(struct verdict_entry, id, .required = true, .min = 1, .max = VERIFY_BATCH, .help = "number of the item"),
    FIELD_ENUM(struct verdict_entry, verdict, words, .required = true, .help = "what the passage says about the claim"),
    FIELD_STR(struct verdict_entry, reason, .max = 300, .help = "the words that decide"),
    FIELD_END,
};
static const struct field answer_fields[] = {
    FIELD_LIST(struct verdict_entries, verdicts, verdicts_n, struct verdict_entry, entry_fields, .required = true,
               .max = 2 * VERIFY_BATCH, .help = "one for each item"),
    FIELD_END,
};

static const struct role role = {
    .name = "verify_claims",
    .tier = TIER_ANALYTICAL,
    .answer = answer_fields,
    .temperature = 0,
    .max_tokens = 1000,
    .isolated = true,
};

/* --- what was judged before --- */

static const struct memory memory = { "verdicts", "verdict", KEEP_MS };

/* All that the verifier sees, so that nothing else can make a difference. */
static struct hash key_of(const struct verify_question *q)
{
    struct arena *scratch = arena_new();
    json_t *all = json_array();

    json_array_append_new(all, json_new_str(q->claim));
    for (size_t i = 0; i < q->quotes_n; i++) {
        json_array_append_new(all, json_new_str(q->quotes[i].quote));
        json_array_append_new(all, json_new_str(q->quotes[i].title));
        json_array_append_new(all, json_new_str(q->quotes[i].url));
    }
    struct hash key = hash_of(json_canonical(scratch, all));
    json_decref(all);
    arena_free(scratch);
    return key;
}

static int recall(struct branch *branch, struct path path, const struct hash *keys, size_t n,
                  struct verify_opinion ret[], struct error *e)
{
    json_t *found, *one;
    size_t i;
    int r = memory_recall(branch, path_add(path, "known"), &memory, keys, n, &found, e);

    if (r < 0)
        return r;
    json_array_foreach (found, i, one) {
        int64_t verdict = json_get_int(one, "verdict", VERDICT_UNCHECKED);

        if (i < n && verdict >= 0 && verdict < VERDICT_UNCHECKED)
            ret[i] = (struct verify_opinion){ (int) verdict, str_dup(branch_arena(branch), json_get_str(one, "reason")),
                                              str("known"), 0 };
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
            json_t *one = json_pack("{s:i}", "verdict", all[i].verdict);

            json_object_set_new(one, "reason", json_new_str(all[i].reason));
            json_array_append_new(opinions, one);
            new_keys[count++] = keys[i];
        }
    if (count)
        r = memory_keep(branch, path_add(path, "keep"), &memory, new_keys, opinions, count, e);
    json_decref(opinions);
    arena_free(scratch);
    return r;
}

/* --- asking --- */

static struct str one_line(struct arena *arena, struct str text, size_t max)
{
    return str_replace(arena, utf8_cut(text, max), str("\n"), str(" "));
}

static struct str items_text(struct arena *arena, const struct verify_question questions[], const size_t *which,
                             size_t n)
{
    struct buf text;

    buf_init(&text, ITEMS_MAX);
    for (size_t i = 0; i < n; i++) {
        const struct verify_question *q = &questions[which[i]];

        buf_format(&text, "%s%zu. claim: %.*s\n", i ? "\n" : "", i + 1, STR_ARG(one_line(arena, q->claim, CLAIM_MAX)));
        for (size_t k = 0; k < q->quotes_n; k++)
            buf_format(&text, "   title: %.*s\n   url: %.*s\n   passage: %.*s\n",
                       STR_ARG(one_line(arena, q->quotes[k].title, TITLE_MAX)),
                       STR_ARG(one_line(arena, q->quotes[k].url, URL_MAX)),
                       STR_ARG(one_line(arena, q->quotes[k].quote, CLAIM_MAX)));
    }
    return buf_take(&text, arena);
}

static void take_answers(const struct verdict_entries *answer, int result, const size_t *which, size_t n,
                         struct verify_opinion ret[])
{
    for (size_t i = 0; i < n; i++)
        ret[which[i]].error = result == -ERROR_PARSE ? 0 : -result;
    for (size_t i = 0; result == 0 && i < answer->verdicts_n; i++) {
        const struct verdict_entry *entry = &answer->verdicts[i];

        if (entry->id < 1 || (size_t) entry->id > n || ret[which[entry->id - 1]].verdict != VERDICT_UNCHECKED)
            continue;
        ret[which[entry->id - 1]] = (struct verify_opinion){ entry->verdict, entry->reason, str("model"), 0 };
    }
}

static int ask(struct branch *branch, struct path path, const struct verify_question questions[], const size_t *which,
               size_t n, struct verify_opinion ret[], struct error *e)
{
    struct arena *scratch = arena_new();
    size_t batches = (n + VERIFY_BATCH - 1) / VERIFY_BATCH;
    const struct template_value **values = arena_calloc(scratch, batches + 1, sizeof *values);
    struct verdict_entries *answers = arena_calloc(scratch, batches + 1, sizeof *answers);
    void **into = arena_calloc(scratch, batches + 1, sizeof *into);
    int *results = arena_calloc(scratch, batches + 1, sizeof *results);

    for (size_t b = 0; b < batches; b++) {
        size_t from = b * VERIFY_BATCH, count = n - from < VERIFY_BATCH ? n - from : VERIFY_BATCH;
        struct template_value *list = arena_calloc(scratch, 3, sizeof *list);

        list[0] = (struct template_value){ "items", items_text(scratch, questions, which + from, count) };
        list[1] = (struct template_value){ "boundary", branch_boundary(branch) };
        values[b] = list;
        into[b] = &answers[b];
    }
    int r = role_ask_all(branch, path, &role, EFFECT_ESSENTIAL, values, batches, into, results, e);
    for (size_t b = 0; r == 0 && b < batches; b++) {
        size_t from = b * VERIFY_BATCH, count = n - from < VERIFY_BATCH ? n - from : VERIFY_BATCH;

        take_answers(&answers[b], results[b], which + from, count, ret);
    }
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
        ret[i] = (struct verify_opinion){ .verdict = VERDICT_UNCHECKED };
        keys[i] = key_of(&questions[i]);
    }
    int r = n ? recall(branch, path, keys, n, ret, e) : 0;
    for (size_t i = 0; i < n; i++)
        if (ret[i].verdict == VERDICT_UNCHECKED)
            which[count++] = i;
    if (r == 0 && count)
        r = ask(branch, path, questions, which, count, ret, e);
    if (r == 0 && count)
        r = keep(branch, path, keys, ret, n, e);
    arena_free(scratch);
    return r;
}
