/* Clarifying questions at a terminal: asked on err, answered on in. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "doors/cli/cli.h"
#include "records/questions.h"
#include "service/runs.h"
#include "text/utf8.h"

enum { TICK_MS = 50, LINE_MAX_BYTES = 64 << 10, ANSWER_MAX_BYTES = 256 << 10 };

bool cli_may_ask(const struct cli *cli) { return cli->in && cli->in_terminal && cli->err_terminal; }

/* A line as it is typed; an interrupt must be seen while nobody types. What is
 * beyond the limit of a line is dropped. */
static enum asked read_line(struct cli *cli, struct signals *signals, struct buf *line)
{
    struct pollfd typed = { .fd = fileno(cli->in), .events = POLLIN };

    for (;;) {
        char c;

        if (signals_taken(signals) > 0)
            return ASK_INTERRUPTED;
        if (poll(&typed, 1, TICK_MS) == 0)
            continue;
        ssize_t n = read(typed.fd, &c, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return ASK_ENDED;
        if (c == '\n')
            return ASK_ANSWERED;
        if (line->len < LINE_MAX_BYTES)
            buf_add_char(line, c);
    }
}

enum asked ask_line(struct cli *cli, struct signals *signals, struct str prompt, struct str *ret)
{
    struct buf line;

    buf_init(&line, LINE_MAX_BYTES + 1);
    fprintf(cli->err, "%.*s", STR_ARG(prompt));
    fflush(cli->err);
    enum asked asked = read_line(cli, signals, &line);
    *ret = str_dup(cli->arena, str_trim(utf8_clean(cli->arena, buf_str(&line))));
    buf_free(&line);
    return asked;
}

enum asked ask_piped(struct cli *cli, struct signals *signals, struct str *ret)
{
    enum asked asked = ASK_ANSWERED;
    struct buf text;

    buf_init(&text, ANSWER_MAX_BYTES);
    while (asked == ASK_ANSWERED && text.len + LINE_MAX_BYTES < ANSWER_MAX_BYTES) {
        asked = read_line(cli, signals, &text);
        if (asked == ASK_ANSWERED)
            buf_add_char(&text, '\n');
    }
    if (asked == ASK_ANSWERED) {
        cli_warn(cli, "Standard input does not end: its first %zu KiB are no answer.", text.len >> 10);
        asked = ASK_ENDED;
    } else if (asked == ASK_ENDED && text.len)
        asked = ASK_ANSWERED;
    *ret = str_dup(cli->arena, utf8_clean(cli->arena, buf_str(&text)));
    buf_free(&text);
    return asked;
}

void ask_print(struct cli *cli, const struct str_list *questions)
{
    for (size_t i = 0; i < questions->n; i++)
        cli_tell(cli, "  %zu. %.*s", i + 1, STR_ARG(questions->items[i]));
}

enum asked ask_person(struct cli *cli, struct signals *signals, const struct run_view *view, struct str *ret)
{
    const struct str_list *questions = &view->questions;
    enum asked asked = ASK_ANSWERED;
    size_t answered = 0;
    struct buf answer;

    if (waiting_type(view->asks) == QUESTION_CLARIFY) /* the others say themselves what an empty answer does */
        cli_tell(cli,
                 "fathom asks before it goes on. Leave an answer empty to let it choose what is most likely meant.");
    buf_init(&answer, ANSWER_MAX_BYTES);
    for (size_t i = 0; i < questions->n && asked == ASK_ANSWERED; i++) {
        struct str text;

        cli_tell(cli, "%.*s", STR_ARG(questions->items[i]));
        asked = ask_line(cli, signals, str("> "), &text);
        answered += !str_empty(text);
        if (questions->n > 1)
            buf_format(&answer, "%zu. ", i + 1);
        buf_add_str(&answer, str_empty(text) && questions->n > 1 ? str("(no answer)") : text);
        buf_add_z(&answer, "\n");
    }
    if (asked != ASK_ANSWERED)
        fputc('\n', cli->err);
    *ret = answered ? str_dup(cli->arena, str_trim(buf_str(&answer))) : str("");
    buf_free(&answer);
    return asked;
}
