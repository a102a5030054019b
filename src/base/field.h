/* Field descriptors: one description of a struct's members.
 *
 * The same table decodes and checks JSON, writes it, makes its schema, reads
 * settings and flags, and prints help. text/json.h does the JSON part,
 * service/ the settings and operations. A table ends with FIELD_END. */
#ifndef FATHOM_BASE_FIELD_H
#define FATHOM_BASE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rows.h"
#include "base/str.h"

enum field_type {
    FIELD_TYPE_END,
    FIELD_TYPE_STR,    /* struct str; min and max count code points */
    FIELD_TYPE_INT,    /* int64_t */
    FIELD_TYPE_DOUBLE, /* double */
    FIELD_TYPE_BOOL,   /* bool */
    FIELD_TYPE_ENUM,   /* int, the position in `words` */
    FIELD_TYPE_STRS,   /* struct str_list; min and max count items */
    FIELD_TYPE_OBJECT, /* a struct inside, described by `fields` */
    FIELD_TYPE_LIST,   /* pointer to structs of `size` bytes, count at `count_offset` (size_t) */
    FIELD_TYPE_JSON,   /* struct str holding JSON text, passed through as a value */
    FIELD_TYPE_ANY,    /* struct field_any; is written, never read */
};

/* A struct with its own table; no table: null. */
struct field_any {
    const struct field *fields;
    const void *from;
};

struct field {
    const char *name; /* in JSON, YAML and as --name (camelCase becomes kebab) */
    enum field_type type;
    size_t offset;
    bool required;              /* decode fails when it is missing or null */
    bool nullable;              /* written as null when the string is empty / the number is NaN or INT64_MIN */
    bool sparse;                /* not written where it is empty, 0 or false; if it is nullable, where it is null */
    bool hidden;                /* left out of help and schemas */
    double min, max;            /* both 0: no limit beyond the type's */
    const char *const *words;   /* enum: NULL-terminated; string, list, number: its kind (below) or NULL */
    const char *const *also;    /* enum: other spellings, in the order of `words`; NULL-terminated */
    const char *const *choices; /* string, list: the words it may hold; NULL: any */
    double scale;               /* number as text: what one unit of the text is in the member; 0: the same */
    bool inverted;              /* bool as text: "true" is false in the member */
    const struct field *fields; /* object, list */
    size_t size, count_offset;  /* list */
    const char *help;
    const char *preset; /* default as text, for settings and flags */
    const char *was;    /* the member's name in older files: read where `name` is missing */
};

/* A member under another name, by kind: FIELD_AS("inputTokens", INT, struct usage, input_tokens). */
#define FIELD_AS(name_, kind, type_, member, ...)                                                                      \
    {                                                                                                                  \
        .name = name_, .type = FIELD_TYPE_##kind, .offset = offsetof(type_, member), __VA_ARGS__                       \
    }
#define FIELD_STR(type_, member, ...) FIELD_AS(#member, STR, type_, member, __VA_ARGS__)
#define FIELD_INT(type_, member, ...) FIELD_AS(#member, INT, type_, member, __VA_ARGS__)
#define FIELD_DOUBLE(type_, member, ...) FIELD_AS(#member, DOUBLE, type_, member, __VA_ARGS__)
#define FIELD_BOOL(type_, member, ...) FIELD_AS(#member, BOOL, type_, member, __VA_ARGS__)
#define FIELD_STRS(type_, member, ...) FIELD_AS(#member, STRS, type_, member, __VA_ARGS__)
#define FIELD_JSON(type_, member, ...) FIELD_AS(#member, JSON, type_, member, __VA_ARGS__)
#define FIELD_ANY(type_, member, ...) FIELD_AS(#member, ANY, type_, member, __VA_ARGS__)
#define FIELD_ENUM(type_, member, words_, ...) FIELD_AS(#member, ENUM, type_, member, .words = words_, __VA_ARGS__)
#define FIELD_OBJECT(type_, member, fields_, ...)                                                                      \
    FIELD_AS(#member, OBJECT, type_, member, .fields = fields_, __VA_ARGS__)
#define FIELD_LIST(type_, member, count_, item_, fields_, ...)                                                         \
    FIELD_AS(#member, LIST, type_, member, .fields = fields_, .size = sizeof(item_),                                   \
             .count_offset = offsetof(type_, count_), __VA_ARGS__)
/* Several members of one kind, with nothing else to say: FIELDS(STR, struct report, title, query). */
#define FIELD_OF(kind, type_, member) FIELD_AS(#member, kind, type_, member, )
#define FIELDS(kind, type_, ...) ROWS(FIELD_OF, kind, type_, __VA_ARGS__)
#define FIELD_END                                                                                                      \
    {                                                                                                                  \
        .type = FIELD_TYPE_END                                                                                         \
    }

/* A struct and the fields of it: FIELD_TABLE(usage) is struct usage with usage_fields. */
struct field_table {
    const struct field *fields;
    size_t size;
};
#define FIELD_TABLE(name_)                                                                                             \
    {                                                                                                                  \
        .fields = name_##_fields, .size = sizeof(struct name_)                                                         \
    }

/* What kind of text a string, a list or a number is written as: `.words` of such a field. The first word is the
 * placeholder in help. service/value.h reads and checks them. */
extern const char *const kind_duration[],
    *const kind_date[], *const kind_file[], *const kind_dir[],
                                                *const kind_url[],
                                                    *const kind_server[],
                                                        *const kind_model[],
                                                            *const kind_id[],
                                                                *const kind_glob[],
                                                                    *const kind_name[],
                                                                        *const kind_secret[],
                                                                            *const kind_overhead[],
                                                                                *const kind_window[],
                                                                                    *const kind_workflow[],
                                                                                        *const kind_network[],
                                                                                            *const kind_corpus[];
extern const char *const kind_target[];                         /* where a report is sent */
extern const char *const kind_language[], *const kind_number[]; /* text/language_tag.h; a number in a list of texts */
bool field_is(const struct field *field, const char *const kind[]);

/* Tables of one struct, one behind another, as one table. */
struct arena;
const struct field *fields_joined(struct arena *arena, const struct field *const parts[], size_t n);

const struct field *field_named(const struct field *fields, struct str name);
/* The known name nearest to a misspelt one (edit distance up to 3, less for short names), or NULL. */
const char *field_nearest(const struct field *fields, struct str name);
const char *word_nearest(const char *const *words, struct str name);
/* Position of a word in a NULL-terminated list, or -1. */
int word_index(const char *const *words, struct str word);

#endif
