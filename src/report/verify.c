#include "report/verify.h"

#include "evidence/evidence.h"
#include "evidence/markers.h"
#include "records/page_starts.h"
#include "text/json.h"
#include "text/utf8.h"

enum { PROBLEMS_MAX = 200, OVERLAP_LEAST = 200 };

struct checking {
    struct arena *arena;
    const struct bundle *bundle;
    struct report *report;
    struct str_list *problems;
};

static void problem(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void problem(struct checking *c, const char *format, ...)
{
    char text[600];
    va_list ap;

    if (c->problems->n >= PROBLEMS_MAX)
        return;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    str_list_add(c->arena, c->problems, utf8_clean(c->arena, str(text)));
}

static const struct source_row *source_of(const struct checking *c, int64_t number)
{
    for (size_t i = 0; i < c->bundle->sources_n; i++)
        if (c->bundle->sources[i].number == number)
            return &c->bundle->sources[i];
    return NULL;
}

/* --- sources --- */

static struct str hex_of(struct checking *c, struct hash hash)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash, hex);
    return str_dup(c->arena, str(hex));
}

static void check_sources(struct checking *c)
{
    for (size_t i = 0; i < c->bundle->sources_n; i++) {
        const struct source_row *row = &c->bundle->sources[i];
        const struct report_source *shown = report_source(c->report, row->number);

        if (!hash_eq(hash_of(row->text), row->hash))
            problem(c, "source text: the text of source %lld differs from the stored one", (long long) row->number);
        if (!page_starts_valid(row->pages, row->text.len))
            problem(c, "pages: the page starts of source %lld are not ascending offsets in its text",
                    (long long) row->number);
        if (!shown) {
            problem(c, "source: %lld is not in the report's list", (long long) row->number);
            continue;
        }
        if (!str_eq(shown->title, row->title))
            problem(c, "title: the report gives source %lld another title than its record", (long long) row->number);
        if (!str_eq(shown->url, row->url))
            problem(c, "address: the report gives source %lld another address than its record",
                    (long long) row->number);
        if (!str_eq(shown->author, row->author) || !str_eq(shown->date, row->date))
            problem(c, "origin: the report gives source %lld another author or date than its record",
                    (long long) row->number);
        bool whole = c->report->digest_version >= 2;
        if (whole && (!str_eq(shown->snippet, row->snippet) || !str_eq(shown->engine, row->engine) ||
                      shown->snippet_only != row->snippet_only))
            problem(c, "source record: the record of source %lld differs from the report", (long long) row->number);
        if ((shown->cited || whole) && !str_eq(shown->hash, hex_of(c, row->hash)))
            problem(c, "source hash: the report rests on another text of source %lld", (long long) row->number);
        if (!str_eq(shown->id, row->id))
            problem(c, "source id: the report gives source %lld another id than its record", (long long) row->number);
    }
    for (size_t i = 0; i < c->report->sources_n; i++)
        if (!source_of(c, c->report->sources[i].number))
            problem(c, "source missing: the report lists source %lld, but its text is missing",
                    (long long) c->report->sources[i].number);
}

/* --- spans --- */

static bool starts_code_point(struct str text, size_t at)
{
    return at >= text.len || ((unsigned char) text.data[at] & 0xc0) != 0x80;
}

static void check_span(struct checking *c, int64_t claim, const struct span_row *span)
{
    const struct source_row *source = source_of(c, span->source);

    if (!source) {
        problem(c, "source missing: claim %lld rests on source %lld, which is missing", (long long) claim,
                (long long) span->source);
        return;
    }
    if (span->start < 0 || span->end <= span->start || span->end > (int64_t) source->text.len) {
        problem(c, "span: claim %lld rests on bytes %lld to %lld of source %lld, which has %zu", (long long) claim,
                (long long) span->start, (long long) span->end, (long long) span->source, source->text.len);
        return;
    }
    if (!starts_code_point(source->text, (size_t) span->start) || !starts_code_point(source->text, (size_t) span->end))
        problem(c, "span: claim %lld rests on a part of a character of source %lld", (long long) claim,
                (long long) span->source);
    if (!str_eq(str_sub(source->text, (size_t) span->start, (size_t) span->end), span->quote))
        problem(c, "quote: the quote of claim %lld differs from the bytes of source %lld", (long long) claim,
                (long long) span->source);
    if (span->snippet != source->snippet_only)
        problem(c, "snippet: claim %lld is wrong about whether the page of source %lld was read", (long long) claim,
                (long long) span->source);
    /* Older runs did not keep where the pages of a source start; their pages are not checked. */
    if (source->pages.len && span->page != page_starts_at(source->pages, (size_t) span->start))
        problem(c, "page: claim %lld says page %lld of source %lld, but its quote is on page %lld", (long long) claim,
                (long long) span->page, (long long) span->source,
                (long long) page_starts_at(source->pages, (size_t) span->start));
}

/* --- claims --- */

static bool rests_on(const struct claim_row *claim, int64_t source)
{
    for (size_t i = 0; i < claim->spans_n; i++)
        if (claim->spans[i].source == source)
            return true;
    return false;
}

/* A quotation must be one: some quote of the claim has its words as whole sentences. */
static bool is_quoted(struct checking *c, const struct claim_row *claim)
{
    for (size_t i = 0; i < claim->spans_n; i++)
        if (evidence_quotes(c->arena, claim->text, claim->spans[i].quote))
            return true;
    return false;
}

static void check_verdict(struct checking *c, const struct claim_row *claim)
{
    long long number = (long long) claim->number;
    bool checked = claim->verdict != VERDICT_UNCHECKED;
    bool stands = claim->verdict == VERDICT_SUPPORTED || claim->verdict == VERDICT_QUOTED;

    if (claim->verdict < 0 || claim->verdict >= VERDICT_COUNT) {
        problem(c, "verdict: claim %lld has no known verdict", number);
        return;
    }
    if (checked && claim->kind != KIND_CLAIM && claim->kind != KIND_SUMMARY)
        problem(c, "verdict: sentence %lld is not a claim, but has a verdict", number);
    if (stands && claim->spans_n == 0)
        problem(c, "verdict: claim %lld is called %s, but cites nothing", number, verdict_words[claim->verdict]);
    if (checked != (claim->decided_by.len > 0))
        problem(c, "verdict: claim %lld names the wrong checker", number);
    if (claim->confidence < 0 || claim->confidence > 1000)
        problem(c, "verdict: the confidence of claim %lld is out of range", number);
    if (claim->verdict == VERDICT_QUOTED && claim->spans_n && !is_quoted(c, claim))
        problem(c, "verdict: claim %lld is called a quotation, but no source holds these words", number);
    /* A claim that a model judged may paraphrase its quote; code calls a claim supported only if the two are nearly
     * the same. */
    if (claim->verdict == VERDICT_SUPPORTED && claim->spans_n && str_is(claim->decided_by, "code") &&
        claim->kind == KIND_CLAIM) {
        int best = 0;

        for (size_t i = 0; i < claim->spans_n; i++) {
            int one = evidence_overlap(claim->text, claim->spans[i].quote);

            best = one > best ? one : best;
        }
        if (best < OVERLAP_LEAST)
            problem(c, "verdict: claim %lld is called supported, but its quotes hardly share a word with it", number);
    }
}

/* Numbers as they are written down, against what the quotes give; of claims that older rules read they are believed. */
static void check_numbers(struct checking *c, const struct claim_row *claim)
{
    struct str *quotes = arena_calloc(c->arena, claim->spans_n + 1, sizeof *quotes);
    struct number_row *found;
    size_t n;

    if (claim->numbers_n == 0 || c->bundle->claims_version != CLAIMS_VERSION)
        return;
    for (size_t i = 0; i < claim->spans_n; i++)
        quotes[i] = claim->spans[i].quote;
    evidence_numbers(c->arena, claim->text, quotes, claim->spans_n, &found, &n);
    if (claim->verdict == VERDICT_SUPPORTED || claim->verdict == VERDICT_QUOTED)
        numbers_of_standing(found, n);
    if (n != claim->numbers_n) {
        problem(c, "number: claim %lld has %zu numbers, but %zu are recorded", (long long) claim->number, n,
                claim->numbers_n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (!str_eq(found[i].text, claim->numbers[i].text) || found[i].match != claim->numbers[i].match ||
            !str_eq(found[i].found, claim->numbers[i].found) ||
            !str_eq(found[i].derivation, claim->numbers[i].derivation))
            problem(c, "number: what is recorded for %.*s of claim %lld does not match its quotes",
                    STR_ARG(found[i].text), (long long) claim->number);
        if (found[i].match == NUMBER_IS_DIFFERENT && claim->verdict == VERDICT_SUPPORTED &&
            str_is(claim->decided_by, "code"))
            problem(c, "number: claim %lld says %.*s, but its source says %.*s", (long long) claim->number,
                    STR_ARG(found[i].text), STR_ARG(found[i].found));
    }
}

static void check_claim(struct checking *c, const struct claim_row *claim, int64_t position, int64_t *after)
{
    struct str body = c->report->body;
    long long number = (long long) claim->number;

    if (claim->number != position)
        problem(c, "claim number: claim %lld is at position %lld", number, (long long) position);
    for (size_t i = 0; i < claim->spans_n; i++)
        check_span(c, claim->number, &claim->spans[i]);
    for (size_t i = 0; i < claim->alternates_n; i++)
        check_span(c, claim->number, &claim->alternates[i]);
    check_verdict(c, claim);
    check_numbers(c, claim);
    if (claim->left_out) {
        if (claim->start || claim->end)
            problem(c, "claim position: claim %lld was left out, but still has a position", number);
        return;
    }
    if (claim->start < *after || claim->end <= claim->start || claim->end > (int64_t) body.len) {
        problem(c, "claim position: claim %lld is outside the report or overlaps another claim", number);
        return;
    }
    *after = claim->end;
}

/* The claims as the body has them now, against those that are written down. */
static void check_body(struct checking *c, int64_t most)
{
    struct claims now;
    size_t at = 0;

    claims_parse(c->arena, NULL, c->report->body, (size_t) most, &now);
    if (c->bundle->claims_version != CLAIMS_VERSION)
        return; /* found by other rules */
    for (size_t i = 0; i < c->report->claims_n; i++) {
        const struct claim_row *claim = &c->report->claims[i];

        if (claim->left_out)
            continue;
        while (at < now.n && (int64_t) now.items[at].at.end <= claim->start) {
            problem(c, "claim missing: the report says \"%.*s\", but no such claim is recorded",
                    STR_ARG(utf8_cut(now.items[at].text, 80)));
            at++;
        }
        if (at == now.n || (int64_t) now.items[at].at.start != claim->start ||
            (int64_t) now.items[at].at.end != claim->end) {
            problem(c, "claim position: claim %lld is not at its recorded position", (long long) claim->number);
            continue;
        }
        if (!str_eq(now.items[at].text, claim->text))
            problem(c, "claim text: the text of claim %lld differs from the report", (long long) claim->number);
        for (size_t k = 0; k < now.items[at].spans_n; k++)
            if (!rests_on(claim, (int64_t) now.items[at].spans[k]))
                problem(c, "marker: claim %lld cites source %zu, but has no quote from it", (long long) claim->number,
                        now.items[at].spans[k]);
        for (size_t k = 0; k < claim->spans_n; k++) {
            bool shown = false;

            for (size_t m = 0; m < now.items[at].spans_n; m++)
                shown = shown || (int64_t) now.items[at].spans[m] == claim->spans[k].source;
            if (!shown)
                problem(c, "marker: claim %lld rests on source %lld, but does not cite it", (long long) claim->number,
                        (long long) claim->spans[k].source);
        }
        at++;
    }
    for (; at < now.n; at++)
        problem(c, "claim missing: the report says \"%.*s\", but no such claim is recorded",
                STR_ARG(utf8_cut(now.items[at].text, 80)));
    if (c->report->summary.sentences != (int64_t) now.sentences)
        problem(c, "summary: it counts %lld sentences, but there are %zu", (long long) c->report->summary.sentences,
                now.sentences);
}

static int64_t known(void *context, int64_t number)
{
    struct checking *c = context;

    if (!source_of(c, number))
        problem(c, "marker: [%lld] names no source", (long long) number);
    return number;
}

static int64_t cited(void *context, int64_t number)
{
    struct report *copy = context;

    for (size_t i = 0; i < copy->sources_n; i++)
        if (copy->sources[i].number == number)
            copy->sources[i].cited = true;
    return number;
}

static void check_markers(struct checking *c)
{
    struct report copy = *c->report;
    size_t removed;

    markers_rewrite(c->arena, c->report->body, known, c, &removed);
    copy.sources = arena_calloc(c->arena, copy.sources_n + 1, sizeof *copy.sources);
    for (size_t i = 0; i < copy.sources_n; i++) {
        copy.sources[i] = c->report->sources[i];
        copy.sources[i].cited = false;
    }
    markers_rewrite(c->arena, c->report->body, cited, &copy, &removed);
    for (size_t i = 0; i < copy.sources_n; i++)
        if (copy.sources[i].cited != c->report->sources[i].cited)
            problem(c, "cited: the report is wrong about whether it cites source %lld",
                    (long long) copy.sources[i].number);
}

/* --- the whole --- */

/* The counts of a summary that follow from the claims. */
#define COUNT(name, member)                                                                                            \
    {                                                                                                                  \
        name, offsetof(struct claim_summary, member)                                                                   \
    }
static const struct {
    const char *name;
    size_t offset;
} counts[] = { COUNT("total", total),
               COUNT("checked", checked),
               COUNT("quoted", quoted),
               COUNT("supported", supported),
               COUNT("partial", partial),
               COUNT("unsupported", unsupported),
               COUNT("contradicted", contradicted),
               COUNT("unchecked", unchecked),
               COUNT("left out", left_out),
               COUNT("by a model", by_model),
               COUNT("corrected", corrected),
               COUNT("cited", cited) };
#undef COUNT

static int64_t count_at(const struct claim_summary *summary, size_t i)
{
    return *(const int64_t *) (const void *) ((const char *) summary + counts[i].offset);
}

static void check_summary(struct checking *c)
{
    struct claim_summary again = c->report->summary;
    const struct claim_summary *said = &c->report->summary;

    claim_recount(c->report->claims, c->report->claims_n, c->bundle->claims_version, &again);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int64_t says = count_at(said, i), counted = count_at(&again, i);

        if (says != counted)
            problem(c, "summary: it says %lld %s, but a recount gives %lld", (long long) says, counts[i].name,
                    (long long) counted);
    }
    if (said->independent > (int64_t) c->bundle->sources_n)
        problem(c, "summary: it counts more independent sources than sources");
}

static void check_rows(struct checking *c)
{
    if (c->bundle->claims_n != c->report->claims_n)
        problem(c, "claims: the report has %zu, but %zu are stored", c->report->claims_n, c->bundle->claims_n);
    for (size_t i = 0; i < c->bundle->claims_n && i < c->report->claims_n; i++) {
        json_t *kept = json_encode(claim_row_fields, &c->bundle->claims[i]);
        json_t *shown = json_encode(claim_row_fields, &c->report->claims[i]);

        if (!json_equal(kept, shown))
            problem(c, "claim: the stored claim %lld differs from the report", (long long) c->report->claims[i].number);
        json_decref(kept);
        json_decref(shown);
    }
}

int report_verify(struct arena *arena, const struct bundle *bundle, struct report *ret, struct str_list *problems,
                  struct error *e)
{
    struct report report;
    struct checking c = { arena, bundle, &report, problems };
    int64_t after = 0, most = 0;
    int r = report_parse(arena, bundle->report, &report, e);

    if (r < 0)
        return error_set(e, ERROR_PARSE, "its report cannot be read");
    if (!hash_eq(hash_of(bundle->report), bundle->report_hash))
        problem(&c, "report: its bytes differ from the stored ones");
    if (!hash_eq(outline_digest(bundle->outline, bundle->outline_n), bundle->journal))
        problem(&c, "journal digest: it does not match the outline of the journal");
    if (!str_eq(report.query, bundle->question) || !str_eq(report.workflow, bundle->workflow))
        problem(&c, "question: the question or workflow of the report differs from the recorded one");
    check_sources(&c);
    check_markers(&c);
    for (size_t i = 0; i < bundle->sources_n; i++)
        most = bundle->sources[i].number > most ? bundle->sources[i].number : most;
    for (size_t i = 0; i < report.claims_n; i++)
        check_claim(&c, &report.claims[i], (int64_t) i + 1, &after);
    if (report.has_summary) {
        check_body(&c, most);
        check_summary(&c);
    }
    if (report.has_summary || report.digest_version >= 2) {
        if (!str_eq(report.digest, report_digest(arena, &report)))
            problem(&c, "content digest: the digest printed in the report does not match its text, claims and sources");
    }
    check_rows(&c);
    *ret = report;
    return 0;
}
