import Glibc
public import IlkVocabulary

/// A test for drift between two sets of texts.
///
/// Each figure is compared with a *z*-test (normal approximation): shares as two proportions, and the
/// out-of-vocabulary rate as two means. The calibration of the current texts is compared with 0. The
/// *p*-values are corrected for the number of figures (C. E. Bonferroni 1936). Texts are assumed to be
/// independent. In a log with many repeated texts, the figures vary more by chance than the test assumes.
public struct DriftTest: Sendable {
    /// The probability that one check gives a false alarm for at least one figure.
    public static let falseAlarmRate = 0.001
    /// The minimum number of texts with a known value of a figure, in each of the two sets.
    public static let fewestTexts = 30
    /// The smallest relevant difference of shares: 0.05, five percentage points.
    public static let minimumDrift = 0.05

    private let categories: [Category]

    /// Creates a test.
    ///
    /// - Parameter taxonomy: The categories to monitor.
    public init(_ taxonomy: Taxonomy) {
        categories = taxonomy.categories
    }

    /// The number of monitored figures: the share of each category, and three other figures.
    private var watched: Double { Double(categories.count + 3) }

    /// Compares the figures of two sets of texts.
    ///
    /// - Parameters:
    ///   - now: The current texts.
    ///   - before: The reference texts.
    /// - Returns: One finding for each figure with at least ``fewestTexts`` texts in both sets. The
    ///   calibration needs only current texts.
    /// - Complexity: O(*c*) in the number of categories.
    public func findings(_ now: DriftFigures, against before: DriftFigures) -> [DriftFinding] {
        var findings: [DriftFinding] = []
        if now.texts >= Self.fewestTexts, before.texts >= Self.fewestTexts {
            for category in categories {
                findings.append(
                    proportion(
                        .label(category), now.labels[category] ?? 0, of: now.texts,
                        before.labels[category] ?? 0, of: before.texts))
            }
        }
        if min(now.judged, before.judged) >= Self.fewestTexts {
            findings.append(
                proportion(
                    .abstention, now.abstained, of: now.judged, before.abstained, of: before.judged))
        }
        if min(now.unknownWords.texts, before.unknownWords.texts) >= Self.fewestTexts {
            let error = now.unknownWords.varianceOfMean + before.unknownWords.varianceOfMean
            findings.append(
                finding(
                    .outOfVocabularyRate, before.unknownWords.mean, now.unknownWords.mean, variance: error))
        }
        if now.calibration.texts >= Self.fewestTexts {
            let count = Double(now.calibration.texts)
            // Probabilities of 1 have no variance. Half a text is added to the variance, so that one error is
            // not significant.
            let variance = (now.calibration.variance + 0.5) / (count * count)
            findings.append(finding(.calibration, 0, now.calibration.gap, variance: variance))
        }
        return findings
    }

    private func proportion(
        _ watched: DriftFinding.Figure, _ now: Int, of texts: Int, _ before: Int, of others: Int
    ) -> DriftFinding {
        let pooled = Double(now + before) / Double(texts + others)
        let variance = pooled * (1 - pooled) * (1 / Double(texts) + 1 / Double(others))
        return finding(
            watched, Double(before) / Double(others), Double(now) / Double(texts), variance: variance)
    }

    private func finding(
        _ watched: DriftFinding.Figure, _ before: Double, _ now: Double, variance: Double
    ) -> DriftFinding {
        let difference = abs(now - before)
        let pValue =
            difference == 0 ? 1 : variance > 0 ? erfc(difference / (2 * variance).squareRoot()) : 0
        return DriftFinding(
            watched: watched, before: before, now: now, pValue: pValue,
            hasMoved: difference >= Self.minimumDrift && pValue * self.watched < Self.falseAlarmRate)
    }
}
