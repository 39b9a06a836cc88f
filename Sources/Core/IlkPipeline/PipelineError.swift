/// Why a pipeline cannot be assembled. Once it stands, it cannot fail on a text.
public struct PipelineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// Rules and model decide among different categories.
        case taxonomyMismatch
        /// The rules that are built in do not compile: a build that should not have been shipped.
        case builtInRules
        /// The model that is built in cannot be read: a build that should not have been shipped.
        case builtInModel
        /// ICU is not to be had.
        case segmenterUnavailable
    }

    /// What is wrong.
    public let code: Code
    /// One line for people.
    public let description: String

    /// An error of these parts.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
