package import IlkFraming

/// A parameter of a route. For a parameter in the path or the query, the schema describes and checks the
/// value, as for a field of a body. A header is only described: the handler reads it from the request.
package struct Parameter: Hashable, Sendable {
    package enum Place: String, Hashable, Sendable {
        case path
        case query
        case header
    }

    package let place: Place
    package let field: JSONSchema.Field

    package var name: String { field.name }

    package init(_ place: Place, _ field: JSONSchema.Field) {
        self.place = place
        self.field = field
    }

    /// Converts a text to the type that the schema expects: `"7"` → `7` for an integer. A text that cannot be
    /// converted stays a string.
    ///
    /// - Parameter text: The decoded text.
    package static func value(of text: String, for schema: JSONSchema) -> JSONTree {
        switch schema.unnamed {
        case .boolean where text == "true" || text == "false": .bool(text == "true")
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(text)
        default: .string(text)
        }
    }

    /// Checks the parameters of a request.
    ///
    /// - Parameters:
    ///   - declared: The parameters of the route.
    ///   - path: The decoded values of the path's parameters by name.
    ///   - query: The pairs of the query.
    /// - Returns: An object with the values by name.
    /// - Throws: ``Problem`` `unknown-parameter` or `invalid-parameter` with all faults.
    static func check(
        _ declared: [Parameter], path: [String: String], query: [(name: String, value: String)]
    ) throws(Problem) -> JSONTree {
        let pairs = path.map { (name: $0.key, value: $0.value) } + query
        var values: [JSONTreeField] = []
        var (unknown, invalid): ([FieldFault], [FieldFault]) = ([], [])
        for (name, text) in pairs.prefix(1000) {
            guard let parameter = declared.first(where: { $0.name == name && $0.place != .header }) else {
                let names = declared.filter { $0.place == .query }.map(\.name)
                let shown = String(name.prefix(64))
                unknown.append(.unknown(.parameter(shown), "parameter", name, among: names))
                continue
            }
            if values.contains(where: { $0.name == name }) {
                invalid.append(FieldFault(.parameter(name), .repeated, "must occur once"))
                continue
            }
            let value = value(of: text, for: parameter.field.schema)
            invalid += parameter.field.schema.faults(in: value).map {
                FieldFault(.parameter(name), $0.code, $0.detail, allowed: $0.allowed)
            }
            values.append(JSONTreeField(name, value))
        }
        for parameter in declared where parameter.place == .query && parameter.field.isRequired {
            guard !values.contains(where: { $0.name == parameter.name }) else { continue }
            invalid.append(FieldFault(.parameter(parameter.name), .missing, "is missing"))
        }
        if !unknown.isEmpty { throw Problem(.unknownParameter, faults: unknown) }
        if !invalid.isEmpty { throw Problem(.invalidParameter, faults: invalid) }
        return .object(values)
    }
}
