// Alternatives to Ilk's rules for matching many expressions: Hyperscan and RE2::Set. Each is available if its
// library was installed at build time.

#ifndef RULE_PEERS_H
#define RULE_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_HYPERSCAN = 0, PEER_RE2_SET = 1 };

typedef struct peer peer;

/// Compiles expressions with a library, ignoring case. `.` does not match a line ending. Returns null if the
/// library is not available or rejects an expression.
peer *peer_open(int32_t which, const char *const *patterns, int32_t count);
void peer_close(peer *peer);

/// Returns the number of expressions that match a text.
int32_t peer_matches(peer *peer, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
