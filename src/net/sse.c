/* A parser that keeps its state, so that it may be fed byte by byte. Names that
 * do not fit their small arrays are cut: no service uses such. */
#include "net/sse.h"

#include <stdio.h>

void sse_init(struct sse *sse, size_t event_max)
{
    *sse = (struct sse){ .retry_ms = -1 };
    buf_init(&sse->line, event_max);
    buf_init(&sse->data, event_max);
}

void sse_free(struct sse *sse)
{
    buf_free(&sse->line);
    buf_free(&sse->data);
}

/* Moves bytes up to the end of the line from *input to sse->line. 1: the line is
 * whole. LF, CR and CRLF end it; a CR at the end of a part may have its LF in the
 * next one. */
static int read_line(struct sse *sse, struct str *input)
{
    while (input->len) {
        const char *data = input->data;

        if (sse->after_cr && data[0] == '\n') {
            sse->after_cr = false;
            *input = str_sub(*input, 1, input->len);
            continue;
        }
        sse->after_cr = false;
        size_t n = 0;
        while (n < input->len && data[n] != '\n' && data[n] != '\r')
            n++;
        if (buf_add(&sse->line, data, n) < 0)
            return -ERROR_LIMIT;
        if (n == input->len) {
            *input = str_sub(*input, n, n);
            return 0;
        }
        sse->after_cr = data[n] == '\r';
        *input = str_sub(*input, n + 1, input->len);
        return 1;
    }
    return 0;
}

static void set_name(char *ret, size_t size, struct str value)
{
    snprintf(ret, size, "%.*s", (int) (value.len < size ? value.len : size - 1), value.data ? value.data : "");
}

static int take_field(struct sse *sse, struct str line)
{
    ptrdiff_t colon = str_find_char(line, ':', 0);
    struct str name = colon < 0 ? line : str_sub(line, 0, (size_t) colon);
    struct str value = colon < 0 ? str("") : str_sub(line, (size_t) colon + 1, line.len);
    int64_t number;

    if (value.len && value.data[0] == ' ')
        value = str_sub(value, 1, value.len);
    if (str_is(name, "data")) {
        int r = sse->has_data ? buf_add_char(&sse->data, '\n') : 0;

        sse->has_data = true;
        return r < 0 ? r : buf_add_str(&sse->data, value);
    }
    if (str_is(name, "event"))
        set_name(sse->event, sizeof sse->event, value);
    else if (str_is(name, "id") && str_find_char(value, '\0', 0) < 0)
        set_name(sse->id, sizeof sse->id, value);
    else if (str_is(name, "retry") && value.len && value.data[0] != '-' && str_to_int(value, &number))
        sse->retry_ms = number;
    return 0;
}

static struct str without_mark(struct sse *sse, struct str line)
{
    bool first = !sse->started;

    sse->started = true;
    return first && str_starts(line, "\xef\xbb\xbf") ? str_sub(line, 3, line.len) : line;
}

int sse_next(struct sse *sse, struct str *input, struct sse_event *ret)
{
    if (sse->dispatched) {
        buf_clear(&sse->data);
        sse->event[0] = '\0';
        sse->dispatched = sse->has_data = false;
    }
    for (;;) {
        int r = read_line(sse, input);

        if (r <= 0)
            return r;
        struct str line = without_mark(sse, buf_str(&sse->line));
        r = line.len && line.data[0] != ':' ? take_field(sse, line) : 0;
        bool blank = line.len == 0;
        buf_clear(&sse->line);
        if (r < 0)
            return r;
        if (!blank)
            continue;
        if (!sse->has_data) {
            sse->event[0] = '\0';
            continue;
        }
        sse->dispatched = true;
        *ret = (struct sse_event){ str(sse->event), buf_str(&sse->data), str(sse->id) };
        return 1;
    }
}

bool sse_end(struct sse *sse)
{
    bool left = !sse->dispatched && (sse->line.len > 0 || sse->has_data);

    buf_clear(&sse->line);
    buf_clear(&sse->data);
    sse->event[0] = '\0';
    sse->has_data = sse->dispatched = sse->after_cr = sse->started = false;
    return left;
}
