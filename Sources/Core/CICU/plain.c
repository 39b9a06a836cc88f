#include "cicu.h"
#include "segmenter.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/ustring.h>

// The word rules of UAX #29 (revision 41, Unicode 15.0) without tailoring or dictionaries. Each rule ends
// with a significant character; the characters that WB4 ignores after it are consumed by the rule for any
// character.
static const char plainWords[] =
    "!!chain;"
    "!!quoted_literals_only;"
    "$CR = [\\p{Word_Break = CR}];"
    "$LF = [\\p{Word_Break = LF}];"
    "$Newline = [\\p{Word_Break = Newline}];"
    "$ZWJ = [\\p{Word_Break = ZWJ}];"
    "$Ignored = [\\p{Word_Break = Extend} \\p{Word_Break = Format} $ZWJ];"
    "$Any = [^$CR $LF $Newline];"
    "$Blank = [\\p{Word_Break = WSegSpace}];"
    "$Hebrew = [\\p{Word_Break = Hebrew_Letter}];"
    "$Letter = [\\p{Word_Break = ALetter} $Hebrew];"
    "$Number = [\\p{Word_Break = Numeric}];"
    "$Katakana = [\\p{Word_Break = Katakana}];"
    "$Connector = [\\p{Word_Break = ExtendNumLet}];"
    "$Single = [\\p{Word_Break = Single_Quote}];"
    "$Double = [\\p{Word_Break = Double_Quote}];"
    "$Both = [\\p{Word_Break = MidNumLet} $Single];"
    "$MidLetter = [\\p{Word_Break = MidLetter} $Both];"
    "$MidNumber = [\\p{Word_Break = MidNum} $Both];"
    "$Flag = [\\p{Word_Break = Regional_Indicator}];"
    "!!forward;"
    "$CR $LF;"                                            // WB3
    "$ZWJ [\\p{Extended_Pictographic}];"                  // WB3c
    "$Blank $Blank;"                                      // WB3d
    "$Any $Ignored*;"                                     // WB4
    "$Letter $Ignored* $Letter;"                          // WB5
    "$Letter $Ignored* $MidLetter $Ignored* $Letter;"     // WB6, WB7
    "$Hebrew $Ignored* $Single;"                          // WB7a
    "$Hebrew $Ignored* $Double $Ignored* $Hebrew;"        // WB7b, WB7c
    "$Number $Ignored* $Number;"                          // WB8
    "$Letter $Ignored* $Number;"                          // WB9
    "$Number $Ignored* $Letter;"                          // WB10
    "$Number $Ignored* $MidNumber $Ignored* $Number;"     // WB11, WB12
    "$Katakana $Ignored* $Katakana;"                      // WB13
    "[$Letter $Number $Katakana $Connector] $Ignored* $Connector;"  // WB13a
    "$Connector $Ignored* [$Letter $Number $Katakana];"   // WB13b
    "^$Flag $Ignored* $Flag;"                             // WB15, WB16
    ".;";                                                 // WB999

ilk_segmenter *ilk_segmenter_open_plain_words(int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    UChar rules[sizeof plainWords];
    int32_t length = 0;
    ilk_segmenter *segmenter = calloc(1, sizeof *segmenter);
    if (!segmenter) {
        *status = U_MEMORY_ALLOCATION_ERROR;
        return NULL;
    }
    u_strFromUTF8(rules, (int32_t)(sizeof rules / sizeof *rules), &length, plainWords, -1, &code);
    UParseError where;
    segmenter->iterator = ubrk_openRules(rules, length, NULL, 0, &where, &code);
    *status = U_FAILURE(code) ? code : 0;
    if (*status) {
        free(segmenter);
        return NULL;
    }
    return segmenter;
}
