#include "records/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "text/json.h"

/* Hexadecimal doubles, JSON's escapes take six bytes for one at worst. */
enum { FILE_MAX = ARCHIVE_CONTENT_MAX / 4 * 3 * 8 + (1 << 20) };

/* --- the record as text --- */

static json_t *content_json(struct arena *arena, struct str content, bool *ret_hex)
{
    json_t *text = memchr(content.data ? content.data : "", '\0', content.len)
                       ? NULL
                       : json_stringn(content.data ? content.data : "", content.len);

    *ret_hex = text == NULL;
    if (!text) {
        char *hex = arena_alloc(arena, 2 * content.len + 1);

        hex_encode((const unsigned char *) content.data, content.len, hex);
        text = json_stringn(hex, 2 * content.len);
    }
    return text;
}

struct str archive_encode(struct arena *arena, const struct archive_record *record)
{
    char hex[HASH_HEX_SIZE], time[CLOCK_ISO_SIZE];
    bool in_hex;
    json_t *content = content_json(arena, record->content, &in_hex), *metadata = json_object();

    hash_hex(hash_of(record->content), hex);
    clock_iso(record->archived_ms, time);
    json_object_set_new(metadata, "url", json_new_str(record->url));
    json_object_set_new(metadata, "title", json_new_str(record->title));
    json_t *object = json_object();
    json_object_set_new(object, "content_hash", json_new_str(str_format(arena, "sha256:%s", hex)));
    json_object_set_new(object, "content", content);
    if (in_hex) /* bytes that are no text */
        json_object_set_new(object, "content_encoding", json_string("hex"));
    json_object_set_new(object, "item_id", json_new_str(record->item_id));
    json_object_set_new(object, "item_type", json_new_str(record->item_type));
    json_object_set_new(object, "archived_at", json_string(time));
    json_object_set_new(object, "archive_reason", json_new_str(record->reason));
    json_object_set_new(object, "original_tokens", json_integer(record->original_tokens));
    json_object_set_new(object, "metadata", metadata);
    struct str text = json_text(arena, object);
    json_decref(object);
    return text;
}

static int nibble(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static bool from_hex(struct arena *arena, struct str hex, struct str *ret)
{
    char *bytes = arena_alloc(arena, hex.len / 2 + 1);

    for (size_t i = 0; i + 1 < hex.len; i += 2) {
        int high = nibble(hex.data[i]), low = nibble(hex.data[i + 1]);

        if (high < 0 || low < 0)
            return false;
        bytes[i / 2] = (char) (high << 4 | low);
    }
    *ret = str_n(bytes, hex.len / 2);
    return hex.len % 2 == 0;
}

static int read_record(struct arena *arena, const json_t *object, struct archive_record *ret, struct error *e)
{
    struct archive_record record = { 0 };
    struct str hash = json_get_str(object, "content_hash"), content = json_get_str(object, "content");
    const json_t *metadata = json_object_get(object, "metadata");

    if (!json_is_object(object) || !json_is_string(json_object_get(object, "content")))
        return error_set(e, ERROR_PARSE, "it is not an archive record");
    if (str_is(json_get_str(object, "content_encoding"), "hex")) {
        if (!from_hex(arena, content, &record.content))
            return error_set(e, ERROR_PARSE, "its content is not valid hexadecimal");
    } else {
        record.content = str_dup(arena, content);
    }
    if (!str_starts(hash, "sha256:") || !hash_from_hex(str_sub(hash, 7, hash.len), &record.hash) ||
        !hash_eq(record.hash, hash_of(record.content)))
        return error_set(e, ERROR_PARSE, "its content does not match its hash");
    record.item_id = str_dup(arena, json_get_str(object, "item_id"));
    record.item_type = str_dup(arena, json_get_str(object, "item_type"));
    record.reason = str_dup(arena, json_get_str(object, "archive_reason"));
    record.original_tokens = json_get_int(object, "original_tokens", 0);
    clock_parse_date(json_get_str(object, "archived_at"), &record.archived_ms);
    record.url = str_dup(arena, json_get_str(metadata, "url"));
    record.title = str_dup(arena, json_get_str(metadata, "title"));
    *ret = record;
    return 0;
}

int archive_decode(struct arena *arena, struct str text, struct archive_record *ret, struct error *e)
{
    json_t *object = NULL;
    int r = json_parse(text, &object, e);

    if (r == 0)
        r = read_record(arena, object, ret, e);
    json_decref(object);
    return r;
}

/* --- files --- */

static const char *file_of(struct arena *arena, const char *folder, struct hash hash)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash, hex);
    return str_format(arena, "%s/%s.json", folder, hex).data;
}

int archive_put(const char *folder, struct archive_record *record, struct error *e)
{
    if (record->content.len > ARCHIVE_CONTENT_MAX)
        return error_set(e, ERROR_LIMIT, "%.*s has %zu bytes; the archive takes at most %d", STR_ARG(record->item_id),
                         record->content.len, ARCHIVE_CONTENT_MAX);
    struct arena *scratch = arena_new();
    int r = file_make_dirs(folder, e);
    if (r == 0) {
        record->hash = hash_of(record->content);
        const char *path = file_of(scratch, folder, record->hash);

        r = file_write_atomic(path, archive_encode(scratch, record), 0600, e);
        /* Its age is the file's: what expires is found without reading. */
        struct timespec times[2] = { { record->archived_ms / 1000, record->archived_ms % 1000 * 1000000 } };
        times[1] = times[0];
        if (r == 0)
            (void) !utimensat(AT_FDCWD, path, times, 0);
    }
    arena_free(scratch);
    return r < 0 ? error_wrap(e, "the archive") : 0;
}

int archive_get(const char *folder, struct hash hash, struct arena *arena, struct archive_record *ret, struct error *e)
{
    const char *path = file_of(arena, folder, hash);
    struct archive_record record;
    struct buf file;

    if (!file_exists(path))
        return error_set(e, ERROR_NOT_FOUND, "the archive %s does not hold it (any more)", folder);
    buf_init(&file, FILE_MAX);
    int r = file_read(path, &file, e);
    if (r == 0)
        r = archive_decode(arena, buf_str(&file), &record, e);
    buf_free(&file);
    if (r == 0 && !hash_eq(record.hash, hash))
        r = error_set(e, ERROR_PARSE, "its content is not what the file's name says");
    if (r < 0)
        return error_wrap(e, "%s is damaged", path);
    *ret = record;
    return 0;
}

/* "{64 digits}.json", and behind it what a write that was cut short left. */
static bool is_ours(const char *name)
{
    struct str text = str(name);
    struct hash ignored;

    return text.len >= 2 * HASH_SIZE + 5 && hash_from_hex(str_sub(text, 0, 2 * HASH_SIZE), &ignored) &&
           str_starts(str_sub(text, 2 * HASH_SIZE, text.len), ".json");
}

int archive_expire(const char *folder, int64_t ttl_ms, int64_t now_ms, size_t *ret_removed, struct error *e)
{
    DIR *dir = opendir(folder);
    size_t removed = 0;

    *ret_removed = 0;
    if (!dir)
        return errno == ENOENT ? 0 : error_errno(e, "cannot read the archive %s", folder);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        struct stat status;

        if (!is_ours(entry->d_name) || fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
            !S_ISREG(status.st_mode))
            continue;
        int64_t age = now_ms - ((int64_t) status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000);
        if (age >= ttl_ms && unlinkat(dirfd(dir), entry->d_name, 0) == 0)
            removed++;
    }
    closedir(dir);
    *ret_removed = removed;
    return 0;
}
