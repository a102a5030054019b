#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "deliver/deliver.h"
#include "deliver/webhook.h"
#include "net/url.h"
#include "report/formats.h"

const char *const delivery_words[] = { "email", "file", "webhook", NULL };

enum { PATH_BYTES = 4000 };

static int bad(struct error *e, struct str text, const char *why)
{
    return error_set(e, ERROR_INVALID, "\"%.*s\" is no target of a delivery: %s", STR_ARG(text), why),
           error_about(e, "deliver");
}

static bool has_control(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char) text.data[i] < 32 || text.data[i] == 127)
            return true;
    return false;
}

int delivery_target_parse(struct str text, struct delivery_target *ret, struct error *e)
{
    ptrdiff_t colon = str_find_char(text, ':', 0);
    int kind = colon < 0 ? -1 : word_index(delivery_words, str_sub(text, 0, (size_t) colon));
    struct delivery_target target = { .kind = (enum delivery_kind) kind };
    struct arena *arena;
    struct url url;

    if (kind < 0)
        return bad(e, text, "it must begin with email:, file: or webhook:.");
    target.to = str_trim(str_sub(text, (size_t) colon + 1, text.len));
    if (has_control(target.to))
        return bad(e, text, "it holds a control character.");
    switch (target.kind) {
    case DELIVERY_EMAIL:
        if (!smtp_address(target.to))
            return bad(e, text, "behind email: stands one address, such as ada@example.org.");
        break;
    case DELIVERY_FILE:
        if (report_format_of(target.to) < 0 || report_format_of(target.to) > REPORT_DOCX || target.to.len > PATH_BYTES)
            return bad(e, text, "the file must end in .md, .html, .json, .pdf or .docx.");
        break;
    case DELIVERY_WEBHOOK:
        arena = arena_new();
        int r = url_parse(arena, target.to, &url, e);
        arena_free(arena);
        if (r < 0)
            return bad(e, text, "behind webhook: stands an address, such as https://example.org/hook.");
    }
    *ret = target;
    return 0;
}

struct str delivery_target_shown(struct arena *arena, struct str text)
{
    struct delivery_target target;
    struct url url;

    if (delivery_target_parse(text, &target, NULL) < 0 || target.kind != DELIVERY_WEBHOOK ||
        url_parse(arena, target.to, &url, NULL) < 0)
        return text;
    return str_format(arena, "webhook:%.*s://%.*s", STR_ARG(url.scheme), STR_ARG(url.host));
}

/* The folder must be there and be ours to write; what is at the path must be no folder, and no file unless it may go. */
static int check_file(struct str path, bool overwrite, struct error *e)
{
    struct arena *arena = arena_new();
    const char *name = str_z(arena, path);
    struct str folder = file_folder(arena, name);
    struct stat st;
    int r = 0;

    if (stat(folder.data, &st) < 0 || !S_ISDIR(st.st_mode))
        r = error_set(e, ERROR_INVALID, "file:%s: there is no folder %s.", name, folder.data);
    else if (access(folder.data, W_OK) < 0)
        r = error_set(e, ERROR_INVALID, "file:%s: the folder %s cannot be written.", name, folder.data);
    else if (lstat(name, &st) == 0 && !S_ISREG(st.st_mode))
        r = error_set(e, ERROR_INVALID, "file:%s: what is there is not a plain file.", name);
    else if (lstat(name, &st) == 0 && !overwrite)
        r = error_set(e, ERROR_CONFLICT,
                      "file:%s: the file is already there; fathom deliver replaces it with --overwrite.", name);
    arena_free(arena);
    return r;
}

int delivery_check(const struct delivery_settings *s, const struct delivery_target *target, bool overwrite,
                   struct error *e)
{
    switch (target->kind) {
    case DELIVERY_FILE: return check_file(target->to, overwrite, e);
    case DELIVERY_EMAIL:
        if (str_empty(s->mail.url))
            return error_set(e, ERROR_MISCONFIGURED,
                             "No mail server is configured. Set SMTP_URL, such as smtp://mail.example.org:587, and "
                             "SMTP_USER and SMTP_PASSWORD if it asks for them.");
        if (str_empty(s->from))
            return error_set(e, ERROR_MISCONFIGURED, "No sender is configured. Set MAIL_FROM to an address.");
        return 0;
    case DELIVERY_WEBHOOK:
        if (str_empty(s->webhook_secret))
            return error_set(e, ERROR_MISCONFIGURED,
                             "Webhooks are signed, and no secret is configured. Set FATHOM_WEBHOOK_SECRET.");
        if (!webhook_secret_is_usable(s->webhook_secret))
            return error_set(e, ERROR_MISCONFIGURED,
                             "The secret that webhooks are signed with begins with whsec_, and what follows is not the "
                             "base64 of a key. Set FATHOM_WEBHOOK_SECRET to the whole secret.");
        return webhook_check(s->guard, target->to, e);
    }
    return 0;
}
