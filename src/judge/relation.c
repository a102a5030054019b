#include "judge/relation.h"

#include <pthread.h>
#include <stdio.h>

#include "judge/number_match.h"
#include "judge/terms.h"
#include "text/language.h"
#include "text/lexicon.h"
#include "text/wordmap.h"

enum set_kind {
    SET_ALIKE,  /* words of one meaning */
    SET_AMOUNT, /* … where they say by how much */
    SET_PAID,   /* … where they say for how much money */
    SET_OPPOSITE, /* poles parted by '|': words of one pole do not always mean the same, words of two exclude each other */
    SET_NATION,  /* poles parted by '|': of one pole alike, of two exclusive */
    SET_VALUE,   /* each word excludes each other one; words joined by '/' go together */
    SET_MEMBER,  /* likewise, but a thing may be or have several */
    SET_GENERAL, /* the first word is what the others are */
};

struct set {
    enum set_kind kind;
    const char *words;
};

static const struct set sets[] = {
    { SET_ALIKE, "little small tiny" },
    { SET_ALIKE, "near beside nearby close" },
    { SET_ALIKE, "happy glad delighted pleased joyful cheerful" },
    { SET_ALIKE, "sad unhappy miserable" },
    { SET_ALIKE, "street road" },
    { SET_ALIKE, "couch sofa" },
    { SET_ALIKE, "mom mother mum" },
    { SET_ALIKE, "dad father" },
    { SET_ALIKE, "huge enormous giant immense" },
    { SET_ALIKE, "large big" },
    { SET_ALIKE, "pretty beautiful" },
    { SET_ALIKE, "movie film" },
    { SET_ALIKE, "television tv" },
    { SET_ALIKE, "approximately about around roughly" },
    { SET_ALIKE, "begin start commence" },
    { SET_ALIKE, "people person individual human" },
    { SET_ALIKE, "kid child" },
    { SET_ALIKE, "car automobile" },
    { SET_ALIKE, "physician doctor" },
    { SET_ALIKE, "use utilize" },
    { SET_ALIKE, "purchase buy" },
    { SET_ALIKE, "say state" },
    { SET_ALIKE, "construct build" },
    { SET_ALIKE, "founded established" },
    { SET_ALIKE, "complete finish" },
    { SET_ALIKE, "injure hurt" },
    { SET_ALIKE, "lower reduce decrease" },
    { SET_ALIKE, "beat defeat" },
    { SET_ALIKE, "occur happen" },
    { SET_ALIKE, "inhabitant resident" },
    { SET_ALIKE, "live reside dwell" },
    { SET_ALIKE, "back support" },
    { SET_ALIKE, "lawsuit suit" },
    { SET_ALIKE, "intend plan" },
    { SET_ALIKE, "resign quit" },
    { SET_ALIKE, "tall high" },
    { SET_ALIKE, "nearly almost" },
    { SET_ALIKE, "allow permit" },
    { SET_ALIKE, "ban prohibit forbid" },
    { SET_ALIKE, "choose select" },
    { SET_ALIKE, "collect gather" },
    { SET_ALIKE, "try attempt" },
    { SET_ALIKE, "answer reply respond" },
    { SET_ALIKE, "repair fix mend" },
    { SET_ALIKE, "hide conceal" },
    { SET_ALIKE, "evaluate assess" },
    { SET_ALIKE, "expensive costly" },
    { SET_ALIKE, "cheap inexpensive" },
    { SET_ALIKE, "difficult hard" },
    { SET_ALIKE, "wrong incorrect" },
    { SET_ALIKE, "dangerous hazardous" },
    { SET_ALIKE, "toxic poisonous" },
    { SET_ALIKE, "often frequently" },
    { SET_ALIKE, "rarely seldom" },
    { SET_ALIKE, "later afterwards" },
    { SET_ALIKE, "although though" },
    { SET_ALIKE, "until till" },
    { SET_ALIKE, "entire whole" },
    { SET_ALIKE, "apartment flat" },
    { SET_ALIKE, "elevator lift" },
    { SET_ALIKE, "truck lorry" },
    { SET_ALIKE, "petrol gasoline" },
    { SET_ALIKE, "railway railroad" },
    { SET_ALIKE, "motorway freeway" },
    { SET_ALIKE, "pharmacy drugstore" },
    { SET_ALIKE, "bicycle bike" },
    { SET_ALIKE, "refrigerator fridge" },
    { SET_ALIKE, "telephone phone" },
    { SET_ALIKE, "exam examination" },
    { SET_ALIKE, "advertisement advert ad" },
    { SET_ALIKE, "laboratory lab" },
    { SET_ALIKE, "influenza flu" },
    { SET_ALIKE, "maths mathematics math" },
    { SET_ALIKE, "teenager adolescent" },
    { SET_ALIKE, "medicine medication" },
    { SET_ALIKE, "kidney renal" },
    { SET_ALIKE, "lung pulmonary" },
    { SET_ALIKE, "liver hepatic" },
    { SET_ALIKE, "show demonstrate" },
    { SET_ALIKE, "main primary principal chief" },
    { SET_ALIKE, "amongst among" },
    { SET_ALIKE, "tumor tumour" },
    { SET_ALIKE, "programme program" },
    { SET_ALIKE, "fast quick rapid" },
    { SET_ALIKE, "help assist aid" },
    { SET_ALIKE, "located situated" },
    { SET_ALIKE, "wed marry" },
    { SET_ALIKE, "picture photograph photo" },
    { SET_ALIKE, "ill sick" },
    { SET_ALIKE, "world global worldwide" },
    { SET_ALIKE, "nation country" },
    { SET_ALIKE, "rich wealthy" },
    { SET_ALIKE, "require need" },
    { SET_ALIKE, "end finish" },
    { SET_ALIKE, "role part" },
    { SET_ALIKE, "star feature" },
    { SET_ALIKE, "called named titled" },
    { SET_ALIKE, "pupil student" },
    { SET_ALIKE, "aircraft plane airplane aeroplane" },
    { SET_ALIKE, "boat ship" },
    { SET_ALIKE, "gun firearm" },
    { SET_ALIKE, "house home" },
    { SET_ALIKE, "job occupation" },
    { SET_ALIKE, "law legislation" },
    { SET_ALIKE, "scared afraid frightened" },
    { SET_ALIKE, "shut close" },
    { SET_ALIKE, "speak talk" },
    { SET_ALIKE, "under below beneath" },
    { SET_ALIKE, "weird strange odd" },
    { SET_ALIKE, "author writer" },
    { SET_ALIKE, "firm company" },
    { SET_ALIKE, "shop store" },
    { SET_ALIKE, "jail prison" },
    { SET_ALIKE, "police cop" },
    { SET_ALIKE, "infant baby" },
    { SET_ALIKE, "but however" },
    { SET_ALIKE, "annual yearly" },
    { SET_ALIKE, "obtain acquire" },
    { SET_ALIKE, "famous renowned" },
    { SET_ALIKE, "taxi cab" },
    { SET_ALIKE, "garbage trash rubbish" },
    { SET_ALIKE, "lawyer attorney" },
    { SET_ALIKE, "error mistake" },
    { SET_ALIKE, "stone rock" },
    { SET_ALIKE, "smart intelligent clever" },
    { SET_ALIKE, "tired exhausted" },
    { SET_ALIKE, "quiet silent" },
    { SET_ALIKE, "rise increase" },
    { SET_ALIKE, "decrease decline" },
    { SET_AMOUNT, "rise increase grow climb" },
    { SET_AMOUNT, "raise increase lift" },
    { SET_AMOUNT, "fall decrease decline drop" },
    { SET_AMOUNT, "cut reduce lower decrease" },
    { SET_PAID, "buy purchase acquire" },
    { SET_OPPOSITE, "increase rise grow raise elevate enhance boost augment gain expand upregulate climb|"
                    "decrease decline reduce fall drop lower diminish lessen shrink weaken downregulate" },
    { SET_OPPOSITE, "high|low" },
    { SET_OPPOSITE, "higher greater|lower fewer" },
    { SET_OPPOSITE, "more|less fewer" },
    { SET_OPPOSITE, "most|least" },
    { SET_OPPOSITE, "large big huge vast enormous giant|small little tiny miniature" },
    { SET_OPPOSITE, "largest biggest|smallest" },
    { SET_OPPOSITE, "long|short" },
    { SET_OPPOSITE, "tall|short" },
    { SET_OPPOSITE, "strong|weak" },
    { SET_OPPOSITE, "fast quick rapid|slow" },
    { SET_OPPOSITE, "early|late" },
    { SET_OPPOSITE, "before|after" },
    { SET_OPPOSITE, "old elderly senior ancient|young teenage" },
    { SET_OPPOSITE, "older|younger" },
    { SET_OPPOSITE, "new|old" },
    { SET_OPPOSITE, "maximum|minimum" },
    { SET_OPPOSITE, "majority|minority" },
    { SET_OPPOSITE, "begin start|end finish" },
    { SET_OPPOSITE, "arrive|leave depart" },
    { SET_OPPOSITE, "win|lose" },
    { SET_OPPOSITE, "succeed|fail" },
    { SET_OPPOSITE, "accept approve|reject refuse" },
    { SET_OPPOSITE, "uphold|dismiss overturn" },
    { SET_OPPOSITE, "allow permit|forbid ban prohibit" },
    { SET_OPPOSITE, "support|oppose" },
    { SET_OPPOSITE, "agree|disagree" },
    { SET_OPPOSITE, "love like|hate dislike" },
    { SET_OPPOSITE, "positive|negative" },
    { SET_OPPOSITE, "good|bad" },
    { SET_OPPOSITE, "better|worse" },
    { SET_OPPOSITE, "best|worst" },
    { SET_OPPOSITE, "safe|dangerous unsafe" },
    { SET_OPPOSITE, "healthy|sick ill unhealthy" },
    { SET_OPPOSITE, "alive|dead" },
    { SET_OPPOSITE, "born|die" },
    { SET_OPPOSITE, "married|unmarried single divorced" },
    { SET_OPPOSITE, "guilty|innocent" },
    { SET_OPPOSITE, "true|false" },
    { SET_OPPOSITE, "public|private" },
    { SET_OPPOSITE, "male man boy|female woman girl" },
    { SET_OPPOSITE, "left|right" },
    { SET_OPPOSITE, "upper|lower" },
    { SET_OPPOSITE, "above|below" },
    { SET_OPPOSITE, "inside indoors|outside outdoors" },
    { SET_OPPOSITE, "rich wealthy|poor" },
    { SET_OPPOSITE, "expensive|cheap" },
    { SET_OPPOSITE, "easy|difficult hard" },
    { SET_OPPOSITE, "hot warm|cold cool" },
    { SET_OPPOSITE, "wet|dry" },
    { SET_OPPOSITE, "heavy|light" },
    { SET_OPPOSITE, "full|empty" },
    { SET_OPPOSITE, "open|closed shut" },
    { SET_OPPOSITE, "rural|urban" },
    { SET_OPPOSITE, "permanent|temporary" },
    { SET_OPPOSITE, "common frequent|rare uncommon" },
    { SET_OPPOSITE, "presence|absence" },
    { SET_OPPOSITE, "activate|inhibit suppress block repress inactivate" },
    { SET_OPPOSITE, "promote facilitate|prevent inhibit suppress hinder" },
    { SET_OPPOSITE, "improve|worsen impair" },
    { SET_OPPOSITE, "sensitive|resistant insensitive" },
    { SET_OPPOSITE, "effective|ineffective" },
    { SET_OPPOSITE, "necessary required essential|unnecessary dispensable" },
    { SET_OPPOSITE, "sufficient|insufficient" },
    { SET_OPPOSITE, "significant|insignificant" },
    { SET_OPPOSITE, "direct|indirect" },
    { SET_OPPOSITE, "acute|chronic" },
    { SET_OPPOSITE, "benign|malignant" },
    { SET_OPPOSITE, "happy glad|sad unhappy depressed miserable" },
    { SET_OPPOSITE, "near close|far" },
    { SET_OPPOSITE, "including|excluding" },
    { SET_OPPOSITE, "attack|defend" },
    { SET_OPPOSITE, "standing stand|sitting sit lie" },
    { SET_OPPOSITE, "awake|asleep" },
    { SET_OPPOSITE, "up|down" },
    { SET_OPPOSITE, "day|night" },
    { SET_OPPOSITE, "dependent|independent" },
    { SET_OPPOSITE, "beautiful pretty|ugly" },
    { SET_OPPOSITE, "clean|dirty" },
    { SET_OPPOSITE, "hire|fire" },
    { SET_OPPOSITE, "first|last" },
    { SET_OPPOSITE, "on|off" },
    { SET_OPPOSITE, "with|without" },
    { SET_OPPOSITE, "always|never" },
    { SET_OPPOSITE, "import|export" },
    { SET_OPPOSITE, "profit|loss" },
    { SET_OPPOSITE, "surplus|deficit" },
    { SET_OPPOSITE, "ally|enemy" },
    { SET_OPPOSITE, "husband|wife" },
    { SET_OPPOSITE, "gain|loss" },
    { SET_VALUE,
      "black white red blue green yellow purple orange brown pink grey/gray silver gold/golden violet turquoise beige maroon crimson" },
    { SET_VALUE, "january february april june july august september october november december" },
    { SET_VALUE, "monday tuesday wednesday thursday friday saturday sunday" },
    { SET_VALUE, "summer winter spring autumn" },
    { SET_VALUE, "north/northern south/southern east/eastern west/western" },
    { SET_MEMBER,
      "beer wine/champagne whisky/whiskey vodka gin rum tequila cider brandy coffee tea milk juice lemonade water cola/soda cocoa" },
    { SET_VALUE,
      "wood/wooden stone/marble brick plastic glass steel/iron bronze copper silver gold/golden paper leather cotton wool silk cement/concrete "
      "clay/ceramic rubber aluminium/aluminum sand" },
    { SET_VALUE,
      "kitchen bedroom bathroom garage hallway office classroom courtroom basement attic cellar library laboratory ballroom" },
    { SET_MEMBER,
      "guitar piano drum violin bass saxophone trumpet flute clarinet cello harp banjo accordion trombone viola harmonica "
      "organ keyboard" },
    { SET_VALUE, "earth mars venus jupiter saturn mercury neptune uranus pluto moon sun" },
    { SET_MEMBER,
      "tomato onion celery pumpkin potato carrot cucumber eggplant zucchini avocado broccoli spinach cabbage lettuce pepper garlic "
      "pea bean corn" },
    { SET_MEMBER,
      "dog cat horse cow sheep goat pig snake elephant lion tiger bear monkey rabbit wolf fox duck chicken donkey camel" },
    { SET_MEMBER,
      "football/soccer basketball baseball cricket hockey rugby tennis golf volleyball boxing wrestling swimming cycling" },
    { SET_VALUE,
      "father mother son daughter brother sister uncle aunt nephew niece grandfather grandmother husband wife" },
    { SET_VALUE, "christian muslim jewish buddhist hindu" },
    { SET_VALUE, "catholic protestant orthodox" },
    { SET_MEMBER, "film book/novel song album painting magazine newspaper opera poem sculpture sitcom" },
    { SET_MEMBER, "comedy tragedy horror thriller western documentary" },
    { SET_VALUE, "breakfast lunch dinner" },
    { SET_MEMBER,
      "actor/actress director producer singer writer politician lawyer doctor engineer scientist athlete/footballer painter "
      "photographer" },
    { SET_NATION,
      "america american usa|britain british uk|england english|scotland scottish|wales welsh|france french|germany german|"
      "italy italian|spain spanish|portugal portuguese|netherlands dutch holland|belgium belgian|sweden swedish|norway norwegian|"
      "denmark danish|finland finnish|poland polish|russia russian|ukraine ukrainian|greece greek|turkey turkish|china chinese|"
      "japan japanese|korea korean|india indian|pakistan pakistani|australia australian|canada canadian|mexico mexican|"
      "brazil brazilian|argentina argentine argentinian|chile chilean|ireland irish|switzerland swiss|austria austrian|"
      "hungary hungarian|czech|egypt egyptian|israel israeli|iran iranian|iraq iraqi|thailand thai|vietnam vietnamese|"
      "philippines filipino|indonesia indonesian|malaysia malaysian|nigeria nigerian|kenya kenyan|colombia colombian|cuba cuban|"
      "venezuela venezuelan|peru peruvian|romania romanian|bulgaria bulgarian|serbia serbian|croatia croatian|"
      "singapore singaporean|jamaica jamaican|lebanon lebanese|syria syrian|jordan jordanian|nepal nepalese|ethiopia ethiopian|"
      "morocco moroccan|ghana ghanaian|bolivia bolivian|ecuador ecuadorian|iceland icelandic" },
    { SET_GENERAL,
      "vegetable tomato onion celery pumpkin potato carrot cucumber eggplant zucchini broccoli spinach cabbage lettuce pepper garlic" },
    { SET_GENERAL,
      "room kitchen bedroom bathroom hallway office classroom courtroom basement attic cellar library laboratory" },
    { SET_GENERAL,
      "drink beer wine whisky whiskey vodka gin rum tequila champagne cider brandy coffee tea milk juice lemonade cola soda cocoa" },
    { SET_GENERAL,
      "beverage beer wine whisky whiskey vodka gin rum tequila champagne cider brandy coffee tea milk juice lemonade cola soda cocoa" },
    { SET_GENERAL,
      "animal dog cat horse cow sheep goat pig snake elephant lion tiger bear monkey rabbit wolf fox duck chicken donkey camel" },
    { SET_GENERAL,
      "instrument guitar piano drum violin saxophone trumpet flute clarinet cello harp banjo accordion trombone viola harmonica" },
    { SET_GENERAL,
      "sport football soccer basketball baseball cricket hockey rugby tennis golf volleyball boxing wrestling swimming cycling" },
    { SET_GENERAL, "planet earth mars venus jupiter saturn mercury neptune uranus" },
    { SET_GENERAL, "vehicle car truck bus van motorcycle lorry taxi" },
    { SET_GENERAL, "person man woman child boy girl adult teenager guy lady" },
    { SET_GENERAL,
      "relative father mother son daughter brother sister uncle aunt nephew niece grandfather grandmother" },
    { SET_GENERAL, "building house church school hospital tower castle hotel" },
    { SET_GENERAL, "fruit apple banana orange pear grape lemon lime peach cherry strawberry mango" },
    { SET_GENERAL, "clothing shirt dress coat jacket trousers skirt hat" },
    { SET_GENERAL, "performer actor actress singer dancer comedian" },
    { SET_GENERAL, "artist painter singer sculptor musician actor" },
    { SET_GENERAL, "musician guitarist pianist drummer singer violinist bassist composer" },
    { SET_GENERAL, "athlete footballer swimmer runner boxer cyclist sprinter" },
    { SET_GENERAL, "weapon gun knife rifle pistol sword bomb" },
    { SET_GENERAL, "spouse husband wife" },
    { SET_GENERAL, "child son daughter" },
    { SET_GENERAL, "parent mother father" },
    { SET_GENERAL, "sibling brother sister" },
    { SET_GENERAL, "monarch king queen" },
    { SET_GENERAL, "company corporation" },
    { SET_GENERAL, "kill murder assassinate" },
    { SET_GENERAL, "acquire buy purchase" },
    { SET_GENERAL, "say announce declare remark" },
    { SET_GENERAL, "make manufacture" },
    { SET_GENERAL, "find discover" },
    { SET_GENERAL, "open inaugurate" },
    { SET_GENERAL, "delay postpone" },
    { SET_GENERAL, "destroy demolish" },
    { SET_GENERAL, "support endorse" },
    { SET_GENERAL, "injure wound" },
    { SET_GENERAL, "insect ant bee fly wasp beetle butterfly mosquito" },
};

struct relation {
    struct str word; /* as the set has it */
    uint8_t kind;    /* enum set_kind */
    uint16_t set, pole;
    uint32_t next; /* of the same stem, 0 at the end */
};

enum { RELATIONS_MAX = 2048 };

static struct {
    struct arena *arena;
    struct wordmap stems;
    struct relation items[RELATIONS_MAX]; /* the first is unused: 0 ends a chain */
    uint32_t n;
} table;
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void add(struct str word, const struct relation *relation)
{
    struct str stem = language_stem(language_named(str("en")), table.arena, word);
    int64_t first = wordmap_get(&table.stems, stem);

    for (uint32_t i = first > 0 ? (uint32_t) first : 0; i; i = table.items[i].next)
        if (table.items[i].set == relation->set)
            return;
    if (table.n >= RELATIONS_MAX)
        return;
    table.items[table.n] = *relation;
    table.items[table.n].word = word;
    table.items[table.n].next = first > 0 ? (uint32_t) first : 0;
    wordmap_put(&table.stems, str_dup(table.arena, stem), table.n++);
}

static void fill(void)
{
    table.arena = arena_new();
    table.n = 1;
    wordmap_init(&table.stems, table.arena, 1024);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct relation one = { .kind = (uint8_t) sets[i].kind, .set = (uint16_t) i };
        struct str rest = str(sets[i].words), pole, word, form;

        for (; str_next(&rest, '|', &pole); one.pole++)
            while (str_next(&pole, ' ', &word)) {
                while (str_next(&word, '/', &form))
                    add(form, &one);
                one.pole = (uint16_t) (one.pole + (sets[i].kind == SET_VALUE || sets[i].kind == SET_MEMBER));
                one.pole = sets[i].kind == SET_GENERAL ? 1 : one.pole; /* 0 is the general word */
            }
    }
}

const struct relation *relation_find(struct str stem)
{
    int64_t at;

    pthread_once(&table_once, fill);
    at = wordmap_get(&table.stems, stem);
    return at > 0 ? &table.items[at] : NULL;
}

static const struct relation *next(const struct relation *r) { return r->next ? &table.items[r->next] : NULL; }

/* Two forms of one word: "city" and "cities", "run" and "running". "Author" and "authority" have one stem too, and are two
 * words. */
static bool is_inflected(struct str a, struct str b)
{
    static const char ends[] = " s es ed d ing e y ies ied ying ier iest er est ly is ren 's ";
    size_t n = 0, longest = a.len < b.len ? a.len : b.len;
    char tail[2][8];

    while (n < longest && a.data[n] == b.data[n])
        n++;
    for (int i = 0; i < 2; i++) {
        struct str rest = str_sub(i ? b : a, n, (i ? b : a).len);

        if (n && rest.len > 2 && rest.data[0] == a.data[n - 1]) /* "stop" and "stopped" */
            rest = str_sub(rest, 1, rest.len);
        if (rest.len >= sizeof tail[i] - 2)
            return false;
        snprintf(tail[i], sizeof tail[i], " %.*s ", STR_ARG(rest));
        if (rest.len && !strstr(ends, tail[i]))
            return false;
    }
    return true;
}

/* Irregular forms do not: "men", "went"; nor do "paid" and "eaten", which look so. */
static bool begins_with_stem(const struct term *t)
{
    if (term_in(t, GRAMMAR_IRREGULAR))
        return false;
    size_t n = t->stem.len > 1 ? t->stem.len - 1 : t->stem.len;

    return str_eq(str_sub(t->spelt, 0, n), str_sub(t->stem, 0, n));
}

/* Is the term a form of the set's word, not only of its stem? */
static bool is_of(const struct term *t, const struct relation *r)
{
    return str_eq(t->spelt, r->word) || !begins_with_stem(t) || is_inflected(t->spelt, r->word);
}

/* The next set that both are in, from the pair *a, *b on. */
static bool next_shared(const struct term *claim, const struct term *source, const struct relation **a,
                        const struct relation **b)
{
    for (; *a; *a = next(*a), *b = source->relation)
        for (; *b; *b = next(*b))
            if ((*a)->set == (*b)->set && is_of(claim, *a) && is_of(source, *b))
                return true;
    return false;
}

static int grade_words(const struct term *claim, const struct term *source)
{
    /* A capital inside a sentence makes a name, and names have no synonyms. */
    bool named = (claim->capital && claim->start) || (source->capital && source->start);
    int best = 0;

    for (const struct relation *a = claim->relation, *b = source->relation; next_shared(claim, source, &a, &b);
         b = next(b)) {
        if ((a->kind == SET_NATION || (a->kind == SET_ALIKE && !named)) && a->pole == b->pole)
            return GRADE_ALIKE;
        if (a->kind == SET_AMOUNT || a->kind == SET_PAID)
            best = a->kind == SET_AMOUNT ? GRADE_AMOUNT : GRADE_PAID;
        if (a->kind == SET_GENERAL && a->pole == 0 && b->pole == 1 && !best)
            best = GRADE_GENERAL;
    }
    return best;
}

bool relation_is_nation(const struct term *t)
{
    for (const struct relation *r = t->relation; r; r = next(r))
        if (r->kind == SET_NATION)
            return true;
    return false;
}

int relation_grade(const struct term *claim, const struct term *source)
{
    if (claim->kind != source->kind)
        return 0;
    if (claim->kind == TERM_NUMBER)
        return !claim->uncertain && !source->uncertain && number_match(claim->number, source->number) == NUMBER_SAME
                   ? GRADE_SAME
                   : 0;
    if (claim->hash == source->hash && str_eq(claim->stem, source->stem)) {
        if (str_eq(claim->fold, source->fold))
            return GRADE_SAME;
        if (!begins_with_stem(claim) || !begins_with_stem(source) || is_inflected(claim->spelt, source->spelt))
            return GRADE_STEM;
    }
    if (claim->class & source->class & (GRAMMAR_ARTICLE | GRAMMAR_BE))
        return GRADE_LIGHT;
    return claim->relation && source->relation ? grade_words(claim, source) : 0;
}

static enum rival rival_numbers(const struct term *claim, const struct term *source)
{
    if (claim->uncertain || source->uncertain || number_match(claim->number, source->number) != NUMBER_DIFFERENT)
        return RIVAL_NONE;
    switch (claim->number->kind) {
    case NUMBER_ORDINAL: return RIVAL_ORDINAL;
    case NUMBER_DATE: return RIVAL_DATE;
    default: return RIVAL_NUMBER;
    }
}

enum rival relation_rival(const struct term *claim, const struct term *source)
{
    if (claim->kind != source->kind || claim->kind == TERM_MARK)
        return RIVAL_NONE;
    if (claim->kind == TERM_NUMBER)
        return rival_numbers(claim, source);
    if (claim->hash == source->hash && str_eq(claim->stem, source->stem))
        return RIVAL_NONE;
    for (const struct relation *a = claim->relation, *b = source->relation; next_shared(claim, source, &a, &b);
         b = next(b)) {
        if (a->pole == b->pole)
            continue;
        if (a->kind == SET_OPPOSITE)
            return RIVAL_OPPOSITE;
        if (a->kind == SET_NATION)
            return RIVAL_NATION;
        if (a->kind == SET_VALUE || a->kind == SET_MEMBER)
            return a->kind == SET_VALUE ? RIVAL_VALUE : RIVAL_MEMBER;
    }
    return lexicon_prefix_opposite(claim->stem, source->stem) ? RIVAL_PREFIX : RIVAL_NONE;
}

/* A capital inside a sentence; acronyms and initials may stand for another name of the same. */
static bool is_name(const struct term *t)
{
    return t->kind == TERM_WORD && t->capital && t->start && t->text.len > 3 && term_is_content(t) &&
           t->text.data[1] >= 'a';
}

enum rival relation_names(const struct term *claim, const struct term *source)
{
    size_t n = claim->stem.len < source->stem.len ? claim->stem.len : source->stem.len;

    if (!is_name(claim) || !is_name(source) || relation_grade(claim, source))
        return RIVAL_NONE;
    return str_eq(str_sub(claim->stem, 0, n < 4 ? n : 4), str_sub(source->stem, 0, n < 4 ? n : 4)) ? RIVAL_NONE
                                                                                                   : RIVAL_NAME;
}
