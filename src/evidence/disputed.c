/* A sentence that calls two things a disagreement. The sources may carry each of them; that they disagree needs the same quantity of the
 * same subject, and code sees where that is not so, whatever a model says. */
#include "evidence/internal.h"

#include "judge/dispute.h"

void disputes_settle(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        struct str one, other;

        if ((claim->kind != KIND_CLAIM && claim->kind != KIND_SUMMARY) || !claim_stands(claim) ||
            !dispute_sides(claim->text, &one, &other) || dispute_about_one(one, other))
            continue;
        claim_decide(claim, VERDICT_PARTIAL, BY_PROOF,
                     str("The sources say both, but of different things: that is no disagreement."));
        claim->missing = str("that the sources disagree");
    }
}
