public import IlkVocabulary

/// The labeled texts of a file.
public struct LabeledTextFile: Sendable {
    /// The texts, in order.
    public let texts: [LabeledText]
    /// The line on which each text begins, from 1.
    public let lines: [Int]
    /// The invalid records, which were skipped.
    public let problems: [LabeledTextProblem]

    /// Parses a file. Blank lines are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - format: The format.
    ///   - fields: The fields with the text and the label.
    ///   - labels: The number of labels that a record must have.
    ///   - sources: The source of each record in the order of the file. They take precedence over sources in
    ///     the records. With `nil`, a record can name its source in a field.
    /// - Complexity: O(*n*) in the size of the file.
    public init(
        _ bytes: [UInt8], format: LabeledTextFormat = .jsonl, fields: LabeledTextFields = LabeledTextFields(),
        labels: LabeledTextReader.LabelRequirement = .one, sources: [String]? = nil
    ) {
        var texts: [LabeledText] = []
        var lines: [Int] = []
        var problems: [LabeledTextProblem] = []
        LabeledTextReader(format: format, fields: fields, labels: labels).read(bytes) { line, result in
            switch result {
            case .success(let found):
                let place = texts.count + problems.count
                let source = sources.flatMap { place < $0.count ? $0[place] : nil }
                texts.append(LabeledText(found, source: source))
                lines.append(line)
            case .failure(let problem): problems.append(problem)
            }
        }
        self.texts = texts
        self.lines = lines
        self.problems = problems
    }
}
