#include "service/evidence.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "records/bundle.h"
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

static int claims(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct claims_in *in = in_;
    struct claims_out *ret = ret_;
    struct reading reading;
    struct str text;
    struct report report = { 0 };
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    if (!reading.row.has_report)
        r = error_set(e, ERROR_CONFLICT, "%.*s has no report yet, so it claims nothing.", STR_ARG(reading.row.id));
    if (r == 0)
        r = claim_record_list(reading.db, reading.row.id, in->verdict, arena, &ret->claims, &ret->claims_n, e);
    if (r == 0)
        r = blob_get(reading.db, reading.row.report, arena, &text, e);
    reading_end(&reading);
    if (r == 0)
        r = report_parse(arena, text, &report, e);
    if (r == 0)
        ret->summary = report.summary;
    if (r == 0 && in->left_out)
        keep_left_out(ret);
    return r;
}

static const struct field claims_in_fields[] = {
    FIELD_STR(struct claims_in, id, .required = true, .words = kind_id,
              .help = "a run: its id, any unique start of it, or last"),
    FIELD_ENUM(struct claims_in, verdict, verdict_words, .help = "only claims of this verdict"),
    FIELD_AS("leftOut", BOOL, struct claims_in, left_out, .help = "only what was taken out of the text"),
    FIELD_END,
};
static const struct field claims_out_fields[] = {
    FIELD_OBJECT(struct claims_out, summary, claim_summary_fields, .help = "counts of all of them"),
    FIELD_LIST(struct claims_out, claims, claims_n, struct claim_row, claim_row_fields,
               .help = "in the order of the report"),
    FIELD_END,
};
const struct operation operation_claims = {
    .name = "claims",
    .help = "List the claims of a report, each with its verdict and the words it rests on.",
    .in = claims_in_fields,
    .in_size = sizeof(struct claims_in),
    .out = claims_out_fields,
    .out_size = sizeof(struct claims_out),
    .run = claims,
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT },
};

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

/* That of the file, or the one the report itself prints. */
static void compare_digest(struct arena *arena, const struct verify_in *in, struct verify_out *ret)
{
    if (in->digest.len && !str_eq_nocase(in->digest, ret->digest) && !str_eq_nocase(in->digest, ret->content))
        str_list_add(arena, &ret->problems, str("digest: it is not the one that was given"));
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

static int verify_run(const struct caller *caller, struct arena *arena, const struct verify_in *in,
                      struct verify_out *ret, struct error *e)
{
    struct reading reading;
    struct bundle bundle;
    struct str bytes;
    struct hash digest;
    int r = reading_begin(caller, arena, in->target, &reading, e);

    if (r < 0)
        return r;
    r = bundle_load(reading.db, reading.row.id, arena, &bundle, e);
    reading_end(&reading);
    if (r == -ERROR_STORE) {
        str_list_add(arena, &ret->problems, str_format(arena, "store: %s", e->message));
        ret->id = reading.row.id;
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

static int verify(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
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

static const struct field verify_in_fields[] = {
    FIELD_STR(struct verify_in, target, .required = true, .words = kind_id, .help = "a bundle (FILE.fathom) or a run"),
    FIELD_STR(struct verify_in, digest, .max = 64,
              .help = "the digest it must have, in hexadecimal: the file's, or the one printed in the report"),
    FIELD_END,
};
static const struct field verify_out_fields[] = {
    FIELD_STR(struct verify_out, id, .nullable = true, .help = "the run the report is of"),
    FIELD_STR(struct verify_out, question, .nullable = true, .help = "what was asked"),
    FIELD_BOOL(struct verify_out, good, .help = "everything holds"),
    FIELD_STR(struct verify_out, digest, .nullable = true, .help = "SHA-256 of the bundle"),
    FIELD_AS("contentDigest", STR, struct verify_out, content, .nullable = true,
             .help = "SHA-256 of the text, its claims and their sources, as the report prints it"),
    FIELD_INT(struct verify_out, sources, .help = "sources whose texts were checked"),
    FIELD_INT(struct verify_out, effects, .help = "entries of the journal's outline"),
    FIELD_OBJECT(struct verify_out, summary, claim_summary_fields, .help = "counts of the claims"),
    FIELD_STRS(struct verify_out, problems, .help = "what does not hold, each named"),
    FIELD_END,
};
const struct operation operation_verify = {
    .name = "verify",
    .help = "Check a report and everything it rests on, with no network and no model.",
    .about =
        "Source texts against their hashes, spans against the texts, quotes against the bytes, markers against the sources, "
        "numbers against the quotes, the summary against a recount. Exit status 0: all holds; 1: something does not, and each "
        "thing is named; 2: it cannot be read.",
    .in = verify_in_fields,
    .in_size = sizeof(struct verify_in),
    .out = verify_out_fields,
    .out_size = sizeof(struct verify_out),
    .run = verify,
    .errors = { ERROR_NOT_FOUND, ERROR_PARSE },
};

/* --- export, import --- */

static int export_run(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct export_in *in = in_;
    struct export_out *ret = ret_;
    const struct report_in report_in = { .id = in->id, .format = in->format };
    struct report_out report = { 0 };
    struct hash digest;
    int r = operation_report.run(caller, arena, &report_in, &report, e);

    if (r < 0)
        return r;
    *ret = (struct export_out){ .id = report.id, .data = report.text };
    if (in->format == REPORT_FATHOM && bundle_digest(report.text, &digest))
        ret->digest = hex_of(arena, digest);
    return 0;
}

static const struct field export_in_fields[] = {
    FIELD_STR(struct export_in, id, .required = true, .words = kind_id,
              .help = "a run: its id, any unique start of it, or last"),
    FIELD_ENUM(struct export_in, format, report_format_words, .preset = "fathom", .help = "how it is written"),
    FIELD_END,
};
static const struct field export_out_fields[] = {
    FIELD_STR(struct export_out, id, .help = "the run"),
    FIELD_STR(struct export_out, digest, .nullable = true, .help = "SHA-256 of the bundle"),
    FIELD_STR(struct export_out, data, .help = "the file"),
    FIELD_END,
};
const struct operation operation_export = {
    .name = "export",
    .help = "Write a report with everything it rests on to one file.",
    .about =
        "A bundle (.fathom) holds report, claims, spans, source texts and the outline of the journal, sealed by a digest; "
        "anybody can check it with fathom verify. Other endings give the report alone.",
    .in = export_in_fields,
    .in_size = sizeof(struct export_in),
    .out = export_out_fields,
    .out_size = sizeof(struct export_out),
    .run = export_run,
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT },
};

struct import_job {
    const struct bundle *bundle;
    struct hash digest;
    struct str owner;
};

static int import_job(struct db *db, void *arg, struct error *e)
{
    const struct import_job *job = arg;

    return bundle_store(db, job->bundle, job->digest, job->owner, clock_wall_ms(), e);
}

static int import(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct import_in *in = in_;
    struct import_out *ret = ret_;
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct report report;
    struct str bytes;
    struct store *store;
    struct import_job job = { .bundle = &bundle, .owner = caller->owner };

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
        return error_set(e, ERROR_INVALID, "%.*s does not hold, so it is not taken in: %.*s%s. See: fathom verify %.*s",
                         STR_ARG(in->file), STR_ARG(problems.items[0]), problems.n > 1 ? " (and more)" : "",
                         STR_ARG(in->file));
    if (!str_starts(bundle.run, "run-") || bundle.run.len != 16)
        return error_set(e, ERROR_INVALID, "%.*s names no run.", STR_ARG(in->file));
    bundle_digest(bytes, &job.digest);
    if ((r = service_store(caller->service, true, &store, e)) == 0)
        r = store_write(store, import_job, &job, e);
    if (r == 0)
        *ret = (struct import_out){ bundle.run, hex_of(arena, job.digest) };
    return r;
}

static const struct field import_in_fields[] = {
    FIELD_STR(struct import_in, file, .required = true, .words = kind_file, .help = "a bundle (FILE.fathom)"),
    FIELD_END,
};
static const struct field import_out_fields[] = {
    FIELD_STR(struct import_out, id, .help = "the run"),
    FIELD_STR(struct import_out, digest, .help = "SHA-256 of the bundle"),
    FIELD_END,
};
const struct operation operation_import = {
    .name = "import",
    .help = "Take a bundle into the store as a run.",
    .about =
        "It is checked first as verify does; a bundle that does not hold is refused. The run can be read, listed, verified and "
        "exported again; it cannot be replayed, because its journal is not in the bundle.",
    .in = import_in_fields,
    .in_size = sizeof(struct import_in),
    .out = import_out_fields,
    .out_size = sizeof(struct import_out),
    .run = import,
    .errors = { ERROR_PARSE, ERROR_CONFLICT },
};

/* --- provenance --- */

static const char *const provenance_words[] = { "md", "json", NULL };

static int provenance(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct provenance_in *in = in_;
    struct provenance_out *ret = ret_;
    struct reading reading;
    struct bundle bundle;
    struct report report;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = bundle_load(reading.db, reading.row.id, arena, &bundle, e);
    reading_end(&reading);
    if (r == 0)
        r = report_parse(arena, bundle.report, &report, e);
    if (r == 0)
        *ret = (struct provenance_out){ reading.row.id, in->format == PROVENANCE_JSON
                                                            ? provenance_json(arena, &bundle, &report)
                                                            : provenance_markdown(arena, &bundle, &report) };
    return r;
}

static const struct field provenance_in_fields[] = {
    FIELD_STR(struct provenance_in, id, .required = true, .words = kind_id,
              .help = "a run: its id, any unique start of it, or last"),
    FIELD_ENUM(struct provenance_in, format, provenance_words, .preset = "md", .help = "how it is written"),
    FIELD_END,
};
static const struct field provenance_out_fields[] = {
    FIELD_STR(struct provenance_out, id, .help = "the run"),
    FIELD_STR(struct provenance_out, text, .help = "where the report comes from"),
    FIELD_END,
};
const struct operation operation_provenance = {
    .name = "provenance",
    .help = "Tell where a report comes from: who answered what, which bytes every claim rests on.",
    .in = provenance_in_fields,
    .in_size = sizeof(struct provenance_in),
    .out = provenance_out_fields,
    .out_size = sizeof(struct provenance_out),
    .run = provenance,
    .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT },
};
