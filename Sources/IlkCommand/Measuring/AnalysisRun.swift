import IlkFraming

/// One call of a command that reports on texts taken apart.
struct AnalysisRun {
    let input: InputOptions
    let format: OutputFormat
    let faults: FaultPolicy
    /// Whether a member that a line has already is replaced.
    let replaces: Bool
    let isQuiet: Bool
    let console: Console

    /// Reports what there is to report.
    ///
    /// - Throws: ``CommandFailure`` with the status to end with, unless all went well.
    nonisolated(nonsending) func run(_ report: any AnalysisReport) async throws {
        let splicer = JSONLineSplicer(
            taken: replaces ? .replace : .refuse, name: JSONFieldName(report.member))
        let shape = AnalysisOutput.Shape(format: format, namesInput: input.inputs.count > 1, splicer: splicer)
        let handler = AnalysisOutput(report, shape, output: console.output)
        var settings = RecordLoop.Settings(input)
        settings.faults = faults
        if format == .ndjson { settings.splicer = splicer }
        let loop = RecordLoop(settings, console: console, handler: handler)
        try await loop.run()
        handler.finish()
        try console.output.flush()
        if let outcome = loop.tally.outcome(console.stop.request) { throw outcome.quieted(isQuiet) }
    }
}
