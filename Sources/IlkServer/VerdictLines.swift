import Ilk
import IlkFraming
import IlkPipeline
import IlkVocabulary

/// A stream of NDJSON in, the same lines with verdicts out: one line a line, in order, errors in their place. As
/// `ilk classify --ndjson` does it.
final class VerdictLines {
    /// A text and what was said of it, for whoever remembers.
    struct Said {
        var text: String
        var verdict: Verdict
    }

    private let settings: ServerSettings
    private let session: PipelineSession
    private var json: VerdictJSON
    private var writer = JSONWriter()
    private var framer: LineFramer
    private let splicer = JSONLineSplicer()
    private let field = JSONFieldName("text")
    private var decoded: [UInt8] = []

    /// - Throws: `PipelineError` when ICU is not to be had.
    init(_ pipeline: Pipeline, _ settings: ServerSettings) throws {
        self.settings = settings
        session = try pipeline.makeSession()
        json = VerdictJSON(pipeline)
        // Parts of a body are small, and many streams are open at a time: blocks of 16 KiB, for which more room is made.
        framer = LineFramer(maxRecordBytes: settings.text, blockBytes: 1 << 14)
    }

    /// The bytes of a line whose end has not come yet.
    var pendingBytes: Int { min(framer.pendingBytes, settings.text) }

    /// Takes what has come, and appends what can be said of it.
    ///
    /// - Parameter isLast: Whether nothing more will come.
    /// - Returns: What is to be remembered.
    func take(
        _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool = false, remembering: Bool,
        into output: inout [UInt8]
    ) -> [Said] {
        framer.append(bytes)
        if isLast { framer.finish() }
        var said: [Said] = []
        while let line = framer.next() {
            if let length = line.excessLength {
                append(
                    RecordFault(length: length, limit: settings.text, input: "body", line: line.number),
                    &output)
                continue
            }
            let text = framer.withBytes(of: line) { take($0, line, remembering, &output) }
            if let text { said.append(text) }
        }
        return said
    }

    private func take(
        _ bytes: UnsafeBufferPointer<UInt8>, _ line: FramedLine, _ remembering: Bool, _ output: inout [UInt8]
    ) -> Said? {
        if JSONLine.isBlank(bytes) {
            output.append(contentsOf: bytes)
            end(line, &output)
            return nil
        }
        let places: JSONLine
        do throws(JSONLineError) {
            places = try JSONLine(bytes, field: field, adding: splicer.name)
            try splicer.check(places)
        } catch {
            append(RecordFault(error, input: "body", line: line.number), &output)
            return nil
        }
        let isRepaired = places.decodeText(from: bytes, into: &decoded) > 0
        var verdict = decoded.withUnsafeBufferPointer { session.classify($0) }
        if isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        json.write(verdict)
        try? splicer.append(bytes, places, value: json.bytes, to: &output)  // It was checked above.
        end(line, &output)
        return remembering ? Said(text: String(decoding: decoded, as: UTF8.self), verdict: verdict) : nil
    }

    private func end(_ line: FramedLine, _ output: inout [UInt8]) {
        if line.ending == .carriageReturnLineFeed { output.append(0x0D) }
        output.append(0x0A)
    }

    private func append(_ fault: RecordFault, _ output: inout [UInt8]) {
        writer.reset()
        fault.write(to: &writer, namesInput: false)
        output += writer.bytes
        output.append(0x0A)
    }
}
