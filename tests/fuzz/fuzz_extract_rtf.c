#include "tests/fuzz/extract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return extract_fuzz(data, size, DOCUMENT_RTF, "a.rtf"); }
