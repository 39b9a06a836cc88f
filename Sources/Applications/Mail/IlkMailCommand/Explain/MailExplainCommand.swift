import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkMail
import IlkPipeline
import IlkRules
import IlkVocabulary

struct MailExplainCommand: StoreCommand, OutputArguments {
    static let help = MailApplication.text(
        "explain",
        abstract: "Explain the verdict of a message.",
        discussion: """
            Lists the evidence with the weight of each piece. By default, the command explains the verdict \
            that the import stored, with the model and the rules of the import. --model, --rules and \
            --classifier select others. With --taxonomy, explains the verdict in that taxonomy.

            If no verdict is stored, the message is classified with the current model and rules. The \
            defaults listed below apply only in this case.

            Exits with 66 if the message does not exist, or if the model or the rules of its verdict are no \
            longer stored.
            """,
        examples: [
            "Explain the newest message": "explain -1",
            "Explain it with the spam rules": "explain -1 --taxonomy spam",
        ])

    /// All unrecognized words are collected, because `-1` would otherwise be parsed as an option. `validate`
    /// checks the words.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "\(MailApplication.referenceText)", valueName: "message"))
    var words: [String] = []

    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var of: MailAccountOptions
    @OptionGroup var classifierOptions: ClassifierOptions

    @Option(count: "The maximum number of pieces of evidence to show.", from: 0)
    var top = 12

    @OptionGroup var output: OutputOptions<ExplanationFormat>

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Specify one message.") }
    }

    func run(on open: OpenStore<MailApplication>) async throws {
        let account = try await of.selection(in: open)
        let message = try await MailStoreAccess.message(words.first ?? "", account: account, of: open.store)
        try MailExplainer(
            assembly: try classifierOptions.assembly(folders: open.console.folders),
            usesStoredClassifier: classifierOptions.usesStoredClassifier,
            taxonomy: classifierOptions.taxonomy?.name, format: format, top: top,
            console: open.console
        ).run(message)
    }
}

/// Explains the verdict of a message. Uses the model and rules that produced the verdict, or those that the
/// options select.
struct MailExplainer {
    /// The classifier for a message without a stored verdict.
    var assembly: PipelineAssembly
    /// `true` to use the classifier that produced the stored verdict.
    var usesStoredClassifier: Bool
    /// The taxonomy of the verdict to explain, or `nil` for the first stored verdict.
    var taxonomy: String?
    var format: ExplanationFormat
    var top: Int
    var console: Console

    /// - Throws: `noInput` if the model or the rules that produced the verdict no longer exist.
    func run(_ message: StoredMessage) throws {
        let stored = usesStoredClassifier ? storedVerdict(of: message) : nil
        let (pipeline, rules) = try pipeline(of: stored)
        let session = try pipeline.makeSession()
        var verdict = session.classify(message.email.classifiedText, explaining: true)
        noteChange(message, stored, verdict)
        if let stored {
            verdict.abstention = stored.abstention.flatMap { Verdict.Abstention(storedName: $0) }
        }
        let text = ExplanationText(top: top, rules: rules, console: console)
        let explanation = Explanation(text: text, format: format)
        try console.output.withBuffer { output in
            try explanation.append(verdict, session.analysis, place: message.email.gmailId, to: &output)
            explanation.finish(&output)
        }
        try console.output.flush()
    }

    /// Returns the stored verdict of the message in the requested taxonomy.
    private func storedVerdict(of message: StoredMessage) -> StoredMessage.StoredVerdict? {
        guard let taxonomy else { return message.verdicts.first }
        return message.verdicts.first { $0.taxonomy == taxonomy }
    }

    /// Returns the pipeline and the rules that produced a verdict. If the message has no verdict, returns the
    /// current pipeline and rules.
    private func pipeline(of stored: StoredMessage.StoredVerdict?) throws -> (Pipeline, RuleSet?) {
        guard let stored else {
            let reloadable = try ReloadablePipeline(assembly)
            return (reloadable.current, reloadable.ruleSet)
        }
        let taxonomy = Taxonomy.shipped.first { $0.name == stored.taxonomy } ?? .documentType
        let (classifier, rules) = try VerdictArchive(folders: console.folders).classifier(
            of: stored.provenance, taxonomy: taxonomy, files: ([], []))
        // The threshold that was used for the verdict is not stored. The caller restores the abstention from
        // the verdict.
        return (Pipeline(classifier: classifier, threshold: 0.0), rules)
    }

    /// Prints a note if the stored verdict differs from the explained verdict.
    private func noteChange(
        _ message: StoredMessage, _ stored: StoredMessage.StoredVerdict?, _ verdict: Verdict
    ) {
        let then = stored ?? message.verdicts.first { $0.taxonomy == verdict.taxonomy.name }
        guard let then else { return }
        let remark = "the stored verdict is \(then.category) (\(DecimalText.fixed(then.probability, 2)))"
        if then.provenance != verdict.provenance {
            console.note("\(remark), from other rules or another model")
        } else if then.category != verdict.category || then.probability != verdict.probability {
            console.note("\(remark), from an earlier text of the message")
        }
    }
}

extension ClassifierOptions {
    /// `true` if no option selects a model, rules or a classifier. In this case, the classifier that produced
    /// the verdict is used.
    fileprivate var usesStoredClassifier: Bool { model == nil && rules.isEmpty && classifier == .fused }
}
