#ifndef ILK_CKEY_H
#define ILK_CKEY_H

#include <stdbool.h>
#include <stddef.h>

/// A private key on the curve P-256 for signing requests. Unavailable without the package trait `Network`.
typedef struct ilk_key ilk_key;

/// The outcome of opening a key.
typedef enum {
    ilk_key_opened = 0,
    /// The program was built without the network, or libcrypto is not installed.
    ilk_key_absent,
    /// The text is not a PEM private key, or the key is encrypted.
    ilk_key_unreadable,
    /// The key has another type or curve.
    ilk_key_other_curve,
} ilk_key_outcome;

/// The largest size of a signature, in bytes.
enum { ilk_key_signature_size = 80 };

/// Parses a key from PEM (PKCS #8 or SEC 1). The caller closes it with ilk_key_close.
ilk_key_outcome ilk_key_open(const char *pem, size_t count, ilk_key **key);

/// Signs bytes with ECDSA over SHA-256; the signature is DER-encoded. Thread-safe.
///
/// @return The length of the signature, or 0 if signing fails.
size_t ilk_key_sign(
    const ilk_key *key, const unsigned char *bytes, size_t count,
    unsigned char signature[ilk_key_signature_size]);

void ilk_key_close(ilk_key *key);

#endif
