/* What the stages share. */
#ifndef FATHOM_EVIDENCE_INTERNAL_H
#define FATHOM_EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"
#include "judge/judge.h"
#include "judge/reader.h"
#include "roles/verify_claims.h"
#include "run/effect.h"
#include "run/events.h"
#include "text/blocks.h"

enum {
    CORRECTION_LEAST = 600, /* no citation is replaced by anything below it */
    ALTERNATES_MAX = 2,
    CLAIM_SPANS_MAX = 8,   /* citations of one claim that are looked at */
    UNSUPPORTED_WARN = 20, /* percent of the claims */
};

/* A paragraph that was written anew: what stands there instead of claims [first, end). */
struct mended {
    size_t first, end;
    struct str text;      /* markers name sources */
    struct claim *claims; /* of the text; `at` are bytes of it */
    size_t n;
};

/* A sentence and what it is judged by, for the model form of stage 4. */
struct verify_item {
    struct str claim, lead;
    const size_t *spans;
    size_t spans_n;
    const struct str *own; /* sentences of the report that a summary rests on */
    size_t own_n;
    const struct verify_quote *quote; /* a passage that is no span of the pool yet; NULL: none */
    bool ask_kind;
    struct str conflict;        /* for the second look */
    int verdict;                /* out: enum verdict; VERDICT_UNCHECKED: nobody said anything */
    int kind;                   /* out: enum claim_kind, or -1 */
    struct str reason, missing; /* out */
    bool orders;                /* out: nobody was asked, because it reads like orders to a model */
    int error;      /* out: why nobody did: ERROR_BUDGET, ERROR_FINISH …; 0: the answer could not be read */
    bool left_out;  /* out: the answer could be read, and says nothing of it */
    bool carried;   /* a control question: the passage carries it word for word */
    bool of_report; /* a control question: a sentence of the report, beside what does not carry it */
    bool wide;      /* it is asked with the whole page, or with other places of the page that speak of it */
};
/* A control question is one whose answer is known: false, or true. */
enum { CONTROLS_FIRST = 2, CONTROLS_MORE = 3, CONTROLS_TRUE = 2 };
enum { CONTROLS_MOST = CONTROLS_FIRST + CONTROLS_MORE + CONTROLS_TRUE };

/* One check of a body, from stage to stage. */
struct evidence_work {
    struct branch *branch;            /* NULL: no run, but a sentence by itself (lone.c), and … */
    const struct verify_alone *alone; /* … who is asked about it */
    struct arena *arena;              /* the branch's: what stays */
    struct path path;
    const struct evidence_input *input;
    struct evidence_pool *pool;
    enum citations citations;
    bool model;                                 /* there is one to ask; false once it answered nothing */
    bool quick;                                 /* there may be one, but it is not to be asked */
    bool quotations;                            /* no model wrote the report: it consists of quotations */
    struct str body;                            /* markers in one form */
    struct claims claims;                       /* spans are positions in the pool */
    const struct language *language;            /* of the body */
    struct prepared *prepared;                  /* what lives as long as the check */
    struct reader *reader;                      /* its reader, of claims and quotes */
    struct str unchecked_why;                   /* why claims were left unchecked; the first reason */
    size_t left_out;                            /* claims */
    size_t dangling;                            /* of these: they held, but referred to another one that went */
    struct verify_item controls[CONTROLS_MOST]; /* control questions, with their answers */
    size_t controls_n, controls_asked;
    struct mended *mended; /* in the order of the body */
    size_t mended_n, mended_claims;
};

/* --- judge.c: comparing texts --- */
/* Stems of a text, or its sequences of three letters; sorted, each once: for comparing many with many. */
struct stems {
    uint64_t *items;
    size_t n;
};
void stems_of(struct arena *arena, const struct words *words, bool content, struct stems *ret);
/* select.c: the same of a text; `content`: without words that carry no meaning. */
void stems_of_text(struct arena *arena, struct str text, const struct language *language, bool content,
                   struct stems *ret);
int stems_share(const struct stems *of, const struct stems *in);           /* thousandths */
void spelling_of(struct arena *arena, struct str text, struct stems *ret); /* its sequences */
/* 0.8 keyword (the overlap) + 0.2 likeness of the spelling, in thousandths. The
 * spellings are looked at only where they matter: where they could lift it over the threshold. */
bool spelling_matters(int overlap);
int citation_score(int overlap, const struct stems *claim, const struct stems *quote);
/* The share (thousandths) of a claim's content words that several quotes together have, and the
 * claim's numbers against them, by what the reader remembers. */
int overlap_of(struct reader *reader, struct str claim, const struct str *quotes, size_t n);
struct number_rows {
    struct number_row *items;
    size_t n;
};
struct number_rows numbers_check(struct arena *arena, struct reader *reader, struct str claim, const struct str *quotes,
                                 size_t n);

/* The same amount in another currency, or a range with another end, in one of the sentences. */
bool numbers_conflict(struct arena *arena, struct reader *reader, struct str claim, const struct str *sentences,
                      size_t n, struct clash *ret);

/* --- pool --- */
/* Adds a span, or finds it again; its position. */
size_t pool_add(struct arena *arena, struct evidence_pool *pool, const struct evidence_span *span);
/* Clusters of the pool's sources as they stand now. */
void pool_cluster(struct arena *arena, struct evidence_pool *pool);
/* Different clusters among the sources of these spans. */
size_t pool_independent(const struct evidence_pool *pool, const size_t *spans, size_t n);
/* A span of one source that begins and ends with whole words, at most as long as spans may be. */
struct span span_trim(struct str text, struct span at);

/* Position of the source of that number, or -1. */
ptrdiff_t source_at(const struct evidence_pool *pool, int64_t number);
/* One prepared text per source, made when it is first asked for. */
struct quote_indices {
    struct arena *arena;
    struct quote_index **items;
};
/* --- place.c --- */
/* The span of a source that a sentence rests on, wherever it stands; added to the pool if need be. */
size_t span_in_source(struct evidence_work *work, struct quote_indices *indices, size_t source, struct str text);
/* The span itself, or a place of its source that has a figure of the sentence which the span lacks, or much more of its words. Of a
 * heading any place that has more of its words, else what stands under it; `ret_instead`: it says nothing beside that. */
size_t span_better(struct evidence_work *work, size_t span, struct str text, bool *ret_instead);
/* Places of the pages of these spans that have figures or words of the sentence which the passages of the spans lack, the best first; at most
 * PLACES_BESIDE. Added to the pool. */
enum { PLACES_BESIDE = 3 };
size_t places_beside(struct evidence_work *work, struct str text, const size_t *spans, size_t n,
                     size_t ret[PLACES_BESIDE]);
/* --- check.c --- */
/* Which of the first 64 content words of the claim the text has, a bit each. */
uint64_t words_had(struct evidence_work *work, struct str claim, struct str text);
/* The sentences of a long span that speak of the claim; itself when it is short. */
size_t span_narrow(struct evidence_work *work, size_t span, struct str claim);

/* --- links.c --- */
/* The input's body without links but those to its sources, which become markers. */
struct str links_settle(struct arena *arena, const struct evidence_input *input, size_t *ret_removed);
/* A body in which nothing that is left of brackets and tags can be read as a link; its markers stay. */
struct str links_apart(struct arena *arena, struct str body);

/* --- passage.c --- */
struct source_blocks {
    struct str text; /* whose they are */
    struct text_blocks blocks;
};
/* A span with its neighbours. */
struct evidence_passage {
    struct span at;        /* bytes of the source */
    struct str text;       /* those, behind the header of their table */
    struct str path;       /* the headings it stands under, or empty */
    struct str heading;    /* those behind the title of the source */
    struct str *sentences; /* of the text */
    size_t n;
};

/* What a check remembers of the texts it reads. */
struct prepared {
    struct arena *arena;
    struct reader *reader;
    struct ready *ready;
    const struct language *language; /* that the words of `ready` were read in */
    struct source_blocks *blocks;    /* by position of the source */
    size_t blocks_n, blocks_capacity;
    struct known_passage *passages; /* by position of the span */
    size_t passages_n, passages_capacity;
    struct known_passage *distinct; /* each stretch of a source once: spans of one paragraph share it */
};
/* The passage of a span, made when it is first asked for; lives as long as `prepared`. */
const struct evidence_passage *passage_of(struct prepared *prepared, const struct evidence_pool *pool, size_t span);
/* Is it nothing but headings or short lines that are no sentences? */
bool span_is_label(struct prepared *prepared, const struct evidence_pool *pool, size_t span);
/* Is that place of a source its title, or nothing but headings? */
bool place_is_title(struct prepared *prepared, const struct evidence_pool *pool, size_t source, struct span at);
/* The sentence of a text with its neighbours in the same line. */
struct str passage_around(struct str text, struct span at);
/* What code says about a claim and these spans with their neighbours. */
void judge_spans(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, const size_t *spans,
                 size_t n, struct judgement *ret);
/* Does code prove the claim by this span? Less work than judge_spans, which tells what is in the way. */
bool span_proves(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, size_t span);
/* What a reader should compare first, where nobody decided. Lives as long as `prepared`. */
void hint_of_spans(struct prepared *prepared, const struct evidence_pool *pool, struct str claim, const size_t *spans,
                   size_t n, struct hint *ret);
/* altered.c: words of the claim in quotation marks that none of the sources of its spans has; or empty. */
struct str quotation_altered(struct arena *arena, const struct evidence_pool *pool, struct str claim,
                             const size_t *spans, size_t n);
/* absent.c: is it a figure or a year that the pages of the spans do not have and that does not follow from what they have? */
bool figure_absent(const struct evidence_pool *pool, struct str figure, const size_t *spans, size_t n);
/* Has the sentence such a figure or year that this text does not have? */
bool figures_lacking(const struct source_row *source, struct str sentence);
/* The claim with "it" in place of quoted titles of what it cites: figures and names in a title are no claims. */
struct str quotation_untitled(struct arena *arena, const struct evidence_pool *pool, struct str claim,
                              const size_t *spans, size_t n);
/* correct.c: the spans of the pool made ready for being compared with many claims. The pool only grows. */
void ready_add(struct prepared *prepared, const struct evidence_pool *pool, bool spelling);

/* --- said.c: what only a model says --- */
/* Spans of models' answers are put aside while a claim is verified, and come back behind the others. */
void claim_put_aside(struct evidence_work *work, struct claim *claim);
void claim_take_back(struct evidence_work *work, struct claim *claim);
/* Does the sentence name one of the speakers? */
bool names_speaker(const struct evidence_work *work, struct str text);
/* A sentence that names a speaker and cites a page: what the page is asked about (`world`), and `told`. */
void claim_ask_pages(const struct evidence_work *work, struct claim *claim);
/* What is asked about the claim. */
struct str claim_asks(const struct claim *claim);
/* What code judges: the same without words that only introduce it. */
struct str claim_judged(const struct claim *claim);
/* The question about it, without passages. */
struct verify_item claim_question(const struct claim *claim);
/* Only the answer of a model says it: the claim stays unchecked, and the reason says so. */
void claim_only_said(struct evidence_work *work, struct claim *claim);
/* After the verdicts: what no page carries stays as the word of whoever said it. */
void said_settle(struct evidence_work *work);
bool span_is_said(const struct evidence_pool *pool, size_t span);
/* After the verdicts: "The sources disagree: …" needs two sides about one thing. */
void disputes_settle(struct evidence_work *work);
/* attributed.c: behind "All three models", "Both models" at the beginning, which name all of them; 0: it does not begin so. */
size_t behind_all_models(struct str text);
/* What the answer of a model says about a sentence, told by its words and figures. */
enum said {
    SAID_UNSURE,
    SAID_YES,
    SAID_NO,     /* it has not the figures, or says otherwise */
    SAID_HARDLY, /* it has few of the words */
};
enum said answer_says(struct reader *reader, struct str sentence, const struct source_row *answer);

/* --- carriers.c: markers beside the one that carries a claim --- */
struct cited_source {
    size_t source;
    struct carrying carries;
    bool another;                    /* another source carries the claim alone */
    bool differs;                    /* … and code points at a difference from this one */
    bool doubtful;                   /* its marker needs the verifier's word */
    const struct verify_item *asked; /* about this source alone; NULL: nobody was */
};
/* The sources of a claim that stands, if there are two or more; else 0. */
size_t claim_cited(struct evidence_work *work, const struct claim *claim, struct cited_source ret[CLAIM_SPANS_MAX]);
/* "… in 2018 [1][2]." and not "30 percent [1], whereas 60 percent [2]": do all markers stand in one place? */
bool cites_in_one_place(struct str sentence);
/* The spans of the claim that are of this source. */
size_t *cited_spans(struct evidence_work *work, const struct claim *claim, const struct cited_source *cited,
                    size_t *ret_n);
/* After the verdicts: markers of sources that do not carry it go; the last one stays. */
void claim_drop_markers(struct evidence_work *work, size_t at, const struct cited_source *cited, size_t n);
/* correct.c: what the claim rests on from now on, as an event. */
void claim_set_spans(struct evidence_work *work, size_t at, enum correction correction, const size_t *spans, size_t n);

/* --- unread.c: pages that could not be read --- */
/* Is no more known of its page than the title? */
bool span_is_title(struct evidence_work *work, size_t span);
/* Does a claim cite nothing else? */
bool claim_rests_on_titles(struct evidence_work *work, const struct claim *claim);
/* It is unchecked, and the reason says why. */
void claim_unread(struct evidence_work *work, struct claim *claim);
/* After the verdicts: what the words of a search do not carry, where whoever wrote it may have read the page. */
void unread_settle(struct evidence_work *work);

/* --- claim.c --- */
/* "The figures of [1] and [7] …": does the marker at `at` stand for a word? */
bool marker_stands_for_a_word(struct str sentence, size_t at);

/* --- row.c --- */
/* What code says about a row of a table: as judge_spans(), and each cell under the name of its column. */
void judge_row(struct evidence_work *work, const struct claim *claim, struct judgement *ret);
/* Is each cell of the row a sentence of what it cites, word for word and about what its column names? Then it rests on those. */
bool row_rests_on_quotations(struct evidence_work *work, struct claim *claim);

/* --- fenced.c --- */
/* A body in which sentences that stand between the fences of code are running text. */
struct str prose_unfenced(struct arena *arena, struct str body);

/* --- kind.c --- */
/* Sets kind and kind_open of all but the headings. */
void claims_kinds(struct reader *reader, struct claims *claims);

/* --- the stages --- */
void stage_attach(struct evidence_work *work); /* of 5, before 3: something to check for what cites nothing */
void stage_route(struct evidence_work *work);  /* 3 */
int stage_verify(struct evidence_work *work, struct error *e);  /* 4: the first round */
int stage_correct(struct evidence_work *work, struct error *e); /* 4 and 5: the second look, and other passages */
void stage_numbers(struct evidence_work *work);                 /* 6 */
void claim_check_numbers(struct evidence_work *work, size_t claim);
void claim_number_rows(struct evidence_work *work, struct claim *claim); /* the same, with no event */
int stage_retrieve(struct evidence_work *work, struct error *e);         /* 7 */
int stage_finish(struct evidence_work *work, struct error *e); /* 8: decides what is left out or written instead */
/* Takes the claim out of the text. */
void claim_leave_out(struct evidence_work *work, size_t at);
/* Code changed the sentence; its row fits what is shown. `why`: what is not as in the source, where it was a quotation. */
void claim_write_instead(struct evidence_work *work, struct claim *claim, struct str text, const char *why);
/* A list or series of the report, and how many it had and has. */
struct lead {
    const struct claim *items; /* those that were left out, too */
    size_t n;
    size_t before, after;
    const struct claim *left; /* a sentence of the last one it has; NULL: none */
};
/* "Three reasons" before a list that lost one: the count changes or goes. */
void lead_recount(struct evidence_work *work, struct claim *lead, const struct lead *list);
/* Stage 8: a model rewrites paragraphs that lost a sentence or have one that is supported only in part. */
int stage_mend(struct evidence_work *work, struct error *e);
/* Stage 8: corrects sentences that refer to one that was left out, where no model rewrote the paragraph. */
void openings_mend(struct evidence_work *work);
/* The sentence with the markers of what it rests on now: numbers of sources. */
struct str render_claim(struct evidence_work *work, const struct claim *claim);
/* "model", "code", or empty for what is unchecked. */
struct str claim_decided_by(const struct claim *claim);
/* Writes the final body and the rows of its sentences. */
void evidence_render(struct evidence_work *work, struct evidence_result *ret);

/* --- verify.c --- */
/* Asks for all of them, ten to a call, the calls at once; verdicts known from
 * before are not asked for again. Negative only for what stops the run. */
int verify_ask(struct evidence_work *work, struct path path, struct verify_item *items, size_t n, struct error *e);

/* Thousandths: a model says so; code has proved it in other words than the source's. */
enum { BY_MODEL = 850, BY_PROOF = 970 };
void claim_decide(struct claim *claim, int verdict, int confidence, struct str reason);
/* Quoted or supported. */
bool claim_stands(const struct claim *claim);
/* It is no longer in the text. */
bool claim_is_gone(const struct claim *claim);
/* claim->code, by the whole sentence where it is a quotation, else without the words that only introduce it. */
void claim_judge_text(struct evidence_work *work, struct claim *claim);
/* A claim that code calls a quotation rests on exactly those sentences, and is decided as far as code can. */
void claim_find_words(struct evidence_work *work, struct claim *claim);
/* claim->code by what it cites now; a quotation is decided as far as code can. */
void claim_judge(struct evidence_work *work, struct claim *claim);
/* What the verifier said about the claim, or why it said nothing. */
void claim_take(struct evidence_work *work, const struct verify_item *item, struct claim *claim);
/* The verifier says supported, code can point at a difference. */
bool claim_wants_second_look(const struct claim *claim);
/* The verifier refuses what stands in the source word for word: it is asked once more, too. */
bool claim_is_refused_quotation(const struct claim *claim);
/* What it is told then: the difference, or that the words are there. */
struct str claim_look_again_at(const struct claim *claim);
void claim_take_second_look(struct evidence_work *work, const struct verify_item *item, struct claim *claim);
/* No model can be asked: the verdict is what code can prove, else unchecked for this reason. */
void claim_settle_by_code(struct evidence_work *work, struct claim *claim, const char *why);

/* --- control.c: sentences that their passages do not carry, or carry for certain --- */
/* Extends work->controls to `most`, as far as the passages that claims cite allow. */
void controls_make(struct evidence_work *work, size_t most);
/* The same with sentences that stand in their passages word for word; those of the report first. */
void controls_make_true(struct evidence_work *work, size_t most);
/* The sentence of the passage with one number changed; empty: none can be changed so that it is false for certain. */
struct str control_of_sentence(struct arena *arena, struct str sentence, const struct passage *passage);

/* --- control_report.c --- */
/* The passage with another figure or year in place of one of the sentence's, so that it does not carry the sentence; empty: none can be
 * changed for certain. `beside`: what else is shown with it. */
struct str control_of_passage(struct arena *arena, struct str sentence, struct str passage, struct str beside);
/* The same with sentences of the report itself, beside passages that were changed so that they do not carry them, or that speak of
 * something else; where there are too few, as controls_make(). */
void controls_make_of_report(struct evidence_work *work, size_t most);

/* --- trust.c --- */
/* How many of work->controls go with the first round of questions, about so many sentences. */
size_t controls_first(struct evidence_work *work, size_t asked);
/* How many more, behind those asked, go with the second look and its so many questions: those that were not answered, and new ones
 * if the verifier gave cause. */
size_t controls_second(struct evidence_work *work, size_t asked);
/* The answers to the next `n` of them. */
void controls_take(struct evidence_work *work, const struct verify_item *items, size_t n);
/* After the second look: the word of a verifier that does not read what it is shown is not taken. */
void verifier_weigh(struct evidence_work *work);

/* --- summary.c: sentences that restate claims of the same report --- */
/* Summaries that speak of no claim are claims themselves; where nobody can be asked those with a figure of their own, too. */
void summaries_sort_out(struct evidence_work *work);
/* Do claims that did not fall speak of the same, with every figure of the sentence? */
bool sentence_restates(struct evidence_work *work, size_t at);
/* After the first round: those that the claims do not carry are claims, for which passages are looked for. */
void summaries_without_ground(struct evidence_work *work);
/* The texts of the claims that a summary speaks of, without those that fell. */
void summary_rests_on(struct arena *scratch, struct evidence_work *work, size_t at, struct verify_item *item);
/* Did a claim fall that it spoke of when it was asked about? */
bool summary_lost_ground(struct evidence_work *work, size_t at);
/* The question about a heading that states something which no claim under it says; false: there is none. */
bool heading_wants_asking(struct arena *scratch, struct evidence_work *work, size_t at, struct verify_item *item);
/* One that nothing under it carries becomes a claim that falls; any other stays a heading. */
void heading_take(const struct verify_item *item, struct claim *heading);
/* Summaries that stand cite what their claims cite; one that rests on a claim in part is partial. */
void summaries_cite(struct evidence_work *work);

#endif
