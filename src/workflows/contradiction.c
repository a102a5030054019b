#include "workflows/contradiction.h"

#include <string.h>

#include "judge/alike.h"
#include "judge/conflict.h"
#include "run/events.h"
#include "judge/dispute.h"

struct str text_bare(struct arena *arena, struct str text)
{
    char *copy = arena_alloc(arena, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char) text.data[i];

        c = c >= 'A' && c <= 'Z' ? (unsigned char) (c | 32) : c;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80)
            copy[n++] = (char) c;
    }
    return str_n(copy, n);
}

void positions_join(struct arena *arena, size_t **into, size_t *into_n, const size_t *from, size_t from_n)
{
    size_t *all = arena_calloc(arena, *into_n + from_n + 1, sizeof *all), n = 0, a = 0, b = 0;

    while (a < *into_n || b < from_n) {
        size_t x = a < *into_n ? (*into)[a] : SIZE_MAX, y = b < from_n ? from[b] : SIZE_MAX;

        all[n++] = x < y ? x : y;
        a += x <= y;
        b += y <= x;
    }
    *into = all;
    *into_n = n;
}

static bool among(const size_t *positions, size_t n, size_t position)
{
    for (size_t i = 0; i < n; i++)
        if (positions[i] == position)
            return true;
    return false;
}

/* A source that stands on both sides belongs to neither. */
static void part_sides(struct research_contradiction *c)
{
    size_t one = 0, other = 0;

    for (size_t i = 0; i < c->other_n; i++)
        if (!among(c->one, c->one_n, c->other[i]))
            c->other[other++] = c->other[i];
        else
            for (size_t k = 0; k < c->one_n; k++)
                c->one[k] = c->one[k] == c->other[i] ? SIZE_MAX : c->one[k];
    for (size_t i = 0; i < c->one_n; i++)
        if (c->one[i] != SIZE_MAX)
            c->one[one++] = c->one[i];
    c->one_n = one;
    c->other_n = other;
}

static bool overlap(const size_t *a, size_t a_n, const size_t *b, size_t b_n)
{
    for (size_t i = 0; i < a_n; i++)
        if (among(b, b_n, a[i]))
            return true;
    return false;
}

static void swap_sides(struct research_contradiction *c)
{
    *c = (struct research_contradiction){ .id = c->id,
                                          .description = c->description,
                                          .resolution = c->resolution,
                                          .bare = c->bare,
                                          .one = c->other,
                                          .one_n = c->other_n,
                                          .other = c->one,
                                          .other_n = c->one_n,
                                          .says_one = c->says_other,
                                          .says_other = c->says_one,
                                          .major = c->major,
                                          .preferred = c->preferred };
}

/* The same disagreement, told again: its sources join the sides they belong to. */
static void join_contradiction(struct arena *arena, struct research_contradiction *into,
                               struct research_contradiction *c)
{
    if (!overlap(c->one, c->one_n, into->one, into->one_n) &&
        !overlap(c->other, c->other_n, into->other, into->other_n) &&
        (overlap(c->one, c->one_n, into->other, into->other_n) ||
         overlap(c->other, c->other_n, into->one, into->one_n)))
        swap_sides(c);
    struct research_contradiction both = *into;
    positions_join(arena, &both.one, &both.one_n, c->one, c->one_n);
    positions_join(arena, &both.other, &both.other_n, c->other, c->other_n);
    part_sides(&both);
    if (both.one_n && both.other_n) {
        into->one = both.one;
        into->one_n = both.one_n;
        into->other = both.other;
        into->other_n = both.other_n;
    }
    into->major = into->major || c->major;
    into->says_one = into->says_one.len ? into->says_one : c->says_one;
    into->says_other = into->says_other.len ? into->says_other : c->says_other;
    into->resolution = into->resolution.len ? into->resolution : c->resolution;
}

/* Do both tell the same two sides, in whichever order? */
static bool sides_alike(const struct research_contradiction *a, const struct research_contradiction *b)
{
    if (!a->says_one.len || !a->says_other.len || !b->says_one.len || !b->says_other.len)
        return false;
    return (statements_alike(a->says_one, b->says_one) && statements_alike(a->says_other, b->says_other)) ||
           (statements_alike(a->says_one, b->says_other) && statements_alike(a->says_other, b->says_one));
}

bool contradictions_add(struct arena *arena, struct contradictions *all, struct research_contradiction *c)
{
    part_sides(c);
    if (c->one_n == 0 || c->other_n == 0)
        return false;
    c->bare = text_bare(arena, c->description);
    for (size_t i = 0; i < all->n; i++)
        if (str_eq(all->items[i].bare, c->bare) || topics_alike(all->items[i].description, c->description) ||
            sides_alike(&all->items[i], c)) {
            join_contradiction(arena, &all->items[i], c);
            return false;
        }
    if (c->preferred >= 0 && !among(c->one, c->one_n, (size_t) c->preferred) &&
        !among(c->other, c->other_n, (size_t) c->preferred))
        c->preferred = -1;
    all->items = arena_grow(arena, all->items, &all->capacity, all->n + 1, sizeof *all->items);
    all->items[all->n++] = *c;
    return true;
}

struct str_list positions_ids(struct arena *arena, const struct source_list *list, const size_t *sources, size_t n)
{
    struct str_list ids = { 0 };

    for (size_t i = 0; i < n; i++)
        str_list_add(arena, &ids, list->items[sources[i]].id);
    return ids;
}

void contradiction_tell(struct branch *branch, const struct source_list *list, const struct research_contradiction *c)
{
    struct arena *arena = branch_arena(branch);

    branch_emit(branch, EVENT_CONTRADICTION_FOUND,
                &(struct event_contradiction_found){
                    c->id, c->description, str(c->major ? "major" : "minor"), c->says_one, c->says_other,
                    positions_ids(arena, list, c->one, c->one_n), positions_ids(arena, list, c->other, c->other_n) });
}

/* --- sentences that tell both sides --- */

/* The sources that "(3, 7)" at `at` names join the part; the byte behind it, or 0 when it is something else. */
static size_t read_numbers(struct arena *arena, struct str text, size_t at, said_source *source_of, const void *context,
                           struct said_part *part)
{
    ptrdiff_t end = str_find_char(text, ')', at);
    struct str list = end < 0 ? str("") : str_sub(text, at + 1, (size_t) end), item;
    struct said_part read = { .sources = part->sources, .n = part->n };

    if (str_empty(list))
        return 0;
    while (str_next(&list, ',', &item)) {
        int64_t number;
        ptrdiff_t source = str_to_int(str_trim(item), &number) ? source_of(context, number) : -1;

        if (source < 0)
            return 0;
        positions_join(arena, &read.sources, &read.n, &(size_t){ (size_t) source }, 1);
    }
    part->sources = read.sources;
    part->n = read.n;
    return (size_t) end + 1;
}

size_t said_parts(struct arena *arena, struct str sentence, said_source *source_of, const void *context,
                  struct said_part *ret)
{
    size_t n = 0, from = 0;

    for (size_t at = 0; at < sentence.len && n < SAID_PARTS; at++) {
        struct said_part part = { 0 };
        size_t end = sentence.data[at] == '(' ? read_numbers(arena, sentence, at, source_of, context, &part) : 0;

        if (end == 0)
            continue;
        part.text = str_trim(str_sub(sentence, from, at));
        if (part.text.len == 0 && n > 0) /* "… (1) (2)" */
            positions_join(arena, &ret[n - 1].sources, &ret[n - 1].n, part.sources, part.n);
        else
            ret[n++] = part;
        from = end;
        at = end - 1;
    }
    return n;
}

/* Words with which a sentence says that what follows stands against something. */
static const char *const contrasts[] = { "whereas ",      "while ",      "but ",        "however, ", "yet ",
                                         "and ",          "während ",    "wohingegen ", "aber ",     "hingegen ",
                                         "und ",          "tandis que ", "alors que ",  "mais ",     "et ",
                                         "mientras que ", "pero ",       "y ",          NULL };
static const char *const disagreements[] = { "disagree",     "contradict",  "conflict",   "differ",     "whereas",
                                             "widersprech",  "widersprich", "uneinig",    "wohingegen", "weichen",
                                             "contredi",     "divergent",   "tandis que", "discrepan",  "contradic",
                                             "mientras que", NULL };

/* What a side says, without what leads to it: "The sources disagree: …", ", whereas …". */
static struct str side_of(struct arena *arena, struct str part)
{
    ptrdiff_t colon = str_find(part, str(": "), 0);

    if (colon >= 0 && str_contains_any(str_sub(part, 0, (size_t) colon), disagreements))
        part = str_sub(part, (size_t) colon + 2, part.len);
    while (part.len && strchr(" ,;:-", part.data[0]))
        part = str_sub(part, 1, part.len);
    for (size_t i = 0; contrasts[i]; i++)
        if (str_starts_nocase(part, contrasts[i])) {
            part = str_sub(part, strlen(contrasts[i]), part.len);
            break;
        }
    part = str_trim(part);
    if (part.len == 0 || part.data[0] < 'a' || part.data[0] > 'z')
        return part;
    return str_format(arena, "%c%.*s", part.data[0] - 32, STR_ARG(str_sub(part, 1, part.len)));
}

static bool share_a_source(const struct said_part *a, const struct said_part *b)
{
    return overlap(a->sources, a->n, b->sources, b->n);
}

/* By code, or by the word of who tells it, where code does not see that they are about different things. */
static bool contradict(struct arena *arena, struct str one, struct str other, bool told, bool *ret_major)
{
    const struct str both[] = { one, other };
    const size_t apart[] = { 0, 1 };
    struct conflict *found;
    size_t n = conflicts_of(arena, both, apart, 2, 1, &found);

    *ret_major = n && found[0].kind != CONFLICT_NUMBER && found[0].kind != CONFLICT_DATE;
    return n > 0 || (told && dispute_about_one(one, other));
}

/* The parts in one, without the numbers between them. */
static struct str unnumbered(struct arena *arena, const struct said_part *parts, size_t n)
{
    struct str text = str("");

    for (size_t i = 0; i < n; i++)
        text = str_format(arena, "%.*s%s%.*s", STR_ARG(text),
                          i && parts[i].text.len && !strchr(",;:.", parts[i].text.data[0]) ? " " : "",
                          STR_ARG(parts[i].text));
    return str_format(arena, "%.*s.", STR_ARG(text));
}

/* "Disagreement: A says …" tells nothing by its label. */
static struct str unlabelled(struct str text)
{
    ptrdiff_t colon = str_find(text, str(": "), 0);
    struct str label = str_sub(text, 0, colon < 0 ? 0 : (size_t) colon);

    return label.len && str_find_char(label, ' ', 0) < 0 && str_contains_any(label, disagreements)
               ? str_sub(text, label.len + 2, text.len)
               : text;
}

bool said_contradiction(struct arena *arena, const struct said_part *parts, size_t n, struct str sentence,
                        struct research_contradiction *ret)
{
    bool told = str_contains_any(sentence, disagreements);

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct str one = side_of(arena, parts[i].text), other = side_of(arena, parts[k].text);
            bool major;

            if (!one.len || !other.len || share_a_source(&parts[i], &parts[k]) ||
                !contradict(arena, one, other, told, &major))
                continue;
            *ret = (struct research_contradiction){
                .description = unlabelled(unnumbered(arena, parts, n)),
                .says_one = one,
                .says_other = other,
                .one = arena_copy(arena, parts[i].sources, parts[i].n * sizeof *parts[i].sources),
                .one_n = parts[i].n,
                .other = arena_copy(arena, parts[k].sources, parts[k].n * sizeof *parts[k].sources),
                .other_n = parts[k].n,
                .major = major,
                .preferred = -1,
            };
            return true;
        }
    return false;
}
