#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/file.h"
#include "judge/idle.h"
#include "judge/judge.h"
#include "judge/reader.h"
#include "text/sentence.h"

static struct judgement judge(struct arena *arena, const char *claim, const char *const *sentences)
{
    struct str *evidence = arena_calloc(arena, 17, sizeof *evidence);
    struct judgement r;
    size_t n = 0;

    for (; sentences[n]; n++)
        evidence[n] = str(sentences[n]);
    judge_claim_by_passage(arena, NULL, str(claim), &(struct passage){ evidence, n, str("") }, &r);
    assert_true(r.decided_by_n <= n);
    for (size_t i = 0; i < r.decided_by_n; i++)
        assert_true(r.decided_by[i] < n && (i == 0 || r.decided_by[i - 1] < r.decided_by[i]));
    assert_true(r.reason.len > 0);
    return r;
}

#define JUDGE(arena, claim, ...) judge(arena, claim, (const char *const[]){ __VA_ARGS__, NULL })

static void quotes(const char *claim, const char *sentence, bool want)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, "Rain fell.", sentence, "Nobody came.");

    if (r.quoted != want)
        fail_msg("%s a quotation: %s | %s", want ? "should be" : "should not be", claim, sentence);
    arena_free(arena);
}

static void test_words_of_the_source_are_a_quotation(void **state)
{
    (void) state;
    quotes("Google acquired Fitbit for 2.1 billion dollars in January 2021.",
           "Google acquired Fitbit for 2.1 billion dollars in January 2021.", true);
    quotes("\"google acquired Fitbit for $2.1 billion\" [1].", "Google acquired Fitbit for $2.1 billion.", true);
    quotes("… the plant was closed … [2, 3]", "The plant was closed.", true);
    quotes("Das Werk wurde 1974 gebaut.", "Das Werk wurde 1974 gebaut.", true);
    quotes("抽水蓄能电站很大。", "抽水蓄能电站很大。", true);
}

static void test_other_words_or_signs_are_none(void **state)
{
    (void) state;
    quotes("| Ctrl+C | Copy |", "| Ctrl+C | Copy |", true);
    quotes("| Ctrl+C | Cut |", "| Ctrl+C | Copy |", false);
    quotes("| Copy | Ctrl+C |", "| Ctrl+C | Copy |", false);
    quotes("| No | Yes |", "No. Yes.", false);
    quotes("| Alice | Bob |", "- Alice\n- Bob", false);
    quotes("Alice | Bob", "Alice Bob", false);
    quotes("It works.", "It works.", false);
    quotes("The temperature is <5 degrees.", "The temperature is <-5 degrees.", false);
    quotes("The temperature is > 7 degrees.", "The temperature is >-7 degrees.", false);
    quotes("Please direct patches to: < team@example.org>", "Please direct patches to: <team@example.org>", true);
    quotes("The rate is < 5 percent.", "The rate is > 5 percent.", false);
    quotes("Google acquired Fitbit for 2.4 billion dollars.", "Google acquired Fitbit for 2.1 billion dollars.", false);
    quotes("It was 5 degrees.", "It was -5 degrees.", false);
    quotes("The result was $5 million.", "The result was −$5 million.", false);
    quotes("The result was -€5 million.", "The result was €5 million.", false);
    quotes("The result was -$5 million.", "The result was -$5 million.", true);
    quotes("Sales rose by 5.", "Sales rose by 5 %.", false);
    quotes("Prices rose by 35.", "Prices rose by 3.5.", false);
    quotes("The plant was closed.", "The plant was closed?", false);
    quotes("Google acquired Fitbit.", "It is not true that Google acquired Fitbit.", false);
}

static void gives(const char *claim, const char *sentence, enum verdict want)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.verdict != want)
        fail_msg("%s (%.*s), not %s: %s | %s", verdict_words[r.verdict], STR_ARG(r.reason), verdict_words[want], claim,
                 sentence);
    arena_free(arena);
}

static void never_supported(const char *claim, const char *sentence)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.verdict == VERDICT_SUPPORTED)
        fail_msg("supported: %s | %s", claim, sentence);
    arena_free(arena);
}

static void test_edits_that_keep_it_true_are_supported(void **state)
{
    (void) state;
    gives("Sales rose in Norway.", "Sales rose in Norway and fell in Sweden.", VERDICT_SUPPORTED);
    gives("Google acquired Fitbit.", "Google acquired Fitbit for 2.1 billion dollars in January 2021.",
          VERDICT_SUPPORTED);
    gives("The plant was opened in 1984.", "The plant was opened in 1984 by the queen.", VERDICT_SUPPORTED);
    gives("Ann, a nurse, bought the large house.", "Ann, a nurse, purchased the big house.", VERDICT_SUPPORTED);
}

static void test_who_did_what_to_whom_counts(void **state)
{
    (void) state;
    never_supported("Fitbit acquired Google for 2.1 billion dollars in January 2021.",
                    "Google acquired Fitbit for 2.1 billion dollars in January 2021.");
    never_supported("Sales rose in Sweden and fell in Norway.", "Sales rose in Norway and fell in Sweden.");
    never_supported("Sales rose in Sweden.", "Sales rose in Norway and fell in Sweden.");
    never_supported("Google acquired Fitbit for 2.4 billion dollars.",
                    "Google acquired Fitbit for 2.1 billion dollars in January 2021.");
    never_supported("The company pays 900 euros for a desk.", "The company pays an allowance of 450 euros for a desk.");
}

typedef void pair_fn(struct arena *arena, struct str want, const char *claim, const char *sentence);

/* Calls `each` for every pair of the file. */
static size_t for_pairs(const char *path, pair_fn *each)
{
    struct buf file;
    struct str rest, line;
    size_t n = 0;

    buf_init(&file, 1 << 20);
    assert_int_equal(file_read(path, &file, NULL), 0);
    rest = buf_str(&file);
    while (str_next_line(&rest, &line)) {
        struct str want, claim;
        struct arena *arena = arena_new();

        if (line.len && line.data[0] != '#' && str_next(&line, '|', &want) && str_next(&line, '|', &claim)) {
            each(arena, want, str_z(arena, claim), str_z(arena, line));
            n++;
        }
        arena_free(arena);
    }
    buf_free(&file);
    return n;
}

static void check_pair(struct arena *arena, struct str want, const char *claim, const char *sentence)
{
    struct judgement r = JUDGE(arena, claim, sentence);
    char got = r.verdict == VERDICT_SUPPORTED ? '+' : r.verdict == VERDICT_CONTRADICTED ? '!' : '?';

    if (got != want.data[0])
        fail_msg("%c, not %c: %s | %s (%.*s)", got, want.data[0], claim, sentence, STR_ARG(r.reason));
    assert_true(got != '!' || r.clashes_n > 0);
}

static void test_pairs_of_all_kinds(void **state)
{
    (void) state;
    assert_true(for_pairs("tests/unit/judge-pairs.txt", check_pair) > 300);
}

/* A passage of several lines and sentences: " / " ends a line, " / / " a paragraph. */
static void check_context(struct arena *arena, struct str want, const char *claim, const char *passage)
{
    struct str paragraphs = str_replace(arena, str(passage), str(" / / "), str("\n\n")), sentences[16];
    struct str text = str_replace(arena, paragraphs, str(" / "), str("\n"));
    struct sentences at = { 0 };
    struct judgement r;

    sentences_of(arena, text, &at);
    assert_true(at.n <= 16);
    for (size_t i = 0; i < at.n; i++)
        sentences[i] = str_sub(text, at.items[i].start, at.items[i].end);
    judge_claim_by_passage(arena, NULL, str(claim), &(struct passage){ sentences, at.n, str("") }, &r);
    char got = r.quoted ? 'q' : r.verdict == VERDICT_SUPPORTED ? '+' : r.verdict == VERDICT_CONTRADICTED ? '!' : '?';
    if (got != want.data[0])
        fail_msg("%c, not %c: %s | %s (%.*s)", got, want.data[0], claim, passage, STR_ARG(r.reason));
}

static void test_what_stands_around_a_sentence_counts(void **state)
{
    (void) state;
    assert_true(for_pairs("tests/unit/judge-contexts.txt", check_context) > 40);
}

/* The sentence with its first word that holds a digit raised, or "" if it has none. */
static const char *with_other_number(struct arena *arena, const char *sentence)
{
    size_t at = strcspn(sentence, "0123456789");

    if (!sentence[at])
        return "";
    char *copy = arena_copy(arena, sentence, strlen(sentence) + 1);
    copy[at] = (char) (copy[at] == '9' ? '7' : copy[at] + 1);
    return copy;
}

static const char *with_not(struct arena *arena, const char *sentence)
{
    static const char *const verbs[] = { " is ", " was ", " are ", " were " };

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        const char *at = strstr(sentence, verbs[i]);

        if (at)
            return str_z(arena, str_format(arena, "%.*s%snot %s", (int) (at - sentence), sentence, verbs[i],
                                           at + strlen(verbs[i])));
    }
    return "";
}

/* The sentence with its last word in front of the others. */
static const char *turned(struct arena *arena, const char *sentence)
{
    struct str s = str_sub(str(sentence), 0, strlen(sentence) - 1);
    size_t at = s.len;

    while (at > 0 && s.data[at - 1] != ' ')
        at--;
    return at < 8
               ? ""
               : str_z(arena, str_format(arena, "%.*s %.*s.", (int) (s.len - at), s.data + at, (int) at - 1, s.data));
}

static void check_mutations(struct arena *arena, struct str want, const char *claim, const char *sentence)
{
    const char *mutations[] = { with_other_number(arena, sentence), with_not(arena, sentence),
                                turned(arena, sentence) };
    struct judgement r = JUDGE(arena, sentence, "Rain fell.", sentence);

    (void) want;
    (void) claim;
    if (str_contains(str(sentence), " ") && strlen(sentence) > 16 && !r.quoted)
        fail_msg("no quotation of itself: %s", sentence);
    for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i++)
        if (*mutations[i] && JUDGE(arena, mutations[i], sentence).verdict == VERDICT_SUPPORTED)
            fail_msg("supported: %s | %s", mutations[i], sentence);
}

static void test_a_changed_number_an_added_not_and_moved_words_are_never_supported(void **state)
{
    (void) state;
    for_pairs("tests/unit/judge-pairs.txt", check_mutations);
}

static void clashes(const char *claim, const char *sentence, enum clash_kind kind, const char *reason)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    assert_true(r.clashes_n > 0);
    assert_int_equal(r.clashes[0].kind, kind);
    if (!str_is(r.clashes[0].reason, reason))
        fail_msg("%.*s, not: %s", STR_ARG(r.clashes[0].reason), reason);
    assert_true(str_eq(r.reason, r.clashes[0].reason));
    arena_free(arena);
}

static void test_clashes_name_both_parts(void **state)
{
    (void) state;
    clashes("The company pays 900 euros for a desk.", "The company pays an allowance of 450 euros for a desk.",
            CLASH_NUMBER, "the source gives 450 euros, not 900 euros");
    clashes("The regional health board gave 240,000 pounds for the study.",
            "The study was paid for by the regional health board with a grant of 240,000 euros.", CLASH_UNIT,
            "the source gives 240,000 euros, not 240,000 pounds");
    clashes("The council approved the extension on 14 June 2021.",
            "The council approved the extension of the Harwick Tramway to the port on 14 June 2022 by 27 votes to 19.",
            CLASH_DATE, "the source says 14 June 2022, not 14 June 2021");
    clashes("Line D carries 6 million passengers a year.",
            "Officials aim to carry 6 million passengers a year on Line D by 2030.", CLASH_POLARITY,
            "the source says \"aim to carry\", not that it is so");
    clashes("The line will reduce car traffic in the centre by 7 to 9 percent.",
            "A consultant estimated that the line may reduce car traffic in the centre by 7 to 9 percent.",
            CLASH_POLARITY, "the source says that it may be so, nearly is or is expected, not that it is so");
    clashes("The plant opened in March 2021.", "The plant opened in May 2021.", CLASH_DATE,
            "the source says May 2021, not March 2021");
    clashes("The fund spent 5 million euros on roads.", "The fund spent 5 million dollars on roads.", CLASH_CURRENCY,
            "the source gives 5 million dollars, not 5 million euros");
    clashes("The battery stores 30 MW.", "The battery stores 30 MWh.", CLASH_UNIT,
            "the source gives 30 MWh, not 30 MW");
    clashes("Fitbit acquired Google.", "Google acquired Fitbit.", CLASH_ORDER,
            "the source has it the other way round: \"Google acquired Fitbit\"");
    clashes("All members voted for the plan.", "Most members voted for the plan.", CLASH_QUANTIFIER,
            "the source says \"most\", not \"all\"");
    clashes("Exports fell in 2020.", "Exports rose in 2020.", CLASH_DIRECTION,
            "the source says \"rose\", not \"fell\"");
    clashes("The plant was opened in Bergen in 1998.", "The plant was opened in Trondheim in 1998 by the queen.",
            CLASH_NAME, "the source says \"Trondheim\", not \"Bergen\"");
    clashes("Taxes were not raised.", "Taxes were raised.", CLASH_POLARITY, "the claim denies what the source says");
    clashes("The plant opened in 2025.", "The plant is scheduled to open in 2025.", CLASH_POLARITY,
            "the source says \"scheduled to open\", not that it is so");
    clashes("The plant opened in 2025.", "The plant may have opened in 2025.", CLASH_POLARITY,
            "the source says that it may be so, nearly is or is expected, not that it is so");
}

static void clashes_with_nothing(const char *claim, const char *sentence)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.clashes_n)
        fail_msg("%.*s: %s | %s", STR_ARG(r.clashes[0].reason), claim, sentence);
    arena_free(arena);
}

static void test_true_sentences_in_other_words_clash_with_nothing(void **state)
{
    (void) state;
    clashes_with_nothing("A child's ticket costs 17 euros less than an adult's.",
                         "Tickets cost 35 euros for adults and 18 euros for children under 12.");
    clashes_with_nothing("Revenue grew by 58 million euros.",
                         "Its revenue rose from 410 million euros in 2021 to 468 million euros in 2022.");
    clashes_with_nothing("The Aurora's battery holds 10,000 kWh.",
                         "Its first electric ferry, the Aurora, has a battery of 10 megawatt-hours.");
    clashes_with_nothing("The company employs roughly 2,300 people.", "About 2,300 people work for the company.");
    clashes_with_nothing("Profit dropped to 21 million euros.",
                         "Revenue rose to 468 million euros, while profit fell to 21 million euros.");
    clashes_with_nothing("Seven people were hurt in the fire, and nobody was killed.",
                         "In November 2020 a fire on the ferry injured seven people; nobody died.");
    clashes_with_nothing("More than a third of the costs went into fuel.",
                         "Fuel made up 38 percent of the costs in 2022.");
    clashes_with_nothing("Its three markets are Norway, Denmark and Germany.",
                         "The company runs 14 ferries on six routes between Norway, Denmark and Germany.");
}

static void check_clash(struct arena *arena, struct str want, const char *claim, const char *sentence)
{
    struct judgement r = JUDGE(arena, claim, sentence);
    bool found = false;

    for (size_t i = 0; i < r.clashes_n; i++)
        found = found || (!r.clashes[i].mild && str_is(want, clash_kind_words[r.clashes[i].kind]));
    if (str_is(want, "-")                               ? r.clashes_n > 0
        : str_is(want, "open") || str_is(want, "alarm") ? r.verdict == VERDICT_SUPPORTED
                                                        : !found)
        fail_msg("%.*s, not %.*s: %s | %s", STR_ARG(r.reason), STR_ARG(want), claim, sentence);
}

static void test_roles_amounts_and_events_clash_and_their_paraphrases_do_not(void **state)
{
    (void) state;
    assert_true(for_pairs("tests/unit/judge-clashes.txt", check_clash) > 230);
}

/* The lines of a passage, as one text. */
struct told {
    struct buf text;
    struct str heading;
};

static void check_told(struct arena *arena, const struct told *told, char mark, struct str claim)
{
    struct sentences parts = { 0 };
    struct str text = buf_str(&told->text), *evidence;
    struct judgement r;
    bool clash = false;

    sentences_of(arena, text, &parts);
    evidence = arena_calloc(arena, parts.n + 1, sizeof *evidence);
    for (size_t i = 0; i < parts.n; i++)
        evidence[i] = str_sub(text, parts.items[i].start, parts.items[i].end);
    judge_claim_by_passage(arena, NULL, claim, &(struct passage){ evidence, parts.n, told->heading }, &r);
    for (size_t i = 0; i < r.clashes_n; i++)
        clash = clash || !r.clashes[i].mild;
    if (mark != '+' && r.verdict == VERDICT_SUPPORTED)
        fail_msg("supported: %.*s", STR_ARG(claim));
    if (mark != '?' && clash != (mark == '-'))
        fail_msg("%s: %.*s (%.*s)", clash ? "a clash" : "no clash", STR_ARG(claim), STR_ARG(r.reason));
}

static void test_figures_names_and_speakers_are_bound_to_what_they_are_said_of(void **state)
{
    struct arena *arena = arena_new();
    struct told told = { 0 };
    struct buf file;
    struct str rest, line;
    size_t checked = 0;
    bool read = false;

    (void) state;
    buf_init(&told.text, 1 << 16);
    buf_init(&file, 1 << 20);
    assert_int_equal(file_read("tests/unit/judge-passages.txt", &file, NULL), 0);
    rest = buf_str(&file);
    while (str_next_line(&rest, &line)) {
        if (line.len < 3 || line.data[0] == '#')
            continue;
        struct str text = str_sub(line, 2, line.len);
        if (line.data[0] != '>') {
            check_told(arena, &told, line.data[0], text);
            checked++;
            read = true;
            continue;
        }
        if (read || told.text.len == 0) {
            buf_clear(&told.text);
            told.heading = text;
        }
        read = false;
        buf_add_str(&told.text, text);
        buf_add_char(&told.text, '\n');
    }
    assert_true(checked > 150);
    buf_free(&file);
    buf_free(&told.text);
    arena_free(arena);
}

static void test_the_reason_names_what_the_claim_leaves_out(void **state)
{
    static const struct {
        const char *claim, *sentence, *reason;
    } cases[] = {
        { "The plant will be closed in March.", "The plant will be closed in March, pending a court ruling.",
          "the claim leaves out what the source says with it: \"pending a court ruling\"" },
        { "Mara Lind won the regatta in 1988.", "Mara Lind won the student regatta in 1988.",
          "the claim leaves out what the source says with it: \"student\"" },
        { "The compound slows the growth.", "In mice, the compound slows the growth.",
          "the claim leaves out what the source says with it: \"In mice\"" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct judgement r = JUDGE(arena, cases[i].claim, cases[i].sentence);

        if (!str_is(r.reason, cases[i].reason))
            fail_msg("%.*s", STR_ARG(r.reason));
    }
    arena_free(arena);
}

static void test_list_words_are_no_numbers_that_could_be_missing(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_int_equal(JUDGE(arena, "First, sales rose in Norway.", "Sales rose in Norway.").verdict, VERDICT_SUPPORTED);
    assert_int_equal(JUDGE(arena, "2. Sales rose in Norway.", "Sales rose in Norway.").verdict, VERDICT_SUPPORTED);
    struct judgement r = JUDGE(arena, "First, sales rose in Denmark.", "Sales rose in Norway last year.");
    assert_false(str_contains(r.reason, "First"));
    arena_free(arena);
}

static void test_a_claim_of_two_sentences_needs_both(void **state)
{
    struct arena *arena = arena_new();
    const char *a = "Google acquired Fitbit in 2021.", *b = "Sales rose in Norway and fell in Sweden.";
    struct judgement r = JUDGE(arena, "Sales rose in Norway. Google acquired Fitbit.", a, b);

    (void) state;
    assert_int_equal(r.verdict, VERDICT_SUPPORTED);
    assert_int_equal(r.decided_by_n, 2);
    assert_int_equal(JUDGE(arena, "Google acquired Fitbit. Sales doubled in Spain.", a, b).verdict, VERDICT_UNCHECKED);
    assert_int_equal(JUDGE(arena, "Google acquired Fitbit in 2022. Sales rose in Norway.", a, b).verdict,
                     VERDICT_CONTRADICTED);
    arena_free(arena);
}

static void test_a_pronoun_proves_and_refutes_nothing(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_int_equal(
        JUDGE(arena, "Dinorwig was finished in 1984.", "The dam is old.", "It was finished in 1992.").verdict,
        VERDICT_UNCHECKED);
    assert_int_equal(
        JUDGE(arena, "Dinorwig was finished in 1984.", "The dam is old.", "It was finished in 1984.").verdict,
        VERDICT_UNCHECKED);
    arena_free(arena);
}

static void test_the_reason_names_the_pronoun_in_the_way(void **state)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, "Marie Curie moved to Paris in 1891.",
                               "Marie Curie was born Maria Sklodowska in Warsaw.", "She moved to Paris in 1891.");

    (void) state;
    assert_int_equal(r.verdict, VERDICT_UNCHECKED);
    assert_true(str_is(r.reason, "the source says \"She\" there, and code does not tell who or what that is"));
    arena_free(arena);
}

static void test_a_word_that_refers_back_is_found(void **state)
{
    static const struct {
        const char *claim, *word;
    } cases[] = {
        { "It was opened by the queen in 1931.", "It" },
        { "In 1931 it was opened by the queen.", "it" },
        { "His brother sold the mill.", "His" },
        { "The club made a loss in this season.", "this" },
        { "Diese Brücke ist alt.", "Diese" },
        { "Elle a succédé à Hugo Lenoir.", "Elle" },
        { "The bridge was opened by the queen in 1931.", "" },
        { "It is known that the bridge is old.", "" },
        { "It took seven hours to find the boat.", "" },
        { "Of all seasons the club likes this season.", "" },
        { "The club said that it made a loss.", "" },
        { "Es gibt zwei Brücken in der Stadt.", "" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!str_is(judge_reference(str(cases[i].claim)), cases[i].word))
            fail_msg("%s: [%.*s]", cases[i].claim, STR_ARG(judge_reference(str(cases[i].claim))));
}

static void test_other_languages_are_quoted_and_their_numbers_compared(void **state)
{
    (void) state;
    gives("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde im Jahr 1974 in der Schweiz gebaut.",
          VERDICT_UNCHECKED);
    gives("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde 1974 in der Schweiz gebaut.",
          VERDICT_SUPPORTED);
    gives("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde 1991 in der Schweiz gebaut.",
          VERDICT_UNCHECKED);
    clashes("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde 1991 in der Schweiz gebaut.",
            CLASH_DATE, "the source says 1991, not 1974");
    clashes("Die Stadt hat nach der Eingemeindung 30.000 Einwohner.",
            "Die Stadt hat nach der Eingemeindung 45.000 Einwohner.", CLASH_NUMBER,
            "the source gives 45.000, not 30.000");
}

/* The reason of a claim that stays open. */
static void stays_open(const char *claim, const char *sentence, const char *reason)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.verdict != VERDICT_UNCHECKED || !str_is(r.reason, reason))
        fail_msg("%.*s, not: %s", STR_ARG(r.reason), reason);
    arena_free(arena);
}

static void test_no_reason_names_one_thing_as_two(void **state)
{
    static const char *const idle[] = { "the source says \"all\", not \"All\"",
                                        "the source gives 82 percent, not 82 Prozent",
                                        "the passage gives 82 %, not 82 por ciento",
                                        "the source gives 3 km, not 3,000 metres, which it gives for something else",
                                        "the source gives zwölf, not 12",
                                        "the source says \"boats\", not \"boat\"" };
    static const char *const told[] = { "the source says \"nearly all\", not \"all\"",
                                        "the source gives 82 percent, not 82 points", "the source gives 12 €, not 12 %",
                                        "the source gives 12 a month, not a year",
                                        "the source denies what the claim says" };

    (void) state;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (!reason_is_idle(str(idle[i])))
            fail_msg("%s", idle[i]);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (reason_is_idle(str(told[i])))
            fail_msg("%s", told[i]);
    clashes("All boats of the fleet were inspected.", "Nearly all boats of the fleet were inspected.", CLASH_QUANTIFIER,
            "the source says \"nearly all\", not \"all\"");
    stays_open("Der Umsatz stieg um 12,5 % auf 3,4 Mio. Euro.",
               "Der Umsatz stieg um 12,5 Prozent auf 3,4 Millionen Euro.",
               "it is no quotation, and in this language code checks only quotations");
    stays_open("Die Gebühr beträgt 12 Euro.", "Die Hafenbehörde nimmt 12 Euro.",
               "it is no quotation, and in this language code checks only quotations");
}

static void test_nothing_is_called_missing_in_a_source_of_another_language(void **state)
{
    static const char foreign[] =
        "the source is not in English, at least in part, and code cannot compare it with the claim";
    static const char quotations[] = "it is no quotation, and in this language code checks only quotations";
    static const char museum[] =
        "El museo abrió sus puertas el 3 de junio de 1987, y los niños menores de doce años no pagan.";

    (void) state;
    stays_open("The museum has a garden.", museum, foreign);
    stays_open("Children under 12 do not pay.", museum, foreign);
    stays_open("The museum opened on 3 June 1978.", museum, "the source does not give 3 June 1978");
    stays_open("The museum has a garden.", "The castle has a garden.",
               "the source says \"castle\" where the claim says \"museum\"; code cannot tell whether that is the same");
    stays_open("Der Kran kostet 80 Euro pro Stunde.", "Kran: 80 Euro pro Stunde", quotations);
}

static void test_nothing_and_garbage_stay_open(void **state)
{
    struct arena *arena = arena_new();
    struct str bad[] = { str_n("\xff\xfe\x00(", 4), str(""), str("the of and"), str("?") };
    struct judgement r;
    struct hint hint;

    (void) state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        judge_claim_by_passage(arena, NULL, bad[i], &(struct passage){ NULL, 0, str("") }, &r);
        assert_int_equal(r.verdict, VERDICT_UNCHECKED);
        judge_claim_by_passage(arena, NULL, bad[i], &(struct passage){ bad, 4, bad[0] }, &r);
        judge_hint(arena, NULL, bad[i], &(struct passage){ NULL, 0, str("") }, &hint);
        judge_hint(arena, NULL, bad[i], &(struct passage){ bad, 4, bad[0] }, &hint);
        assert_true(hint.reason.len > 0);
        assert_true(r.verdict != VERDICT_CONTRADICTED);
        assert_true(r.reason.len > 0);
    }
    arena_free(arena);
}

static void test_what_stands_before_a_claim_is_not_read(void **state)
{
    static const char before[] = "+$5 million the bank lost in 2020.";
    struct str passage[] = { str("-5 million dollars the bank lost in 2020.") };
    struct arena *arena = arena_new();
    struct judgement alone, behind;

    (void) state;
    judge_claim_by_passage(arena, NULL, str(before + 1), &(struct passage){ passage, 1, str("") }, &behind);
    judge_claim_by_passage(arena, NULL, str_format(arena, "%s", before + 1), &(struct passage){ passage, 1, str("") },
                           &alone);
    assert_int_equal(behind.verdict, VERDICT_UNCHECKED);
    assert_int_equal(alone.verdict, VERDICT_UNCHECKED);
    assert_int_equal(behind.clashes_n, alone.clashes_n);
    arena_free(arena);
}

/* --- what to compare first --- */

static void test_a_hint_names_what_the_passage_lacks_or_where_it_stands(void **state)
{
    static const struct {
        const char *claim, *passage, *part, *reason;
        bool absent;
    } cases[] = {
        /* what the passage does not have */
        { "The court awarded 18,100 pounds to each courier.", "Each courier is to receive 11,800 pounds on average.",
          "18,100 pounds", "the passage gives 11,800 pounds, not 18,100 pounds", true },
        { "The treatment went on for six months.", "Patients were treated for six weeks at home.", "six months",
          "the passage gives six weeks, not six months", true },
        { "The tower cost 74 million euros.", "The tower stands by the river and was opened by the mayor.",
          "74 million euros", "the passage does not give 74 million euros", true },
        { "The yard has been led by Helga Brandt ever since.", "Since 2019 the yard has been led by Paul Egger.",
          "Helga Brandt", "the passage does not name \"Helga Brandt\"", true },
        /* what it has, and where */
        { "Larbi gave up at kilometre 34.", "Kiprono broke away at kilometre 34. Larbi dropped out at kilometre 27.",
          "34", "the passage has 34 here: \"Kiprono broke away at kilometre 34\"", false },
        { "Osei held that couriers were free to refuse.",
          "The judge, Harriet Osei, said that couriers are on call. Colin Brandt held that they may refuse.", "Osei",
          "the passage names Osei here: \"The judge, Harriet Osei, said that couriers are on call.\"", false },
        { "Most buyers were pleased.", "Few of the buyers liked it.", "",
          "the passage comes nearest to it here: \"Few of the buyers liked it.\"", false },
        { "Nobody knows.", "The tower stands by the river.", "", "nothing in the passage speaks of it", false },
        { "The company employs 900 people in Bergen.", "In Bergen the firm has 450 employees.", "900",
          "the passage gives 450, not 900", true },
        { "The eighth edition sold well.", "The ninth edition sold well.", "eighth",
          "the passage gives the ninth edition, not the eighth", true },
        { "The hospital is 75 minutes away by helicopter.", "The hospital at Dunavar is 25 minutes away by helicopter.",
          "75 minutes", "the passage gives 25 minutes, not 75 minutes", true },
        { "Applications must be filed by 31 May.", "The deadline for applications is 30 June.", "31 May",
          "the passage gives 30 June, the claim 31 May: \"The deadline for applications is 30 June\"", false },
        { "The festival lasts ten days.", "For nine days in July the town celebrates.", "ten days",
          "the passage gives nine days, the claim ten days: \"For nine days in July the town celebrates\"", false },
        { "Sweden is the biggest buyer of the ore.", "Most of the ore is sold to Norway.", "Sweden",
          "the passage does not name \"Sweden\"; it names \"Norway\"", true },
        { "The festival takes place in May.", "Every June the festival takes place by the harbour.", "May",
          "the passage does not give May", true },
        { "The probe took its sample on 6 February 2023.",
          "On 6 February 2023 the first attempt was broken off. On 27 February 2023 the probe took a sample.",
          "6 February 2023",
          "the passage has 6 February 2023 here: \"On 6 February 2023 the first attempt was broken off\", and 27 "
          "February 2023 here: \"On 27 February 2023 the probe took a sample\"",
          false },
        { "By 2020 the lake had become clear.", "| Year | Days |\n| 1975 | 71 |\n| 2020 | 12 |", "2020",
          "the passage has 2020 here: \"2020; 12\"", false },
        { "89 participants did not drop out.", "Seven participants dropped out.", "89",
          "the passage gives seven, not 89", true },
        /* a part of a name names it */
        { "Hannah Pryce escaped.", "Nine were hanged, and Pryce was spared.", "Hannah Pryce", NULL, false },
        /* what follows from it is not called absent */
        { "Together they have 23 stores.", "There are 14 stores in Norway and 9 stores in Sweden.", "",
          "the passage comes nearest to it here: \"There are 14 stores in Norway and 9 stores in Sweden.\"", false },
        { "The two winners are paid 80,000 euros.", "The winners each receive 40,000 euros.", "", NULL, false },
        { "The ring is 6 kilometres across.", "The ring has a radius of 3 kilometres.", "", NULL, false },
        { "Shareholders get 85 cents.", "The dividend is 0.85 euros.", "", NULL, false },
        /* a sign that the passage tells in words */
        { "The change was -6.3 kg in the diet group.", "The loss was 8.0 kg in one group and 6.3 kg in the diet group.",
          "-6.3 kg", NULL, false },
    };

    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sentences at = { 0 };
        struct str text = str(cases[i].passage), sentences[4];
        struct hint hint;

        sentences_of(arena, text, &at);
        assert_true(at.n <= 4);
        for (size_t k = 0; k < at.n; k++)
            sentences[k] = str_sub(text, at.items[k].start, at.items[k].end);
        judge_hint(arena, NULL, str(cases[i].claim), &(struct passage){ sentences, at.n, str("") }, &hint);
        if (hint.absent != cases[i].absent || (cases[i].reason && !str_is(hint.reason, cases[i].reason)) ||
            (cases[i].reason && !str_is(hint.part, cases[i].part)))
            fail_msg("%s: [%.*s] %.*s", cases[i].claim, STR_ARG(hint.part), STR_ARG(hint.reason));
    }
    arena_free(arena);
}

/* A page about a myth says much that is true; a line right before the sentence, or behind it, takes back that one. */
static void test_a_title_takes_nothing_back_and_a_line_beside_a_sentence_does(void **state)
{
    static const struct str plain[] = { { "About half of the old cells were recycled in 2018.", 50 } };
    static const struct str list[] = { { "The following statements are wrong:", 35 },
                                       { "About half of the old cells were recycled in 2018.", 50 } };
    struct str claim = str("About half of the old cells were recycled in 2018.");

    (void) state;
    assert_true(judge_quotes(claim, &(struct passage){ plain, 1, str("The five percent myth \u203a Another count") }));
    assert_false(judge_quotes(claim, &(struct passage){ plain, 1, str("Recycling \u203a Claims found to be untrue") }));
    assert_false(judge_quotes(claim, &(struct passage){ list, 2, str("Questions") }));
}

static void test_a_reader_changes_nothing(void **state)
{
    struct arena *arena = arena_new();
    struct reader *reader = reader_new(arena);
    struct str sentences[] = { str("The plant was opened in 1984 by the queen."), str("It stores 10 GWh.") };
    struct passage passage = { sentences, 2, str("The Vell plant") };
    const char *claims[] = { "The plant was opened in 1984.", "The plant was opened in 1985.", "It stores 12 GWh." };

    (void) state;
    for (size_t i = 0; i < 3; i++) {
        struct judgement with, without;

        judge_claim_by_passage(arena, reader, str(claims[i]), &passage, &with);
        judge_claim_by_passage(arena, NULL, str(claims[i]), &passage, &without);
        assert_int_equal(with.verdict, without.verdict);
        assert_true(str_eq(with.reason, without.reason));
        assert_int_equal(with.clashes_n, without.clashes_n);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_the_source_are_a_quotation),
        cmocka_unit_test(test_other_words_or_signs_are_none),
        cmocka_unit_test(test_edits_that_keep_it_true_are_supported),
        cmocka_unit_test(test_who_did_what_to_whom_counts),
        cmocka_unit_test(test_pairs_of_all_kinds),
        cmocka_unit_test(test_what_stands_around_a_sentence_counts),
        cmocka_unit_test(test_a_changed_number_an_added_not_and_moved_words_are_never_supported),
        cmocka_unit_test(test_clashes_name_both_parts),
        cmocka_unit_test(test_true_sentences_in_other_words_clash_with_nothing),
        cmocka_unit_test(test_roles_amounts_and_events_clash_and_their_paraphrases_do_not),
        cmocka_unit_test(test_figures_names_and_speakers_are_bound_to_what_they_are_said_of),
        cmocka_unit_test(test_the_reason_names_what_the_claim_leaves_out),
        cmocka_unit_test(test_list_words_are_no_numbers_that_could_be_missing),
        cmocka_unit_test(test_a_claim_of_two_sentences_needs_both),
        cmocka_unit_test(test_a_pronoun_proves_and_refutes_nothing),
        cmocka_unit_test(test_the_reason_names_the_pronoun_in_the_way),
        cmocka_unit_test(test_a_word_that_refers_back_is_found),
        cmocka_unit_test(test_other_languages_are_quoted_and_their_numbers_compared),
        cmocka_unit_test(test_no_reason_names_one_thing_as_two),
        cmocka_unit_test(test_nothing_is_called_missing_in_a_source_of_another_language),
        cmocka_unit_test(test_nothing_and_garbage_stay_open),
        cmocka_unit_test(test_what_stands_before_a_claim_is_not_read),
        cmocka_unit_test(test_a_hint_names_what_the_passage_lacks_or_where_it_stands),
        cmocka_unit_test(test_a_title_takes_nothing_back_and_a_line_beside_a_sentence_does),
        cmocka_unit_test(test_a_reader_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
