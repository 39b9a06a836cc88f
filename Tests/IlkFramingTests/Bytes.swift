@testable import IlkFraming

func lend<Outcome, Failure: Error>(
    _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer) }
}

/// The result of parsing a line: its text and the number of repairs, or the code of the error.
enum LineOutcome: Equatable {
    case text(String, repairs: Int)
    case refused(JSONLineError.Code)
}

func outcome(of line: [UInt8], field: JSONFieldPath = "text") -> LineOutcome {
    do throws(JSONLineError) {
        return try lend(line) { (buffer) throws(JSONLineError) in
            var decoded: [UInt8] = []
            let repairs = try JSONLine(buffer, field: field).decodeText(from: buffer, into: &decoded)
            // `String(decoding:)` would hide invalid UTF-8 by repairing it.
            return .text(String(validating: decoded, as: UTF8.self) ?? "not UTF-8", repairs: repairs)
        }
    } catch {
        return .refused(error.code)
    }
}
