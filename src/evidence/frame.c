/* Words that only introduce a statement: "Readers should note that …", "It is worth noting that …", "The sources agree that …", "Did you
 * know that …", "Note: …". What they introduce is what the sentence says, so its kind is that of the rest. Words that deny or doubt
 * ("no source says that", "it is unclear that") are no frame: they say something themselves. */
#include "evidence/internal.h"

enum { FRAME_WORDS = 12 };

/* Speak of readers, sources and saying, and of nothing else. */
static const char around[] =
    "a again all also always an and answer answers are as available be bear been beyond bears both by can cited clearly "
    "consistently could deserves did do document documents doubt evidence every few finally first for further given has have "
    "here however important in indeed interesting is it keep many may might most must need notable noteworthy of on one ought "
    "page pages passage passages please point quite reader readers remarkable report reports research several should source "
    "sources striking summary the their these they this those three to too two us used was we well were who will with would worth "
    "you";
/* At least one of these: without it nothing is introduced. */
static const char introduces[] =
    "acknowledge acknowledged add adds agree agreed agrees aware believe caveat certain clear concluded conclude concludes "
    "concur confirm confirmed confirms disclaimer emphasise emphasised emphasize emphasized establish established fact find "
    "finds found heard indicate indicates know known learn mention mentioned mentioning mentions mind note noted notes noting "
    "observe observed observing realise realize recall record recorded remark remarks remember remembering report reported "
    "reports reveal reveals said say says saying secret show showed shown shows state stated states stress stressed "
    "stresses stressing suggest suggests tell tells thought true underline underlined understand warning";

/* "Readers should note that", "Note:": the byte behind it; 0: the text does not begin so. "The fact that …" is a subject. */
static size_t frame_end(struct str text)
{
    bool introduced = false, article = false;
    struct word word;

    for (size_t at = 0, n = 0; n < FRAME_WORDS && word_next(text, &at, &word); n++) {
        char fold[WORD_SHORT];
        struct str folded;

        if (!word_fold_short(word.text, fold, &folded))
            return 0;
        if (introduced && str_is(folded, "that"))
            return at;
        if (str_in_words(introduces, folded))
            introduced = introduced || !article;
        else if (!str_in_words(around, folded))
            return 0;
        article = str_in_words("the this these every", folded);
        if (introduced && at + 1 < text.len && text.data[at] == ':' && text.data[at + 1] == ' ')
            return at + 1;
    }
    return 0;
}

struct str frame_off(struct str text)
{
    size_t end;

    while ((end = frame_end(text)) && str_trim(str_sub(text, end, text.len)).len)
        text = str_trim(str_sub(text, end, text.len));
    return text;
}
