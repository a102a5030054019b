/* Every wire, every behaviour: one table of what the services say, and one test for each thing that must be made of it. What is
 * special about a wire is tested in its own file. */
#include "attempt_case.h"

#include "net/retry.h"

struct failing {
    int status;
    const char *body;
};

struct facts {
    const char *model;
    bool search; /* asked to search by itself: the other wire of OpenAI */
    int64_t
        nano; /* what `plain` costs: 1000 tokens read, 400 of them cached, 100 written, 60 of them thought, its searches */
    const char *plain, *stream;                /* say "It is blue." */
    const char *tools;                         /* calls search({"q":"x"}) */
    const char *tools_at, *schema_at, *schema; /* where the request names the tool and the form of the answer */
    const char *cut;                           /* "It is", at the limit */
    const char *refused;                       /* NULL: the wire knows no refusal */
    struct failing context, rate, key, unknown;
    const char *broken; /* an error inside a 200 stream */
};

static const struct facts
    wires[] = {
        { .model = "openai/gpt-5.2",
          .search = false,
          .nano = 2520000,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I will not.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens.\",\"code\":\"context_length_exceeded\"}}" },
          .rate = { 429, "{\"error\":{\"message\":\"Rate limit reached\",\"code\":\"rate_limit_exceeded\"}}" },
          .key = { 401, "{\"error\":{\"message\":\"Incorrect API key provided\",\"code\":\"invalid_api_key\"}}" },
          .unknown = { 404, "{\"error\":{\"message\":\"The model `m` does not exist\",\"code\":\"model_not_found\"}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"error\":{\"code\":503,\"message\":\"busy\"}}\n\n" },
        { .model = "openrouter/openai/gpt-5.2",
          .search = false,
          .nano = 1230000,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60},\"cost\":0.00123}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60},\"cost\":0.00123}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60},\"cost\":0.00123}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60},\"cost\":0.00123}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I will not.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60},\"cost\":0.00123}}",
          .context = { 400,
                       "{\"error\":{\"code\":400,\"message\":\"This endpoint's maximum context length is 8192 tokens.\"}}" },
          .rate = { 429,
                    "{\"error\":{\"code\":429,\"message\":\"Rate limit exceeded\",\"metadata\":{\"provider_name\":\"Example\"}}}" },
          .key = { 401, "{\"error\":{\"code\":401,\"message\":\"No auth credentials found\"}}" },
          .unknown = { 404, "{\"error\":{\"code\":404,\"message\":\"The model m does not exist\"}}" },
          .broken =
              ": OPENROUTER\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],\"error\":{\"code\":502,\"message\":\"upstream\"}}\n\n" },
        { .model = "zai/glm-4.7",
          .search = false,
          .nano = 624000,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_object",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"sensitive\",\"message\":{\"content\":\"It\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400, "{\"error\":{\"code\":\"1261\",\"message\":\"Prompt exceeds max length\"}}" },
          .rate = { 429, "{\"error\":{\"code\":\"1302\",\"message\":\"High concurrency\"}}" },
          .key = { 401, "{\"error\":{\"code\":\"1001\",\"message\":\"Header lacks auth\"}}" },
          .unknown = { 400, "{\"error\":{\"code\":\"1211\",\"message\":\"Unknown Model\"}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"network_error\"}]}\n\n" },
        { .model = "groq/openai/gpt-oss-120b",
          .search = false,
          .nano = 180000,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I will not.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"error\":{\"message\":\"Please reduce the length of the messages or completion.\",\"type\":\"invalid_request_error\",\"param\":\"messages\",\"code\":\"context_length_exceeded\"}}" },
          .rate = { 429,
                    "{\"error\":{\"message\":\"Rate limit reached for model `m`\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}" },
          .key = { 401, "{\"error\":{\"message\":\"Incorrect API key provided\",\"code\":\"invalid_api_key\"}}" },
          .unknown = { 404,
                       "{\"error\":{\"message\":\"The model `m` does not exist or you do not have access to it.\",\"type\":\"invalid_request_error\",\"code\":\"model_not_found\"}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"error\":{\"code\":503,\"message\":\"busy\"}}\n\n" },
        { .model = "mistral/mistral-small-latest",
          .search = false,
          .nano = 156000,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"It\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"object\":\"error\",\"message\":\"Prompt contains 40000 tokens, too large for model with 32768 maximum context length\",\"type\":\"invalid_request_error\",\"code\":\"3051\"}" },
          .rate = { 429,
                    "{\"object\":\"error\",\"message\":\"Requests rate limit exceeded\",\"type\":\"rate_limited\",\"code\":\"1300\"}" },
          .key = { 401, "{\"detail\":\"Unauthorized\"}" },
          .unknown = { 400,
                       "{\"object\":\"error\",\"message\":\"Invalid model: m\",\"type\":\"invalid_model\",\"param\":null,\"code\":\"1500\"}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\n" },
        { .model = "deepseek/deepseek-flash",
          .search = false,
          .nano = 302400,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_cache_hit_tokens\":400,\"prompt_cache_miss_tokens\":600,\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_cache_hit_tokens\":400,\"prompt_cache_miss_tokens\":600,\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_cache_hit_tokens\":400,\"prompt_cache_miss_tokens\":600,\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_object",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_cache_hit_tokens\":400,\"prompt_cache_miss_tokens\":600,\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"It\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_cache_hit_tokens\":400,\"prompt_cache_miss_tokens\":600,\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"error\":{\"message\":\"This model's maximum context length is 1048576 tokens. However, you requested 2000000 tokens\",\"type\":\"invalid_request_error\",\"code\":\"invalid_request_error\"}}" },
          .rate = { 429, "{\"error\":{\"message\":\"Rate limit reached\",\"type\":\"rate_limit_error\"}}" },
          .key = { 401,
                   "{\"error\":{\"message\":\"Authentication Fails (no such user)\",\"type\":\"authentication_error\",\"code\":\"invalid_request_error\"}}" },
          .unknown = { 400,
                       "{\"error\":{\"message\":\"Model Not Exist\",\"type\":\"invalid_request_error\",\"code\":\"invalid_request_error\"}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"insufficient_system_resource\"}]}\n\n" },
        { .model = "llamacpp/local",
          .search = false,
          .nano = 0,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I will not.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":9000,\"n_ctx\":4096}}" },
          .rate = { 429, "{\"error\":{\"code\":429,\"message\":\"busy\",\"type\":\"server_error\"}}" },
          .key = { 401,
                   "{\"error\":{\"code\":401,\"message\":\"Invalid API Key\",\"type\":\"authentication_error\"}}" },
          .unknown = { 404,
                       "{\"error\":{\"code\":404,\"message\":\"model m not found\",\"type\":\"not_found_error\"}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"error\":{\"code\":500,\"message\":\"context shift\",\"type\":\"server_error\"}}\n\n" },
        { .model = "vllm/served",
          .search = false,
          .nano = 0,
          .plain =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"It is blue.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .stream =
              "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"blue.\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}\n\ndata: [DONE]\n\n",
          .tools =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}}]}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .tools_at = "tools.0.function.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"It is\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .refused =
              "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I will not.\"}}],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":400},\"completion_tokens_details\":{\"reasoning_tokens\":60}}}",
          .context = { 400,
                       "{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens. However, you requested 9000 tokens\",\"type\":\"BadRequestError\",\"code\":400}}" },
          .rate = { 429, "{\"error\":{\"message\":\"Rate limit reached\",\"code\":\"rate_limit_exceeded\"}}" },
          .key = { 401, "{\"error\":\"Unauthorized\"}" },
          .unknown = { 404,
                       "{\"error\":{\"message\":\"The model `m` does not exist.\",\"type\":\"NotFoundError\",\"code\":404}}" },
          .broken =
              "data: {\"choices\":[{\"delta\":{\"content\":\"It\"}}]}\n\ndata: {\"error\":{\"message\":\"EngineCore died\",\"type\":\"InternalServerError\",\"code\":500}}\n\n" },
        { .model = "openai/gpt-5.2",
          .search = true,
          .nano = 22520000,
          .plain =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is blue.\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":100,\"output_tokens_details\":{\"reasoning_tokens\":60}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .stream =
              "data: {\"type\":\"response.output_text.delta\",\"delta\":\"It is \"}\n\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"blue.\"}\n\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is blue.\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":100,\"output_tokens_details\":{\"reasoning_tokens\":60}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}}\n\n",
          .tools =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}],\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":100,\"output_tokens_details\":{\"reasoning_tokens\":60}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .tools_at = "tools.0.name",
          .schema_at = "text.format.type",
          .schema = "json_schema",
          .cut =
              "{\"id\":\"resp_1\",\"status\":\"incomplete\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":100,\"output_tokens_details\":{\"reasoning_tokens\":60}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}},\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}",
          .refused =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"refusal\",\"refusal\":\"I will not.\"}]}],\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":100,\"output_tokens_details\":{\"reasoning_tokens\":60}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .context = { 400, "{\"error\":{\"message\":\"too long\",\"code\":\"context_length_exceeded\"}}" },
          .rate = { 429, "{\"error\":{\"message\":\"Rate limit\",\"code\":\"rate_limit_exceeded\"}}" },
          .key = { 401, "{\"error\":{\"message\":\"Incorrect API key\",\"code\":\"invalid_api_key\"}}" },
          .unknown = { 404, "{\"error\":{\"message\":\"The model m does not exist\",\"code\":\"model_not_found\"}}" },
          .broken =
              "data: {\"type\":\"response.output_text.delta\",\"delta\":\"It\"}\n\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"oops\"}}}\n\n" },
        { .model = "perplexity/low",
          .search = true,
          .nano = 6200000,
          .plain =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is blue.\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"output_tokens\":100,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .stream =
              "data: {\"type\":\"response.output_text.delta\",\"delta\":\"It is \"}\n\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"blue.\"}\n\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is blue.\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"output_tokens\":100,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}}\n\n",
          .tools =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"search\",\"arguments\":\"{\\\"q\\\":\\\"x\\\"}\"}],\"usage\":{\"input_tokens\":1000,\"output_tokens\":100,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .tools_at = "tools.0.name",
          .schema_at = "response_format.type",
          .schema = "json_schema",
          .cut =
              "{\"id\":\"resp_1\",\"status\":\"incomplete\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1000,\"output_tokens\":100,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}},\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}",
          .refused =
              "{\"id\":\"resp_1\",\"status\":\"completed\",\"model\":\"m\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"refusal\",\"refusal\":\"I will not.\"}]}],\"usage\":{\"input_tokens\":1000,\"output_tokens\":100,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}",
          .context = { 400, "{\"error\":{\"message\":\"input is too long\",\"type\":\"invalid_request\"}}" },
          .rate = { 429, "{\"error\":{\"message\":\"Rate limit\",\"code\":\"rate_limit_exceeded\"}}" },
          .key = { 401, "{\"error\":{\"message\":\"Invalid API key provided\"}}" },
          .unknown = { 400,
                       "{\"error\":{\"message\":\"Invalid model: the model m does not exist\",\"type\":\"invalid_model\"}}" },
          .broken =
              "data: {\"type\":\"response.output_text.delta\",\"delta\":\"It\"}\n\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"oops\"}}}\n\n" },
        { .model = "anthropic/claude-opus-4-5",
          .search = false,
          .nano = 15700000,
          .plain =
              "{\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"It is blue.\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":600,\"cache_read_input_tokens\":400,\"cache_creation_input_tokens\":0,\"output_tokens\":100,\"server_tool_use\":{\"web_search_requests\":1}}}",
          .stream =
              "event: message_start\ndata: {\"message\":{\"model\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":600,\"cache_read_input_tokens\":400,\"cache_creation_input_tokens\":0,\"output_tokens\":1}},\"type\":\"message_start\"}\n\nevent: content_block_start\ndata: {\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"},\"type\":\"content_block_start\"}\n\nevent: content_block_delta\ndata: {\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"It is \"},\"type\":\"content_block_delta\"}\n\nevent: content_block_delta\ndata: {\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"blue.\"},\"type\":\"content_block_delta\"}\n\nevent: content_block_stop\ndata: {\"index\":0,\"type\":\"content_block_stop\"}\n\nevent: message_delta\ndata: {\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":100,\"server_tool_use\":{\"web_search_requests\":1}},\"type\":\"message_delta\"}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
          .tools =
              "{\"model\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"search\",\"input\":{\"q\":\"x\"}}],\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":600,\"cache_read_input_tokens\":400,\"cache_creation_input_tokens\":0,\"output_tokens\":100,\"server_tool_use\":{\"web_search_requests\":1}}}",
          .tools_at = "tools.0.name",
          .schema_at = "output_config.format.type",
          .schema = "json_schema",
          .cut =
              "{\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"It is\"}],\"stop_reason\":\"max_tokens\",\"usage\":{\"input_tokens\":600,\"cache_read_input_tokens\":400,\"cache_creation_input_tokens\":0,\"output_tokens\":100,\"server_tool_use\":{\"web_search_requests\":1}}}",
          .refused =
              "{\"model\":\"m\",\"content\":[],\"stop_reason\":\"refusal\",\"usage\":{\"input_tokens\":600,\"cache_read_input_tokens\":400,\"cache_creation_input_tokens\":0,\"output_tokens\":100,\"server_tool_use\":{\"web_search_requests\":1}},\"stop_details\":{\"explanation\":\"I will not.\"}}",
          .context = { 400,
                       "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}" },
          .rate = { 429, "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow\"}}" },
          .key = { 401,
                   "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}" },
          .unknown = { 404, "{\"type\":\"error\",\"error\":{\"type\":\"not_found_error\",\"message\":\"model: m\"}}" },
          .broken =
              "event: content_block_delta\ndata: {\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"It\"},\"type\":\"content_block_delta\"}\n\nevent: error\ndata: {\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"},\"type\":\"error\"}\n\n" },
        { .model = "google/gemini-3.6-flash",
          .search = false,
          .nano = 29710000,
          .plain =
              "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"It is blue.\"}]},\"groundingMetadata\":{\"webSearchQueries\":[\"a\",\"b\"],\"groundingChunks\":[]}}],\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":40,\"thoughtsTokenCount\":60,\"totalTokenCount\":1100},\"modelVersion\":\"m\"}",
          .stream =
              "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"It is \"}]}}]}\n\ndata: {\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[{\"text\":\"blue.\"}]},\"groundingMetadata\":{\"webSearchQueries\":[\"a\",\"b\"],\"groundingChunks\":[]}}],\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":40,\"thoughtsTokenCount\":60,\"totalTokenCount\":1100}}\n\n",
          .tools =
              "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"search\",\"args\":{\"q\":\"x\"}}}]},\"groundingMetadata\":{\"webSearchQueries\":[\"a\",\"b\"],\"groundingChunks\":[]}}],\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":40,\"thoughtsTokenCount\":60,\"totalTokenCount\":1100},\"modelVersion\":\"m\"}",
          .tools_at = "tools.0.functionDeclarations.0.name",
          .schema_at = "generationConfig.responseMimeType",
          .schema = "application/json",
          .cut =
              "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\",\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"It is\"}]},\"groundingMetadata\":{\"webSearchQueries\":[\"a\",\"b\"],\"groundingChunks\":[]}}],\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":40,\"thoughtsTokenCount\":60,\"totalTokenCount\":1100},\"modelVersion\":\"m\"}",
          .refused =
              "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":40,\"thoughtsTokenCount\":60,\"totalTokenCount\":1100}}",
          .context = { 400,
                       "{\"error\":{\"code\":400,\"message\":\"The input token count (2000000) exceeds the maximum number of tokens allowed\",\"status\":\"INVALID_ARGUMENT\"}}" },
          .rate = { 429,
                    "{\"error\":{\"code\":429,\"message\":\"Resource exhausted\",\"status\":\"RESOURCE_EXHAUSTED\"}}" },
          .key = { 400,
                   "{\"error\":{\"code\":400,\"message\":\"API key not valid. Please pass a valid API key.\",\"status\":\"INVALID_ARGUMENT\"}}" },
          .unknown = { 404,
                       "{\"error\":{\"code\":404,\"message\":\"models/m is not found for API version v1beta\",\"status\":\"NOT_FOUND\"}}" },
          .broken =
              "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"It\"}]}}]}\n\ndata: {\"error\":{\"code\":503,\"message\":\"busy\",\"status\":\"UNAVAILABLE\"}}\n\n" },
        { .model = "ollama/llama3.3",
          .search = false,
          .nano = 0,
          .plain =
              "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"It is blue.\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":1000,\"eval_count\":100}",
          .stream =
              "{\"message\":{\"content\":\"It is \"},\"done\":false}\n{\"message\":{\"content\":\"blue.\"},\"done\":false}\n{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":1000,\"eval_count\":100}\n",
          .tools =
              "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"search\",\"arguments\":{\"q\":\"x\"}}}]},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":1000,\"eval_count\":100}",
          .tools_at = "tools.0.function.name",
          .schema_at = "format.type",
          .schema = "object",
          .cut =
              "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"It is\"},\"done\":true,\"done_reason\":\"length\",\"prompt_eval_count\":1000,\"eval_count\":100}",
          .refused = NULL,
          .context = { 400, "{\"error\":\"the input length exceeds the context length\"}" },
          .rate = { 429, "{\"error\":\"too many concurrent requests\"}" },
          .key = { 401, "{\"error\":\"unauthorized\"}" },
          .unknown = { 404, "{\"error\":\"model 'm' not found\"}" },
          .broken =
              "{\"message\":{\"content\":\"It\"},\"done\":false}\n{\"error\":\"an error was encountered while running the model\"}\n" },
    };

/* A fresh attempt at the i-th model. */
static void fresh(const struct facts *wire, bool stream)
{
    the.request.web_search = wire->search;
    the.request.stream = stream;
    attempt_case_model(wire->model);
}

#define EACH(wire) for (const struct facts *wire = wires; wire < wires + sizeof wires / sizeof *wires; wire++)
#define HOLDS(wire, condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s: %s (%s)", (wire)->model, #condition, the.e.message);                                         \
    } while (0)

static void test_every_wire_reads_a_plain_answer(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, false);
        HOLDS(wire, attempt_case_decode(wire->plain) == 0);
        HOLDS(wire, str_is(the.attempt->answer.text, "It is blue."));
        HOLDS(wire, the.attempt->answer.finish == LLM_STOP);
    }
}

static void test_every_wire_reads_a_stream_byte_by_byte(void **state)
{
    (void) state;
    EACH(wire)
    for (size_t piece = 1; piece < 20; piece += 6) {
        fresh(wire, true);
        HOLDS(wire, attempt_case_feed(wire->stream, piece) == 0);
        HOLDS(wire, str_is(the.attempt->answer.text, "It is blue."));
        HOLDS(wire, str_is(buf_str(&the.streamed), "It is blue."));
        HOLDS(wire, the.attempt->usage_reported);
    }
}

static void test_every_wire_passes_over_an_event_that_is_no_object(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, true);
        struct str odd = str_format(the.arena, "%snull\n\n%s", the.family->lines ? "" : "data: ", wire->stream);
        HOLDS(wire, attempt_case_feed(odd.data, odd.len) == 0);
        HOLDS(wire, str_is(buf_str(&the.streamed), "It is blue."));
    }
}

static void test_every_wire_offers_tools_and_reads_their_calls(void **state)
{
    (void) state;
    struct llm_tool tool = { str("search"), str("finds"), str("{\"type\":\"object\"}") };
    struct net_request request;

    the.request.tools = &tool;
    the.request.tools_n = 1;
    EACH(wire)
    {
        fresh(wire, false);
        json_t *body = attempt_case_build(&request);
        HOLDS(wire, strcmp(text_at(body, wire->tools_at), "search") == 0);
        json_decref(body);
        HOLDS(wire, attempt_case_decode(wire->tools) == 0);
        HOLDS(wire, the.attempt->answer.finish == LLM_TOOL_CALLS && the.attempt->answer.tool_calls_n == 1);
        const struct llm_tool_call *call = &the.attempt->answer.tool_calls[0];
        HOLDS(wire, str_is(call->name, "search") && str_is(call->arguments, "{\"q\":\"x\"}") && !str_empty(call->id));
    }
}

static void test_every_wire_asks_for_a_schema_by_its_best_means(void **state)
{
    (void) state;
    struct net_request request;

    the.request.schema = str("{\"type\":\"object\",\"properties\":{}}");
    EACH(wire)
    {
        fresh(wire, false);
        json_t *body = attempt_case_build(&request);
        HOLDS(wire, strcmp(text_at(body, wire->schema_at), wire->schema) == 0);
        /* What does not enforce the schema is told it in words. */
        HOLDS(wire, strcmp(wire->schema, "json_object") != 0 || str_contains(request.body, "JSON Schema"));
        json_decref(body);
    }
}

static void test_every_wire_sees_truncation_and_goes_on(void **state)
{
    (void) state;
    struct net_request request;

    EACH(wire)
    {
        fresh(wire, false);
        HOLDS(wire, attempt_case_decode(wire->cut) == 0);
        HOLDS(wire, the.attempt->answer.finish == LLM_LENGTH && str_is(the.attempt->answer.text, "It is"));
        fresh(wire, false);
        the.attempt->partial = str("It is");
        json_decref(attempt_case_build(&request));
        HOLDS(wire, str_contains(request.body, "\"It is\""));
        HOLDS(wire, str_contains(request.body, "Continue exactly where it stopped"));
    }
}

static void test_every_wire_names_refusals_and_blocks(void **state)
{
    (void) state;
    EACH(wire)
    {
        if (!wire->refused)
            continue;
        fresh(wire, false);
        int r = attempt_case_decode(wire->refused);
        HOLDS(wire, r == -ERROR_REFUSED || (r == 0 && the.attempt->answer.finish == LLM_FILTER));
    }
}

static void test_every_wire_knows_a_prompt_that_is_too_long(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, false);
        HOLDS(wire, attempt_case_failure(wire->context.status, wire->context.body) == -ERROR_CONTEXT);
        HOLDS(wire, !the.e.retry);
    }
}

static void test_every_wire_obeys_a_rate_limit_and_its_headers(void **state)
{
    (void) state;
    static struct net_header headers[][1] = { { { { "retry-after", 11 }, { "7", 1 } } },
                                              { { { "Retry-After-Ms", 14 }, { "7000", 4 } } } };

    EACH(wire)
    for (size_t i = 0; i < 2; i++) {
        struct net_response response = {
            .status = wire->rate.status, .body = str(wire->rate.body), .headers = headers[i], .headers_n = 1
        };

        fresh(wire, false);
        HOLDS(wire, attempt_failure(the.attempt, &response, &the.e) == -ERROR_RATE);
        HOLDS(wire, the.e.retry && the.e.retry_after_ms == 7000);
    }
}

static void test_every_wire_names_the_key_that_was_refused(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, false);
        HOLDS(wire, attempt_case_failure(wire->key.status, wire->key.body) == -ERROR_AUTH);
        HOLDS(wire, !the.e.retry && strstr(the.e.message, the.attempt->provider->row->key_variable) != NULL);
        HOLDS(wire, !strstr(the.e.message, "secret-key-1"));
    }
}

static void test_every_wire_knows_a_model_that_is_not_there(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, false);
        HOLDS(wire, attempt_case_failure(wire->unknown.status, wire->unknown.body) == -ERROR_MODEL);
        HOLDS(wire, !the.e.retry);
    }
}

static void test_every_wire_sees_an_error_inside_a_stream(void **state)
{
    (void) state;
    EACH(wire)
    {
        fresh(wire, true);
        HOLDS(wire, attempt_case_feed(wire->broken, 3) == -ERROR_UPSTREAM);
        HOLDS(wire, the.e.retry);
        /* And one that just stops. */
        fresh(wire, true);
        HOLDS(wire, attempt_case_feed(wire->broken, strlen(wire->broken) / 3) < 0);
    }
}

static void test_every_wire_costs_to_the_cent(void **state)
{
    (void) state;
    EACH(wire)
    for (int stream = 0; stream < 2; stream++) {
        fresh(wire, stream);
        HOLDS(wire, (stream ? attempt_case_feed(wire->stream, 7) : attempt_case_decode(wire->plain)) == 0);
        struct usage usage = the.attempt->usage;
        HOLDS(wire, usage.input_tokens == 1000 && usage.output_tokens == 100);
        usage.calls = 1;
        if (the.attempt->cost_reported_nano >= 0)
            usage.cost_nano = the.attempt->cost_reported_nano;
        else
            model_cost(the.attempt->model, &usage, the.attempt->cache_write_tokens);
        if (usage.cost_unknown || usage.cost_nano != wire->nano)
            fail_msg("%s costs %lld, not %lld", wire->model, (long long) usage.cost_nano, (long long) wire->nano);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_every_wire_reads_a_plain_answer),
        CASE(test_every_wire_reads_a_stream_byte_by_byte),
        CASE(test_every_wire_passes_over_an_event_that_is_no_object),
        CASE(test_every_wire_offers_tools_and_reads_their_calls),
        CASE(test_every_wire_asks_for_a_schema_by_its_best_means),
        CASE(test_every_wire_sees_truncation_and_goes_on),
        CASE(test_every_wire_names_refusals_and_blocks),
        CASE(test_every_wire_knows_a_prompt_that_is_too_long),
        CASE(test_every_wire_obeys_a_rate_limit_and_its_headers),
        CASE(test_every_wire_names_the_key_that_was_refused),
        CASE(test_every_wire_knows_a_model_that_is_not_there),
        CASE(test_every_wire_sees_an_error_inside_a_stream),
        CASE(test_every_wire_costs_to_the_cent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
