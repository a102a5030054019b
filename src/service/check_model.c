/* check with -m: the verifier decides what code leaves open. It sees the claim and up to three passages, chosen by the words they share
 * with it; evidence/lone.h says when it is asked again and when its word is not taken. */
#include "service/check_model.h"

#include "service/account.h"
#include "service/tools.h"
#include "text/words.h"

enum { PASSAGES_MAX = 3, NEIGHBOURS = 2 };

/* The text as a source, and where its sentences stand in it. Sentences without a text are one, in their order. */
static struct source_row source_of(struct arena *arena, const struct check_text *text, const struct span **ret_places)
{
    struct span *places = arena_calloc(arena, text->n + 1, sizeof *places);
    size_t at = 0;

    *ret_places = text->places;
    if (text->places)
        return (struct source_row){ .title = text->title, .url = text->url, .text = text->text };
    for (size_t i = 0; i < text->n; i++) {
        places[i] = (struct span){ at, at + text->sentences[i].len };
        at = places[i].end + 1;
    }
    *ret_places = places;
    return (struct source_row){ .title = text->title,
                                .url = text->url,
                                .text = str_join(arena, text->sentences, text->n, " ") };
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

/* Of a text that shares no word with the claim, in another language perhaps, the verifier sees the beginning. */
static size_t choose_any(const struct check_text *texts, size_t n, struct choice ret[PASSAGES_MAX])
{
    size_t chosen = 0;

    for (size_t t = 0; t < n && chosen < PASSAGES_MAX; t++)
        if (texts[t].n && !str_empty(texts[t].sentences[0]))
            ret[chosen++] = (struct choice){ .text = t };
    return chosen;
}

static int ask(const struct caller *caller, struct arena *arena, const struct check_question *q, struct usage *spent,
               struct check_opinion *ret, struct error *e)
{
    struct verify_alone with = { .models = q->models, .usage = spent };
    struct choice choices[PASSAGES_MAX] = { 0 };
    struct lone_place places[PASSAGES_MAX];
    struct source_row *sources = arena_calloc(arena, q->texts_n + 1, sizeof *sources);
    const struct span **spans = arena_calloc(arena, q->texts_n + 1, sizeof *spans);
    struct lone_question question = { .claim = q->claim,
                                      .sources = sources,
                                      .sources_n = q->texts_n,
                                      .places = places,
                                      .clash = q->clash,
                                      .verifier = &with,
                                      .record = q->record };
    struct run_tools tools;

    question.places_n = choose(arena, q->claim, q->texts, q->texts_n, choices);
    *ret = (struct check_opinion){ .text = choices[0].text, .sentence = choices[0].at, .found = question.places_n > 0 };
    if (question.places_n == 0)
        question.places_n = choose_any(q->texts, q->texts_n, choices);
    if (question.places_n == 0)
        return error_set(e, ERROR_INVALID, "there is nothing to show to it");
    for (size_t i = 0; i < q->texts_n; i++)
        sources[i] = source_of(arena, &q->texts[i], &spans[i]);
    for (size_t i = 0; i < question.places_n; i++)
        places[i] = (struct lone_place){ choices[i].text, spans[choices[i].text][choices[i].at] };
    int r = tools_default(service_tools(caller->service), arena, &tools, e);
    with.tools = &tools;
    if (r == 0)
        r = service_net(caller->service, &with.net, e);
    return r < 0 ? r : evidence_check_alone(arena, &question, &ret->answer, e);
}

int check_ask_model(const struct caller *caller, struct arena *arena, const struct check_question *q,
                    struct check_opinion *ret, struct error *e)
{
    struct usage spent = { 0 };
    int r = ask(caller, arena, q, &spent, ret, e);

    caller_spent(caller, &spent);
    return r;
}
