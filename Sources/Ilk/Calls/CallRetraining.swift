public import FoundationEssentials
public import IlkDomains
import IlkLearning
import IlkModels
import IlkPipeline
public import IlkVocabulary

/// Makes a model of emotions of what people said of their calls, measures it against the one in use, and puts it to use
/// unless it is worse.
///
/// A call counts when a person gave it an emotion; what was only suggested never does. Of 30 such calls and more one in
/// five is held back to measure with, always the same ones.
public struct CallRetraining: Sendable {
    /// Who makes versions, as the registry names them.
    static let signer = "ilk retrain --from calls"

    private let storage: CallLogStorage
    private let assembly: PipelineAssembly
    private let now: Date

    /// A retraining from a store's calls.
    ///
    /// - Parameters:
    ///   - storage: The calls.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(storage: CallLogStorage, folders: IlkFolders, now: Date) {
        self.storage = storage
        assembly = PipelineAssembly(taxonomy: .emotion, folders: folders)
        self.now = now
    }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Parameters:
    ///   - texts: Labelled texts that give it a start; texts of other labels than the emotions are left out.
    ///   - promotes: Whether anything is written; else it is a dry run.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes a model of emotions anew; `RegistryError`, and
    ///   the store's errors.
    public func run(
        beginningWith texts: [LabelledText] = [], promotes: Bool = true, progress: () throws -> Void = {}
    ) async throws -> CallRetrainingReport {
        let lock = promotes ? try RetrainingLock(assembly.folders, taxonomy: Taxonomy.emotion.name) : nil
        defer { withExtendedLifetime(lock) {} }
        let own = HeldBackTexts.latest(try await storage.labelledNotes()) { ContentDigest(of: $0.text) }
        let start = texts.filter { Taxonomy.emotion.index(of: $0.category) != nil }
        let heldBack =
            own.count >= HeldBackTexts.fewest
            ? own.filter { HeldBackTexts.contains(ContentDigest(of: $0.text)) } : []
        let keys = Set(heldBack.map { ContentDigest(of: $0.text) })
        let learned = (start + own).filter { !keys.contains(ContentDigest(of: $0.text)) }
            .map { LabelledText(text: $0.text, category: $0.category, source: nil) }
        var report = CallRetrainingReport(
            calls: own.count, texts: start.count, learned: learned.count, heldBack: heldBack.count)
        guard Set(learned.map(\.category)).count > 1 else {
            report.reason =
                "nothing to learn: calls of at least two emotions are needed (ilk calls add Sarah happy 'notes')"
            return report
        }
        let rules = try assembly.loadRules(taxonomy: .emotion)
        let trained = try AutomaticTrainingRun(taxonomy: .emotion).train(
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
            ? "worse on the calls it was measured on: not promoted"
            : heldBack.isEmpty
                ? "fewer than \(HeldBackTexts.fewest) calls, so it was not measured" : "not worse"
        if promotes { try write(trained.bytes, model, learned, &report) }
        return report
    }

    private func write(
        _ bytes: [UInt8], _ model: any TextModel, _ learned: [LabelledText],
        _ report: inout CallRetrainingReport
    ) throws {
        let signature = RegistrySignature(who: Self.signer, why: report.reason, when: now)
        let data = VersionManifest.DataSet(
            name: "calls" + (report.texts > 0 ? " and other texts" : ""),
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
