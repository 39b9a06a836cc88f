package import IlkFiles
package import FoundationEssentials
package import IlkStore
package import IlkLearning
import IlkModels
import IlkLog
import IlkPipeline
import IlkRules
package import IlkVocabulary

/// Trains a model from the labeled records of a store, evaluates it, and promotes it if it is expected to be
/// better. This type is used for all stores except the log, and for the corrections in logs of multi-label
/// taxonomies.
///
/// With 30 texts or more, one text in five is held out. The same texts are held out each time. If the
/// held-out texts are too few, the model is cross-validated.
package struct StoreRetraining: Sendable {
    /// The names of a store's records and labels in reports and manifests.
    package struct RecordNames: Sendable {
        package var taxonomy: Taxonomy
        /// The signer of versions in the registry.
        package var signer: String
        /// The name of the texts' source in the manifest.
        package var store: String
        /// The name of the records in the report, such as `calls`.
        package var own: String
        /// The name of a label with its article, such as `an emotion`.
        package var label: String
        /// The message if there is nothing to learn.
        package var nothing: String
        /// The label set of a log, whose labels may have changed, or `nil`.
        var labels: LabelSet?

        /// Calls and their emotions. Only calls with a human label count, not suggested emotions.
        package static let calls = RecordNames(
            taxonomy: .emotion, signer: "ilk retrain --from calls", store: "calls", own: "calls",
            label: "an emotion",
            nothing:
                "Nothing to learn: calls with at least two emotions are needed (ilk calls add Sarah happy 'notes')."
        )

        /// Debug events and their levels. Only levels set by the sender count, not suggested levels. Of
        /// the events with the same template and level, at most three count.
        package static let debug = RecordNames(
            taxonomy: .severity, signer: "ilk retrain --from debug", store: "debug events", own: "events",
            label: "a level",
            nothing: "Nothing to learn: events of at least two levels are needed (ilk debug import).")

        /// The corrections of the log of a multi-label set. The model of such a set is linear, so each
        /// retraining trains it again from all texts.
        package static func log(_ labels: LabelSet) -> RecordNames {
            RecordNames(
                taxonomy: labels.taxonomy, signer: "ilk retrain", store: "corrections of the log",
                own: "corrections", label: "labels",
                nothing: "Nothing to learn: texts with different labels are needed (ilk log correct).",
                labels: labels)
        }

        /// Mail and the corrections of its predicted labels.
        package static func mail(_ taxonomy: Taxonomy) -> RecordNames {
            RecordNames(
                taxonomy: taxonomy, signer: "ilk retrain --from mail", store: "mail", own: "messages",
                label: "a correction",
                nothing:
                    "Nothing to learn: messages with corrections to at least two labels are needed (ilk mail correct)."
            )
        }

        /// Usage phrases and their tags, or the corrections of the tags.
        package static func usage(_ taxonomy: Taxonomy) -> RecordNames {
            RecordNames(
                taxonomy: taxonomy, signer: "ilk retrain --from usage", store: "usage", own: "phrases",
                label: "a label",
                nothing:
                    "Nothing to learn: phrases with at least two labels are needed (ilk usage speak --tag, ilk usage correct)."
            )
        }
    }

    package let assembly: PipelineAssembly
    package var taxonomy: Taxonomy { words.taxonomy }
    private let store: any LabelingStore
    private let now: Date
    package let words: RecordNames

    /// - Parameters:
    ///   - store: The store.
    ///   - words: The names of the store's records and labels.
    ///   - folders: The user's folders, with the model registry.
    ///   - now: The current time.
    package init(from store: any LabelingStore, as words: RecordNames, folders: IlkFolders, now: Date) {
        self.store = store
        self.now = now
        self.words = words
        var assembly = PipelineAssembly(taxonomy: words.taxonomy, folders: folders)
        if let labels = words.labels { assembly.use(labels) }
        self.assembly = assembly
    }

    /// Trains and evaluates a model, and promotes it if it is expected to be better. Deletes versions that
    /// were trained on erased records.
    ///
    /// - Parameters:
    ///   - start: Additional labeled texts. Texts with labels of other taxonomies are ignored.
    ///   - excluded: The authors and sources whose corrections of a log are ignored.
    ///   - promotes: `false` for a dry run, which writes nothing.
    ///   - progress: Called regularly. An error thrown here ends the run.
    /// - Throws: ``IlkError``, with `tryLater` if another process is retraining the taxonomy. Also
    ///   `RegistryError` and the store's errors.
    package func run(
        beginningWith start: [LabeledText] = [], without excluded: [String] = [], promotes: Bool = true,
        progress: () throws -> Void = {}
    ) async throws -> StoreRetrainingReport {
        try await store.verify()
        let lock = promotes ? try RetrainingLock(assembly.folders, taxonomy: taxonomy.name) : nil
        defer { withExtendedLifetime(lock) {} }
        let erased = try await erased()
        let regression: RegressionSet? =
            if let labels = words.labels { try RegressionSet.read(of: labels, assembly.folders) } else { nil }
        let texts = try await texts(
            beginningWith: start.filter { $0.isLabeled(by: taxonomy) }, without: excluded, regression)
        var report = StoreRetrainingReport(
            taxonomy: taxonomy.name, store: words.own, label: words.label, own: texts.own.count,
            texts: texts.start.count, learned: texts.learned.count, heldOut: texts.heldOut.count)
        report.erased = erased
        guard Set(texts.learned.map(\.categories)).count > 1 else {
            report.reason = words.nothing
            if promotes { try forget(&report) }
            return report
        }
        let rules = try assembly.loadRules(taxonomy: taxonomy)
        let bytes = try train(texts.learned, beside: rules, progress)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        report.kind = model.kind.rawValue
        report.gate = try gate(of: model, texts, rules, regression: regression?.texts ?? [], progress)
        report.reason = report.gate.reason
        if promotes {
            // Versions are deleted after the new version is written, so that the new version can replace
            // them.
            try write(bytes, model, texts, &report)
            try forget(&report)
        }
        return report
    }

    /// Deletes versions that were trained on erased records. If one of the deleted versions is active, the
    /// latest earlier version without the store's texts becomes active.
    ///
    /// - Throws: The errors of ``run(beginningWith:promotes:progress:)``.
    package func forgetErased() async throws -> ModelRegistry.VersionRemoval {
        let lock = try RetrainingLock(assembly.folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        return try await forgetErasedWithoutLock()
    }

    /// Deletes versions like ``forgetErased()``, for a caller that has the lock.
    func forgetErasedWithoutLock() async throws -> ModelRegistry.VersionRemoval {
        try forget(try await erased())
    }

    /// Returns the labeled texts of the store.
    private func texts(
        beginningWith start: [LabeledText], without excluded: [String], _ regression: RegressionSet?
    ) async throws -> StoreTexts {
        guard let log = store as? ClassificationLogStore else {
            return StoreTexts(try await store.labeledRecords(of: taxonomy), beginningWith: start)
        }
        let corrections = Corrections(
            try await log.snapshot { try $0.correctedTexts() }, without: excluded, categories: taxonomy,
            labels: words.labels, regression: regression)
        return StoreTexts(corrections, beginningWith: start)
    }

    /// Deletes the versions that were trained on erased records of a store, in the registries of all
    /// taxonomies. Meant for stores whose labels can belong to any taxonomy.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - words: Returns the names of the store's records for a taxonomy.
    ///   - folders: The user's folders.
    ///   - now: The current time.
    /// - Returns: The deleted versions by taxonomy.
    /// - Throws: The errors of ``forgetErased()``.
    package static func forgetErased(
        from store: any LabelingStore, as words: (Taxonomy) -> RecordNames, folders: IlkFolders, now: Date
    ) async throws -> [(taxonomy: String, removal: ModelRegistry.VersionRemoval)] {
        var removals: [(taxonomy: String, removal: ModelRegistry.VersionRemoval)] = []
        for set in try LabelSetCatalog(folders: folders).all().sets {
            let retraining = StoreRetraining(from: store, as: words(set.taxonomy), folders: folders, now: now)
            // Checks first, because another process may be retraining the taxonomy from another store.
            guard try await !retraining.erased().isEmpty else { continue }
            removals.append((set.name, try await retraining.forgetErased()))
        }
        return removals
    }

    private func train(
        _ texts: [LabeledText], beside rules: RuleSet?, _ progress: () throws -> Void
    ) throws -> [UInt8] {
        guard taxonomy.isMultilabel else {
            return try AutomaticTrainingRun(taxonomy: taxonomy).train(
                texts, beside: rules, progress: progress
            ).bytes
        }
        // A label without texts would have no threshold. The label set adds such a label to the scores of the
        // model.
        let used = Set(texts.flatMap(\.categories))
        let taxonomy = Taxonomy(
            name: taxonomy.name, categories: taxonomy.categories.filter(used.contains), isMultilabel: true)
        return try AutomaticTrainingRun(taxonomy: taxonomy).train(texts, as: .linear, progress: progress)
    }

    private func write(
        _ bytes: [UInt8], _ model: any TextModel, _ texts: StoreTexts, _ report: inout StoreRetrainingReport
    ) throws {
        let data = VersionManifest.DataSet(
            name: words.store + (report.texts > 0 ? " and other texts" : ""),
            of: texts.learned.map { text in
                // A single label is hashed without a separator.
                let labels = text.categories.map(\.rawValue).joined(separator: "\n")
                return (ContentDigest(of: text.text), Category(labels))
            })
        let signature = ChangeAuthor(who: words.signer, why: report.reason, when: now)
        let gate = report.gate
        let decision = try assembly.registry.decide(
            bytes, digest: model.digest.description, gate, signature
        ) {
            var manifest = VersionManifest(of: model, signature)
            manifest.data = [data]
            manifest.trainedOn = StoreTrace(store: trace, records: texts.numbers)
            manifest.gate = gate
            return manifest
        }
        report.version = decision.version
        report.isPromoted = decision.isPromoted
        report.reason = decision.reason ?? report.reason
    }

    /// The identifier of the store in manifests, a digest of its path.
    private var trace: String { String(ContentDigest(of: store.location.path).description.prefix(16)) }

    // MARK: Deleting versions

    /// Returns the versions that were trained on erased records of this store, and their descendants.
    private func erased() async throws -> [String] {
        let registry = assembly.registry
        let name = trace
        var erased: [String] = []
        for version in try registry.versions() {
            guard let trace = registry.readableManifest(version: version)?.trainedOn, trace.store == name
            else { continue }
            // Without a record list, any record may have been erased.
            guard let records = trace.records, try await store.containsAll(records) else {
                erased.append(version)
                continue
            }
        }
        return try registry.includingDescendants(of: erased)
    }

    private func forget(_ report: inout StoreRetrainingReport) throws {
        report.erased.removeAll { $0 == report.version }
        let forgotten = try forget(report.erased)
        report.rolledBackTo = forgotten.activatedFallback
    }

    private func forget(_ versions: [String]) throws -> ModelRegistry.VersionRemoval {
        let registry = assembly.registry
        let why = "trained on erased \(words.own)"
        let forgotten = try registry.remove(
            versions, fallingBackTo: try stateWithout(versions),
            ChangeAuthor(who: words.signer, why: why, when: now))
        VerdictArchive(folders: assembly.folders).delete(models: forgotten.digests)
        return forgotten
    }

    /// Returns the active version if it was not trained on the store. Otherwise returns the latest earlier
    /// version that was not trained on the store and still exists. The result can also be `built-in` or
    /// `none`.
    ///
    /// - Parameter gone: Versions to skip.
    package func stateWithout(_ gone: [String] = []) throws -> String {
        let registry = assembly.registry
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        func isOther(_ version: String) throws -> Bool {
            guard version != ModelRegistry.builtIn, version != ModelRegistry.none else { return true }
            guard !gone.contains(version), try registry.versions().contains(version) else { return false }
            // A version with a damaged manifest cannot be promoted.
            guard let manifest = registry.readableManifest(version: version) else { return false }
            return manifest.trainedOn == nil && manifest.by != words.signer
        }
        let earlier = try registry.history().reversed().compactMap(\.before)
        let states = [try registry.activeVersionOrNone()] + earlier
        return try states.first(where: isOther) ?? first
    }
}
