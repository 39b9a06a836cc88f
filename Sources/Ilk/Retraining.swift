public import FoundationEssentials
public import IlkDomains
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkText
import IlkVocabulary

/// Makes a new model of the built-in one and what people said, measures it, and puts it to use unless it is worse.
///
/// Only people's corrections are learned: the pipeline's own guesses never. Each time all corrections are added to the
/// counts of the built-in model anew, so that nothing is learned twice, and a correction that was taken back is gone.
public struct Retraining: Sendable {
    /// How many texts of the built-in training a correction counts for.
    public static let correctionWeight = 8.0
    /// From so many corrections on, one in five is held back to measure with.
    public static let fewestToHoldBack = 30
    /// How much worse a new model may be on the texts it is measured on: half a point.
    public static let tolerance = 0.005
    /// How many of the newest logged texts are looked through for changes of mind.
    public static let replayed = 500

    private let store: ClassificationLogStore
    private let folders: IlkFolders
    private let now: Date

    /// A retraining from a log.
    ///
    /// - Parameters:
    ///   - store: The log, with its corrections.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(store: ClassificationLogStore, folders: IlkFolders, now: Date) {
        self.store = store
        self.folders = folders
        self.now = now
    }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Parameter promotes: Whether anything is written; false is a dry run.
    /// - Throws: ``IlkError`` and the store's errors.
    public func run(promotes: Bool = true) async throws -> RetrainingReport {
        let corrections = try await store.corrections()
        guard !corrections.isEmpty else { return Self.nothingToLearn }
        let (learned, heldBack) = split(corrections)
        let assembly = PipelineAssembly(folders: folders)
        try Self.checkKind(of: try assembly.loadModel())
        let current = try assembly.pipeline()
        let bytes = try candidate(learned, beside: try assembly.loadRules(taxonomy: current.taxonomy))
        let model = try BayesModel(ModelStorage(copying: bytes))
        let rules = try assembly.loadRules(taxonomy: model.taxonomy)
        let next = Pipeline(classifier: try assembly.classifier(rules, model))
        let gate = LabelledTextFile(BuiltIn.gateTexts()).texts
        var report = RetrainingReport(
            corrections: corrections.count, learned: learned.count, heldBack: heldBack.count,
            onLearned: try compare(current, next, learned), onHeldBack: try compare(current, next, heldBack),
            onGate: try compare(current, next, gate), flips: try await flips(current, next), version: nil,
            isPromoted: false, reason: "")
        try decide(&report, bytes, model, Self.dataSet(learned), promotes: promotes)
        return report
    }

    private static let nothingToLearn: RetrainingReport = {
        let none = RetrainingReport.Comparison(texts: 0, before: 0, after: 0)
        return RetrainingReport(
            corrections: 0, learned: 0, heldBack: 0, onLearned: none, onHeldBack: none, onGate: none,
            flips: [],
            version: nil, isPromoted: false,
            reason:
                "nothing to learn: nobody has corrected an entry of the log yet (ilk log correct -1 email)")
    }()

    /// Corrections are learned onto counts, which a linear model does not have.
    private static func checkKind(of model: (any TextModel)?) throws(IlkError) {
        if let model = model as? BayesModel, !model.hasCounts {
            throw IlkError(
                .configuration,
                "the model in use was written without its counts: nothing can be learned onto it",
                hint: "train it again with its counts: ilk train, without --strip")
        }
        guard let model, model.kind == .linear else { return }
        throw IlkError(
            .configuration,
            "the model in use is linear: it holds no counts that corrections could be learned onto",
            hint:
                "train it again where its texts are, with the corrections among them: ilk train --kind linear"
        )
    }

    /// Which corrections are learned and which held back: by the text's digest, so the same ones every time.
    private func split(_ corrections: [LabelledText]) -> (learned: [LabelledText], heldBack: [LabelledText]) {
        guard corrections.count >= Self.fewestToHoldBack else { return (corrections, []) }
        var learned: [LabelledText] = []
        var heldBack: [LabelledText] = []
        for text in corrections {
            let digest = ContentDigest(of: text.text).bytes
            if (Int(digest[0]) << 8 | Int(digest[1])) % 5 == 0 {
                heldBack.append(text)
            } else {
                learned.append(text)
            }
        }
        return (learned, heldBack)
    }

    /// The built-in counts and the corrections, built with the built-in scales.
    private func candidate(_ learned: [LabelledText], beside ruleSet: RuleSet?) throws -> [UInt8] {
        let base = try BuiltIn.model()
        guard let counts = try base.counts() else {
            throw IlkError(.software, "the built-in model was shipped without its counts")
        }
        var trainer = BayesTrainer(resuming: counts, settings: base.manifest.settings)
        var rules = base.rules
        let matcher = ruleSet.map { RuleMatcher($0) }
        let analyzer = try TextAnalyzer(
            measuring: max(.classification, ruleSet?.featureLevel ?? .classification))
        var analysis = TextAnalysis()
        for text in learned {
            guard let category = base.taxonomy.index(of: text.category) else { continue }
            analyzer.analyze(text.text, into: &analysis)
            trainer.add(analysis, category: category, weight: Self.correctionWeight)
            rules?.add(
                matcher?.keys(of: analysis) ?? [], category: category,
                mass: Int(Self.correctionWeight) * FeatureCounts.massUnit)
        }
        let bytes = try trainer.build(scales: base.manifest.scales)
        return try rules?.added(to: bytes) ?? bytes
    }

    private func compare(
        _ current: Pipeline, _ next: Pipeline, _ texts: [LabelledText]
    ) throws -> RetrainingReport.Comparison {
        let before = try current.makeSession()
        let after = try next.makeSession()
        var comparison = RetrainingReport.Comparison(texts: texts.count, before: 0, after: 0)
        for text in texts {
            if before.classify(text.text).category == text.category { comparison.before += 1 }
            if after.classify(text.text).category == text.category { comparison.after += 1 }
        }
        return comparison
    }

    private func flips(_ current: Pipeline, _ next: Pipeline) async throws -> [RetrainingReport.Flip] {
        let before = try current.makeSession()
        let after = try next.makeSession()
        struct Change: Hashable {
            let from: Category
            let to: Category
        }
        var counts: [Change: Int] = [:]
        for entry in try await store.entries(newest: Self.replayed) {
            let change = Change(
                from: before.classify(entry.log.text).category, to: after.classify(entry.log.text).category)
            if change.from != change.to { counts[change, default: 0] += 1 }
        }
        return counts.map { RetrainingReport.Flip(from: $0.key.from, to: $0.key.to, texts: $0.value) }
            .sorted { ($1.texts, $0.from, $0.to) < ($0.texts, $1.from, $1.to) }
    }

    private func decide(
        _ report: inout RetrainingReport, _ bytes: [UInt8], _ model: BayesModel,
        _ data: VersionManifest.DataSet, promotes: Bool
    ) throws {
        let isWorse = report.onHeldBack.loss > Self.tolerance || report.onGate.loss > Self.tolerance
        let fewNote =
            report.heldBack == 0
            ? "; fewer than \(Self.fewestToHoldBack) corrections, so none was held back" : ""
        let verdict = isWorse ? "worse on the texts it was measured on: not promoted" : "not worse"
        report.reason = verdict + fewNote + Self.unmovedNote(report.onLearned)
        guard promotes else {
            report.reason += "; a dry run: nothing was written"
            return
        }
        let registry = ModelRegistry(folder: folders.models, taxonomy: model.taxonomy.name)
        // Same corrections, same bytes.
        let known = try registry.version(digest: model.digest.description)
        if let known, known == (try registry.versionInUse()) {
            report.version = known
            report.isPromoted = true
            report.reason = "nothing new since version \(known)"
            return
        }
        let signature = RegistrySignature(who: "ilk retrain", why: report.reason, when: now)
        let base = ModelRegistry.builtIn
        var manifest = VersionManifest(
            of: model,
            parents: [
                VersionManifest.Parent(version: base, digest: try registry.manifest(version: base).digest)
            ], signature)
        manifest.data = [data]
        let version = try known ?? registry.add(bytes, manifest).version
        report.version = version
        if !isWorse {
            try registry.promote(version, signature)
            report.isPromoted = true
        }
    }

    /// Says plainly when the corrections are too few for the model to come to them by itself.
    private static func unmovedNote(_ learned: RetrainingReport.Comparison) -> String {
        guard learned.after < learned.texts, learned.after <= learned.before else { return "" }
        let left = learned.texts - learned.after
        return
            "; too few to move the model on \(left == 1 ? "one text" : "\(left) texts"): there the person's word decides"
    }

    /// What was learned, as a manifest names it.
    private static func dataSet(_ learned: [LabelledText]) -> VersionManifest.DataSet {
        let rows = learned.map { "\(ContentDigest(of: $0.text)) \($0.category.rawValue)\n" }.sorted()
        return VersionManifest.DataSet(
            name: "corrections of the log", digest: ContentDigest(of: rows.joined()).description,
            texts: learned.count)
    }
}

extension RuleMatcher {
    /// The rules that hold for a text, as models count them.
    fileprivate func keys(of analysis: borrowing TextAnalysis) -> [RuleCounts.Key] {
        evaluate(analysis)
        return hits.filter { !$0.gaveUp }.map { hit in
            let rule = ruleSet.rules[hit.rule]
            return RuleCounts.Key(id: rule.id, content: rule.content)
        }
    }
}
