import IlkLearning
import Ilk
import IlkVocabulary

/// Makes a model of emotions of calls, and says what came of it.
struct CallRelearning {
    /// The calls as their commands have them.
    let book: CallBook
    /// How the report is shown.
    let format: ResultFormat

    /// Learns, measures, reports.
    ///
    /// - Parameter files: Labelled texts to begin with.
    /// - Throws: `negative`, without words, when the new model is worse and so is not in use.
    func run(_ files: [String], promotes: Bool) async throws {
        let console = book.console
        let texts =
            files.isEmpty ? [] : try LabelledInput.read(files, policy: .stop, console: console).texts
        let report = try await CallRetraining(storage: book.storage, folders: console.folders, now: book.now)
            .run(beginningWith: texts, promotes: promotes) { try console.checkStop() }
        if format == .json {
            try console.write(json: report)
        } else {
            console.output.append(report.lines.map { VisibleText.oneLine($0) + "\n" }.joined())
        }
        try console.output.flush()
        if !report.gate.isPassed { throw CommandFailure(.negative, "") }
    }
}
