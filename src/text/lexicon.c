#include "text/lexicon.h"

#include <pthread.h>

#include "text/language.h"
#include "text/wordmap.h"

/* One set per line, poles parted by '|'. General English only: words are here
 * because they mean alike or exclude each other, whatever text they stand in. */
static const char *const sets[] = {
    /* change and amount */
    "increase rise grow growth raise elevate enhance boost augment gain expand upregulate heighten climb improve|"
    "decrease decline reduce reduction fall drop lower diminish lessen shrink weaken downregulate dwindle loss",
    "high elevated|low|moderate",
    "higher greater|lower fewer",
    "more|less fewer",
    "most|least",
    "large big huge vast great major substantial massive|small little tiny minor minimal slight",
    "largest biggest greatest|smallest tiniest",
    "long lengthy|short brief",
    "longer|shorter",
    "tall|short",
    "strong robust powerful|weak feeble",
    "stronger|weaker",
    "fast quick rapid swift speed accelerate hasten|slow delay decelerate gradual retard",
    "faster|slower",
    "early earlier|late later",
    "before prior|after",
    "old elder elderly aged|young youth youthful juvenile",
    "older|younger",
    "new novel recent modern|old ancient",
    "first initial|last final",
    "maximum maximal peak|minimum minimal",
    "many numerous multiple several various|few",
    "majority|minority",
    "excess excessive abundance abundant|deficiency deficient deficit shortage scarcity scarce",
    "double twofold twice|halve half",
    "begin start commence launch initiate open|end finish conclude terminate cease stop close halt discontinue",
    "beginning start onset outset|ending end finale conclusion",
    "continue remain persist keep stay|stop cease quit discontinue",
    "appear emerge|disappear vanish",
    "arrive come enter|leave depart exit",
    "join enter|leave quit",
    "form found establish create|dissolve disband abolish",
    "create make build construct produce develop design|destroy demolish dismantle",
    "open|shut closed",
    "give provide supply offer grant donate|take receive remove withhold",
    "buy purchase acquire|sell",
    "borrow|lend",
    "win victory triumph|lose defeat loss",
    "winner champion|loser",
    "succeed success successful|fail failure unsuccessful",
    "pass|fail",
    "accept approve|reject refuse decline deny",
    "allow permit enable authorize legal lawful|forbid ban prohibit prevent outlaw illegal unlawful prohibited",
    "support back endorse favor|oppose resist reject",
    "agree|disagree",
    "love like enjoy admire|hate dislike detest despise",
    "praise acclaim applaud|criticize condemn pan",
    "positive positively favorable beneficial benefit|negative negatively unfavorable harmful detrimental adverse",
    "good|bad poor",
    "better superior|worse inferior",
    "best|worst",
    "safe harmless|dangerous unsafe hazardous toxic",
    "healthy|sick ill diseased unhealthy",
    "alive live living survive|dead die kill deceased",
    "live reside residence|die",
    "birth born|die death",
    "marry marriage wed spouse wedding|divorce separate",
    "single unmarried|married",
    "hire employ appoint|fire dismiss sack",
    "guilty convict convicted|innocent acquit acquitted",
    "true correct right|false incorrect wrong",
    "real actual genuine|fake fictional imaginary",
    "fiction fictional|nonfiction documentary",
    "public|private",
    "male man boy men|female woman girl women",
    "father dad|mother mom|son|daughter|brother|sister|uncle|aunt|nephew|niece|grandfather|grandmother",
    "husband|wife",
    "king|queen",
    "north northern|south southern|east eastern|west western",
    "left|right",
    "upper top above|lower bottom below",
    "inside internal interior|outside external exterior",
    "rich wealthy|poor",
    "expensive costly|cheap inexpensive",
    "easy simple|difficult hard complex",
    "hot warm|cold cool",
    "wet|dry",
    "heavy|light",
    "full|empty",
    "rural|urban",
    "local|global worldwide",
    "domestic|foreign",
    "national|international",
    "permanent|temporary",
    "primary main chief principal key central|secondary",
    "common frequent prevalent widespread|rare uncommon infrequent",
    "usual normal typical|unusual abnormal atypical",
    "same identical equal|different distinct",
    "similar comparable alike|different dissimilar",
    "presence present|absence absent lack",
    "activate activation stimulate induce trigger promote|inhibit suppress block repress inactivate deactivate attenuate",
    "promote facilitate encourage|prevent hinder impede impair",
    "protect protective prevent|harm damage injure expose",
    "cause lead result provoke|prevent",
    "improve improvement ameliorate|worsen deteriorate aggravate exacerbate impair",
    "stabilize stable|destabilize unstable",
    "sensitive susceptible|resistant insensitive",
    "active activity|inactive passive dormant",
    "effective efficacious|ineffective",
    "necessary required essential require need crucial vital indispensable|unnecessary dispensable redundant unneeded",
    "sufficient enough adequate|insufficient inadequate",
    "significant|insignificant",
    "direct|indirect",
    "acute|chronic",
    "benign|malignant",
    "dependent depend rely|independent",
    "related associate associated link linked correlate connect relate association relationship connection|unrelated independent",
    "attract|repel",
    "absorb|emit",
    "import|export",
    "profit gain|loss deficit",
    "credit|debit",
    "ally friend|enemy foe",
    "attack assault|defend",
    "peace|war",
    "victim|perpetrator",
    "teacher instructor|student pupil",
    "professional|amateur",
    "employer|employee",
    "day|night",
    "summer|winter|spring|autumn fall",
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday",
    "black|white|red|blue|green|yellow|purple|orange|brown",
    "solid|liquid|gas",
    /* kinds of things: one thing is one of them */
    "film movie picture|book novel|song|album|painting|magazine newspaper|opera|poem|sculpture statue|game videogame|band group",
    "city town|country nation|village|river|mountain|lake|continent|island|county|province",
    "film movie|series sitcom show|play|musical",
    "comedy|tragedy|horror|thriller|western|documentary",
    "football soccer|basketball|baseball|cricket|hockey|rugby|tennis|golf|volleyball",
    "guitar guitarist|piano pianist|drum drummer|violin violinist|bass bassist|saxophone saxophonist",
    "dog|cat|horse|bird|fish|cow|sheep|goat|pig|snake",
    "christian christianity|muslim islam islamic|jewish judaism|buddhist buddhism|hindu hinduism",
    "democrat democratic|republican",
    "liberal|conservative",
    "capitalist|communist socialist",
    "plant|animal|mineral|fungus",
    "protein|carbohydrate|fat lipid",
    "artery|vein",
    "virus viral|bacterium bacterial|fungal",
    "heart cardiac|liver hepatic|kidney renal|lung pulmonary|brain cerebral",
    "breakfast|lunch|dinner",
    /* nations and their people */
    "america american us usa|britain british uk england english scotland scottish wales welsh|france french|germany german|italy italian|"
    "spain spanish|portugal portuguese|netherlands dutch|belgium belgian|sweden swedish|norway norwegian|denmark danish|"
    "finland finnish|poland polish|russia russian soviet|ukraine ukrainian|greece greek|turkey turkish|china chinese|"
    "japan japanese|korea korean|india indian|pakistan pakistani|australia australian|canada canadian|mexico mexican|"
    "brazil brazilian|argentina argentine argentinian|chile chilean|ireland irish|switzerland swiss|austria austrian|"
    "hungary hungarian|czech|egypt egyptian|israel israeli|iran iranian persian|iraq iraqi|thailand thai|vietnam vietnamese|"
    "philippines filipino philippine|indonesia indonesian|malaysia malaysian|nigeria nigerian|kenya kenyan|africa african|"
    "colombia colombian|cuba cuban|venezuela venezuelan|peru peruvian|romania romanian|bulgaria bulgarian|serbia serbian|"
    "croatia croatian|zealand",
    "europe european|asia asian|africa african",
    /* words that only stand for each other */
    "star feature cast appear act perform play role part actor actress performance portray",
    "direct director filmmaker",
    "write writer author pen screenwriter novelist written",
    "sing singer vocalist vocal",
    "music musician musical",
    "record release publish issue",
    "compose composer",
    "produce producer production",
    "premiere debut air broadcast",
    "film movie cinema",
    "television tv",
    "show series program programme sitcom",
    "win award prize receive earn honor",
    "nominate nomination nominee",
    "nickname name call known dub title",
    "say state tell announce declare claim report assert",
    "show demonstrate reveal indicate find suggest discover observe detect",
    "help assist aid",
    "use utilize employ apply",
    "begin start found establish launch inception",
    "locate situate base",
    "job career occupation profession work employment",
    "serve hold office",
    "lead head chair leader chief president",
    "politics political politician",
    "govern government",
    "attend study educate education school university college student graduate",
    "child kid son daughter children offspring",
    "parent mother father",
    "sibling brother sister",
    "spouse husband wife marry partner",
    "doctor physician medical medicine",
    "drug medication treatment therapy treat medicine",
    "illness disease disorder sickness",
    "cancer tumor tumour carcinoma",
    "death mortality die fatal",
    "car automobile vehicle",
    "company firm corporation business enterprise",
    "money fund funding cash",
    "earn gross revenue income",
    "area region zone territory",
    "place location site",
    "contain include comprise consist hold",
    "member part belong",
    "team club squad",
    "match game",
    "fight battle war combat",
    "kill murder assassinate slay",
    "ship vessel boat",
    "plane aircraft airplane",
    "build construct construction erect",
    "near close adjacent nearby",
    "famous renowned noted notable celebrated prominent",
    "approximately about around roughly",
    "obtain get acquire",
    "need require requirement",
    "try attempt effort",
    "change alter modify modification alteration",
    "influence affect effect impact",
    "regulate control modulate govern",
    "role function involve participate",
    "bind binding interact interaction",
    "risk chance likelihood probability hazard",
    "level amount concentration quantity",
    "people person human individual population",
    "patient participant subject",
    "woman female women maternal mother",
    "man male men",
    "infant baby newborn",
    "adult grown",
    "mouse mice murine rodent",
    "cell cellular",
    "gene genetic",
    "deficient deficiency loss lack lacking deletion knockout",
    "mutation mutant variant",
    "express expression",
    "infect infection",
    "heart cardiac cardiovascular coronary",
    "brain cerebral neural",
    "liver hepatic",
    "kidney renal",
    "lung pulmonary respiratory",
    "bone skeletal",
    "blood serum plasma",
    "obese obesity overweight",
    "exercise training physical",
    "food diet dietary nutrition",
    "smoke smoking smoker tobacco cigarette",
    "alcohol drinking",
    "annual yearly year",
    "daily day",
    "monthly month",
    "former previous ex",
    "current present now today",
    "fund finance sponsor",
    "plan intend propose",
    "end conclude finish",
    "replace succeed substitute",
    "surpass exceed outstrip beat",
    "damage destroy harm",
    "injure injury wound hurt",
    "arrest detain jail imprison prison",
    "capital seat",
    "inhabitant population resident people",
    "border neighbor adjacent",
    "speak talk speech language",
    "teach teacher instructor professor educator",
    "inspire influence",
    "adapt adaptation base",
    "remake adaptation version",
    "sequel follow",
    "crash accident collision",
    "purchase buy acquire acquisition",
    "merge merger combine",
    "fame popular popularity success",
    "movie film feature",
    "song single track",
    "band group",
    "album record lp",
    "comic comedy humor comedic",
    "romance romantic love",
    "war military army",
    "church religious religion",
    "king monarch emperor ruler reign queen",
    "resign quit",
    "retire retirement",
    "elect election vote",
    "law legislation act bill statute",
    "court judge justice tribunal",
    "crime criminal offence offense",
    "farm agriculture agricultural farmer farming",
    "quick rapid fast",
    "wrong incorrect false",
};

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

enum { ENTRIES_MAX = 4096 };

static struct {
    struct arena *arena;
    struct wordmap stems, classes, directions;
    struct lexicon_entry entries[ENTRIES_MAX]; /* the first is unused: 0 ends a chain */
    uint32_t entries_n;
} lexicon;
static pthread_once_t lexicon_once = PTHREAD_ONCE_INIT;

static void add_word(struct str word, uint16_t set, uint16_t pole)
{
    struct str stem = language_stem(language_named(str("en")), lexicon.arena, word);
    int64_t first = wordmap_get(&lexicon.stems, stem);
    uint32_t at = lexicon.entries_n;

    for (uint32_t i = first > 0 ? (uint32_t) first : 0; i; i = lexicon.entries[i].next)
        if (lexicon.entries[i].set == set)
            return;
    if (at >= ENTRIES_MAX)
        return;
    lexicon.entries_n++;
    lexicon.entries[at] = (struct lexicon_entry){ set, pole, first > 0 ? (uint32_t) first : 0 };
    wordmap_put(&lexicon.stems, str_dup(lexicon.arena, stem), at);
}

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
    lexicon.entries_n = 1;
    wordmap_init(&lexicon.stems, lexicon.arena, 2048);
    wordmap_init(&lexicon.classes, lexicon.arena, 1024);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct str rest = str(sets[i]), pole, word;

        for (uint16_t p = 0; str_next(&rest, '|', &pole); p++)
            while (str_next(&pole, ' ', &word))
                if (word.len)
                    add_word(word, (uint16_t) i, p);
    }
    wordmap_init(&lexicon.directions, lexicon.arena, 256);
    add_directions(upward, 1);
    add_directions(downward, 2);
    add_class(light, LEXICON_LIGHT);
    add_class(denials, LEXICON_DENIAL);
    add_class(exclusives, LEXICON_EXCLUSIVE);
    add_class(hedges, LEXICON_HEDGE);
    add_class(pronouns, LEXICON_PRONOUN);
}

const struct lexicon_entry *lexicon_find(struct str stem)
{
    int64_t at;

    pthread_once(&lexicon_once, fill_lexicon);
    at = wordmap_get(&lexicon.stems, stem);
    return at > 0 ? &lexicon.entries[at] : NULL;
}

const struct lexicon_entry *lexicon_next(const struct lexicon_entry *entry)
{
    return entry->next ? &lexicon.entries[entry->next] : NULL;
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
