import IlkLog
import IlkLearning
import IlkVocabulary

/// What is unlearned as soon as it is erased.
extension Retraining {
    /// Takes away what has words of rows that are gone from the log: the versions that may have counted them, with all that
    /// were made from one of these, and the counts. When one of the versions is in use, the one that it was retrained from
    /// takes its place. The caller has the lock.
    ///
    /// - Returns: The versions that were deleted, and what is in use instead of one of them.
    func forgetGone() async throws -> ModelRegistry.Forgotten {
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

    /// Deletes versions and all that were made from one of them.
    func forget(_ erased: [String]) throws -> ModelRegistry.Forgotten {
        let signature = RegistrySignature(who: Self.signer, why: Self.erasure, when: now)
        let all = try registry.withDescendants(of: erased)
        let inUse = try registry.state()
        let parent = all.contains(inUse) ? try RetrainingParent.version(behind: inUse, in: registry) : inUse
        let first = registry.hasBuiltIn ? ModelRegistry.builtIn : ModelRegistry.none
        let forgotten = try registry.forget(
            all, fallingBackTo: all.contains(parent) ? first : parent, signature)
        VerdictArchive(folders: folders).forget(models: forgotten.digests)
        return forgotten
    }
}
