/* Originals come back from the archive while they are kept there, and from the store as long as their run. */
#include "service_case.h"

#include "base/clock.h"
#include "fathom.h"
#include "records/archive.h"

#define TEXT "Perovskite solar cells reached an efficiency of 26.1 percent in 2024. Bananas are yellow."

static char *restore(struct fathom *f, struct arena *arena, const char *source)
{
    struct fathom_error e;
    char *result = NULL;

    if (fathom_call(f, "restore", str_format(arena, "{\"id\":\"last\",\"source\":\"%s\"}", source).data, &result, &e) <
        0) {
        assert_string_equal(e.code, "not_found");
        return NULL;
    }
    return result;
}

static struct hash keep(struct home *home, const char *text, int64_t at)
{
    struct archive_record record = { .content = str(text),
                                     .item_id = str("find-0123456789ab"),
                                     .item_type = str("finding"),
                                     .archived_ms = at,
                                     .reason = str("headline") };
    struct error e;

    if (archive_put(str_format(home->arena, "%s/archive", home->data.data).data, &record, &e) < 0)
        fail_msg("%s", e.message);
    return record.hash;
}

static void test_originals_come_back_from_archive_and_store(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;
    struct fathom_error e;
    char id[FATHOM_ID_SIZE], hex[HASH_HEX_SIZE], *event, *result;
    int64_t seq = 0;
    int r;

    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    r = fathom_start(
        f,
        "{\"query\":\"How efficient are perovskite solar cells?\",\"workflow\":\"loop\",\"contexts\":[{\"name\":\"cells.txt\","
        "\"text\":\"" TEXT "\"}]}",
        id, &e);
    if (r < 0)
        fail_msg("%s", e.message);
    while ((r = fathom_next_event(f, id, &seq, 20000, &event, &e)) > 0)
        fathom_free(event);
    assert_int_equal(r, 0);
    result = restore(f, home.arena, "1");
    assert_non_null(strstr(result, "\"from\":\"store\""));
    assert_non_null(strstr(result, "\"content\":\"" TEXT "\""));
    fathom_free(result);
    /* The same text in the archive is found there first. */
    keep(&home, TEXT, clock_wall_ms());
    result = restore(f, home.arena, "1");
    assert_non_null(strstr(result, "\"from\":\"archive\""));
    assert_non_null(strstr(result, "\"reason\":\"headline\""));
    fathom_free(result);
    /* By its hash alone; and when its time is over it is gone, while the source in the store stays. */
    hash_hex(keep(&home, "Something only the archive has.", clock_wall_ms()), hex);
    result = restore(f, home.arena, hex);
    assert_non_null(strstr(result, "\"itemId\":\"find-0123456789ab\""));
    assert_non_null(strstr(result, "Something only the archive has."));
    fathom_free(result);
    keep(&home, "Something only the archive has.", clock_wall_ms() - INT64_C(169) * 3600000);
    keep(&home, TEXT, clock_wall_ms() - INT64_C(169) * 3600000);
    assert_null(restore(f, home.arena, hex));
    assert_false(file_exists(str_format(home.arena, "%s/archive/%s.json", home.data.data, hex).data));
    result = restore(f, home.arena, "1");
    assert_non_null(strstr(result, "\"from\":\"store\""));
    fathom_free(result);
    assert_null(restore(f, home.arena, "99"));
    assert_null(restore(f, home.arena, "src-doesnotexist"));
    fathom_close(f);
    home_end(&home);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_originals_come_back_from_archive_and_store) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
