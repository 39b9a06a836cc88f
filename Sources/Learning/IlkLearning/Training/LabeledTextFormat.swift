/// The format of a file of labeled texts.
public enum LabeledTextFormat: String, Sendable, Hashable, CaseIterable {
    /// JSON Lines: an object with a text and a label on each line.
    case jsonl
    /// Rows of fields, which are quoted if necessary (RFC 4180). The separator is a comma, a semicolon if the
    /// first row has no comma, or a tab if the first row has neither.
    case csv
    /// Rows of fields between tabs. Quotes are ordinary characters, and a field contains neither tabs nor
    /// line breaks.
    case tsv
    /// Lines of words for fastText. The words that begin with `__label__` are the labels.
    case fasttext
}

/// The fields of a file of labeled texts: names or paths such as `a.b` in JSON Lines, and columns of CSV and
/// TSV. Other formats have no fields.
///
/// A table has no header row if all given fields are numbers and include the text and the label. In this
/// case, the numbers are column positions, from 1.
public struct LabeledTextFields: Sendable, Hashable {
    /// The field with the text.
    public let text: String
    /// The field with the label.
    public let label: String
    /// The field with the source of the text.
    public let source: String
    /// The field with the weight in training.
    public let weight: String
    /// The field with the time, or `nil` to read no time.
    public let time: String?
    /// The fields that the user named.
    let given: Set<String>

    /// Creates the fields.
    ///
    /// - Parameters:
    ///   - text: The field with the text. `nil` means the field `text`.
    ///   - label: The field with the label. `nil` means the field `label`.
    ///   - source: The field with the source. `nil` means the field `source`, which is optional in a file.
    ///   - weight: The field with the weight. `nil` means the field `weight`, which is optional in a file.
    ///   - time: The field with the time, which each record must have. `nil` means that no time is read.
    public init(
        text: String? = nil, label: String? = nil, source: String? = nil, weight: String? = nil,
        time: String? = nil
    ) {
        self.text = text ?? "text"
        self.label = label ?? "label"
        self.source = source ?? "source"
        self.weight = weight ?? "weight"
        self.time = time
        given = Set([text, label, source, weight, time].compactMap(\.self))
    }

    /// Returns the same fields with another field for the time.
    ///
    /// - Parameter time: The field with the time, or `nil` to read no time.
    public func adding(time: String?) -> LabeledTextFields {
        func name(_ field: String) -> String? { given.contains(field) ? field : nil }
        return LabeledTextFields(
            text: name(text), label: name(label), source: name(source), weight: name(weight), time: time)
    }

    /// Returns `true` if the fields are column positions.
    ///
    /// - Parameter needsLabel: `true` if the label must be among the given fields.
    func arePositions(needsLabel: Bool) -> Bool {
        given.contains(text) && (!needsLabel || given.contains(label))
            && given.allSatisfy { Self.position($0) != nil }
    }

    /// Returns the index for a position from 1, or `nil` if the field is a name.
    static func position(_ field: String) -> Int? {
        guard let number = Int(field), number > 0, number <= 100_000 else { return nil }
        return number - 1
    }
}
