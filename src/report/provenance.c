#include "report/provenance.h"

#include "base/buf.h"
#include "report/markup.h"
#include "text/json.h"

enum { OUT_MAX = 64 << 20 };

static json_t *hash_json(struct hash hash)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash, hex);
    return json_string(hex);
}

static json_t *source_json(const struct source_row *s)
{
    json_t *one = json_pack("{s:I, s:b, s:I}", "number", (json_int_t) s->number, "snippetOnly", s->snippet_only,
                            "bytes", (json_int_t) s->text.len);

    json_object_set_new(one, "id", json_new_str(s->id));
    json_object_set_new(one, "title", json_new_str(s->title));
    json_object_set_new(one, "url", json_new_str(s->url));
    json_object_set_new(one, "date", json_new_str(s->date));
    json_object_set_new(one, "foundBy", json_new_str(s->engine));
    json_object_set_new(one, "query", json_new_str(s->query));
    json_object_set_new(one, "sha256", hash_json(s->hash));
    return one;
}

struct str provenance_json(struct arena *arena, const struct bundle *b, const struct report *report)
{
    json_t *all = json_object(), *sources = json_array(), *claims = json_array(), *effects = json_array();

    for (size_t i = 0; i < b->sources_n; i++)
        json_array_append_new(sources, source_json(&b->sources[i]));
    for (size_t i = 0; i < b->claims_n; i++)
        json_array_append_new(claims, json_encode(claim_row_fields, &b->claims[i]));
    for (size_t i = 0; i < b->outline_n; i++) {
        json_t *one = json_object();

        json_object_set_new(one, "path", json_new_str(b->outline[i].path));
        json_object_set_new(one, "outcome", json_new_str(b->outline[i].outcome));
        json_object_set_new(one, "requestSha256", hash_json(b->outline[i].key));
        json_object_set_new(one, "answerSha256", hash_json(b->outline[i].body));
        json_array_append_new(effects, one);
    }
    json_object_set_new(all, "run", json_new_str(b->run));
    json_object_set_new(all, "question", json_new_str(b->question));
    json_object_set_new(all, "workflow", json_new_str(b->workflow));
    json_object_set_new(all, "workflowVersion", json_new_str(b->workflow_version));
    json_object_set_new(all, "engineVersion", json_new_str(b->engine_version));
    json_object_set_new(all, "models", json_new_str(report->models));
    json_object_set_new(all, "reportSha256", hash_json(b->report_hash));
    json_object_set_new(all, "journalSha256", hash_json(b->journal));
    json_object_set_new(all, "summary", json_encode(claim_summary_fields, &report->summary));
    json_object_set_new(all, "sources", sources);
    json_object_set_new(all, "claims", claims);
    json_object_set_new(all, "effects", effects);
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

static void write_claim(struct buf *out, const struct claim_row *c)
{
    buf_format(out, "%lld. ", (long long) c->number);
    markdown_escape(out, c->text);
    buf_format(out, "\n   %s%s%s%s%.*s%s", c->kind == KIND_CLAIM ? "" : claim_kind_words[c->kind],
               c->kind == KIND_CLAIM ? "" : ", ", verdict_words[c->verdict], c->decided_by.len ? ", decided by " : "",
               STR_ARG(c->decided_by), c->left_out ? ", left out" : "");
    if (c->correction > CORRECTION_KEEP)
        buf_format(out, ", citation: %s", correction_words[c->correction]);
    for (size_t i = 0; i < c->spans_n; i++)
        buf_format(out, "; source %lld, bytes %lld to %lld", (long long) c->spans[i].source,
                   (long long) c->spans[i].start, (long long) c->spans[i].end);
    buf_add_char(out, '\n');
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
            write_claim(&out, &b->claims[i]);
    buf_add_z(&out, "\n## What happened\n\n");
    for (size_t i = 0; i < b->outline_n; i++) {
        buf_add_z(&out, "- ");
        markdown_escape(&out, b->outline[i].path);
        buf_format(&out, ": %.*s\n", STR_ARG(b->outline[i].outcome));
    }
    return buf_take(&out, arena);
}
