/* Which command stands for which operation, and what its flags are called. A
 * field that is not named here is a flag by its own name. */
#include "doors/cli/cli.h"

#include <string.h>

#include "service/value.h"

#define JSON_FLAG                                                                                                      \
    {                                                                                                                  \
        .name = "json", .own = FLAG_JSON, .help = "print JSON"                                                         \
    }

#define OUTPUT_FLAG(help_)                                                                                             \
    {                                                                                                                  \
        .name = "output", .letter = 'o', .own = FLAG_OUTPUT, .word = "FILE", .help = help_                             \
    }

const struct flag general_flags[] = {
    { .name = "config", .own = FLAG_CONFIG, .word = "FILE", .help = "read this configuration file" },
    { .name = "env-file",
      .own = FLAG_ENV_FILE,
      .word = "FILE",
      .optional = true,
      .help = "read variables from .env, or from FILE" },
    { .name = "quiet", .letter = 'q', .own = FLAG_QUIET, .help = "print only errors" },
    { .name = "verbose", .letter = 'v', .own = FLAG_VERBOSE, .help = "log what the program does" },
    { .name = "no-pager", .own = FLAG_NO_PAGER, .help = "print long results at once, not by $PAGER" },
    { .name = "help", .letter = 'h', .own = FLAG_HELP, .help = "show this help" },
    { 0 },
};

/* Flags of commands that end with a report. */
#define REPORT_FLAGS                                                                                                   \
    OUTPUT_FLAG("write the report to FILE: .md, .html, .json, .pdf, .docx or .fathom"),                                \
        { .name = "json", .own = FLAG_JSON, .help = "print one JSON object with the report, its sources and costs" },  \
    {                                                                                                                  \
        .name = "events", .own = FLAG_EVENTS, .help = "print events as they happen, one JSON object per line"          \
    }

/* Flags of research settings that have a letter, another name, or a value that the door reads itself. */
#define SETTING_FLAGS                                                                                                  \
    { .name = "workflow", .letter = 'w', .field = "workflow" }, { .name = "depth", .letter = 'd', .field = "depth" },  \
        { .name = "model", .letter = 'm', .field = "models" },                                                         \
        { .name = "tier", .field = "tiers", .word = "TIER=P/M[,...]", .split = true },                                 \
        { .name = "search", .letter = 's', .field = "search" }, { .name = "corpus", .field = "corpora" },              \
        { .name = "context",                                                                                           \
          .own = FLAG_CONTEXT,                                                                                         \
          .field = "contexts",                                                                                         \
          .word = "FILE",                                                                                              \
          .help = "research this document (PDF, DOCX, HTML …) instead of the web (repeatable)" },                      \
        { .name = "source", .field = "sources", .word = "URL" }, { .name = "exclude-url", .field = "excludeUrls" },    \
        { .name = "include-domain", .field = "includeDomains" },                                                       \
        { .name = "exclude-domain", .field = "excludeDomains" }, { .name = "verify", .field = "verify" },              \
        { .name = "no-verify", .field = "verify", .value = "off", .help = "the same as --verify off" },                \
        { .name = "skip-stage", .field = "skipStages" },                                                               \
    {                                                                                                                  \
        .name = "system-prompt", .own = FLAG_SYSTEM_PROMPT, .field = "systemPrompt", .word = "FILE|TEXT"               \
    }

#define CLARIFY_FLAGS                                                                                                  \
    { .name = "clarify",                                                                                               \
      .own = FLAG_CLARIFY,                                                                                             \
      .field = "clarify",                                                                                              \
      .help = "ask back when the question is unclear, even without a terminal: the run then waits for fathom answer "  \
              "(exit status 3)" },                                                                                     \
        { .name = "no-clarify", .own = FLAG_NO_CLARIFY, .help = "never ask back" },                                    \
    {                                                                                                                  \
        .name = "answers", .own = FLAG_ANSWERS, .field = "answers", .word = "FILE|TEXT",                               \
        .help = "answers to its questions, used in order without asking; a blank line separates rounds"                \
    }

static const struct flag research_flags[] = {
    SETTING_FLAGS,
    CLARIFY_FLAGS,
    { .name = "review-plan",
      .field = "reviewPlan",
      .help =
          "show the plan before any search is made, and wait until it is accepted or edited; if standard input is a pipe "
          "or a file, the answer is read from it" },
    REPORT_FLAGS,
    { 0 },
};

static const struct flag chat_flags[] = {
    SETTING_FLAGS,
    CLARIFY_FLAGS,
    { .name = "json", .own = FLAG_JSON, .help = "print one JSON object for each answer" },
    { 0 },
};

static const struct flag plan_flags[] = { SETTING_FLAGS, JSON_FLAG, { 0 } };

static const struct flag resume_flags[] = {
    REPORT_FLAGS,
    { 0 },
};

static const struct flag answer_flags[] = {
    { .name = "keep", .field = "keep" },
    REPORT_FLAGS,
    { 0 },
};

static const struct flag go_on_flags[] = {
    { .name = "model", .letter = 'm', .field = "models", .word = "P/M[,P/M...]", .split = true },
    { .name = "synthesis-model", .field = "synthesisModel", .word = "P/M" },
    { .name = "timeout", .field = "timeout" },
    { .name = "budget-usd", .field = "budgetUsd" },
    { .name = "budget-tokens", .field = "budgetTokens" },
    REPORT_FLAGS,
    { 0 },
};

static const struct flag report_flags[] = {
    { .name = "format", .field = "format" },
    OUTPUT_FLAG("write it to FILE: .md, .html, .json, .pdf, .docx or .fathom"),
    { .name = "json", .own = FLAG_JSON, .help = "the same as --format json" },
    { .name = "brief",
      .field = "brief",
      .help = "without the digest and the sources that are not cited; printed Markdown is brief unless -v is given" },
    { 0 },
};

static const struct flag deliver_flags[] = {
    { .name = "attach", .field = "attach" },
    { .name = "overwrite", .field = "overwrite" },
    JSON_FLAG,
    { 0 },
};

static const struct flag replay_flags[] = {
    OUTPUT_FLAG("write the report to FILE, ending in .md"),
    JSON_FLAG,
    { 0 },
};

static const struct flag events_flags[] = {
    { .name = "json", .own = FLAG_JSON, .help = "print JSON on a terminal, too" },
    { .name = "type", .field = "type", .word = "T[,T...]", .split = true },
    { .name = "follow", .letter = 'f', .own = FLAG_FOLLOW, .help = "keep printing until the run has ended" },
    { 0 },
};

static const struct flag read_flags[] = {
    { .name = "all", .field = "all" },
    { .name = "json", .own = FLAG_JSON, .help = "print one JSON object per document and line" },
    { 0 },
};
static const struct flag check_flags[] = {
    { .name = "model", .letter = 'm', .field = "models", .word = "P/M[,P/M...]", .split = true },
    { .name = "against", .field = "against" },
    { .name = "batch",
      .own = FLAG_BATCH,
      .word = "FILE.jsonl",
      .help = "check many claims: FILE holds {\"id\",\"claim\",\"evidence\":[sentence, ...]} per line; the output is "
              "{\"id\",\"verdict\",\"confidence\",\"decidedBy\":[index, ...]} per line" },
    JSON_FLAG,
    { 0 },
};
static const struct flag corpus_search_flags[] = {
    { .name = "count", .letter = 'k', .field = "count" },
    { .name = "queries",
      .own = FLAG_BATCH,
      .word = "FILE.jsonl",
      .help = "run many searches: FILE holds {\"id\",\"query\"} per line; the output is "
              "{\"id\",\"hits\":[{\"doc\",\"score\"}, ...]} per line" },
    { .name = "include-domain", .field = "includeDomains", .split = true },
    { .name = "exclude-domain", .field = "excludeDomains", .split = true },
    JSON_FLAG,
    { 0 },
};

static const struct flag export_flags[] = {
    OUTPUT_FLAG("write it to FILE: .fathom, .md, .html, .json, .pdf, .docx, or .jsonl (the audit log: every event)"),
    { 0 },
};
static const struct flag restore_flags[] = {
    OUTPUT_FLAG("write the text to FILE"),
    JSON_FLAG,
    { 0 },
};
static const struct flag mcp_flags[] = {
    { .name = "http",
      .own = FLAG_LISTEN,
      .word = "ADDR:PORT",
      .help = "serve over HTTP at /mcp instead of stdin and stdout" },
    { 0 },
};
static const struct flag serve_flags[] = {
    { .name = "listen",
      .own = FLAG_LISTEN,
      .word = "ADDRESS:PORT",
      .help = "where to listen; default server.listen, 127.0.0.1:7474" },
    { 0 },
};
static const struct flag draft_flags[] = {
    SETTING_FLAGS, { .name = "message", .field = "originalMessage" }, JSON_FLAG, { 0 }
};
static const struct flag edit_flags[] = { SETTING_FLAGS,
                                          { .name = "question", .field = "query", .word = "TEXT" },
                                          { .name = "remove-context", .field = "removeContextIds", .word = "ID" },
                                          JSON_FLAG,
                                          { 0 } };
static const struct flag enhance_flags[] = {
    { .name = "model", .letter = 'm', .field = "additionalModels", .split = true },
    { .name = "context",
      .own = FLAG_CONTEXT,
      .field = "additionalContexts",
      .word = "FILE",
      .help = "also use this document (repeatable)" },
    { .name = "remove-context", .field = "removeContextIds", .word = "ID" },
    REPORT_FLAGS,
    { 0 },
};
static const struct flag validate_flags[] = {
    { .name = "improve", .field = "includeImprovement" },
    JSON_FLAG,
    { 0 },
};
static const struct flag json_flags[] = { JSON_FLAG, { 0 } };
static const struct flag show_flags[] = {
    { .name = "plan", .own = FLAG_PLAN, .help = "show its plans, and what became of each query or step" },
    { .name = "findings", .own = FLAG_FINDINGS, .help = "show what it found, what is unknown, and contradictions" },
    { .name = "decisions", .own = FLAG_DECISIONS, .help = "show what it decided and why" },
    { .name = "sources", .own = FLAG_SOURCES, .help = "show its sources" },
    { .name = "json", .own = FLAG_JSON, .help = "print JSON, with plans, steps, findings and decisions" },
    { 0 },
};
static const struct flag list_flags[] = { { .name = "limit", .letter = 'n', .field = "limit" },
                                          { .name = "workflow", .letter = 'w', .field = "workflow" },
                                          JSON_FLAG,
                                          { 0 } };
static const struct flag limit_flags[] = { { .name = "limit", .letter = 'n', .field = "limit" }, JSON_FLAG, { 0 } };

const struct command commands[] = {
    { "research", &operation_research, "query", "QUESTION", research_flags, command_research },
    { "chat", &operation_research, "query", "[QUESTION]", chat_flags, command_chat,
      "Ask questions that follow each other.",
      "Each question is a run that continues the one before it. Questions are typed, or come one per line from standard "
      "input; /help lists what else can be typed. Files and corpora that are given stay those of the conversation. "
      "--continue ID goes on with an earlier one." },
    { "plan", &operation_plan, "query", "QUESTION", plan_flags, command_plan },
    { "list", &operation_list, "q", "[WORDS]", list_flags, command_print, .paged = true },
    { "show", &operation_show, "id", "ID", show_flags, command_show, .paged = true },
    { "report", &operation_report, "id", "ID", report_flags, command_report, .paged = true },
    { "open", &operation_show, "id", "ID", NULL, command_open, "Show the report of a run as HTML in a browser.",
      "The page is written to the folder open of the data folder. $BROWSER shows it, else xdg-open; where neither is "
      "there, the path is printed." },
    { "events", &operation_events, "id", "ID", events_flags, command_events, .paged = true },
    { "sources", &operation_sources, "id", "ID", json_flags, command_print, .paged = true },
    { "source", &operation_source, "id", "ID NUMBER", json_flags, command_print, .rest = "number", .paged = true },
    { "history", &operation_history, "id", "[ID]", json_flags, command_print, .paged = true },
    { "claims", &operation_claims, "id", "ID", json_flags, command_print, .paged = true },
    { "verify", &operation_verify, "target", "FILE|ID", json_flags, command_verify },
    { "export", &operation_export, "id", "ID", export_flags, command_export },
    { "deliver", &operation_deliver, "id", "ID TARGET", deliver_flags, command_print, .rest = "target" },
    { "import", &operation_import, "file", "FILE", json_flags, command_print },
    { "provenance", &operation_provenance, "id", "ID", json_flags, command_print, .paged = true },
    { "resume", &operation_resume, "id", "ID", go_on_flags, command_resume },
    { "answer", &operation_answer, "id", "ID TEXT...", answer_flags, command_answer, .rest = "answer" },
    { "cancel", &operation_cancel, "id", "ID", json_flags, command_print },
    { "finish", &operation_finish, "id", "ID", json_flags, command_print },
    { "delete", &operation_delete, "id", "ID", json_flags, command_print },
    { "undelete", &operation_undelete, "id", "ID", json_flags, command_print },
    { "favourite", &operation_favourite, "id", "ID on|off", json_flags, command_print, .rest = "favourite" },
    { "title", &operation_title, "id", "ID TEXT...", json_flags, command_print, .rest = "title" },
    { "share", &operation_share, "id", "ID", json_flags, command_print },
    { "unshare", &operation_unshare, "id", "ID", json_flags, command_print },
    { "effects", &operation_effects, "id", "ID", json_flags, command_print, .paged = true },
    { "effect", &operation_effect, "id", "ID PATH", json_flags, command_print, .rest = "path", .paged = true },
    { "replay", &operation_replay, "id", "ID", replay_flags, command_replay },
    { "restore", &operation_restore, "id", "ID SOURCE", restore_flags, command_restore, .rest = "source" },
    { "refresh", &operation_refresh, "id", "ID", json_flags, command_refresh },
    { "why", &operation_why, "id", "ID", json_flags, command_print },
    { "draft", &operation_draft, "query", "PROMPT", draft_flags, command_draft },
    { "edit", &operation_edit, "id", "ID", edit_flags, command_edit },
    { "approve", &operation_approve, "id", "ID", resume_flags, command_approve },
    { "confirm", &operation_confirm, "id", "ID proceed|retry|cancel", resume_flags, command_confirm, .rest = "action" },
    { "retry", &operation_retry, "id", "ID", resume_flags, command_retry },
    { "enhance", &operation_enhance, "id", "ID", enhance_flags, command_enhance },
    { "rewrite", &operation_rewrite, "id", "ID", resume_flags, command_rewrite },
    { "settings", &operation_settings, "id", "ID", json_flags, command_print, .paged = true },
    { "validate-input", &operation_validate_input, "prompt", "PROMPT", validate_flags, command_print },
    { "improve-input", &operation_improve_input, "prompt", "PROMPT", json_flags, command_print },
    { "read", &operation_read, "sources", "FILE|URL...", read_flags, command_read },
    { "check", &operation_check, "claim", "CLAIM", check_flags, command_check },
    { "corpus add", &operation_corpus_add, "name", "NAME PATH...", json_flags, command_corpus_add, .rest = "paths" },
    { "corpus list", &operation_corpus_list, NULL, NULL, json_flags, command_print, .paged = true },
    { "corpus show", &operation_corpus_show, "name", "NAME", json_flags, command_print, .paged = true },
    { "corpus search", &operation_corpus_search, "corpora", "NAME QUERY", corpus_search_flags, command_corpus_search,
      .rest = "query", .paged = true },
    { "corpus remove", &operation_corpus_remove, "name", "NAME", json_flags, command_print },
    { "users add", &operation_users_add, "name", "NAME", json_flags, command_print },
    { "users set", &operation_users_set, "name", "NAME", json_flags, command_print },
    { "users list", &operation_users_list, NULL, NULL, json_flags, command_print, .paged = true },
    { "users remove", &operation_users_remove, "name", "NAME", json_flags, command_print },
    { "users token", &operation_users_token, "name", "NAME", json_flags, command_print },
    { "audit", &operation_audit, NULL, NULL, limit_flags, command_print, .paged = true },
    { "models", &operation_models, NULL, NULL, json_flags, command_print, .paged = true },
    { "providers", &operation_providers, NULL, NULL, json_flags, command_print, .paged = true },
    { "backup", &operation_backup, "file", "FILE", json_flags, command_print },
    { "doctor", &operation_doctor, NULL, NULL, json_flags, command_print },
    { "config", &operation_config, NULL, NULL, json_flags, command_print, .paged = true },
    { "version", &operation_version, NULL, NULL, json_flags, command_print },
    { "mcp", NULL, NULL, NULL, mcp_flags, command_mcp, "Serve fathom to an assistant over MCP (stdin and stdout).",
      "Reads JSON-RPC messages from stdin and writes them to stdout, one per line, until stdin ends. Runs that are at work "
      "then are kept and can be resumed." },
    { "serve", NULL, NULL, NULL, serve_flags, command_serve, "Serve fathom over HTTP.",
      "Runs that were at work when the server last stopped go on. Ctrl-C or SIGTERM stops the server; runs at work "
      "are kept and can be resumed. docs/http.md describes the routes." },
    { "help", NULL, NULL, "[COMMAND]", NULL, command_help, "Explain a command, or list them all.", NULL,
      .paged = true },
    { "completions", NULL, NULL, "bash|zsh|fish", NULL, command_completions, "Print completions for a shell.",
      "bash: source <(fathom completions bash). zsh: fathom completions zsh > \"${fpath[1]}/_fathom\". "
      "fish: fathom completions fish > ~/.config/fish/completions/fathom.fish." },
    { "man", NULL, NULL, NULL, NULL, command_man, "Print the manual page.", "Read it with: fathom man | man -l -" },
    { "debug", NULL, NULL, "TOOL", NULL, command_debug, "Show internals, for tests and debugging.",
      "json-repair and canonical-url read a JSON string per line and write one per line. robots reads "
      "{\"robots\",\"agent\",\"url\"} and writes {\"allowed\"}. tokens and sentences read text. prompt NAME prints "
      "the prompt in use. reference cli|configuration prints the tables of the documentation. complete "
      "LINE prints what a shell offers behind what was typed." },
    { 0 },
};

static void say_operation(struct buf *out, const struct operation *operation, struct str arguments)
{
    const struct command *c = commands;

    while (c->name && c->operation != operation)
        c++;
    buf_format(out, "fathom %s%s%.*s", c->name ? c->name : operation->name, arguments.len ? " " : "",
               STR_ARG(arguments));
}

/* A field has the same flag in every command that has it. */
static void say_field(struct buf *out, const char *field)
{
    struct arena *arena = arena_new();

    for (const struct command *c = commands; c->name; c++)
        for (const struct flag *f = c->flags; f && f->name; f++)
            if (f->field && !f->value && strcmp(f->field, field) == 0) {
                buf_format(out, "--%s", f->name);
                arena_free(arena);
                return;
            }
    buf_format(out, "--%.*s", STR_ARG(name_kebab(arena, field)));
    arena_free(arena);
}

const struct door cli_door = { .name = "cli", .operation = say_operation, .field = say_field };

const char *const planned_commands[] = {
    "worker",
    NULL,
};

const struct left_out cli_left_out[] = {
    { &operation_llm_result, "a worker that brings results talks to a server" },
    { &operation_shared, "it is for those who have a link and no account; fathom report shows the same" },
    { &operation_search, "a tool for assistants; at a terminal a research or a corpus is searched" },
    { 0 },
};
