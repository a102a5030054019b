#include "report/zip_write.h"

#include <stdint.h>

enum { LOCAL_HEADER = 0x04034b50, CENTRAL_HEADER = 0x02014b50, END_RECORD = 0x06054b50, VERSION = 20, NO_DATE = 0x21 };

static uint32_t crc32_of(struct str data)
{
    uint32_t crc = 0xffffffff;

    for (size_t i = 0; i < data.len; i++) {
        crc ^= (unsigned char) data.data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void put(struct buf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_add_char(out, (char) (value >> 8 * i & 255));
}

/* What the local and the central header share, from the version on. */
static void put_entry(struct buf *out, const struct zip_part *part, uint32_t crc)
{
    put(out, VERSION, 2);
    put(out, 0, 2); /* flags */
    put(out, 0, 2); /* stored */
    put(out, 0, 2);
    put(out, NO_DATE, 2);
    put(out, crc, 4);
    put(out, (uint32_t) part->data.len, 4);
    put(out, (uint32_t) part->data.len, 4);
    put(out, (uint32_t) strlen(part->name), 2);
    put(out, 0, 2); /* extra */
}

void zip_write(struct buf *out, const struct zip_part *parts, size_t n)
{
    struct buf central;

    buf_init(&central, 1 << 20);
    for (size_t i = 0; i < n; i++) {
        uint32_t crc = crc32_of(parts[i].data), offset = (uint32_t) out->len;

        put(out, LOCAL_HEADER, 4);
        put_entry(out, &parts[i], crc);
        buf_add_z(out, parts[i].name);
        buf_add_str(out, parts[i].data);
        put(&central, CENTRAL_HEADER, 4);
        put(&central, VERSION, 2);
        put_entry(&central, &parts[i], crc);
        put(&central, 0, 2); /* comment */
        put(&central, 0, 2); /* disk */
        put(&central, 0, 2);
        put(&central, 0, 4); /* attributes */
        put(&central, offset, 4);
        buf_add_z(&central, parts[i].name);
    }
    uint32_t start = (uint32_t) out->len;
    buf_add_str(out, buf_str(&central));
    put(out, END_RECORD, 4);
    put(out, 0, 4);
    put(out, (uint32_t) n, 2);
    put(out, (uint32_t) n, 2);
    put(out, (uint32_t) central.len, 4);
    put(out, start, 4);
    put(out, 0, 2);
    buf_free(&central);
}
