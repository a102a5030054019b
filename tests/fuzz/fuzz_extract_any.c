#include "tests/fuzz/extract.h"

/* The sniffer decides; PDF is left to pdftotext, which is a program of its own. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct document_hints hints = { .content_type = str("text/html") };
    struct str bytes = str_n((const char *) data, size);
    enum document_format format = document_sniff(bytes, &hints);

    return format == DOCUMENT_UNKNOWN || format == DOCUMENT_PDF ? 0 : extract_fuzz(data, size, format, "");
}
