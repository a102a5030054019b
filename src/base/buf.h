/* A growing buffer with a mandatory maximum.
 *
 * Adding past the maximum adds nothing, sets `over` for good and returns
 * -ERROR_LIMIT, so a writer may add many times and check once. The bytes are
 * always followed by a NUL. Owned by the buffer: buf_free(). */
#ifndef FATHOM_BASE_BUF_H
#define FATHOM_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct buf {
    char *data;
    size_t len, capacity, max;
    bool over;
};

void buf_init(struct buf *buf, size_t max);
void buf_free(struct buf *buf);  /* back to empty, same maximum */
void buf_clear(struct buf *buf); /* keeps the memory */
int buf_add(struct buf *buf, const void *data, size_t len);
int buf_add_str(struct buf *buf, struct str s);
int buf_add_z(struct buf *buf, const char *z);
int buf_add_char(struct buf *buf, char c);
int buf_format(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_remove_front(struct buf *buf, size_t n);
static inline struct str buf_str(const struct buf *buf) { return str_n(buf->data ? buf->data : "", buf->len); }
struct str buf_take(struct buf *buf, struct arena *arena); /* copies out, then frees */

#endif
