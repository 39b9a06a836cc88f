/// Conversion between entries and OpenTelemetry logs (OTLP/HTTP with JSON).
///
/// Fields of an OTLP record that have no counterpart in an entry are stored in the payload, under names that
/// begin with `otel.`. These fields are restored when the entry is written as OTLP. If a record has no id, an
/// id is computed from the bytes of the record, so a record that is sent twice is stored once.
public enum OTLPLogs {
    /// The maximum number of attributes of a record, a resource or a scope.
    public static let maximumAttributes = 128
    /// Each record copies the bytes of its resource and scope. The limit for all copies of a request is a
    /// constant plus a multiple of the size of the request. Records beyond the limit are rejected as too
    /// large.
    static let (mostSharedBytes, mostSharedGrowth) = (1 << 16, 32)
    /// The maximum nesting of JSON. A level of a payload takes up to four levels in OTLP.
    static let maximumDepth = 4 * DebugPayloadValue.maximumDepth + 16

    /// The names of attributes in OTLP and of fields in payloads.
    enum Name {
        static let id = "log.record.uid"
        static let session = "session.id"
        static let device = "device.id"
        static let service = "service.name"
        static let source = "ilk.source"
        static let sequence = "ilk.sequence"
        static let timestamp = "ilk.timestamp"
        static let attributes = "otel.attributes"
        static let resource = "otel.resource"
        static let scope = "otel.scope"
        static let body = "otel.body"
        static let bytes = "otel.bytes"
        static let span = "otel.span_id"
        static let flags = "otel.flags"
        static let severityText = "otel.severity_text"
        static let severityNumber = "otel.severity_number"
        static let dropped = "otel.dropped_attributes_count"
    }

    /// The response to an OTLP request.
    public struct Response: Sendable, Hashable {
        /// The number of permanently rejected records.
        public var rejected: Int
        /// The reason why records were rejected, or a warning if no record was rejected.
        public var message: String

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - rejected: The number of permanently rejected records.
        ///   - message: The reason why records were rejected, or a warning.
        public init(rejected: Int = 0, message: String = "") {
            self.rejected = rejected
            self.message = message
        }

        /// The body of the response. It is an empty object if all records were accepted without a warning.
        public var json: [UInt8] {
            var partial = DebugPayload()
            if rejected > 0 { partial["rejectedLogRecords"] = .string("\(rejected)") }
            if !message.isEmpty { partial["errorMessage"] = .string(message) }
            let body: DebugPayload = partial.isEmpty ? [:] : ["partialSuccess": .object(partial)]
            return body.json
        }

        /// Parses the body of a response. Returns `nil` if the body is not an OTLP response.
        ///
        /// - Parameter json: The body.
        /// - Complexity: O(*n*) in the number of bytes.
        public init?(json: [UInt8]) {
            let whole = try? DebugPayloadValue(json: json, maximumDepth: 16)  // Not OTLP.
            guard case .object(let members)? = whole else { return nil }
            let partial = members["partialSuccess"]?.asObject
            guard members.isEmpty || partial != nil else { return nil }
            rejected = partial?["rejectedLogRecords"].flatMap(OTLPLogs.int64).map { Int($0) } ?? 0
            message = partial?["errorMessage"]?.asString ?? ""
        }
    }

    /// Parses a 64-bit integer, which OTLP writes as a number or as a string of digits.
    static func int64(_ value: DebugPayloadValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// Returns the OTLP severity number of a level: the lowest number of its range.
    static func number(of level: String) -> Int64 {
        switch level {
        case "debug": 5
        case "info": 9
        case "warn": 13
        default: 17
        }
    }
}
