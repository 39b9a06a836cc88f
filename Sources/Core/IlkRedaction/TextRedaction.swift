/// What is taken out of texts before they are stored: addresses, numbers of people and accounts, secrets.
///
/// What goes is replaced by its kind in brackets, as `[email]`. It is found by its shape and, where there are any, by
/// its check digits: what looks otherwise stays, so this is a help, no promise. Off unless asked for: texts that were
/// changed are not what was classified, and corrections hold for the text as it was stored.
public struct TextRedaction: Sendable, Hashable {
    /// What can be taken out.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Passwords behind their name, keys and tokens of known shapes, private keys.
        case secret
        /// Addresses of electronic mail.
        case email
        /// International bank account numbers with right check digits.
        case iban
        /// Payment card numbers of 13 to 19 digits with a right check digit.
        case card
        /// Addresses of the Internet Protocol, versions 4 and 6.
        case ip
        /// Telephone numbers: with a plus, with an area code from 0 or in brackets, or of three, three and four digits.
        case phone
    }

    /// What is taken out.
    public var kinds: Set<Kind>

    /// A redaction of these kinds; all of them where nothing is said.
    public init(_ kinds: Set<Kind> = Set(Kind.allCases)) { self.kinds = kinds }

    /// A text without them.
    ///
    /// - Returns: The text, and which kinds were found, in the order of ``Kind``; nil when there was nothing to take out.
    /// - Complexity: Linear in the text's length.
    public func redact(_ text: String) -> (text: String, kinds: [Kind])? {
        let bytes = Array(text.utf8)
        var scan = RedactionScan(bytes)
        var output: [UInt8] = []
        var found: Set<Kind> = []
        var (place, kept) = (0, 0)
        while place < bytes.count {
            guard let hit = scan.hit(at: place, kinds: kinds) else {
                place += 1
                continue
            }
            output += bytes[kept..<hit.range.lowerBound]
            output += "[\(hit.kind.rawValue)]".utf8
            found.insert(hit.kind)
            place = hit.range.upperBound
            kept = place
        }
        guard !found.isEmpty else { return nil }
        output += bytes[kept...]
        return (String(decoding: output, as: UTF8.self), Kind.allCases.filter(found.contains))
    }

    /// `true` if an electronic mail address is in a text.
    ///
    /// - Parameter bytes: The UTF-8 of the text.
    /// - Complexity: O(*n*) in the length of the text.
    package static func hasEmail(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(UInt8(ascii: "@")) else { return false }
        let scan = RedactionScan(bytes)
        return bytes.indices.contains { scan.email(at: $0) != nil }
    }

    /// Whether a value that stands under this name is a secret, whatever it looks like: `password`, `db_token`, `apiKey`,
    /// `Authorization`, `Cookie`.
    public static func namesSecret(_ name: String) -> Bool {
        RedactionScan.isSecret(name.utf8)
            || ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains(name.lowercased())
    }
}
