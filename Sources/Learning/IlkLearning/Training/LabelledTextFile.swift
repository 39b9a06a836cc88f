import IlkFraming
public import IlkVocabulary

/// Labelled texts in NDJSON: an object with `text`, `label` and perhaps `source` and `weight` on each line.
public struct LabelledTextFile: Sendable {
    /// A line that could not be read.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// Its number, from 1.
        public let line: Int
        /// What is wrong with it. Never a word of the text.
        public let reason: String

        /// One line for people.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The texts, in order.
    public let texts: [LabelledText]
    /// The lines that were left out.
    public let problems: [Problem]

    /// Reads the lines of a file. Blank ones are passed over.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - sources: The source of each line that is not blank, where lines do not name it themselves.
    public init(_ bytes: [UInt8], sources: [String]? = nil) {
        var reader = LabelledLineReader()
        var texts: [LabelledText] = []
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
                        LabelledText(
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
