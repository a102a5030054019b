/* A claim against documents, without a model. Each source is judged by itself (in windows of sentences, so that none is too
 * long) by the judge of judge/judge.h, as every other claim is. A source that carries the claim wins over one that says
 * otherwise, which is shown beside it; without either the verdict stays open. */
#include "service/documents.h"

#include <math.h>

#include "base/file.h"
#include "evidence/evidence.h"
#include "judge/judge.h"
#include "service/check_model.h"
#include "service/service.h"
#include "text/sentence.h"
#include "text/words.h"

enum { CORPUS_HITS = 8, WINDOW_SENTENCES = 2000 };

/* What is judged at once. */
struct body {
    struct str source, title, url, text;
    const struct str *sentences;
    const struct span *places; /* NULL: the sentences were given */
    size_t n;
};

struct finding {
    struct judgement result;
    const struct body *body;
    size_t first;
};

struct checking {
    struct arena *arena;
    const struct caller *caller;
    struct str claim;
    struct finding *findings;
    size_t findings_n, capacity;
    const struct finding *best; /* conclude(): the one that says most; NULL: there is none */
};

/* By the whole claim where it is a quotation, else without the words that only introduce it or name the source. */
static void judge_claim(struct checking *c, const struct passage *passage, struct judgement *ret)
{
    struct str core = frame_off(title_off(c->arena, c->claim, passage->heading));

    judge_claim_by_passage(c->arena, NULL, c->claim, passage, ret);
    if (core.len == c->claim.len || ret->quoted)
        return;
    judge_claim_by_passage(c->arena, NULL, core, passage, ret);
    ret->quoted = false;
}

static void judge(struct checking *c, const struct body *body)
{
    for (size_t first = 0; first < body->n || first == 0; first += WINDOW_SENTENCES) {
        size_t n = body->n - first < WINDOW_SENTENCES ? body->n - first : WINDOW_SENTENCES;
        struct passage passage = { body->sentences + first, n, body->title };

        c->findings = arena_grow(c->arena, c->findings, &c->capacity, c->findings_n + 1, sizeof *c->findings);
        struct finding *finding = &c->findings[c->findings_n++];
        *finding = (struct finding){ .body = body, .first = first };
        judge_claim(c, &passage, &finding->result);
    }
}

static void judge_text(struct checking *c, struct str source, struct str title, struct str url, struct str text)
{
    struct body *body = arena_alloc(c->arena, sizeof *body);
    struct sentences sentences = { 0 };

    sentences_of(c->arena, text, &sentences);
    struct str *parts = arena_calloc(c->arena, sentences.n + 1, sizeof *parts);
    for (size_t i = 0; i < sentences.n; i++)
        parts[i] = str_sub(text, sentences.items[i].start, sentences.items[i].end);
    *body = (struct body){ .source = source,
                           .title = title,
                           .url = url,
                           .text = text,
                           .sentences = parts,
                           .places = sentences.items,
                           .n = sentences.n };
    judge(c, body);
}

static int judge_document(struct checking *c, struct str source, struct error *e)
{
    struct str_list one = { &source, 1, 1 };
    struct document_view *view = arena_calloc(c->arena, 1, sizeof *view);
    int r = documents_read(c->caller, c->arena, &one, KEEP_MORE, view, e);

    if (r < 0)
        return r;
    if (!str_empty(view->error))
        return error_set(e, ERROR_IO, "%.*s: %.*s", STR_ARG(source), STR_ARG(view->error));
    judge_text(c, source, view->title, view->url, view->text);
    return 0;
}

static int judge_corpus(struct checking *c, struct str name, struct error *e)
{
    struct str key = corpus_key(c->arena, c->caller->user, name);
    struct corpus_query query = { .corpora = &key, .corpora_n = 1, .text = c->claim, .count = CORPUS_HITS };
    struct corpus_hits hits = { 0 };
    struct store *store;
    int r = service_store(c->caller->service, false, &store, NULL);

    if (r == 0)
        r = corpus_search(store, c->arena, &query, &hits, e);
    if (r < 0)
        return error_set(e, ERROR_NOT_FOUND, "%.*s is neither a file, nor a URL, nor a corpus (@{corpus_list}).",
                         STR_ARG(name));
    for (size_t i = 0; i < hits.n; i++) {
        struct str text;

        if ((r = corpus_text(store, c->arena, &hits.items[i], &text, NULL, e)) < 0)
            return r;
        judge_text(c, hits.items[i].name, hits.items[i].title, hits.items[i].url, text);
    }
    return 0;
}

/* Does the claim name what it speaks of? "The plant was opened in 1984" may mean another plant in each document. */
static bool names_something(struct str claim)
{
    struct word word;
    bool first = true;
    size_t at = 0;

    while (word_next(claim, &at, &word)) {
        if ((word.flags & WORD_UPPER) || (!first && (word.flags & WORD_CAPITAL)))
            return true;
        first = false;
    }
    return false;
}

/* How much a finding says: carries the claim, excludes it, points at a difference, at least speaks of it. */
static int rank(const struct finding *f)
{
    if (f->result.verdict == VERDICT_SUPPORTED)
        return f->result.quoted ? 5 : 4;
    if (f->result.verdict == VERDICT_CONTRADICTED)
        return 3;
    return f->result.clashes_n ? 2 : f->result.decided_by_n ? 1 : 0;
}

static bool decisive(const struct finding *f) { return rank(f) >= 3; }

/* Of two undecided sentences the nearer one is better; a difference that code can name counts a little. */
static bool says_more(const struct finding *a, const struct finding *b)
{
    enum { CLASH_BONUS = 100 };

    if (decisive(a) || decisive(b))
        return rank(a) > rank(b);
    return a->result.shared + (rank(a) == 2) * CLASH_BONUS > b->result.shared + (rank(b) == 2) * CLASH_BONUS;
}

/* How likely a verdict of the judge is right: what was measured on claims it was not made for (docs/internals/verdict.md). */
static double confidence_of(const struct finding *f)
{
    static const double confidences[] = { 0, 0, 0, 0.94, 0.98, 1 };

    return confidences[rank(f)];
}

static void add_spans(const struct finding *f, struct check_out *ret)
{
    for (size_t i = 0; i < f->result.decided_by_n; i++) {
        size_t at = f->first + f->result.decided_by[i];

        ret->decided_by[ret->decided_by_n++] = (struct check_span){
            .source = f->body->source,
            .title = f->body->title,
            .url = f->body->url,
            .verdict = str(verdict_words[f->result.verdict]),
            .text = f->body->sentences[at],
            .index = (int64_t) at,
            .start = f->body->places ? (int64_t) f->body->places[at].start : -1,
            .end = f->body->places ? (int64_t) f->body->places[at].end : -1,
        };
    }
}

static void add_clashes(struct arena *arena, const struct finding *f, struct check_out *ret)
{
    ret->clashes = arena_calloc(arena, f->result.clashes_n + 1, sizeof *ret->clashes);
    for (size_t i = 0; i < f->result.clashes_n; i++) {
        const struct clash *clash = &f->result.clashes[i];

        ret->clashes[ret->clashes_n++] = (struct check_clash){ .kind = str(clash_kind_words[clash->kind]),
                                                               .claim = clash->claim,
                                                               .source = clash->source,
                                                               .mild = clash->mild,
                                                               .reason = clash->reason };
    }
}

static void conclude(struct checking *c, struct check_out *ret)
{
    const struct finding *best = NULL;

    if (c->findings_n > 1 && !names_something(c->claim))
        for (size_t i = 0; i < c->findings_n; i++)
            if (c->findings[i].result.verdict == VERDICT_CONTRADICTED)
                c->findings[i].result.verdict = VERDICT_UNCHECKED;
    for (size_t i = 0; i < c->findings_n; i++)
        if (!best || says_more(&c->findings[i], best))
            best = &c->findings[i];
    c->best = best;
    ret->claim = c->claim;
    ret->by = str("code");
    ret->verdict = str(verdict_words[best ? best->result.verdict : VERDICT_UNCHECKED]);
    ret->decided_by = arena_calloc(c->arena, c->findings_n * JUDGE_SENTENCES_MAX + 1, sizeof *ret->decided_by);
    if (!best) {
        ret->reason = str("there is no sentence to compare it with");
        return;
    }
    ret->confidence = confidence_of(best);
    ret->quoted = best->result.quoted;
    ret->reason = best->result.reason;
    add_clashes(c->arena, best, ret);
    add_spans(best, ret);
    /* Sources that agree, then those that do not. */
    for (int against = 0; against < 2 && decisive(best); against++)
        for (size_t i = 0; i < c->findings_n; i++)
            if (&c->findings[i] != best && decisive(&c->findings[i]) &&
                (c->findings[i].result.verdict != best->result.verdict) == against)
                add_spans(&c->findings[i], ret);
}

/* The difference that code names, for the model; where the judge of the whole text finds one. */
static const struct clash *clash_of(const struct finding *best)
{
    for (size_t i = 0; best && i < best->result.clashes_n; i++)
        if (!best->result.clashes[i].mild)
            return &best->result.clashes[i];
    return NULL;
}

/* What the model decided, or why its word was not taken: then what code can prove stays. */
static void take_opinion(struct checking *c, const struct check_opinion *opinion, struct check_out *ret)
{
    const struct lone_answer *answer = &opinion->answer;
    struct judgement code = { .clashes = (struct clash *) answer->clashes, .clashes_n = answer->clashes_n };

    if (ret->clashes_n == 0)
        add_clashes(c->arena, &(struct finding){ .result = code }, ret);
    if (str_empty(answer->by)) {
        if (str_is(ret->verdict, verdict_words[VERDICT_UNCHECKED]))
            ret->reason = answer->reason;
        return;
    }
    ret->verdict = str(verdict_words[answer->verdict]);
    ret->by = answer->by;
    ret->confidence = NAN; /* a verifier gives none */
    ret->reason = answer->reason;
    ret->decided_by_n = 0;
    if (opinion->found) {
        const struct finding *f = &c->findings[opinion->text];
        struct finding one = { .body = f->body, .first = f->first };

        one.result.verdict = answer->verdict;
        one.result.decided_by[0] = opinion->sentence;
        one.result.decided_by_n = 1;
        add_spans(&one, ret);
    }
}

/* The model decides. Its failure leaves the verdict of code, and says so. */
static void ask_model(struct checking *c, const struct str_list *models, struct check_out *ret)
{
    struct check_text *texts = arena_calloc(c->arena, c->findings_n + 1, sizeof *texts);
    struct check_question question = { .claim = c->claim,
                                       .texts = texts,
                                       .texts_n = c->findings_n,
                                       .models = models,
                                       .clash = clash_of(c->best),
                                       .record = c->caller->verifier };
    struct check_opinion opinion;
    struct error e = { 0 };

    for (size_t i = 0; i < c->findings_n; i++) {
        const struct body *body = c->findings[i].body;
        size_t first = c->findings[i].first, left = body->n - first;

        texts[i] = (struct check_text){ .title = body->title,
                                        .url = body->url,
                                        .text = body->text,
                                        .sentences = body->sentences + first,
                                        .places = body->places ? body->places + first : NULL,
                                        .n = left < WINDOW_SENTENCES ? left : WINDOW_SENTENCES };
    }
    if (check_ask_model(c->caller, c->arena, &question, &opinion, &e) < 0)
        ret->reason = str_format(c->arena, "%.*s (no model decided: %s)", STR_ARG(ret->reason), e.message);
    else
        take_opinion(c, &opinion, ret);
}

int do_check(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct check_in *in = in_;
    struct checking c = { .arena = arena, .caller = caller, .claim = str_trim(in->claim) };
    struct body given = { .sentences = in->evidence.items, .n = in->evidence.n };
    int r = 0;

    if (str_empty(c.claim))
        return error_set(e, ERROR_INVALID, "The claim is empty.");
    if (in->against.n == 0 && in->evidence.n == 0)
        return error_set(e, ERROR_INVALID,
                         "There is nothing to check the claim against. Give @{.against} FILE, URL or CORPUS.");
    bool asks = in->models.n && !str_list_has(&in->models, str("extractive"));
    if (asks && (r = check_models(caller, arena, &in->models, e)) < 0)
        return r;
    if (in->evidence.n)
        judge(&c, &given);
    for (size_t i = 0; i < in->against.n && r == 0; i++) {
        struct str source = in->against.items[i];
        bool document = document_is_url(source) ||
                        (caller->paths && (str_is(source, "-") || file_exists(str_z(arena, source))));

        r = document ? judge_document(&c, source, e) : judge_corpus(&c, source, e);
    }
    if (r < 0)
        return r;
    struct check_out *ret = ret_;
    conclude(&c, ret);
    if (asks)
        ask_model(&c, &in->models, ret);
    return 0;
}
