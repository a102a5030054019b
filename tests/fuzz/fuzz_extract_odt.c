#include "tests/fuzz/extract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return extract_fuzz_archive(data, size, DOCUMENT_ODT, "a.odt", "content.xml");
}
