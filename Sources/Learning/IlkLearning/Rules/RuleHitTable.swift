import IlkFiles
public import IlkPipeline
public import IlkRules
import IlkText
public import IlkVocabulary

/// The rules that match each text in a set of labeled texts, for statistics and for fitting weights.
public struct RuleHitTable: Sendable {
    /// One text.
    public struct Row: Sendable, Hashable {
        /// The index of the text's category in the taxonomy.
        public var category: Int
        /// The index of the text's source in ``RuleHitTable/sources``, or `nil` without a source.
        public var source: Int?
        /// `true` if the text is blank, so that the classifier abstains.
        public var isBlank: Bool
        /// The evidence behind the base scores: the numbers of known features and matching rules, and the
        /// familiarity of the text.
        public var support: ScoreSupport
    }

    /// The taxonomy of the rules.
    public let taxonomy: Taxonomy
    /// `true` if the rules alone may decide on texts that are unfamiliar to the base classifier.
    let decidesUnfamiliar: Bool
    /// The number of rules. Matches refer to rules by index.
    public let ruleCount: Int
    /// The sources of the texts, in the order of their first text.
    public private(set) var sources: [String] = []
    /// The texts, in order.
    public private(set) var rows: [Row] = []
    /// The scores of another classifier to which rule weights are added, by text and category, in natural
    /// log-odds. The array is empty if rules are used alone.
    public private(set) var baseScores: [Double] = []

    private var placeOfSource: [String: Int] = [:]
    private var hits: [[Int32]] = []
    private var unknown: [[Int32]] = []

    package init(taxonomy: Taxonomy, ruleCount: Int, decidesUnfamiliar: Bool = false) {
        self.taxonomy = taxonomy
        self.ruleCount = ruleCount
        self.decidesUnfamiliar = decidesUnfamiliar
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - category: The index of the text's category in the taxonomy.
    ///   - source: The name of the text's source, or `nil`.
    ///   - rules: The indices of the matching rules, ascending.
    ///   - undecided: The indices, ascending, of the rules whose result is unknown because an expression
    ///     reached a limit.
    ///   - isBlank: `true` if the text is blank.
    ///   - base: The scores of another classifier by category, or an empty array. Either all texts or no text
    ///     must have base scores.
    ///   - support: The evidence behind the base scores.
    /// - Complexity: O(*r* + *c*) for *r* rules and *c* categories.
    public mutating func add(
        category: Int, source: String? = nil, rules: [Int], undecided: [Int] = [], isBlank: Bool = false,
        base: [Double] = [], support: ScoreSupport = ScoreSupport()
    ) {
        precondition(taxonomy.categories.indices.contains(category), "a category of the taxonomy")
        precondition(
            (rules + undecided).allSatisfy { (0..<ruleCount).contains($0) }, "rules of the rule set")
        precondition(
            baseScores.count == rows.count * base.count
                && (base.isEmpty || base.count == taxonomy.count),
            "base scores for all texts or for none, one a category")
        rows.append(
            Row(
                category: category, source: source.map { place(ofSource: $0) }, isBlank: isBlank,
                support: support))
        hits.append(rules.map(Int32.init))
        unknown.append(undecided.map(Int32.init))
        baseScores += base
    }

    /// Returns the same matches with other base scores.
    func beside(_ scores: [[Double]]) -> RuleHitTable {
        precondition(
            scores.count == rows.count && scores.allSatisfy { $0.count == taxonomy.count },
            "base scores for all texts, one a category")
        var table = self
        table.baseScores = scores.flatMap(\.self)
        return table
    }

    private mutating func place(ofSource name: String) -> Int {
        if let place = placeOfSource[name] { return place }
        placeOfSource[name] = sources.count
        sources.append(name)
        return sources.count - 1
    }

    /// Returns the indices of the rules that match a text, ascending.
    ///
    /// - Parameter text: The index of the text.
    public func rules(ofText text: Int) -> [Int32] { hits[text] }

    /// Returns the indices of the rules that reached a limit on a text, ascending.
    ///
    /// - Parameter text: The index of the text.
    public func unknownRules(ofText text: Int) -> [Int32] { unknown[text] }

    /// The number of texts of each category, in the taxonomy's order.
    public var textsOfCategory: [Int] {
        rows.reduce(into: [Int](repeating: 0, count: taxonomy.count)) { $0[$1.category] += 1 }
    }

    /// Evaluates rules on labeled texts. Texts with labels outside the taxonomy are ignored.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - texts: The labeled texts.
    ///   - base: A classifier whose scores become ``baseScores``, or `nil` for rules alone.
    ///   - threads: The maximum number of threads. The table does not depend on the number of threads.
    ///   - progress: Called after each block of texts with the number of texts read. An error thrown here
    ///     ends the run.
    /// - Returns: The table.
    /// - Throws: `TextError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts, divided among the threads.
    public static func of(
        _ ruleSet: RuleSet, on texts: [LabeledText], beside base: (any TextClassifier)? = nil,
        threads: Int = 1, progress: (Int) throws -> Void = { _ in }
    ) throws -> RuleHitTable {
        var table = RuleHitTable(
            taxonomy: ruleSet.taxonomy, ruleCount: ruleSet.rules.count,
            decidesUnfamiliar: ruleSet.decidesUnfamiliar)
        try OrderedBatches.forEachBlock(of: texts.count, threads: threads) {
            let reader = try HitReader(ruleSet, beside: base)
            return { block in
                block.map { index in
                    ruleSet.taxonomy.index(of: texts[index].category).map {
                        (category: $0, hits: reader.hits(in: texts[index].text))
                    }
                }
            }
        } receive: { block, found in
            for (index, found) in zip(block, found) {
                guard let (category, hits) = found else { continue }
                table.add(
                    category: category, source: texts[index].source, rules: hits.rules,
                    undecided: hits.unknown, isBlank: hits.isBlank, base: hits.scores, support: hits.support)
            }
            try progress(block.upperBound)
        }
        return table
    }

    /// Evaluates rules and a base classifier. Not thread-safe.
    private final class HitReader {
        struct Hits: Sendable {
            var rules: [Int]
            var unknown: [Int]
            var isBlank: Bool
            var scores: [Double] = []
            var support = ScoreSupport()
        }

        private let taxonomy: Taxonomy
        private let analyzer: TextAnalyzer
        private let matcher: RuleMatcher
        private let session: (any ClassifierSession)?
        private var analysis = AnalyzedText()

        init(_ ruleSet: RuleSet, beside base: (any TextClassifier)?) throws {
            taxonomy = ruleSet.taxonomy
            analyzer = try TextAnalyzer(
                measuring: max(ruleSet.featureLevel, base?.featureLevel ?? .classification))
            matcher = RuleMatcher(ruleSet)
            session = base?.makeSession()
        }

        func hits(in text: String) -> Hits {
            analyzer.analyze(text, into: &analysis)
            matcher.evaluate(analysis)
            var hits = Hits(
                rules: matcher.hits.filter { !$0.isUndecided }.map(\.rule),
                unknown: matcher.hits.filter(\.isUndecided).map(\.rule),
                isBlank: analysis.sentences.isEmpty)
            if let session {
                hits.scores = [Double](repeating: 0, count: taxonomy.count)
                hits.support = session.score(analysis, into: &hits.scores)
            }
            return hits
        }
    }
}
