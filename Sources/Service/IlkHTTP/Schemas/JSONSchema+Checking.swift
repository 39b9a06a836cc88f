package import IlkFraming
import IlkVocabulary

extension JSONSchema {
    /// The maximum number of reported faults of a value.
    package static let maximumFaults = 20

    /// Returns all faults of a value in one pass, at most ``maximumFaults``.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(*n*) in the size of the value, multiplied by the number of alternatives of `anyOf`.
    package func faults(in value: JSONTree) -> [FieldFault] {
        var faults: [FieldFault] = []
        check(value, at: "", &faults)
        return faults
    }

    private func check(_ value: JSONTree, at pointer: String, _ faults: inout [FieldFault]) {
        guard faults.count < Self.maximumFaults else { return }
        switch (unnamed, value) {
        case (.any, _), (.null, .null), (.boolean, .bool): break
        case (.string(let range), .string(let text)):
            if !range.contains(text.unicodeScalars.count) { faults.append(fault(pointer, .length)) }
        case (.integer(let range), _) where value.integer != nil:
            if !range.contains(value.integer ?? 0) { faults.append(fault(pointer, .range)) }
        case (.number(let range), _) where value.double != nil:
            if !range.contains(value.double ?? 0) { faults.append(fault(pointer, .range)) }
        case (.choice(let values), .string(let text)):
            if !values.contains(text) { faults.append(fault(pointer, .choice, allowed: values)) }
        case (.array(let element, let range), .array(let elements)):
            guard range.contains(elements.count) else { return faults.append(fault(pointer, .length)) }
            for (index, value) in elements.enumerated() {
                element.check(value, at: "\(pointer)/\(index)", &faults)
            }
        case (.object(let fields, let others), .object(let members)):
            Self.check(members, fields, others, at: pointer, &faults)
        case (.anyOf(let schemas), _):
            faults += Self.fewestFaults(schemas, value, at: pointer, limit: Self.maximumFaults - faults.count)
        default: faults.append(fault(pointer, .type))
        }
    }

    private static func check(
        _ members: [JSONTreeField], _ fields: [Field], _ others: Others, at pointer: String,
        _ faults: inout [FieldFault]
    ) {
        for member in members {
            let place = "\(pointer)/\(escaped(member.name))"
            if let field = fields.first(where: { $0.name == member.name }) {
                field.schema.check(member.value, at: place, &faults)
                continue
            }
            switch others {
            case .ignored: break
            case .each(let schema): schema.check(member.value, at: place, &faults)
            case .refused:
                guard faults.count < maximumFaults else { return }
                faults.append(.unknown(.body(place), "field", member.name, among: fields.map(\.name)))
            }
        }
        for field in fields where field.isRequired && !members.contains(where: { $0.name == field.name }) {
            guard faults.count < maximumFaults else { return }
            faults.append(FieldFault(.body("\(pointer)/\(escaped(field.name))"), .missing, "is missing"))
        }
    }

    /// Returns the faults of the alternative that fits best: the one with the value's type and the fewest
    /// faults.
    private static func fewestFaults(
        _ schemas: [JSONSchema], _ value: JSONTree, at pointer: String, limit: Int
    ) -> [FieldFault] {
        let attempts = schemas.map { schema in
            var faults: [FieldFault] = []
            schema.check(value, at: pointer, &faults)
            return faults
        }
        if attempts.contains(where: \.isEmpty) { return [] }
        let other = JSONSchema.anyOf(schemas).fault(pointer, .type)
        let fitting = attempts.filter { $0.first?.code != .type || $0.first?.place != other.place }
        return Array((fitting.min { $0.count < $1.count } ?? [other]).prefix(limit))
    }

    private func fault(_ pointer: String, _ code: FieldFault.Code, allowed: [String] = []) -> FieldFault {
        FieldFault(.body(pointer), code, "must be \(requirement)", allowed: allowed)
    }

    /// Returns a name as a part of a JSON pointer, cut to 64 characters.
    private static func escaped(_ name: String) -> String {
        String(name.prefix(64)).replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension FieldFault {
    /// Returns the fault of an unknown name, with the most similar allowed name.
    static func unknown(
        _ place: Place, _ noun: String, _ name: String, among names: [String]
    ) -> FieldFault {
        let hint = Suggestion.hint(for: name, among: names)
        return FieldFault(
            place, .unknown, "is not a known \(noun)" + (hint.map { "; \($0)" } ?? ""), allowed: names)
    }
}

extension JSONTree {
    /// The value as an integer, or `nil` if it is not an integer. A number without a fraction is an integer.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value as a number, or `nil` if it is not one.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The value as a string, or `nil` if it is not one.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The value as a Boolean value, or `nil` if it is not one.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array, or `nil` for other values.
    package var elements: [JSONTree]? {
        if case .array(let values) = self { values } else { nil }
    }
}
