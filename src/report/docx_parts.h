/* The parts of a DOCX that are the same in every report. */
#ifndef FATHOM_REPORT_DOCX_PARTS_H
#define FATHOM_REPORT_DOCX_PARTS_H

extern const char docx_content_types[], docx_root_relations[], docx_styles[], docx_settings[], docx_footer[];

/* Opens every part of WordprocessingML. */
#define DOCX_XML "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define DOCX_W "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
#define DOCX_R "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

#endif
