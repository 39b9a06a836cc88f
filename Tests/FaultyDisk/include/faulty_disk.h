#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stddef.h>
#include <stdint.h>

// A disk for SQLite that fails when it is told to, and remembers what was written to it and what was synced: a VFS
// around the system's own. For one process and for tests only. All functions may be called from any thread.

// What SQLite asks of a disk.
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

// Registers the disk as the default for databases that are opened from now on. Returns SQLite's code.
int faulty_disk_register(void);

// From now on the `nth` call of a kind (1 and up) and the `count - 1` after it fail with SQLite's `code`. A write that
// fails has written half of its bytes when `tears` is not 0; a sync that fails has synced nothing.
void faulty_disk_fail(enum faulty_disk_call call, long nth, long count, int code, int tears);

// Nothing fails from now on. Returns how many calls did.
long faulty_disk_heal(void);

// How many calls of a kind there were since the last `faulty_disk_fail`.
long faulty_disk_count(enum faulty_disk_call call);

// Every write waits for so many microseconds.
void faulty_disk_slow(long microseconds);

// Something that was done to a file: the database (0) or its write-ahead log (1).
struct faulty_disk_deed {
    int file;
    // 'w' for bytes written, 't' for a truncation to `offset`, 's' for a sync.
    char kind;
    int64_t offset;
    size_t length;
    const uint8_t *bytes;
};

// Begins to remember deeds. What it remembers stays until the next call.
void faulty_disk_remember(void);

// Remembers nothing more; what is remembered stays.
void faulty_disk_pause(void);

// How many deeds are remembered.
size_t faulty_disk_deeds(void);

// The deed of this number, which is below the count. Its bytes stay until the next `faulty_disk_remember`.
struct faulty_disk_deed faulty_disk_deed(size_t number);

#endif
