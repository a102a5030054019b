#include "workflows/outline.h"

#include "base/buf.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "text/blocks.h"
#include "text/utf8.h"
#include "workflows/gather.h"

/* Documents and headings that are told, and characters of each. */
enum { DOCUMENTS = 20, HEADINGS = 8, HEADING_CHARACTERS = 80, FOUND = 6, TEXT_MAX = 16 * 1024 };

/* "Sites; Permits; Costs", without the title itself; empty when the text has none. */
static struct str headings_of(struct arena *arena, struct str text, struct str title)
{
    struct arena *scratch = arena_new();
    struct text_blocks blocks = { 0 };
    struct str_list list = { 0 };

    text_blocks(scratch, text, &blocks);
    for (size_t i = 0; i < blocks.n && list.n < HEADINGS; i++) {
        struct str line = str_sub(text, blocks.items[i].start, blocks.items[i].end);

        if (blocks.items[i].kind != TEXT_HEADING)
            continue;
        while (line.len && (line.data[0] == '#' || line.data[0] == ' '))
            line = str_sub(line, 1, line.len);
        if (line.len && !str_eq_nocase(line, str_trim(title)))
            str_list_add(scratch, &list, utf8_cut(line, HEADING_CHARACTERS));
    }
    struct str headings = list.n ? str_join(arena, list.items, list.n, "; ") : str("");
    arena_free(scratch);
    return headings;
}

void outline_source(struct branch *branch, struct buf *text, const struct source_row *source, struct str words,
                    bool own)
{
    bool web = str_starts_nocase(source->url, "http://") || str_starts_nocase(source->url, "https://");
    struct arena *arena = branch_arena(branch);
    struct str note = own && !web ? source->date.len ? str_format(arena, " (%.*s)", STR_ARG(source->date)) : str("")
                                  : source_note(arena, source, branch_settings(branch)->research_mode);

    buf_format(text, "- %.*s%.*s: ", STR_ARG(source->title), STR_ARG(note));
    for (size_t i = 0; i < words.len; i++)
        buf_add_char(text, words.data[i] == '\n' ? ' ' : words.data[i]);
    buf_add_char(text, '\n');
}

struct str outline_given(struct branch *branch, const struct source_list *list)
{
    struct arena *arena = branch_arena(branch);
    struct buf text;

    buf_init(&text, TEXT_MAX);
    for (size_t i = 0; i < list->given && i < DOCUMENTS; i++) {
        const struct source_row *row = &list->items[i];
        struct str headings = headings_of(arena, row->text, row->title);

        outline_source(branch, &text, row, headings.len ? headings : utf8_cut(str_trim(row->text), OUTLINE_CHARACTERS),
                       true);
    }
    if (list->given > DOCUMENTS)
        buf_format(&text, "- and %zu more\n", list->given - DOCUMENTS);
    return buf_take(&text, arena);
}

int outline_documents(struct branch *branch, struct path path, const struct source_list *list, struct str *ret,
                      struct error *e)
{
    struct arena *arena = branch_arena(branch);
    const struct run_settings *s = branch_settings(branch);
    struct search_result found = { 0 };
    struct buf text;

    *ret = str("");
    if (role_extractive(branch))
        return 0;
    int r = s->corpora.n ? gather_local(branch, path, "corpus", role_question(branch, arena, s->query), &found, e) : 0;
    if (r < 0)
        return r;
    buf_init(&text, 2 * TEXT_MAX);
    buf_add_str(&text, outline_given(branch, list));
    for (size_t i = 0; i < found.hits_n && i < FOUND; i++)
        outline_source(
            branch, &text,
            &(struct source_row){ .title = found.hits[i].title, .url = found.hits[i].url, .date = found.hits[i].date },
            utf8_cut(str_trim(found.hits[i].snippet), OUTLINE_CHARACTERS), true);
    *ret = buf_take(&text, arena);
    return 0;
}
