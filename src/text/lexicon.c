#include "text/lexicon.h"

#include <pthread.h>

#include "text/language.h"
#include "text/wordmap.h"

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
    struct wordmap directions;
} lexicon;
static pthread_once_t lexicon_once = PTHREAD_ONCE_INIT;

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
    wordmap_init(&lexicon.directions, lexicon.arena, 256);
    add_directions(upward, 1);
    add_directions(downward, 2);
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
