import IlkStore
import IlkVocabulary

extension CommandFailure {
    /// The failure that an error of the library is to the user of the tool.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as SearchProblem: self.init(.usage, error.message, hint: error.hint)
        case let error as any ReportedError:
            // The problems of rule files come as one text of many lines.
            let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            self.init(
                ExitStatus(rawValue: error.exitStatus) ?? .bug,
                lines.count > 1 ? "the rules cannot be used" : error.description,
                details: lines.count > 1 ? lines : [], hint: error.hint)
        default: self.init(.bug, "something unforeseen happened: \(type(of: error))")
        }
    }
}
