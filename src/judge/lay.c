#include "judge/proof.h"

/* Points are whole numbers, so that they are the same everywhere. */
enum { CONTENT_POINTS = 1000, FUNCTION_POINTS = 300, ADJACENT_POINTS = 250, SKIP_POINTS = 20 };

struct cell {
    int score;
    int32_t last; /* the cell of the last match on the way here, -1: none */
};

struct grid {
    const struct pair *pair;
    struct cell *cells; /* (cn + 1) * (en + 1) */
    int32_t *before;    /* of a cell that matches: the match before it */
    uint8_t *grades;
    size_t width;
};

static int grade_of(const struct term *c, const struct term *e, lay_rivals rivals)
{
    int grade = relation_grade(c, e);

    return grade == 0 && rivals && rivals(c, e) != RIVAL_NONE ? GRADE_RIVAL : grade;
}

/* The better way to reach a cell without a match. */
static struct cell carry(const struct grid *g, size_t i, size_t j)
{
    struct cell left = g->cells[i * g->width + j - 1], up = g->cells[(i - 1) * g->width + j];

    left.score -= left.last >= 0 ? SKIP_POINTS : 0;
    up.score -= up.last >= 0 ? SKIP_POINTS : 0;
    return up.score > left.score ? up : left;
}

static void take_match(struct grid *g, size_t i, size_t j, int grade, struct cell *best)
{
    const struct cell *from = &g->cells[(i - 1) * g->width + j - 1];
    int points = term_is_content(&g->pair->c[i - 1]) ? CONTENT_POINTS : FUNCTION_POINTS;
    int score = from->score + points * grade / 100;

    if (from->last >= 0 && (size_t) from->last == (i - 1) * g->width + j - 1)
        score += ADJACENT_POINTS;
    if (score <= best->score)
        return;
    g->before[i * g->width + j] = from->last;
    g->grades[i * g->width + j] = (uint8_t) grade;
    *best = (struct cell){ score, (int32_t) (i * g->width + j) };
}

static void read_back(struct arena *arena, const struct grid *g, struct lay *ret)
{
    int32_t last = g->cells[g->pair->cn * g->width + g->pair->en].last;
    size_t n = 0;

    for (int32_t at = last; at >= 0; at = g->before[at])
        n++;
    ret->items = arena_calloc(arena, n + 1, sizeof *ret->items);
    ret->n = n;
    for (int32_t at = last; at >= 0; at = g->before[at])
        ret->items[--n] = (struct match){ (uint16_t) ((size_t) at / g->width - 1),
                                          (uint16_t) ((size_t) at % g->width - 1), g->grades[at] };
}

void lay_claim(struct arena *arena, const struct pair *pair, lay_rivals rivals, struct lay *ret)
{
    struct grid g = { .pair = pair, .width = pair->en + 1 };
    size_t cells = (pair->cn + 1) * g.width;

    g.cells = arena_calloc(arena, cells, sizeof *g.cells);
    g.before = arena_calloc(arena, cells, sizeof *g.before);
    g.grades = arena_calloc(arena, cells, sizeof *g.grades);
    for (size_t j = 0; j < g.width; j++)
        g.cells[j].last = -1;
    for (size_t i = 1; i <= pair->cn; i++) {
        g.cells[i * g.width].last = -1;
        for (size_t j = 1; j <= pair->en; j++) {
            struct cell best = carry(&g, i, j);
            int grade = pair->e[j - 1].kind == TERM_MARK ? 0 : grade_of(&pair->c[i - 1], &pair->e[j - 1], rivals);

            if (grade)
                take_match(&g, i, j, grade, &best);
            g.cells[i * g.width + j] = best;
        }
    }
    ret->score = g.cells[cells - 1].score;
    read_back(arena, &g, ret);
}
