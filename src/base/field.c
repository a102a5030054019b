#include "base/field.h"

#include <string.h>

#include "base/arena.h"

const char *const kind_duration[] = { "DURATION", NULL }, *const kind_date[] = { "DATE", NULL },
                  *const kind_file[] = { "FILE", NULL }, *const kind_dir[] = { "DIR", NULL },
                  *const kind_url[] = { "URL", NULL }, *const kind_server[] = { "URL", NULL },
                  *const kind_model[] = { "P/M", NULL }, *const kind_id[] = { "ID", NULL },
                  *const kind_glob[] = { "GLOB", NULL }, *const kind_name[] = { "NAME", NULL },
                  *const kind_secret[] = { "KEY", NULL }, *const kind_overhead[] = { "TOKENS", NULL },
                  *const kind_window[] = { "P/M=TOKENS", NULL }, *const kind_workflow[] = { "NAME", NULL },
                  *const kind_network[] = { "NETWORK", NULL }, *const kind_corpus[] = { "NAME|DIR", NULL };
const char *const kind_language[] = { "LANGUAGE", NULL }, *const kind_number[] = { "NUMBER", NULL };
const char *const kind_target[] = { "email:ADDR|file:PATH|webhook:URL", NULL };

bool field_is(const struct field *field, const char *const kind[]) { return field->words == kind; }

const struct field *fields_joined(struct arena *arena, const struct field *const parts[], size_t n)
{
    size_t count = 1, at = 0;

    for (size_t i = 0; i < n; i++)
        for (const struct field *f = parts[i]; f->type != FIELD_TYPE_END; f++)
            count++;
    struct field *all = arena_calloc(arena, count, sizeof *all);
    for (size_t i = 0; i < n; i++)
        for (const struct field *f = parts[i]; f->type != FIELD_TYPE_END; f++)
            all[at++] = *f;
    all[at] = (struct field) FIELD_END;
    return all;
}

const struct field *field_named(const struct field *fields, struct str name)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (str_is(name, f->name))
            return f;
    return NULL;
}

int word_index(const char *const *words, struct str word)
{
    for (int i = 0; words[i]; i++)
        if (str_is(word, words[i]))
            return i;
    return -1;
}

/* Levenshtein distance of short names; anything over 40 bytes is far away. */
static unsigned distance(struct str a, const char *z)
{
    enum { LONGEST = 40 };
    struct str b = str(z);
    unsigned row[LONGEST + 1];

    if (a.len > LONGEST || b.len > LONGEST)
        return LONGEST;
    for (unsigned j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        unsigned diagonal = row[0];

        row[0] = (unsigned) i;
        for (size_t j = 1; j <= b.len; j++) {
            unsigned change = diagonal + (a.data[i - 1] != b.data[j - 1]);
            unsigned best = row[j] + 1 < row[j - 1] + 1 ? row[j] + 1 : row[j - 1] + 1;

            diagonal = row[j];
            row[j] = change < best ? change : best;
        }
    }
    return row[b.len];
}

/* One more than the distance that still is a slip of the pen: half of a short
 * name changed is another name. */
static unsigned too_far(struct str name) { return name.len < 6 ? (unsigned) name.len / 2 + 1 : 4; }

const char *field_nearest(const struct field *fields, struct str name)
{
    const char *best = NULL;
    unsigned least = too_far(name);

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        unsigned d = distance(name, f->name);

        if (!f->hidden && d < least) {
            least = d;
            best = f->name;
        }
    }
    return best;
}

const char *word_nearest(const char *const *words, struct str name)
{
    const char *best = NULL;
    unsigned least = too_far(name);

    for (size_t i = 0; words[i]; i++) {
        unsigned d = distance(name, words[i]);

        if (d < least) {
            least = d;
            best = words[i];
        }
    }
    return best;
}
