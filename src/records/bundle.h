/* The bundle: a report with everything it rests on, in one file that anybody can
 * check without a network, a model or our store.
 *
 * A SQLite database (report, claims, spans, source texts, outline of the
 * journal) and behind it a trailer of fixed length with the SHA-256 of every
 * byte before it. docs/internals/evidence.md tells the format. Older versions
 * are read, the newest is written. */
#ifndef FATHOM_RECORDS_BUNDLE_H
#define FATHOM_RECORDS_BUNDLE_H

#include "records/claims.h"
#include "records/journal.h"
#include "records/sources.h"

enum { BUNDLE_VERSION = 2, BUNDLE_MAX = 512 << 20 };

struct bundle {
    struct str run, question, workflow;
    struct str engine_version, workflow_version;
    int64_t claims_version; /* CLAIMS_VERSION of who made it */
    struct str report;      /* JSON */
    struct hash report_hash;
    struct hash journal; /* digest of the outline */
    struct outline_row *outline;
    size_t outline_n;
    struct source_row *sources; /* with texts; `hash` as it was written down */
    size_t sources_n;
    struct claim_row *claims;
    size_t claims_n;
};

/* The bytes of the file, trailer included. */
int bundle_write(const struct bundle *bundle, struct arena *arena, struct str *ret, struct error *e);

/* Reads strangers' bytes. What is wrong with the file itself goes to `problems`
 * ("digest: …"), each named; -ERROR_PARSE when it cannot be read at all. */
int bundle_read(struct str bytes, struct arena *arena, struct bundle *ret, struct str_list *problems, struct error *e);
/* The digest its trailer carries; false when there is none. */
bool bundle_digest(struct str bytes, struct hash *ret);

/* The run of this store as a bundle: sources with texts, claims, outline. */
int bundle_load(struct db *db, struct str run, struct arena *arena, struct bundle *ret, struct error *e);
/* A bundle that was checked becomes a completed run. -ERROR_CONFLICT when it is here already. */
int bundle_store(struct db *db, const struct bundle *bundle, struct hash digest, struct str owner, int64_t now_ms,
                 struct error *e);

#endif
