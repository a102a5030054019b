/* What code writes into a report without a model, in the languages of questions. */
#include "extractive/answer.h"

#include "text/utf8.h"

static const struct answer_wording wordings[] = {
    { "en", "Nothing in these %zu documents answers this.", "Nothing in this document answers this.",
      "Nothing in these documents answers \"%.*s\".", "Closest:", "Read as \"%.*s\"",
      "Before it:", "More from the sources", "Figures", "Side by side", "The sources disagree", "What this rests on",
      "value", "of what", "when", "source", "line", "page" },
    { "de", "Keines dieser %zu Dokumente beantwortet das.", "Dieses Dokument beantwortet das nicht.",
      "Keines dieser Dokumente beantwortet „%.*s“.", "Am nächsten kommt:", "Gelesen als „%.*s“",
      "Davor:", "Mehr aus den Quellen", "Zahlen", "Im Vergleich", "Die Quellen widersprechen sich", NULL, "Wert",
      "wovon", "wann", "Quelle", "Zeile", "Seite" },
    { "fr", "Aucun de ces %zu documents n'y répond.", "Ce document n'y répond pas.",
      "Aucun de ces documents ne répond à « %.*s ».", "Ce qui s'en approche :", "Lu comme « %.*s »",
      "Juste avant :", "Autres passages des sources", "Chiffres", "Comparaison", "Les sources divergent", NULL,
      "valeur", "de quoi", "quand", "source", "ligne", "page" },
    { "es", "Ninguno de estos %zu documentos responde a esto.", "Este documento no responde a esto.",
      "Ninguno de estos documentos responde a «%.*s».", "Lo más cercano:", "Leído como «%.*s»",
      "Antes:", "Más de las fuentes", "Cifras", "Comparación", "Las fuentes discrepan", NULL, "valor", "de qué",
      "cuándo", "fuente", "línea", "página" },
    { "zh", "这 %zu 份文档都没有回答这个问题。", "这份文档没有回答这个问题。", "这些文档没有回答“%.*s”。", "最接近的：",
      "理解为“%.*s”", "前文：", "更多来源内容", "数字", "对比", "来源不一致", NULL, "数值", "内容", "时间", "来源",
      "行", "页" },
    { "ru", "Ни один из этих документов (%zu) не отвечает на вопрос.", "Этот документ не отвечает на вопрос.",
      "Ни один из этих документов не отвечает на вопрос «%.*s».", "Ближе всего:", "Прочитано как «%.*s»",
      "Перед этим:", "Ещё из источников", "Числа", "Сравнение", "Источники расходятся", NULL, "значение", "чего",
      "когда", "источник", "строка", "страница" },
    { "tr", "Bu %zu belgenin hiçbiri bunu yanıtlamıyor.", "Bu belge bunu yanıtlamıyor.",
      "Bu belgelerin hiçbiri “%.*s” sorusunu yanıtlamıyor.", "En yakını:", "“%.*s” olarak okundu",
      "Öncesi:", "Kaynaklardan daha fazlası", "Sayılar", "Karşılaştırma", "Kaynaklar çelişiyor", NULL, "değer", "neyin",
      "ne zaman", "kaynak", "satır", "sayfa" },
    { "ar", "لا يجيب أي من هذه الوثائق (%zu) عن هذا السؤال.", "لا تجيب هذه الوثيقة عن هذا السؤال.",
      "لا تجيب هذه الوثائق عن السؤال «%.*s».", "الأقرب:", "قُرئ السؤال هكذا: «%.*s»", "قبلها:", "المزيد من المصادر",
      "أرقام", "مقارنة", "المصادر مختلفة", NULL, "القيمة", "من ماذا", "متى", "المصدر", "سطر", "صفحة" },
};

static bool has_han(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        int32_t c = utf8_next(text, &at);

        if (c >= 0x4e00 && c <= 0x9fff)
            return true;
    }
    return false;
}

const struct answer_wording *answer_wording_for(struct str question, const struct language *language)
{
    const char *code = *language_code(language) ? language_code(language) : has_han(question) ? "zh" : "en";

    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
        if (strcmp(wordings[i].language, code) == 0)
            return &wordings[i];
    return &wordings[0];
}
