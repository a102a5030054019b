/* An answer being written: what the files of the report without a model share. */
#ifndef FATHOM_EXTRACTIVE_ANSWER_H
#define FATHOM_EXTRACTIVE_ANSWER_H

#include "base/buf.h"
#include "extractive/extractive.h"
#include "extractive/rank.h"

/* The few words that are ours. */
struct answer_wording {
    const char *language;
    const char *nothing; /* "Nothing in these %zu documents answers this." */
    const char *nothing_one;
    const char *nothing_part; /* "Nothing in these documents answers \"%.*s\"." */
    const char *closest;
    const char *read_as; /* "Read as \"%.*s\"", a heading */
    const char *before;  /* what stands before a fact */
    const char *more, *figures, *compared, *disagree, *rests;
    const char *value, *of, *when, *source; /* columns */
    const char *line, *page;
};
const struct answer_wording *answer_wording_for(struct str question, const struct language *language);

struct answer {
    struct arena *arena;
    struct question question;
    const struct answer_wording *wording;
    struct passages passages;
    struct ranking ranking;
    size_t *cluster; /* by source: works that are not independent share one */
    bool *cited;     /* by source */
    bool *shown;     /* by sentence */
    bool table;      /* what answers is a table */
    bool brief;      /* the answer alone: no headings, nothing behind it */
    bool few;        /* a short report: two passages answer at most */
    bool contrast;   /* what answers says how the sides differ */
    struct buf out;
};

/* Reads question and sources, ranks the sentences and says whether they answer; `arena` is set, the rest is zero. */
void answer_read(struct answer *a, const struct extract_input *input);
/* Then writes the report; its body lives in `arena`. */
void answer_write(struct answer *a, struct arena *arena, const struct extract_input *input, struct extract_result *ret);

/* Sentences [first, last] of one passage: a contiguous span of its source. */
struct piece {
    size_t passage, first, last;
};

/* What of its passage is shown for a sentence: whole where it is short or has a shape, else the sentences that answer. */
struct piece piece_for(const struct answer *a, size_t sentence, bool lead);
/* What is shown of a passage that goes on behind another of its section: from its beginning. */
struct piece piece_next(const struct answer *a, size_t passage);
/* A heading that says where it stands, then its words; `bold` marks the question's. */
void piece_write(struct answer *a, const struct piece *piece, bool bold, bool heading);
/* "Document › Section, line 12" */
struct str piece_place(struct answer *a, const struct piece *piece);
/* The words of a sentence in one line with the marker of its source, and of who says the same word for word. */
void sentence_write(struct answer *a, size_t sentence, bool bold);
size_t sentence_source(const struct answer *a, size_t sentence);
bool piece_shown(const struct answer *a, const struct piece *piece); /* any of it was written already */

/* A question that asks how, why or what something is gets the text that follows; one that asks for a fact does not. */
bool answer_reads_on(const struct question *question);
/* One that asks how, why or what something is is answered in the order of the document; else the fact is first. */
bool answer_reads_in_order(const struct question *question);

/* Changes scores by what words alone do not say: a heading that is the question, claims that are denied, figures that
 * were measured, the year asked for, the newest. */
void answer_adjust(struct answer *a, struct ranking *r, const struct question *question);

/* Of a comparison (contrast.c): what a sentence is worth that says how its sides differ; one that says how others do. */
int64_t answer_contrast_value(const struct answer *a, const struct question *q, struct str text);
bool answer_contrasts_others(const struct answer *a, const struct question *q, struct str text);

/* By source: whether it lacks a name of the question that another has. A name of several words ("Form Energy") is had as it
 * stands: what has its words apart speaks of something else. */
const bool *answer_without_names(struct answer *a, const struct ranking *r, const struct question *q);

/* What of that wanted.c sees: what is asked of the thing that a title names; a place, a date, somebody, a reason (into the
 * rules of a candidate). */
int64_t answer_aspect(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence);
void answer_kind_value(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence,
                       int64_t *rules);

/* What listed.c sees: the list or the steps that are asked for; newest.c: how new the text is among those found; priced.c:
 * whose price it tells. */
int64_t answer_listed(struct answer *a, const struct ranking *r, const struct question *q,
                      const struct ranked *candidate);
/* How a thing works is asked (mechanism.c): what tells it, and what only gives figures of it. */
int64_t answer_mechanism(struct answer *a, const struct ranking *r, size_t sentence);
int64_t answer_newest(struct answer *a, const struct ranking *r, size_t sentence);
int64_t answer_priced(struct answer *a, const struct ranking *r, size_t sentence);

/* The term that a question is about, as a bit: "Where do the puffins nest?"; 0: none, or no source has it. */
uint32_t answer_subject(struct answer *a, const struct ranking *r, const struct question *q);
/* Neither the passage of a sentence nor what stands above it names that. */
bool answer_lacks_subject(struct answer *a, const struct ranking *r, size_t sentence);
/* "The efficiency of batteries": neither the passage nor what stands above it speaks of efficiency, so its figures are of something
 * else. A unit ("litres of water") is none of what must be said. */
bool answer_lacks_measured(struct answer *a, const struct ranking *r, size_t sentence);

/* "How long does it last?": the verb of a question for a figure, as a bit; 0: none. */
uint32_t answer_verb(struct answer *a, const struct ranking *r);
/* "… lasts 12 years": the number at byte `start` of a sentence stands right behind that verb, and what the question is about in
 * front of it or above the sentence. */
bool answer_stated(struct answer *a, const struct ranking *r, size_t sentence, size_t start, uint32_t verb);
/* Does it give a figure of the kind asked for so? */
bool answer_states_figure(struct answer *a, const struct ranking *r, const struct question *q, size_t sentence);
/* The clause of a sentence that a byte stands in: a contiguous part between semicolons, colons and commas with "and". */
struct str answer_clause_at(struct str s, size_t at);
/* Yes or no is asked, and this sentence says "X is Y" or "X is not Y". */
bool answer_decides(const struct answer *a, const struct ranking *r, const struct question *q, size_t sentence);

/* A figure of the kind asked for; of no kind in particular: any but a date or a place in a row. */
bool answer_has_measure(const struct answer *a, const struct question *question, struct str text);
/* A number in a column whose name speaks of money. */
bool answer_has_price(struct answer *a, size_t sentence);
enum answer_years { YEARS_NONE, YEARS_OTHER, YEARS_ASKED };
enum answer_years answer_years_in(struct answer *a, const struct question *question, struct str text);

/* What the gate does not see: a figure is asked for of things with names, and no candidate gives one where the names
 * stand; the future is asked for, and no candidate tells it. */
bool answer_fits(struct answer *a);
/* Do a sentence's paragraph and what stands above it have all names and years of the question? */
bool answer_names_all(struct answer *a, const struct ranking *r, size_t sentence);
enum { ANSWER_COMPARES = 4500 }; /* what a sentence is worth that sets one side against the other: "… than …" */
/* Both sides of a comparison, and how they differ, in one sentence. */
bool answer_contrasts(const struct answer *a, const struct question *question, struct str text);
/* A figure is asked for, this sentence has none, and the next one, which points back to it, has. */
bool answer_figure_next(const struct answer *a, const struct question *question, size_t sentence);
/* The heading above a passage asks the whole question: the section is the answer from its beginning. */
bool answer_heading_asks(const struct answer *a, size_t passage);
/* The heading above a passage is a question, and nearly this one, as in lists of questions with answers. */
bool answer_heading_is_question(const struct answer *a, size_t passage);
/* A source of those who sell the thing. */
bool answer_is_interested(const struct passage_source *source);
/* The sentences behind it call what it says wrong. */
bool answer_is_denied(const struct answer *a, size_t sentence);
/* "If a plant costs …": nobody says that it does. */
bool answer_supposes(struct str text);

/* A passage is no further answer: it has none of the rarest words that the first one has, or no figure where one is asked for and
 * the first has it. */
bool answer_is_astray(struct answer *a, const struct ranking *r, size_t sentence);

/* The question with slips of the keyboard mended by the words of the sources; false: there is none. */
bool answer_spell(struct answer *a, struct str *ret);

/* "What is X, and how do I Y it?": questions in one. */
enum { ANSWER_CLAUSES = 3 };
struct clause {
    struct str text;         /* as asked */
    struct str alone, about; /* with what "it" stands for, and that itself; empty where nothing is missing */
    bool leans;              /* "why do the figures differ?": of what the first question is about */
};
size_t answer_clauses(struct arena *arena, struct str question, struct clause ret[ANSWER_CLAUSES]);
/* With the answer's question and ranking those of a clause: is it answered? What does so becomes the best. */
bool answer_clause_fits(struct answer *a, const struct clause *c);

/* "a, b and c": the things that a question lists, two at least; 0: it lists nothing. */
enum { ANSWER_PARTS = 4 };
size_t answer_parts(const struct question *question, struct str ret[ANSWER_PARTS]);
/* Which of them a text names, as bits. */
uint32_t answer_parts_in(struct answer *a, const struct question *question, struct str text);

/* Adds tables after the passages if the question asks for figures or compares and there are enough rows. */
void answer_figures(struct answer *a);
void answer_comparison(struct answer *a);
/* "Which lasts longer, X or Y?": the words of a comparison that are none of its sides, as bits. */
uint32_t answer_aspect_terms(struct answer *a);
/* The passages of two sentences, or what stands above them, have a word of those; or there are none. */
bool answer_says_aspect(struct answer *a, size_t x, size_t y);
/* Nothing says how the things compared differ: a passage about each of them. Returns whether there is one for two at least. */
bool answer_sides(struct answer *a);
/* One text treats both things compared, one after the other (with `entries` only in entries of one list): writes what it says of
 * each. Returns whether there is one. */
bool answer_both(struct answer *a, bool entries);
/* Has a passage the words that tell each of the two things compared from the other? */
bool answer_names_both(struct answer *a, size_t passage);
/* The words of a cell, and the marker of a sentence's source. */
void answer_cell(struct answer *a, struct str text);
void answer_cite(struct answer *a, size_t sentence);
/* Sentences of independent works that give different values for the same thing, if there are any. */
void answer_disagreement(struct answer *a);

#endif
