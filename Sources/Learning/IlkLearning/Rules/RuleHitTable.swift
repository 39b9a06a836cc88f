public import IlkPipeline
public import IlkRules
import IlkText
public import IlkVocabulary

/// Which rules hold for which labelled texts: what statistics are taken of and weights are fitted on.
public struct RuleHitTable: Sendable {
    /// What is known of one text.
    public struct Row: Sendable, Hashable {
        /// The place of its category in the taxonomy.
        public var category: Int
        /// The place of its source in ``RuleHitTable/sources``; nil when nobody named one.
        public var source: Int?
        /// Whether there is nothing to read in it, so that no category is ever claimed.
        public var isBlank: Bool
        /// What the base scores stand on.
        public var ground: ScoringGround
    }

    /// What the rules decide among.
    public let taxonomy: Taxonomy
    /// How many rules there are; hits name them by their places in the rule set.
    public let ruleCount: Int
    /// The sources that the texts name, in the order in which they first come.
    public private(set) var sources: [String] = []
    /// The texts, in order.
    public private(set) var rows: [Row] = []
    /// What something else says of each text before the rules do, text by text, category by category: natural-log odds.
    /// Empty when the rules speak alone.
    public private(set) var baseScores: [Double] = []

    private var placeOfSource: [String: Int] = [:]
    private var hits: [[Int32]] = []
    private var unknown: [[Int32]] = []

    /// A table of no texts.
    public init(taxonomy: Taxonomy, ruleCount: Int) {
        self.taxonomy = taxonomy
        self.ruleCount = ruleCount
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - category: The place of its category.
    ///   - source: Where it is from, if anybody knows.
    ///   - rules: The rules that hold for it, ascending.
    ///   - gaveUp: The rules of which that is not known, ascending.
    ///   - isBlank: Whether there is nothing to read in it.
    ///   - base: What something else says of it: a number a category, or none; the same for all texts.
    ///   - ground: What that stands on.
    public mutating func add(
        category: Int, source: String? = nil, rules: [Int], gaveUp: [Int] = [], isBlank: Bool = false,
        base: [Double] = [], ground: ScoringGround = ScoringGround()
    ) {
        precondition(taxonomy.categories.indices.contains(category), "a category of the taxonomy")
        precondition(
            (rules + gaveUp).allSatisfy { (0..<ruleCount).contains($0) }, "rules of the rule set")
        precondition(
            baseScores.count == rows.count * base.count
                && (base.isEmpty || base.count == taxonomy.count),
            "base scores for all texts or for none, one a category")
        rows.append(
            Row(
                category: category, source: source.map { place(ofSource: $0) }, isBlank: isBlank,
                ground: ground))
        hits.append(rules.map(Int32.init))
        unknown.append(gaveUp.map(Int32.init))
        baseScores += base
    }

    /// The same table beside something else that says these scores of each text.
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

    /// The rules that hold for a text, ascending.
    public func rules(ofText text: Int) -> [Int32] { hits[text] }

    /// The rules of which it is not known whether they hold for a text, ascending.
    public func unknownRules(ofText text: Int) -> [Int32] { unknown[text] }

    /// How many texts each category has, in the taxonomy's order.
    public var textsOfCategory: [Int] {
        rows.reduce(into: [Int](repeating: 0, count: taxonomy.count)) { $0[$1.category] += 1 }
    }

    /// Runs rules over texts. Texts of categories that the rules do not have are left out.
    ///
    /// - Parameters:
    ///   - base: What speaks beside the rules: its scores become ``baseScores``. Nil for nothing.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had.
    public static func of(
        _ ruleSet: RuleSet, on texts: [LabelledText], beside base: (any TextClassifier)? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> RuleHitTable {
        var table = RuleHitTable(taxonomy: ruleSet.taxonomy, ruleCount: ruleSet.rules.count)
        let analyzer = try TextAnalyzer(
            measuring: max(ruleSet.featureLevel, base?.featureLevel ?? .classification))
        var analysis = AnalyzedText()
        let matcher = RuleMatcher(ruleSet)
        let session = base?.makeSession()
        for (index, text) in texts.enumerated() {
            guard let category = ruleSet.taxonomy.index(of: text.category) else { continue }
            analyzer.analyze(text.text, into: &analysis)
            matcher.evaluate(analysis)
            var scores: [Double] = []
            var ground = ScoringGround()
            if let session {
                scores = [Double](repeating: 0, count: ruleSet.taxonomy.count)
                ground = session.score(analysis, into: &scores)
            }
            table.add(
                category: category, source: text.source,
                rules: matcher.hits.filter { !$0.gaveUp }.map(\.rule),
                gaveUp: matcher.hits.filter(\.gaveUp).map(\.rule), isBlank: analysis.sentences.isEmpty,
                base: scores, ground: ground)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return table
    }
}
