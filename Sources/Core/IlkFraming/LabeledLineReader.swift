/// Parses lines of labeled NDJSON, each in one pass.
///
/// Lines are validated as by ``JSONLine``. If a name is repeated, the last field is used.
public struct LabeledLineReader: Sendable {
    private let textField: JSONFieldPath
    private let labelField: JSONFieldPath
    private let sourceField: JSONFieldPath
    private let weightField: JSONFieldPath
    private let timeField: JSONFieldPath?
    /// `true` if a field is looked for in nested objects.
    private let hasPaths: Bool
    private var buffer: [UInt8] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - textField: The name or path of the field that contains the text.
    ///   - labelField: The name or path of the field that contains the label.
    ///   - sourceField: The name or path of the field that contains the source.
    ///   - weightField: The name or path of the field that contains the weight.
    ///   - timeField: The name or path of the field that contains the time, or `nil` to read no time.
    public init(
        textField: JSONFieldPath = "text", labelField: JSONFieldPath = "label",
        sourceField: JSONFieldPath = "source", weightField: JSONFieldPath = "weight",
        timeField: JSONFieldPath? = nil
    ) {
        self.textField = textField
        self.labelField = labelField
        self.sourceField = sourceField
        self.weightField = weightField
        self.timeField = timeField
        hasPaths = [textField, labelField, sourceField, weightField, timeField].contains {
            $0?.steps.isEmpty == false
        }
    }

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line without its terminator.
    ///   - needsLabel: `true` if a label is required. If `false`, a missing or `null` label becomes the empty
    ///     string.
    ///   - allowsArray: `true` if the label may be an array of any number of strings.
    /// - Throws: ``JSONLineError``. The code is `fieldMissing` if the text or a required label is missing. It
    ///   is `fieldNotAString` if the text, a label or the source has another type. It is `fieldNotANumber` if
    ///   the weight is not above 0 and at most ``LabeledLine/maximumWeight``, or if the time is neither an
    ///   RFC 3339 time nor a number. A `null` source or weight is accepted.
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func read(
        _ line: UnsafeBufferPointer<UInt8>, needsLabel: Bool = true, allowsArray: Bool = false
    ) throws(JSONLineError) -> LabeledLine {
        let (fields, end) = try fields(of: line)
        let textString = try string(fields.text, textField, end)
        let array = allowsArray ? try labels(in: fields.label, of: line) : nil
        var labelString: JSONString?
        if array != nil {
            // The labels are read already.
        } else if needsLabel || fields.label.map({ line[$0.valueStart] != UInt8(ascii: "n") }) ?? false {
            labelString = try string(fields.label, labelField, end)
        }
        var sourceString: JSONString?
        if let source = fields.source, line[source.valueStart] != UInt8(ascii: "n") {
            sourceString = try string(source, sourceField, end)
        }
        let (words, repairs) = decode(textString, line)
        var result = LabeledLine(
            text: words, label: labelString.map { decode($0, line).0 } ?? array?.first ?? "",
            source: sourceString.map { decode($0, line).0 }, weight: try number(fields.weight, line),
            repairs: repairs, furtherLabels: Array((array ?? []).dropFirst()))
        result.hasLabelArray = array != nil
        if let timeField { result.time = try time(fields.time, timeField, end, line) }
        return result
    }

    /// Returns the offset of the label in a line that ``read(_:needsLabel:allowsArray:)`` accepted, or `nil`
    /// if the line has no label.
    ///
    /// - Parameter line: The line without its terminator.
    /// - Complexity: O(*n*) in the length of the line.
    public func labelOffset(in line: UnsafeBufferPointer<UInt8>) -> Int? {
        let found = try? fields(of: line)  // The line is valid.
        return found?.fields.label?.valueStart
    }

    /// Returns the fields of a line, and the offset of the closing brace.
    private func fields(
        of line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> (fields: Fields, end: Int) {
        var found = Fields()
        var outermost = Fields()
        var scanner = try JSONScanner(line, maximumDepth: JSONLine.maximumDepth)
        while let member = try scanner.nextField() {
            func isNamed(_ field: JSONFieldPath?) -> Bool {
                field.map { JSONStringDecoder.equals(member.key, of: line, $0.name.utf8) } ?? false
            }
            if isNamed(textField) { found.text = member }
            if isNamed(labelField) { found.label = member }
            if isNamed(sourceField) { found.source = member }
            if isNamed(weightField) { found.weight = member }
            if isNamed(timeField) { found.time = member }
            if hasPaths { note(member, line, in: &outermost) }
        }
        let end = scanner.position - 1
        try scanner.finish()
        guard hasPaths else { return (found, end) }
        if found.text == nil { found.text = try nested(textField, outermost.text, line) }
        if found.label == nil { found.label = try nested(labelField, outermost.label, line) }
        if found.source == nil { found.source = try nested(sourceField, outermost.source, line) }
        if found.weight == nil { found.weight = try nested(weightField, outermost.weight, line) }
        if found.time == nil, let timeField { found.time = try nested(timeField, outermost.time, line) }
        return (found, end)
    }

    /// Returns the distinct labels in an array, or `nil` if the field is missing or is not an array.
    private func labels(
        in field: JSONField?, of line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> [String]? {
        guard let field, line[field.valueStart] == UInt8(ascii: "[") else { return nil }
        var labels: [String] = []
        var seen: Set<String> = []
        func refused(_ reason: String) -> JSONLineError {
            JSONLineError(
                code: .fieldNotAString, offset: field.valueStart, detail: "field '\(labelField)' \(reason)")
        }
        let tree: JSONTree
        do throws(JSONLineError) {
            tree = try JSONTree(strictly: line[field.valueStart..<field.valueEnd])
        } catch {
            throw refused("is not an array of valid Unicode strings")
        }
        guard case .array(let values) = tree else { return nil }
        for value in values {
            guard case .string(let label) = value else { throw refused("is not an array of strings") }
            guard !label.isEmpty else { throw refused("has an empty label") }
            if seen.insert(label).inserted { labels.append(label) }
        }
        return labels
    }

    /// The fields of a line, or the top-level fields at which the paths begin.
    private struct Fields {
        var text: JSONField?
        var label: JSONField?
        var source: JSONField?
        var weight: JSONField?
        var time: JSONField?
    }

    private func note(
        _ field: JSONField, _ line: UnsafeBufferPointer<UInt8>, in outermost: inout Fields
    ) {
        func begins(_ path: JSONFieldPath?) -> Bool {
            path?.steps.first.map { JSONStringDecoder.equals(field.key, of: line, $0.utf8) } ?? false
        }
        if begins(textField) { outermost.text = field }
        if begins(labelField) { outermost.label = field }
        if begins(sourceField) { outermost.source = field }
        if begins(weightField) { outermost.weight = field }
        if begins(timeField) { outermost.time = field }
    }

    private func nested(
        _ path: JSONFieldPath, _ outermost: JSONField?, _ line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> JSONField? {
        guard let outermost else { return nil }
        return try path.field(in: outermost, of: line)
    }

    /// Returns the weight in a field, or `nil` if the field is missing or `null`.
    private func number(
        _ member: JSONField?, _ line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> Double? {
        guard let member, line[member.valueStart] != UInt8(ascii: "n") else { return nil }
        let digits = String(decoding: line[member.valueStart..<member.valueEnd], as: UTF8.self)
        guard let number = LabeledLine.weight(digits) else {
            throw JSONLineError(
                code: .fieldNotANumber, offset: member.valueStart,
                detail: "field '\(weightField)' \(LabeledLine.weightRange)")
        }
        return number
    }

    /// Returns the time in a field: a string or a number.
    private mutating func time(
        _ member: JSONField?, _ name: JSONFieldPath, _ end: Int, _ line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> Double {
        guard let member else {
            throw JSONLineError(
                code: .fieldMissing, offset: end, detail: "missing field '\(name)'")
        }
        let text =
            member.string.map { decode($0, line).0 }
            ?? String(decoding: line[member.valueStart..<member.valueEnd], as: UTF8.self)
        guard let time = LabeledLine.time(text) else {
            throw JSONLineError(
                code: .fieldNotANumber, offset: member.valueStart,
                detail: "field '\(name)' \(LabeledLine.timeForms)")
        }
        return time
    }

    private func string(
        _ member: JSONField?, _ name: JSONFieldPath, _ end: Int
    ) throws(JSONLineError) -> JSONString {
        guard let member else {
            throw JSONLineError(code: .fieldMissing, offset: end, detail: "missing field '\(name)'")
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
