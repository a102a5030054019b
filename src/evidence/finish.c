/* Stage 8: what the reader gets to see. What its own source contradicts goes, or
 * is shown as a disagreement where another source says so; what nothing
 * supports is marked as such, or goes where every claim must be cited. Then
 * the body is put together: markers name sources, claims know their new place. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "evidence/markers.h"
#include "records/page_starts.h"

enum { BODY_MAX = 16 << 20 };

/* In the report's language where we have the words, else in English. `starts` are
 * words a sentence begins with that may be written small: behind them a hedge or
 * a qualification can stand in front. Languages in which that would turn the
 * sentence around have none. */
struct wording {
    const char *language, *unconfirmed, *disagree, *hedge, *qualify, *starts;
};
static const struct wording wordings[] = {
    { "en", "(not confirmed by the sources)", "(the sources disagree)", "Reportedly, ", "At least in part, ",
      "The|A|An|Most|Many|Some|This|These|It|There|In|On|At|For|Since|Each|Every|All|Its|Their|Several|About|After|Before|Between|Both|No" },
    { "de", "(von den Quellen nicht bestätigt)", "(die Quellen widersprechen sich)", NULL, NULL, NULL },
    { "fr", "(non confirmé par les sources)", "(les sources divergent)", "À ce qu'il paraît, ", "Au moins en partie, ",
      "Le|La|Les|Un|Une|Des|Ce|Cette|Ces|Il|Elle|En|Dans|Plusieurs|Chaque" },
    { "es", "(no confirmado por las fuentes)", "(las fuentes discrepan)", "Al parecer, ", "Al menos en parte, ",
      "El|La|Los|Las|Un|Una|Este|Esta|Estos|Estas|En|Cada|Algunos|Algunas" },
    { "it", "(non confermato dalle fonti)", "(le fonti sono in disaccordo)", "A quanto pare, ", "Almeno in parte, ",
      "Il|Lo|La|I|Gli|Le|Un|Una|Questo|Questa|In|Ogni|Alcuni|Alcune" },
    { "pt", "(não confirmado pelas fontes)", "(as fontes divergem)", "Ao que parece, ", "Pelo menos em parte, ",
      "O|A|Os|As|Um|Uma|Este|Esta|Em|Cada|Alguns|Algumas" },
    { "nl", "(niet bevestigd door de bronnen)", "(de bronnen spreken elkaar tegen)", NULL, NULL, NULL },
};

static const struct wording *wording_for(const struct language *language)
{
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
        if (strcmp(wordings[i].language, language_code(language)) == 0)
            return &wordings[i];
    return &wordings[0];
}

/* Before the stop at the end of a sentence, markers included. */
static size_t before_stop(struct str sentence)
{
    size_t end = sentence.len;

    while (end > 0 && strchr(".!? ", sentence.data[end - 1]))
        end--;
    return end;
}

static struct str with_remark(struct arena *arena, struct str sentence, const char *remark)
{
    size_t end = before_stop(sentence);

    return str_format(arena, "%.*s %s%.*s", STR_ARG(str_sub(sentence, 0, end)), remark,
                      STR_ARG(str_sub(sentence, end, sentence.len)));
}

/* May the sentence's first word be written small? Not a name, whose letter is its own. */
static bool begins_plainly(struct str sentence, const char *starts)
{
    ptrdiff_t space = str_find_char(sentence, ' ', 0);
    struct str rest = str(starts ? starts : ""), word;

    while (space > 0 && str_next(&rest, '|', &word))
        if (str_eq(word, str_sub(sentence, 0, (size_t) space)))
            return true;
    return false;
}

/* "Reportedly, the …"; empty where the sentence cannot begin otherwise. */
static struct str with_opening(struct arena *arena, struct str sentence, const char *opening, const char *starts)
{
    if (!opening || !begins_plainly(sentence, starts))
        return (struct str){ 0 };
    return str_format(arena, "%s%c%.*s", opening, sentence.data[0] + ('a' - 'A'),
                      STR_ARG(str_sub(sentence, 1, sentence.len)));
}

/* The plain text of a claim loses emphasis and code; a sentence that is changed is written plainly. */
static void soften(struct evidence_work *work, struct claim *claim, struct str instead, const char *how)
{
    claim->instead = instead;
    claim->softened = how;
    work->softened++;
}

/* Unsupported: hedged, else with a remark behind it. Partly supported, says a model
 * that saw the passage: qualified, where that can be said. */
static void mend(struct evidence_work *work, struct claim *claim)
{
    const struct wording *w = wording_for(work->language);
    struct str hedged = with_opening(work->arena, claim->text, w->hedge, w->starts);
    struct str qualified = with_opening(work->arena, claim->text, w->qualify, w->starts);
    bool strict = work->citations == CITATIONS_STRICT;

    if (claim->verdict == VERDICT_CONTRADICTED && claim->correction == CORRECTION_ALTERNATE) {
        soften(work, claim, with_remark(work->arena, claim->text, w->disagree), "conflict");
    } else if (claim->verdict == VERDICT_CONTRADICTED || (claim->verdict == VERDICT_UNSUPPORTED && strict)) {
        claim->left_out = true;
        work->removed++;
    } else if (claim->verdict == VERDICT_UNSUPPORTED && claim->marked) {
        if (hedged.len)
            soften(work, claim, hedged, "hedge");
        else
            soften(work, claim, with_remark(work->arena, claim->text, w->unconfirmed), "parenthesis");
    } else if (claim->verdict == VERDICT_PARTIAL && claim->asked && qualified.len) {
        soften(work, claim, qualified, "qualify");
    }
}

void stage_finish(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        mend(work, claim);
        if (claim->left_out || claim->instead.len)
            claim_event(work, "content_revised", i,
                        json_pack("{s:s, s:s, s:s*}", "action", claim->left_out ? "removed" : "softened", "verdict",
                                  verdict_words[claim->verdict], "how", claim->softened));
    }
}

/* --- putting the body together --- */

static int64_t number_of(const struct evidence_work *work, size_t span)
{
    return work->pool->sources->items[work->pool->spans[span].source].number;
}

/* A marker outside of any claim: the span's source. */
static int64_t any_source(void *context, int64_t number)
{
    const struct evidence_work *work = context;

    if (work->input->by_source)
        return number;
    return number >= 1 && (size_t) number <= work->pool->spans_n ? number_of(work, (size_t) number - 1) : 0;
}

static int64_t known_source(void *context, int64_t number)
{
    const struct evidence_work *work = context;

    return source_at(work->pool, number) >= 0 ? number : 0;
}

struct sentence_map {
    const struct evidence_work *work;
    const struct claim *claim;
};

/* A marker of a claim: its source while the claim still rests on it. */
static int64_t claim_source(void *context, int64_t number)
{
    const struct sentence_map *map = context;

    for (size_t i = 0; i < map->claim->spans_n; i++) {
        size_t span = map->claim->spans[i];

        if (map->work->input->by_source ? number_of(map->work, span) == number : span + 1 == (size_t) number)
            return number_of(map->work, span);
    }
    return 0;
}

static bool shows(struct str text, int64_t number)
{
    for (size_t at = 0; at < text.len; at++) {
        struct marker marker;

        if (text.data[at] != '[' || !marker_read(text, at, &marker))
            continue;
        for (size_t i = 0; i < marker.n; i++)
            if (marker.items[i] == number)
                return true;
    }
    return false;
}

/* The sentence with the markers of what it rests on now. */
static struct str render_claim(struct evidence_work *work, const struct claim *claim)
{
    struct sentence_map map = { work, claim };
    struct str sentence = str_sub(work->body, claim->at.start, claim->at.end), text;
    struct buf markers;

    text = claim->instead.len ? claim->instead : markers_rewrite_line(work->arena, sentence, claim_source, &map);
    buf_init(&markers, 4096);
    for (size_t i = 0; i < claim->spans_n; i++) {
        int64_t number = number_of(work, claim->spans[i]);

        if (!shows(text, number) && !shows(buf_str(&markers), number))
            buf_format(&markers, "[%lld]", (long long) number);
    }
    if (markers.len) {
        size_t end = before_stop(text);

        text = str_format(work->arena, "%.*s%s%.*s%.*s", STR_ARG(str_sub(text, 0, end)),
                          end && text.data[end - 1] == ']' ? "" : " ", STR_ARG(buf_str(&markers)),
                          STR_ARG(str_sub(text, end, text.len)));
    }
    buf_free(&markers);
    return text;
}

/* A list item or line whose only sentence went: its sign goes too. */
static bool drop_line_start(struct buf *out)
{
    size_t start = out->len;

    while (start > 0 && out->data[start - 1] != '\n')
        start--;
    for (size_t i = start; i < out->len; i++)
        if (!strchr(" \t-*+>0123456789.)", out->data[i]))
            return false;
    out->len = start;
    out->data[start] = '\0';
    return true;
}

static size_t skip_removed(struct evidence_work *work, struct buf *out, size_t end)
{
    struct str body = work->body;
    bool line_ends = end >= body.len || body.data[end] == '\n';

    if (line_ends && drop_line_start(out))
        return end < body.len ? end + 1 : end;
    if (line_ends) {
        while (out->len && out->data[out->len - 1] == ' ')
            out->data[--out->len] = '\0';
        return end;
    }
    while (end < body.len && body.data[end] == ' ')
        end++;
    return end;
}

/* Text between claims; its markers are read line by line, code left alone. */
static void add_gap(struct evidence_work *work, struct buf *out, size_t start, size_t end)
{
    struct str gap = str_sub(work->body, start, end);

    while (out->len == 0 && gap.len && strchr(" \t\n", gap.data[0])) /* what stood first was removed */
        gap = str_sub(gap, 1, gap.len);
    if (str_find_char(gap, '[', 0) < 0)
        buf_add_str(out, gap);
    else
        buf_add_str(out, markers_rewrite_line(work->arena, gap, any_source, work));
}

/* Where each claim came to stand in the new body. */
static struct str join_body(struct evidence_work *work, struct span *places)
{
    struct buf out;
    size_t from = 0;

    buf_init(&out, BODY_MAX);
    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];

        add_gap(work, &out, from, claim->at.start);
        places[i].start = out.len;
        if (!claim->left_out)
            buf_add_str(&out, render_claim(work, claim));
        places[i].end = out.len;
        from = claim->left_out ? skip_removed(work, &out, claim->at.end) : claim->at.end;
    }
    add_gap(work, &out, from, work->body.len);
    return str_trim(buf_take(&out, work->arena));
}

/* --- rows --- */

static struct span_row *span_rows(struct evidence_work *work, const size_t *spans, size_t n)
{
    struct span_row *rows = arena_calloc(work->arena, n + 1, sizeof *rows);

    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[spans[i]];
        const struct source_row *source = &work->pool->sources->items[span->source];

        rows[i] = (struct span_row){ number_of(work, spans[i]),
                                     (int64_t) span->at.start,
                                     (int64_t) span->at.end,
                                     span->quote,
                                     page_starts_at(source->pages, span->at.start),
                                     span->snippet };
    }
    return rows;
}

static void fill_row(struct evidence_work *work, const struct claim *claim, struct claim_row *ret)
{
    *ret = (struct claim_row){
        .text = claim->text,
        .verdict = claim->verdict,
        .confidence = claim->confidence,
        .reason = claim->reason,
        .missing = claim->missing,
        .decided_by = claim->verdict == VERDICT_UNCHECKED ? str("")
                      : claim->asked                      ? str("model")
                                                          : str("code"),
        .correction = claim->correction,
        .marked = claim->marked,
        .left_out = claim->left_out,
        .left_out_reason = claim->left_out ? claim->reason : str(""),
        .independent = (int64_t) claim->independent,
        .spans = span_rows(work, claim->spans, claim->spans_n),
        .spans_n = claim->spans_n,
        .alternates = span_rows(work, claim->alternates, claim->alternates_n),
        .alternates_n = claim->alternates_n,
        .numbers = claim->numbers,
        .numbers_n = claim->numbers_n,
    };
}

/* Two claims that became one sentence: it rests on both and is as good as the worse. */
static void merge_row(struct evidence_work *work, const struct claim *claim, struct claim_row *row)
{
    struct claim_row other;
    struct span_row *spans = arena_calloc(work->arena, row->spans_n + claim->spans_n + 1, sizeof *spans);
    size_t n = row->spans_n;

    fill_row(work, claim, &other);
    for (size_t i = 0; i < n; i++)
        spans[i] = row->spans[i];
    for (size_t i = 0; i < other.spans_n; i++)
        spans[n++] = other.spans[i];
    if (other.verdict > row->verdict) {
        row->verdict = other.verdict;
        row->reason = other.reason;
        row->decided_by = other.decided_by;
    }
    row->spans = spans;
    row->spans_n = n;
}

/* Whatever a sentence's markers name it has a span of. */
static void complete_row(struct evidence_work *work, struct quote_indices *indices, const struct claim *now,
                         struct claim_row *row)
{
    size_t capacity = 0, n = row->spans_n;

    for (size_t i = 0; i < now->spans_n; i++) {
        ptrdiff_t source = source_at(work->pool, (int64_t) now->spans[i]);
        bool known = source < 0;

        for (size_t k = 0; k < row->spans_n; k++)
            known = known || row->spans[k].source == (int64_t) now->spans[i];
        if (known)
            continue;
        size_t span = span_in_source(work, indices, (size_t) source, now->text);
        struct span_row *one = span_rows(work, &span, 1), *old = row->spans;
        row->spans = arena_grow(work->arena, NULL, &capacity, n + 1, sizeof *row->spans);
        for (size_t k = 0; k < n; k++)
            row->spans[k] = old[k];
        row->spans[n++] = *one;
        row->spans_n = n;
        capacity = 0;
    }
}

static bool overlaps(struct span a, struct span b) { return a.start < b.end && b.start < a.end; }

/* The claims of the new body as anybody will find them there, each with what is
 * known of the claim that stands at that place. */
static void make_rows(struct evidence_work *work, const struct span *places, struct evidence_result *ret)
{
    struct quote_indices indices = { .arena = arena_new() };
    struct claims now;
    size_t most = 0, at = 0, n = 0;

    for (size_t i = 0; i < work->pool->sources->n; i++)
        most = (size_t) work->pool->sources->items[i].number > most ? (size_t) work->pool->sources->items[i].number
                                                                    : most;
    claims_parse(work->arena, NULL, ret->body, most, &now);
    ret->summary.sentences = (int64_t) now.sentences;
    ret->claims = arena_calloc(work->arena, work->claims.n + now.n + 1, sizeof *ret->claims);
    for (size_t k = 0; k <= now.n; k++) {
        struct claim_row *row = NULL;

        for (size_t i = at; i < work->claims.n; i++) {
            const struct claim *claim = &work->claims.items[i];

            if (k < now.n && places[i].start >= now.items[k].at.end)
                break;
            if (claim->left_out && i >= at)
                fill_row(work, claim, &ret->claims[n++]);
            else if (k < now.n && overlaps(places[i], now.items[k].at) && row)
                merge_row(work, claim, row);
            else if (k < now.n && overlaps(places[i], now.items[k].at))
                fill_row(work, claim, row = &ret->claims[n++]);
            if (k == now.n || places[i].end <= now.items[k].at.end)
                at = i + 1; /* else it goes on in the next sentence */
        }
        if (k == now.n)
            break;
        if (!row) {
            row = &ret->claims[n++];
            *row = (struct claim_row){ .verdict = VERDICT_UNCHECKED,
                                       .reason = str("it came about when the text was mended") };
        }
        row->text = now.items[k].text;
        row->start = (int64_t) now.items[k].at.start;
        row->end = (int64_t) now.items[k].at.end;
        complete_row(work, &indices, &now.items[k], row);
    }
    arena_free(indices.arena);
    ret->claims_n = n;
    for (size_t i = 0; i < n; i++)
        ret->claims[i].number = (int64_t) i + 1;
}

void evidence_render(struct evidence_work *work, struct evidence_result *ret)
{
    struct span *places = arena_calloc(work->arena, work->claims.n + 1, sizeof *places);

    struct str joined = join_body(work, places);
    size_t removed;

    ret->body = markers_rewrite(work->arena, joined, known_source, work, &removed);
    /* Only what nobody writes ("[7[9]]" without its 9) is changed by reading it again;
     * then the old places mean nothing. */
    if (!str_eq(ret->body, joined))
        for (size_t i = 0; i < work->claims.n; i++)
            places[i] = (struct span){ ret->body.len, ret->body.len };
    make_rows(work, places, ret);
}
