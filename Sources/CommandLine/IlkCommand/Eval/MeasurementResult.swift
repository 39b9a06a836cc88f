import IlkConsole
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// What a measurement found: the figures of the classifier that was asked for, and those beside it.
struct MeasurementResult {
    /// How texts were kept apart from what was learned.
    struct LeftOut: Encodable {
        /// How many times a model was trained.
        var folds: Int
        /// How many sources the measured texts have.
        var sources: Int
        /// How many texts were only ever learned from: given so, or of categories with one source.
        var onlyLearnedFrom: Int
    }

    /// The same texts given to another model.
    struct Comparison: Encodable {
        /// The file of the other model.
        var name: String
        /// The figures of the other model.
        var report: EvaluationReport
        /// Where the two differ: the other model is the first.
        var counts: PairedComparison
    }

    /// What may be accepted at a promised share of errors.
    struct Promise {
        /// The category whose answers it is about, or nil for all.
        var category: Category?
        /// What was found.
        var found: ErrorPromise

        /// The promise's own members, the category and the coverage beside them.
        var fields: JSONObject {
            JSONObject(found, with: ["category": category, "coverage": found.coverage])
        }
    }

    /// The classifier that was asked for.
    var report: EvaluationReport
    /// All that were measured on the same texts, that one among them; empty when it is alone.
    var variants: [EvaluationReport] = []
    /// Another model beside it, or nil.
    var comparison: Comparison?
    /// What may be accepted at promised shares of errors; empty when none was asked for.
    var promises: [Promise] = []
    /// How sources were left out, or nil when the classifier was there before.
    var leftOut: LeftOut?
    /// How many models were trained, each on the texts that it was not measured on; nil when none was.
    var folds: Int?
    /// How many lines and texts were not measured on.
    var skipped = 0
    /// What was measured, or nil when it was made for the measurement.
    var provenance: Provenance?

    /// The report's own members stand at the top: `accuracy`, `macroF1` and the rest; the others beside them.
    var fields: JSONObject {
        JSONObject(
            report,
            with: [
                "variants": variants.isEmpty ? nil : variants, "comparison": comparison,
                "promises": promises.isEmpty ? nil : promises.map(\.fields), "leftOut": leftOut,
                "folds": folds, "skipped": skipped, "model": provenance?.modelDigest,
                "rules": provenance?.ruleSetDigest,
            ])
    }
}

/// Which promises are to be found.
struct Promising {
    /// The shares of accepted answers that may be wrong.
    var maxErrors: [Double] = []
    /// Whether the answers of each category have a threshold of their own.
    var isByCategory = false

    /// What can be promised on the strength of an evaluation.
    func promises(of evaluation: Evaluation, taxonomy: Taxonomy) -> [MeasurementResult.Promise] {
        maxErrors.flatMap { maxError in
            guard isByCategory else {
                return [MeasurementResult.Promise(found: evaluation.promise(maxError: maxError))]
            }
            return zip(taxonomy.categories, evaluation.promises(maxError: maxError)).map {
                MeasurementResult.Promise(category: $0, found: $1)
            }
        }
    }
}

/// A comparison of two classifiers as a sentence.
enum ComparisonPhrase {
    /// Who is right more often, by how much, and whether that could be chance.
    static func sentence(_ comparison: MeasurementResult.Comparison) -> String {
        let counts = comparison.counts
        let name = VisibleText.oneLine(comparison.name)
        let points = DecimalText.fixed(abs(counts.difference) * 100, 2)
        let lower = DecimalText.fixed(counts.differenceInterval.lower * 100, 2)
        let upper = DecimalText.fixed(counts.differenceInterval.upper * 100, 2)
        let chance = "p = \(DecimalText.fixed(counts.pValue, 4)), McNemar"
        guard counts.difference != 0 else {
            return
                "As many texts are right as with \(name) (95 %: \(lower) to \(upper) points; \(chance))."
        }
        let more = counts.difference > 0 ? "more" : "fewer"
        let verdict = counts.pValue < 0.05 ? "that is hardly chance" : "that may well be chance"
        return
            "\(points) points \(more) are right than with \(name) (95 %: \(lower) to \(upper)): \(verdict) (\(chance))."
    }
}

/// A promise as words.
enum PromisePhrase {
    /// What keeps one promise, as options of `ilk classify`: to the last digit, for a threshold that was rounded down
    /// would keep none.
    static func options(_ promises: [MeasurementResult.Promise]) -> String {
        promises.map { promise in
            // A label is any text: as part of a line to copy it must be one word for a shell.
            "--threshold "
                + ShellText.word(
                    ThresholdChoice.written(
                        promise.found.outcome == .kept ? promise.found.threshold : ClaimThresholds.never,
                        for: promise.category))
        }.joined(separator: " ")
    }

    /// Why there is no threshold, or what is accepted above it.
    static func outcome(_ promise: ErrorPromise) -> String {
        switch promise.outcome {
        case .kept:
            return "from \(DecimalText.fixed(promise.threshold, 4)) on"
        case .tooFewRows:
            return
                "too few rows: \(promise.rows), and \(ErrorPromise.fewestRows(maxError: promise.maxError)) are needed if none is wrong"
        case .tooManyErrors: return "too many of the surest answers are wrong"
        }
    }
}
