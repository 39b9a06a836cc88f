import IlkText

/// One call of `ilk features`.
struct MeasuringRun {
    private let command: FeaturesCommand
    private let console: Console

    init(_ command: FeaturesCommand, console: Console) {
        self.command = command
        self.console = console
    }

    /// Measures what there is to measure.
    ///
    /// - Throws: ``CommandFailure`` with the status to end with, unless all went well.
    nonisolated(nonsending) func run() async throws {
        var shape = Measuring.Shape(format: command.outputFormat)
        shape.namesInput = command.input.inputs.count > 1
        shape.columns = console.columns
        let handler = Measuring(try TextAnalyzer(), shape, style: console.style, output: console.output)
        var settings = RecordLoop.Settings(command.input)
        if shape.format == .ndjson { settings.splicer = shape.splicer }
        let loop = RecordLoop(settings, console: console, handler: handler)
        try await loop.run()
        handler.finish()
        try console.output.flush()
        if let outcome = loop.tally.outcome(console.stop.request) {
            throw outcome.quieted(command.display.quiet)
        }
    }
}
