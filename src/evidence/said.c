/* What only a model says. Answers of models are sources, so that whoever said something is cited by its own words; but
 * a model's word is no evidence. Their spans are put aside while claims are verified, so that no verdict rests on them,
 * and come back before the text is written. */
#include "evidence/internal.h"
#include "evidence/markers.h"

#include "base/buf.h"

bool span_is_said(const struct evidence_pool *pool, size_t span)
{
    return source_is_answer(&pool->sources->items[pool->spans[span].source]);
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/* As a whole word: "gpt-5" is not in "gpt-5-mini". */
static bool has_name(struct str text, struct str name)
{
    for (size_t at = 0; name.len && at + name.len <= text.len; at++) {
        size_t end = at + name.len;
        bool dotted = end + 1 < text.len && text.data[end] == '.' && is_word(text.data[end + 1]);

        if (str_eq_nocase(str_sub(text, at, end), name) && (at == 0 || !is_word(text.data[at - 1])) &&
            (end == text.len || (!is_word(text.data[end]) && !dotted)))
            return true;
    }
    return false;
}

/* --- whose word it is --- */

/* Behind the names of speakers at `at`, with the commas and "and" between them; `at` itself when none stands there. */
static size_t behind_names(const struct evidence_work *work, struct str text, size_t at)
{
    const struct str_list *speakers = work->input->speakers;
    size_t end = at;

    for (bool more = true; more;) {
        size_t longest = 0;

        for (size_t i = 0; speakers && i < speakers->n; i++) {
            struct str name = speakers->items[i], there = str_sub(text, at, at + name.len);
            bool cut = at + name.len < text.len && is_word(text.data[at + name.len]);

            if (name.len > longest && str_eq_nocase(there, name) && !cut)
                longest = name.len;
        }
        more = longest > 0;
        if (!more)
            break;
        end = at += longest;
        for (const char *const *joint = (const char *const[]){ ", and ", " and ", ", ", NULL }; *joint; joint++)
            if (str_starts(str_sub(text, at, text.len), *joint)) {
                at += strlen(*joint);
                break;
            }
    }
    return end;
}

/* "According to openai/gpt-5.2, costs fell." -> "costs fell."; empty when it cannot be told where the attribution ends. */
static struct str without_speaker(const struct evidence_work *work, struct str text)
{
    static const char *const verbs[] = { " says",   " say",   " states", " state",  " reports",
                                         " report", " notes", " note",   " agrees", " agree",
                                         " argues", " argue", " finds",  " find",   NULL };
    struct str lead = str("According to ");

    if (str_starts_nocase(text, lead.data)) {
        size_t end = behind_names(work, text, lead.len);

        return end > lead.len && str_starts(str_sub(text, end, text.len), ", ") ? str_sub(text, end + 2, text.len)
                                                                                : str("");
    }
    size_t all = work->input->speakers ? behind_all_models(text) : 0, end = all ? all : behind_names(work, text, 0);
    for (size_t i = 0; end && verbs[i]; i++) {
        struct str rest = str_sub(text, end, text.len);

        if (!str_starts(rest, verbs[i]))
            continue;
        rest = str_sub(rest, strlen(verbs[i]), rest.len);
        if (str_starts(rest, " that "))
            return str_sub(rest, strlen(" that "), rest.len);
    }
    return str("");
}

enum cited { CITES_NOTHING, CITES_ANSWERS, CITES_PAGES, CITES_BOTH };

/* What the markers of a part of the body cite. */
static enum cited cited_in(const struct evidence_work *work, struct str part)
{
    enum cited ret = CITES_NOTHING;
    struct marker marker;

    for (size_t at = 0; at < part.len; at++) {
        if (!marker_read(part, at, &marker))
            continue;
        for (size_t i = 0; i < marker.n; i++) {
            size_t span = (size_t) marker.items[i] - 1;

            if (marker.items[i] > 0 && span < work->pool->spans_n)
                ret |= span_is_said(work->pool, span) ? CITES_ANSWERS : CITES_PAGES;
        }
        at = marker.end - 1;
    }
    return ret;
}

/* "According to X, 90 % do so [2], but the survey gives 36 % [5]": an answer is cited for the one side and a page for the other,
 * which is all that the page can be asked about, as the first is all that X can be held to. */
static void part_sides(const struct evidence_work *work, struct claim *claim)
{
    static const char *const contrasts[] = { ", but ", ", whereas ", ", while ", ", yet ", "; however, ", NULL };
    struct str raw = str_sub(work->body, claim->at.start, claim->at.end);

    for (size_t i = 0; contrasts[i] && !work->input->by_source && claim->told.len == 0; i++) {
        struct str sign = str(contrasts[i]);
        ptrdiff_t in_raw = str_find(raw, sign, 0), at = str_find(claim->text, sign, 0);

        if (in_raw < 0 || at < 0)
            continue;
        struct str first = str_sub(claim->text, 0, (size_t) at),
                   second = str_sub(claim->text, (size_t) at + sign.len, claim->text.len);
        enum cited before = cited_in(work, str_sub(raw, 0, (size_t) in_raw)),
                   behind = cited_in(work, str_sub(raw, (size_t) in_raw, raw.len));
        bool said_first = before == CITES_ANSWERS && behind == CITES_PAGES,
             said_last = before == CITES_PAGES && behind == CITES_ANSWERS;
        if ((!said_first && !said_last) || names_speaker(work, said_first ? second : first))
            continue;
        claim->told = said_first ? first : second;
        claim->world = said_first ? second : first;
    }
}

void claim_ask_pages(const struct evidence_work *work, struct claim *claim)
{
    claim->world = without_speaker(work, claim->text);
    part_sides(work, claim);
}

struct str claim_asks(const struct claim *claim)
{
    return claim->world.len ? claim->world : claim->named.len ? claim->named : claim->text;
}

struct str claim_judged(const struct claim *claim)
{
    return claim->world.len || claim->named.len || !claim->core.len ? claim_asks(claim) : claim->core;
}

struct verify_item claim_question(const struct claim *claim)
{
    struct str asks = claim_asks(claim);

    /* Its cells have the names of their columns already. */
    return (
        struct verify_item){ .claim = asks, .lead = str_eq(asks, claim->named) ? str("") : claim->lead, .wide = true };
}

bool names_speaker(const struct evidence_work *work, struct str text)
{
    const struct str_list *speakers = work->input->speakers;

    for (size_t i = 0; speakers && i < speakers->n; i++)
        if (has_name(text, speakers->items[i]))
            return true;
    return speakers && behind_all_models(text);
}

void claim_put_aside(struct evidence_work *work, struct claim *claim)
{
    size_t *spans = NULL, n = 0;

    claim->said = NULL;
    claim->said_n = 0;
    for (size_t i = 0; i < claim->spans_n; i++) {
        if (!span_is_said(work->pool, claim->spans[i])) {
            spans = spans ? spans : arena_calloc(work->arena, claim->spans_n, sizeof *spans);
            spans[n++] = claim->spans[i];
            continue;
        }
        if (!claim->said)
            claim->said = arena_calloc(work->arena, claim->spans_n, sizeof *claim->said);
        claim->said[claim->said_n++] = claim->spans[i];
    }
    if (claim->said_n) {
        claim->spans = spans;
        claim->spans_n = n;
    }
    claim->cites_page = claim->spans_n > 0;
}

void claim_take_back(struct evidence_work *work, struct claim *claim)
{
    if (claim->said_n == 0)
        return;
    size_t *spans = arena_calloc(work->arena, claim->spans_n + claim->said_n, sizeof *spans), n = 0;

    for (size_t i = 0; i < claim->spans_n; i++)
        spans[n++] = claim->spans[i];
    for (size_t i = 0; i < claim->said_n; i++)
        spans[n++] = claim->said[i];
    claim->spans = spans;
    claim->spans_n = n;
    claim->said_n = 0;
}

/* "openai/gpt-5.2, anthropic/claude-opus-5 and google/gemini-3.6-flash". */
static struct str speakers_of(struct evidence_work *work, const struct claim *claim)
{
    struct str_list names = { 0 };

    for (size_t i = 0; i < claim->said_n; i++) {
        struct str url = work->pool->sources->items[work->pool->spans[claim->said[i]].source].url,
                   name = str_sub(url, strlen("model:"), url.len);

        if (!str_list_has(&names, name))
            str_list_add(work->arena, &names, name);
    }
    struct str all = str_join(work->arena, names.items, names.n ? names.n - 1 : 0, ", ");
    if (names.n < 2)
        return names.n ? names.items[0] : all;
    return str_format(work->arena, "%.*s and %.*s", STR_ARG(all), STR_ARG(names.items[names.n - 1]));
}

void claim_only_said(struct evidence_work *work, struct claim *claim)
{
    struct str who = speakers_of(work, claim), why;

    if (claim->names_speaker)
        why = str("it tells what a model said; no page was asked about it");
    else if (who.len)
        why = str_format(work->arena, "only %.*s %s it: no page that was read carries it", STR_ARG(who),
                         str_contains(who, " and ") ? "say" : "says");
    else
        why = str("only the model says it: it names no page that was read");
    claim_decide(claim, VERDICT_UNCHECKED, 0, why);
    if (work->unchecked_why.len == 0)
        work->unchecked_why = str("only a model says it, or no page that was read carries it");
}

/* --- after the verdicts --- */

/* Is the sentence carried by something else than the model's answer at `k` of its said spans? */
static bool carried_beside(const struct claim *claim, const enum said *says, size_t k)
{
    bool beside = claim->spans_n && claim_stands(claim);

    for (size_t i = 0; i < claim->said_n; i++)
        beside = beside || (i != k && says[i] == SAID_YES);
    return beside;
}

/* Markers of answers that do not say it go where something else carries it. True: one went. */
static bool drop_said(struct evidence_work *work, struct reader *reader, struct claim *claim)
{
    const struct source_row *rows = work->pool->sources->items;
    enum said says[CLAIM_SPANS_MAX];
    size_t n = 0, all = claim->said_n;

    if (all == 0 || claim->names_speaker || !cites_in_one_place(str_sub(work->body, claim->at.start, claim->at.end)))
        return false;
    for (size_t i = 0; i < all; i++)
        says[i] = answer_says(reader, claim_asks(claim), &rows[work->pool->spans[claim->said[i]].source]);
    for (size_t i = 0; i < all; i++) {
        bool goes = (says[i] == SAID_NO || says[i] == SAID_HARDLY) && carried_beside(claim, says, i);

        if (!goes)
            claim->said[n++] = claim->said[i];
    }
    claim->said_n = n;
    /* A model alone is named for it, and has not said it. */
    if (all == 1 && n == 1 && says[0] == SAID_NO && claim->spans_n == 0)
        claim_decide(
            claim, VERDICT_UNSUPPORTED, BY_PROOF,
            str_format(work->arena, "the answer of %.*s does not say this", STR_ARG(speakers_of(work, claim))));
    return n < all;
}

/* Whose words they are is looked up in the answers: a page that says the same makes no wrong name right. */
static void hold_to_answers(struct evidence_work *work, struct claim *claim)
{
    struct misattribution wrong;

    if (!evidence_misattributed(work->arena, work->pool->sources, work->input->speakers,
                                claim->told.len ? claim->told : claim->text, &wrong))
        return;
    if (wrong.sure)
        claim_decide(claim, wrong.contradicted ? VERDICT_CONTRADICTED : VERDICT_UNSUPPORTED, BY_PROOF, wrong.reason);
    else if (claim_stands(claim) || claim->verdict == VERDICT_PARTIAL)
        claim_decide(claim, VERDICT_UNCHECKED, 0, wrong.reason);
}

static void settle_said(struct evidence_work *work, struct reader *reader, size_t at)
{
    struct claim *claim = &work->claims.items[at];
    /* A page that we laid beside it may carry it; that it does not, or says something else, takes nothing away. */
    bool falls = claim->verdict == VERDICT_UNSUPPORTED ||
                 (claim->verdict == VERDICT_CONTRADICTED && (!claim->cites_page || claim->world.len));

    if (claim->kind == KIND_CLAIM && falls && claim->said_n) { /* what stays is who said it */
        claim->spans_n = 0;
        claim->correction = claim->cites_page ? CORRECTION_REMOVE : CORRECTION_NONE;
        claim_only_said(work, claim);
    }
    bool speaks = claim->kind == KIND_CLAIM && work->input->speakers, dropped = false;
    if (speaks)
        dropped = drop_said(work, reader, claim);
    if (dropped && claim->verdict == VERDICT_UNCHECKED && claim->spans_n == 0)
        claim_only_said(work, claim);
    if (speaks)
        hold_to_answers(work, claim);
    claim_take_back(work, claim);
    if (dropped)
        claim_set_spans(work, at, CORRECTION_REMOVE, claim->spans, claim->spans_n);
}

void said_settle(struct evidence_work *work)
{
    struct arena *scratch = arena_new();
    struct reader *reader = reader_new(scratch);

    for (size_t i = 0; i < work->claims.n; i++)
        settle_said(work, reader, i);
    arena_free(scratch);
}
