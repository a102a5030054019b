/* One line per embedded file. The bytes come in by .incbin, so there is no
 * generated code; the Makefile makes this object depend on the files. */
#include "base/asset.h"

#include <string.h>

#define ASSET(symbol, file)                                             \
    __asm__(".section .rodata\n"                                        \
            ".balign 16\n"                                              \
            "asset_" #symbol ":\n"                                      \
            ".incbin \"" file "\"\n"                                    \
            "asset_" #symbol "_end:\n"                                  \
            ".byte 0\n"                                                 \
            ".previous\n");                                             \
    extern const char asset_##symbol[], asset_##symbol##_end[]

ASSET(models, "src/llm/models.json");
ASSET(prompt_decide, "prompts/decide.md");
ASSET(prompt_sub_queries, "prompts/sub_queries.md");
ASSET(prompt_synthesize, "prompts/synthesize.md");
ASSET(prompt_verify_claims, "prompts/verify_claims.md");

static const struct { const char *path, *start, *end; } assets[] = {
    { "src/llm/models.json", asset_models, asset_models_end },
    { "prompts/decide.md", asset_prompt_decide, asset_prompt_decide_end },
    { "prompts/sub_queries.md", asset_prompt_sub_queries, asset_prompt_sub_queries_end },
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
