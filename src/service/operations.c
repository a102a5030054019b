#include "service/operation.h"

const struct operation *const operations[] = {
    &operation_research, &operation_plan, &operation_list, &operation_show, &operation_report, &operation_events,
    &operation_sources, &operation_resume, &operation_cancel, &operation_finish, &operation_delete, &operation_replay,
    &operation_why, &operation_models, &operation_providers, &operation_doctor, &operation_config, &operation_version,
    NULL,
};
