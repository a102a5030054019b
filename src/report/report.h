/* The report: one structure for every workflow and every format.
 *
 * A workflow makes it and the engine keeps it as JSON (report_json); doors turn
 * it into Markdown, HTML or the --json object. The body carries markers [n]
 * that name sources by number; the list of sources is written by code. It
 * holds no run ids, no wall-clock times of the work, no durations. */
#ifndef FATHOM_REPORT_REPORT_H
#define FATHOM_REPORT_REPORT_H

#include "base/error.h"
#include "base/field.h"
#include "net/call.h"
#include "records/claims.h"
#include "report/fidelity.h"

struct report_source {
    struct str id;
    int64_t number;
    struct str title, url, snippet, date, author, engine;
    double relevance;
    bool snippet_only;
    bool cited;
    struct str hash;    /* SHA-256 of its text */
    struct str suspect; /* a passage of it that reads like orders to a model, or empty */
    struct str
        text; /* what it says; not kept in the report: report_html() shows quotes in their context if it is set */
};

/* Does the report answer the question? */
enum answered { ANSWERED_UNKNOWN, ANSWERED_YES, ANSWERED_NO };

struct report_query {
    struct str query, rationale, status;
};

/* A model of a panel: who was asked, what it gave, where its answer is among the sources. */
struct report_voice {
    struct str model;       /* as it was asked for */
    struct str answered_by; /* who answered, if it was another; else empty */
    int64_t number;         /* of the source that its answer is; 0: there is none */
    int64_t characters, pages;
    bool low_quality; /* a very short answer */
    bool reused;      /* of an earlier run */
    struct str error; /* why it gave none, or empty */
};
/* A point where answers of a panel contradict each other. */
struct report_side {
    struct str model, says;
};
struct report_conflict {
    struct str topic, severity;
    struct report_side *sides;
    size_t sides_n;
};

struct report {
    struct str title;
    struct str query, workflow, depth, mode;
    struct str unit; /* of its plan, for the head line: "steps"; not stored, the workflow's table has it */
    struct str run;  /* id of the run it is of, for commands about it; not stored, empty: not known */
    struct str body; /* Markdown with markers, no list of sources */
    struct report_source *sources;
    size_t sources_n;
    struct report_query *queries;
    size_t queries_n;
    int64_t sub_queries_generated, sub_queries_completed, searches_performed;
    struct usage usage;
    struct usage checking; /* of these, for checking the claims */
    struct str_list warnings, skipped;
    bool extractive;          /* no model was used for the writing */
    int answered;             /* enum answered */
    struct claim_row *claims; /* in the order of the body; `start` and `end` are bytes of it */
    size_t claims_n;
    struct claim_summary summary;
    bool has_summary;            /* the claims were looked for */
    int64_t claims_version;      /* CLAIMS_VERSION of who wrote it; 0: the first */
    struct str models;           /* who answered, for the foot */
    struct str state;            /* JSON object of the workflow's own, or empty */
    struct str citations;        /* "strict", "natural", "classical" or empty */
    bool citation_names;         /* readers see [Arxiv-2] where the body has [7] */
    struct str digest;           /* report_digest(), printed in every format */
    bool brief;                  /* Markdown leaves out the digest and the sources that are not cited */
    int64_t digest_version;      /* what it covers: DIGEST_VERSION of who wrote it; 0: the first */
    struct report_voice *voices; /* of a panel; kept in `state` (report/voices.h) */
    size_t voices_n;
    struct report_conflict *conflicts;
    size_t conflicts_n;
    struct fidelity fidelity; /* of what the models were shown */
};

extern const struct field report_fields[];

struct str report_json(struct arena *arena, const struct report *report);
int report_parse(struct arena *arena, struct str text, struct report *ret, struct error *e);

/* Brings the markers of the body to the form [n] ("[1, 2]", "[^3]", "[Source 4]" …),
 * takes out every one whose number no source has (never cuts a sentence),
 * marks cited sources, and says how many were removed. A list of sources that
 * a model wrote goes too. Doing it again changes nothing. */
size_t report_check_markers(struct arena *arena, struct report *report);

/* Body, claims and summary of a checked report; marks the cited sources. The
 * body's markers must name the report's sources. */
struct evidence_result;
void report_set_evidence(struct arena *arena, struct report *report, const struct evidence_result *evidence);

/* Does a checked report that a model wrote answer the question, by its opening (answered.c)? */
enum answered report_answers(const struct report *report);

/* SHA-256 (hex) of what the reader is given to believe: all that the report holds, with its claims, their spans and every
 * source by the hash of its text. (The first version: body, claims, and the cited sources by number, address and hash.) The
 * same answers give the same digest in another run, unlike a bundle's. */
enum { DIGEST_VERSION = 2 };
struct str report_digest(struct arena *arena, const struct report *report);
/* The report is finished: gives it its digest and writes it down. */
struct str report_seal(struct arena *arena, struct report *report);

/* The source of that number, or NULL. */
const struct report_source *report_source(const struct report *report, int64_t number);

/* Does no source rest on a page that was read? */
bool report_snippets_only(const struct report *report);

/* Formats. */
struct str report_markdown(struct arena *arena, const struct report *report);
struct str report_html(struct arena *arena, const struct report *report); /* self-contained, no script */
/* The body and the list of sources: what `answer` holds. */
struct str report_answer(struct arena *arena, const struct report *report);
/* The title a reader sees: the report's, else the heading it starts with, else the question. */
struct str report_title(struct arena *arena, const struct report *report);
/* "loop, medium depth · 5 of 5 sub-queries · 3 calls": how it was made, in one line. */
struct str report_run_figures(struct arena *arena, const struct report *report);
/* What it cost in dollars as a JSON number, exact; empty (null) when it is not known. */
struct str usage_cost_json(struct arena *arena, const struct usage *usage);
/* The object that --json prints; `id` and `status` come from the run. */
struct str report_result(struct arena *arena, const struct report *report, struct str id, struct str status);

#endif
