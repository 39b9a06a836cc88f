import ArgumentParser
import FoundationEssentials
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// From which probability on a category is claimed.
struct ThresholdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Claim no category that is less probable than this, 0 to 1; name=probability for one category, \
            name=never to claim it not at all. May be repeated. (default: 0.5)
            """, valueName: "probability"))
    var threshold: [ThresholdChoice] = []

    @Option(
        help: ArgumentHelp(
            "The thresholds of a promise: what ilk eval --max-error wrote with --save-thresholds.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var thresholds: String?

    func validate() throws {
        if thresholds != nil && !threshold.isEmpty {
            throw ValidationError("--thresholds keep a promise together: leave out --threshold.")
        }
    }

    /// What the options ask for, and the promise that it keeps, if it is of one.
    ///
    /// - Throws: `noInput` when the file cannot be read, `badInput` when it holds no thresholds.
    func read() throws(CommandFailure) -> (values: ClaimThresholds, promise: PromisedThresholds?) {
        guard let path = thresholds else { return (written, nil) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.noInput, "cannot read the thresholds", at: path)
        }
        do {
            let promise = try JSONDecoder().decode(PromisedThresholds.self, from: data)
            return (promise.thresholds, promise)
        } catch {
            throw CommandFailure(
                .badInput, "these are no thresholds of a promise", at: path,
                hint:
                    "make them with: ilk eval --max-error 0.01 --save-thresholds thresholds.json TEXTS.jsonl")
        }
    }

    private var written: ClaimThresholds {
        threshold.reduce(into: ClaimThresholds()) { result, choice in
            if let category = choice.category {
                result.byCategory[category] = choice.probability
            } else {
                result.common = choice.probability
            }
        }
    }

    /// Refuses thresholds of categories that are not decided among, and those of a promise that was made for another
    /// model or other rules.
    func check(_ pipeline: Pipeline, _ promise: PromisedThresholds?) throws(CommandFailure) {
        let known = pipeline.taxonomy.categories
        if let stranger = threshold.compactMap(\.category).first(where: { !known.contains($0) }) {
            throw CommandFailure(
                .badConfiguration, "--threshold names a category that is not decided among: \(stranger)",
                hint: "there are: \(known.map(\.rawValue).joined(separator: ", "))")
        }
        guard let promise, !promise.hold(for: pipeline.classifier.provenance) else { return }
        throw CommandFailure(
            .badConfiguration,
            "these thresholds were found for another model or other rules: no promise holds",
            at: thresholds,
            hint:
                "find them anew with: ilk eval --max-error \(promise.maxError) --save-thresholds FILE TEXTS.jsonl"
        )
    }
}
