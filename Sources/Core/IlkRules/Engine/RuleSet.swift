public import IlkVocabulary

/// Rules, checked and compiled: immutable, to be shared by any number of threads, each with its own ``RuleMatcher``.
public struct RuleSet: Sendable {
    /// What the rules decide among.
    public let taxonomy: Taxonomy
    /// The rules, sorted by id. A ``RuleHit`` names a rule by its place here.
    public let rules: [Rule]
    /// Where rules do not fire, by override files: layer by layer, file by file, in the order of the files.
    public let exceptions: [RuleException]
    /// The SHA-256 in lower-case hexadecimal that tells this rule set from others: made of the sources' bytes, whatever
    /// the order and the names of the files, and of the order of the layers.
    public let digest: String

    package let program: RuleProgram
    /// The weights of all rules that count, rule by rule, category by category; zero for those that do not count.
    private let countedWeights: [Double]

    init(
        taxonomy: Taxonomy, rules: [Rule], exceptions: [RuleException] = [], digest: String,
        program: RuleProgram
    ) {
        self.taxonomy = taxonomy
        self.rules = rules
        self.exceptions = exceptions
        self.digest = digest
        self.program = program
        countedWeights = rules.flatMap { rule in
            rule.status.counts ? rule.weights : [Double](repeating: 0, count: taxonomy.count)
        }
    }

    /// The place of a rule in ``rules``, or nil. Logarithmic in the number of rules.
    public func index(ofRule id: String) -> Int? {
        let place = rules.indices.partition { rules[$0].id < id }
        return place < rules.count && rules[place].id == id ? place : nil
    }

    /// The id of a rule, or behind the rules of an exception, its condition as written, and the line where it begins.
    package func words(ofRule index: Int) -> (id: String, condition: String?, line: Int) {
        guard index < rules.count else {
            let exception = exceptions[index - rules.count]
            return (exception.id, exception.condition, exception.line)
        }
        return (rules[index].id, rules[index].condition, rules[index].line)
    }

    /// Adds the weights of the rules that hold to the scores.
    ///
    /// What gave up adds nothing, and neither do experimental rules.
    ///
    /// - Parameters:
    ///   - hits: The hits of one text, from a matcher of this rule set.
    ///   - scores: The score of each category in the taxonomy's order, natural-log odds.
    public func score(_ hits: [RuleHit], into scores: inout [Double]) {
        precondition(scores.count == taxonomy.count, "one score for each category of the taxonomy")
        for hit in hits where !hit.gaveUp {
            let first = hit.rule * taxonomy.count
            for index in scores.indices { scores[index] += countedWeights[first + index] }
        }
    }
}
