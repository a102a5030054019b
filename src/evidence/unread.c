/* Pages that could not be read. The title of a page names what it is about and carries nothing: what cites no more than that is
 * unchecked, not unsupported. So is what somebody wrote who may have read the page, where the words that a search showed of it do not
 * say it; a writer that saw no more than these words itself has its sentence from nowhere. */
#include "evidence/internal.h"

bool span_is_title(struct evidence_work *work, size_t span)
{
    const struct evidence_span *s = &work->pool->spans[span];
    const struct source_row *source = &work->pool->sources->items[s->source];
    struct str text = source_text(source);

    return s->snippet &&
           (str_eq_nocase(text, source->title) || overlap_of(work->reader, text, &source->title, 1) == 1000);
}

/* Is there something that it cites, and is all of it of that kind? */
static bool rests_on(struct evidence_work *work, const struct claim *claim, bool titles)
{
    for (size_t i = 0; i < claim->spans_n; i++)
        if (titles ? !span_is_title(work, claim->spans[i]) : !work->pool->spans[claim->spans[i]].snippet)
            return false;
    return claim->spans_n > 0;
}

bool claim_rests_on_titles(struct evidence_work *work, const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && rests_on(work, claim, true);
}

static void leave_unread(struct evidence_work *work, struct claim *claim, const char *why)
{
    claim_decide(claim, VERDICT_UNCHECKED, 0, str(why));
    if (work->unchecked_why.len == 0)
        work->unchecked_why = str("the page that is cited could not be read");
}

void claim_unread(struct evidence_work *work, struct claim *claim)
{
    leave_unread(work, claim, "the page that it cites could not be read: only its title is known");
}

void unread_settle(struct evidence_work *work)
{
    bool may_have_read = work->input->as_is || work->input->speakers;

    for (size_t i = 0; may_have_read && i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (claim->kind == KIND_CLAIM && claim->marked && claim->verdict == VERDICT_UNSUPPORTED &&
            rests_on(work, claim, false))
            leave_unread(
                work, claim,
                "the page that it cites could not be read, and what the search showed of it does not say this");
    }
}
