/* The body as it is to be read: what was left out is gone, markers name sources, lists count on. And the rows of its
 * sentences, each with what is known of it. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "evidence/markers.h"
#include "records/page_starts.h"

enum { BODY_MAX = 16 << 20, LEVELS_MAX = 8, LIST_STARTS = 20, RUN_MAX = 32 };

/* Before the stop at the end of a sentence, markers included; of an item of a list that goes on ("… per shift, and") before the comma. */
static size_t before_stop(struct str sentence)
{
    struct str text = str_trim(sentence);
    size_t end = (size_t) (text.data - sentence.data) + text.len;

    if (str_ends(text, ", and") || str_ends(text, "; and"))
        end -= 5;
    else if (str_ends(text, ", or") || str_ends(text, "; or"))
        end -= 4;
    while (end > 0 && strchr(".!?,; ", sentence.data[end - 1]))
        end--;
    return end;
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
    int64_t instead; /* of a marker that stands for a word and whose source the claim no longer rests on; 0: none */
};

/* A marker of a claim: its source while the claim still rests on it. */
static int64_t claim_source(void *context, int64_t number)
{
    const struct sentence_map *map = context;
    int64_t source = any_source((void *) map->work, number);

    for (size_t i = 0; i < map->claim->spans_n; i++)
        if (number_of(map->work, map->claim->spans[i]) == source)
            return source;
    return map->instead;
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

/* "according to [3]": taken out, the sentence would lack a word. */
static bool marker_is_a_word(struct str sentence)
{
    for (size_t at = 0; at < sentence.len; at++) {
        struct marker marker;

        if (sentence.data[at] == '[' && marker_read(sentence, at, &marker) && marker_stands_for_a_word(sentence, at))
            return true;
    }
    return false;
}

/* Behind a parenthesis at `at` that lost all its markers, "(see )" or "( and )"; 0: it has something else, or it belongs
 * to the name of a function ("connect()"). */
static size_t hollow(struct str text, size_t at)
{
    static const char *const fillers[] = { "see also", "see",  "cf.", "source", "sources", "passage",
                                           "passages", "e.g.", "and", "or",     "also",    "in" };
    ptrdiff_t close = str_find_char(text, ')', at);
    struct str inside = close < 0 ? str("x") : str_trim(str_sub(text, at + 1, (size_t) close));

    if (at && close == (ptrdiff_t) at + 1 && (isalnum((unsigned char) text.data[at - 1]) || text.data[at - 1] == '_'))
        return 0;
    while (inside.len) {
        size_t before = inside.len;

        if (strchr(",;: .", inside.data[0]))
            inside = str_sub(inside, 1, inside.len);
        for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
            size_t n = strlen(fillers[i]);

            if (str_starts_nocase(inside, fillers[i]) && (inside.len == n || strchr(" ,;.", inside.data[n])))
                inside = str_sub(inside, n, inside.len);
        }
        if (inside.len == before)
            return 0;
    }
    return (size_t) close + 1;
}

/* Behind " and [5]" at `at`, where [5] stands directly before; 0: something else. */
static size_t repeated(struct str text, size_t at, int64_t number)
{
    static const char *const between[] = { " and ", ", ", " or ", "; ", " ", ", and " };

    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        struct marker marker;
        size_t next = at + strlen(between[i]);

        if (str_starts(str_sub(text, at, text.len), between[i]) && next < text.len && text.data[next] == '[' &&
            marker_read(text, next, &marker) && marker.n == 1 && marker.items[0] == number)
            return marker.end;
    }
    return 0;
}

/* Markers that stand together at `at`, in order and each once; returns the byte behind them, 0 if there is only one. */
static size_t put_run(struct buf *out, struct str text, size_t at)
{
    int64_t numbers[RUN_MAX];
    size_t n = 0, count = 0;
    struct marker marker;

    while (n < RUN_MAX && at < text.len && text.data[at] == '[' && marker_read(text, at, &marker) && marker.n == 1) {
        size_t place = 0;

        while (place < n && numbers[place] < marker.items[0])
            place++;
        if (place == n || numbers[place] != marker.items[0]) {
            memmove(numbers + place + 1, numbers + place, (n - place) * sizeof *numbers);
            numbers[place] = marker.items[0];
            n++;
        }
        at = marker.end;
        count++;
    }
    if (count < 2)
        return 0;
    for (size_t i = 0; i < n; i++)
        buf_format(out, "[%lld]", (long long) numbers[i]);
    return at;
}

/* What the going of markers leaves behind: "(see)", "[5] and [5]", "[5][1][5]". */
static struct str tidy(struct arena *arena, struct str text)
{
    struct buf out;

    buf_init(&out, text.len + 1);
    for (size_t at = 0; at < text.len;) {
        struct marker marker;
        size_t end;

        if (text.data[at] == '(' && (end = hollow(text, at))) {
            while (out.len && out.data[out.len - 1] == ' ')
                out.len--;
            at = end;
        } else if (text.data[at] == '[' && (end = put_run(&out, text, at))) {
            at = end;
        } else if (text.data[at] == '[' && marker_read(text, at, &marker) && marker.n == 1) {
            buf_add_str(&out, str_sub(text, at, marker.end));
            for (at = marker.end; (end = repeated(text, at, marker.items[0]));)
                at = end;
        } else {
            buf_add_char(&out, text.data[at++]);
        }
    }
    return buf_take(&out, arena);
}

/* Where markers go that a sentence lacks: before its stop, into the last cell of a row. */
static size_t room_for_markers(struct str text)
{
    size_t end = before_stop(text);

    if (str_starts(text, "|") && end > 1 && text.data[end - 1] == '|')
        for (end--; end > 0 && text.data[end - 1] == ' ';)
            end--;
    return end;
}

struct str render_claim(struct evidence_work *work, const struct claim *claim)
{
    struct str sentence = str_sub(work->body, claim->at.start, claim->at.end), text;
    struct sentence_map map = { work, claim, 0 };
    struct buf markers;

    if (claim->spans_n && marker_is_a_word(sentence))
        map.instead = number_of(work, claim->spans[0]);
    text = claim->instead.len ? claim->instead
                              : tidy(work->arena, markers_rewrite_line(work->arena, sentence, claim_source, &map));
    if (claim->kind == KIND_HEADING)
        return text;
    if (claim->opening_cut)
        text = str_format(work->arena, "%.*s%.*s", STR_ARG(claim->opening),
                          STR_ARG(str_sub(text, claim->opening_cut, text.len)));
    buf_init(&markers, 4096);
    for (size_t i = 0; i < claim->spans_n; i++) {
        int64_t number = number_of(work, claim->spans[i]);

        if (!shows(text, number) && !shows(buf_str(&markers), number))
            buf_format(&markers, "[%lld]", (long long) number);
    }
    if (markers.len) {
        size_t end = room_for_markers(text);

        text = str_format(work->arena, "%.*s%s%.*s%.*s", STR_ARG(str_sub(text, 0, end)),
                          end && text.data[end - 1] == ']' ? "" : " ", STR_ARG(buf_str(&markers)),
                          STR_ARG(str_sub(text, end, text.len)));
    }
    buf_free(&markers);
    return text;
}

/* --- putting the sentences together --- */

/* A list item or line whose only sentence went: its sign goes too. */
static bool drop_line_start(struct buf *out)
{
    size_t start = out->len;

    while (start > 0 && out->data[start - 1] != '\n')
        start--;
    for (size_t i = start; i < out->len; i++)
        if (!strchr(" \t-*+>#0123456789.)", out->data[i]))
            return false;
    out->len = start;
    out->data[start] = '\0';
    return true;
}

/* The line below the head of a table that went. */
static size_t skip_rule(struct str body, size_t at)
{
    size_t end = at;

    while (end < body.len && strchr("|-: \t", body.data[end]))
        end++;
    return end > at && (end == body.len || body.data[end] == '\n') ? end + (end < body.len) : at;
}

static size_t skip_removed(struct evidence_work *work, struct buf *out, const struct claim *claim)
{
    struct str body = work->body;
    size_t end = claim->at.end;
    bool line_ends = end >= body.len || body.data[end] == '\n';

    if (line_ends && drop_line_start(out)) {
        end += end < body.len;
        return claim->kind == KIND_HEADING && body.data[claim->at.start] == '|' ? skip_rule(body, end) : end;
    }
    if (line_ends) {
        while (out->len && out->data[out->len - 1] == ' ')
            out->data[--out->len] = '\0';
        return end;
    }
    while (end < body.len && body.data[end] == ' ')
        end++;
    return end;
}

/* Text between sentences; its markers are read line by line, code left alone. */
static void add_gap(struct evidence_work *work, struct buf *out, size_t start, size_t end)
{
    struct str gap = str_sub(work->body, start, end);

    while (out->len == 0 && gap.len && strchr(" \t\n", gap.data[0])) /* what stood first was removed */
        gap = str_sub(gap, 1, gap.len);
    while (str_ends(buf_str(out), "\n\n") && gap.len && gap.data[0] == '\n')
        gap = str_sub(gap, 1, gap.len);
    if (str_find_char(gap, '[', 0) < 0)
        buf_add_str(out, gap);
    else
        buf_add_str(out, markers_rewrite_line(work->arena, gap, any_source, work));
}

/* A sentence and where it came to stand; nowhere for what was left out. */
struct placed {
    const struct claim *claim;
    struct span at;
};
struct placing {
    struct placed *items;
    size_t n;
};

/* A paragraph that was written anew, in place of these sentences; what was left out of it keeps its turn. */
static size_t add_mended(struct evidence_work *work, struct buf *out, const struct mended *m, struct placing *ret)
{
    size_t base = out->len;

    for (size_t i = m->first; i < m->end; i++)
        if (work->claims.items[i].left_out)
            ret->items[ret->n++] = (struct placed){ &work->claims.items[i], { base, base } };
    buf_add_str(out, m->text);
    for (size_t i = 0; i < m->n; i++)
        ret->items[ret->n++] = (struct placed){ &m->claims[i],
                                                { base + m->claims[i].at.start, base + m->claims[i].at.end } };
    return work->claims.items[m->end - 1].at.end;
}

/* The line that was begun, its sign included, moves to the left. */
static void move_left(struct buf *out, size_t by)
{
    size_t start = out->len;

    while (start > 0 && out->data[start - 1] != '\n')
        start--;
    for (; by && start < out->len && out->data[start] == ' '; by--) {
        memmove(out->data + start, out->data + start + 1, out->len - start);
        out->len--;
    }
}

/* A line between what stood under a heading that went and the section before it. */
static void add_rule(struct buf *out)
{
    if (out->len == 0)
        return;
    while (!str_ends(buf_str(out), "\n\n"))
        buf_add_char(out, '\n');
    buf_add_z(out, "---\n\n");
}

static struct str join_body(struct evidence_work *work, struct placing *ret)
{
    struct buf out;
    size_t from = 0, mended = 0;

    buf_init(&out, BODY_MAX);
    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];
        const struct mended *m = mended < work->mended_n ? &work->mended[mended] : NULL;

        add_gap(work, &out, from, claim->at.start);
        move_left(&out, claim->outdent);
        if (m && m->first == i) {
            from = add_mended(work, &out, m, ret);
            i = m->end - 1;
            mended++;
            continue;
        }
        bool gone = claim_is_gone(claim);
        struct placed *place = &ret->items[ret->n];
        *place = (struct placed){ claim, { out.len, out.len } };
        if (!gone)
            buf_add_str(&out, render_claim(work, claim));
        from = gone ? skip_removed(work, &out, claim) : claim->at.end;
        if (claim->rule)
            add_rule(&out);
        place->at.end = out.len;
        place->at.start = place->at.start < out.len ? place->at.start : out.len;
        ret->n += !claim->dropped;
    }
    add_gap(work, &out, from, work->body.len);
    return str_trim(buf_take(&out, work->arena));
}

/* --- lists count on --- */

struct level {
    size_t indent;
    int64_t next;
};

/* "3. " at the start of a line: its indent, its number, and where the sign ends. */
static bool numbered_item(struct str line, size_t *ret_indent, int64_t *ret_number, size_t *ret_end)
{
    size_t at = 0;

    while (at < line.len && line.data[at] == ' ')
        at++;
    *ret_indent = at;
    while (at < line.len && line.data[at] >= '0' && line.data[at] <= '9')
        at++;
    *ret_end = at;
    return at > *ret_indent && at + 1 < line.len && (line.data[at] == '.' || line.data[at] == ')') &&
           line.data[at + 1] == ' ' && str_to_int(str_sub(line, *ret_indent, at), ret_number);
}

/* What number the item should have; lists that lost an item count on from 1. */
static int64_t next_number(struct level *levels, size_t *n, size_t indent, int64_t number)
{
    while (*n && levels[*n - 1].indent > indent)
        (*n)--;
    if (*n == 0 || levels[*n - 1].indent < indent) {
        if (*n == LEVELS_MAX)
            return number;
        levels[(*n)++] = (struct level){ indent, number <= LIST_STARTS ? 1 : number };
    }
    return levels[*n - 1].next++;
}

static void move_places(struct placing *placed, size_t from, size_t line, ptrdiff_t by)
{
    for (size_t i = 0; by && i < placed->n; i++) {
        struct span *at = &placed->items[i].at;

        if (at->start >= from + line)
            at->start = (size_t) ((ptrdiff_t) at->start + by);
        if (at->end >= from + line)
            at->end = (size_t) ((ptrdiff_t) at->end + by);
    }
}

static struct str renumber(struct arena *arena, struct str body, struct placing *placed)
{
    struct level levels[LEVELS_MAX];
    struct str rest = body, line;
    size_t n = 0;
    bool code = false;
    struct buf out;

    buf_init(&out, BODY_MAX);
    while (str_next(&rest, '\n', &line)) {
        size_t indent, end, start = out.len;
        int64_t number;

        code = code != str_starts(str_trim(line), "```");
        if (!code && numbered_item(line, &indent, &number, &end)) {
            buf_format(&out, "%.*s%lld", STR_ARG(str_sub(line, 0, indent)),
                       (long long) next_number(levels, &n, indent, number));
            move_places(placed, start, end, (ptrdiff_t) (out.len - start) - (ptrdiff_t) end);
            line = str_sub(line, end, line.len);
        } else if (!code && line.len && line.data[0] != ' ' && line.data[0] != '-' && line.data[0] != '*') {
            n = 0; /* a paragraph or heading ends the list */
        }
        buf_add_str(&out, line);
        buf_add_char(&out, '\n');
    }
    return str_trim(buf_take(&out, arena));
}

/* --- rows --- */

/* Each place once: two passages may have given way to the same. */
static struct span_row *span_rows(struct evidence_work *work, const size_t *spans, size_t n, size_t *ret_n)
{
    struct span_row *rows = arena_calloc(work->arena, n + 1, sizeof *rows);

    *ret_n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[spans[i]];
        const struct source_row *source = &work->pool->sources->items[span->source];
        bool known = false;

        for (size_t k = 0; k < i && !known; k++) {
            const struct evidence_span *before = &work->pool->spans[spans[k]];

            known = before->source == span->source && before->at.start == span->at.start &&
                    before->at.end == span->at.end;
        }
        if (known)
            continue;
        rows[(*ret_n)++] = (struct span_row){ number_of(work, spans[i]),
                                              (int64_t) span->at.start,
                                              (int64_t) span->at.end,
                                              span->quote,
                                              page_starts_at(source->pages, span->at.start),
                                              span->snippet };
    }
    return rows;
}

struct str claim_decided_by(const struct claim *claim)
{
    if (claim->verdict == VERDICT_UNCHECKED)
        return str("");
    return str(claim->asked && !claim->disputed ? "model" : "code");
}

static void fill_row(struct evidence_work *work, const struct claim *claim, struct claim_row *ret)
{
    *ret = (struct claim_row){
        .kind = claim->kind,
        .text = claim->text,
        .verdict = claim->verdict,
        .confidence = claim->confidence,
        .reason = claim->reason,
        .missing = claim->missing,
        .decided_by = claim_decided_by(claim),
        .correction = claim->correction,
        .marked = claim->marked,
        .left_out = claim->left_out,
        .left_out_reason = claim->left_out ? claim->reason : str(""),
        .independent = (int64_t) claim->independent,
        .numbers = claim->numbers,
        .numbers_n = claim->numbers_n,
    };
    ret->spans = span_rows(work, claim->spans, claim->spans_n, &ret->spans_n);
    ret->alternates = span_rows(work, claim->alternates, claim->alternates_n, &ret->alternates_n);
}

/* The weaker of two verdicts. */
static bool worse(int a, int b)
{
    static const int rank[VERDICT_COUNT] = {
        [VERDICT_QUOTED] = 0,    [VERDICT_SUPPORTED] = 1,   [VERDICT_PARTIAL] = 2,
        [VERDICT_UNCHECKED] = 3, [VERDICT_UNSUPPORTED] = 4, [VERDICT_CONTRADICTED] = 5
    };

    return rank[a] > rank[b];
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
    if (worse(other.verdict, row->verdict)) {
        row->verdict = other.verdict;
        row->reason = other.reason;
        row->missing = other.missing;
        row->decided_by = other.decided_by;
    }
    row->spans = spans;
    row->spans_n = n;
}

/* A sentence has a span for every source that its markers name. */
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
        struct span_row *one = span_rows(work, &span, 1, &(size_t){ 0 }), *old = row->spans;
        row->spans = arena_grow(work->arena, NULL, &capacity, n + 1, sizeof *row->spans);
        for (size_t k = 0; k < n; k++)
            row->spans[k] = old[k];
        row->spans[n++] = *one;
        row->spans_n = n;
        capacity = 0;
    }
}

static bool overlaps(struct span a, struct span b) { return a.start < b.end && b.start < a.end; }

/* The sentences of the new body as anybody will find them there, each with what is
 * known of the one that stands at that place. */
static void make_rows(struct evidence_work *work, const struct placing *placed, struct evidence_result *ret)
{
    struct quote_indices indices = { .arena = arena_new() };
    struct claims now;
    size_t most = 0, at = 0, n = 0;

    for (size_t i = 0; i < work->pool->sources->n; i++)
        most = (size_t) work->pool->sources->items[i].number > most ? (size_t) work->pool->sources->items[i].number
                                                                    : most;
    claims_parse(work->arena, NULL, ret->body, most, &now);
    ret->summary.sentences = (int64_t) now.sentences;
    ret->claims = arena_calloc(work->arena, placed->n + now.n + 1, sizeof *ret->claims);
    for (size_t k = 0; k <= now.n; k++) {
        struct claim_row *row = NULL;

        for (size_t i = at; i < placed->n; i++) {
            const struct claim *claim = placed->items[i].claim;
            struct span place = placed->items[i].at;

            if (k < now.n && place.start >= now.items[k].at.end)
                break;
            if (claim->left_out && i >= at)
                fill_row(work, claim, &ret->claims[n++]);
            else if (k < now.n && overlaps(place, now.items[k].at) && row)
                merge_row(work, claim, row);
            else if (k < now.n && overlaps(place, now.items[k].at))
                fill_row(work, claim, row = &ret->claims[n++]);
            if (k == now.n || place.end <= now.items[k].at.end)
                at = i + 1; /* else it goes on in the next sentence */
        }
        if (k == now.n)
            break;
        if (!row) {
            row = &ret->claims[n++];
            *row = (struct claim_row){ .kind = now.items[k].kind, .verdict = VERDICT_UNCHECKED };
            if (row->kind == KIND_CLAIM)
                row->reason = str("the sentence was formed when the text was corrected");
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

const char evidence_nothing_stands[] =
    "The sources support nothing that was written for this report, so it makes no claims.";

void evidence_render(struct evidence_work *work, struct evidence_result *ret)
{
    struct placing placed = { arena_calloc(work->arena, work->claims.n + work->mended_claims + 1, sizeof *placed.items),
                              0 };
    struct str joined = join_body(work, &placed);
    size_t removed;

    if (work->left_out)
        joined = renumber(work->arena, joined, &placed);
    if (joined.len == 0 && work->left_out)
        joined = str(evidence_nothing_stands);
    ret->body = markers_rewrite(work->arena, joined, known_source, work, &removed);
    /* Only what nobody writes ("[7[9]]" without its 9) is changed by reading it again;
     * then the old places mean nothing. */
    if (!str_eq(ret->body, joined))
        for (size_t i = 0; i < placed.n; i++)
            placed.items[i].at = (struct span){ ret->body.len, ret->body.len };
    make_rows(work, &placed, ret);
}
