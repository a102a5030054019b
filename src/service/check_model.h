/* Asking a model about a claim, for check (service/check.c). */
#ifndef FATHOM_SERVICE_CHECK_MODEL_H
#define FATHOM_SERVICE_CHECK_MODEL_H

#include "evidence/lone.h"
#include "service/operation.h"

/* A source, in sentences. */
struct check_text {
    struct str title, url, text;
    const struct str *sentences;
    const struct span *places; /* of the sentences in the text; NULL: there is no text beside them */
    size_t n;
};

struct check_question {
    struct str claim;
    const struct check_text *texts;
    size_t texts_n;
    const struct str_list *models; /* who answers, in order */
    const struct clash *clash;     /* what code can point at; NULL: nothing */
    struct lone_record *record;    /* of checks in a row; NULL: it is the only one */
};

struct check_opinion {
    struct lone_answer answer;
    bool found;            /* some sentence speaks of it: */
    size_t text, sentence; /* the one that shares most with the claim */
};

/* Are these models that can be asked? The error names the one that cannot. */
int check_models(const struct caller *caller, struct arena *arena, const struct str_list *models, struct error *e);

/* Negative: no model answered, or none that could be read. */
int check_ask_model(const struct caller *caller, struct arena *arena, const struct check_question *question,
                    struct check_opinion *ret, struct error *e);

#endif
