import IlkModels
public import IlkText
public import IlkVocabulary

/// A pipeline at work on one text after another. For one thread at a time.
public final class PipelineSession {
    /// The pipeline.
    public var pipeline: Pipeline { owner }
    /// The text that was classified last, taken apart, with as many features as the classifier reads:
    /// ``completeFeatures()`` measures the others.
    public var analysis: TextAnalysis {
        takeApart()
        return text
    }
    /// The text at hand.
    @exclusivity(unchecked) private var text = TextAnalysis()
    /// Whether it was taken apart: a classifier that reads plain texts as they are needs that only for receipts.
    @exclusivity(unchecked) private var isTakenApart = true

    /// The stretches of a text that are not plain where the others are.
    @exclusivity(unchecked) private var strange = TextAnalysis()

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
    private let plainReading: PlainReading?
    private let zeros: [Double]
    @exclusivity(unchecked) private var scores: [Double]

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
        plainReading = session.plainReading
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
        analyzer.take(bytes, into: &text)
        isTakenApart = false
        let ground = score(bytes)
        let correction = correct()
        let verdict = decide(ground, isCorrected: correction != nil, isTruncated: isTruncated)
        return receipts ? explained(verdict, correction) : verdict
    }

    /// What each category scores, and nothing else: no verdict is made, and people's corrections are not looked at.
    ///
    /// What ``analysis`` is afterwards is not promised.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``classify(_:receipts:isTruncated:)``.
    ///   - result: As many numbers as the taxonomy has categories: natural-log odds up to a constant.
    /// - Returns: What the scores stand on.
    @discardableResult
    public func score(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout [Double]) -> ScoringGround {
        precondition(result.count == scores.count, "one score a category")
        for index in result.indices { result[index] = 0 }
        if let plainReading {
            if let ground = scorePlain(bytes, plainReading, into: &result) { return ground }
            analyzer.take(bytes, into: &text)
            isTakenApart = false
            return scoreTokens(plainReading, into: &result)
        }
        analyzer.analyze(bytes, into: &text)
        isTakenApart = true
        return session.score(text, into: &result)
    }

    /// Measures all features of the text that was classified last, if the classifier did not ask for all.
    public func completeFeatures() {
        takeApart()
        analyzer.complete(&text)
    }

    private func takeApart() {
        guard !isTakenApart else { return }
        analyzer.analyze(&text)
        isTakenApart = true
    }

    /// How loudly a person's word counts, and how far ahead it puts its category where rules and model add up to more.
    private static let correction = (weight: 40.0, lead: 20.0)

    private func score(_ bytes: UnsafeBufferPointer<UInt8>) -> ScoringGround {
        // The last verdict may have these numbers: new ones are made for this one.
        scores = zeros
        if let plainReading {
            return scorePlain(bytes, plainReading, into: &scores) ?? scoreTokens(plainReading, into: &scores)
        }
        takeApart()
        return session.score(text, into: &scores)
    }

    /// What the scores stand on where the classifier can read the text as it is.
    private func scorePlain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ reading: PlainReading, into scores: inout [Double]
    ) -> ScoringGround? {
        if let units = analyzer.plainUnits(of: bytes, reach: reading.reach, marks: reading.marks) {
            return session.score(units, of: bytes, into: &scores)
        }
        guard reading.parts,
            let units = analyzer.partedUnits(
                of: bytes, reach: reading.reach, marks: reading.marks, strange: &strange)
        else { return nil }
        return session.score(units, beside: strange, of: bytes, into: &scores)
    }

    /// What the scores of the text that was taken stand on where the classifier needs its tokens alone.
    private func scoreTokens(_ reading: PlainReading, into scores: inout [Double]) -> ScoringGround {
        analyzer.findTokens(of: &text, reach: reading.reach)
        return session.score(tokensOf: text, into: &scores)
    }

    /// Puts the category ahead that a person gave to this very text, whatever rules and model add up to.
    ///
    /// - Returns: The category's place and what was added to its score; nil when nobody gave it any.
    private func correct() -> (category: Int, weight: Double)? {
        guard !corrections.isEmpty,
            let category = corrections[ContentDigest(of: text.bytes)].flatMap(taxonomy.index)
        else { return nil }
        let lead = (scores.max() ?? 0) - scores[category] + Self.correction.lead
        let weight = max(Self.correction.weight, lead)
        scores[category] += weight
        return (category, weight)
    }

    private func decide(_ ground: ScoringGround, isCorrected: Bool, isTruncated: Bool) -> Verdict {
        let decision = Decision(scores: scores, ground: ground, thresholds: thresholds, isBlank: isBlank)
        var flags: [Verdict.Flag] = []
        if text.isRepaired { flags.append(.repaired) }
        if text.isTruncated { flags.append(.truncated) }
        if ground.gaveUp { flags.append(.gaveUp) }
        if isTruncated, !text.isTruncated { flags.append(.truncated) }
        return Verdict(
            category: taxonomy.categories[decision.best], probability: decision.probability,
            probabilities: decision.probabilities, scores: scores, taxonomy: taxonomy,
            abstention: isCorrected ? nil : decision.abstention, flags: flags, provenance: provenance)
    }

    /// Whether there is nothing to read: white space and controls of ASCII alone.
    private var isBlank: Bool {
        isTakenApart ? text.sentences.isEmpty : !text.bytes.contains { $0 > 0x20 }
    }

    /// The verdict with what spoke, loudest for the category first.
    private func explained(
        _ verdict: Verdict, _ correction: (category: Int, weight: Double)?
    ) -> Verdict {
        takeApart()
        var evidence = session.evidence(text)
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
