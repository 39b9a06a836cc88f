import IlkFiles
import Foundation
import Ilk
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import Synchronization
import TestSupport
import Testing

@testable import IlkLearning

@Suite struct `Reloading models` {
    /// File system calls without fsync: these tests do not need durability across power failures.
    private struct UnsyncedCalls: RegistryFileSystem {
        let system = SystemFileCalls()

        func open(_ path: String, _ flags: Int32) -> Int32 { system.open(path, flags) }
        func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int { system.write(file, bytes) }
        func synchronize(_ file: Int32) -> Int32 { 0 }
        func truncate(_ file: Int32, to length: Int) -> Int32 { system.truncate(file, to: length) }
        func rename(_ path: String, to other: String) -> Int32 { system.rename(path, to: other) }
        func makeFolder(_ path: String) -> Int32 { system.makeFolder(path) }
        func remove(_ path: String) -> Int32 { system.remove(path) }
        func removeFolder(_ path: String) -> Int32 { system.removeFolder(path) }
    }

    private let desk: RuleTestFolder
    private let registry: ModelRegistry
    private static let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))

    init() throws {
        desk = try RuleTestFolder()
        try desk.put(RuleTestFolder.pack("a.one", "a.two"))
        registry = ModelRegistry(
            folder: desk.folders.models, taxonomy: "doctype", calls: UnsyncedCalls(), timeout: .seconds(5))
    }

    /// Adds a model that associates words with labels.
    private func add(_ words: [(String, Category)]) throws -> String {
        let texts = words.flatMap { word, category in
            (0..<6).map { LabeledText(text: "the \(word) number \($0)", category: category) }
        }
        let bytes = try TrainingRun(taxonomy: .documentType, settings: BayesSettings(minimumFrequency: 1))
            .train(texts)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        return try registry.add(bytes, VersionManifest(of: model, Self.signature)).version
    }

    private func addTwo() throws -> [String] {
        [
            try add([("pump", "email"), ("valve", "code"), ("hose", "search")]),
            try add([("pump", "social"), ("valve", "message"), ("hose", "document")]),
        ]
    }

    private var assembly: PipelineAssembly {
        PipelineAssembly(
            classifier: .fused, rules: RuleStack([.files(desk.folder.path)]), thresholds: 0.0,
            folders: desk.folders)
    }

    @Test func `a promoted model replaces the active one, and a rollback restores it`()
        throws
    {
        let versions = try addTwo()
        let pipeline = try ReloadablePipeline(assembly)
        #expect(pipeline.reloadModelIfChanged() == nil)
        try registry.promote(versions[0], Self.signature)
        let first = try #require(pipeline.reloadModelIfChanged())
        #expect(first.outcome == .replaced && first.version == versions[0])
        #expect(try pipeline.classify("the valve number 7").category == "code")
        try registry.promote(versions[1], Self.signature)
        #expect(try pipeline.classify("the valve number 7").category == "code", "not reloaded yet")
        let second = pipeline.reloadModel()
        #expect(second.outcome == .replaced && second.before == first.after)
        let verdict = try pipeline.classify("the valve number 7")
        #expect(verdict.category == "message" && verdict.provenance.modelDigest == second.after)
        #expect(second.description == "model \(versions[1]) is active (\(second.after?.prefix(12) ?? ""))")
        try registry.rollback(Self.signature)
        #expect(pipeline.reloadModelIfChanged()?.after == first.after)
        #expect(pipeline.reloadModelIfChanged() == nil && pipeline.reloadModel().outcome == .unchanged)
        try registry.rollback(Self.signature)
        #expect(pipeline.reloadModel().version == "built-in")
    }

    @Test func `the archive keeps models and rules that were removed from the registry`() async throws {
        let versions = try addTwo()
        let archive = VerdictArchive(folders: desk.folders)
        try registry.promote(versions[0], Self.signature)
        let pipeline = try ReloadablePipeline(assembly, archive: archive)
        let service = TextClassificationService(reloadable: pipeline)
        let first = try await service.classify("the valve number 7")
        try registry.promote(versions[1], Self.signature)
        #expect(pipeline.reloadModelIfChanged()?.outcome == .replaced)
        let second = try await service.classify("the valve number 7")
        try registry.rollback(Self.signature)
        try registry.rollback(Self.signature)
        for version in versions { try registry.remove(version, Self.signature) }
        for (classification, category) in [(first, Category("code")), (second, "message")] {
            let provenance = try #require(classification.verdict?.provenance)
            let (classifier, ruleSet) = try archive.classifier(
                of: provenance, taxonomy: .documentType, files: ([], []))
            #expect(ruleSet?.digest == provenance.ruleSetDigest && ruleSet != nil)
            let again = try Pipeline(classifier: classifier, threshold: 0.0).classify("the valve number 7")
            #expect(again.category == category && again.provenance == provenance)
        }
    }

    @Test func `a damaged model leaves the active one in place and is reported once`() throws {
        let versions = try addTwo()
        try registry.promote(versions[0], Self.signature)
        let pipeline = try ReloadablePipeline(assembly)
        let snapshot = pipeline.current
        try registry.promote(versions[1], Self.signature)
        let file = URL(filePath: registry.path(version: versions[1]))
        let whole = try Data(contentsOf: file)
        var bytes = whole
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        let reload = try #require(pipeline.reloadModelIfChanged())
        #expect(reload.outcome == .refused && reload.before == reload.after)
        #expect(reload.description.contains("model \(versions[1]) was refused; the old model stays active"))
        #expect(
            reload.description.contains("the checksum of the model does not match"), "\(reload.description)")
        #expect(pipeline.current === snapshot && pipeline.reloadModelIfChanged() == nil)
        try FileManager.default.removeItem(at: file)
        #expect(pipeline.reloadModel().outcome == .refused, "it is gone")
        try whole.write(to: file)
        #expect(pipeline.reloadModel().outcome == .replaced)
        try Data("1.0.0 or so".utf8).write(to: URL(filePath: registry.activePath))
        #expect(pipeline.reloadModelIfChanged()?.outcome == .refused)
    }

    @Test func `an unreadable model is retried until it is readable, and each reason is reported once`()
        throws
    {
        let versions = try addTwo()
        try registry.promote(versions[0], Self.signature)
        let pipeline = try ReloadablePipeline(assembly)
        try registry.promote(versions[1], Self.signature)
        let file = registry.path(version: versions[1])
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        let reload = try #require(pipeline.reloadModelIfChanged())
        #expect(reload.outcome == .refused && pipeline.reloadModelIfChanged() == nil)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let other = try #require(pipeline.reloadModelIfChanged(), "another reason")
        #expect(other.outcome == .refused && other.reason != reload.reason)
        #expect(pipeline.reloadModelIfChanged() == nil)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        #expect(pipeline.reloadModelIfChanged()?.outcome == .replaced)
        #expect(pipeline.reloadModelIfChanged() == nil)
    }

    @Test func `a file that differs from the promoted model is not used`() throws {
        let versions = try addTwo()
        try registry.promote(versions[0], Self.signature)
        let other = try Data(contentsOf: URL(filePath: registry.path(version: versions[1])))
        try other.write(to: URL(filePath: registry.path(version: versions[0])))
        let error = #expect(throws: IlkError.self) { try ReloadablePipeline(assembly) }
        #expect(error?.description.contains("does not match the promoted model") ?? false)
        #expect(
            error?.hint == "restore the previous version with: ilk model rollback --taxonomy doctype")
    }

    @Test func `a named model file is checked for changes, and a fixed version is not`() throws {
        let versions = try addTwo()
        let file = desk.root.appending(path: "mine.ilk")
        func put(_ version: String) throws {
            try desk.put(try Data(contentsOf: URL(filePath: registry.path(version: version))), at: "mine.ilk")
        }
        try put(versions[0])
        var assembly = assembly
        assembly.model = .file(file.path)
        let pipeline = try ReloadablePipeline(assembly)
        try put(versions[1])
        #expect(pipeline.reloadModelIfChanged()?.outcome == .replaced)
        #expect(try pipeline.classify("the valve number 7").category == "message")
        assembly.model = .version(versions[0])
        let fixed = try ReloadablePipeline(assembly)
        try registry.promote(versions[1], Self.signature)
        #expect(fixed.reloadModelIfChanged() == nil && fixed.reloadModel().outcome == .unchanged)
    }

    /// A clock whose waits return immediately, a given number of times. Then waits throw `CancellationError`.
    private final class FewTicks: Clock {
        typealias Instant = ContinuousClock.Instant
        let minimumResolution = Duration.nanoseconds(1)
        private let left: Mutex<Int>
        private let tick: @Sendable (Int) -> Void

        init(_ count: Int, tick: @escaping @Sendable (Int) -> Void) {
            left = Mutex(count)
            self.tick = tick
        }

        var now: Instant { ContinuousClock.now }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let number = left.withLock { left in
                left -= 1
                return left
            }
            guard number >= 0 else { throw CancellationError() }
            tick(number)
        }
    }

    @Test func `a watch reloads each promoted model until it is canceled`() async throws {
        let versions = try addTwo()
        let pipeline = try ReloadablePipeline(assembly)
        let told = Mutex<[String?]>([])
        let registry = registry
        let clock = FewTicks(6) { number in
            guard number % 2 == 1 else { return }
            _ = try? registry.promote(versions[number / 2 % 2], Self.signature)  // Then no reload follows.
        }
        await pipeline.watchModel(every: .seconds(1), clock: clock) { reload in
            told.withLock { $0.append(reload.version) }
        }
        #expect(told.withLock { $0 } == [versions[0], versions[1], versions[0]])
    }

    // MARK: Under load

    private static let texts = ["the valve number 7", "a pump and a hose", "hose", "nothing of it"]

    /// Returns the scores for the test texts, with a key for the model and rules that produced them.
    private func answers(_ pipeline: ReloadablePipeline) throws -> (key: String, scores: [[Double]]) {
        let verdicts = try Self.texts.map { try pipeline.classify($0) }
        return (Self.key(verdicts[0]), verdicts.map(\.scores))
    }

    private static func key(_ verdict: Verdict) -> String {
        "\(verdict.provenance.modelDigest ?? "-") \(verdict.provenance.ruleSetDigest ?? "-")"
    }

    @Test func `no task fails or mixes models or rules during many reloads`()
        async throws
    {
        let versions = try addTwo()
        let packs = [
            RuleTestFolder.pack("a.one", label: "email"), RuleTestFolder.pack("b.one", label: "code"),
        ]
        let pipeline = try ReloadablePipeline(assembly)
        var known: [String: [[Double]]] = [:]
        for version in versions {
            try registry.promote(version, Self.signature)
            #expect(pipeline.reloadModel().outcome == .replaced)
            for pack in packs {
                try desk.put(pack)
                pipeline.reload()
                let answers = try answers(pipeline)
                known[answers.key] = answers.scores
            }
        }
        #expect(known.count == 4)
        let readers = PipelineReaders(pipeline: pipeline, texts: Self.texts) { [known] place, verdict in
            known[Self.key(verdict)]?[place] == verdict.scores ? nil : Self.key(verdict)
        }
        var replaced = 0
        let reloads = TestLength.isLong ? 1_000 : 200
        try await readers.run(tasks: 8) {
            for turn in 0..<reloads {
                try registry.promote(versions[turn % 2], Self.signature)
                if pipeline.reloadModelIfChanged()?.outcome == .replaced { replaced += 1 }
                if turn % 20 == 0 {
                    try desk.put(packs[turn / 20 % 2])
                    pipeline.reload()
                }
            }
        }
        #expect(replaced == reloads)
        // Only the active one of all models is still mapped.
        let mapped = try Self.maps().split(separator: "\n").filter { $0.contains(desk.root.path) }
        #expect(mapped.count == 1, "\(mapped)")
        #expect(pipeline.reloadModelIfChanged() == nil, "it is active until here")
    }

    /// Returns the memory mappings of the process. The kernel reports a size of 0 for this file.
    private static func maps() throws -> String {
        let file = open("/proc/self/maps", O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &block, block.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += block.prefix(count)
        }
    }
}
