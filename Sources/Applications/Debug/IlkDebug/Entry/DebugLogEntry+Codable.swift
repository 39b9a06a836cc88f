import IlkVocabulary

// Codable conformance, for other encoders and decoders. Only ``DebugLogEntry/json`` is lossless.

extension DebugLogEntry: Codable {
    /// Writes an object with the fields of the entry. The time is a string.
    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

    /// Reads an object with the fields of the entry.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(DebugPayload(from: decoder))
        } catch let fault as DebugEntryError {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: fault.message))
        }
    }
}

extension DebugPayload: Codable {
    /// Writes an object with the fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for member in fields { try container.encode(member.value, forKey: FieldName(member.name)) }
    }

    /// Reads the fields in the decoder's order.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        self.init(
            try container.allKeys.map {
                Field($0.stringValue, try container.decode(DebugPayloadValue.self, forKey: $0))
            })
    }
}

extension DebugPayloadValue: Codable {
    /// Writes the JSON value.
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

    /// Reads a JSON value.
    public init(from decoder: any Decoder) throws {
        if let object = try? DebugPayload(from: decoder) {  // An error means another type.
            self = .object(object)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // An error means another type.
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {  // An error means another type.
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // An error means another type.
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // An error means another type.
            self = .string(value)
        } else {
            self = .array(try container.decode([DebugPayloadValue].self))
        }
    }
}
