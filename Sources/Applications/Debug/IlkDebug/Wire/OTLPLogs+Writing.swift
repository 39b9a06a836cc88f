import IlkFraming
import IlkVocabulary

extension OTLPLogs {
    /// Writes entries as the body of one request: in their order, those of one resource that follow one another together.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - received: When each came in, in nanoseconds since 1970; nil where that is not known.
    public static func json(
        _ entries: [DebugLogEntry], received: (DebugLogEntry) -> Int64? = { _ in nil }
    ) -> [UInt8] {
        var writing = OTLPWriting()
        writing.writer.beginObject()
        writing.writer.key("resourceLogs")
        writing.writer.beginArray()
        var place = entries.startIndex
        while place < entries.endIndex {
            let resource = OTLPWriting.Resource(entries[place])
            let end =
                entries[place...].firstIndex { OTLPWriting.Resource($0) != resource } ?? entries.endIndex
            writing.write(resource, entries[place..<end], received)
            place = end
        }
        writing.writer.endArray()
        writing.writer.endObject()
        return writing.writer.bytes
    }
}

/// Writes the records of one request.
private struct OTLPWriting {
    /// What the records that stand together have in common.
    struct Resource: Equatable {
        var source: LogSource
        var device: RecordID?
        var attributes: DebugPayload?
        var scope: DebugPayloadValue?

        init(_ entry: DebugLogEntry) {
            source = entry.source
            device = entry.deviceId
            attributes = entry.payload[OTLPLogs.Name.resource]?.asObject
            scope = entry.payload[OTLPLogs.Name.scope]
        }
    }

    var writer = JSONWriter()

    mutating func write(
        _ resource: Resource, _ entries: ArraySlice<DebugLogEntry>, _ received: (DebugLogEntry) -> Int64?
    ) {
        writer.beginObject()
        writer.key("resource")
        writer.beginObject()
        writer.key("attributes")
        writer.beginArray()
        if resource.attributes?[OTLPLogs.Name.service] == nil {
            pair(OTLPLogs.Name.service, .string("ilk-\(resource.source.rawValue)"))
        }
        if let device = resource.device { pair(OTLPLogs.Name.device, .string(device.description)) }
        for member in resource.attributes?.members ?? [] { pair(member.name, member.value) }
        writer.endArray()
        writer.endObject()
        writer.key("scopeLogs")
        writer.beginArray()
        writer.beginObject()
        if let scope = resource.scope {
            writer.key("scope")
            scope.write(to: &writer)
        }
        writer.key("logRecords")
        writer.beginArray()
        for entry in entries { write(entry, received(entry)) }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
    }

    private mutating func write(_ entry: DebugLogEntry, _ received: Int64?) {
        var payload = entry.payload
        func take(_ name: String) -> DebugPayloadValue? {
            defer { payload[name] = nil }
            return payload[name]
        }
        let (text, number) = (take(OTLPLogs.Name.severityText), take(OTLPLogs.Name.severityNumber))
        let (span, flags) = (take(OTLPLogs.Name.span), take(OTLPLogs.Name.flags))
        let (dropped, kept) = (take(OTLPLogs.Name.dropped), take(OTLPLogs.Name.attributes)?.asObject)
        payload[OTLPLogs.Name.resource] = nil
        payload[OTLPLogs.Name.scope] = nil
        writer.beginObject()
        member("timeUnixNano", "\(entry.nanoseconds)")
        if let received { member("observedTimeUnixNano", "\(received)") }
        if let level = entry.level {
            writer.key("severityNumber")
            writer.integer(Int(number.flatMap(OTLPLogs.whole) ?? OTLPLogs.number(of: level.rawValue)))
        }
        if let text = text?.asString ?? entry.level?.rawValue { member("severityText", text) }
        member("eventName", entry.event)
        writer.key("body")
        let body = take(OTLPLogs.Name.body)
        write(body ?? .object(payload))
        writer.key("attributes")
        writer.beginArray()
        pair(OTLPLogs.Name.id, .string(entry.id.description))
        if let session = entry.sessionId { pair(OTLPLogs.Name.session, .string(session.description)) }
        pair(OTLPLogs.Name.source, .string(entry.source.rawValue))
        if let sequence = entry.sequence { pair(OTLPLogs.Name.sequence, .integer(sequence)) }
        for member in kept?.members ?? [] { pair(member.name, member.value) }
        writer.endArray()
        for (name, value) in [("droppedAttributesCount", dropped), ("flags", flags)] {
            guard let whole = value.flatMap(OTLPLogs.whole) else { continue }
            writer.key(name)
            writer.integer(Int(whole))
        }
        if !entry.correlationId.isZero { member("traceId", Hexadecimal.text(entry.correlationId)) }
        if let span = span?.asString { member("spanId", span) }
        writer.endObject()
    }

    private mutating func member(_ name: String, _ value: String) {
        writer.key(name)
        writer.string(value)
    }

    private mutating func pair(_ name: String, _ value: DebugPayloadValue) {
        writer.beginObject()
        member("key", name)
        writer.key("value")
        write(value)
        writer.endObject()
    }

    /// An `AnyValue`.
    private mutating func write(_ value: DebugPayloadValue) {
        writer.beginObject()
        switch value {
        case .null: break
        case .bool(let value):
            writer.key("boolValue")
            writer.bool(value)
        case .integer(let value): member("intValue", "\(value)")
        case .number(let value):
            writer.key("doubleValue")
            writer.number(value)
        case .string(let value): member("stringValue", value)
        case .array(let values):
            writer.key("arrayValue")
            writer.beginObject()
            writer.key("values")
            writer.beginArray()
            for value in values { write(value) }
            writer.endArray()
            writer.endObject()
        case .object(let payload): write(payload)
        }
        writer.endObject()
    }

    private mutating func write(_ payload: DebugPayload) {
        if let bytes = payload[OTLPLogs.Name.bytes]?.asString, payload.members.count == 1 {
            return member("bytesValue", bytes)
        }
        writer.key("kvlistValue")
        writer.beginObject()
        writer.key("values")
        writer.beginArray()
        for member in payload.members { pair(member.name, member.value) }
        writer.endArray()
        writer.endObject()
    }
}
