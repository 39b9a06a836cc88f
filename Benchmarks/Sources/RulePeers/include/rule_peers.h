// What a user could pick instead of Ilk's rules for telling which of many expressions a text matches: Hyperscan and
// RE2::Set. Each is there when its library was installed when this was built.

#ifndef RULE_PEERS_H
#define RULE_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_HYPERSCAN = 0, PEER_RE2_SET = 1 };

typedef struct peer peer;

/// The expressions compiled by a library, without regard to case, `.` taking no end of a line; null when the library is
/// not there or refuses one.
peer *peer_open(int32_t which, const char *const *patterns, int32_t count);
void peer_close(peer *peer);

/// How many of the expressions match a text.
int32_t peer_matches(peer *peer, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
