import IlkFraming
import IlkVocabulary

extension DebugLogEntry {
    /// The maximum size of an entry's JSON, in bytes.
    public static let maximumSize = 256 << 10

    /// The entry as a line of JSON. ``init(json:)`` restores an equal entry.
    public var json: [UInt8] { members.json }

    /// Returns the entry as a line of JSON, reusing the buffer of the writer.
    func encoded(with writer: inout JSONWriter) throws(DebugEntryError) -> [UInt8] {
        if let sendError { throw sendError }
        // If an entry needs more memory than this limit, its JSON is larger than permitted. The extreme case
        // is an empty array, which takes 32 bytes of memory and 2 bytes of JSON.
        guard memory <= 16 * Self.maximumSize else { throw .tooLarge }
        writer.reset()
        members.write(to: &writer)
        guard writer.bytes.count <= Self.maximumSize else {
            writer = JSONWriter()
            throw .tooLarge
        }
        // Copy the bytes, without the unused capacity of the writer's buffer.
        return writer.bytes.withUnsafeBufferPointer(Array.init)
    }

    /// The fields of the entry's JSON object.
    var members: DebugPayload {
        var members: DebugPayload = [
            "id": .string(id.description), "correlation_id": .string(correlationId.description),
            "timestamp": .string(DebugTime.text(nanoseconds)), "source": .string(source.rawValue),
        ]
        members["level"] = level.map { .string($0.rawValue) }
        members["event"] = .string(event)
        members["payload"] = .object(payload)
        members["device_id"] = deviceId.map { .string($0.description) }
        members["session_id"] = sessionId.map { .string($0.description) }
        members["sequence"] = sequence.map { .integer($0) }
        return members
    }

    /// Parses an entry. Unknown fields are ignored.
    ///
    /// - Parameter json: A JSON object of at most ``maximumSize`` bytes.
    /// - Throws: The reason why the JSON is not accepted as an entry.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(json: some Sequence<UInt8>) throws(DebugEntryError) {
        let bytes = Array(json)
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        // The object of the entry is one level above the payload, so one more level is permitted.
        let value = try DebugPayloadValue(json: bytes, maximumDepth: DebugPayloadValue.maximumDepth + 1)
        guard case .object(let members) = value else { throw .notAnObject }
        try self.init(members)
    }

    /// Creates an entry from the fields of its JSON object.
    init(_ members: DebugPayload) throws(DebugEntryError) {
        guard let id = members["id"]?.asString.flatMap({ RecordID($0) }) else { throw .badID }
        guard case .string(let time)? = members["timestamp"], let nanoseconds = DebugTime.nanoseconds(time)
        else {
            throw .badTimestamp
        }
        guard let source = members["source"]?.asString.flatMap(LogSource.init(rawValue:)) else {
            throw .badSource
        }
        guard let event = members["event"]?.asString, Self.isEvent(event) else { throw .badEvent }
        var level: LogLevel?
        if let said = members["level"], said != .null {
            level = said.asString.flatMap(LogLevel.init(rawValue:))
            guard level != nil else { throw .badLevel }
        }
        var payload = DebugPayload()
        if let said = members["payload"], said != .null {
            guard let object = said.asObject else { throw .badPayload }
            payload = object
        }
        var sequence: Int64?
        if let said = members["sequence"], said != .null {
            guard case .integer(let place) = said else { throw .badReference }
            sequence = place
        }
        self.init(
            id: id, correlationId: try Self.reference(members["correlation_id"]), nanoseconds: nanoseconds,
            source: source, level: level, event: event, payload: payload,
            deviceId: try Self.reference(members["device_id"]),
            sessionId: try Self.reference(members["session_id"]), sequence: sequence)
        if let fault = payload.fault { throw fault }
    }

    private static func reference(_ value: DebugPayloadValue?) throws(DebugEntryError) -> RecordID? {
        switch value {
        case nil, .null: return nil
        case .string(let text):
            guard let id = RecordID(text) else { throw .badReference }
            return id
        default: throw .badReference
        }
    }
}

extension DebugPayload {
    /// The payload as a line of JSON.
    public var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Parses a payload.
    ///
    /// - Parameter json: A JSON object.
    /// - Throws: The reason why the JSON is not accepted as a payload.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(json: some Sequence<UInt8>) throws(DebugEntryError) {
        let value = try DebugPayloadValue(json: Array(json), maximumDepth: DebugPayloadValue.maximumDepth)
        guard case .object(let payload) = value else { throw .badPayload }
        self = payload
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in fields {
            writer.key(member.name)
            member.value.write(to: &writer)
        }
        writer.endObject()
    }
}

extension DebugPayloadValue {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(Int(value))
        case .number(let value): writer.number(value)
        case .string(let text): writer.string(text)
        case .array(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        case .object(let payload): payload.write(to: &writer)
        }
    }
}
