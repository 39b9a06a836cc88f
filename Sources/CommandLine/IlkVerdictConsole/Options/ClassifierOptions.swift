import IlkConsole
package import Ilk
package import ArgumentParser

/// The options that select the classifier.
package struct ClassifierOptions: ParsableArguments {
    @Option(
        "The model file or version. (default: the active version)", value: "file|version",
        completion: .file())
    package var model: String?

    @Option(
        help: ArgumentHelp(
            "Rules to add: a folder, built-in or none. Repeatable.",
            discussion: """
                A folder adds to the built-in rules, the machine's rules and the user's rules. 'none' removes the rules \
                named before it; 'built-in' keeps only the built-in ones. Compiled rules (.ilkrules) replace all others.
                """,
            valueName: "folder"), completion: .directory)
    package var rules: [RulesChoice] = []

    @Option(
        help: ArgumentHelp(
            "The set of labels. (default: the model's, or doctype)",
            discussion: """
                doctype has types of texts, severity has levels of log lines. ilk taxonomy ls lists all.
                """, valueName: "name"))
    package var taxonomy: TaxonomyName?

    @Option(help: "The rules and the model (fused), or one of them.")
    package var classifier: PipelineAssembly.ClassifierType = .fused

    package func validate() throws {
        if classifier == .rules && ruleStack.layers.isEmpty {
            throw ValidationError("--classifier rules requires rules: remove --rules none.")
        }
        if classifier == .rules && model != nil {
            throw ValidationError("--classifier rules uses no model: remove --model.")
        }
    }

    package init() {}
}
