@testable import IlkFraming

/// Lends the UTF-8 of a string, or any bytes, as the framing layer wants them.
func lend<Outcome, Failure: Error>(
    _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer) }
}

/// What a line gave: its text and how often it was repaired, or the error's code.
enum LineOutcome: Equatable {
    case text(String, repairs: Int)
    case refused(JSONLineError.Code)
}

func outcome(of line: [UInt8], field: JSONFieldName = "text") -> LineOutcome {
    do throws(JSONLineError) {
        return try lend(line) { (buffer) throws(JSONLineError) in
            var decoded: [UInt8] = []
            let repairs = try JSONLine(buffer, field: field).decodeText(from: buffer, into: &decoded)
            // Not `String(decoding:)`: that would repair what was not.
            return .text(String(validating: decoded, as: UTF8.self) ?? "not UTF-8", repairs: repairs)
        }
    } catch {
        return .refused(error.code)
    }
}
