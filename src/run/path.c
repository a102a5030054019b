#include "run/path.h"

#include <assert.h>
#include <stdio.h>

struct path path_root(void) { return (struct path){ 0 }; }

struct path path_add(struct path parent, const char *name)
{
    int n = snprintf(parent.text + parent.len, sizeof parent.text - parent.len, "%s%s", parent.len ? "/" : "", name);

    assert(n > 0 && parent.len + (size_t) n < sizeof parent.text && "a path is too long");
    parent.len = (unsigned char) (parent.len + n);
    return parent;
}

struct path path_index(struct path parent, size_t index)
{
    char number[24];

    snprintf(number, sizeof number, "%zu", index);
    return path_add(parent, number);
}

struct path path_at(struct path parent, const char *name, size_t index)
{
    return path_index(path_add(parent, name), index);
}
