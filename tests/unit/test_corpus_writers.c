/* tsan */
/* Several that add to one corpus at once: each through a store of its own, as processes have. */
#include "store_case.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "search/corpus.h"

static struct error e;

static void write_files(int n)
{
    assert_ok(file_make_dirs(str_format(arena, "%s/in", folder.data).data, &e));
    for (int i = 0; i < n; i++)
        assert_ok(file_write_atomic(str_format(arena, "%s/in/%d.txt", folder.data, i).data,
                                    str_format(arena, "Paper %d speaks of heat.", i), 0600, &e));
}

static struct corpus_hits find(const char *text)
{
    struct str name = str("c");
    struct corpus_hits hits;

    assert_ok(corpus_search(
        store, arena,
        &(struct corpus_query){ .corpora = &name, .corpora_n = 1, .text = str(text), .count = 100, .passages = true },
        &hits, &e));
    return hits;
}

static struct corpus_added add(void)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_added added;

    assert_ok(corpus_add(
        store, arena,
        &(struct corpus_add_settings){ .name = str("c"), .paths = &in, .paths_n = 1, .read = document_parse }, &added,
        &e));
    return added;
}

/* --- a second writer that comes in the middle of the first --- */

static struct second {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, waits, ended;
    int result;
    struct corpus_added added;
} second = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static void tell(bool *what)
{
    pthread_mutex_lock(&second.lock);
    *what = true;
    pthread_cond_broadcast(&second.changed);
    pthread_mutex_unlock(&second.lock);
}

static void reported(void *context, const struct corpus_added *so_far, int64_t done, int64_t total, struct str current)
{
    (void) context, (void) so_far, (void) done, (void) total;
    if (str_contains(current, "waiting"))
        tell(&second.waits);
}

static void *add_second(void *arg)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_progress progress = { .report = reported };
    struct arena *own = arena_new();
    struct store *other;

    (void) arg;
    second.result = store_open(&(struct store_settings){ .path = path }, &other, NULL);
    if (second.result == 0) {
        second.result = corpus_add(
            other, own,
            &(struct corpus_add_settings){
                .name = str("c"), .paths = &in, .paths_n = 1, .read = document_parse, .progress = &progress },
            &second.added, NULL);
        store_close(other);
    }
    arena_free(own);
    tell(&second.ended);
    return NULL;
}

/* The first one has looked its first file up and found it new; now the second begins, and gets as far as it can. */
static int read_and_let_the_second_begin(struct arena *to, struct str bytes, const struct document_hints *hints,
                                         const struct document_limits *limits, struct document *ret,
                                         struct error *error)
{
    if (!second.started) {
        second.started = true;
        pthread_create(&second.thread, NULL, add_second, NULL);
        pthread_mutex_lock(&second.lock);
        while (!second.waits && !second.ended)
            pthread_cond_wait(&second.changed, &second.lock);
        pthread_mutex_unlock(&second.lock);
    }
    return document_parse(to, bytes, hints, limits, ret, error);
}

static void test_two_that_add_at_once_lose_nothing(void **state)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_added added;

    (void) state;
    write_files(20);
    assert_ok(corpus_add(store, arena,
                         &(struct corpus_add_settings){
                             .name = str("c"), .paths = &in, .paths_n = 1, .read = read_and_let_the_second_begin },
                         &added, &e));
    pthread_join(second.thread, NULL);
    assert_int_equal(second.result, 0);
    assert_int_equal(added.documents, 20);
    assert_int_equal(second.added.documents, 0);
    assert_int_equal(second.added.unchanged, 20);
    assert_int_equal(find("heat").n, 20);
    assert_int_equal(look("SELECT count(*) FROM corpus_document"), 20);
    assert_int_equal(look("SELECT count(*) FROM corpus_unit u JOIN corpus_document d ON d.id = u.document"), 20);
    assert_int_equal(add().unchanged, 20);
}

/* --- leases --- */

static struct corpus_writer *begin(void)
{
    struct corpus_writer *writer;

    assert_ok(corpus_writer_begin(store, str("c"), NULL, &writer, &e));
    return writer;
}

static int put(struct corpus_writer *writer, const char *name)
{
    return corpus_writer_put(
        writer, str(name),
        &(struct corpus_document){ .name = str(name),
                                   .text = str_format(arena, "%.*s speaks of heat.", STR_ARG(str(name))) },
        &e);
}

static bool stop_at_once(void *context) { return ++*(int *) context; }

static void test_who_waits_can_be_stopped(void **state)
{
    struct corpus_writer *first = begin(), *writer;
    int asked = 0;
    struct corpus_progress progress = { .stop = stop_at_once, .context = &asked };

    (void) state;
    assert_int_equal(corpus_writer_begin(store, str("c"), &progress, &writer, &e), -ERROR_CONFLICT);
    assert_says("adds to this corpus");
    assert_int_equal(asked, 1);
    assert_ok(corpus_writer_end(first, &e));
}

static void test_a_writer_whose_lease_ran_out_changes_nothing_any_more(void **state)
{
    struct corpus_writer *late = begin(), *next;

    (void) state;
    assert_int_equal(put(late, "late"), 1);
    change("UPDATE corpus SET lease_until_ms = 1");
    next = begin();
    assert_int_equal(put(next, "next"), 1);
    assert_ok(corpus_writer_end(next, &e));
    assert_int_equal(corpus_writer_end(late, &e), -ERROR_CONFLICT);
    assert_says("took over");
    assert_int_equal(find("heat").n, 1);
    assert_text(find("heat").items[0].name, "next");
}

static void test_a_writer_that_died_is_followed_at_once(void **state)
{
    pid_t child;
    int status;

    (void) state;
    store_close(store);
    store = NULL;
    child = fork();
    if (child == 0) {
        struct store *own;
        struct corpus_writer *writer;

        if (store_open(&(struct store_settings){ .path = path }, &own, NULL) < 0 ||
            corpus_writer_begin(own, str("c"), NULL, &writer, NULL) < 0)
            _exit(1);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    reopen();
    assert_int_equal(look("SELECT count(*) FROM corpus WHERE worker <> ''"), 1);
    write_files(2);
    assert_int_equal(add().documents, 2);
    assert_int_equal(look("SELECT count(*) FROM corpus WHERE worker <> ''"), 0);
}

static void test_a_corpus_removed_meanwhile_is_said_to_be(void **state)
{
    struct corpus_writer *writer = begin();

    (void) state;
    assert_int_equal(put(writer, "one"), 1);
    assert_ok(corpus_remove(store, str("c"), &e));
    assert_int_equal(corpus_writer_end(writer, &e), -ERROR_NOT_FOUND);
    assert_says("removed while");
    assert_int_equal(look("SELECT count(*) FROM corpus_unit"), 0);
}

/* --- corpora that writers of before the leases damaged --- */

static void assert_healed(int documents)
{
    assert_int_equal(find("heat").n, documents);
    assert_int_equal(look("SELECT count(*) FROM corpus_document"), documents);
    assert_int_equal(look("SELECT count(*) FROM corpus_unit u JOIN corpus_document d ON d.id = u.document"), documents);
    assert_int_equal(look("SELECT count(*) FROM corpus_unit"), documents);
}

static void test_an_emptied_corpus_heals_at_the_next_add(void **state)
{
    (void) state;
    write_files(10);
    add();
    /* As two writers left it: every file is done, no document is there, units point at nothing. */
    change("UPDATE corpus_unit SET document = document + 1000");
    change("DELETE FROM corpus_document");
    change("UPDATE corpus SET epoch = 0");
    assert_int_equal(find("heat").n, 0);
    assert_int_equal(add().documents, 10);
    assert_healed(10);
    assert_int_equal(add().unchanged, 10);
}

static void test_units_of_the_wrong_document_heal_at_the_next_add(void **state)
{
    (void) state;
    write_files(10);
    add();
    change("UPDATE corpus_unit SET document = (SELECT min(id) FROM corpus_document) WHERE unit > 5");
    change("UPDATE corpus SET epoch = 0");
    assert_int_equal(add().documents, 6);
    assert_healed(10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First: the child must not have its parent's name from before. */
        cmocka_unit_test_setup_teardown(test_a_writer_that_died_is_followed_at_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_that_add_at_once_lose_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_who_waits_can_be_stopped, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_writer_whose_lease_ran_out_changes_nothing_any_more, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_corpus_removed_meanwhile_is_said_to_be, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_emptied_corpus_heals_at_the_next_add, setup, teardown),
        cmocka_unit_test_setup_teardown(test_units_of_the_wrong_document_heal_at_the_next_add, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
