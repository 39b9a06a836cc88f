#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256 that `cdigest_sha256` knows.
int cdigest_has_sha256(void);

/// Takes whole blocks of 64 bytes into the eight words of a SHA-256 state (FIPS 180-4). Only where `cdigest_has_sha256`.
void cdigest_sha256(uint32_t *state, const uint8_t *blocks, size_t count);

#endif
