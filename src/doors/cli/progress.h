/* Live progress of one run: a block that is redrawn on a terminal, plain lines
 * elsewhere, nothing when quiet. Fed with the run's events. */
#ifndef FATHOM_DOORS_CLI_PROGRESS_H
#define FATHOM_DOORS_CLI_PROGRESS_H

#include "doors/cli/cli.h"
#include "net/call.h"
#include "service/runs.h"

struct progress;

struct progress *progress_new(struct cli *cli);
/* Is there a block on the screen, and is it time to draw it again? */
bool progress_due(const struct progress *progress);
/* Is it drawn again and again, on a terminal? */
bool progress_is_drawn(const struct progress *progress);
void progress_event(struct progress *progress, const struct event_view *event);
/* Draws it with what the run has cost so far, what is under way, and what is waited for; NULL: not known. */
void progress_draw(struct progress *progress, const struct usage *usage, int64_t in_flight, const struct why_out *why);
/* A line for the user that stays, above the block. */
void progress_note(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(struct progress *progress); /* takes the block away */
/* --- decisions.c: of the data of reflection_decision and supervisor_decision --- */
/* "decided: write the report", "judged gathering: do it again (Too few sources)". */
struct str decision_words(struct arena *arena, const json_t *data);
/* The manager's call of a tool, as a decision and the reason it gave; false: it is none. */
bool decision_of_tool(struct arena *arena, const json_t *call, struct str *ret_words, struct str *ret_why);
/* Is it a decision at all? That a phase has its agent is none. */
bool decision_is_told(const json_t *data);
/* A supervisor's judgement that something is wrong: worth a line while the run works. */
bool decision_needs_words(const json_t *data);

/* The data of a step_completed event: did the end of the run come before the step could do its work? */
bool progress_was_cut(const json_t *step);
/* Was it searched for, and nothing found? */
bool progress_found_nothing(const json_t *step);

/* "a model" for the call "llm"; NULL: what is waited for is in words already. */
const char *awaited_words(struct str waiting_for);

/* --- show_decisions.c --- */
/* `calls`: the tool calls of a manager, else NULL. */
struct run_view;
void show_decisions(struct cli *cli, const struct run_view *view, const json_t *parts, const json_t *calls);

/* --- event_words.c: of the data of an event --- */
/* Any event in words, for people: never JSON. */
struct str event_words(struct arena *arena, struct str type, const json_t *data);
/* "planned 4 queries", "planned 2 more steps". */
struct str event_plan_words(struct arena *arena, const json_t *data);
/* What is at work: a loop has queries, other workflows have steps with a title, a panel has models. */
struct str event_task(const json_t *data);

/* A phase for people: "waiting for answers"; the manager's first phase, "initial", has no name of its own. */
struct str phase_in_words(struct arena *arena, struct str phase);

#endif
