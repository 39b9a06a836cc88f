import Glibc
public import IlkVocabulary

/// Whether figures of texts have moved away from others.
///
/// Each difference is held against its standard error (two proportions, two means of texts, or stated probabilities
/// against outcomes, all by the normal approximation), and the probabilities are multiplied by the number of things watched
/// (C. E. Bonferroni, 1936). Texts are taken to be independent: a log in which the same few texts come again and again
/// moves more by chance than that.
public struct DriftTest: Sendable {
    /// How often at most anything at all is said to have moved when nothing has: once in a thousand looks.
    public static let falseAlarms = 0.001
    /// Fewer texts than this say nothing.
    public static let fewestTexts = 30
    /// How far a share must have moved to matter: five points.
    public static let leastMove = 0.05

    private let categories: [Category]

    /// A test for a taxonomy.
    public init(_ taxonomy: Taxonomy) {
        categories = taxonomy.categories
    }

    /// How many things are watched.
    private var watched: Double { Double(categories.count + 3) }

    /// What there is to say of each thing that is known of both.
    ///
    /// - Parameters:
    ///   - now: The texts in question.
    ///   - before: What they are held against.
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
                finding(.unknownWords, before.unknownWords.mean, now.unknownWords.mean, variance: error))
        }
        if now.calibration.texts >= Self.fewestTexts {
            let count = Double(now.calibration.texts)
            // A probability of 1 varies by nothing: half a text is granted, so that one surprise is no proof.
            let variance = (now.calibration.variance + 0.5) / (count * count)
            findings.append(finding(.calibration, 0, now.calibration.gap, variance: variance))
        }
        return findings
    }

    private func proportion(
        _ watched: DriftFinding.Watched, _ now: Int, of texts: Int, _ before: Int, of others: Int
    ) -> DriftFinding {
        let pooled = Double(now + before) / Double(texts + others)
        let variance = pooled * (1 - pooled) * (1 / Double(texts) + 1 / Double(others))
        return finding(
            watched, Double(before) / Double(others), Double(now) / Double(texts), variance: variance)
    }

    private func finding(
        _ watched: DriftFinding.Watched, _ before: Double, _ now: Double, variance: Double
    ) -> DriftFinding {
        let difference = abs(now - before)
        let pValue =
            difference == 0 ? 1 : variance > 0 ? erfc(difference / (2 * variance).squareRoot()) : 0
        return DriftFinding(
            watched: watched, before: before, now: now, pValue: pValue,
            hasMoved: difference >= Self.leastMove && pValue * self.watched < Self.falseAlarms)
    }
}
