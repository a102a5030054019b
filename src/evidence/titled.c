/* A sentence that names its source by the title: "According to "Harbour survey", …", "The page "Harbour survey" says that …". That
 * the source says it needs no proof in its text; what follows does. */
#include "evidence/internal.h"

#include "judge/quotation.h"

/* What a source may be called in front of its title, as quotation_key() writes it. */
static const char *const kinds[] = { "the ",     "a ",      "page ",    "report ", "document ",
                                     "article ", "source ", "website ", "site ",   "study ",
                                     "survey ",  "paper ",  "book ",    "post ",   NULL };
static const char *const says[] = { " says that ",
                                    " states that ",
                                    " reports that ",
                                    " notes that ",
                                    " finds that ",
                                    " writes that ",
                                    " shows that ",
                                    " explains that ",
                                    " points out that ",
                                    " adds that ",
                                    " confirms that ",
                                    " emphasises that ",
                                    NULL };
enum { PLACES_MOST = 4 };

/* Is it the title, or the beginning of it, at most behind "the page"? One word may be anything but the whole title. */
static bool names_title(struct arena *arena, struct str name, struct str title)
{
    struct str key = quotation_key(arena, name), whole = quotation_key(arena, title);
    bool less = true;

    while (less && key.len) {
        bool begins = str_starts(whole, str_z(arena, key)) && str_find_char(key, ' ', 0) > 0;

        if (str_eq(key, whole) || (begins && whole.data[key.len] == ' '))
            return true;
        less = false;
        for (size_t i = 0; kinds[i] && !less; i++)
            if ((less = str_starts(key, kinds[i])))
                key = str_sub(key, strlen(kinds[i]), key.len);
    }
    return false;
}

/* What stands behind the title and `words`, if it is the title that stands between `from` and them; else empty. */
static struct str behind(struct arena *arena, struct str claim, size_t from, const char *words, struct str title)
{
    ptrdiff_t at = str_find(claim, str(words), from);

    for (int i = 0; at > 0 && i < PLACES_MOST; i++, at = str_find(claim, str(words), (size_t) at + 1))
        if (names_title(arena, str_sub(claim, from, (size_t) at), title))
            return str_trim(str_sub(claim, (size_t) at + strlen(words), claim.len));
    return str("");
}

struct str title_off(struct arena *arena, struct str claim, struct str title)
{
    struct str lead = str("According to "), rest = str("");

    if (str_empty(str_trim(title)))
        return claim;
    if (str_starts_nocase(claim, lead.data))
        rest = behind(arena, claim, lead.len, ", ", title);
    for (size_t i = 0; says[i] && rest.len == 0; i++)
        rest = behind(arena, claim, 0, says[i], title);
    return rest.len ? rest : claim;
}
