import ArgumentParser
import IlkConsole
import IlkVerdictConsole

/// The options for labeled texts on which rules are measured.
struct CorpusOptions: ParsableArguments {
    @Option(
        "Labeled texts: files, folders, or - for stdin. Repeatable.", value: "file",
        completion: .file())
    var corpus: [String] = []

    @Option(
        "A file whose line N names the source of text N.", value: "file",
        completion: .file())
    var groupBy: String?

    @OptionGroup var input: LabeledInputOptions

    func validate() throws {
        if groupBy == "source" {
            throw ValidationError(
                "'--group-by source' is the default. Remove --group-by, or name a file of sources.")
        }
    }

    /// Reads the texts.
    ///
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid line.
    func read(_ console: Console) throws(CommandError) -> LabeledInput {
        try LabeledInput.read(corpus, sources: groupBy, settings: input.settings, console: console)
    }
}
