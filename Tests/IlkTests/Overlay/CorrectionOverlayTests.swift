import Foundation
import IlkFiles
import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkStore
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

@testable import Ilk

@Suite("The overlay of recent corrections") struct CorrectionOverlayTests {
    private let desk: RetrainingFixture
    private let archive: VerdictArchive

    init() throws {
        desk = try RetrainingFixture()
        archive = VerdictArchive(folders: desk.folders)
    }

    private static let label: IlkVocabulary.Category = "code"
    /// Texts that are alike, and a further one.
    private static let alike = ["ash", "beech", "cedar", "elm", "fir", "hazel", "larch", "oak"].map {
        "the copper gasket of the violet ladder near the \($0)"
    }
    private static let similar = "the copper gasket of the violet ladder near the pine"

    private func pipeline() async throws -> ReloadablePipeline {
        let pipeline = try ReloadablePipeline(PipelineAssembly(folders: desk.folders), archive: archive)
        pipeline.use(try await desk.store.recentCorrections())
        return pipeline
    }

    /// Logs and corrects texts.
    private func correct(
        _ texts: [String], to label: IlkVocabulary.Category = label, by author: String? = "Ida"
    )
        async throws
    {
        try await desk.log(texts)
        try await desk.correct(texts.map { LabeledText(text: $0, category: label) }, author: author)
    }

    private var archived: [String] {
        let folder = desk.folders.archive + "/overlays"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []  // There may be none.
    }

    private func probability(_ text: String, _ pipeline: ReloadablePipeline) throws -> Double {
        let verdict = try pipeline.classify(text)
        return verdict.probabilities[try #require(verdict.taxonomy.index(of: Self.label))]
    }

    @Test func `a correction applies to nearly equal texts, and evidence names its entry`() async throws {
        let text = "See you at 8 by the old quay"
        let before = try await pipeline().classify("See you at nine")
        try await correct([text], to: "code")
        let entry = try #require(try await desk.store.entries(newest: 1).first)
        let pipeline = try await pipeline()
        let verdict = try pipeline.classify("see you at 8, by the OLD quay!", explaining: true)
        #expect(verdict.category == "code" && verdict.probability > 0.999 && verdict.abstention == nil)
        let row = try #require(verdict.evidence.first)
        #expect(row.type == .correction && row.id == "nearly equal:\(entry.shortID)")
        #expect(row.phrase == "human correction of a nearly equal text (entry \(entry.shortID))")
        let own = try pipeline.classify(text, explaining: true)
        #expect(own.category == "code" && own.evidence.first?.phrase == "human correction of this text")
        #expect(try pipeline.classify("See you at nine").category == before.category)
    }

    @Test func `similar texts move towards the corrected label, and the evidence adds up`() async throws {
        let without = try await pipeline()
        #expect(without.current.overlay == nil)
        let before = try probability(Self.similar, without)
        #expect(try without.classify(Self.similar).provenance.overlayDigest == nil)
        try await correct(Self.alike)
        let pipeline = try await pipeline()
        #expect(try probability(Self.similar, pipeline) > before + 0.1)
        let overlay = try #require(pipeline.current.overlay)
        #expect(overlay.texts == 8 && overlay.digest != nil)
        let verdict = try pipeline.classify(Self.similar, explaining: true)
        #expect(verdict.provenance.overlayDigest == overlay.digest?.description)
        for label in verdict.scores.indices {
            let sum = verdict.evidence.reduce(0) { $0 + $1.weights[label] }
            #expect(abs(sum - verdict.scores[label]) < 1e-6)
        }
        let recent = verdict.evidence.filter { $0.type == .correction }
        #expect(!recent.isEmpty && recent.allSatisfy { $0.id.hasPrefix("recent:") })
        #expect(recent.contains { $0.phrase == "from recent corrections: word “gasket”" }, "\(recent)")
    }

    @Test func `the same corrections give the same digest and the same scores in any order`() async throws {
        try await correct(Self.alike)
        let recent = try await desk.store.recentCorrections()
        #expect(recent.texts.map(\.text) == Self.alike.reversed(), "newest first")
        var other = recent
        other.texts.reverse()
        let pipelines = try [recent, other].map { recent in
            let pipeline = try ReloadablePipeline(PipelineAssembly(folders: desk.folders))
            pipeline.use(recent)
            return pipeline
        }
        #expect(archived.isEmpty, "nothing is archived unless verdicts are logged")
        let verdicts = try pipelines.map { try $0.classify(Self.similar) }
        #expect(verdicts[0].scores == verdicts[1].scores)
        #expect(
            verdicts[0].provenance == verdicts[1].provenance && verdicts[0].provenance.overlayDigest != nil)
        other.texts.removeLast()
        pipelines[1].use(other)
        #expect(pipelines[1].current.overlay?.digest != pipelines[0].current.overlay?.digest)
        other.texts = Array(repeating: recent.texts[0], count: OverlayBuilder.mostTexts + 1)
        #expect(OverlayBuilder(other) { $0 }.texts.count == OverlayBuilder.mostTexts)
    }

    /// Estimated gains of candidates, and the numbers of corrections that stay in the overlay.
    private static let candidates: [(gain: Double, texts: Int)] = [(-0.002, 8), (-0.03, 0)]

    @Test(arguments: candidates)
    func `a candidate absorbs the overlay only if it is worse`(gain: Double, texts: Int) async throws {
        try await correct(Self.alike)
        let version = try #require(try await desk.retrain().version)
        let folder = desk.folders.models
        let registry = ModelRegistry(folder: folder, taxonomy: "doctype")
        var manifest = try #require(registry.readableManifest(version: version))
        let path = registry.path(version: version)
        let model = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        try FileManager.default.removeItem(atPath: folder)
        let estimate = try JSONDecoder().decode(
            GainEstimate.self, from: Data(#"{"mean":\#(gain),"standardDeviation":0.01}"#.utf8))
        manifest.retraining?.gate = RetrainingGate(gain: estimate)
        _ = try registry.add(model, manifest)
        #expect(try registry.activeVersionOrNone() == ModelRegistry.builtIn)
        #expect(try await pipeline().current.overlay?.texts == texts)
    }

    @Test func `a version that becomes active absorbs the overlay`() async throws {
        try await correct(Self.alike)
        let pipeline = try await pipeline()
        #expect(pipeline.current.overlay?.texts == 8)
        let report = try await desk.retrain()
        let version = try #require(report.version)
        #expect(report.trace?.lastCorrection != nil)
        if !report.isPromoted {
            let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "doctype")
            _ = try registry.promote(version, ChangeAuthor(who: "tester", when: Date()))
        }
        #expect(pipeline.reloadModelIfChanged()?.outcome == .replaced)
        let overlay = try #require(pipeline.current.overlay)
        #expect(overlay.texts == 0 && overlay.digest == nil)
        #expect(
            try pipeline.classify("The copper gasket of the violet ladder, near the ash!").category
                == Self.label, "nearly equal")
        try await correct(["quintle marrow spindrift"], to: "email")
        pipeline.use(try await desk.store.recentCorrections())
        #expect(pipeline.current.overlay?.texts == 1, "later corrections only")
    }

    @Test func `the latest correction of nearly equal texts applies, without ignored authors`() async throws {
        try await correct(["Gate 7 opens at noon"], to: "code", by: "ana")
        try await correct(["gate 7 opens at noon."], to: "email", by: "ben")
        let other = "GATE 7 opens, at noon"
        let pipeline = try await pipeline()
        #expect(try pipeline.classify(other).category == "email")
        #expect(try pipeline.classify("Gate 7 opens at noon").category == "code", "its own label")
        try await desk.store.ignore(["ben"])
        pipeline.use(try await desk.store.recentCorrections())
        #expect(try pipeline.classify(other).category == "code")
        pipeline.use(corrections: [:])
        #expect(pipeline.current.overlay == nil)
    }

    @Test func `logged verdicts are explained with the archived overlay, until a purge erases a correction`()
        async throws
    {
        try await correct(Self.alike)
        let pipeline = try await pipeline()
        #expect(archived.count == 1)
        let verdict = try pipeline.classify(Self.similar)
        let logger = ClassificationLogger(store: desk.store)
        await logger.log(
            classification: TextClassification(
                category: verdict.category, timestamp: Date(), textSample: "", verdict: verdict),
            fullText: Self.similar, features: nil)
        await logger.close()
        try await correct(["quintle marrow spindrift"], to: "email")
        pipeline.use(try await desk.store.recentCorrections())
        #expect(archived.count == 2)

        let entry = try #require(
            try await desk.store.entries(newest: 100).first { $0.log.text == Self.similar })
        func explained() throws -> Verdict {
            try LoggedVerdicts(taxonomy: .documentType, set: nil, folders: desk.folders).explained(entry).0
        }
        let again = try explained()
        #expect(again.scores == verdict.scores)
        #expect(again.evidence.contains { $0.id == "recent:gasket" })
        #expect(again.provenance.overlayDigest == verdict.provenance.overlayDigest)

        let erased = try await desk.store.entries(newest: 100).filter { $0.log.text == Self.alike[3] }
        _ = try await LogErasure.run(from: desk.store, desk.folders, now: Date(timeIntervalSince1970: 0)) {
            try await desk.store.purge(LogPurge(ids: erased.map(\.id)), before: $0)
        }
        #expect(archived.isEmpty, "both overlays had learned it")
        #expect(throws: IlkError.self) { try explained() }
        pipeline.use(try await desk.store.recentCorrections())
        #expect(pipeline.current.overlay?.texts == 8 && archived.count == 1)
        let gone = try pipeline.classify(Self.alike[3].uppercased(), explaining: true)
        #expect(gone.evidence.allSatisfy { !$0.id.hasPrefix("nearly equal:") })
    }

    @Test func `an archived overlay survives its file, and a damaged one is not used`() throws {
        let weights = HeadWeights(
            weights: (0..<128).map { Int8($0 % 5 == 0 ? 7 : 0) }, unit: 0.25, bits: 6,
            labels: ["a", "b"], texts: 2)
        let overlay = ArchivedOverlay(log: "0123", texts: [ContentDigest(of: "x")], weights: weights)
        let bytes = overlay.bytes
        #expect(try ArchivedOverlay(bytes) == overlay)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 4
            #expect(throws: FormatError.self) { try ArchivedOverlay(damaged) }
            #expect(throws: FormatError.self) { try ArchivedOverlay(Array(bytes[..<place])) }
        }
    }
}
