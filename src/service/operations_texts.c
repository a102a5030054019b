/* Operations on documents and corpora, and what fathom says of itself: what they are called, what they take and give. */
#include "service/documents.h"
#include "service/inventory.h"

static const char *const kind_source[] = { "FILE|URL", NULL };
static const struct field read_in_fields[] = {
    FIELD_STRS(struct read_in, sources, .required = true, .words = kind_source, .min = 1,
               .help = "files (- for standard input) and URLs"),
    FIELD_BOOL(struct read_in, all, .help = "every line of a page, menus and all"),
    FIELD_END,
};
static const struct field link_fields[] = {
    FIELD_STR(struct document_link, text, .help = "what it says"),
    FIELD_STR(struct document_link, url, .help = "where it leads"),
    FIELD_END,
};
const struct field document_view_fields[] = {
    FIELD_STR(struct document_view, source, .help = "as it was given"),
    FIELD_STR(struct document_view, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct document_view, author, .nullable = true, .help = "who wrote it"),
    FIELD_STR(struct document_view, site, .nullable = true, .help = "the site it stands on"),
    FIELD_STR(struct document_view, date, .nullable = true, .help = "when it was published"),
    FIELD_STR(struct document_view, language, .nullable = true, .help = "code of its language"),
    FIELD_STR(struct document_view, url, .nullable = true, .help = "the address it claims, else the one it came from"),
    FIELD_STR(struct document_view, format, .nullable = true, .help = "html, pdf, docx …"),
    FIELD_INT(struct document_view, pages, .help = "pages, where it has any"),
    FIELD_INT(struct document_view, words, .help = "words kept of a page; 0 where nothing was to choose"),
    FIELD_INT(struct document_view, words_all, .help = "words the page shows"),
    FIELD_STR(struct document_view, text, .help = "its main text"),
    FIELD_LIST(struct document_view, links, links_n, struct document_link, link_fields,
               .help = "links of the text, in order"),
    FIELD_STRS(struct document_view, captions, .help = "captions of figures and tables"),
    FIELD_STRS(struct document_view, warnings, .help = "worth knowing"),
    FIELD_STR(struct document_view, error, .nullable = true, .help = "why it gave nothing"),
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
        "Title, author, date, language and links come along; menus, banners, share bars and hidden text do not, unless all "
        "is asked for. HTML, PDF, DOCX, ODT, PPTX, XLSX, EPUB, RTF, LaTeX, reStructuredText, AsciiDoc, Markdown, text, manual "
        "pages, CSV, JSON, notebooks, feeds and mail are understood; each is parsed in a process of its own without network "
        "or files.",
    .errors = { ERROR_INVALID, ERROR_FORBIDDEN }, .blocks = true);

static const char *const kind_against[] = { "FILE|URL|CORPUS", NULL };
static const struct field check_in_fields[] = {
    FIELD_STR(struct check_in, claim, .required = true, .max = 10000, .help = "what is claimed"),
    FIELD_STRS(struct check_in, against, .words = kind_against, .help = "check it against these (repeatable)"),
    FIELD_STRS(struct check_in, models, .words = (const char *const[]){ "PROVIDER/MODEL", NULL },
               .help = "ask this model about what is no quotation; the next when one fails"),
    FIELD_STRS(struct check_in, evidence, .words = (const char *const[]){ "SENTENCE", NULL },
               .help = "check it against this sentence (repeatable)"),
    FIELD_END,
};
static const struct field span_fields[] = {
    FIELD_STR(struct check_span, source, .nullable = true, .help = "the file, URL or document it stands in"),
    FIELD_STR(struct check_span, title, .nullable = true, .help = "the title of that"),
    FIELD_STR(struct check_span, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct check_span, verdict, .help = "what it says of the claim"),
    FIELD_INT(struct check_span, index, .help = "the sentence, from 0"),
    FIELD_INT(struct check_span, start, .help = "first byte in the text; -1 for evidence given"),
    FIELD_INT(struct check_span, end, .help = "the byte behind it"),
    FIELD_STR(struct check_span, text, .help = "the sentence itself"),
    FIELD_END,
};
static const struct field clash_fields[] = {
    FIELD_STR(struct check_clash, kind,
              .help = "number, date, unit, currency, order, polarity, quantifier, direction, word or name"),
    FIELD_STR(struct check_clash, claim, .nullable = true, .help = "the claim's part"),
    FIELD_STR(struct check_clash, source, .nullable = true, .help = "the source's part"),
    FIELD_STR(struct check_clash, reason, .help = "the difference in words"),
    FIELD_END,
};
static const struct field check_out_fields[] = {
    FIELD_STR(struct check_out, claim, .help = "what is claimed"),
    FIELD_STR(struct check_out, verdict,
              .help = "supported, contradicted or unchecked; a model may also say partial or unsupported"),
    FIELD_DOUBLE(struct check_out, confidence,
                 .help = "how likely the verdict is right, 0 to 1; 0 where it is not known"),
    FIELD_BOOL(struct check_out, quoted, .help = "the source has the claim word for word"),
    FIELD_STR(struct check_out, by, .help = "who decided: code or model"),
    FIELD_STR(struct check_out, reason, .nullable = true, .help = "why, in one line"),
    FIELD_AS("decidedBy", LIST, struct check_out, decided_by, .fields = span_fields, .size = sizeof(struct check_span),
             .count_offset = offsetof(struct check_out, decided_by_n),
             .help = "the sentences that decide it; of an unchecked claim the nearest one"),
    FIELD_AS("clashes", LIST, struct check_out, clashes, .fields = clash_fields, .size = sizeof(struct check_clash),
             .count_offset = offsetof(struct check_out, clashes_n), .help = "what the source gives otherwise"),
    FIELD_END,
};
OPERATION(
    check, FIELD_TABLE(check_in), FIELD_TABLE(check_out), "Check a claim against documents.",
    .about =
        "Without a model the verdict is supported or contradicted where code is nearly certain, else unchecked with a reason, and the "
        "sentences that decide it; the same claim and documents always give the same one. With -m a model decides what is no quotation. "
        "Exit status 0: supported; 1: contradicted, unsupported or partial; 3: unchecked.",
    .errors = { ERROR_INVALID, ERROR_NOT_FOUND }, .blocks = true);

static const char *const kind_paths[] = { "PATH", NULL };
static const struct field corpus_upload_fields[] = {
    FIELD_STR(struct corpus_upload, name, .required = true, .min = 1, .max = 300,
              .help = "what it is called in the corpus; the ending of a file's name tells its format"),
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
               .help = "documents that are given, not read from somewhere"),
    FIELD_END,
};
static const struct field corpus_add_out_fields[] = {
    FIELD_STR(struct corpus_add_out, name, .help = "name of the corpus"),
    FIELD_AS("files", INT, struct corpus_add_out, added.files, .help = "files read now"),
    FIELD_AS("documents", INT, struct corpus_add_out, added.documents, .help = "documents indexed now"),
    FIELD_AS("unchanged", INT, struct corpus_add_out, added.unchanged, .help = "those that were there already"),
    FIELD_AS("removed", INT, struct corpus_add_out, added.removed, .help = "files that are gone, taken out"),
    FIELD_AS("duplicates", INT, struct corpus_add_out, added.duplicates, .help = "documents with the text of another"),
    FIELD_AS("skipped", INT, struct corpus_add_out, added.skipped, .help = "what could not be read"),
    FIELD_AS("images", INT, struct corpus_add_out, added.images, .help = "images left out"),
    FIELD_AS("ignored", INT, struct corpus_add_out, added.ignored,
             .help = "other files and folders left out: scripts, archives, build output, what ignore files name"),
    FIELD_AS("bytes", INT, struct corpus_add_out, added.bytes, .help = "bytes read now"),
    FIELD_AS("notes", STRS, struct corpus_add_out, added.notes, .help = "why something was skipped"),
    FIELD_BOOL(struct corpus_add_out, stopped, .help = "it was stopped before the end; what was read is kept"),
    FIELD_END,
};
OPERATION(
    corpus_add, FIELD_TABLE(corpus_add_in), FIELD_TABLE(corpus_add_out),
    "Make a corpus of files, folders and URLs, or bring it up to date.",
    .about =
        "Of folders, images, style sheets, scripts, archives, build output and what .gitignore and .fathomignore name are left "
        "out. Only what changed is read again; files that are gone from a given folder are taken out. It may be stopped at any "
        "moment: what was read is kept, adding again goes on. A .jsonl file holds one {\"id\",\"title\",\"text\",\"url\","
        "\"date\"} per line.",
    .errors = { ERROR_INVALID, ERROR_STORE }, .blocks = true, .changes = true);

const struct field nothing_fields[] = { FIELD_END };
static const struct field corpus_view_fields[] = {
    FIELD_STR(struct corpus_view, name, .help = "its name"),
    FIELD_INT(struct corpus_view, documents, .help = "how many documents it has"),
    FIELD_INT(struct corpus_view, bytes, .help = "bytes of text"),
    FIELD_INT(struct corpus_view, files, .help = "files they came from"),
    FIELD_INT(struct corpus_view, duplicates, .help = "documents with the text of another"),
    FIELD_STRS(struct corpus_view, languages, .help = "documents by language: en:512"),
    FIELD_STR(struct corpus_view, updated, .help = "when it was last added to"),
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

static const struct field corpus_search_in_fields[] = {
    FIELD_STRS(struct corpus_search_in, corpora, .required = true, .words = kind_name, .min = 1,
               .help = "names of corpora"),
    FIELD_STR(struct corpus_search_in, query, .required = true, .help = "words; \"quoted ones\" must stand so"),
    FIELD_INT(struct corpus_search_in, count, .min = 1, .max = 1000, .preset = "10", .help = "documents wanted"),
    FIELD_STR(struct corpus_search_in, since, .words = kind_date, .help = "none older than this"),
    FIELD_STR(struct corpus_search_in, until, .words = kind_date, .help = "none newer than this"),
    FIELD_AS("includeDomains", STRS, struct corpus_search_in, include_domains, .words = kind_glob,
             .help = "only of these domains"),
    FIELD_AS("excludeDomains", STRS, struct corpus_search_in, exclude_domains, .words = kind_glob,
             .help = "none of these domains"),
    FIELD_BOOL(struct corpus_search_in, bare, .help = "leave the passages out"),
    FIELD_END,
};
static const struct field hit_fields[] = {
    FIELD_STR(struct corpus_hit_view, doc, .help = "the document: its id or path"),
    FIELD_DOUBLE(struct corpus_hit_view, score, .help = "how well it fits"),
    FIELD_STR(struct corpus_hit_view, corpus, .help = "where it is"),
    FIELD_STR(struct corpus_hit_view, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct corpus_hit_view, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct corpus_hit_view, date, .nullable = true, .help = "its date"),
    FIELD_INT(struct corpus_hit_view, start, .help = "first byte of the passage in the document's text"),
    FIELD_INT(struct corpus_hit_view, end, .help = "the byte behind it"),
    FIELD_STR(struct corpus_hit_view, passage, .nullable = true, .help = "the passage that fits best"),
    FIELD_STR(struct corpus_hit_view, copy_of, .nullable = true, .help = "the better hit that it is a near copy of"),
    FIELD_END,
};
static const struct field corpus_search_out_fields[] = {
    FIELD_LIST(struct corpus_search_out, hits, hits_n, struct corpus_hit_view, hit_fields, .help = "best first"),
    FIELD_END,
};
OPERATION(corpus_search, FIELD_TABLE(corpus_search_in), FIELD_TABLE(corpus_search_out), "Search corpora.",
          .about = "Several corpora are searched at once when their names are joined by commas.",
          .errors = { ERROR_INVALID, ERROR_NOT_FOUND }, .blocks = true);

OPERATION(corpus_remove, FIELD_TABLE(corpus_ref), FIELD_TABLE(corpus_ref),
          "Remove a corpus; the files it was made of stay.", .errors = { ERROR_NOT_FOUND }, .changes = true);

static const struct field models_in_fields[] = {
    FIELD_STR(struct models_in, provider, .words = kind_name, .help = "only models of this provider"),
    FIELD_BOOL(struct models_in, all, .help = "also those that were shut down"),
    FIELD_END,
};
static const struct field model_view_fields[] = {
    FIELD_STR(struct model_view, name, .help = "provider/model"),
    FIELD_BOOL(struct model_view, available, .help = "its provider has a key or an address"),
    FIELD_INT(struct model_view, context, .help = "context window in tokens; 0: unknown"),
    FIELD_AS("outputLimit", INT, struct model_view, output_limit, .help = "longest answer in tokens; 0: unknown"),
    FIELD_AS("inputUsd", DOUBLE, struct model_view, input, .nullable = true,
             .help = "dollars per million tokens read; null: unknown"),
    FIELD_AS("cachedUsd", DOUBLE, struct model_view, cached, .nullable = true, .help = "the same from the cache"),
    FIELD_AS("cacheWriteUsd", DOUBLE, struct model_view, cache_write, .nullable = true,
             .help = "the same into the cache; null: as input"),
    FIELD_AS("outputUsd", DOUBLE, struct model_view, output, .nullable = true,
             .help = "dollars per million tokens written, thinking included"),
    FIELD_AS("searchUsd", DOUBLE, struct model_view, search, .nullable = true,
             .help = "dollars per search of its own; null: none, or unknown"),
    FIELD_AS("aboveTokens", INT, struct model_view, above_tokens,
             .help = "longer prompts have prices of their own; 0: no"),
    FIELD_AS("aboveInputUsd", DOUBLE, struct model_view, above_input, .nullable = true,
             .help = "dollars per million tokens read, then"),
    FIELD_AS("aboveOutputUsd", DOUBLE, struct model_view, above_output, .nullable = true,
             .help = "dollars per million tokens written, then"),
    FIELD_STR(struct model_view, lifecycle, .help = "active, deprecated or retired"),
    FIELD_STR(struct model_view, retires, .nullable = true, .help = "when it ends or ended"),
    FIELD_STR(struct model_view, successor, .nullable = true, .help = "what serves instead"),
    FIELD_STRS(struct model_view, tiers, .help = "jobs it is a sensible choice for"),
    FIELD_STRS(struct model_view, abilities, .help = "what it can do"),
    FIELD_END,
};
static const struct field models_out_fields[] = {
    FIELD_LIST(struct models_out, models, models_n, struct model_view, model_view_fields, .help = "the table"),
    FIELD_STRS(struct models_out, simple, .help = "in use for small jobs"),
    FIELD_STRS(struct models_out, analytical, .help = "in use for judging"),
    FIELD_STRS(struct models_out, complex, .help = "in use for planning and writing"),
    FIELD_STRS(struct models_out, bulk, .help = "in use for many small calls"),
    FIELD_END,
};
OPERATION(models, FIELD_TABLE(models_in), FIELD_TABLE(models_out),
          "List the models, their prices, and which are used for what.", .blocks = true);

static const struct field provider_view_fields[] = {
    FIELD_STR(struct provider_view, name, .help = "the service"),
    FIELD_STR(struct provider_view, kind, .help = "model or search"),
    FIELD_AS("keyVariable", STR, struct provider_view, key_variable, .nullable = true,
             .help = "where its key is read from"),
    FIELD_AS("baseVariable", STR, struct provider_view, base_variable, .nullable = true,
             .help = "where its address is read from"),
    FIELD_AS("baseUrl", STR, struct provider_view, base_url, .nullable = true, .help = "the address in use"),
    FIELD_AS("needsKey", BOOL, struct provider_view, needs_key, .help = "does not work without a key"),
    FIELD_BOOL(struct provider_view, ready, .help = "has what it needs"),
    FIELD_AS("requestsPerMinute", DOUBLE, struct provider_view, requests_per_minute, .help = "limit we keep; 0: none"),
    FIELD_INT(struct provider_view, concurrent, .help = "requests at once; 0: no limit"),
    FIELD_STR(struct provider_view, breaker,
              .help = "closed, open (it failed again and again and is left alone), or half-open"),
    FIELD_INT(struct provider_view, calls, .help = "calls or searches it answered, over all runs kept"),
    FIELD_AS(
        "spentUsd", JSON, struct provider_view, spent_usd, .nullable = true,
        .help =
            "dollars, over all runs kept; null: unknown. A search by several engines is divided among those with a key"),
    FIELD_END,
};
static const struct field providers_out_fields[] = {
    FIELD_LIST(struct providers_out, providers, providers_n, struct provider_view, provider_view_fields,
               .help = "models first"),
    FIELD_END,
};
OPERATION(providers, FIELD_TABLE(nothing), FIELD_TABLE(providers_out),
          "List the services, their variables, and which are set.", .blocks = true);

static const struct field doctor_in_fields[] = {
    FIELD_BOOL(struct doctor_in, offline, .help = "do not call any service"),
    FIELD_END,
};
static const struct field check_fields[] = {
    FIELD_STR(struct check, name, .help = "what was tried"),
    FIELD_STR(struct check, status, .help = "ok, warning or failed"),
    FIELD_STR(struct check, detail, .help = "what came of it"),
    FIELD_STR(struct check, fix, .nullable = true, .help = "what to do"),
    FIELD_END,
};
static const struct field doctor_out_fields[] = {
    FIELD_BOOL(struct doctor_out, good, .help = "nothing failed"),
    FIELD_LIST(struct doctor_out, checks, checks_n, struct check, check_fields, .help = "one by one"),
    FIELD_END,
};
OPERATION(doctor, FIELD_TABLE(doctor_in), FIELD_TABLE(doctor_out),
          "Test every key, engine, folder and the disk, and name the fix.",
          .about = "Asks each configured service for something that costs nothing or next to nothing.",
          .who = ACCESS_ADMIN, .blocks = true);

static const struct field config_row_fields[] = {
    FIELD_STR(struct config_row, key, .help = "the key"),
    FIELD_STR(struct config_row, value, .nullable = true, .help = "what is in force"),
    FIELD_STR(struct config_row, from, .help = "where it comes from: a variable, the file, or the default"),
    FIELD_END,
};
static const struct field config_out_fields[] = {
    FIELD_STR(struct config_out, path, .nullable = true, .help = "the file"),
    FIELD_STR(struct config_out, home, .help = "the folder of the data"),
    FIELD_LIST(struct config_out, settings, settings_n, struct config_row, config_row_fields, .help = "every key"),
    FIELD_STRS(struct config_out, warnings, .help = "worth knowing"),
    FIELD_END,
};
OPERATION(config, FIELD_TABLE(nothing), FIELD_TABLE(config_out),
          "Show the configuration in force and where it comes from.", .who = ACCESS_ADMIN);

static const struct field version_out_fields[] = {
    FIELD_STR(struct version_out, version, .help = "of fathom"),
    FIELD_STR(struct version_out, language, .help = "it is written in"),
    FIELD_END,
};
OPERATION(version, FIELD_TABLE(nothing), FIELD_TABLE(version_out), "Print the version.", .bare = true,
          .who = ACCESS_ANYONE);
