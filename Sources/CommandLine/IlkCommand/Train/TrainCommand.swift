import IlkVerdictConsole
import IlkTraining
import Ilk
import ArgumentParser
import IlkConsole
import IlkLearning
import IlkVocabulary
import IlkModels

/// Trains a model from labeled texts.
struct TrainCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "train",
        abstract: "Train a model from labeled texts.",
        discussion: """
            Texts are JSON Lines, CSV or TSV with a header row, fastText lines, a folder with a subfolder \
            for each label, or a mailbox for each label. The format is detected. The fields or columns are \
            "text", "label" and optionally "source" and "weight" (above 0; default 1). --text-field, \
            --label-field, --source-field and --weight-field set other names: 'a.b' is the field 'b' in a \
            nested JSON object 'a', and a number is a column of a table without a header row. Texts of a \
            large source weigh less than texts of a small source. The same texts always give the same model, \
            byte for byte.

            Before training, the command reports duplicates, texts with two different labels, empty texts, \
            labels with fewer than 10 texts, imbalance, and texts in several languages. --check only \
            reports and does not train. It also reports if there are no texts, or if all texts have the same \
            label. --strict stops after the report, unless the only findings are imbalance and several \
            languages.

            --kind bayes (naive Bayes) trains a model that can be merged with another. The command chooses \
            the feature groups and settings of the model by leave-one-out, or by 5-fold cross-validation if \
            there are fewer than 2,000 texts. If all texts have a source and each label has at least two \
            sources, whole sources are held out instead of single texts. The probabilities are then \
            calibrated for texts of new sources. \
            --feature-groups sets the groups instead: style, unigrams, bigrams, wordNgrams, \
            characterNgrams, skeletonBigrams. The model also learns the weights of the rules. \
            Otherwise a word that a rule matches would count twice: as a word, and in the rule.

            --kind linear trains a linear model. With many texts, a linear model is often more accurate, but \
            it cannot be merged. Both kinds learn from corrections: see 'ilk retrain --help'.

            If the label of a JSON line is an array, a text can have any number of labels. For such texts, a \
            linear model decides on each label separately (one-vs-rest), with a threshold for each label. \
            --multilabel allows several labels in other formats too: in fastText lines, and in CSV and TSV \
            with commas between the labels.

            --kind auto compares both kinds on held-out texts (whole sources, if each label has at least \
            two). The command keeps the more accurate model, or the bayes model if both are equally \
            accurate. --kind auto does not accept --feature-groups or --minimum-frequency. With --max-size, \
            the command compares models of at most that size.

            --max-size tries several sets of feature groups and drops the features with the least evidence \
            per byte. The reported figures are those of the resulting model.

            --label-issues lists texts whose label may be wrong: a model that is trained on the other texts \
            predicts a different label. Naive Bayes leaves out one text at a time, a linear model one fifth \
            of the texts. --label-issues does not accept --kind auto.

            --name registers the model as the next version of a taxonomy. The taxonomy is created if it does \
            not exist. With 50 texts or more, a second model is trained without a fifth of the texts and \
            measured on this fifth. The version is activated unless a label has fewer than 10 texts or the \
            active version is better on held-out texts. With --name and --output, the model of the taxonomy \
            is written to the file and not registered.

            --time-limit ends the training after about this time and keeps the best model found so far. If \
            the limit cuts off a part of the training, this part is named in the report, the card and the \
            manifest of the model. The model then depends on the speed of the machine. If the training ends \
            earlier, the limit has no effect on the model, except with --max-size. A limit that is too short \
            for any model is an error.

            With more than 1,000 labels, or 64 million counts (features times labels), --kind bayes skips \
            the search and uses unigrams. --feature-groups chooses other groups.
            """,
        examples: [
            "Train on labeled lines":
                #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > mine.jsonl"#,
            "": "ilk train mine.jsonl -o mine.ilk",
            "Register a model for your own labels": "ilk train mine.jsonl --name mine",
            "Stop after 30 seconds": "ilk train mine.jsonl --time-limit 30s -o mine.ilk",
            "Check a table": #"printf 'message,team\n"lol, no",message\n"x = 1;",code\n' > mine.csv"#,
            "": "ilk train mine.csv --text-field message --label-field team --check",
            "Cross-validate": "cat mine.jsonl mine.jsonl | ilk train - --cross-validate 2",
            "List label issues": "ilk train mine.jsonl --label-issues",
            "Classify with the model": "echo 'y = 2;' | ilk classify --model mine.ilk",
        ])

    @Argument(help: "Labeled texts: files, folders, or - for standard input.", completion: .file())
    var files: [String]

    @Option(
        name: .shortAndLong, "The model file to write. Replaces a model without --force.",
        value: OutputFile.valueName, completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option(count: "Only cross-validate a model, with this number of folds.", from: 2, value: "folds")
    var crossValidate: Int?

    @Flag(help: "Only list texts whose label may be wrong.")
    var labelIssues = false

    @Flag(help: "Only report on the texts; train nothing.")
    var check = false

    @Flag(help: "Stop on duplicates, conflicts, empty texts and rare labels.")
    var strict = false

    @Option(count: "With --label-issues: the maximum number of texts to list.")
    var top = 20

    @Option(help: "The format for --check, --cross-validate, --label-issues.")
    var format: OutputFormat = .text

    @Option(help: "The type of the model. (default: bayes)")
    var kind: TrainingKind?

    @Flag(help: "Read texts with any number of labels each.")
    var multilabel = false

    @Option("The separator between several labels in CSV and TSV.", value: "text")
    var labelSeparator: String?

    @Option("A file whose line N names the source of text N.", value: "file", completion: .file())
    var sources: String?

    @Option("Use these feature groups, separated by commas.", value: "names")
    var featureGroups: FeatureGroupList?

    @Option(
        count: "Drop features that occur in fewer texts than this. (default: bayes 3, linear 1)",
        value: "texts")
    var minimumFrequency: Int?

    @Option(help: "Label frequencies to expect: as in the texts, or all equal. (default: texts)")
    var prior: CategoryPrior?

    @Option("Register the model as a version of this taxonomy.", value: "name")
    var name: String?

    @OptionGroup var signing: SignatureOptions

    @Flag(help: "Omit the counts, which retraining and merging require.")
    var strip = false

    @Option("The maximum size of the model: 2M, 500k, 100000 (bytes).", value: "size")
    var maxSize: ByteCount?

    @Option(
        "Keep the best model found within this time: 30s, 5m.", value: "time", form: TrainCommand.timeForm)
    var timeLimit: LogTimeArgument?

    @Option(
        "With bayes: more rules to learn weights for, or 'none'.", value: "folder",
        completion: .directory)
    var rules: [RulesChoice] = []

    @OptionGroup var input: LabeledInputOptions

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if output == nil && name == nil && crossValidate == nil && !labelIssues && !check {
            throw ValidationError("Register the model with --name NAME, or write it with --output FILE.")
        }
        if crossValidate != nil && labelIssues {
            throw ValidationError(
                "--cross-validate and --label-issues cannot be combined.")
        }
        if check && (output != nil || crossValidate != nil || labelIssues) {
            throw ValidationError(
                "--check cannot be combined with --output, --cross-validate or --label-issues.")
        }
        if labelSeparator == "" {
            throw ValidationError.invalid("--label-separator", "", expected: "a character")
        }
        if !labelIssues { try format.checkSingleResult() }
        if kind == .auto && labelIssues {
            throw ValidationError("--label-issues requires '--kind bayes' or '--kind linear'.")
        }
        if strip && kind == .linear {
            throw ValidationError("--strip requires '--kind bayes': a linear model has no counts.")
        }
        if output == nil && name == nil && (strip || maxSize != nil || timeLimit != nil) {
            throw ValidationError("--strip, --max-size and --time-limit require --name or --output.")
        }
        if let timeLimit, timeLimit.age.map({ $0 > 0 }) != true {
            throw ValidationError.invalid(
                "--time-limit", timeLimit, expected: Self.timeForm)
        }
        if kind == .auto, featureGroups != nil || minimumFrequency != nil {
            throw ValidationError(
                "'--kind auto' cannot be combined with --feature-groups or --minimum-frequency.")
        }
        if let name, !LabelSet.isName(name) {
            throw ValidationError.invalid(
                "--name", name, expected: "letters, digits, hyphens and underscores")
        }
    }

    private static let timeForm = "a time above 0, such as 30s or 5m"

    /// `true` if the output file is a model, which a new training may replace.
    private var replacesModel: Bool {
        output.map { (try? MappedModel.load($0.path)) != nil } ?? false  // Other files need --force.
    }

    func run() async throws {
        let budget = timeLimit?.age.map { ModelTraining.budget(seconds: $0) }
        let console = Console.standard(display)
        let target = try output?.target(
            isForced: replacing.force || replacesModel,
            inputs: files + [sources].compactMap(\.self) + RulesChoice.files(of: rules))
        let set = try name.flatMap { try LabelSetCatalog(folders: console.folders).existing($0) }
        let input = try read(for: set, console)
        try examine(input, isTraining: trains, console)
        if input.texts.isEmpty && (trains || crossValidate != nil || labelIssues) {
            throw input.noTexts(to: "train on")
        }
        if input.isMultilabel { try checkMultilabel() }
        let training = ModelTrainingRun(
            training: training(isMultilabel: input.isMultilabel, console), budget: budget, console: console)
        if let target {
            try training.run(input, output: target)
        } else if let name, trains {
            try training.run(input, files: files, name: name, signing.signature(console))
        }
        if let crossValidate { try training.crossValidate(input, folds: crossValidate, format: format) }
        if labelIssues { try training.listLabelIssues(input, top: top, format: format) }
        if input.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }

    /// Reads the texts. A text can have any number of labels with `--multilabel`, with a multi-label
    /// taxonomy, or, without an existing taxonomy, if its label is a JSON array.
    private func read(for set: LabelSet?, _ console: Console) throws -> LabeledInput {
        if let set, multilabel, !set.isMultilabel {
            throw CommandError(
                .badConfiguration, "the taxonomy \(set.name) gives each text one label: omit --multilabel",
                hint: "make another taxonomy with: --name NAME")
        }
        var settings = input.settings
        settings.labelSeparator = labelSeparator ?? settings.labelSeparator
        let labels: LabeledTextReader.LabelRequirement =
            multilabel || set?.isMultilabel ?? false ? .any : set == nil ? .oneOrArray : .one
        return try LabeledInput.read(
            files, sources: sources, settings: settings, labels: labels, console: console)
    }

    /// Rejects options that multi-label models do not have.
    private func checkMultilabel() throws(CommandError) {
        guard labelIssues || strip || kind == .bayes || kind == .auto || !rules.isEmpty || prior != nil else {
            return
        }
        throw CommandError(
            .usage, "a model for texts with several labels must be linear",
            hint: "omit --kind or use --kind linear; omit --label-issues, --strip, --prior and --rules")
    }

    /// `true` if the command trains a model to write or to register.
    private var trains: Bool {
        output != nil || name != nil && crossValidate == nil && !labelIssues && !check
    }

    /// Reports the defects of the texts.
    ///
    /// - Throws: `badInput` if the texts have defects and `--strict` is given.
    private func examine(_ input: LabeledInput, isTraining: Bool, _ console: Console) throws {
        guard check || strict || (isTraining && !console.isQuiet) else { return }
        let report = TrainingDataReport(of: input.texts, isMultilabel: input.isMultilabel)
        let text = TrainingDataText(report: report, input: input)
        if check { try text.write(format, to: console) }
        if strict { try text.refuseDefects() }
        if isTraining { text.note(on: console) }
    }

    private func training(isMultilabel: Bool, _ console: Console) -> ModelTraining {
        var training = ModelTraining(taxonomyName: name, folders: console.folders)
        training.kind = kind ?? (isMultilabel ? .linear : .bayes)
        training.isMultilabel = isMultilabel
        if let groups = featureGroups?.featureGroups {
            training.bayes = BayesSettings(featureGroups: groups)
            training.linear.featureGroups = groups
            training.search = nil
        }
        if let prior { training.bayes.prior = prior }
        if let minimumFrequency {
            training.bayes.minimumFrequency = minimumFrequency
            training.linear.minimumFrequency = minimumFrequency
            // The search must not change the minimum frequency that the user has set.
            training.search?.minimumFrequencies = []
        }
        training.fileOptions = ModelFileOptions(includesCounts: !strip, maximumBytes: maxSize?.bytes)
        training.rules = .default.adding(rules)
        return training
    }
}

/// The feature groups of a model, the value of `--feature-groups`, such as `style,unigrams`.
struct FeatureGroupList: Hashable, Sendable, ExpressibleByArgument {
    /// The groups without duplicates, in declaration order.
    let featureGroups: [FeatureGroup]

    static var allValueStrings: [String] { FeatureGroup.allCases.map(\.name) }

    /// Parses names separated by commas. Returns `nil` if a name is unknown or repeated.
    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard Set(names).count == names.count else { return nil }
        featureGroups = FeatureGroup.allCases.filter { names.contains($0.name) }
        guard featureGroups.count == names.count else { return nil }
    }
}
