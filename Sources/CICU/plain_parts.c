#include "ilk_plain.h"

#include <string.h>

// The longest stretch that is taken for plain.
enum { ILK_LONGEST_PLAIN = 64 };

static int ilk_is_alphanumeric(uint8_t byte) {
    return (uint8_t)((byte | 0x20) - 'a') < 26 || (uint8_t)(byte - '0') < 10;
}

static int ilk_is_end(uint8_t byte) { return byte == ' ' || byte == '\n'; }

// Whether a stretch may hold what plain reading does not know. It is asked where a byte of it may begin such a thing.
static int ilk_is_strange(const uint8_t *text, int64_t lower, int64_t upper, int64_t place) {
    switch (text[place]) {
    case '@':
    case '#': return 1;
    case ':': return place + 2 < upper && text[place + 1] == '/' && text[place + 2] == '/';
    case '.': {
        if (place - lower < 3) return 0;
        for (int64_t i = place - 3; i < place; i++)
            if ((text[i] | 0x20) != 'w') return 0;
        return 1;
    }
    case '_': {
        int before = place > lower && (text[place - 1] == '_' || ilk_is_alphanumeric(text[place - 1]));
        int behind = place + 1 < upper && ilk_is_alphanumeric(text[place + 1]);
        // Of underscores by themselves the last one has neither; of those behind a letter all have one before.
        return !behind && (!before || text[place - 1] == '_');
    }
    default: return 0;
    }
}

int32_t ilk_plain_part(const uint8_t *text, int64_t count, int64_t limit, ilk_plain_parts *parts) {
    // What a byte may begin: nothing, the end of a stretch, something strange, something that is left to others.
    enum { NOTHING, END, STRANGE, OUTSIDE };
    static const uint8_t kinds[256] = {
        [' '] = END, ['\n'] = END, ['@'] = STRANGE, ['#'] = STRANGE, [':'] = STRANGE, ['.'] = STRANGE,
        ['_'] = STRANGE, [0x80 ... 0xFF] = OUTSIDE,
    };
    parts->plainCount = parts->strangeCount = 0;
    int64_t place = 0;
    while (place < count && place < limit) {
        int64_t lower = place, end = count < limit + ILK_LONGEST_PLAIN ? count : limit + ILK_LONGEST_PLAIN;
        int mayBeStrange = 0;
        while (place < end) {
            uint8_t kind = kinds[text[place]];
            if (kind == END) break;
            if (kind == OUTSIDE) return 0;
            mayBeStrange |= kind == STRANGE;
            place++;
        }
        // A stretch that goes on far behind the limit.
        if (place == end && end < count && !ilk_is_end(text[end])) return 0;
        int isStrange = place - lower > ILK_LONGEST_PLAIN;
        for (int64_t i = lower; mayBeStrange && !isStrange && i < place; i++)
            isStrange = ilk_is_strange(text, lower, place, i);
        if (isStrange) {
            if (place > limit) return 0;
            memcpy(parts->strange + parts->strangeCount, text + lower, (size_t)(place - lower));
            parts->strangeCount += place - lower;
            parts->strange[parts->strangeCount++] = '\n';
            memset(parts->plain + lower, ' ', (size_t)(place - lower));
        } else {
            memcpy(parts->plain + lower, text + lower, (size_t)(place - lower));
        }
        if (place < count && ilk_is_end(text[place])) {
            parts->plain[place] = text[place];
            place++;
        }
    }
    parts->plainCount = place;
    return 1;
}
