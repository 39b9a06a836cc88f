#ifndef ILK_CKEY_H
#define ILK_CKEY_H

#include <stdbool.h>
#include <stddef.h>

/// A private key of the curve P-256, by which requests are signed. Without the trait `Network` there is none.
typedef struct ilk_key ilk_key;

/// Why there is no key.
typedef enum {
    ilk_key_opened = 0,
    /// The program was built without the network, or libcrypto is not installed.
    ilk_key_absent,
    /// The text is no PEM of a private key, or one behind a password.
    ilk_key_unreadable,
    /// A key of another kind or curve.
    ilk_key_other_curve,
} ilk_key_outcome;

/// Bytes that a signature can have.
enum { ilk_key_signature_size = 80 };

/// Reads a key from a PEM, PKCS #8 or SEC 1. To be closed.
ilk_key_outcome ilk_key_open(const char *pem, size_t count, ilk_key **key);

/// Signs by ECDSA over SHA-256; the signature is DER. May be called from several threads at once.
///
/// @return The signature's length; 0 when it could not be made.
size_t ilk_key_sign(
    const ilk_key *key, const unsigned char *bytes, size_t count,
    unsigned char signature[ilk_key_signature_size]);

void ilk_key_close(ilk_key *key);

#endif
