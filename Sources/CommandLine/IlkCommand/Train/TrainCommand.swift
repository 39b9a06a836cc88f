import IlkVerdictConsole
import IlkTraining
import Ilk
import ArgumentParser
import IlkConsole
import IlkLearning
import IlkModels

/// Trains a model from labeled texts.
struct TrainCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "train",
        abstract: "Make a model from labelled texts.",
        discussion: """
            Each line of a file is an object with "text" and "label"; a "source" may stand beside them, and a \
            "weight" (above 0; 1 is usual). Texts of one source count the less the more there are of them, so \
            that none drowns the others. The same lines \
            make the same model, byte for byte.

            bayes counts: its models can be added to and learn from corrections. What is read, and how it is \
            weighed, is found by leaving each text out of the counts in turn (whole sources, where all lines name \
            theirs and each label has two; a fifth at a time where there are fewer than 2,000 texts), unless \
            --families says it. linear fits weights to the texts: \
            right more often where there are many texts, but it can be trained again only where its texts are; \
            it cannot be added to, merged, or retrained from corrections. A bayes model learns what rules are worth \
            beside it, so that a rule and the words it matches are not counted twice. auto leaves texts out (whole sources, \
            where each label has texts of two), takes the kind that is right more often on them, and says what \
            the other one does; a tie goes to bayes. It tries out what each kind would, so it takes neither --families \
            nor --minimum-frequency; with --max-size models of both kinds are compared that are no larger.

            --max-size tries sets of families, each cut to the size: the features that say least for their bytes go first. \
            The figures that are told are those of the model that was cut.

            --suspects scores each text by the counts of all the others; linear, from which no single text can be \
            taken, by models of four fifths of the texts. It does not take --kind auto.

            With more than 1,000 labels bayes tries nothing out, and counts words alone unless --families says otherwise.
            """,
        examples: [
            "Labelled lines in, a model out":
                #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > mine.jsonl"#,
            "": "ilk train mine.jsonl -o mine.ilk",
            "How good such a model is": "cat mine.jsonl mine.jsonl | ilk train - --cross-validate 2",
            "Which labels look wrong": "ilk train mine.jsonl --suspects",
            "Use it": "echo 'y = 2;' | ilk classify --model mine.ilk",
        ])

    @Argument(help: "Files of labelled lines; - is standard input.", completion: .file(extensions: ["jsonl"]))
    var files: [String]

    @Option(
        name: .shortAndLong, "The model file. Optional with --cross-validate and --suspects.",
        value: OutputFile.valueName, completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option(
        "Measure on texts that were not learned from: train so many times, a part left out; at most as often as there are texts.",
        value: "folds")
    var crossValidate: Int?

    @Flag(help: "List the texts whose label a model of all the others contradicts, loudest first.")
    var suspects = false

    @Option(count: "With --suspects: how many to list.")
    var top = 20

    @Option(help: "The shape of what --cross-validate and --suspects write.")
    var format: OutputFormat = .text

    @Option(help: "What is learned; auto takes no --families, --minimum-frequency or --suspects.")
    var kind: TrainingKind = .bayes

    @Option("A file whose line n is the source of labelled line n.", value: "file", completion: .file())
    var sources: String?

    @Option(
        "What is read: of shape, words, frames, pairs, pieces, characters; nothing is tried out then. (default: what is found best for bayes; shape,words,pairs,pieces for linear)",
        value: "names")
    var families: FeatureGroupList?

    @Option(
        count: "What fewer texts have than this is forgotten. (default: 3 for bayes, 1 for linear)",
        value: "texts")
    var minimumFrequency: Int?

    @Option(
        help: "How frequent labels are taken to be by bayes: as in the texts, or all alike. (default: texts)")
    var prior: CategoryPrior?

    @Option("What the set of labels is called, unless all of them are document types.", value: "name")
    var name = "custom"

    @Flag(
        help:
            "Leave a bayes model's counts out of its file: it scores the same, and can no more be learned onto."
    )
    var strip = false

    @Option(
        "The best model that is no larger: as 2M, 500k or 100000 bytes; a bayes model's counts are part of that, unless --strip leaves them out.",
        value: "size")
    var maxSize: ByteCount?

    @Option(
        """
        Rules that the model will decide beside, on top of those there are; their weights are learned too. \
        'none' leaves out all before it. For bayes.
        """, value: "folder", completion: .directory)
    var rules: [RulesChoice] = []

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabeledErrorPolicy = .stop

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if output == nil && crossValidate == nil && !suspects {
            throw ValidationError("Say where the model goes: --output FILE.")
        }
        if let crossValidate, crossValidate < 2 {
            throw ValidationError("--cross-validate takes a number from 2.")
        }
        if crossValidate != nil && suspects {
            throw ValidationError(
                "--cross-validate and --suspects write one after the other: ask for one of them.")
        }
        if format == .ndjson && !suspects { throw ValidationError("--format takes text or json here.") }
        if kind == .auto && suspects {
            throw ValidationError("--suspects takes --kind bayes or linear, not auto.")
        }
        if strip && kind == .linear {
            throw ValidationError("--strip is for models of counts: a linear model has none.")
        }
        if output == nil && (strip || maxSize != nil) {
            throw ValidationError("--strip and --max-size are about the model that --output names.")
        }
        if kind == .auto, families != nil || minimumFrequency != nil {
            throw ValidationError("--kind auto has its own --families and --minimum-frequency.")
        }
        if !ModelRegistry.isName(name) {
            throw ValidationError("--name takes letters, digits, hyphens and underscores.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let target = try output?.target(
            replacing, inputs: files + [sources].compactMap(\.self) + RulesChoice.files(of: rules))
        let input = try LabeledInput.read(files, sources: sources, policy: onError, console: console)
        let training = training(console)
        if let target { try training.run(input, output: target) }
        if let crossValidate { try training.crossValidate(input, folds: crossValidate, format: format) }
        if suspects { try training.listLabelIssues(input, top: top, format: format) }
        if input.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }

    private func training(_ console: Console) -> ModelTraining {
        var training = ModelTraining(taxonomyName: name, console: console)
        training.kind = kind
        if let families {
            training.bayes = BayesSettings(families: families.families)
            training.linear.families = families.families
            training.search = nil
        }
        if let prior { training.bayes.prior = prior }
        if let minimumFrequency {
            training.bayes.minimumFrequency = minimumFrequency
            training.linear.minimumFrequency = minimumFrequency
            // Feature groups that the user names are not dropped by the search.
            training.search?.minimumFrequencies = []
        }
        training.fileOptions = ModelFileOptions(includesCounts: !strip, maximumBytes: maxSize?.bytes)
        training.rules = .default.adding(rules)
        return training
    }
}

/// The feature groups of a model, the value of `--families`, such as `shape,words`.
struct FeatureGroupList: Hashable, Sendable, ExpressibleByArgument {
    /// The groups without duplicates, in declaration order.
    let families: [FeatureGroup]

    /// Parses names separated by commas. Returns `nil` if a name is unknown or repeated.
    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard Set(names).count == names.count else { return nil }
        families = FeatureGroup.allCases.filter { names.contains($0.name) }
        guard families.count == names.count else { return nil }
    }
}
