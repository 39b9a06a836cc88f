import IlkTraining
import IlkLog
import IlkStore
public import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// The result of unlearning erased entries.
public struct UnlearningReport: Sendable, Hashable {
    /// The new version that replaced the active version. `nil` if a replacement was not necessary or not
    /// possible.
    public var version: String?
    /// The number of texts that were unlearned.
    public var texts = 0
    /// The versions that were deleted.
    public var deleted = ModelRegistry.VersionRemoval()

    mutating func add(_ more: ModelRegistry.VersionRemoval) {
        deleted.versions += more.versions
        deleted.digests += more.digests
        deleted.activatedFallback = more.activatedFallback ?? deleted.activatedFallback
    }
}

/// Unlearns texts before they are erased.
extension Retraining {
    /// Erases entries of the log after the models have unlearned them.
    ///
    /// The active version is replaced by a version trained without the entries, and all versions that may
    /// have been trained on the entries are deleted. Then the entries are erased. The new version equals a
    /// full retraining on the remaining entries with the same base version and weights. The new version is
    /// not evaluated, because the entries are erased in any case. If the counts of the active version are
    /// missing or belong to another model, or if no training texts remain, the active version is deleted and
    /// its base version becomes active.
    ///
    /// If the process is killed, either the old version is active and the entries still exist, or the new
    /// version is active.
    ///
    /// - Parameter erase: Erases entries. This closure must call its argument after it has selected the
    ///   entries and before it erases the first entry, as `ClassificationLogStore.purge(_:progress:before:)`
    ///   does.
    /// - Returns: The result of `erase` and the changes to the models.
    /// - Throws: ``IlkError`` with `tryLater` if another process is retraining the taxonomy; in this case, no
    ///   entry was erased. Also `RegistryError`, the store's errors and the errors of `erase`.
    public func unlearning<Result>(
        _ erase: (_ before: () async throws -> Void) async throws -> Result
    ) async throws -> (result: Result, report: UnlearningReport) {
        try await unlearning(erase) { _ in }
    }

    /// The durable states during unlearning, in order.
    package enum UnlearningStep: Sendable, CaseIterable {
        /// The new version was added, but is not active.
        case added
        /// The counts of the new version were written.
        case counted
        case promoted
        /// The versions trained on the entries were deleted.
        case forgotten
    }

    /// Erases entries like ``unlearning(_:)``, and calls `note` after each durable state. An error thrown by
    /// `note` ends the work at that state.
    package func unlearning<Result>(
        _ erase: (_ before: () async throws -> Void) async throws -> Result,
        noting note: @escaping (UnlearningStep) throws -> Void
    ) async throws -> (result: Result, report: UnlearningReport) {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        var report = UnlearningReport()
        let result = try await erase { try await unlearn(&report, note) }
        // Also handle entries that could not be unlearned, or that were erased in another way.
        report.add(try await forgetGone())
        if let labels, labels.isMultilabel {
            let retraining = StoreRetraining(from: store, as: .log(labels), folders: folders, now: now)
            report.add(try await retraining.forgetErasedWithoutLock())
        }
        return (result, report)
    }

    /// Unlearns the entries that a purge is about to erase.
    private func unlearn(
        _ report: inout UnlearningReport, _ note: (UnlearningStep) throws -> Void
    ) async throws {
        let unlearning: LogUnlearning
        do {
            guard let found = try countsInUse() else { return }
            unlearning = found
        } catch is IlkError {
            return  // No base version that can be retrained.
        }
        let marks = try marks()
        let outcome: (result: LogUnlearning.Result?, gone: [String])
        do {
            outcome = try await store.snapshot { snapshot in
                let erased = try snapshot.rowsToErase()
                return (
                    try unlearning.run(snapshot, without: erased),
                    try marks.filter { try !snapshot.holds($0.value, without: erased) }.keys.sorted()
                )
            }
        } catch is ClassificationLogError {
            return  // Damaged rows may be erased.
        }
        guard let result = outcome.result, !result.learned.isEmpty else { return }
        let version = try replace(result, unlearning.rules, note)
        report.texts += result.texts
        guard let version else { return }
        report.version = version
        report.add(try forget(outcome.gone.filter { $0 != version }))
        try note(.forgotten)
    }

    /// Returns the counts of the active model, or `nil` if the counts are unknown.
    private func countsInUse() throws -> LogUnlearning? {
        guard let digest = try digestInUse(), let known = countsFile.read(taxonomy, of: digest),
            known.trace.log == log,
            // Earlier releases counted a correction with another weight.
            known.trace.correctionWeight == Self.correctionWeight
        else { return nil }
        // The labels may have changed since the log was counted.
        let base = try RetrainingBase.find(assembly).relabeled(to: known.counts.taxonomy, of: labels)
        guard known.base == base.model.digest.description else { return nil }
        return LogUnlearning(
            base: base, rules: try rules(known.trace.rules), known: known, labels: labels,
            regression: try regression)
    }

    /// Returns the rules with a digest. They may differ from the active rules.
    private func rules(_ digest: String?) throws -> RuleSet? {
        guard let digest else { return nil }
        let now = try assembly.loadRules(taxonomy: taxonomy)
        return now?.digest == digest
            ? now : try VerdictArchive(folders: folders).rules(digest, taxonomy: taxonomy)
    }

    /// Replaces the active version. First the new version is added, then its counts are written, then the new
    /// version is promoted. This order allows an interrupted run to continue.
    ///
    /// - Returns: The version, or `nil` if the model did not change.
    private func replace(
        _ result: LogUnlearning.Result, _ rules: RuleSet?, _ note: (UnlearningStep) throws -> Void
    ) throws -> String? {
        var counted = result.counted
        let base = try RetrainingBase.find(assembly).relabeled(to: counted.counts.taxonomy, of: labels)
        let candidate = try RetrainingCandidate(counted, base, result.learned, rules, assembly)
        let (digest, inUse) = (candidate.model.digest.description, try digestInUse())
        guard digest != inUse else {
            try countsFile.write(counted)
            return nil
        }
        counted.model = digest
        counted.unlearnedFrom = inUse
        counted.trace.gate = nil
        counted.trace.headTexts = candidate.model.head?.texts
        counted.trace.unlearned = (counted.trace.unlearned ?? 0) + result.texts
        let signature = ChangeAuthor(who: Self.signer, why: Self.unlearned, when: now)
        let version =
            try registry.version(digest: digest)
            ?? registry.add(candidate.bytes, manifest(of: candidate, counted.trace, signature)).version
        try note(.added)
        try countsFile.write(counted)
        countsFile.keep(of: nil, taxonomy)
        try note(.counted)
        try registry.promote(version, signature)
        try note(.promoted)
        return version
    }

    static let unlearned = "unlearned texts that were erased from the log"
}
