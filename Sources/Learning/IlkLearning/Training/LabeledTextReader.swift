public import IlkFraming
public import IlkVocabulary

/// A parser of files of labeled texts.
public struct LabeledTextReader: Sendable {
    /// The number of labels that a record must have.
    public enum LabelRequirement: Sendable, Hashable {
        /// Exactly one label.
        case one
        /// Exactly one label. In JSON Lines, the label can also be an array of any number of labels.
        case oneOrArray
        /// No label or one label. A missing label is the empty string.
        case atMostOne
        /// Any number of labels. In JSON Lines, the labels are a string or an array. In CSV and TSV, they are
        /// one field with separators. All labels after the first are in ``LabeledLine/furtherLabels``.
        case any

        /// `true` if a label can be missing.
        var allowsNone: Bool { self == .atMostOne || self == .any }
    }

    /// A record, or the reason why it cannot be read.
    public typealias Outcome = Result<LabeledLine, LabeledTextProblem>

    let format: LabeledTextFormat
    let fields: LabeledTextFields
    let labels: LabelRequirement
    let labelSeparator: String

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - fields: The fields with the text and the label.
    ///   - labels: The number of labels that a record must have.
    ///   - labelSeparator: The nonempty text that separates the labels in a field of CSV and TSV.
    public init(
        format: LabeledTextFormat, fields: LabeledTextFields = LabeledTextFields(),
        labels: LabelRequirement = .one, labelSeparator: String = ","
    ) {
        self.labelSeparator = labelSeparator
        self.format = format
        self.fields = fields
        self.labels = labels
    }

    /// Parses the records of a file in order.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file. A byte order mark at the start is skipped.
    ///   - body: Called for each record with the line on which it begins, from 1.
    /// - Complexity: O(*n*) in the size of the file.
    public func read(_ bytes: [UInt8], _ body: (Int, Outcome) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            if let problem = Self.otherFile(bytes) { return body(1, .failure(problem)) }
            let start = ByteOrderMark.length(in: bytes)
            switch format {
            case .jsonl: readJSON(bytes, body)
            case .fasttext: readFastText(bytes, from: start, body)
            case .csv, .tsv: LabeledTableReader(self).read(bytes, from: start, body)
            }
        }
    }

    /// Returns the problem of a file that is not UTF-8 text, recognized by its first bytes.
    private static func otherFile(_ bytes: UnsafeBufferPointer<UInt8>) -> LabeledTextProblem? {
        func problem(_ reason: String, _ cause: LabeledTextProblem.Cause) -> LabeledTextProblem {
            LabeledTextProblem(line: 1, column: 1, reason, cause, endsFile: true)
        }
        // The signatures of ZIP (Office Open XML, OpenDocument) and of earlier Office files.
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            return problem("a spreadsheet or an archive; expected text", .spreadsheet)
        }
        let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        // Without a byte order mark, every second byte of ASCII characters is zero.
        let zeros = bytes.prefix(4).map { $0 == 0 }
        guard hasMark || zeros == [false, true, false, true] || zeros == [true, false, true, false] else {
            return nil
        }
        return problem("UTF-16; expected UTF-8", .utf16)
    }

    /// Returns the reason why a label of a record is invalid in every taxonomy, or `nil` if all its labels
    /// are valid.
    ///
    /// - Parameter line: The record.
    package static func fault(in line: LabeledLine) -> String? {
        let isValid = ([line.label] + line.furtherLabels).allSatisfy { $0.isEmpty || LabelSet.isKey($0) }
        return isValid
            ? nil
            : "a label must be one line without control characters, of 1 to \(LabelSet.keyBytes) bytes, without "
                + "white space at the ends"
    }

    private func readJSON(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Int, Outcome) -> Void) {
        var reader = LabeledLineReader(
            textField: JSONFieldPath(fields.text), labelField: JSONFieldPath(fields.label),
            sourceField: JSONFieldPath(fields.source), weightField: JSONFieldPath(fields.weight),
            timeField: fields.time.map { JSONFieldPath($0) })
        Self.eachLine(of: bytes, from: 0) { number, line in
            if JSONLine.isBlank(line) { return }
            do throws(JSONLineError) {
                let found = try reader.read(
                    line, needsLabel: labels != .atMostOne,
                    allowsArray: labels == .any || labels == .oneOrArray)
                let isMissing = labels != .atMostOne && found.label.isEmpty && !found.hasLabelArray
                let empty = isMissing ? "the label is empty: field '\(fields.label)'" : nil
                if let reason = empty ?? Self.fault(in: found) {
                    let column = reader.labelOffset(in: line).map { $0 + 1 }
                    return body(
                        number, .failure(LabeledTextProblem(line: number, column: column, reason)))
                }
                body(number, .success(found))
            } catch {
                let cause: LabeledTextProblem.Cause =
                    switch error.code {
                    case .notJSON, .notAnObject: .notJSON
                    case .fieldMissing: .missingField
                    default: .record
                    }
                let problem = LabeledTextProblem(
                    line: number, column: error.offset + 1, reason(error), cause)
                body(number, .failure(problem))
            }
        }
    }

    /// Returns the description of an error with the expected content.
    private func reason(_ error: JSONLineError) -> String {
        switch error.code {
        case .fieldMissing: "\(error.detail) (\(expected(error)))"
        case .fieldNotAString: "\(error.detail); expected \(expected(error))"
        case .notAnObject: error.detail + "; expected an object with a text and a label"
        default: error.detail
        }
    }

    /// Returns the type of the field that an error names.
    private func expected(_ error: JSONLineError) -> String {
        if let time = fields.time, error.detail.contains("'\(time)'") { return "a time" }
        return labels != .one && labels != .atMostOne && error.detail.contains("'\(fields.label)'")
            ? "a string or an array of strings" : "a string"
    }

    private func readFastText(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Int, Outcome) -> Void
    ) {
        Self.eachLine(of: bytes, from: start) { number, line in
            if JSONLine.isBlank(line) { return }
            body(number, FastTextLine.parse(line, number: number, labels: labels))
        }
    }

    /// Calls a closure with each line and its number, from 1. The line feed is not part of the line.
    private static func eachLine(
        of bytes: UnsafeBufferPointer<UInt8>, from start: Int,
        _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard let base = bytes.baseAddress else { return }
        var start = start
        var number = 0
        while start < bytes.count {
            number += 1
            let end = ByteScan.firstLineFeed(base, from: start, to: bytes.count)
            body(number, UnsafeBufferPointer(rebasing: bytes[start..<end]))
            start = end + 1
        }
    }
}

extension LabeledText {
    /// Creates a labeled text from a record.
    ///
    /// - Parameters:
    ///   - line: The record.
    ///   - source: The source of the text, or `nil` for the source that the record names.
    public init(_ line: LabeledLine, source: String? = nil) {
        self.init(
            text: line.text, category: Category(line.label), source: source ?? line.source,
            weight: line.weight ?? 1)
        furtherCategories = line.furtherLabels.map { Category($0) }
    }
}
