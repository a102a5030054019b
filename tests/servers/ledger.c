#include "ledger.h"

enum { ROLE_SIZE = 40, QUERY_SIZE = 120, ROWS_MAX = 1 << 20, ROLES_MAX = 32 };

struct row {
    const struct service *service;
    int64_t arrived_us, ended_us; /* ended 0: under way */
    char role[ROLE_SIZE], query[QUERY_SIZE], key[17];
    int attempt, nth, status;
    const char *fault;
    size_t bytes;
    bool whole, first; /* first of its key */
};

struct role_count {
    const struct service *service;
    char role[ROLE_SIZE];
    int n;
};

static struct {
    struct row *rows;
    size_t n, capacity;
    size_t *slots; /* last row of a key + 1, by open addressing */
    size_t slots_n;
    struct role_count roles[ROLES_MAX * 4];
    size_t roles_n;
    int flying[ROLES_MAX], most_flying[ROLES_MAX]; /* by position of the service */
    unsigned generation;
} ledger;

static size_t position(const struct service *service)
{
    size_t at = 0;

    while (service_at(at) != service)
        at++;
    return at;
}

void ledger_reset(void)
{
    free(ledger.rows);
    free(ledger.slots);
    ledger.rows = NULL;
    ledger.slots = NULL;
    ledger.n = ledger.capacity = ledger.slots_n = ledger.roles_n = 0;
    memset(ledger.flying, 0, sizeof ledger.flying);
    memset(ledger.most_flying, 0, sizeof ledger.most_flying);
    ledger.generation++;
}

static size_t *slot_of(const char *key)
{
    size_t at = (size_t) str_hash(str(key)) & (ledger.slots_n - 1);

    while (ledger.slots[at] && strcmp(ledger.rows[ledger.slots[at] - 1].key, key) != 0)
        at = (at + 1) & (ledger.slots_n - 1);
    return &ledger.slots[at];
}

static void make_room(void)
{
    if (ledger.n == ledger.capacity) {
        ledger.capacity = ledger.capacity ? ledger.capacity * 2 : 256;
        ledger.rows = memory_realloc(ledger.rows, ledger.capacity * sizeof *ledger.rows);
    }
    if (ledger.n * 2 >= ledger.slots_n) {
        ledger.slots_n = ledger.slots_n ? ledger.slots_n * 2 : 1024;
        free(ledger.slots);
        ledger.slots = memory_alloc(ledger.slots_n * sizeof *ledger.slots);
        memset(ledger.slots, 0, ledger.slots_n * sizeof *ledger.slots);
        for (size_t i = 0; i < ledger.n; i++)
            *slot_of(ledger.rows[i].key) = i + 1;
    }
}

static void copy_text(char *to, size_t size, struct str from)
{
    size_t n = from.len < size - 1 ? from.len : size - 1;

    while (n > 0 && n < from.len && ((unsigned char) from.data[n] & 0xc0) == 0x80)
        n--;
    memcpy(to, from.data ? from.data : "", n);
    to[n] = 0;
}

static int count_role(const struct service *service, const char *role)
{
    for (size_t i = 0; i < ledger.roles_n; i++)
        if (ledger.roles[i].service == service && strcmp(ledger.roles[i].role, role) == 0)
            return ++ledger.roles[i].n;
    if (ledger.roles_n == sizeof ledger.roles / sizeof *ledger.roles)
        return 1;
    ledger.roles[ledger.roles_n] = (struct role_count){ .service = service, .n = 1 };
    copy_text(ledger.roles[ledger.roles_n++].role, ROLE_SIZE, str(role));
    return 1;
}

struct ledger_ticket ledger_ask(struct asked *asked, int64_t arrived_us)
{
    size_t at = position(asked->service), *slot;
    struct row *row;

    if (ledger.n == ROWS_MAX)
        ledger_reset();
    make_room();
    row = &ledger.rows[ledger.n];
    *row = (struct row){ .service = asked->service, .arrived_us = arrived_us };
    copy_text(row->role, ROLE_SIZE, asked->role);
    copy_text(row->query, QUERY_SIZE, asked->query);
    memcpy(row->key, asked->key, sizeof row->key);
    slot = slot_of(row->key);
    row->first = *slot == 0;
    row->attempt = *slot ? ledger.rows[*slot - 1].attempt + 1 : 1;
    row->nth = count_role(asked->service, row->role);
    *slot = ++ledger.n;
    asked->attempt = row->attempt;
    asked->nth = row->nth;
    if (++ledger.flying[at] > ledger.most_flying[at])
        ledger.most_flying[at] = ledger.flying[at];
    return (struct ledger_ticket){ ledger.n - 1, ledger.generation };
}

void ledger_reply(struct ledger_ticket ticket, int status, const char *fault)
{
    if (ticket.generation != ledger.generation)
        return;
    ledger.rows[ticket.row].status = status;
    ledger.rows[ticket.row].fault = fault;
}

void ledger_end(struct ledger_ticket ticket, int64_t ended_us, size_t bytes, bool whole)
{
    struct row *row;

    if (ticket.generation != ledger.generation)
        return;
    row = &ledger.rows[ticket.row];
    row->ended_us = ended_us;
    row->bytes = bytes;
    row->whole = whole;
    ledger.flying[position(row->service)]--;
}

static bool answered(const struct row *row)
{
    return row->whole && row->status >= 200 && row->status < 300 && !row->fault;
}

static json_t *count_service(size_t at)
{
    const struct service *service = service_at(at);
    json_t *roles = json_object();
    json_int_t asked = 0, good = 0, keys = 0;

    for (size_t i = 0; i < ledger.n; i++) {
        const struct row *row = &ledger.rows[i];

        if (row->service != service)
            continue;
        asked++;
        good += answered(row);
        keys += row->first;
    }
    for (size_t i = 0; i < ledger.roles_n; i++)
        if (ledger.roles[i].service == service)
            json_object_set_new(roles, ledger.roles[i].role, json_integer(ledger.roles[i].n));
    return json_pack("{s:I, s:I, s:I, s:i, s:i, s:o}", "asked", asked, "answered", good, "keys", keys, "inFlight",
                     ledger.flying[at], "mostInFlight", ledger.most_flying[at], "roles", roles);
}

json_t *ledger_counts(void)
{
    json_t *services = json_object(), *keys = json_array();
    int *good = memory_alloc((ledger.n + 1) * sizeof *good);

    for (size_t at = 0; at < service_count(); at++)
        json_object_set_new(services, service_at(at)->name, count_service(at));
    /* Answers are counted at the last row of a key, which is where its slot points. */
    memset(good, 0, (ledger.n + 1) * sizeof *good);
    for (size_t i = 0; i < ledger.n; i++)
        good[*slot_of(ledger.rows[i].key) - 1] += answered(&ledger.rows[i]);
    for (size_t i = 0; i < ledger.n; i++) {
        const struct row *row = &ledger.rows[i];

        if (*slot_of(row->key) == i + 1)
            json_array_append_new(keys,
                                  json_pack("{s:s, s:s, s:s, s:i, s:i}", "key", row->key, "service", row->service->name,
                                            "role", row->role, "asked", row->attempt, "answered", good[i]));
    }
    free(good);
    return json_pack("{s:o, s:o}", "services", services, "keys", keys);
}

void ledger_log(struct buf *out)
{
    for (size_t i = 0; i < ledger.n; i++) {
        const struct row *row = &ledger.rows[i];
        json_t *line = json_pack("{s:I, s:f, s:o, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:s?, s:I, s:b}", "n",
                                 (json_int_t) i + 1, "arrivedMs", (double) row->arrived_us / 1000, "endedMs",
                                 row->ended_us ? json_real((double) row->ended_us / 1000) : json_null(), "service",
                                 row->service->name, "role", row->role, "query", row->query, "key", row->key, "attempt",
                                 row->attempt, "nth", row->nth, "status", row->status, "fault", row->fault, "bytes",
                                 (json_int_t) row->bytes, "whole", row->whole);
        char *text = json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(12));

        buf_add_z(out, text ? text : "{}");
        buf_add_char(out, '\n');
        free(text);
        json_decref(line);
    }
}
