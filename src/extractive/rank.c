#include "extractive/rank.h"

#include <math.h>
#include <stdlib.h>

#include "base/order.h"
#include "extractive/kinds.h"
#include "extractive/wording.h"
#include "search/bm25.h"
#include "text/utf8.h"

/* BM25's, for all three levels. */
static const double saturation = 1.2, length_weight = 0.5;
/* From what likeness on a word counts as being there. */
static const double there = 0.5, inflected = 0.7;
/* Share of a question in the title and headings that makes them ask it. */
static const double ABOVE_ASKS = 0.7;

const char *const rank_feature_words[] = { "bm",     "pbm",  "dbm",    "pcov", "dcov",   "win",    "effcov", "titcov",
                                           "pnames", "nums", "lcov",   "lbm",  "number", "date",   "person", "capital",
                                           "reason", "cue",  "weighs", "aim",  "counts", "method", NULL };

/* Learned on questions for facts. */
static const double weights[RANK_FEATURES] = {
    [RANK_BM] = 2.38,      [RANK_PBM] = 2.19,    [RANK_DBM] = 1.67,    [RANK_PCOV] = 2.27,   [RANK_DCOV] = 1.92,
    [RANK_WIN] = 3.41,     [RANK_EFFCOV] = 4.13, [RANK_TITCOV] = 3.78, [RANK_PNAMES] = 1.26, [RANK_NUMS] = 0.86,
    [RANK_LCOV] = 1.20,    [RANK_LBM] = 1.03,    [RANK_NUMBER] = 1.95, [RANK_DATE] = 1.79,   [RANK_PERSON] = 1.64,
    [RANK_CAPITAL] = 0.87, [RANK_REASON] = 1.74, [RANK_CUE] = 1.4,     [RANK_WEIGHS] = 2.2,  [RANK_AIM] = -2.1,
    [RANK_COUNTS] = -1.5,  [RANK_METHOD] = -1.4,
};

/* Learned on questions for yes or no, where the paragraph that repeats the question most often is the one that asks it and
 * a sentence that concludes decides, then brought nearer to the weights for facts (three parts of five to two): in a
 * manual the sentence that says the question is the answer. */
static const double yes_no_weights[RANK_FEATURES] = {
    [RANK_BM] = 1.79,      [RANK_PBM] = 0.88,    [RANK_DBM] = 2.71,    [RANK_PCOV] = 0.91,  [RANK_DCOV] = 4.01,
    [RANK_WIN] = 1.96,     [RANK_EFFCOV] = 2.25, [RANK_TITCOV] = 3.79, [RANK_PNAMES] = 0.8, [RANK_NUMS] = 0.34,
    [RANK_LCOV] = 0.48,    [RANK_LBM] = 0.41,    [RANK_CUE] = 1.4,     [RANK_WEIGHS] = 2.2, [RANK_AIM] = -2.1,
    [RANK_COUNTS] = -2.04, [RANK_METHOD] = -1.4,
};

/* score, best cover, paragraphs of the best three, names nobody has; then the constant with the threshold in it */
enum { GATE_SENTENCES = 250 }; /* of the sources that they were learned on */
static const double gate_weights[] = { 0.44, 0.36, 3.23, -3.41, -4.50 };

/* What is counted of one sentence, paragraph, document: the best likeness and the sum of them, per term of the question. */
struct counts {
    float *most, *sum;
    double length;
};

/* A document, or a few sections of a long one: a manual of thousands of sentences has every word of a question somewhere. */
struct part {
    size_t first, end; /* passages */
};
enum { EVERYWHERE_LEAST = 6 }; /* sources */
static const double EVERYWHERE = 0.4;
enum { PART_LEAST = 30, PART_MOST = 90 }; /* sentences */

struct work {
    struct arena *arena;
    struct ranking *r;
    const struct passages *p;
    size_t terms;
    struct counts *sentences, *paragraphs, *documents;
    size_t *part; /* per paragraph: its document, or the part of a long one that it stands in */
    struct part *parts;
    size_t parts_n;
    float *above;         /* per paragraph: in its title and headings */
    struct wordmap heads; /* titles and headings of all sources, ASCII letters in lower case */
    double document_weights[TERMS_ASKED], document_total;
    double sentence_length, paragraph_length, document_length; /* means */
};

static struct counts *make_counts(struct work *w, size_t n)
{
    struct counts *list = arena_calloc(w->arena, n + 1, sizeof *list);
    float *cells = arena_calloc(w->arena, 2 * (n + 1) * (w->terms + 1), sizeof *cells);

    for (size_t i = 0; i < n; i++) {
        list[i].most = cells + 2 * i * w->terms;
        list[i].sum = list[i].most + w->terms;
    }
    return list;
}

static void count_terms(const struct work *w, const struct term_list *terms, struct counts *ret)
{
    const struct term_matches *m = &w->r->matches;

    ret->length = (double) (terms->n ? terms->n : 1);
    for (size_t i = 0; i < terms->n; i++)
        for (uint32_t k = m->from[terms->items[i]]; k < m->from[terms->items[i] + 1]; k++) {
            const struct term_match *match = &m->items[k];

            ret->sum[match->asked] += match->likeness;
            if (match->likeness > ret->most[match->asked])
                ret->most[match->asked] = match->likeness;
        }
}

static void join_counts(const struct work *w, const struct counts *part, struct counts *whole)
{
    whole->length += part->length;
    for (size_t t = 0; t < w->terms; t++) {
        whole->sum[t] += part->sum[t];
        if (part->most[t] > whole->most[t])
            whole->most[t] = part->most[t];
    }
}

static size_t passage_of(const struct work *w, size_t sentence) { return w->p->sentences[sentence].passage; }
static size_t source_of(const struct work *w, size_t sentence) { return w->p->items[passage_of(w, sentence)].source; }
static size_t part_of(const struct work *w, size_t sentence) { return w->part[passage_of(w, sentence)]; }

static void read_parts(struct work *w)
{
    size_t sentences = 0, whole = 0;

    w->part = arena_calloc(w->arena, w->p->n + 1, sizeof *w->part);
    w->parts = arena_calloc(w->arena, w->p->n + 1, sizeof *w->parts);
    for (size_t p = 0; p < w->p->n; p++) {
        const struct passage *at = &w->p->items[p];
        const struct passage_source *s = &w->p->sources[at->source];

        if (p == s->first_passage)
            for (size_t k = whole = 0; k < s->passages_n; k++)
                whole += at[k].sentences_n;
        if (p == s->first_passage ||
            (whole > PART_MOST &&
             ((sentences >= PART_LEAST && at->heading != at[-1].heading) || sentences >= PART_MOST))) {
            w->parts[w->parts_n++].first = p;
            sentences = 0;
        }
        sentences += at->sentences_n;
        w->part[p] = w->parts_n - 1;
        w->parts[w->parts_n - 1].end = p + 1;
    }
}

/* A name that nearly all titles have is what the sources are about: "in MIT Scheme" tells none of its manual's pages from
 * another. */
static bool is_everywhere(const struct work *w, size_t t)
{
    size_t n = 0;

    for (size_t d = 0; d < w->p->sources_n; d++)
        n += w->p->sources[d].passages_n && w->above[w->p->sources[d].first_passage * w->terms + t] > 0;
    return w->p->sources_n >= EVERYWHERE_LEAST && n * 4 >= w->p->sources_n * 3;
}

/* Rare words weigh more. A word that stands nowhere as it is counts as often as what is like it. */
static void weigh_terms(struct work *w, const struct term_list *lists)
{
    struct ranking *r = w->r;
    double n = (double) w->p->sentences_n, exact[TERMS_ASKED] = { 0 }, soft[TERMS_ASKED] = { 0 };
    double in_documents[TERMS_ASKED] = { 0 };

    (void) lists;
    for (size_t i = 0; i < w->p->sentences_n; i++)
        for (size_t t = 0; t < w->terms; t++) {
            exact[t] += w->sentences[i].most[t] >= 0.999f;
            soft[t] += w->sentences[i].most[t] >= (float) there;
        }
    for (size_t d = 0; d < w->parts_n; d++)
        for (size_t t = 0; t < w->terms; t++)
            in_documents[t] += w->documents[d].most[t] >= (float) there;
    for (size_t t = 0; t < w->terms; t++) {
        r->weights[t] = r->asked.items[t].weight * bm25_rarity(n, exact[t] > 0 ? exact[t] : fmax(soft[t], 1));
        if (w->terms > 1 && is_everywhere(w, t))
            r->weights[t] *= EVERYWHERE;
        r->total += r->weights[t];
        w->document_weights[t] = r->asked.items[t].weight * bm25_rarity((double) w->parts_n, in_documents[t]);
        w->document_total += w->document_weights[t];
    }
    r->total = fmax(r->total, 1e-9);
    w->document_total = fmax(w->document_total, 1e-9);
}

static double cover(const struct work *w, const float *most)
{
    double sum = 0;

    for (size_t t = 0; t < w->terms; t++)
        sum += w->r->weights[t] * (double) most[t];
    return sum / w->r->total;
}

static double bm25_of(const struct work *w, const double *weight, double total, const struct counts *c, double mean)
{
    double sum = 0;

    for (size_t t = 0; t < w->terms; t++)
        sum += weight[t] * bm25_part(bm25_often((double) c->sum[t], c->length, mean, length_weight), saturation);
    return sum / total;
}

static bool same_passage(const struct work *w, size_t a, size_t b)
{
    return b < w->p->sentences_n && passage_of(w, a) == passage_of(w, b);
}

static double window(const struct work *w, size_t i)
{
    double sum = 0;

    for (size_t t = 0; t < w->terms; t++) {
        float most = w->sentences[i].most[t];

        if (i && same_passage(w, i, i - 1))
            most = fmaxf(most, w->sentences[i - 1].most[t]);
        if (same_passage(w, i, i + 1))
            most = fmaxf(most, w->sentences[i + 1].most[t]);
        sum += w->r->weights[t] * (double) most;
    }
    return sum / w->r->total;
}

/* What stands before counts for less the farther it is, then what stands around, above, in the document. */
static double effective(const struct work *w, size_t i)
{
    size_t passage = passage_of(w, i), first = w->p->items[passage].first_sentence;
    const float *around = w->paragraphs[passage].most, *above = w->above + passage * w->terms,
                *document = w->documents[part_of(w, i)].most;
    double sum = 0;

    for (size_t t = 0; t < w->terms; t++) {
        double before = 0;

        for (size_t k = first; k < i; k++)
            before = fmax(before * 0.8, (double) w->sentences[k].most[t]);
        sum += w->r->weights[t] *
               fmax(fmax(fmax((double) w->sentences[i].most[t], 0.7 * before), 0.3 * (double) around[t]),
                    fmax(0.6 * (double) above[t], 0.15 * (double) document[t]));
    }
    return sum / w->r->total;
}

/* Share and BM25 with words weighed by how many sentences of this very document have them. */
static void within_document(const struct work *w, size_t i, double *ret_cover, double *ret_bm)
{
    const struct part *part = &w->parts[part_of(w, i)];
    const struct counts *c = &w->sentences[i];
    double local[TERMS_ASKED], total = 1e-6, n = 0, often[TERMS_ASKED] = { 0 }, sum = 0;

    for (size_t p = part->first; p < part->end; p++)
        for (size_t k = w->p->items[p].first_sentence; k < w->p->items[p].first_sentence + w->p->items[p].sentences_n;
             k++) {
            n++;
            for (size_t t = 0; t < w->terms; t++)
                often[t] += w->sentences[k].most[t] >= (float) there;
        }
    for (size_t t = 0; t < w->terms; t++) {
        local[t] = often[t] > 0 ? w->r->asked.items[t].weight * bm25_rarity(n, often[t]) : 0;
        total += local[t];
        sum += local[t] * (double) c->most[t];
    }
    *ret_cover = sum / total;
    *ret_bm = bm25_of(w, local, total, c, w->sentence_length);
}

static void names_and_numbers(const struct work *w, size_t i, double features[])
{
    const struct asked_terms *asked = &w->r->asked;
    const float *around = w->paragraphs[passage_of(w, i)].most;
    double names = 0, found = 0, numbers = 0, here = 0;

    for (size_t t = 0; t < w->terms; t++) {
        names += asked->items[t].name ? w->r->weights[t] : 0;
        found += asked->items[t].name ? w->r->weights[t] * (double) around[t] : 0;
        numbers += asked->items[t].number;
        here += asked->items[t].number ? (double) w->sentences[i].most[t] : 0;
    }
    features[RANK_PNAMES] = names > 0 ? found / names : 0;
    features[RANK_NUMS] = numbers > 0 ? here / numbers - 0.5 : 0;
}

static void read_kind(const struct work *w, size_t i, double features[])
{
    const struct question *q = w->r->question;
    const struct language *language = w->p->sources[source_of(w, i)].language;
    struct kinds kinds;

    kinds_of(w->arena, passage_sentence_text(w->p, i), language, &w->r->asked, &kinds);
    if (q->kind == QUESTION_HOW_MANY)
        features[RANK_NUMBER] = kinds.number - 0.7;
    else if (q->kind == QUESTION_WHEN)
        features[RANK_DATE] = (kinds.date ? 1 : kinds.number ? 0.4 : 0) - 0.6;
    else if (q->kind == QUESTION_WHO) {
        features[RANK_PERSON] = kinds.person - 0.5;
        features[RANK_CAPITAL] = kinds.capital - 0.6;
    } else if (q->kind == QUESTION_WHY)
        features[RANK_REASON] = kinds.reason - 0.5;
    else if (q->kind == QUESTION_YES_NO || q->kind == QUESTION_TOPIC) {
        features[RANK_CUE] = kinds.concludes;
        features[RANK_WEIGHS] = kinds.weighs;
        features[RANK_AIM] = kinds.aim;
        features[RANK_COUNTS] = kinds.counts;
        features[RANK_METHOD] = kinds.method;
    }
}

static void read_features(const struct work *w, size_t i, struct ranked *ret)
{
    const struct ranking *r = w->r;
    size_t passage = passage_of(w, i), part = part_of(w, i);
    const double *own = r->question->kind == QUESTION_YES_NO ? yes_no_weights : weights;
    double *f = ret->features, score = 0, general = 0;

    ret->sentence = i;
    ret->cover = cover(w, w->sentences[i].most);
    ret->around = f[RANK_PCOV] = cover(w, w->paragraphs[passage].most);
    f[RANK_BM] = bm25_of(w, r->weights, r->total, &w->sentences[i], w->sentence_length);
    f[RANK_PBM] = bm25_of(w, r->weights, r->total, &w->paragraphs[passage], w->paragraph_length);
    f[RANK_DBM] = bm25_of(w, w->document_weights, w->document_total, &w->documents[part], w->document_length);
    f[RANK_DCOV] = cover(w, w->documents[part].most);
    f[RANK_WIN] = window(w, i);
    f[RANK_EFFCOV] = effective(w, i);
    f[RANK_TITCOV] = cover(w, w->above + passage * w->terms);
    within_document(w, i, &f[RANK_LCOV], &f[RANK_LBM]);
    names_and_numbers(w, i, f);
    read_kind(w, i, f);
    for (size_t k = 0; k < RANK_FEATURES; k++) {
        score += own[k] * f[k];
        general += k < RANK_CUE ? weights[k] * f[k] : 0;
    }
    ret->score = llround(1000 * score);
    ret->general = llround(1000 * general);
}

/* --- the pool --- */

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->score != y->score ? ORDER(y->score, x->score) : ORDER(x->sentence, y->sentence);
}

void rank_sort(struct ranking *r) { qsort(r->pool, r->n, sizeof *r->pool, by_score); }

size_t rank_count(uint32_t terms) { return (size_t) __builtin_popcount(terms); }

double rank_share(const struct ranking *r, uint32_t terms)
{
    double said = 0;

    for (size_t t = 0; t < r->asked.n; t++)
        said += terms >> t & 1 ? r->weights[t] / r->total : 0;
    return said;
}

enum { HEADING_BYTES = 150, CANDIDATE_MAX = 3000, ASIDE_BYTES = 80, SHORT_NAME = 7 };

static void read_heads(struct work *w)
{
    wordmap_init(&w->heads, w->arena, 256);
    for (size_t d = 0; d < w->p->sources_n; d++)
        wordmap_put(&w->heads, str_lower_ascii(w->arena, w->p->sources[d].row->title), 1);
    for (size_t p = 0; p < w->p->n; p++) {
        struct str head = passage_heading(w->arena, w->p, p);

        if (head.len)
            wordmap_put(&w->heads, str_lower_ascii(w->arena, head), 1);
    }
}

/* An entry of a list of contents: what it says stands under that heading. */
static bool is_entry_of_contents(const struct work *w, size_t i)
{
    struct str text = passage_sentence_text(w->p, i);

    return w->p->sentences[i].kind == TEXT_ITEM && text.len < HEADING_BYTES &&
           wordmap_get(&w->heads, str_lower_ascii(w->arena, text)) >= 0;
}

/* What nobody would quote: names of columns, questions, scraps. */
static bool is_candidate(const struct work *w, size_t i)
{
    struct str text = passage_sentence_text(w->p, i);

    if (is_entry_of_contents(w, i))
        return false;
    if (str_eq_nocase(text, w->p->sources[source_of(w, i)].row->title) ||
        (w->p->sentences[i].kind == TEXT_ITEM && str_eq(text, passage_item_title(w->p, passage_of(w, i)))))
        return false;
    /* "(contributed by …)" */
    if (text.len < ASIDE_BYTES && str_starts(text, "(") && str_find_char(text, ')', 0) + 1 == (ptrdiff_t) text.len)
        return false;
    /* "Default: 30" under the name of a setting */
    bool labelled = str_find(text, str(": "), 0) > 0;
    return !w->p->sentences[i].header && text.len > (w->p->sentences[i].kind == TEXT_PARAGRAPH && !labelled ? 24 : 8) &&
           text.len < CANDIDATE_MAX && !str_ends(text, "?") && !str_ends(text, "\xef\xbc\x9f");
}

static bool defines_it(const struct work *w, size_t i)
{
    return rank_defines(w->arena, w->r, passage_sentence_text(w->p, i), w->p->sources[source_of(w, i)].language) == 2;
}

static bool has_terms(const struct work *w, size_t i, uint32_t terms)
{
    for (size_t t = 0; t < w->terms; t++)
        if (terms >> t & 1 && w->sentences[i].most[t] < (float) there)
            return false;
    return true;
}

/* "in 1998": for a question that asks when, such a sentence is worth a look whatever else it says. */
static bool has_year(struct str text)
{
    for (size_t i = 0; i + 4 <= text.len; i++) {
        bool starts = i == 0 || text.data[i - 1] == ' ' || text.data[i - 1] == '(';

        if (starts && (str_starts(str_sub(text, i, i + 2), "19") || str_starts(str_sub(text, i, i + 2), "20")) &&
            text.data[i + 2] >= '0' && text.data[i + 2] <= '9' && text.data[i + 3] >= '0' && text.data[i + 3] <= '9')
            return true;
    }
    return false;
}

static void fill_pool(struct work *w)
{
    struct ranking *r = w->r;
    struct scored *looks = arena_calloc(w->arena, w->p->sentences_n + 1, sizeof *looks);
    double *paragraphs = arena_calloc(w->arena, w->p->n + 1, sizeof *paragraphs);
    double *documents = arena_calloc(w->arena, w->parts_n + 1, sizeof *documents);
    uint32_t thing = rank_thing(w->arena, r);
    size_t n = 0;

    for (size_t p = 0; p < w->p->n; p++)
        paragraphs[p] = cover(w, w->paragraphs[p].most) + cover(w, w->above + p * w->terms);
    for (size_t d = 0; d < w->parts_n; d++)
        documents[d] = bm25_of(w, w->document_weights, w->document_total, &w->documents[d], w->document_length);
    for (size_t i = 0; i < w->p->sentences_n; i++) {
        double here = cover(w, w->sentences[i].most), near = window(w, i);

        if ((here <= 0 && near <= 0 && paragraphs[passage_of(w, i)] < 0.5) || !is_candidate(w, i))
            continue;
        looks[n++] = (struct scored){
            round(1000 * (here + 0.5 * bm25_of(w, r->weights, r->total, &w->sentences[i], w->sentence_length) +
                          0.4 * paragraphs[passage_of(w, i)] + 0.3 * documents[part_of(w, i)] + 0.3 * near)),
            i
        };
        /* In a manual of a thing every sentence has its name. */
        if (r->question->definition && has_terms(w, i, thing) && defines_it(w, i))
            looks[n - 1].score += 2000;
        looks[n - 1].score += 1000 * rank_opens_subject(w->arena, r, i);
        /* A section whose heading is the question may answer in words of its own. */
        looks[n - 1].score += round(400 * cover(w, w->above + passage_of(w, i) * w->terms));
        if (r->question->kind == QUESTION_WHEN && has_year(passage_sentence_text(w->p, i)))
            looks[n - 1].score += 300;
        /* Under a title that is the question a figure may stand without any word of it. */
        if (r->question->kind == QUESTION_HOW_MANY && wording_has_digit(passage_sentence_text(w->p, i)) &&
            cover(w, w->above + passage_of(w, i) * w->terms) >= ABOVE_ASKS)
            looks[n - 1].score += 500;
    }
    scored_sort(looks, n);
    for (size_t i = 0; i < n && i < RANK_POOL; i++)
        read_features(w, looks[i].at, &r->pool[r->n++]);
    rank_sort(r);
}

/* --- the gate --- */

/* By the general weights, whatever order the question's kind made. */
static void best_three(const struct ranking *r, const struct ranked *ret[3])
{
    for (size_t i = 0; i < r->n; i++) {
        const struct ranked *c = &r->pool[i];

        for (size_t k = 0; k < 3; k++)
            if (!ret[k] || c->general > ret[k]->general) {
                const struct ranked *swap = ret[k];

                ret[k] = c;
                if (!(c = swap))
                    break;
            }
    }
}

/* Where words are inflected or joined more, less of a question is found again in its answer. */
static double gate_least(const struct ranking *r)
{
    static const struct {
        const char *code;
        double least;
    } known[] = { { "en", 0.4 },  { "es", 0.4 },  { "fr", 0.4 },  { "it", 0.4 },  { "pt", 0.4 },
                  { "ru", 0 },    { "tr", 0 },    { "de", -0.5 }, { "nl", -0.3 }, { "sv", -0.3 },
                  { "da", -0.3 }, { "no", -0.3 }, { "fi", -0.3 }, { "ar", -0.4 } };

    for (size_t t = 0; t < r->asked.n; t++) {
        size_t at = 0;

        if (utf8_is_cjk(utf8_next(r->asked.items[t].text, &at)))
            return -0.7;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(language_code(r->question->language), known[i].code) == 0)
            return known[i].least;
    return 0;
}

/* By term: no source has it. Of a name of several words ("Raspberry Pi 4") all are unmet if the first is: the others then
 * are parts of other names. */
static bool *names_unmet(const struct work *w)
{
    const struct ranking *r = w->r;
    bool *unmet = arena_calloc(w->arena, r->asked.n + 1, sizeof *unmet);

    for (size_t t = 0; t < r->asked.n; t++) {
        const struct asked_term *term = &r->asked.items[t];

        /* Among short names a letter makes another one: Slack, stack. */
        bool another = term->name && !term->number && term->text.len < SHORT_NAME && r->matches.best[t] < 0.79 &&
                       r->matches.best[t] > 0.74;

        /* Nor is "Powerwall" met by "power". */
        double least = term->name && !term->number && language_is_english(r->question->language) ? inflected : there;

        unmet[t] = r->matches.best[t] < least || another;
        /* German writes every noun like a name. */
        for (size_t k = 0; k < t && term->name && strcmp(language_code(r->question->language), "de") != 0; k++) {
            const struct asked_term *before = &r->asked.items[k];

            unmet[t] = unmet[t] ||
                       (before->name && unmet[k] && before->text.data + before->text.len + 1 == term->text.data);
        }
    }
    return unmet;
}

/* A word, no name and no pair of characters, that no source has in any form. */
static bool is_word_nowhere(const struct ranking *r, size_t t)
{
    const struct asked_term *term = &r->asked.items[t];
    size_t at = 0;

    return !term->name && term->weight >= 1 && r->matches.best[t] < there && !utf8_is_cjk(utf8_next(term->text, &at));
}

static void judge(struct work *w)
{
    struct ranking *r = w->r;
    const struct ranked *best[3] = { 0 };
    double names = 0, unknown = 0, n = 0, g, nowhere = 0;
    bool *unmet = names_unmet(w);
    /* The best of many sentences is good by chance: measured with manuals of thousands added to the sources. */
    double many = log(fmax((double) w->p->sentences_n / GATE_SENTENCES, 1));

    best_three(r, best);
    for (size_t i = 0; i < r->n; i++)
        r->best_cover = fmax(r->best_cover, r->pool[i].cover);
    for (size_t i = 0; i < 3 && best[i]; i++, n++)
        r->top_around += best[i]->around;
    r->top_around /= fmax(n, 1);
    for (size_t t = 0; t < w->terms; t++) {
        names += r->asked.items[t].name ? r->weights[t] : 0;
        unknown += r->asked.items[t].name && unmet[t] ? r->weights[t] : 0;
        nowhere += is_word_nowhere(r, t) ? r->weights[t] : 0;
    }
    r->unknown_names = names > 0 ? unknown / names : 0;
    g = best[0] ? gate_weights[0] * (double) best[0]->general / 1000 : 0;
    /* A word that thousands of sentences about the matter do not have is another matter. */
    g -= 0.25 * many + 2.5 * many * nowhere / r->total;
    g += gate_weights[1] * r->best_cover + gate_weights[2] * r->top_around + gate_weights[3] * r->unknown_names +
         gate_weights[4] - gate_least(r);
    r->gate = llround(1000 * g);
    r->answered = r->n > 0 && r->gate >= 0;
}

/* --- all of it --- */

static void read_sources(struct work *w)
{
    w->r->in_source = arena_calloc(w->arena, w->p->sources_n + 1, sizeof *w->r->in_source);
    for (size_t p = 0; p < w->p->n; p++)
        for (size_t t = 0; t < w->terms; t++)
            if (w->paragraphs[p].most[t] >= (float) inflected || w->above[p * w->terms + t] > 0)
                w->r->in_source[w->p->items[p].source] |= (uint32_t) 1 << t;
}

static void read_languages(const struct work *w, const struct language *ret[TERM_LANGUAGES], size_t *ret_n)
{
    ret[0] = w->r->question->language;
    *ret_n = 1;
    for (size_t d = 0; d < w->p->sources_n; d++) {
        bool known = false;

        for (size_t i = 0; i < *ret_n; i++)
            known = known || ret[i] == w->p->sources[d].language;
        if (!known && *ret_n < TERM_LANGUAGES)
            ret[(*ret_n)++] = w->p->sources[d].language;
    }
}

static bool writes_compounds(const struct language *const *languages, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (const char *const *code = (const char *const[]){ "de", "nl", "sv", "da", "no", "fi", NULL }; *code; code++)
            if (strcmp(language_code(languages[i]), *code) == 0)
                return true;
    return false;
}

static void count_all(struct work *w, const struct term_list *sentences, const struct term_list *above)
{
    for (size_t i = 0; i < w->p->sentences_n; i++) {
        count_terms(w, &sentences[i], &w->sentences[i]);
        join_counts(w, &w->sentences[i], &w->paragraphs[passage_of(w, i)]);
        w->sentence_length += w->sentences[i].length;
    }
    for (size_t p = 0; p < w->p->n; p++) {
        struct counts *heads = make_counts(w, 1);

        count_terms(w, &above[p], heads);
        for (size_t t = 0; t < w->terms; t++)
            w->above[p * w->terms + t] = heads->most[t] >= 0.8f ? heads->most[t] : 0;
        join_counts(w, &w->paragraphs[p], &w->documents[w->part[p]]);
        w->paragraph_length += w->paragraphs[p].length;
    }
    w->document_length = fmax(w->paragraph_length / fmax((double) w->parts_n, 1), 1);
    w->sentence_length = fmax(w->sentence_length / fmax((double) w->p->sentences_n, 1), 1);
    w->paragraph_length = fmax(w->paragraph_length / fmax((double) w->p->n, 1), 1);
}

void rank(struct arena *arena, const struct question *question, const struct passages *passages, struct ranking *ret)
{
    struct work w = { .arena = arena, .r = ret, .p = passages };
    const struct language *languages[TERM_LANGUAGES];
    struct term_list *sentences = arena_calloc(arena, passages->sentences_n + 1, sizeof *sentences),
                     *above = arena_calloc(arena, passages->n + 1, sizeof *above);
    size_t n;

    *ret = (struct ranking){ .passages = passages, .question = question };
    vocabulary_init(&ret->vocabulary, arena, 4096);
    ret->vocabulary.noun = question->noun;
    for (size_t i = 0; i < passages->sentences_n; i++)
        vocabulary_read(&ret->vocabulary, passage_sentence_text(passages, i),
                        passages->sources[source_of(&w, i)].language, &sentences[i], NULL);
    for (size_t p = 0; p < passages->n; p++)
        vocabulary_read(&ret->vocabulary,
                        str_format(arena, "%.*s\n%.*s",
                                   STR_ARG(passages->sources[passages->items[p].source].row->title),
                                   STR_ARG(passage_headings(arena, passages, p))),
                        passages->sources[passages->items[p].source].language, &above[p], NULL);
    read_languages(&w, languages, &n);
    asked_terms_of(arena, question->text, languages, n, &ret->asked);
    term_matches_of(arena, &ret->vocabulary, &ret->asked, writes_compounds(languages, n), &ret->matches);
    w.terms = ret->asked.n;
    w.sentences = make_counts(&w, passages->sentences_n);
    w.paragraphs = make_counts(&w, passages->n);
    read_parts(&w);
    w.documents = make_counts(&w, w.parts_n);
    w.above = arena_calloc(arena, (passages->n + 1) * (w.terms + 1), sizeof *w.above);
    count_all(&w, sentences, above);
    weigh_terms(&w, sentences);
    read_sources(&w);
    read_heads(&w);
    if (w.terms)
        fill_pool(&w);
    judge(&w);
}

static uint32_t terms_in(struct arena *arena, const struct ranking *r, struct str text, const struct language *language,
                         double least)
{
    struct vocabulary own;
    struct term_list terms = { 0 };
    uint32_t found = 0;

    vocabulary_init(&own, arena, 64);
    own.noun = r->vocabulary.noun;
    vocabulary_read(&own, text, language, &terms, NULL);
    for (size_t i = 0; i < terms.n; i++) {
        int64_t number = wordmap_get(&r->vocabulary.map, own.terms[terms.items[i]]);

        for (uint32_t k = number < 0 ? 0 : r->matches.from[number]; number >= 0 && k < r->matches.from[number + 1]; k++)
            if (r->matches.items[k].likeness >= (float) least)
                found |= (uint32_t) 1 << r->matches.items[k].asked;
    }
    return found;
}

uint32_t rank_terms_in(struct arena *arena, const struct ranking *r, struct str text, const struct language *language)
{
    return terms_in(arena, r, text, language, there);
}

uint32_t rank_words_in(struct arena *arena, const struct ranking *r, struct str text, const struct language *language)
{
    return terms_in(arena, r, text, language, inflected);
}
