/* A document: what reading bytes of any format gives.
 *
 * `text` is the canonical text (canonical.h): UTF-8, NFC, white space folded,
 * the structure as plain lines ("## heading", "- item", "> quote", "| a | b |",
 * code between ``` fences). Title, by-line and captions are not part of it.
 *
 * document_read() is the way in: bytes of strangers are parsed in a child
 * process of their own, with no network and limits on time and memory.
 * document_parse() is what that child calls; it is for the child, fuzz targets
 * and documents the user wrote himself. */
#ifndef FATHOM_PAGES_DOCUMENT_H
#define FATHOM_PAGES_DOCUMENT_H

#include "base/error.h"
#include "base/str.h"

enum document_format {
    DOCUMENT_UNKNOWN,
    DOCUMENT_HTML,
    DOCUMENT_TEXT,
    DOCUMENT_MARKDOWN,
    DOCUMENT_JSON,
    DOCUMENT_CSV,
    DOCUMENT_FEED,
    DOCUMENT_MAIL,
    DOCUMENT_DOCX,
    DOCUMENT_PDF,
    DOCUMENT_ODT, /* and other OpenDocument files */
    DOCUMENT_PPTX,
    DOCUMENT_XLSX,
    DOCUMENT_EPUB,
    DOCUMENT_RTF,
    DOCUMENT_LATEX,
    DOCUMENT_RST,
    DOCUMENT_ASCIIDOC,
    DOCUMENT_MAN,
    DOCUMENT_NOTEBOOK,
    DOCUMENT_FORMATS
};
extern const char *const document_format_words[]; /* "unknown", "html" …, NULL at the end */

/* Why a document has no text worth reading. */
enum document_empty {
    DOCUMENT_FULL,    /* it has */
    DOCUMENT_BLOCKED, /* a wall against robots answered instead */
    DOCUMENT_NEEDS_SCRIPT,
    DOCUMENT_LOGIN,
    DOCUMENT_NOTHING, /* there is none: pictures only, an empty file */
};
extern const char *const document_empty_words[]; /* "", "blocked", "needs script", "login", "empty" */

struct document_link {
    struct str text, url;
}; /* absolute where the base is known */

struct document {
    int format; /* enum document_format */
    struct str title, author, site;
    struct str date;     /* "2026-11-15" or empty */
    struct str language; /* "en" or empty */
    struct str url;      /* canonical URL that the page claims, else the one given */
    struct str charset;
    struct str text;
    struct document_link *links; /* of the text, in order, no doubles */
    size_t links_n;
    struct str_list captions; /* of figures and tables */
    size_t *pages; /* PDF: where each page starts in `text`; at most PAGE_STARTS_MAX (records/page_starts.h) */
    size_t pages_n;
    int empty;                /* enum document_empty */
    struct str_list warnings; /* for people */
    size_t hidden_bytes;      /* text that no reader sees, left out */
    size_t words, words_all;  /* kept, and on the page; 0: nothing was to choose */
    struct str suspect;       /* a passage that reads like orders to a model, else empty */
};

struct document_hints {
    struct str url;          /* where it came from; may be empty */
    struct str content_type; /* what the server said; bytes win over it */
    struct str name;         /* file name: its ending decides what bytes cannot tell */
    int format;              /* enum document_format, where it is known for certain: nothing is guessed */
};

/* How much of a page is kept. */
enum document_keep {
    KEEP_CONTENT, /* what people came for */
    KEEP_MORE, /* what may be content, too: the user's own files, where losing is worse than a line too many; of pages
                   * saved from the web no more than KEEP_CONTENT (origin.h) */
    KEEP_ALL,  /* every line a reader sees */
};

struct document_limits {
    size_t bytes_max;  /* of the input; 0: 32 MB */
    size_t text_max;   /* of the text, cut with a warning; 0: 4 MB */
    size_t memory_max; /* of the child; 0: 1 GB */
    int64_t time_ms;   /* of the child; 0: 20 s */
    int keep;          /* enum document_keep */
};

/* With every zero replaced by its default. */
struct document_limits document_limits(const struct document_limits *given);

/* Parses in this process. -ERROR_LIMIT for what is too large or too deep,
 * -ERROR_PARSE for what is not what it claims; a document without text is no
 * error but has `empty` set. Everything lives in `arena`. */
int document_parse(struct arena *arena, struct str bytes, const struct document_hints *hints,
                   const struct document_limits *limits, struct document *ret, struct error *e);

/* The same in a child (pages_zygote_start() must have been called). Further
 * errors: -ERROR_TIMEOUT, -ERROR_LIMIT (memory), -ERROR_IO (the child crashed).
 * Any thread. */
int document_read(struct arena *arena, struct str bytes, const struct document_hints *hints,
                  const struct document_limits *limits, struct document *ret, struct error *e);

/* Starts the process that forks the children. Call once, before any thread;
 * without it document_read() is refused. It ends with us. */
int pages_zygote_start(struct error *e);
void pages_zygote_stop(void);

/* Differs between programs whose readers differ: a text that was read by another reader may read otherwise now. */
uint32_t document_reader(void);

/* What the format of these bytes is: the bytes first, then the hints. */
enum document_format document_sniff(struct str bytes, const struct document_hints *hints);

/* The form in which a child hands a document over: bounded, checked on the way in. */
struct str document_pack(struct arena *arena, const struct document *document);
int document_unpack(struct arena *arena, struct str packed, struct document *ret, struct error *e);

#endif
