/* The documents a user gives (--context), searched like any engine: BM25 over
 * their passages, no network. A hit is a document; its best passage is the
 * snippet, its text goes along, of a long one the part around the passage. */
#include "search/internal.h"

#include "search/bm25.h"
#include "text/language.h"

enum { PASSAGE_MAX = 900, PASSAGES_MAX = 200000, LOOK_AT = 400 };

struct passage {
    size_t document;
    struct str text;
};

struct context_index {
    const struct search_document *documents;
    size_t documents_n;
    bool beside; /* remembered by a conversation, not given to be read */
    struct bm25 *bm25;
    struct passage *passages; /* numbered as in bm25 */
    size_t passages_n, capacity;
};

static void add_passage(struct context_index *index, struct arena *arena, size_t document, struct str text)
{
    text = str_trim(text);
    if (str_empty(text) || index->passages_n == PASSAGES_MAX)
        return;
    struct bm25_field fields[] = { { text, 1 }, { index->documents[document].title, 0.5 } };
    bm25_add(index->bm25, fields, 2);
    index->passages = arena_grow(arena, index->passages, &index->capacity, index->passages_n + 1,
                                 sizeof *index->passages);
    index->passages[index->passages_n++] = (struct passage){ document, text };
}

/* Where a passage that is too long is parted: after a sentence, else at a blank, never inside a character. */
static size_t part_at(struct str text)
{
    size_t space = 0;

    for (size_t i = PASSAGE_MAX; i > PASSAGE_MAX / 2; i--) {
        if (text.data[i] != ' ' && text.data[i] != '\n')
            continue;
        if (strchr(".!?", text.data[i - 1]))
            return i;
        if (!space)
            space = i;
    }
    if (space)
        return space;
    size_t at = PASSAGE_MAX;
    while (at > 1 && ((unsigned char) text.data[at] & 0xc0) == 0x80)
        at--;
    return at;
}

static void add_document(struct context_index *index, struct arena *arena, size_t document)
{
    struct str rest = index->documents[document].text;

    while (rest.len > 0) {
        ptrdiff_t blank = str_find(rest, str("\n\n"), 0);
        struct str paragraph = str_sub(rest, 0, blank < 0 ? rest.len : (size_t) blank);

        rest = str_sub(rest, blank < 0 ? rest.len : (size_t) blank + 2, rest.len);
        while (paragraph.len > PASSAGE_MAX) {
            size_t at = part_at(paragraph);

            add_passage(index, arena, document, str_sub(paragraph, 0, at));
            paragraph = str_sub(paragraph, at, paragraph.len);
        }
        add_passage(index, arena, document, paragraph);
    }
}

struct context_index *context_index_new(struct arena *arena, const struct search_document *documents, size_t n,
                                        bool beside)
{
    struct context_index *index = arena_alloc(arena, sizeof *index);

    index->documents = documents;
    index->documents_n = n;
    index->beside = beside;
    index->bm25 = bm25_new(arena, language_guess(n ? documents[0].text : str("")));
    for (size_t i = 0; i < n; i++)
        add_document(index, arena, i);
    return index;
}

/* One document is one hit: its first passage in the list stands for it. */
static void add_hit(struct search_ask *ask, const struct passage *passage, bool taken[])
{
    const struct search_document *document = &ask->search->context->documents[passage->document];

    if (taken[passage->document])
        return;
    taken[passage->document] = true;
    struct search_hit found = { .title = document->title,
                                .url = document->url,
                                .date = document->date,
                                .snippet = passage->text,
                                .text = document->text,
                                .pages = document->pages };
    search_hit_cut(ask->arena, &found, (size_t) (passage->text.data - document->text.data));
    search_add(ask, found);
}

/* A query that shares no word with any document (another language, other words for the same thing) gets every
 * document by its first passage, if the user gave them to be read. */
static int context_look(struct search_ask *ask, struct error *e)
{
    const struct context_index *index = ask->search->context;
    size_t most = (size_t) search_count(ask->query, SEARCH_COUNT_MAX);
    struct bm25_hit *hits = NULL;
    bool *taken = arena_calloc(ask->arena, index->documents_n + 1, sizeof *taken);
    size_t n = bm25_search(index->bm25, ask->arena, ask->query->text, LOOK_AT, &hits);

    (void) e;
    ask->documents = (int64_t) index->documents_n;
    for (size_t i = 0; i < n && ask->hits_n < most; i++)
        add_hit(ask, &index->passages[hits[i].document], taken);
    for (size_t i = 0; n == 0 && !index->beside && i < index->passages_n && ask->hits_n < most; i++)
        add_hit(ask, &index->passages[i], taken);
    return 0;
}

const struct engine_wire wire_context = { .look = context_look };
