import IlkConsole
import ArgumentParser
import IlkLearning
import IlkVocabulary

/// Fits the weights of rules on labelled texts.
struct RulesFitCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Fit the weights of rules on labelled texts, and write them as an override file.",
        discussion: """
            The authored weights are what is believed before: each counts as --prior texts. Patterns and packs stay as \
            they are; what changes goes into a file of overrides, each change with its grounds. What the fit is worth \
            is measured on texts, or where the lines name their sources on whole sources, that were left out.
            """
    )

    static let examples = [
        CommandExample(
            "A rule",
            #"printf 'version: 1\npack: own\ntaxonomy: doctype\nsays: Mine.\nrules:\n"#
                + #"  - id: own.thanks\n    says: Thanks\n    label: email\n    weight: 3\n"#
                + #"    match: { thanks: { words: [thanks] } }\n' > own.yaml"#),
        CommandExample(
            "Texts on most of which it is wrong",
            #"for i in 1 2 3 4 5 6 7 8; do printf '{"text":"thanks %s","label":"message"}\n' $i$i $i; "#
                + #"printf '{"text":"Many thanks for letter %s","label":"email"}\n' $i; done > texts.jsonl"#),
        CommandExample("What would change", "ilk rules fit own.yaml --corpus texts.jsonl"),
        CommandExample("Into a file", "ilk rules fit own.yaml --corpus texts.jsonl -o tuned.yaml"),
        CommandExample(
            "All of it, for a program", "ilk rules fit own.yaml --corpus texts.jsonl --format json"),
    ]

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var corpus: CorpusOptions

    @Option(
        help: ArgumentHelp("How many texts an authored weight counts for.", valueName: "count"))
    var prior = RuleFit.usualPrior

    @Option(
        help: ArgumentHelp(
            "How many parts are left out, one after the other, to measure.", valueName: "count"))
    var folds = 5

    @Option(
        help: """
            What the weights are for: rules alone, or what a model leaves to say. It must not have learned from these texts.
            """)
    var classifier: RuleClassifierChoice = .rules

    @Option(help: ArgumentHelp("What the override file is called.", valueName: "name"))
    var name: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The override file. (default: standard output, with text)",
            valueName: OutputFile.valueName),
        completion: .file(extensions: ["yaml"]))
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option(help: "The shape of the report.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if corpus.corpus.isEmpty { throw ValidationError("name labelled texts with --corpus.") }
        if !(prior > 0 && prior.isFinite) { throw ValidationError("--prior takes a number above 0.") }
        if folds < 2 { throw ValidationError("--folds takes a number from 2.") }
        if let name,
            name.isEmpty
                || !name.utf8.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit || "._-".utf8.contains($0) }
                )
        {
            throw ValidationError("--name takes lower-case words joined by '.', '-' or '_'.")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        let packs = try rules.read(console.folders)
        let texts = try CorpusInput(corpus, console: console)
        let inputs = packs.files + corpus.corpus + [corpus.groupBy, rules.scope.model].compactMap(\.self)
        let settings = RuleFitting.Settings(
            prior: prior, folds: folds,
            model: classifier == .fused ? rules.scope.assembly(console.folders) : nil, name: name,
            output: try output?.target(replacing, inputs: inputs), format: format)
        try RuleFitting(settings: settings, console: console).run(packs, texts)
    }
}
