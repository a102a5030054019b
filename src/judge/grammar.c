#include "judge/grammar.h"

#include <pthread.h>

#include "text/language.h"
#include "text/wordmap.h"

struct word_list {
    uint64_t classes;
    const char *words;
};

enum { STEM_SHIFT = 32 };

/* Lists build on each other: a word of an earlier line may get more classes from a later one. */
static const struct word_list by_word[] = {
    { GRAMMAR_DETERMINER | GRAMMAR_FUNCTION,
      "the a an this that these those his her its their our my your some any each every all both no another such" },
    { GRAMMAR_ARTICLE, "the a an" },
    { GRAMMAR_BE | GRAMMAR_AUXILIARY | GRAMMAR_FUNCTION, "is are was were be been being am" },
    { GRAMMAR_AUXILIARY | GRAMMAR_FUNCTION, "has have had do does did having" },
    { GRAMMAR_MODAL | GRAMMAR_FUNCTION | GRAMMAR_HEDGE, "may might could would should can" },
    { GRAMMAR_MODAL | GRAMMAR_FUNCTION, "will shall must ought wo" },
    { GRAMMAR_PREPOSITION | GRAMMAR_FUNCTION,
      "of in on at by for with from to into onto over under near behind beside between among amongst against about around "
      "during after before through throughout across along within without towards toward upon above below beneath inside "
      "outside off up down out per via since until till as than like despite amid including concerning regarding next "
      "alongside beyond past following because due excluding except versus" },
    { GRAMMAR_CONJUNCTION | GRAMMAR_FUNCTION,
      "and but or nor yet so while whereas although though because since when whenever after before as once where if unless "
      "whether until that plus" },
    { GRAMMAR_RELATIVE | GRAMMAR_FUNCTION, "who which whom whose that where when" },
    { GRAMMAR_PRONOUN | GRAMMAR_FUNCTION,
      "he she it they him them we us i you me himself herself itself themselves one who which this these those that there" },
    { GRAMMAR_SUBJECT_PRONOUN, "he she it they we i" },
    { GRAMMAR_NEGATION | GRAMMAR_FUNCTION, "not no never none nobody nothing neither nor without cannot nowhere" },
    { GRAMMAR_HEDGE,
      "possibly perhaps probably likely unlikely allegedly reportedly purportedly supposedly apparently seemingly maybe "
      "hopefully potentially presumably arguably conceivably theoretically virtually nearly almost partly partially practically "
      "hypothetically potential possible putative prospective hypothetical hypothesized hypothesised candidate suspect" },
    { GRAMMAR_HEDGE_PARTICIPLE,
      "believed thought expected hoped feared accused suspected supposed alleged rumored rumoured proposed planned scheduled due "
      "intended projected forecast estimated predicted reported said set targeted slated meant poised anticipated" },
    { GRAMMAR_CONDITION,
      "if unless whether lest provided providing assuming suppose supposing until till except otherwise" },
    { GRAMMAR_UNIVERSAL,
      "all every each most only always everyone everybody everything entire whole both sole solely exclusively none any never "
      "first last best worst largest biggest smallest greatest highest lowest oldest youngest longest main primary principal "
      "majority entirely completely fully unanimously invariably everywhere" },
    { GRAMMAR_STRICT, "all every each only most always both any none first last solely exclusively entirely" },
    { GRAMMAR_WEAK_QUANTITY,
      "few fewer little less half part partly nearly almost some several many most least under below up around about "
      "approximately roughly quarter third minority rarely sometimes occasionally often usually mostly mainly seldom hardly "
      "barely" },
    { GRAMMAR_PRIVATIVE,
      "former ex fake alleged potential future possible proposed planned failed attempted honorary fictional false unsuccessful "
      "aspiring mock pseudo hypothetical suspected supposed anti non retired late artificial toy imitation counterfeit deputy vice "
      "assistant acting interim then purported ostensible prospective nominal virtual simulated rejected "
      "cancelled canceled abandoned expected target targeted projected forecast estimated intended draft provisional tentative "
      "unconfirmed partial near far quasi semi mean median average maximum minimum total net gross annual daily weekly monthly "
      "yearly quarterly relative absolute adjusted nominal peak combined joint trial test practice pilot model replica dummy "
      "student trainee apprentice amateur junior youth reserve substitute unofficial informal preliminary pending conditional "
      "experimental unfinished incomplete temporary" },
    { GRAMMAR_HARMLESS_ADVERB,
      "also still already just even again too eventually finally recently famously however moreover furthermore therefore thus "
      "meanwhile indeed now" },
    { GRAMMAR_TIME_ADVERB,
      "now then soon later once today yesterday tomorrow tonight currently previously originally formerly presently" },
    { GRAMMAR_COMPARATIVE,
      "more less greater fewer higher lower larger smaller better worse older younger longer shorter earlier later faster slower "
      "stronger weaker than" },
    { GRAMMAR_FUNCTION, "'s s also very too there here only more most own same other then so just either" },
    { GRAMMAR_INSERTABLE,
      "the a an is was are were has have had been be also that which who of 's s it its he she his her their they there to in "
      "on by did does do and" },
    { GRAMMAR_PARTICIPLE,
      "written made born held known built found given taken shown seen set led based located produced won lost sold sung drawn "
      "run kept told bought brought chosen driven broken spoken stolen thrown worn torn hidden eaten beaten cut put hit paid "
      "sent spent taught caught fought thought felt left met read heard understood laid begun grown flown frozen shot struck "
      "hung lent dealt fed bred bound" },
    { GRAMMAR_IRREGULAR,
      "is am are was were been being has had having does did done doing goes went gone going says said makes made takes took taken "
      "gets got gotten gives gave given comes came knows knew known sees saw seen finds found thinks thought tells told becomes "
      "became leaves left feels felt brings brought begins began begun keeps kept holds held writes wrote written stands stood "
      "hears heard means meant meets met runs ran pays paid sits sat speaks spoke spoken leads led grows grew grown loses lost "
      "falls fell fallen sends sent builds built understands understood draws drew drawn breaks broke broken spends spent rises "
      "rose risen drives drove driven buys bought wears wore worn chooses chose chosen wins won teaches taught catches caught "
      "fights fought sells sold sings sang sung bears bore steals stole stolen throws threw thrown flies flew flown shoots shot "
      "strikes struck beats beaten dies died dying lain lying eats ate eaten drinks drank drunk swims swam forgets "
      "forgot forgotten seeks sought shows showed shown sleeps slept rides rode ridden" },
    { GRAMMAR_RIGHT_EDGE,
      "of in on at by for with from to into onto over under near behind beside between among amongst against about around "
      "during after before through throughout across along within towards toward upon above below beneath inside "
      "outside off up down out per via since despite amid including concerning regarding next "
      "alongside beyond past following because due and but nor yet so while whereas although though when whenever once where "
      "that plus who which whom whose also now then still already just even recently later soon again currently previously "
      "originally eventually finally famously often usually today here there however moreover furthermore therefore thus meanwhile "
      "too indeed twice ever yesterday tomorrow late early together last" },
    { GRAMMAR_LEFT_EDGE, "and but while whereas although though because since when after before as so yet that" },
    { GRAMMAR_BOUND,
      "more than over least about around nearly almost approximately roughly up under less most between exceeding above below "
      "minimum maximum circa some fewer" },
};

static const struct word_list by_stem[] = {
    { GRAMMAR_BELIEF,
      "believe think hope claim say assume suspect suppose guess imagine expect fear feel wish want plan intend propose suggest "
      "predict argue allege insist deny doubt contend speculate hypothesize pretend dream fantasize wonder ask order demand "
      "recommend request urge advise vow promise pledge threaten consider try attempt aim seek report tell add warn state declare "
      "maintain assert estimate rumour rumor accuse conclude agree hypothesis objective question investigate examine assess "
      "evaluate determine test study compare announce forecast project mean schedule target anticipate imply" },
    { GRAMMAR_STRONG_BELIEF,
      "claim believe think hope allege insist argue deny suggest speculate assume suspect guess predict fear imagine suppose "
      "expect doubt estimate forecast" },
    { GRAMMAR_FACTIVE,
      "know remember forget realize realise discover find show prove confirm reveal learn notice see demonstrate acknowledge "
      "admit recognize recall observe hear regret establish verify" },
    { GRAMMAR_ONCE,
      "born birth die death founded establish create build construct open close complete finish begin start end premiere debut release "
      "publish launch sign acquire buy sell merge elect appoint marry wed discover invent introduce resign retire form dissolve "
      "independence become adopt abolish approve kill destroy sink crash assassinate commission inaugurate demolish bankrupt ratify" },
    { GRAMMAR_DENIAL,
      "fail deny refuse lack avoid prevent reject refute dispute absence absent unable incapable hardly barely scarcely rarely "
      "seldom instead stop cease abandon cancel forbid ban prohibit block doubt false wrong untrue myth unlikely impossible "
      "despite decline denial refusal failure lost miss" },
};

static struct {
    struct arena *arena;
    struct wordmap words, stems;
} grammar;
static pthread_once_t grammar_once = PTHREAD_ONCE_INIT;

static void add(struct wordmap *map, struct str word, uint32_t bits)
{
    int64_t before = wordmap_get(map, word);

    wordmap_put(map, word, (uint32_t) (before < 0 ? 0 : before) | bits);
}

static void fill(void)
{
    const struct language *english = language_named(str("en"));
    struct str rest, word;

    grammar.arena = arena_new();
    wordmap_init(&grammar.words, grammar.arena, 1024);
    wordmap_init(&grammar.stems, grammar.arena, 256);
    for (size_t i = 0; i < sizeof by_word / sizeof *by_word; i++)
        for (rest = str(by_word[i].words); str_next(&rest, ' ', &word);)
            if (word.len)
                add(&grammar.words, word, (uint32_t) by_word[i].classes);
    for (size_t i = 0; i < sizeof by_stem / sizeof *by_stem; i++)
        for (rest = str(by_stem[i].words); str_next(&rest, ' ', &word);)
            if (word.len)
                add(&grammar.stems, str_dup(grammar.arena, language_stem(english, grammar.arena, word)),
                    (uint32_t) (by_stem[i].classes >> STEM_SHIFT));
}

static bool in_list(const char *list, struct str word)
{
    struct str rest = str(list), item;

    while (str_next(&rest, ' ', &item))
        if (str_eq(item, word))
            return true;
    return false;
}

/* "tallest" but not "interest". */
static bool is_superlative(struct str fold)
{
    static const char others[] =
        "interest honest forest request protest harvest contest latest guest midwest suggest invest "
        "arrest northwest southwest modest manifest digest conquest earnest tempest behest everest "
        "budapest bucharest disinterest";

    return fold.len > 5 && str_ends(fold, "est") && !in_list(others, fold);
}

/* An adverb that can be left out: "quickly", but not "nearly" nor "formerly", which change what is said. */
static bool is_harmless_adverb(struct str fold)
{
    static const char others[] =
        "nearly hardly barely scarcely allegedly reportedly purportedly supposedly probably possibly potentially presumably "
        "apparently seemingly partly partially rarely falsely wrongly mistakenly unlikely likely hopefully only early nominally "
        "ostensibly virtually theoretically arguably reply supply apply family formerly previously originally initially "
        "temporarily briefly usually generally mostly largely typically occasionally frequently normally mainly primarily chiefly "
        "relatively slightly monthly weekly daily yearly quarterly hourly nightly currently approximately roughly practically "
        "hypothetically conditionally provisionally tentatively unofficially informally fictionally symbolically figuratively "
        "unsuccessfully indirectly exclusively solely entirely completely fully wholly unanimously fairly italy july assembly "
        "anomaly monopoly ally rally fly rely multiply imply comply friendly elderly lonely lovely holy ugly silly "
        "subsequently annually marginally minimally insufficiently poorly incorrectly erroneously simultaneously "
        "respectively increasingly decreasingly doubly loosely vaguely remotely faintly superficially narrowly jointly "
        "collectively separately partially locally regionally seasonally prematurely purely merely simply";

    return fold.len > 4 && str_ends(fold, "ly") && !in_list(others, fold);
}

uint64_t grammar_of(struct str fold, struct str stem)
{
    int64_t word, family;
    uint64_t classes;

    pthread_once(&grammar_once, fill);
    word = wordmap_get(&grammar.words, fold);
    family = wordmap_get(&grammar.stems, stem);
    classes = (uint64_t) (word < 0 ? 0 : word) | (uint64_t) (family < 0 ? 0 : family) << STEM_SHIFT;
    if (str_is(fold, "unlike")) /* it has the stem of "unlikely" */
        classes &= ~GRAMMAR_DENIAL;
    if (is_superlative(fold))
        classes |= GRAMMAR_SUPERLATIVE | GRAMMAR_UNIVERSAL;
    if (is_harmless_adverb(fold))
        classes |= GRAMMAR_HARMLESS_ADVERB;
    return classes;
}
