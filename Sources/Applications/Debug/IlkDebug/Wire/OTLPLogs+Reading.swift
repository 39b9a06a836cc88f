import IlkVocabulary

extension OTLPLogs {
    /// Parses the body of an OTLP request. An invalid record becomes a failure that contains the reason.
    ///
    /// - Parameters:
    ///   - json: The body. An empty body has no records.
    ///   - now: The time of records without a time, in nanoseconds since 1970.
    /// - Returns: The records, in order.
    /// - Throws: `notJSON` if the body is not an OTLP request.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func entries(
        _ json: [UInt8], now: Int64
    ) throws(DebugEntryError) -> [Result<DebugLogEntry, DebugEntryError>] {
        let outline = JSONOutline(json)
        guard !outline.all.isEmpty else { return [] }
        guard let request = outline.members(outline.all) else { throw .notJSON }
        var reading = OTLPReading(outline: outline, now: now)
        for resourceLogs in try list(request["resourceLogs"], of: outline) {
            guard let members = outline.members(resourceLogs) else { throw .notJSON }
            let resource = OTLPShared(
                members["resource"].flatMap { outline.members($0) }?["attributes"], of: outline)
            for scopeLogs in try list(members["scopeLogs"], of: outline) {
                guard let inner = outline.members(scopeLogs) else { throw .notJSON }
                let scope = OTLPShared(inner["scope"], of: outline)
                for record in try list(inner["logRecords"], of: outline) {
                    reading.append(record, resource: resource, scope: scope)
                }
            }
        }
        return reading.entries
    }

    private static func list(
        _ range: Range<Int>?, of outline: JSONOutline
    ) throws(DebugEntryError) -> [Range<Int>] {
        guard let range, !outline.value(range).elementsEqual("null".utf8) else { return [] }
        guard let elements = outline.elements(range) else { throw .notJSON }
        return elements
    }
}

/// The attributes of a resource, or a whole scope, parsed once for all records that share it.
private struct OTLPShared {
    let range: Range<Int>?
    /// The parsed JSON, or `nil` if the request contains none.
    let value: Result<DebugPayloadValue?, DebugEntryError>

    init(_ range: Range<Int>?, of outline: JSONOutline) {
        self.range = range
        value = Result { () throws(DebugEntryError) -> DebugPayloadValue? in
            guard let range else { return nil }
            return try outline.read(range, maximumDepth: OTLPLogs.maximumDepth)
        }
    }

    var size: Int { range?.count ?? 0 }
}

/// A parser for the records of a request.
private struct OTLPReading {
    let outline: JSONOutline
    let now: Int64
    var entries: [Result<DebugLogEntry, DebugEntryError>] = []
    /// The number of bytes of resources and scopes that further records may copy. Without a limit, a long
    /// resource with many short records would produce entries whose total size grows with the square of the
    /// size of the request.
    private var sharedBytes: Int
    /// For each distinct record, the number of equal records so far. Equal records get different ids.
    private var seen: [ContentDigest: Int] = [:]

    init(outline: JSONOutline, now: Int64) {
        self.outline = outline
        self.now = now
        sharedBytes = OTLPLogs.mostSharedBytes + OTLPLogs.mostSharedGrowth * outline.bytes.count
    }

    mutating func append(_ record: Range<Int>, resource: OTLPShared, scope: OTLPShared) {
        do throws(DebugEntryError) {
            entries.append(.success(try entry(record, resource, scope)))
        } catch {
            entries.append(.failure(error))
        }
    }

    private mutating func entry(
        _ range: Range<Int>, _ resource: OTLPShared, _ scope: OTLPShared
    ) throws(DebugEntryError) -> DebugLogEntry {
        sharedBytes -= resource.size + scope.size
        guard sharedBytes >= 0 else { throw .tooLarge }
        let record = try members(range)
        var attributes = try Self.attributes(record["attributes"])
        var resources = try Self.attributes(resource.value.get())
        let id = removeID(OTLPLogs.Name.id, from: &attributes) ?? derived(range, resource.range)
        let session = removeID(OTLPLogs.Name.session, from: &attributes)
        let device = removeID(OTLPLogs.Name.device, from: &resources)
        let source = Self.source(&attributes, resources, hasDevice: device != nil)
        // The service name that `OTLPLogs.json` writes for entries without a service name.
        if resources[OTLPLogs.Name.service] == .string("ilk-\(source.rawValue)") {
            resources[OTLPLogs.Name.service] = nil
        }
        var payload = try Self.payload(record["body"])
        let level = Self.level(record, &payload)
        let sequence = attributes[OTLPLogs.Name.sequence].flatMap(OTLPLogs.int64)
        if sequence != nil { attributes[OTLPLogs.Name.sequence] = nil }
        let event = Self.event(record, &attributes)
        let nanoseconds = try time(record, &attributes)
        try Self.storeRemainder(record, &payload)
        if !attributes.isEmpty { payload[OTLPLogs.Name.attributes] = .object(attributes) }
        if !resources.isEmpty { payload[OTLPLogs.Name.resource] = .object(resources) }
        if let whole = try scope.value.get() {
            if case .object(let members) = whole, !members.isEmpty { payload[OTLPLogs.Name.scope] = whole }
        }
        if let fault = payload.fault { throw fault }
        let trace = record["traceId"]?.asString.flatMap(Hexadecimal.id)
        let entry = DebugLogEntry(
            id: id, correlationId: trace, nanoseconds: nanoseconds, source: source, level: level,
            event: event, payload: payload, deviceId: device, sessionId: session, sequence: sequence)
        guard entry.memory <= DebugLogEntry.maximumSize else { throw .tooLarge }
        return entry
    }

    private func members(_ range: Range<Int>) throws(DebugEntryError) -> DebugPayload {
        guard case .object(let members) = try outline.read(range, maximumDepth: OTLPLogs.maximumDepth) else {
            throw .notAnObject
        }
        return members
    }

    /// Returns a UUID that is computed from the bytes of the record, the bytes of its resource, and the
    /// number of earlier equal records.
    private mutating func derived(_ record: Range<Int>, _ resource: Range<Int>?) -> RecordID {
        var bytes = Array(outline.value(record))
        if let resource { bytes += outline.value(resource) }
        let plain = ContentDigest(of: bytes)
        let place = seen[plain, default: 0]
        seen[plain] = place + 1
        let digest = place == 0 ? plain : ContentDigest(of: bytes + Array("#\(place)".utf8))
        func word(_ start: Int) -> UInt64 {
            digest.bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        // A UUID of version 8 (RFC 9562). The masks set the version and variant bits.
        return RecordID(
            high: word(0) & ~0xF000 | 0x8000,
            low: word(8) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Removes an id from the attributes and returns the id. An attribute that is not a UUID is kept.
    private func removeID(_ name: String, from attributes: inout DebugPayload) -> RecordID? {
        guard let id = attributes[name]?.asString.flatMap({ RecordID($0) }) else { return nil }
        attributes[name] = nil
        return id
    }

    private func time(
        _ record: DebugPayload, _ attributes: inout DebugPayload
    ) throws(DebugEntryError) -> Int64 {
        // The time of an entry up to 1970.
        let name = OTLPLogs.Name.timestamp
        if let nanoseconds = attributes[name]?.asString.flatMap(DebugTime.nanoseconds) {
            attributes[name] = nil
            return nanoseconds
        }
        for name in ["timeUnixNano", "observedTimeUnixNano"] {
            guard let said = record[name] else { continue }
            guard let nanoseconds = OTLPLogs.int64(said), nanoseconds >= 0 else { throw .badTimestamp }
            if nanoseconds > 0 { return nanoseconds }
        }
        return now
    }
}

extension OTLPReading {
    /// Converts an OTLP list of keys and values to a payload.
    static func attributes(_ list: DebugPayloadValue?) throws(DebugEntryError) -> DebugPayload {
        guard let list, list != .null else { return DebugPayload() }
        guard let pairs = list.asArray else { throw .badPayload }
        guard pairs.count <= OTLPLogs.maximumAttributes else { throw .tooLarge }
        return try members(pairs, depth: 1)
    }

    private static func members(
        _ pairs: [DebugPayloadValue], depth: Int
    ) throws(DebugEntryError) -> DebugPayload {
        var members: [DebugPayload.Field] = []
        for pair in pairs {
            guard let pair = pair.asObject, let name = pair["key"]?.asString else { throw .badPayload }
            members.append(DebugPayload.Field(name, try value(pair["value"], depth: depth)))
        }
        guard !DebugPayload.hasRepeated(members) else { throw .repeatedName }
        return DebugPayload(members)
    }

    /// Converts an OTLP `AnyValue` to a payload value.
    static func value(
        _ any: DebugPayloadValue?, depth: Int
    ) throws(DebugEntryError) -> DebugPayloadValue {
        guard depth <= DebugPayloadValue.maximumDepth else { throw .tooDeep }
        guard let any, any != .null else { return .null }
        guard let member = any.asObject?.fields.first(where: { $0.value != .null }) else {
            guard any.asObject != nil else { throw .badPayload }
            return .null
        }
        switch (member.name, member.value) {
        case ("stringValue", .string), ("boolValue", .bool): return member.value
        case ("bytesValue", .string): return .object([OTLPLogs.Name.bytes: member.value])
        case ("stringValue", _), ("boolValue", _), ("bytesValue", _): throw .badPayload
        case ("intValue", let number):
            guard let whole = OTLPLogs.int64(number) else { throw .notANumber }
            return .integer(whole)
        case ("doubleValue", let number):
            guard let number = number.asNumber else { throw .notANumber }
            return .number(number)
        case ("arrayValue", _):
            var values: [DebugPayloadValue] = []
            for inner in member.value.asObject?["values"]?.asArray ?? [] {
                values.append(try value(inner, depth: depth + 1))
            }
            return .array(values)
        case ("kvlistValue", _):
            let pairs = member.value.asObject?["values"]?.asArray ?? []
            return .object(try members(pairs, depth: depth + 1))
        default: return .null
        }
    }

    /// Converts a body to a payload. A map becomes the payload; any other value becomes the payload's field
    /// `otel.body`.
    static func payload(_ body: DebugPayloadValue?) throws(DebugEntryError) -> DebugPayload {
        switch try value(body, depth: 1) {
        case .null: return DebugPayload()
        case .object(let members) where members[OTLPLogs.Name.bytes] == nil: return members
        case let other: return [OTLPLogs.Name.body: other]
        }
    }

    /// Returns the level for an OTLP severity. Details of the severity that a level cannot express are stored
    /// in the payload.
    static func level(_ record: DebugPayload, _ payload: inout DebugPayload) -> LogLevel? {
        let number = record["severityNumber"].flatMap(OTLPLogs.int64) ?? 0
        let text = record["severityText"]?.asString
        let level: LogLevel? =
            switch number {
            case 1...8: .debug
            case 9...12: .info
            case 13...16: .warn
            case 17...24: .error
            default: text.flatMap(named)
            }
        if let text, text != level?.rawValue { payload[OTLPLogs.Name.severityText] = .string(text) }
        if number != 0, level.map({ OTLPLogs.number(of: $0.rawValue) }) != number {
            payload[OTLPLogs.Name.severityNumber] = .integer(number)
        }
        return level
    }

    private static func named(_ text: String) -> LogLevel? {
        switch text.lowercased() {
        case "trace", "debug": .debug
        case "info", "information", "notice": .info
        case "warn", "warning": .warn
        case "error", "err", "fatal", "critical", "alert", "emergency": .error
        default: nil
        }
    }

    /// Returns the name of an event: the field `eventName`, the attribute `event.name`, or `LOG`.
    static func event(_ record: DebugPayload, _ attributes: inout DebugPayload) -> String {
        if let name = record["eventName"]?.asString, DebugLogEntry.isEvent(name) { return name }
        if let name = attributes["event.name"]?.asString, DebugLogEntry.isEvent(name) {
            attributes["event.name"] = nil
            return name
        }
        return "LOG"
    }

    static func source(
        _ attributes: inout DebugPayload, _ resources: DebugPayload, hasDevice: Bool
    ) -> LogSource {
        if let said = attributes[OTLPLogs.Name.source]?.asString.flatMap(LogSource.init(rawValue:)) {
            attributes[OTLPLogs.Name.source] = nil
            return said
        }
        let service = resources[OTLPLogs.Name.service]?.asString ?? ""
        let named = LogSource.allCases.first {
            service == $0.rawValue || service.hasSuffix("-" + $0.rawValue)
        }
        return named ?? (hasDevice ? .ios : .backend)
    }

    /// Adds the fields that have no counterpart in an entry to the payload.
    static func storeRemainder(_ record: DebugPayload, _ payload: inout DebugPayload) throws(DebugEntryError)
    {
        if let span = record["spanId"]?.asString, span.utf8.count == 16,
            Hexadecimal.lower(Array(span.lowercased().utf8)[...]).map({ $0 != 0 }) ?? false
        {
            payload[OTLPLogs.Name.span] = .string(span.lowercased())
        }
        for (member, name) in [
            ("flags", OTLPLogs.Name.flags), ("droppedAttributesCount", OTLPLogs.Name.dropped),
        ] {
            if let number = record[member].flatMap(OTLPLogs.int64), number != 0 {
                payload[name] = .integer(number)
            }
        }
    }
}
