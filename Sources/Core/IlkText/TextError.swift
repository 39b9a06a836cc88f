public import IlkVocabulary

/// The error of a text stage that cannot be set up: ICU has no break rules for the locale, or could not read its data.
///
/// A stage that is set up never fails on a text.
public struct TextError: ReportedError, Sendable, Hashable {
    /// ICU's name of the error.
    public let underlying: String

    /// One line for people.
    public var description: String { "ICU break rules are not to be had (\(underlying)); is libicu whole?" }

    /// The status of a fault of the program (`EX_SOFTWARE`).
    public var exitStatus: Int32 { 70 }
}
