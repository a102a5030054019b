/* Frames: the events of a streamed answer are nearly all alike but for one string.
 *
 * Who has read an event that says nothing but a piece of text learns its frame:
 * the bytes before and behind that string. An event with the same bytes around
 * another string can say nothing else, so it need not be taken apart. */
#ifndef FATHOM_LLM_FRAME_H
#define FATHOM_LLM_FRAME_H

#include "base/str.h"

struct frame {
    struct str before, after; /* of the string, its quotes included; before empty: nothing learned */
    unsigned learned;         /* frames that were learned in vain: there is no end of them in some streams */
};

/* `event` is JSON text and says nothing but `text`, as the only string under `key`.
 * Keeps copies in `arena`; learns nothing when that string cannot be told for sure. */
void frame_learn(struct frame *frame, struct arena *arena, struct str event, const char *key, struct str text);

/* Is the event of this frame? *ret is its string: a part of `event`, or in `buffer` of `size`
 * bytes. False for strings that need a closer look (rare escapes, much text, bytes that JSON
 * or UTF-8 forbid) too: then the event is to be read the usual way. */
bool frame_read(struct frame *frame, struct str event, char *buffer, size_t size, struct str *ret);

#endif
