import ArgumentParser
import IlkConsole

/// The options for labeled texts on which rules are measured.
struct CorpusOptions: ParsableArguments {
    @Option(
        "Labelled lines: objects with text, label and perhaps source. May be repeated; - is standard input.",
        value: "file", completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @Option(
        "A file whose line n is the source of labelled line n, where lines do not name it.", value: "file",
        completion: .file())
    var groupBy: String?

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabeledErrorPolicy = .stop

    func validate() throws {
        if groupBy == "source" {
            throw ValidationError("the member source of each line is read anyway: leave out --group-by.")
        }
    }

    /// Reads the texts.
    ///
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid line.
    func read(_ console: Console) throws(CommandError) -> LabeledInput {
        try LabeledInput.read(corpus, sources: groupBy, policy: onError, console: console)
    }
}
