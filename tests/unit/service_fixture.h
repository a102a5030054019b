/* A service over a home of its own, with no model. */
#ifndef FATHOM_TESTS_SERVICE_FIXTURE_H
#define FATHOM_TESTS_SERVICE_FIXTURE_H

#include "service/service.h"
#include "service_case.h"

struct fixture {
    struct home home;
    struct service *service;
    struct arena *arena;
};

static inline void begin(struct fixture *f)
{
    struct error e;

    f->home = home_begin();
    f->arena = arena_new();
    if (service_new(&(struct service_options){ 0 }, &f->service, &e) < 0)
        fail_msg("%s", e.message);
}

static inline void end(struct fixture *f)
{
    service_free(f->service);
    arena_free(f->arena);
    home_end(&f->home);
}

#endif
