/// Removes addresses, account numbers and secrets from texts before they are stored.
///
/// Each match is replaced by its type in brackets, such as `[email]`. Matches are found by their format and
/// by check digits, if the format has check digits. Private data in other formats is not removed: redaction
/// reduces the risk but gives no guarantee. Redaction is off by default, because a redacted text differs from
/// the classified text, and corrections apply to the stored text.
public struct TextRedaction: Sendable, Hashable {
    /// The types of data that can be removed.
    public enum DataType: String, Sendable, Codable, CaseIterable {
        /// Passwords and keys: the value after a name such as `password` or `token`, a key or token in a
        /// known format, or a private key.
        case secret
        /// E-mail addresses.
        case email
        /// International bank account numbers (IBAN) with valid check digits.
        case iban
        /// Payment card numbers of 13 to 19 digits with a valid check digit.
        case card
        /// IP addresses, versions 4 and 6.
        case ip
        /// Telephone numbers that begin with a plus sign, a 0 or a parenthesis, and numbers in groups of
        /// three, three and four digits.
        case phone
    }

    /// The types of data to remove.
    public var types: Set<DataType>

    /// Creates a redaction.
    ///
    /// - Parameter types: The types of data to remove. The default is all types.
    public init(_ types: Set<DataType> = Set(DataType.allCases)) { self.types = types }

    /// Replaces each match in a text with its type in brackets.
    ///
    /// - Parameter text: The text.
    /// - Returns: The redacted text, and the types that were found, in the order of ``DataType``. `nil` if
    ///   the text has no match.
    /// - Complexity: O(*n*) in the length of the text.
    public func redact(_ text: String) -> (text: String, types: [DataType])? {
        let bytes = Array(text.utf8)
        var scan = RedactionScan(bytes)
        var output: [UInt8] = []
        var found: Set<DataType> = []
        var (place, kept) = (0, 0)
        while place < bytes.count {
            guard let hit = scan.hit(at: place, types: types) else {
                place += 1
                continue
            }
            output += bytes[kept..<hit.range.lowerBound]
            output += "[\(hit.type.rawValue)]".utf8
            found.insert(hit.type)
            place = hit.range.upperBound
            kept = place
        }
        guard !found.isEmpty else { return nil }
        output += bytes[kept...]
        return (String(decoding: output, as: UTF8.self), DataType.allCases.filter(found.contains))
    }

    package static func hasEmail(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(UInt8(ascii: "@")) else { return false }
        let scan = RedactionScan(bytes)
        return bytes.indices.contains { scan.email(at: $0) != nil }
    }

    /// Returns `true` if any value of a field with this name is considered a secret. Examples of such names
    /// are `password`, `db_token`, `apiKey`, `Authorization` and `Cookie`.
    ///
    /// - Parameter name: The name of a field, option or header. Case is ignored.
    public static func isSecretName(_ name: String) -> Bool {
        RedactionScan.isSecret(name.utf8)
            || ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains(name.lowercased())
    }
}
