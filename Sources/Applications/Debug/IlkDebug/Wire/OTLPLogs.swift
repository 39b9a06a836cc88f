/// Logs as OpenTelemetry sends them over HTTP in JSON: bytes into entries, and entries into bytes.
///
/// What an entry has no place for stands in its payload under names that begin with `otel.`, and goes back to where it was
/// when it is written. A record without an id of ours gets one of its own bytes, so that one that is sent twice is stored
/// once.
public enum OTLPLogs {
    /// The most attributes that are taken of a record, a resource or a scope.
    public static let mostAttributes = 128
    /// The bytes of resources and scopes that the records of one request may repeat: so many, and as many times the size of
    /// the request. Records beyond that are too large.
    static let (mostSharedBytes, mostSharedGrowth) = (1 << 16, 32)
    /// How deep values may stand in one another, in levels of JSON: each of ours is up to four of theirs.
    static let maximumDepth = 4 * DebugPayloadValue.maximumDepth + 16

    /// Names of attributes and members.
    enum Name {
        static let id = "log.record.uid"
        static let session = "session.id"
        static let device = "device.id"
        static let service = "service.name"
        static let source = "ilk.source"
        static let sequence = "ilk.sequence"
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

    /// What a request came to.
    public struct Answer: Sendable, Hashable {
        /// How many records were not taken, and never will be.
        public var rejected: Int
        /// Why, in words; without records a warning.
        public var message: String

        /// An answer of these parts.
        public init(rejected: Int = 0, message: String = "") {
            self.rejected = rejected
            self.message = message
        }

        /// The body: nothing is said where all is well.
        public var json: [UInt8] {
            var partial = DebugPayload()
            if rejected > 0 { partial["rejectedLogRecords"] = .string("\(rejected)") }
            if !message.isEmpty { partial["errorMessage"] = .string(message) }
            let body: DebugPayload = partial.isEmpty ? [:] : ["partialSuccess": .object(partial)]
            return body.json
        }

        /// Reads a body; nil when it is none of an OTLP server.
        public init?(json: [UInt8]) {
            let whole = try? DebugPayloadValue(json: json, maximumDepth: 16)  // Another server answered.
            guard case .object(let members)? = whole else { return nil }
            let partial = members["partialSuccess"]?.asObject
            guard members.isEmpty || partial != nil else { return nil }
            rejected = partial?["rejectedLogRecords"].flatMap(OTLPLogs.whole).map { Int($0) } ?? 0
            message = partial?["errorMessage"]?.asString ?? ""
        }
    }

    /// A 64-bit number: as digits in a text, or as a number.
    static func whole(_ value: DebugPayloadValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// The number of a level, the lowest of its range.
    static func number(of level: String) -> Int64 {
        switch level {
        case "debug": 5
        case "info": 9
        case "warn": 13
        default: 17
        }
    }
}
