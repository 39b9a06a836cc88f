package import IlkConsole
package import Ilk
import IlkLearning
package import IlkVocabulary

/// Makes a model of a store's labelled records, and says what came of it.
package struct StoreRelearning {
    /// Files of labelled texts to begin with.
    package let files: [String]
    /// Whether anything is written.
    package let promotes: Bool
    /// How the report is shown.
    package let format: ResultFormat
    /// Where.
    package let console: Console

    /// Learns, measures, reports.
    ///
    /// - Parameter learn: Does it, with labelled texts to begin with.
    /// - Throws: `negative`, without words, when the new model is worse and so is not in use.
    package func run(
        _ learn: ([LabelledText], Bool, () throws -> Void) async throws -> StoreRetrainingReport
    ) async throws {
        let texts =
            files.isEmpty ? [] : try LabelledInput.read(files, policy: .stop, console: console).texts
        let report = try await learn(texts, promotes) { try console.checkStop() }
        if format == .json {
            try console.write(json: report)
        } else {
            console.output.append(report.lines.map { VisibleText.oneLine($0) + "\n" }.joined())
        }
        try console.output.flush()
        if report.isRefused { throw CommandFailure(.negative, "") }
    }
}
