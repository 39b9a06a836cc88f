public import IlkVocabulary

/// The value of the header `traceparent` (W3C Trace Context).
///
/// Ilk uses the correlation id as the trace id, so the headers `traceparent` and `X-Correlation-ID` agree.
public struct TraceParent: Sendable, Hashable {
    /// The name of the header.
    public static let header = "traceparent"
    /// The name of the header that contains the correlation id only.
    public static let correlationHeader = "X-Correlation-ID"

    /// The trace id, which is the correlation id: 16 bytes, not all zero.
    public let correlationId: RecordID
    /// The span id of the request: 8 bytes, not all zero.
    public let spanId: UInt64
    /// The trace flags. Bit 0 is set if the trace is recorded.
    public let flags: UInt8

    /// Creates a value. Returns `nil` if an id is zero.
    ///
    /// - Parameters:
    ///   - correlationId: The trace id.
    ///   - spanId: The span id of the request.
    ///   - flags: The flags.
    public init?(correlationId: RecordID, spanId: UInt64, flags: UInt8 = 1) {
        guard spanId != 0, !correlationId.isZero else { return nil }
        self.correlationId = correlationId
        self.spanId = spanId
        self.flags = flags
    }

    /// Parses the value of the header. Returns `nil` if the value is invalid; the request then starts a new
    /// trace. From a value of a later format version, the fields of version 00 are parsed.
    ///
    /// - Parameter text: The value.
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

    /// The header's value, 55 characters.
    public var text: String {
        "00-\(Hexadecimal.text(correlationId))-\(Hexadecimal.text(spanId))-\(Hexadecimal.text(UInt64(flags)).suffix(2))"
    }

    /// Returns the correlation id of a request: the value of `X-Correlation-ID` or, if this header is missing
    /// or invalid, the trace id of `traceparent`.
    ///
    /// - Parameters:
    ///   - header: The value of `X-Correlation-ID`.
    ///   - traceparent: The value of `traceparent`.
    /// - Returns: The id, or `nil` if neither header is valid. Invalid values are neither logged nor echoed.
    public static func correlation(header: String?, traceparent: String?) -> RecordID? {
        if let header, header.utf8.count == 36, let id = RecordID(header), !id.isZero { return id }
        return traceparent.flatMap { TraceParent($0) }?.correlationId
    }
}

extension RecordID {
    var isZero: Bool { self == RecordID(high: 0, low: 0) }
}

/// Conversion between ids and hexadecimal digits.
enum Hexadecimal {
    /// Parses at most 16 digits in lower case.
    static func lower(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for byte in digits {
            guard !byte.isASCIIUppercase, let digit = byte.hexDigitValue else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// Returns 16 lowercase hexadecimal digits.
    static func text(_ value: UInt64) -> String { value.zeroPadded(to: 16, radix: 16) }

    /// Returns the id as 32 lowercase hexadecimal digits, without hyphens.
    static func text(_ id: RecordID) -> String { id.description.lowercased().filter { $0 != "-" } }

    /// Parses a UUID of 32 digits in either case. Returns `nil` for invalid or zero ids.
    static func id(_ text: String) -> RecordID? {
        let bytes = Array(text.lowercased().utf8)
        guard bytes.count == 32, let high = lower(bytes[0..<16]), let low = lower(bytes[16..<32]) else {
            return nil
        }
        let id = RecordID(high: high, low: low)
        return id.isZero ? nil : id
    }
}
