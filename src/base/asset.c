/* One line per embedded file. The bytes come in by .incbin, so there is no
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
ASSET(report_style, "src/report/report.css");
ASSET(prompt_analyse_step, "prompts/analyse_step.md");
ASSET(prompt_analyze, "prompts/analyze.md");
ASSET(prompt_plan_research, "prompts/plan_research.md");
ASSET(prompt_refine, "prompts/refine.md");
ASSET(prompt_supervise, "prompts/supervise.md");
ASSET(prompt_answer, "prompts/answer.md");
ASSET(prompt_coordinate, "prompts/coordinate.md");
ASSET(prompt_plan_steps, "prompts/plan_steps.md");
ASSET(prompt_provider_search, "prompts/provider_search.md");
ASSET(prompt_reflect_step, "prompts/reflect_step.md");
ASSET(prompt_research_step, "prompts/research_step.md");
ASSET(prompt_search_queries, "prompts/search_queries.md");
ASSET(prompt_atomic_facts, "prompts/atomic_facts.md");
ASSET(prompt_rewrite_paragraph, "prompts/rewrite_paragraph.md");
ASSET(prompt_decide, "prompts/decide.md");
ASSET(prompt_sub_queries, "prompts/sub_queries.md");
ASSET(prompt_summarize, "prompts/summarize.md");
ASSET(prompt_synthesize, "prompts/synthesize.md");
ASSET(prompt_verify_claims, "prompts/verify_claims.md");

static const struct {
    const char *path, *start, *end;
} assets[] = {
    { "src/llm/models.json", asset_models, asset_models_end },
    { "src/report/report.css", asset_report_style, asset_report_style_end },
    { "prompts/analyse_step.md", asset_prompt_analyse_step, asset_prompt_analyse_step_end },
    { "prompts/analyze.md", asset_prompt_analyze, asset_prompt_analyze_end },
    { "prompts/plan_research.md", asset_prompt_plan_research, asset_prompt_plan_research_end },
    { "prompts/refine.md", asset_prompt_refine, asset_prompt_refine_end },
    { "prompts/supervise.md", asset_prompt_supervise, asset_prompt_supervise_end },
    { "prompts/answer.md", asset_prompt_answer, asset_prompt_answer_end },
    { "prompts/coordinate.md", asset_prompt_coordinate, asset_prompt_coordinate_end },
    { "prompts/plan_steps.md", asset_prompt_plan_steps, asset_prompt_plan_steps_end },
    { "prompts/provider_search.md", asset_prompt_provider_search, asset_prompt_provider_search_end },
    { "prompts/reflect_step.md", asset_prompt_reflect_step, asset_prompt_reflect_step_end },
    { "prompts/research_step.md", asset_prompt_research_step, asset_prompt_research_step_end },
    { "prompts/search_queries.md", asset_prompt_search_queries, asset_prompt_search_queries_end },
    { "prompts/atomic_facts.md", asset_prompt_atomic_facts, asset_prompt_atomic_facts_end },
    { "prompts/rewrite_paragraph.md", asset_prompt_rewrite_paragraph, asset_prompt_rewrite_paragraph_end },
    { "prompts/decide.md", asset_prompt_decide, asset_prompt_decide_end },
    { "prompts/sub_queries.md", asset_prompt_sub_queries, asset_prompt_sub_queries_end },
    { "prompts/summarize.md", asset_prompt_summarize, asset_prompt_summarize_end },
    { "prompts/synthesize.md", asset_prompt_synthesize, asset_prompt_synthesize_end },
    { "prompts/verify_claims.md", asset_prompt_verify_claims, asset_prompt_verify_claims_end },
};

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
