/* Claims, bundles and where a report comes from, as operations. */
#ifndef FATHOM_SERVICE_EVIDENCE_H
#define FATHOM_SERVICE_EVIDENCE_H

#include "records/claims.h"
#include "service/operation.h"

struct claims_in {
    struct str id;
    int verdict;
    bool left_out; /* only what was taken out of the text */
};
struct claims_out {
    struct claim_summary summary;
    struct claim_row *claims;
    size_t claims_n;
};

struct verify_in {
    struct str target, digest;
};
struct verify_out {
    struct str id, question;
    bool good;
    struct str digest;  /* of the bundle */
    struct str content; /* of what the report says, as it prints it */
    int64_t sources, effects;
    struct claim_summary summary;
    struct str_list problems; /* each begins with what it is about: "quote: …" */
};

struct export_in {
    struct str id;
    int format;
};
struct export_out {
    struct str id, digest;
    struct str data;
};

struct import_in {
    struct str file;
};
struct import_out {
    struct str id, digest;
};

enum provenance_format { PROVENANCE_MD, PROVENANCE_JSON };
struct provenance_in {
    struct str id;
    int format;
};
struct provenance_out {
    struct str id, text;
};

#endif
