#include "service/door.h"

#include <string.h>

enum { REFERENCE_MAX = 300 };

/* "resume run-1" or ".corpora" in the words of the door; false: it is no reference. */
static bool say(const struct door *door, struct buf *out, struct str reference)
{
    char name[REFERENCE_MAX];

    if (str_starts(reference, ".")) {
        snprintf(name, sizeof name, "%.*s", STR_ARG(str_sub(reference, 1, reference.len)));
        if (door && door->field)
            door->field(out, name);
        else
            buf_add_z(out, name);
        return name[0] != '\0';
    }
    struct str rest = reference, word;
    str_next(&rest, ' ', &word);
    const struct operation *operation = operation_named(word);
    if (!operation)
        return false;
    if (door && door->operation)
        door->operation(out, operation, rest);
    else
        buf_add_str(out, reference);
    return true;
}

struct str door_words(const struct door *door, struct arena *arena, struct str text)
{
    ptrdiff_t at = str_find(text, str("@{"), 0), end;
    struct buf out;
    size_t from = 0;

    if (at < 0)
        return text;
    buf_init(&out, 4 * text.len + 4 * REFERENCE_MAX);
    for (; at >= 0; at = str_find(text, str("@{"), (size_t) at)) {
        end = str_find_char(text, '}', (size_t) at);
        if (end < 0)
            break;
        buf_add_str(&out, str_sub(text, from, (size_t) at));
        struct str reference = str_sub(text, (size_t) at + 2, (size_t) end);
        if (reference.len >= REFERENCE_MAX || !say(door, &out, reference))
            buf_add_str(&out, str_sub(text, (size_t) at, (size_t) end + 1));
        at = end + 1;
        from = (size_t) at;
    }
    buf_add_str(&out, str_sub(text, from, text.len));
    return buf_take(&out, arena);
}

void door_words_error(const struct door *door, struct error *e)
{
    if (!strstr(e->message, "@{"))
        return;
    struct arena *arena = arena_new();
    struct str text = door_words(door, arena, str(e->message));
    struct error worded;

    error_set(&worded, e->code, "%.*s", STR_ARG(text));
    memcpy(e->message, worded.message, sizeof e->message);
    arena_free(arena);
}
