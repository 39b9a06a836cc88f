import IlkStore
import IlkVocabulary

extension CommandError {
    /// Creates the command error for an error of the library.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as SearchProblem: self.init(.usage, error.message, hint: error.hint)
        case let error as any ReportedError:
            // The description of errors in rules and taxonomies has many lines, which name the files.
            let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            self.init(
                ExitStatus(rawValue: error.exitStatus) ?? .bug,
                lines.count > 1 ? "a file has errors" : error.description,
                details: lines.count > 1 ? lines : [], hint: error.hint)
        default:
            self.init(
                .bug, "internal error",
                hint: "report it with the command line and the output of: ilk --version")
        }
    }
}
