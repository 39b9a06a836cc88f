import IlkTraining
import IlkLog
import IlkStore
public import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// What became of models of a log from which rows were erased.
public struct UnlearningReport: Sendable, Hashable {
    /// The version that is in use in the place of the one that had counted them; nil when none had to be made, or could be.
    public var version: String?
    /// How many texts were taken back.
    public var texts = 0
    /// The versions that were deleted.
    public var forgotten = ModelRegistry.Forgotten()

    mutating func add(_ more: ModelRegistry.Forgotten) {
        forgotten.versions += more.versions
        forgotten.digests += more.digests
        forgotten.wentBackTo = more.wentBackTo ?? forgotten.wentBackTo
    }
}

/// What is unlearned before it is erased.
extension Retraining {
    /// Erases rows of the log, and has the models forget them first: the version in use is replaced by one whose counts are
    /// those without the rows, and the versions that may have counted them are deleted; then the rows go.
    ///
    /// Who is killed meanwhile leaves the old version in use, with the rows still in the log, or the new one. What the new
    /// one says is not measured: the rows go whatever it is. It is what a full retraining of what stays would make with the
    /// same parent and weights. Where that cannot be known (the counts are gone, or are of another model), and where nothing
    /// is left to learn, the version is deleted and its parent is in use.
    ///
    /// - Parameter erase: Erases rows; calls what it is given when it is settled which ones, before one goes, as
    ///   `ClassificationLogStore.purge(_:progress:before:)` does.
    /// - Returns: What `erase` returns, and what became of the models.
    /// - Throws: ``IlkError``, with `tryLater` while another process makes a model of the taxonomy anew: then nothing was
    ///   erased; `RegistryError`, the store's errors, and what `erase` throws.
    public func unlearning<Result>(
        _ erase: (_ before: () async throws -> Void) async throws -> Result
    ) async throws -> (result: Result, report: UnlearningReport) {
        try await unlearning(erase) { _ in }
    }

    /// What is on the disk while rows are unlearned, in this order.
    package enum UnlearningStep: Sendable, CaseIterable {
        /// The new version, which is not in use.
        case added
        /// What it was counted of.
        case counted
        /// It is in use.
        case promoted
        /// The versions that had counted the rows are gone.
        case forgotten
    }

    /// The same, and says when each step is on the disk: what `note` throws interrupts it there.
    package func unlearning<Result>(
        _ erase: (_ before: () async throws -> Void) async throws -> Result,
        noting note: @escaping (UnlearningStep) throws -> Void
    ) async throws -> (result: Result, report: UnlearningReport) {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        var report = UnlearningReport()
        let result = try await erase { try await unlearn(&report, note) }
        // What could not be unlearned before, and rows that went otherwise.
        report.add(try await forgetGone())
        return (result, report)
    }

    /// Unlearns the rows that a purge is about to take out.
    private func unlearn(
        _ report: inout UnlearningReport, _ note: (UnlearningStep) throws -> Void
    ) async throws {
        let unlearning: LogUnlearning
        do {
            guard let found = try countsInUse() else { return }
            unlearning = found
        } catch is IlkError {
            return  // There is no model here that counts.
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
            return  // A damaged row cannot be taken back, and can be erased.
        }
        guard let result = outcome.result, !result.learned.isEmpty else { return }
        let version = try replace(result, unlearning.rules, note)
        report.texts += result.texts
        guard let version else { return }
        report.version = version
        report.add(try forget(outcome.gone.filter { $0 != version }))
        try note(.forgotten)
    }

    /// What the model in use was counted of; nil when that is not known.
    private func countsInUse() throws -> LogUnlearning? {
        guard let digest = try digestInUse(), let known = countsFile.read(taxonomy, of: digest),
            known.trace.log == log
        else { return nil }
        let parent = try RetrainingParent.find(assembly)
        guard known.base == parent.model.digest.description else { return nil }
        return LogUnlearning(base: parent.model, rules: try rules(known.trace.rules), known: known)
    }

    /// The rules of a digest, which may be others than those in use now.
    private func rules(_ digest: String?) throws -> RuleSet? {
        guard let digest else { return nil }
        let now = try assembly.loadRules(taxonomy: taxonomy)
        return now?.digest == digest
            ? now : try VerdictArchive(folders: folders).rules(digest, taxonomy: taxonomy)
    }

    /// Puts the version without the rows in the place of the one in use. In this order: the version is there, its counts are
    /// there, it is in use; who is killed in between goes on from there.
    ///
    /// - Returns: The version; nil when the one in use is that model.
    private func replace(
        _ result: LogUnlearning.Result, _ rules: RuleSet?, _ note: (UnlearningStep) throws -> Void
    ) throws -> String? {
        let parent = try RetrainingParent.find(assembly)
        var counted = result.counted
        let candidate = try RetrainingCandidate(counted, parent, result.learned, rules)
        let (digest, inUse) = (candidate.model.digest.description, try digestInUse())
        guard digest != inUse else {
            try countsFile.write(counted)
            return nil
        }
        counted.model = digest
        counted.unlearnedFrom = inUse
        counted.trace.gate = nil
        counted.trace.unlearned = (counted.trace.unlearned ?? 0) + result.texts
        let signature = RegistrySignature(who: Self.signer, why: Self.unlearned, when: now)
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

    static let unlearned = "unlearned: texts that were erased from the log"
}
