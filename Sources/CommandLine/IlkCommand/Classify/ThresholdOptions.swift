import ArgumentParser
import FoundationEssentials
import Ilk
import IlkConsole
import IlkFiles
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// The options for the minimum probability of a prediction.
struct ThresholdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Minimum probability: 0 to 1, LABEL=P or LABEL=never.",
            discussion: """
                Below this probability, the classifier abstains. The default is 0.5; in a multi-label \
                taxonomy it is the model's threshold for each label. LABEL=P sets the minimum for one label; \
                LABEL=never disables a label. Repeatable.
                """,
            valueName: "probability"), transform: ThresholdChoice.parsed)
    var threshold: [ThresholdChoice] = []

    @Option(
        "A file of thresholds from 'ilk eval --save-thresholds'.", value: "file",
        completion: .file(extensions: ["json"]))
    var thresholds: String?

    func validate() throws {
        if thresholds != nil && !threshold.isEmpty {
            throw ValidationError("--thresholds cannot be combined with --threshold.")
        }
    }

    var settings: ThresholdSettings { ThresholdSettings(choices: threshold, file: thresholds) }
}

/// A minimum probability on the command line: `.7`, `email=.7`, `email=never`.
struct ThresholdChoice: Hashable, Sendable, ArgumentWithForm {
    static let argumentForm = "a number from 0 to 1, LABEL=P or LABEL=never"

    /// The category, or `nil` for all categories without a separate threshold.
    let category: Category?
    /// The probability. ``PredictionThresholds/disabled`` disables the category.
    let probability: Double

    init?(argument: String) {
        // A label can contain equals signs.
        let sign = argument.lastIndex(of: "=")
        let last = sign.map { argument[argument.index(after: $0)...] } ?? argument[...]
        guard sign != argument.startIndex else { return nil }
        if last == "never" {
            probability = PredictionThresholds.disabled
        } else {
            guard let number = Double(last), (0...1).contains(number) else { return nil }
            probability = number
        }
        category = sign.map { Category(String(argument[..<$0])) }
    }

    /// Returns a threshold as an argument, such as `email=0.7`.
    static func written(_ probability: Double, for category: Category?) -> String {
        let number = probability > 1 ? "never" : "\(probability)"
        return category.map { "\($0)=\(number)" } ?? number
    }
}

/// The minimum probabilities of a prediction: values from the command line, or a file that `ilk eval
/// --save-thresholds` wrote.
struct ThresholdSettings {
    var choices: [ThresholdChoice] = []
    /// The path of the file, or `nil` for values from the command line.
    var file: String?

    /// Sets the thresholds of a pipeline.
    ///
    /// - Returns: The thresholds of the file with their guaranteed error rate, or `nil` without a file.
    /// - Throws: `noInput` if the file cannot be read, or `badInput` if the file contains no thresholds.
    func apply(to assembly: inout PipelineAssembly) throws(CommandError) -> GuaranteedThresholds? {
        guard let file else {
            add(to: &assembly.thresholds)
            return nil
        }
        let hint =
            "write one with: ilk eval --max-error 0.01 --save-thresholds thresholds.json TEXTS.jsonl"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandError(
                .noInput, "cannot read the thresholds\(SystemError.reason(opening: file))", at: file,
                hint: hint)
        }
        do {
            let guarantee = try JSONDecoder().decode(GuaranteedThresholds.self, from: data)
            assembly.thresholds = guarantee.thresholds
            return guarantee
        } catch {
            throw CommandError(.badInput, "not a file of thresholds", at: file, hint: hint)
        }
    }

    private func add(to thresholds: inout PredictionThresholds) {
        for choice in choices {
            if let category = choice.category {
                thresholds.byCategory[category] = choice.probability
            } else {
                thresholds.defaultThreshold = choice.probability
            }
        }
    }

    /// Rejects thresholds for unknown labels, and guaranteed thresholds that were measured with another model
    /// or other rules.
    func check(_ pipeline: Pipeline, _ guarantee: GuaranteedThresholds?) throws(CommandError) {
        try check(pipeline.taxonomy)
        guard let guarantee, !guarantee.isValid(for: pipeline.classifier.provenance) else { return }
        throw CommandError(
            .badConfiguration,
            "the thresholds are for another model or other rules and guarantee no error rate", at: file,
            hint:
                "compute them again with: ilk eval --max-error \(guarantee.maxError) --save-thresholds FILE TEXTS.jsonl"
        )
    }

    /// Rejects thresholds for unknown labels.
    func check(_ taxonomy: Taxonomy) throws(CommandError) {
        let known = taxonomy.categories
        if let stranger = choices.compactMap(\.category).first(where: { !known.contains($0) }) {
            throw CommandError(
                .badConfiguration, "unknown label '\(stranger)'", at: "--threshold",
                hint: Suggestion.hint(
                    for: stranger.rawValue, among: known.map(\.rawValue), listing: "allowed:"))
        }
    }
}
