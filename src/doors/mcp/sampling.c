/* The client's model: what a run asks of mcp/client (llm/lender.h) goes to the client, its answers come back.
 *
 * Old era: each prompt is a request of ours on the stream of the client's; several are under way at once, and the thread that
 * reads an answer hands it in. New era: what waits travels with the reply, several prompts at once, and the answers come with
 * the next request. A client that leaves loses nothing: the prompts wait for the next one. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "doors/mcp/internal.h"
#include "llm/lender.h"
#include "text/json.h"

enum { AT_ONCE = 8 }; /* prompts that a client has at a time */

static struct lender *lender_of(const struct mcp_request *request) { return service_lender(request->mcp->service); }

bool sampling_offered(const struct mcp_request *request) { return client_has(request, "sampling"); }

struct caller request_caller(const struct mcp_request *request, const struct operation *operation)
{
    struct caller caller = request->session->caller;

    if (operation == &operation_research && sampling_offered(request))
        caller.lends = LENT_MODEL;
    return caller;
}

/* A run that went to sleep over it goes on at once. */
static void hand_in(struct mcp *mcp, struct str run, struct str key, struct str result)
{
    if (lender_answer(service_lender(mcp->service), run, key, result))
        service_wake(mcp->service, run);
}

bool sampling_wake(struct mcp_request *request, struct str run)
{
    /* What the client has wakes it when it is answered. */
    return sampling_under_way(request) == 0 && lender_left(lender_of(request), run) > 0 &&
           service_wake(request->mcp->service, run);
}

/* --- new era --- */

void sampling_take(struct mcp_request *request, struct str run, const json_t *replies)
{
    const char *key;
    json_t *reply;

    json_object_foreach ((json_t *) replies, key, reply)
        if (json_is_object(reply)) /* what is no prompt of this run is another's business */
            hand_in(request->mcp, run, str(key), json_text(request->arena, reply));
}

size_t sampling_waiting(struct mcp_request *request, struct str run)
{
    struct arena *arena = arena_new();
    struct lent *lent;
    size_t n = lender_waiting(lender_of(request), run, AT_ONCE, arena, &lent);

    arena_free(arena);
    return n;
}

json_t *sampling_inputs(struct mcp_request *request, struct str run)
{
    struct lent *lent;
    size_t n = lender_waiting(lender_of(request), run, AT_ONCE, request->arena, &lent);
    json_t *inputs = n ? json_object() : NULL;

    for (size_t i = 0; i < n; i++) {
        json_t *params = NULL;

        if (json_parse(lent[i].prompt, &params, NULL) == 0)
            json_object_set_new(inputs, lent[i].key.data,
                                json_pack("{ss so}", "method", "sampling/createMessage", "params", params));
    }
    return inputs;
}

/* --- old era --- */

static void send_prompt(struct mcp_request *request, const struct lent *lent, struct str run)
{
    struct mcp_session *session = request->session;
    struct mcp_question *question = memory_alloc(sizeof *question);
    struct arena *arena = arena_new();
    json_t *params = NULL;

    *question = (struct mcp_question){
        .request = request, .arena = arena, .run = str_dup(arena, run), .key = str_dup(arena, lent->key)
    };
    json_parse(lent->prompt, &params, NULL);
    pthread_mutex_lock(&session->lock);
    question->id = ++session->questions_n;
    question->next = session->questions;
    session->questions = question;
    request->lent++;
    json_t *id = json_integer(question->id);
    pthread_mutex_unlock(&session->lock);
    /* The question may be answered, and gone, as soon as it is sent. */
    struct arena *scratch = arena_new();
    request->channel.send(request->channel.context, rpc_request(scratch, id, "sampling/createMessage", params));
    arena_free(scratch);
    json_decref(id);
}

void sampling_lend(struct mcp_request *request, struct str run)
{
    struct arena *arena = arena_new();
    struct lent *lent;
    size_t under_way = sampling_under_way(request);
    size_t n = under_way < AT_ONCE ? lender_take(lender_of(request), run, AT_ONCE - under_way, arena, &lent) : 0;

    for (size_t i = 0; i < n; i++)
        send_prompt(request, &lent[i], run);
    arena_free(arena);
}

size_t sampling_under_way(struct mcp_request *request)
{
    pthread_mutex_lock(&request->session->lock);
    size_t n = request->lent;
    pthread_mutex_unlock(&request->session->lock);
    return n;
}

void sampling_answered(struct mcp_session *session, struct mcp_question *question, const json_t *message)
{
    const json_t *result = json_object_get(message, "result");
    struct str why = json_get_str(json_object_get(message, "error"), "message");

    if (result)
        hand_in(session->mcp, question->run, question->key, json_text(question->arena, result));
    else if (lender_refuse(service_lender(session->mcp->service), question->run, question->key, why))
        service_wake(session->mcp->service, question->run);
    question_free(question);
}

void question_free(struct mcp_question *question)
{
    arena_free(question->arena);
    free(question);
}

/* With the lock held: takes a question of this request out of the list; NULL: there is none. */
static struct mcp_question *take_one(struct mcp_request *request)
{
    for (struct mcp_question **at = &request->session->questions; *at; at = &(*at)->next)
        if ((*at)->request == request) {
            struct mcp_question *question = *at;

            *at = question->next;
            request->lent--;
            return question;
        }
    return NULL;
}

void sampling_end(struct mcp_request *request)
{
    struct mcp_session *session = request->session;
    struct mcp_question *question;

    for (;;) {
        pthread_mutex_lock(&session->lock);
        question = request->lent ? take_one(request) : NULL;
        bool ended = session->ended;
        pthread_mutex_unlock(&session->lock);
        if (!question)
            return;
        if (!ended)
            request->channel.send(request->channel.context,
                                  rpc_notification(request->arena, "notifications/cancelled",
                                                   json_pack("{sI ss}", "requestId", (json_int_t) question->id,
                                                             "reason", "the request it belonged to has ended")));
        lender_put_back(lender_of(request), question->run, question->key);
        question_free(question);
    }
}
