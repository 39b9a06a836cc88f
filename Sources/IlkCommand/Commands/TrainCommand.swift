import ArgumentParser

/// Makes a model from labelled texts.
struct TrainCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Make a model from labelled texts.",
        discussion:
            #"Each line of a file is an object with "text" and "label"; a "source" may stand beside them."#
    )

    static let examples = [
        CommandExample(
            "Labelled lines in, a model out",
            #"printf '{"text":"lol","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > mine.jsonl"#
        ),
        CommandExample("", "ilk train mine.jsonl -o mine.ilk"),
    ]

    @Argument(help: "Files of labelled lines; - is standard input.", completion: .file(extensions: ["jsonl"]))
    var files: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the model goes.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: "What is learned.")
    var kind: ModelKind = .bayes

    @Option(help: "What to do about a line that cannot be read; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }
}
