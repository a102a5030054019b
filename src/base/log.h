/* Logging: a line to whoever listens. Library code never prints; the door sets
 * a listener. Secrets registered here are replaced by "[secret]" in every line
 * and, through log_redacted(), in whatever else leaves the process.
 * Threads: any. */
#ifndef FATHOM_BASE_LOG_H
#define FATHOM_BASE_LOG_H

#include <stdbool.h>

#include "base/buf.h"

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

typedef void log_listener(void *context, enum log_level level, const char *line);

void log_listen(log_listener *listener, void *context, enum log_level most);
void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool log_wants(enum log_level level);

/* Keys and passwords, at least 6 bytes long; copied. At most 64. With one come the forms in which it is sent and may be
 * said back: trimmed, up to a line end, escaped for a URL and for JSON. */
void log_secret(struct str secret);
/* A key without the blanks, line ends and quotes that copying it left around it; a part of `secret`. */
struct str log_secret_trim(struct str secret);
/* The text with every registered secret replaced. */
struct str log_redacted(struct arena *arena, struct str text);
/* For fixed buffers such as error messages. */
void log_redact_z(char *text, size_t size);
bool log_has_secret(struct str text);

#endif
