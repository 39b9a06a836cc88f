import IlkStore
import IlkVocabulary

extension CommandError {
    /// Creates the command error for an error of the library.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as SearchProblem: self.init(.usage, error.message, hint: error.hint)
        case let error as any ReportedError:
            // The errors in rules and taxonomies have many lines and the form of `report`.
            let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            let first = lines.first ?? ""
            self.init(
                ExitStatus(rawValue: error.exitStatus) ?? .bug,
                first.hasPrefix("error: ") ? String(first.dropFirst("error: ".count)) : first,
                details: Array(lines.dropFirst()), hint: error.hint)
        default:
            self.init(
                .bug, "internal error",
                hint: "report it with the command line and the output of: ilk --version")
        }
    }
}
