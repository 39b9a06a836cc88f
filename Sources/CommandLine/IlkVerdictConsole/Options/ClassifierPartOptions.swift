package import ArgumentParser
package import Ilk
import IlkConsole
package import IlkFiles
package import IlkVocabulary

/// The options that select the model and the rules.
package struct ClassifierPartOptions: ParsableArguments {
    @Option(
        "The model: a file or a version. (default: the active version)", value: "file|version",
        completion: .file())
    package var model: String?

    @Option(
        help: ArgumentHelp(
            "Rules to use: a folder, 'built-in' or 'none'. Repeatable.",
            discussion: """
                By default, the built-in rules, the machine's rules and the user's rules are used. A folder \
                adds its rules to these. 'none' removes all rules. 'built-in' keeps only the built-in \
                rules. The options apply in order: '--rules none --rules FOLDER' uses only the \
                rules of FOLDER. A file of compiled rules (.ilkrules) replaces all other rules.
                """,
            valueName: "folder"), completion: .directory)
    package var rules: [RulesChoice] = []

    @Option(help: "fused: rules and model. bayes, linear: only the model.")
    package var classifier: PipelineAssembly.ClassifierType = .fused

    package func validate() throws {
        if classifier == .rules && ruleStack.layers.isEmpty {
            throw ValidationError("'--classifier rules' requires rules. Remove the option '--rules none'.")
        }
        if classifier == .rules && model != nil {
            throw ValidationError("'--classifier rules' uses no model. Remove --model.")
        }
    }

    /// Returns the pipeline that the options describe.
    ///
    /// - Parameters:
    ///   - set: The label set, or `nil` for the label set of the model.
    ///   - folders: The user's folders.
    package func assembly(of set: LabelSet?, folders: IlkFolders) -> PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        if let set { assembly.use(set) }
        assembly.classifierType = classifier
        assembly.rules = assembly.rules.adding(rules)
        if let model { assembly.model = ClassifierOptions.model(model) }
        return assembly
    }

    /// The rule layers that the options select.
    package var ruleStack: RuleStack { .default.adding(rules) }

    package init() {}
}
