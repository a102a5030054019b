#include "text/language.h"

#include <assert.h>
#include <libstemmer.h>
#include <pthread.h>
#include <stdlib.h>
#include <utf8proc.h>

#include "text/wordmap.h"
#include "text/utf8.h"
#include "text/words.h"

struct language {
    const char *code, *stemmer;
    const char *stops; /* separated by blanks */
    const char *negations;
    const char *tells; /* words that ask: in a question each tells as much as two stop words */
};

enum { LANGUAGES = 15, GUESS_BYTES = 2048 };

/* The plain language stands last. Stop words of languages other than English
 * are the most frequent function words: enough to tell a language and to keep
 * them out of scores. */
static const struct language languages[LANGUAGES] = {
    { "en", "english",
      "a about above across after again against all almost alone along already also although always am among an and "
      "another any anybody anyone anything are aren't around as at away be became because become becomes been before "
      "behind being below between both but by can can't cannot could couldn't d did didn't do does doesn't doing don't "
      "done down during each either else ever every everybody everyone everything few for from further had hadn't has "
      "hasn't have haven't having he her here hers herself him himself his how however i if in indeed into is isn't it "
      "it's its itself just least let ll less m many may maybe me might mine more most much must my myself neither never "
      "no nobody none nor not nothing now n't o of off often on once one only onto or other others ought our ours "
      "ourselves out over own per perhaps please quite rather re really s same seem seemed seems several shall she should "
      "shouldn't since so some somebody someone something still such t than that that's the their theirs them themselves "
      "then there therefore these they this those though through throughout thus to together too toward towards under "
      "until up upon us ve very via was wasn't we well were weren't what whatever when whenever where whereas wherever "
      "whether which while who whoever whole whom whose why will with within without won't would wouldn't yet you your "
      "yours yourself",
      "not no never none nor neither n't cannot without nobody nothing nowhere don't doesn't didn't isn't aren't wasn't "
      "weren't won't can't couldn't wouldn't shouldn't hasn't haven't hadn't mustn't needn't ain't",
      "what which who whose when where why how does" },
    { "de", "german",
      "aber alle als also am an ander andere auch auf aus bei bin bis bist da damit dann das dass daß dem den denn der des "
      "die dies diese diesem dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch für gegen "
      "habe haben hat hatte hier hin ich ihr ihre im in ist ja jede jetzt kann kein keine man mehr mein mich mit muss nach "
      "nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so solche soll sondern über um und uns unter vom von "
      "vor war waren warum was weil welche wenn werden wer wie wird wo wurde wurden zu zum zur zwar zwischen",
      "nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts niemand",
      "welche welcher welches welchem welchen wann wieviel warum wieso weshalb wozu worüber wogegen "
      "wofür womit wodurch worin worauf woran wovon woraus woher wohin wessen einige gibt heißt heissen" },
    { "fr", "french",
      "à au aux avec car ce ceci cela ces cet cette ceux chez comme d dans de depuis des donc dont du elle elles en entre "
      "est et été être étaient était eu il ils je l la le les leur leurs lui mais même moi mon n ne ni nos notre nous on "
      "ont ou où par parce pas plus pour pourquoi qu quand que quel quelle qui s sa sans se sera ses si son sont sous sur ta "
      "te tes toi ton tous tout toute très tu un une vos votre vous y a ont avait c j m",
      "ne pas jamais sans aucun aucune ni rien personne non n",
      "quel quelle quels quelles combien pourquoi où quand est-ce qu'est-ce" },
    { "es", "spanish",
      "a al algo ante antes aunque bajo bien cada como con contra cual cuando de del desde donde dos el él ella ellos en "
      "entre era eran es esa ese eso esta está estaba este esto estos fue fueron ha había han hasta hay la las le les lo "
      "los más me mi muy no nos o otra otro para pero poco por porque que qué quien se según ser si sí sin sobre son su sus "
      "también tan tanto te tiene todo todos tu un una uno unos y ya yo",
      "no nunca jamás sin ni nada nadie ningún ninguna ninguno tampoco",
      "qué quién quiénes cuál cuáles cuánto cuánta cuántos cuántas cómo cuándo dónde adónde" },
    { "it", "italian",
      "a ad al alla alle agli ai anche avere aveva c che chi ci come con contro cui d da dal dalla dei del della delle di "
      "dove e è ed era erano essere fra gli ha hanno i il in io la le lei li lo loro lui ma mi mio molto ne nei nel nella "
      "noi non nostro o ogni per perché più poi quale quando quello questa questo se senza si sia sono sua sue sul sulla suo "
      "suoi tra tu tutti tutto un una uno vi voi",
      "non mai senza nessun nessuno nessuna niente nulla né", "quanti quante perché quali cos'è qual'è" },
    { "pt", "portuguese",
      "a ao aos as até com como da das de dela dele do dos e é ela elas ele eles em entre era eram essa esse esta está "
      "estava este eu foi foram há isso isto já lhe mais mas me mesmo meu muito na não nas nem no nos nós o os ou para pela "
      "pelo per por porque quando que quem se sem ser seu seus são só sobre sua suas também te tem tinha um uma você",
      "não nunca jamais sem nem nada ninguém nenhum nenhuma", "quais quantos quantas onde porquê" },
    { "nl", "dutch",
      "aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen had heb "
      "hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na "
      "naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want "
      "waren was wat werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou",
      "niet geen nooit zonder niets niemand noch", "wanneer waarom hoeveel welke waarmee waardoor wiens" },
    { "sv", "swedish",
      "alla allt att av blev bli blir då där de dem den denna deras dess det detta dig din du efter ej eller en er ett från "
      "för ha hade han hans har hon hur här i icke in inte jag ju kan kunde man med mellan men mig min mot mycket ni nu när "
      "någon något och om oss på så sedan sig sin sina skulle som till under upp ut utan vad var vara vart vem vi vid vilken "
      "än är över",
      "inte ej icke aldrig ingen inget inga utan", "vilken vilket vilka varför hurdan" },
    { "da", "danish",
      "ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en "
      "end er et for fra ham han hans har havde have hende hendes her hos hun hvad hvis hvor i ikke ind jeg jer jo kunne man "
      "mange med meget men mig min mod ned noget nogle nu når og også om op os over på selv sig sin skal skulle som sådan "
      "thi til ud under var vi vil ville vor være været",
      "ikke aldrig ingen intet uden hverken", "hvornår hvorfor hvilken hvilket hvilke" },
    { "no", "norwegian",
      "alle at av bare begge ble bli blir da de deg dei dem den denne der dere deres det dette din disse du eg eller en enn "
      "er et ett etter for fordi fra før ha hadde han hans har hennes her hos hun hva hvem hver hvilken hvor i ikke inn "
      "ja jeg kan kunne man mange med meg men mellom min mot når nå noe noen og også om opp oss over på så samme seg selv sin "
      "skal skulle som til ut var vi vil ville være vært å",
      "ikke aldri ingen intet uten", "hvorfor hvilken hvilket hvilke" },
    { "fi", "finnish",
      "ei eivät emme en että ette hän he ja joka jos jotka kanssa koska kuin kun me mikä minä missä mukaan mutta myös ne "
      "niin nyt oli olla ole olen on ovat se sekä sen siitä sitä tai tämä tämän te vaan vai vaikka",
      "ei eivät emme en ette älä ilman", "mikä mitkä mitä missä mistä milloin miksi kuinka montako" },
    { "ru", "russian",
      "а без более бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за "
      "здесь и из или им их к как когда кто ли либо между мне может мы на надо наш не него нее нет ни них но ну о об один "
      "он она они оно от по под при с со так также такой там то того тоже той только тот у уже хотя чего чей чем что чтобы "
      "эта эти это этот я",
      "не нет ни без никогда никто ничто", "" },
    { "tr", "turkish",
      "acaba ama ancak arasında artık aynı bazı belki ben beri bile bir biri birkaç biz bu buna bunda bundan bunlar bunu "
      "bunun çok çünkü da daha de defa değil diğer diye dolayı en eğer gibi göre hangi hem hep her hiç için içinde iki ile "
      "ilgili ise kadar karşı kendi ki kim mi mı mu mü nasıl ne neden nerede o olan olarak oldu olduğu olduğunu olmak olması "
      "olmuştur olsa olup olur on ona onlar onu onun önce sadece sonra şey şu tarafından tüm üç üzere üzerinde var ve veya ya "
      "yani yapılan yer yine yok zaman",
      "değil yok hiç asla ne",
      "kaç kaçtır kaçtı kaçı kaçını kaçının kaçta kaçıncı kimdir kimdi kimlerdir kimlerdi kimin nedir neydi neyi neye "
      "neyin nelerdir nelerdi hangisi hangisidir hangisiydi hangileri hangileridir nerede nerededir nereye "
      "nereden neresi neresidir nasıl niçin niye mıdır midir mudur müdür" },
    { "ar", "arabic",
      "في من على إلى الى عن أن ان إن أو او و ثم لا ما لم لن هو هي هم هما هذا هذه ذلك تلك التي الذي الذين اللذين كان كانت كانوا "
      "يكون تكون قد كما كل بعض بين بعد قبل عند عندما حيث حتى مع منذ خلال أكثر أي أيضا غير إذا لكن ليس ليست مثل نحو له لها لهم "
      "به بها فيه فيها منه منها عليه عليها وقد وكان وكانت وهو وهي ولم ولا وفي ومن وما وأن ماذا متى أين كيف كم لماذا هل",
      "لا لم لن ليس ليست غير", "" },
    { "", NULL, "", "", "" },
};

/* Forms that no suffix rule brings together: base first. */
static const char irregular[] =
    "begin began begun|bear bore born borne|beat beaten|bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|"
    "break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|"
    "cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|"
    "drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|"
    "forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|"
    "give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|"
    "know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|light lit|lose lost|"
    "make made|mean meant|meet met|overcome overcame|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|"
    "say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|"
    "shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|"
    "spin spun|spring sprang sprung|stand stood|steal stole stolen|stick stuck|strike struck stricken|"
    "swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|"
    "think thought|throw threw thrown|understand understood|undergo underwent undergone|undertake undertook undertaken|"
    "wake woke woken|wear wore worn|weave wove woven|win won|wind wound|withdraw withdrew withdrawn|write wrote written|"
    "rewrite rewrote rewritten|arise arose arisen|awake awoke|become became|foresee foresaw|oversee oversaw overseen|"
    "child children|man men|woman women|person people persons|mouse mice|foot feet|tooth teeth|goose geese|life lives|"
    "wife wives|knife knives|leaf leaves|half halves|self selves|wolf wolves|shelf shelves|loaf loaves|thief thieves|"
    "analysis analyses|basis bases|crisis crises|hypothesis hypotheses|thesis theses|criterion criteria|"
    "phenomenon phenomena|bacterium bacteria|medium media|datum data|index indices|matrix matrices|vertex vertices|"
    "nucleus nuclei|locus loci|stimulus stimuli|fungus fungi|radius radii|alumnus alumni alumna|larva larvae|"
    "vertebra vertebrae|genus genera|ovum ova|mitochondrion mitochondria|spectrum spectra|"
    "die dying died dies death dead|lie lying lain|tie tying";

static struct {
    struct arena *arena;
    struct wordmap stops, negations, tells; /* a word: the languages it is one in, as bits */
    struct wordmap irregular;
} lists;
static pthread_once_t lists_once = PTHREAD_ONCE_INIT;

static void fill(struct wordmap *map, const char *list, int language)
{
    struct str rest = str(list), word;

    while (str_next(&rest, ' ', &word)) {
        int64_t before = wordmap_get(map, word);

        if (word.len)
            wordmap_put(map, word, (uint32_t) (before < 0 ? 0 : before) | 1u << language);
    }
}

/* The value of a form is where its base stands in the list; base forms come first. */
static void fill_irregular(void)
{
    struct str rest = str(irregular), group, form;

    wordmap_init(&lists.irregular, lists.arena, sizeof irregular / 4);
    while (str_next(&rest, '|', &group)) {
        uint32_t base = (uint32_t) (group.data - irregular);
        bool fresh;

        while (str_next(&group, ' ', &form))
            wordmap_intern(&lists.irregular, form, base, false, &fresh);
    }
}

/* Kept to the end of the process: other threads may still read them while it exits. */
static void fill_lists(void)
{
    lists.arena = arena_new();
    wordmap_init(&lists.stops, lists.arena, 2048);
    wordmap_init(&lists.negations, lists.arena, 256);
    wordmap_init(&lists.tells, lists.arena, 256);
    for (int i = 0; i < LANGUAGES; i++) {
        fill(&lists.stops, languages[i].stops, i);
        fill(&lists.negations, languages[i].negations, i);
        fill(&lists.tells, languages[i].tells, i);
    }
    fill_irregular();
}

static void ready(void) { pthread_once(&lists_once, fill_lists); }

static size_t index_of(const struct language *language)
{
    assert(language >= languages && language < languages + LANGUAGES);
    return (size_t) (language - languages);
}

const struct language *language_named(struct str code)
{
    ptrdiff_t dash = str_find_char(code, '-', 0);

    if (dash < 0)
        dash = str_find_char(code, '_', 0);
    if (dash >= 0)
        code.len = (size_t) dash;
    for (int i = 0; i < LANGUAGES - 1; i++)
        if (str_eq_nocase(code, str(languages[i].code)))
            return &languages[i];
    return &languages[LANGUAGES - 1];
}

/* What the letters of a text tell where its words do not. */
struct letters {
    size_t cyrillic, arabic, latin; /* words that begin with one */
    size_t accents;                 /* words with a letter that English does not write */
    size_t turkish;                 /* words with ğ, ı or ş that are no names */
    size_t han;
    bool asks;            /* the text is a question */
    bool asks_in_spanish; /* "¿Quién" */
};

static void read_letters(const struct word *word, struct letters *ret)
{
    bool accent = false, turkish = false;
    size_t at = 0;
    int32_t first = word->text.len ? utf8_next(word->text, &at) : 0;

    ret->latin += first < 0x80;
    ret->cyrillic += first >= 0x400 && first < 0x530;
    ret->arabic += first >= 0x620 && first < 0x650;
    for (at = 0; at < word->text.len;) {
        int32_t c = utf8_next(word->text, &at);

        accent = accent || (c >= 0xc0 && c < 0x700);
        turkish = turkish || c == 0x11f || c == 0x131 || c == 0x15f;
    }
    ret->accents += accent;
    ret->turkish += turkish && !(word->flags & WORD_CAPITAL);
}

/* Most words are in one of the other scripts of our languages; NULL: they are not. */
static const struct language *by_script(const struct letters *l, size_t words)
{
    if ((l->cyrillic + l->arabic) * 2 <= words)
        return NULL;
    return language_named(l->cyrillic > l->arabic ? str("ru") : str("ar"));
}

/* A question is told by the words that ask. "Welcher" in the middle of a text is a name. */
static void count_word(struct str fold, bool asks, size_t hits[LANGUAGES])
{
    int64_t stop = wordmap_get(&lists.stops, fold), tells = asks ? wordmap_get(&lists.tells, fold) : 0;

    for (size_t i = 0; (stop > 0 || tells > 0) && i < LANGUAGES - 1; i++)
        hits[i] += (stop > 0 ? stop >> i & 1 : 0) + (tells > 0 ? 2 * (tells >> i & 1) : 0);
}

static const struct language *decide(size_t hits[LANGUAGES], const struct letters *l, size_t words)
{
    size_t best = 0, turkish = index_of(language_named(str("tr"))), spanish = index_of(language_named(str("es")));
    const struct language *script = by_script(l, words);

    /* A Chinese text that gives a few names in Latin letters is not English. */
    if (l->han > words || !words)
        return &languages[LANGUAGES - 1];
    if (script)
        return script;
    if (l->asks && (l->turkish > 1 || hits[turkish]))
        hits[turkish] += l->turkish;
    hits[spanish] += l->asks_in_spanish ? 3 : 0;
    for (size_t i = 1; i < LANGUAGES - 1; i++)
        if (hits[i] > hits[best])
            best = i;
    /* One stop word of another language in a short English text proves nothing, unless nothing in it looks like English. */
    if (best && ((hits[best] < 2 && (hits[0] || !l->accents)) || hits[best] * 10 < words))
        best = 0;
    return !best && !hits[0] && l->latin * 2 < words ? &languages[LANGUAGES - 1] : &languages[best];
}

static bool is_question(struct str text)
{
    text = str_trim(text);
    return str_ends(text, "?") || str_ends(text, "\xd8\x9f");
}

/* "¿Quién", not "what does ¿ mean" */
static bool asks_in_spanish(struct str text)
{
    ptrdiff_t at = str_find(text, str("\xc2\xbf"), 0);
    size_t next = (size_t) at + 2;

    return at >= 0 && next < text.len && utf8_is_word(utf8_next(text, &next));
}

const struct language *language_guess(struct str text)
{
    struct arena *arena = NULL; /* made for the first word that needs one */
    size_t hits[LANGUAGES] = { 0 }, at = 0, words = 0;
    struct letters letters = { 0 };
    struct word word;

    ready();
    if (text.len > GUESS_BYTES)
        text.len = GUESS_BYTES;
    letters.asks = is_question(text);
    letters.asks_in_spanish = letters.asks && asks_in_spanish(text);
    while (word_next(text, &at, &word)) {
        char folded[WORD_SHORT];
        struct str fold;

        letters.han += (word.flags & WORD_CJK) != 0;
        if (word.flags & (WORD_NUMBER | WORD_CJK))
            continue;
        if (!word_fold_short(word.text, folded, &fold)) {
            arena = arena ? arena : arena_new();
            fold = word_fold(arena, word.text);
        }
        words++;
        read_letters(&word, &letters);
        /* The "e" of "e-bikes" is no Italian word. */
        if (word.text.len > 1 || at >= text.len || text.data[at] != '-')
            count_word(fold, letters.asks && (words == 1 || !(word.flags & WORD_CAPITAL)), hits);
    }
    arena_free(arena);
    return decide(hits, &letters, words);
}

const char *language_code(const struct language *language) { return language->code; }

bool language_is_english(const struct language *language) { return language == languages; }

bool language_is_stop(const struct language *language, struct str fold)
{
    int64_t of;

    ready();
    of = wordmap_get(&lists.stops, fold);
    return of > 0 && of >> index_of(language) & 1;
}

bool language_is_negation(const struct language *language, struct str fold)
{
    int64_t of;

    ready();
    of = wordmap_get(&lists.negations, fold);
    if (of > 0 && of >> index_of(language) & 1)
        return true;
    return language == languages && (str_ends(fold, "n't") || str_ends(fold, "n\xe2\x80\x99t"));
}

struct str language_without_suffix(const struct language *language, struct str fold)
{
    static const size_t least = 2; /* "O'Neill" is whole */

    if (strcmp(language->code, "tr") != 0)
        return fold;
    for (size_t i = least; i < fold.len; i++)
        if (fold.data[i] == '\'' || str_starts(str_sub(fold, i, fold.len), "\xe2\x80\x99"))
            return str_sub(fold, 0, i);
    return fold;
}

/* Stemmers hold state, so each thread has its own set, made as needed. */
static pthread_key_t stemmers_key;
static pthread_once_t stemmers_once = PTHREAD_ONCE_INIT;

static void free_stemmers(void *data)
{
    struct sb_stemmer **set = data;

    for (int i = 0; set && i < LANGUAGES; i++)
        sb_stemmer_delete(set[i]);
    free(set);
}

static void make_stemmers_key(void) { pthread_key_create(&stemmers_key, free_stemmers); }

static struct sb_stemmer *stemmer_of(const struct language *language)
{
    struct sb_stemmer **set;
    size_t at = index_of(language);

    if (!language->stemmer)
        return NULL;
    pthread_once(&stemmers_once, make_stemmers_key);
    set = pthread_getspecific(stemmers_key);
    if (!set) {
        set = memory_alloc(LANGUAGES * sizeof *set);
        memset(set, 0, LANGUAGES * sizeof *set);
        pthread_setspecific(stemmers_key, set);
    }
    if (!set[at])
        set[at] = sb_stemmer_new(language->stemmer, NULL);
    return set[at];
}

/* Marks matter in some scripts (vowels of Devanagari): only those of Latin,
 * Greek and Cyrillic letters are taken off. */
static struct str strip_marks(struct arena *arena, struct str s)
{
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t n;
    struct str stripped = s;
    bool plain = true;

    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char) s.data[i];

        plain = plain && c < 0x80;
        if (c >= 0xd4 && c != 0xe1)
            return s;
    }
    if (plain)
        return s;
    n = utf8proc_map((const utf8proc_uint8_t *) s.data, (utf8proc_ssize_t) s.len, &mapped,
                     UTF8PROC_COMPOSE | UTF8PROC_STRIPMARK);
    if (n > 0)
        stripped = str_dup(arena, str_n((const char *) mapped, (size_t) n));
    free(mapped);
    return stripped;
}

struct str language_stem(const struct language *language, struct arena *arena, struct str fold)
{
    struct sb_stemmer *stemmer = stemmer_of(language);
    const sb_symbol *stem;

    if (stemmer && fold.len && fold.len < 64) {
        if (language == languages) {
            int64_t base;

            ready();
            base = wordmap_get(&lists.irregular, fold);
            if (base >= 0) {
                struct str rest = str(irregular + base);

                str_next(&rest, ' ', &fold);
            }
        }
        stem = sb_stemmer_stem(stemmer, (const sb_symbol *) fold.data, (int) fold.len);
        if (stem)
            fold = str_dup(arena, str_n((const char *) stem, (size_t) sb_stemmer_length(stemmer)));
    }
    return strip_marks(arena, fold);
}
