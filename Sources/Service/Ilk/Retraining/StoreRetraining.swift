package import IlkFiles
package import FoundationEssentials
package import IlkStore
package import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
package import IlkVocabulary

/// Makes a model of what a store's records are labelled with, measures it against what decides without it, and puts it to
/// use when it is shown to be no worse: what all stores but the log have in common.
///
/// Of 30 texts and more one in five is held back to measure with, always the same ones. Where that is too little, texts are
/// left out in turn.
package struct StoreRetraining: Sendable {
    /// How it is spoken of.
    package struct Words: Sendable {
        /// The labels of the records.
        package var taxonomy: Taxonomy
        /// Who makes versions, as the registry names them.
        package var signer: String
        /// Where the texts are from, as the version's manifest names it.
        package var store: String
        /// What the report counts, as `calls`.
        package var own: String
        /// What they are labelled with, as `an emotion`.
        package var label: String
        /// What is said where nothing can be learned.
        package var nothing: String

        /// Calls and their emotions. A call counts if a person gave it an emotion. Suggested emotions never count.
        package static let calls = Words(
            taxonomy: .emotion, signer: "ilk retrain --from calls", store: "calls", own: "calls",
            label: "an emotion",
            nothing:
                "nothing to learn: calls of at least two emotions are needed (ilk calls add Sarah happy 'notes')"
        )

        /// Debug events and their levels. An event counts if its sender gave it a level. Suggested levels never count. Of
        /// events that differ in numbers and ids only, a few count.
        package static let debug = Words(
            taxonomy: .severity, signer: "ilk retrain --from debug", store: "debug events", own: "events",
            label: "a level",
            nothing: "nothing to learn: events of at least two levels are needed (ilk debug import)")
    }

    package let assembly: PipelineAssembly
    package var taxonomy: Taxonomy { words.taxonomy }
    private let store: any LabellingStore
    private let now: Date
    package let words: Words

    /// - Parameters:
    ///   - store: The store.
    ///   - words: The labels of its records, and the words for them.
    ///   - folders: The folders with the model registry.
    ///   - now: The present time.
    package init(from store: any LabellingStore, as words: Words, folders: IlkFolders, now: Date) {
        self.store = store
        self.now = now
        self.words = words
        assembly = PipelineAssembly(taxonomy: words.taxonomy, folders: folders)
    }

    /// Learns, measures, and promotes when it is shown to be no worse. Versions that learned from records that are gone are
    /// deleted.
    ///
    /// - Parameters:
    ///   - start: Labelled texts that give it a start; texts of other labels are left out.
    ///   - promotes: Whether anything is written; else it is a dry run.
    ///   - progress: Called now and then; what it throws ends the run.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes such a model anew; `RegistryError`, and the
    ///   store's errors.
    package func run(
        beginningWith start: [LabelledText] = [], promotes: Bool = true, progress: () throws -> Void = {}
    ) async throws -> StoreRetrainingReport {
        try await store.verify()
        let records = try await store.labelledRecords()
        let lock = promotes ? try RetrainingLock(assembly.folders, taxonomy: taxonomy.name) : nil
        defer { withExtendedLifetime(lock) {} }
        let erased = try await erased()
        let texts = StoreTexts(
            records, beginningWith: start.filter { taxonomy.index(of: $0.category) != nil })
        var report = StoreRetrainingReport(
            taxonomy: taxonomy.name, store: words.own, label: words.label, own: texts.own.count,
            texts: texts.start.count, learned: texts.learned.count, heldBack: texts.heldBack.count)
        report.erased = erased
        guard Set(texts.learned.map(\.category)).count > 1 else {
            report.reason = words.nothing
            if promotes { try forget(&report) }
            return report
        }
        let rules = try assembly.loadRules(taxonomy: taxonomy)
        let bytes = try AutomaticTrainingRun(taxonomy: taxonomy).train(
            texts.learned, beside: rules, progress: progress
        ).bytes
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        report.kind = model.kind.rawValue
        report.gate = try gate(of: model, texts, rules, progress)
        report.reason = report.gate.reason
        if promotes {
            // What is gone is not what a new version is held against the next time.
            try write(bytes, model, texts, &report)
            try forget(&report)
        }
        return report
    }

    /// Deletes the versions that learned from records that are gone. When one of them is in use, what was there before any
    /// takes its place.
    ///
    /// - Throws: As ``run(beginningWith:promotes:progress:)``.
    package func forgetErased() async throws -> ModelRegistry.Forgotten {
        let lock = try RetrainingLock(assembly.folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        return try forget(try await erased())
    }

    private func write(
        _ bytes: [UInt8], _ model: any TextModel, _ texts: StoreTexts, _ report: inout StoreRetrainingReport
    ) throws {
        let data = VersionManifest.DataSet(
            name: words.store + (report.texts > 0 ? " and other texts" : ""),
            of: texts.learned.map { (ContentDigest(of: $0.text), $0.category) })
        let signature = RegistrySignature(who: words.signer, why: report.reason, when: now)
        let gate = report.gate
        let decision = try assembly.registry.decide(
            bytes, digest: model.digest.description, gate, signature
        ) {
            var manifest = VersionManifest(of: model, signature)
            manifest.data = [data]
            manifest.learnedFrom = StoreTrace(store: trace, records: texts.numbers)
            manifest.gate = gate
            return manifest
        }
        report.version = decision.version
        report.isPromoted = decision.isPromoted
        report.reason = decision.reason ?? report.reason
    }

    /// The store, as a version's manifest names it: by a digest of its path.
    private var trace: String { String(ContentDigest(of: store.location.path).description.prefix(16)) }

    // MARK: Forgetting

    /// The versions that learned from records of this store that are gone, and what was made from them.
    private func erased() async throws -> [String] {
        let registry = assembly.registry
        let name = trace
        var erased: [String] = []
        for version in try registry.versions() {
            guard let trace = registry.readableManifest(version: version)?.learnedFrom, trace.store == name
            else { continue }
            // Of what cannot be told which records it is of, any may be gone.
            guard let records = trace.records, try await store.holds(records) else {
                erased.append(version)
                continue
            }
        }
        return try registry.withDescendants(of: erased)
    }

    private func forget(_ report: inout StoreRetrainingReport) throws {
        report.erased.removeAll { $0 == report.version }
        let forgotten = try forget(report.erased)
        report.wentBackTo = forgotten.wentBackTo
    }

    private func forget(_ versions: [String]) throws -> ModelRegistry.Forgotten {
        let registry = assembly.registry
        let why = "it learned from \(words.own) that were erased"
        let forgotten = try registry.forget(
            versions, fallingBackTo: try stateWithout(versions),
            RegistrySignature(who: words.signer, why: why, when: now))
        VerdictArchive(folders: assembly.folders).forget(models: forgotten.digests)
        return forgotten
    }

    /// What is in use, unless it was learned from the store; then what was in use before any such version and is there yet:
    /// a version, or `none`.
    ///
    /// - Parameter gone: Versions that are not asked any more.
    package func stateWithout(_ gone: [String] = []) throws -> String {
        let registry = assembly.registry
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        func isOther(_ version: String) throws -> Bool {
            guard version != ModelRegistry.builtIn, version != ModelRegistry.none else { return true }
            guard !gone.contains(version), try registry.versions().contains(version) else { return false }
            // One whose manifest is damaged cannot be put to use.
            guard let manifest = registry.readableManifest(version: version) else { return false }
            return manifest.learnedFrom == nil && manifest.by != words.signer
        }
        let earlier = try registry.history().reversed().compactMap(\.before)
        let states = [try registry.state()] + earlier
        return try states.first(where: isOther) ?? first
    }
}
