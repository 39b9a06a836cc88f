import IlkFraming
import IlkVocabulary

/// A line in the format of fastText: words separated by white space. The words that begin with `__label__`
/// are labels.
enum FastTextLine {
    /// The beginning of a label.
    static let mark = Array("__label__".utf8)

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line without its line feed.
    ///   - number: The number of the line.
    ///   - labels: The number of labels that the line must have.
    static func parse(
        _ line: UnsafeBufferPointer<UInt8>, number: Int,
        labels requirement: LabeledTextReader.LabelRequirement
    ) -> LabeledTextReader.Outcome {
        func failure(_ column: Int, _ reason: String, _ cause: LabeledTextProblem.Cause = .record)
            -> LabeledTextReader.Outcome
        {
            .failure(LabeledTextProblem(line: number, column: column + 1, reason, cause))
        }
        guard let found = labelsAndText(line) else {
            let valid = UTF8Repair.validPrefix(of: line)
            return .failure(.notUTF8(line: number, column: valid + 1))
        }
        if let place = found.emptyLabel {
            return failure(place, "the label is empty; expected __label__NAME")
        }
        if found.labels.isEmpty, !requirement.allowsNone {
            return failure(0, "no label; expected __label__NAME before the text")
        }
        if found.labels.count > 1, requirement != .any {
            let names =
                found.labels.prefix(5).joined(separator: ", ") + (found.labels.count > 5 ? ", ..." : "")
            return failure(
                0, "\(found.labels.count) labels: \(names); expected one", .severalLabels)
        }
        let record = LabeledLine(
            text: found.text, label: found.labels.first ?? "",
            furtherLabels: Array(found.labels.dropFirst()))
        return LabeledTextReader.fault(in: record).map { failure(0, $0) } ?? .success(record)
    }

    /// Returns the distinct labels, the offset of a label without a name, and the other words with the white
    /// space between them. Returns `nil` if the line is not valid UTF-8.
    private static func labelsAndText(
        _ line: UnsafeBufferPointer<UInt8>
    ) -> (labels: [String], emptyLabel: Int?, text: String)? {
        var labels: [String] = []
        var known: Set<String> = []
        var emptyLabel: Int?
        // The text up to the last label, and the words after it. Most lines have their labels at the
        // beginning.
        var text: [UInt8] = []
        var words = 0..<0
        var previous = 0
        var place = 0
        while true {
            while place < line.count, isSpace(line[place]) { place += 1 }
            guard place < line.count else { break }
            let begin = place
            while place < line.count, !isSpace(line[place]) { place += 1 }
            if line[begin] == mark[0], line[begin..<place].starts(with: mark) {
                let name = line[begin + mark.count..<place]
                guard let label = String(validating: name, as: UTF8.self) else { return nil }
                if label.isEmpty { emptyLabel = emptyLabel ?? begin }
                if known.insert(label).inserted { labels.append(label) }
                text.append(contentsOf: line[words])
                words = place..<place
            } else if words.isEmpty {
                // The white space before a word separates it from the text before the label.
                words = (text.isEmpty ? begin : previous)..<place
            } else {
                words = words.lowerBound..<place
            }
            previous = place
        }
        if text.isEmpty {
            return String(validating: line[words], as: UTF8.self).map { (labels, emptyLabel, $0) }
        }
        text.append(contentsOf: line[words])
        return String(validating: text, as: UTF8.self).map { (labels, emptyLabel, $0) }
    }

    /// Returns `true` for the bytes that divide words in fastText.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte.isASCIIWhitespace || byte == 0
    }
}
