#include "workflows/noted.h"

#include "extractive/summary.h"
#include "judge/alike.h"
#include "pages/outline.h"
#include "run/effect.h"
#include "run/events.h"
#include "workflows/sides.h"

enum { PAGES = 3, PAGE_TOKENS = 60, PAGE_BYTES = 8 * 1024 };
#define SHARED_LEAST 0.6 /* of its words, by which two statements may be one */

/* Told before in other words, in another order, or as part of something? Statements that share few words are not read. */
static bool known(const struct noted *noted, struct str content, const struct words *words)
{
    for (size_t i = 0; i < noted->told.n; i++) {
        struct str told = noted->told.items[i];

        if (str_eq(content, told) || (words_overlap(words, &noted->words[i]) >= SHARED_LEAST &&
                                      (statements_alike(content, told) || statement_within(content, told))))
            return true;
    }
    return false;
}

void noted_tell(struct branch *branch, struct noted *noted, struct str content, const struct source_list *list,
                const size_t *sources, size_t n)
{
    struct arena *arena = branch_arena(branch);
    struct event_finding_added finding = { .content = str_dup(arena, str_trim(content)), .sources = (int64_t) n };
    struct words words = { 0 };

    content_words_of(arena, finding.content, language_guess(finding.content), &words);
    if (finding.content.len == 0 || known(noted, finding.content, &words))
        return;
    finding.id = effect_id(branch, path_add(path_root(), "finding"), noted->told.n, "find-");
    for (size_t i = 0; i < n; i++)
        str_list_add(arena, &finding.source_ids, list->items[sources[i]].id);
    noted->words = arena_grow(arena, noted->words, &noted->capacity, noted->told.n + 1, sizeof *noted->words);
    noted->words[noted->told.n] = words;
    str_list_add(arena, &noted->told, finding.content);
    branch_emit(branch, EVENT_FINDING_ADDED, &finding);
}

bool noted_no_finding(struct branch *branch, struct noted *noted, struct str sentence, said_source *source_of,
                      const void *context, const struct source_list *list)
{
    struct arena *arena = branch_arena(branch);
    struct said_part parts[SAID_PARTS];
    struct research_contradiction c;
    size_t n = said_parts(arena, sentence, source_of, context, parts);

    if (!said_contradiction(arena, parts, n, sentence, &c))
        return n == 0 && evidence_is_remark(sentence);
    c.id = effect_id(branch, path_add(path_root(), "contradiction"), noted->contradictions.n, "contra-");
    if (contradictions_add(arena, &noted->contradictions, &c))
        contradiction_tell(branch, list, &c);
    return true;
}

struct evidence_finding *noted_give(struct arena *arena, const struct noted *noted,
                                    const struct evidence_finding *findings, size_t n, size_t *ret_n)
{
    struct evidence_finding *all = arena_calloc(arena, 2 * noted->contradictions.n + n + 1, sizeof *all);

    *ret_n = sides_give(arena, &noted->contradictions, all);
    for (size_t i = 0; i < n; i++)
        all[(*ret_n)++] = findings[i];
    return all;
}

void noted_excerpt(struct buf *text, const struct source_row *source, struct str query, int64_t tokens)
{
    struct span spans[DIGEST_SPANS];
    size_t n = source->text.len ? summarize_spans(query, source->text, tokens, spans) : 0, before = text->len;

    for (size_t i = 0; i < n; i++) {
        struct str span = str_trim(str_sub(source->text, spans[i].start, spans[i].end));

        if (!outline_looks_heading(span)) /* it says nothing by itself */
            buf_format(text, "%s%.*s", text->len > before ? " … " : "", STR_ARG(span));
    }
    if (text->len == before)
        buf_add_str(text, summarize_cut(source->snippet.len ? source->snippet : source->text, tokens));
}

void noted_pages(struct branch *branch, struct noted *noted, struct str query, const struct source_list *list,
                 const size_t *sources, size_t n)
{
    for (size_t i = 0; i < n && i < PAGES; i++) {
        struct buf text;

        buf_init(&text, PAGE_BYTES);
        noted_excerpt(&text, &list->items[sources[i]], query, PAGE_TOKENS);
        noted_tell(branch, noted, buf_str(&text), list, &sources[i], 1);
        buf_free(&text);
    }
}
