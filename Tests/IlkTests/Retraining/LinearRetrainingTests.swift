import Foundation
import IlkFiles
import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkStore
import IlkVocabulary
import Testing

@testable import Ilk

@Suite struct `Retraining of a linear model` {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let store: ClassificationLogStore
    private let registry: ModelRegistry
    private static let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
    private static let set = LabelSet(
        id: "n", name: "news", labels: [.init("match"), .init("race"), .init("vote"), .init("weather")])

    /// Logs texts of a label set, one label of which its model has not learned.
    init() async throws {
        desk = try RuleTestFolder()
        store = try .open(
            .file(desk.root.appending(path: "log-news.sqlite").path), taxonomy: Self.set.completeTaxonomy)
        registry = ModelRegistry(folder: desk.folders.models, taxonomy: "news")
        let learned: [Category] = ["match", "race", "vote"]
        let texts = learned.flatMap { label in
            (0..<10).map { LabeledText(text: "\(label) number \($0) as ever", category: label) }
        }
        let bytes = try LinearTrainingRun(taxonomy: Taxonomy(name: "news", categories: learned))
            .train(texts).bytes
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        try registry.promote(
            registry.add(bytes, VersionManifest(of: model, Self.signature)).version, Self.signature)
        let logger = ClassificationLogger(store: store)
        for number in 0..<12 {
            await logger.log(
                classification: TextClassification(
                    category: "vote", timestamp: Date(timeIntervalSince1970: Double(number)), textSample: ""),
                fullText: "zebra crossing \(number)", features: nil)
        }
        await logger.close()
    }

    private var retraining: Retraining {
        Retraining(
            store: store, taxonomy: Self.set.taxonomy, labels: Self.set, folders: desk.folders,
            now: Date(timeIntervalSince1970: 0))
    }

    private func correct(_ label: Category) async throws {
        for entry in try await store.entries(newest: 12) {
            try await store.correct(.id(entry.id), to: label, author: "Ida")
        }
    }

    /// Returns the version of a report, which is active then.
    private func activated(_ report: RetrainingReport) throws -> String {
        let version = try #require(report.version)
        if !report.isPromoted { try registry.promote(version, Self.signature) }
        return version
    }

    private var pipeline: Pipeline {
        get throws {
            var assembly = PipelineAssembly(folders: desk.folders)
            assembly.use(Self.set)
            return try assembly.pipeline()
        }
    }

    @Test(arguments: ["race", "weather"] as [IlkVocabulary.Category])
    func `similar texts get the label of the corrections, even one that the model has no texts of`(
        _ label: IlkVocabulary.Category
    ) async throws {
        try await correct(label)
        let before = try pipeline.classify("zebra crossing 9").probability(of: label)
        let report = try await retraining.run()
        #expect(report.learned == 12 && report.trace?.headTexts == 12, "\(report.lines)")
        // Each text is predicted by a head that has learned the others.
        let sample = try #require(report.gate.samples.first { $0.name == GateSample.crossValidated })
        #expect(sample.comparison.bothRight + sample.comparison.onlySecondRight == 12, "\(report.lines)")
        let version = try activated(report)
        let after = try pipeline.classify("zebra crossing 9")
        #expect(after.category == label && after.probability(of: label) > before + 0.3)
        #expect(try pipeline.classify("match number 3 as ever").category == "match")
        let manifest = try registry.manifest(version: version)
        #expect(manifest.kind == "linear" && manifest.baseVersions.map(\.version) == ["1.0.0"])
        #expect(manifest.features == (try registry.manifest(version: "1.0.0").features))
        // The next version extends the first one, not the retrained one.
        let again = try await retraining.run()
        #expect(again.version == version && again.reason.hasPrefix("Nothing new"), "\(again.lines)")
    }

    @Test func `an erased text is unlearned exactly`() async throws {
        try await correct("race")
        let version = try activated(try await retraining.run())
        let newest = try await store.entries(newest: 1).map(\.id)
        let (_, report) = try await retraining.unlearning { before in
            try await store.purge(LogPurge(ids: newest), before: before)
        }
        let rest = try #require(report.version)
        #expect(report.texts == 1 && report.deleted.versions == [version] && rest != version)
        #expect(try registry.manifest(version: rest).retraining?.headTexts == 11)
        var options = RetrainingOptions()
        options.recounts = true
        #expect(try await retraining.run(options).version == rest)
    }

    @Test func `counts with the weight of an earlier release are not unlearned from`() async throws {
        try await correct("race")
        let version = try activated(try await retraining.run())
        let file = CountedLogFile(desk.folders, taxonomy: "news")
        var counts = try #require(file.read(Self.set.taxonomy))
        counts.trace.correctionWeight = 8
        try file.write(counts)
        let newest = try await store.entries(newest: 1).map(\.id)
        let (_, report) = try await retraining.unlearning { before in
            try await store.purge(LogPurge(ids: newest), before: before)
        }
        #expect(report.version == nil && report.deleted.versions == [version])
        #expect(report.deleted.activatedFallback == "1.0.0")
        let next = try await retraining.run()
        #expect(!next.isIncremental && next.learned == 11, "\(next.lines)")
    }

    @Test func `a version whose base version was removed is a clear error`() async throws {
        try await correct("race")
        let version = try activated(try await retraining.run())
        // A person chose it, so it is not compared with earlier versions.
        for chosen in ["1.0.0", version] { try registry.promote(chosen, Self.signature) }
        try FileManager.default.removeItem(atPath: desk.folders.models + "/news/1.0.0")
        let error = await #expect(throws: IlkError.self) { try await retraining.run() }
        #expect(error?.description.contains("no longer exists") ?? false, "\(error as Any)")
        #expect(error?.hint?.contains("ilk train texts.jsonl --name news") ?? false)
    }
}

extension Verdict {
    fileprivate func probability(of label: IlkVocabulary.Category) -> Double {
        taxonomy.index(of: label).map { probabilities[$0] } ?? 0
    }
}
