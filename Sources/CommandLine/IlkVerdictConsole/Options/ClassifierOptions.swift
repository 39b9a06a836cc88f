import IlkConsole
package import Ilk
package import ArgumentParser

/// The options that select the classifier.
package struct ClassifierOptions: ParsableArguments {
    @OptionGroup var parts: ClassifierPartOptions

    @Option(
        help: ArgumentHelp(
            "The set of labels to predict. (default: the model's, or doctype)",
            discussion: """
                'doctype' contains types of texts, 'severity' contains levels of log lines. 'ilk taxonomy \
                ls' lists all.
                """, valueName: "name"))
    package var taxonomy: TaxonomyName?

    package var model: String? { parts.model }
    package var rules: [RulesChoice] { parts.rules }
    package var classifier: PipelineAssembly.ClassifierType { parts.classifier }
    /// The rule layers that the options select.
    package var ruleStack: RuleStack { parts.ruleStack }

    package init() {}
}
