import IlkConsole
import FoundationEssentials
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// The minimum probabilities of a prediction: as values, or as a file of guaranteed error rates.
struct ThresholdSettings {
    /// The values.
    var choices: [ThresholdChoice] = []
    /// The file, or `nil` if there is none.
    var file: String?

    /// Returns the thresholds, and the guarantee that they belong to, or `nil` if there is none.
    ///
    /// - Throws: `noInput` if the file cannot be read, `badInput` if it contains no thresholds.
    func read() throws(CommandFailure) -> (values: ClaimThresholds, promise: PromisedThresholds?) {
        guard let file else { return (values, nil) }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandFailure(.noInput, "cannot read the thresholds", at: file)
        }
        do {
            let promise = try JSONDecoder().decode(PromisedThresholds.self, from: data)
            return (promise.thresholds, promise)
        } catch {
            throw CommandFailure(
                .badInput, "these are no thresholds of a promise", at: file,
                hint:
                    "make them with: ilk eval --max-error 0.01 --save-thresholds thresholds.json TEXTS.jsonl")
        }
    }

    private var values: ClaimThresholds {
        choices.reduce(into: ClaimThresholds()) { result, choice in
            if let category = choice.category {
                result.byCategory[category] = choice.probability
            } else {
                result.common = choice.probability
            }
        }
    }

    /// Refuses thresholds of labels that the taxonomy does not have, and a guarantee for another model or other rules.
    func check(_ pipeline: Pipeline, _ promise: PromisedThresholds?) throws(CommandFailure) {
        let known = pipeline.taxonomy.categories
        if let stranger = choices.compactMap(\.category).first(where: { !known.contains($0) }) {
            throw CommandFailure(
                .badConfiguration, "--threshold names a category that is not decided among: \(stranger)",
                hint: "there are: \(known.map(\.rawValue).joined(separator: ", "))")
        }
        guard let promise, !promise.hold(for: pipeline.classifier.provenance) else { return }
        throw CommandFailure(
            .badConfiguration,
            "these thresholds were found for another model or other rules: no promise holds", at: file,
            hint:
                "find them anew with: ilk eval --max-error \(promise.maxError) --save-thresholds FILE TEXTS.jsonl"
        )
    }
}
