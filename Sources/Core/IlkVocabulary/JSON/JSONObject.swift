/// A JSON object for output, created from a dictionary literal. Fields with the value `nil` are omitted.
///
///     let row: JSONObject = ["schema": "ilk.reminder/1", "id": id, "note": note]
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var base: (any Encodable)?
    /// The fields, except those of the base.
    package private(set) var fields: [String: any Encodable]
    /// `true` if the object also contains the fields of another encodable value.
    package var hasBase: Bool { base != nil }

    package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        fields = Dictionary(
            elements.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
    }

    /// Creates an object that contains the fields of an encodable value and additional fields.
    package init(_ base: (any Encodable)?, with others: JSONObject) {
        self.base = base
        fields = others.fields
    }

    /// The value of a field. Assigning `nil` removes the field.
    package subscript(name: String) -> (any Encodable)? {
        get { fields[name] }
        set { fields[name] = newValue }
    }

    /// Returns a copy with additional fields. For a prediction, they are `category` and `probability`. For an
    /// abstention, they are `category` (null), `abstention` (the reason) and `guess` (an object with the most
    /// probable category and its probability).
    ///
    /// - Parameters:
    ///   - category: The most probable category.
    ///   - probability: The probability of the category, or `nil` if unknown.
    ///   - abstention: The reason for an abstention, or `nil` for a prediction.
    package func predicting(_ category: String, _ probability: Double?, abstention: String?) -> JSONObject {
        var object = self
        guard let abstention else {
            object["category"] = category
            object["probability"] = probability
            return object
        }
        object["category"] = JSONNull()
        object["abstention"] = abstention
        object["guess"] = ["category": category, "probability": probability] as JSONObject
        return object
    }

    package func encode(to encoder: any Encoder) throws {
        try base?.encode(to: encoder)
        var container = encoder.container(keyedBy: FieldName.self)
        for (name, value) in fields { try container.encode(value, forKey: FieldName(name)) }
    }
}

/// The value `null`, for fields that are present without a value.
package struct JSONNull: Encodable {
    package init() {}

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
