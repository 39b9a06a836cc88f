import Ilk
import IlkFraming

/// Reads inputs record by record and hands each text to a handler, with memory that does not grow and output that does
/// not wait for more input.
final class RecordLoop {
    /// What to read, and how.
    struct Settings {
        var inputs: [InputFile] = [.standardInput]
        var framing: InputOptions.Framing = .whole
        var maxText = 1 << 20
        var maxRecord = 1 << 20
        var faults: FaultPolicy = .emit
        /// Whether a line that has a member of the name to be added can be taken; nil: nothing is added.
        var splicer: JSONLineSplicer?
    }

    /// What has become of the records so far.
    private(set) var tally = RecordTally()

    private let settings: Settings
    private let console: Console
    private let handler: any RecordHandler
    private var text: [UInt8] = []
    private var hasToldRepair = false
    private var hasToldCut = false

    init(_ settings: Settings, console: Console, handler: any RecordHandler) {
        self.settings = settings
        self.console = console
        self.handler = handler
    }

    /// Reads everything, or until the command is asked to stop.
    ///
    /// - Throws: What ends the command before its time: writing failed, or a bad record with the policy to stop. What
    ///   was made until then has been written where that is possible.
    nonisolated(nonsending) func run() async throws(CommandFailure) {
        switch settings.framing {
        case .whole: for input in settings.inputs where console.stop.request == nil { try await whole(input) }
        case .lines: try await lines(field: nil)
        case .ndjson(let field): try await lines(field: JSONFieldName(field))
        }
        try console.output.flush()
    }

    // MARK: Whole texts

    private nonisolated(nonsending) func whole(_ input: InputFile) async throws(CommandFailure) {
        do throws(CommandFailure) {
            let read = try WholeText.read(input, maxBytes: settings.maxText, stop: console.stop) {
                () throws(CommandFailure) in
                try console.output.flush()
            }
            guard let read else { return }
            try take(read, of: input)
            await handler.settle()
            try console.output.endRecord()
            if read.isTruncated {
                try console.output.flush()
                try read.drain(stop: console.stop)
            }
            tally.inputs += 1
        } catch {
            try tell(error)
        }
    }

    private func take(_ read: WholeText, of input: InputFile) throws(CommandFailure) {
        var outcome: Result<Void, CommandFailure> = .success(())
        read.bytes.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes.prefix(read.textEnd))
            outcome = Result { () throws(CommandFailure) in
                try take(
                    text, input: input.name, line: nil, isRepaired: nil, isTruncated: read.isTruncated,
                    json: nil)
            }
        }
        try outcome.get()
    }

    // MARK: Lines

    private nonisolated(nonsending) func lines(field: JSONFieldName?) async throws(CommandFailure) {
        let source = LineSource(
            settings.inputs, maxRecordBytes: settings.maxRecord, output: console.output, stop: console.stop,
            pausing: handler.pause)
        while true {
            do throws(CommandFailure) {
                guard let line = try source.next() else { break }
                try source.withBytes(of: line) { (bytes) throws(CommandFailure) in
                    try take(line, bytes, of: source.name, field: field)
                }
                await handler.settle()
                try console.output.endRecord()
                handler.renew()
            } catch {
                try tell(error)
            }
        }
        tally.inputs = settings.inputs.count - tally.failures.count
    }

    private func take(
        _ line: FramedLine, _ bytes: UnsafeBufferPointer<UInt8>, of input: String, field: JSONFieldName?
    ) throws(CommandFailure) {
        if let length = line.excessLength {
            return try take(
                RecordFault(length: length, limit: settings.maxRecord, input: input, line: line.number))
        }
        guard let field else {
            return try take(
                bytes, input: input, line: line.number, isRepaired: nil, isTruncated: false, json: nil)
        }
        if JSONLine.isBlank(bytes) { return handler.take(blank: bytes, ending: line.ending) }
        switch places(in: bytes, field: field) {
        case .failure(let error): try take(RecordFault(error, input: input, line: line.number))
        case .success(let places):
            let json = JSONRecord(bytes: bytes, places: places, ending: line.ending)
            try take(json, input: input, line: line.number)
        }
    }

    private func places(
        in line: UnsafeBufferPointer<UInt8>, field: JSONFieldName
    ) -> Result<JSONLine, JSONLineError> {
        Result { () throws(JSONLineError) in
            let places = try JSONLine(line, field: field, adding: settings.splicer?.name ?? .classification)
            try settings.splicer?.check(places)
            return places
        }
    }

    private func take(_ json: JSONRecord, input: String, line: Int) throws(CommandFailure) {
        if let verbatim = json.places.verbatimText {
            let bytes = UnsafeBufferPointer(rebasing: json.bytes[verbatim])
            return try take(
                bytes, input: input, line: line, isRepaired: false, isTruncated: false, json: json)
        }
        let isRepaired = json.places.decodeText(from: json.bytes, into: &text) > 0
        // Moved out, so that the handler may be called while it is lent.
        var decoded: [UInt8] = []
        swap(&decoded, &text)
        defer { swap(&decoded, &text) }
        var outcome: Result<Void, CommandFailure> = .success(())
        decoded.withUnsafeBufferPointer { bytes in
            outcome = Result { () throws(CommandFailure) in
                try take(
                    bytes, input: input, line: line, isRepaired: isRepaired, isTruncated: false, json: json)
            }
        }
        try outcome.get()
    }

    // MARK: Texts and faults

    /// - Parameter isRepaired: Whether the text held something that is not UTF-8; nil when nobody has looked.
    private func take(
        _ text: UnsafeBufferPointer<UInt8>, input: String, line: Int?, isRepaired: Bool?, isTruncated: Bool,
        json: JSONRecord?
    ) throws(CommandFailure) {
        let end = text.count > settings.maxText ? TextCut.end(of: text, limit: settings.maxText) : text.count
        let kept = UnsafeBufferPointer(rebasing: text[..<end])
        let record = TextRecord(
            input: input, line: line, isRepaired: isRepaired ?? !UTF8Repair.isValid(kept),
            isTruncated: isTruncated || end < text.count, json: json)
        tally.texts += 1
        if record.isRepaired { tellRepair(record) }
        if record.isTruncated { tellCut(record) }
        try handler.take(kept, record)
    }

    private func take(_ fault: RecordFault) throws(CommandFailure) {
        if settings.faults == .stop {
            // What was made of the records before is not lost with this one.
            try console.output.flush()
            throw CommandFailure(.badInput, "bad record: \(fault.message)", at: fault.place)
        }
        tally.faults += 1
        if tally.firstFault == nil { tally.firstFault = "\(fault.place): \(fault.message)" }
        if settings.faults == .emit { handler.take(fault) }
    }

    private func tellRepair(_ record: TextRecord) {
        guard !hasToldRepair else { return }
        hasToldRepair = true
        console.note("warning: bytes that are not UTF-8 are read as U+FFFD (\(record.place)); told once")
    }

    private func tellCut(_ record: TextRecord) {
        guard !hasToldCut || record.line == nil else { return }
        hasToldCut = true
        let size = ByteCount(settings.maxText)
        let once = record.line == nil ? "" : "; told once"
        console.note("warning: only the first \(size) of the text are read (\(record.place))\(once)")
    }

    /// An input that fails is told and passed over; a failure of writing or a bad record ends the command.
    private func tell(_ failure: CommandFailure) throws(CommandFailure) {
        let isOfInput = settings.inputs.contains { $0.name == failure.place }
        guard isOfInput, failure.status == .noInput || failure.status == .inputOutput else { throw failure }
        tally.failures.append(failure)
        console.tell(failure.report)
    }
}
