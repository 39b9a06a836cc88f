#include "faulty_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file: SQLite's base struct, the number of the file, and the wrapped file.
struct faulty_file {
    sqlite3_file base;
    int which;
    sqlite3_file *real;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *system_vfs;
static sqlite3_vfs faulty_vfs;
static sqlite3_io_methods faulty_methods;

static struct {
    enum faulty_disk_call call;
    long nth, count;
    int code, tears, armed;
} fault;
static long counts[FAULTY_DISK_CALLS];
static long failed;
static long delay;

static int remembers;
static struct faulty_disk_deed *deeds;
static size_t deed_count, deed_room;

// The code that this call must fail with, or SQLITE_OK.
static int verdict(enum faulty_disk_call call, int *tears) {
    pthread_mutex_lock(&mutex);
    long number = ++counts[call];
    int code = SQLITE_OK;
    if (fault.armed && fault.call == call && number >= fault.nth && number < fault.nth + fault.count) {
        code = fault.code;
        failed++;
    }
    if (tears) *tears = fault.tears;
    pthread_mutex_unlock(&mutex);
    return code;
}

static void remember(int file, char kind, int64_t offset, const void *bytes, size_t length) {
    pthread_mutex_lock(&mutex);
    if (remembers && file >= 0) {
        if (deed_count == deed_room) {
            deed_room = deed_room ? 2 * deed_room : 1024;
            deeds = realloc(deeds, deed_room * sizeof *deeds);
            if (!deeds) abort();
        }
        uint8_t *copy = NULL;
        if (length) {
            copy = malloc(length);
            if (!copy) abort();
            memcpy(copy, bytes, length);
        }
        deeds[deed_count++] = (struct faulty_disk_deed){file, kind, offset, length, copy};
    }
    pthread_mutex_unlock(&mutex);
}

static struct faulty_file *of(sqlite3_file *file) { return (struct faulty_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return of(file)->real; }

static int faulty_close(sqlite3_file *file) {
    return real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
}

static int faulty_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    int code = verdict(FAULTY_DISK_READ, NULL);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, length, offset);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    int tears = 0;
    int code = verdict(FAULTY_DISK_WRITE, &tears);
    if (delay) usleep((useconds_t)delay);
    int written = code ? (tears ? length / 2 : 0) : length;
    if (written) {
        int result = real(file)->pMethods->xWrite(real(file), bytes, written, offset);
        if (result) return result;
        remember(of(file)->which, 'w', offset, bytes, (size_t)written);
    }
    return code;
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = verdict(FAULTY_DISK_TRUNCATE, NULL);
    if (code) return code;
    remember(of(file)->which, 't', size, NULL, 0);
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int faulty_sync(sqlite3_file *file, int flags) {
    int code = verdict(FAULTY_DISK_SYNC, NULL);
    if (code) return code;
    int result = real(file)->pMethods->xSync(real(file), flags);
    if (!result) remember(of(file)->which, 's', 0, NULL, 0);
    return result;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int faulty_lock(sqlite3_file *file, int level) {
    int code = verdict(FAULTY_DISK_LOCK, NULL);
    return code ? code : real(file)->pMethods->xLock(real(file), level);
}

static int faulty_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int faulty_reserved(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int faulty_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int faulty_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int faulty_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int faulty_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **address) {
    int code = verdict(FAULTY_DISK_SHM, NULL);
    return code ? code : real(file)->pMethods->xShmMap(real(file), page, size, extend, address);
}

static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void faulty_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int faulty_shm_unmap(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static int faulty_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct faulty_file *mine = of(file);
    mine->base.pMethods = NULL;
    mine->real = (sqlite3_file *)(mine + 1);
    mine->real->pMethods = NULL;
    mine->which = flags & SQLITE_OPEN_MAIN_DB ? 0 : flags & SQLITE_OPEN_WAL ? 1 : -1;
    int code = verdict(FAULTY_DISK_OPEN, NULL);
    if (code) return code;
    code = system_vfs->xOpen(system_vfs, name, mine->real, flags, out);
    if (mine->real->pMethods) mine->base.pMethods = &faulty_methods;
    return code;
}

int faulty_disk_register(void) {
    system_vfs = sqlite3_vfs_find(NULL);
    if (!system_vfs) return SQLITE_ERROR;
    faulty_vfs = *system_vfs;
    faulty_vfs.zName = "faulty";
    faulty_vfs.pNext = NULL;
    faulty_vfs.szOsFile = (int)sizeof(struct faulty_file) + system_vfs->szOsFile;
    faulty_vfs.xOpen = faulty_open;
    faulty_methods = (sqlite3_io_methods){
        .iVersion = 2, .xClose = faulty_close, .xRead = faulty_read, .xWrite = faulty_write,
        .xTruncate = faulty_truncate, .xSync = faulty_sync, .xFileSize = faulty_size, .xLock = faulty_lock,
        .xUnlock = faulty_unlock, .xCheckReservedLock = faulty_reserved, .xFileControl = faulty_control,
        .xSectorSize = faulty_sector, .xDeviceCharacteristics = faulty_characteristics,
        .xShmMap = faulty_shm_map, .xShmLock = faulty_shm_lock, .xShmBarrier = faulty_shm_barrier,
        .xShmUnmap = faulty_shm_unmap,
    };
    return sqlite3_vfs_register(&faulty_vfs, 1);
}

void faulty_disk_fail(enum faulty_disk_call call, long nth, long count, int code, int tears) {
    pthread_mutex_lock(&mutex);
    memset(counts, 0, sizeof counts);
    failed = 0;
    fault.call = call;
    fault.nth = nth;
    fault.count = count;
    fault.code = code;
    fault.tears = tears;
    fault.armed = 1;
    pthread_mutex_unlock(&mutex);
}

long faulty_disk_heal(void) {
    pthread_mutex_lock(&mutex);
    fault.armed = 0;
    long result = failed;
    pthread_mutex_unlock(&mutex);
    return result;
}

long faulty_disk_count(enum faulty_disk_call call) {
    pthread_mutex_lock(&mutex);
    long result = counts[call];
    pthread_mutex_unlock(&mutex);
    return result;
}

void faulty_disk_slow(long microseconds) {
    pthread_mutex_lock(&mutex);
    delay = microseconds;
    pthread_mutex_unlock(&mutex);
}

void faulty_disk_remember(void) {
    pthread_mutex_lock(&mutex);
    for (size_t number = 0; number < deed_count; number++) free((void *)deeds[number].bytes);
    deed_count = 0;
    remembers = 1;
    pthread_mutex_unlock(&mutex);
}

void faulty_disk_pause(void) {
    pthread_mutex_lock(&mutex);
    remembers = 0;
    pthread_mutex_unlock(&mutex);
}

size_t faulty_disk_deeds(void) {
    pthread_mutex_lock(&mutex);
    size_t result = deed_count;
    pthread_mutex_unlock(&mutex);
    return result;
}

struct faulty_disk_deed faulty_disk_deed(size_t number) {
    pthread_mutex_lock(&mutex);
    struct faulty_disk_deed result = deeds[number];
    pthread_mutex_unlock(&mutex);
    return result;
}
