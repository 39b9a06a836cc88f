import IlkVerdictConsole
import Ilk
import IlkConsole
import IlkLearning
import ArgumentParser

/// Measures a classifier on labeled texts.
struct EvalCommand: AsyncParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "eval",
        abstract: "Measure a classifier on labeled texts.",
        discussion: """
            Prints accuracy, macro-F1, calibration, precision, recall and F1 of each label, and the \
            confusion matrix. Accuracy and macro-F1 have 95 % confidence intervals. The calibration error is \
            debiased: the error that a perfectly calibrated classifier would show by chance on this number \
            of texts is subtracted.

            If a text can have several labels, a prediction is correct only if it contains all right labels \
            and no other label. Micro-F1 is computed from the pooled labels of all texts. For such texts, \
            the confusion matrix, --max-error, --costs, --group-by and --by-time are not available.

            --max-error finds the lowest threshold at which the error rate of the predictions is guaranteed, \
            with 95 % confidence, to be at most the given share. The guarantee holds for texts from the same \
            sources if the model was not trained on any of the measured texts. It also holds for texts from \
            a new source if each measured text has a source, if at least 19 sources have enough predictions \
            (the report states how many), and if the model was not trained on any of these sources.

            --group-by needs no model. The texts are divided into folds; all texts of a source are in the \
            same fold. For each fold, the command trains a model on the other folds and measures the model \
            on this fold. The result is the expected accuracy on texts from new sources. With --group-by \
            source, the field or column "source" contains the source of a text. With --group-by FILE, line n \
            of the file names the source of text n, and a field "source" is ignored.

            --by-time shows the accuracy over time. The given field contains the time of each text. The \
            texts are divided by time into periods. For each period except the first, the command trains a \
            model on all earlier texts and measures the model on the texts of the period (progressive \
            validation). A time is in RFC 3339 format, or a number of seconds since 1970.

            The models of --group-by and --by-time are naive Bayes models. --threshold applies to them.

            --costs reads the costs of wrong predictions and abstentions from a YAML or JSON file, and finds \
            the threshold with the lowest total cost. The file has these keys, with example values: \
            "abstain: 1", "error: 5", "errors: {ACTUAL: {PREDICTED: 20}}", "abstentions: {ACTUAL: 2}". Only \
            "abstain" is required. The default cost of an error is 1.

            --compare also measures a second model, given as a file or a version (see 'ilk model ls'). \
            McNemar's test shows whether the difference is significant.
            """,
        examples: [
            "Measure the built-in model":
                #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > test.jsonl"#,
            "": "ilk eval test.jsonl",
            "Compare rules, model and both": "ilk eval --ablation test.jsonl",
            "Write JSON": "ilk eval test.jsonl --format json",
            "Write a page for a browser": "ilk eval --ablation test.jsonl --format html > report.html",
            "Train a model": "ilk train test.jsonl -o own.ilk",
            "Compare it with the built-in model": "ilk eval --compare own.ilk test.jsonl",
            "Find a threshold for an error rate of 5 %":
                "ilk eval --max-error 0.05 --save-thresholds five.json test.jsonl",
            "Predict only above that threshold": "echo 'lol no' | ilk classify --thresholds five.json",
            "Write costs: a wrong prediction costs five times an abstention":
                #"printf 'abstain: 1\nerror: 5\n' > costs.yaml"#,
            "Find the threshold with the lowest cost": "ilk eval --costs costs.yaml test.jsonl",
            "Write texts with times":
                #"for m in 1 2 3 4 5 6; do printf '{"text":"lol no %s","label":"a","date":"2026-0%s-01T00:00:00Z"}\n{"text":"x = %s;","label":"b","date":"2026-0%s-02T00:00:00Z"}\n' $m $m $m $m; done > dated.jsonl"#,
            "Measure over time": "ilk eval --by-time date --folds 2 dated.jsonl",
            "List the source of each line": #"printf 'chat a\nrepo a\nchat b\nrepo b\n' > sources.txt"#,
            "Measure on held-out sources":
                "cat test.jsonl test.jsonl | ilk eval --group-by sources.txt --folds 2 -",
        ])

    @Argument(help: "Labeled texts: files, folders, or - for standard input.", completion: .file())
    var files: [String]

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var thresholdOptions: ThresholdOptions

    @Flag(help: "Also measure the rules alone and the model alone.")
    var ablation = false

    @Option(
        "Cross-validate by source: a file, or the field \"source\".",
        value: "file|source", completion: .file())
    var groupBy: String?

    @Option("Measure over time; this field has the time of each text.", value: "field")
    var byTime: String?

    @Option(count: "The number of folds; with --by-time, the number of models.", from: 2)
    var folds = 5

    @Option(
        "More texts to train on (--group-by, --by-time). Repeatable.", value: "file",
        completion: .file())
    var alwaysTrain: [String] = []

    @Option(
        "Also measure this model, and test the difference.",
        value: "file|version", completion: .file(extensions: ["ilk"]))
    var compare: String?

    @Option(
        "File of error costs; find the threshold of lowest cost.", value: "file",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var costs: String?

    @Option(
        "The error rate to guarantee, such as 0.01. Repeatable.", value: "share",
        form: "a number above 0 and below 1")
    var maxError: [Double] = []

    @Flag(help: "With --max-error: find a threshold for each label.")
    var byCategory = false

    @Option(
        "With one --max-error: the file for the thresholds.", value: OutputFile.valueName,
        completion: .file(extensions: ["json"]))
    var saveThresholds: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option("Exit with status 1 if macro-F1 (0 to 1) is lower.", value: "f1", form: "a number from 0 to 1")
    var minF1: Double?

    @Option("The separator between several labels in CSV and TSV.", value: "text")
    var labelSeparator: String?

    @OptionGroup var parallelism: JobOptions
    @OptionGroup var input: LabeledInputOptions
    @OptionGroup var output: OutputOptions<ReportFormat>

    func validate() throws {
        if let minF1, !(0...1).contains(minF1) {
            throw ValidationError.invalid("--min-f1", minF1, expected: "a number from 0 to 1")
        }
        if labelSeparator == "" {
            throw ValidationError.invalid("--label-separator", "", expected: "a character")
        }
        if let rate = maxError.first(where: { !($0 > 0 && $0 < 1) }) {
            throw ValidationError.invalid("--max-error", rate, expected: "a number above 0 and below 1")
        }
        if byCategory && maxError.isEmpty { throw ValidationError("--by-category requires --max-error.") }
        if saveThresholds != nil && (maxError.count != 1 || training != nil) {
            throw ValidationError(
                "--save-thresholds requires exactly one --max-error and cannot be combined with "
                    + "--group-by or --by-time.")
        }
        if replacing.force && saveThresholds == nil {
            throw ValidationError("--force requires --save-thresholds.")
        }
        if deciding.classifier == .rules && compare != nil {
            throw ValidationError("--compare compares models. Remove the option '--classifier rules'.")
        }
        try validateTraining()
        if ablation && deciding.ruleStack.layers.isEmpty {
            throw ValidationError("--ablation requires rules. Remove the option '--rules none'.")
        }
    }

    /// The name of the given option that trains models for the measurement, or `nil`.
    private var training: String? { groupBy != nil ? "--group-by" : byTime != nil ? "--by-time" : nil }

    private func validateTraining() throws {
        if groupBy != nil && byTime != nil {
            throw ValidationError("--by-time cannot be combined with --group-by.")
        }
        if byTime == "" {
            throw ValidationError.invalid("--by-time", "", expected: "the name of a field")
        }
        guard let training else {
            if !alwaysTrain.isEmpty {
                throw ValidationError("--always-train requires --group-by or --by-time.")
            }
            return
        }
        if deciding.model != nil {
            throw ValidationError("\(training) trains its own models: omit --model.")
        }
        if compare != nil { throw ValidationError("\(training) trains its own models: omit --compare.") }
        if thresholdOptions.thresholds != nil {
            throw ValidationError(
                "\(training) trains its own models: omit --thresholds, or set thresholds with --threshold.")
        }
        if deciding.classifier == .linear {
            throw ValidationError(
                "\(training) trains naive Bayes models: omit --classifier, or use --classifier bayes.")
        }
        if groupBy != nil && ablation {
            throw ValidationError("--group-by includes the results of --ablation. Remove --ablation.")
        }
        if byTime != nil && ablation {
            throw ValidationError("--by-time measures one classifier. Remove --ablation.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        var input = input.settings
        input.labelSeparator = labelSeparator ?? input.labelSeparator
        if let byTime { input.fields = input.fields.adding(time: byTime) }
        try EvaluationRun(
            files: files, input: input,
            assembly: try deciding.assembly(folders: console.folders),
            thresholds: thresholdOptions.settings, isAblation: ablation, compared: compare, leftOut: leftOut,
            progressive: progressive, costs: costs,
            guarantees: GuaranteeSettings(maxErrors: maxError, isByCategory: byCategory),
            saved: try saveThresholds?.target(isForced: replacing.force, inputs: inputs), minimumF1: minF1,
            format: format, threads: parallelism.threads, console: console
        ).run()
    }

    private var inputs: [String] {
        files + alwaysTrain
            + [groupBy, compare, costs, deciding.model, thresholdOptions.thresholds].compactMap(\.self)
            + RulesChoice.files(of: deciding.rules)
    }

    private var leftOut: EvaluationRun.SourceCrossValidation? {
        groupBy.map {
            EvaluationRun.SourceCrossValidation(
                sources: $0 == "source" ? nil : $0, folds: folds, learned: alwaysTrain)
        }
    }

    private var progressive: EvaluationRun.ProgressiveValidation? {
        byTime.map { _ in EvaluationRun.ProgressiveValidation(models: folds, learned: alwaysTrain) }
    }
}
