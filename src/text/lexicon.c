#include "text/lexicon.h"

#include <pthread.h>

#include "text/language.h"
#include "text/wordmap.h"

static const char light[] =
    "use show year time make get go come take say know see think look want give find tell work call try ask need feel become leave "
    "put mean keep let begin help talk turn start run move live believe hold bring happen write provide sit stand lose pay meet "
    "include continue set learn change lead understand watch follow stop create speak read allow add spend grow open walk win "
    "offer remember consider appear buy wait serve die send expect build stay fall cut reach kill remain suggest raise pass sell "
    "require report decide pull new good first last long great little own other old right big high different small large next "
    "early young important few public bad same able way day man thing world life hand part child eye woman place work week case "
    "point government company number group problem fact people also known called named based located found made used well "
    "later many several various certain particular general specific type kind form result study effect role level "
    "associated related involved led resulted including located";

static const char denials[] =
    "fail fails failed failing lack lacks lacked lacking refuse refuses refused refusing refusal unable incapable avoid avoids avoided avoiding absence absent deny denies denied "
    "neither nor without none nobody nothing never no not cannot zero barely hardly scarcely rarely instead prevent prevented prevents "
    "cancelled canceled reject rejected rejects";

static const char exclusives[] =
    "only solely exclusively entirely never sole exclusive purely completely merely nothing nobody always none strictly";

static const char hedges[] =
    "may might could possibly perhaps probably likely unlikely suggest suggests suggested suggesting appear appears seem seems potentially potential "
    "putative hypothesize hypothesized hypothesis unclear unknown whether allegedly reportedly purportedly controversial debated question investigate "
    "examine examined assess assessed evaluate evaluated aim aimed objective investigated";

static const char pronouns[] =
    "he she it they him her them his their its this these that those who which i we us my our";

static const char upward[] =
    "increase rise grow growth raise elevate elevation enhance boost augment gain expand upregulate heighten improve improvement "
    "promote stimulate activate activation induce trigger facilitate encourage support further accelerate amplify potentiate restore "
    "strengthen high higher more greater large larger long longer strong stronger fast faster early earlier good better well "
    "positive benefit beneficial effective success successful protect protective rescue gain overexpress overexpression "
    "excess abundance presence accumulate accumulation enable allow lead cause contribute require maintain favorable worsen "
    "superior sufficient susceptible sensitive sensitize cooperate efficient";

static const char downward[] =
    "decrease decline reduce reduction fall drop lower diminish lessen shrink weaken downregulate suppress suppression inhibit "
    "inhibition block repress repression prevent hinder impair impairment attenuate deplete depletion loss lose low less fewer small "
    "smaller short shorter weak weaker slow slower late later bad worse poor negative ineffective fail failure unsuccessful "
    "deficiency deficient lack absence absent knockout knockdown delete deletion silence ablation inactivate inactivation "
    "disrupt disruption abolish abrogate eliminate remove limit restrict resist resistant resistance insensitive deteriorate "
    "insufficient inadequate minimal diminished blunt reverse counteract antagonize degrade dampen unable independent null";

static struct {
    struct arena *arena;
    struct wordmap classes, directions;
} lexicon;
static pthread_once_t lexicon_once = PTHREAD_ONCE_INIT;

static void add_class(const char *list, unsigned class)
{
    struct str rest = str(list), word;

    while (str_next(&rest, ' ', &word)) {
        int64_t before = wordmap_get(&lexicon.classes, word);

        if (word.len)
            wordmap_put(&lexicon.classes, word, (uint32_t) (before < 0 ? 0 : before) | class);
    }
}

static void add_directions(const char *list, uint32_t value)
{
    struct str rest = str(list), word;

    while (str_next(&rest, ' ', &word))
        if (word.len)
            wordmap_put(&lexicon.directions, language_stem(language_named(str("en")), lexicon.arena, word), value);
}

static void fill_lexicon(void)
{
    lexicon.arena = arena_new();
    wordmap_init(&lexicon.classes, lexicon.arena, 1024);
    wordmap_init(&lexicon.directions, lexicon.arena, 256);
    add_directions(upward, 1);
    add_directions(downward, 2);
    add_class(light, LEXICON_LIGHT);
    add_class(denials, LEXICON_DENIAL);
    add_class(exclusives, LEXICON_EXCLUSIVE);
    add_class(hedges, LEXICON_HEDGE);
    add_class(pronouns, LEXICON_PRONOUN);
}

unsigned lexicon_class(struct str fold)
{
    int64_t class;

    pthread_once(&lexicon_once, fill_lexicon);
    class = wordmap_get(&lexicon.classes, fold);
    return class < 0 ? 0 : (unsigned) class;
}

int lexicon_direction(struct str stem)
{
    int64_t value;

    pthread_once(&lexicon_once, fill_lexicon);
    value = wordmap_get(&lexicon.directions, stem);
    return value == 1 ? 1 : value == 2 ? -1 : 0;
}

static bool has_prefix(struct str longer, struct str shorter)
{
    static const char *const prefixes[] = { "un", "in", "im", "dis", "non", "ir", "il", "anti", "mis" };

    size_t n = longer.len - shorter.len;

    if (shorter.len < 4 || n < 2 || n > 4 || memcmp(longer.data + n, shorter.data, shorter.len) != 0)
        return false;
    if (shorter.len >= 5 && n == 2 && str_starts(longer, "de"))
        return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == n && str_starts(longer, prefixes[i]))
            return true;
    return false;
}

bool lexicon_prefix_opposite(struct str a, struct str b) { return a.len > b.len ? has_prefix(a, b) : has_prefix(b, a); }
