/* EACH(row, a, b, x, y, z) is row(a, b, x), row(a, b, y), row(a, b, z): rows of a table for up to ten members that differ in
 * their names alone. */
#ifndef FATHOM_BASE_EACH_H
#define FATHOM_BASE_EACH_H

// clang-format off
#define EACH_1(row, a, b, x) row(a, b, x)
#define EACH_2(row, a, b, x, ...) row(a, b, x), EACH_1(row, a, b, __VA_ARGS__)
#define EACH_3(row, a, b, x, ...) row(a, b, x), EACH_2(row, a, b, __VA_ARGS__)
#define EACH_4(row, a, b, x, ...) row(a, b, x), EACH_3(row, a, b, __VA_ARGS__)
#define EACH_5(row, a, b, x, ...) row(a, b, x), EACH_4(row, a, b, __VA_ARGS__)
#define EACH_6(row, a, b, x, ...) row(a, b, x), EACH_5(row, a, b, __VA_ARGS__)
#define EACH_7(row, a, b, x, ...) row(a, b, x), EACH_6(row, a, b, __VA_ARGS__)
#define EACH_8(row, a, b, x, ...) row(a, b, x), EACH_7(row, a, b, __VA_ARGS__)
#define EACH_9(row, a, b, x, ...) row(a, b, x), EACH_8(row, a, b, __VA_ARGS__)
#define EACH_10(row, a, b, x, ...) row(a, b, x), EACH_9(row, a, b, __VA_ARGS__)
#define EACH_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, each, ...) each
#define EACH(row, a, b, ...) \
    EACH_PICK(__VA_ARGS__, EACH_10, EACH_9, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3, EACH_2, EACH_1, )(row, a, b, __VA_ARGS__)
// clang-format on

#endif
