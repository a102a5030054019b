/* Numbers up to twenty and the tens, in words and in digits. */
#ifndef FATHOM_TEXT_NUMBER_WORDS_H
#define FATHOM_TEXT_NUMBER_WORDS_H

#include "text/language.h"

/* "seven" as "7", "dreißig" as "30"; empty for what is no number word of the language. */
struct str number_word_digits(const struct language *language, struct str fold);
/* "7" as "seven"; empty where the language or the number is not in the table. */
struct str number_digits_word(const struct language *language, struct str digits);

#endif
