import ArgumentParser
import IlkConsole
import IlkVocabulary

/// Labelled texts that rules are measured on.
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
    var onError: LabelledFaultPolicy = .stop

    func validate() throws {
        if groupBy == "source" {
            throw ValidationError("the member source of each line is read anyway: leave out --group-by.")
        }
    }

    /// Reads the texts.
    ///
    /// - Throws: `noInput` for a file that cannot be read, `badInput` for a line that cannot.
    func read(_ console: Console) throws(CommandFailure) -> CorpusInput {
        let input = try LabelledInput.read(corpus, sources: groupBy, policy: onError, console: console)
        return CorpusInput(input: input, policy: onError, console: console)
    }
}

/// The labelled texts that rules are measured on.
struct CorpusInput {
    let input: LabelledInput
    let policy: LabelledFaultPolicy
    let console: Console

    /// How many lines were left out.
    var skippedLines: Int { input.skippedLines }

    /// The texts of the categories of a taxonomy.
    ///
    /// - Throws: `badInput` when there is no text, or one of another category and none may be skipped.
    func texts(of taxonomy: Taxonomy) throws(CommandFailure) -> [LabelledText] {
        try input.texts.known(to: taxonomy, by: "the rules", policy: policy, telling: console)
    }
}
