import Ilk
import IlkConsole
import IlkFiles
import IlkFraming
import IlkVerdictConsole

/// The main loop of a command on a stream of texts: reads inputs, writes output and logs the texts.
///
/// Lines are processed in batches, on several threads if there are enough of them. Output and log have the
/// order of the input. Memory use is bounded, and output does not wait for further input.
final class RecordLoop {
    private var tally = RecordTally()

    private let input: RecordInput
    private let console: Console
    private let threads: Int
    private let stream: any RecordStream
    private let makeStream: () throws -> any RecordStream
    private let renewal: ReloadCheck?
    private let memory: ClassificationLogging?
    private let stamp: () -> RecordBatch.Stamp?
    private var hasToldRepair = false
    private var hasToldCut = false
    /// `true` after a stop request ended a batch early. The output of later batches is discarded, so that the
    /// output has no gap.
    private var isCut = false

    /// The size of a batch in bytes of input. Processing a batch takes a few milliseconds.
    private static let batchBytes = 1 << 15

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - input: The inputs.
    ///   - console: The destination of the output.
    ///   - threads: The maximum number of threads that process lines.
    ///   - renewal: Reloads the rules and the model between two batches; `nil` for no reloads.
    ///   - memory: The log, or `nil`.
    ///   - stamp: Returns the id and the time of the next log entry, or `nil` if texts are not logged.
    ///   - makeStream: Returns the stream of a thread.
    /// - Throws: The error of `makeStream`.
    init(
        _ input: RecordInput, console: Console, threads: Int = 1, renewal: ReloadCheck? = nil,
        memory: ClassificationLogging? = nil, stamp: @escaping () -> RecordBatch.Stamp? = { nil },
        makeStream: @escaping () throws -> any RecordStream
    ) throws {
        self.input = input
        self.console = console
        self.threads = threads
        self.renewal = renewal
        self.memory = memory
        self.stamp = stamp
        self.makeStream = makeStream
        stream = try makeStream()
    }

    /// Processes the inputs until their end or a stop request. Then ends the output.
    ///
    /// - Throws: ``CommandError`` if the output cannot be written, or for an invalid record if the option
    ///   `--on-error` is `stop`. The output of earlier records has been written if possible.
    nonisolated(nonsending) func run() async throws(CommandError) {
        if input.framing == .whole {
            for file in input.inputs where console.stop.request == nil { try await whole(file) }
        } else {
            try await lines()
        }
        console.output.withBuffer { stream.finish(&$0) }
        try console.output.flush()
    }

    /// Throws an error if an input or a record failed, or if a stop was requested.
    ///
    /// - Throws: ``CommandError``, without a message if the console is quiet.
    func check() throws(CommandError) {
        guard let outcome = tally.outcome(console.stop.request) else { return }
        throw console.isQuiet ? CommandError(outcome.status, "") : outcome
    }

    private nonisolated(nonsending) func whole(_ file: InputFile) async throws(CommandError) {
        do throws(CommandError) {
            let read = try WholeText.read(
                file, maxBytes: input.maxText, stop: console.stop
            ) { () throws(CommandError) in try console.output.flush() }
            guard let read else { return }
            renewal?.check()
            stream.records.input = file.name
            let result = read.bytes.withUnsafeBufferPointer { bytes in
                stream.process(
                    whole: UnsafeBufferPointer(rebasing: bytes.prefix(read.textEnd)),
                    isTruncated: read.isTruncated)
            }
            try await settle(result)
            if read.isTruncated {
                try console.output.flush()
                try read.drain(stop: console.stop)
            }
            tally.inputs += 1
        } catch {
            try tell(error)
        }
    }

    private nonisolated(nonsending) func lines() async throws(CommandError) {
        let blocks = InputBlocks(input.inputs, output: console.output, stop: console.stop)
        if let renewal { blocks.pausing = renewal.pause }
        let completion = WakePipe()
        let batches = batches(completion)
        defer { batches.close() }
        var framer = LineFramer(maxRecordBytes: input.maxRecord)
        while console.stop.request != .interrupt {
            let lines = framer.nextBatch(of: Self.batchBytes, input: blocks.name)
            if !lines.lines.isEmpty {
                while !batches.hasRoom, let result = batches.next() { try await settle(result) }
                try submit(lines, to: batches)
                continue
            }
            completion.clear()
            while let result = batches.nextFinished() { try await settle(result) }
            if batches.count > 0, try !blocks.canAdvance(orWhen: completion.readable) { continue }
            do throws(CommandError) {
                guard try blocks.advance(&framer) else { break }
            } catch {
                // The output and the messages of earlier lines come first.
                while let result = batches.next() { try await settle(result) }
                try tell(error)
            }
        }
        while let result = batches.next() { try await settle(result) }
        tally.inputs = input.inputs.count - tally.failures.count
    }

    private func batches(_ completion: WakePipe) -> OrderedBatches<RecordBatch, RecordBatchResult> {
        let (stop, stopsAtFault) = (console.stop, input.faults == .stop)
        var first: (any RecordStream)? = stream
        return OrderedBatches(threads: threads, onCompletion: { completion.wake() }) { [makeStream] in
            let stream = try first ?? makeStream()
            first = nil
            return { stream.process($0, stopsAtFault: stopsAtFault) { stop.request == .interrupt } }
        }
    }

    private func submit(
        _ lines: LineBatch, to batches: OrderedBatches<RecordBatch, RecordBatchResult>
    ) throws(CommandError) {
        renewal?.check()
        if case .ndjson = input.framing, tally.hint == nil, let line = lines.lines.first, line.number == 1 {
            tally.hint = RecordFileFormat.tableHint(
                lines.bytes[line.range], "--ndjson requires a JSON object on each line")
        }
        do {
            try batches.submit(
                RecordBatch(lines: lines, stamps: lines.lines.compactMap { _ in stamp() }))
        } catch {
            throw CommandError(error)
        }
    }

    /// Appends the output of a batch or of a whole input, logs its texts, and flushes the output if
    /// necessary.
    private nonisolated(nonsending) func settle(_ result: RecordBatchResult) async throws(CommandError) {
        guard !isCut else { return }
        if let record = result.firstRepaired { tellRepair(record) }
        if let record = result.firstTruncated { tellCut(record) }
        append(result)
        tally.texts += result.texts
        for request in result.logs { await memory?.log(request) }
        tally.faults += result.faults
        if tally.firstFault == nil {
            tally.firstFault = result.firstFault.map { "\($0.place): \($0.message)" }
        }
        switch result.end {
        case nil: break
        case .stopped: isCut = true
        case .error(let error): throw CommandError(error)
        case .fault(let fault):
            // The output of earlier records must not be lost.
            try console.output.flush()
            throw CommandError(.badInput, fault.message, at: fault.place, hint: tally.hint)
        }
        try console.output.endRecord()
    }

    private func append(_ result: RecordBatchResult) {
        // A batch contains no separator before its first text, so the separator is inserted here.
        let separated = tally.texts > 0 && stream.separator != nil ? result.firstText : nil
        console.output.append(result.output[..<(separated ?? 0)])
        if separated != nil, let separator = stream.separator { console.output.append([separator]) }
        console.output.append(result.output[(separated ?? 0)...])
    }

    private func tellRepair(_ record: TextRecord) {
        guard !hasToldRepair else { return }
        hasToldRepair = true
        console.note("warning: bytes that are not UTF-8 are read as U+FFFD (\(record.place)); reported once")
    }

    private func tellCut(_ record: TextRecord) {
        guard !hasToldCut || record.line == nil else { return }
        hasToldCut = true
        let size = ByteCount(input.maxText)
        let once = record.line == nil ? "" : "; reported once"
        console.note("warning: only the first \(size) of the text are read (\(record.place))\(once)")
    }

    /// Reports an input that failed and is skipped. Rethrows output errors and invalid records, which end the
    /// command.
    private func tell(_ failure: CommandError) throws(CommandError) {
        let isOfInput = input.inputs.contains { $0.name == failure.place }
        guard isOfInput, failure.status == .noInput || failure.status == .inputOutput else { throw failure }
        tally.failures.append(failure)
        console.writeMessage(failure.report)
    }
}

/// The counts of records and inputs of a run.
struct RecordTally {
    var texts = 0
    /// The number of invalid records.
    var faults = 0
    /// The location and the message of the first invalid record.
    var firstFault: String?
    /// The hint for invalid records if the first line of an input looks like the header row of a table.
    var hint: String?
    /// The number of inputs that were read completely.
    var inputs = 0
    /// The errors of the inputs that were not read completely. Each error has been reported.
    var failures: [CommandError] = []

    /// Returns the error that ends the command, or `nil` after success.
    ///
    /// - Parameter request: The stop request, if any.
    func outcome(_ request: StopFlag.Request?) -> CommandError? {
        if let request {
            return CommandError(request.status, "stopped after \(texts) \(texts == 1 ? "text" : "texts")")
        }
        if let failure = failures.first(where: { $0.status != .noInput }) {
            return CommandError(failure.status, "")
        }
        if faults > 0 {
            let what = DecimalText.counted(faults, "record") + " could not be read"
            let first = firstFault.map { faults == 1 ? ": \($0)" : "; the first: \($0)" } ?? ""
            return CommandError(.partlyDone, what + first, hint: hint)
        }
        guard let failure = failures.first else { return nil }
        return CommandError(inputs > 0 ? .partlyDone : failure.status, "")
    }
}
