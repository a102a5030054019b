#include "extractive/alike.h"

static const char *const sets[] = {
    "own owner ownership belongs",
    "last lifetime lifespan lifespans endure durable",
    "cost price expense expensive",
    "build construct erect construction",
    "invent inventor invention",
    "found founder establish",
    "make maker manufacture manufacturer produce producer",
    "start begin launch",
    "stop end cease finish",
    "operate operator run",
    "fail failure break broken",
    "die death dead",
    "kill death victim",
    "buy purchase",
    "big large",
    "small little",
    "fast quick rapid",
    "remove delete uninstall",
    "change modify alter edit",
    "show display print",
    "create make",
    "enable activate",
    "danger dangerous hazard risk",
    "fire burn",
    "advantage benefit",
    "drawback disadvantage downside",
    "need require requirement necessary",
    "allow permit",
    "forbid prohibit",
    "option flag switch",
    "folder directory",
    "compatible compatibility compliant compliance conform",
    "located location situated",
    "movie film",
    "car automobile",
    "doctor physician",
    "choose select",
    "speed fast quick",
    "store storage",
    "limit restrict limitation constraint",
    "explain explanation reason",
};

size_t alike_stems(struct arena *arena, struct str stem, struct str ret[ALIKE_MOST])
{
    const struct language *english = language_named(str("en"));
    size_t n = 0;

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct words words = { 0 };

        words_of(arena, str(sets[i]), english, &words);
        if (!words_have_stem(&words, stem))
            continue;
        for (size_t k = 0; k < words.n && n < ALIKE_MOST; k++)
            if (!str_eq(words.items[k].stem, stem))
                ret[n++] = words.items[k].stem;
    }
    return n;
}
