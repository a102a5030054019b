/* A bundle that holds, and every way we could think of to make it lie. Each is
 * tried twice: as it is (the digest finds it) and sealed anew by the forger
 * (then what it lies about is named). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>
#include <sqlite3.h>

#include "base/file.h"
#include "evidence/evidence.h"
#include "records/bundle.h"
#include "report/provenance.h"
#include "report/verify.h"

static struct arena *arena;

static const char text_one[] =
    "Pumped hydro held 90 percent of the storage capacity in 2023. The rest were batteries, 12 gigawatts of them.";
static const char text_two[] =
    "Lithium cells lose about 2 percent of their capacity each year. Sodium cells lose 3 percent.";
static const char body[] = "Pumped hydro held 90 percent of the storage capacity in 2023 [1].\n\n"
                           "Lithium cells lose about 2 percent of their capacity each year [2].";

static struct span_row *span_of(int64_t source, const char *text, const char *quote)
{
    struct span_row *span = arena_alloc(arena, sizeof *span);
    ptrdiff_t at = str_find(str(text), str(quote), 0);

    assert_true(at >= 0);
    *span = (struct span_row){
        .source = source, .start = at, .end = at + (int64_t) strlen(quote), .quote = str(quote)
    };
    return span;
}

static void add_claim(struct report *report, const char *text, struct span_row *span)
{
    struct claim_row *c = &report->claims[report->claims_n++];
    struct claims now;

    claims_parse(arena, NULL, report->body, 9, &now);
    *c = (struct claim_row){ .number = (int64_t) report->claims_n,
                             .text = str(text),
                             .verdict = VERDICT_SUPPORTED,
                             .confidence = 1000,
                             .reason = str("the source says so in these words"),
                             .decided_by = str("code"),
                             .marked = true,
                             .independent = 1,
                             .spans = span,
                             .spans_n = 1 };
    c->start = (int64_t) now.items[report->claims_n - 1].at.start;
    c->end = (int64_t) now.items[report->claims_n - 1].at.end;
    evidence_numbers(arena, c->text, &span->quote, 1, &c->numbers, &c->numbers_n);
    report->summary.sentences = (int64_t) now.sentences;
}

static struct source_row source_row(int64_t number, const char *title, const char *text)
{
    return (struct source_row){
        .id = str_format(arena, "src-%012lld", (long long) number),
        .number = number,
        .title = str(title),
        .text = str(text),
        .url = str_format(arena, "https://example.org/%lld", (long long) number),
        .engine = str("context"),
        .query = str("q"),
        .canonical_url = str_format(arena, "https://example.org/%lld", (long long) number),
        .hash = hash_of(str(text)),
        .relevance = 1,
    };
}

static struct str hex(struct hash hash)
{
    char text[HASH_HEX_SIZE];

    hash_hex(hash, text);
    return str_dup(arena, str(text));
}

/* A report with two sources and two claims, as a run would leave it. */
static struct bundle make(void)
{
    struct bundle b = { .run = str("run-0123456789ab"),
                        .question = str("How is power stored?"),
                        .workflow = str("loop"),
                        .engine_version = str("0.1.0"),
                        .workflow_version = str("2"),
                        .claims_version = CLAIMS_VERSION };
    struct report *report = arena_alloc(arena, sizeof *report);

    b.sources = arena_calloc(arena, 2, sizeof *b.sources);
    b.sources_n = 2;
    b.sources[0] = source_row(1, "Storage in 2023", text_one);
    b.sources[0].pages = str("0 62"); /* its second sentence stands on page 2 */
    b.sources[1] = source_row(2, "Ageing of cells", text_two);
    *report = (struct report){ .title = b.question,
                               .query = b.question,
                               .workflow = b.workflow,
                               .body = str(body),
                               .has_summary = true,
                               .claims_version = CLAIMS_VERSION };
    report->claims = arena_calloc(arena, 4, sizeof *report->claims);
    report->sources = arena_calloc(arena, 2, sizeof *report->sources);
    report->sources_n = 2;
    for (size_t i = 0; i < 2; i++)
        report->sources[i] = (struct report_source){ .id = b.sources[i].id,
                                                     .number = b.sources[i].number,
                                                     .title = b.sources[i].title,
                                                     .url = b.sources[i].url,
                                                     .engine = b.sources[i].engine,
                                                     .cited = true,
                                                     .relevance = 1,
                                                     .hash = hex(b.sources[i].hash) };
    add_claim(report, "Pumped hydro held 90 percent of the storage capacity in 2023.",
              span_of(1, text_one, "Pumped hydro held 90 percent of the storage capacity in 2023."));
    report->claims[0].spans[0].page = 1;
    add_claim(report, "Lithium cells lose about 2 percent of their capacity each year.",
              span_of(2, text_two, "Lithium cells lose about 2 percent of their capacity each year."));
    claim_recount(report->claims, report->claims_n, CLAIMS_VERSION, &report->summary);
    report->summary.independent = 2;
    b.report = report_seal(arena, report);
    b.report_hash = hash_of(b.report);
    b.claims = report->claims;
    b.claims_n = report->claims_n;
    b.outline = arena_calloc(arena, 2, sizeof *b.outline);
    b.outline_n = 2;
    b.outline[0] = (struct outline_row){ str("search/0/0"), hash_of(str("q")), hash_of(str("a")), str("done") };
    b.outline[1] = (struct outline_row){ str("write/0"), hash_of(str("w")), hash_of(str("r")), str("done") };
    b.journal = outline_digest(b.outline, b.outline_n);
    return b;
}

/* Problems of these bytes; the error's code when they cannot be read. */
static int problems_of(struct str bytes, struct str_list *ret)
{
    struct bundle bundle;
    struct report report;
    struct error e;
    int r = bundle_read(bytes, arena, &bundle, ret, &e);

    return r < 0 ? r : report_verify(arena, &bundle, &report, ret, &e);
}

static bool named(const struct str_list *problems, const char *name)
{
    for (size_t i = 0; i < problems->n; i++)
        if (str_starts(problems->items[i], name))
            return true;
    return false;
}

static void assert_named(const struct str_list *problems, const char *name, const char *what)
{
    if (named(problems, name))
        return;
    for (size_t i = 0; i < problems->n; i++)
        print_error("  %.*s\n", STR_ARG(problems->items[i]));
    fail_msg("%s: no problem \"%s\" among %zu", what, name, problems->n);
}

static struct str written(void)
{
    struct bundle b = make();
    struct str bytes;
    struct error e;

    assert_int_equal(bundle_write(&b, arena, &bytes, &e), 0);
    return bytes;
}

enum { TRAILER = 115 };

/* The forger's tools: SQL on the database, then a new trailer or the old one. */
static struct str forged(struct str bytes, const char *sql, bool seal)
{
    char path[] = "/tmp/fathom-bundle-XXXXXX";
    int fd = mkstemp(path);
    struct buf file;
    sqlite3 *db;
    char *message = NULL, hex[HASH_HEX_SIZE];
    struct error e;

    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(file_write_atomic(path, str_sub(bytes, 0, bytes.len - TRAILER), 0600, &e), 0);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
    buf_init(&file, 1 << 24);
    assert_int_equal(file_read(path, &file, &e), 0);
    unlink(path);
    struct str database = buf_take(&file, arena), trailer = str_sub(bytes, bytes.len - TRAILER, bytes.len);
    if (seal) {
        hash_hex(hash_of(database), hex);
        trailer = str_format(arena, "%.*s%s\n", STR_ARG(str_sub(trailer, 0, TRAILER - 65)), hex);
    }
    struct str parts[] = { database, trailer };
    struct buf out;
    buf_init(&out, 1 << 24);
    buf_add_str(&out, parts[0]);
    buf_add_str(&out, parts[1]);
    return buf_take(&out, arena);
}

static void test_a_bundle_that_holds_has_no_problem(void **state)
{
    struct str_list problems = { 0 };
    struct str bytes = written();

    (void) state;
    assert_int_equal(problems_of(bytes, &problems), 0);
    for (size_t i = 0; i < problems.n; i++)
        print_error("  %.*s\n", STR_ARG(problems.items[i]));
    assert_int_equal(problems.n, 0);
    assert_true(str_eq(bytes, written())); /* the same run, the same bytes */
}

static void test_where_pages_start_comes_back(void **state)
{
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct error e;

    (void) state;
    assert_int_equal(bundle_read(written(), arena, &bundle, &problems, &e), 0);
    assert_true(str_is(bundle.sources[0].pages, "0 62"));
    assert_true(str_empty(bundle.sources[1].pages));
    assert_int_equal(bundle.claims[0].spans[0].page, 1);
}

static void test_a_bundle_of_version_1_is_read_and_checked(void **state)
{
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct report report;
    struct buf file;
    struct error e;

    (void) state;
    buf_init(&file, 1 << 20);
    assert_int_equal(file_read("tests/unit/bundle_version_1.fathom", &file, &e), 0);
    struct str bytes = buf_take(&file, arena);
    assert_int_equal(bundle_read(bytes, arena, &bundle, &problems, &e), 0);
    assert_int_equal(report_verify(arena, &bundle, &report, &problems, &e), 0);
    assert_int_equal(problems.n, 0);
    /* Its quotes have pages; where these start was not written down then. */
    assert_int_equal(report.claims[0].spans[0].page, 2);
    assert_true(str_empty(bundle.sources[0].pages));
    /* What only the newer version has is strange in the older one. */
    assert_int_equal(
        problems_of(forged(bytes, "ALTER TABLE source ADD COLUMN pages TEXT NOT NULL DEFAULT ''", true), &problems),
        -ERROR_PARSE);
    assert_named(&problems, "schema", "a column of the newer version");
}

/* Written before sentences had kinds; one of its claims was taken out and counted among the others then. */
static void test_a_bundle_with_older_claims_is_read_and_checked(void **state)
{
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct report report;
    struct buf file;
    struct error e;

    (void) state;
    buf_init(&file, 1 << 20);
    assert_int_equal(file_read("tests/unit/claims_version_1.fathom", &file, &e), 0);
    struct str bytes = buf_take(&file, arena);
    assert_int_equal(bundle_read(bytes, arena, &bundle, &problems, &e), 0);
    assert_int_equal(report_verify(arena, &bundle, &report, &problems, &e), 0);
    assert_int_equal(problems.n, 0);
    assert_int_equal(bundle.claims_version, 1);
    assert_int_equal(report.claims_n, 1);
    assert_int_equal(report.claims[0].kind, KIND_CLAIM);
    assert_true(report.claims[0].left_out);
    assert_true(str_is(report.claims[0].decided_by, "model"));
    assert_true(str_is(report.claims[0].reason, "fire rules limit it"));
    assert_int_equal(report.summary.contradicted, 1);
    /* Its digest still covers them. */
    struct str lie = forged(bytes, "UPDATE report SET json = replace(json, 'fire rules limit it', 'it is so')", true);
    problems = (struct str_list){ 0 };
    assert_int_equal(problems_of(lie, &problems), 0);
    assert_named(&problems, "content digest", "another reason in older claims");
}

static void test_a_bundle_of_another_version_is_refused(void **state)
{
    static const char *const sqls[] = { "PRAGMA user_version = 0", "PRAGMA user_version = 3",
                                        "PRAGMA user_version = -1" };

    (void) state;
    for (size_t i = 0; i < sizeof sqls / sizeof *sqls; i++) {
        struct str_list problems = { 0 };
        struct bundle bundle;
        struct error e;

        assert_int_equal(bundle_read(forged(written(), sqls[i], true), arena, &bundle, &problems, &e), -ERROR_PARSE);
        assert_non_null(strstr(e.message, "this program reads versions up to 2"));
    }
}

/* SQL for each lie, and the name it is found by when it is sealed anew. */
static const struct {
    const char *what, *sql, *name;
} lies[] = {
    { "a byte in a source",
      "UPDATE source SET text = CAST(replace(CAST(text AS TEXT), '12 giga', '13 giga') AS BLOB) WHERE number = 1",
      "source text" },
    { "a byte in a quoted part of a source",
      "UPDATE source SET text = CAST(replace(CAST(text AS TEXT), '90 percent', '91 percent') AS BLOB)", "quote" },
    { "a source's text and its hash",
      "UPDATE source SET text = CAST('Pumped hydro held 50 percent.' AS BLOB), hash = zeroblob(32) WHERE number = 1",
      "source text" },
    { "a dropped source", "DELETE FROM source WHERE number = 2", "source missing" },
    { "an added source",
      "INSERT INTO source SELECT 3, name, url, canonical_url, title, snippet, author, date, engine, query, relevance, snippet_only, hash, text, pages FROM source WHERE number = 1",
      "source" },
    { "two sources' texts swapped",
      "UPDATE source SET text = (SELECT text FROM source s WHERE s.number = 3 - source.number)", "source text" },
    { "a changed title", "UPDATE source SET title = 'Another title' WHERE number = 1", "title" },
    { "a changed address", "UPDATE source SET url = 'https://evil.example/' WHERE number = 1", "address" },
    { "a changed author", "UPDATE source SET author = 'Somebody' WHERE number = 1", "origin" },
    { "a changed id", "UPDATE source SET name = 'src-ffffffffffff' WHERE number = 1", "source id" },
    { "another page for a quote", "UPDATE report SET json = replace(json, '\"page\":1', '\"page\":2')", "page" },
    { "no page for a quote that has one", "UPDATE report SET json = replace(json, '\"page\":1', '\"page\":0')",
      "page" },
    { "a page that starts elsewhere", "UPDATE source SET pages = '0 0 62' WHERE number = 1", "page" },
    { "pages that start outside the text", "UPDATE source SET pages = '0 99999' WHERE number = 1", "pages" },
    { "pages in no order", "UPDATE source SET pages = '62 0' WHERE number = 1", "pages" },
    { "pages that are none", "UPDATE source SET pages = '0 x' WHERE number = 1", "pages" },
    { "a page said not to be read", "UPDATE source SET snippet_only = 1 WHERE number = 1", "snippet" },
    { "a moved span", "UPDATE report SET json = replace(json, '\"start\":0,\"end\":61', '\"start\":1,\"end\":62')",
      "quote" },
    { "a span past the end",
      "UPDATE report SET json = replace(json, '\"start\":0,\"end\":61', '\"start\":0,\"end\":9999')", "span" },
    { "a span that is empty",
      "UPDATE report SET json = replace(json, '\"start\":0,\"end\":61', '\"start\":61,\"end\":61')", "span" },
    { "a span of another source", "UPDATE report SET json = replace(json, '\"source\":1', '\"source\":2')", "quote" },
    { "a span of no source", "UPDATE report SET json = replace(json, '\"source\":1', '\"source\":7')",
      "source missing" },
    { "an edited quote", "UPDATE report SET json = replace(json, '\"quote\":\"Pumped', '\"quote\":\"Dumped')",
      "quote" },
    { "an edited claim",
      "UPDATE report SET json = replace(json, '\"text\":\"Lithium cells', '\"text\":\"Sodium cells')", "claim text" },
    { "an edited sentence of the report",
      "UPDATE report SET json = replace(json, 'Lithium cells lose about', 'Lithium cells have about')", "quote" },
    { "a changed number",
      "UPDATE report SET json = replace(json, 'held 90 percent of the storage capacity in 2023 [1]', 'held 95 percent of the storage capacity in 2023 [1]')",
      "claim text" },
    { "a changed number in body and claim",
      "UPDATE report SET json = replace(replace(json, 'held 90 percent of the storage capacity in 2023 [1]', 'held 95 percent of the storage capacity in 2023 [1]'), '\"text\":\"Pumped hydro held 90', '\"text\":\"Pumped hydro held 95')",
      "number" },
    { "a forged number row",
      "UPDATE report SET json = replace(json, '\"found\":\"2 percent\"', '\"found\":\"20 percent\"')", "number" },
    { "a dropped number row",
      "UPDATE report SET json = replace(json, '\"numbers\":[{\"text\":\"2 percent\"', '\"numbers\":[{\"text\":\"2 of them\"')",
      "number" },
    { "a forged summary", "UPDATE report SET json = replace(json, '\"supported\":2', '\"supported\":3')", "summary" },
    { "changed counts that add up",
      "UPDATE report SET json = replace(replace(json, '\"supported\":2', '\"supported\":1'), '\"partial\":0', '\"partial\":1')",
      "summary" },
    { "a forged coverage", "UPDATE report SET json = replace(json, '\"sentences\":2', '\"sentences\":1')", "summary" },
    { "a changed verdict",
      "UPDATE report SET json = replace(json, '\"verdict\":\"supported\"', '\"verdict\":\"partial\"')", "summary" },
    { "a verdict nobody gave", "UPDATE report SET json = replace(json, '\"decidedBy\":\"code\"', '\"decidedBy\":null')",
      "verdict" },
    { "a verdict without evidence",
      "UPDATE report SET json = replace(json, '\"spans\":[{\"source\":2', '\"spans\":[],\"x\":[{\"source\":2')",
      "verdict" },
    { "a claim taken off the list", "UPDATE report SET json = replace(json, '\"leftOut\":false', '\"leftOut\":true')",
      "claim missing" },
    { "a marker to nothing", "UPDATE report SET json = replace(json, 'in 2023 [1]', 'in 2023 [8]')", "marker" },
    { "a marker to another source", "UPDATE report SET json = replace(json, 'in 2023 [1]', 'in 2023 [2]')", "marker" },
    { "a marker taken away", "UPDATE report SET json = replace(json, 'each year [2].', 'each year    .')", "marker" },
    { "a sentence added",
      "UPDATE report SET json = replace(json, 'each year [2].', 'each year [2]. Nuclear plants store more energy than all of these together.')",
      "claim missing" },
    { "swapped quotes",
      "UPDATE report SET json = replace(replace(replace(json, '\"quote\":\"Pumped hydro held 90 percent of the storage capacity in 2023.\"', '\"quote\":\"X\"'), '\"quote\":\"Lithium cells lose about 2 percent of their capacity each year.\"', '\"quote\":\"Pumped hydro held 90 percent of the storage capacity in 2023.\"'), '\"quote\":\"X\"', '\"quote\":\"Lithium cells lose about 2 percent of their capacity each year.\"')",
      "quote" },
    { "a source said not to be cited", "UPDATE report SET json = replace(json, '\"cited\":true', '\"cited\":false')",
      "cited" },
    { "another title in the report's list",
      "UPDATE report SET json = replace(json, '\"title\":\"Ageing of cells\"', '\"title\":\"Ageing of selves\"')",
      "title" },
    { "another text's hash in the report's list",
      "UPDATE report SET json = replace(json, '\"hash\":\"', '\"hash\":\"0')", "source hash" },
    { "a forged content digest", "UPDATE report SET json = replace(json, '\"digest\":\"', '\"digest\":\"0')",
      "content digest" },
    { "another title of the report",
      "UPDATE report SET json = replace(json, '\"title\":\"How is power stored?\"', '\"title\":\"What is proven\"')",
      "content digest" },
    { "a warning put in",
      "UPDATE report SET json = replace(json, '\"warnings\":[]', '\"warnings\":[\"checked twice\"]')",
      "content digest" },
    { "another model's work", "UPDATE report SET json = replace(json, '\"extractive\":false', '\"extractive\":true')",
      "content digest" },
    { "an older rule for the digest",
      "UPDATE report SET json = replace(json, '\"digestVersion\":2', '\"digestVersion\":0')", "content digest" },
    { "where a source was found", "UPDATE source SET engine = 'tavily' WHERE number = 1", "source record" },
    { "what its snippet said", "UPDATE source SET snippet = 'It is all true.' WHERE number = 1", "source record" },
    { "another question", "UPDATE meta SET value = 'Who stores power?' WHERE name = 'question'", "question" },
    { "a claim row that differs from the report",
      "UPDATE claim SET json = replace(json, '\"confidence\":1000', '\"confidence\":999') WHERE number = 1", "claim" },
    { "a dropped claim row", "DELETE FROM claim WHERE number = 2", "claims" },
    { "any byte of the report", "UPDATE report SET json = json || ' '", "report" },
    { "a dropped journal entry", "DELETE FROM journal WHERE ordinal = 2", "journal digest" },
    { "a forged answer in the journal", "UPDATE journal SET body = zeroblob(32) WHERE ordinal = 1", "journal digest" },
    { "a forged journal digest",
      "UPDATE meta SET value = '0000000000000000000000000000000000000000000000000000000000000000' WHERE name = 'journalSha256'",
      "journal digest" },
    { "free pages", "CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(20000)); DROP TABLE t", "free pages" },
};

static void test_every_lie_is_found_by_its_name(void **state)
{
    struct str bytes = written();

    (void) state;
    assert_true(sizeof lies / sizeof *lies >= 20);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct str_list plain = { 0 }, sealed = { 0 };
        struct str changed = forged(bytes, lies[i].sql, false);

        if (str_eq(str_sub(changed, 0, changed.len - TRAILER), str_sub(bytes, 0, bytes.len - TRAILER)))
            fail_msg("%s: the forgery changed nothing", lies[i].what);
        problems_of(changed, &plain);
        assert_named(&plain, "digest", lies[i].what);
        assert_int_equal(problems_of(forged(bytes, lies[i].sql, true), &sealed), 0);
        assert_named(&sealed, lies[i].name, lies[i].what);
        assert_false(named(&sealed, "digest:"));
    }
}

static void test_bytes_around_the_database_are_found(void **state)
{
    struct str bytes = written();
    struct str_list behind = { 0 }, none = { 0 }, between = { 0 };

    (void) state;
    problems_of(str_format(arena, "%s", ""), &none);
    struct buf out;
    buf_init(&out, 1 << 24);
    buf_add_str(&out, bytes);
    buf_add_z(&out, "trailing bytes");
    problems_of(buf_take(&out, arena), &behind);
    assert_named(&behind, "trailer", "trailing bytes");
    none.n = 0;
    problems_of(str_sub(bytes, 0, bytes.len - TRAILER), &none);
    assert_named(&none, "trailer", "no trailer");
    /* Room between database and trailer, sealed as if it belonged there. */
    char hex[HASH_HEX_SIZE];
    buf_init(&out, 1 << 24);
    buf_add_str(&out, str_sub(bytes, 0, bytes.len - TRAILER));
    buf_add_z(&out, "hidden message");
    hash_hex(hash_of(buf_str(&out)), hex);
    buf_add_str(&out, str_sub(bytes, bytes.len - TRAILER, bytes.len - 65));
    buf_format(&out, "%s\n", hex);
    problems_of(buf_take(&out, arena), &between);
    assert_named(&between, "room", "bytes between database and trailer");
}

static void test_strange_tables_are_refused(void **state)
{
    static const char *const sqls[] = {
        "CREATE TABLE more(x)",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN SELECT 1; END",
        "DROP TABLE journal",
        "CREATE INDEX i ON source(title)",
    };
    struct str bytes = written();

    (void) state;
    for (size_t i = 0; i < sizeof sqls / sizeof *sqls; i++) {
        struct str_list problems = { 0 };

        assert_int_equal(problems_of(forged(bytes, sqls[i], true), &problems), -ERROR_PARSE);
        assert_named(&problems, "schema", sqls[i]);
    }
}

static void test_any_changed_byte_is_found(void **state)
{
    struct str bytes = written();
    char *copy = arena_copy(arena, bytes.data, bytes.len);

    (void) state;
    for (size_t at = 0; at < bytes.len; at += at < 200 || at + 200 > bytes.len ? 1 : 97) {
        struct str_list problems = { 0 };

        copy[at] ^= 0x10;
        int r = problems_of(str_n(copy, bytes.len), &problems);
        if (r == 0 && problems.n == 0)
            fail_msg("byte %zu can be changed", at);
        copy[at] ^= 0x10;
    }
}

static void test_what_is_no_bundle_cannot_be_read(void **state)
{
    struct str_list problems = { 0 };

    (void) state;
    assert_int_equal(problems_of(str(""), &problems), -ERROR_PARSE);
    assert_int_equal(problems_of(str("Dear diary"), &problems), -ERROR_PARSE);
    for (size_t n = 0; n < 2000; n += 50) {
        struct str bytes = written();

        problems.n = 0;
        int r = problems_of(str_sub(bytes, 0, n), &problems);
        assert_true(r < 0 || problems.n > 0);
    }
}

static void test_provenance_tells_what_happened_in_order_of_time(void **state)
{
    struct outline_row rows[] = {
        { .path = str("a/late"),
          .outcome = str("done"),
          .started_ms = 1767225605000,
          .ended_ms = 1767225605250,
          .answered_by = str("openai/test") },
        { .path = str("b/fact"), .outcome = str("done") },
        { .path = str("c/early"), .outcome = str("timeout"), .started_ms = 1767225600000, .ended_ms = 1767225601000 },
        /* At once: what ended first, then the names, numbers by their value. */
        { .path = str("a/10"), .outcome = str("done"), .started_ms = 1767225606000, .ended_ms = 1767225606005 },
        { .path = str("a/2"), .outcome = str("done"), .started_ms = 1767225606000, .ended_ms = 1767225606005 },
        { .path = str("z"), .outcome = str("done"), .started_ms = 1767225606000, .ended_ms = 1767225606001 },
    };
    struct bundle bundle = { .run = str("run-1"), .outline = rows, .outline_n = 6 };
    struct report report = { 0 };
    struct str markdown = provenance_markdown(arena, &bundle, &report);

    (void) state;
    assert_true(str_ends(markdown, "## What happened\n\n"
                                   "- 2026-01-01T00:00:00.000Z c/early: timeout, 1.000 s\n"
                                   "- 2026-01-01T00:00:05.000Z a/late: done by openai/test, 0.250 s\n"
                                   "- 2026-01-01T00:00:06.000Z z: done, 0.001 s\n"
                                   "- 2026-01-01T00:00:06.000Z a/2: done, 0.005 s\n"
                                   "- 2026-01-01T00:00:06.000Z a/10: done, 0.005 s\n"
                                   "- b/fact: done\n"));
    struct str json = provenance_json(arena, &bundle, &report);
    assert_true(str_find(json, str("c/early"), 0) < str_find(json, str("a/late"), 0));
    assert_true(str_contains(json, "\"durationMs\": 250"));
}

static int begin(void **state)
{
    (void) state;
    arena = arena_new();
    return 0;
}
static int end(void **state)
{
    (void) state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_bundle_that_holds_has_no_problem, begin, end),
        cmocka_unit_test_setup_teardown(test_where_pages_start_comes_back, begin, end),
        cmocka_unit_test_setup_teardown(test_a_bundle_of_version_1_is_read_and_checked, begin, end),
        cmocka_unit_test_setup_teardown(test_a_bundle_with_older_claims_is_read_and_checked, begin, end),
        cmocka_unit_test_setup_teardown(test_a_bundle_of_another_version_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(test_every_lie_is_found_by_its_name, begin, end),
        cmocka_unit_test_setup_teardown(test_bytes_around_the_database_are_found, begin, end),
        cmocka_unit_test_setup_teardown(test_strange_tables_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(test_any_changed_byte_is_found, begin, end),
        cmocka_unit_test_setup_teardown(test_what_is_no_bundle_cannot_be_read, begin, end),
        cmocka_unit_test_setup_teardown(test_provenance_tells_what_happened_in_order_of_time, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
