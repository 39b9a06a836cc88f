import IlkVerdictConsole
import Ilk
import IlkConsole
import ArgumentParser

/// Measures a classifier on labeled texts.
struct EvalCommand: AsyncParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "eval",
        abstract: "Measure a classifier on labeled texts.",
        discussion: """
            Prints accuracy, macro-F1, calibration, precision, recall and F1 of each label, and the confusion matrix. Accuracy and \
            macro-F1 have 95 % confidence intervals. The calibration error is debiased: the expected error of exact \
            probabilities on this number of texts is subtracted.

            If a text can have several labels, accuracy is the share of texts of which exactly their labels are predicted. \
            Micro-F1 counts the labels of all texts together. There is no confusion matrix, and no --max-error.

            --max-error finds the lowest threshold whose predictions have at most that error rate. If each text names its \
            source and 19 sources are large enough, the guarantee holds for a new source with a probability of 95 %, if \
            the model was not trained on any of these sources. Otherwise it holds with 95 % confidence for texts from the \
            same sources, if the model was not trained on any of these texts.

            --group-by needs no model. It divides the texts into folds by source, trains a model without each fold, and \
            measures it on the fold. This shows the expected accuracy on texts from new sources. --group-by source reads \
            the field or column "source". Any other value is a file: its line n is the source of text n.

            --compare takes a model file or a version (ilk model ls), and tests the difference (McNemar).
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
            "List the source of each line": #"printf 'chat a\nrepo a\nchat b\nrepo b\n' > sources.txt"#,
            "Measure on held-out sources":
                "cat test.jsonl test.jsonl | ilk eval --group-by sources.txt --folds 2 -",
        ])

    @Argument(help: "Labeled texts: files, folders, or - for standard input.", completion: .file())
    var files: [String]

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var claiming: ThresholdOptions

    @Flag(help: "Also measure the rules alone and the model alone.")
    var ablation = false

    @Option(
        "Hold out whole sources, from a file or the field \"source\".",
        value: "file|source", completion: .file())
    var groupBy: String?

    @Option("With --group-by: the number of models to train.", value: "count")
    var folds = 5

    @Option(
        "With --group-by: texts that all models train on. Repeatable.", value: "file",
        completion: .file())
    var alwaysTrain: [String] = []

    @Option(
        "Also measure this model, and test the difference.",
        value: "file|version", completion: .file(extensions: ["ilk"]))
    var compare: String?

    @Option("The error rate to guarantee, such as 0.01. Repeatable.", value: "share")
    var maxError: [Double] = []

    @Flag(help: "With --max-error: a threshold for each label.")
    var byCategory = false

    @Option(
        "With one --max-error: a file for classify --thresholds.", value: OutputFile.valueName,
        completion: .file(extensions: ["json"]))
    var saveThresholds: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option("Exit with status 1 if macro-F1 is lower, 0 to 1.", value: "f1")
    var minF1: Double?

    @Option("With several labels in CSV, TSV: what separates them.", value: "text")
    var labelSeparator: String?

    @OptionGroup var input: LabeledInputOptions
    @OptionGroup var output: OutputOptions<ReportFormat>

    func validate() throws {
        if let minF1, !(0...1).contains(minF1) {
            throw ValidationError("--min-f1 requires a number from 0 to 1.")
        }
        if labelSeparator == "" { throw ValidationError("--label-separator requires a character.") }
        if folds < 2 { throw ValidationError("--folds requires at least 2.") }
        if !maxError.allSatisfy({ $0 > 0 && $0 < 1 }) {
            throw ValidationError("--max-error requires a number above 0 and below 1.")
        }
        if byCategory && maxError.isEmpty { throw ValidationError("--by-category requires --max-error.") }
        if saveThresholds != nil && (maxError.count != 1 || groupBy != nil) {
            throw ValidationError("--save-thresholds requires one --max-error and no --group-by.")
        }
        if replacing.force && saveThresholds == nil {
            throw ValidationError("--force requires --save-thresholds.")
        }
        if groupBy == nil && !alwaysTrain.isEmpty {
            throw ValidationError("--always-train requires --group-by.")
        }
        if groupBy != nil && deciding.model != nil {
            throw ValidationError("--group-by trains its models: omit --model.")
        }
        if groupBy != nil && compare != nil {
            throw ValidationError("--group-by trains its models: omit --compare.")
        }
        if deciding.classifier == .rules && compare != nil {
            throw ValidationError("--compare compares models: omit --classifier rules.")
        }
        if groupBy != nil && ablation {
            throw ValidationError("--group-by includes --ablation: omit it.")
        }
        if ablation && deciding.ruleStack.layers.isEmpty {
            throw ValidationError("--ablation requires rules: omit --rules none.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        var input = input.settings
        input.labelSeparator = labelSeparator ?? input.labelSeparator
        try EvaluationRun(
            files: files, input: input,
            assembly: try deciding.assembly(folders: console.folders),
            thresholds: claiming.settings, isAblation: ablation, compared: compare, leftOut: leftOut,
            guarantees: GuaranteeSettings(maxErrors: maxError, isByCategory: byCategory),
            saved: try saveThresholds?.target(isForced: replacing.force, inputs: inputs), minimumF1: minF1,
            format: format, console: console
        ).run()
    }

    private var inputs: [String] {
        files + alwaysTrain + [groupBy, compare, deciding.model, claiming.thresholds].compactMap(\.self)
            + RulesChoice.files(of: deciding.rules)
    }

    private var leftOut: EvaluationRun.SourceCrossValidation? {
        groupBy.map {
            EvaluationRun.SourceCrossValidation(
                sources: $0 == "source" ? nil : $0, folds: folds, learned: alwaysTrain)
        }
    }
}
