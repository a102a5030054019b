/* Evidence: claims of a report and the stored bytes they rest on.
 *
 * docs/internals/evidence.md tells the whole. A workflow that has its sources
 * calls evidence_select() (stage 1), shows the writer evidence_show() (stage 2:
 * numbered spans, cited as [n]), and hands what was written to evidence_check():
 * the claims are found, routed (3), verified in isolation (4), their citations
 * corrected (5), their numbers checked (6), what lacks support is looked for
 * again (7), and the text is mended (8). Every stage has a form that needs no
 * model and can be switched off; the body that comes back cites sources by
 * their numbers, and every claim keeps its spans.
 *
 * Memory: everything lives in the branch's arena. Everything replays: outside
 * calls go through run/effect.h at paths below the one given. */
#ifndef FATHOM_EVIDENCE_EVIDENCE_H
#define FATHOM_EVIDENCE_EVIDENCE_H

#include "records/claims.h"
#include "run/sources.h"
#include "text/sentence.h"
#include "judge/verdict.h"

struct reader; /* judge/reader.h */

/* A passage of a source: [start, end) of source_text(), and what those bytes say. */
struct evidence_span {
    size_t source; /* position in the list of sources */
    struct span at;
    struct str quote;  /* exactly those bytes */
    int relevance;     /* thousandths */
    bool snippet;      /* the page could not be read: a search engine's words */
    struct str path;   /* the headings it stands under, for the writer; may be empty */
    struct str header; /* of the table it is cut from; may be empty */
};

/* What may be cited. Spans are numbered from 1 in this order; more are added
 * behind them, none is moved. */
struct evidence_pool {
    struct source_list *sources;
    struct evidence_span *spans;
    size_t spans_n, spans_capacity;
    size_t *cluster;           /* per source: copies of one another share a number */
    size_t clustered;          /* sources that have one */
    struct prepared *prepared; /* NULL: nothing was read yet */
};

enum evidence_stage {
    STAGE_SELECT,
    STAGE_GENERATE,
    STAGE_ROUTE,
    STAGE_VERIFY,
    STAGE_CORRECT,
    STAGE_NUMBERS,
    STAGE_RETRIEVE,
    STAGE_FINISH,
    STAGES,
};
extern const char *const stage_words[]; /* "select" … "finish": what run_settings.skip_stages names; NULL at the end */

enum citations { CITATIONS_NATURAL, CITATIONS_STRICT, CITATIONS_CLASSICAL };
/* Of the run's settings; natural when they do not say. */
enum citations evidence_citations(const struct branch *branch);
bool evidence_stage_on(const struct branch *branch, enum evidence_stage stage);

/* A sentence of the report while it is worked on. */
struct claim {
    struct str text;  /* the sentence without its markers */
    struct str core;  /* the same without words that only introduce it ("Readers should note that") */
    struct str world; /* of one that names a model and cites a page: what the page is asked about; else empty */
    struct str told;  /* … what is told as a model's word, where that is not all of it */
    struct str
        named;      /* of a row: its cells under the names of their columns, which is what is asked about; else empty */
    struct span at; /* bytes of the body, markers included */
    int kind;       /* enum claim_kind of records/claims.h */
    bool kind_open; /* code only guesses what it does: the verifier says */
    bool of_sources; /* its markers stand for words: "the figures of [1] and [7]" */
    size_t block;    /* the paragraph, list item or row it stands in: counts from 0 */
    struct str lead; /* the header of its table, or the sentence its list stands behind; or empty */
    size_t *spans;   /* positions in the pool (claims_parse: numbers), best first */
    size_t spans_n;
    size_t *alternates; /* at most two more, from other sources */
    size_t alternates_n;
    size_t *said; /* while it is verified: those of its spans that are a model's words and carry nothing */
    size_t said_n;
    bool cites_page;        /* the writer cited something else than a model's words */
    bool names_speaker;     /* it tells what a model said: there is nothing to look up */
    bool marked;            /* the writer cited something */
    int verdict;            /* enum verdict */
    int confidence;         /* thousandths: of stage 3, then of the verdict */
    bool asked;             /* a model decided */
    bool in_words;          /* code found its words in what it cites … */
    bool vouched;           /* … and the verifier says that the source stands behind them */
    struct judgement *code; /* what code says about it and what it cites; NULL: it was not looked at */
    bool disputed;          /* code and the verifier still differ after the second look */
    bool insists;           /* … because the verifier said supported again */
    bool disagreement;      /* two different sources say different things about it */
    struct str reason;      /* one sentence, or why it is unchecked */
    struct str missing;     /* the part that what it cites does not carry, or empty */
    int correction;         /* enum correction of records/claims.h */
    bool each_carries;      /* every source that it cites carries it alone */
    size_t independent;     /* clusters of sources that support it */
    struct number_row *numbers;
    size_t numbers_n;
    bool settled;       /* of a paragraph written anew: it stood there before */
    bool left_out;      /* stage 8 took it out of the body */
    bool dropped;       /* likewise, and no row tells: the heading of an empty section */
    struct str instead; /* what is written in its place, markers excluded; empty: as it is */
    struct str opening; /* what is written in place of its first opening_cut bytes */
    size_t opening_cut;
    size_t outdent; /* bytes that its line moves to the left, because the item above it went */
    bool rule;      /* a heading that was left out: a line stands in its place */
};

struct claims {
    struct claim *items;
    size_t n, capacity;
    size_t sentences; /* of the running text, claims or not; headings are none */
};

/* Something that was found out on the way, and the sources it comes from. */
struct evidence_finding {
    struct str text;
    const size_t *sources; /* positions in the list; none: any of the chosen */
    size_t n;
    struct str note; /* what the writer is told about it: how sure it is, or empty */
    size_t passage;  /* out: the number of the span that carries it; 0: none does */
};

struct evidence_selection {
    struct str question;
    struct source_list *sources;
    const size_t *chosen; /* positions of those the writer sees */
    size_t n;
    int64_t tokens;       /* the writer's share of the context for passages; 0: a modest one */
    struct str_list aims; /* what else was looked for: the steps of a plan, its queries */
    struct evidence_finding *findings;
    size_t findings_n;
};

/* Stage 1: the passages of these sources that the writer sees: all while they fit, else
 * those that speak of what was asked. Deterministic. Sources that are copies of
 * one another are recognised here. With the stage switched off relevance does not count. */
void evidence_select(struct branch *branch, const struct evidence_selection *input, struct evidence_pool *ret);

/* Gives back what is held for a pool that will not be checked. */
void evidence_forget(struct evidence_pool *pool);

/* Stage 2: what the writer sees. */
struct evidence_showing {
    struct str question;
    struct str_list aims;     /* what was looked for beside it; the queries that found the sources are added */
    struct str research_mode; /* decides which addresses count as good */
    const int *quality; /* per source, as an analyst judged it (0 low … 2 high, else unknown); NULL: by address */
    size_t quality_n;
};
struct evidence_shown {
    struct str *items; /* one per span, in order: "[3] title (date)", where a source is first met its address, kind and
                          quality, the aims it serves, its headings, the quote. Goes between fences. */
    size_t n;
    struct str aims; /* "a. …" by line: what "Serves: a" means; empty: fewer than two things were looked for */
};
void evidence_show(struct arena *arena, const struct evidence_pool *pool, const struct evidence_showing *showing,
                   struct evidence_shown *ret);

struct evidence_input {
    struct str question;
    struct str body; /* Markdown; markers [n] name spans of the pool */
    bool by_source;  /* markers name numbers of sources instead: extractive and classical reports */
    struct evidence_pool *pool;
    bool by_code;                    /* no model is asked about it: what the budget leaves was too little to write it */
    bool no_retrieval;               /* nothing is searched for claims that lack support: quick answers */
    bool as_is;                      /* somebody else's text: its claims are checked, no word of it is changed */
    const struct str_list *speakers; /* how the text calls the models whose answers are among the sources; NULL: none */
};

struct evidence_result {
    struct str body;          /* markers [n] name sources by their numbers; no other is left */
    struct claim_row *claims; /* in the order of the body; removed ones where they stood */
    size_t claims_n;
    struct claim_summary summary; /* counts that anybody can recount from the claims */
    size_t dangling;              /* markers that named nothing and were taken out */
    struct usage usage;           /* what the check took */
};
/* The body of a result of which every sentence was left out. */
extern const char evidence_nothing_stands[];

/* Stages 3 to 8, as the settings say (--no-verify, --citations, skipStages). May
 * add sources to the pool's list: the workflow lists its sources afterwards.
 * Hands sources and claims to the branch, warns and says what was skipped.
 * Negative only for what stops the run. */
int evidence_check(struct branch *branch, struct path path, const struct evidence_input *input,
                   struct evidence_result *ret, struct error *e);

/* The sentences of a Markdown body whose markers [n] name numbers up to `most`: each with
 * what it does as far as code can tell, where it stands and what it cites (as
 * numbers in ret->items[i].spans: the caller resolves them). Code is passed over.
 * `reader` (may be NULL) remembers their texts. */
void claims_parse(struct arena *arena, struct reader *reader, struct str body, size_t most, struct claims *ret);

/* The text behind words that only introduce it: "Readers should note that", "The sources agree that", "Note:". */
struct str frame_off(struct str text);
/* The text behind "According to "Title"," or ""Title" says that", where that is the title of the source; else the text itself. */
struct str title_off(struct arena *arena, struct str text, struct str title);

/* A sentence that gives words to a model, held to the answers of the models that are among the sources. */
struct misattribution {
    bool sure;         /* the answer has not the figures or says otherwise, or another model's answer has the words */
    bool contradicted; /* it says otherwise */
    struct str reason; /* "openai/gpt-5.2 says this, not anthropic/claude-opus-5" */
};
/* `speakers`: how the text calls the models. False: every model that is named has said it, or none is. */
bool evidence_misattributed(struct arena *arena, const struct source_list *sources, const struct str_list *speakers,
                            struct str sentence, struct misattribution *ret);

/* Does the sentence say that something is not said, or not known? Any of the languages whose small words lack.c has. */
enum lack { LACK_NONE, LACK_LIKELY, LACK_SURE };
enum lack evidence_lack(struct str sentence);
/* Does the sentence speak of the sources or of what is not known, and take nothing of the world for granted? Told by how it is put. */
bool evidence_is_remark(struct str sentence);

/* What anybody can check again: the share (thousandths) of a claim's content
 * words that a quote has, and the claim's numbers against its quotes. */
int evidence_overlap(struct str claim, struct str quote);
/* Are the words of the claim one or more whole sentences of the quote? */
bool evidence_quotes(struct arena *arena, struct str claim, struct str quote);
/* Of a claim that stands another number of its quotes is no difference: the number is only not among them. */
void numbers_of_standing(struct number_row *rows, size_t n);
void evidence_numbers(struct arena *arena, struct str claim, const struct str *quotes, size_t quotes_n,
                      struct number_row **ret, size_t *ret_n);

/* A quote, and the source or cluster of sources that it is of. */
struct source_quote {
    struct str text;
    size_t group;
};
struct carrying {
    bool alone;  /* evidence_carries_alone() */
    bool brings; /* it has a word of the claim that no other group has */
};
struct carrying evidence_carrying(struct str claim, const struct source_quote *quotes, size_t n, size_t group);
/* Have the quotes of this group nearly all words and every figure of the claim that all quotes together have? */
bool evidence_carries_alone(struct str claim, const struct source_quote *quotes, size_t n, size_t group);

#endif
