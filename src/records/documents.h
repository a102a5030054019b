/* Documents beside a run that change from outside while it stands: the edits of
 * a draft, the state of a panel. JSON text, one per name. A change names the
 * version it was made from, so that of two who change one at once one is told. */
#ifndef FATHOM_RECORDS_DOCUMENTS_H
#define FATHOM_RECORDS_DOCUMENTS_H

#include "store/store.h"

struct document_row {
    struct str document; /* JSON text */
    int64_t version;     /* counts from 1; 0: there is none yet */
    int64_t time_ms;     /* of the last change, wall clock */
};

/* 1 and the row, 0 when the run has no such document (*ret is empty, version 0). */
int document_record_get(struct db *db, struct str run, struct str name, struct arena *arena, struct document_row *ret,
                        struct error *e);
/* Stores the next version of what was read as `version` (0: it was not there). -ERROR_CONFLICT when somebody else has
 * changed it since. In a write job. */
int document_record_put(struct db *db, struct str run, struct str name, int64_t version, struct str document,
                        int64_t now_ms, struct error *e);

#endif
