/* An e-mail as bytes (RFC 5322, MIME): text and HTML as alternatives, attachments behind them.
 *
 * Every line is ASCII, ends in CRLF and has at most 76 bytes: texts are quoted-printable, attachments base64, header values
 * that are not ASCII encoded words (RFC 2047) or extended parameters (RFC 2231). No value can begin another header: control
 * characters in it become spaces. */
#ifndef FATHOM_DELIVER_MESSAGE_H
#define FATHOM_DELIVER_MESSAGE_H

#include <stdint.h>

#include "base/str.h"

struct attachment {
    struct str name;  /* of the file */
    const char *type; /* "application/pdf" */
    struct str data;
};

struct message {
    struct str from_name;  /* may be empty */
    struct str from, to;   /* addresses alone, checked */
    struct str subject;    /* any text */
    struct str id;         /* hexadecimal; Message-ID and boundaries are made of it */
    int64_t date_ms;       /* wall clock */
    struct str text, html; /* UTF-8 */
    const struct attachment *attachments;
    size_t attachments_n;
};

/* The same message gives the same bytes. In `arena`. */
struct str message_write(struct arena *arena, const struct message *message);

#endif
