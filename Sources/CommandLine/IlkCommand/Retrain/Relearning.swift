import IlkConsole
import FoundationEssentials
import Ilk
import IlkLog
import IlkLearning
import IlkStore
import IlkVocabulary

/// Makes a new model of a log's corrections, and says what came of it.
struct Relearning {
    /// What is asked for.
    var options: RetrainingOptions
    /// What the log's texts are to be told apart by; nil for whatever they are.
    var taxonomy: Taxonomy?
    /// How the report is shown.
    var format: ResultFormat
    /// What time it is.
    var now: Date
    /// Where it is shown.
    var console: Console

    /// Learns, measures, reports.
    ///
    /// - Throws: `badConfiguration` for a log of other categories than those asked for, or than any taxonomy of the
    ///   program; `negative`, without words, when the new model is worse and so is not in use.
    func run(_ store: ClassificationLogStore) async throws {
        guard let own = LogBook.taxonomy(of: store), taxonomy == nil || taxonomy == own else {
            let wanted = taxonomy.map { "of \($0.name)" } ?? "of a taxonomy that the program knows"
            throw CommandFailure(
                .badConfiguration, "this log is not \(wanted)", at: store.location.path,
                hint: "its categories are: "
                    + store.taxonomy.categories.map(\.rawValue).joined(separator: ", "))
        }
        let report = try await Retraining(store: store, taxonomy: own, folders: console.folders, now: now)
            .run(options)
        if format == .json {
            try console.write(json: report)
        } else {
            console.output.append(report.lines.map { VisibleText.oneLine($0) + "\n" }.joined())
        }
        try console.output.flush()
        if report.isRefused { throw CommandFailure(.negative, "") }
    }
}
