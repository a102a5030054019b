/* Questions that are several in one: "What is X, and how do I Y it?" */
#include "extractive/answer.h"

#include "extractive/asking.h"
#include "extractive/measures.h"

/* Behind "and": words that begin a question of their own. */
static const char *const joints[][2] = {
    { "and ", " why how what when who where which whose is are was were do does did can could will should has have " },
    { "or ", " why how what when who where which " },
    { "und ", " warum wieso weshalb wie was wann wer wo welche welcher welches wieviel wozu ist sind war kann " },
    { "et ", " pourquoi comment quand qui o\xc3\xb9 combien quel quelle quels quelles qu'est-ce " },
    { "y ", " c\xc3\xb3mo cu\xc3\xa1ndo qui\xc3\xa9n d\xc3\xb3nde cu\xc3\xa1nto cu\xc3\xa1nta cu\xc3\xa1ntos "
            "cu\xc3\xa1ntas qu\xc3\xa9 cu\xc3\xa1l por " },
    { "e ", " come quando chi dove quanto quanti perch\xc3\xa9 quale " },
};

/* Words that stand for what the first question is about. */
static const char pronouns[] =
    " it its they them their one ones this that these those he she him her his er sie es ihn ihm ihr "
    "ihre dies diese il elle ils elles lui leur lo los las ella ellos ello su sus esto ";

static struct str first_word(struct str text)
{
    size_t end = 0;

    while (end < text.len && !strchr(" ?,", text.data[end]))
        end++;
    return str_sub(text, 0, end);
}

/* How many bytes of a joint stand here, if a question follows it; 0: none does. */
static size_t joint_at(struct arena *arena, struct str text, size_t at)
{
    struct str rest = str_sub(text, at, text.len);

    if (at && (text.data[at - 1] == '?' || text.data[at - 1] == ';') && rest.data[0] == ' ' && str_trim(rest).len)
        return 1;
    if (!at || text.data[at - 1] != ' ')
        return 0;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        size_t n = strlen(joints[i][0]);

        if (str_starts_nocase(rest, joints[i][0]) &&
            str_in_words(joints[i][1], str_lower_ascii(arena, first_word(str_sub(rest, n, rest.len)))))
            return n;
    }
    return 0;
}

static bool has_pronoun(struct arena *arena, const struct question *q)
{
    struct words words = { 0 };

    words_of(arena, q->text, q->language, &words);
    for (size_t i = 0; i < words.n; i++)
        if (str_in_words(pronouns, words.items[i].fold))
            return true;
    return false;
}

/* The clause by itself: with what its pronoun stands for, and with the names of the first one if it has none. */
static void stand_alone(struct arena *arena, const struct question *first, struct clause *c)
{
    struct str text = str_trim(c->text), about = str("");
    struct question own;

    while (text.len && strchr("?., ", text.data[text.len - 1]))
        text.len--;
    question_read(arena, text, &own);
    /* "Differ" asks how, but says what of as well. */
    struct asked_terms *terms = arena_alloc(arena, sizeof *terms);
    asked_terms_of(arena, text, &own.language, 1, terms);
    if (has_pronoun(arena, &own) || terms->n < 2)
        about = first->entities.n ? first->entities.items[0] : first->topic;
    else if (!own.entities.n && first->entities.n)
        about = first->entities.items[0];
    c->alone = about.len ? str_format(arena, "%.*s %.*s?", STR_ARG(text), STR_ARG(about)) : c->text;
    c->about = about;
    c->leans = !about.len && !own.entities.n && terms->n < 3;
}

size_t answer_clauses(struct arena *arena, struct str question, struct clause ret[ANSWER_CLAUSES])
{
    size_t n = 0, from = 0;
    struct question first;

    for (size_t i = 1; i < question.len && n + 1 < ANSWER_CLAUSES; i++) {
        size_t joint = joint_at(arena, question, i);

        if (!joint)
            continue;
        ret[n++].text = str_trim(str_sub(question, from, i));
        from = i + joint;
    }
    ret[n++].text = str_trim(str_sub(question, from, question.len));
    while (ret[0].text.len && strchr(", ", ret[0].text.data[ret[0].text.len - 1]))
        ret[0].text.len--;
    ret[0].alone = str_ends(ret[0].text, "?") ? ret[0].text : str_format(arena, "%.*s?", STR_ARG(ret[0].text));
    ret[0].about = str("");
    ret[0].leans = false;
    question_read(arena, ret[0].alone, &first);
    /* "Is it true and is it known": without a matter of its own the first part is no question. */
    if (n > 1 && !first.keywords.n) {
        ret[0] = (struct clause){ .text = question, .alone = question };
        return 1;
    }
    for (size_t i = 1; i < n; i++)
        stand_alone(arena, &first, &ret[i]);
    return n;
}

/* Does what stands around a sentence have half of the clause's own words, and all of what it is about? */
static bool holds(struct answer *a, const struct clause *c, size_t sentence)
{
    const struct ranking *r = &a->ranking;
    size_t passage = a->passages.sentences[sentence].passage;
    const struct language *language = a->passages.sources[sentence_source(a, sentence)].language;
    struct str text = str_format(a->arena, "%.*s %.*s", STR_ARG(passage_path(a->arena, &a->passages, passage)),
                                 STR_ARG(passage_text(&a->passages, passage)));
    uint32_t bits = rank_terms_in(a->arena, r, text, language);
    struct asked_terms *own = arena_alloc(a->arena, sizeof *own);
    size_t had = 0;

    asked_terms_of(a->arena, c->text, &a->question.language, 1, own);
    bool measured = question_asks_figure(&a->question) &&
                    answer_has_measure(a, &a->question, passage_sentence_text(&a->passages, sentence));
    for (size_t t = 0; t < r->asked.n; t++) {
        /* "What did it cost": an amount need not be called a cost. */
        bool figure = measured &&
                      measure_kind(a->question.language, str_lower_ascii(a->arena, r->asked.items[t].text)) >= 0;

        had += t < own->n && (bits >> t & 1 || figure);
        if (t >= own->n && !(bits >> t & 1))
            return false;
    }
    return had * 2 >= own->n;
}

bool answer_clause_fits(struct answer *a, const struct clause *c)
{
    enum { BEST = 5 };
    struct ranking *r = &a->ranking;

    if (!r->n || !answer_fits(a) || (!r->answered && !c->leans))
        return false;
    if (!c->about.len && !c->leans)
        return true;
    for (size_t i = 0; i < r->n && i < BEST; i++)
        if (holds(a, c, r->pool[i].sentence)) {
            r->pool[i].score = r->pool[0].score + (i > 0);
            rank_sort(r);
            return true;
        }
    return false;
}
