#include "report/provenance.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "report/claims.h"
#include "report/markup.h"
#include "text/json.h"

enum { OUT_MAX = 64 << 20 };

struct source_entry {
    int64_t number;
    bool snippet_only;
    int64_t bytes;
    struct str id, title, url, date, engine, query, sha256;
};
static const struct field source_entry_fields[] = {
    FIELD_INT(struct source_entry, number),
    FIELD_AS("snippetOnly", BOOL, struct source_entry, snippet_only),
    FIELD_INT(struct source_entry, bytes),
    FIELDS(STR, struct source_entry, id, title, url, date),
    FIELD_AS("foundBy", STR, struct source_entry, engine),
    FIELDS(STR, struct source_entry, query, sha256),
    FIELD_END,
};

struct effect_entry {
    struct str path, outcome, request, answer, started, answered_by;
    int64_t duration_ms;
};
static const struct field effect_entry_fields[] = {
    FIELDS(STR, struct effect_entry, path, outcome),
    FIELD_AS("requestSha256", STR, struct effect_entry, request),
    FIELD_AS("answerSha256", STR, struct effect_entry, answer),
    FIELD_AS("startedAt", STR, struct effect_entry, started, .nullable = true),
    FIELD_AS("durationMs", INT, struct effect_entry, duration_ms, .nullable = true),
    FIELD_AS("answeredBy", STR, struct effect_entry, answered_by, .nullable = true),
    FIELD_END,
};

struct provenance {
    struct str run, question, workflow, workflow_version, engine_version, models, report, journal;
    struct claim_summary summary;
    struct source_entry *sources;
    struct claim_row *claims;
    struct effect_entry *effects;
    size_t sources_n, claims_n, effects_n;
};
static const struct field provenance_fields[] = {
    FIELDS(STR, struct provenance, run, question, workflow),
    FIELD_AS("workflowVersion", STR, struct provenance, workflow_version),
    FIELD_AS("engineVersion", STR, struct provenance, engine_version),
    FIELD_STR(struct provenance, models),
    FIELD_AS("reportSha256", STR, struct provenance, report),
    FIELD_AS("journalSha256", STR, struct provenance, journal),
    FIELD_OBJECT(struct provenance, summary, claim_summary_fields),
    FIELD_LIST(struct provenance, sources, sources_n, struct source_entry, source_entry_fields),
    FIELD_LIST(struct provenance, claims, claims_n, struct claim_row, claim_row_fields),
    FIELD_LIST(struct provenance, effects, effects_n, struct effect_entry, effect_entry_fields),
    FIELD_END,
};

static struct str hex_of(struct arena *arena, struct hash hash)
{
    char *hex = arena_alloc(arena, HASH_HEX_SIZE);

    hash_hex(hash, hex);
    return str(hex);
}

static int of_times(int64_t x, int64_t y) { return (x > y) - (x < y); }

/* Part by part, numbers by their value and before words: "search/0/2" before "search/0/10". */
static int of_paths(struct str x, struct str y)
{
    struct str one, other;

    while (str_next(&x, '/', &one)) {
        int64_t a, b;

        if (!str_next(&y, '/', &other))
            return 1;
        bool number = str_to_int(one, &a), numbers = str_to_int(other, &b);
        int order = number != numbers ? numbers - number : number ? of_times(a, b) : str_cmp(one, other);
        if (order)
            return order;
    }
    return y.len ? -1 : 0;
}

/* Of two that began in the same millisecond the one that ended first: what follows from another call ends behind it. */
static int by_time(const void *a, const void *b)
{
    const struct outline_row *x = a, *y = b;
    int order = of_times(x->started_ms, y->started_ms);

    if (!x->started_ms != !y->started_ms)
        return x->started_ms ? -1 : 1;
    order = order ? order : of_times(x->ended_ms, y->ended_ms);
    return order ? order : of_paths(x->path, y->path);
}

/* What happened in the order in which it began; what has no time (facts, and all of a bundle) stands behind, by its path. */
static const struct outline_row *in_order(struct arena *arena, const struct bundle *b)
{
    struct outline_row *rows = arena_calloc(arena, b->outline_n + 1, sizeof *rows);

    for (size_t i = 0; i < b->outline_n; i++)
        rows[i] = b->outline[i];
    qsort(rows, b->outline_n, sizeof *rows, by_time);
    return rows;
}

struct str provenance_json(struct arena *arena, const struct bundle *b, const struct report *report)
{
    struct provenance p = { .run = b->run,
                            .question = b->question,
                            .workflow = b->workflow,
                            .workflow_version = b->workflow_version,
                            .engine_version = b->engine_version,
                            .models = report->models,
                            .report = hex_of(arena, b->report_hash),
                            .journal = hex_of(arena, b->journal),
                            .summary = report->summary,
                            .claims = b->claims,
                            .sources_n = b->sources_n,
                            .claims_n = b->claims_n,
                            .effects_n = b->outline_n };

    p.sources = arena_calloc(arena, b->sources_n + 1, sizeof *p.sources);
    for (size_t i = 0; i < b->sources_n; i++) {
        const struct source_row *s = &b->sources[i];

        p.sources[i] = (struct source_entry){
            s->number, s->snippet_only, (int64_t) s->text.len, s->id, s->title, s->url, s->date,
            s->engine, s->query,        hex_of(arena, s->hash)
        };
    }
    p.effects = arena_calloc(arena, b->outline_n + 1, sizeof *p.effects);
    const struct outline_row *rows = in_order(arena, b);
    for (size_t i = 0; i < b->outline_n; i++)
        p.effects[i] = (struct effect_entry){
            .path = rows[i].path,
            .outcome = rows[i].outcome,
            .request = hex_of(arena, rows[i].key),
            .answer = hex_of(arena, rows[i].body),
            .started = rows[i].started_ms ? clock_iso_text(arena, rows[i].started_ms) : str(""),
            .duration_ms = rows[i].started_ms ? rows[i].ended_ms - rows[i].started_ms : INT64_MIN,
            .answered_by = rows[i].answered_by,
        };
    json_t *all = json_encode(provenance_fields, &p);
    struct str text = json_pretty(arena, all);
    json_decref(all);
    return text;
}

static void write_hash(struct buf *out, const char *name, struct hash hash)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash, hex);
    buf_format(out, "- %s: `%s`\n", name, hex);
}

static void write_claim(struct arena *arena, struct buf *out, const struct report *report, const struct claim_row *c)
{
    buf_format(out, "- claim %lld: ", (long long) c->number); /* a renderer of Markdown counts "4." anew */
    markdown_escape(out, claim_words(arena, report, c));
    buf_format(out, "\n  %s%s%s%s%.*s%s", c->kind == KIND_CLAIM ? "" : claim_kind_words[c->kind],
               c->kind == KIND_CLAIM ? "" : ", ", verdict_words[c->verdict], c->decided_by.len ? ", decided by " : "",
               STR_ARG(c->decided_by), c->left_out ? ", left out" : "");
    if (c->correction > CORRECTION_KEEP)
        buf_format(out, ", citation: %s", correction_words[c->correction]);
    for (size_t i = 0; i < c->spans_n; i++)
        buf_format(out, "; source %lld, bytes %lld to %lld", (long long) c->spans[i].source,
                   (long long) c->spans[i].start, (long long) c->spans[i].end);
    buf_add_char(out, '\n');
}

static void write_effects(struct arena *arena, struct buf *out, const struct bundle *b)
{
    const struct outline_row *rows = in_order(arena, b);

    for (size_t i = 0; i < b->outline_n; i++) {
        buf_add_z(out, "- ");
        if (rows[i].started_ms)
            buf_format(out, "%.*s ", STR_ARG(clock_iso_text(arena, rows[i].started_ms)));
        markdown_escape(out, rows[i].path);
        buf_format(out, ": %.*s", STR_ARG(rows[i].outcome));
        if (rows[i].answered_by.len) {
            buf_add_z(out, " by ");
            markdown_escape(out, rows[i].answered_by);
        }
        if (rows[i].started_ms)
            buf_format(out, ", %.3f s", (double) (rows[i].ended_ms - rows[i].started_ms) / 1000);
        buf_add_char(out, '\n');
    }
}

struct str provenance_markdown(struct arena *arena, const struct bundle *b, const struct report *report)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    buf_add_z(&out, "# Where this report comes from\n\n");
    buf_format(&out, "- run: %.*s\n- question: ", STR_ARG(b->run));
    markdown_escape(&out, b->question);
    buf_format(&out, "\n- workflow: %.*s (version %.*s), fathom %.*s\n- written by: ", STR_ARG(b->workflow),
               STR_ARG(b->workflow_version), STR_ARG(b->engine_version));
    markdown_escape(&out, report->models.len ? report->models : str("nobody: no model was used"));
    buf_add_char(&out, '\n');
    write_hash(&out, "report", b->report_hash);
    write_hash(&out, "journal", b->journal);
    buf_add_z(&out, "\n## Sources\n\n");
    for (size_t i = 0; i < b->sources_n; i++) {
        const struct source_row *s = &b->sources[i];
        char hex[HASH_HEX_SIZE];

        hash_hex(s->hash, hex);
        buf_format(&out, "- [%lld] ", (long long) s->number);
        markdown_escape(&out, s->title);
        buf_add_z(&out, ", ");
        markdown_escape(&out, s->url);
        buf_format(&out, ": %zu bytes, `%s`, found by ", s->text.len, hex);
        markdown_escape(&out, s->engine);
        buf_add_z(&out, " for \"");
        markdown_escape(&out, s->query);
        buf_add_z(&out, s->snippet_only ? "\"; the page was not read\n" : "\"\n");
    }
    buf_add_z(&out, "\n## Claims\n\n");
    for (size_t i = 0; i < b->claims_n; i++)
        if (b->claims[i].kind == KIND_CLAIM || b->claims[i].kind == KIND_SUMMARY)
            write_claim(arena, &out, report, &b->claims[i]);
    buf_add_z(&out, "\n## What happened\n\n");
    write_effects(arena, &out, b);
    return buf_take(&out, arena);
}
