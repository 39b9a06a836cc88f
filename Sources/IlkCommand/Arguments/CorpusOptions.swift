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

    @Option(help: "What to do about a line that cannot be read; emit is no choice here.")
    var onError: FaultPolicy = .stop

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
        if groupBy == "source" {
            throw ValidationError("the member source of each line is read anyway: leave out --group-by.")
        }
    }
}
