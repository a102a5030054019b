/* The parts of an answer that was cut at the length limit and continued. */
#include "llm/internal.h"

void parts_init(struct llm_parts *parts, struct arena *arena, size_t max)
{
    *parts = (struct llm_parts){ .arena = arena };
    buf_init(&parts->text, max);
}

/* Citations of a part name places of its own text; those of the whole are `offset` bytes further on. */
static void keep_citations(struct llm_parts *parts, const struct llm_answer *answer, int64_t offset)
{
    for (size_t i = 0; i < answer->citations_n; i++) {
        struct llm_citation c = answer->citations[i];

        parts->citations = arena_grow(parts->arena, parts->citations, &parts->capacity, parts->citations_n + 1,
                                      sizeof *parts->citations);
        if (c.start >= 0) {
            c.start = c.start + offset < 0 ? 0 : c.start + offset;
            c.end = c.end + offset < c.start ? c.start : c.end + offset;
        }
        parts->citations[parts->citations_n++] = (struct llm_citation){ .url = str_dup(parts->arena, c.url),
                                                                        .title = str_dup(parts->arena, c.title),
                                                                        .text = str_dup(parts->arena, c.text),
                                                                        .start = c.start,
                                                                        .end = c.end };
    }
}

void parts_add(struct llm_parts *parts, const struct llm_answer *answer)
{
    size_t overlap = attempt_overlap(buf_str(&parts->text), answer->text);

    keep_citations(parts, answer, (int64_t) parts->text.len - (int64_t) overlap);
    buf_add_str(&parts->text, str_sub(answer->text, overlap, answer->text.len));
    if (!str_empty(answer->reasoning)) {
        struct str both[] = { parts->reasoning, answer->reasoning };

        parts->reasoning = str_empty(both[0]) ? str_dup(parts->arena, both[1]) : str_join(parts->arena, both, 2, "\n");
    }
}

void parts_give(const struct llm_parts *parts, struct llm_answer *ret)
{
    ret->text = buf_str(&parts->text);
    ret->reasoning = parts->reasoning;
    ret->citations = parts->citations;
    ret->citations_n = parts->citations_n;
}

void parts_forget(struct llm_parts *parts)
{
    buf_clear(&parts->text);
    parts->reasoning = str("");
    parts->citations = NULL;
    parts->citations_n = parts->capacity = 0;
}

void parts_free(struct llm_parts *parts) { buf_free(&parts->text); }
