#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

/// Returns 1 if the processor has the SHA-256 instructions that `cdigest_sha256` uses, otherwise 0.
int cdigest_has_sha256(void);

/// Compresses `count` blocks of 64 bytes into the eight words of a SHA-256 state (FIPS 180-4). Call this only
/// if `cdigest_has_sha256()` returns 1.
void cdigest_sha256(uint32_t *state, const uint8_t *blocks, size_t count);

#endif
