import IlkVocabulary

// For those who have an encoder of their own; `json` is the form that loses nothing.

extension DebugLogEntry: Codable {
    /// Writes the members under their names, times as text.
    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

    /// Reads the members.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(DebugPayload(from: decoder))
        } catch let fault as DebugEntryFault {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: fault.says))
        }
    }
}

extension DebugPayload: Codable {
    /// Writes the members under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for member in members { try container.encode(member.value, forKey: FieldName(member.name)) }
    }

    /// Reads the members, in the order that the decoder has them in.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        self.init(
            try container.allKeys.map {
                Member($0.stringValue, try container.decode(DebugPayloadValue.self, forKey: $0))
            })
    }
}

extension DebugPayloadValue: Codable {
    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        if case .object(let payload) = self { return try payload.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object: break
        }
    }

    /// Reads a value.
    public init(from decoder: any Decoder) throws {
        if let object = try? DebugPayload(from: decoder) {  // Else it is something else.
            self = .object(object)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // As above.
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {  // As above.
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // As above.
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // As above.
            self = .string(value)
        } else {
            self = .array(try container.decode([DebugPayloadValue].self))
        }
    }
}
