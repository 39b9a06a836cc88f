#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stddef.h>
#include <stdint.h>

// A VFS for SQLite that wraps the default one, fails on request, and records writes and syncs. It is for one process
// and for tests only. All functions may be called from any thread.

// The types of calls.
enum faulty_disk_call {
    FAULTY_DISK_OPEN,
    FAULTY_DISK_READ,
    FAULTY_DISK_WRITE,
    FAULTY_DISK_SYNC,
    FAULTY_DISK_TRUNCATE,
    FAULTY_DISK_SHM,
    FAULTY_DISK_LOCK,
    FAULTY_DISK_CALLS
};

// Registers the VFS as the default for databases that are opened later. Returns SQLite's code.
int faulty_disk_register(void);

// Makes the `nth` call of a type (starting at 1) and the `count - 1` calls after it fail with SQLite's `code`. A failed
// write has written half of its bytes if `tears` is not 0. A failed sync has synced nothing.
void faulty_disk_fail(enum faulty_disk_call call, long nth, long count, int code, int tears);

// Stops all failures. Returns the number of calls that failed.
long faulty_disk_heal(void);

// Returns the number of calls of a type since the last `faulty_disk_fail`.
long faulty_disk_count(enum faulty_disk_call call);

// Delays every write by a time.
void faulty_disk_slow(long microseconds);

// A recorded operation on a file: the database (0) or its write-ahead log (1).
struct faulty_disk_deed {
    int file;
    // 'w' for bytes written, 't' for a truncation to `offset`, 's' for a sync.
    char kind;
    int64_t offset;
    size_t length;
    const uint8_t *bytes;
};

// Deletes all recorded operations and starts to record.
void faulty_disk_remember(void);

// Stops recording. Recorded operations are kept.
void faulty_disk_pause(void);

// Returns the number of recorded operations.
size_t faulty_disk_deeds(void);

// Returns the operation at an index below the count. Its bytes are valid until the next `faulty_disk_remember`.
struct faulty_disk_deed faulty_disk_deed(size_t number);

#endif
