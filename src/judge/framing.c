#include "judge/framing.h"

#include "text/markdown_line.h"
#include "text/words.h"

/* The lists hold what dictionaries of English, German, French, Spanish and Italian have for each class; "*" ends a stem. */

/* A statement is not true. */
static const char untruths[] =
    "fake fakes faked bogus sham false falsely falsehood* untrue wrong wrongly incorrect* inaccura* erroneous* mistaken mistakenly mistake mistakes error errors "
    "erratum errata corrigend* disprov* refut* debunk* discredit* rebut* myth myths misconception* misunderstanding* misbelief* "
    "misinformation disinformation fallac* legend legends hoax* rumour* rumor* fabricat* fictional fictitious fiction "
    "imaginary alternate counterfactual satire lied untruth* unproven unconfirmed unverified unsupported unfounded unsubstantiated unreliable untenable implausible "
    "questionable dubious baseless groundless nonsens* rubbish absurd* ridiculous dream dreams dreamed dreamt disregard* preconception* prejudice* superstition* "
    "doubtful misleading outdated obsolete "
    "falsch* fälschlich* unwahr* unrichtig* unzutreffend* irrtum irrtümer* irrtümlich* irrig* fehler fehlerhaft* widerleg* mythos "
    "mythen märchen legende* gerücht* fiktiv* überholt* veraltet* unbelegt* "
    "haltlos* lüge* fragwürdig* zweifelhaft* unsinn quatsch vorurteil* aberglaube* "
    "faux fausse* faussement inexact* erroné* erreur* démenti* réfut* mythe* légende* rumeur* canular* fictif* "
    "fictive* infondé* périmé* caduc* mensong* douteu* préjugé* superstition* reçues "
    "falso falsa falsos falsas falsi falsamente inesatt* erróne* erronea* erroneo* errato errati errore errori errores erratas "
    "desmentid* smentit* refutad* mito mitos miti leyenda* leggend* rumores bulo bulos bufal* ficticio* "
    "infundad* infondat* mentira* dudos* prejuicio* pregiudiz*";
/* Somebody says so, or says otherwise. */
static const char allegations[] =
    "alleg* supposed supposedly purported* disput* angeblich* vermeintlich* bestritten* prétendu* contesté* supuest* presunt*";
/* It was taken back, or never came to be. */
static const char rejections[] =
    "correction corrections corrected retract* withdrawn withdrew rescind* revok* repeal* annul* overturn* overrul* supersed* "
    "reject* dismissed disallowed refused denied denies deny denial denials apolog* abandoned scrapped cancelled canceled deleted "
    "removed struck disown* disavow* "
    "berichtig* korrektur* korrigier* richtigstell* zurückgezogen* zurückgenommen* widerrufen* aufgehoben* abgelehnt* verworfen* "
    "dementi* gestrichen* "
    "rectifi* rejeté* refusé* retiré* annulé* abrogé* "
    "corrección correcciones rettific* correzion* rechazad* respint* retirad* ritirat* anulad* annullat* derogad*";
/* What is only put forward, made up or a text of somebody's. They count in headings and lead-ins. */
static const char proposals[] =
    "petition* manifesto* counterexample* counter-example* pitfall* trap traps invented made-up exercise* translat* dictation* "
    "sentence sentences abstract advertisement* slogan* proverb* saying sayings ruling reversed "
    "übung* übersetz* sätze sprichw* petition* erfunden* exercice* tradui* phrases proverbe* inventé* ejercicio* traduc* frases refran* "
    "inventad* esercizi* frasi proverbi* "
    "proposal* proposed amendment* motions draft drafts demand demands hypothes* hypothetical* scenario* quiz riddle* "
    "assumption* antrag anträge* vorschlag vorschläge* forderung* entwurf entwürfe* annahme* szenari* behauptung* proposition* "
    "amendement* brouillon* hypothès* scénario* propuesta* enmienda* borrador* hipótesis escenario* propost* emendament* bozz* "
    "ipotes*";
/* Somebody says, thinks or wants it. They count in lead-ins. */
static const char opinions[] =
    "argue* reason reasons maintain* contend* insist* assert* speculat* imagine* claim claims claimed think thinks thought believe* hope hopes hoped fear fears feared demand demands demanded want wants wanted "
    "wish* suggest* suspect* expect* predict* promise* accus* allege* behaupte* meinen glauben fordern fordert befürchten hoffen "
    "prétend* pensent croient demandent craignent espèrent opinan creen piden temen esperan afirman credono chiedono";
/* "So the old books say.", "Such was the belief." */
static const char sayings[] =
    "say says said tell tells told write writes wrote written read reads report* teach* taught held belief* believe* think thought "
    "assume* claim claims claimed sagt sagte sagen heißt hieß steht stand schreib* schrieb* glaub* dachte* dit disait disent écri* "
    "croyait croyaient pensait lisait dice decía dicen decían figura figuraba creía creían pensaban dice diceva credeva";
static const char suppositions[] =
    "suppose supposing assume assuming imagine imagining pretend angenommen supposons imaginons supposez imaginez supongamos "
    "imaginemos imagina supponiamo immaginiamo";
static const char negations[] =
    "not no never none neither nor nobody nothing cannot nicht kein keine keiner keines keinen nie niemals pas jamais aucun aucune "
    "ni nunca jamás ningún ninguna ninguno tampoco non nessun nessuna";
static const char truths[] =
    "true correct right accurate case longer hold holds wahr richtig zutreffend stimmt stimmte zutrifft mehr vrai vraie vrais exact exacte cierto cierta verdad correcto "
    "correcta exacto exacta vero vera";
static const char forward[] = "folgende folgenden nachstehend* untenstehend* suivant* siguiente* seguent*";
/* They stand for what was said before. */
static const char pointers[] =
    "this that both neither none so such das dies beides c'est cela ceci ça esto eso ello questo ciò";
static const char determiners[] =
    "this that these those the it they die der diese dieser dieses es ce cette ces cet le la les il este esta estos estas ese esa el "
    "los las questa questi";
static const char statements[] =
    "claim* statement* sentence* figure* number* story stories report* assertion* idea belief notion answer* date dates entry passage* "
    "version effect allegation* theory notice message* dating account* view views estimate* reading behauptung* aussage* zahl zahlen satz angabe* meldung* darstellung affirmation* phrase* chiffre* "
    "information* nouvelle* dato datos cifra* frase* noticia* notizi* informazion* afirmacion* afirmación versión";

enum {
    LABEL_BYTES = 60,   /* a line that is no sentence */
    REMARK_BYTES = 200, /* what is read of a sentence that may speak of the one before */
    NEAR_WORDS = 9,     /* at its beginning */
    BEFORE_MAX = 8,     /* sentences before it that may speak of it without a list */
    REMARK_WORDS = 3,
    BEHIND_MAX = 2, /* sentences behind it that are looked at */
};

struct around {
    struct arena *scratch;
    const struct passage *passage;
    struct words claim;
};

static bool is_in(const char *list, struct str word)
{
    struct str rest = str(list), item;

    while (str_next(&rest, ' ', &item)) {
        size_t n = item.len && item.data[item.len - 1] == '*' ? item.len - 1 : item.len;

        if (n && (n < item.len ? word.len >= n : word.len == n) && memcmp(word.data, item.data, n) == 0)
            return true;
    }
    return false;
}

/* "l'erreur" is "erreur". */
static struct str bare(struct str word)
{
    enum { ELISION_MAX = 3 };

    for (size_t i = 0; i + 1 < word.len && i < ELISION_MAX; i++)
        if (word.data[i] == '\'')
            return str_sub(word, i + 1, word.len);
    return word;
}

static struct words words_in(const struct around *a, struct str text)
{
    struct words words = { 0 };

    words_of(a->scratch, str_replace(a->scratch, text, str("\u2019"), str("'")), language_named(str("en")), &words);
    return words;
}

/* Is the word in the list, and not the claim's own? */
static bool is_said(const struct around *a, struct str word, const char *list)
{
    bool own = !is_in(list, word) && !is_in(list, bare(word));

    for (size_t k = 0; k < a->claim.n && !own; k++)
        own = str_eq(a->claim.items[k].fold, word);
    return !own;
}

/* Is one of the first `most` words such a word? */
static bool says(const struct around *a, const struct words *words, size_t most, const char *list)
{
    for (size_t i = 0; i < words->n && i < most; i++)
        if (is_said(a, words->items[i].fold, list))
            return true;
    return false;
}

/* "The survey was not wrong.", "It is no myth." take nothing back; "not entirely wrong" and "no doubt wrong" may. */
static bool is_denied_itself(const struct words *words, size_t at)
{
    static const char articles[] = "a an any the ein eine einen un une una uno";
    size_t before = at > 1 && is_in(articles, words->items[at - 1].fold) ? at - 2 : at - 1;

    return at && (is_in("not no never without nicht kein keine keinen nie ohne pas sans non senza sin nunca",
                        words->items[before].fold) ||
                  str_ends(words->items[before].fold, "n't"));
}

static bool says_untruth(const struct around *a, const struct words *words)
{
    for (size_t i = 0; i < words->n; i++)
        if (is_said(a, words->items[i].fold, untruths) && !is_denied_itself(words, i))
            return true;
    return false;
}

static bool negates(const struct words *words, size_t most)
{
    for (size_t i = 0; i < words->n && i < most; i++) {
        struct str word = words->items[i].fold;

        if (is_in(negations, word) || str_ends(word, "n't") || str_starts(word, "n'"))
            return true;
    }
    return false;
}

static bool denies(const struct around *a, const struct words *words, size_t most)
{
    return says(a, words, most, untruths) || says(a, words, most, allegations) || says(a, words, most, rejections);
}

/* --- before it --- */

/* "- …", "3. …" */
static bool is_item(struct str text)
{
    size_t n = 0;

    if (text.len > 2 && strchr("-*+", text.data[0]) && text.data[1] == ' ')
        return true;
    while (n < text.len && text.data[n] >= '0' && text.data[n] <= '9')
        n++;
    return n && n + 1 < text.len && strchr(".)", text.data[n]) && text.data[n + 1] == ' ';
}

/* The white space between two sentences that stand in one text, one behind the other; SIZE_MAX: they do not. */
static size_t space_between(struct str before, struct str behind)
{
    enum { SPACE_MAX = 16 };
    uintptr_t from = (uintptr_t) before.data + before.len, to = (uintptr_t) behind.data;

    if (to < from || to - from > SPACE_MAX)
        return SIZE_MAX;
    for (size_t i = 0; i < to - from; i++)
        if (!strchr(" \t\r\n", before.data[before.len + i]) || !before.data[before.len + i])
            return SIZE_MAX;
    return to - from;
}

/* Does a blank line part them? */
static bool are_parted(struct str before, struct str behind)
{
    size_t space = space_between(before, behind), lines = 0;

    for (size_t i = 0; space != SIZE_MAX && i < space; i++)
        lines += before.data[before.len + i] == '\n';
    return lines > 1;
}

/* "The following statements", "the following happens", but not "the following year" nor "following a strike". */
static bool points_forward(const struct around *a, const struct words *words)
{
    static const char times[] =
        "year* month* week* day* night* morning* evening* season* decade* centur* spring summer autumn "
        "winter election* match* game*";

    for (size_t i = 1; i < words->n; i++)
        if (str_is(words->items[i].fold, "following") && is_in("the these of", words->items[i - 1].fold) &&
            !(i + 1 < words->n && is_in(times, words->items[i + 1].fold)))
            return true;
    for (size_t i = 1; i < words->n; i++)
        if ((str_is(words->items[i].fold, "follows") && str_is(words->items[i - 1].fold, "as")) ||
            (str_is(words->items[i].fold, "folgt") && str_is(words->items[i - 1].fold, "wie")))
            return true;
    return says(a, words, words->n, forward);
}

/* "Myth 3.", "Rejected.", "Two truths and a lie.": no verb. "The fine was annulled." tells of something else. */
static bool is_label(const struct words *words)
{
    enum { WORDS_MAX = 3 };

    return words->n <= WORDS_MAX || (words->n && is_in(rejections, words->items[0].fold));
}

/* "Bots spread the following on Monday.", "A circular told farmers this.": somebody says what comes. */
static bool passes_on(const struct words *words, bool next)
{
    static const char behind[] = "on in at by for to is was were has had about as during from happens happened";
    size_t n = words->n;

    for (size_t i = 1; i < n; i++)
        if (str_is(words->items[i].fold, "following") && str_is(words->items[i - 1].fold, "the") &&
            (i + 1 == n || is_in(behind, words->items[i + 1].fold)))
            return true;
    return next && n > 2 && str_is(words->items[n - 1].fold, "this") &&
           !is_in("by of for with from to at in on about like after before", words->items[n - 2].fold);
}

/* "Students often give this answer.", "She made two predictions.", "Two truths and a lie." */
static bool names_what_is_said(const struct words *words)
{
    if (words->n > 1 && str_is(words->items[words->n - 1].fold, "lie") && str_is(words->items[words->n - 2].fold, "a"))
        return true;
    if (words->n > 2 &&
        is_in("allegation* accusation* claims assertion* prediction* demands argument* promises proposals objection*",
              words->items[words->n - 1].fold))
        return true;
    for (size_t i = 2; i + 1 < words->n; i++)
        if (is_in("this these", words->items[i].fold) &&
            is_in("claim* answer* assertion* allegation* belief* opinion* theory rumour* rumor* story stories",
                  words->items[i + 1].fold))
            return true;
    return false;
}

/* "If the merger goes ahead, three things will happen.": it announces what follows, under a condition or as a wish. */
static bool announces(const struct around *a, const struct words *words)
{
    static const char counts[] = "two three four five zwei drei vier fünf deux trois quatre cinq dos "
                                 "tres cuatro cinco due tre quattro cinque";
    size_t from = words->n > 6 ? words->n - 6 : 0;
    bool counted = false;

    for (size_t i = from; i < words->n; i++)
        counted = counted || is_in(counts, words->items[i].fold);
    return counted && (says(a, words, 2, "if unless wenn falls si se") || says(a, words, words->n, proposals) ||
                       says(a, words, words->n, opinions));
}

/* "What we used to think" */
static bool is_past_belief(const struct words *words)
{
    for (size_t i = 1; i < words->n; i++)
        if (str_is(words->items[i].fold, "to") && str_is(words->items[i - 1].fold, "used"))
            return true;
    return false;
}

/* "The following are wrong", "Not recommended:", "Suppose this.": it speaks of the sentences that follow it. So may a sentence right
 * before that has a word for what is not true. */
static bool introduces_denied(const struct around *a, struct str text, bool next, bool list)
{
    struct words words = words_in(a, text);
    bool lead = str_ends(text, ":") || str_ends(text, ":**") || (list && str_ends(text, "?"));

    if (says(a, &words, 3, suppositions) || /* "Let us assume" */
        announces(a, &words) || passes_on(&words, next))
        return true;
    if (lead || points_forward(a, &words))
        return denies(a, &words, words.n) || says(a, &words, words.n, proposals) ||
               says(a, &words, words.n, opinions) || negates(&words, words.n) || is_past_belief(&words);
    return next &&
           (says_untruth(a, &words) || (is_label(&words) && denies(a, &words, words.n)) || names_what_is_said(&words));
}

static bool is_heading_of_denied(const struct around *a, struct str text)
{
    struct words words = words_in(a, text);

    return denies(a, &words, words.n) || says(a, &words, words.n, proposals) || is_past_belief(&words);
}

/* A short line alone, without a mark at its end: a heading that is not marked as one. */
static bool is_bare_heading(const struct passage *p, size_t i)
{
    struct str text = str_trim(p->sentences[i]);

    return text.len && text.len < LABEL_BYTES && !strchr(".!?:;,|", text.data[text.len - 1]) && !is_item(text) &&
           i + 1 < p->n && are_parted(p->sentences[i], p->sentences[i + 1]);
}

static bool denied_before(const struct around *a, size_t first, struct str *ret_by)
{
    const struct str *s = a->passage->sentences;
    bool reaches = true; /* what stands there may speak of the sentence */
    size_t level = SIZE_MAX;

    for (size_t i = first; i-- > 0;) {
        struct str text = str_trim(s[i]);
        size_t heading = line_heading_level(text);

        *ret_by = text;
        if (heading) {
            /* The title of a page takes nothing back: a page about a myth says much that is true. */
            if (heading < level && heading > 1 && is_heading_of_denied(a, text))
                return true;
            level = heading < level ? heading : level;
            reaches = false;
            continue;
        }
        if (is_bare_heading(a->passage, i)) {
            if (reaches && is_heading_of_denied(a, text))
                return true;
            reaches = false;
        }
        if (are_parted(s[i], s[i + 1]) && !is_item(str_trim(s[i + 1])) && !str_ends(text, ":") &&
            !is_bare_heading(a->passage, i))
            reaches = false;
        bool near = i + BEFORE_MAX >= first || is_item(str_trim(s[first]));
        if (reaches && near &&
            introduces_denied(a, text, i + 1 == first && !is_item(str_trim(s[first])), is_item(str_trim(s[i + 1]))))
            return true;
    }
    return false;
}

/* Of "Title › Part › Section" all but the title. */
static bool denied_by_path(const struct around *a, struct str *ret_by)
{
    static const char sign[] = " \u203a ";
    ptrdiff_t at = str_find(a->passage->heading, str(sign), 0);

    if (at < 0)
        return false;
    *ret_by = str_sub(a->passage->heading, (size_t) at + strlen(sign), a->passage->heading.len);
    return is_heading_of_denied(a, *ret_by);
}

/* --- behind it --- */

/* "Correction of 12 March: …", "Verdict: unsupported." */
static bool is_label_of_denial(const struct around *a, struct str text, const struct words *words)
{
    enum { LABEL_WORDS = 5 };
    ptrdiff_t colon = str_find_char(text, ':', 0);
    size_t label = 0;

    while (label < words->n && colon > 0 && words->items[label].start < (size_t) colon)
        label++;
    return label && label <= LABEL_WORDS && colon < LABEL_BYTES && denies(a, words, label + 3);
}

/* "Measurements show the opposite." */
static bool tells_opposite(const struct words *words)
{
    for (size_t i = 1; i < words->n; i++)
        if (is_in("opposite contrary reverse gegenteil contraire contrario", bare(words->items[i].fold)) &&
            (is_in("the das le il el lo al", words->items[i - 1].fold) || str_starts(words->items[i].fold, "l'")))
            return true;
    return false;
}

/* "There is no evidence for that." */
static bool lacks_support(const struct words *words, size_t at)
{
    return at && is_in("for of behind für pour de para por per di", words->items[at - 1].fold) && negates(words, at);
}

/* "Modern work has overturned this.", "We apologise for this error.", "Please disregard this notice.": somebody says something of it. */
static bool judges_this(const struct around *a, const struct words *words)
{
    bool denied = denies(a, words, words->n);

    for (size_t i = 0; i < words->n; i++) {
        struct str next = i + 1 < words->n ? words->items[i + 1].fold : str("");

        if (!is_in("this that dies das diese diesen dieser ceci cela cette ce esto eso esta este ciò questo questa",
                   words->items[i].fold))
            continue;
        if ((next.len == 0 || str_is(next, "back")) ? denied || str_is(next, "back") || lacks_support(words, i)
                                                    : i > 0 && (is_in(statements, next) || is_in(untruths, next)))
            return true;
    }
    return false;
}

/* "So the old books say.", "Or so it was believed." */
static bool says_who(const struct words *words)
{
    size_t at = words->n && is_in("or oder ou o", words->items[0].fold) ? 1 : 0;
    bool so = at < words->n && is_in("so such thus así ainsi così tal tale telle tel", words->items[at].fold);

    for (size_t i = at + 1; so && i < words->n && i < at + NEAR_WORDS; i++)
        if (is_in(sayings, words->items[i].fold))
            return true;
    return false;
}

/* "This is false.", "C'est faux.", "That was so until 2010." */
static bool speaks_of_it(const struct around *a, const struct words *words)
{
    struct str first = words->items[0].fold, next = words->n > 1 ? words->items[1].fold : str("");
    bool pointer = is_in(pointers, first) && !(words->n > 2 && is_in("that dass que che", words->items[2].fold));
    bool statement = is_in(determiners, first) && (is_in(statements, next) || is_in(untruths, next));
    bool untrue = negates(words, NEAR_WORDS) && (statement || says(a, words, NEAR_WORDS + 1, truths));

    if (words->n <= REMARK_WORDS && (denies(a, words, words->n) || untrue)) /* "Not true." */
        return true;
    if (pointer || statement)
        return denies(a, words, NEAR_WORDS + (size_t) statement * NEAR_WORDS) || untrue ||
               (is_in("was war était era", next) &&
                (says(a, words, words->n, "until bis jusqu* hasta fino") || says(a, words, NEAR_WORDS, truths)));
    if (!is_in(determiners, first))
        return false;
    /* "It is a myth that …" speaks of what follows. */
    for (size_t i = 2; i < words->n && i < NEAR_WORDS; i++)
        if (is_in("that dass que che", words->items[i].fold))
            return false;
    return is_in("it they es sie il elle", first) ? says(a, words, 4, untruths) || untrue : false;
}

/* Has the text a number that the claim does not have? */
static bool has_other_number(const struct around *a, const struct words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        bool own = !(words->items[i].flags & WORD_NUMBER);

        for (size_t k = 0; k < a->claim.n && !own; k++)
            own = str_eq(a->claim.items[k].fold, words->items[i].fold);
        if (!own)
            return true;
    }
    return false;
}

/* "In truth it was given away.", "Actually, it is 33 years." */
static bool is_turn(const struct around *a, struct str text, const struct words *words)
{
    static const char *const turns[] = { "in truth",        "in reality",  "strike that",
                                         "in wirklichkeit", "in wahrheit", "en réalité",
                                         "en realidad",     "in realtà",   NULL };
    static const char *const facts[] = { "actually", "in fact",  "rather,", "tatsächlich",
                                         "en fait",  "de hecho", "infatti", NULL };
    struct str head = str_lower_ascii(a->scratch, str_sub(text, 0, LABEL_BYTES));

    return str_contains_any(head, turns) || (str_contains_any(head, facts) && has_other_number(a, words));
}

static bool denied_behind(const struct around *a, size_t end, struct str *ret_by)
{
    const struct passage *p = a->passage;
    size_t behind = end;

    /* What speaks of a whole list stands behind it. */
    while (behind < p->n && end > 0 && is_item(str_trim(p->sentences[end - 1])) &&
           is_item(str_trim(p->sentences[behind])))
        behind++;
    for (size_t i = behind; i < p->n && i < behind + BEHIND_MAX; i++) {
        struct str text = str_trim(p->sentences[i]);
        struct words words = words_in(a, str_sub(text, 0, REMARK_BYTES));

        if (line_heading_level(text) || (i > behind && are_parted(p->sentences[i - 1], p->sentences[i])) ||
            words.n == 0)
            return false;
        *ret_by = text;
        if (is_label_of_denial(a, text, &words) ||
            (i == behind &&
             (speaks_of_it(a, &words) || says_who(&words) || tells_opposite(&words) || is_turn(a, text, &words))) ||
            judges_this(a, &words))
            return true;
    }
    return false;
}

/* Quotation marks of a text that are open at its end: what follows is somebody's speech. */
static bool leaves_speech_open(struct str text, bool open)
{
    for (size_t i = 0; i < text.len;) {
        struct str rest = str_sub(text, i, text.len);

        if (str_starts(rest, "\"")) {
            open = !open;
            i++;
        } else if (str_starts(rest, "\u201c") || str_starts(rest, "\u201e") || str_starts(rest, "\u00ab")) {
            /* German closes with the sign that English opens with. */
            open = !(open && str_starts(rest, "\u201c"));
            i += 2;
        } else if (str_starts(rest, "\u201d") || str_starts(rest, "\u00bb")) {
            open = false;
            i += 2;
        } else {
            i++;
        }
    }
    return open;
}

/* Does the sentence stand in quotation marks that the claim does not have? */
static bool is_speech(const struct around *a, struct str claim, size_t first, struct str *ret_by)
{
    static const char *const marks[] = { "\"", "\u201c", "\u201e", "\u00ab" };
    const struct str *s = a->passage->sentences;
    size_t from = first;
    bool open = false;

    while (from > 0 && !are_parted(s[from - 1], s[from]) && space_between(s[from - 1], s[from]) != SIZE_MAX)
        from--;
    for (size_t i = from; i < first; i++)
        open = leaves_speech_open(s[i], open);
    struct str said = *ret_by = str_trim(s[first]);
    if (is_item(said)) /* its sign stands before the quotation mark */
        said = str_trim(str_sub(said, (size_t) str_find_char(said, ' ', 0) + 1, said.len));
    bool begins = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (str_starts(str_trim(claim), marks[i]))
            return false;
        begins = begins || str_starts(said, marks[i]);
    }
    return open ||
           (begins && !leaves_speech_open(said, false) && strchr(".!?,", said.len > 1 ? said.data[said.len - 2] : 'x'));
}

/* "Fiction: …", where the claim leaves out the label. */
static bool denied_by_label(const struct around *a, size_t first, struct str *ret_by)
{
    struct str text = str_trim(a->passage->sentences[first]);
    ptrdiff_t colon = str_find_char(text, ':', 0);

    if (colon <= 0 || colon > LABEL_BYTES)
        return false;
    struct words words = words_in(a, str_sub(text, 0, (size_t) colon));
    *ret_by = text;
    return denies(a, &words, words.n);
}

bool framing_takes_back(struct arena *scratch, struct str claim, const struct passage *passage, size_t first,
                        size_t end, struct str *ret_by)
{
    struct around a = { .scratch = scratch, .passage = passage };

    a.claim = words_in(&a, claim);
    return (first < passage->n && (denied_by_label(&a, first, ret_by) || is_speech(&a, claim, first, ret_by))) ||
           denied_before(&a, first, ret_by) || denied_by_path(&a, ret_by) || denied_behind(&a, end, ret_by);
}
