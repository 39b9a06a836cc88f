public import IlkVocabulary

/// The reason why a pipeline cannot be assembled. An assembled pipeline never fails on a text.
public struct PipelineError: ReportedError, Sendable, Hashable {
    /// One line for people.
    public let description: String

    /// An error with a line for people.
    public init(_ description: String) { self.description = description }

    /// The status of a wrong configuration (`EX_CONFIG`).
    public var exitStatus: Int32 { 78 }
}
