package import Ilk
import IlkLearning
import IlkVocabulary

/// The advice on how to list the texts with different verdicts of two models.
package enum ChallengerAdvice {
    /// Returns a sentence, or `nil` if `ilk model compare` cannot list the texts: it requires versions, and
    /// one label for each text.
    ///
    /// - Parameters:
    ///   - challenger: The model of the challenger.
    ///   - assembly: The pipeline that the challenger is compared with.
    ///   - isLogging: `true` if texts and verdicts are logged.
    ///   - log: The path of the log, or `nil` for the default log of the taxonomy.
    package static func sentence(
        _ challenger: PipelineAssembly.Model, against assembly: PipelineAssembly, isLogging: Bool,
        log: String?
    ) -> String? {
        guard case .version(let version) = challenger, assembly.labelSet?.isMultilabel != true else {
            return nil
        }
        var options = VersionChange.option(assembly.registry.taxonomy)
        switch assembly.model {
        case .active: break
        case .version(let champion): options += " --champion \(ShellText.word(champion))"
        case .builtIn, .file, .none: return nil
        }
        guard isLogging else { return "log them with --log to list them" }
        if let log { options += " --log-file \(ShellText.word(log))" }
        return "list them with: ilk model compare \(ShellText.word(version)) --answered\(options)"
    }
}
