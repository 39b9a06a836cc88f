import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkStore
import IlkText
import IlkVocabulary

extension CommandFailure {
    /// The failure that an error of the library is to the user of the tool.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as IlkError:
            // The problems of rule files come as one text of many lines.
            let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            self.init(
                ExitStatus(rawValue: error.kind.rawValue) ?? .bug,
                lines.count > 1 ? "the rules cannot be used" : error.description,
                details: lines.count > 1 ? lines : [], hint: error.hint)
        case let error as SearchProblem: self.init(.usage, error.message, hint: error.hint)
        case let error as any ReportedError:
            self.init(
                ExitStatus(rawValue: error.exitStatus) ?? .bug, error.description, hint: error.hint)
        case let error as PipelineError: self.init(.badConfiguration, error.description)
        case let error as ModelError: self.init(.badInput, error.description)
        case let error as RegistryError:
            self.init(
                ExitStatus(rawValue: error.exitStatus) ?? .bug, error.description, hint: error.hint)
        case let error as TextError: self.init(.bug, error.description)
        default: self.init(.bug, "something unforeseen happened: \(type(of: error))")
        }
    }
}
