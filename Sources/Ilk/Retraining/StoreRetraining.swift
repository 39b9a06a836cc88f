import FoundationEssentials
import IlkLearning
import IlkModels
import IlkPipeline
import IlkVocabulary

/// Makes a model of what a store's records are labelled with, measures it against the one in use, and puts it to use
/// unless it is worse: what all stores but the log have in common.
///
/// Of 30 texts and more one in five is held back to measure with, always the same ones.
struct StoreRetraining: Sendable {
    /// How it is spoken of.
    struct Words: Sendable {
        /// Who makes versions, as the registry names them.
        var signer: String
        /// Where the texts are from, as the version's manifest names it.
        var store: String
        /// What the report counts, as `calls`.
        var own: String
        /// What they are labelled with, as `an emotion`.
        var label: String
        /// What is said where nothing can be learned.
        var nothing: String
    }

    private let assembly: PipelineAssembly
    private let taxonomy: Taxonomy
    private let now: Date
    private let words: Words

    init(taxonomy: Taxonomy, folders: IlkFolders, now: Date, words: Words) {
        self.taxonomy = taxonomy
        self.now = now
        self.words = words
        assembly = PipelineAssembly(taxonomy: taxonomy, folders: folders)
    }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Parameters:
    ///   - texts: The store's labelled texts.
    ///   - start: Labelled texts that give it a start; texts of other labels are left out.
    ///   - promotes: Whether anything is written; else it is a dry run.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes such a model anew; `RegistryError`.
    func run(
        _ texts: [LabelledText], beginningWith start: [LabelledText], promotes: Bool,
        progress: () throws -> Void
    ) throws -> StoreRetrainingReport {
        let lock = promotes ? try RetrainingLock(assembly.folders, taxonomy: taxonomy.name) : nil
        defer { withExtendedLifetime(lock) {} }
        let own = HeldBackTexts.latest(texts) { ContentDigest(of: $0.text) }
        let start = start.filter { taxonomy.index(of: $0.category) != nil }
        let heldBack =
            own.count >= HeldBackTexts.fewest
            ? own.filter { HeldBackTexts.contains(ContentDigest(of: $0.text)) } : []
        let keys = Set(heldBack.map { ContentDigest(of: $0.text) })
        let learned = (start + own).filter { !keys.contains(ContentDigest(of: $0.text)) }
            .map { LabelledText(text: $0.text, category: $0.category, source: nil) }
        var report = StoreRetrainingReport(
            store: words.own, label: words.label, own: own.count, texts: start.count, learned: learned.count,
            heldBack: heldBack.count)
        guard Set(learned.map(\.category)).count > 1 else {
            report.reason = words.nothing
            return report
        }
        let rules = try assembly.loadRules(taxonomy: taxonomy)
        let trained = try AutomaticTrainingRun(taxonomy: taxonomy).train(
            learned, beside: rules, progress: progress)
        let model = try ModelReader.read(ModelStorage(copying: trained.bytes))
        report.kind = model.kind.rawValue
        let contest = try RetrainingContest(
            assembly.pipeline(), Pipeline(classifier: assembly.classifier(rules, model)))
        if !heldBack.isEmpty {
            report.gate = RetrainingGate([
                GateSample(name: "held back", comparison: contest.compare(heldBack))
            ])
        }
        report.reason =
            !report.gate.isPassed
            ? "worse on the \(words.own) it was measured on: not promoted"
            : heldBack.isEmpty
                ? "fewer than \(HeldBackTexts.fewest) \(words.own), so it was not measured" : "not worse"
        if promotes { try write(trained.bytes, model, learned, &report) }
        return report
    }

    private func write(
        _ bytes: [UInt8], _ model: any TextModel, _ learned: [LabelledText],
        _ report: inout StoreRetrainingReport
    ) throws {
        let signature = RegistrySignature(who: words.signer, why: report.reason, when: now)
        let data = VersionManifest.DataSet(
            name: words.store + (report.texts > 0 ? " and other texts" : ""),
            of: learned.map { (ContentDigest(of: $0.text), $0.category) })
        let decision = try assembly.registry.decide(
            bytes, digest: model.digest.description, report.gate, signature
        ) {
            var manifest = VersionManifest(of: model, signature)
            manifest.data = [data]
            return manifest
        }
        report.version = decision.version
        report.isPromoted = decision.isPromoted
        report.reason = decision.reason ?? report.reason
    }
}
