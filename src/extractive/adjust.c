#include "extractive/answer.h"

void answer_adjust(struct answer *a, struct ranking *r, const struct question *question)
{
    (void) a;
    (void) r;
    (void) question;
}
