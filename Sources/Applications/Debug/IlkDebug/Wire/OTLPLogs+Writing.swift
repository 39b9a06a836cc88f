import IlkVocabulary

extension OTLPLogs {
    /// Returns the body of an OTLP request. Consecutive entries with the same resource are grouped.
    ///
    /// - Parameters:
    ///   - entries: The entries, in order.
    ///   - received: A function that returns the time at which an entry was received, in nanoseconds since
    ///     1970, or `nil` if the time is unknown.
    /// - Complexity: O(*n*) in the size of the entries.
    public static func json(
        _ entries: [DebugLogEntry], received: (DebugLogEntry) -> Int64? = { _ in nil }
    ) -> [UInt8] {
        var resources: [DebugPayloadValue] = []
        var place = entries.startIndex
        while place < entries.endIndex {
            let resource = Resource(entries[place])
            let end = entries[place...].firstIndex { Resource($0) != resource } ?? entries.endIndex
            resources.append(resource.value(of: entries[place..<end].map { record($0, received($0)) }))
            place = end
        }
        let body: DebugPayload = ["resourceLogs": .array(resources)]
        return body.json
    }

    /// The resource that a group of records shares.
    private struct Resource: Equatable {
        var source: LogSource
        var device: RecordID?
        var attributes: DebugPayload?
        var scope: DebugPayloadValue?

        init(_ entry: DebugLogEntry) {
            source = entry.source
            device = entry.deviceId
            attributes = entry.payload[Name.resource]?.asObject
            scope = entry.payload[Name.scope]
        }

        func value(of records: [DebugPayloadValue]) -> DebugPayloadValue {
            var pairs: [DebugPayloadValue] = []
            if attributes?[Name.service] == nil {
                pairs.append(pair(Name.service, .string("ilk-\(source.rawValue)")))
            }
            if let device { pairs.append(pair(Name.device, .string(device.description))) }
            pairs += OTLPLogs.pairs(of: attributes)
            var scoped = DebugPayload()
            scoped["scope"] = scope
            scoped["logRecords"] = .array(records)
            return ["resource": ["attributes": .array(pairs)], "scopeLogs": [.object(scoped)]]
        }
    }

    private static func record(_ entry: DebugLogEntry, _ received: Int64?) -> DebugPayloadValue {
        var payload = entry.payload
        func remove(_ name: String) -> DebugPayloadValue? {
            defer { payload[name] = nil }
            return payload[name]
        }
        let (text, number) = (remove(Name.severityText)?.asString, remove(Name.severityNumber).flatMap(int64))
        let (span, flags) = (remove(Name.span)?.asString, remove(Name.flags).flatMap(int64))
        let (dropped, kept) = (remove(Name.dropped).flatMap(int64), remove(Name.attributes)?.asObject)
        payload[Name.resource] = nil
        payload[Name.scope] = nil
        var record = DebugPayload()
        record["timeUnixNano"] = time(entry.nanoseconds)
        record["observedTimeUnixNano"] = received.flatMap(time)
        record["severityNumber"] = entry.level.map { .integer(number ?? self.number(of: $0.rawValue)) }
        record["severityText"] = (text ?? entry.level?.rawValue).map { .string($0) }
        record["eventName"] = .string(entry.event)
        record["body"] = any(remove(Name.body) ?? .object(payload))
        record["attributes"] = .array(identity(of: entry) + pairs(of: kept))
        record["droppedAttributesCount"] = dropped.map { .integer($0) }
        record["flags"] = flags.map { .integer($0) }
        if !entry.correlationId.isZero {
            record["traceId"] = .string(Hexadecimal.text(entry.correlationId))
        }
        record["spanId"] = span.map { .string($0) }
        return .object(record)
    }

    /// Returns a time as OTLP writes it, or `nil` for a time up to 1970: OTLP has no negative times, and 0 means
    /// that the time is unknown.
    private static func time(_ nanoseconds: Int64) -> DebugPayloadValue? {
        nanoseconds > 0 ? .string("\(nanoseconds)") : nil
    }

    /// Returns the attributes that identify an entry, and its time if OTLP has no field for it.
    private static func identity(of entry: DebugLogEntry) -> [DebugPayloadValue] {
        var attributes: DebugPayload = [Name.id: .string(entry.id.description)]
        attributes[Name.session] = entry.sessionId.map { .string($0.description) }
        attributes[Name.source] = .string(entry.source.rawValue)
        attributes[Name.sequence] = entry.sequence.map { .integer($0) }
        if entry.nanoseconds <= 0 { attributes[Name.timestamp] = .string(DebugTime.text(entry.nanoseconds)) }
        return pairs(of: attributes)
    }

    private static func pairs(of members: DebugPayload?) -> [DebugPayloadValue] {
        members?.fields.map { pair($0.name, $0.value) } ?? []
    }

    private static func pair(_ name: String, _ value: DebugPayloadValue) -> DebugPayloadValue {
        ["key": .string(name), "value": any(value)]
    }

    private static func any(_ value: DebugPayloadValue) -> DebugPayloadValue {
        switch value {
        case .null: [:]
        case .bool: ["boolValue": value]
        case .integer(let number): ["intValue": .string("\(number)")]
        case .number: ["doubleValue": value]
        case .string: ["stringValue": value]
        case .array(let values): ["arrayValue": ["values": .array(values.map(any))]]
        case .object(let payload):
            if let bytes = payload[Name.bytes], bytes.asString != nil, payload.fields.count == 1 {
                ["bytesValue": bytes]
            } else {
                ["kvlistValue": ["values": .array(pairs(of: payload))]]
            }
        }
    }
}
