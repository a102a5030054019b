/* ROWS(row, a, b, x, y, z) is row(a, b, x), row(a, b, y), row(a, b, z): rows of a table for up to ten members that differ in
 * their names alone. */
#ifndef FATHOM_BASE_ROWS_H
#define FATHOM_BASE_ROWS_H

// clang-format off
#define ROWS_1(row, a, b, x) row(a, b, x)
#define ROWS_2(row, a, b, x, ...) row(a, b, x), ROWS_1(row, a, b, __VA_ARGS__)
#define ROWS_3(row, a, b, x, ...) row(a, b, x), ROWS_2(row, a, b, __VA_ARGS__)
#define ROWS_4(row, a, b, x, ...) row(a, b, x), ROWS_3(row, a, b, __VA_ARGS__)
#define ROWS_5(row, a, b, x, ...) row(a, b, x), ROWS_4(row, a, b, __VA_ARGS__)
#define ROWS_6(row, a, b, x, ...) row(a, b, x), ROWS_5(row, a, b, __VA_ARGS__)
#define ROWS_7(row, a, b, x, ...) row(a, b, x), ROWS_6(row, a, b, __VA_ARGS__)
#define ROWS_8(row, a, b, x, ...) row(a, b, x), ROWS_7(row, a, b, __VA_ARGS__)
#define ROWS_9(row, a, b, x, ...) row(a, b, x), ROWS_8(row, a, b, __VA_ARGS__)
#define ROWS_10(row, a, b, x, ...) row(a, b, x), ROWS_9(row, a, b, __VA_ARGS__)
#define ROWS_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, each, ...) each
#define ROWS(row, a, b, ...) \
    ROWS_PICK(__VA_ARGS__, ROWS_10, ROWS_9, ROWS_8, ROWS_7, ROWS_6, ROWS_5, ROWS_4, ROWS_3, ROWS_2, ROWS_1, )(row, a, b, __VA_ARGS__)
// clang-format on

#endif
