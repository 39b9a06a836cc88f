#include "ckey.h"

#ifndef ILK_NETWORK

ilk_key_outcome ilk_key_open(const char *pem, size_t count, ilk_key **key) {
    (void)pem, (void)count;
    *key = NULL;
    return ilk_key_absent;
}

size_t ilk_key_sign(
    const ilk_key *key, const unsigned char *bytes, size_t count,
    unsigned char signature[ilk_key_signature_size]) {
    (void)key, (void)bytes, (void)count, (void)signature;
    return 0;
}

void ilk_key_close(ilk_key *key) { (void)key; }

#else

#include "clibrary.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

// The functions of libcrypto 3 that are used. They are declared here, with opaque pointers, so that its
// headers need not be installed. The library is loaded with the first key.
typedef int password_function(char *buffer, int size, int is_writing, void *context);

static struct {
    void *(*BIO_new_mem_buf)(const void *bytes, int count);
    int (*BIO_free)(void *bio);
    void *(*PEM_read_bio_PrivateKey)(void *bio, void **key, password_function *ask, void *context);
    int (*EVP_PKEY_get_group_name)(const void *key, char *name, size_t size, size_t *length);
    void (*EVP_PKEY_free)(void *key);
    void *(*EVP_MD_CTX_new)(void);
    void (*EVP_MD_CTX_free)(void *context);
    const void *(*EVP_sha256)(void);
    int (*EVP_DigestSignInit)(void *context, void **key_context, const void *digest, void *engine, void *key);
    int (*EVP_DigestSign)(
        void *context, unsigned char *signature, size_t *length, const unsigned char *bytes, size_t count);
    void (*ERR_clear_error)(void);
} crypto;

static bool is_ready;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.3.dylib", NULL};
#define FUNCTION(name) {#name, (void **)&crypto.name}
    static const ilk_library_function functions[] = {
        FUNCTION(BIO_new_mem_buf), FUNCTION(BIO_free), FUNCTION(PEM_read_bio_PrivateKey),
        FUNCTION(EVP_PKEY_get_group_name), FUNCTION(EVP_PKEY_free), FUNCTION(EVP_MD_CTX_new),
        FUNCTION(EVP_MD_CTX_free), FUNCTION(EVP_sha256), FUNCTION(EVP_DigestSignInit),
        FUNCTION(EVP_DigestSign), FUNCTION(ERR_clear_error),
    };
#undef FUNCTION
    is_ready = ilk_library_load(names, functions, sizeof functions / sizeof *functions);
}

/// Rejects encrypted keys. Without this callback, libcrypto would prompt on the terminal.
static int no_password(char *buffer, int size, int is_writing, void *context) {
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return -1;
}

static bool is_p256(const void *key) {
    char name[64] = "";
    size_t length = 0;
    return crypto.EVP_PKEY_get_group_name(key, name, sizeof name, &length) == 1
        && strcmp(name, "prime256v1") == 0;
}

ilk_key_outcome ilk_key_open(const char *pem, size_t count, ilk_key **key) {
    *key = NULL;
    pthread_once(&once, load);
    if (!is_ready) return ilk_key_absent;
    if (count > INT_MAX) return ilk_key_unreadable;
    void *bio = crypto.BIO_new_mem_buf(pem, (int)count);
    void *found = bio ? crypto.PEM_read_bio_PrivateKey(bio, NULL, no_password, NULL) : NULL;
    crypto.BIO_free(bio);
    ilk_key_outcome outcome = !found ? ilk_key_unreadable : is_p256(found) ? ilk_key_opened : ilk_key_other_curve;
    if (outcome == ilk_key_opened) {
        *key = found;
    } else {
        crypto.EVP_PKEY_free(found);
    }
    crypto.ERR_clear_error();
    return outcome;
}

size_t ilk_key_sign(
    const ilk_key *key, const unsigned char *bytes, size_t count,
    unsigned char signature[ilk_key_signature_size]) {
    void *context = crypto.EVP_MD_CTX_new();
    size_t length = ilk_key_signature_size;
    bool is_signed = context && crypto.EVP_DigestSignInit(context, NULL, crypto.EVP_sha256(), NULL, (void *)key) == 1
        && crypto.EVP_DigestSign(context, signature, &length, bytes, count) == 1;
    crypto.EVP_MD_CTX_free(context);
    crypto.ERR_clear_error();
    return is_signed ? length : 0;
}

void ilk_key_close(ilk_key *key) {
    if (key) crypto.EVP_PKEY_free(key);
}

#endif
