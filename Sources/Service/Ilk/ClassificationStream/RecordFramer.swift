package import IlkFraming
import IlkVocabulary

/// Splits the bytes of inputs into records. Its memory is bounded by the limits on records, not by the size
/// of the input.
///
/// Append bytes to ``lines`` and call ``next(_:)`` until it returns `nil`. After the last bytes of an input,
/// call `lines.finish()` and then ``next(_:)`` again. The records do not depend on the chunk boundaries.
package final class RecordFramer {
    package struct Settings {
        package var framing = RecordFraming.whole
        /// The maximum length of a text in bytes. Longer texts are truncated and flagged.
        package var maxText = Int.max
        /// The maximum length of a line in bytes. Longer lines are faults.
        package var maxRecord = 1 << 20
        /// The splicer of the output, or `nil`. Lines that the splicer cannot splice are faults.
        package var splicer: JSONLineSplicer?
        /// `true` to write an object to the output for each fault.
        package var showsFaults = true
        /// The number of bytes per read.
        package var blockBytes = 1 << 17

        /// Creates settings for whole inputs without a limit.
        package init() {}
    }

    package let settings: Settings
    /// The name of the input in messages.
    package var input = ""
    /// The input, split into lines.
    package var lines: LineFramer
    private let field: JSONFieldPath?
    private var decoded: [UInt8] = []

    package init(_ settings: Settings) {
        self.settings = settings
        lines = LineFramer(maxRecordBytes: settings.maxRecord, blockBytes: settings.blockBytes)
        if case .ndjson(let name) = settings.framing { field = JSONFieldPath(name) } else { field = nil }
    }

    /// Calls a function with the next line or NDJSON record.
    ///
    /// - Parameter body: The function, which must not use the framer.
    /// - Returns: The result of the function, or `nil` if more bytes are needed.
    /// - Complexity: O(*n*) in the length of the record.
    package func next<Outcome, Failure: Error>(
        _ body: (RecordItem) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome? {
        guard let line = lines.next() else { return nil }
        return try lines.withBytes(of: line) { (bytes) throws(Failure) in try record(line, bytes, body) }
    }

    /// Calls a function with a whole input as one text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isTruncated: `true` if the input continues after these bytes.
    ///   - body: The function.
    package func whole<Outcome, Failure: Error>(
        _ bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool,
        _ body: (RecordItem) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try body(text(bytes, line: nil, isRepaired: nil, isTruncated: isTruncated))
    }

    /// Calls a function with the record in a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - bytes: The bytes of the line, without the terminator.
    ///   - body: The function.
    func record<Outcome, Failure: Error>(
        _ line: FramedLine, _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (RecordItem) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        if let length = line.excessLength {
            let fault = RecordFault(
                length: length, limit: settings.maxRecord, input: input, line: line.number)
            return try body(.fault(fault))
        }
        guard let field else { return try body(text(bytes, line: line.number, isRepaired: nil)) }
        if JSONLine.isBlank(bytes) { return try body(.blank(bytes, ending: line.ending)) }
        let places: JSONLine
        do throws(JSONLineError) {
            places = try JSONLine(bytes, field: field, adding: settings.splicer?.name ?? .classification)
            try settings.splicer?.check(places)
        } catch {
            return try body(.fault(RecordFault(error, input: input, line: line.number)))
        }
        let json = JSONRecord(bytes: bytes, places: places, ending: line.ending)
        if let verbatim = places.verbatimText {
            let bytes = UnsafeBufferPointer(rebasing: bytes[verbatim])
            return try body(text(bytes, line: line.number, isRepaired: false, json: json))
        }
        let isRepaired = places.decodeText(from: bytes, into: &decoded) > 0
        return try decoded.withUnsafeBufferPointer { (decoded) throws(Failure) in
            try body(text(decoded, line: line.number, isRepaired: isRepaired, json: json))
        }
    }

    /// - Parameter isRepaired: `true` if the text had invalid UTF-8, or `nil` if unknown.
    private func text(
        _ bytes: UnsafeBufferPointer<UInt8>, line: Int?, isRepaired: Bool?, isTruncated: Bool = false,
        json: JSONRecord? = nil
    ) -> RecordItem {
        // A byte order mark at the start of an input is not part of the text.
        let isStart = json == nil && (line ?? 1) == 1
        let bytes = UnsafeBufferPointer(rebasing: bytes[(isStart ? ByteOrderMark.length(in: bytes) : 0)...])
        let isLong = bytes.count > settings.maxText
        let end = isLong ? TextTruncation.end(of: bytes, limit: settings.maxText) : bytes.count
        let kept = UnsafeBufferPointer(rebasing: bytes[..<end])
        let record = TextRecord(
            input: input, line: line, isRepaired: isRepaired ?? !UTF8Repair.isValid(kept),
            isTruncated: isTruncated || isLong)
        return .text(RecordText(bytes: kept, record: record, json: json))
    }
}
