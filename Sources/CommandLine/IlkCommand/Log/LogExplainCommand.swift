import IlkVerdictConsole
import IlkStore
import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkVocabulary

/// Explains a logged verdict with the model and the rules that produced it.
struct LogExplainCommand: StoreCommand {
    static let help = LogApplication.text(
        "explain",
        abstract: "Explain a logged verdict with the model and rules that produced it.",
        usage:
            "ilk log explain <entry> [--format <format>] [--top <count>] [--model <file>] [--rules <file>] [--log-file <file>]",
        discussion: """
            The log keeps each model and rule set that classified its texts, so the output equals the output \
            of 'ilk explain' at that time. Specify an entry by position (-1 is the newest, -2 the one \
            before), by id, or by the last 8 characters of the id. If the label was later merged into \
            another label, the output also shows the other label. Exits with 66 if the entry, its model or its rules do not exist.
            """,
        examples: [
            "Explain the newest entry": "explain -1"
        ])

    /// The parser treats `-1` as an option, so unrecognized arguments are passed through to `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The entry to explain; -1 is the newest.", valueName: "entry"))
    var words: [String] = []

    @Option(help: "The output format; html is a self-contained page.")
    var format: ExplanationFormat = .text

    @Option(count: "The maximum number of pieces of evidence to show.")
    var top: Int = 20

    @Option(
        "A model file, used if the log has no copy. Repeatable.", value: "file",
        completion: .file(extensions: ["ilk"]))
    var model: [String] = []

    @Option(
        "Compiled rules, used if the log has no copy. Repeatable.", value: "file",
        completion: .file(extensions: ["ilkrules"]))
    var rules: [String] = []

    @OptionGroup var place: LogStoreOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Expected one entry.") }
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogExplanation(
            reference: words.first ?? "", format: format, top: top, files: (model, rules),
            console: open.console
        ).run(open.store)
    }
}

/// An explanation of a log entry with the classifier that produced its verdict.
struct LogExplanation {
    /// The entry: `-1`, an id, or the end of an id.
    var reference: String
    var format: ExplanationFormat
    /// The maximum number of pieces of evidence.
    var top: Int
    /// Further paths of models and compiled rules, besides the standard locations.
    var files: (models: [String], rules: [String])
    var console: Console

    /// Writes the explanation.
    ///
    /// - Throws: `noInput` if the entry has no verdict, or its model or rules no longer exist;
    ///   `badConfiguration` if model and rules now give a different verdict.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.entry(LogApplication.reference(reference))
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        let verdicts = LoggedVerdicts(
            taxonomy: store.taxonomy, set: set, folders: console.folders, files: files)
        let (verdict, analysis, ruleSet) = try verdicts.explained(entry)
        let text = ExplanationText(
            top: top, rules: ruleSet, console: console, merged: verdicts.merged(since: verdict))
        let explanation = Explanation(text: text, format: format)
        try console.output.withBuffer { output in
            try explanation.append(verdict, analysis, place: entry.shortID, to: &output)
            explanation.finish(&output)
        }
        try console.output.flush()
    }
}
