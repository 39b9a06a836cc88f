/// The form of a JSON value. A schema checks requests, and describes requests and responses in the OpenAPI
/// document.
package indirect enum JSONSchema: Hashable, Sendable {
    case any
    case null
    case boolean
    /// A string with a range of lengths in Unicode scalars.
    case string(ClosedRange<Int> = 0...Int.max)
    /// An integer. A number without a fraction, such as 1.0, is an integer too.
    case integer(ClosedRange<Int> = Int.min...Int.max)
    case number(ClosedRange<Double> = -Double.infinity...Double.infinity)
    case choice([String])
    case array(of: JSONSchema, ClosedRange<Int> = 0...Int.max)
    case object([Field], others: Others = .refused)
    case anyOf([JSONSchema])
    /// A schema with a name. The OpenAPI document contains a named schema only once.
    case named(String, JSONSchema)

    package struct Field: Hashable, Sendable {
        package let name: String
        package let schema: JSONSchema
        package let isRequired: Bool
        package let summary: String

        package init(_ name: String, _ schema: JSONSchema, isRequired: Bool = false, _ summary: String = "") {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// The rule for fields of an object that the schema does not declare.
    package enum Others: Hashable, Sendable {
        case refused
        case ignored
        /// Each undeclared field has this form.
        case each(JSONSchema)
    }

    /// The schema without its name.
    package var unnamed: JSONSchema {
        if case .named(_, let schema) = self { return schema.unnamed }
        return self
    }

    /// The requirement on a value in words: `an integer from 1 to 100`.
    package var requirement: String {
        switch unnamed {
        case .any, .named: "a value"
        case .null: "null"
        case .boolean: "true or false"
        case .string(let range): "a string" + Self.words(range, unit: " characters")
        case .integer(let range) where range.upperBound < Int.max:
            "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .integer(let range):
            range.lowerBound > Int.min ? "an integer of at least \(range.lowerBound)" : "an integer"
        case .number(let range):
            range.upperBound.isFinite
                ? "a number from \(Self.digits(range.lowerBound)) to "
                    + Self.digits(range.upperBound) : "a number"
        case .choice(let values): "one of " + values.joined(separator: ", ")
        case .array(_, let range): "an array" + Self.words(range, unit: " elements")
        case .object: "an object"
        case .anyOf(let schemas): Self.alternatives(schemas.map(\.requirement))
        }
    }

    /// Returns requirements as alternatives, each once.
    private static func alternatives(_ requirements: [String]) -> String {
        requirements.enumerated().filter { requirements.firstIndex(of: $0.element) == $0.offset }
            .map { $0.element }.joined(separator: " or ")
    }

    /// Returns a range of lengths in words, or an empty string for any length.
    private static func words(_ range: ClosedRange<Int>, unit: String) -> String {
        if range.upperBound < Int.max { return " of \(range.lowerBound) to \(range.upperBound)\(unit)" }
        return range.lowerBound > 0 ? " of at least \(range.lowerBound)\(unit)" : ""
    }

    /// Returns a bound as text, without a fraction if the bound is an integer.
    private static func digits(_ bound: Double) -> String {
        Int(exactly: bound).map(String.init) ?? "\(bound)"
    }
}
