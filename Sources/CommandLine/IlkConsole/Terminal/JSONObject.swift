package import FoundationEssentials
import IlkVocabulary

/// A JSON object of an output, written as a literal. Fields without a value are left out.
///
///     let row: JSONObject = ["schema": "ilk.reminder/1", "id": id, "note": note]
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var base: (any Encodable)?
    private var fields: [String: any Encodable]

    package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        fields = Dictionary(
            elements.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
    }

    /// Creates the object of a value with other fields beside its own.
    package init(_ base: (any Encodable)?, with others: JSONObject) {
        self.base = base
        fields = others.fields
    }

    /// The value of a field; `nil` takes the field out.
    package subscript(name: String) -> (any Encodable)? {
        get { fields[name] }
        set { fields[name] = newValue }
    }

    package func encode(to encoder: any Encoder) throws {
        try base?.encode(to: encoder)
        var container = encoder.container(keyedBy: FieldName.self)
        for (name, value) in fields { try container.encode(value, forKey: FieldName(name)) }
    }
}

extension JSONEncoder {
    /// An encoder of output: with keys in order and plain slashes.
    ///
    /// - Parameter isPretty: `true` to lay the value out over lines.
    package static func ofOutput(isPretty: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }
}

extension OutputWriter {
    /// Appends a value as JSON and a line feed.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isPretty: `true` to lay it out over lines.
    /// - Throws: Errors of encoding.
    package func append(json value: some Encodable, isPretty: Bool = true) throws {
        append(Array(try JSONEncoder.ofOutput(isPretty: isPretty).encode(value)))
        append("\n")
    }
}
