#include "base/clock.h"

#include <stdio.h>
#include <time.h>

int64_t clock_monotonic_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t) t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_monotonic_ms(void) { return clock_monotonic_us() / 1000; }

int64_t clock_cpu_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_wall_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Days since 1970-01-01 of a date of the proleptic Gregorian calendar, by
 * counting years from March so that the leap day comes last. */
int64_t clock_days_from_civil(int64_t year, unsigned month, unsigned day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    unsigned yoe = (unsigned) (year - era * 400);
    unsigned doy = (153 * (month + (month > 2 ? -3u : 9u)) + 2) / 5 + day - 1;
    unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;

    return era * 146097 + (int64_t) doe - 719468;
}

void clock_iso(int64_t wall_ms, char ret[CLOCK_ISO_SIZE])
{
    int64_t ms = wall_ms % 1000;
    time_t seconds = (time_t) (wall_ms / 1000);
    struct tm tm;

    if (ms < 0) {
        ms += 1000;
        seconds--;
    }
    gmtime_r(&seconds, &tm);
    unsigned year = (unsigned) (tm.tm_year + 1900) % 10000;
    snprintf(ret, CLOCK_ISO_SIZE, "%04u-%02u-%02uT%02u:%02u:%02u.%03uZ", year, (unsigned) (tm.tm_mon + 1) % 100,
             (unsigned) tm.tm_mday % 100, (unsigned) tm.tm_hour % 100, (unsigned) tm.tm_min % 100,
             (unsigned) tm.tm_sec % 100, (unsigned) ms % 1000);
}

struct str clock_iso_text(struct arena *arena, int64_t wall_ms)
{
    char text[CLOCK_ISO_SIZE];

    if (wall_ms == 0)
        return str("");
    clock_iso(wall_ms, text);
    return str_dup(arena, str(text));
}

static bool digits(struct str s, size_t at, size_t n, int *ret)
{
    int value = 0;

    if (at + n > s.len)
        return false;
    for (size_t i = at; i < at + n; i++) {
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
        value = value * 10 + (s.data[i] - '0');
    }
    *ret = value;
    return true;
}

static int days_in_month(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap);
}

struct civil {
    int year, month, day, hour, minute, second;
};

static bool make_time(const struct civil *c, int64_t *ret)
{
    if (c->month < 1 || c->month > 12 || c->day < 1 || c->day > days_in_month(c->year, c->month) || c->hour > 23 ||
        c->minute > 59 || c->second > 60)
        return false;
    *ret = ((clock_days_from_civil(c->year, (unsigned) c->month, (unsigned) c->day) * 24 + c->hour) * 60 + c->minute) *
               60000 +
           (int64_t) c->second * 1000;
    return true;
}

/* What follows the seconds: nothing, ".123", "Z", "+02:00". The offset is what
 * to take off the time, so that a fraction counts against it. */
static bool parse_zone(struct str s, size_t at, int64_t *offset_ms)
{
    int64_t fraction = 0, unit = 100;

    if (at < s.len && s.data[at] == '.') {
        at++;
        for (; at < s.len && s.data[at] >= '0' && s.data[at] <= '9'; at++, unit /= 10)
            fraction += unit * (s.data[at] - '0');
    }
    *offset_ms = -fraction;
    if (at == s.len || (s.data[at] == 'Z' && at + 1 == s.len))
        return true;
    int sign = s.data[at] == '+' ? 1 : s.data[at] == '-' ? -1 : 0, hour, minute = 0;
    if (!sign || !digits(s, at + 1, 2, &hour))
        return false;
    size_t next = at + 3;
    if (next < s.len && s.data[next] == ':')
        next++;
    if (next < s.len && (!digits(s, next, 2, &minute) || next + 2 != s.len))
        return false;
    *offset_ms = sign * (int64_t) (hour * 60 + minute) * 60000 - fraction;
    return true;
}

bool clock_parse_date(struct str s, int64_t *ret_ms)
{
    struct civil c = { .month = 1, .day = 1 };
    int64_t offset = 0, value;

    s = str_trim(s);
    if (!digits(s, 0, 4, &c.year))
        return false;
    if (s.len > 4 && (s.data[4] != '-' || !digits(s, 5, 2, &c.month)))
        return false;
    if (s.len > 7 && (s.data[7] != '-' || !digits(s, 8, 2, &c.day)))
        return false;
    if (s.len != 4 && s.len != 7 && s.len < 10)
        return false;
    if (s.len > 10) {
        size_t at = 16;

        if ((s.data[10] != 'T' && s.data[10] != ' ' && s.data[10] != 't') || !digits(s, 11, 2, &c.hour) || s.len < 16 ||
            s.data[13] != ':' || !digits(s, 14, 2, &c.minute))
            return false;
        if (s.len > 16 && s.data[16] == ':') {
            if (!digits(s, 17, 2, &c.second))
                return false;
            at = 19;
        }
        if (!parse_zone(s, at, &offset))
            return false;
    }
    if (!make_time(&c, &value))
        return false;
    *ret_ms = value - offset;
    return true;
}

static int month_named(struct str s, size_t at)
{
    static const char *const names = "JanFebMarAprMayJunJulAugSepOctNovDec";

    for (int m = 0; m < 12; m++)
        if (at + 3 <= s.len && memcmp(s.data + at, names + 3 * m, 3) == 0)
            return m + 1;
    return 0;
}

static bool time_of_day(struct str s, size_t at, struct civil *c)
{
    return digits(s, at, 2, &c->hour) && at + 8 <= s.len && s.data[at + 2] == ':' && digits(s, at + 3, 2, &c->minute) &&
           s.data[at + 5] == ':' && digits(s, at + 6, 2, &c->second);
}

bool clock_parse_http_date(struct str s, int64_t *ret_ms)
{
    struct civil c = { 0 };

    s = str_trim(s);
    ptrdiff_t comma = str_find_char(s, ',', 0);
    if (comma >= 0) {
        size_t at = (size_t) comma + 2;
        bool rfc850 = at + 2 < s.len && s.data[at + 2] == '-';

        if (!digits(s, at, 2, &c.day) || !(c.month = month_named(s, at + 3)) ||
            !digits(s, at + 7, rfc850 ? 2 : 4, &c.year) || !time_of_day(s, at + (rfc850 ? 10 : 12), &c))
            return false;
        if (rfc850)
            c.year += c.year < 70 ? 2000 : 1900;
    } else { /* Sun Nov  6 08:49:37 1994 */
        if (s.len < 24 || !(c.month = month_named(s, 4)) || !time_of_day(s, 11, &c) || !digits(s, 20, 4, &c.year))
            return false;
        if (s.data[8] == ' ' ? !digits(s, 9, 1, &c.day) : !digits(s, 8, 2, &c.day))
            return false;
    }
    return make_time(&c, ret_ms);
}
