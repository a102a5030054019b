#include "report/voices.h"

#include "report/citations.h"
#include "report/markup.h"
#include "text/counts.h"
#include "text/json.h"

static const struct field voice_fields[] = {
    FIELD_STR(struct report_voice, model),
    FIELD_AS("answeredBy", STR, struct report_voice, answered_by),
    FIELDS(INT, struct report_voice, number, characters, pages),
    FIELD_AS("lowQuality", BOOL, struct report_voice, low_quality),
    FIELD_BOOL(struct report_voice, reused),
    FIELD_STR(struct report_voice, error),
    FIELD_END,
};
static const struct field side_fields[] = {
    FIELDS(STR, struct report_side, model, says),
    FIELD_END,
};
static const struct field conflict_fields[] = {
    FIELDS(STR, struct report_conflict, topic, severity),
    FIELD_LIST(struct report_conflict, sides, sides_n, struct report_side, side_fields),
    FIELD_END,
};
static const struct field all_fields[] = {
    FIELD_LIST(struct report, voices, voices_n, struct report_voice, voice_fields),
    FIELD_LIST(struct report, conflicts, conflicts_n, struct report_conflict, conflict_fields),
    FIELD_END,
};

void voices_put(json_t *state, const struct report *report)
{
    json_t *all = json_encode(all_fields, report);

    json_object_update(state, all);
    json_decref(all);
}

void voices_read(struct arena *arena, struct report *report)
{
    json_t *state = NULL;

    if (str_contains(report->state, "\"voices\"") && json_parse(report->state, &state, NULL) == 0 &&
        json_decode(state, all_fields, report, DECODE_LENIENT, arena, NULL) < 0)
        report->voices_n = report->conflicts_n = 0;
    json_decref(state);
}

/* --- in words --- */

/* "3 pages cited, 2,140 characters, very short", or why it gave no answer. */
static struct str about(struct arena *arena, const struct report_voice *v)
{
    struct str_list parts = { 0 };

    if (v->error.len)
        return str_format(arena, "gave no answer: %.*s", STR_ARG(text_one_line(arena, v->error)));
    if (v->answered_by.len)
        str_list_add(arena, &parts, str_format(arena, "answered by %.*s", STR_ARG(v->answered_by)));
    str_list_add(arena, &parts, text_counted(arena, v->characters, "character", "characters"));
    str_list_add(arena, &parts,
                 v->pages ? str_format(arena, "cites %.*s", STR_ARG(text_counted(arena, v->pages, "page", "pages")))
                          : str("cites no page"));
    if (v->low_quality)
        str_list_add(arena, &parts, str("very short: it weighs less"));
    if (v->reused)
        str_list_add(arena, &parts, str("used again from an earlier run"));
    return str_join(arena, parts.items, parts.n, ", ");
}

void voices_markdown(struct arena *arena, struct buf *out, const struct report *report)
{
    if (report->conflicts_n)
        buf_add_z(out, "\n## Where the answers contradict each other\n\n");
    for (size_t i = 0; i < report->conflicts_n; i++) {
        const struct report_conflict *c = &report->conflicts[i];

        buf_add_z(out, "- **");
        markdown_escape(out, c->topic);
        buf_add_z(out, str_is(c->severity, "major") ? "** (it matters for the answer)\n" : "**\n");
        for (size_t k = 0; k < c->sides_n; k++) {
            buf_add_z(out, "  - ");
            markdown_escape(out, c->sides[k].model);
            buf_add_z(out, ": ");
            markdown_escape(out, c->sides[k].says);
            buf_add_char(out, '\n');
        }
    }
    if (report->voices_n)
        buf_add_z(out, "\n## Who answered\n\n");
    for (size_t i = 0; i < report->voices_n; i++) {
        const struct report_voice *v = &report->voices[i];

        buf_add_z(out, "- ");
        if (v->number)
            buf_format(out, "[%.*s] ", STR_ARG(citation_key(arena, report, v->number)));
        buf_add_z(out, "**");
        markdown_escape(out, v->model);
        buf_add_z(out, "**: ");
        markdown_escape(out, about(arena, v));
        buf_add_char(out, '\n');
    }
}

static void says_html(struct buf *out, struct str model, struct str text)
{
    buf_add_z(out, "<strong>");
    html_escape(out, model);
    buf_add_z(out, "</strong>: ");
    html_escape(out, text);
    buf_add_z(out, "</li>\n");
}

static void conflict_html(struct buf *out, const struct report_conflict *c)
{
    buf_add_z(out, "<h3>");
    html_escape(out, c->topic);
    buf_add_z(out, "</h3>\n<ul class=\"notes\">\n");
    for (size_t k = 0; k < c->sides_n; k++) {
        buf_add_z(out, "<li>");
        says_html(out, c->sides[k].model, c->sides[k].says);
    }
    buf_add_z(out, "</ul>\n");
}

static void conflicts_html(struct buf *out, const struct report *report)
{
    if (report->conflicts_n == 0)
        return;
    buf_add_z(out, "<section><h2 class=\"sec\" id=\"conflicts\">Where the answers contradict each other</h2>\n");
    for (size_t i = 0; i < report->conflicts_n; i++)
        conflict_html(out, &report->conflicts[i]);
    buf_add_z(out, "</section>\n");
}

void voices_html(struct arena *arena, struct buf *out, const struct report *report)
{
    conflicts_html(out, report);
    if (report->voices_n == 0)
        return;
    buf_add_z(out, "<section><h2 class=\"sec\" id=\"voices\">Who answered</h2>\n<ul class=\"notes\">\n");
    for (size_t i = 0; i < report->voices_n; i++) {
        const struct report_voice *v = &report->voices[i];

        buf_add_z(out, "<li>");
        if (v->number) {
            buf_format(out, "<a href=\"#source-%lld\">[", (long long) v->number);
            html_escape(out, citation_key(arena, report, v->number));
            buf_add_z(out, "]</a> ");
        }
        says_html(out, v->model, about(arena, v));
    }
    buf_add_z(out, "</ul></section>\n");
}
