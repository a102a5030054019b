#include "arena_case.h"

#include "judge/conflict.h"
#include "extractive/question.h"
#include "extractive/select.h"

static struct question ask(const char *text)
{
    struct question q;

    question_read(arena, str(text), &q);
    return q;
}

static const char *joined(const struct str_list *list)
{
    return str_z(arena, str_join(arena, list->items, list->n, "|"));
}

static void kind_is(const char *text, int want)
{
    int got = ask(text).kind;

    if (got != want)
        fail_msg("%s, not %s: %s", question_kind_words[got], question_kind_words[want], text);
}

static void test_questions_are_told_apart(void **state)
{
    (void) state;
    kind_is("Who built the dam at Vell?", QUESTION_WHO);
    kind_is("What is pumped hydro?", QUESTION_WHAT);
    kind_is("When was the first battery built?", QUESTION_WHEN);
    kind_is("In which year did the plant open?", QUESTION_WHEN);
    kind_is("How many batteries does the grid need?", QUESTION_HOW_MANY);
    kind_is("How much does storage cost?", QUESTION_HOW_MANY);
    kind_is("Why do batteries age?", QUESTION_WHY);
    kind_is("What are the causes of thermal runaway?", QUESTION_WHY);
    kind_is("How does a flywheel store energy?", QUESTION_HOW);
    kind_is("Where is the largest plant?", QUESTION_WHERE);
    kind_is("Pumped hydro versus batteries", QUESTION_COMPARE);
    kind_is("How does a full upgrade differ from a safe one?", QUESTION_COMPARE);
    kind_is("Which is quicker, a plain string or a pattern?", QUESTION_COMPARE);
    kind_is("How do heat and power compare?", QUESTION_COMPARE);
    kind_is("How can I compare an archive with my files?", QUESTION_HOW);
    kind_is("How does oak compare with ash for handles?", QUESTION_COMPARE);
    kind_is("For handles, how does oak compare with ash?", QUESTION_COMPARE);
    kind_is("How do I compare an archive with my files?", QUESTION_HOW);
    kind_is("If the pump was off when the alarm rang, can it still be started?", QUESTION_YES_NO);
    kind_is("If the pump fails, how many litres are lost?", QUESTION_HOW_MANY);
    kind_is("When was it built, and can it be seen?", QUESTION_WHEN);
    kind_is("When should a gate be greased?", QUESTION_HOW);
    kind_is("Do heat and power differ?", QUESTION_YES_NO);
    kind_is("What is the difference between heat and power?", QUESTION_COMPARE);
    kind_is("Is hydrogen safe?", QUESTION_YES_NO);
    kind_is("What is the round-trip efficiency of batteries?", QUESTION_HOW_MANY);
    kind_is("What was the price of lithium in 2022?", QUESTION_HOW_MANY);
    kind_is("What is the cost structure of storage?", QUESTION_WHAT);
    kind_is("grid storage in the Alps", QUESTION_TOPIC);
    kind_is("Warum altern Batterien?", QUESTION_WHY);
    kind_is("Wie wird die State Route 168 noch genannt?", QUESTION_WHAT);
    kind_is("¿Cómo se llamaría la nueva entidad?", QUESTION_WHAT);
    kind_is("How is the second channel called?", QUESTION_WHAT);
    kind_is("为什么电池会老化？", QUESTION_WHY);
    kind_is("这个表达式的集合称为什么？", QUESTION_WHAT);
    kind_is("哪项法令为申请人是否合格设定界限？", QUESTION_WHAT);
    kind_is("电池是否会老化？", QUESTION_YES_NO);
    kind_is("К какому типу относятся эти леса?", QUESTION_WHAT);
    kind_is("Чьей стены фрагменты видны в городе?", QUESTION_WHO);
    kind_is("Удалось ли восстановить плёнки?", QUESTION_YES_NO);
    kind_is("Şehrin nüfusu kaçtı?", QUESTION_HOW_MANY);
    kind_is("Kurucunun teorisi neydi?", QUESTION_WHAT);
    kind_is("Bantlar onarılabildi mi?", QUESTION_YES_NO);
    kind_is("بأي لغة كتب البيان؟", QUESTION_WHAT);
    kind_is("Combien co\xc3\xbbte le stockage ?", QUESTION_HOW_MANY);
    kind_is("", QUESTION_TOPIC);
}

static void test_names_with_underscores_are_compared_as_they_stand(void **state)
{
    (void) state;
    struct question q = ask("What is the difference between the modes one_for_one and one_for_all?");
    assert_string_equal(joined(&q.subjects), "one_for_one|one_for_all");
}

/* "How is it called" asks for a name, not for a way. */
static void test_questions_for_a_name_are_no_questions_for_a_way(void **state)
{
    (void) state;
    kind_is("Wie hieß der erste Kanzler?", QUESTION_WHAT);
    kind_is("Wie funktioniert ein Schwungrad?", QUESTION_HOW);
    kind_is("Wofür wird das meiste Land genutzt?", QUESTION_WHAT);
    kind_is("¿Cómo se llama el río que cruza la ciudad?", QUESTION_WHAT);
    kind_is("¿Cómo funciona una batería?", QUESTION_HOW);
    kind_is("Как называется самая длинная река?", QUESTION_WHAT);
    kind_is("Как работает аккумулятор?", QUESTION_HOW);
    kind_is("曼宁带领了几支球队进入超级碗？", QUESTION_HOW_MANY);
}

/* French "nombre" counts, the Spanish one is a name; "in what area" asks for a place. */
static void test_what_is_measured_depends_on_the_language(void **state)
{
    (void) state;
    kind_is("¿Cuál es el nombre de la propiedad que tiene un número primo?", QUESTION_WHAT);
    kind_is("Quel est le nombre de batteries dans le réseau ?", QUESTION_HOW_MANY);
    kind_is("In what area of the colony were the land grants?", QUESTION_WHAT);
    kind_is("What is the area of the lake?", QUESTION_HOW_MANY);
}

static void test_how_many_of_a_unit_wants_that_unit(void **state)
{
    (void) state;
    assert_string_equal(ask("After how many days are old copies deleted?").units, " s day month ");
    assert_string_equal(ask("How many kilometres long is the tunnel?").units, " m ");
    assert_string_equal(ask("How many copies are kept?").units, "");
    assert_string_equal(ask("How many copies a day are made?").units, "");
}

static void test_what_a_question_speaks_of_is_found(void **state)
{
    struct question q = ask("How has the cost of lithium batteries in Germany changed between 2010 and 2020?");

    (void) state;
    assert_string_equal(joined(&q.phrases), "cost of lithium batteries|Germany changed|2010|2020");
    assert_string_equal(joined(&q.entities), "Germany");
    assert_int_equal(q.first_year, 2010);
    assert_int_equal(q.last_year, 2020);
    assert_false(q.recent);
    assert_true(ask("What is the latest record?").recent);
}

static void test_both_sides_of_a_comparison_are_found(void **state)
{
    struct question q = ask("Are lithium batteries better than or worse than pumped hydro for grid storage?");

    (void) state;
    assert_int_equal(ask("pumped hydro vs lithium batteries").subjects.n, 2);
    assert_string_equal(joined(&(struct str_list){ ask("pumped hydro vs lithium batteries").subjects.items, 2, 2 }),
                        "pumped hydro|lithium batteries");
    assert_int_equal(q.kind, QUESTION_COMPARE);
}

static void test_queries_begin_with_the_question_and_never_repeat(void **state)
{
    struct question q = ask("Pumped hydro versus lithium batteries: cost and safety");
    struct question_query queries[12];
    size_t n = question_queries(arena, &q, 12, queries);

    (void) state;
    assert_true(n >= 6);
    assert_true(str_eq(queries[0].query, q.text));
    assert_true(str_starts(queries[1].query, "Pumped hydro"));
    assert_true(str_starts(queries[2].query, "lithium batteries"));
    for (size_t i = 0; i < n; i++) {
        assert_true(queries[i].why.len > 0);
        for (size_t k = 0; k < i; k++)
            assert_false(str_eq_nocase(queries[i].query, queries[k].query));
    }
    assert_int_equal(question_queries(arena, &q, 2, queries), 2);
    q = ask("");
    assert_int_equal(question_queries(arena, &q, 12, queries), 0);
}

static void test_sentences_fit_the_kind_of_answer(void **state)
{
    struct question when = ask("When was the plant opened?"), many = ask("How many turbines are there?");
    struct question why = ask("Why did it fail?"), what = ask("What is a flywheel?");

    (void) state;
    assert_true(question_fit(arena, &when, str("It opened on 3 May 1974.")) >
                question_fit(arena, &when, str("It opened early.")));
    assert_true(question_fit(arena, &many, str("There are six turbines.")) >
                question_fit(arena, &many, str("In 1974 it opened.")));
    assert_true(question_fit(arena, &why, str("It failed because of rust.")) >
                question_fit(arena, &why, str("It failed.")));
    assert_true(question_fit(arena, &what, str("A flywheel is a rotating mass.")) >
                question_fit(arena, &what, str("Flywheels hum.")));
}

static void test_gaps_are_what_nobody_speaks_of(void **state)
{
    struct question q = ask("What are the cost, the safety and the recycling of batteries?");
    struct str said[] = { str("The cost of batteries fell."), str("Safety improved after the fires.") };
    struct str_list gaps = { 0 };

    (void) state;
    question_gaps(arena, &q, said, 2, &gaps);
    assert_int_equal(gaps.n, 1);
    assert_true(str_contains(gaps.items[0], "recycling"));
}

static struct select_item item(const char *text, size_t source)
{
    return (struct select_item){ .text = str(text), .source = source, .positions = 1 };
}

static void test_the_answer_has_the_best_score(void **state)
{
    struct question q = ask("When was the Vell dam built?");
    struct select_item items[] = {
        item("The valley is known for its cheese and its long winters.", 0),
        item("The Vell dam was built in 1974 by a company of the canton.", 0),
        item("The dam at Vell was built in 1974 by a company of the canton.", 1),
        item("A dam needs a river and a narrow valley to hold the water.", 2),
    };

    (void) state;
    select_score(arena, &q, items, 4);
    assert_int_equal(items[0].score, 0);
    assert_true(items[1].score > items[3].score && items[3].score > 0);
}

static void conflict_is(const char *a, const char *b, int want)
{
    struct str sentences[] = { str(a), str(b) };
    size_t sources[] = { 1, 2 }, same[] = { 1, 1 };
    struct conflict *found;
    size_t n = conflicts_of(arena, sentences, sources, 2, 5, &found);

    if (want < 0) {
        if (n)
            fail_msg("%s (%.*s): %s | %s", conflict_kind_words[found[0].kind], STR_ARG(found[0].reason), a, b);
        return;
    }
    if (n != 1 || found[0].kind != want)
        fail_msg("%zu conflicts, kind %s: %s | %s", n, n ? conflict_kind_words[found[0].kind] : "none", a, b);
    assert_true(found[0].reason.len > 0);
    assert_int_equal(conflicts_of(arena, sentences, same, 2, 5, &found), 0);
}

static void test_contradictions_between_sources_are_found(void **state)
{
    (void) state;
    conflict_is("The Vell plant stores 10 GWh of energy.", "The Vell plant stores 12 GWh of energy in its upper lake.",
                CONFLICT_NUMBER);
    conflict_is("The Vell plant was opened in 1974.", "The Vell plant was opened in 1981 by the minister.",
                CONFLICT_DATE);
    conflict_is("The new cells contain no cobalt at all.", "The new cells contain cobalt.", CONFLICT_NEGATION);
    conflict_is("Frequent cycling increases the wear of cells.", "Frequent cycling decreases the wear of cells.",
                CONFLICT_OPPOSITE);
    conflict_is("The Vell plant stores 10 GWh of energy.", "The Vell plant stores 10,000 MWh of energy.", -1);
    conflict_is("The Vell plant stores 10 GWh of energy.", "The Borr plant was painted green in 1981.", -1);
    /* In parts of sentences. */
    conflict_is(
        "No other store comes close: pumped hydro returns only 70 to 75%, hydrogen less than 40%.",
        "The result was plain: the battery fleet returned 82 percent, and pumped hydro plants returned 79 percent.",
        CONFLICT_NUMBER);
}

static void test_what_is_not_said_of_the_same_is_no_contradiction(void **state)
{
    (void) state;
    conflict_is(
        "With ten cycles a year a kilowatt-hour costs 3.64 dollars.",
        "If a plant costs 200 dollars per kilowatt-hour and lasts 4,000 cycles, each cycle uses up 5 cents per kilowatt-hour.",
        -1);
    conflict_is("Makers of cells state 6,000, 8,000 and lately more than 10,000 full cycles.",
                "Makers of cells state 6,000 to 10,000 full cycles.", -1);
    conflict_is("The first grid batteries ran for one hour.", "Most grid batteries run for four hours.", -1);
    conflict_is("A delivered kilowatt-hour costs 13.8 cents, or 138 dollars per MWh.",
                "A cavern at one dollar per kilowatt-hour costs five cents.", -1);
}

static void test_any_bytes_are_taken(void **state)
{
    struct str bad[] = { str_n("\xff\xfe \"", 4), str("\"\"\""), str_n("a\0b", 3) };
    size_t sources[] = { 0, 1, 2 };
    struct question q;
    struct question_query queries[4];
    struct select_item items[] = { { .text = bad[0] }, { .text = bad[1] }, { .text = bad[2] } };
    struct conflict *conflicts;

    (void) state;
    for (size_t i = 0; i < 3; i++) {
        question_read(arena, bad[i], &q);
        question_queries(arena, &q, 4, queries);
        select_score(arena, &q, items, 3);
    }
    conflicts_of(arena, bad, sources, 3, 3, &conflicts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_questions_are_told_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names_with_underscores_are_compared_as_they_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_questions_for_a_name_are_no_questions_for_a_way, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_measured_depends_on_the_language, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_many_of_a_unit_wants_that_unit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_question_speaks_of_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_both_sides_of_a_comparison_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_queries_begin_with_the_question_and_never_repeat, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sentences_fit_the_kind_of_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_gaps_are_what_nobody_speaks_of, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_answer_has_the_best_score, setup, teardown),
        cmocka_unit_test_setup_teardown(test_contradictions_between_sources_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_not_said_of_the_same_is_no_contradiction, setup, teardown),
        cmocka_unit_test_setup_teardown(test_any_bytes_are_taken, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
