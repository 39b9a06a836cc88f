@testable import IlkFraming

/// Lends the UTF-8 of a string, or any bytes, as the framing layer wants them.
func lend<Outcome, Failure: Error>(
    _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer) }
}

/// SplitMix64 (Steele, Lea, Flood 2014): seeds are printed with each failure, so that it can be had again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
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
