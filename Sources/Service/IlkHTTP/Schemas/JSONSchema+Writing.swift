package import IlkFraming

extension JSONSchema {
    /// Writes the schema in JSON Schema 2020-12. A named schema is written as a reference to the document's
    /// components.
    package func write(to writer: inout JSONWriter, summary: String = "") {
        writer.beginObject()
        if !summary.isEmpty { writer.field("description", summary) }
        if case .named(let name, _) = self {
            writer.field("$ref", "#/components/schemas/\(name)")
        } else {
            writeKeywords(to: &writer)
        }
        writer.endObject()
    }

    /// The named schemas that this schema contains, by name.
    package var components: [String: JSONSchema] {
        switch self {
        case .named(let name, let schema): schema.components.merging([name: schema]) { $1 }
        case .array(let element, _): element.components
        case .anyOf(let schemas): Self.components(schemas)
        case .object(let fields, .each(let other)): Self.components(fields.map(\.schema) + [other])
        case .object(let fields, _): Self.components(fields.map(\.schema))
        default: [:]
        }
    }

    private static func components(_ schemas: [JSONSchema]) -> [String: JSONSchema] {
        schemas.reduce(into: [:]) { $0.merge($1.components) { $1 } }
    }

    private func writeKeywords(to writer: inout JSONWriter) {
        switch self {
        case .any, .named: break
        case .null: writer.field("type", "null")
        case .boolean: writer.field("type", "boolean")
        case .string(let range):
            writer.field("type", "string")
            Self.write(range, "minLength", "maxLength", unless: 0, to: &writer)
        case .integer(let range):
            writer.field("type", "integer")
            Self.write(range, "minimum", "maximum", unless: Int.min, to: &writer)
        case .number(let range):
            writer.field("type", "number")
            for (name, bound) in [("minimum", range.lowerBound), ("maximum", range.upperBound)]
            where bound.isFinite {
                writer.key(name)
                writer.number(bound)
            }
        case .choice(let values):
            writer.field("type", "string")
            writer.field("enum", values)
        case .array(let element, let range):
            writer.field("type", "array")
            Self.write(range, "minItems", "maxItems", unless: 0, to: &writer)
            writer.key("items")
            element.write(to: &writer)
        case .object(let fields, let others): Self.write(fields, others, to: &writer)
        case .anyOf(let schemas):
            writer.key("anyOf")
            writer.beginArray()
            for schema in schemas { schema.write(to: &writer) }
            writer.endArray()
        }
    }

    private static func write(
        _ range: ClosedRange<Int>, _ lower: String, _ upper: String, unless least: Int,
        to writer: inout JSONWriter
    ) {
        if range.lowerBound > least { writer.field(lower, range.lowerBound) }
        if range.upperBound < Int.max { writer.field(upper, range.upperBound) }
    }

    private static func write(_ fields: [Field], _ others: Others, to writer: inout JSONWriter) {
        writer.field("type", "object")
        if !fields.isEmpty {
            writer.key("properties")
            writer.beginObject()
            for field in fields {
                writer.key(field.name)
                field.schema.write(to: &writer, summary: field.summary)
            }
            writer.endObject()
        }
        let required = fields.filter(\.isRequired).map(\.name)
        if !required.isEmpty { writer.field("required", required) }
        switch others {
        case .refused: writer.field("additionalProperties", false)
        case .ignored: break
        case .each(let schema):
            writer.key("additionalProperties")
            schema.write(to: &writer)
        }
    }
}
