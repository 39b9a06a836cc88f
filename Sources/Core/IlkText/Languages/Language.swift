/// A natural language, identified by its BCP 47 code such as `en`, `pt` or `zh`.
public struct Language: Sendable, Hashable, CustomStringConvertible {
    /// The lower-case language subtag, with two letters if such a subtag exists.
    public let code: String

    /// Creates a language.
    ///
    /// - Parameter code: The language subtag.
    /// - Returns: `nil` if the code does not consist of two or three lower-case ASCII letters.
    public init?(code: String) {
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else {
            return nil
        }
        self.code = code
    }

    /// Creates a language from a code known to be valid.
    init(known code: String) {
        self.code = code
    }

    /// The language subtag.
    public var description: String { code }
}
