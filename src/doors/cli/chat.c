/* A conversation in one sitting: every question is a run that continues the one before it. Questions are typed at a
 * terminal or come line by line from a pipe; what runs leave is the same as without chat, so a conversation can be gone on
 * with later. */
#include "doors/cli/cli.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/utf8.h"

struct chat {
    struct cli *cli;
    struct signals *signals;
    struct research_in asked; /* what the flags say; of the first turn also its files, corpora and answers */
    struct str last;          /* run that the next question continues; empty: none yet */
    size_t turns;
    bool failed; /* a turn ended without a report */
};

static const char commands_help[] = "Type a question; its answer knows the ones before. Other lines:\n"
                                    "  /history   the questions so far\n"
                                    "  /sources   sources of the last answer\n"
                                    "  /claims    claims of the last answer and their evidence\n"
                                    "  /new       begin another conversation\n"
                                    "  /quit      end (so does Ctrl-D)\n"
                                    "Ctrl-C while a question is at work writes the report from what was found so far; "
                                    "once more stops.";

/* Prints what an operation says about the last run. */
static void print_of_last(struct chat *chat, const struct operation *operation)
{
    struct run_ref_in in = { chat->last };
    struct error e;
    void *result;

    if (chat->last.len == 0)
        cli_tell(chat->cli, "Nothing was asked yet.");
    else if (cli_call(chat->cli, operation, &in, &result, &e) < 0)
        cli_fail(chat->cli, &e);
    else
        print_result(chat->cli, operation, result);
    fflush(chat->cli->out);
}

static const char *const chat_words[] = { "/help", "/history", "/sources", "/claims", "/new", "/quit", "/exit", NULL };

/* The command that the line is; a lone word that names one is no question, and money is not spent on it. Empty: none. */
static struct str command_of(struct chat *chat, struct str line)
{
    struct str slashed = str_format(chat->cli->arena, "/%.*s", STR_ARG(line));

    return str_starts(line, "/") ? line : word_index(chat_words, slashed) >= 0 ? slashed : str("");
}

/* False: the user wants to leave. */
static bool obey(struct chat *chat, struct str command)
{
    switch (word_index(chat_words, command)) {
    case 0: cli_tell_lines(chat->cli, str(commands_help)); break;
    case 1: print_of_last(chat, &operation_history); break;
    case 2: print_of_last(chat, &operation_sources); break;
    case 3: print_of_last(chat, &operation_claims); break;
    case 4:
        chat->last = str("");
        cli_tell(chat->cli, "The next question begins a new conversation.");
        break;
    case 5:
    case 6: return false;
    default: cli_tell(chat->cli, "\"%.*s\" is no command of the chat. /help lists them.", STR_ARG(command));
    }
    return true;
}

/* EXIT_DONE: the conversation goes on, whatever became of this question. */
static int ask(struct chat *chat, struct str question)
{
    struct research_in in = chat->asked;
    struct str id = { 0 };

    in.settings.query = question;
    operation_note_given(chat->cli->arena, &operation_research, &in, "query");
    if (chat->last.len) {
        in.settings.continues = chat->last;
        operation_note_given(chat->cli->arena, &operation_research, &in, "continue");
    }
    if (chat->turns && !chat->cli->json)
        fputs("\n", chat->cli->out);
    int status = follow_research(chat->cli, chat->signals, &in, &id);
    chat->turns++;
    if (status == EXIT_INTERRUPTED || status == EXIT_WAITING)
        return status;
    signals_forget(chat->signals); /* a Ctrl-C that finished this answer */
    chat->failed = chat->failed || status != EXIT_DONE;
    if (status != EXIT_DONE)
        return EXIT_DONE;
    chat->last = id;
    /* The conversation has them from now on. */
    chat->asked.contexts_n = 0;
    chat->asked.settings.corpora = (struct str_list){ 0 };
    chat->asked.answers = (struct str_list){ 0 };
    return EXIT_DONE;
}

/* Questions until there are no more, or the user leaves. */
static int talk(struct chat *chat)
{
    struct cli *cli = chat->cli;
    struct str first = str_trim(chat->asked.settings.query);
    bool typed = cli_may_ask(cli), more = true;
    int status = EXIT_DONE;

    if (typed)
        cli_say(cli, "Ask a question; follow-ups know the answers before. /help lists what else can be typed, Ctrl-D "
                     "ends.");
    if (first.len)
        status = ask(chat, first);
    while (status == EXIT_DONE && more && !output_is_broken(cli)) {
        struct str line;
        enum asked asked = ask_line(cli, chat->signals, str(typed ? "\nfathom> " : ""), &line);

        if (typed && asked != ASK_ANSWERED)
            fputc('\n', cli->err);
        if (asked == ASK_INTERRUPTED)
            return EXIT_INTERRUPTED;
        more = asked == ASK_ANSWERED;
        struct str command = command_of(chat, line);
        if (command.len)
            more = obey(chat, command) && more;
        else if (line.len)
            status = ask(chat, line);
    }
    return status;
}

int command_chat(struct cli *cli, const void *in)
{
    struct chat chat = { .cli = cli };
    struct error e;
    int r = research_contexts(cli, in, &chat.asked, &e);

    if (r == 0)
        r = research_clarify(cli, &chat.asked, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    chat.last = chat.asked.settings.continues;
    chat.signals = signals_open(cli->arena);
    int status = talk(&chat);
    signals_close(chat.signals);
    if (status == EXIT_DONE && chat.turns == 0 && !cli_may_ask(cli))
        return cli_fail_text(cli, ERROR_INVALID,
                             str("chat reads its questions from standard input, one per line; "
                                 "there was none."));
    if (chat.turns && chat.last.len)
        cli_say(cli, "The conversation is kept. To go on: fathom chat --continue %.*s", STR_ARG(chat.last));
    return status == EXIT_DONE && chat.failed && !cli_may_ask(cli) ? EXIT_FAILED : status;
}
