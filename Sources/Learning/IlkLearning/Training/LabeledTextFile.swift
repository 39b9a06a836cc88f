import IlkFraming
public import IlkVocabulary

/// Labeled texts in NDJSON. Each line is an object with `text`, `label`, and optionally `source` and
/// `weight`.
public struct LabeledTextFile: Sendable {
    /// An invalid line.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The line number, from 1.
        public let line: Int
        /// The reason. It never contains text of the line.
        public let reason: String

        /// The message, in one line.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The texts, in order.
    public let texts: [LabeledText]
    /// The invalid lines, which were skipped.
    public let problems: [Problem]

    /// Parses a file. Blank lines are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - sources: The source of each nonblank line, for lines without a `source` field.
    /// - Complexity: O(*n*) in the size of the file.
    public init(_ bytes: [UInt8], sources: [String]? = nil) {
        var reader = LabeledLineReader()
        var texts: [LabeledText] = []
        var problems: [Problem] = []
        var number = 0
        var filled = 0
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            while start < bytes.count {
                number += 1
                let end = ByteScan.firstLineFeed(base, from: start, to: bytes.count)
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                start = end + 1
                if JSONLine.isBlank(line) { continue }
                let source = sources.flatMap { filled < $0.count ? $0[filled] : nil }
                filled += 1
                do throws(JSONLineError) {
                    let labelled = try reader.read(line)
                    guard !labelled.label.isEmpty else {
                        problems.append(Problem(line: number, reason: "the label is empty"))
                        continue
                    }
                    texts.append(
                        LabeledText(
                            text: labelled.text, category: Category(labelled.label),
                            source: labelled.source ?? source, weight: labelled.weight ?? 1))
                } catch {
                    problems.append(Problem(line: number, reason: error.description))
                }
            }
        }
        self.texts = texts
        self.problems = problems
    }
}
