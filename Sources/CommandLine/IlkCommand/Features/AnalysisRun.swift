import IlkConsole

/// One run of a command that reports on texts without classifying them.
struct AnalysisRun {
    /// The input and the output.
    struct Settings {
        /// The inputs.
        var input = RecordInput()
        /// The format of the output.
        var format = OutputFormat.text
        /// `true` if an earlier report in a line is replaced.
        var replaces = false
        /// `true` if the outcome is not reported.
        var isQuiet = false
    }

    /// The input and the output.
    let settings: Settings
    /// The output and the messages.
    let console: Console

    /// Reports on all texts.
    ///
    /// - Throws: ``CommandFailure`` with the exit status, unless everything succeeded.
    nonisolated(nonsending) func run(_ report: any AnalysisReport) async throws {
        let stream = AnalysisStream(report, settings)
        let loop = RecordLoop(settings.input, console: console, stream: stream)
        try await loop.run()
        if let outcome = loop.tally.outcome(console.stop.request) { throw outcome.quieted(settings.isQuiet) }
    }
}
