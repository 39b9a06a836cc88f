import IlkVocabulary

/// Walks lines and words in step, and counts the words of each line.
struct LineWords {
    private var word = 0

    init() {}

    /// The words of a line, and the function words among them. Lines are asked for in order, each once.
    mutating func count(line: Int, _ analysis: borrowing TextAnalysis) -> (all: Int, function: Int) {
        let end = analysis.lines[line].upperBound
        var all = 0
        var function = 0
        while word < analysis.words.count,
            Int(analysis.tokens[Int(analysis.words[word])].lowerBound) < end
        {
            all += 1
            if analysis.wordClasses[word].contains(.function) { function += 1 }
            word += 1
        }
        return (all, function)
    }
}
