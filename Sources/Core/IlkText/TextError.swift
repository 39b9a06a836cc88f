/// What can go wrong when the text stage is set up. Once it stands, it cannot fail on a text.
public struct TextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable {
        /// ICU has no break rules for the locale, or could not read its data.
        case segmenterUnavailable
    }

    /// What went wrong.
    public let code: Code
    /// ICU's name of the error.
    public let underlying: String

    /// One line for people.
    public var description: String { "ICU break rules are not to be had (\(underlying)); is libicu whole?" }
}
