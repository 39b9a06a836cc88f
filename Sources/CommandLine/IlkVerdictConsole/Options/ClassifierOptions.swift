package import IlkConsole
package import Ilk
package import ArgumentParser

/// The options that select the classifier.
package struct ClassifierOptions: ParsableArguments {
    @Option(
        "A model instead of the one in use: a file, or a version (ilk model ls).", value: "file|version",
        completion: .file())
    package var model: String?

    @Option(
        """
        A folder of rules on top of those there are: built-in, the machine's, the user's; can be given several \
        times. 'none' leaves out all before it, 'built-in' all but those in the program. Compiled rules (.ilkrules) \
        take the place of all.
        """, value: "folder", completion: .directory)
    package var rules: [RulesChoice] = []

    @Option(
        help: """
            What is decided among: doctype (what kind of text), emotion, severity (of a log line), or spam. All but the \
            first have rules and no model. (default: doctype, or what the model is for)
            """)
    package var taxonomy: TaxonomyChoice?

    @Option(help: "Rules and model together, or one of them.")
    package var classifier: PipelineAssembly.ClassifierType = .fused

    package func validate() throws {
        if classifier == .rules && ruleStack.layers.isEmpty {
            throw ValidationError("--classifier rules needs rules: leave out --rules none.")
        }
        if classifier == .rules && model != nil {
            throw ValidationError("--classifier rules uses no model: leave out --model.")
        }
    }

    package init() {}
}
