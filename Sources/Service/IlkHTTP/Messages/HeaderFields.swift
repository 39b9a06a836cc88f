import IlkVocabulary

/// The header fields of a message in order. Names are compared without regard to case.
package struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var fields: [(name: String, value: String)] = []

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0, value: $1) }
    }

    /// The value of the first field with a name. Assigning replaces all fields with this name.
    package subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && one.utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}
