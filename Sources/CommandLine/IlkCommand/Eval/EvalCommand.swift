import IlkVerdictConsole
import Ilk
import IlkConsole
import ArgumentParser

/// Measures a classifier on labeled texts.
struct EvalCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "eval",
        abstract: "Measure a classifier on labelled texts: accuracy, F1, and what is taken for what.",
        discussion: """
            Accuracy and macro-F1 have the interval that holds the true one with a probability of 95 %. Of the \
            calibration error the part is taken off that even exact probabilities would have on so few texts.

            --max-error gives the probability from which on answers can be accepted so that at most that share of \
            them is wrong. It holds with a probability of 95 %, for texts from where these are from; none of them may \
            have been learned from.

            With --group-by no model is taken: models are trained on the texts, each time with whole sources left \
            out, and measured on those. So it shows what to expect of texts from elsewhere.
            """,
        examples: [
            "The built-in model on two lines":
                #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > test.jsonl"#,
            "": "ilk eval test.jsonl",
            "What rules, model and both are worth": "ilk eval --ablation test.jsonl",
            "For a program": "ilk eval test.jsonl --format json",
            "For a browser": "ilk eval --ablation test.jsonl --format html > report.html",
            "A model of one's own": "ilk train test.jsonl -o own.ilk",
            "Is it better than the built-in one?": "ilk eval --compare own.ilk test.jsonl",
            "Which answers can be trusted":
                "ilk eval --max-error 0.05 --save-thresholds five.json test.jsonl",
            "Claim only those": "echo 'lol no' | ilk classify --thresholds five.json",
            "Where lines are from": #"printf 'chat a\nrepo a\nchat b\nrepo b\n' > sources.txt"#,
            "On sources that were not learned from":
                "cat test.jsonl test.jsonl | ilk eval --group-by sources.txt --folds 2 -",
        ])

    @Argument(help: "Files of labelled lines; - is standard input.", completion: .file(extensions: ["jsonl"]))
    var files: [String]

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var claiming: ThresholdOptions

    @Flag(help: "Show rules alone, the model alone and both on the same texts.")
    var ablation = false

    @Option(
        "Leave whole sources out: \"source\" takes that member of each line; else a file whose line n is the source of labelled line n.",
        value: "file|source", completion: .file())
    var groupBy: String?

    @Option("With --group-by: how many models are trained.", value: "count")
    var folds = 5

    @Option(
        "With --group-by: texts that every model learns from. May be repeated.", value: "file",
        completion: .file(extensions: ["jsonl"]))
    var learn: [String] = []

    @Option(
        "Measure another model (a file, or a version as in ilk model ls) on the same texts, and whether the difference could be chance.",
        value: "file|version", completion: .file(extensions: ["ilk"]))
    var compare: String?

    @Option(
        "Find the probability from which on at most this share of answers is wrong, as 0.01. May be repeated.",
        value: "share")
    var maxError: [Double] = []

    @Flag(help: "With --max-error: a threshold for each category.")
    var byCategory = false

    @Option(
        "With one --max-error: the output file for classify --thresholds.", value: OutputFile.valueName,
        completion: .file(extensions: ["json"]))
    var saveThresholds: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option("End with status 1 when macro-F1 is below this, 0 to 1.", value: "f1")
    var minF1: Double?

    @Option(help: "The shape of the output; html is a page that needs nothing but itself.")
    var format: ReportFormat = .text

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabeledErrorPolicy = .stop

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if let minF1, !(0...1).contains(minF1) {
            throw ValidationError("--min-f1 takes a number from 0 to 1.")
        }
        if folds < 2 { throw ValidationError("--folds takes a number from 2.") }
        if !maxError.allSatisfy({ $0 > 0 && $0 < 1 }) {
            throw ValidationError("--max-error takes a number above 0 and below 1.")
        }
        if byCategory && maxError.isEmpty { throw ValidationError("--by-category goes with --max-error.") }
        if saveThresholds != nil && (maxError.count != 1 || groupBy != nil) {
            throw ValidationError("--save-thresholds goes with one --max-error, and not with --group-by.")
        }
        if replacing.force && saveThresholds == nil {
            throw ValidationError("--force goes with --save-thresholds.")
        }
        if groupBy == nil && !learn.isEmpty { throw ValidationError("--learn goes with --group-by.") }
        if groupBy != nil && deciding.model != nil {
            throw ValidationError("--group-by trains models of its own: leave out --model.")
        }
        if groupBy != nil && compare != nil {
            throw ValidationError("--group-by trains models of its own: leave out --compare.")
        }
        if deciding.classifier == .rules && compare != nil {
            throw ValidationError("--compare is about models: leave out --classifier rules.")
        }
        if groupBy != nil && ablation {
            throw ValidationError("--group-by shows rules, model and both already: leave out --ablation.")
        }
        if ablation && deciding.ruleStack.layers.isEmpty {
            throw ValidationError("--ablation needs rules: leave out --rules none.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let settings = EvaluationRun.Settings(
            files: files, policy: onError, assembly: deciding.assembly(folders: console.folders),
            thresholds: claiming.settings, isAblation: ablation, compared: compare, leftOut: leftOut,
            guarantees: GuaranteeSettings(maxErrors: maxError, isByCategory: byCategory),
            saved: try saveThresholds?.target(replacing, inputs: inputs), minimumF1: minF1, format: format)
        try EvaluationRun(settings: settings, console: console).run()
    }

    private var inputs: [String] {
        files + learn + [groupBy, compare, deciding.model, claiming.thresholds].compactMap(\.self)
            + RulesChoice.files(of: deciding.rules)
    }

    private var leftOut: EvaluationRun.SourceCrossValidation? {
        groupBy.map {
            EvaluationRun.SourceCrossValidation(
                sources: $0 == "source" ? nil : $0, folds: folds, learned: learn)
        }
    }
}
