import IlkConsole
import ArgumentParser

/// Labelled texts that rules are measured on.
struct CorpusOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Labelled lines: objects with text, label and perhaps source. May be repeated; - is standard input.",
            valueName: "file"), completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file whose line n is the source of labelled line n, where lines do not name it.",
            valueName: "file"), completion: .file())
    var groupBy: String?

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabelledFaultPolicy = .stop

    func validate() throws {
        if groupBy == "source" {
            throw ValidationError("the member source of each line is read anyway: leave out --group-by.")
        }
    }
}
