public import IlkVocabulary

/// An error that prevents assembling a pipeline. An assembled pipeline never fails on a text.
public struct PipelineError: ReportedError, Sendable, Hashable {
    /// A one-line description for people.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: A one-line description for people.
    public init(_ description: String) { self.description = description }

    /// `EX_CONFIG` of `sysexits.h`: the configuration is wrong.
    public var exitStatus: Int32 { 78 }
}
