/* Whatever is wrong with the file or the disk: a clear message, nothing lost.
 * Cases that kill or confine the process run in a child. */
#include "store_case.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "store/blob.h"

static int try_open(struct store_settings settings, struct error *e)
{
    settings.path = path;
    return store_open(&settings, &store, e);
}

static void raw(const char *sql)
{
    sqlite3 *db;
    char *why = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void close_store(void)
{
    store_close(store);
    store = NULL;
}

static void write_file(const char *text)
{
    struct error e;

    assert_ok(file_make_dirs(str_format(arena, "%s/deep/er", folder.data).data, &e));
    assert_ok(file_write_atomic(path, str(text), 0600, &e));
}

struct put {
    struct str data;
    struct hash hash;
};
static int put_job(struct db *db, void *arg, struct error *e)
{
    struct put *put = arg;

    return blob_put(db, put->data, &put->hash, e);
}

static int put_text(const char *text, struct error *e)
{
    return store_write(store, put_job, &(struct put){ .data = str(text) }, e);
}

static int64_t count_blobs(void) { return look("SELECT count(*) FROM blob"); }

/* --- what kind of file it is --- */

static void test_a_newer_file_is_refused_and_left_alone(void **state)
{
    struct error e;
    struct buf before, after;

    (void) state;
    reopen();
    assert_ok(put_text("kept", &e));
    close_store();
    raw("PRAGMA user_version = 99");
    buf_init(&before, 1 << 24);
    buf_init(&after, 1 << 24);
    assert_ok(file_read(path, &before, &e));
    for (int read_only = 0; read_only < 2; read_only++) {
        assert_int_equal(try_open((struct store_settings){ .create = true, .read_only = read_only }, &e), -ERROR_STORE);
        assert_says(path);
        assert_says("newer fathom");
        assert_says("store version 99");
        assert_says("knows versions up to");
        assert_says("Update fathom");
    }
    assert_ok(file_read(path, &after, &e));
    assert_true(str_eq(buf_str(&before), buf_str(&after)));
    buf_free(&before);
    buf_free(&after);
}

static void test_a_file_that_another_program_moves_on_is_not_written(void **state)
{
    struct error e;

    (void) state;
    reopen();
    assert_ok(put_text("one", &e));
    raw("PRAGMA user_version = 99");
    assert_int_equal(put_text("two", &e), -ERROR_STORE);
    assert_says("newer fathom");
    assert_int_equal(count_blobs(), 1);
}

static void test_an_empty_file_becomes_a_store(void **state)
{
    struct error e;

    (void) state;
    write_file("");
    assert_int_equal(try_open((struct store_settings){ .read_only = true }, &e), -ERROR_STORE);
    assert_says("Open it once for writing");
    assert_ok(try_open((struct store_settings){ 0 }, &e));
    assert_ok(put_text("x", &e));
    assert_int_equal(look("PRAGMA auto_vacuum"), 2);
    assert_true(look("PRAGMA user_version") >= 3);
}

/* What a statement gives, row after row: one line of its first column each. */
static void read_lines(const char *sql, struct buf *ret)
{
    struct db *db = read_begin();
    struct statement *s;
    struct error e;
    int r;

    assert_ok(db_prepare(db, sql, &s, &e));
    while ((r = db_step(s, &e)) == 1) {
        buf_add_str(ret, db_text(s, 0));
        buf_add_char(ret, '\n');
    }
    assert_int_equal(r, 0);
    db_end(s);
    store_read_end(store, db);
}

/* Lines of about a hundred letters, broken between columns. */
static void break_lines(struct buf *statements)
{
    size_t start = 0;
    int depth = 0;

    for (size_t i = 0; i < statements->len; i++) {
        char *at = &statements->data[i];

        depth += (*at == '(') - (*at == ')');
        if (*at == ' ' && depth == 1 && at[-1] == ',' && i - start > 90)
            *at = '\n';
        if (*at == '\n')
            start = i + 1;
    }
}

/* The steps make the tables of an empty file, schema.sql those of a new one. */
static void test_a_new_store_has_the_tables_that_the_steps_make(void **state)
{
    static const char file[] = "src/store/schema.sql",
                      statements[] =
                          "SELECT sql || ';' FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
                          " ORDER BY rowid",
                      all[] = "SELECT concat FROM (SELECT type || ' ' || name || ' ' || tbl_name || ' ' ||"
                              " coalesce(replace(sql, char(10), ' '), '') AS concat FROM sqlite_schema) ORDER BY 1",
                      header[] = "SELECT application_id || ' ' || user_version || ' ' || auto_vacuum || ' ' ||"
                                 " page_size || ' ' || journal_mode FROM pragma_application_id, pragma_user_version,"
                                 " pragma_auto_vacuum, pragma_page_size, pragma_journal_mode";
    struct buf schema, made, migrated, new;
    struct error e;

    (void) state;
    buf_init(&schema, 1 << 20);
    buf_init(&made, 1 << 20);
    buf_init(&migrated, 1 << 20);
    buf_init(&new, 1 << 20);
    write_file("");
    assert_ok(try_open((struct store_settings){ 0 }, &e));
    read_lines(statements, &made);
    break_lines(&made);
    read_lines(all, &migrated);
    read_lines(header, &migrated);
    close_store();
    file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL);

    if (getenv("FATHOM_RECORD"))
        assert_ok(file_write_atomic(file, buf_str(&made), 0644, &e));
    assert_ok(file_read(file, &schema, &e));
    if (!str_eq(buf_str(&schema), buf_str(&made)))
        fail_msg(
            "%s has other tables than the steps of migrate.c make; FATHOM_RECORD=1 %s writes it anew, then build again",
            file, program_invocation_name);
    reopen();
    read_lines(all, &new);
    read_lines(header, &new);
    assert_string_equal(new.data, migrated.data);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_ok(store_check(store, &e));
    buf_free(&schema);
    buf_free(&made);
    buf_free(&migrated);
    buf_free(&new);
}

static void test_an_older_file_is_brought_up_to_date(void **state)
{
    struct error e;

    (void) state;
    write_file("");
    raw("PRAGMA application_id = 0x6661746d; PRAGMA user_version = 0; PRAGMA journal_mode = DELETE");
    assert_ok(try_open((struct store_settings){ 0 }, &e));
    assert_ok(put_text("x", &e));
    assert_true(look("PRAGMA user_version") >= 3);
}

/* Opens what the SQL of a file makes. */
static void open_older(const char *file)
{
    struct buf sql;
    struct error e;

    buf_init(&sql, 1 << 20);
    assert_ok(file_read(file, &sql, &e));
    write_file("");
    raw(sql.data);
    buf_free(&sql);
    assert_ok(try_open((struct store_settings){ 0 }, &e));
}

static void test_a_file_of_version_1_keeps_its_runs(void **state)
{
    (void) state;
    open_older("tests/unit/store_version_1.sql");
    assert_true(look("PRAGMA user_version") >= 3);
    assert_int_equal(look("SELECT count(*) FROM run r JOIN run_state s ON s.id = r.id WHERE s.status = 'completed'"),
                     1);
    assert_int_equal(look("SELECT count(*) FROM source"), 1);
    assert_int_equal(look("SELECT count(*) FROM claim"), 0);
    assert_int_equal(look("SELECT count(*) FROM run WHERE title = '' AND favourite = 0 AND deleted_ms = 0"), 1);
}

static void test_a_file_of_version_4_keeps_its_corpora_and_reads_their_pdfs_again(void **state)
{
    (void) state;
    open_older("tests/unit/store_version_4.sql");
    assert_true(look("PRAGMA user_version") >= 5);
    assert_int_equal(look("SELECT count(*) FROM corpus_document WHERE pages = ''"), 2);
    /* No file is of this size: what was not known before is found out when the corpus is next brought up to date. */
    assert_int_equal(look("SELECT count(*) FROM corpus_file WHERE path = '/papers/survey.pdf' AND size = -1"), 1);
    assert_int_equal(look("SELECT count(*) FROM corpus_file WHERE path = '/papers/wheel.txt'"), 1);
    /* A corpus from before there were users is the local caller's. */
    assert_int_equal(look("SELECT count(*) FROM corpus WHERE owner = '' AND name = key AND name <> ''"), 1);
}

static void test_claims_of_version_6_keep_their_verdicts(void **state)
{
    (void) state;
    write_file("");
    raw("PRAGMA application_id = 0x6661746d; PRAGMA user_version = 6;"
        "CREATE TABLE claim(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,"
        " start_at INTEGER NOT NULL, end_at INTEGER NOT NULL, verdict TEXT NOT NULL, confidence INTEGER NOT NULL,"
        " reasoning TEXT NOT NULL, checked_by TEXT NOT NULL, correction TEXT NOT NULL, marked INTEGER NOT NULL,"
        " removed INTEGER NOT NULL, independent INTEGER NOT NULL, numbers TEXT NOT NULL, UNIQUE(run, number)) STRICT;"
        "CREATE TABLE corpus_file(id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL) STRICT;"
        "CREATE TABLE run(id INTEGER PRIMARY KEY, parent TEXT NOT NULL, owner TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;"
        "CREATE INDEX run_created ON run(created_ms);"
        "CREATE TABLE run_state(id INTEGER PRIMARY KEY, status TEXT NOT NULL) STRICT;"
        "CREATE TABLE event(id INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER NOT NULL, time_ms INTEGER NOT NULL,"
        " path TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL) STRICT;"
        "INSERT INTO run VALUES(1, '', '', 1);"
        "INSERT INTO run_state VALUES(1, 'waiting');"
        "INSERT INTO event VALUES(1, 1, 1, 7, 'q:a/b', 'clarification_needed', '{\"questions\":[\"which?\"]}');"
        "CREATE TABLE effect(id INTEGER PRIMARY KEY) STRICT;"
        "CREATE TABLE corpus(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
        "INSERT INTO claim VALUES(1, 1, 1, 'A claim.', 0, 0, 'contradicted', 900, 'says 3', 'model', 'keep', 1, 1, 0, '[]');");
    struct error e;
    assert_ok(try_open((struct store_settings){ 0 }, &e));
    assert_int_equal(look("SELECT count(*) FROM claim WHERE kind = 'claim' AND reason = 'says 3' AND left_out = 1"
                          " AND decided_by = 'model' AND missing = '' AND left_out_reason = ''"),
                     1);
    /* A run that waited still asks. */
    assert_int_equal(look("SELECT count(*) FROM question WHERE path = 'a/b' AND type = 'clarify' AND asked_ms = 7"
                          " AND answered_ms = 0"),
                     1);
}

static void test_what_is_no_store_is_refused_and_left_alone(void **state)
{
    struct error e;
    struct buf after;

    (void) state;
    write_file("Dear diary, this is not a database at all, whatever the name says.\n");
    assert_int_equal(try_open((struct store_settings){ .create = true }, &e), -ERROR_STORE);
    assert_says(path);
    assert_says("not a database of fathom");
    buf_init(&after, 1000);
    assert_ok(file_read(path, &after, &e));
    assert_true(str_starts(buf_str(&after), "Dear diary"));
    buf_free(&after);

    assert_int_equal(unlink(path), 0);
    raw("CREATE TABLE theirs(x); INSERT INTO theirs VALUES(1)");
    assert_int_equal(try_open((struct store_settings){ .create = true }, &e), -ERROR_STORE);
    assert_says("another program");

    path = folder.data;
    assert_int_equal(try_open((struct store_settings){ .create = true }, &e), -ERROR_STORE);
    assert_says("is not a file");
    path = "";
    assert_int_equal(try_open((struct store_settings){ .create = true }, &e), -ERROR_INVALID);
}

static void test_a_missing_file_is_not_made_unasked(void **state)
{
    struct error e;

    (void) state;
    assert_int_equal(try_open((struct store_settings){ 0 }, &e), -ERROR_NOT_FOUND);
    assert_says(path);
    assert_int_equal(try_open((struct store_settings){ .read_only = true, .create = true }, &e), -ERROR_NOT_FOUND);
    assert_false(file_exists(str_format(arena, "%s/deep", folder.data).data));
    path = "/proc/no/such/place/fathom.db";
    assert_int_equal(try_open((struct store_settings){ .create = true }, &e), -ERROR_IO);
    assert_says("/proc/no");
}

/* --- damage --- */

static void fill(int n)
{
    struct error e;

    for (int i = 0; i < n; i++) {
        char noise[700], hex[1401];
        random_bytes(noise, sizeof noise);
        hex_encode((unsigned char *) noise, sizeof noise, hex);
        assert_ok(put_text(hex, &e));
    }
}

static void overwrite(off_t at, size_t n, char with)
{
    int fd = open(path, O_WRONLY);
    char *bytes = arena_alloc(arena, n);

    assert_true(fd >= 0);
    memset(bytes, with, n);
    assert_int_equal(pwrite(fd, bytes, n, at), n);
    close(fd);
}

static void test_damaged_pages_are_named_by_the_check(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    reopen();
    fill(300);
    assert_ok(store_check(store, &e));
    close_store();
    assert_int_equal(stat(path, &st), 0);
    overwrite(st.st_size / 4 * 3, 8192, 'x');
    assert_ok(try_open((struct store_settings){ 0 }, &e));
    assert_int_equal(store_check(store, &e), -ERROR_STORE);
    assert_says(path);
    assert_says("damaged");
    assert_says("Restore a backup");
}

/* However the file is damaged: errors or data, no crash, no hang, and the store opens and closes. */
static void test_no_damage_does_more_than_an_error(void **state)
{
    struct error e;
    struct buf good;
    unsigned seed = 12345;

    (void) state;
    reopen();
    fill(60);
    close_store();
    buf_init(&good, 1 << 24);
    assert_ok(file_read(path, &good, &e));
    for (int round = 0; round < 60; round++) {
        assert_ok(file_write_atomic(path, buf_str(&good), 0600, &e));
        if (round % 6 == 5) {
            seed = seed * 1103515245 + 12345;
            assert_int_equal(truncate(path, (off_t) (seed % good.len)), 0);
        } else {
            for (int k = 0; k < 8; k++) {
                seed = seed * 1103515245 + 12345;
                overwrite((off_t) (round < 12 ? seed % 200 : seed % good.len), 1 + seed % 40, (char) (seed >> 16));
            }
        }
        if (try_open((struct store_settings){ .busy_ms = 50 }, &e) < 0) {
            assert_true(e.code == ERROR_STORE || e.code == ERROR_IO);
            assert_says(path);
            continue;
        }
        int r = put_text("something new", &e);
        assert_true(r == 0 || r == -ERROR_STORE || r == -ERROR_CONFLICT);
        r = store_check(store, &e);
        assert_true(r == 0 || r == -ERROR_STORE);
        close_store();
        unlink(str_format(arena, "%s-wal", path).data);
        unlink(str_format(arena, "%s-shm", path).data);
    }
    buf_free(&good);
}

/* --- locks --- */

static void test_a_lock_that_goes_away_is_waited_for_and_one_that_stays_is_told(void **state)
{
    sqlite3 *other;
    struct error e;

    (void) state;
    assert_ok(try_open((struct store_settings){ .create = true, .busy_ms = 100 }, &e));
    assert_ok(put_text("one", &e));
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(put_text("two", &e), -ERROR_STORE);
    assert_says("locked by another program");
    assert_says(path);
    assert_true(e.retry);
    assert_int_equal(count_blobs(), 1); /* reading goes on */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_ok(put_text("two", &e));
    assert_int_equal(count_blobs(), 2);
    close_store();

    assert_int_equal(sqlite3_exec(other, "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE mine(x); COMMIT",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(try_open((struct store_settings){ .busy_ms = 100 }, &e), -ERROR_STORE);
    assert_says("locked by another program");
    sqlite3_close(other);
    assert_ok(try_open((struct store_settings){ .busy_ms = 100 }, &e));
    assert_int_equal(count_blobs(), 2);
}

/* --- in a child process --- */

/* The child's exit status is its verdict; 99: could not be tried here. */
static int in_child(int (*fn)(void))
{
    int status;
    pid_t pid = fork();

    if (pid == 0)
        _exit(fn());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool become_nobody(void) { return geteuid() != 0 || setresuid(65534, 65534, 65534) == 0; }

static int read_only_child(void)
{
    struct error e;

    if (!become_nobody())
        return 99;
    if (try_open((struct store_settings){ .create = true }, &e) != -ERROR_STORE ||
        !strstr(e.message, "cannot be written") || !strstr(e.message, path))
        return 1;
    /* Reading what nobody may write is fine, although no memory can be shared there. */
    if (try_open((struct store_settings){ .read_only = true }, &e) < 0)
        return 2;
    struct db *db;
    struct statement *s;
    int64_t version;
    if (store_read_begin(store, &db, &e) < 0 || db_prepare(db, "SELECT count(*) FROM blob", &s, &e) < 0 ||
        db_step(s, &e) != 1 || db_int(s, 0) != 1)
        return 3;
    db_end(s);
    store_read_end(store, db);
    if (store_version(store, &version, &e) < 0 || store_check(store, &e) < 0)
        return 4;
    store_close(store);
    /* A folder that may not be written holds no new store. */
    path = str_format(arena, "%s/deep/er/new.db", folder.data).data;
    if (try_open((struct store_settings){ .create = true }, &e) != -ERROR_IO || !strstr(e.message, path))
        return 5;
    return 0;
}

static void test_a_read_only_folder_is_told_and_can_be_read(void **state)
{
    struct error e;

    (void) state;
    reopen();
    assert_ok(put_text("one", &e));
    close_store();
    assert_int_equal(chmod(path, 0444), 0);
    chmod(folder.data, 0755);
    chmod(str_format(arena, "%s/deep", folder.data).data, 0755);
    chmod(str_format(arena, "%s/deep/er", folder.data).data, 0555);
    int verdict = in_child(read_only_child);
    chmod(str_format(arena, "%s/deep/er", folder.data).data, 0755);
    if (verdict == 99)
        skip();
    assert_int_equal(verdict, 0);
}

/* Fills the disk: every job says so, what was told as saved is there, and with space it goes on. */
static int until_full(int64_t *ret_saved, struct error *e)
{
    static char noise[20000];
    int r;

    for (*ret_saved = 0; *ret_saved < 2000; ++*ret_saved) {
        random_bytes(noise, sizeof noise);
        if ((r = store_write(store, put_job, &(struct put){ .data = str_n(noise, sizeof noise) }, e)) < 0)
            return r;
    }
    return 0;
}

static char jobs_noise[8][20000];

static int full_child_with(void (*make_space)(void))
{
    struct error e;
    int64_t saved;

    if (try_open((struct store_settings){ .create = true }, &e) < 0)
        return 1;
    if (until_full(&saved, &e) != -ERROR_STORE || !strstr(e.message, "no space is left") || !strstr(e.message, path))
        return 2;
    if (saved < 3 || count_blobs() != saved)
        return 3;
    /* Several in one batch: each is told what became of it. */
    struct store_job jobs[8];
    struct put puts[8];
    for (int i = 0; i < 8; i++) {
        puts[i].data = str_n(jobs_noise[i], sizeof jobs_noise[i]);
        random_bytes(jobs_noise[i], sizeof jobs_noise[i]);
        jobs[i] = (struct store_job){ .fn = put_job, .arg = &puts[i] };
        store_submit(store, &jobs[i]);
    }
    for (int i = 0; i < 8; i++)
        saved += store_wait(store, &jobs[i], &e) == 0;
    if (count_blobs() != saved)
        return 4;
    make_space();
    int64_t before = count_blobs();
    if (put_text("goes on", &e) < 0)
        return 5;
    store_close(store);
    if (try_open((struct store_settings){ 0 }, &e) < 0 || count_blobs() != before + 1 || store_check(store, &e) < 0)
        return 6;
    store_close(store);
    return 0;
}

static void lift_limit(void)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static int full_by_limit_child(void)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 800000;
    return setrlimit(RLIMIT_FSIZE, &limit) < 0 ? 99 : full_child_with(lift_limit);
}

static void grow_disk(void) { (void) !mount(NULL, folder.data, NULL, MS_REMOUNT, "size=8m"); }

static int full_disk_child(void)
{
    if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("none", folder.data, "tmpfs", 0, "size=1200k") < 0)
        return 99;
    return full_child_with(grow_disk);
}

static void test_a_full_disk_is_told_and_nothing_is_lost(void **state)
{
    (void) state;
    assert_int_equal(in_child(full_by_limit_child), 0);
    assert_int_equal(file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL), 0);
    int verdict = in_child(full_disk_child);
    if (verdict != 99)
        assert_int_equal(verdict, 0);
}

static int no_room_to_open_child(void)
{
    struct rlimit limit = { 0, 0 };
    struct error e;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 1000;
    if (setrlimit(RLIMIT_FSIZE, &limit) < 0)
        return 99;
    if (try_open((struct store_settings){ .create = true }, &e) != -ERROR_STORE ||
        !strstr(e.message, "no space is left"))
        return 1;
    lift_limit();
    return try_open((struct store_settings){ .create = true }, &e) < 0 ? 2 : (store_close(store), 0);
}

static void test_no_room_for_a_new_store_is_told_and_mended(void **state)
{
    (void) state;
    assert_int_equal(in_child(no_room_to_open_child), 0);
}

/* --- kill -9 --- */

/* Writes numbers one after the other and says so after each commit. */
enum { NUMBERS = 12 };
static int tell;
static int count_up_child(void)
{
    struct error e;
    char text[32];

    if (try_open((struct store_settings){ .create = true }, &e) < 0)
        return 1;
    for (int i = 0; i < NUMBERS; i++) {
        snprintf(text, sizeof text, "number %d", i);
        if (put_text(text, &e) < 0 || write(tell, "x", 1) != 1)
            return 2;
    }
    store_close(store);
    return 0;
}

/* How many commits the child told of; it is killed after `kill_after` of them (-1: never). */
static int run_and_kill(int kill_after, int *ret_signal)
{
    int ends[2], told = 0, status;
    char c;

    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        tell = ends[1];
        _exit(count_up_child());
    }
    close(ends[1]);
    while (read(ends[0], &c, 1) == 1)
        if (++told == kill_after)
            kill(pid, SIGKILL);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    *ret_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (!*ret_signal)
        assert_int_equal(WEXITSTATUS(status), 0);
    return told;
}

static void assert_holds(int told)
{
    struct error e;

    reopen();
    assert_ok(store_check(store, &e));
    /* All that was told, and at most what the child was about to tell. */
    assert_in_range(count_blobs(), told, told + 1);
    close_store();
}

static void test_what_was_told_as_committed_survives_kill_9(void **state)
{
    (void) state;
    for (int after = 1; after <= NUMBERS; after += 2) {
        int caught;
        int told = run_and_kill(after, &caught);
        reopen();
        struct error e;
        assert_ok(store_check(store, &e));
        assert_in_range(count_blobs(), told, NUMBERS);
        close_store();
        file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL);
    }
}

#ifdef FATHOM_HOOKS
static void test_a_crash_at_every_commit_boundary_loses_nothing(void **state)
{
    const char *count_path = str_format(arena, "%s/commits", folder.data).data;
    struct error e;
    struct buf text;
    int64_t commits;
    int caught;

    (void) state;
    setenv("FATHOM_COMMITS_FILE", count_path, 1);
    assert_int_equal(run_and_kill(-1, &caught), NUMBERS);
    assert_int_equal(caught, 0);
    unsetenv("FATHOM_COMMITS_FILE");
    buf_init(&text, 100);
    assert_ok(file_read(count_path, &text, &e));
    assert_true(str_to_int(str_trim(buf_str(&text)), &commits));
    buf_free(&text);
    assert_in_range(commits, NUMBERS + 1, NUMBERS + 20); /* the migrations and the jobs */
    file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL);

    for (int at = 1; at <= 2 * commits; at++) {
        setenv("FATHOM_CRASH_AT", str_format(arena, "%d", at).data, 1);
        int told = run_and_kill(-1, &caught);
        unsetenv("FATHOM_CRASH_AT");
        assert_int_equal(caught, SIGKILL);
        /* Boundary 2k - 1 is before commit k, 2k after it; the first ones make the tables. */
        int64_t steps = commits - NUMBERS;
        assert_int_equal(told, at <= 2 * steps ? 0 : (at - 1) / 2 - steps);
        assert_holds(told);
        file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL);
    }
}
#endif

/* Processes that open and write a new file at the same moment. */
static int open_together_child(void)
{
    struct error e;

    for (int i = 0; i < 10; i++) {
        char text[64];
        if (try_open((struct store_settings){ .create = true }, &e) < 0)
            return 1;
        snprintf(text, sizeof text, "%d of %d", i, (int) getpid());
        if (put_text(text, &e) < 0)
            return 2;
        store_close(store);
    }
    return 0;
}

static void test_processes_may_open_a_new_file_together(void **state)
{
    pid_t pids[4];
    struct error e;

    (void) state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++)
            if ((pids[i] = fork()) == 0)
                _exit(open_together_child());
        for (int i = 0; i < 4; i++) {
            int status;
            assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), 0);
        }
        reopen();
        assert_int_equal(count_blobs(), 40);
        assert_ok(store_check(store, &e));
        close_store();
        file_remove_tree(str_format(arena, "%s/deep", folder.data).data, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_newer_file_is_refused_and_left_alone, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_that_another_program_moves_on_is_not_written, setup_folder,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_an_empty_file_becomes_a_store, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_new_store_has_the_tables_that_the_steps_make, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_an_older_file_is_brought_up_to_date, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_of_version_1_keeps_its_runs, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_of_version_4_keeps_its_corpora_and_reads_their_pdfs_again,
                                        setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_claims_of_version_6_keep_their_verdicts, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_of_version_1_keeps_its_runs, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_of_version_4_keeps_its_corpora_and_reads_their_pdfs_again,
                                        setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_no_store_is_refused_and_left_alone, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_missing_file_is_not_made_unasked, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_pages_are_named_by_the_check, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_no_damage_does_more_than_an_error, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_lock_that_goes_away_is_waited_for_and_one_that_stays_is_told,
                                        setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_read_only_folder_is_told_and_can_be_read, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_a_full_disk_is_told_and_nothing_is_lost, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_no_room_for_a_new_store_is_told_and_mended, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_what_was_told_as_committed_survives_kill_9, setup_folder, teardown),
#ifdef FATHOM_HOOKS
        cmocka_unit_test_setup_teardown(test_a_crash_at_every_commit_boundary_loses_nothing, setup_folder, teardown),
#endif
        cmocka_unit_test_setup_teardown(test_processes_may_open_a_new_file_together, setup_folder, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
