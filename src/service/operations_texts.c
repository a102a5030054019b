/* Operations on documents and corpora, and what fathom says of itself: what they are called, what they take and give. */
#include "service/documents.h"
#include "service/inventory.h"

static const char *const kind_source[] = { "FILE|URL", NULL };
static const struct field read_in_fields[] = {
    FIELD_STRS(struct read_in, sources, .required = true, .words = kind_source, .min = 1,
               .help = "files (- for standard input) and URLs"),
    FIELD_BOOL(struct read_in, all, .help = "keep every line of a page, menus included"),
    FIELD_END,
};
static const struct field link_fields[] = {
    FIELD_STR(struct document_link, text, .help = "text of the link"),
    FIELD_STR(struct document_link, url, .help = "target of the link"),
    FIELD_END,
};
const struct field document_view_fields[] = {
    FIELD_STR(struct document_view, source, .help = "the source as given"),
    FIELD_STR(struct document_view, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct document_view, author, .nullable = true, .help = "the author"),
    FIELD_STR(struct document_view, site, .nullable = true, .help = "name of the site"),
    FIELD_STR(struct document_view, date, .nullable = true, .help = "when it was published"),
    FIELD_STR(struct document_view, language, .nullable = true, .help = "code of its language"),
    FIELD_STR(struct document_view, url, .nullable = true,
              .help = "address that the page names as its own, else the address "
                      "it was read from"),
    FIELD_STR(struct document_view, format, .nullable = true, .help = "html, pdf, docx …"),
    FIELD_INT(struct document_view, pages, .help = "number of pages; 0: it has none"),
    FIELD_INT(struct document_view, words, .help = "words kept of a page; 0: nothing was removed from this format"),
    FIELD_INT(struct document_view, words_all, .help = "words on the page"),
    FIELD_STR(struct document_view, text, .help = "its main text"),
    FIELD_LIST(struct document_view, links, links_n, struct document_link, link_fields,
               .help = "links of the text, in order"),
    FIELD_STRS(struct document_view, captions, .help = "captions of figures and tables"),
    FIELD_STRS(struct document_view, warnings, .help = "worth knowing"),
    FIELD_STR(struct document_view, error, .nullable = true, .help = "why it could not be read"),
    FIELD_END,
};
static const struct field read_out_fields[] = {
    FIELD_LIST(struct read_out, documents, documents_n, struct document_view, document_view_fields,
               .help = "one for each source"),
    FIELD_END,
};
OPERATION(
    read, FIELD_TABLE(read_in), FIELD_TABLE(read_out), "Read the main text of pages and documents.",
    .about =
        "The result includes title, author, date, language and links. Menus, banners, share bars and hidden text are "
        "left out unless all is set. fathom reads HTML, PDF, DOCX, ODT, PPTX, XLSX, EPUB, RTF, LaTeX, "
        "reStructuredText, AsciiDoc, Markdown, text, manual pages, CSV, JSON, notebooks, feeds and mail. It parses "
        "each document in a process of its own that has no access to network or files.",
    .errors = { ERROR_INVALID, ERROR_FORBIDDEN }, .blocks = true);

static const char *const kind_against[] = { "FILE|URL|CORPUS", NULL };
static const struct field check_in_fields[] = {
    FIELD_STR(struct check_in, claim, .required = true, .max = 10000, .help = "the claim"),
    FIELD_STRS(struct check_in, against, .words = kind_against, .help = "check the claim against this (repeatable)"),
    FIELD_STRS(struct check_in, models, .words = (const char *const[]){ "PROVIDER/MODEL", NULL },
               .help = "model to ask; the next one is asked when a model fails"),
    FIELD_STRS(struct check_in, evidence, .words = (const char *const[]){ "SENTENCE", NULL },
               .help = "check the claim against this sentence (repeatable)"),
    FIELD_END,
};
static const struct field span_fields[] = {
    FIELD_STR(struct check_span, source, .nullable = true, .help = "the file, URL or document that holds the sentence"),
    FIELD_STR(struct check_span, title, .nullable = true, .help = "title of that document"),
    FIELD_STR(struct check_span, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct check_span, verdict, .help = "verdict of this sentence on the claim"),
    FIELD_INT(struct check_span, index, .help = "number of the sentence, from 0"),
    FIELD_INT(struct check_span, start, .help = "first byte in the text; -1 for a sentence given as evidence"),
    FIELD_INT(struct check_span, end, .help = "the byte after the last"),
    FIELD_STR(struct check_span, text, .help = "the sentence"),
    FIELD_END,
};
static const struct field clash_fields[] = {
    FIELD_STR(struct check_clash, kind,
              .help = "number, date, unit, currency, order, polarity, quantifier, direction, word or name"),
    FIELD_STR(struct check_clash, claim, .nullable = true, .help = "what the claim says"),
    FIELD_STR(struct check_clash, source, .nullable = true, .help = "what the source says"),
    FIELD_STR(struct check_clash, reason, .help = "the difference in one sentence"),
    FIELD_END,
};
static const struct field check_out_fields[] = {
    FIELD_STR(struct check_out, claim, .help = "the claim"),
    FIELD_STR(struct check_out, verdict,
              .help = "supported, contradicted or unchecked; a model may also say partial or unsupported"),
    FIELD_DOUBLE(struct check_out, confidence, .nullable = true,
                 .help = "how likely the verdict is right, 0 to 1; 0 for unchecked, null where a model decides"),
    FIELD_BOOL(struct check_out, quoted, .help = "the source holds the claim word for word"),
    FIELD_STR(struct check_out, by, .help = "who decided: code or model"),
    FIELD_STR(struct check_out, reason, .nullable = true, .help = "why, in one line"),
    FIELD_AS("decidedBy", LIST, struct check_out, decided_by, .fields = span_fields, .size = sizeof(struct check_span),
             .count_offset = offsetof(struct check_out, decided_by_n),
             .help = "sentences that decide the verdict; for an unchecked claim the nearest one"),
    FIELD_AS("clashes", LIST, struct check_out, clashes, .fields = clash_fields, .size = sizeof(struct check_clash),
             .count_offset = offsetof(struct check_out, clashes_n), .help = "differences between claim and source"),
    FIELD_END,
};
OPERATION(
    check, FIELD_TABLE(check_in), FIELD_TABLE(check_out), "Check a claim against documents.",
    .about =
        "Without a model the verdict is supported or contradicted where code is nearly certain, and otherwise "
        "unchecked, with a reason and the sentences that decide it. The same claim and documents always give the same "
        "verdict. If models are named, they decide; of a quotation they say whether its source means it. Exit status 0: "
        "supported; 1: contradicted, unsupported or partial; 3: unchecked.",
    .errors = { ERROR_INVALID, ERROR_NOT_FOUND }, .blocks = true);

static const char *const kind_paths[] = { "PATH", NULL };
static const struct field corpus_upload_fields[] = {
    FIELD_STR(struct corpus_upload, name, .required = true, .min = 1, .max = 300,
              .help = "its name in the corpus; the ending of a file name tells its format"),
    FIELD_STR(struct corpus_upload, title, .max = 500, .help = "its title"),
    FIELD_STR(struct corpus_upload, text, .help = "its text"),
    FIELD_STR(struct corpus_upload, data,
              .help = "instead of the text: the bytes of a file (PDF, DOCX, HTML …) in base64"),
    FIELD_STR(struct corpus_upload, url, .words = kind_url, .help = "its address"),
    FIELD_STR(struct corpus_upload, date, .words = kind_date, .help = "its date"),
    FIELD_END,
};
static const struct field corpus_add_in_fields[] = {
    FIELD_STR(struct corpus_add_in, name, .required = true, .words = kind_name, .help = "name of the corpus"),
    FIELD_STRS(struct corpus_add_in, paths, .words = kind_paths, .help = "files, folders, .jsonl files and URLs"),
    FIELD_LIST(struct corpus_add_in, documents, documents_n, struct corpus_upload, corpus_upload_fields, .max = 1000,
               .help = "documents given in the request"),
    FIELD_END,
};
static const struct field corpus_add_out_fields[] = {
    FIELD_STR(struct corpus_add_out, name, .help = "name of the corpus"),
    FIELD_AS("files", INT, struct corpus_add_out, added.files, .help = "files read now"),
    FIELD_AS("documents", INT, struct corpus_add_out, added.documents, .help = "documents indexed now"),
    FIELD_AS("unchanged", INT, struct corpus_add_out, added.unchanged, .help = "documents that had not changed"),
    FIELD_AS("removed", INT, struct corpus_add_out, added.removed,
             .help = "files that no longer exist, removed from the corpus"),
    FIELD_AS("duplicates", INT, struct corpus_add_out, added.duplicates,
             .help = "documents whose text equals that of another"),
    FIELD_AS("skipped", INT, struct corpus_add_out, added.skipped, .help = "files that could not be read"),
    FIELD_AS("images", INT, struct corpus_add_out, added.images, .help = "images left out"),
    FIELD_AS("ignored", INT, struct corpus_add_out, added.ignored,
             .help = "other files and folders left out: scripts, archives, build output, what ignore files name"),
    FIELD_AS("bytes", INT, struct corpus_add_out, added.bytes, .help = "bytes read now"),
    FIELD_AS("notes", STRS, struct corpus_add_out, added.notes, .help = "why something was skipped"),
    FIELD_BOOL(struct corpus_add_out, stopped,
               .help = "adding was stopped before the end; documents read so far are "
                       "kept"),
    FIELD_END,
};
OPERATION(
    corpus_add, FIELD_TABLE(corpus_add_in), FIELD_TABLE(corpus_add_out),
    "Create a corpus from files, folders and URLs, or update it.",
    .about =
        "In folders fathom skips images, style sheets, scripts, archives, build output and what .gitignore and "
        ".fathomignore name. It reads only files that changed, and removes documents whose files no longer exist in a "
        "given folder. It can be stopped at any moment: documents read so far are kept, and the same command goes on "
        "with the rest. A .jsonl file holds one {\"id\",\"title\",\"text\",\"url\",\"date\"} per line.",
    .errors = { ERROR_INVALID, ERROR_STORE }, .blocks = true, .changes = true);

const struct field nothing_fields[] = { FIELD_END };
static const struct field corpus_view_fields[] = {
    FIELD_STR(struct corpus_view, name, .help = "its name"),
    FIELD_INT(struct corpus_view, documents, .help = "number of documents"),
    FIELD_INT(struct corpus_view, bytes, .help = "bytes of text"),
    FIELD_INT(struct corpus_view, files, .help = "number of files they came from"),
    FIELD_INT(struct corpus_view, duplicates, .help = "documents whose text equals that of another"),
    FIELD_STRS(struct corpus_view, languages, .help = "documents by language: en:512"),
    FIELD_STR(struct corpus_view, updated, .help = "when documents were last added"),
    FIELD_END,
};
static const struct field corpus_list_out_fields[] = {
    FIELD_LIST(struct corpus_list_out, corpora, corpora_n, struct corpus_view, corpus_view_fields,
               .help = "the corpora, by name"),
    FIELD_END,
};
OPERATION(corpus_list, FIELD_TABLE(nothing), FIELD_TABLE(corpus_list_out), "List the corpora.");

static const struct field corpus_ref_fields[] = {
    FIELD_STR(struct corpus_ref, name, .required = true, .words = kind_name, .help = "name of the corpus"),
    FIELD_END,
};
static const struct field show_document_fields[] = {
    FIELD_STR(struct corpus_show_document, name, .help = "its id or path"),
    FIELD_STR(struct corpus_show_document, title, .nullable = true, .help = "its title"),
    FIELD_INT(struct corpus_show_document, bytes, .help = "bytes of its text"),
    FIELD_STR(struct corpus_show_document, date, .nullable = true, .help = "its date"),
    FIELD_STR(struct corpus_show_document, language, .nullable = true, .help = "code of its language"),
    FIELD_STR(struct corpus_show_document, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct corpus_show_document, copy_of, .nullable = true, .help = "the document that has the same text"),
    FIELD_END,
};
static const struct field corpus_show_out_fields[] = {
    FIELD_STR(struct corpus_show_out, name, .help = "name of the corpus"),
    FIELD_LIST(struct corpus_show_out, documents, documents_n, struct corpus_show_document, show_document_fields,
               .help = "its documents, by name"),
    FIELD_END,
};
OPERATION(corpus_show, FIELD_TABLE(corpus_ref), FIELD_TABLE(corpus_show_out),
          "List the documents of a corpus: sizes, dates, duplicates.", .errors = { ERROR_NOT_FOUND });

static const struct field search_in_fields[] = {
    FIELD_AS("query", STR, struct search_in, query.text, .required = true, .min = 1, .max = 2000,
             .help = "what to search for"),
    FIELD_AS("engines", STRS, struct search_in, query.engines, .words = kind_name,
             .help = "search engines to ask; default: those with a key, else the key-free ones"),
    FIELD_AS("count", INT, struct search_in, query.count, .min = 1, .max = 50, .preset = "10", .help = "most results"),
    FIELD_AS("since", STR, struct search_in, query.since, .words = kind_date, .help = "nothing older than this"),
    FIELD_AS("language", STR, struct search_in, query.language, .words = kind_language,
             .help = "language of the results, such as de, pt-BR or German"),
    FIELD_AS("includeDomains", STRS, struct search_in, query.include_domains, .words = kind_glob,
             .help = "only results of these domains"),
    FIELD_AS("excludeDomains", STRS, struct search_in, query.exclude_domains, .words = kind_glob,
             .help = "no results of these domains"),
    FIELD_END,
};
static const struct field search_hit_view_fields[] = {
    FIELD_STR(struct search_hit_view, title, .help = "its title"),
    FIELD_STR(struct search_hit_view, url, .help = "its address"),
    FIELD_STR(struct search_hit_view, snippet, .help = "what the engine shows of it"),
    FIELD_STR(struct search_hit_view, date, .nullable = true, .help = "when it was published, if that is known"),
    FIELD_STR(struct search_hit_view, authors, .nullable = true, .help = "who wrote it, if that is known"),
    FIELD_STRS(struct search_hit_view, engines, .help = "the engines that found it"),
    FIELD_END,
};
static const struct field search_out_fields[] = {
    FIELD_LIST(struct search_out, hits, hits_n, struct search_hit_view, search_hit_view_fields, .help = "best first"),
    FIELD_STRS(struct search_out, notes, .help = "engines that were left out, and why"),
    FIELD_END,
};
OPERATION(search, FIELD_TABLE(search_in), FIELD_TABLE(search_out), "Search with the engines, without a model.",
          .errors = { ERROR_INVALID, ERROR_MISCONFIGURED, ERROR_NETWORK, ERROR_UPSTREAM }, .blocks = true);

static const struct field corpus_search_in_fields[] = {
    FIELD_STRS(struct corpus_search_in, corpora, .required = true, .words = kind_name, .min = 1,
               .help = "names of corpora"),
    FIELD_STR(struct corpus_search_in, query, .required = true,
              .help = "search words; words in \"quotes\" must occur as a phrase"),
    FIELD_INT(struct corpus_search_in, count, .min = 1, .max = 1000, .preset = "10",
              .help = "most documents to return"),
    FIELD_STR(struct corpus_search_in, since, .words = kind_date, .help = "only documents from this date on"),
    FIELD_STR(struct corpus_search_in, until, .words = kind_date, .help = "only documents up to this date"),
    FIELD_AS("includeDomains", STRS, struct corpus_search_in, include_domains, .words = kind_glob,
             .help = "only documents of these domains"),
    FIELD_AS("excludeDomains", STRS, struct corpus_search_in, exclude_domains, .words = kind_glob,
             .help = "no documents of these domains"),
    FIELD_BOOL(struct corpus_search_in, bare, .help = "leave out the passages"),
    FIELD_END,
};
static const struct field hit_fields[] = {
    FIELD_STR(struct corpus_hit_view, doc, .help = "the document: its id or path"),
    FIELD_DOUBLE(struct corpus_hit_view, score, .help = "score of the hit"),
    FIELD_STR(struct corpus_hit_view, corpus, .help = "corpus that holds it"),
    FIELD_STR(struct corpus_hit_view, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct corpus_hit_view, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct corpus_hit_view, date, .nullable = true, .help = "its date"),
    FIELD_INT(struct corpus_hit_view, start, .help = "first byte of the passage in the document's text"),
    FIELD_INT(struct corpus_hit_view, end, .help = "the byte after the last"),
    FIELD_STR(struct corpus_hit_view, passage, .nullable = true, .help = "the best passage"),
    FIELD_STR(struct corpus_hit_view, copy_of, .nullable = true, .help = "better hit of which this is a near copy"),
    FIELD_END,
};
static const struct field corpus_search_out_fields[] = {
    FIELD_LIST(struct corpus_search_out, hits, hits_n, struct corpus_hit_view, hit_fields, .help = "best first"),
    FIELD_END,
};
OPERATION(corpus_search, FIELD_TABLE(corpus_search_in), FIELD_TABLE(corpus_search_out), "Search corpora.",
          .about = "To search several corpora at once, join their names with commas.",
          .errors = { ERROR_INVALID, ERROR_NOT_FOUND }, .blocks = true);

OPERATION(corpus_remove, FIELD_TABLE(corpus_ref), FIELD_TABLE(corpus_ref), "Remove a corpus; the original files stay.",
          .errors = { ERROR_NOT_FOUND }, .changes = true);

static const struct field models_in_fields[] = {
    FIELD_STR(struct models_in, provider, .words = kind_name, .help = "only models of this provider"),
    FIELD_BOOL(struct models_in, all, .help = "include models that were shut down"),
    FIELD_END,
};
static const struct field model_view_fields[] = {
    FIELD_STR(struct model_view, name, .help = "provider/model"),
    FIELD_BOOL(struct model_view, available, .help = "its provider has a key or an address"),
    FIELD_INT(struct model_view, context, .help = "context window in tokens; 0: unknown"),
    FIELD_AS("outputLimit", INT, struct model_view, output_limit, .help = "longest answer in tokens; 0: unknown"),
    FIELD_AS("inputUsd", DOUBLE, struct model_view, input, .nullable = true,
             .help = "dollars per million tokens read; null: unknown"),
    FIELD_AS("cachedUsd", DOUBLE, struct model_view, cached, .nullable = true,
             .help = "dollars per million tokens read from the cache"),
    FIELD_AS("cacheWriteUsd", DOUBLE, struct model_view, cache_write, .nullable = true,
             .help = "dollars per million tokens written to the cache; null: same as input"),
    FIELD_AS("outputUsd", DOUBLE, struct model_view, output, .nullable = true,
             .help = "dollars per million tokens written, thinking included"),
    FIELD_AS("searchUsd", DOUBLE, struct model_view, search, .nullable = true,
             .help = "dollars per web search that the model makes; null: none, or unknown"),
    FIELD_AS("aboveTokens", INT, struct model_view, above_tokens,
             .help = "prompt length in tokens from which other prices apply; 0: none"),
    FIELD_AS("aboveInputUsd", DOUBLE, struct model_view, above_input, .nullable = true,
             .help = "dollars per million tokens read from that length on"),
    FIELD_AS("aboveOutputUsd", DOUBLE, struct model_view, above_output, .nullable = true,
             .help = "dollars per million tokens written from that length on"),
    FIELD_STR(struct model_view, lifecycle, .help = "active, deprecated or retired"),
    FIELD_STR(struct model_view, retires, .nullable = true, .help = "when it ends or ended"),
    FIELD_STR(struct model_view, successor, .nullable = true, .help = "the successor"),
    FIELD_STRS(struct model_view, tiers, .help = "tiers it suits"),
    FIELD_STRS(struct model_view, abilities, .help = "capabilities"),
    FIELD_END,
};
static const struct field models_out_fields[] = {
    FIELD_LIST(struct models_out, models, models_n, struct model_view, model_view_fields, .help = "the table"),
    FIELD_STRS(struct models_out, simple, .help = "models in use for small jobs"),
    FIELD_STRS(struct models_out, analytical, .help = "models in use for judging"),
    FIELD_STRS(struct models_out, complex, .help = "models in use for planning and writing"),
    FIELD_STRS(struct models_out, bulk, .help = "models in use for many small calls"),
    FIELD_END,
};
OPERATION(models, FIELD_TABLE(models_in), FIELD_TABLE(models_out),
          "List the models, their prices, and which tier uses them.", .blocks = true);

static const struct field provider_view_fields[] = {
    FIELD_STR(struct provider_view, name, .help = "the service"),
    FIELD_STR(struct provider_view, kind, .help = "model or search"),
    FIELD_AS("keyVariable", STR, struct provider_view, key_variable, .nullable = true,
             .help = "environment variable of its key"),
    FIELD_AS("baseVariable", STR, struct provider_view, base_variable, .nullable = true,
             .help = "environment variable of its address"),
    FIELD_AS("baseUrl", STR, struct provider_view, base_url, .nullable = true, .help = "the address in use"),
    FIELD_AS("needsKey", BOOL, struct provider_view, needs_key, .help = "it needs a key"),
    FIELD_BOOL(struct provider_view, ready, .help = "it is configured"),
    FIELD_AS("requestsPerMinute", DOUBLE, struct provider_view, requests_per_minute,
             .help = "requests per minute that fathom allows itself; 0: no "
                     "limit"),
    FIELD_INT(struct provider_view, concurrent, .help = "requests at once; 0: no limit"),
    FIELD_STR(struct provider_view, breaker,
              .help = "state of the breaker: closed, open (paused after repeated failures) or half-open (one trial "
                      "request)"),
    FIELD_INT(struct provider_view, calls, .help = "calls or searches it answered, over all stored runs"),
    FIELD_AS(
        "spentUsd", JSON, struct provider_view, spent_usd, .nullable = true,
        .help =
            "dollars, over all stored runs; null: unknown. The cost of a search by several engines is divided among "
            "those with a key"),
    FIELD_END,
};
static const struct field providers_out_fields[] = {
    FIELD_LIST(struct providers_out, providers, providers_n, struct provider_view, provider_view_fields,
               .help = "models first"),
    FIELD_END,
};
OPERATION(providers, FIELD_TABLE(nothing), FIELD_TABLE(providers_out),
          "List the services, their environment variables, and which are set.", .blocks = true);

static const struct field backup_in_fields[] = {
    FIELD_STR(struct backup_in, file, .required = true, .words = kind_file, .help = "the file to write"),
    FIELD_END,
};
static const struct field backup_out_fields[] = {
    FIELD_STR(struct backup_out, file, .help = "the file"),
    FIELD_INT(struct backup_out, bytes, .help = "its size"),
    FIELD_END,
};
OPERATION(
    backup, FIELD_TABLE(backup_in), FIELD_TABLE(backup_out),
    "Copy the store with its runs, reports and corpora to one file, while runs go on.",
    .about =
        "The copy is complete or not there at all; a copy of that name is replaced. To restore it, stop every fathom and copy "
        "it over fathom.db in the home folder (and remove fathom.db-wal and fathom.db-shm there).",
    .who = ACCESS_ADMIN, .blocks = true);

static const struct field doctor_in_fields[] = {
    FIELD_BOOL(struct doctor_in, offline, .help = "do not call any service"),
    FIELD_END,
};
static const struct field check_fields[] = {
    FIELD_STR(struct check, name, .help = "name of the test"),
    FIELD_STR(struct check, status, .help = "ok, warning or failed"),
    FIELD_STR(struct check, detail, .help = "the result"),
    FIELD_STR(struct check, fix, .nullable = true, .help = "what to do"),
    FIELD_END,
};
static const struct field doctor_out_fields[] = {
    FIELD_BOOL(struct doctor_out, good, .help = "nothing failed"),
    FIELD_LIST(struct doctor_out, checks, checks_n, struct check, check_fields, .help = "the tests"),
    FIELD_END,
};
OPERATION(doctor, FIELD_TABLE(doctor_in), FIELD_TABLE(doctor_out),
          "Test every key, search engine and folder and the disk, and say how to fix what fails.",
          .about = "fathom sends each configured service a request that costs nothing or nearly nothing.",
          .who = ACCESS_ADMIN, .blocks = true);

static const struct field config_row_fields[] = {
    FIELD_STR(struct config_row, key, .help = "the key"),
    FIELD_STR(struct config_row, value, .nullable = true, .help = "the value in force"),
    FIELD_STR(struct config_row, from, .help = "origin of the value: a variable, the file, or the default"),
    FIELD_END,
};
static const struct field config_out_fields[] = {
    FIELD_STR(struct config_out, path, .nullable = true, .help = "the file"),
    FIELD_STR(struct config_out, home, .help = "the data folder"),
    FIELD_LIST(struct config_out, settings, settings_n, struct config_row, config_row_fields, .help = "every key"),
    FIELD_STRS(struct config_out, warnings, .help = "worth knowing"),
    FIELD_END,
};
OPERATION(config, FIELD_TABLE(nothing), FIELD_TABLE(config_out),
          "Show the configuration in force and where it comes from.", .who = ACCESS_ADMIN);

static const struct field version_out_fields[] = {
    FIELD_STR(struct version_out, version, .help = "of fathom"),
    FIELD_STR(struct version_out, language, .help = "language of the program"),
    FIELD_END,
};
OPERATION(version, FIELD_TABLE(nothing), FIELD_TABLE(version_out), "Print the version.", .bare = true,
          .who = ACCESS_ANYONE);
