public import IlkText
public import IlkVocabulary

/// A pipeline at work on one text after another. For one thread at a time.
public final class PipelineSession {
    /// The pipeline.
    public var pipeline: Pipeline { owner }
    /// The text that was classified last, taken apart, with as many features as the classifier reads:
    /// ``completeFeatures()`` measures the others.
    public private(set) var analysis = TextAnalysis()

    private unowned let owner: Pipeline
    /// Has the pipeline live as long as the session; nil for sessions that the pipeline keeps itself, for then neither
    /// would ever go.
    private let keeper: Pipeline?
    private let analyzer: TextAnalyzer
    private let session: any ClassifierSession
    private let provenance: Provenance
    private let taxonomy: Taxonomy
    private let thresholds: [Double]
    private var scores: [Double]

    /// - Parameter keepsPipeline: Whether the pipeline lives as long as the session; else who has the session sees to it.
    init(_ pipeline: Pipeline, keepsPipeline: Bool = true) throws(PipelineError) {
        do {
            analyzer = try TextAnalyzer(measuring: pipeline.classifier.featureLevel)
        } catch {
            throw PipelineError(.segmenterUnavailable, error.description)
        }
        owner = pipeline
        keeper = keepsPipeline ? pipeline : nil
        session = pipeline.classifier.makeSession()
        provenance = pipeline.classifier.provenance
        taxonomy = pipeline.taxonomy
        thresholds = pipeline.thresholds.values(for: taxonomy)
        scores = [Double](repeating: 0, count: taxonomy.count)
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
        let ground = score()
        let correction = correct()
        var verdict = decide(ground, correction)
        if isTruncated, !verdict.flags.contains(.truncated) { verdict.flags.append(.truncated) }
        if receipts { verdict.evidence = evidence(for: verdict, correction) }
        return verdict
    }

    /// Measures all features of the text that was classified last, if the classifier did not ask for all.
    public func completeFeatures() { analyzer.complete(&analysis) }

    /// How loudly a person's word counts, and how far ahead it puts its category where rules and model add up to more.
    private static let correction = (weight: 40.0, lead: 20.0)

    private func score() -> ScoringGround {
        for index in scores.indices { scores[index] = 0 }
        return session.score(analysis, into: &scores)
    }

    /// Puts the category ahead that a person gave to this very text, whatever rules and model add up to.
    ///
    /// - Returns: The category's place and what was added to its score; nil when nobody gave it any.
    private func correct() -> (category: Int, weight: Double)? {
        guard !owner.corrections.isEmpty,
            let category = owner.corrections[ContentDigest(of: analysis.bytes)].flatMap(taxonomy.index)
        else { return nil }
        let lead = (scores.max() ?? 0) - scores[category] + Self.correction.lead
        let weight = max(Self.correction.weight, lead)
        scores[category] += weight
        return (category, weight)
    }

    private func decide(_ ground: ScoringGround, _ correction: (category: Int, weight: Double)?) -> Verdict {
        let decision = Decision(
            scores: scores, ground: ground, thresholds: thresholds, isBlank: analysis.sentences.isEmpty)
        var flags: [Verdict.Flag] = []
        if analysis.isRepaired { flags.append(.repaired) }
        if analysis.isTruncated { flags.append(.truncated) }
        if ground.gaveUp { flags.append(.gaveUp) }
        return Verdict(
            category: taxonomy.categories[decision.best], probability: decision.probability,
            probabilities: decision.probabilities, scores: scores, taxonomy: taxonomy,
            abstention: correction == nil ? decision.abstention : nil, flags: flags, provenance: provenance)
    }

    private func evidence(
        for verdict: Verdict, _ correction: (category: Int, weight: Double)?
    ) -> [Evidence] {
        var evidence = session.evidence(analysis)
        if let correction {
            var weights = [Double](repeating: 0, count: taxonomy.count)
            weights[correction.category] = correction.weight
            evidence.append(Evidence(kind: .correction, name: "a person's word", spans: [], weights: weights))
        }
        let best = taxonomy.index(of: verdict.category) ?? 0
        let support = evidence.map { $0.support(forCategoryAt: best) }
        return evidence.indices
            .sorted { (abs(support[$1]), $0) < (abs(support[$0]), $1) }
            .map { evidence[$0] }
    }
}
