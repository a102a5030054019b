/* One line per embedded file, one name per prompt. The bytes come in by .incbin, so there is no
 * generated code; the Makefile makes this object depend on the files. */
#include "base/asset.h"

#include <string.h>

#define ASSET(symbol, file)                                                                                            \
    __asm__(".section .rodata\n"                                                                                       \
            ".balign 16\n"                                                                                             \
            "asset_" #symbol ":\n"                                                                                     \
            ".incbin \"" file "\"\n"                                                                                   \
            "asset_" #symbol "_end:\n"                                                                                 \
            ".byte 0\n"                                                                                                \
            ".previous\n");                                                                                            \
    extern const char asset_##symbol[], asset_##symbol##_end[]

ASSET(models, "src/llm/models.json");
ASSET(store_schema, "src/store/schema.sql");
ASSET(report_style, "src/report/report.css");

/* The prompts: prompts/NAME.md for each name. */
// clang-format off
#define PROMPTS(X) \
    X(analyse_step) X(analyze) X(plan_research) X(refine) X(supervise) X(answer) X(coordinate) \
    X(plan_steps) X(provider_search) X(reflect_step) X(research_step) X(search_queries) \
    X(atomic_facts) X(rewrite_paragraph) X(decide) X(sub_queries) X(summarize) X(synthesize) \
    X(verify_claims) X(panel_context) X(panel_answer) X(panel_conflicts) X(panel_synthesis) \
    X(validate_input) X(improve_input) X(manage) X(plan_searches) X(search_summary)
// clang-format on
#define PROMPT_ASSET(name) ASSET(prompt_##name, "prompts/" #name ".md");
PROMPTS(PROMPT_ASSET)

/* The web page: the files of web/, and the same compressed by the Makefile. The report's style sheet is part of it. */
// clang-format off
#define WEB(X) \
    X(index, "web/", "index.html") X(app_css, "web/", "app.css") X(icon, "web/", "icon.svg") X(theme, "web/", "theme.js") \
    X(app, "web/", "app.js") X(dom, "web/", "dom.js") X(api, "web/", "api.js") X(words, "web/", "words.js") \
    X(ask, "web/", "ask.js") X(run, "web/", "run.js") X(live, "web/", "live.js") X(timeline, "web/", "timeline.js") \
    X(report, "web/", "report.js") X(evidence, "web/", "evidence.js") X(call, "web/", "call.js") \
    X(source, "web/", "source.js") X(compare, "web/", "compare.js") X(thread, "web/", "thread.js") X(doubts, "web/", "doubts.js") X(copy, "web/", "copy.js") \
    X(panel, "web/", "panel.js") X(runs, "web/", "runs.js") X(corpora, "web/", "corpora.js") \
    X(trouble, "web/", "trouble.js") X(session, "web/", "session.js") X(report_css, "src/report/", "report.css")
// clang-format on
#define WEB_ASSET(name, folder, file)                                                                                  \
    ASSET(web_##name, folder file);                                                                                    \
    ASSET(web_##name##_gz, "build/web/" file ".gz");
WEB(WEB_ASSET)

static const struct {
    const char *path, *start, *end;
} assets[] = { { "src/llm/models.json", asset_models, asset_models_end },
               { "src/store/schema.sql", asset_store_schema, asset_store_schema_end },
               { "src/report/report.css", asset_report_style, asset_report_style_end },
#define PROMPT_ROW(name) { "prompts/" #name ".md", asset_prompt_##name, asset_prompt_##name##_end },
               PROMPTS(PROMPT_ROW)
#define WEB_ROW(name, folder, file)                                                                                    \
    { "web/" file, asset_web_##name, asset_web_##name##_end },                                                         \
        { "web/" file ".gz", asset_web_##name##_gz, asset_web_##name##_gz_end },
                   WEB(WEB_ROW) };

size_t asset_count(void) { return sizeof assets / sizeof *assets; }
const char *asset_path(size_t at) { return assets[at].path; }

bool asset_find(const char *path, struct str *ret)
{
    for (size_t i = 0; i < asset_count(); i++)
        if (strcmp(assets[i].path, path) == 0) {
            *ret = str_n(assets[i].start, (size_t) (assets[i].end - assets[i].start));
            return true;
        }
    return false;
}
