/* Operations on drafts and panels: what they are called, what they take and give. */
#include "service/panel.h"

enum { PROMPT_MAX = 20000 };

static const struct field draft_out_fields[] = {
    FIELD_STR(struct draft_out, id, .help = "the run"),
    FIELD_STR(struct draft_out, status, .help = "draft"),
    FIELD_AS("selectedModels", STRS, struct draft_out, selected_models, .help = "the models that would answer"),
    FIELD_STRS(struct draft_out, warnings, .help = "worth knowing"),
    FIELD_END,
};
OPERATION(draft, { .size = sizeof(struct draft_in) }, FIELD_TABLE(draft_out),
          "Save a research as a draft, to be changed and approved later.", .in_fields = draft_fields,
          .about =
              "The workflow is panel unless another is named. Models that originalMessage names in plain words are "
              "chosen when none are given. Keys and sources are checked when the draft is approved.",
          .errors = { ERROR_INVALID }, .once = true, .changes = true);
OPERATION(edit, { .size = sizeof(struct edit_in) }, FIELD_TABLE(draft_out), "Change a draft.", .in_fields = edit_fields,
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID }, .changes = true);
OPERATION(approve, FIELD_TABLE(run_ref_in), FIELD_TABLE(run_ref_out), "Start the research of a draft.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID, ERROR_MISCONFIGURED }, .once = true,
          .changes = true);

static const struct field confirm_in_fields[] = {
    FIELD_RUN_ID(struct confirm_in),
    FIELD_ENUM(struct confirm_in, action, confirm_words, .required = true,
               .help = "go on with the answers given, ask the failed models again, or end the run"),
    FIELD_END,
};
static const struct field confirm_out_fields[] = {
    FIELD_STR(struct confirm_out, id, .help = "the run"),
    FIELD_STR(struct confirm_out, status, .help = "where it goes"),
    FIELD_STR(struct confirm_out, action, .help = "what was decided"),
    FIELD_STR(struct confirm_out, message, .help = "what happens now"),
    FIELD_END,
};
OPERATION(confirm, FIELD_TABLE(confirm_in), FIELD_TABLE(confirm_out),
          "Decide what happens when some models of a panel failed.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID }, .once = true, .changes = true);

static const struct field retry_out_fields[] = {
    FIELD_STR(struct retry_out, id, .help = "the run"),
    FIELD_STR(struct retry_out, status, .help = "where it goes"),
    FIELD_STR(struct retry_out, action, .help = "retried_llms, retried_synthesis or already_completed"),
    FIELD_AS("retriedModels", STRS, struct retry_out, retried_models, .help = "the models that are asked again"),
    FIELD_END,
};
OPERATION(retry, FIELD_TABLE(run_ref_in), FIELD_TABLE(retry_out), "Try what failed in a panel again.",
          .about = "Answers that were given are not paid for again.", .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT },
          .once = true, .changes = true);

static const struct field context_fields[] = {
    FIELD_STR(struct research_context, id, .max = CONTEXT_ID_MAX,
              .help = "by which it is named later; else one is made"),
    FIELD_STR(struct research_context, name, .was = "label", .help = "name of the document"),
    FIELD_STR(struct research_context, text, .was = "content", .required = true, .help = "its text"),
    FIELD_END,
};
static const struct field enhance_in_fields[] = {
    FIELD_RUN_ID(struct enhance_in),
    FIELD_AS("additionalModels", STRS, struct enhance_in, additional_models, .words = kind_model,
             .help = "models that answer as well"),
    FIELD_AS("additionalContexts", LIST, struct enhance_in, additional_contexts, .fields = context_fields,
             .size = sizeof(struct research_context),
             .count_offset = offsetof(struct enhance_in, additional_contexts_n), .help = "further texts to use"),
    FIELD_AS("removeContextIds", STRS, struct enhance_in, remove_context_ids, .help = "texts to leave out, by id"),
    FIELD_AS("synthesisModel", STR, struct enhance_in, synthesis_model, .words = kind_model,
             .help = "another model that writes"),
    FIELD_END,
};
OPERATION(enhance, FIELD_TABLE(enhance_in), FIELD_TABLE(run_ref_out),
          "Make a new run of a completed panel, with more models or texts.",
          .about = "The old run stays as it is; its answers are used again and cost nothing.",
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID, ERROR_MISCONFIGURED }, .once = true,
          .changes = true);

static const struct field validate_input_in_fields[] = {
    FIELD_STR(struct validate_input_in, prompt, .required = true, .max = PROMPT_MAX, .help = "the prompt"),
    FIELD_AS("includeImprovement", BOOL, struct validate_input_in, include_improvement,
             .help = "give a better version, too"),
    FIELD_END,
};
static const struct field validate_input_out_fields[] = {
    FIELD_INT(struct validate_input_out, quality, .help = "0 invalid, 1 weak, 2 good"),
    FIELD_STR(struct validate_input_out, reason, .help = "why"),
    FIELD_AS("improvedPrompt", STR, struct validate_input_out, improved_prompt, .nullable = true,
             .help = "a better version, if it was asked for"),
    FIELD_END,
};
OPERATION(validate_input, FIELD_TABLE(validate_input_in), FIELD_TABLE(validate_input_out),
          "Judge whether a prompt is good enough to research.", .errors = { ERROR_MISCONFIGURED, ERROR_UPSTREAM },
          .once = true, .blocks = true);

static const struct field improve_input_in_fields[] = {
    FIELD_STR(struct improve_input_in, prompt, .required = true, .max = PROMPT_MAX, .help = "the prompt"),
    FIELD_END,
};
static const struct field improve_input_out_fields[] = {
    FIELD_AS("improvedPrompt", STR, struct improve_input_out, improved_prompt, .help = "a better version"),
    FIELD_END,
};
OPERATION(improve_input, FIELD_TABLE(improve_input_in), FIELD_TABLE(improve_input_out),
          "Write a better version of a prompt.", .errors = { ERROR_MISCONFIGURED, ERROR_UPSTREAM, ERROR_INVALID },
          .once = true, .blocks = true);

static const struct field llm_result_usage_fields[] = {
    { .name = "input", .type = FIELD_TYPE_INT, .offset = 0, .max = 1e12, .help = "tokens read" },
    { .name = "output", .type = FIELD_TYPE_INT, .offset = sizeof(int64_t), .max = 1e12, .help = "tokens written" },
    FIELD_END,
};
static const struct field llm_result_source_fields[] = {
    FIELD_STR(struct llm_result_source, url, .required = true, .help = "the address of a page it cites"),
    FIELD_STR(struct llm_result_source, title, .help = "its title"),
    FIELD_STR(struct llm_result_source, text, .help = "what it says there"),
    FIELD_END,
};
static const struct field llm_result_in_fields[] = {
    FIELD_RUN_ID(struct llm_result_in),
    FIELD_STR(struct llm_result_in, model, .required = true, .words = kind_model, .help = "as it was asked for"),
    FIELD_ENUM(struct llm_result_in, status, llm_result_words, .required = true, .help = "what became of it"),
    FIELD_STR(struct llm_result_in, content, .max = 2000000, .help = "its answer"),
    FIELD_STR(struct llm_result_in, error, .max = 1000, .help = "why it failed"),
    FIELD_AS("tokenUsage", OBJECT, struct llm_result_in, token_usage, .fields = llm_result_usage_fields,
             .help = "what it took"),
    FIELD_LIST(struct llm_result_in, sources, sources_n, struct llm_result_source, llm_result_source_fields, .max = 200,
               .help = "pages it cites"),
    FIELD_END,
};
static const struct field llm_result_out_fields[] = {
    FIELD_STR(struct llm_result_out, id, .help = "the run"),
    FIELD_BOOL(struct llm_result_out, accepted, .help = "false: it was handed in before"),
    FIELD_END,
};
OPERATION(llm_result, FIELD_TABLE(llm_result_in), FIELD_TABLE(llm_result_out),
          "Hand in what a model of a panel answered, for a worker outside.",
          .about = "It completes the model's call that is under way.", .who = ACCESS_ADMIN,
          .errors = { ERROR_NOT_FOUND, ERROR_CONFLICT, ERROR_INVALID }, .changes = true);
