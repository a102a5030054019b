#include "wire.h"

struct str wire_text(const json_t *value)
{
    return value && json_is_string(value) ? str_n(json_string_value(value), json_string_length(value)) : str("");
}

json_t *wire_json(struct str text) { return text.data ? json_stringn(text.data, text.len) : json_null(); }

struct str wire_dump(struct arena *arena, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    struct str copy = str_dup(arena, str(text ? text : "null"));

    free(text);
    return copy;
}

struct str wire_argument(const struct asked *asked, const char *name)
{
    return form_get(asked->arena, str_is(asked->method, "POST") ? asked->body : asked->arguments, name);
}

size_t wire_count(const struct asked *asked, const struct reply *reply, const char *name, size_t preset, size_t most)
{
    const json_t *member = json_object_get(asked->json, name);
    int64_t n = (int64_t) preset;

    if (reply->twist == TWIST_NO_TEXT)
        return 0;
    if (json_is_integer(member))
        n = json_integer_value(member);
    else if (!str_to_int(wire_argument(asked, name), &n))
        n = (int64_t) preset;
    return n < 0 ? 0 : (size_t) n > most ? most : (size_t) n;
}

bool wire_has_header(const struct asked *asked, const char *name)
{
    const char *value = asked_header(asked, name);

    return value && *value;
}

int wire_status(const struct reply *reply, int key, int quota)
{
    return reply->failure == FAILURE_KEY     ? key
           : reply->failure == FAILURE_QUOTA ? quota
           : reply->status                   ? reply->status
                                             : 400;
}

const char *wire_reason(int status)
{
    return status == 429                    ? "Too many requests"
           : status == 404                  ? "Not found"
           : status == 401 || status == 403 ? "Unauthorized"
           : status == 402                  ? "Payment required"
           : status < 500                   ? "Bad request"
                                            : "Internal server error";
}

void wire_say(const struct asked *asked, struct said *ret, int status, const char *type, struct str text)
{
    ret->status = status;
    ret->type = type;
    said_piece(asked, ret, text);
}

void wire_event(const struct asked *asked, struct said *ret, const char *name, json_t *value)
{
    struct str text = wire_dump(asked->arena, value);

    json_decref(value);
    said_piece(asked, ret, str_format(asked->arena, "event: %s\ndata: %.*s\n\n", name, STR_ARG(text)));
}

void wire_twist_stream(const struct asked *asked, const struct reply *reply, struct said *ret, size_t ending,
                       const char *name, json_t *error)
{
    struct str_list *pieces = &ret->pieces;

    if (reply->twist == TWIST_ERROR) {
        pieces->n /= 2;
        if (name && *name)
            wire_event(asked, ret, name, json_incref(error));
        else if (name)
            said_event(asked, ret, json_incref(error));
        else
            said_piece(asked, ret, str_format(asked->arena, "%.*s\n", STR_ARG(wire_dump(asked->arena, error))));
    } else if (reply->twist == TWIST_UNENDED) {
        pieces->n = pieces->n > ending ? pieces->n - ending : 0;
    }
    json_decref(error);
}

struct str wire_escape(struct arena *arena, struct str text)
{
    struct buf out;

    buf_init(&out, text.len * 6 + 16);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (c == '&')
            buf_add_z(&out, "&amp;");
        else if (c == '<')
            buf_add_z(&out, "&lt;");
        else if (c == '>')
            buf_add_z(&out, "&gt;");
        else if (c == '"')
            buf_add_z(&out, "&quot;");
        else
            buf_add_char(&out, c);
    }
    return buf_take(&out, arena);
}

struct str wire_piece(struct str *rest, struct dice *dice)
{
    size_t n = 4 + dice_roll(dice, 40);
    struct str piece;

    while (n < rest->len && ((unsigned char) rest->data[n] & 0xc0) == 0x80)
        n++;
    piece = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, piece.len, rest->len);
    return piece;
}
