import IlkFiles
import IlkStore
import IlkLog
import Foundation
public import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary
import StoreTestSupport

/// Retrains over and over, each time from new texts and new corrections, while as many threads as are wanted classify
/// without a pause and one logs what it is told: no request fails, and each is answered by one model.
public struct RetrainLoad: Sendable {
    /// What came of it.
    public struct Outcome: Sendable {
        /// How many texts were classified meanwhile.
        public var requests = 0
        /// How many of them failed.
        public var failed = 0
        /// How many were answered otherwise than the model that they name answers alone.
        public var mixed = 0
        /// How many models answered.
        public var models = 0
        /// How many of the new models were not worse, and so were put to use by themselves.
        public var promoted = 0
        /// How long the longest retraining took.
        public var longest = Duration.zero
    }

    /// A promise that was not kept.
    public struct Broken: Error, CustomStringConvertible {
        /// Which.
        public var description: String
    }

    /// Where log and registry are made: empty, or not there.
    public let folder: String
    /// How often.
    public let retrains: Int
    /// How many threads classify.
    public let threads: Int
    /// What everything follows from but time.
    public let seed: UInt64

    /// So many retrainings.
    public init(folder: String, retrains: Int, threads: Int, seed: UInt64) {
        self.folder = folder
        self.retrains = retrains
        self.threads = threads
        self.seed = seed
    }

    private var folders: IlkFolders {
        IlkFolders(environment: [
            "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
            "XDG_CACHE_HOME": folder + "/cache", "CONFIGURATION_DIRECTORY": folder + "/etc",
        ])
    }

    /// Does it.
    ///
    /// - Parameter told: Called after each retraining with its number and what it said.
    /// - Throws: ``Broken``, `NeverCame` when a model that was promoted is not picked up or a thread does not end, and what the
    ///   store and the registry throw.
    public func run(told: (Int, RetrainingReport) -> Void = { _, _ in }) async throws -> Outcome {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try ClassificationLogStore.open(.file(folder + "/log.sqlite"))
        let logger = ClassificationLogger(store: store)
        let pipeline = try ReloadablePipeline(PipelineAssembly(folders: folders))
        var made = MadeTexts(seed: seed)
        let requests = RequestLoad(
            pipeline: pipeline, texts: made.texts(48).map(\.text), threads: threads)
        var outcome = Outcome()
        requests.start()
        defer { requests.stop() }
        let watching = Task { await pipeline.watchModel(every: .milliseconds(5)) }
        defer { watching.cancel() }
        var truth = [try requests.truth(of: PipelineAssembly(folders: folders).pipeline())]
        for round in 0..<retrains {
            try await learn(made.texts(24), logger, pipeline, store)
            let began = ContinuousClock.now
            let report = try await Retraining(store: store, folders: folders, now: Date()).run()
            outcome.longest = max(outcome.longest, ContinuousClock.now - began)
            if report.isPromoted { outcome.promoted += 1 }
            let digest = try await use(report, pipeline)
            truth.append(try requests.truth(of: PipelineAssembly(folders: folders).pipeline()))
            guard truth.last?.digest == digest else { throw Broken(description: "another model is in use") }
            told(round + 1, report)
        }
        let sight = try await requests.stopped()
        await logger.close()
        try store.close()
        outcome.requests = sight.requests
        outcome.failed = sight.failed
        outcome.models = sight.answers.count
        outcome.mixed = sight.mixed(truth)
        return outcome
    }

    /// Logs texts as they are seen now, and has somebody say what half of them are.
    private func learn(
        _ texts: [LabelledText], _ logger: ClassificationLogger, _ pipeline: ReloadablePipeline,
        _ store: ClassificationLogStore
    ) async throws {
        let service = TextClassificationService(reloadable: pipeline, logger: logger)
        for text in texts { _ = try await service.classify(text.text) }
        guard await logger.flush() else { throw Broken(description: "the texts are not in the log") }
        let entries = try await store.entries(newest: texts.count).reversed()
        for (place, (entry, text)) in zip(entries, texts).enumerated() where place % 2 == 0 {
            guard entry.log.text == text.text else { throw Broken(description: "an entry is missing") }
            try await store.correct(.id(entry.id), to: text.category, author: "Ida")
        }
    }

    /// Puts the new model to use, whatever the gate says, and waits until it answers.
    ///
    /// - Returns: Its digest.
    private func use(_ report: RetrainingReport, _ pipeline: ReloadablePipeline) async throws -> String {
        let registry = ModelRegistry(folder: folders.models, taxonomy: "doctype")
        guard let version = report.version else { throw Broken(description: "no version: \(report.reason)") }
        if !report.isPromoted {
            try registry.promote(version, RegistrySignature(who: "proof", when: Date()))
        }
        let digest = try registry.manifest(version: version).digest
        try await eventually("version \(version) is picked up") {
            try pipeline.classify("").provenance.modelDigest == digest
        }
        return digest
    }
}
