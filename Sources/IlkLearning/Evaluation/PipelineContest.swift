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

    /// What came of it.
    public struct Outcome: Sendable {
        /// How many texts there were.
        public var texts = 0
        /// Those that flip, in their order.
        public var flips: [Flip] = []
        /// Who is right, on the texts of which that is known. Right is who has the category ahead, claimed or not.
        public var labelled = PairedComparison()

        /// How many flips go from one claim to another, the most frequent first.
        public var pairs: [(before: Category?, after: Category?, texts: Int)] {
            struct Pair: Hashable {
                let before: Category?
                let after: Category?
            }
            let counts = Dictionary(grouping: flips) { Pair(before: $0.before, after: $0.after) }
            return counts.map { ($0.key.before, $0.key.after, $0.value.count) }.sorted {
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
            let (before, after) = (first.classify(text.text), second.classify(text.text))
            let claims = (
                before.abstention == nil ? before.category : nil,
                after.abstention == nil ? after.category : nil
            )
            outcome.texts += 1
            if claims.0 != claims.1 {
                outcome.flips.append(
                    Flip(
                        text: index, before: claims.0, after: claims.1, probabilityBefore: before.probability,
                        probabilityAfter: after.probability))
            }
            if let label = text.category, champion.taxonomy.index(of: label) != nil {
                outcome.labelled.add(
                    firstIsRight: before.category == label, secondIsRight: after.category == label)
            }
            if index % 256 == 255 { try progress(index + 1) }
        }
        return outcome
    }
}
