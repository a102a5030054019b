#include "service/evidence.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "records/bundle.h"
#include "records/sources.h"
#include "report/claims.h"
#include "report/provenance.h"
#include "report/verify.h"
#include "service/runs.h"
#include "service/service.h"
#include "service/value.h"
#include "store/blob.h"

/* --- claims --- */

static void keep_left_out(struct claims_out *out)
{
    size_t n = 0;

    for (size_t i = 0; i < out->claims_n; i++)
        if (out->claims[i].left_out)
            out->claims[n++] = out->claims[i];
    out->claims_n = n;
}

int do_claims(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct claims_in *in = in_;
    struct claims_out *ret = ret_;
    struct reading reading;
    struct report report = { 0 };
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    if (!reading.row.has_report)
        r = error_set(e, ERROR_CONFLICT, "%.*s has no report yet, so it has no claims.", STR_ARG(reading.row.id));
    if (r == 0)
        r = claim_record_list(reading.db, reading.row.id, in->verdict, arena, &ret->claims, &ret->claims_n, e);
    if (r == 0)
        r = run_report_load(&reading, arena, &report, e);
    if (r == 0)
        r = run_report_add_texts(&reading, arena, &report, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    claims_add_leads(arena, &report, ret->claims, ret->claims_n);
    ret->summary = report.summary;
    if (in->left_out)
        keep_left_out(ret);
    return 0;
}

/* --- verify --- */

static int read_file(struct arena *arena, struct str path, struct str *ret, struct error *e)
{
    struct buf bytes;

    buf_init(&bytes, BUNDLE_MAX + 4096);
    int r = file_read(str_z(arena, path), &bytes, e);
    if (r == 0)
        *ret = buf_take(&bytes, arena);
    buf_free(&bytes);
    return r;
}

static struct str hex_of(struct arena *arena, struct hash hash)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash, hex);
    return str_dup(arena, str(hex));
}

static int check_bundle(struct arena *arena, const struct bundle *bundle, struct verify_out *ret, struct error *e)
{
    struct report report;
    int r = report_verify(arena, bundle, &report, &ret->problems, e);

    if (r < 0)
        return r;
    ret->id = bundle->run;
    ret->question = bundle->question;
    ret->sources = (int64_t) bundle->sources_n;
    ret->effects = (int64_t) bundle->outline_n;
    ret->summary = report.summary;
    ret->content = report.digest;
    return 0;
}

/* The digest of the file, or the one that the report prints. */
static void compare_digest(struct arena *arena, const struct verify_in *in, struct verify_out *ret)
{
    if (in->digest.len && !str_eq_nocase(in->digest, ret->digest) && !str_eq_nocase(in->digest, ret->content))
        str_list_add(arena, &ret->problems, str("digest: it differs from the given one"));
}

/* A tampered file may be past reading: then what is known already is the answer. */
static int verify_file(struct arena *arena, const struct verify_in *in, struct verify_out *ret, struct error *e)
{
    struct str bytes;
    struct bundle bundle;
    struct hash digest;
    int r = read_file(arena, in->target, &bytes, e);

    if (r < 0)
        return r;
    bool sealed = bundle_digest(bytes, &digest);
    r = bundle_read(bytes, arena, &bundle, &ret->problems, e);
    if (r == 0)
        r = check_bundle(arena, &bundle, ret, e);
    if (r == -ERROR_PARSE && sealed && ret->problems.n) {
        str_list_add(arena, &ret->problems, str_format(arena, "database: %s", e->message));
        r = 0;
    }
    if (r < 0)
        return error_wrap(e, "%.*s", STR_ARG(in->target));
    ret->digest = sealed ? hex_of(arena, digest) : str("");
    compare_digest(arena, in, ret);
    return 0;
}

/* The bundle of a run, and its row. */
static int load_run(const struct caller *caller, struct arena *arena, struct str id, struct run_row *ret_row,
                    struct bundle *ret, struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, id, &reading, e);

    if (r < 0)
        return r;
    *ret_row = reading.row;
    r = bundle_load(reading.db, reading.row.id, arena, ret, e);
    reading_end(&reading);
    return r;
}

static int verify_run(const struct caller *caller, struct arena *arena, const struct verify_in *in,
                      struct verify_out *ret, struct error *e)
{
    struct run_row row = { 0 };
    struct bundle bundle;
    struct str bytes;
    struct hash digest;
    int r = load_run(caller, arena, in->target, &row, &bundle, e);

    if (r == -ERROR_STORE && row.id.len) {
        str_list_add(arena, &ret->problems, str_format(arena, "store: %s", e->message));
        ret->id = row.id;
        return 0;
    }
    if (r == 0)
        r = check_bundle(arena, &bundle, ret, e);
    if (r == 0 && (r = bundle_write(&bundle, arena, &bytes, e)) == 0 && bundle_digest(bytes, &digest)) {
        ret->digest = hex_of(arena, digest);
        compare_digest(arena, in, ret);
    }
    return r;
}

int do_verify(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct verify_in *in = in_;
    struct verify_out *ret = ret_;
    bool file = caller->paths && file_exists(str_z(arena, in->target));
    int r = file ? verify_file(arena, in, ret, e) : verify_run(caller, arena, in, ret, e);

    if (r == -ERROR_NOT_FOUND && caller->paths &&
        (str_find_char(in->target, '/', 0) >= 0 || str_ends(in->target, ".fathom")))
        return error_set(e, ERROR_NOT_FOUND, "There is no file %.*s.", STR_ARG(in->target));
    ret->good = r == 0 && ret->problems.n == 0;
    return r;
}

/* --- export, import --- */

int do_export(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct export_in *in = in_;
    struct export_out *ret = ret_;
    const struct report_in report_in = { .id = in->id, .format = in->format };
    struct report_out report = { 0 };
    struct hash digest;
    int r = operation_run(&operation_report, caller, arena, &report_in, &report, e);

    if (r < 0)
        return r;
    *ret = (struct export_out){ .id = report.id, .data = report.text };
    if (in->format == REPORT_FATHOM && bundle_digest(report.text, &digest))
        ret->digest = hex_of(arena, digest);
    return 0;
}

struct import_job {
    const struct bundle *bundle;
    struct hash digest;
    struct str owner;
};

/* The same run, deleted by its owner and not swept yet, makes room. */
static int import_job(struct db *db, void *arg, struct error *e)
{
    const struct import_job *job = arg;
    struct arena *arena = arena_new();
    struct run_row row;
    int r = 0;

    if (run_record_get(db, job->bundle->run, arena, &row, NULL) == 0 && row.deleted_ms && str_eq(row.owner, job->owner))
        r = run_record_delete(db, job->bundle->run, e);
    arena_free(arena);
    if (r < 0)
        return r;
    return bundle_store(db, job->bundle, job->digest, job->owner, clock_wall_ms(), e);
}

int do_import(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct import_in *in = in_;
    struct import_out *ret = ret_;
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct report report;
    struct str bytes;
    struct store *store;
    struct import_job job = { .bundle = &bundle, .owner = caller->user };

    if (!caller->paths)
        return error_set(e, ERROR_FORBIDDEN, "Files of this machine cannot be named from here.");
    int r = read_file(arena, in->file, &bytes, e);
    if (r == 0)
        r = bundle_read(bytes, arena, &bundle, &problems, e);
    if (r == 0)
        r = report_verify(arena, &bundle, &report, &problems, e);
    if (r < 0)
        return error_wrap(e, "%.*s", STR_ARG(in->file));
    if (problems.n)
        return error_set(e, ERROR_INVALID, "%.*s failed the check, so it is not imported: %.*s%s. See: @{verify %.*s}",
                         STR_ARG(in->file), STR_ARG(problems.items[0]), problems.n > 1 ? " (and more)" : "",
                         STR_ARG(in->file));
    if (!str_starts(bundle.run, "run-") || bundle.run.len != 16)
        return error_set(e, ERROR_INVALID, "%.*s does not name a run.", STR_ARG(in->file));
    bundle_digest(bytes, &job.digest);
    if ((r = service_store(caller->service, true, &store, e)) == 0)
        r = store_write(store, import_job, &job, e);
    if (r == 0)
        *ret = (struct import_out){ bundle.run, hex_of(arena, job.digest) };
    return r;
}

/* --- provenance --- */

int do_provenance(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct provenance_in *in = in_;
    struct provenance_out *ret = ret_;
    struct run_row row;
    struct bundle bundle;
    struct report report;
    int r = load_run(caller, arena, in->id, &row, &bundle, e);

    if (r == 0)
        r = report_parse(arena, bundle.report, &report, e);
    if (r == 0)
        *ret = (struct provenance_out){ row.id, in->format == PROVENANCE_JSON
                                                    ? provenance_json(arena, &bundle, &report)
                                                    : provenance_markdown(arena, &bundle, &report) };
    return r;
}
