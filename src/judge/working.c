/* Figures that a claim works out: sums, differences, ratios. */
#include <math.h>

#include "judge/binding_internal.h"
#include "text/lexicon.h"

enum { PARTS_APART = 3 /* sentences between the two figures that a third is worked out from */ };

static const char sums[] = "total together combined altogether sum both overall jointly";
static const char light[] = "number amount figur share level count";
static const char differences[] =
    "more less fewer higher lower longer shorter taller deeper larger smaller older younger faster slower later earlier "
    "heavier lighter greater difference gap saves saved exceed exceeds exceeded cheaper dearer bigger ahead behind above below "
    "short too";

/* "A total of 583" need not be a sum. */
static bool says_sum(const struct terms *claim, size_t at)
{
    bool of_one = at && term_is(&claim->items[at], "total") && term_is(&claim->items[at - 1], "a"),
         added = term_is(&claim->items[at], "added") && at + 1 < claim->n &&
                 term_is_one_of(&claim->items[at + 1], "up together"); /* "added 32 megawatts" is no sum */

    return added || (term_is_one_of(&claim->items[at], sums) && !of_one) ||
           (term_is(&claim->items[at], "between") && at + 1 < claim->n && term_is(&claim->items[at + 1], "them"));
}

/* How the figure is said to have been worked out. */
enum derivation working_of(const struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;
    size_t at = (size_t) (mine->term - claim->items);

    if (mine->number.kind == NUMBER_POINTS || (at && term_is(&claim->items[at - 1], "by")))
        return DERIVED_BY_DIFFERENCE;
    if (at && term_is_one_of(&claim->items[at - 1], "other remaining further"))
        return DERIVED_BY_DIFFERENCE;
    for (size_t i = at + 1; i < claim->n && i < at + 4; i++)
        if (term_is_one_of(&claim->items[i], differences))
            return DERIVED_BY_DIFFERENCE;
    for (size_t i = 0; i < claim->n; i++)
        if (says_sum(claim, i) && (term_set_has(&mine->words, i) || i < at || term_is(&claim->items[i], "between")))
            return DERIVED_BY_SUM;
    return DERIVED_ANYHOW;
}

static bool reaches(const struct figure *mine, double value)
{
    return isfinite(value) && fabs(value - mine->number.low) <= mine->number.rounding * 1.0001 + 1e-9;
}

/* "Three nights cost two people 72", where the source gives 12 for each and night: small counts of the claim times figures of the source, alone
 * or two of them together ("two adults and a child"). */
static bool is_multiplied(const struct binding *b, const struct figure *mine)
{
    double times[SMALL_COUNT * 2] = { 1, 0.5 }; /* "children pay half" */
    size_t n = 2;

    if (mine->number.kind != NUMBER_MONEY || mine->number.low <= SMALL_COUNT || working_of(b, mine) == DERIVED_BY_SUM)
        return false;
    for (size_t i = 0; i < b->mine.n; i++)
        if (binding_is_listed_count(&b->mine.items[i]) && n < SMALL_COUNT) {
            times[n++] = b->mine.items[i].number.low;
            for (size_t k = 2, known = n - 1; k < known && n < SMALL_COUNT; k++)
                times[n++] = times[k] * times[known];
        }
    for (size_t i = 0; n > 2 && i < b->theirs.n; i++)
        for (size_t t = 0; t < n && figures_alike(&mine->number, &b->theirs.items[i].number); t++) {
            double first = b->theirs.items[i].number.low * times[t];

            if (t && reaches(mine, first))
                return true;
            for (size_t k = 0; k < b->theirs.n; k++)
                for (size_t u = 0; u < n && figures_alike(&mine->number, &b->theirs.items[k].number); u++)
                    if ((t || u) && reaches(mine, first + b->theirs.items[k].number.low * times[u]))
                        return true;
        }
    return false;
}

/* Is the claim's `value` for `base` what the source gives by `rate` per `per`? */
static bool is_at_rate(const struct figure *value, const struct figure *base, const struct figure *rate,
                       const struct figure *per)
{
    return value != base && rate != per && rate->sentence == per->sentence && per->number.kind == NUMBER_COUNT &&
           per->number.low > SMALL_COUNT && figures_alike(&value->number, &rate->number) &&
           figures_alike(&base->number, &per->number) &&
           reaches(value, rate->number.low * base->number.low / per->number.low);
}

/* "Ten minutes for a million files", where the source has "one minute per 100,000 files": neither figure is its own. */
static bool is_scaled(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = 0; k < b->theirs.n; k++)
            for (size_t m = 0; m < b->mine.n; m++)
                if (is_at_rate(mine, &b->mine.items[m], &b->theirs.items[i], &b->theirs.items[k]) ||
                    is_at_rate(&b->mine.items[m], mine, &b->theirs.items[i], &b->theirs.items[k]))
                    return true;
    return false;
}

/* "1.50 more for each lesson", where ten lessons cost 75 and 90: a difference, by a count of the claim. */
static bool is_difference_of_each(const struct binding *b, const struct figure *mine)
{
    for (size_t c = 0; c < b->mine.n && working_of(b, mine) == DERIVED_BY_DIFFERENCE; c++)
        for (size_t i = 0; binding_is_listed_count(&b->mine.items[c]) && i < b->theirs.n; i++)
            for (size_t k = i + 1; k < b->theirs.n && b->theirs.items[k].sentence == b->theirs.items[i].sentence; k++) {
                const struct number *x = &b->theirs.items[i].number, *y = &b->theirs.items[k].number;

                if (figures_alike(&mine->number, x) && figures_alike(&mine->number, y) &&
                    reaches(mine, fabs(x->low - y->low) / b->mine.items[c].number.low))
                    return true;
            }
    return false;
}

static bool has_stem(const struct terms *terms, const char *stem)
{
    for (size_t i = 0; i < terms->n; i++)
        if (term_has_stem(&terms->items[i], stem))
            return true;
    return false;
}

/* "600 litres in an hour", where the source has "ten litres a minute". */
static bool is_at_other_pace(const struct binding *b, const struct figure *mine)
{
    static const struct {
        const char *less, *more;
        double times;
    } paces[] = { { "second", "minut", 60 }, { "minut", "hour", 60 }, { "second", "hour", 3600 },
                  { "hour", "day", 24 },     { "day", "week", 7 },    { "day", "year", 365 },
                  { "week", "year", 52 },    { "month", "year", 12 }, { "quarter", "year", 4 } };

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        const struct terms *s = &b->input->passage.sentences[f->sentence];

        for (size_t k = 0; k < sizeof paces / sizeof *paces && figures_alike(&mine->number, &f->number); k++)
            if ((has_stem(s, paces[k].less) && has_stem(b->input->claim, paces[k].more) &&
                 reaches(mine, f->number.low * paces[k].times)) ||
                (has_stem(s, paces[k].more) && has_stem(b->input->claim, paces[k].less) &&
                 reaches(mine, f->number.low / paces[k].times)))
                return true;
    }
    return false;
}

/* "The rest", which the passage does not give in figures. */
static bool is_rest(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n; i++)
        if (isnan(b->theirs.items[i].number.low) && figures_alike(&mine->number, &b->theirs.items[i].number) &&
            figure_may_be_rest(&mine->number, &b->theirs.items[i], &b->theirs))
            return true;
    return false;
}

/* A table whose head says "thousand": its figures stand for more than they say. */
static bool holds_in_thousands(const struct binding *b, const struct figure *mine)
{
    struct number n = mine->number;
    bool cells = false;

    for (size_t i = 0; i < b->theirs.n; i++)
        cells = cells || b->theirs.items[i].cell;
    for (int i = 0; cells && i < 2; i++) {
        n.low /= 1000;
        n.high /= 1000;
        n.rounding /= 1000;
        if (figure_may_be_derived(&n, working_of(b, mine), &b->theirs))
            return true;
    }
    return false;
}

/* "Eight percentage points above the average, in mathematics five below it". */
static bool holds_as_points(const struct binding *b, const struct figure *mine)
{
    struct number n = mine->number;

    n.kind = NUMBER_POINTS;
    return mine->number.kind == NUMBER_COUNT && mine->noun.len == 0 && working_of(b, mine) == DERIVED_BY_DIFFERENCE &&
           figure_may_be_derived(&n, DERIVED_BY_DIFFERENCE, &b->theirs);
}

bool working_may_hold(const struct binding *b, const struct figure *mine)
{
    return figure_may_be_derived(&mine->number, working_of(b, mine), &b->theirs) || is_multiplied(b, mine) ||
           is_scaled(b, mine) || is_difference_of_each(b, mine) || is_at_other_pace(b, mine) || is_rest(b, mine) ||
           holds_in_thousands(b, mine) || holds_as_points(b, mine);
}

/* A span of years, which two dates may give. */
bool working_is_years(const struct figure *f)
{
    return f->number.kind == NUMBER_MEASURE && strcmp(f->number.unit, "month") == 0 && f->number.low >= 12;
}

bool working_is_time(const struct figure *f)
{
    return f->number.kind == NUMBER_MEASURE && *f->number.unit && str_in_words("s day month", str(f->number.unit));
}

static bool may_be_part(const struct binding *b, const struct figure *mine, const struct figure *theirs)
{
    if (isnan(theirs->number.low))
        return false;
    if (mine->number.kind == NUMBER_POINTS)
        return theirs->number.kind == NUMBER_PERCENT;
    if (working_is_years(mine))
        return theirs->number.kind == NUMBER_DATE && theirs->number.has_year;
    return figures_alike(&mine->number, &theirs->number) && binding_count_alike(b, mine, theirs);
}

/* All words of the claim but the term and those that say that something rose or fell. */
static struct term_set what_of(const struct binding *b, const struct term *but)
{
    const struct terms *claim = b->input->claim;
    struct term_set ret = { 0 };

    for (size_t i = 0; i < claim->n; i++)
        if (term_is_content(&claim->items[i]) && &claim->items[i] != but &&
            !(claim->items[i].kind == TERM_NUMBER && claim->items[i].number->kind == NUMBER_COUNT &&
              claim->items[i].number->low <= SMALL_COUNT) &&
            lexicon_direction(claim->items[i].stem) == 0)
            term_set_add(&ret, i);
    return ret;
}

/* "Both ships", "the two sites". */
static bool says_two(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (term_is(&claim->items[i], "both") ||
            (i && term_is(&claim->items[i], "two") && term_is(&claim->items[i - 1], "the")))
            return true;
    return false;
}

/* The only two figures of the kind that stand in one sentence, where the claim has a word of theirs and says what two things have together. */
static bool find_only_pair(const struct binding *b, const struct figure *mine, struct term_set about,
                           const struct figure *ret[2])
{
    size_t pairs = 0;

    if (working_of(b, mine) != DERIVED_BY_SUM || !says_two(b->input->claim))
        return false;
    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = i + 1; k < b->theirs.n; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];

            if (x->sentence != y->sentence || x->cell || y->cell || !may_be_part(b, mine, x) ||
                !may_be_part(b, mine, y))
                continue;
            struct term_set words = term_set_either(x->words, y->words);
            ret[0] = x;
            ret[1] = y;
            pairs += binding_named_of(b, about, &words) ? 1 : 2;
        }
    return pairs == 1;
}

/* The two figures of the passage that the claim's would be worked out from: those which its words name best. */
static bool find_parts(const struct binding *b, const struct figure *mine, const struct figure *ret[2])
{
    struct term_set words = { 0 }, about = what_of(b, mine->term);
    int best = 0;

    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = i + 1; k < b->theirs.n; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];

            if (!may_be_part(b, mine, x) || !may_be_part(b, mine, y) || y->sentence > x->sentence + PARTS_APART)
                continue;
            words = term_set_either(x->words, y->words);
            int share = binding_named_of(b, about, &words);
            if (share > best) {
                best = share;
                ret[0] = x;
                ret[1] = y;
            }
        }
    return best >= ABSENT_LEAST || find_only_pair(b, mine, about, ret);
}

/* "Each bell weighs 68 kilograms": is the figure said of each of what the claim counts? */
static bool is_of_each(const struct binding *b, const struct figure *count, const struct figure *f)
{
    enum { REACH = 3 };
    const struct terms *s = &b->input->passage.sentences[f->sentence], *claim = b->input->claim;
    size_t at = (size_t) (count->term - claim->items) + 1, n = claim->n - at < REACH ? claim->n - at : REACH;

    for (size_t i = 0; !f->cell && i + 1 < s->n; i++)
        if (term_is_one_of(&s->items[i], "each every") && term_is_among(&claim->items[at], n, &s->items[i + 1]))
            return true;
    return false;
}

/* "Together the four bells weigh 204 kilograms", where each of them weighs 68. */
static bool find_wrong_product(struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->mine.n && working_of(b, mine) == DERIVED_BY_SUM; i++) {
        const struct figure *count = &b->mine.items[i];

        for (size_t k = 0; binding_is_listed_count(count) && count != mine && k < b->theirs.n; k++) {
            const struct figure *each = &b->theirs.items[k];

            if (!figures_alike(&mine->number, &each->number) || !is_of_each(b, count, each) ||
                reaches(mine, count->number.low * each->number.low))
                continue;
            binding_add(b, binding_kind_of(mine), mine->text, each,
                        str_format(b->scratch, "%.*s does not follow from what the source gives: %.*s each",
                                   STR_ARG(mine->text), STR_ARG(each->text)));
            return true;
        }
    }
    return false;
}

void working_find_wrong_sum(struct binding *b, const struct figure *mine)
{
    const struct figure *parts[2];

    if (binding_is_listed_count(mine) || find_wrong_product(b, mine) || !find_parts(b, mine, parts))
        return;
    binding_add(b, binding_kind_of(mine), mine->text, parts[0],
                str_format(b->scratch, "%.*s does not follow from what the source gives: %.*s and %.*s",
                           STR_ARG(mine->text), STR_ARG(parts[0]->text), STR_ARG(parts[1]->text)));
}

/* "37 in 2023, four fewer than the winter before": 2022 is the year before. */
static bool is_year_before(const struct binding *b, const struct figure *mine)
{
    for (size_t i = 0; i < b->theirs.n && mine->number.kind == NUMBER_DATE && mine->number.has_year; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (f->number.kind != NUMBER_DATE || f->number.low - mine->number.low != 1 || f->cell)
            continue;
        const struct terms *s = &b->input->passage.sentences[f->sentence];
        for (size_t k = 1; k < s->n; k++)
            if (term_is_one_of(&s->items[k], "before earlier previously") &&
                term_is_one_of(&s->items[k - 1], "year winter summer spring autumn season"))
                return true;
            else if (term_is_one_of(&s->items[k], "year winter summer spring autumn season") &&
                     term_is_one_of(&s->items[k - 1], "previous preceding last"))
                return true;
    }
    return false;
}

/* "Dated 1651, four years after she entered the workshop": is a span of years measured from one thing to another? */
static bool is_measured(const struct binding *b)
{
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (f->number.kind != NUMBER_MEASURE || strcmp(f->number.unit, "month") != 0 || f->cell)
            continue;
        const struct terms *s = &b->input->passage.sentences[f->sentence];
        size_t at = (size_t) (f->term - s->items);
        for (size_t k = at + 1; k < s->n && k <= at + 2; k++)
            if (term_is_one_of(&s->items[k], "after before"))
                return true;
    }
    return false;
}

/* "Opened in 2017, two years later than planned": what was planned for 2015 is no clash where the claim speaks of a plan. */
bool working_is_shifted(const struct binding *b, const struct figure *mine)
{
    const struct terms *claim = b->input->claim;

    return (figure_is_shifted_date(&mine->number, &b->theirs) &&
            (figures_speak_of_plans(claim->items, claim->n) || is_measured(b))) ||
           is_year_before(b, mine);
}

/* A number that follows from others is no clash, whatever an alignment of one sentence made of it. */
void working_drop_derived(struct binding *b)
{
    struct clashes *out = b->out;
    size_t kept = 0;

    for (size_t i = 0; i < out->n; i++) {
        bool derived = false;

        for (size_t k = 0; k < b->mine.n && out->items[i].kind <= CLASH_UNIT; k++)
            derived = derived || (str_find(b->mine.items[k].text, out->items[i].claim, 0) >= 0 &&
                                  (out->items[i].kind == CLASH_DATE ? working_is_shifted(b, &b->mine.items[k])
                                                                    : working_may_hold(b, &b->mine.items[k])));
        if (!derived)
            out->items[kept++] = out->items[i];
    }
    out->n = kept;
}

/* "More than doubled", "nearly three times": the bounds of the ratio; false: the term says none. */
static bool ratio_at(const struct terms *claim, size_t at, double *low, double *high)
{
    static const struct {
        const char *words;
        double factor;
    } ratios[] = { { "doubled doubling double twice twofold", 2 },
                   { "tripled tripling triple thrice threefold", 3 },
                   { "quadrupled quadrupling fourfold", 4 },
                   { "fivefold quintupled", 5 },
                   { "tenfold", 10 } };
    const struct term *t = claim->items;

    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        if (!term_is_one_of(&t[at], ratios[i].words))
            continue;
        bool more = at > 1 && term_is(&t[at - 1], "than") && term_is(&t[at - 2], "more"),
             less = at && term_is_one_of(&t[at - 1], "nearly almost");
        *low = ratios[i].factor * (more ? 0.995 : 0.85);
        *high = ratios[i].factor * (less ? 1.05 : more ? 2 : 1.2);
        return true;
    }
    return false;
}

static double ratio_of(const struct figure *x, const struct figure *y)
{
    double a = fabs(x->number.low), b = fabs(y->number.low);

    return a > b ? a / b : b / a;
}

/* Two figures that the claim's words name, of which one is not so many times the other. */
static void find_ratio(struct binding *b, size_t at, double low, double high)
{
    const struct term *word = &b->input->claim->items[at];
    const struct figure *parts[2] = { 0 };
    struct term_set about = what_of(b, word);
    int best = ABSENT_LEAST - 1;
    bool holds = false;

    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = i + 1; k < b->theirs.n && b->theirs.items[k].sentence <= b->theirs.items[i].sentence + 1; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];
            struct term_set words = term_set_either(x->words, y->words);
            int share = binding_named_of(b, about, &words);

            if (x->number.kind == NUMBER_DATE || !figures_alike(&x->number, &y->number) || x->number.low == 0 ||
                y->number.low == 0 || share < best || binding_named_of(b, about, &x->words) == 0 ||
                binding_named_of(b, about, &y->words) == 0 || x->part || y->part || !figures_count_the_same(x, y))
                continue;
            double ratio = ratio_of(x, y);
            holds = (share == best && holds) || (ratio >= low && ratio <= high);
            parts[0] = x;
            parts[1] = y;
            best = share;
        }
    if (parts[0] && !holds)
        binding_add(b, CLASH_NUMBER, word->text, parts[0],
                    str_format(b->scratch, "\"%.*s\" does not follow from what the source gives: %.*s and %.*s",
                               STR_ARG(word->text), STR_ARG(parts[0]->text), STR_ARG(parts[1]->text)));
}

void working_find_ratios(struct binding *b)
{
    double low, high;

    for (size_t i = 0; i < b->input->claim->n; i++)
        if (ratio_at(b->input->claim, i, &low, &high))
            find_ratio(b, i, low, high);
}

bool working_has_ratio(const struct terms *claim)
{
    double low, high;

    for (size_t i = 0; i < claim->n; i++)
        if (ratio_at(claim, i, &low, &high))
            return true;
    return false;
}

void working_mark_words(struct binding *b)
{
    const struct terms *claim = b->input->claim;
    bool points = false;

    for (size_t i = 0; i < b->mine.n; i++)
        points = points || b->mine.items[i].number.kind == NUMBER_POINTS;
    for (size_t i = 0; i < claim->n; i++)
        if (term_is_one_of(&claim->items[i], sums) || says_sum(claim, i) ||
            term_is_one_of(&claim->items[i], differences) ||
            (term_has_stem(&claim->items[i], light) && !term_is(&claim->items[i], "shares")) ||
            (i && term_is(&claim->items[i], "points") && points))
            term_set_add(&b->light, i);
}
