/// A natural language, by its code of BCP 47, such as `en`, `pt` or `zh`.
public struct Language: Sendable, Hashable, CustomStringConvertible {
    /// The code: a language subtag in lower case, of two letters where there is one.
    public let code: String

    /// A language by its code. Nil unless it is two or three lower-case ASCII letters.
    public init?(code: String) {
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else {
            return nil
        }
        self.code = code
    }

    /// A code that is known to be one.
    init(known code: String) {
        self.code = code
    }

    /// The code.
    public var description: String { code }

    /// English.
    public static let english = Language(known: "en")
}
