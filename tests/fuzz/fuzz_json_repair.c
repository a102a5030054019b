/* Whatever the bytes: repair ends, and what it calls JSON is JSON. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = str_n((const char *) data, size);
    struct buf out;
    struct error e;
    json_t *value;
    bool repaired;

    buf_init(&out, 16 * size + 64);
    int r = json_repair(text, &out, &e);
    assert(r == 0 || r == -ERROR_PARSE || r == -ERROR_LIMIT);
    if (r == 0) {
        r = json_parse(buf_str(&out), &value, &e);
        assert(r == 0);
        json_decref(value);
    }
    buf_free(&out);
    /* A limit in the middle of the output. */
    buf_init(&out, size / 2 + 1);
    r = json_repair(text, &out, &e);
    assert(r != 0 || !out.over);
    buf_free(&out);
    if (json_from_answer(text, &value, &repaired, &e) == 0) {
        assert(json_is_object(value) || json_is_array(value));
        json_decref(value);
    }
    return 0;
}
