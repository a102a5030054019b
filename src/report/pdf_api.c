#include <pthread.h>

#include "base/library.h"
#include "report/pdf_internal.h"

struct pdf_api pdf_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct error failure;

#define SYMBOL(name) { #name, (void **) &pdf_api.name },
static const struct library_symbol glib[] = { PDF_GLIB(SYMBOL) }, gobject[] = { PDF_GOBJECT(SYMBOL) },
                                   cairo[] = { PDF_CAIRO(SYMBOL) }, pango[] = { PDF_PANGO(SYMBOL) },
                                   pangocairo[] = { PDF_PANGOCAIRO(SYMBOL) };

/* Library code does not print. */
static void say_nothing(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data)
{
    (void) domain, (void) level, (void) message, (void) data;
}

static void load(void)
{
    const struct {
        const char *file, *package;
        const struct library_symbol *symbols;
        size_t n;
    } libraries[] = {
        { "libglib-2.0.so.0", "libglib2.0-0", glib, sizeof glib / sizeof *glib },
        { "libgobject-2.0.so.0", "libglib2.0-0", gobject, sizeof gobject / sizeof *gobject },
        { "libcairo.so.2", "libcairo2", cairo, sizeof cairo / sizeof *cairo },
        { "libpango-1.0.so.0", "libpango-1.0-0", pango, sizeof pango / sizeof *pango },
        { "libpangocairo-1.0.so.0", "libpangocairo-1.0-0", pangocairo, sizeof pangocairo / sizeof *pangocairo },
    };

    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (library_load(libraries[i].file, libraries[i].package, libraries[i].symbols, libraries[i].n, &failure) < 0) {
            error_wrap(&failure, "a PDF cannot be written");
            return;
        }
    pdf_api.g_log_set_default_handler(say_nothing, NULL);
}

int pdf_api_load(struct error *e)
{
    pthread_once(&once, load);
    if (failure.code && e)
        *e = failure;
    return -failure.code;
}
