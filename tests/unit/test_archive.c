/* The content archive: what goes in comes back byte for byte until its time is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/file.h"
#include "records/archive.h"
#include "text/json.h"

static struct arena *arena;
static struct str folder;

enum { HOUR = 3600000 };
static const int64_t now = 1767225600000; /* 2026-01-01T00:00:00Z */

static int setup(void **state)
{
    (void) state;
    arena = arena_new();
    return file_temp_dir(arena, "archive", &folder, NULL);
}

static int teardown(void **state)
{
    (void) state;
    file_remove_tree(folder.data, NULL);
    arena_free(arena);
    return 0;
}

static size_t files(void)
{
    DIR *dir = opendir(folder.data);
    size_t n = 0;

    for (const struct dirent *entry; dir && (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static struct hash put(struct str content, int64_t at)
{
    struct archive_record record = { .content = content,
                                     .item_id = str("src-001"),
                                     .item_type = str("source"),
                                     .archived_ms = at,
                                     .reason = str("dropped"),
                                     .original_tokens = 5000,
                                     .url = str("https://example.com/article"),
                                     .title = str("Article Title") };
    struct error e;

    if (archive_put(folder.data, &record, &e) < 0)
        fail_msg("%s", e.message);
    return record.hash;
}

static void test_any_bytes_come_back(void **state)
{
    (void) state;
    char all[4096];
    struct str texts[] = { str("Original full text content…"),
                           str(""),
                           str_n("a\0b", 3),
                           str("\xff\xfe broken \xc3"),
                           { all, sizeof all },
                           str("\"quotes\" \\ and\nlines\r\n\t\x01\x1f\x7f"),
                           str("\xed\xa0\x80 surrogate") };

    for (size_t i = 0; i < sizeof all; i++)
        all[i] = (char) (i * 7 + i / 256);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct archive_record back;
        struct error e;

        if (archive_get(folder.data, put(texts[i], now), arena, &back, &e) < 0)
            fail_msg("%zu: %s", i, e.message);
        assert_int_equal(back.content.len, texts[i].len);
        assert_memory_equal(back.content.data, texts[i].data, texts[i].len);
        assert_true(str_is(back.item_id, "src-001") && str_is(back.item_type, "source") &&
                    str_is(back.reason, "dropped"));
        assert_int_equal(back.original_tokens, 5000);
        assert_int_equal(back.archived_ms, now);
        assert_true(str_is(back.url, "https://example.com/article") && str_is(back.title, "Article Title"));
    }
}

static void test_the_file_is_the_record_under_its_hash(void **state)
{
    (void) state;
    char hex[HASH_HEX_SIZE];
    struct buf file;
    json_t *object;
    struct stat status;

    hash_hex(put(str("some text"), now), hex);
    const char *path = str_format(arena, "%s/%s.json", folder.data, hex).data;
    buf_init(&file, 1 << 20);
    assert_int_equal(file_read(path, &file, NULL), 0);
    assert_int_equal(json_parse(buf_str(&file), &object, NULL), 0);
    assert_true(str_eq(json_get_str(object, "content_hash"), str_format(arena, "sha256:%s", hex)));
    assert_true(str_is(json_get_str(object, "content"), "some text"));
    assert_true(str_is(json_get_str(object, "archived_at"), "2026-01-01T00:00:00.000Z"));
    assert_true(str_is(json_get_str(object, "archive_reason"), "dropped"));
    assert_int_equal(json_get_int(object, "original_tokens", 0), 5000);
    assert_true(str_is(json_get_str(json_object_get(object, "metadata"), "title"), "Article Title"));
    json_decref(object);
    buf_free(&file);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void test_the_same_content_is_one_file_and_renews_its_time(void **state)
{
    (void) state;
    size_t removed;
    struct hash first = put(str("the same"), now), second = put(str("the same"), now + 100 * HOUR);

    assert_true(hash_eq(first, second));
    assert_int_equal(files(), 1);
    assert_int_equal(archive_expire(folder.data, 168 * HOUR, now + 200 * HOUR, &removed, NULL), 0);
    assert_int_equal(removed, 0);
}

static void test_what_is_over_its_time_goes_and_nothing_else(void **state)
{
    (void) state;
    struct hash old = put(str("old"), now), young = put(str("young"), now + HOUR);
    struct archive_record back;
    struct error e;
    size_t removed;
    const char *foreign = str_format(arena, "%s/notes.json", folder.data).data;
    char hex[HASH_HEX_SIZE];

    hash_hex(old, hex);
    assert_int_equal(file_write_atomic(foreign, str("{}"), 0600, NULL), 0);
    assert_int_equal(archive_expire(folder.data, 168 * HOUR, now + 168 * HOUR - 1, &removed, NULL), 0);
    assert_int_equal(removed, 0);
    assert_int_equal(archive_expire(folder.data, 168 * HOUR, now + 168 * HOUR, &removed, NULL), 0);
    assert_int_equal(removed, 1);
    assert_int_equal(archive_get(folder.data, old, arena, &back, &e), -ERROR_NOT_FOUND);
    assert_int_equal(archive_get(folder.data, young, arena, &back, &e), 0);
    assert_true(file_exists(foreign));
    /* A write that was cut short leaves its temporary file: it goes when it is as old. */
    assert_int_equal(rename(foreign, str_format(arena, "%s/%s.json.0123456789abcdef", folder.data, hex).data), 0);
    assert_int_equal(archive_expire(folder.data, HOUR, now + INT64_C(200000) * HOUR, &removed, NULL), 0);
    assert_int_equal(removed, 2);
    assert_int_equal(files(), 0);
    assert_int_equal(archive_expire("/nonexistent/archive", HOUR, now, &removed, &e), 0);
}

static void test_a_damaged_record_is_refused(void **state)
{
    (void) state;
    struct hash hash = put(str("what was said"), now), other = put(str("something else"), now);
    struct archive_record back;
    char hex[HASH_HEX_SIZE], hex2[HASH_HEX_SIZE];
    struct buf file;
    struct error e;

    hash_hex(hash, hex);
    hash_hex(other, hex2);
    const char *path = str_format(arena, "%s/%s.json", folder.data, hex).data;
    buf_init(&file, 1 << 20);
    assert_int_equal(file_read(path, &file, NULL), 0);
    struct str changed = str_replace(arena, buf_str(&file), str("what was said"), str("what was sent"));
    buf_free(&file);
    assert_int_equal(file_write_atomic(path, changed, 0600, NULL), 0);
    assert_int_equal(archive_get(folder.data, hash, arena, &back, &e), -ERROR_PARSE);
    assert_non_null(strstr(e.message, path));
    /* A whole record under another's name. */
    assert_int_equal(rename(str_format(arena, "%s/%s.json", folder.data, hex2).data, path), 0);
    assert_int_equal(archive_get(folder.data, hash, arena, &back, &e), -ERROR_PARSE);
    assert_int_equal(file_write_atomic(path, str("{\"content\":"), 0600, NULL), 0);
    assert_int_equal(archive_get(folder.data, hash, arena, &back, &e), -ERROR_PARSE);
}

static void test_a_folder_that_cannot_be_written_is_named(void **state)
{
    (void) state;
    struct archive_record record = { .content = str("x"), .item_id = str("src-1") };
    struct error e;

    assert_true(archive_put("/proc/fathom-archive", &record, &e) < 0);
    assert_non_null(strstr(e.message, "/proc/fathom-archive"));
}

#define in_folder(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_folder(test_any_bytes_come_back),
        in_folder(test_the_file_is_the_record_under_its_hash),
        in_folder(test_the_same_content_is_one_file_and_renews_its_time),
        in_folder(test_what_is_over_its_time_goes_and_nothing_else),
        in_folder(test_a_damaged_record_is_refused),
        in_folder(test_a_folder_that_cannot_be_written_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
