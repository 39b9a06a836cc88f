import IlkFiles
import IlkStore
import IlkLog
import Foundation
public import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary
import StoreTestSupport

/// Retrains repeatedly from new texts and corrections, while some threads classify without pause and one
/// thread logs the results.
///
/// No request may fail, and each must be answered by exactly one model.
public struct RetrainLoad: Sendable {
    /// The result of a run.
    public struct Outcome: Sendable {
        /// The number of texts classified during the run.
        public var requests = 0
        /// The number of failed requests.
        public var failed = 0
        /// The number of results that differ from the expected results of the model that they name.
        public var mixed = 0
        /// The number of different models in the results.
        public var models = 0
        /// The number of models that passed the gate and were promoted automatically.
        public var promoted = 0
        /// The time of the longest retraining.
        public var longest = Duration.zero
    }

    /// A violated guarantee.
    public struct Broken: Error, CustomStringConvertible {
        /// The violated guarantee.
        public var description: String
    }

    /// The folder for log and registry. It must be empty or missing.
    public let folder: String
    /// The number of retrainings.
    public let retrains: Int
    /// The number of threads that classify.
    public let threads: Int
    /// The seed of the texts.
    public let seed: UInt64

    /// Creates a load.
    ///
    /// - Parameters:
    ///   - folder: The folder for log and registry. It must be empty or missing.
    ///   - retrains: The number of retrainings.
    ///   - threads: The number of threads that classify.
    ///   - seed: The seed of the texts.
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

    /// Runs the retrainings.
    ///
    /// - Parameter told: Called after each retraining with its number and report.
    /// - Returns: The result.
    /// - Throws: ``Broken``, `ConditionTimeout` if a promoted model is not loaded or a thread does not end,
    ///   and the errors of the store and the registry.
    public func run(told: (Int, RetrainingReport) -> Void = { _, _ in }) async throws -> Outcome {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try ClassificationLogStore.open(.file(folder + "/log.sqlite"))
        let logger = ClassificationLogger(store: store)
        let pipeline = try ReloadablePipeline(PipelineAssembly(folders: folders))
        var made = SyntheticTexts(seed: seed)
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
            guard truth.last?.digest == digest else { throw Broken(description: "another model is active") }
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

    /// Classifies and logs texts, and adds corrections for half of them.
    private func learn(
        _ texts: [LabeledText], _ logger: ClassificationLogger, _ pipeline: ReloadablePipeline,
        _ store: ClassificationLogStore
    ) async throws {
        let service = TextClassificationService(reloadable: pipeline, logger: logger)
        for text in texts { _ = try await service.classify(text.text) }
        guard await logger.flush() == .reached else {
            throw Broken(description: "the texts are not in the log")
        }
        let entries = try await store.entries(newest: texts.count).reversed()
        for (place, (entry, text)) in zip(entries, texts).enumerated() where place % 2 == 0 {
            guard entry.log.text == text.text else { throw Broken(description: "an entry is missing") }
            try await store.correct(.id(entry.id), to: text.category, author: "Ida")
        }
    }

    /// Promotes the new model regardless of the gate, waits until the pipeline has loaded it, and returns its
    /// digest.
    private func use(_ report: RetrainingReport, _ pipeline: ReloadablePipeline) async throws -> String {
        let registry = ModelRegistry(folder: folders.models, taxonomy: "doctype")
        guard let version = report.version else { throw Broken(description: "no version: \(report.reason)") }
        if !report.isPromoted {
            try registry.promote(version, ChangeAuthor(who: "proof", when: Date()))
        }
        let digest = try registry.manifest(version: version).digest
        try await eventually("version \(version) is picked up") {
            try pipeline.classify("").provenance.modelDigest == digest
        }
        return digest
    }
}
