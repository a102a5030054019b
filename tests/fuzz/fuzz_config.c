/* The configuration: any bytes give settings or an error with a place. */
#include <assert.h>
#include <string.h>

#include "service/config.h"
#include "service/value.h"
#include "service/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct environment *environment = environment_new(arena, false);
    struct config config;
    struct yaml_notes notes;
    struct error e = { 0 };

    environment_set(environment, str("WORD"), str("light"));
    fields_init(config_fields(), &config, sizeof config);
    if (yaml_decode(arena, &(struct yaml_source){ str_n((const char *) data, size), "c.yaml", environment },
                    config_fields(), &config, &notes, &e) < 0) {
        assert(e.code == ERROR_MISCONFIGURED);
        assert(strncmp(e.message, "c.yaml", 6) == 0);
    }
    arena_free(arena);
    return 0;
}
