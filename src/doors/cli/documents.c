/* Commands about documents: read, check, corpus. The batch forms call the same
 * operations line by line. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "doors/cli/cli.h"
#include "evidence/lone.h"
#include "service/documents.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

enum { BATCH_MAX = 1 << 30, READ_AT_ONCE = 16, DRAW_MS = 200, BAR_WIDTH = 24 };

static int call(struct cli *cli, struct arena *arena, const struct operation *operation, const void *in, void *out,
                struct error *e)
{
    return cli_run_operation(cli, operation, arena, in, out, e);
}

static void print_line(struct cli *cli, struct arena *arena, json_t *value)
{
    cli_out_value(cli, json_text(arena, value));
    json_decref(value);
}

/* --- read --- */

static void heading_line(struct cli *cli, const char *name, struct str value)
{
    if (!str_empty(value))
        fprintf(cli->out, "%-9s %.*s\n", name, STR_ARG(value));
}

/* "4,120" */
static struct str grouped(struct arena *arena, int64_t n)
{
    struct str text = str_format(arena, "%lld", (long long) (n % 1000));

    for (n /= 1000; n > 0; n /= 1000) {
        while (text.len % 4 < 3)
            text = str_format(arena, "0%.*s", STR_ARG(text));
        text = str_format(arena, "%lld,%.*s", (long long) (n % 1000), STR_ARG(text));
    }
    return text;
}

static void print_document(struct cli *cli, struct arena *arena, const struct document_view *d)
{

    heading_line(cli, "title", utf8_clean(arena, d->title));
    heading_line(cli, "author", utf8_clean(arena, d->author));
    heading_line(cli, "date", d->date);
    heading_line(cli, "language", d->language);
    heading_line(cli, "url", utf8_clean(arena, d->url));
    if (d->words_all > d->words)
        heading_line(cli, "kept",
                     str_format(arena, "%.*s of %.*s words (--all shows all)", STR_ARG(grouped(arena, d->words)),
                                STR_ARG(grouped(arena, d->words_all))));
    fputs("\n", cli->out);
    cli_out_markdown(cli, d->text);
    fputs("\n", cli->out);
    for (size_t i = 0; i < d->links_n; i++)
        fprintf(cli->out, "%slink      %.*s <%.*s>\n", i ? "" : "\n", STR_ARG(utf8_clean(arena, d->links[i].text)),
                STR_ARG(utf8_clean(arena, d->links[i].url)));
}

static int read_some(struct cli *cli, const struct read_in *in, bool first)
{
    struct arena *arena = arena_new();
    struct read_out out = { 0 };
    struct error e;
    int status = EXIT_DONE;

    if (call(cli, arena, &operation_read, in, &out, &e) < 0)
        status = cli_fail(cli, &e);
    for (size_t i = 0; i < out.documents_n && status != EXIT_USAGE; i++) {
        const struct document_view *d = &out.documents[i];

        if (cli->json)
            print_line(cli, arena, json_encode(document_view_fields, d));
        else if (str_empty(d->error)) {
            fputs(i || !first ? "\n" : "", cli->out);
            print_document(cli, arena, d);
        }
        for (size_t w = 0; w < d->warnings.n; w++)
            cli_warn(cli, "%.*s: %.*s", STR_ARG(d->source), STR_ARG(d->warnings.items[w]));
        if (!str_empty(d->error)) {
            error_set(&e, ERROR_IO, "%.*s: %.*s", STR_ARG(d->source), STR_ARG(d->error));
            status = cli_fail(cli, &e);
        }
    }
    arena_free(arena);
    return status;
}

int command_read(struct cli *cli, const void *in_)
{
    const struct read_in *in = in_;
    struct error e;
    int status = EXIT_DONE;

    if (cli_service(cli, &e) < 0)
        return cli_fail(cli, &e);
    /* Some at a time: any number of documents needs the memory of a few. */
    for (size_t at = 0; at < in->sources.n && status != EXIT_USAGE; at += READ_AT_ONCE) {
        struct read_in some = { { in->sources.items + at,
                                  in->sources.n - at < READ_AT_ONCE ? in->sources.n - at : READ_AT_ONCE, 0 },
                                in->all };
        int r = read_some(cli, &some, at == 0);

        status = r != EXIT_DONE ? r : status;
        fflush(cli->out);
    }
    return status;
}

/* --- batches --- */

typedef int line_fn(struct cli *cli, struct arena *arena, const void *in, const json_t *line, json_t **ret,
                    struct error *e);

/* One object in, one out, in the same order; a line that fails is null and named. */
static int batch(struct cli *cli, const void *in, line_fn *fn)
{
    struct buf file;
    struct str rest, line;
    struct error e;
    int status = EXIT_DONE, r;

    buf_init(&file, BATCH_MAX);
    r = strcmp(cli->batch, "-") == 0 ? file_read_fd(0, &file, &e) : file_read(cli->batch, &file, &e);
    if (r == 0)
        r = cli_service(cli, &e);
    if (r < 0) {
        buf_free(&file);
        return cli_fail(cli, &e);
    }
    rest = buf_str(&file);
    for (size_t number = 1; str_next_line(&rest, &line); number++) {
        struct arena *arena = arena_new();
        json_t *value = NULL, *result = NULL;

        r = str_empty(str_trim(line)) ? 0 : json_parse(line, &value, &e);
        if (r == 0 && value && !json_is_object(value))
            r = error_set(&e, ERROR_INVALID, "it must be a JSON object");
        if (r == 0 && value)
            r = fn(cli, arena, in, value, &result, &e);
        if (r < 0) {
            error_wrap(&e, "%s, line %zu", cli->batch, number);
            status = cli_fail(cli, &e);
        }
        if (r < 0 || value)
            print_line(cli, arena, result ? result : json_null());
        json_decref(value);
        arena_free(arena);
        if (r == -ERROR_NOT_FOUND) /* the corpus: so it is for every line */
            break;
    }
    buf_free(&file);
    return status;
}

/* Many lines, or JSON: all is done, with *ret_status. Else calls the command's operation: true when *ret is to be printed. */
static bool call_for_text(struct cli *cli, const void *in, line_fn *fn, void **ret, int *ret_status)
{
    struct error e;

    if (cli->batch)
        *ret_status = batch(cli, in, fn);
    else if (cli->json)
        *ret_status = command_print(cli, in);
    else if (cli_call(cli, cli->command->operation, in, ret, &e) < 0)
        *ret_status = cli_fail(cli, &e);
    else
        return true;
    return false;
}

static json_t *id_of(const json_t *line)
{
    json_t *id = json_object_get(line, "id");

    return id ? json_incref(id) : json_null();
}

/* --- check --- */

static int check_line(struct cli *cli, struct arena *arena, const void *in_, const json_t *line, json_t **ret,
                      struct error *e)
{
    struct check_in in = *(const struct check_in *) in_;
    struct check_out out = { 0 };
    const json_t *evidence = json_object_get(line, "evidence"), *item;
    size_t i;

    in.claim = json_get_str(line, "claim");
    in.evidence = (struct str_list){ 0 };
    json_array_foreach (evidence, i, item)
        str_list_add(arena, &in.evidence,
                     json_is_string(item) ? str_n(json_string_value(item), json_string_length(item)) : str(""));
    /* No sentence at all: the claim stays open, which is an answer. */
    if (in.evidence.n == 0 && in.against.n == 0)
        str_list_add(arena, &in.evidence, str(""));
    struct caller caller = caller_local(cli->service, &cli_door);
    caller.verifier = cli->verifier;
    int r = operation_run(&operation_check, &caller, arena, &in, &out, e);
    if (r < 0)
        return r;
    json_t *decided = json_array();
    for (i = 0; i < out.decided_by_n; i++)
        json_array_append_new(decided, json_integer(out.decided_by[i].index));
    *ret = json_pack("{s:o, s:o, s:o, s:o}", "id", id_of(line), "verdict", json_new_str(out.verdict), "confidence",
                     isnan(out.confidence) ? json_null() : json_real(out.confidence), "decidedBy", decided);
    return 0;
}

static const char *verdict_color(struct str verdict)
{
    return str_is(verdict, "supported") ? "32" : str_is(verdict, "contradicted") ? "31" : "33";
}

static void print_check(struct cli *cli, const struct check_in *in, const struct check_out *out)
{
    bool colored = cli->color && cli->out_terminal, open = str_is(out->verdict, "unchecked");

    fprintf(cli->out, "%s%s%s%.*s%s%s%s%.*s\n", colored ? "\x1b[" : "", colored ? verdict_color(out->verdict) : "",
            colored ? "m" : "", STR_ARG(out->verdict), colored ? "\x1b[0m" : "",
            out->quoted && str_is(out->verdict, "supported") ? " (quoted)" : "", str_empty(out->reason) ? "" : ": ",
            STR_ARG(utf8_clean(cli->arena, out->reason)));
    if (open && in->models.n == 0)
        fputs("  A model can decide this: -m PROVIDER/MODEL.\n", cli->out);
    for (size_t i = 1; i < out->clashes_n; i++)
        fprintf(cli->out, "  also: %.*s\n", STR_ARG(utf8_clean(cli->arena, out->clashes[i].reason)));
    for (size_t i = 0; i < out->decided_by_n; i++) {
        const struct check_span *s = &out->decided_by[i];
        struct str text = str_replace(cli->arena, utf8_clean(cli->arena, s->text), str("\n"), str(" "));

        fprintf(cli->out, "\n  %s\"%.*s\"\n",
                open                               ? "nearest: "
                : str_eq(s->verdict, out->verdict) ? ""
                                                   : "against it: ",
                STR_ARG(text));
        if (s->start >= 0)
            fprintf(cli->out, "  %.*s, bytes %lld to %lld\n", STR_ARG(utf8_clean(cli->arena, s->source)),
                    (long long) s->start, (long long) s->end);
    }
}

int command_check(struct cli *cli, const void *in)
{
    struct lone_record record = { 0 };
    struct check_out *out;
    int status;

    cli->verifier = &record;
    bool to_print = call_for_text(cli, in, check_line, (void **) &out, &status);
    cli->verifier = NULL;
    if (!to_print)
        return status;
    print_check(cli, in, out);
    return print_status(&operation_check, out);
}

/* --- corpora --- */

struct adding {
    struct cli *cli;
    struct signals *signals;
    int64_t started_ms, drawn_ms;
    bool drawn;
};

static struct str size_text(struct arena *arena, double bytes)
{
    return bytes >= 1e9   ? str_format(arena, "%.1f GB", bytes / 1e9)
           : bytes >= 1e6 ? str_format(arena, "%.1f MB", bytes / 1e6)
                          : str_format(arena, "%.0f KB", bytes / 1e3);
}

/* "[######......] 48 %  1,200 documents  12.1 MB/s  8 s left  name" */
static void draw(void *context, const struct corpus_added *so_far, int64_t done, int64_t total, struct str current)
{
    struct adding *adding = context;
    struct cli *cli = adding->cli;
    int64_t now = clock_monotonic_ms();
    double seconds = (double) (now - adding->started_ms) / 1000, share = total > 0 ? (double) done / (double) total : 1;
    struct arena *arena;
    char bar[BAR_WIDTH + 1];

    if (!cli->err_terminal || cli->quiet || (now - adding->drawn_ms < DRAW_MS && done < total))
        return;
    arena = arena_new();
    share = share > 1 ? 1 : share;
    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < (int) (share * BAR_WIDTH + 0.5) ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    double rate = seconds > 0 ? (double) done / seconds : 0;
    struct str rest = rate > 0 && done < total
                          ? str_format(arena, "  %.0f s left", ceil((double) (total - done) / rate))
                          : str("");
    struct str line = str_format(arena, "[%s] %3.0f %%  %.*s  %.*s/s%.*s  %.*s", bar, share * 100,
                                 STR_ARG(text_counted(arena, so_far->documents, "document", "documents")),
                                 STR_ARG(size_text(arena, rate)), STR_ARG(rest), STR_ARG(utf8_clean(arena, current)));
    line = utf8_cut(line, (size_t) terminal_width(cli->err) - 1);
    fprintf(cli->err, "\r%.*s\x1b[K", STR_ARG(line));
    fflush(cli->err);
    adding->drawn = true;
    adding->drawn_ms = now;
    arena_free(arena);
}

static bool stop(void *context) { return signals_taken(((struct adding *) context)->signals) > 0; }

static void print_added(struct cli *cli, const struct corpus_add_out *out, double seconds)
{
    const struct corpus_added *a = &out->added;
    struct buf line;

    buf_init(&line, 4096);
    buf_format(&line, "%.*s: %.*s indexed", STR_ARG(out->name),
               STR_ARG(text_counted(cli->arena, a->documents, "document", "documents")));
    const struct {
        int64_t n;
        const char *what;
    } more[] = { { a->unchanged, "unchanged" },
                 { a->removed, "removed" },
                 { a->duplicates, "with the same text as another" },
                 { a->skipped, "skipped" } };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].n)
            buf_format(&line, ", %lld %s", (long long) more[i].n, more[i].what);
    buf_format(&line, " (%.*s in %.1f s)\n", STR_ARG(size_text(cli->arena, (double) a->bytes)), seconds);
    cli_out(cli, buf_str(&line));
    buf_free(&line);
}

/* "181 images and 9 other files skipped (-v lists them)" */
static struct str ignored_text(struct arena *arena, const struct corpus_added *a, bool listed)
{
    struct str images = a->images ? text_counted(arena, a->images, "image", "images") : str("");
    struct str others = a->ignored ? text_counted(arena, a->ignored, a->images ? "other file" : "file",
                                                  a->images ? "other files" : "files")
                                   : str("");

    return str_format(arena, "%.*s%s%.*s skipped%s", STR_ARG(images), a->images && a->ignored ? " and " : "",
                      STR_ARG(others), listed ? "" : " (-v lists them)");
}

int command_corpus_add(struct cli *cli, const void *in)
{
    struct adding adding = { .cli = cli, .started_ms = clock_monotonic_ms() };
    struct corpus_progress progress = { draw, stop, &adding };
    struct corpus_add_out out = { 0 };
    struct error e;
    int r = cli_service(cli, &e);

    if (r < 0)
        return cli_fail(cli, &e);
    adding.signals = signals_open(cli->arena);
    struct caller caller = caller_local(cli->service, &cli_door);
    caller.progress = &progress;
    r = operation_run(&operation_corpus_add, &caller, cli->arena, in, &out, &e);
    signals_close(adding.signals);
    if (adding.drawn)
        fputs("\r\x1b[K", cli->err);
    if (r < 0)
        return cli_fail(cli, &e);
    for (size_t i = 0; i < out.added.ignored_paths.n && cli->verbose; i++)
        cli_warn(cli, "%.*s: no document", STR_ARG(out.added.ignored_paths.items[i]));
    for (size_t i = 0; i < out.added.notes.n && cli->verbose; i++)
        cli_warn(cli, "%.*s", STR_ARG(out.added.notes.items[i]));
    if (out.added.notes.n && !cli->verbose)
        cli_warn(cli, "%.*s", STR_ARG(corpus_skipped_text(cli->arena, &out.added)));
    if (cli->json)
        print_line(cli, cli->arena, json_encode(operation_corpus_add.out.fields, &out));
    else if (out.added.images || out.added.ignored)
        cli_say(cli, "%.*s", STR_ARG(ignored_text(cli->arena, &out.added, cli->verbose)));
    if (!cli->json)
        print_added(cli, &out, (double) (clock_monotonic_ms() - adding.started_ms) / 1000);
    if (!out.stopped)
        return EXIT_DONE;
    cli_say(cli, "Interrupted. Documents read so far are kept; the same command goes on with the rest.");
    return EXIT_INTERRUPTED;
}

static int search_line(struct cli *cli, struct arena *arena, const void *in_, const json_t *line, json_t **ret,
                       struct error *e)
{
    struct corpus_search_in in = *(const struct corpus_search_in *) in_;
    struct corpus_search_out out = { 0 };
    int r;

    in.query = json_get_str(line, "query");
    in.bare = true;
    if ((r = call(cli, arena, &operation_corpus_search, &in, &out, e)) < 0)
        return r;
    json_t *hits = json_array();
    for (size_t i = 0; i < out.hits_n; i++)
        json_array_append_new(
            hits, json_pack("{s:o, s:f}", "doc", json_new_str(out.hits[i].doc), "score", out.hits[i].score));
    *ret = json_pack("{s:o, s:o}", "id", id_of(line), "hits", hits);
    return 0;
}

static void print_hits(struct cli *cli, const struct corpus_search_out *out)
{
    for (size_t i = 0; i < out->hits_n; i++) {
        const struct corpus_hit_view *h = &out->hits[i];
        struct str passage = str_replace(cli->arena, utf8_clean(cli->arena, h->passage), str("\n"), str(" "));

        fprintf(cli->out, "%s%.3f  %.*s%s%.*s\n       %.*s\n", i ? "\n" : "", h->score,
                STR_ARG(utf8_clean(cli->arena, str_empty(h->title) ? h->doc : h->title)),
                str_empty(h->date) ? "" : ", ", STR_ARG(h->date),
                STR_ARG(utf8_clean(cli->arena, str_empty(h->url) ? h->doc : h->url)));
        if (!str_empty(h->copy_of))
            fprintf(cli->out, "       near copy of %.*s\n", STR_ARG(h->copy_of));
        if (!str_empty(passage))
            fprintf(cli->out, "       %.*s\n", STR_ARG(passage));
    }
    if (out->hits_n == 0)
        cli_say(cli, "Nothing was found.");
}

int command_corpus_search(struct cli *cli, const void *in)
{
    struct corpus_search_out *out;
    int status;

    if (!call_for_text(cli, in, search_line, (void **) &out, &status))
        return status;
    print_hits(cli, out);
    return EXIT_DONE;
}
