#include "pages/roff.h"

enum {
    EXPANDED_MAX = 4 << 20, /* bytes of work; less for short pages: */
    EXPANDED_LEAST = 64 << 10,
    EXPANDED_TIMES = 64,
    LINE_MAX_BYTES = 1 << 18,
    ENTRIES_MAX = 500,
    JOINED_MAX = 1000,
    STRINGS_NESTED = 8,
    CALL_COST = 256
};

void roff_init(struct roff *r, struct arena *arena, struct str text, bool (*known)(struct str macro))
{
    *r = (struct roff){ .arena = arena, .known = known, .inputs_n = 1 };
    r->inputs[0].rest = text;
    r->expanded_most = text.len < (EXPANDED_MAX - EXPANDED_LEAST) / EXPANDED_TIMES
                           ? EXPANDED_LEAST + EXPANDED_TIMES * text.len
                           : EXPANDED_MAX;
}

/* --- definitions --- */

static const struct roff_entry *find(const struct roff_entry *list, struct str name)
{
    for (; list; list = list->next)
        if (str_eq(list->name, name))
            return list;
    return NULL;
}

static void define(struct roff *r, struct roff_entry **list, struct str name, struct str text)
{
    struct roff_entry *entry = (struct roff_entry *) (uintptr_t) find(*list, name);

    if (!entry && r->entries++ < ENTRIES_MAX) {
        entry = arena_calloc(r->arena, 1, sizeof *entry);
        *entry = (struct roff_entry){ .name = name, .next = *list };
        *list = entry;
    }
    if (entry)
        entry->text = text;
}

static struct str first_word(struct str *rest)
{
    struct str word;
    size_t n = 0;

    *rest = str_trim(*rest);
    while (n < rest->len && rest->data[n] != ' ' && rest->data[n] != '\t')
        n++;
    word = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, n, rest->len);
    return word;
}

struct str roff_name(struct str s, size_t *at)
{
    size_t start = *at;

    if (start >= s.len)
        return (struct str){ 0 };
    if (s.data[start] == '(') {
        *at = start + 3 < s.len ? start + 3 : s.len;
        return str_sub(s, start + 1, *at);
    }
    if (s.data[start] == '[') {
        ptrdiff_t end = str_find_char(s, ']', start);
        *at = end < 0 ? s.len : (size_t) end + 1;
        return str_sub(s, start + 1, end < 0 ? s.len : (size_t) end);
    }
    *at = start + 1;
    return str_sub(s, start, start + 1);
}

size_t roff_arguments(struct arena *arena, struct str rest, struct str ret[ROFF_ARGUMENTS])
{
    size_t n = 0;

    rest = str_trim(rest);
    while (rest.len && n < ROFF_ARGUMENTS) {
        size_t i = 0;

        if (rest.data[0] == '"') {
            for (i = 1; i < rest.len; i++) {
                if (rest.data[i] == '"' && (i + 1 >= rest.len || rest.data[i + 1] != '"'))
                    break;
                i += rest.data[i] == '"';
            }
            ret[n] = str_sub(rest, 1, i);
            if (str_find(ret[n], str("\"\""), 0) >= 0)
                ret[n] = str_replace(arena, ret[n], str("\"\""), str("\""));
            n++;
            rest = str_sub(rest, i + 1, rest.len);
        } else {
            while (i < rest.len && rest.data[i] != ' ' && rest.data[i] != '\t')
                i += rest.data[i] == '\\' && i + 1 < rest.len ? 2 : 1;
            ret[n++] = str_sub(rest, 0, i);
            rest = str_sub(rest, i, rest.len);
        }
        rest = str_trim(rest);
    }
    return n;
}

/* --- what is put in: strings, registers, arguments --- */

static void add_arguments(const struct roff_input *in, struct str which, struct buf *out)
{
    if (str_is(which, "0")) {
        buf_add_str(out, in->name);
    } else if (str_is(which, "*") || str_is(which, "@")) {
        for (size_t i = 0; i < in->arguments_n; i++)
            buf_format(out, str_is(which, "@") ? "%s\"%.*s\"" : "%s%.*s", i ? " " : "", STR_ARG(in->arguments[i]));
    } else {
        int64_t number;

        if (str_to_int(which, &number) && number >= 1 && (size_t) number <= in->arguments_n)
            buf_add_str(out, in->arguments[number - 1]);
    }
}

static struct str register_of(const struct roff *r, struct str name)
{
    const struct roff_entry *entry = find(r->registers, name);

    if (str_is(name, ".$"))
        return str((const char *const[]){ "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
                                          "14", "15", "16" }[r->inputs[r->inputs_n ? r->inputs_n - 1 : 0].arguments_n]);
    return entry ? entry->text : str(str_is(name, ".g") ? "1" : "0");
}

static void put_in(struct roff *r, struct str line, int depth, struct buf *out);

/* One of \*, \n, \$ at `at` (behind the backslash); where it ends. */
static size_t put_in_one(struct roff *r, struct str line, size_t at, int depth, struct buf *out)
{
    char kind = line.data[at++];

    if (kind == 'n' && at < line.len && (line.data[at] == '+' || line.data[at] == '-'))
        at++;
    struct str name = roff_name(line, &at);
    /* Strings of strings grow without end, or take forever to be nothing. */
    size_t before = out->len;
    if (r->expanded > r->expanded_most)
        return at;
    if (kind == '$') {
        if (r->inputs_n > 1)
            add_arguments(&r->inputs[r->inputs_n - 1], name, out);
    } else if (kind == 'n') {
        buf_add_str(out, register_of(r, name));
    } else {
        const struct roff_entry *entry = find(r->strings, name);

        /* What the page does not define is left for the caller: \*(lq of man(7). */
        if (!entry)
            buf_format(out, "\\*[%.*s]", STR_ARG(name));
        else if (depth < STRINGS_NESTED)
            put_in(r, entry->text, depth + 1, out);
    }
    r->expanded += 8 + (out->len - before);
    return at;
}

static void put_in(struct roff *r, struct str line, int depth, struct buf *out)
{
    for (size_t i = 0; i < line.len && out->len < LINE_MAX_BYTES;) {
        char next = i + 1 < line.len ? line.data[i + 1] : 0;

        if (line.data[i] != '\\' || !next) {
            buf_add_char(out, line.data[i++]);
        } else if (next == '*' || next == 'n' || next == '$') {
            i = put_in_one(r, line, i + 1, depth, out);
        } else {
            buf_add(out, line.data + i, 2);
            i += 2;
        }
    }
}

static struct str with_all_put_in(struct roff *r, struct str line)
{
    struct buf out;

    if (str_find(line, str("\\*"), 0) < 0 && str_find(line, str("\\n"), 0) < 0 && str_find(line, str("\\$"), 0) < 0)
        return line;
    buf_init(&out, LINE_MAX_BYTES + 4096);
    put_in(r, line, 0, &out);
    struct str all = buf_take(&out, r->arena);
    buf_free(&out);
    return all;
}

/* --- lines --- */

/* Without its comment; the backslash of an escape does not begin one. */
static struct str without_comment(struct str line)
{
    for (size_t i = 0; i + 1 < line.len; i++) {
        if (line.data[i] != '\\')
            continue;
        if (line.data[i + 1] == '"' || line.data[i + 1] == '#')
            return str_sub(line, 0, i);
        i++;
    }
    return line;
}

static bool goes_on(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[line.len - 1 - n] == '\\')
        n++;
    return n % 2 == 1;
}

/* A line as it stands, from the innermost input. */
static bool raw_line(struct roff *r, struct str *ret)
{
    while (r->inputs_n) {
        if (str_next_line(&r->inputs[r->inputs_n - 1].rest, ret))
            return true;
        r->inputs_n--;
    }
    return false;
}

static bool joined_line(struct roff *r, struct str *ret)
{
    struct str line, cut;
    size_t n = 0;

    if (!raw_line(r, &line))
        return false;
    for (*ret = cut = without_comment(line); cut.len == line.len && goes_on(cut) && n < JOINED_MAX; n++) {
        *ret = str_sub(*ret, 0, ret->len - 1);
        if (r->expanded > r->expanded_most || !raw_line(r, &line))
            break;
        cut = without_comment(line);
        *ret = str_format(r->arena, "%.*s%.*s", STR_ARG(*ret), STR_ARG(cut));
        r->expanded += ret->len;
    }
    return true;
}

static bool is_control(struct str line) { return line.len && (line.data[0] == '.' || line.data[0] == '\''); }

/* --- definitions in the text --- */

/* Is it the line that ends a definition: "..", or the macro that was named? */
static bool ends_definition(struct str line, struct str end)
{
    struct str rest;

    if (!is_control(line))
        return false;
    rest = str_sub(line, 1, line.len);
    return str_eq(first_word(&rest), end.len ? end : str("."));
}

/* In a definition two backslashes are one. */
static struct str copied(struct roff *r, struct str body)
{
    return str_find(body, str("\\\\"), 0) < 0 ? body : str_replace(r->arena, body, str("\\\\"), str("\\"));
}

static void read_definition(struct roff *r, struct str name, struct str rest, bool keep)
{
    struct str end = first_word(&rest), line;
    struct roff_input *in = r->inputs_n ? &r->inputs[r->inputs_n - 1] : NULL;
    const char *from = in ? in->rest.data : NULL;
    size_t bytes = 0;

    while (in && str_next_line(&in->rest, &line)) {
        if (ends_definition(line, end))
            break;
        bytes = (size_t) (line.data - from) + line.len;
    }
    if (keep && name.len && from && !r->known(name))
        define(r, &r->macros, name, copied(r, str_n(from, bytes)));
}

static void define_string(struct roff *r, struct str rest, bool more)
{
    struct str name = first_word(&rest), text = str_sub(rest, rest.len > 0, rest.len);
    const struct roff_entry *old = more ? find(r->strings, name) : NULL;

    while (text.len && (text.data[0] == ' ' || text.data[0] == '\t'))
        text = str_sub(text, 1, text.len);
    if (str_starts(text, "\""))
        text = str_sub(text, 1, text.len);
    text = str_is(text, "``") ? str("\xe2\x80\x9c") : str_is(text, "''") ? str("\xe2\x80\x9d") : copied(r, text);
    if (old && old->text.len + text.len < LINE_MAX_BYTES) {
        r->expanded += old->text.len;
        text = str_format(r->arena, "%.*s%.*s", STR_ARG(old->text), STR_ARG(text));
    }
    if (name.len)
        define(r, &r->strings, name, text);
}

static void define_register(struct roff *r, struct str rest)
{
    struct str name = first_word(&rest), value = first_word(&rest);

    if (name.len)
        define(r, &r->registers, name, value.len && strchr("+-", value.data[0]) ? str("0") : value);
}

/* --- conditions --- */

struct expression {
    struct str text;
    size_t at;
    int depth;
};

static double expression_value(struct expression *x);

static double operand(struct expression *x)
{
    double value = 0, scale = 1;

    if (x->at < x->text.len && x->text.data[x->at] == '!') {
        x->at++;
        return x->depth++ < ROFF_NESTED && operand(x) > 0 ? 0 : 1;
    }
    if (x->at < x->text.len && (x->text.data[x->at] == '-' || x->text.data[x->at] == '+'))
        scale = x->text.data[x->at++] == '-' ? -1 : 1;
    if (x->at < x->text.len && x->text.data[x->at] == '(') {
        x->at++;
        value = x->depth++ < ROFF_NESTED ? expression_value(x) : 0;
        x->at += x->at < x->text.len && x->text.data[x->at] == ')';
        return scale * value;
    }
    while (x->at < x->text.len && x->text.data[x->at] >= '0' && x->text.data[x->at] <= '9')
        value = value * 10 + (x->text.data[x->at++] - '0');
    while (x->at < x->text.len && strchr(".0123456789icPpmnvusM", x->text.data[x->at]))
        x->at++;
    return scale * value;
}

/* From left to right: roff knows no rank of operators. */
static double expression_value(struct expression *x)
{
    double value = operand(x);

    while (x->at < x->text.len && strchr("+-*/%<>=&:", x->text.data[x->at])) {
        char op = x->text.data[x->at++];
        bool equal = x->at < x->text.len && x->text.data[x->at] == '=';
        x->at += equal;
        double right = operand(x);

        switch (op) {
        case '+': value += right; break;
        case '-': value -= right; break;
        case '*': value *= right; break;
        case '<': value = value < right || (equal && !(value > right)); break;
        case '>': value = value > right || (equal && !(value < right)); break;
        case '=': value = !(value < right) && !(value > right); break;
        case '&': value = value > 0 && right > 0; break;
        case ':': value = value > 0 || right > 0; break;
        default: break;
        }
    }
    return value;
}

/* Does the condition hold? *rest is moved behind it. */
static bool condition(struct roff *r, struct str *rest)
{
    bool not = false, holds;

    *rest = str_trim(*rest);
    while (rest->len && rest->data[0] == '!') {
        not = !not ;
        *rest = str_trim(str_sub(*rest, 1, rest->len));
    }
    char c = rest->len ? rest->data[0] : 0;
    if (c && strchr("ntoev", c)) {
        holds = c == 't' || c == 'o';
        *rest = str_sub(*rest, 1, rest->len);
    } else if (c == 'd' || c == 'r' || c == 'm' || c == 'F' || c == 'S' || c == 'c') {
        *rest = str_sub(*rest, 1, rest->len);
        struct str name = first_word(rest);
        holds = c == 'd' && (find(r->macros, name) || find(r->strings, name) || r->known(name));
        holds = holds || (c == 'r' && find(r->registers, name)) || c == 'c';
    } else if (c == '\'' || c == '"') {
        ptrdiff_t middle = str_find_char(*rest, c, 1),
                  end = middle < 0 ? -1 : str_find_char(*rest, c, (size_t) middle + 1);

        holds = end > 0 &&
                str_eq(str_sub(*rest, 1, (size_t) middle), str_sub(*rest, (size_t) middle + 1, (size_t) end));
        *rest = end < 0 ? (struct str){ 0 } : str_sub(*rest, (size_t) end + 1, rest->len);
    } else {
        struct expression x = { .text = *rest };

        holds = expression_value(&x) > 0;
        *rest = str_sub(*rest, x.at, rest->len);
    }
    *rest = str_trim(*rest);
    return holds != not ;
}

/* Braces that a line opens, less those that it closes. */
static int braces(struct str line)
{
    int open = 0;

    for (size_t i = 0; i + 1 < line.len; i++)
        if (line.data[i] == '\\') {
            open += line.data[i + 1] == '{';
            open -= line.data[i + 1] == '}';
            i++;
        }
    return open;
}

/* What stands behind a condition: read next if it holds, else passed over up to the brace that ends it. */
static void decide(struct roff *r, struct str rest, bool holds)
{
    struct str line;

    if (holds) {
        r->pending = str_starts(rest, "\\{") ? str_trim(str_sub(rest, 2, rest.len)) : rest;
        r->has_pending = r->pending.len > 0;
        return;
    }
    for (int open = braces(rest); open > 0 && joined_line(r, &line);)
        open += braces(line);
}

static void branch_if(struct roff *r, struct str rest, bool else_follows)
{
    bool holds = condition(r, &rest);

    if (else_follows && r->otherwise_n < ROFF_NESTED)
        r->otherwise[r->otherwise_n++] = !holds;
    decide(r, rest, holds);
}

static void branch_else(struct roff *r, struct str rest)
{
    bool holds = r->otherwise_n && r->otherwise[--r->otherwise_n];

    decide(r, str_trim(rest), holds);
}

/* --- requests --- */

/* Braces that end what was read show nothing. */
static struct str without_braces(struct roff *r, struct str line)
{
    return str_find(line, str("\\}"), 0) < 0 ? line : str_replace(r->arena, line, str("\\}"), str(""));
}

/* A macro of the page's own: its lines come next. */
static bool call(struct roff *r, struct str name, struct str rest)
{
    const struct roff_entry *macro = find(r->macros, name);
    struct roff_input *in = &r->inputs[r->inputs_n];

    if (!macro)
        return false;
    r->expanded += CALL_COST + macro->text.len;
    if (r->inputs_n == ROFF_NESTED || r->expanded > r->expanded_most)
        return true;
    *in = (struct roff_input){ .rest = macro->text, .name = name };
    in->arguments_n = roff_arguments(r->arena, rest, in->arguments);
    r->inputs_n++;
    return true;
}

/* Is it a request of roff's own, or a macro of the page? Then it has been done. */
static bool request(struct roff *r, struct str line)
{
    struct str rest = str_sub(line, 1, line.len), name = first_word(&rest);

    /* ".el\{" */
    if (str_starts(name, "el\\{")) {
        rest = str_sub(line, (size_t) (name.data - line.data) + 2, line.len);
        name = str_sub(name, 0, 2);
    }
    if (str_is(name, "ie") || str_is(name, "if"))
        branch_if(r, with_all_put_in(r, rest), str_is(name, "ie"));
    else if (str_is(name, "el"))
        branch_else(r, rest);
    else if (str_is(name, "de") || str_is(name, "de1") || str_is(name, "am") || str_is(name, "am1")) {
        struct str defined = first_word(&rest);

        read_definition(r, defined, rest, name.data[0] == 'd');
    } else if (str_is(name, "ig"))
        read_definition(r, (struct str){ 0 }, rest, false);
    else if (str_is(name, "ds") || str_is(name, "as") || str_is(name, "ds1") || str_is(name, "as1"))
        define_string(r, without_braces(r, rest), name.data[0] == 'a');
    else if (str_is(name, "als")) {
        struct str fresh = first_word(&rest);
        const struct roff_entry *old = find(r->macros, first_word(&rest));

        if (old && !r->known(fresh))
            define(r, &r->macros, fresh, old->text);
    } else if (str_is(name, "nr"))
        define_register(r, with_all_put_in(r, rest));
    else
        return call(r, without_braces(r, name), with_all_put_in(r, without_braces(r, rest)));
    return true;
}

bool roff_next(struct roff *r, struct str *ret)
{
    struct str line;

    while (r->has_pending || joined_line(r, &line)) {
        if (r->has_pending)
            line = r->pending;
        r->has_pending = false;
        if (is_control(line) && request(r, line))
            continue;
        *ret = with_all_put_in(r, without_braces(r, line));
        return true;
    }
    return false;
}
