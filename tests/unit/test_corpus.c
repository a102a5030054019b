#include "store_case.h"

#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "records/page_starts.h"
#include "search/corpus.h"
#include "search/corpus_list.h"
#include "search/corpus_internal.h"

static struct error e;

static const char *file(const char *name, const char *text)
{
    const char *at = str_format(arena, "%s/in/%s", folder.data, name).data;

    assert_ok(file_make_dirs(str_format(arena, "%s/in", folder.data).data, &e));
    assert_ok(file_write_atomic(at, str(text), 0600, &e));
    return at;
}

/* Reading in this process: the child is tested with the pages. */
static struct corpus_added add(const char *what, const char *name)
{
    struct str in = str_format(arena, "%s/in%s", folder.data, what);
    struct corpus_added added;

    assert_ok(corpus_add(
        store, arena,
        &(struct corpus_add_settings){ .name = str(name), .paths = &in, .paths_n = 1, .read = document_parse }, &added,
        &e));
    return added;
}

static struct corpus_hits find_with(struct corpus_query query, const char *name)
{
    struct str names[] = { str(name) };
    struct corpus_hits hits;

    query.corpora = names;
    query.corpora_n = 1;
    assert_ok(corpus_search(store, arena, &query, &hits, &e));
    return hits;
}

static struct corpus_hits find(const char *text)
{
    return find_with((struct corpus_query){ .text = str(text), .passages = true }, "c");
}

static void names_are(struct corpus_hits hits, const char *want)
{
    struct str_list names = { 0 };

    for (size_t i = 0; i < hits.n; i++)
        str_list_add(arena, &names, hits.items[i].name);
    assert_string_equal(str_z(arena, str_join(arena, names.items, names.n, " ")), want);
}

static const char library[] =
    "{\"id\":\"dam\",\"title\":\"Pumped hydro\",\"text\":\"Water is pumped uphill at night. The dam at Vell stores 10 GWh. It was built in 1974.\",\"url\":\"https://hydro.example.org/vell\",\"date\":\"2021-05-03\"}\n"
    "{\"id\":\"cell\",\"title\":\"Lithium cells\",\"text\":\"A lithium cell stores energy in its electrodes. Cells age with every cycle.\",\"url\":\"https://news.example.com/cells\",\"date\":\"2024-02\"}\n"
    "{\"id\":\"wheel\",\"title\":\"Flywheels\",\"text\":\"A flywheel stores energy as rotation. It gives its power within milliseconds.\",\"url\":\"https://www.example.com/wheel\"}\n"
    "not json\n"
    "{\"id\":\"empty\",\"title\":\"\",\"text\":\"\"}\n"
    "{\"id\":7,\"title\":\"Heat\",\"text\":\"Molten salt keeps heat for hours.\"}\n";

static void test_a_number_is_found_in_words_and_in_digits(void **state)
{
    (void) state;
    file(
        "a.jsonl",
        "{\"id\":\"a\",\"title\":\"\",\"text\":\"The barrel holds 30 litres of cider.\"}\n"
        "{\"id\":\"b\",\"title\":\"\",\"text\":\"The barrel holds 12 litres of cider.\"}\n"
        "{\"id\":\"c\",\"title\":\"\",\"text\":\"The barrel holds seven litres of cider.\"}\n"
        "{\"id\":\"d\",\"title\":\"\",\"text\":\"Das Fass ist nicht klein, und es hat Platz für zwanzig Liter von dem Most.\"}\n"
        "{\"id\":\"e\",\"title\":\"\",\"text\":\"Das Fass ist nicht klein, und es hat Platz für zehn Liter von dem Most.\"}\n");
    add("/a.jsonl", "c");
    assert_string_equal(str_z(arena, find("twelve litres").items[0].name), "b");
    assert_string_equal(str_z(arena, find("thirty litres").items[0].name), "a");
    assert_string_equal(str_z(arena, find("7 litres").items[0].name), "c");
    assert_string_equal(str_z(arena, find("Das Fass hat Platz für 10 Liter").items[0].name), "e");
}

static void test_documents_of_a_jsonl_are_found(void **state)
{
    struct corpus_added added;
    struct corpus_row *rows;
    size_t n;

    (void) state;
    file("a.jsonl", library);
    added = add("/a.jsonl", "c");
    assert_int_equal(added.documents, 4);
    assert_int_equal(added.skipped, 2);
    assert_int_equal(added.notes.n, 2);
    names_are(find("flywheels"), "wheel");
    names_are(find("storing molten salts"), "7 wheel cell dam");
    names_are(find("zebra"), "");
    names_are(find(""), "");
    assert_ok(corpus_list(store, str(""), arena, &rows, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(rows[0].documents, 4);
    assert_text(rows[0].languages, "en:4");
}

static void test_words_with_slips_find_what_is_nearest(void **state)
{
    (void) state;
    file("a.jsonl", library);
    add("/a.jsonl", "c");
    names_are(find("flywehels"), "wheel");
    names_are(find("lithuim electrdoes"), "cell");
    /* A word that is there is never read as another; a short one may be any. */
    names_are(find("molten"), "7");
    names_are(find("dim"), "");
    names_are(find("the Molxen"), "");
    names_are(find("the molxen"), "7");
    names_are(find("zebras flywheels"), "wheel");
}

static void test_a_hit_has_the_passage_at_its_bytes(void **state)
{
    struct corpus_hits hits;
    struct str text;

    (void) state;
    file("a.jsonl", library);
    add("/a.jsonl", "c");
    hits = find("Vell dam GWh");
    assert_int_equal(hits.n, 1);
    assert_text(hits.items[0].passage, "The dam at Vell stores 10 GWh.");
    assert_ok(corpus_text(store, arena, &hits.items[0], &text, NULL, &e));
    assert_true(str_eq(str_sub(text, hits.items[0].start, hits.items[0].end), hits.items[0].passage));
    assert_true(hash_eq(hash_of(text), hits.items[0].text_hash));
}

static void test_titles_weigh_more_than_text(void **state)
{
    (void) state;
    file("a.jsonl", "{\"id\":\"a\",\"title\":\"Notes\",\"text\":\"The turbine hums all day long.\"}\n"
                    "{\"id\":\"b\",\"title\":\"Turbine\",\"text\":\"It hums all day long and more.\"}\n");
    add("", "c");
    names_are(find("turbine"), "b a");
}

static void test_headings_weigh_more_than_text(void **state)
{
    (void) state;
    file("a.jsonl", "{\"id\":\"a\",\"title\":\"x\",\"text\":\"Opening words\\n\\nThe turbine hums.\"}\n"
                    "{\"id\":\"b\",\"title\":\"x\",\"text\":\"# The turbine\\n\\nOpening words hum.\"}\n");
    add("", "c");
    names_are(find("turbine"), "b a");
}

static void test_a_passage_is_found_by_the_headings_it_stands_under(void **state)
{
    (void) state;
    file("manual.md",
         "# Manual\n\n## Pumps\n\n### Filter\n\nIt is changed twice a year.\n\n## Valves\n\nThey are of brass.\n");
    add("", "c");
    struct corpus_hits hits = find_with((struct corpus_query){ .text = str("pump filter"), .passages = true }, "c");

    assert_true(hits.n > 0);
    assert_true(str_contains(hits.items[0].passage, "twice a year"));
    assert_false(str_contains(hits.items[0].passage, "brass"));
}

static void test_identifiers_are_found_as_they_stand(void **state)
{
    (void) state;
    file("names.jsonl", "{\"id\":\"whole\",\"text\":\"Set default_value first.\"}\n"
                        "{\"id\":\"parts\",\"text\":\"The default default default is a value value.\"}\n"
                        "{\"id\":\"option\",\"text\":\"With --delete it goes.\"}\n"
                        "{\"id\":\"verb\",\"text\":\"Delete it, and delete more: delete.\"}\n");
    add("", "c");
    assert_true(str_is(find("default_value").items[0].name, "whole"));
    assert_true(str_is(find("what is --delete").items[0].name, "option"));
}

static void test_parts_of_compounds_find_them(void **state)
{
    (void) state;
    file(
        "de.jsonl",
        "{\"id\":\"a\",\"text\":\"Heute sind rund sechs Gigawatt Pumpspeicherleistung in Betrieb, und das ist nicht viel.\"}\n"
        "{\"id\":\"b\",\"text\":\"Die Stadt hat einen Markt und eine Kirche, aber keine Schule und auch keinen Bahnhof.\"}\n");
    add("", "c");
    names_are(find("die Leistung der Pumpen ist nicht hoch"), "a");
}

static void test_quoted_words_must_stand_together(void **state)
{
    (void) state;
    file("a.jsonl", "{\"id\":\"a\",\"title\":\"x\",\"text\":\"state of the art storage\"}\n"
                    "{\"id\":\"b\",\"title\":\"x\",\"text\":\"the art of the state storage\"}\n");
    add("", "c");
    assert_int_equal(find("state art").n, 2);
    names_are(find("\"state of the art\""), "a");
    names_are(find("storage \"state of the art\" storage"), "a");
}

static void test_dates_and_domains_filter(void **state)
{
    struct str_list site = { 0 };

    (void) state;
    str_list_add(arena, &site, str("example.com"));
    file("a.jsonl", library);
    add("/a.jsonl", "c");
    names_are(find_with((struct corpus_query){ .text = str("stores"), .since = str("2022-01-01") }, "c"), "cell");
    names_are(find_with((struct corpus_query){ .text = str("stores"), .until = str("2021-12-31") }, "c"), "dam");
    names_are(find_with((struct corpus_query){ .text = str("stores"), .since = str("2024-02-15") }, "c"), "cell");
    assert_int_equal(find_with((struct corpus_query){ .text = str("stores"), .include_domains = &site }, "c").n, 2);
    names_are(find_with((struct corpus_query){ .text = str("stores"), .exclude_domains = &site }, "c"), "dam");
}

static void test_only_changed_files_are_read_again(void **state)
{
    struct corpus_added added;

    (void) state;
    file("one.txt", "Pumped storage stands in the mountains.");
    file("two.txt", "Batteries stand in the valley.");
    added = add("", "c");
    assert_int_equal(added.documents, 2);
    added = add("", "c");
    assert_int_equal(added.documents, 0);
    assert_int_equal(added.unchanged, 2);
    file("two.txt", "Flywheels stand in the valley now.");
    added = add("", "c");
    assert_int_equal(added.documents, 1);
    assert_int_equal(added.unchanged, 1);
    assert_int_equal(find("batteries").n, 0);
    assert_int_equal(find("flywheels valley").n, 1);
    unlink(str_format(arena, "%s/in/one.txt", folder.data).data);
    added = add("", "c");
    assert_int_equal(added.removed, 1);
    assert_int_equal(find("pumped mountains").n, 0);
}

/* What an older program may have made of a file. */
static int read_badly(struct arena *to, struct str bytes, const struct document_hints *hints,
                      const struct document_limits *limits, struct document *ret, struct error *error)
{
    int r = document_parse(to, bytes, hints, limits, ret, error);

    if (r >= 0 && str_contains(ret->text, "refused"))
        return error_set(error, ERROR_PARSE, "it cannot be read yet");
    if (r >= 0 && ret->text.len > 10) {
        ret->text = str_sub(ret->text, 0, 10);
        ret->title = str("");
    }
    return r;
}

static struct corpus_added add_by_reader(int64_t reader)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_added added;
    struct corpus_add_settings settings = {
        .name = str("c"),
        .paths = &in,
        .paths_n = 1,
        .read = reader == 1 ? read_badly : document_parse,
        .reader = reader,
    };

    assert_ok(corpus_add(store, arena, &settings, &added, &e));
    return added;
}

static void test_files_that_another_reader_read_are_read_again(void **state)
{
    struct corpus_added added;

    (void) state;
    assert_int_not_equal(document_reader(), 0);
    file("half.txt", "Reservoirs stand in the mountains.");
    file("none.txt", "Turbines that were refused.");
    file("whole.txt", "Cells age.");
    added = add_by_reader(1);
    assert_int_equal(added.documents, 2);
    assert_int_equal(added.skipped, 1);
    assert_int_equal(find("mountains").n, 0);
    /* By the same reader nothing would come out differently. */
    assert_int_equal(add_by_reader(1).files, 0);
    added = add_by_reader(2);
    assert_int_equal(added.files, 3);
    assert_int_equal(added.documents, 2);
    assert_int_equal(added.unchanged, 1);
    assert_int_equal(find("mountains").n, 1);
    assert_int_equal(find("turbines").n, 1);
    assert_int_equal(find("cells").n, 1);
    assert_int_equal(add_by_reader(2).files, 0);
    /* The program's own reader is another one, and known the next time. */
    assert_int_equal(add("", "c").files, 3);
    assert_int_equal(add("", "c").files, 0);
}

static void test_a_line_that_left_a_jsonl_goes(void **state)
{
    (void) state;
    file("a.jsonl", "{\"id\":\"a\",\"text\":\"alpha beam\"}\n{\"id\":\"b\",\"text\":\"beta beam\"}\n");
    add("", "c");
    assert_int_equal(find("beam").n, 2);
    file("a.jsonl", "{\"id\":\"b\",\"text\":\"beta beam\"}\n{\"id\":\"d\",\"text\":\"delta beam\"}\n");
    assert_int_equal(add("", "c").documents, 1);
    names_are(find("beam"), "b d");
    assert_int_equal(find("alpha").n, 0);
}

static void test_the_same_text_is_kept_once(void **state)
{
    struct corpus_added added;

    (void) state;
    file("a.txt", "The grid needs storage.");
    file("b.txt", "The grid needs storage.");
    added = add("", "c");
    assert_int_equal(added.documents, 1);
    assert_int_equal(added.duplicates, 1);
    assert_int_equal(find("grid").n, 1);
    /* The copy takes over when the original goes. */
    unlink(str_format(arena, "%s/in/a.txt", folder.data).data);
    add("", "c");
    assert_int_equal(find("grid").n, 1);
    assert_true(str_ends(find("grid").items[0].name, "b.txt"));
}

static void test_small_batches_give_the_same_hits(void **state)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_added added;
    struct corpus_hits once, pieces;
    struct corpus_row *rows;
    size_t n;

    (void) state;
    for (int i = 0; i < 40; i++)
        file(str_format(arena, "%02d.txt", i).data,
             str_format(arena, "Storage %d holds %s water of the river.", i, i % 3 ? "cold" : "warm").data);
    add("", "c");
    assert_ok(corpus_add(store, arena,
                         &(struct corpus_add_settings){
                             .name = str("p"), .paths = &in, .paths_n = 1, .read = document_parse, .batch_bytes = 300 },
                         &added, &e));
    assert_int_equal(added.documents, 40);
    once = find_with((struct corpus_query){ .text = str("warm water storage 7"), .count = 40 }, "c");
    pieces = find_with((struct corpus_query){ .text = str("warm water storage 7"), .count = 40 }, "p");
    assert_int_equal(once.n, 40);
    assert_int_equal(pieces.n, 40);
    for (size_t i = 0; i < once.n; i++) {
        assert_int_equal(once.items[i].score, pieces.items[i].score);
        assert_true(str_eq(once.items[i].name, pieces.items[i].name));
    }
    assert_ok(corpus_list(store, str(""), arena, &rows, &n, &e));
    assert_int_equal(rows[0].segments, 1);
    assert_true(rows[1].segments <= CORPUS_SEGMENTS);
}

static bool stop_at_once(void *context) { return ++*(int *) context > 2; }

static void test_an_interrupted_add_is_taken_up_again(void **state)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    int asked = 0;
    struct corpus_progress progress = { .stop = stop_at_once, .context = &asked };
    struct corpus_added added;

    (void) state;
    for (int i = 0; i < 10; i++)
        file(str_format(arena, "%d.txt", i).data, str_format(arena, "Paper %d speaks of heat.", i).data);
    assert_ok(
        corpus_add(store, arena,
                   &(struct corpus_add_settings){
                       .name = str("c"), .paths = &in, .paths_n = 1, .read = document_parse, .progress = &progress },
                   &added, &e));
    assert_int_equal(added.documents, 2);
    assert_int_equal(find("heat").n, 2);
    added = add("", "c");
    assert_int_equal(added.documents, 8);
    assert_int_equal(added.unchanged, 2);
    assert_int_equal(find_with((struct corpus_query){ .text = str("heat"), .count = 20 }, "c").n, 10);
}

static void test_long_documents_are_found_in_pieces(void **state)
{
    struct buf text;
    struct corpus_hits hits;

    (void) state;
    buf_init(&text, 1 << 20);
    for (int i = 0; i < 400; i++)
        buf_format(&text, "Sentence %d speaks of plain and common things.%s", i, i % 10 ? " " : "\n\n");
    buf_add_z(&text, "At the very end the heliostat turns. ");
    for (int i = 0; i < 400; i++)
        buf_format(&text, "Sentence %d goes on about plain things.%s", i, i % 10 ? " " : "\n\n");
    file("long.txt", text.data);
    buf_free(&text);
    add("", "c");
    hits = find("heliostat");
    assert_int_equal(hits.n, 1);
    assert_text(hits.items[0].passage, "At the very end the heliostat turns.");
    assert_int_equal(find("plain things").n, 1);
}

static void test_languages_are_stemmed_by_their_own_rules(void **state)
{
    (void) state;
    file(
        "a.jsonl",
        "{\"id\":\"de\",\"text\":\"Die H\xc3\xa4user werden mit der W\xc3\xa4rme aus dem Speicher geheizt, und das ist gut f\xc3\xbcr die Stadt.\"}\n"
        "{\"id\":\"en\",\"text\":\"The houses are heated with the warmth of the store, and that is good for the town.\"}\n"
        "{\"id\":\"zh\",\"text\":\"\xe5\x8c\x97\xe4\xba\xac\xe5\xa4\xa7\xe5\xad\xa6\xe5\x9c\xa8\xe5\x8c\x97\xe4\xba\xac\"}\n");
    add("", "c");
    names_are(find("Haus"), "de");
    names_are(find("house"), "en");
    names_are(find("\xe5\x8c\x97\xe4\xba\xac"), "zh");
}

static void test_near_copies_stand_behind_the_others(void **state)
{
    static const char release[] =
        "With the start of the last of its twelve units on the last day of the year the pumped storage station in the hills "
        "has reached its full power of 3,600 MW, and the operator said that all tests were passed without a fault";
    struct corpus_hits hits;
    struct str jsonl;

    (void) state;
    jsonl = str_format(
        arena,
        "{\"id\":\"wire\",\"text\":\"%s. The wire service reports.\"}\n{\"id\":\"daily\",\"text\":\"It is done. %s today.\"}\n"
        "{\"id\":\"own\",\"text\":\"A pumped storage station in the valley has twelve units too, and its operator sells power at noon.\"}\n",
        release, release);
    file("a.jsonl", str_z(arena, jsonl));
    add("", "c");
    hits = find("pumped storage station twelve units");
    assert_int_equal(hits.n, 3);
    assert_int_equal(hits.items[0].copy_of.len + hits.items[1].copy_of.len, 0);
    assert_true(str_is(hits.items[0].name, "own") || str_is(hits.items[1].name, "own"));
    assert_true(str_eq(hits.items[2].copy_of, hits.items[0].name) || str_eq(hits.items[2].copy_of, hits.items[1].name));
    assert_true(hits.items[2].copy_of.len > 0);
    /* Where two are wanted, the copy does not take the other's place. */
    hits = find_with(
        (struct corpus_query){ .text = str("pumped storage station twelve units"), .count = 2, .passages = true }, "c");
    assert_int_equal(hits.n, 2);
    assert_int_equal(hits.items[0].copy_of.len + hits.items[1].copy_of.len, 0);
    hits = find_with((struct corpus_query){ .text = str("pumped storage station twelve units") }, "c");
    assert_int_equal(hits.items[0].copy_of.len + hits.items[1].copy_of.len + hits.items[2].copy_of.len, 0);
}

/* Forty English documents, some of which have a word of a query by chance (die, hat, main, vide), and two in each of two
 * other languages. */
static void test_few_documents_of_another_language_are_found(void **state)
{
    static const char *const queries[][2] = {
        { "Wann hat die Stadt den Speicher am Main gebaut?", "de1" },
        { "Warum altern die Zellen im Sommer?", "de2" },
        { "Quelle est la puissance de la centrale pour la ville ?", "fr1" },
        { "Pourquoi le lac est-il vide en hiver ?", "fr2" },
    };
    static const char *const chances[] = { "The main hat of Mr Stadt was lost.", "Plants die when nobody waters them.",
                                           "Mr Sommer sold it.", "They pour tea in Ville Platte.",
                                           "See vide supra on page four of the book." };
    struct buf lines;

    (void) state;
    buf_init(&lines, 1 << 20);
    for (size_t i = 0; i < 40; i++)
        buf_format(
            &lines,
            "{\"id\":\"en%zu\",\"text\":\"The reason why the cells of plant %zu age in summer is the heat, and the lack of wind "
            "makes it worse for all of them. %s\"}\n",
            i, i, i % 8 == 3 ? chances[i / 8] : "");
    buf_add_z(
        &lines,
        "{\"id\":\"de1\",\"text\":\"Der Speicher am Main wurde von der Stadt im Jahr 1974 gebaut, und er ist noch heute in Betrieb.\"}\n"
        "{\"id\":\"de2\",\"text\":\"Die Zellen altern im Sommer schneller, weil die Hitze ihnen schadet und sie oft voll geladen sind.\"}\n"
        "{\"id\":\"fr1\",\"text\":\"La puissance de la centrale est de trois cents m\u00e9gawatts, ce qui suffit pour la ville et ses environs.\"}\n"
        "{\"id\":\"fr2\",\"text\":\"Le lac est vide en hiver parce que l'eau est retenue plus haut dans la vall\u00e9e par la glace.\"}\n");
    file("a.jsonl", str_z(arena, buf_str(&lines)));
    buf_free(&lines);
    add("", "c");
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        struct corpus_hits hits = find(queries[i][0]);

        if (!hits.n || !str_is(hits.items[0].name, queries[i][1]))
            fail_msg("%s: %.*s first", queries[i][0], STR_ARG(hits.n ? hits.items[0].name : str("nothing")));
    }
    assert_true(str_starts(find("why do cells die in summer").items[0].name, "en"));
}

static void test_several_corpora_are_searched_together(void **state)
{
    struct str names[] = { str("c"), str("d") };
    struct corpus_hits hits;

    (void) state;
    file("a.jsonl", library);
    add("/a.jsonl", "c");
    file("b.jsonl", "{\"id\":\"other\",\"title\":\"Flywheel\",\"text\":\"Another flywheel.\"}\n");
    add("/b.jsonl", "d");
    assert_ok(corpus_search(
        store, arena, &(struct corpus_query){ .corpora = names, .corpora_n = 2, .text = str("flywheel") }, &hits, &e));
    assert_int_equal(hits.n, 2);
    assert_text(hits.items[0].corpus, "d");
    assert_text(hits.items[1].corpus, "c");
}

static void test_removed_corpora_leave_nothing(void **state)
{
    struct corpus_row *rows;
    struct corpus_hits hits;
    struct str name = str("c");
    size_t n;

    (void) state;
    file("a.jsonl", library);
    add("", "c");
    assert_ok(corpus_remove(store, name, &e));
    assert_ok(corpus_list(store, str(""), arena, &rows, &n, &e));
    assert_int_equal(n, 0);
    assert_int_equal(corpus_search(store, arena,
                                   &(struct corpus_query){ .corpora = &name, .corpora_n = 1, .text = str("x") }, &hits,
                                   &e),
                     -ERROR_NOT_FOUND);
    assert_says("no corpus \"c\"");
    assert_int_equal(corpus_remove(store, name, &e), -ERROR_NOT_FOUND);
}

static void test_what_is_no_document_is_skipped_with_a_reason(void **state)
{
    struct corpus_added added;

    (void) state;
    file("good.txt", "Plain words about the grid.");
    file("empty.txt", "");
    file(".hidden", "secret grid");
    assert_int_equal(symlink(".", str_format(arena, "%s/in/loop", folder.data).data), 0);
    assert_int_equal(mkfifo(str_format(arena, "%s/in/pipe", folder.data).data, 0600), 0);
    added = add("", "c");
    assert_int_equal(added.documents, 1);
    assert_int_equal(added.skipped, 1);
    assert_true(str_contains(added.notes.items[0], "empty.txt: skipped"));
    added = add("", "c"); /* which says so again */
    assert_int_equal(added.skipped, 1);
    assert_true(str_contains(added.notes.items[0], "empty.txt: skipped"));
    assert_int_equal(find("grid").n, 1);
}

/* Reading the first file removes the others, as somebody tidying up would. */
static int read_and_tidy(struct arena *into, struct str bytes, const struct document_hints *hints,
                         const struct document_limits *limits, struct document *ret, struct error *error)
{
    unlink(str_format(into, "%s/in/b.txt", folder.data).data);
    unlink(str_format(into, "%s/in/c.txt", folder.data).data);
    return document_parse(into, bytes, hints, limits, ret, error);
}

static void test_a_file_that_vanishes_while_indexed_is_skipped_and_the_rest_goes_on(void **state)
{
    struct str in = str_format(arena, "%s/in", folder.data);
    struct corpus_added added;

    (void) state;
    file("a.txt", "Plain words about the grid.");
    file("b.txt", "More words about the grid.");
    file("c.txt", "Yet more words about the grid.");
    file("d.txt", "The last words about the grid.");
    assert_ok(
        corpus_add(store, arena,
                   &(struct corpus_add_settings){ .name = str("c"), .paths = &in, .paths_n = 1, .read = read_and_tidy },
                   &added, &e));
    assert_int_equal(added.documents, 2);
    assert_int_equal(added.skipped, 2);
    assert_int_equal(find("grid").n, 2);
}

/* --- pages --- */

static struct str pages_of(const char *query)
{
    struct corpus_hits hits = find(query);
    struct str text, pages;

    assert_true(hits.n >= 1);
    assert_ok(corpus_text(store, arena, &hits.items[0], &text, &pages, &e));
    return pages;
}

static int put_one(struct corpus_document document)
{
    struct corpus_writer *writer;
    int r;

    assert_ok(corpus_writer_begin(store, str("c"), NULL, &writer, &e));
    assert_ok(r = corpus_writer_put(writer, document.name, &document, &e));
    assert_ok(corpus_writer_end(writer, &e));
    return r;
}

static void test_a_document_keeps_where_its_pages_start(void **state)
{
    struct corpus_document d = { .name = str("a.pdf"), .title = str("Cells"), .text = str("Old cells.\n\nNew cells.") };

    (void) state;
    assert_int_equal(put_one(d), 1);
    assert_text(pages_of("cells"), "");
    /* The same text with pages is another document: so corpora from before they were kept come to them. */
    d.pages = str("0 12");
    assert_int_equal(put_one(d), 1);
    assert_text(pages_of("cells"), "0 12");
    assert_int_equal(put_one(d), 2);
    d.pages = str("0 0 12");
    assert_int_equal(put_one(d), 1);
    assert_text(pages_of("cells"), "0 0 12");
}

static void test_pages_of_another_text_are_not_kept(void **state)
{
    (void) state;
    assert_int_equal(put_one((struct corpus_document){ .name = str("a"),
                                                       .text = str("Text\r\n\r\n\r\n\r\nthat is brought to its form."),
                                                       .pages = str("0 12") }),
                     1);
    assert_text(pages_of("form"), "");
    assert_int_equal(
        put_one((struct corpus_document){ .name = str("b"), .text = str("Short words."), .pages = str("0 99") }), 1);
    assert_text(pages_of("short"), "");
}

static void test_a_pdf_of_a_folder_has_pages(void **state)
{
    struct buf bytes;

    (void) state;
    buf_init(&bytes, 1 << 16);
    assert_ok(file_read("tests/cases/site/energy/four-pages.pdf", &bytes, &e));
    file("survey.pdf", bytes.data); /* no byte of it is 0 */
    buf_free(&bytes);
    assert_int_equal(add("", "c").documents, 1);
    struct corpus_hits hits = find("115 dollars");
    assert_int_equal(hits.n, 1);
    assert_int_equal(page_starts_at(pages_of("115 dollars"), hits.items[0].start), 4);
}

static void test_a_corpus_of_version_4_is_searched_and_knows_no_pages(void **state)
{
    struct buf sql;
    sqlite3 *db;
    struct str name = str("papers"), text, pages;
    struct corpus_hits hits;

    (void) state;
    store_close(store);
    store = NULL;
    path = str_format(arena, "%s/older.db", folder.data).data;
    buf_init(&sql, 1 << 20);
    assert_ok(file_read("tests/unit/store_version_4.sql", &sql, &e));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql.data, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    buf_free(&sql);
    reopen();
    assert_ok(corpus_search(
        store, arena,
        &(struct corpus_query){
            .corpora = &name, .corpora_n = 1, .text = str("what a cell loses of its capacity"), .passages = true },
        &hits, &e));
    assert_int_equal(hits.n, 1);
    assert_true(str_contains(hits.items[0].passage, "about 2 percent"));
    assert_ok(corpus_text(store, arena, &hits.items[0], &text, &pages, &e));
    assert_text(pages, "");
}

static void test_a_path_that_is_not_there_is_named(void **state)
{
    struct str in = str("/nonexistent/thing");
    struct corpus_added added;

    (void) state;
    assert_int_equal(corpus_add(store, arena,
                                &(struct corpus_add_settings){ .name = str("c"), .paths = &in, .paths_n = 1 }, &added,
                                &e),
                     -ERROR_IO);
    assert_says("/nonexistent/thing");
}

static void test_damaged_lists_end_quietly(void **state)
{
    static const char bytes[] = "\x01\x03\xff\xff\xff\x00\x05\x01";
    struct list_cursor *cursor = arena_alloc(arena, sizeof *cursor);

    (void) state;
    for (size_t n = 0; n < sizeof bytes; n++) {
        size_t steps = 0;

        list_units(str_n(bytes, n));
        list_begin(cursor, str_n(bytes, n));
        while (list_next(cursor))
            assert_true(++steps < 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_number_is_found_in_words_and_in_digits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_documents_of_a_jsonl_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words_with_slips_find_what_is_nearest, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_hit_has_the_passage_at_its_bytes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_titles_weigh_more_than_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_weigh_more_than_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_passage_is_found_by_the_headings_it_stands_under, setup, teardown),
        cmocka_unit_test_setup_teardown(test_identifiers_are_found_as_they_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_parts_of_compounds_find_them, setup, teardown),
        cmocka_unit_test_setup_teardown(test_quoted_words_must_stand_together, setup, teardown),
        cmocka_unit_test_setup_teardown(test_dates_and_domains_filter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_changed_files_are_read_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_files_that_another_reader_read_are_read_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_line_that_left_a_jsonl_goes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_same_text_is_kept_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_small_batches_give_the_same_hits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_interrupted_add_is_taken_up_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_documents_are_found_in_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_languages_are_stemmed_by_their_own_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_near_copies_stand_behind_the_others, setup, teardown),
        cmocka_unit_test_setup_teardown(test_few_documents_of_another_language_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_several_corpora_are_searched_together, setup, teardown),
        cmocka_unit_test_setup_teardown(test_removed_corpora_leave_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_no_document_is_skipped_with_a_reason, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_that_vanishes_while_indexed_is_skipped_and_the_rest_goes_on, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_document_keeps_where_its_pages_start, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages_of_another_text_are_not_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_pdf_of_a_folder_has_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_corpus_of_version_4_is_searched_and_knows_no_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_path_that_is_not_there_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_lists_end_quietly, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
