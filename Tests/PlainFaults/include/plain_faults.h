// The reader of plain texts with a fault planted in it, for tests of its tests.

#ifndef PLAIN_FAULTS_H
#define PLAIN_FAULTS_H

#include "ilk_plain.h"

/// How many faults there are.
enum { PLAIN_FAULTS = 18 };

/// Plants a fault by its number, from 1; 0 for none. For one thread at a time.
void plain_faults_plant(int32_t fault);

/// `ilk_plain_read` with the fault that was planted last.
int32_t plain_faults_read(
    const uint8_t *text, int64_t count, int64_t limit, int32_t marks, uint64_t seed, ilk_plain_units *units);

#endif
