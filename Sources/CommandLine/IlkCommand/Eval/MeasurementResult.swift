import IlkConsole
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// The results of a measurement: the figures of the requested classifier and of the classifiers that are
/// compared with it.
struct MeasurementResult {
    /// The setup of a cross-validation by source.
    struct SourceFoldSummary: Encodable {
        /// The number of trained models.
        var folds: Int
        /// The number of sources of the measured texts.
        var sources: Int
        /// The number of texts that were only used for training: the texts that every model is trained on,
        /// and the texts of categories with a single source.
        var trainingOnly: Int
    }

    /// The results of a second model on the same texts.
    struct Comparison: Encodable {
        /// The file of the second model.
        var name: String
        var report: EvaluationReport
        /// The paired counts of correct predictions. In the field names, `first` means the second model, and
        /// `second` means the measured classifier.
        var counts: PairedComparison
    }

    /// A threshold with a guaranteed error rate.
    struct Guarantee {
        /// The category to which the threshold applies, or `nil` for all categories.
        var category: Category?
        /// The threshold and its statistics.
        var found: ErrorRateGuarantee

        /// The JSON fields of the guarantee, with the category and the coverage.
        var fields: JSONObject {
            JSONObject(found, with: ["category": category, "coverage": found.coverage])
        }
    }

    /// The figures of a period of time.
    struct Period {
        /// The times of the first and the last text, in seconds since 1970-01-01T00:00:00Z.
        var start: Double
        var end: Double
        /// The number of texts that the model was trained on.
        var learned: Int
        var figures: EvaluationReport.GroupFigures

        /// The times as text.
        var times: (from: String, to: String) { (RecordTime.text(start), RecordTime.text(end)) }

        var fields: JSONObject {
            [
                "from": times.from, "to": times.to, "learned": learned, "texts": figures.texts,
                "accuracy": figures.accuracy, "macroF1": figures.macroF1,
            ]
        }
    }

    /// The figures of the requested classifier.
    var report: EvaluationReport
    /// The figures of all classifiers on the same texts, including the requested classifier. Empty if no
    /// other classifier was measured.
    var variants: [EvaluationReport] = []
    /// The comparison with a second model, or `nil`.
    var comparison: Comparison?
    /// The thresholds for the guaranteed error rates; empty if none was requested.
    var guarantees: [Guarantee] = []
    /// The cost for each threshold, or `nil` if no costs were given.
    var costs: CostSweep?
    /// The figures of successive periods, each measured with a model that was trained on the earlier periods.
    /// Empty if the texts were not measured by period.
    var periods: [Period] = []
    /// The setup of a cross-validation by source, or `nil` for an existing classifier.
    var leftOut: SourceFoldSummary?
    /// The number of models in a cross-validation, or `nil` if none was trained.
    var folds: Int?
    /// The number of skipped lines and texts.
    var skipped = 0
    /// The provenance of the measured classifier, or `nil` if it was trained for the measurement.
    var provenance: Provenance?

    /// The JSON fields. The fields of the report (`accuracy`, `macroF1` and so on) are at the top level.
    var fields: JSONObject {
        JSONObject(
            report,
            with: [
                "variants": variants.isEmpty ? nil : variants, "comparison": comparison,
                "guarantees": guarantees.isEmpty ? nil : guarantees.map(\.fields),
                "costs": costs, "periods": periods.isEmpty ? nil : periods.map(\.fields),
                "sourceFolds": leftOut,
                "folds": folds, "skipped": skipped, "model": provenance?.modelDigest,
                "rules": provenance?.ruleSetDigest,
            ])
    }
}

/// The error rates to guarantee.
struct GuaranteeSettings {
    /// The maximum error rates of accepted predictions.
    var maxErrors: [Double] = []
    /// `true` for a separate threshold for each category.
    var isByCategory = false

    /// Returns the thresholds that an evaluation supports.
    func guarantees(of evaluation: Evaluation, taxonomy: Taxonomy) -> [MeasurementResult.Guarantee] {
        maxErrors.flatMap { maxError in
            guard isByCategory else {
                return [MeasurementResult.Guarantee(found: evaluation.guarantee(maxError: maxError))]
            }
            return zip(taxonomy.categories, evaluation.guarantees(maxError: maxError)).map {
                MeasurementResult.Guarantee(category: $0, found: $1)
            }
        }
    }
}

/// A comparison of two classifiers as a sentence.
enum ComparisonPhrase {
    /// Returns a sentence that names the better classifier, the difference and its significance.
    static func sentence(_ comparison: MeasurementResult.Comparison) -> String {
        let counts = comparison.counts
        let name = VisibleText.oneLine(comparison.name)
        let points = DecimalText.fixed(abs(counts.difference) * 100, 2)
        let lower = DecimalText.fixed(counts.differenceInterval.lower * 100, 2)
        let upper = DecimalText.fixed(counts.differenceInterval.upper * 100, 2)
        let chance = "p = \(DecimalText.fixed(counts.pValue, 4)), McNemar"
        guard counts.difference != 0 else {
            return
                "The accuracy equals the accuracy of \(name) (95 %: \(lower) to \(upper) points; \(chance))."
        }
        let more = counts.difference > 0 ? "higher" : "lower"
        let verdict = counts.pValue < 0.05 ? "significant" : "not significant"
        return
            "The accuracy is \(points) points \(more) than with \(name) (95 %: \(lower) to \(upper)): \(verdict) (\(chance))."
    }
}

/// Guaranteed error rates as text.
enum GuaranteeText {
    /// Returns the thresholds as options of `ilk classify`. All digits are written, because a threshold that
    /// is rounded down would break the guarantee.
    static func options(_ guarantees: [MeasurementResult.Guarantee]) -> String {
        guarantees.map { guarantee in
            // A label can contain any characters, so it is quoted as one word for a shell.
            "--threshold "
                + ShellText.word(
                    ThresholdChoice.written(
                        guarantee.found.outcome == .guaranteed
                            ? guarantee.found.threshold : PredictionThresholds.disabled,
                        for: guarantee.category))
        }.joined(separator: " ")
    }

    /// Returns, for each guarantee, a sentence about the texts for which the guarantee holds. Equal sentences
    /// are returned once.
    static func scopes(_ guarantees: [MeasurementResult.Guarantee]) -> [String] {
        guarantees.reduce(into: []) { lines, guarantee in
            let line = scope(guarantee.found)
            if !lines.contains(line) { lines.append(line) }
        }
    }

    private static func scope(_ found: ErrorRateGuarantee) -> String {
        let same = "The guarantee holds only for texts of the same sources."
        guard let sources = found.sources else {
            return "\(same) On new sources the error rate can be several times higher: "
                + "name the source of each text (--source-field) for a guarantee on new sources."
        }
        let fewest = ErrorRateGuarantee.fewestRowsOfSource(maxError: found.maxError)
        let counted = "sources with at least \(fewest) predictions"
        guard found.scope == .newSources else {
            return "\(same) A guarantee on new sources requires \(ErrorRateGuarantee.fewestSources) "
                + "\(counted); there are \(sources)."
        }
        return "The guarantee holds for new sources, from \(sources) \(counted): "
            + "a new source exceeds the error rate with a probability of at most "
            + "\(DecimalText.fixed(100 * found.bound, 1)) %."
    }

    /// Returns the threshold, or the reason for its absence.
    static func outcome(_ guarantee: ErrorRateGuarantee) -> String {
        switch guarantee.outcome {
        case .guaranteed:
            return "at least \(DecimalText.fixed(guarantee.threshold, 4))"
        case .tooFewRows:
            return
                "too few texts: \(guarantee.rows), at least \(ErrorRateGuarantee.fewestRows(maxError: guarantee.maxError)) are required"
        case .tooManyErrors: return "too many errors among the most confident predictions"
        }
    }
}
