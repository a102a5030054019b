/* Who works on a run. */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "records/internal.h"
#include "records/runs.h"

/* A worker's name: "host:boot:pid:start". `boot` is the kernel's id of this
 * boot and the process id space, since two containers of one machine may give
 * the same number to different processes. */
enum { NAME_MAX_BYTES = 256 };
enum { OVERSLEPT_MS = 60000 }; /* a run that sleeps longer than it meant to has nobody who wakes it */

/* First line of a small file of /proc; "" if it cannot be read. */
static struct str read_line(const char *path, char *buffer, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, buffer, size);

    if (fd >= 0)
        close(fd);
    struct str rest = str_n(buffer, n > 0 ? (size_t) n : 0), line = { 0 };
    str_next_line(&rest, &line);
    return line;
}

/* State and start time (in ticks since boot) of a process: fields 3 and 22.
 * The name before them may hold anything, so the last ')' ends it. */
static bool process_look(int64_t pid, char *ret_state, int64_t *ret_start)
{
    char path[64], text[1024];
    struct str field;

    snprintf(path, sizeof path, "/proc/%lld/stat", (long long) pid);
    struct str line = read_line(path, text, sizeof text);
    size_t end = line.len;
    while (end > 0 && line.data[end - 1] != ')')
        end--;
    struct str rest = str_sub(line, end + 1, line.len);
    if (end == 0 || rest.len == 0)
        return false;
    *ret_state = rest.data[0];
    for (int i = 3; str_next(&rest, ' ', &field); i++)
        if (i == 22)
            return str_to_int(field, ret_start);
    return false;
}

static char own_name[NAME_MAX_BYTES];

static void make_name(void)
{
    char host[HOST_NAME_MAX + 1] = "", boot[64], state;
    int64_t start = 0;
    struct stat space;

    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (*c == ':')
            *c = '-';
    struct str id = read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    bool known = stat("/proc/self/ns/pid", &space) == 0;
    process_look(getpid(), &state, &start);
    snprintf(own_name, sizeof own_name, "%.128s:%.*s.%llu:%lld:%lld", host, (int) (id.len < 40 ? id.len : 40), id.data,
             known ? (unsigned long long) space.st_ino : 0, (long long) getpid(), (long long) start);
}

struct str run_worker_name(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make_name);
    return str(own_name);
}

/* Takes host and boot off; false: they are not ours. */
static bool same_machine(struct str *worker)
{
    struct str own = run_worker_name(), mine, his;

    for (int i = 0; i < 2; i++)
        if (!str_next(&own, ':', &mine) || !str_next(worker, ':', &his) || !str_eq(mine, his))
            return false;
    return true;
}

bool run_worker_is_elsewhere(struct str worker) { return !str_empty(worker) && !same_machine(&worker); }

bool worker_is_gone(struct str worker)
{
    struct str rest = worker, pid_text, start_text;
    int64_t pid, start, seen;
    char state;

    if (!same_machine(&rest))
        return false;
    if (!str_next(&rest, ':', &pid_text) || !str_next(&rest, ':', &start_text) || rest.data ||
        !str_to_int(pid_text, &pid) || !str_to_int(start_text, &start))
        return false;
    /* A zombie works no more; a number used again has another start. */
    return !process_look(pid, &state, &seen) || state == 'Z' || state == 'X' || seen != start;
}

bool run_is_interrupted(const struct run_row *row, int64_t now_ms)
{
    if (row->status == RUN_STATUS_QUEUED)
        return str_empty(row->worker) || worker_is_gone(row->worker);
    return row->status == RUN_STATUS_RUNNING && (row->wake_at_ms == 0 || row->wake_at_ms + OVERSLEPT_MS < now_ms) &&
           (str_empty(row->worker) || row->lease_until_ms <= now_ms || worker_is_gone(row->worker));
}

struct holder {
    int64_t run, until_ms, epoch;
    struct str worker;
};

/* "process 7304 on vm": of "host:boot:pid:start". */
static struct str worker_words(struct arena *arena, struct str worker)
{
    struct str rest = worker, host, boot, pid;

    if (!str_next(&rest, ':', &host) || !str_next(&rest, ':', &boot) || !str_next(&rest, ':', &pid))
        return worker;
    return str_format(arena, "process %.*s on %.*s", STR_ARG(pid), STR_ARG(host));
}

static int check_free(struct arena *arena, struct str id, const struct holder *holder, int64_t now_ms, struct error *e)
{
    if (str_empty(holder->worker) || holder->until_ms <= now_ms || worker_is_gone(holder->worker))
        return 0;
    error_set(e, ERROR_CONFLICT, "run %.*s is being worked on by %.*s for at least %lld s more", STR_ARG(id),
              STR_ARG(worker_words(arena, holder->worker)), (long long) ((holder->until_ms - now_ms + 999) / 1000));
    if (e)
        e->retry = true;
    return -ERROR_CONFLICT;
}

int run_lease_take(struct db *db, struct str id, struct str worker, int64_t now_ms, int64_t lease_ms,
                   int64_t *ret_epoch, struct error *e)
{
    static const struct column columns[] = { COLUMN(INT, struct holder, run), COLUMN(TEXT, struct holder, worker),
                                             COLUMNS(INT, struct holder, until_ms, epoch), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct holder), NULL };
    struct arena *arena = arena_new();
    struct holder holder;
    int r = query_one(
        QUERY(db,
              "SELECT r.id, s.worker, s.lease_until_ms, s.epoch FROM run r JOIN run_state s ON s.id = r.id"
              " WHERE r.name = $1 AND r.deleted_ms = 0", /* nobody works on a run that is deleted */
              TEXT(id)),
        &shape, arena, &holder, e);

    if (r == 0)
        r = run_not_found(id, e);
    else if (r == 1 && (r = check_free(arena, id, &holder, now_ms, e)) == 0)
        r = query_run(QUERY(db, "UPDATE run_state SET worker = $1, epoch = $2, lease_until_ms = $3 WHERE id = $4",
                            TEXT(worker), INT(holder.epoch + 1), INT(now_ms + lease_ms), INT(holder.run)),
                      e);
    arena_free(arena);
    if (r == 0)
        *ret_epoch = holder.epoch + 1;
    return r;
}

/* An update of the lease; it touches no row when the lease is another's. */
static int lease_update(const struct query *update, struct str id, int64_t epoch, struct error *e)
{
    int64_t run;
    int r = query_run(update, e);

    if (r < 0 || db_changes(update->db) > 0 || (r = run_number(update->db, id, &run, e)) < 0)
        return r;
    return error_set(e, ERROR_CONFLICT, "run %.*s is no longer ours (lease %lld): another process took it over",
                     STR_ARG(id), (long long) epoch);
}

int run_lease_renew(struct db *db, struct str id, int64_t epoch, int64_t until_ms, struct error *e)
{
    return lease_update(QUERY(db,
                              "UPDATE run_state SET lease_until_ms = $1"
                              " WHERE id = (SELECT id FROM run WHERE name = $2) AND epoch = $3 AND worker <> ''",
                              INT(until_ms), TEXT(id), INT(epoch)),
                        id, epoch, e);
}

int run_lease_release(struct db *db, struct str id, int64_t epoch, struct error *e)
{
    return lease_update(QUERY(db,
                              "UPDATE run_state SET worker = '', lease_until_ms = 0"
                              " WHERE id = (SELECT id FROM run WHERE name = $1) AND epoch = $2",
                              TEXT(id), INT(epoch)),
                        id, epoch, e);
}

int run_lease_queue(struct db *db, struct str id, struct str worker, int64_t epoch, struct error *e)
{
    return lease_update(QUERY(db,
                              "UPDATE run_state SET worker = $1, lease_until_ms = 0"
                              " WHERE id = (SELECT id FROM run WHERE name = $2) AND epoch = $3",
                              TEXT(worker), TEXT(id), INT(epoch)),
                        id, epoch, e);
}

int run_lease_leave_queued(struct db *db, struct str worker, struct error *e)
{
    return query_run(
        QUERY(db, "UPDATE run_state SET worker = '' WHERE status = 'queued' AND worker = $1", TEXT(worker)), e);
}
