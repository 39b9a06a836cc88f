public import IlkVocabulary

/// An error that prevents creating a text stage: ICU cannot load its data or the break rules of the locale.
///
/// A text stage never fails on a text.
public struct TextError: ReportedError, Sendable, Hashable {
    /// ICU's name of the error.
    public let underlying: String

    /// A one-line description for people.
    public var description: String {
        "cannot load the ICU break rules (\(underlying)); check the installation of libicu"
    }

    /// `EX_SOFTWARE` of `sysexits.h`: the installation is faulty.
    public var exitStatus: Int32 { 70 }
}
