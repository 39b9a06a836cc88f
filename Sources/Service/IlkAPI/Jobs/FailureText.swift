import IlkHTTP
import IlkVocabulary
import Logging

/// Descriptions of the errors of jobs and schedules.
enum FailureText {
    /// Returns the description of an error for clients. For an unexpected error, logs the cause and returns a
    /// text that does not reveal it.
    static func words(_ error: any Error, _ logger: Logger) -> String {
        if let error = error as? any ReportedError { return error.description }
        if let problem = Problem(of: error) { return problem.detail }
        logger.error("a job failed", metadata: ["error": "\(error)"])
        return "the server failed; see the server's log"
    }
}
