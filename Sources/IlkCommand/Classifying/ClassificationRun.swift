import Ilk
import IlkFraming
import IlkPipeline
import IlkVocabulary

/// One call of `ilk classify`, from the assembly of what decides to the last word.
struct ClassificationRun {
    private let command: ClassifyCommand
    private let console: Console

    init(_ command: ClassifyCommand, console: Console) {
        self.command = command
        self.console = console
    }

    /// Classifies what there is to classify.
    ///
    /// - Throws: ``CommandFailure`` with the status to end with, unless all went well.
    nonisolated(nonsending) func run() async throws {
        let (thresholds, promise) = try command.claiming.read()
        let assembly = command.deciding.assembly(thresholds: thresholds, folders: console.folders)
        let reloadable = try ReloadablePipeline(
            assembly, archive: command.log ? VerdictArchive(folders: console.folders) : nil)
        try command.claiming.check(reloadable.current, promise)
        let memory = try await memory(taxonomy: reloadable.taxonomy)
        if let memory, !memory.corrections.isEmpty { reloadable.use(corrections: memory.corrections) }
        if command.input.framing != .whole { SignalWatch.watchForRenewal() }
        let challenger = try command.challenger.map {
            try Challenger($0, assembly, corrections: memory?.corrections ?? [:])
        }
        let handler = try Classification(
            reloadable, shape, memory: memory, promise: promise, challenger: challenger,
            console: console)
        let loop = RecordLoop(settings, console: console, handler: handler)
        let ending = await end { () throws(CommandFailure) in
            try await loop.run()
            handler.finish()
            try console.output.flush()
        }
        // What was logged is on disk before the command ends, however it ends.
        try await memory?.close()
        if let ending { throw ending }
        if let outcome = loop.tally.outcome(console.stop.request) {
            throw outcome.quieted(command.display.quiet)
        }
    }

    private nonisolated(nonsending) func end(
        _ body: nonisolated(nonsending) () async throws(CommandFailure) -> Void
    ) async -> CommandFailure? {
        do throws(CommandFailure) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// The log to write to, or the corrections of one that is there. Without `--log` a log that cannot be read is no
    /// reason not to classify.
    private nonisolated(nonsending) func memory(taxonomy: Taxonomy) async throws -> ClassificationMemory? {
        let path = command.logging.logFile ?? console.folders.log(taxonomy: taxonomy.name)
        guard !command.log else {
            return try await ClassificationMemory.streaming(
                path, taxonomy: taxonomy, redaction: command.redacting.redaction, isStrict: command.strictLog,
                patience: command.waiting.patience, console: console)
        }
        do {
            return try await ClassificationMemory.reading(path, taxonomy: taxonomy)
        } catch {
            console.note("warning: corrections are not used: \(CommandFailure(error).what)")
            return nil
        }
    }

    private var settings: RecordLoop.Settings {
        var settings = RecordLoop.Settings(command.input)
        settings.faults = command.onError
        if command.outputFormat == .ndjson { settings.splicer = shape.splicer }
        return settings
    }

    private var shape: ClassificationOutput.Shape {
        var shape = ClassificationOutput.Shape(format: command.outputFormat)
        shape.top = command.top
        shape.explains = command.explain
        shape.splicer = JSONLineSplicer(taken: command.replace ? .replace : .refuse)
        shape.name(command.input.inputs)
        return shape
    }
}

extension RecordLoop.Settings {
    /// What the options ask for.
    init(_ input: InputOptions) {
        self.init(
            inputs: input.inputs, framing: input.framing, maxText: input.maxText.bytes,
            maxRecord: input.maxRecord.bytes)
    }
}

extension ClassificationOutput.Shape {
    /// Has inputs named when there are several.
    mutating func name(_ inputs: [InputFile]) {
        namesInput = inputs.count > 1
        let widest = inputs.map { DisplayWidth.of(VisibleText.oneLine($0.name)) }.max() ?? 0
        nameWidth = min(widest, ClassificationOutput.widestName)
    }
}
