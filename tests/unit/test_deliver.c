/* Delivery: targets, the e-mail as bytes, signatures. What is sent to servers is tested by tests/deliver. */
#include "arena_case.h"

#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "deliver/deliver.h"
#include "deliver/message.h"
#include "deliver/webhook.h"
#include "net/smtp.h"

static void addresses_that_could_end_a_line_are_refused(void **state)
{
    static const char *const good[] = { "ada@example.org", "a.b+c@sub.example.org", "x@localhost",
                                        "o'neil@example.ie" };
    static const char *const bad[] = {
        "",      "ada",     "@example.org", "ada@", "a b@example.org",      "a@b@c", "a@b\r\nX: y", "a@b,c@d",
        "<a@b>", "\"a\"@b", "-f@b",         "a@.b", "\xc3\xa4@example.org", "a@b>",  "a\t@b"
    };

    (void) state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(smtp_address(str(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(smtp_address(str(bad[i])));
}

static void targets_name_their_kind(void **state)
{
    static const char *const bad[] = {
        "ada@example.org", "mail:ada@example.org", "email:",   "email:a@b\nBcc: c@d", "file:/tmp/x.txt",
        "file:x.fathom",   "webhook:ftp://x",      "webhook:", "file:/tmp/\x01.md"
    };
    struct delivery_target target;
    struct error e;

    (void) state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(delivery_target_parse(str(bad[i]), &target, &e), -ERROR_INVALID);
        assert_string_equal(e.field, "deliver");
    }
    assert_int_equal(delivery_target_parse(str("email:ada@example.org"), &target, &e), 0);
    assert_true(target.kind == DELIVERY_EMAIL && str_is(target.to, "ada@example.org"));
    assert_int_equal(delivery_target_parse(str("file:a b/r.pdf"), &target, &e), 0);
    assert_int_equal(delivery_target_parse(str("webhook:https://example.org/a?key=1"), &target, &e), 0);
    assert_true(str_is(delivery_target_shown(arena, str("webhook:https://example.org/a?key=1")),
                       "webhook:https://example.org"));
}

static void addresses_of_mail_servers_hold_no_password(void **state)
{
    (void) state;
    assert_int_equal(smtp_url_check(str("smtp://mail.example.org:587"), NULL), 0);
    assert_int_equal(smtp_url_check(str("smtps://mail.example.org"), NULL), 0);
    assert_int_equal(smtp_url_check(str("https://mail.example.org"), NULL), -ERROR_MISCONFIGURED);
    assert_int_equal(smtp_url_check(str("smtp://user:pass@mail.example.org"), NULL), -ERROR_MISCONFIGURED);
    assert_int_equal(smtp_url_check(str("smtp://mail.example.org/x"), NULL), -ERROR_MISCONFIGURED);
    assert_int_equal(smtp_url_check(str("mail.example.org:587"), NULL), -ERROR_MISCONFIGURED);
}

/* Every line at most 76 bytes of ASCII and ended by CRLF. */
static void check_lines(struct str message)
{
    size_t line = 0;

    for (size_t i = 0; i < message.len; i++) {
        unsigned char c = (unsigned char) message.data[i];

        if (c == '\r') {
            assert_true(i + 1 < message.len && message.data[i + 1] == '\n');
            continue;
        }
        if (c == '\n') {
            assert_true(i > 0 && message.data[i - 1] == '\r');
            line = 0;
            continue;
        }
        assert_true(c == '\t' || (c >= 32 && c < 127));
        assert_true(++line <= 78);
    }
    assert_true(str_ends(message, "\r\n"));
}

static struct str written(struct str subject, struct str text)
{
    const struct attachment file = { str("Gr\xc3\xb6\xc3\x9f"
                                         "e.pdf"),
                                     "application/pdf", str("%PDF-1.7") };

    return message_write(arena, &(struct message){ .from = str("me@example.org"),
                                                   .from_name = subject,
                                                   .to = str("ada@example.org"),
                                                   .subject = subject,
                                                   .id = str("00112233445566778899aabbccddeeff"),
                                                   .date_ms = 1767225600000,
                                                   .text = text,
                                                   .html = text,
                                                   .attachments = &file,
                                                   .attachments_n = 1 });
}

static void a_subject_cannot_begin_a_header(void **state)
{
    struct str message = written(str("Hello\r\nBcc: eve@example.org\n\nbody"), str("text"));

    (void) state;
    check_lines(message);
    assert_false(str_contains(message, "\nBcc:"));
    assert_true(str_contains(message, "Subject: Hello Bcc: eve@example.org  body\r\n"));
}

static void long_and_foreign_texts_keep_to_the_line_length(void **state)
{
    struct buf text;

    (void) state;
    buf_init(&text, 1 << 20);
    for (int i = 0; i < 500; i++)
        buf_add_z(&text, "\xe6\xb0\xb4\xe6\xb7\xb1 = x.  ");
    buf_add_z(&text, "\n.\n..\nFrom me \n");
    for (int i = 0; i < 10000; i++)
        buf_add_char(&text, 'w');
    check_lines(written(buf_str(&text), buf_str(&text)));
    buf_free(&text);
    struct str plain = written(str("A subject of plain words that is so long that it does not fit into one line of a "
                                   "message and has to be folded"),
                               str(""));
    check_lines(plain);
    assert_true(str_contains(plain, "into\r\n one line"));
}

static void random_bytes_make_a_message_of_short_lines(void **state)
{
    (void) state;
    for (int round = 0; round < 200; round++) {
        char bytes[300];

        random_bytes(bytes, sizeof bytes);
        check_lines(written(str_n(bytes, (size_t) round), str_n(bytes, sizeof bytes)));
    }
}

static void the_same_message_has_the_same_bytes(void **state)
{
    (void) state;
    assert_true(str_eq(written(str("s"), str("t")), written(str("s"), str("t"))));
    assert_true(
        str_contains(written(str("s"), str("t")), "Message-ID: <00112233445566778899aabbccddeeff@example.org>\r\n"));
    assert_true(str_contains(written(str("s"), str("t")), "Date: Thu, 01 Jan 2026 00:00:00 +0000\r\n"));
}

/* The example of the Standard Webhooks specification. */
static void a_signature_is_the_one_of_the_specification(void **state)
{
    struct str signature = webhook_sign(arena, str("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                                        str("msg_p5jXN8AQM9LWM0D4loKWxJek"), 1614265330, str("{\"test\": 2432232314}"));

    (void) state;
    assert_true(str_is(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    assert_false(str_eq(signature, webhook_sign(arena, str("other"), str("msg_p5jXN8AQM9LWM0D4loKWxJek"), 1614265330,
                                                str("{\"test\": 2432232314}"))));
}

static void a_webhook_to_a_private_address_is_refused(void **state)
{
    struct error e;

    (void) state;
    assert_int_equal(webhook_check(NULL, str("http://127.0.0.1/x"), &e), -ERROR_FORBIDDEN);
    assert_int_equal(webhook_check(NULL, str("http://[::1]/x"), &e), -ERROR_FORBIDDEN);
    assert_int_equal(webhook_check(NULL, str("http://169.254.169.254/latest"), &e), -ERROR_FORBIDDEN);
    assert_int_equal(webhook_check(NULL, str("http://2130706433/x"), &e), -ERROR_FORBIDDEN);
    assert_int_equal(webhook_check(NULL, str("https://example.org/x"), &e), 0);
}

/* What is there stays, and nothing is left beside it. */
static void a_new_file_never_replaces_one(void **state)
{
    struct str folder;
    struct error e;

    (void) state;
    assert_int_equal(file_temp_dir(arena, "deliver", &folder, &e), 0);
    const char *path = str_format(arena, "%.*s/a.md", STR_ARG(folder)).data;
    assert_int_equal(file_write_new(path, str("one"), 0644, &e), 0);
    assert_int_equal(file_write_new(path, str("two"), 0644, &e), -ERROR_CONFLICT);
    struct buf bytes;
    buf_init(&bytes, 100);
    assert_int_equal(file_read(path, &bytes, &e), 0);
    assert_true(str_is(buf_str(&bytes), "one"));
    buf_free(&bytes);
    struct delivery_settings none = { 0 };
    struct delivery_target target = { DELIVERY_FILE, str(path) };
    assert_int_equal(delivery_check(&none, &target, false, &e), -ERROR_CONFLICT);
    assert_int_equal(delivery_check(&none, &target, true, &e), 0);
    target.to = folder;
    assert_int_equal(delivery_check(&none, &target, true, &e), -ERROR_INVALID);
    file_remove_tree(folder.data, NULL);
}

static void what_is_missing_is_named(void **state)
{
    struct delivery_settings none = { 0 };
    struct delivery_target mail = { DELIVERY_EMAIL, str("a@b.org") },
                           hook = { DELIVERY_WEBHOOK, str("https://b.org/") };
    struct error e;

    (void) state;
    assert_int_equal(delivery_check(&none, &mail, false, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "SMTP_URL"));
    none.mail.url = str("smtp://h");
    assert_int_equal(delivery_check(&none, &mail, false, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "MAIL_FROM"));
    assert_int_equal(delivery_check(&none, &hook, false, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "FATHOM_WEBHOOK_SECRET"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_that_could_end_a_line_are_refused),
        cmocka_unit_test(targets_name_their_kind),
        cmocka_unit_test(addresses_of_mail_servers_hold_no_password),
        cmocka_unit_test(a_subject_cannot_begin_a_header),
        cmocka_unit_test(long_and_foreign_texts_keep_to_the_line_length),
        cmocka_unit_test(random_bytes_make_a_message_of_short_lines),
        cmocka_unit_test(the_same_message_has_the_same_bytes),
        cmocka_unit_test(a_signature_is_the_one_of_the_specification),
        cmocka_unit_test(a_webhook_to_a_private_address_is_refused),
        cmocka_unit_test(a_new_file_never_replaces_one),
        cmocka_unit_test(what_is_missing_is_named),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
