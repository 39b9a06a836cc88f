import CKey
import FoundationEssentials
public import IlkVocabulary

/// The private half of a CloudKit server-to-server key (ECDSA on P-256).
///
/// The public half is registered for a container. The key has the rights of the developer, but only on the
/// public database.
public final class CloudKitKey: Sendable {
    /// The key ID that CloudKit issued.
    public let id: String
    // libcrypto allows concurrent use of a key. Only `deinit` frees it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Parses a key.
    ///
    /// - Parameters:
    ///   - id: The key ID that CloudKit issued.
    ///   - pem: A PEM block `BEGIN EC PRIVATE KEY` or `BEGIN PRIVATE KEY`, not encrypted.
    /// - Throws: `IlkError` with `usage` if the text is not such a key, or `unavailable` if libcrypto is
    ///   missing.
    public init(id: String, pem: String) throws(IlkError) {
        var found: OpaquePointer?
        let bytes = Array(pem.utf8)
        let outcome = bytes.withUnsafeBufferPointer { text in
            text.withMemoryRebound(to: CChar.self) { ilk_key_open($0.baseAddress, $0.count, &found) }
        }
        guard outcome != ilk_key_absent else {
            throw IlkError(
                .unavailable, "requests cannot be signed: libcrypto is missing",
                hint: "install libcrypto 3 (OpenSSL), or use a build with the trait Network")
        }
        guard let found else {
            throw IlkError(
                .usage,
                outcome == ilk_key_other_curve
                    ? "the key is not on the curve P-256"
                    : "the text is not a PEM private key, or the key is encrypted",
                hint: "create one with: openssl ecparam -name prime256v1 -genkey -noout")
        }
        key = found
        self.id = id
    }

    deinit { ilk_key_close(key) }

    /// Returns the DER-encoded signature of bytes, or `nil` if signing fails.
    func signature(of bytes: [UInt8]) -> [UInt8]? {
        var signature = [UInt8](repeating: 0, count: ilk_key_signature_size)
        let length = ilk_key_sign(key, bytes, bytes.count, &signature)
        return length == 0 ? nil : Array(signature.prefix(length))
    }

    /// Returns the headers of a signed request. CloudKit accepts them for ten minutes.
    ///
    /// - Parameters:
    ///   - subpath: The path from `/database/1/`, without a query.
    ///   - now: Milliseconds since 1970.
    /// - Returns: `nil` if signing fails.
    func headers(
        of body: [UInt8], to subpath: String, at now: Int64
    ) -> [(name: String, value: String)]? {
        // CloudKit requires ISO 8601 without fractional seconds.
        let date = "\(ZonedTime(milliseconds: now, zone: 0).description.prefix(19))Z"
        let digest = Data(ContentDigest(of: body).bytes).base64EncodedString()
        guard let signature = signature(of: Array("\(date):\(digest):\(subpath)".utf8)) else { return nil }
        return [
            ("X-Apple-CloudKit-Request-KeyID", id), ("X-Apple-CloudKit-Request-ISO8601Date", date),
            ("X-Apple-CloudKit-Request-SignatureV1", Data(signature).base64EncodedString()),
        ]
    }
}
