#include "text/markdown_line.h"

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
