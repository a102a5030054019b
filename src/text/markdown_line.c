#include "text/markdown_line.h"

#include <string.h>

enum { LEVELS = 6 };

size_t line_heading_level(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[n] == '#')
        n++;
    return n <= LEVELS && n < line.len && line.data[n] == ' ' ? n : 0;
}

bool line_is_fence(struct str line)
{
    line = str_trim(line);
    return str_starts(line, "```") || str_starts(line, "~~~");
}

bool line_is_table_rule(struct str line)
{
    bool dash = false, bar = false;

    for (size_t i = 0; i < line.len; i++) {
        if (!strchr("|-: \t\r", line.data[i]))
            return false;
        dash = dash || line.data[i] == '-';
        bar = bar || line.data[i] == '|';
    }
    return dash && bar;
}
