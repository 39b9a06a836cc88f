import IlkVerdictConsole
import Ilk
import IlkConsole

/// The main loop of a stream: reads inputs, writes output and logs.
///
/// Memory use is bounded, and output does not wait for further input.
final class RecordLoop {
    private var tally = RecordTally()

    private let input: RecordInput
    private let console: Console
    private let stream: any RecordStream
    private let renewal: ReloadCheck?
    private let memory: ClassificationLogging?
    private var hasToldRepair = false
    private var hasToldCut = false

    init(
        _ input: RecordInput, console: Console, stream: any RecordStream, renewal: ReloadCheck? = nil,
        memory: ClassificationLogging? = nil
    ) {
        self.input = input
        self.console = console
        self.stream = stream
        self.renewal = renewal
        self.memory = memory
    }

    /// Processes all inputs or until a stop is requested, and ends the output.
    ///
    /// - Throws: ``CommandError`` if the output cannot be written, or for an invalid record if the policy
    ///   is to stop. Earlier output has been written if possible.
    nonisolated(nonsending) func run() async throws(CommandError) {
        if input.framing == .whole {
            for file in input.inputs where console.stop.request == nil { try await whole(file) }
        } else {
            try await lines()
        }
        console.output.withBuffer { stream.finish(&$0) }
        try console.output.flush()
    }

    /// Throws the outcome of the run, unless everything succeeded.
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
            _ = try await settle { output in
                try read.bytes.withUnsafeBufferPointer { bytes in
                    let text = UnsafeBufferPointer(rebasing: bytes.prefix(read.textEnd))
                    return try stream.whole(text, isTruncated: read.isTruncated, into: &output)
                }
            }
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
        while console.stop.request != .interrupt {
            renewal?.check()
            do throws(CommandError) {
                if try await settle({ try stream.next(into: &$0) }) { continue }
                guard try blocks.advance(&stream.records.lines) else { break }
            } catch {
                try tell(error)
            }
            stream.records.input = blocks.name
        }
        tally.inputs = input.inputs.count - tally.failures.count
    }

    /// Appends the output of a record, logs its text, and flushes the output if necessary.
    ///
    /// - Returns: `false` if there was no record.
    private nonisolated(nonsending) func settle(
        _ body: (inout [UInt8]) throws -> RecordOutcome?
    ) async throws(CommandError) -> Bool {
        let outcome: RecordOutcome?
        do { outcome = try console.output.withBuffer(body) } catch { throw CommandError(error) }
        switch outcome {
        case nil: return false
        case .text(let record, let request):
            tally.texts += 1
            if record.isRepaired { tellRepair(record) }
            if record.isTruncated { tellCut(record) }
            if let request { await memory?.log(request) }
        case .fault(let fault): try count(fault)
        case .blank: break
        }
        try console.output.endRecord()
        return true
    }

    private func count(_ fault: RecordFault) throws(CommandError) {
        if input.faults == .stop {
            // The output of earlier records must not be lost.
            try console.output.flush()
            throw CommandError(.badInput, fault.message, at: fault.place)
        }
        tally.faults += 1
        if tally.firstFault == nil { tally.firstFault = "\(fault.place): \(fault.message)" }
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
    /// The number of inputs that were read completely.
    var inputs = 0
    /// The errors of the other inputs. Each has been reported.
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
            return CommandError(.partlyDone, what + first)
        }
        guard let failure = failures.first else { return nil }
        return CommandError(inputs > 0 ? .partlyDone : failure.status, "")
    }
}
