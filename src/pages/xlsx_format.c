#include "pages/xlsx_format.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/buf.h"

enum { UNITS_MAX = 100, DECIMALS_MAX = 15, LEAP_DAY = 60 };

/* "[$€-407]" is a sign of money, "[h]" time that goes on beyond a day, "[Red]" nothing to read. */
static void read_bracket(struct str inner, struct buf *unit, struct xlsx_format *ret)
{
    if (str_starts(inner, "$")) {
        ptrdiff_t end = str_find_char(inner, '-', 0);
        buf_add_str(unit, str_sub(inner, 1, end < 0 ? inner.len : (size_t) end));
    } else if (inner.len && strchr("hms", inner.data[0] | 0x20)) {
        ret->show = SHOW_ELAPSED;
    }
}

struct code {
    struct str rest;
    bool digits, point; /* places of digits were seen, and a point behind them */
    bool day, clock;
};

/* One sign of a code that is not a quoted word. */
static void read_sign(struct code *c, char sign, struct buf *unit, struct xlsx_format *ret)
{
    char low = sign >= 'A' && sign <= 'Z' ? (char) (sign | 0x20) : sign;

    if (sign == '0' || sign == '#' || sign == '?') {
        c->digits = true;
        ret->decimals += c->point && ret->decimals < DECIMALS_MAX;
    } else if (sign == '.') {
        c->point = true;
    } else if (sign == ',') {
        ret->thousands = true;
    } else if (sign == '%') {
        ret->percent = true;
        buf_add_char(unit, '%');
    } else if (low == 'e' && c->digits && c->rest.len && strchr("+-", c->rest.data[0])) {
        ret->scientific = true;
        c->rest.len = 0;
    } else if (low == 'y' || low == 'd') {
        c->day = true;
    } else if (low == 'h' || low == 's') {
        c->clock = true;
    } else if (strchr("$-+() /:", sign) || (unsigned char) sign >= 0x80) {
        buf_add_char(unit, sign);
    }
}

void xlsx_format_read(struct arena *arena, struct str code, struct xlsx_format *ret)
{
    struct code c = { .rest = code };
    struct buf before, behind;

    *ret = (struct xlsx_format){ 0 };
    buf_init(&before, UNITS_MAX);
    buf_init(&behind, UNITS_MAX);
    while (c.rest.len && c.rest.data[0] != ';') {
        struct buf *unit = c.digits ? &behind : &before;
        char sign = c.rest.data[0];
        c.rest = str_sub(c.rest, 1, c.rest.len);
        if (sign == '"' || sign == '[') {
            ptrdiff_t end = str_find_char(c.rest, sign == '"' ? '"' : ']', 0);
            struct str inner = str_sub(c.rest, 0, end < 0 ? c.rest.len : (size_t) end);
            c.rest = str_sub(c.rest, inner.len + 1, c.rest.len);
            if (sign == '"')
                buf_add_str(unit, inner);
            else
                read_bracket(inner, unit, ret);
        } else if (sign == '\\' && c.rest.len) {
            buf_add_char(unit, c.rest.data[0]);
            c.rest = str_sub(c.rest, 1, c.rest.len);
        } else if (sign == '_' || sign == '*') {
            c.rest = str_sub(c.rest, 1, c.rest.len); /* room as wide as a sign, or filled with it */
        } else {
            read_sign(&c, sign, unit, ret);
        }
    }
    ret->before = buf_take(&before, arena);
    ret->behind = buf_take(&behind, arena);
    ret->clock = c.clock;
    if (ret->show != SHOW_ELAPSED)
        ret->show = c.day ? SHOW_DATE : c.clock ? SHOW_TIME : c.digits ? SHOW_NUMBER : SHOW_GENERAL;
    if (ret->show == SHOW_NUMBER && str_find_char(ret->behind, '/', 0) >= 0)
        ret->show = SHOW_GENERAL; /* "# ?/?": a fraction */
}

void xlsx_format_known(int64_t id, struct xlsx_format *ret)
{
    bool money = (id >= 5 && id <= 8) || (id >= 37 && id <= 44);

    *ret = (struct xlsx_format){ 0 };
    if ((id >= 14 && id <= 17) || id == 22)
        *ret = (struct xlsx_format){ .show = SHOW_DATE, .clock = id == 22 };
    else if ((id >= 18 && id <= 21) || id == 45 || id == 47)
        ret->show = SHOW_TIME;
    else if (id == 46)
        ret->show = SHOW_ELAPSED;
    else if ((id >= 1 && id <= 4) || money)
        *ret = (struct xlsx_format){ .show = SHOW_NUMBER,
                                     .decimals = id == 2 || id == 4 || id == 7 || id == 8 || id == 39 || id == 40 ||
                                                         id == 43 || id == 44
                                                     ? 2
                                                     : 0,
                                     .thousands = id > 2 };
    else if (id == 9 || id == 10)
        *ret = (struct xlsx_format){
            .show = SHOW_NUMBER, .behind = str("%"), .percent = true, .decimals = id == 10 ? 2 : 0
        };
    else if (id == 11)
        *ret = (struct xlsx_format){ .show = SHOW_NUMBER, .scientific = true, .decimals = 2 };
}

static struct str date(struct arena *arena, double days, int first, bool clock)
{
    struct tm day;
    char text[40];

    if (days < LEAP_DAY && first == 25569)
        days++; /* the calendar of sheets has a 29th of February 1900 */
    time_t seconds = (time_t) llround((days - first) * 86400);
    if (!gmtime_r(&seconds, &day) || !strftime(text, sizeof text, clock ? "%Y-%m-%d %H:%M" : "%Y-%m-%d", &day))
        return (struct str){ 0 };
    return str_dup(arena, str(text));
}

static struct str clock_time(struct arena *arena, double days, bool elapsed)
{
    long long seconds = llround((elapsed ? days : days - floor(days)) * 86400);
    const char *sign = seconds < 0 ? "-" : "";

    seconds = seconds < 0 ? -seconds : seconds;
    if (seconds % 60)
        return str_format(arena, "%s%02lld:%02lld:%02lld", sign, seconds / 3600, seconds / 60 % 60, seconds % 60);
    return str_format(arena, "%s%02lld:%02lld", sign, seconds / 3600, seconds / 60 % 60);
}

static struct str number(struct arena *arena, const struct xlsx_format *f, double value)
{
    char digits[400];
    struct buf out;

    double shown = fabs(f->percent ? value * 100 : value);
    snprintf(digits, sizeof digits, f->scientific ? "%.*E" : "%.*f", f->decimals, shown);
    size_t whole = strspn(digits, "0123456789");
    buf_init(&out, sizeof digits * 2 + 2 * UNITS_MAX);
    buf_add_z(&out, value < 0 && strpbrk(digits, "123456789") ? "-" : "");
    buf_add_str(&out, f->before);
    for (size_t i = 0; digits[i]; i++) {
        if (f->thousands && !f->scientific && i > 0 && i < whole && (whole - i) % 3 == 0)
            buf_add_char(&out, ',');
        buf_add_char(&out, digits[i]);
    }
    buf_add_str(&out, f->behind);
    return buf_take(&out, arena);
}

struct str xlsx_show(struct arena *arena, const struct xlsx_format *format, struct str value, int first)
{
    double n;

    if (!str_to_double(value, &n) || !isfinite(n) || fabs(n) > 1e15)
        return value;
    struct str shown = { 0 };
    if (format->show == SHOW_DATE && n >= 0 && n <= 3000000)
        shown = date(arena, n, first, format->clock);
    else if ((format->show == SHOW_TIME && n >= 0) || format->show == SHOW_ELAPSED)
        shown = clock_time(arena, n, format->show == SHOW_ELAPSED);
    else if (format->show == SHOW_NUMBER)
        shown = number(arena, format, n);
    else if (value.len >= 16) /* 0.1 is stored as 0.10000000000000001 */
        shown = str_format(arena, "%.15g", n);
    return shown.len ? shown : value;
}
