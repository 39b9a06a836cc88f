import FoundationEssentials
import Ilk
import IlkDomains
import IlkLearning
import IlkStore
import IlkVocabulary

/// Makes a new model of a log's corrections, and says what came of it.
struct Relearning {
    /// What is asked for.
    var options: RetrainingOptions
    /// How the report is shown.
    var format: ResultFormat
    /// What time it is.
    var now: Date
    /// Where it is shown.
    var console: Console

    /// Learns, measures, reports.
    ///
    /// - Throws: `badConfiguration` for a log of other categories than the document types; `negative`, without words,
    ///   when the new model is worse and so is not in use.
    func run(_ store: ClassificationLogStore) async throws {
        guard store.taxonomy.categories == Taxonomy.documentType.categories else {
            throw CommandFailure(
                .badConfiguration,
                "this log is not of document types: only the built-in model learns from a log",
                at: store.location.path)
        }
        let report = try await Retraining(store: store, folders: console.folders, now: now)
            .run(options)
        if format == .json {
            try console.write(json: report)
        } else {
            console.output.append(report.lines.map { VisibleText.oneLine($0) + "\n" }.joined())
        }
        try console.output.flush()
        if !report.gate.isPassed { throw CommandFailure(.negative, "") }
    }
}
