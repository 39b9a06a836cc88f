package import Ilk
package import IlkConsole
package import IlkRules
import IlkVocabulary

extension Console {
    /// Writes the warnings about the model and the rules of a pipeline, unless the console is quiet.
    package func warn(of pipeline: ReloadablePipeline) {
        if let warning = pipeline.warning { note("warning: \(warning)") }
        if let ruleSet = pipeline.ruleSet { warn(of: ruleSet) }
    }

    /// Writes the warnings about the expressions of rules, unless the console is quiet.
    package func warn(of ruleSet: RuleSet) {
        guard !isQuiet else { return }
        for warning in ruleSet.warnings { writeMessage(VisibleText.lines(warning.description) + "\n") }
    }
}
