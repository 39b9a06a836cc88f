import IlkFraming
import IlkVocabulary

/// Typed access to the fields of a JSON object. The error for an invalid field contains its name.
struct UsageJSONFields {
    private let json: JSONTree

    /// - Throws: ``UsageError/invalid(_:)`` if `json` is not an object.
    init(_ json: JSONTree) throws {
        guard case .object = json else { throw UsageError.invalid(["the record is not a JSON object"]) }
        self.json = json
    }

    private static func wrong(_ name: String, expected: String) -> UsageError {
        .invalid(["field '\(name)' must be \(expected)"])
    }

    private func value(_ name: String) -> JSONTree? {
        let value = json[name]
        return value == .null ? nil : value
    }

    private func member<Value>(
        _ name: String, expected: String, _ read: (JSONTree) -> Value?
    ) throws -> Value? {
        guard let value = value(name) else { return nil }
        guard let found = read(value) else { throw Self.wrong(name, expected: expected) }
        return found
    }

    private func needed<Value>(_ member: Value?, _ name: String) throws -> Value {
        guard let member else { throw UsageError.invalid(["missing field '\(name)'"]) }
        return member
    }

    func text(_ name: String) throws -> String? {
        try member(name, expected: "a string") { if case .string(let text) = $0 { text } else { nil } }
    }

    func needed(_ name: String) throws -> String { try needed(text(name), name) }

    func number(_ name: String) throws -> Int? {
        try member(name, expected: "an integer") {
            if case .integer(let number) = $0 { Int(number) } else { nil }
        }
    }

    func number(needed name: String) throws -> Int { try needed(number(name), name) }

    func flag(_ name: String) throws -> Bool? {
        try member(name, expected: "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
    }

    func id(_ name: String) throws -> RecordID {
        guard let id = RecordID(try needed(name)) else {
            throw UsageError.invalid(["field '\(name)' must be a UUID"])
        }
        return id
    }

    func time(_ name: String) throws -> ZonedTime {
        guard let time = ZonedTime(try needed(name)) else {
            throw Self.wrong(name, expected: "an ISO 8601 time, such as 2026-11-21T18:30:00Z")
        }
        return time
    }

    func texts(_ name: String) throws -> [String] {
        guard case .array(let values) = try needed(value(name), name) else {
            throw Self.wrong(name, expected: "an array of strings")
        }
        return try values.map {
            guard case .string(let text) = $0 else {
                throw Self.wrong(name, expected: "an array of strings")
            }
            return text
        }
    }

    func grid() throws -> SymbolTap.GridPosition? {
        guard let value = value("grid_position") else { return nil }
        guard case .array(let values) = value, values.count == 2, case .integer(let row) = values[0],
            case .integer(let column) = values[1]
        else { throw Self.wrong("grid_position", expected: "an array of a row and a column") }
        return SymbolTap.GridPosition(row: Int(row), column: Int(column))
    }

    func edits() throws -> PhraseCompletion.Edits {
        guard let value = value("edits_made") else { return PhraseCompletion.Edits() }
        let members = try UsageJSONFields(value)
        return PhraseCompletion.Edits(
            removed: try members.number("removed") ?? 0, reordered: try members.number("reordered") ?? 0)
    }
}
