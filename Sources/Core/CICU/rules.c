#include "cicu.h"
#include "segmenter.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/ucptrie.h>

// The positions of the required fields in ICU's compiled rules, format 6, in 32-bit words: the header and the
// state table.
enum { MAGIC = 0xB1A0, FORMAT = 6 };
enum { HEAD_MAGIC, HEAD_FORMAT, HEAD_LENGTH, HEAD_CATEGORIES, HEAD_FORWARD, HEAD_FORWARD_LENGTH, HEAD_REVERSE,
       HEAD_REVERSE_LENGTH, HEAD_TRIE, HEAD_TRIE_LENGTH, HEAD_WORDS };
enum { TABLE_STATES, TABLE_ROW_LENGTH, TABLE_DICTIONARY, TABLE_LOOKAHEAD, TABLE_FLAGS, TABLE_WORDS };
// A row contains the fields accepting, look-ahead and status, and the next state for each category. All have
// the same width.
enum { ROW_ACCEPTING, ROW_LOOKAHEAD, ROW_STATUS, ROW_NEXT };
enum { START = 1, BEGINNING = 2 };
enum { FLAG_BEGINNING_REQUIRED = 2, FLAG_BYTES = 4 };

struct ilk_rules {
    UCPTrie *trie;
    uint8_t *data;
    const uint8_t *rows;
    ilk_rules_sizes sizes;
    uint32_t rowLength;
    int isWide;
};

static uint32_t word(const uint8_t *bytes, int index) {
    uint32_t value;
    memcpy(&value, bytes + 4 * index, 4);
    return value;
}

static uint32_t cell(const ilk_rules *rules, uint32_t state, uint32_t column) {
    const uint8_t *row = rules->rows + (size_t)state * rules->rowLength;
    uint16_t wide;
    if (!rules->isWide) return row[column];
    memcpy(&wide, row + 2 * column, 2);
    return wide;
}

/// Returns nonzero if a range lies within the data.
static int lies(uint32_t offset, uint32_t length, uint32_t all) {
    return offset <= all && length <= all - offset;
}

/// Parses the state table. Returns 0 if anything is not as expected.
static int parse(ilk_rules *rules, uint32_t length) {
    const uint8_t *data = rules->data;
    if (length < 4 * HEAD_WORDS || word(data, HEAD_MAGIC) != MAGIC || data[4 * HEAD_FORMAT] != FORMAT) return 0;
    uint32_t forward = word(data, HEAD_FORWARD), forwardLength = word(data, HEAD_FORWARD_LENGTH);
    uint32_t trie = word(data, HEAD_TRIE), trieLength = word(data, HEAD_TRIE_LENGTH);
    if (!lies(forward, forwardLength, length) || !lies(trie, trieLength, length)) return 0;
    if (forwardLength < 4 * TABLE_WORDS) return 0;
    const uint8_t *table = data + forward;
    uint32_t states = word(table, TABLE_STATES), flags = word(table, TABLE_FLAGS);
    uint32_t categories = word(data, HEAD_CATEGORIES);
    rules->rowLength = word(table, TABLE_ROW_LENGTH);
    rules->rows = table + 4 * TABLE_WORDS;
    rules->isWide = !(flags & FLAG_BYTES);
    if (states < 2 || states > 255 || categories < 4 || categories > 255) return 0;
    if (rules->rowLength < (ROW_NEXT + categories) << rules->isWide) return 0;
    if (!lies(4 * TABLE_WORDS, states * rules->rowLength, forwardLength)) return 0;
    for (uint32_t state = 0; state < states; state++) {
        // Rules with look-ahead, which step back, are not supported.
        if (cell(rules, state, ROW_ACCEPTING) > 1 || cell(rules, state, ROW_LOOKAHEAD) != 0) return 0;
        for (uint32_t category = 0; category < categories; category++)
            if (cell(rules, state, ROW_NEXT + category) >= states) return 0;
    }
    // If the rules require it, each segment begins with a category that belongs to no character.
    uint32_t first = flags & FLAG_BEGINNING_REQUIRED ? cell(rules, START, ROW_NEXT + BEGINNING) : START;
    if (first == 0) return 0;
    rules->sizes = (ilk_rules_sizes){
        .first = (int32_t)first,
        .states = (int32_t)states,
        .categories = (int32_t)categories,
        .firstDictionaryCategory = (int32_t)word(table, TABLE_DICTIONARY),
    };
    UErrorCode code = U_ZERO_ERROR;
    rules->trie = ucptrie_openFromBinary(
        UCPTRIE_TYPE_ANY, UCPTRIE_VALUE_BITS_ANY, data + trie, (int32_t)trieLength, NULL, &code);
    return U_SUCCESS(code);
}

ilk_rules *ilk_rules_read(const ilk_segmenter *segmenter, ilk_rules_sizes *sizes, int32_t *status) {
    UErrorCode code = U_ZERO_ERROR;
    uint32_t length = ubrk_getBinaryRules(segmenter->iterator, NULL, 0, &code);
    *status = code;
    if (U_FAILURE(code) && code != U_BUFFER_OVERFLOW_ERROR) return NULL;
    code = U_ZERO_ERROR;
    ilk_rules *rules = calloc(1, sizeof *rules);
    if (rules) rules->data = malloc(length);
    if (!rules || !rules->data) {
        free(rules);
        *status = U_MEMORY_ALLOCATION_ERROR;
        return NULL;
    }
    ubrk_getBinaryRules(segmenter->iterator, rules->data, (int32_t)length, &code);
    if (U_FAILURE(code) || !parse(rules, length)) {
        ilk_rules_close(rules);
        *status = U_FAILURE(code) ? code : U_INVALID_FORMAT_ERROR;
        return NULL;
    }
    *sizes = rules->sizes;
    *status = 0;
    return rules;
}

void ilk_rules_close(ilk_rules *rules) {
    if (!rules) return;
    ucptrie_close(rules->trie);
    free(rules->data);
    free(rules);
}

int32_t ilk_rules_state(const ilk_rules *rules, int32_t state, uint8_t *next) {
    for (int32_t category = 0; category < rules->sizes.categories; category++)
        if (next) next[category] = (uint8_t)cell(rules, (uint32_t)state, (uint32_t)(ROW_NEXT + category));
    return (int32_t)cell(rules, (uint32_t)state, ROW_ACCEPTING);
}

int32_t ilk_rules_category(const ilk_rules *rules, uint32_t scalar) {
    uint32_t category = ucptrie_get(rules->trie, (UChar32)scalar);
    return category < (uint32_t)rules->sizes.categories ? (int32_t)category : 0;
}
