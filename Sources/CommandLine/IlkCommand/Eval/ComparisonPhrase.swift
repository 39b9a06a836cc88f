import IlkConsole
import IlkRules
import IlkLearning
import IlkPipeline

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
