import FoundationEssentials
import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkTraining
import IlkVocabulary

/// Builds the overlay of recent corrections on a classifier.
///
/// An overlay applies corrections to texts that were not corrected. Its head (`ResidualHead`) is fitted to
/// the corrections that no version has learned, on top of the predictions of the active model. The head does
/// not depend on the order of these corrections: equal sets of corrections give equal bytes.
struct OverlayBuilder: Sendable {
    /// The maximum number of corrections of a head. The time of a fit grows with the cube of this number.
    static let mostTexts = 512

    /// The newest corrected texts, with the present labels.
    let texts: [RecentCorrections.Text]
    /// The corrections by the digest that nearly equal texts have in common.
    let nearlyEqual: [ContentDigest: CorrectionOverlay.Neighbor]
    /// The digests that nearly equal texts have in common, by the digest of the text. `nil` marks a text that
    /// has none.
    private let digests: [ContentDigest: ContentDigest?]
    /// The identifier of the log.
    let log: String

    /// Creates a builder without corrections.
    init() { (texts, nearlyEqual, digests, log) = ([], [:], [:], "") }

    /// - Parameters:
    ///   - recent: The corrections of a log.
    ///   - previous: The builder of earlier corrections, whose texts are not read again.
    ///   - current: Returns the present labels for the labels of a correction, or `nil` if none of these
    ///     labels still exists.
    /// - Complexity: O(*n*) in the length of the texts.
    init(
        _ recent: RecentCorrections, after previous: OverlayBuilder = OverlayBuilder(),
        current: ([Category]) -> [Category]?
    ) {
        var digests: [ContentDigest: ContentDigest?] = [:]
        var nearlyEqual: [ContentDigest: CorrectionOverlay.Neighbor] = [:]
        var texts: [RecentCorrections.Text] = []
        // The newest texts come first, so the latest correction among nearly equal texts applies to further
        // texts.
        for var text in recent.texts {
            guard let labels = current(text.labels) else { continue }
            text.labels = labels
            if texts.count < Self.mostTexts { texts.append(text) }
            let common = previous.digests[text.digest] ?? NearlyEqualTexts.digest(of: text.text)
            digests[text.digest] = .some(common)
            guard let key = common, nearlyEqual[key] == nil else { continue }
            nearlyEqual[key] = CorrectionOverlay.Neighbor(labels: labels, entry: text.entry)
        }
        (self.texts, self.nearlyEqual, self.digests, log) = (texts, nearlyEqual, digests, recent.log)
    }

    /// Returns the overlay, or `nil` without corrections.
    ///
    /// - Parameters:
    ///   - classifier: The rules and the model.
    ///   - model: The model.
    ///   - assembly: The assembly of the pipeline.
    ///   - archive: Receives the head if texts are logged, otherwise `nil`.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    /// - Complexity: That of ``ResidualHeadFit/solved()`` for at most ``mostTexts`` texts. The fit is skipped
    ///   if the archive contains the head.
    func overlay(
        on classifier: any TextClassifier, _ model: (any TextModel)?, _ assembly: PipelineAssembly,
        archive: VerdictArchive?
    ) throws(PipelineError) -> CorrectionOverlay? {
        guard !nearlyEqual.isEmpty || !texts.isEmpty else { return nil }
        let unseen = unabsorbed(assembly.registry)
        guard !unseen.isEmpty else {
            return CorrectionOverlay(nearlyEqual: nearlyEqual, head: nil, digest: nil)
        }
        let statistics = Self.statistics(of: model, assembly)
        let digest = Self.digest(unseen, classifier, statistics)
        let shelf = VerdictArchive(folders: assembly.folders)
        let weights: HeadWeights
        if let known = shelf.overlay(digest, of: classifier.provenance), known.log == log {
            weights = known.weights
        } else {
            weights = try Self.fitted(unseen, classifier, statistics)
        }
        archive?.store(
            ArchivedOverlay(log: log, texts: unseen.map(\.digest), weights: weights), digest,
            of: classifier.provenance)
        return CorrectionOverlay(
            nearlyEqual: nearlyEqual, head: ResidualHead(weights, .words), digest: digest)
    }

    /// The estimated loss in accuracy from which on the corrections of a candidate have no effect on similar
    /// texts.
    private static let harm = 0.01

    /// Returns the corrections that are neither learned nor harmful, in the order of their digests. They are
    /// later than the last retraining whose version was ever active or is worse than the active version. A
    /// version that was rolled back counts, because its corrections did harm.
    private func unabsorbed(_ registry: ModelRegistry) -> [RecentCorrections.Text] {
        let versions = (try? registry.versions()) ?? []  // A missing registry has no versions.
        let history = (try? registry.history()) ?? []  // Nor has it a history.
        let wereActive = Set(history.filter(\.changesActiveVersion).map(\.version))
        var last = -Double.infinity
        for version in versions {
            guard let manifest = registry.readableManifest(version: version) else { continue }
            let gate = manifest.retraining?.gate ?? manifest.gate
            guard wereActive.contains(version) || gate?.gain?.mean ?? 0 < -Self.harm else { continue }
            let created = manifest.created.timeIntervalSince1970
            if let trace = manifest.retraining, trace.log == log {
                last = max(last, trace.lastCorrection ?? created)
            } else if manifest.trainedOn?.store == log {
                last = max(last, created)
            }
        }
        return texts.filter { $0.time > last }.sorted { $0.digest < $1.digest }
    }

    /// Returns the statistics of the training texts of a model or, if the model was retrained, of its base
    /// version.
    private static func statistics(
        of model: (any TextModel)?, _ assembly: PipelineAssembly
    ) -> BaseStatistics? {
        guard let model else { return nil }
        if let own = try? BaseStatistics(model.storage) { return own }  // Without statistics it learns less.
        let registry = assembly.registry
        let version: String? =
            switch assembly.model {
            case .version(let name): name
            case .active: try? registry.activeVersion()  // The reload reports a damaged registry.
            case .builtIn, .file, .none: nil
            }
        var assembly = assembly
        guard let version,
            let base = try? RetrainingBase.version(behind: version, in: registry),  // The reload reports it.
            base != version
        else { return nil }
        assembly.model = .version(base)
        let storage = try? assembly.loadModel()?.storage  // The reload of the model reports it.
        return storage.flatMap { try? BaseStatistics($0) }  // Without statistics it learns less.
    }

    /// Returns the digest of everything that the head depends on.
    private static func digest(
        _ texts: [RecentCorrections.Text], _ classifier: any TextClassifier, _ statistics: BaseStatistics?
    ) -> ContentDigest {
        var bytes: [UInt8] = []
        let origin = classifier.provenance
        let facts = [
            "ilk overlay 1", origin.classifier, origin.modelDigest ?? "", origin.ruleSetDigest ?? "",
            origin.icuVersion, "\(statistics?.squares.texts ?? 0)",
        ]
        for fact in facts + classifier.taxonomy.categories.map(\.rawValue) { bytes.append(text: fact) }
        for text in texts {
            bytes += text.digest.bytes
            bytes.append(count: Int64(text.labels.count))
            for label in text.labels { bytes.append(text: label.rawValue) }
        }
        return ContentDigest(of: bytes)
    }

    private static func fitted(
        _ texts: [RecentCorrections.Text], _ classifier: any TextClassifier, _ statistics: BaseStatistics?
    ) throws(PipelineError) -> HeadWeights {
        let session = try Pipeline(classifier: classifier).makeSession()
        var fit = ResidualHeadFit(taxonomy: classifier.taxonomy, statistics: statistics, scope: .words)
        for text in texts { fit.add(text.text, text.digest, labels: text.labels, answeredBy: session) }
        return fit.solved().rounded()
    }
}

extension ResidualHeadFit {
    /// Adds a correction of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - digest: The digest of the text.
    ///   - labels: The human labels of the text. Labels that the taxonomy lacks are ignored. Unless the
    ///     taxonomy is multi-label, a text is added only if exactly one label is left.
    ///   - session: A session of the base version, which has not learned the text.
    ///   - weight: The weight of the correction, above 0.
    mutating func add(
        _ text: String, _ digest: ContentDigest, labels: [Category], answeredBy session: PipelineSession,
        weight: Double = 1
    ) {
        let taxonomy = session.pipeline.taxonomy
        let labels = labels.compactMap(taxonomy.index)
        guard taxonomy.isMultilabel || labels.count == 1 else { return }
        var scores = [Double](repeating: 0, count: taxonomy.count)
        var text = text
        text.withUTF8 { _ = session.score($0, into: &scores) }
        add(session.analysis, digest, labels: labels, scores: scores, weight: weight)
    }
}
