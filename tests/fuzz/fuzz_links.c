/* Links of a body that a model wrote: what is left of it is read by cmark as any
 * reader of Markdown would, and there is no link, no image and no tag that could
 * fetch. Only then do sources' markers and code stand there. */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "evidence/internal.h"
#include "evidence/markers.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t known(void *context, int64_t number)
{
    (void) context;
    return number == 7 || number == 9 ? number : 0;
}

static cmark_node *parse(struct str body)
{
    static const char *const names[] = { "table", "strikethrough" };

    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(names[i]));
    cmark_parser_feed(parser, body.data ? body.data : "", body.len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

/* Tags that carry nothing: "<b>", "</sub>", "<br/>"; or words: "<new branch>". */
static bool bare_tags(const char *html)
{
    for (; (html = strchr(html, '<')); html++) {
        const char *at = html + 1 + (html[1] == '/');

        if (!isalpha((unsigned char) *at)) {
            if (html[1] == '!' || html[1] == '?')
                return false;
            continue;
        }
        while (isalnum((unsigned char) *at) || *at == '-')
            at++;
        while (isalnum((unsigned char) *at) || (*at && strchr(" \t\n-_.|", *at)))
            at++;
        at += *at == '/';
        if (*at != '>')
            return false;
    }
    return true;
}

static void check(cmark_node *document, struct str body)
{
    cmark_iter *iter = cmark_iter_new(document);
    cmark_event_type event;

    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        bool html = type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE;

        if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE || (html && !bare_tags(cmark_node_get_literal(node)))) {
            fprintf(stderr, "%s in:\n%.*s\n", cmark_node_get_type_string(node), STR_ARG(body));
            abort();
        }
    }
    cmark_iter_free(iter);
}

/* Bytes behind 0xff are pieces of Markdown: so bodies are made that bytes alone come to only after days. */
static struct str body_of(struct arena *arena, struct str data)
{
    static const char *const pieces[] = {
        "[",
        "](",
        "]:",
        "]",
        "(",
        ")",
        "!",
        "<",
        ">",
        ":",
        "\\",
        "`",
        "``",
        "```",
        "~~~",
        "````",
        "\n",
        "\n\n",
        "\r",
        "\t",
        " ",
        "    ",
        "> ",
        "- ",
        "1. ",
        "  ",
        "# ",
        "| ",
        "|-|-|\n",
        "text",
        "https://evil.example/",
        "https://a.example/one",
        "//evil",
        "[7]",
        "[7](",
        "[99]",
        "[7]:",
        "[99]:",
        "\u30109\u3011",
        "\u301099\u2020x\u3011",
        "\\[7\\]",
        "<img src=x>",
        "<img",
        "<a href=x",
        "<b>",
        "<br/>",
        "</b>",
        "<div>",
        "<div",
        "<!--",
        "-->",
        "<?",
        "<pre>",
        "<a@b.c>",
        "## Sources\n",
        "Sentence one. ",
        "\"title\"",
        "*",
        "_",
        "~~",
        "&lt;",
        "\u00a0",
    };
    struct buf out;

    if (!str_starts(data, "\xff"))
        return utf8_clean(arena, data);
    buf_init(&out, 1 << 20);
    for (size_t i = 1; i < data.len; i++)
        buf_add_z(&out, pieces[(unsigned char) data.data[i] % (sizeof pieces / sizeof *pieces)]);
    return buf_take(&out, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct source_row rows[] = { { .number = 7 }, { .number = 9 } };
    static struct source_list sources = { .items = rows, .n = 2 };
    static struct evidence_pool pool = { .sources = &sources };
    struct arena *arena = arena_new();
    size_t removed;
    struct evidence_input input = { .by_source = true,
                                    .pool = &pool,
                                    .body = body_of(arena, str_n((const char *) data, size < 16384 ? size : 16384)) };

    rows[0].url = rows[0].canonical_url = str("https://a.example/one");
    rows[1].url = rows[1].canonical_url = str("https://b.example/two");
    struct str settled = markers_rewrite(arena, links_settle(arena, &input, &removed), known, NULL, &removed);
    struct str body = links_apart(arena, settled);
    cmark_node *document = parse(body);
    check(document, body);
    cmark_node_free(document);
    if (!str_eq(str_trim(links_apart(arena, body)), str_trim(body)))
        abort();
    arena_free(arena);
    return 0;
}
