public import IlkVocabulary

/// An error that prevents the creation of an analyzer or a segmenter: ICU cannot load its data or the break
/// rules of the locale.
///
/// An analyzer or a segmenter never fails on a text.
public struct TextError: ReportedError, Sendable, Hashable {
    /// The name of the ICU error, such as `U_FILE_ACCESS_ERROR`.
    public let underlying: String

    /// A one-line description for people.
    public var description: String {
        "cannot load the ICU break rules (\(underlying)); check the installation of libicu"
    }

    /// `EX_SOFTWARE` of `sysexits.h`: the installation is faulty.
    public var exitStatus: Int32 { 70 }
}
