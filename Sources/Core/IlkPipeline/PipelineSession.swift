public import IlkText
public import IlkVocabulary

/// Classifies texts one at a time, reusing the working memory of the pipeline. Not thread-safe.
public final class PipelineSession {
    /// The pipeline that created the session.
    public var pipeline: Pipeline { owner }
    /// The analysis of the text that was classified last, with the features that the classifier reads.
    @exclusivity(unchecked) public private(set) var analysis = AnalyzedText()

    private unowned let owner: Pipeline
    /// Retains the pipeline. `nil` for sessions in the pipeline's own pool, to avoid a retain cycle.
    private let retainedPipeline: Pipeline?
    private let analyzer: TextAnalyzer
    private let session: any ClassifierSession
    private let provenance: Provenance
    private let taxonomy: Taxonomy
    private let thresholds: [Double]
    private let shares: LabelShares
    private let corrections: [ContentDigest: [Category]]
    private let nearlyEqual: [ContentDigest: CorrectionOverlay.Neighbor]
    /// The reader of the overlay's head, or `nil` if the overlay has no head.
    private let recent: HeadReader?
    private let zeros: [Double]
    @exclusivity(unchecked) private var scores: [Double]

    /// - Parameter keepsPipeline: `true` if the session retains the pipeline; otherwise the caller must
    ///   retain it.
    init(_ pipeline: Pipeline, keepsPipeline: Bool = true) throws(PipelineError) {
        do {
            analyzer = try TextAnalyzer(measuring: pipeline.classifier.featureLevel)
        } catch {
            throw PipelineError(error.description)
        }
        owner = pipeline
        retainedPipeline = keepsPipeline ? pipeline : nil
        session = pipeline.classifier.makeSession()
        corrections = pipeline.corrections
        taxonomy = pipeline.taxonomy
        nearlyEqual = pipeline.overlay?.nearlyEqual ?? [:]
        recent = HeadReader(pipeline.overlay?.head, taxonomy)
        var provenance = pipeline.classifier.provenance
        provenance.overlayDigest = pipeline.overlay?.digest?.description
        self.provenance = provenance
        thresholds = pipeline.thresholds.values(for: taxonomy, suggested: pipeline.classifier.thresholds)
        shares = pipeline.classifier.labelShares.guessing(pipeline.defaultLabel.flatMap(taxonomy.index))
        zeros = [Double](repeating: 0, count: taxonomy.count)
        scores = zeros
    }

    /// Classifies a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - explaining: `true` to collect evidence, which costs about as much as classifying.
    /// - Returns: The verdict.
    /// - Complexity: O(*n*) in the length of the text.
    public func classify(_ text: String, explaining: Bool = false) -> Verdict {
        var text = text
        return text.withUTF8 { classify($0, explaining: explaining) }
    }

    /// Classifies a text in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text. Invalid UTF-8 is replaced by U+FFFD and flagged in the verdict.
    ///   - explaining: `true` to collect evidence, which costs about as much as classifying.
    ///   - isTruncated: `true` if the bytes are only the beginning of the text. In this case, the verdict is
    ///     flagged as truncated.
    /// - Returns: The verdict.
    /// - Complexity: O(*n*) in the length of the text.
    public func classify(
        _ bytes: UnsafeBufferPointer<UInt8>, explaining: Bool = false, isTruncated: Bool = false
    ) -> Verdict {
        // The last verdict may share this array, so it is replaced instead of cleared.
        scores = zeros
        let support = analyzeAndScore(bytes, into: &scores)
        let correction = correct()
        if correction == nil { recent?.add(analysis, to: &scores) }
        let verdict = decide(support, corrected: correction?.categories, isTruncated: isTruncated)
        return explaining ? explained(verdict, correction) : verdict
    }

    /// Computes the score of each category, but no verdict. Corrections and the overlay of recent corrections
    /// are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``classify(_:explaining:isTruncated:)``.
    ///   - result: The array that receives the scores, in natural-log odds up to a constant. Must have one
    ///     element per category.
    /// - Returns: The support for the scores, such as the number of matching rules.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    public func score(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout [Double]) -> ScoreSupport {
        precondition(result.count == scores.count, "one score for each category")
        for index in result.indices { result[index] = 0 }
        return analyzeAndScore(bytes, into: &result)
    }

    private func analyzeAndScore(
        _ bytes: UnsafeBufferPointer<UInt8>, into result: inout [Double]
    ) -> ScoreSupport {
        // Passing a property of a class would copy it, which retains each of its arrays.
        var local = AnalyzedText.empty
        swap(&local, &analysis)
        defer { swap(&local, &analysis) }
        analyzer.analyze(bytes, into: &local)
        return session.score(local, into: &result)
    }

    /// The minimum weight of a correction, and the minimum lead of the corrected category over all other
    /// categories, in natural-log odds. In a multi-label taxonomy, corrected labels have at least the score
    /// `lead`, and other labels at most the score `-lead`.
    private static let correction = (weight: 40.0, lead: 20.0)

    private typealias Correction = (categories: [Int], weights: [Double], entry: RecordID?)

    /// Returns the correction of this text or of a nearly equal text, or `nil` if there is none. The entry is
    /// the log entry of the nearly equal text; it is `nil` if this text itself was corrected.
    private func found() -> (labels: [Category], entry: RecordID?)? {
        if !corrections.isEmpty, let labels = corrections[ContentDigest(of: analysis.bytes)] {
            return (labels, nil)
        }
        guard !nearlyEqual.isEmpty, analysis.bytes.count <= NearlyEqualTexts.longestText,
            let key = NearlyEqualTexts.digest(of: String(decoding: analysis.bytes, as: UTF8.self)),
            let neighbor = nearlyEqual[key]
        else { return nil }
        return (neighbor.labels, neighbor.entry)
    }

    /// Adds the correction of this text or of a nearly equal text to the scores, if there is one.
    ///
    /// - Returns: The indexes of the corrected categories, the weight added to each score, and the entry of
    ///   the nearly equal text; `nil` if there is no correction.
    private func correct() -> Correction? {
        guard let (labels, entry) = found() else { return nil }
        let categories = labels.compactMap(taxonomy.index)
        let isMultilabel = taxonomy.isMultilabel
        guard categories.count == labels.count, isMultilabel || categories.count == 1 else { return nil }
        let highest = scores.max() ?? 0
        var weights = zeros
        for category in isMultilabel ? Array(scores.indices) : categories {
            let sign: Double = categories.contains(category) ? 1 : -1
            let base = isMultilabel ? 0 : highest
            weights[category] =
                sign * max(Self.correction.weight, Self.correction.lead + sign * (base - scores[category]))
            scores[category] += weights[category]
        }
        return (categories, weights, entry)
    }

    private func decide(_ support: ScoreSupport, corrected: [Int]?, isTruncated: Bool) -> Verdict {
        let decision = Decision(
            scores: scores, isMultilabel: taxonomy.isMultilabel, support: support, thresholds: thresholds,
            isBlank: isBlank, shares: corrected == nil ? shares : nil)
        var flags: [Verdict.Flag] = []
        if analysis.isRepaired { flags.append(.repaired) }
        if analysis.isTruncated { flags.append(.truncated) }
        if support.stepLimitReached { flags.append(.stepLimitReached) }
        if isTruncated, !analysis.isTruncated { flags.append(.truncated) }
        var provenance = provenance
        // A corrected text does not depend on the overlay.
        if corrected != nil { provenance.overlayDigest = nil }
        let verdict = Verdict(
            category: taxonomy.categories[decision.best], probability: decision.probability,
            categories: decision.predictions.map { $0.map { taxonomy.categories[$0] } },
            probabilities: decision.probabilities, scores: scores, taxonomy: taxonomy,
            abstention: corrected == nil ? decision.abstention : nil, familiarity: support.familiarity,
            flags: flags, provenance: provenance)
        guard let corrected, taxonomy.isMultilabel else { return verdict }
        return assigned(corrected, to: verdict)
    }

    /// Returns a verdict of a multi-label taxonomy with the corrected categories instead of the predicted ones.
    private func assigned(_ categories: [Int], to verdict: Verdict) -> Verdict {
        var verdict = verdict
        let sorted = categories.sorted { verdict.probabilities[$0] > verdict.probabilities[$1] }
        verdict.categories = sorted.map { taxonomy.categories[$0] }
        verdict.abstention = sorted.isEmpty ? .unsure : nil
        guard let best = sorted.first else { return verdict }
        (verdict.category, verdict.probability) = (taxonomy.categories[best], verdict.probabilities[best])
        return verdict
    }

    /// `true` if the text contains nothing but white space and ASCII control characters.
    private var isBlank: Bool { analysis.sentences.isEmpty }

    /// Returns the verdict with its evidence. The strongest evidence for or against the category comes first.
    /// In a tie, rules come first.
    private func explained(_ verdict: Verdict, _ correction: Correction?) -> Verdict {
        var evidence = session.evidence(analysis)
        if correction == nil { evidence += recent?.evidence(analysis).map(\.asRecent) ?? [] }
        if let correction {
            evidence.append(
                Evidence(
                    type: .correction, id: Evidence.correctionID(of: correction.entry), spans: [],
                    weights: correction.weights))
        }
        if taxonomy.isMultilabel {
            for index in evidence.indices { evidence[index].isForEachLabel = true }
        }
        let best = taxonomy.index(of: verdict.category) ?? 0
        var explained = verdict
        explained.evidence = Evidence.strongestFirst(evidence, forCategoryAt: best).map(\.evidence)
        return explained
    }
}
