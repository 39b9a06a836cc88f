/// Parses lines of labeled NDJSON, each in one pass.
///
/// Lines are validated as by ``JSONLine``. If a name is repeated, the last field counts.
public struct LabeledLineReader: Sendable {
    private let textField: JSONFieldName
    private let labelField: JSONFieldName
    private let sourceField: JSONFieldName
    private let weightField: JSONFieldName
    private var buffer: [UInt8] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - textField: The name of the field that contains the text.
    ///   - labelField: The name of the field that contains the label.
    ///   - sourceField: The name of the field that contains the source.
    ///   - weightField: The name of the field that contains the weight.
    public init(
        textField: JSONFieldName = "text", labelField: JSONFieldName = "label",
        sourceField: JSONFieldName = "source", weightField: JSONFieldName = "weight"
    ) {
        self.textField = textField
        self.labelField = labelField
        self.sourceField = sourceField
        self.weightField = weightField
    }

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line without its terminator.
    ///   - needsLabel: `true` if a label is required. Otherwise a missing or `null` label becomes the empty
    ///     string.
    /// - Throws: ``JSONLineError``. The code is `fieldMissing` if the text or a required label is missing,
    ///   `fieldNotAString` if the text, the label or the source has another type, and `fieldNotANumber` if
    ///   the weight is not a number above 0 and at most ``LabeledLine/maximumWeight``. A `null` source or
    ///   weight is accepted.
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func read(
        _ line: UnsafeBufferPointer<UInt8>, needsLabel: Bool = true
    ) throws(JSONLineError) -> LabeledLine {
        var text: JSONField?
        var label: JSONField?
        var source: JSONField?
        var weight: JSONField?
        var scanner = try JSONScanner(line, maximumDepth: JSONLine.maximumDepth)
        while let member = try scanner.nextField() {
            if JSONStringDecoder.equals(member.key, of: line, textField.utf8) { text = member }
            if JSONStringDecoder.equals(member.key, of: line, labelField.utf8) { label = member }
            if JSONStringDecoder.equals(member.key, of: line, sourceField.utf8) { source = member }
            if JSONStringDecoder.equals(member.key, of: line, weightField.utf8) { weight = member }
        }
        let end = scanner.position - 1
        try scanner.finish()
        let textString = try string(text, textField, end)
        var labelString: JSONString?
        if needsLabel || label.map({ line[$0.valueStart] != UInt8(ascii: "n") }) ?? false {
            labelString = try string(label, labelField, end)
        }
        var sourceString: JSONString?
        if let source, line[source.valueStart] != UInt8(ascii: "n") {
            sourceString = try string(source, sourceField, end)
        }
        let (words, repairs) = decode(textString, line)
        return LabeledLine(
            text: words, label: labelString.map { decode($0, line).0 } ?? "",
            source: sourceString.map { decode($0, line).0 }, weight: try number(weight, line),
            repairs: repairs)
    }

    /// Returns the weight in a field, or `nil` if the field is missing or `null`.
    private func number(
        _ member: JSONField?, _ line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> Double? {
        guard let member, line[member.valueStart] != UInt8(ascii: "n") else { return nil }
        let digits = String(decoding: line[member.valueStart..<member.valueEnd], as: UTF8.self)
        guard let number = Double(digits), number > 0, number <= LabeledLine.maximumWeight else {
            throw JSONLineError(
                code: .fieldNotANumber, offset: member.valueStart,
                detail:
                    "field '\(weightField)' is not a number greater than 0 and at most \(Int(LabeledLine.maximumWeight))"
            )
        }
        return number
    }

    private func string(
        _ member: JSONField?, _ name: JSONFieldName, _ end: Int
    ) throws(JSONLineError) -> JSONString {
        guard let member else {
            throw JSONLineError(code: .fieldMissing, offset: end, detail: "no field '\(name)'")
        }
        guard let string = member.string else {
            throw JSONLineError(
                code: .fieldNotAString, offset: member.valueStart, detail: "field '\(name)' is not a string")
        }
        return string
    }

    private mutating func decode(_ string: JSONString, _ line: UnsafeBufferPointer<UInt8>) -> (String, Int) {
        buffer.removeAll(keepingCapacity: true)
        let repairs = JSONStringDecoder.append(string, of: line, to: &buffer)
        return (String(decoding: buffer, as: UTF8.self), repairs)
    }
}
