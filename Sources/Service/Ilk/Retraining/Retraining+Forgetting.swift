import IlkLog
import IlkLearning
import IlkVocabulary

/// Deletes models that were trained on entries which are already erased.
extension Retraining {
    /// Deletes the versions that may have been trained on erased entries, and their descendants. Deletes the
    /// stored counts if they may include erased entries. If a deleted version is active, its base version
    /// becomes active. The caller holds the lock.
    ///
    /// - Returns: The deleted versions, and the version that replaced the active one.
    func forgetGone() async throws -> ModelRegistry.VersionRemoval {
        let marks = try marks()
        let counted = countsFile.read(taxonomy)
        let (erased, holdsCounts) = try await store.snapshot { snapshot in
            (
                try marks.filter { try !snapshot.holds($0.value) }.keys.sorted(),
                try counted.map { try $0.trace.log != log || snapshot.holds($0.trace.watermark) } ?? false
            )
        }
        if !holdsCounts { try countsFile.stripWords(taxonomy) }
        return try forget(erased)
    }

    /// Deletes versions and their descendants.
    func forget(_ erased: [String]) throws -> ModelRegistry.VersionRemoval {
        let signature = ChangeAuthor(who: Self.signer, why: Self.erasure, when: now)
        let all = try registry.includingDescendants(of: erased)
        let inUse = try registry.activeVersionOrNone()
        let base = all.contains(inUse) ? try RetrainingBase.version(behind: inUse, in: registry) : inUse
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        let forgotten = try registry.remove(
            all, fallingBackTo: all.contains(base) ? first : base, signature)
        VerdictArchive(folders: folders).delete(models: forgotten.digests)
        return forgotten
    }
}
