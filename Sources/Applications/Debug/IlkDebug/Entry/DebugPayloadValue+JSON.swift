import IlkFraming

extension DebugPayloadValue {
    /// Parses a JSON value strictly, like ``JSONTree``. Rejects values that would change when they are
    /// written back.
    init(json: [UInt8], maximumDepth: Int) throws(DebugEntryError) {
        do {
            self.init(try JSONTree(strictly: json, maximumDepth: maximumDepth))
        } catch {
            throw DebugEntryError(error)
        }
    }

    private init(_ tree: JSONTree) {
        self =
            switch tree {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map(DebugPayloadValue.init))
            case .object(let members):
                .object(
                    DebugPayload(members.map { DebugPayload.Field($0.name, DebugPayloadValue($0.value)) }))
            }
    }
}

extension DebugEntryError {
    fileprivate init(_ error: JSONLineError) {
        self =
            switch error.code {
            case .tooDeep: .tooDeep
            case .nameRepeated: .repeatedName
            case .notUnicode: .notUnicode
            case .numberOutOfRange: .notANumber
            default: .notJSON
            }
    }
}
