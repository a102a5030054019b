/* tsan */
#include "arena_case.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/asset.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/field.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/sink.h"
#include "base/str.h"
#include "base/thread.h"

#define assert_text(got, want)                                                                                         \
    do {                                                                                                               \
        struct str got_ = (got);                                                                                       \
        if (!str_is(got_, want))                                                                                       \
            fail_msg("got %.*s, want %s", STR_ARG(got_), want);                                                        \
    } while (0)

static void test_arena_gives_zeroed_aligned_memory_that_does_not_overlap(void **state)
{
    struct arena *a = arena_new();
    unsigned char *seen[200];

    (void) state;
    for (size_t i = 0; i < 200; i++) {
        size_t size = i * 37 % 5000;

        seen[i] = arena_alloc(a, size);
        assert_int_equal((uintptr_t) seen[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < size; k++)
            assert_int_equal(seen[i][k], 0);
        memset(seen[i], (int) i, size);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t k = 0; k < i * 37 % 5000; k++)
            assert_int_equal(seen[i][k], i & 255);
    assert_true(arena_bytes(a) < 2 << 20);
    arena_free(a);
    arena_free(NULL);
}

static char order[8];
static void note(void *data)
{
    snprintf(order + strlen(order), sizeof order - strlen(order), "%s", (const char *) data);
}

static void test_arena_runs_cleanups_last_first(void **state)
{
    struct arena *a = arena_new();

    (void) state;
    order[0] = '\0';
    arena_cleanup(a, note, arena_copy(a, "1", 2));
    arena_cleanup(a, note, arena_copy(a, "2", 2));
    arena_cleanup(a, note, arena_copy(a, "3", 2));
    arena_free(a);
    assert_string_equal(order, "321");
}

static void test_arena_grow_keeps_what_was_there(void **state)
{
    int *items = NULL;
    size_t capacity = 0;

    (void) state;
    for (int i = 0; i < 1000; i++) {
        items = arena_grow(arena, items, &capacity, (size_t) i + 1, sizeof *items);
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    assert_true(capacity >= 1000 && capacity < 4000);
}

static void test_str_compares_finds_and_cuts(void **state)
{
    struct str s = str("Hello, World"), part, rest;

    (void) state;
    assert_true(str_eq(str_n("a\0b", 3), str_n("a\0b", 3)));
    assert_false(str_eq(str_n("a\0b", 3), str_n("a\0c", 3)));
    assert_true(str_eq((struct str){ 0 }, str("")));
    assert_true(str_cmp(str("a"), str("b")) < 0 && str_cmp(str("ab"), str("a")) > 0 &&
                str_cmp(str("a"), str("a")) == 0);
    assert_true(str_cmp(str("\x80"), str("a")) > 0);
    assert_true(str_starts(s, "Hell") && str_ends(s, "World") && str_starts_nocase(s, "hELLO"));
    assert_false(str_starts(s, "Hello, World!") || str_ends(str("d"), "World"));
    assert_true(str_eq_nocase(str("ÄbC"), str("ÄBc")));
    assert_int_equal(str_find(s, str("o"), 5), 8);
    assert_int_equal(str_find(s, str("x"), 0), -1);
    assert_int_equal(str_find(s, str(""), 12), 12);
    assert_int_equal(str_find(s, str(""), 13), -1);
    assert_int_equal(str_find_char(s, 'W', 0), 7);
    assert_int_equal(str_find_char(s, 'W', 99), -1);
    assert_true(str_contains(s, "lo, W") && str_contains_nocase(s, "WORLD") && !str_contains_nocase(s, "worlds"));
    assert_true(str_has_digit(str("a 7")) && !str_has_digit(str("seven")) && !str_has_digit(str("")));
    assert_text(str_sub(s, 7, 99), "World");
    assert_text(str_sub(s, 9, 3), "");
    assert_text(str_trim(str(" \t\r\n x y \v\f")), "x y");
    assert_text(str_trim(str("   ")), "");
    rest = str("a,,b");
    assert_true(str_next(&rest, ',', &part) && str_is(part, "a"));
    assert_true(str_next(&rest, ',', &part) && str_is(part, ""));
    assert_true(str_next(&rest, ',', &part) && str_is(part, "b"));
    assert_false(str_next(&rest, ',', &part));
    rest = str("one\r\n\ntwo\n");
    assert_true(str_next_line(&rest, &part) && str_is(part, "one"));
    assert_true(str_next_line(&rest, &part) && str_is(part, ""));
    assert_true(str_next_line(&rest, &part) && str_is(part, "two"));
    assert_false(str_next_line(&rest, &part));
}

static void test_str_makes_new_text_with_a_nul_behind(void **state)
{
    struct str parts[] = { str_n("a", 1), str_n("", 0), str_n("b", 1) };
    struct str_list list = { 0 };

    (void) state;
    assert_string_equal(str_dup(arena, str_n("abcdef", 3)).data, "abc");
    assert_string_equal(str_format(arena, "%d-%s", 7, "x").data, "7-x");
    assert_string_equal(str_lower_ascii(arena, str("AbÄ")).data, "abÄ");
    assert_string_equal(str_join(arena, parts, 3, ", ").data, "a, , b");
    assert_string_equal(str_join(arena, parts, 0, ", ").data, "");
    assert_string_equal(str_replace(arena, str("aXbXX"), str("X"), str("--")).data, "a--b----");
    assert_string_equal(str_replace(arena, str("aaa"), str("aa"), str("")).data, "a");
    assert_string_equal(str_z(arena, (struct str){ 0 }), "");
    for (int i = 0; i < 100; i++)
        str_list_add(arena, &list, str_format(arena, "%d", i));
    assert_int_equal(list.n, 100);
    assert_true(str_list_has(&list, str("99")) && !str_list_has(&list, str("100")));
    assert_true(str_hash(str("a")) != str_hash(str("b")));
}

static void test_str_reads_numbers_strictly(void **state)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } whole[] = {
        { "0", true, 0 },
        { "-7", true, -7 },
        { "9223372036854775807", true, INT64_MAX },
        { "-9223372036854775808", true, INT64_MIN },
        { "9223372036854775808", false, 0 },
        { "-9223372036854775809", false, 0 },
        { "", false, 0 },
        { "-", false, 0 },
        { " 1", false, 0 },
        { "1x", false, 0 },
        { "+1", false, 0 },
        { "99999999999999999999999", false, 0 },
    };
    static const struct {
        const char *text;
        bool good;
        double value;
    } real[] = {
        { "0.5", true, 0.5 }, { "-1e3", true, -1000 }, { "1e999", false, 0 }, { "nan", false, 0 },
        { "inf", false, 0 },  { "0x10", false, 0 },    { "", false, 0 },      { " 1", false, 0 },
        { "1 ", false, 0 },   { "1,5", false, 0 },     { ".", false, 0 },
    };
    static const struct {
        const char *text;
        int64_t ms;
    } durations[] = {
        { "90", 90000 }, { "500ms", 500 }, { "1.5s", 1500 }, { "15m", 900000 }, { "2h", 7200000 }, { "1d", 86400000 },
        { "0", 0 },      { "-1s", -1 },    { "5x", -1 },     { "s", -1 },       { "", -1 },        { "1e300h", -1 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        int64_t value = 42;

        assert_int_equal(str_to_int(str(whole[i].text), &value), whole[i].good);
        assert_true(value == (whole[i].good ? whole[i].value : 42));
    }
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        double value = 42;

        assert_int_equal(str_to_double(str(real[i].text), &value), real[i].good);
        assert_true(value == (real[i].good ? real[i].value : 42));
    }
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
        int64_t ms = -1;

        assert_int_equal(str_to_duration_ms(str(durations[i].text), &ms), durations[i].ms >= 0);
        assert_int_equal(ms, durations[i].ms);
    }
}

static void test_buf_never_grows_past_its_maximum(void **state)
{
    struct buf buf;

    (void) state;
    buf_init(&buf, 10);
    assert_int_equal(buf_add_z(&buf, "12345"), 0);
    assert_int_equal(buf_format(&buf, "%d", 678), 0);
    assert_string_equal(buf.data, "12345678");
    assert_int_equal(buf_add_z(&buf, "abc"), -ERROR_LIMIT);
    assert_string_equal(buf.data, "12345678");
    assert_true(buf.over);
    assert_int_equal(buf_add_char(&buf, 'x'), -ERROR_LIMIT); /* for good */
    buf_clear(&buf);
    assert_int_equal(buf_format(&buf, "%s", "1234567890"), 0);
    assert_int_equal(buf_format(&buf, "%s", "1"), -ERROR_LIMIT);
    buf_free(&buf);
    assert_int_equal(buf_add_char(&buf, 'y'), 0);
    buf_remove_front(&buf, 0);
    buf_remove_front(&buf, 1);
    assert_int_equal(buf.len, 0);
    assert_int_equal(buf_add_str(&buf, str("hello")), 0);
    buf_remove_front(&buf, 2);
    assert_string_equal(buf.data, "llo");
    struct str taken = buf_take(&buf, arena);
    assert_text(taken, "llo");
    assert_null(buf.data);
    assert_text(buf_str(&buf), "");
    buf_free(&buf);
}

static void test_clock_writes_and_reads_iso_times(void **state)
{
    static const struct {
        const char *text, *iso;
    } good[] = {
        { "2026-11-15", "2026-11-15T00:00:00.000Z" },
        { "2026-11", "2026-11-01T00:00:00.000Z" },
        { "2026", "2026-01-01T00:00:00.000Z" },
        { "2026-11-15T03:21:54Z", "2026-11-15T03:21:54.000Z" },
        { "2026-11-15T03:21:54.123Z", "2026-11-15T03:21:54.123Z" },
        { "2026-11-15T03:21:54.1234567Z", "2026-11-15T03:21:54.123Z" },
        { "2026-11-15T03:21:54.5+02:00", "2026-11-15T01:21:54.500Z" },
        { "2026-11-15T03:21-0130", "2026-11-15T04:51:00.000Z" },
        { "2026-11-15 03:21:54", "2026-11-15T03:21:54.000Z" },
        { "2024-02-29", "2024-02-29T00:00:00.000Z" },
        { " 1969-12-31T23:59:59Z ", "1969-12-31T23:59:59.000Z" },
        { "0001-01-01", "0001-01-01T00:00:00.000Z" },
    };
    static const char *const bad[] = { "",
                                       "20",
                                       "2026-13",
                                       "2026-02-29",
                                       "2026-11-31",
                                       "2026-11-15T",
                                       "2026-11-15T25:00",
                                       "2026-11-15T03:21:54X",
                                       "2026/11/15",
                                       "yesterday",
                                       "2026-1-5",
                                       "2026-11-1",
                                       "2026-11-15T03:21:54+0",
                                       "２０２６" };
    char iso[CLOCK_ISO_SIZE];

    (void) state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t ms;

        if (!clock_parse_date(str(good[i].text), &ms))
            fail_msg("%s", good[i].text);
        clock_iso(ms, iso);
        assert_string_equal(iso, good[i].iso);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t ms = 42;

        if (clock_parse_date(str(bad[i]), &ms))
            fail_msg("%s", bad[i]);
        assert_int_equal(ms, 42);
    }
    clock_iso(-1, iso);
    assert_string_equal(iso, "1969-12-31T23:59:59.999Z");
    struct arena *own = arena_new();
    assert_true(str_is(clock_iso_text(own, -1), iso) && str_empty(clock_iso_text(own, 0)));
    arena_free(own);
    assert_int_equal(clock_days_from_civil(1970, 1, 1), 0);
    assert_int_equal(clock_days_from_civil(2000, 3, 1), 11017);
    int64_t before = clock_monotonic_us();
    assert_true(clock_monotonic_us() >= before && clock_wall_ms() > 1600000000000);
}

static void test_clock_reads_http_dates_in_three_forms(void **state)
{
    static const char *const same[] = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                                        "Sun Nov  6 08:49:37 1994" };
    static const char *const bad[] = {
        "", "soon", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun,", "Sun, 06 Nov 1994", "120"
    };
    int64_t ms;

    (void) state;
    for (size_t i = 0; i < 3; i++) {
        assert_true(clock_parse_http_date(str(same[i]), &ms));
        assert_int_equal(ms, 784111777000);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(clock_parse_http_date(str(bad[i]), &ms));
}

static void test_hash_is_sha256(void **state)
{
    char hex[HASH_HEX_SIZE];
    struct hash h, back;

    (void) state;
    hash_hex(hash_of(str("abc")), hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_hex(hash_of((struct str){ 0 }), hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_hex(hash_hmac(str("key"), str("The quick brown fox jumps over the lazy dog")), hex);
    assert_string_equal(hex, "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    struct hasher *hasher = hasher_begin();
    hasher_add(hasher, str("a"));
    hasher_add(hasher, (struct str){ 0 });
    hasher_add(hasher, str("bc"));
    h = hasher_end(hasher);
    assert_true(hash_eq(h, hash_of(str("abc"))));
    hash_hex(h, hex);
    assert_true(hash_from_hex(str(hex), &back) && hash_eq(h, back));
    hex[5] ^= 1;
    assert_true(hash_from_hex(str(hex), &back) && !hash_eq(h, back));
    assert_false(hash_from_hex(str("abc"), &back));
    hex[0] = 'g';
    assert_false(hash_from_hex(str(hex), &back));
    unsigned char a[16] = { 0 }, b[16] = { 0 };
    random_bytes(a, sizeof a);
    random_bytes(b, sizeof b);
    assert_memory_not_equal(a, b, sizeof a);
}

struct thing {
    struct str name;
    int64_t size;
};
static const struct field thing_fields[] = {
    FIELD_STR(struct thing, name),
    FIELD_INT(struct thing, size),
    { .name = "secretName", .type = FIELD_TYPE_STR, .hidden = true },
    FIELD_END,
};

static void test_field_names_are_found_and_guessed(void **state)
{
    static const char *const words[] = { "quick", "standard", "deep", NULL };

    (void) state;
    assert_ptr_equal(field_named(thing_fields, str("size")), &thing_fields[1]);
    assert_null(field_named(thing_fields, str("siz")));
    assert_string_equal(field_nearest(thing_fields, str("nmae")), "name");
    assert_null(field_nearest(thing_fields, str("secretNam")));
    assert_null(field_nearest(thing_fields, str("completely-different")));
    assert_int_equal(word_index(words, str("deep")), 2);
    assert_int_equal(word_index(words, str("Deep")), -1);
    assert_string_equal(word_nearest(words, str("standart")), "standard");
    assert_null(word_nearest(words, str("exhaustive")));
}

static void test_error_carries_code_message_and_context(void **state)
{
    struct error e;
    char wide[4000];

    (void) state;
    assert_int_equal(error_set(&e, ERROR_INVALID, "bad %s", "depth"), -ERROR_INVALID);
    assert_string_equal(e.message, "bad depth");
    assert_int_equal(e.code, ERROR_INVALID);
    assert_int_equal(e.retry_after_ms, -1);
    assert_false(e.retry);
    e.retry = true;
    assert_int_equal(error_wrap(&e, "line %d", 3), -ERROR_INVALID);
    assert_string_equal(e.message, "line 3: bad depth");
    assert_true(e.retry);
    errno = ENOENT;
    assert_int_equal(error_errno(&e, "open %s", "x"), -ERROR_IO);
    assert_string_equal(e.message, "open x: No such file or directory");
    assert_int_equal(error_set(NULL, ERROR_LIMIT, "nobody listens"), -ERROR_LIMIT);
    /* A message too long is cut between characters, whatever the offset. */
    for (size_t shift = 0; shift < 4; shift++) {
        memset(wide, 'a', shift);
        for (size_t i = shift; i + 4 < sizeof wide; i += 4)
            memcpy(wide + i, "😀", 5);
        error_set(&e, ERROR_PARSE, "%s", wide);
        size_t n = strlen(e.message);
        assert_true(n >= sizeof e.message - 5 && (n - shift) % 4 == 0);
        error_wrap(&e, "%s", wide);
        n = strlen(e.message);
        assert_true(n > sizeof e.message / 2 && ((unsigned char) e.message[n - 4] == 0xf0 || e.message[n - 1] == 'a'));
    }
    /* Where there are words it ends with a whole one. */
    for (size_t shift = 1; shift < 12; shift++) {
        char words[4000] = "";

        for (size_t i = 0; i + 12 < sizeof words; i += shift + 1)
            snprintf(words + i, sizeof words - i, "%.*s ", (int) shift, "resolvable-x");
        error_set(&e, ERROR_PARSE, "%s", words);
        size_t n = strlen(e.message);
        assert_string_equal(e.message + n - 4, " \u2026");
        assert_int_equal((n - 4 + 1) % (shift + 1), 0);
        assert_true(n < sizeof e.message && n + 40 > sizeof e.message);
    }
    error_clear(&e);
    assert_int_equal(e.code, ERROR_NONE);
}

static void test_every_error_code_has_a_name_of_its_own(void **state)
{
    (void) state;
    for (int code = ERROR_NONE; code <= ERROR_THROTTLED; code++)
        assert_int_equal(error_code_named(error_name(code)), code);
    for (int code = RUN_CANCELLED; code <= RUN_TIMED_OUT; code++) {
        assert_int_equal(error_code_named(error_name(code)), code);
        assert_true(error_stops_run(-code));
    }
    assert_false(error_stops_run(0) || error_stops_run(-ERROR_INTERNAL));
    assert_int_equal(error_code_named("nonsense"), ERROR_INTERNAL);
}

static char logged[256];
static int lines;
static void listen(void *context, enum log_level level, const char *line)
{
    assert_ptr_equal(context, logged);
    snprintf(logged, sizeof logged, "%d %s", (int) level, line);
    lines++;
}

static void test_secrets_never_leave_in_the_log(void **state)
{
    char small[24];

    (void) state;
    log_secret(str("sk-planted-key-1"));
    log_secret(str("sk-planted-key-1"));
    log_secret(str("short")); /* would redact half the language */
    log_listen(listen, logged, LOG_INFO);
    log_line(LOG_WARN, "calling with %s and %s", "sk-planted-key-1", "short");
    assert_string_equal(logged, "1 calling with [secret] and short");
    lines = 0;
    log_line(LOG_DEBUG, "quiet");
    assert_int_equal(lines, 0);
    assert_true(log_wants(LOG_INFO) && !log_wants(LOG_DEBUG));
    log_listen(NULL, NULL, LOG_DEBUG);
    log_line(LOG_ERROR, "nobody listens");
    assert_int_equal(lines, 0);

    assert_true(log_has_secret(str("a sk-planted-key-1 b")));
    assert_text(log_redacted(arena, str("a sk-planted-key-1 b sk-planted-key-1")), "a [secret] b [secret]");
    assert_text(log_redacted(arena, str("x=sk-planted-key-1;")), "x=[secret];");
    snprintf(small, sizeof small, "k sk-planted-key-1");
    log_redact_z(small, sizeof small);
    assert_string_equal(small, "k [secret]");
}

static void test_a_secret_is_known_in_every_form_it_is_sent_in(void **state)
{
    (void) state;
    log_secret(str(" \"sk-form 1/a\"\r\n"));
    assert_text(log_redacted(arena, str("key sk-form 1/a!")), "key [secret]!");
    assert_text(log_redacted(arena, str("?key=sk-form%201%2Fa&x")), "?key=[secret]&x");
    log_secret(str("sk-line-2\nsk-rest-2"));
    assert_text(log_redacted(arena, str("Bearer sk-line-2.")), "Bearer [secret].");
    log_secret(str("sk-\"quoted\"-3x"));
    assert_text(log_redacted(arena, str("{\"key\":\"sk-\\\"quoted\\\"-3x\"}")), "{\"key\":\"[secret]\"}");
    assert_text(log_secret_trim(str("\t'sk-4' \n")), "sk-4");
    assert_text(log_secret_trim(str(" \" ' \n")), "");
    assert_text(log_secret_trim(str("Bearer sk-5\n")), "sk-5");
}

static void *log_many(void *arg)
{
    for (int i = 0; i < 200; i++) {
        char secret[32];

        snprintf(secret, sizeof secret, "secret-%d-%d", (int) (intptr_t) arg, i % 3);
        log_secret(str(secret));
        assert(log_has_secret(str(secret)));
        log_line(LOG_WARN, "%s", secret);
    }
    return NULL;
}

static int leaks;
static void watch(void *context, enum log_level level, const char *line)
{
    (void) context;
    (void) level;
    if (strstr(line, "secret-"))
        __atomic_fetch_add(&leaks, 1, __ATOMIC_RELAXED);
}

static void test_secrets_are_kept_by_many_threads_at_once(void **state)
{
    pthread_t threads[4];
    struct error e;

    (void) state;
    log_listen(watch, NULL, LOG_WARN);
    for (intptr_t i = 0; i < 4; i++)
        assert_int_equal(thread_start(&threads[i], "logger", log_many, (void *) i, &e), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    log_listen(NULL, NULL, LOG_WARN);
    assert_int_equal(leaks, 0);
}

static int tasks(void)
{
    DIR *dir = opendir("/proc/self/task");
    int n = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

static void *pass_gate(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return gate;
}

static void test_threads_that_were_prepared_do_the_work_of_those_that_start(void **state)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[3];
    struct error e;

    (void) state;
    thread_prepare(2);
    int before = tasks();
    pthread_mutex_lock(&gate);
    for (int i = 0; i < 2; i++)
        assert_int_equal(thread_start(&threads[i], "prepared", pass_gate, &gate, &e), 0);
    assert_int_equal(tasks(), before);
    assert_int_equal(thread_start(&threads[2], "another", pass_gate, &gate, &e), 0);
    assert_int_equal(tasks(), before + 1);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < 3; i++) {
        void *result;

        pthread_join(threads[i], &result);
        assert_ptr_equal(result, &gate);
    }
}

static void test_prepared_threads_without_work_end_when_dismissed(void **state)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    struct error e;

    (void) state;
    thread_prepare(3);
    assert_int_equal(thread_start(&thread, "prepared", pass_gate, &gate, &e), 0);
    pthread_join(thread, NULL);
    thread_dismiss(); /* joins them: one that does not end hangs here */
    thread_dismiss();
    assert_int_equal(thread_start(&thread, "after", pass_gate, &gate, &e), 0);
    pthread_join(thread, NULL);
}

static void test_a_wait_ends_with_its_deadline(void **state)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;

    (void) state;
    thread_cond_init(&cond);
    pthread_mutex_lock(&lock);
    int64_t deadline = clock_monotonic_ms() + 5;
    while (thread_cond_wait(&cond, &lock, deadline))
        ;
    assert_true(clock_monotonic_ms() >= deadline);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&cond);
}

static void collect(void *context, struct str data) { buf_add_str(context, data); }

static void test_sink_carries_data_and_may_be_absent(void **state)
{
    struct buf out;

    (void) state;
    buf_init(&out, 100);
    struct sink sink = { collect, &out }, none = { 0 };
    sink_write(&sink, str("a"));
    sink_write(&sink, str("b"));
    sink_write(&none, str("c"));
    sink_write(NULL, str("d"));
    assert_string_equal(out.data, "ab");
    buf_free(&out);
}

static void test_assets_are_found_by_path(void **state)
{
    struct str data;

    (void) state;
    assert_true(asset_count() > 0);
    for (size_t i = 0; i < asset_count(); i++) {
        assert_true(asset_find(asset_path(i), &data));
        assert_true(data.len > 0);
    }
    assert_false(asset_find("no/such", &data));
}

static void test_every_prompt_is_embedded(void **state)
{
    DIR *folder = opendir("prompts");
    struct str data;
    size_t n = 0;

    (void) state;
    assert_non_null(folder);
    for (struct dirent *one; (one = readdir(folder));) {
        char path[300];

        if (!str_ends(str(one->d_name), ".md"))
            continue;
        snprintf(path, sizeof path, "prompts/%s", one->d_name);
        if (!asset_find(path, &data))
            fail_msg("%s is not embedded: add its name to PROMPTS in src/base/asset.c", path);
        n++;
    }
    closedir(folder);
    assert_true(n > 0);
}

static void test_base64(void **state)
{
    (void) state;
    static const char *const pairs[][2] = {
        { "", "" },        { "Zg==", "f" },        { "Zg", "f" },          { "Zm8=", "fo" },
        { "Zm9v", "foo" }, { "Zm9vYg==", "foob" }, { "Zm9vYmE", "fooba" }, { "Zm9vYmFy", "foobar" }
    };
    static const char *const bad[] = { "Z", "Zg=", "Zg===", "Z===", "Zm9v!", "Zm 9v", "=Zg=", "Zm9vYg=" };
    struct str got;

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!base64_decode(arena, str(pairs[i][0]), &got) || !str_is(got, pairs[i][1]))
            fail_msg("%s", pairs[i][0]);
    assert_true(base64_decode(arena, str("/+8A"), &got) && got.len == 3 && memcmp(got.data, "\xff\xef\0", 3) == 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (base64_decode(arena, str(bad[i]), &got))
            fail_msg("\"%s\" is taken for base64", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_arena_gives_zeroed_aligned_memory_that_does_not_overlap),
        cmocka_unit_test(test_arena_runs_cleanups_last_first),
        cmocka_unit_test(test_arena_grow_keeps_what_was_there),
        cmocka_unit_test(test_str_compares_finds_and_cuts),
        cmocka_unit_test(test_str_makes_new_text_with_a_nul_behind),
        cmocka_unit_test(test_str_reads_numbers_strictly),
        cmocka_unit_test(test_buf_never_grows_past_its_maximum),
        cmocka_unit_test(test_clock_writes_and_reads_iso_times),
        cmocka_unit_test(test_clock_reads_http_dates_in_three_forms),
        cmocka_unit_test(test_hash_is_sha256),
        cmocka_unit_test(test_field_names_are_found_and_guessed),
        cmocka_unit_test(test_error_carries_code_message_and_context),
        cmocka_unit_test(test_every_error_code_has_a_name_of_its_own),
        cmocka_unit_test(test_secrets_never_leave_in_the_log),
        cmocka_unit_test(test_a_secret_is_known_in_every_form_it_is_sent_in),
        cmocka_unit_test(test_secrets_are_kept_by_many_threads_at_once),
        cmocka_unit_test(test_a_wait_ends_with_its_deadline),
        cmocka_unit_test(test_threads_that_were_prepared_do_the_work_of_those_that_start),
        cmocka_unit_test(test_prepared_threads_without_work_end_when_dismissed),
        cmocka_unit_test(test_sink_carries_data_and_may_be_absent),
        cmocka_unit_test(test_assets_are_found_by_path),
        cmocka_unit_test(test_every_prompt_is_embedded),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
