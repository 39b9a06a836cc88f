package import FoundationEssentials
package import IlkFiles
package import IlkLog
import IlkVocabulary

/// Erases entries of a log, together with everything that models have learned from them.
package enum LogErasure {
    /// Erases entries of a log after its models have unlearned them, and deletes the archived overlays that
    /// learned from the entries. This also applies to the models of a taxonomy that was removed.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - folders: The user's folders.
    ///   - now: The present time.
    ///   - erase: Erases the entries. This closure must call its argument before it erases the first entry.
    /// - Returns: The result of `erase`; the changes to the models, or `nil` if the log has no models; the
    ///   name of the models' taxonomy.
    /// - Throws: Errors of ``Retraining/unlearning(_:)``.
    package static func run<Result>(
        from log: ClassificationLogStore, _ folders: IlkFolders, now: Date,
        _ erase: (_ before: () async throws -> Void) async throws -> Result
    ) async throws -> (result: Result, report: UnlearningReport?, taxonomy: String) {
        let set = try LabelSetCatalog(folders: folders).set(with: log.taxonomy)
        let taxonomy = set?.taxonomy ?? log.taxonomy
        // A log without a name has no models.
        guard LabelSet.isName(taxonomy.name) else {
            let result = try await erase {}
            try await forgetOverlays(of: log, folders)
            return (result, nil, taxonomy.name)
        }
        let retraining = Retraining(store: log, taxonomy: taxonomy, labels: set, folders: folders, now: now)
        let (result, report) = try await retraining.unlearning(erase)
        try await forgetOverlays(of: log, folders)
        return (result, report, taxonomy.name)
    }

    /// Deletes the archived overlays that have learned erased corrections. Within a second, running programs
    /// also replace such overlays in memory.
    private static func forgetOverlays(of log: ClassificationLogStore, _ folders: IlkFolders) async throws {
        VerdictArchive(folders: folders).deleteOverlays(
            of: log.identifier, without: try await log.correctedDigests())
    }
}
