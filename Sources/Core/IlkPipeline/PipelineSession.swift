public import IlkText
public import IlkVocabulary

/// A pipeline at work on one text after another. For one thread at a time.
public final class PipelineSession {
    /// The pipeline.
    public var pipeline: Pipeline { owner }
    /// The text that was classified or scored last, with the features that the classifier reads.
    @exclusivity(unchecked) public private(set) var analysis = AnalyzedText()

    private unowned let owner: Pipeline
    /// Has the pipeline live as long as the session; nil for sessions that the pipeline keeps itself, for then neither
    /// would ever go.
    private let keeper: Pipeline?
    private let analyzer: TextAnalyzer
    private let session: any ClassifierSession
    private let provenance: Provenance
    private let taxonomy: Taxonomy
    private let thresholds: [Double]
    private let corrections: [ContentDigest: Category]
    private let zeros: [Double]
    @exclusivity(unchecked) private var scores: [Double]

    /// - Parameter keepsPipeline: Whether the pipeline lives as long as the session; else who has the session sees to it.
    init(_ pipeline: Pipeline, keepsPipeline: Bool = true) throws(PipelineError) {
        do {
            analyzer = try TextAnalyzer(measuring: pipeline.classifier.featureLevel)
        } catch {
            throw PipelineError(error.description)
        }
        owner = pipeline
        keeper = keepsPipeline ? pipeline : nil
        session = pipeline.classifier.makeSession()
        corrections = pipeline.corrections
        provenance = pipeline.classifier.provenance
        taxonomy = pipeline.taxonomy
        thresholds = pipeline.thresholds.values(for: taxonomy)
        zeros = [Double](repeating: 0, count: taxonomy.count)
        scores = zeros
    }

    /// What kind of text this is.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - receipts: Whether the verdict lists its evidence.
    public func classify(_ text: String, receipts: Bool = false) -> Verdict {
        var text = text
        return text.withUTF8 { classify($0, receipts: receipts) }
    }

    /// What kind of text these bytes are. Bytes that are not UTF-8 are replaced by U+FFFD, and the verdict says so.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - receipts: Whether the verdict lists its evidence.
    ///   - isTruncated: Whether the text goes on behind the bytes; the verdict says so.
    public func classify(
        _ bytes: UnsafeBufferPointer<UInt8>, receipts: Bool = false, isTruncated: Bool = false
    ) -> Verdict {
        analyzer.analyze(bytes, into: &analysis)
        // The last verdict may have these numbers: new ones are made for this one.
        scores = zeros
        let ground = session.score(analysis, into: &scores)
        let correction = correct()
        let verdict = decide(ground, isCorrected: correction != nil, isTruncated: isTruncated)
        return receipts ? explained(verdict, correction) : verdict
    }

    /// What each category scores, and nothing else: no verdict is made, and people's corrections are not looked at.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``classify(_:receipts:isTruncated:)``.
    ///   - result: As many numbers as the taxonomy has categories: natural-log odds up to a constant.
    /// - Returns: What the scores stand on.
    @discardableResult
    public func score(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout [Double]) -> ScoringGround {
        precondition(result.count == scores.count, "one score a category")
        for index in result.indices { result[index] = 0 }
        analyzer.analyze(bytes, into: &analysis)
        return session.score(analysis, into: &result)
    }

    /// How loudly a person's word counts, and how far ahead it puts its category where rules and model add up to more.
    private static let correction = (weight: 40.0, lead: 20.0)

    /// Puts the category ahead that a person gave to this very text, whatever rules and model add up to.
    ///
    /// - Returns: The category's place and what was added to its score; nil when nobody gave it any.
    private func correct() -> (category: Int, weight: Double)? {
        guard !corrections.isEmpty,
            let category = corrections[ContentDigest(of: analysis.bytes)].flatMap(taxonomy.index)
        else { return nil }
        let lead = (scores.max() ?? 0) - scores[category] + Self.correction.lead
        let weight = max(Self.correction.weight, lead)
        scores[category] += weight
        return (category, weight)
    }

    private func decide(_ ground: ScoringGround, isCorrected: Bool, isTruncated: Bool) -> Verdict {
        let decision = Decision(scores: scores, ground: ground, thresholds: thresholds, isBlank: isBlank)
        var flags: [Verdict.Flag] = []
        if analysis.isRepaired { flags.append(.repaired) }
        if analysis.isTruncated { flags.append(.truncated) }
        if ground.gaveUp { flags.append(.gaveUp) }
        if isTruncated, !analysis.isTruncated { flags.append(.truncated) }
        return Verdict(
            category: taxonomy.categories[decision.best], probability: decision.probability,
            probabilities: decision.probabilities, scores: scores, taxonomy: taxonomy,
            abstention: isCorrected ? nil : decision.abstention, flags: flags, provenance: provenance)
    }

    /// Whether there is nothing to read: white space and controls of ASCII alone.
    private var isBlank: Bool { analysis.sentences.isEmpty }

    /// The verdict with what spoke, loudest for the category first.
    private func explained(
        _ verdict: Verdict, _ correction: (category: Int, weight: Double)?
    ) -> Verdict {
        var evidence = session.evidence(analysis)
        if let correction {
            var weights = [Double](repeating: 0, count: taxonomy.count)
            weights[correction.category] = correction.weight
            evidence.append(Evidence(kind: .correction, name: "a person's word", spans: [], weights: weights))
        }
        let best = taxonomy.index(of: verdict.category) ?? 0
        let support = evidence.map { $0.support(forCategoryAt: best) }
        var explained = verdict
        explained.evidence = evidence.indices
            .sorted { (abs(support[$1]), $0) < (abs(support[$0]), $1) }
            .map { evidence[$0] }
        return explained
    }
}
