/* What a follow-up question is about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "roles/topic.h"

#define HISTORY                                                                                                        \
    "User: How long do grid batteries last?\n\nAnswer: Twelve years [1].\n\nUser: And what do they cost?\n\nAnswer: A lot."

struct sample {
    const char *question, *history, *topic;
};

static void test_a_follow_up_is_about_the_last_question_that_stands_alone(void **state)
{
    static const struct sample samples[] = {
        { "And in winter?", HISTORY, "How long do grid batteries last?" },
        { "What do they cost?", HISTORY, "How long do grid batteries last?" },
        { "Why?", HISTORY, "How long do grid batteries last?" },
        { "And what does it weigh?", HISTORY "\n\nUser: How heavy is the Orrin Bridge in Norvik?\n",
          "How heavy is the Orrin Bridge in Norvik?" },
        { "Und im Winter?", "User: Wie lange halten Netzbatterien im Betrieb?\n",
          "Wie lange halten Netzbatterien im Betrieb?" },
        { "And in summer?", "User: And in winter?\n", "And in winter?" }, /* nothing better was asked */
        { "How efficient is pumped hydro in Norway?", HISTORY, "" },
        { "Is it true that grid batteries burn often?", HISTORY, "" },
        { "And in winter?", "", "" },
        { "", HISTORY, "How long do grid batteries last?" },
        { "那么冬天呢？", "User: 电池能用多久？\n", "电池能用多久？" },
        { "水泵的效率是多少？", "User: 电池能用多久？\n", "" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct str topic = follow_up_topic(arena, str(samples[i].question), str(samples[i].history));

        if (!str_is(topic, samples[i].topic))
            fail_msg("%s is about \"%.*s\"", samples[i].question, STR_ARG(topic));
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_follow_up_is_about_the_last_question_that_stands_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
