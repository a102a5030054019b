/* check with -m: the verifier decides what code leaves open. It sees the claim and up to three passages, chosen by the words they share
 * with it. Where it says supported and code can point at a difference, it is asked once more with the difference named. */
#include "service/check_model.h"

#include "roles/verify_claims.h"
#include "service/account.h"
#include "service/tools.h"
#include "text/utf8.h"
#include "text/words.h"

enum { PASSAGES_MAX = 3, NEIGHBOURS = 2, PASSAGE_BYTES = 1200 };

/* The sentence at `at` with its neighbours, as long as there is room. */
static struct str passage_at(struct arena *arena, const struct check_text *text, size_t at)
{
    size_t from = at > NEIGHBOURS ? at - NEIGHBOURS : 0,
           to = at + NEIGHBOURS + 1 < text->n ? at + NEIGHBOURS + 1 : text->n;
    size_t bytes = 0;

    for (size_t i = from; i < to; i++)
        bytes += text->sentences[i].len + 1;
    for (; from < at && bytes > PASSAGE_BYTES; from++)
        bytes -= text->sentences[from].len + 1;
    for (; to > at + 1 && bytes > PASSAGE_BYTES; to--)
        bytes -= text->sentences[to - 1].len + 1;
    return utf8_cut_bytes(str_join(arena, text->sentences + from, to - from, " "), PASSAGE_BYTES);
}

struct choice {
    double overlap;
    size_t text, at;
};

/* The sentences that share most words with the claim, none beside another. */
static size_t choose(struct arena *arena, struct str claim, const struct check_text *texts, size_t n,
                     struct choice ret[PASSAGES_MAX])
{
    const struct language *language = language_guess(claim);
    struct words mine = { 0 };
    size_t chosen = 0;

    words_of(arena, claim, language, &mine);
    for (size_t t = 0; t < n; t++) {
        for (size_t i = 0; i < texts[t].n; i++) {
            struct arena *scratch = arena_new();
            struct words theirs = { 0 };
            struct choice one = { .text = t, .at = i };
            size_t at = chosen;

            words_of(scratch, texts[t].sentences[i], language, &theirs);
            one.overlap = words_overlap(&mine, &theirs);
            arena_free(scratch);
            if (chosen && ret[chosen - 1].text == t && i <= ret[chosen - 1].at + NEIGHBOURS &&
                one.overlap <= ret[chosen - 1].overlap)
                continue;
            while (at > 0 && ret[at - 1].overlap < one.overlap)
                at--;
            if (one.overlap == 0 || at == PASSAGES_MAX)
                continue;
            chosen += chosen < PASSAGES_MAX;
            memmove(&ret[at + 1], &ret[at], (chosen - at - 1) * sizeof *ret);
            ret[at] = one;
        }
    }
    return chosen;
}

int check_models(const struct caller *caller, struct arena *arena, const struct str_list *models, struct error *e)
{
    struct run_tools tools;
    struct str notice;
    int r = caller_may_spend(caller, e);

    if (r == 0)
        r = tools_default(service_tools(caller->service), arena, &tools, e);
    for (size_t i = 0; r == 0 && i < models->n; i++)
        r = llm_check_model(tools.llm, arena, models->items[i], &notice, e);
    return r;
}

static int ask(const struct caller *caller, struct arena *arena, const struct check_question *q, struct usage *spent,
               struct check_opinion *ret, struct error *e)
{
    struct verify_alone with = { .models = q->models, .usage = spent };
    struct verify_quote quotes[PASSAGES_MAX] = { 0 };
    struct choice choices[PASSAGES_MAX] = { 0 };
    struct verify_question question = { .claim = q->claim, .quotes = quotes };
    struct verify_opinion opinion;
    struct run_tools tools;

    question.quotes_n = choose(arena, q->claim, q->texts, q->texts_n, choices);
    for (size_t i = 0; i < question.quotes_n; i++) {
        const struct check_text *text = &q->texts[choices[i].text];

        quotes[i] = (struct verify_quote){ passage_at(arena, text, choices[i].at), text->title, text->url, str(""),
                                           str("") };
    }
    int r = tools_default(service_tools(caller->service), arena, &tools, e);
    with.tools = &tools;
    if (r == 0)
        r = service_net(caller->service, &with.net, e);
    if (r == 0)
        r = verify_claim_alone(&with, arena, &question, &opinion, e);
    if (r < 0)
        return r;
    *ret = (struct check_opinion){ .verdict = opinion.verdict,
                                   .reason = opinion.reason,
                                   .text = choices[0].text,
                                   .sentence = choices[0].at,
                                   .found = question.quotes_n > 0 };
    if (opinion.verdict != VERDICT_SUPPORTED || str_empty(q->conflict))
        return 0;
    question.conflict = q->conflict;
    if (verify_claim_alone(&with, arena, &question, &opinion, NULL) == 0) {
        ret->verdict = opinion.verdict == VERDICT_SUPPORTED ? VERDICT_PARTIAL : opinion.verdict;
        ret->reason = opinion.verdict == VERDICT_SUPPORTED
                          ? str_format(arena, "%.*s; the model still calls it supported", STR_ARG(q->conflict))
                          : opinion.reason;
    }
    return 0;
}

int check_ask_model(const struct caller *caller, struct arena *arena, const struct check_question *q,
                    struct check_opinion *ret, struct error *e)
{
    struct usage spent = { 0 };
    int r = ask(caller, arena, q, &spent, ret, e);

    caller_spent(caller, &spent);
    return r;
}
