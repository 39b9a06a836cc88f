import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkStore
import IlkVocabulary
import Testing

@Suite struct `Retraining after a change of labels` {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let store: ClassificationLogStore
    private let registry: ModelRegistry
    private static let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))

    /// Logs texts of three labels with a model of these labels.
    init() async throws {
        desk = try RuleTestFolder()
        let before: [Category] = ["match", "race", "vote"]
        let taxonomy = Taxonomy(name: "news", categories: before)
        store = try .open(.file(desk.root.appending(path: "log-news.sqlite").path), taxonomy: taxonomy)
        registry = ModelRegistry(folder: desk.folders.models, taxonomy: "news")
        let texts = before.flatMap { label in
            (0..<8).map { LabeledText(text: "\(label) number \($0) as ever", category: label) }
        }
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: BayesSettings(minimumFrequency: 1))
            .train(texts)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        try registry.promote(
            registry.add(bytes, VersionManifest(of: model, Self.signature)).version, Self.signature)
        let logger = ClassificationLogger(store: store)
        for number in 0..<6 {
            await logger.log(
                classification: TextClassification(
                    category: "vote", timestamp: Date(timeIntervalSince1970: Double(number)), textSample: ""),
                fullText: "zebra crossing \(number)", features: nil)
        }
        await logger.close()
    }

    private func correct(_ label: Category) async throws {
        for entry in try await store.entries(newest: 6) {
            try await store.correct(.id(entry.id), to: label, author: "Ida")
        }
    }

    /// The set: `race` is part of `match`, `vote` is retired, `weather` is new.
    private static var changed: LabelSet {
        var set = LabelSet(
            id: "n", name: "news",
            labels: [.init("match"), .init("vote", isRetired: true), .init("weather"), .init("unheard")])
        set.merged = ["race": "match"]
        return set
    }

    private func retraining(_ set: LabelSet) -> Retraining {
        Retraining(
            store: store, taxonomy: set.taxonomy, labels: set, folders: desk.folders,
            now: Date(timeIntervalSince1970: 0))
    }

    @Test func `corrections with a merged label train the label that it became`() async throws {
        try await correct("race")
        var set = Self.changed
        set.labels[1].isRetired = false
        let report = try await retraining(set).run()
        let version = try #require(report.version)
        #expect(report.learned == 6, "\(report.lines)")
        try registry.promote(version, Self.signature)
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.classifierType = .bayes
        assembly.use(set)
        #expect(try assembly.loadModel()?.taxonomy.categories == ["match", "vote"])
        #expect(try assembly.pipeline().classify("zebra crossing 9").category == "match")
        #expect(try registry.manifest(version: version).baseVersions.map(\.version) == ["1.0.0"])
    }

    @Test func `a new label is learned from corrections, and one without texts is left out`() async throws {
        // The log gets the new labels when it is opened for writing.
        let path = store.location.path
        try store.close()
        let log = try ClassificationLogStore.open(.file(path), taxonomy: Self.changed.completeTaxonomy)
        for entry in try await log.entries(newest: 6) {
            try await log.correct(.id(entry.id), to: "weather", author: "Ida")
        }
        let report = try await Retraining(
            store: log, taxonomy: Self.changed.taxonomy, labels: Self.changed, folders: desk.folders,
            now: Date(timeIntervalSince1970: 0)
        ).run()
        try registry.promote(try #require(report.version), Self.signature)
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.classifierType = .bayes
        assembly.use(Self.changed)
        #expect(try assembly.loadModel()?.taxonomy.categories == ["match", "weather"])
        #expect(try assembly.pipeline().classify("zebra crossing 9").category == "weather")
        #expect(try assembly.pipeline().classify("race number 3 as ever").category == "match")
        try log.close()
    }

    @Test func `texts are unlearned from a model that learned them before the labels changed`() async throws {
        try await correct("race")
        let before = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("race"), .init("vote")])
        let version = try #require(try await retraining(before).run().version)
        try registry.promote(version, Self.signature)
        let newest = try await store.entries(newest: 1).map(\.id)
        let (_, report) = try await retraining(Self.changed).unlearning { before in
            try await store.purge(LogPurge(ids: newest), before: before)
        }
        #expect(report.texts == 1 && report.version != nil, "\(report)")
        #expect(report.deleted.versions == [version] && report.deleted.activatedFallback == nil)
        // The remaining texts are still in the counts, so a second purge unlearns too.
        let next = try await store.entries(newest: 1).map(\.id)
        let (_, second) = try await retraining(Self.changed).unlearning { before in
            try await store.purge(LogPurge(ids: next), before: before)
        }
        #expect(second.texts == 1 && second.version != nil, "\(second)")
    }

    @Test func `corrections of texts in the regression set are left out and measured`() async throws {
        try await correct("match")
        let set = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("race"), .init("vote")])
        let texts = (0..<4).map { LabeledText(text: "zebra crossing \($0)", category: "match") }
        try RegressionSet(texts + texts).write(taxonomy: "news", desk.folders)
        let report = try await retraining(set).run()
        #expect(report.corrections == 6 && report.learned == 2 && report.leftOut == 4, "\(report.lines)")
        let sample = try #require(report.gate.samples.first { $0.name == GateSample.ownRegressionSet })
        #expect(sample.comparison.texts == 4)
        // Without the set, all corrections are learned.
        try RegressionSet.remove(taxonomy: "news", desk.folders)
        let again = try await retraining(set).run()
        #expect(again.learned == 6 && again.leftOut == nil, "\(again.lines)")
    }

    @Test func `a damaged regression set is an error that names the file`() async throws {
        try await correct("match")
        let path = desk.folders.regressionSet(taxonomy: "news")
        try IlkFolders.makeFolder(of: path)
        try Data("no JSON\n".utf8).write(to: URL(filePath: path))
        let set = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("race"), .init("vote")])
        let error = await #expect(throws: IlkError.self) { try await retraining(set).run() }
        #expect(error?.description == "\(path): the regression set is damaged")
    }

    @Test func `a model with none of the set's labels is a clear error`() async throws {
        try await correct("race")
        let other = LabelSet(id: "n", name: "news", labels: [.init("happy"), .init("sad")])
        let error = await #expect(throws: IlkError.self) { try await retraining(other).run() }
        #expect(error?.description == "the model has none of the labels of news")
        #expect(error?.hint == "the labels of the model: match, race, vote")
    }

    @Test func `without corrections the report names a label of the taxonomy`() async throws {
        let report = try await retraining(Self.changed).run()
        #expect(report.version == nil)
        #expect(report.reason.hasSuffix(": ilk log correct -1 match --taxonomy news"), "\(report.reason)")
    }

    @Test func `corrections with a retired label are not learned`() async throws {
        try await correct("vote")
        let report = try await retraining(Self.changed).run()
        #expect(report.version == nil && report.reason.hasPrefix("Nothing to learn"), "\(report.lines)")
    }
}
