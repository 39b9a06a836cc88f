import IlkConsole
import ArgumentParser
import Ilk
import IlkStore

/// Shows where two versions differ on texts.
struct ModelCompareCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Show which verdicts would be others with another version: on the log, or on given texts.",
        discussion: """
            The champion is the one in use unless --champion names another one. Texts are named by their line or by their \
            entry of the log, and shown only with --texts. Of labelled texts, as of those that people corrected, it is \
            also said who is right more often, and whether that could be chance (McNemar). Ends with 0 when no verdict \
            differs, with 1 when one does.
            """
    )

    static let examples =
        Array(ModelCommand.preparation.dropLast()) + [
            CommandExample(
                "Versions that can be compared",
                "ilk train mine.jsonl mine.jsonl --name weather --families words -o other.ilk"),
            CommandExample("", "ilk model import mine.ilk --promote && ilk model import other.ilk"),
            CommandExample(
                "On labelled texts",
                "ilk model compare 1.0.1 --taxonomy weather --corpus mine.jsonl || true"),
        ]

    @Argument(help: "The challenger: a version.")
    var challenger: String

    @Option(help: ArgumentHelp("A version instead of the one in use.", valueName: "version"))
    var champion = "active"

    @Option(
        help: ArgumentHelp(
            "Lines of JSON with text and perhaps label, in place of the log. May be repeated; - is standard input.",
            valueName: "file"), completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @OptionGroup var logging: LogFileOptions

    @Flag(
        help:
            "On the log: what the two said when the texts came (ilk classify --log --challenger), and not what they say now."
    )
    var answered = false

    @Flag(help: "Each model alone, without the rules.")
    var alone = false

    @Option(
        help: ArgumentHelp("How many flips to name of each kind.", valueName: "count"),
        transform: CountArgument.fromZero)
    var show = 5

    @Flag(help: "Show the texts of the flips that are named.")
    var texts = false

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabelledFaultPolicy = .stop

    @Option(help: "The shape of the output; in JSON all flips are named.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if format == .ndjson { throw ValidationError("--format takes text or json here.") }
        if answered && (!corpus.isEmpty || alone) {
            throw ValidationError("--answered is of the log, with rules: leave out --corpus and --alone.")
        }
        if !corpus.isEmpty && logging.logFile != nil {
            throw ValidationError("--corpus and --log-file exclude each other.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let settings = VersionComparison.Settings(
            champion: champion, challenger: challenger, isAlone: alone, show: show, showsTexts: texts,
            format: format)
        let comparison = try VersionComparison(
            settings, in: registry.registry(console), console: console)
        let input: ReplayedInput
        if corpus.isEmpty {
            let store = try LogBook.open(
                logging.logFile ?? console.folders.log(taxonomy: registry.taxonomy), folders: console.folders,
                access: .readOnly)
            defer {
                try? store.close()  // What only read has nothing to lose.
            }
            guard !answered else { return try await comparison.run(answeredIn: store) }
            input = try await ReplayedInput(log: store, console: console)
        } else {
            input = try ReplayedInput(corpus, policy: onError, console: console)
        }
        try comparison.run(input)
    }
}
