import ArgumentParser
import IlkConsole

/// The options for labeled texts on which rules are measured.
struct CorpusOptions: ParsableArguments {
    @Option(
        "NDJSON with text, label, optional source; - is stdin.", value: "file",
        completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @Option(
        "A file with the source of each line of the corpus.", value: "file",
        completion: .file())
    var groupBy: String?

    @Option(help: "What to do with an invalid line.")
    var onError: LabeledErrorPolicy = .stop

    func validate() throws {
        if groupBy == "source" {
            throw ValidationError("the field source of each line is always read: remove --group-by.")
        }
    }

    /// Reads the texts.
    ///
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid line.
    func read(_ console: Console) throws(CommandError) -> LabeledInput {
        try LabeledInput.read(corpus, sources: groupBy, policy: onError, console: console)
    }
}
