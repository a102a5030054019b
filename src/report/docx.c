/* The report as an Office Open XML document: our own WordprocessingML in a stored ZIP. Every text passes add_xml(). The same
 * document gives the same bytes. */
#include "report/docx_parts.h"
#include "report/document.h"
#include "report/markup.h"
#include "report/zip_write.h"
#include "text/utf8.h"

enum {
    PART_MAX = 64 << 20,
    DOCX_MAX = 128 << 20,
    COLUMNS_MAX = 24,
    LIST_LEVELS = 9,
    TEXT_TWIPS = 9070,
    LISTS_MAX = 30000
};

struct docx {
    struct arena *arena;
    const struct document *document;
    struct buf body, links; /* links: relations to web pages */
    size_t links_n, bookmarks;
    int *starts; /* per list: its first number; 0: bullets */
};

/* --- text --- */

/* The document's texts hold nothing that XML has no place for. */
static void add_xml(struct buf *out, struct str text) { html_escape(out, text); }

static void add_look(struct buf *out, const struct doc_run *run, bool rtl)
{
    buf_add_z(out, "<w:r><w:rPr>");
    if (run->source)
        buf_add_z(out, "<w:rStyle w:val=\"Marker\"/>");
    else if (run->url.len)
        buf_add_z(out, "<w:rStyle w:val=\"Hyperlink\"/>");
    else if (run->code)
        buf_add_z(out, "<w:rStyle w:val=\"CodeText\"/>");
    if (run->bold)
        buf_add_z(out, "<w:b/><w:bCs/>");
    if (run->italic)
        buf_add_z(out, "<w:i/><w:iCs/>");
    if (run->strike)
        buf_add_z(out, "<w:strike/>");
    if (rtl)
        buf_add_z(out, "<w:rtl/>");
    buf_add_z(out, "</w:rPr>");
}

/* Opens a link to a web page: its address is a relation of the document. */
static void open_link(struct docx *x, struct str url)
{
    buf_format(&x->links,
               "<Relationship Id=\"link%zu\" Type=\"" DOCX_R "/hyperlink\" TargetMode=\"External\" Target=\"",
               ++x->links_n);
    for (size_t i = 0; i < url.len; i++) {
        unsigned char c = (unsigned char) url.data[i];

        if (c <= 32 || c >= 127 || strchr("\"<>\\^`{|}[]", c))
            buf_format(&x->links, "%%%02X", c);
        else
            html_escape(&x->links, str_sub(url, i, i + 1));
    }
    buf_add_z(&x->links, "\"/>");
    buf_format(&x->body, "<w:hyperlink r:id=\"link%zu\" w:history=\"1\">", x->links_n);
}

static void add_run(struct docx *x, const struct doc_run *run, bool rtl)
{
    bool link = run->source || url_is_web(run->url);

    if (run->line_break) {
        buf_add_z(&x->body, "<w:r><w:br/></w:r>");
        return;
    }
    if (run->source)
        buf_format(&x->body, "<w:hyperlink w:anchor=\"source_%lld\" w:history=\"1\">", (long long) run->source);
    else if (link)
        open_link(x, run->url);
    add_look(&x->body, run, rtl);
    buf_add_z(&x->body, "<w:t xml:space=\"preserve\">");
    add_xml(&x->body, run->text);
    buf_add_z(&x->body, "</w:t></w:r>");
    if (link)
        buf_add_z(&x->body, "</w:hyperlink>");
}

static void add_runs(struct docx *x, const struct doc_text *text, bool rtl)
{
    for (size_t i = 0; i < text->n; i++)
        add_run(x, &text->runs[i], rtl);
}

static void open_paragraph(struct docx *x, const char *style, const char *more, bool rtl)
{
    buf_format(&x->body, "<w:p><w:pPr><w:pStyle w:val=\"%s\"/>%s%s</w:pPr>", style, more, rtl ? "<w:bidi/>" : "");
}

static void close_paragraph(struct docx *x) { buf_add_z(&x->body, "</w:p>\n"); }

/* --- blocks --- */

/* The elements of a paragraph's properties have a fixed order: numbering, borders …, bidi, spacing, indentation. */
static void add_paragraph(struct docx *x, const struct doc_block *b, const char *style)
{
    struct buf *out = &x->body;
    int level = b->indent > LIST_LEVELS ? LIST_LEVELS : b->indent;

    buf_format(out, "<w:p><w:pPr><w:pStyle w:val=\"%s\"/>", b->quote ? "Quote" : style);
    if (b->label.len && level && b->list < LISTS_MAX)
        buf_format(out, "<w:numPr><w:ilvl w:val=\"%d\"/><w:numId w:val=\"%d\"/></w:numPr>", level - 1, b->list);
    if (b->rtl)
        buf_add_z(out, "<w:bidi/>");
    if (b->tight)
        buf_add_z(out, "<w:spacing w:after=\"50\"/>");
    if (level && !b->label.len)
        buf_format(out, "<w:ind w:left=\"%d\"/>", 360 * level);
    else if (b->quote > 1 && !level)
        buf_format(out, "<w:ind w:left=\"%d\"/>", 300 * (b->quote > 4 ? 4 : b->quote));
    buf_add_z(out, "</w:pPr>");
    add_runs(x, &b->text, b->rtl);
    close_paragraph(x);
}

static void add_heading(struct docx *x, const struct doc_block *b, size_t index)
{
    char style[16];

    snprintf(style, sizeof style, "Heading%d", b->level);
    open_paragraph(x, style, "", b->rtl);
    buf_format(&x->body, "<w:bookmarkStart w:id=\"%zu\" w:name=\"part_%zu\"/>", x->bookmarks, index);
    add_runs(x, &b->text, b->rtl);
    buf_format(&x->body, "<w:bookmarkEnd w:id=\"%zu\"/>", x->bookmarks++);
    close_paragraph(x);
}

static void add_code(struct docx *x, const struct doc_block *b)
{
    struct str rest = b->code, line;

    open_paragraph(x, "Code", "", false);
    for (bool first = true; str_next_line(&rest, &line); first = false) {
        buf_add_z(&x->body, first ? "<w:r>" : "<w:r><w:br/>");
        buf_add_z(&x->body, "<w:t xml:space=\"preserve\">");
        add_xml(&x->body, line);
        buf_add_z(&x->body, "</w:t></w:r>");
    }
    close_paragraph(x);
}

/* A label, a tab, the text; sources can be led to. */
static void add_labelled(struct docx *x, const struct doc_block *b, const char *style)
{
    char tab[80];

    snprintf(tab, sizeof tab, "<w:tabs><w:tab w:val=\"left\" w:pos=\"%d\"/></w:tabs>", b->kind == DOC_NOTE ? 520 : 640);
    open_paragraph(x, style, tab, b->rtl);
    if (b->kind == DOC_SOURCE)
        buf_format(&x->body, "<w:bookmarkStart w:id=\"%zu\" w:name=\"source_%lld\"/>", x->bookmarks,
                   (long long) b->number);
    if (b->label.len) {
        add_run(x, &(struct doc_run){ .text = b->label }, b->rtl);
        buf_add_z(&x->body, "<w:r><w:tab/></w:r>");
    }
    if (b->kind == DOC_SOURCE)
        buf_format(&x->body, "<w:bookmarkEnd w:id=\"%zu\"/>", x->bookmarks++);
    add_runs(x, &b->text, b->rtl);
    close_paragraph(x);
}

static void add_contents(struct docx *x)
{
    const struct document *d = x->document;
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        n += d->blocks[i].kind == DOC_HEADING && d->blocks[i].level == 1;
    if (n < 3)
        return;
    open_paragraph(x, "Contents", "<w:spacing w:before=\"240\" w:after=\"60\"/>", false);
    add_run(x, &(struct doc_run){ .text = str("Contents"), .bold = true }, false);
    close_paragraph(x);
    for (size_t i = 0; i < d->n; i++) {
        if (d->blocks[i].kind != DOC_HEADING || d->blocks[i].level != 1)
            continue;
        open_paragraph(x, "Contents", "", d->blocks[i].rtl);
        buf_format(&x->body,
                   "<w:hyperlink w:anchor=\"part_%zu\" w:history=\"1\"><w:r><w:rPr><w:rStyle "
                   "w:val=\"Hyperlink\"/></w:rPr><w:t xml:space=\"preserve\">",
                   i);
        add_xml(&x->body, doc_text_plain(x->arena, &d->blocks[i].text));
        buf_add_z(&x->body, "</w:t></w:r></w:hyperlink>");
        close_paragraph(x);
    }
}

/* --- tables --- */

static void add_cell(struct docx *x, const struct doc_table *t, size_t row, size_t column)
{
    static const char head[] = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"EBEFF1\"/>";
    char align = t->align[column];

    buf_format(&x->body, "<w:tc><w:tcPr><w:tcW w:w=\"%d\" w:type=\"dxa\"/>%s</w:tcPr>", TEXT_TWIPS / (int) t->columns,
               row ? "" : head);
    open_paragraph(x, "Cell",
                   align == 'r'   ? "<w:jc w:val=\"right\"/>"
                   : align == 'c' ? "<w:jc w:val=\"center\"/>"
                                  : "",
                   false);
    const struct doc_text *text = &t->cells[row * t->columns + column];
    for (size_t i = 0; i < text->n; i++) {
        struct doc_run run = text->runs[i];

        run.bold = run.bold || row == 0;
        add_run(x, &run, false);
    }
    close_paragraph(x);
    buf_add_z(&x->body, "</w:tc>");
}

static void add_table(struct docx *x, const struct doc_table *t)
{
    buf_add_z(&x->body, "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/><w:tblBorders>"
                        "<w:top w:val=\"single\" w:sz=\"6\" w:space=\"0\" w:color=\"7C8B94\"/>"
                        "<w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"0\" w:color=\"7C8B94\"/>"
                        "<w:insideH w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"DBE2E5\"/></w:tblBorders>"
                        "<w:tblLayout w:type=\"autofit\"/><w:tblCellMar><w:left w:w=\"80\" w:type=\"dxa\"/>"
                        "<w:right w:w=\"80\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr><w:tblGrid>");
    for (size_t c = 0; c < t->columns; c++)
        buf_format(&x->body, "<w:gridCol w:w=\"%d\"/>", TEXT_TWIPS / (int) t->columns);
    buf_add_z(&x->body, "</w:tblGrid>\n");
    for (size_t row = 0; row < t->rows; row++) {
        buf_add_z(&x->body, row ? "<w:tr>" : "<w:tr><w:trPr><w:tblHeader/></w:trPr>");
        for (size_t c = 0; c < t->columns; c++)
            add_cell(x, t, row, c);
        buf_add_z(&x->body, "</w:tr>\n");
    }
    buf_add_z(&x->body, "</w:tbl>\n");
    /* Two tables in a row would become one, and a cell needs a paragraph behind it. */
    open_paragraph(x, "Figures", "", false);
    close_paragraph(x);
}

/* More columns than a page holds: each row as a list of "name: value". */
static void add_wide_table(struct docx *x, const struct doc_table *t)
{
    for (size_t r = 1; r < t->rows; r++) {
        open_paragraph(x, "Cell", "", false);
        for (size_t c = 0; c < t->columns; c++) {
            add_run(x, &(struct doc_run){ .text = doc_text_plain(x->arena, &t->cells[c]), .bold = true }, false);
            add_run(x, &(struct doc_run){ .text = str(": ") }, false);
            add_runs(x, &t->cells[r * t->columns + c], false);
            if (c + 1 < t->columns)
                add_run(x, &(struct doc_run){ .line_break = true }, false);
        }
        close_paragraph(x);
    }
}

/* --- the whole --- */

static void add_block(struct docx *x, const struct doc_block *b, size_t index)
{
    switch (b->kind) {
    case DOC_TITLE: add_paragraph(x, b, "Title"); break;
    case DOC_SUBTITLE: add_paragraph(x, b, "Subtitle"); break;
    case DOC_HEADING: add_heading(x, b, index); break;
    case DOC_PARAGRAPH: add_paragraph(x, b, "Normal"); break;
    case DOC_LEAD: add_paragraph(x, b, "Lead"); break;
    case DOC_FIGURES: add_paragraph(x, b, "Figures"); break;
    case DOC_CODE: add_code(x, b); break;
    case DOC_TABLE:
        if (b->table->columns && b->table->rows)
            (b->table->columns > COLUMNS_MAX ? add_wide_table : add_table)(x, b->table);
        break;
    case DOC_RULE:
        open_paragraph(x, "Figures",
                       "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"DBE2E5\"/></w:pBdr>",
                       false);
        close_paragraph(x);
        break;
    case DOC_CONTENTS: add_contents(x); break;
    case DOC_SOURCE: add_labelled(x, b, "Source"); break;
    case DOC_NOTE: add_labelled(x, b, "Note"); break;
    }
}

static struct str write_body(struct docx *x)
{
    buf_add_z(&x->body, DOCX_XML "<w:document xmlns:w=\"" DOCX_W "\" xmlns:r=\"" DOCX_R "\"><w:body>\n");
    for (size_t i = 0; i < x->document->n; i++)
        add_block(x, &x->document->blocks[i], i);
    buf_add_z(&x->body,
              "<w:sectPr><w:footerReference w:type=\"default\" r:id=\"rId4\"/><w:pgSz w:w=\"11906\" w:h=\"16838\"/>"
              "<w:pgMar w:top=\"1418\" w:right=\"1418\" w:bottom=\"1304\" w:left=\"1418\" w:header=\"709\" "
              "w:footer=\"567\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>");
    return buf_str(&x->body);
}

static void add_abstract_list(struct buf *out, int id, bool ordered)
{
    buf_format(out, "<w:abstractNum w:abstractNumId=\"%d\"><w:multiLevelType w:val=\"hybridMultilevel\"/>", id);
    for (int level = 0; level < LIST_LEVELS; level++) {
        buf_format(out, "<w:lvl w:ilvl=\"%d\"><w:start w:val=\"1\"/><w:numFmt w:val=\"%s\"/>", level,
                   ordered ? "decimal" : "bullet");
        if (ordered)
            buf_format(out, "<w:lvlText w:val=\"%%%d.\"/>", level + 1);
        else
            buf_add_z(out, "<w:lvlText w:val=\"\u2022\"/>");
        buf_format(out, "<w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"%d\" w:hanging=\"360\"/></w:pPr></w:lvl>",
                   360 * (level + 1));
    }
    buf_add_z(out, "</w:abstractNum>");
}

/* Each list of the report counts for itself. */
static struct str write_numbering(struct docx *x, struct buf *out)
{
    buf_add_z(out, DOCX_XML "<w:numbering xmlns:w=\"" DOCX_W "\">");
    add_abstract_list(out, 0, false);
    add_abstract_list(out, 1, true);
    for (size_t i = 1; i <= x->document->lists && i < LISTS_MAX; i++) {
        buf_format(out, "<w:num w:numId=\"%zu\"><w:abstractNumId w:val=\"%d\"/>", i, x->starts[i] > 0);
        for (int level = 0; level < LIST_LEVELS && x->starts[i] > 0; level++)
            buf_format(out, "<w:lvlOverride w:ilvl=\"%d\"><w:startOverride w:val=\"%d\"/></w:lvlOverride>", level,
                       x->starts[i]);
        buf_add_z(out, "</w:num>");
    }
    buf_add_z(out, "</w:numbering>");
    return buf_str(out);
}

static struct str write_relations(struct docx *x)
{
    return str_format(x->arena,
                      DOCX_XML "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                               "<Relationship Id=\"rId1\" Type=\"" DOCX_R "/styles\" Target=\"styles.xml\"/>"
                               "<Relationship Id=\"rId2\" Type=\"" DOCX_R "/numbering\" Target=\"numbering.xml\"/>"
                               "<Relationship Id=\"rId3\" Type=\"" DOCX_R "/settings\" Target=\"settings.xml\"/>"
                               "<Relationship Id=\"rId4\" Type=\"" DOCX_R "/footer\" Target=\"footer1.xml\"/>"
                               "%.*s</Relationships>",
                      STR_ARG(buf_str(&x->links)));
}

static struct str write_core(struct docx *x)
{
    struct buf out;

    buf_init(&out, 1 << 16);
    buf_add_z(&out, DOCX_XML "<cp:coreProperties "
                             "xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" "
                             "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>");
    add_xml(&out, utf8_cut(x->document->title, 300));
    buf_add_z(&out, "</dc:title><dc:creator>fathom " FATHOM_VERSION "</dc:creator><cp:keywords>fathom digest ");
    add_xml(&out, x->document->digest);
    buf_add_z(&out, "</cp:keywords></cp:coreProperties>");
    return buf_take(&out, x->arena);
}

static void find_starts(struct docx *x)
{
    x->starts = arena_calloc(x->arena, x->document->lists + 2, sizeof *x->starts);
    for (size_t i = x->document->n; i-- > 0;) {
        const struct doc_block *b = &x->document->blocks[i];
        int64_t number;

        if (b->ordered && b->list && str_to_int(str_sub(b->label, 0, b->label.len ? b->label.len - 1 : 0), &number))
            x->starts[b->list] = number > 0 && number < 100000000 ? (int) number : 1;
    }
}

int document_docx(struct arena *arena, const struct document *document, struct str *ret, struct error *e)
{
    struct docx x = { .arena = arena_new(), .document = document };
    struct buf numbering, out;

    buf_init(&x.body, PART_MAX);
    buf_init(&x.links, PART_MAX);
    buf_init(&numbering, PART_MAX);
    buf_init(&out, DOCX_MAX);
    find_starts(&x);
    struct str body = write_body(&x); /* finds the links that the relations name */
    const struct zip_part parts[] = {
        { "[Content_Types].xml", str(docx_content_types) },
        { "_rels/.rels", str(docx_root_relations) },
        { "docProps/core.xml", write_core(&x) },
        { "word/document.xml", body },
        { "word/_rels/document.xml.rels", write_relations(&x) },
        { "word/styles.xml", str(docx_styles) },
        { "word/numbering.xml", write_numbering(&x, &numbering) },
        { "word/settings.xml", str(docx_settings) },
        { "word/footer1.xml", str(docx_footer) },
    };
    zip_write(&out, parts, sizeof parts / sizeof *parts);
    int r = x.body.over || x.links.over || numbering.over || out.over
                ? error_set(e, ERROR_LIMIT, "the DOCX would be larger than 64 MB")
                : 0;
    if (r == 0)
        *ret = buf_take(&out, arena);
    buf_free(&out);
    buf_free(&numbering);
    buf_free(&x.links);
    buf_free(&x.body);
    arena_free(x.arena);
    return r;
}
