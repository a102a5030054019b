#include "report/document.h"

#include <cmark-gfm-core-extensions.h>

#include "report/citations.h"
#include "report/claims.h"
#include "report/internal.h"
#include "report/markup.h"
#include "report/sources.h"
#include "report/voices.h"
#include "text/language_detect.h"
#include "text/utf8.h"

enum { OUT_MAX = 64 << 20, DEPTH_MAX = 64, KEY_MAX = 40, QUOTE_SHOWN = 400, LISTS_DEEP = 8 };

/* Where the walk through cmark's tree stands. */
struct walk {
    struct arena *arena;
    const struct report *report;
    struct document *document;
    struct doc_text *text; /* that runs are added to; NULL: none is open */
    struct doc_run look;   /* of what comes */
    int bold, italic, strike;
    int quote, indent;
    int list[DEPTH_MAX]; /* number of each open list */
    int item[DEPTH_MAX]; /* number of its next entry; 0: not ordered */
    bool tight[DEPTH_MAX];
    struct str label; /* of the entry that begins */
    bool answer;      /* the first paragraph is the lead */
    size_t column;
    int heading_base;
    struct str *keys; /* of the sources, where they are names; else NULL */
};

/* --- blocks and runs --- */

/* Without control characters, and without the code points that stand for no character, which XML and cairo refuse. */
static struct str clean(struct arena *arena, struct str text)
{
    struct str cleaned = utf8_clean(arena, text);
    char *out = arena_alloc(arena, cleaned.len + 1);
    size_t n = 0;

    for (size_t at = 0; at < cleaned.len;) {
        size_t before = at;
        int32_t c = utf8_next(cleaned, &at);

        if (c < 0 || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
            continue;
        memcpy(out + n, cleaned.data + before, at - before);
        n += at - before;
    }
    return str_n(out, n);
}

static struct doc_block *add_block(struct arena *arena, struct document *d, enum doc_kind kind)
{
    d->blocks = arena_grow(arena, d->blocks, &d->capacity, d->n + 1, sizeof *d->blocks);
    d->blocks[d->n] = (struct doc_block){ .kind = kind };
    return &d->blocks[d->n++];
}

static void add_run(struct arena *arena, struct doc_text *text, struct doc_run run)
{
    if (run.text.len == 0 && !run.line_break)
        return;
    text->runs = arena_grow(arena, text->runs, &text->capacity, text->n + 1, sizeof *text->runs);
    text->runs[text->n++] = run;
}

static struct doc_block *add_plain(struct arena *arena, struct document *d, enum doc_kind kind, struct str text)
{
    struct doc_block *block = add_block(arena, d, kind);

    add_run(arena, &block->text, (struct doc_run){ .text = text_one_line(arena, clean(arena, text)) });
    block->rtl = doc_is_rtl(text);
    return block;
}

struct str doc_text_plain(struct arena *arena, const struct doc_text *text)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < text->n; i++)
        buf_add_str(&out, text->runs[i].line_break ? str(" ") : text->runs[i].text);
    return buf_take(&out, arena);
}

/* Hebrew, Arabic and their neighbours, and where their presentation forms are. */
static bool is_rtl(int32_t c)
{
    return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfeff) ||
           (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

bool doc_is_rtl(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        int32_t c = utf8_next(text, &at);

        if (is_rtl(c))
            return true;
        if (utf8_is_word(c) && (c > 127 || c > '9'))
            return false;
    }
    return false;
}

static bool text_is_rtl(const struct doc_text *text)
{
    for (size_t i = 0; i < text->n; i++)
        for (size_t at = 0; at < text->runs[i].text.len;) {
            int32_t c = utf8_next(text->runs[i].text, &at);

            if (is_rtl(c) || (utf8_is_word(c) && (c > 127 || c > '9')))
                return is_rtl(c);
        }
    return false;
}

/* --- inline nodes --- */

/* The source whose marker "[key]" stands at `at`, and where it ends. */
static int64_t marker_at(const struct walk *w, struct str text, size_t at, size_t *ret_end)
{
    ptrdiff_t close = str_find_char(str_sub(text, at, at + KEY_MAX), ']', 0);

    if (close <= 1)
        return 0;
    struct str key = str_sub(text, at + 1, at + (size_t) close);
    *ret_end = at + (size_t) close + 1;
    int64_t number;
    if (!w->keys)
        return str_to_int(key, &number) && report_source(w->report, number) ? number : 0;
    for (size_t i = 0; i < w->report->sources_n; i++)
        if (str_eq(key, w->keys[i]))
            return w->report->sources[i].number;
    return 0;
}

/* No line begins with a marker: the blank before it does not part, and a joiner (U+2060) stands between two. */
static struct str before_marker(struct arena *arena, struct str text, bool behind_marker)
{
    if (text.len == 0)
        return str(behind_marker ? "\u2060" : "");
    return str_ends(text, " ") ? str_format(arena, "%.*s\u00a0", STR_ARG(str_sub(text, 0, text.len - 1))) : text;
}

static void add_text(struct walk *w, struct str text)
{
    size_t from = 0;

    for (size_t at = 0; at < text.len; at++) {
        size_t end;
        int64_t source = text.data[at] == '[' && !w->look.url.len ? marker_at(w, text, at, &end) : 0;

        if (!source)
            continue;
        struct doc_run run = w->look;
        run.text = before_marker(w->arena, str_sub(text, from, at), from > 0);
        add_run(w->arena, w->text, run);
        run.text = str_sub(text, at, end);
        run.source = source;
        add_run(w->arena, w->text, run);
        from = end;
        at = end - 1;
    }
    struct doc_run run = w->look;
    run.text = str_sub(text, from, text.len);
    add_run(w->arena, w->text, run);
}

static struct str literal(const struct walk *w, cmark_node *node)
{
    return clean(w->arena, str(cmark_node_get_literal(node)));
}

static void visit_inline(struct walk *w, cmark_node *node, bool enter)
{
    int step = enter ? 1 : -1;
    struct str url;
    struct doc_run run = w->look;

    if (!w->text)
        return;
    switch ((int) cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: add_text(w, literal(w, node)); break;
    case CMARK_NODE_SOFTBREAK: run.text = str(" "), add_run(w->arena, w->text, run); break;
    case CMARK_NODE_LINEBREAK: run.line_break = true, add_run(w->arena, w->text, run); break;
    case CMARK_NODE_CODE:
        run.code = true;
        run.text = literal(w, node);
        add_run(w->arena, w->text, run);
        break;
    case CMARK_NODE_EMPH: w->look.italic = (w->italic += step) > 0; break;
    case CMARK_NODE_STRONG: w->look.bold = (w->bold += step) > 0; break;
    case CMARK_NODE_LINK:
        url = str(cmark_node_get_url(node));
        w->look.url = enter && body_leads_to_source(w->report, url) ? str_dup(w->arena, url) : str("");
        break;
    case CMARK_NODE_IMAGE:
        run.text = enter && !cmark_node_first_child(node) ? str("image") : str("");
        add_run(w->arena, w->text, run);
        break;
    case CMARK_NODE_HTML_INLINE:
        run.line_break = str_starts_nocase(str(cmark_node_get_literal(node)), "<br");
        run.text = run.line_break ? str("") : literal(w, node);
        add_run(w->arena, w->text, run);
        break;
    default:
        if (str_is(str(cmark_node_get_type_string(node)), "strikethrough"))
            w->look.strike = (w->strike += step) > 0;
    }
}

/* --- block nodes --- */

static struct doc_block *open_block(struct walk *w, enum doc_kind kind)
{
    struct doc_block *block = add_block(w->arena, w->document, kind);

    block->indent = w->indent;
    block->quote = w->quote;
    block->label = w->label;
    if (w->indent) {
        block->list = w->list[w->indent - 1];
        block->tight = w->tight[w->indent - 1];
        block->ordered = w->item[w->indent - 1] > 0;
    }
    w->label = str("");
    return block;
}

static void visit_paragraph(struct walk *w, bool enter)
{
    if (!enter) {
        if (w->text)
            w->document->blocks[w->document->n - 1].rtl = text_is_rtl(w->text);
        w->text = NULL;
        return;
    }
    bool lead = w->answer && w->indent == 0 && w->quote == 0;
    w->text = &open_block(w, lead ? DOC_LEAD : DOC_PARAGRAPH)->text;
    w->answer = false;
}

static void visit_heading(struct walk *w, cmark_node *node, bool enter)
{
    int level = cmark_node_get_heading_level(node) - w->heading_base;

    if (!enter) {
        visit_paragraph(w, false);
        return;
    }
    struct doc_block *block = open_block(w, DOC_HEADING);
    block->level = level < 1 ? 1 : level > 3 ? 3 : level;
    w->text = &block->text;
}

static void visit_list(struct walk *w, cmark_node *node, bool enter)
{
    bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;

    if (!enter) {
        w->indent -= w->indent > 0;
        return;
    }
    if (w->indent < DEPTH_MAX) {
        w->list[w->indent] = (int) ++w->document->lists;
        w->item[w->indent] = ordered ? cmark_node_get_list_start(node) : 0;
        w->tight[w->indent] = cmark_node_get_list_tight(node);
    }
    w->indent += w->indent < DEPTH_MAX;
}

static void visit_item(struct walk *w, bool enter)
{
    int *number = &w->item[w->indent ? w->indent - 1 : 0];

    if (enter)
        w->label = *number > 0 ? str_format(w->arena, "%d.", (*number)++) : str("\u2022");
}

static void visit_code(struct walk *w, cmark_node *node)
{
    struct str text = literal(w, node);

    while (text.len && text.data[text.len - 1] == '\n')
        text.len--;
    open_block(w, DOC_CODE)->code = text;
}

/* The text between tags of a block is shown; the tags are, too: what a model wrote is not guessed at. */
static void visit_html(struct walk *w, cmark_node *node)
{
    struct doc_block *block = open_block(w, DOC_PARAGRAPH);

    add_run(w->arena, &block->text, (struct doc_run){ .text = text_one_line(w->arena, literal(w, node)) });
}

/* --- tables --- */

static void begin_table(struct walk *w, cmark_node *node)
{
    struct doc_table *table = arena_alloc(w->arena, sizeof *table);
    const uint8_t *alignments = cmark_gfm_extensions_get_table_alignments(node);

    *table = (struct doc_table){ .columns = cmark_gfm_extensions_get_table_columns(node) };
    table->align = arena_alloc(w->arena, table->columns + 1);
    for (size_t i = 0; i < table->columns; i++)
        table->align[i] = alignments && (alignments[i] == 'r' || alignments[i] == 'c') ? (char) alignments[i] : 'l';
    open_block(w, DOC_TABLE)->table = table;
}

static void begin_row(struct walk *w)
{
    struct doc_table *t = w->document->blocks[w->document->n - 1].table;

    t->cells = arena_grow(w->arena, t->cells, &t->capacity, (t->rows + 1) * (t->columns + 1), sizeof *t->cells);
    for (size_t i = 0; i < t->columns; i++)
        t->cells[t->rows * t->columns + i] = (struct doc_text){ 0 };
    t->rows++;
    w->column = 0;
}

static void visit_extension(struct walk *w, cmark_node *node, bool enter)
{
    struct str type = str(cmark_node_get_type_string(node));
    struct doc_block *last = w->document->n ? &w->document->blocks[w->document->n - 1] : NULL;

    if (str_is(type, "table") && enter)
        begin_table(w, node);
    else if ((str_is(type, "table_header") || str_is(type, "table_row")) && enter && last && last->table)
        begin_row(w);
    else if (str_is(type, "table_cell") && last && last->table && last->table->rows) {
        struct doc_table *t = last->table;

        w->text = enter && w->column < t->columns ? &t->cells[(t->rows - 1) * t->columns + w->column] : NULL;
        w->column += !enter;
    } else {
        visit_inline(w, node, enter);
    }
}

static void visit(struct walk *w, cmark_node *node, bool enter)
{
    switch ((int) cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT: break;
    case CMARK_NODE_PARAGRAPH: visit_paragraph(w, enter); break;
    case CMARK_NODE_HEADING: visit_heading(w, node, enter); break;
    case CMARK_NODE_LIST: visit_list(w, node, enter); break;
    case CMARK_NODE_ITEM: visit_item(w, enter); break;
    case CMARK_NODE_BLOCK_QUOTE: w->quote += enter ? 1 : -1; break;
    case CMARK_NODE_CODE_BLOCK: visit_code(w, node); break;
    case CMARK_NODE_HTML_BLOCK: visit_html(w, node); break;
    case CMARK_NODE_THEMATIC_BREAK: open_block(w, DOC_RULE); break;
    default: visit_extension(w, node, enter);
    }
}

static struct str *names_of(struct arena *arena, const struct report *report)
{
    struct str *keys = report->citation_names ? arena_calloc(arena, report->sources_n + 1, sizeof *keys) : NULL;

    for (size_t i = 0; keys && i < report->sources_n; i++)
        keys[i] = citation_key(arena, report, report->sources[i].number);
    return keys;
}

/* Markdown of ours or of a body. */
static void add_markdown(struct arena *arena, struct document *d, const struct report *report, struct str markdown,
                         bool answer)
{
    struct walk w = { .arena = arena, .report = report, .document = d, .answer = answer, .heading_base = 1 };
    w.keys = names_of(arena, report);
    cmark_node *root = body_parse(clean(arena, markdown));
    cmark_iter *iter = cmark_iter_new(root);
    cmark_event_type event;

    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE)
        visit(&w, cmark_iter_get_node(iter), event == CMARK_EVENT_ENTER);
    cmark_iter_free(iter);
    cmark_node_free(root);
}

/* --- what stands around the body --- */

static void add_figures(struct arena *arena, struct document *d, const struct report *report,
                        const bool used[VERDICT_COUNT])
{
    struct str claims = report_claim_figures(arena, report);
    struct str_list signs = { 0 };

    if (claims.len)
        add_plain(arena, d, DOC_FIGURES, claims);
    add_plain(arena, d, DOC_FIGURES, report_run_figures(arena, report));
    for (size_t i = 0; i < VERDICT_COUNT; i++)
        if (used[verdict_order[i]])
            str_list_add(
                arena, &signs,
                str_format(arena, "%s %s", verdict_look(verdict_order[i])->mark, verdict_look(verdict_order[i])->name));
    if (signs.n)
        add_plain(arena, d, DOC_FIGURES,
                  str_format(arena, "Signs: %.*s", STR_ARG(str_join(arena, signs.items, signs.n, ", "))));
}

static void add_heading(struct arena *arena, struct document *d, const char *title)
{
    add_plain(arena, d, DOC_HEADING, str(title))->level = 1;
}

static void add_span_marker(struct arena *arena, struct doc_text *text, const struct report *report,
                            const struct span_row *span)
{
    add_run(arena, text,
            (struct doc_run){ .text = str_format(arena, "[%.*s]", STR_ARG(citation_key(arena, report, span->source))),
                              .source = report_source(report, span->source) ? span->source : 0 });
}

static void add_span_page(struct arena *arena, struct doc_text *text, const struct span_row *span)
{
    if (span->page)
        add_run(arena, text, (struct doc_run){ .text = str_format(arena, " (page %lld)", (long long) span->page) });
}

/* Passage for passage the sentence itself: printed again it would tell nothing. */
static bool is_word_for_word(struct arena *arena, const struct claim_row *c)
{
    for (size_t i = 0; i < c->spans_n; i++)
        if (!str_eq(str_trim(text_one_line(arena, clean(arena, c->spans[i].quote))),
                    str_trim(text_one_line(arena, clean(arena, c->text)))))
            return false;
    return c->verdict == VERDICT_QUOTED && c->spans_n > 0;
}

static void add_places(struct arena *arena, struct doc_text *text, const struct report *report,
                       const struct claim_row *c)
{
    for (size_t i = 0; i < c->spans_n; i++) {
        add_run(arena, text, (struct doc_run){ .text = str(i ? ", " : ", word for word in\u00a0") });
        add_span_marker(arena, text, report, &c->spans[i]);
        add_span_page(arena, text, &c->spans[i]);
    }
}

/* A claim, what was found about it, and the passages it rests on. */
static void add_evidence(struct arena *arena, struct document *d, const struct report *report,
                         const struct claim_row *c)
{
    struct doc_block *block = add_block(arena, d, DOC_NOTE);
    struct str mark = str(claim_look(c)->mark);

    block->label = str_format(arena, "%lld", (long long) c->number);
    struct str words = claim_words(arena, report, c);
    add_run(arena, &block->text, (struct doc_run){ .text = text_one_line(arena, clean(arena, words)), .bold = true });
    add_run(arena, &block->text,
            (struct doc_run){ .text = str_format(arena, " \u2014 %s%s%.*s", claim_look(c)->name, mark.len ? " " : "",
                                                 STR_ARG(mark)) });
    block->rtl = doc_is_rtl(c->text);
    if (is_word_for_word(arena, c)) {
        add_places(arena, &block->text, report, c);
        return;
    }
    if (c->reason.len)
        add_run(arena, &block->text,
                (struct doc_run){
                    .text = str_format(arena, ": %.*s", STR_ARG(text_one_line(arena, clean(arena, c->reason)))),
                    .italic = true });
    for (size_t i = 0; i < c->spans_n; i++) {
        const struct span_row *span = &c->spans[i];
        struct str quote = text_one_line(arena, clean(arena, span->quote)), shown = utf8_cut(quote, QUOTE_SHOWN);

        add_run(arena, &block->text, (struct doc_run){ .line_break = true });
        add_span_marker(arena, &block->text, report, span);
        add_run(arena, &block->text,
                (struct doc_run){ .text = str_format(arena, " \u201c%.*s%s\u201d", STR_ARG(shown),
                                                     shown.len < quote.len ? "\u2026" : "") });
        add_span_page(arena, &block->text, span);
    }
}

/* A quotation shows its evidence by itself: the sentence is the passage. */
static bool shows_evidence(const struct report *report, const struct claim_row *c)
{
    return claim_is_shown(c) && c->spans_n && !(report->extractive && c->verdict == VERDICT_QUOTED);
}

static void add_all_evidence(struct arena *arena, struct document *d, const struct report *report)
{
    bool any = false;

    for (size_t i = 0; i < report->claims_n; i++) {
        if (!shows_evidence(report, &report->claims[i]))
            continue;
        if (!any)
            add_heading(arena, d, "Evidence");
        any = true;
        add_evidence(arena, d, report, &report->claims[i]);
    }
}

static void add_source(struct arena *arena, struct document *d, const struct report *report,
                       const struct report_source *source)
{
    bool web = url_is_web(source->url);
    struct str about = source_about(arena, source);
    struct str title = web || !str_empty(str_trim(source->title)) ? source_title(source) : source_place(arena, source);
    struct doc_block *block = add_block(arena, d, DOC_SOURCE);

    block->number = source->number;
    block->label = str_format(arena, "[%.*s]", STR_ARG(citation_key(arena, report, source->number)));
    add_run(arena, &block->text,
            (struct doc_run){ .text = text_one_line(arena, clean(arena, title)), .url = web ? source->url : str("") });
    if (about.len && !str_eq(about, title))
        add_run(arena, &block->text,
                (struct doc_run){
                    .text = str_format(arena, " \u2014 %.*s%s", STR_ARG(text_one_line(arena, clean(arena, about))),
                                       source->snippet_only ? " (known by a search result alone)" : "") });
    if (web) {
        add_run(arena, &block->text, (struct doc_run){ .line_break = true });
        add_run(arena, &block->text,
                (struct doc_run){ .text = clean(arena, source->url), .code = true, .url = source->url });
    }
    block->rtl = doc_is_rtl(title);
}

static void add_sources(struct arena *arena, struct document *d, const struct report *report)
{
    size_t cited = 0;

    if (report->sources_n == 0)
        return;
    for (size_t i = 0; i < report->sources_n; i++)
        cited += report->sources[i].cited;
    add_heading(arena, d, "Sources");
    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].cited || cited == 0)
            add_source(arena, d, report, &report->sources[i]);
    if (cited == 0 || cited == report->sources_n)
        return;
    add_plain(arena, d, DOC_HEADING, str("Found, not cited"))->level = 2;
    for (size_t i = 0; i < report->sources_n; i++)
        if (!report->sources[i].cited)
            add_source(arena, d, report, &report->sources[i]);
}

static void add_notes(struct arena *arena, struct document *d, const char *heading, const struct str_list *notes)
{
    if (notes->n == 0)
        return;
    add_heading(arena, d, heading);
    for (size_t i = 0; i < notes->n; i++)
        add_plain(arena, d, DOC_NOTE, notes->items[i])->label = str("\u2022");
}

static void add_voices(struct arena *arena, struct document *d, const struct report *report)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    voices_markdown(arena, &out, report);
    add_markdown(arena, d, report, buf_str(&out), false);
    buf_free(&out);
}

static void add_digest(struct arena *arena, struct document *d, const struct report *report)
{
    if (str_empty(report->digest))
        return;
    add_block(arena, d, DOC_RULE);
    struct doc_block *block = add_plain(
        arena, d, DOC_FIGURES,
        str("Made with fathom " FATHOM_VERSION ". Digest of the text, its claims and their sources: "));
    add_run(arena, &block->text, (struct doc_run){ .text = str(" ") });
    add_run(arena, &block->text, (struct doc_run){ .text = report->digest, .code = true });
}

void document_make(struct arena *arena, const struct report *report, struct document *ret)
{
    bool used[VERDICT_COUNT] = { 0 };
    struct str title, body = body_without_title(claims_signed(arena, report, used), &title);
    struct document *d = ret;

    body = citations_written(arena, report, body);
    size_t end = body_answer_end(body);
    *d = (struct document){ .title = clean(arena, report_title(arena, report)),
                            .language = str(language_detect(report->body)),
                            .digest = report->digest };
    add_plain(arena, d, DOC_TITLE, d->title);
    if (!str_eq(str_trim(report->query), d->title) && !str_empty(str_trim(report->query)))
        add_plain(arena, d, DOC_SUBTITLE, utf8_cut(str_trim(report->query), 2000));
    add_markdown(arena, d, report, str_sub(body, 0, end), true);
    add_figures(arena, d, report, used);
    add_block(arena, d, DOC_CONTENTS);
    add_markdown(arena, d, report, str_sub(body, end, body.len), false);
    add_voices(arena, d, report);
    add_notes(arena, d, "What to know about this report", &report->warnings);
    add_notes(arena, d, "What was skipped", &report->skipped);
    add_all_evidence(arena, d, report);
    add_sources(arena, d, report);
    add_digest(arena, d, report);
}
