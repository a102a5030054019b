/* The web page: its files, embedded in the binary. A browser asks for each with the ETag it has and gets 304; nothing is
 * kept without asking, so a new version of the program brings its page with it. */
#include "base/asset.h"
#include "base/hash.h"
#include "doors/http/handlers.h"

/* Everything comes from this server. No inline script or style, no frame. Text becomes markup in one place, by the policy
 * "report" (web/api.js); the browser refuses every other way. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types report";

static const struct word_text types[] = {
    { "html", "text/html; charset=utf-8" },
    { "css", "text/css; charset=utf-8" },
    { "js", "text/javascript; charset=utf-8" },
    { "svg", "image/svg+xml" },
    { 0 },
};

static bool takes_gzip(const struct http_request *request)
{
    struct str rest = request_header(request, "accept-encoding"), part;

    while (str_next(&rest, ',', &part))
        if (str_is(str_trim(part), "gzip"))
            return true;
    return false;
}

static void reply_file(struct http_request *request, struct str name)
{
    struct arena *arena = request->arena;
    const char *path = str_z(arena, str_format(arena, "web/%.*s", STR_ARG(name)));
    bool gzip = takes_gzip(request);
    ptrdiff_t dot = str_find_char(name, '.', 0);
    const char *type = dot < 0 ? NULL : word_text(types, str_sub(name, (size_t) dot + 1, name.len));
    struct str bytes;
    char hex[HASH_HEX_SIZE];

    if (!type || !asset_find(path, &bytes)) {
        reply_problem(request, 404, "NOT_FOUND", NULL, "The web page has no file %.*s.", STR_ARG(name));
        return;
    }
    hash_hex(hash_of(bytes), hex);
    struct str tag = str_format(arena, "\"%.16s%s\"", hex, gzip ? "-gz" : "");
    reply_header(request, "Cache-Control", str("no-cache"));
    reply_header(request, "ETag", tag);
    reply_header(request, "Vary", str("Accept-Encoding"));
    if (str_contains(request_header(request, "if-none-match"), tag.data)) {
        reply_text(request, 304, NULL, str(""));
        return;
    }
    reply_header(request, "Content-Security-Policy", str(policy));
    if (gzip && asset_find(str_z(arena, str_format(arena, "%s.gz", path)), &bytes))
        reply_header(request, "Content-Encoding", str("gzip"));
    reply_text(request, 200, type, bytes);
}

void handle_page(struct http_request *request) { reply_file(request, str("index.html")); }
void handle_file(struct http_request *request) { reply_file(request, request->captured[0]); }
