import IlkFiles
import Foundation
import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkStore
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

@testable import Ilk

@Suite struct `Retraining from a log` {
    private let desk: RetrainingFixture

    init() throws { desk = try RetrainingFixture() }

    @Test(
        arguments: [
            ([("ana", 100, 90)], nil), ([("ana", 100, 30), ("ben", 100, 35)], nil),
            ([("ana", 200, 20), ("mallory", 40, 38)], "mallory"), ([("ana", 200, 20), ("ben", 7, 7)], nil),
            ([("ana", 5, 0), ("ben", 40, 40)], nil), ([("ana", 20, 20), ("ben", 20, 20)], nil), ([], nil),
            ([("ana", 5, 0), ("ida", 5, 0), ("mallory", 40, 40)], nil),
            ([("ana", 1000, 500), ("ben", 1000, 600)], nil),
            ([("ana", 1000, 500), ("ben", 1000, 660)], "ben"),
        ] as [([(String, Int, Int)], String?)])
    func `only an author who differs from the log significantly more than others is named`(
        _ authors: [(name: String, corrections: Int, differing: Int)], found: String?
    ) {
        let counts = authors.map { ($0.name, (corrections: $0.corrections, differing: $0.differing)) }
        let suspect = RetrainingReport.SuspectedAuthor(among: Dictionary(uniqueKeysWithValues: counts))
        #expect(suspect?.name == found)
    }

    @Test func `without corrections nothing is learned and the report explains how to add one`() async throws
    {
        var made = SyntheticTexts(seed: 1)
        try await desk.log(made.texts(12).map(\.text))
        let report = try await desk.retrain()
        #expect(report.reason.hasPrefix("Nothing to learn") && report.version == nil)
        #expect(report.lines == [report.reason])
        #expect(try desk.registry.versions().isEmpty)
    }

    @Test func `a concurrent retraining is refused with the lock holder, and a dry run is not`()
        async throws
    {
        var made = SyntheticTexts(seed: 31)
        let texts = made.texts(6)
        try await desk.log(texts.map(\.text))
        try await desk.correct(texts)
        let folder = desk.folders.data + "/retraining"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            // Hold the lock as another retraining would, through a separate open file.
            let held = try StoreLock(path: folder + "/doctype.lock").heldLock(timeout: .seconds(1))
            defer { withExtendedLifetime(held) {} }
            let error = await #expect(throws: IlkError.self) { try await desk.retrain() }
            #expect(error?.kind == .tryLater && error?.kind.rawValue == 75)
            #expect(error?.description.contains("process \(getpid())") ?? false, "\(error as Any)")
            let dry = try await desk.retrain { $0.promotes = false }
            #expect(dry.version == nil)
            #expect(try desk.registry.versions().isEmpty)
        }
        #expect(try await desk.retrain().version != nil, "the lock is released with its holder")
    }

    @Test func `the guess for an unfamiliar text is no training label`() async throws {
        var made = SyntheticTexts(seed: 12)
        let texts = made.texts(30)
        let strange = [
            "xqzvbn wrtkpl mnvcxz qwpflk zxkrtq vbnmsd ghjklq", "qpwoe rutyz mxncb valsk djfhg qpzm wxtr",
            "U2l4IHR5cGVzIG9mIHRleHQgYXJlIGtub3duIGhlcmUsIG5vdCBtb3Jl",
        ]
        try await desk.log(texts.map(\.text) + strange)
        try await desk.correct(Array(texts[0..<12]))
        let report = try await desk.retrain { $0.unlabeledWeight = 0.25 }
        let trace = try #require(report.trace)
        #expect(trace.corrections == 12 && trace.agreed + trace.unlabeled == 18)
    }

    @Test func `an incremental retraining produces the same bytes as a full recount`() async throws {
        var made = SyntheticTexts(seed: 2)
        let first = made.texts(60)
        try await desk.log(first.map(\.text))
        // The fifth text is corrected twice, the second time to its true label.
        var words = Array(first[0..<12])
        words[4].category = "search"
        try await desk.correct(words)
        let one = try await desk.retrain { $0.unlabeledWeight = 0.25 }
        #expect(one.isIncremental == false && one.trace?.corrections == 12)
        let begun = try #require(one.trace)
        #expect(begun.agreed + begun.unlabeled == 48)

        let second = made.texts(30)
        // Repeated texts count once.
        try await desk.log((second + first[20..<26]).map(\.text))
        try await desk.correct([first[4]] + first[30..<33] + second[0..<4])
        let two = try await desk.retrain { $0.unlabeledWeight = 0.25 }
        #expect(two.isIncremental && two.trace?.corrections == 19)
        let trace = try #require(two.trace)
        #expect(trace.agreed + trace.unlabeled == 48 - 3 + 30 - 4)
        #expect(trace.ruleWeight == one.trace?.ruleWeight, "frozen")

        for threads in [1, 3] {
            let again = try await desk.retrain {
                $0.recounts = true
                $0.unlabeledWeight = 0.25
                $0.threads = threads
            }
            #expect(!again.isIncremental && again.version == two.version, "\(threads) threads")
            var whole = try #require(again.trace)
            whole.gate = trace.gate
            #expect(whole == trace)
        }
        let versions = try desk.registry.versions()
        #expect(versions.count == 2, "the recount gives the bytes of the second version")
    }

    @Test func `damaged counts are discarded and the log is recounted`() async throws {
        var made = SyntheticTexts(seed: 3)
        let texts = made.texts(12)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<2]))
        let one = try await desk.retrain()
        #expect(try await desk.retrain().isIncremental)
        let path = desk.folders.data + "/retraining/doctype.counts"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count - 3] ^= 4
        try bytes.write(to: URL(filePath: path))
        let two = try await desk.retrain()
        #expect(!two.isIncremental && two.version == one.version)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect("\(attributes[.posixPermissions] ?? 0)" == "\(0o600)")
    }

    @Test
    func `after rows are erased, versions trained on them are deleted and replaced`()
        async throws
    {
        var made = SyntheticTexts(seed: 4)
        let texts = made.texts(18)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<6]))
        let one = try await desk.retrain()
        try await desk.correct(Array(texts[6..<8]))
        let two = try await desk.retrain()
        let old = [try #require(one.version), try #require(two.version)]
        #expect(try desk.registry.activeVersion() == old[1])
        try await desk.erase(texts[3].text)

        let dry = try await desk.retrain { $0.promotes = false }
        let kept = try desk.registry.versions()
        #expect(dry.erased == old && kept == old, "a dry run deletes nothing")
        let three = try await desk.retrain()
        #expect(three.erased == old && !three.isIncremental && three.trace?.corrections == 7)
        let remade = try #require(three.version)
        #expect(try desk.registry.versions() == [remade])
        #expect(three.lines.contains { $0.hasPrefix("Deleted") })
        #expect(try await desk.retrain().erased.isEmpty)
    }

    @Test func `a retraining without training texts adds no version`() async throws {
        var made = SyntheticTexts(seed: 7)
        let texts = made.texts(12)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<3]), source: .audit)
        let audited = try await desk.retrain()
        #expect(audited.version == nil && !audited.isRefused && audited.reason.contains("audit sample"))
        #expect(try desk.registry.versions().isEmpty)
        try await desk.correct([texts[5]])
        let first = try await desk.retrain()
        let again = try await desk.retrain { $0.recounts = true }
        #expect(again.version == first.version && again.reason.hasPrefix("Nothing new"), "\(again.lines)")
        #expect(try desk.registry.versions().count == 1)
    }

    @Test func `erased rows are unlearned immediately, and excluded authors stay excluded`() async throws {
        var made = SyntheticTexts(seed: 9)
        let texts = made.texts(12)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<2]))
        try await desk.correct([texts[2]], author: "Bo")
        let version = try #require(try await desk.retrain { $0.excluded = ["Bo"] }.version)
        let retraining = Retraining(
            store: desk.store, folders: desk.folders, now: Date(timeIntervalSince1970: 0))
        #expect(try await retraining.unlearning { _ in }.report.deleted.versions.isEmpty)
        try await desk.erase(texts[1].text)
        let forgotten = try await retraining.unlearning { _ in }.report.deleted
        #expect(forgotten.versions == [version] && forgotten.activatedFallback == "built-in")
        #expect(try desk.registry.versions().isEmpty && desk.registry.activeVersionOrNone() == "built-in")
        let after = try await desk.retrain()
        #expect(after.trace?.without == ["Bo"] && after.learned == 1 && !after.isIncremental)
    }

    @Test func `a half-life discounts old corrections, continues exactly, and is unlearned exactly`()
        async throws
    {
        var made = SyntheticTexts(seed: 11)
        let texts = made.texts(8)
        let day = 86_400.0
        try await desk.log(Array(texts.prefix(4).map(\.text)), at: 1_800_000_000)
        try await desk.log(Array(texts.suffix(4).map(\.text)), at: 1_800_000_000 + 90 * day)
        try await desk.correct(texts)
        func retraining(_ days: Double) -> Retraining {
            Retraining(
                store: desk.store, folders: desk.folders,
                now: Date(timeIntervalSince1970: 1_800_000_100 + days * day))
        }
        func run(_ days: Double, full: Bool = false) async throws -> RetrainingReport {
            var options = RetrainingOptions()
            options.halfLife = 90 * day
            options.recounts = full
            return try await retraining(days).run(options)
        }
        let first = try await run(90)
        #expect(first.trace?.halfLife == 90 * day && first.lines[0].contains("half-life 90 days"))
        let counts = CountedLogFile(desk.folders, taxonomy: "doctype")
        #expect(counts.read(.documentType)?.ages.values.sorted() == [4, 4, 4, 4])
        // Half a year later all ages differ. The continued counts equal a recount.
        let later = try await run(270)
        #expect(later.isIncremental)
        let continued = try #require(counts.read(.documentType))
        #expect(continued.ages.values.sorted() == [8, 8, 8, 8, 12, 12, 12, 12])
        let recounted = try await run(270, full: true)
        #expect(!recounted.isIncremental)
        #expect(recounted.version == later.version, "the same model")
        // Unlearning all texts leaves counts of none.
        try desk.registry.promote(
            try #require(recounted.version), ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
        )
        let ids = try await desk.store.entries(newest: 7).map(\.id)
        let report = try await retraining(270).unlearning { before in
            try await desk.store.purge(LogPurge(ids: ids), before: before)
        }.report
        #expect(report.texts == 7 && report.version != nil, "\(report)")
        #expect(counts.read(.documentType)?.ages.values.sorted() == [12])
        // Without the option, the full weight applies again.
        _ = try await retraining(270).run()
        #expect(counts.read(.documentType)?.ages.isEmpty == true)
    }

    @Test func `the weight of a correction halves with each half-life, down to a limit`() {
        let discount = AgeDiscount(halfLife: 100, at: 10_000)
        let ages: [Double] = [10_001, 10_000, 9_976, 9_975, 9_900, 9_800, 0]
        #expect(ages.map(discount.quarters) == [0, 0, 0, 1, 4, 8, 64])
        #expect([0, 4, 8, 64].map(AgeDiscount.weight) == [1, 0.5, 0.25, 1 / 65_536])
    }

    @Test func `after all training texts are erased the base version is active again`() async throws {
        var made = SyntheticTexts(seed: 5)
        let texts = made.texts(6)
        try await desk.log(texts.map(\.text))
        try await desk.correct([texts[0]])
        let one = try await desk.retrain()
        #expect(one.isPromoted)
        try await desk.erase(texts[0].text)
        let two = try await desk.retrain()
        let erased = try #require(one.version)
        #expect(two.erased == [erased] && two.rolledBackTo == "built-in")
        #expect(try desk.registry.versions().isEmpty)
        #expect(try desk.registry.activeVersion() == "built-in")
        #expect(!FileManager.default.fileExists(atPath: desk.folders.data + "/retraining/doctype.counts"))
    }

    @Test func `after all authors are excluded the base version is active and stays so`() async throws {
        var made = SyntheticTexts(seed: 8)
        let texts = made.texts(6)
        try await desk.log(texts.map(\.text))
        try await desk.correct([texts[0]])
        #expect(try await desk.retrain().isPromoted)
        let without = try await desk.retrain { $0.excluded = ["Ida"] }
        #expect(without.rolledBackTo == "built-in" && without.corrections == 0)
        #expect(try desk.registry.activeVersion() == "built-in")
        #expect(try await desk.retrain().reason == "Nothing to learn without the corrections by Ida.")
        #expect(try await desk.retrain { $0.readmitted = ["Ida"] }.corrections == 1)
    }

    @Test func `the audit sample is only used for evaluation`() async throws {
        var made = SyntheticTexts(seed: 6)
        let texts = made.texts(40)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<3]))
        try await desk.correct(Array(texts[10..<34]), source: .audit)
        // An audited text stays in the audit sample, even if it is corrected again.
        try await desk.correct([texts[10]], source: .human)
        let report = try await desk.retrain()
        #expect(report.learned == 3 && report.audits == 24 && report.trace?.corrections == 3)
        #expect(report.gate.samples.first?.name == "audit sample")
        #expect(report.gate.samples.first?.comparison.texts == 24)
    }

    @Test func `a manually promoted version is the base version of later retrainings`() async throws {
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
        var made = SyntheticTexts(seed: 7)
        let bytes = try TrainingRun(taxonomy: .documentType, settings: BayesSettings(minimumFrequency: 1))
            .train(made.texts(36))
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        let own = try desk.registry.add(bytes, VersionManifest(of: model, signature)).version
        try desk.registry.promote(own, signature)
        let texts = made.texts(6)
        try await desk.log(texts.map(\.text))
        try await desk.correct([texts[0]])
        let first = try await desk.retrain().version
        try await desk.correct([texts[1]])
        let second = try await desk.retrain().version
        for version in [first, second].compactMap({ $0 }) {
            #expect(try desk.registry.manifest(version: version).baseVersions.map(\.version) == [own])
        }
    }
}

@Suite struct `Retraining of another taxonomy` {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let store: ClassificationLogStore
    private let registry: ModelRegistry
    private static let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))

    init() throws {
        desk = try RuleTestFolder()
        store = try ClassificationLogStore.open(
            .file(desk.root.appending(path: "log-spam.sqlite").path), taxonomy: .spam)
        registry = ModelRegistry(folder: desk.folders.models, taxonomy: "spam")
    }

    private var retraining: Retraining {
        Retraining(
            store: store, taxonomy: .spam, folders: desk.folders, now: Date(timeIntervalSince1970: 0))
    }

    @Test func `without an active model the error explains how to train one`() async throws {
        try registry.promote("none", Self.signature)
        let error = await #expect(throws: IlkError.self) { _ = try await retraining.run() }
        #expect(error?.description.contains("no model of spam") ?? false)
        #expect(error?.hint?.contains("ilk model promote built-in --taxonomy spam") ?? false)
    }

    /// Logs six texts as the first category and corrects them to the second.
    private func addCorrections() async throws {
        let categories = Taxonomy.spam.categories
        let logger = ClassificationLogger(store: store)
        for number in 0..<6 {
            await logger.log(
                classification: TextClassification(
                    category: categories[0], timestamp: Date(timeIntervalSince1970: Double(number)),
                    textSample: ""),
                fullText: "zebra crossing \(number)", features: nil)
        }
        await logger.close()
        for entry in try await store.entries(newest: 6) {
            try await store.correct(.id(entry.id), to: categories[1], author: "Ida")
        }
    }

    @Test func `the built-in model of the taxonomy is retrained from corrections`() async throws {
        try await addCorrections()
        let report = try await retraining.run()
        let version = try #require(report.version)
        #expect(report.learned == 6)
        #expect(try registry.manifest(version: version).baseVersions.map(\.version) == ["built-in"])
        #expect(try registry.activeVersion() == version, "nothing is measured to be worse")
    }

    @Test func `the taxonomy's active model is retrained, and the document type registry is not`()
        async throws
    {
        let categories = Taxonomy.spam.categories
        let texts = categories.flatMap { category in
            (0..<8).map { LabeledText(text: "\(category) number \($0) as ever", category: category) }
        }
        let bytes = try TrainingRun(taxonomy: .spam, settings: BayesSettings(minimumFrequency: 1))
            .train(texts)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        let parent = try registry.add(bytes, VersionManifest(of: model, Self.signature)).version
        try registry.promote(parent, Self.signature)

        try await addCorrections()
        let report = try await retraining.run()
        let version = try #require(report.version)
        #expect(report.learned == 6 && version != parent)
        // The regression set has other labels, and six corrections are too few to hold some out.
        #expect(report.isPromoted && !report.isRefused && report.reason.contains("Later corrections test"))
        #expect(try registry.activeVersion() == version)
        #expect(report.lines.contains("Undo      ilk model rollback --taxonomy spam"), "\(report.lines)")
        #expect(try Array(retraining.marks().keys) == [version])
        let manifest = try registry.manifest(version: version)
        #expect(manifest.taxonomy == "spam" && manifest.baseVersions.map(\.version) == [parent])
        let assembly = PipelineAssembly(classifier: .bayes, taxonomy: .spam, folders: desk.folders)
        #expect(try assembly.pipeline().classify("zebra crossing 9").category == categories[1])
        let others = ModelRegistry(folder: desk.folders.models, taxonomy: "doctype")
        #expect(try others.versions().isEmpty)
    }
}
