/* Who is called what: "Luís Marçal, her coach", where the source has "her coach, Dawit Alemu" and "race director Luís Marçal". */
#include "judge/office.h"

enum { OFFICES_MAX = 32, REACH = 5 };

/* A name and what it is called: terms of one text. */
struct office {
    const struct term *name, *role;
    size_t words; /* of the name */
    bool unique;  /* "the first customer", "Tesfaye's coach": there is one */
    size_t sentence;
};

struct offices {
    struct office items[OFFICES_MAX];
    size_t n;
};

static bool is_role(const struct term *t)
{
    static const char roles[] =
        "coach judge director chairman chairwoman chair president founder owner author lawyer minister mayor manager editor "
        "captain secretary treasurer engineer architect curator conductor composer spokesman spokeswoman analyst historian "
        "professor leader winner champion customer sponsor supplier predecessor successor deputy brother sister son daughter "
        "father mother husband wife uncle aunt niece nephew cousin trainer inventor designer governor commander principal "
        "biologist botanist geologist archaeologist economist statistician surgeon pilot goalkeeper translator publisher";

    return t->kind == TERM_WORD && str_in_words(roles, t->fold);
}

static bool is_mark(const struct terms *t, size_t at, char mark)
{
    return at < t->n && t->items[at].kind == TERM_MARK && t->items[at].mark == mark;
}

static bool ends_phrase(const struct term *t)
{
    return t->kind == TERM_MARK || term_in(t, GRAMMAR_PREPOSITION) || term_is_one_of(t, "who which that and but");
}

static void add(struct offices *all, const struct terms *t, size_t from, size_t to, size_t role, size_t sentence)
{
    bool unique = false;

    /* what stands before the role: "the first", "her", "Tesfaye's" */
    for (size_t i = role; i-- > 0 && role - i <= 3 && !ends_phrase(&t->items[i]);)
        unique = unique || term_is_one_of(&t->items[i], "the first only sole main its his her their");
    if (all->n < OFFICES_MAX)
        all->items[all->n++] = (struct office){ &t->items[from], &t->items[role], to - from, unique || role + 1 == from,
                                                sentence };
}

/* "Coach Dawit Alemu", "her coach, Dawit Alemu", "Luís Marçal, her coach", "Carrow is the first customer", "the first customer is the bus
 * maker Carrow". */
static void read_name(struct offices *all, const struct terms *t, size_t from, size_t to, size_t sentence)
{
    if (from && is_role(&t->items[from - 1])) {
        add(all, t, from, to, from - 1, sentence);
        return;
    }
    if (from > 1 && is_mark(t, from - 1, ',') && is_role(&t->items[from - 2])) {
        add(all, t, from, to, from - 2, sentence);
        return;
    }
    bool apart = is_mark(t, to, ','), is = to < t->n && term_in(&t->items[to], GRAMMAR_BE);
    for (size_t i = to + 1; (apart || is) && i < t->n && i <= to + REACH; i++) {
        if (is_role(&t->items[i])) {
            add(all, t, from, to, i, sentence);
            return;
        }
        if (ends_phrase(&t->items[i]) || term_is(&t->items[i], "not"))
            break;
    }
    for (size_t i = from; i-- > 0 && from - i <= REACH && !ends_phrase(&t->items[i]);)
        if (term_in(&t->items[i], GRAMMAR_BE) && i && is_role(&t->items[i - 1])) {
            add(all, t, from, to, i - 1, sentence);
            return;
        }
}

static void read_text(struct offices *all, const struct terms *t, size_t sentence)
{
    for (size_t i = 0; i < t->n; i++) {
        size_t end = i;

        while (end < t->n && term_is_name(&t->items[end]) && !is_role(&t->items[end]))
            end++;
        if (end == i)
            continue;
        read_name(all, t, i, end, sentence);
        i = end;
    }
}

static bool is_same_name(const struct office *a, const struct office *b)
{
    for (size_t i = 0; i < a->words; i++)
        for (size_t k = 0; k < b->words; k++)
            if (str_eq(a->name[i].stem, b->name[k].stem))
                return true;
    return false;
}

static struct str name_text(const struct office *o)
{
    const struct term *last = &o->name[o->words - 1];

    return str_n(o->name->text.data, (size_t) (last->text.data + last->text.len - o->name->text.data));
}

/* Does the passage call somebody else so, and the claim's name something else or nothing? */
static void compare(struct clashes *ret, struct arena *scratch, const struct office *mine, const struct offices *theirs)
{
    const struct office *other = NULL;
    bool called = false; /* the name has an office of its own there */

    for (size_t i = 0; i < theirs->n; i++) {
        const struct office *o = &theirs->items[i];
        bool same_role = str_eq(o->role->stem, mine->role->stem);

        if (is_same_name(o, mine)) {
            if (same_role)
                return;
            called = true;
        } else if (same_role && !other) {
            other = o;
        }
    }
    if (other && (called || (mine->unique && other->unique)))
        clashes_add(ret, &(struct clash){ .kind = CLASH_NAME,
                                          .claim = name_text(mine),
                                          .source = name_text(other),
                                          .sentence = other->sentence,
                                          .reason = str_format(scratch, "the source calls %.*s %.*s, not %.*s",
                                                               STR_ARG(name_text(other)), STR_ARG(other->role->text),
                                                               STR_ARG(name_text(mine))) });
}

void office_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    struct offices mine = { .n = 0 }, theirs = { .n = 0 };

    read_text(&mine, input->claim, 0);
    if (mine.n == 0 || terms_any(input->claim->items, input->claim->n, GRAMMAR_NEGATION))
        return;
    for (size_t s = 0; s < input->passage.n; s++)
        read_text(&theirs, &input->passage.sentences[s], s);
    for (size_t i = 0; i < mine.n; i++)
        compare(ret, scratch, &mine.items[i], &theirs);
}
