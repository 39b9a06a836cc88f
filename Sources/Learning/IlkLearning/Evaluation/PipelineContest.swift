public import IlkPipeline
public import IlkVocabulary

/// Two pipelines on the same texts, the champion and the challenger: which verdicts differ.
public struct PipelineContest: Sendable {
    /// A text for which the two claim different categories, or only one claims any.
    public struct Flip: Sendable, Hashable {
        /// Which of the texts it is.
        public var text: Int
        /// What the champion claims; nil for nothing.
        public var before: Category?
        /// What the challenger claims; nil for nothing.
        public var after: Category?
        /// How probable the champion's category is, 0 ... 1.
        public var probabilityBefore: Double
        /// How probable the challenger's is.
        public var probabilityAfter: Double
    }

    /// What one of the two says of a text.
    public struct Answer: Sendable, Hashable {
        /// The category ahead.
        public var ahead: Category
        /// The category that is claimed; nil for none.
        public var claim: Category?
        /// How probable the category ahead is, 0 ... 1.
        public var probability: Double

        /// An answer of these parts.
        public init(ahead: Category, claim: Category?, probability: Double) {
            self.ahead = ahead
            self.claim = claim
            self.probability = probability
        }

        /// The answer that a verdict is.
        public init(_ verdict: Verdict) {
            self.init(
                ahead: verdict.category, claim: verdict.abstention == nil ? verdict.category : nil,
                probability: verdict.probability)
        }
    }

    /// What came of it.
    public struct Outcome: Sendable {
        /// How many texts there were.
        public var texts = 0
        /// Those that flip, in their order.
        public var flips: [Flip] = []
        /// Who is right, on the texts of which that is known. Right is who has the category ahead, claimed or not.
        public var labelled = PairedComparison()

        /// Nothing yet.
        public init() {}

        /// Adds a text that both have answered.
        ///
        /// - Parameters:
        ///   - before: What the champion put ahead, whether it claimed that, and how probable it is.
        ///   - after: The same of the challenger.
        ///   - label: What is right; nil where it is not known.
        public mutating func add(_ before: Answer, _ after: Answer, label: Category?) {
            if before.claim != after.claim {
                flips.append(
                    Flip(
                        text: texts, before: before.claim, after: after.claim,
                        probabilityBefore: before.probability, probabilityAfter: after.probability))
            }
            texts += 1
            if let label {
                labelled.add(firstIsRight: before.ahead == label, secondIsRight: after.ahead == label)
            }
        }

        /// How many flips go from one claim to another, the most frequent first.
        public var pairs: [(before: Category?, after: Category?, texts: Int)] {
            let counts = Dictionary(grouping: flips) { [$0.before, $0.after] }
            return counts.map { ($0.key[0], $0.key[1], $0.value.count) }.sorted {
                ($1.2, $0.0?.rawValue ?? "", $0.1?.rawValue ?? "")
                    < ($0.2, $1.0?.rawValue ?? "", $1.1?.rawValue ?? "")
            }
        }
    }

    /// What is in use.
    public let champion: Pipeline
    /// What might be.
    public let challenger: Pipeline

    /// A contest of two pipelines for the same categories.
    public init(champion: Pipeline, challenger: Pipeline) {
        precondition(
            champion.taxonomy.categories == challenger.taxonomy.categories,
            "both decide among the same categories")
        self.champion = champion
        self.challenger = challenger
    }

    /// Has both decide on each text.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - progress: Called now and then with the number of texts done. What it throws ends the contest.
    /// - Throws: `PipelineError` when ICU is not to be had.
    public func run(
        on texts: [ReplayedText], progress: (Int) throws -> Void = { _ in }
    ) throws -> Outcome {
        let (first, second) = (try champion.makeSession(), try challenger.makeSession())
        var outcome = Outcome()
        for (index, text) in texts.enumerated() {
            let label = text.category.flatMap { champion.taxonomy.index(of: $0) == nil ? nil : $0 }
            outcome.add(
                Answer(first.classify(text.text)), Answer(second.classify(text.text)), label: label)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return outcome
    }
}
