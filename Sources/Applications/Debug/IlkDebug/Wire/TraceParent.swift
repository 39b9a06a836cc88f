public import IlkVocabulary

/// A request's place in a trace, as the header `traceparent` has it (W3C Trace Context).
///
/// The trace's id is the correlation's, so that `traceparent` and `X-Correlation-ID` never say different things.
public struct TraceParent: Sendable, Hashable {
    /// The name of the header.
    public static let header = "traceparent"
    /// The name of the header that has the correlation alone.
    public static let correlationHeader = "X-Correlation-ID"

    /// What belongs together: 16 bytes, not all of them 0.
    public let correlationId: RecordID
    /// The request: 8 bytes, not all of them 0.
    public let spanId: UInt64
    /// Bit 0: the trace is being recorded.
    public let flags: UInt8

    /// A place in a trace; nil when an id is all zeros.
    public init?(correlationId: RecordID, spanId: UInt64, flags: UInt8 = 1) {
        guard spanId != 0, !correlationId.isZero else { return nil }
        self.correlationId = correlationId
        self.spanId = spanId
        self.flags = flags
    }

    /// Reads the header's value.
    ///
    /// - Returns: Nil for anything that is none: then a new trace begins. A later version's is read as far as this one goes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, bytes.count <= 512, bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D,
            let version = Hexadecimal.lower(bytes[0..<2]), version != 0xFF,
            bytes.count == 55 || version > 0 && bytes[55] == 0x2D,
            let high = Hexadecimal.lower(bytes[3..<19]), let low = Hexadecimal.lower(bytes[19..<35]),
            let span = Hexadecimal.lower(bytes[36..<52]), let flags = Hexadecimal.lower(bytes[53..<55])
        else { return nil }
        self.init(correlationId: RecordID(high: high, low: low), spanId: span, flags: UInt8(flags))
    }

    /// The header's value: 55 characters.
    public var text: String {
        "00-\(Hexadecimal.text(correlationId))-\(Hexadecimal.text(spanId))-\(Hexadecimal.text(UInt64(flags)).suffix(2))"
    }

    /// What a request belongs to, by its headers: the correlation that it names, else its trace's.
    ///
    /// - Returns: Nil when neither can be read. What could not be read is not shown, sent or logged by anybody.
    public static func correlation(header: String?, traceparent: String?) -> RecordID? {
        if let header, header.utf8.count == 36, let id = RecordID(header), !id.isZero { return id }
        return traceparent.flatMap { TraceParent($0) }?.correlationId
    }
}

extension RecordID {
    var isZero: Bool { self == RecordID(high: 0, low: 0) }
}

/// Ids as hexadecimal digits.
enum Hexadecimal {
    /// Digits in lower case, and nothing else; at most 16.
    static func lower(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for byte in digits {
            guard !byte.isASCIIUppercase, let digit = byte.hexDigitValue else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// 16 digits in lower case.
    static func text(_ value: UInt64) -> String { value.zeroPadded(to: 16, radix: 16) }

    /// 32 digits in lower case.
    static func text(_ id: RecordID) -> String { id.description.lowercased().filter { $0 != "-" } }

    /// A UUID of 32 digits in either case; nil for anything else and for zeros alone.
    static func id(_ text: String) -> RecordID? {
        let bytes = Array(text.lowercased().utf8)
        guard bytes.count == 32, let high = lower(bytes[0..<16]), let low = lower(bytes[16..<32]) else {
            return nil
        }
        let id = RecordID(high: high, low: low)
        return id.isZero ? nil : id
    }
}
