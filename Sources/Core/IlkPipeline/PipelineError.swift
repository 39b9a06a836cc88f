public import IlkVocabulary

/// An error that prevents the creation of a pipeline or a session. A session never fails on a text.
public struct PipelineError: ReportedError, Sendable, Hashable {
    /// A one-line description for people.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: A one-line description for people.
    public init(_ description: String) { self.description = description }

    /// The exit status `EX_CONFIG` of `sysexits.h`: the configuration is wrong.
    public var exitStatus: Int32 { 78 }
}
