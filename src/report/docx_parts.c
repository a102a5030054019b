#include "report/docx_parts.h"

#define OFFICE "application/vnd.openxmlformats-officedocument.wordprocessingml."

const char docx_content_types[] = DOCX_XML
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    "<Override PartName=\"/word/document.xml\" ContentType=\"" OFFICE "document.main+xml\"/>"
    "<Override PartName=\"/word/styles.xml\" ContentType=\"" OFFICE "styles+xml\"/>"
    "<Override PartName=\"/word/numbering.xml\" ContentType=\"" OFFICE "numbering+xml\"/>"
    "<Override PartName=\"/word/settings.xml\" ContentType=\"" OFFICE "settings+xml\"/>"
    "<Override PartName=\"/word/footer1.xml\" ContentType=\"" OFFICE "footer+xml\"/>"
    "<Override PartName=\"/docProps/core.xml\" "
    "ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>"
    "</Types>";

const char docx_root_relations[] = DOCX_XML
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    "<Relationship Id=\"rId1\" Type=\"" DOCX_R "/officeDocument\" Target=\"word/document.xml\"/>"
    "<Relationship Id=\"rId2\" "
    "Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" "
    "Target=\"docProps/core.xml\"/></Relationships>";

const char docx_settings[] = DOCX_XML
    "<w:settings xmlns:w=\"" DOCX_W "\"><w:zoom w:percent=\"100\"/><w:defaultTabStop w:val=\"720\"/>"
    "<w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" "
    "w:val=\"15\"/></w:compat></w:settings>";

const char docx_footer[] = DOCX_XML
    "<w:ftr xmlns:w=\"" DOCX_W "\"><w:p><w:pPr><w:pStyle w:val=\"Footer\"/></w:pPr>"
    "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> PAGE </w:instrText>"
    "</w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r>"
    "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p></w:ftr>";

#define SANS_FONT "<w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:cs=\"Calibri\"/>"
#define MONO_FONT "<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/>"
#define STYLE(id, name, based, pPr, rPr)                                                                               \
    "<w:style w:type=\"paragraph\" w:styleId=\"" id "\"><w:name w:val=\"" name "\"/>" based "<w:pPr>" pPr              \
    "</w:pPr><w:rPr>" rPr "</w:rPr></w:style>"
#define ON_NORMAL "<w:basedOn w:val=\"Normal\"/><w:qFormat/>"
const char docx_styles[] = DOCX_XML
    "<w:styles xmlns:w=\"" DOCX_W "\"><w:docDefaults><w:rPrDefault><w:rPr>"
    "<w:rFonts w:ascii=\"Cambria\" w:hAnsi=\"Cambria\" w:eastAsia=\"Noto Serif CJK SC\" w:cs=\"Times New Roman\"/>"
    "<w:color w:val=\"13202A\"/><w:sz w:val=\"21\"/><w:szCs w:val=\"21\"/></w:rPr></w:rPrDefault>"
    "<w:pPrDefault><w:pPr><w:spacing w:after=\"120\" w:line=\"300\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault>"
    "</w:docDefaults>"
    "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/><w:qFormat/></w:style>" STYLE(
        "Title", "Title", ON_NORMAL, "<w:spacing w:before=\"0\" w:after=\"120\" w:line=\"264\" w:lineRule=\"auto\"/>",
        SANS_FONT
        "<w:b/><w:bCs/><w:sz w:val=\"44\"/><w:szCs w:val=\"44\"/>") STYLE("Subtitle", "Subtitle", ON_NORMAL,
                                                                          "<w:spacing w:after=\"200\"/>",
                                                                          SANS_FONT
                                                                          "<w:i/><w:iCs/><w:color w:val=\"41505B\"/><w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/>")
        STYLE("Heading1", "heading 1", "<w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:qFormat/>",
              "<w:keepNext/><w:keepLines/><w:spacing w:before=\"400\" w:after=\"100\"/><w:outlineLvl w:val=\"0\"/>",
              SANS_FONT "<w:b/><w:bCs/><w:sz w:val=\"30\"/><w:szCs w:val=\"30\"/>")
            STYLE("Heading2", "heading 2", "<w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:qFormat/>",
                  "<w:keepNext/><w:keepLines/><w:spacing w:before=\"280\" w:after=\"80\"/><w:outlineLvl w:val=\"1\"/>",
                  SANS_FONT "<w:b/><w:bCs/><w:sz w:val=\"24\"/><w:szCs w:val=\"24\"/>")
                STYLE(
                    "Heading3", "heading 3", "<w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:qFormat/>",
                    "<w:keepNext/><w:keepLines/><w:spacing w:before=\"220\" w:after=\"60\"/><w:outlineLvl w:val=\"2\"/>",
                    SANS_FONT "<w:b/><w:bCs/><w:color w:val=\"41505B\"/><w:sz w:val=\"21\"/><w:szCs w:val=\"21\"/>")
                    STYLE("Lead", "Lead", ON_NORMAL, "", "<w:sz w:val=\"24\"/><w:szCs w:val=\"24\"/>") STYLE(
                        "Quote", "Quote", ON_NORMAL,
                        "<w:pBdr><w:left w:val=\"single\" w:sz=\"12\" w:space=\"8\" w:color=\"0A5C7C\"/></w:pBdr><w:ind w:left=\"300\"/>",
                        "") STYLE("Figures", "Figures", ON_NORMAL,
                                  "<w:spacing w:after=\"60\" w:line=\"276\" w:lineRule=\"auto\"/>",
                                  SANS_FONT "<w:color w:val=\"41505B\"/><w:sz w:val=\"17\"/><w:szCs w:val=\"17\"/>")
                        STYLE("Contents", "Contents", ON_NORMAL, "<w:spacing w:after=\"20\"/>",
                              SANS_FONT "<w:sz w:val=\"19\"/><w:szCs w:val=\"19\"/>")
                            STYLE(
                                "Note", "Note", ON_NORMAL,
                                "<w:spacing w:after=\"80\" w:line=\"276\" w:lineRule=\"auto\"/><w:ind w:left=\"520\" w:hanging=\"520\"/>",
                                SANS_FONT "<w:sz w:val=\"17\"/><w:szCs w:val=\"17\"/>")
                                STYLE(
                                    "Source", "Source", ON_NORMAL,
                                    "<w:spacing w:after=\"80\" w:line=\"276\" w:lineRule=\"auto\"/><w:ind w:left=\"640\" w:hanging=\"640\"/>",
                                    SANS_FONT "<w:sz w:val=\"18\"/><w:szCs w:val=\"18\"/>")
                                    STYLE(
                                        "Code", "Code", ON_NORMAL,
                                        "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F1F4F5\"/><w:spacing w:before=\"80\" w:after=\"160\" "
                                        "w:line=\"264\" w:lineRule=\"auto\"/>",
                                        MONO_FONT "<w:sz w:val=\"17\"/><w:szCs w:val=\"17\"/>")
                                        STYLE(
                                            "Cell", "Cell", ON_NORMAL,
                                            "<w:spacing w:before=\"40\" w:after=\"40\" w:line=\"252\" w:lineRule=\"auto\"/>",
                                            SANS_FONT
                                            "<w:sz w:val=\"18\"/><w:szCs w:val=\"18\"/>")
                                            STYLE(
                                                "Footer",
                                                "footer",
                                                "<w:basedOn w:val=\"Normal\"/>", "<w:jc w:val=\"right\"/>",
                                                SANS_FONT
                                                "<w:color w:val=\"586772\"/><w:sz w:val=\"16\"/><w:szCs w:val=\"16\"/>") "<w:style w:type=\"character\" w:styleId=\"Hyperlink\"><w:name w:val=\"Hyperlink\"/><w:rPr>"
                                                                                                                         "<w:color w:val=\"0A5C7C\"/></w:rPr></w:style>"
                                                                                                                         "<w:style w:type=\"character\" w:styleId=\"Marker\"><w:name w:val=\"Marker\"/><w:rPr><w:color w:val=\"0A5C7C\"/>"
                                                                                                                         "<w:vertAlign w:val=\"superscript\"/></w:rPr></w:style>"
                                                                                                                         "<w:style w:type=\"character\" w:styleId=\"CodeText\"><w:name w:val=\"Code Text\"/><w:rPr>" MONO_FONT
                                                                                                                         "<w:sz w:val=\"18\"/><w:szCs w:val=\"18\"/></w:rPr></w:style>"
                                                                                                                         "</w:styles>";
