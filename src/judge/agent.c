/* Whose it is: "the Windows version was written by Brandvold", where the sentence that speaks of the Windows version names Kwame Adjei alone, and
 * the one that names Brandvold says nothing of it. Places and bodies as well as people. */
#include "judge/attribution.h"

enum {
    SHARED_LEAST = 2,  /* words of the claim that the part with the other name has … */
    AHEAD_LEAST = 2,   /* … and how many more than any part with the claim's name */
    ABSENT_LEAST = 3,  /* where the passage does not have the claim's name */
    NAMED_LEAST = 330, /* thousandths of the claim's words */
};

/* Terms [from, to) of a sentence. */
struct part {
    const struct terms *s;
    size_t sentence, from, to;
};

struct name {
    const struct term *first;
    size_t n;
};

static bool ends_part(const struct term *t)
{
    return (t->kind == TERM_MARK && t->mark == ';') || term_is_one_of(t, "while whereas");
}

static bool next_part(struct part *part)
{
    part->from = part->to;
    while (part->from < part->s->n && ends_part(&part->s->items[part->from]))
        part->from++;
    for (part->to = part->from; part->to < part->s->n && !ends_part(&part->s->items[part->to]);)
        part->to++;
    return part->from < part->to;
}

static bool part_has(const struct part *p, const struct term *word)
{
    for (size_t i = p->from; i < p->to; i++) {
        const struct term *t = &p->s->items[i];

        if (t->kind == word->kind &&
            ((t->kind == TERM_WORD && t->hash == word->hash && str_eq(t->stem, word->stem)) || relation_grade(word, t)))
            return true;
    }
    return false;
}

/* "African" is named by "Africa". */
static bool begins_alike(const struct term *a, const struct term *b)
{
    enum { LETTERS = 4 };

    return a->kind == TERM_WORD && b->kind == TERM_WORD && a->fold.len >= LETTERS && b->fold.len >= LETTERS &&
           memcmp(a->fold.data, b->fold.data, LETTERS) == 0;
}

static bool has_name(const struct part *p, const struct name *name)
{
    for (size_t i = 0; i < name->n; i++) {
        if (part_has(p, &name->first[i]))
            return true;
        for (size_t k = p->from; k < p->to; k++)
            if (begins_alike(&name->first[i], &p->s->items[k]))
                return true;
    }
    return false;
}

/* "Lisbon", "Ruth Ellingham"; "MUC1" and "EU" may be written in other ways. */
static bool is_plain(const struct name *name)
{
    for (size_t i = 0; i < name->n; i++)
        for (size_t k = 1; k < name->first[i].text.len; k++) {
            char c = name->first[i].text.data[k];

            if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
                return false;
        }
    return name->n > 1 || name->first->text.len > 2;
}

/* Has the part another name of the claim? Then it may well be told of that one. */
static bool has_another(const struct terms *claim, const struct part *p, const struct name *name)
{
    for (size_t i = 1; i < claim->n; i++)
        if (term_is_name(&claim->items[i]) &&
            !(&claim->items[i] >= name->first && &claim->items[i] < name->first + name->n) &&
            part_has(p, &claim->items[i]))
            return true;
    return claim->n > 1 && term_is_name(&claim->items[0]) && claim->items != name->first &&
           term_is_name(&claim->items[1]) && part_has(p, &claim->items[0]);
}

static bool is_pronoun(const struct term *t)
{
    return t->kind == TERM_WORD &&
           (term_in(t, GRAMMAR_SUBJECT_PRONOUN) ||
            term_is_one_of(t, "his her its their him them mine my our ours this these there here"));
}

static bool has_pronoun(const struct part *p)
{
    for (size_t i = p->from; i < p->to; i++)
        if (is_pronoun(&p->s->items[i]))
            return true;
    return false;
}

/* Somebody who may be the one of the claim. */
static bool has_person(const struct part *p)
{
    for (size_t i = p->from; i < p->to; i++)
        if (term_is_one_of(&p->s->items[i], "i he she we my our mine ours his her him"))
            return true;
    return false;
}

/* Does the name stand behind a preposition, in the claim or the passage? */
static bool is_place(const struct binding_input *input, const struct name *name)
{
    if (name->first > input->claim->items && term_in(name->first - 1, GRAMMAR_PREPOSITION | GRAMMAR_ARTICLE))
        return true;
    for (size_t s = 0; s < input->passage.n; s++)
        for (size_t i = 1; i < input->passage.sentences[s].n; i++) {
            const struct term *t = &input->passage.sentences[s].items[i];

            if (t->kind == TERM_WORD && t->capital && str_eq(t->stem, name->first->stem) &&
                term_is_one_of(t - 1, "at in from"))
                return true;
        }
    return false;
}

/* A single word behind a preposition: "in Lisbon" stands in the place of another place only. */
static bool may_stand_for(const struct binding_input *input, const struct name *name, const struct term *before)
{
    return term_is_one_of(before, "by of") || (term_is_one_of(before, "at in from") && is_place(input, name));
}

/* A name of the part that the claim does not have. */
static bool other_name(const struct binding_input *input, const struct part *p, const struct name *name,
                       struct name *ret)
{
    for (size_t i = p->from; i < p->to; i++) {
        size_t end = i;

        while (end < p->to && term_is_name(&p->s->items[end]))
            end++;
        if (end == i)
            continue;
        bool known = false;
        for (size_t k = i; k < end; k++)
            known = known || terms_have_word(input->claim, &p->s->items[k]) ||
                    (input->heading && terms_have_word(input->heading, &p->s->items[k]));
        if (!known && (end > i + 1 || (p->s->items[i].start && i && may_stand_for(input, name, &p->s->items[i - 1])))) {
            *ret = (struct name){ &p->s->items[i], end - i };
            if (is_plain(ret))
                return true;
        }
        i = end;
    }
    return false;
}

static bool is_in_name(const struct name *name, const struct term *t)
{
    return t >= name->first && t < name->first + name->n;
}

/* "It was Ada Moss who asked", "It was a clerk, Ada Moss, who asked". */
static bool is_singled_out(const struct terms *claim, const struct name *name)
{
    enum { APPOSITION = 4 };
    size_t at = (size_t) (name->first - claim->items), end = at + name->n;

    if (claim->n < 4 || !term_is(&claim->items[0], "it") || !term_is_one_of(&claim->items[1], "was is"))
        return false;
    bool set_off = at > 2 && claim->items[at - 1].kind == TERM_MARK;
    end += set_off && end < claim->n && claim->items[end].kind == TERM_MARK;
    return at <= 2 + (set_off ? APPOSITION : 0) && end < claim->n && term_is_one_of(&claim->items[end], "who that");
}

/* Words and figures of the claim besides the name that the part has. What no other thing can be, counts twice. */
static int shared(const struct binding_input *input, const struct name *name, const struct part *p, int *ret_all)
{
    int ret = 0;

    *ret_all = 0;
    for (size_t i = 0; i < input->claim->n; i++) {
        const struct term *t = &input->claim->items[i];

        if (!term_is_content(t) || is_in_name(name, t) || attribution_is_speech(t))
            continue;
        if (input->heading && terms_have_word(input->heading, t) && !is_singled_out(input->claim, name))
            continue;
        int weight = term_in(t, GRAMMAR_SUPERLATIVE) ? 2 : 1;
        *ret_all += weight;
        ret += part_has(p, t) ? weight : 0;
    }
    return ret;
}

/* "Was led by Greyfield Capital", "It was Ada Moss who asked": the name alone is asked for. */
static bool is_agent(const struct terms *claim, const struct name *name)
{
    return (name->first > claim->items && term_is(name->first - 1, "by")) || is_singled_out(claim, name);
}

static struct str name_text(const struct name *name)
{
    const struct term *last = &name->first[name->n - 1];

    return str_n(name->first->text.data, (size_t) (last->text.data + last->text.len - name->first->text.data));
}

static bool denies(const struct term *t, size_t n) { return terms_any(t, n, GRAMMAR_NEGATION); }

static void find_other(struct clashes *ret, struct arena *scratch, const struct binding_input *input,
                       const struct name *name)
{
    struct name other = { 0 }, found;
    int own = 0, best = 0, all = 0;
    bool known = false, after = false; /* the part before has the name */
    size_t sentence = 0;

    for (size_t s = 0; s < input->passage.n; s++) {
        struct part p = { .s = &input->passage.sentences[s], .sentence = s };

        if (figures_is_row(p.s))
            continue;
        while (next_part(&p)) {
            int count = shared(input, name, &p, &all);
            bool named = has_name(&p, name), pronoun = has_pronoun(&p);

            known = known || named;
            if (named || (after && pronoun && !other_name(input, &p, name, &found))) {
                own = count > own ? count : own;
                after = true;
                continue;
            }
            after = false;
            if (count > best) {
                best = count;
                sentence = s;
                other = !has_person(&p) && other_name(input, &p, name, &found) &&
                                (is_agent(input->claim, name) || !has_another(input->claim, &p, name)) &&
                                denies(p.s->items + p.from, p.to - p.from) ==
                                    denies(input->claim->items, input->claim->n)
                            ? found
                            : (struct name){ 0 };
            }
        }
    }
    if (!other.n || (!known && !input->heading) || best < (known ? SHARED_LEAST : ABSENT_LEAST) ||
        best < own + (is_agent(input->claim, name) ? 1 : AHEAD_LEAST) || best * 1000 < all * NAMED_LEAST)
        return;
    struct str said = name_text(name), given = name_text(&other);
    attribution_add(
        ret, said, given, sentence,
        str_format(scratch, "where the source speaks of it, it names %.*s, not %.*s", STR_ARG(given), STR_ARG(said)));
}

/* "Patients": any word begins a sentence so. */
static bool is_name_inside(const struct binding_input *input, const struct term *t)
{
    for (size_t s = 0; s < input->passage.n; s++)
        for (size_t i = 1; i < input->passage.sentences[s].n; i++)
            if (input->passage.sentences[s].items[i].capital &&
                str_eq(input->passage.sentences[s].items[i].text, t->text))
                return true;
    return false;
}

void agent_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;

    for (size_t i = 0; i < claim->n; i++) {
        struct name name = { &claim->items[i], 0 };
        bool title = false;

        while (i + name.n < claim->n && term_is_name(&claim->items[i + name.n]))
            name.n++;
        if (!name.n)
            continue;
        for (size_t k = 0; k < name.n && input->heading; k++)
            title = title || terms_have_word(input->heading, &name.first[k]);
        if (!title && is_plain(&name) && (name.n > 1 || name.first->start || is_name_inside(input, name.first)))
            find_other(ret, scratch, input, &name);
        i += name.n - 1;
    }
}
