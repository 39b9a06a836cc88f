import Foundation
import IlkVocabulary

@testable import Ilk
@testable import IlkCommand
@testable import IlkLearning

/// Reports of constructed histories.
enum LearningReportFixture {
    private static let day = 86_400.0
    /// 2026-09-01T08:00:00Z.
    private static let start = 1_788_249_600.0

    private static func time(_ days: Double) -> Date { Date(timeIntervalSince1970: start + days * day) }

    private static func record(
        _ act: RegistryRecord.ChangeType, _ version: String, before: String, day: Double, _ why: String?
    ) -> RegistryRecord {
        RegistryRecord(
            act, version, number: 1, digest: "d" + version, before: before,
            ChangeAuthor(who: "ana", why: why, when: time(day)))
    }

    private static func manifest(_ version: String) -> VersionManifest {
        var manifest = VersionManifest(
            version: version, taxonomy: "places", digest: "d" + version, created: time(9))
        var comparison = PairedComparison()
        comparison.add(firstIsRight: true, secondIsRight: true)
        comparison.add(firstIsRight: false, secondIsRight: true)
        manifest.gate = RetrainingGate([GateSample(name: "held out", comparison: comparison)])
        manifest.why = "too few texts"
        return manifest
    }

    /// A report of 40 audits and 20 chosen texts of 60 days, a promotion on day 20, a rollback on day 40, and
    /// a candidate.
    ///
    /// - Parameters:
    ///   - names: The names of two labels and an author.
    ///   - audits: The number of audits.
    static func report(names: [String] = ["garden", "quay", "ana"], audits: Int = 40) -> LearningReport {
        let labels = names.prefix(2).map { IlkVocabulary.Category($0) }
        let texts = (0..<60).map { place in
            let isCorrect = place % 4 != 0 || place > 30
            let actual = labels[place % 5 == 0 ? 1 : 0]
            var text = ReviewedText(
                time: start + Double(place) * day, actual: [actual],
                predicted: [isCorrect ? actual : labels[place % 5 == 0 ? 0 : 1]],
                hasAbstained: place % 20 == 0,
                isAudit: place % 3 != 0 && place / 3 * 2 < audits, author: place % 2 == 0 ? names[2] : "ben",
                model: place < 20 || place >= 40 ? "d1.0.0" : "d1.0.1")
            if place == 59 { text.model = "unknown" }
            return text
        }
        let taxonomy = Taxonomy(name: "places", categories: labels)
        let versions = VersionTimeline(
            [
                record(.promote, "1.0.1", before: "1.0.0", day: 20, "No regression."),
                record(.rollback, "1.0.0", before: "1.0.1", day: 40, names[2]),
            ], initial: "none", manifests: ["1.0.0", "1.0.1", "1.0.2"].map(manifest))
        let figures = LearningFigures(
            texts, taxonomy: taxonomy, versions: versions, period: -.infinity ... .infinity)
        return LearningReport(
            taxonomy: taxonomy, figures: figures, disputed: 1, uncounted: 2, ignored: [names[2]],
            suspectedAuthor: .init(name: names[2], corrections: 20, differing: 18),
            drift: LogDriftReport(training: DriftFigures(), windows: []))
    }

    /// A report without corrections.
    static var empty: LearningReport {
        let taxonomy = Taxonomy(name: "places", categories: ["garden", "quay"])
        return LearningReport(
            taxonomy: taxonomy,
            figures: LearningFigures(
                [], taxonomy: taxonomy, versions: VersionTimeline([], initial: "none", manifests: []),
                period: 0...1))
    }
}
