/* Records of the archive: any file is read or refused; what is read is what its hash says and survives writing. */
#include <assert.h>

#include "records/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct archive_record record, again;
    struct error e;

    if (archive_decode(arena, str_n((const char *) data, size), &record, &e) == 0) {
        assert(hash_eq(record.hash, hash_of(record.content)));
        assert(archive_decode(arena, archive_encode(arena, &record), &again, &e) == 0);
        assert(str_eq(record.content, again.content) && str_eq(record.item_id, again.item_id));
    }
    struct archive_record any = { .content = str_n((const char *) data, size), .item_id = str("src-1") };
    assert(archive_decode(arena, archive_encode(arena, &any), &again, &e) == 0);
    assert(str_eq(any.content, again.content));
    arena_free(arena);
    return 0;
}
